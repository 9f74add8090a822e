(* Mutants of claims_arms_law_steps.v (Z73, Q46) and claims_arms_phase_steps.v: each theorem with one token
   moved, refuted at a small witness. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation regret rates any_law.
From Glb Require Import arms arms_deviation arms_regret arms_rates arms_any_law arms_any_regret arms_phases.
From Glb Require Import small_witnesses mutants_arms_steps mutants_arms_law_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* Z73 without the factors B (the printed constants).  Witness: two arms in turn, T = tau = 1, rewards 0 and
   B, B above the right-hand side. *)
Theorem Z73_mutant : ~ (exists c1 c2 c3 : R -> R -> R -> R,
  forall (K : nat) (E : Type) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R)
  (act : seq E -> 'I_K) (T tau Gamma : nat),
  0 < B -> (0 < T)%N -> 0 < eta -> xi_for xi eta -> arm_laws B mu Ec reward ->
  (forall t i, mu t i <= mu t (istar t)) -> (breaks mu T <= Gamma)%N -> SW_UCB e0 reward act tau B xi ->
  (0 < tau)%N -> (tau <= T)%N \/ (0 < Gamma)%N ->
  Mean (fun h => Ec h (act h)) T
    (fun h => \sum_(t < T) (mu t (istar t) - mu t (act (take t h)))) [::] <=
  c1 (ln tau%:R) xi eta * Num.sqrt K%:R * (T%:R / Num.sqrt tau%:R)
    + c2 (ln tau%:R) xi eta * Num.sqrt K%:R * tau%:R * Gamma%:R
    + c3 (ln tau%:R) xi eta * K%:R * (T%:R / tau%:R)).
Proof.
move=> [c1 [c2 [c3 H]]]; set rhs := fun u v w : R => u * Num.sqrt 2%:R * (1%:R / Num.sqrt 1%:R)
  + v * Num.sqrt 2%:R * 1%:R * 0%:R + w * 2%:R * (1%:R / 1%:R).
