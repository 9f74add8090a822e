(* The rates of the paper, each with its constant and with the probability that it is about.

   Notation and style: those of Claims.v.  Here the outcomes of a round form any set and the rewards have any
   law: [ordinary_bandit], [discounted_ucb] and [windowed_ucb] of ordinary_bandit.v list what is written
   out in T1_ordinary_law and T5_ordinary_law.  P A is the probability of the event A of T rounds, by iterated
   upper integrals as there; P (R_T > bound) <= delta is said.  power x a is x^a for x > 0 (rates.v), and
   is_ceil x n says that n = \lceil x \rceil (regret.v).  In every theorem b is a bound on beta/(k_mu
   sqrt(lambda)) and kappa = max(1, k_mu) one on c_mu, which is a slope; they depend on m, k_mu, S and delta
   only, and so do the constants before the logarithms. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import any_law any_law_tail any_law_regret.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus regret.
From Glb Require Import paper_indices window_indices path_regret rounds_regret window_regret gap_regret.
From Glb Require Import rates rates_discount rates_window rates_gap rates_regret ordinary_bandit.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* Z172_full, th:regret_D_no_proj_main, lines 770-774 and 791-797 (proof 2386-2411): the last sentence of T2.
   Paper: setting \gamma = 1-(c_\mu^{1/2}\Gamma_T/(dT))^{2/3} and \lambda = d\log(T) leads to
   R_T = \widetilde O(c_\mu^{-1/3} d^{2/3} \Gamma_T^{1/3} T^{2/3}).
   With probability at least 1 - delta (that of T2), for every T >= 2, with one logarithm.
   Differences: those of T2_ordinary_law, with D = \lceil\log T/\log(1/\gamma)\rceil; T >= 2, as lambda > 0
   needs it; Gamma >= 1, as gamma < 1 needs it; gamma in (1/2, 1) is not asked for: where the tuned gamma is
   smaller, m T is below the bound (for gamma <= 0 the page has no algorithm; here it is the formal one, with
   powers of gamma). *)
Theorem Z172_full (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (delta : R) (T D Gamma : nat) :
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
    * ln T%:R * (power c_mu (- 3%:R^-1) * power d%:R (2%:R / 3%:R) * power Gamma%:R 3%:R^-1
      * power T%:R (2%:R / 3%:R)))) <= delta.
Proof.
move=> d0 T2 G0 m0 de0 de1 d1 d2 sc km c0 fl bandit ch bP gamma lam Dc Sb rh bt [mle aP opt].
exact: (any_discount_rate d0 T2 m0 de0 de1 (paper_link d1 d2 sc km) (conj c0 fl) (bandit_environment bandit)
  aP bP ch mle opt G0 Dc erefl).
Qed.

(* C7_regret, corollary:asympt_regret_no_proj_SW (known), lines 2971-2978 and 2986-2996.
   Paper: \tau = (dT/(c_\mu^{1/2}\Gamma_T))^{2/3}, \lambda = d\log T:
   R_T = \widetilde O(c_\mu^{-1/3} d^{2/3}\Gamma_T^{1/3}T^{2/3}).
   With probability at least 1 - delta (that of T5), for every T >= 2, with one logarithm.
   Differences: those of T5_ordinary_law; tau is rounded up; T >= 2, as lambda > 0 needs it; Gamma >= 1, as
   tau needs it.  Where the window is longer than the horizon, m T is below the bound. *)
Theorem C7_regret (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (delta : R) (T tau Gamma : nat) :
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
    (power c_mu (- 3%:R^-1) * power d%:R (2%:R / 3%:R) * power Gamma%:R 3%:R^-1
      * power T%:R (2%:R / 3%:R)))) <= delta.
Proof.
move=> d0 T2 G0 m0 de0 de1 d1 d2 sc km c0 fl bandit ch bP lam tc rh bt alg.
have [_ aP _] := alg.
exact: (any_window_rate d0 T2 m0 de0 de1 (paper_link d1 d2 sc km) (conj c0 fl) (bandit_environment bandit)
  aP bP ch (windowed_mle alg) (fun h => @windowed_opt _ _ _ _ _ _ _ _ _ _ _ _ alg h) G0 tc).
Qed.

(* C8_regret, corollary:asympt_regret_no_proj_SW (unknown), lines 2979-2984 and 2997, as corrected.
   Paper: \tau = (dT/c_\mu^{1/2})^{2/3}: R_T = \widetilde O(c_\mu^{-1/3} d^{2/3}\Gamma_T T^{2/3}).
   Corrected: 1 + Gamma_T for Gamma_T, since Gamma_T may be 0.  Otherwise as C7_regret. *)
Theorem C8_regret (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (delta : R) (T tau Gamma : nat) :
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
    ((1 + Gamma%:R) * (power c_mu (- 3%:R^-1) * power d%:R (2%:R / 3%:R)
      * power T%:R (2%:R / 3%:R))))) <= delta.
Proof.
move=> d0 T2 m0 de0 de1 d1 d2 sc km c0 fl bandit ch bP lam tc rh bt alg.
have [_ aP _] := alg.
have := any_window_rate_unknown d0 T2 m0 de0 de1 (paper_link d1 d2 sc km) (conj c0 fl)
  (bandit_environment bandit) aP bP ch (windowed_mle alg)
  (fun h => @windowed_opt _ _ _ _ _ _ _ _ _ _ _ _ alg h) tc.
