(* K arms: the phases between changes, and counting plays within a phase (l. 3413-3543, 3587-3620).

   Rounds are 1, 2, ... as on the page.  The breakpoints b_1 < ... < b_Gamma cut the rounds 1, ..., T into
   Gamma + 1 phases; with b_0 = 1 and b_{Gamma+1} = T + 1 the rounds of phase phi + 1 are those with
   b_phi <= t < b_{phi+1}, phi = 0, ..., Gamma.  (The page has Gamma phases and loses the last one.) *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation regret rates arms arms_regret.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* No mean changes within a phase. *)
Definition phases K (mu : nat -> {ffun 'I_K -> R}) (b : nat -> nat) (T Gamma : nat) :=
  [/\ b 0%N = 1%N, b Gamma.+1 = T.+1, forall j, (j <= Gamma)%N -> (b j < b j.+1)%N &
      forall phi t, (phi <= Gamma)%N -> (b phi <= t < b phi.+1)%N -> mu t = mu (b phi)].

(* istar t is a best arm of round t *)
Definition best_arms K (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K) :=
  forall t i, mu t i <= mu t (istar t).

(* Delta_i^phi: what arm i loses in a round of the phase that begins with round b phi *)
Definition phase_gap K (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K) (b : nat -> nat) phi i :=
  mu (b phi) (istar (b phi)) - mu (b phi) i.

(* Arm i is played in round t, and is not i_t^star (1(I_t = i <> i_t^star), line 3503). *)
Definition wrong_play K (I istar : nat -> 'I_K) t i := (I t == i) && (i != istar t).

(* N_t(tau, i): plays of arm i in the tau rounds up to t (line 3506, from round 1 on); the mean of their
   rewards (line 3550); the bonus (line 3552). *)
Definition plays_to K (I : nat -> 'I_K) (tau t : nat) i : nat :=
  \sum_(maxn 1 (t.+1 - tau) <= s < t.+1) (I s == i).
Definition mean_to K (I : nat -> 'I_K) (X : nat -> R) (tau t : nat) i :=
  (\sum_(maxn 1 (t.+1 - tau) <= s < t.+1) X s * (I s == i)%:R) / (plays_to I tau t i)%:R.
Definition bonus_to K (I : nat -> 'I_K) (B xi : R) (tau t : nat) i :=
  B * Num.sqrt (xi * ln (minn t tau)%:R / (plays_to I tau t i)%:R).
(* UCB_i(t), line 3545 *)
Definition ucb_to K (I : nat -> 'I_K) (X : nat -> R) (B xi : R) (tau t : nat) i :=
  mean_to I X tau t i + bonus_to I B xi tau t i.
(* Round t of SW-UCB: after t - 1 rounds, an arm that does not occur in the window comes first (its index is
   infinite), otherwise an arm with the largest index is played. *)
Definition chosen_by_ucb K (I : nat -> 'I_K) (X : nat -> R) (B xi : R) (tau t : nat) :=
  (forall i, plays_to I tau t.-1 i = 0%N -> plays_to I tau t.-1 (I t) = 0%N) /\
  ((forall i, (0 < plays_to I tau t.-1 i)%N) ->
    forall i, ucb_to I X B xi tau t.-1 i <= ucb_to I X B xi tau t.-1 (I t)).

(* A = 4 B^2 xi log(tau)/(Delta_i^phi)^2 (line 3569) is [enough tau B xi Delta] of arms.v. *)

(** Sums over phases *)

Section Cut.
Variables (K : nat) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K) (b : nat -> nat) (T Gamma : nat).
Hypothesis ph : phases mu b T Gamma.

Lemma phase_mono j k : (j <= k <= Gamma.+1)%N -> (b j <= b k)%N.
Proof.
case: ph => _ _ inc _ /andP [jk]; elim: k jk => [|k IH]; first by rewrite leqn0 => /eqP ->.
rewrite leq_eqVlt => /orP [/eqP -> //|jk] kG.
by apply: (leq_trans (IH jk (ltnW kG))); apply: ltnW; exact: inc.
Qed.
Lemma phase_start phi : (phi <= Gamma)%N -> (1 <= b phi)%N.
Proof. by case: ph => b0 _ _ _ h; rewrite -b0 phase_mono //= leqW. Qed.
Lemma phase_end phi : (phi <= Gamma)%N -> (b phi.+1 <= T.+1)%N.
Proof. by case: ph => _ <- _ _ h; rewrite phase_mono //= ltnS h leqnn. Qed.

(* A sum over the rounds is the sum over the phases. *)
Lemma sum_phases (M : Type) (idx : M) (op : Monoid.law idx) (F : nat -> M) :
  \big[op/idx]_(1 <= t < T.+1) F t =
  \big[op/idx]_(phi < Gamma.+1) \big[op/idx]_(b phi <= t < b phi.+1) F t.
Proof.
case: (ph) => b0 bT _ _; rewrite -bT -[1%N]b0.
suff H n : (n <= Gamma.+1)%N -> \big[op/idx]_(b 0 <= t < b n) F t =
  \big[op/idx]_(phi < n) \big[op/idx]_(b phi <= t < b phi.+1) F t by exact: H.
elim: n => [|n IH] nG; first by rewrite big_geq // big_ord0.
have h1 : (b 0 <= b n)%N by apply: phase_mono; rewrite /= ltnW.
have h2 : (b n <= b n.+1)%N by apply: phase_mono; rewrite leqnSn.
by rewrite big_ord_recr /= -(IH (ltnW nG)) (big_cat_nat _ _ _ h1 h2).
Qed.

(* Every round lies in a phase. *)
Lemma in_phase t : (1 <= t <= T)%N -> exists2 phi, (phi <= Gamma)%N & (b phi <= t < b phi.+1)%N.
Proof.
case: (ph) => b0 bT _ _ /andP [t1 tT].
have H n : (n <= Gamma.+1)%N -> (t < b n)%N -> exists2 phi, (phi < n)%N & (b phi <= t < b phi.+1)%N.
  elim: n => [|n IH] nG; first by rewrite b0 ltnNge t1.
  move=> tb; case: (ltnP t (b n)) => h; last by exists n; rewrite // h.
  by have [phi h1 h2] := IH (ltnW nG) h; exists phi => //; exact: leqW.
by have [|phi h1 h2] := H Gamma.+1 (leqnn _); [rewrite bT|exists phi].
Qed.

(* Within a phase the gap is that of its first round. *)
Lemma gap_in_phase phi t i : best_arms mu istar -> (phi <= Gamma)%N -> (b phi <= t < b phi.+1)%N ->
  mu t (istar t) - mu t i = phase_gap mu istar b phi i.
Proof.
move=> best hphi ht; case: ph => _ _ _ /(_ phi t hphi ht) e; rewrite /phase_gap e; congr (_ - _).
apply: le_anti; rewrite best /=.
by rewrite -e best.
Qed.

(* The lengths of the phases add up to T. *)
Lemma sum_lengths : (\sum_(phi < Gamma.+1) (b phi.+1 - b phi) = T)%N.
Proof.
have := sum_phases addn_monoid (fun=> 1%N); rewrite sum_nat_const_nat muln1 subn1 /= => ->.
by apply: eq_bigr => phi _; rewrite sum_nat_const_nat muln1.
Qed.
End Cut.

(** Counting *)

Section Counting.
Variables (K : nat) (I istar : nat -> 'I_K) (tau : nat) (i : 'I_K).
Hypothesis tau0 : (0 < tau)%N.
Let p s := (0 < s)%N && (I s == i).

Lemma plays_window t : plays_to I tau t i = window_count tau p t.
Proof.
rewrite /plays_to /window_count; case: (leqP t.+1 tau) => h.
  have -> : maxn 1 (t.+1 - tau) = 1%N by lia.
  have -> : (t.+1 - tau = 0)%N by lia.
  rewrite [RHS]big_ltn // /p /= add0n [RHS]big_nat [LHS]big_nat.
  by apply: eq_bigr => s /andP [s0 _]; rewrite s0.
have -> : maxn 1 (t.+1 - tau) = (t.+1 - tau)%N by lia.
rewrite !big_nat; apply: eq_bigr => s /andP [s0 _]; rewrite /p.
by have -> : (0 < s)%N by lia.
Qed.

(* With round t the count grows by at most one. *)
Lemma plays_next t : (plays_to I tau t.+1 i <= (plays_to I tau t i).+1)%N.
Proof. by rewrite !plays_window; exact: window_count_le. Qed.

(* In any l <= n tau rounds from round a on, at most n m plays while the count is at most m. *)
Lemma rare_interval (m : R) a l n : 0 <= m -> (0 < a)%N -> (l <= n * tau)%N ->
  \sum_(a <= t < a + l) ((I t == i) && ((plays_to I tau t i)%:R <= m))%:R <= n%:R * m.
Proof.
move=> m0; elim: n a l => [|n IH] a l a0 ln.
  by move: ln; rewrite mul0n leqn0 => /eqP ->; rewrite addn0 big_geq // mul0r.
have block c : (0 < c)%N -> forall k, (k <= tau)%N ->
  \sum_(c <= t < c + k) ((I t == i) && ((plays_to I tau t i)%:R <= m))%:R <= m.
  move=> c0 k kt; apply: le_trans (rare_block p c m0 kt); rewrite !big_nat; apply: ler_sum => t /andP [ct _].
  by rewrite plays_window /p (leq_trans c0 ct).
case: (leqP l tau) => lt.
  apply: (le_trans (block a a0 l lt)); rewrite mulrS mulrDl mul1r ler_addl.
  by rewrite mulr_ge0 ?ler0n.
rewrite (@big_cat_nat _ _ _ (a + tau)) ?leq_addr ?leq_add2l ?(ltnW lt) //=.
rewrite mulrS mulrDl mul1r; apply: ler_add; first exact: block.
have -> : (a + l = a + tau + (l - tau))%N by lia.
apply: IH; first by rewrite ltn_addr.
by rewrite leq_subLR -mulSn.
Qed.
End Counting.

Lemma ceil_cover (l tau n : nat) : (0 < tau)%N -> is_ceil (l%:R / tau%:R)%ring n -> (l <= n * tau)%N.
Proof. by move=> t0 /andP [h _]; move: h; rewrite ler_pdivr_mulr ?ltr0n // -natrM ler_nat. Qed.
Lemma ceil_fewer (l tau n : nat) : (0 < tau)%N -> is_ceil (l%:R / tau%:R)%ring n ->
  n.-1%:R <= l%:R / tau%:R :> R.
Proof.
move=> t0 /andP [_]; case: n => [|n] h; first by rewrite divr_ge0 ?ler0n.
by move: h; rewrite mulrSr ltr_add2r => /ltW.
Qed.

(* Of a sum of zeros and ones the first tau terms are at most tau. *)
Lemma first_terms (F : nat -> bool) a c tau :
  (\sum_(a <= t < c) F t <= tau + \sum_(a + tau <= t < c) F t)%N.
Proof.
have le l r : (\sum_(l <= t < r) F t <= r - l)%N.
  by rewrite -[(r - l)%N]muln1 -sum_nat_const_nat; apply: leq_sum => t _; case: (F t).
case: (leqP (a + tau) c) => h; last by apply: (leq_trans (le a c)); lia.
rewrite (big_cat_nat _ _ _ (leq_addr tau a) h) leq_add2r.
by apply: (leq_trans (le _ _)); rewrite addKn.
Qed.

(** The regret by phases *)

Section Loss.
Variables (K : nat) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K) (b : nat -> nat) (T Gamma : nat).
Hypotheses (ph : phases mu b T Gamma) (best : best_arms mu istar).
Variable I : nat -> 'I_K.
Local Notation g := (phase_gap mu istar b).
(* N_i^phi *)
Definition phase_plays phi i : nat := \sum_(b phi <= t < b phi.+1) wrong_play I istar t i.

Lemma phase_gap_ge0 phi i : 0 <= g phi i. Proof. by rewrite subr_ge0 best. Qed.

(* One round: the arm that is played costs its gap. *)
Lemma round_by_arms phi t : (phi <= Gamma)%N -> (b phi <= t < b phi.+1)%N ->
  mu t (istar t) - mu t (I t) = \sum_i g phi i * (wrong_play I istar t i)%:R.
Proof.
move=> hp ht; rewrite (bigD1 (I t)) //= big1 ?addr0 => [|i ne]; last first.
  by rewrite /wrong_play eq_sym (negbTE ne) mulr0.
rewrite /wrong_play eqxx /=; case: eqP => [e|_]; last by rewrite mulr1 (gap_in_phase ph _ best hp ht).
by rewrite mulr0 -e subrr.
Qed.

(* eq:reg_K_arm_phase along one path *)
Lemma loss_by_phases : \sum_(1 <= t < T.+1) (mu t (istar t) - mu t (I t)) =
  \sum_i \sum_(phi < Gamma.+1) g phi i * (phase_plays phi i)%:R.
Proof.
rewrite (sum_phases ph) exchange_big /=; apply: eq_bigr => phi _.
rewrite (eq_bigr (fun i => \sum_(b phi <= t < b phi.+1) g phi i * (wrong_play I istar t i)%:R)) => [|i _].
  rewrite exchange_big /= !big_nat; apply: eq_bigr => t ht.
  by apply: round_by_arms => //; rewrite -ltnS.
by rewrite natr_sum mulr_sumr.
Qed.

(* Times the gap, the plays of the arm are its wrong plays (l. 3452, 3501). *)
Lemma phase_plays_all phi i : (phi <= Gamma)%N ->
  g phi i * (phase_plays phi i)%:R = g phi i * (\sum_(b phi <= t < b phi.+1) (I t == i))%N%:R.
Proof.
move=> hp; rewrite !natr_sum !mulr_sumr !big_nat; apply: eq_bigr => t ht; rewrite /wrong_play.
case: (I t == i); last by [].
by case: (boolP (i == istar t)) => [/eqP e|_] //=; rewrite -(gap_in_phase ph i best hp ht) e subrr !mul0r.
Qed.

(* A round counts for one arm at most. *)
Lemma total_plays : (\sum_i \sum_(phi < Gamma.+1) phase_plays phi i <= T)%N.
Proof.
rewrite -[X in (_ <= X)%N](sum_lengths ph) exchange_big /=; apply: leq_sum => phi _.
rewrite exchange_big /= -[X in (_ <= X)%N]muln1 -sum_nat_const_nat; apply: leq_sum => t _.
rewrite (bigD1 (I t)) //= big1 ?addn0 => [|i ne]; first by case: (wrong_play _ _ _ _).
by rewrite /wrong_play eq_sym (negbTE ne).
Qed.

(* Gaps up to a level cost at most the level in a round (l. 3486-3498). *)
Lemma loss_split (D : R) : 0 <= D -> \sum_(1 <= t < T.+1) (mu t (istar t) - mu t (I t)) <=
  \sum_i \sum_(phi < Gamma.+1 | D < g phi i) g phi i * (phase_plays phi i)%:R + D * T%:R.
Proof.
move=> D0; rewrite loss_by_phases.
apply: (@le_trans _ _ (\sum_i (\sum_(phi < Gamma.+1 | D < g phi i) g phi i * (phase_plays phi i)%:R
  + D * (\sum_(phi < Gamma.+1) phase_plays phi i)%N%:R))).
  apply: ler_sum => i _; rewrite (bigID (fun phi : 'I_Gamma.+1 => D < g phi i)) /= ler_add2l.
  rewrite natr_sum mulr_sumr [X in _ <= X](bigID (fun phi : 'I_Gamma.+1 => D < g phi i)) /=.
  apply: ler_paddl; first by apply: sumr_ge0 => phi _; rewrite mulr_ge0 ?ler0n.
  by apply: ler_sum => phi; rewrite -leNgt => h; rewrite ler_wpmul2r ?ler0n.
rewrite big_split /= ler_add2l -mulr_sumr ler_wpmul2l // -natr_sum ler_nat.
exact: total_plays.
Qed.
End Loss.
