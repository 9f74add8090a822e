(* Integrals over R^n.  First J, the iterated Riemann integral over the cube [-2, 2]^n of locally Lipschitz
   functions, with the change of variables by a positive definite matrix (Schur complements, no spectral
   theorem).  Then the integral over a ball: the paper's densities are truncated by indicators of balls
   (l. 1438, 1533, 1634), which are not continuous; such an integral is squeezed between integrals J. *)
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

From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Global Arguments cut k%ring v%ring.

(* the definition in the notation of mathcomp *)
Lemma LLE (f : R -> R) : LL f <-> forall B, exists K, 0 <= K /\
  forall x y, `|x| <= B -> `|y| <= B -> `|f x - f y| <= K * `|x - y|.
Proof.
split=> L B; have [K [K0 H]] := L B; exists K; split; try exact/RleP; move=> x y.
  by move=> /RleP hx /RleP hy; apply/RleP; exact: H.
by move=> /RleP hx /RleP hy; apply/RleP; exact: H.
Qed.

Section Class.
Variable n : nat.
Implicit Types (x y : 'cV[R]_n) (f g : 'cV[R]_n -> R).
(* the cube *)
Definition box (B : R) x := forall i, `|x i 0| <= B.
Arguments box B%ring x%ring.
(* the l^1 distance *)
Definition dist x y : R := \sum_i `|x i 0 - y i 0|.
Lemma dist_ge0 x y : 0 <= dist x y. Proof. by apply: sumr_ge0. Qed.
(* locally Lipschitz functions of n variables *)
Definition LLn f := forall B, exists K, 0 <= K /\
  forall x y, box B x -> box B y -> `|f x - f y| <= K * dist x y.
(* zero outside the cube [-2, 2]^n *)
Definition van f := forall x i, 2%:R <= `|x i 0| -> f x = 0.


(* locally bounded *)
Lemma LLn_bound f : LLn f -> forall B, exists M, 0 <= M /\ forall x, box B x -> `|f x| <= M.
Proof.
move=> L B; have [K [K0 H]] := L `|B|; exists (`|f 0| + K * (n%:R * `|B|)); split.
  by rewrite addr_ge0 // mulr_ge0 // mulr_ge0 // ler0n.
