(* Mutants of claims_noise_steps.v: each theorem there with one token moved is false. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance secant_matrices any_law.
From Glb Require Import small_witnesses claims_noise_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Covariances *)

(* A fair coin in every round, and rewards 0 and 2: mean 1 and variance 1. *)
Definition coin (_ : seq bool) (f : bool -> R) := (f true + f false) / 2%:R.
Definition prize (_ : seq bool) (e : bool) := (e%:R *+ 2)%ring : R.
Lemma two_neq0 : 2%:R != 0 :> R.
Proof. by rewrite pnatr_eq0. Qed.
Lemma coin_add h f g : True -> True -> coin h (fun e => f e + g e) = coin h f + coin h g.
Proof. by move=> _ _; rewrite /coin -mulrDl addrACA. Qed.
Lemma coin_scal h c f : True -> coin h (fun e => c * f e) = c * coin h f.
Proof. by move=> _; rewrite /coin mulrA mulrDr. Qed.
Lemma coin_one h : coin h (fun=> 1) = 1.
Proof. by rewrite /coin; field. Qed.
Lemma coin_mean h : coin h (prize h) = 1.
Proof. by rewrite /coin /prize /=; field. Qed.
Lemma coin_var h : coin h (fun e => (prize h e - 1) ^+ 2) = 1.
Proof. by rewrite /coin /prize /=; field. Qed.

(* In one dimension, with all actions 1, sums of matrices are sums of numbers. *)
Lemma one_sums (m m' t : nat) (f g : nat -> R) :
  \sum_(m <= s < t) f s *: (one_action s *m (one_action s)^T) + 0%:M =
  \sum_(m' <= s < t) g s *: (one_action s *m (one_action s)^T) + 0%:M ->
  \sum_(m <= s < t) f s = \sum_(m' <= s < t) g s.
Proof. by rewrite !one_design !addr0 => /matrixP /(_ 0 0); rewrite !mxE eqxx. Qed.

(* Q16_mutant: Q16 with gamma^{t-1-s} for its square: t = 3, gamma = 2, theta = 0, the link 1 + z. *)
Theorem Q16_mutant : ~ (
  forall (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop) (I : seq E -> (E -> R) -> R)
  (L_const : forall h c, L h (fun=> c))
  (L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e))
  (L_scal : forall h c f, L h f -> L h (fun e => c * f e))
  (I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g)
  (I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f)
  (I_one : forall h, I h (fun=> 1) = 1)
  (d t : nat) (gamma lam : R) (mu dmu : R -> R)
  (a : nat -> 'cV[R]_d) (theta : 'cV[R]_d) (r : seq E -> E -> R),
  (* rewards and their squares are integrable; mean and variance of the reward of round s *)
  (forall h, (size h < t - 1)%N -> L h (r h) /\ L h (fun e => r h e ^+ 2)) ->
  (forall h s, s = (size h).+1 -> (s < t)%N -> I h (r h) = mu ⟨a s, theta⟩) ->
  (forall h s, s = (size h).+1 -> (s < t)%N ->
    I h (fun e => (r h e - mu ⟨a s, theta⟩) ^+ 2) = dmu ⟨a s, theta⟩) ->
  (* eps_{s+1} along h *)
  let eps s h := r (take s.-1 h) (nth e0 h s.-1) - mu ⟨a s, theta⟩ in
  let S h := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * eps s h) *: a s in
  let expectation X := Mean I (t - 1) X [::] in
  let Cov := \matrix_(i, j) expectation (fun h =>
    (S h i 0 - expectation (fun k => S k i 0)) * (S h j 0 - expectation (fun k => S k j 0))) in
  \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * dmu ⟨a s, theta⟩) *: (a s *m (a s)^T) + lam%:M =
  Cov + lam%:M).
Proof.
pose mu (z : R) := 1 + z; pose dmu (z : R) := 1%ring : R.
have hm (h : seq bool) s : s = (size h).+1 -> (s < 3)%N ->
    coin h (prize h) = mu ⟨one_action s, 0⟩.
  by rewrite /mu dot0r addr0 coin_mean.
have hv (h : seq bool) s : s = (size h).+1 -> (s < 3)%N ->
    coin h (fun e => (prize h e - mu ⟨one_action s, 0⟩) ^+ 2) = dmu ⟨one_action s, 0⟩.
  by rewrite /mu dot0r addr0 coin_var.
