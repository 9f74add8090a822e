(* Mutants of claims on the sharper bonus and regret, each refuted; see README.md. *)
From Coq Require Import Reals Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation bonus regret window_regret
  instances.
From Glb Require Import small_witnesses sharper_numbers sharper_radial sharper_radius sharper_error.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* The bandit in which nothing happens, with the logistic link: the only action is 0, the reward is its mean
   1/2; S = m = 1, k_mu = 1/4, lambda = 4, theta = 0. *)
Definition half_reward (h : seq unit) (b : 'cV[R]_1) (e : unit) : R := 2%:R^-1.
Lemma logistic0 : logistic 0 = 2%:R^-1.
Proof. by rewrite /logistic Ropp_0 exp_0 RinvE'. Qed.
Lemma still_environment :
  glm_environment logistic dlogistic 1%ring 1%ring (fun=> 0 : 'cV[R]_1) only_zero sure half_reward.
Proof.
have [h0 h1] := half_range.
split=> [t|h b ->|h b e _|h b _|h b e _|h b ->|h b ->].
- by rewrite nrm2E nrm0 ler01.
- by rewrite nrm2E nrm0 ler01.
- exact: ler01.
- by rewrite sumr_const card_unit.
- by rewrite (ltW h0) (ltW h1).
- by rewrite sum_unit mul1r dot0r logistic0.
rewrite sum_unit mul1r dot0r logistic0 subrr expr0n; apply/ltW/RltP; exact: dlogistic_gt0.
Qed.
Lemma still_mle w : weighted_mle tt logistic w 4%:R half_reward idle idle.
Proof.
move=> h; rewrite scaler0 addr0; apply: eq_bigr => s _.
by rewrite /past_reward /half_reward dot0r logistic0.
Qed.
Lemma logistic_paper : [/\ forall z, is_derive logistic z (dlogistic z),
  forall z, is_derive dlogistic z (ddlogistic z), forall z, `|ddlogistic z| <= dlogistic z &
  forall z, dlogistic z <= 4%:R^-1].
Proof.
have [d1 d2 sc km] := logistic_link; split=> // z; apply/RleP; [exact: sc|exact: km].
Qed.
Lemma logistic_unit z : 0 <= logistic z <= 1.
Proof. by have [/RltP a /RltP b] := logistic_range z; rewrite !ltW. Qed.
Lemma four_gt0 : 0 < 4%:R :> R. Proof. by rewrite ltr0n. Qed.
(* sqrt 4 = 2; the norm of 1 in the first round, times 1/sqrt c_mu, is 1/2 *)
Lemma sqrt4 : Num.sqrt 4%:R = 2%:R :> R.
Proof. by rewrite (natrX _ 2 2) sqrtr_sqr ger0_norm ?ler0n. Qed.
Lemma first_norm (c x : R) (a : nat -> 'cV[R]_1) w : 0 < c ->
  x / Num.sqrt c * nrm (invmx (design (4%:R / c) a w 0)) (const_mx 1) = x / 2%:R.
Proof.
move=> c0; rewrite /design big_ord0 add0r invmx_scalar /nrm qf_scalar dot_dim1 !mulr1 invf_div.
by rewrite sqrtrM ?(ltW c0) // sqrtrV ?ler0n // sqrt4 mulrA divfK // gt_eqF // sqrtr_gt0.
Qed.
(* The bonuses are at least k_mu sqrt(lambda) S = 1/2. *)
Lemma still_beta (s rho : R) : 1 <= s -> 2%:R^-1 <= beta_sharp 4%:R (4%:R^-1) 1 s rho.
Proof.
move=> s1; have s0 := le_trans ler01 s1; have X0 := X_sharp_ge0 4%:R s rho.
rewrite /beta_sharp sqrt4 mulr1; move: (X_sharp _ _ _) X0 => X X0.
have r1 : 1 <= Num.sqrt (s + X / 2%:R).
  by rewrite -[X in X <= _]sqrtr1 ler_wsqrtr // (le_trans s1) // ler_addl divr_ge0 ?ler0n.
have e : 2%:R^-1 = 4%:R^-1 * 1 * 2%:R :> R by field.
rewrite [X in X <= _]e -!mulrA ler_pmul2l ?invr_gt0 ?ltr0n //.
by apply: ler_pmul => //; rewrite ?ler01 ?ler0n ?ler_addl.
Qed.
Lemma too_large (b s rho : R) : b < 4%:R^-1 -> 1 <= s -> ~ (0 <= b - beta_sharp 4%:R (4%:R^-1) 1 s rho /
  2%:R).
Proof.
move=> b4 /(still_beta rho) h; rewrite subr_ge0 ler_pdivr_mulr ?ltr0n // => /(le_trans h).
by apply/negP; rewrite -ltNge -ltr_pdivl_mulr ?ltr0n // -invfM -natrM.
Qed.
Lemma too_large_bar (b rho : R) : b < 4%:R^-1 -> 0 <= rho ->
  ~ (0 <= b - beta_bar_sharp 4%:R (4%:R^-1) 1 rho / 2%:R).
Proof.
move=> b4 r0; rewrite subr_ge0 ler_pdivr_mulr ?ltr0n // /beta_bar_sharp sqrt4 mulr1 => h.
have : 4%:R^-1 * 2%:R <= b * 2%:R.
  by apply: le_trans h; rewrite ler_pmul2l ?invr_gt0 ?ltr0n // ler_addl mulr_ge0 ?sqrtr_ge0.
by rewrite ler_pmul2r ?ltr0n // leNgt b4.
Qed.
(* The bias is 1/8. *)
Lemma still_bias : 4%:R^-1 * 1 / 4%:R * (2%:R^-1 ^+ 0 / (1 - 2%:R^-1)) < 4%:R^-1 :> R.
Proof.
have -> : 4%:R^-1 * 1 / 4%:R * (2%:R^-1 ^+ 0 / (1 - 2%:R^-1)) = 8%:R^-1 :> R by rewrite expr0; field.
by rewrite ltf_pinv ?posrE ?ltr0n // ltr_nat.
Qed.
Lemma still_bias_gt0 : 0 < 4%:R^-1 * 1 / 4%:R * (2%:R^-1 ^+ 0 / (1 - 2%:R^-1)) :> R.
Proof. by have [h0 h1] := half_range; rewrite expr0 mulr1 !mulr_gt0 ?invr_gt0 ?ltr0n ?subr_gt0 ?ltr01. Qed.
Lemma still_old : 0 <= 1 / 4%:R * (2%:R^-1 ^+ 0 / (1 - 2%:R^-1)) :> R.
Proof.
have [h0 h1] := half_range; rewrite mulr_ge0 ?divr_ge0 ?ler01 ?ler0n ?exprn_ge0 ?subr_ge0 //; exact: ltW.
Qed.
Lemma still_loss : 0 <= 1 / (exp 1 - 1) :> R.
Proof. by rewrite divr_ge0 ?ler01 // subr_ge0 -[X in X <= _]exp0 exp_le ?ler01. Qed.
Lemma loss1 : 1 <= 1 / (1 - exp (- 1)) :> R.
Proof. by have [/RleP h _] := loss_range 1 Rlt_0_1; move: h; rewrite /Rdiv -RinvE'. Qed.
Lemma still_opt bonus : optimistic logistic only_zero bonus idle idle.
Proof. by move=> h; split=> // b ->. Qed.
Lemma zero_ball : ‖idle [::]‖ <= 1. Proof. by rewrite /idle nrm2E nrm0 ler01. Qed.
(* A bound below 0 is broken. *)
Lemma still_regret (delta x : R) : delta = 2%:R^-1 -> x < 0 -> ~ (1 - delta <= Pr (played sure idle) 1
  (fun h => regret logistic (fun=> 0 : 'cV[R]_1) idle idle 1 h <= x) [::]).
Proof.
move=> -> x0; set P := (fun h : seq unit => _ <= _) => h.
have : P [:: tt] by apply: (@idle_event P); exists P.
by rewrite /P /regret big_ord1 subrr leNgt x0.
Qed.
Lemma one_ball : ‖const_mx 1 : 'cV[R]_1‖ <= 1. Proof. by rewrite nrm_dim1 normr1. Qed.
Lemma still_round D : stationary (fun=> 0 : 'cV[R]_1) D 0. Proof. by apply/forallP => [[]]. Qed.

(* Z114_mutant: Z114 with a minus sign before the bonus: the still bandit, one round, D = 0. *)
Theorem Z114_mutant :
  ~ (forall (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d)
  (gamma lam delta u r : R) (T D : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < S -> 0 < delta -> delta <= 1 ->
  0 < u -> 0 < r ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* means of all parameters in [0, m] *)
  (forall z, 0 <= mu z <= m) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (forall h, actions h (act h)) -> weighted_mle e0 mu (discount gamma) lam reward act hat ->
  let phi := (exp (u + r) - 1 - (u + r)) / (u + r) ^+ 2 in
  let mass x := RInt (fun s => s ^+ d.-1 * exp (- (phi * lam / m ^+ 2 * s ^+ 2))) 0 x in
  let rho := phi * u * Num.sqrt lam / m + m / (u * Num.sqrt lam) * (ln (T%:R / delta)
    + d%:R / 2%:R * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + ln (mass (u + r) / mass r)) in
  let s := S + m / lam * (gamma ^+ D / (1 - gamma)) + S / (exp S - 1) in
  let X := (rho ^+ 2 / Num.sqrt lam + Num.sqrt (rho ^+ 4 / lam + 4%:R * s * rho ^+ 2)) / 2%:R in
  let beta := k_mu * Num.sqrt (s + X / Num.sqrt lam) * (Num.sqrt lam * S + X) in
  with_probability (played law act) T delta (fun h =>
    forall t b, (t < T)%N -> stationary theta D t -> ‖b‖ <= 1 ->
    `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      k_mu * m / lam * (gamma ^+ D / (1 - gamma))
      - beta / Num.sqrt c_mu * ‖b‖_[invmx (V gamma (lam / c_mu) (past act h) t)])).
Proof.
move=> H; have [d1 d2 sc km] := logistic_paper; have [h0 h1] := half_range; have [c0 fl] :=
  logistic_floor 1 1.
have := H 1%N unit_finType tt logistic dlogistic ddlogistic (4%:R^-1)%ring (dlogistic 1) 1%ring 1%ring
  (fun=> 0) only_zero sure half_reward idle idle (2%:R^-1)%ring 4%:R (2%:R^-1)%ring (2%:R^-1)%ring
  (2%:R^-1)%ring 1%N 0%N isT isT h0 h1 four_gt0 ltr01 ltr01 h0 (ltW h1) h0 h0 d1 d2 sc km logistic_unit c0 fl
  still_environment (fun=> erefl) (still_mle _).
move=> /idle_event /(_ 0%N (const_mx 1) isT (still_round 0) one_ball) /(le_trans (normr_ge0 _)).
rewrite (first_norm _ _ _ c0); apply: too_large; first exact: still_bias.
by rewrite -addrA ler_addl addr_ge0 // ?still_old ?still_loss.
Qed.

(* Z115_mutant: Z115 with a minus sign before the bonus: the still bandit, one round, D = 0. *)
Theorem Z115_mutant :
  ~ (forall (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d)
  (gamma lam delta u r : R) (T D : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < S -> 0 < delta -> delta <= 1 ->
  0 < u -> 0 < r ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* means of all parameters in [0, m] *)
  (forall z, 0 <= mu z <= m) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (forall h, actions h (act h)) -> weighted_mle e0 mu (discount gamma) lam reward act hat ->
  let phi := (exp (u + r) - 1 - (u + r)) / (u + r) ^+ 2 in
  let mass x := RInt (fun s => s ^+ d.-1 * exp (- (phi * lam / m ^+ 2 * s ^+ 2))) 0 x in
  let rho := phi * u * Num.sqrt lam / m + m / (u * Num.sqrt lam) * (ln (T%:R / delta)
    + d%:R / 2%:R * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + ln (mass (u + r) / mass r)) in
  let varkappa := 2%:R * S / (1 - exp (- (2%:R * S))) in
  let betabar := k_mu * (Num.sqrt lam * S + Num.sqrt varkappa * rho) in
  with_probability (played law act) T delta (fun h =>
    forall t b, (t < T)%N -> stationary theta D t -> ‖hat (take t h)‖ <= S -> ‖b‖ <= 1 ->
    `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      k_mu * m / lam * (gamma ^+ D / (1 - gamma))
      - betabar / Num.sqrt c_mu * ‖b‖_[invmx (V gamma (lam / c_mu) (past act h) t)])).
Proof.
move=> H; have [d1 d2 sc km] := logistic_paper; have [h0 h1] := half_range; have [c0 fl] :=
  logistic_floor 1 1.
have := H 1%N unit_finType tt logistic dlogistic ddlogistic (4%:R^-1)%ring (dlogistic 1) 1%ring 1%ring
  (fun=> 0) only_zero sure half_reward idle idle (2%:R^-1)%ring 4%:R (2%:R^-1)%ring (2%:R^-1)%ring
  (2%:R^-1)%ring 1%N 0%N isT isT h0 h1 four_gt0 ltr01 ltr01 h0 (ltW h1) h0 h0 d1 d2 sc km logistic_unit c0 fl
  still_environment (fun=> erefl) (still_mle _).
move=> /idle_event /(_ 0%N (const_mx 1) isT (still_round 0) zero_ball one_ball) /(le_trans (normr_ge0 _)).
rewrite (first_norm _ _ _ c0); apply: too_large_bar; first exact: still_bias.
have i0 : 0 <= (1 - 2%:R^-1 ^+ (2 * 0)) / (1 - 2%:R^-1 ^+ 2) :> R by rewrite muln0 expr0 subrr mul0r.
have := rho_sharp_gt0 (isT : (0 < 1)%N) four_gt0 ltr01 h0 h0 (isT : (0 < 1)%N) h0 (ltW h1) (ltW
  quarter_gt0) i0.
by rewrite rho_sharpE => /ltW.
Qed.

(* Z166_mutant: Z166 with a minus sign before the first bonus: the still bandit, one round, tau = 1. *)
Theorem Z166_mutant :
  ~ (forall (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d)
  (lam delta u r : R) (T tau : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < lam -> 0 < m -> 0 < S -> 0 < delta -> delta <= 1 -> 0 < u -> 0 < r ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (forall h, actions h (act h)) -> weighted_mle e0 mu (window_weight _ tau) lam reward act hat ->
  let phi := (exp (u + r) - 1 - (u + r)) / (u + r) ^+ 2 in
  let mass x := RInt (fun s => s ^+ d.-1 * exp (- (phi * lam / m ^+ 2 * s ^+ 2))) 0 x in
  let rho t := phi * u * Num.sqrt lam / m + m / (u * Num.sqrt lam) * (ln (T%:R / delta)
    + d%:R / 2%:R * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam)) + ln (mass (u + r) / mass r)) in
  let s := S / (1 - exp (- S)) in
  let X t := (rho t ^+ 2 / Num.sqrt lam + Num.sqrt (rho t ^+ 4 / lam + 4%:R * s * rho t ^+ 2)) / 2%:R in
  let beta t := k_mu * Num.sqrt (s + X t / Num.sqrt lam) * (Num.sqrt lam * S + X t) in
  let varkappa := 2%:R * S / (1 - exp (- (2%:R * S))) in
  let betabar t := k_mu * (Num.sqrt lam * S + Num.sqrt varkappa * rho t) in
  with_probability (played law act) T delta (fun h =>
    forall t b, (t < T)%N -> stationary theta tau t -> ‖b‖ <= 1 ->
    `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      - beta t.+1 / Num.sqrt c_mu * ‖b‖_[invmx (V_window (lam / c_mu) (past act h) tau t)]) /\
  with_probability (played law act) T delta (fun h =>
    forall t b, (t < T)%N -> stationary theta tau t -> ‖hat (take t h)‖ <= S -> ‖b‖ <= 1 ->
    `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      betabar t.+1 / Num.sqrt c_mu * ‖b‖_[invmx (V_window (lam / c_mu) (past act h) tau t)])).
Proof.
move=> H; have [d1 d2 sc km] := logistic_paper; have [h0 h1] := half_range; have [c0 fl] :=
  logistic_floor 1 1.
have [+ _] := H 1%N unit_finType tt logistic dlogistic ddlogistic (4%:R^-1)%ring (dlogistic 1) 1%ring 1%ring
  (fun=> 0) only_zero sure half_reward idle idle 4%:R (2%:R^-1)%ring (2%:R^-1)%ring
  (2%:R^-1)%ring 1%N 1%N isT isT four_gt0 ltr01 ltr01 h0 (ltW h1) h0 h0 d1 d2 sc km c0 fl
  still_environment (fun=> erefl) (still_mle _).
move=> /idle_event /(_ 0%N (const_mx 1) isT (still_round 1) one_ball) /(le_trans (normr_ge0 _)).
rewrite /V_window (first_norm _ _ _ c0) mulNr -[X in _ <= X]add0r; apply: too_large; last exact: loss1.
exact: quarter_gt0.
Qed.

(* Z168_mutant: Z168 with a minus sign before sqrt T W: the still bandit, one round, D = 0. *)
Theorem Z168_mutant :
  ~ (forall (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta u r Delta : R) (T D Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < S -> 0 < delta -> delta <= 1 ->
  0 < u -> 0 < r ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* means of all parameters in [0, m] *)
  (forall z, 0 <= mu z <= m) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let phi := (exp (u + r) - 1 - (u + r)) / (u + r) ^+ 2 in
  let mass x := RInt (fun s => s ^+ d.-1 * exp (- (phi * lam / m ^+ 2 * s ^+ 2))) 0 x in
  let rho := phi * u * Num.sqrt lam / m + m / (u * Num.sqrt lam) * (ln (T%:R / delta)
    + d%:R / 2%:R * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + ln (mass (u + r) / mass r)) in
  let s := S + m / lam * (gamma ^+ D / (1 - gamma)) + S / (exp S - 1) in
  let X := (rho ^+ 2 / Num.sqrt lam + Num.sqrt (rho ^+ 4 / lam + 4%:R * s * rho ^+ 2)) / 2%:R in
  let beta := k_mu * Num.sqrt (s + X / Num.sqrt lam) * (Num.sqrt lam * S + X) in
  let bias := k_mu * m / lam * (gamma ^+ D / (1 - gamma)) in
  let y := c_mu * (1 - gamma ^+ T) / (d%:R * lam * (1 - gamma)) in
  let P := Num.min (T%:R * c_mu / lam) (c_mu / (lam * ln (1 + c_mu / lam))
    * (d%:R * (ln (1 + y) + (T - 1)%:R * ln ((1 + y) / (1 + gamma * y))))) in
  let W := 2%:R * beta * Num.sqrt (P / c_mu) + 2%:R * bias * Num.sqrt T%:R in
  (* D-GLM-UCB with this beta *)
  D_GLM_UCB e0 mu actions reward gamma lam c_mu beta act hat ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
    m * (Gamma * D)%:R - Num.sqrt T%:R * W) [::] /\
  (0 < Delta ->
   (forall h b, (size h < T)%N -> actions h b -> mu ⟨b, theta (size h)⟩ < mu ⟨best h, theta (size h)⟩ ->
     Delta <= mu ⟨best h, theta (size h)⟩ - mu ⟨b, theta (size h)⟩) ->
   1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
    m * (Gamma * D)%:R + W ^+ 2 / Delta) [::])).
Proof.
move=> H; have [d1 d2 sc km] := logistic_paper; have [h0 h1] := half_range; have [c0 fl] :=
  logistic_floor 1 1.
have [+ _] := H 1%N unit_finType tt logistic dlogistic ddlogistic (4%:R^-1)%ring (dlogistic 1) 1%ring 1%ring
  (fun=> 0) only_zero sure half_reward idle idle idle (2%:R^-1)%ring 4%:R (2%:R^-1)%ring (2%:R^-1)%ring
  (2%:R^-1)%ring 1%ring 1%N 0%N 0%N isT isT h0 h1 four_gt0 ltr01 ltr01 h0 (ltW h1) h0 h0 d1 d2 sc km
    logistic_unit c0 fl
  still_environment idle_breaks (fun=> erefl) (conj (still_mle _) (still_opt _)).
apply: still_regret => //; rewrite muln0 mulr0 add0r oppr_lt0 mulr_gt0 ?sqrtr_gt0 ?ltr0n //.
apply: ltr_paddl; last by rewrite mulr_gt0 ?sqrtr_gt0 ?ltr0n // mulr_gt0 ?ltr0n // still_bias_gt0.
rewrite mulr_ge0 ?sqrtr_ge0 // mulr_ge0 ?ler0n //; apply: beta_sharp_ge0; rewrite ?ler01 ?invr_ge0 ?ler0n //.
Qed.

(* Z169_mutant: Z169 with a minus sign before sqrt T W: the still bandit, one round, tau = 1. *)
Theorem Z169_mutant :
  ~ (forall (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (lam delta u r Delta : R) (T tau N Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < lam -> 0 < m -> 0 < S -> 0 < delta -> delta <= 1 -> 0 < u -> 0 < r ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let phi := (exp (u + r) - 1 - (u + r)) / (u + r) ^+ 2 in
  let mass x := RInt (fun s => s ^+ d.-1 * exp (- (phi * lam / m ^+ 2 * s ^+ 2))) 0 x in
  let rho t := phi * u * Num.sqrt lam / m + m / (u * Num.sqrt lam) * (ln (T%:R / delta)
    + d%:R / 2%:R * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam)) + ln (mass (u + r) / mass r)) in
  let s := S / (1 - exp (- S)) in
  let X t := (rho t ^+ 2 / Num.sqrt lam + Num.sqrt (rho t ^+ 4 / lam + 4%:R * s * rho t ^+ 2)) / 2%:R in
  let beta t := k_mu * Num.sqrt (s + X t / Num.sqrt lam) * (Num.sqrt lam * S + X t) in
  N = ((T + (tau + 1) - 1) %/ (tau + 1))%N ->
  let P := c_mu / (lam * ln (1 + c_mu / lam)) * (d%:R * (N%:R * ln (1 + c_mu * T%:R / (N%:R * d%:R *
    lam)))) in
  let W := 2%:R * beta T * Num.sqrt (P / c_mu) in
  (* SC-SW-GLUCB with these beta_t *)
  SC_SW_GLUCB e0 mu actions reward tau lam c_mu beta act hat ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
    m * (Gamma * tau)%:R - Num.sqrt T%:R * W) [::] /\
  (0 < Delta ->
   (forall h b, (size h < T)%N -> actions h b -> mu ⟨b, theta (size h)⟩ < mu ⟨best h, theta (size h)⟩ ->
     Delta <= mu ⟨best h, theta (size h)⟩ - mu ⟨b, theta (size h)⟩) ->
   1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
    m * (Gamma * tau)%:R + W ^+ 2 / Delta) [::])).
Proof.
move=> H; have [d1 d2 sc km] := logistic_paper; have [h0 h1] := half_range; have [c0 fl] :=
  logistic_floor 1 1.
have [+ _] := H 1%N unit_finType tt logistic dlogistic ddlogistic (4%:R^-1)%ring (dlogistic 1) 1%ring 1%ring
  (fun=> 0) only_zero sure half_reward idle idle idle 4%:R (2%:R^-1)%ring (2%:R^-1)%ring
  (2%:R^-1)%ring 1%ring 1%N 1%N 1%N 0%N isT isT four_gt0 ltr01 ltr01 h0 (ltW h1) h0 h0 d1 d2 sc km c0 fl
  still_environment idle_breaks (fun=> erefl) erefl (conj (still_mle _) (still_opt _)).
apply: still_regret => //; rewrite mul0n mulr0 add0r oppr_lt0 mulr_gt0 ?sqrtr_gt0 ?ltr0n //.
rewrite mulr_gt0 //.
  rewrite mulr_gt0 ?ltr0n //; apply: lt_le_trans h0 _; exact: (still_beta _ loss1).
rewrite sqrtr_gt0 divr_gt0 //; move: (dlogistic 1) c0 => c c0.
have q0 : 0 < c / 4%:R by rewrite divr_gt0 ?ltr0n.
have l0 (x : R) : 0 < x -> 0 < ln (1 + x).
  move=> /RltP x0; apply/RltP; rewrite -[X in Rlt X _]ln_1; apply: ln_increasing; first exact: Rlt_0_1.
  by apply/RltP; rewrite ltr_addl; apply/RltP.
apply: mulr_gt0; first by rewrite divr_gt0 // mulr_gt0 ?ltr0n // l0.
by rewrite mulr_gt0 ?ltr0n // mulr_gt0 ?ltr0n // l0 // divr_gt0 ?mulr_gt0 ?ltr0n.
Qed.
