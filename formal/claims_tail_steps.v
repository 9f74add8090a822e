(* The last steps of the tail inequality (lines 1591-1625), the process of its extension, its special cases,
   and the radius rho_T.  Notation as in Claims.v; rounds as in claims_moments_steps.v: h lists the outcomes
   of the rounds played, n is the paper's t - 1 and w n.-1 its w_{t-1}; lam is lambda_{t-1}. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing potentials tail paper_indices.
From Glb Require Import deviation moments_steps claims_moments_steps mixing_steps mixture_steps.
From Glb Require Import claims_mixture_steps tail_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* I6, in the proof of thm:instantaneous_main, lines 1591-1605 (xs is the page's xi^star).
   Paper: delta >= P(M-bar_t >= 1/delta) >= P(f_t(xs) >= log(1/delta) + log(N(h_t)/N(g_t))).
   Differences: xs h is any point of the half ball, as in Q12; a finite tree; lambda_{t-1} > 0, m > 0, n >= 1
   (t >= 2); weights positive and non-decreasing up to w_{t-1}. *)
Theorem I6 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w : nat -> R) (m : R) (lam delta : R) (xs : seq E -> 'cV[R]_d) :
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  0 < lam -> (0 < n)%N -> 0 < delta -> delta <= 1 ->
  (forall h, size h = n -> ‖xs h‖ <= 2%:R^-1) ->
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
  delta >= Pr p n (fun h => barM h >= delta^-1) [::] /\
  Pr p n (fun h => barM h >= delta^-1) [::] >=
    Pr p n (fun h => f h (xs h) >= ln delta^-1 + ln (N / Int (g h))) [::].
Proof.
move=> p0 p1 a1 c m0 b w0 wm l0 n0 d0 d1 x1 sigma2 S H0 M normal N barM H f g.
have W0 : 0 < w n.-1 by apply: w0; rewrite prednK.
have di0 : 0 < delta^-1 by rewrite invr_gt0.
have [_ N0 _ iM bM] := Q9 e0 p n act eps w m lam.
have B0 h : 0 <= barM h.
  have z : is_int (fun _ : 'cV[R]_d => 0) 0%ring.
    by rewrite -[X in is_int _ X](J_zero d); apply: is_int_LL; exact: LLn_const.
  apply: (is_int_le z (iM h)) => xi; rewrite /inball; case: ifP => // _.
  by rewrite !mulr_ge0 ?exp_ge0 ?invr_ge0 ?(ltW N0).
split.
  apply: (le_trans (markov p0 n [::] di0 B0)); rewrite invrK mulrC -[X in _ <= X]mulr1.
  rewrite ler_wpmul2l ?(ltW d0) //.
  have [e1 e2 e3 e4] := Z16 e0 p0 p1 a1 c m0 b w0 wm l0 n0 (leqnn n).
  by have -> : Ex p n barM [::] = _ := e1; rewrite (le_trans e2) // e3 e4.
apply: Pr_le => // h; rewrite add0n => hn L.
have [_ g0 low] := Q12 e0 act eps p0 m0 W0 l0 h (x1 h hn); apply: le_trans low.
have -> : delta^-1 = exp (ln delta^-1 + ln (N / Int (g h))) * Int (g h) / N.
  rewrite expD !lnK ?divr_gt0 // -[delta^-1 * _ * _]mulrA divfK; last by rewrite gt_eqF.
  by rewrite mulfK // gt_eqF.
by rewrite ler_wpmul2r ?invr_ge0 ?(ltW N0) // ler_wpmul2r ?(ltW g0) // exp_le.
Qed.

(* I7, lines 1606-1610, as corrected (lambda_{t-1}).
   Paper: |xi_0| <= 1/2 for xi_0 = (sqrt(lambda_t)/2) H~_t^{-1} S_t/|S_t|_{H~_t^{-1}}.
   Differences: lambda_{t-1} for lambda_t (with lambda_t it is false: I7_mutant); H is any symmetric matrix
   >= lambda_{t-1} I, lambda_{t-1} > 0, which is what is used of H~_t; S any vector (for S = 0 the formula
   reads xi_0 = 0, 1/0 being 0). *)
Theorem I7 (d : nat) (S : 'cV[R]_d) (H : 'M[R]_d) (lam : R) :
  0 < lam -> H^T = H -> (forall x, lam * ⟨x, x⟩ <= ⟨x, H *m x⟩) ->
  ‖(Num.sqrt lam / 2%:R) *: ((‖S‖_[invmx H])^-1 *: (invmx H *m S))‖ <= 2%:R^-1.
Proof.
move=> l0 Hs Hl; have Hp : pd H by split=> // x /dot_gt0 x0; apply: lt_le_trans (Hl x); rewrite mulr_gt0.
by apply: (xi0_half S l0 Hp) => x; rewrite qf_scalar; exact: Hl.
Qed.

(* I8, lines 1611-1616.
   Paper: f_t(xi_0) = xi_0^T S_t/(m w_{t-1}) - xi_0^T H~_t xi_0/(m^2 w_{t-1}^2) = (sqrt(lambda_{t-1})/(2 m
   w_{t-1})) |S_t|_{H~_t^{-1}} - lambda_{t-1}/(4 m^2 w_{t-1}^2), with the xi_0 of I7.
   Differences: S is not 0 (xi_0 divides by its norm); H any positive definite matrix; m and w any numbers
   (1/0 is 0). *)
Theorem I8 (d : nat) (S : 'cV[R]_d) (H : 'M[R]_d) (lam m w : R) :
  0 < lam -> H^T = H -> (forall x, x != 0 -> 0 < ⟨x, H *m x⟩) -> S != 0 ->
  let f xi := (m * w)^-1 * ⟨xi, S⟩ - (m * w)^-1 ^+ 2 * ⟨xi, H *m xi⟩ in
  let xi0 := (Num.sqrt lam / 2%:R) *: ((‖S‖_[invmx H])^-1 *: (invmx H *m S)) in
  f xi0 = Num.sqrt lam / (2%:R * m * w) * ‖S‖_[invmx H] - lam / (4%:R * m ^+ 2 * w ^+ 2).
Proof. by move=> l0 Hs Hl S0 f xi0; have Hp : pd H by []; exact: xi0_level l0 Hp _ _ (xi0_neq0 Hp S0). Qed.

(* Z150, lines 1598-1604 (xs is the page's xi^star).
   Paper: f_t(xs) = max_{|xi| <= 1/2} f_t(xi) >= f_t(xi_0), and so P(f_t(xs) >= log(1/delta) +
   log(N(h_t)/N(g_t))) >= P(f_t(xi_0) >= log(1/delta) + log(N(h_t)/N(g_t))).
   Differences: xi_0 with lambda_{t-1}, see I7; a finite tree; the level is any random number; lambda_{t-1} >
   0. *)
Theorem Z150 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w : nat -> R) (m : R) (lam : R) (xs : seq E -> 'cV[R]_d) (level : seq E -> R) :
  (forall h e, 0 <= p h e) -> 0 < lam ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let H h := H0 h + lam%:M in
  let f h xi := (m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H h *m xi⟩ in
  let xi0 h := (Num.sqrt lam / 2%:R) *: ((‖S h‖_[invmx (H h)])^-1 *: (invmx (H h) *m S h)) in
  (forall h, size h = n -> ‖xs h‖ <= 2%:R^-1 /\ forall xi, ‖xi‖ <= 2%:R^-1 -> f h xi <= f h (xs h)) ->
  (forall h, size h = n -> f h (xi0 h) <= f h (xs h)) /\
  Pr p n (fun h => level h <= f h (xi0 h)) [::] <= Pr p n (fun h => level h <= f h (xs h)) [::].
Proof.
move=> p0 l0 sigma2 S H0 H f xi0 xm.
have vr h : \sum_e p h e * eps h e ^+ 2 <= sigma2 h by [].
have le h : size h = n -> f h (xi0 h) <= f h (xs h).
  move=> /xm [_]; apply; apply: I7 => //; first by have [] := Hhp p0 act w l0 vr h.
  by move=> x; have := Hh_ge p0 act lam w vr h x; rewrite qf_scalar.
split=> //; apply: Pr_le => // h; rewrite add0n => hn L; exact: le_trans L (le h hn).
Qed.

(* Q13, lines 1618-1625.
   Paper: P(|S_t|_{H~_t^{-1}} >= sqrt(lambda_{t-1})/(2 m w_{t-1}) + (2 m w_{t-1}/sqrt(lambda_{t-1}))
   log(1/delta) + (2 m w_{t-1}/sqrt(lambda_{t-1})) log(N(h_t)/N(g_t))) <= delta.
   Differences: a finite tree; lambda_{t-1} > 0 and m > 0; n >= 1 (t >= 2); weights positive and
   non-decreasing up to w_{t-1}; that N(g_t) exists and is positive: Q12. *)
Theorem Q13 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w : nat -> R) (m : R) (lam delta : R) :
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  0 < lam -> (0 < n)%N -> 0 < delta -> delta <= 1 ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let H h := H0 h + lam%:M in
  let Nh := Int (inball 1 (fun xi : 'cV[R]_d =>
    exp (- (2%:R^-1 * (2%:R * lam / (m * w n.-1) ^+ 2) * ⟨xi, xi⟩)))) in
  let Ng h := Int (inball 2%:R^-1 (fun xi =>
    exp (- (2%:R^-1 * ⟨xi, (2%:R / (m * w n.-1) ^+ 2) *: H h *m xi⟩)))) in
  Pr p n (fun h => ‖S h‖_[invmx (H h)] >= Num.sqrt lam / (2%:R * m * w n.-1)
    + 2%:R * m * w n.-1 / Num.sqrt lam * ln delta^-1
    + 2%:R * m * w n.-1 / Num.sqrt lam * ln (Nh / Ng h)) [::] <= delta.
Proof.
move=> p0 p1 a1 c m0 b w0 wm l0 n0 d0 d1; cbv zeta.
have W0 : 0 < w n.-1 by apply: w0; rewrite prednK.
pose sigma2 h := \sum_e p h e * eps h e ^+ 2; have vr h : \sum_e p h e * eps h e ^+ 2 <= sigma2 h by [].
pose S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h).
pose H h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T)
  + lam%:M.
have Hp h : pd (H h) := Hhp p0 act w l0 vr h; have Hge h : lam%:M ⪯ H h := Hh_ge p0 act lam w vr h.
pose xs h := xi0 (S h) (H h) lam.
have x1 h : size h = n -> ‖xs h‖ <= 2%:R^-1 by move=> _; exact: xi0_half.
have [q1 q2] := I6 e0 p0 p1 a1 c m0 b w0 wm l0 n0 d0 d1 x1; apply: le_trans (le_trans q2 q1).
apply: Pr_le => // h _ L; apply: (xi0_reaches l0 (Hp h) m0 W0); apply: le_trans L.
by rewrite mulrDr addrA.
Qed.

(* Z30, in the proof of thm:instantaneous_extension, lines 1770-1788, as corrected (sigma_s^2 in the sum).
   Paper: M_u^t(xi) = exp(xi^T S_{t-t_0:u}/(m w_{t-1}) - xi^T (sum_{s=t-t_0}^{u-1} w_s^2 a_s a_s^T) xi/(m^2
   w_{t-1}^2)), and the steps of the proof of thm:instantaneous_main, the first of which is E[M_u^t(xi) |
   F_{u-1}] <= M_{u-1}^t(xi).
   Differences: w_s^2 sigma_s^2 for w_s^2 (without it the inequality is false: Z30_mutant); those of L1; the
   sums start with the first round if t_0 >= t. *)
Theorem Z30 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w : nat -> R) (m : R) (t0 : nat) (xi : 'cV[R]_d) :
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  ‖xi‖ <= 1 ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h | (n - t0 <= s)%N) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h | (n - t0 <= s)%N)
    (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  forall h, (size h < n)%N -> \sum_e p h e * M (rcons h e) <= M h.
Proof.
move=> p0 p1 a1 c m0 b w0 wm x1 sigma2 S H0 M h hn.
pose act' h := if (n - t0 <= size h)%N then act h else 0.
have a1' k : ‖act' k‖ <= 1 by rewrite /act'; case: ifP => _; rewrite // nrm2E nrm0 ler01.
have e k : M k = tail_event.M e0 act' eps sigma2 (m * w n.-1) w xi k.
  rewrite -paper_M; congr (exp (_ * ⟨xi, _⟩ - _ * ⟨xi, _ *m xi⟩)).
    rewrite /S big_mkcond; apply: eq_bigr => s _; rewrite /act' size_takel ?(ltnW (ltn_ord s)) //.
    by case: ifP => _; rewrite ?scaler0.
  rewrite /H0 big_mkcond; apply: eq_bigr => s _; rewrite /act' size_takel ?(ltnW (ltn_ord s)) //.
  by case: ifP => _; rewrite ?mul0mx ?scaler0.
rewrite e; under eq_bigr do rewrite e.
by apply: (M_step_weights e0 p0 p1 m0 a1' c b _ _ w0 wm) => //; exact: leq_ltn_trans hn.
Qed.

(* Z33, lines 1812-1815, as corrected (w_s = 1).
   Paper: with the weights satisfying w_t = 1 for t - tau <= s <= t - 1 and lambda_t = lambda the sums of
   thm:instantaneous_extension with t_0 = tau are those of cor:concentration_SW.
   Stated: if w_s = 1 for max(1, t - tau) <= s <= t - 1 then S and H~ with these weights are the sums without
   weights, and w_{t-1} = 1.
   Differences: w_s for w_t (with w_t it is false: Z33_mutant); the sums start with round 1 at the earliest;
   rounds 1, 2, ... as on the page; t >= 2 and tau >= 1. *)
Theorem Z33 (d t tau : nat) (w eps sigma2 : nat -> R) (a : nat -> 'cV[R]_d) (lam : R) :
  (2 <= t)%N -> (1 <= tau)%N -> (forall s, (maxn 1 (t - tau) <= s <= t - 1)%N -> w s = 1) ->
  [/\ \sum_(maxn 1 (t - tau) <= s < t) (w s * eps s.+1) *: a s =
        \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s,
      \sum_(maxn 1 (t - tau) <= s < t) (w s ^+ 2 * sigma2 s) *: (a s *m (a s)^T) + lam%:M =
        \sum_(maxn 1 (t - tau) <= s < t) sigma2 s *: (a s *m (a s)^T) + lam%:M &
      w (t - 1)%N = 1].
Proof.
move=> t2 tau1 w1; have e s : (maxn 1 (t - tau) <= s < t)%N -> w s = 1 by move=> h; apply: w1; lia.
split; last by apply: e; lia.
  by rewrite big_nat [RHS]big_nat; apply: eq_bigr => s /e ->; rewrite mul1r.
by congr (_ + _); rewrite big_nat [RHS]big_nat; apply: eq_bigr => s /e ->; rewrite expr1n mul1r.
Qed.

(* Z152, lines 1353-1357.
   Paper: thm:instantaneous_main extends Theorem 1 of Faury et al. by weights and time-dependent
   regularisation.
   Stated: with w_s = 1, lambda_u = lambda and m = 1 the sums of thm:instantaneous_main are S_t = sum_{s<t}
   eps_{s+1} a_s and H~_t = sum_{s<t} sigma_s^2 a_s a_s^T + lambda I, its threshold is sqrt(lambda)/2 +
   (2/sqrt(lambda)) log(det(H~_t)^{1/2}/(delta lambda^{d/2})) + (2/sqrt(lambda)) d log 2, and the inequality
   holds in this form.
   Differences: the theorem of Faury et al. itself is not stated; those of T3 (a finite tree, lambda > 0). *)
Theorem Z152 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w lambda : nat -> R) (m lam delta : R) :
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> w s = 1) -> (forall u, lambda u = lam) -> m = 1 ->
  0 < lam -> (0 < n)%N -> 0 < delta -> delta <= 1 ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let Sw h := \sum_(s < n) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let Hw h := \sum_(s < n) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T)
              + (lambda n.-1)%:M in
  let c := 2%:R * (m * w n.-1) / Num.sqrt (lambda n.-1) in
  let rw h := Num.sqrt (lambda n.-1) / (2%:R * (m * w n.-1))
    + c * ln (Num.sqrt (\det (Hw h)) / (delta * Num.sqrt (lambda n.-1) ^+ d)) + c * (d%:R * ln 2%:R) in
  let S h := \sum_(s < n) eps (take s h) (nth e0 h s) *: act (take s h) in
  let H h := \sum_(s < n) sigma2 (take s h) *: (act (take s h) *m (act (take s h))^T) + lam%:M in
  let r h := Num.sqrt lam / 2%:R
    + 2%:R / Num.sqrt lam * ln (Num.sqrt (\det (H h)) / (delta * Num.sqrt lam ^+ d))
    + 2%:R / Num.sqrt lam * (d%:R * ln 2%:R) in
  [/\ forall h, Sw h = S h, forall h, Hw h = H h, forall h, rw h = r h &
      Pr p n (fun h => r h <= ‖S h‖_[invmx (H h)]) [::] <= delta].
