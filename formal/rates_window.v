(* The rates with a sliding window (corollary:asympt_regret_no_proj_SW, l. 2971-2997; thm:fjqiqposejf_SW,
   l. 3001-3052): inequalities for the bounds of the regret with a window, at lambda = d log T.

   For a window of tau = ceil(1/u) rounds with 1/T <= u <= 1 there are at most 2 T u blocks.  Then
   u = (sqrt(c_mu) Gamma_T/(dT))^(2/3), or the same with 1 for an unknown Gamma_T, or, with gaps,
   u = sqrt(c_mu Gamma_T)/(d sqrt T).  Where u is outside [1/T, 1] the rate is at least T. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation bonus regret rates rates_discount.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Lemma window_algebra (F : fieldType) (k b sc sd sL sT su : F) :
  2%:R * (k * (sd * sL) * b) / sc * (sd * sT) * (sT * su * (5%:R * sL)) =
  10%:R * k * b * (sL * sL) * (sd * sd * (sT * sT) / sc * su).
Proof. by move: sc^-1 => si; ring. Qed.
Lemma gap_algebra (F : fieldType) (k b d l c D T u : F) :
  8%:R * (k ^+ 2 * (d * l) * b ^+ 2) / (c * D) * 2%:R * d * (2%:R * (T * u)) * (3%:R * l) =
  96%:R * k ^+ 2 * b ^+ 2 / D * l ^+ 2 * (d ^+ 2 * T * u / c).
Proof. by rewrite invfM; move: c^-1 D^-1 => i j; ring. Qed.

Section Window.
Variables (d T tau Gamma : nat) (c_mu k_mu S m delta u : R).
Hypotheses (d0 : (0 < d)%N) (T2 : (1 < T)%N).
Hypotheses (c0 : 0 < c_mu) (c1 : c_mu <= 1) (m0 : 0 < m) (k0 : 0 <= k_mu) (S0 : 0 <= S).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).

(* beta_T of SC-SW-GLUCB (l. 2847) *)
Definition beta_window := beta (ridge d T) k_mu S (rho_of d T (ridge d T) m k_mu delta (minn T tau)%:R).
(* thm:regret_wost_case_SW (l. 2918), as corrected, with lambda = d log T *)
Definition window_bound := m * (Gamma * tau)%:R
  + 2%:R * beta_window / Num.sqrt c_mu * Num.sqrt (d%:R * T%:R) * Num.sqrt ((T + tau - 1) %/ tau)%:R
    * Num.sqrt (2%:R * Num.max 1 (c_mu / ridge d T) * ln (1 + c_mu * tau%:R / (d%:R * ridge d T))).
(* the bound with gaps at least Delta (l. 3034), as corrected *)
Definition window_gap_bound (Delta : R) := m * (Gamma * tau)%:R
  + 8%:R * beta_window ^+ 2 / (c_mu * Delta) * Num.max 1 (c_mu / ridge d T) * d%:R * ((T + tau - 1) %/ tau)%:R
    * ln (1 + c_mu * tau%:R / (d%:R * ridge d T)).

Hypotheses (u0 : 0 < u) (u1 : u <= 1) (Tu : 1 <= T%:R * u) (ceil : is_ceil u^-1%ring tau).
Let T0 : (0 < T)%N := ltnW T2.
Let dp : 0 < d%:R :> R. Proof. by rewrite ltr0n. Qed.
Let Tp : 0 < T%:R :> R. Proof. by rewrite ltr0n. Qed.
Let lam0 := ridge_gt0 d0 T2.
Let L0 : 0 < ln T%:R. Proof. by apply: lt_le_trans (log_horizon T2); rewrite invr_gt0 ltr0n. Qed.
Let b0 : 0 <= rate_bonus k_mu S m delta. Proof. exact: rate_bonus_ge0. Qed.

Lemma tau_gt0 : (0 < tau)%N.
Proof. by case/andP: ceil => h _; rewrite -(ltr0n R_numDomainType) (lt_le_trans _ h) // invr_gt0. Qed.

