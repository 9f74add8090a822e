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

Section Rounds.
Variable F : realFieldType.
Variables (d : nat) (g lam : F) (a : nat -> 'cV[F]_d).
Hypotheses (g0 : 0 < g) (g1 : g <= 1) (lam0 : 0 < lam).
Notation V := (V g lam a).

Lemma V_pd t : pd (V t).
Proof. by apply: design_pd => // s _; rewrite exprn_ge0 ?ltW. Qed.

(* V >= lam I *)
Lemma V_ge t : loewner lam%:M (V t).
Proof. by move=> x; rewrite qf_scalar; apply: design_ge => s _; rewrite exprn_ge0 ?ltW. Qed.

(* What is left of V t before action t is added: all is discounted, and the ridge comes back to lam. *)
Definition W t : 'M[F]_d := g *: V t + ((1 - g) * lam)%:M.

(* I43: one round. *)
Lemma V_rec t : V t.+1 = W t + a t *m (a t)^T.
Proof.
rewrite /W /V /design big_ord_recr /= subnn expr0 scale1r scalerDr scaler_sumr.
have -> : \sum_(i < t) g ^+ (t - i) *: (a i *m (a i)^T) =
          \sum_(i < t) g *: (g ^+ (t.-1 - i) *: (a i *m (a i)^T)).
  apply: eq_bigr => i _; rewrite scalerA -exprS; congr (_ ^+ _ *: _).
  by case: t i => [[]//|t i]; rewrite /= subSn // -ltnS.
rewrite -!addrA; congr (_ + _); rewrite addrC [RHS]addrA; congr (_ + _).
by rewrite scale_scalar_mx -raddfD /=; congr (_%:M); ring.
Qed.

Lemma qf_W t x : qf (W t) x = g * qf (V t) x + (1 - g) * lam * dot x x.
Proof. by rewrite /W qfD qfZ qf_scalar. Qed.

(* Z160: lam I <= W <= V, and gamma V <= W. *)
Lemma W_ge t : loewner lam%:M (W t).
Proof.
move=> x; have := V_ge t x; rewrite !qf_scalar qf_W => H.
have -> : lam * dot x x = g * (lam * dot x x) + (1 - g) * lam * dot x x.
  by move: (dot x x) => y; ring.
by rewrite ler_add2r ler_pmul2l.
Qed.
Lemma W_le_V t : loewner (W t) (V t).
Proof.
move=> x; have := V_ge t x; rewrite !qf_scalar qf_W; move: (qf (V t) x) (dot x x) => y r H.
have -> : g * y + (1 - g) * lam * r = y - (1 - g) * (y - lam * r) by ring.
by rewrite ler_subl_addr ler_addl mulr_ge0 ?subr_ge0.
Qed.
Lemma gV_le_W t : loewner (g *: V t) (W t).
Proof.
move=> x; rewrite qf_W qfZ ler_addl -mulrA mulr_ge0 ?subr_ge0 //.
by rewrite mulr_ge0 ?dot_ge0 // ltW.
Qed.
Lemma W_pd t : pd (W t).
Proof.
split; first by rewrite /W linearD linearZ /= tr_scalar_mx design_sym.
move=> x /dot_gt0 x0; apply: lt_le_trans (W_ge t x).
by rewrite qf_scalar mulr_gt0.
Qed.

(* The squared norm of the action of round t, in the inverses of V and of W. *)
Definition q t := qf (invmx (V t)) (a t).
Definition z t := qf (invmx (W t)) (a t).

Lemma q_ge0 t : 0 <= q t.
Proof. by have [_] := pd_psd (pd_inv (V_pd t)); apply. Qed.
Lemma q_le_z t : q t <= z t.
Proof. exact: loewner_inv (W_pd t) (V_pd t) (@W_le_V t) (a t). Qed.
Lemma z_ge0 t : 0 <= z t.
Proof. by have [_] := pd_psd (pd_inv (W_pd t)); apply. Qed.

(* I44: each round multiplies the determinant. *)
Lemma det_step t : \det (V t.+1) = \det (W t) * (1 + z t).
Proof. by rewrite V_rec det_rank1 ?pd_unit //; exact: W_pd. Qed.

(* The paper's bound on what a round forgets: at most gamma^-d. *)
Lemma det_forget t : \det (V t) / \det (W t) <= g^-1 ^+ d.
Proof.
have Wd := pd_det_gt0 (W_pd t).
rewrite ler_pdivr_mulr // exprVn ler_pdivl_mull ?exprn_gt0 // -detZ.
apply: det_mono; [|exact: W_pd|exact: gV_le_W].
have [Vs Vq] := V_pd t; split; first by rewrite linearZ /= Vs.
by move=> x /Vq; rewrite qfZ; apply: mulr_gt0.
Qed.

Lemma det_V0 : \det (V 0) = lam ^+ d.
Proof. by rewrite /V /design big_ord0 add0r det_scalar. Qed.
Lemma W0 : W 0 = V 0.
Proof.
rewrite /W /V /design big_ord0 add0r scale_scalar_mx -raddfD /=; congr (_%:M).
by rewrite -mulrDl addrC subrK mul1r.
Qed.

(* With the ridge that comes back (Z160): the mean eigenvalue tr V / d <= lam (1 + x) bounds what is lost. *)
Lemma det_forget_ridge t x : (0 < d)%N -> 0 <= x -> \tr (V t) <= d%:R * (lam * (1 + x)) ->
  \det (V t) / \det (W t) <= ((1 + x) / (1 + g * x)) ^+ d.
Proof.
move=> d0 x0 trV; have Wp := W_pd t; have Wu := pd_unit Wp; have Wd := pd_det_gt0 Wp.
have dp : 0 < d%:R :> F by rewrite ltr0n.
have gx : 0 < 1 + g * x by rewrite ltr_spaddl ?ltr01 // mulr_ge0 // ltW.
pose P : 'M[F]_d := g^-1 *: (1%:M - ((1 - g) * lam) *: invmx (W t)).
have PE : invmx (W t) *m V t = P.
  apply: (can_inj (mulKmx Wu)); rewrite mulKVmx // /P -scalemxAr mulmxBr mulmx1 -scalemxAr mulmxV //.
  by rewrite scalemx1 addrK scalerA mulVf ?gt_eqF // scale1r.
have -> : \det (V t) / \det (W t) = \det P by rewrite -PE det_mulmx det_inv mulrC.
have Pp : psd P.
  split=> [|y]; first by rewrite /P linearZ /= linearB linearZ /= trmx1 invmx_sym //; case: Wp.
  rewrite /P qfZ qfD qfN qfZ qf_scalar mul1r mulr_ge0 ?invr_ge0 ?(ltW g0) // subr_ge0.
  have := qf_inv_le y lam0 Wp (@W_ge t); rewrite ler_pdivl_mulr // => h.
  rewrite -mulrA [lam * _]mulrC; apply: le_trans (ler_wpmul2l _ h) _; first by rewrite subr_ge0.
  by rewrite ler_pimull ?dot_ge0 // ler_subl_addr ler_addl ltW.
apply: le_trans (det_trace_psd Pp) _; apply: ler_expn2r; rewrite ?nnegrE.
- rewrite divr_ge0 ?ler0n //; apply: sumr_ge0 => i _.
  by have [_ /(_ (delta_mx i 0))] := Pp; rewrite qf_delta.
- by rewrite divr_ge0 ?(ltW gx) // addr_ge0.
have m0 : 0 < lam * (1 + g * x) by rewrite mulr_gt0.
have trW : \tr (W t) <= d%:R * (lam * (1 + g * x)).
  rewrite /W raddfD /= mxtraceZ mxtrace_scalar -mulr_natl.
  apply: le_trans (ler_add (ler_wpmul2l (ltW g0) trV) (lexx _)) _.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; move: (d%:R) => D; ring.
move: (tr_inv_ge Wp m0 trW); rewrite /P mxtraceZ raddfB /= mxtrace1 mxtraceZ; move: (\tr (invmx (W t))) => r.
rewrite ler_pdivr_mulr // => h; rewrite ler_pdivr_mulr //.
apply: (@le_trans _ _ (g^-1 * (d%:R - (1 - g) * d%:R / (1 + g * x)))).
  rewrite ler_pmul2l ?invr_gt0 // ler_sub // ler_pdivr_mulr // -!mulrA ler_wpmul2l ?subr_ge0 //.
  by rewrite mulrCA.
rewrite le_eqVlt; apply/orP; left; apply/eqP.
by move: (d%:R) (lt0r_neq0 g0) (lt0r_neq0 gx) => D gn gxn; field; rewrite gn gxn.
Qed.
End Rounds.

Section Logarithms.
Implicit Types x y lam c : R.

Lemma ln1 : ln 1 = 0 :> R. Proof. exact: ln_1. Qed.
Lemma lnV x : 0 < x -> ln x^-1 = - ln x.
Proof. by move=> /RltP x0; rewrite RinvE'; exact: ln_Rinv. Qed.

(* log y <= y - 1 *)
Lemma ln_le_sub1 y : 0 < y -> ln y <= y - 1.
Proof.
move=> y0; have := exp_ineq1_le (ln y); rewrite (lnK y0 : Rtrigo_def.exp (ln y) = y) => /RleP h.
by rewrite ler_subr_addr addrC.
Qed.

(* The tangent of log at x. *)
Lemma ln_tangent x y : 0 < x -> 0 < y -> ln y <= ln x + (y - x) / x.
Proof.
move=> x0 y0; have := ln_le_sub1 (divr_gt0 y0 x0).
by rewrite lnM ?invr_gt0 // lnV // ler_subl_addl mulrBl divff ?gt_eqF.
Qed.

(* log is concave: log(1 + x) is above its chord over [0, y]. *)
Lemma ln_chord x y : 0 <= x -> x <= y -> x * ln (1 + y) <= y * ln (1 + x).
Proof.
move=> x0 xy; have y0 := le_trans x0 xy.
have p1 : 0 < 1 + x by rewrite ltr_spaddl ?ltr01.
have p2 : 0 < 1 + y by rewrite ltr_spaddl ?ltr01.
have h1 := ler_wpmul2l x0 (ln_tangent p1 p2).
have yx : 0 <= y - x by rewrite subr_ge0.
have h2 := ler_wpmul2l yx (ln_tangent p1 ltr01).
have := ler_add h1 h2; rewrite ln1 mulr0 addr0 => h; apply: le_trans h _.
rewrite le_eqVlt; apply/orP; left; apply/eqP.
by move: (ln _) (lt0r_neq0 p1) => l pn; field.
Qed.

(* The arithmetic and the geometric mean, as a concave sum of logarithms. *)
Lemma sum_ln_le n (u : 'I_n -> R) : (0 < n)%N -> (forall i, 0 < u i) ->
  \sum_i ln (u i) <= n%:R * ln ((\sum_i u i) / n%:R).
Proof.
move=> n0 u0; have s0 : 0 < (\sum_i u i) / n%:R.
  rewrite divr_gt0 ?ltr0n // (bigD1 (Ordinal n0)) //= ltr_spaddl //.
  by apply: sumr_ge0 => i _; exact: ltW.
rewrite -ln_prod // mulr_natl -lnX //; apply: ln_le; first by apply: prodr_gt0 => i _.
have := leif_AGM (A := predT) (E := u) (fun i _ => ltW (u0 i)).
by rewrite card_ord => /leifP; case: ifP => _ => [/eqP ->|/ltW].
Qed.

(* c may stand before the logarithm if x <= c log(1 + x) for every squared norm x, that is up to 1/lam. *)
Definition factor lam c := forall x, 0 <= x -> x <= lam^-1 -> x <= c * ln (1 + x).

(* The factor of the paper, and the best one. *)
Definition paper_factor lam := 2%:R * Num.max 1 lam^-1.
Definition sharp_factor lam := (lam * ln (1 + lam^-1))^-1.
#[global] Arguments factor lam%ring c%ring.
#[global] Arguments paper_factor lam%ring.
#[global] Arguments sharp_factor lam%ring.

Lemma ln_ridge_gt0 lam : 0 < lam -> 0 < ln (1 + lam^-1).
Proof.
move=> l0; rewrite -ln1; apply/RltP/ln_increasing; apply/RltP; first exact: ltr01.
by rewrite ltr_addl invr_gt0.
Qed.

(* Z22: the least factor, since x / log(1 + x) increases. *)
Lemma sharp_factorP lam : 0 < lam -> factor lam (sharp_factor lam).
Proof.
move=> l0 x x0 xl; have L := ln_ridge_gt0 l0; rewrite /sharp_factor invfM mulrAC ler_pdivl_mulr //.
exact: ln_chord.
Qed.
Lemma sharp_factor_least lam c : 0 < lam -> factor lam c -> sharp_factor lam <= c.
Proof.
move=> l0 fc; have L := ln_ridge_gt0 l0; rewrite /sharp_factor invfM ler_pdivr_mulr //.
by apply: fc; rewrite // invr_ge0 ltW.
Qed.
Lemma sharp_factor_gt0 lam : 0 < lam -> 0 < sharp_factor lam.
Proof. by move=> l0; rewrite invr_gt0 mulr_gt0 // ln_ridge_gt0. Qed.

(* The paper's factor is at least 2 log 2 = 1.386... times the least. *)
Lemma sharp_factor_gain lam : 0 < lam -> 2%:R * ln 2%:R * sharp_factor lam <= paper_factor lam.
Proof.
move=> l0; have L := ln_ridge_gt0 l0; rewrite /sharp_factor /paper_factor invfM mulrA ler_pdivr_mulr //.
have -> : 2%:R = 1 + 1 :> R by [].
rewrite -!mulrA ler_pmul2l ?addr_gt0 ?ltr01 //; set x := lam^-1.
have x0 : 0 < x by rewrite invr_gt0.
have [x1|x1] := leP x 1; first by rewrite mul1r mulrC -[X in _ <= X]mul1r; apply: ln_chord; rewrite // ltW.
rewrite mulrC ler_pmul2l //; apply: ln_le; first by rewrite addr_gt0 ?ltr01.
by rewrite ler_add2l ltW.
Qed.

(* I47: log(1 + x) >= x/2 on [0, 1], here through its value at 1. *)
Lemma paper_factorP lam : 0 < lam -> factor lam (paper_factor lam).
Proof.
move=> l0 x x0 xl; apply: le_trans (sharp_factorP l0 x0 xl) _.
apply: ler_wpmul2r; first by apply: ln_ge0; rewrite ler_addl.
apply: le_trans (sharp_factor_gain l0); rewrite ler_pemull ?(ltW (sharp_factor_gt0 l0)) //.
have := ln_ge_half 1 (conj (Rlt_le _ _ Rlt_0_1) (Rle_refl 1)); have -> : 2%:R = 1 + 1 :> R by [].
by move=> h; toR; move: h; lra.
Qed.
Lemma factor_ge0 lam c : 0 < lam -> factor lam c -> 0 <= c.
Proof. by move=> l0 /(sharp_factor_least l0); apply: le_trans; exact: ltW (sharp_factor_gt0 l0). Qed.

(* The determinant inequality in logarithms: weights that add up to at most B. *)
Lemma ln_det_design d lam (a : nat -> 'cV[R]_d) w t B : 0 < lam -> (forall t, dot (a t) (a t) <= 1) ->
  (forall s, (s < t)%N -> 0 <= w s) -> \sum_(s < t) w s <= B ->
  ln (\det (design lam a w t) / lam ^+ d) <= d%:R * ln (1 + B / (d%:R * lam)).
Proof.
move=> l0 a1 w0 wB; have B0 : 0 <= B by apply: le_trans wB; apply: sumr_ge0 => s _; apply: w0.
have p : 0 < 1 + B / (d%:R * lam).
  by rewrite ltr_spaddl ?ltr01 // divr_ge0 // mulr_ge0 ?ler0n // ltW.
rewrite mulr_natl -lnX //; apply: ln_le.
  by rewrite divr_gt0 ?exprn_gt0 // pd_det_gt0 //; exact: design_pd.
rewrite ler_pdivr_mulr ?exprn_gt0 // -exprMn mulrDl mul1r invfM mulrA divfK ?gt_eqF //.
by apply: det_design_le => //; exact: ltW.
Qed.
End Logarithms.

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
Lemma window_block b j : (j <= tau)%N -> loewner (potentials.V 1 lam (fun s => a (b + s)%N) j) (V (b + j)).
Proof.
move=> jt x; rewrite /potentials.V /V_window !qf_design ler_add2r big_split_ord /= -[X in X <= _]add0r.
apply: ler_add; first by apply: sumr_ge0 => s _; rewrite mulr_ge0 ?sqr_ge0 ?ler0n.
apply: ler_sum => s _; rewrite expr1n /window_weight.
by have -> : (b + j - tau <= b + s)%N by move: (ltn_ord s); lia.
Qed.

(* I50: a block of n <= tau + 1 rounds pays one logarithm. *)
Lemma block_potential c b n : factor lam c -> (n <= tau.+1)%N ->
  \sum_(j < n) q (b + j)%N <= c * (d%:R * ln (1 + n%:R / (d%:R * lam))).
Proof.
move=> fc nt; pose a' s := a (b + s)%N; have a1' t : dot (a' t) (a' t) <= 1 by exact: a1.
apply: (@le_trans _ _ (\sum_(j < n) potentials.q 1 lam a' j)).
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
