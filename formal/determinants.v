(* Design matrices and their determinants (l. 3119-3180).  An overview is at the top of potentials.v. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Semidefinite.
Variables (F : realFieldType) (n : nat).
Implicit Type A : 'M[F]_n.

(* A diagonal entry is the value of the form at a vector of the basis. *)
Lemma qf_delta A i : qf A (delta_mx i 0) = A i i.
Proof. by rewrite /qf /bf /dot trmx_delta -rowE -colE !mxE. Qed.

(* An invertible semidefinite matrix is definite. *)
Lemma psd_unit_pd A : psd A -> A \in unitmx -> pd A.
Proof.
move=> Ap Au; have [As Aq] := Ap; split=> // x; rewrite lt_def Aq andbT; apply: contra => /eqP x0.
have A0 : A *m x = 0.
  apply/eqP; apply: contraT => /dot_gt0 p; have := cauchy_schwarz_psd (A *m x) x Ap.
  by rewrite x0 mulr0 /bf => /(lt_le_trans (exprn_gt0 2 p)); rewrite ltxx.
by rewrite -(mulKmx Au x) A0 mulmx0.
Qed.

(* det A <= (tr A / n)^n also for semidefinite A. *)
Lemma det_trace_psd A : psd A -> \det A <= (\tr A / n%:R) ^+ n.
Proof.
move=> Ap; have [Au|] := boolP (A \in unitmx); first exact/det_trace/psd_unit_pd.
rewrite unitmxE unitfE negbK => /eqP ->; rewrite exprn_ge0 // divr_ge0 ?ler0n //.
by apply: sumr_ge0 => i _; have [_ /(_ (delta_mx i 0))] := Ap; rewrite qf_delta.
Qed.

(* A >= lam I > 0: the inverse is at most I / lam (I46). *)
Lemma qf_inv_le lam A x : 0 < lam -> pd A -> loewner lam%:M A -> qf (invmx A) x <= dot x x / lam.
Proof.
move=> l0 Ap L; have P : pd (lam%:M : 'M[F]_n).
  by split; [rewrite tr_scalar_mx|move=> y /dot_gt0 y0; rewrite qf_scalar mulr_gt0].
by have := loewner_inv P Ap L x; rewrite invmx_scalar qf_scalar mulrC.
Qed.

(* The harmonic mean is at most the arithmetic one: tr A <= n m gives n / m <= tr A^-1. *)
Lemma tr_inv_ge A m : pd A -> 0 < m -> \tr A <= n%:R * m -> n%:R / m <= \tr (invmx A).
Proof.
move=> Ap m0 H; have E i : m^-1 *+ 2 - m^-1 ^+ 2 * A i i <= invmx A i i.
  have := qf_inv_max (delta_mx i 0) (m^-1 *: delta_mx i 0) Ap.
  rewrite qf_delta {1}/qf bfZl bfZr -/(qf _ _) qf_delta dotZr mulrA.
  have -> : dot (delta_mx i 0) (delta_mx i 0) = 1 :> F.
    by rewrite /dot trmx_delta mul_delta_mx mxE !eqxx.
  by rewrite mulr1.
apply: le_trans (ler_sum _ (fun i _ => E i)); rewrite sumrB sumr_const card_ord -mulr_sumr -/(\tr A).
have h : m^-1 ^+ 2 * \tr A <= n%:R / m.
  have -> : n%:R / m = m^-1 ^+ 2 * (n%:R * m) by rewrite expr2 mulrCA -mulrA mulVf ?gt_eqF // mulr1.
  by rewrite ler_pmul2l // exprn_gt0 // invr_gt0.
have -> : m^-1 *+ 2 *+ n = n%:R / m + n%:R / m by rewrite mulr2n mulrnDl mulr_natl.
by rewrite -addrA ler_addl subr_ge0.
Qed.
End Semidefinite.

Section Design.
Variable F : realFieldType.
Variables (d : nat) (g lam : F) (a : nat -> 'cV[F]_d).

(* The design matrix after t rounds, with weights w and ridge lam: sum_{s < t} w_s a_s a_s^T + lam I. *)
Definition design (w : nat -> F) t : 'M[F]_d :=
  \sum_(s < t) w s *: (a s *m (a s)^T) + lam%:M.

(* Discounted: V t is the paper's V_{t+1} = sum_{s <= t} gamma^(t-s) a_s a_s^T + lam I. *)
Definition V t := design (fun s => g ^+ (t.-1 - s)) t.

(* Sliding window: weight 1 for the last tau of t rounds, 0 before. *)
Definition window_weight (tau t s : nat) : F := (t - tau <= s)%N%:R.

Definition V_window tau t := design (window_weight tau t) t.

Lemma qf_sum I (r : seq I) (P : pred I) (M : I -> 'M[F]_d) x :
  qf (\sum_(i <- r | P i) M i) x = \sum_(i <- r | P i) qf (M i) x.
Proof. by elim/big_rec2: _ => [|i y1 y2 _ <-]; rewrite ?qf0 ?qfD. Qed.

(* The quadratic form of a design matrix. *)
Lemma qf_design w t x :
  qf (design w t) x = \sum_(s < t) w s * dot (a s) x ^+ 2 + lam * dot x x.
Proof.
rewrite /design qfD qf_sum qf_scalar; congr (_ + _).
by apply: eq_bigr => s _; rewrite qfZ qf_outer.
Qed.

Lemma design_sym w t : (design w t)^T = design w t.
Proof.
rewrite /design linearD linear_sum /= tr_scalar_mx; congr (_ + _).
by apply: eq_bigr => s _; rewrite linearZ /= trmx_mul trmxK.
Qed.

(* design >= lam I *)
Lemma design_ge w t x : (forall s, (s < t)%N -> 0 <= w s) -> lam * dot x x <= qf (design w t) x.
Proof.
move=> w0; rewrite qf_design ler_addr; apply: sumr_ge0 => s _.
by rewrite mulr_ge0 ?sqr_ge0 ?w0.
Qed.

(* Larger weights, larger matrix: what holds for one observation holds for the sum. *)
Lemma design_mono w1 w2 t : (forall s, (s < t)%N -> w1 s <= w2 s) ->
  loewner (design w1 t) (design w2 t).
Proof.
move=> H x; rewrite !qf_design ler_add2r; apply: ler_sum => s _.
by rewrite ler_wpmul2r ?sqr_ge0 ?H.
Qed.

(* With a positive ridge the matrix is positive definite. *)
Hypothesis lam0 : 0 < lam.
Lemma design_pd w t : (forall s, (s < t)%N -> 0 <= w s) -> pd (design w t).
Proof.
move=> w0; split; first exact: design_sym.
by move=> x /dot_gt0 x0; apply: lt_le_trans (design_ge x w0); rewrite mulr_gt0.
Qed.
End Design.

Section Sums.
Variables (F : realFieldType) (g : F).

(* A weight that depends on the age of a round, over a window: the sum over the ages 0 .. min(t, tau) - 1. *)
Lemma sum_window (f : nat -> F) tau t :
  \sum_(s < t) window_weight F tau t s * f (t.-1 - s)%N = \sum_(i < minn t tau) f i.
Proof.
rewrite (reindex_inj rev_ord_inj) /= (big_ord_widen t) ?geq_minl // [RHS]big_mkcond.
apply: eq_bigr => i _; have it := ltn_ord i.
have -> : (t.-1 - (t - i.+1) = i)%N by lia.
rewrite /window_weight; have -> : (t - tau <= t - i.+1)%N = (i < minn t tau)%N by lia.
by case: ifP; rewrite ?mul1r ?mul0r.
Qed.

(* Geometric sums. *)
Lemma geom (x : F) n : x != 1 -> \sum_(i < n) x ^+ i = (1 - x ^+ n) / (1 - x).
Proof.
move=> x1; have h : 1 - x != 0 by rewrite subr_eq0 eq_sym.
by apply: (mulIf h); rewrite divfK // -[1 - x ^+ n]opprB subrX1 -mulNr opprB mulrC.
Qed.

Lemma sum_geom t : g != 1 -> \sum_(s < t) g ^+ (t.-1 - s) = (1 - g ^+ t) / (1 - g).
Proof.
move=> gn1; rewrite -geom // (reindex_inj rev_ord_inj); apply: eq_bigr => i _.
by congr (_ ^+ _); move: (ltn_ord i) => /=; lia.
Qed.
End Sums.

Section Determinants.
Variable F : realFieldType.
Variables (d : nat) (g lam : F) (a : nat -> 'cV[F]_d).
Hypothesis lam0 : 0 <= lam.
Hypothesis a1 : forall t, dot (a t) (a t) <= 1.

(* Actions in the unit ball: the trace is at most the sum of the weights plus d lam. *)
Lemma tr_design w t : (forall s, (s < t)%N -> 0 <= w s) ->
  \tr (design lam a w t) <= \sum_(s < t) w s + d%:R * lam.
Proof.
move=> w0; rewrite /design raddfD raddf_sum /= mxtrace_scalar -mulr_natl ler_add2r.
apply: ler_sum => s _; rewrite mxtraceZ mxtrace_mulC -[X in _ <= X]mulr1.
by rewrite ler_wpmul2l ?w0 // /mxtrace big_ord1 a1.
Qed.

(* The determinant of a design matrix whose weights add up to at most B. *)
Lemma det_design_le w t B : (forall s, (s < t)%N -> 0 <= w s) -> \sum_(s < t) w s <= B ->
  \det (design lam a w t) <= (lam + B / d%:R) ^+ d.
Proof.
move=> w0 wB; have Dp : psd (design lam a w t).
  by split=> [|x]; [exact: design_sym|apply: le_trans (design_ge lam a x w0); rewrite mulr_ge0 ?dot_ge0].
apply: le_trans (det_trace_psd Dp) _.
have tr0 : 0 <= \tr (design lam a w t).
  by apply: sumr_ge0 => i _; have [_ /(_ (delta_mx i 0))] := Dp; rewrite qf_delta.
have B0 : 0 <= B by apply: le_trans wB; apply: sumr_ge0 => s _; apply: w0.
move: (tr_design w0) tr0; move: (\tr _) => r trD tr0.
have [->|d0] := posnP d; first by rewrite !expr0.
have dp : 0 < d%:R :> F by rewrite ltr0n.
apply: ler_expn2r; rewrite ?nnegrE ?addr_ge0 ?divr_ge0 ?ler0n //.
rewrite ler_pdivr_mulr // mulrDl divfK ?gt_eqF // addrC [lam * _]mulrC.
by apply: le_trans trD _; rewrite ler_add2r.
Qed.

(* P9 (l. 3119-3132): weights w_s^2 and variances v_s <= km; the sum ends with the last round played. *)
Theorem det_H w v km t : (forall s, (s < t)%N -> 0 <= v s <= km) ->
  \det (design lam a (fun s => w s ^+ 2 * v s) t) <= (lam + km * (\sum_(s < t) w s ^+ 2) / d%:R) ^+ d.
Proof.
move=> vk; apply: det_design_le => [s /vk /andP [v0 _]|]; first by rewrite mulr_ge0 ?sqr_ge0.
by rewrite mulr_sumr ler_sum // => s _; rewrite mulrC ler_wpmul2r ?sqr_ge0 //; case/andP: (vk s (ltn_ord s)).
Qed.

(* C9 (l. 3147-3158): the last t0 rounds with weights gamma^(2 age). *)
Theorem det_H_discount v km t0 t : 0 < g < 1 -> (forall s, 0 <= v s <= km) ->
  \det (design lam a (fun s => window_weight F t0 t s * g ^+ (2 * (t.-1 - s)) * v s) t)
    <= (lam + km * (1 - g ^+ (2 * t0)) / (d%:R * (1 - g ^+ 2))) ^+ d.
Proof.
move=> /andP [g0 g1] vk; rewrite invfM mulrCA [_^-1 * _]mulrC.
have w0 s : 0 <= window_weight F t0 t s * g ^+ (2 * (t.-1 - s)).
  by rewrite mulr_ge0 ?ler0n ?exprn_ge0 ?(ltW g0).
apply: det_design_le => [s _|]; first by rewrite mulr_ge0 //; case/andP: (vk s).
apply: (@le_trans _ _ (km * \sum_(s < t) window_weight F t0 t s * g ^+ (2 * (t.-1 - s)))).
  by rewrite mulr_sumr ler_sum // => s _; rewrite [_ * v s]mulrC ler_wpmul2r //; case/andP: (vk s).
rewrite (sum_window (fun i => g ^+ (2 * i))).
have g2 : g ^+ 2 < 1 by rewrite expr_lt1 // ltW.
have g20 : 0 < 1 - g ^+ 2 by rewrite subr_gt0.
have -> : \sum_(i < minn t t0) g ^+ (2 * i) = (1 - g ^+ (2 * minn t t0)) / (1 - g ^+ 2).
  by rewrite exprM -geom ?lt_eqF //; apply: eq_bigr => i _; rewrite exprM.
have km0 : 0 <= km by have /andP [] := vk 0%N; exact: le_trans.
rewrite mulrA ler_pmul2r ?invr_gt0 // ler_wpmul2l // ler_sub // ler_wiexpn2l ?(ltW g0) ?(ltW g1) //; lia.
Qed.

(* C10 (l. 3159-3168): V with ridge lam. *)
Theorem det_V t : 0 < g -> g != 1 ->
  \det (V g lam a t) <= (lam + (1 - g ^+ t) / (d%:R * (1 - g))) ^+ d.
Proof.
move=> g0 gn1; rewrite [_ * (1 - g)]mulrC invfM mulrA -sum_geom //.
by apply: det_design_le => // s _; rewrite exprn_ge0 ?ltW.
Qed.

(* C11 (l. 3169-3180): the last tau rounds; after t rounds there are min(t, tau) of them. *)
Theorem det_H_window v km tau t : (forall s, 0 <= v s <= km) ->
  \det (design lam a (fun s => window_weight F tau t s * v s) t)
    <= (lam + km * (minn t tau)%:R / d%:R) ^+ d.
Proof.
move=> vk; apply: det_design_le => [s _|]; first by rewrite mulr_ge0 ?ler0n //; case/andP: (vk s).
have -> : (minn t tau)%:R = \sum_(s < t) window_weight F tau t s * 1.
  by rewrite (sum_window (fun=> 1)) sumr_const card_ord.
rewrite mulr_sumr ler_sum // => s _; rewrite mulr1 mulrC ler_wpmul2r ?ler0n //.
by case/andP: (vk s).
Qed.
End Determinants.

(* P9 for a positive ridge and weights w >= 0, as the regret theorem uses it. *)
Lemma det_design (F : realFieldType) d (lam : F) (a : nat -> 'cV[F]_d) :
  0 < lam -> (forall t, dot (a t) (a t) <= 1) ->
  forall w t, (0 < d)%N -> (forall s, (s < t)%N -> 0 <= w s) ->
  \det (design lam a w t) <= (lam + (\sum_(s < t) w s) / d%:R) ^+ d.
Proof. by move=> l0 a1 w t _ w0; apply: det_design_le => //; exact: ltW. Qed.
