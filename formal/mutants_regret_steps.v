(* Mutants of claims_regret_steps.v.  Witnesses: one dimension, one or two rounds; the bandits of
   stubborn_bandit.v, and numbers. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import any_law any_law_tail any_law_regret.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus regret.
From Glb Require Import mixing.
From Glb Require Import paper_indices window_indices path_regret rounds_regret window_regret gap_regret.
From Glb Require Import rates rates_discount ordinary_bandit regret_steps small_witnesses stubborn_bandit.
From Glb Require Import calm_bandit.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* I23 without m, which is the printed form.  Witness: the bandit that turns, D = 1: 2 and 1. *)
Theorem I23_mutant : ~ (forall (d : nat) (E : Type) (mu dmu : R -> R) (S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act best : seq E -> 'cV[R]_d) (T D Gamma : nat) (h : seq E),
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (forall h, actions h (act h)) -> (forall h, actions h (best h)) ->
  (breaks theta T <= Gamma)%N -> size h = T ->
  let r t := mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩ in
  \sum_(t < T | ~~ stationary theta D t) r t <= (Gamma * D)%:R).
Proof.
move=> H; have := H 1%N unit shift (fun=> 1) 1 2%:R turned (fun _ => either) turned_pays any_function value
  (fun=> const_mx (-1)) (fun=> const_mx 1) 2%N 1%N 1%N [:: tt; tt] turned_bandit (fun=> or_intror erefl)
  (fun=> or_introl erefl) turned_breaks erefl.
by rewrite /= turned_sum ler_nat.
Qed.

(* Z54 with 1/2 for 2 before the bonus.  Witness: the stubborn bandit, gamma = 1/2, lambda = 10^4, D = 4: the
   first round costs 2, and the bound is at most 1.99. *)
Theorem Z54_mutant : ~ (forall (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (gamma lam delta : R) (T D : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (* best: the comparator, any policy with allowed actions *)
  (forall h, actions h (best h)) ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  discounted_ucb e0 mu actions reward gamma lam c_mu beta act hat ->
  let V h t := \sum_(s < t) gamma ^+ (t.-1 - s) *: (act (take s h) *m (act (take s h))^T) + (lam / c_mu)%:M in
  let r h t := mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩ in
  let P A := Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T A [::] in
  P (fun h => ~~ [forall t : 'I_T, stationary theta D t ==>
    (r h t <= 2%:R^-1 / Num.sqrt c_mu * beta * ‖act (take t h)‖_[invmx (V h t)]
      + 2%:R * k_mu / lam * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m))]) <= delta).
Proof.
move=> H; have h0 := half_gt0; have h1 := half_range.2.
have X := H 1%N unit tt shift (fun=> 1) (fun=> 0) 1 1 1 2%:R (fun=> const_mx 1) offers pays any_function value
  (plays (-1)) _ (plays 1) 2%:R^-1 ridge4 2%:R^-1 2%N 4%N isT isT h0 h1 ridge4_gt0 two_gt0 h0 half_le1
  shift_derive shift_derive2 shift_sc (fun=> lexx 1) ltr01 (stubborn_floor (lexx 1)) stubborn_bandit
  (stubborn_allowed (or_introl erefl)) (stubborn_discounted 1 _ (ltW h0) ridge4_gt0).
move: X; apply: stubborn_sure => h hT; apply/negP => /forallP /(_ ord0) /implyP.
have st : stationary (fun=> const_mx 1 : 'cV[R]_1) 4 0 by apply/forallP; case.
move=> /(_ st); rewrite take0 /plays /= !dot_dim1 /shift mulr1 mulr1 subrr subr0 sqrtr1 divr1 big_ord0 add0r.
rewrite calm_norm; last by rewrite normrN normr1.
have [s0 s1] := calm_Sbar; have [y0 y1] := calm_faded.
have := calm_factor s0 s1 (calm_rho y0 y1); move: (Num.sqrt (1 + _ + _ + _) ^+ 3) => f F.
by rewrite leNgt => /negP; apply; exact: calm_biased F.
Qed.

(* Numbers for the next three: d = T = 1, the action 1, lambda = 1, gamma = 1/2, c_mu = 64. *)
Definition steep_V (t : nat) : 'M[R]_1 :=
  \sum_(1 <= s < t) (2%:R^-1)%ring ^+ (t - 1 - s) *: (one_action s *m (one_action s)^T) + (1 / 64%:R)%ring%:M.
Lemma steep_floor : 0 < 64%:R :> R. Proof. by rewrite ltr0n. Qed.
Lemma steep_norm : ‖one_action 1‖_[invmx (steep_V 1)] = 8%:R.
Proof.
rewrite /nrm /steep_V big_geq // add0r one_qf mul1r invrK.
by rewrite (natrM _ 8 8) -expr2 sqrtr_sqr ger0_norm ?ler0n.
Qed.
(* Lambda is at most 9. *)
Lemma steep_log : 1%:R * ln (2%:R^-1)^-1 + ln (1 + 64%:R / (1%:R * 1 * (1 - 2%:R^-1))) <= 9%:R.
Proof.
have l2 : ln 2%:R <= 1 by apply: (le_trans (ln_le_sub1 two_gt0)); rewrite -[2%:R]/(1 + 1 : R) addrK.
have -> : 1 + 64%:R / (1%:R * 1 * (1 - 2%:R^-1)) = 129%:R :> R.
  by rewrite half_rest !mul1r invrK -natrM -[1]/(1%:R) -natrD.
rewrite invrK mul1r; apply: (@le_trans _ _ (ln 2%:R + ln (2%:R ^+ 8))).
  by rewrite ler_add2l; apply: ln_le; rewrite ?ltr0n // -natrX ler_nat.
by rewrite lnX ?two_gt0 // -mulrS -[9%:R]mulr_natr mul1r ler_wmuln2r.
Qed.

(* Z55 with 1/lambda in the maximum: 64 and at most 18. *)
Theorem Z55_mutant : ~ (forall (d T : nat) (gamma lam c_mu : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d),
  (0 < d)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < c_mu -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) +
    (lam / c_mu)%:M) ->
  let Lambda := T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))) in
  \sum_(1 <= t < T.+1) ‖a t‖_[invmx (V t)] ^+ 2 <= 2%:R * Num.max 1 (1 / lam) * d%:R * Lambda).
