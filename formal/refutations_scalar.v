(* Refutations: displays of one real variable, lines 1237, 1948, 2141, 2399, 3574, 3627, and the Poisson
   mean. *)
From Coq Require Import Reals Lra Psatz Lia.
From Glb Require Import real_numbers refutations_setting.
Local Open Scope R_scope.

(* I29, line 2399: -\log(1-x) \le \frac{x-1}{x} for 0 \le x < 1.  At x = 0 the right side is not defined: the
   refuted statement leaves 0 out.  Witness: x = 1/2; the right side is -1. *)
Theorem I29_printed_false : ~ (forall x : R, 0 <= x < 1 -> x <> 0 -> - ln (Rminus 1 x) <= (x - 1) / x).
Proof.
intros A; specialize (A (/ 2) ltac:(lra) ltac:(lra)).
assert (L : ln (1 - / 2) < ln 1) by (apply ln_increasing; lra).
rewrite ln_1 in L; lra.
Qed.

(* Z43, line 2141: \forall X, X^2 - \frac{1}{\sqrt\lambda} y^2 X - (1+\bar S) y^2 \le 0, y a norm.
   (With "for this X", the X of the line before, it is true.)  Witness: lambda = X = 1, y = 0. *)
Theorem Z43_printed_false : ~ (forall lam Sb y : R, 0 < lam -> 0 <= Sb -> 0 <= y ->
  forall X, X ^ 2 - / sqrt lam * y ^ 2 * X - (1 + Sb) * y ^ 2 <= 0).
Proof. intros A; specialize (A 1 0 0 ltac:(lra) ltac:(lra) ltac:(lra) 1); lra. Qed.

(* Z9, lines 1078, 1948, 2373: D = \log(T)/\log(1/\gamma), 1/2 < \gamma < 1, and the rounds before t are the
   s \le t-D-1 (lines 2198, 2214) and the t-D \le s \le t-1 (line 1904).  (True for D rounded up.)
   Witness: T = 10, gamma = 2/3, t = 7, s = 1: D lies between 5 and 6. *)
Theorem Z9_printed_false : ~ (forall (T t s : nat) (gam : R), / 2 < gam < 1 -> le 2 T ->
  le 1 t -> le t T ->
  let D := ln (INR T) / ln (Rinv gam) in
  le 1 s -> le s (t - 1) -> INR s <= INR t - D - 1 \/ INR t - D <= INR s).
Proof.
intros A; specialize (A 10%nat 7%nat 1%nat (2 / 3) ltac:(lra) ltac:(lia) ltac:(lia) ltac:(lia)).
cbv zeta in A; specialize (A ltac:(lia) ltac:(simpl; lia)).
replace (INR 10) with 10 in A by (simpl; ring); replace (INR 7) with 7 in A by (simpl; ring).
replace (INR 1) with 1 in A by reflexivity; replace (/ (2 / 3)) with (3 / 2) in A by field.
assert (L : 0 < ln (3 / 2)) by (rewrite <- ln_1; apply ln_increasing; lra).
assert (P : forall n, ln ((3 / 2) ^ n) = INR n * ln (3 / 2)).
{ induction n as [|n IH]; [simpl; rewrite ln_1; ring|].
  rewrite S_INR; simpl pow; rewrite ln_mult, IH; [ring | lra | apply pow_lt; lra]. }
assert (L5 : ln ((3 / 2) ^ 5) < ln 10) by (apply ln_increasing; lra).
assert (L6 : ln 10 < ln ((3 / 2) ^ 6)) by (apply ln_increasing; lra).
rewrite P in L5, L6; replace (INR 5) with 5 in L5 by (simpl; ring).
replace (INR 6) with 6 in L6 by (simpl; ring).
assert (D1 : 5 < ln 10 / ln (3 / 2)) by (apply Rmult_lt_reg_r with (ln (3 / 2)); trivial; unfold Rdiv at 2;
  rewrite Rmult_assoc, Rinv_l by lra; lra).
assert (D2 : ln 10 / ln (3 / 2) < 6) by (apply Rmult_lt_reg_r with (ln (3 / 2)); trivial; unfold Rdiv at 1;
  rewrite Rmult_assoc, Rinv_l by lra; lra).
destruct A as [A|A]; lra.
Qed.

(* Z1, lines 166-167: the setting "includes for instance the logistic and Poisson bandits", and its mean
   function is Lipschitz on R (ass:link_fun, line 245).  The Poisson mean is exp. *)
Theorem Z1_printed_false : ~ (exists k : R, forall x y : R, Rabs (exp x - exp y) <= k * Rabs (x - y)).
Proof.
intros [k A]; assert (K0 := A 1 0); assert (E1 := exp_ineq1 1 ltac:(lra)).
rewrite exp_0, (Rabs_pos_eq (1 - 0)), Rabs_pos_eq in K0 by lra.
specialize (A (k + 1) k); rewrite exp_plus, (Rabs_pos_eq (k + 1 - k)) in A by lra.
assert (E2 := exp_ineq1_le k); assert (P := exp_pos k).
rewrite Rabs_pos_eq in A by nra; nra.
Qed.