(* tau <= 2/u and tau <= T *)
Lemma tau_le : tau%:R <= 2%:R * u^-1.
Proof.
case/andP: ceil => _ /ltW h; apply: (le_trans h); rewrite mulr_natl mulr2n ler_add2l.
by rewrite invf_ge1.
Qed.
Lemma tau_le_T : (tau <= T)%N.
Proof.
case/andP: ceil => _ h; rewrite -ltnS -(ltr_nat R_numDomainType) mulrSr (lt_le_trans h) // ler_add2r.
by rewrite -[u^-1]mul1r ler_pdivr_mulr.
Qed.

(* the number of blocks *)
Lemma blocks_window : ((T + tau - 1) %/ tau)%:R <= 2%:R * (T%:R * u) :> R.
Proof.
have t0 := tau_gt0; have tp : 0 < tau%:R :> R by rewrite ltr0n.
have h : ((T + tau - 1) %/ tau)%:R * tau%:R <= T%:R + tau%:R :> R.
  by rewrite -natrM -natrD ler_nat (leq_trans (leq_trunc_div _ _)) // leq_subr.
apply: (@le_trans _ _ (T%:R / tau%:R + 1)).
  by rewrite -(ler_pmul2r tp) mulrDl mul1r divfK ?gt_eqF.
rewrite [X in _ <= X]mulr_natl mulr2n; apply: ler_add => //; rewrite ler_wpmul2l ?ler0n //.
by case/andP: ceil => h1 _; rewrite -[u]invrK lef_pinv ?posrE ?invr_gt0.
Qed.

(* log(1 + c_mu tau/(d lambda)) <= 3 log T *)
Lemma log_window : ln (1 + c_mu * tau%:R / (d%:R * ridge d T)) <= 3%:R * ln T%:R.
Proof.
have dr : 2%:R^-1 <= d%:R * ridge d T.
  by apply: (le_trans (ridge_ge d0 T2)); rewrite ler_pemull ?ler1n ?(ltW lam0).
have dr0 : 0 < d%:R * ridge d T by rewrite mulr_gt0.
apply: (@le_trans _ _ (ln (1 + 2%:R * T%:R))).
  apply: ln_le; first by rewrite ltr_paddr ?ltr01 // divr_ge0 ?mulr_ge0 ?ler0n // ltW.
  rewrite ler_add2l mulrAC; apply: ler_pmul; rewrite ?ler_nat ?tau_le_T ?ler0n //.
    by rewrite divr_ge0 // ltW.
  by rewrite ler_pdivr_mulr //; apply: (le_trans c1); rewrite -ler_pdivr_mull ?ltr0n // mulr1.
apply: (le_trans (log_affine T0 (ler0n _ 2))).
have -> : 3%:R * ln T%:R = ln T%:R + ln (T%:R ^+ 2).
  by rewrite lnX // -mulr_natl; move: (ln _) => x; ring.
rewrite ler_add2l; apply: ln_le; first by rewrite ltr_paddr ?ltr01 ?ler0n.
by rewrite -[1]/(1%:R) -natrD -natrX ler_nat; apply: (@leq_trans (2 ^ 2)) => //; rewrite leq_exp2r.
Qed.
Lemma log_window_ge0 : 0 <= ln (1 + c_mu * tau%:R / (d%:R * ridge d T)).
Proof. by apply: ln_ge0; rewrite ler_addl divr_ge0 ?mulr_ge0 ?ler0n // ltW. Qed.

Lemma max_ridge : Num.max 1 (c_mu / ridge d T) <= 2%:R.
Proof.
rewrite maxElt; case: ifP => _; last by rewrite ler1n.
rewrite ler_pdivr_mulr //; apply: (le_trans c1); rewrite -ler_pdivr_mull ?ltr0n // mulr1.
exact: ridge_ge.
Qed.

Lemma beta_window_ge0 : 0 <= beta_window. Proof. exact: beta_ge0. Qed.
Lemma beta_window_le : beta_window <= k_mu * Num.sqrt (ridge d T) * rate_bonus k_mu S m delta.
Proof.
have W : (minn T tau)%:R <= T%:R :> R by rewrite ler_nat geq_minl.
apply: beta_le => //; last by apply: radius_le; rewrite ?ler0n.
  by rewrite ler_addl mulr_ge0 ?ler0n // addr_ge0 ?(ltW m0) // !mulr_ge0 ?ler0n.
