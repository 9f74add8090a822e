(* What the paper claims, one theorem for each claim, proved from the other files of this folder.

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
   lam a t is that with these weights (potentials.v).  G_mx, Gtilde, Htilde, recent_noise, g_recent
   (deviation.v): the sums of l. 935, 1801-1802 and 1840-1902.  D_GLM_UCB: the algorithm (bonus.v).  logistic
   and the laws of clicks and binomial rewards: instances.v.

   The window.  window_weight R tau t s: 1 if s >= t - tau, else 0.  V_window lam a tau t: the sum of a_s a_s^T
   over the last tau of t rounds, plus lam I (potentials.v).  SC_SW_GLUCB (window_regret.v): hat solves the
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

(** * Self-concordance *)

(* L4, lemma:self_concordance, lines 3065-3078.
   Paper: \dot\mu(z_1)\frac{1-e^{-|z_1-z_2|}}{|z_1-z_2|} \leq \int_0^1\dot\mu(z_1+v(z_2-z_1))dv \leq
   \dot\mu(z_1)\frac{e^{|z_1-z_2|}-1}{|z_1-z_2|}, and the integral is \geq \dot\mu(z_1)(1+|z_1-z_2|)^{-1}.
   Hypotheses: mu twice differentiable, and ass:SC. The first one only says what dmu is: it is not used. Of
   ass:link_fun neither the Lipschitz constant nor \dot\mu > 0 is asked for.
   Differences: z_1 <> z_2 for the first display (at z_1 = z_2 its quotients are 0/0); that the integral
   exists (ex_RInt) is part of the statement. *)
Theorem L4 (mu dmu ddmu : R -> R) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) ->
  forall z1 z2 : R,
  [/\ ex_RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1,
      z1 <> z2 ->
      dmu z1 * ((1 - exp (- `|z1 - z2|)) / `|z1 - z2|) <= RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1 /\
      RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1 <= dmu z1 * ((exp (`|z1 - z2|) - 1) / `|z1 - z2|) &
      dmu z1 * (1 + `|z1 - z2|)^-1 <= RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1].
Proof.
move=> _ d2 /sc_Rle sc z1 z2; split; first exact: (slope_ex _ (dmu_cont _ _ d2)).
  move=> ne; have [h1 h2] := self_concordance _ _ d2 sc _ _ ne.
  by split; apply/RleP; rewrite RinvE'.
exact: link_sc d2 sc _ _.
Qed.

(* I13, in the proof of prop:alpha_discount, lines 1975-1979.
   Paper: \alpha(a,\theta^\star_t,\hat\theta_t) \geq (1 + |a^\top(\hat\theta_t-\theta^\star_t)|)^{-1}
   \dot\mu(a^\top\theta^\star_t).
   Differences: none; it holds for every a and every pair of parameters. As in L4, the first hypothesis
   only says what dmu is. *)
Theorem I13 (d : nat) (mu dmu ddmu : R -> R) (a star hat : 'cV[R]_d) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) ->
  (1 + `|⟨a, hat - star⟩|)^-1 * dmu ⟨a, star⟩ <= mean_slope dmu a star hat.
Proof.
move=> _ d2 /sc_Rle sc; rewrite mulrC -normrN -dotNr opprB.
exact: mean_slope_sc d2 sc _ _ _.
Qed.

(* L5, lemma:boundGtbyHt_SW, lines 3083-3104.
   Paper: for \theta_1, \theta_2 in \Theta (|\theta_i|_2 \leq S), with the window matrices of eq:G_t_SW and
   eq:H_t_SW, G_t(\theta_1,\theta_2) \geq (1+2LS)^{-1}H_t(\theta_i), i = 1, 2.
   Differences: L is not defined on the page; here it is any L \geq 0 that bounds the actions before round
   t (1 under ass:bounded_actions). \lambda \geq 0 is enough; no lower bound of \dot\mu and no k_\mu is
   asked for. *)
Theorem L5 (d t tau : nat) (lam L S : R) (mu dmu ddmu : R -> R) (a : nat -> 'cV[R]_d) (th1 th2 : 'cV[R]_d) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) ->
  0 <= lam -> 0 <= L -> (forall s, (1 <= s < t)%N -> ‖a s‖ <= L) -> ‖th1‖ <= S -> ‖th2‖ <= S ->
  let G := \sum_(maxn 1 (t - tau) <= s < t) mean_slope dmu (a s) th1 th2 *: (a s *m (a s)^T) + lam%:M in
  let H th := \sum_(maxn 1 (t - tau) <= s < t) dmu ⟨a s, th⟩ *: (a s *m (a s)^T) + lam%:M in
  G ⪰ (1 + 2%:R * L * S)^-1 *: H th1 /\ G ⪰ (1 + 2%:R * L * S)^-1 *: H th2.
Proof.
move=> d1 d2 /sc_Rle sc l0 L0 a1 h1 h2 G H; rewrite /G /H !rounds_window.
apply: (@boundGtbyHt d mu dmu lam (fun s => a s.+1) (fun s => (t.-1 - tau <= s)%N%:R) t.-1 ddmu) => //.
  by move=> s _; exact: ler0n.
by move=> s st; apply: a1; clear -st; lia.
Qed.

(* L6, lemma:boundGtbyHt_D, lines 3105-3117.
   Paper: for \theta_1, \theta_2 in \Theta, with the matrices of eq:H_t_tilde_theta_D and eq:G_t_tilde_D
   (weights \gamma^{2(t-1-s)}), \widetilde G_t(\theta_1,\theta_2) \geq (1+2LS)^{-1}\widetilde
   H_t(\theta_i), i = 1, 2.
   Differences: those of L5; \gamma is any real number. *)
Theorem L6 (d t : nat) (gamma lam L S : R) (mu dmu ddmu : R -> R) (a : nat -> 'cV[R]_d) (th1 th2 : 'cV[R]_d) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) ->
  0 <= lam -> 0 <= L -> (forall s, (1 <= s < t)%N -> ‖a s‖ <= L) -> ‖th1‖ <= S -> ‖th2‖ <= S ->
  let G := \sum_(1 <= s < t) (gamma ^+ (2 * (t - 1 - s)) * mean_slope dmu (a s) th1 th2)
             *: (a s *m (a s)^T) + lam%:M in
  let H th := \sum_(1 <= s < t) (gamma ^+ (2 * (t - 1 - s)) * dmu ⟨a s, th⟩) *: (a s *m (a s)^T) + lam%:M in
  G ⪰ (1 + 2%:R * L * S)^-1 *: H th1 /\ G ⪰ (1 + 2%:R * L * S)^-1 *: H th2.
Proof.
move=> d1 d2 /sc_Rle sc l0 L0 a1 h1 h2 G H; rewrite /G /H !rounds_sum.
apply: (@boundGtbyHt d mu dmu lam (fun s => a s.+1) (fun s => gamma ^+ (2 * (t - 1 - s.+1))) t.-1 ddmu) => //.
  by move=> s _; rewrite exprM exprn_ge0 // sqr_ge0.
by move=> s st; apply: a1; clear -st; lia.
Qed.

(* D10, lines 1867-1873 (g_t: 1860-1863; the mean value theorem: 1980-1985, 2202-2204, 2626-2629).
   Paper: \alpha(a,\theta_1,\theta_2) = \int_0^1\dot\mu(v a^\top\theta_2+(1-v)a^\top\theta_1)dv,
   g_t(\theta) = \sum_{s=1}^{t-1}\gamma^{t-1-s}\mu(a_s^\top\theta)a_s + \lambda\theta,
   G_t(\theta_1,\theta_2) = \sum_{s=1}^{t-1}\gamma^{t-1-s}\alpha(a_s,\theta_1,\theta_2)a_s a_s^\top +
   \lambda I; \alpha is symmetric, and g_t(\theta_1) - g_t(\theta_2) =
   G_t(\theta_1,\theta_2)(\theta_1-\theta_2) (the page: mean value theorem).
   Hypothesis: mu continuously differentiable (ass:link_fun). Differences: none; \gamma and \lambda are any
   real numbers, the actions any vectors. *)
Theorem D10 (d t : nat) (gamma lam : R) (mu dmu : R -> R) (a : nat -> 'cV[R]_d) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, continuous dmu z) ->
  let g th := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mu ⟨a s, th⟩) *: a s + lam *: th in
  let G th1 th2 := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mean_slope dmu (a s) th1 th2)
                     *: (a s *m (a s)^T) + lam%:M in
  (forall b th1 th2 : 'cV[R]_d, mean_slope dmu b th1 th2 = mean_slope dmu b th2 th1) /\
  (forall th1 th2, g th1 - g th2 = G th1 th2 *m (th1 - th2)).
Proof.
move=> d1 dc g G; split=> th1 th2; first by exact: mean_slope_sym d1 dc _ _.
rewrite /g /G !rounds_sum; exact: (mean_value lam (fun s => a s.+1) (fun s => gamma ^+ (t - 1 - s.+1))).
Qed.

(* Q38, eq:G_t_SW, lines 2630-2634: D10 with a sliding window.
   Paper: G_t(\theta_1,\theta_2) = \sum_{s=\max(1,t-\tau)}^{t-1}\alpha(a_s,\theta_1,\theta_2)a_s a_s^\top +
   \lambda I, with g_t(\theta) = \sum_{s=\max(1,t-\tau)}^{t-1}\mu(a_s^\top\theta)a_s + \lambda\theta.
   Differences: none; as in D10 nothing is asked of lambda and of the actions. *)
Theorem Q38 (d t tau : nat) (lam : R) (mu dmu : R -> R) (a : nat -> 'cV[R]_d) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, continuous dmu z) ->
  let g th := \sum_(maxn 1 (t - tau) <= s < t) mu ⟨a s, th⟩ *: a s + lam *: th in
  let G th1 th2 := \sum_(maxn 1 (t - tau) <= s < t) mean_slope dmu (a s) th1 th2 *: (a s *m (a s)^T) +
    lam%:M in
  forall th1 th2, g th1 - g th2 = G th1 th2 *m (th1 - th2).
Proof.
move=> d1 dc g G th1 th2; rewrite /g /G !rounds_window.
exact: (mean_value lam (fun s => a s.+1) (fun s => (t.-1 - tau <= s)%N%:R)).
Qed.

(** * The weighted estimate *)

(* Q1, eq:MLE_D, lines 264-273.
   Paper: \hat\theta_t = \argmin_\theta -\sum_{s=1}^{t-1}\gamma^{t-1-s}\log P_\theta(r_{s+1}|a_s) +
   \frac\lambda2|\theta|_2^2, the solution of a strictly convex program, \lambda > 0, \gamma in (0, 1];
   \log P_\theta(r|a) = r a^\top\theta - b(a^\top\theta) + c(r) (l. 196-202), b convex, \mu = \dot b.
   Stated: there is exactly one minimiser; the objective J is strictly convex; along every line J has the
   second derivative u^\top H_t u with H_t(\theta) = \sum_s\gamma^{t-1-s}\dot\mu(a_s^\top\theta)a_sa_s^\top
   + \lambda I (eq:H_t_theta_D); and H_t \geq \lambda I.
   Differences: b is twice differentiable (printed: continuously), its convexity is \dot\mu \geq 0; \gamma
   \leq 1 is not used; rewards and actions are any data, r s.+1 is r_{s+1}. *)
Theorem Q1 (d t : nat) (gamma lam : R) (b mu dmu c : R -> R) (a : nat -> 'cV[R]_d) (r : nat -> R) :
  0 < lam -> 0 < gamma ->
  (forall z, is_derive b z (mu z)) -> (forall z, is_derive mu z (dmu z)) -> (forall z, 0 <= dmu z) ->
  let logP th s := r s.+1 * ⟨a s, th⟩ - b ⟨a s, th⟩ + c (r s.+1) in
  let J th := - (\sum_(1 <= s < t) gamma ^+ (t - 1 - s) * logP th s) + lam / 2%:R * ‖th‖ ^+ 2 in
  let H th := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * dmu ⟨a s, th⟩) *: (a s *m (a s)^T) + lam%:M in
  [/\ exists! hat, forall th, J hat <= J th,
      forall th1 th2 (v : R), th1 != th2 -> 0 < v -> v < 1 ->
        J (v *: th1 + (1 - v) *: th2) < v * J th1 + (1 - v) * J th2,
      forall th u : 'cV[R]_d, exists dJ : R -> R, forall e : R,
        is_derive (fun e : R => J (th + e *: u)) e (dJ e) /\ is_derive dJ e (‖u‖²_[H (th + e *: u)]) &
      forall th, H th ⪰ lam%:M].
Proof.
move=> l0 g0 hb hm m0 logP J H; pose w s : R := gamma ^+ (t - 1 - s.+1).
have -> : J = objective b c lam (fun s => a s.+1) (fun s => r s.+2) w t.-1.
  by apply: functional_extensionality => th; rewrite /J rounds_sum.
have -> : H = secant_matrices.Hw dmu lam (fun s => a s.+1) w t.-1.
  by apply: functional_extensionality => th; rewrite /H rounds_sum.
by apply: convex_programme => // s; rewrite exprn_ge0 // ltW.
Qed.

(* Q20, lines 1860-1863.
   Paper: g_t(\theta) = \sum_{s=1}^{t-1}\gamma^{t-1-s}\mu(a_s^\top\theta)a_s + \lambda\theta.
   Stated: the derivative of the objective of eq:MLE_D at \theta in any direction u is u^\top(g_t(\theta) -
   \sum_s\gamma^{t-1-s}r_{s+1}a_s). Differences: none; \gamma and \lambda are any real numbers. *)
Theorem Q20 (d t : nat) (gamma lam : R) (b mu c : R -> R) (a : nat -> 'cV[R]_d) (r : nat -> R)
  (th u : 'cV[R]_d) :
  (forall z, is_derive b z (mu z)) ->
  let logP th s := r s.+1 * ⟨a s, th⟩ - b ⟨a s, th⟩ + c (r s.+1) in
  let J th := - (\sum_(1 <= s < t) gamma ^+ (t - 1 - s) * logP th s) + lam / 2%:R * ‖th‖ ^+ 2 in
  let g th := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mu ⟨a s, th⟩) *: a s + lam *: th in
  is_derive (fun e : R => J (th + e *: u)) 0
    ⟨g th - \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * r s.+1) *: a s, u⟩.
Proof.
move=> hb logP J g; pose w s : R := gamma ^+ (t - 1 - s.+1).
have := objective_gradient c lam hb (fun s => a s.+1) (fun s => r s.+2) w t.-1 th u 0.
rewrite scale0r addr0 /gradient /g !rounds_sum; apply: is_derive_ext => z.
by rewrite /J rounds_sum.
Qed.

(* D4, lines 274-280.
   Paper: equivalently, \hat\theta_t may be defined as the minimizer of -\sum_{s=1}^{t-1}\gamma^{-s}\log
   P_\theta(r_{s+1}|a_s) + \frac{\lambda\gamma^{-(t-1)}}2|\theta|_2^2.
   Differences: none; logP is any function of \theta and s, \lambda any real number, and \gamma \leq 1 is
   not used. *)
Theorem D4 (d t : nat) (gamma lam : R) (logP : 'cV[R]_d -> nat -> R) : 0 < gamma ->
  let J th := - (\sum_(1 <= s < t) gamma ^+ (t - 1 - s) * logP th s) + lam / 2%:R * ‖th‖ ^+ 2 in
  let J' th := - (\sum_(1 <= s < t) gamma ^- s * logP th s) + lam * gamma ^- (t - 1) / 2%:R * ‖th‖ ^+ 2 in
  forall hat, (forall th, J hat <= J th) <-> (forall th, J' hat <= J' th).
Proof.
move=> g0 J J' hat; have E th : J' th = gamma ^- (t - 1) * J th by exact: rescaled_objective.
have p : 0 < gamma ^- (t - 1) by rewrite invr_gt0 exprn_gt0.
by split=> m th; have := m th; rewrite !E ler_pmul2l.
Qed.

(* D11, lines 1904-1914.
   Paper: \hat\theta_t is defined as the unique maximizer of \sum_{s=1}^{t-1}\gamma^{t-1-s}\log
   P_\theta(r_{s+1}|a_s) - \frac\lambda2|\theta|_2^2, and is the unique solution of
   \sum_{s=1}^{t-1}\gamma^{t-1-s}(r_{s+1}-\mu(a_s^\top\theta))a_s - \lambda\theta = 0.
   Stated: the maximiser exists and is unique, the solution exists and is unique, and they are the same
   point. Differences: logP as in Q1, with \mu = \dot b continuous and non-decreasing (b convex); \gamma
   \leq 1 is not used. *)
Theorem D11 (d t : nat) (gamma lam : R) (b mu c : R -> R) (a : nat -> 'cV[R]_d) (r : nat -> R) :
  0 < lam -> 0 < gamma ->
  (forall z, is_derive b z (mu z)) -> continuity mu -> (forall x y : R, x <= y -> mu x <= mu y) ->
  let logP th s := r s.+1 * ⟨a s, th⟩ - b ⟨a s, th⟩ + c (r s.+1) in
  let L th := \sum_(1 <= s < t) gamma ^+ (t - 1 - s) * logP th s - lam / 2%:R * ‖th‖ ^+ 2 in
  let score th := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * (r s.+1 - mu ⟨a s, th⟩)) *: a s - lam *: th in
  [/\ exists! hat, forall th, L th <= L hat, exists! hat, score hat = 0 &
      forall hat, (forall th, L th <= L hat) <-> score hat = 0].
Proof. by move=> l0 g0; apply: weighted_estimate => // s; rewrite exprn_ge0 // ltW. Qed.

(* Q25, eq:char_MLE_D, lines 1916-1920.
   Paper: g_t(\hat\theta_t) = \sum_{s=1}^{t-1}\gamma^{t-1-s}r_{s+1}a_s = \gamma^{t-1}S_t +
   \sum_{s=1}^{t-1}\gamma^{t-1-s}\mu(a_s^\top\theta^\star_s)a_s, S_t = \sum_{s=1}^{t-1}
   \gamma^{-s}\epsilon_{s+1}a_s, \hat\theta_t the maximiser of D11.
   Differences: the page does not define \epsilon_{s+1} for the bandit; here it is r_{s+1} -
   \mu(a_s^\top\theta^\star_s). \gamma \leq 1 is not used. *)
Theorem Q25 (d t : nat) (gamma lam : R) (b mu c : R -> R) (a star : nat -> 'cV[R]_d) (r eps : nat -> R)
  (hat : 'cV[R]_d) :
  0 < lam -> 0 < gamma ->
  (forall z, is_derive b z (mu z)) -> continuity mu -> (forall x y : R, x <= y -> mu x <= mu y) ->
  let logP th s := r s.+1 * ⟨a s, th⟩ - b ⟨a s, th⟩ + c (r s.+1) in
  let L th := \sum_(1 <= s < t) gamma ^+ (t - 1 - s) * logP th s - lam / 2%:R * ‖th‖ ^+ 2 in
  let g th := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mu ⟨a s, th⟩) *: a s + lam *: th in
  let S := \sum_(1 <= s < t) (gamma ^- s * eps s.+1) *: a s in
  (forall th, L th <= L hat) -> (forall s, eps s.+1 = r s.+1 - mu ⟨a s, star s⟩) ->
  g hat = \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * r s.+1) *: a s /\
  \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * r s.+1) *: a s =
    gamma ^+ (t - 1) *: S + \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mu ⟨a s, star s⟩) *: a s.
Proof.
move=> l0 g0 hb cont mono logP L g S m he; split.
  by have [_ _ /(_ hat) [/(_ m) /weighted_score_zero]] := D11 t c a r l0 g0 hb cont mono.
rewrite /S scaler_sumr -big_split /= !big_nat; apply: eq_bigr => s /andP [s1 st].
rewrite scalerA -scalerDl mulrA -expfB_cond ?gt_eqF //=; last by clear -s1 st; lia.
by rewrite -mulrDr he subrK.
Qed.

(* Q41, eq:MLE_sliding_window, lines 2654-2669: D11 and Q25 with a sliding window.
   Paper: \hat\theta_t is the unique maximiser of \sum_{s=\max(1,t-\tau)}^{t-1}\log P_\theta(r_{s+1}|a_s) -
   \frac\lambda2|\theta|_2^2, the unique solution of
   \sum_{s=\max(1,t-\tau)}^{t-1}(r_{s+1}-\mu(a_s^\top\theta))a_s - \lambda\theta = 0, and g_t(\hat\theta_t)
   = \sum_s r_{s+1}a_s = S_t + \sum_s\mu(a_s^\top\theta^\star_s)a_s with S_t = \sum_s\epsilon_{s+1}a_s.
   Differences: \lambda > 0 is said; logP, mu and \epsilon as in D11 and Q25. *)
Theorem Q41 (d t tau : nat) (lam : R) (b mu c : R -> R) (a star : nat -> 'cV[R]_d) (r eps : nat -> R) :
  0 < lam ->
  (forall z, is_derive b z (mu z)) -> continuity mu -> (forall x y : R, x <= y -> mu x <= mu y) ->
  (forall s, eps s.+1 = r s.+1 - mu ⟨a s, star s⟩) ->
  let logP th s := r s.+1 * ⟨a s, th⟩ - b ⟨a s, th⟩ + c (r s.+1) in
  let L th := \sum_(maxn 1 (t - tau) <= s < t) logP th s - lam / 2%:R * ‖th‖ ^+ 2 in
  let score th := \sum_(maxn 1 (t - tau) <= s < t) (r s.+1 - mu ⟨a s, th⟩) *: a s - lam *: th in
  let g th := \sum_(maxn 1 (t - tau) <= s < t) mu ⟨a s, th⟩ *: a s + lam *: th in
  let S := \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s in
  [/\ exists! hat, forall th, L th <= L hat, exists! hat, score hat = 0 &
      forall hat, [/\ (forall th, L th <= L hat) <-> score hat = 0,
        score hat = 0 <-> g hat = \sum_(maxn 1 (t - tau) <= s < t) r s.+1 *: a s &
        \sum_(maxn 1 (t - tau) <= s < t) r s.+1 *: a s =
          S + \sum_(maxn 1 (t - tau) <= s < t) mu ⟨a s, star s⟩ *: a s]].
Proof.
move=> l0 hb cont mono he logP L score g S; have [E1 E2 E3] := windowed_estimate t tau c a r l0 hb cont mono.
split=> // hat; split; [exact: E3|exact: score_zero|].
by rewrite /S -big_split /=; apply: eq_bigr => s _; rewrite he -scalerDl subrK.
Qed.

(** * Exponential moments *)

(* L3, lemma:upper_bound, lines 1489-1496.
   Paper: E exp(v eps) <= 1 + v^2 sigma^2 for eps centred of variance sigma^2, |eps| <= 1 almost surely, v
   in [-1, 1].
   Differences: the law of eps has finite support: p e is the probability of the value eps e, and |eps| <=
   1 at every value. For any law: law_moment of any_law_tail.v. *)
Theorem L3 (E : finType) (p eps : E -> R) (v : R) :
  (forall e, 0 <= p e) -> \sum_e p e = 1 -> \sum_e p e * eps e = 0 ->
  (forall e, `|eps e| <= 1) -> `|v| <= 1 ->
  \sum_e p e * exp (v * eps e) <= 1 + v ^+ 2 * \sum_e p e * eps e ^+ 2.
Proof. by move=> p0 p1 c b; exact: exp_moment. Qed.

(* L3_sharp, lines 1489-1496: L3 with e - 2 = 0.718... in place of the constant 1. Not in the paper.
   Differences: those of L3. *)
Theorem L3_sharp (E : finType) (p eps : E -> R) (v : R) :
  (forall e, 0 <= p e) -> \sum_e p e = 1 -> \sum_e p e * eps e = 0 ->
  (forall e, `|eps e| <= 1) -> `|v| <= 1 ->
  \sum_e p e * exp (v * eps e) <= 1 + (exp 1 - 2%:R) * (v ^+ 2 * \sum_e p e * eps e ^+ 2).
Proof. by move=> p0 p1 c b; exact: exp_moment_sharp. Qed.

(** * The mixture *)

(* L1, lemma_instantaneous, lines 1380-1388 (M of eq:M_u, lines 1362-1373).
   Paper: E[M_u^t(xi) | F_{u-1}] <= M_{u-1}^t(xi) a.s., |xi| <= 1, 2 <= u <= t, under ass_T and
   ass_increasing_weights.
   Differences: a finite tree: h is a value of the past when u - 2 rounds are played, F_{u-1} is what h
   tells, n is t - 1 and size h < n is u <= t; the inequality, |a| <= 1 and |eps| <= m hold at every h, not
   almost surely; m > 0 (used, not stated); the weights are positive and non-decreasing up to w_{t-1}. *)
Theorem L1 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w : nat -> R) (m : R) (xi : 'cV[R]_d) :
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  ‖xi‖ <= 1 ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  forall h, (size h < n)%N -> \sum_e p h e * M (rcons h e) <= M h.
Proof.
move=> p0 p1 a1 c m0 b w0 wm x1 sigma2 S H0 M h hn.
have e k : M k = tail.M e0 act eps sigma2 (m * w n.-1) w xi k by exact: paper_M.
under eq_bigr do rewrite e; rewrite e.
by apply: (M_step_weights e0 p0 p1 m0 a1 c b _ _ w0 wm) => //; exact: leq_ltn_trans hn.
Qed.

(* L2, lemma_int_instantaneous, lines 1443-1453 (M-bar of eq:bar_M_u, lines 1435-1442).
   Paper: E[M-bar_u^t] <= 1 for 1 <= u <= t, where M-bar_u^t integrates M_u^t against h_u, the density of
   the isotropic normal law of precision 2 lambda_{u-1} / (m^2 w_{t-1}^2) truncated on the unit ball,
   N(h_u) its normalisation constant.
   Differences: a finite tree as in L1; our u is the paper's u - 1 (u rounds played), our n its t - 1, and
   n >= 1; lambda_{u-1} is any number lam > 0 (positivity is not stated in the paper); m > 0. That the
   integrals over the ball exist is part of the statement. *)
Theorem L2 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n u : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w : nat -> R) (m lam : R) :
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  0 < lam -> (0 < n)%N -> (u <= n)%N ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M xi h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let precision := 2%:R * lam / (m * w n.-1) ^+ 2 in
  let normal xi := exp (- (2%:R^-1 * precision * ⟨xi, xi⟩)) in
  let N := Int (inball 1 normal) in
  let integrand h := inball 1 (fun xi => normal xi * M xi h) in
  let barM h := Int (integrand h) / N in
  [/\ is_int (inball 1 normal) N, 0 < N,
      forall h, is_int (integrand h) (Int (integrand h)) &
      Ex p u barM [::] <= 1].
Proof.
move=> p0 p1 a1 c m0 b w0 wm l0 n0 un; pose k := (m * w n.-1)^-1 ^+ 2 * lam.
move=> sigma2 S H0 M precision normal N integrand barM.
have eN : normal = gauss k%:M by exact: normal_isotropic.
have eI h : integrand h = _ := paper_integrand e0 act eps sigma2 (m * w n.-1) lam w h.
rewrite /barM /N eN; have [i0 N0] := normaliser_int d k; split=> // [h|].
  by rewrite eI; apply: mean_is_int => [|x]; [exact: M_LL|exact: exp_ge0].
apply: le_trans (mean_mixture_weights e0 p0 p1 m0 a1 c b (fun=> lexx _) n0 w0 wm lam un).
by apply: (Ex_le p0) => h _; rewrite eI.
Qed.

(* P3, prop:upper_h_t_g_t, lines 1631-1645, as corrected (det^{1/2}).
   Paper: log(N(h_t)/N(g_t)) <= log(det(H~_t)/lambda_{t-1}^{d/2}) + d log 2, h_t normal of precision 2
   lambda_{t-1}/(m^2 w_{t-1}^2) truncated on |x| <= 1, g_t normal of precision 2/(m^2 w_{t-1}^2) H~_t
   truncated on |x| <= 1/2.
   Differences: det^{1/2} for det (with det it is false: P3_printed_false of refutations_integrals.v); H is
   any symmetric matrix >= lambda I, which is what is used of H~_t; w is w_{t-1}; lambda, m, w > 0. That
   the integrals exist is part of the statement. *)
Theorem P3 (d : nat) (H : 'M[R]_d) (lam m w : R) :
  0 < lam -> 0 < m -> 0 < w -> H^T = H -> (forall x, lam * ⟨x, x⟩ <= ⟨x, H *m x⟩) ->
  let normal (P : 'M[R]_d) x := exp (- (2%:R^-1 * ⟨x, P *m x⟩)) in
  let h := inball 1 (normal (2%:R * lam / (m * w) ^+ 2)%:M) in
  let g := inball 2%:R^-1 (normal ((2%:R / (m * w) ^+ 2) *: H)) in
  [/\ is_int h (Int h), is_int g (Int g), 0 < Int h, 0 < Int g &
      ln (Int h / Int g) <= ln (Num.sqrt (\det H) / Num.sqrt lam ^+ d) + d%:R * ln 2%:R].
Proof.
move=> l0 m0 w0 Hs Hl normal h g; have k0 : 0 < (m * w)^-1 by rewrite invr_gt0 mulr_gt0.
have Hp : pd H by split=> // x /dot_gt0 x0; apply: lt_le_trans (Hl x); rewrite mulr_gt0.
have Hge : lam%:M ⪯ H by move=> x; rewrite qf_scalar; exact: Hl.
rewrite /h /g /normal normal_scalar normal_matrix; have [i1 N1] := normaliser_int d ((m * w)^-1 ^+ 2 * lam).
split=> //; last exact: (truncations_ln k0 l0 Hp Hge).
  exact: (ball_int half_gt0 half_le1 (@gauss_LL _ _) (@gauss_ge0 _ _)).
exact: (half_normaliser_gt0 k0 l0 Hp Hge).
Qed.

(** * The tail inequality *)

(* T3, thm:instantaneous_main, lines 854-889, as corrected (lambda_{t-1} in the logarithm).
   Paper: for t fixed, F_u a filtration, a_u F_u-measurable with |a_u| <= 1, eps_{u+1} a martingale
   difference with |eps_{u+1}| <= m, weights positive and non-decreasing, lambda_u deterministic, sigma_s^2
   = E[eps_{s+1}^2 | F_s], H~_t = sum_{s<t} w_s^2 sigma_s^2 a_s a_s^T + lambda_{t-1} I, S_t = sum_{s<t} w_s
   eps_{s+1} a_s and delta in (0, 1]: P(|S_t|_{H~_t^-1} >= sqrt(lambda_{t-1})/(2 m w_{t-1}) + (2 m
   w_{t-1}/sqrt(lambda_{t-1})) log(det(H~_t)^{1/2}/(delta lambda_t^{d/2})) + (2 m
   w_{t-1}/sqrt(lambda_{t-1})) d log 2) <= delta.
   Differences: lambda_{t-1} for lambda_t in the logarithm (with lambda_t it is false: T3_printed_false of
   refutations_tail.v); a finite tree, F_1 trivial, |a| <= 1 and |eps| <= m at every node; lambda_{t-1} > 0
   and m > 0 (used, not stated); our n is the paper's t - 1, and n >= 1 (t >= 2); of the weights only w_1,
   ..., w_{t-1} are asked to be positive and non-decreasing. Any law: T3_any_law. *)
Theorem T3 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w lam : nat -> R) (m delta : R) :
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  0 < lam n.-1 -> (0 < n)%N -> 0 < delta -> delta <= 1 ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < n) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H h := \sum_(s < n) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T)
             + (lam n.-1)%:M in
  let c := 2%:R * (m * w n.-1) / Num.sqrt (lam n.-1) in
  Pr p n (fun h => Num.sqrt (lam n.-1) / (2%:R * (m * w n.-1))
    + c * ln (Num.sqrt (\det (H h)) / (delta * Num.sqrt (lam n.-1) ^+ d)) + c * (d%:R * ln 2%:R)
    <= ‖S h‖_[invmx (H h)]) [::] <= delta.
Proof.
move=> p0 p1 a1 c m0 b w0 wm l0 n0 d0 d1.
exact: (tail_main e0 p0 p1 m0 d0 d1 a1 c b (fun=> lexx _) n0 l0 w0 wm).
Qed.

(* T4, thm:instantaneous_extension, lines 1742-1769: T3 for the sums over the last t_0 rounds.
   Paper: P(|S_{t-t_0:t}|_{H~_{t-t_0:t}^-1} >= sqrt(lambda_{t-1})/(2 m w_{t-1}) + (2 m
   w_{t-1}/sqrt(lambda_{t-1})) log(det(H~_{t-t_0:t})^{1/2}/(delta lambda_{t-1}^{d/2})) + (2 m
   w_{t-1}/sqrt(lambda_{t-1})) d log 2) <= delta, the sums over s = t - t_0, ..., t - 1.
   Differences: those of T3 (but here lambda_{t-1} is printed); if t_0 >= t the sums start with the first
   round; t_0 = 0 is allowed. *)
Theorem T4 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n t0 : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w lam : nat -> R) (m delta : R) :
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  0 < lam n.-1 -> (0 < n)%N -> 0 < delta -> delta <= 1 ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < n | (n - t0 <= s)%N) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H h := \sum_(s < n | (n - t0 <= s)%N)
    (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) + (lam n.-1)%:M in
  let c := 2%:R * (m * w n.-1) / Num.sqrt (lam n.-1) in
  Pr p n (fun h => Num.sqrt (lam n.-1) / (2%:R * (m * w n.-1))
    + c * ln (Num.sqrt (\det (H h)) / (delta * Num.sqrt (lam n.-1) ^+ d)) + c * (d%:R * ln 2%:R)
    <= ‖S h‖_[invmx (H h)]) [::] <= delta.
Proof.
move=> p0 p1 a1 c m0 b w0 wm l0 n0 d0 d1.
exact: (tail_last e0 p0 p1 m0 d0 d1 a1 c b (fun=> lexx _) n0 l0 w0 wm t0).
Qed.

(* C1, cor:concentration_Discounts, lines 1798-1811.
   Paper: H~ = sum_{s=t-D}^{t-1} gamma^{2(t-1-s)} mu'(a_s.theta*_s) a_s a_s^T + lambda I, S =
   sum_{s=t-D}^{t-1} gamma^{-s} eps_{s+1} a_s; P(|gamma^{t-1} S|_{H~^-1} >= sqrt(lambda)/(2m) +
   (2m/sqrt(lambda)) log(det(H~)^{1/2}/(delta lambda^{d/2})) + (2m/sqrt(lambda)) d log 2) <= delta.
   Differences: a finite tree, |a| <= 1 and |eps| <= m at every node; lambda > 0 and m > 0; 0 < gamma <= 1
   (printed < 1); the conditional variance of the noise is mu'(a_s.theta*_s) or less (printed: not said,
   equal in the exponential family), theta*_s a fixed sequence; our n is the paper's t - 1 and our round s
   its s + 1, so gamma^{-s} is gamma^{-(s+1)} here; n = 0 is allowed; if D >= t the sums start with the
   first round. *)
Theorem C1 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n D : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (dmu : R -> R) (theta : nat -> 'cV[R]_d) (gamma lam m delta : R) :
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall h, \sum_e p h e * eps h e ^+ 2 <= dmu ⟨act h, theta (size h)⟩) ->
  0 < gamma -> gamma <= 1 -> 0 < lam -> 0 < delta -> delta <= 1 ->
  let S h := \sum_(s < n | (n - D <= s)%N) (gamma ^- s.+1 * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H h := \sum_(s < n | (n - D <= s)%N) ((gamma ^+ (n.-1 - s)) ^+ 2 * dmu ⟨act (take s h), theta s⟩)
    *: (act (take s h) *m (act (take s h))^T) + lam%:M in
  let c := 2%:R * m / Num.sqrt lam in
  Pr p n (fun h => Num.sqrt lam / (2%:R * m) + c * ln (Num.sqrt (\det (H h)) / (delta * Num.sqrt lam ^+ d))
    + c * (d%:R * ln 2%:R) <= ‖gamma ^+ n *: S h‖_[invmx (H h)]) [::] <= delta.
Proof.
move=> p0 p1 a1 c m0 b v g0 g1 l0 d0 d1; cbv zeta.
apply: le_trans (tail_discount e0 p0 p1 m0 d0 d1 a1 c b v n l0 D g0 g1); cbv zeta.
apply: (Ex_le p0) => h; rewrite add0n => hn; set A := _ + lam%:M.
suff -> : H_of act (fun k => dmu (dot (act k) (theta (size k)))) lam n (fun s => n - D <= s)%N
    (fun s => gamma ^+ (n.-1 - s)) h = A by exact: lexx.
by congr (_ + _); apply: eq_bigr => s _; rewrite size_takel // hn ltnW.
Qed.

(* C2, cor:concentration_SW, lines 1816-1830.
   Paper: H_t = sum_{s=max(1,t-tau)}^{t-1} mu'(a_s.theta*_s) a_s a_s^T + lambda I, S_t =
   sum_{s=max(1,t-tau)}^{t-1} eps_{s+1} a_s; P(|S_t|_{H_t^-1} >= sqrt(lambda)/(2m) + (2m/sqrt(lambda))
   log(det(H_t)^{1/2}/(delta lambda^{d/2})) + (2m/sqrt(lambda)) d log 2) <= delta.
   Differences: those of C1, without gamma. *)
Theorem C2 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n tau : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (dmu : R -> R) (theta : nat -> 'cV[R]_d) (lam m delta : R) :
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall h, \sum_e p h e * eps h e ^+ 2 <= dmu ⟨act h, theta (size h)⟩) ->
  0 < lam -> 0 < delta -> delta <= 1 ->
  let S h := \sum_(s < n | (n - tau <= s)%N) eps (take s h) (nth e0 h s) *: act (take s h) in
  let H h := \sum_(s < n | (n - tau <= s)%N) dmu ⟨act (take s h), theta s⟩
    *: (act (take s h) *m (act (take s h))^T) + lam%:M in
  let c := 2%:R * m / Num.sqrt lam in
  Pr p n (fun h => Num.sqrt lam / (2%:R * m) + c * ln (Num.sqrt (\det (H h)) / (delta * Num.sqrt lam ^+ d))
    + c * (d%:R * ln 2%:R) <= ‖S h‖_[invmx (H h)]) [::] <= delta.
Proof.
move=> p0 p1 a1 c m0 b v l0 d0 d1; cbv zeta.
apply: le_trans (tail_window e0 p0 p1 m0 d0 d1 a1 c b v n l0 tau); cbv zeta.
apply: (Ex_le p0) => h; rewrite add0n => hn; set A := _ + lam%:M; set B := \sum_(s < n | _) _ *: act _.
suff -> : H_of act (fun k => dmu (dot (act k) (theta (size k)))) lam n (fun s => n - tau <= s)%N
    (fun=> 1) h = A.
  suff -> : S_of e0 act eps n (fun s => n - tau <= s)%N (fun=> 1) h = B by exact: lexx.
  by apply: eq_bigr => s _; rewrite mul1r.
by congr (_ + _); apply: eq_bigr => s _; rewrite size_takel ?expr1n ?mul1r // hn ltnW.
Qed.

(** * Determinants and potentials *)

(* P9, ineq_det_DLINUCB, lines 3119-3132.
   Paper: H_t = \sum_{s=1}^{t-1} w_s^2\sigma_s^2 a_sa_s^T + \lambda_{t-1}I, |a_s|_2 \le 1, \sigma_s^2 \le
   k_\mu, \det(H_t) \le (\lambda_{t-1} + k_\mu\sum_{s=1}^t w_s^2/d)^d.
   Differences: \lambda_{t-1} >= 0 and t >= 1 are said (the page: regularization parameters); d = 0 is
   allowed (then both sides are 1). The weights may have any sign. The paper's proof has the sum up to t -
   1: det_proof of paper_indices.v. *)
Theorem P9 (d t : nat) (lam w sigma : nat -> R) (k_mu : R) (a : nat -> 'cV[R]_d) :
  (1 <= t)%N -> 0 <= lam (t - 1)%N ->
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall s, (1 <= s)%N -> sigma s ^+ 2 <= k_mu) ->
  \det (\sum_(1 <= s < t) (w s ^+ 2 * sigma s ^+ 2) *: (a s *m (a s)^T) + (lam (t - 1)%N)%:M)
    <= (lam (t - 1)%N + k_mu * (\sum_(1 <= s < t.+1) w s ^+ 2) / d%:R) ^+ d.
Proof.
move=> t1 l0 a1 sk; apply: le_trans (det_proof w t1 l0 a1 sk) _.
have k0 : 0 <= k_mu by apply: le_trans (sk 1%N isT); rewrite sqr_ge0.
have S0 m n : 0 <= \sum_(m <= s < n) w s ^+ 2 by apply: sumr_ge0 => s _; rewrite sqr_ge0.
rewrite [in X in _ <= X]big_nat_recr //= ; apply: ler_expn2r; rewrite ?nnegrE.
- by rewrite addr_ge0 ?divr_ge0 ?mulr_ge0 ?ler0n.
- by rewrite addr_ge0 ?divr_ge0 ?mulr_ge0 ?ler0n ?addr_ge0 ?sqr_ge0.
by rewrite ler_add2l ler_wpmul2r ?invr_ge0 ?ler0n // ler_wpmul2l // ler_addl sqr_ge0.
Qed.

(* C9, corollary:inequality_determinant, lines 3147-3158.
   Paper: \tilde H_t = \sum_{s=t-t_0}^{t-1}\gamma^{2(t-1-s)}\sigma_s^2a_sa_s^T + \lambda I, 0 < \gamma < 1,
   \det(\tilde H_t) \le (\lambda + k_\mu(1-\gamma^{2t_0})/(d(1-\gamma^2)))^d.
   Differences: for t <= t_0 the sum begins with round 1 (the page would read rounds before the first; for
   t > t_0 it is the printed sum); \lambda >= 0 and t >= 1 are said; d = 0 is allowed. *)
Theorem C9 (d t t0 : nat) (gamma lam k_mu : R) (sigma : nat -> R) (a : nat -> 'cV[R]_d) :
  (1 <= t)%N -> 0 < gamma < 1 -> 0 <= lam ->
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall s, (1 <= s)%N -> sigma s ^+ 2 <= k_mu) ->
  \det (\sum_(maxn 1 (t - t0) <= s < t)
          (gamma ^+ (2 * (t - 1 - s)) * sigma s ^+ 2) *: (a s *m (a s)^T) + lam%:M)
    <= (lam + k_mu * (1 - gamma ^+ (2 * t0)) / (d%:R * (1 - gamma ^+ 2))) ^+ d.
Proof.
case: t => [//|t] _ g01 l0 a1 sk; rewrite paper_window_discount.
have vk s : 0 <= sigma s.+1 ^+ 2 <= k_mu by rewrite sqr_ge0 sk.
exact: (det_H_discount l0 (unit_actions a1) _ _ g01 vk).
Qed.

(* C10, corollary:inequality_determinant_V, lines 3159-3168.
   Paper: V_t = \sum_{s=1}^{t-1}\gamma^{t-1-s}a_sa_s^T + \lambda I, 0 < \gamma < 1, \det(V_t) \le (\lambda
   + (1-\gamma^{t-1})/(d(1-\gamma)))^d.
   Differences: \lambda >= 0 and t >= 1 are said; d = 0 is allowed. *)
Theorem C10 (d t : nat) (gamma lam : R) (a : nat -> 'cV[R]_d) :
  (1 <= t)%N -> 0 < gamma < 1 -> 0 <= lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  \det (\sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + lam%:M)
    <= (lam + (1 - gamma ^+ (t - 1)) / (d%:R * (1 - gamma))) ^+ d.
Proof.
case: t => [//|t] _ /andP [g0 g1] l0 a1; rewrite paper_discount subn1.
by apply: (det_V l0 (unit_actions a1) _ g0); rewrite lt_eqF.
Qed.

(* C11, corollary:inequality_determinant_SW, lines 3169-3180.
   Paper: H_t = \sum_{s=\max(1,t-\tau)}^{t-1}\sigma_s^2a_sa_s^T + \lambda I, \det(H_t) \le (\lambda +
   k_\mu\min(t,\tau)/d)^d.
   Differences: \lambda >= 0 and t >= 1 are said; |a_s|_2 \le 1 and \sigma_s^2 \le k_\mu are those of P9; d
   = 0 is allowed. With min(t - 1, tau): det_window_proof of paper_indices.v. *)
Theorem C11 (d t tau : nat) (lam k_mu : R) (sigma : nat -> R) (a : nat -> 'cV[R]_d) :
  (1 <= t)%N -> 0 <= lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall s, (1 <= s)%N -> sigma s ^+ 2 <= k_mu) ->
  \det (\sum_(maxn 1 (t - tau) <= s < t) sigma s ^+ 2 *: (a s *m (a s)^T) + lam%:M)
    <= (lam + k_mu * (minn t tau)%:R / d%:R) ^+ d.
Proof.
move=> t1 l0 a1 sk; apply: le_trans (det_window_proof tau t1 l0 a1 sk) _.
have k0 : 0 <= k_mu by apply: le_trans (sk 1%N isT); rewrite sqr_ge0.
apply: ler_expn2r; rewrite ?nnegrE ?addr_ge0 ?divr_ge0 ?mulr_ge0 ?ler0n //.
by rewrite ler_add2l ler_wpmul2r ?invr_ge0 ?ler0n // ler_wpmul2l // ler_nat; clear; lia.
Qed.

(* L7, lemma:ellipticalpotential_Discount, lines 3186-3202.
   Paper: \sum_{t=1}^T \|a_t\|^2_{V_t^{-1}} \le 2\max(1,1/\lambda) \log(\det
   V_{T+1}/(\lambda^d\gamma^{dT})), V_t = \sum_{s=1}^{t-1}\gamma^{t-1-s}a_sa_s^T + \lambda I for t \geq 1.
   Differences: \lambda > 0 (printed: non-negative; V_1 = \lambda I has no inverse for \lambda = 0) and 0 <
   \gamma <= 1 (the statement leaves \gamma open). T = 0 and d = 0 are allowed. *)
Theorem L7 (d T : nat) (gamma lam : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d) :
  0 < gamma -> gamma <= 1 -> 0 < lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + lam%:M) ->
  \sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)]
    <= 2%:R * Num.max 1 (1 / lam) * ln (\det (V T.+1) / (lam ^+ d * gamma ^+ (d * T))).
Proof.
move=> g0 g1 l0 a1 VE.
have E t : V t.+1 = potentials.V gamma lam (fun s => a s.+1) t by rewrite VE // paper_discount.
rewrite rounds_sum E mul1r; under eq_bigr do rewrite E.
exact: (elliptical_potential g0 g1 l0 (unit_actions a1)).
Qed.

(* L8, lemma:ellipticalpotential_SW, lines 3261-3274.
   Paper: V_t = \sum_{s=\max(1,t-\tau)}^{t-1}a_sa_s^T + \lambda I, \sum_{t=1}^T \|a_t\|^2_{V_t^{-1}} \le
   2d\max(1,1/\lambda)\lceil T/\tau\rceil\log(1+\tau/(\lambda d)).
   Differences: \lambda > 0 (printed: non-negative); \tau >= 1 is said; \lceil T/\tau\rceil is the quotient
   (T + \tau - 1) %/ \tau of natural numbers. T = 0 and d = 0 are allowed (with x/0 = 0). *)
Theorem L8 (d T tau : nat) (lam : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d) :
  (1 <= tau)%N -> 0 < lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + lam%:M) ->
  \sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)]
    <= 2%:R * d%:R * Num.max 1 (1 / lam) * ((T + tau - 1) %/ tau)%:R * ln (1 + tau%:R / (lam * d%:R)).
