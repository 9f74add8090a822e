(* Rates: real powers, and the bonus at the ridge lambda = d log T of the paper's tunings (l. 770-774, 2991).

   1. Real powers, and logarithms of a horizon T >= 2.
   2. With lambda = d log T the bonus beta is at most a constant times sqrt(d log T), for discount factors and
      for a window. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation bonus.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* 1. Powers and logarithms *)

(* x^a for x > 0 and a real exponent. *)
Definition power (x a : R) := exp (a * ln x).
Global Arguments power (x a)%ring.

Lemma power_gt0 x a : 0 < power x a. Proof. exact: exp_gt0. Qed.

(* The logarithm of a power. *)
Lemma ln_power x a : ln (power x a) = a * ln x. Proof. exact: ln_exp. Qed.

(* Positive numbers are compared by their logarithms. *)
Lemma ln_inj (x y : R) : 0 < x -> 0 < y -> ln x = ln y -> x = y.
Proof. by move=> x0 y0 e; rewrite -(lnK x0) -(lnK y0) e. Qed.
Lemma le_ln (x y : R) : 0 < x -> 0 < y -> ln x <= ln y -> x <= y.
Proof. by move=> x0 y0 h; rewrite -(lnK x0) -(lnK y0) exp_le. Qed.
Lemma ln_sqrt (x : R) : 0 < x -> ln (Num.sqrt x) = ln x / 2%:R.
Proof.
move=> x0; rewrite -{2}(sqr_sqrtr (ltW x0)) lnX ?sqrtr_gt0 // -[ln _ *+ _]mulr_natr mulfK //.
by rewrite pnatr_eq0.
Qed.

(* log T >= 1/2 for T >= 2. *)
Lemma log_horizon (T : nat) : (1 < T)%N -> 2%:R^-1 <= ln T%:R.
Proof.
move=> T2; apply: (@le_trans _ _ (ln 2%:R)); last by apply: ln_le; rewrite ?ltr0n // ler_nat.
apply/RleP; have := ln_ge_half 1 (conj Rle_0_1 (Rle_refl 1)); rewrite -[Rplus 1 1]/(2%:R : R).
by rewrite RinvE' /Rdiv Rmult_1_l.
Qed.

(* log(1 + x T) <= log T + log(1 + x) for x >= 0 *)
Lemma log_affine (T : nat) (x : R) : (0 < T)%N -> 0 <= x -> ln (1 + x * T%:R) <= ln T%:R + ln (1 + x).
Proof.
move=> T0 x0; have p : 0 < 1 + x by rewrite ltr_paddr ?ltr01.
have Tp : 0 < T%:R :> R by rewrite ltr0n.
have T1 : 1 <= T%:R :> R by rewrite ler1n.
rewrite -lnM //; apply: ln_le; first by rewrite ltr_paddr ?ltr01 // mulr_ge0 // ltW.
by rewrite mulrDr mulr1 [x * _]mulrC ler_add2r.
Qed.

(* 2. The bonus *)

(* rho / sqrt(lambda), s and si being sqrt(lambda) and its inverse, y and di those of log T and d. *)
Lemma radius_algebra (F : fieldType) (m s si dd di l2 y lt lx : F) :
  si * si = di * y -> s * si = 1 -> dd * di = 1 ->
  (s * (2%:R^-1 / m) + 2%:R * m * si * lt + dd * m * si * lx + 2%:R * m * si * (dd * l2)) * si =
  2%:R^-1 / m + 2%:R * m * di * y * lt + m * y * lx + 2%:R * m * y * l2.
Proof.
move=> e e1 e2; move: 2%:R^-1 m^-1 => h i.
transitivity (s * si * (h * i) + 2%:R * m * lt * (si * si) + dd * m * lx * (si * si)
  + 2%:R * m * dd * l2 * (si * si)); first by ring.
rewrite e e1; transitivity (h * i + 2%:R * m * di * y * lt + (dd * di) * (m * y * lx)
  + (dd * di) * (2%:R * m * y * l2)); first by ring.
by rewrite e2; ring.
Qed.

Lemma radius_split (F : fieldType) (h m a b : F) : h + m * (5%:R + 4%:R * a + 2%:R * b) =
  h + m * (2%:R + 4%:R * a) + m * (1 + 2%:R * b) + 2%:R * m.
Proof. by ring. Qed.

