(* Steps of the chapter on bonus and optimism.  Notation and conventions: those of Claims.v; rounds are
   counted from 0 (t rounds have been played). *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus.
From Glb Require Import refined_bonus paper_indices deviation_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* I21, in the proof of prop:upper_delta_t_D_no_proj, lines 2198-2226.
   Paper: \Delta_t(a,\hat\theta_t) = |\mu(a^\top\theta^\star_t)-\mu(a^\top\hat\theta_t)| \leq
   k_\mu|a^\top(\theta^\star_t-\hat\theta_t)| = k_\mu|a^\top G_t^{-1}(g_t(\theta^\star_t)-g_t(\hat\theta_t))|
   = k_\mu|a^\top G_t^{-1}(\sum_{s=1}^{t-1}\gamma^{t-1-s}(\mu(a_s^\top\theta^\star_t)-
   \mu(a_s^\top\theta^\star_s))a_s + \lambda\theta^\star_t - \gamma^{t-1}S_t)| \leq k_\mu c_{1,t}(a) + k_\mu
   c_{2,t}(a) + k_\mu c_{3,t}(a), the absolute values of a^\top G_t^{-1} times the sum, times
   \sum_{s=1}^{t-D-1}\gamma^{t-1-s}\epsilon_{s+1}a_s, and times \gamma^{t-1}S_{t-D:t} - \lambda\theta^\star_t.
   recent_noise is \gamma^{t-1}S_{t-D:t}, total is \gamma^{t-1}S_t, G_mx is G_t(\theta^\star_t, \hat\theta_t).
   Differences: hat solves eq:char_MLE_D (D11: so does the maximum-likelihood estimate); for every b and D; no
   T(\gamma), no Theta, no bound on the actions or on the noise. \lambda > 0 and 0 < \gamma < 1 are said; mu
   is twice differentiable, Lipschitz is mu' <= k_mu. Rounds are counted from 0. *)
Theorem I21 (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam k_mu : R)
  (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat b : 'cV[R]_d) :
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam ->
  let g th := \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, th⟩) *: a s + lam *: th in
  (* hat solves the equation of the discounted estimate, eq:char_MLE_D *)
  g hat = \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  let G := G_mx lam a (discount gamma t) t (alpha dmu) (theta t) hat in
  let drift := \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta t⟩ - mu ⟨a s, theta s⟩)) *: a s in
  let total := \sum_(s < t) (gamma ^+ (t.-1 - s) * eps s) *: a s in
  let old := \sum_(s < (t - D)%N) (gamma ^+ (t.-1 - s) * eps s) *: a s in
  let noise := recent_noise a (discount gamma t) D t eps in
  let Delta := `|mu ⟨b, theta t⟩ - mu ⟨b, hat⟩| in
  [/\ Delta <= k_mu * `|⟨b, theta t - hat⟩|,
      k_mu * `|⟨b, theta t - hat⟩| = k_mu * `|⟨b, invmx G *m (g (theta t) - g hat)⟩|,
      k_mu * `|⟨b, invmx G *m (g (theta t) - g hat)⟩| =
        k_mu * `|⟨b, invmx G *m (drift + lam *: theta t - total)⟩| &
      Delta <= k_mu * `|⟨b, invmx G *m drift⟩| + k_mu * `|⟨b, invmx G *m old⟩|
        + k_mu * `|⟨b, invmx G *m (noise - lam *: theta t)⟩|].
Proof.
move=> d1 d2 sc km g0 g1 lam0 g mle G drift total old noise Delta.
have L := link_slopes (paper_link d1 d2 sc km); have w01 := discount_range t g0 g1.
have [Gp _] := G_both t a hat (theta t) lam0 L w01.
have E1 : theta t - hat = invmx G *m (g (theta t) - g hat).
  have := mean_value_design t lam a hat (theta t) L (discount gamma t).
  rewrite -/(G_mx _ _ _ _ _ _ _) -/G => E.
  by rewrite -opprB -[g _ - g _]opprB -E mulmxN mulKmx // pd_unit.
have D1 : Delta <= k_mu * `|⟨b, theta t - hat⟩|.
  by rewrite /Delta distrC -[theta t - hat]opprB dotNr normrN; exact: lipschitz L b.
have S0 : total = old + noise.
  rewrite /old (old_rounds t D (fun s => (gamma ^+ (t.-1 - s) * eps s) *: a s)) /noise /recent_noise.
  rewrite -big_split /=; apply: eq_bigr => s _; case: ifP => _; first by rewrite add0r.
  by rewrite scale0r addr0.