move=> x bx; have bx' : box `|B| x by move=> i; exact: le_trans (bx i) (ler_norm B).
have b0 : box `|B| 0 by move=> i; rewrite mxE normr0.
rewrite -[f x](subrK (f 0)) addrC; apply: le_trans (ler_norm_add _ _) _; rewrite ler_add2l.
apply: le_trans (H _ _ bx' b0) _; apply: ler_wpmul2l => //.
have -> : n%:R * `|B| = \sum_(i < n) `|B| by rewrite sumr_const card_ord mulr_natl.
by apply: ler_sum => i _; rewrite mxE subr0.
Qed.

(* constants, coordinates, sums, products, compositions, shifts, linear and quadratic forms *)
Lemma LLn_const c : LLn (fun=> c).
Proof. by move=> B; exists 0; split=> // x y _ _; rewrite subrr normr0 mul0r. Qed.
Lemma LLn_coord i : LLn (fun x => x i 0).
Proof.
move=> B; exists 1; split=> // x y _ _; rewrite mul1r /dist (bigD1 i) //= ler_addl.
exact: sumr_ge0.
Qed.
Lemma LLn_add f g : LLn f -> LLn g -> LLn (fun x => f x + g x).
Proof.
move=> Lf Lg B; have [K [K0 H]] := Lf B; have [K' [K0' H']] := Lg B.
exists (K + K'); split; first exact: addr_ge0.
move=> x y bx bY; have -> : f x + g x - (f y + g y) = (f x - f y) + (g x - g y) by rewrite opprD addrACA.
by apply: le_trans (ler_norm_add _ _) _; rewrite mulrDl ler_add ?H ?H'.
Qed.
Lemma LLn_mul f g : LLn f -> LLn g -> LLn (fun x => f x * g x).
Proof.
move=> Lf Lg B; have [K [K0 H]] := Lf B; have [K' [K0' H']] := Lg B.
have [M [M0 h]] := LLn_bound Lf B; have [M' [M0' h']] := LLn_bound Lg B.
exists (M * K' + M' * K); split; first by rewrite addr_ge0 ?mulr_ge0.
move=> x y bx bY; have -> : f x * g x - f y * g y = f x * (g x - g y) + g y * (f x - f y).
  by move: (f x) (g x) (f y) (g y) => *; ring.
apply: le_trans (ler_norm_add _ _) _; rewrite mulrDl !normrM -!mulrA.
by apply: ler_add; apply: ler_pmul => //; rewrite ?H ?H' ?h ?h'.
Qed.
Lemma LLn_comp (F : R -> R) f : LL F -> LLn f -> LLn (fun x => F (f x)).
Proof.
move=> /LLE L Lf B; have [M [M0 h]] := LLn_bound Lf B; have [K [K0 H]] := L M.
have [K' [K0' H']] := Lf B; exists (K * K'); split; first exact: mulr_ge0.
move=> x y bx bY; apply: le_trans (H _ _ (h _ bx) (h _ bY)) _.
by rewrite -mulrA ler_wpmul2l ?H'.
Qed.
Lemma LLn_opp f : LLn f -> LLn (fun x => - f x).
Proof.
move=> L; have -> : (fun x => - f x) = (fun x => -1 * f x).
  by apply: functional_extensionality => x; rewrite mulN1r.
by apply: LLn_mul => //; exact: LLn_const.
Qed.
Lemma LLn_sum I (r : seq I) (f : I -> 'cV[R]_n -> R) :
  (forall i, LLn (f i)) -> LLn (fun x => \sum_(i <- r) f i x).
Proof.
move=> L; elim: r => [|i r IH].
  have -> : (fun x => \sum_(i <- [::]) f i x) = (fun=> 0); last exact: LLn_const.
  by apply: functional_extensionality => x; rewrite big_nil.
have -> : (fun x => \sum_(j <- i :: r) f j x) = (fun x => f i x + \sum_(j <- r) f j x).
  by apply: functional_extensionality => x; rewrite big_cons.
exact: LLn_add.
Qed.
Lemma LLn_dot S : LLn (fun x => dot x S).
Proof.
have -> : (fun x => dot x S) = (fun x => \sum_i x i 0 * S i 0).
  by apply: functional_extensionality => x; exact: dotE.
by apply: LLn_sum => i; apply: LLn_mul; [exact: LLn_coord|exact: LLn_const].
Qed.
Lemma LLn_qf A : LLn (fun x => qf A x).
Proof.
have -> : (fun x => qf A x) = (fun x => \sum_i x i 0 * \sum_j A i j * x j 0).
  by apply: functional_extensionality => x; rewrite /qf /bf dotE; apply: eq_bigr => i _; rewrite mxE.
apply: LLn_sum => i; apply: LLn_mul; first exact: LLn_coord.
by apply: LLn_sum => j; apply: LLn_mul; [exact: LLn_const|exact: LLn_coord].
Qed.
Lemma LLn_shift f x0 : LLn f -> LLn (fun x => f (x + x0)).
Proof.
move=> L B; have [K [K0 H]] := L (B + \sum_i `|x0 i 0|); exists K; split=> // x y bx bY.
have b z : box B z -> box (B + \sum_i `|x0 i 0|) (z + x0).
  move=> bz i; rewrite mxE; apply: le_trans (ler_norm_add _ _) _; apply: ler_add => //.
  by rewrite (bigD1 i) //= ler_addl; exact: sumr_ge0.
apply: le_trans (H _ _ (b x bx) (b y bY)) _; rewrite /dist.
apply: ler_wpmul2l => //; apply: ler_sum => i _; rewrite !mxE opprD addrACA subrr addr0.
exact: lexx.
Qed.
End Class.
Arguments box [n] B%ring x%ring.

Section Cons.
Variable n : nat.
Implicit Types (y z : 'cV[R]_n) (t s : R) (f : 'cV[R]_n.+1 -> R).
(* the vector with first coordinate t, then y *)
Definition cns t y : 'cV[R]_n.+1 := col_mx (t%:M : 'M[R]_1) y.
Arguments cns t%ring y%ring.
Lemma cns0 t y : cns t y 0 0 = t.
Proof.
have -> : (0 : 'I_n.+1) = lshift n (0 : 'I_1) by apply/val_inj.
by rewrite /cns (@col_mxEu _ 1) mxE eqxx mulr1n.
Qed.
Lemma cnsS t y i : cns t y (lift 0 i) 0 = y i 0.
Proof.
have -> : lift 0 i = rshift 1 i by apply/val_inj.
by rewrite /cns (@col_mxEd _ 1).
Qed.
Lemma cnsE (x : 'cV[R]_n.+1) : x = cns (x 0 0) (\col_i x (lift 0 i) 0).
Proof.
apply/matrixP => i j; rewrite ord1; case: (unliftP 0 i) => [k ->|->]; first by rewrite cnsS mxE.
by rewrite cns0.
Qed.
Lemma cnsD t y s z : cns t y + cns s z = cns (t + s) (y + z).
Proof.
apply/matrixP => i j; rewrite ord1 mxE; case: (unliftP 0 i) => [k ->|->]; first by rewrite !cnsS mxE.
by rewrite !cns0.
Qed.
Lemma cnsN t y : - cns t y = cns (- t) (- y).
Proof.
apply/matrixP => i j; rewrite ord1 mxE; case: (unliftP 0 i) => [k ->|->]; first by rewrite !cnsS mxE.
by rewrite !cns0.
Qed.
Lemma dot_cns t y : dot (cns t y) (cns t y) = t * t + dot y y.
Proof. by rewrite !dotE big_ord_recl cns0; congr (_ + _); apply: eq_bigr => i _; rewrite !cnsS. Qed.
Lemma box_cns B t y : `|t| <= B -> box B y -> box B (cns t y).
Proof.
move=> ht hy i; case: (unliftP 0 i) => [k ->|->]; first by rewrite cnsS.
by rewrite cns0.
Qed.
Lemma dist_cns t y s z : dist (cns t y) (cns s z) = `|t - s| + dist y z.
Proof. by rewrite /dist big_ord_recl !cns0; congr (_ + _); apply: eq_bigr => i _; rewrite !cnsS. Qed.

(* the partial integral over the first coordinate *)
Definition Pt f y := I1 (fun t => f (cns t y)).
(* along a line, and after a partial integral, functions stay locally Lipschitz *)
Lemma LL_line f y : LLn f -> LL (fun t => f (cns t y)).
Proof.
move=> L; apply/LLE => B; have [K [K0 H]] := L (`|B| + \sum_i `|y i 0|); exists K; split=> // s t hs ht.
have s0 : 0 <= \sum_i `|y i 0| by apply: sumr_ge0.
have b u : `|u| <= B -> box (`|B| + \sum_i `|y i 0|) (cns u y).
  move=> hu; apply: box_cns.
    by apply: (le_trans hu); apply: (le_trans (ler_norm B)); rewrite ler_addl.
  move=> i; apply: ler_paddl => //; rewrite (bigD1 i) //= ler_addl.
  exact: sumr_ge0.
apply: le_trans (H _ _ (b s hs) (b t ht)) _; rewrite dist_cns.
by rewrite [dist y y]big1 ?addr0 // => i _; rewrite subrr normr0.
Qed.
Lemma LLn_Pt f : LLn f -> LLn (Pt f).
Proof.
move=> L B; have [K [K0 H]] := L (`|B| + 2%:R); exists (4%:R * K); split; first by rewrite mulr_ge0 ?ler0n.
move=> x y bx bY.
have b z t : box B z -> `|t| <= 2%:R -> box (`|B| + 2%:R) (cns t z).
  move=> bz ht; apply: box_cns; first by apply: (le_trans ht); rewrite ler_addr.
  by move=> i; apply: (le_trans (bz i)); apply: (le_trans (ler_norm B)); rewrite ler_addl ler0n.
