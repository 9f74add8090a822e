(* K arms and a sliding window (appendix, l. 3403-3640): counting plays and the three events.

   1. lemma:garivier_1 (l. 3524-3530): an arm is rarely played while it is rare in the window.  Rounds in one
      block of tau rounds whose windows see no change share one parameter, so that the blocks need not respect
      the phases between changes (the paper takes phases, l. 3456-3543).
   2. The indices UCB_i, the policy SW-UCB, and the events E_1, E_2, E_3 (l. 3545-3578).
   3. What a path of rounds costs, split at a gap Delta (l. 3486-3498, 3590-3612).

   Rounds are counted from 0, so that round t comes after t rounds. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers setting.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* 1. Counting *)

Section Counting.
Variables (F : realFieldType) (tau : nat) (p : nat -> bool).

(* Of the tau rounds that end with round t, those with p. *)
Definition window_count t : nat := \sum_(t.+1 - tau <= s < t.+1) p s.

(* Part of the window. *)
Lemma window_part a t : (t.+1 - tau <= a)%N -> (\sum_(a <= s < t.+1) p s <= window_count t)%N.
Proof.
move=> h; case: (leqP a t.+1) => at1; last by rewrite big_geq // ltnW.
by rewrite /window_count (big_cat_nat _ _ _ h at1) leq_addl.
Qed.

(* With round t the count grows by at most one, and an older round may leave the window. *)
Lemma window_count_le t : (0 < tau)%N -> (window_count t <= (\sum_(t - tau <= s < t) p s).+1)%N.
Proof.
move=> tau0; rewrite /window_count big_nat_recr /=; last by lia.
rewrite -[X in (_ <= X)%N]addn1; apply: leq_add; last by case: (p t).
have h1 : (t - tau <= t.+1 - tau)%N by lia.
have h2 : (t.+1 - tau <= t)%N by lia.
by rewrite (big_cat_nat _ _ _ h1 h2) leq_addl.
Qed.

(* Rounds of one block are less than tau apart. *)
Lemma block_width a s t : (a <= s)%N -> (t < a + tau)%N -> (t - tau <= s)%N.
Proof. lia. Qed.

(* Within tau rounds, p holds at most m times while its count is at most m. *)
Lemma rare_block (m : F) a l : 0 <= m -> (l <= tau)%N ->
  \sum_(a <= t < a + l) (p t && ((window_count t)%:R <= m))%:R <= m.
