(* A witness against moved exponents: a bandit that costs 2 in its first round, whatever the algorithm knows.

   One dimension, one outcome, the link mu(z) = 1 + z, theta* = 1, m = 2.  The first round offers the actions
   1 and -1, which have the same estimate 0 and the same bonus; -1 is played, and 1 would have paid 2 more.
   Later rounds offer the action 0 only.  Any c_mu in (0, 1] is a lower bound of mu' = 1. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import any_law any_law_tail any_law_regret.
From Glb Require Import real_numbers matrices setting potentials deviation bonus regret ordinary_bandit.
From Glb Require Import rates rates_discount small_witnesses window_indices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

Definition shift (z : R) := (1 + z)%ring.
Definition offers (h : seq unit) (b : 'cV[R]_1) : Prop :=
  if nilp h then b = const_mx 1 \/ b = const_mx (-1) else b = 0.
Definition pays (h : seq unit) (b : 'cV[R]_1) (e : unit) : R := shift ⟨b, const_mx 1⟩.
Definition plays (x : R) (h : seq unit) : 'cV[R]_1 := if nilp h then const_mx x else 0.
Global Arguments plays (x)%ring h.
(* the estimate, if the first round has the weight w n after n rounds *)
Definition learns (w : nat -> R) (lam : R) (h : seq unit) : 'cV[R]_1 :=
  if nilp h then 0 else const_mx (w (size h) / (w (size h) + lam)).
Definition any_function (h : seq unit) (b : 'cV[R]_1) (f : unit -> R) := True.
Definition value (h : seq unit) (b : 'cV[R]_1) (f : unit -> R) : R := f tt.

Lemma shift_derive z : is_derive shift z (1 : R).
Proof.
have h := is_derive_plus (fun=> 1 : R) id z 0 1 (is_derive_const (V := R_NormedModule) _ z) (is_derive_id z).
by move: h; rewrite /plus /= Rplus_0_l.
Qed.
Lemma shift_derive2 (z : R) : is_derive (fun=> 1 : R) z (0 : R). Proof. exact: is_derive_const. Qed.
Lemma shift_sc (z : R) : `|0 : R| <= 1. Proof. by rewrite normr0 ler01. Qed.

Lemma stubborn_means h b : offers h b -> 0 <= shift ⟨b, const_mx 1⟩ <= 2%:R.
Proof.
rewrite /offers /shift; case: ifP => _; last by move=> ->; rewrite dotC dot0r addr0 ler01 ler1n.
by case=> ->; rewrite dot_dim1 mulr1; apply/andP; split; apply/RleP; toR_goal; simpl; lra.
Qed.
Lemma unit_function (f : unit -> R) : bounded f.
Proof. by exists `|f tt| => -[]. Qed.

Lemma stubborn_bandit :
  ordinary_bandit shift (fun=> 1) 1%ring (2%:R)%ring (fun=> const_mx 1) offers pays any_function value.
Proof.
split=> //.
- by move=> t; rewrite nrm_dim1 normr1.
- move=> h b; rewrite /offers; case: ifP => _; last by move=> ->; rewrite nrm2E nrm0 ler01.
  by case=> ->; rewrite nrm_dim1 ?normrN normr1.
- by move=> h b e; exact: stubborn_means.
- by move=> h b f _; exact: unit_function.
- by move=> h b f _; exact.
- by move=> h b _; rewrite /value /pays subrr expr0n ler01.
Qed.
Lemma stubborn_floor (c : R) : c <= 1 -> forall b x : 'cV[R]_1, ‖b‖ <= 1 -> ‖x‖ <= 1 -> c <= 1.
Proof. by []. Qed.
Lemma stubborn_breaks T : (breaks (fun=> const_mx 1%ring : 'cV[R]_1) T <= 1)%N.
Proof. by rewrite /breaks big1 // => t _; rewrite eqxx. Qed.
Lemma stubborn_allowed x : x = 1 \/ x = -1 -> forall h, offers h (plays x h).
Proof.
move=> hx h; rewrite /offers /plays; case: (nilp h) => //.
by case: hx => ->; [left|right].
Qed.
(* The gap of the first round is 2. *)
Lemma stubborn_gap T h b : (size h < T)%N -> offers h b ->
  shift ⟨b, const_mx 1⟩ < shift ⟨plays 1 h, const_mx 1⟩ ->
  2%:R <= shift ⟨plays 1 h, const_mx 1⟩ - shift ⟨b, const_mx 1⟩.
Proof.
move=> _; rewrite /offers /plays /shift; case: ifP => _; last by move=> ->; rewrite ltxx.
by case=> ->; rewrite ?ltxx // !dot_dim1 !mulr1 subrr subr0.
Qed.

(* In the first round both actions have the same index. *)
Lemma stubborn_nrm (A : 'M[R]_1) (x : R) : nrm A (const_mx (- x)) = nrm A (const_mx x).
Proof.
have -> : const_mx (- x) = - const_mx x :> 'cV[R]_1 by apply/matrixP => i j; rewrite !mxE.
by rewrite /nrm /qf /bf mulmxN dotNl dotNr opprK.
Qed.
Lemma stubborn_opt (w : nat -> R) (lam x : R) (A : 'M[R]_1) h b : offers h b ->
  shift ⟨b, learns w lam h⟩ + x * ‖b‖_[A] <=
  shift ⟨plays (-1) h, learns w lam h⟩ + x * ‖plays (-1) h‖_[A].
Proof.
rewrite /offers /plays /learns /shift; case: ifP => _; last by move=> ->.
by case=> ->; rewrite !dot0r // stubborn_nrm.
Qed.

(* The estimate solves its equation: with weights f of the rounds, *)
Lemma stubborn_equation (f : nat -> R) (w : nat -> R) (lam : R) (h : seq unit) :
  0 <= f 0%N -> 0 < lam -> (~~ nilp h -> w (size h) = f 0%N) ->
  \sum_(s < size h) (f s * shift ⟨plays (-1) (take s h), learns w lam h⟩) *: plays (-1) (take s h)
    + lam *: learns w lam h =
  \sum_(s < size h) (f s * pays (take s h) (plays (-1) (take s h)) (nth tt h s)) *: plays (-1) (take s h).
Proof.
move=> f0 lam0; case: h => [|e h] wE; first by rewrite !big_ord0 scaler0 addr0.
rewrite !big_ord_recl !big1 ?addr0; try by move=> s _; rewrite /plays /= scaler0.
rewrite /learns /plays /pays /shift /= wE // !dot_dim1; apply/matrixP => i j; rewrite !mxE.
have n0 : f 0%N + lam != 0 by rewrite gt_eqF // ltr_paddl.
by move: n0; move: (f _) => y n0; field.
Qed.
(* with discount factors, *)
Lemma stubborn_discounted gamma lam c_mu bt : 0 <= gamma -> 0 < lam ->
  discounted_ucb tt shift offers pays gamma lam c_mu bt (plays (-1))
    (learns (fun n => gamma ^+ n.-1) lam).
Proof.
move=> g0 lam0; split=> [h|h|h b hb]; last exact: stubborn_opt; last by apply: stubborn_allowed; right.
by apply: (stubborn_equation (f := fun s => gamma ^+ ((size h).-1 - s))); rewrite ?subn0 ?exprn_ge0.
Qed.
(* and with a window. *)
Lemma stubborn_windowed tau lam c_mu bt : 0 < lam ->
  windowed_ucb tt shift offers pays tau lam c_mu bt (plays (-1))
    (learns (fun n => (n - tau <= 0)%N%:R) lam).
Proof.
move=> lam0; split=> [h|h|h b hb]; last exact: stubborn_opt; last by apply: stubborn_allowed; right.
have := stubborn_equation (f := window_weight R_realFieldType tau (size h))
  (w := fun n => (n - tau <= 0)%N%:R) (lam := lam) (h := h) (ler0n _ _) lam0 (fun _ => erefl).
cbv zeta; rewrite (window_sum (fun s => shift ⟨plays (-1) (take s h), _⟩) (fun s => plays (-1) (take s h))).
by rewrite (window_sum (fun s => pays (take s h) (plays (-1) (take s h)) (nth tt h s))
  (fun s => plays (-1) (take s h))).
Qed.

(* After two rounds the regret is 2 for certain. *)
Lemma stubborn_regret (h : seq unit) : size h = 2%N ->
  \sum_(t < 2) (shift ⟨plays 1 (take t h), const_mx 1⟩ - shift ⟨plays (-1) (take t h), const_mx 1⟩) = 2%:R.
Proof.
case: h => [|e [|e' [|]]] //= _; rewrite !big_ord_recl big_ord0 /= addr0 /plays /= subrr addr0 !dot_dim1.
by rewrite /shift !mulr1 subrr subr0.
Qed.
Lemma stubborn_sure (A : seq unit -> bool) : (forall h, size h = 2%N -> A h) ->
  ~ (Prob (fun h => upper_integral (any_function h (plays (-1) h)) (value h (plays (-1) h))) 2 A [::] <=
    2%:R^-1).
Proof.
move=> sure; have U (f : unit -> R) (h : seq unit) : upper_integral (any_function h (plays (-1) h))
    (value h (plays (-1) h)) f = f tt.
  by rewrite upper_integral_eq // => g _; [exact: unit_function|exact].
by rewrite /Prob /= !U sure // leNgt invf_lt1 ?ltr0n ?ltr1n.
Qed.
(* So a bound below 2 fails. *)
Lemma stubborn_fails (X : R) : X < 2%:R ->
  ~ (Prob (fun h => upper_integral (any_function h (plays (-1) h)) (value h (plays (-1) h))) 2
    (fun h => ~~ (\sum_(t < 2) (shift ⟨plays 1 (take t h), const_mx 1⟩
      - shift ⟨plays (-1) (take t h), const_mx 1⟩) <= X)) [::] <= 2%:R^-1).
Proof. by move=> X2; apply: stubborn_sure => h hT; rewrite stubborn_regret // -ltNge. Qed.

(* A power of c_mu with a positive exponent is as small as we like. *)
Lemma small_power (K a : R) : 0 < a -> exists c : R, [/\ 0 < c, c <= 1 & K * power c a < 2%:R].
Proof.
move=> a0; pose x := ((1 + `|K|)^-1)%ring; have K1 : 0 < 1 + `|K| by rewrite ltr_spaddl ?ltr01.
have x0 : 0 < x by rewrite invr_gt0.
have x1 : x <= 1 by rewrite invf_le1 // ler_addl.
exists (power x a^-1); split; first exact: power_gt0.
  by rewrite -(lnK (power_gt0 x a^-1)) ln_power -exp0 exp_le // pmulr_rle0 ?invr_gt0 // -(ln_1 : ln 1 = 0)
    ln_le.
have -> : power (power x a^-1) a = x by rewrite {1}/power ln_power mulrA mulfV ?gt_eqF // mul1r lnK.
apply: (@le_lt_trans _ _ (`|K| * x)); first by rewrite ler_wpmul2r ?ler_norm // ltW.
by rewrite ltr_pdivr_mulr // mulr_natl mulr2n -addrA ltr_spaddl ?ltr01 // ler_addl addr_ge0 ?ler01.
Qed.
Global Arguments small_power (K a)%ring.
Lemma moved_power (F : comRingType) (k p a b c : F) : k * (p * a * b * c) = k * (a * b * c) * p.
Proof. by ring. Qed.
Lemma moved_power3 (F : comRingType) (k n p a b : F) : k * (n * (p * a * b)) = k * (n * (a * b)) * p.
Proof. by ring. Qed.

(* The horizon 2, delta = 1/2, and exponents *)
Lemma two_gt0 : 0 < 2%:R :> R. Proof. by rewrite ltr0n. Qed.
Lemma half_rest : 1 - 2%:R^-1 = 2%:R^-1 :> R. Proof. by toR_goal; simpl; lra. Qed.
Lemma ridge2 : 0 < 1%:R * ln 2%:R :> R. Proof. exact: (ridge_gt0 (d := 1) (T := 2)). Qed.
Lemma sqrt_power (c : R) : 0 < c -> Num.sqrt c = power c 2%:R^-1.
Proof. by move=> c0; apply: ln_inj; rewrite ?sqrtr_gt0 ?power_gt0 // ln_sqrt // ln_power mulrC. Qed.
(* The tuned gamma of two rounds is in (0, 1), and has a depth. *)
Lemma forget_lt1 (c : R) : 0 < c -> c <= 1 -> forget 1 2 1 c < 1.
Proof.
move=> c0 c1; have p0 : 0 < Num.sqrt c * 1%:R / (1%:R * 2%:R).
  by rewrite !mulr1 mul1r divr_gt0 ?sqrtr_gt0 ?two_gt0.
rewrite -(lnK (forget_gt0 1 2 1 c)) -exp0; apply/RltP/exp_increasing/RltP.
rewrite /forget ln_power pmulr_rlt0 ?divr_gt0 ?ltr0n // -(ln_1 : ln 1 = 0); apply/RltP/ln_increasing.
  by apply/RltP.
apply/RltP; rewrite !mulr1 mul1r ltr_pdivr_mulr ?two_gt0 // mul1r.
apply: (@le_lt_trans _ _ 1); last by rewrite ltr1n.
by rewrite -[X in _ <= X]sqrtr1 ler_wsqrtr.
Qed.
Lemma depth_exists (g : R) : 0 < g -> g < 1 -> exists D, is_ceil (ln 2%:R / ln g^-1)%ring D.
Proof. by move=> g0 g1; apply: ceil_exists; rewrite divr_ge0 ?ln_ge0 ?ler1n // ?invf_ge1 // ltW. Qed.

(* No change, every round is far from one, and 1 is the better action. *)
Lemma stubborn_steady : (breaks (fun=> const_mx 1%ring : 'cV[R]_1) 2 <= 0)%N.
Proof. by rewrite /breaks big1 // => t _; rewrite eqxx. Qed.
Lemma stubborn_stationary D t : stationary (fun=> const_mx 1%ring : 'cV[R]_1) D t.
Proof. by apply/forallP => s; rewrite eqxx implybT. Qed.
Lemma stubborn_far D T (f : 'I_T -> R) :
  \sum_(t < T | stationary (fun=> const_mx 1%ring : 'cV[R]_1) D t) f t = \sum_(t < T) f t.
Proof. by apply: eq_bigl => t; exact: stubborn_stationary. Qed.
Lemma stubborn_best h b : offers h b -> shift ⟨b, const_mx 1⟩ <= shift ⟨plays 1 h, const_mx 1⟩.
Proof.
rewrite /offers /plays /shift; case: ifP => _; last by move=> ->.
by case=> ->; rewrite // !dot_dim1 !mulr1 ler_add2l; apply/RleP; toR_goal; simpl; lra.
Qed.

(* A bandit that turns: theta* is 0 in the first round and 1 afterwards; every round offers 1 and -1. *)
Definition turned (t : nat) : 'cV[R]_1 := const_mx ((0 < t)%N%:R)%ring.
Definition either (b : 'cV[R]_1) : Prop := b = const_mx 1%ring \/ b = const_mx (-1)%ring.
Definition turned_pays (h : seq unit) (b : 'cV[R]_1) (e : unit) : R := shift ⟨b, turned (size h)⟩.
Lemma turned_bandit : ordinary_bandit shift (fun=> 1) 1%ring (2%:R)%ring turned (fun _ => either) turned_pays
  any_function value.
Proof.
split=> //.
- by move=> t; rewrite nrm_dim1; case: (0 < t)%N; rewrite ?normr1 ?normr0 ?ler01.
- by move=> h b [] ->; rewrite nrm_dim1 ?normrN normr1.
- move=> h b e hb; rewrite /turned_pays /turned /shift; case: hb => ->; rewrite dot_dim1; case: (0 < _)%N;
    rewrite ?mulr1 ?mulr0; apply/andP; split; apply/RleP; toR_goal; simpl; lra.
- by move=> h b f _; exact: unit_function.
- by move=> h b f _; exact.
- by move=> h b _; rewrite /value /turned_pays subrr expr0n ler01.
Qed.
Lemma turned_breaks : (breaks turned 2 <= 1)%N.
Proof. by rewrite /breaks big_ord1; case: (_ != _). Qed.
(* Round 1 is near a change, and costs 2. *)
Lemma turned_near : stationary turned 1 1 = false.
Proof.
apply/negbTE/negP => /forallP /(_ ord0) /= /eqP /matrixP /(_ 0 0); rewrite !mxE => /eqP.
by rewrite eq_sym oner_eq0.
Qed.
Lemma turned_sum : \sum_(t < 2 | ~~ stationary turned 1 t)
  (shift ⟨const_mx 1, turned t⟩ - shift ⟨const_mx (-1), turned t⟩) = 2%:R.
Proof.
rewrite big_mkcond !big_ord_recl big_ord0 /= turned_near /=.
have -> : stationary turned 1 0 by apply/forallP; case.
by rewrite /= add0r addr0 /turned /shift !dot_dim1 !mulr1 subrr subr0.
Qed.
