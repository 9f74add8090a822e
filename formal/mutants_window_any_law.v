(* Mutants of claims on window and gaps for any law of rewards, each refuted; see README.md. *)
From Coq Require Import Reals Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import mutants_any_law.
From Glb Require Import real_numbers matrices setting mixing estimate any_law deviation bonus regret.
From Glb Require Import window_regret small_witnesses.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Window and gaps, any law of rewards *)

(* T5_ordinary_law_mutant: the same for T5_ordinary_law, with m = 1. *)
Theorem T5_ordinary_law_mutant : ~ (forall (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d)
  (lam delta : R) (T tau Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> (0 < tau)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
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
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* SC-SW-GLUCB: hat is the windowed estimate, act maximises mu(b.hat) + beta_t/sqrt(c_mu) |b|_{V_t^-1} *)
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t | (t - tau <= s)%N) mu ⟨a s, hat h⟩ *: a s + lam *: hat h =
    \sum_(s < t | (t - tau <= s)%N) reward (take s h) (a s) (nth e0 h s) *: a s) ->
  (forall h, actions h (act h)) ->
  (forall h b, actions h b -> let a s := act (take s h) in let t := size h in
    let V := \sum_(s < t | (t - tau <= s)%N) a s *m (a s)^T + (lam / c_mu)%:M in
    mu ⟨b, hat h⟩ + beta t.+1 / Num.sqrt c_mu * ‖b‖_[invmx V] <=
    mu ⟨act h, hat h⟩ + beta t.+1 / Num.sqrt c_mu * ‖act h‖_[invmx V]) ->
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ (R_T h <= m * (Gamma * tau)%:R
    - 2%:R * beta T / Num.sqrt c_mu * Num.sqrt (d%:R * T%:R) * Num.sqrt ((T + tau - 1) %/ tau)%:R
      * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam))))) [::] <= delta).
Proof.
move=> C; have [h0 h1] := half_range.
have := @C unit tt 1%N id (fun=> 1) (fun=> 0) 1 1 0 1 (fun=> 0) (fun _ b => b = 0) (fun _ _ _ => 0)
  (fun _ _ _ => True) (fun _ _ f => f tt) (fun=> 0) (fun=> 0) (fun=> 0) 1 2%:R^-1 1%N 1%N 0%N
  isT isT isT ltr01 ltr01 h0 (ltW h1).
