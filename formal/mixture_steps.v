(* The steps of the mixture and of its lower bound (lines 1435-1716): Gaussian integrals over balls, the
   quadratic f_t, the shift to a point of the half ball, the ratio of N(h) and N(g). *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing potentials tail paper_indices.
From Glb Require Import mixing_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Strict comparison over a ball *)

(* f <= g, with f < g at a point of norm at most r/sqrt 2 *)
Lemma ball_int_lt n (r : R) (f g : 'cV[R]_n -> R) (z : 'cV[R]_n) : 0 < r -> r <= 1 -> LLn f -> LLn g ->
  (forall x, f x <= g x) -> ⟨z, z⟩ <= r ^+ 2 / 2%:R -> f z < g z -> Int (inball r f) < Int (inball r g).
Proof.
move=> r0 r1 Lf Lg fg zr lt; have r2 : 0 < r ^+ 2 by rewrite exprn_gt0.
apply: (is_int_lt (b := fun x => inner r 2%:R^-1 x * (g x - f x)) (z := z)
         (ball_int_signed r0 r1 Lf) (ball_int_signed r0 r1 Lg)).
- by apply: LLn_mul; [exact: LLn_inner half_gt0|exact: (LLn_add Lg (LLn_opp Lf))].
- by move=> x; rewrite mulr_ge0 ?cutp // subr_ge0.
- move=> i; apply: le_lt_trans (coord_nrm2 z i) _; apply: (@le_lt_trans _ _ 1); last by rewrite ltr1n.
  rewrite nrm2_le ?ler01 // expr1n (le_trans zr) // ler_pdivr_mulr ?ltr0n // mul1r.
  by apply: (@le_trans _ _ 1); rewrite ?ler1n // exprn_ile1 // ltW.
- have h1 : 1 - 2%:R^-1 = 2%:R^-1 :> R by rewrite {1}(splitr 1) div1r addrK.
  by rewrite /inner cut_near ?mul1r ?subr_gt0 ?half_gt0 // ler_pdivr_mulr // h1 mulrC.
- move=> x; rewrite !inballE -ler_subr_addl -mulrBr ler_wpmul2r ?subr_ge0 //.
  exact: (inner_le r0 half_gt0 x).
Qed.

(* a point of norm 1/2 *)
Lemma half_point n : (0 < n)%N -> exists z : 'cV[R]_n, ⟨z, z⟩ = 4%:R^-1.
Proof.
move=> n0; exists (2%:R^-1 *: delta_mx (Ordinal n0) 0); rewrite dotZl dotZr dotE (bigD1 (Ordinal n0)) //=.
rewrite big1 ?mxE ?eqxx ?mulr1 ?addr0; last by move=> i /negbTE h; rewrite mxE h mul0r.
by rewrite mulr1 -invfM -natrM.
Qed.
Lemma quarter_le : 4%:R^-1 <= 1 ^+ 2 / 2%:R :> R.
Proof. by apply/RleP; toR_goal; simpl; lra. Qed.

(* a larger precision, a smaller constant *)
Lemma normaliser_lt d (b c : R) : (0 < d)%N -> b < c ->
  normaliser 1 (c%:M : 'M[R]_d) < normaliser 1 (b%:M : 'M[R]_d).
Proof.
move=> d0 bc; have [z z4] := half_point d0.
apply: (ball_int_lt (z := z) ltr01 (lexx 1) (gauss_LL _) (gauss_LL _)); rewrite ?z4 ?quarter_le //.
  by move=> x; rewrite /gauss !qf_scalar exp_le // ler_opp2 ler_wpmul2r ?dot_ge0 // ltW.
rewrite /gauss !qf_scalar z4; apply/RltP/exp_increasing/RltP.
by rewrite ltr_opp2 ltr_pmul2r // invr_gt0 ltr0n.
Qed.
Lemma normaliser_le d (b c : R) : b <= c -> normaliser 1 (c%:M : 'M[R]_d) <= normaliser 1 (b%:M : 'M[R]_d).
Proof.
move=> bc; apply: (is_int_le (proj1 (normaliser_int d c)) (proj1 (normaliser_int d b))) => x.
rewrite /inball; case: ifP => // _.
by rewrite /gauss !qf_scalar exp_le // ler_opp2 ler_wpmul2r ?dot_ge0.
Qed.

