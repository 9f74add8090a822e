(* Sharper constants: the bonus and the regret.  Not in the paper.  Notation: see Claims.v. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus regret.
From Glb Require Import window_deviation window_regret paper_indices.
From Glb Require Import sharper_numbers sharper_radial sharper_radius sharper_error sharper_regret.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * The bonus *)

(* Z114, lines 2185-2291: P5 with every rounding of its proof taken back.
   Stated: if 0 <= mu <= m, with probability at least 1 - delta, for all t in T(gamma), Delta_t(a, hat_t) <=
   (k_mu m/lambda) gamma^D/(1-gamma) + (beta/sqrt c_mu) |a|_{V_t^-1}, beta = k_mu sqrt(s + X/sqrt lambda)
   (sqrt lambda S + X), s = S + (m/lambda) gamma^D/(1-gamma) + S/(e^S-1), X = (rho^2/sqrt lambda +
   sqrt(rho^4/lambda + 4 s rho^2))/2, rho the radius of Z110 for any u, r > 0.
   Differences: those of P5 (finitely many outcomes, any policy, all actions b of the unit ball at once),
   and S > 0, as S/(e^S-1) asks for. *)
Theorem Z114 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d)
  (gamma lam delta u r : R) (T D : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < S -> 0 < delta -> delta <= 1 ->
  0 < u -> 0 < r ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* means of all parameters in [0, m] *)
  (forall z, 0 <= mu z <= m) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (forall h, actions h (act h)) -> weighted_mle e0 mu (discount gamma) lam reward act hat ->
  let phi := (exp (u + r) - 1 - (u + r)) / (u + r) ^+ 2 in
  let mass x := RInt (fun s => s ^+ d.-1 * exp (- (phi * lam / m ^+ 2 * s ^+ 2))) 0 x in
  let rho := phi * u * Num.sqrt lam / m + m / (u * Num.sqrt lam) * (ln (T%:R / delta)
    + d%:R / 2%:R * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + ln (mass (u + r) / mass r)) in
  let s := S + m / lam * (gamma ^+ D / (1 - gamma)) + S / (exp S - 1) in
  let X := (rho ^+ 2 / Num.sqrt lam + Num.sqrt (rho ^+ 4 / lam + 4%:R * s * rho ^+ 2)) / 2%:R in
  let beta := k_mu * Num.sqrt (s + X / Num.sqrt lam) * (Num.sqrt lam * S + X) in
  with_probability (played law act) T delta (fun h =>
    forall t b, (t < T)%N -> stationary theta D t -> ‖b‖ <= 1 ->
    `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      k_mu * m / lam * (gamma ^+ D / (1 - gamma))
      + beta / Num.sqrt c_mu * ‖b‖_[invmx (V gamma (lam / c_mu) (past act h) t)]).
Proof.
move=> d0 T0 g0 g1 lam0 m0 S0 de0 de1 u0 r0 d1 d2 sc km mr c0 fl env aP mle ph mass rho s X beta.
have := sharp_error_main d0 T0 lam0 m0 u0 r0 de0 de1 S0 (paper_link d1 d2 sc km) (conj c0 fl) env aP
  (fun t s => discount_range t g0 g1 s) (fun t => discount_old D t g0 g1)
  (fun t => discount_recent D t g0 g1) mle
  (fun h t _ _ => discount_old_part e0 env aP D h t g0 g1 (ltW m0) mr).
apply: with_probability_le => h hT H t b tT st b1; have := H t b tT st b1.
by rewrite rho_sharpE s_sharpE old_bias.
Qed.

(* Z115, lines 2524-2586: P6 with its roundings taken back; the penalty needs no factor sqrt(1+2S).
   Stated: if 0 <= mu <= m, with probability at least 1 - delta, for all t in T(gamma) with hat_t in Theta,
   Delta_t(a, hat_t) <= (k_mu m/lambda) gamma^D/(1-gamma) + (betabar/sqrt c_mu) |a|_{V_t^-1}, betabar = k_mu
   (sqrt lambda S + sqrt(varkappa) rho), varkappa = 2S/(1-e^{-2S}), rho the radius of Z110.
   Differences: those of P6, and S > 0. *)
Theorem Z115 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d)
  (gamma lam delta u r : R) (T D : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < S -> 0 < delta -> delta <= 1 ->
  0 < u -> 0 < r ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* means of all parameters in [0, m] *)
  (forall z, 0 <= mu z <= m) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (forall h, actions h (act h)) -> weighted_mle e0 mu (discount gamma) lam reward act hat ->
  let phi := (exp (u + r) - 1 - (u + r)) / (u + r) ^+ 2 in
  let mass x := RInt (fun s => s ^+ d.-1 * exp (- (phi * lam / m ^+ 2 * s ^+ 2))) 0 x in
  let rho := phi * u * Num.sqrt lam / m + m / (u * Num.sqrt lam) * (ln (T%:R / delta)
    + d%:R / 2%:R * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + ln (mass (u + r) / mass r)) in
  let varkappa := 2%:R * S / (1 - exp (- (2%:R * S))) in
  let betabar := k_mu * (Num.sqrt lam * S + Num.sqrt varkappa * rho) in
  with_probability (played law act) T delta (fun h =>
    forall t b, (t < T)%N -> stationary theta D t -> ‖hat (take t h)‖ <= S -> ‖b‖ <= 1 ->
    `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      k_mu * m / lam * (gamma ^+ D / (1 - gamma))
      + betabar / Num.sqrt c_mu * ‖b‖_[invmx (V gamma (lam / c_mu) (past act h) t)]).
