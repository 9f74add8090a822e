(* The rate with discount factors (l. 770-774, 791-797, 2386-2411).

   th:regret_D_no_proj_main with lambda = d log T and gamma = 1 - (sqrt(c_mu) Gamma_T/(dT))^(2/3):
   R_T <= C log(T) c_mu^(-1/3) d^(2/3) Gamma_T^(1/3) T^(2/3) with probability at least 1 - delta, where C
   depends on m, k_mu, S and delta only.  Where the tuning is of no use (1 - gamma > 1/2 or T (1 - gamma) < 1)
   the rate is of order T at least and the regret is at most m T. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation bonus regret rates.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* sqrt(lambda) sqrt(d T (1-gamma) log T) = d sqrt(T (1 - gamma)) log T, with the square roots as variables *)
Lemma exploration_algebra (F : fieldType) (k b sc sd sL sT su : F) :
  2%:R * (k * (sd * sL) * b) / sc * sT * (6%:R * (sd * sT * su * sL)) =
  12%:R * k * b * (sL * sL) * (sd * sd * (sT * sT) / sc * su).
Proof. by move: sc^-1 => si; ring. Qed.

Lemma short_algebra (F : comRingType) (q x y z u : F) : q * (x * y * z * u) = y * (x * z * (q * u)).
Proof. by ring. Qed.

Lemma depth_algebra (F : comRingType) (a b x y z w s : F) :
  a * b * (x * y) * (z * w) * s = a * x * s * (y * w) * (b * z).
Proof. by ring. Qed.

Section Discount.
Variables (d T Gamma D : nat) (c_mu k_mu S m delta : R).
Hypotheses (d0 : (0 < d)%N) (T2 : (1 < T)%N) (G0 : (0 < Gamma)%N).
Hypotheses (c0 : 0 < c_mu) (c1 : c_mu <= 1) (m0 : 0 < m) (k0 : 0 <= k_mu) (S0 : 0 <= S).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).

(* 1 - gamma = (sqrt(c_mu) Gamma_T / (dT))^(2/3) (l. 770) *)
Definition forget := power (Num.sqrt c_mu * Gamma%:R / (d%:R * T%:R)) (2%:R / 3%:R).
(* c_mu^(-1/3) d^(2/3) Gamma_T^(1/3) T^(2/3) *)
Definition rate := power c_mu (- 3%:R^-1) * power d%:R (2%:R / 3%:R) * power Gamma%:R 3%:R^-1
  * power T%:R (2%:R / 3%:R).
(* the constant of the rate *)
Definition rate_constant := 3%:R * m + 8%:R * k_mu * (2%:R * S * k_mu + m)
  + 12%:R * k_mu * rate_bonus k_mu S m delta.

Let T0 : (0 < T)%N := ltnW T2.
Let dp : 0 < d%:R :> R. Proof. by rewrite ltr0n. Qed.
Let Tp : 0 < T%:R :> R. Proof. by rewrite ltr0n. Qed.
Let Gp : 0 < Gamma%:R :> R. Proof. by rewrite ltr0n. Qed.
Let cp : 0 < Num.sqrt c_mu. Proof. by rewrite sqrtr_gt0. Qed.
Let lam0 := ridge_gt0 d0 T2.
Let L2 := log_horizon T2.
Let L0 : 0 < ln T%:R. Proof. by apply: lt_le_trans L2; rewrite invr_gt0 ltr0n. Qed.

Lemma forget_gt0 : 0 < forget. Proof. exact: power_gt0. Qed.
Lemma rate_gt0 : 0 < rate. Proof. by rewrite /rate !mulr_gt0 ?power_gt0. Qed.

Lemma ln_forget : ln forget = 2%:R / 3%:R * (ln c_mu / 2%:R + ln Gamma%:R - (ln d%:R + ln T%:R)).
Proof. by rewrite ln_power lnM ?lnV ?lnM ?ln_sqrt ?invr_gt0 // mulr_gt0. Qed.