Proof.
move=> H; have := H 1%N 1%N _ 1 64%:R one_action steep_V isT half_gt0 half_range.2 ltr01 steep_floor one_le
  (fun _ _ => erefl).
cbv zeta; move: steep_log; move: (_ + ln _) => La L9.
rewrite big_nat1 steep_norm divr1 maxxx !mulr1 => /le_trans /(_ (ler_wpmul2l (ler0n _ 2) L9)).
by rewrite -natrX -natrM ler_nat.
Qed.

(* I31 with 1/lambda in the maximum, beta = 1: 4 and at most 72/64. *)
Theorem I31_mutant : ~ (forall (d T : nat) (gamma lam c_mu beta : R) (a : nat -> 'cV[R]_d)
  (V : nat -> 'M[R]_d),
  (0 < d)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < c_mu -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) +
    (lam / c_mu)%:M) ->
  let Lambda := T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))) in
  \sum_(1 <= t < T.+1) 4%:R / c_mu * beta ^+ 2 * ‖a t‖_[invmx (V t)] ^+ 2
    <= 8%:R * d%:R / c_mu * beta ^+ 2 * Num.max 1 (1 / lam) * Lambda).
Proof.
move=> H; have := H 1%N 1%N _ 1 64%:R 1 one_action steep_V isT half_gt0 half_range.2 ltr01 steep_floor one_le
  (fun _ _ => erefl).
cbv zeta; move: steep_log; move: (_ + ln _) => La L9.
rewrite big_nat1 steep_norm divr1 maxxx expr1n !mulr1.
have q0 : 0 <= 8%:R / 64%:R :> R by rewrite divr_ge0 ?ler0n.
move=> /le_trans /(_ (ler_wpmul2l q0 L9)) /RleP.
by rewrite -natrX; toR_goal; simpl; lra.
Qed.

