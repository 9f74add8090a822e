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

(* The two arms that change places at round 2, with rewards in [0, B]. *)
Lemma swap2_env (B : R) : 0 < B -> environment (fun t i => B * swap 2 t i) (brk 2) 2 1 B (best2 2).
Proof.
move=> B0; have [h1 h2 h3 h4 h5] := @swap_env 2 2 isT; split=> //.
- by move=> t i; have /andP [a b] := h3 t i; rewrite mulr_ge0 ?(ltW B0) //= ler_pimulr // ltW.
- move=> t ht; rewrite -(h4 t ht); split=> ne e; apply: ne; first by rewrite e.
  apply: FunctionalExtensionality.functional_extensionality => i.
  apply: (mulfI (lt0r_neq0 B0)); exact: (congr1 (fun f => f i) e).
by move=> t i; rewrite ler_pmul2l.
Qed.

(* T7, lines 3472-3479: E[R_T] \le C_1\sqrt K\frac{T}{\sqrt\tau} + C_2\sqrt K\tau\Gamma_T + C_3 K\frac T\tau,
   "C_1, C_2 and C_3 universal constants that depends only on the logarithm of \tau".  Policy and rewards as
   in I62, so that nothing is random.  The regret grows with B.  (With constants that know B, \xi and \eta it
   is true.) Witness: two arms that change places at round 2 of 2, \tau = 2, both rounds wrong: R_2 = 2B, and
   the bound does not know B. *)