Lemma ln_rate : ln rate = - 3%:R^-1 * ln c_mu + 2%:R / 3%:R * ln d%:R + 3%:R^-1 * ln Gamma%:R
  + 2%:R / 3%:R * ln T%:R.
Proof. by rewrite /rate !lnM ?mulr_gt0 ?power_gt0 // !ln_power. Qed.

(* Gamma_T / (1 - gamma) is the rate (l. 2389) *)
Lemma rate_changes : Gamma%:R / forget = rate.
Proof.
apply: ln_inj; rewrite ?divr_gt0 ?forget_gt0 ?rate_gt0 // lnM ?lnV ?invr_gt0 ?forget_gt0 //.
rewrite ln_forget ln_rate; move: (ln c_mu) (ln _) (ln d%:R) (ln T%:R) => a b e f.
by toR_goal; simpl; lra.
Qed.

(* d T sqrt(1 - gamma) / sqrt(c_mu) is the rate (l. 2406) *)
Lemma rate_bonuses : d%:R * T%:R / Num.sqrt c_mu * Num.sqrt forget = rate.
Proof.
have u0 := forget_gt0; have su : 0 < Num.sqrt forget by rewrite sqrtr_gt0.
apply: ln_inj; rewrite ?rate_gt0 ?mulr_gt0 ?invr_gt0 // lnM ?mulr_gt0 ?invr_gt0 //.
rewrite lnM ?mulr_gt0 ?invr_gt0 // lnV // lnM // !ln_sqrt // ln_forget ln_rate.
move: (ln c_mu) (ln Gamma%:R) (ln d%:R) (ln T%:R) => a b e f.
by toR_goal; simpl; lra.
Qed.

Lemma inv_forget_le : forget^-1 <= rate.
Proof. by rewrite -rate_changes ler_pemull ?ler1n // invr_ge0 ltW // forget_gt0. Qed.

Lemma rate_constant_ge : 3%:R * m <= rate_constant.
Proof.
rewrite /rate_constant -addrA ler_addl addr_ge0 //.
  by rewrite !mulr_ge0 ?ler0n // addr_ge0 ?(ltW m0) // !mulr_ge0 ?ler0n.
by rewrite mulr_ge0 ?rate_bonus_ge0 // mulr_ge0 ?ler0n.
Qed.

(* Where the tuning is of no use, m T is at most the rate. *)
Lemma short_horizon : T%:R * forget < 1 \/ 2%:R^-1 < forget ->
  m * T%:R <= rate_constant * ln T%:R * rate.
Proof.
have r0 := rate_gt0; have u0 := forget_gt0 => short.
have h : T%:R <= 3%:R / 2%:R * rate.
  case: short => [h|h].
    apply: (@le_trans _ _ rate).
      by apply: le_trans inv_forget_le; rewrite -[forget^-1]mul1r ler_pdivl_mulr // ltW.
    by rewrite ler_pemull ?(ltW r0) // ler_pdivl_mulr ?ltr0n // mul1r ler_nat.
  rewrite -rate_bonuses; have s : 2%:R / 3%:R <= Num.sqrt forget.
    rewrite -[2%:R / _]ger0_norm ?divr_ge0 ?ler0n // -sqrtr_sqr; apply: ler_wsqrtr; apply: le_trans (ltW h).
    rewrite expr_div_n -!natrX ler_pdivr_mulr ?ltr0n // mulrC ler_pdivl_mulr ?ltr0n // -natrM ler_nat.
    by [].
  have dc : 1 <= d%:R / Num.sqrt c_mu.
    rewrite ler_pdivl_mulr // mul1r; apply: (@le_trans _ _ 1); last by rewrite ler1n.
    by rewrite -sqrtr1 ler_wsqrtr.
  have -> : 3%:R / 2%:R * (d%:R * T%:R / Num.sqrt c_mu * Num.sqrt forget) =
    T%:R * (d%:R / Num.sqrt c_mu * (3%:R / 2%:R * Num.sqrt forget)).
    exact: short_algebra.
  rewrite ler_pemulr ?(ltW Tp) // -[X in X <= _]mulr1; apply: ler_pmul => //.
  by rewrite -ler_pdivr_mull ?divr_gt0 ?ltr0n // invf_div mulr1.
