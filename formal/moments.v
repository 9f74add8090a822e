(* Exponential moments of bounded centred noise: lemma:upper_bound (l. 1489), the step of
   lemma_instantaneous (l. 1380).  Also the sharper e - 2 in place of the printed constant 1. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.

Section Pointwise.
Local Open Scope R_scope.

(* 5/2 <= e <= 3 *)
Lemma e_bounds : 5 / 2 <= exp 1 <= 3.
Proof.
split; [|exact exp_le_3].
assert (H := exp_ineq1_le (1 / 8)).
assert (E : exp 1 = exp (1 / 8) ^ 8) by (rewrite <- Rpower_pow by apply exp_pos; unfold Rpower;
  rewrite ln_exp; f_equal; simpl; lra).
rewrite E; apply Rle_trans with ((9 / 8) ^ 8); [lra|apply pow_incr; lra].
Qed.

(* e^x <= 1 + x + (e - 2) x^2 for x <= 1: (1 + x + c x^2) e^{-x} falls, rises, falls, and is 1 at 0 and 1. *)
Lemma exp_le_sharp x : x <= 1 -> exp x <= 1 + x + (exp 1 - 2) * x ^ 2.
Proof.
intros Hx; assert (B := e_bounds); set (c := exp 1 - 2).
pose (g := fun x => (1 + x + c * x ^ 2) * exp (- x)).
pose (dg := fun x => x * (2 * c - 1 - c * x) * exp (- x)).
assert (Hc : 1 / 2 <= c <= 1) by (unfold c; lra).
assert (Hg : forall y, is_derive g y (dg y)) by (intros y; unfold g, dg; auto_derive; trivial; ring).
assert (Hcont : forall y, continuity_pt g y).
{ intros y; apply continuity_pt_filterlim.
  apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); eexists; apply Hg. }
assert (mvt : forall a b, exists z, Rmin a b <= z <= Rmax a b /\ g b - g a = dg z * (b - a)).
{ intros a b; apply MVT_gen; intros; [apply Hg|apply Hcont]. }
assert (g0 : g 0 = 1) by (unfold g; rewrite Ropp_0, exp_0; ring).
assert (g1 : g 1 = 1).
{ unfold g; replace (1 + 1 + c * 1 ^ 2) with (exp 1) by (unfold c; ring).
  now rewrite <- exp_plus, Rplus_opp_r, exp_0. }
assert (H : 1 <= g x).
{ destruct (Rle_dec (c * x) (2 * c - 1)) as [h|h].
  - destruct (mvt 0 x) as [z [Hz E]]; rewrite g0 in E; assert (P := exp_pos (- z)).
    assert (0 <= dg z * (x - 0)); [|lra].
    unfold dg; replace (z * (2 * c - 1 - c * z) * exp (- z) * (x - 0))
      with ((z * x) * (2 * c - 1 - c * z) * exp (- z)) by ring.
    revert Hz; unfold Rmin, Rmax; destruct (Rle_dec 0 x); intros Hz;
      (apply Rmult_le_pos; [apply Rmult_le_pos; nra | lra]).
  - destruct (mvt x 1) as [z [Hz E]]; rewrite g1 in E; assert (P := exp_pos (- z)).
    revert Hz; rewrite Rmin_left, Rmax_right by lra; intros Hz.
    assert (0 <= (z * (c * z - (2 * c - 1))) * exp (- z) * (1 - x)); [|unfold dg in E; lra].
    assert (0 <= x) by nra.
    apply Rmult_le_pos; [apply Rmult_le_pos; [apply Rmult_le_pos; nra|lra]|lra]. }
unfold g in H; apply Rmult_le_reg_r with (exp (- x)); [apply exp_pos|].
rewrite <- exp_plus, Rplus_opp_r, exp_0; exact H.
Qed.
End Pointwise.

From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Moment.
Variables (E : finType) (p : E -> R) (eta : E -> R).
Hypothesis p0 : forall e, 0 <= p e.
Hypothesis p1 : \sum_e p e = 1.
Hypothesis centred : \sum_e p e * eta e = 0.
Hypothesis bounded : forall e, `|eta e| <= 1.

(* e - 2 <= 1, so that this is lemma:upper_bound with a better constant *)
Lemma exp_moment_sharp v : `|v| <= 1 ->
  \sum_e p e * exp (v * eta e) <= 1 + (exp 1 - 2%:R) * (v ^+ 2 * \sum_e p e * eta e ^+ 2).
Proof.
move=> v1; set c := exp 1 - 2%:R.
apply: (@le_trans _ _ (\sum_e p e * (1 + v * eta e + c * (v * eta e) ^+ 2))).
  apply: ler_sum => e _; rewrite ler_wpmul2l ?p0 //.
  have : v * eta e <= 1.
    apply: le_trans (ler_norm _) _; rewrite normrM -[1]mulr1.
    by rewrite ler_pmul ?normr_ge0 ?bounded.
  by move=> /RleP /exp_le_sharp H; apply/RleP; move: H; rewrite /c; toR_goal; simpl; lra.
have -> : \sum_e p e * (1 + v * eta e + c * (v * eta e) ^+ 2) =
  \sum_e p e + v * (\sum_e p e * eta e) + c * (v ^+ 2 * (\sum_e p e * eta e ^+ 2)).
  rewrite !mulr_sumr -!big_split /=; apply: eq_bigr => e _; rewrite exprMn.
  by move: (p e) (eta e) => x y; ring.
by rewrite p1 centred mulr0 addr0.
Qed.

Lemma e_minus2 : exp 1 - 2%:R <= 1 :> R.
Proof. by have [_ h] := e_bounds; apply/RleP; toR_goal; simpl; lra. Qed.

(* lemma:upper_bound *)
Lemma exp_moment v : `|v| <= 1 ->
  \sum_e p e * exp (v * eta e) <= 1 + v ^+ 2 * \sum_e p e * eta e ^+ 2.
Proof.
move=> v1; apply: (le_trans (exp_moment_sharp v1)); rewrite ler_add2l -[X in _ <= X]mul1r.
rewrite ler_wpmul2r ?e_minus2 // mulr_ge0 ?sqr_ge0 //.
by apply: sumr_ge0 => e _; rewrite mulr_ge0 ?sqr_ge0.
Qed.

(* 1 + x <= e^x *)
Lemma exp_moment_exp v : `|v| <= 1 ->
  \sum_e p e * exp (v * eta e) <= exp (v ^+ 2 * \sum_e p e * eta e ^+ 2).
Proof.
move=> v1; apply: le_trans (exp_moment v1) _; move: (_ * _) => x.
by apply/RleP; exact: exp_ineq1_le.
Qed.
End Moment.
