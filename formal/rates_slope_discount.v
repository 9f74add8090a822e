(* The rates with discount factors for every c_mu (th:regret_D_no_proj_main, l. 770-774; thm:fjqiqposejf, l.
   682-690), as rates_slope.v has them for a window.  kappa = max(1, k_mu). *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation bonus regret rates rates_discount.
From Glb Require Import rates_window rates_gap gap_regret slopes rates_slope.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Discount.
Variables (d T D Gamma : nat) (c_mu k_mu S m delta : R).
Hypotheses (d0 : (0 < d)%N) (T2 : (1 < T)%N) (G0 : (0 < Gamma)%N).
Hypotheses (c0 : 0 < c_mu) (ck : c_mu <= k_mu) (m0 : 0 < m) (S0 : 0 <= S).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).
Local Notation kappa := (Num.max 1 k_mu).
Local Notation b := (rate_bonus k_mu S m delta).
Local Notation lam := (ridge d T).
Local Notation x := (2%:R * S * k_mu + m).
Let k0 : 0 <= k_mu := le_trans (ltW c0) ck.
Let T0 : (0 < T)%N := ltnW T2.
Let dp : 0 < d%:R :> R. Proof. by rewrite ltr0n. Qed.
Let Tp : 0 < T%:R :> R. Proof. by rewrite ltr0n. Qed.
Let L0 : 0 < ln T%:R. Proof. by apply: lt_le_trans (log_horizon T2); rewrite invr_gt0 ltr0n. Qed.
Let L1 : 1 <= 2%:R * ln T%:R. Proof. by rewrite -ler_pdivr_mull ?ltr0n // mulr1 log_horizon. Qed.
Let lam0 := ridge_gt0 d0 T2.
Let b0 : 0 <= b. Proof. exact: rate_bonus_ge0. Qed.
Let q0 : 0 < kappa := kappa_gt0 k_mu.
Let q1 : 1 <= kappa := kappa_ge1 k_mu.
Let x0 : 0 <= x. Proof. by rewrite addr_ge0 ?(ltW m0) // !mulr_ge0 ?ler0n. Qed.

Section AnyDiscount.
Variable u : R.
Hypotheses (u0 : 0 < u) (half : u <= 2%:R^-1) (long : 1 <= T%:R * u).
Local Notation gamma := (1 - u).
Local Notation bt := (beta_D d k_mu S m gamma lam delta T D).
Let g0 := discount_gt0 half.
Let g1 := discount_lt1 u0.
Let uE : 1 - gamma = u. Proof. by rewrite subKr. Qed.
Hypothesis ceil : is_ceil (ln T%:R / ln gamma^-1)%ring D.

(* max(1, c_mu/lambda) (T log(1/gamma) + log(1 + c_mu/(d lambda u))) <= 14 kappa^2 T u log T *)
Lemma potential_slope : Num.max 1 (c_mu / lam) * log_term d c_mu gamma lam T <=
  kappa ^+ 2 * (14%:R * (T%:R * u * ln T%:R)).
Proof.
have y0 : 0 <= 1 / (d%:R * lam * (1 - gamma)) by rewrite uE divr_ge0 ?ler01 // !mulr_ge0 // ltW.
have z0 : 0 <= T%:R * ln gamma^-1.
  by rewrite mulr_ge0 ?(ltW Tp) //; apply: ln_ge0; rewrite invf_ge1 // ltW.
have cy z : c_mu * (1 / z) = c_mu / z by rewrite mulrA mulr1.
have := bonus_kappa c0 ck lam0 z0 y0; rewrite cy => h; apply: (le_trans h).
rewrite ler_wpmul2l ?sqr_ge0 //.
have -> : 14%:R * (T%:R * u * ln T%:R) = 2%:R * (7%:R * (T%:R * u * ln T%:R)).
  by move: (T%:R * u * _) => y; ring.
apply: ler_pmul; [by rewrite le_maxr ler01| |exact: (max_ridge d0 T2 (lexx 1))|].
  exact: (log_term_ge0 (c_mu := 1) d T2 ltr01 u0 half).
exact: (log_term_le d0 T2 ltr01 (lexx 1) u0 half long).
Qed.

(* The bonuses, worst case *)
Lemma exploration_slope : exploration_term d c_mu k_mu S m gamma lam delta T D <=
  kappa * (12%:R * k_mu * b) * ln T%:R * (d%:R * T%:R / Num.sqrt c_mu * Num.sqrt u).
