(* K arms: the regret of the sliding-window policy, th:upper_bound_problem_indep (l. 3472-3633).

   1. The chances of wrong means, over all rounds (l. 3579-3620).
   2. The bound with every change charged once; the level Delta at its best (l. 3622-3633):
      E[R_T] <= 4 B sqrt(xi log(tau) K T x) + B tau Gamma_T + B K x
                + 2 B K (log tau/log(1+eta) + 1) (x + log tau),   x = T/tau + 1.
   3. The display of the theorem, and its rates.

   Rounds are counted from 0, so that round t comes after t rounds. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation regret arms arms_deviation rates.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* 1. Wrong means *)

(* 1/1 + ... + 1/n <= 1 + log n *)
Lemma harmonic n : (0 < n)%N -> \sum_(1 <= t < n.+1) t%:R^-1 <= 1 + ln n%:R.
Proof.
elim: n => // -[_ _|n IH _]; first by rewrite big_nat1 invr1 ln1 addr0.
rewrite big_nat_recr //=; apply: le_trans (ler_add (IH isT) (lexx _)) _; rewrite -addrA ler_add2l.
have n1 : 0 < n.+1%:R :> R by rewrite ltr0n.
have n2 : 0 < n.+2%:R :> R by rewrite ltr0n.
have := ln_le_sub1 (divr_gt0 n1 n2); rewrite lnM ?invr_gt0 // lnV // ler_subl_addr => h.
have -> : n.+2%:R^-1 = 1 - n.+1%:R / n.+2%:R :> R.
  by rewrite -{2}(divff (lt0r_neq0 n2)) -mulrBl -natrB // subSnn mul1r.
move: h; move: (ln n.+1%:R) (ln n.+2%:R) (n.+1%:R / n.+2%:R) => u v w /RleP h; apply/RleP; move: h.
by toR_goal; lra.
Qed.

(* The sum over the rounds of 1/min(t, tau) *)
Lemma window_sum T tau : (0 < tau)%N ->
  \sum_(t < T) ((minn t tau)%:R^-1 : R) <= T%:R / tau%:R + 1 + ln tau%:R.
Proof.
move=> tau0; have tp : 0 <= tau%:R^-1 :> R by rewrite invr_ge0 ler0n.
apply: (@le_trans _ _ (\sum_(t < T) (tau%:R^-1 + (if (t < tau.+1)%N then t%:R^-1 else 0)))).
  by apply: ler_sum => t _; rewrite ltnS; case: (leqP t tau) => h; rewrite ?ler_addr // addr0.
rewrite big_split /= sumr_const card_ord -[_ *+ T]mulr_natl -addrA ler_add2l.
rewrite -(big_mkord xpredT (fun t => if (t < tau.+1)%N then (t%:R^-1 : R) else 0)) -big_mkcond /=.
apply: (@le_trans _ _ (\sum_(0 <= t < tau.+1) (t%:R^-1 : R))); last first.
  by rewrite big_ltn // invr0 add0r; exact: harmonic.
have f0 t : 0 <= t%:R^-1 :> R by rewrite invr_ge0 ler0n.
have part a b : \sum_(a <= t < b | (t < tau.+1)%N) (t%:R^-1 : R) <= \sum_(a <= t < b) t%:R^-1.
  by rewrite big_mkcond; apply: ler_sum => t _; case: ifP.
case: (leqP T tau.+1) => h.
  apply: (le_trans (part _ _)); rewrite [X in _ <= X](big_cat_nat _ _ _ (leq0n T) h) /=.
  by rewrite ler_addl sumr_ge0.
rewrite (big_cat_nat _ _ _ (leq0n _) (ltnW h)) /= [X in _ + X]big1_seq ?addr0; first exact: part.
by move=> t /andP [h1]; rewrite mem_index_iota => /andP [h2 _]; rewrite ltnNge h2 in h1.
Qed.