Proof.
move=> d0 T0 g0 g1 lam0 m0 S0 de0 de1 u0 r0 d1 d2 sc km mr c0 fl env aP mle ph mass rho vk betabar.
have := sharp_ball_main d0 T0 lam0 m0 u0 r0 de0 de1 S0 (paper_link d1 d2 sc km) (conj c0 fl) env aP
  (fun t s => discount_range t g0 g1 s) (fun t => discount_old D t g0 g1)
  (fun t => discount_recent D t g0 g1) mle
  (fun h t _ _ => discount_old_part e0 env aP D h t g0 g1 (ltW m0) mr).
apply: with_probability_le => h hT H t b tT st hS b1; have := H t b tT st hS b1.
by rewrite rho_sharpE old_bias.
Qed.

(* Z166, lines 2847-2916, 3053-3055: Z114 and Z115 with a sliding window.
   Stated: with probability at least 1 - delta, for all t in T(tau), Delta_t(a, hat_t) <= (beta_t/sqrt c_mu)
   |a|_{V_t^-1}, beta_t = k_mu sqrt(s + X_t/sqrt lambda)(sqrt lambda S + X_t), s = S/(1-e^{-S}), X_t the
   larger root of X^2 = rho_t^2 (s + X/sqrt lambda), rho_t the radius of Z165; and with betabar_t = k_mu
   (sqrt lambda S + sqrt(varkappa) rho_t) in the place of beta_t where hat_t lies in Theta.
   Differences: those of P8, and S > 0. Means need not lie in [0, m] outside the model. *)
Theorem Z166 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d)
  (lam delta u r : R) (T tau : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < lam -> 0 < m -> 0 < S -> 0 < delta -> delta <= 1 -> 0 < u -> 0 < r ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (forall h, actions h (act h)) -> weighted_mle e0 mu (window_weight _ tau) lam reward act hat ->
  let phi := (exp (u + r) - 1 - (u + r)) / (u + r) ^+ 2 in
  let mass x := RInt (fun s => s ^+ d.-1 * exp (- (phi * lam / m ^+ 2 * s ^+ 2))) 0 x in
  let rho t := phi * u * Num.sqrt lam / m + m / (u * Num.sqrt lam) * (ln (T%:R / delta)
    + d%:R / 2%:R * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam)) + ln (mass (u + r) / mass r)) in
  let s := S / (1 - exp (- S)) in
  let X t := (rho t ^+ 2 / Num.sqrt lam + Num.sqrt (rho t ^+ 4 / lam + 4%:R * s * rho t ^+ 2)) / 2%:R in
  let beta t := k_mu * Num.sqrt (s + X t / Num.sqrt lam) * (Num.sqrt lam * S + X t) in
  let varkappa := 2%:R * S / (1 - exp (- (2%:R * S))) in
  let betabar t := k_mu * (Num.sqrt lam * S + Num.sqrt varkappa * rho t) in
  with_probability (played law act) T delta (fun h =>
    forall t b, (t < T)%N -> stationary theta tau t -> ‖b‖ <= 1 ->
    `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      beta t.+1 / Num.sqrt c_mu * ‖b‖_[invmx (V_window (lam / c_mu) (past act h) tau t)]) /\
  with_probability (played law act) T delta (fun h =>
    forall t b, (t < T)%N -> stationary theta tau t -> ‖hat (take t h)‖ <= S -> ‖b‖ <= 1 ->
    `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      betabar t.+1 / Num.sqrt c_mu * ‖b‖_[invmx (V_window (lam / c_mu) (past act h) tau t)]).
