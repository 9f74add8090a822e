(* Rates.  Notation: see Claims.v. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import claims_any_law.
From Glb Require Import real_numbers matrices setting mixing estimate any_law deviation bonus regret rates.
From Glb Require Import rates_discount rates_window any_law_regret paper_indices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Rates with discount factors *)

(* Z172, th:regret_D_no_proj_main, lines 770-774 and 791-797 (proof 2386-2411): the last sentence of T2.
   Paper: setting \gamma = 1-(c_\mu^{1/2}\Gamma_T/(dT))^{2/3} and \lambda = d\log(T) leads to
   R_T = \widetilde O(c_\mu^{-1/3} d^{2/3} \Gamma_T^{1/3} T^{2/3}).
   Here with its constant: with probability at least 1 - delta
   R_T <= C log(T) c_mu^(-1/3) d^(2/3) Gamma_T^(1/3) T^(2/3),
   where C depends on m, k_mu, S and delta only, whatever d, T >= 2, Gamma_T >= 1, c_mu <= 1 are.
   power x a = exp(a log x) is x^a for x > 0 (rates.v).
   Differences: those of T2 (second part; beta with D = \lceil\log T/\log(1/\gamma)\rceil); T >= 2, as
   lambda > 0 needs it; Gamma >= 1, as gamma < 1 needs it; c_mu <= 1; gamma in (1/2, 1) is not asked for:
   where the tuned gamma is smaller, the rate is at least 2T/3 and m T is below the bound (for gamma <= 0 the
   page has no algorithm; here it is the formal one, with powers of gamma). *)
Theorem Z172 (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (delta : R) (T D Gamma : nat) :
  (0 < d)%N -> (1 < T)%N -> (0 < Gamma)%N -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu <= 1 -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  (* the tuning *)
  let gamma := 1 - power (Num.sqrt c_mu * Gamma%:R / (d%:R * T%:R)) (2%:R / 3%:R) in
  let lam := d%:R * ln T%:R in
  ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* the constant: bounds on rho/sqrt(lambda) and Sbar, and three terms as in T2 *)
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let C := 3%:R * m + 8%:R * k_mu * (2%:R * S * k_mu + m)
    + 12%:R * k_mu * Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  D_GLM_UCB e0 mu actions reward gamma lam c_mu beta act hat ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <= C * ln T%:R *
    (power c_mu (- 3%:R^-1) * power d%:R (2%:R / 3%:R) * power Gamma%:R 3%:R^-1
      * power T%:R (2%:R / 3%:R))) [::].
Proof.
move=> d0 T2 G0 m0 de0 de1 d1 d2 sc km /andP [c0 c1] fl env ch bP gamma lam Dc Sb rh bt r s C alg.
exact: (regret_D_rate d0 T2 G0 m0 c1 de0 de1 (paper_link d1 d2 sc km) (conj c0 fl) env ch bP Dc alg).
Qed.

(* Z172_ordinary_law: Z172 for laws that are given on a class of bounded functions only (say the measurable
   ones), as in T2_ordinary_law: the probability that the regret exceeds the rate is at most delta.
   Differences: those of Z172 and of T2_ordinary_law. *)
Theorem Z172_ordinary_law (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d)
  (delta : R) (T D Gamma : nat) :
  (0 < d)%N -> (1 < T)%N -> (0 < Gamma)%N -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu <= 1 -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
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
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  (* the tuning *)
  let gamma := 1 - power (Num.sqrt c_mu * Gamma%:R / (d%:R * T%:R)) (2%:R / 3%:R) in
  let lam := d%:R * ln T%:R in
  ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* the constant: bounds on rho/sqrt(lambda) and Sbar, and three terms as in T2 *)
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let C := 3%:R * m + 8%:R * k_mu * (2%:R * S * k_mu + m)
    + 12%:R * k_mu * Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  let rate := power c_mu (- 3%:R^-1) * power d%:R (2%:R / 3%:R) * power Gamma%:R 3%:R^-1
    * power T%:R (2%:R / 3%:R) in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat h⟩) *: a s + lam *: hat h =
    \sum_(s < t) (gamma ^+ (t.-1 - s) * reward (take s h) (a s) (nth e0 h s)) *: a s) ->
  (forall h, actions h (act h)) ->
  (forall h b, actions h b -> let a s := act (take s h) in let t := size h in
    let V := \sum_(s < t) gamma ^+ (t.-1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
    mu ⟨b, hat h⟩ + beta / Num.sqrt c_mu * ‖b‖_[invmx V] <=
    mu ⟨act h, hat h⟩ + beta / Num.sqrt c_mu * ‖act h‖_[invmx V]) ->
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ (R_T h <= C * ln T%:R * rate))
    [::]
    <= delta.
Proof.
move=> d0 T2 G0 m0 de0 de1 d1 d2 sc km /andP [c0 c1] fl th1 a1 rm Lb Lc La Ls Ia Is Ip I1 Lr Lv mean var ch
  bP.
