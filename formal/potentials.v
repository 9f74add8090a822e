(* Design matrices, their determinants, and elliptical potentials (l. 3119-3340).

   P9, ineq_det_DLINUCB (l. 3119-3132)                           det_H
   C9, corollary:inequality_determinant (l. 3147-3158)           det_H_discount
   C10, corollary:inequality_determinant_V (l. 3159-3168)        det_V
   C11, corollary:inequality_determinant_SW (l. 3169-3180)       det_H_window
   L7, lemma:ellipticalpotential_Discount (l. 3186-3202)         elliptical_potential
   L8, lemma:ellipticalpotential_SW (l. 3261-3274)               elliptical_potential_window
   and with the best factor 1/(lam log(1 + 1/lam)) in place of 2 max(1, 1/lam):
   elliptical_potential_sharp, elliptical_potential_window_sharp; with the ridge that comes back:
   elliptical_potential_ridge; with equal blocks of at most tau + 1 rounds: elliptical_potential_blocks.
   That the factor is the best: first_round_attained, sharp_factor_optimal, window_attained.

   Rounds are counted from 0: the action of round s < t is a s, and what the paper calls V_{t+1} or H_{t+1}
   (rounds 1 .. t) is here the matrix after t rounds.  Every d, number of rounds and sequence of actions. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting.
From Glb Require Export potential_rounds.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Potential.
Variables (d : nat) (g lam : R) (a : nat -> 'cV[R]_d).
Hypotheses (g0 : 0 < g) (g1 : g <= 1) (lam0 : 0 < lam).
Hypothesis a1 : forall t, dot (a t) (a t) <= 1.
Notation V := (V g lam a).
Notation W := (W g lam a).
Notation q := (q g lam a).
Notation z := (z g lam a).

(* I46: no squared norm exceeds 1/lam. *)
Lemma z_le t : z t <= lam^-1.
Proof.
apply: le_trans (qf_inv_le _ lam0 (W_pd a g0 lam0 t) _) _; first exact: W_ge.
by rewrite ler_pdivr_mulr // mulVf ?gt_eqF.
Qed.

(* The logarithms add up to the volume gained and the volume forgotten. *)
Lemma log_potential T : \sum_(t < T) ln (1 + z t) =
  ln (\det (V T) / lam ^+ d) + \sum_(t < T) ln (\det (V t) / \det (W t)).
Proof.
have Vd t := pd_det_gt0 (V_pd a g0 lam0 t); have Wd t := pd_det_gt0 (W_pd a g0 lam0 t).
have ld : 0 < lam ^+ d by rewrite exprn_gt0.
elim: T => [|T IH]; first by rewrite !big_ord0 det_V0 divff ?gt_eqF // ln1 addr0.
have z0 : 0 < 1 + z T by rewrite ltr_spaddl ?ltr01 // z_ge0.
rewrite !big_ord_recr /= {}IH det_step // !lnM ?invr_gt0 ?mulr_gt0 // !lnV //.
move: (\sum_(i < T) _) (ln _) (ln _) (ln _) (ln _) => A B C D E; ring.
Qed.

(* If the rounds forget at most K, c (volume gained + K) bounds the potential. *)
Lemma potential_le c K T : factor lam c -> \sum_(t < T) ln (\det (V t) / \det (W t)) <= K ->
  \sum_(t < T) q t <= c * (ln (\det (V T) / lam ^+ d) + K).
Proof.
move=> fc HK; apply: (@le_trans _ _ (\sum_(t < T) c * ln (1 + z t))).
  apply: ler_sum => t _; apply: le_trans (q_le_z a g0 g1 lam0 t) _.
  by apply: fc; [exact: z_ge0|exact: z_le].
by rewrite -mulr_sumr log_potential ler_wpmul2l ?(factor_ge0 lam0 fc) // ler_add2l.
Qed.

(* What is forgotten: at most d log(1/gamma) a round. *)
Lemma forgotten T : \sum_(t < T) ln (\det (V t) / \det (W t)) <= d%:R * (T%:R * ln g^-1).
Proof.
have -> : d%:R * (T%:R * ln g^-1) = \sum_(t < T) ln (g^-1 ^+ d).
  by rewrite sumr_const card_ord lnX ?invr_gt0 // mulrCA !mulr_natl.
apply: ler_sum => t _; apply: ln_le; last exact: det_forget.
by rewrite divr_gt0 // pd_det_gt0 //; [exact: V_pd|exact: W_pd].
Qed.

(* The discounted lemma with any factor. *)
Lemma potential_factor c T : factor lam c ->
  \sum_(t < T) q t <= c * ln (\det (V T) / (lam ^+ d * g ^+ (d * T))).
Proof.
move=> fc; apply: le_trans (potential_le fc (forgotten T)) _; rewrite invfM [X in _ <= c * ln X]mulrA.
have Vd : 0 < \det (V T) / lam ^+ d by rewrite divr_gt0 ?exprn_gt0 // pd_det_gt0 //; exact: V_pd.
rewrite [X in _ <= _ * X]lnM ?invr_gt0 ?exprn_gt0 //.
by rewrite mulrA -natrM mulr_natl -lnX ?invr_gt0 // exprVn.
Qed.

(* L7 (l. 3186-3202), 0 < gamma <= 1. *)
Theorem elliptical_potential T :
  \sum_(t < T) q t <= 2%:R * Num.max 1 lam^-1 * ln (\det (V T) / (lam ^+ d * g ^+ (d * T))).
Proof. by apply: potential_factor; exact: paper_factorP. Qed.

(* Z22: L7 with the best factor. *)
Theorem elliptical_potential_sharp T :
  \sum_(t < T) q t <= sharp_factor lam * ln (\det (V T) / (lam ^+ d * g ^+ (d * T))).
Proof. by apply: potential_factor; exact: sharp_factorP. Qed.
End Potential.

Section Dimension.
Variables (d : nat) (g lam : R) (a : nat -> 'cV[R]_d).
Hypotheses (g0 : 0 < g) (g1 : g < 1) (lam0 : 0 < lam).
Hypothesis a1 : forall t, dot (a t) (a t) <= 1.
Let g1' : g <= 1 := ltW g1.
Let gn1 : g != 1. Proof. by rewrite lt_eqF. Qed.

(* d y lam is the sum of the weights of T rounds; y bounds the mean of the eigenvalues of V / lam - 1. *)
Definition mean_gain T := (1 - g ^+ T) / (d%:R * lam * (1 - g)).

Lemma mean_gainE T : mean_gain T = (1 - g ^+ T) / (1 - g) / (d%:R * lam).
Proof. by rewrite /mean_gain [_ * (1 - g)]mulrC invfM mulrA. Qed.
Lemma mean_gain_ge0 T : 0 <= mean_gain T.
Proof.
rewrite divr_ge0 ?subr_ge0 ?exprn_ile1 ?(ltW g0) //.
by rewrite !mulr_ge0 ?ler0n ?(ltW lam0) // subr_ge0.
Qed.

(* C10 in logarithms. *)
Lemma ln_det_V T : ln (\det (V g lam a T) / lam ^+ d) <= d%:R * ln (1 + mean_gain T).
Proof.
rewrite mean_gainE -sum_geom //; apply: ln_det_design => // s _.
by rewrite exprn_ge0 ?ltW.
Qed.

(* The potential in terms of d and T, with any factor. *)
Lemma potential_dim c T : factor lam c ->
  \sum_(t < T) q g lam a t <= c * (d%:R * (T%:R * ln g^-1 + ln (1 + mean_gain T))).
Proof.
move=> fc; apply: le_trans (potential_le g0 g1' lam0 a1 fc (forgotten a g0 g1' lam0 T)) _.
by rewrite ler_wpmul2l ?(factor_ge0 lam0 fc) // addrC mulrDr ler_add2l ln_det_V.
Qed.

(* L7 with C10: the form used in the regret theorem (l. 2350-2371), gamma^T dropped. *)
Theorem elliptical_potential_dim T : (0 < d)%N ->
  \sum_(t < T) qf (invmx (V g lam a t)) (a t) <=
    2%:R * Num.max 1 lam^-1 * d%:R * (T%:R * ln g^-1 + ln (1 + 1 / (d%:R * lam * (1 - g)))).
Proof.
move=> d0; apply: le_trans (potential_dim T (paper_factorP lam0)) _.
rewrite -[X in _ <= X]mulrA; apply: ler_wpmul2l.
  by apply: factor_ge0 (paper_factorP lam0).
apply: ler_wpmul2l; rewrite ?ler0n // ler_add2l; apply: ln_le.
  by rewrite ltr_spaddl ?ltr01 // mean_gain_ge0.
rewrite ler_add2l ler_pmul2r; first by rewrite ler_subl_addr ler_addl exprn_ge0 // ltW.
by rewrite invr_gt0 !mulr_gt0 ?ltr0n // subr_gt0.
Qed.

(* Z161: what is forgotten when the ridge comes back; the first round forgets nothing. *)
Lemma forgotten_ridge T : (0 < d)%N ->
  \sum_(t < T) ln (\det (V g lam a t) / \det (W g lam a t)) <=
    d%:R * (T.-1%:R * ln ((1 + mean_gain T) / (1 + g * mean_gain T))).
Proof.
move=> d0; have y0 := mean_gain_ge0 T; case: T y0 => [|T] y0; first by rewrite big_ord0 mul0r mulr0.
have Vd t := pd_det_gt0 (V_pd a g0 lam0 t); have Wd t := pd_det_gt0 (W_pd a g0 lam0 t).
rewrite big_ord_recl W0 divff ?gt_eqF // ln1 add0r; set y := mean_gain _ in y0 *; set k := _ / _.
have k0 : 0 < k.
  by rewrite divr_gt0 ?ltr_spaddl ?ltr01 // mulr_ge0 // ltW.
have -> : d%:R * (T%:R * ln k) = \sum_(t < T) ln (k ^+ d).
  by rewrite sumr_const card_ord lnX // mulrCA !mulr_natl.
apply: ler_sum => t _; apply: ln_le; first exact: divr_gt0.
apply: det_forget_ridge => //; apply: le_trans (tr_design lam a1 _) _ => [s _|].
  by rewrite exprn_ge0 ?ltW.
have dl : 0 < d%:R * lam by rewrite mulr_gt0 // ltr0n.
rewrite mulrDr mulr1 mulrDr addrC ler_add2l sum_geom // mulrA /y mean_gainE.
rewrite [_ * (_ / _)]mulrC divfK ?gt_eqF //.
rewrite ler_pmul2r ?invr_gt0 ?subr_gt0 // ler_sub // ler_wiexpn2l ?(ltW g0) //.
by rewrite lift0 ltnS ltnW.
Qed.

(* Z161: the discounted lemma with the ridge that comes back. *)
Theorem elliptical_potential_ridge T y : (0 < d)%N -> y = mean_gain T ->
  \sum_(t < T) q g lam a t <=
    sharp_factor lam * (d%:R * (ln (1 + y) + T.-1%:R * ln ((1 + y) / (1 + g * y)))).
Proof.
move=> d0 ->; have fc := sharp_factorP lam0.
apply: le_trans (potential_le g0 g1' lam0 a1 fc (forgotten_ridge T d0)) _.
by rewrite ler_wpmul2l ?(factor_ge0 lam0 fc) // mulrDr ler_add2r ln_det_V.
Qed.
End Dimension.

Section Window.
Variables (d tau : nat) (lam : R) (a : nat -> 'cV[R]_d).
Hypotheses (lam0 : 0 < lam) (a1 : forall t, dot (a t) (a t) <= 1).
Notation V := (V_window lam a tau).
Notation q t := (qf (invmx (V t)) (a t)).

Lemma V_window_pd t : pd (V t).
Proof. by apply: design_pd => // s _; rewrite ler0n. Qed.

(* I49: the window contains every earlier round of a block that starts with round b. *)
Lemma window_block b j : (j <= tau)%N -> loewner (determinants.V 1 lam (fun s => a (b + s)%N) j) (V (b + j)).
Proof.
move=> jt x; rewrite /determinants.V /V_window !qf_design ler_add2r big_split_ord /= -[X in X <= _]add0r.
apply: ler_add; first by apply: sumr_ge0 => s _; rewrite mulr_ge0 ?sqr_ge0 ?ler0n.
apply: ler_sum => s _; rewrite expr1n /window_weight.
by have -> : (b + j - tau <= b + s)%N by move: (ltn_ord s); lia.
Qed.

(* I50: a block of n <= tau + 1 rounds pays one logarithm. *)
Lemma block_potential c b n : factor lam c -> (n <= tau.+1)%N ->
  \sum_(j < n) q (b + j)%N <= c * (d%:R * ln (1 + n%:R / (d%:R * lam))).
Proof.
move=> fc nt; pose a' s := a (b + s)%N; have a1' t : dot (a' t) (a' t) <= 1 by exact: a1.
apply: (@le_trans _ _ (\sum_(j < n) potential_rounds.q 1 lam a' j)).
  apply: ler_sum => j _; apply: loewner_inv (V_window_pd _) _ _; first exact: V_pd ltr01 lam0 _.
  by apply: window_block; move: (ltn_ord j); lia.
apply: le_trans (potential_factor ltr01 (lexx 1) lam0 a1' n fc) _.
rewrite expr1n mulr1 ler_wpmul2l ?(factor_ge0 lam0 fc) //; apply: ln_det_design => // [s _|].
  by rewrite expr1n ler01.
by under eq_bigr do rewrite expr1n; rewrite sumr_const card_ord.
Qed.

(* I48: cutting the rounds before b N at b 1, b 2, ... *)
Lemma sum_blocks (f : nat -> R) (b : nat -> nat) N : b 0%N = 0%N -> (forall k, b k <= b k.+1)%N ->
  \sum_(t < b N) f t = \sum_(k < N) \sum_(j < b k.+1 - b k) f (b k + j)%N.
Proof.
move=> b0 bm; elim: N => [|N IH]; first by rewrite b0 !big_ord0.
rewrite big_ord_recr /= -IH; have := subnKC (bm N); move: (b N.+1 - b N)%N => k <-.
exact: big_split_ord.
Qed.

(* Any cut into blocks of at most tau + 1 rounds that covers T. *)
Lemma window_potential c b N T : factor lam c -> b 0%N = 0%N ->
  (forall k, b k <= b k.+1 <= b k + tau.+1)%N -> (T <= b N)%N ->
  \sum_(t < T) q t <= c * (d%:R * \sum_(k < N) ln (1 + (b k.+1 - b k)%:R / (d%:R * lam))).
Proof.
move=> fc b0 bm TN; apply: (@le_trans _ _ (\sum_(t < b N) q t)).
  rewrite -(subnKC TN) big_split_ord /= ler_addl; apply: sumr_ge0 => t _.
  by have [_] := pd_psd (pd_inv (V_window_pd (T + t))); apply.
rewrite (sum_blocks (fun t => q t)) // => [|k]; last by case/andP: (bm k).
rewrite !mulr_sumr; apply: ler_sum => k _; apply: block_potential => //.
by have := bm k; lia.
Qed.

(* ceil(T / tau) blocks of tau rounds, with any factor. *)
Lemma window_factor c T : factor lam c -> (0 < tau)%N ->
  \sum_(t < T) q t <= c * (d%:R * (((T + tau - 1) %/ tau)%:R * ln (1 + tau%:R / (lam * d%:R)))).
Proof.
move=> fc t0; set N := ((_ - _) %/ _)%N.
have TN : (T <= N * tau)%N by have := ltn_ceil (T + tau - 1) t0; rewrite -/N; nia.
apply: le_trans (@window_potential c (fun k => k * tau)%N N T fc _ _ TN) _ => // [k|]; first lia.
have E (x : R) : N%:R * x = \sum_(k < N) x by rewrite sumr_const card_ord mulr_natl.
rewrite [lam * _]mulrC E.
apply: ler_wpmul2l; first exact: factor_ge0 fc.
apply: ler_wpmul2l; rewrite ?ler0n //; apply: ler_sum => k _.
by have -> : (k.+1 * tau - k * tau = tau)%N by lia.
Qed.

(* L8 (l. 3261-3274) *)
Theorem elliptical_potential_window T : (0 < tau)%N ->
  \sum_(t < T) q t <= 2%:R * d%:R * Num.max 1 lam^-1 * ((T + tau - 1) %/ tau)%:R
    * ln (1 + tau%:R / (lam * d%:R)).
Proof.
move=> t0; apply: le_trans (window_factor T (paper_factorP lam0) t0) _.
by rewrite /paper_factor !mulrA [2%:R * d%:R * _]mulrAC.
Qed.

(* Z24: L8 with the best factor. *)
Theorem elliptical_potential_window_sharp T : (0 < tau)%N ->
  \sum_(t < T) q t <= sharp_factor lam * (d%:R * ((T + tau - 1) %/ tau)%:R * ln (1 + tau%:R / (lam * d%:R))).
Proof. by move=> t0; rewrite -!mulrA; exact: window_factor (sharp_factorP lam0) t0. Qed.

(* Z163: N = ceil(T / (tau + 1)) blocks of nearly equal length. *)
Theorem elliptical_potential_blocks T N : N = ((T + tau) %/ tau.+1)%N ->
  \sum_(t < T) q t <= sharp_factor lam * (d%:R * (N%:R * ln (1 + T%:R / (N%:R * d%:R * lam)))).
Proof.
move=> NE; have fc := sharp_factorP lam0; have [->|T0] := posnP T.
  rewrite big_ord0 mul0r addr0 ln1 !mulr0; exact: lexx.
have N0 : (0 < N)%N by rewrite NE divn_gt0 //; lia.
have TN : (T <= N * tau.+1)%N by have := ltn_ceil (T + tau) (ltn0Sn tau); rewrite -NE; nia.
pose b k := (k * T %/ N)%N; have b0 : b 0%N = 0%N by rewrite /b mul0n div0n.
have bm k : (b k <= b k.+1 <= b k + tau.+1)%N.
  rewrite /b leq_div2r ?leq_mul //= addnC -divnMDl // leq_div2r //; nia.
have bN : b N = T by rewrite /b mulKn.
apply: le_trans (window_potential fc b0 bm (eq_leq (esym bN))) _.
apply: ler_wpmul2l; first exact: factor_ge0 fc.
apply: ler_wpmul2l; rewrite ?ler0n //; apply: le_trans (sum_ln_le N0 _) _ => [k|].
  by rewrite ltr_spaddl ?ltr01 // divr_ge0 ?ler0n // mulr_ge0 ?ler0n // ltW.
rewrite le_eqVlt; apply/orP; left; apply/eqP; congr (_ * ln _).
rewrite big_split /= sumr_const card_ord mulrDl divff ?pnatr_eq0 -?lt0n //; congr (_ + _).
rewrite -mulr_suml -natr_sum; have -> : (\sum_(k < N) (b k.+1 - b k))%N = T.
  rewrite -(big_mkord xpredT (fun k => b k.+1 - b k)%N) telescope_sumn ?b0 ?bN ?subn0 // => k k' kk.
  by rewrite leq_div2r ?leq_mul.
by rewrite -[LHS]mulrA -invfM -[N%:R * _ * _]mulrA [N%:R * _]mulrC.
Qed.
End Window.

Section Optimality.
Variables (d : nat) (lam : R).
Hypotheses (d0 : (0 < d)%N) (lam0 : 0 < lam).

(* An eigenvector of A, in the norm of A^-1. *)
Lemma qf_inv_eigen (A : 'M[R]_d) x l : A \in unitmx -> l != 0 -> A *m x = l *: x ->
  qf (invmx A) x = dot x x / l.
Proof.
move=> Au l0 E; suff e : invmx A *m x = l^-1 *: x by rewrite /qf /bf e dotZr mulrC.
by apply: (can_inj (mulKmx Au)); rewrite mulKVmx // -scalemxAr E scalerA mulVf // scale1r.
Qed.

(* One round with an action of length one. *)
Lemma first_round g (a : nat -> 'cV[R]_d) : 0 < g -> dot (a 0%N) (a 0%N) = 1 ->
  \sum_(t < 1) q g lam a t = lam^-1 /\
  ln (\det (V g lam a 1) / (lam ^+ d * g ^+ (d * 1))) = ln (1 + lam^-1) + d%:R * ln g^-1.
Proof.
move=> g0 a1; have qE : qf (invmx lam%:M) (a 0%N) = lam^-1 by rewrite invmx_scalar qf_scalar a1 mulr1.
have VE : V g lam a 0 = lam%:M by rewrite /V /design big_ord0 add0r.
split; first by rewrite big_ord1 /q VE.
rewrite det_step // /z W0 det_V0 VE qE invfM mulrACA divff ?gt_eqF ?exprn_gt0 // mul1r muln1 -exprVn.
by rewrite lnM ?exprn_gt0 ?invr_gt0 // ?lnX ?invr_gt0 // ?mulr_natl // ltr_spaddl ?ltr01 // ltW // invr_gt0.
Qed.

(* Z22: with gamma = 1 it attains the bound, ... *)
Lemma first_round_attained (a : nat -> 'cV[R]_d) : dot (a 0%N) (a 0%N) = 1 ->
  \sum_(t < 1) q 1 lam a t = sharp_factor lam * ln (\det (V 1 lam a 1) / (lam ^+ d * 1 ^+ (d * 1))).
Proof.
move=> a1; have [-> ->] := first_round ltr01 a1; rewrite invr1 ln1 mulr0 addr0 /sharp_factor invfM.
by rewrite divfK // gt_eqF // ln_ridge_gt0.
Qed.

(* ... so that no smaller factor serves all gamma < 1. *)
Theorem sharp_factor_optimal c :
  (forall g (a : nat -> 'cV[R]_d), 0 < g -> g < 1 -> (forall t, dot (a t) (a t) <= 1) ->
    \sum_(t < 1) q g lam a t <= c * ln (\det (V g lam a 1) / (lam ^+ d * g ^+ (d * 1)))) ->
  sharp_factor lam <= c.
Proof.
move=> H; have L := ln_ridge_gt0 lam0; pose a (t : nat) : 'cV[R]_d := delta_mx (Ordinal d0) 0.
have a1 t : dot (a t) (a t) = 1 by rewrite /dot trmx_delta mul_delta_mx mxE !eqxx.
have {}H e : 0 < e -> lam^-1 <= c * (ln (1 + lam^-1) + d%:R * e).
  move=> e0; have g0 := exp_gt0 (- e); have := H (exp (- e)) a g0.
  have g1 : exp (- e) < 1.
    by rewrite -exp0; apply/RltP/exp_increasing/RltP; rewrite oppr_lt0.
  have [-> ->] := first_round g0 (a1 0%N); rewrite lnV // (ln_exp (- e)) opprK; apply => // t.
  by rewrite a1.
have dp : 0 < d%:R :> R by rewrite ltr0n.
have c0 : 0 < c.
  have : 0 < c * (ln (1 + lam^-1) + d%:R * 1) by apply: lt_le_trans (H 1 ltr01); rewrite invr_gt0.
  by rewrite pmulr_lgt0 // mulr1 addr_gt0.
rewrite /sharp_factor invfM ler_pdivr_mulr //; apply/ler_addgt0Pr => e e0.
have cd : 0 < c * d%:R by rewrite mulr_gt0.
by have := H (e / (c * d%:R)) (divr_gt0 e0 cd); rewrite mulrDr mulrA [_ * (_ / _)]mulrC divfK ?gt_eqF.
Qed.

(* Z24: d orthogonal actions of length one, with T = tau = d, attain the bound. *)
Theorem window_attained : exists a : nat -> 'cV[R]_d, (forall t, dot (a t) (a t) = 1) /\
  \sum_(t < d) qf (invmx (V_window lam a d t)) (a t) =
    sharp_factor lam * (d%:R * ((d + d - 1) %/ d)%:R * ln (1 + d%:R / (lam * d%:R))).
Proof.
pose i t : 'I_d := Ordinal (ltn_pmod t d0); pose a t : 'cV[R]_d := delta_mx (i t) 0.
have a1 t : dot (a t) (a t) = 1 by rewrite /dot trmx_delta mul_delta_mx mxE !eqxx.
exists a; split=> //; have q1 (t : 'I_d) : qf (invmx (V_window lam a d t)) (a t) = lam^-1.
  rewrite (@qf_inv_eigen _ _ lam) ?a1 ?mul1r ?gt_eqF // ?pd_unit //; first exact: V_window_pd.
  rewrite /V_window /design mulmxDl mul_scalar_mx mulmx_suml big1 ?add0r // => s _.
  rewrite -scalemxAl -mulmxA [_^T *m _]mx11_scalar mul_mx_scalar.
  have -> : ((a s)^T *m a t) 0 0 = 0; last by rewrite scale0r scaler0.
  rewrite trmx_delta mul_delta_mx_cond; case: eqP => [/(congr1 val) /= E|_]; last by rewrite mulr0n mxE.
  have st := ltn_ord s; move: E; rewrite !modn_small // ?(ltn_trans st) // => E.
  by rewrite E ltnn in st.
have -> : ((d + d - 1) %/ d = 1)%N by rewrite -addnBA // -[X in (X + _)%N]mul1n divnMDl // divn_small //; lia.
have dn : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have -> : d%:R / (lam * d%:R) = lam^-1 by rewrite invfM mulrCA mulfV // mulr1.
rewrite (eq_bigr (fun=> lam^-1)) // sumr_const card_ord mulr1 mulrCA /sharp_factor invfM.
by rewrite divfK ?gt_eqF ?ln_ridge_gt0 // mulr_natl.
Qed.
End Optimality.
