(* The steps of the mixture over directions on a finite tree (lines 1435-1589): M-bar, its mean, its lower
   bound.  Notation as in Claims.v; rounds as in claims_moments_steps.v: h lists the outcomes of the rounds
   played, n is the paper's t - 1 and w n.-1 its w_{t-1}.  The mixture M-bar integrates M against the normal
   density of precision 2 lambda/(m w_{t-1})^2 truncated on the unit ball, N its normalisation constant. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing potentials tail paper_indices.
From Glb Require Import moments_steps claims_moments_steps mixing_steps mixture_steps shifted_steps.
From Glb Require Import ridge_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* Q9, eq:bar_M_u, lines 1435-1442.
   Paper: M-bar_u^t = int M_u^t(xi) dh_u(xi), h_u the density of an isotropic normal law of precision 2
   lambda_{u-1}/(m^2 w_{t-1}^2) truncated on the unit ball, N(h_u) its normalisation constant.
   Stated: N(h_u) = int_{|xi| <= 1} exp(-(1/2)(2 lambda_{u-1}/(m^2 w_{t-1}^2)) |xi|^2) dxi exists and is
   positive, h_u is a density (mass 1), the integral M-bar_u^t exists, and it is a mean: it lies between any
   bounds of M_u^t on the ball.
   Differences: a finite tree; lambda_{u-1} is any number lam; nothing is asked of weights, noise and m. *)
Theorem Q9 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w : nat -> R) (m : R) (lam : R) :
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M xi h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let normal xi := exp (- (2%:R^-1 * (2%:R * lam / (m * w n.-1) ^+ 2) * ⟨xi, xi⟩)) in
  let N := Int (inball 1 normal) in
  let barM h := Int (inball 1 (fun xi => normal xi * M xi h)) / N in
  let density xi := normal xi / N in
  [/\ is_int (inball 1 normal) N, 0 < N, is_int (inball 1 density) 1%ring,
      forall h, is_int (inball 1 (fun xi => M xi h * density xi)) (barM h) &
      forall h c1 c2, (forall xi, ‖xi‖ <= 1 -> c1 <= M xi h <= c2) -> c1 <= barM h <= c2].
Proof.
move=> sigma2 S H0 M normal N barM density; pose k := (m * w n.-1)^-1 ^+ 2 * lam.
have eN : normal = gauss k%:M by exact: normal_isotropic.
have [iN N0] := normaliser_int d k; have {iN} iN : is_int (inball 1 normal) N by rewrite /N eN.
have {N0} N0 : 0 < N by rewrite /N eN.
have Ni : 0 <= N^-1 by rewrite invr_ge0 ltW.
have D0 xi : 0 <= density xi by rewrite divr_ge0 ?exp_ge0 ?(ltW N0).
have i1 : is_int (inball 1 density) 1%ring.
  apply: is_int_congr (is_int_scal Ni iN) _ (mulVf (lt0r_neq0 N0)) => x.
  by rewrite /inball; case: ifP => _; rewrite ?mulr0 // /density mulrC.
have iM h : is_int (inball 1 (fun xi => M xi h * density xi)) (barM h).
  have L : LLn (fun xi => normal xi * M xi h).
    rewrite eN; apply: LLn_mul; first exact: gauss_LL.
    have -> : (fun xi => M xi h) = (fun xi => tail_event.M e0 act eps sigma2 (m * w n.-1) w xi h).
      by apply: functional_extensionality => xi; exact: paper_M.
    exact: M_LL.
  apply: is_int_congr (is_int_scal Ni (ball_int_signed ltr01 (lexx 1) L)) _ (mulrC _ _) => x.
  rewrite /inball; case: ifP => _; rewrite ?mulr0 //.
  by rewrite /density; move: (N^-1) (normal x) (M x h) => x1 x2 x3; ring.