move=> gamma lam Dc Sb rh bt r s C R_T rt mle aP opt.
have k0 : 0 <= k_mu := kmu0 (paper_link d1 d2 sc km).
have S0 : 0 <= S := le_trans (nrm2_ge0 _) (th1 0%N).
have UE h := ordinary_laws (Lb h) (Lc h) (La h) (Ls h) (Ia h) (Is h) (Ip h) (I1 h).
have U h := proj1 (UE h); have eq h := proj2 (UE h).
have u0 := forget_gt0 d T Gamma c_mu; have T0 := ltnW T2.
have trivial : T%:R * forget d T Gamma c_mu < 1 \/ 2%:R^-1 < forget d T Gamma c_mu ->
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ (R_T h <= C * ln T%:R * rt)) [::]
    <= delta.
  move=> short; apply: le_trans (ltW de0).
  rewrite -[X in _ <= X](Mean_const (fun h => U h (act h)) T 0 [::]).
  apply: (Prob_le (fun h => U h (act h)) (B := xpred0)) => h hT; rewrite add0n in hT; case/negP.
  have env := ordinary_environment th1 a1 rm U eq Ls Is Lr Lv mean var.
  apply: le_trans (short_horizon delta d0 T2 G0 c0 c1 m0 k0 S0 short).
  rewrite mulr_natr -[T in X in _ <= X]card_ord -sumr_const; apply: ler_sum => t _.
  have th : (t <= size h)%N by rewrite hT ltnW.
  have := any_mean_range env (bP (take t h)); have := any_mean_range env (aP (take t h)).
  rewrite size_takel // => /andP [h0 _] /andP [_ h1].
  by rewrite ler_subl_addr (le_trans h1) // ler_addl.
case: (ltP (T%:R * forget d T Gamma c_mu) 1) => [h|long]; first by apply: trivial; left.
case: (ltP 2%:R^-1 (forget d T Gamma c_mu)) => [h|half]; first by apply: trivial; right.
have hh : 2%:R^-1 <= gamma.
  by move: half; rewrite /gamma -/(forget d T Gamma c_mu); move: (forget _ _ _ _) => x /RleP h; apply/RleP;
    move: h; toR_goal; simpl; lra.
have g0 : 0 < gamma by apply: lt_le_trans hh; rewrite invr_gt0 ltr0n.
have g1 : gamma < 1 by rewrite ltr_subl_addr ltr_addl.
have M := T2_ordinary_law (D := D) d0 T0 g0 g1 (ridge_gt0 d0 T2) m0 de0 de1 d1 d2 sc km c0 fl th1 a1 rm Lb
  Lc La
  Ls Ia Is Ip I1 Lr Lv mean var ch bP mle aP opt.
apply: le_trans M; apply: (Prob_le (fun h => U h (act h))) => h _; apply: contra => /le_trans; apply.
exact: (tuned_bound_depth (D := D) d0 T2 G0 c0 c1 m0 k0 S0 de0 de1 long half Dc).
Qed.

(** * Rates with a window *)

(* C7, corollary:asympt_regret_no_proj_SW (known), lines 2971-2978 and 2986-2996.
   Paper: \tau = (dT/(c_\mu^{1/2}\Gamma_T))^{2/3}, \lambda = d\log T:
   R_T = \widetilde O(c_\mu^{-1/3} d^{2/3}\Gamma_T^{1/3}T^{2/3}).
   An inequality between real numbers: [bound] is that of T5 as corrected, for lambda = d log T and tau =
   \lceil(dT/(c_\mu^{1/2}\Gamma_T))^{2/3}\rceil, beta is beta_T; m T bounds every regret.  The smaller one
   is at most C log(T) c_mu^(-1/3) d^(2/3) Gamma_T^(1/3) T^(2/3), C depends on m, k_mu, S, delta only.  (T +
   tau - 1) %/ tau is \lceil T/\tau\rceil.  power x a is x^a (rates.v).
   Differences: tau is rounded up; T >= 2, Gamma_T >= 1, c_mu <= 1; the bound of T5, whose conclusion is
   P(R_T <= bound) >= 1 - delta, is not part of the statement. *)
Theorem C7 (d T tau Gamma : nat) (c_mu k_mu S m delta : R) :
  (0 < d)%N -> (1 < T)%N -> 0 < c_mu -> c_mu <= 1 -> 0 < m -> 0 <= k_mu -> 0 <= S ->
  0 < delta -> delta <= 1 ->
  let lam := d%:R * ln T%:R in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn T tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let bound := m * (Gamma * tau)%:R
    + 2%:R * beta / Num.sqrt c_mu * Num.sqrt (d%:R * T%:R) * Num.sqrt ((T + tau - 1) %/ tau)%:R
      * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam))) in
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let b := Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  (0 < Gamma)%N ->
  is_ceil (power (d%:R * T%:R / (Num.sqrt c_mu * Gamma%:R)) (2%:R / 3%:R))%ring tau ->
  Num.min (m * T%:R) bound <= (4%:R * m + 10%:R * k_mu * b) * ln T%:R *
    (power c_mu (- 3%:R^-1) * power d%:R (2%:R / 3%:R) * power Gamma%:R 3%:R^-1
      * power T%:R (2%:R / 3%:R)).
