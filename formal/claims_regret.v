(* The claims on regret with discount factors.  Notation: see Claims.v. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting estimate any_law deviation bonus regret path_regret.
From Glb Require Import gap_regret instances paper_indices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Regret with discount factors *)

(* Z9, lines 1947-1948, 1999-2037, 2373: D = log T / log(1/gamma) is no integer in general
   (Z9_printed_false of refutations_scalar.v).
   Corrected: D = ceil(log T / log(1/gamma)), the smallest integer that is not less; then the sum over the
   old rounds \sum_{s=1}^{t-D-1} gamma^{t-1-s} <= gamma^D/(1-gamma) <= 1/(T(1-gamma)), 1 - gamma^{2D} <= 1
   - gamma^2 T^-2, and D <= 2 log T / (1-gamma) for T >= 2, gamma >= 1/2.
   Differences: T >= 1 and 0 < gamma < 1 are said; rounds from 0 (t rounds played, the old ones are s < t -
   D). *)
Theorem Z9 (T D t : nat) (gamma : R) : (0 < T)%N -> 0 < gamma -> gamma < 1 ->
  ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  [/\ \sum_(s < t) (if (t - D <= s)%N then 0 else gamma ^+ (t.-1 - s)) <= gamma ^+ D / (1 - gamma),
      gamma ^+ D / (1 - gamma) <= (T%:R * (1 - gamma))^-1,
      1 - gamma ^+ (2 * D) <= 1 - gamma ^+ 2 / T%:R ^+ 2 &
      (1 < T)%N -> 2%:R^-1 <= gamma -> D%:R <= 2%:R * ln T%:R / (1 - gamma)].
Proof.
move=> T0 g0 g1 Dc; have gg : 0 < 1 - gamma by rewrite subr_gt0.
split; [exact: discount_old| |exact: depth_square|].
  by rewrite invfM ler_pmul2r ?invr_gt0 //; apply: depth_power => //; case/andP: Dc.
by move=> T2 gh; exact: (depth_le2 T0 g0 g1).
Qed.

(* T2, th:regret_D_no_proj_main, lines 755-799 (proof 2310-2409), as corrected.
   Paper (appendix form): for gamma in (1/2, 1), with probability at least 1 - delta, R_T <= (2 log
   T/(1-gamma)) Gamma_T + (2 k_mu (2 S k_mu + m)/lambda) 1/(1-gamma) + (2 beta/sqrt c_mu) sqrt(dT) sqrt(2
   max(1, 1/lambda)) sqrt(T log(1/gamma) + log(1 + 1/(d lambda (1-gamma)))).
   False as printed (T2_printed_false of refutations_main.v: a large c_mu, no change; that the first term
   needs its factor m is not refuted there). Corrected: the first term has a factor m, both 1/lambda in the
   third term are c_mu/lambda, D = ceil(log T/log(1/gamma)) with T >= 2, and
   beta has the appendix's rho and Sbar (with this D).
   First part: every D, before D is chosen (line 2373). Second part: D = ceil(log T/log(1/gamma)).
   regret mu theta best act T h = sum_(t < T) mu(best_t.theta*_t) - mu(act_t.theta*_t) along the history h
   (setting.v); with best a best action of every round it is the paper's R_T, and no other comparator has
   a larger regret. D_GLM_UCB (bonus.v): hat solves the equation of the discounted estimate, act is
   allowed and maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1}.
   Other differences: finitely many outcomes per round (any law: T2_any_law); rewards in [0, m] at every
   outcome, also at one of probability 0; sets of actions and policy are functions of the past outcomes; m
   > 0, d >= 1, T >= 1, delta
   <= 1; gamma >= 1/2 in the second part, any gamma in (0, 1) in the first; c_mu any positive lower bound
   of mu' on the admissible set; variance at most mu'; theta* a fixed sequence; Gamma any bound on the
   number of changes; that act and hat exist is assumed here (and proved in T2_logistic); the rate in the
   last sentence of the theorem is not part of this statement. *)
Theorem T2 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D Gamma : nat) :
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
    + exploration) [::]
  /\
  ((1 < T)%N -> 2%:R^-1 <= gamma -> ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
    m * (2%:R * ln T%:R / (1 - gamma)) * Gamma%:R
    + 2%:R * k_mu * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) + exploration) [::]).
Proof.
move=> d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km c0 fl env ch bP Sb rh bt ex alg.
have L := paper_link d1 d2 sc km.
split; first exact: (regret_D_no_proj d0 T0 lam0 m0 g0 g1 de0 de1 L (conj c0 fl) env ch bP alg).
move=> T2 gh Dc.
exact: (regret_D_no_proj_ceil d0 T0 lam0 m0 g0 g1 de0 de1 L (conj c0 fl) env ch bP alg T2 gh Dc).
Qed.

