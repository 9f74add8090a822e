(* The setting: finite probability trees (histories of outcomes), weights, stationary rounds and changes. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect all_algebra zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Breaks.
Variables (A : eqType) (th : nat -> A) (T D : nat).
Definition stationary t := [forall s : 'I_t, (t - D <= s) ==> (th s == th t)].
Definition breaks := \sum_(k < T.-1) (th k != th k.+1).

Lemma stationaryP t : stationary t -> forall s, t - D <= s -> s < t -> th s = th t.
Proof. by move=> /forallP H s h1 h2; have := H (Ordinal h2); rewrite h1 => /eqP. Qed.

Lemma changes t : t < T -> ~~ stationary t ->
  0 < \sum_(k < T.-1) ((th k != th k.+1) && (k < t <= k + D)).
Proof.
move=> tT; apply: contraR; rewrite -leqNgt leqn0 sum_nat_eq0 => /forallP H.
have step k : t - D <= k < t -> th k = th k.+1.
  move=> kt; have kT : k < T.-1 by lia.
  have := H (Ordinal kT); rewrite /= => /eqP /eqP; rewrite eqb0 negb_and negbK => /orP [/eqP //|].
  lia.
have back j : j <= t -> t - j >= t - D -> th (t - j) = th t.
  elim: j => [|j IH] jt jD; first by rewrite subn0.
  rewrite (step (t - j.+1)); last by lia.
  have -> : (t - j.+1).+1 = t - j by lia.
  by apply: IH; lia.
apply/forallP => s; apply/implyP => h; apply/eqP.
have st := ltn_ord s; have e : nat_of_ord s = t - (t - s) by lia.
by rewrite e back //; lia.
Qed.

Lemma window k n : \sum_(t < n) (k < t <= k + D) <= D.
Proof.
suff H : \sum_(t < n) (k < t <= k + D) <= minn (n - k.+1) D by apply: leq_trans H (geq_minr _ _).
elim: n => [|n IH]; first by rewrite big_ord0.
rewrite big_ord_recr /=; move: IH; move: (\sum_(i < n) _) => x.
by case: (boolP (k < n <= k + D)) => /= h IH; lia.
Qed.

Theorem bad_rounds : \sum_(t < T) (~~ stationary t) <= breaks * D.
Proof.
apply: (@leq_trans (\sum_(t < T) \sum_(k < T.-1) ((th k != th k.+1) && (k < t <= k + D)))).
  apply: leq_sum => t _; case: (boolP (stationary t)) => // h.
  exact: changes.
rewrite exchange_big /= /breaks big_distrl /=; apply: leq_sum => k _.
by case: (th k != th k.+1); rewrite ?mul1n ?mul0n; [exact: window|rewrite big1].
Qed.
End Breaks.

Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* The weight gamma^(t-1-s) of round s when t rounds have been played. *)
Definition discount (F : ringType) (g : F) t s : F := g ^+ (t.-1 - s).

Section Tree.
Variable E : finType.
Variable p : seq E -> E -> R.
Hypothesis p0 : forall h e, 0 <= p h e.
Hypothesis p1 : forall h, \sum_e p h e = 1.
Implicit Types (X Y : seq E -> R) (h : seq E).

(* conditional expectation given h of what is known n rounds later *)
Fixpoint Ex n X h : R := if n is n'.+1 then \sum_e p h e * Ex n' X (rcons h e) else X h.

Lemma Ex_le n X Y h : (forall k, size k = (size h + n)%N -> X k <= Y k) -> Ex n X h <= Ex n Y h.
Proof.
elim: n h => [|n IH] h H /=; first by apply: H; rewrite addn0.
apply: ler_sum => e _; rewrite ler_wpmul2l ?p0 //; apply: IH => k; rewrite size_rcons addSnnS.
exact: H.
Qed.
Lemma Ex_scal n c X h : Ex n (fun k => c * X k) h = c * Ex n X h.
Proof.
elim: n h => [|n IH] h //=; rewrite mulr_sumr; apply: eq_bigr => e _.
by rewrite IH mulrCA.
Qed.
Lemma Ex_sum n I (r : seq I) (P : pred I) (X : I -> seq E -> R) h :
  Ex n (fun k => \sum_(i <- r | P i) X i k) h = \sum_(i <- r | P i) Ex n (X i) h.
Proof.
elim: n h => [|n IH] h //=; rewrite exchange_big /=; apply: eq_bigr => e _.
by rewrite IH mulr_sumr.
Qed.
Lemma Ex_const n c h : Ex n (fun=> c) h = c.
Proof.
elim: n h => [|n IH] h //=; rewrite -[RHS]mul1r -(p1 h) mulr_suml.
by apply: eq_bigr => e _; rewrite IH.
Qed.

(* hand step TOWER *)
Lemma Ex_tower n m X h : Ex (n + m) X h = Ex n (fun k => Ex m X k) h.
Proof. by elim: n h => [|n IH] h //=; apply: eq_bigr => e _; rewrite IH. Qed.

Lemma Ex_known m X l h : (l <= size h)%N -> Ex m (fun k => X (take l k)) h = X (take l h).
Proof.
elim: m h => [|m IH] h lh //=; rewrite -[RHS]mul1r -(p1 h) mulr_suml.
by apply: eq_bigr => e _; rewrite IH ?size_rcons ?leqW // -cats1 takel_cat.
Qed.

Lemma Ex_prefix n m X h : Ex (n + m) (fun k => X (take (size h + n) k)) h = Ex n X h.
Proof.
rewrite Ex_tower; elim: n h => [|n IH] h /=; first by rewrite addn0 Ex_known // take_size.
by apply: eq_bigr => e _; rewrite -IH size_rcons addSnnS.
Qed.

(* supermartingale *)
Lemma supermartingale n M h :
  (forall k, \sum_e p k e * M (rcons k e) <= M k) -> Ex n M h <= M h.
Proof.
move=> H; elim: n h => [|n IH] h //=; apply: le_trans (H h).
by apply: ler_sum => e _; rewrite ler_wpmul2l ?p0.
Qed.

Definition Pr n (A : seq E -> bool) h := Ex n (fun k => (A k)%:R) h.

Lemma markov n X c h : 0 < c -> (forall k, 0 <= X k) -> Pr n (fun k => c <= X k) h <= Ex n X h / c.
Proof.
move=> c0 X0; rewrite mulrC -Ex_scal; apply: Ex_le => k _; case: (leP c (X k)) => H.
  by rewrite mulrC ler_pdivl_mulr // mul1r.
by rewrite mulr_ge0 ?invr_ge0 ?(ltW c0).
Qed.

(* hand step UNION *)
Lemma union_bound n (r : seq nat) (A : nat -> seq E -> bool) h :
  Pr n (fun k => has (A ^~ k) r) h <= \sum_(t <- r) Pr n (A t) h.
Proof.
rewrite -Ex_sum; apply: Ex_le => k _; elim: r => [|t r IH] /=; first by rewrite big_nil.
rewrite big_cons; apply: le_trans (ler_add (lexx _) IH).
by case: (A t k); case: (has _ r); rewrite /= ?addr0 ?add0r ?ler_addl ?ler01.
Qed.
End Tree.

