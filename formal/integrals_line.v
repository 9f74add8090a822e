(* One variable: continuous functions that vanish outside [-2, 2], their integrals, locally Lipschitz functions
   and cutoffs.  The chapter integrals.v goes on to R^n. *)
From Coq Require Import Reals Lra Psatz FunctionalExtensionality ssreflect.
From Coquelicot Require Import Coquelicot.

Section OneVariable.
Local Open Scope R_scope.
(* continuous, and zero outside [-2, 2] *)
Definition cc (f : R -> R) := (forall x, continuous f x) /\ (forall x, 2 <= Rabs x -> f x = 0).
(* the integral over [-2, 2] *)
Definition I1 (f : R -> R) := RInt f (-2) 2.

(* continuous functions are integrable *)
Lemma cc_ex f a b : cc f -> ex_RInt f a b.
Proof. by move=> [c _]; apply: (ex_RInt_continuous (V := R_CompleteNormedModule)) => z _; exact: c. Qed.

(* the integral of zero *)
Lemma RInt_zero f a b : a <= b -> (forall x, a < x < b -> f x = 0) -> RInt f a b = 0.
Proof.
move=> ab z; rewrite (RInt_ext _ (fun _ => 0)).
  by rewrite RInt_const /scal /= /mult /= Rmult_0_r.
by rewrite Rmin_left // Rmax_right.
Qed.

(* a wider interval changes nothing *)
Lemma I1_wide f a b : cc f -> a <= -2 -> 2 <= b -> RInt f a b = I1 f.
Proof.
move=> cf ha hb; have [_ z] := cf; have e x y := cc_ex f x y cf.
rewrite -(RInt_Chasles f a (-2) b) // -(RInt_Chasles f (-2) 2 b) // /plus /=.
rewrite (RInt_zero f a (-2)) // => [|x hx]; last by apply: z; rewrite Rabs_left; lra.
rewrite (RInt_zero f 2 b) // => [|x hx]; last by apply: z; rewrite Rabs_right; lra.
by rewrite /I1; ring.
Qed.

(* affine change of variable *)
Lemma I1_affine f u v : 0 < u -> cc f -> cc (fun x => f (u * x + v)) ->
  I1 (fun x => f (u * x + v)) = / u * I1 f.
Proof.
move=> u0 cf ch; set M := 2 + (2 + Rabs v) / u.
have pv := Rabs_pos v; have q0 : 0 <= (2 + Rabs v) / u by apply: Rdiv_le_0_compat; lra.
rewrite -(I1_wide _ (- M) M ch); [|rewrite /M; lra|rewrite /M; lra].
have uM : 2 + Rabs v <= u * M.
  rewrite /M Rmult_plus_distr_l; have -> : u * ((2 + Rabs v) / u) = 2 + Rabs v by field; lra.
  by nra.
have [lv gv] : - Rabs v <= v <= Rabs v.
  by split; [have := Rle_abs (- v); rewrite Rabs_Ropp; lra|exact: Rle_abs].
have H := RInt_comp_lin f u v (- M) M (cc_ex f _ _ cf).
rewrite (I1_wide f (u * - M + v) (u * M + v) cf) in H; [|nra|nra].
rewrite -H (RInt_scal (V := R_CompleteNormedModule) (fun x => f (u * x + v))); last exact: (cc_ex _ _ _ ch).
by rewrite /scal /= /mult /= -Rmult_assoc Rinv_l ?Rmult_1_l //; lra.
Qed.

(* reflection *)
Lemma I1_opp f : cc f -> I1 (fun x => f (- x)) = I1 f.
Proof.
move=> cf; rewrite /I1; have H := RInt_comp_lin f (-1) 0 (-2) 2 (cc_ex f _ _ cf).
have e1 : -1 * -2 + 0 = 2 by lra.
have e2 : -1 * 2 + 0 = -2 by lra.
rewrite e1 e2 in H.
rewrite -(opp_RInt_swap (V := R_CompleteNormedModule) f 2 (-2)); last exact: cc_ex.
rewrite -H -(RInt_opp (V := R_CompleteNormedModule)).
  apply: RInt_ext => x _; rewrite /opp /scal /= /mult /=.
  have -> : -1 * x + 0 = - x by lra.
  by rewrite -Ropp_mult_distr_l Rmult_1_l Ropp_involutive.
