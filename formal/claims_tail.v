(* The claims on moments, the mixture and the tail inequality.  Notation: see Claims.v. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing estimate tail paper_indices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

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
have e k : M k = tail_event.M e0 act eps sigma2 (m * w n.-1) w xi k by exact: paper_M.
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