apply: (@le_trans _ _ (m * (3%:R / 2%:R * rate))); first by rewrite ler_wpmul2l // ltW.
rewrite mulrA ler_wpmul2r ?(ltW r0) // mulrA; apply: ler_pmul => //.
- by rewrite mulr_ge0 ?ler0n // ltW.
- by rewrite invr_ge0 ler0n.
- by rewrite mulrC rate_constant_ge.
Qed.

Hypotheses (long : 1 <= T%:R * forget) (half : forget <= 2%:R^-1).
Local Notation gamma := (1 - forget).
Let g1 : gamma < 1. Proof. by rewrite ltr_subl_addr ltr_addl forget_gt0. Qed.
Let gh : 2%:R^-1 <= gamma.
Proof.
by move: half; move: forget => x /RleP h; apply/RleP; move: h; toR_goal; simpl; lra.
Qed.
Let g0 : 0 < gamma. Proof. by apply: lt_le_trans gh; rewrite invr_gt0 ltr0n. Qed.
Let uE : 1 - gamma = forget. Proof. by rewrite subKr. Qed.

Lemma inv_forget_T : forget^-1 <= T%:R.
Proof. by rewrite -[forget^-1]mul1r ler_pdivr_mulr ?forget_gt0. Qed.

(* T log(1/gamma) + log(1 + c_mu/(d lambda (1-gamma))) <= 7 T (1 - gamma) log T *)
Lemma log_sum_le : T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * ridge d T * (1 - gamma))) <=
  7%:R * (T%:R * forget * ln T%:R).
Proof.
have u0 := forget_gt0; have Tu0 : 0 <= T%:R * forget by rewrite mulr_ge0 // ltW.
have L1 : 1 <= 2%:R * ln T%:R by rewrite -ler_pdivr_mull ?ltr0n // mulr1.
have -> : 7%:R * (T%:R * forget * ln T%:R) =
  2%:R * (T%:R * forget) * (2%:R * ln T%:R) + 3%:R * ln T%:R * (T%:R * forget).
  by move: (T%:R * forget) (ln _) => x y; ring.
apply: ler_add.
  apply: (@le_trans _ _ (2%:R * (T%:R * forget))); last by rewrite ler_pemulr // mulr_ge0 ?ler0n.
  rewrite mulrCA ler_wpmul2l ?(ltW Tp) //; apply: (le_trans (ln_le_sub1 _)); first by rewrite invr_gt0.
  have -> : gamma^-1 - 1 = gamma^-1 * (1 - gamma) by rewrite mulrBr mulr1 mulVf ?gt_eqF.
  rewrite uE ler_wpmul2r ?(ltW u0) //.
  by rewrite -[2%:R]invrK lef_pinv ?posrE ?invr_gt0 ?ltr0n.
apply: (@le_trans _ _ (3%:R * ln T%:R)); last by rewrite ler_pemulr // mulr_ge0 ?ler0n // ltW.
have dr : 2%:R^-1 <= d%:R * ridge d T.
  by apply: (le_trans (ridge_ge d0 T2)); rewrite ler_pemull ?ler1n ?(ltW lam0).
have dr0 : 0 < d%:R * ridge d T by rewrite mulr_gt0.
apply: (@le_trans _ _ (ln (1 + 2%:R * T%:R))).
  apply: ln_le; first by rewrite ltr_paddr ?ltr01 // divr_ge0 ?mulr_ge0 ?uE // ltW.
  rewrite ler_add2l uE invfM mulrA; apply: ler_pmul; rewrite ?inv_forget_T ?invr_ge0 ?(ltW u0) //.
    by rewrite divr_ge0 // ltW.
  by rewrite ler_pdivr_mulr //; apply: (le_trans c1); rewrite -ler_pdivr_mull ?ltr0n // mulr1.