apply: (ex_RInt_continuous (V := R_CompleteNormedModule)) => z _.
apply: (continuous_scal_r (V := R_NormedModule) (-1) (fun x => f (-1 * x + 0))).
apply: (continuous_comp (fun x => -1 * x + 0) f); last by have [c _] := cf; exact: c.
by apply: (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); auto_derive.
Qed.

(* locally Lipschitz *)
Definition LL (f : R -> R) := forall B, exists K, 0 <= K /\
  forall x y, Rabs x <= B -> Rabs y <= B -> Rabs (f x - f y) <= K * Rabs (x - y).

(* locally Lipschitz functions are continuous, ... *)
Lemma LL_cont f : LL f -> forall x, continuous f x.
Proof.
move=> L x; have [K [K0 H]] := L (Rabs x + 1).
apply/filterlim_locally => eps; have e0 := cond_pos eps.
have q0 : 0 < eps / (K + 1) by apply: Rdiv_lt_0_compat; lra.
have d0 : 0 < Rmin 1 (eps / (K + 1)) by apply: Rmin_pos => //; lra.
have key (y : R) : Rabs (y + - x) < Rmin 1 (eps / (K + 1)) -> Rabs (f y + - f x) < eps.
  move=> hy; have h1 : Rabs (y + - x) < 1 by apply: Rlt_le_trans hy (Rmin_l _ _).
  have h2 : Rabs (y + - x) < eps / (K + 1) by apply: Rlt_le_trans hy (Rmin_r _ _).
  have yb : Rabs y <= Rabs x + 1.
    have -> : y = x + (y + - x) by ring.
    apply: Rle_trans (Rabs_triang _ _) _; lra.
  have := H y x yb ltac:(lra); rewrite /Rminus => h3.
  apply: Rle_lt_trans h3 _; have p := Rabs_pos (y + - x).
  have e : (K + 1) * (eps / (K + 1)) = eps by field; lra.
  nra.
by exists (mkposreal _ d0) => y hy; exact: key.
Qed.
(* ... hence integrable *)
Lemma LL_ex f a b : LL f -> ex_RInt f a b.
Proof. by move=> L; apply: (ex_RInt_continuous (V := R_CompleteNormedModule)) => z _; exact: LL_cont. Qed.

(* monotone, linear, zero; close functions have close integrals *)
Lemma I1_le f g : LL f -> LL g -> (forall x, f x <= g x) -> I1 f <= I1 g.
Proof. move=> Lf Lg h; apply: RInt_le; [lra|exact: LL_ex|exact: LL_ex|by move=> x _; exact: h]. Qed.
Lemma I1_add f g : LL f -> LL g -> I1 (fun x => f x + g x) = I1 f + I1 g.
Proof. move=> Lf Lg; apply: (RInt_plus (V := R_CompleteNormedModule)); exact: LL_ex. Qed.
Lemma I1_scal c f : LL f -> I1 (fun x => c * f x) = c * I1 f.
Proof. move=> Lf; apply: (RInt_scal (V := R_CompleteNormedModule)); exact: LL_ex. Qed.
Lemma I1_zero f : (forall x, f x = 0) -> I1 f = 0.
Proof. by move=> h; apply: RInt_zero => [|x _]; [lra|exact: h]. Qed.
Lemma I1_dist f g M : LL f -> LL g -> (forall x, Rabs x <= 2 -> Rabs (f x - g x) <= M) ->
  Rabs (I1 f - I1 g) <= 4 * M.
Proof.
move=> Lf Lg h; have e : I1 f - I1 g = RInt (fun x => f x - g x) (-2) 2.
  by rewrite (RInt_minus (V := R_CompleteNormedModule) f g) //; exact: LL_ex.
rewrite e; have -> : 4 = 2 - -2 by lra.
apply: abs_RInt_le_const; first lra.
  by apply: (ex_RInt_minus (V := R_NormedModule)); exact: LL_ex.
by move=> t ht; apply: h; apply: Rabs_le; lra.
Qed.
(* the two changes of variable, for locally Lipschitz functions *)
Lemma I1_aff f u v : 0 < u -> LL f -> LL (fun x => f (u * x + v)) -> (forall x, 2 <= Rabs x -> f x = 0) ->
  (forall x, 2 <= Rabs x -> f (u * x + v) = 0) -> I1 (fun x => f (u * x + v)) = / u * I1 f.
