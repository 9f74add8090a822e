(* Mutants of claims on the sliding window, each refuted; see README.md. *)
From Coq Require Import Reals Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials secant_matrices estimate any_law bonus.
From Glb Require Import window_regret small_witnesses.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Sliding window *)

(* P7_mutant: P7 with 1/2 for 1: d = t = tau = 1, no data, linear link, everything 0. *)
Theorem P7_mutant : ~ (forall (d t tau : nat) (mu dmu ddmu : R -> R) (lam S k_mu : R)
  (a theta : nat -> 'cV[R]_d)  (r eps : nat -> R) (hat b : 'cV[R]_d),
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (1 <= t)%N -> 0 < lam ->
  (* ass:bounded_actions; eps is the noise of the rewards *)
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) -> (forall s, (1 <= s)%N -> ‖theta s‖ <= S) ->
  (forall s, eps s.+1 = r s.+1 - mu ⟨a s, theta s⟩) ->
  (* t belongs to T(tau): the rounds of the window had the parameter of round t *)
  (forall s, (maxn 1 (t - tau) <= s < t)%N -> theta s = theta t) ->
  (* hat is the windowed estimate *)
  \sum_(maxn 1 (t - tau) <= s < t) (r s.+1 - mu ⟨a s, hat⟩) *: a s - lam *: hat = 0 ->
  let G := \sum_(maxn 1 (t - tau) <= s < t) mean_slope dmu (a s) (theta t) hat *: (a s *m (a s)^T)
    + lam%:M in
  let S_t := \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s in
  ‖b‖ <= 1 ->
  (2%:R^-1 + S + (Num.sqrt lam)^-1 * ‖S_t‖_[invmx G])^-1 * dmu ⟨b, theta t⟩
  <= mean_slope dmu b (theta t) hat).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have z (s : nat) : (1 <= s)%N -> ‖(0 : 'cV[R]_1)‖ <= 0.
  by rewrite nrm2E nrm0.
have z1 (s : nat) : (1 <= s)%N -> ‖(0 : 'cV[R]_1)‖ <= 1 by rewrite nrm2E nrm0 ler01.
have e (s : nat) : 0 = 0 - ⟨(0 : 'cV[R]_1), 0⟩ by rewrite dot0r subr0.
have sc0 : \sum_(maxn 1 (1 - 1) <= s < 1) (0 - ⟨(0 : 'cV[R]_1), 0⟩) *: (0 : 'cV[R]_1) - 1 *: 0 = 0.
  by rewrite big_geq // scaler0 subr0.
have := H 1%N 1%N 1%N (fun z => z) (fun=> 1) (fun=> 0) 1 0 1 (fun=> 0) (fun=> 0) (fun=> 0) (fun=> 0) 0 0
  d1 d2 sc km isT ltr01 z1 z e (fun _ _ => erefl) sc0 (z1 1%N isT).
rewrite mean_slope1 [\sum_(_ <= _ < _) 0 *: _]big_geq // nrm0 mulr0 !addr0 mulr1 invrK.
by rewrite lern1.
Qed.

(* C5_mutant: C5 with 1/2 for 1: the data of P7_mutant. *)
Theorem C5_mutant : ~ (forall (d t tau : nat) (mu dmu ddmu : R -> R) (lam S k_mu : R)
  (a theta : nat -> 'cV[R]_d)  (r eps : nat -> R) (hat : 'cV[R]_d),
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (1 <= t)%N -> 0 < lam ->
  (* ass:bounded_actions; eps is the noise of the rewards *)
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) -> (forall s, (1 <= s)%N -> ‖theta s‖ <= S) ->
  (forall s, eps s.+1 = r s.+1 - mu ⟨a s, theta s⟩) ->
  (* t belongs to T(tau): the rounds of the window had the parameter of round t *)
  (forall s, (maxn 1 (t - tau) <= s < t)%N -> theta s = theta t) ->
  (* hat is the windowed estimate *)
  \sum_(maxn 1 (t - tau) <= s < t) (r s.+1 - mu ⟨a s, hat⟩) *: a s - lam *: hat = 0 ->
  let G := \sum_(maxn 1 (t - tau) <= s < t) mean_slope dmu (a s) (theta t) hat *: (a s *m (a s)^T)
    + lam%:M in
  let H := \sum_(maxn 1 (t - tau) <= s < t) dmu ⟨a s, theta s⟩ *: (a s *m (a s)^T) + lam%:M in
  let S_t := \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s in
  G ⪰ (2%:R^-1 + S + (Num.sqrt lam)^-1 * ‖S_t‖_[invmx G])^-1 *: H).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have z (s : nat) : (1 <= s)%N -> ‖(0 : 'cV[R]_1)‖ <= 0.
  by rewrite nrm2E nrm0.
have z1 (s : nat) : (1 <= s)%N -> ‖(0 : 'cV[R]_1)‖ <= 1 by rewrite nrm2E nrm0 ler01.
have e (s : nat) : 0 = 0 - ⟨(0 : 'cV[R]_1), 0⟩ by rewrite dot0r subr0.
have sc0 : \sum_(maxn 1 (1 - 1) <= s < 1) (0 - ⟨(0 : 'cV[R]_1), 0⟩) *: (0 : 'cV[R]_1) - 1 *: 0 = 0.
  by rewrite big_geq // scaler0 subr0.
have := H 1%N 1%N 1%N (fun z => z) (fun=> 1) (fun=> 0) 1 0 1 (fun=> 0) (fun=> 0) (fun=> 0) (fun=> 0) 0
  d1 d2 sc km isT ltr01 z1 z e (fun _ _ => erefl) sc0 (const_mx 1).
rewrite !big_geq // nrm0 mulr0 !addr0 !add0r qfZ !qf_scalar dot_dim1 !mulr1 invrK.
by rewrite lern1.
Qed.

(* C6_mutant: C6 with a minus sign before the square: d = 1, t = 2, tau = 1, linear link, one action 1
   with reward 1. *)
Theorem C6_mutant : ~ (forall (d t tau : nat) (mu dmu ddmu : R -> R) (lam S k_mu : R)
  (a theta : nat -> 'cV[R]_d)  (r eps : nat -> R) (hat : 'cV[R]_d),
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (1 <= t)%N -> 0 < lam ->
  (* ass:bounded_actions; eps is the noise of the rewards *)
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) -> (forall s, (1 <= s)%N -> ‖theta s‖ <= S) ->
  (forall s, eps s.+1 = r s.+1 - mu ⟨a s, theta s⟩) ->
  (* t belongs to T(tau): the rounds of the window had the parameter of round t *)
  (forall s, (maxn 1 (t - tau) <= s < t)%N -> theta s = theta t) ->
  (* hat is the windowed estimate *)
  \sum_(maxn 1 (t - tau) <= s < t) (r s.+1 - mu ⟨a s, hat⟩) *: a s - lam *: hat = 0 ->
  let G := \sum_(maxn 1 (t - tau) <= s < t) mean_slope dmu (a s) (theta t) hat *: (a s *m (a s)^T)
    + lam%:M in
  let H := \sum_(maxn 1 (t - tau) <= s < t) dmu ⟨a s, theta s⟩ *: (a s *m (a s)^T) + lam%:M in
  let S_t := \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s in
  ‖S_t‖_[invmx G] <=
    Num.sqrt (1 + S) * ‖S_t‖_[invmx H] - (Num.sqrt lam)^-1 * ‖S_t‖_[invmx H] ^+ 2).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; pose x : 'cV[R]_1 := one_action 0.
have a1 (s : nat) : (1 <= s)%N -> ‖x‖ <= 1 by move=> _; exact: (@one_le 1).
have z (s : nat) : (1 <= s)%N -> ‖(0 : 'cV[R]_1)‖ <= 0 by rewrite nrm2E nrm0.
have e (s : nat) : 1 = 1 - ⟨x, 0⟩ by rewrite dot0r subr0.
have sc0 : \sum_(maxn 1 (2 - 1) <= s < 2) (1 - ⟨x, 2%:R^-1 *: x⟩) *: x - 1 *: (2%:R^-1 *: x) = 0.
  by rewrite big_nat1 dotZr (one_norm 0) mulr1 scale1r -scalerBl {1}(splitr 1) div1r addrK subrr scale0r.
have := H 1%N 2%N 1%N (fun z => z) (fun=> 1) (fun=> 0) 1 0 1 (fun=> x) (fun=> 0) (fun=> 1) (fun=> 1)
  (2%:R^-1 *: x) d1 d2 sc km isT ltr01 a1 z e (fun _ _ => erefl) sc0.
cbv zeta; rewrite !big_nat1 mean_slope1 addr0 sqrtr1 invr1 !mul1r !scale1r.
rewrite -subr_ge0 addrAC subrr add0r oppr_ge0 leNgt exprn_gt0 // sqrtr_gt0.
have -> : x *m x^T + 1 = (1 + 1)%:M by rewrite /x /one_action trmx1 mulmx1 raddfD.
by rewrite (one_qf _ 0) invr_gt0 addr_gt0 ?ltr01.
Qed.

(* P8_mutant: P8 with a minus sign before the bonus: the idle bandit, one round, tau = 1. *)
Theorem P8_mutant : ~ (forall (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d)
  (lam delta : R) (T tau : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (forall h, actions h (act h)) -> weighted_mle e0 mu (window_weight _ tau) lam reward act hat ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  with_probability (played law act) T delta (fun h =>
    forall t b, (t < T)%N -> stationary theta tau t -> ‖b‖ <= 1 ->
    `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      - beta t.+1 / Num.sqrt c_mu * ‖b‖_[invmx (V_window (lam / c_mu) (past act h) tau t)])).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have := H 1%N unit_finType tt (fun z => z) (fun=> 1) (fun=> 0) 1%ring 1%ring 0%ring (4%:R^-1)%ring
  (fun=> 0) only_zero sure no_reward idle idle 1%ring (2%:R^-1)%ring 1%N 1%N isT isT ltr01 quarter_gt0 h0
  (ltW h1) d1 d2 sc km ltr01 (fun _ _ _ _ => lexx 1) idle_environment (fun=> erefl) idle_window.
move=> /idle_event; pose x : 'cV[R]_1 := const_mx 1.
have xx : dot x x = 1 by rewrite dot_dim1 mulr1.
have x1 : nrm2 x <= 1 by rewrite /nrm2 xx sqrtr1.
have st : stationary (fun=> 0 : 'cV[R]_1) 1 0 by apply/forallP => [[]].
move=> /(_ 0%N x isT st x1) h.
have : 0 <= - beta_SW 1 1%ring 0%ring (4%:R^-1)%ring 1%ring (2%:R^-1)%ring 1 1 1 / Num.sqrt 1
    * nrm (invmx (V_window (1 / 1) (past idle [:: tt]) 1 0)) x :> R.
  exact: le_trans (normr_ge0 _) h.
rewrite /V_window /design big_ord0 add0r divr1 invmx1 -nrm2E /nrm2 xx sqrtr1 divr1 mulr1 oppr_ge0 => {}h.
have := le_trans (idle_beta_SW 1 quarter_gt0) h.
by rewrite ler10.
Qed.

(* T5_mutant: T5 with a minus sign before the second term: the idle bandit, one round, tau = 1. *)
Theorem T5_mutant : ~ (forall (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (lam delta : R) (T tau Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> (0 < tau)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* SC-SW-GLUCB: hat is the windowed estimate, act maximises mu(b.hat) + beta_t/sqrt(c_mu) |b|_{V_t^-1} *)
  SC_SW_GLUCB e0 mu actions reward tau lam c_mu beta act hat ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <= m * (Gamma * tau)%:R
    - 2%:R * beta T / Num.sqrt c_mu * Num.sqrt (d%:R * T%:R) * Num.sqrt ((T + tau - 1) %/ tau)%:R
      * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam)))) [::]).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have alg : SC_SW_GLUCB tt (fun z => z) only_zero no_reward 1 1%ring 1%ring
    (beta_SW 1 1%ring 0%ring (4%:R^-1)%ring 1%ring (2%:R^-1)%ring 1 1) idle idle.
  by split; [exact: idle_window|move=> h; split=> // b ->].
have := H 1%N unit_finType tt (fun z => z) (fun=> 1) (fun=> 0) 1%ring 1%ring 0%ring (4%:R^-1)%ring
  (fun=> 0) only_zero sure no_reward idle idle idle 1%ring (2%:R^-1)%ring 1%N 1%N 0%N isT isT isT ltr01
  quarter_gt0 h0 (ltW h1) d1 d2 sc km ltr01 (fun _ _ _ _ => lexx 1) idle_environment idle_breaks
  (fun=> erefl) alg.
set P := (fun h : seq unit => _ <= _) => h; have : P [:: tt] by apply: (@idle_event P); exists P.
rewrite [P _](_ : _ = (regret (fun z => z) (fun=> 0) idle idle 1 [:: tt] <= 4%:R^-1 * (0 * 1)%:R
  - 2%:R * beta_SW 1 1%ring 0%ring (4%:R^-1)%ring 1%ring (2%:R^-1)%ring 1 1 1 / Num.sqrt 1
    * Num.sqrt (1%:R * 1%:R) * Num.sqrt ((1 + 1 - 1) %/ 1)%:R
    * Num.sqrt (2%:R * Num.max 1 (1 / 1) * ln (1 + 1 * 1%:R / (1%:R * 1))))%R) //.
rewrite /regret big_ord1 subrr mulr0 add0r oppr_ge0 leNgt; apply/negP/negPn.
have b0 := lt_le_trans ltr01 (idle_beta_SW 1 quarter_gt0).
apply: mulr_gt0; last first.
  by rewrite sqrtr_gt0; apply: mulr_gt0 ln2_gt0; rewrite divr1 maxxx mulr1 ltr0n.
apply: mulr_gt0; last by rewrite sqrtr_gt0 divn1 ltr0n.
apply: mulr_gt0; last by rewrite sqrtr_gt0 mulr1 ltr0n.
rewrite sqrtr1 divr1; apply: mulr_gt0 b0.
by rewrite ltr0n.
Qed.

(* T6_mutant: T6 with a minus sign before the second term: the idle bandit, one round, tau = 1, Delta = 1. *)
Theorem T6_mutant : ~ (forall (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (lam delta Delta : R) (T tau Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> (0 < tau)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
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
  SC_SW_GLUCB e0 mu actions reward tau lam c_mu beta act hat ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <= m * (Gamma * tau)%:R
    - 8%:R * beta T ^+ 2 / (c_mu * Delta) * Num.max 1 (c_mu / lam) * d%:R * ((T + tau - 1) %/ tau)%:R
      * ln (1 + c_mu * tau%:R / (d%:R * lam))) [::]).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have alg : SC_SW_GLUCB tt (fun z => z) only_zero no_reward 1 1%ring 1%ring
    (beta_SW 1 1%ring 0%ring (4%:R^-1)%ring 1%ring (2%:R^-1)%ring 1 1) idle idle.
  by split; [exact: idle_window|move=> h; split=> // b ->].
have := H 1%N unit_finType tt (fun z => z) (fun=> 1) (fun=> 0) 1%ring 1%ring 0%ring (4%:R^-1)%ring
  (fun=> 0) only_zero sure no_reward idle idle idle 1%ring (2%:R^-1)%ring 1%ring 1%N 1%N 0%N isT isT isT ltr01
  quarter_gt0 h0 (ltW h1) d1 d2 sc km ltr01 (fun _ _ _ _ => lexx 1) idle_environment idle_breaks
  (fun=> erefl) ltr01 (idle_gap 1) alg.
set P := (fun h : seq unit => _ <= _) => h; have : P [:: tt] by apply: (@idle_event P); exists P.
rewrite [P _](_ : _ = (regret (fun z => z) (fun=> 0) idle idle 1 [:: tt] <= 4%:R^-1 * (0 * 1)%:R
  - 8%:R * beta_SW 1 1%ring 0%ring (4%:R^-1)%ring 1%ring (2%:R^-1)%ring 1 1 1 ^+ 2 / (1 * 1)
    * Num.max 1 (1 / 1) * 1%:R * ((1 + 1 - 1) %/ 1)%:R * ln (1 + 1 * 1%:R / (1%:R * 1)))%R) //.
rewrite /regret big_ord1 subrr mulr0 add0r oppr_ge0 leNgt; apply/negP/negPn.
have b0 := lt_le_trans ltr01 (idle_beta_SW 1 quarter_gt0).
apply: mulr_gt0 ln2_gt0; apply: mulr_gt0; last by rewrite divn1 ltr0n.
rewrite divr1 maxxx !mulr1 invr1 mulr1; apply: mulr_gt0; first by rewrite ltr0n.
exact: exprn_gt0.
Qed.