(* T2_logistic, th:regret_D_no_proj_main, lines 755-799: T2 for logistic clicks, with nothing assumed but
   ranges of parameters.
   mu(z) = 1/(1 + e^-z), reward 1 with probability mu(b.theta*_t), else 0 (click_law, click_reward of
   instances.v); m = 1, k_mu = 1/4, c_mu = mu'(S). That the algorithm and best actions exist is part of the
   statement. The bound is that of the first part of T2; differences: those of T2, and finite sets of
   actions. *)
Theorem T2_logistic (d T D Gamma : nat) (gamma lam S delta : R) (theta : nat -> 'cV[R]_d)
  (arms : seq bool -> seq 'cV[R]_d) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < delta -> delta <= 1 ->
  (forall t, ‖theta t‖ <= S) -> (breaks theta T <= Gamma)%N ->
  (* finite non-empty sets of actions in the unit ball, which may depend on the past *)
  (forall h, arms h != [::]) -> (forall h b, b \in arms h -> ‖b‖ <= 1) ->
  let mu := logistic in let m := 1 in let k_mu := 4%:R^-1 in let c_mu := dlogistic S in
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let exploration := 2%:R * beta / Num.sqrt c_mu * Num.sqrt T%:R
    * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * d%:R
        * (T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))))) in
  let algorithm := D_GLM_UCB false mu (fun h b => b \in arms h) (@click_reward d) gamma lam c_mu beta in
  (* the algorithm exists, and so do best actions *)
  (exists act hat, algorithm act hat) /\
  (exists best : seq _ -> 'cV[R]_d, forall h, best h \in arms h /\
     forall b, b \in arms h -> mu ⟨b, theta (size h)⟩ <= mu ⟨best h, theta (size h)⟩) /\
  forall act hat best, algorithm act hat -> (forall h, best h \in arms h) ->
  1 - delta <= Pr (played (click_law theta) act) T (fun h => regret mu theta best act T h <=
    m * (Gamma * D)%:R + 2%:R * T%:R * (k_mu / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m)
    + exploration) [::].
Proof.
move=> d0 T0 g0 g1 lam0 de0 de1 th1 ch arms0 arms1 mu m k_mu c_mu Sb rh bt ex alg.
have [A B] := regret_logistic D d0 T0 g0 g1 lam0 de0 de1 th1 ch arms0 arms1.
split=> //; split; [exact: (best_exists mu arms0 theta)|exact: B].
Qed.

(* T2_binomial, th:regret_D_no_proj_main, lines 755-799: T2 for binomial rewards with n >= 1 trials, hence
   m = n; nothing is assumed but ranges of parameters.
   mu(z) = n/(1 + e^-z); reward e in {0, .., n} with probability C(n, e) q^e (1-q)^(n-e), q = 1/(1 +
   exp(-b.theta*_t)) (binomial_law, binomial_reward of instances.v); k_mu = n/4, c_mu = mu'(S).
   Differences: as for T2_logistic. *)
Theorem T2_binomial (d T D Gamma : nat) (gamma lam S delta : R) (theta : nat -> 'cV[R]_d)
  (n : nat) (arms : seq 'I_n.+1 -> seq 'cV[R]_d) :
  (0 < n)%N ->
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < delta -> delta <= 1 ->
  (forall t, ‖theta t‖ <= S) -> (breaks theta T <= Gamma)%N ->
  (* finite non-empty sets of actions in the unit ball, which may depend on the past *)
  (forall h, arms h != [::]) -> (forall h b, b \in arms h -> ‖b‖ <= 1) ->
  let mu z := n%:R * logistic z in let m := n%:R in let k_mu := n%:R / 4%:R in
  let c_mu := n%:R * dlogistic S in
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let exploration := 2%:R * beta / Num.sqrt c_mu * Num.sqrt T%:R
    * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * d%:R
        * (T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))))) in
  let algorithm := D_GLM_UCB ord0 mu (fun h b => b \in arms h) (@binomial_reward d n) gamma lam c_mu beta in
  (* the algorithm exists, and so do best actions *)
  (exists act hat, algorithm act hat) /\
  (exists best : seq _ -> 'cV[R]_d, forall h, best h \in arms h /\
     forall b, b \in arms h -> mu ⟨b, theta (size h)⟩ <= mu ⟨best h, theta (size h)⟩) /\
  forall act hat best, algorithm act hat -> (forall h, best h \in arms h) ->
  1 - delta <= Pr (played (@binomial_law d theta n) act) T (fun h => regret mu theta best act T h <=
    m * (Gamma * D)%:R + 2%:R * T%:R * (k_mu / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m)
    + exploration) [::].
Proof.
move=> n0 d0 T0 g0 g1 lam0 de0 de1 th1 ch arms0 arms1 mu m k_mu c_mu Sb rh bt ex alg.
have [A B] := regret_binomial D d0 T0 g0 g1 lam0 de0 de1 th1 ch n0 arms0 arms1.
split=> //; split; [exact: (best_exists mu arms0 theta)|exact: B].
Qed.

(** * Gaps, with discount factors *)

(* Z59, lines 674-681, 2439-2445, 2481-2493.
   Paper: r_t^2 <= r_{1,t} + r_{2,t} + r_{3,t} (eq:r_t_2), where r_1 = x^2, r_2 = y^2 for x = (2/sqrt c_mu)
   beta |a_t|_{V_t^-1} and y = (2 k_mu/lambda) (gamma^D/(1-gamma)) (2 S k_mu + m), and r_3 = 2xy has a term of
   its own, with C_3, in thm:fjqiqposejf.
   Here: r_3 <= r_1 + r_2 and so r_t^2 <= 2 r_1 + 2 r_2; no C_3 is needed. For all real x, y and every r in
   [0, x + y]. *)
Theorem Z59 (x y r : R) : 2%:R * x * y <= x ^+ 2 + y ^+ 2 /\
  (0 <= r -> r <= x + y -> r ^+ 2 <= 2%:R * x ^+ 2 + 2%:R * y ^+ 2).
Proof.
split=> [|r0 rxy]; first exact: mixed_term.
apply: (@le_trans _ _ ((x + y) ^+ 2)); first by rewrite ler_expn2r ?nnegrE // (le_trans r0).
have -> : (x + y) ^+ 2 = x ^+ 2 + y ^+ 2 + 2%:R * x * y by ring.
by rewrite -mulrDr [2%:R * (_ + _)]mulr_natl mulr2n ler_add2l mixed_term.
Qed.

(* T1, thm:fjqiqposejf, lines 666-720 (proof 2412-2510), as corrected.
   Paper: under ass:minimum_gap, for gamma in (1/2, 1), with probability at least 1 - delta,
   R_T <= C_1 Gamma_T/(1-gamma) + C_2 1/(T (1-gamma)^2 Delta) + C_3 (beta sqrt(dT)/(sqrt c_mu Delta))
   sqrt(Lambda) + C_4 (d beta^2/(c_mu Delta)) Lambda, Lambda = T log(1/gamma) + log(1 + 1/(d lambda
   (1-gamma))), with "universal constants" C_1, .., C_4 that are not given.
   Corrected: C_1 = 2 m log T, C_2 = 8 k_mu^2 (2 S k_mu + m)^2/lambda^2, C_3 = 0 (Z59), C_4 = 16 max(1,
   c_mu/lambda), and Lambda = T log(1/gamma) + log(1 + c_mu/(d lambda (1-gamma))); D = ceil(log T/
   log(1/gamma)) with T >= 2; beta with the appendix's rho and Sbar. The page's proof has Gamma_T D for m
   Gamma_T D and 1/lambda for c_mu/lambda.
   First part: every D, before D is chosen (lines 2449-2493). Second part: that D.
   ass:minimum_gap: an allowed action that is worse than the comparator is worse by at least Delta; with best
   a best action of every round it is the page's.
   Other differences: those of T2 (finitely many outcomes; any law: T1_ordinary_law). The rate in the last
   sentence of the theorem is not part of this statement. *)
Theorem T1 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta Delta : R) (T D Gamma : nat) :
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
    + 2%:R / Delta * (4%:R / c_mu * beta ^+ 2 * (2%:R * Num.max 1 (c_mu / lam) * d%:R * Lambda)
      + T%:R * (4%:R * k_mu ^+ 2 / lam ^+ 2 * (gamma ^+ (2 * D) / (1 - gamma) ^+ 2)
        * (2%:R * S * k_mu + m) ^+ 2))) [::]
  /\
  ((1 < T)%N -> 2%:R^-1 <= gamma -> ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
    C1 * (Gamma%:R / (1 - gamma)) + C2 * (T%:R * (1 - gamma) ^+ 2 * Delta)^-1
    + C4 * (d%:R * beta ^+ 2 / (c_mu * Delta)) * Lambda) [::]).
Proof.
move=> d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km c0 fl env ch bP Delta0 gap Sb rh bt La C1 C2 C4 alg.
have L := paper_link d1 d2 sc km.
have M := discount_gap d0 T0 lam0 m0 g0 g1 de0 de1 L (conj c0 fl) env bP ch alg Delta0 gap.
split; first exact: M.
move=> T2 gh Dc; apply: (le_trans M); apply: Pr_le => [h e|h _ /le_trans]; last apply.
  by apply: (env_law_ge0 env); case: alg => _ /(_ h) [].
exact: (gap_bound_le _ _ _ _ T2 gh g1 m0 lam0 Delta0 (kmu0 L) (S_ge0 env) Dc).
Qed.