(* I33 with 1/lambda in the maximum, k_mu = beta = m = 1, S = 0, D = 0: 16 and at most 2 sqrt(18). *)
Theorem I33_mutant : ~ (forall (d T D : nat) (gamma lam c_mu k_mu S m beta : R) (a : nat -> 'cV[R]_d)
  (V : nat -> 'M[R]_d),
  (0 < d)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < c_mu -> 0 <= k_mu -> 0 <= S -> 0 <= m -> 0 <= beta ->
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) +
    (lam / c_mu)%:M) ->
  let Lambda := T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))) in
  let r_3 t := 8%:R * k_mu / lam * (beta / Num.sqrt c_mu) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m)
    * ‖a t‖_[invmx (V t)] in
  \sum_(1 <= t < T.+1) r_3 t <= 8%:R * k_mu * beta / (lam * Num.sqrt c_mu) * (gamma ^+ D / (1 - gamma))
    * (2%:R * S * k_mu + m) * Num.sqrt (2%:R * d%:R * T%:R * Num.max 1 (1 / lam)) * Num.sqrt Lambda).
Proof.
move=> H; have := H 1%N 1%N 0%N _ 1 64%:R 1 0 1 1 one_action steep_V isT half_gt0 half_range.2 ltr01
  steep_floor ler01 (lexx 0) ler01 ler01 one_le (fun _ _ => erefl).
have s64 : Num.sqrt 64%:R = 8%:R :> R by rewrite (natrM _ 8 8) -expr2 sqrtr_sqr ger0_norm ?ler0n.
cbv zeta; move: steep_log; move: (_ + ln _) => La L9.
rewrite big_nat1 steep_norm s64 !divr1 maxxx !mulr1 !mul1r mulr0 add0r !mulr1.
have g0 : 0 < 8%:R / 8%:R / (1 - 2%:R^-1) :> R by rewrite half_rest !divr_gt0 ?invr_gt0 ?ltr0n.
rewrite -[X in _ <= X]mulrA ler_pmul2l // -sqrtrM ?ler0n // => h.
have := le_trans h (ler_wsqrtr (ler_wpmul2l (ler0n R_numDomainType 2) L9)).
rewrite -s64 -natrM ler_sqrt ?ltr0n // leNgt ltr_nat.
by [].
Qed.

(* Z121 with lambda^d on the left, which is the printed form.  Witness: d = T = 1, lambda = 1, c_mu = 1/4,
   gamma = 1/2: log 10 and log 3. *)
Definition flat_V (t : nat) : 'M[R]_1 :=
  \sum_(1 <= s < t) (2%:R^-1)%ring ^+ (t - 1 - s) *: (one_action s *m (one_action s)^T)
    + (1 / 4%:R^-1)%ring%:M.
Theorem Z121_mutant : ~ (forall (d T : nat) (gamma lam c_mu : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d),
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 < c_mu -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) +
    (lam / c_mu)%:M) ->
  let Lambda := T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))) in
  ln (\det (V T.+1) / (gamma ^+ (d * T) * lam ^+ d)) <= d%:R * Lambda).
Proof.
have q0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
move=> H; have := H 1%N 1%N _ 1 _ one_action flat_V half_gt0 half_range.2 ltr01 q0 one_le (fun _ _ => erefl).
rewrite /flat_V one_design big_nat1 det_scalar subnn expr0 !expr1 mulr1 mul1r invrK.
have -> : (1 + 4%:R) / 2%:R^-1 = 10%:R :> R by rewrite invrK -[1 + _]/(5%:R) -natrM.
have -> : 1 + 4%:R^-1 / (1%:R * 1 * (1 - 2%:R^-1)) = 3%:R / 2%:R :> R.
  by rewrite half_rest !mul1r invrK; toR_goal; simpl; lra.
