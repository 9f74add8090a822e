(* Mutants of claims_bonus_steps.v, and of Z130: one token moved, each refuted.  Witnesses: d = 1, the linear
   link, no round played, or the bandit in which nothing happens. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import any_law any_law_tail any_law_regret.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation paper_indices.
From Glb Require Import small_witnesses mutants_deviation_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* The vector 1, and no rounds. *)
Definition one1 : 'cV[R]_1 := const_mx 1.
Lemma one1_le : ‖one1‖ <= 1. Proof. by rewrite nrm_dim1 normr1. Qed.
Lemma zero_le (S : R) : 0 <= S -> ‖(0 : 'cV[R]_1)‖ <= S. Proof. by rewrite nrm2E nrm0. Qed.
Lemma empty_mle : \sum_(s < 0) (2%:R^-1 ^+ (0.-1 - s) * ⟨toy_a s, 0⟩) *: toy_a s + 1 *: 0 =
  \sum_(s < 0) (2%:R^-1 ^+ (0.-1 - s) * (⟨toy_a s, one1⟩ + 0)) *: toy_a s.
Proof. by rewrite !big_ord0 scaler0 addr0. Qed.

(* I21_mutant: I21 with the last sign turned: no round played, theta = b = 1. *)
Theorem I21_mutant : ~ (forall (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam k_mu : R)
  (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat b : 'cV[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam ->
  let g th := \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, th⟩) *: a s + lam *: th in
  g hat = \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  let G := G_mx lam a (discount gamma t) t (alpha dmu) (theta t) hat in
  let drift := \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta t⟩ - mu ⟨a s, theta s⟩)) *: a s in
  let total := \sum_(s < t) (gamma ^+ (t.-1 - s) * eps s) *: a s in
  let old := \sum_(s < (t - D)%N) (gamma ^+ (t.-1 - s) * eps s) *: a s in
  let noise := recent_noise a (discount gamma t) D t eps in
  let Delta := `|mu ⟨b, theta t⟩ - mu ⟨b, hat⟩| in
  [/\ Delta <= k_mu * `|⟨b, theta t - hat⟩|,
      k_mu * `|⟨b, theta t - hat⟩| = k_mu * `|⟨b, invmx G *m (g (theta t) - g hat)⟩|,
      k_mu * `|⟨b, invmx G *m (g (theta t) - g hat)⟩| =
        k_mu * `|⟨b, invmx G *m (drift + lam *: theta t - total)⟩| &
      Delta <= k_mu * `|⟨b, invmx G *m drift⟩| + k_mu * `|⟨b, invmx G *m old⟩|
        - k_mu * `|⟨b, invmx G *m (noise - lam *: theta t)⟩|]).
Proof.
move=> C; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have [_ _ _] := C 1%N 0%N 0%N (fun z => z) (fun=> 1) (fun=> 0) (2%:R^-1)%ring 1 1 toy_a (fun=> one1) (fun=> 0)
  0 one1 d1 d2 sc km h0 h1 ltr01 empty_mle.
rewrite /recent_noise !big_ord0 !mulmx0 !dot0r normr0 !mulr0 !add0r subr0 /G_mx no_round invmx1 mul1mx.
rewrite scale1r dotNr normrN dot_dim1 mulr1 normr1 mulr1 => /le_trans /(_ (_ : -1 <= 0)) h.
by have := h (lerN10 _); rewrite ler10.
Qed.

(* Z51_mutant: Z51 without the constant 1 under the root: no round played, S = 0, v = 1. *)
Theorem Z51_mutant : ~ (forall (d t : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu : R)
  (a : nat -> 'cV[R]_d) (hat star v : 'cV[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> (forall s, (s < t)%N -> ‖a s‖ <= 1) -> ‖hat‖ <= S -> ‖star‖ <= S ->
  let Gtilde := \sum_(s < t) ((gamma ^+ (t.-1 - s)) ^+ 2 * alpha dmu ⟨a s, star⟩ ⟨a s, hat⟩)
    *: (a s *m (a s)^T) + lam%:M in
  let Htilde := \sum_(s < t) ((gamma ^+ (t.-1 - s)) ^+ 2 * dmu ⟨a s, star⟩) *: (a s *m (a s)^T) + lam%:M in
  ‖v‖_[invmx Gtilde] <= Num.sqrt (2%:R * S) * ‖v‖_[invmx Htilde]).
Proof.
move=> C; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have := C 1%N 0%N (fun z => z) (fun=> 1) (fun=> 0) (2%:R^-1)%ring 1 0 1 toy_a 0 0 one1 d1 d2 sc km h0 h1 ltr01
  (fun s h => False_ind _ (notF h)) (zero_le (lexx 0)) (zero_le (lexx 0)).
by cbv zeta; rewrite !big_ord0 !add0r !nrm_one mulr0 sqrtr0 mul0r normr1 ler10.
Qed.

(* I35_mutant: I35 with 2 c_mu for c_mu: no round played. *)
Theorem I35_mutant : ~ (forall (d t : nat) (dmu : R -> R) (gamma lam S c_mu : R) (a : nat -> 'cV[R]_d)
  (hat star : 'cV[R]_d),
  (forall z, continuous dmu z) -> 0 < gamma -> 0 < lam ->
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (forall s, (s < t)%N -> ‖a s‖ <= 1) -> ‖hat‖ <= S -> ‖star‖ <= S ->
  G_mx lam a (discount gamma t) t (alpha dmu) star hat ⪰ (2%:R * c_mu) *: V gamma (lam / c_mu) a t).
Proof.
move=> C; have := C 1%N 0%N (fun=> 1) 1 1 0 1 toy_a 0 0 one_cont ltr01 ltr01 ltr01 (fun _ _ _ _ => lexx 1)
  (fun s h => False_ind _ (notF h)) (zero_le (lexx 0)) (zero_le (lexx 0)) one1.
rewrite /V /G_mx !no_round divr1 qfZ !qf_scalar dot_dim1 !mulr1.
by rewrite lern1.
Qed.

(* I34_mutant: I34 with k_mu dropped in the second line, as printed: no round played, S = theta = b = 1,
   m = 0, k_mu = 2. *)
Theorem I34_mutant : ~ (forall (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m rho : R)
  (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat b : 'cV[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (forall s, ‖a s‖ <= 1) -> (forall s, ‖theta s‖ <= S) -> (forall s, (s < t)%N -> `|eps s| <= m) ->
  (forall s, (t - D <= s)%N -> (s < t)%N -> theta s = theta t) ->
  \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat⟩) *: a s + lam *: hat =
  \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  ‖hat‖ <= S -> ‖b‖ <= 1 ->
  let w s := gamma ^+ (t.-1 - s) in
  let noise := recent_noise a (discount gamma t) D t eps in
  let Hrecent := Htilde lam a (discount gamma t) D t dmu theta in
  ‖noise‖_[invmx Hrecent] <= rho ->
  let G := G_mx lam a (discount gamma t) t (alpha dmu) (theta t) hat in
  let Gt := \sum_(s < t) (w s ^+ 2 * alpha dmu ⟨a s, theta t⟩ ⟨a s, hat⟩) *: (a s *m (a s)^T) + lam%:M in
  let Ht := \sum_(s < t) (w s ^+ 2 * dmu ⟨a s, theta t⟩) *: (a s *m (a s)^T) + lam%:M in
  let v := noise - lam *: theta t in
  let bias := k_mu / lam * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m) in
  let root := Num.sqrt (1 + 2%:R * S) in
  let line1 := bias + k_mu * `|⟨b, invmx G *m v⟩| in
  let line2 := bias + ‖b‖_[invmx G *m Gt *m invmx G] * ‖v‖_[invmx Gt] in
  let line3 := bias + k_mu * (‖b‖_[invmx G] * ‖v‖_[invmx Gt]) in
  let line4 := bias + k_mu * (root * ‖b‖_[invmx G] * ‖v‖_[invmx Ht]) in
  let line5 := bias + k_mu * (root * ‖b‖_[invmx G] * ‖v‖_[invmx Hrecent]) in
  let line6 := bias + k_mu * (root * ‖b‖_[invmx G] * (Num.sqrt lam * S + rho)) in
  [/\ `|mu ⟨b, hat⟩ - mu ⟨b, theta t⟩| <= line1, line1 <= line2, line2 <= line3 & line3 <= line4] /\
  line4 <= line5 /\ line5 <= line6).
