(* Exponentials for the sharper constants: the moment lemma for |x| <= v with its best constant phi(v) =
   (e^v - 1 - v)/v^2 (Z12, Z41, Z110), the loss h/(1 - e^{-h}) of self-concordance without its rounding to 1
   + h, and the larger root of X^2 = b X + c (Z112). *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.

Section Pointwise.
Local Open Scope R_scope.

(* e^x <= 1 + x + phi x^2 for x <= v, if equality holds at v > 0: (1 + x + phi x^2) e^{-x} falls, rises,
   falls, and is 1 at 0 and v. *)
Lemma exp_le_phi v c x : 0 < v -> exp v = 1 + v + c * v ^ 2 -> x <= v -> exp x <= 1 + x + c * x ^ 2.
Proof.
intros v0 E Hx.
pose (g := fun x => (1 + x + c * x ^ 2) * exp (- x)).
pose (dg := fun x => x * (2 * c - 1 - c * x) * exp (- x)).
assert (Hg : forall y, is_derive g y (dg y)) by (intros y; unfold g, dg; auto_derive; trivial; ring).
assert (Hcont : forall y, continuity_pt g y).
{ intros y; apply continuity_pt_filterlim.
  apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); eexists; apply Hg. }
assert (mvt : forall a b, exists z, Rmin a b <= z <= Rmax a b /\ g b - g a = dg z * (b - a)).
{ intros a b; apply MVT_gen; intros; [apply Hg|apply Hcont]. }
assert (g0 : g 0 = 1) by (unfold g; rewrite Ropp_0, exp_0; ring).
assert (g1 : g v = 1) by (unfold g; rewrite <- E, <- exp_plus, Rplus_opp_r; apply exp_0).
assert (Hc : 1 / 2 <= c).
{ destruct (Rle_dec (1 / 2) c) as [h|h]; trivial; exfalso.
  pose (f := fun x => exp x - 1 - x - x ^ 2 / 2); pose (df := fun x => exp x - 1 - x).
  assert (M : f 0 <= f v).
  { destruct (MVT_gen f 0 v df) as [y [Hy1 Hy2]].
    - intros; unfold f, df; auto_derive; trivial; field.
    - intros; apply continuity_pt_filterlim, (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)).
      unfold f; auto_derive; trivial.
    - assert (0 <= df y) by (unfold df; assert (K := exp_ineq1_le y); lra).
      assert (0 <= df y * (v - 0)) by (apply Rmult_le_pos; lra); lra. }
  unfold f in M; rewrite exp_0, E in M; apply Rnot_le_lt in h.
  assert (0 < (1 / 2 - c) * (v * v)) by (repeat apply Rmult_lt_0_compat; lra); lra. }
assert (H : 1 <= g x).
{ destruct (Rle_dec (c * x) (2 * c - 1)) as [h|h].
  - destruct (mvt 0 x) as [z [Hz E1]]; rewrite g0 in E1; assert (P := exp_pos (- z)).
    assert (0 <= dg z * (x - 0)); [|lra].
    unfold dg; replace (z * (2 * c - 1 - c * z) * exp (- z) * (x - 0))
      with ((z * x) * (2 * c - 1 - c * z) * exp (- z)) by ring.
    revert Hz; unfold Rmin, Rmax; destruct (Rle_dec 0 x); intros Hz;
      (apply Rmult_le_pos; [apply Rmult_le_pos; nra | lra]).
  - destruct (mvt x v) as [z [Hz E1]]; rewrite g1 in E1; assert (P := exp_pos (- z)).
    revert Hz; rewrite Rmin_left, Rmax_right by lra; intros Hz.
    assert (0 <= (z * (c * z - (2 * c - 1))) * exp (- z) * (v - x)); [|unfold dg in E1; lra].
    assert (0 <= x) by nra.
    apply Rmult_le_pos; [apply Rmult_le_pos; [apply Rmult_le_pos; nra|lra]|lra]. }
unfold g in H; apply Rmult_le_reg_r with (exp (- x)); [apply exp_pos|].
rewrite <- exp_plus, Rplus_opp_r, exp_0; exact H.
Qed.