Proof. by move=> u0 L L' z z'; apply: I1_affine => //; split=> //; exact: LL_cont. Qed.
Lemma I1_neg f : LL f -> (forall x, 2 <= Rabs x -> f x = 0) -> I1 (fun x => f (- x)) = I1 f.
Proof. by move=> L z; apply: I1_opp; split=> //; exact: LL_cont. Qed.
(* positive at 0 and nowhere negative: the integral is positive *)
Lemma I1_gt0 f : LL f -> (forall x, 0 <= f x) -> 0 < f 0 -> 0 < I1 f.
Proof.
move=> L p f0; have [K [K0 H]] := L 1.
pose r := Rmin 1 (f 0 / (K + 1)); have q0 : 0 < f 0 / (K + 1) by apply: Rdiv_lt_0_compat; lra.
have r0 : 0 < r by apply: Rmin_pos => //; lra.
have r1 : r <= 1 by exact: Rmin_l.
have r2 : r <= f 0 / (K + 1) by exact: Rmin_r.
have ex a b := LL_ex f a b L.
rewrite /I1 -(RInt_Chasles f (-2) (- r) 2) // -(RInt_Chasles f (- r) r 2) // /plus /=.
have a1 : 0 <= RInt f (-2) (- r) by apply: RInt_ge_0 => //; lra.
have a2 : 0 <= RInt f r 2 by apply: RInt_ge_0 => //; lra.
have a3 : 0 < RInt f (- r) r.
  apply: RInt_gt_0; [lra| |by move=> x _; exact: LL_cont].
  move=> x hx; have hx' : Rabs x < r by apply: Rabs_def1; lra.
  have := H x 0 ltac:(lra) ltac:(rewrite Rabs_R0; lra); rewrite Rminus_0_r => h.
  have e : (K + 1) * (f 0 / (K + 1)) = f 0 by field; lra.
  have px := Rabs_pos x; have : f 0 - f x <= Rabs (f x - f 0).
    by rewrite Rabs_minus_sym; exact: Rle_abs.
  by have : K * Rabs x < f 0; [nra|lra].
lra.
Qed.

(* exp is locally Lipschitz *)
Lemma LL_exp : LL exp.
Proof.
move=> B; exists (exp B); split; first exact/Rlt_le/exp_pos.
have le a b : a <= b -> exp a <= exp b by move=> [h| ->]; [left; exact: exp_increasing|right].
have main a b : b <= a -> a <= B -> Rabs (exp a - exp b) <= exp B * Rabs (a - b).
  move=> ba aB; have h := le _ _ ba; have h' := le _ _ aB; have p := exp_pos a.
  rewrite !Rabs_pos_eq; try lra.
  have e : exp b = exp a * exp (b - a) by rewrite -exp_plus; congr exp; ring.
  have i := exp_ineq1_le (b - a); rewrite e.
  have : exp a * (1 + (b - a)) <= exp a * exp (b - a) by apply: Rmult_le_compat_l; lra.
  nra.
move=> x y hx hy; have := Rle_abs x; have := Rle_abs y => ? ?.
case: (Rle_dec y x) => h; first by apply: main; lra.
rewrite Rabs_minus_sym (Rabs_minus_sym x); apply: main; lra.
Qed.

