(* K arms: windows of rounds 1, 2, ... (l. 3506, 3544-3578), for the steps of the appendix.

   1. The counts, means and bonuses of arms_phases.v are those of arms.v one round later.
   2. With more than A plays in the window twice the bonus is below the gap.
   3. SW-UCB with tau >= K comes back to every arm, since an arm that does not occur in the window is played
      first. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation regret rates arms arms_regret.
From Glb Require Import arms_phases.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Windows.
Variables (K : nat) (I : nat -> 'I_K) (X : nat -> R) (B xi : R) (tau : nat).

Lemma window_shift (F : nat -> R) t :
  \sum_(maxn 1 (t.+1 - tau) <= s < t.+1) F s = \sum_(t - tau <= s < t) F s.+1.
Proof.
case: (leqP t tau) => h.
  have -> : maxn 1 (t.+1 - tau) = 1%N by lia.
  have -> : (t - tau = 0)%N by lia.
  by rewrite big_add1.
have -> : maxn 1 (t.+1 - tau) = (t - tau).+1 by lia.
by rewrite big_add1.
Qed.
Lemma plays_to_shift t i : plays_to I tau t i = plays tau (fun s => I s.+1) t i.
Proof.
apply/eqP; rewrite -(eqr_nat R_numDomainType) /plays_to /plays !natr_sum.
by rewrite (window_shift (fun s => (I s == i)%:R)).
Qed.
Lemma bonus_to_shift t i : bonus_to I B xi tau t i = width tau B xi (fun s => I s.+1) t i.
Proof. by rewrite /bonus_to plays_to_shift. Qed.

(* More than A plays: twice the bonus is below the gap g. *)
Lemma enough_plays t i g : (0 < tau)%N -> 0 <= B -> 0 <= xi -> 0 < g ->
  enough tau B xi g < (plays_to I tau t i)%:R -> 2%:R * bonus_to I B xi tau t i < g.
Proof.
move=> tau0 B0 xi0 g0; rewrite plays_to_shift bonus_to_shift !ltNge; apply: contra.
exact: close_means.
Qed.

(* An arm occurs in the window if and only if its count is positive. *)
Lemma plays_to_gt0 t i : reflect (exists2 s, (maxn 1 (t.+1 - tau) <= s < t.+1)%N & I s = i)
  (0 < plays_to I tau t i)%N.
Proof.
apply: (iffP idP) => [|[s hs si]].
  case: (boolP (has (fun s => I s == i) (index_iota (maxn 1 (t.+1 - tau)) t.+1))) => [/hasP [s]|/hasPn no].
    by rewrite mem_index_iota => h /eqP e; exists s.
  by rewrite /plays_to big_seq big1 // => s /no /negbTE ->.
rewrite /plays_to (big_rem s) /= ?mem_index_iota //.
by rewrite si eqxx.
Qed.

(* Among the K rounds from c on and the window before the second of them every arm occurs. *)
Lemma comes_back c i : (K <= tau)%N -> (0 < c)%N ->
  (forall t, (c <= t < c + K)%N -> chosen_by_ucb I X B xi tau t) ->
  exists2 s, (maxn 1 (c.+1 - tau) <= s < c + K)%N & I s = i.
Proof.
move=> Kt c0 pol; pose P (s : 'I_(c + K)) := (maxn 1 (c.+1 - tau) <= s)%N && (I s == i).
case: (boolP [exists s, P s]) => [/existsP [s /andP [h /eqP e]]|].
  by exists s; rewrite ?h ?ltn_ord.
rewrite negb_exists => /forallP no.
have none s : (maxn 1 (c.+1 - tau) <= s < c + K)%N -> I s <> i.
  by move=> /andP [h1 h2] e; have := no (Ordinal h2); rewrite /P /= h1 e eqxx.
pose f (k : 'I_K) := I (c + k)%N.
have apart j k : (j < k < K)%N -> I (c + k)%N <> I (c + j)%N.
  move=> /andP [jk kK] e; have tK : (c <= c + k < c + K)%N by rewrite leq_addr ltn_add2l.
  have [unseen _] := pol _ tK; have := unseen i; have e1 : (c + k).-1.+1 = (c + k)%N by lia.
  have -> : plays_to I tau (c + k).-1 i = 0%N.
    apply/eqP; rewrite -leqn0 leqNgt; apply/plays_to_gt0 => -[s]; rewrite e1 => /andP [h1 h2].
    by apply: none; apply/andP; split; lia.
  move=> /(_ erefl) z; have : (0 < plays_to I tau (c + k).-1 (I (c + k)%N))%N; last by rewrite z.
  by apply/plays_to_gt0; exists (c + j)%N => //; rewrite e1; apply/andP; split; lia.
have inj : injective f.
  move=> j k e; apply/val_inj; case: (ltngtP j k) => // h.
    by have := @apart j k; rewrite h ltn_ord => /(_ isT) []; rewrite /f in e.
  by have := @apart k j; rewrite h ltn_ord => /(_ isT) []; rewrite /f in e.
have /codomP [k ik] := injF_onto inj i.
by case: (@none (c + k)%N) => //; apply/andP; split; have := ltn_ord k; lia.
Qed.
End Windows.
