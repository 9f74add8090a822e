(* The steps of the mixture: the quadratic f_t, the half ball, the constants N(h_t) and N(g_t) (lines
   1540-1716).  Notation as in Claims.v.  H is any symmetric matrix >= lambda I, which is what is used of
   H~_t; w is w_{t-1}.  The integral over a ball of any radius r is ball_integral r (mixing_steps.v): the
   supremum of the iterated Riemann integrals over the cube [-2r, 2r]^d of the locally Lipschitz functions
   below; is_cube_int b g I: over the cube [-b, b]^d the integral of g is I. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing potentials tail paper_indices.
From Glb Require Import mixing_steps mixture_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* I3, in the proof of thm:instantaneous_main, lines 1540-1551.
   Paper (xs is its xi^star): for f_t(xi) = xi^T S_t/(m w_{t-1}) - xi^T H~_t xi/(m^2 w_{t-1}^2),
   f_t(xi) = f_t(xs) + grad f_t(xs)^T (xi - xs) + (1/2) (xi - xs)^T Hess f_t(xs) (xi - xs),
   and Hess f_t(xi) = - 2 H~_t/(m^2 w_{t-1}^2).
   Stated: grad and hess are the first and second derivatives of f along every line, and the expansion.
   Differences: H any symmetric matrix, S any vector, m and w any numbers; xi and xs any vectors (that xs
   maximises f_t is not used). *)
