(* The refined bonus when the estimate lies in Theta (l. 2512-2600): proposition:beta_improved (l. 2524).

   If |hat_t|_2 <= S, the mean slopes between theta*_t and hat_t are at least c_mu, so G_t >= c_mu V_t, and
   Gtilde >= Htilde / (1 + 2 S) (lemma:boundGtbyHt_D); the implicit inequality of deviation.v is not needed.
   The chain of l. 2543-2584 is printed without k_mu from its second line on (I34); here k_mu is in the bonus
   betabar = k_mu sqrt(1 + 2 S) (sqrt lambda S + rho) (eq:beta_improved, l. 2519).
   Weights are as in deviation.v. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* eq:beta_improved (l. 2519) *)
Definition beta_bar (F : rcfType) (lam k_mu S rho : F) :=
  k_mu * Num.sqrt (1 + 2%:R * S) * (Num.sqrt lam * S + rho).

Section OneRound.
Variable F : rcfType.
Variables (d t D : nat) (lam c_mu k_mu S m W : F) (w : nat -> F).
Variables (a theta : nat -> 'cV[F]_d) (eps : nat -> F) (hat star : 'cV[F]_d).
Variables (mu dmu : F -> F) (alpha : F -> F -> F).
Hypotheses (lam0 : 0 < lam) (c_mu0 : 0 < c_mu) (S0 : 0 <= S) (m0 : 0 <= m).
Hypothesis slopes : mean_slopes mu dmu alpha k_mu.
Hypothesis data : round_data t D w W lam S m mu a theta eps hat star.
(* hat lies in Theta, so the mean slopes are at least c_mu *)
Hypothesis hat_ball : nrm2 hat <= S.
Hypothesis floor : forall s, (s < t)%N -> c_mu <= alpha (dot (a s) star) (dot (a s) hat).

Local Notation G := (G_mx lam a w t alpha star hat).
Local Notation Gt := (Gtilde lam a w D t alpha star hat).
Local Notation Ht := (Htilde lam a w D t dmu theta).
Local Notation V := (design (lam / c_mu) a w t).
Local Notation noise := (recent_noise a w D t eps).
Local Notation Bias := (bias S k_mu m W).

