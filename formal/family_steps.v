(* Canonical exponential families, dP_z(r) = exp(r z - b(z) + c(r)) dnu(r) (l. 196-202), for
   claims_family_steps.v: differentiation under the integral inside the natural parameter space, for any
   measure nu on the real line.

   - moment_derive: the integrals of r^k e^{rz+c(r)} may be differentiated under the integral;
   - family_derive, mean_derive, variance_derive: b' is the mean, b'' the variance, b''' the third central
     moment;
   - family_smooth: b has derivatives of all orders.

   The integral against nu is a functional I, linear and positive on a class L of functions of the reward
   (the integrable ones).  D is an open set of parameters z at which e^{rz+c(r)} is integrable.  Of the
   functions r^k e^{rz+c(r)} only this is assumed: they are integrable if an integrable function bounds them
   (they are measurable). *)
From Coq Require Import Reals Lra Lia FunctionalExtensionality ssreflect.
From Coquelicot Require Import Coquelicot.
From Glb Require Import real_numbers.
Local Open Scope R_scope.

(** * Bounds for one reward *)

(* The second-order remainder of the exponential. *)
Lemma exp_remainder x : 0 <= exp x - 1 - x <= x ^ 2 * exp (Rabs x).
Proof.
split; first by have := exp_ineq1_le x; lra.
have e1 : 1 <= exp (Rabs x) by have := exp_ineq1_le (Rabs x); have := Rabs_pos x; lra.
case: (Rle_dec x 1) => [x1|/Rnot_le_lt x1]; first by have := exp_le_quad x x1; have := pow2_ge_0 x; nra.
rewrite Rabs_pos_eq; last lra.
by have := exp_pos x; have : 1 <= x ^ 2; nra.
Qed.

(* The exponential grows. *)
Lemma exp_incr_le x y : x <= y -> exp x <= exp y.
Proof. by case=> [lt|->]; [left; exact: exp_increasing|right]. Qed.

(* e^{|x|} <= e^x + e^{-x}. *)
Lemma exp_Rabs x : exp (Rabs x) <= exp x + exp (- x).
Proof. by rewrite /Rabs; case: Rcase_abs => _; have := exp_pos x; have := exp_pos (- x); lra. Qed.

(* Powers are small against exponentials. *)
Lemma pow_le_exp k x : 0 <= x -> x ^ k <= INR (fact k) * exp x.
Proof.
move=> x0; have f0 := INR_fact_lt_0 k.
have t0 j : 0 <= x ^ j / INR (fact j) by apply: Rdiv_le_0_compat; [exact: pow_le|exact: INR_fact_lt_0].
have : x ^ k / INR (fact k) <= exp x.
  apply: Rle_trans (exp_ge_taylor x k x0); case: k {f0} => [|k]; first by apply: Req_le.
  by rewrite tech5; have := cond_pos_sum (fun j => x ^ j / INR (fact j)) k t0; lra.
move=> /(Rmult_le_compat_l _ _ _ (Rlt_le _ _ f0)); apply: Rle_trans; apply: Req_le; field; lra.
Qed.

(* So |r|^k e^{e|r|} is at most a multiple of e^{2er} + e^{-2er}. *)
Definition dominator k e := INR (fact k) / e ^ k.
Lemma pow_dominated k e r : 0 < e ->
  Rabs r ^ k * exp (e * Rabs r) <= dominator k e * (exp (2 * e * r) + exp (- (2 * e * r))).
Proof.
move=> e0; have a0 := Rabs_pos r; have ek : 0 < e ^ k by exact: pow_lt.
have := pow_le_exp k (e * Rabs r) ltac:(nra); rewrite Rpow_mult_distr => h.
have d0 : 0 <= dominator k e by apply: Rdiv_le_0_compat => //; exact/Rlt_le/INR_fact_lt_0.
apply: (Rle_trans _ (dominator k e * exp (e * Rabs r) * exp (e * Rabs r))).
  apply: Rmult_le_compat_r; first exact/Rlt_le/exp_pos.
  apply: (Rmult_le_reg_l (e ^ k)) => //; apply: Rle_trans h _; apply: Req_le.
  by rewrite /dominator; field; lra.
