(* The prediction error with the sharper constants, on a single path where the noise is within rho (Z113,
   Z114, Z115, Z166): the old rounds weigh at most B together, self-concordance costs the factor F = s +
   X/sqrt(lambda), s = S + B/lambda + S/(e^S - 1), not 1 + Sbar + X/sqrt(lambda), and X is at most the
   larger root of X^2 = rho^2 (s + X/sqrt(lambda)).  Weights are as in deviation.v. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus.
From Glb Require Import refined_bonus sharper_numbers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* s = S + B/lambda + S/(e^S - 1) *)
Definition s_sharp (lam S B : R) := S + B / lam + S / (exp S - 1).
(* the larger root of X^2 = rho^2 (s + X/sqrt(lambda)) *)
Definition X_sharp (lam s rho : R) :=
  (rho ^+ 2 / Num.sqrt lam + Num.sqrt (rho ^+ 4 / lam + 4%:R * s * rho ^+ 2)) / 2%:R.
Definition beta_sharp (lam k_mu S s rho : R) :=
  k_mu * Num.sqrt (s + X_sharp lam s rho / Num.sqrt lam) * (Num.sqrt lam * S + X_sharp lam s rho).
(* what self-concordance costs inside Theta *)
Definition varkappa (S : R) := 2%:R * S / (1 - exp (- (2%:R * S))).
Definition beta_bar_sharp (lam k_mu S rho : R) :=
  k_mu * (Num.sqrt lam * S + Num.sqrt (varkappa S) * rho).
Arguments s_sharp (lam S B)%ring.
Arguments X_sharp (lam s rho)%ring.
Arguments beta_sharp (lam k_mu S s rho)%ring.
Arguments varkappa S%ring.
Arguments beta_bar_sharp (lam k_mu S rho)%ring.

Section Constants.
Variables (lam k_mu S s : R).
Hypotheses (lam0 : 0 < lam) (k0 : 0 <= k_mu) (S0 : 0 <= S) (s0 : 0 <= s).
Lemma X_sharp_ge0 rho : 0 <= X_sharp lam s rho.
Proof. by rewrite divr_ge0 ?ler0n // addr_ge0 ?sqrtr_ge0 // divr_ge0 ?sqr_ge0 ?sqrtr_ge0. Qed.
Lemma X_sharp_mono r1 r2 : 0 <= r1 -> r1 <= r2 -> X_sharp lam s r1 <= X_sharp lam s r2.
Proof.
move=> r10 r12; have r20 := le_trans r10 r12.
have e n : r1 ^+ n <= r2 ^+ n by rewrite ler_expn2r.
rewrite ler_pmul2r ?invr_gt0 ?ltr0n //; apply: ler_add.
  by rewrite ler_wpmul2r ?invr_ge0 ?sqrtr_ge0.
apply/ler_wsqrtr/ler_add; first by rewrite ler_wpmul2r ?invr_ge0 ?(ltW lam0).
by rewrite ler_wpmul2l // mulr_ge0 ?ler0n.
Qed.
Lemma beta_sharp_ge0 rho : 0 <= beta_sharp lam k_mu S s rho.
Proof. by rewrite !mulr_ge0 ?sqrtr_ge0 // addr_ge0 ?X_sharp_ge0 // mulr_ge0 ?sqrtr_ge0. Qed.
Lemma beta_sharp_mono r1 r2 : 0 <= r1 -> r1 <= r2 -> beta_sharp lam k_mu S s r1 <= beta_sharp lam k_mu S s r2.
Proof.
move=> r10 r12; have := X_sharp_mono r10 r12; rewrite /beta_sharp.
move: (X_sharp_ge0 r1) (X_sharp_ge0 r2); move: (X_sharp _ _ r1) (X_sharp _ _ r2) => x y x0 y0 xy.
rewrite -!mulrA ler_wpmul2l //.
apply: ler_pmul; rewrite ?sqrtr_ge0 ?addr_ge0 ?mulr_ge0 ?sqrtr_ge0 ?ler_add2l //.
by rewrite ler_wsqrtr // ler_add2l ler_wpmul2r // invr_ge0 sqrtr_ge0.
Qed.
(* X^2 <= rho^2 (s + X/sqrt(lambda)) *)
Lemma X_sharp_solves X rho : X ^+ 2 <= (s + X / Num.sqrt lam) * rho ^+ 2 -> X <= X_sharp lam s rho.
Proof.
move=> H; have c0 : 0 <= s * rho ^+ 2 by rewrite mulr_ge0 ?sqr_ge0.
have := @larger_root _ X (rho ^+ 2 / Num.sqrt lam) (s * rho ^+ 2) c0.
have -> : (rho ^+ 2 / Num.sqrt lam) ^+ 2 = rho ^+ 4 / lam by rewrite expr_div_n sqr_sqrtr ?(ltW lam0) //
  -exprM.
