(* Steps of the proofs of the elliptical lemmas (l. 3203-3339), in the rounds of the paper.

   The growing matrices W_t of l. 3205, with V_t = gamma^(t-1) W_t; the matrices W_t^(k) of a block, l. 3283;
   sums over a set of rounds, l. 2343-2350. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials paper_indices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Numbers *)

(* log(1 + x) shrinks when x is divided by max(1, 1/lam), *)
Lemma ln_divided (lam x : R) : 0 <= x -> ln (1 + x / Num.max 1 (1 / lam)) <= ln (1 + x).
Proof.
move=> x0; have m1 : 1 <= Num.max 1 (1 / lam) by rewrite le_maxr lexx.
have m0 : 0 < Num.max 1 (1 / lam) := lt_le_trans ltr01 m1.
apply: ln_le; first by rewrite ltr_spaddl ?ltr01 // divr_ge0 // ltW.
by rewrite ler_add2l ler_pdivr_mulr // ler_pemulr.
Qed.

(* and is then at least half of its argument, if x <= 1/lam. *)
Lemma ln_halved (lam x : R) : 0 < lam -> 0 <= x -> x <= lam^-1 ->
  1 / (2%:R * Num.max 1 (1 / lam)) * x <= ln (1 + x / Num.max 1 (1 / lam)).
Proof.
move=> l0 x0 xl; have m1 : 1 <= Num.max 1 (1 / lam) by rewrite le_maxr lexx.
have ml : lam^-1 <= Num.max 1 (1 / lam) by rewrite div1r le_maxr lexx orbT.
move: (Num.max _ _) m1 ml => M m1 ml; have m0 : 0 < M := lt_le_trans ltr01 m1; set y := x / M.
have y0 : 0 <= y by rewrite divr_ge0 // ltW.
have y1 : y <= 1 by rewrite ler_pdivr_mulr // mul1r (le_trans xl).
have -> : 1 / (2%:R * M) * x = y / 2%:R by rewrite /y mul1r invfM mulrC mulrA mulrAC.
by have h := ln_ge_half y; toR; move: h => /(_ (conj y0 y1)) /=; lra.
Qed.

(* The logarithm of a product over rounds. *)
Lemma ln_prod_nat m n (f : nat -> R) : (forall t, (m <= t < n)%N -> 0 < f t) ->
  ln (\prod_(m <= t < n) f t) = \sum_(m <= t < n) ln (f t).
Proof.
move=> f0; suff [_ ->] : 0 < \prod_(m <= t < n) f t /\ ln (\prod_(m <= t < n) f t) =
  \sum_(m <= t < n) ln (f t) by [].
rewrite !big_nat; elim/big_rec2: _ => [|i y1 y2 /f0 p [p1 <-]]; first by split; [exact: ltr01|exact: ln1].
by split; [exact: mulr_gt0|rewrite lnM].
Qed.

(* Quotients of successive numbers multiply to the quotient of the last and the first. *)
Lemma telescope_prod (f : nat -> R) m n : (m <= n)%N -> (forall t, (m <= t <= n)%N -> f t != 0) ->
  \prod_(m <= t < n) (f t.+1 / f t) = f n / f m.
Proof.
elim: n => [|n IH] mn f0.
  by move: mn f0; rewrite leqn0 => /eqP -> f0; rewrite big_geq // divff // f0.
move: mn; rewrite leq_eqVlt => /orP [/eqP e|].
  by rewrite -e in f0 *; rewrite big_geq // divff // f0 ?leqnn.
rewrite ltnS => mn; rewrite big_nat_recr //= IH // => [|t tm]; last by apply: f0; lia.
by rewrite mulrC mulrA divfK // f0; lia.
Qed.

(* Cauchy-Schwarz for numbers: the sum over a set of at most T rounds. *)
Lemma cauchy_rounds (T : nat) (P : pred nat) (x : nat -> R) : (forall t, 0 <= x t) ->
  \sum_(1 <= t < T.+1 | P t) x t <=
  Num.sqrt T%:R * Num.sqrt (\sum_(1 <= t < T.+1 | P t) x t ^+ 2).
Proof.
move=> x0; rewrite big_add1 big_mkord [X in Num.sqrt _ * Num.sqrt X]big_add1 big_mkord /=.
pose u : 'cV[R]_T := \col_i (P i.+1)%:R; pose v : 'cV[R]_T := \col_i (if P i.+1 then x i.+1 else 0).
have -> : \sum_(i < T | P i.+1) x i.+1 = dot u v.
  by rewrite dotE big_mkcond /=; apply: eq_bigr => i _; rewrite !mxE; case: ifP; rewrite ?mul1r ?mul0r.
