(* Steps of the proofs with a sliding window, each as a theorem.

   Notation and style: those of Claims.v; bandit, algorithms and P A: those of claims_rates_steps.v.  Rounds
   are 1, 2, ... as in the paper in I39; elsewhere they are 0, 1, ..., and what the paper indexes by t
   belongs to a history of t - 1 outcomes (so that the next round has beta t.+1).  stationary theta tau t:
   round t is in T(tau), the tau rounds before it had its parameter; rounds before the first are left out
   (setting.v). *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import any_law any_law_tail any_law_regret.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus regret.
From Glb Require Import mixing.
From Glb Require Import secant_matrices paper_indices window_indices window_deviation path_regret.
From Glb Require Import rounds_regret.
From Glb Require Import window_regret refined_bonus rates rates_discount rates_window rates_gap rates_regret.
From Glb Require Import any_law_steps ordinary_bandit regret_steps window_steps claims_regret_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* The design matrix of a window, as the chapters have it *)
Lemma V_windows d (E : Type) (act : seq E -> 'cV[R]_d) tau (ell : R) :
  (fun (h : seq E) (t : nat) =>
    \sum_(s < t | (t - tau <= s)%N) act (take s h) *m (act (take s h))^T + ell%:M) =
  (fun h t => V_window ell (ppast act h) tau t).
Proof.
apply: functional_extensionality => h; apply: functional_extensionality => t.
exact: (V_windowE ell (ppast act h)).
Qed.

(* Z65, lines 2949-2951 and 3033, as corrected.
   Paper: \sum_{t \notin T(\tau)} r_t \leq \Gamma_T\tau.
   Corrected: m \Gamma_T\tau, since a round costs up to m.  For every history h of T rounds.
   Differences: any policy, any comparator; Gamma any bound on the number of changes. *)
Theorem Z65 (d : nat) (E : Type) (mu dmu : R -> R) (S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act best : seq E -> 'cV[R]_d) (T tau Gamma : nat) (h : seq E) :
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (forall h, actions h (act h)) -> (forall h, actions h (best h)) ->
  (breaks theta T <= Gamma)%N -> size h = T ->
  let r t := mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩ in
  \sum_(t < T | ~~ stationary theta tau t) r t <= m * (Gamma * tau)%:R.
Proof. by move=> bandit aP bP ch hT; exact: (near_changes tau (bandit_environment bandit) aP bP ch hT). Qed.

(* I40, lines 2948-2968, as corrected: the chain, line by line.
   Paper: R_T \leq \Gamma_T\tau + \sum_{t\in T(\tau)} r_t \leq \Gamma_T\tau +
   (2\beta_T^\delta/\sqrt{c_\mu})\sum_{t\in T(\tau)}\|a_t\|_{V_t^{-1}} \leq \Gamma_T\tau +
   (2\beta_T^\delta/\sqrt{c_\mu})\sqrt T\sqrt{\sum_{t\in T(\tau)}\|a_t\|^2_{V_t^{-1}}} \leq (the same with
   t = 1, .., T) \leq \Gamma_T\tau + (2\beta_T^\delta/\sqrt{c_\mu})\sqrt{dT}\sqrt{\lceil T/\tau\rceil}
   \sqrt{2\max(1,1/\lambda)\log(1+\tau/(d\lambda))}.
   All lines hold at once with probability at least 1 - delta.
   Corrected: m Gamma_T tau for Gamma_T tau, and c_mu/lambda for both 1/lambda in the last line.
   Differences: those of T5_ordinary_law. *)
Theorem I40 (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (lam delta : R) (T tau Gamma : nat) :
  (0 < d)%N -> (0 < T)%N -> (0 < tau)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* SC-SW-GLUCB: hat is the windowed estimate, act maximises mu(b.hat) + beta_t/sqrt(c_mu) |b|_{V_t^-1} *)
  windowed_ucb e0 mu actions reward tau lam c_mu beta act hat ->
  let V h t := \sum_(s < t | (t - tau <= s)%N) act (take s h) *m (act (take s h))^T + (lam / c_mu)%:M in
  let norm h t := ‖act (take t h)‖_[invmx (V h t)] in
  let r h t := mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩ in
  let far := stationary theta tau in let M := m * (Gamma * tau)%:R in
  let C := 2%:R * beta T / Num.sqrt c_mu in
  let A1 h := M + \sum_(t < T | far t) r h t in
  let A2 h := M + C * \sum_(t < T | far t) norm h t in
  let A3 h := M + C * Num.sqrt T%:R * Num.sqrt (\sum_(t < T | far t) norm h t ^+ 2) in
  let A4 h := M + C * Num.sqrt T%:R * Num.sqrt (\sum_(t < T) norm h t ^+ 2) in
  let A5 := M + C * Num.sqrt (d%:R * T%:R) * Num.sqrt ((T + tau - 1) %/ tau)%:R
    * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam))) in
  let P A := Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T A [::] in
  P (fun h => ~~ [&& \sum_(t < T) r h t <= A1 h, A1 h <= A2 h, A2 h <= A3 h, A3 h <= A4 h & A4 h <= A5])
    <= delta.
