(* Mutants of claims on moments, the mixture and the tail inequality for any law, each refuted; see README.md.

   A finite tree is a case of the theorems: L h are all functions, I h f is the sum of p h e f e.  So the
   refuted mutants of mutants_tail.v refute these. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing estimate any_law mutants_tail.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Finite trees as laws on the class of all functions *)

(* Functions on finite sets are bounded. *)
Lemma bounded_fin (E : finType) (f : E -> R) : bounded f.
Proof. by exists (\sum_e `|f e|) => e; rewrite (bigD1 e) //= ler_addl sumr_ge0. Qed.

(* Sums are laws, *)
Lemma fin_law (E : finType) (p : E -> R) : (forall e, 0 <= p e) -> \sum_e p e = 1 ->
  [/\ forall f g, True -> True -> \sum_e p e * (f e + g e) = \sum_e p e * f e + \sum_e p e * g e,
      forall c f, True -> \sum_e p e * (c * f e) = c * \sum_e p e * f e,
      forall f : E -> R, True -> (forall e, 0 <= f e) -> 0 <= \sum_e p e * f e & \sum_e p e * 1 = 1].
Proof.
move=> p0 p1; have [A S P N] := tree_law p0 p1; split=> [f g _ _|c f _|f _|//].
- by apply: A; exact: bounded_fin.
- by apply: S; exact: bounded_fin.
- by apply: P; exact: bounded_fin.
Qed.
(* which are their own upper integrals, *)
Lemma fin_upper (E : finType) (p : E -> R) f : (forall e, 0 <= p e) -> \sum_e p e = 1 ->
  upper_integral (fun=> True) (fun f => \sum_e p e * f e) f = \sum_e p e * f e.
Proof.
move=> p0 p1; have [A S P N] := fin_law p0 p1.
by apply: (@upper_integral_eq _ (fun=> True)) => // g _; exact: bounded_fin.
Qed.
(* and iterated they are the expectation of setting.v. *)
Lemma fin_Mean (E : finType) (p : seq E -> E -> R) n X h :
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  Mean (fun h => upper_integral (fun=> True) (fun f => \sum_e p h e * f e)) n X h = Ex p n X h.
Proof.
move=> p0 p1; rewrite -Mean_tree; elim: n h => [|n IH] h //=.
by rewrite fin_upper //; apply: eq_bigr => e _; rewrite IH.
Qed.

(** * Mutants *)

(* L3_ordinary_law_mutant: L3_ordinary_law with the constant 1 lowered to e - 2.001: L3_mutant. *)
Theorem L3_ordinary_law_mutant : ~ (forall (E : Type) (L : (E -> R) -> Prop) (I : (E -> R) -> R)
  (L_const : forall c, L (fun=> c))
  (L_add : forall f g, L f -> L g -> L (fun e => f e + g e))
  (L_scal : forall c f, L f -> L (fun e => c * f e))
  (I_add : forall f g, L f -> L g -> I (fun e => f e + g e) = I f + I g)
  (I_scal : forall c f, L f -> I (fun e => c * f e) = c * I f)
  (I_pos : forall f, L f -> (forall e, 0 <= f e) -> 0 <= I f)
  (I_one : I (fun=> 1) = 1)
  (eps : E -> R) (v : R)
  (eps_in : L eps) (eps2_in : L (fun e => eps e ^+ 2)) (exp_in : L (fun e => exp (v * eps e)))
  (eps_centred : I eps = 0) (eps_bounded : forall e, `|eps e| <= 1) (v_le1 : `|v| <= 1),
  I (fun e => exp (v * eps e)) <= 1 + (exp 1 - 2001%:R / 1000%:R) * (v ^+ 2 * I (fun e => eps e ^+ 2))).
Proof.
move=> H; apply: L3_mutant => E p eps v p0 p1 c b v1; have [Ia Is Ip I1] := fin_law p0 p1.
exact: (H E (fun=> True) (fun f => \sum_e p e * f e) (fun=> Logic.I) (fun _ _ _ _ => Logic.I)
  (fun _ _ _ => Logic.I) Ia Is Ip I1 eps v Logic.I Logic.I Logic.I c b v1).
Qed.

(* L1_ordinary_law_mutant: L1_ordinary_law with the second factor 1/(m w_{t-1})^2 of eq:M_u multiplied by e
   - 2.01: L1_mutant. *)
Theorem L1_ordinary_law_mutant : ~ (forall (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop)
  (I : seq E -> (E -> R) -> R)
  (L_bounded : forall h f, L h f -> bounded f)
  (L_const : forall h c, L h (fun=> c))
  (L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e))
  (L_scal : forall h c f, L h f -> L h (fun e => c * f e))
  (I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g)
  (I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f)
  (I_pos : forall h f, L h f -> (forall e, 0 <= f e) -> 0 <= I h f)
  (I_one : forall h, I h (fun=> 1) = 1)
  (d n : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m : R) (xi : 'cV[R]_d)
  (m_pos : 0 < m)
  (w_pos : forall s, (s < n)%N -> 0 < w s) (w_incr : forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_in : forall h, (size h < n)%N -> L h (eps h))
  (eps2_in : forall h, (size h < n)%N -> L h (fun e => eps h e ^+ 2))
  (eps_centred : forall h, (size h < n)%N -> I h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m)
  (xi_le1 : ‖xi‖ <= 1),
  let sigma2 h := I h (fun e => eps h e ^+ 2) in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (a (take s h) *m (a (take s h))^T) in
  let M h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (exp 1 - 201%:R / 100%:R)
    * ((m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩)) in
  forall h, (size h < n)%N -> L h (fun e => M (rcons h e)) -> I h (fun e => M (rcons h e)) <= M h).
Proof.
move=> H; apply: L1_mutant => E e0 p d n a eps w m xi p0 p1 a1 c m0 b w0 wm x1 s2 S H0 M h hn.
have law h := fin_law (p0 h) (p1 h).
have Ia h : _ := let: And4 A _ _ _ := law h in A.
have Is h : _ := let: And4 _ A _ _ := law h in A.
have Ip h : _ := let: And4 _ _ A _ := law h in A.
have I1 h : _ := let: And4 _ _ _ A := law h in A.
exact: (H E e0 (fun _ _ => True) (fun h f => \sum_e p h e * f e) (fun _ f _ => bounded_fin f)
  (fun _ _ => Logic.I) (fun _ _ _ _ _ => Logic.I) (fun _ _ _ _ => Logic.I) Ia Is Ip I1
  d n a eps w m xi m0 w0 wm (fun h _ => a1 h) (fun _ _ => Logic.I) (fun _ _ => Logic.I) (fun h _ => c h)
  (fun h e _ => b h e) x1 h hn Logic.I).
Qed.

(* L2_ordinary_law_mutant: L2_ordinary_law with the bound 1 on the mean of M-bar lowered to 99/100:
   L2_mutant. *)
Theorem L2_ordinary_law_mutant : ~ (forall (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop)
  (I : seq E -> (E -> R) -> R)
  (L_bounded : forall h f, L h f -> bounded f)
  (L_const : forall h c, L h (fun=> c))
  (L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e))
  (L_scal : forall h c f, L h f -> L h (fun e => c * f e))
  (I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g)
  (I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f)
  (I_pos : forall h f, L h f -> (forall e, 0 <= f e) -> 0 <= I h f)
  (I_one : forall h, I h (fun=> 1) = 1)
  (d n u : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m lam : R)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (n_pos : (0 < n)%N) (u_le : (u <= n)%N)
  (w_pos : forall s, (s < n)%N -> 0 < w s) (w_incr : forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_in : forall h, (size h < n)%N -> L h (eps h))
  (eps2_in : forall h, (size h < n)%N -> L h (fun e => eps h e ^+ 2))
  (eps_centred : forall h, (size h < n)%N -> I h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m),
  let sigma2 h := I h (fun e => eps h e ^+ 2) in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (a (take s h) *m (a (take s h))^T) in
  let M xi h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let precision := 2%:R * lam / (m * w n.-1) ^+ 2 in
  let normal xi := exp (- (2%:R^-1 * precision * ⟨xi, xi⟩)) in
  let N := Int (inball 1 normal) in
  let integrand h := inball 1 (fun xi => normal xi * M xi h) in
  let barM h := Int (integrand h) / N in
  [/\ is_int (inball 1 normal) N, 0 < N,
      forall h, is_int (integrand h) (Int (integrand h)),
      Mean (fun h => upper_integral (L h) (I h)) u barM [::] <= 99%:R / 100%:R &
      (forall j h, (j < u)%N -> L h (fun e => Mean I j barM (rcons h e))) -> Mean I u barM [::] <= 1]).
Proof.
move=> H; apply: L2_mutant => E e0 p d n u a eps w m lam p0 p1 a1 c m0 b w0 wm l0 n0 un.
have law h := fin_law (p0 h) (p1 h).
have Ia h : _ := let: And4 A _ _ _ := law h in A.
have Is h : _ := let: And4 _ A _ _ := law h in A.
have Ip h : _ := let: And4 _ _ A _ := law h in A.
have I1 h : _ := let: And4 _ _ _ A := law h in A.
have [_ _ _ + _] := H E e0 (fun _ _ => True) (fun h f => \sum_e p h e * f e) (fun _ f _ => bounded_fin f)
  (fun _ _ => Logic.I) (fun _ _ _ _ _ => Logic.I) (fun _ _ _ _ => Logic.I) Ia Is Ip I1
  d n u a eps w m lam m0 l0 n0 un w0 wm (fun h _ => a1 h) (fun _ _ => Logic.I) (fun _ _ => Logic.I)
  (fun h _ => c h) (fun h e _ => b h e).
by rewrite fin_Mean.
Qed.

(* T4_ordinary_law_mutant: T4_ordinary_law with power d for d/2 of lambda in the logarithm: T4_mutant. *)
Theorem T4_ordinary_law_mutant : ~ (forall (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop)
  (I : seq E -> (E -> R) -> R)
  (L_bounded : forall h f, L h f -> bounded f)
  (L_const : forall h c, L h (fun=> c))
  (L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e))
  (L_scal : forall h c f, L h f -> L h (fun e => c * f e))
  (I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g)
  (I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f)
  (I_pos : forall h f, L h f -> (forall e, 0 <= f e) -> 0 <= I h f)
  (I_one : forall h, I h (fun=> 1) = 1)
  (d n t0 : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m lam delta : R)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (delta_pos : 0 < delta) (delta_le1 : delta <= 1) (n_pos : (0 < n)%N)
  (w_pos : forall s, (s < n)%N -> 0 < w s) (w_incr : forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_in : forall h, (size h < n)%N -> L h (eps h))
  (eps2_in : forall h, (size h < n)%N -> L h (fun e => eps h e ^+ 2))
  (eps_centred : forall h, (size h < n)%N -> I h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m),
  let sigma2 h := I h (fun e => eps h e ^+ 2) in
  let S h := \sum_(s < n | (n - t0 <= s)%N) (w s * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H h : 'M[R]_d := \sum_(s < n | (n - t0 <= s)%N)
    (w s ^+ 2 * sigma2 (take s h)) *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  let W := w n.-1 in
  Prob (fun h => upper_integral (L h) (I h)) n (fun h =>
    Num.sqrt lam / (2%:R * (m * W))
    + 2%:R * (m * W) / Num.sqrt lam * ln (Num.sqrt (\det (H h)) / (delta * lam ^+ d))
    + 2%:R * (m * W) / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖S h‖_[invmx (H h)]) [::] <= delta).
Proof.
move=> H; apply: T4_mutant => E e0 p d n t0 a eps w lam m delta p0 p1 a1 c m0 b w0 wm l0 n0 d0 d1.
have law h := fin_law (p0 h) (p1 h).
have Ia h : _ := let: And4 A _ _ _ := law h in A.
have Is h : _ := let: And4 _ A _ _ := law h in A.
have Ip h : _ := let: And4 _ _ A _ := law h in A.
have I1 h : _ := let: And4 _ _ _ A := law h in A.
have := H E e0 (fun _ _ => True) (fun h f => \sum_e p h e * f e) (fun _ f _ => bounded_fin f)
  (fun _ _ => Logic.I) (fun _ _ _ _ _ => Logic.I) (fun _ _ _ _ => Logic.I) Ia Is Ip I1
  d n t0 a eps w m (lam n.-1) delta m0 l0 d0 d1 n0 w0 wm (fun h _ => a1 h)
  (fun _ _ => Logic.I) (fun _ _ => Logic.I) (fun h _ => c h) (fun h e _ => b h e).
by rewrite /Prob fin_Mean.
Qed.

(* C1_ordinary_law_mutant: C1_ordinary_law with power d for d/2 of lambda in the logarithm: C1_mutant. *)
Theorem C1_ordinary_law_mutant : ~ (forall (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop)
  (I : seq E -> (E -> R) -> R)
  (L_bounded : forall h f, L h f -> bounded f)
  (L_const : forall h c, L h (fun=> c))
  (L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e))
  (L_scal : forall h c f, L h f -> L h (fun e => c * f e))
  (I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g)
  (I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f)
  (I_pos : forall h f, L h f -> (forall e, 0 <= f e) -> 0 <= I h f)
  (I_one : forall h, I h (fun=> 1) = 1)
  (d n D : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (dmu : R -> R) (theta : nat -> 'cV[R]_d)
  (gamma m lam delta : R)
  (gamma_pos : 0 < gamma) (gamma_le1 : gamma <= 1)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (delta_pos : 0 < delta) (delta_le1 : delta <= 1)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_in : forall h, (size h < n)%N -> L h (eps h))
  (eps2_in : forall h, (size h < n)%N -> L h (fun e => eps h e ^+ 2))
  (eps_centred : forall h, (size h < n)%N -> I h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m)
  (eps_variance : forall h, (size h < n)%N ->
    I h (fun e => eps h e ^+ 2) <= dmu ⟨a h, theta (size h)⟩),
  let S h := \sum_(s < n | (n - D <= s)%N) (gamma ^- s.+1 * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H h : 'M[R]_d := \sum_(s < n | (n - D <= s)%N)
    (gamma ^+ (2 * (n - s.+1)) * dmu ⟨a (take s h), theta s⟩)
    *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  Prob (fun h => upper_integral (L h) (I h)) n (fun h =>
    Num.sqrt lam / (2%:R * m)
    + 2%:R * m / Num.sqrt lam * ln (Num.sqrt (\det (H h)) / (delta * lam ^+ d))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖gamma ^+ n *: S h‖_[invmx (H h)]) [::] <= delta).
Proof.
move=> H; apply: C1_mutant => E e0 p d n D a eps dmu theta gamma lam m delta p0 p1 a1 c m0 b v g0 g1 l0 d0 d1.
have law h := fin_law (p0 h) (p1 h).
have Ia h : _ := let: And4 A _ _ _ := law h in A.
have Is h : _ := let: And4 _ A _ _ := law h in A.
have Ip h : _ := let: And4 _ _ A _ := law h in A.
have I1 h : _ := let: And4 _ _ _ A := law h in A.
have := H E e0 (fun _ _ => True) (fun h f => \sum_e p h e * f e) (fun _ f _ => bounded_fin f)
  (fun _ _ => Logic.I) (fun _ _ _ _ _ => Logic.I) (fun _ _ _ _ => Logic.I) Ia Is Ip I1
  d n D a eps dmu theta gamma m lam delta g0 g1 m0 l0 d0 d1 (fun h _ => a1 h)
  (fun _ _ => Logic.I) (fun _ _ => Logic.I) (fun h _ => c h) (fun h e _ => b h e) (fun h _ => v h).
cbv zeta; rewrite /Prob (fin_Mean _ _ _ p0 p1) => Q; apply: le_trans Q; apply: (Ex_le p0) => h _.
suff -> : \sum_(s < n | (n - D <= s)%N) (gamma ^+ (2 * (n - s.+1)) * dmu ⟨a (take s h), theta s⟩)
      *: (a (take s h) *m (a (take s h))^T) =
    \sum_(s < n | (n - D <= s)%N) ((gamma ^+ (n.-1 - s)) ^+ 2 * dmu ⟨a (take s h), theta s⟩)
      *: (a (take s h) *m (a (take s h))^T) by [].
apply: eq_bigr => s _; congr (_ * _ *: _).
by rewrite -exprM mulnC; congr (_ ^+ _); have := ltn_ord s; clear; lia.
Qed.

(* C2_ordinary_law_mutant: C2_ordinary_law with power d for d/2 of lambda in the logarithm: C2_mutant. *)
Theorem C2_ordinary_law_mutant : ~ (forall (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop)
  (I : seq E -> (E -> R) -> R)
  (L_bounded : forall h f, L h f -> bounded f)
  (L_const : forall h c, L h (fun=> c))
  (L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e))
  (L_scal : forall h c f, L h f -> L h (fun e => c * f e))
  (I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g)
  (I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f)
  (I_pos : forall h f, L h f -> (forall e, 0 <= f e) -> 0 <= I h f)
  (I_one : forall h, I h (fun=> 1) = 1)
  (d n tau : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (dmu : R -> R) (theta : nat -> 'cV[R]_d)
  (m lam delta : R)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (delta_pos : 0 < delta) (delta_le1 : delta <= 1)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_in : forall h, (size h < n)%N -> L h (eps h))
  (eps2_in : forall h, (size h < n)%N -> L h (fun e => eps h e ^+ 2))
  (eps_centred : forall h, (size h < n)%N -> I h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m)
  (eps_variance : forall h, (size h < n)%N ->
    I h (fun e => eps h e ^+ 2) <= dmu ⟨a h, theta (size h)⟩),
  let S h := \sum_(s < n | (n - tau <= s)%N) eps (take s h) (nth e0 h s) *: a (take s h) in
  let H h : 'M[R]_d := \sum_(s < n | (n - tau <= s)%N)
    dmu ⟨a (take s h), theta s⟩ *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  Prob (fun h => upper_integral (L h) (I h)) n (fun h =>
    Num.sqrt lam / (2%:R * m)
    + 2%:R * m / Num.sqrt lam * ln (Num.sqrt (\det (H h)) / (delta * lam ^+ d))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖S h‖_[invmx (H h)]) [::] <= delta).
Proof.
move=> H; apply: C2_mutant => E e0 p d n tau a eps dmu theta lam m delta p0 p1 a1 c m0 b v l0 d0 d1.
have law h := fin_law (p0 h) (p1 h).
have Ia h : _ := let: And4 A _ _ _ := law h in A.
have Is h : _ := let: And4 _ A _ _ := law h in A.
have Ip h : _ := let: And4 _ _ A _ := law h in A.
have I1 h : _ := let: And4 _ _ _ A := law h in A.
have := H E e0 (fun _ _ => True) (fun h f => \sum_e p h e * f e) (fun _ f _ => bounded_fin f)
  (fun _ _ => Logic.I) (fun _ _ _ _ _ => Logic.I) (fun _ _ _ _ => Logic.I) Ia Is Ip I1
  d n tau a eps dmu theta m lam delta m0 l0 d0 d1 (fun h _ => a1 h)
  (fun _ _ => Logic.I) (fun _ _ => Logic.I) (fun h _ => c h) (fun h e _ => b h e) (fun h _ => v h).
by rewrite /Prob fin_Mean.
Qed.