Proof.
move=> t0 l0 a1 VE; rewrite rounds_sum mul1r; under eq_bigr do rewrite (paper_V_window VE).
exact: (elliptical_potential_window l0 (unit_actions a1) T t0).
Qed.

(** * Deviation *)

(* P4, prop:alpha_discount, lines 1957-1969.
   Paper: t in T(gamma): alpha(a, theta*_t, hat_t) >= (1 + Sbar + |gamma^{t-1}
   S_{t-D:t}|_{Gtilde_{t-D:t}^-1} / sqrt lambda)^-1 mu'(a.theta*_t), with Sbar of eq:bar_S_appendix (line
   1943).
   Gtilde and recent_noise are Gtilde_{t-D:t}(theta*_t, hat_t) and gamma^{t-1} S_{t-D:t} (deviation.v).
   Differences: for every D, 0 included; for one path, and for every action b of the unit ball (printed: a is
   not quantified); the noise is any sequence bounded by m, and no law is needed (rewards and their means
   lie in [0, m]); lambda
   > 0, m >= 0 and 0 < gamma < 1 are written out; mu is twice differentiable (|mu''| <= mu' asks for it),
   Lipschitz is mu' <= k_mu, and c_mu is not used; hat solves eq:char_MLE_D (D11: so does the
   maximum-likelihood estimate). Rounds are counted from 0: t rounds have been played, a s, theta s, eps s
   are those of the paper's round s + 1, and gamma^(t.-1 - s) is its gamma^(t-1-s). *)