(* a small precision changes little *)
Lemma normaliser_flat d (b c : R) : 0 <= b -> 0 <= c ->
  (1 - b) * normaliser 1 (c%:M : 'M[R]_d) <= normaliser 1 (b%:M : 'M[R]_d).
Proof.
move=> b0 c0; have [b1|b1] := lerP b 1; last first.
  apply: (@le_trans _ _ 0); rewrite ?(ltW (normaliser_gt0 _ _)) //.
  by rewrite pmulr_lle0 ?normaliser_gt0 // subr_le0 ltW.
have b2 : 0 <= 1 - b by rewrite subr_ge0.
apply: (is_int_le (is_int_scal b2 (proj1 (normaliser_int d c))) (proj1 (normaliser_int d b))) => x.
rewrite /inball; case: ifP => // [h|]; last by rewrite mulr0.
have x1 : dot x x <= 1 by move: h; rewrite nrm2_le ?ler01 // expr1n.
rewrite /gauss !qf_scalar; apply: (@le_trans _ _ (1 - b)).
  rewrite -[X in _ <= X]mulr1 ler_wpmul2l // -exp0 exp_le // oppr_le0.
  by rewrite mulr_ge0 ?dot_ge0.
apply: (@le_trans _ _ (1 + - (b * dot x x))); last exact: exp_tangent.
by rewrite ler_add2l ler_opp2 -[X in _ <= X]mulr1 ler_wpmul2l.
Qed.

(** * The quadratic f_t *)

Section Quadratic.
Variables (d : nat) (S : 'cV[R]_d) (H : 'M[R]_d) (b : R).
Hypothesis Hs : H^T = H.
Let f x := b * ⟨x, S⟩ - b ^+ 2 * ⟨x, H *m x⟩.
Let grad x := b *: S - (2%:R * b ^+ 2) *: (H *m x).

(* a quadratic polynomial of one variable *)
Lemma quadratic_derive (x y z t : R) :
  is_derive (fun s : R => x + y * s + z * s ^+ 2) t (y + 2%:R * (z * t)).
Proof.
apply: (is_derive_ext (fun s : R => Rplus (Rplus x (Rmult y s)) (Rmult z (Rmult s s)))).
  by move=> s; rewrite expr2.
by auto_derive; trivial; toR_goal; simpl; lra.
Qed.

(* f along a line *)
Lemma quadratic_line x y t :
  f (x + t *: y) = f x + ⟨grad x, y⟩ * t + - (b ^+ 2 * ⟨y, H *m y⟩) * t ^+ 2.
Proof.
rewrite /f /grad dotDl dotZl -!/(bf _ _ _) -!/(qf _ _) /qf bfDl !bfDr !bfZl !bfZr (bfC y x Hs).
rewrite dotDl dotNl !dotZl (dotC _ y) (dotC _ y : ⟨H *m x, y⟩ = _) -/(bf H y x) (bfC y x Hs).
by move: (dot x S) (dot y S) (bf H x x) (bf H x y) (bf H y y) => x1 x2 x3 x4 x5; ring.
Qed.
Lemma quadratic_gradient x y t : is_derive (fun s : R => f (x + s *: y)) t ⟨grad (x + t *: y), y⟩.
Proof.
apply: (is_derive_ext (fun s : R => f x + ⟨grad x, y⟩ * s + - (b ^+ 2 * ⟨y, H *m y⟩) * s ^+ 2)).
  by move=> s; rewrite quadratic_line.
have -> : ⟨grad (x + t *: y), y⟩ = ⟨grad x, y⟩ + 2%:R * (- (b ^+ 2 * ⟨y, H *m y⟩) * t).
  rewrite /grad mulmxDr -scalemxAr !dotDl !dotNl !dotZl !dotDl !dotZl (dotC _ y : ⟨H *m y, y⟩ = _).
  by move: (dot S y) (dot (H *m x) y) (dot y _) => x1 x2 x3; ring.
exact: quadratic_derive.
Qed.
Lemma quadratic_hessian x y z t :
  is_derive (fun s : R => ⟨grad (x + s *: y), z⟩) t ⟨z, (- (2%:R * b ^+ 2) *: H) *m y⟩.
