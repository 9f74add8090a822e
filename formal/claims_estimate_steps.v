(* What the paper claims of the estimate's notation (l. 540-545, 903-937, 1838-1900, 2610-2651), one
   theorem for each claim.  Style and notation are those of Claims.v.
   Rounds are 1, 2, ... as in the paper. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials secant_matrices estimate.
From Glb Require Import paper_indices estimate_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Hessian and gradient *)

(* Q17, eq:H_t_theta_D, lines 1846-1850.
   Paper: H_t(\theta) = \sum_{s=1}^{t-1}\gamma^{t-1-s}\dot\mu(a_s^\top\theta)a_s a_s^\top + \lambda I_d.
   A definition. Stated: it is the Hessian of the objective J of eq:MLE_D (l. 264-273). J has a gradient
   (the derivative in every direction u is \langle grad, u\rangle), and the derivative of that in every
   direction v is u^\top H_t(\theta)v; with u, v unit vectors these are all second partial derivatives.
   Differences: logP is that of l. 196-202, b twice differentiable (printed: continuously), \mu = \dot b;
   \gamma and \lambda are any real numbers, actions and rewards any data. *)
Theorem Q17 (d t : nat) (gamma lam : R) (b mu dmu c : R -> R) (a : nat -> 'cV[R]_d) (r : nat -> R) :
  (forall z, is_derive b z (mu z)) -> (forall z, is_derive mu z (dmu z)) ->
  let logP th s := r s.+1 * ⟨a s, th⟩ - b ⟨a s, th⟩ + c (r s.+1) in
  let J th := - (\sum_(1 <= s < t) gamma ^+ (t - 1 - s) * logP th s) + lam / 2%:R * ‖th‖ ^+ 2 in
  let H th := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * dmu ⟨a s, th⟩) *: (a s *m (a s)^T) + lam%:M in
  exists grad : 'cV[R]_d -> 'cV[R]_d, forall th u v : 'cV[R]_d,
    is_derive (fun e : R => J (th + e *: u)) 0 ⟨grad th, u⟩ /\
    is_derive (fun e : R => ⟨grad (th + e *: v), u⟩) 0 ⟨u, H th *m v⟩.