Proof.
move=> C; have [d1 d2 sc _] := linear_link_paper; have [h0 h1] := half_range.
have km (z : R) : 1 <= 2%:R :> R by rewrite ler1n.
have [|[_ + _ _] _] := C 1%N 0%N 0%N (fun z => z) (fun=> 1) (fun=> 0) (2%:R^-1)%ring 1 1 2%:R 0 0 toy_a
  (fun=> one1) (fun=> 0) 0 one1 d1 d2 sc km h0 h1 ltr01 (lexx 0) toy_unit (fun=> one1_le)
  (fun s h => False_ind _ (notF h)) (fun s _ h => False_ind _ (notF h)) empty_mle (zero_le ler01) one1_le.
  by rewrite /recent_noise big_ord0 nrm0.
rewrite ler_add2l /recent_noise !big_ord0 !add0r /G_mx no_round invmx1 !mul1mx scale1r dotNr normrN.
rewrite nrmN; last exact: psd1.
rewrite -nrm2E nrm_dim1 dot_dim1 mulr1 normr1 !mulr1.
by rewrite lern1.
Qed.

(* Z130_mutant: Z130 with the first sign of rho turned: one round, nothing happens, m = 1/4, delta = 1/2. *)
Theorem Z130_mutant : ~ (forall (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act : seq E -> 'cV[R]_d) (gamma lam delta : R) (T D : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) ->
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
  (forall h, actions h (act h)) ->
  let rho := - (Num.sqrt lam / (2%:R * m)) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => [exists t : 'I_T,
    let a s := act (take s h) in
    let eps s := reward (take s h) (a s) (nth e0 h s) - mu ⟨a s, theta s⟩ in
    let noise := recent_noise a (discount gamma t) D t eps in
    stationary theta D t && (rho < ‖noise‖_[invmx (Htilde lam a (discount gamma t) D t dmu theta)])])
    [::] <= delta).
