(* Steps of the proofs with a sliding window that are claims of their own (l. 2863-2968, 3011-3055).

   1. The chain from the prediction error to the bonus, line by line (l. 2863-2914), on one path.
   2. All rounds of T(tau) at once: the regret of a round, and the refined bonus (l. 3053-3055).
   3. The two chains for the regret (l. 2948-2968, 3031-3040), on one path. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus regret.
From Glb Require Import any_law any_law_tail any_law_regret window_deviation path_regret rounds_regret.
From Glb Require Import window_regret refined_bonus regret_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* 1. One path *)

Section OneRound.
Variable F : rcfType.
Variables (d t tau : nat) (lam c_mu k_mu S rho : F).
Variables (a theta : nat -> 'cV[F]_d) (eps : nat -> F) (hat star b : 'cV[F]_d).
Variables (mu dmu : F -> F) (alpha : F -> F -> F).
Local Notation w := (window_weight F tau t).
Hypotheses (lam0 : 0 < lam) (c0 : 0 < c_mu).
Hypothesis slopes : mean_slopes mu dmu alpha k_mu.
Hypothesis a1 : forall s, nrm2 (a s) <= 1.
Hypothesis star1 : nrm2 star <= S.
Hypothesis steady : forall s, (t - tau <= s)%N -> (s < t)%N -> theta s = star.
Hypothesis mle : \sum_(s < t) (w s * mu (dot (a s) hat)) *: a s + lam *: hat =
  \sum_(s < t) (w s * (mu (dot (a s) (theta s)) + eps s)) *: a s.
Hypothesis floor : forall s, (s < t)%N -> c_mu <= dmu (dot (a s) (theta s)).
Local Notation G := (G_window t tau lam a hat star alpha).
Local Notation H := (H_window t tau lam a theta dmu).
Local Notation S_t := (S_window t tau a eps).
Local Notation V := (design (lam / c_mu) a w t).
Local Notation X := (nrm (invmx G) S_t).
Local Notation f := (1 + S + (Num.sqrt lam)^-1 * X).
Hypothesis event : nrm (invmx H) S_t <= rho.
Let S0 : 0 <= S := le_trans (nrm2_ge0 _) star1.
Let s0 : 0 < Num.sqrt lam. Proof. by rewrite sqrtr_gt0. Qed.
Let k0 : 0 <= k_mu := k_mu_ge0 slopes.
Let f1 : 1 <= f. Proof. by rewrite -addrA ler_addl addr_ge0 // mulr_ge0 ?invr_ge0 ?nrm_ge0 ?sqrtr_ge0. Qed.
Let f0 : 0 < f := lt_le_trans ltr01 f1.
Let m : F := \sum_(s < t) `|eps s|.
Let m0 : 0 <= m. Proof. by apply: sumr_ge0 => s _; exact: normr_ge0. Qed.
Let data := window_round a1 star1 steady mle.

Lemma w_window_ge0 s : 0 <= w s. Proof. by case/andP: (window_range F tau t s). Qed.
Lemma G_window_pd : pd G. Proof. exact: (G_pd lam0 slopes data). Qed.
Lemma G_window_ge : loewner lam%:M G. Proof. exact: (G_ge slopes data). Qed.
Lemma H_window_pd : pd H.
Proof. by apply: design_pd => // s _; rewrite mulr_ge0 ?w_window_ge0 ?(slope_dmu slopes). Qed.
Lemma V_window_pd : pd V. Proof. by apply: design_pd => [|s _]; rewrite ?divr_gt0 ?w_window_ge0. Qed.

(* G_t (hat - theta*_t) = S_t - lambda theta*_t on T(tau) *)
Lemma window_diff : hat - star = invmx G *m (S_t - lam *: star).
Proof.
have := G_diff slopes data; rewrite S_windowE.
have -> : old_part t tau w a (fun=> star) eps star mu = 0.
  rewrite /old_part big1 // => s _; rewrite /recent /window_weight; case: leqP => /= _; rewrite ?scale0r //.
  by rewrite mulr0n mul0r scale0r.
rewrite add0r => e; rewrite -e.
by rewrite mulKmx ?(pd_unit G_window_pd).
Qed.

(* The first display (l. 2863-2875): the mean value theorem and Cauchy-Schwarz *)
Lemma chain_cauchy : `|mu (dot b star) - mu (dot b hat)| <=
  k_mu * nrm (invmx G) b * nrm (invmx G) (S_t - lam *: star).