Theorem P4 (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m : R)
  (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat : 'cV[R]_d) (b : 'cV[R]_d) :
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (* ass:bounded_actions; eps s is the noise of the reward of round s, at most m by ass:bounded_rewards *)
  (forall s, ‖a s‖ <= 1) -> (forall s, ‖theta s‖ <= S) -> (forall s, (s < t)%N -> `|eps s| <= m) ->
  (* t belongs to T(gamma): the last D rounds had the parameter of round t *)
  (forall s, (t - D <= s)%N -> (s < t)%N -> theta s = theta t) ->
  (* hat solves the equation of the discounted estimate, eq:char_MLE_D *)
  \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat⟩) *: a s + lam *: hat =
  \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let Gtilde := Gtilde lam a (discount gamma t) D t (alpha dmu) (theta t) hat in
  let noise := recent_noise a (discount gamma t) D t eps in
  let X := ‖noise‖_[invmx Gtilde] in
  ‖b‖ <= 1 ->
  (1 + Sbar + X / Num.sqrt lam)^-1 * dmu ⟨b, theta t⟩ <= alpha dmu ⟨b, theta t⟩ ⟨b, hat⟩.
Proof.
move=> d1 d2 sc km g0 g1 lam0 m0 a1 th1 epsm st mle Sb Gt noise X b1.
have [data S0] := paper_round g0 g1 a1 th1 epsm st mle.
have := alpha_discount lam0 S0 m0 (link_slopes (paper_link d1 d2 sc km)) data b1.
by rewrite /inflation SbarE mulrC.
Qed.

(* C3, cor:S_t_G_t_S_t_H_t, lines 2068-2081.
   Paper: t in T(gamma): Gtilde_{t-D:t}(theta*_t, hat_t) >= (1 + Sbar + X / sqrt lambda)^-1 Htilde_{t-D:t},
   X = |gamma^{t-1} S_{t-D:t}|_{Gtilde_{t-D:t}^-1}.
   Htilde is Htilde_{t-D:t}, each slope at the parameter of its own round (deviation.v). Differences: as
   for P4. *)
Theorem C3 (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m : R)
  (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat : 'cV[R]_d) :
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (* ass:bounded_actions; eps s is the noise of the reward of round s, at most m by ass:bounded_rewards *)
  (forall s, ‖a s‖ <= 1) -> (forall s, ‖theta s‖ <= S) -> (forall s, (s < t)%N -> `|eps s| <= m) ->
  (* t belongs to T(gamma): the last D rounds had the parameter of round t *)
  (forall s, (t - D <= s)%N -> (s < t)%N -> theta s = theta t) ->
  (* hat solves the equation of the discounted estimate, eq:char_MLE_D *)
  \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat⟩) *: a s + lam *: hat =
  \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let Gtilde := Gtilde lam a (discount gamma t) D t (alpha dmu) (theta t) hat in
  let noise := recent_noise a (discount gamma t) D t eps in
  let X := ‖noise‖_[invmx Gtilde] in
  (1 + Sbar + X / Num.sqrt lam)^-1 *: Htilde lam a (discount gamma t) D t dmu theta ⪯ Gtilde.
Proof.
move=> d1 d2 sc km g0 g1 lam0 m0 a1 th1 epsm st mle Sb Gt noise X.
have [data S0] := paper_round g0 g1 a1 th1 epsm st mle.
have := Htilde_le_Gtilde lam0 S0 m0 (link_slopes (paper_link d1 d2 sc km)) data.
by rewrite /inflation SbarE.
Qed.

(* P1, prop:deviation_main in the main text, lines 1019-1041, as corrected.
   Paper: t in T(gamma): |g_t(hat_t) - g_t(theta*_t)|_{Gtilde_{t-D:t}^-1} <= sqrt(1 + C) rho + rho^2 / sqrt
   lambda, where C is a residual term due to non-stationarity; g_t is that of line 935, whose sum starts at
   t - D.
   False as printed (P1_printed_false of refutations_model.v): the left side contains sqrt lambda S.
   Corrected, two ways: the noise gamma^{t-1} S_{t-D:t} in the place of the difference of g_t, with C =
   Sbar of line 1943; or the difference of g_t, with sqrt lambda S + m gamma^D / (sqrt lambda (1 - gamma))
   added. rho is any bound on |gamma^{t-1} S_{t-D:t}| in the norm of Htilde^-1 (that rho_T^delta is one
   with probability 1 - delta: P2).
   Other differences: as for P4; the second part asks that rewards differ from mu(a_s.hat_t) by at most m
   (so if rewards and all means lie in [0, m]); the page's Gtilde(hat_t, theta*_t) is Gtilde(theta*_t,
   hat_t), alpha being symmetric. *)
Theorem P1 (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m : R)
  (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat : 'cV[R]_d) (rho : R) :
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (* ass:bounded_actions; eps s is the noise of the reward of round s, at most m by ass:bounded_rewards *)
  (forall s, ‖a s‖ <= 1) -> (forall s, ‖theta s‖ <= S) -> (forall s, (s < t)%N -> `|eps s| <= m) ->
  (* t belongs to T(gamma): the last D rounds had the parameter of round t *)
  (forall s, (t - D <= s)%N -> (s < t)%N -> theta s = theta t) ->
  (* hat solves the equation of the discounted estimate, eq:char_MLE_D *)
  \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat⟩) *: a s + lam *: hat =
  \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let Gtilde := Gtilde lam a (discount gamma t) D t (alpha dmu) (theta t) hat in
  let noise := recent_noise a (discount gamma t) D t eps in
  let X := ‖noise‖_[invmx Gtilde] in
  ‖noise‖_[invmx (Htilde lam a (discount gamma t) D t dmu theta)] <= rho ->
  X <= Num.sqrt (1 + Sbar) * rho + rho ^+ 2 / Num.sqrt lam /\
  ((forall s, (s < t)%N -> `|mu ⟨a s, theta s⟩ + eps s - mu ⟨a s, hat⟩| <= m) ->
   ‖g_recent lam a (discount gamma t) D t mu hat
                       - g_recent lam a (discount gamma t) D t mu (theta t)‖_[invmx Gtilde] <=
   Num.sqrt (1 + Sbar) * rho + rho ^+ 2 / Num.sqrt lam
     + Num.sqrt lam * S + m * (gamma ^+ D / (1 - gamma)) / Num.sqrt lam).
Proof.
move=> d1 d2 sc km g0 g1 lam0 m0 a1 th1 epsm st mle Sb Gt noise X event.
have [data S0] := paper_round g0 g1 a1 th1 epsm st mle.
have L := link_slopes (paper_link d1 d2 sc km); split=> [|res].
  by have := deviation lam0 S0 m0 L data event; rewrite /deviation_bound SbarE.
by have := deviation_g lam0 S0 m0 L data event res; rewrite /deviation_bound SbarE.
Qed.

(* P2, prop:deviation_main in the appendix, lines 1019-1028 and 2117-2157.
   Paper: for delta in (0, 1], with probability higher than 1 - delta, for all t in T(gamma), |gamma^{t-1}
   S_{t-D:t}|_{Gtilde_{t-D:t}^-1(hat_t, theta*_t)} <= sqrt(1 + Sbar) rho + rho^2 / sqrt lambda, with rho of
   eq:rho_t_appendix (line 1931) and Sbar of line 1943.
   Differences: finitely many outcomes per round; at least 1 - delta (printed: higher than); m > 0; d, T >=
   1; 0 < gamma < 1; any policy act with allowed actions, any D; the variance is at most mu' (exponential
   family: equal); theta* a fixed sequence; rounds from 0; the page's Gtilde(hat_t, theta*_t) is
   Gtilde(theta*_t, hat_t), alpha being symmetric. glm_environment and weighted_mle: setting.v. *)
Theorem P2 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (forall h, actions h (act h)) -> weighted_mle e0 mu (discount gamma) lam reward act hat ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  with_probability (played law act) T delta (fun h =>
    forall t, (t < T)%N -> stationary theta D t ->
    let Gtilde := Gtilde lam (past act h) (discount gamma t) D t (alpha dmu) (theta t) (hat (take t h)) in
    let noise := recent_noise (past act h) (discount gamma t) D t (past_noise e0 mu theta reward act h) in
    ‖noise‖_[invmx Gtilde] <=
    Num.sqrt (1 + Sbar) * rho + rho ^+ 2 / Num.sqrt lam).
Proof.
move=> d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km env aP mle Sb rh.
have := deviation_main d0 T0 lam0 m0 de0 de1 (paper_link d1 d2 sc km) env aP
  (fun t s => discount_range t g0 g1 s) (fun t => discount_old D t g0 g1)
  (fun t => discount_recent D t g0 g1) mle.
by rewrite /deviation_bound SbarE rhoE.
Qed.

(** * Bonus and optimism *)