Proof.
move=> hb hm logP J H; pose w s : R := gamma ^+ (t - 1 - s.+1).
pose A s := a s.+1; pose r' s := r s.+2.
exists (gradient mu lam A r' w t.-1) => th u v; split.
  have := objective_gradient c lam hb A r' w t.-1 th u 0; rewrite scale0r addr0.
  by apply: is_derive_ext => z; rewrite /J rounds_sum.
have := Hessian_form lam A r' w t.-1 th u v 0 hm; rewrite scale0r addr0.
by rewrite /H rounds_sum.
Qed.

(* Q34, eq:H_t_SW, lines 2610-2614: Q17 with a sliding window.
   Paper: H_t(\theta) = \sum_{s=\max(1,t-\tau)}^{t-1}\dot\mu(a_s^\top\theta)a_s a_s^\top + \lambda I_d.
   Stated: it is the Hessian of the objective of eq:MLE_sliding_window (l. 2654-2658, with the sign of a
   programme to be minimised). Differences: those of Q17; \tau is any natural number. *)
Theorem Q34 (d t tau : nat) (lam : R) (b mu dmu c : R -> R) (a : nat -> 'cV[R]_d) (r : nat -> R) :
  (forall z, is_derive b z (mu z)) -> (forall z, is_derive mu z (dmu z)) ->
  let logP th s := r s.+1 * ⟨a s, th⟩ - b ⟨a s, th⟩ + c (r s.+1) in
  let J th := - (\sum_(maxn 1 (t - tau) <= s < t) logP th s) + lam / 2%:R * ‖th‖ ^+ 2 in
  let H th := \sum_(maxn 1 (t - tau) <= s < t) dmu ⟨a s, th⟩ *: (a s *m (a s)^T) + lam%:M in
  exists grad : 'cV[R]_d -> 'cV[R]_d, forall th u v : 'cV[R]_d,
    is_derive (fun e : R => J (th + e *: u)) 0 ⟨grad th, u⟩ /\
    is_derive (fun e : R => ⟨grad (th + e *: v), u⟩) 0 ⟨u, H th *m v⟩.
Proof.
move=> hb hm logP J H; pose w s : R := (t.-1 - tau <= s)%N%:R.
pose A s := a s.+1; pose r' s := r s.+2.
exists (gradient mu lam A r' w t.-1) => th u v; split.
  have := objective_gradient c lam hb A r' w t.-1 th u 0; rewrite scale0r addr0.
  by apply: is_derive_ext => z; rewrite /J window_objective.
have := Hessian_form lam A r' w t.-1 th u v 0 hm; rewrite scale0r addr0.
by rewrite /H rounds_window.
Qed.

(* Q36, lines 2619-2621: Q20 with a sliding window.
   Paper: g_t(\theta) = \sum_{s=\max(1,t-\tau)}^{t-1}\mu(a_s^\top\theta)a_s + \lambda\theta.
   A definition. Stated: the derivative of the objective of eq:MLE_sliding_window at \theta in any direction
   u is u^\top(g_t(\theta) - \sum_s r_{s+1}a_s). Differences: none; \lambda is any real number. *)
Theorem Q36 (d t tau : nat) (lam : R) (b mu c : R -> R) (a : nat -> 'cV[R]_d) (r : nat -> R)
  (th u : 'cV[R]_d) :
  (forall z, is_derive b z (mu z)) ->
  let logP th s := r s.+1 * ⟨a s, th⟩ - b ⟨a s, th⟩ + c (r s.+1) in
  let J th := - (\sum_(maxn 1 (t - tau) <= s < t) logP th s) + lam / 2%:R * ‖th‖ ^+ 2 in
  let g th := \sum_(maxn 1 (t - tau) <= s < t) mu ⟨a s, th⟩ *: a s + lam *: th in
  is_derive (fun e : R => J (th + e *: u)) 0
    ⟨g th - \sum_(maxn 1 (t - tau) <= s < t) r s.+1 *: a s, u⟩.
Proof.
move=> hb logP J g; pose w s : R := (t.-1 - tau <= s)%N%:R.
have := objective_gradient c lam hb (fun s => a s.+1) (fun s => r s.+2) w t.-1 th u 0.
rewrite scale0r addr0 /gradient /g !rounds_window; apply: is_derive_ext => z.
by rewrite /J window_objective.
Qed.

(** * Design matrices *)

(* Q3, eq:design_matrix_D_main, lines 540-545.
   Paper: V_t = \sum_{s=1}^{t-1}\gamma^{t-1-s}a_s a_s^\top + \frac{\lambda}{c_\mu}I_d.
   A definition. Stated: H_t(\theta) - c_\mu V_t = \sum_s\gamma^{t-1-s}(\dot\mu(a_s^\top\theta)-c_\mu)a_s
   a_s^\top for every \theta, without \lambda; and c_\mu V_t \leq H_t(\theta) for \theta in \Theta, under
   ass:bounded_actions and ass:link_fun.
   Differences: c_\mu > 0 is any lower bound of the slopes (printed: the infimum); \gamma \geq 0; \lambda is
   any real number. *)
Theorem Q3 (d t : nat) (gamma lam S c_mu : R) (dmu : R -> R) (a : nat -> 'cV[R]_d) :
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  0 <= gamma -> (forall s, (1 <= s < t)%N -> ‖a s‖ <= 1) ->
  let V := \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
  let H th := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * dmu ⟨a s, th⟩) *: (a s *m (a s)^T) + lam%:M in
  (forall th, H th - c_mu *: V =
    \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * (dmu ⟨a s, th⟩ - c_mu)) *: (a s *m (a s)^T)) /\
  (forall th, ‖th‖ <= S -> c_mu *: V ⪯ H th).
Proof.
move=> c0 low g0 a1 V H; split=> th; first rewrite gap_sum ?gt_eqF //.
  by apply: eq_bigr => s _; rewrite mulrBr [c_mu * _]mulrC.
move=> thS; apply: gap_loewner => [|s st]; first by rewrite gt_eqF.
by rewrite mulrC ler_wpmul2l ?exprn_ge0 ?low ?a1.
Qed.

(* Q19, lines 1856-1859.
   Paper: V_t = \sum_{s=1}^{t-1}\gamma^{t-1-s}a_s a_s^\top + \frac{\lambda}{c_\mu}I_d.
   A definition. Stated: V_{t+1} = \gamma V_t + a_t a_t^\top + (1-\gamma)\frac{\lambda}{c_\mu}I_d for t \geq
   1 (the update of Algorithm 1); and c_\mu V_t \leq G_t(\theta_1,\theta_2) for \theta_1, \theta_2 in
   \Theta, under ass:bounded_actions and ass:link_fun.
   Differences: c_\mu > 0 is any lower bound of the slopes; \gamma \geq 0; \lambda is any real number. *)
Theorem Q19 (d : nat) (gamma lam S c_mu : R) (dmu : R -> R) (a : nat -> 'cV[R]_d) :
  0 < c_mu -> (forall z, continuous dmu z) ->
  (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  0 <= gamma -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  let V t := \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
  let G t th1 th2 := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mean_slope dmu (a s) th1 th2)
                       *: (a s *m (a s)^T) + lam%:M in
  (forall t, (1 <= t)%N -> V t.+1 = gamma *: V t + a t *m (a t)^T + ((1 - gamma) * (lam / c_mu))%:M) /\
  (forall t th1 th2, ‖th1‖ <= S -> ‖th2‖ <= S -> c_mu *: V t ⪯ G t th1 th2).
Proof.
move=> c0 cont low g0 a1 V G; split=> [t t1|t th1 th2 h1 h2]; first exact: discount_step.
apply: gap_loewner => [|s /andP [s1 _]]; first by rewrite gt_eqF.
by rewrite mulrC ler_wpmul2l ?exprn_ge0 // (@mean_slope_floor _ _ cont _ _ _ S) ?a1.
Qed.

(* Q18, lines 1851-1855.
   Paper: \widetilde V_t = \sum_{s=1}^{t-1}\gamma^{2(t-1-s)}a_s a_s^\top + \frac{\lambda}{c_\mu}I_d.
   A definition. Stated: \widetilde V_{t+1} = \gamma^2\widetilde V_t + a_t a_t^\top +
   (1-\gamma^2)\frac{\lambda}{c_\mu}I_d for t \geq 1, and \widetilde V_t \leq V_t for 0 \leq \gamma \leq 1.
   Differences: the ridge \lambda/c_\mu is any real number (c_\mu = 0 included, where Coq's quotient is 0),
   the actions are any vectors. *)
Theorem Q18 (d : nat) (gamma lam c_mu : R) (a : nat -> 'cV[R]_d) :
  let V t := \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
  let Vt t := \sum_(1 <= s < t) gamma ^+ (2 * (t - 1 - s)) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
  (forall t, (1 <= t)%N ->
    Vt t.+1 = gamma ^+ 2 *: Vt t + a t *m (a t)^T + ((1 - gamma ^+ 2) * (lam / c_mu))%:M) /\
  (0 <= gamma -> gamma <= 1 -> forall t, Vt t ⪯ V t).
Proof.
move=> V Vt; split=> [t t1|g0 g1 t].
  rewrite /Vt; under eq_bigr do rewrite exprM; under [in RHS]eq_bigr do rewrite exprM.
  exact: discount_step.
by apply: sum_loewner => s _; rewrite mulnC exprM expr2 ler_pimull ?exprn_ge0 ?exprn_ile1.
Qed.

(* Q35, lines 2615-2618.
   Paper: V_t = \sum_{s=\max(1,t-\tau)}^{t-1}a_s a_s^\top + \frac{\lambda}{c_\mu}I_d.
   A definition. Stated, with H_t of eq:H_t_SW: V_{t+1} = V_t + a_t a_t^\top -
   a_{t-\tau}a_{t-\tau}^\top 1\{t>\tau\} for t \geq 1; H_t(\theta) - c_\mu V_t =
   \sum_s(\dot\mu(a_s^\top\theta)-c_\mu)a_s a_s^\top over the window, for every \theta; and c_\mu V_t \leq
   H_t(\theta) for \theta in \Theta, under ass:bounded_actions and ass:link_fun.
   Differences: c_\mu > 0 is any lower bound of the slopes; \tau is any natural number, \lambda any real
   number. *)
Theorem Q35 (d tau : nat) (lam S c_mu : R) (dmu : R -> R) (a : nat -> 'cV[R]_d) :
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  let V t := \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + (lam / c_mu)%:M in
  let H t th := \sum_(maxn 1 (t - tau) <= s < t) dmu ⟨a s, th⟩ *: (a s *m (a s)^T) + lam%:M in
  [/\ forall t, (1 <= t)%N -> V t.+1 = V t + a t *m (a t)^T -
        (if (tau < t)%N then a (t - tau)%N *m (a (t - tau)%N)^T else 0),
      forall t th, H t th - c_mu *: V t =
        \sum_(maxn 1 (t - tau) <= s < t) (dmu ⟨a s, th⟩ - c_mu) *: (a s *m (a s)^T) &
      forall t th, ‖th‖ <= S -> c_mu *: V t ⪯ H t th].
Proof.
move=> c0 low a1 V H; have cn : c_mu != 0 by rewrite gt_eqF.
have V1 t : V t = \sum_(maxn 1 (t - tau) <= s < t) 1 *: (a s *m (a s)^T) + (lam / c_mu)%:M.
  by rewrite /V; under [in RHS]eq_bigr do rewrite scale1r.
split=> [t t1|t th|t th thS]; first exact: window_step.
  by rewrite V1 gap_sum //; apply: eq_bigr => s _; rewrite mulr1.
by rewrite V1; apply: gap_loewner => // s /andP [s1 _]; rewrite mulr1 low ?a1 //; clear -s1; lia.
Qed.

(** * Secant matrices *)

(* Q22, eq:G_t_tilde_D, lines 1874-1879.
   Paper: \widetilde G_t(\theta_1,\theta_2) =
   \sum_{s=1}^{t-1}\gamma^{2(t-1-s)}\alpha(a_s,\theta_1,\theta_2)a_s a_s^\top + \lambda I_d.
   A definition. Stated: G_t - \widetilde G_t = \sum_s(w_s-w_s^2)\alpha(a_s,\theta_1,\theta_2)a_s a_s^\top,
   w_s = \gamma^{t-1-s}, and for 0 \leq \gamma \leq 1 and slopes \dot\mu \geq 0: \lambda I \leq \widetilde G_t
   \leq G_t.
   Differences: none; \lambda is any real number, the actions are any vectors, \dot\mu is continuous. *)
Theorem Q22 (d t : nat) (gamma lam : R) (dmu : R -> R) (a : nat -> 'cV[R]_d) (th1 th2 : 'cV[R]_d) :
  (forall z, continuous dmu z) -> (forall z, 0 <= dmu z) ->
  let w s := gamma ^+ (t - 1 - s) in
  let G := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mean_slope dmu (a s) th1 th2)
             *: (a s *m (a s)^T) + lam%:M in
  let Gt := \sum_(1 <= s < t) (gamma ^+ (2 * (t - 1 - s)) * mean_slope dmu (a s) th1 th2)
              *: (a s *m (a s)^T) + lam%:M in
  G - Gt = \sum_(1 <= s < t) ((w s - w s ^+ 2) * mean_slope dmu (a s) th1 th2) *: (a s *m (a s)^T) /\
  (0 <= gamma -> gamma <= 1 -> lam%:M ⪯ Gt /\ Gt ⪯ G).
Proof.
move=> cont pos w G Gt; split=> [|g0 g1].
  rewrite /G /Gt opprD addrACA subrr addr0 -sumrB; apply: eq_bigr => s _.
  by rewrite -scalerBl -mulrBl mulnC exprM.
split=> [x|]; last by apply: tilde_below.
rewrite qfD ler_addr qf_Sum; apply: sumr_ge0 => s _.
by apply: mulr_ge0; rewrite ?sqr_ge0 // mulr_ge0 ?exprn_ge0 ?mean_slope_pos.
Qed.

(* Q28, eq:link_G_t_G_t_tilde, lines 2044-2047.
   Paper: when 0 < \gamma < 1, for all \theta_1, \theta_2 in R^d: \widetilde G_t(\theta_1,\theta_2) \leq
   G_t(\theta_1,\theta_2).
   Hypothesis: ass:SC, which makes \dot\mu \geq 0 on the whole line.
   Differences: none; \lambda is any real number, the actions are any vectors. *)
Theorem Q28 (d t : nat) (gamma lam : R) (mu dmu ddmu : R -> R) (a : nat -> 'cV[R]_d) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> 0 < gamma -> gamma < 1 ->
  let G th1 th2 := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mean_slope dmu (a s) th1 th2)
                     *: (a s *m (a s)^T) + lam%:M in
  let Gt th1 th2 := \sum_(1 <= s < t) (gamma ^+ (2 * (t - 1 - s)) * mean_slope dmu (a s) th1 th2)
                      *: (a s *m (a s)^T) + lam%:M in
  forall th1 th2 : 'cV[R]_d, Gt th1 th2 ⪯ G th1 th2.
Proof.
move=> _ d2 sc g0 g1 G Gt th1 th2; apply: tilde_below; rewrite ?ltW // => z.
  exact: (dmu_cont _ _ d2).
exact: le_trans (normr_ge0 _) (sc z).
Qed.

(* D7, lines 903-918.
   Paper: \alpha(a_s,\hat\theta_t,\theta^\star_t) =
   \int_0^1\dot\mu(a_s^\top((1-v)\theta^\star_t+v\hat\theta_t))dv, G_t(\hat\theta_t,\theta^\star_t) =
   \sum_{s=1}^{t-1}\gamma^{t-1-s}\alpha(a_s,\hat\theta_t,\theta^\star_t)a_s a_s^\top + \lambda I_d, and
   \widetilde G_t(\hat\theta_t,\theta^\star_t) with \gamma^{2(t-1-s)}.
   Definitions. Stated: the integral exists and is the appendix's \alpha(a,\hat\theta_t,\theta^\star_t) (l.
   1867-1869), whose path runs the other way, and also its \alpha(a,\theta^\star_t,\hat\theta_t); so these
   matrices are the appendix's, in either order of the parameters; and with g_t of l. 1860-1863
   g_t(\hat\theta_t)-g_t(\theta^\star_t) = G_t(\hat\theta_t,\theta^\star_t)(\hat\theta_t-\theta^\star_t).
   Differences: none; hat and star are any vectors, \gamma and \lambda any real numbers. *)
Theorem D7 (d t : nat) (gamma lam : R) (mu dmu : R -> R) (a : nat -> 'cV[R]_d) (hat star : 'cV[R]_d) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, continuous dmu z) ->
  let path b v := dmu ⟨b, (1 - v) *: star + v *: hat⟩ in
  let alpha b := RInt (path b) 0 1 in
  let G := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * alpha (a s)) *: (a s *m (a s)^T) + lam%:M in
  let Gt := \sum_(1 <= s < t) (gamma ^+ (2 * (t - 1 - s)) * alpha (a s)) *: (a s *m (a s)^T) + lam%:M in
  let G' th1 th2 := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mean_slope dmu (a s) th1 th2)
                      *: (a s *m (a s)^T) + lam%:M in
  let Gt' th1 th2 := \sum_(1 <= s < t) (gamma ^+ (2 * (t - 1 - s)) * mean_slope dmu (a s) th1 th2)
                       *: (a s *m (a s)^T) + lam%:M in
  let g th := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mu ⟨a s, th⟩) *: a s + lam *: th in
  [/\ forall b : 'cV[R]_d, ex_RInt (path b) 0 1 /\
        alpha b = mean_slope dmu b hat star /\ alpha b = mean_slope dmu b star hat,
      G = G' hat star /\ G = G' star hat,
      Gt = Gt' hat star /\ Gt = Gt' star hat &
      g hat - g star = G *m (hat - star)].
Proof.
move=> d1 dc path alpha G Gt G' Gt' g.
have A1 b : alpha b = mean_slope dmu b hat star by exact: mean_slope_main.
have A2 b : alpha b = mean_slope dmu b star hat by rewrite A1; exact: mean_slope_sym d1 dc _ _ _.
have GE : G = G' hat star by rewrite /G /G'; under eq_bigr do rewrite A1.
split=> //.
- by move=> b; split=> //; exact: path_integrable.
- by split=> //; rewrite /G /G'; under eq_bigr do rewrite A2.
- by split; rewrite /Gt /Gt'; [under eq_bigr do rewrite A1|under eq_bigr do rewrite A2].
rewrite GE /g /G' !rounds_sum.
exact: (mean_value lam (fun s => a s.+1) (fun s => gamma ^+ (t - 1 - s.+1)) _ d1 dc).
Qed.

(** * Sums of the first-order condition *)

(* Q21, lines 1864-1866.
   Paper: S_t = \sum_{s=1}^{t-1}\gamma^{-s}\epsilon_{s+1}a_s.
   A definition. Stated: \gamma^{t-1}S_t = \sum_{s=1}^{t-1}\gamma^{t-1-s}\epsilon_{s+1}a_s, the noise with
   the weights of the estimate. Differences: \gamma is not 0; \epsilon is any sequence. *)
Theorem Q21 (d t : nat) (gamma : R) (a : nat -> 'cV[R]_d) (eps : nat -> R) : gamma != 0 ->
  let S := \sum_(1 <= s < t) (gamma ^- s * eps s.+1) *: a s in
  gamma ^+ (t - 1) *: S = \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * eps s.+1) *: a s.
Proof.
move=> g0 S; rewrite /S scaler_sumr !big_nat; apply: eq_bigr => s /andP [s1 st].
by rewrite scalerA mulrA -expfB_cond ?(negPf g0) //=; clear -s1 st; lia.
Qed.

(* Q37, lines 2622-2624.
   Paper: S_t = \sum_{s=\max(1,t-\tau)}^{t-1}\epsilon_{s+1}a_s.
   A definition. Stated: S_{t+1} = S_t + \epsilon_{t+1}a_t - \epsilon_{t-\tau+1}a_{t-\tau}1\{t>\tau\} for t
   \geq 1; and \sum_s r_{s+1}a_s = S_t + \sum_s\mu(a_s^\top\theta^\star_s)a_s over the window.
   Differences: the page does not define \epsilon_{s+1} for the bandit; here it is r_{s+1} -
   \mu(a_s^\top\theta^\star_s), as in Q25. \tau is any natural number. *)
Theorem Q37 (d tau : nat) (mu : R -> R) (a star : nat -> 'cV[R]_d) (r eps : nat -> R) :
  (forall s, (1 <= s)%N -> eps s.+1 = r s.+1 - mu ⟨a s, star s⟩) ->
  let S t := \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s in
  (forall t, (1 <= t)%N -> S t.+1 = S t + eps t.+1 *: a t -
    (if (tau < t)%N then eps (t - tau + 1)%N *: a (t - tau)%N else 0)) /\
  (forall t, \sum_(maxn 1 (t - tau) <= s < t) r s.+1 *: a s =
    S t + \sum_(maxn 1 (t - tau) <= s < t) mu ⟨a s, star s⟩ *: a s).
Proof.
move=> he S; split=> t => [t1|].
  by rewrite /S (window_slide (fun s => eps s.+1 *: a s)) // addn1.
rewrite /S -big_split /= !big_nat; apply: eq_bigr => s /andP [s1 _].
by rewrite -scalerDl he ?subrK //; clear -s1; lia.
Qed.

(* D8, lines 935-937 and 1860-1863, as corrected.
   Paper: g_t(\theta) = \sum_{s=t-D}^{t-1}\gamma^{t-1-s}\mu(a_s^\top\theta)a_s + \lambda\theta (l. 935), and
   g_t(\theta) = \sum_{s=1}^{t-1}\gamma^{t-1-s}\mu(a_s^\top\theta)a_s + \lambda\theta (l. 1861): one letter
   for two sums. Corrected: with the first one called g_{t-D:t}, g_t(\theta) = g_{t-D:t}(\theta) +
   \sum_{s=1}^{t-D-1}\gamma^{t-1-s}\mu(a_s^\top\theta)a_s.
   Differences: rounds before 1 are none, so the first sum starts at \max(1,t-D) (Q24); \gamma and \lambda are
   any real numbers, \mu is any function. *)
Theorem D8 (d t D : nat) (gamma lam : R) (mu : R -> R) (a : nat -> 'cV[R]_d) (th : 'cV[R]_d) :
  let g := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mu ⟨a s, th⟩) *: a s + lam *: th in
  let g_recent := \sum_(maxn 1 (t - D) <= s < t) (gamma ^+ (t - 1 - s) * mu ⟨a s, th⟩) *: a s
                    + lam *: th in
  g = g_recent + \sum_(1 <= s < t - D) (gamma ^+ (t - 1 - s) * mu ⟨a s, th⟩) *: a s.
Proof. by move=> g g_recent; rewrite /g (window_split _ D) [RHS]addrAC. Qed.