by apply: rho_ge0; rewrite ?ler0n //; exact: ltW.
Qed.

(* The changes: m Gamma_T tau <= 2 m Gamma_T / u *)
Lemma changes_window : m * (Gamma * tau)%:R <= 2%:R * m * (Gamma%:R / u).
Proof.
have -> : 2%:R * m * (Gamma%:R / u) = m * (Gamma%:R * (2%:R * u^-1)).
  by rewrite -mulrA mulrCA; congr (_ * _); rewrite mulrCA.
by rewrite ler_wpmul2l ?(ltW m0) // natrM ler_wpmul2l ?ler0n // tau_le.
Qed.

(* The bonuses, worst case and with gaps *)
Lemma window_bound_le : window_bound <= 2%:R * m * (Gamma%:R / u)
  + 10%:R * k_mu * rate_bonus k_mu S m delta * ln T%:R * (d%:R * T%:R / Num.sqrt c_mu * Num.sqrt u).
Proof.
apply: ler_add; first exact: changes_window.
have sc : 0 < Num.sqrt c_mu by rewrite sqrtr_gt0.
have Tu0 : 0 <= T%:R * u by rewrite mulr_ge0 // ltW.
have M0 : 0 <= Num.max 1 (c_mu / ridge d T) by rewrite le_maxr ler01.
set N := ((T + tau - 1) %/ tau)%:R; set l := ln (1 + _).
have h : Num.sqrt N * Num.sqrt (2%:R * Num.max 1 (c_mu / ridge d T) * l) <=
  Num.sqrt T%:R * Num.sqrt u * (5%:R * Num.sqrt (ln T%:R)).
  have -> : Num.sqrt T%:R * Num.sqrt u * (5%:R * Num.sqrt (ln T%:R)) =
    Num.sqrt (T%:R * u * (5%:R ^+ 2 * ln T%:R)).
    by rewrite sqrtrM // sqrtrM ?ler0n // sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm ?ler0n.
  rewrite -sqrtrM ?ler0n //; apply: ler_wsqrtr.
  apply: (@le_trans _ _ (2%:R * (T%:R * u) * (2%:R * 2%:R * (3%:R * ln T%:R)))).
    apply: ler_pmul; rewrite ?ler0n ?blocks_window //; first by rewrite !mulr_ge0 ?ler0n ?log_window_ge0.
    apply: ler_pmul; rewrite ?mulr_ge0 ?ler0n ?log_window_ge0 ?log_window //.
    by rewrite ler_wpmul2l ?ler0n ?max_ridge.
  have -> : 2%:R * (T%:R * u) * (2%:R * 2%:R * (3%:R * ln T%:R)) = T%:R * u * (24%:R * ln T%:R).
    by move: (T%:R * u) (ln _) => x y; ring.
  by rewrite ler_wpmul2l // ler_wpmul2r ?(ltW L0) // -natrX ler_nat.
rewrite -[X in X <= _]mulrA.
apply: (@le_trans _ _ (2%:R * (k_mu * (Num.sqrt d%:R * Num.sqrt (ln T%:R)) * rate_bonus k_mu S m delta)
  / Num.sqrt c_mu * (Num.sqrt d%:R * Num.sqrt T%:R)
  * (Num.sqrt T%:R * Num.sqrt u * (5%:R * Num.sqrt (ln T%:R))))).
  apply: ler_pmul => //; rewrite ?mulr_ge0 ?invr_ge0 ?sqrtr_ge0 ?ler0n ?beta_window_ge0 //.
  rewrite sqrtrM ?ler0n // ler_wpmul2r ?mulr_ge0 ?sqrtr_ge0 // ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 //.
  by rewrite ler_wpmul2l ?ler0n //; apply: (le_trans beta_window_le); rewrite sqrtrM ?ler0n.
by same; rewrite window_algebra -!expr2 !sqr_sqrtr ?ler0n ?(ltW L0).
Qed.

Lemma window_gap_bound_le Delta : 0 < Delta -> window_gap_bound Delta <= 2%:R * m * (Gamma%:R / u)
  + 96%:R * k_mu ^+ 2 * rate_bonus k_mu S m delta ^+ 2 / Delta * ln T%:R ^+ 2 * (d%:R ^+ 2 * T%:R * u / c_mu).
