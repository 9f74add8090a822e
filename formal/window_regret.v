(* The sliding window: bonus and regret of SC-SW-GLUCB (l. 2680-2710, 2836-2968, 3001-3052).

   The proposition of l. 2853, thm:regret_wost_case_SW (l. 2918) and the display in the proof of
   thm:fjqiqposejf_SW (l. 3031), corrected: a round near a change costs at most m (printed: 1), and the ridge
   of V_t is lambda / c_mu (printed: lambda), so that 1/lambda becomes c_mu/lambda.
   Rounds are counted from 0: after t rounds the next one is the paper's round t + 1, and its radius is
   rho_{t+1} with min(t + 1, tau). *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus regret.
From Glb Require Import any_law any_law_tail any_law_regret window_deviation path_regret rounds_regret.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* SC-SW-GLUCB (algorithm 2, l. 2680): hat is the estimate from the last tau rounds, and act maximises
   mu(<b, hat>) + (beta_t / sqrt c_mu) |b|_{V_t^-1}; beta t is the coefficient of the paper's round t. *)
Definition SC_SW_GLUCB d (E : finType) (e0 : E) (mu : R -> R) (actions : seq E -> 'cV[R]_d -> Prop)
  (reward : seq E -> 'cV[R]_d -> E -> R) tau (lam c_mu : R) (beta : nat -> R) (act hat : seq E -> 'cV[R]_d) :=
  weighted_mle e0 mu (window_weight R_realFieldType tau) lam reward act hat /\
  optimistic mu actions (fun h b =>
    beta (size h).+1 / Num.sqrt c_mu * nrm (invmx (V_window (lam / c_mu) (past act h) tau (size h))) b)
    act hat.

(* lemma:ellipticalpotential_SW with ridge lambda / c_mu (Z66) *)
Lemma potential_window d T tau (lam c_mu : R) (a : nat -> 'cV[R]_d) :
  (0 < tau)%N -> 0 < lam -> 0 < c_mu -> (forall t, nrm2 (a t) <= 1) ->
  \sum_(t < T) qf (invmx (V_window (lam / c_mu) a tau t)) (a t) <=
  d%:R * ((T + tau - 1) %/ tau)%:R
    * (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam))).
Proof.
move=> t0 lam0 c0 a1; have lc0 : 0 < lam / c_mu by rewrite divr_gt0.
have a1' t : dot (a t) (a t) <= 1 by rewrite -nrm2_sqr exprn_ile1 ?nrm2_ge0.
apply: le_trans (elliptical_potential_window lc0 a1' T t0) _; rewrite invf_div.
have -> : tau%:R / (lam / c_mu * d%:R) = c_mu * tau%:R / (d%:R * lam).
  by rewrite !invfM invrK; move: (lam^-1) (d%:R^-1) (tau%:R) => x y z; ring.
same; set L := ln _; set C := ((_ + _ - _) %/ _)%N.
by move: (Num.max _ _) L C%:R => x y z; ring.
Qed.

(* Any law of rewards *)
Section AnyLaw.
Variables (d : nat) (E : Type) (e0 : E).
Variables (mu dmu ddmu : R -> R) (c_mu k_mu S m : R).
Variables (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop).
Variables (Ec : seq E -> 'cV[R]_d -> (E -> R) -> R) (reward : seq E -> 'cV[R]_d -> E -> R).
Variables (act hat best : seq E -> 'cV[R]_d) (lam delta : R) (T tau Gamma : nat).
Hypotheses (d0 : (0 < d)%N) (T0 : (0 < T)%N) (tau0 : (0 < tau)%N) (lam0 : 0 < lam) (m0 : 0 < m).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis floor : slope_floor d dmu S c_mu.
Hypothesis env : any_environment mu dmu S m theta actions Ec reward.
Hypothesis allowed : forall h, actions h (act h).
Hypothesis best_allowed : forall h, actions h (best h).
Hypothesis changes : (breaks theta T <= Gamma)%N.
Local Notation w := (window_weight R_realFieldType tau).
Local Notation played := (fun h => Ec h (act h)).
Hypothesis mle : forall h,
  \sum_(s < size h) (w (size h) s * mu (dot (ppast act h s) (hat h))) *: ppast act h s + lam *: hat h =
  \sum_(s < size h) (w (size h) s * preward e0 reward act h s) *: ppast act h s.

(* beta_t^delta of beta_t_SW (l. 2847), with rho_t^delta of eq:rho_SW (l. 2836), t the paper's round *)
Definition beta_SW t := beta lam k_mu S (rho_of d T lam m k_mu delta (minn t tau)%:R).

Hypothesis opt : forall h b, actions h b ->
  let V := V_window (lam / c_mu) (ppast act h) tau (size h) in
  mu (dot b (hat h)) + beta_SW (size h).+1 / Num.sqrt c_mu * nrm (invmx V) b <=
  mu (dot (act h) (hat h)) + beta_SW (size h).+1 / Num.sqrt c_mu * nrm (invmx V) (act h).

(* The bonus grows with the round (Z64). *)
Lemma beta_SW_le t : (t < T)%N -> beta_SW t.+1 <= beta_SW T.
Proof.
move=> tT; have k0 := kmu0 link; apply: beta_mono => //; first exact: (S_nonneg env).
  by apply: rho_ge0 => //; [exact: ltW|exact: ler0n].
by apply: rho_of_mono => //; rewrite ?ler0n // ler_nat; lia.
Qed.

(* The same with Sbar in the place of S, as rounds_regret.v has it *)
Local Notation bt t :=
  (beta lam k_mu (Sbar_of lam S k_mu m 0) (rho_of d T lam m k_mu delta (minn t.+1 tau)%:R)).
Let btl t : (t < T)%N -> bt t <= beta_SW T.
Proof. by rewrite Sbar_window; exact: beta_SW_le. Qed.
Let opt' h b : actions h b ->
  let V := design (lam / c_mu) (ppast act h) (w (size h)) (size h) in
  mu (dot b (hat h)) + bt (size h) / Num.sqrt c_mu * nrm (invmx V) b <=
  mu (dot (act h) (hat h)) + bt (size h) / Num.sqrt c_mu * nrm (invmx V) (act h).
Proof. by rewrite Sbar_window; exact: opt. Qed.

Let Q := d%:R * ((T + tau - 1) %/ tau)%:R
    * (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam))).
Lemma any_potential_window h : \sum_(t < T)
  qf (invmx (design (lam / c_mu) (ppast act h) (w t) t)) (ppast act h t) <= Q.
Proof. by have [c0 _] := floor; apply: potential_window => // t; exact: (any_actions env (allowed _)). Qed.

(* thm:regret_wost_case_SW (l. 2918), corrected *)
Theorem any_window_regret : Prob played T (fun h => ~~ (pregret mu theta best act T h <= m * (Gamma * tau)%:R
    + 2%:R * beta_SW T / Num.sqrt c_mu * Num.sqrt (d%:R * T%:R) * Num.sqrt ((T + tau - 1) %/ tau)%:R
      * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam))))) [::] <= delta.
