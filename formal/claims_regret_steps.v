(* Steps of the regret proofs with discount factors, each as a theorem.

   Notation and style: those of Claims.v; bandit, algorithms and P A: those of claims_rates_steps.v.  Rounds
   are 1, 2, ... as in the paper in Z55, I31, I33, Z121; elsewhere they are 0, 1, ..., and what the paper
   indexes by t belongs to a history of t - 1 outcomes.  stationary theta D t: round t is in T(gamma), the D
   rounds before it had its parameter; rounds before the first are left out (setting.v). *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import any_law any_law_tail any_law_regret.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus regret.
From Glb Require Import mixing.
From Glb Require Import paper_indices window_indices path_regret rounds_regret window_regret gap_regret.
From Glb Require Import rates ordinary_bandit exp_bounds slopes regret_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* I23, lines 2337-2340 and 2448-2450, as corrected.
   Paper: \sum_{t \notin T(\gamma)} r_t \leq \Gamma_T D.
   Corrected: m \Gamma_T D, since a round costs up to m.  For every history h of T rounds.
   Differences: any policy, any comparator; Gamma any bound on the number of changes; D any number. *)
Theorem I23 (d : nat) (E : Type) (mu dmu : R -> R) (S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act best : seq E -> 'cV[R]_d) (T D Gamma : nat) (h : seq E) :
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (forall h, actions h (act h)) -> (forall h, actions h (best h)) ->
  (breaks theta T <= Gamma)%N -> size h = T ->
  let r t := mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩ in
  \sum_(t < T | ~~ stationary theta D t) r t <= m * (Gamma * D)%:R.
Proof. by move=> bandit aP bP ch hT; exact: (near_changes D (bandit_environment bandit) aP bP ch hT). Qed.

(* Z54, lines 2313-2334.
   Paper: when t \in T(\gamma), with high probability, r_t \leq (2/\sqrt{c_\mu})\beta_T^\delta
   \|a_t\|_{V_t^{-1}} + (2k_\mu/\lambda)(\gamma^D/(1-\gamma))(2Sk_\mu+m).
   For all such t at once, with probability at least 1 - delta.
   Differences: those of T2_ordinary_law; 0 < gamma < 1; any D. *)
Theorem Z54 (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (gamma lam delta : R) (T D : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (* best: the comparator, any policy with allowed actions *)
  (forall h, actions h (best h)) ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  discounted_ucb e0 mu actions reward gamma lam c_mu beta act hat ->
  let V h t := \sum_(s < t) gamma ^+ (t.-1 - s) *: (act (take s h) *m (act (take s h))^T) + (lam / c_mu)%:M in
  let r h t := mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩ in
  let P A := Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T A [::] in
  P (fun h => ~~ [forall t : 'I_T, stationary theta D t ==>
    (r h t <= 2%:R / Num.sqrt c_mu * beta * ‖act (take t h)‖_[invmx (V h t)]
      + 2%:R * k_mu / lam * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m))]) <= delta.
Proof.
move=> d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km c0 fl bandit bP Sb rh bt [mle aP opt].
have env := bandit_environment bandit; have K := paper_link d1 d2 sc km.
cbv zeta beta; pose W := gamma ^+ D / (1 - gamma); pose W2 := (1 - gamma ^+ (2 * D)) / (1 - gamma ^+ 2).
have btE : beta lam k_mu (Sbar_of lam S k_mu m W) (rho_of d T lam m k_mu delta W2) = bt.
  by rewrite SbarE rhoE.
have opt' h b : actions h b -> let V := design (lam / c_mu) (ppast act h) (discount gamma (size h)) (size h)
  in let bt := beta lam k_mu (Sbar_of lam S k_mu m W) (rho_of d T lam m k_mu delta ((fun=> W2) (size h))) in
  mu (dot b (hat h)) + bt / Num.sqrt c_mu * nrm (invmx V) b <=
  mu (dot (act h) (hat h)) + bt / Num.sqrt c_mu * nrm (invmx V) (act h).
  by rewrite /= btE; exact: opt.
have btl t : (t < T)%N ->
  beta lam k_mu (Sbar_of lam S k_mu m W) (rho_of d T lam m k_mu delta ((fun=> W2) t)) <= bt by rewrite btE.
apply: (any_rounds (W2 := fun=> W2) d0 T0 lam0 m0 de0 de1 K (conj c0 fl) env aP bP
  (fun t s => discount_range t g0 g1 s) (fun t => discount_old D t g0 g1)
  (fun t => discount_recent D t g0 g1) mle opt' btl) => h hT ok.
apply/forallP => t; apply/implyP => st; have := ok t (ltn_ord t) st; rewrite btE.
move=> /le_trans; apply; same; rewrite /bias -/W.
clear -bt; move: bt (Num.sqrt c_mu)^-1 lam^-1 (nrm _ _) W => x y z v w; ring.
Qed.

(* Z55, lines 2363-2372, as corrected.
   Paper: under the root, \sum_{t=1}^T\|a_t\|^2_{V_t^{-1}} \leq 2\max(1,1/\lambda)\,d\,(T\log(1/\gamma) +
   \log(1+1/(d\lambda(1-\gamma)))).
   Corrected: c_mu/lambda for both 1/lambda, since the ridge of V_t is lambda/c_mu. *)
Theorem Z55 (d T : nat) (gamma lam c_mu : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d) :
  (0 < d)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < c_mu -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) +
    (lam / c_mu)%:M) ->
  let Lambda := T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))) in
  \sum_(1 <= t < T.+1) ‖a t‖_[invmx (V t)] ^+ 2 <= 2%:R * Num.max 1 (c_mu / lam) * d%:R * Lambda.