Section Bonus.
Variables (d T : nat) (k_mu S m delta : R).
Hypotheses (d0 : (0 < d)%N) (T2 : (1 < T)%N) (m0 : 0 < m) (k0 : 0 <= k_mu) (S0 : 0 <= S).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).

(* lambda = d log T *)
Definition ridge := d%:R * ln T%:R.
(* a bound on rho / sqrt(lambda) *)
Definition rate_radius := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)).
(* a bound on Sbar *)
Definition rate_Sbar := S + 2%:R * (2%:R * S * k_mu + m).
(* a bound on beta / (k_mu sqrt(lambda)) *)
Definition rate_bonus := Num.sqrt (1 + rate_Sbar + Num.sqrt (1 + rate_Sbar) * rate_radius
  + rate_radius ^+ 2) ^+ 3.

Lemma ridge_ge : 2%:R^-1 <= ridge.
Proof.
have h := log_horizon T2; have d1 : 1 <= d%:R :> R by rewrite ler1n.
by apply: (le_trans h); rewrite ler_pemull // (le_trans _ h) // invr_ge0 ler0n.
Qed.
Lemma ridge_gt0 : 0 < ridge. Proof. by apply: lt_le_trans ridge_ge; rewrite invr_gt0 ltr0n. Qed.

Lemma ln_delta_ge0 : 0 <= ln delta^-1. Proof. by apply: ln_ge0; rewrite invf_ge1. Qed.
Lemma ln_k_ge0 : 0 <= ln (1 + 2%:R * k_mu).
Proof. by apply: ln_ge0; rewrite ler_addl mulr_ge0 ?ler0n. Qed.

Lemma rate_radius_ge0 : 0 <= rate_radius.
Proof.
have h1 := ln_delta_ge0; have h2 := ln_k_ge0; have h3 := ltW m0.
by rewrite addr_ge0 ?invr_ge0 ?mulr_ge0 ?ler0n // addr_ge0 ?mulr_ge0 ?ler0n // addr_ge0 ?mulr_ge0 ?ler0n.
Qed.
Lemma rate_Sbar_ge0 : 0 <= rate_Sbar.
Proof. by rewrite addr_ge0 // mulr_ge0 ?ler0n // addr_ge0 ?(ltW m0) // !mulr_ge0 ?ler0n. Qed.

Lemma rate_bonus_ge0 : 0 <= rate_bonus. Proof. by rewrite exprn_ge0 ?sqrtr_ge0. Qed.

(* rho / sqrt(lambda) is bounded, if the squared weights sum to at most T. *)
Lemma radius_le (W2 : R) : 0 <= W2 -> W2 <= T%:R ->
  rho_of d T ridge m k_mu delta W2 / Num.sqrt ridge <= rate_radius.
Proof.
move=> W0 WT; have l0 := ridge_gt0; have T0 : (0 < T)%N by apply: ltnW.
have s0 : 0 < Num.sqrt ridge by rewrite sqrtr_gt0.
have L0 : 0 < ln T%:R by apply: lt_le_trans (log_horizon T2); rewrite invr_gt0 ltr0n.
have dp : 0 < d%:R :> R by rewrite ltr0n.
have d1 : d%:R^-1 <= 1 :> R by rewrite invf_le1 // ler1n.
have y2 : (ln T%:R)^-1 <= 2%:R by rewrite -[2%:R]invrK lef_pinv ?posrE ?invr_gt0 ?ltr0n ?log_horizon.
have Ly : ln T%:R * (ln T%:R)^-1 = 1 by rewrite divff ?gt_eqF.
have y0 : 0 <= (ln T%:R)^-1 by rewrite invr_ge0 ltW.
have -> : rho_of d T ridge m k_mu delta W2 / Num.sqrt ridge = (2%:R * m)^-1
  + 2%:R * m * d%:R^-1 * (ln T%:R)^-1 * (ln T%:R + ln delta^-1)
  + m * (ln T%:R)^-1 * ln (1 + k_mu * W2 / (d%:R * ridge)) + 2%:R * m * (ln T%:R)^-1 * ln 2%:R.
  rewrite /rho_of lnM ?ltr0n ?invr_gt0 //.
  have e : (Num.sqrt ridge)^-1 * (Num.sqrt ridge)^-1 = d%:R^-1 * (ln T%:R)^-1.
    by rewrite -invfM -expr2 sqr_sqrtr ?(ltW l0) // invfM.
  have e1 : Num.sqrt ridge / Num.sqrt ridge = 1 by rewrite divff ?gt_eqF.
  have e2 : d%:R * d%:R^-1 = 1 :> R by rewrite divff ?gt_eqF.
  rewrite invfM; exact: radius_algebra.
