(* Numbers for moved constants: the bandit of stubborn_bandit.v with lambda = 10^4.  There rho <= 26 and beta
   <= 396, while sqrt(lambda) = 100: a quarter of the bonus of its first round is at most 1.98, and the round
   costs 2. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting rates rates_discount mixing small_witnesses.
From Glb Require Import stubborn_bandit potential_rounds.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* lambda *)
Definition ridge4 : R := (100%:R ^+ 2)%ring.
Lemma ridge4_gt0 : 0 < ridge4. Proof. by rewrite exprn_gt0 ?ltr0n. Qed.
Lemma sqrt_ridge4 : Num.sqrt ridge4 = 100%:R. Proof. by rewrite sqrtr_sqr ger0_norm ?ler0n. Qed.

(* The radius, in the shape of the claims. *)
Lemma calm_rho (y : R) : 0 <= y -> y <= 1 ->
  0 <= Num.sqrt ridge4 / (2%:R * 2%:R) + 2%:R * 2%:R / Num.sqrt ridge4 * ln (2%:R / 2%:R^-1)
    + 1%:R * 2%:R / Num.sqrt ridge4 * ln (1 + y) + 2%:R * 2%:R / Num.sqrt ridge4 * (1%:R * ln 2%:R) <= 26%:R.
Proof.
move=> y0 y1; have y2 : 0 < 1 + y by rewrite ltr_spaddl ?ltr01.
have l2 : ln 2%:R <= 1 by apply: (le_trans (ln_le_sub1 two_gt0)); rewrite -[2%:R]/(1 + 1 : R) addrK.
have l0 : 0 <= ln 2%:R by rewrite ln_ge0 ?ler1n.
have ly : ln (1 + y) <= y by apply: (le_trans (ln_le_sub1 y2)); rewrite addrC addKr.
have ly0 : 0 <= ln (1 + y) by rewrite ln_ge0 // ler_addl.
rewrite sqrt_ridge4 invrK lnM ?two_gt0 //; move: (ln _) (ln _) l2 l0 ly ly0 => a b l2 l0 ly ly0.
move/RleP: l2 => l2; move/RleP: l0 => l0; move/RleP: ly => ly; move/RleP: ly0 => ly0; move/RleP: y1 => y1.
apply/andP; split; apply/RleP; move: l2 l0 ly ly0 y1; toR_goal; rewrite !INR_IZR_INZ; simpl; lra.
Qed.

Lemma calm_y (k : R) : 0 <= k -> k <= 1 -> 0 <= k / (1%:R * ridge4) /\ k / (1%:R * ridge4) <= 1.
Proof.
move=> k0 k1; rewrite mul1r divr_ge0 ?(ltW ridge4_gt0) // ler_pdivr_mulr ?ridge4_gt0 // mul1r.
by split=> //; apply: (le_trans k1); rewrite /ridge4 -natrX ler1n.
Qed.

(* The factor of beta, for s = Sbar. *)
Lemma calm_factor (s rho : R) : 0 <= s -> s <= 101%:R / 100%:R -> 0 <= rho <= 26%:R ->
  Num.sqrt (1 + s + Num.sqrt ((1 + s) / ridge4) * rho + (rho / Num.sqrt ridge4) ^+ 2) ^+ 3
    <= 396%:R / 100%:R.
Proof.
move=> s0 s1 /andP [r0 r1]; have c0 : 0 <= 1582%:R / 1000%:R :> R by rewrite divr_ge0 ?ler0n.
have d0 : 0 <= 71%:R / (50%:R * 100%:R) :> R by rewrite divr_ge0 ?mulr_ge0 ?ler0n.
have q : Num.sqrt ((1 + s) / ridge4) <= 71%:R / (50%:R * 100%:R).
  rewrite -[X in _ <= X](ger0_norm d0) -sqrtr_sqr; apply: ler_wsqrtr.
  rewrite ler_pdivr_mulr ?ridge4_gt0 // /ridge4; move/RleP: s1 => s1; apply/RleP; move: s1; toR_goal.
  by rewrite !INR_IZR_INZ; simpl; lra.
have q0 := sqrtr_ge0 ((1 + s) / ridge4); move: (Num.sqrt _) q q0 => w q q0.
have i : 1 + s + w * rho + (rho / Num.sqrt ridge4) ^+ 2 <= (1582%:R / 1000%:R) ^+ 2.
  have w1 : w * rho <= 71%:R / (50%:R * 100%:R) * 26%:R by rewrite ler_pmul.
  have e1 : (rho / Num.sqrt ridge4) ^+ 2 <= (26%:R / 100%:R) ^+ 2.
    have h0 : 0 <= rho / 100%:R := divr_ge0 r0 (ler0n _ _).
    have h1 : 0 <= 26%:R / 100%:R :> R by apply: divr_ge0; exact: ler0n.
    by rewrite sqrt_ridge4 ler_expn2r ?nnegrE // ler_pmul2r ?invr_gt0 ?ltr0n.
  apply: le_trans (ler_add (ler_add (ler_add (lexx 1) s1) w1) e1) _.
  by apply/RleP; toR_goal; rewrite !INR_IZR_INZ; simpl; lra.
