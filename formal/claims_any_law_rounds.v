(* The deviation of the estimate and the bonus for laws that are given on a class of functions.  Notation: see
   Claims.v.

   These theorems are P2, P5, P6 and P8 without finitely many outcomes.  The outcomes of a round form any set
   E.  The law of the outcome, when b is played after h, is a functional I h b on a class L h b of bounded
   functions, closed under sums and multiples, with the constants; it is linear, non-negative on non-negative
   functions, and 1 at the constant 1: say the bounded measurable functions and a probability law (countable
   additivity is not used).  So rewards in [0, m] may have any law of mean mu(b.theta*_t) and variance at most
   mu'(b.theta*_t).  The law is given for every b (take any where b is not allowed).
   An outcome may hold more than the reward, say the policy's own draws; what is drawn before the first round
   is fixed.
   Prob iterates upper integrals, round by round: it is the probability if all functions that are integrated
   on the way are in their classes; of an event that is not measurable it bounds the iterated upper integral
   only, which is at most the outer probability.  [forall t : 'I_T, A]: A for every t < T; A ==> B: A implies
   B.
   P5, P6 and P8 are about all actions of the unit ball at once.  Their event is written out: within h, the
   noise is within rho at all rounds (lines 1949 and 2900).  It fails with probability at most delta, and
   where it holds the statement holds, for every h. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import self_concordance potentials.
From Glb Require Import real_numbers matrices setting estimate any_law deviation bonus any_law_regret.
From Glb Require Import rounds_regret window_deviation window_regret refined_bonus paper_indices.
From Glb Require Import window_indices any_law_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Deviation and bonus, any law of rewards *)

(* P2_ordinary_law, prop:deviation_main in the appendix, lines 1019-1028 and 2117-2157: P2 for laws that are
   given on classes of functions (top of this file).
   Paper: for delta in (0, 1], with probability higher than 1 - delta, for all t in T(gamma), |gamma^{t-1}
   S_{t-D:t}|_{Gtilde_{t-D:t}^-1(hat_t, theta*_t)} <= sqrt(1 + Sbar) rho + rho^2 / sqrt lambda, with rho of
   eq:rho_t_appendix (line 1931) and Sbar of line 1943.
   Stated: that some t in T(gamma) fails has probability at most delta.
   Differences: those of P2 but the finitely many outcomes; rewards and their squared deviations are in the
   class. eps h s is the noise of round s along h; Gtilde, recent_noise: deviation_round.v; stationary:
   setting.v. *)
Theorem P2_ordinary_law (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* bounded parameters, actions and rewards *)
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) ->
  (* the class of functions and the law of the outcome; mean mu, variance at most mu' *)
  (forall h b f, L h b f -> bounded f) -> (forall h b c, L h b (fun=> c)) ->
  (forall h b f g, L h b f -> L h b g -> L h b (fun e => f e + g e)) ->
  (forall h b c f, L h b f -> L h b (fun e => c * f e)) ->
  (forall h b f g, L h b f -> L h b g -> I h b (fun e => f e + g e) = I h b f + I h b g) ->
  (forall h b c f, L h b f -> I h b (fun e => c * f e) = c * I h b f) ->
  (forall h b f, L h b f -> (forall e, 0 <= f e) -> 0 <= I h b f) ->
  (forall h b, I h b (fun=> 1) = 1) ->
  (forall h b, actions h b -> L h b (reward h b)) ->
  (forall h b, actions h b -> L h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2)) ->
  (forall h b, actions h b -> I h b (reward h b) = mu ⟨b, theta (size h)⟩) ->
  (forall h b, actions h b ->
    I h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩) ->
  (* any policy with allowed actions; hat is the discounted estimate *)
  (forall h, actions h (act h)) ->
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat h⟩) *: a s + lam *: hat h =
    \sum_(s < t) (gamma ^+ (t.-1 - s) * reward (take s h) (a s) (nth e0 h s)) *: a s) ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let a h s := act (take s h) in
  let eps h s := reward (take s h) (a h s) (nth e0 h s) - mu ⟨a h s, theta s⟩ in
  let noise h t := recent_noise (a h) (discount gamma t) D t (eps h) in
  let Gtilde h t := Gtilde lam (a h) (discount gamma t) D t (alpha dmu) (theta t) (hat (take t h)) in
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h =>
    ~~ [forall t : 'I_T, stationary theta D t ==>
      (‖noise h t‖_[invmx (Gtilde h t)] <= Num.sqrt (1 + Sbar) * rho + rho ^+ 2 / Num.sqrt lam)]) [::]
  <= delta.
