(* Design matrices, determinants and elliptical potentials (l. 3119-3340). *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Design.
Variable F : realFieldType.
Variables (d : nat) (g lam : F) (a : nat -> 'cV[F]_d).
Hypotheses (g0 : 0 < g) (g1 : g <= 1) (lam0 : 0 < lam).

(* weights w s >= 0: the general design matrix *)
Definition design (w : nat -> F) t : 'M[F]_d :=
  \sum_(s < t) w s *: (a s *m (a s)^T) + lam%:M.

(* V t is the paper's V_{t+1}: rounds 0 .. t-1 have been played *)
Definition V t := design (fun s => g ^+ (t.-1 - s)) t.

Lemma qf_sum I (r : seq I) (P : pred I) (M : I -> 'M[F]_d) x :
  qf (\sum_(i <- r | P i) M i) x = \sum_(i <- r | P i) qf (M i) x.
Proof. by elim/big_rec2: _ => [|i y1 y2 _ <-]; rewrite ?qf0 ?qfD. Qed.

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

Lemma design_ge w t x : (forall s, (s < t)%N -> 0 <= w s) -> lam * dot x x <= qf (design w t) x.
Proof.
move=> w0; rewrite qf_design ler_addr; apply: sumr_ge0 => s _.
by rewrite mulr_ge0 ?sqr_ge0 ?w0.
Qed.

Lemma design_pd w t : (forall s, (s < t)%N -> 0 <= w s) -> pd (design w t).
Proof.
move=> w0; split; first exact: design_sym.
by move=> x /dot_gt0 x0; apply: lt_le_trans (design_ge x w0); rewrite mulr_gt0.
Qed.

(* hand step TERMWISE *)
Lemma design_mono w1 w2 t : (forall s, (s < t)%N -> w1 s <= w2 s) ->
  loewner (design w1 t) (design w2 t).
Proof.
move=> H x; rewrite !qf_design ler_add2r; apply: ler_sum => s _.
by rewrite ler_wpmul2r ?sqr_ge0 ?H.
Qed.

Lemma V_pd t : pd (V t).
Proof. by apply: design_pd => s _; rewrite exprn_ge0 ?ltW. Qed.

(* V^-1 <= I / lam *)
Lemma V_inv_le t x : qf (invmx (V t)) x <= dot x x / lam.
Proof.
have P : pd (lam%:M : 'M[F]_d).
  by split; [rewrite tr_scalar_mx|move=> y /dot_gt0 y0; rewrite qf_scalar mulr_gt0].
have L : loewner lam%:M (V t).
  by move=> y; rewrite qf_scalar; apply: design_ge => s _; rewrite exprn_ge0 ?ltW.
have := loewner_inv P (V_pd t) L x.
by rewrite invmx_scalar qf_scalar mulrC.
Qed.

Lemma V_rec t : V t.+1 = g *: V t + a t *m (a t)^T + ((1 - g) * lam)%:M.
Proof.
rewrite /V /design big_ord_recr /= subnn expr0 scale1r scalerDr scaler_sumr.
have -> : \sum_(i < t) g ^+ (t - i) *: (a i *m (a i)^T) =
          \sum_(i < t) g *: (g ^+ (t.-1 - i) *: (a i *m (a i)^T)).
  apply: eq_bigr => i _; rewrite scalerA -exprS; congr (_ ^+ _ *: _).
  by case: t i => [[]//|t i]; rewrite /= subSn // -ltnS.
rewrite -!addrA; congr (_ + _); rewrite addrCA; congr (_ + _).
by rewrite scale_scalar_mx -raddfD /=; congr (_%:M); ring.
Qed.

Definition q t := qf (invmx (V t)) (a t).

Lemma q_ge0 t : 0 <= q t.
Proof. by have [_] := pd_psd (pd_inv (V_pd t)); apply. Qed.

(* one round *)
Lemma det_step t : g ^+ d * \det (V t) * (1 + q t) <= \det (V t.+1).
Proof.
have Vp := V_pd t; have Vu := pd_unit Vp; have [Vs Vq] := Vp.
have gVp : pd (g *: V t).
  by split; [rewrite linearZ /= Vs|move=> x /Vq; rewrite qfZ; apply: mulr_gt0].
set B := g *: V t + a t *m (a t)^T.
have Bp : pd B.
  apply: (loewner_pd _ gVp); first by rewrite /B linearD linearZ /= Vs trmx_mul trmxK.
  by move=> x; rewrite /B qfD qf_outer ler_addl sqr_ge0.
have L : loewner B (V t.+1).
  move=> x; rewrite V_rec -/B [X in _ <= X]qfD ler_addl qf_scalar.
  by rewrite !mulr_ge0 ?subr_ge0 ?dot_ge0 // ltW.
have := det_mono Bp (V_pd t.+1) L; apply: le_trans.
rewrite /B det_rank1 ?(pd_unit gVp) // detZ ler_pmul2l ?mulr_gt0 ?exprn_gt0 ?pd_det_gt0 //.
rewrite ler_add2l invmxZ ?(pd_unit gVp) // qfZ -/(q t) ler_pemull ?q_ge0 //.
by rewrite invf_ge1.
Qed.

Lemma det_V0 : \det (V 0) = lam ^+ d.
Proof. by rewrite /V /design big_ord0 add0r det_scalar. Qed.

(* hand step INDUCTION *)
Lemma potential_product T :
  g ^+ (d * T) * lam ^+ d * \prod_(t < T) (1 + q t) <= \det (V T).
Proof.
elim: T => [|T IH]; first by rewrite muln0 expr0 mul1r big_ord0 mulr1 det_V0.
apply: le_trans (det_step T); rewrite big_ord_recr /= mulrA.
rewrite ler_pmul2r; last by rewrite ltr_spaddl ?ltr01 ?q_ge0.
rewrite mulnS exprD -!mulrA ler_pmul2l ?exprn_gt0 //.
by rewrite mulrA.
Qed.

(* determinant bound: actions in the unit ball *)
Hypothesis a1 : forall t, dot (a t) (a t) <= 1.

Lemma q_le t : q t <= lam^-1.
Proof.
by apply: le_trans (V_inv_le t (a t)) _; rewrite ler_pdivr_mulr // mulVf ?gt_eqF.
Qed.

Lemma tr_design w t : (forall s, (s < t)%N -> 0 <= w s) ->
  \tr (design w t) <= \sum_(s < t) w s + d%:R * lam.
Proof.
move=> w0; rewrite /design raddfD raddf_sum /= mxtrace_scalar -mulr_natl ler_add2r.
apply: ler_sum => s _; rewrite mxtraceZ mxtrace_mulC -[X in _ <= X]mulr1.
by rewrite ler_wpmul2l ?w0 // /mxtrace big_ord1 a1.
Qed.

(* ineq_det_DLINUCB (l.3119) for weights w *)
Lemma det_design w t : (0 < d)%N -> (forall s, (s < t)%N -> 0 <= w s) ->
  \det (design w t) <= (lam + (\sum_(s < t) w s) / d%:R) ^+ d.
Proof.
move=> d0 w0; apply: le_trans (det_trace (design_pd w0)) _.
have tr0 : 0 <= \tr (design w t).
  by apply: sumr_ge0 => i _; apply/ltW; have [_] := hadamard (design_pd w0); apply.
have dp : 0 < d%:R :> F by rewrite ltr0n.
have sw : 0 <= \sum_(s < t) w s by apply: sumr_ge0 => s _; apply: w0.
apply: ler_expn2r; rewrite ?nnegrE.
- by rewrite divr_ge0 // ltW.
- by rewrite addr_ge0 ?divr_ge0 // ltW.
rewrite ler_pdivr_mulr // mulrDl divfK ?gt_eqF // addrC [lam * _]mulrC.
exact: tr_design.
Qed.

Lemma sum_geom t : g != 1 -> \sum_(s < t) g ^+ (t.-1 - s) = (1 - g ^+ t) / (1 - g).
Proof.
move=> gn1; have h : 1 - g != 0 by rewrite subr_eq0 eq_sym.
rewrite (reindex_inj rev_ord_inj) /=.
have -> : \sum_(i < t) g ^+ (t.-1 - (t - i.+1)) = \sum_(i < t) g ^+ i.
  by apply: eq_bigr => i _; congr (_ ^+ _); case: t i => [[]//|t i]; rewrite subSS subKn // -ltnS.
by apply: (mulIf h); rewrite divfK // -[1 - g ^+ t]opprB subrX1 -mulNr opprB mulrC.
Qed.

(* corollary:inequality_determinant_V *)
Lemma det_V T : (0 < d)%N -> g != 1 ->
  \det (V T) <= (lam + (1 - g ^+ T) / (d%:R * (1 - g))) ^+ d.
Proof.
move=> d0 gn1; apply: le_trans (det_design d0 _) _; first by move=> s _; rewrite exprn_ge0 ?ltW.
by rewrite sum_geom // [_ * (1 - g)]mulrC invfM mulrA.
Qed.
End Design.

Section Potential.
Variables (d : nat) (g lam : R) (a : nat -> 'cV[R]_d).
Hypotheses (g0 : 0 < g) (g1 : g < 1) (lam0 : 0 < lam).
Hypothesis a1 : forall t, dot (a t) (a t) <= 1.
Let m := Num.max 1 lam^-1.
Let qq t := qf (invmx (V g lam a t)) (a t).

Lemma half_log (x : R) : 0 <= x -> x <= lam^-1 -> x <= 2%:R * m * ln (1 + x).
Proof.
move=> x0 xl; have m1 : 1 <= m by rewrite /m le_maxr lexx.
have xm : x <= m by apply: le_trans xl _; rewrite /m le_maxr lexx orbT.
have m0 : 0 < m by apply: lt_le_trans m1; exact: ltr01.
have y01 : 0 <= x / m <= 1 by rewrite divr_ge0 ?(ltW m0) //= ler_pdivr_mulr // mul1r.
have : (x / m) / 2%:R <= ln (1 + x / m).
  move: (x / m) y01 => y /andP [/RleP h1 /RleP h2]; apply/RleP.
  have := ln_ge_half y (conj h1 h2); clear; toR_goal; simpl; lra.
have : ln (1 + x / m) <= ln (1 + x).
  apply: ln_le; first by rewrite ltr_spaddl ?ltr01 //; case/andP: y01.
  by rewrite ler_add2l ler_pdivr_mulr // ler_pemulr.
move=> /(fun h1 h2 => le_trans h2 h1) h /h {h}.
rewrite -mulrA -invfM ler_pdivr_mulr ?mulr_gt0 ?ltr0n //.
by rewrite [ln _ * _]mulrC [m * 2%:R]mulrC.
Qed.

Theorem elliptical_potential T :
  \sum_(t < T) qq t <= 2%:R * m * ln (\det (V g lam a T) / (lam ^+ d * g ^+ (d * T))).
Proof.
have g1' := ltW g1.
have m0 : 0 < 2%:R * m by rewrite mulr_gt0 ?ltr0n // lt_maxr ltr01.
apply: (@le_trans _ _ (\sum_(t < T) 2%:R * m * ln (1 + qq t))).
  by apply: ler_sum => t _; apply: half_log; [exact: q_ge0|exact: q_le].
rewrite -mulr_sumr ler_pmul2l // -ln_prod => [|i]; last first.
  by rewrite ltr_spaddl ?ltr01 //; exact: q_ge0.
apply: ln_le; first by apply: prodr_gt0 => i _; rewrite ltr_spaddl ?ltr01 //; exact: q_ge0.
rewrite ler_pdivl_mulr ?mulr_gt0 ?exprn_gt0 // mulrC [lam ^+ d * _]mulrC.
exact: potential_product.
Qed.

(* with corollary:inequality_determinant_V: the form used in the regret theorem *)
Theorem elliptical_potential_dim T : (0 < d)%N ->
  \sum_(t < T) qq t <=
    2%:R * m * d%:R * (T%:R * ln g^-1 + ln (1 + 1 / (d%:R * lam * (1 - g)))).
Proof.
move=> d0; apply: le_trans (elliptical_potential T) _.
have m0 : 0 < 2%:R * m by rewrite mulr_gt0 ?ltr0n // lt_maxr ltr01.
rewrite -[X in _ <= X]mulrA ler_pmul2l //.
have g1' := ltW g1; have Vp := pd_det_gt0 (V_pd a g0 lam0 T).
have dp : 0 < d%:R :> R by rewrite ltr0n.
have gg : 0 < 1 - g by rewrite subr_gt0.
set c := 1 + _; have c0 : 0 < c by rewrite /c ltr_spaddl ?ltr01 // divr_ge0 ?ler01 // ltW // !mulr_gt0.
have -> : d%:R * (T%:R * ln g^-1 + ln c) = ln (g^-1 ^+ (d * T) * c ^+ d).
  rewrite lnM ?exprn_gt0 ?invr_gt0 // !lnX ?invr_gt0 //.
  by rewrite mulrDr mulrA -natrM !mulr_natl.
apply: ln_le; first by rewrite divr_gt0 ?mulr_gt0 ?exprn_gt0.
rewrite invfM mulrA mulrC -exprVn ler_pmul2l ?exprn_gt0 ?invr_gt0 //.
rewrite ler_pdivr_mulr ?exprn_gt0 // -exprMn.
apply: le_trans (det_V g0 lam0 a1 T d0 _) _; first by rewrite lt_eqF.
apply: ler_expn2r; rewrite ?nnegrE.
- rewrite addr_ge0 ?(ltW lam0) // divr_ge0 //; last by rewrite ltW // mulr_gt0.
  by rewrite subr_ge0 exprn_ile1 // ltW.
- by rewrite ltW // mulr_gt0.
have -> : c * lam = lam + 1 / (d%:R * (1 - g)).
  rewrite /c mulrDl !mul1r; congr (_ + _).
  by rewrite -mulrA [lam * _]mulrC mulrA invfM divfK ?gt_eqF.
rewrite ler_add2l ler_pmul2r ?invr_gt0 ?mulr_gt0 //.
by rewrite ler_subl_addr ler_addl exprn_ge0 // ltW.
Qed.
End Potential.