Proof.
move=> d0 g0 g1 lam0 c0 a1 VE; cbv zeta; have lc : 0 < lam / c_mu by rewrite divr_gt0.
have E t : V t.+1 = determinants.V gamma (lam / c_mu) (fun s => a s.+1) t by rewrite VE // paper_discount.
have h := potential_discount (a := fun s => a s.+1) T d0 g0 g1 lam0 c0 (fun s => a1 s.+1 isT).
rewrite rounds_sum; apply: le_trans h; apply: ler_sum => t _; rewrite E nrm_sqr //.
exact/pd_psd/pd_inv/V_pd.
Qed.

(* I31, lines 2458-2475, as corrected: Z55 times 4\beta^2/c_\mu.
   Paper: \sum_{t=1}^T r_{1,t} \leq (8d/c_\mu)(\beta_T^\delta)^2\max(1,1/\lambda)(T\log(1/\gamma) +
   \log(1+1/(d\lambda(1-\gamma)))), r_{1,t} = (4/c_\mu)(\beta_T^\delta)^2\|a_t\|^2_{V_t^{-1}}.
   Corrected: c_mu/lambda for both 1/lambda.  beta is any number. *)
Theorem I31 (d T : nat) (gamma lam c_mu beta : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d) :
  (0 < d)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < c_mu -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) +
    (lam / c_mu)%:M) ->
  let Lambda := T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))) in
  \sum_(1 <= t < T.+1) 4%:R / c_mu * beta ^+ 2 * ‖a t‖_[invmx (V t)] ^+ 2
    <= 8%:R * d%:R / c_mu * beta ^+ 2 * Num.max 1 (c_mu / lam) * Lambda.
Proof.
move=> d0 g0 g1 lam0 c0 a1 VE; cbv zeta; set Lambda := _ + ln _; rewrite -mulr_sumr.
have p0 : 0 <= 4%:R / c_mu * beta ^+ 2 by rewrite mulr_ge0 ?sqr_ge0 // divr_ge0 ?ler0n // ltW.
apply: le_trans (ler_wpmul2l p0 (Z55 T d0 g0 g1 lam0 c0 a1 VE)) _.
by same; rewrite -/Lambda; move: (Num.max _ _) c_mu^-1 Lambda => x y z; ring.
Qed.

(* I33, lines 2481-2493, as corrected.
   Paper: \sum_{t=1}^T r_{3,t} \leq (8k_\mu\beta_T^\delta/(\lambda\sqrt{c_\mu}))(\gamma^D/(1-\gamma))
   (2Sk_\mu+m)\sqrt{2dT\max(1,1/\lambda)}\sqrt{T\log(1/\gamma)+\log(1+1/(d\lambda(1-\gamma)))}, with
   r_{3,t} of eq:r_t_2.
   Corrected: c_mu/lambda for both 1/lambda.  beta, k_mu, S, m are any non-negative numbers. *)