Theorem I3 (d : nat) (S : 'cV[R]_d) (H : 'M[R]_d) (m w : R) : H^T = H ->
  let f xi := (m * w)^-1 * ⟨xi, S⟩ - (m * w)^-1 ^+ 2 * ⟨xi, H *m xi⟩ in
  let grad xi := (m * w)^-1 *: S - (2%:R * (m * w)^-1 ^+ 2) *: (H *m xi) in
  let hess := - (2%:R / (m ^+ 2 * w ^+ 2)) *: H in
  [/\ forall (xi u : 'cV[R]_d) (t : R), is_derive (fun t : R => f (xi + t *: u)) t ⟨grad (xi + t *: u), u⟩,
      forall (xi u v : 'cV[R]_d) (t : R), is_derive (fun t : R => ⟨grad (xi + t *: u), v⟩) t ⟨v, hess *m u⟩ &
      forall xi xs, f xi = f xs + ⟨grad xs, xi - xs⟩ + 2%:R^-1 * ⟨xi - xs, hess *m (xi - xs)⟩].
Proof.
move=> Hs f grad hess; have -> : hess = - (2%:R * (m * w)^-1 ^+ 2) *: H by rewrite /hess -exprMn exprVn.
by split=> *; [exact: quadratic_gradient|exact: quadratic_hessian|exact: quadratic_expansion].
Qed.

(* I4, in the proof of thm:instantaneous_main, lines 1559-1569.
   Paper (implied): |xi| <= 1/2 and |xs| <= 1/2 give |xi + xs| <= 1.  Differences: none. *)
Theorem I4 (d : nat) (xi xs : 'cV[R]_d) : ‖xi‖ <= 2%:R^-1 -> ‖xs‖ <= 2%:R^-1 -> ‖xi + xs‖ <= 1.
Proof.
move=> h1 h2; rewrite nrm2E; apply: le_trans (nrmD _ _ (psd1 _ _)) _; rewrite -!nrm2E (splitr 1) div1r.
exact: ler_add.
Qed.

(* I5, in the proof of thm:instantaneous_main, lines 1574-1585.
   Paper: g_t is the normal law of precision 2 H~_t/(m^2 w_{t-1}^2) truncated on |xi| <= 1/2; E_g[exp(l^T
   xi)] >= exp(E_g[l^T xi]) (Jensen) with l = grad f_t(xs), and E_g[xi] = 0, so this is 1.
   Stated: the integrals exist and N(g_t) > 0; the mean of every coordinate is 0; the two relations.
   Differences: l is any vector; H any symmetric matrix >= lambda I, lambda > 0; m, w > 0. *)
Theorem I5 (d : nat) (H : 'M[R]_d) (l : 'cV[R]_d) (lam m w : R) :
  0 < lam -> 0 < m -> 0 < w -> H^T = H -> (forall x, lam * ⟨x, x⟩ <= ⟨x, H *m x⟩) ->
  let normal x := exp (- (2%:R^-1 * ⟨x, (2%:R / (m * w) ^+ 2) *: H *m x⟩)) in
  let Ng := Int (inball 2%:R^-1 normal) in
  let mean_g (phi : 'cV[R]_d -> R) := Int (inball 2%:R^-1 (fun x => normal x / Ng * phi x)) in
  [/\ 0 < Ng,
      forall phi, LLn phi -> is_int (inball 2%:R^-1 (fun x => normal x / Ng * phi x)) (mean_g phi),
      forall i, mean_g (fun x => x i 0) = 0,
      exp (mean_g (fun x => ⟨l, x⟩)) <= mean_g (fun x => exp ⟨l, x⟩) &
      exp (mean_g (fun x => ⟨l, x⟩)) = 1].
Proof.
move=> l0 m0 w0 Hs Hl normal Ng mean_g; have k0 : 0 < (m * w)^-1 by rewrite invr_gt0 mulr_gt0.
have Hp : pd H by split=> // x /dot_gt0 x0; apply: lt_le_trans (Hl x); rewrite mulr_gt0.
have Hge : lam%:M ⪯ H by move=> x; rewrite qf_scalar; exact: Hl.
have eN : normal = gauss ((m * w)^-1 ^+ 2 *: H) by exact: normal_matrix.
have N0 : 0 < Ng by rewrite /Ng eN; exact: (half_normaliser_gt0 k0 l0 Hp Hge).
rewrite /mean_g /Ng eN; exact: half_mean (half_normaliser_gt0 k0 l0 Hp Hge).
Qed.

(* I9, in the proof of prop:upper_h_t_g_t, lines 1647-1657.
   Paper: N(h_t) = int 1[|xi| <= 1] exp(-(1/2) (2 lambda_{t-1}/(m^2 w_{t-1}^2)) |xi|^2) dxi = (m^2
   w_{t-1}^2/(2 lambda_{t-1}))^{d/2} int 1[|xi| <= sqrt(2 lambda_{t-1})/(m w_{t-1})] exp(-|xi|^2/2) dxi.
   Differences: lambda, m, w > 0; that the integrals exist is part of the statement; x^{d/2} is
   sqrt(x)^d. *)
Theorem I9 (d : nat) (lam m w : R) : 0 < lam -> 0 < m -> 0 < w ->
  let normal (x : 'cV[R]_d) := exp (- (2%:R^-1 * (2%:R * lam / (m ^+ 2 * w ^+ 2)) * ‖x‖ ^+ 2)) in
  let standard (x : 'cV[R]_d) := exp (- (2%:R^-1 * ‖x‖ ^+ 2)) in
  let Nh := Int (inball 1 normal) in
  let r := Num.sqrt (2%:R * lam) / (m * w) in
  [/\ is_int (inball 1 normal) Nh,
      is_cube_int (r * 2%:R) (inball r standard) (ball_integral r standard) &
      Nh = Num.sqrt (m ^+ 2 * w ^+ 2 / (2%:R * lam)) ^+ d * ball_integral r standard].
Proof.
move=> l0 m0 w0 normal standard Nh r; have k0 : 0 < m * w by rewrite mulr_gt0.
have r0 : 0 < r by rewrite divr_gt0 ?sqrtr_gt0 ?mulr_gt0 ?ltr0n.
have eS : standard = @mixture_steps.standard d.
  by apply: functional_extensionality => x; rewrite /standard nrm2_sqr.
have eN : normal = gauss ((m * w)^-1 ^+ 2 * lam)%:M.
  by rewrite -normal_isotropic; apply: functional_extensionality => x; rewrite /normal nrm2_sqr exprMn.
have [eB iB] := standard_ball d r0; rewrite -eS in eB iB.
have [i1 _] := normaliser_int d ((m * w)^-1 ^+ 2 * lam).
rewrite /Nh eN; split=> //; have [q1 q2] := radius_scale l0 m0 w0; rewrite -/r in q1 q2.
by rewrite eB q2 mulrA -exprMn q1 mulVf ?expr1n ?mul1r // gt_eqF.
Qed.

(* I10, in the proof of prop:upper_h_t_g_t, lines 1659-1675, as corrected (the first relation is >=).
   Paper: N(g_t) = int 1[|xi| <= 1/2] exp(-(1/2)(2/(m^2 w_{t-1}^2)) xi^T H~_t xi) dxi = (1/|det((sqrt 2/(m
   w_{t-1})) H~_t^{1/2})|) B >= (m^2 w_{t-1}^2/2)^{d/2} det(H~_t)^{-1/2} B, with B = int 1[|xi| <= (1/2)
   sqrt(2 lambda_{t-1})/(m w_{t-1})] exp(-|xi|^2/2) dxi.
   Stated: N(g_t) >= B/|det((sqrt 2/(m w)) Q)| = (m^2 w^2/2)^{d/2} det(H)^{-1/2} B.
   Differences: >= for the first = (with = it is false: I10_printed_false of refutations_integrals.v), and =
   for the second relation, which is an equality; Q is any matrix with Q Q^T = H (there is one), the
   symmetric root H^{1/2} among them; H is symmetric and >= lambda I; lambda, m, w > 0. *)
Theorem I10 (d : nat) (H : 'M[R]_d) (lam m w : R) :
  0 < lam -> 0 < m -> 0 < w -> H^T = H -> (forall x, lam * ⟨x, x⟩ <= ⟨x, H *m x⟩) ->
  let normal (x : 'cV[R]_d) := exp (- (2%:R^-1 * (2%:R / (m ^+ 2 * w ^+ 2)) * ⟨x, H *m x⟩)) in
  let standard (x : 'cV[R]_d) := exp (- (2%:R^-1 * ‖x‖ ^+ 2)) in
  let Ng := Int (inball 2%:R^-1 normal) in
  let r := 2%:R^-1 * (Num.sqrt (2%:R * lam) / (m * w)) in
  let B := ball_integral r standard in
  [/\ is_int (inball 2%:R^-1 normal) Ng, is_cube_int (r * 2%:R) (inball r standard) B,
      exists Q : 'M[R]_d, Q *m Q^T = H &
      forall Q : 'M[R]_d, Q *m Q^T = H ->
      `|\det ((Num.sqrt 2%:R / (m * w)) *: Q)|^-1 * B <= Ng /\
      `|\det ((Num.sqrt 2%:R / (m * w)) *: Q)|^-1 * B =
        Num.sqrt (m ^+ 2 * w ^+ 2 / 2%:R) ^+ d * (Num.sqrt (\det H))^-1 * B].
Proof.
move=> l0 m0 w0 Hs Hl normal standard Ng r B; have k0 : 0 < m * w by rewrite mulr_gt0.
have r0 : 0 < r by rewrite mulr_gt0 ?divr_gt0 ?sqrtr_gt0 ?mulr_gt0 ?invr_gt0 ?ltr0n.
have Hp : pd H by split=> // x /dot_gt0 x0; apply: lt_le_trans (Hl x); rewrite mulr_gt0.
have Hge : lam%:M ⪯ H by move=> x; rewrite qf_scalar; exact: Hl.
have eS : standard = @mixture_steps.standard d.
  by apply: functional_extensionality => x; rewrite /standard nrm2_sqr.
have eN : normal = gauss ((m * w)^-1 ^+ 2 *: H).
  rewrite -normal_matrix; apply: functional_extensionality => x.
  by rewrite /normal -scalemxAl dotZr exprMn; congr (exp (- _)); rewrite [RHS]mulrA.
have [eB iB] := standard_ball d r0; rewrite -eS -/B in eB iB; split=> //.
- by rewrite /Ng eN; exact: ball_int_signed half_gt0 half_le1 (gauss_LL _).
- exact: cholesky.
move=> Q Qe; have s0 : 0 <= Num.sqrt 2%:R / (m * w) by rewrite divr_ge0 ?sqrtr_ge0 ?ltW.
have e : `|\det ((Num.sqrt 2%:R / (m * w)) *: Q)|^-1 =
    Num.sqrt (m ^+ 2 * w ^+ 2 / 2%:R) ^+ d * (Num.sqrt (\det H))^-1.
  rewrite (det_root s0 Qe) invfM -exprVn invf_div -exprMn sqrtrM ?sqr_ge0 // sqrtr_sqr (gtr0_norm k0).
  by rewrite sqrtrV ?ler0n.
split; last by rewrite e.
rewrite e eB /Ng eN; exact: (half_ball_bound l0 m0 w0 Hp Hge erefl).
Qed.

(* I11, lines 1689-1691 and 1713-1715, as corrected (R <= 2^d).
   Paper: R = 2^d, R the ratio of the integrals of exp(-|xi|^2/2) over the balls of radii r = sqrt(2
   lambda_{t-1})/(m w_{t-1}) and r/2.
   Differences: <= for = (with = it is false: I11_printed_false of refutations_integrals.v); for d >= 1 it is
   even <; r is any positive number. *)
Theorem I11 (d : nat) (r : R) : 0 < r ->
  let standard (x : 'cV[R]_d) := exp (- (2%:R^-1 * ‖x‖ ^+ 2)) in
  let ratio := ball_integral r standard / ball_integral (2%:R^-1 * r) standard in
  [/\ is_cube_int (r * 2%:R) (inball r standard) (ball_integral r standard),
      is_cube_int (2%:R^-1 * r * 2%:R) (inball (2%:R^-1 * r) standard) (ball_integral (2%:R^-1 * r) standard),
      0 < ball_integral (2%:R^-1 * r) standard,
      ratio <= 2%:R ^+ d & (0 < d)%N -> ratio < 2%:R ^+ d].
Proof.
move=> r0 standard ratio; have r2 : 0 < 2%:R^-1 * r by rewrite mulr_gt0 ?invr_gt0 ?ltr0n.
have eS : standard = @mixture_steps.standard d.
  by apply: functional_extensionality => x; rewrite /standard nrm2_sqr.
have [_ i1] := standard_ball d r0; have [_ i2] := standard_ball d r2.
have q : (2%:R^-1 * r) ^+ 2 / 2%:R < r ^+ 2 / 2%:R.
  rewrite ltr_pmul2r ?invr_gt0 ?ltr0n // ltr_pexpn2r ?nnegrE ?(ltW r0) ?(ltW r2) //.
  by rewrite gtr_pmull // invf_lt1 ?ltr0n // ltr1n.
rewrite /ratio eS ball_ratioE //; split=> //; first exact: standard_gt0.
  rewrite -[X in _ <= X]mulr1 ler_wpmul2l ?exprn_ge0 ?ler0n // ler_pdivr_mulr ?normaliser_gt0 // mul1r.
  exact: normaliser_le (ltW q).
move=> d0; rewrite -[X in _ < X]mulr1 ltr_pmul2l ?exprn_gt0 ?ltr0n // ltr_pdivr_mulr ?normaliser_gt0 // mul1r.
exact: normaliser_lt.
Qed.

(* Q15, eq:ball-d, lines 1677-1688, as corrected (det^{1/2}).
   Paper: N(h_t)/N(g_t) <= (det(H~_t)/lambda_{t-1}^{d/2}) R, R the ratio of the integrals of exp(-|xi|^2/2)
   over the balls of radii sqrt(2 lambda_{t-1})/(m w_{t-1}) and half of it.
   Differences: det^{1/2} for det (with det it is false: Q15_mutant); H is symmetric and >= lambda I; lambda,
   m, w > 0. *)
Theorem Q15 (d : nat) (H : 'M[R]_d) (lam m w : R) :
  0 < lam -> 0 < m -> 0 < w -> H^T = H -> (forall x, lam * ⟨x, x⟩ <= ⟨x, H *m x⟩) ->
  let normal (P : 'M[R]_d) x := exp (- (2%:R^-1 * ⟨x, P *m x⟩)) in
  let Nh := Int (inball 1 (normal (2%:R * lam / (m * w) ^+ 2)%:M)) in
  let Ng := Int (inball 2%:R^-1 (normal ((2%:R / (m * w) ^+ 2) *: H))) in
  let standard (x : 'cV[R]_d) := exp (- (2%:R^-1 * ‖x‖ ^+ 2)) in
  let r := Num.sqrt (2%:R * lam) / (m * w) in
  0 < Ng /\
  Nh / Ng <= Num.sqrt (\det H) / Num.sqrt lam ^+ d
             * (ball_integral r standard / ball_integral (2%:R^-1 * r) standard).
Proof.
move=> l0 m0 w0 Hs Hl normal Nh Ng standard r; have k0 : 0 < (m * w)^-1 by rewrite invr_gt0 mulr_gt0.
have r0 : 0 < r by rewrite divr_gt0 ?sqrtr_gt0 ?mulr_gt0 ?ltr0n.
have Hp : pd H by split=> // x /dot_gt0 x0; apply: lt_le_trans (Hl x); rewrite mulr_gt0.
have Hge : lam%:M ⪯ H by move=> x; rewrite qf_scalar; exact: Hl.
have -> : standard = @mixture_steps.standard d.
  by apply: functional_extensionality => x; rewrite /standard nrm2_sqr.
have N0 : 0 < Ng by rewrite /Ng /normal normal_matrix; exact: (half_normaliser_gt0 k0 l0 Hp Hge).
split=> //; rewrite ball_ratioE // ler_pdivr_mulr // /Nh /Ng /normal normal_scalar normal_matrix.
exact: (quotient_bound l0 m0 w0 Hp Hge erefl).
Qed.
