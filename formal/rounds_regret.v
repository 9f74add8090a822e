(* The regret of algorithms whose radius rho_t may change from round to round, for any law of rewards and, as
   a special case, for finitely many outcomes (l. 1949, 2836-2905).

   The noise is within rho_t at all rounds with probability 1 - delta (the sliding window's radius depends on
   the round, eq:rho_SW, l. 2836); then path_regret.v bounds the regret. Weights are any weights in [0, 1]. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus regret.
From Glb Require Import path_regret any_law any_law_tail any_law_regret.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* Any law of rewards *)

Section AnyLaw.
Variables (d : nat) (E : Type) (e0 : E).
Variables (mu dmu ddmu : R -> R) (c_mu k_mu S m : R).
Variables (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop).
Variables (Ec : seq E -> 'cV[R]_d -> (E -> R) -> R) (reward : seq E -> 'cV[R]_d -> E -> R).
Variables (act hat best : seq E -> 'cV[R]_d).
Variables (w : nat -> nat -> R) (W : R) (W2 : nat -> R) (lam delta : R) (T D : nat).
Hypotheses (d0 : (0 < d)%N) (T0 : (0 < T)%N) (lam0 : 0 < lam) (m0 : 0 < m).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis env : any_environment mu dmu S m theta actions Ec reward.
Hypothesis allowed : forall h, actions h (act h).
Hypothesis w01 : forall t s, 0 <= w t s <= 1.
Hypothesis w_old : forall t, \sum_(s < t) (if recent t D s then 0 else w t s) <= W.
Hypothesis w_recent : forall t, \sum_(s < t) (if recent t D s then w t s else 0) ^+ 2 <= W2 t.

Local Notation played := (fun h => Ec h (act h)).
(* rho_t: the radius of the round after t rounds *)
Local Notation rho t := (rho_of d T lam m k_mu delta (W2 t)).
(* the noise of round s along the history h *)
Definition any_noise_at h s := preward e0 reward act h s - mu (dot (ppast act h s) (theta s)).

(* The noise of the rounds before t is within rho_t along h. *)
Definition noise_small h t :=
  nrm (invmx (Htilde lam (ppast act h) (w t) D t dmu theta))
      (recent_noise (ppast act h) (w t) D t (any_noise_at h)) <= rho t.

Let cut t s := if recent t D s then w t s else 0.
Let fails t h := rho t < nrm (invmx (Hw t act (fun h => dmu (dot (act h) (theta (size h)))) (cut t) lam h))
  (Sw e0 t act (fun h e => reward h (act h) e - mu (dot (act h) (theta (size h)))) (cut t) h).

(* One round fails with probability at most delta / T: any_round_fails for weights that are 0 in all other
   rounds. *)
Lemma rounds_fail t : Prob played t (fails t) [::] <= delta / T%:R.
Proof.
pose w' u s := if u == t then w u s else 0.
have w01' u s : 0 <= w' u s <= 1 by rewrite /w'; case: eqP => _; rewrite ?w01 ?lexx ?ler01.
have wr u : \sum_(s < u) (if recent u D s then w' u s else 0) ^+ 2 <= W2 t.
  have [->|ut] := eqVneq u t; first by rewrite /w' eqxx.
  rewrite big1 => [|s _]; last by rewrite /w' (negbTE ut); case: ifP; rewrite expr0n.
  by apply: le_trans (w_recent t); apply: sumr_ge0 => s _; exact: sqr_ge0.
by have := any_round_fails e0 d0 T0 lam0 m0 de0 de1 link env w01' wr allowed t; rewrite /w' eqxx.
Qed.

(* Along a history the two forms of the event agree. *)
Lemma fails_noise h t : size h = T -> (t < T)%N -> fails t (take t h) = ~~ noise_small h t.
Proof.
move=> hT tT; rewrite /fails /noise_small -ltNge.
have sz s : (s <= T)%N -> size (take s h) = s by move=> sT; rewrite size_takel // hT.
have tt s : (s <= t)%N -> take s (take t h) = take s h by move=> st; rewrite take_take.
have -> : Hw t act (fun h => dmu (dot (act h) (theta (size h)))) (cut t) lam (take t h) =
    Htilde lam (ppast act h) (w t) D t dmu theta.
  rewrite /Hw /Htilde /design; congr (_ + _); apply: eq_bigr => s _; have sT := ltn_ord s.
  rewrite /ppast tt ?(ltnW sT) //; congr (_ *: _); rewrite /cut sz ?(leq_trans (ltnW sT) (ltnW tT)) //.
  by case: ifP => _ //; rewrite expr0n mul0r.
have -> // : Sw e0 t act (fun h e => reward h (act h) e - mu (dot (act h) (theta (size h)))) (cut t)
    (take t h) = recent_noise (ppast act h) (w t) D t (any_noise_at h).
rewrite /Sw /recent_noise; apply: eq_bigr => s _; have sT := ltn_ord s.
rewrite /ppast tt ?(ltnW sT) // nth_take //; congr (_ *: _); rewrite /cut.
case: ifP => _ //; rewrite ?mul0r // /any_noise_at /preward /ppast.
by rewrite sz // (leq_trans (ltnW sT) (ltnW tT)).
Qed.

(* What holds whenever the noise is small at all rounds fails with probability at most delta. *)
Theorem any_within (P : seq E -> bool) :
  (forall h, size h = T -> (forall t, (t < T)%N -> noise_small h t) -> P h) ->
  Prob played T (fun h => ~~ P h) [::] <= delta.
Proof.
move=> HP; have Tp : 0 < T%:R :> R by rewrite ltr0n.
have U h : upper_law (Ec h (act h)) := any_upper env (allowed h).
apply: (@le_trans _ _ (Prob played T (fun h => has (fun t => fails t (take t h)) (iota 0 T)) [::])).
  apply: Prob_le => // h; rewrite add0n => hT; apply: contraR => nb; apply: HP => // t tT.
  move: nb; rewrite -all_predC => /allP /(_ t); rewrite mem_iota add0n tT /= => /(_ isT).
  by rewrite fails_noise // negbK.
apply: le_trans (Prob_union U T (iota 0 T) (fun t h => fails t (take t h)) [::]) _.
apply: (@le_trans _ _ (\sum_(t <- iota 0 T) delta / T%:R)); last first.
  by rewrite big_const_seq count_predT size_iota iter_addr_0 -mulr_natr divfK ?lt0r_neq0.
rewrite big_seq [X in _ <= X]big_seq; apply: ler_sum => t; rewrite mem_iota add0n => /andP [_ tT].
have := Prob_prefix U t (T - t) (fails t) [::]; rewrite add0n subnKC ?(ltnW tT) // => ->.
exact: rounds_fail.
Qed.

(* The estimate of every round solves eq:char_MLE_D. *)
Hypothesis mle : forall h,
  \sum_(s < size h) (w (size h) s * mu (dot (ppast act h s) (hat h))) *: ppast act h s + lam *: hat h =
  \sum_(s < size h) (w (size h) s * preward e0 reward act h s) *: ppast act h s.

(* A round far from a change has the data of the deterministic part. *)
Lemma any_round_at h t : size h = T -> (t < T)%N -> stationary theta D t ->
  round_data t D (w t) W lam S m mu (ppast act h) theta (any_noise_at h) (hat (take t h)) (theta t).
Proof.
move=> hT tT st; have sz s : (s <= T)%N -> size (take s h) = s by move=> sT; rewrite size_takel // hT.
have tt s : (s <= t)%N -> take s (take t h) = take s h by move=> s1; rewrite take_take.
split=> //.
- by move=> s; exact: (any_actions env (allowed _)).
- exact: (any_theta env).
- exact: (any_theta env).
- exact: stationaryP.
- move=> s s1; have := any_noise env allowed (take s h) (nth e0 h s).
  by rewrite sz // (leq_trans (ltnW s1) (ltnW tT)).
have := mle (take t h); rewrite sz ?(ltnW tT) // => e.
rewrite [RHS](eq_bigr (fun s : 'I_t =>
    (w t s * preward e0 reward act (take t h) s) *: ppast act (take t h) s)).
  by rewrite -e; congr (_ + _); apply: eq_bigr => s _; rewrite /ppast tt // ltnW.
move=> s _; have s1 := ltn_ord s; rewrite /any_noise_at /preward /ppast !tt ?(ltnW s1) // nth_take //.
by rewrite addrC subrK.
Qed.

(* Where the noise is small, far from a change, the prediction error is at most bias plus bonus. *)
Local Notation Sb := (Sbar_of lam S k_mu m W).
Hypothesis floor : slope_floor d dmu S c_mu.
Lemma any_prediction_error h t b : size h = T -> (t < T)%N -> noise_small h t -> stationary theta D t ->
  nrm2 b <= 1 -> `|mu (dot b (hat (take t h))) - mu (dot b (theta t))| <= k_mu / lam * bias S k_mu m W
     + beta lam k_mu Sb (rho t) / Num.sqrt c_mu * nrm (invmx (design (lam / c_mu) (ppast act h) (w t) t)) b.
Proof.
move=> hT tT ok st b1; have [c0 fl] := floor; have data := any_round_at hT tT st.
apply: (prediction_error lam0 c0 (S_nonneg env) (ltW m0) (link_slopes link) data _ ok b1) => s _.
by rewrite fl ?(star_ball data) ?(action_unit data).
Qed.

(* The regret.  The coefficient of the bonus after t rounds is beta(rho_t), B bounds it. *)
Variables (B Q : R).
Local Notation bt t := (beta lam k_mu Sb (rho t)).
Hypothesis best_allowed : forall h, actions h (best h).
Local Notation V h := (design (lam / c_mu) (ppast act h) (w (size h)) (size h)).
Hypothesis opt : forall h b, actions h b ->
  mu (dot b (hat h)) + bt (size h) / Num.sqrt c_mu * nrm (invmx (V h)) b <=
  mu (dot (act h) (hat h)) + bt (size h) / Num.sqrt c_mu * nrm (invmx (V h)) (act h).
Hypothesis bt_le : forall t, (t < T)%N -> bt t <= B.
Hypothesis potential : forall h, size h = T ->
  \sum_(t < T) qf (invmx (design (lam / c_mu) (ppast act h) (w t) t)) (ppast act h t) <= Q.

(* What the path theorems ask for, along a history with small noise. *)
Lemma any_path h : size h = T -> (forall t, (t < T)%N -> noise_small h t) ->
  let a := ppast act h in let hat t := hat (take t h) in let best := ppast best h in
  let bonus t b := bt t / Num.sqrt c_mu * nrm (invmx (design (lam / c_mu) a (w t) t)) b in
  [/\ 0 <= k_mu / lam * bias S k_mu m W, forall t, (t < T)%N -> 0 <= bt t <= B,
      forall t b, (t < T)%N -> actions (take t h) b ->
        mu (dot b (hat t)) + bonus t b <= mu (dot (a t) (hat t)) + bonus t (a t),
      forall t b, (t < T)%N -> stationary theta D t -> actions (take t h) b ->
        `|mu (dot b (hat t)) - mu (dot b (theta t))| <= k_mu / lam * bias S k_mu m W + bonus t b &
      forall t, (t < T)%N -> mu (dot (best t) (theta t)) - mu (dot (a t) (theta t)) <= m].
Proof.
move=> hT ok; have k0 := kmu0 link; split.
- by rewrite mulr_ge0 ?divr_ge0 ?(ltW lam0) // mulr_ge0 ?(W_nonneg w_old) // addr_ge0 ?(ltW m0) //
     !mulr_ge0 ?ler0n ?(S_nonneg env).
- by move=> t tT; rewrite beta_ge0 // bt_le.
- move=> t b tT bP; have st : size (take t h) = t by rewrite size_takel // hT ltnW.
  have := opt bP; rewrite st.
  have -> // : design (lam / c_mu) (ppast act (take t h)) (w t) t = design (lam / c_mu) (ppast act h) (w t) t.
  by rewrite /design; congr (_ + _); apply: eq_bigr => s _; rewrite /ppast take_take // ltnW.
- by move=> t b tT st bP; apply: any_prediction_error => //; [exact: ok|exact: (any_actions env bP)].
move=> t tT; have := any_mean_range env (best_allowed (take t h)).
have := any_mean_range env (allowed (take t h)); rewrite size_takel ?hT ?(ltnW tT) //.
move=> /andP [h0 _] /andP [_ h1].
by rewrite ler_subl_addr (le_trans h1) // ler_addl.
Qed.

(* Worst case *)
Theorem any_worst_case : Prob played T (fun h => ~~ (pregret mu theta best act T h <=
    m * (breaks theta T * D)%:R + 2%:R * T%:R * (k_mu / lam * bias S k_mu m W)
    + 2%:R * B / Num.sqrt c_mu * Num.sqrt T%:R * Num.sqrt Q)) [::] <= delta.
Proof.
apply: any_within => h hT ok; have [kb0 btr o cov im] := any_path hT ok; have [c0 _] := floor.
have B0 : 0 <= B by case/andP: (btr 0%N T0) => h0; exact: le_trans.
exact: (path_worst_case lam0 c0 m0 kb0 w01 btr (fun t _ => allowed (take t h))
  (fun t _ => best_allowed (take t h)) o cov im (potential hT) B0).
Qed.

(* Gaps: an allowed action that is worse than the comparator is worse by at least Delta (ass:minimum_gap). *)
Variable Delta : R.
Hypothesis Delta0 : 0 < Delta.
Hypothesis gap : forall h b, (size h < T)%N -> actions h b ->
  mu (dot b (theta (size h))) < mu (dot (best h) (theta (size h))) ->
  Delta <= mu (dot (best h) (theta (size h))) - mu (dot b (theta (size h))).
Lemma gap_path h t : size h = T -> (t < T)%N ->
  0 < mu (dot (ppast best h t) (theta t)) - mu (dot (ppast act h t) (theta t)) ->
  Delta <= mu (dot (ppast best h t) (theta t)) - mu (dot (ppast act h t) (theta t)).
Proof.
move=> hT tT; have := @gap (take t h) (act (take t h)); rewrite size_takel ?hT ?(ltnW tT) // subr_gt0.
exact.
Qed.

Theorem any_gap : Prob played T (fun h => ~~ (pregret mu theta best act T h <=
    m * (breaks theta T * D)%:R + 2%:R / Delta * (4%:R / c_mu * B ^+ 2 * Q
      + T%:R * (2%:R * (k_mu / lam * bias S k_mu m W)) ^+ 2))) [::] <= delta.
Proof.
apply: any_within => h hT ok; have [kb0 btr o cov im] := any_path hT ok; have [c0 _] := floor.
have B0 : 0 <= B by case/andP: (btr 0%N T0) => h0; exact: le_trans.
exact: (path_gap lam0 c0 m0 w01 btr (fun t _ => allowed (take t h))
  (fun t _ => best_allowed (take t h)) o cov im (potential hT) Delta0 (fun t => gap_path hT)).
Qed.

Theorem any_gap_unbiased : W = 0 -> Prob played T (fun h => ~~ (pregret mu theta best act T h <=
    m * (breaks theta T * D)%:R + 4%:R * B ^+ 2 / (c_mu * Delta) * Q)) [::] <= delta.
Proof.
move=> W0; apply: any_within => h hT ok; have [kb0 btr o cov im] := any_path hT ok; have [c0 _] := floor.
have B0 : 0 <= B by case/andP: (btr 0%N T0) => h0; exact: le_trans.
have b0 : k_mu / lam * bias S k_mu m W = 0 by rewrite /bias W0 mul0r mulr0.
exact: (path_gap_unbiased lam0 c0 m0 w01 btr (fun t _ => allowed (take t h))
  (fun t _ => best_allowed (take t h)) o cov im (potential hT) B0 Delta0 (fun t => gap_path hT) b0).
Qed.
End AnyLaw.

(* Finitely many outcomes *)

Section Finite.
Variables (d : nat) (E : finType) (e0 : E).
Variables (mu dmu ddmu : R -> R) (k_mu S m : R) (theta : nat -> 'cV[R]_d).
Variables (actions : seq E -> 'cV[R]_d -> Prop) (law reward : seq E -> 'cV[R]_d -> E -> R).
Hypothesis env : glm_environment mu dmu S m theta actions law reward.

(* The mean under the law of the outcome *)
Definition finite_mean h (b : 'cV[R]_d) (f : E -> R) := \sum_e law h b e * f e.

(* The environment is one of any_law_regret.v, *)
Lemma finite_environment : any_environment mu dmu S m theta actions finite_mean reward.
Proof.
split; try by case: env.
- move=> h b hb; apply: law_upper; split=> [f g _ _|c f _|f _ f0|].
  + by rewrite -big_split /=; apply: eq_bigr => e _; rewrite mulrDr.
  + by rewrite /finite_mean mulr_sumr; apply: eq_bigr => e _; rewrite mulrCA.
  + by apply: sumr_ge0 => e _; rewrite mulr_ge0 ?(env_law_ge0 env).
  + by rewrite /finite_mean; under eq_bigr do rewrite mulr1; exact: (env_law_sum env).
move=> h b hb; rewrite -(env_mean env hb) -sumrN; apply: eq_bigr => e _.
by rewrite mulrCA mulN1r.
Qed.

(* and its probabilities are those of setting.v. *)
Variable act : seq E -> 'cV[R]_d.
Hypothesis allowed : forall h, actions h (act h).
Lemma finite_prob T delta A : Prob (fun h => finite_mean h (act h)) T (fun h => ~~ A h) [::] <= delta ->
  1 - delta <= Pr (played law act) T A [::].
Proof.
rewrite [Prob _ _ _ _]Mean_tree -/(Pr _ _ _ _) Pr_not.
  by rewrite ler_subl_addr addrC -ler_subl_addr.
by move=> h; exact: (env_law_sum env (allowed h)).
Qed.

(* With probability at least 1 - delta the noise is within rho_t at all rounds t (l. 1949, 2900). *)
Variables (w : nat -> nat -> R) (W2 : nat -> R) (lam delta : R) (T D : nat).
Hypotheses (d0 : (0 < d)%N) (T0 : (0 < T)%N) (lam0 : 0 < lam) (m0 : 0 < m).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis w01 : forall t s, 0 <= w t s <= 1.
Hypothesis w_recent : forall t, \sum_(s < t) (if recent t D s then w t s else 0) ^+ 2 <= W2 t.
Theorem finite_within : with_probability (played law act) T delta (fun h => forall t, (t < T)%N ->
  noise_small e0 mu dmu k_mu m theta reward act w W2 lam delta T D h t).
Proof.
exists (fun h => all (noise_small e0 mu dmu k_mu m theta reward act w W2 lam delta T D h) (iota 0 T)); split.
  apply: finite_prob; apply: (any_within d0 T0 lam0 m0 de0 de1 link finite_environment allowed w01 w_recent).
  by move=> h _ ok; apply/allP => t; rewrite mem_iota add0n => /andP [_]; exact: ok.
by move=> h _ /allP ok t tT; apply: ok; rewrite mem_iota.
Qed.
End Finite.
