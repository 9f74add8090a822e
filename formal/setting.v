(* The setting (sections 2 and 3 of the paper, l. 190-300; appendix l. 1832-1920).

   1. Changes of the parameter: T(gamma), Gamma_T and the rounds near a change.
   2. Weights.
   3. Probability on finite trees: expectations given a history, Markov's inequality, union bounds.
   4. The bandit model: link, environment, weighted estimate, optimistic policy, dynamic regret.

   Rounds are counted from 0: a history h of size t means that t rounds (0 .. t-1) have been played, and
   what the paper indexes by t (hat theta_t, V_t, A_t, theta*_t) belongs here to a history of size t-1. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* 1. Changes of the parameter *)

Section Changes.
Local Open Scope nat_scope.
Variables (A : eqType) (th : nat -> A) (T D : nat).

(* Round t belongs to T(gamma) (l. 1886): the last D rounds had the parameter of round t. *)
Definition stationary t := [forall s : 'I_t, (t - D <= s) ==> (th s == th t)].

(* Gamma_T (l. 213): the number of changes within the horizon. *)
Definition breaks := \sum_(k < T.-1) (th k != th k.+1).

Lemma stationaryP t : stationary t -> forall s, t - D <= s -> s < t -> th s = th t.
Proof. by move=> /forallP H s h1 h2; have := H (Ordinal h2); rewrite h1 => /eqP. Qed.

(* A round outside T(gamma) comes at most D rounds after a change. *)
Lemma near_a_change t : t < T -> ~~ stationary t ->
  0 < \sum_(k < T.-1) ((th k != th k.+1) && (k < t <= k + D)).
Proof.
move=> tT; apply: contraR; rewrite -leqNgt leqn0 sum_nat_eq0 => /forallP H.
have step k : t - D <= k < t -> th k = th k.+1.
  move=> kt; have kT : k < T.-1 by lia.
  have := H (Ordinal kT); rewrite /= => /eqP /eqP; rewrite eqb0 negb_and negbK => /orP [/eqP //|].
  lia.
have back j : j <= t -> t - j >= t - D -> th (t - j) = th t.
  elim: j => [|j IH] jt jD; first by rewrite subn0.
  rewrite (step (t - j.+1)); last by lia.
  have -> : (t - j.+1).+1 = t - j by lia.
  by apply: IH; lia.
apply/forallP => s; apply/implyP => h; apply/eqP.
have st := ltn_ord s; have e : nat_of_ord s = t - (t - s) by lia.
by rewrite e back //; lia.
Qed.

(* A change has at most D rounds in its wake. *)
Lemma wake k n : \sum_(t < n) (k < t <= k + D) <= D.
Proof.
suff H : \sum_(t < n) (k < t <= k + D) <= minn (n - k.+1) D by apply: leq_trans H (geq_minr _ _).
elim: n => [|n IH]; first by rewrite big_ord0.
rewrite big_ord_recr /=; move: IH; move: (\sum_(i < n) _) => x.
by case: (boolP (k < n <= k + D)) => /= h IH; lia.
Qed.

(* At most Gamma_T D rounds lie outside T(gamma) (l. 2340). *)
Theorem bad_rounds : \sum_(t < T) (~~ stationary t) <= breaks * D.
Proof.
apply: (@leq_trans (\sum_(t < T) \sum_(k < T.-1) ((th k != th k.+1) && (k < t <= k + D)))).
  apply: leq_sum => t _; case: (boolP (stationary t)) => // h.
  exact: near_a_change.
rewrite exchange_big /= /breaks big_distrl /=; apply: leq_sum => k _.
by case: (th k != th k.+1); rewrite ?mul1n ?mul0n; [exact: wake|rewrite big1].
Qed.
End Changes.

Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* 2. Weights *)

(* The weight gamma^(t-1-s) of round s when t rounds (0 .. t-1) have been played (eq:MLE_D, l. 270). *)
Definition discount (F : ringType) (g : F) t s : F := g ^+ (t.-1 - s).

(* Round s is one of the last D of t rounds. *)
Definition recent t D s := (t - D <= s)%N.

(* 3. Probability on finite trees *)

(* A history lists the outcomes of the rounds played; p h e is the probability that the next outcome is e.
   Finite sums stand for integrals, so measurability and interchange of integrals are trivial. *)
Section Tree.
Variable E : finType.
Variable p : seq E -> E -> R.
Hypothesis p0 : forall h e, 0 <= p h e.
Hypothesis p1 : forall h, \sum_e p h e = 1.
Implicit Types (X Y : seq E -> R) (h : seq E).

(* Conditional expectation given h of what is known n rounds later. *)
Fixpoint Ex n X h : R := if n is n'.+1 then \sum_e p h e * Ex n' X (rcons h e) else X h.

(* Conditional probability given h of an event decided n rounds later. *)
Definition Pr n (A : seq E -> bool) h := Ex n (fun k => (A k)%:R) h.

(* Expectations are monotone. *)
Lemma Ex_le n X Y h : (forall k, size k = (size h + n)%N -> X k <= Y k) -> Ex n X h <= Ex n Y h.
Proof.
elim: n h => [|n IH] h H /=; first by apply: H; rewrite addn0.
apply: ler_sum => e _; rewrite ler_wpmul2l ?p0 //; apply: IH => k; rewrite size_rcons addSnnS.
exact: H.
Qed.
(* Functions that agree have the same expectation. *)
Lemma Ex_ext n X Y h : (forall k, X k = Y k) -> Ex n X h = Ex n Y h.
Proof. by move=> e; elim: n h => [|n IH] h //=; apply: eq_bigr => i _; rewrite IH. Qed.
(* Expectations are linear: multiples, *)
Lemma Ex_scal n c X h : Ex n (fun k => c * X k) h = c * Ex n X h.
Proof.
elim: n h => [|n IH] h //=; rewrite mulr_sumr; apply: eq_bigr => e _.
by rewrite IH mulrCA.
Qed.
(* and finite sums. *)
Lemma Ex_sum n I (r : seq I) (P : pred I) (X : I -> seq E -> R) h :
  Ex n (fun k => \sum_(i <- r | P i) X i k) h = \sum_(i <- r | P i) Ex n (X i) h.
Proof.
elim: n h => [|n IH] h //=; rewrite exchange_big /=; apply: eq_bigr => e _.
by rewrite IH mulr_sumr.
Qed.
(* A constant is its own expectation. *)
Lemma Ex_const n c h : Ex n (fun=> c) h = c.
Proof.
elim: n h => [|n IH] h //=; rewrite -[RHS]mul1r -(p1 h) mulr_suml.
by apply: eq_bigr => e _; rewrite IH.
Qed.

(* The tower property. *)
Lemma Ex_tower n m X h : Ex (n + m) X h = Ex n (fun k => Ex m X k) h.
Proof. by elim: n h => [|n IH] h //=; apply: eq_bigr => e _; rewrite IH. Qed.

(* What the past decides comes out of the expectation. *)
Lemma Ex_known m X l h : (l <= size h)%N -> Ex m (fun k => X (take l k)) h = X (take l h).
Proof.
elim: m h => [|m IH] h lh //=; rewrite -[RHS]mul1r -(p1 h) mulr_suml.
by apply: eq_bigr => e _; rewrite IH ?size_rcons ?leqW // -cats1 takel_cat.
Qed.

(* The expectation of what n rounds decide does not depend on later rounds. *)
Lemma Ex_prefix n m X h : Ex (n + m) (fun k => X (take (size h + n) k)) h = Ex n X h.
Proof.
rewrite Ex_tower; elim: n h => [|n IH] h /=; first by rewrite addn0 Ex_known // take_size.
by apply: eq_bigr => e _; rewrite -IH size_rcons addSnnS.
Qed.

(* A supermartingale has expectations at most its start. *)
Lemma supermartingale n M h :
  (forall k, \sum_e p k e * M (rcons k e) <= M k) -> Ex n M h <= M h.
Proof.
move=> H; elim: n h => [|n IH] h //=; apply: le_trans (H h).
by apply: ler_sum => e _; rewrite ler_wpmul2l ?p0.
Qed.

(* Markov's inequality. *)
Lemma markov n X c h : 0 < c -> (forall k, 0 <= X k) -> Pr n (fun k => c <= X k) h <= Ex n X h / c.
Proof.
move=> c0 X0; rewrite mulrC -Ex_scal; apply: Ex_le => k _; case: (leP c (X k)) => H.
  by rewrite mulrC ler_pdivl_mulr // mul1r.
by rewrite mulr_ge0 ?invr_ge0 ?(ltW c0).
Qed.

(* The union bound. *)
Lemma union_bound n (r : seq nat) (A : nat -> seq E -> bool) h :
  Pr n (fun k => has (A ^~ k) r) h <= \sum_(t <- r) Pr n (A t) h.
Proof.
rewrite -Ex_sum; apply: Ex_le => k _; elim: r => [|t r IH] /=; first by rewrite big_nil.
rewrite big_cons; apply: le_trans (ler_add (lexx _) IH).
by case: (A t k); case: (has _ r); rewrite /= ?addr0 ?add0r ?ler_addl ?ler01.
Qed.

(* A larger event is more likely. *)
Lemma Pr_le n (A B : seq E -> bool) h :
  (forall k, size k = (size h + n)%N -> A k -> B k) -> Pr n A h <= Pr n B h.
Proof.
move=> H; apply: Ex_le => k /H; case: (A k) => [->//|_].
by case: (B k); rewrite ?ler01.
Qed.

(* The complement of an event. *)
Lemma Pr_not n (A : seq E -> bool) h : Pr n (fun k => ~~ A k) h = 1 - Pr n A h.
Proof.
apply/eqP; rewrite -subr_eq opprK eq_sym -{1}(Ex_const n 1%ring h); apply/eqP.
have -> : Pr n (fun k => ~~ A k) h + Pr n A h = \sum_(i : bool) Ex n (fun k => (A k == i)%:R) h.
  by rewrite big_bool /= addrC; congr (_ + _); apply: Ex_ext => k; case: (A k).
by rewrite -Ex_sum; apply: Ex_ext => k; rewrite big_bool /=; case: (A k); rewrite ?addr0 ?add0r.
Qed.

(* Events A t, each of probability at most delta / T after t rounds, all fail with probability 1 - delta. *)
Lemma all_rounds T delta (A : nat -> seq E -> bool) : (0 < T)%N ->
  (forall t, (t < T)%N -> Pr t (A t) [::] <= delta / T%:R) ->
  1 - delta <= Pr T (fun h => all (fun t => ~~ A t (take t h)) (iota 0 T)) [::].
Proof.
move=> T0 H; have Tp : 0 < T%:R :> R by rewrite ltr0n.
have -> : Pr T (fun h => all (fun t => ~~ A t (take t h)) (iota 0 T)) [::] =
  Pr T (fun h => ~~ has (fun t => A t (take t h)) (iota 0 T)) [::].
  by apply: Ex_ext => k; rewrite -all_predC.
rewrite Pr_not ler_add2l ler_opp2.
apply: le_trans (union_bound T (iota 0 T) (fun t h => A t (take t h)) [::]) _.
apply: (@le_trans _ _ (\sum_(t <- iota 0 T) delta / T%:R)); last first.
  by rewrite big_const_seq count_predT size_iota iter_addr_0 -mulr_natr divfK ?lt0r_neq0.
rewrite big_seq [X in _ <= X]big_seq; apply: ler_sum => t; rewrite mem_iota add0n => /andP [_ tT].
apply: le_trans (H t tT); have := Ex_prefix t (T - t) (fun h => (A t h)%:R) [::].
by rewrite add0n subnKC ?(ltnW tT) // /Pr => <-.
Qed.

(* P, decidable or not, holds with probability at least 1 - delta: on an event of that probability. *)
Definition with_probability T delta (P : seq E -> Prop) :=
  exists A : pred (seq E), 1 - delta <= Pr T A [::] /\ forall h, size h = T -> A h -> P h.

(* What follows from P has at least the probability of P. *)
Lemma with_probability_le T delta (P Q : seq E -> Prop) :
  (forall h, size h = T -> P h -> Q h) -> with_probability T delta P -> with_probability T delta Q.
Proof. by move=> PQ [A [A1 A2]]; exists A; split=> // h hT /(A2 h hT); exact: PQ. Qed.

(* For a decidable P: Pr P >= 1 - delta. *)
Lemma with_probabilityE T delta (B : pred (seq E)) :
  with_probability T delta (fun h => B h) -> 1 - delta <= Pr T B [::].
Proof. by move=> [A [A1 A2]]; apply: (le_trans A1); apply: Pr_le => h; rewrite add0n; exact: A2. Qed.
End Tree.

(* 4. The bandit model *)

(* Inverse link functions: ass:link_fun (l. 242), Lipschitz with constant k_mu, and generalised
   self-concordance, ass:SC (l. 257), |mu''| <= mu'.  The assumption mu' > 0 on the admissible set is
   [slope_floor] below. *)
Record self_concordant_link (mu dmu ddmu : R -> R) (k_mu : R) : Prop := SelfConcordantLink {
  link_derive : forall z, is_derive mu z (dmu z);
  link_derive2 : forall z, is_derive dmu z (ddmu z);
  link_curvature : forall z, Rle (Rabs (ddmu z)) (dmu z);
  link_lipschitz : forall z, Rle (dmu z) k_mu }.

(* c_mu > 0 bounds mu'(<a, theta>) from below for |a| <= 1 and |theta| <= S (ass:link_fun; the paper takes
   the largest such c_mu, the infimum). *)
Definition slope_floor d (dmu : R -> R) (S c_mu : R) :=
  0 < c_mu /\ forall b x : 'cV[R]_d, nrm2 b <= 1 -> nrm2 x <= S -> c_mu <= dmu (dot b x).

Section Model.
Variables (d : nat) (E : finType).
Implicit Types (h : seq E) (e : E) (b : 'cV[R]_d).

(* The environment.  After the history h the allowed actions are [actions h] (A_t, which may depend on the
   past); action b brings the outcome e with probability [law h b e] and the reward [reward h b e]; the
   parameter of round t is [theta t] (theta*_t, a fixed sequence). *)
Record glm_environment (mu dmu : R -> R) (S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (law reward : seq E -> 'cV[R]_d -> E -> R) : Prop := GlmEnvironment {
  (* ass:bounded_actions (l. 230) *)
  env_theta : forall t, nrm2 (theta t) <= S;
  env_actions : forall h b, actions h b -> nrm2 b <= 1;
  (* [law h b] is a probability on the outcomes *)
  env_law_ge0 : forall h b e, actions h b -> 0 <= law h b e;
  env_law_sum : forall h b, actions h b -> \sum_e law h b e = 1;
  (* ass:bounded_rewards (l. 237) *)
  env_reward : forall h b e, actions h b -> 0 <= reward h b e <= m;
  (* the mean of the reward is mu(<b, theta*_t>) (l. 207, 216) *)
  env_mean : forall h b, actions h b ->
    \sum_e law h b e * reward h b e = mu (dot b (theta (size h)));
  (* its variance is at most mu'(<b, theta*_t>): with equality in a canonical exponential family (l. 196) *)
  env_variance : forall h b, actions h b ->
    \sum_e law h b e * (reward h b e - mu (dot b (theta (size h)))) ^+ 2 <= dmu (dot b (theta (size h))) }.

(* A policy chooses the action [act h] of the next round from the history h; the outcomes it meets. *)
Definition played (law : seq E -> 'cV[R]_d -> E -> R) (act : seq E -> 'cV[R]_d) h e := law h (act h) e.

(* The action and the reward of round s along the history h. *)
Definition past (act : seq E -> 'cV[R]_d) h s := act (take s h).
Definition past_reward (e0 : E) (reward : seq E -> 'cV[R]_d -> E -> R) (act : seq E -> 'cV[R]_d) h s :=
  reward (take s h) (past act h s) (nth e0 h s).

(* The noise epsilon_{s+1} = r_{s+1} - mu(<a_s, theta*_s>) of round s along the history h. *)
Definition past_noise (e0 : E) (mu : R -> R) (theta : nat -> 'cV[R]_d)
  (reward : seq E -> 'cV[R]_d -> E -> R) (act : seq E -> 'cV[R]_d) h s :=
  past_reward e0 reward act h s - mu (dot (past act h s) (theta s)).

(* hat h solves the equation of the weighted maximum-likelihood estimate (eq:char_MLE_D, l. 1916): with
   t = size h rounds played and weights w t s,
   sum_s w_s mu(<a_s, hat>) a_s + lam hat = sum_s w_s r_{s+1} a_s. *)
Definition weighted_mle (e0 : E) (mu : R -> R) (w : nat -> nat -> R) (lam : R)
  (reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d) := forall h,
  \sum_(s < size h) (w (size h) s * mu (dot (past act h s) (hat h))) *: past act h s + lam *: hat h =
  \sum_(s < size h) (w (size h) s * past_reward e0 reward act h s) *: past act h s.

(* act h is allowed, and maximises the upper confidence bound mu(<b, hat>) + bonus h b (l. 579, 2296). *)
Definition optimistic (mu : R -> R) (actions : seq E -> 'cV[R]_d -> Prop) (bonus : seq E -> 'cV[R]_d -> R)
  (act hat : seq E -> 'cV[R]_d) := forall h, actions h (act h) /\
  forall b, actions h b -> mu (dot b (hat h)) + bonus h b <= mu (dot (act h) (hat h)) + bonus h (act h).

(* The dynamic regret of T rounds (l. 221) against a comparator [best] that may be any policy with allowed
   actions: the paper's regret is that against a best action of every round. *)
Definition regret (mu : R -> R) (theta : nat -> 'cV[R]_d) (best act : seq E -> 'cV[R]_d) T h :=
  \sum_(t < T) (mu (dot (past best h t) (theta t)) - mu (dot (past act h t) (theta t))).

(* Means of rewards in [0, m] lie in [0, m]. *)
Lemma mean_range mu dmu S m theta actions law reward h b :
  glm_environment mu dmu S m theta actions law reward -> actions h b ->
  0 <= mu (dot b (theta (size h))) <= m.
Proof.
move=> env hb; rewrite -(env_mean env hb); apply/andP; split.
  apply: sumr_ge0 => e _; rewrite mulr_ge0 ?(env_law_ge0 env) //.
  by case/andP: (env_reward env e hb).
rewrite -[m]mul1r -(env_law_sum env hb) mulr_suml; apply: ler_sum => e _.
by rewrite ler_wpmul2l ?(env_law_ge0 env) //; case/andP: (env_reward env e hb).
Qed.

(* So the noise epsilon = r - mu is at most m in absolute value. *)
Lemma noise_range mu dmu S m theta actions law reward h b e :
  glm_environment mu dmu S m theta actions law reward -> actions h b ->
  `|reward h b e - mu (dot b (theta (size h)))| <= m.
Proof.
move=> env hb; have /andP [r0 r1] := env_reward env e hb; have /andP [q0 q1] := mean_range env hb.
rewrite ler_norml ler_subl_addr ler_subr_addr; apply/andP; split; last by rewrite (le_trans r1) // ler_addl.
by rewrite (le_trans _ r0) // addrC subr_le0.
Qed.
End Model.