(* A function with non-negative slopes on [0, x] does not fall. *)
Lemma rises (f df : R -> R) x : (forall y, is_derive f y (df y)) -> (forall y, 0 <= y -> 0 <= df y) ->
  0 <= x ->
  f 0 <= f x.
Proof.
intros Hf Hd x0; destruct (MVT_gen f 0 x df) as [y [Hy1 Hy2]].
- intros; apply Hf.
- intros; apply continuity_pt_filterlim, (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)).
  eexists; apply Hf.
- rewrite Rmin_left, Rmax_right in Hy1 by lra.
  assert (0 <= df y * (x - 0)) by (apply Rmult_le_pos; [apply Hd|]; lra); lra.
Qed.
(* 1 - x + x^2/2 - x^3/6 <= e^{-x} and 1 + x + x^2/2 + x^3/6 <= e^x for x >= 0. *)
Lemma exp_neg_cubic x : 0 <= x -> 1 - x + x ^ 2 / 2 - x ^ 3 / 6 <= exp (- x).
Proof.
assert (h2 : forall y, 0 <= y -> 0 <= 1 - y + y ^ 2 / 2 - exp (- y)).
{ intros y y0; assert (H := rises (fun z => 1 - z + z ^ 2 / 2 - exp (- z)) (fun z => exp (- z) - 1 + z) y).
  cbv beta in H; rewrite Ropp_0, exp_0 in H; assert (J : forall z, 0 <= exp (- z) - 1 + z) by
    (intros z; assert (K := exp_ineq1_le (- z)); lra).
  assert (1 - 0 + 0 ^ 2 / 2 - 1 <= 1 - y + y ^ 2 / 2 - exp (- y)); [|lra].
  apply H; [|intros; apply J|trivial].
  intros z; auto_derive; trivial; field. }
intros x0; assert (H := rises (fun z => exp (- z) - (1 - z + z ^ 2 / 2 - z ^ 3 / 6))
  (fun z => 1 - z + z ^ 2 / 2 - exp (- z)) x); cbv beta in H; rewrite Ropp_0, exp_0 in H.
assert (1 - (1 - 0 + 0 ^ 2 / 2 - 0 ^ 3 / 6) <= exp (- x) - (1 - x + x ^ 2 / 2 - x ^ 3 / 6)); [|lra].
apply H; trivial; intros z; auto_derive; trivial; field.
Qed.
Lemma exp_cubic x : 0 <= x -> 1 + x + x ^ 2 / 2 + x ^ 3 / 6 <= exp x.
Proof.
assert (h2 : forall y, 0 <= y -> 0 <= exp y - (1 + y + y ^ 2 / 2)).
{ intros y y0; assert (H := rises (fun z => exp z - (1 + z + z ^ 2 / 2)) (fun z => exp z - (1 + z)) y).
  cbv beta in H; rewrite exp_0 in H; assert (J : forall z, 0 <= exp z - (1 + z)) by
    (intros z; assert (K := exp_ineq1_le z); lra).
  assert (1 - (1 + 0 + 0 ^ 2 / 2) <= exp y - (1 + y + y ^ 2 / 2)); [|lra].
  apply H; [|intros; apply J|trivial].
  intros z; auto_derive; trivial; field. }
intros x0; assert (H := rises (fun z => exp z - (1 + z + z ^ 2 / 2 + z ^ 3 / 6))
  (fun z => exp z - (1 + z + z ^ 2 / 2)) x); cbv beta in H; rewrite exp_0 in H.
assert (1 - (1 + 0 + 0 ^ 2 / 2 + 0 ^ 3 / 6) <= exp x - (1 + x + x ^ 2 / 2 + x ^ 3 / 6)); [|lra].
apply H; trivial; intros z; auto_derive; trivial; field.
Qed.

(* e^x = (e^{x/16})^16 *)
Lemma exp_16 x : exp x = exp (x / 16) ^ 16.
Proof.
rewrite <- Rpower_pow by apply exp_pos; unfold Rpower; rewrite ln_exp; f_equal; simpl; lra.
Qed.

