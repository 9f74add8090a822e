(* c_mu is a slope: c_mu <= k_mu <= kappa = max(1, k_mu).  With kappa, max(1, c_mu/lambda) <= kappa max(1,
   1/lambda) and log(1 + c_mu y) <= kappa log(1 + y), so that 1/lambda may stand for c_mu/lambda in the
   bounds on the regret (l. 684, 787) at the price of a factor kappa. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers mixing.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* exp is convex: exp(p y) <= 1 - p + p exp y for p in [0, 1] *)
Lemma exp_chord (p y : R) : 0 <= p -> p <= 1 -> exp (p * y) <= 1 - p + p * exp y.
Proof.
move=> p0 p1; have E0 := exp_ge0 (p * y); have t z : exp (p * y) * (1 + (z - p * y)) <= exp z.
  have -> : exp z = exp (p * y) * exp (z - p * y) by rewrite -expD addrC subrK.
  by rewrite ler_wpmul2l // exp_tangent.
have t0 := t 0; have t1 := t y; rewrite exp0 in t0; rewrite sub0r in t0.
have q0 : 0 <= 1 - p by rewrite subr_ge0.
apply: (@le_trans _ _ ((1 - p) * (exp (p * y) * (1 - p * y)) + p * (exp (p * y) * (1 + (y - p * y))))).
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; move: (exp _) => x; ring.
by apply: ler_add; [rewrite -[X in _ <= X]mulr1|]; apply: ler_wpmul2l.
Qed.

(* Bernoulli's inequality in logarithms *)
Lemma ln_bernoulli (k y : R) : 1 <= k -> 0 <= y -> ln (1 + k * y) <= k * ln (1 + y).
Proof.
move=> k1 y0; have k0 : 0 < k := lt_le_trans ltr01 k1.
have p : 0 < 1 + y by rewrite ltr_spaddl ?ltr01.
have i0 : 0 <= k^-1 by rewrite invr_ge0 ltW.
have i1 : k^-1 <= 1 by rewrite invf_le1.
have := exp_chord (k * ln (1 + y)) i0 i1; rewrite mulKf ?gt_eqF // lnK // => h.
have q : 0 < 1 + k * y by rewrite ltr_spaddl ?ltr01 // mulr_ge0 // ltW.
rewrite -[X in _ <= X](ln_exp (k * ln (1 + y))%ring : ln (exp _) = _); apply: ln_le => //.
rewrite -(ler_pmul2l (x := k^-1)) ?invr_gt0 // mulrDr mulr1 mulKf ?gt_eqF //.
by move: h; rewrite -[1 - _ + _]addrA ler_add2l -ler_subl_addl opprK addrC.
Qed.

Section Slopes.
Variables (c_mu k_mu lam : R).
Hypotheses (c0 : 0 < c_mu) (ck : c_mu <= k_mu) (lam0 : 0 < lam).
Local Notation kappa := (Num.max 1 k_mu).

Lemma kappa_ge1 : 1 <= kappa. Proof. by rewrite le_maxr lexx. Qed.
Lemma kappa_gt0 : 0 < kappa. Proof. exact: lt_le_trans ltr01 kappa_ge1. Qed.
Lemma slope_kappa : c_mu <= kappa. Proof. by rewrite le_maxr ck orbT. Qed.
Lemma max_kappa : Num.max 1 (c_mu / lam) <= kappa * Num.max 1 (1 / lam).
Proof.
have k1 := kappa_ge1; have M1 : 1 <= Num.max 1 (1 / lam) by rewrite le_maxr lexx.
rewrite le_maxl; apply/andP; split.
  by rewrite -[X in X <= _]mulr1; apply: ler_pmul; rewrite ?ler01.
apply: (@le_trans _ _ (kappa * (1 / lam))).
  by rewrite mulrA mulr1 ler_wpmul2r ?slope_kappa // invr_ge0 ltW.
by rewrite ler_wpmul2l ?(ltW kappa_gt0) // le_maxr lexx orbT.
Qed.
Lemma log_kappa y : 0 <= y -> ln (1 + c_mu * y) <= kappa * ln (1 + y).
Proof.
move=> y0; apply: le_trans (ln_bernoulli kappa_ge1 y0); apply: ln_le.
  by rewrite ltr_spaddl ?ltr01 // mulr_ge0 // ltW.
by rewrite ler_add2l ler_wpmul2r ?slope_kappa.
Qed.

(* Both together *)
Lemma bonus_kappa x y : 0 <= x -> 0 <= y ->
  Num.max 1 (c_mu / lam) * (x + ln (1 + c_mu * y)) <=
  kappa ^+ 2 * (Num.max 1 (1 / lam) * (x + ln (1 + y))).
Proof.
move=> x0 y0; have k1 := kappa_ge1.
have l0 : 0 <= ln (1 + c_mu * y) by apply: ln_ge0; rewrite ler_addl mulr_ge0 // ltW.
have -> : kappa ^+ 2 * (Num.max 1 (1 / lam) * (x + ln (1 + y))) =
  kappa * Num.max 1 (1 / lam) * (kappa * (x + ln (1 + y))).
  by move: kappa (Num.max _ _) (x + _) => a b c; ring.
apply: ler_pmul; rewrite ?max_kappa ?addr_ge0 //; first by rewrite le_maxr ler01.
by rewrite mulrDr; apply: ler_add; rewrite ?log_kappa // ler_pemull.
Qed.
End Slopes.
Arguments bonus_kappa [c_mu k_mu lam] c0 ck lam0 [x y].
