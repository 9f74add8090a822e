(* Moments, the mixture and the tail inequality for laws that are given on a class of functions.  Notation:
   see Claims.v.

   These theorems are L3, L1, L2, T4, C1 and C2 without finitely many outcomes.  The outcomes of a round form
   any set E.  The law of a round, given the past h, is a functional I h on a class L h of bounded functions
   of the outcome, closed under sums and multiples, with the constants; I h is linear, non-negative on
   non-negative functions, and 1 at the constant 1.  Covered are: the bounded measurable functions of a
   probability space with their integrals (countable additivity is not used), so every law of bounded noise;
   and laws on smaller classes, say functions with a Riemann integral.  The past is that of the outcomes, and
   the law of a round given h is a function of h: regular conditional laws, which exist for rewards in R.  An
   outcome may hold more than the noise, say the policy's own draws; what is drawn before the first round is
   fixed.
   Bounds on the noise and the actions hold at every outcome; where the page has them almost surely, change
   the noise on the null set. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing estimate any_law any_law_tail.
From Glb Require Import paper_indices any_law_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Exponential moments, any law *)

(* L3_ordinary_law, lemma:upper_bound, lines 1489-1496: L3 for a law I that is given on a class L of
   functions (top of this file; here they need not be bounded).
   Paper: E exp(v eps) <= 1 + v^2 sigma^2 for eps centred of variance sigma^2, |eps| <= 1 almost surely, v
   in [-1, 1].
   Differences: |eps| <= 1 at every outcome; that eps, eps^2 and exp(v eps) are in the class is a hypothesis
   (the page writes their means). *)
Theorem L3_ordinary_law (E : Type) (L : (E -> R) -> Prop) (I : (E -> R) -> R)
  (L_const : forall c, L (fun=> c))
  (L_add : forall f g, L f -> L g -> L (fun e => f e + g e))
  (L_scal : forall c f, L f -> L (fun e => c * f e))
  (I_add : forall f g, L f -> L g -> I (fun e => f e + g e) = I f + I g)
  (I_scal : forall c f, L f -> I (fun e => c * f e) = c * I f)
  (I_pos : forall f, L f -> (forall e, 0 <= f e) -> 0 <= I f)
  (I_one : I (fun=> 1) = 1)
  (eps : E -> R) (v : R)
  (eps_in : L eps) (eps2_in : L (fun e => eps e ^+ 2)) (exp_in : L (fun e => exp (v * eps e)))
  (eps_centred : I eps = 0) (eps_bounded : forall e, `|eps e| <= 1) (v_le1 : `|v| <= 1) :
  I (fun e => exp (v * eps e)) <= 1 + v ^+ 2 * I (fun e => eps e ^+ 2).
Proof.
exact: (class_moment L_const L_add L_scal I_add I_scal I_pos I_one).
Qed.

(** * The mixture, any law *)

(* L1_ordinary_law, lemma_instantaneous, lines 1380-1388 (M of eq:M_u, lines 1362-1373): L1 for laws that are
   given on classes of functions (top of this file).
   Paper: E[M_u^t(xi) | F_{u-1}] <= M_{u-1}^t(xi) a.s., |xi| <= 1, 2 <= u <= t, under ass_T and
   ass_increasing_weights.
   Differences: h is a value of the past when u - 2 rounds are played, F_{u-1} is what h tells, n is t - 1
   and size h < n is u <= t; I h of M is the conditional expectation, and that the noise, its square and the
   next value of M are in the class is a hypothesis; the inequality, |a| <= 1 and |eps| <= m hold at every h,
   not almost surely; m > 0 (used, not stated); the weights are positive and non-decreasing up to w_{t-1}. *)
