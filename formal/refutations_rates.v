(* Refutations: the orders of lines 453 and 741-742. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting rates refutations_setting refutations_potential
  refutations_model refutations_regret.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Lemma ln_inv (x : R) : 0 < x -> ln x^-1 = - ln x.
Proof. by move=> x0; rewrite RinvE' ln_Rinv //; apply/RltP. Qed.

(* The numbers of the witness: d = Gamma_T = 1, c_mu = 1/4, 1 - gamma = 1/(2 sqrt T). *)
Section Tuned.
Variable T : nat.
Hypothesis T2 : (1 < T)%N.
Definition tuned : R := (1 - Num.sqrt (4%:R^-1 * 1%:R) / (1%:R * Num.sqrt T%:R))%ring.
Let s : R := Num.sqrt T%:R.
Lemma sT : 1 < s /\ s ^+ 2 = T%:R.
Proof.
split; last by rewrite sqr_sqrtr ?ler0n.
by rewrite -{1}sqrtr1 ltr_sqrt ?ltr1n ?ltr0n // ltnW.
Qed.
Lemma half_of_quarter : Num.sqrt (4%:R^-1) = 2%:R^-1 :> R.
Proof. by apply: sqrtE; rewrite ?invr_ge0 ?ler0n // exprVn -natrX. Qed.
Lemma tunedE : tuned = 1 - (2%:R * s)^-1.
Proof. by rewrite /tuned mulr1 mul1r half_of_quarter invfM. Qed.
Lemma tuned_half : 2%:R^-1 < tuned < 1.
Proof.
have [s1 _] := sT; have s0 : 0 < s by apply: lt_trans s1.
rewrite tunedE ltr_subl_addr ltr_addl invr_gt0 mulr_gt0 ?ltr0n // andbT.
have h : (2%:R * s)^-1 < 2%:R^-1 by rewrite invfM gtr_pmulr ?invr_gt0 ?ltr0n // invf_lt1.
have e : 1 - 2%:R^-1 = 2%:R^-1 :> R by apply/eqP; rewrite subr_eq -mulr2n -[_ *+ 2]mulr_natl divff ?pnatr_eq0.
by rewrite -{1}e ltr_add2l ltr_opp2.
Qed.
(* 1/(2 sqrt T) <= log(1/gamma) <= 1/sqrt T *)
Lemma log_tuned : (2%:R * s)^-1 <= ln tuned^-1 <= s^-1.
Proof.
have [s1 _] := sT; have s0 : 0 < s by apply: lt_trans s1.
have /andP [g1 g2] := tuned_half; have g0 : 0 < tuned by apply: lt_trans g1; rewrite invr_gt0 ltr0n.
have e : 1 - tuned = (2%:R * s)^-1 by rewrite tunedE opprB addrC subrK.
rewrite ln_inv // -e; apply/andP; split.
  by rewrite -opprB ler_opp2; exact: ln_lin.
have : ln tuned^-1 <= tuned^-1 - 1 by apply: ln_lin; rewrite invr_gt0.
rewrite ln_inv // => h; apply: le_trans h _.
have -> : tuned^-1 - 1 = (1 - tuned) / tuned by rewrite mulrBl mul1r divff ?gt_eqF.
by rewrite e ler_pdivr_mulr // invfM mulrC ler_pmul2l ?invr_gt0 // ltW.
Qed.
End Tuned.

(* N10, lines 453-454: Theorem thm:fjqiqposejf has "a O(c_\mu^{-1/2}\Delta^{-1}d\sqrt{\Gamma_T T}) regret
   bound", with O and not \widetilde O.  The bound of its proof (line 2452) is a sum of terms >= 0 of which the
   first is \Gamma_T D, D = \log T/\log(1/\gamma), \gamma = 1-\sqrt{c_\mu\Gamma_T}/(d\sqrt T): it would be
   of that order too, for all T >= T_0. Witness: d = \Gamma_T = \Delta = 1, c_\mu = 1/4: the term is at least
   (1/2) \log T times the rate. *)
Theorem N10_printed_false : ~ (exists (C : R) (T0 : nat), forall (d T Gam : nat) (c Delta : R),
  (0 < d)%N -> (T0 <= T)%N -> (1 < T)%N -> (0 < Gam)%N -> 0 < c -> 0 < Delta <= 1 ->
  let g := 1 - Num.sqrt (c * Gam%:R) / (d%:R * Num.sqrt T%:R) in 2%:R^-1 < g < 1 ->
  Gam%:R * (ln T%:R / ln g^-1) <= C * ((Num.sqrt c)^-1 * Delta^-1 * d%:R * Num.sqrt (Gam%:R * T%:R))).
Proof.
move=> [C [T0 A]]; pose T := (Num.bound (exp (2%:R * `|C| + 1)) + T0 + 2)%N.
have T2 : (1 < T)%N by rewrite /T addn2.
have TT : (T0 <= T)%N by rewrite /T -addnA addnCA leq_addr.
have q0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have := A 1%N T 1%N 4%:R^-1 1 isT TT T2 isT q0; rewrite ltr01 lexx => /(_ isT) /=.
rewrite -[1 - _]/(tuned T) => /(_ (tuned_half T2)); rewrite half_of_quarter invrK invr1 !mulr1 !mul1r.
have /andP [l1 l2] := log_tuned T2; have [s1 s2] := sT T2.
set s := Num.sqrt T%:R in l1 l2 s1 s2 *; have s0 : 0 < s by apply: lt_trans s1.
have l0 : 0 < ln (tuned T)^-1 by apply: lt_le_trans l1; rewrite invr_gt0 mulr_gt0 ?ltr0n.
have L : 2%:R * `|C| + 1 <= ln T%:R.
  rewrite -[X in X <= _](ln_exp (2%:R * `|C| + 1)); apply: ln_le; first exact: exp_gt0.
  apply: ltW; apply: lt_le_trans (archi_boundP (ltW (exp_gt0 _))) _.
  by rewrite ler_nat /T -addnA leq_addr.
rewrite ler_pdivr_mulr // => {}A.
have : ln T%:R <= 2%:R * `|C|.
  have s20 : 0 <= 2%:R * s by rewrite mulr_ge0 ?ler0n ?(ltW s0).
  apply: (le_trans A); apply: (@le_trans _ _ (`|C| * (2%:R * s) * ln (tuned T)^-1)).
    by rewrite ler_pmul2r // ler_pmul2r ?mulr_gt0 ?ltr0n // ler_norm.
  apply: (@le_trans _ _ (`|C| * (2%:R * s) * s^-1)); first by rewrite ler_wpmul2l // mulr_ge0.
  by rewrite !mulrA mulfK ?gt_eqF // mulrC.
by move=> /(le_trans L); apply/negP; rewrite -ltNge ltr_addl ltr01.
Qed.

(* R8, lines 741-742: "the bound of Theorem thm:fjqiqposejf is of order O(\Delta^{-1} c_\mu^{-1/2} d
   \sqrt{\Gamma_T T})": N10. *)
Theorem R8_printed_false : ~ (exists (C : R) (T0 : nat), forall (d T Gam : nat) (c Delta : R),
  (0 < d)%N -> (T0 <= T)%N -> (1 < T)%N -> (0 < Gam)%N -> 0 < c -> 0 < Delta <= 1 ->
  let g := 1 - Num.sqrt (c * Gam%:R) / (d%:R * Num.sqrt T%:R) in 2%:R^-1 < g < 1 ->
  Gam%:R * (ln T%:R / ln g^-1) <= C * (Delta^-1 * (Num.sqrt c)^-1 * d%:R * Num.sqrt (Gam%:R * T%:R))).
Proof.
move=> [C [T0 A]]; apply: N10_printed_false; exists C, T0 => d T Gam c Delta h1 h2 h3 h4 h5 h6 g h7.
by rewrite [(Num.sqrt c)^-1 * _]mulrC; exact: A.
Qed.
