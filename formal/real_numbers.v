(* Real numbers: two inequalities with exp and ln, and a bridge from Coq's reals to mathcomp.

   - exp_le_quad: e^x <= 1 + x + x^2 for x <= 1 (moments of the noise, before l. 1426);
   - ln_ge_half: log(1 + x) >= x/2 on [0, 1] (l. 2374, 3250, 3319);
   - ln and exp with mathcomp's ring notations; the tactics toR and toR_goal turn such goals into goals about
     Coq's reals, where lra and nra apply. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.

Section Scalars.
Local Open Scope R_scope.

(* e^x <= 1 + x + x^2 for x <= 1: (1 + x + x^2) e^{-x} is least at 0. *)
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

(* x/2 <= log(1 + x) on [0, 1] *)
Lemma ln_ge_half x : 0 <= x <= 1 -> x / 2 <= ln (1 + x).
Proof.
intros Hx; rewrite <- (ln_exp (x / 2)).
assert (H := exp_le_quad (x / 2) ltac:(lra)).
assert (H2 : exp (x / 2) <= 1 + x) by nra.
destruct H2 as [H2|H2]; [left; apply ln_increasing; trivial; apply exp_pos | now rewrite H2; right].
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

(* mathcomp's inverse is that of Coq, also at 0. *)
Lemma RinvE' (x : R) : x^-1 = Rinv x.
Proof.
have [->|x0] := eqVneq x 0; last by rewrite RinvE.
by rewrite invr0 Rinv_0.
Qed.

(* In the goal, ring operations of mathcomp become those of Coq's reals. *)
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

(* The same after the order relations of the goal and of the hypotheses. *)
Ltac toR := try apply/RleP; try apply/RltP; repeat match goal with
  | H : is_true (@Order.le _ _ _ _) |- _ => move/RleP: H
  | H : is_true (@Order.lt _ _ _ _) |- _ => move/RltP: H
  end; toR_goal; intros.

(* ln is monotone; logarithms of products and powers. *)
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

(* exp: sums, zero, positivity, inverse of ln, monotone. *)
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