Proof.
move=> d0 T0 lam0 m0 S0 de0 de1 u0 r0 d1 d2 sc km c0 fl env aP mle ph mass rho s X beta vk betabar.
have L := paper_link d1 d2 sc km; have old h t : size h = T -> (t < T)%N -> _ :=
  fun _ _ => window_old_part e0 mu theta reward act tau h t.
split.
  have := sharp_error_main d0 T0 lam0 m0 u0 r0 de0 de1 S0 L (conj c0 fl) env aP (window_range _ tau)
    (window_old _ tau) (window_recent _ tau) mle old.
  apply: with_probability_le => h hT H t b tT st b1; have := H t b tT st b1.
  by rewrite (s_sharp0 lam S0) mul0r mulr0 add0r.
have := sharp_ball_main d0 T0 lam0 m0 u0 r0 de0 de1 S0 L (conj c0 fl) env aP (window_range _ tau)
  (window_old _ tau) (window_recent _ tau) mle old.
apply: with_probability_le => h hT H t b tT st hS b1; have := H t b tT st hS b1.
by rewrite mul0r mulr0 add0r.
Qed.

(** * The regret *)

(* Z168, lines 2337-2371, 2449-2493: T2 and T1 with the sharper constants.
   Stated: D-GLM-UCB with beta of Z114: with probability at least 1 - delta, R_T <= m Gamma_T D + sqrt T W,
   W = 2 beta sqrt(P/c_mu) + 2 b sqrt T, b = (k_mu m/lambda) gamma^D/(1-gamma), P the smaller one of T
   c_mu/lambda and the bound of Z161 with ell = lambda/c_mu; and if gaps are at least Delta, with
   probability at least 1 - delta, R_T <= m Gamma_T D + W^2/Delta. For every gamma, lambda, D, u and r.
   Differences: those of T2 and T1 in their first parts; 0 <= mu <= m; S > 0. *)
Theorem Z168 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta u r Delta : R) (T D Gamma : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < S -> 0 < delta -> delta <= 1 ->
  0 < u -> 0 < r ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* means of all parameters in [0, m] *)
  (forall z, 0 <= mu z <= m) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let phi := (exp (u + r) - 1 - (u + r)) / (u + r) ^+ 2 in
  let mass x := RInt (fun s => s ^+ d.-1 * exp (- (phi * lam / m ^+ 2 * s ^+ 2))) 0 x in
  let rho := phi * u * Num.sqrt lam / m + m / (u * Num.sqrt lam) * (ln (T%:R / delta)
    + d%:R / 2%:R * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + ln (mass (u + r) / mass r)) in
  let s := S + m / lam * (gamma ^+ D / (1 - gamma)) + S / (exp S - 1) in
  let X := (rho ^+ 2 / Num.sqrt lam + Num.sqrt (rho ^+ 4 / lam + 4%:R * s * rho ^+ 2)) / 2%:R in
  let beta := k_mu * Num.sqrt (s + X / Num.sqrt lam) * (Num.sqrt lam * S + X) in
  let bias := k_mu * m / lam * (gamma ^+ D / (1 - gamma)) in
  let y := c_mu * (1 - gamma ^+ T) / (d%:R * lam * (1 - gamma)) in
  let P := Num.min (T%:R * c_mu / lam) (c_mu / (lam * ln (1 + c_mu / lam))
    * (d%:R * (ln (1 + y) + (T - 1)%:R * ln ((1 + y) / (1 + gamma * y))))) in
  let W := 2%:R * beta * Num.sqrt (P / c_mu) + 2%:R * bias * Num.sqrt T%:R in
  (* D-GLM-UCB with this beta *)
  D_GLM_UCB e0 mu actions reward gamma lam c_mu beta act hat ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
    m * (Gamma * D)%:R + Num.sqrt T%:R * W) [::] /\
  (0 < Delta ->
   (forall h b, (size h < T)%N -> actions h b -> mu ⟨b, theta (size h)⟩ < mu ⟨best h, theta (size h)⟩ ->
     Delta <= mu ⟨best h, theta (size h)⟩ - mu ⟨b, theta (size h)⟩) ->
   1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
    m * (Gamma * D)%:R + W ^+ 2 / Delta) [::]).