(* |a_s.(theta* - hat)| <= 2 S *)
Lemma dot_diff_2S b : nrm2 b <= 1 -> `|dot b star - dot b hat| <= 2%:R * S.
Proof.
move=> b1; rewrite -dotNr -dotDr; apply: le_trans (nrm2_cs _ _) _; rewrite -[2%:R * S]mul1r.
apply: ler_pmul; rewrite ?nrm2_ge0 // nrm2E; apply: le_trans (nrmD _ _ (psd1 F d)) _.
by rewrite (nrmN _ (psd1 F d)) -!nrm2E mulr_natl mulr2n ler_add ?(star_ball data).
Qed.

(* lemma:boundGtbyHt_D (l. 2557): Gtilde >= Htilde / (1 + 2 S) *)
Lemma Htilde_le_Gtilde_ball : loewner ((1 + 2%:R * S)^-1 *: Ht) Gt.
Proof.
have c1 : 1 <= 1 + 2%:R * S by rewrite ler_addl mulr_ge0 ?ler0n.
have c0 : 0 < 1 + 2%:R * S := lt_le_trans ltr01 c1.
move=> x; rewrite qfZ !qf_design mulrDr mulr_sumr; apply: ler_add; last first.
  by rewrite ler_pimull ?invf_le1 // mulr_ge0 ?dot_ge0 // ltW.
apply: ler_sum => s _; rewrite mulrA ler_wpmul2r ?sqr_ge0 //; case: ifP => rs; last by rewrite mulr0.
rewrite mulrCA ler_wpmul2l ?sqr_ge0 // mulrC (star_recent data rs) //.
apply: le_trans (slope_low slopes _ _); rewrite ler_wpmul2l ?(slope_dmu slopes) //.
rewrite lef_pinv ?posrE //; last by rewrite ltr_paddr ?ltr01.
by rewrite ler_add2l dot_diff_2S ?(action_unit data).
Qed.

(* G_t >= c_mu V_t (l. 2587) *)
Lemma cV_le_G : loewner (c_mu *: V) G.
Proof.
move=> x; rewrite qfZ !qf_design mulrDr mulr_sumr; apply: ler_add; last first.
  by rewrite mulrA mulrCA mulfV ?gt_eqF // mulr1.
apply: ler_sum => s _; rewrite mulrA ler_wpmul2r ?sqr_ge0 // mulrC ler_wpmul2l ?(w0 data) //.
exact: floor.
Qed.

(* |b|_{G^-1} <= |b|_{V^-1} / sqrt c_mu *)
Lemma norm_G_V_ball b : nrm (invmx G) b <= nrm (invmx V) b / Num.sqrt c_mu.
Proof.
have Vp : pd V by apply: design_pd => [|s _]; rewrite ?divr_gt0 ?(w0 data).
have := nrm_mono b (loewner_inv (pdZ c_mu0 Vp) (G_pd lam0 slopes data) cV_le_G).
rewrite invmxZ ?(pd_unit (pdZ c_mu0 Vp)) // => /le_trans; apply.
by rewrite {1}/nrm qfZ sqrtrM ?invr_ge0 ?(ltW c_mu0) // sqrtrV ?(ltW c_mu0) // mulrC.
Qed.

(* |noise - lambda theta*|_{G^-1} <= sqrt(1 + 2 S) (sqrt lambda S + rho) (l. 2549-2583) *)
Lemma noise_ball rho : nrm (invmx Ht) noise <= rho ->
  nrm (invmx G) (noise - lam *: star) <= Num.sqrt (1 + 2%:R * S) * (Num.sqrt lam * S + rho).
Proof.
move=> event; have c0 : 0 < 1 + 2%:R * S by rewrite ltr_spaddl ?ltr01 // mulr_ge0 ?ler0n.
have Gtp : pd Gt := Gtilde_pd _ _ _ _ _ _ lam0 slopes.
have Htp : pd Ht := Htilde_pd _ _ _ _ _ lam0 slopes.
have Hip := pd_psd (pd_inv Htp).
apply: le_trans (nrm_mono _ (loewner_inv Gtp (G_pd lam0 slopes data) (Gtilde_le_G slopes data))) _.
have k0 : 0 < (1 + 2%:R * S)^-1 by rewrite invr_gt0.
apply: le_trans (nrm_mono _ (loewner_inv (pdZ k0 Htp) Gtp Htilde_le_Gtilde_ball)) _.
rewrite invmxZ ?(pd_unit (pdZ k0 Htp)) // invrK {1}/nrm qfZ sqrtrM ?(ltW c0) // ler_wpmul2l ?sqrtr_ge0 //.
apply: le_trans (nrmD _ _ Hip) _; rewrite addrC; apply: ler_add => //.
have Hge : loewner lam%:M Ht.
  move=> x; rewrite qf_scalar; apply: design_ge => s _.
  by case: ifP => // _; rewrite mulr_ge0 ?sqr_ge0 ?(slope_dmu slopes).
rewrite nrmN // nrmZ // (ger0_norm (ltW lam0)) -{1}(sqrt_lamE lam0) -mulrA ler_wpmul2l ?sqrtr_ge0 //.
rewrite mulrC -ler_pdivl_mulr ?(sqrt_lam_gt0 lam0) //; apply: le_trans (nrm_inv_le _ lam0 Htp Hge) _.
by rewrite ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 ?(star_ball data).
Qed.

(* proposition:beta_improved on a path where the noise is within rho *)
Theorem prediction_error_ball rho b : nrm (invmx Ht) noise <= rho -> nrm2 b <= 1 ->
  `|mu (dot b hat) - mu (dot b star)| <=
    k_mu / lam * Bias + beta_bar lam k_mu S rho / Num.sqrt c_mu * nrm (invmx V) b.