Proof.
move=> p0 p1 a1 c m0 b w1 lE m1 l0 n0 d0 d1 sigma2 Sw Hw cc rw S H r.
have eS h : Sw h = S h by apply: eq_bigr => s _; rewrite w1 // mul1r.
have eH h : Hw h = H h by rewrite /Hw lE; congr (_ + _); apply: eq_bigr => s _; rewrite w1 // expr1n mul1r.
have er h : rw h = r h by rewrite /rw /cc eH lE m1 w1 ?prednK // !mulr1.
have w0 s : (s < n)%N -> 0 < w s by move=> sn; rewrite w1 // ltr01.
have wm i j : (i <= j)%N -> (j < n)%N -> w i <= w j.
  by move=> ij jn; rewrite !w1 // (leq_ltn_trans ij).
split=> //; have l0' : 0 < lambda n.-1 by rewrite lE.
have := tail_main e0 p0 p1 m0 d0 d1 a1 c b (fun=> lexx _) n0 l0' w0 wm; apply: le_trans.
by apply: Pr_le => // h _; rewrite -er -eS -eH.
Qed.

(* D5, lines 613-627 and 1949-1951.
   Paper: rho_T^delta = sqrt(lambda)/(2m) + (2m/sqrt(lambda)) log(T/delta) + (2m/sqrt(lambda)) d log 2 +
   (d m/sqrt(lambda)) log(1 + k_mu (1 - T^{-2})/(d lambda (1 - gamma^2))), a direct consequence of
   thm:instantaneous_main, with gamma^{2D} = T^{-2}.
   Stated: the threshold of cor:concentration_Discounts at level delta/T is at most rho_T^delta at every
   round t <= T, and P(there is t <= T with |gamma^{t-1} S_{t-D:t}|_{H~_{t-D:t}^{-1}} > rho_T^delta) <= delta.
   Differences: a finite tree and the other differences of C1 (m, lambda > 0; variance at most mu'; our t is
   the paper's t - 1 and our round s its s + 1; if D >= t the sums start with the first round); gamma < 1;
   d, T >= 1; D is an integer with gamma^{2D} = T^{-2}, and mu' <= k_mu. *)
Theorem D5 (E : finType) (e0 : E) (p : seq E -> E -> R) (d T D : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (dmu : R -> R) (theta : nat -> 'cV[R]_d) (gamma lam m k_mu delta : R) :
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall h, \sum_e p h e * eps h e ^+ 2 <= dmu ⟨act h, theta (size h)⟩) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 < delta -> delta <= 1 -> (0 < d)%N -> (0 < T)%N ->
  gamma ^+ (2 * D) = T%:R ^- 2 ->
  let S t h := \sum_(s < t | (t - D <= s)%N)
    (gamma ^- s.+1 * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H t h := \sum_(s < t | (t - D <= s)%N) ((gamma ^+ (t.-1 - s)) ^+ 2 * dmu ⟨act (take s h), theta s⟩)
    *: (act (take s h) *m (act (take s h))^T) + lam%:M in
  let c := 2%:R * m / Num.sqrt lam in
  let rho := Num.sqrt lam / (2%:R * m) + c * ln (T%:R / delta) + c * (d%:R * ln 2%:R)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - T%:R ^- 2) / (d%:R * lam * (1 - gamma ^+ 2))) in
  (forall t h, (t < T)%N -> size h = t ->
    Num.sqrt lam / (2%:R * m) + c * ln (Num.sqrt (\det (H t h)) * T%:R / (delta * Num.sqrt lam ^+ d))
      + c * (d%:R * ln 2%:R) <= rho) /\
  Pr p T (fun h => has (fun t => rho < ‖gamma ^+ t *: S t (take t h)‖_[invmx (H t (take t h))]) (iota 0 T))
    [::] <= delta.
Proof.
move=> p0 p1 a1 cen m0 b v km g0 g1 l0 de0 de1 d0 T0 gD S H c rho.
have Tp : 0 < T%:R :> R by rewrite ltr0n.
have sl : 0 < Num.sqrt lam by rewrite sqrtr_gt0.
have dT0 : 0 < delta / T%:R by rewrite divr_gt0.
have dT1 : delta / T%:R <= 1 by rewrite ler_pdivr_mulr // mul1r (le_trans de1) // ler1n.
have v0 h : 0 <= dmu ⟨act h, theta (size h)⟩.
  by apply: le_trans (v h); apply: sumr_ge0 => e _; rewrite mulr_ge0 ?sqr_ge0.
have [dH pH] : (forall t h, size h = t -> \det (H t h) <=
    (lam + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * (1 - gamma ^+ 2))) ^+ d) /\
    (forall t h, size h = t -> 0 < \det (H t h)).
  exact: (window_det D a1 v0 km g0 g1 l0).
have k0 : 0 <= k_mu := le_trans (v0 [::]) (km _).
have g2 : 0 < 1 - gamma ^+ 2 by rewrite subr_gt0 exprn_ilt1 // ltW.
have u0 : 0 <= k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * (1 - gamma ^+ 2)).
  by rewrite divr_ge0 ?mulr_ge0 ?ler0n ?(ltW g2) // subr_ge0 exprn_ile1 // ltW.
