(* Mutants of claims_family_steps.v: each theorem there with one token moved is false. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting small_witnesses claims_family_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* Rewards 0 and 1: nu counts them, b(z) = log(1 + e^z), c = 0; all functions are integrable. *)
Definition count (f : R -> R) := f 0 + f 1.
Definition any_function (_ : R -> R) := True.
Definition softplus (z : R) := ln (1 + exp z).
Lemma count_add f g : any_function f -> any_function g -> count (fun r => f r + g r) = count f + count g.
Proof. by move=> _ _; rewrite /count addrACA. Qed.
Lemma count_scal (k : R) f : any_function f -> count (fun r => k * f r) = k * count f.
Proof. by move=> _; rewrite /count mulrDr. Qed.
Lemma count_pos f : any_function f -> (forall r, 0 <= f r) -> 0 <= count f.
Proof. by move=> _ pos; rewrite /count addr_ge0. Qed.
Lemma softplus_exp z : exp (- softplus z) = (1 + exp z)^-1.
Proof. by rewrite RinvE' exp_Ropp /softplus exp_ln //; have := exp_pos z; toR_goal; lra. Qed.
Lemma count_one (z : R) : True -> count (fun r => exp (r * z - softplus z + 0)) = 1.
Proof.
move=> _; rewrite /count mul0r mul1r !addr0 add0r expD softplus_exp [exp z * _]mulrC -{1}[_^-1]mulr1 -mulrDr.
by rewrite mulVf // gt_eqF // addr_gt0 ?ltr01 ?exp_gt0.
Qed.
(* At z = 0 both rewards have probability 1/2. *)
Lemma count_half (g : R -> R) :
  count (fun r => g r * exp (r * 0 - softplus 0 + 0)) = (g 0 + g 1) / 2%:R.
Proof.
by rewrite /count !mulr0 !addr0 !sub0r softplus_exp exp0 -mulrDl.
Qed.

(* D1_mutant: D1 with a third power for the variance: rewards 0 and 1, d = 1, a = 1, theta = 0. *)
Theorem D1_mutant : ~ (
  forall (d : nat) (b c : R -> R) (D : R -> Prop) (L : (R -> R) -> Prop) (I : (R -> R) -> R)
  (a theta : 'cV[R]_d),
  (forall f g, L f -> L g -> L (fun r => f r + g r)) -> (forall k f, L f -> L (fun r => k * f r)) ->
  (forall f g, L f -> L g -> I (fun r => f r + g r) = I f + I g) ->
  (forall k f, L f -> I (fun r => k * f r) = k * I f) ->
  (forall f, L f -> (forall r, 0 <= f r) -> 0 <= I f) ->
  (forall (k : nat) z g, L g -> (forall r, `|r ^+ k * exp (r * z + c r)| <= g r) ->
    L (fun r => r ^+ k * exp (r * z + c r))) ->
  open D -> (forall z, D z -> L (fun r => exp (r * z + c r))) ->
  let density z r := exp (r * z - b z + c r) in
  (forall z, D z -> I (density z) = 1) ->
  let mu := Derive b in
  let z := ⟨a, theta⟩ in D z ->
  [/\ ex_derive b z, I (fun r => r * density z r) = mu z &
      is_derive mu z (I (fun r => (r - mu z) ^+ 3 * density z r))]).
Proof.
move=> H; have z0 : ⟨const_mx 1 : 'cV[R]_1, const_mx 0⟩ = 0 by rewrite dot_dim1 mulr0.
have := H 1%N softplus (fun=> 0) (fun=> True) any_function count (const_mx 1) (const_mx 0) (fun _ _ _ _ => I)
  (fun _ _ _ => I) count_add count_scal count_pos (fun _ _ _ _ _ => I) open_true (fun _ _ => I) count_one I.
have := @D1 1%N softplus (fun=> 0) (fun=> True) any_function count (const_mx 1) (const_mx 0)
  (fun _ _ _ _ => I) (fun _ _ _ => I) count_add count_scal count_pos (fun _ _ _ _ _ => I) open_true
  (fun _ _ => I) count_one I.
rewrite z0 /= => -[_ mean d2] [_ _ d3].
have mu0 : Derive softplus 0 = 2%:R^-1.
  by rewrite -mean (count_half (fun r => r)) add0r mul1r.
have := is_derive_unique _ _ _ d2; rewrite (is_derive_unique _ _ _ d3) mu0.
rewrite (count_half (fun r => (r - 2%:R^-1) ^+ 2)) (count_half (fun r => (r - 2%:R^-1) ^+ 3)).
by toR_goal; simpl; lra.
Qed.

(* Z173_mutant: Z173 with the fourth central moment for the third: rewards 0 and 1, z = 0. *)
Theorem Z173_mutant : ~ (
  forall (b c : R -> R) (D : R -> Prop) (L : (R -> R) -> Prop) (I : (R -> R) -> R) (z : R),
  (forall f g, L f -> L g -> L (fun r => f r + g r)) -> (forall k f, L f -> L (fun r => k * f r)) ->
  (forall f g, L f -> L g -> I (fun r => f r + g r) = I f + I g) ->
  (forall k f, L f -> I (fun r => k * f r) = k * I f) ->
  (forall f, L f -> (forall r, 0 <= f r) -> 0 <= I f) ->
  (forall (k : nat) z g, L g -> (forall r, `|r ^+ k * exp (r * z + c r)| <= g r) ->
    L (fun r => r ^+ k * exp (r * z + c r))) ->
  open D -> (forall z, D z -> L (fun r => exp (r * z + c r))) ->
  let density z r := exp (r * z - b z + c r) in
  (forall z, D z -> I (density z) = 1) ->
  let mu := Derive b in
  D z ->
  [/\ forall n, ex_derive_n b n z,
      Derive_n mu 2 z = Derive_n b 3 z &
      is_derive (Derive mu) z (I (fun r => (r - mu z) ^+ 4 * density z r))]).
Proof.
move=> H.
have := H softplus (fun=> 0) (fun=> True) any_function count 0 (fun _ _ _ _ => I)
  (fun _ _ _ => I) count_add count_scal count_pos (fun _ _ _ _ _ => I) open_true (fun _ _ => I) count_one I.
have := @Z173 softplus (fun=> 0) (fun=> True) any_function count 0 (fun _ _ _ _ => I)
  (fun _ _ _ => I) count_add count_scal count_pos (fun _ _ _ _ _ => I) open_true (fun _ _ => I) count_one I.
rewrite /= => -[_ _ d3] [_ _ d4].
have := is_derive_unique _ _ _ d3; rewrite (is_derive_unique _ _ _ d4).
have [_ + _] := @D1 1%N softplus (fun=> 0) (fun=> True) any_function count (const_mx 1) (const_mx 0)
  (fun _ _ _ _ => I) (fun _ _ _ => I) count_add count_scal count_pos (fun _ _ _ _ _ => I) open_true
  (fun _ _ => I) count_one I.
rewrite dot_dim1 mulr0 (count_half (fun r => r)) add0r mul1r => <-.
rewrite (count_half (fun r => (r - 2%:R^-1) ^+ 3)) (count_half (fun r => (r - 2%:R^-1) ^+ 4)).
by toR_goal; simpl; lra.
Qed.
