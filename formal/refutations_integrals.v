(* Refutations: the two normalisation constants of prop:upper_h_t_g_t (lines 1630-1716), in dimension one.
   The page is about every d; its case d = 1 is false, with intervals for balls and H for det(H). *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
Local Open Scope R_scope.

(* Gaussian integral over [-r, r]: lower and upper bound by the largest and the smallest value. *)
Definition gauss (c r : R) : R := RInt (fun x => exp (- (c * x ^ 2))) (- r) r.

Lemma gauss_cont c x : continuous (fun x => exp (- (c * x ^ 2))) x.
Proof. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); auto_derive; trivial. Qed.

Lemma gauss_ex c a b : ex_RInt (fun x => exp (- (c * x ^ 2))) a b.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)); intros x _; apply gauss_cont. Qed.

(* Over [a, b] the integral lies between (b - a) times the bounds of the integrand. *)
Lemma gauss_between c a b l u : a <= b ->
  (forall x, a < x < b -> l <= exp (- (c * x ^ 2)) <= u) ->
  (b - a) * l <= RInt (fun x => exp (- (c * x ^ 2))) a b <= (b - a) * u.
Proof.
intros ab H.
assert (K : forall k : R, RInt (fun _ : R => k) a b = (b - a) * k)
  by (intros k; rewrite RInt_const; unfold scal; simpl; unfold mult; simpl; ring).
assert (X : forall k : R, ex_RInt (fun _ : R => k) a b) by (intros k; apply ex_RInt_const).
split.
- rewrite <- (K l); apply RInt_le; [exact ab | apply X | apply gauss_ex | intros x Hx; apply H, Hx].
- rewrite <- (K u); apply RInt_le; [exact ab | apply gauss_ex | apply X | intros x Hx; apply H, Hx].
Qed.

Lemma exp_neg_le x : 0 <= x -> exp (- x) <= 1.
Proof. intros H; rewrite <- exp_0; destruct H; [left; apply exp_increasing; lra | subst; rewrite Ropp_0;
  lra]. Qed.

Lemma exp_neg_ge x y : x <= y -> 1 - y <= exp (- x).
Proof. intros H; assert (G := exp_ineq1_le (- x)); lra. Qed.

Lemma gauss_le c r : 0 <= c -> 0 <= r -> gauss c r <= 2 * r.
Proof.
intros Hc Hr; destruct (gauss_between c (- r) r 0 1) as [_ H]; [lra | | unfold gauss; lra].
intros x _; split; [left; apply exp_pos | apply exp_neg_le, Rmult_le_pos; [trivial | apply pow2_ge_0]].
Qed.

Lemma gauss_ge c r : 0 <= c -> 0 <= r -> 2 * r * (1 - c * r ^ 2) <= gauss c r.
Proof.
intros Hc Hr; destruct (gauss_between c (- r) r (1 - c * r ^ 2) 1) as [H _]; [lra | | unfold gauss; lra].
intros x Hx; split; [|apply exp_neg_le, Rmult_le_pos; [trivial | apply pow2_ge_0]].
apply exp_neg_ge, Rmult_le_compat_l; trivial; nra.
Qed.

(* An interval and its two sides. *)
Lemma gauss_split c r s : gauss c r =
  RInt (fun x => exp (- (c * x ^ 2))) (- r) (- s) + gauss c s + RInt (fun x => exp (- (c * x ^ 2))) s r.
Proof.
unfold gauss; rewrite <- (RInt_Chasles _ (- r) (- s) r); try apply gauss_ex.
rewrite <- (RInt_Chasles _ (- s) s r); try apply gauss_ex.
unfold plus; simpl; ring.
Qed.

Lemma gauss_mono c r s : 0 <= s <= r -> gauss c s <= gauss c r.
Proof.
intros H; rewrite (gauss_split c r s).
assert (P : forall a b, a <= b -> 0 <= RInt (fun x => exp (- (c * x ^ 2))) a b)
  by (intros a b ab; apply RInt_ge_0; [trivial | apply gauss_ex | intros; left; apply exp_pos]).
assert (P1 := P (- r) (- s) ltac:(lra)); assert (P2 := P s r ltac:(lra)); lra.
Qed.

(* N(h_t), N(g_t) and the integral over the ball of radius r: lines 1645-1673. *)
Definition Nh (m w lam : R) : R :=
  RInt (fun x => exp (- (/ 2 * (2 * lam / (m ^ 2 * w ^ 2)) * x ^ 2))) (- 1) 1.
Definition Ng (m w H : R) : R :=
  RInt (fun x => exp (- (/ 2 * (2 / (m ^ 2 * w ^ 2)) * H * x ^ 2))) (- / 2) (/ 2).
Definition ball (r : R) : R := RInt (fun x => exp (- (/ 2 * x ^ 2))) (- r) r.