Proof.
have e s : ⟨grad (x + s *: y), z⟩ = ⟨grad x, z⟩ + ⟨z, (- (2%:R * b ^+ 2) *: H) *m y⟩ * s + 0 * s ^+ 2.
  rewrite /grad mulmxDr -scalemxAr -scalemxAl !dotDl !dotNl !dotZl !dotDl !dotZl dotZr.
  by rewrite (dotC _ z : ⟨H *m y, z⟩ = _); move: (dot S z) (dot (H *m x) z) (dot z _) => x1 x2 x3; ring.
apply: (is_derive_ext (fun s : R => ⟨grad x, z⟩ + ⟨z, (- (2%:R * b ^+ 2) *: H) *m y⟩ * s + 0 * s ^+ 2)).
  by move=> s; rewrite e.
have := quadratic_derive ⟨grad x, z⟩ ⟨z, (- (2%:R * b ^+ 2) *: H) *m y⟩ 0 t.
by rewrite mul0r mulr0 addr0.
Qed.
Lemma quadratic_expansion x xs :
  f x = f xs + ⟨grad xs, x - xs⟩ + 2%:R^-1 * ⟨x - xs, (- (2%:R * b ^+ 2) *: H) *m (x - xs)⟩.
Proof.
have := quadratic_line xs (x - xs) 1; rewrite scale1r addrC subrK mulr1 expr1n mulr1 => ->.
by rewrite -scalemxAl dotZr; congr (_ + _); move: ⟨x - xs, _⟩ => q; field.
Qed.
End Quadratic.

(** * The truncated normal law on the half ball *)