Proof.
move=> d0 T2 c0 c1 m0 k0 S0 de0 de1 lam rho bt bound r s b G0 tc.
exact: (window_rate d0 T2 c0 c1 m0 k0 S0 de0 de1 G0 tc).
Qed.

(* C8, corollary:asympt_regret_no_proj_SW (unknown), lines 2979-2984 and 2997, as corrected.
   Paper: \tau = (dT/c_\mu^{1/2})^{2/3}: R_T = \widetilde O(c_\mu^{-1/3} d^{2/3}\Gamma_T T^{2/3}).
   Corrected: 1 + Gamma_T for Gamma_T (Gamma_T may be 0).  Otherwise as C7, lambda = d log T. *)
Theorem C8 (d T tau Gamma : nat) (c_mu k_mu S m delta : R) :
  (0 < d)%N -> (1 < T)%N -> 0 < c_mu -> c_mu <= 1 -> 0 < m -> 0 <= k_mu -> 0 <= S ->
  0 < delta -> delta <= 1 ->
  let lam := d%:R * ln T%:R in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn T tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let bound := m * (Gamma * tau)%:R
    + 2%:R * beta / Num.sqrt c_mu * Num.sqrt (d%:R * T%:R) * Num.sqrt ((T + tau - 1) %/ tau)%:R
      * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam))) in
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let b := Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  is_ceil (power (d%:R * T%:R / Num.sqrt c_mu) (2%:R / 3%:R))%ring tau ->
  Num.min (m * T%:R) bound <= (4%:R * m + 10%:R * k_mu * b) * ln T%:R *
    ((1 + Gamma%:R) * (power c_mu (- 3%:R^-1) * power d%:R (2%:R / 3%:R) * power T%:R (2%:R / 3%:R))).
Proof.
move=> d0 T2 c0 c1 m0 k0 S0 de0 de1 lam rho bt bound r s b tc.
have := window_rate_unknown d0 T2 c0 c1 m0 k0 S0 de0 de1 Gamma tc.
by rewrite /rate {3}/power (ln_1 : ln 1%:R = 0) mulr0 exp0 mulr1.
Qed.

(* T6_rate, thm:fjqiqposejf_SW, lines 3001-3010 and 3041-3052, as corrected.
   Paper: with gaps of at least \Delta, \tau = d\sqrt T/\sqrt{c_\mu\Gamma_T}:
   R_T = \widetilde O(\Delta^{-1}c_\mu^{-1/2}d\sqrt{\Gamma_T T}).
   An inequality between real numbers as in C7: [bound] is that of T6 as corrected (line 3034), with
   lambda = d log T and tau rounded up; two logarithms.  If Delta <= m, as for the gaps of means in [0, m],
   then 8 m <= 8 m^2/Delta, and the right-hand side is C \Delta^{-1} \log^2(T) c_\mu^{-1/2}d\sqrt{\Gamma_T
   T}. *)
Theorem T6_rate (d T tau Gamma : nat) (c_mu k_mu S m delta Delta : R) :
  (0 < d)%N -> (1 < T)%N -> 0 < c_mu -> c_mu <= 1 -> 0 < m -> 0 <= k_mu -> 0 <= S ->
  0 < delta -> delta <= 1 ->
  let lam := d%:R * ln T%:R in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn T tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let bound := m * (Gamma * tau)%:R
    + 8%:R * beta ^+ 2 / (c_mu * Delta) * Num.max 1 (c_mu / lam) * d%:R * ((T + tau - 1) %/ tau)%:R
      * ln (1 + c_mu * tau%:R / (d%:R * lam)) in
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let b := Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  (0 < Gamma)%N -> 0 < Delta -> is_ceil (d%:R * Num.sqrt T%:R / Num.sqrt (c_mu * Gamma%:R))%ring tau ->
  Num.min (m * T%:R) bound <= (8%:R * m + 96%:R * k_mu ^+ 2 * b ^+ 2 / Delta) * ln T%:R ^+ 2
    * (d%:R * Num.sqrt (Gamma%:R * T%:R) / Num.sqrt c_mu).
Proof.
move=> d0 T2 c0 c1 m0 k0 S0 de0 de1 lam rho bt bound r s b G0 D0 tc.
exact: (window_gap_rate d0 T2 c0 c1 m0 k0 S0 de0 de1 G0 D0 tc).
Qed.
