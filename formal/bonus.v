(* The prediction error and the exploration bonus (l. 2160-2307, 3343-3400).

   cor:G_t_V_t_D (l. 2160), prop:upper_delta_t_D_no_proj (l. 2185) on a single path and with probability
   1 - delta, prop:delta_t_regret (l. 3350), and the algorithm D-GLM-UCB (l. 564-586).
   Weights are as in deviation.v: any weights in [0, 1], the old ones of sum at most W. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Beta.
Variables (F : rcfType) (lam k_mu : F).

(* 1 + Sbar + sqrt((1 + Sbar) / lambda) rho + (rho / sqrt lambda)^2 *)
Definition beta_base (Sb rho : F) :=
  1 + Sb + Num.sqrt ((1 + Sb) / lam) * rho + (rho / Num.sqrt lam) ^+ 2.

(* eq:beta_main (l. 604):
   beta = k_mu sqrt(lambda) (1 + Sbar + sqrt((1 + Sbar)/lambda) rho + (rho/sqrt lambda)^2)^(3/2)
   (the power 3/2 is written as the cube of a square root). *)
Definition beta (Sb rho : F) := k_mu * Num.sqrt lam * Num.sqrt (beta_base Sb rho) ^+ 3.

(* The base of beta is the factor of prop:alpha_discount with X at its bound. *)
Lemma beta_baseE Sb rho : 0 < lam -> 0 <= Sb ->
  beta_base Sb rho = 1 + Sb + deviation_bound lam Sb rho / Num.sqrt lam.
Proof.
move=> lam0 S0; rewrite /beta_base /deviation_bound -addrA; congr (_ + _).
have s0 : 0 <= 1 + Sb by rewrite addr_ge0.
rewrite sqrtrM // sqrtrV ?(ltW lam0) //.
by move: (Num.sqrt _) (Num.sqrt lam)^-1 => x y; ring.
Qed.

Lemma beta_base_ge1 Sb rho : 0 <= Sb -> 0 <= rho -> 1 <= beta_base Sb rho.
Proof.
move=> S0 r0; rewrite /beta_base -!addrA ler_addl !addr_ge0 ?sqr_ge0 //.
by rewrite mulr_ge0 ?sqrtr_ge0.
Qed.

Lemma beta_ge0 Sb rho : 0 <= k_mu -> 0 <= beta Sb rho.
Proof. by move=> k0; rewrite mulr_ge0 ?exprn_ge0 ?sqrtr_ge0 // mulr_ge0 ?sqrtr_ge0. Qed.
End Beta.

Section OneRound.
Variable F : rcfType.
Variables (d t D : nat) (lam c_mu k_mu S m W : F) (w : nat -> F).
Variables (a theta : nat -> 'cV[F]_d) (eps : nat -> F) (hat star : 'cV[F]_d).
Variables (mu dmu : F -> F) (alpha : F -> F -> F).
Hypotheses (lam0 : 0 < lam) (c_mu0 : 0 < c_mu) (S0 : 0 <= S) (m0 : 0 <= m).
Hypothesis slopes : mean_slopes mu dmu alpha k_mu.
Hypothesis data : round_data t D w W lam S m mu a theta eps hat star.
Hypothesis floor : forall s, (s < t)%N -> c_mu <= dmu (dot (a s) star).

Local Notation G := (G_mx lam a w t alpha star hat).
(* V_t = sum_s w_s a_s a_s^T + (lambda / c_mu) I (l. 1857) *)
Local Notation V := (design (lam / c_mu) a w t).
Local Notation Ht := (Htilde lam a w D t dmu theta).
Local Notation noise := (recent_noise a w D t eps).
Local Notation Bias := (bias S k_mu m W).
Local Notation Sb := (Sbar_of lam S k_mu m W).
Local Notation infl := (inflation t D lam k_mu S m W w a eps hat star alpha).

Lemma V_w_pd : pd V.
Proof. by apply: design_pd => [|s _]; rewrite ?divr_gt0 ?(w0 data). Qed.

(* cor:G_t_V_t_D (l. 2160): G_t >= c_mu V_t / (1 + Sbar + X / sqrt lambda) *)
Theorem V_le_G : loewner ((c_mu / infl) *: V) G.
Proof.
have C0 := inflation_gt0 lam0 S0 m0 slopes data; have C1 := inflation_ge1 lam0 S0 m0 slopes data.
move=> x; rewrite qfZ !qf_design mulrDr mulr_sumr; apply: ler_add; last first.
  rewrite mulrA ler_wpmul2r ?dot_ge0 // mulrC mulrA divfK ?gt_eqF //.
  by rewrite ler_pdivr_mulr // ler_pemulr ?(ltW lam0).
apply: ler_sum => s _; rewrite mulrA ler_wpmul2r ?sqr_ge0 // mulrC ler_wpmul2l ?(w0 data) //.
apply: le_trans (alpha_discount lam0 S0 m0 slopes data (action_unit data s)).
by rewrite ler_wpmul2r ?invr_ge0 ?(ltW C0) ?floor.
Qed.

(* Hence |b|_{G^-1} <= sqrt(base of beta) / sqrt(c_mu) |b|_{V^-1}, when the noise is within rho. *)
Lemma norm_G_V rho b : nrm (invmx Ht) noise <= rho ->
  nrm (invmx G) b <= Num.sqrt (beta_base lam Sb rho) / Num.sqrt c_mu * nrm (invmx V) b.
Proof.
move=> event; have C0 := inflation_gt0 lam0 S0 m0 slopes data.
have k0 : 0 < c_mu / infl by rewrite divr_gt0.
have := nrm_mono b (loewner_inv (pdZ k0 V_w_pd) (G_pd lam0 slopes data) V_le_G).
rewrite invmxZ ?(pd_unit (pdZ k0 V_w_pd)) // => /le_trans; apply.
rewrite {1}/nrm qfZ invf_div sqrtrM ?divr_ge0 ?(ltW C0) ?(ltW c_mu0) // ler_wpmul2r ?nrm_ge0 //.
rewrite sqrtrM ?(ltW C0) // sqrtrV ?(ltW c_mu0) // ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 // ler_wsqrtr //.
rewrite beta_baseE ?(Sbar_ge0 lam0 S0 m0 slopes data) // /inflation ler_add2l.
by rewrite ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 // (deviation lam0 S0 m0 slopes data event).
Qed.

(* prop:upper_delta_t_D_no_proj (l. 2185) on the event that the noise is within rho, for every b of the unit
   ball:
   |mu(<b, hat>) - mu(<b, theta*_t>)| <= (k_mu / lambda) W (2 S k_mu + m) + beta / sqrt(c_mu) |b|_{V^-1}. *)
Theorem prediction_error rho b : nrm (invmx Ht) noise <= rho -> nrm2 b <= 1 ->
  `|mu (dot b hat) - mu (dot b star)| <=
    k_mu / lam * Bias + beta lam k_mu Sb rho / Num.sqrt c_mu * nrm (invmx V) b.
Proof.
move=> event b1; have k0 := k_mu_ge0 slopes; have B0 := bias_ge0 S0 m0 slopes data.
have Sb0 := Sbar_ge0 lam0 S0 m0 slopes data; have rho0 := le_trans (nrm_ge0 _ _) event.
rewrite -(slope_secant slopes) normrM (ger0_norm (alpha_ge0 slopes _ _)).
apply: (@le_trans _ _ (k_mu * `|dot b (hat - star)|)).
  by rewrite dotDr dotNr ler_wpmul2r ?normr_ge0 ?(slope_high slopes).
