(* The claims on the weighted estimate.  Notation: see Claims.v. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting estimate paper_indices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

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