apply: (le_trans (log_affine T0 (ler0n _ 2))).
have -> : 3%:R * ln T%:R = ln T%:R + ln (T%:R ^+ 2).
  by rewrite lnX // -mulr_natl; move: (ln _) => x; ring.
rewrite ler_add2l; apply: ln_le; first by rewrite ltr_paddr ?ltr01 ?ler0n.
by rewrite -[1]/(1%:R) -natrD -natrX ler_nat; apply: (@leq_trans (2 ^ 2)) => //; rewrite leq_exp2r.
Qed.

Hypothesis ceil : is_ceil (ln T%:R / ln gamma^-1)%ring D.

Lemma Sbar_le : Sbar (ridge d T) S k_mu m gamma D <= rate_Sbar k_mu S m.
Proof.
have u0 := forget_gt0; case/andP: ceil => /(depth_power T0 g0 g1) gD _.
rewrite /Sbar /rate_Sbar ler_add2l mulrAC ler_wpmul2r ?addr_ge0 ?(ltW m0) ?mulr_ge0 ?ler0n // uE.
rewrite ler_pdivr_mulr ?mulr_gt0 //; apply: (le_trans gD); rewrite -[T%:R^-1]mul1r ler_pdivr_mulr //.
have -> : 2%:R * (ridge d T * forget) * T%:R = 2%:R * ridge d T * (T%:R * forget).
  by move: (ridge _ _) forget => x y; ring.
rewrite -[X in X <= _]mulr1; apply: ler_pmul; rewrite ?ler01 //.
by rewrite -ler_pdivr_mull ?ltr0n // mulr1 ridge_ge.
Qed.

Lemma beta_D_le : beta_D d k_mu S m gamma (ridge d T) delta T D <=
  k_mu * Num.sqrt (ridge d T) * rate_bonus k_mu S m delta.
Proof.
have u0 := forget_gt0; have gD : gamma ^+ (2 * D) <= 1 by rewrite exprn_ile1 // ltW.
have gu : forget <= 1 - gamma ^+ 2.
  by rewrite -[X in X <= _]uE ler_add2l ler_opp2 expr2 ler_pimulr // ltW.
have w0 : 0 < 1 - gamma ^+ 2 by apply: lt_le_trans gu.
have W0 : 0 <= (1 - gamma ^+ (2 * D)) / (1 - gamma ^+ 2).
  by apply: divr_ge0; [rewrite subr_ge0|exact: ltW].
have WT : (1 - gamma ^+ (2 * D)) / (1 - gamma ^+ 2) <= T%:R.
  apply: le_trans inv_forget_T; rewrite -[X in _ <= X]mul1r; apply: ler_pmul.
  - by rewrite subr_ge0.
  - by rewrite invr_ge0 ltW.
  - by rewrite ler_subl_addr ler_addl exprn_ge0 // ltW.
  - by rewrite lef_pinv ?posrE.