(* P3 and Q14, line 1641: \log(N(h_t)/N(g_t)) \le \log(\det(\tilde H_t)/\lambda_{t-1}^{d/2}) + d\log 2.
   d = 1; H >= lambda is all that is known of H.  Witness: H = lambda = 1/100 (no action yet), m = w = 1:
   left >= 0, right = log(1/5).  Missing: the power 1/2 of the determinant. *)
Theorem P3_printed_false : ~ (forall m w lam H : R, 0 < m -> 0 < w -> 0 < lam <= H ->
  ln (Nh m w lam / Ng m w H) <= ln (H / sqrt lam) + 1 * ln 2).
Proof.
intros A; specialize (A 1 1 (/ 100) (/ 100) ltac:(lra) ltac:(lra) ltac:(lra)).
assert (E1 : Nh 1 1 (/ 100) = gauss (/ 100) 1)
  by (apply RInt_ext; intros x _; f_equal; field).
assert (E2 : Ng 1 1 (/ 100) = gauss (/ 100) (/ 2))
  by (apply RInt_ext; intros x _; f_equal; field).
rewrite E1, E2 in A; clear E1 E2.
assert (M := gauss_mono (/ 100) 1 (/ 2) ltac:(lra)).
assert (P := gauss_ge (/ 100) (/ 2) ltac:(lra) ltac:(lra)).
replace (/ 100) with ((/ 10) ^ 2) in A at 4 by field; rewrite sqrt_pow2 in A by lra.
assert (Q : 1 <= gauss (/ 100) 1 / gauss (/ 100) (/ 2)).
{ apply Rmult_le_reg_r with (gauss (/ 100) (/ 2)); [lra|]; unfold Rdiv.
  rewrite Rmult_assoc, Rinv_l by lra; lra. }
assert (L : 0 <= ln (gauss (/ 100) 1 / gauss (/ 100) (/ 2)))
  by (rewrite <- ln_1; destruct Q as [Q|Q]; [left; apply ln_increasing; lra | rewrite <- Q; lra]).
rewrite Rmult_1_l, <- ln_mult in A by lra.
assert (N : ln (/ 100 / / 10 * 2) < ln 1) by (apply ln_increasing; lra).
rewrite ln_1 in N; lra.
Qed.

(* Q15, line 1679: N(h_t)/N(g_t) \le \det(\tilde H_t)/\lambda_{t-1}^{d/2} R, R the ratio of the integrals over
   the balls of radii \sqrt{2\lambda_{t-1}}/(m w_{t-1}) and half of it.  d = 1.
   Witness: H = lambda = 1/200, m = w = 1: left >= 1, right <= 4/14. *)
Theorem Q15_printed_false : ~ (forall m w lam H : R, 0 < m -> 0 < w -> 0 < lam <= H ->
  Nh m w lam / Ng m w H <=
    H / sqrt lam * (ball (sqrt (2 * lam) / (m * w)) / ball (/ 2 * (sqrt (2 * lam) / (m * w))))).
Proof.
intros A; specialize (A 1 1 (/ 200) (/ 200) ltac:(lra) ltac:(lra) ltac:(lra)).
assert (E1 : Nh 1 1 (/ 200) = gauss (/ 200) 1)
  by (apply RInt_ext; intros x _; f_equal; field).
assert (E2 : Ng 1 1 (/ 200) = gauss (/ 200) (/ 2))
  by (apply RInt_ext; intros x _; f_equal; field).
rewrite E1, E2 in A; clear E1 E2.
assert (M := gauss_mono (/ 200) 1 (/ 2) ltac:(lra)).
assert (P := gauss_ge (/ 200) (/ 2) ltac:(lra) ltac:(lra)).
assert (Q : 1 <= gauss (/ 200) 1 / gauss (/ 200) (/ 2)).
{ apply Rmult_le_reg_r with (gauss (/ 200) (/ 2)); [lra|]; unfold Rdiv.
  rewrite Rmult_assoc, Rinv_l by lra; lra. }
replace (2 * / 200) with ((/ 10) ^ 2) in A by field; rewrite sqrt_pow2 in A by lra.
replace (/ 10 / (1 * 1)) with (/ 10) in A by field.
change ball with (gauss (/ 2)) in A.
assert (B1 := gauss_le (/ 2) (/ 10) ltac:(lra) ltac:(lra)).
assert (B2 := gauss_ge (/ 2) (/ 2 * / 10) ltac:(lra) ltac:(lra)).
assert (B3 : gauss (/ 2) (/ 10) / gauss (/ 2) (/ 2 * / 10) <= 4).
{ apply Rmult_le_reg_r with (gauss (/ 2) (/ 2 * / 10)); [lra|]; unfold Rdiv.
  rewrite Rmult_assoc, Rinv_l by lra; lra. }
assert (S1 : / 200 / sqrt (/ 200) = sqrt (/ 200)).
{ assert (S0 : 0 < sqrt (/ 200)) by (apply sqrt_lt_R0; lra).
  rewrite <- (sqrt_sqrt (/ 200)) at 1 by lra; field; lra. }
