(* One round of M_u^t (eq:M_u, lines 1364-1433): its factor, the exponential moment behind it, and the chain
   of expectations. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing potentials tail paper_indices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

Section Process.
Variables (E : finType) (e0 : E) (d : nat) (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R).
Variables (vr : seq E -> R) (m W : R) (w : nat -> R) (xi : 'cV[R]_d).
Local Notation M := (tail_event.M e0 act eps vr (m * W) w xi).
(* v = (w_{u-1}/w_{t-1}) xi.a_{u-1} *)
Local Notation v h := (w (size h) / W * ⟨xi, act h⟩).

(* eq:M_u, one round: the noise enters by v eps/m, the variance by v^2 sigma^2/m^2 *)
Lemma M_factor h e : M (rcons h e) = M h * exp (v h * (eps h e / m) - v h ^+ 2 * vr h / m ^+ 2).
Proof.
rewrite /tail_event.M -expD; congr exp; rewrite /tail_event.logM Hh_rcons Sh_rcons dotDr dotZr (dotC (act h) xi).
rewrite invfM -exprVn; move: (dot xi (Sh _ _ _ _ _)) (qf _ xi) (dot xi (act h)) (w _) (eps h e) (vr h).
by move: (m^-1) (W^-1) => x1 x2 x3 x4 x5 x6 x7 x8; ring.
Qed.

(* the two terms of the exponent as the page writes them *)
Lemma noise_term h e : (m * W)^-1 * ⟨xi, (w (size h) * eps h e) *: act h⟩ = v h * (eps h e / m).
Proof.
rewrite dotZr invfM; move: (dot xi _) (w _) (eps h e) (m^-1) (W^-1) => x1 x2 x3 x4 x5; ring.
Qed.
Lemma variance_term h : (m * W)^-1 ^+ 2 * ⟨xi, (w (size h) ^+ 2 * vr h) *: (act h *m (act h)^T) *m xi⟩ =
  v h ^+ 2 * vr h / m ^+ 2.
Proof.
have := qf_outer (act h) xi; rewrite /qf /bf => e.
rewrite -scalemxAl dotZr e (dotC (act h)) invfM -exprVn.
by move: (dot xi _) (w _) (vr h) (m^-1) (W^-1) => x1 x2 x3 x4 x5; ring.
Qed.
End Process.

Section Moment.
Variables (E : finType) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R).
Variables (w : nat -> R) (m : R) (xi : 'cV[R]_d).
Hypothesis p0 : forall h e, 0 <= p h e.
Hypothesis p1 : forall h, \sum_e p h e = 1.
Hypothesis act1 : forall h, ‖act h‖ <= 1.
Hypothesis centred : forall h, \sum_e p h e * eps h e = 0.
Hypotheses (m0 : 0 < m) (bounded : forall h e, `|eps h e| <= m).
Hypothesis w0 : forall s, (s < n)%N -> 0 < w s.
Hypothesis w_mono : forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s.
Hypothesis xi1 : ‖xi‖ <= 1.
Local Notation v h := (w (size h) / w n.-1 * ⟨xi, act h⟩).

(* |v| <= 1: the last weight is the largest, and xi and a lie in the unit ball (line 1412) *)
Lemma v_le1 h : (size h < n)%N -> `|v h| <= 1.
Proof.
move=> hn; have n0 : (0 < n)%N by exact: leq_ltn_trans hn.
have W0 : 0 < w n.-1 by apply: w0; rewrite prednK.
have r1 : `|w (size h) / w n.-1| <= 1.
  rewrite normrM normfV (gtr0_norm W0) (gtr0_norm (w0 hn)) ler_pdivr_mulr // mul1r.
  by apply: w_mono; [rewrite -ltnS prednK|rewrite prednK].
rewrite normrM -[1]mulr1 ler_pmul //; apply: le_trans (nrm2_cs _ _) _.
by rewrite -[1]mulr1 ler_pmul ?nrm2_ge0.
Qed.

(* lemma:upper_bound for eps/m and v *)
Lemma moment_weights h : (size h < n)%N ->
  \sum_e p h e * exp (v h * (eps h e / m)) <= 1 + v h ^+ 2 / m ^+ 2 * \sum_e p h e * eps h e ^+ 2.
Proof.
move=> hn; have c : \sum_e p h e * (eps h e / m) = 0.
  by under eq_bigr do rewrite mulrA; rewrite -mulr_suml centred mul0r.
have b e : `|eps h e / m| <= 1 by rewrite normrM normfV (gtr0_norm m0) ler_pdivr_mulr // mul1r.
apply: (le_trans (exp_moment (p0 h) (p1 h) c b (v_le1 hn))); rewrite ler_add2l -[X in _ <= X]mulrA.
rewrite ler_wpmul2l ?sqr_ge0 // mulr_sumr; apply: ler_sum => e _.
by rewrite expr_div_n [X in _ <= X]mulrC -!mulrA lexx.
Qed.
End Moment.

Section Chain.
Variables (E : finType) (p : seq E -> E -> R).
Hypothesis p0 : forall h e, 0 <= p h e.
(* a supermartingale up to time n has decreasing expectations *)
Lemma chain_up_to (M : seq E -> R) n h : (forall k, (size k < n)%N -> \sum_e p k e * M (rcons k e) <= M k) ->
  forall l, (size h + l <= n)%N -> Ex p l M h <= M h.
Proof.
move=> H l; elim: l h => [|l IH] h hl //=; apply: le_trans (H h _); last first.
  by rewrite (leq_trans _ hl) // addnS ltnS leq_addr.
by apply: ler_sum => e _; rewrite ler_wpmul2l // IH // size_rcons addSnnS.
Qed.
End Chain.