have X : ln (1 + k_mu * W2 / (d%:R * ridge)) <= ln T%:R + ln (1 + 2%:R * k_mu).
  apply: le_trans (log_affine T0 _); last by rewrite mulr_ge0 ?ler0n.
  have dr : 2%:R^-1 <= d%:R * ridge.
    by apply: (le_trans ridge_ge); rewrite ler_pemull ?ler1n ?(ltW l0).
  have dr0 : 0 < d%:R * ridge by rewrite mulr_gt0.
  apply: ln_le; first by rewrite ltr_paddr ?ltr01 // divr_ge0 ?mulr_ge0 // ltW.
  rewrite ler_add2l [2%:R * _]mulrC -mulrA -mulrA ler_wpmul2l // mulrC; apply: ler_pmul => //.
    by rewrite invr_ge0 ltW.
  by rewrite -[2%:R]invrK lef_pinv ?posrE ?invr_gt0 ?ltr0n.
have l2 : ln 2%:R <= ln T%:R by apply: ln_le; rewrite ?ltr0n // ler_nat.
have ld := ln_delta_ge0; have lk := ln_k_ge0.
have -> : rate_radius = (2%:R * m)^-1 + m * (2%:R + 4%:R * ln delta^-1)
  + m * (1 + 2%:R * ln (1 + 2%:R * k_mu)) + 2%:R * m by exact: radius_split.
apply: ler_add; [apply: ler_add; [rewrite ler_add2l|]|].
- apply: (@le_trans _ _ (2%:R * m * 1 * (1 + 2%:R * ln delta^-1))); last by same; ring.
  rewrite -!mulrA ler_wpmul2l ?ler0n // ler_wpmul2l ?(ltW m0) //; apply: ler_pmul => //.
  + by rewrite invr_ge0 ler0n.
  + by rewrite mulr_ge0 // addr_ge0 // ltW.
  + by rewrite mulrDr [_^-1 * _]mulrC Ly ler_add2l ler_wpmul2r.
- rewrite -[X in X <= _]mulrA ler_wpmul2l ?(ltW m0) //.
  apply: (@le_trans _ _ ((ln T%:R)^-1 * (ln T%:R + ln (1 + 2%:R * k_mu)))); first by rewrite ler_wpmul2l.
  by rewrite mulrDr [_^-1 * ln T%:R]mulrC Ly ler_add2l ler_wpmul2r.
- rewrite -!mulrA ler_wpmul2l ?ler0n // -{2}[m]mulr1 ler_wpmul2l ?(ltW m0) //.
  by rewrite -[X in _ <= X]Ly mulrC ler_wpmul2r.
Qed.

(* beta is at most a constant times k_mu sqrt(d log T) (l. 2991). *)
Lemma beta_le Sb rh : 0 <= Sb -> Sb <= rate_Sbar -> 0 <= rh -> rh / Num.sqrt ridge <= rate_radius ->
  beta ridge k_mu Sb rh <= k_mu * Num.sqrt ridge * rate_bonus.
Proof.
move=> Sb0 SbS rh0 rhr; have l0 := ridge_gt0; have s0 : 0 < Num.sqrt ridge by rewrite sqrtr_gt0.
have q0 : 0 <= rh / Num.sqrt ridge by rewrite divr_ge0 ?(ltW s0).
rewrite /beta ler_wpmul2l ?mulr_ge0 ?(ltW s0) // /rate_bonus ler_expn2r ?nnegrE ?sqrtr_ge0 //.
have s1 : 0 <= 1 + Sb by rewrite addr_ge0 ?ler01.
have -> : beta_base ridge Sb rh =
  1 + Sb + Num.sqrt (1 + Sb) * (rh / Num.sqrt ridge) + (rh / Num.sqrt ridge) ^+ 2.
  by rewrite /beta_base (sqrtrM _ s1) (sqrtrV (ltW l0)) -mulrA [_^-1 * rh]mulrC.
apply: ler_wsqrtr.
apply: ler_add; last by rewrite ler_expn2r // nnegrE ?rate_radius_ge0.
apply: ler_add; first by rewrite ler_add2l.
by apply: ler_pmul => //; rewrite ?sqrtr_ge0 // ler_wsqrtr // ler_add2l.
Qed.
End Bonus.
