(* Ridges that grow (lines 1469-1483): a run in which the mixture M-bar is no supermartingale. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing potentials tail paper_indices.
From Glb Require Import moments_steps mixing_steps mixture_steps shifted_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* noise -1, 0, 1 with probabilities 1/4, 1/2, 1/4; the first action is 1, all others 0 *)
Definition three_p (h : seq 'I_3) (e : 'I_3) : R := if (e == 1%N :> nat) then 2%:R^-1 else 4%:R^-1.
Definition three_eps (h : seq 'I_3) (e : 'I_3) : R := ((e : nat)%:R - 1)%ring.
Definition first_only (h : seq 'I_3) : 'cV[R]_1 := if h is [::] then const_mx 1 else 0.
Definition middle : 'I_3 := inord 1.

Lemma threeE : [/\ forall h e, 0 <= three_p h e, forall h, \sum_e three_p h e = 1,
  forall h, ‖first_only h‖ <= 1, forall h, \sum_e three_p h e * three_eps h e = 0 &
  0 < 1 :> R /\ forall h e, `|three_eps h e| <= 1].
Proof.
split=> [h e|h|h|h|]; rewrite ?big_ord_recl ?big_ord0 /three_p /three_eps /= /bump /=.
- by case: ifP => _; rewrite invr_ge0 ler0n.
- by field.
- by case: h => [|x h]; rewrite /first_only /nrm2 dotE big_ord1 !mxE ?mulr1 ?mulr0 ?sqrtr1 ?sqrtr0 ?ler01.
- by field.
split; first exact: ltr01.
by move=> h [[|[|[|//]]] i] /=; rewrite ler_norml; apply/andP; split; apply/RleP; toR_goal; simpl; lra.
Qed.
Lemma three_var h : \sum_e three_p h e * three_eps h e ^+ 2 = 2%:R^-1.
Proof. by rewrite !big_ord_recl big_ord0 /three_p /three_eps /= /bump /=; field. Qed.

(* after the middle outcome M(xi) = exp(-a xi^2), and the second round does not change it *)
Section Run.
Variables (W : R) (w : nat -> R).
Let M xi h := tail_event.M middle first_only three_eps (fun h => \sum_e three_p h e * three_eps h e ^+ 2)
  (1 * W)%ring w xi h.
Let a := (w 0%N / W) ^+ 2 / 2%:R.
Lemma run_first : (fun xi => M xi [:: middle]) = gauss a%:M.
Proof.
apply: functional_extensionality => xi; have := M_factor middle first_only three_eps
  (fun h => \sum_e three_p h e * three_eps h e ^+ 2) 1%ring W w xi [::] middle; rewrite /M => ->.
rewrite (M_nil middle first_only three_eps _ _ w xi) three_var mul1r expr1n !divr1 /gauss qf_scalar.
congr exp.
have -> : three_eps [::] middle = 0 by rewrite /three_eps /middle inordK // subrr.
rewrite mulr0 sub0r /a !dotE !big_ord1 !mxE; congr (- _).
by move: (w _ / W) (xi 0 0) => x y; field.
Qed.
Lemma run_second e : (fun xi => M xi (rcons [:: middle] e)) = (fun xi => M xi [:: middle]).
Proof.
apply: functional_extensionality => xi; rewrite /M M_factor /= dot0r !mulr0 mul0r expr0n /= !mul0r subrr.
by rewrite exp0 mulr1.
Qed.

(* so a sharper prior raises the mixture *)
Lemma run_rises (b c : R) : 0 < w 0%N / W -> b < c ->
  mean b (fun xi => M xi [:: middle]) <
  \sum_e three_p [:: middle] e * mean c (fun xi => M xi (rcons [:: middle] e)).
Proof.
move=> r0 bc; under eq_bigr do rewrite run_second; have [_ p1 _ _ _] := threeE.
rewrite -mulr_suml p1 mul1r run_first; apply: sharper_prior => //.
by rewrite divr_gt0 ?exprn_gt0 ?ltr0n.
Qed.
End Run.