rewrite /beta_D -rhoE; apply: beta_le => //.
- rewrite /Sbar addr_ge0 // uE; apply: divr_ge0; last by apply: mulr_ge0; apply: ltW.
  by apply: mulr_ge0; [rewrite exprn_ge0 // ltW|rewrite addr_ge0 ?(ltW m0) // !mulr_ge0 ?ler0n].
- exact: Sbar_le.
- by apply: rho_ge0 => //; exact: ltW.
- exact: radius_le.
Qed.

(* the bonuses: at most 12 k_mu rate_bonus log(T) times the rate *)
Lemma exploration_le : exploration_term d c_mu k_mu S m gamma (ridge d T) delta T D <=
  12%:R * k_mu * rate_bonus k_mu S m delta * ln T%:R * rate.
Proof.
have u0 := forget_gt0; rewrite /exploration_term; set Lam := T%:R * _ + _.
have h : Num.sqrt (2%:R * Num.max 1 (c_mu / ridge d T) * d%:R * Lam) <=
  6%:R * (Num.sqrt d%:R * Num.sqrt T%:R * Num.sqrt forget * Num.sqrt (ln T%:R)).
  have -> : 6%:R * (Num.sqrt d%:R * Num.sqrt T%:R * Num.sqrt forget * Num.sqrt (ln T%:R)) =
    Num.sqrt (6%:R ^+ 2 * (d%:R * T%:R * forget * ln T%:R)).
    by rewrite sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm ?ler0n // !sqrtrM ?mulr_ge0 ?(ltW u0) // ltW.
  apply: ler_wsqrtr; apply: (@le_trans _ _ (2%:R * 2%:R * d%:R * (7%:R * (T%:R * forget * ln T%:R)))).
    have M : Num.max 1 (c_mu / ridge d T) <= 2%:R.
      rewrite maxElt; case: ifP => _; last by rewrite ler1n.
      rewrite ler_pdivr_mulr //; apply: (le_trans c1); rewrite -ler_pdivr_mull ?ltr0n // mulr1.
      exact: ridge_ge.
    apply: ler_pmul; last exact: log_sum_le.
    - by rewrite !mulr_ge0 ?ler0n // le_maxr ler01.
    - rewrite addr_ge0 ?mulr_ge0 ?ler0n //; first by apply: ln_ge0; rewrite invf_ge1 // ltW.
      by apply: ln_ge0; rewrite ler_addl divr_ge0 ?mulr_ge0 ?ler0n ?uE // ltW.
    - by rewrite ler_wpmul2r ?ler0n // ler_wpmul2l ?ler0n.
  have -> : 2%:R * 2%:R * d%:R * (7%:R * (T%:R * forget * ln T%:R)) =
    28%:R * (d%:R * T%:R * forget * ln T%:R).
    by move: d%:R T%:R forget (ln _) => x y z w; ring.
  rewrite -natrX ler_wpmul2r ?ler_nat // !mulr_ge0 ?ler0n // ltW //.
apply: (@le_trans _ _ (2%:R * (k_mu * (Num.sqrt d%:R * Num.sqrt (ln T%:R)) * rate_bonus k_mu S m delta)
  / Num.sqrt c_mu * Num.sqrt T%:R *
  (6%:R * (Num.sqrt d%:R * Num.sqrt T%:R * Num.sqrt forget * Num.sqrt (ln T%:R))))).
  have b0 := beta_ge0 (ridge d T) (Sbar (ridge d T) S k_mu m gamma D)
    (rho d T (ridge d T) m k_mu delta gamma D) k0.
  apply: ler_pmul => //; rewrite ?sqrtr_ge0 ?mulr_ge0 ?invr_ge0 ?sqrtr_ge0 ?ler0n //.
  rewrite ler_wpmul2r ?sqrtr_ge0 // ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 // ler_wpmul2l ?ler0n //.
  by apply: (le_trans beta_D_le); rewrite sqrtrM ?ler0n.
rewrite exploration_algebra -!expr2 !sqr_sqrtr ?ler0n ?(ltW L0) //.
by rewrite rate_bonuses.
Qed.

(* The bound of th:regret_D_no_proj_main at the tuned gamma and lambda. *)
Theorem tuned_bound_D : m * (2%:R * ln T%:R / (1 - gamma)) * Gamma%:R
  + 2%:R * k_mu * (2%:R * S * k_mu + m) / (ridge d T * (1 - gamma))
  + exploration_term d c_mu k_mu S m gamma (ridge d T) delta T D <= rate_constant * ln T%:R * rate.
Proof.
have u0 := forget_gt0; have r0 := rate_gt0.
have -> : rate_constant * ln T%:R * rate = 3%:R * m * ln T%:R * rate
  + 8%:R * k_mu * (2%:R * S * k_mu + m) * ln T%:R * rate
  + 12%:R * k_mu * rate_bonus k_mu S m delta * ln T%:R * rate by rewrite /rate_constant !mulrDl.
apply: ler_add; last exact: exploration_le.
rewrite uE; apply: ler_add.
  have -> : m * (2%:R * ln T%:R / forget) * Gamma%:R = 2%:R * m * ln T%:R * (Gamma%:R / forget).
    by move: (Gamma%:R) (forget^-1) (ln _) => x y z; ring.
  rewrite rate_changes ler_wpmul2r ?(ltW r0) // ler_wpmul2r ?(ltW L0) // ler_wpmul2r ?(ltW m0) //.
  by rewrite ler_nat.
set x := 2%:R * S * k_mu + m; have x0 : 0 <= x by rewrite addr_ge0 ?(ltW m0) // !mulr_ge0 ?ler0n.
have -> : 8%:R * k_mu * x * ln T%:R * rate = 2%:R * k_mu * x * (2%:R * (2%:R * ln T%:R * rate)).
  by move: (ln _) rate => y z; ring.
apply: ler_wpmul2l; first by rewrite !mulr_ge0 ?ler0n.
rewrite invfM; apply: ler_pmul; rewrite ?invr_ge0 ?(ltW lam0) ?(ltW u0) //.
  by rewrite -[2%:R]invrK lef_pinv ?posrE ?invr_gt0 ?ltr0n ?ridge_ge.
apply: (le_trans inv_forget_le); rewrite ler_pemull ?(ltW r0) // -ler_pdivr_mull ?ltr0n // mulr1.
exact: log_horizon.
Qed.

(* The same before D is bounded by 2 log T / (1 - gamma) and gamma^D by 1/T. *)
Lemma tuned_bound_depth : m * (Gamma * D)%:R
  + 2%:R * T%:R * (k_mu / ridge d T) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m)
  + exploration_term d c_mu k_mu S m gamma (ridge d T) delta T D <= rate_constant * ln T%:R * rate.