Proof.
move=> m0; set f := fun t => (p t && ((window_count t)%:R <= m)) => lt.
rewrite (_ : \sum_(_ <= t < _) _ = (\sum_(a <= t < a + l) f t)%N%:R); last by rewrite natr_sum.
suff [_ //] : (\sum_(a <= t < a + l) f t <= \sum_(a <= t < a + l) p t)%N /\
  ((\sum_(a <= t < a + l) f t)%N%:R <= m).
elim: l lt => [|l IH] lt; first by rewrite addn0 !big_geq.
have [c1 c2] := IH (ltnW lt); rewrite addnS !big_nat_recr ?leq_addr //=.
rewrite {2 4}/f; case e : (p (a + l)%N) => /=; last by rewrite !addn0.
rewrite [in X in (_ <= X)%N]addn1; case: (leP (_ %:R) m) => h; last by rewrite addn0 leqW.
rewrite addn1 ltnS c1; split=> //; apply: le_trans h; rewrite ler_nat.
have := @window_part a (a + l); rewrite big_nat_recr ?leq_addr //= e addn1 => H.
by apply: leq_ltn_trans c1 (H _); lia.
Qed.

(* A sum over n blocks of tau rounds. *)
Lemma sum_blocks (f : nat -> F) n :
  \sum_(0 <= t < n * tau) f t = \sum_(k < n) \sum_(k * tau <= t < k * tau + tau) f t.
Proof.
elim: n => [|n IH]; first by rewrite mul0n big_geq // big_ord0.
rewrite big_ord_recr /= -IH mulSn addnC (big_cat_nat _ (n := (n * tau)%N)) ?leq_addr //=.
Qed.

(* T rounds are part of n blocks. *)
Lemma sum_blocks_le (f : nat -> F) T n : (forall t, 0 <= f t) -> (T <= n * tau)%N ->
  \sum_(t < T) f t <= \sum_(k < n) \sum_(k * tau <= t < k * tau + tau) f t.
Proof.
move=> f0 h; rewrite -sum_blocks -(big_mkord xpredT f) (big_cat_nat _ _ _ (leq0n T) h) /=.
by rewrite ler_addl sumr_ge0.
Qed.

(* lemma:garivier_1: in T <= n tau rounds, at most n m plays. *)
Lemma rare_plays (m : F) T n : 0 <= m -> (T <= n * tau)%N ->
  \sum_(t < T) (p t && ((window_count t)%:R <= m))%:R <= n%:R * m.
Proof.
move=> m0 h; have f0 t : 0 <= (p t && ((window_count t)%:R <= m))%:R :> F by rewrite ler0n.
apply: (le_trans (sum_blocks_le f0 h)); rewrite mulr_natl -[n in X in _ <= X]card_ord -sumr_const.
by apply: ler_sum => k _; exact: rare_block.
Qed.
End Counting.

(* 2. The policy and the events *)

Section Path.
(* mu t i: the mean of arm i in round t.  Along one path, I s is the arm of round s and X s its reward. *)
Variables (K tau : nat) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K) (B xi : R).
Variables (I : nat -> 'I_K) (X : nat -> R).

(* Plays of arm i in the tau rounds before round t: N_{t-1}(tau, i) on the page (l. 3506). *)
Definition plays t i : nat := \sum_(t - tau <= s < t) (I s == i).
(* The mean of their rewards (l. 3548). *)
Definition mean_seen t i := (\sum_(t - tau <= s < t) (I s == i)%:R * X s) / (plays t i)%:R.
(* The bonus c(tau, i) (l. 3552). *)
Definition width t i := B * Num.sqrt (xi * ln (minn t tau)%:R / (plays t i)%:R).
(* UCB_i (l. 3545). *)
Definition ucb t i := mean_seen t i + width t i.
(* Round t follows SW-UCB: an arm that does not occur in the window comes first (its index is infinite), and
   otherwise the arm has the largest index. *)
Definition follows_ucb t := (forall i, plays t i = 0%N -> plays t (I t) = 0%N) /\
  ((forall i, (0 < plays t i)%N) -> forall i, ucb t i <= ucb t (I t)).

(* What arm i loses in round t. *)
Definition gap t i := mu t (istar t) - mu t i.

(* E_1: arm i is over-estimated; E_2 for the arm i = i*_t: it is under-estimated (l. 3557-3563). *)
Definition over t i := (0 < plays t i)%N && (mu t i + width t i < mean_seen t i).
Definition under t i := (0 < plays t i)%N && (mean_seen t i < mu t i - width t i).

(* A = 4 B^2 xi log(tau) / gap^2 (l. 3569). *)
Definition enough (g : R) := 4%:R * B ^+ 2 * xi * ln tau%:R / g ^+ 2.

Hypotheses (tau0 : (0 < tau)%N) (B0 : 0 <= B) (xi0 : 0 <= xi).

Lemma ln_tau_ge0 : 0 <= ln tau%:R.
Proof. by apply: ln_ge0; rewrite ler1n. Qed.

(* In Coq log 0 is 0. *)
Lemma ln_at_0 : ln 0 = 0.
Proof. by rewrite /ln; case: Rlt_dec => // h; case: (Rlt_irrefl _ h). Qed.

Lemma enough_ge0 g : 0 <= enough g.
Proof. by rewrite /enough divr_ge0 ?sqr_ge0 // !mulr_ge0 ?sqr_ge0 ?ln_tau_ge0 ?ler0n. Qed.

(* A gap of at most twice the bonus: the arm has been played at most A times (E_3, l. 3571-3578). *)
Lemma close_means t i g : 0 < g -> g <= 2%:R * width t i -> (plays t i)%:R <= enough g.
Proof.
move=> g0 h; case: (posnP (plays t i)) => [->|N0]; first exact: enough_ge0.
have Np : 0 < (plays t i)%:R :> R by rewrite ltr0n.
have l1 : ln (minn t tau)%:R <= ln tau%:R.
  case: (posnP (minn t tau)) => [->|m0]; last by apply: ln_le; rewrite ?ltr0n // ler_nat geq_minr.
  by rewrite ln_at_0 ln_tau_ge0.
rewrite /enough ler_pdivl_mulr ?exprn_gt0 //.
have l0 : 0 <= xi * ln tau%:R / (plays t i)%:R.
  by rewrite divr_ge0 ?ler0n // mulr_ge0 ?ln_tau_ge0.
have h2 : g <= 2%:R * B * Num.sqrt (xi * ln tau%:R / (plays t i)%:R).
  apply: (le_trans h); rewrite /width mulrA ler_wpmul2l ?mulr_ge0 ?ler0n //.
  by apply: ler_wsqrtr; rewrite ler_wpmul2r ?invr_ge0 ?ler0n // ler_wpmul2l.
have : g ^+ 2 <= (2%:R * B * Num.sqrt (xi * ln tau%:R / (plays t i)%:R)) ^+ 2.
  by rewrite ler_expn2r // nnegrE ?(ltW g0) // !mulr_ge0 ?ler0n ?sqrtr_ge0.
by rewrite exprMn sqr_sqrtr // mulrA ler_pdivl_mulr // exprMn -natrX [g ^+ 2 * _]mulrC [_ * (xi * _)]mulrA.
Qed.

(* A wrong play of an arm whose mean is not over-estimated, the best arm's mean not being under-estimated: the
   arm has been played at most A times (l. 3554-3578). *)
Lemma three_events t : follows_ucb t -> 0 < gap t (I t) -> ~~ over t (I t) -> ~~ under t (istar t) ->
  (plays t (I t))%:R <= enough (gap t (I t)).
Proof.
move=> [unseen largest] g0; rewrite /over /under.
case: (posnP (plays t (I t))) => [->|N0]; first by rewrite enough_ge0.
have all i : (0 < plays t i)%N by rewrite lt0n; apply/eqP => /unseen e; rewrite e in N0.
rewrite all /= -!leNgt => e1 e2; apply: close_means => //.
rewrite /gap ler_subl_addr mulr_natl mulr2n; have := largest all (istar t); rewrite /ucb => e3.
move: e2; rewrite ler_subl_addr => /le_trans; apply; apply: (le_trans e3).
by rewrite [X in _ <= X]addrC [X in _ <= X]addrA ler_add2r.
Qed.

(* 3. The cost of a path *)

Hypothesis gap_range : forall t i, 0 <= gap t i <= B.

(* Arm i is played in a round whose window sees no change, with a gap above Delta, while it is rare. *)
Definition rare Delta t i :=
  [&& stationary mu tau t, I t == i, Delta < gap t i & (plays t i)%:R <= enough (gap t i)].

(* Within a block the gap of arm i is the same in all rounds that count. *)
Lemma rare_block_cost Delta i a : 0 < Delta ->
  \sum_(a <= t < a + tau) gap t i * (rare Delta t i)%:R <= 4%:R * B ^+ 2 * xi * ln tau%:R / Delta + B.
Proof.
move=> D0; have c0 : 0 <= 4%:R * B ^+ 2 * xi * ln tau%:R by rewrite !mulr_ge0 ?ler0n ?ln_tau_ge0 ?sqr_ge0.
case: (boolP (has (rare Delta ^~ i) (index_iota a (a + tau)))) => [/hasP [t0]|/hasPn none]; last first.
  rewrite big_seq big1 => [|t /none /negbTE ->]; last by rewrite mulr0.
  by rewrite addr_ge0 // divr_ge0 // ltW.
rewrite mem_index_iota => /andP [at0 t0a] /and4P [st0 _ Dg _]; set g := gap t0 i in Dg.
have g0 : 0 < g := lt_trans D0 Dg.
have same t : (a <= t < a + tau)%N -> stationary mu tau t -> gap t i = g.
  move=> /andP [at1 t1a] st; rewrite /g /gap; suff e : mu t = mu t0.
    rewrite e; congr (_ - _); have := gap_range t0 (istar t); have := gap_range t (istar t0).
    by rewrite /gap e !subr_ge0 => /andP [h1 _] /andP [h2 _]; apply/le_anti/andP.
  by case: (ltngtP t t0) => [h|h|-> //]; [apply: (stationaryP st0 _ h)|apply/esym/(stationaryP st _ h)];
    apply: (block_width (a := a)); rewrite ?at0 ?at1.
apply: (@le_trans _ _ (\sum_(a <= t < a + tau) g * ((I t == i) &&
  ((window_count tau (fun s => I s == i) t)%:R <= enough g + 1))%:R)).
  rewrite !big_nat; apply: ler_sum => t tb; case: (boolP (rare Delta t i)) => [|_]; last first.
    by rewrite mulr0 mulr_ge0 ?ler0n // ltW.
  move=> /and4P [st -> _]; rewrite (same t tb st) /= => h.
  suff -> : (window_count tau (fun s => I s == i) t)%:R <= enough g + 1 by [].
  by apply: le_trans (ler_add h (lexx 1)); rewrite -[1]/(1%:R) -natrD ler_nat addn1 window_count_le.
rewrite -mulr_sumr; apply: (@le_trans _ _ (g * (enough g + 1))).
  rewrite ler_wpmul2l ?(ltW g0) //; apply: rare_block => //.
  by rewrite addr_ge0 ?enough_ge0 ?ler01.
rewrite mulrDr mulr1; apply: ler_add; last by have /andP [] := gap_range t0 i.
rewrite /enough; have -> : g * (4%:R * B ^+ 2 * xi * ln tau%:R / g ^+ 2) = 4%:R * B ^+ 2 * xi * ln tau%:R / g.
  by move: (lt0r_neq0 g0) (ln _) => n0 l; field.
by rewrite ler_wpmul2l // lef_pinv ?posrE // ltW.
Qed.

(* In T <= n tau rounds. *)
Lemma rare_cost Delta T n : 0 < Delta -> (T <= n * tau)%N ->
  \sum_(t < T) \sum_i gap t i * (rare Delta t i)%:R <=
  K%:R * n%:R * (4%:R * B ^+ 2 * xi * ln tau%:R / Delta + B).
Proof.
move=> D0 Tn; rewrite exchange_big /= -mulrA mulr_natl -[K in X in _ <= X]card_ord -sumr_const.
apply: ler_sum => i _; have f0 t : 0 <= gap t i * (rare Delta t i)%:R.
  by rewrite mulr_ge0 ?ler0n //; case/andP: (gap_range t i).
apply: (le_trans (sum_blocks_le f0 Tn)); rewrite mulr_natl -[n in X in _ <= X]card_ord -sumr_const.
apply: ler_sum => k _.
exact: rare_block_cost.
Qed.

(* One round: the window sees a change, or the gap is small, or the arm is rare, or a mean is off. *)
Lemma round_cost Delta t : 0 < Delta -> follows_ucb t ->
  gap t (I t) <= B * (~~ stationary mu tau t)%:R + Delta + \sum_i gap t i * (rare Delta t i)%:R
    + B * \sum_i (stationary mu tau t && (over t i || under t (istar t)))%:R.
Proof.
move=> D0 pol; have /andP [g0 gB] := gap_range t (I t).
have p1 : 0 <= \sum_i gap t i * (rare Delta t i)%:R.
  by apply: sumr_ge0 => i _; rewrite mulr_ge0 ?ler0n //; case/andP: (gap_range t i).
have p2 : 0 <= B * \sum_i (stationary mu tau t && (over t i || under t (istar t)))%:R.
  by rewrite mulr_ge0 // sumr_ge0 // => i _; rewrite ler0n.
case: (boolP (stationary mu tau t)) p2 => st p2; last first.
  by rewrite mulr1 -!addrA; apply: (le_trans gB); rewrite ler_addl !addr_ge0 // ltW.
rewrite mulr0 add0r; case: (leP (gap t (I t)) Delta) => [h|Dg].
  by apply: (le_trans h); rewrite -addrA ler_addl addr_ge0.
case: (boolP (over t (I t) || under t (istar t))) => off.
  apply: (le_trans gB); apply: (@le_trans _ _ (B * \sum_i (over t i || under t (istar t))%:R)); last first.
    by rewrite ler_addr addr_ge0 // ltW.
  rewrite ler_pemulr // (bigD1 (I t)) //= off ler_addl sumr_ge0 // => i _.
  by rewrite ler0n.
apply: (@le_trans _ _ (\sum_i gap t i * (rare Delta t i)%:R)); last first.
  by rewrite -addrA addrCA ler_addl addr_ge0 // ltW.
rewrite (bigD1 (I t)) //= /rare st eqxx Dg /=.
move: off; rewrite negb_or => /andP [o1 o2].
rewrite (three_events pol (lt_trans D0 Dg) o1 o2) mulr1 ler_addl sumr_ge0 // => i _.
by rewrite mulr_ge0 ?ler0n //; case/andP: (gap_range t i).
Qed.

(* T rounds, l. 3590-3612, with n blocks of tau rounds. *)
Lemma path_cost Delta T n : 0 < Delta -> (T <= n * tau)%N -> (forall t, (t < T)%N -> follows_ucb t) ->
  \sum_(t < T) gap t (I t) <= B * (breaks mu T * tau)%:R + Delta * T%:R
    + K%:R * n%:R * (4%:R * B ^+ 2 * xi * ln tau%:R / Delta + B)
    + B * \sum_(t < T) \sum_i (stationary mu tau t && (over t i || under t (istar t)))%:R.
Proof.
move=> D0 Tn pol; apply: le_trans (ler_sum _ (fun (t : 'I_T) _ => round_cost D0 (pol t (ltn_ord t)))) _.
rewrite !big_split /= -!mulr_sumr sumr_const card_ord -natr_sum -[Delta *+ T]mulr_natr ler_add2r.
apply: ler_add (rare_cost D0 Tn); rewrite ler_add2r ler_wpmul2l // ler_nat.
exact: bad_rounds.
Qed.
End Path.
