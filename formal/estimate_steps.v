(* Steps of the sections on the estimate and on self-concordance, for claims_estimate_steps.v.

   - window_slide, gap_sum, sum_loewner: sums over rounds and the matrices built from them;
   - mean_slope_ge, mean_slope_gt0: averages of slopes that are at least c, or positive at one end;
   - substitution: the integrals over [0, 1] of f(v) and of f(1 - v) are equal;
   - Hessian_form: the Hessian of the objective of eq:MLE_D as a bilinear form. *)
From Coq Require Import Reals Lra FunctionalExtensionality ssreflect.
From Coquelicot Require Import Coquelicot.

Section Integrals.
Local Open Scope R_scope.

(* Substitution of 1 - v for v. *)
Lemma substitution (f : R -> R) : ex_RInt f 0 1 -> RInt (fun v => f (1 - v)) 0 1 = RInt f 0 1.
Proof.
move=> ex; apply: is_RInt_unique.
have I : is_RInt f (-1 * 0 + 1) (-1 * 1 + 1) (- RInt f 0 1).
  have -> : -1 * 0 + 1 = 1 by ring.
  have -> : -1 * 1 + 1 = 0 by ring.
  exact/is_RInt_swap/RInt_correct.
have J := is_RInt_opp _ _ _ _ (is_RInt_comp_lin f (-1) 1 0 1 _ I).
move: J; rewrite /opp /= Ropp_involutive; apply: is_RInt_ext => v _.
rewrite /scal /= /mult /=; have -> : -1 * v + 1 = 1 - v by ring.
by rewrite /opp /=; ring.
Qed.

(* A continuous function >= 0 on [0, 1] that is positive at 0 has a positive integral. *)
Lemma RInt_pos_left (f : R -> R) : (forall v, continuous f v) -> (forall v, 0 <= f v) -> 0 < f 0 ->
  0 < RInt f 0 1.
Proof.
move=> c p p0; have c0 : continuity_pt f 0 by apply/continuity_pt_filterlim/c.
have h0 : 0 < f 0 / 2 by lra.
have [r [r0 near]] := c0 _ h0.
pose e := Rmin (r / 2) (1 / 2); have e0 : 0 < e by rewrite /e; apply: Rmin_glb_lt; lra.
have er : e < r by apply: Rle_lt_trans (Rmin_l _ _) _; lra.
have e1 : e < 1 by apply: Rle_lt_trans (Rmin_r _ _) _; lra.
have ex u v : ex_RInt f u v by apply: (ex_RInt_continuous (V := R_CompleteNormedModule)) => z _; exact: c.
have <- : plus (RInt f 0 e) (RInt f e 1) = RInt f 0 1 by exact: RInt_Chasles.
have I1 : 0 < RInt f 0 e.
  apply: RInt_gt_0 => // v [v0 ve].
  have [->//|ne] := Req_dec v 0.
  have : R_dist (f v) (f 0) < f 0 / 2.
    apply: near; split; first by split=> //; apply: not_eq_sym.
    by rewrite /dist /= /R_dist Rminus_0_r Rabs_pos_eq; lra.
  by rewrite /R_dist => /Rabs_def2; lra.
have I2 : 0 <= RInt f e 1 by apply: RInt_ge_0 => //; lra.
by rewrite /plus /=; lra.
Qed.
End Integrals.

From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials secant_matrices estimate.
From Glb Require Import paper_indices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Sums over rounds *)

(* From t to t + 1 a window gains its newest term and, once t > tau, loses its oldest. *)
Lemma window_slide (T : zmodType) (f : nat -> T) tau t : (1 <= t)%N ->
  \sum_(maxn 1 (t.+1 - tau) <= s < t.+1) f s =
  \sum_(maxn 1 (t - tau) <= s < t) f s + f t - (if (tau < t)%N then f (t - tau)%N else 0).
Proof.
move=> t1; case: ltnP => h.
  have -> : maxn 1 (t.+1 - tau) = (t - tau).+1 by clear -h; lia.
  have -> : maxn 1 (t - tau) = (t - tau)%N by clear -h; lia.
  have lt : (t - tau <= t)%N by exact: leq_subr.
  by rewrite -big_nat_recr //= [in RHS]big_ltn // addrAC subrr add0r.
have -> : maxn 1 (t.+1 - tau) = 1%N by clear -h; lia.
have -> : maxn 1 (t - tau) = 1%N by clear -h; lia.
by rewrite big_nat_recr //= subr0.
Qed.