Proof.
have U h : upper_law (Ec h (act h)) := any_upper env (allowed h).
apply: le_trans (any_worst_case d0 T0 lam0 m0 de0 de1 link env allowed (window_range _ tau)
  (window_old _ tau) (window_recent _ tau) mle floor best_allowed opt' btl
  (fun h _ => any_potential_window h)).
apply: Prob_le => // h _; apply: contra => /le_trans; apply.
rewrite /bias mul0r !mulr0 addr0; apply: ler_add.
  by rewrite ler_wpmul2l ?(ltW m0) // ler_nat leq_mul2r changes orbT.
same; have sM (n k : nat) (x : R) : Num.sqrt (n%:R * k%:R * x) = Num.sqrt n%:R * Num.sqrt k%:R * Num.sqrt x.
  by rewrite sqrtrM ?mulr_ge0 ?ler0n // sqrtrM ?ler0n.
rewrite /Q sM (sqrtrM T%:R) ?ler0n //; move: (Num.sqrt (_ * ln _)) (Num.sqrt (_ %/ _)%:R) => x y.
by move: (Num.sqrt T%:R) (Num.sqrt d%:R) (Num.sqrt c_mu)^-1 => z u v; ring.
Qed.

(* The display in the proof of thm:fjqiqposejf_SW (l. 3031), corrected *)
Variable Delta : R.
Hypothesis Delta0 : 0 < Delta.
Hypothesis gap : forall h b, (size h < T)%N -> actions h b ->
  mu (dot b (theta (size h))) < mu (dot (best h) (theta (size h))) ->
  Delta <= mu (dot (best h) (theta (size h))) - mu (dot b (theta (size h))).
Theorem any_window_gap : Prob played T (fun h => ~~ (pregret mu theta best act T h <= m * (Gamma * tau)%:R
    + 8%:R * beta_SW T ^+ 2 / (c_mu * Delta) * Num.max 1 (c_mu / lam) * d%:R * ((T + tau - 1) %/ tau)%:R
      * ln (1 + c_mu * tau%:R / (d%:R * lam)))) [::] <= delta.
Proof.
have U h : upper_law (Ec h (act h)) := any_upper env (allowed h).
apply: le_trans (any_gap_unbiased d0 T0 lam0 m0 de0 de1 link env allowed (window_range _ tau)
  (window_old _ tau) (window_recent _ tau) mle floor best_allowed opt' btl
  (fun h _ => any_potential_window h) Delta0 gap erefl).