Proof.
move=> event b1; have k0 := k_mu_ge0 slopes; have B0 := bias_ge0 S0 m0 slopes data.
have rho0 := le_trans (nrm_ge0 _ _) event; have Gp := G_pd lam0 slopes data.
rewrite -(slope_secant slopes) normrM (ger0_norm (alpha_ge0 slopes _ _)).
apply: (@le_trans _ _ (k_mu * `|dot b (hat - star)|)).
  by rewrite dotDr dotNr ler_wpmul2r ?normr_ge0 ?(slope_high slopes).
have Gip := pd_psd (pd_inv Gp); have n0 := nrm_ge0 (invmx G) b.
have -> : hat - star = invmx G *m (old_part t D w a theta eps star mu + (noise - lam *: star)).
  by rewrite addrA -(G_diff slopes data) mulKmx ?(pd_unit Gp).
apply: (@le_trans _ _ (k_mu * (Bias / lam
    + nrm (invmx V) b / Num.sqrt c_mu * (Num.sqrt (1 + 2%:R * S) * (Num.sqrt lam * S + rho))))); last first.
  same; rewrite /beta_bar mulrDr; congr (_ + _); first by rewrite mulrCA mulrC mulrA.
  by move: (Num.sqrt (1 + _)) (Num.sqrt lam) (nrm _ _) ((Num.sqrt c_mu)^-1) => x y z u; ring.
rewrite ler_wpmul2l // -/(bf (invmx G) b _); apply: le_trans (nrm_cs _ _ Gip) _.
apply: le_trans (ler_wpmul2l n0 (nrmD _ _ Gip)) _; rewrite [X in X <= _]mulrDr; apply: ler_add.
  apply: (@le_trans _ _ ((Num.sqrt lam)^-1 * (Bias / Num.sqrt lam))).
    apply: ler_pmul; rewrite ?nrm_ge0 ?(unit_action_le lam0 slopes data) //.
    apply: le_trans (nrm_inv_le _ lam0 Gp (G_ge slopes data)) _.
    by rewrite ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 // (old_part_le S0 m0 slopes data).
  by rewrite mulrCA -invfM (sqrt_lamE lam0).
by apply: ler_pmul; rewrite ?nrm_ge0 ?norm_G_V_ball ?noise_ball.
Qed.
End OneRound.

(* Mean slopes between points of an interval are at least a lower bound of mu' on the interval. *)
Lemma alpha_floor (dmu : R -> R) (c z1 z2 : R) : (forall z, continuous dmu z) ->
  (forall v : R, 0 <= v -> v <= 1 -> c <= dmu (z1 + v * (z2 - z1))) -> c <= alpha dmu z1 z2.
Proof.
move=> cont H; have -> : c = RInt (fun _ => c) 0 1 by rewrite RInt_const /scal /= /mult /=; toR_goal; lra.
apply/RleP; apply: RInt_le; [lra|exact: ex_RInt_const|exact: slope_ex|].
by move=> v [/Rlt_le /RleP v0 /Rlt_le /RleP v1]; apply/RleP; exact: H.
Qed.

(* In Theta the mean slopes are at least c_mu (I35). *)
Lemma alpha_floor_ball d (mu dmu ddmu : R -> R) (k_mu S c_mu : R) (b star hat : 'cV[R]_d) :
  self_concordant_link mu dmu ddmu k_mu -> slope_floor d dmu S c_mu ->
  nrm2 b <= 1 -> nrm2 star <= S -> nrm2 hat <= S -> c_mu <= alpha dmu (dot b star) (dot b hat).
Proof.
move=> link [_ fl] b1 s1 h1; apply: alpha_floor => [z|v v0 v1].
  exact: (dmu_cont _ _ (link_derive2 link)).
have -> : dot b star + v * (dot b hat - dot b star) = dot b ((1 - v) *: star + v *: hat).
  by rewrite dotDr !dotZr; move: (dot b star) (dot b hat) => x y; ring.
apply: fl => //; have P := psd1 R_rcfType d; rewrite nrm2E; apply: le_trans (nrmD _ _ P) _.
have u0 : 0 <= 1 - v by rewrite subr_ge0.
rewrite !nrmZ // -!nrm2E !ger0_norm //; apply: (@le_trans _ _ ((1 - v) * S + v * S)).
  by rewrite ler_add // ler_wpmul2l.
by rewrite -mulrDl subrK mul1r.
Qed.

(* Along the rounds of a policy *)
Section OnTrees.
Variables (d : nat) (E : finType) (e0 : E).
Variables (mu dmu ddmu : R -> R) (c_mu k_mu S m : R).
Variables (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop).
Variables (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d).
Variables (w : nat -> nat -> R) (W W2 lam delta : R) (T D : nat).
Hypotheses (d0 : (0 < d)%N) (T0 : (0 < T)%N) (lam0 : 0 < lam) (m0 : 0 < m).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis floor : slope_floor d dmu S c_mu.
Hypothesis env : glm_environment mu dmu S m theta actions law reward.
Hypothesis allowed : forall h, actions h (act h).
Hypothesis w01 : forall t s, 0 <= w t s <= 1.
Hypothesis w_old : forall t, \sum_(s < t) (if recent t D s then 0 else w t s) <= W.
Hypothesis w_recent : forall t, \sum_(s < t) (if recent t D s then w t s else 0) ^+ 2 <= W2.
Hypothesis mle : weighted_mle e0 mu w lam reward act hat.

(* proposition:beta_improved (l. 2524): with probability at least 1 - delta, for all t of T(gamma) with hat_t
   in Theta and all actions of the unit ball at once. *)
Theorem prediction_error_ball_main : with_probability (played law act) T delta (fun h =>
  forall t b, (t < T)%N -> stationary theta D t -> nrm2 (hat (take t h)) <= S -> nrm2 b <= 1 ->
  `|mu (dot b (hat (take t h))) - mu (dot b (theta t))| <= k_mu / lam * bias S k_mu m W
     + beta_bar lam k_mu S (rho_of d T lam m k_mu delta W2) / Num.sqrt c_mu
       * nrm (invmx (design (lam / c_mu) (past act h) (w t) t)) b).
Proof.
have [c0 fl] := floor; have S0 := S_ge0 env.
apply: with_probability_le (noise_within e0 d0 T0 lam0 m0 de0 de1 link env allowed w01 w_recent).
move=> h hT A t b tT st hS b1; have th : (t <= size h)%N by rewrite hT ltnW.
have data := round_at env allowed w01 w_old mle th st.
apply: (prediction_error_ball lam0 c0 S0 (ltW m0) (link_slopes link) data hS _ (A t tT) b1) => s _.
by apply: (alpha_floor_ball link floor); rewrite ?(action_unit data) ?(star_ball data).
Qed.
End OnTrees.