Proof.
have B0 : 0 <= bt by exact: beta_ge0.
have h : Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * d%:R
    * (T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))))) <=
  kappa * (6%:R * (Num.sqrt d%:R * Num.sqrt T%:R * Num.sqrt u * Num.sqrt (ln T%:R))).
  have -> : kappa * (6%:R * (Num.sqrt d%:R * Num.sqrt T%:R * Num.sqrt u * Num.sqrt (ln T%:R))) =
    Num.sqrt (kappa ^+ 2 * (6%:R ^+ 2 * (d%:R * T%:R * u * ln T%:R))).
    rewrite sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm ?(ltW q0) //; congr (_ * _).
    by rewrite sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm ?ler0n // !sqrtrM ?mulr_ge0 ?(ltW u0) // ltW.
  apply: ler_wsqrtr.
  have -> : 2%:R * Num.max 1 (c_mu / lam) * d%:R
    * (T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma)))) =
    2%:R * d%:R * (Num.max 1 (c_mu / lam) * log_term d c_mu gamma lam T).
    by rewrite /log_term; move: (Num.max _ _) (_ + ln _) => y z; ring.
  apply: (@le_trans _ _ (2%:R * d%:R * (kappa ^+ 2 * (14%:R * (T%:R * u * ln T%:R))))).
    by rewrite ler_wpmul2l ?potential_slope // mulr_ge0 ?ler0n.
  have e (y z v w : R) : 2%:R * v * (y * (14%:R * (w * u * z))) = y * (28%:R * (v * w * u * z)) by ring.
  rewrite e ler_wpmul2l ?sqr_ge0 // -natrX ler_wpmul2r ?ler_nat // !mulr_ge0 ?ler0n // ltW //.
apply: (@le_trans _ _ (2%:R * (k_mu * (Num.sqrt d%:R * Num.sqrt (ln T%:R)) * b)
  / Num.sqrt c_mu * Num.sqrt T%:R *
  (kappa * (6%:R * (Num.sqrt d%:R * Num.sqrt T%:R * Num.sqrt u * Num.sqrt (ln T%:R)))))).
  apply: ler_pmul => //; rewrite ?sqrtr_ge0 ?mulr_ge0 ?invr_ge0 ?sqrtr_ge0 ?ler0n //.
  rewrite ler_wpmul2r ?sqrtr_ge0 // ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 // ler_wpmul2l ?ler0n //.
  apply: (le_trans (beta_depth d0 T2 m0 k0 S0 de0 de1 u0 half long ceil)).
  by rewrite sqrtrM ?ler0n.
rewrite mulrCA exploration_algebra -!expr2 !sqr_sqrtr ?ler0n ?(ltW L0) //.
by same; move: kappa (Num.sqrt c_mu)^-1 (Num.sqrt u) (ln _) => y z v w; ring.
Qed.

(* The bonuses, with gaps *)
Lemma gap_slope (Delta : R) : 0 < Delta ->
  16%:R * Num.max 1 (c_mu / lam) * (d%:R * bt ^+ 2 / (c_mu * Delta)) * log_term d c_mu gamma lam T <=
  kappa ^+ 2 * (224%:R * k_mu ^+ 2 * b ^+ 2) * (ln T%:R ^+ 2 / Delta * (d%:R ^+ 2 * T%:R * u / c_mu)).
Proof.
move=> D0; have cD : 0 <= (c_mu * Delta)^-1 by rewrite invr_ge0 mulr_ge0 // ltW.
have P0 : 0 <= 16%:R * (d%:R * bt ^+ 2 / (c_mu * Delta)).
  apply: mulr_ge0 (ler0n _ _) _; apply: mulr_ge0 cD; exact: mulr_ge0 (ler0n _ _) (sqr_ge0 _).
have e (v y z : R) : 16%:R * v * y * z = 16%:R * y * (v * z) by ring.
rewrite e; apply: (le_trans (ler_wpmul2l P0 potential_slope)).
have Q0 : 0 <= kappa ^+ 2 * (14%:R * (T%:R * u * ln T%:R)).
  by rewrite mulr_ge0 ?sqr_ge0 // !mulr_ge0 ?ler0n // ltW.
