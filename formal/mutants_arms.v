(* Mutants of claims on K arms, each refuted; see README.md. *)
From Coq Require Import Reals Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting mixing estimate any_law regret arms_deviation.
From Glb Require Import small_witnesses.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * K arms *)

(* L9 with a window that ends one round earlier (round t is not counted).  Witness: one arm, T = tau = 1,
   m = 1/2: 1 and 1/2. *)
Theorem L9_mutant : ~ (forall (K tau T t0 n : nat) (I : nat -> 'I_K) (i : 'I_K) (m : R),
  let N t := (\sum_(maxn 1 (t - tau) <= s < t) (I s == i))%N in
  (0 < tau)%N -> 0 < m -> (0 < t0)%N -> is_ceil (T%:R / tau%:R)%ring n ->
  \sum_(t0 <= t < T.+1) ((I t == i) && ((N t)%:R <= m))%:R <= n%:R * m).
Proof.
have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have c : is_ceil (1%:R / 1%:R)%ring 1 by rewrite /is_ceil divr1 lexx ltr_addl ltr01.
move=> /(_ 1%N 1%N 1%N 1%N 1%N (fun=> ord0) ord0 2%:R^-1 isT h0 isT c).
rewrite big_nat1 big_geq // eqxx /= (ltW h0) mul1r invf_ge1 ?ltr0n //.
by rewrite -[1]/(1%:R) ler_nat.
Qed.