have all (h : seq bool) : (size h < 3 - 1)%N -> True /\ True by [].
move=> /(_ bool true (fun _ _ => True) coin (fun _ _ => I) (fun _ _ _ _ _ => I) (fun _ _ _ _ => I) coin_add
  coin_scal coin_one 1%N 3%N 2%:R 0 mu dmu one_action 0 prize all
  hm hv).
rewrite /= -(@Q16 bool true (fun _ _ => True) coin (fun _ _ => I) (fun _ _ _ _ _ => I) (fun _ _ _ _ => I)
  coin_add coin_scal coin_one 1%N 3%N 2%:R 0 mu dmu one_action 0 prize all
  hm hv).
move=> /one_sums; rewrite unlock /= !mulr1 !addr0 !expr0 => /addIr /eqP.
by rewrite -!natrX eqr_nat.
Qed.

(* Q23_mutant: Q23 with gamma^{t-1-s} for its square: as Q16_mutant. *)
Theorem Q23_mutant : ~ (
  forall (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop) (I : seq E -> (E -> R) -> R)
  (L_const : forall h c, L h (fun=> c))
  (L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e))
  (L_scal : forall h c f, L h f -> L h (fun e => c * f e))
  (I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g)
  (I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f)
  (I_one : forall h, I h (fun=> 1) = 1)
  (d t : nat) (gamma lam : R) (mu dmu : R -> R)
  (a theta : nat -> 'cV[R]_d) (r : seq E -> E -> R),
  (* rewards and their squares are integrable; mean and variance of the reward of round s *)
  (forall h, (size h < t - 1)%N -> L h (r h) /\ L h (fun e => r h e ^+ 2)) ->
  (forall h s, s = (size h).+1 -> (s < t)%N -> I h (r h) = mu ⟨a s, theta s⟩) ->
  (forall h s, s = (size h).+1 -> (s < t)%N ->
    I h (fun e => (r h e - mu ⟨a s, theta s⟩) ^+ 2) = dmu ⟨a s, theta s⟩) ->
  gamma != 0 ->
  (* eps_{s+1} along h *)
  let eps s h := r (take s.-1 h) (nth e0 h s.-1) - mu ⟨a s, theta s⟩ in
  let S h := gamma ^+ (t - 1) *: \sum_(1 <= s < t) (gamma ^- s * eps s h) *: a s in
  let expectation X := Mean I (t - 1) X [::] in
  let Cov := \matrix_(i, j) expectation (fun h =>
    (S h i 0 - expectation (fun k => S k i 0)) * (S h j 0 - expectation (fun k => S k j 0))) in
  \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * dmu ⟨a s, theta s⟩) *: (a s *m (a s)^T) + lam%:M
  = Cov + lam%:M).
Proof.
pose mu (z : R) := 1 + z; pose dmu (z : R) := 1%ring : R.
have hm (h : seq bool) s : s = (size h).+1 -> (s < 3)%N ->
    coin h (prize h) = mu ⟨one_action s, (fun=> 0) s⟩.
  by rewrite /mu dot0r addr0 coin_mean.
have hv (h : seq bool) s : s = (size h).+1 -> (s < 3)%N ->
    coin h (fun e => (prize h e - mu ⟨one_action s, (fun=> 0) s⟩) ^+ 2) = dmu ⟨one_action s, (fun=> 0) s⟩.
  by rewrite /mu dot0r addr0 coin_var.
have all (h : seq bool) : (size h < 3 - 1)%N -> True /\ True by [].
move=> /(_ bool true (fun _ _ => True) coin (fun _ _ => I) (fun _ _ _ _ _ => I) (fun _ _ _ _ => I) coin_add
  coin_scal coin_one 1%N 3%N 2%:R 0 mu dmu one_action (fun=> 0) prize all
  hm hv two_neq0).
rewrite /= -(@Q23 bool true (fun _ _ => True) coin (fun _ _ => I) (fun _ _ _ _ _ => I) (fun _ _ _ _ => I)
  coin_add coin_scal coin_one 1%N 3%N 2%:R 0 mu dmu one_action (fun=> 0) prize all
  hm hv two_neq0).
move=> /one_sums; rewrite unlock /= !mulr1 !addr0 !expr0 => /addIr /eqP.
by rewrite -!natrX eqr_nat.
Qed.

(* Q23_own_parameter_mutant: Q23 with the parameter of round t in all rounds: t = 2, theta_1 = 0 and theta_2 =
   1, the link exp. *)