Proof.
have u0 := forget_gt0; apply: le_trans tuned_bound_D; rewrite ler_add2r; apply: ler_add.
  rewrite natrM -mulrA ler_wpmul2l ?(ltW m0) // mulrC ler_wpmul2r ?ler0n //.
  exact: (depth_le2 T0 g0 g1).
case/andP: ceil => /(depth_power T0 g0 g1) gD _.
have x0 : 0 <= 2%:R * S * k_mu + m by rewrite addr_ge0 ?(ltW m0) // !mulr_ge0 ?ler0n.
rewrite uE; have -> : 2%:R * T%:R * (k_mu / ridge d T) * (gamma ^+ D / forget) * (2%:R * S * k_mu + m) =
  2%:R * k_mu * (2%:R * S * k_mu + m) / (ridge d T * forget) * (T%:R * gamma ^+ D).
  by rewrite [(ridge d T * forget)^-1]invfM; exact: depth_algebra.
apply: ler_pimulr; last by rewrite -ler_pdivl_mull // mulr1.
by apply: divr_ge0; [rewrite !mulr_ge0 ?ler0n|apply: mulr_ge0; apply: ltW].
Qed.
End Discount.

(* D-GLM-UCB with the tuned gamma and lambda. *)
Section Regret.
Variables (d : nat) (E : finType) (e0 : E).
Variables (mu dmu ddmu : R -> R) (c_mu k_mu S m : R).
Variables (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop).
Variables (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d).
Variables (delta : R) (T D Gamma : nat).
Hypotheses (d0 : (0 < d)%N) (T2 : (1 < T)%N) (G0 : (0 < Gamma)%N) (m0 : 0 < m) (c1 : c_mu <= 1).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis floor : slope_floor d dmu S c_mu.
Hypothesis env : glm_environment mu dmu S m theta actions law reward.
Hypothesis changes : (breaks theta T <= Gamma)%N.
Hypothesis best_allowed : forall h, actions h (best h).
Local Notation gamma := (1 - forget d T Gamma c_mu).
Local Notation lam := (ridge d T).
Hypothesis ceil : is_ceil (ln T%:R / ln gamma^-1)%ring D.
Hypothesis algorithm : D_GLM_UCB e0 mu actions reward gamma lam c_mu
  (beta_D d k_mu S m gamma lam delta T D) act hat.