Proof.
move=> d0 T0 tau0 lam0 m0 de0 de1 d1 d2 sc km c0 fl bandit ch bP rh bt alg.
have env := bandit_environment bandit; have K := paper_link d1 d2 sc km; have [_ aP _] := alg.
rewrite (V_windows act tau (lam / c_mu)%ring); cbv zeta beta.
apply: (windowed_rounds d0 T0 lam0 m0 de0 de1 K (conj c0 fl) env aP (windowed_mle alg) bP
  (fun h => @windowed_opt _ _ _ _ _ _ _ _ _ _ _ _ alg h)) => h hT ok.
have b0 : 0 <= 2%:R * bt T / Num.sqrt c_mu.
  by rewrite divr_ge0 ?sqrtr_ge0 // mulr_ge0 ?ler0n // beta_ge0 // (kmu0 K).
have b1 := mulr_ge0 b0 (sqrtr_ge0 T%:R).
apply/and5P; split; rewrite ?ler_add2l.
- exact: (split_regret tau env aP bP ch hT).
- have := sum_covered d0 T0 lam0 m0 de0 de1 K env ok.
  by rewrite -/(bt T) [2%:R / _ * bt T]mulrAC.
- by rewrite -[X in _ <= X]mulrA ler_wpmul2l // sum_cauchy.
- by rewrite ler_wpmul2l // ler_wsqrtr // sum_all.
have := ler_wsqrtr (sum_potential T lam0 (conj c0 fl) env aP h tau0) => /(ler_wpmul2l b1) /le_trans; apply.
have sM (n k : nat) (x : R) : Num.sqrt (n%:R * k%:R * x) = Num.sqrt n%:R * Num.sqrt k%:R * Num.sqrt x.
  by rewrite sqrtrM ?mulr_ge0 ?ler0n // sqrtrM ?ler0n.
same; rewrite sM (sqrtrM T%:R) ?ler0n //; move: (Num.sqrt (_ * ln _)) (Num.sqrt (_ %/ _)%:R) => x y.
by move: (Num.sqrt T%:R) (Num.sqrt d%:R) (2%:R * bt T / Num.sqrt c_mu) => z u v; ring.
Qed.

(* I41, lines 3031-3040, as corrected: the chain, line by line.
   Paper: R_T \leq \Gamma_T\tau + \Delta^{-1}\sum_{t\in T(\tau)} r_t^2 \leq \Gamma_T\tau +
   (4(\beta_T^\delta)^2/(c_\mu\Delta))\sum_{t=1}^T\|a_t\|^2_{V_t^{-1}} \leq \Gamma_T\tau +
   (8(\beta_T^\delta)^2/(c_\mu\Delta))\max(1,1/\lambda)d\lceil T/\tau\rceil\log(1+\tau/(\lambda d)).
   All lines hold at once with probability at least 1 - delta.
   Corrected: m Gamma_T tau for Gamma_T tau, and c_mu/lambda for both 1/lambda in the last line.
   Differences: those of T6_ordinary_law; best is a best action of every round, as on the page. *)