have E2 : g (theta t) - g hat = drift + lam *: theta t - total.
  rewrite mle /g /drift /total addrAC [RHS]addrAC; congr (_ + _); rewrite -!sumrB; apply: eq_bigr => s _.
  by rewrite -!scalerBl; congr (_ *: _); rewrite -!mulrBr opprD addrA.
split=> //; [by rewrite E1|by rewrite E2|apply: le_trans D1 _].
rewrite E1 E2 S0 -!mulrDr; apply: ler_wpmul2l; first exact: k_mu_ge0 L.
have -> : drift + lam *: theta t - (old + noise) = drift + - old + - (noise - lam *: theta t).
  by rewrite opprB opprD addrACA addrA.
have tri (x y z : 'cV[R]_d) : `|⟨b, invmx G *m (x + - y + - z)⟩| <=
    `|⟨b, invmx G *m x⟩| + `|⟨b, invmx G *m y⟩| + `|⟨b, invmx G *m z⟩|.
  by rewrite !mulmxDr !mulmxN; apply: le_trans (triangle3 _ _ _ _) _; rewrite !dotNr !normrN.
exact: tri.
Qed.

(* Z51, in the proof of proposition:beta_improved, lines 2560-2577, as corrected.
   Paper: with \hat\theta_t in \Theta, |\gamma^{t-1}S_{t-D:t}-\lambda\theta^\star_t|_{\tilde G_t^{-1}} \leq
   \sqrt{1+2S}|\gamma^{t-1}S_{t-D:t}-\lambda\theta^\star_t|_{\tilde H_t^{-1}} (lemma:boundGtbyHt_D).
   Differences: \tilde H_t(\theta^\star_t), with every slope at \theta^\star_t (l. 3106), in the place of
   \tilde H_t of line 1882, with the slope of round s at \theta^\star_s; any vector v in the place of
   \gamma^{t-1}S_{t-D:t}-\lambda\theta^\star_t and star of \theta^\star_t. \lambda > 0 and 0 < \gamma < 1 are
   said. Rounds are counted from 0. *)
Theorem Z51 (d t : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu : R) (a : nat -> 'cV[R]_d)
  (hat star v : 'cV[R]_d) :
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> (forall s, (s < t)%N -> ‖a s‖ <= 1) -> ‖hat‖ <= S -> ‖star‖ <= S ->
  let Gtilde := \sum_(s < t) ((gamma ^+ (t.-1 - s)) ^+ 2 * alpha dmu ⟨a s, star⟩ ⟨a s, hat⟩)
    *: (a s *m (a s)^T) + lam%:M in
  let Htilde := \sum_(s < t) ((gamma ^+ (t.-1 - s)) ^+ 2 * dmu ⟨a s, star⟩) *: (a s *m (a s)^T) + lam%:M in
  ‖v‖_[invmx Gtilde] <= Num.sqrt (1 + 2%:R * S) * ‖v‖_[invmx Htilde].
Proof.
move=> d1 d2 sc km g0 g1 lam0 a1 h1 h2; cbv zeta.
exact: (@norm_Gall_Hall d t lam k_mu (discount gamma t) a hat star mu dmu (alpha dmu) lam0
  (link_slopes (paper_link d1 d2 sc km)) S v a1 h1 h2).
Qed.

(* I35, at the end of the same proof, lines 2585-2586.
   Paper: G_t(\theta^\star_t,\hat\theta_t) \geq c_\mu V_t, which holds because both \hat\theta_t and
   \theta^\star_t are in \Theta.
   Differences: star in the place of \theta^\star_t; c_mu is any positive lower bound of mu' on the admissible
   set (printed: the infimum); mu' continuous and the weights of 0 < \gamma; self-concordance is not needed.
   Rounds are counted from 0. *)
Theorem I35 (d t : nat) (dmu : R -> R) (gamma lam S c_mu : R) (a : nat -> 'cV[R]_d) (hat star : 'cV[R]_d) :
  (forall z, continuous dmu z) -> 0 < gamma -> 0 < lam ->
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (forall s, (s < t)%N -> ‖a s‖ <= 1) -> ‖hat‖ <= S -> ‖star‖ <= S ->
  G_mx lam a (discount gamma t) t (alpha dmu) star hat ⪰ c_mu *: V gamma (lam / c_mu) a t.
Proof.
move=> dc g0 lam0 c0 fl a1 h1 h2 x; rewrite qfZ !qf_design mulrDr mulr_sumr; apply: ler_add; last first.
  by rewrite mulrA mulrCA mulfV ?gt_eqF // mulr1.
apply: ler_sum => s _; have st := ltn_ord s; rewrite mulrA ler_wpmul2r ?sqr_ge0 // mulrC.
rewrite ler_wpmul2l ?exprn_ge0 ?(ltW g0) //; apply: alpha_floor => // v v0 v1.
have -> : ⟨a s, star⟩ + v * (⟨a s, hat⟩ - ⟨a s, star⟩) = ⟨a s, (1 - v) *: star + v *: hat⟩.
  by rewrite dotDr !dotZr; move: ⟨a s, star⟩ ⟨a s, hat⟩ => p q; ring.
apply: fl; first exact: a1.
have P := psd1 R_rcfType d; rewrite nrm2E; apply: le_trans (nrmD _ _ P) _.
have u0 : 0 <= 1 - v by rewrite subr_ge0.
rewrite !nrmZ // -!nrm2E !ger0_norm //; apply: (@le_trans _ _ ((1 - v) * S + v * S)).
  by rewrite ler_add // ler_wpmul2l.
by rewrite -mulrDl subrK mul1r.
Qed.

(* I34, the chain of the same proof, lines 2543-2584, as corrected.
   Paper: with bias = \frac{k_\mu}{\lambda}\frac{\gamma^D}{1-\gamma}(2Sk_\mu+m) and v = \gamma^{t-1}S_{t-D:t}
   - \lambda\theta^\star_t, \Delta_t(a,\hat\theta_t) \leq bias + k_\mu|a^\top G_t^{-1}v| \leq bias +
   |a|_{G_t^{-1}\tilde G_tG_t^{-1}}|v|_{\tilde G_t^{-1}} \leq bias + |a|_{G_t^{-1}}|v|_{\tilde G_t^{-1}} \leq
   bias + \sqrt{1+2S}|a|_{G_t^{-1}}|v|_{\tilde H_t^{-1}} \leq bias + \sqrt{1+2S}|a|_{G_t^{-1}}|v|_{\tilde
   H_{t-D:t}^{-1}} \leq bias + \sqrt{1+2S}|a|_{G_t^{-1}}(\sqrt\lambda S+\rho_T^\delta).
   Corrected: k_\mu, lost from the second line on, is put back; \tilde H_t(\theta^\star_t) for \tilde H_t
   (Z51).
   rho is any bound on |\gamma^{t-1}S_{t-D:t}| in the norm of \tilde H_{t-D:t}^{-1} (that \rho_T^\delta is one
   at all t in T(\gamma) with probability 1 - \delta: Z130). line n is the right side of the n-th inequality.
   Other differences: those of P4, with |\hat\theta_t|_2 \leq S. *)
Theorem I34 (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m rho : R)
  (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat b : 'cV[R]_d) :
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (* ass:bounded_actions; eps s is the noise of the reward of round s, at most m by ass:bounded_rewards *)
  (forall s, ‖a s‖ <= 1) -> (forall s, ‖theta s‖ <= S) -> (forall s, (s < t)%N -> `|eps s| <= m) ->
  (* t belongs to T(gamma): the last D rounds had the parameter of round t *)
  (forall s, (t - D <= s)%N -> (s < t)%N -> theta s = theta t) ->
  (* hat solves the equation of the discounted estimate, eq:char_MLE_D, and lies in Theta *)
  \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat⟩) *: a s + lam *: hat =
  \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  ‖hat‖ <= S -> ‖b‖ <= 1 ->
  let w s := gamma ^+ (t.-1 - s) in
  let noise := recent_noise a (discount gamma t) D t eps in
  let Hrecent := Htilde lam a (discount gamma t) D t dmu theta in
  ‖noise‖_[invmx Hrecent] <= rho ->
  let G := G_mx lam a (discount gamma t) t (alpha dmu) (theta t) hat in
  let Gt := \sum_(s < t) (w s ^+ 2 * alpha dmu ⟨a s, theta t⟩ ⟨a s, hat⟩) *: (a s *m (a s)^T) + lam%:M in
  let Ht := \sum_(s < t) (w s ^+ 2 * dmu ⟨a s, theta t⟩) *: (a s *m (a s)^T) + lam%:M in
  let v := noise - lam *: theta t in
  let bias := k_mu / lam * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m) in
  let root := Num.sqrt (1 + 2%:R * S) in
  let line1 := bias + k_mu * `|⟨b, invmx G *m v⟩| in
  let line2 := bias + k_mu * (‖b‖_[invmx G *m Gt *m invmx G] * ‖v‖_[invmx Gt]) in
  let line3 := bias + k_mu * (‖b‖_[invmx G] * ‖v‖_[invmx Gt]) in
  let line4 := bias + k_mu * (root * ‖b‖_[invmx G] * ‖v‖_[invmx Ht]) in
  let line5 := bias + k_mu * (root * ‖b‖_[invmx G] * ‖v‖_[invmx Hrecent]) in
  let line6 := bias + k_mu * (root * ‖b‖_[invmx G] * (Num.sqrt lam * S + rho)) in
  [/\ `|mu ⟨b, hat⟩ - mu ⟨b, theta t⟩| <= line1, line1 <= line2, line2 <= line3 & line3 <= line4] /\
  line4 <= line5 /\ line5 <= line6.