have -> : \sum_(i < T | P i.+1) x i.+1 ^+ 2 = dot v v.
  by rewrite dotE big_mkcond /=; apply: eq_bigr => i _; rewrite !mxE; case: ifP; rewrite ?mul0r -?expr2.
apply: le_trans (ler_norm _) _; apply: le_trans (nrm2_cs _ _) _.
rewrite -/(nrm2 v) ler_wpmul2r ?nrm2_ge0 // /nrm2 ler_wsqrtr // dotE.
apply: (@le_trans _ _ (\sum_(i < T) 1)); last by rewrite sumr_const card_ord.
by apply: ler_sum => i _; rewrite !mxE; case: (P _); rewrite ?mulr1 ?mulr0 ?ler01.
Qed.

(** * The growing matrices of the discounted proof *)

Section Growing.
Variables (d : nat) (gamma lam : R) (a : nat -> 'cV[R]_d).
Hypotheses (g0 : 0 < gamma) (l0 : 0 < lam).

(* W_t = sum_{s < t} gamma^-s a_s a_s^T + gamma^-(t-1) lam I (l. 3205) *)
Definition grown t : 'M[R]_d :=
  \sum_(1 <= s < t) gamma ^- s *: (a s *m (a s)^T) + (gamma ^- (t - 1) * lam)%:M.

Let gn n : gamma ^+ n != 0. Proof. by rewrite expf_neq0 // gt_eqF. Qed.
Let gp n : 0 < gamma ^- n. Proof. by rewrite invr_gt0 exprn_gt0. Qed.

(* V_t = gamma^(t-1) W_t *)
Lemma grown_V t : \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + lam%:M =
  gamma ^+ (t - 1) *: grown t.
Proof.
rewrite /grown scalerDr scaler_sumr scale_scalar_mx mulrA mulfV ?gn // mul1r; congr (_ + _).
rewrite !big_nat; apply: eq_bigr => s /andP [s1 st]; rewrite scalerA; congr (_ *: _).
have {2}-> : (t - 1 = (t - 1 - s) + s)%N by clear -s1 st; lia.
by rewrite exprD mulfK ?gn.
Qed.

(* One round more. *)
Lemma grown_rec t : (1 <= t)%N ->
  grown t.+1 = gamma ^- t *: (a t *m (a t)^T) + (gamma ^- t * (1 - gamma) * lam)%:M + grown t.
Proof.
move=> t1; rewrite /grown big_nat_recr //= [X in X + _ = _]addrC.
have -> : (gamma ^- (t.+1 - 1) * lam)%:M =
    (gamma ^- t * (1 - gamma) * lam)%:M + (gamma ^- (t - 1) * lam)%:M :> 'M[R]_d.
  rewrite -raddfD /= -mulrDl; congr (_ * _)%:M; case: t t1 => // t _; rewrite !subn1 /= exprS invfM.
  by rewrite mulrBr mulr1 mulrAC mulVf ?gt_eqF // mul1r subrK.
exact: addrACA.
Qed.

Lemma grown_sym t : (grown t)^T = grown t.
Proof.
rewrite /grown linearD linear_sum /= tr_scalar_mx; congr (_ + _).
by apply: eq_bigr => s _; rewrite linearZ /= trmx_mul trmxK.
Qed.

(* W_t >= gamma^-(t-1) lam I > 0 *)
Lemma grown_ge t : loewner (gamma ^- (t - 1) * lam)%:M (grown t).
Proof.
move=> x; rewrite /grown qfD ler_addr qf_sum; apply: sumr_ge0 => s _.
by rewrite qfZ qf_outer mulr_ge0 ?sqr_ge0 ?(ltW (gp s)).
Qed.
Lemma grown_pd t : pd (grown t).
Proof.
split=> [|x x0]; first exact: grown_sym.
by apply: lt_le_trans (grown_ge t x); rewrite qf_scalar mulr_gt0 ?dot_gt0 // mulr_gt0.
Qed.

Lemma grown1 : \det (grown 1) = lam ^+ d.
Proof. by rewrite /grown big_geq // add0r expr0 invr1 mul1r det_scalar. Qed.

(* |a_t|^2 in the norm of W_t^-1 *)
Local Notation x t := (qf (invmx (grown t)) (a t)).
Lemma grown_norm_ge0 t : 0 <= x t.
Proof. by have [_] := pd_psd (pd_inv (grown_pd t)); apply. Qed.

(* W_{t+1} >= W_t + gamma^-t a_t a_t^T if gamma <= 1, *)
Lemma grown_le t : gamma <= 1 -> (1 <= t)%N ->
  loewner (gamma ^- t *: (a t *m (a t)^T) + grown t) (grown t.+1).
Proof.
move=> g1 t1 y; rewrite grown_rec // !qfD ler_add2r ler_addl qf_scalar.
by rewrite !mulr_ge0 ?dot_ge0 ?subr_ge0 ?(ltW l0) ?(ltW (gp t)).
Qed.

(* the determinant of which is det W_t (1 + gamma^-t |a_t|^2). *)
Lemma grown_rank1 t : \det (gamma ^- t *: (a t *m (a t)^T) + grown t) =
  \det (grown t) * (1 + gamma ^- t * x t).
Proof.
pose c := Num.sqrt (gamma ^- t); have c2 : c * c = gamma ^- t by rewrite -expr2 sqr_sqrtr // ltW.
have -> : gamma ^- t *: (a t *m (a t)^T) = (c *: a t) *m (c *: a t)^T.
  by rewrite linearZ /= -scalemxAl -scalemxAr scalerA c2.
rewrite addrC det_rank1 ?(pd_unit (grown_pd t)) //.
by rewrite {1}/qf bfZl bfZr mulrA c2.
Qed.

Lemma grown_rank1_pd t : pd (gamma ^- t *: (a t *m (a t)^T) + grown t).
Proof.
have [Ws Wp] := grown_pd t; split=> [|y y0].
  by rewrite linearD linearZ /= trmx_mul trmxK Ws.
by rewrite qfD qfZ qf_outer ltr_paddl ?Wp // mulr_ge0 ?sqr_ge0 // ltW.
Qed.

Lemma det_grown t : gamma <= 1 -> (1 <= t)%N -> \det (grown t) * (1 + gamma ^- t * x t) <= \det (grown t.+1).
Proof.
move=> g1 t1; rewrite -grown_rank1; apply: det_mono (grown_rank1_pd t) (grown_pd _) _.
exact: grown_le.
Qed.

(* The products of l. 3229-3233. *)
Lemma factor_gt0 t : 0 < 1 + gamma ^- t * x t.
Proof. by rewrite ltr_spaddl ?ltr01 // mulr_ge0 ?grown_norm_ge0 // ltW. Qed.
Lemma det_grown_prod T : gamma <= 1 ->
  \prod_(1 <= t < T.+1) (1 + gamma ^- t * x t) <=
  \prod_(1 <= t < T.+1) (\det (grown t.+1) / \det (grown t)).
Proof.
move=> g1; rewrite !big_nat; apply: ler_prod => t /andP [t1 _]; rewrite ltW ?factor_gt0 //=.
by rewrite ler_pdivl_mulr ?(pd_det_gt0 (grown_pd t)) // mulrC det_grown.
Qed.
Lemma det_grown_telescope T :
  \prod_(1 <= t < T.+1) (\det (grown t.+1) / \det (grown t)) = \det (grown T.+1) / \det (grown 1).
Proof.
apply: (@telescope_prod (fun t => \det (grown t))) => // t _.
by rewrite gt_eqF // (pd_det_gt0 (grown_pd t)).
Qed.

(* Their logarithms (l. 3236). *)
Lemma ln_grown T : gamma <= 1 ->
  \sum_(1 <= t < T.+1) ln (1 + gamma ^- t * x t) <= ln (\det (grown T.+1) / lam ^+ d).
Proof.
move=> g1; rewrite -ln_prod_nat => [|t _]; last exact: factor_gt0.
apply: ln_le; first by rewrite big_nat; apply: prodr_gt0 => t _; exact: factor_gt0.
by rewrite -grown1 -det_grown_telescope; exact: det_grown_prod.
Qed.

(* gamma^-(t-1) |a_t|^2 is the squared norm in the inverse of V_t, *)
Lemma grown_norm_V t : gamma ^- (t - 1) * x t =
  qf (invmx (\sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + lam%:M)) (a t).
Proof.
have k0 : gamma ^+ (t - 1) \is a GRing.unit by rewrite unitfE gn.
by rewrite grown_V invmxZ ?qfZ // unitmxZ // (pd_unit (grown_pd t)).
Qed.

(* and at most 1/lam. *)
Lemma grown_norm_le t : ‖a t‖ <= 1 -> gamma ^- (t - 1) * x t <= lam^-1.
Proof.
rewrite unit_ball => a1; have k0 : 0 < gamma ^- (t - 1) * lam by rewrite mulr_gt0.
have := qf_inv_le (a t) k0 (grown_pd t) (@grown_ge t); rewrite ler_pdivl_mulr // => h.
rewrite -[lam^-1]div1r ler_pdivl_mulr // [_ * qf _ _]mulrC -mulrA; exact: le_trans h a1.
Qed.
End Growing.

(** * The matrices of a block *)

Section Block.
Variables (d : nat) (lam : R) (a : nat -> 'cV[R]_d).
Hypothesis l0 : 0 < lam.

(* W_t^(k) = sum_{b <= s < t} a_s a_s^T + lam I with b = k tau + 1 (l. 3283) *)
Definition block b t : 'M[R]_d := \sum_(b <= s < t) a s *m (a s)^T + lam%:M.

Lemma block_ge b t : loewner lam%:M (block b t).
Proof.
move=> y; rewrite /block qfD ler_addr qf_sum; apply: sumr_ge0 => s _.
by rewrite qf_outer sqr_ge0.
Qed.
Lemma block_pd b t : pd (block b t).
Proof.
split=> [|y y0]; last by apply: lt_le_trans (block_ge b t y); rewrite qf_scalar mulr_gt0 ?dot_gt0.
rewrite /block linearD linear_sum /= tr_scalar_mx; congr (_ + _).
by apply: eq_bigr => s _; rewrite trmx_mul trmxK.
Qed.
Lemma block_start b : block b b = lam%:M.
Proof. by rewrite /block big_geq // add0r. Qed.

Local Notation x b t := (qf (invmx (block b t)) (a t)).
Lemma block_norm_ge0 b t : 0 <= x b t.
Proof. by have [_] := pd_psd (pd_inv (block_pd b t)); apply. Qed.
Lemma block_norm_le b t : ‖a t‖ <= 1 -> x b t <= lam^-1.
Proof.
rewrite unit_ball => a1; apply: le_trans (qf_inv_le _ l0 (block_pd b t) (@block_ge b t)) _.
by rewrite ler_pdivr_mulr // mulVf // gt_eqF.
Qed.

(* I50: one round more. *)
Lemma det_block b t : (b <= t)%N -> \det (block b t.+1) = \det (block b t) * (1 + x b t).
Proof.
move=> bt; rewrite -det_rank1 ?(pd_unit (block_pd b t)) //.
by rewrite /block big_nat_recr //= addrAC.
Qed.

(* The product over a block (l. 3303-3308). *)
Lemma det_block_prod b n : (b <= n)%N ->
  \det (block b n) / \det (block b b) = \prod_(b <= t < n) (\det (block b t.+1) / \det (block b t)) /\
  \prod_(b <= t < n) (\det (block b t.+1) / \det (block b t)) = \prod_(b <= t < n) (1 + x b t).
Proof.
move=> bn; have p t := pd_det_gt0 (block_pd b t); split.
  by rewrite (@telescope_prod (fun t => \det (block b t))) // => t _; rewrite gt_eqF.
rewrite !big_nat; apply: eq_bigr => t /andP [bt _]; rewrite det_block // mulrC mulKf //.
by rewrite gt_eqF.
Qed.
Lemma ln_block b n : (b <= n)%N ->
  ln (\det (block b n) / lam ^+ d) = \sum_(b <= t < n) ln (1 + x b t).
Proof.
move=> bn; have [E1 E2] := det_block_prod bn.
rewrite -ln_prod_nat => [|t _]; last by rewrite ltr_spaddl ?ltr01 // block_norm_ge0.
by rewrite -E2 -E1 block_start det_scalar.
Qed.

(* V_t of the window contains the block so far (I49). *)
Lemma block_le_window b t tau : (1 <= b)%N -> (t <= b + tau)%N ->
  loewner (block b t) (\sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + lam%:M).
Proof.
move=> b1 tb y; rewrite /block !qfD ler_add2r !qf_sum.
have [bt|tb'] := leqP b t; last first.
  rewrite big_geq ?(ltnW tb') //; apply: sumr_ge0 => s _; rewrite qf_outer; exact: sqr_ge0.
rewrite [X in _ <= X](@big_cat_nat _ _ _ b) //=; last by clear -b1 tb; lia.
by rewrite ler_addr; apply: sumr_ge0 => s _; rewrite qf_outer sqr_ge0.
Qed.

(* At most (lam + tau / d)^d after a block of tau rounds. *)
Lemma det_block_le b tau : (forall s, (b <= s)%N -> ‖a s‖ <= 1) ->
  \det (block b (b + tau)) <= (lam + tau%:R / d%:R) ^+ d.
Proof.
move=> a1; have -> : block b (b + tau) = design lam (fun s => a (s + b)%N) (fun=> 1) tau.
  rewrite /block /design -[X in \sum_(X <= _ < _) _]add0n big_addn addKn big_mkord; congr (_ + _).
  by apply: eq_bigr => s _; rewrite scale1r.
have u s : ⟨a (s + b)%N, a (s + b)%N⟩ <= 1 by rewrite -unit_ball a1 // leq_addl.
apply: (det_design_le (ltW l0) u) => [s _|]; first exact: ler01.
by rewrite sumr_const card_ord.
Qed.
End Block.
