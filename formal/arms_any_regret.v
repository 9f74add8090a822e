(* K arms, any law of bounded rewards: the regret of the sliding-window policy (l. 3472-3633).

   1. E_1 and E_2 are deviations, and their chances over all rounds (l. 3557-3563, 3579-3620).
   2. The bound with every change charged once, its display and its rates (th:upper_bound_problem_indep).
   The paths of rounds are those of arms.v; the inequalities between bounds are those of arms_rates.v.

   Rounds are counted from 0, so that round t comes after t rounds. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation regret rates any_law.
From Glb Require Import arms arms_deviation arms_regret arms_rates arms_any_law.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* SW-UCB (l. 3545-3553): in round t = size h, after the history h, N i plays of arm i among the tau rounds
   before; an arm that does not occur there comes first (its index is infinite), otherwise an arm with the
   largest index is played. *)
Definition SW_UCB K (E : Type) (e0 : E) (reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K)
  (tau : nat) (B xi : R) := forall h, let t := size h in
  let I s := act (take s h) in let X s := reward (take s h) (act (take s h)) (nth e0 h s) in
  let N i := (\sum_(t - tau <= s < t) (I s == i))%N in
  let index i := (\sum_(t - tau <= s < t) (I s == i)%:R * X s) / (N i)%:R
    + B * Num.sqrt (xi * ln (minn t tau)%:R / (N i)%:R) in
  (forall i, N i = 0%N -> N (act h) = 0%N) /\
  ((forall i, (0 < N i)%N) -> forall i, index i <= index (act h)).

