(* Discount factors gamma = 1 - u with any u in [1/T, 1/2], and lambda = d log T: the logarithms and beta, as
   in rates_discount.v for the u of the worst case.  With gaps u is another (thm:fjqiqposejf, l. 682). *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation bonus regret rates rates_discount.
From Glb Require Import rates_window gap_regret.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section AnyDiscount.
Variables (d T D : nat) (c_mu k_mu S m delta u : R).
Hypotheses (d0 : (0 < d)%N) (T2 : (1 < T)%N).
Hypotheses (c0 : 0 < c_mu) (c1 : c_mu <= 1) (m0 : 0 < m) (k0 : 0 <= k_mu) (S0 : 0 <= S).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).
Hypotheses (u0 : 0 < u) (half : u <= 2%:R^-1) (long : 1 <= T%:R * u).
Local Notation gamma := (1 - u).
Let T0 : (0 < T)%N := ltnW T2.
Let dp : 0 < d%:R :> R. Proof. by rewrite ltr0n. Qed.
Let Tp : 0 < T%:R :> R. Proof. by rewrite ltr0n. Qed.
Let lam0 := ridge_gt0 d0 T2.
Let L0 : 0 < ln T%:R. Proof. by apply: lt_le_trans (log_horizon T2); rewrite invr_gt0 ltr0n. Qed.
Let uE : 1 - gamma = u. Proof. by rewrite subKr. Qed.
Lemma discount_lt1 : gamma < 1. Proof. by rewrite ltr_subl_addr ltr_addl. Qed.
Lemma discount_half : 2%:R^-1 <= gamma.
Proof. by move: half; move: u => x /RleP h; apply/RleP; move: h; toR_goal; simpl; lra. Qed.
Lemma discount_gt0 : 0 < gamma. Proof. by apply: lt_le_trans discount_half; rewrite invr_gt0 ltr0n. Qed.
Let g0 := discount_gt0.
Let g1 := discount_lt1.

Lemma inv_u_le : u^-1 <= T%:R. Proof. by rewrite -[u^-1]mul1r ler_pdivr_mulr. Qed.

(* T log(1/gamma) + log(1 + c_mu/(d lambda (1-gamma))) <= 7 T (1 - gamma) log T *)
Lemma log_term_le : log_term d c_mu gamma (ridge d T) T <= 7%:R * (T%:R * u * ln T%:R).
Proof.
have Tu0 : 0 <= T%:R * u by rewrite mulr_ge0 // ltW.
have L1 : 1 <= 2%:R * ln T%:R by rewrite -ler_pdivr_mull ?ltr0n // mulr1 log_horizon.
have -> : 7%:R * (T%:R * u * ln T%:R) = 2%:R * (T%:R * u) * (2%:R * ln T%:R) + 3%:R * ln T%:R * (T%:R * u).
  by move: (T%:R * u) (ln _) => x y; ring.
apply: ler_add.
  apply: (@le_trans _ _ (2%:R * (T%:R * u))); last by rewrite ler_pemulr // mulr_ge0 ?ler0n.
  rewrite mulrCA ler_wpmul2l ?(ltW Tp) //; apply: (le_trans (ln_le_sub1 _)); first by rewrite invr_gt0.
  have -> : gamma^-1 - 1 = gamma^-1 * (1 - gamma) by rewrite mulrBr mulr1 mulVf ?gt_eqF.
  rewrite uE ler_wpmul2r ?(ltW u0) //.
  by rewrite -[2%:R]invrK lef_pinv ?posrE ?invr_gt0 ?ltr0n ?discount_half.
apply: (@le_trans _ _ (3%:R * ln T%:R)); last by rewrite ler_pemulr // mulr_ge0 ?ler0n // ltW.
have dr : 2%:R^-1 <= d%:R * ridge d T.
  by apply: (le_trans (ridge_ge d0 T2)); rewrite ler_pemull ?ler1n ?(ltW lam0).
have dr0 : 0 < d%:R * ridge d T by rewrite mulr_gt0.
apply: (@le_trans _ _ (ln (1 + 2%:R * T%:R))).
  apply: ln_le; first by rewrite ltr_paddr ?ltr01 // divr_ge0 ?mulr_ge0 ?uE // ltW.
  rewrite ler_add2l uE invfM mulrA; apply: ler_pmul; rewrite ?inv_u_le ?invr_ge0 ?(ltW u0) //.
    by rewrite divr_ge0 // ltW.
  by rewrite ler_pdivr_mulr //; apply: (le_trans c1); rewrite -ler_pdivr_mull ?ltr0n // mulr1.
apply: (le_trans (log_affine T0 (ler0n _ 2))).
have -> : 3%:R * ln T%:R = ln T%:R + ln (T%:R ^+ 2).
  by rewrite lnX // -mulr_natl; move: (ln _) => x; ring.
rewrite ler_add2l; apply: ln_le; first by rewrite ltr_paddr ?ltr01 ?ler0n.
by rewrite -[1]/(1%:R) -natrD -natrX ler_nat; apply: (@leq_trans (2 ^ 2)) => //; rewrite leq_exp2r.
Qed.
Lemma log_term_ge0 : 0 <= log_term d c_mu gamma (ridge d T) T.
Proof.
rewrite addr_ge0 ?mulr_ge0 ?ler0n //; first by apply: ln_ge0; rewrite invf_ge1 // ltW.
by apply: ln_ge0; rewrite ler_addl divr_ge0 ?mulr_ge0 ?ler0n ?uE // ltW.
Qed.

Hypothesis ceil : is_ceil (ln T%:R / ln gamma^-1)%ring D.

