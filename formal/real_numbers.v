(* Real numbers: scalar inequalities with exp and ln, and the bridge from Coq's reals to mathcomp. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.

Section Scalars.
Local Open Scope R_scope.
Lemma exp_le_quad x : x <= 1 -> exp x <= 1 + x + x ^ 2.
Proof.
intros Hx.
pose (g := fun x => (1 + x + x ^ 2) * exp (- x)).
pose (dg := fun x => x * (1 - x) * exp (- x)).
assert (Hg : forall y, is_derive g y (dg y)).
{ intros y; unfold g, dg; auto_derive; trivial; ring. }
assert (Hc : forall y, continuity_pt g y).
{ intros y; apply continuity_pt_filterlim.
  apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); eexists; apply Hg. }
assert (H : g 0 <= g x).
{ destruct (MVT_gen g 0 x dg) as [c [Hc1 Hc2]]; [intros; apply Hg | intros; apply Hc|].
  assert (P := exp_pos (- c)).
  assert (0 <= dg c * (x - 0)); [|lra].
  unfold dg; replace (c * (1 - c) * exp (- c) * (x - 0)) with ((c * x) * (1 - c) * exp (- c)) by ring.
  revert Hc1; unfold Rmin, Rmax; destruct (Rle_dec 0 x); intros Hc1;
    (apply Rmult_le_pos; [apply Rmult_le_pos; nra | lra]). }
unfold g in H; rewrite Ropp_0, exp_0 in H.
apply Rmult_le_reg_r with (exp (- x)); [apply exp_pos|].
rewrite <- exp_plus, Rplus_opp_r, exp_0; lra.
Qed.

Lemma ln_ge_half x : 0 <= x <= 1 -> x / 2 <= ln (1 + x).
Proof.
intros Hx; rewrite <- (ln_exp (x / 2)).
assert (H := exp_le_quad (x / 2) ltac:(lra)).
assert (H2 : exp (x / 2) <= 1 + x) by nra.
destruct H2 as [H2|H2]; [left; apply ln_increasing; trivial; apply exp_pos | now rewrite H2; right].
Qed.

(* the deviation step: X^2 <= b X + c gives X <= b + sqrt c *)
Lemma quadratic_solve X b c : 0 <= b -> 0 <= c -> X ^ 2 <= b * X + c -> X <= b + sqrt c.
Proof.
intros Hb Hc H; assert (P := sqrt_pos c); assert (E := sqrt_sqrt c Hc).
destruct (Rle_dec X (b + sqrt c)) as [|N]; trivial; exfalso.
assert (Hs : sqrt c < X - b) by lra.
assert (sqrt c * sqrt c < (X - b) * X).
{ apply Rle_lt_trans with (sqrt c * X); [apply Rmult_le_compat_l; lra|].
  apply Rmult_lt_compat_r; lra. }
nra.
Qed.

(* prop:deviation_main, deterministic part: X^2 <= (1 + Sbar + X / sqrt lam) rho^2 *)
Lemma deviation_solve X rho Sb lam : 0 <= X -> 0 <= rho -> 0 <= Sb -> 0 < lam ->
  X ^ 2 <= (1 + Sb + X / sqrt lam) * rho ^ 2 ->
  X <= sqrt (1 + Sb) * rho + rho ^ 2 / sqrt lam.
Proof.
intros HX Hr HS Hl H; assert (Pl := sqrt_lt_R0 lam Hl).
assert (Hb : 0 <= rho ^ 2 / sqrt lam) by (apply Rdiv_le_0_compat; [apply pow2_ge_0 | trivial]).
assert (Hc : 0 <= (1 + Sb) * rho ^ 2) by (apply Rmult_le_pos; [lra | apply pow2_ge_0]).
assert (Q := quadratic_solve X (rho ^ 2 / sqrt lam) ((1 + Sb) * rho ^ 2) Hb Hc).
rewrite sqrt_mult, sqrt_pow2 in Q by (trivial; try lra; apply pow2_ge_0).
rewrite Rplus_comm; apply Q; unfold Rdiv in *; lra.
Qed.
End Scalars.