Proof.
move=> D0; apply: ler_add; first exact: changes_window.
have M0 : 0 <= Num.max 1 (c_mu / ridge d T) by rewrite le_maxr ler01.
have cD : 0 <= (c_mu * Delta)^-1 by rewrite invr_ge0 mulr_ge0 // ltW.
have b2 : beta_window ^+ 2 <= k_mu ^+ 2 * (d%:R * ln T%:R) * rate_bonus k_mu S m delta ^+ 2.
  have -> : k_mu ^+ 2 * (d%:R * ln T%:R) * rate_bonus k_mu S m delta ^+ 2 =
    (k_mu * Num.sqrt (ridge d T) * rate_bonus k_mu S m delta) ^+ 2.
    by rewrite [RHS]exprMn [(k_mu * _) ^+ 2]exprMn (sqr_sqrtr (ltW lam0)).
  by rewrite ler_expn2r ?nnegrE ?beta_window_ge0 ?beta_window_le // !mulr_ge0 ?sqrtr_ge0.
rewrite -gap_algebra; set N := ((T + tau - 1) %/ tau)%:R.
have e0 : 0 <= 8%:R * beta_window ^+ 2 / (c_mu * Delta) by rewrite mulr_ge0 // mulr_ge0 ?ler0n ?sqr_ge0.
have f0 : 0 <= 8%:R * beta_window ^+ 2 / (c_mu * Delta) * Num.max 1 (c_mu / ridge d T) * d%:R.
  by apply: mulr_ge0; [exact: mulr_ge0|exact: ler0n].
apply: ler_pmul; [by apply: mulr_ge0; rewrite ?ler0n|exact: log_window_ge0| |exact: log_window].
apply: ler_pmul => //; [by rewrite ler0n| |exact: blocks_window].
rewrite ler_wpmul2r ?ler0n //; apply: ler_pmul; rewrite ?max_ridge //.
by rewrite ler_wpmul2r // ler_wpmul2l ?ler0n.
Qed.
End Window.

(* The windows of the paper *)

Section Tuned.
Variables (d T tau : nat) (c_mu k_mu S m delta : R).
Hypotheses (d0 : (0 < d)%N) (T2 : (1 < T)%N).
Hypotheses (c0 : 0 < c_mu) (c1 : c_mu <= 1) (m0 : 0 < m) (k0 : 0 <= k_mu) (S0 : 0 <= S).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).
Local Notation bound Gamma := (window_bound d T tau Gamma c_mu k_mu S m delta).
Local Notation b := (rate_bonus k_mu S m delta).
Let dp : 0 < d%:R :> R. Proof. by rewrite ltr0n. Qed.
Let Tp : 0 < T%:R :> R. Proof. by rewrite ltr0n ltnW. Qed.
Let cp : 0 < Num.sqrt c_mu. Proof. by rewrite sqrtr_gt0. Qed.
Let L0 : 0 < ln T%:R. Proof. by apply: lt_le_trans (log_horizon T2); rewrite invr_gt0 ltr0n. Qed.
Let L1 : 1 <= 2%:R * ln T%:R. Proof. by rewrite -ler_pdivr_mull ?ltr0n // mulr1 log_horizon. Qed.
Let b0 : 0 <= b. Proof. exact: rate_bonus_ge0. Qed.
Let kb0 : 0 <= 10%:R * k_mu * b. Proof. by apply: mulr_ge0 => //; apply: mulr_ge0; rewrite ?ler0n. Qed.

(* (dT/(sqrt(c_mu) Gamma))^(2/3) is 1/u *)
Lemma tuned_window G : (0 < G)%N ->
  power (d%:R * T%:R / (Num.sqrt c_mu * G%:R)) (2%:R / 3%:R) = (forget d T G c_mu)^-1.
Proof.
move=> G0; have Gp : 0 < G%:R :> R by rewrite ltr0n.
have x0 : 0 < Num.sqrt c_mu * G%:R / (d%:R * T%:R) by rewrite divr_gt0 // mulr_gt0.
apply: ln_inj; rewrite ?power_gt0 ?invr_gt0 ?forget_gt0 // lnV ?forget_gt0 // !ln_power -mulrN -lnV //.
by rewrite invf_div.
Qed.