assert (S2 : sqrt (/ 200) <= / 8).
{ rewrite <- (sqrt_pow2 (/ 8)) by lra; apply sqrt_le_1_alt; lra. }
rewrite S1 in A; assert (S3 := sqrt_pos (/ 200)); nra.
Qed.

(* I10, line 1664: N(g_t) = \frac{1}{|\det(\frac{\sqrt2}{m w_{t-1}}\tilde H_t^{1/2})|}
   \int 1[\|\xi\| \le \frac12\frac{\sqrt{2\lambda_{t-1}}}{m w_{t-1}}] e^{-\|\xi\|^2/2} d\xi.
   d = 1.  Witness: H = 1, lambda = 1/8, m = w = 1: left >= 3/4, right <= 1/2.  True with >=. *)
Theorem I10_printed_false : ~ (forall m w lam H : R, 0 < m -> 0 < w -> 0 < lam <= H ->
  Ng m w H = / Rabs (sqrt 2 / (m * w) * sqrt H) * ball (/ 2 * (sqrt (2 * lam) / (m * w)))).
Proof.
intros A; specialize (A 1 1 (/ 8) 1 ltac:(lra) ltac:(lra) ltac:(lra)).
assert (E : Ng 1 1 1 = gauss 1 (/ 2)) by (apply RInt_ext; intros x _; f_equal; field).
rewrite E in A; clear E; assert (P := gauss_ge 1 (/ 2) ltac:(lra) ltac:(lra)).
replace (2 * / 8) with ((/ 2) ^ 2) in A by field; rewrite sqrt_pow2, sqrt_1 in A by lra.
change ball with (gauss (/ 2)) in A.
assert (B := gauss_le (/ 2) (/ 2 * (/ 2 / (1 * 1))) ltac:(lra) ltac:(lra)).
assert (S : 1 <= sqrt 2) by (rewrite <- sqrt_1 at 1; apply sqrt_le_1_alt; lra).
rewrite Rabs_pos_eq in A by lra.
assert (I : / (sqrt 2 / (1 * 1) * 1) <= 1) by (apply Rle_trans with (/ 1); [apply Rinv_le_contravar|]; lra).
assert (I0 : 0 < / (sqrt 2 / (1 * 1) * 1)) by (apply Rinv_0_lt_compat; lra).
assert (G : 0 <= gauss (/ 2) (/ 2 * (/ 2 / (1 * 1))))
  by (apply Rle_trans with (2 := gauss_ge (/ 2) (/ 2 * (/ 2 / (1 * 1))) ltac:(lra) ltac:(lra)); lra).
nra.
Qed.

(* I11, lines 1691 and 1713: R = 2^d, R the ratio of the integrals over the balls of radii
   \sqrt{2\lambda_{t-1}}/(m w_{t-1}) and half of it.  d = 1.  (The words are: upper bounding R.  R <= 2^d
   is true.) Witness: radius 10 (lambda = 50, m = w = 1). *)
Theorem I11_printed_false : ~ (forall m w lam : R, 0 < m -> 0 < w -> 0 < lam ->
  ball (sqrt (2 * lam) / (m * w)) / ball (/ 2 * (sqrt (2 * lam) / (m * w))) = 2 ^ 1).
Proof.
intros A; specialize (A 1 1 50 ltac:(lra) ltac:(lra) ltac:(lra)).
replace (2 * 50) with (10 ^ 2) in A by lra; rewrite sqrt_pow2 in A by lra.
replace (10 / (1 * 1)) with 10 in A by field; replace (/ 2 * 10) with 5 in A by field.
change ball with (gauss (/ 2)) in A.
assert (M := gauss_mono (/ 2) 5 1 ltac:(lra)).
assert (P := gauss_ge (/ 2) 1 ltac:(lra) ltac:(lra)).
assert (F : gauss (/ 2) 10 = gauss (/ 2) 10 / gauss (/ 2) 5 * gauss (/ 2) 5) by (field; lra).
rewrite A in F; clear A.
assert (X : forall x, 5 < Rabs x -> exp (- (/ 2 * x ^ 2)) <= / 13).
{ intros x Hx; rewrite exp_Ropp; apply Rinv_le_contravar; [lra|].
  assert (G := exp_ineq1_le (/ 2 * x ^ 2)); assert (S : x ^ 2 = Rabs x ^ 2) by (rewrite pow2_abs; ring);
    nra. }
rewrite (gauss_split (/ 2) 10 5) in F.
destruct (gauss_between (/ 2) (Ropp 10) (Ropp 5) 0 (/ 13)) as [_ B1]; [lra | |].
{ intros x Hx; split; [left; apply exp_pos | apply X; rewrite Rabs_left; lra]. }
destruct (gauss_between (/ 2) 5 10 0 (/ 13)) as [_ B2]; [lra | |].
{ intros x Hx; split; [left; apply exp_pos | apply X; rewrite Rabs_pos_eq; lra]. }
rewrite pow_1 in F; lra.
Qed.
