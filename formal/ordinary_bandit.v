(* The bandit with any law of bounded rewards, and the two algorithms, in one place each.

   The outcomes of a round form any type E.  The law of the outcome, given the past h and the action b, is an
   integral [I h b] on a class [L h b] of bounded functions (say the measurable ones); events have the
   probability that iterated upper integrals give (any_law.v).  This is the model of T2_ordinary_law,
   T5_ordinary_law, T6_ordinary_law and T1_ordinary_law (claims_*.v), where every hypothesis is written out;
   with L all functions and I a finite sum it is [glm_environment] of setting.v. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation bonus regret.
From Glb Require Import any_law any_law_tail any_law_regret paper_indices window_indices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

Section Model.
Variables (d : nat) (E : Type).
Implicit Types (h : seq E) (b : 'cV[R]_d).

(* After the history h the allowed actions are [actions h]; action b brings the outcome e and the reward
   [reward h b e]; the parameter of round t is [theta t]. *)
Record ordinary_bandit (mu dmu : R -> R) (S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R) : Prop :=
  OrdinaryBandit {
  (* ass:bounded_actions (l. 230) and ass:bounded_rewards (l. 237) *)
  ob_theta : forall t, ‖theta t‖ <= S;
  ob_actions : forall h b, actions h b -> ‖b‖ <= 1;
  ob_reward : forall h b e, actions h b -> 0 <= reward h b e <= m;
  (* L h b is a vector space of bounded functions with the constants, *)
  ob_bounded : forall h b f, L h b f -> bounded f;
  ob_const : forall h b c, L h b (fun=> c);
  ob_sum : forall h b f g, L h b f -> L h b g -> L h b (fun e => f e + g e);
  ob_multiple : forall h b c f, L h b f -> L h b (fun e => c * f e);
  (* and I h b is linear, positive and 1 at the constant 1 *)
  ob_add : forall h b f g, L h b f -> L h b g -> I h b (fun e => f e + g e) = I h b f + I h b g;
  ob_scale : forall h b c f, L h b f -> I h b (fun e => c * f e) = c * I h b f;
  ob_positive : forall h b f, L h b f -> (forall e, 0 <= f e) -> 0 <= I h b f;
  ob_one : forall h b, I h b (fun=> 1) = 1;
  (* the reward has the mean mu(<b, theta*_t>) and a variance of at most mu'(<b, theta*_t>) *)
  ob_in : forall h b, actions h b -> L h b (reward h b);
  ob_in_square : forall h b, actions h b -> L h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2);
  ob_mean : forall h b, actions h b -> I h b (reward h b) = mu ⟨b, theta (size h)⟩;
  ob_variance : forall h b, actions h b ->
    I h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩ }.

(* D-GLM-UCB (algorithm 1, l. 564): hat solves the equation of the discounted estimate, act is allowed and
   maximises mu(<b, hat>) + (beta/sqrt c_mu) |b|_{V_t^-1}. *)
Definition discounted_ucb (e0 : E) (mu : R -> R) (actions : seq E -> 'cV[R]_d -> Prop)
  (reward : seq E -> 'cV[R]_d -> E -> R) (gamma lam c_mu beta : R) (act hat : seq E -> 'cV[R]_d) :=
  [/\ forall h, let a s := act (take s h) in let t := size h in
        \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat h⟩) *: a s + lam *: hat h =
        \sum_(s < t) (gamma ^+ (t.-1 - s) * reward (take s h) (a s) (nth e0 h s)) *: a s,
      forall h, actions h (act h) &
      forall h b, actions h b -> let a s := act (take s h) in let t := size h in
        let V := \sum_(s < t) gamma ^+ (t.-1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
        mu ⟨b, hat h⟩ + beta / Num.sqrt c_mu * ‖b‖_[invmx V] <=
        mu ⟨act h, hat h⟩ + beta / Num.sqrt c_mu * ‖act h‖_[invmx V]].

(* SC-SW-GLUCB (algorithm 2, l. 2680): the same with the last tau rounds, and with the coefficient beta t of
   the paper's round t. *)
Definition windowed_ucb (e0 : E) (mu : R -> R) (actions : seq E -> 'cV[R]_d -> Prop)
  (reward : seq E -> 'cV[R]_d -> E -> R) (tau : nat) (lam c_mu : R) (beta : nat -> R)
  (act hat : seq E -> 'cV[R]_d) :=
  [/\ forall h, let a s := act (take s h) in let t := size h in
        \sum_(s < t | (t - tau <= s)%N) mu ⟨a s, hat h⟩ *: a s + lam *: hat h =
        \sum_(s < t | (t - tau <= s)%N) reward (take s h) (a s) (nth e0 h s) *: a s,
      forall h, actions h (act h) &
      forall h b, actions h b -> let a s := act (take s h) in let t := size h in
        let V := \sum_(s < t | (t - tau <= s)%N) a s *m (a s)^T + (lam / c_mu)%:M in
        mu ⟨b, hat h⟩ + beta t.+1 / Num.sqrt c_mu * ‖b‖_[invmx V] <=
        mu ⟨act h, hat h⟩ + beta t.+1 / Num.sqrt c_mu * ‖act h‖_[invmx V]].

Variables (e0 : E) (mu dmu : R -> R) (S m : R) (theta : nat -> 'cV[R]_d).
Variables (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R).
Variables (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R).

(* Upper integrals make it an environment of any_law_regret.v. *)
Lemma bandit_environment : ordinary_bandit mu dmu S m theta actions reward L I ->
  any_environment mu dmu S m theta actions (fun h b => upper_integral (L h b) (I h b)) reward.
Proof.
move=> [th1 a1 rm Lb Lc La Ls Ia Is Ip I1 Lr Lv mean var].
have UE h := ordinary_laws (Lb h) (Lc h) (La h) (Ls h) (Ia h) (Is h) (Ip h) (I1 h).
exact: (ordinary_environment th1 a1 rm (fun h => (UE h).1) (fun h => (UE h).2) Ls Is Lr Lv mean var).
Qed.

(* The window's algorithm, as window_regret.v has it. *)
Variables (tau : nat) (lam c_mu : R) (beta : nat -> R) (act hat : seq E -> 'cV[R]_d).
Hypothesis alg : windowed_ucb e0 mu actions reward tau lam c_mu beta act hat.
Lemma windowed_mle h :
  \sum_(s < size h) (window_weight R_realFieldType tau (size h) s * mu (dot (ppast act h s) (hat h)))
    *: ppast act h s + lam *: hat h =
  \sum_(s < size h) (window_weight R_realFieldType tau (size h) s * preward e0 reward act h s)
    *: ppast act h s.
Proof.
case: alg => mle _ _.
exact: (@window_mle _ mu lam (ppast act h) _ (hat h) tau (size h) (mle h)).
Qed.
Lemma windowed_opt h b : actions h b -> let V := V_window (lam / c_mu) (ppast act h) tau (size h) in
  mu (dot b (hat h)) + beta (size h).+1 / Num.sqrt c_mu * nrm (invmx V) b <=
  mu (dot (act h) (hat h)) + beta (size h).+1 / Num.sqrt c_mu * nrm (invmx V) (act h).
Proof.
case: alg => _ _ opt hb.
exact: (@window_opt _ _ _ _ _ (ppast act h) _ _ tau (size h) (opt h b hb)).
Qed.
End Model.
