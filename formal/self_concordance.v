(* Self-concordant links: |mu''| <= mu'.  lemma:self_concordance (l. 3065). *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.

Section Scalars.
Local Open Scope R_scope.
(* A differentiable function with non-negative slope does not decrease. *)
Lemma nondecreasing_of_derive (f df : R -> R) (a b : R) :
  (forall x, is_derive f x (df x)) -> (forall x, 0 <= df x) ->
  a <= b -> f a <= f b.
Proof.
intros Hf Hd Hab.
destruct (MVT_gen f a b df) as [c [_ Hc]].
- intros x _; apply Hf.
- intros x _; apply continuity_pt_filterlim.
  apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); exists (df x); apply Hf.
- assert (0 <= df c * (b - a)) by (apply Rmult_le_pos; [apply Hd | lra]).
  lra.
Qed.

Section SelfConcordance.
Variables (mu dmu ddmu : R -> R).
Hypothesis Hmu : forall z, is_derive mu z (dmu z).
Hypothesis Hdmu : forall z, is_derive dmu z (ddmu z).
Hypothesis Hsc : forall z, Rabs (ddmu z) <= dmu z.

Lemma dmu_ge0 z : 0 <= dmu z.
Proof. apply Rle_trans with (2 := Hsc z); apply Rabs_pos. Qed.

Lemma muE z : Derive (fun x : R => mu x) z = dmu z.
Proof. apply is_derive_unique, Hmu. Qed.

Lemma dmuE z : Derive (fun x : R => dmu x) z = ddmu z.
Proof. apply is_derive_unique, Hdmu. Qed.

(* hand step GRONWALL, both sides *)
Lemma gronwall_up x u : 0 <= u -> dmu x * exp (- u) <= dmu (x + u) <= dmu x * exp u.
Proof.
intros Hu; split.
- assert (H : dmu x * exp 0 <= dmu (x + u) * exp u).
  { pose (f := fun v => dmu (x + v) * exp v).
    replace (dmu x * exp 0) with (f 0) by (unfold f; now rewrite Rplus_0_r).
    apply (nondecreasing_of_derive f (fun v => (ddmu (x + v) + dmu (x + v)) * exp v)); trivial.
    - intros v; unfold f; auto_derive.
      + exists (ddmu (x + v)); apply Hdmu.
      + rewrite (dmuE (x + v)); ring.
    - intros v; apply Rmult_le_pos; [|left; apply exp_pos].
      assert (H := Hsc (x + v)); apply Rabs_le_between in H; lra. }
  rewrite exp_0, Rmult_1_r in H.
  apply Rmult_le_reg_r with (exp u); [apply exp_pos|].
  rewrite Rmult_assoc, <- exp_plus, Rplus_opp_l, exp_0; lra.
- assert (H : dmu x * exp 0 * -1 <= dmu (x + u) * exp (- u) * -1).
  { pose (f := fun v => dmu (x + v) * exp (- v) * -1).
    replace (dmu x * exp 0 * -1) with (f 0) by (unfold f; now rewrite Rplus_0_r, Ropp_0).
    apply (nondecreasing_of_derive f (fun v => (dmu (x + v) - ddmu (x + v)) * exp (- v))); trivial.
    - intros v; unfold f; auto_derive.
      + exists (ddmu (x + v)); apply Hdmu.
      + rewrite (dmuE (x + v)); ring.
    - intros v; apply Rmult_le_pos; [|left; apply exp_pos].
      assert (H := Hsc (x + v)); apply Rabs_le_between in H; lra. }
  rewrite exp_0 in H.
  apply Rmult_le_reg_r with (exp (- u)); [apply exp_pos|].
  rewrite Rmult_assoc, <- exp_plus, Rplus_opp_r, exp_0; lra.
Qed.

Lemma gronwall x u : dmu x * exp (- Rabs u) <= dmu (x + u) <= dmu x * exp (Rabs u).
Proof.
destruct (Rle_dec 0 u) as [Hu|Hu].
- rewrite Rabs_pos_eq by trivial; now apply gronwall_up.
- rewrite Rabs_left by lra.
  assert (H := gronwall_up (x + u) (- u) ltac:(lra)).
  replace (x + u + - u) with x in H by ring.
  assert (He : exp (- u) * exp (- - u) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  assert (P1 := exp_pos (- u)); assert (P2 := exp_pos (- - u)).
  destruct H as [H1 H2]; split.
  + apply Rmult_le_compat_r with (r := exp (- - u)) in H2; [|lra].
    rewrite Rmult_assoc, He in H2; lra.
  + apply Rmult_le_compat_r with (r := exp (- u)) in H1; [|lra].
    rewrite Rmult_assoc, (Rmult_comm (exp _)), He in H1; lra.
Qed.

Definition alpha z1 z2 := RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1.

Lemma dmu_cont z : continuous dmu z.
Proof. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); exists (ddmu z); apply Hdmu. Qed.

