(* Mutants of claims_arms_steps.v: each theorem with one token moved, refuted at a small witness. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation regret rates arms arms_regret.
From Glb Require Import arms_phases arms_windows.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* Two arms with means 0 and 1; the first one is played. *)
Definition two_means : {ffun 'I_2 -> R} := [ffun i => (i == ord_max)%:R].
Definition worse (_ : nat) : 'I_2 := ord0.
Definition better (_ : nat) : 'I_2 := ord_max.
Lemma two_best (mu : nat -> {ffun 'I_2 -> R}) : (forall t, mu t = two_means \/ mu t = [ffun=> 0]) ->
  best_arms mu better.
Proof. by move=> H t i; case: (H t) => ->; rewrite !ffunE //; case: (_ == _); rewrite ?lexx ?ler01. Qed.
(* One phase of one round, and two of them. *)
Lemma one_phase : phases (fun=> two_means) S 1 0.
Proof. by []. Qed.
Lemma two_phases (mu : nat -> {ffun 'I_2 -> R}) : phases mu S 2 1.
Proof. by split=> // phi t _; rewrite ltnS -eqn_leq => /eqP ->. Qed.
Lemma wrong_worse t : wrong_play worse better t ord0 = true.
Proof. by []. Qed.
Lemma ceil1 : is_ceil (1%:R / 1%:R)%ring 1.
Proof. by rewrite /is_ceil divr1 lexx ltr_addl ltr01. Qed.

(* D12 with the last phase left out.  Witness: one phase, the gap 1. *)
Theorem D12_mutant : ~ (forall (K : nat) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K) (b : nat -> nat)
  (T Gamma : nat) (i : 'I_K), phases mu b T Gamma -> best_arms mu istar ->
  let least (S : R -> Prop) m := S m /\ forall x, S x -> m <= x in
  let by_rounds x := exists2 t, (1 <= t <= T)%N &
    mu t i < mu t (istar t) /\ x = mu t (istar t) - mu t i in
  let by_phases x := exists2 phi, (phi < Gamma)%N &
    0 < phase_gap mu istar b phi i /\ x = phase_gap mu istar b phi i in
  [/\ forall m, least by_rounds m <-> least by_phases m,
      (exists2 t, (1 <= t <= T)%N & mu t i < mu t (istar t)) -> exists m, least by_rounds m &
      forall m phi, least by_rounds m -> (phi <= Gamma)%N -> 0 < phase_gap mu istar b phi i ->
        m <= phase_gap mu istar b phi i]).
Proof.
move=> H; have best : best_arms (fun=> two_means) better by apply: two_best; left.
have [eq _ _] := H _ _ _ _ _ _ ord0 one_phase best; have [to _] := eq 1.
have [|[phi]] // := to _; split=> [|x [t _ [_ ->]]]; last by rewrite !ffunE subr0.
by exists 1%N; rewrite // !ffunE subr0 ltr01.
Qed.

(* D13 with a window that starts one round later.  Witness: one arm, tau = 1, t = 2: 1 and 0. *)
Theorem D13_mutant : ~ (forall (K : nat) (I : nat -> 'I_K) (X : nat -> R) (B xi : R) (tau t : nat) (i : 'I_K),
  (0 < t)%N -> (0 < tau)%N ->
  [/\ plays_to I tau t.-1 i = #|[set s : 'I_t | (0 < s)%N && (t - tau < s)%N && (I s == i)]|,
      (plays_to I tau t.-1 i <= tau)%N &
      forall (I' : nat -> 'I_K) (X' : nat -> R),
        (forall s, (0 < s < t)%N -> (t - tau <= s)%N -> I' s = I s /\ X' s = X s) ->
        plays_to I' tau t.-1 i = plays_to I tau t.-1 i /\
        ucb_to I' X' B xi tau t.-1 i = ucb_to I X B xi tau t.-1 i]).
Proof.
move=> H; have [] := H _ (fun=> ord0 : 'I_1) (fun=> 0) 1 1 1%N 2%N ord0 isT isT.
rewrite /plays_to big_nat1 /= eq_card0 // => s; rewrite inE.
by case: s => -[|[|]].
Qed.

(* I53 with the last round one later (the printed one).  Witness: one round, one phase: 1 and 2. *)
Theorem I53_mutant : ~ (forall (K : nat) (mu : nat -> {ffun 'I_K -> R}) (b : nat -> nat) (T Gamma : nat)
  (I istar : nat -> 'I_K) (phi : nat) (i : 'I_K), phases mu b T Gamma -> (phi <= Gamma)%N ->
  (\sum_(1 <= t < T.+1 | b phi <= t < b phi.+1) wrong_play I istar t i =
   \sum_(b phi <= t < (b phi.+1).+1) wrong_play I istar t i)%N).
Proof. by move=> H; have := H _ _ _ _ _ worse better 0%N ord0 one_phase isT; rewrite unlock. Qed.

(* I54 with tau - 1 for tau.  Witness: a phase of one round, tau = 1: 1 and 0. *)
Theorem I54_mutant : ~ (forall (K : nat) (b : nat -> nat) (I istar : nat -> 'I_K) (phi tau : nat) (i : 'I_K)
  (A : R),
  let N := (\sum_(b phi <= t < b phi.+1) wrong_play I istar t i)%N in
  let late (P : nat -> bool) := (\sum_(b phi + tau <= t < b phi.+1) (wrong_play I istar t i && P t))%N in
  [/\ (N <= \sum_(b phi <= t < b phi + tau) wrong_play I istar t i + late xpredT)%N,
      (b phi + tau <= b phi.+1)%N ->
        N = (\sum_(b phi <= t < b phi + tau) wrong_play I istar t i + late xpredT)%N &
      (N <= tau.-1 + late (fun t => (plays_to I tau t i)%:R <= A)%ring
          + late (fun t => A < (plays_to I tau t i)%:R)%ring)%N]).
Proof.
move=> H; have [_ _] := H 2%N S worse better 0%N 1%N ord0 0.
by rewrite big_nat1 wrong_worse !big_geq.
Qed.

(* I55 with one block fewer while the sum runs to b_phi.  Witness: one round, tau = A = 1: 1 and 0. *)
Theorem I55_mutant : ~ (forall (K : nat) (mu : nat -> {ffun 'I_K -> R}) (b : nat -> nat) (T Gamma : nat)
  (I istar : nat -> 'I_K) (phi tau n : nat) (i : 'I_K) (A : R), phases mu b T Gamma -> (phi <= Gamma)%N ->
  (0 < tau)%N -> 0 <= A -> is_ceil ((b phi.+1 - b phi)%:R / tau%:R)%ring n ->
  let rare t := (wrong_play I istar t i && ((plays_to I tau t i)%:R <= A))%:R in
  \sum_(b phi + tau <= t < (b phi.+1).+1) rare t <= n.-1%:R * A /\
  \sum_(b phi + tau <= t < b phi.+1) rare t <= n.-1%:R * A).
Proof.
move=> H; have [] := H _ _ _ _ _ worse better 0%N 1%N 1%N ord0 1 one_phase isT isT ler01 ceil1.
by rewrite big_nat1 wrong_worse /plays_to big_nat1 /= lexx mul0r ler10.
Qed.

(* I56 with A for A + 1 (the printed one).  Witness: the first round, all means 0, A = 0. *)
Theorem I56_mutant : ~ (forall (K : nat) (mu : nat -> 'I_K -> R) (I istar : nat -> 'I_K) (X : nat -> R)
  (B xi A : R) (tau t : nat) (i : 'I_K),
  (0 < t)%N -> (0 < tau)%N -> 0 <= A -> chosen_by_ucb I X B xi tau t ->
  wrong_play I istar t i -> A < (plays_to I tau t i)%:R ->
  let mean := mean_to I X tau t.-1 in let c := bonus_to I B xi tau t.-1 in
  [\/ mu t i + c i < mean i, mean (istar t) < mu t (istar t) - c (istar t) |
      mu t (istar t) - mu t i <= 2%:R * c i /\ A < (plays_to I tau t.-1 i)%:R]).
Proof.
have z i : plays_to worse 1 0 i = 0%N by rewrite /plays_to big_geq.
have m0 i : mean_to worse (fun=> 0) 1 0 i = 0 by rewrite /mean_to big_geq // mul0r.
have c0 i : bonus_to worse 1 1 1 0 i = 0 by rewrite /bonus_to z invr0 mulr0 sqrtr0 mulr0.
have pol : chosen_by_ucb worse (fun=> 0) 1 1 1 1.
  by split=> [i _|all]; [exact: z|have := all ord0; rewrite z].
move=> H; have := H 2%N (fun _ _ => 0) worse better (fun=> 0) 1 1 0 1%N 1%N ord0 isT isT (lexx 0) pol isT.
rewrite {1}/plays_to big_nat1 /= ltr01 => /(_ isT); rewrite !m0 !c0 z.
by rewrite addr0 subr0 ltxx => -[|| []].
Qed.

(* I59 with Gamma for Gamma + 1.  Witness: one phase of one round, tau = 4, xi = 0, Delta = 1/2: 9/2 and 1. *)
Theorem I59_mutant : ~ (forall (K : nat) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K) (b : nat -> nat)
  (T Gamma tau : nat) (n : nat -> nat) (B xi eta Delta : R),
  phases mu b T Gamma -> best_arms mu istar -> (forall t i, (1 <= t <= T)%N -> 0 <= mu t i <= B) ->
  (0 < tau)%N -> 0 < B -> 0 <= xi -> 0 < eta -> 0 < Delta ->
  (forall phi, (phi <= Gamma)%N -> is_ceil ((b phi.+1 - b phi)%:R / tau%:R)%ring (n phi)) ->
  let g := phase_gap mu istar b in
  let A phi i := 4%:R * B ^+ 2 * xi * ln tau%:R / g phi i ^+ 2 in
  let P phi := \sum_(b phi + tau <= t < b phi.+1) tau%:R^-1 * (ln tau%:R / ln (1 + eta) + 1) in
  \sum_(i < K) \sum_(phi < Gamma.+1 | Delta < g phi i)
    g phi i * (tau%:R + (n phi).-1%:R * (A phi i + 1) + 2%:R * P phi) + Delta * T%:R <=
  4%:R * B ^+ 2 * xi * ln tau%:R * K%:R / Delta * (T%:R / tau%:R) + B * K%:R * (T%:R / tau%:R)
    + tau%:R * K%:R * Gamma%:R * B + 2%:R * K%:R * B * (\sum_(phi < Gamma.+1) P phi) + Delta * T%:R).
Proof.
have best : best_arms (fun=> two_means) better by apply: two_best; left.
have range (t : nat) i : (1 <= t <= 1)%N -> 0 <= two_means i <= 1.
  by rewrite ffunE; case: (_ == _); rewrite ?lexx ?ler01.
have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have h1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr0n ?ltr1n.
have nc phi : (phi <= 0)%N -> is_ceil ((phi.+2 - phi.+1)%:R / 4%:R)%ring 1.
  rewrite leqn0 => /eqP ->; rewrite /is_ceil mul1r; apply/andP; split.
    by rewrite invf_le1 ?ltr0n // ler1n.
  by rewrite ltr_addr invr_gt0 ltr0n.
move=> H; have := H _ _ _ _ _ _ 4%N (fun=> 1%N) 1 0 1 2%:R^-1 one_phase best range isT ltr01
  (lexx 0) ltr01 h0 nc.
rewrite /= /phase_gap !big_ord_recl !big_ord0 !big_mkcond !big_ord_recl !big_ord0 /= !big_geq // !ffunE /=.
rewrite subr0 h1 subrr ltNge (ltW h0) /=.
rewrite !(mul0r, mulr0, mul1r, mulr1, addr0, add0r) ler_add2r.
by rewrite big_pred0_eq addr0 ler_pdivl_mulr ?ltr0n // -natrM ler_nat.
Qed.

(* I60 with T - 1 for T.  Witness: T = tau = eta = 1: 1 and 0. *)
Theorem I60_mutant : ~ (forall (K : nat) (mu : nat -> {ffun 'I_K -> R}) (b : nat -> nat) (T Gamma tau : nat)
  (M : nat -> nat) (eta : R), phases mu b T Gamma -> (0 < tau)%N -> 0 < eta ->
  (forall t, is_ceil (ln (minn t tau)%:R / ln (1 + eta))%ring (M t)) ->
  let middle := \sum_(tau <= t < T.+1) (ln (minn t tau)%:R / ln (1 + eta) + 1) / (minn t tau)%:R in
  \sum_(phi < Gamma.+1) \sum_(b phi + tau <= t < b phi.+1) (M t)%:R / (minn t tau)%:R <= middle /\
  middle <= T.-1%:R / tau%:R * (ln tau%:R / ln (1 + eta) + 1)).
Proof.
have l1 : ln 1%:R = 0 by exact: ln_1.
have nc t : is_ceil (ln (minn t 1)%:R / ln (1 + 1))%ring 0.
  by case: t => [|t]; rewrite /is_ceil ?min0n ?minSS ?minn0 ?ln_at_0 ?l1 mul0r lexx add0r ltr01.
move=> H; have [_] := H _ _ _ _ _ 1%N (fun=> 0%N) 1 one_phase isT ltr01 nc.
by rewrite big_nat1 minnn l1 !mul0r add0r divr1 ler10.
Qed.

(* Z70 with K <= tau + 2.  Witness: three arms, tau = 1, the first two in turn. *)
Theorem Z70_mutant : ~ (forall (K : nat) (I : nat -> 'I_K) (X : nat -> R) (B xi : R) (tau T : nat) (i : 'I_K),
  (K <= tau.+2)%N -> (forall t, (1 <= t <= T)%N -> chosen_by_ucb I X B xi tau t) ->
  ((K <= T)%N -> exists2 t, (1 <= t <= K)%N & I t = i) /\
  (forall a, (0 < a)%N -> (a + (tau + K - 1) <= T.+1)%N ->
     exists2 t, (a <= t < a + (tau + K - 1))%N & I t = i)).
Proof.
pose I (t : nat) : 'I_3 := if odd t then ord0 else inord 1.
have i1 : nat_of_ord (inord 1 : 'I_3) = 1%N by rewrite inordK.
have pol t : (1 <= t <= 3)%N -> chosen_by_ucb I (fun=> 0) 1 1 1 t.
  have z j : (0 < j)%N -> I j != I j.+1.
    by move=> _; rewrite /I /=; case: (odd j); rewrite -val_eqE /= i1.
  have zero : plays_to I 1 t.-1 (I t) = 0%N.
    case: t => [|[|t]]; [by rewrite /plays_to big_geq|by rewrite /plays_to big_geq|].
    have e : maxn 1 (t.+2 - 1) = t.+1 by lia.
    by rewrite /plays_to /= e big_nat1 (negbTE (z t.+1 isT)).
  by move=> _; split=> [i _ //|all]; have := all (I t); rewrite zero.
move=> H; have [/(_ isT) [t _]] := H 3%N I (fun=> 0) 1 1 1%N 3%N ord_max isT pol.
by rewrite /I; case: (odd t) => /(congr1 (@nat_of_ord 3)) /=; rewrite ?i1.
Qed.

(* Z74 with Gamma - 1 for Gamma.  Witness: two phases of one round, tau = 1: 1 and 0. *)
Theorem Z74_mutant : ~ (forall (K : nat) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K) (b : nat -> nat)
  (T Gamma tau : nat) (I : nat -> 'I_K) (B : R), phases mu b T Gamma -> 0 <= B ->
  (forall t i, (1 <= t <= T)%N -> 0 <= mu t i <= B) ->
  \sum_(1 <= phi < Gamma.+1) \sum_(b phi <= t < minn (b phi + tau) (b phi.+1))
    (mu t (istar t) - mu t (I t)) <= B * tau%:R * Gamma.-1%:R).
Proof.
have range (t : nat) i : (1 <= t <= 2)%N -> 0 <= two_means i <= 1.
  by rewrite ffunE; case: (_ == _); rewrite ?lexx ?ler01.
move=> H; have := H _ _ better _ _ _ 1%N worse 1 (two_phases (fun=> two_means)) ler01 range.
by rewrite !big_nat1 !ffunE /= subr0 mulr0 ler10.
Qed.

(* The gap 1 in round 1, no gap in round 2. *)
Definition closing (t : nat) : {ffun 'I_2 -> R} := if (t <= 1)%N then two_means else [ffun=> 0].
Lemma closing_best : best_arms closing better.
Proof. by apply: two_best => t; rewrite /closing; case: ifP; [left|right]. Qed.

(* Z76 with b_phi for b_phi - 1 (the printed one).  Witness: closing, tau = 1, t = 2. *)
Theorem Z76_mutant : ~ (forall (K : nat) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K) (b : nat -> nat)
  (T Gamma tau phi t : nat) (I : nat -> 'I_K) (i : 'I_K) (B xi : R),
  phases mu b T Gamma -> best_arms mu istar -> (0 < tau)%N -> 0 <= B -> 0 <= xi ->
  (phi <= Gamma)%N -> 0 < phase_gap mu istar b phi i -> (b phi + tau <= t < (b phi.+1).+1)%N ->
  let A := 4%:R * B ^+ 2 * xi * ln tau%:R / phase_gap mu istar b phi i ^+ 2 in
  ~ (mu t (istar t) - mu t i <= 2%:R * bonus_to I B xi tau t i /\ A < (plays_to I tau t i)%:R)).
Proof.
have g0 : 0 < phase_gap closing better S 0 ord0 by rewrite /phase_gap !ffunE /= subr0 ltr01.
move=> H; have := H _ _ _ _ _ _ 1%N 0%N 2%N worse ord0 1 1 (two_phases closing) closing_best isT ler01 ler01
  isT g0 isT.
rewrite /= (ln_1 : ln 1%:R = 0) mulr0 mul0r !ffunE subrr; apply; split.
  by rewrite /bonus_to mul1r mulr_ge0 ?ler0n ?sqrtr_ge0.
by rewrite /plays_to big_nat1 ltr01.
Qed.

(* Z143 with max(0, t-tau+1).  Witness: t = 1, tau = 2, sequences that differ in round 0: 2 and 1. *)
Theorem Z143_mutant : ~ (forall (K : nat) (I : nat -> 'I_K) (X : nat -> R) (tau t : nat),
  let N (J : nat -> 'I_K) i := (\sum_(maxn 0 (t.+1 - tau) <= s < t.+1) (J s == i))%N in
  let mean (J : nat -> 'I_K) (Y : nat -> R) i :=
    (\sum_(maxn 0 (t.+1 - tau) <= s < t.+1) Y s * (J s == i)%:R) / (N J i)%:R in
  (forall (J : nat -> 'I_K) (Y : nat -> R) i,
    (forall s, (1 <= s <= t)%N -> J s = I s /\ Y s = X s) -> N J i = N I i /\ mean J Y i = mean I X i) /\
  (\sum_i N I i = minn t tau)%N).
Proof.
move=> H; have [+ _] := H 2%N worse (fun=> 0) 2%N 1%N.
move=> /(_ (fun s => if s is 0 then ord_max else ord0) (fun=> 0) ord0) [|+ _]; first by case.
by rewrite max0n /= !big_nat_recr //= !big_geq.
Qed.

(* Z144 with the gap of the next phase on the left.  Witness: closing, the first phase: 0 and 1. *)
Theorem Z144_mutant : ~ (forall (K : nat) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K)
  (b : nat -> nat) (T Gamma : nat) (I : nat -> 'I_K) (phi : nat) (i : 'I_K),
  phases mu b T Gamma -> best_arms mu istar -> (phi <= Gamma)%N ->
  phase_gap mu istar b phi.+1 i * (\sum_(b phi <= t < b phi.+1) (I t == i))%N%:R =
  phase_gap mu istar b phi i * (\sum_(b phi <= t < b phi.+1) wrong_play I istar t i)%N%:R).
Proof.
move=> H; have := H _ _ _ _ _ _ worse 0%N ord0 (two_phases closing) closing_best isT.
rewrite /phase_gap !big_nat1 !ffunE /= subrr mul0r subr0 mulr1 => /eqP.
by rewrite eq_sym oner_eq0.
Qed.
