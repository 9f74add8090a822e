(* Mutants of claims on deviation and bonus for any law of rewards, each refuted; see README.md. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import self_concordance potentials mutants_any_law.
From Glb Require Import real_numbers matrices setting estimate any_law deviation bonus.
From Glb Require Import window_regret small_witnesses.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * The bandit in which nothing happens, as these theorems have it *)

(* The parameter, the action 0, the reward, its mean and its variance *)
Lemma idle_theta (t : nat) : nrm2 (0 : 'cV[R]_1) <= 0. Proof. by rewrite nrm2E nrm0. Qed.
Lemma idle_ball h b : only_zero h b -> nrm2 b <= 1. Proof. by move=> ->; rewrite nrm2E nrm0 ler01. Qed.
Lemma idle_range h b e : only_zero h b -> 0 <= no_reward h b e <= 4%:R^-1.
Proof. by move=> _; rewrite lexx invr_ge0 ler0n. Qed.
Lemma idle_mean h b : only_zero h b -> no_reward h b tt = dot b 0. Proof. by move=> _; rewrite dot0r. Qed.
Lemma idle_variance h b : only_zero h b -> (no_reward h b tt - dot b 0) ^+ 2 <= 1.
Proof. by move=> _; rewrite dot0r subr0 expr0n ler01. Qed.
(* and the estimate 0, with discount factors and with a window *)
Lemma idle_discounted (h : seq unit) :
  \sum_(s < size h) (2%:R^-1 ^+ ((size h).-1 - s) * dot (idle (take s h)) (idle h)) *: idle (take s h)
    + 1 *: idle h = \sum_(s < size h) (2%:R^-1 ^+ ((size h).-1 - s)
      * no_reward (take s h) (idle (take s h)) (nth tt h s)) *: idle (take s h).
Proof. by rewrite /idle !big1 ?scaler0 ?addr0 // => s _; rewrite scaler0. Qed.
Lemma idle_windowed (h : seq unit) :
  \sum_(s < size h | (size h - 1 <= s)%N) dot (idle (take s h)) (idle h) *: idle (take s h) + 1 *: idle h =
  \sum_(s < size h | (size h - 1 <= s)%N)
    no_reward (take s h) (idle (take s h)) (nth tt h s) *: idle (take s h).
Proof. by rewrite /idle !big1 ?scaler0 ?addr0 // => s _; rewrite scaler0. Qed.

(* What fails with probability at most 1/2 holds: there is one outcome. *)
Lemma idle_likely (A : seq unit -> bool) :
  Prob (fun=> upper_integral (fun=> True) (fun f : unit -> R => f tt)) 1 (fun h => ~~ A h) [::] <= 2%:R^-1 ->
  A [:: tt].
Proof.
rewrite /Prob /= upper_integral_eq //= => [|f _]; last exact: bounded_unit.
by case: (A _) => //=; rewrite leNgt; have [_ ->] := half_range.
Qed.

(** * Mutants *)

(* P2_ordinary_law_mutant: P2_ordinary_law with the sign of rho^2 / sqrt lambda turned: the bandit in which
   nothing happens, one round, D = 0. *)
Theorem P2_ordinary_law_mutant : ~ (forall (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D : nat),
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
      (‖noise h t‖_[invmx (Gtilde h t)] <= Num.sqrt (1 + Sbar) * rho - rho ^+ 2 / Num.sqrt lam)]) [::]
  <= delta).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have := H unit tt 1%N (fun z => z) (fun=> 1) (fun=> 0) 1 0 4%:R^-1 (fun=> 0) only_zero
  no_reward (fun _ _ _ => True) (fun _ _ f => f tt) idle idle 2%:R^-1 1 2%:R^-1 1%N 0%N isT isT h0 h1 ltr01
  quarter_gt0 h0 (ltW h1) d1 d2 sc km idle_theta idle_ball idle_range
  (fun _ _ f _ => bounded_unit f) (fun _ _ _ => Logic.I) (fun _ _ _ _ _ _ => Logic.I)
  (fun _ _ _ _ _ => Logic.I) (fun _ _ _ _ _ _ => erefl) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ P => P tt)
  (fun _ _ => erefl) (fun _ _ _ => Logic.I) (fun _ _ _ => Logic.I) idle_mean idle_variance (fun=> erefl)
  idle_discounted.
