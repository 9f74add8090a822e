(* The claims on the sliding window.  Notation: see Claims.v. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials secant_matrices estimate any_law deviation.
From Glb Require Import bonus window_deviation window_regret paper_indices window_indices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Sliding window *)

(* P7, qlzkdlqkzdl, lines 2712-2720.
   Paper: t in T(tau): alpha(a, theta*_t, hat_t) >= (1 + S + |S_t|_{G_t^-1(theta*_t, hat_t)} / sqrt
   lambda)^-1 mu'(a.theta*_t), with the window matrices of lines 2610-2640.
   Differences: for every action b of the unit ball (printed: a is not quantified); T(tau) with max(1, t -
   tau) for t - tau (Q40: rounds s <= 0 are none); mu is twice differentiable, Lipschitz is mu' <= k_mu;
   lambda > 0; hat_t solves the equation of line 2664 (Q41: so does the maximiser of the likelihood); rewards
   need not be bounded, c_mu is not used. Rounds are 1, 2, ... as on the page. *)
Theorem P7 (d t tau : nat) (mu dmu ddmu : R -> R) (lam S k_mu : R) (a theta : nat -> 'cV[R]_d)
  (r eps : nat -> R) (hat b : 'cV[R]_d) :
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
  (1 + S + (Num.sqrt lam)^-1 * ‖S_t‖_[invmx G])^-1 * dmu ⟨b, theta t⟩ <= mean_slope dmu b (theta t) hat.
Proof.
move=> d1 d2 sc km t1 lam0 a1 th1 epsE st score G S_t b1.
have mle := paper_window_mle epsE score.
rewrite /G /S_t paper_G_window paper_S_window mean_slopeE mulrC [_^-1 * nrm _ _]mulrC.
exact: (alpha_window lam0 (link_slopes (paper_link d1 d2 sc km)) (fun s => a1 s.+1 isT) (th1 t t1)
  (paper_steady st) mle b1).
Qed.

(* C5, prop:self_concord_SW, first display, lines 2758-2769.
   Paper: t in T(tau): G_t(theta*_t, hat_t) >= (1 + S + |S_t|_{G_t^-1(theta*_t, hat_t)} / sqrt lambda)^-1
   H_t, H_t of eq:H_t_good_sliding with the parameter of each round.
   Differences: as for P7. *)
Theorem C5 (d t tau : nat) (mu dmu ddmu : R -> R) (lam S k_mu : R) (a theta : nat -> 'cV[R]_d)
  (r eps : nat -> R) (hat : 'cV[R]_d) :
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
  G ⪰ (1 + S + (Num.sqrt lam)^-1 * ‖S_t‖_[invmx G])^-1 *: H.
Proof.
move=> d1 d2 sc km t1 lam0 a1 th1 epsE st score G H S_t.
have mle := paper_window_mle epsE score.
rewrite /G /H /S_t paper_G_window paper_H_window paper_S_window [_^-1 * nrm _ _]mulrC.
exact: (H_le_G_window lam0 (link_slopes (paper_link d1 d2 sc km)) (fun s => a1 s.+1 isT) (th1 t t1)
  (paper_steady st) mle).
Qed.

(* C6, prop:self_concord_SW, second display, lines 2770-2781, as corrected.
   Paper: for all t <= T, |S_t|_{G_t^-1(theta*_t, hat_t)} <= sqrt(1 + L S) |S_t|_{H_t^-1} + |S_t|^2_{H_t^-1} /
   sqrt lambda.
   Corrected: for all t in T(tau) (the display is false near a change), and L, which is not defined, is 1.
   Other differences: as for P7. *)
Theorem C6 (d t tau : nat) (mu dmu ddmu : R -> R) (lam S k_mu : R) (a theta : nat -> 'cV[R]_d)
  (r eps : nat -> R) (hat : 'cV[R]_d) :
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
    Num.sqrt (1 + S) * ‖S_t‖_[invmx H] + (Num.sqrt lam)^-1 * ‖S_t‖_[invmx H] ^+ 2.
Proof.
move=> d1 d2 sc km t1 lam0 a1 th1 epsE st score; have mle := paper_window_mle epsE score.
rewrite paper_G_window paper_H_window paper_S_window; cbv zeta; rewrite [(Num.sqrt lam)^-1 * _]mulrC.
exact: (deviation_window lam0 (link_slopes (paper_link d1 d2 sc km)) (fun s => a1 s.+1 isT) (th1 t t1)
  (paper_steady st) mle).
Qed.

(* P8, the proposition of lines 2853-2861.
   Paper: for delta in (0, 1], with probability higher than 1 - delta, for all t in T(tau), Delta_t(a, hat_t)
   <= (beta_t/sqrt c_mu) |a|_{V_t^-1}, with beta_t of beta_t_SW (line 2847) and rho_t of eq:rho_SW (line
   2836).
   Differences: as for P2 and P5 (finitely many outcomes; at least 1 - delta; m > 0; d, T >= 1; any policy;
   for all actions b of the unit ball at once; the power 3/2 is the cube of the square root; c_mu any positive
   lower bound). rho t and beta t are those of the paper's round t. Elsewhere rounds are counted from 0: after
   t rounds the next one is the paper's round t + 1, whence beta t.+1. *)
Theorem P8 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d)
  (lam delta : R) (T tau : nat) :
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
      beta t.+1 / Num.sqrt c_mu * ‖b‖_[invmx (V_window (lam / c_mu) (past act h) tau t)]).
Proof.
move=> d0 T0 lam0 m0 de0 de1 d1 d2 sc km c0 fl env aP mle rh bt.
exact: (window_prediction_error d0 T0 lam0 m0 de0 de1 (paper_link d1 d2 sc km) (conj c0 fl) env aP mle).
Qed.

(* T5, thm:regret_wost_case_SW, lines 2918-2931 (proof 2932-2968), as corrected.
   Paper: with probability at least 1 - delta, R_T <= Gamma_T tau + (2 beta_T/sqrt c_mu) sqrt(dT)
   sqrt(ceil(T/tau)) sqrt(2 max(1, 1/lambda)) sqrt(log(1 + tau/(d lambda))), with beta_t of beta_t_SW.
   False as printed. Corrected: the first term has a factor m (a round near a change costs up to m, Z65), and
   both 1/lambda are c_mu/lambda (the ridge of V_t is lambda/c_mu, Z66).
   ceil(T/tau) is the quotient (T + tau - 1) %/ tau of natural numbers. The bonus of round t has beta_t, as in
   the algorithm.
   Other differences: tau >= 1 and lambda > 0 are said; those of T2 (finitely many outcomes; any law:
   T5_ordinary_law; any comparator; Gamma any bound on the number of changes; d, T >= 1; m > 0; delta <= 1;
   that act and hat exist is assumed). *)
Theorem T5 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (lam delta : R) (T tau Gamma : nat) :
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
    + 2%:R * beta T / Num.sqrt c_mu * Num.sqrt (d%:R * T%:R) * Num.sqrt ((T + tau - 1) %/ tau)%:R
      * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam)))) [::].
Proof.
move=> d0 T0 tau0 lam0 m0 de0 de1 d1 d2 sc km c0 fl env ch bP rh bt alg.
exact: (window_regret d0 T0 lam0 m0 de0 de1 (paper_link d1 d2 sc km) (conj c0 fl) env tau0 ch bP alg).
Qed.

(* T6, thm:fjqiqposejf_SW, lines 3001-3010 (proof 3011-3052): the bound of the proof, as corrected.
   Paper: under ass:minimum_gap, R_T <= Gamma_T tau + (8 beta_T^2/(c_mu Delta)) max(1, 1/lambda) d
   ceil(T/tau) log(1 + tau/(lambda d)) (lines 3031-3040), whence the rate of the theorem.
   Corrected: as in T5, Gamma_T tau is m Gamma_T tau and both 1/lambda are c_mu/lambda; with probability at
   least 1 - delta (the theorem names none, Z141).
   ass:minimum_gap as in T1. Other differences: those of T5. The rate, with its tau and lambda, is not part
   of this statement. *)
Theorem T6 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (lam delta Delta : R) (T tau Gamma : nat) :
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
    + 8%:R * beta T ^+ 2 / (c_mu * Delta) * Num.max 1 (c_mu / lam) * d%:R * ((T + tau - 1) %/ tau)%:R
      * ln (1 + c_mu * tau%:R / (d%:R * lam))) [::].
Proof.
move=> d0 T0 tau0 lam0 m0 de0 de1 d1 d2 sc km c0 fl env ch bP Delta0 gap rh bt alg.
exact: (window_gap d0 T0 lam0 m0 de0 de1 (paper_link d1 d2 sc km) (conj c0 fl) env tau0 ch bP alg Delta0 gap).
Qed.