rewrite Rmult_assoc -exp_plus; apply: Rmult_le_compat_l => //.
have -> : e * Rabs r + e * Rabs r = Rabs (2 * e * r); last exact: exp_Rabs.
by rewrite Rabs_mult (Rabs_pos_eq (2 * e)); lra.
Qed.

(** * Differentiation under the integral *)

Section Family.
Variables (c : R -> R) (L : (R -> R) -> Prop) (I : (R -> R) -> R) (D : R -> Prop).
Hypothesis La : forall f g, L f -> L g -> L (fun r => f r + g r).
Hypothesis Ls : forall k f, L f -> L (fun r => k * f r).
Hypothesis Ia : forall f g, L f -> L g -> I (fun r => f r + g r) = I f + I g.
Hypothesis Is : forall k f, L f -> I (fun r => k * f r) = k * I f.
Hypothesis Ip : forall f, L f -> (forall r, 0 <= f r) -> 0 <= I f.
Hypothesis Lm : forall k z g, L g -> (forall r, Rabs (r ^ k * exp (r * z + c r)) <= g r) ->
  L (fun r => r ^ k * exp (r * z + c r)).
Hypothesis Dopen : open D.
Hypothesis L0 : forall z, D z -> L (fun r => exp (r * z + c r)).

Local Notation f k z := (fun r : R => r ^ k * exp (r * z + c r)).
Local Notation F k z := (I (f k z)).

(* Around every parameter there is room on both sides. *)
Lemma room z : D z -> exists2 e, 0 < e & D (z + 2 * e) /\ D (z - 2 * e).
Proof.
move=> /Dopen [e h]; have e0 := cond_pos e; exists (e / 4); first lra.
split; apply: h; rewrite /ball /= /AbsRing_ball /abs /minus /plus /opp /=.
  by rewrite Rabs_pos_eq; lra.
by rewrite Rabs_left; lra.
Qed.

(* The function that bounds all that follows, *)
Local Notation top k z e :=
  (fun r : R => dominator k e * (exp (r * (z + 2 * e) + c r) + exp (r * (z - 2 * e) + c r))).
Lemma top_in k z e : D (z + 2 * e) -> D (z - 2 * e) -> L (top k z e).
Proof. by move=> h1 h2; apply: Ls; apply: La; exact: L0. Qed.
(* with the exponentials that it bounds. *)
Lemma top_bound k z e r : 0 < e -> Rabs r ^ k * exp (e * Rabs r) * exp (r * z + c r) <= top k z e r.
Proof.
move=> e0; apply: Rle_trans (Rmult_le_compat_r _ _ _ (Rlt_le _ _ (exp_pos _)) (pow_dominated k e r e0)) _.
rewrite Rmult_assoc Rmult_plus_distr_r -!exp_plus; apply: Req_le; congr (_ * (exp _ + exp _)); ring.
Qed.

(* All moments are integrable. *)
Lemma moment_in k z : D z -> L (f k z).
Proof.
move=> /room [e e0 [h1 h2]]; apply: Lm (top_in k z e h1 h2) _ => r.
apply: Rle_trans (top_bound k z e r e0); rewrite Rabs_mult -RPow_abs (Rabs_pos_eq (exp _)); last first.
  exact/Rlt_le/exp_pos.
apply: Rmult_le_compat_r; first exact/Rlt_le/exp_pos.
rewrite -{1}[Rabs r ^ k]Rmult_1_r; apply: Rmult_le_compat_l; first exact/pow_le/Rabs_pos.
by have := exp_ineq1_le (e * Rabs r); have := Rabs_pos r; nra.
Qed.