cbv zeta => /idle_likely /forallP /(_ ord0) h.
have st : stationary (fun=> 0 : 'cV[R]_1) 0 0 by apply/forallP => [[]].
have := implyP h st.
move/(le_trans (nrm_ge0 _ _)) => {}h.
have {h} : 0 <= Num.sqrt (1 + idle_Sbar) * idle_rho - idle_rho ^+ 2 / Num.sqrt 1 := h.
rewrite sqrtr1 divr1 => h.
have u2 : Num.sqrt (1 + idle_Sbar) ^+ 2 = 1 + idle_Sbar.
  by rewrite sqr_sqrtr // idle_SbarE addr_ge0 ?ler01 ?ltW.
have := idle_rho_ge2; have := sqrtr_ge0 (1 + idle_Sbar); move: u2 h; rewrite idle_SbarE.
move: (Num.sqrt _) idle_rho => u r; clear => /(congr1 (fun x => x * 2%:R)).
rewrite mulrDl mulVf ?pnatr_eq0 // => u2.
rewrite subr_ge0 expr2 => h u0 r2; have r0 : 0 < r by apply: lt_le_trans r2; rewrite ltr0n.
have {}h : 2%:R <= u by apply: le_trans r2 _; rewrite -(ler_pmul2r r0).
have : 2%:R * 2%:R <= u ^+ 2 by rewrite expr2 ler_pmul ?ler0n.
by rewrite -(ler_pmul2r (_ : 0 < 2%:R)) ?ltr0n // u2 mul1r -!natrM -mulrSr ler_nat.
Qed.

(* P5_ordinary_law_mutant: P5_ordinary_law with the sign of the bonus turned: the bandit in which nothing
   happens, one round, D = 0. *)
Theorem P5_ordinary_law_mutant : ~ (forall (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D : nat),
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
      - beta / Num.sqrt c_mu * ‖b‖_[invmx (V gamma (lam / c_mu) (a h) t)])).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
pose x : 'cV[R]_1 := const_mx 1; have xx : dot x x = 1 by rewrite dot_dim1 mulr1.
have x1 : nrm2 x <= 1 by rewrite /nrm2 xx sqrtr1.
have st : stationary (fun=> 0 : 'cV[R]_1) 0 0 by apply/forallP => [[]].
have [/idle_likely ok] := H unit tt 1%N (fun z => z) (fun=> 1) (fun=> 0) 1 1 0 4%:R^-1 (fun=> 0) only_zero
  no_reward (fun _ _ _ => True) (fun _ _ f => f tt) idle idle 2%:R^-1 1 2%:R^-1 1%N 0%N isT isT h0 h1 ltr01
  quarter_gt0 h0 (ltW h1) d1 d2 sc km ltr01 (fun _ _ _ _ => lexx 1) idle_theta idle_ball idle_range
  (fun _ _ f _ => bounded_unit f) (fun _ _ _ => Logic.I) (fun _ _ _ _ _ _ => Logic.I)
  (fun _ _ _ _ _ => Logic.I) (fun _ _ _ _ _ _ => erefl) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ P => P tt)
  (fun _ _ => erefl) (fun _ _ _ => Logic.I) (fun _ _ _ => Logic.I) idle_mean idle_variance (fun=> erefl)
  idle_discounted.
move=> /(_ [:: tt] 0%N x erefl ok isT st x1) h.
have : 0 <= 1 / 1 * (1 / (1 - 2%:R^-1) * (2%:R * 0 * 1 + 4%:R^-1))
  - idle_beta / Num.sqrt 1 * nrm (invmx (V (2%:R^-1) (1 / 1) (fun=> 0) 0)) x :> R.
  exact: le_trans (normr_ge0 _) h.
rewrite /V /design big_ord0 add0r divr1 invmx1 -nrm2E /nrm2 xx !sqrtr1 !divr1 !mulr1 !mul1r mulr0 add0r.
rewrite mulrC (quarter R_numFieldType) subr_ge0 => {}h.
by have := le_trans idle_beta_ge1 h; rewrite leNgt h1.
Qed.

(* P6_ordinary_law_mutant: P6_ordinary_law with the sign of the bonus turned: the bandit in which nothing
   happens, one round, D = 0. *)
Theorem P6_ordinary_law_mutant : ~ (forall (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D : nat),
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
      - betabar / Num.sqrt c_mu * ‖b‖_[invmx (V gamma (lam / c_mu) (a h) t)])).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
