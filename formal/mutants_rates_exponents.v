(* The inequalities C7 and C8 of claims_rates.v with a smaller power of T: T^(13/20) for T^(2/3).  Witness:
   k_mu = 0, so that beta = 0 and the bound is m Gamma_T tau, at the long horizon T = 2^840; d = c_mu = m =
   delta = 1.  No number as large as T is computed. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation bonus regret mixing.
From Glb Require Import rates rates_discount rates_window small_witnesses stubborn_bandit.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* log 2 <= 1 *)
Lemma ln2_le1 : ln 2%:R <= 1 :> R.
Proof. by apply: (le_trans (ln_le_sub1 two_gt0)); rewrite -[2%:R]/(1 + 1 : R) addrK. Qed.
(* Powers of 2, and their real powers *)
Lemma ln_pow2 (n : nat) : ln (2 ^ n)%:R = n%:R * ln 2%:R :> R.
Proof. by rewrite natrX lnX ?two_gt0 // mulr_natl. Qed.
Lemma power_pow2 (n k : nat) (a : R) : a * n%:R = k%:R -> power (2 ^ n)%:R a = (2 ^ k)%:R.
Proof.
move=> e; apply: ln_inj; rewrite ?power_gt0 ?ltr0n ?expn_gt0 // ln_power !ln_pow2 mulrA e.
by [].
Qed.
Lemma ceil_nat (n : nat) (x : R) : x = n%:R -> is_ceil x n.
Proof. by move=> ->; rewrite /is_ceil lexx ltr_addl ltr01. Qed.
Lemma power1 (a : R) : power 1%:R a = 1. Proof. by rewrite /power (ln_1 : ln 1%:R = 0) mulr0 exp0. Qed.
(* A horizon as a variable: T and tau, powers of 2 *)
Lemma long_horizon (n k : nat) : exists T tau : nat, [/\ (1 < T)%N \/ n = 0%N, T = (2 ^ n)%N & tau = (2 ^
  k)%N].
Proof. by exists (2 ^ n)%N, (2 ^ k)%N; split=> //; case: n => [|n]; [right|left; rewrite -{1}(expn0 2)
  ltn_exp2l]. Qed.

(* C log(T)^i 2^k < 2^j at T = 2^n, if C n^i < 2^l and k + l <= j *)
Lemma below (C n i k l j : nat) : (C * n ^ i < 2 ^ l)%N -> (k + l <= j)%N ->
  C%:R * ln (2 ^ n)%:R ^+ i * (2 ^ k)%:R < (2 ^ j)%:R :> R.
Proof.
move=> h1 h2; have l0 : 0 <= ln 2%:R := le_trans (ltW half_gt0) (log_horizon (T := 2) isT).
apply: (@le_lt_trans _ _ (C * n ^ i * 2 ^ k)%:R); last first.
  by rewrite ltr_nat (leq_trans _ (leq_pexp2l _ h2)) // addnC expnD ltn_pmul2r ?expn_gt0.
rewrite !natrM ler_wpmul2r ?ler0n // ler_wpmul2l ?ler0n // [(n ^ i)%:R]natrX ler_expn2r ?nnegrE ?ler0n
  ?ln_pow2 //.
  by rewrite mulr_ge0 ?ler0n.
by rewrite ler_pimulr ?ler0n // ln2_le1.
Qed.

(* 3360 < 2^12 and 6720 < 2^13, without counting. *)
Lemma small12 : (4 * 840 ^ 1 < 2 ^ 12)%N. Proof. by rewrite expn1; lia. Qed.
Lemma small13 : (8 * 840 ^ 1 < 2 ^ 13)%N. Proof. by rewrite expn1; lia. Qed.

(* C7 with T^(13/20), T = 2^840, Gamma_T = 1: 2^560 and 4 log(T) 2^546. *)
Theorem C7_exponent_mutant : ~ (forall (d T tau Gamma : nat) (c_mu k_mu S m delta : R),
  (0 < d)%N -> (1 < T)%N -> 0 < c_mu -> c_mu <= 1 -> 0 < m -> 0 <= k_mu -> 0 <= S ->
  0 < delta -> delta <= 1 ->
  let lam := d%:R * ln T%:R in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn T tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let bound := m * (Gamma * tau)%:R
    + 2%:R * beta / Num.sqrt c_mu * Num.sqrt (d%:R * T%:R) * Num.sqrt ((T + tau - 1) %/ tau)%:R
      * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam))) in
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let b := Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  (0 < Gamma)%N ->
  is_ceil (power (d%:R * T%:R / (Num.sqrt c_mu * Gamma%:R)) (2%:R / 3%:R))%ring tau ->
  Num.min (m * T%:R) bound <= (4%:R * m + 10%:R * k_mu * b) * ln T%:R *
    (power c_mu (- 3%:R^-1) * power d%:R (2%:R / 3%:R) * power Gamma%:R 3%:R^-1
      * power T%:R (13%:R / 20%:R))).