(* The rounds before t are those before t - D and those from max(1, t - D) on. *)
Lemma window_split (T : zmodType) (f : nat -> T) D t :
  \sum_(1 <= s < t) f s = \sum_(maxn 1 (t - D) <= s < t) f s + \sum_(1 <= s < t - D) f s.
Proof.
have [h|h] := leqP 1 (t - D).
  by rewrite addrC -big_cat_nat //= leq_subr.
by rewrite [\sum_(1 <= s < t - D) _]big_geq ?addr0 // ltnW.
Qed.

Section Matrices.
Variables (d m t : nat) (a : nat -> 'cV[R]_d).
Implicit Types (f g : nat -> R).
Local Notation Sum f := (\sum_(m <= s < t) f s *: (a s *m (a s)^T)).

(* With ridges lam and lam/c the multiple c of the second matrix takes away the ridge of the first. *)
Lemma gap_sum f g (lam c : R) : c != 0 ->
  Sum f + lam%:M - c *: (Sum g + (lam / c)%:M) = Sum (fun s => f s - c * g s).
Proof.
move=> c0; rewrite scalerDr scale_scalar_mx mulrC divfK // opprD addrACA subrr addr0.
by rewrite scaler_sumr -sumrB; apply: eq_bigr => s _; rewrite scalerA scalerBl.
Qed.

(* The quadratic form of a weighted sum. *)
Lemma qf_Sum f x : ‖x‖²_[Sum f] = \sum_(m <= s < t) f s * ⟨a s, x⟩ ^+ 2.
Proof. by rewrite qf_sum; apply: eq_bigr => s _; rewrite qfZ qf_outer. Qed.

(* Larger weights, larger matrix. *)
Lemma sum_loewner f g (lam : R) : (forall s, (m <= s < t)%N -> f s <= g s) ->
  Sum f + lam%:M ⪯ Sum g + lam%:M.
Proof.
move=> h x; rewrite !qfD ler_add2r !qf_Sum big_nat [X in _ <= X]big_nat; apply: ler_sum => s /h fg.
by rewrite ler_wpmul2r ?sqr_ge0.
Qed.

(* Slopes f_s at least c g_s give a matrix above c times the other, ridge lam against lam/c. *)
Lemma gap_loewner f g (lam c : R) : c != 0 -> (forall s, (m <= s < t)%N -> c * g s <= f s) ->
  c *: (Sum g + (lam / c)%:M) ⪯ Sum f + lam%:M.
Proof.
move=> c0 h x; rewrite -subr_ge0 -qfN -qfD gap_sum // qf_Sum big_nat; apply: sumr_ge0 => s /h fg.
by rewrite mulr_ge0 ?sqr_ge0 ?subr_ge0.
Qed.
End Matrices.

(** * Mean slopes *)

(* A segment in the ball of radius S stays there. *)
Lemma segment_ball d (S v : R) (x y : 'cV[R]_d) : 0 <= v -> v <= 1 -> ‖x‖ <= S -> ‖y‖ <= S ->
  ‖v *: y + (1 - v) *: x‖ <= S.
Proof.
move=> v0 v1 xS yS; rewrite nrm2E; apply: le_trans (nrmD _ _ (psd1 _ d)) _.
rewrite !(nrmZ _ _ (psd1 _ d)) -!nrm2E (ger0_norm v0) ger0_norm ?subr_ge0 //.
have -> : S = v * S + (1 - v) * S by ring.
by apply: ler_add; rewrite ler_wpmul2l ?subr_ge0.
Qed.

Section Slopes.
Variables (d : nat) (dmu : R -> R).
Hypothesis cont : forall z, continuous dmu z.
Implicit Types (b x y : 'cV[R]_d).

(* The path of alpha is that of the parameters, and it is continuous. *)
Lemma path_dot b x y (v : R) : v * ⟨b, y⟩ + (1 - v) * ⟨b, x⟩ = ⟨b, v *: y + (1 - v) *: x⟩.
Proof. by rewrite dotDr !dotZr. Qed.
Lemma path_cont (p q v : R) : continuous (fun v : R => dmu (v * p + (1 - v) * q)) v.
Proof.
apply: (continuous_comp (fun v : R => v * p + (1 - v) * q) dmu) => //.
apply: (ex_derive_continuous (V := R_NormedModule)).
have h : ex_derive (fun v : R => Rplus (Rmult v p) (Rmult (Rplus (IZR 1) (Ropp v)) q)) v by auto_derive.
exact: h.
Qed.

(* Slopes of at least c along the segment average to at least c. *)
Lemma mean_slope_ge b x y (c : R) : (forall v : R, 0 <= v -> v <= 1 -> c <= dmu ⟨b, v *: y + (1 - v) *: x⟩) ->
  c <= mean_slope dmu b x y.
Proof.
move=> h; have {1}-> : c = RInt (fun _ => c) 0 1 by rewrite RInt_const /scal /= /mult /=; toR_goal; lra.
apply/RleP; apply: RInt_le; first by lra.
- exact: ex_RInt_const.
- by apply: (ex_RInt_continuous (V := R_CompleteNormedModule)) => v _; exact: path_cont.
by move=> v [v0 v1]; apply/RleP; rewrite path_dot; apply: h; apply/RleP; apply/Rlt_le.
Qed.

(* In Theta they are at least c_mu. *)
Lemma mean_slope_floor b x y (S c : R) :
  (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c <= dmu ⟨b, x⟩) ->
  ‖b‖ <= 1 -> ‖x‖ <= S -> ‖y‖ <= S -> c <= mean_slope dmu b x y.
Proof. by move=> h b1 xS yS; apply: mean_slope_ge => v v0 v1; apply: h => //; exact: segment_ball. Qed.

(* Averages of slopes that are not negative are not negative, *)
Lemma mean_slope_pos b x y : (forall z, 0 <= dmu z) -> 0 <= mean_slope dmu b x y.
Proof. by move=> p; apply: mean_slope_ge. Qed.

(* and positive if the slope at the first end is. *)
Lemma mean_slope_gt0 b x y : (forall z, 0 <= dmu z) -> 0 < dmu ⟨b, x⟩ -> 0 < mean_slope dmu b x y.
Proof.
move=> p p0; apply/RltP; apply: RInt_pos_left => [v|v|]; first exact: path_cont.
  by apply/RleP; exact: p.
by apply/RltP; rewrite mul0r add0r subr0 mul1r.
Qed.

(* The main text's slopes are integrable, *)
Lemma path_integrable b x y : ex_RInt (fun v : R => dmu ⟨b, (1 - v) *: y + v *: x⟩) 0 1.
Proof.
apply: (ex_RInt_ext (fun v : R => dmu (v * ⟨b, x⟩ + (1 - v) * ⟨b, y⟩))).
  by move=> v _; rewrite addrC -path_dot.
by apply: (ex_RInt_continuous (V := R_CompleteNormedModule)) => v _; exact: path_cont.
Qed.

(* and the main text's path from theta* to hat (l. 909) gives the same alpha. *)
Lemma mean_slope_main b x y : RInt (fun v : R => dmu ⟨b, (1 - v) *: y + v *: x⟩) 0 1 = mean_slope dmu b x y.
Proof.
rewrite /mean_slope -(substitution (fun v : R => dmu (v * ⟨b, y⟩ + (1 - v) * ⟨b, x⟩))); last first.
  by apply: (ex_RInt_continuous (V := R_CompleteNormedModule)) => v _; exact: path_cont.
apply: RInt_ext => v _; rewrite dotDr !dotZr; congr dmu; move: ⟨b, x⟩ ⟨b, y⟩ => p q.
by toR_goal; lra.
Qed.
End Slopes.

(** * The Hessian *)

Section Hessian.
Variables (d : nat) (mu dmu : R -> R) (lam : R).
Variables (a : nat -> 'cV[R]_d) (r w : nat -> R) (t : nat).

Lemma bf_design (f : nat -> R) (u v : 'cV[R]_d) :
  bf (design lam a f t) u v = \sum_(s < t) f s * (⟨a s, v⟩ * ⟨a s, u⟩) + lam * ⟨v, u⟩.
Proof.
rewrite /bf /design mulmxDl mul_scalar_mx dotDr dotZr (dotC u v); congr (_ + _).
under [RHS]eq_bigr do rewrite mulrA.
rewrite mulmx_suml dotC -(dot_suml a t (fun s => f s * ⟨a s, v⟩)); congr ⟨_, u⟩.
by apply: eq_bigr => s _; rewrite -scalemxAl -mulmxA [(a s)^T *m v]mx11_scalar mul_mx_scalar scalerA.
Qed.

(* The derivative in the direction v of the derivative in the direction u is u^T H_t(theta) v. *)
Lemma Hessian_form x u v (e : R) : (forall z, is_derive mu z (dmu z)) ->
  is_derive (fun e : R => ⟨gradient mu lam a r w t (x + e *: v), u⟩) e
    ⟨u, secant_matrices.Hw dmu lam a w t (x + e *: v) *m v⟩.
Proof.
move=> Hmu; pose obs s (z : R) := w s * ((mu ⟨a s, x + z *: v⟩ - r s) * ⟨a s, u⟩).
rewrite -/(bf _ u v) bf_design (_ : (fun e => _) =
  (fun z : R => plus (\sum_(s < t) obs s z) (Rplus (lam * ⟨u, x⟩) (Rmult z (lam * ⟨v, u⟩))))); last first.
  apply: functional_extensionality => z; rewrite dot_gradient; congr (_ + _).
  by rewrite dotC dotDr dotZr (dotC u v) mulrDr [_ * (z * _)]mulrCA.
apply: is_derive_plus; last exact: affine_derive.
apply: (@is_derive_sum t obs (fun s z => w s * dmu ⟨a s, x + z *: v⟩ * (⟨a s, v⟩ * ⟨a s, u⟩))) => s.
exact: slope_derive (Hmu _) (line_derive x v (a s) e).
Qed.
End Hessian.

(** * Recursions and objectives in the paper's rounds *)

(* The objective of the window in the rounds of estimate.v. *)
Lemma window_objective d t tau (lam : R) (b c : R -> R) (a : nat -> 'cV[R]_d) (r : nat -> R) th :
  objective b c lam (fun s => a s.+1) (fun s => r s.+2) (fun s => (t.-1 - tau <= s)%N%:R) t.-1 th =
  - (\sum_(maxn 1 (t - tau) <= s < t) (r s.+1 * ⟨a s, th⟩ - b ⟨a s, th⟩ + c (r s.+1)))
    + lam / 2%:R * ‖th‖ ^+ 2.
Proof.
rewrite /objective rounds_mask rounds_sum; congr (- _ + _); apply: eq_bigr => s _; rewrite /loglik.
have -> : (t - tau <= s.+1)%N = (t.-1 - tau <= s)%N by clear; lia.
by case: ifP; rewrite ?mul1r ?mul0r.
Qed.

(* One round more: every old weight is multiplied by g, the new one is 1, and the ridge comes back. *)
Lemma discount_step d (g ell : R) (a : nat -> 'cV[R]_d) t : (1 <= t)%N ->
  \sum_(1 <= s < t.+1) g ^+ (t.+1 - 1 - s) *: (a s *m (a s)^T) + ell%:M =
  g *: (\sum_(1 <= s < t) g ^+ (t - 1 - s) *: (a s *m (a s)^T) + ell%:M) + a t *m (a t)^T
    + ((1 - g) * ell)%:M.
Proof.
move=> t1; rewrite big_nat_recr //= subn1 subnn expr0 scale1r scalerDr scale_scalar_mx scaler_sumr.
have -> : ell%:M = (g * ell)%:M + ((1 - g) * ell)%:M :> 'M[R]_d by rewrite -raddfD /=; congr _%:M; ring.
rewrite !addrA; congr (_ + _); rewrite addrAC; congr (_ + _ + _).
rewrite !big_nat; apply: eq_bigr => s /andP [s1 st]; rewrite scalerA -exprS; congr (_ ^+ _ *: _).
by clear -s1 st; lia.
Qed.

(* The same for a window. *)
Lemma window_step d tau (ell : R) (a : nat -> 'cV[R]_d) t : (1 <= t)%N ->
  \sum_(maxn 1 (t.+1 - tau) <= s < t.+1) a s *m (a s)^T + ell%:M =
  \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + ell%:M + a t *m (a t)^T
    - (if (tau < t)%N then a (t - tau)%N *m (a (t - tau)%N)^T else 0).
Proof.
move=> t1; rewrite (window_slide (fun s => a s *m (a s)^T)) //.
by rewrite [LHS]addrAC [X in X - _]addrAC.
Qed.

(* The squared weights give a smaller matrix. *)
Lemma tilde_below d t (g lam : R) (dmu : R -> R) (a : nat -> 'cV[R]_d) (th1 th2 : 'cV[R]_d) :
  (forall z, continuous dmu z) -> (forall z, 0 <= dmu z) -> 0 <= g -> g <= 1 ->
  \sum_(1 <= s < t) (g ^+ (2 * (t - 1 - s)) * mean_slope dmu (a s) th1 th2) *: (a s *m (a s)^T) + lam%:M ⪯
  \sum_(1 <= s < t) (g ^+ (t - 1 - s) * mean_slope dmu (a s) th1 th2) *: (a s *m (a s)^T) + lam%:M.
Proof.
move=> cont pos g0 g1; apply: sum_loewner => s _; rewrite ler_wpmul2r ?mean_slope_pos //.
by rewrite mulnC exprM expr2 ler_pimull ?exprn_ge0 ?exprn_ile1.
Qed.
