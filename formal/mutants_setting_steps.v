(* Mutants of claims_setting_steps.v: each theorem there with one token moved is false. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials secant_matrices.
From Glb Require Import refutations_setting paper_indices small_witnesses estimate_steps setting_steps.
From Glb Require Import mutants_estimate_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* D3_mutant: D3 with as many phases as changes: T = 1, one phase and no change. *)
Theorem D3_mutant : ~ (forall (d T Gamma : nat) (theta : nat -> 'cV[R]_d), (1 <= T)%N ->
  let changes := (\sum_(1 <= t < T) (theta t != theta t.+1))%N in
  (changes <= Gamma)%N ->
  let phases m (b : nat -> nat) :=
    [/\ b 0%N = 1%N, b m = T.+1, forall i, (i < m)%N -> (b i < b i.+1)%N,
        forall i t, (i < m)%N -> (b i <= t < b i.+1)%N -> theta t = theta (b i) &
        forall i, (0 < i < m)%N -> theta (b i).-1 != theta (b i)] in
  (exists m b, phases m b) /\ forall m b, phases m b -> m = changes /\ (m <= Gamma)%N).
Proof.
move=> /(_ 1%N 1%N 0%N (fun=> 0) isT); rewrite big_geq // => /(_ isT) [_ /(_ 1%N (fun i => i.+1))].
by case=> //; split=> // [[]].
Qed.

(* D2_mutant: D2 with the last inequality turned: T = 1, actions 0 and 1, theta = a_1 = 1, linear link. *)
Theorem D2_mutant : ~ (forall (d T : nat) (mu : R -> R) (A : nat -> 'cV[R]_d -> Prop)
  (a theta : nat -> 'cV[R]_d) (M : nat -> R),
  (forall t, (1 <= t <= T)%N -> A t (a t)) ->
  (forall t, (1 <= t <= T)%N -> exists b, A t b /\ mu ⟨b, theta t⟩ = M t) ->
  (forall t b, (1 <= t <= T)%N -> A t b -> mu ⟨b, theta t⟩ <= M t) ->
  let R_T := \sum_(1 <= t < T.+1) (M t - mu ⟨a t, theta t⟩) in
  [/\ 0 <= R_T,
      R_T = 0 <-> (forall t b, (1 <= t <= T)%N -> A t b -> mu ⟨b, theta t⟩ <= mu ⟨a t, theta t⟩) &
      forall b, (forall t, (1 <= t <= T)%N -> A t b) ->
        R_T <= \sum_(1 <= t < T.+1) mu ⟨b, theta t⟩ - \sum_(1 <= t < T.+1) mu ⟨a t, theta t⟩]).
Proof.
pose A (_ : nat) (b : 'cV[R]_1) := b = const_mx 0 \/ b = const_mx 1.
move=> /(_ 1%N 1%N (fun x => x) A (fun=> const_mx 1) (fun=> const_mx 1) (fun=> 1)) [||t b _|].
- by move=> t _; right.
- by move=> t _; exists (const_mx 1); rewrite dot_dim1 mulr1; split=> //; right.
- by case=> ->; rewrite dot_dim1 mulr1 ?ler01.
move=> _ _ /(_ (const_mx 0) (fun _ _ => or_introl erefl)).
by rewrite !big_nat1 !dot_dim1 mul0r mulr1 subrr sub0r oppr_ge0 ler10.
Qed.

(* Z8_mutant: Z8 with a bounded set for a compact one: the open unit ball, d = theta = 1, linear link. *)
Theorem Z8_mutant : ~ (forall (d : nat) (mu : R -> R) (A : 'cV[R]_d -> Prop) (theta : 'cV[R]_d),
  (forall z, continuous mu z) -> (exists B : R, forall b, A b -> ‖b‖ <= B) -> (exists b, A b) ->
  exists a, A a /\ forall b, A b -> mu ⟨b, theta⟩ <= mu ⟨a, theta⟩).
Proof.
move=> /(_ 1%N (fun x => x) (fun b => ‖b‖ < 1) (const_mx 1) (fun z => continuous_id z)) [||a [a1 best]].
- by exists 1 => b /ltW.
- by exists (const_mx 0); rewrite nrm_dim1 normr0 ltr01.
have aE : a = const_mx (a 0 0) by apply/matrixP => i j; rewrite !mxE !ord1.
move: a1 best; rewrite aE nrm_dim1 dot_dim1 mulr1; move: (a 0 0) => x {aE}.
rewrite ltr_norml => /andP [x0 x1] /(_ (const_mx ((1 + x) / 2%:R))).
have two : 0 < 2%:R :> R by rewrite ltr0n.
rewrite nrm_dim1 dot_dim1 mulr1 ltr_norml ltr_pdivr_mulr // mul1r ltr_pdivl_mulr // ler_pdivr_mulr //.
have -> : 1 + x < 2%:R by rewrite mulr2n ltr_add2l.
have -> : - 1 * 2%:R < 1 + x.
  by move/RltP: x0 => x0; apply/RltP; move: x0; toR_goal; rewrite /=; lra.
by move=> /(_ isT); rewrite mulr2n mulrDr mulr1 ler_add2r leNgt x1.
Qed.

(* Z122_mutant: Z122 with the parameter of round t + 1: rewards 0 and 1 (nu counts them), a = 1, theta_0 = 0
   and theta_1 = 1. *)
Theorem Z122_mutant : ~ (forall (d : nat) (m : R) (b mu c : R -> R) (L : (R -> R) -> Prop)
  (I : (R -> R) -> R) (a theta : nat -> 'cV[R]_d),
  (forall f g, L f -> L g -> L (fun r => f r + g r)) -> (forall k f, L f -> L (fun r => k * f r)) ->
  (forall f g, L f -> L g -> I (fun r => f r + g r) = I f + I g) ->
  (forall k f, L f -> I (fun r => k * f r) = k * I f) ->
  (forall f, L f -> (forall r, 0 <= r <= m -> 0 <= f r) -> 0 <= I f) ->
  (forall (k : nat) z, (k <= 2)%N -> L (fun r => r ^+ k * exp (r * z + c r))) -> 0 <= m ->
  (forall z, is_derive b z (mu z)) ->
  let density z r := exp (r * z - b z + c r) in
  (forall z, I (density z) = 1) ->
  forall t, I (fun r => r * density ⟨a t, theta t⟩ r) = mu ⟨a t, theta t.+1⟩).
Proof.
pose b z := ln (1 + exp z); have bd (z : R) : is_derive b z (lgt z).
  have := cumulant_d 1 z; rewrite /cumulant Rmult_1_l; apply: is_derive_ext => x.
  by rewrite Rmult_1_l.
have eb z : exp (- b z) = (1 + exp z)^-1.
  by rewrite RinvE' exp_Ropp /b exp_ln //; have := exp_pos z; toR_goal; lra.
pose I (f : R -> R) := f 0 + f 1.
have Ia (f g : R -> R) : True -> True -> I (fun r => f r + g r) = I f + I g.
  by move=> _ _; rewrite /I addrACA.
have Is (k : R) (f : R -> R) : True -> I (fun r => k * f r) = k * I f by move=> _; rewrite /I mulrDr.
have Ip (f : R -> R) : True -> (forall r, 0 <= r <= 1 -> 0 <= f r) -> 0 <= I f.
  by move=> _ pos; rewrite /I addr_ge0 ?pos ?lexx ?ler01.
have one (z : R) : I (fun r => exp (r * z - b z + 0)) = 1.
  rewrite /I mul0r mul1r !addr0 add0r expD eb [exp z * _]mulrC -{1}[_^-1]mulr1 -mulrDr mulVf //.
  by rewrite gt_eqF // addr_gt0 ?ltr01 ?exp_gt0.
move=> /(_ 1%N 1 b lgt (fun=> 0) (fun=> True) I (fun=> const_mx 1) (fun t => const_mx t%:R)
  (fun _ _ _ _ => Logic.I) (fun _ _ _ => Logic.I) Ia Is Ip (fun _ _ _ => Logic.I) ler01 bd one 0%N).
rewrite /I mul0r add0r !mul1r !dot_dim1 !mul1r sub0r addr0 eb exp0.
rewrite /lgt; have := exp_pos (- 1); have : exp (- 1) < exp 0 by apply/RltP/exp_increasing; toR_goal; lra.
rewrite exp0 => /RltP; move: (exp (- 1)) => e; toR_goal; rewrite /= => e1 e0 /(f_equal Rinv).
by rewrite !Rinv_inv; lra.
Qed.

(* Two rounds with a change between them, and the set of rounds that are 1 away from a change. *)
Definition jump (k : nat) : 'cV[R]_1 := const_mx (k == 2%N)%:R.
Lemma jump_changes : (\sum_(1 <= k < 2) (jump k != jump k.+1))%N = 1%N.
Proof.
rewrite big_nat1 (_ : _ != _) //; apply/eqP => /matrixP /(_ 0 0); rewrite !mxE /= => /eqP.
by rewrite eq_sym oner_eq0.
Qed.
Lemma jump_set (t : 'I_3) : t \in [set t : 'I_3 | t == 1%N :> nat] <->
  (1 <= t)%N /\ forall s, (maxn 1 (t - 1) <= s < t)%N -> jump s = jump t.
Proof.
rewrite inE; case: t => [[|[|[|]]]] //= h; split=> //; first by case.
  by move=> _; split=> // s; case: s => [|[|]].
by case=> _ /(_ 1%N isT) /matrixP /(_ 0 0); rewrite !mxE /= => /eqP; rewrite eq_sym oner_eq0.
Qed.
Lemma jump_card : #|[set t : 'I_3 | t == 1%N :> nat]| = 1%N.
Proof.
rewrite (_ : [set _ | _] = [set inord 1]) ?cards1 //; apply/setP => t.
by rewrite !inE -val_eqE /= inordK.
Qed.

(* Q24_mutant: Q24 with D - 1 rounds for each change: T = 2, D = 1, one change. *)
Theorem Q24_mutant : ~ (forall (d T D Gamma : nat) (theta : nat -> 'cV[R]_d) (TT : {set 'I_T.+1}),
  ((\sum_(1 <= k < T) (theta k != theta k.+1))%N <= Gamma)%N ->
  (forall t : 'I_T.+1, t \in TT <->
    (1 <= t)%N /\ forall s, (maxn 1 (t - D) <= s < t)%N -> theta s = theta t) ->
  [/\ forall t : 'I_T.+1, (1 <= t)%N ->
        (t \in TT <-> forall b, (1 < b <= t)%N -> theta b.-1 != theta b -> (b + D <= t)%N),
      (T - #|TT| <= Gamma * (D - 1))%N &
      (T - #|[set t in TT | (D < t)%N]| <= (Gamma + 1) * D)%N]).
Proof.
move=> /(_ 1%N 2%N 1%N 1%N jump _ _ jump_set) [|_]; first by rewrite jump_changes.
by rewrite jump_card.
Qed.

(* Q40_mutant: Q40 with tau - 1 rounds for each change: T = 2, tau = 1, one change. *)
Theorem Q40_mutant : ~ (forall (d T tau Gamma : nat) (lam : R) (mu : R -> R) (a theta : nat -> 'cV[R]_d)
  (r eps : nat -> R) (TT : {set 'I_T.+1}),
  ((\sum_(1 <= k < T) (theta k != theta k.+1))%N <= Gamma)%N ->
  (forall t : 'I_T.+1, t \in TT <->
    (1 <= t)%N /\ forall s, (maxn 1 (t - tau) <= s < t)%N -> theta s = theta t) ->
  (forall s, (1 <= s)%N -> eps s.+1 = r s.+1 - mu ⟨a s, theta s⟩) ->
  let g (t : nat) th := \sum_(maxn 1 (t - tau) <= s < t) mu ⟨a s, th⟩ *: a s + lam *: th in
  let S (t : nat) := \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s in
  [/\ forall t : 'I_T.+1, (1 <= t)%N ->
        (t \in TT <-> forall b, (1 < b <= t)%N -> theta b.-1 != theta b -> (b + tau <= t)%N),
      (T - #|TT| <= Gamma * (tau - 1))%N,
      (T - #|[set t in TT | (tau < t)%N]| <= (Gamma + 1) * tau)%N &
      forall (t : 'I_T.+1) (hat : 'cV[R]_d), t \in TT ->
        \sum_(maxn 1 (t - tau) <= s < t) (r s.+1 - mu ⟨a s, hat⟩) *: a s - lam *: hat = 0 ->
        g t hat - g t (theta t) = S t - lam *: theta t]).
Proof.
move=> /(_ 1%N 2%N 1%N 1%N 0 (fun=> 0) (fun=> 0) jump (fun=> 0) (fun=> 0) _ _ jump_set) [|s _|_].
- by rewrite jump_changes.
- by rewrite subr0.
by rewrite jump_card.
Qed.

(* G1_mutant: G1 without the term that restores the ridge: d = T = 1, gamma = 0, a_1 = 0, lambda = c_mu =
   1. *)
Theorem G1_mutant : ~ (forall (d T : nat) (gamma lam c_mu : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d)
  (logP : 'cV[R]_d -> nat -> R), 0 < lam ->
  V 1%N = (lam / c_mu)%:M ->
  (forall t, (1 <= t <= T)%N -> V t.+1 = a t *m (a t)^T + gamma *: V t) ->
  let J t th := - (\sum_(1 <= s < t) gamma ^+ (t - 1 - s) * logP th s) + lam / 2%:R * ‖th‖ ^+ 2 in
  (forall t, (1 <= t <= T.+1)%N ->
    V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M) /\
  (forall hat, (forall th, J 1%N hat <= J 1%N th) <-> hat = 0)).
Proof.
pose V t : 'M[R]_1 := if t == 1%N then 1%:M else 0.
move=> /(_ 1%N 1%N 0 1 1 (fun=> 0) V (fun _ _ => 0) ltr01) [|[|[|t]] //|/(_ 2%N isT) /entry + _].
- by rewrite divr1.
- by rewrite mul0mx scale0r addr0.
rewrite big_nat1 mul0mx scaler0 add0r divr1 !mxE => /eqP.
by rewrite eq_sym oner_eq0.
Qed.

(* G2_mutant: G2 with t < tau for t <= tau, as printed: d = T = tau = 1, all actions 1 (a_0 as well). *)
Theorem G2_mutant : ~ (forall (d T tau : nat) (lam c_mu : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d)
  (logP : 'cV[R]_d -> nat -> R), 0 < lam ->
  V 1%N = (lam / c_mu)%:M ->
  (forall t, (1 <= t <= T)%N ->
    V t.+1 = if (t < tau)%N then a t *m (a t)^T + V t
             else a t *m (a t)^T - a (t - tau)%N *m (a (t - tau)%N)^T + V t) ->
  let J t th := - (\sum_(maxn 1 (t - tau) <= s < t) logP th s) + lam / 2%:R * ‖th‖ ^+ 2 in
  [/\ forall t, (1 <= t <= T.+1)%N ->
        V t = \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + (lam / c_mu)%:M,
      forall t, ~~ (t < tau)%N -> (1 <= t - tau)%N &
      forall hat, (forall th, J 1%N hat <= J 1%N th) <-> hat = 0]).
Proof.
move=> /(_ 1%N 1%N 1%N 1 1 (fun=> const_mx 1) (fun=> (1 / 1)%:M) (fun _ _ => 0) ltr01 erefl).
case=> [[|[|t]] //= _|/(_ 2%N isT) /entry + _ _]; first by rewrite subrr add0r.
rewrite big_nat1 [in RHS]mxE ones => /eqP.
by rewrite eq_sym -subr_eq0 addrK oner_eq0.
Qed.