Proof.
move=> d1 d2 sc km g0 g1 lam0 m0 a1 th1 epsm st mle hS b1 w noise Hr event G Gt Ht v bs rt l1 l2 l3 l4 l5 l6.
have L := link_slopes (paper_link d1 d2 sc km); have w01 := discount_range t g0 g1.
have [data S0] := paper_round g0 g1 a1 th1 epsm st mle; have k0 := k_mu_ge0 L; have Gp := G_pd lam0 L data.
have Gip := pd_psd (pd_inv Gp); have rt0 : 0 <= rt * ‖b‖_[invmx G] by rewrite mulr_ge0 ?sqrtr_ge0 ?nrm_ge0.
have Hrp : pd Hr := Htilde_pd t D (discount gamma t) a theta lam0 L.
have Hip := pd_psd (pd_inv Hrp); have Htp : pd Ht.
  by have [] := Hall_both t (discount gamma t) a (theta t) lam0 L.
split; [split|split]; rewrite /l1 /l2 /l3 /l4 /l5 /l6.
- apply: le_trans (lipschitz hat (theta t) L b) _.
  have -> : hat - theta t = invmx G *m (old_part t D (discount gamma t) a theta eps (theta t) mu + v).
    by rewrite /v addrA -(G_diff L data) mulKmx // pd_unit.
  rewrite mulmxDr dotDr; apply: le_trans (ler_wpmul2l k0 (ler_norm_add _ _)) _; rewrite mulrDr ler_add2r.
  rewrite /bs -!mulrA ler_wpmul2l //; apply: le_trans (nrm_cs b _ Gip) _.
  pose B := deviation_round.bias S k_mu m (gamma ^+ D / (1 - gamma)).
  apply: (@le_trans _ _ ((Num.sqrt lam)^-1 * (B / Num.sqrt lam))).
    apply: ler_pmul; rewrite ?nrm_ge0 ?(unit_action_le lam0 L data) //.
    apply: le_trans (nrm_inv_le _ lam0 Gp (G_ge L data)) _.
    by rewrite ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 // (old_part_le S0 m0 L data).
  by rewrite mulrCA -invfM (sqrt_lamE lam0) /B /deviation_round.bias mulrC !mulrA.