Proof.
move=> d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km th1 a1 rm Lb Lc La Ls Ia Is Ip I1 Lr Lv mean var aP mle.
have K := paper_link d1 d2 sc km.
have UE h := ordinary_laws (Lb h) (Lc h) (La h) (Ls h) (Ia h) (Is h) (Ip h) (I1 h).
have env := ordinary_environment th1 a1 rm (fun h => (UE h).1) (fun h => (UE h).2) Ls Is Lr Lv mean var.
have := any_deviation d0 T0 lam0 m0 de0 de1 K env aP (fun t s => discount_range t g0 g1 s)
  (fun t => discount_old D t g0 g1) (fun t => discount_recent D t g0 g1) mle.
by rewrite /deviation_bound SbarE rhoE.
Qed.

(* P5_ordinary_law, prop:upper_delta_t_D_no_proj, lines 2185-2195: P5 for laws that are given on classes of
   functions (top of this file).
   Paper: with probability higher than 1 - delta, for all t in T(gamma), Delta_t(a, hat_t) = |mu(a.hat_t) -
   mu(a.theta*_t)| <= (k_mu/lambda) (gamma^D/(1-gamma)) (2 S k_mu + m) + (beta/sqrt c_mu) |a|_{V_t^-1},
   with beta of eq:beta_main (line 604) and rho, Sbar of the appendix.
   Differences: those of P5 but the finitely many outcomes; the event is written out (top of this file). *)