by cbv zeta; rewrite /rate {3}/power (ln_1 : ln 1%:R = 0) mulr0 exp0 mulr1.
Qed.

(* T6_full, thm:fjqiqposejf_SW, lines 3001-3010 (proof 3011-3052), as corrected: the whole theorem.
   Paper: under ass:minimum_gap, \tau = d\sqrt T/\sqrt{c_\mu\Gamma_T}: R_T = \widetilde
   O(\Delta^{-1}c_\mu^{-1/2}d\sqrt{\Gamma_T T}), from the display of lines 3031-3040.
   First part: that display, as corrected in T6 (m Gamma_T tau for Gamma_T tau, c_mu/lambda for 1/lambda), for
   every tau and lambda.  Second part: the rate with two logarithms, for lambda = d log T (said in the
   proof, l. 3042, and not in the theorem, Z67), with probability at least 1 - delta (the page names none, Z141).
   Differences: those of T6_ordinary_law; tau is rounded up; T >= 2, Gamma >= 1 in the second part.
   Delta <= m is not asked for: gaps above m leave no regret. *)
Theorem T6_full (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (lam delta Delta : R) (T tau Gamma : nat) :
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
    (ln T%:R ^+ 2 / Delta * (d%:R * Num.sqrt (Gamma%:R * T%:R) / Num.sqrt c_mu)))) <= delta).
Proof.
move=> d0 T0 m0 de0 de1 d1 d2 sc km c0 fl bandit ch bP Delta0 gap rh bt alg r s b R_T P.
have [_ aP _] := alg; have env := bandit_environment bandit; have K := paper_link d1 d2 sc km.
split=> [tau0 lam0|T2 G0 lamE tc].
  exact: (any_window_gap d0 T0 tau0 lam0 m0 de0 de1 K (conj c0 fl) env aP bP ch (windowed_mle alg)
    (fun h => @windowed_opt _ _ _ _ _ _ _ _ _ _ _ _ alg h) Delta0 gap).
move: alg; rewrite /bt /rh lamE => alg.
exact: (any_window_gap_rate d0 T2 m0 de0 de1 K (conj c0 fl) env aP bP ch Delta0 gap (windowed_mle alg)
  (fun h => @windowed_opt _ _ _ _ _ _ _ _ _ _ _ _ alg h) G0 tc).
Qed.

(* T1_full, thm:fjqiqposejf, lines 666-720 (proof 2412-2510), as corrected: the whole theorem.
   Paper: under ass:minimum_gap, for gamma in (1/2, 1), with probability at least 1 - delta, R_T <=
   C_1 \Gamma_T/(1-\gamma) + ... (see T1 in claims_regret.v); in particular, \gamma = 1 -
   \sqrt{c_\mu\Gamma_T}/(d\sqrt T) and \lambda = d\log T lead to R_T = \widetilde
   O(\Delta^{-1}c_\mu^{-1/2}d\Gamma_T^{1/2}T^{1/2}).
   First part: the bound of the proof with 2 r_1 + 2 r_2 for r_1 + r_2 + r_3 (Z59) and m Gamma_T D for Gamma_T D,
   for every D and 0 < gamma < 1.  Second part: the display of the theorem with its constants, C_3 = 0, and D =
   \lceil\log T/\log(1/\gamma)\rceil; C_4 and Lambda contain c_mu here; with constants free of c_mu, as the page
   asks for them: Z58.  Third part: the rate with two logarithms, for the tuning of the page.
   Differences: those of T1 and T1_ordinary_law; T >= 2 in the second and third parts, Gamma >= 1 in the third.
   There gamma in (1/2, 1) is not asked for: where the tuned gamma is smaller, kappa^2 times the rate is at least
   T/2 and m T is below the bound (for gamma <= 0 the page has no algorithm; here it is the formal one, with
   powers of gamma).  Delta <= m is not asked for: gaps above m leave no regret. *)
Theorem T1_full (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (gamma lam delta Delta : R) (T D Gamma : nat) :
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
      (ln T%:R ^+ 2 / Delta * (d%:R * Num.sqrt (Gamma%:R * T%:R) / Num.sqrt c_mu)))) <= delta].
Proof.
move=> d0 T0 m0 de0 de1 d1 d2 sc km c0 fl bandit ch bP Delta0 gap Sb rh bt La alg r s b R_T P.
have [mle aP opt] := alg; have env := bandit_environment bandit; have K := paper_link d1 d2 sc km.
have U h := any_upper env (aP h).
have M g0 g1 lam0 := any_discount_gap (T := T) (D := D) d0 T0 lam0 m0 g0 g1 de0 de1 K (conj c0 fl) env aP bP
  ch mle opt Delta0 gap.
split=> [g0 g1 lam0|T2 gh g1 lam0 Dc|T2 G0 gE lamE Dc]; first exact: M.
  have g0 : 0 < gamma by apply: lt_le_trans gh; rewrite invr_gt0 ltr0n.
  apply: le_trans (M g0 g1 lam0); apply: (Prob_le U) => h _; apply: contra => /le_trans; apply.
  exact: (gap_bound_le _ _ _ _ T2 gh g1 m0 lam0 Delta0 (kmu0 K) (S_nonneg env) Dc).
move: alg; rewrite /bt /rh /Sb lamE => -[mle' _ opt'].
exact: (any_discount_gap_rate d0 T2 m0 de0 de1 K (conj c0 fl) env aP bP ch Delta0 gap mle' opt' G0 Dc gE).
Qed.
