(* Steps of the chapter on the deviation.  Notation and conventions: those of Claims.v; as there, rounds are
   counted from 0 in statements about the estimate (t rounds have been played), and 1, 2, ... in D6 and R5. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import any_law any_law_tail any_law_regret.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation paper_indices.
From Glb Require Import deviation_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* D6, the set T(gamma), lines 896-901.
   Paper: T(\gamma) = \{1 \leq t \leq T: \theta^\star_s = \theta^\star_t for t-D \leq s \leq t-1\}, the set of
   time instants that are at least D steps away from the previous closest breakpoint.
   Stated: t is in the set if and only if t - b \geq D for every breakpoint b \leq t, where a breakpoint is
   the first round of a new phase, \theta^\star_{b-1} \neq \theta^\star_b, 2 \leq b.
   Differences: what a breakpoint is (the page does not say); s \geq 1 in the definition of the set (for t
   \leq D the page would read rounds before the first). D = 0 is allowed. *)
Theorem D6 (d T D t : nat) (theta : nat -> 'cV[R]_d) : (1 <= t <= T)%N ->
  (forall s, (maxn 1 (t - D) <= s <= t - 1)%N -> theta s = theta t) <->
  (forall b, (2 <= b <= t)%N -> theta (b - 1)%N <> theta b -> (t - b >= D)%N).
Proof.
move=> t1; split=> [st b bt ch|far s st].
  rewrite leqNgt; apply/negP => bD; case: ch.
  rewrite (st (b - 1)%N); last by clear -bt bD t1; lia.
  have [->//|bn] := eqVneq b t; rewrite (st b) //; clear -bt bD t1 bn; lia.
have back j : (j <= t - maxn 1 (t - D))%N -> theta (t - j)%N = theta t.
  elim: j => [|j IH] jt; first by rewrite subn0.
  rewrite -IH; last by clear -jt; lia.
  apply/eqP; apply: contraT => /eqP ch; have := far (t - j)%N.
  rewrite (_ : t - j - 1 = t - j.+1)%N; last by clear; lia.
  by move=> /(_ _ ch); clear -jt t1; lia.
by have := back (t - s)%N; rewrite subKn; [apply|]; clear -st t1; lia.
Qed.

(* R5, the remark after the definition of T(gamma), lines 1894-1899.
   Paper: on the contrary to the analysis with the sliding window the bias does not completely cancel out
   when we are far enough from a breakpoint.
   Stated: for t in T(\tau), \sum_{s=\max(1,t-\tau)}^{t-1}(\mu(a_s^\top\theta^\star_s) -
   \mu(a_s^\top\theta^\star_t))a_s = 0, for every mean \mu, every dimension and all actions; for every D,
   every discount factor and every mean that is not constant there are parameters, actions and a t in
   T(\gamma) with \sum_{s=1}^{t-1}\gamma^{t-1-s}(\mu(a_s^\top\theta^\star_s) -
   \mu(a_s^\top\theta^\star_t))a_s \neq 0.
   Differences: s \geq 1 in the definition of the sets, as in D6. *)
Theorem R5 :
  (forall (d tau t : nat) (mu : R -> R) (a theta : nat -> 'cV[R]_d),
    (forall s, (maxn 1 (t - tau) <= s <= t - 1)%N -> theta s = theta t) ->
    \sum_(maxn 1 (t - tau) <= s < t) (mu ⟨a s, theta s⟩ - mu ⟨a s, theta t⟩) *: a s = 0) /\
  (forall (D : nat) (gamma x y : R) (mu : R -> R), 0 < gamma -> mu x <> mu y ->
    exists (d t : nat) (a theta : nat -> 'cV[R]_d),
    (forall s, (maxn 1 (t - D) <= s <= t - 1)%N -> theta s = theta t) /\
    \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * (mu ⟨a s, theta s⟩ - mu ⟨a s, theta t⟩)) *: a s <> 0).
Proof.
split=> [d tau t mu a theta st|D gamma x y mu g0 xy].
  rewrite big_nat big1 // => s ss; rewrite st ?subrr ?scale0r //; clear -ss; lia.
pose theta s : 'cV[R]_1 := const_mx (if s == 1%N then x else y).
exists 1%N, D.+2, (fun=> const_mx 1), theta; split=> [s ss|].
  by rewrite /theta; case: eqP => // e; exfalso; clear -ss e; lia.
rewrite big_nat_recl // [X in _ + X]big1_seq ?addr0 => [|s]; last first.
  by rewrite mem_index_iota /theta; case: s => // s _; rewrite /= subrr mulr0 scale0r.
move=> /matrixP /(_ 0 0); rewrite !mxE /theta /= mulr1 => /eqP; rewrite mulf_eq0 expf_eq0 gt_eqF // andbF /=.
have d1 (u : R) : ⟨const_mx 1 : 'cV_1, const_mx u⟩ = u by rewrite dotE big_ord1 !mxE mul1r.
by rewrite !d1 subr_eq0 => /eqP.
Qed.

(* Z42, in the proof of prop:alpha_discount, lines 1986-2007.
   Paper: |a^\top G_t^{-1}(g_t(\hat\theta_t)-g_t(\theta^\star_t))| \leq b_{1,t}(a) + b_{2,t}(a) + b_{3,t}(a),
   the absolute values of a^\top G_t^{-1} times the drift \sum_{s=1}^{t-1}\gamma^{t-1-s}
   (\mu(a_s^\top\theta^\star_s)-\mu(a_s^\top\theta^\star_t))a_s, times -\lambda\theta^\star_t +
   \sum_{s=1}^{t-D-1}\gamma^{t-1-s}\epsilon_{s+1}a_s, and times \gamma^{t-1}S_{t-D:t}; by the triangle
   inequality and eq:char_MLE_D.
   Stated: also the identity behind it, g_t(\hat\theta_t)-g_t(\theta^\star_t) is the sum of the three.
   recent_noise is \gamma^{t-1}S_{t-D:t}, G_mx is G_t(\theta^\star_t, \hat\theta_t)
   (deviation_round.v).
   Differences: hat solves eq:char_MLE_D (D11: so does the maximum-likelihood estimate); no T(\gamma), no
   Theta, any D, lambda, gamma and function mu: under the hypotheses of P4 G_t is positive definite. Rounds
   are counted from 0. *)
Theorem Z42 (d t D : nat) (mu dmu : R -> R) (gamma lam : R) (a theta : nat -> 'cV[R]_d) (eps : nat -> R)
  (hat b : 'cV[R]_d) :
  let g th := \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, th⟩) *: a s + lam *: th in
  g hat = \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  let G := G_mx lam a (discount gamma t) t (alpha dmu) (theta t) hat in
  let drift := \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ - mu ⟨a s, theta t⟩)) *: a s in
  let old := - lam *: theta t + \sum_(s < (t - D)%N) (gamma ^+ (t.-1 - s) * eps s) *: a s in
  let noise := recent_noise a (discount gamma t) D t eps in
  g hat - g (theta t) = drift + old + noise /\
  `|⟨b, invmx G *m (g hat - g (theta t))⟩| <=
    `|⟨b, invmx G *m drift⟩| + `|⟨b, invmx G *m old⟩| + `|⟨b, invmx G *m noise⟩|.
Proof.
move=> g mle G drift old noise.
have E : g hat - g (theta t) = drift + old + noise.
  exact: (@split_score d t D lam (discount gamma t) a theta eps mu hat (theta t) mle).
by split=> //; rewrite E !mulmxDr; exact: triangle3.
Qed.

(* Z43, in the proof of prop:deviation_main, lines 2129-2146, as corrected.
   Paper: X^2 \leq (1 + Sbar + X/\sqrt\lambda) |\gamma^{t-1}S_{t-D:t}|^2_{\tilde H^{-1}_{t-D:t}} for X =
   |\gamma^{t-1}S_{t-D:t}|_{\tilde G^{-1}_{t-D:t}}, and: \forall X, X^2 - \frac{1}{\sqrt\lambda}
   |\gamma^{t-1}S_{t-D:t}|^2_{\tilde H^{-1}_{t-D:t}} X - (1+Sbar)|\gamma^{t-1}S_{t-D:t}|^2_{\tilde
   H^{-1}_{t-D:t}} \leq 0.
   Differences: for this X alone (for every X it is false); otherwise those of P4. *)
Theorem Z43 (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m : R)
  (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat : 'cV[R]_d) :
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (* ass:bounded_actions; eps s is the noise of the reward of round s, at most m by ass:bounded_rewards *)
  (forall s, ‖a s‖ <= 1) -> (forall s, ‖theta s‖ <= S) -> (forall s, (s < t)%N -> `|eps s| <= m) ->
  (* t belongs to T(gamma): the last D rounds had the parameter of round t *)
  (forall s, (t - D <= s)%N -> (s < t)%N -> theta s = theta t) ->
  (* hat solves the equation of the discounted estimate, eq:char_MLE_D *)
  \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat⟩) *: a s + lam *: hat =
  \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let noise := recent_noise a (discount gamma t) D t eps in
  let X := ‖noise‖_[invmx (Gtilde lam a (discount gamma t) D t (alpha dmu) (theta t) hat)] in
  let y := ‖noise‖_[invmx (Htilde lam a (discount gamma t) D t dmu theta)] in
  X ^+ 2 <= (1 + Sbar + X / Num.sqrt lam) * y ^+ 2 /\
  X ^+ 2 - 1 / Num.sqrt lam * y ^+ 2 * X - (1 + Sbar) * y ^+ 2 <= 0.
Proof.
move=> d1 d2 sc km g0 g1 lam0 m0 a1 th1 epsm st mle Sb noise X y.
have [data S0] := paper_round g0 g1 a1 th1 epsm st mle.
have h : X ^+ 2 <= (1 + Sb + X / Num.sqrt lam) * y ^+ 2.
  have := noise_norm_sqr lam0 S0 m0 (link_slopes (paper_link d1 d2 sc km)) data.
  by rewrite /inflation SbarE.
split=> //; rewrite -addrA -opprD subr_le0; apply: le_trans h _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
by rewrite div1r; move: (Num.sqrt lam)^-1 X y Sb => u x z v; ring.
Qed.

(* R6, the remark before the proof of prop:deviation_main, lines 2118-2127.
   Paper: the switch from \tilde H^{-1}_{t-D:t} to \tilde G^{-1}_{t-D:t} without dependency on c_\mu^{-1}
   relies on the self-concordance.
   Stated: for t in T(\gamma), |\gamma^{t-1}S_{t-D:t}|_{\tilde G^{-1}_{t-D:t}} \leq \sqrt{1+Sbar} y +
   y^2/\sqrt\lambda, y = |\gamma^{t-1}S_{t-D:t}|_{\tilde H^{-1}_{t-D:t}}: c_\mu is neither in the hypotheses
   (mu' may come as near to 0 as one likes) nor in the bound; ass:SC is a hypothesis.
   Differences: those of P4. That it fails without ass:SC is not stated here. *)
Theorem R6 (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m : R)
  (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat : 'cV[R]_d) :
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (* ass:bounded_actions; eps s is the noise of the reward of round s, at most m by ass:bounded_rewards *)
  (forall s, ‖a s‖ <= 1) -> (forall s, ‖theta s‖ <= S) -> (forall s, (s < t)%N -> `|eps s| <= m) ->
  (* t belongs to T(gamma): the last D rounds had the parameter of round t *)
  (forall s, (t - D <= s)%N -> (s < t)%N -> theta s = theta t) ->
  (* hat solves the equation of the discounted estimate, eq:char_MLE_D *)
  \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat⟩) *: a s + lam *: hat =
  \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let noise := recent_noise a (discount gamma t) D t eps in
  let y := ‖noise‖_[invmx (Htilde lam a (discount gamma t) D t dmu theta)] in
  ‖noise‖_[invmx (Gtilde lam a (discount gamma t) D t (alpha dmu) (theta t) hat)] <=
    Num.sqrt (1 + Sbar) * y + y ^+ 2 / Num.sqrt lam.
Proof.
move=> d1 d2 sc km g0 g1 lam0 m0 a1 th1 epsm st mle; cbv zeta.
have [data S0] := paper_round g0 g1 a1 th1 epsm st mle.
have := deviation lam0 S0 m0 (link_slopes (paper_link d1 d2 sc km)) data (lexx _).
by rewrite /deviation_bound SbarE.
Qed.

(* R2, the remark after prop:deviation_main, lines 1043-1056.
   Paper: deviations are characterized by the MLE whether \hat\theta_t belongs to \Theta or not and without
   any projection; this is not specific to the non-stationary nature of the problem, and similar guarantees
   can be obtained in any stationary environment.
   Stated: the bound of R6 for t in T(\gamma), and for every t and D if \theta^\star never changes; nothing is
   asked of \hat\theta_t but eq:char_MLE_D. Second: for every \lambda, \gamma and S there are m and data that
   meet all hypotheses, with one parameter throughout, and have |\hat\theta_t|_2 > S.
   Differences: those of P4. *)
Theorem R2 :
  (forall (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m : R)
    (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat : 'cV[R]_d),
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (* ass:bounded_actions; eps s is the noise of the reward of round s, at most m by ass:bounded_rewards *)
  (forall s, ‖a s‖ <= 1) -> (forall s, ‖theta s‖ <= S) -> (forall s, (s < t)%N -> `|eps s| <= m) ->
  (* hat solves the equation of the discounted estimate, eq:char_MLE_D *)
  \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat⟩) *: a s + lam *: hat =
  \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let noise := recent_noise a (discount gamma t) D t eps in
  let X := ‖noise‖_[invmx (Gtilde lam a (discount gamma t) D t (alpha dmu) (theta t) hat)] in
  let y := ‖noise‖_[invmx (Htilde lam a (discount gamma t) D t dmu theta)] in
  ((forall s, (t - D <= s)%N -> (s < t)%N -> theta s = theta t) ->
    X <= Num.sqrt (1 + Sbar) * y + y ^+ 2 / Num.sqrt lam) /\
  ((forall s r, theta s = theta r) -> X <= Num.sqrt (1 + Sbar) * y + y ^+ 2 / Num.sqrt lam)) /\
  (forall gamma lam S : R, 0 < gamma -> 0 < lam -> 0 <= S ->
    exists (d t : nat) (mu dmu ddmu : R -> R) (k_mu m : R) (a theta : nat -> 'cV[R]_d) (eps : nat -> R)
      (hat : 'cV[R]_d),
    [/\ forall z, is_derive mu z (dmu z), forall z, is_derive dmu z (ddmu z),
        forall z, `|ddmu z| <= dmu z & forall z, dmu z <= k_mu] /\
    [/\ forall s, ‖a s‖ <= 1, forall s, ‖theta s‖ <= S, forall s, (s < t)%N -> `|eps s| <= m &
        forall s r, theta s = theta r] /\
    \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat⟩) *: a s + lam *: hat =
    \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s /\ S < ‖hat‖).
Proof.
split=> [d t D mu dmu ddmu gamma lam S k_mu m a theta eps hat|gamma lam S g0 lam0 S0].
  move=> d1 d2 sc km g0 g1 lam0 m0 a1 th1 epsm mle Sb noise X y.
  have far st := R6 d1 d2 sc km g0 g1 lam0 m0 a1 th1 epsm st mle.
  by split=> [|st]; [exact: far|apply: far => s _ _; exact: st].
pose x := S + 1; exists 1%N, 1%N, (fun z => z), (fun=> 1), (fun=> 0), 1, (x + lam * x).
exists (fun=> const_mx 1), (fun=> 0), (fun=> x + lam * x), (const_mx x).
have x0 : 0 < x by rewrite ltr_paddl ?ltr01.
have x1 : 0 <= x + lam * x by rewrite addr_ge0 ?mulr_ge0 ?ltW.
have u1 (u : R) : ⟨const_mx 1 : 'cV_1, const_mx u⟩ = u by rewrite dotE big_ord1 !mxE mul1r.
have n1 (u : R) : 0 <= u -> ‖const_mx u : 'cV_1‖ = u.
  by move=> u0; rewrite /nrm2 dotE big_ord1 !mxE -expr2 sqrtr_sqr ger0_norm.
split; [split|split; [split|split]].
- by move=> z; exact: is_derive_id.
- by move=> z; exact: is_derive_const.
- by move=> z; rewrite normr0 ler01.
- by move=> z; exact: lexx.
- by move=> s; rewrite n1 ?ler01.
- by move=> s; rewrite nrm2E nrm0.
- by move=> s _; rewrite ger0_norm.
- by [].
- by rewrite !big_ord1 dot0r add0r u1; apply/matrixP => i j; rewrite !mxE !mulr1 expr0 !mul1r.
by rewrite n1 ?(ltW x0) // ltr_addl ltr01.
Qed.

(* Z130, the definition of rho, lines 1949-1951.
   Paper: with high probability for all t in T(\gamma), |\gamma^{t-1}S_{t-D:t}|_{\tilde H_{t-D:t}^{-1}} \leq
   \rho_T^\delta, with \rho_T^\delta of eq:rho_t_appendix (l. 1931).
   Stated: the probability that some t in T(\gamma) has noise above \rho_T^\delta is at most \delta. Laws are
   given on a class L of bounded functions (say the measurable ones), and Prob iterates upper integrals: it is
   the probability if all functions that are integrated on the way are in the class (T3_ordinary_law,
   T2_ordinary_law).
   Differences: high probability is at least 1 - \delta; any policy with allowed actions and any D; m > 0, d,
   T >= 1; the variance is at most mu' (exponential family: equal); rewards in [0, m] everywhere; rounds are
   counted from 0, and t < T. *)
Theorem Z130 (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act : seq E -> 'cV[R]_d) (gamma lam delta : R) (T D : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* bounded parameters, actions and rewards *)
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) ->
  (* the class of functions and the law of the outcome; mean mu, variance at most mu' *)
  (forall h b f, L h b f -> bounded f) -> (forall h b c, L h b (fun=> c)) ->
  (forall h b f g, L h b f -> L h b g -> L h b (fun e => f e + g e)) ->
  (forall h b c f, L h b f -> L h b (fun e => c * f e)) ->
  (forall h b f g, L h b f -> L h b g -> I h b (fun e => f e + g e) = I h b f + I h b g) ->
  (forall h b c f, L h b f -> I h b (fun e => c * f e) = c * I h b f) ->
  (forall h b f, L h b f -> (forall e, 0 <= f e) -> 0 <= I h b f) ->
  (forall h b, I h b (fun=> 1) = 1) ->
  (forall h b, actions h b -> L h b (reward h b)) ->
  (forall h b, actions h b -> L h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2)) ->
  (forall h b, actions h b -> I h b (reward h b) = mu ⟨b, theta (size h)⟩) ->
  (forall h b, actions h b ->
    I h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩) ->
  (forall h, actions h (act h)) ->
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => [exists t : 'I_T,
    let a s := act (take s h) in
    let eps s := reward (take s h) (a s) (nth e0 h s) - mu ⟨a s, theta s⟩ in
    let noise := recent_noise a (discount gamma t) D t eps in
    stationary theta D t && (rho < ‖noise‖_[invmx (Htilde lam a (discount gamma t) D t dmu theta)])])
    [::] <= delta.
Proof.
move=> d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km th1 a1 rm Lb Lc La Ls Ia Is Ip I1 Lr Lv mean var aP.
have UE h := ordinary_laws (Lb h) (Lc h) (La h) (Ls h) (Ia h) (Is h) (Ip h) (I1 h).
have U h := proj1 (UE h); have eq h := proj2 (UE h).
have env := ordinary_environment th1 a1 rm U eq Ls Is Lr Lv mean var.
have := noise_exceeds e0 d0 T0 lam0 m0 de0 de1 (paper_link d1 d2 sc km) env
  (fun t s => discount_range t g0 g1 s) (fun t => discount_recent D t g0 g1) aP.
by rewrite rhoE; cbv zeta.
Qed.

(* Q7, eq:SC_2_main_2, lines 1060-1070.
   Paper: G_t \geq (1 + C + \frac{1}{\sqrt\lambda}|g_t(\hat\theta_t)-g_t(\theta^\star_t)|_{\tilde
   G_{t-D:t}^{-1}})^{-1}c_\mu V_t, with the g_t of line 935, whose sum starts at t - D.
   Stated for every C \geq 0 (the page does not define C, a residual).
   V is V_t of ridge \lambda/c_\mu, g_recent the main text's g_t (deviation_round.v).
   Differences: hat is any vector, star any with c_mu \leq mu'(a_s.star) at the actions played (so is
   \theta^\star_t in Theta): no equation of the estimate, no T(\gamma), no bound on the noise; c_mu is such a
   positive number (printed: the infimum). The page's G(hat, star) is G(star, hat), alpha being symmetric.
   Rounds are counted from 0. *)
Theorem Q7 (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam k_mu c_mu C : R) (a : nat -> 'cV[R]_d)
  (hat star : 'cV[R]_d) :
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 < c_mu -> 0 <= C ->
  (forall s, (s < t)%N -> ‖a s‖ <= 1) -> (forall s, (s < t)%N -> c_mu <= dmu ⟨a s, star⟩) ->
  let Gtilde := Gtilde lam a (discount gamma t) D t (alpha dmu) star hat in
  let rise := g_recent lam a (discount gamma t) D t mu hat - g_recent lam a (discount gamma t) D t mu star in
  G_mx lam a (discount gamma t) t (alpha dmu) star hat ⪰
  ((1 + C + 1 / Num.sqrt lam * ‖rise‖_[invmx Gtilde])^-1 * c_mu) *: V gamma (lam / c_mu) a t.
Proof.
move=> d1 d2 sc km g0 g1 lam0 c0 C0 a1 fl Gt rise.
have := cV_le_G_dev (t := t) D hat lam0 (link_slopes (paper_link d1 d2 sc km)) (discount_range t g0 g1) c0 C0
  a1 fl.
by rewrite div1r [_^-1 * nrm _ _]mulrC.
Qed.

(* D9, the prediction error in the main text, lines 933-961.
   Paper: with g_t(\theta) = \sum_{s=t-D}^{t-1}\gamma^{t-1-s}\mu(a_s^\top\theta)a_s + \lambda\theta, when t
   in T(\gamma), \Delta_t(a,\hat\theta_t) = |\mu(a^\top\hat\theta_t)-\mu(a^\top\theta^\star_t)| \leq
   \frac{c\gamma^D}{1-\gamma} + k_\mu|g_t(\hat\theta_t)-g_t(\theta^\star_t)|_{\tilde G_{t-D:t}^{-1}}
   |a|_{G_t^{-1}}.
   Differences: c = k_\mu m/\lambda (the page does not say what c is); m bounds the differences of the means
   mu(a_s.hat) and mu(a_s.star) (so if all means lie in [0, m], as those of rewards in [0, m]); for every
   action b of the unit ball, any vectors hat and star in the place of \hat\theta_t and \theta^\star_t: no
   T(\gamma), no equation of the estimate. Rounds are counted from 0. *)
Theorem D9 (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam k_mu m : R) (a : nat -> 'cV[R]_d)
  (hat star b : 'cV[R]_d) :
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (forall s, (s < t)%N -> ‖a s‖ <= 1) -> (forall s, (s < t)%N -> `|mu ⟨a s, hat⟩ - mu ⟨a s, star⟩| <= m) ->
  ‖b‖ <= 1 ->
  let Gtilde := Gtilde lam a (discount gamma t) D t (alpha dmu) star hat in
  let rise := g_recent lam a (discount gamma t) D t mu hat - g_recent lam a (discount gamma t) D t mu star in
  let c := k_mu * m / lam in
  `|mu ⟨b, hat⟩ - mu ⟨b, star⟩| <= c * gamma ^+ D / (1 - gamma) +
    k_mu * ‖rise‖_[invmx Gtilde] * ‖b‖_[invmx (G_mx lam a (discount gamma t) t (alpha dmu) star hat)].
Proof.
move=> d1 d2 sc km g0 g1 lam0 m0 a1 res b1; cbv zeta; rewrite -[X in _ <= X + _]mulrA.
exact: (error_by_dev lam0 (link_slopes (paper_link d1 d2 sc km)) (discount_range t g0 g1) a1 m0
  (discount_old D t g0 g1) res b1).
Qed.
