(* Mutants of claims on regret with discount factors, each refuted; see README.md. *)
From Coq Require Import Reals Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting estimate any_law deviation bonus small_witnesses.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Regret with discount factors *)

(* Z9_mutant: Z9 without the factor gamma^2 that rounding costs: T = 2, gamma = 1/4, D = 1. *)
Theorem Z9_mutant : ~ (forall (T D t : nat) (gamma : R), (0 < T)%N -> 0 < gamma -> gamma < 1 ->
  ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  [/\ \sum_(s < t) (if (t - D <= s)%N then 0 else gamma ^+ (t.-1 - s)) <= gamma ^+ D / (1 - gamma),
      gamma ^+ D / (1 - gamma) <= (T%:R * (1 - gamma))^-1,
      1 - gamma ^+ (2 * D) <= 1 - 1 / T%:R ^+ 2 &
      (1 < T)%N -> 2%:R^-1 <= gamma -> D%:R <= 2%:R * ln T%:R / (1 - gamma)]).
Proof.
move=> H; have g0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have g1 : 4%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr0n ?ltr1n.
have l4 : ln 4%:R = 2%:R * ln 2%:R by rewrite mulr_natl -lnX ?ltr0n // -natrX.
have l2 : 0 < ln 2%:R.
  have h2 : Rlt 1 (2%:R)%ring by apply/RltP; rewrite ltr1n.
  by apply/RltP; have := ln_increasing 1 _ Rlt_0_1 h2; rewrite ln_1.
have h : ln 2%:R / ln (4%:R^-1)^-1 = 2%:R^-1.
  by rewrite invrK l4 invfM mulrCA mulfV ?mulr1 // lt0r_neq0.
have [|_ _ + _] := H 2%N 1%N 0%N (4%:R^-1)%ring isT g0 g1.
  rewrite h; apply/andP; split; first by rewrite invf_le1 ?ltr0n ?ler1n.
  by rewrite ltr_addr invr_gt0 ltr0n.
rewrite ler_add2l ler_opp2 muln1 exprVn div1r lef_pinv ?posrE ?exprn_gt0 ?ltr0n //.
by rewrite -!natrX ler_nat.
Qed.

(* T2_mutant: T2 with the sign of the third term of the first part turned: the bandit in which nothing
   happens. *)