(* locally bounded *)
Lemma LL_bound f : LL f -> forall B, exists M, 0 <= M /\ forall x, Rabs x <= B -> Rabs (f x) <= M.
Proof.
move=> L B; have [K [K0 H]] := L (Rabs B).
have pB := Rabs_pos B; have lB := Rle_abs B; have p0 := Rabs_pos (f 0).
exists (Rabs (f 0) + K * Rabs B); split; first by nra.
move=> x hx; have -> : f x = f 0 + (f x - f 0) by ring.
apply: Rle_trans (Rabs_triang _ _) _; apply: Rplus_le_compat_l.
have := H x 0 ltac:(lra) ltac:(rewrite Rabs_R0; lra); rewrite Rminus_0_r => h.
by apply: Rle_trans h _; apply: Rmult_le_compat_l; lra.
Qed.
(* products, and exp (- c v) *)
Lemma LL_mul f g : LL f -> LL g -> LL (fun x => f x * g x).
Proof.
move=> Lf Lg B; have [K [K0 H]] := Lf B; have [K' [K0' H']] := Lg B.
have [M [M0 h]] := LL_bound f Lf B; have [M' [M0' h']] := LL_bound g Lg B.
exists (M * K' + M' * K); split; first by nra.
move=> x y hx hy; have -> : f x * g x - f y * g y = f x * (g x - g y) + g y * (f x - f y) by ring.
apply: Rle_trans (Rabs_triang _ _) _; rewrite !Rabs_mult Rmult_plus_distr_r !Rmult_assoc.
by apply: Rplus_le_compat; apply: Rmult_le_compat; (exact: Rabs_pos || auto).
Qed.
Lemma LL_expl c : LL (fun v => exp (- (c * v))).
Proof.
move=> B; have [K [K0 H]] := LL_exp (Rabs c * Rabs B); exists (K * Rabs c); split.
  by apply: Rmult_le_pos => //; exact: Rabs_pos.
have b x : Rabs x <= B -> Rabs (- (c * x)) <= Rabs c * Rabs B.
  move=> hx; rewrite Rabs_Ropp Rabs_mult; apply: Rmult_le_compat_l; first exact: Rabs_pos.
  by have := Rle_abs B; lra.
move=> x y hx hy; apply: Rle_trans (H _ _ (b x hx) (b y hy)) _; right.
have -> : - (c * x) - - (c * y) = - (c * (x - y)) by ring.
by rewrite Rabs_Ropp Rabs_mult Rmult_assoc.
Qed.

(* piecewise linear cutoff: 1 up to 1 - k, 0 from 1 on *)
Definition cut k v := Rmin 1 (Rmax 0 ((1 - v) / k)).
(* the cutoff is Lipschitz and has values in [0, 1] *)
Lemma LL_cut k : 0 < k -> LL (cut k).
Proof.
move=> k0 B; exists (/ k); split; first exact/Rlt_le/Rinv_0_lt_compat.
move=> x y _ _; apply: Rle_trans (_ : _ <= Rabs ((1 - x) / k - (1 - y) / k)) _.
  rewrite /cut; move: ((1 - x) / k) ((1 - y) / k) => a b.
  by unfold Rmin, Rmax, Rabs; repeat destruct Rle_dec; repeat destruct Rcase_abs; lra.
have -> : (1 - x) / k - (1 - y) / k = / k * - (x - y) by field; lra.
rewrite Rabs_mult Rabs_Ropp (Rabs_pos_eq (/ k)); [lra|exact/Rlt_le/Rinv_0_lt_compat].
Qed.
Lemma cut_ge0 k v : 0 <= cut k v.
Proof. rewrite /cut; apply: Rmin_glb; [lra|exact: Rmax_l]. Qed.
Lemma cut_le1 k v : cut k v <= 1. Proof. exact: Rmin_l. Qed.
Lemma cut_out k v : 0 < k -> 1 <= v -> cut k v = 0.
Proof.
move=> k0 v1; rewrite /cut Rmax_left; first by rewrite Rmin_right; lra.
have p := Rinv_0_lt_compat k k0; rewrite /Rdiv; nra.
Qed.
Lemma cut_in k v : 0 < k -> v <= 1 - k -> cut k v = 1.
Proof.
move=> k0 v1; have h : 1 <= (1 - v) / k by apply/Rle_div_r => //; lra.
by rewrite /cut Rmax_right ?Rmin_left //; lra.
Qed.

(* partial integral of a radial function *)
Definition slice (F : R -> R) w := I1 (fun t => F (t * t + w)).
(* composition with a square keeps locally Lipschitz functions *)
Lemma LL_sq F a b w : LL F -> LL (fun t => F ((a * t + b) * (a * t + b) + w)).
Proof.
move=> L B; set A := Rabs a * Rabs B + Rabs b.
have [K [K0 H]] := L (A * A + Rabs w).
have pa := Rabs_pos a; have pb := Rabs_pos b; have pB := Rabs_pos B.
have A0 : 0 <= A by rewrite /A; nra.
have bd x : Rabs x <= B -> Rabs (a * x + b) <= A.
  move=> hx; apply: Rle_trans (Rabs_triang _ _) _; rewrite Rabs_mult /A.
  by have := Rle_abs B; have := Rabs_pos x; nra.
have bd2 x : Rabs x <= B -> Rabs ((a * x + b) * (a * x + b) + w) <= A * A + Rabs w.
  move=> hx; apply: Rle_trans (Rabs_triang _ _) _; rewrite Rabs_mult.
  by have := bd x hx; have := Rabs_pos (a * x + b); nra.
exists (K * (2 * A * Rabs a)); split; first by apply: Rmult_le_pos => //; nra.
move=> x y hx hy; apply: Rle_trans (H _ _ (bd2 x hx) (bd2 y hy)) _.
rewrite Rmult_assoc; apply: Rmult_le_compat_l => //.
have -> : (a * x + b) * (a * x + b) + w - ((a * y + b) * (a * y + b) + w)
  = ((a * x + b) + (a * y + b)) * (a * (x - y)) by ring.
rewrite !Rabs_mult Rmult_assoc; apply: Rmult_le_compat_r.
  by apply: Rmult_le_pos => //; exact: Rabs_pos.
apply: Rle_trans (Rabs_triang _ _) _; have := bd x hx; have := bd y hy; lra.
Qed.
Lemma LL_sq0 F w : LL F -> LL (fun t => F (t * t + w)).
Proof.
move=> L; have H := LL_sq F 1 0 w L => B; have [K [K0 h]] := H B; exists K; split=> // x y hx hy.
by have := h x y hx hy; rewrite !Rmult_1_l !Rplus_0_r.
Qed.
(* the partial integral is again locally Lipschitz, vanishes far out, and is positive at 0 *)
Lemma LL_slice F : LL F -> LL (slice F).
Proof.
move=> L B; have [K [K0 H]] := L (4 + B); exists (4 * K); split; first lra.
move=> x y hx hy; rewrite Rmult_assoc; apply: I1_dist; [exact: LL_sq0|exact: LL_sq0|].
have b t z : Rabs t <= 2 -> Rabs z <= B -> Rabs (t * t + z) <= 4 + B.
  move=> ht hz; apply: Rle_trans (Rabs_triang _ _) _; rewrite Rabs_mult.
  by have := Rabs_pos t; nra.
move=> t ht; have := H _ _ (b t x ht hx) (b t y ht hy).
by have -> : t * t + x - (t * t + y) = x - y by ring.
Qed.
Lemma slice_out F : (forall v, 4 <= v -> F v = 0) -> forall v, 4 <= v -> slice F v = 0.
Proof. move=> z v v1; apply: I1_zero => t; apply: z; nra. Qed.
Lemma slice_ge0 F : LL F -> (forall v, 0 <= F v) -> forall v, 0 <= slice F v.
Proof.
move=> L p v; rewrite -(I1_zero (fun _ => 0)) //; apply: I1_le => //; last exact: LL_sq0.
by move=> B; exists 0; split; [lra|move=> x y _ _; rewrite Rminus_0_r Rabs_R0; lra].
Qed.
Lemma slice_gt0 F : LL F -> (forall v, 0 <= F v) -> 0 < F 0 -> 0 < slice F 0.
Proof. by move=> L p F0; apply: I1_gt0 => //; [exact: LL_sq0|rewrite Rmult_0_l Rplus_0_r]. Qed.
(* the partial integral after an affine change of variable *)
Lemma slice_aff F a v w : 0 < a -> LL F -> (forall v, 4 <= v -> F v = 0) -> 0 <= w ->
  (forall t, 2 <= Rabs t -> 4 <= (a * t + v) * (a * t + v) + w) ->
  I1 (fun t => F ((a * t + v) * (a * t + v) + w)) = / a * slice F w.
Proof.
move=> a0 L z w0 far; apply: (I1_aff (fun t => F (t * t + w))) => //; [exact: LL_sq0|exact: LL_sq| |].
  move=> x hx; apply: z; have e : x * x = Rabs x * Rabs x by rewrite -Rabs_mult Rabs_pos_eq //; nra.
  by rewrite e; nra.
by move=> x hx; apply: z; exact: far.
Qed.
End OneVariable.