have first t h : (t < T)%N -> size h = t ->
    Num.sqrt lam / (2%:R * m) + c * ln (Num.sqrt (\det (H t h)) * T%:R / (delta * Num.sqrt lam ^+ d))
      + c * (d%:R * ln 2%:R) <= rho.
  move=> _ ht; have := rho_bound l0 m0 de0 Tp u0 (pH _ _ ht) (dH _ _ ht); rewrite -/c => h1.
  rewrite /rho [X in _ <= X]addrAC ler_add2r -[X in _ <= X]addrA ler_add2l -gD; apply: (le_trans h1).
  by rewrite -[_ / (d%:R * _) / lam]mulrA -invfM [d%:R * _ * lam]mulrAC.
split=> //; apply: (le_trans (union_bound p0 T (iota 0 T) _ [::])).
apply: (@le_trans _ _ (\sum_(t <- iota 0 T) delta / T%:R)); last first.
  by rewrite big_const_seq count_predT size_iota iter_addr_0 -mulr_natr divfK ?lt0r_neq0.
rewrite big_seq [X in _ <= X]big_seq; apply: ler_sum => t; rewrite mem_iota add0n => /andP [_ tT].
have := Ex_prefix p1 t (T - t) (fun h => (rho < ‖gamma ^+ t *: S t h‖_[invmx (H t h)])%ring%:R) [::].
rewrite add0n subnKC ?(ltnW tT) // /Pr => ->.
apply: le_trans (tail_discount e0 p0 p1 m0 dT0 dT1 a1 cen b v t l0 D g0 (ltW g1)); cbv zeta.
apply: (Pr_le p0) => h; rewrite add0n => ht r; rewrite (_ : H_of _ _ _ _ _ _ _ = H t h); last first.
  by congr (_ + _); apply: eq_bigr => s _; rewrite size_takel // ht ltnW.
apply: (le_trans _ (ltW r)); apply: le_trans (first t h tT ht); rewrite /threshold -/c.
rewrite (_ : _ / (delta / _ * _) = Num.sqrt (\det (H t h)) * T%:R / (delta * Num.sqrt lam ^+ d)) //.
move: (lt0r_neq0 de0) (lt0r_neq0 Tp) (lt0r_neq0 (exprn_gt0 d sl)); clear.
by move: (Num.sqrt _) (Num.sqrt _ ^+ d) T%:R => x y z d1 z1 y1; field; rewrite d1 z1 y1.
Qed.