set base := beta_base lam Sb rho; have base1 : 1 <= base by exact: beta_base_ge1.
have u0 := sqrt_lam_gt0 lam0; have N0 := nrm_ge0 (invmx G) b.
apply: (@le_trans _ _ (k_mu * (Bias / lam + nrm (invmx G) b * (Num.sqrt lam * base)))).
  rewrite ler_wpmul2l //; apply: le_trans (estimate_error lam0 S0 m0 slopes data b) _.
  rewrite -addrA mulrDr; apply: ler_add.
    apply: (@le_trans _ _ ((Num.sqrt lam)^-1 * (Bias / Num.sqrt lam))).
      by rewrite ler_wpmul2r ?(unit_action_le lam0 slopes data) // divr_ge0 ?sqrtr_ge0.
    by rewrite mulrCA -invfM (sqrt_lamE lam0).
  rewrite ler_wpmul2l // /base beta_baseE // mulrDr [Num.sqrt lam * (_ / _)]mulrC divfK ?gt_eqF //.
  rewrite addrC; apply: ler_add; last exact: (deviation lam0 S0 m0 slopes data).
  by rewrite ler_wpmul2l ?(ltW u0) // addrCA ler_addl addr_ge0 ?ler01 // divr_ge0 // ltW.
rewrite mulrDr; apply: ler_add; first by rewrite mulrCA mulrC mulrA.
apply: (@le_trans _ _ (k_mu * (Num.sqrt base / Num.sqrt c_mu * nrm (invmx V) b * (Num.sqrt lam * base)))).
  rewrite ler_wpmul2l // ler_wpmul2r ?norm_G_V //.
  by rewrite mulr_ge0 ?sqrtr_ge0 // (le_trans ler01).