(* A horizon that is too short for the window: the rate is at least T. *)
Lemma window_short G : (0 < G)%N -> T%:R * forget d T G c_mu < 1 \/ 1 < forget d T G c_mu ->
  T%:R <= rate d T G c_mu.
Proof.
move=> G0; have u0 := forget_gt0 d T G c_mu; case=> h.
  by apply: le_trans (inv_forget_le d0 T2 G0 c0); rewrite -[X in _ <= X]mul1r ler_pdivl_mulr // ltW.
rewrite -(rate_bonuses d0 T2 G0 c0); have s1 : 1 <= Num.sqrt (forget d T G c_mu).
  by rewrite -[X in X <= _]sqrtr1 ler_wsqrtr // ltW.
have d1 : 1 <= d%:R / Num.sqrt c_mu.
  rewrite ler_pdivl_mulr // mul1r; apply: (@le_trans _ _ 1); last by rewrite ler1n.
  by rewrite -[X in _ <= X]sqrtr1 ler_wsqrtr.
have -> : d%:R * T%:R / Num.sqrt c_mu * Num.sqrt (forget d T G c_mu) =
  T%:R * (d%:R / Num.sqrt c_mu * Num.sqrt (forget d T G c_mu)) by rewrite [d%:R * _]mulrC !mulrA.
by rewrite ler_pemulr ?(ltW Tp) // -[X in X <= _]mulr1; apply: ler_pmul; rewrite ?ler01.
Qed.

Let C := 4%:R * m + 10%:R * k_mu * b.
Let C0 : 0 <= C. Proof. by apply: addr_ge0 => //; apply: mulr_ge0; rewrite ?ler0n // ltW. Qed.

(* m T is at most C log(T) r, if T <= r. *)
Lemma trivial_rate r : T%:R <= r -> m * T%:R <= C * ln T%:R * r.
Proof.
move=> Tr; apply: ler_pmul => //; rewrite ?(ltW m0) ?(ltW Tp) //.
apply: (@le_trans _ _ (4%:R * m * ln T%:R)); last by rewrite ler_wpmul2r ?(ltW L0) // ler_addl.
have -> : 4%:R * m * ln T%:R = m * (2%:R * (2%:R * ln T%:R)) by move: (ln _) => x; ring.
rewrite ler_pemulr ?(ltW m0) // -[X in X <= _]mulr1; apply: ler_pmul; rewrite ?ler01 ?ler1n //.
Qed.

(* Gamma_T known (l. 2971-2978): the smaller of m T and the bound is at most C log(T) times the rate. *)
Theorem window_rate Gamma : (0 < Gamma)%N ->
  is_ceil (power (d%:R * T%:R / (Num.sqrt c_mu * Gamma%:R)) (2%:R / 3%:R)) tau ->
  Num.min (m * T%:R) (bound Gamma) <= C * ln T%:R * rate d T Gamma c_mu.
Proof.
move=> G0; rewrite tuned_window // => ceil; have u0 := forget_gt0 d T Gamma c_mu.
have r0 := rate_gt0 d T Gamma c_mu; rewrite le_minl.
case: (ltP (T%:R * forget d T Gamma c_mu) 1) => [h|Tu].
  by rewrite trivial_rate // window_short //; left.
case: (ltP 1 (forget d T Gamma c_mu)) => [h|u1]; first by rewrite trivial_rate // window_short //; right.
apply/orP; right.
apply: (le_trans (window_bound_le Gamma d0 T2 c0 c1 m0 k0 S0 de0 de1 u0 u1 Tu ceil)).
rewrite rate_changes // rate_bonuses // /C mulrDl mulrDl; apply: ler_add => //.
rewrite ler_wpmul2r ?(ltW r0) //; have -> : 4%:R * m * ln T%:R = 2%:R * m * (2%:R * ln T%:R).
  by move: (ln _) => x; ring.
by rewrite ler_pemulr // mulr_ge0 ?ler0n // ltW.
Qed.

