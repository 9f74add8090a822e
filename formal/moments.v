(* Exponential moments of bounded noise: lemma:upper_bound (l. 1489), lemma_instantaneous (l. 1380). *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* lemma:upper_bound: finitely supported centred noise bounded by one *)
Section Moment.
Variables (E : finType) (p : E -> R) (eta : E -> R).
Hypothesis p0 : forall e, 0 <= p e.
Hypothesis p1 : \sum_e p e = 1.
Hypothesis centred : \sum_e p e * eta e = 0.
Hypothesis bounded : forall e, `|eta e| <= 1.

Lemma exp_moment v : `|v| <= 1 ->
  \sum_e p e * exp (v * eta e) <= 1 + v ^+ 2 * \sum_e p e * eta e ^+ 2.
Proof.
move=> v1; apply: (@le_trans _ _ (\sum_e p e * (1 + v * eta e + (v * eta e) ^+ 2))).
  apply: ler_sum => e _; rewrite ler_wpmul2l ?p0 //.
  have : v * eta e <= 1.
    apply: le_trans (ler_norm _) _; rewrite normrM -[1]mulr1.
    by rewrite ler_pmul ?normr_ge0 ?bounded.
  by move=> /RleP /exp_le_quad H; apply/RleP; move: H; toR_goal; simpl; lra.
have -> : \sum_e p e * (1 + v * eta e + (v * eta e) ^+ 2) =
  \sum_e p e + v * (\sum_e p e * eta e) + v ^+ 2 * (\sum_e p e * eta e ^+ 2).
  rewrite !mulr_sumr -!big_split /=; apply: eq_bigr => e _.
  by rewrite !mulrDr mulr1 exprMn; congr (_ + _ + _); rewrite mulrCA.
by rewrite p1 centred mulr0 addr0.
Qed.

Lemma exp_moment_exp v : `|v| <= 1 ->
  \sum_e p e * exp (v * eta e) <= exp (v ^+ 2 * \sum_e p e * eta e ^+ 2).
Proof.
move=> v1; apply: le_trans (exp_moment v1) _; move: (_ * _) => x.
by apply/RleP; exact: exp_ineq1_le.
Qed.
End Moment.