Proof.
move=> d0 T0 g0 g1 lam0 m0 S0 de0 de1 u0 r0 d1 d2 sc km mr c0 fl env ch bP ph mass rho s X beta bias y P W
  [mle op].
have aP h := (op h).1; have L := paper_link d1 d2 sc km.
pose W2 (t : nat) : R := (1 - gamma ^+ (2 * D)) / (1 - gamma ^+ 2).
pose B := m * (gamma ^+ D / (1 - gamma)).
have bE : beta_sharp lam k_mu S (s_sharp lam S B) (rho_sharp d T lam m k_mu delta u r (W2 0%N)) = beta.
  by rewrite /W2 rho_sharpE /B s_sharpE.
have old h t : size h = T -> (t < T)%N -> _ := fun _ _ => discount_old_part e0 env aP D h t g0 g1 (ltW m0) mr.
have op' : optimistic mu actions (fun h b => beta_sharp lam k_mu S (s_sharp lam S B)
    (rho_sharp d T lam m k_mu delta u r (W2 (size h))) / Num.sqrt c_mu
    * nrm (invmx (design (lam / c_mu) (past act h) (discount gamma (size h)) (size h))) b) act hat.
  by rewrite -[W2]/(fun=> W2 0%N) /= bE.
have btl t : (t < T)%N -> beta_sharp lam k_mu S (s_sharp lam S B) (rho_sharp d T lam m k_mu delta u r (W2 t))
    <= beta by rewrite -[W2 t]/(W2 0%N) bE.
have pot h : size h = T -> _ := fun _ => potential_ridge d0 lam0 c0
  (fun t => act_unit env aP (take t h)) g0 g1 (erefl y).
have less (z : R) : m * (breaks theta T * D)%:R + z <= m * (Gamma * D)%:R + z.
  by rewrite ler_add2r ler_wpmul2l ?(ltW m0) // ler_nat leq_mul2r ch orbT.
have p0 h e : 0 <= played law act h e by exact: (env_law_ge0 env).
split=> [|De0 gap].
  have := sharp_worst_case d0 T0 lam0 m0 u0 r0 de0 de1 S0 L (conj c0 fl) env aP
    (fun t s => discount_range t g0 g1 s) (fun t => discount_old D t g0 g1)
    (fun t => discount_recent D t g0 g1) mle old op' bP btl pot.
  rewrite old_bias => /le_trans; apply; apply: (Pr_le p0) => h _ /le_trans; apply; exact: less.
have := sharp_gap d0 T0 lam0 m0 u0 r0 de0 de1 S0 L (conj c0 fl) env aP
  (fun t s => discount_range t g0 g1 s) (fun t => discount_old D t g0 g1)
  (fun t => discount_recent D t g0 g1) mle old op' bP btl pot De0 gap.
rewrite old_bias => /le_trans; apply; apply: (Pr_le p0) => h _ /le_trans; apply; exact: less.
Qed.

(* Z169, lines 2949-2967, 3033-3039: the regret of SC-SW-GLUCB with the sharper constants.
   Stated: SC-SW-GLUCB with beta_t of Z166: with probability at least 1 - delta, R_T <= m Gamma_T tau + sqrt
   T W, W = 2 beta_T sqrt(P/c_mu), P the bound of Z163 with ell = lambda/c_mu; and if gaps are at least
   Delta, R_T <= m Gamma_T tau + W^2/Delta.
   Differences: those of T5, and S > 0; N is ceil(T/(tau+1)), a quotient of natural numbers. *)