Theorem I33 (d T D : nat) (gamma lam c_mu k_mu S m beta : R) (a : nat -> 'cV[R]_d)
  (V : nat -> 'M[R]_d) :
  (0 < d)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < c_mu -> 0 <= k_mu -> 0 <= S -> 0 <= m -> 0 <= beta ->
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) +
    (lam / c_mu)%:M) ->
  let Lambda := T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))) in
  let r_3 t := 8%:R * k_mu / lam * (beta / Num.sqrt c_mu) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m)
    * ‖a t‖_[invmx (V t)] in
  \sum_(1 <= t < T.+1) r_3 t <= 8%:R * k_mu * beta / (lam * Num.sqrt c_mu) * (gamma ^+ D / (1 - gamma))
    * (2%:R * S * k_mu + m) * Num.sqrt (2%:R * d%:R * T%:R * Num.max 1 (c_mu / lam)) * Num.sqrt Lambda.
Proof.
move=> d0 g0 g1 lam0 c0 k0 S0 m0 b0 a1 VE; cbv zeta; set Lambda := _ + ln _.
pose F := 8%:R * k_mu * beta / (lam * Num.sqrt c_mu) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m).
have F0 : 0 <= F.
  apply: mulr_ge0; last by rewrite addr_ge0 // !mulr_ge0 ?ler0n.
  apply: mulr_ge0; apply: divr_ge0; rewrite ?exprn_ge0 ?subr_ge0 ?(ltW g0) ?(ltW g1) //.
    by rewrite !mulr_ge0 ?ler0n.
  by rewrite mulr_ge0 ?sqrtr_ge0 // ltW.
have M0 : 0 <= Num.max 1 (c_mu / lam) by rewrite le_maxr ler01.
pose r_3 t := 8%:R * k_mu / lam * (beta / Num.sqrt c_mu) * (gamma ^+ D / (1 - gamma))
  * (2%:R * S * k_mu + m) * ‖a t‖_[invmx (V t)].
rewrite -/(r_3 _).
have -> : \sum_(1 <= t < T.+1) r_3 t = F * \sum_(1 <= t < T.+1) ‖a t‖_[invmx (V t)].
  rewrite mulr_sumr; apply: eq_bigr => t _; rewrite /r_3 /F invfM.
  by move: (nrm _ _) (Num.sqrt c_mu)^-1 lam^-1 (gamma ^+ D / _) => x y z v; ring.
rewrite -!/F -[F * _ * _]mulrA ler_wpmul2l // rounds_sum.
apply: le_trans (sum_sqrt T (fun t => ‖a t.+1‖_[invmx (V t.+1)])) _.
have e : Num.sqrt (2%:R * d%:R * T%:R * Num.max 1 (c_mu / lam)) * Num.sqrt Lambda =
  Num.sqrt T%:R * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * d%:R * Lambda).
  rewrite -sqrtrM ?mulr_ge0 ?ler0n // -sqrtrM ?ler0n //; congr (Num.sqrt _).
  by move: (Num.max _ _) Lambda => x y; ring.
rewrite e ler_wpmul2l ?sqrtr_ge0 //; apply: ler_wsqrtr; have := Z55 T d0 g0 g1 lam0 c0 a1 VE.
by rewrite rounds_sum.
Qed.

(* Z121, lines 2458-2475, as corrected: the second link of I31's chain.
   Paper: \log(\det(V_{T+1})/(\gamma^{dT}\lambda^d)) \leq d(T\log(1/\gamma)+\log(1+1/(d\lambda(1-\gamma)))).
   Corrected: lambda/c_mu for lambda; d = 0 is allowed. *)
Theorem Z121 (d T : nat) (gamma lam c_mu : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d) :
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 < c_mu -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) +
    (lam / c_mu)%:M) ->
  let Lambda := T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))) in
  ln (\det (V T.+1) / (gamma ^+ (d * T) * (lam / c_mu) ^+ d)) <= d%:R * Lambda.
