(* The method of mixtures: the normal law truncated on the unit ball (eq:bar_M_u, l. 1437), the price of
   the two truncations (prop:upper_h_t_g_t, l. 1631) and the lower bound eq:bar_M_t_lower (l. 1587) of the
   mixture by its integrand at one point of the half ball. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices integrals.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Lemma exp_tangent (u : R) : 1 + u <= exp u.
Proof. by apply/RleP; exact: exp_ineq1_le. Qed.

Section Truncated.
Variable d : nat.
Implicit Types (x y : 'cV[R]_d) (f : 'cV[R]_d -> R) (A : 'M[R]_d).

(* exp (- x^T A x), the unnormalised density of the centred normal law with precision matrix 2 A *)
Definition gauss A x := exp (- qf A x).

(* N(h) and N(g): the normalisation constant of that law truncated on { |x| <= r } *)
Definition normaliser (r : R) A := Int (inball r (gauss A)).
Arguments normaliser r%ring A%ring.

(* it is positive and locally Lipschitz, with or without a linear term in the exponent *)
Lemma gauss_ge0 A x : 0 <= gauss A x. Proof. exact: exp_ge0. Qed.
Lemma exp_LL (S : 'cV[R]_d) A : LLn (fun x => exp (dot x S - qf A x)).
Proof.
apply: (LLn_comp LL_exp); apply: LLn_add; first exact: LLn_dot.
exact: LLn_opp (LLn_qf A).
Qed.
Lemma gauss_LL A : LLn (gauss A).
Proof. by apply: (LLn_comp LL_exp); exact: LLn_opp (LLn_qf A). Qed.

(* the radius of the half ball *)
Lemma half_gt0 : 0 < 2%:R^-1 :> R. Proof. by rewrite invr_gt0 ltr0n. Qed.
Lemma half_le1 : 2%:R^-1 <= 1 :> R. Proof. by rewrite invf_le1 ?ltr0n // ler1n. Qed.

(* a radial density, cut off continuously inside the unit ball *)
Definition dens (k a v : R) := cut k v * exp (- (a * v)).
Arguments dens k%ring a%ring v%ring.
Section Dens.
Variable k : R.
Hypothesis k0 : 0 < k.
Let k0' : Rlt (IZR 0) k. Proof. exact/RltP. Qed.
Lemma dens_LL a : LL (dens k a).
Proof. by apply: LL_mul; [exact: LL_cut|exact: LL_expl]. Qed.
Lemma dens_ge0 a v : 0 <= dens k a v.
Proof. by rewrite mulr_ge0 ?cutp ?exp_ge0. Qed.
Lemma dens_far a v : 1 <= v -> dens k a v = 0.
Proof. by move=> h; rewrite /dens cut_far ?mul0r. Qed.
Lemma dens_dot_LL a : LLn (fun x => dens k a (dot x x)).
Proof.
have -> : (fun x => dens k a (dot x x)) = (fun x => dens k a (qf 1%:M x)).
  by apply: functional_extensionality => x; rewrite qf_scalar mul1r.
exact: (LLn_comp (dens_LL a) (LLn_qf 1%:M)).
Qed.
End Dens.

(* The first truncation: N(h) is positive. *)
Lemma normaliser_gt0 c : 0 < normaliser 1 c%:M.
Proof.
pose k : R := 2%:R^-1; have k0 : 0 < k := half_gt0.
apply: (@lt_le_trans _ _ (J (fun x : 'cV[R]_d => dens k c (dot x x)))).
  apply: J_gt0; [exact: dens_LL|exact: dens_ge0|].
  rewrite /dens cut_near ?mul1r ?exp_gt0 // subr_ge0; exact: half_le1.
apply: ball_int_ge; [exact: ltr01|exact: lexx|exact: gauss_LL|exact: gauss_ge0|exact: dens_dot_LL|] => x.
rewrite inballE /dens /gauss qf_scalar ler_wpmul2r ?exp_ge0 //.
by have := inner_le ltr01 k0 x; rewrite /inner expr1n divr1.
Qed.

(* prop:upper_h_t_g_t: N(h) / N(g) is at most det(A)^{1/2} / c^{d/2} times 2^d when A >= c I. *)
Lemma truncations c A : 0 < c -> pd A -> loewner c%:M A ->
  normaliser 1 c%:M <= 2%:R ^+ d * Num.sqrt (\det A) / Num.sqrt c ^+ d * normaliser 2%:R^-1 A.
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
apply: (@le_trans _ _ (J (fun x : 'cV[R]_d => dens k c4 (dot x x)))).
  apply: J_le; [|exact: dens_dot_LL|] => [|x].
    by apply: LLn_mul; [exact: LLn_inner|exact: gauss_LL].
  rewrite /inner expr1n divr1 /gauss qf_scalar ler_wpmul2l ?cutp // exp_le // ler_opp2.
  rewrite ler_wpmul2r ?dot_ge0 // ler_pdivr_mulr ?ltr0n // -[X in X <= _]mulr1.
  by rewrite ler_wpmul2l ?(ltW c0) // ler1n.
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

(* the ratio of determinants does not see the factor b^2 = 1 / (m w_{t-1})^2 *)
Lemma ratio_scale b c A : 0 < b -> 0 <= \det A ->
  Num.sqrt (\det (b ^+ 2 *: A)) / Num.sqrt (b ^+ 2 * c) ^+ d = Num.sqrt (\det A) / Num.sqrt c ^+ d.
Proof.
move=> b0 A0; have bd := exprn_ge0 d (ltW b0); rewrite detZ -exprM mulnC exprM.
rewrite (sqrtrM _ (sqr_ge0 (b ^+ d))) (sqrtrM _ (sqr_ge0 b)) !sqrtr_sqr !ger0_norm ?(ltW b0) //.
rewrite exprMn invfM mulrACA mulfV ?mul1r //.
by rewrite gt_eqF ?exprn_gt0.
Qed.

(* N(g) is positive too *)
Lemma half_normaliser_gt0 b lam A : 0 < b -> 0 < lam -> pd A -> loewner lam%:M A ->
  0 < normaliser 2%:R^-1 (b ^+ 2 *: A).
Proof.
move=> b0 l0 Ap A1; have b2 : 0 < b ^+ 2 by rewrite exprn_gt0.
have Bp : pd (b ^+ 2 *: A).
  by have [As Aq] := Ap; split; [rewrite linearZ /= As|move=> x /Aq h; rewrite qfZ mulr_gt0].
have B1 : loewner (b ^+ 2 * lam)%:M (b ^+ 2 *: A).
  by move=> x; rewrite qf_scalar qfZ -mulrA ler_wpmul2l ?(ltW b2) // -qf_scalar A1.
have := lt_le_trans (normaliser_gt0 _) (truncations (mulr_gt0 b2 l0) Bp B1); rewrite pmulr_rgt0 //.
by rewrite divr_gt0 ?mulr_gt0 ?exprn_gt0 ?sqrtr_gt0 ?mulr_gt0 ?pd_det_gt0 ?ltr0n.
Qed.

(* prop:upper_h_t_g_t as corrected, with b = 1 / (m w_{t-1}) *)
Lemma truncations_ln b lam A : 0 < b -> 0 < lam -> pd A -> loewner lam%:M A ->
  ln (normaliser 1 (b ^+ 2 * lam)%:M / normaliser 2%:R^-1 (b ^+ 2 *: A)) <=
  ln (Num.sqrt (\det A) / Num.sqrt lam ^+ d) + d%:R * ln 2%:R.
Proof.
move=> b0 l0 Ap A1; have b2 : 0 < b ^+ 2 by rewrite exprn_gt0.
have c0 : 0 < b ^+ 2 * lam by rewrite mulr_gt0.
have Bp : pd (b ^+ 2 *: A).
  by have [As Aq] := Ap; split; [rewrite linearZ /= As|move=> x /Aq h; rewrite qfZ mulr_gt0].
have B1 : loewner (b ^+ 2 * lam)%:M (b ^+ 2 *: A).
  by move=> x; rewrite qf_scalar qfZ -mulrA ler_wpmul2l ?(ltW b2) // -qf_scalar A1.
have q0 : 0 < Num.sqrt (\det A) / Num.sqrt lam ^+ d.
  by rewrite divr_gt0 ?exprn_gt0 ?sqrtr_gt0 ?pd_det_gt0.
have := truncations c0 Bp B1; rewrite -[2%:R ^+ d * _ / _]mulrA ratio_scale ?(ltW (pd_det_gt0 Ap)) //.
have h0 := normaliser_gt0 (b ^+ 2 * lam); set N1 := normaliser 1 _ in h0 *; set N2 := normaliser _ _ => T.
have p0 : 0 < 2%:R ^+ d * (Num.sqrt (\det A) / Num.sqrt lam ^+ d) by rewrite mulr_gt0 ?exprn_gt0 ?ltr0n.
have N20 : 0 < N2 by exact: half_normaliser_gt0 A1.
apply: (@le_trans _ _ (ln (2%:R ^+ d * (Num.sqrt (\det A) / Num.sqrt lam ^+ d)))).
  by apply: ln_le; [rewrite divr_gt0|rewrite ler_pdivr_mulr].
by rewrite lnM ?exprn_gt0 ?ltr0n // lnX ?ltr0n // addrC mulr_natl.
Qed.

(* eq:bar_M_t_lower: shift to a point of the half ball, keep the half ball, and drop the odd linear term. *)
Lemma half_ball (S : 'cV[R]_d) A x0 : A^T = A -> nrm2 x0 <= 2%:R^-1 ->
  exp (dot x0 S - qf A x0) * normaliser 2%:R^-1 A <= Int (inball 1 (fun x => exp (dot x S - qf A x))).
Proof.
move=> As x01; set E0 := dot x0 S - qf A x0; rewrite mulrC -ler_pdivl_mulr ?exp_gt0 //.
apply: ball_int_le; [exact: half_gt0|exact: half_le1|exact: gauss_LL|exact: gauss_ge0|] => k k0 k1.
rewrite ler_pdivl_mulr ?exp_gt0 // mulrC.
set q := (fun x => inner 2%:R^-1 k x * gauss A x); pose l := S - (A *m x0) *+ 2.
have Lq : LLn q by apply: LLn_mul; [exact: LLn_inner|exact: gauss_LL].
have q0 y : 0 <= q y by rewrite mulr_ge0 ?cutp ?gauss_ge0.
have qfar y : 2%:R^-1 < nrm2 y -> q y = 0.
  move=> h; rewrite /q; suff -> : inner 2%:R^-1 k y = 0 by rewrite mul0r.
  by apply/eqP; rewrite eq_le cutp andbT; have := inner_le half_gt0 k0 y; rewrite (lt_geF h).
have qodd y : q (- y) = q y by rewrite /q /inner /gauss /qf bfNl bfNr opprK dotNl dotNr opprK.
have Lql : LLn (fun y => q y * dot y l) by apply: LLn_mul => //; exact: LLn_dot.
have qv : van q.
  move=> y i h; apply: qfar; apply: lt_le_trans (coord_nrm2 y i); apply: lt_le_trans h.
  by apply: (le_lt_trans half_le1); rewrite ltr1n.
have odd : J (fun y => q y * dot y l) = 0.
  have V : van (fun y => q y * dot y l) by move=> y i h; rewrite (qv y i h) mul0r.
  have := J_neg Lql V.
  have -> : (fun y => q (- y) * dot (- y) l) = (fun y => -1 * (q y * dot y l)).
    by apply: functional_extensionality => y; rewrite dotNl mulrN mulN1r qodd.
  rewrite J_scal // mulN1r => /eqP; rewrite eq_sym -addr_eq0 -mulr2n mulrn_eq0 /= => /eqP.
  exact.
pose g y := exp E0 * (q y + q y * dot y l).
have Lg : LLn g by apply: LLn_mul; [exact: LLn_const|exact: LLn_add].
have gv : van g by move=> y i h; rewrite /g (qv y i h) mul0r addr0 mulr0.
have gv' : van (fun x => g (x - x0)).
  move=> x i h; suff z : q (x - x0) = 0 by rewrite /g z mul0r addr0 mulr0.
  apply: qfar; apply: lt_le_trans (coord_nrm2 _ i); rewrite !mxE.
  have h1 : `|x0 i 0| <= 2%:R^-1 := le_trans (coord_nrm2 x0 i) x01.
  apply: lt_le_trans (ler_sub_dist _ _); rewrite ltr_subr_addr.
  apply: (le_lt_trans (ler_add (lexx _) h1)); apply: lt_le_trans h; rewrite -[2%:R^-1]div1r -splitr.
  by rewrite ltr1n.
have -> : exp E0 * J q = J (fun x => g (x - x0)).
  by rewrite (J_shift Lg gv gv') /g J_scal ?J_add ?odd ?addr0 //; exact: LLn_add.
apply: (ball_int_ge ltr01 (lexx 1) (exp_LL S A) (fun x => exp_ge0 _) (LLn_shift _ Lg)) => x.
rewrite -{2}[x](subrK x0); move: (x - x0) => y; rewrite inballE /g.
have [h|h] := lerP (nrm2 y) 2%:R^-1; last by rewrite qfar // mul0r addr0 mulr0 mulr_ge0 ?ler0n ?exp_ge0.
have -> : nrm2 (y + x0) <= 1.
  rewrite nrm2E; apply: le_trans (nrmD _ _ (psd1 _ _)) _; rewrite -!nrm2E (splitr 1) div1r.
  exact: ler_add.
have -> : dot (y + x0) S - qf A (y + x0) = E0 + (dot y l - qf A y).
  rewrite /E0 /l mulr2n !dotDr dotNr dotDr dotDl {1}/qf bfDl !bfDr (bfC x0 y As) -!/(qf _ _) -/(bf A y x0).
  by move: (dot y S) (dot x0 S) (bf A y x0) (qf A y) (qf A x0) => x1 x2 x3 x4 x5; ring.
rewrite mul1r (expD E0); apply: ler_wpmul2l; first exact: exp_ge0.
rewrite (expD (dot y l)) -{1}[q y]mulr1 -mulrDr; apply: (@le_trans _ _ (q y * exp (dot y l))).
  by apply: ler_wpmul2l => //; exact: exp_tangent.
rewrite mulrC; apply: ler_wpmul2l; first exact: exp_ge0.
by rewrite /q -[X in _ <= X]mul1r; apply: ler_wpmul2r; [exact: exp_ge0|exact: cut_1].
Qed.

(* The mixture, eq:bar_M_u: the mean of f under h, the normal law of precision 2 c truncated on the ball. *)
Section Mean.
Variable c : R.
Hypothesis c0 : 0 < c.

Definition mean f := Int (inball 1 (fun x => gauss c%:M x * f x)) / normaliser 1 c%:M.

(* the integrals in the definition exist *)
Lemma mean_is_int f : LLn f -> (forall x, 0 <= f x) ->
  is_int (inball 1 (fun x => gauss c%:M x * f x)) (Int (inball 1 (fun x => gauss c%:M x * f x))).
Proof.
move=> L f0; apply: ball_int; [exact: ltr01|exact: lexx| |by move=> x; rewrite mulr_ge0 ?gauss_ge0].
by apply: LLn_mul => //; exact: gauss_LL.
Qed.

(* h has mass one *)
Lemma mean_one : mean (fun=> 1) = 1.
Proof.
rewrite /mean; have -> : (fun x => gauss c%:M x * 1) = gauss c%:M.
  by apply: functional_extensionality => x; rewrite mulr1.
by rewrite -/(normaliser 1 c%:M) divff // gt_eqF // normaliser_gt0.
Qed.
(* only the values on the unit ball count *)
Lemma mean_le f g : LLn f -> (forall x, 0 <= f x) -> LLn g -> (forall x, 0 <= g x) ->
  (forall x, nrm2 x <= 1 -> f x <= g x) -> mean f <= mean g.
Proof.
move=> Lf f0 Lg g0 fg; rewrite /mean ler_pmul2r ?invr_gt0 ?normaliser_gt0 //.
apply: (is_int_le (mean_is_int Lf f0) (mean_is_int Lg g0)) => x; rewrite /inball; case: ifP => // h.
by rewrite ler_wpmul2l ?gauss_ge0 ?fg.
Qed.
(* the mean is linear, for finite sums with coefficients a >= 0 *)
Lemma mean_sum (K : finType) (a : K -> R) (f : K -> 'cV[R]_d -> R) : (forall k, 0 <= a k) ->
  (forall k, LLn (f k)) -> (forall k x, 0 <= f k x) ->
  mean (fun x => \sum_k a k * f k x) = \sum_k a k * mean (f k).
Proof.
move=> a0 L f0; have := is_int_sum (index_enum K) a0 (fun k => mean_is_int (L k) (f0 k)).
have -> : (fun x => \sum_k a k * inball 1 (fun x => gauss c%:M x * f k x) x) =
          inball 1 (fun x => gauss c%:M x * \sum_k a k * f k x).
  apply: functional_extensionality => x; rewrite /inball; case: ifP => _.
    by rewrite mulr_sumr; apply: eq_bigr => k _; rewrite mulrCA.
  by rewrite big1 // => k _; rewrite mulr0.
move=> /is_int_Int; rewrite /mean => ->; rewrite mulr_suml.
by apply: eq_bigr => k _; rewrite mulrA.
Qed.

(* eq:bar_M_t_lower and prop:upper_h_t_g_t together *)
Lemma mean_low (S : 'cV[R]_d) A x0 : pd A -> loewner c%:M A -> nrm2 x0 <= 2%:R^-1 ->
  exp (dot x0 S - qf A x0) * (Num.sqrt c ^+ d / (2%:R ^+ d * Num.sqrt (\det A)))
  <= mean (fun x => exp (dot x S - (qf A x - c * dot x x))).
Proof.
move=> Ap A1 x01; rewrite /mean ler_pdivl_mulr ?normaliser_gt0 //.
have -> : (fun x => gauss c%:M x * exp (dot x S - (qf A x - c * dot x x))) =
          (fun x => exp (dot x S - qf A x)).
  apply: functional_extensionality => x; rewrite /gauss -expD qf_scalar; congr exp.
  by move: (dot x S) (qf A x) (c * _) => x1 x2 x3; ring.
have [As _] := Ap; apply: le_trans (half_ball S As x01); rewrite -mulrA ler_wpmul2l ?exp_ge0 //.
have s0 : 0 < 2%:R ^+ d * Num.sqrt (\det A) / Num.sqrt c ^+ d.
  by rewrite !divr_gt0 ?mulr_gt0 ?exprn_gt0 ?sqrtr_gt0 ?pd_det_gt0 ?ltr0n.
by rewrite -invf_div ler_pdivr_mull //; exact: truncations.
Qed.
End Mean.
End Truncated.