(* C4, cor:G_t_V_t_D, lines 2160-2177.
   Paper: t in T(gamma): G_t(theta*_t, hat_t) >= (1 + Sbar + X / sqrt lambda)^-1 c_mu V_t, with V_t = sum_s
   gamma^{t-1-s} a_s a_s^T + (lambda / c_mu) I.
   G_mx is G_t(theta*_t, hat_t) (deviation.v). Differences: as for P4; c_mu is any positive lower bound of
   mu' at the actions played and theta*_t (printed: the infimum over the admissible set). *)
Theorem C4 (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m : R)
  (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat : 'cV[R]_d) (c_mu : R) :
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (* ass:bounded_actions; eps s is the noise of the reward of round s, at most m by ass:bounded_rewards *)
  (forall s, ‖a s‖ <= 1) -> (forall s, ‖theta s‖ <= S) -> (forall s, (s < t)%N -> `|eps s| <= m) ->
  (* t belongs to T(gamma): the last D rounds had the parameter of round t *)
  (forall s, (t - D <= s)%N -> (s < t)%N -> theta s = theta t) ->
  (* hat solves the equation of the discounted estimate, eq:char_MLE_D *)
  \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat⟩) *: a s + lam *: hat =
  \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  0 < c_mu -> (forall s, (s < t)%N -> c_mu <= dmu ⟨a s, theta t⟩) ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let Gtilde := Gtilde lam a (discount gamma t) D t (alpha dmu) (theta t) hat in
  let noise := recent_noise a (discount gamma t) D t eps in
  let X := ‖noise‖_[invmx Gtilde] in
  ((1 + Sbar + X / Num.sqrt lam)^-1 * c_mu) *: V gamma (lam / c_mu) a t ⪯ G_mx lam a (discount gamma t) t
    (alpha dmu) (theta t) hat.
Proof.
move=> d1 d2 sc km g0 g1 lam0 m0 a1 th1 epsm st mle c0 fl Sb Gt noise X.
have [data S0] := paper_round g0 g1 a1 th1 epsm st mle.
have := V_le_G lam0 c0 S0 m0 (link_slopes (paper_link d1 d2 sc km)) data fl.
by rewrite /inflation SbarE mulrC.
Qed.

(* P5, prop:upper_delta_t_D_no_proj, lines 2185-2195.
   Paper: with probability higher than 1 - delta, for all t in T(gamma), Delta_t(a, hat_t) = |mu(a.hat_t) -
   mu(a.theta*_t)| <= (k_mu/lambda) (gamma^D/(1-gamma)) (2 S k_mu + m) + (beta/sqrt c_mu) |a|_{V_t^-1},
   with beta of eq:beta_main (line 604) and rho, Sbar of the appendix.
   Differences: as for P2; for all actions b of the unit ball at once (printed: a is not quantified); c_mu
   is any positive lower bound of mu' on the admissible set (printed: the infimum); the power 3/2 is the
   cube of the square root. *)
Theorem P5 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (forall h, actions h (act h)) -> weighted_mle e0 mu (discount gamma) lam reward act hat ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  with_probability (played law act) T delta (fun h =>
    forall t b, (t < T)%N -> stationary theta D t -> ‖b‖ <= 1 ->
    `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      k_mu / lam * (gamma ^+ D / (1 - gamma) * (2%:R * S * k_mu + m))
      + beta / Num.sqrt c_mu * ‖b‖_[invmx (V gamma (lam / c_mu) (past act h) t)]).
Proof.
move=> d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km c0 fl env aP mle Sb rh bt.
have := prediction_error_main d0 T0 lam0 m0 de0 de1 (paper_link d1 d2 sc km) (conj c0 fl) env aP
  (fun t s => discount_range t g0 g1 s) (fun t => discount_old D t g0 g1)
  (fun t => discount_recent D t g0 g1) mle.
by rewrite SbarE rhoE.
Qed.

(* P10, prop:delta_t_regret, lines 3350-3362.
   Paper: if UCB_t(a) = mu(a.theta_t) + beta_t(a) is maximised by a_t over A_t and Delta_t(a, theta_t) <=
   beta_t(a), then r_t <= 2 beta_t(a_t).
   Differences: none; for any function mu, any set of actions, estimator est, bonus, and any comparator
   best of the set (the page: a best action). *)
Theorem P10 (d : nat) (mu : R -> R) (actions : 'cV[R]_d -> Prop) (bonus : 'cV[R]_d -> R)
  (est star act best : 'cV[R]_d) :
  actions act -> actions best ->
  (forall b, actions b -> mu ⟨b, est⟩ + bonus b <= mu ⟨act, est⟩ + bonus act) ->
  (forall b, actions b -> `|mu ⟨b, est⟩ - mu ⟨b, star⟩| <= bonus b) ->
  mu ⟨best, star⟩ - mu ⟨act, star⟩ <= 2%:R * bonus act.
Proof. by move=> aP bP am cov; exact: optimism am cov aP bP. Qed.

(** * Regret with discount factors *)

(* Z9, lines 1947-1948, 1999-2037, 2373: D = log T / log(1/gamma) is no integer in general
   (Z9_printed_false of refutations_scalar.v).
   Corrected: D = ceil(log T / log(1/gamma)), the smallest integer that is not less; then the sum over the
   old rounds \sum_{s=1}^{t-D-1} gamma^{t-1-s} <= gamma^D/(1-gamma) <= 1/(T(1-gamma)), 1 - gamma^{2D} <= 1
   - gamma^2 T^-2, and D <= 2 log T / (1-gamma) for T >= 2, gamma >= 1/2.
   Differences: T >= 1 and 0 < gamma < 1 are said; rounds from 0 (t rounds played, the old ones are s < t -
   D). *)
Theorem Z9 (T D t : nat) (gamma : R) : (0 < T)%N -> 0 < gamma -> gamma < 1 ->
  ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  [/\ \sum_(s < t) (if (t - D <= s)%N then 0 else gamma ^+ (t.-1 - s)) <= gamma ^+ D / (1 - gamma),
      gamma ^+ D / (1 - gamma) <= (T%:R * (1 - gamma))^-1,
      1 - gamma ^+ (2 * D) <= 1 - gamma ^+ 2 / T%:R ^+ 2 &
      (1 < T)%N -> 2%:R^-1 <= gamma -> D%:R <= 2%:R * ln T%:R / (1 - gamma)].
Proof.
move=> T0 g0 g1 Dc; have gg : 0 < 1 - gamma by rewrite subr_gt0.
split; [exact: discount_old| |exact: depth_square|].
  by rewrite invfM ler_pmul2r ?invr_gt0 //; apply: depth_power => //; case/andP: Dc.
by move=> T2 gh; exact: (depth_le2 T0 g0 g1).
Qed.

(* T2, th:regret_D_no_proj_main, lines 755-799 (proof 2310-2409), as corrected.
   Paper (appendix form): for gamma in (1/2, 1), with probability at least 1 - delta, R_T <= (2 log
   T/(1-gamma)) Gamma_T + (2 k_mu (2 S k_mu + m)/lambda) 1/(1-gamma) + (2 beta/sqrt c_mu) sqrt(dT) sqrt(2
   max(1, 1/lambda)) sqrt(T log(1/gamma) + log(1 + 1/(d lambda (1-gamma)))).
   False as printed (T2_printed_false of refutations_main.v: a large c_mu, no change; that the first term
   needs its factor m is not refuted there). Corrected: the first term has a factor m, both 1/lambda in the
   third term are c_mu/lambda, D = ceil(log T/log(1/gamma)) with T >= 2, and
   beta has the appendix's rho and Sbar (with this D).
   First part: every D, before D is chosen (line 2373). Second part: D = ceil(log T/log(1/gamma)).
   regret mu theta best act T h = sum_(t < T) mu(best_t.theta*_t) - mu(act_t.theta*_t) along the history h
   (setting.v); with best a best action of every round it is the paper's R_T, and no other comparator has
   a larger regret. D_GLM_UCB (bonus.v): hat solves the equation of the discounted estimate, act is
   allowed and maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1}.
   Other differences: finitely many outcomes per round (any law: T2_any_law); rewards in [0, m] at every
   outcome, also at one of probability 0; sets of actions and policy are functions of the past outcomes; m
   > 0, d >= 1, T >= 1, delta
   <= 1; gamma >= 1/2 in the second part, any gamma in (0, 1) in the first; c_mu any positive lower bound
   of mu' on the admissible set; variance at most mu'; theta* a fixed sequence; Gamma any bound on the
   number of changes; that act and hat exist is assumed here (and proved in T2_logistic); the rate in the
   last sentence of the theorem is not part of this statement. *)
Theorem T2 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D Gamma : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let exploration := 2%:R * beta / Num.sqrt c_mu * Num.sqrt T%:R
    * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * d%:R
        * (T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))))) in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  D_GLM_UCB e0 mu actions reward gamma lam c_mu beta act hat ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
    m * (Gamma * D)%:R + 2%:R * T%:R * (k_mu / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m)
    + exploration) [::]
  /\
  ((1 < T)%N -> 2%:R^-1 <= gamma -> ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
    m * (2%:R * ln T%:R / (1 - gamma)) * Gamma%:R
    + 2%:R * k_mu * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) + exploration) [::]).
Proof.
move=> d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km c0 fl env ch bP Sb rh bt ex alg.
have L := paper_link d1 d2 sc km.
split; first exact: (regret_D_no_proj d0 T0 lam0 m0 g0 g1 de0 de1 L (conj c0 fl) env ch bP alg).
move=> T2 gh Dc.
exact: (regret_D_no_proj_ceil d0 T0 lam0 m0 g0 g1 de0 de1 L (conj c0 fl) env ch bP alg T2 gh Dc).
Qed.

(* T2_logistic, th:regret_D_no_proj_main, lines 755-799: T2 for logistic clicks, with nothing assumed but
   ranges of parameters.
   mu(z) = 1/(1 + e^-z), reward 1 with probability mu(b.theta*_t), else 0 (click_law, click_reward of
   instances.v); m = 1, k_mu = 1/4, c_mu = mu'(S). That the algorithm and best actions exist is part of the
   statement. The bound is that of the first part of T2; differences: those of T2, and finite sets of
   actions. *)
Theorem T2_logistic (d T D Gamma : nat) (gamma lam S delta : R) (theta : nat -> 'cV[R]_d)
  (arms : seq bool -> seq 'cV[R]_d) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < delta -> delta <= 1 ->
  (forall t, ‖theta t‖ <= S) -> (breaks theta T <= Gamma)%N ->
  (* finite non-empty sets of actions in the unit ball, which may depend on the past *)
  (forall h, arms h != [::]) -> (forall h b, b \in arms h -> ‖b‖ <= 1) ->
  let mu := logistic in let m := 1 in let k_mu := 4%:R^-1 in let c_mu := dlogistic S in
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let exploration := 2%:R * beta / Num.sqrt c_mu * Num.sqrt T%:R
    * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * d%:R
        * (T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))))) in
  let algorithm := D_GLM_UCB false mu (fun h b => b \in arms h) (@click_reward d) gamma lam c_mu beta in
  (* the algorithm exists, and so do best actions *)
  (exists act hat, algorithm act hat) /\
  (exists best : seq _ -> 'cV[R]_d, forall h, best h \in arms h /\
     forall b, b \in arms h -> mu ⟨b, theta (size h)⟩ <= mu ⟨best h, theta (size h)⟩) /\
  forall act hat best, algorithm act hat -> (forall h, best h \in arms h) ->
  1 - delta <= Pr (played (click_law theta) act) T (fun h => regret mu theta best act T h <=
    m * (Gamma * D)%:R + 2%:R * T%:R * (k_mu / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m)
    + exploration) [::].
Proof.
move=> d0 T0 g0 g1 lam0 de0 de1 th1 ch arms0 arms1 mu m k_mu c_mu Sb rh bt ex alg.
have [A B] := regret_logistic D d0 T0 g0 g1 lam0 de0 de1 th1 ch arms0 arms1.
split=> //; split; [exact: (best_exists mu arms0 theta)|exact: B].
Qed.

(* T2_binomial, th:regret_D_no_proj_main, lines 755-799: T2 for binomial rewards with n >= 1 trials, hence
   m = n; nothing is assumed but ranges of parameters.
   mu(z) = n/(1 + e^-z); reward e in {0, .., n} with probability C(n, e) q^e (1-q)^(n-e), q = 1/(1 +
   exp(-b.theta*_t)) (binomial_law, binomial_reward of instances.v); k_mu = n/4, c_mu = mu'(S).
   Differences: as for T2_logistic. *)
Theorem T2_binomial (d T D Gamma : nat) (gamma lam S delta : R) (theta : nat -> 'cV[R]_d)
  (n : nat) (arms : seq 'I_n.+1 -> seq 'cV[R]_d) :
  (0 < n)%N ->
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < delta -> delta <= 1 ->
  (forall t, ‖theta t‖ <= S) -> (breaks theta T <= Gamma)%N ->
  (* finite non-empty sets of actions in the unit ball, which may depend on the past *)
  (forall h, arms h != [::]) -> (forall h b, b \in arms h -> ‖b‖ <= 1) ->
  let mu z := n%:R * logistic z in let m := n%:R in let k_mu := n%:R / 4%:R in
  let c_mu := n%:R * dlogistic S in
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let exploration := 2%:R * beta / Num.sqrt c_mu * Num.sqrt T%:R
    * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * d%:R
        * (T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))))) in
  let algorithm := D_GLM_UCB ord0 mu (fun h b => b \in arms h) (@binomial_reward d n) gamma lam c_mu beta in
  (* the algorithm exists, and so do best actions *)
  (exists act hat, algorithm act hat) /\
  (exists best : seq _ -> 'cV[R]_d, forall h, best h \in arms h /\
     forall b, b \in arms h -> mu ⟨b, theta (size h)⟩ <= mu ⟨best h, theta (size h)⟩) /\
  forall act hat best, algorithm act hat -> (forall h, best h \in arms h) ->
  1 - delta <= Pr (played (@binomial_law d theta n) act) T (fun h => regret mu theta best act T h <=
    m * (Gamma * D)%:R + 2%:R * T%:R * (k_mu / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m)
    + exploration) [::].
Proof.
move=> n0 d0 T0 g0 g1 lam0 de0 de1 th1 ch arms0 arms1 mu m k_mu c_mu Sb rh bt ex alg.
have [A B] := regret_binomial D d0 T0 g0 g1 lam0 de0 de1 th1 ch n0 arms0 arms1.
split=> //; split; [exact: (best_exists mu arms0 theta)|exact: B].
Qed.

(** * Any law of rewards *)

(* T3_any_law, thm:instantaneous_main, lines 854-889: T3 for any law.
   Paper: P(|S_t|_{H_t^-1} >= sqrt(lam_{t-1})/(2 m w_{t-1}) + (2 m w_{t-1}/sqrt(lam_{t-1}))
   log(det(H_t)^{1/2}/(delta lam_{t-1}^{d/2})) + (2 m w_{t-1}/sqrt(lam_{t-1})) d log 2) <= delta, with
   lam_{t-1} in the logarithm (printed lam_t, which is false: T3_printed_false of refutations_tail.v).
   The law of a round is any functional Ec h that is linear, positive and normalised on the bounded
   functions of the outcome: every probability law on all subsets, and every finitely additive one (laws on
   a sigma-algebra: T3_ordinary_law).
   Differences: lam is lam_{t-1}; lam > 0 and m > 0 (used and not stated); the paper's t is n + 1 and our
   round s is its s + 1, so n rounds are played and w_{t-1} is w n.-1 (n = 0 is allowed); the weights are
   positive and non-decreasing at all s; the filtration is the one of the outcomes; |eps| <= m everywhere
   instead of almost surely (put eps h = 0 on the null set of h); conditional expectations are functionals
   on bounded
   functions, countable additivity is not assumed. *)
Theorem T3_any_law (E : Type) (e0 : E) (Ec : seq E -> (E -> R) -> R)
  (Ec_add : forall h f g, bounded f -> bounded g -> Ec h (fun e => f e + g e) = Ec h f + Ec h g)
  (Ec_scal : forall h c f, bounded f -> Ec h (fun e => c * f e) = c * Ec h f)
  (Ec_pos : forall h f, bounded f -> (forall e, 0 <= f e) -> 0 <= Ec h f)
  (Ec_one : forall h, Ec h (fun=> 1) = 1)
  (d n : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m lam delta : R)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (delta_pos : 0 < delta) (delta_le1 : delta <= 1)
  (w_pos : forall s, 0 < w s) (w_incr : forall s r, (s <= r)%N -> w s <= w r)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_centred : forall h, (size h < n)%N -> Ec h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m) :
  let sigma2 h := Ec h (fun e => eps h e ^+ 2) in
  let S h := \sum_(s < n) (w s * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H h : 'M[R]_d :=
    \sum_(s < n) (w s ^+ 2 * sigma2 (take s h)) *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  let W := w n.-1 in
  Prob Ec n (fun h =>
    Num.sqrt lam / (2%:R * (m * W))
    + 2%:R * (m * W) / Num.sqrt lam * ln (Num.sqrt (\det (H h)) / (delta * Num.sqrt lam ^+ d))
    + 2%:R * (m * W) / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖S h‖_[invmx (H h)]) [::] <= delta.
Proof.
have L h : law (Ec h) by split; [exact: Ec_add|exact: Ec_scal|exact: Ec_pos|exact: Ec_one].
apply: (tail_weights_law e0 (fun h => law_upper (L h)) (w_pos n.-1)) => //.
- by move=> h hn; rewrite eps_centred.
- by move=> h hn; rewrite Ec_scal ?eps_centred ?mulr0 //; exists m => e; exact: eps_bounded.
- by move=> s _; exact: ltW.
- by move=> s sn; apply: w_incr; rewrite -ltnS prednK //; exact: leq_trans sn.
Qed.

(* T3_ordinary_law, thm:instantaneous_main, lines 854-889: T3 for laws that are given on a class L of
   bounded functions only, closed under sums and multiples, with the constants: say the bounded measurable
   functions and a countably additive law I.
   upper_integral L I f is the infimum of I g over the g >= f of the class, and I f if f is in the class
   (upper_integral_eq of any_law.v). Prob iterates upper integrals, round by round. It is the probability if
   all functions that are integrated on the way are in the class (Mean_upper_integral); it is at most the
   outer probability of the joint law, and for events that are not measurable it bounds nothing more.
   Differences: as in T3_any_law; the noise and its square are in the class. *)
Theorem T3_ordinary_law (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop) (I : seq E -> (E -> R) -> R)
  (L_bounded : forall h f, L h f -> bounded f)
  (L_const : forall h c, L h (fun=> c))
  (L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e))
  (L_scal : forall h c f, L h f -> L h (fun e => c * f e))
  (I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g)
  (I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f)
  (I_pos : forall h f, L h f -> (forall e, 0 <= f e) -> 0 <= I h f)
  (I_one : forall h, I h (fun=> 1) = 1)
  (d n : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m lam delta : R)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (delta_pos : 0 < delta) (delta_le1 : delta <= 1)
  (w_pos : forall s, 0 < w s) (w_incr : forall s r, (s <= r)%N -> w s <= w r)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_in : forall h, (size h < n)%N -> L h (eps h))
  (eps2_in : forall h, (size h < n)%N -> L h (fun e => eps h e ^+ 2))
  (eps_centred : forall h, (size h < n)%N -> I h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m) :
  let sigma2 h := I h (fun e => eps h e ^+ 2) in
  let S h := \sum_(s < n) (w s * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H h : 'M[R]_d :=
    \sum_(s < n) (w s ^+ 2 * sigma2 (take s h)) *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  let W := w n.-1 in
  Prob (fun h => upper_integral (L h) (I h)) n (fun h =>
    Num.sqrt lam / (2%:R * (m * W))
    + 2%:R * (m * W) / Num.sqrt lam * ln (Num.sqrt (\det (H h)) / (delta * Num.sqrt lam ^+ d))
    + 2%:R * (m * W) / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖S h‖_[invmx (H h)]) [::] <= delta.
Proof.
have [U eq] := ordinary_laws L_bounded L_const L_add L_scal I_add I_scal I_pos I_one.
apply: (tail_weights_law e0 U (w_pos n.-1)) => // [h hn|h hn|h hn|s _|s sn]; try exact: ltW.
- by rewrite eq ?eps_centred //; exact: eps_in.
- by have Le := eps_in h hn; rewrite eq ?I_scal ?eps_centred ?mulr0 //; exact: L_scal.
- by rewrite eq //; exact: eps2_in.
- by apply: w_incr; rewrite -ltnS prednK //; exact: leq_trans sn.
Qed.

(* T4_any_law, thm:instantaneous_extension, lines 1742-1769: T4 for any law.
   Paper: P(|S_{t-t0:t}|_{H_{t-t0:t}^-1} >= sqrt(lam_{t-1})/(2 m w_{t-1}) + (2 m w_{t-1}/sqrt(lam_{t-1}))
   log(det(H_{t-t0:t})^{1/2}/(delta lam_{t-1}^{d/2})) + (2 m w_{t-1}/sqrt(lam_{t-1})) d log 2) <= delta.
   Differences: as in T3_any_law; where t0 >= t the sums start at the first round (t0 = n gives T3). *)
Theorem T4_any_law (E : Type) (e0 : E) (Ec : seq E -> (E -> R) -> R)
  (Ec_add : forall h f g, bounded f -> bounded g -> Ec h (fun e => f e + g e) = Ec h f + Ec h g)
  (Ec_scal : forall h c f, bounded f -> Ec h (fun e => c * f e) = c * Ec h f)
  (Ec_pos : forall h f, bounded f -> (forall e, 0 <= f e) -> 0 <= Ec h f)
  (Ec_one : forall h, Ec h (fun=> 1) = 1)
  (d n t0 : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m lam delta : R)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (delta_pos : 0 < delta) (delta_le1 : delta <= 1)
  (w_pos : forall s, 0 < w s) (w_incr : forall s r, (s <= r)%N -> w s <= w r)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_centred : forall h, (size h < n)%N -> Ec h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m) :
  let sigma2 h := Ec h (fun e => eps h e ^+ 2) in
  let S h := \sum_(s < n | (n - t0 <= s)%N) (w s * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H h : 'M[R]_d := \sum_(s < n | (n - t0 <= s)%N)
    (w s ^+ 2 * sigma2 (take s h)) *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  let W := w n.-1 in
  Prob Ec n (fun h =>
    Num.sqrt lam / (2%:R * (m * W))
    + 2%:R * (m * W) / Num.sqrt lam * ln (Num.sqrt (\det (H h)) / (delta * Num.sqrt lam ^+ d))
    + 2%:R * (m * W) / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖S h‖_[invmx (H h)]) [::] <= delta.
Proof.
have L h : law (Ec h) by split; [exact: Ec_add|exact: Ec_scal|exact: Ec_pos|exact: Ec_one].
apply: (tail_window_law e0 L t0 (w_pos n.-1)) => //.
- by move=> s _; exact: ltW.
- by move=> s sn; apply: w_incr; rewrite -ltnS prednK //; exact: leq_trans sn.
Qed.

(* C1_any_law, cor:concentration_Discounts, lines 1798-1811: C1 for any law.
   Paper: with Ht = sum_{s=t-D}^{t-1} gamma^{2(t-1-s)} mu'(a_s.theta*_s) a_s a_s^T + lam I and S =
   sum_{s=t-D}^{t-1} gamma^{-s} eps_{s+1} a_s, P(|gamma^{t-1} S|_{Ht^-1} >= sqrt(lam)/(2 m) + (2
   m/sqrt(lam)) log(det(Ht)^{1/2}/(delta lam^{d/2})) + (2 m/sqrt(lam)) d log 2) <= delta.
   Differences: n = t - 1 rounds, round s of the page is our s - 1; the sums start at the first round where
   D >= t; the conditional variance is at most mu'(a_s.theta*_s) (in the paper equal, by the exponential
   family); 0 < gamma <= 1 (printed < 1); lam > 0, m > 0; the law is a functional as in T3_any_law. *)
Theorem C1_any_law (E : Type) (e0 : E) (Ec : seq E -> (E -> R) -> R)
  (Ec_add : forall h f g, bounded f -> bounded g -> Ec h (fun e => f e + g e) = Ec h f + Ec h g)
  (Ec_scal : forall h c f, bounded f -> Ec h (fun e => c * f e) = c * Ec h f)
  (Ec_pos : forall h f, bounded f -> (forall e, 0 <= f e) -> 0 <= Ec h f)
  (Ec_one : forall h, Ec h (fun=> 1) = 1)
  (d n D : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (dmu : R -> R) (theta : nat -> 'cV[R]_d)
  (gamma m lam delta : R)
  (gamma_pos : 0 < gamma) (gamma_le1 : gamma <= 1)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (delta_pos : 0 < delta) (delta_le1 : delta <= 1)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_centred : forall h, (size h < n)%N -> Ec h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m)
  (eps_variance : forall h, (size h < n)%N ->
    Ec h (fun e => eps h e ^+ 2) <= dmu ⟨a h, theta (size h)⟩) :
  let S h := \sum_(s < n | (n - D <= s)%N) (gamma ^- s.+1 * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H h : 'M[R]_d := \sum_(s < n | (n - D <= s)%N)
    (gamma ^+ (2 * (n - s.+1)) * dmu ⟨a (take s h), theta s⟩)
    *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  Prob Ec n (fun h =>
    Num.sqrt lam / (2%:R * m)
    + 2%:R * m / Num.sqrt lam * ln (Num.sqrt (\det (H h)) / (delta * Num.sqrt lam ^+ d))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖gamma ^+ n *: S h‖_[invmx (H h)]) [::] <= delta.
Proof.
have L h : law (Ec h) by split; [exact: Ec_add|exact: Ec_scal|exact: Ec_pos|exact: Ec_one].
cbv zeta; apply: le_trans (tail_discount_law e0 L D gamma_pos gamma_le1 m_pos lam_pos delta_pos delta_le1
  a_le1 eps_bounded eps_centred eps_variance).
apply: Prob_le => [h|h]; [exact: law_upper|rewrite add0n => hn; set A := _ + lam%:M].
suff -> : Hdisc n D a (fun k => dmu ⟨a k, theta (size k)⟩) gamma lam h = A by [].
by congr (_ + _); apply: eq_bigr => s _; rewrite size_takel // hn ltnW.
Qed.

(* T2_any_law, th:regret_D_no_proj_main, lines 755-799 (proof 2310-2409): T2 for any law, as corrected.
   Paper (appendix form): for gamma in (1/2, 1), with probability at least 1 - delta, R_T <= (2 log
   T/(1-gamma)) Gamma_T + (2 k_mu (2 S k_mu + m)/lambda) 1/(1-gamma) + (2 beta/sqrt c_mu) sqrt(dT) sqrt(2
   max(1, 1/lambda)) sqrt(T log(1/gamma) + log(1 + 1/(d lambda (1-gamma)))).
   False as printed (T2_printed_false of refutations_main.v: a large c_mu, no change; that the first term
   needs its factor m is not refuted there). Corrected: the first term has a factor m, both 1/lambda in the
   third term are c_mu/lambda, D = ceil(log T/log(1/gamma)) with T >= 2, and
   beta has the appendix's rho and Sbar (with this D).
   First part: every D, before D is chosen (line 2373). Second part: D = ceil(log T/log(1/gamma)). Ec h b
   f: mean of f (outcome) when b is played after h. R_T is the regret against the comparator best; with a
   best action of every round it is the paper's. breaks theta T (setting.v): number of changes before T.
   Other differences: the law is a functional on bounded functions as in T3_any_law; otherwise those of T2;
   rewards in [0, m] everywhere; that act and hat exist is assumed (for finitely many actions:
   algorithm_exists of estimate.v). *)
Theorem T2_any_law (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (Ec : seq E -> 'cV[R]_d -> (E -> R) -> R) (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D Gamma : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded parameters, actions and rewards *)
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) ->
  (* the law of the outcome: linear, positive, normalised; mean mu, variance at most mu' *)
  (forall h b f g, actions h b -> bounded f -> bounded g ->
    Ec h b (fun e => f e + g e) = Ec h b f + Ec h b g) ->
  (forall h b c f, actions h b -> bounded f -> Ec h b (fun e => c * f e) = c * Ec h b f) ->
  (forall h b f, actions h b -> bounded f -> (forall e, 0 <= f e) -> 0 <= Ec h b f) ->
  (forall h b, actions h b -> Ec h b (fun=> 1) = 1) ->
  (forall h b, actions h b -> Ec h b (reward h b) = mu ⟨b, theta (size h)⟩) ->
  (forall h b, actions h b ->
    Ec h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩) ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let exploration := 2%:R * beta / Num.sqrt c_mu * Num.sqrt T%:R
    * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * d%:R
        * (T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))))) in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat h⟩) *: a s + lam *: hat h =
    \sum_(s < t) (gamma ^+ (t.-1 - s) * reward (take s h) (a s) (nth e0 h s)) *: a s) ->
  (forall h, actions h (act h)) ->
  (forall h b, actions h b -> let a s := act (take s h) in let t := size h in
    let V := \sum_(s < t) gamma ^+ (t.-1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
    mu ⟨b, hat h⟩ + beta / Num.sqrt c_mu * ‖b‖_[invmx V] <=
    mu ⟨act h, hat h⟩ + beta / Num.sqrt c_mu * ‖act h‖_[invmx V]) ->
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  1 - delta <= Prob (fun h => Ec h (act h)) T (fun h => R_T h <=
    m * (Gamma * D)%:R + 2%:R * T%:R * (k_mu / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m)
    + exploration) [::]
  /\
  ((1 < T)%N -> 2%:R^-1 <= gamma -> ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  1 - delta <= Prob (fun h => Ec h (act h)) T (fun h => R_T h <=
    m * (2%:R * ln T%:R / (1 - gamma)) * Gamma%:R
    + 2%:R * k_mu * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) + exploration) [::]).
Proof.
move=> d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km c0 fl th1 a1 rm Ea Es Ep E1 mean var ch bP.
move=> Sb rh bt ex mle aP opt RT; have L := paper_link d1 d2 sc km.
have law h b : actions h b -> law (Ec h b) by move=> hb; split=> *; [exact: Ea|exact: Es|exact: Ep|exact: E1].
have env := paper_environment th1 a1 rm law mean var; have la h := law h _ (aP h).
have M := any_law_regret_D (D := D) d0 T0 lam0 m0 g0 g1 de0 de1 L (conj c0 fl) env aP bP mle opt la.
split=> [|T2 gh Dc]; apply: (le_trans M); apply: Prob_le => [h|h _ /le_trans]; try exact: law_upper; apply.
  exact: any_law_bound_le.
exact: (any_law_bound_ceil c_mu delta T0 lam0 m0 g0 g1 L env ch T2 gh Dc).
Qed.

(* T2_ordinary_law, th:regret_D_no_proj_main, lines 755-799 (proof 2310-2409): T2 for laws that are given on
   a class of bounded functions only (say the measurable ones), as corrected.
   Paper (appendix form): for gamma in (1/2, 1), with probability at least 1 - delta, R_T <= (2 log
   T/(1-gamma)) Gamma_T + (2 k_mu (2 S k_mu + m)/lambda) 1/(1-gamma) + (2 beta/sqrt c_mu) sqrt(dT) sqrt(2
   max(1, 1/lambda)) sqrt(T log(1/gamma) + log(1 + 1/(d lambda (1-gamma)))).
   False as printed, and corrected as in T2. Stated, for every D, before D is chosen (line 2373): P(R_T > m
   Gamma_T D + 2 T (k_mu/lambda) (gamma^D/(1-gamma)) (2 S k_mu + m) + (2 beta/sqrt c_mu) sqrt T sqrt(2 max(1,
   c_mu/lambda) d (T log(1/gamma) + log(1 + c_mu/(d lambda (1-gamma)))))) <= delta.
   Prob iterates upper integrals, as in T3_ordinary_law: it is this probability if all functions that are
   integrated on the way are in the class.
   Differences: D is not put in; the form with D = ceil(log T/log(1/gamma)) is the second part of T2 and of
   T2_any_law, and is not stated here. Otherwise those of T2_any_law; rewards and their squared deviations
   are in the class; the law is given for every b (take any where b is not allowed). *)
Theorem T2_ordinary_law (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D Gamma : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded parameters, actions and rewards *)
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) ->
  (* the class of functions and the law of the outcome; mean mu, variance at most mu' *)
  (forall h b f, L h b f -> bounded f) -> (forall h b c, L h b (fun=> c)) ->
  (forall h b f g, L h b f -> L h b g -> L h b (fun e => f e + g e)) ->
  (forall h b c f, L h b f -> L h b (fun e => c * f e)) ->
  (forall h b f g, L h b f -> L h b g -> I h b (fun e => f e + g e) = I h b f + I h b g) ->
  (forall h b c f, L h b f -> I h b (fun e => c * f e) = c * I h b f) ->
  (forall h b f, L h b f -> (forall e, 0 <= f e) -> 0 <= I h b f) ->
  (forall h b, I h b (fun=> 1) = 1) ->
  (forall h b, actions h b -> L h b (reward h b)) ->
  (forall h b, actions h b -> L h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2)) ->
  (forall h b, actions h b -> I h b (reward h b) = mu ⟨b, theta (size h)⟩) ->
  (forall h b, actions h b ->
    I h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩) ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let exploration := 2%:R * beta / Num.sqrt c_mu * Num.sqrt T%:R
    * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * d%:R
        * (T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))))) in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat h⟩) *: a s + lam *: hat h =
    \sum_(s < t) (gamma ^+ (t.-1 - s) * reward (take s h) (a s) (nth e0 h s)) *: a s) ->
  (forall h, actions h (act h)) ->
  (forall h b, actions h b -> let a s := act (take s h) in let t := size h in
    let V := \sum_(s < t) gamma ^+ (t.-1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
    mu ⟨b, hat h⟩ + beta / Num.sqrt c_mu * ‖b‖_[invmx V] <=
    mu ⟨act h, hat h⟩ + beta / Num.sqrt c_mu * ‖act h‖_[invmx V]) ->
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ (R_T h <=
    m * (Gamma * D)%:R + 2%:R * T%:R * (k_mu / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m)
    + exploration)) [::] <= delta.
Proof.
move=> d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km c0 fl th1 a1 rm Lb Lc La Ls Ia Is Ip I1 Lr Lv mean var ch bP.
move=> Sb rh bt ex mle aP opt; have K := paper_link d1 d2 sc km.
have UE h := ordinary_laws (Lb h) (Lc h) (La h) (Ls h) (Ia h) (Is h) (Ip h) (I1 h).
have U h := proj1 (UE h); have eq h := proj2 (UE h).
have env := ordinary_environment th1 a1 rm U eq Ls Is Lr Lv mean var.
apply: le_trans (any_law_regret (D := D) d0 T0 lam0 m0 g0 g1 de0 de1 K (conj c0 fl) env aP bP mle opt).
by apply: (Prob_le (fun h => U h _)) => h _; apply: contra => /le_trans; apply; exact: any_law_bound_le.
Qed.

(** * Sharper constants *)

(* Z22, lines 3186-3202: L7 with the factor 1/(lambda log(1+1/lambda)) in place of 2 max(1,1/lambda). Not
   in the paper. Differences: those of L7. *)
Theorem Z22 (d T : nat) (gamma lam : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d) :
  0 < gamma -> gamma <= 1 -> 0 < lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + lam%:M) ->
  \sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)]
    <= 1 / (lam * ln (1 + 1 / lam)) * ln (\det (V T.+1) / (lam ^+ d * gamma ^+ (d * T))).
Proof.
move=> g0 g1 l0 a1 VE.
have E t : V t.+1 = potentials.V gamma lam (fun s => a s.+1) t by rewrite VE // paper_discount.
rewrite rounds_sum E !mul1r; under eq_bigr do rewrite E.
exact: (elliptical_potential_sharp g0 g1 l0 (unit_actions a1)).
Qed.

(* Z22_best, lines 3186-3202: the factor of Z22 is the best. For every d >= 1 and lambda > 0, a factor c
   that serves T = 1, all actions and all gamma < 1 is not smaller. *)
Theorem Z22_best (d : nat) (lam c : R) : (1 <= d)%N -> 0 < lam ->
  (forall (gamma : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d),
    0 < gamma -> gamma < 1 -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
    (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + lam%:M) ->
    \sum_(1 <= t < 2) ‖a t‖²_[invmx (V t)] <= c * ln (\det (V 2%N) / (lam ^+ d * gamma ^+ (d * 1)))) ->
  1 / (lam * ln (1 + 1 / lam)) <= c.
Proof.
move=> d0 l0 H; rewrite !mul1r; apply: (sharp_factor_optimal d0 l0) => g a g0 g1 a1.
have b1 s : (1 <= s)%N -> ‖a s.-1‖ <= 1 by rewrite unit_ball a1.
have := H g (fun s => a s.-1) (fun t => potentials.V g lam a t.-1) g0 g1 b1.
by rewrite rounds_sum; apply; case=> // t _; rewrite (paper_discount g lam (fun s => a s.-1) t).
Qed.

(* Z22_attained, lines 3186-3202: Z22 is an equality for one round with an action of length one and gamma =
   1, for every d and lambda > 0. *)
Theorem Z22_attained (d : nat) (lam : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d) :
  0 < lam -> ‖a 1%N‖ = 1 ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) 1 ^+ (t - 1 - s) *: (a s *m (a s)^T) + lam%:M) ->
  \sum_(1 <= t < 2) ‖a t‖²_[invmx (V t)]
    = 1 / (lam * ln (1 + 1 / lam)) * ln (\det (V 2%N) / (lam ^+ d * 1 ^+ (d * 1))).
Proof.
move=> l0 a1 VE; have E t : V t.+1 = potentials.V 1 lam (fun s => a s.+1) t by rewrite VE // paper_discount.
rewrite rounds_sum E !mul1r; under eq_bigr do rewrite E.
by apply: (first_round_attained l0); rewrite -nrm2_sqr a1 expr1n.
Qed.

(* Z22_gain, lines 3186-3202: the paper's factor is at least 2 log 2 > 1.38 times that of Z22. *)
Theorem Z22_gain (lam : R) : 0 < lam ->
  2%:R * ln 2%:R * (1 / (lam * ln (1 + 1 / lam))) <= 2%:R * Num.max 1 (1 / lam).
Proof. by move=> l0; rewrite !mul1r; exact: sharp_factor_gain. Qed.

(* Z24, lines 3261-3274: L8 with the factor 1/(lambda log(1+1/lambda)) in place of 2 max(1,1/lambda). Not
   in the paper. Differences: those of L8. *)
Theorem Z24 (d T tau : nat) (lam : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d) :
  (1 <= tau)%N -> 0 < lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + lam%:M) ->
  \sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)]
    <= 1 / (lam * ln (1 + 1 / lam)) * (d%:R * ((T + tau - 1) %/ tau)%:R * ln (1 + tau%:R / (lam * d%:R))).
Proof.
move=> t0 l0 a1 VE; rewrite rounds_sum !mul1r; under eq_bigr do rewrite (paper_V_window VE).
exact: (elliptical_potential_window_sharp l0 (unit_actions a1) T t0).
Qed.

(* Z24_best, lines 3261-3274: the factor of Z24 is the best. For every d >= 1 and lambda > 0, d actions of
   length one (in the proof: orthogonal ones) attain it with T = tau = d. *)
Theorem Z24_best (d : nat) (lam : R) : (1 <= d)%N -> 0 < lam ->
  exists a : nat -> 'cV[R]_d, (forall s, (1 <= s)%N -> ‖a s‖ = 1) /\
  forall V : nat -> 'M[R]_d,
  (forall t, (1 <= t)%N -> V t = \sum_(maxn 1 (t - d) <= s < t) a s *m (a s)^T + lam%:M) ->
  \sum_(1 <= t < d.+1) ‖a t‖²_[invmx (V t)]
    = 1 / (lam * ln (1 + 1 / lam)) * (d%:R * ((d + d - 1) %/ d)%:R * ln (1 + d%:R / (lam * d%:R))).
Proof.
move=> d0 l0; have [a [a1 aE]] := window_attained d0 l0; exists (fun s => a s.-1); split=> [s _|V VE].
  by rewrite /nrm2 a1 sqrtr1.
rewrite rounds_sum !mul1r; under eq_bigr do rewrite (paper_V_window VE).
exact: aE.
Qed.

(* Z160, lines 3203-3218: forgetting a round when the ridge comes back. Not in the paper, which drops the
   ridge (1-gamma) ell I.
   Stated: \ell I \le \gamma V_t+(1-\gamma)\ell I \le V_t; \log\frac{1+x}{1+\gamma
   x}-\log\frac{1+z}{1+\gamma z} \le \frac{(1+x)(1+\gamma z)}{(1+z)(1+\gamma x)}-1 \le
   \frac{(1-\gamma)(x-z)}{(1+z)(1+\gamma z)}; \log\frac{1+x}{1+\gamma x} does not fall in x and is at most
   \log\frac1\gamma; \log w \le w-1.
   Differences: for every matrix V \geq \ell I, hence for V_t; x, z \geq 0 and 0 < \gamma \leq 1 (printed <
   1). *)
Theorem Z160 (d : nat) (gamma ell : R) : 0 < gamma -> gamma <= 1 ->
  [/\ forall V : 'M[R]_d, ell%:M ⪯ V ->
        ell%:M ⪯ gamma *: V + ((1 - gamma) * ell)%:M /\ gamma *: V + ((1 - gamma) * ell)%:M ⪯ V,
      forall x z : R, 0 <= x -> 0 <= z ->
        ln ((1 + x) / (1 + gamma * x)) - ln ((1 + z) / (1 + gamma * z))
          <= (1 + x) * (1 + gamma * z) / ((1 + z) * (1 + gamma * x)) - 1 /\
        (1 + x) * (1 + gamma * z) / ((1 + z) * (1 + gamma * x)) - 1
          <= (1 - gamma) * (x - z) / ((1 + z) * (1 + gamma * z)),
      forall x z : R, 0 <= x -> x <= z -> ln ((1 + x) / (1 + gamma * x)) <= ln ((1 + z) / (1 + gamma * z)),
      forall x : R, 0 <= x -> ln ((1 + x) / (1 + gamma * x)) <= ln (1 / gamma) &
      forall w : R, 0 < w -> ln w <= w - 1].
Proof.
move=> g0 g1; split=> [V|x z|x z|x x0|w]; first exact: (ridge_back (ltW g0) g1).
- exact: loss_tangent.
- by move=> x0 xz; have [] := loss_monotone g0 g1 x0 xz.
- by have [] := loss_monotone g0 g1 x0 (lexx x).
exact: ln_le_sub1.
Qed.

(* Z161, lines 2350-2371, 3186-3202: the discounted lemma with the ridge that comes back. Not in the paper.
   Stated: \sum_{t=1}^T\|a_t\|^2_{V_t^{-1}} \le
   \frac1{\ell\log(1+1/\ell)}d[\log(1+y)+(T-1)\log\frac{1+y}{1+\gamma y}], y =
   (1-\gamma^T)/(d\ell(1-\gamma)).
   Differences: d >= 1, 0 < \gamma < 1 and \ell > 0 are said; T = 0 is allowed (T - 1 is then 0). *)
Theorem Z161 (d T : nat) (gamma ell y : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d) :
  (1 <= d)%N -> 0 < gamma -> gamma < 1 -> 0 < ell ->
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + ell%:M) ->
  y = (1 - gamma ^+ T) / (d%:R * ell * (1 - gamma)) ->
  \sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)]
    <= 1 / (ell * ln (1 + 1 / ell)) * (d%:R * (ln (1 + y) + (T - 1)%:R * ln ((1 + y) / (1 + gamma * y)))).
Proof.
move=> d0 g0 g1 l0 a1 VE yE.
have E t : V t.+1 = potentials.V gamma ell (fun s => a s.+1) t by rewrite VE // paper_discount.
rewrite rounds_sum !mul1r subn1; under eq_bigr do rewrite E.
exact: (elliptical_potential_ridge g0 g1 l0 (unit_actions a1) d0 yE).
Qed.

(* Z163, lines 2959-2967, 3261-3308: equal blocks of at most tau + 1 rounds. Not in the paper.
   Stated: \sum_{t=1}^T\|a_t\|^2_{V_t^{-1}} \le \frac1{\ell\log(1+1/\ell)}dN\log(1+T/(Nd\ell)), N = \lceil
   T/(\tau+1)\rceil; V_t is at least the matrix of the earlier rounds of a block of \tau + 1 rounds that
   begins after round b; \log\frac{1+zL}{1+zq} \le \frac{1+zL}{1+zq}-1 = \frac{z(L-q)}{1+zq} with q = T/N.
   Differences: \ell > 0 is said; the ceiling is a quotient of natural numbers; \tau = 0, T = 0 and d = 0
   are allowed (with x/0 = 0); z, L \geq 0. *)
Theorem Z163 (d T tau N : nat) (ell : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d) :
  0 < ell -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + ell%:M) ->
  N = ((T + (tau + 1) - 1) %/ (tau + 1))%N ->
  [/\ \sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)]
        <= 1 / (ell * ln (1 + 1 / ell)) * (d%:R * (N%:R * ln (1 + T%:R / (N%:R * d%:R * ell)))),
      forall b t, (b < t <= b + tau + 1)%N -> \sum_(b + 1 <= s < t) a s *m (a s)^T + ell%:M ⪯ V t &
      forall z L : R, 0 <= z -> 0 <= L -> let q := T%:R / N%:R in
        ln ((1 + z * L) / (1 + z * q)) <= (1 + z * L) / (1 + z * q) - 1 /\
        (1 + z * L) / (1 + z * q) - 1 = z * (L - q) / (1 + z * q)].
Proof.
move=> l0 a1 VE NE; split=> [|b t bt|z L z0 L0]; last by apply: block_tangent; rewrite ?divr_ge0 ?ler0n.
  rewrite rounds_sum !mul1r; under eq_bigr do rewrite (paper_V_window VE).
  move: NE; rewrite addnA addnK addn1; exact: (elliptical_potential_blocks l0 (unit_actions a1)).
by rewrite VE; [exact: window_block|clear -bt; lia].
Qed.

(** * The refined bonus *)

(* P6, proposition:beta_improved, lines 2524-2536.
   Paper: with probability higher than 1 - delta, for all t in T(gamma) with hat_t in Theta,
   Delta_t(a, hat_t) <= (k_mu/lambda) (gamma^D/(1-gamma)) (2 S k_mu + m) + (betabar/sqrt c_mu) |a|_{V_t^-1},
   betabar = k_mu sqrt(1 + 2S) (sqrt lambda S + rho) (eq:beta_improved, line 2519), rho of
   eq:rho_t_appendix.
   Differences: as for P5; Theta is the ball |theta|_2 <= S. The statement is the printed one; in the proof
   k_mu, lost from its second line on (I34), is put back. *)
Theorem P6 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (forall h, actions h (act h)) -> weighted_mle e0 mu (discount gamma) lam reward act hat ->
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let betabar := k_mu * Num.sqrt (1 + 2%:R * S) * (Num.sqrt lam * S + rho) in
  with_probability (played law act) T delta (fun h =>
    forall t b, (t < T)%N -> stationary theta D t -> ‖hat (take t h)‖ <= S -> ‖b‖ <= 1 ->
    `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      k_mu / lam * (gamma ^+ D / (1 - gamma) * (2%:R * S * k_mu + m))
      + betabar / Num.sqrt c_mu * ‖b‖_[invmx (V gamma (lam / c_mu) (past act h) t)]).
Proof.
move=> d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km c0 fl env aP mle rh bt.
have := prediction_error_ball_main d0 T0 lam0 m0 de0 de1 (paper_link d1 d2 sc km) (conj c0 fl) env aP
  (fun t s => discount_range t g0 g1 s) (fun t => discount_old D t g0 g1)
  (fun t => discount_recent D t g0 g1) mle.
by rewrite rhoE.
Qed.

(** * Gaps, with discount factors *)

(* Z59, lines 674-681, 2439-2445, 2481-2493.
   Paper: r_t^2 <= r_{1,t} + r_{2,t} + r_{3,t} (eq:r_t_2), where r_1 = x^2, r_2 = y^2 for x = (2/sqrt c_mu)
   beta |a_t|_{V_t^-1} and y = (2 k_mu/lambda) (gamma^D/(1-gamma)) (2 S k_mu + m), and r_3 = 2xy has a term of
   its own, with C_3, in thm:fjqiqposejf.
   Here: r_3 <= r_1 + r_2 and so r_t^2 <= 2 r_1 + 2 r_2; no C_3 is needed. For all real x, y and every r in
   [0, x + y]. *)
Theorem Z59 (x y r : R) : 2%:R * x * y <= x ^+ 2 + y ^+ 2 /\
  (0 <= r -> r <= x + y -> r ^+ 2 <= 2%:R * x ^+ 2 + 2%:R * y ^+ 2).
Proof.
split=> [|r0 rxy]; first exact: mixed_term.
apply: (@le_trans _ _ ((x + y) ^+ 2)); first by rewrite ler_expn2r ?nnegrE // (le_trans r0).
have -> : (x + y) ^+ 2 = x ^+ 2 + y ^+ 2 + 2%:R * x * y by ring.
by rewrite -mulrDr [2%:R * (_ + _)]mulr_natl mulr2n ler_add2l mixed_term.
Qed.

(* T1, thm:fjqiqposejf, lines 666-720 (proof 2412-2510), as corrected.
   Paper: under ass:minimum_gap, for gamma in (1/2, 1), with probability at least 1 - delta,
   R_T <= C_1 Gamma_T/(1-gamma) + C_2 1/(T (1-gamma)^2 Delta) + C_3 (beta sqrt(dT)/(sqrt c_mu Delta))
   sqrt(Lambda) + C_4 (d beta^2/(c_mu Delta)) Lambda, Lambda = T log(1/gamma) + log(1 + 1/(d lambda
   (1-gamma))), with "universal constants" C_1, .., C_4 that are not given.
   Corrected: C_1 = 2 m log T, C_2 = 8 k_mu^2 (2 S k_mu + m)^2/lambda^2, C_3 = 0 (Z59), C_4 = 16 max(1,
   c_mu/lambda), and Lambda = T log(1/gamma) + log(1 + c_mu/(d lambda (1-gamma))); D = ceil(log T/
   log(1/gamma)) with T >= 2; beta with the appendix's rho and Sbar. The page's proof has Gamma_T D for m
   Gamma_T D and 1/lambda for c_mu/lambda.
   First part: every D, before D is chosen (lines 2449-2493). Second part: that D.
   ass:minimum_gap: an allowed action that is worse than the comparator is worse by at least Delta; with best
   a best action of every round it is the page's.
   Other differences: those of T2 (finitely many outcomes; any law: T1_ordinary_law). The rate in the last
   sentence of the theorem is not part of this statement. *)
Theorem T1 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta Delta : R) (T D Gamma : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  (* ass:minimum_gap *)
  0 < Delta ->
  (forall h b, (size h < T)%N -> actions h b -> mu ⟨b, theta (size h)⟩ < mu ⟨best h, theta (size h)⟩ ->
    Delta <= mu ⟨best h, theta (size h)⟩ - mu ⟨b, theta (size h)⟩) ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let Lambda := T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))) in
  let C1 := 2%:R * m * ln T%:R in
  let C2 := 8%:R * k_mu ^+ 2 * (2%:R * S * k_mu + m) ^+ 2 / lam ^+ 2 in
  let C4 := 16%:R * Num.max 1 (c_mu / lam) in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  D_GLM_UCB e0 mu actions reward gamma lam c_mu beta act hat ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <= m * (Gamma * D)%:R
    + 2%:R / Delta * (4%:R / c_mu * beta ^+ 2 * (2%:R * Num.max 1 (c_mu / lam) * d%:R * Lambda)
      + T%:R * (4%:R * k_mu ^+ 2 / lam ^+ 2 * (gamma ^+ (2 * D) / (1 - gamma) ^+ 2)
        * (2%:R * S * k_mu + m) ^+ 2))) [::]
  /\
  ((1 < T)%N -> 2%:R^-1 <= gamma -> ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
    C1 * (Gamma%:R / (1 - gamma)) + C2 * (T%:R * (1 - gamma) ^+ 2 * Delta)^-1
    + C4 * (d%:R * beta ^+ 2 / (c_mu * Delta)) * Lambda) [::]).
