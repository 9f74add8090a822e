(* Mutants of claims_mixing_steps.v: one token of the statement moved, refuted in one dimension. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing potentials tail paper_indices.
From Glb Require Import small_witnesses mixing_steps mixture_steps claims_mixing_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* The matrix c I is at least c I, and symmetric. *)
Lemma scalar_ge (c : R) (x : 'cV[R]_1) : c * ⟨x, x⟩ <= ⟨x, c%:M *m x⟩.
Proof. by rewrite mul_scalar_mx dotZr. Qed.

(* I3_mutant: I3 with the factor 1/2 of the second-order term dropped: f(xi) = - xi^2, xi = 1, xs = 0. *)
Theorem I3_mutant : ~ (forall (d : nat) (S : 'cV[R]_d) (H : 'M[R]_d) (m w : R), H^T = H ->
  let f xi := (m * w)^-1 * ⟨xi, S⟩ - (m * w)^-1 ^+ 2 * ⟨xi, H *m xi⟩ in
  let grad xi := (m * w)^-1 *: S - (2%:R * (m * w)^-1 ^+ 2) *: (H *m xi) in
  let hess := - (2%:R / (m ^+ 2 * w ^+ 2)) *: H in
  [/\ forall (xi u : 'cV[R]_d) (t : R), is_derive (fun t : R => f (xi + t *: u)) t ⟨grad (xi + t *: u), u⟩,
      forall (xi u v : 'cV[R]_d) (t : R), is_derive (fun t : R => ⟨grad (xi + t *: u), v⟩) t ⟨v, hess *m u⟩ &
      forall xi xs, f xi = f xs + ⟨grad xs, xi - xs⟩ + ⟨xi - xs, hess *m (xi - xs)⟩]).
Proof.
move=> F; have [_ _] := F 1%N 0 1%:M 1 1 (trmx1 _ _) => /(_ (const_mx 1) 0).
rewrite !subr0 !mul1mx !dot0r !scaler0 subr0 (dotC 0) !dot0r -scalemxAl mul1mx dotZr dot_dim1.
by toR_goal; simpl; lra.
Qed.

(* I4_mutant: I4 with 51/100 for 1/2 in one place: xi = 51/100, xs = 1/2. *)
Theorem I4_mutant : ~ (forall (d : nat) (xi xs : 'cV[R]_d),
  ‖xi‖ <= 51%:R / 100%:R -> ‖xs‖ <= 2%:R^-1 -> ‖xi + xs‖ <= 1).
Proof.
move=> F; have a0 : 0 <= 51%:R / 100%:R :> R by rewrite divr_ge0 ?ler0n.
have b0 : 0 <= 2%:R^-1 :> R by rewrite invr_ge0 ler0n.
have := F 1%N (const_mx (51%:R / 100%:R)) (const_mx 2%:R^-1).
have -> : const_mx (51%:R / 100%:R) + const_mx 2%:R^-1 = const_mx (51%:R / 100%:R + 2%:R^-1) :> 'cV[R]_1.
  by apply/matrixP => i j; rewrite !mxE.
rewrite !nrm_dim1 !ger0_norm ?addr_ge0 // => /(_ (lexx _) (lexx _)) /RleP.
by toR_goal; rewrite !INR_IZR_INZ; simpl Z.of_nat; lra.
Qed.

(* I5_mutant: I5 with the inequality raised by one per cent: l = 0, where both sides are 1. *)
Theorem I5_mutant : ~ (forall (d : nat) (H : 'M[R]_d) (l : 'cV[R]_d) (lam m w : R),
  0 < lam -> 0 < m -> 0 < w -> H^T = H -> (forall x, lam * ⟨x, x⟩ <= ⟨x, H *m x⟩) ->
  let normal x := exp (- (2%:R^-1 * ⟨x, (2%:R / (m * w) ^+ 2) *: H *m x⟩)) in
  let Ng := Int (inball 2%:R^-1 normal) in
  let mean_g (phi : 'cV[R]_d -> R) := Int (inball 2%:R^-1 (fun x => normal x / Ng * phi x)) in
  [/\ 0 < Ng,
      forall phi, LLn phi -> is_int (inball 2%:R^-1 (fun x => normal x / Ng * phi x)) (mean_g phi),
      forall i, mean_g (fun x => x i 0) = 0,
      101%:R / 100%:R * exp (mean_g (fun x => ⟨l, x⟩)) <= mean_g (fun x => exp ⟨l, x⟩) &
      exp (mean_g (fun x => ⟨l, x⟩)) = 1]).
Proof.
move=> F; have [N0 _ _ h1 h2] := F 1%N 1%:M 0 1 1 1 ltr01 ltr01 ltr01 (trmx1 _ _) (scalar_ge 1).
move: h1; rewrite h2; set I := Int _; have -> : I = 1.
  move: N0; rewrite normal_matrix => N0; apply: is_int_Int; apply: is_int_congr (half_mass N0) _ erefl => x.
  rewrite /inball; case: ifP => // _.
  by rewrite (dotC 0) dot0r exp0 [RHS]mulr1 /normaliser -normal_matrix.
by move/RleP; toR_goal; rewrite !INR_IZR_INZ; simpl Z.of_nat; lra.
Qed.

(* I9_mutant: I9 with the 2 of the factor dropped: lambda = m = w = 1. *)
Theorem I9_mutant : ~ (forall (d : nat) (lam m w : R), 0 < lam -> 0 < m -> 0 < w ->
  let normal (x : 'cV[R]_d) := exp (- (2%:R^-1 * (2%:R * lam / (m ^+ 2 * w ^+ 2)) * ‖x‖ ^+ 2)) in
  let standard (x : 'cV[R]_d) := exp (- (2%:R^-1 * ‖x‖ ^+ 2)) in
  let Nh := Int (inball 1 normal) in
  let r := Num.sqrt (2%:R * lam) / (m * w) in
  [/\ is_int (inball 1 normal) Nh,
      is_cube_int (r * 2%:R) (inball r standard) (ball_integral r standard) &
      Nh = Num.sqrt (m ^+ 2 * w ^+ 2 / lam) ^+ d * ball_integral r standard]).
Proof.
move=> F; have [_ _] := F 1%N 1 1 1 ltr01 ltr01 ltr01.
have [_ _ ->] := I9 1 ltr01 ltr01 ltr01; set B := ball_integral _ _.
have B0 : B != 0.
  rewrite gt_eqF // /B; have -> : (fun x : 'cV[R]_1 => exp (- (2%:R^-1 * ‖x‖ ^+ 2))) = @standard 1.
    by apply: functional_extensionality => x; rewrite nrm2_sqr.
  by apply: standard_gt0; rewrite divr_gt0 ?sqrtr_gt0 ?mulr_gt0 ?ltr0n ?ltr01.
move/(mulIf B0); rewrite !expr1n !mulr1 divr1 sqrtr1 !expr1 mul1r => /(congr1 (fun x => x ^+ 2)).
by rewrite sqr_sqrtr ?invr_ge0 ?ler0n // expr1n; toR_goal; simpl; lra.
Qed.

(* I10_mutant: I10 with det(H)^{-1} for det(H)^{-1/2}: H = lambda = 1/4, m = w = 1. *)
Theorem I10_mutant : ~ (forall (d : nat) (H : 'M[R]_d) (lam m w : R),
  0 < lam -> 0 < m -> 0 < w -> H^T = H -> (forall x, lam * ⟨x, x⟩ <= ⟨x, H *m x⟩) ->
  let normal (x : 'cV[R]_d) := exp (- (2%:R^-1 * (2%:R / (m ^+ 2 * w ^+ 2)) * ⟨x, H *m x⟩)) in
  let standard (x : 'cV[R]_d) := exp (- (2%:R^-1 * ‖x‖ ^+ 2)) in
  let Ng := Int (inball 2%:R^-1 normal) in
  let r := 2%:R^-1 * (Num.sqrt (2%:R * lam) / (m * w)) in
  let B := ball_integral r standard in
  [/\ is_int (inball 2%:R^-1 normal) Ng, is_cube_int (r * 2%:R) (inball r standard) B,
      exists Q : 'M[R]_d, Q *m Q^T = H &
      forall Q : 'M[R]_d, Q *m Q^T = H ->
      `|\det ((Num.sqrt 2%:R / (m * w)) *: Q)|^-1 * B <= Ng /\
      `|\det ((Num.sqrt 2%:R / (m * w)) *: Q)|^-1 * B =
        Num.sqrt (m ^+ 2 * w ^+ 2 / 2%:R) ^+ d * (\det H)^-1 * B]).
Proof.
move=> F; pose l : R := 2%:R^-1 ^+ 2; have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have l0 : 0 < l by rewrite exprn_gt0.
have [_ _ [Q Qe] /(_ Q Qe) [_ ]] := F 1%N l%:M l 1 1 l0 ltr01 ltr01 (tr_scalar_mx _ _) (scalar_ge l).
have [_ _ _ /(_ Q Qe) [_ ->]] := I10 l0 ltr01 ltr01 (tr_scalar_mx _ _) (scalar_ge l).
set B := ball_integral _ _; have B0 : B != 0.
  rewrite gt_eqF // /B; have -> : (fun x : 'cV[R]_1 => exp (- (2%:R^-1 * ‖x‖ ^+ 2))) = @standard 1.
    by apply: functional_extensionality => x; rewrite nrm2_sqr.
  by apply: standard_gt0; rewrite mulr_gt0 ?divr_gt0 ?sqrtr_gt0 ?mulr_gt0 ?ltr01 ?ltr0n.
have s0 : Num.sqrt (1 ^+ 2 * 1 ^+ 2 / 2%:R) ^+ 1 != 0 :> R.
  by rewrite gt_eqF // expr1 sqrtr_gt0 !expr1n !mul1r.
move/(mulIf B0)/(mulfI s0)/invr_inj; rewrite det_scalar1 sqrtr_sqr gtr0_norm // /l.
by toR_goal; simpl; lra.
Qed.

(* I11_mutant: I11 with 999/1000 2^d for 2^d: d = 1 and the radius 1/100. *)
Theorem I11_mutant : ~ (forall (d : nat) (r : R), 0 < r ->
  let standard (x : 'cV[R]_d) := exp (- (2%:R^-1 * ‖x‖ ^+ 2)) in
  let ratio := ball_integral r standard / ball_integral (2%:R^-1 * r) standard in
  [/\ is_cube_int (r * 2%:R) (inball r standard) (ball_integral r standard),
      is_cube_int (2%:R^-1 * r * 2%:R) (inball (2%:R^-1 * r) standard) (ball_integral (2%:R^-1 * r) standard),
      0 < ball_integral (2%:R^-1 * r) standard,
      ratio <= 999%:R / 1000%:R * 2%:R ^+ d & (0 < d)%N -> ratio < 2%:R ^+ d]).
Proof.
move=> F; have r0 : 0 < 100%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have [_ _ _ + _] := F 1%N _ r0.
have -> : (fun x : 'cV[R]_1 => exp (- (2%:R^-1 * ‖x‖ ^+ 2))) = @standard 1.
  by apply: functional_extensionality => x; rewrite nrm2_sqr.
rewrite ball_ratioE // mulrC ler_pmul2r ?exprn_gt0 ?ltr0n // ler_pdivr_mulr ?normaliser_gt0 //.
set c := (100%:R^-1 ^+ 2 / 2%:R); set c' := (_ ^+ 2 / 2%:R).
have c0 : 0 <= c by rewrite divr_ge0 ?sqr_ge0 ?ler0n.
have c0' : 0 <= c' by rewrite divr_ge0 ?sqr_ge0 ?ler0n.
have c1 : c <= 2000%:R^-1.
  by rewrite /c; apply/RleP; toR_goal; rewrite !INR_IZR_INZ; simpl Z.of_nat; simpl; lra.
have N0 : 0 < normaliser 1 (c'%:M : 'M[R]_1) := normaliser_gt0 _ _.
have := normaliser_flat 1 c0 c0'; move: (normaliser 1 c%:M) (normaliser 1 c'%:M) N0 => x y y0 h1 h2.
have := le_trans h1 h2; rewrite ler_pmul2r // => /RleP; move/RleP: c1.
by move: (c) => z; toR_goal; rewrite !INR_IZR_INZ; simpl Z.of_nat; lra.
Qed.

(* Q15_mutant: Q15 as printed, det for det^{1/2}: H = lambda = 1/16, m = w = 1. *)
Theorem Q15_mutant : ~ (forall (d : nat) (H : 'M[R]_d) (lam m w : R),
  0 < lam -> 0 < m -> 0 < w -> H^T = H -> (forall x, lam * ⟨x, x⟩ <= ⟨x, H *m x⟩) ->
  let normal (P : 'M[R]_d) x := exp (- (2%:R^-1 * ⟨x, P *m x⟩)) in
  let Nh := Int (inball 1 (normal (2%:R * lam / (m * w) ^+ 2)%:M)) in
  let Ng := Int (inball 2%:R^-1 (normal ((2%:R / (m * w) ^+ 2) *: H))) in
  let standard (x : 'cV[R]_d) := exp (- (2%:R^-1 * ‖x‖ ^+ 2)) in
  let r := Num.sqrt (2%:R * lam) / (m * w) in
  0 < Ng /\
  Nh / Ng <= \det H / Num.sqrt lam ^+ d
             * (ball_integral r standard / ball_integral (2%:R^-1 * r) standard)).
Proof.
move=> F; pose l : R := 4%:R^-1 ^+ 2; have q0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have l0 : 0 < l by rewrite exprn_gt0.
have [] := F 1%N l%:M l 1 1 l0 ltr01 ltr01 (tr_scalar_mx _ _) (scalar_ge l).
have r0 : 0 < Num.sqrt (2%:R * l) / (1 * 1) by rewrite divr_gt0 ?sqrtr_gt0 ?mulr_gt0 ?ltr01 ?ltr0n.
have [_ _ _ R2 _] := I11 1 r0.
rewrite normal_scalar normal_matrix det_scalar1 expr1 sqrtr_sqr (gtr0_norm q0).
have -> : l / 4%:R^-1 = 4%:R^-1 by rewrite /l expr2 mulfK // gt_eqF.
have -> : (1 * 1)^-1 ^+ 2 *: (l%:M : 'M[R]_1) = l%:M by rewrite mulr1 invr1 expr1n scale1r.
have -> : (1 * 1)^-1 ^+ 2 * l = l by rewrite mulr1 invr1 expr1n mul1r.
rewrite -/(normaliser 1 _) -/(normaliser 2%:R^-1 _) => N0.
have := half_le (l%:M : 'M[R]_1); rewrite -[X in X <= _]mul1r -ler_pdivl_mulr // => h1 h2.
have := le_trans (le_trans h1 h2) (ler_wpmul2l (ltW q0) R2); rewrite expr1 => /RleP.
by toR_goal; simpl; lra.
Qed.
