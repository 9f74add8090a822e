(* Mutants of claims_arms_law_steps.v: each theorem with one token moved, refuted at a small witness.  Those of
   Z73 and Q46 are in mutants_arms_phase_steps.v. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation regret rates any_law.
From Glb Require Import arms arms_deviation arms_regret arms_rates arms_any_law arms_any_regret arms_phases.
From Glb Require Import claims_arms_law_steps mutants_arms_steps small_witnesses.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(** * The witness: K = tau + 1 arms in turn *)

(* Nothing is random: the last arm pays B, the others nothing. *)
Definition sure_law K (h : seq unit) (i : 'I_K) (f : unit -> R) := f tt.
Definition sure_reward n (B : R) (h : seq unit) (i : 'I_n.+1) (e : unit) := B * (i == ord_max)%:R.
Definition sure_means n (B : R) : {ffun 'I_n.+1 -> R} := [ffun i => B * (i == ord_max)%:R].
Lemma sure_law_law K h i : law (@sure_law K h i).
Proof. by split=> // f _; apply. Qed.
Lemma sure_laws n B : 0 < B -> arm_laws B (fun=> sure_means n B) (@sure_law n.+1) (@sure_reward n B).
Proof.
move=> B0; split=> [h i|h i e|h i|h i]; first exact/law_upper/sure_law_law.
all: rewrite /sure_reward /sure_law ?ffunE ?mulN1r //.
by case: (_ == _); rewrite ?mulr1 ?mulr0 ?lexx ?(ltW B0).
Qed.
Lemma sure_best n B (t : nat) i : 0 < B -> sure_means n B i <= sure_means n B ord_max.
Proof. by move=> B0; rewrite !ffunE eqxx; case: (_ == _); rewrite ?mulr1 ?mulr0 ?lexx ?(ltW B0). Qed.

(* The arms in turn, from the first one on; the arm of a round does not occur in the tau rounds before. *)
Definition in_turn tau (h : seq unit) : 'I_tau.+1 := inord (size h %% tau.+1).
Lemma in_turn_unseen tau h :
  (\sum_(size h - tau <= s < size h) (in_turn tau (take s h) == in_turn tau h))%N = 0%N.
Proof.
rewrite big_nat big1 // => s /andP [h1 h2]; apply/eqP; rewrite eqb0 -val_eqE /= !inordK ?ltn_mod //.
rewrite size_takel ?(ltnW h2) // eq_sym eqn_mod_dvd ?(ltnW h2) //; apply/negP => /dvdn_leq.
by rewrite subn_gt0 h2 => /(_ isT); lia.
Qed.
Lemma in_turn_policy tau B xi : SW_UCB tt (@sure_reward tau B) (in_turn tau) tau B xi.
Proof.
move=> h /=; split=> [i _|all i]; first exact: in_turn_unseen.
by have := all (in_turn tau h); rewrite in_turn_unseen.
Qed.
Lemma no_breaks n B G : (breaks (fun=> sure_means n B) 1 <= G)%N.
Proof. by rewrite /breaks big_ord0. Qed.
Lemma xi_value : (2%:R * (1 - 1 ^+ 2 / 16%:R))^-1 = 8%:R / 15%:R :> R.
Proof. by rewrite expr1n; field. Qed.
Lemma xi_one : xi_for 1 1.
Proof. by left; rewrite xi_value ltr1n ler_pdivr_mulr ?ltr0n // mul1r ler_nat. Qed.
Lemma ord01 : (ord0 == ord_max :> 'I_2) = false. Proof. by []. Qed.
Lemma first_arm (h : seq unit) : in_turn 1 (take 0 h) = ord0.
Proof. by apply/val_inj; rewrite /in_turn take0 /= inordK. Qed.
(* The regret of the first round is B. *)
Lemma first_loss B : Mean (fun h => sure_law h (in_turn 1 h)) 1
  (fun h => \sum_(t < 1) (sure_means 1 B ord_max - sure_means 1 B (in_turn 1 (take t h)))) [::] = B.
Proof. by rewrite /= /sure_law big_ord1 first_arm !ffunE eqxx ord01 mulr1 mulr0 subr0. Qed.

(** * The deviation bound *)

(* One arm with rewards 0 and 1, each with probability 1/2. *)
Definition coin_law (h : seq bool) (i : 'I_1) (f : bool -> R) := \sum_e 2%:R^-1 * f e.
Lemma half2 : 2%:R^-1 + 2%:R^-1 = 1 :> R. Proof. by toR_goal; simpl; lra. Qed.
Lemma coin_laws : arm_laws 1 (fun=> [ffun=> 2%:R^-1]) coin_law (fun _ _ e => e%:R).
Proof.
have l h i : law (coin_law h i).
  by apply: (tree_law (p := fun=> 2%:R^-1)) => [e|]; rewrite ?invr_ge0 ?ler0n // big_bool /= half2.
split=> [h i|h i e|h i|h i]; first exact/law_upper/l; rewrite ?ffunE /coin_law ?big_bool /=.
- by case: e; rewrite ?lexx ?ler01.
- by rewrite mulr1 mulr0 addr0.
by rewrite mulN1r mulrN1 mulr0 mulr0 addr0.
Qed.

(* I58_any_law for min(t, tau) >= 1 (the printed range).  Witness: the coin, t = tau = 1: 1/2 and 0. *)
Theorem I58_any_law_mutant : ~ (forall (K : nat) (E : Type) (e0 : E) (B xi eta : R)
  (mu : nat -> {ffun 'I_K -> R})
  (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K)
  (t tau M : nat) (i : 'I_K),
  0 < B -> 0 < eta -> xi_for xi eta -> arm_laws B mu Ec reward ->
  stationary mu tau t -> (1 <= minn t tau)%N -> is_ceil (ln (minn t tau)%:R / ln (1 + eta))%ring M ->
  let N h := (\sum_(t - tau <= s < t) (act (take s h) == i))%N in
  let mean h := (\sum_(t - tau <= s < t) (act (take s h) == i)%:R
    * reward (take s h) (act (take s h)) (nth e0 h s)) / (N h)%:R in
  let c h := B * Num.sqrt (xi * ln (minn t tau)%:R / (N h)%:R) in
  Prob (fun h => Ec h (act h)) t (fun h => (0 < N h)%N && (mu t i + c h < mean h)) [::]
    <= M%:R / (minn t tau)%:R /\
  Prob (fun h => Ec h (act h)) t (fun h => (0 < N h)%N && (mean h < mu t i - c h)) [::]
    <= M%:R / (minn t tau)%:R).
Proof.
have st : stationary (fun=> [ffun=> 2%:R^-1] : {ffun 'I_1 -> R}) 1 1.
  by apply/forallP => s; apply/implyP.
have c : is_ceil (ln (minn 1 1)%:R / ln (1 + 1))%ring 0.
  by rewrite /is_ceil minnn (ln_1 : ln 1%:R = 0) mul0r lexx add0r ltr01.
have h1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr0n ?ltr1n.
move=> /(_ _ _ true 1 1 1 _ _ _ (fun=> ord0) 1%N 1%N 0%N ord0 ltr01 ltr01 xi_one coin_laws st isT c).
rewrite /= => -[H _]; move: H; rewrite /Prob /= /coin_law !big_bool /= !big_nat1 /= minnn.
rewrite (ln_1 : ln 1%:R = 0) mulr0 mul0r sqrtr0 mulr0 addr0 !mul1r invr1 ffunE h1 mulr1.
rewrite ltNge invr_ge0 ler0n /= mulr0 addr0.
by rewrite leNgt invr_gt0 ltr0n.
Qed.

(* Two arms with rewards 0 and 2, the second with probability 3/5. *)
Definition biased_law (h : seq bool) (i : 'I_2) (f : bool -> R) :=
  \sum_e (if e then 3%:R else 2%:R) / 5%:R * f e.
Lemma fifths : 3%:R / 5%:R + 2%:R / 5%:R = 1 :> R. Proof. by toR_goal; simpl; lra. Qed.
Lemma biased_upper h i : upper_law (biased_law h i).
Proof.
apply/law_upper/(tree_law (p := fun e => (if e then 3%:R else 2%:R) / 5%:R)) => [e|].
  by case: e; rewrite divr_ge0 ?ler0n.
by rewrite big_bool /= fifths.
Qed.

(* Z71 with rewards in [0, 2B].  Witness: two arms, each played once, t = tau = 2, eta = 1, xi = 8/15: 3/5 and
   1/2. *)
Theorem Z71_mutant : ~ (forall (K : nat) (E : Type) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K)
  (t tau M : nat) (i : 'I_K),
  0 < B -> 0 < eta -> xi_for xi eta ->
  (forall h j, upper_law (Ec h j)) -> (forall h j e, 0 <= reward h j e <= 2%:R * B) ->
  (forall h j, Ec h j (reward h j) = mu (size h) j) ->
  (forall h j, Ec h j (fun e => -1 * reward h j e) = - mu (size h) j) ->
  stationary mu tau t -> (2 <= minn t tau)%N -> is_ceil (ln (minn t tau)%:R / ln (1 + eta))%ring M ->
  let N h := (\sum_(t - tau <= s < t) (act (take s h) == i))%N in
  let mean h := (\sum_(t - tau <= s < t) (act (take s h) == i)%:R
    * reward (take s h) (act (take s h)) (nth e0 h s)) / (N h)%:R in
  let c h := B * Num.sqrt (xi * ln (minn t tau)%:R / (N h)%:R) in
  Prob (fun h => Ec h (act h)) t (fun h => (0 < N h)%N && (mu t i + c h < mean h)) [::]
    <= M%:R / (minn t tau)%:R /\
  Prob (fun h => Ec h (act h)) t (fun h => (0 < N h)%N && (mean h < mu t i - c h)) [::]
    <= M%:R / (minn t tau)%:R).
Proof.
pose reward (h : seq bool) (j : 'I_2) (e : bool) : R := 2%:R * e%:R.
pose act (h : seq bool) : 'I_2 := if size h is 0 then ord0 else ord_max.
have xe : xi_for (8%:R / 15%:R)%ring 1 by left; rewrite xi_value ltr1n lexx.
have r h j e : 0 <= reward h j e <= 2%:R * 1 by rewrite /reward; case: e; rewrite ?mulr0 ?mulr1 ?lexx ler0n.
have m h j : biased_law h j (reward h j) = 6%:R / 5%:R.
  by rewrite /biased_law big_bool /reward /=; toR_goal; simpl; lra.
have ml h j : biased_law h j (fun e => -1 * reward h j e) = - (6%:R / 5%:R).
  by rewrite /biased_law big_bool /reward /=; toR_goal; simpl; lra.
pose mu (t : nat) : {ffun 'I_2 -> R} := [ffun=> 6%:R / 5%:R].
have m' h j : biased_law h j (reward h j) = mu (size h) j by rewrite m ffunE.
have ml' h j : biased_law h j (fun e => -1 * reward h j e) = - mu (size h) j by rewrite ml ffunE.
have st : stationary mu 2 2 by apply/forallP => s; apply/implyP.
have l2 : 0 < ln 2%:R by apply: lt_le_trans (log_horizon (isT : (1 < 2)%N)); rewrite invr_gt0 ltr0n.
have two : 1 + 1 = 2%:R :> R by rewrite mulr2n.
have c : is_ceil (ln (minn 2 2)%:R / ln (1 + 1))%ring 1.
  by rewrite minnn two divff ?gt_eqF // /is_ceil lexx ltr_addl ltr01.
have close : Num.sqrt (8%:R / 15%:R * ln 2%:R) < 4%:R / 5%:R.
  rewrite -[X in _ < X]ger0_norm ?divr_ge0 ?ler0n // -sqrtr_sqr ltr_sqrt ?exprn_gt0 ?divr_gt0 ?ltr0n //.
  have := ln2_lt1; rewrite two => /RltP h; apply/RltP; move: h; move: (ln 2%:R) => l.
  by toR_goal; simpl; lra.
have seen : 6%:R / 5%:R + Num.sqrt (8%:R / 15%:R * ln 2%:R) < 2%:R.
  move: close; move: (Num.sqrt _) => s /RltP h; apply/RltP; move: h.
  by toR_goal; simpl; lra.
have unseen : (6%:R / 5%:R + Num.sqrt (8%:R / 15%:R * ln 2%:R) < 0) = false.
  by apply/negbTE; rewrite -leNgt addr_ge0 ?sqrtr_ge0 // divr_ge0 ?ler0n.
move=> H; have [+ _] := H _ _ false 1 (8%:R / 15%:R)%ring 1 mu _ reward act 2%N 2%N 1%N ord0 ltr01 ltr01 xe
  biased_upper r m' ml' st isT c.
rewrite /Prob /= /biased_law !big_bool /= !subnn !big_nat_recr //= !big_geq //= /act /reward /=.
rewrite -[(0 + 1 + 0)%N]/1%N minnn /mu !ffunE !divr1 !(mul1r, mul0r, mulr0, mulr1, add0r, addr0) seen unseen.
by move=> /RleP; toR_goal; simpl; lra.
Qed.

(** * The theorem *)

(* Z79_any_law with x = T/tau - 1.  Witness: two arms in turn, T = tau = 1, no change: 1 and 0. *)
Theorem Z79_any_law_mutant : ~ (forall (K : nat) (E : Type) (e0 : E) (B xi eta : R)
  (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R)
  (act : seq E -> 'I_K) (T tau Gamma : nat),
  0 < B -> (0 < T)%N -> 0 < eta -> xi_for xi eta -> arm_laws B mu Ec reward ->
  (forall t i, mu t i <= mu t (istar t)) -> (breaks mu T <= Gamma)%N -> (0 < tau)%N ->
  SW_UCB e0 reward act tau B xi ->
  Mean (fun h => Ec h (act h)) T
    (fun h => \sum_(t < T) (mu t (istar t) - mu t (act (take t h)))) [::] <=
    let x := T%:R / tau%:R - 1 in
    4%:R * B * Num.sqrt (xi * ln tau%:R * K%:R * T%:R * x) + B * tau%:R * Gamma%:R + B * K%:R * x
    + 2%:R * B * K%:R * (ln tau%:R / ln (1 + eta) + 1) * (x + ln tau%:R)).
Proof.
move=> H; have := H 2%N _ tt 1 1 1 _ (fun=> ord_max) _ _ _ 1%N 1%N 0%N ltr01 isT ltr01 xi_one
  (sure_laws 1 ltr01) (fun t i => sure_best t i ltr01) (no_breaks 1 1 0) isT (in_turn_policy 1 1 1).
rewrite first_loss /= (ln_1 : ln 1%:R = 0) divr1 subrr !(mulr0, mul0r, addr0, sqrtr0).
by rewrite ler10.
Qed.

(* T7_any_law with - for + in C_3.  Witness: that of Z79_any_law: 1 and -4. *)
Theorem T7_any_law_mutant : ~ (forall (K : nat) (E : Type) (e0 : E) (B xi eta : R)
  (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R)
  (act : seq E -> 'I_K) (T tau Gamma : nat),
  0 < B -> (0 < T)%N -> 0 < eta -> xi_for xi eta -> arm_laws B mu Ec reward ->
  (forall t i, mu t i <= mu t (istar t)) -> (breaks mu T <= Gamma)%N -> SW_UCB e0 reward act tau B xi ->
  let ER := Mean (fun h => Ec h (act h)) T
    (fun h => \sum_(t < T) (mu t (istar t) - mu t (act (take t h)))) [::] in
  let L n := ln n%:R / ln (1 + eta) + 1 in
  ((0 < tau)%N -> (tau <= T)%N \/ (0 < Gamma)%N -> ER <=
    4%:R * B * Num.sqrt (2%:R * xi * ln tau%:R) * Num.sqrt K%:R * (T%:R / Num.sqrt tau%:R)
    + B * Num.sqrt K%:R * tau%:R * Gamma%:R
    + (2%:R * B - 2%:R * B * L tau * (2%:R + ln tau%:R)) * K%:R * (T%:R / tau%:R))
  /\
  ((0 < Gamma)%N ->
    is_ceil (power T%:R (2%:R / 3%:R) / (power K%:R 3%:R^-1 * power Gamma%:R (2%:R / 3%:R)))%ring tau ->
    ER <= B * (4%:R * Num.sqrt (2%:R * xi * ln T%:R) + 4%:R + 2%:R * L T * (2%:R + ln T%:R))
      * (power K%:R (2%:R / 3%:R) * power Gamma%:R 3%:R^-1 * power T%:R (2%:R / 3%:R)))).
Proof.
move=> H; have [+ _] := H 2%N _ tt 1 1 1 _ (fun=> ord_max) _ _ _ 1%N 1%N 0%N ltr01 isT ltr01 xi_one
  (sure_laws 1 ltr01) (fun t i => sure_best t i ltr01) (no_breaks 1 1 0) (in_turn_policy 1 1 1).
move=> /(_ isT (or_introl isT)); rewrite first_loss (ln_1 : ln 1%:R = 0) divr1.
rewrite !(mulr0, mul0r, addr0, add0r, sqrtr0, mulr1).
by move=> /RleP; toR_goal; simpl; lra.
Qed.

(* The second part of T7_any_law with - for + in the constant.  Witness: two arms in turn, T = tau = 1,
   Gamma_T = 1: 1 and 0. *)
Theorem T7_any_law_mutant_rate : ~ (forall (K : nat) (E : Type) (e0 : E) (B xi eta : R)
  (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R)
  (act : seq E -> 'I_K) (T tau Gamma : nat),
  0 < B -> (0 < T)%N -> 0 < eta -> xi_for xi eta -> arm_laws B mu Ec reward ->
  (forall t i, mu t i <= mu t (istar t)) -> (breaks mu T <= Gamma)%N -> SW_UCB e0 reward act tau B xi ->
  let ER := Mean (fun h => Ec h (act h)) T
    (fun h => \sum_(t < T) (mu t (istar t) - mu t (act (take t h)))) [::] in
  let L n := ln n%:R / ln (1 + eta) + 1 in
  ((0 < tau)%N -> (tau <= T)%N \/ (0 < Gamma)%N -> ER <=
    4%:R * B * Num.sqrt (2%:R * xi * ln tau%:R) * Num.sqrt K%:R * (T%:R / Num.sqrt tau%:R)
    + B * Num.sqrt K%:R * tau%:R * Gamma%:R
    + (2%:R * B + 2%:R * B * L tau * (2%:R + ln tau%:R)) * K%:R * (T%:R / tau%:R))
  /\
  ((0 < Gamma)%N ->
    is_ceil (power T%:R (2%:R / 3%:R) / (power K%:R 3%:R^-1 * power Gamma%:R (2%:R / 3%:R)))%ring tau ->
    ER <= B * (4%:R * Num.sqrt (2%:R * xi * ln T%:R) + 4%:R - 2%:R * L T * (2%:R + ln T%:R))
      * (power K%:R (2%:R / 3%:R) * power Gamma%:R 3%:R^-1 * power T%:R (2%:R / 3%:R)))).
Proof.
have l2 : 0 < ln 2%:R by apply: lt_le_trans (log_horizon (isT : (1 < 2)%N)); rewrite invr_gt0 ltr0n.
have c : is_ceil (power 1%:R (2%:R / 3%:R) / (power 2%:R 3%:R^-1 * power 1%:R (2%:R / 3%:R)))%ring 1.
  rewrite /power (ln_1 : ln 1%:R = 0) mulr0 exp0 mulr1 mul1r /is_ceil ltr_addr invr_gt0 exp_gt0 andbT.
  by rewrite invf_le1 ?exp_gt0 // -[X in X <= _]exp0; apply: exp_le; rewrite mulr_ge0 ?invr_ge0 ?ler0n // ltW.
move=> H; have [_] := H 2%N _ tt 1 1 1 _ (fun=> ord_max) _ _ _ 1%N 1%N 1%N ltr01 isT ltr01 xi_one
  (sure_laws 1 ltr01) (fun t i => sure_best t i ltr01) (no_breaks 1 1 1) (in_turn_policy 1 1 1).
move=> /(_ isT c); rewrite first_loss (ln_1 : ln 1%:R = 0) !(mulr0, mul0r, addr0, add0r, sqrtr0, mulr1).
rewrite -natrM subrr !(mulr0, mul0r).
by rewrite ler10.
Qed.

(* S16 without the factor K in the second term.  Witness: K = 2, T = Gamma_T = 1. *)
Theorem S16_mutant : ~ (forall (K : nat) (E : Type) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R)
  (act : seq E -> 'I_K) (T tau Gamma : nat), (0 < K)%N -> (0 < T)%N -> (0 < Gamma)%N ->
  let y := power T%:R (2%:R / 3%:R) / (power K%:R 3%:R^-1 * power Gamma%:R (2%:R / 3%:R)) in
  let r := power K%:R (2%:R / 3%:R) * power Gamma%:R 3%:R^-1 * power T%:R (2%:R / 3%:R) in
  (Num.sqrt K%:R * (T%:R / Num.sqrt y) = r /\ y * Gamma%:R = r) /\
  (0 < B -> 0 < eta -> xi_for xi eta -> arm_laws B mu Ec reward ->
   (forall t i, mu t i <= mu t (istar t)) -> (breaks mu T <= Gamma)%N -> SW_UCB e0 reward act tau B xi ->
   is_ceil y tau ->
   Mean (fun h => Ec h (act h)) T
     (fun h => \sum_(t < T) (mu t (istar t) - mu t (act (take t h)))) [::] <=
   B * (4%:R * Num.sqrt (2%:R * xi * ln T%:R) + 4%:R
     + 2%:R * (ln T%:R / ln (1 + eta) + 1) * (2%:R + ln T%:R)) * r)).
Proof.
move=> H; have [[_ e] _] := H 2%N _ tt 1 1 1 (fun=> sure_means 1 1) (fun=> ord_max) (@sure_law 2)
  (@sure_reward 1 1) (in_turn 1) 1%N 1%N 1%N isT isT isT.
have [[_ e'] _] := @S16 2%N _ tt 1 1 1 (fun=> sure_means 1 1) (fun=> ord_max) (@sure_law 2)
  (@sure_reward 1 1) (in_turn 1) 1%N 1%N 1%N isT isT isT.
rewrite -e !mulr1 mulr_natl mulr2n -[RHS]add0r in e'; move/addIr: e' => z.
by have := printed_window_gt0 2 1 1; rewrite /printed_window z ltxx.
Qed.

(* Z78_any_law with - for + in the constant.  Witness: two arms in turn, T = tau = 1, Gamma_T = 2: 1 and 0. *)
Theorem Z78_any_law_mutant : ~ (forall (K : nat) (E : Type) (e0 : E) (B xi eta : R)
  (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R)
  (act : seq E -> 'I_K) (T tau Gamma : nat),
  0 < B -> (0 < T)%N -> 0 < eta -> xi_for xi eta -> arm_laws B mu Ec reward ->
  (forall t i, mu t i <= mu t (istar t)) -> (breaks mu T <= Gamma)%N -> SW_UCB e0 reward act tau B xi ->
  (0 < Gamma)%N ->
  is_ceil (power K%:R 3%:R^-1 * power (T%:R / Gamma%:R) (2%:R / 3%:R))%ring tau ->
  Mean (fun h => Ec h (act h)) T
    (fun h => \sum_(t < T) (mu t (istar t) - mu t (act (take t h)))) [::] <=
  B * (4%:R * Num.sqrt (2%:R * xi * ln T%:R) + 4%:R
    - 2%:R * (ln T%:R / ln (1 + eta) + 1) * (2%:R + ln T%:R))
    * (power K%:R 3%:R^-1 * power Gamma%:R 3%:R^-1 * power T%:R (2%:R / 3%:R))).
Proof.
have l2 : 0 < ln 2%:R by apply: lt_le_trans (log_horizon (isT : (1 < 2)%N)); rewrite invr_gt0 ltr0n.
have c : is_ceil (power 2%:R 3%:R^-1 * power (1%:R / 2%:R) (2%:R / 3%:R))%ring 1.
  have -> : power 2%:R 3%:R^-1 * power (1%:R / 2%:R) (2%:R / 3%:R) = exp (- (3%:R^-1 * ln 2%:R)).
    rewrite /power mul1r lnV ?ltr0n // -expD; congr exp; move: (ln _) => l.
    by field.
  rewrite /is_ceil ltr_addr exp_gt0 andbT -[X in _ <= X]exp0; apply: exp_le.
  by rewrite oppr_le0 mulr_ge0 ?invr_ge0 ?ler0n // ltW.
move=> H; have := H 2%N _ tt 1 1 1 _ (fun=> ord_max) _ _ _ 1%N 1%N 2%N ltr01 isT ltr01 xi_one
  (sure_laws 1 ltr01) (fun t i => sure_best t i ltr01) (no_breaks 1 1 2) (in_turn_policy 1 1 1) isT c.
rewrite first_loss (ln_1 : ln 1%:R = 0) !(mulr0, mul0r, addr0, add0r, sqrtr0, mulr1).
rewrite -natrM subrr !(mulr0, mul0r).
by rewrite ler10.
Qed.