Proof.
move=> d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km c0 fl env ch bP Delta0 gap Sb rh bt La C1 C2 C4 alg.
have L := paper_link d1 d2 sc km.
have M := discount_gap d0 T0 lam0 m0 g0 g1 de0 de1 L (conj c0 fl) env bP ch alg Delta0 gap.
split; first exact: M.
move=> T2 gh Dc; apply: (le_trans M); apply: Pr_le => [h e|h _ /le_trans]; last apply.
  by apply: (env_law_ge0 env); case: alg => _ /(_ h) [].
exact: (gap_bound_le _ _ _ _ T2 gh g1 m0 lam0 Delta0 (kmu0 L) (S_ge0 env) Dc).
Qed.

(** * Sliding window *)

(* P7, qlzkdlqkzdl, lines 2712-2720.
   Paper: t in T(tau): alpha(a, theta*_t, hat_t) >= (1 + S + |S_t|_{G_t^-1(theta*_t, hat_t)} / sqrt
   lambda)^-1 mu'(a.theta*_t), with the window matrices of lines 2610-2640.
   Differences: for every action b of the unit ball (printed: a is not quantified); T(tau) with max(1, t -
   tau) for t - tau (Q40: rounds s <= 0 are none); mu is twice differentiable, Lipschitz is mu' <= k_mu;
   lambda > 0; hat_t solves the equation of line 2664 (Q41: so does the maximiser of the likelihood); rewards
   need not be bounded, c_mu is not used. Rounds are 1, 2, ... as on the page. *)