(* The integral of a function that another one bounds. *)
Lemma integral_bound g u : L g -> L u -> (forall r, Rabs (g r) <= u r) -> Rabs (I g) <= I u.
Proof.
move=> Lg Lu h; have half (k : R) : Rabs k = 1 -> 0 <= I u + k * I g.
  move=> k1; rewrite -Is // -Ia //; last exact: Ls.
  apply: Ip => [|r]; first by apply: La => //; exact: Ls.
  have := h r; have := Rabs_mult k (g r); rewrite k1 Rmult_1_l => <- hr.
  by have := Rle_abs (- (k * g r)); rewrite Rabs_Ropp; lra.
have := half 1 Rabs_R1; have := half (-1) ltac:(rewrite Rabs_Ropp; exact: Rabs_R1).
by move=> h1 h2; apply: Rabs_le; lra.
Qed.

(* The second-order remainder of a moment. *)
Lemma moment_remainder k z h e : 0 < e -> Rabs h <= e -> D z -> D (z + h) -> D (z + 2 * e) -> D (z - 2 * e) ->
  Rabs (F k (z + h) - F k z - h * F (S k) z) <= h ^ 2 * I (top (S (S k)) z e).
Proof.
move=> e0 he Dz Dh h1 h2; have Lt := top_in (S (S k)) z e h1 h2.
have L1 := moment_in k (z + h) Dh; have L2 := moment_in k z Dz; have L3 := moment_in (S k) z Dz.
have -> : F k (z + h) - F k z - h * F (S k) z =
    I (fun r => f k (z + h) r + (-1 * f k z r + - h * f (S k) z r)).
  rewrite Ia //; last by apply: La; apply: Ls.
  by rewrite Ia ?Is //; try apply: Ls => //; ring.
rewrite -Is //; apply: integral_bound => [||r]; [by apply: La => //; apply: La; apply: Ls|exact: Ls|].
have -> : f k (z + h) r + (-1 * f k z r + - h * f (S k) z r) =
    r ^ k * (exp (r * h) - 1 - r * h) * exp (r * z + c r).
  have -> : r * (z + h) + c r = (r * z + c r) + r * h by ring.
  by rewrite exp_plus /=; ring.
have [p0 p1] := exp_remainder (r * h); have a0 := Rabs_pos r.
rewrite Rabs_mult (Rabs_pos_eq (exp (_ + c r))); last exact/Rlt_le/exp_pos.
apply: Rle_trans (Rmult_le_compat_l _ _ _ (pow2_ge_0 h) (top_bound (S (S k)) z e r e0)).
rewrite -Rmult_assoc; apply: Rmult_le_compat_r; first exact/Rlt_le/exp_pos.
rewrite Rabs_mult -RPow_abs (Rabs_pos_eq (exp _ - _ - _)) //.
have -> : h ^ 2 * (Rabs r ^ S (S k) * exp (e * Rabs r)) = Rabs r ^ k * ((r * h) ^ 2 * exp (e * Rabs r)).
  by rewrite Rpow_mult_distr -(pow2_abs r) /=; ring.
apply: Rmult_le_compat_l; first exact: pow_le.
apply: Rle_trans p1 _; apply: Rmult_le_compat_l; first exact: pow2_ge_0.
apply: exp_incr_le; rewrite Rabs_mult Rmult_comm; exact: Rmult_le_compat_r.
Qed.

