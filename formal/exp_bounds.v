(* Four values of exp, by squaring: exp(x) >= 1 + x at x/64 or x/128, and exp(2x) = exp(x)^2 (l. 800-807). *)
From Coq Require Import Reals Lra.
Local Open Scope R_scope.

Lemma exp_square (x y z : R) : 0 <= y -> y <= exp x -> z <= y * y -> z <= exp (2 * x).
Proof.
intros y0 h zy; replace (2 * x) with (x + x) by ring; rewrite exp_plus.
apply Rle_trans with (1 := zy); apply Rmult_le_compat; assumption.
Qed.
Lemma exp_start (x : R) : 1 + x <= exp x.
Proof.
destruct (Req_dec x 0) as [->|n]; [rewrite exp_0; lra|].
left; apply exp_ineq1; exact n.
Qed.
Ltac squared y := apply (exp_square _ y); [lra| |lra].

(* exp(7/10) >= 2, so log 2 <= 7/10 *)
Lemma exp_07 : exp (- (7 / 10)) <= / 2.
Proof.
rewrite exp_Ropp; apply Rinv_le_contravar; [lra|].
replace (7 / 10) with (2 * (2 * (2 * (2 * (2 * (2 * (7 / 640))))))) by lra.
squared (141619 / 100000); squared (119004 / 100000); squared (109089 / 100000).
squared (104446 / 100000); squared (102199 / 100000); squared (10109375 / 10000000).
apply Rle_trans with (2 := exp_start _); lra.
Qed.

(* exp(-7/5) > 24/100 *)
Lemma exp_14 : 24 / 100 < exp (- (7 / 5)).
Proof.
apply Rlt_le_trans with (2425 / 10000); [lra|].
replace (- (7 / 5)) with (2 * (2 * (2 * (2 * (2 * (2 * - (7 / 320))))))) by lra.
squared (49269 / 100000); squared (70192 / 100000); squared (83781 / 100000).
squared (91532 / 100000); squared (956725 / 1000000); squared (978125 / 1000000).
apply Rle_trans with (2 := exp_start _); lra.
Qed.

(* 36/100 < 1/e < 37/100 *)
Lemma exp_1 : 36 / 100 < exp (- (1)) < 37 / 100.
Proof.
split.
  apply Rlt_le_trans with (3648 / 10000); [lra|].
  replace (- (1)) with (2 * (2 * (2 * (2 * (2 * (2 * - (1 / 64))))))) by lra.
  squared (60405 / 100000); squared (77721 / 100000); squared (88160 / 100000).
  squared (93894 / 100000); squared (968990 / 1000000); squared (984375 / 1000000).
  apply Rle_trans with (2 := exp_start _); lra.
apply Rle_lt_trans with (/ (2707 / 1000)); [|lra].
rewrite exp_Ropp; apply Rinv_le_contravar; [lra|].
replace 1 with (2 * (2 * (2 * (2 * (2 * (2 * (2 * (1 / 128)))))))) by lra.
squared (164539 / 100000); squared (128273 / 100000); squared (113258 / 100000); squared (106423 / 100000).
squared (1031616 / 1000000); squared (1015685 / 1000000); squared (10078125 / 10000000).
apply Rle_trans with (2 := exp_start _); lra.
Qed.
