(* Moments and the mixture for any law of rewards: the first steps of any_law_tail.v. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing potentials any_law.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* lemma:upper_bound, for any law: E exp(v eta) <= 1 + v^2 E eta^2 if |eta| <= 1, |v| <= 1, E eta = 0 *)
Section Moment.
Variables (E : Type) (Ec : (E -> R) -> R) (eta : E -> R).
Hypothesis EcP : upper_law Ec.
Hypothesis eta1 : forall e, `|eta e| <= 1.
Hypothesis centred : Ec eta <= 0.
Hypothesis centredN : Ec (fun e => -1 * eta e) <= 0.

Lemma eta_bounded : bounded eta. Proof. by exists 1. Qed.
Lemma sqr_bounded (f : E -> R) B : (forall e, `|f e| <= B) -> bounded (fun e => f e ^+ 2).
Proof.
move=> H; exists (B ^+ 2) => e; rewrite normrX ler_pexpn2r ?nnegrE //.
exact: le_trans (normr_ge0 _) (H e).
Qed.

Lemma mean_centred v : Ec (fun e => v * eta e) <= 0.
Proof.
have b := eta_bounded; case: (lerP 0 v) => v0; first by rewrite law_scal // mulr_ge0_le0.
have -> : (fun e => v * eta e) = (fun e => - v * (-1 * eta e)).
  by apply: functional_extensionality => e; rewrite mulrA mulrN1 opprK.
by rewrite law_scal ?oppr_ge0 ?(ltW v0) ?mulr_ge0_le0 ?oppr_ge0 ?(ltW v0) //; exact: bounded_scal.
Qed.

Lemma law_moment v : `|v| <= 1 -> Ec (fun e => exp (v * eta e)) <= 1 + v ^+ 2 * Ec (fun e => eta e ^+ 2).
Proof.
move=> v1; have b := eta_bounded; have b2 := sqr_bounded eta1; have c1 := bounded_const E 1.
have bv := bounded_scal v b; have bv2 := bounded_scal (v ^+ 2) b2.
have ve e : `|v * eta e| <= 1 by rewrite normrM -[1]mulr1 ler_pmul.
have be : bounded (fun e => exp (v * eta e)).
  exists (exp 1) => e; rewrite ger0_norm ?exp_ge0 //; apply: exp_le.
  exact: le_trans (ler_norm _) (ve e).
apply: (@le_trans _ _ (Ec (fun e => 1 + (v * eta e + v ^+ 2 * eta e ^+ 2)))).
  apply: law_le => // [|e]; first exact/bounded_add/bounded_add.
  have /RleP /exp_le_quad H := le_trans (ler_norm _) (ve e); apply/RleP; move: H; rewrite -exprMn.
  by toR_goal; simpl; lra.