have h := beta_depth_sqr d0 T2 m0 k0 S0 de0 de1 u0 half long ceil.
apply: (@le_trans _ _ (16%:R * (d%:R * (k_mu ^+ 2 * (d%:R * ln T%:R) * b ^+ 2) / (c_mu * Delta))
  * (kappa ^+ 2 * (14%:R * (T%:R * u * ln T%:R))))).
  by rewrite ler_wpmul2r // ler_wpmul2l ?ler0n // ler_wpmul2r // ler_wpmul2l ?ler0n.
have e3 (v y z i j l a t : R) : 16%:R * (a * (v * (a * l) * y) * (i * j)) * (z * (14%:R * (t * u * l))) =
  z * (224%:R * v * y) * (l ^+ 2 * j * (a ^+ 2 * t * u * i)) by ring.
by same; rewrite invfM; exact: e3.
Qed.
End AnyDiscount.

(* Z172: worst case (l. 770-774) *)
Local Notation u := (forget d T Gamma c_mu).
Local Notation r := (rate d T Gamma c_mu).
Let CD := rate_constant k_mu S m delta.

Lemma rate_short_slope : T%:R * u < 1 \/ 2%:R^-1 < u -> m * T%:R <= kappa * CD * ln T%:R * r.
Proof.
have r0 := rate_gt0 d T Gamma c_mu; move=> short.
have h := short_slope d0 T2 c0 ck (forget_gt0 d T Gamma c_mu) G0 (rate_changes d0 T2 G0 c0)
  (rate_bonuses d0 T2 G0 c0) short.
apply: (le_trans (ler_wpmul2l (ltW m0) h)).
have -> : kappa * CD * ln T%:R * r = CD * ln T%:R * (kappa * r) by move: kappa CD (ln _) r => y z v w; ring.
rewrite mulrA; apply: ler_wpmul2r; first by rewrite mulr_ge0 // ltW.
have c3 : 3%:R * m <= CD := rate_constant_ge delta m0 k0 S0.
apply: (@le_trans _ _ (3%:R * m * ln T%:R)); last by rewrite ler_wpmul2r // ltW.
have -> : m * (3%:R / 2%:R) = 3%:R * m * 2%:R^-1 by rewrite mulrCA mulrA.
by rewrite ler_wpmul2l ?log_horizon // mulr_ge0 ?ler0n // ltW.
Qed.

Hypotheses (long : 1 <= T%:R * u) (half : u <= 2%:R^-1).
Hypothesis ceil : is_ceil (ln T%:R / ln (1 - u)^-1)%ring D.
Theorem tuned_slope : m * (Gamma * D)%:R
  + 2%:R * T%:R * (k_mu / lam) * ((1 - u) ^+ D / (1 - (1 - u))) * x
  + exploration_term d c_mu k_mu S m (1 - u) lam delta T D <= kappa * CD * ln T%:R * r.
Proof.
have u0 := forget_gt0 d T Gamma c_mu; have r0 := rate_gt0 d T Gamma c_mu.
have g0 := discount_gt0 half; have g1 := discount_lt1 u0; have uE : 1 - (1 - u) = u by rewrite subKr.
have -> : kappa * CD * ln T%:R * r = kappa * (3%:R * m) * ln T%:R * r
  + kappa * (8%:R * k_mu * x) * ln T%:R * r + kappa * (12%:R * k_mu * b) * ln T%:R * r.
  by rewrite /CD /rate_constant !mulrDr !mulrDl.
apply: ler_add; last first.
  by have := exploration_slope u0 half long ceil; rewrite rate_bonuses.
apply: ler_add.
  have h := depth_le2 T0 g0 g1 T2 (discount_half half) ceil; rewrite uE in h.
  apply: (@le_trans _ _ (2%:R * m * ln T%:R * r)).
    rewrite -(rate_changes d0 T2 G0 c0) natrM.
    have -> : 2%:R * m * ln T%:R * (Gamma%:R / u) = m * (Gamma%:R * (2%:R * ln T%:R / u)).
      by move: (Gamma%:R) (u^-1) (ln _) => a i l; ring.
    by rewrite ler_wpmul2l ?(ltW m0) // ler_wpmul2l ?ler0n.
  rewrite ler_wpmul2r ?(ltW r0) // ler_wpmul2r ?(ltW L0) // mulrA ler_wpmul2r ?(ltW m0) //.
  by rewrite -[X in X <= _]mul1r; apply: ler_pmul; rewrite ?ler01 ?ler0n ?ler_nat.
