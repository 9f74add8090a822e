(* What the paper claims of its noise, one theorem for each claim: the covariances of l. 1841, 1881 and 2636,
   and the step of the window from slopes to matrices (l. 2783-2805).  Notation: see Claims.v.  Rounds are 1,
   2, ... as on the page.

   In Q16, Q23 and Q39 the outcomes of a round form any set E, and a history h lists them.  The law of the
   round after h is a functional I h on a class L h of functions of the outcome, closed under sums and
   multiples, with the constants: I h is linear, and 1 at the constant 1.  So an ordinary law with its
   integrable functions is covered, for rewards that need not be bounded; positivity is not used.  Mean I n X
   [::] integrates the last of n rounds, then the one before, and so on; here it meets only functions of the
   class.  r h e is the reward that the outcome e of the round after h brings; take s.-1 h is the past of
   round s, nth e0 h s.-1 its outcome. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance secant_matrices any_law.
From Glb Require Import determinants claims_window noise_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Covariances *)

(* Q16, eq:H_t_tilde_theta_D, lines 1841-1845.
   Paper: \widetilde H_t(\theta) = \sum_{s=1}^{t-1}\gamma^{2(t-1-s)}\dot\mu(a_s^\top\theta)a_s a_s^\top +
   \lambda I_d.
   A definition. Stated: this is the covariance of the discounted noise
   \sum_{s=1}^{t-1}\gamma^{t-1-s}\epsilon_{s+1}a_s, plus \lambda I_d, where \epsilon_{s+1} = r_{s+1} -
   \mu(a_s^\top\theta).
   Differences: the actions are fixed and all rewards have the parameter \theta; that the variance of a reward
   given the past is \dot\mu is a hypothesis (D1: so it is in the family of l. 196); \gamma and \lambda are
   any numbers. *)
Theorem Q16 (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop) (I : seq E -> (E -> R) -> R)
  (L_const : forall h c, L h (fun=> c))
  (L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e))
  (L_scal : forall h c f, L h f -> L h (fun e => c * f e))
  (I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g)
  (I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f)
  (I_one : forall h, I h (fun=> 1) = 1)
  (d t : nat) (gamma lam : R) (mu dmu : R -> R)
  (a : nat -> 'cV[R]_d) (theta : 'cV[R]_d) (r : seq E -> E -> R) :
  (* rewards and their squares are integrable; mean and variance of the reward of round s *)
  (forall h, (size h < t - 1)%N -> L h (r h) /\ L h (fun e => r h e ^+ 2)) ->
  (forall h s, s = (size h).+1 -> (s < t)%N -> I h (r h) = mu ⟨a s, theta⟩) ->
  (forall h s, s = (size h).+1 -> (s < t)%N ->
    I h (fun e => (r h e - mu ⟨a s, theta⟩) ^+ 2) = dmu ⟨a s, theta⟩) ->
  (* eps_{s+1} along h *)
  let eps s h := r (take s.-1 h) (nth e0 h s.-1) - mu ⟨a s, theta⟩ in
  let S h := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * eps s h) *: a s in
  let expectation X := Mean I (t - 1) X [::] in
  let Cov := \matrix_(i, j) expectation (fun h =>
    (S h i 0 - expectation (fun k => S k i 0)) * (S h j 0 - expectation (fun k => S k j 0))) in
  \sum_(1 <= s < t) (gamma ^+ (2 * (t - 1 - s)) * dmu ⟨a s, theta⟩) *: (a s *m (a s)^T) + lam%:M =
  Cov + lam%:M.
Proof.
move=> ri rm rv eps S expectation Cov.
have r_in h hn := proj1 (ri h hn); have r2_in h hn := proj2 (ri h hn).
have lt (h : seq E) : (size h < t - 1)%N -> ((size h).+1 < t)%N by clear; lia.
have rm' h hn := rm h _ erefl (lt h hn); have rv' h hn := rv h _ erefl (lt h hn).
rewrite [RHS](paper_covariance e0 L_const L_add L_scal I_add I_scal I_one a
  (fun s => gamma ^+ (t - 1 - s)) (mean := fun s => mu ⟨a s, theta⟩) (var := fun s => dmu ⟨a s, theta⟩)
  r_in r2_in rm' rv' lam).