Lemma slope_cont z1 z2 v : continuous (fun v => dmu (z1 + v * (z2 - z1))) v.
Proof.
apply (continuous_comp (fun v => z1 + v * (z2 - z1)) dmu).
- apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); auto_derive; trivial.
- apply dmu_cont.
Qed.

Lemma slope_ex z1 z2 : ex_RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)); intros v _; apply slope_cont. Qed.

(* alpha is the average slope of mu: hand step FUNDAMENTAL *)
Lemma alpha_secant z1 z2 : alpha z1 z2 * (z2 - z1) = mu z2 - mu z1.
Proof.
set (f := fun v => mu (z1 + v * (z2 - z1))).
set (df := fun v => dmu (z1 + v * (z2 - z1)) * (z2 - z1)).
assert (H : is_RInt df 0 1 (minus (f 1) (f 0))).
{ apply (is_RInt_derive f df).
  - intros v _; unfold f, df; auto_derive.
    + exists (dmu (z1 + v * (z2 - z1))); apply Hmu.
    + rewrite (muE (z1 + v * (z2 - z1))); ring.
  - intros v _; unfold df; apply (continuous_mult (fun v => dmu (z1 + v * (z2 - z1)))).
    + apply slope_cont.
    + apply continuous_const. }
assert (H' : RInt df 0 1 = f 1 - f 0) by (apply is_RInt_unique; exact H).
clear H; rename H' into H; unfold f in H.
replace (z1 + 1 * (z2 - z1)) with z2 in H by ring.
replace (z1 + 0 * (z2 - z1)) with z1 in H by ring.
rewrite <- H; unfold df, alpha.
rewrite Rmult_comm.
assert (Hs := RInt_scal (V := R_CompleteNormedModule) (fun v => dmu (z1 + v * (z2 - z1))) 0 1 (z2 - z1) (slope_ex z1 z2)).
unfold scal in Hs; simpl in Hs; unfold mult in Hs; simpl in Hs.
rewrite <- Hs; apply RInt_ext; intros; apply Rmult_comm.
Qed.

Lemma int_exp c h : h <> 0 -> is_RInt (fun v => c * exp (v * h)) 0 1 (c * ((exp h - 1) / h)).
Proof.
intros Hh.
replace (c * ((exp h - 1) / h)) with (minus (c * exp (1 * h) / h) (c * exp (0 * h) / h)).
2: { unfold minus, plus, opp; simpl; rewrite Rmult_1_l, Rmult_0_l, exp_0; field; trivial. }
apply (is_RInt_derive (fun v => c * exp (v * h) / h) (fun v => c * exp (v * h))).
- intros v _; auto_derive; trivial; field; trivial.
- intros v _; apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); auto_derive; trivial.
Qed.

Theorem self_concordance z1 z2 : z1 <> z2 ->
  dmu z1 * ((1 - exp (- Rabs (z1 - z2))) / Rabs (z1 - z2)) <= alpha z1 z2
  <= dmu z1 * ((exp (Rabs (z1 - z2)) - 1) / Rabs (z1 - z2)).
Proof.
intros Hz; set (h := Rabs (z1 - z2)).
assert (Hh : 0 < h) by (apply Rabs_pos_lt; lra).
assert (Hv : forall v, 0 < v < 1 -> Rabs (v * (z2 - z1)) = v * h).
{ intros v Hv; unfold h; rewrite Rabs_mult, (Rabs_pos_eq v), (Rabs_minus_sym z1) by lra; trivial. }
unfold alpha; split.
- assert (HI := int_exp (dmu z1) (- h) ltac:(lra)).
  replace ((exp (- h) - 1) / - h) with ((1 - exp (- h)) / h) in HI by (field; lra).
  rewrite <- (is_RInt_unique _ _ _ _ HI).
  apply RInt_le; try lra; [eexists; apply HI | apply slope_ex |].
  intros v Hv'; assert (H := gronwall z1 (v * (z2 - z1))); rewrite (Hv v Hv') in H.
  replace (v * - h) with (- (v * h)) by ring; lra.