Proof.
move=> g0 g1 lam0 c0 a1 VE; cbv zeta; have lc : 0 < lam / c_mu by rewrite divr_gt0.
have E : V T.+1 = determinants.V gamma (lam / c_mu) (fun s => a s.+1) T by rewrite VE // paper_discount.
have := log_det_V T g0 g1 lc (unit_actions a1); rewrite -E => /le_trans; apply; same.
congr (_ * (_ + ln (1 + _))); rewrite !invfM invrK.
by move: (d%:R^-1) (lam^-1) ((1 - gamma)^-1) => x y z; ring.
Qed.

(* Z127, lines 800-807: 1/(1-gamma) as a measure of the forgetting time.
   Paper: 1/(1-\gamma) is a rough measure of the forgetting time induced by the exponential weights.
   Read as: it is the sum of all weights \gamma^k; that many rounds carry a share 1 - \gamma^{1/(1-\gamma)} of
   it, at least 1 - 1/e (0.63), and at most 1 - e^{-1.4} < 0.76 if \gamma \geq 1/2.
   power x a is x^a (rates.v); is_series f s: the sum of all f k is s (Coquelicot). *)
Theorem Z127 (gamma : R) : 0 < gamma -> gamma < 1 ->
  [/\ forall n, \sum_(k < n) gamma ^+ k = (1 - gamma ^+ n) / (1 - gamma),
      is_series (fun k => gamma ^+ k) (1 / (1 - gamma))%ring,
      1 - exp (-1)%ring <= 1 - power gamma (1 / (1 - gamma)) /\
        63%:R / 100%:R < 1 - exp (-1)%ring < 64%:R / 100%:R &
      2%:R^-1 <= gamma -> 1 - power gamma (1 / (1 - gamma)) <= 1 - exp (- (14%:R / 10%:R))%ring /\
        1 - exp (- (14%:R / 10%:R))%ring < 76%:R / 100%:R].