(* e^1.79 <= 1 + 1.79 + 1.79^2 and e^1.8 >= 6.048: Z41 *)
Lemma exp_179 : exp (179 / 100) <= 1 + 179 / 100 + (179 / 100) ^ 2.
Proof.
rewrite exp_16; set (y := 179 / 100 / 16).
assert (H := exp_neg_cubic y ltac:(unfold y; lra)); assert (P := exp_pos y).
assert (E : exp y * exp (- y) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
assert (B : exp y <= 11184 / 10000); [|apply Rle_trans with ((11184 / 10000) ^ 16); [apply pow_incr;
  lra|lra]].
assert (Q : 1 <= 11184 / 10000 * (1 - y + y ^ 2 / 2 - y ^ 3 / 6)) by (unfold y; lra).
nra.
Qed.
Lemma exp_180 : 6048 / 1000 <= exp (9 / 5).
Proof.
rewrite exp_16; assert (H := exp_cubic (9 / 5 / 16) ltac:(lra)).
apply Rle_trans with ((111906 / 100000) ^ 16); [lra|apply pow_incr; lra].
Qed.
Lemma exp_small : 99501 / 100000 <= exp (- (9 / 5 / 360)).
Proof. assert (H := exp_neg_cubic (9 / 5 / 360) ltac:(lra)); lra. Qed.

(* Z112: x/(e^x - 1) falls and x/(1 - e^{-x}) grows. *)
Lemma quotient_falls x h : 0 < x -> 0 <= h -> (x + h) / (exp (x + h) - 1) <= x / (exp x - 1).
Proof.
intros x0 h0; assert (A := exp_ineq1_le h); assert (P := exp_pos x).
assert (E : exp x * exp (- x) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
assert (B := exp_ineq1_le (- x)); assert (C := exp_ineq1 x ltac:(lra)); rewrite exp_plus.
assert (K : 0 <= x * exp x - exp x + 1) by nra.
assert (D : 0 < exp x * exp h - 1) by nra.
apply (Rmult_le_reg_r ((exp x - 1) * (exp x * exp h - 1))); [apply Rmult_lt_0_compat; lra|].
field_simplify; [|lra|lra].
assert (0 <= h * (x * exp x - exp x + 1)) by (apply Rmult_le_pos; lra).
assert (0 <= x * exp x * (exp h - (1 + h))) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]); lra.
Qed.
(* x/(1 - e^{-x}) = x + x/(e^x - 1) *)
Lemma loss_split x : 0 < x -> x / (1 - exp (- x)) = x + x / (exp x - 1).
Proof.
intros x0; assert (C := exp_ineq1 x ltac:(lra)); rewrite exp_Ropp; field; split; [lra|].
assert (P := exp_pos x); lra.
Qed.
Lemma loss_grows x h : 0 < x -> 0 <= h -> x / (1 - exp (- x)) <= (x + h) / (1 - exp (- (x + h))).
Proof.
intros x0 h0; assert (A := exp_ineq1_le (- h)); assert (P := exp_pos h).
assert (E : exp h * exp (- h) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
assert (C := exp_ineq1 x ltac:(lra)); rewrite !loss_split by lra; rewrite exp_plus.
assert (K : 0 <= h * exp h - exp h + 1) by nra.
assert (M : 1 <= exp h) by (assert (L := exp_ineq1_le h); lra).
assert (D : 0 < exp x * exp h - 1) by nra.
apply (Rmult_le_reg_r ((exp x - 1) * (exp x * exp h - 1))); [apply Rmult_lt_0_compat; lra|].
field_simplify; [|lra|lra].
assert (0 <= exp x * (h * exp h * (exp x - 1 - x))).
{ apply Rmult_le_pos; [lra|]; apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]. }
assert (0 <= exp x * (x * (h * exp h - exp h + 1))) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]);
  lra.