case/andP: (ceil) => /(depth_power T0 g0 g1) gD _.
rewrite uE; have -> : 2%:R * T%:R * (k_mu / lam) * ((1 - u) ^+ D / u) * x =
  2%:R * k_mu * x / (lam * u) * (T%:R * (1 - u) ^+ D).
  by rewrite [(lam * u)^-1]invfM; exact: depth_algebra.
have p0 : 0 <= 2%:R * k_mu * x by rewrite mulr_ge0 // mulr_ge0 ?ler0n.
apply: (@le_trans _ _ (2%:R * k_mu * x / (lam * u))).
  apply: ler_pimulr; last by rewrite -ler_pdivl_mull // mulr1.
  by apply: divr_ge0 => //; apply: mulr_ge0; apply: ltW.
have -> : kappa * (8%:R * k_mu * x) * ln T%:R * r = 2%:R * k_mu * x * (2%:R * (2%:R * ln T%:R * (kappa * r))).
  by move: (ln _) kappa r => y z v; ring.
apply: ler_wpmul2l => //.
rewrite invfM; apply: ler_pmul; rewrite ?invr_ge0 ?(ltW lam0) ?(ltW u0) //.
  by rewrite -[2%:R]invrK lef_pinv ?posrE ?invr_gt0 ?ltr0n ?ridge_ge.
apply: (le_trans (inv_forget_le d0 T2 G0 c0)); apply: (@le_trans _ _ (kappa * r)).
  by rewrite ler_pemull // ltW.
by rewrite ler_pemull // mulr_ge0 // ltW.
Qed.
End Discount.

(* T1: gaps (l. 682-690) *)
Section Gaps.
Variables (d T D Gamma : nat) (c_mu k_mu S m delta Delta : R).
Hypotheses (d0 : (0 < d)%N) (T2 : (1 < T)%N) (G0 : (0 < Gamma)%N).
Hypotheses (c0 : 0 < c_mu) (ck : c_mu <= k_mu) (m0 : 0 < m) (S0 : 0 <= S).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1) (D0 : 0 < Delta) (Dm : Delta <= m).
Local Notation kappa := (Num.max 1 k_mu).
Local Notation u := (gap_forget d T c_mu Gamma).
Local Notation b := (rate_bonus k_mu S m delta).
Local Notation x := (2%:R * S * k_mu + m).
Local Notation r := (gap_rate d T c_mu Gamma).
(* The constant of the rate *)
Definition gap_constant_D := 8%:R * m ^+ 2 + (128%:R * k_mu ^+ 2 * x ^+ 2 + 224%:R * k_mu ^+ 2 * b ^+ 2).
Let k0 : 0 <= k_mu := le_trans (ltW c0) ck.
Let Tp : 0 < T%:R :> R. Proof. by rewrite ltr0n ltnW. Qed.
Let lam0 := ridge_gt0 d0 T2.
Let u0 : 0 < u := gap_forget_gt0 d0 T2 c0 G0.
Let r0 : 0 < r := gap_rate_gt0 d0 T2 c0 G0.
Let q1 : 1 <= kappa := kappa_ge1 k_mu.
Let k2 : 1 <= kappa ^+ 2. Proof. by rewrite exprn_ege1. Qed.
Let l0 : 0 <= ln T%:R ^+ 2 / Delta. Proof. by rewrite divr_ge0 ?sqr_ge0 // ltW. Qed.

Lemma gap_D_short : T%:R * u < 1 \/ 2%:R^-1 < u ->
  m * T%:R <= kappa ^+ 2 * gap_constant_D * (ln T%:R ^+ 2 / Delta * r).
Proof.
have X0 : 0 <= 128%:R * k_mu ^+ 2 * x ^+ 2 + 224%:R * k_mu ^+ 2 * b ^+ 2 by rewrite addr_ge0 ?squares_ge0.
move=> short; apply: (gap_trivial T2 m0 X0 r0 D0 Dm).
exact: (gap_short d0 T2 c0 ck u0 G0 (gap_changes d0 T2 c0 G0) (gap_bonuses d0 T2 c0 Gamma) short).
Qed.

Hypotheses (long : 1 <= T%:R * u) (half : u <= 2%:R^-1).
Hypothesis ceil : is_ceil (ln T%:R / ln (1 - u)^-1)%ring D.
Lemma gap_D_bias (F : fieldType) (k y l2 E v : F) :
  8%:R * k ^+ 2 * y ^+ 2 * 4%:R * (v / E) * (4%:R * l2) = 128%:R * k ^+ 2 * y ^+ 2 * (l2 / E * v).