- assert (HI := int_exp (dmu z1) h ltac:(lra)).
  rewrite <- (is_RInt_unique _ _ _ _ HI).
  apply RInt_le; try lra; [apply slope_ex | eexists; apply HI |].
  intros v Hv'; assert (H := gronwall z1 (v * (z2 - z1))); rewrite (Hv v Hv') in H; lra.
Qed.

Theorem self_concordance_simple z1 z2 : dmu z1 / (1 + Rabs (z1 - z2)) <= alpha z1 z2.
Proof.
destruct (Req_dec z1 z2) as [->|Hz].
- replace (z2 - z2) with 0 by ring; rewrite Rabs_R0.
  unfold alpha; rewrite (RInt_ext _ (fun _ => dmu z2)).
  + rewrite RInt_const; unfold scal; simpl; unfold mult; simpl; lra.
  + intros v _; f_equal; ring.
- apply Rle_trans with (2 := proj1 (self_concordance z1 z2 Hz)).
  set (h := Rabs (z1 - z2)); assert (Hh : 0 < h) by (apply Rabs_pos_lt; lra).
  apply Rmult_le_compat_l; [apply dmu_ge0|].
  apply Rmult_le_reg_r with (h * (1 + h)); [nra|].
  replace (/ (1 + h) * (h * (1 + h))) with h by (field; lra).
  replace ((1 - exp (- h)) / h * (h * (1 + h))) with ((1 - exp (- h)) * (1 + h)) by (field; lra).
  assert (He : exp h * exp (- h) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  assert (H1 := exp_ineq1 h ltac:(lra)); assert (P := exp_pos (- h)).
  assert ((1 + h) * exp (- h) <= exp h * exp (- h)) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

(* stated on mu itself, without an integral *)
Corollary self_concordance_secant z1 z2 : z1 <> z2 ->
  dmu z1 / (1 + Rabs (z1 - z2)) <= (mu z2 - mu z1) / (z2 - z1).
Proof.
intros Hz; rewrite <- alpha_secant.
assert (Hz' : z2 - z1 <> 0) by (intros E; apply Hz; lra).
unfold Rdiv at 2; rewrite Rmult_assoc, Rinv_r, Rmult_1_r by trivial.
apply self_concordance_simple.
Qed.

End SelfConcordance.
End Scalars.

From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.

Section Link.
Local Open Scope R_scope.
Variables (mu dmu ddmu : R -> R) (km : R).
Hypothesis Hmu : forall z, is_derive mu z (dmu z).
Hypothesis Hdmu : forall z, is_derive dmu z (ddmu z).
Hypothesis Hsc : forall z, Rabs (ddmu z) <= dmu z.
Hypothesis Hkm : forall z, dmu z <= km.
Let al := alpha dmu.

Lemma link_secant x y : (al x y * (y - x) = mu y - mu x)%ring.
Proof. exact: (alpha_secant _ _ _ Hmu Hdmu). Qed.
Lemma link_sc x y : (dmu x / (1 + `|x - y|) <= al x y)%ring.
Proof.
apply/RleP; have := self_concordance_simple _ _ Hdmu Hsc x y.
by rewrite /Rdiv -RinvE'.
Qed.
Lemma link_km x y : (al x y <= km)%ring.
Proof.
apply/RleP; rewrite /al /alpha.
have -> : km = RInt (fun _ => km) 0 1 by rewrite RInt_const /scal /= /mult /=; lra.
apply: RInt_le; [lra|exact: (slope_ex _ _ Hdmu)|exact: ex_RInt_const|by move=> v _; exact: Hkm].
Qed.
Lemma link_ge0 x : (0 <= dmu x)%ring.
Proof. by apply/RleP; exact: (dmu_ge0 _ _ Hsc). Qed.
End Link.

Section LinkMono.
Local Open Scope R_scope.
Variables (mu dmu ddmu : R -> R).
Hypothesis Hmu : forall z, is_derive mu z (dmu z).
Hypothesis Hdmu : forall z, is_derive dmu z (ddmu z).
Hypothesis Hsc : forall z, Rabs (ddmu z) <= dmu z.
Lemma link_cont : continuity mu.
Proof.
move=> x; apply/continuity_pt_filterlim.
by apply: (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); exists (dmu x).
Qed.
Lemma link_mono x y : (x <= y)%ring -> (mu x <= mu y)%ring.
Proof.
move=> xy; rewrite -subr_ge0 -(link_secant Hmu Hdmu); apply: mulr_ge0; last by rewrite subr_ge0.
apply: le_trans (link_sc Hdmu Hsc x y); apply: divr_ge0; last by rewrite addr_ge0.
exact: (link_ge0 Hsc).
Qed.
End LinkMono.