(* Sbar and beta at this depth *)
Lemma Sbar_depth : Sbar (ridge d T) S k_mu m gamma D <= rate_Sbar k_mu S m.
Proof.
case/andP: ceil => /(depth_power T0 g0 g1) gD _.
rewrite /Sbar /rate_Sbar ler_add2l mulrAC ler_wpmul2r ?addr_ge0 ?(ltW m0) ?mulr_ge0 ?ler0n // uE.
rewrite ler_pdivr_mulr ?mulr_gt0 //; apply: (le_trans gD); rewrite -[T%:R^-1]mul1r ler_pdivr_mulr //.
have -> : 2%:R * (ridge d T * u) * T%:R = 2%:R * ridge d T * (T%:R * u).
  by move: (ridge _ _) => x; ring.
rewrite -[X in X <= _]mulr1; apply: ler_pmul; rewrite ?ler01 //.
by rewrite -ler_pdivr_mull ?ltr0n // mulr1 ridge_ge.
Qed.

Lemma beta_depth_ge0 : 0 <= beta_D d k_mu S m gamma (ridge d T) delta T D.
Proof. exact: beta_ge0. Qed.
Lemma beta_depth : beta_D d k_mu S m gamma (ridge d T) delta T D <=
  k_mu * Num.sqrt (ridge d T) * rate_bonus k_mu S m delta.
Proof.
have gD : gamma ^+ (2 * D) <= 1 by rewrite exprn_ile1 // ltW.
have gu : u <= 1 - gamma ^+ 2.
  by rewrite -[X in X <= _]uE ler_add2l ler_opp2 expr2 ler_pimulr // ltW.
have w0 : 0 < 1 - gamma ^+ 2 by apply: lt_le_trans gu.
have W0 : 0 <= (1 - gamma ^+ (2 * D)) / (1 - gamma ^+ 2).
  by apply: divr_ge0; [rewrite subr_ge0|exact: ltW].
have WT : (1 - gamma ^+ (2 * D)) / (1 - gamma ^+ 2) <= T%:R.
  apply: le_trans inv_u_le; rewrite -[X in _ <= X]mul1r; apply: ler_pmul.
  - by rewrite subr_ge0.
  - by rewrite invr_ge0 ltW.
  - by rewrite ler_subl_addr ler_addl exprn_ge0 // ltW.
  - by rewrite lef_pinv ?posrE.
rewrite /beta_D -rhoE; apply: beta_le => //.
- rewrite /Sbar addr_ge0 // uE; apply: divr_ge0; last by apply: mulr_ge0; apply: ltW.
  by apply: mulr_ge0; [rewrite exprn_ge0 // ltW|rewrite addr_ge0 ?(ltW m0) // !mulr_ge0 ?ler0n].
- exact: Sbar_depth.
- by apply: rho_ge0 => //; exact: ltW.
- exact: radius_le.
Qed.

(* The square of beta: at most k_mu^2 d log(T) b^2 *)
Lemma beta_depth_sqr : beta_D d k_mu S m gamma (ridge d T) delta T D ^+ 2 <=
  k_mu ^+ 2 * (d%:R * ln T%:R) * rate_bonus k_mu S m delta ^+ 2.
Proof.
have -> : k_mu ^+ 2 * (d%:R * ln T%:R) * rate_bonus k_mu S m delta ^+ 2 =
  (k_mu * Num.sqrt (ridge d T) * rate_bonus k_mu S m delta) ^+ 2.
  by rewrite [RHS]exprMn [(k_mu * _) ^+ 2]exprMn (sqr_sqrtr (ltW lam0)).
by rewrite ler_expn2r ?nnegrE ?beta_depth_ge0 ?beta_depth // !mulr_ge0 ?sqrtr_ge0 ?rate_bonus_ge0.
Qed.
End AnyDiscount.

Lemma squares_ge0 (n : nat) (k x : R) : 0 <= n%:R * k ^+ 2 * x ^+ 2.
Proof. by apply: mulr_ge0 (sqr_ge0 x); apply: mulr_ge0 (ler0n _ n) (sqr_ge0 k). Qed.

(* Gaps of at least Delta <= m *)
Section Range.
Variables (T : nat) (m Delta : R).
Hypotheses (T2 : (1 < T)%N) (m0 : 0 < m) (D0 : 0 < Delta) (Dm : Delta <= m).
(* 1 <= 4 log^2 T *)
Lemma four_log2 : 1 <= 4%:R * ln T%:R ^+ 2.
Proof.
have L1 : 1 <= 2%:R * ln T%:R by rewrite -ler_pdivr_mull ?ltr0n // mulr1 log_horizon.
have -> : 4%:R * ln T%:R ^+ 2 = 2%:R * ln T%:R * (2%:R * ln T%:R) by move: (ln _) => y; ring.
by rewrite -[X in X <= _]mulr1; apply: ler_pmul; rewrite ?ler01.
Qed.
(* m <= 4 m^2 log^2(T)/Delta *)
Lemma range_gap : m <= 4%:R * m ^+ 2 * (ln T%:R ^+ 2 / Delta).
Proof.
have -> : 4%:R * m ^+ 2 * (ln T%:R ^+ 2 / Delta) = m * (m / Delta) * (4%:R * ln T%:R ^+ 2).
  by move: (ln _) Delta^-1 => y z; ring.
have h : m <= m * (m / Delta) by rewrite ler_pemulr ?(ltW m0) // ler_pdivl_mulr // mul1r.
by apply: (le_trans h); rewrite ler_pemulr ?four_log2 // (le_trans _ h) // ltW.
Qed.
End Range.