rewrite !mul1r invrK -lnM ?divr_gt0 ?ltr0n // => h.
have : 10%:R <= 3%:R :> R; last by rewrite ler_nat.
apply: le_ln; rewrite ?ltr0n //; apply: (le_trans h); same; congr ln.
by toR_goal; simpl; lra.
Qed.

(* Z127 with n + 1 on the right.  Witness: n = 0, gamma = 1/2: 0 and 1. *)
Theorem Z127_mutant : ~ (forall (gamma : R), 0 < gamma -> gamma < 1 ->
  [/\ forall n, \sum_(k < n) gamma ^+ k = (1 - gamma ^+ n.+1) / (1 - gamma),
      is_series (fun k => gamma ^+ k) (1 / (1 - gamma))%ring,
      1 - exp (-1)%ring <= 1 - power gamma (1 / (1 - gamma)) /\
        63%:R / 100%:R < 1 - exp (-1)%ring < 64%:R / 100%:R &
      2%:R^-1 <= gamma -> 1 - power gamma (1 / (1 - gamma)) <= 1 - exp (- (14%:R / 10%:R))%ring /\
        1 - exp (- (14%:R / 10%:R))%ring < 76%:R / 100%:R]).
Proof.
move=> H; have [/(_ 0%N) + _ _ _] := H _ half_gt0 half_range.2.
rewrite big_ord0 expr1 divff; last by rewrite subr_eq0 eq_sym lt_eqF ?half_range.2.
by move/eqP; rewrite eq_sym oner_eq0.
Qed.