(* it has mass one *)
Lemma half_mass d (A : 'M[R]_d) : 0 < normaliser 2%:R^-1 A ->
  is_int (inball 2%:R^-1 (fun x => gauss A x / normaliser 2%:R^-1 A)) 1.
Proof.
set N := normaliser _ _ => N0; have Ni : 0 <= N^-1 by rewrite invr_ge0 ltW.
rewrite -[X in is_int _ X](mulVf (lt0r_neq0 N0)).
have := is_int_scal Ni (ball_int half_gt0 half_le1 (gauss_LL A) (@gauss_ge0 d A)).
congr is_int; apply: functional_extensionality => x.
by rewrite /inball; case: ifP => _; rewrite ?mulr0 // mulrC.
Qed.

(* its means exist, those of the coordinates are 0, and Jensen's inequality for exp(l.x) *)
Lemma half_mean d (A : 'M[R]_d) (l : 'cV[R]_d) :
  let N := normaliser 2%:R^-1 A in
  let mean_g (phi : 'cV[R]_d -> R) := Int (inball 2%:R^-1 (fun x => gauss A x / N * phi x)) in
  0 < N ->
  [/\ 0 < N,
      forall phi, LLn phi -> is_int (inball 2%:R^-1 (fun x => gauss A x / N * phi x)) (mean_g phi),
      forall i, mean_g (fun x => x i 0) = 0,
      exp (mean_g (fun x => ⟨l, x⟩)) <= mean_g (fun x => exp ⟨l, x⟩) &
      exp (mean_g (fun x => ⟨l, x⟩)) = 1].
Proof.
move=> N mean_g N0.
have LG : LLn (fun x => gauss A x / N) by apply: LLn_mul; [exact: gauss_LL|exact: LLn_const].
have ex phi : LLn phi -> is_int (inball 2%:R^-1 (fun x => gauss A x / N * phi x)) (mean_g phi).
  by move=> L; apply: ball_int_signed; [exact: half_gt0|exact: half_le1|exact: LLn_mul].
have even x : gauss A (- x) = gauss A x by rewrite /gauss /qf bfNl bfNr opprK.
have nN (x : 'cV[R]_d) : ‖- x‖ = ‖x‖ by rewrite /nrm2 dotNl dotNr opprK.
have odd phi : LLn phi -> (forall x, phi (- x) = - phi x) -> mean_g phi = 0.
  move=> L o; apply: Int_odd (ex _ L) _ => x; rewrite /inball nN; case: ifP => _; last by rewrite oppr0.
  by rewrite even o mulrN.
have Ll : LLn (fun x => ⟨l, x⟩).
  have -> : (fun x => ⟨l, x⟩) = (fun x => ⟨x, l⟩) by apply: functional_extensionality => x; rewrite dotC.
  exact: LLn_dot.
have z : mean_g (fun x => ⟨l, x⟩) = 0 by apply: odd => // x; rewrite dotNr.
have one : mean_g (fun=> 1) = 1.
  apply: is_int_Int; have := half_mass N0; congr is_int; congr inball.
  by apply: functional_extensionality => x; rewrite mulr1.
split=> //; first by move=> i; apply: odd => [|x]; [exact: LLn_coord|rewrite mxE].
  rewrite z exp0 -one -[X in X <= _]addr0 -z.
  have Le : LLn (fun x => exp ⟨l, x⟩) by exact: LLn_comp LL_exp Ll.
  apply: (is_int_le (is_int_add (ex _ (LLn_const _ 1)) (ex _ Ll)) (ex _ Le)) => x.
  rewrite /inball; case: ifP => _; rewrite ?addr0 // -mulrDr ler_wpmul2l ?exp_tangent //.
  by rewrite divr_ge0 ?gauss_ge0 ?(ltW N0).
by rewrite z exp0.
Qed.

(** * Roots *)

(* a positive definite matrix is Q Q^T for some Q (Cholesky) *)
Lemma cholesky_step d (A : 'M[R]_(1 + d)) (Q : 'M[R]_d) : pd A -> Q *m Q^T = schur A ->
  exists P : 'M[R]_(1 + d), P *m P^T = A.
Proof.
move=> Ap Qe; have a0 := pd00 Ap; have [As _] := Ap; set a := A 0 0 in a0; pose u := dlsubmx A.
have s0 : Num.sqrt a != 0 by rewrite gt_eqF // sqrtr_gt0.
have ss : Num.sqrt a * Num.sqrt a = a by rewrite -expr2 sqr_sqrtr // ltW.
exists (block_mx (Num.sqrt a)%:M 0 ((Num.sqrt a)^-1 *: u) Q).
rewrite tr_block_mx mulmx_block tr_scalar_mx !trmx0 !mulmx0 !mul0mx !addr0 linearZ /=.
rewrite [RHS](block_sym As) -/a -/u; congr block_mx.
- by rewrite -scalar_mxM ss.
- by rewrite mul_scalar_mx scalerA mulfV // scale1r.
- by rewrite mul_mx_scalar scalerA mulfV // scale1r.
by rewrite -scalemxAl -scalemxAr scalerA -invfM ss Qe /schur -/a -/u addrC subrK.
Qed.
Lemma cholesky d (A : 'M[R]_d) : pd A -> exists Q : 'M[R]_d, Q *m Q^T = A.
Proof.
elim: d A => [|d IH] A Ap; first by exists 0; rewrite [A]flatmx0 mul0mx.
by have [Q] := IH _ (pd_schur Ap); exact: cholesky_step.
Qed.

(* |det(c Q)| = c^d det(H)^{1/2} when Q Q^T = H *)
Lemma det_root d (H Q : 'M[R]_d) (c : R) : 0 <= c -> Q *m Q^T = H ->
  `|\det (c *: Q)| = c ^+ d * Num.sqrt (\det H).
Proof.
move=> c0 <-; rewrite detZ normrM ger0_norm ?exprn_ge0 // det_mulmx det_tr -expr2 sqrtr_sqr.
by [].
Qed.

(** * N(h) and N(g) as integrals over balls of the standard normal law *)

Section Balls.
Variable d : nat.
Definition standard (x : 'cV[R]_d) := exp (- (2%:R^-1 * ⟨x, x⟩)).

Lemma standard_LL : LLn standard.
Proof.
have -> : standard = gauss (2%:R^-1)%:M; last exact: gauss_LL.
by apply: functional_extensionality => x; rewrite /gauss qf_scalar.
Qed.

(* the integral over the ball of radius r *)
Lemma standard_ball (r : R) : 0 < r ->
  ball_integral r standard = r ^+ d * normaliser 1 ((r ^+ 2 / 2%:R)%:M : 'M[R]_d) /\
  is_cube_int (r * 2%:R) (inball r standard) (ball_integral r standard).
Proof.
move=> r0; have [-> h] := ball_integralE r0 standard_LL; split=> //.
congr (_ * Int (inball 1 _)); apply: functional_extensionality => x.
rewrite /standard /gauss qf_scalar dotZl dotZr; congr (exp (- _)).
by move: (dot x x) => q; field.
Qed.
Lemma standard_gt0 (r : R) : 0 < r -> 0 < ball_integral r standard.
Proof. by move=> r0; have [-> _] := standard_ball r0; rewrite mulr_gt0 ?exprn_gt0 ?normaliser_gt0. Qed.

(* the ratio of two balls: 2^d times a ratio of constants *)
Lemma ball_ratioE (r : R) : 0 < r -> ball_integral r standard / ball_integral (2%:R^-1 * r) standard =
  2%:R ^+ d * (normaliser 1 ((r ^+ 2 / 2%:R)%:M : 'M[R]_d)
               / normaliser 1 (((2%:R^-1 * r) ^+ 2 / 2%:R)%:M : 'M[R]_d)).
Proof.
move=> r0; have r2 : 0 < 2%:R^-1 * r by rewrite mulr_gt0 ?invr_gt0 ?ltr0n.
have [-> _] := standard_ball r0; have [-> _] := standard_ball r2.
rewrite invfM mulrACA -expr_div_n; congr (_ ^+ _ * _).
by rewrite invfM invrK mulrCA mulfV ?mulr1 // gt_eqF.
Qed.

(* the half ball with precision A >= c I holds the image of a smaller ball: N(h)/N(g) without the first
   truncation *)
Lemma half_ball_low (c : R) (A : 'M[R]_d) : 0 < c -> pd A -> loewner c%:M A ->
  normaliser 1 ((c / 4%:R)%:M : 'M[R]_d) <=
  2%:R ^+ d * Num.sqrt (\det A) / Num.sqrt c ^+ d * normaliser 2%:R^-1 A.
Proof.
move=> c0 Ap A1; have sc : 0 < Num.sqrt c by rewrite sqrtr_gt0.
have sd : 0 < Num.sqrt (\det A) by rewrite sqrtr_gt0 pd_det_gt0.
pose u := 2%:R / Num.sqrt c; pose c4 := c / 4%:R; pose B := u ^+ 2 *: A.
have u0 : 0 < u by rewrite divr_gt0 ?ltr0n.
have uc : u ^+ 2 * c = 4%:R.
  by rewrite /u expr_div_n sqr_sqrtr ?(ltW c0) // divfK ?gt_eqF // -natrX.
have B4 x : 4%:R * dot x x <= qf B x.
  by rewrite qfZ -uc -mulrA ler_wpmul2l ?sqr_ge0 // -qf_scalar A1.
have B1 : loewner 1%:M B.
  by move=> x; rewrite qf_scalar; apply: le_trans (B4 x); rewrite ler_wpmul2r ?dot_ge0 // ler1n.
have Bp : pd B.
  by have [As Aq] := Ap; split; [rewrite linearZ /= As|move=> x /Aq h; rewrite qfZ mulr_gt0 ?exprn_gt0].
have dB : 2%:R ^+ d * Num.sqrt (\det A) / Num.sqrt c ^+ d = Num.sqrt (\det B).
  rewrite detZ -exprM mulnC exprM sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm ?exprn_ge0 ?(ltW u0) //.
  by rewrite /u expr_div_n mulrAC.
apply: ball_int_le; [exact: ltr01|exact: lexx|exact: gauss_LL|exact: gauss_ge0|] => k k0 k1.
have F4 a v : 4%:R <= v -> dens k a v = 0.
  by move=> h; apply: dens_far => //; apply: le_trans h; rewrite ler1n.
have := J_qf Bp B1 (dens_LL k0 c4) (F4 _); rewrite dB => E.
have -> : (fun x : 'cV[R]_d => inner 1 k x * gauss (c / 4%:R)%:M x) = (fun x => dens k c4 (dot x x)).
  by apply: functional_extensionality => x; rewrite /inner expr1n divr1 /gauss qf_scalar.
rewrite -ler_pdivr_mull ?sqrtr_gt0 ?pd_det_gt0 // -E.
apply: ball_int_ge; [exact: half_gt0|exact: half_le1|exact: gauss_LL|exact: gauss_ge0| |] => [|x].
  exact: (LLn_comp (dens_LL k0 c4) (LLn_qf B)).
rewrite inballE /dens /gauss.
have -> : c4 * qf B x = qf A x.
  have e : c4 * u ^+ 2 = 1 by rewrite mulrC mulrA uc mulfV // pnatr_eq0.
  by rewrite qfZ mulrA e mul1r.
rewrite ler_wpmul2r ?exp_ge0 //; have [h|h] := lerP 1 (qf B x); first by rewrite cut_far ?ler0n.
suff -> : nrm2 x <= 2%:R^-1 by exact: cut_1.
rewrite nrm2_le ?(ltW half_gt0) // exprVn -natrX -div1r ler_pdivl_mulr ?ltr0n // mulrC.
exact: le_trans (B4 x) (ltW h).
Qed.

(* the printed radii: r^2/2 = lambda/(m w)^2 and sqrt(m^2 w^2/(2 lambda)) = 1/r *)
Lemma radius_scale (lam m w : R) : 0 < lam -> 0 < m -> 0 < w ->
  let r := Num.sqrt (2%:R * lam) / (m * w) in
  Num.sqrt (m ^+ 2 * w ^+ 2 / (2%:R * lam)) = r^-1 /\ r ^+ 2 / 2%:R = (m * w)^-1 ^+ 2 * lam.
Proof.
move=> l0 m0 w0 r; have k0 : 0 < m * w by rewrite mulr_gt0.
have l2 : 0 <= 2%:R * lam by rewrite mulr_ge0 ?ler0n ?ltW.
split; first by rewrite /r invf_div -exprMn sqrtrM ?sqr_ge0 // sqrtr_sqr (gtr0_norm k0) sqrtrV.
by rewrite /r expr_div_n sqr_sqrtr // exprVn; move: ((m * w) ^+ 2)^-1 => q; field.
Qed.

(* the lower bound of N(g_t) by the smaller ball, with r half of the printed radius *)
Lemma half_ball_scale (H : 'M[R]_d) (lam m w r : R) : 0 < lam -> 0 < m -> 0 < w -> pd H ->
  loewner lam%:M H -> r = 2%:R^-1 * (Num.sqrt (2%:R * lam) / (m * w)) ->
  normaliser 1 ((r ^+ 2 / 2%:R)%:M : 'M[R]_d) <=
  2%:R ^+ d * (Num.sqrt (\det H) / Num.sqrt lam ^+ d) * normaliser 2%:R^-1 ((m * w)^-1 ^+ 2 *: H).
Proof.
move=> l0 m0 w0 Hp Hge rE; have b0 : 0 < (m * w)^-1 by rewrite invr_gt0 mulr_gt0.
have b2 : 0 < (m * w)^-1 ^+ 2 by rewrite exprn_gt0.
have Bp : pd ((m * w)^-1 ^+ 2 *: H).
  by have [As Aq] := Hp; split; [rewrite linearZ /= As|move=> x /Aq h; rewrite qfZ mulr_gt0].
have B1 : loewner ((m * w)^-1 ^+ 2 * lam)%:M ((m * w)^-1 ^+ 2 *: H).
  by move=> x; rewrite qf_scalar qfZ -mulrA ler_wpmul2l ?(ltW b2) // -qf_scalar Hge.
have := half_ball_low (mulr_gt0 b2 l0) Bp B1.
rewrite -[2%:R ^+ d * _ / _]mulrA ratio_scale ?(ltW (pd_det_gt0 Hp)) //.
have [_ q] := radius_scale l0 m0 w0; suff -> : r ^+ 2 / 2%:R = (m * w)^-1 ^+ 2 * lam / 4%:R by [].
by rewrite -q rE exprMn; move: ((_ / (m * w)) ^+ 2) => x; field.
Qed.
Lemma half_ball_bound (H : 'M[R]_d) (lam m w r : R) : 0 < lam -> 0 < m -> 0 < w -> pd H ->
  loewner lam%:M H -> r = 2%:R^-1 * (Num.sqrt (2%:R * lam) / (m * w)) ->
  Num.sqrt (m ^+ 2 * w ^+ 2 / 2%:R) ^+ d * (Num.sqrt (\det H))^-1 *
    (r ^+ d * normaliser 1 ((r ^+ 2 / 2%:R)%:M : 'M[R]_d)) <=
  normaliser 2%:R^-1 ((m * w)^-1 ^+ 2 *: H).
Proof.
move=> l0 m0 w0 Hp Hge rE; have k0 : 0 < m * w by rewrite mulr_gt0.
have := half_ball_scale l0 m0 w0 Hp Hge rE.
move: (normaliser 1 _) (normaliser 2%:R^-1 _) => N1 N2 h.
have s0 : 0 < Num.sqrt (\det H) by rewrite sqrtr_gt0 pd_det_gt0.
have sl : 0 < Num.sqrt lam by rewrite sqrtr_gt0.
have e : Num.sqrt (m ^+ 2 * w ^+ 2 / 2%:R) * r = Num.sqrt lam / 2%:R.
  rewrite rE -exprMn sqrtrM ?sqr_ge0 // sqrtr_sqr (gtr0_norm k0) sqrtrV ?ler0n // sqrtrM ?ler0n //.
  have t0 : Num.sqrt 2%:R != 0 :> R by rewrite gt_eqF // sqrtr_gt0 ltr0n.
  move: (lt0r_neq0 k0) t0; move: (m * w) (Num.sqrt 2%:R) (Num.sqrt lam) => x y z x0 y0.
  by field; rewrite x0 y0.
have t : 0 < 2%:R ^+ d :> R by rewrite exprn_gt0 ?ltr0n.
have ld : 0 < Num.sqrt lam ^+ d by rewrite exprn_gt0.
rewrite mulrACA mulrC -exprMn e expr_div_n [X in X <= _]mulrC.
move: (lt0r_neq0 s0) (lt0r_neq0 t) (lt0r_neq0 ld) => s1 t1 l1.
apply: (@le_trans _ _ (Num.sqrt lam ^+ d / 2%:R ^+ d * ((Num.sqrt (\det H))^-1 *
  (2%:R ^+ d * (Num.sqrt (\det H) / Num.sqrt lam ^+ d) * N2)))).
  by rewrite !ler_wpmul2l // ?invr_ge0 ?divr_ge0 ?(ltW s0) ?(ltW t) ?(ltW ld).
rewrite le_eqVlt; apply/orP; left; apply/eqP.
by move: (2%:R ^+ d) (Num.sqrt lam ^+ d) (Num.sqrt (\det H)) s1 t1 l1 => x y z *; field; apply/and3P.
Qed.

(* N(h)/N(g) by the ratio of the two balls *)
Lemma quotient_bound (H : 'M[R]_d) (lam m w r : R) : 0 < lam -> 0 < m -> 0 < w -> pd H ->
  loewner lam%:M H -> r = Num.sqrt (2%:R * lam) / (m * w) ->
  normaliser 1 (((m * w)^-1 ^+ 2 * lam)%:M : 'M[R]_d) <=
  Num.sqrt (\det H) / Num.sqrt lam ^+ d *
    (2%:R ^+ d * (normaliser 1 ((r ^+ 2 / 2%:R)%:M : 'M[R]_d)
                  / normaliser 1 (((2%:R^-1 * r) ^+ 2 / 2%:R)%:M : 'M[R]_d)))
  * normaliser 2%:R^-1 ((m * w)^-1 ^+ 2 *: H).
Proof.
move=> l0 m0 w0 Hp Hge rE; have [_ q] := radius_scale l0 m0 w0; rewrite -rE in q; rewrite q.
have := half_ball_scale l0 m0 w0 Hp Hge (congr1 (fun x => 2%:R^-1 * x) rE).
set N1 := normaliser 1 (_ / 2%:R)%:M; set N2 := normaliser 2%:R^-1 _; set N0 := normaliser 1 _.
have p0 : 0 < N0 := normaliser_gt0 _ _; have p1 : 0 < N1 := normaliser_gt0 _ _; move=> h.
apply: (@le_trans _ _ (N0 / N1 * N1)); first by rewrite divfK // gt_eqF.
apply: le_trans (ler_wpmul2l (ltW (divr_gt0 p0 p1)) h) _.
rewrite le_eqVlt; apply/orP; left; apply/eqP; clear h; move: (N0 / N1) (Num.sqrt (\det H) / _) (2%:R ^+ d) N2.
by move=> x y z t; ring.
Qed.
End Balls.