Theorem T7_printed_false : ~ (exists C1 C2 C3 : R -> R, forall K (mu : nat -> 'I_K -> R) b (T Gam tau : nat)
    (B xi : R) (I istar : nat -> 'I_K),
  environment mu b T Gam B istar -> (1 <= tau)%N -> 2%:R^-1 < xi -> sw_ucb mu T B I xi tau ->
  \sum_(1 <= t < T.+1) (mu t (istar t) - mu t (I t)) <=
    C1 (ln tau%:R) * Num.sqrt K%:R * (T%:R / Num.sqrt tau%:R)
      + C2 (ln tau%:R) * Num.sqrt K%:R * tau%:R * Gam%:R + C3 (ln tau%:R) * K%:R * (T%:R / tau%:R)).
Proof.
move=> [C1 [C2 [C3 A]]]; pose X := C1 (ln 2%:R) * Num.sqrt 2%:R * (2%:R / Num.sqrt 2%:R)
  + C2 (ln 2%:R) * Num.sqrt 2%:R * 2%:R * 1%:R + C3 (ln 2%:R) * 2%:R * (2%:R / 2%:R).
pose B := `|X| + 1; have B0 : 0 < B by rewrite ltr_spaddr ?ltr01.
pose I (t : nat) : 'I_2 := if (t <= 1)%N then ord_max else ord0.
have x1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr1n ?ltr0n.
have pol : sw_ucb (fun t i => B * swap 2 t i) 2 B I 1 2.
  case=> [//|[|[|//]]] _; split=> //=.
  - by move=> i _; rewrite /plays unlock.
  - by move=> /(_ ord0); rewrite /plays unlock.
  - by move=> i _; rewrite /plays unlock.
  by move=> /(_ ord0); rewrite /plays unlock.
have := A _ _ _ _ _ 2%N B 1 I _ (swap2_env B0) isT x1 pol; rewrite -/X.
rewrite unlock /= /swap /best2 /I /= !mulr0 !subr0 !mulr1 addr0; apply/negP; rewrite -ltNge.
apply: (le_lt_trans (ler_norm X)); apply: (@lt_le_trans _ _ B); first by rewrite ltr_addl ltr01.
by rewrite ler_addl ltW.
Qed.

(* Z73, line 3478: the clause on the constants by itself. *)
Theorem Z73_printed_false : ~ (exists C1 C2 C3 : R -> R, forall K (mu : nat -> 'I_K -> R) b (T Gam tau : nat)
    (B xi : R) (I istar : nat -> 'I_K),
  environment mu b T Gam B istar -> (1 <= tau)%N -> 2%:R^-1 < xi -> sw_ucb mu T B I xi tau ->
  \sum_(1 <= t < T.+1) (mu t (istar t) - mu t (I t)) <=
    C1 (ln tau%:R) * Num.sqrt K%:R * (T%:R / Num.sqrt tau%:R)
      + C2 (ln tau%:R) * Num.sqrt K%:R * tau%:R * Gam%:R + C3 (ln tau%:R) * K%:R * (T%:R / tau%:R)).
Proof. exact: T7_printed_false. Qed.

(* Two arms that change places in every round of 1, .., 8: the gap of a round is 1/8. *)
Definition turns t (i : 'I_2) : R := (if odd t == (i == ord0) then 1 else 7%:R / 8%:R)%R.
Definition turns_best t : 'I_2 := if odd t then ord0 else ord_max.
Lemma turns_env : environment turns (fun j => j.+1) 8 7 1 turns_best.
Proof.
have e8 : 7%:R / 8%:R <= 1 :> R by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
have p8 : 0 <= 7%:R / 8%:R :> R by rewrite divr_ge0 ?ler0n.
have ne : 7%:R / 8%:R != 1 :> R by rewrite lt_eqF // ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat.
split=> //.
- by move=> j j7; rewrite ltnSn ltnS.
- by move=> t i; rewrite /turns; case: (_ == _); rewrite ?ler01 ?lexx ?e8 ?p8.
- move=> t /andP [t1 t8]; split=> [_|[j _ _] /(congr1 (fun f => f ord0))].
    by exists t; rewrite // t1 -ltnS.
  rewrite /turns eqxx /=; case: (odd t) => /=; first by move=> h; move: ne; rewrite h eqxx.
  by move=> h; move: ne; rewrite -h eqxx.
by move=> t i; rewrite /turns /turns_best; case: (odd t); case: (i == ord0); rewrite //= ?lexx ?e8.
Qed.

(* I59, lines 3600-3610, the sum over the phases and the last line of the chain:
   \sum_{i,\phi:\Delta_i^\phi>\Delta}\frac{4B^2\xi\log(\tau)}{\Delta_i^\phi}\lceil T^\phi/\tau\rceil +
   \sum_{i,\phi:\Delta_i^\phi>\Delta}\Delta_i^\phi(\tau + 2 P_\phi) + \Delta T \le
   \frac{4B^2\xi\log(\tau)K}{\Delta}\frac T\tau + \tau K\Gamma_T B + 2KB\sum_\phi P_\phi + \Delta T, P_\phi =
   \sum_{t=b_{\phi-1}+\tau}^{b_\phi}\lceil\log(\min(t,\tau))/\log(1+\eta)\rceil/\min(t,\tau), T^\phi = b_\phi -
   b_{\phi-1}.  L t is \lceil\log(\min(t,\tau))/\log(1+\eta)\rceil. Rounding up in each phase gives more blocks
   than T/\tau. Witness: two arms that change places in every round, T = \tau = 8, \xi = \eta = 1, gaps 1/8,
   \Delta = 1/16: 7 blocks against 1. *)
Theorem I59_printed_false : ~ (forall K (mu : nat -> 'I_K -> R) b (T Gam tau : nat) (B xi eta Delta : R)
  (istar : nat -> 'I_K) (L : nat -> R),
  environment mu b T Gam B istar -> (1 <= tau)%N -> 2%:R^-1 < xi -> 0 < eta -> 0 < Delta ->
  (forall t, (1 <= t)%N -> exists n : nat, L t = n%:R /\
    ln (minn t tau)%:R / ln (1 + eta) <= L t < ln (minn t tau)%:R / ln (1 + eta) + 1) ->
  let gap i phi := mu (b phi) (istar (b phi)) - mu (b phi) i in
  let P phi := \sum_(b phi + tau <= t < (b phi.+1).+1) L t / (minn t tau)%:R in
  \sum_i \sum_(phi < Gam | Delta < gap i phi)
      4%:R * B ^+ 2 * xi * ln tau%:R / gap i phi * ((b phi.+1 - b phi + tau - 1) %/ tau)%:R
    + \sum_i \sum_(phi < Gam | Delta < gap i phi) gap i phi * (tau%:R + 2%:R * P phi) + Delta * T%:R <=
  4%:R * B ^+ 2 * xi * ln tau%:R * K%:R / Delta * (T%:R / tau%:R) + tau%:R * K%:R * Gam%:R * B
    + 2%:R * K%:R * B * (\sum_(phi < Gam) P phi) + Delta * T%:R).
Proof.
move=> A; have l0 : 0 < ln 2%:R :> R by apply: lt_le_trans ln2_ge; rewrite invr_gt0 ltr0n.
have X t : exists n : nat, ln (minn t 8)%:R / ln (1 + 1) <= n%:R :> R.
  exists (Num.bound `|ln (minn t 8)%:R / ln (1 + 1)|); apply: ltW; apply: le_lt_trans (ler_norm _) _.
  exact: archi_boundP.
have C t : (1 <= t)%N -> exists n : nat, (ex_minn (X t))%:R = n%:R :> R /\
    ln (minn t 8)%:R / ln (1 + 1) <= (ex_minn (X t))%:R < ln (minn t 8)%:R / ln (1 + 1) + 1.
  move=> t1; exists (ex_minn (X t)); split=> //; case: ex_minnP => -[|n] h1 h2; rewrite h1 /=.
    rewrite ltr_spaddr ?ltr01 // divr_ge0 //; last by apply: ltW.
    by apply: ln_ge0; rewrite ler1n leq_min t1.
  by rewrite -addn1 natrD ltr_add2r ltNge; apply/negP => /h2; rewrite ltnn.
have x1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr1n ?ltr0n.
have De0 : 0 < 16%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have {A} := A _ _ _ _ _ 8%N 1 1 1 16%:R^-1 _ _ turns_env isT x1 ltr01 De0 C.
set gap := fun (i : 'I_2) phi => turns _ _ - _; cbv zeta.
have gE i phi : gap i phi = if odd phi.+1 == (i == ord0) then 0 else 8%:R^-1.
  have e : 1 - 7%:R / 8%:R = 8%:R^-1 :> R.
    by apply/eqP; rewrite subr_eq -[X in _ == X + _]mul1r -mulrDl -(natrD _ 1 7) divff ?pnatr_eq0.
  by rewrite /gap /turns /turns_best; case: (odd _); case: (i == ord0); rewrite //= ?subrr.
have De1 : 16%:R^-1 < 8%:R^-1 :> R by rewrite ltf_pinv ?posrE ?ltr0n // ltr_nat.
have sumE (G : R -> nat -> R) c : (forall phi, (phi < 7)%N -> G 8%:R^-1 phi = c) ->
    \sum_(i < 2) \sum_(phi < 7 | 16%:R^-1 < gap i phi) G (gap i phi) phi = 7%:R * c.
  move=> Gc; have H (i : 'I_2) : \sum_(phi < 7 | 16%:R^-1 < gap i phi) G (gap i phi) phi =
      \sum_(phi < 7) if odd phi.+1 == (i == ord0) then 0 else c.
    rewrite big_mkcond; apply: eq_bigr => phi _; rewrite gE; case: (odd _ == _); first by rewrite ltNge (ltW De0).
    by rewrite De1 Gc.
  rewrite (eq_bigr _ (fun i _ => H i)) !big_ord_recl !big_ord0 /=.
  by rewrite !addr0 !add0r mulr_natl !mulrS mulr0n addr0 !addrA.
have noP (phi : nat) (F : nat -> R) : (phi < 7)%N -> \sum_(phi.+1 + 8 <= t < phi.+3) F t = 0.
  by move=> _; rewrite big_geq // -(addn2 phi.+1) leq_add2l.
rewrite (sumE (fun g phi => 4%:R * 1 ^+ 2 * 1 * ln 8%:R / g * ((phi.+2 - phi.+1 + 8 - 1) %/ 8)%:R)
  (32%:R * ln 8%:R)); last first.
  move=> phi _; have -> : ((phi.+2 - phi.+1 + 8 - 1) %/ 8 = 1)%N by rewrite subSS subSn // subnn.
  by rewrite invrK expr1n !mulr1 mulrAC -natrM.
rewrite (sumE (fun g phi => g * (8%:R + 2%:R * \sum_(phi.+1 + 8 <= t < phi.+3) (ex_minn (X t))%:R / (minn t 8)%:R)) 1);
  last by move=> phi p7; rewrite noP // mulr0 addr0 mulVf ?pnatr_eq0.
rewrite [X in 2%:R * 2%:R * 1 * X]big1 ?mulr0; last by move=> phi _; rewrite noP.
rewrite addr0 ler_add2r invrK expr1n.
have -> : ln 8%:R = 3%:R * ln 2%:R :> R by rewrite -[8%N]/(2 ^ 3)%N natrX lnX ?ltr0n // mulr_natl.
have := ln2_ge; move: (ln 2%:R) => x /RleP; toR_goal; rewrite /= => h /RleP; toR_goal; rewrite /=; lra.
Qed.