apply: le_trans (law_add EcP c1 (bounded_add bv bv2)) _; rewrite law_const // ler_add2l.
apply: le_trans (law_add EcP bv bv2) _; rewrite [X in _ + X]law_scal ?sqr_ge0 //.
by rewrite ger_addr mean_centred.
Qed.
Lemma law_moment_exp v : `|v| <= 1 ->
  Ec (fun e => exp (v * eta e)) <= exp (v ^+ 2 * Ec (fun e => eta e ^+ 2)).
Proof. by move=> v1; exact: le_trans (law_moment v1) (exp_tangent _). Qed.
End Moment.

Lemma dot_suml d n (f : 'I_n -> 'cV[R]_d) x : dot (\sum_i f i) x = \sum_i dot (f i) x.
Proof. by elim/big_rec2: _ => [|i u v _ <-]; rewrite ?dotDl // dotC dot0r. Qed.

(* The mixture [mean c] of mixing.v: the normal law of precision 2 c truncated on the unit ball. *)
Section Mixture.
Variables (d : nat) (c : R).

Lemma mean_const k : 0 <= k -> mean c (fun _ : 'cV[R]_d => k) = k.
Proof.
move=> k0; have H : mean c (fun _ : 'cV[R]_d => \sum_(i < 1) k * 1) =
    \sum_(i < 1) k * mean c (fun _ : 'cV[R]_d => 1).
  apply: (@mean_sum d c [finType of 'I_1] (fun=> k) (fun _ _ => 1)) => // [_|_ _]; first exact: LLn_const.
  exact: ler01.
rewrite [RHS]big_ord1 mean_one mulr1 in H; rewrite -[RHS]H.
by congr mean; apply: functional_extensionality => x; rewrite big_ord1.
Qed.
Lemma mean_ge0 (f : 'cV[R]_d -> R) : LLn f -> (forall x, 0 <= f x) -> 0 <= mean c f.
Proof. by move=> L f0; rewrite -(mean_const (lexx 0)); apply: mean_le => //; exact: LLn_const. Qed.

(* Tonelli: the expectation of the mixture is at most the mixture of the expectations *)
Lemma law_mean E (Ec : (E -> R) -> R) (f : E -> 'cV[R]_d -> R) :
  upper_law Ec -> LLu f -> (forall e x, 0 <= f e x) ->
  Ec (fun e => mean c (f e)) <= mean c (fun x => Ec (fun e => f e x)).
Proof.
move=> EcP L f0; rewrite /mean; set Z := normaliser _ _; have Z0 : 0 < Z by exact: normaliser_gt0.
pose F e x := gauss c%:M x * f e x; pose G x := gauss c%:M x * Ec (fun e => f e x).
have LF : LLu F by apply: LLu_mul => //; apply: LLu_fix; exact: gauss_LL.
have F0 e x : 0 <= F e x by rewrite mulr_ge0 ?gauss_ge0.
have LG : LLn G by apply: LLn_mul; [exact: gauss_LL|exact: LLu_mean].
have G0 x : 0 <= G x.
  rewrite mulr_ge0 ?gauss_ge0 // -(law_const EcP 0%ring).
  by apply: (law_le EcP) => [||e]; [exact: bounded_const|exact: LLu_bounded|exact: f0].
have Lk k : 0 < k -> k <= 2%:R^-1 -> LLu (fun e x => outer 1 k x * F e x).
  by move=> k0 k1; apply: LLu_mul => //; apply: LLu_fix; apply: LLn_outer => //; exact: ltr01.
have up k e : 0 < k -> k <= 2%:R^-1 -> Int (inball 1 (F e)) <= J (fun x => outer 1 k x * F e x).
  move=> k0 k1; have i := ball_int ltr01 (lexx 1) (LLu_LLn e LF) (F0 e).
  apply: (is_int_le i (is_int_LL (LLu_LLn e (Lk k k0 k1)))) => x.
  by rewrite inballE ler_wpmul2r // outer_ge // ltr01.
have low e : 0 <= Int (inball 1 (F e)).
  apply: le_trans (ball_int_ge ltr01 (lexx 1) (LLu_LLn e LF) (F0 e) (LLn_const d 0%ring) _).
    by rewrite J_zero.
  by move=> x; rewrite inballE mulr_ge0 ?ler0n.
have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have bI : bounded (fun e => Int (inball 1 (F e))).
  have [B hB] := LLu_J (Lk _ h0 (lexx _)); exists B => e; rewrite ger0_norm //.
  exact: le_trans (up _ e h0 (lexx _)) (le_trans (ler_norm _) (hB e)).
have -> : (fun e => Int (inball 1 (fun x => gauss c%:M x * f e x)) / Z) =
    (fun e => Z^-1 * Int (inball 1 (F e))).
  by apply: functional_extensionality => e; rewrite mulrC.
rewrite law_scal ?invr_ge0 ?(ltW Z0) // mulrC ler_pmul2r ?invr_gt0 //.
apply/ler_addgt0Pr => eps eps0; have [k [k0 k1 _ sq]] := ball_squeeze ltr01 (lexx 1) LG G0 eps0.
apply: (@le_trans _ _ (Ec (fun e => J (fun x => outer 1 k x * F e x)))).
  by apply: law_le => // [|e]; [exact/LLu_J/Lk|exact: up].
apply: (le_trans (mean_J EcP (Lk k k0 k1))).
have -> : (fun x => Ec (fun e => outer 1 k x * F e x)) = (fun x => outer 1 k x * G x).
  apply: functional_extensionality => x; rewrite law_scal; [|by []|exact: cutp|exact: LLu_bounded].
  by rewrite /G; congr (_ * _); apply: law_scal => //; [exact: gauss_ge0|exact: LLu_bounded].
move: sq; rewrite ler_subl_addl => /le_trans; apply; rewrite ler_add2r.
apply: ball_int_ge => //; first exact: ltr01.
  by apply: LLn_mul => //; exact: LLn_inner.
by move=> x; rewrite inballE ler_wpmul2r // inner_le // ltr01.
Qed.
End Mixture.

(* the radius of the theorem, for weighted noise bounded by c (on the page c = m w_{t-1}) and the matrix H *)
Definition tail_radius d (c lam delta : R) (H : 'M[R]_d) := Num.sqrt lam / (2%:R * c) +
  2%:R * c / Num.sqrt lam * ln (Num.sqrt (\det H) / (delta * Num.sqrt lam ^+ d)) +
  2%:R * c / Num.sqrt lam * (d%:R * ln 2%:R).
Arguments tail_radius [d] c%ring lam%ring delta%ring H%ring.

(* where the norm of S is at least the radius the mixture is at least 1 / delta *)
Section Large.
Variables (d : nat) (c lam delta : R) (S : 'cV[R]_d) (H : 'M[R]_d).
Hypotheses (c0 : 0 < c) (lam0 : 0 < lam).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1) (Hp : pd H) (H_ge : loewner lam%:M H).
Let b := c^-1.

Lemma radius_det : Num.sqrt lam ^+ d <= Num.sqrt (\det H).
Proof.
have P : pd (lam%:M : 'M[R]_d).
  by split; [rewrite tr_scalar_mx|move=> y /dot_gt0 y0; rewrite qf_scalar mulr_gt0].
have := det_mono P Hp H_ge; rewrite det_scalar => D.
rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?exprn_ge0 ?sqrtr_ge0 //.
by rewrite -exprM mulnC exprM !sqr_sqrtr ?(ltW lam0) ?(ltW (pd_det_gt0 Hp)).
Qed.

Lemma cancel4 (F : fieldType) (x1 x2 x3 x4 : F) : x1 != 0 -> x2 != 0 -> x3 != 0 -> x4 != 0 ->
  x3^-1 = x1 / (x3 * x2) * x4 * (x2 / (x4 * x1)).
Proof. by move=> n1 n2 n3 n4; field; rewrite n1 n2 n3 n4. Qed.
Lemma radius_slack (F : numFieldType) (u N L m : F) : u != 0 -> m != 0 ->
  m^-1 * (u / 2%:R * N) - m^-1 ^+ 2 * (u ^+ 2 * 2%:R^-1 ^+ 2) - L =
  u / (2%:R * m) * (N - (u / (2%:R * m) + 2%:R * m / u * L)).
Proof. by move=> n1 n2; field; rewrite n1 n2. Qed.

(* eq:bar_M_t_lower with prop:upper_h_t_g_t, at a point x0 of the half ball *)
Lemma mixture_low x0 : nrm2 x0 <= 2%:R^-1 ->
  exp (b * dot x0 S - b ^+ 2 * qf H x0) * (Num.sqrt lam ^+ d / (2%:R ^+ d * Num.sqrt (\det H)))
  <= mean (b ^+ 2 * lam) (fun x => exp (b * dot x S - b ^+ 2 * (qf H x - lam * dot x x))).
Proof.
move=> x01; have b0 : 0 < b by rewrite invr_gt0.
have b2 : 0 < b ^+ 2 by rewrite exprn_gt0.
have c1 : 0 < b ^+ 2 * lam by rewrite mulr_gt0.
have [As Aq] := Hp; have dA := ltW (pd_det_gt0 Hp).
have Bp : pd (b ^+ 2 *: H).
  by split; [rewrite linearZ /= As|move=> x /Aq h0; rewrite qfZ mulr_gt0].
have B1 : loewner (b ^+ 2 * lam)%:M (b ^+ 2 *: H).
  by move=> x; rewrite qf_scalar qfZ -mulrA ler_wpmul2l ?(ltW b2) // -qf_scalar H_ge.
have := mean_low c1 (b *: S) Bp B1 x01; rewrite dotZr qfZ.
have -> : Num.sqrt (b ^+ 2 * lam) = b * Num.sqrt lam by rewrite sqrtrM ?sqr_ge0 // sqrtr_sqr gtr0_norm.
have -> : Num.sqrt (\det (b ^+ 2 *: H)) = b ^+ d * Num.sqrt (\det H).
  by rewrite detZ -exprM mulnC exprM sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm // exprn_ge0 ?ltW.
have -> : (b * Num.sqrt lam) ^+ d / (2%:R ^+ d * (b ^+ d * Num.sqrt (\det H))) =
  Num.sqrt lam ^+ d / (2%:R ^+ d * Num.sqrt (\det H)).
  by rewrite exprMn mulrCA -mulf_div divff ?mul1r // expf_neq0 // gt_eqF.
congr (_ <= _); congr mean; apply: functional_extensionality => x.
by rewrite dotZr qfZ mulrBr mulrA.
Qed.

Lemma mixture_large : tail_radius c lam delta H <= nrm (invmx H) S ->
  delta^-1 <= mean (b ^+ 2 * lam) (fun x => exp (b * dot x S - b ^+ 2 * (qf H x - lam * dot x x))).
Proof.
rewrite /tail_radius -addrA -mulrDr; set N := nrm _ _; set L := ln _ + _ => h; have Hu := pd_unit Hp.
have sl0 : 0 < Num.sqrt lam by rewrite sqrtr_gt0.
have slE : Num.sqrt lam ^+ 2 = lam by rewrite sqr_sqrtr ?ltW.
have dt0 : 0 < Num.sqrt (\det H) by rewrite sqrtr_gt0 pd_det_gt0.
have t0 : 0 < 2%:R :> R by rewrite ltr0n.
have dl0 : 0 < delta * Num.sqrt lam ^+ d by rewrite mulr_gt0 ?exprn_gt0.
have L0 : 0 <= L.
  apply: addr_ge0; last by rewrite mulr_ge0 ?ler0n // ln_ge0 // ler1n.
  apply: ln_ge0; rewrite ler_pdivl_mulr // mul1r.
  by rewrite (le_trans _ radius_det) // ger_pmull ?exprn_gt0.
have N0 : 0 < N.
  apply: lt_le_trans h; apply: ltr_paddr; last by rewrite divr_gt0 ?mulr_gt0.
  by rewrite mulr_ge0 // divr_ge0 ?sqrtr_ge0 // mulr_ge0 ?ler0n ?(ltW c0).
pose k := Num.sqrt lam / (2%:R * N); pose x0 := k *: (invmx H *m S).
have N2 : qf (invmx H) S = N ^+ 2 by rewrite nrm_sqr //; exact/pd_psd/pd_inv.
have d0 : dot x0 S = k * N ^+ 2 by rewrite /x0 dotZl dotC -N2.
have q1 : qf H x0 = k ^+ 2 * N ^+ 2.
  by rewrite /x0 /qf bfZl bfZr mulrA -expr2 -/(qf _ _) qf_inv_self // N2.
have n0 : N != 0 by rewrite gt_eqF.
have kN : k * N = Num.sqrt lam / 2%:R by rewrite /k invfM mulrA divfK.
have x01 : nrm2 x0 <= 2%:R^-1.
  have := H_ge x0; rewrite qf_scalar q1 -exprMn kN exprMn slE ler_pmul2l // => h1.
  rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?nrm2_ge0 ?invr_ge0 ?ler0n //.
  by rewrite nrm2_sqr.
apply: le_trans (mixture_low x01).
have -> : delta^-1 = exp L * (Num.sqrt lam ^+ d / (2%:R ^+ d * Num.sqrt (\det H))).
  have -> : exp L = Num.sqrt (\det H) / (delta * Num.sqrt lam ^+ d) * 2%:R ^+ d.
    rewrite /L expD lnK ?divr_gt0 //; congr (_ * _).
    by rewrite mulr_natl -lnX // lnK // exprn_gt0.
  by apply: cancel4; apply: lt0r_neq0; rewrite ?exprn_gt0.
rewrite ler_wpmul2r ?divr_ge0 ?mulr_ge0 ?exprn_ge0 ?sqrtr_ge0 ?ler0n // exp_le //.
rewrite d0 q1 -exprMn kN [N ^+ 2]expr2 [k * (N * N)]mulrA kN exprMn slE /b.
rewrite -subr_ge0.
have -> : c^-1 * (Num.sqrt lam / 2%:R * N) - (c^-1) ^+ 2 * (lam * 2%:R^-1 ^+ 2) - L =
  Num.sqrt lam / (2%:R * c) * (N - (Num.sqrt lam / (2%:R * c) + 2%:R * c / Num.sqrt lam * L)).
  by rewrite -{2}slE; apply: radius_slack; exact: lt0r_neq0.
by rewrite mulr_ge0 ?subr_ge0 // divr_ge0 ?sqrtr_ge0 // mulr_ge0 ?ler0n ?ltW.
Qed.
End Large.