by congr (_ + _); apply: eq_bigr => s _; rewrite exprM exprAC.
Qed.

(* Q23, lines 1881-1885.
   Paper: \widetilde H_t = \sum_{s=1}^{t-1}\gamma^{2(t-1-s)}\dot\mu(a_s^\top\theta^\star_s)a_s a_s^\top +
   \lambda I_d.
   A definition. Stated: this is the covariance of \gamma^{t-1}S_t, plus \lambda I_d, where S_t =
   \sum_{s=1}^{t-1}\gamma^{-s}\epsilon_{s+1}a_s (l. 1864; S below is \gamma^{t-1}S_t) and \epsilon_{s+1} =
   r_{s+1} - \mu(a_s^\top\theta^\star_s).
   Differences: the actions are fixed; the variance of a reward given the past as in Q16; \gamma is any number
   but 0, \lambda any number. *)
Theorem Q23 (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop) (I : seq E -> (E -> R) -> R)
  (L_const : forall h c, L h (fun=> c))
  (L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e))
  (L_scal : forall h c f, L h f -> L h (fun e => c * f e))
  (I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g)
  (I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f)
  (I_one : forall h, I h (fun=> 1) = 1)
  (d t : nat) (gamma lam : R) (mu dmu : R -> R)
  (a theta : nat -> 'cV[R]_d) (r : seq E -> E -> R) :
  (* rewards and their squares are integrable; mean and variance of the reward of round s *)
  (forall h, (size h < t - 1)%N -> L h (r h) /\ L h (fun e => r h e ^+ 2)) ->
  (forall h s, s = (size h).+1 -> (s < t)%N -> I h (r h) = mu ⟨a s, theta s⟩) ->
  (forall h s, s = (size h).+1 -> (s < t)%N ->
    I h (fun e => (r h e - mu ⟨a s, theta s⟩) ^+ 2) = dmu ⟨a s, theta s⟩) ->
  gamma != 0 ->
  (* eps_{s+1} along h *)
  let eps s h := r (take s.-1 h) (nth e0 h s.-1) - mu ⟨a s, theta s⟩ in
  let S h := gamma ^+ (t - 1) *: \sum_(1 <= s < t) (gamma ^- s * eps s h) *: a s in
  let expectation X := Mean I (t - 1) X [::] in
  let Cov := \matrix_(i, j) expectation (fun h =>
    (S h i 0 - expectation (fun k => S k i 0)) * (S h j 0 - expectation (fun k => S k j 0))) in
  \sum_(1 <= s < t) (gamma ^+ (2 * (t - 1 - s)) * dmu ⟨a s, theta s⟩) *: (a s *m (a s)^T) + lam%:M
  = Cov + lam%:M.
Proof.
move=> ri rm rv g0 eps S expectation Cov.
have r_in h hn := proj1 (ri h hn); have r2_in h hn := proj2 (ri h hn).
have lt (h : seq E) : (size h < t - 1)%N -> ((size h).+1 < t)%N by clear; lia.
have rm' h hn := rm h _ erefl (lt h hn); have rv' h hn := rv h _ erefl (lt h hn).
pose w s := gamma ^+ (t - 1) * gamma ^- s.
have SE h : S h = \sum_(1 <= s < t) (w s * eps s h) *: a s.
  by rewrite /S scaler_sumr; apply: eq_bigr => s _; rewrite scalerA mulrA.
have -> : Cov = \matrix_(i, j) expectation (fun h =>
    ((\sum_(1 <= s < t) (w s * eps s h) *: a s) i 0 -
      expectation (fun k => (\sum_(1 <= s < t) (w s * eps s k) *: a s) i 0)) *
    ((\sum_(1 <= s < t) (w s * eps s h) *: a s) j 0 -
      expectation (fun k => (\sum_(1 <= s < t) (w s * eps s k) *: a s) j 0))).
  apply/matrixP => i j; rewrite !mxE; apply: Mean_ext => h _; rewrite -!SE.
  by congr ((_ - _) * (_ - _)); apply: Mean_ext => k _; rewrite SE.
rewrite [RHS](paper_covariance e0 L_const L_add L_scal I_add I_scal I_one a w
  (mean := fun s => mu ⟨a s, theta s⟩) (var := fun s => dmu ⟨a s, theta s⟩) r_in r2_in rm' rv' lam).
congr (_ + _); rewrite !big_nat; apply: eq_bigr => s /andP [s1 st]; congr ((_ * _) *: _).
by rewrite exprM exprAC /w -expfB_cond ?(negPf g0) //=; clear -s1 st; lia.
Qed.

(* Q39, eq:H_t_good_sliding, lines 2636-2640.
   Paper: H_t = \sum_{s=\max(1,t-\tau)}^{t-1}\dot\mu(a_s^\top\theta^\star_s)a_s a_s^\top + \lambda I_d.
   A definition. Stated: this is the covariance of S_t = \sum_{s=\max(1,t-\tau)}^{t-1}\epsilon_{s+1}a_s (l.
   2622), plus \lambda I_d, where \epsilon_{s+1} = r_{s+1} - \mu(a_s^\top\theta^\star_s).
   Differences: those of Q23; \tau is any natural number. *)
Theorem Q39 (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop) (I : seq E -> (E -> R) -> R)
  (L_const : forall h c, L h (fun=> c))
  (L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e))
  (L_scal : forall h c f, L h f -> L h (fun e => c * f e))
  (I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g)
  (I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f)
  (I_one : forall h, I h (fun=> 1) = 1)
  (d t tau : nat) (lam : R) (mu dmu : R -> R)
  (a theta : nat -> 'cV[R]_d) (r : seq E -> E -> R) :
  (* rewards and their squares are integrable; mean and variance of the reward of round s *)
  (forall h, (size h < t - 1)%N -> L h (r h) /\ L h (fun e => r h e ^+ 2)) ->
  (forall h s, s = (size h).+1 -> (s < t)%N -> I h (r h) = mu ⟨a s, theta s⟩) ->
  (forall h s, s = (size h).+1 -> (s < t)%N ->
    I h (fun e => (r h e - mu ⟨a s, theta s⟩) ^+ 2) = dmu ⟨a s, theta s⟩) ->
  (* eps_{s+1} along h *)
  let eps s h := r (take s.-1 h) (nth e0 h s.-1) - mu ⟨a s, theta s⟩ in
  let S h := \sum_(maxn 1 (t - tau) <= s < t) eps s h *: a s in
  let expectation X := Mean I (t - 1) X [::] in
  let Cov := \matrix_(i, j) expectation (fun h =>
    (S h i 0 - expectation (fun k => S k i 0)) * (S h j 0 - expectation (fun k => S k j 0))) in
  \sum_(maxn 1 (t - tau) <= s < t) dmu ⟨a s, theta s⟩ *: (a s *m (a s)^T) + lam%:M = Cov + lam%:M.
Proof.
move=> ri rm rv eps S expectation Cov.
have r_in h hn := proj1 (ri h hn); have r2_in h hn := proj2 (ri h hn).
have lt (h : seq E) : (size h < t - 1)%N -> ((size h).+1 < t)%N by clear; lia.
have rm' h hn := rm h _ erefl (lt h hn); have rv' h hn := rv h _ erefl (lt h hn).
pose w s : R := (t - tau <= s)%N%:R.
have window (V : lmodType R) (f : nat -> R) (x : nat -> V) :
    \sum_(maxn 1 (t - tau) <= s < t) f s *: x s = \sum_(1 <= s < t) (w s * f s) *: x s.
  rewrite (@big_nat_widenl _ _ _ _ 1) ?leq_maxl // big_mkcond !big_nat; apply: eq_bigr => s /andP [s1 _].
  by rewrite geq_max s1 /w /=; case: (_ <= s)%N; rewrite ?mul1r ?mul0r ?scale0r.
have -> : Cov = \matrix_(i, j) expectation (fun h =>
    ((\sum_(1 <= s < t) (w s * eps s h) *: a s) i 0 -
      expectation (fun k => (\sum_(1 <= s < t) (w s * eps s k) *: a s) i 0)) *
    ((\sum_(1 <= s < t) (w s * eps s h) *: a s) j 0 -
      expectation (fun k => (\sum_(1 <= s < t) (w s * eps s k) *: a s) j 0))).
  apply/matrixP => i j; rewrite !mxE; apply: Mean_ext => h _; rewrite /S (window _ (fun s => eps s h)).
  by congr ((_ - _) * (_ - _)); apply: Mean_ext => k _; rewrite (window _ (fun s => eps s k)).
rewrite [RHS](paper_covariance e0 L_const L_add L_scal I_add I_scal I_one a w
  (mean := fun s => mu ⟨a s, theta s⟩) (var := fun s => dmu ⟨a s, theta s⟩) r_in r2_in rm' rv' lam).
rewrite (window _ (fun s => dmu ⟨a s, theta s⟩)); congr (_ + _); apply: eq_bigr => s _; congr ((_ * _) *: _).
by rewrite /w; case: (_ <= s)%N; rewrite ?expr1n // expr0n.
Qed.

(** * Slopes of the window, added up *)

(* I37, lines 2783-2805.
   Paper: t in T(tau): \sum_{s=t-\tau}^{t-1}\alpha(a_s,\theta^\star_t,\hat\theta_t)a_s a_s^\top \geq
   (1+S+\lambda^{-1/2}\|S_t\|_{G_t^{-1}(\theta^\star_t,\hat\theta_t)})^{-1}
   \sum_{s=t-\tau}^{t-1}\dot\mu(a_s^\top\theta^\star_s)a_s a_s^\top, and
   (1+S+\lambda^{-1/2}\|S_t\|_{G_t^{-1}})\lambda \geq \lambda.
   Differences: those of P7 (claims_window.v): sums and T(tau) from \max(1,t-\tau), mu twice differentiable,
   Lipschitz is mu' <= k_mu, lambda > 0, hat_t solves the equation of l. 2664. *)
Theorem I37 (d t tau : nat) (mu dmu ddmu : R -> R) (lam S k_mu : R) (a theta : nat -> 'cV[R]_d)
  (r eps : nat -> R) (hat : 'cV[R]_d) :
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (1 <= t)%N -> 0 < lam ->
  (* ass:bounded_actions; eps is the noise of the rewards *)
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) -> (forall s, (1 <= s)%N -> ‖theta s‖ <= S) ->
  (forall s, eps s.+1 = r s.+1 - mu ⟨a s, theta s⟩) ->
  (* t belongs to T(tau): the rounds of the window had the parameter of round t *)
  (forall s, (maxn 1 (t - tau) <= s < t)%N -> theta s = theta t) ->
  (* hat is the windowed estimate *)
  \sum_(maxn 1 (t - tau) <= s < t) (r s.+1 - mu ⟨a s, hat⟩) *: a s - lam *: hat = 0 ->
  let G := \sum_(maxn 1 (t - tau) <= s < t) mean_slope dmu (a s) (theta t) hat *: (a s *m (a s)^T)
    + lam%:M in
  let S_t := \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s in
  let factor := 1 + S + (Num.sqrt lam)^-1 * ‖S_t‖_[invmx G] in
  (\sum_(maxn 1 (t - tau) <= s < t) mean_slope dmu (a s) (theta t) hat *: (a s *m (a s)^T) ⪰
    factor^-1 *: \sum_(maxn 1 (t - tau) <= s < t) dmu ⟨a s, theta s⟩ *: (a s *m (a s)^T)) /\
  factor * lam >= lam.
Proof.
move=> d1 d2 sc km t1 lam0 a1 th1 epsE st score G S_t factor; split=> [x|].
  have qfs (f : nat -> R) : ‖x‖²_[\sum_(maxn 1 (t - tau) <= s < t) f s *: (a s *m (a s)^T)] =
      \sum_(maxn 1 (t - tau) <= s < t) f s * ⟨a s, x⟩ ^+ 2.
    by rewrite qf_sum; apply: eq_bigr => s _; rewrite qfZ qf_outer.
  rewrite qfZ !qfs mulr_sumr !big_nat; apply: ler_sum => s sr; rewrite mulrA ler_wpmul2r ?sqr_ge0 //.
  have s1 : (1 <= s)%N by move: sr; clear; lia.
  by rewrite (st s sr); exact: (P7 d1 d2 sc km t1 lam0 a1 th1 epsE st score (a1 s s1)).
have S0 : 0 <= S := le_trans (nrm2_ge0 _) (th1 t t1).
by rewrite ler_pemull ?(ltW lam0) // /factor -addrA ler_addl addr_ge0 // mulr_ge0 ?invr_ge0 ?sqrtr_ge0.
Qed.