(* Gamma_T unknown (l. 2979-2984): with 1 + Gamma_T for Gamma_T. *)
Theorem window_rate_unknown Gamma : is_ceil (power (d%:R * T%:R / Num.sqrt c_mu) (2%:R / 3%:R)) tau ->
  Num.min (m * T%:R) (bound Gamma) <= C * ln T%:R * ((1 + Gamma%:R) * rate d T 1 c_mu).
Proof.
have e : power (d%:R * T%:R / Num.sqrt c_mu) (2%:R / 3%:R) = (forget d T 1 c_mu)^-1.
  by rewrite -tuned_window // mulr1.
rewrite e => ceil; have u0 := forget_gt0 d T 1 c_mu.
have r0 := rate_gt0 d T 1 c_mu; rewrite le_minl.
have r1 : rate d T 1 c_mu <= (1 + Gamma%:R) * rate d T 1 c_mu.
  by rewrite ler_pemull ?(ltW r0) // ler_addl ler0n.
case: (ltP (T%:R * forget d T 1 c_mu) 1) => [h|Tu].
  by rewrite trivial_rate // (le_trans _ r1) // window_short //; left.
case: (ltP 1 (forget d T 1 c_mu)) => [h|u1].
  by rewrite trivial_rate // (le_trans _ r1) // window_short //; right.
apply/orP; right.
apply: (le_trans (window_bound_le Gamma d0 T2 c0 c1 m0 k0 S0 de0 de1 u0 u1 Tu ceil)).
rewrite rate_bonuses // /C mulrDl mulrDl; apply: ler_add; last first.
  by rewrite ler_wpmul2l // mulr_ge0 // ltW.
have -> : Gamma%:R / forget d T 1 c_mu = Gamma%:R * rate d T 1 c_mu.
  by rewrite -(rate_changes d0 T2 (ltn0Sn 0) c0) mul1r.
have -> : 4%:R * m * ln T%:R = 2%:R * m * (2%:R * ln T%:R) by move: (ln _) => x; ring.
rewrite -[X in _ <= X]mulrA; apply: ler_wpmul2l; first by rewrite mulr_ge0 ?ler0n // ltW.
apply: (@le_trans _ _ ((1 + Gamma%:R) * rate d T 1 c_mu)).
  by rewrite ler_wpmul2r ?(ltW r0) // ler_addr ler01.
by rewrite ler_pemull // mulr_ge0 ?(ltW r0) // addr_ge0 ?ler01 ?ler0n.
Qed.

(* Gaps of at least Delta *)
Section Gaps.
Variables (Gamma : nat) (Delta : R).
Hypotheses (G0 : (0 < Gamma)%N) (D0 : 0 < Delta).
(* u = sqrt(c_mu Gamma_T)/(d sqrt T), and the rate c_mu^(-1/2) d sqrt(Gamma_T T) *)
Definition gap_forget := Num.sqrt (c_mu * Gamma%:R) / (d%:R * Num.sqrt T%:R).
Definition gap_rate := d%:R * Num.sqrt (Gamma%:R * T%:R) / Num.sqrt c_mu.
Let Gp : 0 < Gamma%:R :> R. Proof. by rewrite ltr0n. Qed.
Let sT : 0 < Num.sqrt T%:R :> R. Proof. by rewrite sqrtr_gt0. Qed.
Let sG : 0 < Num.sqrt Gamma%:R :> R. Proof. by rewrite sqrtr_gt0. Qed.

Lemma gap_forget_gt0 : 0 < gap_forget.
Proof. by rewrite /gap_forget divr_gt0 ?mulr_gt0 // sqrtr_gt0 mulr_gt0. Qed.