(* The regret of T rounds is at most m T. *)
Lemma regret_le_mT h : size h = T -> regret mu theta best act T h <= m * T%:R.
Proof.
move=> hT; rewrite mulr_natr -[T in X in _ <= X]card_ord -sumr_const; apply: ler_sum => t _.
have th : (t <= size h)%N by rewrite hT ltnW.
have allowed k : actions k (act k) by case: algorithm => _ /(_ k) [].
have := mean_range env (best_allowed (take t h)); have := mean_range env (allowed (take t h)).
rewrite size_takel // => /andP [h0 _] /andP [_ h1].
by rewrite ler_subl_addr (le_trans h1) // ler_addl.
Qed.

(* R_T <= C log(T) c_mu^(-1/3) d^(2/3) Gamma_T^(1/3) T^(2/3) with probability at least 1 - delta (l. 773). *)
Theorem regret_D_rate : 1 - delta <= Pr (played law act) T (fun h =>
  regret mu theta best act T h <= rate_constant k_mu S m delta * ln T%:R * rate d T Gamma c_mu) [::].
Proof.
have [c0 _] := floor; have k0 := kmu0 link; have S0 := S_ge0 env; have T0 := ltnW T2.
have p0 h e : 0 <= played law act h e.
  by apply: (env_law_ge0 env); case: algorithm => _ /(_ h) [].
have p1 h : \sum_e played law act h e = 1.
  by apply: (env_law_sum env); case: algorithm => _ /(_ h) [].
have u0 := forget_gt0 d T Gamma c_mu.
have trivial : T%:R * forget d T Gamma c_mu < 1 \/ 2%:R^-1 < forget d T Gamma c_mu ->
  1 - delta <= Pr (played law act) T (fun h =>
  regret mu theta best act T h <= rate_constant k_mu S m delta * ln T%:R * rate d T Gamma c_mu) [::].
  move=> short; have h1 : 1 - delta <= Pr (played law act) T xpredT [::].
    by rewrite /Pr Ex_const // ler_subl_addr ler_addl ltW.
  apply: (le_trans h1); apply: (Pr_le p0) => h hT _; rewrite add0n in hT.
  by apply: le_trans (regret_le_mT hT) _; apply: short_horizon.
case: (ltP (T%:R * forget d T Gamma c_mu) 1) => [h|long]; first by apply: trivial; left.
case: (ltP 2%:R^-1 (forget d T Gamma c_mu)) => [h|half]; first by apply: trivial; right.
have hh : 2%:R^-1 <= gamma.
  by move: half; move: (forget _ _ _ _) => x /RleP h; apply/RleP; move: h; toR_goal; simpl; lra.
have g0 : 0 < gamma by apply: lt_le_trans hh; rewrite invr_gt0 ltr0n.
have g1 : gamma < 1 by rewrite ltr_subl_addr ltr_addl.
have l0 := ridge_gt0 d0 T2.
apply: (le_trans (regret_D_no_proj_ceil d0 T0 l0 m0 g0 g1 de0 de1 link floor env changes best_allowed
  algorithm T2 hh ceil)).
by apply: (Pr_le p0) => h _ /le_trans; apply; apply: tuned_bound_D.
Qed.
End Regret.