Proof.
move=> H; have [T [tau [T1 TE tE]]] := long_horizon 840 560; case: T1 => [T1|n0]; last discriminate n0.
have e : 1%:R * T%:R / (Num.sqrt 1 * 1%:R) = T%:R :> R by rewrite sqrtr1 !mulr1 divr1 mul1r.
have p1 : power T%:R (2%:R / 3%:R) = tau%:R.
  by rewrite TE tE; apply: power_pow2; toR_goal; rewrite !INR_IZR_INZ; simpl; lra.
have p2 : power T%:R (13%:R / 20%:R) = (2 ^ 546)%:R.
  by rewrite TE; apply: power_pow2; toR_goal; rewrite !INR_IZR_INZ; simpl; lra.
have tc : is_ceil (power (1%:R * T%:R / (Num.sqrt 1 * 1%:R)) (2%:R / 3%:R))%ring tau.
  by apply: ceil_nat; rewrite -p1; congr power.
have := H 1%N T tau 1%N 1 0 0 1 1 isT T1 ltr01 (lexx 1) ltr01 (lexx 0) (lexx 0) ltr01 (lexx 1) isT tc.
rewrite /= p2 !power1 !mul0r !mulr0 !mul0r !addr0 mul1n !mul1r le_minl.
have b j : (558 <= j)%N -> 4%:R * 1 * ln T%:R * (2 ^ 546)%:R < (2 ^ j)%:R :> R.
  by move=> hj; have := @below 4 840 1 546 12 j small12 hj; rewrite TE mulr1.
by have := b 560%N isT; have := b 840%N isT; rewrite -tE -TE => b1 b2; rewrite !leNgt b1 b2.
Qed.

(* C8 with T^(13/20), T = 2^840, Gamma_T = 1: 2^560 and 8 log(T) 2^546. *)
Theorem C8_exponent_mutant : ~ (forall (d T tau Gamma : nat) (c_mu k_mu S m delta : R),
  (0 < d)%N -> (1 < T)%N -> 0 < c_mu -> c_mu <= 1 -> 0 < m -> 0 <= k_mu -> 0 <= S ->
  0 < delta -> delta <= 1 ->
  let lam := d%:R * ln T%:R in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn T tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let bound := m * (Gamma * tau)%:R
    + 2%:R * beta / Num.sqrt c_mu * Num.sqrt (d%:R * T%:R) * Num.sqrt ((T + tau - 1) %/ tau)%:R
      * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam))) in
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let b := Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  is_ceil (power (d%:R * T%:R / Num.sqrt c_mu) (2%:R / 3%:R))%ring tau ->
  Num.min (m * T%:R) bound <= (4%:R * m + 10%:R * k_mu * b) * ln T%:R *
    ((1 + Gamma%:R) * (power c_mu (- 3%:R^-1) * power d%:R (2%:R / 3%:R) * power T%:R (13%:R / 20%:R)))).
Proof.
move=> H; have [T [tau [T1 TE tE]]] := long_horizon 840 560; case: T1 => [T1|n0]; last discriminate n0.
have e : 1%:R * T%:R / Num.sqrt 1 = T%:R :> R by rewrite sqrtr1 divr1 mul1r.
have p1 : power T%:R (2%:R / 3%:R) = tau%:R.
  by rewrite TE tE; apply: power_pow2; toR_goal; rewrite !INR_IZR_INZ; simpl; lra.
have p2 : power T%:R (13%:R / 20%:R) = (2 ^ 546)%:R.
  by rewrite TE; apply: power_pow2; toR_goal; rewrite !INR_IZR_INZ; simpl; lra.
have tc : is_ceil (power (1%:R * T%:R / Num.sqrt 1) (2%:R / 3%:R))%ring tau.
  by apply: ceil_nat; rewrite -p1; congr power.
have := H 1%N T tau 1%N 1 0 0 1 1 isT T1 ltr01 (lexx 1) ltr01 (lexx 0) (lexx 0) ltr01 (lexx 1) tc.
rewrite /= p2 !power1 !mul0r !mulr0 !mul0r !addr0 mul1n !mul1r le_minl.
have b j : (559 <= j)%N -> 4%:R * 1 * ln T%:R * ((1 + 1%:R) * (2 ^ 546)%:R) < (2 ^ j)%:R :> R.
  have e8 (x y : R) : 4%:R * 1 * x * ((1 + 1%:R) * y) = 8%:R * x * y by ring.
  by move=> hj; rewrite e8; have := @below 8 840 1 546 13 j small13 hj; rewrite TE expr1.
by have := b 560%N isT; have := b 840%N isT; rewrite -tE -TE => b1 b2; rewrite !leNgt b1 b2.
Qed.