pose x : 'cV[R]_1 := const_mx 1; have xx : dot x x = 1 by rewrite dot_dim1 mulr1.
have x1 : nrm2 x <= 1 by rewrite /nrm2 xx sqrtr1.
have st : stationary (fun=> 0 : 'cV[R]_1) 0 0 by apply/forallP => [[]].
have [/idle_likely ok] := H unit tt 1%N (fun z => z) (fun=> 1) (fun=> 0) 1 1 0 4%:R^-1 (fun=> 0) only_zero
  no_reward (fun _ _ _ => True) (fun _ _ f => f tt) idle idle 2%:R^-1 1 2%:R^-1 1%N 0%N isT isT h0 h1 ltr01
  quarter_gt0 h0 (ltW h1) d1 d2 sc km ltr01 (fun _ _ _ _ => lexx 1) idle_theta idle_ball idle_range
  (fun _ _ f _ => bounded_unit f) (fun _ _ _ => Logic.I) (fun _ _ _ _ _ _ => Logic.I)
  (fun _ _ _ _ _ => Logic.I) (fun _ _ _ _ _ _ => erefl) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ P => P tt)
  (fun _ _ => erefl) (fun _ _ _ => Logic.I) (fun _ _ _ => Logic.I) idle_mean idle_variance (fun=> erefl)
  idle_discounted.
move=> /(_ [:: tt] 0%N x erefl ok isT st (idle_theta 0) x1) h.
have : 0 <= 1 / 1 * (1 / (1 - 2%:R^-1) * (2%:R * 0 * 1 + 4%:R^-1))
  - 1 * Num.sqrt (1 + 2%:R * 0) * (Num.sqrt 1 * 0 + idle_rho) / Num.sqrt 1
    * nrm (invmx (V (2%:R^-1) (1 / 1) (fun=> 0) 0)) x :> R.
  exact: le_trans (normr_ge0 _) h.
rewrite /V /design big_ord0 add0r divr1 invmx1 -nrm2E /nrm2 xx !mulr0 !addr0 !add0r !sqrtr1 !divr1.
rewrite !mulr1 !mul1r add0r mulrC (quarter R_numFieldType) subr_ge0 => {}h.
have := lt_le_trans h1 (le_trans (ler1n _ 2) (le_trans idle_rho_ge2 h)).
by rewrite ltxx.
Qed.

(* P8_ordinary_law_mutant: P8_ordinary_law with a minus sign before the bonus: the bandit in which nothing
   happens, one round, tau = 1. *)
Theorem P8_ordinary_law_mutant : ~ (forall (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat : seq E -> 'cV[R]_d)
  (lam delta : R) (T tau : nat),
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
      - beta t.+1 / Num.sqrt c_mu * ‖b‖_[invmx (V_window (lam / c_mu) (a h) tau t)])).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
pose x : 'cV[R]_1 := const_mx 1; have xx : dot x x = 1 by rewrite dot_dim1 mulr1.
have x1 : nrm2 x <= 1 by rewrite /nrm2 xx sqrtr1.
have st : stationary (fun=> 0 : 'cV[R]_1) 1 0 by apply/forallP => [[]].
have [/idle_likely ok] := H unit tt 1%N (fun z => z) (fun=> 1) (fun=> 0) 1 1 0 4%:R^-1 (fun=> 0) only_zero
  no_reward (fun _ _ _ => True) (fun _ _ f => f tt) idle idle 1 2%:R^-1 1%N 1%N isT isT ltr01
  quarter_gt0 h0 (ltW h1) d1 d2 sc km ltr01 (fun _ _ _ _ => lexx 1) idle_theta idle_ball idle_range
  (fun _ _ f _ => bounded_unit f) (fun _ _ _ => Logic.I) (fun _ _ _ _ _ _ => Logic.I)
  (fun _ _ _ _ _ => Logic.I) (fun _ _ _ _ _ _ => erefl) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ P => P tt)
  (fun _ _ => erefl) (fun _ _ _ => Logic.I) (fun _ _ _ => Logic.I) idle_mean idle_variance (fun=> erefl)
  idle_windowed.
move=> /(_ [:: tt] 0%N x erefl ok isT st x1) h.
have : 0 <= - beta_SW 1 1%ring 0%ring (4%:R^-1)%ring 1%ring (2%:R^-1)%ring 1 1 1 / Num.sqrt 1
    * nrm (invmx (V_window (1 / 1) (fun=> 0) 1 0)) x :> R.
  exact: le_trans (normr_ge0 _) h.
rewrite /V_window /design big_ord0 add0r divr1 invmx1 -nrm2E /nrm2 xx sqrtr1 divr1 mulr1 oppr_ge0 => {}h.
have := le_trans (idle_beta_SW 1 quarter_gt0) h.
by rewrite ler10.
Qed.