Proof.
move=> C; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have m0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have bu (f : unit -> R) : bounded f by exists `|f tt| => -[].
have r0 (h : seq unit) (b : 'cV[R]_1) : b = 0 -> (fun _ : unit => (0 - id ⟨b, 0⟩) ^+ 2) tt <= 1.
  by move=> ->; rewrite dot0r subr0 expr0n ler01.
have ale (h : seq unit) (b : 'cV[R]_1) : b = 0 -> ‖b‖ <= 1 by move=> ->; exact: zero_le ler01.
have rle (h : seq unit) (b : 'cV[R]_1) (e : unit) : b = 0 -> 0 <= (0 : R) <= 4%:R^-1 by rewrite lexx ltW.
have mean (h : seq unit) (b : 'cV[R]_1) : b = 0 -> 0 = id (dot b 0) by move=> ->; rewrite dot0r.
have := @C unit tt 1%N id (fun=> 1) (fun=> 0) 1 0 (4%:R^-1)%ring (fun=> 0) (fun _ b => b = 0) (fun _ _ _ => 0)
  (fun _ _ _ => True) (fun _ _ f => f tt) (fun=> 0) (2%:R^-1)%ring 1 (2%:R^-1)%ring 1%N 0%N
  isT isT h0 h1 ltr01 m0 h0 (ltW h1) d1 d2 sc km (fun=> zero_le (lexx 0)) ale rle
  (fun _ _ f _ => bu f) (fun _ _ _ => Logic.I) (fun _ _ _ _ _ _ => Logic.I)
  (fun _ _ _ _ _ => Logic.I) (fun _ _ _ _ _ _ => erefl) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ P => P tt)
  (fun _ _ => erefl) (fun _ _ _ => Logic.I) (fun _ _ _ => Logic.I) mean r0 (fun=> erefl).
cbv zeta; rewrite /Prob /= upper_integral_eq //=.
set ex := [exists t : 'I_1, _]; have -> : ex = true; last by rewrite leNgt h1.
apply/existsP; exists ord0; rewrite /recent_noise big_ord0 nrm0 (_ : stationary _ _ _ = true) /=; last first.
  by apply/forallP => [[]].
rewrite muln0 expr0 subrr mulr0 mul0r addr0 ln1 mulr0 addr0 sqrtr1 !divr1 mul1r !mul1r invrK.
have := ln2_lt1; rewrite -[1 + 1]/(2%:R : R); move: (ln _) => l l1.
have -> : (2%:R * 4%:R^-1)^-1 = 2%:R :> R by field.
have -> : 2%:R * 4%:R^-1 = 2%:R^-1 :> R by field.
by clear -l1; toR; move: l1; simpl; lra.
Qed.