From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Delimit Scope ring_scope with ring.
(* inside ln, exp, sqrt the ring notations are mathcomp's as well *)
Global Arguments ln x%ring.
Global Arguments exp x%ring.
Global Arguments sqrt x%ring.

Lemma RinvE' (x : R) : x^-1 = Rinv x.
Proof.
have [->|x0] := eqVneq x 0; last by rewrite RinvE.
by rewrite invr0 Rinv_0.
Qed.

Ltac toR_goal := repeat match goal with
  | |- context [@GRing.zero ?T] => change (@GRing.zero T) with (IZR 0)
  | |- context [@GRing.one ?T] => change (@GRing.one T) with (IZR 1)
  | |- context [@GRing.add ?T ?x ?y] => change (@GRing.add T x y) with (Rplus x y)
  | |- context [@GRing.opp ?T ?x] => change (@GRing.opp T x) with (Ropp x)
  | |- context [@GRing.mul ?T ?x ?y] => change (@GRing.mul T x y) with (Rmult x y)
  | |- context [@GRing.inv ?T ?x] => rewrite [@GRing.inv T x]RinvE'
  | |- context [@GRing.exp ?T ?x ?n] => rewrite -[@GRing.exp T x n]RpowE
  | |- context [@GRing.natmul ?T (IZR 1) ?n] => rewrite -[@GRing.natmul T (IZR 1) n]INRE
  end.

Ltac toR := try apply/RleP; try apply/RltP; repeat match goal with
  | H : is_true (@Order.le _ _ _ _) |- _ => move/RleP: H
  | H : is_true (@Order.lt _ _ _ _) |- _ => move/RltP: H
  end; toR_goal; intros.


Lemma ln_le (x y : R) : 0 < x -> x <= y -> ln x <= ln y.
Proof.
move=> /RltP x0 /RleP xy; apply/RleP; case: xy => [xy|->]; last exact: Rle_refl.
by left; apply: ln_increasing.
Qed.

Lemma lnM (x y : R) : 0 < x -> 0 < y -> ln (x * y) = ln x + ln y.
Proof. by move=> /RltP x0 /RltP y0; exact: (ln_mult x y x0 y0). Qed.

Lemma lnX (x : R) n : 0 < x -> ln (x ^+ n) = ln x *+ n.
Proof.
move=> x0; elim: n => [|n IH]; first by rewrite expr0 mulr0n; exact: ln_1.
by rewrite exprS lnM ?exprn_gt0 // IH mulrS.
Qed.

Lemma ln_prod n (f : 'I_n -> R) : (forall i, 0 < f i) -> ln (\prod_i f i) = \sum_i ln (f i).
Proof.
move=> f0; have : 0 < \prod_i f i /\ ln (\prod_i f i) = \sum_i ln (f i); last by case.
elim/big_rec2: _ => [|i y1 y2 _ [p <-]]; first by split; [exact: ltr01|exact: ln_1].
by split; [exact: mulr_gt0|rewrite lnM].
Qed.

Lemma expD (x y : R) : exp (x + y) = exp x * exp y.
Proof. exact: exp_plus. Qed.
Lemma exp0 : exp 0 = 1. Proof. exact: exp_0. Qed.
Lemma exp_gt0 (x : R) : 0 < exp x. Proof. by apply/RltP; exact: exp_pos. Qed.
Lemma exp_ge0 (x : R) : 0 <= exp x. Proof. exact: ltW (exp_gt0 x). Qed.

Lemma lnK (x : R) : 0 < x -> exp (ln x) = x.
Proof. by move=> /RltP x0; exact: exp_ln. Qed.
Lemma ln_ge0 (x : R) : 1 <= x -> 0 <= ln x.
Proof. by move=> x1; have := ln_le ltr01 x1; rewrite (ln_1 : ln 1 = 0). Qed.
Lemma exp_le (y z : R) : y <= z -> exp y <= exp z.
Proof. by move=> /RleP [yz|->]; apply/RleP; [left; exact: exp_increasing|right]. Qed.