Theorem P5_ordinary_law (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded parameters, actions and rewards *)
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) ->
  (* the class of functions and the law of the outcome; mean mu, variance at most mu' *)
  (forall h b f, L h b f -> bounded f) -> (forall h b c, L h b (fun=> c)) ->
  (forall h b f g, L h b f -> L h b g -> L h b (fun e => f e + g e)) ->
  (forall h b c f, L h b f -> L h b (fun e => c * f e)) ->
  (forall h b f g, L h b f -> L h b g -> I h b (fun e => f e + g e) = I h b f + I h b g) ->
  (forall h b c f, L h b f -> I h b (fun e => c * f e) = c * I h b f) ->
  (forall h b f, L h b f -> (forall e, 0 <= f e) -> 0 <= I h b f) ->
  (forall h b, I h b (fun=> 1) = 1) ->
  (forall h b, actions h b -> L h b (reward h b)) ->
  (forall h b, actions h b -> L h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2)) ->
  (forall h b, actions h b -> I h b (reward h b) = mu ⟨b, theta (size h)⟩) ->
  (forall h b, actions h b ->
    I h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩) ->
  (* any policy with allowed actions; hat is the discounted estimate *)
  (forall h, actions h (act h)) ->
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat h⟩) *: a s + lam *: hat h =
    \sum_(s < t) (gamma ^+ (t.-1 - s) * reward (take s h) (a s) (nth e0 h s)) *: a s) ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let a h s := act (take s h) in
  let eps h s := reward (take s h) (a h s) (nth e0 h s) - mu ⟨a h s, theta s⟩ in
  let noise h t := recent_noise (a h) (discount gamma t) D t (eps h) in
  let within h := [forall t : 'I_T,
    ‖noise h t‖_[invmx (Htilde lam (a h) (discount gamma t) D t dmu theta)] <= rho] in
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ within h) [::] <= delta /\
  (forall h t b, size h = T -> within h -> (t < T)%N -> stationary theta D t -> ‖b‖ <= 1 ->
    `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      k_mu / lam * (gamma ^+ D / (1 - gamma) * (2%:R * S * k_mu + m))
      + beta / Num.sqrt c_mu * ‖b‖_[invmx (V gamma (lam / c_mu) (a h) t)]).
Proof.
move=> d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km c0 fl th1 a1 rm Lb Lc La Ls Ia Is Ip I1 Lr Lv mean var aP mle.
have K := paper_link d1 d2 sc km.
have UE h := ordinary_laws (Lb h) (Lc h) (La h) (Ls h) (Ia h) (Is h) (Ip h) (I1 h).
have env := ordinary_environment th1 a1 rm (fun h => (UE h).1) (fun h => (UE h).2) Ls Is Lr Lv mean var.
move=> Sb rh bt a eps noise within.
have := any_within_all e0 d0 T0 lam0 m0 de0 de1 K env aP (fun t s => discount_range t g0 g1 s)
  (fun t => discount_recent D t g0 g1).
rewrite /noise_small rhoE => W; split=> // h t b hT /forallP ok tT st b1.
have := any_prediction_error (W2 := fun=> ((1 - gamma ^+ (2 * D)) / (1 - gamma ^+ 2))%ring) (delta := delta)
  lam0 m0 K env aP (fun t s => discount_range t g0 g1 s) (fun t => discount_old D t g0 g1) mle
  (conj c0 fl) hT tT.
rewrite /noise_small SbarE rhoE; apply=> //.
exact: (ok (Ordinal tT)).
Qed.

(* P6_ordinary_law, proposition:beta_improved, lines 2524-2536: P6 for laws that are given on classes of
   functions (top of this file).
   Paper: with probability higher than 1 - delta, for all t in T(gamma) with hat_t in Theta,
   Delta_t(a, hat_t) <= (k_mu/lambda) (gamma^D/(1-gamma)) (2 S k_mu + m) + (betabar/sqrt c_mu) |a|_{V_t^-1},
   betabar = k_mu sqrt(1 + 2S) (sqrt lambda S + rho) (eq:beta_improved, line 2519), rho of
   eq:rho_t_appendix.
   Differences: those of P6 but the finitely many outcomes; the event is written out (top of this file). *)
Theorem P6_ordinary_law (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded parameters, actions and rewards *)
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) ->
  (* the class of functions and the law of the outcome; mean mu, variance at most mu' *)
  (forall h b f, L h b f -> bounded f) -> (forall h b c, L h b (fun=> c)) ->
  (forall h b f g, L h b f -> L h b g -> L h b (fun e => f e + g e)) ->
  (forall h b c f, L h b f -> L h b (fun e => c * f e)) ->
  (forall h b f g, L h b f -> L h b g -> I h b (fun e => f e + g e) = I h b f + I h b g) ->
  (forall h b c f, L h b f -> I h b (fun e => c * f e) = c * I h b f) ->
  (forall h b f, L h b f -> (forall e, 0 <= f e) -> 0 <= I h b f) ->
  (forall h b, I h b (fun=> 1) = 1) ->
  (forall h b, actions h b -> L h b (reward h b)) ->
  (forall h b, actions h b -> L h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2)) ->
  (forall h b, actions h b -> I h b (reward h b) = mu ⟨b, theta (size h)⟩) ->
  (forall h b, actions h b ->
    I h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩) ->
  (* any policy with allowed actions; hat is the discounted estimate *)
  (forall h, actions h (act h)) ->
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat h⟩) *: a s + lam *: hat h =
    \sum_(s < t) (gamma ^+ (t.-1 - s) * reward (take s h) (a s) (nth e0 h s)) *: a s) ->
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let betabar := k_mu * Num.sqrt (1 + 2%:R * S) * (Num.sqrt lam * S + rho) in
  let a h s := act (take s h) in
  let eps h s := reward (take s h) (a h s) (nth e0 h s) - mu ⟨a h s, theta s⟩ in
  let noise h t := recent_noise (a h) (discount gamma t) D t (eps h) in
  let within h := [forall t : 'I_T,
    ‖noise h t‖_[invmx (Htilde lam (a h) (discount gamma t) D t dmu theta)] <= rho] in
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ within h) [::] <= delta /\
  (forall h t b, size h = T -> within h -> (t < T)%N -> stationary theta D t -> ‖hat (take t h)‖ <= S ->
    ‖b‖ <= 1 -> `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      k_mu / lam * (gamma ^+ D / (1 - gamma) * (2%:R * S * k_mu + m))
      + betabar / Num.sqrt c_mu * ‖b‖_[invmx (V gamma (lam / c_mu) (a h) t)]).
Proof.
move=> d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km c0 fl th1 a1 rm Lb Lc La Ls Ia Is Ip I1 Lr Lv mean var aP mle.
have K := paper_link d1 d2 sc km.
have UE h := ordinary_laws (Lb h) (Lc h) (La h) (Ls h) (Ia h) (Is h) (Ip h) (I1 h).
have env := ordinary_environment th1 a1 rm (fun h => (UE h).1) (fun h => (UE h).2) Ls Is Lr Lv mean var.
move=> rh bt a eps noise within.
have := any_within_all e0 d0 T0 lam0 m0 de0 de1 K env aP (fun t s => discount_range t g0 g1 s)
  (fun t => discount_recent D t g0 g1).