Theorem L1_ordinary_law (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop) (I : seq E -> (E -> R) -> R)
  (L_bounded : forall h f, L h f -> bounded f)
  (L_const : forall h c, L h (fun=> c))
  (L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e))
  (L_scal : forall h c f, L h f -> L h (fun e => c * f e))
  (I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g)
  (I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f)
  (I_pos : forall h f, L h f -> (forall e, 0 <= f e) -> 0 <= I h f)
  (I_one : forall h, I h (fun=> 1) = 1)
  (d n : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m : R) (xi : 'cV[R]_d)
  (m_pos : 0 < m)
  (w_pos : forall s, (s < n)%N -> 0 < w s) (w_incr : forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_in : forall h, (size h < n)%N -> L h (eps h))
  (eps2_in : forall h, (size h < n)%N -> L h (fun e => eps h e ^+ 2))
  (eps_centred : forall h, (size h < n)%N -> I h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m)
  (xi_le1 : ‖xi‖ <= 1) :
  let sigma2 h := I h (fun e => eps h e ^+ 2) in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (a (take s h) *m (a (take s h))^T) in
  let M h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  forall h, (size h < n)%N -> L h (fun e => M (rcons h e)) -> I h (fun e => M (rcons h e)) <= M h.
Proof.
have [U eq] := ordinary_laws L_bounded L_const L_add L_scal I_add I_scal I_pos I_one.
have [c1 c2 v1] := ordinary_noise eq L_scal I_scal eps_in eps2_in eps_centred (fun=> fun=> lexx _).
move=> sigma2 S H0 M h hn Lh; have n_pos : (0 < n)%N by exact: leq_ltn_trans hn.
have [W0 w0 wW] := last_weight n_pos w_pos w_incr; rewrite -eq //.
exact: (M_step_law e0 U W0 m_pos a_le1 eps_bounded c1 c2 v1 w0 wW xi_le1 hn).
Qed.

(* L2_ordinary_law, lemma_int_instantaneous, lines 1443-1453 (M-bar of eq:bar_M_u, lines 1435-1442): L2 for
   laws that are given on classes of functions (top of this file).
   Paper: E[M-bar_u^t] <= 1 for 1 <= u <= t, where M-bar_u^t integrates M_u^t against h_u, the density of
   the isotropic normal law of precision 2 lambda_{u-1} / (m^2 w_{t-1}^2) truncated on the unit ball,
   N(h_u) its normalisation constant.
   The expectation over u rounds is iterated round by round: by upper integrals, and, if all functions that
   are integrated on the way are in their classes, by the laws I themselves (last line, the page's E). The
   interchange with the integral over xi (Tonelli) is proved, by Riemann sums (law_mean of any_law_mixture.v).
   Differences: as in L1_ordinary_law; our u is the paper's u - 1 (u rounds played), our n its t - 1, and
   n >= 1; lambda_{u-1} is any number lam > 0 (positivity is not stated in the paper); m > 0. That the
   integrals over the ball exist is part of the statement. *)
Theorem L2_ordinary_law (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop) (I : seq E -> (E -> R) -> R)
  (L_bounded : forall h f, L h f -> bounded f)
  (L_const : forall h c, L h (fun=> c))
  (L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e))
  (L_scal : forall h c f, L h f -> L h (fun e => c * f e))
  (I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g)
  (I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f)
  (I_pos : forall h f, L h f -> (forall e, 0 <= f e) -> 0 <= I h f)
  (I_one : forall h, I h (fun=> 1) = 1)
  (d n u : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m lam : R)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (n_pos : (0 < n)%N) (u_le : (u <= n)%N)
  (w_pos : forall s, (s < n)%N -> 0 < w s) (w_incr : forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_in : forall h, (size h < n)%N -> L h (eps h))
  (eps2_in : forall h, (size h < n)%N -> L h (fun e => eps h e ^+ 2))
  (eps_centred : forall h, (size h < n)%N -> I h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m) :
  let sigma2 h := I h (fun e => eps h e ^+ 2) in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (a (take s h) *m (a (take s h))^T) in
  let M xi h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let precision := 2%:R * lam / (m * w n.-1) ^+ 2 in
  let normal xi := exp (- (2%:R^-1 * precision * ⟨xi, xi⟩)) in
  let N := Int (inball 1 normal) in
  let integrand h := inball 1 (fun xi => normal xi * M xi h) in
  let barM h := Int (integrand h) / N in
  [/\ is_int (inball 1 normal) N, 0 < N,
      forall h, is_int (integrand h) (Int (integrand h)),
      Mean (fun h => upper_integral (L h) (I h)) u barM [::] <= 1 &
      (forall j h, (j < u)%N -> L h (fun e => Mean I j barM (rcons h e))) -> Mean I u barM [::] <= 1].
Proof.
have [U eq] := ordinary_laws L_bounded L_const L_add L_scal I_add I_scal I_pos I_one.
have [c1 c2 v1] := ordinary_noise eq L_scal I_scal eps_in eps2_in eps_centred (fun=> fun=> lexx _).
have [W0 w0 wW] := last_weight n_pos w_pos w_incr.
move=> sigma2 S H0 M precision normal N integrand barM.
have eN : normal = gauss ((m * w n.-1)^-1 ^+ 2 * lam)%:M by exact: normal_isotropic.
have [i0 N0] := normaliser_int d ((m * w n.-1)^-1 ^+ 2 * lam)%ring.
have mean1 : Mean (fun h => upper_integral (L h) (I h)) u barM [::] <= 1.
  rewrite /barM /integrand /N eN.
  exact: (mixture_law e0 U W0 m_pos a_le1 eps_bounded c1 c2 v1 w0 wW lam u_le).
split=> //; try by rewrite /N eN.
  move=> h; rewrite /integrand eN; apply: mean_is_int => [|x]; last exact: exp_ge0.
  exact: (M_past_LL e0 a eps sigma2 w (w n.-1) m h).
by move=> H; rewrite -(Mean_upper_integral [::] eq H).
Qed.

(** * The tail inequality, any law *)

(* T4_ordinary_law, thm:instantaneous_extension, lines 1742-1769: T4 for laws that are given on classes of
   functions (top of this file).
   Paper: P(|S_{t-t0:t}|_{H_{t-t0:t}^-1} >= sqrt(lam_{t-1})/(2 m w_{t-1}) + (2 m w_{t-1}/sqrt(lam_{t-1}))
   log(det(H_{t-t0:t})^{1/2}/(delta lam_{t-1}^{d/2})) + (2 m w_{t-1}/sqrt(lam_{t-1})) d log 2) <= delta.
   Prob iterates upper integrals, round by round, as in T3_ordinary_law: it is the probability if all
   functions that are integrated on the way are in their classes; of an event that is not measurable it
   bounds the iterated upper integral only, which is at most the outer probability.
   Differences: lam is lam_{t-1}; lam > 0 and m > 0 (used, not stated); n is the paper's t - 1 >= 1, our
   round s its s + 1, w n.-1 its w_{t-1}; of the weights only w_1, ..., w_{t-1} are asked to be positive and
   non-decreasing; where t0 >= t the sums start at the first round; the noise and its square are in the class;
   |a| <= 1 and |eps| <= m at every outcome. *)
Theorem T4_ordinary_law (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop) (I : seq E -> (E -> R) -> R)
  (L_bounded : forall h f, L h f -> bounded f)
  (L_const : forall h c, L h (fun=> c))
  (L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e))
  (L_scal : forall h c f, L h f -> L h (fun e => c * f e))
  (I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g)
  (I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f)
  (I_pos : forall h f, L h f -> (forall e, 0 <= f e) -> 0 <= I h f)
  (I_one : forall h, I h (fun=> 1) = 1)
  (d n t0 : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m lam delta : R)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (delta_pos : 0 < delta) (delta_le1 : delta <= 1) (n_pos : (0 < n)%N)
  (w_pos : forall s, (s < n)%N -> 0 < w s) (w_incr : forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_in : forall h, (size h < n)%N -> L h (eps h))
  (eps2_in : forall h, (size h < n)%N -> L h (fun e => eps h e ^+ 2))
  (eps_centred : forall h, (size h < n)%N -> I h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m) :
  let sigma2 h := I h (fun e => eps h e ^+ 2) in
  let S h := \sum_(s < n | (n - t0 <= s)%N) (w s * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H h : 'M[R]_d := \sum_(s < n | (n - t0 <= s)%N)
    (w s ^+ 2 * sigma2 (take s h)) *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  let W := w n.-1 in
  Prob (fun h => upper_integral (L h) (I h)) n (fun h =>
    Num.sqrt lam / (2%:R * (m * W))
    + 2%:R * (m * W) / Num.sqrt lam * ln (Num.sqrt (\det (H h)) / (delta * Num.sqrt lam ^+ d))
    + 2%:R * (m * W) / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖S h‖_[invmx (H h)]) [::] <= delta.
Proof.
have [U eq] := ordinary_laws L_bounded L_const L_add L_scal I_add I_scal I_pos I_one.
have [c1 c2 v1] := ordinary_noise eq L_scal I_scal eps_in eps2_in eps_centred (fun=> fun=> lexx _).
have [W0 w0 wW] := last_weight n_pos w_pos w_incr.
exact: (tail_window_upper e0 U W0 m_pos a_le1 eps_bounded c1 c2 v1 w0 wW t0 lam_pos delta_pos delta_le1).
Qed.

(* C1_ordinary_law, cor:concentration_Discounts, lines 1798-1811: C1 for laws that are given on classes of
   functions (top of this file).
   Paper: with Ht = sum_{s=t-D}^{t-1} gamma^{2(t-1-s)} mu'(a_s.theta*_s) a_s a_s^T + lam I and S =
   sum_{s=t-D}^{t-1} gamma^{-s} eps_{s+1} a_s, P(|gamma^{t-1} S|_{Ht^-1} >= sqrt(lam)/(2 m) + (2
   m/sqrt(lam)) log(det(Ht)^{1/2}/(delta lam^{d/2})) + (2 m/sqrt(lam)) d log 2) <= delta.
   Prob: as in T4_ordinary_law. Differences: those of T4_ordinary_law, but n = 0 is allowed; our round s is
   the paper's s + 1, so gamma^{-s} is gamma^{-(s+1)} here; the variance of the noise is at most
   mu'(a_s.theta*_s) (printed: not said; equal in the exponential family), theta*_s a fixed sequence; 0 <
   gamma <= 1 (printed < 1). *)
Theorem C1_ordinary_law (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop) (I : seq E -> (E -> R) -> R)
  (L_bounded : forall h f, L h f -> bounded f)
  (L_const : forall h c, L h (fun=> c))
  (L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e))
  (L_scal : forall h c f, L h f -> L h (fun e => c * f e))
  (I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g)
  (I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f)
  (I_pos : forall h f, L h f -> (forall e, 0 <= f e) -> 0 <= I h f)
  (I_one : forall h, I h (fun=> 1) = 1)
  (d n D : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (dmu : R -> R) (theta : nat -> 'cV[R]_d)
  (gamma m lam delta : R)
  (gamma_pos : 0 < gamma) (gamma_le1 : gamma <= 1)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (delta_pos : 0 < delta) (delta_le1 : delta <= 1)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_in : forall h, (size h < n)%N -> L h (eps h))
  (eps2_in : forall h, (size h < n)%N -> L h (fun e => eps h e ^+ 2))
  (eps_centred : forall h, (size h < n)%N -> I h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m)
  (eps_variance : forall h, (size h < n)%N ->
    I h (fun e => eps h e ^+ 2) <= dmu ⟨a h, theta (size h)⟩) :
  let S h := \sum_(s < n | (n - D <= s)%N) (gamma ^- s.+1 * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H h : 'M[R]_d := \sum_(s < n | (n - D <= s)%N)
    (gamma ^+ (2 * (n - s.+1)) * dmu ⟨a (take s h), theta s⟩)
    *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  Prob (fun h => upper_integral (L h) (I h)) n (fun h =>
    Num.sqrt lam / (2%:R * m)
    + 2%:R * m / Num.sqrt lam * ln (Num.sqrt (\det (H h)) / (delta * Num.sqrt lam ^+ d))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖gamma ^+ n *: S h‖_[invmx (H h)]) [::] <= delta.
Proof.
have [U eq] := ordinary_laws L_bounded L_const L_add L_scal I_add I_scal I_pos I_one.
have [c1 c2 v1] := ordinary_noise eq L_scal I_scal eps_in eps2_in eps_centred eps_variance.
cbv zeta; apply: le_trans (tail_discount_upper e0 U D gamma_pos gamma_le1 m_pos lam_pos delta_pos delta_le1
  a_le1 eps_bounded c1 c2 v1).
apply: (Prob_le U) => h; rewrite add0n => hn; set A := _ + lam%:M.
suff -> : Hdisc n D a (fun k => dmu ⟨a k, theta (size k)⟩) gamma lam h = A by [].
by congr (_ + _); apply: eq_bigr => s _; rewrite size_takel // hn ltnW.
Qed.

(* C2_ordinary_law, cor:concentration_SW, lines 1816-1830: C2 for laws that are given on classes of functions
   (top of this file).
   Paper: H_t = sum_{s=max(1,t-tau)}^{t-1} mu'(a_s.theta*_s) a_s a_s^T + lambda I, S_t =
   sum_{s=max(1,t-tau)}^{t-1} eps_{s+1} a_s; P(|S_t|_{H_t^-1} >= sqrt(lambda)/(2m) + (2m/sqrt(lambda))
   log(det(H_t)^{1/2}/(delta lambda^{d/2})) + (2m/sqrt(lambda)) d log 2) <= delta.
   Differences: those of C1_ordinary_law, without gamma. *)
Theorem C2_ordinary_law (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop) (I : seq E -> (E -> R) -> R)
  (L_bounded : forall h f, L h f -> bounded f)
  (L_const : forall h c, L h (fun=> c))
  (L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e))
  (L_scal : forall h c f, L h f -> L h (fun e => c * f e))
  (I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g)
  (I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f)
  (I_pos : forall h f, L h f -> (forall e, 0 <= f e) -> 0 <= I h f)
  (I_one : forall h, I h (fun=> 1) = 1)
  (d n tau : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (dmu : R -> R) (theta : nat -> 'cV[R]_d)
  (m lam delta : R)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (delta_pos : 0 < delta) (delta_le1 : delta <= 1)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_in : forall h, (size h < n)%N -> L h (eps h))
  (eps2_in : forall h, (size h < n)%N -> L h (fun e => eps h e ^+ 2))
  (eps_centred : forall h, (size h < n)%N -> I h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m)
  (eps_variance : forall h, (size h < n)%N ->
    I h (fun e => eps h e ^+ 2) <= dmu ⟨a h, theta (size h)⟩) :
  let S h := \sum_(s < n | (n - tau <= s)%N) eps (take s h) (nth e0 h s) *: a (take s h) in
  let H h : 'M[R]_d := \sum_(s < n | (n - tau <= s)%N)
    dmu ⟨a (take s h), theta s⟩ *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  Prob (fun h => upper_integral (L h) (I h)) n (fun h =>
    Num.sqrt lam / (2%:R * m)
    + 2%:R * m / Num.sqrt lam * ln (Num.sqrt (\det (H h)) / (delta * Num.sqrt lam ^+ d))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖S h‖_[invmx (H h)]) [::] <= delta.
Proof.
have [U eq] := ordinary_laws L_bounded L_const L_add L_scal I_add I_scal I_pos I_one.
have [c1 c2 v1] := ordinary_noise eq L_scal I_scal eps_in eps2_in eps_centred eps_variance.
have w0 s : (s < n)%N -> 0 <= 1 :> R by rewrite ler01.
have w1 s : (s < n)%N -> 1 <= 1 :> R by [].
cbv zeta; apply: le_trans (tail_window_upper e0 U ltr01 m_pos a_le1 eps_bounded c1 c2 v1 w0 w1 tau lam_pos
  delta_pos delta_le1).
apply: (Prob_le U) => h; rewrite add0n => hn; set A := _ + lam%:M; set B := \sum_(s < n | _) _ *: a _.
have -> : Hwin n tau a (fun k => dmu ⟨a k, theta (size k)⟩) (fun=> 1) lam h = A.
  by congr (_ + _); apply: eq_bigr => s _; rewrite size_takel ?expr1n ?mul1r // hn ltnW.
suff -> : Swin e0 n tau a eps (fun=> 1) h = B by rewrite mulr1.
by apply: eq_bigr => s _; rewrite mul1r.
Qed.