Theorem P7 (d t tau : nat) (mu dmu ddmu : R -> R) (lam S k_mu : R) (a theta : nat -> 'cV[R]_d)
  (r eps : nat -> R) (hat b : 'cV[R]_d) :
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (1 <= t)%N -> 0 < lam ->
  (* ass:bounded_actions; eps is the noise of the rewards *)
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) -> (forall s, (1 <= s)%N -> ‖theta s‖ <= S) ->
  (forall s, eps s.+1 = r s.+1 - mu ⟨a s, theta s⟩) ->
  (* t belongs to T(tau): the rounds of the window had the parameter of round t *)
  (forall s, (maxn 1 (t - tau) <= s < t)%N -> theta s = theta t) ->
  (* hat is the windowed estimate *)
  \sum_(maxn 1 (t - tau) <= s < t) (r s.+1 - mu ⟨a s, hat⟩) *: a s - lam *: hat = 0 ->
  let G := \sum_(maxn 1 (t - tau) <= s < t) mean_slope dmu (a s) (theta t) hat *: (a s *m (a s)^T)
    + lam%:M in
  let S_t := \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s in
  ‖b‖ <= 1 ->
  (1 + S + (Num.sqrt lam)^-1 * ‖S_t‖_[invmx G])^-1 * dmu ⟨b, theta t⟩ <= mean_slope dmu b (theta t) hat.
Proof.
move=> d1 d2 sc km t1 lam0 a1 th1 epsE st score G S_t b1.
have mle := paper_window_mle epsE score.
rewrite /G /S_t paper_G_window paper_S_window mean_slopeE mulrC [_^-1 * nrm _ _]mulrC.
exact: (alpha_window lam0 (link_slopes (paper_link d1 d2 sc km)) (fun s => a1 s.+1 isT) (th1 t t1)
  (paper_steady st) mle b1).
Qed.

(* C5, prop:self_concord_SW, first display, lines 2758-2769.
   Paper: t in T(tau): G_t(theta*_t, hat_t) >= (1 + S + |S_t|_{G_t^-1(theta*_t, hat_t)} / sqrt lambda)^-1
   H_t, H_t of eq:H_t_good_sliding with the parameter of each round.
   Differences: as for P7. *)
Theorem C5 (d t tau : nat) (mu dmu ddmu : R -> R) (lam S k_mu : R) (a theta : nat -> 'cV[R]_d)
  (r eps : nat -> R) (hat : 'cV[R]_d) :
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (1 <= t)%N -> 0 < lam ->
  (* ass:bounded_actions; eps is the noise of the rewards *)
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) -> (forall s, (1 <= s)%N -> ‖theta s‖ <= S) ->
  (forall s, eps s.+1 = r s.+1 - mu ⟨a s, theta s⟩) ->
  (* t belongs to T(tau): the rounds of the window had the parameter of round t *)
  (forall s, (maxn 1 (t - tau) <= s < t)%N -> theta s = theta t) ->
  (* hat is the windowed estimate *)
  \sum_(maxn 1 (t - tau) <= s < t) (r s.+1 - mu ⟨a s, hat⟩) *: a s - lam *: hat = 0 ->
  let G := \sum_(maxn 1 (t - tau) <= s < t) mean_slope dmu (a s) (theta t) hat *: (a s *m (a s)^T)
    + lam%:M in
  let H := \sum_(maxn 1 (t - tau) <= s < t) dmu ⟨a s, theta s⟩ *: (a s *m (a s)^T) + lam%:M in
  let S_t := \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s in
  G ⪰ (1 + S + (Num.sqrt lam)^-1 * ‖S_t‖_[invmx G])^-1 *: H.
Proof.
move=> d1 d2 sc km t1 lam0 a1 th1 epsE st score G H S_t.
have mle := paper_window_mle epsE score.
rewrite /G /H /S_t paper_G_window paper_H_window paper_S_window [_^-1 * nrm _ _]mulrC.
exact: (H_le_G_window lam0 (link_slopes (paper_link d1 d2 sc km)) (fun s => a1 s.+1 isT) (th1 t t1)
  (paper_steady st) mle).
Qed.

(* C6, prop:self_concord_SW, second display, lines 2770-2781, as corrected.
   Paper: for all t <= T, |S_t|_{G_t^-1(theta*_t, hat_t)} <= sqrt(1 + L S) |S_t|_{H_t^-1} + |S_t|^2_{H_t^-1} /
   sqrt lambda.
   Corrected: for all t in T(tau) (the display is false near a change), and L, which is not defined, is 1.
   Other differences: as for P7. *)
Theorem C6 (d t tau : nat) (mu dmu ddmu : R -> R) (lam S k_mu : R) (a theta : nat -> 'cV[R]_d)
  (r eps : nat -> R) (hat : 'cV[R]_d) :
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (1 <= t)%N -> 0 < lam ->
  (* ass:bounded_actions; eps is the noise of the rewards *)
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) -> (forall s, (1 <= s)%N -> ‖theta s‖ <= S) ->
  (forall s, eps s.+1 = r s.+1 - mu ⟨a s, theta s⟩) ->
  (* t belongs to T(tau): the rounds of the window had the parameter of round t *)
  (forall s, (maxn 1 (t - tau) <= s < t)%N -> theta s = theta t) ->
  (* hat is the windowed estimate *)
  \sum_(maxn 1 (t - tau) <= s < t) (r s.+1 - mu ⟨a s, hat⟩) *: a s - lam *: hat = 0 ->
  let G := \sum_(maxn 1 (t - tau) <= s < t) mean_slope dmu (a s) (theta t) hat *: (a s *m (a s)^T)
    + lam%:M in
  let H := \sum_(maxn 1 (t - tau) <= s < t) dmu ⟨a s, theta s⟩ *: (a s *m (a s)^T) + lam%:M in
  let S_t := \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s in
  ‖S_t‖_[invmx G] <=
    Num.sqrt (1 + S) * ‖S_t‖_[invmx H] + (Num.sqrt lam)^-1 * ‖S_t‖_[invmx H] ^+ 2.
Proof.
move=> d1 d2 sc km t1 lam0 a1 th1 epsE st score; have mle := paper_window_mle epsE score.
rewrite paper_G_window paper_H_window paper_S_window; cbv zeta; rewrite [(Num.sqrt lam)^-1 * _]mulrC.
exact: (deviation_window lam0 (link_slopes (paper_link d1 d2 sc km)) (fun s => a1 s.+1 isT) (th1 t t1)
  (paper_steady st) mle).
Qed.

(* P8, the proposition of lines 2853-2861.
   Paper: for delta in (0, 1], with probability higher than 1 - delta, for all t in T(tau), Delta_t(a, hat_t)
   <= (beta_t/sqrt c_mu) |a|_{V_t^-1}, with beta_t of beta_t_SW (line 2847) and rho_t of eq:rho_SW (line
   2836).
   Differences: as for P2 and P5 (finitely many outcomes; at least 1 - delta; m > 0; d, T >= 1; any policy;
   for all actions b of the unit ball at once; the power 3/2 is the cube of the square root; c_mu any positive
   lower bound). rho t and beta t are those of the paper's round t. Elsewhere rounds are counted from 0: after
   t rounds the next one is the paper's round t + 1, whence beta t.+1. *)
Theorem P8 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d)
  (lam delta : R) (T tau : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (forall h, actions h (act h)) -> weighted_mle e0 mu (window_weight _ tau) lam reward act hat ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  with_probability (played law act) T delta (fun h =>
    forall t b, (t < T)%N -> stationary theta tau t -> ‖b‖ <= 1 ->
    `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      beta t.+1 / Num.sqrt c_mu * ‖b‖_[invmx (V_window (lam / c_mu) (past act h) tau t)]).
Proof.
move=> d0 T0 lam0 m0 de0 de1 d1 d2 sc km c0 fl env aP mle rh bt.
exact: (window_prediction_error d0 T0 lam0 m0 de0 de1 (paper_link d1 d2 sc km) (conj c0 fl) env aP mle).
Qed.

(* T5, thm:regret_wost_case_SW, lines 2918-2931 (proof 2932-2968), as corrected.
   Paper: with probability at least 1 - delta, R_T <= Gamma_T tau + (2 beta_T/sqrt c_mu) sqrt(dT)
   sqrt(ceil(T/tau)) sqrt(2 max(1, 1/lambda)) sqrt(log(1 + tau/(d lambda))), with beta_t of beta_t_SW.
   False as printed. Corrected: the first term has a factor m (a round near a change costs up to m, Z65), and
   both 1/lambda are c_mu/lambda (the ridge of V_t is lambda/c_mu, Z66).
   ceil(T/tau) is the quotient (T + tau - 1) %/ tau of natural numbers. The bonus of round t has beta_t, as in
   the algorithm.
   Other differences: tau >= 1 and lambda > 0 are said; those of T2 (finitely many outcomes; any law:
   T5_ordinary_law; any comparator; Gamma any bound on the number of changes; d, T >= 1; m > 0; delta <= 1;
   that act and hat exist is assumed). *)
Theorem T5 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (lam delta : R) (T tau Gamma : nat) :
  (0 < d)%N -> (0 < T)%N -> (0 < tau)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* SC-SW-GLUCB: hat is the windowed estimate, act maximises mu(b.hat) + beta_t/sqrt(c_mu) |b|_{V_t^-1} *)
  SC_SW_GLUCB e0 mu actions reward tau lam c_mu beta act hat ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <= m * (Gamma * tau)%:R
    + 2%:R * beta T / Num.sqrt c_mu * Num.sqrt (d%:R * T%:R) * Num.sqrt ((T + tau - 1) %/ tau)%:R
      * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam)))) [::].
Proof.
move=> d0 T0 tau0 lam0 m0 de0 de1 d1 d2 sc km c0 fl env ch bP rh bt alg.
exact: (window_regret d0 T0 lam0 m0 de0 de1 (paper_link d1 d2 sc km) (conj c0 fl) env tau0 ch bP alg).
Qed.

(* T6, thm:fjqiqposejf_SW, lines 3001-3010 (proof 3011-3052): the bound of the proof, as corrected.
   Paper: under ass:minimum_gap, R_T <= Gamma_T tau + (8 beta_T^2/(c_mu Delta)) max(1, 1/lambda) d
   ceil(T/tau) log(1 + tau/(lambda d)) (lines 3031-3040), whence the rate of the theorem.
   Corrected: as in T5, Gamma_T tau is m Gamma_T tau and both 1/lambda are c_mu/lambda; with probability at
   least 1 - delta (the theorem names none, Z141).
   ass:minimum_gap as in T1. Other differences: those of T5. The rate, with its tau and lambda, is not part
   of this statement. *)
Theorem T6 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (lam delta Delta : R) (T tau Gamma : nat) :
  (0 < d)%N -> (0 < T)%N -> (0 < tau)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  (* ass:minimum_gap *)
  0 < Delta ->
  (forall h b, (size h < T)%N -> actions h b -> mu ⟨b, theta (size h)⟩ < mu ⟨best h, theta (size h)⟩ ->
    Delta <= mu ⟨best h, theta (size h)⟩ - mu ⟨b, theta (size h)⟩) ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* SC-SW-GLUCB: hat is the windowed estimate, act maximises mu(b.hat) + beta_t/sqrt(c_mu) |b|_{V_t^-1} *)
  SC_SW_GLUCB e0 mu actions reward tau lam c_mu beta act hat ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <= m * (Gamma * tau)%:R
    + 8%:R * beta T ^+ 2 / (c_mu * Delta) * Num.max 1 (c_mu / lam) * d%:R * ((T + tau - 1) %/ tau)%:R
      * ln (1 + c_mu * tau%:R / (d%:R * lam))) [::].
Proof.
move=> d0 T0 tau0 lam0 m0 de0 de1 d1 d2 sc km c0 fl env ch bP Delta0 gap rh bt alg.
exact: (window_gap d0 T0 lam0 m0 de0 de1 (paper_link d1 d2 sc km) (conj c0 fl) env tau0 ch bP alg Delta0 gap).
Qed.

(* T5_ordinary_law, thm:regret_wost_case_SW, lines 2918-2931: T5 for laws that are given on a class of bounded
   functions only (say the measurable ones). Prob iterates upper integrals, as in T2_ordinary_law: it is the
   probability that the regret exceeds the bound of T5, if all functions that are integrated on the way are in
   the class. The algorithm is written out. Differences: those of T5, and those of T2_ordinary_law. *)
Theorem T5_ordinary_law (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d)
  (lam delta : R) (T tau Gamma : nat) :
  (0 < d)%N -> (0 < T)%N -> (0 < tau)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded parameters, actions and rewards *)
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) ->
  (* the class of functions and the law of the outcome; mean mu, variance at most mu' *)
  (forall h b f, L h b f -> bounded f) -> (forall h b c, L h b (fun=> c)) ->
  (forall h b f g, L h b f -> L h b g -> L h b (fun e => f e + g e)) ->
  (forall h b c f, L h b f -> L h b (fun e => c * f e)) ->
  (forall h b f g, L h b f -> L h b g -> I h b (fun e => f e + g e) = I h b f + I h b g) ->
  (forall h b c f, L h b f -> I h b (fun e => c * f e) = c * I h b f) ->
  (forall h b f, L h b f -> (forall e, 0 <= f e) -> 0 <= I h b f) ->
  (forall h b, I h b (fun=> 1) = 1) ->
  (forall h b, actions h b -> L h b (reward h b)) ->
  (forall h b, actions h b -> L h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2)) ->
  (forall h b, actions h b -> I h b (reward h b) = mu ⟨b, theta (size h)⟩) ->
  (forall h b, actions h b ->
    I h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩) ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* SC-SW-GLUCB: hat is the windowed estimate, act maximises mu(b.hat) + beta_t/sqrt(c_mu) |b|_{V_t^-1} *)
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t | (t - tau <= s)%N) mu ⟨a s, hat h⟩ *: a s + lam *: hat h =
    \sum_(s < t | (t - tau <= s)%N) reward (take s h) (a s) (nth e0 h s) *: a s) ->
  (forall h, actions h (act h)) ->
  (forall h b, actions h b -> let a s := act (take s h) in let t := size h in
    let V := \sum_(s < t | (t - tau <= s)%N) a s *m (a s)^T + (lam / c_mu)%:M in
    mu ⟨b, hat h⟩ + beta t.+1 / Num.sqrt c_mu * ‖b‖_[invmx V] <=
    mu ⟨act h, hat h⟩ + beta t.+1 / Num.sqrt c_mu * ‖act h‖_[invmx V]) ->
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ (R_T h <= m * (Gamma * tau)%:R
    + 2%:R * beta T / Num.sqrt c_mu * Num.sqrt (d%:R * T%:R) * Num.sqrt ((T + tau - 1) %/ tau)%:R
      * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam))))) [::] <= delta.
Proof.
move=> d0 T0 t0 lam0 m0 de0 de1 d1 d2 sc km c0 fl th1 a1 rm Lb Lc La Ls Ia Is Ip I1 Lr Lv mean var ch bP.
move=> rh bt mle aP opt; have K := paper_link d1 d2 sc km.
have UE h := ordinary_laws (Lb h) (Lc h) (La h) (Ls h) (Ia h) (Is h) (Ip h) (I1 h).
have env := ordinary_environment th1 a1 rm (fun h => (UE h).1) (fun h => (UE h).2) Ls Is Lr Lv mean var.
have mle' h := @window_mle _ mu lam (ppast act h) (preward e0 reward act h) (hat h) tau (size h) (mle h).
have opt' h b (hb : actions h b) := @window_opt _ _ _ _ _ (ppast act h) _ _ tau (size h) (opt h b hb).
exact: (any_window_regret d0 T0 t0 lam0 m0 de0 de1 K (conj c0 fl) env aP bP ch mle' opt').
Qed.

(* T6_ordinary_law, thm:fjqiqposejf_SW, lines 3001-3010 (3031-3040): T6 for laws that are given on a class of
   bounded functions only. Differences: those of T6 and of T5_ordinary_law. *)
Theorem T6_ordinary_law (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d)
  (lam delta Delta : R) (T tau Gamma : nat) :
  (0 < d)%N -> (0 < T)%N -> (0 < tau)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded parameters, actions and rewards *)
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) ->
  (* the class of functions and the law of the outcome; mean mu, variance at most mu' *)
  (forall h b f, L h b f -> bounded f) -> (forall h b c, L h b (fun=> c)) ->
  (forall h b f g, L h b f -> L h b g -> L h b (fun e => f e + g e)) ->
  (forall h b c f, L h b f -> L h b (fun e => c * f e)) ->
  (forall h b f g, L h b f -> L h b g -> I h b (fun e => f e + g e) = I h b f + I h b g) ->
  (forall h b c f, L h b f -> I h b (fun e => c * f e) = c * I h b f) ->
  (forall h b f, L h b f -> (forall e, 0 <= f e) -> 0 <= I h b f) ->
  (forall h b, I h b (fun=> 1) = 1) ->
  (forall h b, actions h b -> L h b (reward h b)) ->
  (forall h b, actions h b -> L h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2)) ->
  (forall h b, actions h b -> I h b (reward h b) = mu ⟨b, theta (size h)⟩) ->
  (forall h b, actions h b ->
    I h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩) ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  (* ass:minimum_gap *)
  0 < Delta ->
  (forall h b, (size h < T)%N -> actions h b -> mu ⟨b, theta (size h)⟩ < mu ⟨best h, theta (size h)⟩ ->
    Delta <= mu ⟨best h, theta (size h)⟩ - mu ⟨b, theta (size h)⟩) ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* SC-SW-GLUCB: hat is the windowed estimate, act maximises mu(b.hat) + beta_t/sqrt(c_mu) |b|_{V_t^-1} *)
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t | (t - tau <= s)%N) mu ⟨a s, hat h⟩ *: a s + lam *: hat h =
    \sum_(s < t | (t - tau <= s)%N) reward (take s h) (a s) (nth e0 h s) *: a s) ->
  (forall h, actions h (act h)) ->
  (forall h b, actions h b -> let a s := act (take s h) in let t := size h in
    let V := \sum_(s < t | (t - tau <= s)%N) a s *m (a s)^T + (lam / c_mu)%:M in
    mu ⟨b, hat h⟩ + beta t.+1 / Num.sqrt c_mu * ‖b‖_[invmx V] <=
    mu ⟨act h, hat h⟩ + beta t.+1 / Num.sqrt c_mu * ‖act h‖_[invmx V]) ->
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ (R_T h <= m * (Gamma * tau)%:R
    + 8%:R * beta T ^+ 2 / (c_mu * Delta) * Num.max 1 (c_mu / lam) * d%:R * ((T + tau - 1) %/ tau)%:R
      * ln (1 + c_mu * tau%:R / (d%:R * lam)))) [::] <= delta.
Proof.
move=> d0 T0 t0 lam0 m0 de0 de1 d1 d2 sc km c0 fl th1 a1 rm Lb Lc La Ls Ia Is Ip I1 Lr Lv mean var ch bP.
move=> Delta0 gap rh bt mle aP opt; have K := paper_link d1 d2 sc km.
have UE h := ordinary_laws (Lb h) (Lc h) (La h) (Ls h) (Ia h) (Is h) (Ip h) (I1 h).
have env := ordinary_environment th1 a1 rm (fun h => (UE h).1) (fun h => (UE h).2) Ls Is Lr Lv mean var.
have mle' h := @window_mle _ mu lam (ppast act h) (preward e0 reward act h) (hat h) tau (size h) (mle h).
have opt' h b (hb : actions h b) := @window_opt _ _ _ _ _ (ppast act h) _ _ tau (size h) (opt h b hb).
exact: (any_window_gap d0 T0 t0 lam0 m0 de0 de1 K (conj c0 fl) env aP bP ch mle' opt' Delta0 gap).
Qed.

(* T1_ordinary_law, thm:fjqiqposejf, lines 666-720: the first part of T1 (every D) for laws that are given on
   a class of bounded functions only. Differences: those of T1 and of T2_ordinary_law. *)
Theorem T1_ordinary_law (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta Delta : R) (T D Gamma : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded parameters, actions and rewards *)
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) ->
  (* the class of functions and the law of the outcome; mean mu, variance at most mu' *)
  (forall h b f, L h b f -> bounded f) -> (forall h b c, L h b (fun=> c)) ->
  (forall h b f g, L h b f -> L h b g -> L h b (fun e => f e + g e)) ->
  (forall h b c f, L h b f -> L h b (fun e => c * f e)) ->
  (forall h b f g, L h b f -> L h b g -> I h b (fun e => f e + g e) = I h b f + I h b g) ->
  (forall h b c f, L h b f -> I h b (fun e => c * f e) = c * I h b f) ->
  (forall h b f, L h b f -> (forall e, 0 <= f e) -> 0 <= I h b f) ->
  (forall h b, I h b (fun=> 1) = 1) ->
  (forall h b, actions h b -> L h b (reward h b)) ->
  (forall h b, actions h b -> L h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2)) ->
  (forall h b, actions h b -> I h b (reward h b) = mu ⟨b, theta (size h)⟩) ->
  (forall h b, actions h b ->
    I h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩) ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  (* ass:minimum_gap *)
  0 < Delta ->
  (forall h b, (size h < T)%N -> actions h b -> mu ⟨b, theta (size h)⟩ < mu ⟨best h, theta (size h)⟩ ->
    Delta <= mu ⟨best h, theta (size h)⟩ - mu ⟨b, theta (size h)⟩) ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let Lambda := T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))) in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat h⟩) *: a s + lam *: hat h =
    \sum_(s < t) (gamma ^+ (t.-1 - s) * reward (take s h) (a s) (nth e0 h s)) *: a s) ->
  (forall h, actions h (act h)) ->
  (forall h b, actions h b -> let a s := act (take s h) in let t := size h in
    let V := \sum_(s < t) gamma ^+ (t.-1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
    mu ⟨b, hat h⟩ + beta / Num.sqrt c_mu * ‖b‖_[invmx V] <=
    mu ⟨act h, hat h⟩ + beta / Num.sqrt c_mu * ‖act h‖_[invmx V]) ->
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ (R_T h <= m * (Gamma * D)%:R
    + 2%:R / Delta * (4%:R / c_mu * beta ^+ 2 * (2%:R * Num.max 1 (c_mu / lam) * d%:R * Lambda)
      + T%:R * (4%:R * k_mu ^+ 2 / lam ^+ 2 * (gamma ^+ (2 * D) / (1 - gamma) ^+ 2)
        * (2%:R * S * k_mu + m) ^+ 2)))) [::] <= delta.
Proof.
move=> d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km c0 fl th1 a1 rm Lb Lc La Ls Ia Is Ip I1 Lr Lv mean var ch bP.
move=> Delta0 gap Sb rh bt Lm mle aP opt; have K := paper_link d1 d2 sc km.
have UE h := ordinary_laws (Lb h) (Lc h) (La h) (Ls h) (Ia h) (Is h) (Ip h) (I1 h).
have env := ordinary_environment th1 a1 rm (fun h => (UE h).1) (fun h => (UE h).2) Ls Is Lr Lv mean var.
exact: (any_discount_gap d0 T0 lam0 m0 g0 g1 de0 de1 K (conj c0 fl) env aP bP ch mle opt Delta0 gap).
Qed.

(** * Rates and K arms *)

(** * Rates with discount factors *)

(* Z172, th:regret_D_no_proj_main, lines 770-774 and 791-797 (proof 2386-2411): the last sentence of T2.
   Paper: setting \gamma = 1-(c_\mu^{1/2}\Gamma_T/(dT))^{2/3} and \lambda = d\log(T) leads to
   R_T = \widetilde O(c_\mu^{-1/3} d^{2/3} \Gamma_T^{1/3} T^{2/3}).
   Here with its constant: with probability at least 1 - delta
   R_T <= C log(T) c_mu^(-1/3) d^(2/3) Gamma_T^(1/3) T^(2/3),
   where C depends on m, k_mu, S and delta only, whatever d, T >= 2, Gamma_T >= 1, c_mu <= 1 are.
   power x a = exp(a log x) is x^a for x > 0 (rates.v).
   Differences: those of T2 (second part; beta with D = \lceil\log T/\log(1/\gamma)\rceil); T >= 2, as
   lambda > 0 needs it; Gamma >= 1, as gamma < 1 needs it; c_mu <= 1; gamma in (1/2, 1) is not asked for:
   where the tuned gamma is smaller, the rate is at least 2T/3 and m T is below the bound (for gamma <= 0 the
   page has no algorithm; here it is the formal one, with powers of gamma). *)
Theorem Z172 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (delta : R) (T D Gamma : nat) :
  (0 < d)%N -> (1 < T)%N -> (0 < Gamma)%N -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu <= 1 -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  (* the tuning *)
  let gamma := 1 - power (Num.sqrt c_mu * Gamma%:R / (d%:R * T%:R)) (2%:R / 3%:R) in
  let lam := d%:R * ln T%:R in
  ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* the constant: bounds on rho/sqrt(lambda) and Sbar, and three terms as in T2 *)
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let C := 3%:R * m + 8%:R * k_mu * (2%:R * S * k_mu + m)
    + 12%:R * k_mu * Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  D_GLM_UCB e0 mu actions reward gamma lam c_mu beta act hat ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <= C * ln T%:R *
    (power c_mu (- 3%:R^-1) * power d%:R (2%:R / 3%:R) * power Gamma%:R 3%:R^-1
      * power T%:R (2%:R / 3%:R))) [::].
Proof.
move=> d0 T2 G0 m0 de0 de1 d1 d2 sc km /andP [c0 c1] fl env ch bP gamma lam Dc Sb rh bt r s C alg.
exact: (regret_D_rate d0 T2 G0 m0 c1 de0 de1 (paper_link d1 d2 sc km) (conj c0 fl) env ch bP Dc alg).
Qed.

(* Z172_ordinary_law: Z172 for laws that are given on a class of bounded functions only (say the measurable
   ones), as in T2_ordinary_law: the probability that the regret exceeds the rate is at most delta.
   Differences: those of Z172 and of T2_ordinary_law. *)
Theorem Z172_ordinary_law (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d)
  (delta : R) (T D Gamma : nat) :
  (0 < d)%N -> (1 < T)%N -> (0 < Gamma)%N -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu <= 1 -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded parameters, actions and rewards *)
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) ->
  (* the class of functions and the law of the outcome; mean mu, variance at most mu' *)
  (forall h b f, L h b f -> bounded f) -> (forall h b c, L h b (fun=> c)) ->
  (forall h b f g, L h b f -> L h b g -> L h b (fun e => f e + g e)) ->
  (forall h b c f, L h b f -> L h b (fun e => c * f e)) ->
  (forall h b f g, L h b f -> L h b g -> I h b (fun e => f e + g e) = I h b f + I h b g) ->
  (forall h b c f, L h b f -> I h b (fun e => c * f e) = c * I h b f) ->
  (forall h b f, L h b f -> (forall e, 0 <= f e) -> 0 <= I h b f) ->
  (forall h b, I h b (fun=> 1) = 1) ->
  (forall h b, actions h b -> L h b (reward h b)) ->
  (forall h b, actions h b -> L h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2)) ->
  (forall h b, actions h b -> I h b (reward h b) = mu ⟨b, theta (size h)⟩) ->
  (forall h b, actions h b ->
    I h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩) ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  (* the tuning *)
  let gamma := 1 - power (Num.sqrt c_mu * Gamma%:R / (d%:R * T%:R)) (2%:R / 3%:R) in
  let lam := d%:R * ln T%:R in
  ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* the constant: bounds on rho/sqrt(lambda) and Sbar, and three terms as in T2 *)
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let C := 3%:R * m + 8%:R * k_mu * (2%:R * S * k_mu + m)
    + 12%:R * k_mu * Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  let rate := power c_mu (- 3%:R^-1) * power d%:R (2%:R / 3%:R) * power Gamma%:R 3%:R^-1
    * power T%:R (2%:R / 3%:R) in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat h⟩) *: a s + lam *: hat h =
    \sum_(s < t) (gamma ^+ (t.-1 - s) * reward (take s h) (a s) (nth e0 h s)) *: a s) ->
  (forall h, actions h (act h)) ->
  (forall h b, actions h b -> let a s := act (take s h) in let t := size h in
    let V := \sum_(s < t) gamma ^+ (t.-1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
    mu ⟨b, hat h⟩ + beta / Num.sqrt c_mu * ‖b‖_[invmx V] <=
    mu ⟨act h, hat h⟩ + beta / Num.sqrt c_mu * ‖act h‖_[invmx V]) ->
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ (R_T h <= C * ln T%:R * rate))
    [::]
    <= delta.
Proof.
move=> d0 T2 G0 m0 de0 de1 d1 d2 sc km /andP [c0 c1] fl th1 a1 rm Lb Lc La Ls Ia Is Ip I1 Lr Lv mean var ch
  bP.
move=> gamma lam Dc Sb rh bt r s C R_T rt mle aP opt.
have k0 : 0 <= k_mu := kmu0 (paper_link d1 d2 sc km).
have S0 : 0 <= S := le_trans (nrm2_ge0 _) (th1 0%N).
have UE h := ordinary_laws (Lb h) (Lc h) (La h) (Ls h) (Ia h) (Is h) (Ip h) (I1 h).
have U h := proj1 (UE h); have eq h := proj2 (UE h).
have u0 := forget_gt0 d T Gamma c_mu; have T0 := ltnW T2.
have trivial : T%:R * forget d T Gamma c_mu < 1 \/ 2%:R^-1 < forget d T Gamma c_mu ->
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ (R_T h <= C * ln T%:R * rt)) [::]
    <= delta.
  move=> short; apply: le_trans (ltW de0).
  rewrite -[X in _ <= X](Mean_const (fun h => U h (act h)) T 0 [::]).
  apply: (Prob_le (fun h => U h (act h)) (B := xpred0)) => h hT; rewrite add0n in hT; case/negP.
  have env := ordinary_environment th1 a1 rm U eq Ls Is Lr Lv mean var.
  apply: le_trans (short_horizon delta d0 T2 G0 c0 c1 m0 k0 S0 short).
  rewrite mulr_natr -[T in X in _ <= X]card_ord -sumr_const; apply: ler_sum => t _.
  have th : (t <= size h)%N by rewrite hT ltnW.
  have := any_mean_range env (bP (take t h)); have := any_mean_range env (aP (take t h)).
  rewrite size_takel // => /andP [h0 _] /andP [_ h1].
  by rewrite ler_subl_addr (le_trans h1) // ler_addl.
case: (ltP (T%:R * forget d T Gamma c_mu) 1) => [h|long]; first by apply: trivial; left.
case: (ltP 2%:R^-1 (forget d T Gamma c_mu)) => [h|half]; first by apply: trivial; right.
have hh : 2%:R^-1 <= gamma.
  by move: half; rewrite /gamma -/(forget d T Gamma c_mu); move: (forget _ _ _ _) => x /RleP h; apply/RleP;
    move: h; toR_goal; simpl; lra.
have g0 : 0 < gamma by apply: lt_le_trans hh; rewrite invr_gt0 ltr0n.
have g1 : gamma < 1 by rewrite ltr_subl_addr ltr_addl.
have M := T2_ordinary_law (D := D) d0 T0 g0 g1 (ridge_gt0 d0 T2) m0 de0 de1 d1 d2 sc km c0 fl th1 a1 rm Lb
  Lc La
  Ls Ia Is Ip I1 Lr Lv mean var ch bP mle aP opt.
apply: le_trans M; apply: (Prob_le (fun h => U h (act h))) => h _; apply: contra => /le_trans; apply.
exact: (tuned_bound_depth (D := D) d0 T2 G0 c0 c1 m0 k0 S0 de0 de1 long half Dc).
Qed.

(** * Rates with a window *)

(* C7, corollary:asympt_regret_no_proj_SW (known), lines 2971-2978 and 2986-2996.
   Paper: \tau = (dT/(c_\mu^{1/2}\Gamma_T))^{2/3}, \lambda = d\log T:
   R_T = \widetilde O(c_\mu^{-1/3} d^{2/3}\Gamma_T^{1/3}T^{2/3}).
   An inequality between real numbers: [bound] is that of T5 as corrected, for lambda = d log T and tau =
   \lceil(dT/(c_\mu^{1/2}\Gamma_T))^{2/3}\rceil, beta is beta_T; m T bounds every regret.  The smaller one
   is at most C log(T) c_mu^(-1/3) d^(2/3) Gamma_T^(1/3) T^(2/3), C depends on m, k_mu, S, delta only.  (T +
   tau - 1) %/ tau is \lceil T/\tau\rceil.  power x a is x^a (rates.v).
   Differences: tau is rounded up; T >= 2, Gamma_T >= 1, c_mu <= 1; the bound of T5, whose conclusion is
   P(R_T <= bound) >= 1 - delta, is not part of the statement. *)
Theorem C7 (d T tau Gamma : nat) (c_mu k_mu S m delta : R) :
  (0 < d)%N -> (1 < T)%N -> 0 < c_mu -> c_mu <= 1 -> 0 < m -> 0 <= k_mu -> 0 <= S ->
  0 < delta -> delta <= 1 ->
  let lam := d%:R * ln T%:R in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn T tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let bound := m * (Gamma * tau)%:R
    + 2%:R * beta / Num.sqrt c_mu * Num.sqrt (d%:R * T%:R) * Num.sqrt ((T + tau - 1) %/ tau)%:R
      * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam))) in
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let b := Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  (0 < Gamma)%N ->
  is_ceil (power (d%:R * T%:R / (Num.sqrt c_mu * Gamma%:R)) (2%:R / 3%:R))%ring tau ->
  Num.min (m * T%:R) bound <= (4%:R * m + 10%:R * k_mu * b) * ln T%:R *
    (power c_mu (- 3%:R^-1) * power d%:R (2%:R / 3%:R) * power Gamma%:R 3%:R^-1
      * power T%:R (2%:R / 3%:R)).
Proof.
move=> d0 T2 c0 c1 m0 k0 S0 de0 de1 lam rho bt bound r s b G0 tc.
exact: (window_rate d0 T2 c0 c1 m0 k0 S0 de0 de1 G0 tc).
Qed.

(* C8, corollary:asympt_regret_no_proj_SW (unknown), lines 2979-2984 and 2997, as corrected.
   Paper: \tau = (dT/c_\mu^{1/2})^{2/3}: R_T = \widetilde O(c_\mu^{-1/3} d^{2/3}\Gamma_T T^{2/3}).
   Corrected: 1 + Gamma_T for Gamma_T (Gamma_T may be 0).  Otherwise as C7, lambda = d log T. *)
Theorem C8 (d T tau Gamma : nat) (c_mu k_mu S m delta : R) :
  (0 < d)%N -> (1 < T)%N -> 0 < c_mu -> c_mu <= 1 -> 0 < m -> 0 <= k_mu -> 0 <= S ->
  0 < delta -> delta <= 1 ->
  let lam := d%:R * ln T%:R in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn T tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let bound := m * (Gamma * tau)%:R
    + 2%:R * beta / Num.sqrt c_mu * Num.sqrt (d%:R * T%:R) * Num.sqrt ((T + tau - 1) %/ tau)%:R
      * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam))) in
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let b := Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  is_ceil (power (d%:R * T%:R / Num.sqrt c_mu) (2%:R / 3%:R))%ring tau ->
  Num.min (m * T%:R) bound <= (4%:R * m + 10%:R * k_mu * b) * ln T%:R *
    ((1 + Gamma%:R) * (power c_mu (- 3%:R^-1) * power d%:R (2%:R / 3%:R) * power T%:R (2%:R / 3%:R))).
Proof.
move=> d0 T2 c0 c1 m0 k0 S0 de0 de1 lam rho bt bound r s b tc.
have := window_rate_unknown d0 T2 c0 c1 m0 k0 S0 de0 de1 Gamma tc.
by rewrite /rate {3}/power (ln_1 : ln 1%:R = 0) mulr0 exp0 mulr1.
Qed.

(* T6_rate, thm:fjqiqposejf_SW, lines 3001-3010 and 3041-3052, as corrected.
   Paper: with gaps of at least \Delta, \tau = d\sqrt T/\sqrt{c_\mu\Gamma_T}:
   R_T = \widetilde O(\Delta^{-1}c_\mu^{-1/2}d\sqrt{\Gamma_T T}).
   An inequality between real numbers as in C7: [bound] is that of T6 as corrected (line 3034), with
   lambda = d log T and tau rounded up; two logarithms.  If Delta <= m, as for the gaps of means in [0, m],
   then 8 m <= 8 m^2/Delta, and the right-hand side is C \Delta^{-1} \log^2(T) c_\mu^{-1/2}d\sqrt{\Gamma_T
   T}. *)
Theorem T6_rate (d T tau Gamma : nat) (c_mu k_mu S m delta Delta : R) :
  (0 < d)%N -> (1 < T)%N -> 0 < c_mu -> c_mu <= 1 -> 0 < m -> 0 <= k_mu -> 0 <= S ->
  0 < delta -> delta <= 1 ->
  let lam := d%:R * ln T%:R in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn T tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let bound := m * (Gamma * tau)%:R
    + 8%:R * beta ^+ 2 / (c_mu * Delta) * Num.max 1 (c_mu / lam) * d%:R * ((T + tau - 1) %/ tau)%:R
      * ln (1 + c_mu * tau%:R / (d%:R * lam)) in
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let b := Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  (0 < Gamma)%N -> 0 < Delta -> is_ceil (d%:R * Num.sqrt T%:R / Num.sqrt (c_mu * Gamma%:R))%ring tau ->
  Num.min (m * T%:R) bound <= (8%:R * m + 96%:R * k_mu ^+ 2 * b ^+ 2 / Delta) * ln T%:R ^+ 2
    * (d%:R * Num.sqrt (Gamma%:R * T%:R) / Num.sqrt c_mu).
Proof.
move=> d0 T2 c0 c1 m0 k0 S0 de0 de1 lam rho bt bound r s b G0 D0 tc.
exact: (window_gap_rate d0 T2 c0 c1 m0 k0 S0 de0 de1 G0 D0 tc).
Qed.

(** * K arms *)

(* L9, lemma:garivier_1, lines 3524-3530.
   Paper: for any positive integer tau and any positive m,
   \sum_{t=K+1}^{T} 1(I_t = i, N_t(\tau, i) \leq m) \leq \lceil T/\tau \rceil m, with
   N_t(\tau, i) = \sum_{s=t-\tau+1}^{t} 1(I_s = i) (line 3506).
   Rounds are 1, 2, ... as on the page, and arms are 0, ..., K-1.  N_t counts round t itself.
   Differences: the sum N_t starts at round max(1, t-tau+1), there being no earlier rounds; the sum on the
   left starts at any round t_0 >= 1 (t_0 = K + 1 on the page); is_ceil (T/tau) n says that n =
   \lceil T/\tau \rceil (regret.v: T/tau <= n < T/tau + 1). *)
Theorem L9 (K tau T t0 n : nat) (I : nat -> 'I_K) (i : 'I_K) (m : R) :
  let N t := (\sum_(maxn 1 (t.+1 - tau) <= s < t.+1) (I s == i))%N in
  (0 < tau)%N -> 0 < m -> (0 < t0)%N -> is_ceil (T%:R / tau%:R)%ring n ->
  \sum_(t0 <= t < T.+1) ((I t == i) && ((N t)%:R <= m))%:R <= n%:R * m.
Proof.
move=> N tau0 m0 t00 /andP [h _].
have Tn : (T <= n * tau)%N by move: h; rewrite ler_pdivr_mulr ?ltr0n // -natrM ler_nat.
pose p s := I s.+1 == i.
have e t : N t.+1 = window_count tau p t.
  rewrite /N /window_count; case: (leqP t.+1 tau) => h1.
    have -> : maxn 1 (t.+2 - tau) = 1%N by lia.
    have -> : (t.+1 - tau = 0)%N by lia.
    by rewrite big_add1.
  have -> : maxn 1 (t.+2 - tau) = (t.+1 - tau).+1 by lia.
  by rewrite big_add1.
apply: (@le_trans _ _ (\sum_(1 <= t < T.+1) ((I t == i) && ((N t)%:R <= m))%:R)).
  case: (leqP t0 T.+1) => h0; last by rewrite big_geq ?sumr_ge0 // ltnW.
  by rewrite [X in _ <= X](big_cat_nat _ _ _ t00 h0) ler_addr sumr_ge0.
rewrite big_add1 /= big_mkord (eq_bigr (fun t : 'I_T => (p t && ((window_count tau p t)%:R <= m))%:R)).
  exact: rare_plays (ltW m0) Tn.
by move=> t _; rewrite e.
Qed.

(* I58, lines 3579-3586: the deviation bound of Garivier and Moulines for a window, as corrected.
   Paper: for any eta > 0, with a specific value of xi, P(E_1) and P(E_2) are at most
   \lceil \log(\min(t,\tau))/\log(1+\eta) \rceil/\min(t,\tau), where
   E_1 = { \bar X_t(\tau,i) > \mu_t(i) + c_t(\tau,i) }, E_2 = { \bar X_t(\tau,i) < \mu_t(i) - c_t(\tau,i) }
   (for i = i_t^\star) and c_t(\tau,i) = B\sqrt{\xi\log(\min(t,\tau))/N_t(\tau,i)}.
   Rounds are 0, 1, ...: round t comes after t rounds, and N, mean and c are those of the tau rounds before it
   (the policy cannot see round t itself).  stationary mu tau t (setting.v): the means of these rounds are
   those of round t.
   Differences: min(t, tau) >= 2 (the bound is 0 at 1); xi >= 1/(2(1 - eta^2/16)), so that eta < 4; rewards,
   not only means, in [0, B]; the arm occurs in the window; any policy; finitely many outcomes per round. *)
Theorem I58 (K : nat) (E : finType) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (law reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) (t tau M : nat) (i : 'I_K) :
  0 < B -> 0 < eta -> 0 <= xi -> 1 <= 2%:R * xi * (1 - eta ^+ 2 / 16%:R) ->
  arm_environment B mu law reward -> (0 < tau)%N -> stationary mu tau t -> (2 <= minn t tau)%N ->
  is_ceil (ln (minn t tau)%:R / ln (1 + eta))%ring M ->
  let N h := (\sum_(t - tau <= s < t) (act (take s h) == i))%N in
  let mean h := (\sum_(t - tau <= s < t) (act (take s h) == i)%:R
    * reward (take s h) (act (take s h)) (nth e0 h s)) / (N h)%:R in
  let c h := B * Num.sqrt (xi * ln (minn t tau)%:R / (N h)%:R) in
  Pr (fun h e => law h (act h) e) t (fun h => (0 < N h)%N && (mu t i + c h < mean h)) [::]
    <= M%:R / (minn t tau)%:R /\
  Pr (fun h e => law h (act h) e) t (fun h => (0 < N h)%N && (mean h < mu t i - c h)) [::]
    <= M%:R / (minn t tau)%:R.
Proof.
move=> B0 eta0 xi0 xe env tau0 st n2 Mc N mean c.
have tn : (t - (t - tau) <= minn t tau)%N by case: (leqP t tau) => h; lia.
have p0 h e : 0 <= law h (act h) e by exact: (arm_law_ge0 env).
have s1 : 1 ^+ 2 = 1 :> R by rewrite expr1n.
have s2 : (-1) ^+ 2 = 1 :> R by rewrite sqrrN expr1n.
split.
  apply: le_trans (deviation_ceil e0 act B0 env eta0 xi0 xe i n2 Mc s1 tn); apply: (Pr_le p0) => h.
  by rewrite add0n => ht ov; exact: (over_off (e0 := e0) xi0 ht st ov).
apply: le_trans (deviation_ceil e0 act B0 env eta0 xi0 xe i n2 Mc s2 tn); apply: (Pr_le p0) => h.
by rewrite add0n => ht ov; exact: (under_off (e0 := e0) xi0 ht st ov).
Qed.

(* Z79, lines 3472-3633: the bound of the repaired proof of th:upper_bound_problem_indep, from which T7
   follows: E[R_T] \leq 4B\sqrt{\xi\log(\tau)KTx} + B\tau\Gamma_T + BKx
     + 2BK(\log\tau/\log(1+\eta)+1)(x+\log\tau), x = T/\tau+1.
   Rounds are 0, 1, ...; a history h lists outcomes; in round t = size h the window holds the tau rounds
   before t (or all of them); N i and ucb i are N_{t-1}(\tau,i) and UCB_i(t-1) of the page (lines 3506,
   3545-3553; the policy cannot see round t itself).
   Differences from the page: rewards, not only means, in [0, B] (arm_environment of arms_deviation.v); an arm
   outside the window has an infinite index; xi >= 1/(2(1-eta^2/16)) for some eta > 0 (so eta < 4); Gamma
   bounds the number of changes of the means; all Gamma_T + 1 phases are counted; the policy is a function
   of the past outcomes; finitely many outcomes per round.  tau may exceed T. *)
Theorem Z79 (K : nat) (E : finType) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (law reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) (T tau Gamma : nat) :
  0 < B -> (0 < T)%N -> 0 < eta -> 0 <= xi -> 1 <= 2%:R * xi * (1 - eta ^+ 2 / 16%:R) ->
  (* rewards in [0, B], the mean of arm i in round t is mu t i; istar t is a best arm *)
  arm_environment B mu law reward -> (forall t i, mu t i <= mu t (istar t)) ->
  (* at most Gamma changes of the means *)
  (breaks mu T <= Gamma)%N ->
  (0 < tau)%N ->
  (* SW-UCB: an arm that does not occur in the window is played first, otherwise the largest index *)
  (forall h, let t := size h in let I s := act (take s h) in
    let X s := reward (take s h) (act (take s h)) (nth e0 h s) in
    let N i := (\sum_(t - tau <= s < t) (I s == i))%N in
    let ucb i := (\sum_(t - tau <= s < t) (I s == i)%:R * X s) / (N i)%:R
      + B * Num.sqrt (xi * ln (minn t tau)%:R / (N i)%:R) in
    (forall i, N i = 0%N -> N (act h) = 0%N) /\
    ((forall i, (0 < N i)%N) -> forall i, ucb i <= ucb (act h))) ->
  Ex (fun h e => law h (act h) e) T
    (fun h => \sum_(t < T) (mu t (istar t) - mu t (act (take t h)))) [::] <=
    let x := T%:R / tau%:R + 1 in
    4%:R * B * Num.sqrt (xi * ln tau%:R * K%:R * T%:R * x) + B * tau%:R * Gamma%:R + B * K%:R * x
    + 2%:R * B * K%:R * (ln tau%:R / ln (1 + eta) + 1) * (x + ln tau%:R).
Proof.
move=> B0 T0 eta0 xi0 xe env best ch tau0 policy.
have pol h : follows_ucb tau B xi (arm_of act h) (reward_of e0 reward act h) (size h).
  by have := policy h; rewrite /follows_ucb /ucb /mean_seen /width /plays /arm_of /reward_of take_size.
exact: (regret_arms B0 env tau0 T0 eta0 xi0 xe best ch pol).
Qed.

(* T7, th:upper_bound_problem_indep, lines 3472-3484 (proof 3486-3633).
   Paper: E[R_T] \leq C_1\sqrt K T/\sqrt\tau + C_2\sqrt K\tau\Gamma_T + C_3 K T/\tau, with C_1, C_2, C_3
   universal constants that depend only on the logarithm of tau; in particular \tau =
   T^{2/3}/(K^{1/3}\Gamma_T^{2/3}) yields E[R_T] = \widetilde O(K^{2/3}\Gamma_T^{1/3}T^{2/3}).
   First part: the display with C_1 = 4B\sqrt{2\xi\log\tau}, C_2 = B,
   C_3 = 2B + 2B(\log\tau/\log(1+\eta)+1)(2+\log\tau), for 1 <= tau <= T.
   Second part: the rate with its constant and two logarithms, for tau = \lceil
   T^{2/3}/(K^{1/3}\Gamma_T^{2/3}) \rceil (a window is a whole number), Gamma_T >= 1 and every T, K.  power
   x a is x^a (rates.v). Differences from the page: those of Z79; tau <= T in the first part; the constants
   depend on B, xi and eta too. *)
Theorem T7 (K : nat) (E : finType) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (law reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) (T tau Gamma : nat) :
  0 < B -> (0 < T)%N -> 0 < eta -> 0 <= xi -> 1 <= 2%:R * xi * (1 - eta ^+ 2 / 16%:R) ->
  (* rewards in [0, B], the mean of arm i in round t is mu t i; istar t is a best arm *)
  arm_environment B mu law reward -> (forall t i, mu t i <= mu t (istar t)) ->
  (* at most Gamma changes of the means *)
  (breaks mu T <= Gamma)%N ->
  (* SW-UCB: an arm that does not occur in the window is played first, otherwise the largest index *)
  (forall h, let t := size h in let I s := act (take s h) in
    let X s := reward (take s h) (act (take s h)) (nth e0 h s) in
    let N i := (\sum_(t - tau <= s < t) (I s == i))%N in
    let ucb i := (\sum_(t - tau <= s < t) (I s == i)%:R * X s) / (N i)%:R
      + B * Num.sqrt (xi * ln (minn t tau)%:R / (N i)%:R) in
    (forall i, N i = 0%N -> N (act h) = 0%N) /\
    ((forall i, (0 < N i)%N) -> forall i, ucb i <= ucb (act h))) ->
  let ER := Ex (fun h e => law h (act h) e) T
    (fun h => \sum_(t < T) (mu t (istar t) - mu t (act (take t h)))) [::] in
  let L n := ln n%:R / ln (1 + eta) + 1 in
  ((0 < tau <= T)%N -> ER <=
    4%:R * B * Num.sqrt (2%:R * xi * ln tau%:R) * Num.sqrt K%:R * (T%:R / Num.sqrt tau%:R)
    + B * Num.sqrt K%:R * tau%:R * Gamma%:R
    + (2%:R * B + 2%:R * B * L tau * (2%:R + ln tau%:R)) * K%:R * (T%:R / tau%:R))
  /\
  ((0 < Gamma)%N ->
    is_ceil (power T%:R (2%:R / 3%:R) / (power K%:R 3%:R^-1 * power Gamma%:R (2%:R / 3%:R)))%ring tau ->
    ER <= B * (4%:R * Num.sqrt (2%:R * xi * ln T%:R) + 4%:R + 2%:R * L T * (2%:R + ln T%:R))
      * (power K%:R (2%:R / 3%:R) * power Gamma%:R 3%:R^-1 * power T%:R (2%:R / 3%:R))).
Proof.
move=> B0 T0 eta0 xi0 xe env best ch policy ER L.
have pol h : follows_ucb tau B xi (arm_of act h) (reward_of e0 reward act h) (size h).
  by have := policy h; rewrite /follows_ucb /ucb /mean_seen /width /plays /arm_of /reward_of take_size.
split=> [|G0]; first exact: (regret_arms_display B0 env T0 eta0 xi0 xe best ch pol).
exact: (regret_arms_rate B0 env T0 eta0 xi0 xe best ch pol G0).
Qed.

(* Z78, lines 3480-3482: a longer window has a better rate than that of the page, K^{1/3} for K^{2/3}:
   E[R_T] = \widetilde O(K^{1/3}\Gamma_T^{1/3}T^{2/3}) with \tau = \lceil K^{1/3}(T/\Gamma_T)^{2/3} \rceil.
   With its constant and two logarithms, for Gamma_T >= 1 and every T, K.  Differences: those of T7. *)
Theorem Z78 (K : nat) (E : finType) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (law reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) (T tau Gamma : nat) :
  0 < B -> (0 < T)%N -> 0 < eta -> 0 <= xi -> 1 <= 2%:R * xi * (1 - eta ^+ 2 / 16%:R) ->
  (* rewards in [0, B], the mean of arm i in round t is mu t i; istar t is a best arm *)
  arm_environment B mu law reward -> (forall t i, mu t i <= mu t (istar t)) ->
  (* at most Gamma changes of the means *)
  (breaks mu T <= Gamma)%N ->
  (* SW-UCB: an arm that does not occur in the window is played first, otherwise the largest index *)
  (forall h, let t := size h in let I s := act (take s h) in
    let X s := reward (take s h) (act (take s h)) (nth e0 h s) in
    let N i := (\sum_(t - tau <= s < t) (I s == i))%N in
    let ucb i := (\sum_(t - tau <= s < t) (I s == i)%:R * X s) / (N i)%:R
      + B * Num.sqrt (xi * ln (minn t tau)%:R / (N i)%:R) in
    (forall i, N i = 0%N -> N (act h) = 0%N) /\
    ((forall i, (0 < N i)%N) -> forall i, ucb i <= ucb (act h))) ->
  let ER := Ex (fun h e => law h (act h) e) T
    (fun h => \sum_(t < T) (mu t (istar t) - mu t (act (take t h)))) [::] in
  let L n := ln n%:R / ln (1 + eta) + 1 in
  (0 < Gamma)%N ->
  is_ceil (power K%:R 3%:R^-1 * power (T%:R / Gamma%:R) (2%:R / 3%:R))%ring tau ->
  ER <= B * (4%:R * Num.sqrt (2%:R * xi * ln T%:R) + 4%:R + 2%:R * L T * (2%:R + ln T%:R))
    * (power K%:R 3%:R^-1 * power Gamma%:R 3%:R^-1 * power T%:R (2%:R / 3%:R)).
Proof.
move=> B0 T0 eta0 xi0 xe env best ch policy ER L G0.
have pol h : follows_ucb tau B xi (arm_of act h) (reward_of e0 reward act h) (size h).
  by have := policy h; rewrite /follows_ucb /ucb /mean_seen /width /plays /arm_of /reward_of take_size.
exact: (regret_arms_longer B0 env T0 eta0 xi0 xe best ch pol G0).
Qed.