Proof.
rewrite -normrN opprB -(slope_secant slopes) normrM (ger0_norm (alpha_ge0 slopes _ _)) -mulrA.
apply: (@le_trans _ _ (k_mu * `|dot b (hat - star)|)).
  by rewrite dotDr dotNr ler_wpmul2r ?normr_ge0 ?(slope_high slopes).
rewrite ler_wpmul2l // window_diff -/(bf (invmx G) b _); apply: nrm_cs.
exact/pd_psd/pd_inv/G_window_pd.
Qed.

(* |b|_{G^-1} <= sqrt f |b|_{H^-1} (prop:self_concord_SW) *)
Lemma chain_norm : nrm (invmx G) b <= Num.sqrt f * nrm (invmx H) b.
Proof.
have := H_le_G_window lam0 slopes a1 star1 steady mle; rewrite [X / _]mulrC => HG.
have i0 : 0 < f^-1 by rewrite invr_gt0.
have := nrm_mono b (loewner_inv (pdZ i0 H_window_pd) G_window_pd HG).
rewrite invmxZ ?(pd_unit (pdZ i0 H_window_pd)) // invrK => /le_trans; apply.
by rewrite {1}/nrm qfZ sqrtrM ?(ltW f0).
Qed.

(* |S_t - lambda theta*|_{G^-1} <= sqrt(lambda) S + |S_t|_{G^-1} *)
Lemma chain_triangle : nrm (invmx G) (S_t - lam *: star) <= Num.sqrt lam * S + X.
Proof.
have Gip := pd_psd (pd_inv G_window_pd).
apply: le_trans (nrmD _ _ Gip) _; rewrite addrC ler_add2r nrmN // nrmZ // (ger0_norm (ltW lam0)).
rewrite -{1}(sqrt_lamE lam0) -mulrA ler_wpmul2l ?sqrtr_ge0 //.
rewrite mulrC -ler_pdivl_mulr //; apply: le_trans (nrm_inv_le _ lam0 G_window_pd G_window_ge) _.
by rewrite ler_wpmul2r ?invr_ge0 ?sqrtr_ge0.
Qed.

(* sqrt f (sqrt(lambda) S + X) <= sqrt(lambda) f^(3/2) *)
Lemma chain_power : Num.sqrt f * (Num.sqrt lam * S + X) <= Num.sqrt lam * Num.sqrt f ^+ 3.
Proof.
have -> : Num.sqrt lam * Num.sqrt f ^+ 3 = Num.sqrt f * (Num.sqrt lam * f).
  by rewrite exprS sqr_sqrtr ?(ltW f0) // mulrCA.
rewrite ler_wpmul2l ?sqrtr_ge0 // !mulrDr mulr1 [Num.sqrt lam * (_^-1 * _)]mulrA mulfV ?gt_eqF // mul1r.
by rewrite ler_add2r ler_addr sqrtr_ge0.
Qed.

(* f is at most the base of beta (second half of prop:self_concord_SW) *)
Lemma chain_radius : f <= beta_base lam S rho.
Proof.
have rho0 : 0 <= rho := le_trans (nrm_ge0 _ _) event.
rewrite beta_baseE // /deviation_bound [(Num.sqrt lam)^-1 * X]mulrC ler_add2l ler_wpmul2r
  ?invr_ge0 ?(ltW s0) //.
apply: le_trans (deviation_window lam0 slopes a1 star1 steady mle) _; apply: ler_add.
  by rewrite ler_wpmul2l ?sqrtr_ge0.
by rewrite ler_wpmul2r ?invr_ge0 ?(ltW s0) // ler_expn2r ?nnegrE ?nrm_ge0.
Qed.

(* |b|_{H^-1} <= |b|_{V^-1}/sqrt(c_mu), since H_t >= c_mu V_t *)
Lemma chain_design : nrm (invmx H) b <= nrm (invmx V) b / Num.sqrt c_mu.
Proof.
have VH : loewner (c_mu *: V) H.
  move=> x; rewrite qfZ !qf_design mulrDr mulr_sumr; apply: ler_add; last first.
    by rewrite mulrA mulrCA mulfV ?gt_eqF // mulr1.
  apply: ler_sum => s _; rewrite mulrA ler_wpmul2r ?sqr_ge0 // mulrC ler_wpmul2l ?w_window_ge0 //.
  exact: floor.
have := nrm_mono b (loewner_inv (pdZ c0 V_window_pd) H_window_pd VH).
rewrite invmxZ ?(pd_unit (pdZ c0 V_window_pd)) // => /le_trans; apply.
by rewrite {1}/nrm qfZ sqrtrM ?invr_ge0 ?(ltW c0) // sqrtrV ?(ltW c0) // mulrC.
Qed.

(* The chain of l. 2863-2914 *)
Theorem window_chain :
  [/\ `|mu (dot b star) - mu (dot b hat)| <= k_mu * nrm (invmx G) b * nrm (invmx G) (S_t - lam *: star),
      k_mu * nrm (invmx G) b * nrm (invmx G) (S_t - lam *: star) <=
        k_mu * Num.sqrt f * nrm (invmx H) b * (Num.sqrt lam * S + X),
      k_mu * Num.sqrt f * nrm (invmx H) b * (Num.sqrt lam * S + X) <=
        k_mu * Num.sqrt lam * Num.sqrt f ^+ 3 * nrm (invmx H) b,
      k_mu * Num.sqrt lam * Num.sqrt f ^+ 3 * nrm (invmx H) b <= beta lam k_mu S rho * nrm (invmx H) b &
      beta lam k_mu S rho * nrm (invmx H) b <= beta lam k_mu S rho / Num.sqrt c_mu * nrm (invmx V) b].
Proof.
have n0 := nrm_ge0 (invmx H) b; split.
- exact: chain_cauchy.
- apply: ler_pmul; rewrite ?mulr_ge0 ?nrm_ge0 ?chain_triangle //.
  by rewrite -[X in _ <= X]mulrA ler_wpmul2l // chain_norm.
- have e (x y z u : F) : x * y * z * u = x * z * (y * u) by ring.
  rewrite e; apply: (le_trans (ler_wpmul2l (mulr_ge0 k0 n0) chain_power)).
  by same; rewrite -e [RHS]mulrAC.
- rewrite ler_wpmul2r // /beta ler_wpmul2l ?mulr_ge0 ?sqrtr_ge0 // ler_expn2r ?nnegrE ?sqrtr_ge0 //.
  by apply: ler_wsqrtr; exact: chain_radius.
have b0 : 0 <= beta lam k_mu S rho by exact: beta_ge0.
by rewrite -mulrA [_^-1 * _]mulrC ler_wpmul2l // chain_design.
Qed.
End OneRound.

(* 2. and 3. All rounds, for any law of rewards *)

Section AnyLaw.
Variables (d : nat) (E : Type) (e0 : E).
Variables (mu dmu ddmu : R -> R) (c_mu k_mu S m : R).
Variables (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop).
Variables (Ec : seq E -> 'cV[R]_d -> (E -> R) -> R) (reward : seq E -> 'cV[R]_d -> E -> R).
Variables (act hat best : seq E -> 'cV[R]_d) (lam delta : R) (T tau Gamma : nat).
Hypotheses (d0 : (0 < d)%N) (T0 : (0 < T)%N) (lam0 : 0 < lam) (m0 : 0 < m).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis floor : slope_floor d dmu S c_mu.
Hypothesis env : any_environment mu dmu S m theta actions Ec reward.
Hypothesis allowed : forall h, actions h (act h).
Local Notation w := (window_weight R_realFieldType tau).
Local Notation played := (fun h => Ec h (act h)).
Hypothesis mle : forall h,
  \sum_(s < size h) (w (size h) s * mu (dot (ppast act h s) (hat h))) *: ppast act h s + lam *: hat h =
  \sum_(s < size h) (w (size h) s * preward e0 reward act h s) *: ppast act h s.
Local Notation rho t := (rho_of d T lam m k_mu delta (minn t tau)%:R).
Local Notation bt := (beta_SW d k_mu S m lam delta T tau).
Local Notation V h t := (V_window (lam / c_mu) (ppast act h) tau t).

(* The refined bonus (l. 3053): t in T(tau) with hat_t in Theta, small noise, any action of the unit ball *)
Theorem windowed_refined h t b : size h = T -> (t < T)%N -> stationary theta tau t ->
  noise_small e0 mu dmu k_mu m theta reward act w (fun t => (minn t.+1 tau)%:R) lam delta T tau h t ->
  nrm2 (hat (take t h)) <= S -> nrm2 b <= 1 ->
  `|mu (dot b (hat (take t h))) - mu (dot b (theta t))| <=
    beta_bar lam k_mu S (rho t.+1) / Num.sqrt c_mu * nrm (invmx (V h t)) b.
Proof.
move=> hT tT st sm hS b1; have [c0 fl] := floor.
have data := any_round_at env allowed (window_range _ tau) (window_old _ tau) mle hT tT st.
have := prediction_error_ball lam0 c0 (S_nonneg env) (ltW m0) (link_slopes link) data hS _ sm b1.
rewrite /bias mul0r mulr0 add0r; apply=> s _.
by apply: (alpha_floor_ball link floor); rewrite ?(action_unit data) ?(star_ball data).
Qed.

Hypothesis best_allowed : forall h, actions h (best h).
Hypothesis opt : forall h b, actions h b ->
  mu (dot b (hat h)) + bt (size h).+1 / Num.sqrt c_mu * nrm (invmx (V h (size h))) b <=
  mu (dot (act h) (hat h)) + bt (size h).+1 / Num.sqrt c_mu * nrm (invmx (V h (size h))) (act h).
Local Notation r h t := (mu (dot (best (take t h)) (theta t)) - mu (dot (act (take t h)) (theta t))).
Local Notation norm h t := (nrm (invmx (V h t)) (act (take t h))).
(* r_t <= (2 beta_t/sqrt c_mu) |a_t|_{V_t^-1} on T(tau) (l. 2938) *)
Definition rounds_covered h := forall t, (t < T)%N -> stationary theta tau t ->
  r h t <= 2%:R / Num.sqrt c_mu * bt t.+1 * norm h t.

(* beta_t grows with t (Z64) *)
Lemma windowed_beta_le t : (t < T)%N -> bt t.+1 <= bt T.
Proof.
move=> tT; have k0 := kmu0 link; apply: beta_mono => //; first exact: (S_nonneg env).
  by apply: rho_ge0 => //; [exact: ltW|exact: ler0n].
apply: rho_of_mono => //; rewrite ?ler0n // ler_nat.
by clear -tT; lia.
Qed.

Theorem windowed_rounds (P : seq E -> bool) : (forall h, size h = T -> rounds_covered h -> P h) ->
  Prob played T (fun h => ~~ P h) [::] <= delta.
Proof.
move=> HP; have btl t : (t < T)%N ->
  beta lam k_mu (Sbar_of lam S k_mu m 0) (rho_of d T lam m k_mu delta (minn t.+1 tau)%:R) <= bt T.
  by move=> tT; rewrite Sbar_window; exact: windowed_beta_le.
have opt' h b : actions h b -> let V := design (lam / c_mu) (ppast act h) (w (size h)) (size h) in
  let bt := beta lam k_mu (Sbar_of lam S k_mu m 0) (rho_of d T lam m k_mu delta (minn (size h).+1 tau)%:R) in
  mu (dot b (hat h)) + bt / Num.sqrt c_mu * nrm (invmx V) b <=
  mu (dot (act h) (hat h)) + bt / Num.sqrt c_mu * nrm (invmx V) (act h).
  by rewrite Sbar_window; exact: opt.
apply: (any_rounds (W2 := fun t => (minn t.+1 tau)%:R) d0 T0 lam0 m0 de0 de1 link floor env allowed
  best_allowed (window_range _ tau) (window_old _ tau) (window_recent _ tau) mle opt' btl) => h hT ok.
apply: HP => // t tT st; have := ok t tT st; rewrite Sbar_window /bias mul0r mulr0 add0r.
move=> /le_trans; apply; same; rewrite -/(bt t.+1).
by move: (bt _) (nrm _ _) (Num.sqrt _)^-1 => x y z; ring.
Qed.

(* 3. The chains for the regret *)
Hypothesis changes : (breaks theta T <= Gamma)%N.
Local Notation far := (stationary theta tau).
Let k0 : 0 <= k_mu := kmu0 link.
Let c0 : 0 < c_mu. Proof. by case: floor. Qed.
Let b0 : 0 <= 2%:R / Num.sqrt c_mu * bt T.
Proof. by rewrite mulr_ge0 ?divr_ge0 ?ler0n ?sqrtr_ge0 // beta_ge0. Qed.

(* R_T <= m Gamma_T tau + sum over T(tau) of r_t (l. 2949) *)
Lemma split_regret h : size h = T -> \sum_(t < T) r h t <= m * (Gamma * tau)%:R + \sum_(t < T | far t) r h t.
Proof.
move=> hT; rewrite (bigID (fun t : 'I_T => far t)) /= addrC ler_add2r.
exact: (near_changes tau env allowed best_allowed changes hT).
Qed.

(* sum over T(tau) of r_t <= (2 beta_T/sqrt c_mu) sum over T(tau) of |a_t| (l. 2952) *)
Lemma covered_T h t : rounds_covered h -> (t < T)%N -> far t ->
  r h t <= 2%:R / Num.sqrt c_mu * bt T * norm h t.
Proof.
move=> ok tT st; apply: (le_trans (ok t tT st)); rewrite ler_wpmul2r ?nrm_ge0 // ler_wpmul2l
  ?windowed_beta_le //.
by rewrite divr_ge0 ?ler0n ?sqrtr_ge0.
Qed.
Lemma sum_covered h : rounds_covered h ->
  \sum_(t < T | far t) r h t <= 2%:R / Num.sqrt c_mu * bt T * \sum_(t < T | far t) norm h t.
Proof. by move=> ok; rewrite mulr_sumr; apply: ler_sum => t st; exact: covered_T. Qed.

(* Cauchy-Schwarz over the rounds of T(tau) (l. 2955) *)
Lemma sum_cauchy h : \sum_(t < T | far t) norm h t <=
  Num.sqrt T%:R * Num.sqrt (\sum_(t < T | far t) norm h t ^+ 2).
Proof.
rewrite big_mkcond; apply: le_trans (sum_sqrt T (fun t => if far t then norm h t else 0)) _.
rewrite ler_wpmul2l ?sqrtr_ge0 //; apply: ler_wsqrtr; rewrite [X in _ <= X]big_mkcond /=.
by apply: ler_sum => t _; case: (far t); rewrite // expr0n.
Qed.
Lemma sum_all h : \sum_(t < T | far t) norm h t ^+ 2 <= \sum_(t < T) norm h t ^+ 2.
Proof. by rewrite big_mkcond; apply: ler_sum => t _; case: (far t); rewrite // sqr_ge0. Qed.

(* lemma:ellipticalpotential_SW with ridge lambda/c_mu (Z66) *)
Lemma sum_potential h : (0 < tau)%N -> \sum_(t < T) norm h t ^+ 2 <=
  d%:R * ((T + tau - 1) %/ tau)%:R * (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam))).
Proof.
move=> tau0; have a1 t : nrm2 (ppast act h t) <= 1 := any_actions env (allowed (take t h)).
apply: le_trans (potential_window (a := ppast act h) T tau0 lam0 c0 a1); apply: ler_sum => t _.
rewrite nrm_sqr //; apply/pd_psd/pd_inv/design_pd; first by rewrite divr_gt0.
by move=> s _; exact: ler0n.
Qed.

(* Gaps: r_t <= r_t^2/Delta (l. 3018), and r_t^2 <= (4 beta_T^2/c_mu) |a_t|^2 on T(tau), if r_t >= 0 *)
Variable Delta : R.
Hypothesis Delta0 : 0 < Delta.
Lemma sum_gap h : (forall t, (t < T)%N -> 0 < r h t -> Delta <= r h t) ->
  \sum_(t < T | far t) r h t <= Delta^-1 * \sum_(t < T | far t) r h t ^+ 2.
Proof.
move=> gap; rewrite mulr_sumr; apply: ler_sum => t _; rewrite mulrC; set x := r h t.
have [r0|r0] := lerP x 0; first by apply: (le_trans r0); rewrite divr_ge0 ?sqr_ge0 ?ltW.
by rewrite ler_pdivl_mulr // expr2 ler_wpmul2l ?(ltW r0) // gap.
Qed.
Lemma sum_gap_covered h : rounds_covered h -> (forall t, (t < T)%N -> 0 <= r h t) ->
  \sum_(t < T | far t) r h t ^+ 2 <= 4%:R * bt T ^+ 2 / c_mu * \sum_(t < T) norm h t ^+ 2.
Proof.
move=> ok r0; have q0 : 0 <= 4%:R * bt T ^+ 2 / c_mu.
  by apply: divr_ge0 (ltW c0); exact: mulr_ge0 (ler0n _ _) (sqr_ge0 _).
apply: le_trans (ler_wpmul2l q0 (sum_all h)); rewrite mulr_sumr; apply: ler_sum => t st.
have e (x y : R) : 4%:R * x ^+ 2 / c_mu * y ^+ 2 = (2%:R / Num.sqrt c_mu * x * y) ^+ 2.
  rewrite !exprMn exprVn [Num.sqrt c_mu ^+ 2]sqr_sqrtr ?(ltW c0) //.
  by move: c_mu^-1 => z; ring.
rewrite e.
by rewrite ler_expn2r ?nnegrE ?r0 // ?covered_T // mulr_ge0 ?nrm_ge0.
Qed.
End AnyLaw.
