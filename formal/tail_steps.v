(* The last steps of the tail inequality (lines 1591-1625): the direction xi_0, and the level of f_t. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing potentials tail paper_indices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

Section Direction.
Variables (d : nat) (S : 'cV[R]_d) (H : 'M[R]_d) (lam : R).
Hypotheses (l0 : 0 < lam) (Hp : pd H).
Let N := ‖S‖_[invmx H].
(* xi_0 of line 1606, with lambda_{t-1} *)
Definition xi0 := (Num.sqrt lam / 2%:R) *: (N^-1 *: (invmx H *m S)).

Lemma xi0_sqr : ‖S‖²_[invmx H] = N ^+ 2.
Proof. by rewrite nrm_sqr //; exact/pd_psd/pd_inv. Qed.
Lemma xi0_neq0 : S != 0 -> N != 0.
Proof.
move=> S0; rewrite gt_eqF // sqrtr_gt0; have [_ h] := pd_inv Hp.
exact: h.
Qed.
Lemma xi0_0 : N = 0 -> xi0 = 0.
Proof. by move=> n0; rewrite /xi0 n0 invr0 scale0r scaler0. Qed.

(* xi_0.S and xi_0^T H xi_0 *)
Lemma xi0_dot : N != 0 -> ⟨xi0, S⟩ = Num.sqrt lam / 2%:R * N.
Proof.
move=> n0; rewrite /xi0 !dotZl dotC -/(bf _ _ _) -/(qf _ _) xi0_sqr expr2 mulKf //.
Qed.
Lemma xi0_form : N != 0 -> ⟨xi0, H *m xi0⟩ = lam / 4%:R.
Proof.
move=> n0; rewrite /xi0 scalerA -/(bf _ _ _) bfZl bfZr mulrA -expr2 -/(qf _ _) qf_inv_self // xi0_sqr.
by rewrite -exprMn divfK // expr_div_n sqr_sqrtr ?(ltW l0) // -natrX.
Qed.

(* xi_0 lies in the half ball *)
Lemma xi0_half : loewner lam%:M H -> ‖xi0‖ <= 2%:R^-1.
Proof.
move=> Hge; have [n0|n0] := eqVneq N 0; first by rewrite xi0_0 // nrm2E nrm0 invr_ge0 ler0n.
have := Hge xi0; rewrite qf_scalar [qf H xi0](xi0_form n0) ler_pmul2l // => h.
rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?nrm2_ge0 ?invr_ge0 ?ler0n //.
by rewrite nrm2_sqr exprVn -natrX.
Qed.

(* f_t at xi_0 is linear in the norm of S_t *)
Lemma xi0_level (m w : R) : N != 0 -> (m * w)^-1 * ⟨xi0, S⟩ - (m * w)^-1 ^+ 2 * ⟨xi0, H *m xi0⟩ =
  Num.sqrt lam / (2%:R * m * w) * N - lam / (4%:R * m ^+ 2 * w ^+ 2).
Proof.
move=> n0; rewrite (xi0_dot n0) (xi0_form n0) !invfM.
by move: (m^-1) (w^-1) (Num.sqrt lam) (N : R) => x y z t; field.
Qed.

(* where the norm reaches the radius, f_t(xi_0) reaches the level L *)
Lemma xi0_reaches (m w L : R) : 0 < m -> 0 < w ->
  Num.sqrt lam / (2%:R * m * w) + 2%:R * m * w / Num.sqrt lam * L <= N ->
  L <= (m * w)^-1 * ⟨xi0, S⟩ - (m * w)^-1 ^+ 2 * ⟨xi0, H *m xi0⟩.
Proof.
move=> m0 w0; have s0 : 0 < Num.sqrt lam by rewrite sqrtr_gt0.
have k0 : 0 < 2%:R * m * w by rewrite !mulr_gt0 ?ltr0n.
have c0 : 0 < 2%:R * m * w / Num.sqrt lam by rewrite divr_gt0.
have [n0|n0] := eqVneq N 0.
  rewrite n0 xi0_0 // dotC dot0r mulmx0 dot0r !mulr0 subr0 => h; rewrite -(pmulr_rle0 _ c0).
  by apply: le_trans h; rewrite ler_addr divr_ge0 ?(ltW s0) ?(ltW k0).
rewrite (xi0_level m w n0) -subr_ge0 => h; rewrite -subr_ge0.
have -> : Num.sqrt lam / (2%:R * m * w) * N - lam / (4%:R * m ^+ 2 * w ^+ 2) - L =
    Num.sqrt lam / (2%:R * m * w) * (N - (Num.sqrt lam / (2%:R * m * w) + 2%:R * m * w / Num.sqrt lam * L)).
  rewrite -{2}(sqr_sqrtr (ltW l0)); move: (lt0r_neq0 s0) (lt0r_neq0 m0) (lt0r_neq0 w0).
  by clear; move: (Num.sqrt lam) N => s t s1 m1 w1; field; rewrite s1 m1 w1.
by rewrite mulr_ge0 // divr_ge0 ?(ltW s0) ?(ltW k0).
Qed.
End Direction.

(** * The radius rho_T *)

(* C9 for the sums of the last D rounds along a history, and positivity *)
Lemma window_det (E : finType) d D (act : seq E -> 'cV[R]_d) (dmu : R -> R) (theta : nat -> 'cV[R]_d)
  (gamma lam k_mu : R) :
  (forall h, ‖act h‖ <= 1) -> (forall h, 0 <= dmu ⟨act h, theta (size h)⟩) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam ->
  let H t h := \sum_(s < t | (t - D <= s)%N) ((gamma ^+ (t.-1 - s)) ^+ 2 * dmu ⟨act (take s h), theta s⟩)
    *: (act (take s h) *m (act (take s h))^T) + lam%:M in
  (forall t h, size h = t -> \det (H t h) <=
    (lam + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * (1 - gamma ^+ 2))) ^+ d) /\
  (forall t h, size h = t -> 0 < \det (H t h)).