(* One arm with rewards 0 and 1, each with probability 1/2. *)
Lemma coin_environment : arm_environment 1 (fun=> [ffun=> 2%:R^-1])
  (fun (_ : seq bool) (_ : 'I_1) _ => 2%:R^-1) (fun _ _ e => e%:R).
Proof.
have e : 2%:R^-1 + 2%:R^-1 = 1 :> R by toR_goal; simpl; lra.
split=> [h i b|h i|h i b|h i]; rewrite ?invr_ge0 ?ler0n ?big_bool ?e //=.
  by case: b; rewrite ?lexx ?ler01.
by rewrite mulr1 mulr0 addr0 ffunE.
Qed.

(* I58 for min(t, tau) >= 1 (the printed range).  Witness: the coin, t = tau = 1, eta = xi = 1: 1/2 and 0. *)
Theorem I58_mutant : ~ (forall (K : nat) (E : finType) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (law reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) (t tau M : nat) (i : 'I_K),
  0 < B -> 0 < eta -> 0 <= xi -> 1 <= 2%:R * xi * (1 - eta ^+ 2 / 16%:R) ->
  arm_environment B mu law reward -> (0 < tau)%N -> stationary mu tau t -> (1 <= minn t tau)%N ->
  is_ceil (ln (minn t tau)%:R / ln (1 + eta))%ring M ->
  let N h := (\sum_(t - tau <= s < t) (act (take s h) == i))%N in
  let mean h := (\sum_(t - tau <= s < t) (act (take s h) == i)%:R
    * reward (take s h) (act (take s h)) (nth e0 h s)) / (N h)%:R in
  let c h := B * Num.sqrt (xi * ln (minn t tau)%:R / (N h)%:R) in
  Pr (fun h e => law h (act h) e) t (fun h => (0 < N h)%N && (mu t i + c h < mean h)) [::]
    <= M%:R / (minn t tau)%:R /\
  Pr (fun h e => law h (act h) e) t (fun h => (0 < N h)%N && (mean h < mu t i - c h)) [::]
    <= M%:R / (minn t tau)%:R).
Proof.
have xe : 1 <= 2%:R * 1 * (1 - 1 ^+ 2 / 16%:R) :> R.
  by rewrite expr1n; apply/RleP; toR_goal; simpl; lra.
have st : stationary (fun=> [ffun=> 2%:R^-1] : {ffun 'I_1 -> R}) 1 1.
  by apply/forallP => s; apply/implyP.
have c : is_ceil (ln (minn 1 1)%:R / ln (1 + 1))%ring 0.
  by rewrite /is_ceil minnn (ln_1 : ln 1%:R = 0) mul0r lexx add0r ltr01.
have h1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr0n // -[1]/(1%:R) ltr_nat.
move=> /(_ _ _ true 1 1 1 _ _ _ (fun=> ord0) 1%N 1%N 0%N ord0 ltr01 ltr01 ler01 xe coin_environment isT st
  isT c).
rewrite /= => -[H _]; move: H; rewrite /Pr /= !big_bool /= !big_nat1 /= minnn (ln_1 : ln 1%:R = 0).
rewrite mulr0 mul0r sqrtr0 mulr0 addr0 !mul1r invr1 ffunE h1 mulr1 ltNge invr_ge0 ler0n /= mulr0 addr0.
by rewrite leNgt invr_gt0 ltr0n.
Qed.

(* Two arms with rewards 1 and 0, played in turn, the worse one first. *)
Definition turns (h : seq unit) : 'I_2 := if odd (size h) then ord0 else ord_max.
Definition sure (i : 'I_2) : R := (i == ord0)%:R.
Lemma sure_environment : arm_environment 1 (fun=> [ffun i => sure i]) (fun (_ : seq unit) (_ : 'I_2) _ => 1)
  (fun _ i _ => sure i).
Proof.
split=> [h i b|h i|h i b|h i]; rewrite ?ler01 ?big_const ?card_unit /= ?addr0 ?mul1r ?ffunE //.
by rewrite /sure; case: (_ == _); rewrite ?lexx ?ler01.
Qed.
Lemma sure_best (t : nat) i :
  ([ffun i => sure i] : {ffun 'I_2 -> R}) i <= ([ffun i => sure i] : {ffun 'I_2 -> R}) ord0.
Proof. by rewrite !ffunE /sure eqxx; case: (_ == _); rewrite ?lexx ?ler01. Qed.
Lemma sure_breaks : (breaks (fun=> [ffun i => sure i] : {ffun 'I_2 -> R}) 1 <= 0)%N.
Proof. by rewrite /breaks big_ord0. Qed.
Lemma sure_xi : 1 <= 2%:R * 1 * (1 - 1 ^+ 2 / 16%:R) :> R.
Proof. by rewrite expr1n; apply/RleP; toR_goal; simpl; lra. Qed.
(* With tau = 1 the arm played is the one that the window does not hold. *)
Lemma turns_unseen h : (\sum_(size h - 1 <= s < size h) (turns (take s h) == turns h))%N = 0%N.
Proof.
case: (posnP (size h)) => [->|h0]; first by rewrite big_geq.
rewrite -{2}(subnK h0) addn1 big_nat1 /turns size_takel ?leq_subr //.
by case: (size h) h0 => // n _; rewrite subn1 /=; case: (odd n).
Qed.
Lemma turns_policy : forall h : seq unit, let t := size h in let I s := turns (take s h) in
  let X s := sure (turns (take s h)) in
  let N i := (\sum_(t - 1 <= s < t) (I s == i))%N in
  let ucb i := (\sum_(t - 1 <= s < t) (I s == i)%:R * X s) / (N i)%:R
    + 1 * Num.sqrt (1 * ln (minn t 1)%:R / (N i)%:R) in
  (forall i, N i = 0%N -> N (turns h) = 0%N) /\
  ((forall i, (0 < N i)%N) -> forall i, ucb i <= ucb (turns h)).
Proof.
move=> h /=; split=> [i _|all i]; first exact: turns_unseen.
by have := all (turns h); rewrite turns_unseen.
Qed.

(* Z79 with x = T/tau - 1.  Witness: the two arms in turn, T = tau = 1, no change: 1 and 0. *)
Theorem Z79_mutant : ~ (forall (K : nat) (E : finType) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (law reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) (T tau Gamma : nat),
  0 < B -> (0 < T)%N -> 0 < eta -> 0 <= xi -> 1 <= 2%:R * xi * (1 - eta ^+ 2 / 16%:R) ->
  (* rewards in [0, B], the mean of arm i in round t is mu t i; istar t is a best arm *)
  arm_environment B mu law reward -> (forall t i, mu t i <= mu t (istar t)) ->
  (* at most Gamma changes of the means *)
  (breaks mu T <= Gamma)%N ->
  (* SW-UCB: an arm that does not occur in the window is played first, otherwise the largest index *)
  (0 < tau)%N ->
  (forall h, let t := size h in let I s := act (take s h) in
    let X s := reward (take s h) (act (take s h)) (nth e0 h s) in
    let N i := (\sum_(t - tau <= s < t) (I s == i))%N in
    let ucb i := (\sum_(t - tau <= s < t) (I s == i)%:R * X s) / (N i)%:R
      + B * Num.sqrt (xi * ln (minn t tau)%:R / (N i)%:R) in
    (forall i, N i = 0%N -> N (act h) = 0%N) /\
    ((forall i, (0 < N i)%N) -> forall i, ucb i <= ucb (act h))) ->
  Ex (fun h e => law h (act h) e) T
    (fun h => \sum_(t < T) (mu t (istar t) - mu t (act (take t h)))) [::] <=
    let x := T%:R / tau%:R - 1 in
    4%:R * B * Num.sqrt (xi * ln tau%:R * K%:R * T%:R * x) + B * tau%:R * Gamma%:R + B * K%:R * x
    + 2%:R * B * K%:R * (ln tau%:R / ln (1 + eta) + 1) * (x + ln tau%:R)).
Proof.
move=> H; have := H 2%N _ tt 1 1 1 _ (fun=> ord0) _ _ turns 1%N 1%N 0%N ltr01 isT ltr01 ler01 sure_xi
  sure_environment sure_best sure_breaks isT turns_policy.
rewrite /= (big_pred1 tt); last by case.
rewrite big_ord1 !ffunE /sure /= (ln_1 : ln 1%:R = 0) mulr0 !mul0r sqrtr0 !divr1 subrr !mulr0 !addr0 mulr0.
rewrite mul1r.
by rewrite subr0 addr0 ler10.
Qed.

(* T7, first part, with - for + in C_3.  Witness: that of Z79. *)
Theorem T7_mutant : ~ (forall (K : nat) (E : finType) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (law reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) (T tau Gamma : nat),
  0 < B -> (0 < T)%N -> 0 < eta -> 0 <= xi -> 1 <= 2%:R * xi * (1 - eta ^+ 2 / 16%:R) ->
  (* rewards in [0, B], the mean of arm i in round t is mu t i; istar t is a best arm *)
  arm_environment B mu law reward -> (forall t i, mu t i <= mu t (istar t)) ->
  (* at most Gamma changes of the means *)
  (breaks mu T <= Gamma)%N ->
  (* SW-UCB: an arm that does not occur in the window is played first, otherwise the largest index *)
  (forall h, let t := size h in let I s := act (take s h) in
    let X s := reward (take s h) (act (take s h)) (nth e0 h s) in
    let N i := (\sum_(t - tau <= s < t) (I s == i))%N in
    let ucb i := (\sum_(t - tau <= s < t) (I s == i)%:R * X s) / (N i)%:R
      + B * Num.sqrt (xi * ln (minn t tau)%:R / (N i)%:R) in
    (forall i, N i = 0%N -> N (act h) = 0%N) /\
    ((forall i, (0 < N i)%N) -> forall i, ucb i <= ucb (act h))) ->
  let ER := Ex (fun h e => law h (act h) e) T
    (fun h => \sum_(t < T) (mu t (istar t) - mu t (act (take t h)))) [::] in
  let L n := ln n%:R / ln (1 + eta) + 1 in
  ((0 < tau <= T)%N -> ER <=
    4%:R * B * Num.sqrt (2%:R * xi * ln tau%:R) * Num.sqrt K%:R * (T%:R / Num.sqrt tau%:R)
    + B * Num.sqrt K%:R * tau%:R * Gamma%:R
    + (2%:R * B - 2%:R * B * L tau * (2%:R + ln tau%:R)) * K%:R * (T%:R / tau%:R))).
Proof.
move=> H; have := H 2%N _ tt 1 1 1 _ (fun=> ord0) _ _ turns 1%N 1%N 0%N ltr01 isT ltr01 ler01 sure_xi
  sure_environment sure_best sure_breaks turns_policy isT.
rewrite /= (big_pred1 tt); last by case.
rewrite big_ord1 !ffunE /sure /= (ln_1 : ln 1%:R = 0) !mulr0 !mul0r sqrtr0 !mulr0 !mul0r !add0r !addr0 !mulr1.
rewrite subr0 divr1 mulr1.
move=> /RleP; toR_goal; simpl; lra.
Qed.