Section Levels.
Variables (K : nat) (E : finType) (e0 : E) (B : R) (mu : nat -> {ffun 'I_K -> R}).
Variables (law reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) (xi eta : R) (tau : nat).
Hypotheses (B0 : 0 < B) (env : arm_environment B mu law reward) (tau0 : (0 < tau)%N).
Hypotheses (eta0 : 0 < eta) (xi0 : 0 <= xi) (xi_eta : 1 <= 2%:R * xi * (1 - eta ^+ 2 / 16%:R)).
Local Notation p := (arm_law law act).
Local Notation I := (arm_of act).
Local Notation X := (reward_of e0 reward act).
Let p0 h e : 0 <= p h e := arm_law_ge0 env h (act h) e.
Let p1 h : \sum_e p h e = 1 := arm_law_sum env h (act h).

(* log n / log(1 + eta) + 1 *)
Definition level n := ln n%:R / ln (1 + eta) + 1.

Let le0 : 0 < ln (1 + eta).
Proof. by rewrite -ln1; apply/RltP/ln_increasing; [exact: Rlt_0_1|apply/RltP; rewrite ltr_addl]. Qed.

Lemma level_ge1 n : 1 <= level n.
Proof.
rewrite ler_addr divr_ge0 ?(ltW le0) //; case: n => [|n]; first by rewrite ln_at_0.
by apply: ln_ge0; rewrite ler1n.
Qed.

(* Chances of deviations: for a number of slices that is rounded up (n >= 2) and for every n >= 1. *)
Lemma deviation_ceil sg a i n M t : (1 < n)%N -> is_ceil (ln n%:R / ln (1 + eta))%ring M -> sg ^+ 2 = 1 ->
  (t - a <= n)%N -> Pr p t (off e0 B mu reward act xi sg a i n) [::] <= M%:R / n%:R.
Proof.
move=> n1 /andP [h _] sg1 ta; have n0 := ltnW n1; have np : 0 < n%:R :> R by rewrite ltr0n.
have e1 : 0 < 1 + eta by rewrite addr_gt0 ?ltr01.
have l0 : 0 < ln n%:R by apply: lt_le_trans (log_horizon n1); rewrite invr_gt0 ltr0n.
apply: (deviation_slices e0 act B0 env eta0 xi0 xi_eta) => //.
  by rewrite -(ltr0n R_numDomainType); apply: lt_le_trans h; rewrite divr_gt0.
by apply: le_ln; rewrite ?exprn_gt0 // lnX // -[_ *+ M]mulr_natl -ler_pdivr_mulr.
Qed.

Lemma deviation_level sg a i n t : (0 < n)%N -> sg ^+ 2 = 1 -> (t - a <= n)%N ->
  Pr p t (off e0 B mu reward act xi sg a i n) [::] <= level n / n%:R.
Proof.
case: n => // -[_ sg1 ta|n _ sg1 ta].
  rewrite divr1; apply: le_trans (level_ge1 _); rewrite -[X in _ <= X](Ex_const p1 t 1 [::]).
  by apply: (Ex_le p0) => h _; case: (off _ _ _ _ _ _ _ _ _ _ h); rewrite ?ler01.
have l0 : 0 <= ln n.+2%:R / ln (1 + eta).
  by rewrite divr_ge0 ?(ltW le0) //; apply: ln_ge0; rewrite ler1n.
have [M Mc] := ceil_exists l0; apply: (le_trans (deviation_ceil i _ Mc sg1 ta)) => //.
by rewrite ler_wpmul2r ?invr_ge0 ?ler0n //; case/andP: Mc => _ /ltW.
Qed.

(* Sums over the window of round t. *)
Lemma window_deviation t i h : size h = t -> stationary mu tau t ->
  \sum_(t - tau <= s < t) (I h s == i)%:R * X h s =
  deviation_from e0 mu reward act (t - tau) i h + (count_from act (t - tau) i h)%:R * mu t i.
Proof.
move=> ht st; rewrite /deviation_from /count_from ht natr_sum mulr_suml -big_split /= !big_nat.
apply: eq_bigr => s /andP [s1 s2]; rewrite (stationaryP st s1 s2) mulrBr.
by rewrite subrK.
Qed.

(* N c = B sqrt(xi log n) sqrt N *)
Lemma width_count t i h : size h = t -> (0 < plays tau (I h) t i)%N ->
  (plays tau (I h) t i)%:R * width tau B xi (I h) t i =
  B * Num.sqrt (xi * ln (minn t tau)%:R) * Num.sqrt (plays tau (I h) t i)%:R.
Proof.
move=> ht N0; have Np : 0 < (plays tau (I h) t i)%:R :> R by rewrite ltr0n.
have s0 : Num.sqrt (plays tau (I h) t i)%:R != 0 :> R by rewrite gt_eqF // sqrtr_gt0.
have x0 : 0 <= xi * ln (minn t tau)%:R.
  rewrite mulr_ge0 //; case: (minn t tau) => [|n]; first by rewrite ln_at_0.
  by apply: ln_ge0; rewrite ler1n.
rewrite /width sqrtrM // sqrtrV ?(ltW Np) // -{1}(sqr_sqrtr (ltW Np)) expr2.
move: s0; move: (Num.sqrt _%:R) (Num.sqrt (xi * _)) => s g n0.
by field.
Qed.

(* E_1 and E_2 are deviations, if the window sees no change. *)
Lemma over_off t i h : size h = t -> stationary mu tau t -> over tau mu B xi (I h) (X h) t i ->
  off e0 B mu reward act xi 1 (t - tau) i (minn t tau) h.
Proof.
move=> ht st /andP [N0]; have Np : 0 < (plays tau (I h) t i)%:R :> R by rewrite ltr0n.
have e : count_from act (t - tau) i h = plays tau (I h) t i by rewrite /count_from ht.
rewrite /mean_seen ltr_pdivl_mulr // (window_deviation i ht st) e => lt.
rewrite /off e N0 /= -(width_count ht N0) mul1r; move: lt; rewrite mulrDl addrC.
by rewrite [mu t i * _]mulrC ltr_add2r mulrC => /ltW.
Qed.
Lemma under_off t i h : size h = t -> stationary mu tau t -> under tau mu B xi (I h) (X h) t i ->
  off e0 B mu reward act xi (-1) (t - tau) i (minn t tau) h.
Proof.
move=> ht st /andP [N0]; have Np : 0 < (plays tau (I h) t i)%:R :> R by rewrite ltr0n.
have e : count_from act (t - tau) i h = plays tau (I h) t i by rewrite /count_from ht.
rewrite /mean_seen ltr_pdivr_mulr // (window_deviation i ht st) e => lt.
rewrite /off e N0 /= -(width_count ht N0) mulN1r; move: lt; rewrite mulrBl addrC.
by rewrite [mu t i * _]mulrC ltr_add2l ltr_oppr mulrC => /ltW.
Qed.

(* What is seen in round t depends on the first t outcomes only. *)
Lemma arm_take t h s : (s <= t)%N -> I (take t h) s = I h s.
Proof. by move=> st; rewrite /arm_of take_take. Qed.
Lemma plays_take t h i : plays tau (I (take t h)) t i = plays tau (I h) t i.
Proof. by rewrite /plays !big_nat; apply: eq_bigr => s /andP [_ st]; rewrite arm_take // ltnW. Qed.
Lemma mean_take t h i : mean_seen tau (I (take t h)) (X (take t h)) t i = mean_seen tau (I h) (X h) t i.
Proof.
rewrite /mean_seen plays_take; congr (_ / _); rewrite !big_nat; apply: eq_bigr => s /andP [_ st].
by rewrite arm_take 1?ltnW // /reward_of nth_take // take_take // ltnW.
Qed.
Lemma width_take t h i : width tau B xi (I (take t h)) t i = width tau B xi (I h) t i.
Proof. by rewrite /width plays_take. Qed.
Lemma follows_take t h : follows_ucb tau B xi (I (take t h)) (X (take t h)) t ->
  follows_ucb tau B xi (I h) (X h) t.
Proof.
move=> [unseen largest]; split=> [i|seen i].
  by have := unseen i; rewrite !arm_take // !plays_take.
have := largest _ i; rewrite /ucb !arm_take // !mean_take !width_take; apply=> j.
by rewrite plays_take.
Qed.

(* P(E_1) + P(E_2) <= 2 (log n/log(1+eta) + 1)/n with n = min(t, tau), also in later rounds. *)
Lemma wrong_mean T t i j : (t < T)%N ->
  Ex p T (fun h => (stationary mu tau t && (over tau mu B xi (I h) (X h) t i
    || under tau mu B xi (I h) (X h) t j))%:R) [::] <= 2%:R * (level tau / (minn t tau)%:R).
Proof.
move=> tT; pose A k := stationary mu tau t && (over tau mu B xi (I k) (X k) t i
    || under tau mu B xi (I k) (X k) t j).
have -> : Ex p T (fun h => (A h)%:R) [::] = Ex p t (fun h => (A h)%:R) [::].
  rewrite -(Ex_prefix p1 t (T - t)) add0n subnKC ?(ltnW tT) //; apply: Ex_ext => h.
  by rewrite /A /over /under !plays_take !mean_take !width_take.
case: (posnP t) => [t0|t0].
  rewrite t0 min0n invr0 !mulr0 -[X in _ <= X](Ex_const p1 0 0 [::]); apply: (Ex_le p0) => h _.
  by rewrite /A /over /under /plays t0 !big_geq //= andbF.
set n := minn t tau; have n0 : (0 < n)%N by rewrite leq_min t0.
have tn : (t - (t - tau) <= n)%N by rewrite /n; case: leqP => h; lia.
have nt : level n <= level tau.
  rewrite ler_add2r ler_wpmul2r ?invr_ge0 ?(ltW le0) //.
  by apply: ln_le; rewrite ?ltr0n // ler_nat geq_minr.
have q0 : level n / n%:R <= level tau / n%:R by rewrite ler_wpmul2r ?invr_ge0 ?ler0n.
rewrite mulr_natl mulr2n; apply: (@le_trans _ _ (level n / n%:R + level n / n%:R)); last exact: ler_add.
have s1 : 1 ^+ 2 = 1 :> R by rewrite expr1n.
have s2 : (-1) ^+ 2 = 1 :> R by rewrite sqrrN expr1n.
apply: le_trans (ler_add (deviation_level i n0 s1 tn) (deviation_level j n0 s2 tn)).
have -> : forall U V : seq E -> bool, Pr p t U [::] + Pr p t V [::] =
  Ex p t (fun h => \sum_(b : bool) (if b then U h else V h)%:R) [::].
  by move=> U V; rewrite Ex_sum big_bool.
apply: (Ex_le p0) => h; rewrite add0n => ht; rewrite big_bool /= /A.
case: (boolP (stationary mu tau t)) => st; last by rewrite addr_ge0 ?ler0n.
case: (boolP (over _ _ _ _ _ _ t i)) => [/(over_off ht st) -> |_] /=; first by rewrite ler_addl ler0n.
case: (boolP (under _ _ _ _ _ _ t j)) => [/(under_off ht st) -> |_]; last by rewrite addr_ge0 ?ler0n.
by rewrite ler_addr ler0n.
Qed.
End Levels.

(* 2. The regret *)

(* The best level Delta. *)
Lemma best_level (x A c T : R) : 0 < T -> 0 <= c -> (forall D, 0 < D -> x <= A + (D * T + c / D)) ->
  x <= A + 2%:R * Num.sqrt (c * T).
Proof.
move=> T0 c0 H; case: (eqVneq c 0) => [c1|cn].
  rewrite c1 mul0r sqrtr0 mulr0 addr0; apply/ler_addgt0Pr => e ep.
  by have := H (e / T) (divr_gt0 ep T0); rewrite c1 mul0r addr0 divfK ?gt_eqF.
have cp : 0 < c by rewrite lt_neqAle eq_sym cn.
have s0 : 0 < Num.sqrt (c / T) by rewrite sqrtr_gt0 divr_gt0.
apply: (le_trans (H _ s0)); rewrite ler_add2l; same.
have e : c = Num.sqrt (c / T) ^+ 2 * T by rewrite sqr_sqrtr ?divr_ge0 ?(ltW T0) // divfK ?gt_eqF.
have -> : Num.sqrt (c * T) = Num.sqrt (c / T) * T.
  rewrite {1}e -mulrA -expr2 -exprMn sqrtr_sqr ger0_norm // mulr_ge0 ?(ltW s0) ?(ltW T0) //.
rewrite {2}e; move: (lt0r_neq0 s0); move: (Num.sqrt (c / T)) => s n.
by field.
Qed.

Lemma level_algebra (F : comRingType) (B x l k T b : F) :
  4%:R * B ^+ 2 * x * l * (k * b) * T = (2%:R * B) ^+ 2 * (x * l * k * T * b).
Proof. by ring. Qed.
Lemma blocks_algebra (F : comRingType) (a k x d b : F) : a * (k * x) * d + b * k * x = k * x * (a * d + b).
Proof. by ring. Qed.
Lemma terms_algebra (F : comRingType) (g b r d c : F) : g + b + r + (d + c) = g + d + (c + b) + r.
Proof. by ring. Qed.
Lemma first_last (F : comRingType) (a g b r : F) : g + b + r + a = a + g + b + r.
Proof. by ring. Qed.

Section Regret.
Variables (K : nat) (E : finType) (e0 : E) (B : R) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K).
Variables (law reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) (xi eta : R) (T tau Gamma : nat).
Hypotheses (B0 : 0 < B) (env : arm_environment B mu law reward) (tau0 : (0 < tau)%N) (T0 : (0 < T)%N).
Hypotheses (eta0 : 0 < eta) (xi0 : 0 <= xi) (xi_eta : 1 <= 2%:R * xi * (1 - eta ^+ 2 / 16%:R)).
Hypothesis best : forall t i, mu t i <= mu t (istar t).
Hypothesis changes : (breaks mu T <= Gamma)%N.
Local Notation p := (arm_law law act).
Local Notation I := (arm_of act).
Local Notation X := (reward_of e0 reward act).
Hypothesis policy : forall h, follows_ucb tau B xi (I h) (X h) (size h).
Let p0 h e : 0 <= p h e := arm_law_ge0 env h (act h) e.
Let p1 h : \sum_e p h e = 1 := arm_law_sum env h (act h).

(* The regret of T rounds. *)
Definition arm_regret h := \sum_(t < T) gap mu istar t (I h t).

Let gap_range t i : 0 <= gap mu istar t i <= B.
Proof.
have /andP [_ h1] := arm_mean_range e0 t (istar t) env; have /andP [h2 _] := arm_mean_range e0 t i env.
by rewrite subr_ge0 best /= ler_subl_addr (le_trans h1) // ler_addl.
Qed.

(* The regret is at most B T. *)
Lemma arm_regret_le h : arm_regret h <= B * T%:R.
Proof.
rewrite mulr_natr -[T in X in _ <= X]card_ord -sumr_const; apply: ler_sum => t _.
by case/andP: (gap_range t (I h t)).
Qed.

(* The mean regret for a level Delta. *)
Lemma regret_level Delta n : 0 < Delta -> (T <= n * tau)%N ->
  Ex p T arm_regret [::] <= B * (Gamma * tau)%:R + Delta * T%:R
    + K%:R * n%:R * (4%:R * B ^+ 2 * xi * ln tau%:R / Delta + B)
    + 2%:R * B * K%:R * level eta tau * (T%:R / tau%:R + 1 + ln tau%:R).
Proof.
move=> D0 Tn; set A := B * _ + _ + _.
pose W t i h := (stationary mu tau t && (over tau mu B xi (I h) (X h) t i
  || under tau mu B xi (I h) (X h) t (istar t)))%:R : R.
apply: (@le_trans _ _ (Ex p T (fun h => \sum_(b : bool) if b then A else
  B * \sum_(t < T) \sum_i W t i h) [::])).
  apply: (Ex_le p0) => h; rewrite add0n => hT; rewrite big_bool /=.
  apply: le_trans (path_cost (I := I h) (X := X h) tau0 (ltW B0) xi0 gap_range D0 Tn _) _ => [t tT|].
    by apply: follows_take; have := policy (take t h); rewrite size_takel // hT ltnW.
  rewrite ler_add2r ler_add2r ler_add2r ler_wpmul2l ?(ltW B0) // ler_nat.
  by rewrite leq_mul2r changes orbT.
rewrite Ex_sum big_bool /= Ex_const // ler_add2l Ex_scal -!mulrA mulrCA ler_wpmul2l ?(ltW B0) //.
rewrite Ex_sum; apply: (@le_trans _ _ (\sum_(t < T) \sum_(i < K) 2%:R * (level eta tau / (minn t tau)%:R))).
  apply: ler_sum => t _; rewrite Ex_sum; apply: ler_sum => i _.
  exact: (wrong_mean e0 act B0 env tau0 eta0 xi0 xi_eta i (istar t) (ltn_ord t)).
rewrite (eq_bigr (fun t : 'I_T => 2%:R * (K%:R * level eta tau) * (minn t tau)%:R^-1)) => [|t _].
  rewrite -mulr_sumr -!mulrA !ler_wpmul2l ?ler0n //; last exact: window_sum.
  by apply: le_trans (level_ge1 eta0 tau); rewrite ler01.
by rewrite sumr_const card_ord -mulr_natl; move: (level _ _) (_^-1) K%:R => x y z; rewrite mulrCA !mulrA.
Qed.

(* x = T / tau + 1 bounds the number of blocks. *)
Definition blocks : R := (T%:R / tau%:R + 1)%ring.

Lemma blocks_ge1 : 1 <= blocks. Proof. by rewrite ler_addr divr_ge0 ?ler0n. Qed.

(* The bound, every change charged once (the repaired proof of l. 3486-3633). *)
Theorem regret_arms : Ex p T arm_regret [::] <= 4%:R * B * Num.sqrt (xi * ln tau%:R * K%:R * T%:R * blocks)
  + B * tau%:R * Gamma%:R + B * K%:R * blocks
  + 2%:R * B * K%:R * level eta tau * (blocks + ln tau%:R).
Proof.
have Tp : 0 < T%:R :> R by rewrite ltr0n.
have tp : 0 < tau%:R :> R by rewrite ltr0n.
have x1 := blocks_ge1; have x0 : 0 <= blocks := le_trans ler01 x1.
have l0 := ln_tau_ge0 tau0.
have y0 : 0 <= T%:R / tau%:R :> R by rewrite divr_ge0 ?ler0n.
have [n /andP [n1 n2]] := ceil_exists y0.
have Tn : (T <= n * tau)%N by move: n1; rewrite ler_pdivr_mulr // -natrM ler_nat.
set Rest := B * tau%:R * Gamma%:R + B * K%:R * blocks
  + 2%:R * B * K%:R * level eta tau * (blocks + ln tau%:R).
set c := 4%:R * B ^+ 2 * xi * ln tau%:R * (K%:R * blocks).
have a0 : 0 <= 4%:R * B ^+ 2 * xi * ln tau%:R.
  by do 3!apply: mulr_ge0 => //; rewrite ?ler0n ?sqr_ge0.
have c0 : 0 <= c by do 2!apply: mulr_ge0 => //; rewrite ?ler0n.
have -> : 4%:R * B * Num.sqrt (xi * ln tau%:R * K%:R * T%:R * blocks) = 2%:R * Num.sqrt (c * T%:R).
  have -> : c * T%:R = (2%:R * B) ^+ 2 * (xi * ln tau%:R * K%:R * T%:R * blocks) by exact: level_algebra.
  rewrite [X in _ = _ * X]sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm; last by rewrite mulr_ge0 ?ler0n // ltW.
  by rewrite !mulrA -natrM.
apply: (@le_trans _ _ (Rest + 2%:R * Num.sqrt (c * T%:R))); last by same; exact: first_last.
apply: best_level => // D D0; apply: (le_trans (regret_level D0 Tn)).
have h : K%:R * n%:R * (4%:R * B ^+ 2 * xi * ln tau%:R / D + B) <= c / D + B * K%:R * blocks.
  have -> : c / D + B * K%:R * blocks = K%:R * blocks * (4%:R * B ^+ 2 * xi * ln tau%:R / D + B).
    exact: blocks_algebra.
  apply: ler_wpmul2r; last by rewrite ler_wpmul2l ?ler0n // ltW.
  by rewrite addr_ge0 ?(ltW B0) // divr_ge0 // ltW.
have -> : B * (Gamma * tau)%:R = B * tau%:R * Gamma%:R by rewrite natrM mulrCA mulrC.
have -> : Rest + (D * T%:R + c / D) = B * tau%:R * Gamma%:R + D * T%:R + (c / D + B * K%:R * blocks)
  + 2%:R * B * K%:R * level eta tau * (blocks + ln tau%:R) by exact: terms_algebra.
by rewrite ler_add2r ler_add2l.
Qed.
End Regret.