(* The derivative of the k-th moment is the next one. *)
Lemma moment_derive k z : D z -> is_derive (fun z => F k z) z (F (S k) z).
Proof.
move=> Dz; have [e e0 [h1 h2]] := room z Dz; have [e' near] := Dopen z Dz.
apply/is_derive_Reals => x x0; set C := I (top (S (S k)) z e).
have C0 : 0 <= C.
  apply: Ip => [|r]; first exact: top_in.
  apply: Rle_trans (top_bound _ z e r e0); have := pow_le _ (S (S k)) (Rabs_pos r).
  by move=> p; apply: Rmult_le_pos; [apply: Rmult_le_pos => //|]; exact/Rlt_le/exp_pos.
have d0 : 0 < Rmin (Rmin e e') (x / (C + 1)).
  by apply: Rmin_glb_lt; [apply: Rmin_glb_lt => //; exact: cond_pos|apply: Rdiv_lt_0_compat; lra].
exists (mkposreal _ d0) => h hn /= hd.
have he : Rabs h < e by apply: Rlt_le_trans hd _; apply: Rle_trans (Rmin_l _ _) (Rmin_l _ _).
have he' : Rabs h < e' by apply: Rlt_le_trans hd _; apply: Rle_trans (Rmin_l _ _) (Rmin_r _ _).
have hx : Rabs h < x / (C + 1) by apply: Rlt_le_trans hd (Rmin_r _ _).
have Dh : D (z + h).
  apply: near; rewrite /ball /= /AbsRing_ball /abs /minus /plus /opp /=.
  by have -> : z + h + - z = h by ring.
have hp : 0 < Rabs h by exact: Rabs_pos_lt.
have hC : Rabs h * (C + 1) < x.
  have : Rabs h * (C + 1) < x / (C + 1) * (C + 1) by apply: Rmult_lt_compat_r; lra.
  by have -> : x / (C + 1) * (C + 1) = x by field; lra.
have rem := moment_remainder k z h e e0 (Rlt_le _ _ he) Dz Dh h1 h2.
have -> : (F k (z + h) - F k z) / h - F (S k) z = (F k (z + h) - F k z - h * F (S k) z) / h by field.
rewrite /Rdiv Rabs_mult Rabs_inv; apply: (Rmult_lt_reg_r (Rabs h)) => //.
rewrite Rmult_assoc Rinv_l ?Rmult_1_r; last lra.
apply: Rle_lt_trans rem _; rewrite -/C -(pow2_abs h); nra.
Qed.

(** * Moments of the family *)

Variable b : R -> R.
Local Notation density z r := (exp (r * z - b z + c r)).
Hypothesis one : forall z, D z -> I (fun r => density z r) = 1.

(* The k-th moment of the law at z. *)
Local Notation G k z := (I (fun r : R => r ^ k * density z r)).

Lemma density_split k z r : r ^ k * density z r = exp (- b z) * f k z r.
Proof.
have -> : r * z - b z + c r = - b z + (r * z + c r) by ring.
by rewrite exp_plus; ring.
Qed.
Lemma density_in k z : D z -> L (fun r => r ^ k * density z r).
Proof.
move=> Dz; have -> : (fun r => r ^ k * density z r) = (fun r => exp (- b z) * f k z r).
  by apply: functional_extensionality => r; exact: density_split.
by apply: Ls; exact: moment_in.
Qed.
Lemma moment_split k z : D z -> G k z = exp (- b z) * F k z.
Proof.
move=> Dz; rewrite -Is; last exact: moment_in.
by congr I; apply: functional_extensionality => r; exact: density_split.
Qed.
Lemma moment0 z : D z -> G 0 z = 1.
Proof.
by move=> Dz; rewrite -(one z Dz); congr I; apply: functional_extensionality => r; rewrite /= Rmult_1_l.
Qed.

(* b is the logarithm of the integral of e^{rz+c(r)}, *)
Lemma mass z : D z -> F 0 z = exp (b z).
Proof.
move=> Dz; have := moment0 z Dz; rewrite moment_split // => h.
by rewrite -[F 0 z]Rmult_1_l -exp_0 -(Rplus_opp_r (b z)) exp_plus Rmult_assoc h Rmult_1_r.
Qed.

(* so its derivative is the mean. *)
Lemma family_derive z : D z -> is_derive b z (G 1 z).
Proof.
move=> Dz; have F0 : 0 < F 0 z by rewrite mass //; exact: exp_pos.
apply: (is_derive_ext_loc (fun z => ln (F 0 z))).
  by apply: filter_imp (Dopen z Dz) => y Dy; rewrite mass // ln_exp.
have -> : G 1 z = F 1 z * / F 0 z by rewrite moment_split // mass // exp_Ropp Rmult_comm.
apply: (is_derive_comp ln (fun z => F 0 z)); last exact: moment_derive.
exact: is_derive_ln.
Qed.

(* The derivative of a moment. *)
Lemma G_derive k z : D z -> is_derive (fun z => G k z) z (G (S k) z - G k z * G 1 z).
Proof.
move=> Dz; apply: (is_derive_ext_loc (fun z => exp (- b z) * F k z)).
  by apply: filter_imp (Dopen z Dz) => y Dy; rewrite moment_split.
have db := family_derive z Dz; have dF := moment_derive k z Dz.
have de : is_derive (fun z => exp (- b z)) z (- G 1 z * exp (- b z)).
  apply: (is_derive_comp exp (fun z => - b z)); first exact: is_derive_exp.
  exact: (is_derive_opp b).
have -> : G (S k) z - G k z * G 1 z = - G 1 z * exp (- b z) * F k z + exp (- b z) * F (S k) z.
  by rewrite (moment_split (S k)) // (moment_split k) //; ring.
exact: (is_derive_mult (fun z => exp (- b z)) (fun z => F k z) z _ _ de dF Rmult_comm).
Qed.

(* Central moments of second and third order. *)
Lemma variance_moments z m : D z ->
  I (fun r => (r - m) ^ 2 * density z r) = G 2 z - 2 * m * G 1 z + m ^ 2.
Proof.
move=> Dz; have Lk k := density_in k z Dz.
have -> : (fun r => (r - m) ^ 2 * density z r) = (fun r => r ^ 2 * density z r +
    (- (2 * m) * (r ^ 1 * density z r) + m ^ 2 * (r ^ 0 * density z r))).
  by apply: functional_extensionality => r; rewrite /=; ring.
have Lx x k : L (fun r => x * (r ^ k * density z r)) by apply: Ls.
rewrite Ia //; last by apply: La.
by rewrite Ia // (Is (- (2 * m))) // (Is (m ^ 2)) // moment0 //; ring.
Qed.
Lemma third_moments z m : D z ->
  I (fun r => (r - m) ^ 3 * density z r) = G 3 z - 3 * m * G 2 z + 3 * m ^ 2 * G 1 z - m ^ 3.
Proof.
move=> Dz; have Lk k := density_in k z Dz.
have -> : (fun r => (r - m) ^ 3 * density z r) = (fun r => r ^ 3 * density z r + (- (3 * m) *
    (r ^ 2 * density z r) + (3 * m ^ 2 * (r ^ 1 * density z r) + - m ^ 3 * (r ^ 0 * density z r)))).
  by apply: functional_extensionality => r; rewrite /=; ring.
have Lx x k : L (fun r => x * (r ^ k * density z r)) by apply: Ls.
rewrite Ia //; last by apply: La => //; apply: La.
rewrite Ia //; last by apply: La.
by rewrite Ia // (Is (- (3 * m))) // (Is (3 * m ^ 2)) // (Is (- m ^ 3)) // moment0 //; ring.
Qed.

(* The derivative of the mean is the variance, *)
Lemma mean_derive z : D z ->
  is_derive (fun z => G 1 z) z (I (fun r => (r - G 1 z) ^ 2 * density z r)).
Proof.
move=> Dz; rewrite variance_moments //.
have -> : G 2 z - 2 * G 1 z * G 1 z + G 1 z ^ 2 = G 2 z - G 1 z * G 1 z by ring.
exact: G_derive.
Qed.
(* and that of the variance the third central moment. *)
Lemma variance_derive z : D z -> is_derive (fun z => I (fun r => (r - G 1 z) ^ 2 * density z r)) z
  (I (fun r => (r - G 1 z) ^ 3 * density z r)).
Proof.
move=> Dz.
have E y : D y -> G 2 y - G 1 y ^ 2 = I (fun r => (r - G 1 y) ^ 2 * density y r).
  by move=> Dy; rewrite variance_moments //; ring.
apply: (is_derive_ext_loc (fun z => G 2 z - G 1 z ^ 2)); first exact: filter_imp E (Dopen z Dz).
rewrite third_moments //; have d1 := G_derive 1 z Dz; have d2 := G_derive 2 z Dz.
have -> : G 3 z - 3 * G 1 z * G 2 z + 3 * G 1 z ^ 2 * G 1 z - G 1 z ^ 3 =
    (G 3 z - G 2 z * G 1 z) - INR 2 * (G 2 z - G 1 z * G 1 z) * G 1 z ^ 1 by rewrite /=; ring.
exact: (is_derive_minus (fun z => G 2 z) (fun z => G 1 z ^ 2) z _ _ d2 (is_derive_pow _ 2 _ _ d1)).
Qed.

(** * Derivatives of all orders *)

(* Polynomials in the moments, and their derivatives: they are closed under differentiation. *)
Inductive poly := Const of R | Moment of nat | Add of poly & poly | Mul of poly & poly.
Fixpoint value p z := match p with
  | Const x => x | Moment k => G k z
  | Add p q => value p z + value q z | Mul p q => value p z * value q z end.
Fixpoint derived p := match p with
  | Const _ => Const 0
  | Moment k => Add (Moment (S k)) (Mul (Const (-1)) (Mul (Moment k) (Moment 1)))
  | Add p q => Add (derived p) (derived q)
  | Mul p q => Add (Mul (derived p) q) (Mul p (derived q)) end.
Lemma value_derive p z : D z -> is_derive (value p) z (value (derived p) z).
Proof.
move=> Dz; elim: p => [x|k|p dp q dq|p dp q dq].
- exact: is_derive_const.
- have -> : value (derived (Moment k)) z = G (S k) z - G k z * G 1 z by rewrite /=; ring.
  exact: G_derive.
- exact: (is_derive_plus (value p) (value q)).
exact: (is_derive_mult (value p) (value q) z _ _ dp dq Rmult_comm).
Qed.

(* b' is one, so b has derivatives of all orders. *)
Lemma family_Derive_n n z : D z -> Derive_n b (S n) z = value (Nat.iter n derived (Moment 1)) z.
Proof.
elim: n z => [|n IH] z Dz; first exact/is_derive_unique/family_derive.
rewrite [LHS](Derive_ext_loc _ (value (Nat.iter n derived (Moment 1)))).
  by rewrite [RHS]/=; apply: is_derive_unique; exact: value_derive.
by apply: filter_imp (Dopen z Dz) => y; exact: IH.
Qed.
Lemma family_smooth n z : D z -> ex_derive_n b n z.
Proof.
move=> Dz; case: n => [//|[|n]]; first by eexists; exact: family_derive.
apply: (ex_derive_ext_loc (value (Nat.iter n derived (Moment 1)))).
  by apply: filter_imp (Dopen z Dz) => y Dy; rewrite -family_Derive_n.
by eexists; exact: value_derive.
Qed.
End Family.

(* The hypotheses in the notation of Claims.v. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Lemma family_class (c : R -> R) (L : (R -> R) -> Prop) (I : (R -> R) -> R) :
  (forall f, L f -> (forall r, 0 <= f r) -> 0 <= I f) ->
  (forall (k : nat) z g, L g -> (forall r, `|r ^+ k * exp (r * z + c r)| <= g r) ->
    L (fun r => r ^+ k * exp (r * z + c r))) ->
  (forall f, L f -> (forall r, Rle 0 (f r)) -> Rle 0 (I f)) /\
  (forall (k : nat) z g, L g -> (forall r, Rle (Rabs (Rmult (pow r k) (exp (r * z + c r)))) (g r)) ->
    L (fun r => Rmult (pow r k) (exp (r * z + c r)))).
Proof.
move=> Ip Lm; split=> [f Lf h|k z g Lg h].
  by apply/RleP; apply: Ip => // r; apply/RleP; exact: h.
have -> : (fun r => Rmult (pow r k) (exp (r * z + c r))) = (fun r => r ^+ k * exp (r * z + c r)).
  by apply: functional_extensionality => r; rewrite RpowE.
by apply: Lm Lg _ => r; apply/RleP; have := h r; rewrite RpowE.
Qed.
