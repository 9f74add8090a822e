(* The claims on the bonus.  Notation: see Claims.v. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import self_concordance potentials.
From Glb Require Import real_numbers matrices setting estimate any_law deviation bonus path_regret.
From Glb Require Import refined_bonus paper_indices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Bonus and optimism *)

(* C4, cor:G_t_V_t_D, lines 2160-2177.
   Paper: t in T(gamma): G_t(theta*_t, hat_t) >= (1 + Sbar + X / sqrt lambda)^-1 c_mu V_t, with V_t = sum_s
   gamma^{t-1-s} a_s a_s^T + (lambda / c_mu) I.
   G_mx is G_t(theta*_t, hat_t) (deviation_round.v). Differences: as for P4; c_mu is any positive lower bound of
   mu' at the actions played and theta*_t (printed: the infimum over the admissible set). *)
Theorem C4 (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m : R)
  (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat : 'cV[R]_d) (c_mu : R) :
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (* ass:bounded_actions; eps s is the noise of the reward of round s, at most m by ass:bounded_rewards *)
  (forall s, ‖a s‖ <= 1) -> (forall s, ‖theta s‖ <= S) -> (forall s, (s < t)%N -> `|eps s| <= m) ->
  (* t belongs to T(gamma): the last D rounds had the parameter of round t *)
  (forall s, (t - D <= s)%N -> (s < t)%N -> theta s = theta t) ->
  (* hat solves the equation of the discounted estimate, eq:char_MLE_D *)
  \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat⟩) *: a s + lam *: hat =
  \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  0 < c_mu -> (forall s, (s < t)%N -> c_mu <= dmu ⟨a s, theta t⟩) ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let Gtilde := Gtilde lam a (discount gamma t) D t (alpha dmu) (theta t) hat in
  let noise := recent_noise a (discount gamma t) D t eps in
  let X := ‖noise‖_[invmx Gtilde] in
  ((1 + Sbar + X / Num.sqrt lam)^-1 * c_mu) *: V gamma (lam / c_mu) a t ⪯ G_mx lam a (discount gamma t) t
    (alpha dmu) (theta t) hat.
Proof.
move=> d1 d2 sc km g0 g1 lam0 m0 a1 th1 epsm st mle c0 fl Sb Gt noise X.
have [data S0] := paper_round g0 g1 a1 th1 epsm st mle.
have := V_le_G lam0 c0 S0 m0 (link_slopes (paper_link d1 d2 sc km)) data fl.
by rewrite /inflation SbarE mulrC.
Qed.

(* P5, prop:upper_delta_t_D_no_proj, lines 2185-2195.
   Paper: with probability higher than 1 - delta, for all t in T(gamma), Delta_t(a, hat_t) = |mu(a.hat_t) -
   mu(a.theta*_t)| <= (k_mu/lambda) (gamma^D/(1-gamma)) (2 S k_mu + m) + (beta/sqrt c_mu) |a|_{V_t^-1},
   with beta of eq:beta_main (line 604) and rho, Sbar of the appendix.
   Differences: as for P2; for all actions b of the unit ball at once (printed: a is not quantified); c_mu
   is any positive lower bound of mu' on the admissible set (printed: the infimum); the power 3/2 is the
   cube of the square root. *)
Theorem P5 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (forall h, actions h (act h)) -> weighted_mle e0 mu (discount gamma) lam reward act hat ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  with_probability (played law act) T delta (fun h =>
    forall t b, (t < T)%N -> stationary theta D t -> ‖b‖ <= 1 ->
    `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      k_mu / lam * (gamma ^+ D / (1 - gamma) * (2%:R * S * k_mu + m))
      + beta / Num.sqrt c_mu * ‖b‖_[invmx (V gamma (lam / c_mu) (past act h) t)]).
Proof.
move=> d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km c0 fl env aP mle Sb rh bt.
have := prediction_error_main d0 T0 lam0 m0 de0 de1 (paper_link d1 d2 sc km) (conj c0 fl) env aP
  (fun t s => discount_range t g0 g1 s) (fun t => discount_old D t g0 g1)
  (fun t => discount_recent D t g0 g1) mle.
by rewrite SbarE rhoE.
Qed.

(* P10, prop:delta_t_regret, lines 3350-3362.
   Paper: if UCB_t(a) = mu(a.theta_t) + beta_t(a) is maximised by a_t over A_t and Delta_t(a, theta_t) <=
   beta_t(a), then r_t <= 2 beta_t(a_t).
   Differences: none; for any function mu, any set of actions, estimator est, bonus, and any comparator
   best of the set (the page: a best action). *)
Theorem P10 (d : nat) (mu : R -> R) (actions : 'cV[R]_d -> Prop) (bonus : 'cV[R]_d -> R)
  (est star act best : 'cV[R]_d) :
  actions act -> actions best ->
  (forall b, actions b -> mu ⟨b, est⟩ + bonus b <= mu ⟨act, est⟩ + bonus act) ->
  (forall b, actions b -> `|mu ⟨b, est⟩ - mu ⟨b, star⟩| <= bonus b) ->
  mu ⟨best, star⟩ - mu ⟨act, star⟩ <= 2%:R * bonus act.
Proof. by move=> aP bP am cov; exact: optimism am cov aP bP. Qed.

(** * The refined bonus *)

(* P6, proposition:beta_improved, lines 2524-2536.
   Paper: with probability higher than 1 - delta, for all t in T(gamma) with hat_t in Theta,
   Delta_t(a, hat_t) <= (k_mu/lambda) (gamma^D/(1-gamma)) (2 S k_mu + m) + (betabar/sqrt c_mu) |a|_{V_t^-1},
   betabar = k_mu sqrt(1 + 2S) (sqrt lambda S + rho) (eq:beta_improved, line 2519), rho of
   eq:rho_t_appendix.
   Differences: as for P5; Theta is the ball |theta|_2 <= S. The statement is the printed one; in the proof
   k_mu, lost from its second line on (I34), is put back. *)
Theorem P6 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (forall h, actions h (act h)) -> weighted_mle e0 mu (discount gamma) lam reward act hat ->
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let betabar := k_mu * Num.sqrt (1 + 2%:R * S) * (Num.sqrt lam * S + rho) in
  with_probability (played law act) T delta (fun h =>
    forall t b, (t < T)%N -> stationary theta D t -> ‖hat (take t h)‖ <= S -> ‖b‖ <= 1 ->
    `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      k_mu / lam * (gamma ^+ D / (1 - gamma) * (2%:R * S * k_mu + m))
      + betabar / Num.sqrt c_mu * ‖b‖_[invmx (V gamma (lam / c_mu) (past act h) t)]).
Proof.
move=> d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km c0 fl env aP mle rh bt.
have := prediction_error_ball_main d0 T0 lam0 m0 de0 de1 (paper_link d1 d2 sc km) (conj c0 fl) env aP
  (fun t s => discount_range t g0 g1 s) (fun t => discount_old D t g0 g1)
  (fun t => discount_recent D t g0 g1) mle.
by rewrite rhoE.
Qed.