Theorem T2_mutant : ~ (forall (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let exploration := 2%:R * beta / Num.sqrt c_mu * Num.sqrt T%:R
    * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * d%:R
        * (T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))))) in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  D_GLM_UCB e0 mu actions reward gamma lam c_mu beta act hat ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
    m * (Gamma * D)%:R + 2%:R * T%:R * (k_mu / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m)
    - exploration) [::]
  /\
  ((1 < T)%N -> 2%:R^-1 <= gamma -> ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
    m * (2%:R * ln T%:R / (1 - gamma)) * Gamma%:R
    + 2%:R * k_mu * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) + exploration) [::])).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have m0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have alg : D_GLM_UCB tt (fun z => z) only_zero no_reward (2%:R^-1) 1%ring 1%ring idle_beta idle idle.
  by split; [exact: idle_mle|move=> h; split=> // b ->].
have ch : (breaks (fun _ : nat => (0 : 'cV[R]_1)%ring) 1 <= 0)%N by rewrite /breaks big_ord0.
have [+ _] := H 1%N unit_finType tt (fun z => z) (fun=> 1) (fun=> 0) 1%ring 1%ring 0%ring (4%:R^-1)%ring
  (fun=> 0) only_zero sure no_reward idle idle idle (2%:R^-1)%ring 1%ring (2%:R^-1)%ring 1%N 0%N 0%N isT isT
  h0 h1 ltr01 m0 h0 (ltW h1) d1 d2 sc km ltr01 (fun _ _ _ _ => lexx 1) idle_environment
  ch (fun=> erefl) alg.
set P := (fun h : seq unit => _ <= _) => h; have : P [:: tt] by apply: (@idle_event P); exists P.
pose Z := 2%:R * Num.max 1 (1 / 1) * 1%:R
  * (1%:R * ln 2%:R^-1^-1 + ln (1 + 1 / (1%:R * 1 * (1 - 2%:R^-1)))) : R.
have Z1 : 1 <= Z.
  have l : 2%:R^-1 <= ln 2%:R.
    apply/RleP; have := ln_ge_half 1 (conj Rle_0_1 (Rle_refl 1)); clear.
    by have -> : (2%:R : R) = Rplus 1 1 by []; rewrite RinvE' /Rdiv Rmult_1_l.
  rewrite /Z invrK divr1 maxxx !mulr1 !mul1r mulrDr; apply: (@le_trans _ _ (2%:R * ln 2%:R)).
    by rewrite -ler_pdivr_mull ?ltr0n // mulr1.
  by rewrite ler_addl mulr_ge0 ?ler0n // ln_ge0 // ler_addl invr_ge0 subr_ge0 ltW.
rewrite [P _](_ : _ = (regret (fun z => z) (fun=> 0) idle idle 1 [:: tt] <= 4%:R^-1 * (0 * 0)%:R
  + 2%:R * 1%:R * (1 / 1) * (2%:R^-1 ^+ 0 / (1 - 2%:R^-1)) * (2%:R * 0 * 1 + 4%:R^-1)
  - 2%:R * idle_beta / Num.sqrt 1 * Num.sqrt 1%:R * Num.sqrt Z)%R) //.
rewrite /regret big_ord1 subrr sqrtr1 !divr1 muln0 mulr0n !mulr0 mul0r !add0r !mulr1 expr0 mul1r -mulrA.
rewrite [(_)^-1 * _]mulrC (quarter R_numFieldType) mulfV ?pnatr_eq0 // subr_ge0 => {}h.
have : 2%:R * 1 <= 1 :> R.
  apply: le_trans h; rewrite -mulrA ler_wpmul2l ?ler0n // -[1]mulr1 ler_pmul ?ler01 ?idle_beta_ge1 //.
  by rewrite -sqrtr1 ler_wsqrtr.
by rewrite mulr1 lern1.
Qed.

(** * Gaps *)

(* Z59_mutant: Z59 with 1 for the second 2: x = y = 1, r = 2. *)
Theorem Z59_mutant : ~ (forall (x y r : R),
  2%:R * x * y <= x ^+ 2 + y ^+ 2 /\
  (0 <= r -> r <= x + y -> r ^+ 2 <= 2%:R * x ^+ 2 + 1 * y ^+ 2)).
Proof.
move=> H; have [_ /(_ (ler0n _ 2) (lexx _))] := H 1 1 2%:R.
by rewrite expr1n !mulr1 -natrX -mulrSr ler_nat.
Qed.

(* T1_mutant: T1 with a minus sign before the second term of the first part: the idle bandit, one round,
   D = 0. *)
Theorem T1_mutant : ~ (forall (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta Delta : R) (T D Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
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
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let Lambda := T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))) in
  let C1 := 2%:R * m * ln T%:R in
  let C2 := 8%:R * k_mu ^+ 2 * (2%:R * S * k_mu + m) ^+ 2 / lam ^+ 2 in
  let C4 := 16%:R * Num.max 1 (c_mu / lam) in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  D_GLM_UCB e0 mu actions reward gamma lam c_mu beta act hat ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <= m * (Gamma * D)%:R
    - 2%:R / Delta * (4%:R / c_mu * beta ^+ 2 * (2%:R * Num.max 1 (c_mu / lam) * d%:R * Lambda)
      + T%:R * (4%:R * k_mu ^+ 2 / lam ^+ 2 * (gamma ^+ (2 * D) / (1 - gamma) ^+ 2)
        * (2%:R * S * k_mu + m) ^+ 2))) [::]
  /\
  ((1 < T)%N -> 2%:R^-1 <= gamma -> ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
    C1 * (Gamma%:R / (1 - gamma)) + C2 * (T%:R * (1 - gamma) ^+ 2 * Delta)^-1
    + C4 * (d%:R * beta ^+ 2 / (c_mu * Delta)) * Lambda) [::])).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have alg : D_GLM_UCB tt (fun z => z) only_zero no_reward (2%:R^-1) 1%ring 1%ring idle_beta idle idle.
  by split; [exact: idle_mle|move=> h; split=> // b ->].
have [+ _] := H 1%N unit_finType tt (fun z => z) (fun=> 1) (fun=> 0) 1%ring 1%ring 0%ring (4%:R^-1)%ring
  (fun=> 0) only_zero sure no_reward idle idle idle (2%:R^-1)%ring 1%ring (2%:R^-1)%ring 1%ring 1%N 0%N 0%N
  isT isT h0 h1 ltr01 quarter_gt0 h0 (ltW h1) d1 d2 sc km ltr01 (fun _ _ _ _ => lexx 1) idle_environment
  idle_breaks (fun=> erefl) ltr01 (idle_gap 1) alg.
set P := (fun h : seq unit => _ <= _) => h; have : P [:: tt] by apply: (@idle_event P); exists P.
pose La := 1%:R * ln 2%:R^-1^-1 + ln (1 + 1 / (1%:R * 1 * (1 - 2%:R^-1))) : R.
rewrite [P _](_ : _ = (regret (fun z => z) (fun=> 0) idle idle 1 [:: tt] <= 4%:R^-1 * (0 * 0)%:R
  - 2%:R / 1 * (4%:R / 1 * idle_beta ^+ 2 * (2%:R * Num.max 1 (1 / 1) * 1%:R * La)
    + 1%:R * (4%:R * 1 ^+ 2 / 1 ^+ 2 * (2%:R^-1 ^+ (2 * 0) / (1 - 2%:R^-1) ^+ 2)
      * (2%:R * 0 * 1 + 4%:R^-1) ^+ 2)))%R) //.
have La0 : 0 <= La.
  rewrite /La invrK; apply: addr_ge0; first by rewrite mulr_ge0 ?ler0n // ln_ge0 // ler1n.
  by apply: ln_ge0; rewrite ler_addl divr_ge0 ?ler01 // !mul1r subr_ge0 ltW.
rewrite /regret big_ord1 subrr muln0 mulr0n mulr0 add0r oppr_ge0 leNgt; apply/negP/negPn.
rewrite !divr1 mulr_gt0 ?ltr0n // ltr_spaddr //.
  have i0 : 0 < (1 - 2%:R^-1) ^+ 2 :> R by rewrite exprn_gt0 // subr_gt0.
  rewrite mulr0 mul0r add0r mul1r; apply: mulr_gt0; last by rewrite exprn_gt0 // quarter_gt0.
  by apply: mulr_gt0; [rewrite !expr1n divr1 mulr1 ltr0n|rewrite muln0 expr0 mul1r invr_gt0].
apply: mulr_ge0; first by apply: mulr_ge0; [exact: ler0n|exact: sqr_ge0].
by apply: mulr_ge0 La0; rewrite maxxx !mulr1 ler0n.
Qed.