Theorem Z169 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (lam delta u r Delta : R) (T tau N Gamma : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < lam -> 0 < m -> 0 < S -> 0 < delta -> delta <= 1 -> 0 < u -> 0 < r ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let phi := (exp (u + r) - 1 - (u + r)) / (u + r) ^+ 2 in
  let mass x := RInt (fun s => s ^+ d.-1 * exp (- (phi * lam / m ^+ 2 * s ^+ 2))) 0 x in
  let rho t := phi * u * Num.sqrt lam / m + m / (u * Num.sqrt lam) * (ln (T%:R / delta)
    + d%:R / 2%:R * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam)) + ln (mass (u + r) / mass r)) in
  let s := S / (1 - exp (- S)) in
  let X t := (rho t ^+ 2 / Num.sqrt lam + Num.sqrt (rho t ^+ 4 / lam + 4%:R * s * rho t ^+ 2)) / 2%:R in
  let beta t := k_mu * Num.sqrt (s + X t / Num.sqrt lam) * (Num.sqrt lam * S + X t) in
  N = ((T + (tau + 1) - 1) %/ (tau + 1))%N ->
  let P := c_mu / (lam * ln (1 + c_mu / lam)) * (d%:R * (N%:R * ln (1 + c_mu * T%:R / (N%:R * d%:R *
    lam)))) in
  let W := 2%:R * beta T * Num.sqrt (P / c_mu) in
  (* SC-SW-GLUCB with these beta_t *)
  SC_SW_GLUCB e0 mu actions reward tau lam c_mu beta act hat ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
    m * (Gamma * tau)%:R + Num.sqrt T%:R * W) [::] /\
  (0 < Delta ->
   (forall h b, (size h < T)%N -> actions h b -> mu ⟨b, theta (size h)⟩ < mu ⟨best h, theta (size h)⟩ ->
     Delta <= mu ⟨best h, theta (size h)⟩ - mu ⟨b, theta (size h)⟩) ->
   1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
    m * (Gamma * tau)%:R + W ^+ 2 / Delta) [::]).
Proof.
move=> d0 T0 lam0 m0 S0 de0 de1 u0 r0 d1 d2 sc km c0 fl env ch bP ph mass rho s X beta NE P W [mle op].
have aP h := (op h).1; have L := paper_link d1 d2 sc km; have k0 := kmu0 L.
have old h t : size h = T -> (t < T)%N -> _ := fun _ _ => window_old_part e0 mu theta reward act tau h t.
pose rt t := rho_sharp d T lam m k_mu delta u r (minn t tau)%:R.
have bE t : beta_sharp lam k_mu S (s_sharp lam S 0) (rt t) = beta t by rewrite (s_sharp0 lam S0).
have op' : optimistic mu actions (fun h b => beta_sharp lam k_mu S (s_sharp lam S 0) (rt (size h).+1)
    / Num.sqrt c_mu * nrm (invmx (V_window (lam / c_mu) (past act h) tau (size h))) b) act hat.
  by rewrite (s_sharp0 lam S0).
have s0 : 0 <= s_sharp lam S 0.
  by rewrite /s_sharp mul0r addr0 addr_ge0 ?divr_ge0 ?(ltW S0) // subr_ge0 -[X in X <= _]exp0 exp_le ?ltW.
have btl t : (t < T)%N -> beta_sharp lam k_mu S (s_sharp lam S 0) (rt t.+1) <= beta T.
  move=> tT; rewrite -bE; apply: beta_sharp_mono => //; [exact: ltW| |].
    by apply: ltW; apply: rho_sharp_gt0 => //; exact: ler0n.
  by apply: rho_sharp_mono => //; rewrite ?ler0n // ler_nat; lia.
have pot h : size h = T -> _ := fun _ => potential_blocks lam0 c0 (fun t => act_unit env aP (take t h)) NE.
have less (z : R) : m * (breaks theta T * tau)%:R + z <= m * (Gamma * tau)%:R + z.
  by rewrite ler_add2r ler_wpmul2l ?(ltW m0) // ler_nat leq_mul2r ch orbT.
have p0 h e : 0 <= played law act h e by exact: (env_law_ge0 env).
have W0 : 2%:R * beta T * Num.sqrt (P / c_mu) + 2%:R * (k_mu * (0 / lam)) * Num.sqrt T%:R = W.
  by rewrite mul0r !mulr0 mul0r addr0.
split=> [|De0 gap].
  have := sharp_worst_case d0 T0 lam0 m0 u0 r0 de0 de1 S0 L (conj c0 fl) env aP (window_range _ tau)
    (window_old _ tau) (window_recent _ tau) mle old op' bP btl pot.
  rewrite W0 => /le_trans; apply; apply: (Pr_le p0) => h _ /le_trans; apply; exact: less.
have := sharp_gap d0 T0 lam0 m0 u0 r0 de0 de1 S0 L (conj c0 fl) env aP (window_range _ tau)
  (window_old _ tau) (window_recent _ tau) mle old op' bP btl pot De0 gap.
rewrite W0 => /le_trans; apply; apply: (Pr_le p0) => h _ /le_trans; apply; exact: less.
Qed.