split=> // h c1 c2 b.
have bound c : is_int (inball 1 (fun xi => c * density xi)) c.
  have Ld : LLn (fun xi => c * density xi).
    apply: LLn_mul; first exact: LLn_const.
    by rewrite /density eN; apply: LLn_mul; [exact: gauss_LL|exact: LLn_const].
  have [c0|c0] := lerP 0 c.
    apply: is_int_congr (is_int_scal c0 i1) _ (mulr1 c) => x.
    by rewrite /inball; case: ifP => _; rewrite ?mulr0.
  have z : is_int (fun _ : 'cV[R]_d => 0) 0%ring.
    by rewrite -[X in is_int _ X](J_zero d); apply: is_int_LL; exact: LLn_const.
  have c1' : 0 <= - c by rewrite oppr_ge0 ltW.
  have q : 0 - (- c * 1) = c by rewrite mulr1 sub0r opprK.
  apply: is_int_congr (is_int_sub z (is_int_scal c1' i1)) _ q => x.
  by rewrite sub0r mulNr opprK /inball; case: ifP => _ //; rewrite mulr0.
apply/andP; split.
  apply: (is_int_le (bound c1) (iM h)) => x; rewrite /inball; case: ifP => // x1.
  by rewrite ler_wpmul2r //; have /andP [] := b x x1.
apply: (is_int_le (iM h) (bound c2)) => x; rewrite /inball; case: ifP => // x1.
by rewrite ler_wpmul2r //; have /andP [] := b x x1.
Qed.

(* Z17, lines 1435-1449, as corrected (u from 2 on).
   Paper: {lambda_u}_{u=1}^t and, for 1 <= u <= t, the precision 2 lambda_{u-1}/(m^2 w_{t-1}^2).
   Stated: for 2 <= u <= t the index u - 1 is one of 1, ..., t; at u = 1 every lambda_0 > 0 gives
   M-bar_1^t = 1.
   Differences: 2 <= u for 1 <= u (at u = 1 the sequence has no lambda_0: Z17_mutant); a finite tree. *)
Theorem Z17 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w : nat -> R) (m : R) (lam : R) : 0 < lam ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M xi h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let normal xi := exp (- (2%:R^-1 * (2%:R * lam / (m * w n.-1) ^+ 2) * ⟨xi, xi⟩)) in
  let N := Int (inball 1 normal) in
  let barM h := Int (inball 1 (fun xi => normal xi * M xi h)) / N in
  (forall (lambda : nat -> R) (t u : nat), (2 <= u <= t)%N ->
     lambda (u - 1)%N \in [seq lambda s | s <- iota 1 t]) /\
  barM [::] = 1.
Proof.
move=> l0 sigma2 S H0 M normal N barM; split.
  by move=> lambda t u ut; apply: map_f; rewrite mem_iota; lia.
have [_ _ _ _ b] := Q9 e0 p n act eps w m lam; have /andP [b1 b2] : 1 <= barM [::] <= 1.
  by apply: b => xi _; have [-> _] := Q8 e0 p n act eps w m xi; rewrite lexx.
by apply/le_anti; rewrite b1 b2.
Qed.

(* Z19, lines 935-937, 1574-1577, 1635-1637, 1860-1863, as corrected (another letter for the density).
   Paper: g_t is the density of the normal law with precision matrix 2 H~_t/(m^2 w_{t-1}^2) truncated on
   |a| <= 1/2, and in lines 935 and 1861 the map of eq:g_t.
   Stated: phi(xi) = exp(-xi^T H~_t xi/(m w_{t-1})^2)/N(phi) on |xi| <= 1/2 is a density: N(phi) exists and
   is positive, phi >= 0 and has integral 1.
   Differences: H is any symmetric matrix >= lambda I, lambda > 0; m, w > 0. *)
Theorem Z19 (d : nat) (H : 'M[R]_d) (lam m w : R) :
  0 < lam -> 0 < m -> 0 < w -> H^T = H -> (forall x, lam * ⟨x, x⟩ <= ⟨x, H *m x⟩) ->
  let normal x := exp (- (⟨x, H *m x⟩ / (m * w) ^+ 2)) in
  let N := Int (inball 2%:R^-1 normal) in
  let phi := inball 2%:R^-1 (fun x => N^-1 * normal x) in
  [/\ is_int (inball 2%:R^-1 normal) N, 0 < N, forall x, 0 <= phi x & is_int phi 1%ring].
Proof.
move=> l0 m0 w0 Hs Hl normal N phi; have k0 : 0 < (m * w)^-1 by rewrite invr_gt0 mulr_gt0.
have Hp : pd H by split=> // x /dot_gt0 x0; apply: lt_le_trans (Hl x); rewrite mulr_gt0.
have Hge : lam%:M ⪯ H by move=> x; rewrite qf_scalar; exact: Hl.
have eN : normal = gauss ((m * w)^-1 ^+ 2 *: H).
  by apply: functional_extensionality => x; rewrite /normal /gauss qfZ exprVn mulrC.
have N0 : 0 < N by rewrite /N eN; exact: (half_normaliser_gt0 k0 l0 Hp Hge).
split=> //.
- by rewrite /N eN; exact: ball_int_signed half_gt0 half_le1 (gauss_LL _).
- by move=> x; rewrite /phi /inball; case: ifP => // _; rewrite mulr_ge0 ?exp_ge0 ?invr_ge0 ?(ltW N0).
have := half_mass (half_normaliser_gt0 k0 l0 Hp Hge); rewrite /phi /N eN; congr is_int; congr inball.
by apply: functional_extensionality => x; rewrite mulrC.
Qed.

(* Q11, lines 1533-1538.
   Paper: M-bar_t = (1/N(h_t)) int 1[|xi| <= 1] exp(xi^T S_t/(m w_{t-1}) - xi^T H~_t xi/(m^2 w_{t-1}^2)) dxi,
   H~_t = H~_t(0) + lambda_{t-1} I.
   Differences: a finite tree; lambda_{t-1} is any number lam; nothing is asked of weights, noise and m. *)
Theorem Q11 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w : nat -> R) (m : R) (lam : R) :
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M xi h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let normal xi := exp (- (2%:R^-1 * (2%:R * lam / (m * w n.-1) ^+ 2) * ⟨xi, xi⟩)) in
  let N := Int (inball 1 normal) in
  let barM h := Int (inball 1 (fun xi => normal xi * M xi h)) / N in
  let H h := H0 h + lam%:M in
  forall h, barM h = N^-1 * Int (inball 1 (fun xi =>
    exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m ^+ 2 * w n.-1 ^+ 2)^-1 * ⟨xi, H h *m xi⟩))).
