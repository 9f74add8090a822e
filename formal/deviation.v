(* One round of D-GLM-UCB, deterministic part. *)
From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From Glb Require Import matrices setting potentials.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Ltac same := rewrite le_eqVlt; apply/orP; left; apply/eqP.

Section Round.
Variable F : rcfType.
Variables (d t D : nat) (g lam cm km S m rho : F).
Variables (a th : nat -> 'cV[F]_d) (eps : nat -> F) (hat tht : 'cV[F]_d).
Variables (mu dmu : F -> F) (alpha : F -> F -> F).
Hypotheses (g0 : 0 < g) (g1 : g < 1) (lam0 : 0 < lam) (cm0 : 0 < cm).
Hypotheses (S0 : 0 <= S) (m0 : 0 <= m) (rho0 : 0 <= rho).
(* link: secants, self-concordance (SelfConcordance.v), slopes at most km *)
Hypothesis secant : forall x y, alpha x y * (y - x) = mu y - mu x.
Hypothesis sc : forall x y, dmu x / (1 + `|x - y|) <= alpha x y.
Hypothesis alpha_km : forall x y, alpha x y <= km.
Hypothesis dmu0 : forall x, 0 <= dmu x.
Hypothesis cm_le : forall s, cm <= dmu (dot (a s) tht).
Hypothesis a1 : forall s, nrm2 (a s) <= 1.
Hypothesis th1 : forall s, nrm2 (th s) <= S.
Hypothesis tht1 : nrm2 tht <= S.
Hypothesis stat : forall s, (t - D <= s)%N -> (s < t)%N -> th s = tht.
Hypothesis epsm : forall s, `|eps s| <= m.
Local Notation w := (discount g t).
Hypothesis mle : \sum_(s < t) (w s * mu (dot (a s) hat)) *: a s + lam *: hat =
                 \sum_(s < t) (w s * (mu (dot (a s) (th s)) + eps s)) *: a s.

Definition recent s := (t - D <= s)%N.
Definition al s := alpha (dot (a s) tht) (dot (a s) hat).
Definition G := design lam a (fun s => w s * al s) t.
Definition Gt := design lam a (fun s => if recent s then w s ^+ 2 * al s else 0) t.
Definition Ht := design lam a (fun s => if recent s then w s ^+ 2 * dmu (dot (a s) tht) else 0) t.
Definition Vm := design (lam / cm) a w t.
Definition sD := \sum_(s < t) (if recent s then w s * eps s else 0) *: a s.
Definition far := \sum_(s < t)
  (if recent s then 0 else w s * (mu (dot (a s) (th s)) - mu (dot (a s) tht) + eps s)) *: a s.
Definition kap := g ^+ D / (1 - g) * (2%:R * S * km + m).
Definition Sbar := S + kap / lam.
Definition X := nrm (invmx Gt) sD.
Definition C := 1 + Sbar + X / Num.sqrt lam.

Lemma sl0 : 0 < Num.sqrt lam. Proof. by rewrite sqrtr_gt0. Qed.
Lemma slE : Num.sqrt lam * Num.sqrt lam = lam. Proof. by rewrite -expr2 sqr_sqrtr ?ltW. Qed.
Lemma w0 s : 0 <= w s. Proof. by rewrite exprn_ge0 ?ltW. Qed.
Lemma w1 s : w s <= 1. Proof. by rewrite exprn_ile1 ?ltW. Qed.
Lemma alpha0 x y : 0 <= alpha x y.
Proof. by apply: le_trans (sc x y); rewrite divr_ge0 // addr_ge0. Qed.
Lemma km0 : 0 <= km. Proof. exact: le_trans (alpha0 0 0) (alpha_km 0 0). Qed.
Lemma X0 : 0 <= X. Proof. exact: nrm_ge0. Qed.
Lemma kap0 : 0 <= kap.
Proof.
by rewrite mulr_ge0 ?divr_ge0 ?exprn_ge0 ?subr_ge0 ?(ltW g0) ?(ltW g1) // addr_ge0 // !mulr_ge0 ?km0 ?ler0n.
Qed.
Lemma Sbar0 : 0 <= Sbar. Proof. by rewrite addr_ge0 ?divr_ge0 ?kap0 ?(ltW lam0). Qed.
Lemma C1 : 1 <= C.
Proof. by rewrite /C -addrA ler_addl addr_ge0 ?Sbar0 ?divr_ge0 ?X0 ?sqrtr_ge0. Qed.
Lemma C0 : 0 < C. Proof. exact: lt_le_trans ltr01 C1. Qed.

Lemma Gp : pd G. Proof. by apply: design_pd => // s _; rewrite mulr_ge0 ?w0 ?alpha0. Qed.
Lemma Gtp : pd Gt.
Proof. by apply: design_pd => // s _; case: ifP => // _; rewrite mulr_ge0 ?sqr_ge0 ?alpha0. Qed.
Lemma Htp : pd Ht.
Proof. by apply: design_pd => // s _; case: ifP => // _; rewrite mulr_ge0 ?sqr_ge0 ?dmu0. Qed.
Lemma Vmp : pd Vm. Proof. by apply: design_pd => [|s _]; rewrite ?divr_gt0 ?w0. Qed.
Lemma G_ge : loewner lam%:M G.
Proof. by move=> x; rewrite qf_scalar; apply: design_ge => s _; rewrite mulr_ge0 ?w0 ?alpha0. Qed.

(* eq:link_G_t_G_t_tilde *)
Lemma Gt_le_G : loewner Gt G.
Proof.
apply: design_mono => s _; case: ifP => _; last by rewrite mulr_ge0 ?w0 ?alpha0.
by rewrite ler_wpmul2r ?alpha0 // expr2 ler_pimull ?w0 ?w1.
Qed.

(* the mean value theorem for g_t and the equation of the MLE *)
Lemma G_diff : G *m (hat - tht) = far + sD - lam *: tht.
Proof.
have -> : far + sD = \sum_(s < t) (w s * (mu (dot (a s) (th s)) - mu (dot (a s) tht) + eps s)) *: a s.
  rewrite /far /sD -big_split /=; apply: eq_bigr => s _; rewrite -scalerDl; congr (_ *: _).
  rewrite /recent; case: leqP => h; last by rewrite addr0.
  by rewrite (stat h) // subrr !add0r.
rewrite /G /design mulmxDl mul_scalar_mx scalerBr addrA; congr (_ - _).
have -> : \sum_(s < t) (w s * (mu (dot (a s) (th s)) - mu (dot (a s) tht) + eps s)) *: a s =
  \sum_(s < t) (w s * (mu (dot (a s) (th s)) + eps s)) *: a s - \sum_(s < t) (w s * mu (dot (a s) tht)) *: a s.
  by rewrite -sumrB; apply: eq_bigr => s _; rewrite -scalerBl -mulrBr [_ + eps s - _]addrAC.
rewrite -mle addrAC; congr (_ + _); rewrite mulmx_suml -sumrB; apply: eq_bigr => s _.
rewrite -scalemxAl -mulmxA [(a s)^T *m _]mx11_scalar mul_mx_scalar -/(dot (a s) _) scalerA -scalerBl.
congr (_ *: _); rewrite -mulrBr -secant /al dotDr dotNr.
by rewrite mulrA.
Qed.

Lemma sum_far : \sum_(s < t) (if recent s then 0 else w s) <= g ^+ D / (1 - g).
Proof.
have gg : 0 < 1 - g by rewrite subr_gt0.
have [tD|Dt] := leqP t D.
  rewrite big1 ?divr_ge0 ?exprn_ge0 ?(ltW g0) ?(ltW gg) // => s _.
  by rewrite /recent (eqP tD) leq0n.
rewrite (bigID (fun s : 'I_t => recent s)) /= big1 => [|s ->//]; rewrite add0r.
have -> : \sum_(s < t | ~~ recent s) (if recent s then 0 else w s) =
          \sum_(s < t - D) g ^+ D * g ^+ ((t - D).-1 - s).
  rewrite (big_ord_widen_cond t xpredT (fun s => g ^+ D * g ^+ ((t - D).-1 - s))) ?leq_subr //.
  apply: eq_big => s; first by rewrite /recent -ltnNge.
  rewrite /recent -ltnNge => st; rewrite leqNgt st /= -exprD; congr (_ ^+ _).
  by clear -st Dt; lia.
rewrite -mulr_sumr sum_geom ?lt_eqF // ler_wpmul2l ?exprn_ge0 ?(ltW g0) //.
by rewrite ler_pdivr_mulr // mulVf ?gt_eqF // ler_subl_addr ler_addl exprn_ge0 ?ltW.
Qed.

Lemma far_le : nrm2 far <= kap.
Proof.
rewrite nrm2E; apply: le_trans (nrm_sum _ _ _ (psd1 F d)) _.
apply: (@le_trans _ _ (\sum_(s < t) (if recent s then 0 else w s) * (2%:R * S * km + m))); last first.
  rewrite -mulr_suml /kap; apply: ler_wpmul2r sum_far.
  by rewrite addr_ge0 // mulr_ge0 ?km0 // mulr_ge0 ?ler0n.
apply: ler_sum => s _; rewrite nrmZ; last exact: psd1.
case: ifP => _; first by rewrite normr0 !mul0r.
rewrite -nrm2E normrM ger0_norm ?w0 // -mulrA ler_wpmul2l ?w0 //.
rewrite -[X in _ <= X]mulr1; apply: ler_pmul; rewrite ?normr_ge0 ?nrm2_ge0 ?a1 //.
apply: le_trans (ler_norm_add _ _) _; apply: ler_add; last exact: epsm.
rewrite -secant normrM (ger0_norm (alpha0 _ _)) mulrC; apply: ler_pmul; rewrite ?normr_ge0 ?alpha0 //.
rewrite -dotNr -dotDr; apply: le_trans (nrm2_cs _ _) _; rewrite -[2%:R * S]mul1r.
apply: ler_pmul; rewrite ?nrm2_ge0 ?a1 // nrm2E; apply: le_trans (nrmD _ _ (psd1 F d)) _.
by rewrite (nrmN _ (psd1 F d)) -!nrm2E mulr_natl mulr2n ler_add.
Qed.

(* |b.(hat - tht)| <= N (kap / sqrt lam + X + sqrt lam S) with N = |b|_{G^-1} *)
Lemma diff_le b : `|dot b (hat - tht)| <=
  nrm (invmx G) b * (kap / Num.sqrt lam + X + Num.sqrt lam * S).
Proof.
have Gu := pd_unit Gp; have Gip := pd_psd (pd_inv Gp).
have -> : hat - tht = invmx G *m (far + sD - lam *: tht) by rewrite -G_diff mulKmx.
rewrite -/(bf (invmx G) b _); apply: le_trans (nrm_cs _ _ Gip) _.
rewrite ler_wpmul2l ?nrm_ge0 //; apply: le_trans (nrmD _ _ Gip) _; apply: ler_add.
  apply: le_trans (nrmD _ _ Gip) _; apply: ler_add.
    apply: le_trans (nrm_inv_le _ lam0 Gp G_ge) _.
    by rewrite ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 // far_le.
  by apply: nrm_mono; apply: loewner_inv; [exact: Gtp|exact: Gp|exact: Gt_le_G].
rewrite nrmN // nrmZ // (ger0_norm (ltW lam0)) -{1}slE -mulrA ler_wpmul2l ?sqrtr_ge0 //.
rewrite mulrC -ler_pdivl_mulr ?sl0 //; apply: le_trans (nrm_inv_le _ lam0 Gp G_ge) _.
by rewrite ler_wpmul2r ?invr_ge0 ?sqrtr_ge0.
Qed.

Lemma N_le b : nrm2 b <= 1 -> nrm (invmx G) b <= (Num.sqrt lam)^-1.
Proof.
move=> b1; apply: le_trans (nrm_inv_le _ lam0 Gp G_ge) _.
by rewrite ler_pdivr_mulr ?sl0 // mulVf ?gt_eqF ?sl0.
Qed.

Lemma diff_le_C b : nrm2 b <= 1 -> 1 + `|dot b (hat - tht)| <= C.
Proof.
move=> b1; rewrite /C -addrA ler_add2l; apply: le_trans (diff_le b) _.
apply: (@le_trans _ _ ((Num.sqrt lam)^-1 * (kap / Num.sqrt lam + X + Num.sqrt lam * S))).
  apply: ler_wpmul2r (N_le b1); rewrite addr_ge0 ?mulr_ge0 ?sqrtr_ge0 //.
  by rewrite addr_ge0 ?X0 // divr_ge0 ?kap0 ?sqrtr_ge0.
have -> : Sbar = S + kap / (Num.sqrt lam * Num.sqrt lam) by rewrite slE.
same; move: (sl0) => /gt_eqF/negbT h; move: h.
by move: (Num.sqrt lam) kap X => u k x h; field.
Qed.

(* prop:alpha_discount *)
Lemma alpha_discount b : nrm2 b <= 1 ->
  dmu (dot b tht) / C <= alpha (dot b tht) (dot b hat).
Proof.
move=> b1; apply: le_trans (sc _ _); rewrite ler_wpmul2l ?dmu0 //.
rewrite lef_pinv ?posrE ?C0 //; last by rewrite ltr_paddr ?ltr01.
rewrite -dotNr -dotDr -normrN -dotNr opprB; exact: diff_le_C.
Qed.

(* cor:S_t_G_t_S_t_H_t *)
Lemma Ht_le_Gt : loewner (C^-1 *: Ht) Gt.
Proof.
move=> x; rewrite qfZ !qf_design mulrDr mulr_sumr; apply: ler_add; last first.
  by rewrite ler_pimull ?invf_le1 ?C0 ?C1 // mulr_ge0 ?dot_ge0 ?ltW.
apply: ler_sum => s _; rewrite mulrA ler_wpmul2r ?sqr_ge0 //; case: ifP => _; last by rewrite mulr0.
by rewrite mulrCA ler_wpmul2l ?sqr_ge0 // mulrC alpha_discount.
Qed.

Lemma pdZ c (A : 'M[F]_d) : 0 < c -> pd A -> pd (c *: A).
Proof. by move=> c0 [As Ap]; split; [rewrite linearZ /= As|move=> x /Ap; rewrite qfZ; apply: mulr_gt0]. Qed.

Lemma X_sqr : X ^+ 2 <= C * nrm (invmx Ht) sD ^+ 2.
Proof.
have Hu := pd_unit Htp; have Cp : 0 < C^-1 by rewrite invr_gt0 C0.
rewrite /X (nrm_sqr _ (pd_psd (pd_inv Gtp))) (nrm_sqr _ (pd_psd (pd_inv Htp))).
have := loewner_inv (pdZ Cp Htp) Gtp Ht_le_Gt sD.
by rewrite invmxZ ?(pd_unit (pdZ Cp Htp)) // invrK qfZ.
Qed.

(* prop:deviation_main *)
Hypothesis event : nrm (invmx Ht) sD <= rho.
Definition Xbar := Num.sqrt (1 + Sbar) * rho + rho ^+ 2 / Num.sqrt lam.

Lemma deviation : X <= Xbar.
Proof.
rewrite /Xbar addrC; apply: quadratic_solve.
- by rewrite divr_ge0 ?sqr_ge0 ?sqrtr_ge0.
- by rewrite mulr_ge0 ?sqrtr_ge0.
apply: le_trans X_sqr _; apply: (@le_trans _ _ (C * rho ^+ 2)).
  by rewrite ler_wpmul2l ?(ltW C0) // ler_expn2r // nnegrE ?nrm_ge0.
rewrite exprMn sqr_sqrtr; last by rewrite addr_ge0 ?ler01 ?Sbar0.
by rewrite /C; same; move: ((Num.sqrt lam)^-1) X Sbar => u x k; ring.
Qed.

Definition Cbar := 1 + Sbar + Xbar / Num.sqrt lam.
Lemma C_le : C <= Cbar.
Proof. by rewrite /C /Cbar ler_add2l ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 // deviation. Qed.

(* cor:G_t_V_t_D *)
Lemma V_le_G : loewner ((cm / C) *: Vm) G.
Proof.
move=> x; rewrite qfZ !qf_design mulrDr mulr_sumr; apply: ler_add; last first.
  rewrite mulrA ler_wpmul2r ?dot_ge0 // mulrC mulrA divfK ?gt_eqF //.
  by rewrite ler_pdivr_mulr ?C0 // ler_pemulr ?(ltW lam0) ?C1.
apply: ler_sum => s _; rewrite mulrA ler_wpmul2r ?sqr_ge0 // mulrC ler_wpmul2l ?w0 //.
apply: le_trans (alpha_discount (a1 s)); by rewrite ler_wpmul2r ?invr_ge0 ?(ltW C0).
Qed.

Lemma N_V b : nrm (invmx G) b <= Num.sqrt Cbar / Num.sqrt cm * nrm (invmx Vm) b.
Proof.
have k0 : 0 < cm / C by rewrite divr_gt0 ?C0.
have := nrm_mono b (loewner_inv (pdZ k0 Vmp) Gp V_le_G).
rewrite invmxZ ?(pd_unit (pdZ k0 Vmp)) // => /le_trans; apply.
rewrite {1}/nrm qfZ invf_div sqrtrM ?divr_ge0 ?(ltW C0) ?(ltW cm0) // ler_wpmul2r ?nrm_ge0 //.
by rewrite sqrtrM ?(ltW C0) // sqrtrV ?(ltW cm0) // ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 // ler_wsqrtr // C_le.
Qed.

(* prop:upper_delta_t_D_no_proj, with beta = km sqrt(lam) Cbar^(3/2) *)
Definition beta := km * Num.sqrt lam * (Cbar * Num.sqrt Cbar).

Lemma beta0 : 0 <= beta.
Proof.
have h : 0 <= Cbar.
  have x0 : 0 <= Xbar.
    by apply: addr_ge0; [rewrite mulr_ge0 ?sqrtr_ge0|rewrite divr_ge0 ?sqr_ge0 ?sqrtr_ge0].
  apply: addr_ge0; last by rewrite divr_ge0 ?sqrtr_ge0.
  by apply: addr_ge0; [exact: ler01|exact: Sbar0].
by rewrite mulr_ge0 ?mulr_ge0 ?km0 ?sqrtr_ge0.
Qed.

Theorem prediction_error b : nrm2 b <= 1 ->
  `|mu (dot b hat) - mu (dot b tht)| <=
    km / lam * kap + beta / Num.sqrt cm * nrm (invmx Vm) b.
Proof.
move=> b1; rewrite -secant normrM (ger0_norm (alpha0 _ _)).
apply: (@le_trans _ _ (km * `|dot b (hat - tht)|)).
  by rewrite dotDr dotNr ler_wpmul2r ?normr_ge0.
have N0 := nrm_ge0 (invmx G) b.
apply: (@le_trans _ _ (km * (kap / lam + nrm (invmx G) b * (Num.sqrt lam * Cbar)))).
  rewrite ler_wpmul2l ?km0 //; apply: le_trans (diff_le b) _.
  rewrite -addrA mulrDr; apply: ler_add.
    apply: (@le_trans _ _ ((Num.sqrt lam)^-1 * (kap / Num.sqrt lam))).
      by rewrite ler_wpmul2r ?N_le // divr_ge0 ?kap0 ?sqrtr_ge0.
    by rewrite mulrCA -invfM slE.
  rewrite ler_wpmul2l //; have := deviation; have u0 := sl0.
  move=> XX; apply: (@le_trans _ _ (Xbar + Num.sqrt lam * S)); first by rewrite ler_add2r.
  rewrite /Cbar mulrDr [_ * (Xbar / _)]mulrC divfK ?gt_eqF // addrC ler_add2r.
  rewrite ler_wpmul2l ?(ltW u0) // /Sbar addrCA ler_addl addr_ge0 ?ler01 // divr_ge0 ?kap0 //.
  exact: ltW.
rewrite mulrDr; apply: ler_add; first by rewrite mulrCA mulrC mulrA.
have Cb0 : 0 <= Cbar := le_trans (ltW C0) C_le.
apply: (@le_trans _ _ (km * (Num.sqrt Cbar / Num.sqrt cm * nrm (invmx Vm) b * (Num.sqrt lam * Cbar)))).
  by rewrite ler_wpmul2l ?km0 // ler_wpmul2r ?mulr_ge0 ?sqrtr_ge0 // N_V.
by same; rewrite /beta; move: (Num.sqrt Cbar) (Num.sqrt lam) (nrm _ _) Cbar ((Num.sqrt cm)^-1) => u v y z k; ring.
Qed.
End Round.
