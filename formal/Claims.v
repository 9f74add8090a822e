(* What the paper claims, one theorem for each claim, proved from the other files of this folder.

   The theorems stand in the files claims_*.v, which are named after the chapters of the book; this file only
   gathers them and explains their notation.

   The name of a theorem is the claim's name in the ledger.  The comment above it gives label and lines of
   the paper, the paper's formula, and every difference between the page and the theorem.  Notation:

   Statements.  Theorem name (data) : hypothesis -> ... -> conclusion.  A /\ B, ~ A, A <-> B, exists!: and,
   not, if and only if, exactly one; [/\ A, B & C] is A and B and C.  x <> y and x != y: x and y differ.
   ~~ b: not b, for a truth value b such as x <= y.  fun x => e, fun=> c: the function x |-> e, the constant
   c.  f x y is f(x, y).  let x := e in ...: x is short for e.  E : Type, E : finType: E is a set, a finite
   set.

   Numbers.  R: real numbers.  nat: natural numbers, and (...)%N is read there: t.+1 = t + 1, t.-1 and t - s
   are cut off at 0, maxn, minn, %/ are maximum, minimum and integer quotient.  n%:R: the natural number n as
   a real one, so 2%:R is 2; of a truth value: its indicator.  x ^+ n = x^n, x ^- n = x^(-n), x^-1 = 1/x
   (0^-1 is 0), `|x|: absolute value, Num.sqrt, Num.max, ln, exp: square root, maximum, logarithm,
   exponential.
   \sum_(s < t), \sum_(1 <= s < t), \sum_(s < n | P s): over s = 0, .., t-1; s = 1, .., t-1; the s < n with P
   s.

   Vectors and matrices (mathcomp).  'cV[R]_d: columns of length d.  'M[R]_d: d x d matrices.  *m: product of
   matrices, so a *m a^T is a a^T.  *: : number times vector or matrix.  ^T: transpose.  c%:M: c I.  \det,
   \tr, invmx: determinant, trace, inverse; what is inverted below is positive definite.  const_mx c: all
   entries c.
   matrices.v: ⟨x, y⟩ = x^T y (dot); ‖x‖ = |x|_2 (nrm2); ‖x‖_[A] = sqrt(x^T A x) (nrm A x); ‖x‖²_[A] = x^T A
   x (qf A x); A ⪯ B and B ⪰ A: x^T A x <= x^T B x for every x (loewner A B).

   Calculus (Coquelicot).  is_derive f x l: f'(x) = l.  RInt f a b: Riemann integral; ex_RInt: it exists.
   continuous, continuity: continuous at a point, everywhere.  mu, dmu, ddmu: the link and its derivatives.
   alpha dmu x y = \int_0^1 mu'(x + v (y - x)) dv (self_concordance.v); mean_slope dmu a th1 th2: the paper's
   alpha(a, th1, th2), which is alpha dmu ⟨a, th1⟩ ⟨a, th2⟩ (secant_matrices.v).
   integrals.v: inball r f is f on { |x| <= r } and 0 outside.  is_int g I: for every eps > 0 there are
   locally Lipschitz l <= g <= u with J u - eps <= I <= J l + eps, where J is the iterated Riemann integral
   over [-2, 2]^d; so I is the integral of g, if g vanishes outside.  Int g: its value.

   Rounds are 1, 2, ... as in the paper in the sections on self-concordance, the estimate, determinants and
   potentials, sharper constants.  Elsewhere they are 0, 1, ...: a history h : seq E lists the outcomes so
   far; size h is their number, take s h the first s of them, nth e0 h s the outcome of round s (e0 is for
   rounds that h does not have), rcons h e is h followed by e, [::] is empty.  What the paper indexes by t
   (V_t, a_t, theta*_t) belongs to a history of size t - 1.

   Probability on finite trees (setting.v).  p h e: probability of the outcome e after h.  Ex p n X [::]:
   expectation of X after n rounds.  Pr p n A [::]: probability of the event A.  with_probability p T delta
   P: P holds on an event of probability at least 1 - delta.
   Any law (any_law.v).  bounded f: |f| has a bound.  Ec h f: the mean of f of the outcome after h; with a
   bandit, Ec h b f: when b is played.  Ec is a variable, and its hypotheses say that it is linear, positive
   and 1 at the constant 1.  Mean, Prob: Ex, Pr with such functionals for laws.  upper_integral L I f: the
   infimum of I g over the functions g >= f of the class L on which the law I is given; it is I f if f is in
   the class.

   The bandit (setting.v).  actions h: the set A_t.  law h b e, reward h b e: probability and reward of the
   outcome e of action b.  theta t: theta*_t.  glm_environment: parameters, actions and rewards are bounded,
   the mean is mu, the variance at most mu'.  act h: the action played after h; played law act: the law that
   it meets; past act h s, past_noise: action and noise of round s along h.  weighted_mle: hat solves
   eq:char_MLE_D. stationary theta D t: t is in T(gamma).  breaks theta T: number of changes.  regret: R_T.
   discount gamma t s = gamma^(t-1-s).  design lam a w t = \sum_(s < t) w_s a_s a_s^T + lam I, and V gamma
   lam a t is that with these weights (determinants.v).  G_mx, Gtilde, Htilde, recent_noise, g_recent
   (deviation_round.v): the sums of l. 935, 1801-1802 and 1840-1902.  D_GLM_UCB: the algorithm (bonus.v).  logistic
   and the laws of clicks and binomial rewards: instances.v.

   The window.  window_weight R tau t s: 1 if s >= t - tau, else 0.  V_window lam a tau t: the sum of a_s a_s^T
   over the last tau of t rounds, plus lam I (determinants.v).  SC_SW_GLUCB (window_regret.v): hat solves the
   equation of the estimate from the last tau rounds; act is allowed and maximises
   mu(⟨b, hat⟩) + (beta_t/sqrt c_mu) ‖b‖_[V_t^-1]. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import any_law any_law_tail any_law_regret.
From Glb Require Import real_numbers matrices setting self_concordance moments integrals mixing potentials.
From Glb Require Import secant_matrices estimate tail deviation bonus regret instances paper_indices.
From Glb Require Import window_deviation path_regret rounds_regret window_regret gap_regret refined_bonus.
From Glb Require Import window_indices.
From Glb Require Import rates rates_discount rates_window arms arms_deviation arms_regret arms_rates.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.
From Glb Require Export claims_self_concordance claims_estimate claims_tail claims_potentials
  claims_deviation claims_bonus claims_regret claims_any_law claims_any_law_steps claims_any_law_rounds
  claims_sharper claims_sharper_steps claims_sharper_bonus claims_window claims_window_any_law claims_rates
  claims_arms claims_estimate_steps claims_setting_steps claims_concordance_steps claims_potentials_steps
  claims_deviation_steps claims_bonus_steps claims_rates_steps claims_regret_steps claims_window_steps
  claims_moments_steps claims_mixing_steps claims_mixture_steps claims_tail_steps claims_noise_steps
  claims_family_steps claims_arms_steps claims_arms_law_steps claims_arms_phase_steps.
