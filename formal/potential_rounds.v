(* One more round: how the design matrix, its determinant and logarithms change (l. 3203-3260). *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting.
From Glb Require Export determinants.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Rounds.
Variable F : realFieldType.
Variables (d : nat) (g lam : F) (a : nat -> 'cV[F]_d).
Hypotheses (g0 : 0 < g) (g1 : g <= 1) (lam0 : 0 < lam).
Notation V := (V g lam a).

Lemma V_pd t : pd (V t).
Proof. by apply: design_pd => // s _; rewrite exprn_ge0 ?ltW. Qed.

(* V >= lam I *)
Lemma V_ge t : loewner lam%:M (V t).
Proof. by move=> x; rewrite qf_scalar; apply: design_ge => s _; rewrite exprn_ge0 ?ltW. Qed.

(* What is left of V t before action t is added: all is discounted, and the ridge comes back to lam. *)
Definition W t : 'M[F]_d := g *: V t + ((1 - g) * lam)%:M.

(* I43: one round. *)
Lemma V_rec t : V t.+1 = W t + a t *m (a t)^T.
Proof.
rewrite /W /V /design big_ord_recr /= subnn expr0 scale1r scalerDr scaler_sumr.
have -> : \sum_(i < t) g ^+ (t - i) *: (a i *m (a i)^T) =
          \sum_(i < t) g *: (g ^+ (t.-1 - i) *: (a i *m (a i)^T)).
  apply: eq_bigr => i _; rewrite scalerA -exprS; congr (_ ^+ _ *: _).
  by case: t i => [[]//|t i]; rewrite /= subSn // -ltnS.
rewrite -!addrA; congr (_ + _); rewrite addrC [RHS]addrA; congr (_ + _).
by rewrite scale_scalar_mx -raddfD /=; congr (_%:M); ring.
Qed.

Lemma qf_W t x : qf (W t) x = g * qf (V t) x + (1 - g) * lam * dot x x.
Proof. by rewrite /W qfD qfZ qf_scalar. Qed.

(* Z160: lam I <= W <= V, and gamma V <= W. *)
Lemma W_ge t : loewner lam%:M (W t).
Proof.
move=> x; have := V_ge t x; rewrite !qf_scalar qf_W => H.
have -> : lam * dot x x = g * (lam * dot x x) + (1 - g) * lam * dot x x.
  by move: (dot x x) => y; ring.
by rewrite ler_add2r ler_pmul2l.
Qed.
Lemma W_le_V t : loewner (W t) (V t).
Proof.
move=> x; have := V_ge t x; rewrite !qf_scalar qf_W; move: (qf (V t) x) (dot x x) => y r H.
have -> : g * y + (1 - g) * lam * r = y - (1 - g) * (y - lam * r) by ring.
by rewrite ler_subl_addr ler_addl mulr_ge0 ?subr_ge0.
Qed.
Lemma gV_le_W t : loewner (g *: V t) (W t).
Proof.
move=> x; rewrite qf_W qfZ ler_addl -mulrA mulr_ge0 ?subr_ge0 //.
by rewrite mulr_ge0 ?dot_ge0 // ltW.
Qed.
Lemma W_pd t : pd (W t).
Proof.
split; first by rewrite /W linearD linearZ /= tr_scalar_mx design_sym.
move=> x /dot_gt0 x0; apply: lt_le_trans (W_ge t x).
by rewrite qf_scalar mulr_gt0.
Qed.

(* The squared norm of the action of round t, in the inverses of V and of W. *)
Definition q t := qf (invmx (V t)) (a t).
Definition z t := qf (invmx (W t)) (a t).

Lemma q_ge0 t : 0 <= q t.
Proof. by have [_] := pd_psd (pd_inv (V_pd t)); apply. Qed.
Lemma q_le_z t : q t <= z t.
Proof. exact: loewner_inv (W_pd t) (V_pd t) (@W_le_V t) (a t). Qed.
Lemma z_ge0 t : 0 <= z t.
Proof. by have [_] := pd_psd (pd_inv (W_pd t)); apply. Qed.

(* I44: each round multiplies the determinant. *)
Lemma det_step t : \det (V t.+1) = \det (W t) * (1 + z t).
Proof. by rewrite V_rec det_rank1 ?pd_unit //; exact: W_pd. Qed.

(* The paper's bound on what a round forgets: at most gamma^-d. *)
Lemma det_forget t : \det (V t) / \det (W t) <= g^-1 ^+ d.
Proof.
have Wd := pd_det_gt0 (W_pd t).
rewrite ler_pdivr_mulr // exprVn ler_pdivl_mull ?exprn_gt0 // -detZ.
apply: det_mono; [|exact: W_pd|exact: gV_le_W].
have [Vs Vq] := V_pd t; split; first by rewrite linearZ /= Vs.
by move=> x /Vq; rewrite qfZ; apply: mulr_gt0.
Qed.

Lemma det_V0 : \det (V 0) = lam ^+ d.
Proof. by rewrite /V /design big_ord0 add0r det_scalar. Qed.
Lemma W0 : W 0 = V 0.
Proof.
rewrite /W /V /design big_ord0 add0r scale_scalar_mx -raddfD /=; congr (_%:M).
by rewrite -mulrDl addrC subrK mul1r.
Qed.

(* With the ridge that comes back (Z160): the mean eigenvalue tr V / d <= lam (1 + x) bounds what is lost. *)
Lemma det_forget_ridge t x : (0 < d)%N -> 0 <= x -> \tr (V t) <= d%:R * (lam * (1 + x)) ->
  \det (V t) / \det (W t) <= ((1 + x) / (1 + g * x)) ^+ d.
Proof.
move=> d0 x0 trV; have Wp := W_pd t; have Wu := pd_unit Wp; have Wd := pd_det_gt0 Wp.
have dp : 0 < d%:R :> F by rewrite ltr0n.
have gx : 0 < 1 + g * x by rewrite ltr_spaddl ?ltr01 // mulr_ge0 // ltW.
pose P : 'M[F]_d := g^-1 *: (1%:M - ((1 - g) * lam) *: invmx (W t)).
have PE : invmx (W t) *m V t = P.
  apply: (can_inj (mulKmx Wu)); rewrite mulKVmx // /P -scalemxAr mulmxBr mulmx1 -scalemxAr mulmxV //.
  by rewrite scalemx1 addrK scalerA mulVf ?gt_eqF // scale1r.
have -> : \det (V t) / \det (W t) = \det P by rewrite -PE det_mulmx det_inv mulrC.
have Pp : psd P.
  split=> [|y]; first by rewrite /P linearZ /= linearB linearZ /= trmx1 invmx_sym //; case: Wp.
  rewrite /P qfZ qfD qfN qfZ qf_scalar mul1r mulr_ge0 ?invr_ge0 ?(ltW g0) // subr_ge0.
  have := qf_inv_le y lam0 Wp (@W_ge t); rewrite ler_pdivl_mulr // => h.
  rewrite -mulrA [lam * _]mulrC; apply: le_trans (ler_wpmul2l _ h) _; first by rewrite subr_ge0.
  by rewrite ler_pimull ?dot_ge0 // ler_subl_addr ler_addl ltW.
apply: le_trans (det_trace_psd Pp) _; apply: ler_expn2r; rewrite ?nnegrE.
- rewrite divr_ge0 ?ler0n //; apply: sumr_ge0 => i _.
  by have [_ /(_ (delta_mx i 0))] := Pp; rewrite qf_delta.
- by rewrite divr_ge0 ?(ltW gx) // addr_ge0.
have m0 : 0 < lam * (1 + g * x) by rewrite mulr_gt0.
have trW : \tr (W t) <= d%:R * (lam * (1 + g * x)).
  rewrite /W raddfD /= mxtraceZ mxtrace_scalar -mulr_natl.
  apply: le_trans (ler_add (ler_wpmul2l (ltW g0) trV) (lexx _)) _.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; move: (d%:R) => D; ring.
move: (tr_inv_ge Wp m0 trW); rewrite /P mxtraceZ raddfB /= mxtrace1 mxtraceZ; move: (\tr (invmx (W t))) => r.
rewrite ler_pdivr_mulr // => h; rewrite ler_pdivr_mulr //.
apply: (@le_trans _ _ (g^-1 * (d%:R - (1 - g) * d%:R / (1 + g * x)))).
  rewrite ler_pmul2l ?invr_gt0 // ler_sub // ler_pdivr_mulr // -!mulrA ler_wpmul2l ?subr_ge0 //.
  by rewrite mulrCA.
rewrite le_eqVlt; apply/orP; left; apply/eqP.
by move: (d%:R) (lt0r_neq0 g0) (lt0r_neq0 gx) => D gn gxn; field; rewrite gn gxn.
Qed.
End Rounds.

Section Logarithms.
Implicit Types x y lam c : R.

Lemma ln1 : ln 1 = 0 :> R. Proof. exact: ln_1. Qed.
Lemma lnV x : 0 < x -> ln x^-1 = - ln x.
Proof. by move=> /RltP x0; rewrite RinvE'; exact: ln_Rinv. Qed.

(* log y <= y - 1 *)
Lemma ln_le_sub1 y : 0 < y -> ln y <= y - 1.
Proof.
move=> y0; have := exp_ineq1_le (ln y); rewrite (lnK y0 : Rtrigo_def.exp (ln y) = y) => /RleP h.
by rewrite ler_subr_addr addrC.
Qed.

(* The tangent of log at x. *)
Lemma ln_tangent x y : 0 < x -> 0 < y -> ln y <= ln x + (y - x) / x.
Proof.
move=> x0 y0; have := ln_le_sub1 (divr_gt0 y0 x0).
by rewrite lnM ?invr_gt0 // lnV // ler_subl_addl mulrBl divff ?gt_eqF.
Qed.

(* log is concave: log(1 + x) is above its chord over [0, y]. *)
Lemma ln_chord x y : 0 <= x -> x <= y -> x * ln (1 + y) <= y * ln (1 + x).
Proof.
move=> x0 xy; have y0 := le_trans x0 xy.
have p1 : 0 < 1 + x by rewrite ltr_spaddl ?ltr01.
have p2 : 0 < 1 + y by rewrite ltr_spaddl ?ltr01.
have h1 := ler_wpmul2l x0 (ln_tangent p1 p2).
have yx : 0 <= y - x by rewrite subr_ge0.
have h2 := ler_wpmul2l yx (ln_tangent p1 ltr01).
have := ler_add h1 h2; rewrite ln1 mulr0 addr0 => h; apply: le_trans h _.
rewrite le_eqVlt; apply/orP; left; apply/eqP.
by move: (ln _) (lt0r_neq0 p1) => l pn; field.
Qed.

(* The arithmetic and the geometric mean, as a concave sum of logarithms. *)
Lemma sum_ln_le n (u : 'I_n -> R) : (0 < n)%N -> (forall i, 0 < u i) ->
  \sum_i ln (u i) <= n%:R * ln ((\sum_i u i) / n%:R).
Proof.
move=> n0 u0; have s0 : 0 < (\sum_i u i) / n%:R.
  rewrite divr_gt0 ?ltr0n // (bigD1 (Ordinal n0)) //= ltr_spaddl //.
  by apply: sumr_ge0 => i _; exact: ltW.
rewrite -ln_prod // mulr_natl -lnX //; apply: ln_le; first by apply: prodr_gt0 => i _.
have := leif_AGM (A := predT) (E := u) (fun i _ => ltW (u0 i)).
by rewrite card_ord => /leifP; case: ifP => _ => [/eqP ->|/ltW].
Qed.

(* c may stand before the logarithm if x <= c log(1 + x) for every squared norm x, that is up to 1/lam. *)
Definition factor lam c := forall x, 0 <= x -> x <= lam^-1 -> x <= c * ln (1 + x).

(* The factor of the paper, and the best one. *)
Definition paper_factor lam := 2%:R * Num.max 1 lam^-1.
Definition sharp_factor lam := (lam * ln (1 + lam^-1))^-1.
#[global] Arguments factor lam%ring c%ring.
#[global] Arguments paper_factor lam%ring.
#[global] Arguments sharp_factor lam%ring.

Lemma ln_ridge_gt0 lam : 0 < lam -> 0 < ln (1 + lam^-1).
Proof.
move=> l0; rewrite -ln1; apply/RltP/ln_increasing; apply/RltP; first exact: ltr01.
by rewrite ltr_addl invr_gt0.
Qed.

(* Z22: the least factor, since x / log(1 + x) increases. *)
Lemma sharp_factorP lam : 0 < lam -> factor lam (sharp_factor lam).
Proof.
move=> l0 x x0 xl; have L := ln_ridge_gt0 l0; rewrite /sharp_factor invfM mulrAC ler_pdivl_mulr //.
exact: ln_chord.
Qed.
Lemma sharp_factor_least lam c : 0 < lam -> factor lam c -> sharp_factor lam <= c.
Proof.
move=> l0 fc; have L := ln_ridge_gt0 l0; rewrite /sharp_factor invfM ler_pdivr_mulr //.
by apply: fc; rewrite // invr_ge0 ltW.
Qed.
Lemma sharp_factor_gt0 lam : 0 < lam -> 0 < sharp_factor lam.
Proof. by move=> l0; rewrite invr_gt0 mulr_gt0 // ln_ridge_gt0. Qed.

(* The paper's factor is at least 2 log 2 = 1.386... times the least. *)
Lemma sharp_factor_gain lam : 0 < lam -> 2%:R * ln 2%:R * sharp_factor lam <= paper_factor lam.
Proof.
move=> l0; have L := ln_ridge_gt0 l0; rewrite /sharp_factor /paper_factor invfM mulrA ler_pdivr_mulr //.
have -> : 2%:R = 1 + 1 :> R by [].
rewrite -!mulrA ler_pmul2l ?addr_gt0 ?ltr01 //; set x := lam^-1.
have x0 : 0 < x by rewrite invr_gt0.
have [x1|x1] := leP x 1; first by rewrite mul1r mulrC -[X in _ <= X]mul1r; apply: ln_chord; rewrite // ltW.
rewrite mulrC ler_pmul2l //; apply: ln_le; first by rewrite addr_gt0 ?ltr01.
by rewrite ler_add2l ltW.
Qed.

(* I47: log(1 + x) >= x/2 on [0, 1], here through its value at 1. *)
Lemma paper_factorP lam : 0 < lam -> factor lam (paper_factor lam).
Proof.
move=> l0 x x0 xl; apply: le_trans (sharp_factorP l0 x0 xl) _.
apply: ler_wpmul2r; first by apply: ln_ge0; rewrite ler_addl.
apply: le_trans (sharp_factor_gain l0); rewrite ler_pemull ?(ltW (sharp_factor_gt0 l0)) //.
have := ln_ge_half 1 (conj (Rlt_le _ _ Rlt_0_1) (Rle_refl 1)); have -> : 2%:R = 1 + 1 :> R by [].
by move=> h; toR; move: h; lra.
Qed.
Lemma factor_ge0 lam c : 0 < lam -> factor lam c -> 0 <= c.
Proof. by move=> l0 /(sharp_factor_least l0); apply: le_trans; exact: ltW (sharp_factor_gt0 l0). Qed.

(* The determinant inequality in logarithms: weights that add up to at most B. *)
Lemma ln_det_design d lam (a : nat -> 'cV[R]_d) w t B : 0 < lam -> (forall t, dot (a t) (a t) <= 1) ->
  (forall s, (s < t)%N -> 0 <= w s) -> \sum_(s < t) w s <= B ->
  ln (\det (design lam a w t) / lam ^+ d) <= d%:R * ln (1 + B / (d%:R * lam)).
Proof.
move=> l0 a1 w0 wB; have B0 : 0 <= B by apply: le_trans wB; apply: sumr_ge0 => s _; apply: w0.
have p : 0 < 1 + B / (d%:R * lam).
  by rewrite ltr_spaddl ?ltr01 // divr_ge0 // mulr_ge0 ?ler0n // ltW.
rewrite mulr_natl -lnX //; apply: ln_le.
  by rewrite divr_gt0 ?exprn_gt0 // pd_det_gt0 //; exact: design_pd.
rewrite ler_pdivr_mulr ?exprn_gt0 // -exprMn mulrDl mul1r invfM mulrA divfK ?gt_eqF //.
by apply: det_design_le => //; exact: ltW.
Qed.
End Logarithms.