Theorem Q23_own_parameter_mutant : ~ (
  forall (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop) (I : seq E -> (E -> R) -> R)
  (L_const : forall h c, L h (fun=> c))
  (L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e))
  (L_scal : forall h c f, L h f -> L h (fun e => c * f e))
  (I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g)
  (I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f)
  (I_one : forall h, I h (fun=> 1) = 1)
  (d t : nat) (gamma lam : R) (mu dmu : R -> R)
  (a theta : nat -> 'cV[R]_d) (r : seq E -> E -> R),
  (* rewards and their squares are integrable; mean and variance of the reward of round s *)
  (forall h, (size h < t - 1)%N -> L h (r h) /\ L h (fun e => r h e ^+ 2)) ->
  (forall h s, s = (size h).+1 -> (s < t)%N -> I h (r h) = mu ⟨a s, theta s⟩) ->
  (forall h s, s = (size h).+1 -> (s < t)%N ->
    I h (fun e => (r h e - mu ⟨a s, theta s⟩) ^+ 2) = dmu ⟨a s, theta s⟩) ->
  gamma != 0 ->
  (* eps_{s+1} along h *)
  let eps s h := r (take s.-1 h) (nth e0 h s.-1) - mu ⟨a s, theta s⟩ in
  let S h := gamma ^+ (t - 1) *: \sum_(1 <= s < t) (gamma ^- s * eps s h) *: a s in
  let expectation X := Mean I (t - 1) X [::] in
  let Cov := \matrix_(i, j) expectation (fun h =>
    (S h i 0 - expectation (fun k => S k i 0)) * (S h j 0 - expectation (fun k => S k j 0))) in
  \sum_(1 <= s < t) (gamma ^+ (2 * (t - 1 - s)) * dmu ⟨a s, theta t⟩) *: (a s *m (a s)^T) + lam%:M
  = Cov + lam%:M).
Proof.
pose mu (z : R) := exp z; pose dmu (z : R) := exp z.
pose th (s : nat) : 'cV[R]_1 := if s == 2%N then const_mx 1 else 0.
have hm (h : seq bool) s : s = (size h).+1 -> (s < 2)%N ->
    coin h (prize h) = mu ⟨one_action s, th s⟩.
  by case: s => [|[|s]] // _ _; rewrite /mu /th dot0r exp0 coin_mean.
have hv (h : seq bool) s : s = (size h).+1 -> (s < 2)%N ->
    coin h (fun e => (prize h e - mu ⟨one_action s, th s⟩) ^+ 2) = dmu ⟨one_action s, th s⟩.
  by case: s => [|[|s]] // _ _; rewrite /mu /dmu /th dot0r exp0 coin_var.
have all (h : seq bool) : (size h < 2 - 1)%N -> True /\ True by [].
move=> /(_ bool true (fun _ _ => True) coin (fun _ _ => I) (fun _ _ _ _ _ => I) (fun _ _ _ _ => I) coin_add
  coin_scal coin_one 1%N 2%N 2%:R 0 mu dmu one_action th prize all
  hm hv two_neq0).
rewrite /= -(@Q23 bool true (fun _ _ => True) coin (fun _ _ => I) (fun _ _ _ _ _ => I) (fun _ _ _ _ => I)
  coin_add coin_scal coin_one 1%N 2%N 2%:R 0 mu dmu one_action th prize all
  hm hv two_neq0).
move=> /one_sums; rewrite !big_nat1 !expr0 !mul1r /th /= dot0r /dmu exp0.
rewrite dotE big_ord1 !mxE mulr1; have := exp_increasing 0 1 Rlt_0_1; rewrite exp_0 => lt eq; move: lt.
by rewrite eq; exact: Rlt_irrefl.
Qed.

(* Q39_mutant: Q39 with a window of H_t that is longer by one round: t = 3, tau = 1, theta = 0, the link
   1 + z. *)
Theorem Q39_mutant : ~ (
  forall (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop) (I : seq E -> (E -> R) -> R)
  (L_const : forall h c, L h (fun=> c))
  (L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e))
  (L_scal : forall h c f, L h f -> L h (fun e => c * f e))
  (I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g)
  (I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f)
  (I_one : forall h, I h (fun=> 1) = 1)
  (d t tau : nat) (lam : R) (mu dmu : R -> R)
  (a theta : nat -> 'cV[R]_d) (r : seq E -> E -> R),
  (* rewards and their squares are integrable; mean and variance of the reward of round s *)
  (forall h, (size h < t - 1)%N -> L h (r h) /\ L h (fun e => r h e ^+ 2)) ->
  (forall h s, s = (size h).+1 -> (s < t)%N -> I h (r h) = mu ⟨a s, theta s⟩) ->
  (forall h s, s = (size h).+1 -> (s < t)%N ->
    I h (fun e => (r h e - mu ⟨a s, theta s⟩) ^+ 2) = dmu ⟨a s, theta s⟩) ->
  (* eps_{s+1} along h *)
  let eps s h := r (take s.-1 h) (nth e0 h s.-1) - mu ⟨a s, theta s⟩ in
  let S h := \sum_(maxn 1 (t - tau) <= s < t) eps s h *: a s in
  let expectation X := Mean I (t - 1) X [::] in
  let Cov := \matrix_(i, j) expectation (fun h =>
    (S h i 0 - expectation (fun k => S k i 0)) * (S h j 0 - expectation (fun k => S k j 0))) in
  \sum_(maxn 1 (t - tau - 1) <= s < t) dmu ⟨a s, theta s⟩ *: (a s *m (a s)^T) + lam%:M = Cov + lam%:M).