have := ler_wsqrtr i; rewrite [X in _ <= X]sqrtr_sqr (ger0_norm c0) => h.
apply: (@le_trans _ _ ((1582%:R / 1000%:R) ^+ 3)); first by rewrite ler_expn2r ?nnegrE ?sqrtr_ge0.
by apply/RleP; toR_goal; rewrite !INR_IZR_INZ; simpl; lra.
Qed.

(* The norm of the first action. *)
Lemma calm_norm (x : R) : `|x| = 1 -> ‖const_mx x : 'cV[R]_1‖_[invmx (ridge4 / 1)%:M] = 100%:R^-1.
Proof.
move=> x1; rewrite /nrm invmx_scalar qf_scalar dot_dim1 -expr2 -real_normK ?num_real // x1 expr1n mulr1 divr1.
by rewrite sqrtrV ?ltW ?ridge4_gt0 // sqrt_ridge4.
Qed.

(* After two rounds the squares add up to 4. *)
Lemma stubborn_square (h : seq unit) : size h = 2%N ->
  \sum_(t < 2) (shift ⟨plays 1 (take t h), const_mx 1⟩ - shift ⟨plays (-1) (take t h), const_mx 1⟩) ^+ 2
  = 2%:R ^+ 2.
Proof.
case: h => [|e [|e' [|]]] //= _; rewrite !big_ord_recl big_ord0 /= addr0 /plays /= subrr expr0n addr0.
by rewrite !dot_dim1 /shift !mulr1 subrr subr0.
Qed.

(* The bonus of the first round with 1/2 for the factor 2 is below 2, *)
Lemma calm_S : 1 <= 101%:R / 100%:R :> R.
Proof. by rewrite ler_pdivl_mulr ?ltr0n // mul1r ler_nat. Qed.
Lemma calm_bonus (f : R) : f <= 396%:R / 100%:R ->
  2%:R^-1 * (1 * Num.sqrt ridge4 * f) / 100%:R < 1 + 1.
Proof.
rewrite sqrt_ridge4 => /RleP h; apply/RltP; move: h; toR_goal; rewrite !INR_IZR_INZ; simpl; lra.
Qed.

(* also with discount factors, gamma = 1/2 and D = 4, and the small bias. *)
Lemma calm_Sbar :
  0 <= 1 + 2%:R^-1 ^+ 4 * (2%:R * 1 * 1 + 2%:R) / (ridge4 * (1 - 2%:R^-1)) :> R /\
  1 + 2%:R^-1 ^+ 4 * (2%:R * 1 * 1 + 2%:R) / (ridge4 * (1 - 2%:R^-1)) <= 101%:R / 100%:R :> R.
Proof. by rewrite half_rest /ridge4; split; apply/RleP; toR_goal; rewrite !INR_IZR_INZ; simpl; lra. Qed.
Lemma calm_faded :
  0 <= 1 * (1 - 2%:R^-1 ^+ (2 * 4)) / (1%:R * ridge4 * (1 - 2%:R^-1 ^+ 2)) :> R /\
  1 * (1 - 2%:R^-1 ^+ (2 * 4)) / (1%:R * ridge4 * (1 - 2%:R^-1 ^+ 2)) <= 1 :> R.
Proof.
have -> : 1 - 2%:R^-1 ^+ 2 = 3%:R / 4%:R :> R by rewrite expr2; toR_goal; simpl; lra.
by rewrite /ridge4; split; apply/RleP; toR_goal; rewrite !INR_IZR_INZ; simpl; lra.
Qed.
Lemma calm_biased (f : R) : f <= 396%:R / 100%:R ->
  2%:R^-1 * (1 * Num.sqrt ridge4 * f) / 100%:R
    + 2%:R * 1 / ridge4 * (2%:R^-1 ^+ 4 / (1 - 2%:R^-1)) * (2%:R * 1 * 1 + 2%:R) < 1 + 1.
Proof.
rewrite sqrt_ridge4 half_rest /ridge4 => /RleP h; apply/RltP; move: h; toR_goal; rewrite !INR_IZR_INZ; simpl; lra.
Qed.