Proof.
move=> g0 g1; have u0 : 0 < 1 - gamma by rewrite subr_gt0.
have pE : power gamma (1 / (1 - gamma)) = exp (ln gamma / (1 - gamma)) by rewrite /power mul1r mulrC.
split.
- by move=> n; apply: geom; rewrite lt_eqF.
- have h : Rlt (Rabs gamma) 1 by apply/RltP; rewrite -[Rabs _]/(`|gamma|) ger0_norm ?(ltW g0).
  have := is_series_geom gamma h; rewrite -RinvE' -[Rminus 1 gamma]/(1 - gamma) mul1r.
  by apply: is_series_ext => n; rewrite RpowE.
- rewrite pE ler_add2l ler_opp2 weight_left //; split=> //; have := exp_1.
  have -> : exp (-1)%ring = exp (Ropp (IZR 1)) by [].
  by move: (exp _) => x h; apply/andP; split; apply/RltP; toR_goal; simpl; lra.
move=> gh; have e : 14%:R / 10%:R = 7%:R / 5%:R :> R by toR_goal; simpl; lra.
rewrite pE ler_add2l ler_opp2 e weight_right //; split=> //; have := exp_14.
have -> : exp (- (7%:R / 5%:R))%ring = exp (Ropp (Rdiv (IZR 7) (IZR 5))).
  by congr exp; toR_goal; simpl; lra.
by move: (exp _) => x h; apply/RltP; toR_goal; simpl; lra.
Qed.

(* Z58, lines 684-685, 710-711 and 787-789, as corrected.
   Paper: R_T \leq C_1\Gamma_T/(1-\gamma) + C_2(\beta_T^\delta\sqrt{dT}/\sqrt{c_\mu})\sqrt\Lambda, and with
   gaps R_T \leq C_1\Gamma_T/(1-\gamma) + C_2/(T(1-\gamma)^2\Delta) + C_3 ... +
   C_4(d(\beta_T^\delta)^2/(c_\mu\Delta))\Lambda, \Lambda = T\log(1/\gamma)+\log(1+1/(d\lambda(1-\gamma))),
   with "universal constants", each with probability at least 1 - delta.
   Corrected: the constants depend on m, k_mu, S and lambda: C_1 = 2m\log T + 2k_\mu(2Sk_\mu+m)/\lambda and
   C_2 = 2\kappa\sqrt{2\max(1,1/\lambda)} (Gamma_T >= 1); with gaps C_1 = 2m\log T, C_2 =
   8k_\mu^2(2Sk_\mu+m)^2/\lambda^2, C_3 = 0, C_4 = 16\kappa^2\max(1,1/\lambda), \kappa = \max(1,k_\mu).
   Differences: those of T2 and T1 (any law). *)
Theorem Z58 (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (gamma lam delta Delta : R) (T D Gamma : nat) :
  (0 < d)%N -> (1 < T)%N -> 2%:R^-1 <= gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  is_ceil (ln T%:R / ln gamma^-1)%ring D ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let Lambda := T%:R * ln gamma^-1 + ln (1 + 1 / (d%:R * lam * (1 - gamma))) in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  discounted_ucb e0 mu actions reward gamma lam c_mu beta act hat ->
  let kappa := Num.max 1 k_mu in
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  let P A := Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T A [::] in
  ((0 < Gamma)%N -> P (fun h => ~~ (R_T h <=
    (2%:R * m * ln T%:R + 2%:R * k_mu * (2%:R * S * k_mu + m) / lam) * (Gamma%:R / (1 - gamma))
    + 2%:R * kappa * Num.sqrt (2%:R * Num.max 1 (1 / lam)) * (beta * Num.sqrt (d%:R * T%:R) / Num.sqrt c_mu)
      * Num.sqrt Lambda)) <= delta)
  /\
  (* ass:minimum_gap *)
  (0 < Delta ->
  (forall h b, (size h < T)%N -> actions h b -> mu ⟨b, theta (size h)⟩ < mu ⟨best h, theta (size h)⟩ ->
    Delta <= mu ⟨best h, theta (size h)⟩ - mu ⟨b, theta (size h)⟩) ->
  P (fun h => ~~ (R_T h <= 2%:R * m * ln T%:R * (Gamma%:R / (1 - gamma))
    + 8%:R * k_mu ^+ 2 * (2%:R * S * k_mu + m) ^+ 2 / lam ^+ 2 * (T%:R * (1 - gamma) ^+ 2 * Delta)^-1
    + 16%:R * kappa ^+ 2 * Num.max 1 (1 / lam) * (d%:R * beta ^+ 2 / (c_mu * Delta)) * Lambda)) <= delta).
Proof.
move=> d0 T2 gh g1 lam0 m0 de0 de1 d1 d2 sc km c0 fl bandit ch bP Dc Sb rh bt La [mle aP opt] kappa R_T P.
have env := bandit_environment bandit; have K := paper_link d1 d2 sc km; have U h := any_upper env (aP h).
have T0 := ltnW T2; have g0 : 0 < gamma by apply: lt_le_trans gh; rewrite invr_gt0 ltr0n.
have k0 := kmu0 K; have S0 := S_nonneg env; have u0 : 0 < 1 - gamma by rewrite subr_gt0.
have bt0 : 0 <= bt by apply: beta_ge0.
have ck : c_mu <= k_mu.
  have z1 : ‖(0 : 'cV[R]_d)‖ <= 1 by rewrite nrm2E nrm0 ler01.
  have zS : ‖(0 : 'cV[R]_d)‖ <= S by rewrite nrm2E nrm0.
  exact: le_trans (fl 0 0 z1 zS) (km _).
have q0 : 0 < kappa := kappa_gt0 k_mu.
have y0 : 0 <= 1 / (d%:R * lam * (1 - gamma)) by rewrite divr_ge0 ?ler01 // !mulr_ge0 ?ler0n // ltW.
have z0 : 0 <= T%:R * ln gamma^-1 by rewrite mulr_ge0 ?ler0n //; apply: ln_ge0; rewrite invf_ge1 // ltW.
have MM : Num.max 1 (c_mu / lam) * log_term d c_mu gamma lam T <= kappa ^+ 2 * (Num.max 1 (1 / lam) * La).
  have cy z : c_mu * (1 / z) = c_mu / z by rewrite mulrA mulr1.
  by have := bonus_kappa c0 ck lam0 z0 y0; rewrite cy.
split=> [G0|Delta0 gap].
  apply: le_trans (any_law_regret (D := D) d0 T0 lam0 m0 g0 g1 de0 de1 K (conj c0 fl) env aP bP mle opt).
  apply: (Prob_le U) => h _; apply: contra => /le_trans; apply.
  apply: le_trans (any_law_bound_ceil c_mu delta T0 lam0 m0 g0 g1 K env ch T2 gh Dc) _.
  apply: ler_add.
    rewrite mulrDl; apply: ler_add.
      by same; move: (ln _) (1 - gamma)^-1 (Gamma%:R) => x y z; ring.
    have -> : 2%:R * k_mu * (2%:R * S * k_mu + m) / lam * (Gamma%:R / (1 - gamma)) =
      2%:R * k_mu * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) * Gamma%:R.
      by rewrite invfM; move: lam^-1 (1 - gamma)^-1 (Gamma%:R) => x y z; ring.
    rewrite ler_pemulr ?ler1n // divr_ge0 ?mulr_ge0 ?ler0n ?(ltW lam0) ?(ltW u0) //.
    by rewrite addr_ge0 ?(ltW m0) // !mulr_ge0 ?ler0n.
  have X0 : 0 <= 2%:R * bt / Num.sqrt c_mu * Num.sqrt T%:R * Num.sqrt d%:R.
    by rewrite !mulr_ge0 ?sqrtr_ge0 ?ler0n // invr_ge0 sqrtr_ge0.
  have e : 2%:R * kappa * Num.sqrt (2%:R * Num.max 1 (1 / lam))
      * (bt * Num.sqrt (d%:R * T%:R) / Num.sqrt c_mu) * Num.sqrt La =
    2%:R * bt / Num.sqrt c_mu * Num.sqrt T%:R * Num.sqrt d%:R
      * Num.sqrt (2%:R * (kappa ^+ 2 * (Num.max 1 (1 / lam) * La))).
    have mm : 0 <= 2%:R * Num.max 1 (1 / lam) by rewrite mulr_ge0 ?ler0n // le_maxr ler01.
    have -> : 2%:R * (kappa ^+ 2 * (Num.max 1 (1 / lam) * La)) =
      kappa ^+ 2 * (2%:R * Num.max 1 (1 / lam) * La) by rewrite mulrCA -[2%:R * _ * La]mulrA.
    rewrite (sqrtrM _ (sqr_ge0 kappa)) sqrtr_sqr (ger0_norm (ltW q0)) (sqrtrM La mm).
    have e3 (q x y z v w t : R) : 2%:R * q * x * (t * (w * v) * z) * y = 2%:R * t * z * v * w * (q * (x * y)).
      by ring.
    by rewrite (sqrtrM T%:R (ler0n _ d)); exact: e3.
  rewrite e /exploration_term -/bt.
  have -> : 2%:R * Num.max 1 (c_mu / lam) * d%:R
      * (T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma)))) =
    d%:R * (2%:R * (Num.max 1 (c_mu / lam) * log_term d c_mu gamma lam T)).
    by rewrite /log_term; move: (Num.max _ _) (_ + ln _) => x y; ring.
  rewrite (sqrtrM _ (ler0n _ d)); apply: le_trans (ler_wpmul2l X0 (ler_wsqrtr (ler_wpmul2l (ler0n _ 2) MM))).
  by same; exact: mulrA.
apply: le_trans (any_discount_gap (D := D) d0 T0 lam0 m0 g0 g1 de0 de1 K (conj c0 fl) env aP bP ch mle opt
  Delta0 gap).
apply: (Prob_le U) => h _; apply: contra => /le_trans; apply.
apply: le_trans (gap_bound_le _ _ _ _ T2 gh g1 m0 lam0 Delta0 k0 S0 Dc) _; rewrite ler_add2l.
have B0 : 0 <= 16%:R * (d%:R * bt ^+ 2 / (c_mu * Delta)).
  apply: mulr_ge0 (ler0n _ _) _; apply: divr_ge0; last by rewrite mulr_ge0 // ltW.
  exact: mulr_ge0 (ler0n _ _) (sqr_ge0 _).
have e (v y z : R) : 16%:R * v * y * z = 16%:R * y * (v * z) by ring.
have e2 (q v y z : R) : 16%:R * q * v * y * z = 16%:R * y * (q * (v * z)) by ring.
by rewrite e e2; exact: ler_wpmul2l B0 _ _ MM.
Qed.
