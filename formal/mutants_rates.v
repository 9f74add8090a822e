(* Mutants of claims on rates, each refuted; see README.md. *)
From Coq Require Import Reals Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting bonus regret rates rates_discount rates_window.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Rates *)

(* C7 for T >= 1.  Witness: T = d = Gamma = 1, k_mu = 0: 1 and 0. *)
Theorem C7_mutant : ~ (forall (d T tau Gamma : nat) (c_mu k_mu S m delta : R),
  (0 < d)%N -> (0 < T)%N -> 0 < c_mu -> c_mu <= 1 -> 0 < m -> 0 <= k_mu -> 0 <= S -> 0 < delta -> delta <= 1
    ->
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
      * power T%:R (2%:R / 3%:R))).
Proof.
move=> H; have c : is_ceil (power (1%:R * 1%:R / (Num.sqrt 1 * 1%:R)) (2%:R / 3%:R))%ring 1.
  by rewrite sqrtr1 !mulr1 divr1 /power (ln_1 : ln 1 = 0) mulr0 exp0 /is_ceil lexx ltr_addl ltr01.
have := H 1%N 1%N 1%N 1%N 1 0 0 1 1 isT isT ltr01 (lexx 1) ltr01 (lexx 0) (lexx 0) ltr01 (lexx 1) isT c.
rewrite /= (ln_1 : ln 1%:R = 0) ?expr0n ?mulr0 !mul0r ?expr0n /= ?mulr0 !mul0r ?mulr0 ?mul0r !addr0 ?mul1r.
by rewrite minxx ler10.
Qed.

(* C8 for T >= 1.  Witness: T = d = Gamma = 1, k_mu = 0: 1 and 0. *)
Theorem C8_mutant : ~ (forall (d T tau Gamma : nat) (c_mu k_mu S m delta : R),
  (0 < d)%N -> (0 < T)%N -> 0 < c_mu -> c_mu <= 1 -> 0 < m -> 0 <= k_mu -> 0 <= S -> 0 < delta -> delta <= 1
    ->
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
    ((1 + Gamma%:R) * (power c_mu (- 3%:R^-1) * power d%:R (2%:R / 3%:R) * power T%:R (2%:R / 3%:R)))).
Proof.
move=> H; have c : is_ceil (power (1%:R * 1%:R / Num.sqrt 1) (2%:R / 3%:R))%ring 1.
  by rewrite sqrtr1 !mulr1 divr1 /power (ln_1 : ln 1 = 0) mulr0 exp0 /is_ceil lexx ltr_addl ltr01.
have := H 1%N 1%N 1%N 1%N 1 0 0 1 1 isT isT ltr01 (lexx 1) ltr01 (lexx 0) (lexx 0) ltr01 (lexx 1) c.
rewrite /= (ln_1 : ln 1%:R = 0) ?expr0n ?mulr0 !mul0r ?expr0n /= ?mulr0 !mul0r ?mulr0 ?mul0r !addr0 ?mul1r.
by rewrite minxx ler10.
Qed.

(* T6_rate for T >= 1.  Witness: T = d = Gamma = 1, k_mu = 0: 1 and 0. *)
Theorem T6_rate_mutant : ~ (forall (d T tau Gamma : nat) (c_mu k_mu S m delta Delta : R),
  (0 < d)%N -> (0 < T)%N -> 0 < c_mu -> c_mu <= 1 -> 0 < m -> 0 <= k_mu -> 0 <= S -> 0 < delta -> delta <= 1
    ->
  let lam := d%:R * ln T%:R in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn T tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let bound := m * (Gamma * tau)%:R
    + 8%:R * beta ^+ 2 / (c_mu * Delta) * Num.max 1 (c_mu / lam) * d%:R * ((T + tau - 1) %/ tau)%:R
      * ln (1 + c_mu * tau%:R / (d%:R * lam)) in
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let b := Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  (0 < Gamma)%N -> 0 < Delta -> is_ceil (d%:R * Num.sqrt T%:R / Num.sqrt (c_mu * Gamma%:R))%ring tau ->
  Num.min (m * T%:R) bound <= (8%:R * m + 96%:R * k_mu ^+ 2 * b ^+ 2 / Delta) * ln T%:R ^+ 2
    * (d%:R * Num.sqrt (Gamma%:R * T%:R) / Num.sqrt c_mu)).
Proof.
move=> H; have c : is_ceil (1%:R * Num.sqrt 1%:R / Num.sqrt (1 * 1%:R))%ring 1.
  by rewrite !mul1r sqrtr1 divr1 /is_ceil lexx ltr_addl ltr01.
have := H 1%N 1%N 1%N 1%N 1 0 0 1 1 1 isT isT ltr01 (lexx 1) ltr01 (lexx 0) (lexx 0) ltr01 (lexx 1) isT
  ltr01 c.
rewrite /= (ln_1 : ln 1%:R = 0) ?expr0n ?mulr0 !mul0r ?expr0n /= ?mulr0 !mul0r ?mulr0 ?mul0r !addr0 ?mul1r.
by rewrite minxx ler10.
Qed.