rewrite [4%:R * (_ * _)]mulrA; apply; apply: (le_trans H); rewrite le_eqVlt; apply/orP; left; apply/eqP.
by move: (Num.sqrt lam)^-1 => y; ring.
Qed.
End Constants.

(* Old rounds whose rewards and present means differ by at most m weigh m W. *)
Lemma old_sum d t D (w x : nat -> R) (a : nat -> 'cV[R]_d) (m W : R) : 0 <= m ->
  (forall s, 0 <= w s) -> (forall s, nrm2 (a s) <= 1) -> (forall s, (s < t)%N -> `|x s| <= m) ->
  \sum_(s < t) (if recent t D s then 0 else w s) <= W ->
  nrm2 (\sum_(s < t) (if recent t D s then 0 else w s * x s) *: a s) <= m * W.
Proof.
move=> m0 w0 a1 xm wW; rewrite nrm2E; apply: le_trans (nrm_sum _ _ _ (psd1 _ d)) _.
apply: (@le_trans _ _ (\sum_(s < t) m * (if recent t D s then 0 else w s))); last first.
  by rewrite -mulr_sumr ler_wpmul2l.
apply: ler_sum => s _; rewrite nrmZ; last exact: psd1.
case: ifP => _; first by rewrite normr0 mul0r mulr0.
rewrite -nrm2E normrM ger0_norm // -mulrA [m * _]mulrC ler_wpmul2l //.
by rewrite -[X in _ <= X]mulr1; apply: ler_pmul; rewrite ?normr_ge0 ?nrm2_ge0 ?xm.
Qed.

Section OneRound.
Variables (d t D : nat) (lam c_mu k_mu S m W B : R) (w : nat -> R).
Variables (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat star : 'cV[R]_d).
Variables (mu dmu ddmu : R -> R).
Hypotheses (lam0 : 0 < lam) (c_mu0 : 0 < c_mu) (S0 : 0 < S).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis data : round_data t D w W lam S m mu a theta eps hat star.
Hypothesis old : nrm2 (old_part t D w a theta eps star mu) <= B.
Local Notation slopes := (link_slopes link).
Local Notation G := (G_mx lam a w t (alpha dmu) star hat).
Local Notation Gt := (Gtilde lam a w D t (alpha dmu) star hat).
Local Notation Ht := (Htilde lam a w D t dmu theta).
Local Notation V := (design (lam / c_mu) a w t).
Local Notation noise := (recent_noise a w D t eps).
Local Notation X := (nrm (invmx Gt) noise).
Local Notation rl := (Num.sqrt lam).

Let B0 : 0 <= B. Proof. exact: le_trans (nrm2_ge0 _) old. Qed.
Let rl0 : 0 < rl. Proof. by rewrite sqrtr_gt0. Qed.
Let k0 : 0 <= k_mu. Proof. exact: (k_mu_ge0 slopes). Qed.
Let Gp : pd G. Proof. exact: (G_pd lam0 slopes data). Qed.
Let Gtp : pd Gt. Proof. exact: (Gtilde_pd _ _ _ _ _ _ lam0 slopes). Qed.
Let Htp : pd Ht. Proof. exact: (Htilde_pd _ _ _ _ _ lam0 slopes). Qed.

(* The old rounds cost B/lambda together; the rest goes through |b|_{G^-1}. *)
Lemma sharp_difference b : nrm2 b <= 1 ->
  `|dot b (hat - star)| <= B / lam + nrm (invmx G) b * (rl * S + X).
Proof.
move=> b1; have Gip := pd_psd (pd_inv Gp); have n0 := nrm_ge0 (invmx G) b.
have -> : hat - star = invmx G *m (old_part t D w a theta eps star mu + (noise - lam *: star)).
  by rewrite addrA -(G_diff slopes data) mulKmx ?(pd_unit Gp).
rewrite -/(bf (invmx G) b _); apply: le_trans (nrm_cs _ _ Gip) _.
apply: le_trans (ler_wpmul2l n0 (nrmD _ _ Gip)) _; rewrite mulrDr; apply: ler_add.
  apply: (@le_trans _ _ (rl^-1 * (B / rl))); last by rewrite mulrCA -invfM (sqrt_lamE lam0).
  apply: ler_pmul; rewrite ?nrm_ge0 ?(unit_action_le lam0 slopes data) //.
  apply: le_trans (nrm_inv_le _ lam0 Gp (G_ge slopes data)) _.
  by rewrite ler_wpmul2r ?invr_ge0 ?sqrtr_ge0.
rewrite ler_wpmul2l //; apply: le_trans (nrmD _ _ Gip) _; rewrite addrC; apply: ler_add; last first.
  exact: (nrm_mono _ (loewner_inv Gtp Gp (Gtilde_le_G slopes data))).
rewrite nrmN // nrmZ // (ger0_norm (ltW lam0)) -{1}(sqrt_lamE lam0) -mulrA ler_wpmul2l ?sqrtr_ge0 //.
rewrite mulrC -ler_pdivl_mulr //; apply: le_trans (nrm_inv_le _ lam0 Gp (G_ge slopes data)) _.
by rewrite ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 ?(star_ball data).
Qed.

(* Self-concordance without rounding: mu'(x) <= F alpha(x, y) whenever h/(1 - e^{-h}) <= F at h = |x - y|. *)
Lemma sharp_slope F x y : 1 <= F -> (0 < `|x - y| -> `|x - y| / (1 - exp (- `|x - y|)) <= F) ->
  dmu x <= F * alpha dmu x y.
Proof.
move=> F1 hF; have x0 := slope_dmu slopes x; have [e|ne] := eqVneq x y.
  by rewrite -e alpha_diag ler_pemull.
have h0 : 0 < `|x - y| by rewrite normr_gt0 subr_eq0.
have [+ _] := self_concordance _ _ (link_derive2 link) (link_curvature link) x y (elimN eqP ne).
have Fh := hF h0; rewrite -[Rabs _]/(`|x - y|); set h := `|x - y| in h0 Fh * => /RleP a1.
have e0 : 0 < 1 - exp (- h).
  by rewrite subr_gt0 -[X in _ < X]exp0; apply/RltP/exp_increasing/RltP; rewrite oppr_lt0.
have q : dmu x * ((1 - exp (- h)) / h) <= alpha dmu x y.
  by move: a1; rewrite /Rdiv -RinvE'.
apply: (@le_trans _ _ (F * (dmu x * ((1 - exp (- h)) / h)))); last by rewrite ler_wpmul2l // (le_trans ler01).
rewrite mulrCA ler_pemulr // mulrA ler_pdivl_mulr // mul1r.
by rewrite -ler_pdivr_mulr.
Qed.

Section Factor.
Variable F : R.
Hypothesis F1 : 1 <= F.
Hypothesis slope : forall b, nrm2 b <= 1 -> dmu (dot b star) <= F * alpha dmu (dot b star) (dot b hat).
Let F0 : 0 < F. Proof. exact: lt_le_trans F1. Qed.

(* Gtilde >= Htilde/F, and so X^2 <= F y^2 *)
Lemma sharp_H_le_G : loewner (F^-1 *: Ht) Gt.
Proof.
move=> x; rewrite qfZ !qf_design mulrDr mulr_sumr; apply: ler_add; last first.
  by rewrite ler_pimull ?invf_le1 // mulr_ge0 ?dot_ge0 ?ltW.
apply: ler_sum => s _; rewrite mulrA ler_wpmul2r ?sqr_ge0 //; case: ifP => rs; last by rewrite mulr0.
rewrite mulrCA ler_wpmul2l ?sqr_ge0 // ler_pdivr_mull // (star_recent data rs) //.
by rewrite slope // (action_unit data).
Qed.
Lemma sharp_X_sqr rho : nrm (invmx Ht) noise <= rho -> X ^+ 2 <= F * rho ^+ 2.
Proof.
move=> event; have Cp : 0 < F^-1 by rewrite invr_gt0.
rewrite (nrm_sqr _ (pd_psd (pd_inv Gtp))).
apply: (@le_trans _ _ (F * nrm (invmx Ht) noise ^+ 2)).
  rewrite (nrm_sqr _ (pd_psd (pd_inv Htp))).
  have := loewner_inv (pdZ Cp Htp) Gtp sharp_H_le_G noise.
  by rewrite invmxZ ?(pd_unit (pdZ Cp Htp)) // invrK qfZ.
by rewrite ler_wpmul2l ?(ltW F0) // ler_expn2r ?nnegrE ?nrm_ge0 // (le_trans _ event) ?nrm_ge0.
Qed.

(* G >= c_mu V/F *)
Hypothesis floor : forall s, (s < t)%N -> c_mu <= dmu (dot (a s) star).
Lemma sharp_G_V b : nrm (invmx G) b <= Num.sqrt F / Num.sqrt c_mu * nrm (invmx V) b.
Proof.
have Vp : pd V by apply: design_pd => [|s _]; rewrite ?divr_gt0 ?(w0 data).
have q0 : 0 < c_mu / F by rewrite divr_gt0.
have L : loewner ((c_mu / F) *: V) G.
  move=> x; rewrite qfZ !qf_design mulrDr mulr_sumr; apply: ler_add; last first.
    rewrite mulrA ler_wpmul2r ?dot_ge0 // mulrC mulrA divfK ?gt_eqF //.
    by rewrite ler_pdivr_mulr // ler_pemulr ?(ltW lam0).
  apply: ler_sum => s _; rewrite mulrA ler_wpmul2r ?sqr_ge0 // mulrC ler_wpmul2l ?(w0 data) //.
  rewrite ler_pdivr_mulr // mulrC; apply: le_trans (slope (action_unit data s)); exact: floor.
have := nrm_mono b (loewner_inv (pdZ q0 Vp) Gp L).
rewrite invmxZ ?(pd_unit (pdZ q0 Vp)) // => /le_trans; apply.
rewrite {1}/nrm qfZ invf_div sqrtrM ?divr_ge0 ?(ltW F0) ?(ltW c_mu0) // ler_wpmul2r ?nrm_ge0 //.
by rewrite sqrtrM ?(ltW F0) // sqrtrV ?(ltW c_mu0).
Qed.
End Factor.

(* The error is at most k_mu |b.(hat - theta)|. *)
Lemma sharp_lipschitz b : `|mu (dot b hat) - mu (dot b star)| <= k_mu * `|dot b (hat - star)|.
Proof.
rewrite -(slope_secant slopes) normrM (ger0_norm (alpha_ge0 slopes _ _)) dotDr dotNr.
by rewrite ler_wpmul2r ?normr_ge0 ?(slope_high slopes).
Qed.

Local Notation s := (s_sharp lam S B).
Let e0 : 0 < exp S - 1.
Proof. by rewrite subr_gt0 -[X in X < _]exp0; apply/RltP/exp_increasing/RltP. Qed.
Let s0 : 0 <= s. Proof. by rewrite !addr_ge0 ?divr_ge0 // ltW. Qed.

(* The factor F = s + X/sqrt(lambda) *)
Lemma slope_factor b : nrm2 b <= 1 ->
  1 <= s + X / rl /\ dmu (dot b star) <= (s + X / rl) * alpha dmu (dot b star) (dot b hat).
Proof.
move=> b1; set x := B / lam + X / rl.
have x0 : 0 <= x by rewrite addr_ge0 ?divr_ge0 ?nrm_ge0 // ltW.
have FE : s + X / rl = S + x + S / (exp S - 1) by rewrite /s_sharp /x -!addrA; congr (_ + (_ + _));
  rewrite addrC.
have F1 : 1 <= s + X / rl.
  have v0 : 0 < S + x by rewrite ltr_paddr.
  rewrite FE; apply: le_trans (loss_le v0 S0 x0 (lexx _)).
  have [/RleP h _] := loss_range (S + x) (elimT (RltP _ _) v0); move: h.
  by rewrite /Rdiv -RinvE'.
split=> //; apply: sharp_slope => // h0; rewrite FE; apply: loss_le => //.
rewrite -normrN opprB -dotNr -dotDr; apply: le_trans (sharp_difference b1) _.
rewrite /x addrCA ler_add2l; apply: (@le_trans _ _ (rl^-1 * (rl * S + X))).
  by rewrite ler_wpmul2r ?(unit_action_le lam0 slopes data) // addr_ge0 ?nrm_ge0 ?mulr_ge0 // ltW.
by rewrite mulrDr mulKf ?gt_eqF // [rl^-1 * _]mulrC.
Qed.

(* Z114 on a path *)
Hypothesis floor : forall s, (s < t)%N -> c_mu <= dmu (dot (a s) star).
Theorem sharp_error rho b : nrm (invmx Ht) noise <= rho -> nrm2 b <= 1 ->
  `|mu (dot b hat) - mu (dot b star)| <=
    k_mu * (B / lam) + beta_sharp lam k_mu S s rho / Num.sqrt c_mu * nrm (invmx V) b.
Proof.
move=> event b1; apply: le_trans (sharp_lipschitz b) _.
have [F1 _] := slope_factor b1; have slope c : nrm2 c <= 1 -> _ := fun h => (slope_factor h).2.
have XX := X_sharp_solves lam0 s0 (sharp_X_sqr F1 slope event).
apply: le_trans (ler_wpmul2l k0 (sharp_difference b1)) _; rewrite mulrDr ler_add2l /beta_sharp.
move: (X_sharp _ _ _) XX => Xs XX; rewrite -!mulrA ler_wpmul2l //.
have GV := sharp_G_V F1 slope floor b.
apply: (@le_trans _ _ (Num.sqrt (s + Xs / rl) / Num.sqrt c_mu * nrm (invmx V) b * (rl * S + Xs))); last first.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; move: (Num.sqrt c_mu)^-1 (nrm _ b) => y z; ring.
apply: ler_pmul; rewrite ?nrm_ge0 ?addr_ge0 ?ler_add2l ?mulr_ge0 ?nrm_ge0 ?(ltW rl0) ?(ltW S0) //.
apply: le_trans GV _; rewrite ler_wpmul2r ?nrm_ge0 // ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 // ler_wsqrtr //.
by rewrite ler_add2l ler_wpmul2r // invr_ge0 ltW.
Qed.
End OneRound.

(* Z115 on a path: hat in Theta *)
Section InBall.
Variables (d t D : nat) (lam c_mu k_mu S m W B : R) (w : nat -> R).
Variables (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat star : 'cV[R]_d).
Variables (mu dmu ddmu : R -> R).
Hypotheses (lam0 : 0 < lam) (S0 : 0 < S).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis fl : slope_floor d dmu S c_mu.
Hypothesis data : round_data t D w W lam S m mu a theta eps hat star.
Hypothesis old : nrm2 (old_part t D w a theta eps star mu) <= B.
Hypothesis hat_ball : nrm2 hat <= S.
Theorem sharp_error_ball rho b :
  nrm (invmx (Htilde lam a w D t dmu theta)) (recent_noise a w D t eps) <= rho -> nrm2 b <= 1 ->
  `|mu (dot b hat) - mu (dot b star)| <= k_mu * (B / lam)
    + beta_bar_sharp lam k_mu S rho / Num.sqrt c_mu * nrm (invmx (design (lam / c_mu) a w t)) b.
Proof.
move=> event b1; have [c0 _] := fl; have slopes := link_slopes link; have k0 := k_mu_ge0 slopes.
have S2 : 0 < 2%:R * S by rewrite mulr_gt0 ?ltr0n.
have F1 : 1 <= varkappa S.
  have [/RleP h _] := loss_range (2%:R * S) (elimT (RltP _ _) S2); move: h.
  by rewrite /Rdiv -RinvE'.
have F0 := lt_le_trans ltr01 F1.
have slope c : nrm2 c <= 1 -> dmu (dot c star) <= varkappa S * alpha dmu (dot c star) (dot c hat).
  move=> c1; apply: (sharp_slope link F1) => h0; have h2 := dot_diff_2S data hat_ball c1.
  set h := `|_| in h0 h2 *; have := loss_grows h (2%:R * S - h) (elimT (RltP _ _) h0).
  have -> : Rplus h (2%:R * S - h) = 2%:R * S by rewrite -[LHS]/(h + (2%:R * S - h)) addrCA subrr addr0.
  have q : Rle 0 (2%:R * S - h) by apply/RleP; rewrite subr_ge0.
  by move=> /(_ q) /RleP; rewrite /Rdiv -!RinvE'.
have X2 := sharp_X_sqr lam0 link data F1 slope event.
have rho0 : 0 <= rho by apply: le_trans event; exact: nrm_ge0.
have XX : nrm (invmx (Gtilde lam a w D t (alpha dmu) star hat)) (recent_noise a w D t eps)
    <= Num.sqrt (varkappa S) * rho.
  rewrite -[X in X <= _]ger0_norm ?nrm_ge0 //; apply: le_of_sqr; first by rewrite mulr_ge0 ?sqrtr_ge0.
  by rewrite exprMn (sqr_sqrtr (ltW F0)); exact: X2.
have af s : (s < t)%N -> c_mu <= alpha dmu (dot (a s) star) (dot (a s) hat).
  by move=> _; apply: (alpha_floor_ball link fl); rewrite ?(action_unit data) ?(star_ball data).
have GV := norm_G_V_ball lam0 c0 slopes data af b.
apply: le_trans (sharp_lipschitz hat star link b) _.
apply: le_trans (ler_wpmul2l k0 (sharp_difference lam0 link data old b1)) _.
rewrite mulrDr ler_add2l /beta_bar_sharp -!mulrA ler_wpmul2l //.
set Y := _ + _; set Z := _ + Num.sqrt _ * _; set nG := nrm _ b in GV *; set nV := nrm _ b in GV *.
have Y0 : 0 <= Y by rewrite addr_ge0 ?nrm_ge0 ?mulr_ge0 ?sqrtr_ge0 // ltW.
apply: (@le_trans _ _ (nV / Num.sqrt c_mu * Z)); last by rewrite [X in X <= _]mulrC [nV / _]mulrC.
by apply: ler_pmul; rewrite ?nrm_ge0 // /Y /Z ler_add2l.
Qed.
End InBall.