have z0 : nrm2 (0 : 'cV[R]_1) = 0 by rewrite /nrm2 dot0r sqrtr0.
have r0 (h : seq unit) (b : 'cV[R]_1) : b = 0 -> (fun _ : unit => (0 - id ⟨b, 0⟩) ^+ 2) tt <= 1.
  by move=> ->; rewrite dot0r subr0 expr0n ler01.
have fl (b x : 'cV[R]_1) : ‖b‖ <= 1 -> ‖x‖ <= 0 -> 1 <= 1 :> R by [].
have zle (t : nat) : nrm2 (0 : 'cV[R]_1) <= 0 by rewrite z0.
have ale (h : seq unit) (b : 'cV[R]_1) : b = 0 -> ‖b‖ <= 1 by move=> ->; rewrite z0 ler01.
have rle (h : seq unit) (b : 'cV[R]_1) (e : unit) : b = 0 -> 0 <= (0 : R) <= 1 by rewrite lexx ler01.
have mean (h : seq unit) (b : 'cV[R]_1) : b = 0 -> 0 = id (dot b 0) by move=> ->; rewrite dot0r.
have sc (z : R) : `|(0 : R)| <= 1 by rewrite normr0 ler01.
have opt (h : seq unit) (b : 'cV[R]_1) : b = 0 -> forall (x : R) (A : 'M[R]_1),
  id (dot b 0) + x * nrm A b <= id (dot (0 : 'cV[R]_1) 0) + x * nrm A 0.
  by move=> -> x A; exact: lexx.
have mle (h : seq unit) : let a s := (fun=> 0 : 'cV[R]_1) (take s h) in let t := size h in
  \sum_(s < t | (t - 1 <= s)%N) id ⟨a s, 0⟩ *: a s + 1 *: 0 =
  \sum_(s < t | (t - 1 <= s)%N) 0 *: a s :> 'cV[R]_1.
  by rewrite /= !big1 ?scaler0 ?addr0 // => s _; rewrite scaler0.
have b0 := lt_le_trans ltr01 (idle_beta_SW 1 ltr01).
have X0 : 0 < 2%:R * beta_SW 1 1%ring 0%ring 1%ring 1%ring (2%:R^-1)%ring 1 1 1 / Num.sqrt 1
    * Num.sqrt (1%:R * 1%:R) * Num.sqrt ((1 + 1 - 1) %/ 1)%:R
    * Num.sqrt (2%:R * Num.max 1 (1 / 1) * ln (1 + 1 * 1%:R / (1%:R * 1))).
  apply: mulr_gt0; last first.
    by rewrite sqrtr_gt0; apply: mulr_gt0 ln2_gt0; rewrite divr1 maxxx mulr1 ltr0n.
  apply: mulr_gt0; last by rewrite sqrtr_gt0 divn1 ltr0n.
  apply: mulr_gt0; last by rewrite sqrtr_gt0 mulr1 ltr0n.
  rewrite sqrtr1 divr1; apply: mulr_gt0 b0.
  by rewrite ltr0n.
move/(_ (fun z => is_derive_id z) (fun z => is_derive_const (V := R_NormedModule) _ z) sc (fun=> lexx _) ltr01
  fl zle ale rle (fun _ _ f _ => bounded_unit f) (fun _ _ _ => Logic.I) (fun _ _ _ _ _ _ => Logic.I)
  (fun _ _ _ _ _ => Logic.I) (fun _ _ _ _ _ _ => erefl) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ P => P tt)
  (fun _ _ => erefl) (fun _ _ _ => Logic.I) (fun _ _ _ => Logic.I) mean r0 idle_breaks (fun=> erefl)
  mle (fun=> erefl) (fun h b e => opt h b e _ _)).
rewrite /Prob /= big_ord1 subrr; set bad := (0 <= _ - _)%R.
have -> : bad = false.
  by apply/negbTE; rewrite /bad mulr0 add0r oppr_ge0 -ltNge; exact: X0.
rewrite upper_integral_eq //= => [|f _]; last exact: bounded_unit.
by rewrite mulr1n leNgt h1.
Qed.

(* T6_ordinary_law_mutant: the same for T6_ordinary_law, with m = 1. *)
Theorem T6_ordinary_law_mutant : ~ (forall (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d)
  (lam delta Delta : R) (T tau Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> (0 < tau)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
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
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t | (t - tau <= s)%N) mu ⟨a s, hat h⟩ *: a s + lam *: hat h =
    \sum_(s < t | (t - tau <= s)%N) reward (take s h) (a s) (nth e0 h s) *: a s) ->
  (forall h, actions h (act h)) ->
  (forall h b, actions h b -> let a s := act (take s h) in let t := size h in
    let V := \sum_(s < t | (t - tau <= s)%N) a s *m (a s)^T + (lam / c_mu)%:M in
    mu ⟨b, hat h⟩ + beta t.+1 / Num.sqrt c_mu * ‖b‖_[invmx V] <=
    mu ⟨act h, hat h⟩ + beta t.+1 / Num.sqrt c_mu * ‖act h‖_[invmx V]) ->
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ (R_T h <= m * (Gamma * tau)%:R
    - 8%:R * beta T ^+ 2 / (c_mu * Delta) * Num.max 1 (c_mu / lam) * d%:R * ((T + tau - 1) %/ tau)%:R
      * ln (1 + c_mu * tau%:R / (d%:R * lam)))) [::] <= delta).
Proof.
move=> C; have [h0 h1] := half_range.
have := @C unit tt 1%N id (fun=> 1) (fun=> 0) 1 1 0 1 (fun=> 0) (fun _ b => b = 0) (fun _ _ _ => 0)
  (fun _ _ _ => True) (fun _ _ f => f tt) (fun=> 0) (fun=> 0) (fun=> 0) 1 2%:R^-1 1 1%N 1%N 0%N
  isT isT isT ltr01 ltr01 h0 (ltW h1).
have z0 : nrm2 (0 : 'cV[R]_1) = 0 by rewrite /nrm2 dot0r sqrtr0.
have r0 (h : seq unit) (b : 'cV[R]_1) : b = 0 -> (fun _ : unit => (0 - id ⟨b, 0⟩) ^+ 2) tt <= 1.
  by move=> ->; rewrite dot0r subr0 expr0n ler01.
have fl (b x : 'cV[R]_1) : ‖b‖ <= 1 -> ‖x‖ <= 0 -> 1 <= 1 :> R by [].
have zle (t : nat) : nrm2 (0 : 'cV[R]_1) <= 0 by rewrite z0.
have ale (h : seq unit) (b : 'cV[R]_1) : b = 0 -> ‖b‖ <= 1 by move=> ->; rewrite z0 ler01.
have rle (h : seq unit) (b : 'cV[R]_1) (e : unit) : b = 0 -> 0 <= (0 : R) <= 1 by rewrite lexx ler01.
have mean (h : seq unit) (b : 'cV[R]_1) : b = 0 -> 0 = id (dot b 0) by move=> ->; rewrite dot0r.
have sc (z : R) : `|(0 : R)| <= 1 by rewrite normr0 ler01.
have opt (h : seq unit) (b : 'cV[R]_1) : b = 0 -> forall (x : R) (A : 'M[R]_1),
  id (dot b 0) + x * nrm A b <= id (dot (0 : 'cV[R]_1) 0) + x * nrm A 0.
  by move=> -> x A; exact: lexx.
have mle (h : seq unit) : let a s := (fun=> 0 : 'cV[R]_1) (take s h) in let t := size h in
  \sum_(s < t | (t - 1 <= s)%N) id ⟨a s, 0⟩ *: a s + 1 *: 0 =
  \sum_(s < t | (t - 1 <= s)%N) 0 *: a s :> 'cV[R]_1.
  by rewrite /= !big1 ?scaler0 ?addr0 // => s _; rewrite scaler0.
have b0 := lt_le_trans ltr01 (idle_beta_SW 1 ltr01).
have X0 : 0 < 8%:R * beta_SW 1 1%ring 0%ring 1%ring 1%ring (2%:R^-1)%ring 1 1 1 ^+ 2 / (1 * 1)
    * Num.max 1 (1 / 1) * 1%:R * ((1 + 1 - 1) %/ 1)%:R * ln (1 + 1 * 1%:R / (1%:R * 1)).
  apply: mulr_gt0 ln2_gt0; apply: mulr_gt0; last by rewrite divn1 ltr0n.
  rewrite divr1 maxxx !mulr1 invr1 mulr1; apply: mulr_gt0; first by rewrite ltr0n.
  exact: exprn_gt0.
move/(_ (fun z => is_derive_id z) (fun z => is_derive_const (V := R_NormedModule) _ z) sc (fun=> lexx _) ltr01
  fl zle ale rle (fun _ _ f _ => bounded_unit f) (fun _ _ _ => Logic.I) (fun _ _ _ _ _ _ => Logic.I)
  (fun _ _ _ _ _ => Logic.I) (fun _ _ _ _ _ _ => erefl) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ P => P tt)
  (fun _ _ => erefl) (fun _ _ _ => Logic.I) (fun _ _ _ => Logic.I) mean r0 idle_breaks (fun=> erefl)
  ltr01 (idle_gap 1) mle (fun=> erefl) (fun h b e => opt h b e _ _)).
rewrite /Prob /= big_ord1 subrr; set bad := (0 <= _ - _)%R.
have -> : bad = false.
  by apply/negbTE; rewrite /bad mulr0 add0r oppr_ge0 -ltNge; exact: X0.
rewrite upper_integral_eq //= => [|f _]; last exact: bounded_unit.
by rewrite mulr1n leNgt h1.
Qed.

(* T1_ordinary_law_mutant: the same for T1_ordinary_law, with m = 1. *)
Theorem T1_ordinary_law_mutant : ~ (forall (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta Delta : R) (T D Gamma : nat),
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
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat h⟩) *: a s + lam *: hat h =
    \sum_(s < t) (gamma ^+ (t.-1 - s) * reward (take s h) (a s) (nth e0 h s)) *: a s) ->
  (forall h, actions h (act h)) ->
  (forall h b, actions h b -> let a s := act (take s h) in let t := size h in
    let V := \sum_(s < t) gamma ^+ (t.-1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
    mu ⟨b, hat h⟩ + beta / Num.sqrt c_mu * ‖b‖_[invmx V] <=
    mu ⟨act h, hat h⟩ + beta / Num.sqrt c_mu * ‖act h‖_[invmx V]) ->
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ (R_T h <= m * (Gamma * D)%:R
    - 2%:R / Delta * (4%:R / c_mu * beta ^+ 2 * (2%:R * Num.max 1 (c_mu / lam) * d%:R * Lambda)
      + T%:R * (4%:R * k_mu ^+ 2 / lam ^+ 2 * (gamma ^+ (2 * D) / (1 - gamma) ^+ 2)
        * (2%:R * S * k_mu + m) ^+ 2)))) [::] <= delta).
Proof.
move=> C; have [h0 h1] := half_range.
have := @C unit tt 1%N id (fun=> 1) (fun=> 0) 1 1 0 1 (fun=> 0) (fun _ b => b = 0) (fun _ _ _ => 0)
  (fun _ _ _ => True) (fun _ _ f => f tt) (fun=> 0) (fun=> 0) (fun=> 0) 2%:R^-1 1 2%:R^-1 1 1%N 0%N 0%N
  isT isT h0 h1 ltr01 ltr01 h0 (ltW h1).
have z0 : nrm2 (0 : 'cV[R]_1) = 0 by rewrite /nrm2 dot0r sqrtr0.
have r0 (h : seq unit) (b : 'cV[R]_1) : b = 0 -> (fun _ : unit => (0 - id ⟨b, 0⟩) ^+ 2) tt <= 1.
  by move=> ->; rewrite dot0r subr0 expr0n ler01.
have fl (b x : 'cV[R]_1) : ‖b‖ <= 1 -> ‖x‖ <= 0 -> 1 <= 1 :> R by [].
have zle (t : nat) : nrm2 (0 : 'cV[R]_1) <= 0 by rewrite z0.
have ale (h : seq unit) (b : 'cV[R]_1) : b = 0 -> ‖b‖ <= 1 by move=> ->; rewrite z0 ler01.
have rle (h : seq unit) (b : 'cV[R]_1) (e : unit) : b = 0 -> 0 <= (0 : R) <= 1 by rewrite lexx ler01.
have mean (h : seq unit) (b : 'cV[R]_1) : b = 0 -> 0 = id (dot b 0) by move=> ->; rewrite dot0r.
have sc (z : R) : `|(0 : R)| <= 1 by rewrite normr0 ler01.
have opt (h : seq unit) (b : 'cV[R]_1) : b = 0 -> forall (x : R) (A : 'M[R]_1),
  id (dot b 0) + x * nrm A b <= id (dot (0 : 'cV[R]_1) 0) + x * nrm A 0.
  by move=> -> x A; exact: lexx.
have mle (h : seq unit) : let a s := (fun=> 0 : 'cV[R]_1) (take s h) in let t := size h in
  \sum_(s < t) (2%:R^-1 ^+ (t.-1 - s) * id ⟨a s, 0⟩) *: a s + 1 *: 0 =
  \sum_(s < t) (2%:R^-1 ^+ (t.-1 - s) * 0) *: a s :> 'cV[R]_1.
  by rewrite /= !big1 ?scaler0 ?addr0 // => s _; rewrite scaler0.
pose bt := beta_D 1 1%ring 0%ring 1%ring (2%:R^-1)%ring 1%ring (2%:R^-1)%ring 1 0.
pose La := 1%:R * ln 2%:R^-1^-1 + ln (1 + 1 / (1%:R * 1 * (1 - 2%:R^-1))) : R.
have La0 : 0 <= La.
  rewrite /La invrK; apply: addr_ge0; first by rewrite mulr_ge0 ?ler0n // ln_ge0 // ler1n.
  by apply: ln_ge0; rewrite ler_addl divr_ge0 ?ler01 // !mul1r subr_ge0 ltW.
have X0 : 0 < 2%:R / 1 * (4%:R / 1 * bt ^+ 2 * (2%:R * Num.max 1 (1 / 1) * 1%:R * La)
    + 1%:R * (4%:R * 1 ^+ 2 / 1 ^+ 2 * (2%:R^-1 ^+ (2 * 0) / (1 - 2%:R^-1) ^+ 2)
      * (2%:R * 0 * 1 + 1) ^+ 2)).
  rewrite !divr1 mulr_gt0 ?ltr0n // ltr_spaddr //.
    have i0 : 0 < (1 - 2%:R^-1) ^+ 2 :> R by rewrite exprn_gt0 // subr_gt0.
    rewrite mulr0 mul0r add0r mul1r; apply: mulr_gt0; last by rewrite exprn_gt0 // ltr01.
    by apply: mulr_gt0; [rewrite !expr1n divr1 mulr1 ltr0n|rewrite muln0 expr0 mul1r invr_gt0].
  apply: mulr_ge0; first by apply: mulr_ge0; [exact: ler0n|exact: sqr_ge0].
  by apply: mulr_ge0 La0; rewrite maxxx !mulr1 ler0n.
move/(_ (fun z => is_derive_id z) (fun z => is_derive_const (V := R_NormedModule) _ z) sc (fun=> lexx _) ltr01
  fl zle ale rle (fun _ _ f _ => bounded_unit f) (fun _ _ _ => Logic.I) (fun _ _ _ _ _ _ => Logic.I)
  (fun _ _ _ _ _ => Logic.I) (fun _ _ _ _ _ _ => erefl) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ P => P tt)
  (fun _ _ => erefl) (fun _ _ _ => Logic.I) (fun _ _ _ => Logic.I) mean r0 idle_breaks (fun=> erefl)
  ltr01 (idle_gap 1) mle (fun=> erefl) (fun h b e => opt h b e _ _)).
rewrite /Prob /= big_ord1 subrr; set bad := (0 <= _ - _)%R.
have -> : bad = false.
  apply/negbTE; rewrite /bad [1 * (0 * 0)%:R](_ : _ = 0); last by rewrite muln0 mulr0.
  by rewrite sub0r oppr_ge0 -ltNge; exact: X0.
rewrite upper_integral_eq //= => [|f _]; last exact: bounded_unit.
by rewrite mulr1n leNgt h1.
Qed.
