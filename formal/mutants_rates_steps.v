(* The rates of claims_rates_steps.v with the exponent of c_mu moved beyond 0: c_mu^(1/100) for c_mu^(-1/3),
   and for 1/sqrt(c_mu).  Witness: the bandit of stubborn_bandit.v, whose two rounds cost 2 for certain, with
   c_mu so small that the moved rate is below 2. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import any_law any_law_tail any_law_regret.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus regret.
From Glb Require Import paper_indices window_indices path_regret rounds_regret window_regret gap_regret.
From Glb Require Import rates rates_discount rates_window rates_gap rates_regret ordinary_bandit.
From Glb Require Import mixing small_witnesses stubborn_bandit.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

Lemma hundredth_gt0 : 0 < 100%:R^-1 :> R. Proof. by rewrite invr_gt0 ltr0n. Qed.

(* C7_regret with c_mu^(1/100). *)
Theorem C7_regret_mutant : ~ (forall (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (delta : R) (T tau Gamma : nat),
  (0 < d)%N -> (1 < T)%N -> (0 < Gamma)%N -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  (* the tuning *)
  let lam := d%:R * ln T%:R in
  is_ceil (power (d%:R * T%:R / (Num.sqrt c_mu * Gamma%:R)) (2%:R / 3%:R))%ring tau ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* SC-SW-GLUCB: hat is the windowed estimate, act maximises mu(b.hat) + beta_t/sqrt(c_mu) |b|_{V_t^-1} *)
  windowed_ucb e0 mu actions reward tau lam c_mu beta act hat ->
  (* c_mu <= kappa; bounds on rho/sqrt(lambda), Sbar and beta/(k_mu sqrt(lambda)) *)
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let b := Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  let kappa := Num.max 1 k_mu in
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  let P A := Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T A [::] in
  P (fun h => ~~ (R_T h <= kappa * (4%:R * m + 10%:R * k_mu * b) * ln T%:R *
    (power c_mu 100%:R^-1 * power d%:R (2%:R / 3%:R) * power Gamma%:R 3%:R^-1
      * power T%:R (2%:R / 3%:R)))) <= delta).
Proof.
move=> H; set C := Num.max 1 1 * (4%:R * 2%:R + 10%:R * 1 * rate_bonus 1 1 2%:R 2%:R^-1).
have [c [c0 c1 Kc]] := small_power (C * ln 2%:R * (power 1%:R (2%:R / 3%:R) * power 1%:R 3%:R^-1
  * power 2%:R (2%:R / 3%:R))) hundredth_gt0.
have [tau tc] := ceil_exists (ltW (power_gt0 (1%:R * 2%:R / (Num.sqrt c * 1%:R))%ring (2%:R / 3%:R)%ring)).
have X : C * ln 2%:R * (power c 100%:R^-1 * power 1%:R (2%:R / 3%:R) * power 1%:R 3%:R^-1
  * power 2%:R (2%:R / 3%:R)) < 2%:R.
  by rewrite moved_power.
exact: (stubborn_fails X (H 1%N unit tt shift (fun=> 1) (fun=> 0) 1 c 1 2%:R (fun=> const_mx 1) offers pays
  any_function value (plays (-1)) _ (plays 1) 2%:R^-1 2%N tau 1%N isT isT isT two_gt0 half_gt0 half_le1
  shift_derive shift_derive2 shift_sc (fun=> lexx 1) c0 (stubborn_floor c1) stubborn_bandit
  (stubborn_breaks 2) (stubborn_allowed (or_introl erefl)) tc (stubborn_windowed tau c _ ridge2))).
Qed.

(* C8_regret with c_mu^(1/100). *)
Theorem C8_regret_mutant : ~ (forall (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (delta : R) (T tau Gamma : nat),
  (0 < d)%N -> (1 < T)%N -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  (* the tuning *)
  let lam := d%:R * ln T%:R in
  is_ceil (power (d%:R * T%:R / Num.sqrt c_mu) (2%:R / 3%:R))%ring tau ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* SC-SW-GLUCB: hat is the windowed estimate, act maximises mu(b.hat) + beta_t/sqrt(c_mu) |b|_{V_t^-1} *)
  windowed_ucb e0 mu actions reward tau lam c_mu beta act hat ->
  (* c_mu <= kappa; bounds on rho/sqrt(lambda), Sbar and beta/(k_mu sqrt(lambda)) *)
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let b := Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  let kappa := Num.max 1 k_mu in
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  let P A := Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T A [::] in
  P (fun h => ~~ (R_T h <= kappa * (4%:R * m + 10%:R * k_mu * b) * ln T%:R *
    ((1 + Gamma%:R) * (power c_mu 100%:R^-1 * power d%:R (2%:R / 3%:R)
      * power T%:R (2%:R / 3%:R))))) <= delta).
Proof.
move=> H; set C := Num.max 1 1 * (4%:R * 2%:R + 10%:R * 1 * rate_bonus 1 1 2%:R 2%:R^-1).
have [c [c0 c1 Kc]] := small_power (C * ln 2%:R * ((1 + 1%:R) * (power 1%:R (2%:R / 3%:R)
  * power 2%:R (2%:R / 3%:R)))) hundredth_gt0.
have [tau tc] := ceil_exists (ltW (power_gt0 (1%:R * 2%:R / Num.sqrt c)%ring (2%:R / 3%:R)%ring)).
have X : C * ln 2%:R * ((1 + 1%:R) * (power c 100%:R^-1 * power 1%:R (2%:R / 3%:R)
  * power 2%:R (2%:R / 3%:R))) < 2%:R.
  by rewrite moved_power3.
exact: (stubborn_fails X (H 1%N unit tt shift (fun=> 1) (fun=> 0) 1 c 1 2%:R (fun=> const_mx 1) offers pays
  any_function value (plays (-1)) _ (plays 1) 2%:R^-1 2%N tau 1%N isT isT two_gt0 half_gt0 half_le1
    shift_derive
  shift_derive2 shift_sc (fun=> lexx 1) c0 (stubborn_floor c1) stubborn_bandit
  (stubborn_breaks 2) (stubborn_allowed (or_introl erefl)) tc (stubborn_windowed tau c _ ridge2))).
Qed.

(* T6_full with c_mu^(1/100) for 1/sqrt(c_mu) in the rate. *)
Theorem T6_full_mutant : ~ (forall (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (lam delta Delta : R) (T tau Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  (* ass:minimum_gap *)
  0 < Delta ->
  (forall h b, (size h < T)%N -> actions h b -> mu ⟨b, theta (size h)⟩ < mu ⟨best h, theta (size h)⟩ ->
    Delta <= mu ⟨best h, theta (size h)⟩ - mu ⟨b, theta (size h)⟩) ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* SC-SW-GLUCB: hat is the windowed estimate, act maximises mu(b.hat) + beta_t/sqrt(c_mu) |b|_{V_t^-1} *)
  windowed_ucb e0 mu actions reward tau lam c_mu beta act hat ->
  (* c_mu <= kappa; bounds on rho/sqrt(lambda), Sbar and beta/(k_mu sqrt(lambda)) *)
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let b := Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  let kappa := Num.max 1 k_mu in
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  let P A := Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T A [::] in
  ((0 < tau)%N -> 0 < lam -> P (fun h => ~~ (R_T h <= m * (Gamma * tau)%:R
    + 8%:R * beta T ^+ 2 / (c_mu * Delta) * Num.max 1 (c_mu / lam) * d%:R * ((T + tau - 1) %/ tau)%:R
      * ln (1 + c_mu * tau%:R / (d%:R * lam)))) <= delta)
  /\
  ((1 < T)%N -> (0 < Gamma)%N -> lam = d%:R * ln T%:R ->
  is_ceil (d%:R * Num.sqrt T%:R / Num.sqrt (c_mu * Gamma%:R))%ring tau ->
  P (fun h => ~~ (R_T h <= kappa ^+ 2 * (8%:R * m ^+ 2 + 96%:R * k_mu ^+ 2 * b ^+ 2) *
    (ln T%:R ^+ 2 / Delta * (d%:R * Num.sqrt (Gamma%:R * T%:R) * power c_mu 100%:R^-1)))) <= delta)).
Proof.
move=> H; set C := Num.max 1 1 ^+ 2 * (8%:R * 2%:R ^+ 2 + 96%:R * 1 ^+ 2 * rate_bonus 1 1 2%:R 2%:R^-1 ^+ 2).
have [c [c0 c1 Kc]] := small_power (C * (ln 2%:R ^+ 2 / 2%:R * (1%:R * Num.sqrt (1%:R * 2%:R))))
  hundredth_gt0.
have [tau tc] := ceil_exists (divr_ge0 (mulr_ge0 (ler0n _ 1) (sqrtr_ge0 2%:R)) (sqrtr_ge0 (c * 1%:R))).
have X : C * (ln 2%:R ^+ 2 / 2%:R * (1%:R * Num.sqrt (1%:R * 2%:R) * power c 100%:R^-1)) < 2%:R.
  by rewrite !mulrA; move: Kc; rewrite !mulrA.
exact: (stubborn_fails X ((H 1%N unit tt shift (fun=> 1) (fun=> 0) 1 c 1 2%:R (fun=> const_mx 1) offers pays
  any_function value (plays (-1)) _ (plays 1) _ 2%:R^-1 2%:R 2%N tau 1%N isT isT two_gt0 half_gt0 half_le1
  shift_derive shift_derive2 shift_sc (fun=> lexx 1) c0 (stubborn_floor c1) stubborn_bandit (stubborn_breaks
    2)
  (stubborn_allowed (or_introl erefl)) two_gt0 (@stubborn_gap 2) (stubborn_windowed tau c _ ridge2)).2
  isT isT erefl tc)).
Qed.

(* Discount factors *)

(* T1_full with c_mu^(1/100) for 1/sqrt(c_mu) in the rate. *)
Theorem T1_full_mutant : ~ (forall (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (gamma lam delta Delta : R) (T D Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  (* ass:minimum_gap *)
  0 < Delta ->
  (forall h b, (size h < T)%N -> actions h b -> mu ⟨b, theta (size h)⟩ < mu ⟨best h, theta (size h)⟩ ->
    Delta <= mu ⟨best h, theta (size h)⟩ - mu ⟨b, theta (size h)⟩) ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let Lambda := T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))) in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  discounted_ucb e0 mu actions reward gamma lam c_mu beta act hat ->
  (* c_mu <= kappa; bounds on rho/sqrt(lambda), Sbar and beta/(k_mu sqrt(lambda)) *)
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let b := Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  let kappa := Num.max 1 k_mu in
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  let P A := Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T A [::] in
  [/\ 0 < gamma -> gamma < 1 -> 0 < lam -> P (fun h => ~~ (R_T h <= m * (Gamma * D)%:R
    + 2%:R / Delta * (4%:R / c_mu * beta ^+ 2 * (2%:R * Num.max 1 (c_mu / lam) * d%:R * Lambda)
      + T%:R * (4%:R * k_mu ^+ 2 / lam ^+ 2 * (gamma ^+ (2 * D) / (1 - gamma) ^+ 2)
        * (2%:R * S * k_mu + m) ^+ 2)))) <= delta,
    (1 < T)%N -> 2%:R^-1 <= gamma -> gamma < 1 -> 0 < lam ->
    is_ceil (ln T%:R / ln gamma^-1)%ring D ->
    P (fun h => ~~ (R_T h <= 2%:R * m * ln T%:R * (Gamma%:R / (1 - gamma))
      + 8%:R * k_mu ^+ 2 * (2%:R * S * k_mu + m) ^+ 2 / lam ^+ 2 * (T%:R * (1 - gamma) ^+ 2 * Delta)^-1
      + 16%:R * Num.max 1 (c_mu / lam) * (d%:R * beta ^+ 2 / (c_mu * Delta)) * Lambda)) <= delta &
    (1 < T)%N -> (0 < Gamma)%N ->
    gamma = 1 - Num.sqrt (c_mu * Gamma%:R) / (d%:R * Num.sqrt T%:R) -> lam = d%:R * ln T%:R ->
    is_ceil (ln T%:R / ln gamma^-1)%ring D ->
    P (fun h => ~~ (R_T h <= kappa ^+ 2 * (8%:R * m ^+ 2 + (128%:R * k_mu ^+ 2 * (2%:R * S * k_mu + m) ^+ 2
        + 224%:R * k_mu ^+ 2 * b ^+ 2)) *
      (ln T%:R ^+ 2 / Delta * (d%:R * Num.sqrt (Gamma%:R * T%:R) * power c_mu 100%:R^-1)))) <= delta]).
Proof.
move=> H; set C := Num.max 1 1 ^+ 2 * (8%:R * 2%:R ^+ 2 + (128%:R * 1 ^+ 2 * (2%:R * 1 * 1 + 2%:R) ^+ 2
  + 224%:R * 1 ^+ 2 * rate_bonus 1 1 2%:R 2%:R^-1 ^+ 2)).
have [c [c0 c1 Kc]] := small_power (C * (ln 2%:R ^+ 2 / 2%:R * (1%:R * Num.sqrt (1%:R * 2%:R))))
  hundredth_gt0.
have X : C * (ln 2%:R ^+ 2 / 2%:R * (1%:R * Num.sqrt (1%:R * 2%:R) * power c 100%:R^-1)) < 2%:R.
  by rewrite !mulrA; move: Kc; rewrite !mulrA.
set g := 1 - Num.sqrt (c * 1%:R) / (1%:R * Num.sqrt 2%:R).
have s2 : 1 < Num.sqrt 2%:R :> R by rewrite -[X in X < _]sqrtr1 ltr_sqrt ?ltr0n // ltr1n.
have g1 : g < 1 by rewrite /g ltr_subl_addr ltr_addl mulr1 mul1r divr_gt0 ?sqrtr_gt0 ?two_gt0.
have g0 : 0 < g.
  rewrite subr_gt0 mulr1 mul1r ltr_pdivr_mulr ?mul1r ?sqrtr_gt0 ?two_gt0 //; apply: le_lt_trans s2.
  by rewrite -[X in _ <= X]sqrtr1 ler_wsqrtr.
have [D Dc] := depth_exists g0 g1.
have [_ _ F] := H 1%N unit tt shift (fun=> 1) (fun=> 0) 1 c 1 2%:R (fun=> const_mx 1) offers pays
  any_function value (plays (-1)) _ (plays 1) g _ 2%:R^-1 2%:R 2%N D 1%N isT isT two_gt0 half_gt0 half_le1
  shift_derive shift_derive2 shift_sc (fun=> lexx 1) c0 (stubborn_floor c1) stubborn_bandit (stubborn_breaks
    2)
  (stubborn_allowed (or_introl erefl)) two_gt0 (@stubborn_gap 2) (stubborn_discounted c _ (ltW g0) ridge2).
exact: (stubborn_fails X (F isT isT erefl erefl Dc)).
Qed.

(* Z172_full with c_mu^(1/100). *)
Theorem Z172_full_mutant : ~ (forall (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (delta : R) (T D Gamma : nat),
  (0 < d)%N -> (1 < T)%N -> (0 < Gamma)%N -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  (* the tuning *)
  let gamma := 1 - power (Num.sqrt c_mu * Gamma%:R / (d%:R * T%:R)) (2%:R / 3%:R) in
  let lam := d%:R * ln T%:R in
  is_ceil (ln T%:R / ln gamma^-1)%ring D ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  discounted_ucb e0 mu actions reward gamma lam c_mu beta act hat ->
  (* c_mu <= kappa; bounds on rho/sqrt(lambda), Sbar and beta/(k_mu sqrt(lambda)) *)
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let b := Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  let kappa := Num.max 1 k_mu in
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  let P A := Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T A [::] in
  P (fun h => ~~ (R_T h <= kappa * (3%:R * m + 8%:R * k_mu * (2%:R * S * k_mu + m) + 12%:R * k_mu * b)
    * ln T%:R * (power c_mu 100%:R^-1 * power d%:R (2%:R / 3%:R) * power Gamma%:R 3%:R^-1
      * power T%:R (2%:R / 3%:R)))) <= delta).
Proof.
move=> H; set C := Num.max 1 1 * (3%:R * 2%:R + 8%:R * 1 * (2%:R * 1 * 1 + 2%:R)
  + 12%:R * 1 * rate_bonus 1 1 2%:R 2%:R^-1).
have [c [c0 c1 Kc]] := small_power (C * ln 2%:R * (power 1%:R (2%:R / 3%:R) * power 1%:R 3%:R^-1
  * power 2%:R (2%:R / 3%:R))) hundredth_gt0.
have X : C * ln 2%:R * (power c 100%:R^-1 * power 1%:R (2%:R / 3%:R) * power 1%:R 3%:R^-1
  * power 2%:R (2%:R / 3%:R)) < 2%:R.
  by rewrite moved_power.
have g1 : 1 - forget 1 2 1 c < 1 by rewrite ltr_subl_addr ltr_addl forget_gt0.
have g0 : 0 < 1 - forget 1 2 1 c by rewrite subr_gt0 forget_lt1.
have [D Dc] := depth_exists g0 g1.
exact: (stubborn_fails X (H 1%N unit tt shift (fun=> 1) (fun=> 0) 1 c 1 2%:R (fun=> const_mx 1) offers pays
  any_function value (plays (-1)) _ (plays 1) 2%:R^-1 2%N D 1%N isT isT isT two_gt0 half_gt0 half_le1
  shift_derive shift_derive2 shift_sc (fun=> lexx 1) c0 (stubborn_floor c1) stubborn_bandit
  (stubborn_breaks 2) (stubborn_allowed (or_introl erefl)) Dc (stubborn_discounted c _ (ltW g0) ridge2))).
Qed.