Proof.
move=> a1 v0 km g0 g1 l0 H.
have e t h : size h = t -> H t h = design lam (fun s => act (take s h))
    (fun s => window_weight _ D t s * gamma ^+ (2 * (t.-1 - s))
              * dmu ⟨act (take s h), theta (size (take s h))⟩) t.
  move=> ht; rewrite /H /design [in LHS]big_mkcond; congr (_ + _); apply: eq_bigr => s _.
  rewrite size_takel ?ht ?(ltnW (ltn_ord s)) // /window_weight -exprM mulnC.
  by case: (t - D <= s)%N; rewrite ?mul1r // !mul0r scale0r.
split=> t h ht; rewrite e //.
  have a2 s : ⟨act (take s h), act (take s h)⟩ <= 1 by rewrite -unit_ball.
  have g01 : 0 < gamma < 1 by rewrite g0.
  apply: (det_H_discount (ltW l0) a2 _ t g01) => s.
  by rewrite v0 km.
apply/pd_det_gt0/design_pd => // s _; rewrite !mulr_ge0 ?v0 ?ler0n ?exprn_ge0 //; exact: ltW.
Qed.

(* the threshold at level delta/T, with the determinant at most (lambda + u)^d *)
Lemma rho_bound d (X T u lam m delta : R) : 0 < lam -> 0 < m -> 0 < delta -> 0 < T -> 0 <= u -> 0 < X ->
  X <= (lam + u) ^+ d ->
  2%:R * m / Num.sqrt lam * ln (Num.sqrt X * T / (delta * Num.sqrt lam ^+ d)) <=
  2%:R * m / Num.sqrt lam * ln (T / delta) + d%:R * m / Num.sqrt lam * ln (1 + u / lam).
Proof.
move=> l0 m0 de0 T0 u0 X0 XY; have sl : 0 < Num.sqrt lam by rewrite sqrtr_gt0.
have sX : 0 < Num.sqrt X by rewrite sqrtr_gt0.
have y0 : 0 < Num.sqrt X / Num.sqrt lam ^+ d by rewrite divr_gt0 ?exprn_gt0.
have z0 : 0 < 1 + u / lam by rewrite ltr_spaddl ?ltr01 // divr_ge0 // ltW.
have -> : Num.sqrt X * T / (delta * Num.sqrt lam ^+ d) = T / delta * (Num.sqrt X / Num.sqrt lam ^+ d).
  move: (lt0r_neq0 de0) (lt0r_neq0 (exprn_gt0 d sl)); move: (Num.sqrt X) (Num.sqrt lam ^+ d) => x y d1 y1.
  by field; rewrite d1 y1.
rewrite (lnM (divr_gt0 T0 de0) y0) mulrDr ler_add2l.
have le2 : (Num.sqrt X / Num.sqrt lam ^+ d) ^+ 2 <= (1 + u / lam) ^+ d.
  rewrite expr_div_n sqr_sqrtr ?(ltW X0) // -exprM mulnC exprM sqr_sqrtr ?(ltW l0) //.
  rewrite ler_pdivr_mulr ?exprn_gt0 // -exprMn mulrDl mul1r divfK ?gt_eqF //.
have l2 : 2%:R * ln (Num.sqrt X / Num.sqrt lam ^+ d) <= d%:R * ln (1 + u / lam).
  by rewrite !mulr_natl -!lnX //; apply: ln_le le2; rewrite exprn_gt0.
have c0 : 0 <= m / Num.sqrt lam by rewrite divr_ge0 ?ltW.
have := ler_wpmul2l c0 l2; move: (ln _) (ln _) (Num.sqrt lam)^-1 => x1 x2 x3.
rewrite -subr_ge0 => h; rewrite -subr_ge0; apply: le_trans h _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
by ring.
Qed.
