(* Self-concordant links: |mu''| <= mu' (assumption ass:SC, l. 257-262).

   The chapter proves lemma:self_concordance (l. 3065-3078) for every twice differentiable mu with
   |mu''| <= mu'.  Nothing else is asked: mu' > 0 is not needed, mu' >= 0 is what the assumption gives.
   In the paper's letters dmu is \dot\mu, ddmu is \ddot\mu and, for z_i = a^T theta_i,
   alpha dmu z_1 z_2 is alpha(a, theta_1, theta_2) (l. 1867-1869).

   - alpha_secant: alpha is the mean slope, alpha(z1, z2) (z2 - z1) = mu(z2) - mu(z1);
   - gronwall: mu'(x) e^{-|y - x|} <= mu'(y) <= mu'(x) e^{|y - x|};
   - self_concordance, self_concordance_simple: the two displays of the lemma;
   - link_*: the same facts in the ring notations of mathcomp, for the later chapters. *)
From Coq Require Import Reals Lra ssreflect.
From Coquelicot Require Import Coquelicot.

Section Slopes.
Local Open Scope R_scope.

(* The mean of mu' over the segment from z1 to z2. *)
Definition alpha (dmu : R -> R) z1 z2 := RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1.

(* A differentiable function is continuous. *)
Lemma derive_cont (f df : R -> R) z : is_derive f z (df z) -> continuous f z.
Proof. by move=> H; apply: (ex_derive_continuous (V := R_NormedModule)); exists (df z). Qed.

(* A differentiable function with non-negative slopes does not decrease. *)
Lemma nondecreasing_of_derive (f df : R -> R) x y :
  (forall z, is_derive f z (df z)) -> (forall z, 0 <= df z) -> x <= y -> f x <= f y.
Proof.
move=> Hf Hd xy; have [||c [_ Hc]] := MVT_gen f x y df.
- by move=> z _; exact: Hf.
- by move=> z _; apply/continuity_pt_filterlim; exact: (derive_cont f df).
- have : 0 <= df c * (y - x) by apply: Rmult_le_pos; [exact: Hd|lra].
  by lra.
Qed.

(* The integral of c e^{vh} over [0, 1]. *)
Lemma int_exp c h : h <> 0 -> is_RInt (fun v => c * exp (v * h)) 0 1 (c * ((exp h - 1) / h)).
Proof.
move=> h0; have -> : c * ((exp h - 1) / h) = minus (c * exp (1 * h) / h) (c * exp (0 * h) / h).
  by rewrite /minus /plus /opp /= Rmult_1_l Rmult_0_l exp_0; field.
apply: (is_RInt_derive (fun v => c * exp (v * h) / h) (fun v => c * exp (v * h))) => v _.
- by auto_derive => //; field.
- by apply: (ex_derive_continuous (V := R_NormedModule)); auto_derive.
Qed.

(* 1/(1 + h) <= (1 - e^{-h})/h, since 1 + h <= e^h. *)
Lemma inv_le_exp h : 0 < h -> / (1 + h) <= (1 - exp (- h)) / h.
Proof.
move=> h0; apply: (Rmult_le_reg_r (h * (1 + h))); first by apply: Rmult_lt_0_compat; lra.
have -> : / (1 + h) * (h * (1 + h)) = h by field; lra.
have -> : (1 - exp (- h)) / h * (h * (1 + h)) = (1 - exp (- h)) * (1 + h) by field; lra.
have e1 : exp h * exp (- h) = 1 by rewrite -exp_plus Rplus_opp_r exp_0.
have : (1 + h) * exp (- h) <= exp h * exp (- h); last lra.
by apply: Rmult_le_compat_r; [apply/Rlt_le/exp_pos|apply/Rlt_le/exp_ineq1; lra].
Qed.
End Slopes.

(* A continuously differentiable link: alpha is its mean slope. *)
Section MeanSlope.
Local Open Scope R_scope.
Variables (mu dmu : R -> R).
Hypothesis Hmu : forall z, is_derive mu z (dmu z).
Hypothesis dmu_cont : forall z, continuous dmu z.

Lemma slope_cont z1 z2 v : continuous (fun v => dmu (z1 + v * (z2 - z1))) v.
Proof.
apply: (continuous_comp (fun v => z1 + v * (z2 - z1)) dmu) => //.
by apply: (ex_derive_continuous (V := R_NormedModule)); auto_derive.
Qed.

Lemma slope_ex z1 z2 : ex_RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1.
Proof. by apply: (ex_RInt_continuous (V := R_CompleteNormedModule)) => v _; exact: slope_cont. Qed.

(* The fundamental theorem of calculus along the segment. *)
Lemma alpha_secant z1 z2 : alpha dmu z1 z2 * (z2 - z1) = mu z2 - mu z1.
Proof.
pose f v := mu (z1 + v * (z2 - z1)); pose df v := (z2 - z1) * dmu (z1 + v * (z2 - z1)).
have H : is_RInt df 0 1 (minus (f 1) (f 0)).
  apply: is_RInt_derive => v _.
    rewrite /f /df; apply: (is_derive_comp mu (fun v => z1 + v * (z2 - z1))) => //.
    by auto_derive => //; ring.
  by apply: (continuous_scal_r (z2 - z1) (fun v => dmu (z1 + v * (z2 - z1)))); exact: slope_cont.
have e : RInt df 0 1 = f 1 - f 0 by exact: is_RInt_unique.
move: e; rewrite /f Rmult_1_l Rmult_0_l Rplus_0_r Rplus_minus => <-.
by rewrite Rmult_comm /alpha -[LHS](RInt_scal (V := R_CompleteNormedModule)) //; exact: slope_ex.
Qed.

(* At equal points alpha is mu'. *)
Lemma alpha_diag z : alpha dmu z z = dmu z.
Proof.
rewrite /alpha (RInt_ext _ (fun _ => dmu z)); last by move=> v _; f_equal; ring.
by rewrite RInt_const /scal /= /mult /=; ring.
Qed.

(* alpha is symmetric (used at l. 3096: both ends of the segment serve). *)
Lemma alpha_sym z1 z2 : alpha dmu z1 z2 = alpha dmu z2 z1.
Proof.
have [->|ne] := Req_dec z1 z2; first by [].
apply: (Rmult_eq_reg_r (z2 - z1)); last lra.
have := alpha_secant z1 z2; have := alpha_secant z2 z1; lra.
Qed.

(* alpha is at most a bound k_mu on mu'. *)
Lemma alpha_le km z1 z2 : (forall z, dmu z <= km) -> alpha dmu z1 z2 <= km.
Proof.
move=> Hkm; have -> : km = RInt (fun _ => km) 0 1 by rewrite RInt_const /scal /= /mult /=; ring.
apply: RInt_le; [lra|exact: slope_ex|exact: ex_RInt_const|by move=> v _; exact: Hkm].
Qed.
End MeanSlope.

(* A self-concordant link. *)
Section SelfConcordance.
Local Open Scope R_scope.
Variables (dmu ddmu : R -> R).
Hypothesis Hdmu : forall z, is_derive dmu z (ddmu z).
Hypothesis Hsc : forall z, Rabs (ddmu z) <= dmu z.

Lemma dmu_ge0 z : 0 <= dmu z.
Proof. exact: Rle_trans (Rabs_pos _) (Hsc z). Qed.

Lemma dmu_cont z : continuous dmu z.
Proof. exact: (derive_cont dmu ddmu). Qed.

Lemma sc_bounds z : - dmu z <= ddmu z <= dmu z.
Proof. by have := Hsc z => /Rabs_le_between. Qed.

(* mu'(z) e^z does not decrease and mu'(z) e^{-z} does not increase. *)
Lemma gronwall_up x y : x <= y -> dmu x * exp x <= dmu y * exp y.
Proof.
apply: (nondecreasing_of_derive (fun z => dmu z * exp z) (fun z => (ddmu z + dmu z) * exp z)) => z.
  apply: (is_derive_ext (fun z => mult (dmu z) (exp z))) => [//|].
  have -> : (ddmu z + dmu z) * exp z = plus (mult (ddmu z) (exp z)) (mult (dmu z) (exp z)).
    by rewrite /plus /mult /=; ring.
  by apply: is_derive_mult => //; [exact: is_derive_exp|exact: Rmult_comm].
by apply: Rmult_le_pos; [have := sc_bounds z; lra|exact/Rlt_le/exp_pos].
Qed.

Lemma gronwall_down x y : x <= y -> dmu y * exp (- y) <= dmu x * exp (- x).
Proof.
move=> xy; apply: Ropp_le_cancel; move: xy; pose f z := - (dmu z * exp (- z)); rewrite -!/(f _).
apply: (nondecreasing_of_derive f (fun z => (dmu z - ddmu z) * exp (- z))) => z.
  apply: (is_derive_ext (fun z => opp (mult (dmu z) (exp (- z))))) => [//|].
  have -> : (dmu z - ddmu z) * exp (- z) =
    opp (plus (mult (ddmu z) (exp (- z))) (mult (dmu z) (- exp (- z)))).
    by rewrite /plus /mult /opp /=; ring.
  apply/is_derive_opp/is_derive_mult => //; [by auto_derive => //; ring|exact: Rmult_comm].
by apply: Rmult_le_pos; [have := sc_bounds z; lra|exact/Rlt_le/exp_pos].
Qed.

(* hand step GRONWALL *)
Lemma gronwall x y : dmu x * exp (- Rabs (y - x)) <= dmu y <= dmu x * exp (Rabs (y - x)).
Proof.
have half u v : u <= v -> dmu u <= dmu v * exp (v - u) /\ dmu v <= dmu u * exp (v - u).
  have k w z : exp w * exp z = exp (w + z) by rewrite exp_plus.
  move=> uv; split; [apply: (Rmult_le_reg_r (exp u))|apply: (Rmult_le_reg_r (exp (- v)))];
    rewrite ?Rmult_assoc ?k; try exact: exp_pos.
    by rewrite (_ : v - u + u = v); [exact: gronwall_up|ring].
  by rewrite (_ : v - u + - v = - u); [exact: gronwall_down|ring].
have [h1 h2] : dmu x <= dmu y * exp (Rabs (y - x)) /\ dmu y <= dmu x * exp (Rabs (y - x)).
  have [xy|yx] := Rle_lt_dec x y; first by rewrite Rabs_pos_eq; [exact: half|lra].
  by rewrite Rabs_left ?Ropp_minus_distr; [apply/and_comm/half; lra|lra].
split=> //; apply: (Rmult_le_reg_r (exp (Rabs (y - x)))); first exact: exp_pos.
by rewrite Rmult_assoc -exp_plus Rplus_opp_l exp_0 Rmult_1_r.
Qed.

(* lemma:self_concordance, first display (l. 3067-3071).  At z1 = z2 the printed quotients are 0/0. *)
Theorem self_concordance z1 z2 : z1 <> z2 ->
  dmu z1 * ((1 - exp (- Rabs (z1 - z2))) / Rabs (z1 - z2)) <= alpha dmu z1 z2
  <= dmu z1 * ((exp (Rabs (z1 - z2)) - 1) / Rabs (z1 - z2)).
Proof.
move=> ne; set h := Rabs (z1 - z2); have h0 : 0 < h by apply: Rabs_pos_lt; lra.
have G v : 0 < v < 1 -> dmu z1 * exp (v * - h) <= dmu (z1 + v * (z2 - z1)) <= dmu z1 * exp (v * h).
  move=> [v0 _]; have := gronwall z1 (z1 + v * (z2 - z1)).
  have -> : z1 + v * (z2 - z1) - z1 = v * (z2 - z1) by ring.
  by rewrite Rabs_mult (Rabs_pos_eq v) 1?Rabs_minus_sym -/h ?Ropp_mult_distr_r; lra.
have ex := slope_ex _ dmu_cont z1 z2; split.
  have /(int_exp (dmu z1)) I : - h <> 0 by lra.
  have -> : (1 - exp (- h)) / h = (exp (- h) - 1) / - h by field; lra.
  rewrite -(is_RInt_unique _ _ _ _ I); apply: RInt_le => //; [lra|by eexists; exact: I|].
  by move=> v /G [].
have /(int_exp (dmu z1)) I : h <> 0 by lra.
rewrite -(is_RInt_unique _ _ _ _ I); apply: RInt_le => //; [lra|by eexists; exact: I|].
by move=> v /G [].
Qed.

(* lemma:self_concordance, second display (l. 3072-3076). *)
Theorem self_concordance_simple z1 z2 : dmu z1 / (1 + Rabs (z1 - z2)) <= alpha dmu z1 z2.
Proof.
have [->|ne] := Req_dec z1 z2; first by rewrite alpha_diag Rminus_eq_0 Rabs_R0; lra.
apply: Rle_trans (proj1 (self_concordance z1 z2 ne)).
by apply: Rmult_le_compat_l; [exact: dmu_ge0|apply: inv_le_exp; apply: Rabs_pos_lt; lra].
Qed.
End SelfConcordance.

From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.

(* The link as the later chapters use it, in mathcomp's notations. *)
Section Link.
Variables (mu dmu ddmu : R -> R).
Hypothesis Hmu : forall z, is_derive mu z (dmu z).
Hypothesis Hdmu : forall z, is_derive dmu z (ddmu z).
Local Open Scope ring_scope.

Lemma link_cont : continuity mu.
Proof. by move=> z; apply/continuity_pt_filterlim; exact: (derive_cont mu dmu). Qed.

(* alpha(z1, z2) (z2 - z1) = mu(z2) - mu(z1) *)
Lemma link_secant x y : alpha dmu x y * (y - x) = mu y - mu x.
Proof. exact: (alpha_secant _ _ Hmu (dmu_cont _ _ Hdmu)). Qed.

(* alpha <= k_mu *)
Lemma link_km (km : R) (Hkm : forall z, Rle (dmu z) km) x y : alpha dmu x y <= km.
Proof. apply/RleP; exact: (alpha_le _ (dmu_cont _ _ Hdmu)). Qed.

Hypothesis Hsc : forall z, Rle (Rabs (ddmu z)) (dmu z).

Lemma link_ge0 x : 0 <= dmu x.
Proof. by apply/RleP; exact: (dmu_ge0 _ _ Hsc). Qed.

(* alpha(z1, z2) >= mu'(z1)/(1 + |z1 - z2|) *)
Lemma link_sc x y : dmu x / (1 + `|x - y|) <= alpha dmu x y.
Proof. by apply/RleP; rewrite RinvE'; exact: (self_concordance_simple _ _ Hdmu Hsc). Qed.

(* mu does not decrease *)
Lemma link_mono x y : x <= y -> mu x <= mu y.
Proof.
move=> xy; rewrite -subr_ge0 -link_secant mulr_ge0 ?subr_ge0 //; apply: le_trans (link_sc x y).
by rewrite divr_ge0 ?link_ge0 ?addr_ge0.
Qed.
End Link.
