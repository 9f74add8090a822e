(* The claims on the deviation of the estimate.  Notation: see Claims.v. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import self_concordance.
From Glb Require Import real_numbers matrices setting estimate any_law deviation paper_indices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Deviation *)

(* P4, prop:alpha_discount, lines 1957-1969.
   Paper: t in T(gamma): alpha(a, theta*_t, hat_t) >= (1 + Sbar + |gamma^{t-1}
   S_{t-D:t}|_{Gtilde_{t-D:t}^-1} / sqrt lambda)^-1 mu'(a.theta*_t), with Sbar of eq:bar_S_appendix (line
   1943).
   Gtilde and recent_noise are Gtilde_{t-D:t}(theta*_t, hat_t) and gamma^{t-1} S_{t-D:t} (deviation_round.v).
   Differences: for every D, 0 included; for one path, and for every action b of the unit ball (printed: a is
   not quantified); the noise is any sequence bounded by m, and no law is needed (rewards and their means
   lie in [0, m]); lambda
   > 0, m >= 0 and 0 < gamma < 1 are written out; mu is twice differentiable (|mu''| <= mu' asks for it),
   Lipschitz is mu' <= k_mu, and c_mu is not used; hat solves eq:char_MLE_D (D11: so does the
   maximum-likelihood estimate). Rounds are counted from 0: t rounds have been played, a s, theta s, eps s
   are those of the paper's round s + 1, and gamma^(t.-1 - s) is its gamma^(t-1-s). *)
Theorem P4 (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m : R)
  (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat : 'cV[R]_d) (b : 'cV[R]_d) :
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
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let Gtilde := Gtilde lam a (discount gamma t) D t (alpha dmu) (theta t) hat in
  let noise := recent_noise a (discount gamma t) D t eps in
  let X := ‖noise‖_[invmx Gtilde] in
  ‖b‖ <= 1 ->
  (1 + Sbar + X / Num.sqrt lam)^-1 * dmu ⟨b, theta t⟩ <= alpha dmu ⟨b, theta t⟩ ⟨b, hat⟩.
Proof.
move=> d1 d2 sc km g0 g1 lam0 m0 a1 th1 epsm st mle Sb Gt noise X b1.
have [data S0] := paper_round g0 g1 a1 th1 epsm st mle.
have := alpha_discount lam0 S0 m0 (link_slopes (paper_link d1 d2 sc km)) data b1.
by rewrite /inflation SbarE mulrC.
Qed.

(* C3, cor:S_t_G_t_S_t_H_t, lines 2068-2081.
   Paper: t in T(gamma): Gtilde_{t-D:t}(theta*_t, hat_t) >= (1 + Sbar + X / sqrt lambda)^-1 Htilde_{t-D:t},
   X = |gamma^{t-1} S_{t-D:t}|_{Gtilde_{t-D:t}^-1}.
   Htilde is Htilde_{t-D:t}, each slope at the parameter of its own round (deviation_round.v). Differences: as
   for P4. *)
Theorem C3 (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m : R)
  (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat : 'cV[R]_d) :
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
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let Gtilde := Gtilde lam a (discount gamma t) D t (alpha dmu) (theta t) hat in
  let noise := recent_noise a (discount gamma t) D t eps in
  let X := ‖noise‖_[invmx Gtilde] in
  (1 + Sbar + X / Num.sqrt lam)^-1 *: Htilde lam a (discount gamma t) D t dmu theta ⪯ Gtilde.
Proof.
move=> d1 d2 sc km g0 g1 lam0 m0 a1 th1 epsm st mle Sb Gt noise X.
have [data S0] := paper_round g0 g1 a1 th1 epsm st mle.
have := Htilde_le_Gtilde lam0 S0 m0 (link_slopes (paper_link d1 d2 sc km)) data.
by rewrite /inflation SbarE.
Qed.

(* P1, prop:deviation_main in the main text, lines 1019-1041, as corrected.
   Paper: t in T(gamma): |g_t(hat_t) - g_t(theta*_t)|_{Gtilde_{t-D:t}^-1} <= sqrt(1 + C) rho + rho^2 / sqrt
   lambda, where C is a residual term due to non-stationarity; g_t is that of line 935, whose sum starts at
   t - D.
   False as printed (P1_printed_false of refutations_model.v): the left side contains sqrt lambda S.
   Corrected, two ways: the noise gamma^{t-1} S_{t-D:t} in the place of the difference of g_t, with C =
   Sbar of line 1943; or the difference of g_t, with sqrt lambda S + m gamma^D / (sqrt lambda (1 - gamma))
   added. rho is any bound on |gamma^{t-1} S_{t-D:t}| in the norm of Htilde^-1 (that rho_T^delta is one
   with probability 1 - delta: P2).
   Other differences: as for P4; the second part asks that rewards differ from mu(a_s.hat_t) by at most m
   (so if rewards and all means lie in [0, m]); the page's Gtilde(hat_t, theta*_t) is Gtilde(theta*_t,
   hat_t), alpha being symmetric. *)