apply: Prob_le => // h _; apply: contra => /le_trans; apply; apply: ler_add.
  by rewrite ler_wpmul2l ?(ltW m0) // ler_nat leq_mul2r changes orbT.
rewrite /Q; same.
set L := ln _; set C := ((_ + _ - _) %/ _)%N.
by move: (beta_SW T) (_^-1) (Num.max _ _) L C%:R => x y z u v; ring.
Qed.
End AnyLaw.

(* Finitely many outcomes *)
Section Finite.
Variables (d : nat) (E : finType) (e0 : E).
Variables (mu dmu ddmu : R -> R) (c_mu k_mu S m : R).
Variables (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop).
Variables (law reward : seq E -> 'cV[R]_d -> E -> R).
Variables (act hat best : seq E -> 'cV[R]_d) (lam delta : R) (T tau Gamma : nat).
Hypotheses (d0 : (0 < d)%N) (T0 : (0 < T)%N) (lam0 : 0 < lam) (m0 : 0 < m).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis floor : slope_floor d dmu S c_mu.
Hypothesis env : glm_environment mu dmu S m theta actions law reward.
Local Notation bt := (beta_SW d k_mu S m lam delta T tau).

(* The proposition of l. 2853: with probability at least 1 - delta, for all t of T(tau) and all actions of the
   unit ball at once, the prediction error is at most the bonus. *)
Theorem window_prediction_error : (forall h, actions h (act h)) ->
  weighted_mle e0 mu (window_weight R_realFieldType tau) lam reward act hat ->
  with_probability (played law act) T delta (fun h =>
    forall t b, (t < T)%N -> stationary theta tau t -> nrm2 b <= 1 ->
    `|mu (dot b (hat (take t h))) - mu (dot b (theta t))| <=
      bt t.+1 / Num.sqrt c_mu * nrm (invmx (V_window (lam / c_mu) (past act h) tau t)) b).
Proof.
move=> allowed mle; have fenv := finite_environment env.
apply: with_probability_le (finite_within e0 env allowed d0 T0 lam0 m0 de0 de1 link
  (window_range _ tau) (window_recent _ tau)) => h hT ok t b tT st b1.
have := any_prediction_error lam0 m0 link fenv allowed (window_range _ tau) (window_old _ tau) mle
  floor hT tT (ok t tT) st b1.
by rewrite Sbar_window /bias mul0r mulr0 add0r.
Qed.

Hypothesis tau0 : (0 < tau)%N.
Hypothesis changes : (breaks theta T <= Gamma)%N.
Hypothesis best_allowed : forall h, actions h (best h).
Hypothesis algorithm : SC_SW_GLUCB e0 mu actions reward tau lam c_mu bt act hat.
Let allowed h : actions h (act h). Proof. by case: algorithm => _ /(_ h) []. Qed.
Let opt h b : actions h b -> _ := (algorithm.2 h).2 b.

(* thm:regret_wost_case_SW (l. 2918), corrected *)
Theorem window_regret : 1 - delta <= Pr (played law act) T (fun h =>
  regret mu theta best act T h <= m * (Gamma * tau)%:R
    + 2%:R * bt T / Num.sqrt c_mu * Num.sqrt (d%:R * T%:R) * Num.sqrt ((T + tau - 1) %/ tau)%:R
      * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam)))) [::].
Proof.
apply: (finite_prob env allowed); have [mle _] := algorithm.
exact: (any_window_regret d0 T0 tau0 lam0 m0 de0 de1 link floor (finite_environment env) allowed
  best_allowed changes mle opt).
Qed.

(* The display in the proof of thm:fjqiqposejf_SW (l. 3031), corrected *)
Theorem window_gap Delta : 0 < Delta ->
  (forall h b, (size h < T)%N -> actions h b ->
    mu (dot b (theta (size h))) < mu (dot (best h) (theta (size h))) ->
    Delta <= mu (dot (best h) (theta (size h))) - mu (dot b (theta (size h)))) ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <= m * (Gamma * tau)%:R
    + 8%:R * bt T ^+ 2 / (c_mu * Delta) * Num.max 1 (c_mu / lam) * d%:R * ((T + tau - 1) %/ tau)%:R
      * ln (1 + c_mu * tau%:R / (d%:R * lam))) [::].
Proof.
move=> Delta0 gap; apply: (finite_prob env allowed); have [mle _] := algorithm.
exact: (any_window_gap d0 T0 tau0 lam0 m0 de0 de1 link floor (finite_environment env) allowed
  best_allowed changes mle opt Delta0 gap).
Qed.
End Finite.