Proof. by ring. Qed.

Theorem gap_D_le : gap_bound d c_mu k_mu S m (1 - u) (ridge d T) delta Delta T D Gamma <=
  kappa ^+ 2 * gap_constant_D * (ln T%:R ^+ 2 / Delta * r).
Proof.
have g1 := discount_lt1 u0; have gh := discount_half half; have uE : 1 - (1 - u) = u by rewrite subKr.
apply: le_trans (gap_bound_le d c_mu delta Gamma T2 gh g1 m0 lam0 D0 k0 S0 ceil) _.
have lr0 : 0 <= ln T%:R ^+ 2 / Delta * r by rewrite mulr_ge0 // ltW.
have split4 (q A B C z : R) : q * (A + (B + C)) * z = q * A * z + (q * B * z + q * C * z) by ring.
rewrite /gap_bound_ceil uE /gap_constant_D split4 -addrA; apply: ler_add.
  rewrite (gap_changes d0 T2 c0 G0).
  apply: (@le_trans _ _ (8%:R * m ^+ 2 * (ln T%:R ^+ 2 / Delta * r))); last first.
    by rewrite ler_wpmul2r // ler_pemull //; exact: mulr_ge0 (ler0n _ _) (sqr_ge0 _).
  rewrite mulrA ler_wpmul2r ?(ltW r0) //.
  have L0 : 0 < ln T%:R by apply: lt_le_trans (log_horizon T2); rewrite invr_gt0 ltr0n.
  have L1 : 1 <= 2%:R * ln T%:R by rewrite -ler_pdivr_mull ?ltr0n // mulr1 log_horizon.
  have -> : 8%:R * m ^+ 2 * (ln T%:R ^+ 2 / Delta) =
    2%:R * m * ln T%:R * ((2%:R * ln T%:R) * (2%:R * (m / Delta))).
    by move: (ln _) Delta^-1 => y z; ring.
  rewrite ler_pemulr //; first by rewrite !mulr_ge0 ?ler0n // ltW.
  rewrite -[X in X <= _]mulr1; apply: ler_pmul; rewrite ?ler01 //.
  rewrite -[X in X <= _]mulr1; apply: ler_pmul; rewrite ?ler01 ?ler1n //.
  by rewrite ler_pdivl_mulr // mul1r.
apply: ler_add; last first.
  by rewrite -(gap_bonuses d0 T2 c0); exact: (gap_slope d0 T2 c0 ck m0 S0 de0 de1 u0 half long ceil D0).
apply: (@le_trans _ _ (128%:R * k_mu ^+ 2 * x ^+ 2 * (ln T%:R ^+ 2 / Delta * r))); last first.
  by rewrite ler_wpmul2r // ler_pemull // squares_ge0.
rewrite -gap_D_bias.
apply: (@le_trans _ _ (8%:R * k_mu ^+ 2 * x ^+ 2 * 4%:R * (r / Delta))); last first.
  rewrite ler_pemulr ?four_log2 //; apply: mulr_ge0; last by apply: divr_ge0; exact: ltW.
  by rewrite mulr_ge0 ?ler0n // squares_ge0.
apply: ler_pmul.
- by rewrite divr_ge0 ?sqr_ge0 // squares_ge0.
- rewrite invr_ge0; apply: mulr_ge0 (ltW D0); exact: mulr_ge0 (ltW Tp) (sqr_ge0 _).
- rewrite ler_wpmul2l ?squares_ge0 //.
  have -> : 4%:R = (2%:R^-1 ^+ 2)^-1 :> R by rewrite exprVn invrK -natrX.
  rewrite lef_pinv ?posrE ?exprn_gt0 ?invr_gt0 ?ltr0n // ler_expn2r ?nnegrE ?ridge_ge //.
    by rewrite invr_ge0 ler0n.
  exact: ltW.
rewrite invfM ler_wpmul2r ?invr_ge0 ?(ltW D0) //.
apply: (@le_trans _ _ u^-1); last first.
  by rewrite -(gap_changes d0 T2 c0 G0) ler_pemull ?ler1n // invr_ge0 ltW.
rewrite lef_pinv ?posrE //; first by rewrite expr2 mulrA ler_pemull // ltW.
exact: mulr_gt0 Tp (exprn_gt0 2 u0).
Qed.
End Gaps.