Qed.
(* 1 <= x/(1 - e^{-x}) <= 1 + x *)
Lemma loss_range x : 0 < x -> 1 <= x / (1 - exp (- x)) <= 1 + x.
Proof.
intros x0; rewrite loss_split by lra; assert (C := exp_ineq1 x ltac:(lra)); assert (B := exp_ineq1_le (- x)).
assert (E : exp x * exp (- x) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
assert (P := exp_pos x); split; (apply (Rmult_le_reg_r (exp x - 1)); [lra|]);
  (replace ((x + x / (exp x - 1)) * (exp x - 1)) with (x * exp x) by (field; lra)); nra.
Qed.
End Pointwise.

From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* phi(v) = (e^v - 1 - v)/v^2 *)
Definition phi (v : R) := (exp v - 1 - v) / v ^+ 2.
Arguments phi v%ring.
Lemma phiE v : 0 < v -> exp v = 1 + v + phi v * v ^+ 2.
Proof. by move=> v0; rewrite /phi divfK ?gt_eqF ?exprn_gt0 //; move: (exp v) => x; ring. Qed.
Lemma phi_gt0 v : 0 < v -> 0 < phi v.
Proof.
move=> v0; rewrite divr_gt0 ?exprn_gt0 // -addrA -opprD subr_gt0.
by apply/RltP; apply: exp_ineq1; apply/eqP; rewrite gt_eqF.
Qed.
Lemma exp_phi v x : 0 < v -> x <= v -> exp x <= 1 + x + phi v * x ^+ 2.
Proof.
move=> v0 xv; have := @exp_le_phi v (phi v) x.
have := phiE v0; move: (phi v) v0 xv => c /RltP v0 /RleP xv E H.
by apply/RleP; have := H v0 _ xv; move: E; toR_goal => E; apply.
Qed.
(* phi(1) = e - 2 *)
Lemma phi1 : phi 1 = exp 1 - 2%:R.
Proof. by rewrite /phi expr1n divr1; move: (exp 1) => x; ring. Qed.

(* The moment lemma for |x| <= v *)
Section Moment.
Variables (E : finType) (p : E -> R) (eta : E -> R) (v : R).
Hypothesis v0 : 0 < v.
Hypothesis p0 : forall e, 0 <= p e.
Hypothesis p1 : \sum_e p e = 1.
Hypothesis centred : \sum_e p e * eta e = 0.
Hypothesis bounded : forall e, `|eta e| <= 1.
Lemma moment_phi x : `|x| <= v ->
  \sum_e p e * exp (x * eta e) <= 1 + phi v * (x ^+ 2 * \sum_e p e * eta e ^+ 2).
Proof.
move=> xv; apply: (@le_trans _ _ (\sum_e p e * (1 + x * eta e + phi v * (x * eta e) ^+ 2))).
  apply: ler_sum => e _; rewrite ler_wpmul2l ?p0 // exp_phi //.
  apply: le_trans (ler_norm _) _; rewrite normrM -[v]mulr1.
  by rewrite ler_pmul ?normr_ge0 ?bounded.
have -> : \sum_e p e * (1 + x * eta e + phi v * (x * eta e) ^+ 2) =
  \sum_e p e + x * (\sum_e p e * eta e) + phi v * (x ^+ 2 * (\sum_e p e * eta e ^+ 2)).
  rewrite !mulr_sumr -!big_split /=; apply: eq_bigr => e _; rewrite exprMn.
  by move: (p e) (eta e) => y z; ring.
by rewrite p1 centred mulr0 addr0.
Qed.
End Moment.

(* The law on 1 and -y with mean 0: its variance is y. *)
Definition two_p (y : R) (e : bool) := (if e then y else 1) / (1 + y).
Definition two_eps (y : R) (e : bool) := if e then 1 else - y.
Lemma two_law (y : R) : 0 < y -> [/\ forall e, 0 <= two_p y e, \sum_e two_p y e = 1,
  \sum_e two_p y e * two_eps y e = 0, \sum_e two_p y e * two_eps y e ^+ 2 = y &
  y <= 1 -> forall e, `|two_eps y e| <= 1].
Proof.
move=> y0; have n : 1 + y != 0 by rewrite gt_eqF // addr_gt0 ?ltr01.
rewrite !big_bool /two_p /two_eps /=; split.
- by move=> e; apply: divr_ge0; [case: e; rewrite ?ler01 ?(ltW y0)|rewrite addr_ge0 ?ler01 ?(ltW y0)].
- by rewrite -mulrDl addrC mulfV.
- by field.
- by field.
by move=> y1 [] /=; rewrite ?normr1 // normrN gtr0_norm.
Qed.
Lemma two_exp (y v : R) : \sum_e two_p y e * exp (v * two_eps y e) = (y * exp v + exp (- (v * y))) / (1 + y).
Proof. by rewrite big_bool /two_p /two_eps /= mulr1 mulrN mulrDl mul1r mulrAC [_^-1 * _]mulrC. Qed.
(* These laws come as close to phi(v) as one likes. *)
Lemma phi_least (v c : R) : 0 < v ->
  (forall y, 0 < y -> y <= 1 -> (y * exp v + exp (- (v * y))) / (1 + y) <= 1 + c * (v ^+ 2 * y)) ->
    phi v <= c.
Proof.
move=> v0 H; have v2 : 0 < v ^+ 2 by rewrite exprn_gt0.
rewrite /phi ler_pdivr_mulr // -addrA -opprD ler_subl_addr; apply/ler_addgt0Pr => eps eps0.
have k0 : 0 < `|c| * v ^+ 2 + 1 by rewrite ltr_paddl ?ltr01 // mulr_ge0 // ltW.
pose y := Num.min 1 (eps / (`|c| * v ^+ 2 + 1)).
have y0 : 0 < y by rewrite lt_minr ltr01 divr_gt0.
have y1 : y <= 1 by rewrite le_minl lexx.
have ye : c * v ^+ 2 * y <= eps.
  apply: (@le_trans _ _ ((`|c| * v ^+ 2 + 1) * y)).
    by rewrite ler_wpmul2r ?(ltW y0) // ler_paddr ?ler01 // ler_wpmul2r ?(ltW v2) // ler_norm.
  by rewrite mulrC -ler_pdivl_mulr // le_minl lexx orbT.