Theorem P1 (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m : R)
  (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat : 'cV[R]_d) (rho : R) :
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
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let Gtilde := Gtilde lam a (discount gamma t) D t (alpha dmu) (theta t) hat in
  let noise := recent_noise a (discount gamma t) D t eps in
  let X := ‖noise‖_[invmx Gtilde] in
  ‖noise‖_[invmx (Htilde lam a (discount gamma t) D t dmu theta)] <= rho ->
  X <= Num.sqrt (1 + Sbar) * rho + rho ^+ 2 / Num.sqrt lam /\
  ((forall s, (s < t)%N -> `|mu ⟨a s, theta s⟩ + eps s - mu ⟨a s, hat⟩| <= m) ->
   ‖g_recent lam a (discount gamma t) D t mu hat
                       - g_recent lam a (discount gamma t) D t mu (theta t)‖_[invmx Gtilde] <=
   Num.sqrt (1 + Sbar) * rho + rho ^+ 2 / Num.sqrt lam
     + Num.sqrt lam * S + m * (gamma ^+ D / (1 - gamma)) / Num.sqrt lam).
Proof.
move=> d1 d2 sc km g0 g1 lam0 m0 a1 th1 epsm st mle Sb Gt noise X event.
have [data S0] := paper_round g0 g1 a1 th1 epsm st mle.
have L := link_slopes (paper_link d1 d2 sc km); split=> [|res].
  by have := deviation lam0 S0 m0 L data event; rewrite /deviation_bound SbarE.
by have := deviation_g lam0 S0 m0 L data event res; rewrite /deviation_bound SbarE.
Qed.

(* P2, prop:deviation_main in the appendix, lines 1019-1028 and 2117-2157.
   Paper: for delta in (0, 1], with probability higher than 1 - delta, for all t in T(gamma), |gamma^{t-1}
   S_{t-D:t}|_{Gtilde_{t-D:t}^-1(hat_t, theta*_t)} <= sqrt(1 + Sbar) rho + rho^2 / sqrt lambda, with rho of
   eq:rho_t_appendix (line 1931) and Sbar of line 1943.
   Differences: finitely many outcomes per round; at least 1 - delta (printed: higher than); m > 0; d, T >=
   1; 0 < gamma < 1; any policy act with allowed actions, any D; the variance is at most mu' (exponential
   family: equal); theta* a fixed sequence; rounds from 0; the page's Gtilde(hat_t, theta*_t) is
   Gtilde(theta*_t, hat_t), alpha being symmetric. glm_environment and weighted_mle: setting.v. *)
Theorem P2 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (forall h, actions h (act h)) -> weighted_mle e0 mu (discount gamma) lam reward act hat ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  with_probability (played law act) T delta (fun h =>
    forall t, (t < T)%N -> stationary theta D t ->
    let Gtilde := Gtilde lam (past act h) (discount gamma t) D t (alpha dmu) (theta t) (hat (take t h)) in
    let noise := recent_noise (past act h) (discount gamma t) D t (past_noise e0 mu theta reward act h) in
    ‖noise‖_[invmx Gtilde] <=
    Num.sqrt (1 + Sbar) * rho + rho ^+ 2 / Num.sqrt lam).
Proof.
move=> d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km env aP mle Sb rh.
have := deviation_main d0 T0 lam0 m0 de0 de1 (paper_link d1 d2 sc km) env aP
  (fun t s => discount_range t g0 g1 s) (fun t => discount_old D t g0 g1)
  (fun t => discount_recent D t g0 g1) mle.
by rewrite /deviation_bound SbarE rhoE.
Qed.