have -> : k_mu * (Num.sqrt base / Num.sqrt c_mu * nrm (invmx V) b * (Num.sqrt lam * base)) =
    k_mu * (Num.sqrt base / Num.sqrt c_mu * nrm (invmx V) b * (Num.sqrt lam * Num.sqrt base ^+ 2)).
  by rewrite sqr_sqrtr // (le_trans ler01).
same; rewrite /beta -/base.
by move: (Num.sqrt base) (Num.sqrt lam) (nrm _ _) ((Num.sqrt c_mu)^-1) => u v y k; ring.
Qed.
End OneRound.

(* prop:delta_t_regret (l. 3350): a policy that maximises mu(<b, est>) + bonus b pays at most twice the bonus
   of its action, if the bonus covers the prediction error; for any estimator and any bonus. *)
Section Optimism.
Variables (d : nat) (mu : R -> R) (actions : 'cV[R]_d -> Prop) (bonus : 'cV[R]_d -> R).
Variables (est star act best : 'cV[R]_d).
Hypothesis act_max : forall b, actions b -> mu (dot b est) + bonus b <= mu (dot act est) + bonus act.
Hypothesis covered : forall b, actions b -> `|mu (dot b est) - mu (dot b star)| <= bonus b.

Theorem optimism : actions act -> actions best ->
  mu (dot best star) - mu (dot act star) <= 2%:R * bonus act.
Proof.
move=> aP bP; have := covered bP; have := covered aP; have := act_max bP.
rewrite !ler_norml => /RleP o /andP [_ /RleP h1] /andP [/RleP h2 _].
apply/RleP; move: o h1 h2; rewrite mulr_natl mulr2n.
move: (mu _) (mu _) (mu _) (mu _) (bonus _) (bonus _) => x1 x2 x3 x4 x5 x6.
by toR_goal; lra.
Qed.
End Optimism.

(* The algorithms *)

Section Algorithm.
Variables (d : nat) (E : finType) (e0 : E).
Variables (mu : R -> R) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R).

(* The exploration bonus beta / sqrt(c_mu) |b|_{V_t^-1} of the next action, after the history h, with
   V_t = sum_s w_s a_s a_s^T + (lambda / c_mu) I. *)
Definition ucb_bonus (w : nat -> nat -> R) (lam c_mu bt : R) (act : seq E -> 'cV[R]_d) h b :=
  bt / Num.sqrt c_mu * nrm (invmx (design (lam / c_mu) (past act h) (w (size h)) (size h))) b.

(* hat is the weighted maximum-likelihood estimate, and act maximises mu(<b, hat>) + bonus. *)
Definition weighted_ucb w lam c_mu bt (act hat : seq E -> 'cV[R]_d) :=
  weighted_mle e0 mu w lam reward act hat /\
  optimistic mu actions (ucb_bonus w lam c_mu bt act) act hat.

(* D-GLM-UCB (algorithm 1, l. 564): weights gamma^(t-1-s). *)
Definition D_GLM_UCB gamma := weighted_ucb (discount gamma).
End Algorithm.

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

Local Notation rhoT := (rho_of d T lam m k_mu delta W2).
Local Notation bt := (beta lam k_mu (Sbar_of lam S k_mu m W) rhoT).

(* prop:upper_delta_t_D_no_proj (l. 2185): with probability at least 1 - delta, for all t of T(gamma) and all
   actions of the unit ball at once, the prediction error is at most bias plus bonus. *)
Theorem prediction_error_main : with_probability (played law act) T delta (fun h =>
  forall t b, (t < T)%N -> stationary theta D t -> nrm2 b <= 1 ->
  `|mu (dot b (hat (take t h))) - mu (dot b (theta t))| <= k_mu / lam * bias S k_mu m W
     + bt / Num.sqrt c_mu * nrm (invmx (design (lam / c_mu) (past act h) (w t) t)) b).
Proof.
have [c0 fl] := floor; have S0 := S_ge0 env.
apply: with_probability_le (noise_within e0 d0 T0 lam0 m0 de0 de1 link env allowed w01 w_recent).
move=> h hT A t b tT st b1; have th : (t <= size h)%N by rewrite hT ltnW.
have data := round_at env allowed w01 w_old mle th st.
apply: (prediction_error lam0 c0 S0 (ltW m0) (link_slopes link) data _ (A t tT) b1) => s _.
by rewrite fl ?(env_theta env) // (act_unit env allowed).
Qed.
End OnTrees.