rewrite /noise_small rhoE => W; split=> // h t b hT /forallP ok tT st hS b1.
have := any_prediction_ball (W2 := fun=> ((1 - gamma ^+ (2 * D)) / (1 - gamma ^+ 2))%ring) (delta := delta)
  lam0 m0 K env aP (fun t s => discount_range t g0 g1 s) (fun t => discount_old D t g0 g1) mle
  (conj c0 fl) hT tT.
rewrite /noise_small rhoE; apply=> //.
exact: (ok (Ordinal tT)).
Qed.

(* P8_ordinary_law, the proposition of lines 2853-2861: P8 for laws that are given on classes of functions
   (top of this file).
   Paper: for delta in (0, 1], with probability higher than 1 - delta, for all t in T(tau), Delta_t(a, hat_t)
   <= (beta_t/sqrt c_mu) |a|_{V_t^-1}, with beta_t of beta_t_SW (line 2847) and rho_t of eq:rho_SW (line
   2836).
   Differences: those of P8 but the finitely many outcomes; the event is written out (top of this file). rho t
   and beta t are those of the paper's round t; after t rounds the next one is its round t + 1. *)
Theorem P8_ordinary_law (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat : seq E -> 'cV[R]_d)
  (lam delta : R) (T tau : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded parameters, actions and rewards *)
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) ->
  (* the class of functions and the law of the outcome; mean mu, variance at most mu' *)
  (forall h b f, L h b f -> bounded f) -> (forall h b c, L h b (fun=> c)) ->
  (forall h b f g, L h b f -> L h b g -> L h b (fun e => f e + g e)) ->
  (forall h b c f, L h b f -> L h b (fun e => c * f e)) ->
  (forall h b f g, L h b f -> L h b g -> I h b (fun e => f e + g e) = I h b f + I h b g) ->
  (forall h b c f, L h b f -> I h b (fun e => c * f e) = c * I h b f) ->
  (forall h b f, L h b f -> (forall e, 0 <= f e) -> 0 <= I h b f) ->
  (forall h b, I h b (fun=> 1) = 1) ->
  (forall h b, actions h b -> L h b (reward h b)) ->
  (forall h b, actions h b -> L h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2)) ->
  (forall h b, actions h b -> I h b (reward h b) = mu ⟨b, theta (size h)⟩) ->
  (forall h b, actions h b ->
    I h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩) ->
  (* any policy with allowed actions; hat is the windowed estimate *)
  (forall h, actions h (act h)) ->
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t | (t - tau <= s)%N) mu ⟨a s, hat h⟩ *: a s + lam *: hat h =
    \sum_(s < t | (t - tau <= s)%N) reward (take s h) (a s) (nth e0 h s) *: a s) ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  let a h s := act (take s h) in
  let eps h s := reward (take s h) (a h s) (nth e0 h s) - mu ⟨a h s, theta s⟩ in
  let noise h t := recent_noise (a h) (window_weight _ tau t) tau t (eps h) in
  let within h := [forall t : 'I_T,
    ‖noise h t‖_[invmx (Htilde lam (a h) (window_weight _ tau t) tau t dmu theta)] <= rho t.+1] in
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ within h) [::] <= delta /\
  (forall h t b, size h = T -> within h -> (t < T)%N -> stationary theta tau t -> ‖b‖ <= 1 ->
    `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      beta t.+1 / Num.sqrt c_mu * ‖b‖_[invmx (V_window (lam / c_mu) (a h) tau t)]).
Proof.
move=> d0 T0 lam0 m0 de0 de1 d1 d2 sc km c0 fl th1 a1 rm Lb Lc La Ls Ia Is Ip I1 Lr Lv mean var aP mle.
have K := paper_link d1 d2 sc km.
have UE h := ordinary_laws (Lb h) (Lc h) (La h) (Ls h) (Ia h) (Is h) (Ip h) (I1 h).
have env := ordinary_environment th1 a1 rm (fun h => (UE h).1) (fun h => (UE h).2) Ls Is Lr Lv mean var.
move=> rh bt a eps noise within.
have mle' h := @window_mle _ mu lam (ppast act h) (preward e0 reward act h) (hat h) tau (size h) (mle h).
have W := any_within_all e0 d0 T0 lam0 m0 de0 de1 K env aP (window_range _ tau) (window_recent _ tau).
split=> // h t b hT /forallP ok tT st b1.
have := any_prediction_error (W2 := fun t => (minn t.+1 tau)%:R) (delta := delta) lam0 m0 K env aP
  (window_range _ tau) (window_old _ tau) mle' (conj c0 fl) hT tT
  (ok (Ordinal tT)) st b1.
by rewrite Sbar_window /bias mul0r mulr0 add0r.
Qed.