(* Z58 with a minus sign before C_2.  Witness: the stubborn bandit, lambda = 1, gamma = 1/2, small c_mu. *)
Theorem Z58_mutant : ~ (forall (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (gamma lam delta Delta : R) (T D Gamma : nat),
  (0 < d)%N -> (1 < T)%N -> 2%:R^-1 <= gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  is_ceil (ln T%:R / ln gamma^-1)%ring D ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let Lambda := T%:R * ln gamma^-1 + ln (1 + 1 / (d%:R * lam * (1 - gamma))) in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  discounted_ucb e0 mu actions reward gamma lam c_mu beta act hat ->
  let kappa := Num.max 1 k_mu in
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  let P A := Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T A [::] in
  ((0 < Gamma)%N -> P (fun h => ~~ (R_T h <=
    (2%:R * m * ln T%:R + 2%:R * k_mu * (2%:R * S * k_mu + m) / lam) * (Gamma%:R / (1 - gamma))
    - 2%:R * kappa * Num.sqrt (2%:R * Num.max 1 (1 / lam)) * (beta * Num.sqrt (d%:R * T%:R) / Num.sqrt c_mu)
      * Num.sqrt Lambda)) <= delta)
  /\
  (* ass:minimum_gap *)
  (0 < Delta ->
  (forall h b, (size h < T)%N -> actions h b -> mu ⟨b, theta (size h)⟩ < mu ⟨best h, theta (size h)⟩ ->
    Delta <= mu ⟨best h, theta (size h)⟩ - mu ⟨b, theta (size h)⟩) ->
  P (fun h => ~~ (R_T h <= 2%:R * m * ln T%:R * (Gamma%:R / (1 - gamma))
    + 8%:R * k_mu ^+ 2 * (2%:R * S * k_mu + m) ^+ 2 / lam ^+ 2 * (T%:R * (1 - gamma) ^+ 2 * Delta)^-1
    + 16%:R * kappa ^+ 2 * Num.max 1 (1 / lam) * (d%:R * beta ^+ 2 / (c_mu * Delta)) * Lambda)) <= delta)).
Proof.
move=> H; have h0 := half_gt0; have h1 := half_range.2; have [D Dc] := depth_exists h0 h1.
set B := beta_D 1 1 1 2%:R 2%:R^-1 1 2%:R^-1 2 D.
set La := 2%:R * ln 2%:R^-1^-1 + ln (1 + 1 / (1%:R * 1 * (1 - 2%:R^-1))).
set K := 2%:R * Num.max 1 1 * Num.sqrt (2%:R * Num.max 1 (1 / 1)) * (B * Num.sqrt (1%:R * 2%:R))
  * Num.sqrt La.
set M := (2%:R * 2%:R * ln 2%:R + 2%:R * 1 * (2%:R * 1 * 1 + 2%:R) / 1) * (1%:R / (1 - 2%:R^-1)).
have u0 : 0 < 1 - 2%:R^-1 :> R by rewrite subr_gt0.
have La0 : 0 < La.
  rewrite /La invrK ltr_paddr //; first by rewrite ln_ge0 // ler_addl divr_ge0 ?mulr_ge0 ?ler01 ?(ltW u0).
  exact: mulr_gt0 two_gt0 (lt_le_trans half_gt0 (log_horizon (T := 2) isT)).
have B0 : 0 < B.
  have Sb : 0 <= Sbar 1 1 1 2%:R 2%:R^-1 D :> R.
    rewrite /Sbar addr_ge0 ?ler01 // divr_ge0 ?mul1r ?(ltW u0) // mulr_ge0 ?exprn_ge0 ?(ltW h0) //.
    by rewrite addr_ge0 ?mulr_ge0 ?ler01 ?ler0n.
  rewrite /B /beta_D /beta sqrtr1 !mul1r exprn_gt0 // sqrtr_gt0 (lt_le_trans ltr01) // beta_base_ge1 //.
  rewrite -rhoE; apply: rho_ge0 => //; rewrite ?ler01 ?ltr01 ?half_le1 ?(ltW two_gt0) //.
  rewrite divr_ge0 // subr_ge0 exprn_ile1 ?(ltW h0) ?(ltW h1) //.
have K0 : 0 < K.
  have q0 : 0 < 2%:R * Num.max 1 (1 / 1) :> R by rewrite divr1 maxxx mulr1 two_gt0.
  apply: mulr_gt0; last by rewrite sqrtr_gt0.
  apply: mulr_gt0; first by rewrite mulr_gt0 ?sqrtr_gt0 // maxxx mulr1 two_gt0.
  by rewrite mulr_gt0 // sqrtr_gt0 mulr_gt0 ?ltr0n.
have [c [c0 c1 Kc]] := small_power (2%:R * M / K) h0.
have s0 : 0 < Num.sqrt c by rewrite sqrtr_gt0.
have X : M - 2%:R * Num.max 1 1 * Num.sqrt (2%:R * Num.max 1 (1 / 1))
  * (B * Num.sqrt (1%:R * 2%:R) / Num.sqrt c)
  * Num.sqrt La < 2%:R.
  have -> : 2%:R * Num.max 1 1 * Num.sqrt (2%:R * Num.max 1 (1 / 1))
      * (B * Num.sqrt (1%:R * 2%:R) / Num.sqrt c) * Num.sqrt La
    = K / Num.sqrt c by rewrite /K !mulrA [_ / Num.sqrt c * _]mulrAC.
  apply: lt_trans two_gt0; rewrite subr_lt0 ltr_pdivl_mulr //.
  move: Kc; rewrite -(sqrt_power c0) -[2%:R * M / K]mulrA -mulrA gtr_pmulr ?two_gt0 //.
  by rewrite mulrAC ltr_pdivr_mulr // mul1r.
exact: (stubborn_fails X ((H 1%N unit tt shift (fun=> 1) (fun=> 0) 1 c 1 2%:R (fun=> const_mx 1) offers pays
  any_function value (plays (-1)) _ (plays 1) 2%:R^-1 1 2%:R^-1 1 2%N D 1%N isT isT (lexx _) h1 ltr01 two_gt0
  h0 half_le1 shift_derive shift_derive2 shift_sc (fun=> lexx 1) c0 (stubborn_floor c1) stubborn_bandit
  (stubborn_breaks 2) (stubborn_allowed (or_introl erefl)) Dc
  (stubborn_discounted c _ (ltW h0) ltr01)).1 isT)).
Qed.