(* Gamma_T / u and d^2 T u / c_mu are the rate. *)
Lemma gap_changes : Gamma%:R / gap_forget = gap_rate.
Proof.
rewrite /gap_forget /gap_rate !sqrtrM ?ler0n ?(ltW c0) // -{1}(sqr_sqrtr (ltW Gp)).
move: (lt0r_neq0 cp) (lt0r_neq0 sG) (lt0r_neq0 sT) (lt0r_neq0 dp).
move: (Num.sqrt c_mu) (Num.sqrt Gamma%:R) (Num.sqrt T%:R) d%:R => x y z w n1 n2 n3 n4.
by field; rewrite n1 n2 n3 n4.
Qed.
Lemma gap_bonuses : d%:R ^+ 2 * T%:R * gap_forget / c_mu = gap_rate.
Proof.
rewrite /gap_forget /gap_rate !sqrtrM ?ler0n ?(ltW c0) // -{1}(sqr_sqrtr (ltW Tp)) -{2}(sqr_sqrtr (ltW c0)).
move: (lt0r_neq0 cp) (lt0r_neq0 sT) (lt0r_neq0 dp).
move: (Num.sqrt c_mu) (Num.sqrt Gamma%:R) (Num.sqrt T%:R) d%:R => x y z w n1 n2 n3.
by field; rewrite n1 n2 n3.
Qed.
Lemma gap_rate_gt0 : 0 < gap_rate.
Proof. by rewrite -gap_changes divr_gt0 ?gap_forget_gt0. Qed.

(* The window d sqrt T/sqrt(c_mu Gamma_T) (l. 3001-3010): the smaller of m T and the bound. *)
Theorem window_gap_rate : is_ceil (d%:R * Num.sqrt T%:R / Num.sqrt (c_mu * Gamma%:R))%ring tau ->
  Num.min (m * T%:R) (window_gap_bound d T tau Gamma c_mu k_mu S m delta Delta) <=
  (8%:R * m + 96%:R * k_mu ^+ 2 * b ^+ 2 / Delta) * ln T%:R ^+ 2 * gap_rate.
Proof.
have e : d%:R * Num.sqrt T%:R / Num.sqrt (c_mu * Gamma%:R) = gap_forget^-1 by rewrite invf_div.
rewrite e => ceil; have u0 := gap_forget_gt0; have r0 := gap_rate_gt0; rewrite le_minl.
set C2 := 96%:R * k_mu ^+ 2 * b ^+ 2 / Delta.
have C20 : 0 <= C2.
  by apply: divr_ge0; [apply: mulr_ge0; [apply: mulr_ge0|]; rewrite ?ler0n ?sqr_ge0|exact: ltW].
have l2 : 2%:R * m <= 8%:R * m * ln T%:R ^+ 2.
  have -> : 8%:R * m * ln T%:R ^+ 2 = 2%:R * m * (2%:R * ln T%:R * (2%:R * ln T%:R)).
    by move: (ln _) => x; ring.
  rewrite ler_pemulr ?mulr_ge0 ?ler0n ?(ltW m0) // -[X in X <= _]mulr1; apply: ler_pmul; rewrite ?ler01 //.
have short : T%:R <= gap_rate -> m * T%:R <= (8%:R * m + C2) * ln T%:R ^+ 2 * gap_rate.
  move=> h; apply: ler_pmul => //; rewrite ?(ltW m0) ?(ltW Tp) // mulrDl.
  apply: (@le_trans _ _ (8%:R * m * ln T%:R ^+ 2)); last by rewrite ler_addl mulr_ge0 ?sqr_ge0.
  by apply: le_trans l2; rewrite ler_pemull ?(ltW m0) // ler1n.
case: (ltP (T%:R * gap_forget) 1) => [h|Tu].
  rewrite short // -gap_changes; apply: (@le_trans _ _ gap_forget^-1).
    by rewrite -[X in _ <= X]mul1r ler_pdivl_mulr // ltW.
  by rewrite ler_pemull ?ler1n // invr_ge0 ltW.
case: (ltP 1 gap_forget) => [h|u1].
  rewrite short // -gap_bonuses ler_pdivl_mulr //; apply: (@le_trans _ _ T%:R).
    by rewrite ler_pimulr // ltW.
  rewrite -[X in X <= _]mulr1; apply: ler_pmul; rewrite ?ler01 ?(ltW Tp) ?(ltW h) //.
  by rewrite ler_pemull ?(ltW Tp) // exprn_ege1 // ler1n.
apply/orP; right.
apply: (le_trans (window_gap_bound_le Gamma d0 T2 c0 c1 m0 k0 S0 de0 de1 u0 u1 Tu ceil D0)).
rewrite gap_changes gap_bonuses -/C2 [(8%:R * m + C2) * _]mulrDl [(_ + _) * gap_rate]mulrDl.
apply: ler_add => //.
by rewrite ler_wpmul2r // ltW.
Qed.
End Gaps.
End Tuned.