Lemma SW_UCB_follows K (E : Type) (e0 : E) (reward : seq E -> 'I_K -> E -> R) act tau B xi h :
  SW_UCB e0 reward act tau B xi -> follows_ucb tau B xi (arm_at act h) (reward_at e0 reward act h) (size h).
Proof.
by move=> /(_ h); rewrite /follows_ucb /ucb /mean_seen /width /plays /arm_at /reward_at take_size.
Qed.

(* 1. Wrong means *)

Section Means.
Variables (K : nat) (E : Type) (e0 : E) (B : R) (mu : nat -> {ffun 'I_K -> R}).
Variables (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K).
Variables (xi eta : R) (tau : nat).
Hypotheses (B0 : 0 < B) (env : arm_laws B mu Ec reward) (tau0 : (0 < tau)%N).
Hypotheses (eta0 : 0 < eta) (xi_eta : xi_for xi eta).
Local Notation played := (fun h => Ec h (act h)).
Local Notation I := (arm_at act).
Local Notation X := (reward_at e0 reward act).
Let U h : upper_law (Ec h (act h)) := laws_upper env h (act h).
Let xi0 : 0 <= xi := proj1 (xi_forP eta0 xi_eta).

(* The mean of a finite sum, with a constant added. *)
Lemma Mean_affine T J (r : seq J) (c b : R) (W : J -> seq E -> R) : 0 <= b -> (forall x, bdd (W x)) ->
  Mean played T (fun h => c + b * \sum_(x <- r) W x h) [::] <= c + b * \sum_(x <- r) Mean played T (W x) [::].
Proof.
move=> b0 bW; have bS : bdd (fun h => \sum_(x <- r) W x h) by exact: bdd_sum.
have bc : bdd (fun _ : seq E => c) by move=> n; exists `|c|.
apply: (le_trans (Mean_add U T [::] bc (bdd_scal b bS))).
rewrite (Mean_const U) ler_add2l (Mean_scal U) // ler_wpmul2l //.
exact: Mean_sum.
Qed.

(* N c = B sqrt(xi log n) sqrt N *)
Lemma width_plays (J : nat -> 'I_K) t i : (0 < plays tau J t i)%N ->
  (plays tau J t i)%:R * width tau B xi J t i =
  B * Num.sqrt (xi * ln (minn t tau)%:R) * Num.sqrt (plays tau J t i)%:R.
Proof.
move=> N0; have Np : 0 < (plays tau J t i)%:R :> R by rewrite ltr0n.
have s0 : Num.sqrt (plays tau J t i)%:R != 0 :> R by rewrite gt_eqF // sqrtr_gt0.
have x0 : 0 <= xi * ln (minn t tau)%:R.
  rewrite mulr_ge0 //; case: (minn t tau) => [|n]; first by rewrite ln_at_0.
  by apply: ln_ge0; rewrite ler1n.
rewrite /width sqrtrM // sqrtrV ?(ltW Np) // -{1}(sqr_sqrtr (ltW Np)) expr2.
move: s0; move: (Num.sqrt _%:R) (Num.sqrt (xi * _)) => s g n0.
by field.
Qed.

(* Sums over the window of round t. *)
Lemma window_excess t i h : size h = t -> stationary mu tau t ->
  \sum_(t - tau <= s < t) (I h s == i)%:R * X h s =
  excess_from e0 mu reward act (t - tau) i h + (plays_from act (t - tau) i h)%:R * mu t i.
Proof.
move=> ht st; rewrite /excess_from /plays_from ht natr_sum mulr_suml -big_split /= !big_nat.
apply: eq_bigr => s /andP [s1 s2]; rewrite (stationaryP st s1 s2) mulrBr.
by rewrite subrK.
Qed.

(* E_1 and E_2 are deviations, if the window sees no change. *)
Lemma over_off_by t i h : size h = t -> stationary mu tau t -> over tau mu B xi (I h) (X h) t i ->
  off_by e0 B mu reward act xi 1 (t - tau) i (minn t tau) h.
Proof.
move=> ht st /andP [N0]; have Np : 0 < (plays tau (I h) t i)%:R :> R by rewrite ltr0n.
have e : plays_from act (t - tau) i h = plays tau (I h) t i by rewrite /plays_from ht.
rewrite /mean_seen ltr_pdivl_mulr // (window_excess i ht st) e => lt.
rewrite /off_by e N0 /= -(width_plays N0) mul1r; move: lt; rewrite mulrDl addrC.
by rewrite [mu t i * _]mulrC ltr_add2r mulrC => /ltW.
Qed.
Lemma under_off_by t i h : size h = t -> stationary mu tau t -> under tau mu B xi (I h) (X h) t i ->
  off_by e0 B mu reward act xi (-1) (t - tau) i (minn t tau) h.
Proof.
move=> ht st /andP [N0]; have Np : 0 < (plays tau (I h) t i)%:R :> R by rewrite ltr0n.
have e : plays_from act (t - tau) i h = plays tau (I h) t i by rewrite /plays_from ht.
rewrite /mean_seen ltr_pdivr_mulr // (window_excess i ht st) e => lt.
rewrite /off_by e N0 /= -(width_plays N0) mulN1r; move: lt; rewrite mulrBl addrC.
by rewrite [mu t i * _]mulrC ltr_add2l ltr_oppr mulrC => /ltW.
Qed.

(* What is seen in round t depends on the first t outcomes only. *)
Lemma at_take t h s : (s <= t)%N -> I (take t h) s = I h s.
Proof. by move=> st; rewrite /arm_at take_take. Qed.
Lemma plays_at_take t h i : plays tau (I (take t h)) t i = plays tau (I h) t i.
Proof. by rewrite /plays !big_nat; apply: eq_bigr => s /andP [_ st]; rewrite at_take // ltnW. Qed.
Lemma mean_at_take t h i : mean_seen tau (I (take t h)) (X (take t h)) t i = mean_seen tau (I h) (X h) t i.
Proof.
rewrite /mean_seen plays_at_take; congr (_ / _); rewrite !big_nat; apply: eq_bigr => s /andP [_ st].
by rewrite at_take 1?ltnW // /reward_at nth_take // take_take // ltnW.
Qed.
Lemma width_at_take t h i : width tau B xi (I (take t h)) t i = width tau B xi (I h) t i.
Proof. by rewrite /width plays_at_take. Qed.
Lemma follows_at_take t h : follows_ucb tau B xi (I (take t h)) (X (take t h)) t ->
  follows_ucb tau B xi (I h) (X h) t.
Proof.
move=> [unseen largest]; split=> [i|seen i].
  by have := unseen i; rewrite !at_take // !plays_at_take.
have := largest _ i; rewrite /ucb !at_take // !mean_at_take !width_at_take; apply=> j.
by rewrite plays_at_take.
Qed.

(* E_1 or E_2, in a round whose window sees no change. *)
Definition wrong_means t i j h := stationary mu tau t &&
  (over tau mu B xi (I h) (X h) t i || under tau mu B xi (I h) (X h) t j).

(* P(E_1) + P(E_2) <= 2 (log n/log(1+eta) + 1)/n with n = min(t, tau), also in later rounds. *)
Lemma wrong_means_chance T t i j : (t <= T)%N ->
  Prob played T (wrong_means t i j) [::] <= 2%:R * (level eta tau / (minn t tau)%:R).
Proof.
move=> tT.
have -> : Prob played T (wrong_means t i j) [::] = Prob played t (wrong_means t i j) [::].
  rewrite -(Prob_prefix U t (T - t)) add0n subnKC //; congr (Mean _ _ _ _).
  apply: functional_extensionality => h; rewrite /wrong_means /over /under.
  by rewrite !plays_at_take !mean_at_take !width_at_take.
case: (posnP t) => [t0|t0].
  rewrite t0 min0n invr0 !mulr0 /Prob /=.
  by rewrite /wrong_means /over /under /plays !big_geq //= andbF.
set n := minn t tau; have n0 : (0 < n)%N by rewrite leq_min t0.
have tn : (t - (t - tau) <= n)%N by rewrite /n; case: leqP => h; lia.
have le0 : 0 < ln (1 + eta).
  by rewrite -ln1; apply/RltP/ln_increasing; [exact: Rlt_0_1|apply/RltP; rewrite ltr_addl].
have nt : level eta n <= level eta tau.
  rewrite ler_add2r ler_wpmul2r ?invr_ge0 ?(ltW le0) //.
  by apply: ln_le; rewrite ?ltr0n // ler_nat geq_minr.
have q0 : level eta n / n%:R <= level eta tau / n%:R by rewrite ler_wpmul2r ?invr_ge0 ?ler0n.
rewrite mulr_natl mulr2n.
apply: (@le_trans _ _ (level eta n / n%:R + level eta n / n%:R)); last exact: ler_add.
have s1 : 1 ^+ 2 = 1 :> R by rewrite expr1n.
have s2 : (-1) ^+ 2 = 1 :> R by rewrite sqrrN expr1n.
apply: le_trans (ler_add (chance_level e0 act B0 env eta0 xi_eta i n0 s1 tn)
  (chance_level e0 act B0 env eta0 xi_eta j n0 s2 tn)).
apply: le_trans (Mean_add U t [::] (bdd_event _) (bdd_event _)).
apply: (Mean_le U) => [||h]; [exact: bdd_event|by apply: bdd_add; exact: bdd_event|].
rewrite add0n => ht; rewrite /wrong_means.
case: (boolP (stationary mu tau t)) => st; last by rewrite addr_ge0 ?ler0n.
case: (boolP (over _ _ _ _ _ _ t i)) => [/(over_off_by ht st) -> |_] /=; first by rewrite ler_addl ler0n.
case: (boolP (under _ _ _ _ _ _ t j)) => [/(under_off_by ht st) -> |_]; last by rewrite addr_ge0 ?ler0n.
by rewrite ler_addr ler0n.
Qed.
End Means.

(* 2. The regret *)

Section Regret.
Variables (K : nat) (E : Type) (e0 : E) (B : R) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K).
Variables (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K).
Variables (xi eta : R) (T tau Gamma : nat).
Hypotheses (B0 : 0 < B) (env : arm_laws B mu Ec reward) (T0 : (0 < T)%N).
Hypotheses (eta0 : 0 < eta) (xi_eta : xi_for xi eta).
Hypothesis best : forall t i, mu t i <= mu t (istar t).
Hypothesis changes : (breaks mu T <= Gamma)%N.
Hypothesis policy : SW_UCB e0 reward act tau B xi.
Local Notation played := (fun h => Ec h (act h)).
Local Notation I := (arm_at act).
Local Notation X := (reward_at e0 reward act).
Let U h : upper_law (Ec h (act h)) := laws_upper env h (act h).
Let xi0 : 0 <= xi := proj1 (xi_forP eta0 xi_eta).
Let K0 : (0 < K)%N := leq_ltn_trans (leq0n _) (ltn_ord (act [::])).

Lemma laws_gap_range t i : 0 <= gap mu istar t i <= B.
Proof.
have /andP [_ h1] := laws_mean_range e0 env t (istar t); have /andP [h2 _] := laws_mean_range e0 env t i.
by rewrite subr_ge0 best /= ler_subl_addr (le_trans h1) // ler_addl.
Qed.

(* What a path loses; its mean is E[R_T]. *)
Definition path_loss h := \sum_(t < T) gap mu istar t (I h t).
Local Notation mean_regret := (Mean played T path_loss [::]).

Lemma path_loss_le h : path_loss h <= B * T%:R.
Proof.
rewrite mulr_natr -[T in X in _ <= X]card_ord -sumr_const; apply: ler_sum => t _.
by case/andP: (laws_gap_range t (I h t)).
Qed.
Lemma path_loss_bdd : bdd path_loss.
Proof.
move=> n; exists (B * T%:R) => h _; rewrite ger0_norm ?path_loss_le //.
by apply: sumr_ge0 => t _; case/andP: (laws_gap_range t (I h t)).
Qed.
Lemma mean_loss_le : mean_regret <= B * T%:R.
Proof.
rewrite -[X in _ <= X](Mean_const U T (B * T%:R)%ring [::]); apply: (Mean_le U) => [||h _].
- exact: path_loss_bdd.
- by move=> n; exists `|B * T%:R|.
exact: path_loss_le.
Qed.

(* The policy in round t < T of a path. *)
Lemma policy_path t h : size h = T -> (t < T)%N -> follows_ucb tau B xi (I h) (X h) t.
Proof.
move=> hT tT; apply: follows_at_take; have := SW_UCB_follows (take t h) policy.
by rewrite size_takel // hT ltnW.
Qed.

(* The chances of wrong means, over all rounds, for one arm. *)
Lemma chances_sum (i : 'I_K) : (0 < tau)%N ->
  \sum_(t < T) Prob played T (wrong_means e0 B mu reward act xi tau t i (istar t)) [::] <=
  2%:R * level eta tau * (T%:R / tau%:R + 1 + ln tau%:R).
Proof.
move=> tau0; have v0 : 0 <= level eta tau by apply: le_trans (level_ge1 eta0 tau); rewrite ler01.
apply: (@le_trans _ _ (\sum_(t < T) 2%:R * level eta tau * (minn t tau)%:R^-1)).
  apply: ler_sum => t _; rewrite -mulrA.
  exact: (wrong_means_chance e0 act B0 env tau0 eta0 xi_eta i (istar t) (ltnW (ltn_ord t))).
by rewrite -mulr_sumr ler_wpmul2l ?mulr_ge0 ?ler0n //; exact: window_sum.
Qed.

(* The mean regret for a level Delta. *)
Lemma law_regret_level Delta n : (0 < tau)%N -> 0 < Delta -> (T <= n * tau)%N ->
  mean_regret <= B * (Gamma * tau)%:R + Delta * T%:R
    + K%:R * n%:R * (4%:R * B ^+ 2 * xi * ln tau%:R / Delta + B)
    + 2%:R * B * K%:R * level eta tau * (T%:R / tau%:R + 1 + ln tau%:R).
Proof.
move=> tau0 D0 Tn; set A := B * _ + _ + _.
pose W i t h := (wrong_means e0 B mu reward act xi tau t i (istar t) h)%:R : R.
have bW i : bdd (fun h => \sum_(t < T) W i t h) by apply: bdd_sum => t; exact: bdd_event.
apply: (@le_trans _ _ (Mean played T (fun h => A + B * \sum_(i < K) \sum_(t < T) W i t h) [::])).
  apply: (Mean_le U) => [||h]; first exact: path_loss_bdd.
    apply: bdd_add; first by move=> k; exists `|A|.
    by apply: bdd_scal; exact: bdd_sum.
  rewrite add0n => hT; rewrite exchange_big /=.
  apply: le_trans (path_cost (I := I h) (X := X h) tau0 (ltW B0) xi0 laws_gap_range D0 Tn _) _ => [t tT|].
    exact: policy_path.
  rewrite ler_add2r ler_add2r ler_add2r ler_wpmul2l ?(ltW B0) // ler_nat.
  by rewrite leq_mul2r changes orbT.
apply: (le_trans (Mean_affine act env T _ A (ltW B0) bW)); rewrite ler_add2l.
have -> : 2%:R * B * K%:R * level eta tau * (T%:R / tau%:R + 1 + ln tau%:R) =
  B * (K%:R * (2%:R * level eta tau * (T%:R / tau%:R + 1 + ln tau%:R))).
  by move: (level _ _) (_ + _ + _) => v w; rewrite [2%:R * B]mulrC -!mulrA; congr (_ * _); rewrite mulrCA.
rewrite ler_wpmul2l ?(ltW B0) // mulr_natl -[K in X in _ <= X]card_ord -sumr_const.
apply: ler_sum => i _; apply: le_trans (chances_sum i tau0); apply: (Mean_sum U) => t.
exact: bdd_event.
Qed.

(* The bound, every change charged once (the repaired proof of l. 3486-3633). *)
Theorem law_regret_arms : (0 < tau)%N -> mean_regret <= arms_bound K T tau Gamma B xi eta.
Proof.
move=> tau0; have Tp : 0 < T%:R :> R by rewrite ltr0n.
have tp : 0 < tau%:R :> R by rewrite ltr0n.
have x0 : 0 <= blocks T tau := le_trans ler01 (blocks_ge1 T tau).
have l0 := ln_tau_ge0 tau0; have y0 : 0 <= T%:R / tau%:R :> R by rewrite divr_ge0 ?ler0n.
have [n /andP [n1 n2]] := ceil_exists y0.
have Tn : (T <= n * tau)%N by move: n1; rewrite ler_pdivr_mulr // -natrM ler_nat.
rewrite /arms_bound; set x := blocks T tau.
set Rest := B * tau%:R * Gamma%:R + B * K%:R * x + 2%:R * B * K%:R * level eta tau * (x + ln tau%:R).
set c := 4%:R * B ^+ 2 * xi * ln tau%:R * (K%:R * x).
have a0 : 0 <= 4%:R * B ^+ 2 * xi * ln tau%:R.
  by do 3!apply: mulr_ge0 => //; rewrite ?ler0n ?sqr_ge0.
have c0 : 0 <= c by do 2!apply: mulr_ge0 => //; rewrite ?ler0n.
have -> : 4%:R * B * Num.sqrt (xi * ln tau%:R * K%:R * T%:R * x) = 2%:R * Num.sqrt (c * T%:R).
  have -> : c * T%:R = (2%:R * B) ^+ 2 * (xi * ln tau%:R * K%:R * T%:R * x) by exact: level_algebra.
  rewrite [X in _ = _ * X]sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm; last by rewrite mulr_ge0 ?ler0n // ltW.
  by rewrite !mulrA -natrM.
apply: (@le_trans _ _ (Rest + 2%:R * Num.sqrt (c * T%:R))); last by same; exact: first_last.
apply: best_level => // D D0; apply: (le_trans (law_regret_level tau0 D0 Tn)).
have h : K%:R * n%:R * (4%:R * B ^+ 2 * xi * ln tau%:R / D + B) <= c / D + B * K%:R * x.
  have -> : c / D + B * K%:R * x = K%:R * x * (4%:R * B ^+ 2 * xi * ln tau%:R / D + B).
    exact: blocks_algebra.
  apply: ler_wpmul2r; last by rewrite ler_wpmul2l ?ler0n // ltW.
  by rewrite addr_ge0 ?(ltW B0) // divr_ge0 // ltW.
have -> : B * (Gamma * tau)%:R = B * tau%:R * Gamma%:R by rewrite natrM mulrCA mulrC.
have -> : Rest + (D * T%:R + c / D) = B * tau%:R * Gamma%:R + D * T%:R + (c / D + B * K%:R * x)
  + 2%:R * B * K%:R * level eta tau * (x + ln tau%:R) by exact: terms_algebra.
by rewrite ler_add2r ler_add2l.
Qed.

(* th:upper_bound_problem_indep, the display: for tau <= T, or with a change *)
Theorem law_regret_display : (0 < tau)%N -> (tau <= T)%N \/ (0 < Gamma)%N -> mean_regret <=
  4%:R * B * Num.sqrt (2%:R * xi * ln tau%:R) * Num.sqrt K%:R * (T%:R / Num.sqrt tau%:R)
  + B * Num.sqrt K%:R * tau%:R * Gamma%:R
  + (2%:R * B + 2%:R * B * level eta tau * (2%:R + ln tau%:R)) * K%:R * (T%:R / tau%:R).
Proof.
move=> tau0; case: (leqP tau T) => [tT _|tT [//|G0]].
  by apply: (le_trans (law_regret_arms tau0)); exact: arms_display.
have b0 := ltW B0; have l0 := ln_tau_ge0 tau0.
have v0 : 0 <= level eta tau by apply: le_trans (level_ge1 eta0 tau); rewrite ler01.
apply: (@le_trans _ _ (B * Num.sqrt K%:R * tau%:R * Gamma%:R)).
  apply: (le_trans mean_loss_le); rewrite -!mulrA ler_wpmul2l //.
  have k1 : 1 <= Num.sqrt K%:R :> R by rewrite -[X in X <= _]sqrtr1 ler_wsqrtr // ler1n.
  apply: (@le_trans _ _ (tau * Gamma)%:R); last by rewrite natrM ler_pemull // mulr_ge0 ?ler0n.
  by rewrite ler_nat (leq_trans (ltnW tT)) // leq_pmulr.
rewrite addrAC ler_addr addr_ge0 //.
  by rewrite !mulr_ge0 ?divr_ge0 ?invr_ge0 ?sqrtr_ge0 ?ler0n.
rewrite mulr_ge0 ?divr_ge0 ?ler0n // mulr_ge0 ?ler0n // addr_ge0 ?mulr_ge0 ?ler0n //.
by rewrite addr_ge0 ?ler0n.
Qed.

(* A tuned window: long horizons by the bound, short ones trivially. *)
Lemma law_regret_tuned (y r : R) : 0 < r -> is_ceil y tau -> 0 < y ->
  T%:R <= r \/ [/\ 1 <= y, y <= T%:R, Num.sqrt K%:R * (T%:R / Num.sqrt y) <= r, y * Gamma%:R <= r
    & K%:R * (T%:R / y) <= r] ->
  mean_regret <=
  B * (4%:R * Num.sqrt (2%:R * xi * ln T%:R) + 4%:R + 2%:R * level eta T * (2%:R + ln T%:R)) * r.
Proof.
move=> r0 yc y0 [short|[y1 yT r1 r2 r3]].
  apply: (le_trans mean_loss_le); rewrite -mulrA ler_wpmul2l ?(ltW B0) //; apply: (le_trans short).
  have l0 : 0 <= ln T%:R by apply: ln_ge0; rewrite ler1n.
  have v0 : 0 <= level eta T by apply: le_trans (level_ge1 eta0 T); rewrite ler01.
  rewrite ler_pemull ?(ltW r0) //; apply: (@le_trans _ _ 4%:R); first by rewrite ler1n.
  have a0 : 0 <= 4%:R * Num.sqrt (2%:R * xi * ln T%:R) by apply: mulr_ge0; rewrite ?ler0n ?sqrtr_ge0.
  have b0 : 0 <= 2%:R * level eta T * (2%:R + ln T%:R).
    by apply: mulr_ge0; [apply: mulr_ge0|apply: addr_ge0]; rewrite ?ler0n.
  by rewrite addrAC ler_addr addr_ge0.
have /andP [yt ty] := yc.
have tau0 : (0 < tau)%N by rewrite -(ltr0n R_numDomainType); apply: lt_le_trans yt.
have tauT : (tau <= T)%N by rewrite -ltnS -(ltr_nat R_numDomainType) mulrSr (lt_le_trans ty) // ler_add2r.
apply: (le_trans (law_regret_arms tau0)).
exact: (arms_tuned tau0 tauT B0 xi0 eta0 y1 yT yc r1 r2 r3).
Qed.

Section Rates.
Hypothesis G0 : (0 < Gamma)%N.

(* the rate of the printed window, and that of a longer one *)
Theorem law_regret_rate : is_ceil (printed_window K T Gamma) tau -> mean_regret <=
  B * (4%:R * Num.sqrt (2%:R * xi * ln T%:R) + 4%:R + 2%:R * level eta T * (2%:R + ln T%:R))
  * arms_rate (2%:R / 3%:R) K T Gamma.
Proof.
move=> yc; apply: law_regret_tuned yc _ _; rewrite ?arms_rate_gt0 ?printed_window_gt0 //.
by case: (leqP T (K ^ 2 * Gamma)) => [h|/ltnW h]; [left; exact: printed_short|right; exact: printed_tuning].
Qed.
Theorem law_regret_longer : is_ceil (longer_window K T Gamma) tau -> mean_regret <=
  B * (4%:R * Num.sqrt (2%:R * xi * ln T%:R) + 4%:R + 2%:R * level eta T * (2%:R + ln T%:R))
  * arms_rate 3%:R^-1 K T Gamma.
Proof.
move=> yc; apply: law_regret_tuned yc _ _; rewrite ?arms_rate_gt0 ?longer_window_gt0 //.
by case: (leqP T (K * Gamma)) => [h|/ltnW h]; [left; exact: longer_short|right; exact: longer_tuning].
Qed.
End Rates.
End Regret.