- rewrite ler_add2l ler_wpmul2l //; exact: (sandwich_cs t a hat (theta t) lam0 L w01 b v).
- rewrite ler_add2l ler_wpmul2l // ler_wpmul2r ?nrm_ge0 //.
  exact: (sandwich_le t a hat (theta t) lam0 L w01 b).
- rewrite ler_add2l ler_wpmul2l // [rt * _]mulrC -mulrA ler_wpmul2l ?nrm_ge0 //.
  exact: (@norm_Gall_Hall d t lam k_mu (discount gamma t) a hat (theta t) mu dmu (alpha dmu) lam0 L S v
    (fun s _ => a1 s) hS (th1 t)).
- rewrite ler_add2l ler_wpmul2l // ler_wpmul2l //; apply/nrm_mono/loewner_inv => //.
  apply: (@design_mono _ _ lam a
    (fun s => if recent t D s then discount gamma t s ^+ 2 * dmu ⟨a s, theta s⟩ else 0)
    (fun s => w s ^+ 2 * dmu ⟨a s, theta t⟩) t) => s sT; case: ifP => rs; first by rewrite (st s).
  by rewrite mulr_ge0 ?sqr_ge0 ?(slope_dmu L).
rewrite ler_add2l ler_wpmul2l // ler_wpmul2l //; apply: le_trans (nrmD _ _ Hip) _; rewrite addrC.
apply: ler_add => //; rewrite nrmN // nrmZ // (ger0_norm (ltW lam0)) -{1}(sqrt_lamE lam0) -mulrA.
rewrite ler_wpmul2l ?sqrtr_ge0 // mulrC -ler_pdivl_mulr ?(sqrt_lam_gt0 lam0) //.
have Hge : loewner lam%:M Hr.
  move=> x; rewrite qf_scalar; apply: design_ge => s _.
  by case: ifP => // _; rewrite mulr_ge0 ?sqr_ge0 ?(slope_dmu L).
apply: le_trans (nrm_inv_le _ lam0 Hrp Hge) _.
by rewrite ler_wpmul2r ?invr_ge0 ?sqrtr_ge0.
Qed.