Proof.
move=> sigma2 S H0 M normal N barM H h; rewrite /barM mulrC; congr (_ * Int (inball 1 _)).
apply: functional_extensionality => xi; rewrite /normal /M -expD; congr exp.
rewrite /H mulmxDl dotDr mul_scalar_mx dotZr.
have -> : 2%:R^-1 * (2%:R * lam / (m * w n.-1) ^+ 2) = (m * w n.-1)^-1 ^+ 2 * lam.
  by rewrite exprVn; move: ((m * w n.-1) ^+ 2)^-1 => q; field.
rewrite -exprMn -exprVn.
by move: (dot xi (S h)) (dot xi (H0 h *m xi)) (dot xi xi) ((m * w n.-1)^-1) => x1 x2 x3 x4; ring.
Qed.

(* Q12, eq:bar_M_t_lower, lines 1586-1589.
   Paper: M-bar_t >= e^{f_t(xs)} N(g_t)/N(h_t), xs the maximiser (the page's xi^star) of f_t(xi) = xi^T
   S_t/(m w_{t-1}) - xi^T H~_t xi/(m^2 w_{t-1}^2) over |xi| <= 1/2, g_t normal of precision
   2 H~_t/(m^2 w_{t-1}^2) truncated on |xi| <= 1/2.
   Differences: xs is any point of the half ball; a finite tree; lambda, m, w_{t-1} > 0; that N(g_t) exists
   and is positive is part of the statement. *)
Theorem Q12 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w : nat -> R) (m : R) (lam : R) :
  (forall h e, 0 <= p h e) -> 0 < m -> 0 < w n.-1 -> 0 < lam ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M xi h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let normal xi := exp (- (2%:R^-1 * (2%:R * lam / (m * w n.-1) ^+ 2) * ⟨xi, xi⟩)) in
  let N := Int (inball 1 normal) in
  let barM h := Int (inball 1 (fun xi => normal xi * M xi h)) / N in
  let H h := H0 h + lam%:M in
  let f h xi := (m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H h *m xi⟩ in
  let g h := inball 2%:R^-1 (fun xi => exp (- (2%:R^-1 * ⟨xi, (2%:R / (m * w n.-1) ^+ 2) *: H h *m xi⟩))) in
  forall h xs, ‖xs‖ <= 2%:R^-1 ->
  [/\ is_int (g h) (Int (g h)), 0 < Int (g h) & exp (f h xs) * Int (g h) / N <= barM h].
Proof.
move=> p0 m0 w0 l0 sigma2 S H0 M normal N barM H f g h xs x1.
have b0 : 0 < (m * w n.-1)^-1 by rewrite invr_gt0 mulr_gt0.
have vr h' : \sum_e p h' e * eps h' e ^+ 2 <= sigma2 h' by [].
have Hp : pd (H h) := Hhp p0 act w l0 vr h; have Hge : lam%:M ⪯ H h := Hh_ge p0 act lam w vr h.
have eg : g h = inball 2%:R^-1 (gauss ((m * w n.-1)^-1 ^+ 2 *: H h)) by rewrite /g normal_matrix.
have [_ N0 _ _ _] := Q9 e0 p n act eps w m lam; rewrite eg; split.
- exact: ball_int_signed half_gt0 half_le1 (gauss_LL _).
- exact: (half_normaliser_gt0 b0 l0 Hp Hge).
have -> : barM h = _ := Q11 e0 p n act eps w m lam h; rewrite mulrC; apply: ler_wpmul2l.
  by rewrite invr_ge0 ltW.
have [Hs _] := Hp; have As : ((m * w n.-1)^-1 ^+ 2 *: H h)^T = (m * w n.-1)^-1 ^+ 2 *: H h.
  by rewrite linearZ /= Hs.
have := half_ball ((m * w n.-1)^-1 *: S h) As x1; rewrite dotZr qfZ.
congr (_ <= Int (inball 1 _)); apply: functional_extensionality => xi.
by rewrite dotZr qfZ -exprMn exprVn.
Qed.

(* Z18, in the proof of thm:instantaneous_main, lines 1552-1572 (xs is the page's xi^star).
   Paper: M-bar_t = (e^{f_t(xs)}/N(h_t)) int 1[|xi + xs| <= 1] exp(grad f_t(xs)^T xi - |xi|^2_{H~_t}/(m^2
   w_{t-1}^2)) dxi >= the same with 1[|xi| <= 1/2] >= (e^{f_t(xs)} N(g_t)/N(h_t)) E_{xi~g_t}[exp(grad
   f_t(xs)^T xi)].
   Stated: the shifted integral exists and the first equality holds; the inequality between the integrals;
   the last relation, which is an equality (g_t is by definition the normalised integrand).
   Differences: those of Q12; grad f_t(xs) = S_t/(m w_{t-1}) - 2 H~_t xs/(m^2 w_{t-1}^2), see I3. *)
Theorem Z18 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w : nat -> R) (m : R) (lam : R) :
  (forall h e, 0 <= p h e) -> 0 < m -> 0 < w n.-1 -> 0 < lam ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M xi h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let normal xi := exp (- (2%:R^-1 * (2%:R * lam / (m * w n.-1) ^+ 2) * ⟨xi, xi⟩)) in
  let N := Int (inball 1 normal) in
  let barM h := Int (inball 1 (fun xi => normal xi * M xi h)) / N in
  let H h := H0 h + lam%:M in
  let f h xi := (m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H h *m xi⟩ in
  let g h := inball 2%:R^-1 (fun xi => exp (- (2%:R^-1 * ⟨xi, (2%:R / (m * w n.-1) ^+ 2) *: H h *m xi⟩))) in
  let grad h xs := (m * w n.-1)^-1 *: S h - (2%:R * (m * w n.-1)^-1 ^+ 2) *: (H h *m xs) in
  let integrand h xs xi := exp (⟨grad h xs, xi⟩ - (m * w n.-1)^-1 ^+ 2 * ‖xi‖²_[H h]) in
  let shifted h xs xi := if ‖xi + xs‖ <= 1 then integrand h xs xi else 0 in
  let half h xs := inball 2%:R^-1 (integrand h xs) in
  let mean_g h (phi : 'cV[R]_d -> R) := Int (fun xi => g h xi / Int (g h) * phi xi) in
  forall h xs, ‖xs‖ <= 2%:R^-1 ->
  [/\ is_int (shifted h xs) (Int (shifted h xs)) /\ is_int (half h xs) (Int (half h xs)),
      barM h = exp (f h xs) / N * Int (shifted h xs),
      Int (half h xs) <= Int (shifted h xs) &
      Int (half h xs) = Int (g h) * mean_g h (fun xi => exp ⟨grad h xs, xi⟩)].
Proof.
move=> p0 m0 w0 l0 sigma2 S H0 M normal N barM H f g grad integrand shifted half mean_g h xs x1.
have b0 : 0 < (m * w n.-1)^-1 by rewrite invr_gt0 mulr_gt0.
have vr h' : \sum_e p h' e * eps h' e ^+ 2 <= sigma2 h' by [].
have Hp : pd (H h) := Hhp p0 act w l0 vr h; have Hge : lam%:M ⪯ H h := Hh_ge p0 act lam w vr h.
set A := (m * w n.-1)^-1 ^+ 2 *: H h; have [Hs _] := Hp; have As : A^T = A by rewrite linearZ /= Hs.
set S' := (m * w n.-1)^-1 *: S h.
have eg : g h = inball 2%:R^-1 (gauss A) by rewrite /g normal_matrix.
have el : grad h xs = S' - (2%:R : R) *: (A *m xs) by rewrite /grad -scalemxAl scalerA.
have ei : integrand h xs = (fun xi => exp (⟨S' - (2%:R : R) *: (A *m xs), xi⟩ - qf A xi)).
  by apply: functional_extensionality => xi; rewrite /integrand el qfZ.
have [i1 i2] := shift_int S' As x1; have i3 := shift_half S' As x1.
have i4 := shift_mean S' xs (half_normaliser_gt0 b0 l0 Hp Hge).
have L : LLn (integrand h xs).
  rewrite ei; have := exp_LL (S' - (2%:R : R) *: (A *m xs)) A; congr LLn.
  by apply: functional_extensionality => xi; rewrite dotC.
split.
- by split; [rewrite /shifted ei|exact: ball_int_signed half_gt0 half_le1 L].
- have q : barM h = N^-1 * Int (inball 1 (fun xi => exp (⟨xi, S'⟩ - qf A xi))).
    have -> : barM h = _ := Q11 e0 p n act eps w m lam h; congr (_ * Int (inball 1 _)).
    by apply: functional_extensionality => xi; rewrite dotZr qfZ -exprMn exprVn.
  rewrite q i2 mulrA [N^-1 * _]mulrC; congr (_ * _); last by rewrite /shifted ei.
  by rewrite dotZr qfZ.
- by rewrite /half /shifted ei.
rewrite /half ei i4 -/(normaliser 2%:R^-1 A) /mean_g eg; congr (_ * Int _).
by apply: functional_extensionality => xi; rewrite /inball el; case: ifP => _; rewrite ?mul0r.
Qed.

(* Z16, the proof of lemma_int_instantaneous, lines 1455-1466.
   Paper: E[M-bar_u^t] = int_Omega (int M_u^t(xi) dh_u(xi)) dP <= int (int_Omega M_u^t(xi) dP) dh_u(xi)
   (Fubini) <= int (int_Omega 1 dP) dh_u(xi) (lemma_instantaneous) <= int dh_u(xi) = 1.
   Differences: the first and the third relation are equalities; a finite tree; our u is the paper's u - 1,
   our n its t - 1 and n >= 1; lambda_{u-1} is any lam > 0; m > 0. *)
Theorem Z16 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w : nat -> R) (m : R) (lam : R) :
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  0 < lam -> (0 < n)%N ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M xi h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let normal xi := exp (- (2%:R^-1 * (2%:R * lam / (m * w n.-1) ^+ 2) * ⟨xi, xi⟩)) in
  let N := Int (inball 1 normal) in
  let mean_h (phi : 'cV[R]_d -> R) := Int (inball 1 (fun xi => normal xi * phi xi)) / N in
  let barM h := mean_h (fun xi => M xi h) in
  forall u, (u <= n)%N ->
  [/\ Ex p u barM [::] = mean_h (fun xi => Ex p u (M xi) [::]),
      mean_h (fun xi => Ex p u (M xi) [::]) <= mean_h (fun xi => Ex p u (fun=> 1) [::]),
      mean_h (fun xi => Ex p u (fun=> 1) [::]) = mean_h (fun=> 1) & mean_h (fun=> 1) = 1].
Proof.
move=> p0 p1 a1 c m0 b w0 wm l0 n0 sigma2 S H0 M normal N mean_h barM u un.
pose k := (m * w n.-1)^-1 ^+ 2 * lam; have eN : normal = gauss k%:M by exact: normal_isotropic.
have eh phi : mean_h phi = mean k phi by rewrite /mean_h /N eN.
have eM xi : M xi = tail_event.M e0 act eps sigma2 (m * w n.-1) w xi.
  by apply: functional_extensionality => h; exact: paper_M.
have ML : LLn (fun xi => Ex p u (M xi) [::]).
  have -> : (fun xi => Ex p u (M xi) [::]) =
      (fun xi => Ex p u (tail_event.M e0 act eps sigma2 (m * w n.-1) w xi) [::]).
    by apply: functional_extensionality => xi; rewrite eM.
  exact: Ex_LL.
have M0 xi : 0 <= Ex p u (M xi) [::] by rewrite eM; exact: Ex_ge0.
have e1 : (fun xi : 'cV[R]_d => Ex p u (fun=> 1) [::]) = (fun=> 1).
  by apply: functional_extensionality => xi; exact: (Ex_const p1).
rewrite !eh e1; split=> //; last exact: mean_one.
- have -> : barM = tail_event.barM e0 act eps sigma2 (m * w n.-1) lam w.
    apply: functional_extensionality => h; rewrite /barM eh; congr mean.
    by apply: functional_extensionality => xi; rewrite eM.
  rewrite (Ex_mix e0 p0 act eps sigma2 (m * w n.-1) lam w).
  by congr mean; apply: functional_extensionality => xi; rewrite eM.
- apply: mean_le ML M0 (LLn_const d 1) (fun _ => ler01) _ => xi x1.
  by have [_ h1 h2] := Z15 e0 p0 p1 a1 c m0 b w0 wm x1 un; apply: le_trans h1 _; rewrite h2.
Qed.

(* M-bar of eq:bar_M_u for the ridge lam: what Q9 calls barM. *)
Definition M_bar (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w : nat -> R) (m lam : R) (h : seq E) : R :=
  (let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M xi h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let normal xi := exp (- (2%:R^-1 * (2%:R * lam / (m * w n.-1) ^+ 2) * ⟨xi, xi⟩)) in
  Int (inball 1 (fun xi => normal xi * M xi h)) / Int (inball 1 normal))%ring.

(* R3, lines 1469-1483.
   Paper: with time-dependent regularisation parameters the property E[M-bar_u^t | F_{u-1}] <= M-bar_{u-1}^t
   is lost; it would hold with a fixed regularisation parameter.
   Stated: for lambda_u = lambda gamma^{-2u} and weights w_s = gamma^{-s}, whatever gamma in (0, 1) and
   lambda > 0, there is a tree (t = 3, d = 1) and a past at which E[M-bar_3^t | F_2] > M-bar_2^t; with one
   lambda the property holds, for every tree.
   Differences: a finite tree; our round s is the paper's s + 1, n is its t - 1; m > 0, lambda > 0. *)
Theorem R3 :
  (forall gamma lam : R, 0 < gamma -> gamma < 1 -> 0 < lam ->
   exists (E : finType) (e0 : E) (p : seq E -> E -> R) (act : seq E -> 'cV[R]_1) (eps : seq E -> E -> R)
     (m : R) (h : seq E),
   [/\ forall h e, 0 <= p h e, forall h, \sum_e p h e = 1, forall h, ‖act h‖ <= 1,
       forall h, \sum_e p h e * eps h e = 0 & 0 < m /\ forall h e, `|eps h e| <= m] /\
   size h = 1%N /\
   let ridge u := lam * gamma ^- (2 * u) in
   let barM u h := M_bar e0 p 2 act eps (fun s => gamma ^- s.+1) m (ridge (u - 1)%N) h in
   \sum_e p h e * barM 3%N (rcons h e) > barM 2%N h) /\
  (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w : nat -> R) (m : R) (lam : R),
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
   0 < lam ->
   let barM h := M_bar e0 p n act eps w m lam h in
   forall h, (size h < n)%N -> \sum_e p h e * barM (rcons h e) <= barM h).
Proof.
have eB (E : finType) (e0 : E) p d n (act : seq E -> 'cV[R]_d) eps w m lam h :
    M_bar e0 p n act eps w m lam h = mean ((m * w n.-1)^-1 ^+ 2 * lam)
      (fun xi => tail_event.M e0 act eps (fun k => \sum_e p k e * eps k e ^+ 2) (m * w n.-1) w xi h).
  rewrite /M_bar; cbv zeta; rewrite (paper_integrand e0 act eps (fun k => \sum_e p k e * eps k e ^+ 2)).
  by rewrite normal_isotropic.
split.
  move=> gamma lam g0 g1 l0.
  exists (ordinal_finType 3), middle, three_p, first_only, three_eps, 1%ring, [:: middle].
  have T := threeE; split=> //; split=> //; cbv beta zeta; rewrite eB; under eq_bigr do rewrite eB.
  apply: run_rises; first by rewrite divr_gt0 ?invr_gt0 ?exprn_gt0.
  have W0 : 0 < (1 * gamma ^- 2)^-1 ^+ 2 by rewrite exprn_gt0 // invr_gt0 mul1r invr_gt0 exprn_gt0.
  by rewrite ltr_pmul2l // ltr_pmul2l // ltf_pinv ?posrE ?exprn_gt0 // ltr_iexpn2l.
move=> E e0 p d n act eps w m lam p0 p1 a1 c m0 b w0 wm l0 barM h hn; rewrite /barM eB.
under eq_bigr do rewrite eB.
have L k : LLn (fun xi => tail_event.M e0 act eps (fun k => \sum_e p k e * eps k e ^+ 2) (m * w n.-1) w xi k).
  exact: M_LL.
have P k xi : 0 <= tail_event.M e0 act eps (fun k => \sum_e p k e * eps k e ^+ 2) (m * w n.-1) w xi k.
  exact: exp_ge0.
rewrite -(mean_sum _ (p0 h) (fun e => L _) (fun e => P _)); apply: mean_le => //.
- by apply: LLn_sum => e; apply: LLn_mul => //; exact: LLn_const.
- by move=> xi; apply: sumr_ge0 => e _; rewrite mulr_ge0.
move=> xi x1; have n0 : (0 < n)%N by exact: leq_ltn_trans hn.
exact: (M_step_weights e0 p0 p1 m0 a1 c b (fun=> lexx _) n0 w0 wm x1 hn).
Qed.
