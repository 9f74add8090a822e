(* Refutations: the appendix on K arms (lines 3403-3640).  Rounds are 1, ..., T as on the page. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers refutations_setting.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Arms.
Variables (K : nat) (mu : nat -> 'I_K -> R) (b : nat -> nat) (T Gam : nat) (B : R) (I istar : nat -> 'I_K).
(* Gam breakpoints b_1 < ... < b_Gam in 2..T, b_0 = 1; the means lie in [0, B] and change at the
   breakpoints only; istar is a best arm (lines 3413-3423). *)
Definition environment : Prop :=
  [/\ b 0 = 1%N, forall j, (j < Gam)%N -> (b j < b j.+1 <= T)%N, forall t i, 0 <= mu t i <= B,
      forall t, (1 <= t < T)%N -> mu t.+1 <> mu t <-> exists2 j, (0 < j <= Gam)%N & t.+1 = b j &
      forall t i, mu t i <= mu t (istar t)].
(* arm i is played in round t, and not the best one *)
Definition wrong t i : nat := (I t == i) && (i != istar t).
(* plays of arm i in the window of tau rounds up to t *)
Definition plays tau t i : nat := \sum_(t.+1 - tau <= s < t.+1 | (0 < s)%N) (I s == i).
(* UCB_i(t), the rewards X being equal to their means (lines 3545-3553) *)
Definition mean_played tau t i :=
  (\sum_(t.+1 - tau <= s < t.+1 | (0 < s)%N) mu s i * (I s == i)%:R) / (plays tau t i)%:R.
Definition ucb xi tau t i :=
  mean_played tau t i + B * Num.sqrt (xi * ln (minn t tau)%:R / (plays tau t i)%:R).
(* the policy: an arm that does not occur in the window has an infinite index; otherwise the largest index
   of t - 1 *)
Definition sw_ucb xi tau : Prop := forall t, (1 <= t <= T)%N ->
  (forall i, plays tau t.-1 i = 0%N -> plays tau t.-1 (I t) = 0%N) /\
  ((forall i, (0 < plays tau t.-1 i)%N) -> forall i, ucb xi tau t.-1 i <= ucb xi tau t.-1 (I t)).
End Arms.

(* Two arms that change places at round k. *)
Definition swap k t (i : 'I_2) : R := (((t < k) == (i == ord0))%N : bool)%:R.
Definition best2 k t : 'I_2 := if (t < k)%N then ord0 else ord_max.
Definition brk k j : nat := if j is 0%N then 1%N else k.
Lemma swap_env k T : (1 < k <= T)%N -> environment (swap k) (brk k) T 1 1 (best2 k).
Proof.
move=> /andP [k1 kT]; split=> //.
- by case=> // _; rewrite /brk k1.
- by move=> t i; rewrite /swap; case: (_ == _); rewrite ?lexx ?ler01.
- move=> t /andP [t1 tT]; split.
    move=> ne; exists 1%N => //; apply/eqP; move: ne; apply: contra_notT => e.
    apply: FunctionalExtensionality.functional_extensionality => i; rewrite /swap.
    suff -> : (t.+1 < k)%N = (t < k)%N by [].
    by move: e; rewrite /brk /=; case: (ltngtP t.+1 k) => // h _; rewrite ?(ltnW h) //;
      rewrite ltnNge -ltnS h.
  move=> [j /andP [j0 j1] e] /(congr1 (fun f => f ord0)); rewrite /swap eqxx.
  have -> : k = t.+1 by rewrite e; case: j j0 {j1 e}.
  by rewrite ltnn ltnSn /= => /eqP; rewrite eq_sym oner_eq0.
by move=> t i; rewrite /swap /best2; case: (ltnP t k) => h; case: (i == ord0); rewrite //= ?lexx ?ler01.
Qed.

Local Notation zero := (fun _ : nat => ord0 : 'I_2).

(* Q47, lines 3420-3422 and 3459-3460: \sum_{t=1}^T(\mu_t^\star-\mu_t(i_t)) =
   \sum_{i=1}^K\sum_{\phi=1}^{\Gamma_T} \Delta_i^\phi E[N_i^\phi], for arms chosen in advance, so that
   nothing is random; N_i^\phi the number of plays in phase \phi, b_{\phi-1} <= t < b_\phi.  The rounds
   after the last breakpoint are in no phase. Witness: two arms, T = 2, breakpoint 2, arm 0 is played
   twice: 1 and 0. *)
Theorem Q47_printed_false : ~ (forall K (mu : nat -> 'I_K -> R) b T Gam B (I istar : nat -> 'I_K),
  environment mu b T Gam B istar ->
  \sum_(1 <= t < T.+1) (mu t (istar t) - mu t (I t)) =
    \sum_i \sum_(phi < Gam) (mu (b phi) (istar (b phi)) - mu (b phi) i) * (\sum_(b phi <= t < b phi.+1)
      (I t == i))%N%:R).
Proof.
move=> A; have := A _ _ _ _ _ _ zero _ (@swap_env 2 2 isT).
rewrite !big_ord_recl !big_ord0 /= !big_nat1 big_nat_recr //= big_nat1 /swap /best2 /= !addr0 subrr add0r
  mul0r add0r.
by rewrite mulr0 subr0 => /eqP; rewrite oner_eq0.
Qed.

(* I53, lines 3503-3504: \sum_{t\in\phi}1(I_t=i\neq i_t^\star) = \sum_{t=b_{\phi-1}}^{b_\phi}1(I_t=i\neq
   i_t^\star). Witness: that of Q47, \phi = 1: 0 and 1. *)
Theorem I53_printed_false : ~ (forall K (mu : nat -> 'I_K -> R) b T Gam B (I istar : nat -> 'I_K) phi i,
  environment mu b T Gam B istar -> (0 < phi <= Gam)%N ->
  (\sum_(1 <= t < T.+1 | b phi.-1 <= t < b phi) wrong I istar t i = \sum_(b phi.-1 <= t < (b phi).+1)
    wrong I istar t i)%N).
Proof.
move=> A; have := A _ _ _ _ _ _ zero _ 1%N ord0 (@swap_env 2 2 isT) isT.
by rewrite unlock /=.
Qed.

(* I54, lines 3509-3511: N_i^\phi = \sum_{t=b_{\phi-1}}^{b_{\phi-1}+\tau-1}1(I_t=i\neq i_t^\star) +
   \sum_{t=b_{\phi-1}+\tau}^{b_\phi}1(I_t=i\neq i_t^\star), N_i^\phi =
   \sum_{t=b_{\phi-1}}^{b_\phi}1(I_t=i\neq i_t^\star). True if the phase is not shorter than \tau.
   Witness: T = 3, breakpoint 2, \tau = 3, arm 0 is played: 1 and 2. *)
Theorem I54_printed_false : ~ (forall K (mu : nat -> 'I_K -> R) b T Gam B (I istar : nat -> 'I_K) phi i tau,
  environment mu b T Gam B istar -> (0 < phi <= Gam)%N -> (0 < tau <= T)%N ->
  (\sum_(b phi.-1 <= t < (b phi).+1) wrong I istar t i = \sum_(b phi.-1 <= t < b phi.-1 + tau)
    wrong I istar t i
     + \sum_(b phi.-1 + tau <= t < (b phi).+1) wrong I istar t i)%N).
Proof.
move=> A; have := A _ _ _ _ _ _ zero _ 1%N ord0 3%N (@swap_env 2 3 isT) isT isT.
by rewrite unlock /=.
Qed.

(* Z144, lines 3453 and 3501: N_i^\phi is the number of times arm i is selected in phase \phi, and the
   number of times it is selected while another arm is best.  Witness: that of Q47, \phi = 1: 1 and 0. *)
Theorem Z144_printed_false : ~ (forall K (mu : nat -> 'I_K -> R) b T Gam B (I istar : nat -> 'I_K) phi i,
  environment mu b T Gam B istar -> (0 < phi <= Gam)%N ->
  (\sum_(b phi.-1 <= t < b phi) (I t == i) = \sum_(b phi.-1 <= t < b phi) wrong I istar t i)%N).
Proof.
move=> A; have := A _ _ _ _ _ _ zero _ 1%N ord0 (@swap_env 2 2 isT) isT.
by rewrite /= !big_nat1.
Qed.

(* D13, line 3506: N_t(\tau,i) = \sum_{s=t-\tau+1}^t 1(I_s=i), "the number of times the arm i was selected
   in the \tau steps preceding t".  Witness: \tau = 1, t = 2, arm 0 and then arm 1. *)
Theorem D13_printed_false : ~ (forall K (I : nat -> 'I_K) tau t i, (0 < tau < t)%N ->
  (\sum_(t.+1 - tau <= s < t.+1) (I s == i) = \sum_(t - tau <= s < t) (I s == i))%N).
Proof.
move=> A; have := A _ (fun s => if (s <= 1)%N then ord0 else ord_max : 'I_2) 1%N 2%N ord0 isT.
by rewrite /= !big_nat1.
Qed.

(* I60, line 3618: \sum_{t=\tau}^T\frac{\log(\min(t,\tau))/\log(1+\eta)+1}{\min(t,\tau)} =
   \frac T\tau(\frac{\log\tau}{\log(1+\eta)}+1).  True with <=.  Witness: T = \tau = 2, \eta = 1: 1 and 2. *)
Theorem I60_printed_false : ~ (forall (T tau : nat) (eta : R), (1 <= tau <= T)%N -> 0 < eta ->
  \sum_(tau <= t < T.+1) (ln (minn t tau)%:R / ln (1 + eta) + 1) / (minn t tau)%:R =
    T%:R / tau%:R * (ln tau%:R / ln (1 + eta) + 1)).
Proof.
move=> A; have := A 2%N 2%N 1 isT ltr01; rewrite big_nat1 minnn -mulr2n.
have l0 : ln 2%:R != 0 :> R by rewrite gt_eqF //; apply: lt_le_trans ln2_ge; rewrite invr_gt0 ltr0n.
rewrite (divff l0) -mulr2n divff ?pnatr_eq0 // mul1r => /eqP.
by rewrite -[1]/(1%:R) eqr_nat.
Qed.

(* I62, line 3631: E[R_T] \le 4B\sqrt{\xi\log\tau}\sqrt K\frac{T}{\sqrt\tau} + BK\tau\Gamma_T +
   2BK\log(\tau)\frac T\tau for the sliding-window policy with any positive integer \tau (line 3526).
   Rewards equal to their means, so that nothing is random; an arm outside the window has an infinite index
   (the page leaves this to the reader). Witness: \tau = 1, two arms that change places at round 5 of 8:
   the arms alternate, R_8 = 4, the bound is 2. *)
Theorem I62_printed_false : ~ (forall K (mu : nat -> 'I_K -> R) b (T Gam tau : nat) (B xi : R)
  (I istar : nat -> 'I_K),
  environment mu b T Gam B istar -> (1 <= tau)%N -> 2%:R^-1 < xi -> sw_ucb mu T B I xi tau ->
  \sum_(1 <= t < T.+1) (mu t (istar t) - mu t (I t)) <=
    4%:R * B * Num.sqrt (xi * ln tau%:R) * Num.sqrt K%:R * (T%:R / Num.sqrt tau%:R)
      + B * K%:R * tau%:R * Gam%:R
    + 2%:R * B * K%:R * ln tau%:R * (T%:R / tau%:R)).
Proof.
move=> A; pose I (t : nat) : 'I_2 := if odd t then ord_max else ord0.
have x1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr1n ?ltr0n.
have pol : sw_ucb (swap 5) 8 1 I 1 1.
  move=> t /andP [t1 _]; have pl i : plays I 1 t.-1 i = ((0 < t.-1)%N && (I t.-1 == i)).
    by rewrite /plays subSS subn0 big_mkcond big_nat1; case: (0 < _)%N.
  have ev : (0 < t.-1)%N -> (I t.-1 == I t) = false.
    by case: t t1 {pl} => [//|[//|t]] _ _; rewrite /I /=; case: (odd t).
  split=> [i|all]; first by rewrite !pl; case: (0 < _)%N ev => //= ->.
  by have := all (I t); rewrite pl; case: (0 < t.-1)%N ev => //= ->.
have := A _ _ _ _ _ 1%N 1 1 I _ (@swap_env 5 8 isT) isT x1 pol.
rewrite (ln_1 : ln 1%:R = 0) !mulr0 sqrtr0 !mulr0 !mul0r add0r addr0 !mulr1 mul1r.
rewrite unlock /= /swap /best2 /I /= !subr0 !subrr !addr0 !add0r.
by rewrite -!natrD ler_nat.
Qed.