(* X1, line 1237: S = 6 (corresponding to c_\mu^{-1} = \exp(S) \approx 400), mu logistic, c_mu = mu'(S).
   (As an approximation it is fine.)  c_mu^{-1} = 2 + e^S + e^{-S}. *)
Theorem X1_printed_false : ~ (/ dlgt (IZR 6) = exp (IZR 6)).
Proof.
unfold dlgt, lgt; intros A; assert (P := exp_pos 6); assert (Q := exp_pos (- 6)).
assert (E : exp (- (6)) = / exp 6) by apply exp_Ropp; rewrite E in A; clear E.
apply Rgt_not_eq with (2 := A); unfold Rgt.
replace (/ (/ (1 + / exp 6) * (1 - / (1 + / exp 6)))) with (2 + exp 6 + / exp 6) by (field; lra).
assert (0 < / exp 6) by (apply Rinv_0_lt_compat; lra); lra.
Qed.

(* I57, lines 3573-3577: c_t(\tau,i) = B\sqrt{\xi\log(\min(t,\tau))/N_t(\tau,i)} <
   B\sqrt{\xi\log(\min(t,\tau))/A} < \frac{\Delta}{2}\sqrt{\log(\min(t,\tau))/\log(\tau)} <
   \frac{\Delta}{2}, A = 4B^2\xi\log(\tau)/\Delta^2 < N. tau >= 2 for the quotient.  Witness: all 1, t =
   tau = N = 16: the second and third sign are equalities. *)
Theorem I57_printed_false : ~ (forall (B xi De : R) (t tau N : nat), 0 < B -> / 2 < xi -> 0 < De <= B ->
  le 2 tau -> le tau t -> le N tau ->
  let A := 4 * B ^ 2 * xi * ln (INR tau) / De ^ 2 in
  A < INR N ->
  B * sqrt (Rdiv (xi * ln (INR (Nat.min t tau))) (INR N)) <
    B * sqrt (Rdiv (xi * ln (INR (Nat.min t tau))) A) /\
  B * sqrt (Rdiv (xi * ln (INR (Nat.min t tau))) A) <
    De / 2 * sqrt (Rdiv (ln (INR (Nat.min t tau))) (ln (INR tau))) /\
  De / 2 * sqrt (Rdiv (ln (INR (Nat.min t tau))) (ln (INR tau))) < De / 2).
Proof.
intros H; specialize (H 1 1 1 16%nat 16%nat 16%nat ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lia) ltac:(lia)
  ltac:(lia)).
replace (Nat.min 16 16) with 16%nat in H by reflexivity; replace (INR 16) with 16 in H by (simpl; ring).
cbv zeta in H.
assert (L2 : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
assert (L3 : ln 2 < 1).
{ rewrite <- (ln_exp 1); apply ln_increasing; [lra|]; assert (E := exp_ineq1 1 ltac:(lra)); lra. }
assert (L4 : ln 16 = 4 * ln 2) by (replace 16 with (2 * 2 * (2 * 2)) by ring; rewrite !ln_mult by lra; ring).
destruct H as [_ [_ H]]; [rewrite L4; replace (1 ^ 2) with 1 by ring; lra|].
unfold Rdiv in H; rewrite (Rinv_r (ln 16)), sqrt_1 in H by lra; lra.
Qed.

(* I61, line 3627: "By differentiating with respect to \Delta, the right hand side is maximized when setting
   \Delta = 2B\sqrt{\xi\log(\tau)K/\tau}."  It is minimised there.  Witness: twice that level. *)
Theorem I61_printed_false : ~ (forall (B xi eta : R) (K T tau Gam : nat), 0 < B -> 0 < xi -> 0 < eta ->
  le 2 K -> le 2 tau -> le tau T ->
  let rhs De := 4 * B ^ 2 * xi * ln (INR tau) * INR K / De * (INR T / INR tau) + De * INR T
    + INR tau * INR K * INR Gam * B + 2 * INR K * B * (ln (INR tau) / ln (Rplus 1 eta) + 1)
      * (INR T / INR tau) in
  forall De, 0 < De -> rhs De <= rhs (2 * B * sqrt (Rdiv (xi * ln (INR tau) * INR K) (INR tau)))).
Proof.
intros A; specialize (A 1 1 1 2%nat 2%nat 2%nat 1%nat ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lia)
  ltac:(lia) ltac:(lia)).
simpl in A; replace (1 + 1) with 2 in A by ring.
assert (L2 : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
replace (1 * ln 2 * 2 / 2) with (ln 2) in A by field.
assert (P := sqrt_lt_R0 _ L2); assert (Q := sqrt_sqrt (ln 2) ltac:(lra)); set (s := sqrt (ln 2)) in *.
specialize (A (4 * s) ltac:(lra)).
rewrite <- Q in A.
replace (4 * (1 * (1 * 1)) * 1 * (s * s) * 2 / (4 * s) * (2 / 2)) with (2 * s) in A by (field; lra).
replace (4 * (1 * (1 * 1)) * 1 * (s * s) * 2 / (2 * 1 * s) * (2 / 2)) with (4 * s) in A by (field; lra).
lra.
Qed.