pose v := rhs (c1 (ln 1%:R) 1 1) (c2 (ln 1%:R) 1 1) (c3 (ln 1%:R) 1 1); pose B := `|v| + 1.
have B0 : 0 < B by rewrite ltr_paddl ?ltr01.
have := H 2%N _ tt B 1 1 _ (fun=> ord_max) _ _ _ 1%N 1%N 0%N B0 isT ltr01 xi_one (sure_laws 1 B0)
  (fun t i => sure_best t i B0) (no_breaks 1 B 0) (in_turn_policy 1 B 1) isT (or_introl isT).
rewrite first_loss -/(rhs _ _ _) -/v leNgt => /negP; apply.
by apply: (le_lt_trans (ler_norm v)); rewrite ltr_addl ltr01.
Qed.

(* Q46 with - for + in C(tau).  Witness: three arms in turn, T = tau = 2, no change: the right-hand side is
   negative. *)
Theorem Q46_mutant : ~ (forall (K : nat) (E : Type) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R)
  (act : seq E -> 'I_K) (T tau Gamma : nat) (i : 'I_K) (D : R),
  0 < B -> 0 < eta -> xi_for xi eta -> arm_laws B mu Ec reward ->
  (forall t j, mu t j <= mu t (istar t)) -> (breaks mu T <= Gamma)%N -> SW_UCB e0 reward act tau B xi ->
  (exists2 t, (t < T)%N & mu t i < mu t (istar t) /\ D = mu t (istar t) - mu t i) ->
  (forall t, (t < T)%N -> mu t i < mu t (istar t) -> D <= mu t (istar t) - mu t i) ->
  (1 < tau)%N -> (tau <= T)%N \/ (0 < Gamma)%N ->
  let C := 8%:R * B ^+ 2 * xi - B ^+ 2 / ln tau%:R
    * (2%:R + 2%:R * (ln tau%:R / ln (1 + eta) + 1) * (2%:R + ln tau%:R)) in
  Mean (fun h => Ec h (act h)) T (fun h => (\sum_(t < T) ((act (take t h) == i) &&
      (mu t i < mu t (istar t))%ring))%N%:R) [::] <=
    C / D ^+ 2 * (T%:R * ln tau%:R / tau%:R) + tau%:R * Gamma%:R + ln tau%:R ^+ 2).
Proof.
have e : (ord0 == ord_max :> 'I_3) = false by [].
have g : sure_means 2 1 ord_max - sure_means 2 1 ord0 = 1 by rewrite !ffunE eqxx e mulr0 mulr1 subr0.
have br : (breaks (fun=> sure_means 2 1) 2 <= 0)%N by rewrite /breaks big1 // => k _; rewrite eqxx.
have ex : exists2 t, (t < 2)%N & sure_means 2 1 ord0 < sure_means 2 1 ord_max /\
  1 = sure_means 2 1 ord_max - sure_means 2 1 ord0.
  by exists 0%N; rewrite // g -subr_gt0 g ltr01.
have low t : (t < 2)%N -> sure_means 2 1 ord0 < sure_means 2 1 ord_max ->
  1 <= sure_means 2 1 ord_max - sure_means 2 1 ord0 by rewrite g.
move=> H; have := H 3%N _ tt 1 1 1 _ (fun=> ord_max) _ _ _ 2%N 2%N 0%N ord0 1 ltr01 ltr01 xi_one
  (sure_laws 2 ltr01) (fun t i => sure_best t i ltr01) br (in_turn_policy 2 1 1) ex low isT (or_introl isT).
rewrite /= /sure_law; move: (\sum_(t < 2) _)%N => N h.
have l2 : 0 < ln 2%:R by apply: lt_le_trans (log_horizon (isT : (1 < 2)%N)); rewrite invr_gt0 ltr0n.
have two : 1 + 1 = 2%:R :> R by rewrite mulr2n.
have : 0 <= 4%:R * ln 2%:R - 10%:R + ln 2%:R ^+ 2.
  apply: le_trans (ler0n _ N) _; apply: (le_trans h); same; rewrite two expr1n mulr0 addr0.
  by move: (lt0r_neq0 l2); move: (ln 2%:R) => l l0; field.
have := ln2_lt1; rewrite two; move: l2; move: (ln 2%:R) => l /RltP p /RltP q /RleP; move: p q.
by toR_goal; simpl; nra.
Qed.

(** * Phases *)

(* Q47 with Gamma for Gamma + 1 phases (the printed ones).  Witness: one round, no change: 1 and 0. *)
Theorem Q47_mutant : ~ (forall (K : nat) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K) (b : nat -> nat)
  (T Gamma : nat), phases mu b T Gamma -> best_arms mu istar ->
  let g := phase_gap mu istar b in
  (forall I : nat -> 'I_K, \sum_(1 <= t < T.+1) (mu t (istar t) - mu t (I t)) =
    \sum_i \sum_(phi < Gamma) g phi i * (\sum_(b phi <= t < b phi.+1) (I t == i))%N%:R) /\
  forall (E : Type) (Ec : seq E -> (E -> R) -> R) (act : seq E -> 'I_K), (forall h, law (Ec h)) ->
  let ER := Mean Ec T (fun h => \sum_(1 <= t < T.+1) (mu t (istar t) - mu t (act (take t.-1 h)))) [::] in
  ER = \sum_i \sum_(phi < Gamma) g phi i *
    Mean Ec T (fun h => (\sum_(b phi <= t < b phi.+1) (act (take t.-1 h) == i))%N%:R) [::] /\
  ER = \sum_i \sum_(phi < Gamma) g phi i *
    Mean Ec T (fun h => (\sum_(b phi <= t < b phi.+1) wrong_play (fun t => act (take t.-1 h)) istar t i)%N%:R)
      [::]).
Proof.
move=> H; have best : best_arms (fun=> two_means) better by apply: two_best; left.
have [/(_ worse) + _] := H _ _ _ _ _ _ one_phase best.
rewrite big_nat1 !ffunE /= subr0 big1 => [/eqP|i _]; last by rewrite big_ord0.
by rewrite oner_eq0.
Qed.

(* The arm of the only round is the worse one. *)
Definition always_first (_ : seq unit) : 'I_2 := ord0.

(* I52 with Delta (T - 1) for Delta T.  Witness: one round, the gap 1, Delta = 1: 1 and 0. *)
Theorem I52_mutant : ~ (forall (K : nat) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K) (b : nat -> nat)
  (T Gamma : nat) (E : Type) (Ec : seq E -> (E -> R) -> R) (act : seq E -> 'I_K) (Delta : R),
  phases mu b T Gamma -> best_arms mu istar -> (forall h, law (Ec h)) -> 0 <= Delta ->
  let g := phase_gap mu istar b in
  let N phi i := Mean Ec T
    (fun h => (\sum_(b phi <= t < b phi.+1) wrong_play (fun t => act (take t.-1 h)) istar t i)%N%:R) [::] in
  let large := \sum_i \sum_(phi < Gamma.+1 | Delta < g phi i) g phi i * N phi i in
  let small := \sum_i \sum_(phi < Gamma.+1 | g phi i <= Delta) g phi i * N phi i in
  [/\ \sum_i \sum_(phi < Gamma.+1) g phi i * N phi i = large + small,
      large + small <= large + Delta * (\sum_i \sum_(phi < Gamma.+1) N phi i) &
      large + Delta * (\sum_i \sum_(phi < Gamma.+1) N phi i) <= large + Delta * T.-1%:R]).
Proof.
move=> H; have best : best_arms (fun=> two_means) better by apply: two_best; left.
have [_ _] := H _ _ _ _ _ _ unit (fun _ f => f tt) always_first 1 one_phase best
  (fun h => @sure_law_law 2 h ord0) ler01.
rewrite ler_add2l mulr0 mul1r !big_ord_recl !big_ord0 /= !big_nat1 /wrong_play /=.
by rewrite !addr0 ler10.
Qed.

(* Two means of arms as rewards: the environment of one round. *)
Lemma two_laws : arm_laws 1 (fun=> two_means) (@sure_law 2) (@sure_reward 1 1).
Proof.
have -> : two_means = sure_means 1 1 by apply/ffunP => i; rewrite !ffunE mul1r.
exact: sure_laws ltr01.
Qed.

(* Z142 with tau - 1 for tau in the first line.  Witness: two arms in turn, T = tau = 1: 1 and 0. *)
Theorem Z142_mutant : ~ (forall (K : nat) (E : Type) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R)
  (act : seq E -> 'I_K) (b : nat -> nat) (T Gamma tau : nat),
  0 < B -> 0 < eta -> xi_for xi eta -> arm_laws B (fun t => mu t.+1) Ec reward ->
  phases mu b T Gamma -> best_arms mu istar -> (0 < tau)%N -> SW_UCB e0 reward act tau B xi ->
  let g := phase_gap mu istar b in let L := ln tau%:R / ln (1 + eta) in
  (forall phi i n, (phi <= Gamma)%N -> 0 < g phi i -> is_ceil ((b phi.+1 - b phi)%:R / tau%:R)%ring n ->
    Mean (fun h => Ec h (act h)) T (fun h => (\sum_(b phi <= t < b phi.+1)
        wrong_play (fun t => act (take t.-1 h)) istar t i)%N%:R) [::] <=
      tau.-1%:R + n.-1%:R * (4%:R * B ^+ 2 * xi * ln tau%:R / g phi i ^+ 2 + 1)
      + 2%:R * \sum_(b phi + tau <= t < b phi.+1) tau%:R^-1 * (L + 1)) /\
  (forall Delta, 0 < Delta ->
    Mean (fun h => Ec h (act h)) T
      (fun h => \sum_(1 <= t < T.+1) (mu t (istar t) - mu t (act (take t.-1 h)))) [::] <=
    4%:R * B ^+ 2 * xi * ln tau%:R * K%:R / Delta * (T%:R / tau%:R) + tau%:R * K%:R * Gamma.+1%:R * B
      + K%:R * B * (2%:R * L + 3%:R) * (T%:R / tau%:R) + Delta * T%:R)).
Proof.
move=> H; have best : best_arms (fun=> two_means) better by apply: two_best; left.
have [+ _] := H 2%N _ tt 1 1 1 (fun=> two_means) better _ _ _ _ _ _ 1%N ltr01 ltr01 xi_one two_laws one_phase
  best isT (in_turn_policy 1 1 1).
have g0 : 0 < phase_gap (fun=> two_means) better S 0 ord0 by rewrite /phase_gap !ffunE /= subr0 ltr01.
move=> /(_ 0%N ord0 1%N isT g0 ceil1); rewrite /= /sure_law big_nat1 big_geq // /wrong_play first_arm eqxx /=.
by rewrite mul0r mulr0 !addr0 ler10.
Qed.

(* I62 with - 3 for + 3.  Witness: two arms in turn, T = tau = 1: 1 and -4. *)
Theorem I62_mutant : ~ (forall (K : nat) (E : Type) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R)
  (act : seq E -> 'I_K) (b : nat -> nat) (T Gamma tau : nat),
  0 < B -> (0 < T)%N -> 0 < eta -> xi_for xi eta -> arm_laws B (fun t => mu t.+1) Ec reward ->
  phases mu b T Gamma -> best_arms mu istar -> (0 < tau)%N -> SW_UCB e0 reward act tau B xi ->
  Mean (fun h => Ec h (act h)) T
    (fun h => \sum_(1 <= t < T.+1) (mu t (istar t) - mu t (act (take t.-1 h)))) [::] <=
  4%:R * B * Num.sqrt (xi * ln tau%:R) * Num.sqrt K%:R * (T%:R / Num.sqrt tau%:R)
    + B * K%:R * tau%:R * Gamma.+1%:R
    + B * K%:R * (2%:R * (ln tau%:R / ln (1 + eta)) - 3%:R) * (T%:R / tau%:R)).
Proof.
move=> H; have best : best_arms (fun=> two_means) better by apply: two_best; left.
have := H 2%N _ tt 1 1 1 (fun=> two_means) better _ _ _ _ 1%N _ 1%N ltr01 isT ltr01 xi_one two_laws one_phase
  best isT (in_turn_policy 1 1 1).
rewrite /= /sure_law big_nat1 first_arm !ffunE /= (ln_1 : ln 1%:R = 0) divr1.
rewrite !(mulr0, mul0r, addr0, add0r, sqrtr0, mulr1, subr0, sub0r).
by move=> /RleP; toR_goal; simpl; lra.
Qed.