have h : Rle (Rabs (Rminus (Pt f x) (Pt f y))) (Rmult (IZR 4) (K * dist x y)).
  apply: I1_dist; [exact: LL_line|exact: LL_line|] => t ht; apply/RleP.
  have ht' : `|t| <= 2%:R by apply/RleP; rewrite -INRE.
  have := H _ _ (b x t bx ht') (b y t bY ht'); rewrite dist_cns subrr normr0 add0r.
  exact.
have e : (4%:R : R) = IZR 4 by rewrite -INRE INR_IZR_INZ.
by rewrite e -mulrA; apply/RleP.
Qed.
Lemma van_Pt f : van f -> van (Pt f).
Proof. by move=> v y i hi; apply: I1_zero => t; apply: (v _ (lift 0 i)); rewrite cnsS. Qed.
End Cons.
Arguments cns [n] t%ring y%ring.

(* the iterated integral *)
Fixpoint J n : ('cV[R]_n -> R) -> R :=
  match n with O => fun f => f 0 | n'.+1 => fun f => J (Pt f) end.

Lemma JS n (f : 'cV[R]_n.+1 -> R) : J f = J (Pt f). Proof. by []. Qed.

(* linear, monotone *)
Lemma J_add n (f g : 'cV[R]_n -> R) : LLn f -> LLn g -> J (fun x => f x + g x) = J f + J g.
Proof.
elim: n f g => [|n IH] f g Lf Lg //=; rewrite -IH; try exact: LLn_Pt.
congr J; apply: functional_extensionality => y.
by apply: (I1_add (fun t => f (cns t y)) (fun t => g (cns t y))); exact: LL_line.
Qed.
Lemma J_scal n c (f : 'cV[R]_n -> R) : LLn f -> J (fun x => c * f x) = c * J f.
Proof.
elim: n f => [|n IH] f Lf //=; rewrite -IH; try exact: LLn_Pt.
congr J; apply: functional_extensionality => y; apply: (I1_scal c (fun t => f (cns t y))); exact: LL_line.
Qed.
Lemma J_le n (f g : 'cV[R]_n -> R) : LLn f -> LLn g -> (forall x, f x <= g x) -> J f <= J g.
Proof.
elim: n f g => [|n IH] f g Lf Lg h //=; apply: IH; try exact: LLn_Pt.
by move=> y; apply/RleP/I1_le; [exact: LL_line|exact: LL_line|move=> t; apply/RleP].
Qed.
Lemma J_zero n : J (fun _ : 'cV[R]_n => 0) = 0.
Proof.
have := J_scal 0 (LLn_const n 1); rewrite [RHS]mul0r => e; rewrite -[RHS]e; congr J.
by apply: functional_extensionality => x; rewrite mul0r.
Qed.
Lemma J_ge0 n (f : 'cV[R]_n -> R) : LLn f -> (forall x, 0 <= f x) -> 0 <= J f.
Proof. by move=> L f0; rewrite -[X in X <= _](J_zero n); apply: J_le => //; exact: LLn_const. Qed.

(* 2 in both notations *)
Lemma two_abs (t : R) : (Rle (IZR 2) (Rabs t)) -> 2%:R <= `|t|.
Proof. by move=> h; apply/RleP; rewrite -INRE. Qed.

(* translations and reflections *)
Lemma J_shift n (f : 'cV[R]_n -> R) x0 : LLn f -> van f -> van (fun x => f (x + x0)) ->
  J (fun x => f (x + x0)) = J f.
Proof.
elim: n f x0 => [|n IH] f x0 L v v'; first by rewrite /= [x0]flatmx0 addr0.
rewrite /=; move: v'; rewrite (cnsE x0); move: (x0 0 0) (\col_i _) => s y0 {x0} v'.
rewrite -(IH (Pt f) y0); [|exact: LLn_Pt|exact: van_Pt|]; last first.
  move=> y i hi; apply: I1_zero => t.
  have -> : cns t (y + y0) = cns (t - s) y + cns s y0 by rewrite cnsD; congr cns; rewrite subrK.
  by apply: (v' _ (lift 0 i)); rewrite cnsS.
congr J; apply: functional_extensionality => y; rewrite /Pt.
have sh t : Rplus (Rmult (IZR 1) t) s = t + s by rewrite -[Rmult _ _]/(1 * t) mul1r.
have e : (fun t => f (cns t y + cns s y0)) = (fun t => f (cns (Rplus (Rmult (IZR 1) t) s) (y + y0))).
  by apply: functional_extensionality => t; rewrite cnsD sh.
have Lv : LL (fun t => f (cns t y + cns s y0)).
  exact: (LL_line (f := fun x => f (x + cns s y0)) y (LLn_shift _ L)).
rewrite e in Lv *.
rewrite (I1_aff (fun t => f (cns t (y + y0))) (IZR 1) s) //.
- by rewrite Rinv_1 Rmult_1_l.
- exact: Rlt_0_1.
- exact: LL_line.
- by move=> t /two_abs ht; apply: (v _ 0); rewrite cns0.
- by move=> t /two_abs ht; rewrite sh -cnsD; apply: (v' _ 0); rewrite cns0.
Qed.

Lemma J_neg n (f : 'cV[R]_n -> R) : LLn f -> van f -> J (fun x => f (- x)) = J f.
Proof.
elim: n f => [|n IH] f L v; first by rewrite /= oppr0.
rewrite /= -(IH (Pt f)); [|exact: LLn_Pt|exact: van_Pt].
congr J; apply: functional_extensionality => y; rewrite /Pt.
rewrite -(I1_neg (fun t => f (cns t (- y)))); [|exact: LL_line|]; last first.
  by move=> t /two_abs ht; apply: (v _ 0); rewrite cns0.
by congr I1; apply: functional_extensionality => t; rewrite cnsN.
Qed.

(* change of variables for radial functions, by Schur complements *)
Lemma J_radial n (F : R -> R) :
  J (fun x : 'cV[R]_n.+1 => F (dot x x)) = J (fun y : 'cV[R]_n => slice F (dot y y)).
Proof.
rewrite /=; congr J; apply: functional_extensionality => y; congr I1; apply: functional_extensionality => t.
by rewrite dot_cns.
Qed.

(* x -> A^{1/2} x divides the integral by det(A)^{1/2} *)
Lemma J_qf n (A : 'M[R]_n) (F : R -> R) : pd A -> loewner 1%:M A -> LL F ->
  (forall v, 4%:R <= v -> F v = 0) ->
  J (fun x => F (qf A x)) = (Num.sqrt (\det A))^-1 * J (fun x : 'cV[R]_n => F (dot x x)).
Proof.
elim: n A F => [|n IH] A F Ap A1 L z.
  by rewrite /= det_mx00 sqrtr1 invr1 mul1r /qf /bf mulmx0.
have a0 := pd00 Ap; have [As _] := Ap; have Sp := pd_schur Ap.
have s0 : 0 < Num.sqrt (A 0 0) by rewrite sqrtr_gt0.
have S1 : loewner 1%:M (schur A).
  move=> y; have [t ->] := schur_att y Ap; apply: le_trans (A1 _).
  by rewrite !qf_scalar !mul1r (dot_cns t y) ler_addr -expr2 sqr_ge0.
have e4 : (4%:R : R) = IZR 4 by rewrite -INRE INR_IZR_INZ.
have zR v : Rle (IZR 4) v -> F v = 0 by move=> h; apply: z; apply/RleP; rewrite e4.
have zP v : 4%:R <= v -> slice F v = 0 by move=> /RleP; rewrite e4; exact: slice_out.
rewrite (det_schurE Ap) sqrtrM ?(ltW a0) // invfM -mulrA J_radial -(IH (schur A)) //; last exact: LL_slice.
rewrite -J_scal; last by apply: LLn_comp; [exact: LL_slice|exact: LLn_qf].
rewrite JS; congr J; apply: functional_extensionality => y.
set c := Num.sqrt (A 0 0) * ((A 0 0)^-1 * dot (dlsubmx (A : 'M[R]_(1 + n))) y).
have E t : qf A (cns t y) = (Num.sqrt (A 0 0) * t + c) * (Num.sqrt (A 0 0) * t + c) + qf (schur A) y.
  rewrite -mulrDr -expr2 exprMn sqr_sqrtr ?(ltW a0) // addrC.
  have := qf_schur (dlsubmx (A : 'M[R]_(1 + n))) (drsubmx (A : 'M[R]_(1 + n))) y t a0.
  by rewrite -(block_sym As).
rewrite /Pt; have -> : (fun t => F (qf A (cns t y))) =
    (fun t => F ((Num.sqrt (A 0 0) * t + c) * (Num.sqrt (A 0 0) * t + c) + qf (schur A) y)).
  by apply: functional_extensionality => t; rewrite E.
rewrite RinvE'; apply: slice_aff => //.
- exact/RltP.
- by apply/RleP; have [_] := pd_psd Sp; apply.
move=> t /two_abs ht; apply/RleP; rewrite -e4.
have : 4%:R <= qf A (cns t y).
  apply: le_trans (A1 _); rewrite qf_scalar mul1r dot_cns.
  apply: (@le_trans _ _ (t * t)); last by rewrite ler_addl dot_ge0.
  rewrite -expr2 -(real_normK (num_real t)) (natrX _ 2 2) ler_pexpn2r ?nnegrE ?ler0n //.
by rewrite E.
Qed.

(* a radial function, positive at 0 and nowhere negative, has a positive integral *)
Lemma J_gt0 n (F : R -> R) : LL F -> (forall v, 0 <= F v) -> 0 < F 0 ->
  0 < J (fun x : 'cV[R]_n => F (dot x x)).
Proof.
elim: n F => [|n IH] F L p F0; first by rewrite /= dot0r.
rewrite J_radial; apply: IH; first exact: LL_slice.
  by move=> v; apply/RleP/slice_ge0 => // w; apply/RleP.
by apply/RltP/slice_gt0 => //; [move=> v; apply/RleP|apply/RltP].
Qed.

(* Bernoulli's inequality *)
Lemma bernoulli (F : realFieldType) (e : F) n : 0 <= e -> e <= 1 -> 1 - n%:R * e <= (1 - e) ^+ n.
Proof.
move=> e0 e1; elim: n => [|n IH]; first by rewrite mul0r subr0 expr0.
rewrite exprS; apply: (@le_trans _ _ ((1 - e) * (1 - n%:R * e))); last first.
  by apply: ler_wpmul2l => //; rewrite subr_ge0.
rewrite -subr_ge0; have -> : (1 - e) * (1 - n%:R * e) - (1 - n.+1%:R * e) = n%:R * e ^+ 2.
  by rewrite -addn1 natrD; move: (n%:R : F) => z; clear; ring.
by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
Qed.

(* I is the integral of g when locally Lipschitz functions l <= g <= u squeeze it, J u - J l being as small
   as one likes (a Riemann-Darboux integral, hence also Lebesgue's, over the cube [-2, 2]^n). *)
Section Squeeze.
Variable n : nat.
Implicit Types (f g : 'cV[R]_n -> R) (I : R).

Definition is_int g I := forall eps, 0 < eps -> exists l u,
  [/\ LLn l, LLn u, forall x, l x <= g x <= u x, J u - eps <= I & I <= J l + eps].

(* The lower integral: the supremum of J l over the locally Lipschitz l below g.  Defined for every g. *)
Definition Int g : R := Lub.Lub_Rbar (fun y => exists l, LLn l /\ (forall x, l x <= g x) /\ y = J l).

(* The integral is monotone. *)
Lemma is_int_le f g I1 I2 : is_int f I1 -> is_int g I2 -> (forall x, f x <= g x) -> I1 <= I2.
Proof.
move=> hf hg fg; apply/ler_addgt0Pr => e e0; have e2 : 0 < e / 2%:R by rewrite divr_gt0 ?ltr0n.
have [l [u [Ll _ lu _ h1]]] := hf _ e2; have [l' [u' [_ Lu lu' h2 _]]] := hg _ e2.
have h : J l <= J u'.
  apply: J_le => // x; have /andP [a _] := lu x; have /andP [_ b] := lu' x.
  exact: le_trans (le_trans a _) b.
apply: (le_trans h1); rewrite [X in _ <= _ + X](splitr e) addrA ler_add2r; apply: (le_trans h).
by rewrite -ler_subl_addr.
Qed.
(* ... and unique; on locally Lipschitz functions it is J; it is linear *)
Lemma is_int_unique g I1 I2 : is_int g I1 -> is_int g I2 -> I1 = I2.
Proof. by move=> h1 h2; apply/le_anti/andP; split; [exact: is_int_le h1 h2 _|exact: is_int_le h2 h1 _]. Qed.

Lemma is_int_LL f : LLn f -> is_int f (J f).
Proof.
move=> L e e0; exists f, f; split=> //; first by move=> x; rewrite lexx.
  by rewrite ler_subl_addr ler_addl ltW.
by rewrite ler_addl ltW.
Qed.

Lemma is_int_add f g I1 I2 : is_int f I1 -> is_int g I2 -> is_int (fun x => f x + g x) (I1 + I2).
Proof.
move=> hf hg e e0; have e2 : 0 < e / 2%:R by rewrite divr_gt0 ?ltr0n.
have [l [u [Ll Lu lu h1 h2]]] := hf _ e2; have [l' [u' [Ll' Lu' lu' h1' h2']]] := hg _ e2.
exists (fun x => l x + l' x), (fun x => u x + u' x); rewrite !J_add //; split; try exact: LLn_add.
- by move=> x; have /andP [a b] := lu x; have /andP [a' b'] := lu' x; rewrite !ler_add.
- by rewrite {1}(splitr e) opprD addrACA ler_add.
- by rewrite {1}(splitr e) addrACA ler_add.
Qed.

Lemma is_int_scal c f I : 0 <= c -> is_int f I -> is_int (fun x => c * f x) (c * I).
Proof.
move=> c0 hf e e0; have c1 : 0 < c + 1 by rewrite ltr_paddl.
have [l [u [Ll Lu lu h1 h2]]] := hf _ (divr_gt0 e0 c1).
have ce : c * (e / (c + 1)) <= e.
  by rewrite mulrA ler_pdivr_mulr // mulrC ler_wpmul2l ?(ltW e0) // ler_addl.
have Lc h : LLn h -> LLn (fun x => c * h x) by move=> L; apply: LLn_mul => //; exact: LLn_const.
exists (fun x => c * l x), (fun x => c * u x); rewrite !J_scal //; split; try exact: Lc.
- by move=> x; have /andP [a b] := lu x; rewrite !ler_wpmul2l.
- by apply: le_trans (ler_wpmul2l c0 h1); rewrite mulrBr ler_add2l ler_opp2.
- by apply: (le_trans (ler_wpmul2l c0 h2)); rewrite mulrDr ler_add2l.
Qed.

Lemma is_int_sum (K : Type) (r : seq K) (c : K -> R) (f : K -> 'cV[R]_n -> R) (I : K -> R) :
  (forall k, 0 <= c k) -> (forall k, is_int (f k) (I k)) ->
  is_int (fun x => \sum_(k <- r) c k * f k x) (\sum_(k <- r) c k * I k).
Proof.
move=> c0 hf; elim: r => [|k r IH].
  have -> : (fun x => \sum_(k <- [::]) c k * f k x) = (fun=> 0).
    by apply: functional_extensionality => x; rewrite big_nil.
  by rewrite big_nil -[X in is_int _ X](J_zero n); apply: is_int_LL; exact: LLn_const.
have -> : (fun x => \sum_(j <- k :: r) c j * f j x) = (fun x => c k * f k x + \sum_(j <- r) c j * f j x).
  by apply: functional_extensionality => x; rewrite big_cons.
by rewrite big_cons; apply: is_int_add => //; exact: is_int_scal.
Qed.

(* What can be squeezed has an integral: the lower integral. *)
Lemma is_int_ex g : (forall eps, 0 < eps -> exists l u,
    [/\ LLn l, LLn u, forall x, l x <= g x <= u x & J u - J l <= eps]) -> is_int g (Int g).
Proof.
move=> H; pose S y := exists l, LLn l /\ (forall x, l x <= g x) /\ y = J l.
have [ub least] := Lub.Lub_Rbar_correct S.
have bnd l u : LLn l -> LLn u -> (forall x, l x <= g x <= u x) -> J l <= Int g <= J u.
  move=> Ll Lu lu; have h1 : Rbar.Rbar_le (J l) (Lub.Lub_Rbar S).
    by apply: ub; exists l; split=> //; split=> // x; have /andP [] := lu x.
  have h2 : Rbar.Rbar_le (Lub.Lub_Rbar S) (J u).
    apply: least => y [h [Lh [hg ->]]]; apply/RleP; apply: J_le => // x; have /andP [_ b] := lu x.
    exact: le_trans (hg x) b.
  move: h1 h2; rewrite /Int -/S; case: (Lub.Lub_Rbar S) => [z|//|//] /= /RleP h1 /RleP h2.
  by apply/andP; split.
move=> e e0; have [l [u [Ll Lu lu h]]] := H _ e0; have /andP [a b] := bnd l u Ll Lu lu.
exists l, u; split=> //; last by rewrite addrC -ler_subl_addr (le_trans _ h) // ler_add2r.
by rewrite ler_subl_addr -ler_subl_addl (le_trans _ h) // ler_add2l ler_opp2.
Qed.
(* Int is the integral where there is one *)
Lemma is_int_Int g I : is_int g I -> Int g = I.
Proof.
move=> h; apply: (is_int_unique _ h); apply: is_int_ex => e e0.
have e2 : 0 < e / 2%:R by rewrite divr_gt0 ?ltr0n.
have [l [u [Ll Lu lu h1 h2]]] := h _ e2; exists l, u; split=> //.
have h3 : J u - e / 2%:R <= J l + e / 2%:R := le_trans h1 h2.
by move: h3; rewrite ler_subl_addr -addrA -splitr -ler_subl_addl.
Qed.
End Squeeze.

(* The integral of f >= 0 over the ball of radius r <= 1: that of f times the indicator of the ball. *)
Section Ball.
Variables (n : nat) (r : R).
Hypotheses (r0 : 0 < r) (r1 : r <= 1).
Implicit Types (f : 'cV[R]_n -> R) (x : 'cV[R]_n).

(* f on the ball { |x| <= r }, zero outside *)
Definition inball f x := if nrm2 x <= r then f x else 0.

(* the norm and the coordinates by the square of the norm *)
Lemma nrm2_le x (c : R) : 0 <= c -> (nrm2 x <= c) = (dot x x <= c ^+ 2).
Proof. by move=> c0; rewrite -nrm2_sqr ler_pexpn2r ?nnegrE ?nrm2_ge0. Qed.
Lemma coord_nrm2 x i : `|x i 0| <= nrm2 x.
Proof.
rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?nrm2_ge0 // nrm2_sqr (real_normK (num_real _)) dotE (bigD1 i) //= -expr2.
by rewrite ler_addl; apply: sumr_ge0 => j _; rewrite -expr2 sqr_ge0.
Qed.
Lemma dot_box x : ~~ (4%:R <= dot x x) -> box 2%:R x.
Proof.
rewrite -ltNge => h i; apply: le_trans (coord_nrm2 x i) _.
by rewrite nrm2_le ?ler0n // -natrX ltW.
Qed.

(* inner and outer continuous cutoffs *)
Section Cutoff.
Variable k : R.
Hypotheses (k0 : 0 < k) (k1 : k <= 2%:R^-1).
(* 1 up to |x|^2 = (1 - k) r^2, 0 from |x| = r on *)
Definition inner x := cut k (dot x x / r ^+ 2).
(* 1 up to |x| = r, 0 from |x|^2 = r^2 / (1 - k) on *)
Definition outer x := cut k ((1 - k) * (dot x x / r ^+ 2)).
Let k0' : Rlt (IZR 0) k. Proof. exact/RltP. Qed.
Let r2 : 0 < r ^+ 2. Proof. by rewrite exprn_gt0. Qed.
Let k2 : 0 < 1 - k.
Proof. by rewrite subr_gt0 (le_lt_trans k1) // invf_lt1 ?ltr0n // ltr1n. Qed.

(* values of the cutoffs *)
Lemma cutp v : 0 <= cut k v. Proof. by apply/RleP; exact: cut_ge0. Qed.
Lemma cut_1 v : cut k v <= 1. Proof. by apply/RleP; exact: cut_le1. Qed.
Lemma cut_far v : 1 <= v -> cut k v = 0. Proof. by move=> /RleP h; exact: cut_out. Qed.
Lemma cut_near v : v <= 1 - k -> cut k v = 1. Proof. by move=> /RleP h; exact: cut_in. Qed.
(* the cutoffs are locally Lipschitz *)
Lemma LL_outer : LL (fun v => cut k ((1 - k) * (v / r ^+ 2))).
Proof.
move: (LL_cut k k0') => /LLE L; apply/LLE => B; set a := (1 - k) / r ^+ 2.
have a0 : 0 <= a by rewrite divr_ge0 ?(ltW k2) ?(ltW r2).
have [K [K0 H]] := L (a * B); exists (K * a); split; first exact: mulr_ge0.
move=> x y hx hy; have e z : (1 - k) * (z / r ^+ 2) = a * z by rewrite /a mulrA mulrAC.
have b z : `|z| <= B -> `|a * z| <= a * B by move=> hz; rewrite normrM (ger0_norm a0) ler_wpmul2l.
rewrite !e; apply: le_trans (H _ _ (b x hx) (b y hy)) _.
by rewrite -mulrBr normrM (ger0_norm a0) mulrA.
Qed.
Lemma LLn_outer : LLn outer.
Proof.
have -> : outer = (fun x => (fun v => cut k ((1 - k) * (v / r ^+ 2))) (qf 1%:M x)).
  by apply: functional_extensionality => x; rewrite qf_scalar mul1r.
exact: (LLn_comp LL_outer (LLn_qf 1%:M)).
Qed.
Lemma LLn_inner : LLn inner.
Proof.
have -> : inner = (fun x => cut k (qf (r ^- 2)%:M x)).
  by apply: functional_extensionality => x; rewrite qf_scalar mulrC.
by apply: LLn_comp; [exact: LL_cut|exact: LLn_qf].
Qed.
(* the outer cutoff vanishes outside the cube *)
Lemma outer_far v : 4%:R <= v -> cut k ((1 - k) * (v / r ^+ 2)) = 0.
Proof.
move=> v4; apply: cut_far; apply: (@le_trans _ _ (2%:R^-1 * 4%:R)).
  by rewrite (natrM _ 2 2) mulKf ?pnatr_eq0 // ler1n.
apply: ler_pmul; rewrite ?invr_ge0 ?ler0n //.
  by rewrite ler_subr_addr -ler_subr_addl (le_trans k1) // {2}(splitr 1) div1r addrK.
rewrite ler_pdivl_mulr //; apply: le_trans v4; rewrite -[X in _ <= X]mulr1 ler_wpmul2l ?ler0n //.
by rewrite exprn_ile1 // ltW.
Qed.

(* the indicator of the ball lies between the cutoffs *)
Lemma inner_le x : inner x <= (nrm2 x <= r)%ring%:R.
Proof.
rewrite nrm2_le ?(ltW r0) //; case: (lerP (dot x x)) => h; first exact: cut_1.
by rewrite /inner cut_far // ler_pdivl_mulr // mul1r ltW.
Qed.
Lemma outer_ge x : (nrm2 x <= r)%ring%:R <= outer x.
Proof.
rewrite nrm2_le ?(ltW r0) //; case: (lerP (dot x x)) => h; last exact: cutp.
rewrite /outer cut_near // -[X in _ <= X]mulr1 ler_wpmul2l ?(ltW k2) //.
by rewrite ler_pdivr_mulr // mul1r.
Qed.
Lemma inner_outer x : inner x <= outer x. Proof. exact: le_trans (inner_le x) (outer_ge x). Qed.

(* by a change of scale the two cutoffs differ little in the mean *)
Lemma J_cutoffs : J outer - J inner <= n%:R * k * J (fun _ : 'cV[R]_n => 1).
Proof.
have kn : 1 - k != 0 by rewrite gt_eqF.
have A1 : loewner 1%:M ((1 - k)^-1%:M : 'M[R]_n).
  move=> x; rewrite !qf_scalar ler_wpmul2r ?dot_ge0 // invf_ge1 // ler_subl_addr ler_addl.
  exact: ltW.
have Ap : pd ((1 - k)^-1%:M : 'M[R]_n).
  by split; [rewrite tr_scalar_mx|move=> y /dot_gt0 y0; rewrite qf_scalar mulr_gt0 ?invr_gt0].
have e : J inner = Num.sqrt ((1 - k) ^+ n) * J outer.
  have := J_qf Ap A1 LL_outer outer_far; rewrite det_scalar exprVn sqrtrV ?exprn_ge0 ?(ltW k2) // invrK.
  move=> <-; congr J; apply: functional_extensionality => x.
  by rewrite /inner qf_scalar; congr cut; rewrite -mulrA mulVKf.
have o1 : J outer <= J (fun _ : 'cV[R]_n => 1).
  by apply: J_le; [exact: LLn_outer|exact: LLn_const|move=> x; exact: cut_1].
have o0 : 0 <= J outer by apply: J_ge0; [exact: LLn_outer|move=> x; exact: cutp].
have k1' : k <= 1 by rewrite -subr_ge0 ltW.
have s1 : 1 - n%:R * k <= Num.sqrt ((1 - k) ^+ n).
  apply: (le_trans (bernoulli n (ltW k0) k1')).
  have p0 : 0 <= (1 - k) ^+ n by rewrite exprn_ge0 // ltW.
  rewrite -{1}(sqr_sqrtr p0) expr2 -[X in _ <= X]mulr1 ler_wpmul2l ?sqrtr_ge0 //.
  rewrite -[X in _ <= X]sqrtr1 ler_wsqrtr // exprn_ile1 ?(ltW k2) // ler_subl_addr ler_addl.
  exact: ltW.
rewrite e -{1}[J outer]mul1r -mulrBl; apply: (@le_trans _ _ (n%:R * k * J outer)).
  by rewrite ler_wpmul2r // ler_subl_addl -ler_subl_addr.
by rewrite ler_wpmul2l // mulr_ge0 ?ler0n ?ltW.
Qed.
End Cutoff.

Variable f : 'cV[R]_n -> R.
Hypotheses (Lf : LLn f) (f0 : forall x, 0 <= f x).

(* the indicator is a factor *)
Lemma inballE x : inball f x = (nrm2 x <= r)%ring%:R * f x.
Proof. by rewrite /inball; case: ifP => _; rewrite ?mul1r ?mul0r. Qed.

(* how far apart the two cutoffs are, uniformly in f <= B *)
Lemma ball_gap k B : 0 < k -> k <= 2%:R^-1 -> 0 <= B -> (forall x, box 2%:R x -> f x <= B) ->
  J (fun x => outer k x * f x) - J (fun x => inner k x * f x) <= B * (n%:R * k * J (fun _ : 'cV[R]_n => 1)).
Proof.
move=> k0 k1 B0 fB; have Lc c : LLn (fun _ : 'cV[R]_n => c) := @LLn_const n c.
have Li : LLn (inner k) := LLn_inner k0; have Lo : LLn (outer k) := LLn_outer k0 k1.
have Lif : LLn (fun x => inner k x * f x) by exact: LLn_mul.
have Lof : LLn (fun x => outer k x * f x) by exact: LLn_mul.
have Lio : LLn (fun x => outer k x + -1 * inner k x) by apply: LLn_add => //; exact: LLn_mul.
have d : J (fun x => outer k x * f x) <= J (fun x => inner k x * f x + B * (outer k x + -1 * inner k x)).
  apply: J_le => //; first by apply: LLn_add => //; exact: LLn_mul.
  move=> x; rewrite -ler_subl_addl -mulrBl mulN1r [X in _ <= X]mulrC.
  have [h|h] := boolP (4%:R <= dot x x); last first.
    by rewrite ler_wpmul2l ?subr_ge0 ?inner_outer //; apply: fB; exact: dot_box.
  have z : outer k x = 0 by exact: outer_far.
  have -> : inner k x = 0 by apply/eqP; rewrite eq_le cutp andbT -z inner_outer.
  by rewrite z subrr !mul0r.
rewrite ler_subl_addl; apply: (le_trans d); rewrite J_add //; last exact: LLn_mul.
rewrite ler_add2l J_scal // J_add //; last exact: LLn_mul.
by rewrite J_scal // mulN1r ler_wpmul2l // J_cutoffs.
Qed.

(* the cutoffs squeeze the indicator of the ball *)
Lemma ball_squeeze eps : 0 < eps -> exists k,
  [/\ 0 < k, k <= 2%:R^-1, forall x, inner k x * f x <= inball f x <= outer k x * f x &
  J (fun x => outer k x * f x) - J (fun x => inner k x * f x) <= eps].
Proof.
move=> e0; have [B [B0 HB]] := LLn_bound Lf 2%:R; set V := J (fun _ : 'cV[R]_n => 1).
have V0 : 0 <= V by apply: J_ge0 => [|x]; [exact: LLn_const|exact: ler01].
set C := B * (n%:R * V); have C0 : 0 <= C by rewrite !mulr_ge0 ?ler0n.
have C1 : 0 < C + 1 by rewrite ltr_paddl.
pose k := Num.min 2%:R^-1 (eps / (C + 1)).
have k0 : 0 < k by rewrite lt_minr invr_gt0 ltr0n /= divr_gt0.
have k1 : k <= 2%:R^-1 by rewrite le_minl lexx.
have k2 : k <= eps / (C + 1) by rewrite le_minl lexx orbT.
exists k; split=> // [x|]; first by rewrite inballE !ler_wpmul2r ?inner_le ?outer_ge.
apply: (le_trans (ball_gap k0 k1 B0 (fun x bx => le_trans (ler_norm _) (HB x bx)))).
have -> : B * (n%:R * k * V) = C * k by rewrite /C -!mulrA; congr (_ * (_ * _)); rewrite mulrC.
apply: (@le_trans _ _ ((C + 1) * k)); first by rewrite ler_wpmul2r ?(ltW k0) // ler_addl.
by rewrite mulrC -ler_pdivl_mulr.
Qed.

(* The integral over the ball exists. *)
Lemma ball_int : is_int (inball f) (Int (inball f)).
Proof.
apply: is_int_ex => e e0; have [k [k0 k1 h1 h2]] := ball_squeeze e0.
exists (fun x => inner k x * f x), (fun x => outer k x * f x); split=> //; apply: LLn_mul => //.
  exact: LLn_inner.
exact: LLn_outer.
Qed.

(* It is the limit of the integrals with continuous cutoffs inside the ball, ... *)
Lemma ball_int_le X : (forall k, 0 < k -> k <= 2%:R^-1 -> J (fun x => inner k x * f x) <= X) ->
  Int (inball f) <= X.
Proof.
move=> H; apply/ler_addgt0Pr => e e0; have [k [k0 k1 h1 h2]] := ball_squeeze e0.
have Lo : LLn (fun x => outer k x * f x) by apply: LLn_mul => //; exact: LLn_outer.
have h : Int (inball f) <= J (fun x => outer k x * f x).
  by apply: (is_int_le ball_int (is_int_LL Lo)) => x; have /andP [] := h1 x.
by apply: (le_trans h); rewrite -ler_subl_addl (le_trans _ h2) // ler_add2l ler_opp2 H.
Qed.
(* ... and above the integral of every locally Lipschitz function below f on the ball and 0 outside. *)
Lemma ball_int_ge l : LLn l -> (forall x, l x <= inball f x) -> J l <= Int (inball f).
Proof. by move=> Ll; apply: is_int_le ball_int; exact: is_int_LL. Qed.
End Ball.
Arguments inball [n] r%ring f x%ring.
Arguments inner [n] r%ring k%ring x%ring.
Arguments outer [n] r%ring k%ring x%ring.