Proof.
pose mu (z : R) := 1 + z; pose dmu (z : R) := 1%ring : R.
have hm (h : seq bool) s : s = (size h).+1 -> (s < 3)%N ->
    coin h (prize h) = mu ⟨one_action s, (fun=> 0) s⟩.
  by rewrite /mu dot0r addr0 coin_mean.
have hv (h : seq bool) s : s = (size h).+1 -> (s < 3)%N ->
    coin h (fun e => (prize h e - mu ⟨one_action s, (fun=> 0) s⟩) ^+ 2) = dmu ⟨one_action s, (fun=> 0) s⟩.
  by rewrite /mu dot0r addr0 coin_var.
have all (h : seq bool) : (size h < 3 - 1)%N -> True /\ True by [].
move=> /(_ bool true (fun _ _ => True) coin (fun _ _ => I) (fun _ _ _ _ _ => I) (fun _ _ _ _ => I) coin_add
  coin_scal coin_one 1%N 3%N 1%N 0 mu dmu one_action (fun=> 0) prize all
  hm hv).
rewrite /= -(@Q39 bool true (fun _ _ => True) coin (fun _ _ => I) (fun _ _ _ _ _ => I) (fun _ _ _ _ => I)
  coin_add coin_scal coin_one 1%N 3%N 1%N 0 mu dmu one_action (fun=> 0) prize all
  hm hv).
move=> /one_sums; rewrite unlock /= !addr0 => /eqP.
by rewrite -subr_eq0 addrK oner_eq0.
Qed.

(** * Slopes of the window, added up *)

(* I37_mutant: I37 with 99/100 for 1: no noise, S = 0, linear link, one action 1, d = tau = lambda = 1, t =
   2. *)
Theorem I37_mutant : ~ (
  forall (d t tau : nat) (mu dmu ddmu : R -> R) (lam S k_mu : R) (a theta : nat -> 'cV[R]_d)
  (r eps : nat -> R) (hat : 'cV[R]_d),
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
  let factor := 99%:R / 100%:R + S + (Num.sqrt lam)^-1 * ‖S_t‖_[invmx G] in
  (\sum_(maxn 1 (t - tau) <= s < t) mean_slope dmu (a s) (theta t) hat *: (a s *m (a s)^T) ⪰
    factor^-1 *: \sum_(maxn 1 (t - tau) <= s < t) dmu ⟨a s, theta s⟩ *: (a s *m (a s)^T)) /\
  factor * lam >= lam).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper.
have z (s : nat) : (1 <= s)%N -> ‖(0 : 'cV[R]_1)‖ <= 0 by rewrite nrm2E nrm0.
have e (s : nat) : 0 = 0 - ⟨one_action s, 0⟩ by rewrite dot0r subr0.
have sc0 : \sum_(maxn 1 (2 - 1) <= s < 2) (0 - ⟨one_action s, 0⟩) *: one_action s - 1 *: 0 = 0.
  by rewrite big_nat1 dot0r subr0 scale0r scaler0 subr0.
have [/(_ (one_action 0)) + _] := H 1%N 2%N 1%N (fun z => z) (fun=> 1) (fun=> 0) 1 0 1 one_action (fun=> 0)
  (fun=> 0) (fun=> 0) 0 d1 d2 sc km isT ltr01 one_le z e (fun _ _ => erefl) sc0.
rewrite !big_nat1 mean_slope1 scale0r nrm0 mulr0 !addr0 scale1r qfZ qf_outer one_norm expr1n mulr1.
rewrite invf_le1 ?divr_gt0 ?ltr0n // ler_pdivl_mulr ?ltr0n // mul1r ler_nat.
by [].
Qed.