Theorem I41 (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (lam delta Delta : R) (T tau Gamma : nat) :
  (0 < d)%N -> (0 < T)%N -> (0 < tau)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (* at most Gamma changes of the parameter; best is a best action *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  (forall h b, actions h b -> mu ⟨b, theta (size h)⟩ <= mu ⟨best h, theta (size h)⟩) ->
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
  let V h t := \sum_(s < t | (t - tau <= s)%N) act (take s h) *m (act (take s h))^T + (lam / c_mu)%:M in
  let norm h t := ‖act (take t h)‖_[invmx (V h t)] in
  let r h t := mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩ in
  let far := stationary theta tau in let M := m * (Gamma * tau)%:R in
  let A1 h := M + Delta^-1 * \sum_(t < T | far t) r h t ^+ 2 in
  let A2 h := M + 4%:R * beta T ^+ 2 / (c_mu * Delta) * \sum_(t < T) norm h t ^+ 2 in
  let A3 := M + 8%:R * beta T ^+ 2 / (c_mu * Delta) * Num.max 1 (c_mu / lam) * d%:R
    * ((T + tau - 1) %/ tau)%:R * ln (1 + c_mu * tau%:R / (d%:R * lam)) in
  let P A := Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T A [::] in
  P (fun h => ~~ [&& \sum_(t < T) r h t <= A1 h, A1 h <= A2 h & A2 h <= A3]) <= delta.
Proof.
move=> d0 T0 tau0 lam0 m0 de0 de1 d1 d2 sc km c0 fl bandit ch bP bm Delta0 gap rh bt alg.
have env := bandit_environment bandit; have K := paper_link d1 d2 sc km; have [_ aP _] := alg.
rewrite (V_windows act tau (lam / c_mu)%ring); cbv zeta beta.
apply: (windowed_rounds d0 T0 lam0 m0 de0 de1 K (conj c0 fl) env aP (windowed_mle alg) bP
  (fun h => @windowed_opt _ _ _ _ _ _ _ _ _ _ _ _ alg h)) => h hT ok.
have sz t : (t < T)%N -> size (take t h) = t by move=> tT; rewrite size_takel // hT ltnW.
have r0 t : (t < T)%N -> 0 <= mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩.
  by move=> tT; have := bm (take t h) _ (aP (take t h)); rewrite sz // subr_ge0.
have rg t : (t < T)%N -> 0 < mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩ ->
  Delta <= mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩.
  by move=> tT; rewrite subr_gt0; have := gap (take t h) _ _ (aP (take t h)); rewrite sz //; apply.
apply/and3P; split; rewrite ?ler_add2l.
- apply: le_trans (split_regret tau env aP bP ch hT) _; rewrite ler_add2l.
  exact: (@sum_gap _ _ mu theta act best T tau Delta Delta0 h rg).
- have i0 : 0 <= Delta^-1 by rewrite invr_ge0 ltW.
  apply: (le_trans (ler_wpmul2l i0 (sum_gap_covered d0 T0 lam0 m0 de0 de1 K (conj c0 fl) env ok r0))).
  have e (x y z u : R) : u^-1 * (x / y * z) = x / (y * u) * z by rewrite invfM; move: u^-1 y^-1 => p q; ring.
  by same; exact: e.
have q0 : 0 <= 4%:R * bt T ^+ 2 / (c_mu * Delta).
  apply: divr_ge0; last by rewrite mulr_ge0 // ltW.
  exact: mulr_ge0 (ler0n _ _) (sqr_ge0 _).
apply: (le_trans (ler_wpmul2l q0 (sum_potential T lam0 (conj c0 fl) env aP h tau0))).
have e (x y z u v w : R) : 4%:R * x * y * (v * w * (2%:R * z * u)) = 8%:R * x * y * z * v * w * u by ring.
by same; exact: e.
Qed.

(* I39, lines 2863-2916: from the prediction error to the bonus, line by line; the display of lines
   2866-2874 in one step.
   Paper: t \in T(\tau): \Delta_t(a,\hat\theta_t) = |\mu(a.\theta^\star_t)-\mu(a.\hat\theta_t)| \leq
   k_\mu\|a\|_{G_t^{-1}}\|S_t-\lambda\theta^\star_t\|_{G_t^{-1}} \leq
   k_\mu\sqrt f\|a\|_{H_t^{-1}}(\sqrt\lambda S+\|S_t\|_{G_t^{-1}}) \leq k_\mu\sqrt\lambda
   f^{3/2}\|a\|_{H_t^{-1}}, f = 1+S+\|S_t\|_{G_t^{-1}}/\sqrt\lambda; if \|S_t\|_{H_t^{-1}} \leq \rho,
   this is at most \beta\|a\|_{H_t^{-1}} \leq (\beta/\sqrt{c_\mu})\|a\|_{V_t^{-1}}, \beta with that rho.
   Differences: as for P7; b, which is a on the page, is any vector; rho any number. *)
Theorem I39 (d t tau : nat) (mu dmu ddmu : R -> R) (lam c_mu S k_mu rho : R) (a theta : nat -> 'cV[R]_d)
  (r eps : nat -> R) (hat b : 'cV[R]_d) :
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (1 <= t)%N -> 0 < lam ->
  (* ass:bounded_actions; c_mu bounds mu' from below; eps is the noise of the rewards *)
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) -> (forall s, (1 <= s)%N -> ‖theta s‖ <= S) ->
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (forall s, eps s.+1 = r s.+1 - mu ⟨a s, theta s⟩) ->
  (* t belongs to T(tau): the rounds of the window had the parameter of round t *)
  (forall s, (maxn 1 (t - tau) <= s < t)%N -> theta s = theta t) ->
  (* hat is the windowed estimate *)
  \sum_(maxn 1 (t - tau) <= s < t) (r s.+1 - mu ⟨a s, hat⟩) *: a s - lam *: hat = 0 ->
  let G := \sum_(maxn 1 (t - tau) <= s < t) mean_slope dmu (a s) (theta t) hat *: (a s *m (a s)^T)
    + lam%:M in
  let H := \sum_(maxn 1 (t - tau) <= s < t) dmu ⟨a s, theta s⟩ *: (a s *m (a s)^T) + lam%:M in
  let V := \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + (lam / c_mu)%:M in
  let S_t := \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s in
  let f := 1 + S + (Num.sqrt lam)^-1 * ‖S_t‖_[invmx G] in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* the noise is within rho *)
  ‖S_t‖_[invmx H] <= rho ->
  let D1 := k_mu * ‖b‖_[invmx G] * ‖S_t - lam *: theta t‖_[invmx G] in
  let D2 := k_mu * Num.sqrt f * ‖b‖_[invmx H] * (Num.sqrt lam * S + ‖S_t‖_[invmx G]) in
  let D3 := k_mu * Num.sqrt lam * Num.sqrt f ^+ 3 * ‖b‖_[invmx H] in
  [/\ `|mu ⟨b, theta t⟩ - mu ⟨b, hat⟩| <= D1, D1 <= D2, D2 <= D3, D3 <= beta * ‖b‖_[invmx H] &
      beta * ‖b‖_[invmx H] <= beta / Num.sqrt c_mu * ‖b‖_[invmx V]].
Proof.
move=> d1 d2 sc km t1 lam0 a1 th1 c0 fl epsE st score G H V S_t f bt event D1 D2 D3.
have mle := paper_window_mle epsE score; have slopes := link_slopes (paper_link d1 d2 sc km).
have VE : V = design (lam / c_mu) (fun s => a s.+1) (window_weight _ tau t.-1) t.-1.
  have := rounds_window (fun=> 1) (fun s => a s *m (a s)^T) tau t; rewrite /V.
  under eq_bigr do rewrite scale1r; move=> ->; congr (_ + _); apply: eq_bigr => s _.
  by rewrite mulr1.
move: event; rewrite /D1 /D2 /D3 /f VE /G /H /S_t paper_G_window paper_H_window paper_S_window => event.
apply: (window_chain b lam0 c0 slopes (fun s => a1 s.+1 isT) (th1 t t1) (paper_steady st) mle _ event).
by move=> s _; apply: fl; [exact: a1|exact: th1].
Qed.

(* Z69, lines 3053-3055: the refined bonus with a window.
   Paper: when \hat\theta_t is in \Theta, a better concentration result can be adapted from
   proposition:beta_improved; it is not reported.
   Read as: with probability at least 1 - delta, for all t \in T(\tau) with \hat\theta_t \in \Theta and all
   actions of the unit ball, \Delta_t(a,\hat\theta_t) \leq (\bar\beta_t^\delta/\sqrt{c_\mu})
   \|a\|_{V_t^{-1}}, \bar\beta_t^\delta = k_\mu\sqrt{1+2S}(\sqrt\lambda S+\rho_t^\delta), rho_t of eq:rho_SW.
   Differences: those of P8, for any law; the event is written out (top of claims_any_law_rounds.v); Theta is
   the ball |theta|_2 <= S. *)
Theorem Z69 (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat : seq E -> 'cV[R]_d) (lam delta : R) (T tau : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (* any policy; hat is the windowed estimate *)
  (forall h, actions h (act h)) ->
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t | (t - tau <= s)%N) mu ⟨a s, hat h⟩ *: a s + lam *: hat h =
    \sum_(s < t | (t - tau <= s)%N) reward (take s h) (a s) (nth e0 h s) *: a s) ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let betabar t := k_mu * Num.sqrt (1 + 2%:R * S) * (Num.sqrt lam * S + rho t) in
  let a h s := act (take s h) in
  let eps h s := reward (take s h) (a h s) (nth e0 h s) - mu ⟨a h s, theta s⟩ in
  let noise h t := recent_noise (a h) (window_weight _ tau t) tau t (eps h) in
  let within h := [forall t : 'I_T,
    ‖noise h t‖_[invmx (Htilde lam (a h) (window_weight _ tau t) tau t dmu theta)] <= rho t.+1] in
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ within h) [::] <= delta /\
  (forall h t b, size h = T -> within h -> (t < T)%N -> stationary theta tau t ->
    ‖hat (take t h)‖ <= S -> ‖b‖ <= 1 -> `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      betabar t.+1 / Num.sqrt c_mu * ‖b‖_[invmx (V_window (lam / c_mu) (a h) tau t)]).
Proof.
move=> d0 T0 lam0 m0 de0 de1 d1 d2 sc km c0 fl bandit aP mle rh bb a eps noise within.
have env := bandit_environment bandit; have K := paper_link d1 d2 sc km.
have mle' h := @window_mle _ mu lam (ppast act h) (preward e0 reward act h) (hat h) tau (size h) (mle h).
have W := any_within_all e0 d0 T0 lam0 m0 de0 de1 K env aP (window_range _ tau) (window_recent _ tau).
split=> // h t b hT /forallP ok tT st hS b1.
exact: (windowed_refined (delta := delta) lam0 m0 K (conj c0 fl) env aP mle' hT tT st (ok (Ordinal tT)) hS b1).
Qed.

(* Z140, lines 3024-3030 and 2428-2436, as corrected.
   Paper: r_t \leq (2/\sqrt{c_\mu})\beta_t^\delta\|a_t\|_{V_t^{-1}} with a window, and r_t \leq
   (2/\sqrt{c_\mu})\beta_T^\delta\|a_t\|_{V_t^{-1}} + (2k_\mu/\lambda)(\gamma^D/(1-\gamma))(2Sk_\mu+m) with
   discount factors, for every t, without a probability.
   Corrected: for t \in T(\tau) and t \in T(\gamma), with probability at least 1 - delta (all such t at once).
   Differences: those of T5_ordinary_law and T2_ordinary_law.  The second part is Z54. *)
Theorem Z140 (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (gamma lam delta : R) (T tau D : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (* best: the comparator, any policy with allowed actions *)
  (forall h, actions h (best h)) ->
  let r h t := mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩ in
  let P A := Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T A [::] in
  (* with a window *)
  (let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* SC-SW-GLUCB: hat is the windowed estimate, act maximises mu(b.hat) + beta_t/sqrt(c_mu) |b|_{V_t^-1} *)
  windowed_ucb e0 mu actions reward tau lam c_mu beta act hat ->
  let V h t := \sum_(s < t | (t - tau <= s)%N) act (take s h) *m (act (take s h))^T + (lam / c_mu)%:M in
  let norm h t := ‖act (take t h)‖_[invmx (V h t)] in
  P (fun h => ~~ [forall t : 'I_T, stationary theta tau t ==>
    (r h t <= 2%:R / Num.sqrt c_mu * beta t.+1 * norm h t)]) <= delta)
  /\
  (* with discount factors *)
  (0 < gamma -> gamma < 1 ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  discounted_ucb e0 mu actions reward gamma lam c_mu beta act hat ->
  let V h t := \sum_(s < t) gamma ^+ (t.-1 - s) *: (act (take s h) *m (act (take s h))^T) + (lam / c_mu)%:M in
  P (fun h => ~~ [forall t : 'I_T, stationary theta D t ==>
    (r h t <= 2%:R / Num.sqrt c_mu * beta * ‖act (take t h)‖_[invmx (V h t)]
      + 2%:R * k_mu / lam * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m))]) <= delta).
Proof.
move=> d0 T0 lam0 m0 de0 de1 d1 d2 sc km c0 fl bandit bP r P.
have env := bandit_environment bandit; have K := paper_link d1 d2 sc km.
split=> [rh bt alg|g0 g1 Sb rh bt alg]; last first.
  exact: (Z54 d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km c0 fl bandit bP alg).
have [_ aP _] := alg; rewrite (V_windows act tau (lam / c_mu)%ring); cbv zeta beta; rewrite /P.
apply: (windowed_rounds d0 T0 lam0 m0 de0 de1 K (conj c0 fl) env aP (windowed_mle alg) bP
  (fun h => @windowed_opt _ _ _ _ _ _ _ _ _ _ _ _ alg h)) => h hT ok.
by apply/forallP => t; apply/implyP; exact: ok.
Qed.

(* Z141, lines 3001-3010, as corrected: the rate of thm:fjqiqposejf_SW with its probability.
   Paper: \tau = d\sqrt T/\sqrt{c_\mu\Gamma_T}: R_T = \widetilde O(\Delta^{-1}c_\mu^{-1/2}d\sqrt{\Gamma_T T}),
   with no probability and no \lambda.
   Corrected: with probability at least 1 - delta, and \lambda = d\log T.  It is the second part of T6_full
   (claims_rates_steps.v); differences as there. *)
Theorem Z141 (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (delta Delta : R) (T tau Gamma : nat) :
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
  (* ass:minimum_gap *)
  0 < Delta ->
  (forall h b, (size h < T)%N -> actions h b -> mu ⟨b, theta (size h)⟩ < mu ⟨best h, theta (size h)⟩ ->
    Delta <= mu ⟨best h, theta (size h)⟩ - mu ⟨b, theta (size h)⟩) ->
  (* the tuning *)
  let lam := d%:R * ln T%:R in
  is_ceil (d%:R * Num.sqrt T%:R / Num.sqrt (c_mu * Gamma%:R))%ring tau ->
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
  P (fun h => ~~ (R_T h <= kappa ^+ 2 * (8%:R * m ^+ 2 + 96%:R * k_mu ^+ 2 * b ^+ 2) *
    (ln T%:R ^+ 2 / Delta * (d%:R * Num.sqrt (Gamma%:R * T%:R) / Num.sqrt c_mu)))) <= delta.
Proof.
move=> d0 T2 G0 m0 de0 de1 d1 d2 sc km c0 fl bandit ch bP Delta0 gap lam tc rh bt alg.
have [_ aP _] := alg.
exact: (any_window_gap_rate d0 T2 m0 de0 de1 (paper_link d1 d2 sc km) (conj c0 fl)
  (bandit_environment bandit) aP bP ch Delta0 gap (windowed_mle alg)
  (fun h => @windowed_opt _ _ _ _ _ _ _ _ _ _ _ _ alg h) G0 tc).
Qed.