have := H y y0 y1; rewrite ler_pdivr_mulr; last by rewrite addr_gt0 ?ltr01.
have := exp_ineq1_le (- (v * y)) => /RleP; move: (exp v) (exp (- _)) => a b; rewrite -[Rplus _ _]/(1 - v * y).
move=> h1 h2; have : y * a <= y * (c * v ^+ 2 + (1 + v) + c * v ^+ 2 * y).
  have -> : y * (c * v ^+ 2 + (1 + v) + c * v ^+ 2 * y) = (1 + c * (v ^+ 2 * y)) * (1 + y) - (1 - v * y) by
    ring.
  by rewrite ler_subr_addr (le_trans _ h2) // ler_add2l.
by rewrite ler_pmul2l // => /le_trans; apply; rewrite ler_add2l.
Qed.

(* X^2 <= b X + c gives X <= (b + sqrt(b^2 + 4 c))/2. *)
Lemma larger_root (F : rcfType) (X b c : F) : 0 <= c -> X ^+ 2 <= b * X + c ->
  X <= (b + Num.sqrt (b ^+ 2 + 4%:R * c)) / 2%:R.
Proof.
move=> c0 H; have q0 : 0 <= b ^+ 2 + 4%:R * c by rewrite addr_ge0 ?sqr_ge0 // mulr_ge0 ?ler0n.
rewrite ler_pdivl_mulr ?ltr0n // -ler_subl_addl; apply: le_trans (ler_norm _) _.
rewrite -sqrtr_sqr ler_wsqrtr // -subr_ge0.
have -> : b ^+ 2 + 4%:R * c - (X * 2%:R - b) ^+ 2 = 4%:R * (b * X + c - X ^+ 2) by ring.
by rewrite mulr_ge0 ?ler0n // subr_ge0.
Qed.

(* The loss h/(1 - e^{-h}) of self-concordance at any h between 0 and S + x is at most S + x + S/(e^S - 1). *)
Lemma loss_le (h S x : R) : 0 < h -> 0 < S -> 0 <= x -> h <= S + x ->
  h / (1 - exp (- h)) <= S + x + S / (exp S - 1).
Proof.
move=> /RltP h0 /RltP S0 /RleP x0 /RleP hS; apply/RleP.
have g := loss_grows h (S + x - h) h0; have f := quotient_falls S x S0 x0.
have e : Rplus h (S + x - h) = S + x by rewrite -[LHS]/(h + (S + x - h)); ring.
have q : Rle 0 (S + x - h) by apply/RleP; rewrite subr_ge0; apply/RleP.
have p : Rlt 0 (S + x) by apply: Rplus_lt_le_0_compat.
move: (g q) f; rewrite e (loss_split (S + x) p); toR_goal; rewrite /Rdiv /Rminus => g' f.
by apply: (Rle_trans _ _ _ g'); apply: Rplus_le_compat_l.
Qed.
