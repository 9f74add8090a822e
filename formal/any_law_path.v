(* The regret of one path, and the model for any law of rewards: the first steps of any_law_regret.v. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus regret.
From Glb Require Import any_law any_law_tail.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* One path: rounds t < T with actions a t among acts t, estimates hat t, comparator best t, noise eps t *)
Section Path.
Variables (d T D : nat) (lam c_mu k_mu S m W rho Q : R) (w : nat -> nat -> R).
Variables (a theta hat best : nat -> 'cV[R]_d) (eps : nat -> R) (acts : nat -> 'cV[R]_d -> Prop).
Variables (mu dmu ddmu : R -> R).
Hypotheses (lam0 : 0 < lam) (m0 : 0 < m) (W0 : 0 <= W) (S0 : 0 <= S).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis floor : slope_floor d dmu S c_mu.
Hypothesis w01 : forall t s, 0 <= w t s <= 1.
Hypothesis acts1 : forall t b, (t < T)%N -> acts t b -> nrm2 b <= 1.
Hypothesis aP : forall t, (t < T)%N -> acts t (a t).
Hypothesis bestP : forall t, (t < T)%N -> acts t (best t).
Hypothesis data : forall t, (t < T)%N -> stationary theta D t ->
  round_data t D (w t) W lam S m mu a theta eps (hat t) (theta t).
Local Notation V t := (design (lam / c_mu) a (w t) t).
Let bt := beta lam k_mu (Sbar_of lam S k_mu m W) rho.
Let bonus t b := bt / Num.sqrt c_mu * nrm (invmx (V t)) b.
Hypothesis opt : forall t b, (t < T)%N -> acts t b ->
  mu (dot b (hat t)) + bonus t b <= mu (dot (a t) (hat t)) + bonus t (a t).
Let instant t := mu (dot (best t) (theta t)) - mu (dot (a t) (theta t)).
Hypothesis instant_m : forall t, (t < T)%N -> instant t <= m.
Hypothesis potential : \sum_(t < T) qf (invmx (V t)) (a t) <= Q.
(* the event *)
Hypothesis within : forall t, (t < T)%N ->
  nrm (invmx (Htilde lam a (w t) D t dmu theta)) (recent_noise a (w t) D t eps) <= rho.

(* Far from a change a round costs at most twice bias plus bonus. *)
Lemma path_instant t : (t < T)%N -> stationary theta D t ->
  instant t <= 2%:R * (k_mu / lam * bias S k_mu m W + bonus t (a t)).
Proof.
move=> tT st; have [c0 fl] := floor; have dt := data tT st.
apply: (optimism (actions := acts t) (bonus := fun b => k_mu / lam * bias S k_mu m W + bonus t b)
  (est := hat t) _ _ (aP tT) (bestP tT)) => b bP.
  by rewrite !addrA ![_ + k_mu / lam * _]addrC -!addrA ler_add2l opt.
apply: (prediction_error lam0 c0 S0 (ltW m0) (link_slopes link) dt _ (within tT) (acts1 tT bP)) => s _.
by rewrite fl ?(star_ball dt) ?(action_unit dt).
Qed.

(* R_T <= m Gamma_T D + 2 T bias + (2 beta / sqrt c_mu) sqrt T sqrt Q *)
Theorem path_regret : \sum_(t < T) instant t <=
    m * (breaks theta T * D)%:R + 2%:R * T%:R * (k_mu / lam * bias S k_mu m W)
    + 2%:R * bt / Num.sqrt c_mu * Num.sqrt T%:R * Num.sqrt Q.
Proof.
have [c0 _] := floor; have k0 := kmu0 link; set kb := k_mu / lam * _.
have kb0 : 0 <= kb.
  rewrite mulr_ge0 ?divr_ge0 ?(ltW lam0) // mulr_ge0 // addr_ge0 ?(ltW m0) //.
  by rewrite !mulr_ge0 ?ler0n.
have b0 : 0 <= bt by apply: beta_ge0.
have bonus0 t : 0 <= bonus t (a t) by rewrite mulr_ge0 ?nrm_ge0 // divr_ge0 ?sqrtr_ge0.
apply: (@le_trans _ _ (\sum_(t < T) (m * (~~ stationary theta D t)%:R + 2%:R * (kb + bonus t (a t))))).
  apply: ler_sum => t _; have tT := ltn_ord t; case: (boolP (stationary theta D t)) => st.
    by rewrite mulr0 add0r path_instant.
  by rewrite mulr1; apply: le_trans (instant_m tT) _; rewrite ler_addl mulr_ge0 ?ler0n // addr_ge0.
rewrite big_split /= -!mulr_sumr -natr_sum big_split /= sumr_const card_ord -[X in _ <= X]addrA.
apply: ler_add; first by rewrite ler_wpmul2l ?(ltW m0) // ler_nat bad_rounds.
rewrite mulrDr -[kb *+ T]mulr_natl mulrA ler_add2l /bonus -mulr_sumr.
rewrite -[X in _ <= X]mulrA [X in X <= _]mulrA [2%:R * (bt / _)]mulrA.
apply: ler_wpmul2l; first by rewrite divr_ge0 ?sqrtr_ge0 // mulr_ge0 ?ler0n.
apply: le_trans (sum_sqrt T (fun t => nrm (invmx (V t)) (a t))) _.
rewrite ler_wpmul2l ?sqrtr_ge0 //; apply: ler_wsqrtr; apply: le_trans potential.
apply: ler_sum => t _; rewrite nrm_sqr //; apply/pd_psd/pd_inv/design_pd; first by rewrite divr_gt0.
by move=> s _; case/andP: (w01 t s).
Qed.
End Path.

(* The radius of the tail inequality at level delta / T is at most rho, the determinant being at its bound. *)
Lemma tail_radius_rho d T n (lam m k_mu delta W2 : R) (a : nat -> 'cV[R]_d) (v : nat -> R) :
  (0 < d)%N -> (0 < T)%N -> 0 < lam -> 0 < m -> 0 <= k_mu -> 0 <= W2 -> 0 < delta ->
  (forall s, (s < n)%N -> 0 <= v s) -> \sum_(s < n) v s <= k_mu * W2 ->
  (forall s, nrm2 (a s) <= 1) ->
  tail_radius m lam (delta / T%:R) (design lam a v n) <= rho_of d T lam m k_mu delta W2.
Proof.
move=> d0 T0 lam0 m0 k0 W0 de0 v0 vW a1; have Tp : 0 < T%:R :> R by rewrite ltr0n.
have dp : 0 < d%:R :> R by rewrite ltr0n.
have sl0 : 0 < Num.sqrt lam by rewrite sqrtr_gt0.
set H := design lam a v n; set z := 1 + k_mu * W2 / (d%:R * lam).
have Hp : pd H by exact: design_pd.
have D0 := pd_det_gt0 Hp; have s0 : 0 <= \sum_(s < n) v s by apply: sumr_ge0 => s _; exact: v0.
have z0 : 0 < z by rewrite /z ltr_spaddl ?ltr01 // divr_ge0 ?mulr_ge0 ?ler0n // ltW.
have y0 : 0 < Num.sqrt (\det H) / Num.sqrt lam ^+ d by rewrite divr_gt0 ?exprn_gt0 // sqrtr_gt0.
have le2 : (Num.sqrt (\det H) / Num.sqrt lam ^+ d) ^+ 2 <= z ^+ d.
  rewrite expr_div_n sqr_sqrtr ?(ltW D0) // -exprM mulnC exprM sqr_sqrtr ?(ltW lam0) //.
  rewrite ler_pdivr_mulr ?exprn_gt0 // -exprMn.
  have a1' s : dot (a s) (a s) <= 1 by rewrite -nrm2_sqr exprn_ile1 ?nrm2_ge0.
  apply: le_trans (det_design lam0 a1' d0 v0) _.
  apply: ler_expn2r; rewrite ?nnegrE.
  - by rewrite addr_ge0 ?(ltW lam0) // divr_ge0 // ltW.
  - by rewrite mulr_ge0 // ltW.
  have -> : z * lam = lam + k_mu * W2 / d%:R.
    by rewrite /z mulrDl mul1r invfM mulrA divfK // gt_eqF.
  by rewrite ler_add2l ler_pmul2r ?invr_gt0.
have l2 : 2%:R * ln (Num.sqrt (\det H) / Num.sqrt lam ^+ d) <= d%:R * ln z.
  by rewrite !mulr_natl -!lnX //; apply: ln_le le2; rewrite exprn_gt0.
rewrite /tail_radius /rho_of -/z; apply: ler_add => //; rewrite -!addrA ler_add2l.
have -> : Num.sqrt (\det H) / (delta / T%:R * Num.sqrt lam ^+ d) =
    T%:R / delta * (Num.sqrt (\det H) / Num.sqrt lam ^+ d).
  rewrite invfM invf_div; move: (Num.sqrt (\det H)) (T%:R / delta) (Num.sqrt lam ^+ d)^-1 => x1 x2 x3.
  by ring.
rewrite [ln (T%:R / delta * _)%ring]lnM //; last exact: divr_gt0.
rewrite mulrDr ler_add2l.
have -> : d%:R * m / Num.sqrt lam * ln z = m / Num.sqrt lam * (d%:R * ln z).
  by move: (Num.sqrt lam)^-1 (ln z) => x1 x2; ring.
have -> : 2%:R * m / Num.sqrt lam * ln (Num.sqrt (\det H) / Num.sqrt lam ^+ d) =
    m / Num.sqrt lam * (2%:R * ln (Num.sqrt (\det H) / Num.sqrt lam ^+ d)).
  by move: ((Num.sqrt lam)^-1) (ln _) => x1 x2; ring.
by rewrite ler_wpmul2l // divr_ge0 ?sqrtr_ge0 // ltW.
Qed.

(* The model, for any type of outcomes.  Ec h b is the law of the outcome when b is played after h. *)
Section Model.
Variables (d : nat) (E : Type).
Implicit Types (h : seq E) (b : 'cV[R]_d).

Record any_environment (mu dmu : R -> R) (S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (Ec : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (reward : seq E -> 'cV[R]_d -> E -> R) : Prop := AnyEnvironment {
  (* ass:bounded_actions (l. 230) *)
  any_theta : forall t, nrm2 (theta t) <= S;
  any_actions : forall h b, actions h b -> nrm2 b <= 1;
  any_upper : forall h b, actions h b -> upper_law (Ec h b);
  (* ass:bounded_rewards (l. 237) *)
  any_reward : forall h b e, actions h b -> 0 <= reward h b e <= m;
  (* the mean of the reward is mu(<b, theta*_t>) (l. 207, 216), from above and from below *)
  any_mean : forall h b, actions h b -> Ec h b (reward h b) = mu (dot b (theta (size h)));
  any_mean_low : forall h b, actions h b ->
    Ec h b (fun e => -1 * reward h b e) = - mu (dot b (theta (size h)));
  (* its variance is at most mu'(<b, theta*_t>) *)
  any_variance : forall h b, actions h b ->
    Ec h b (fun e => (reward h b e - mu (dot b (theta (size h)))) ^+ 2) <= dmu (dot b (theta (size h))) }.

(* actions, rewards and noise of the rounds s of a history *)
Definition ppast (act : seq E -> 'cV[R]_d) h s := act (take s h).
Definition preward e0 (reward : seq E -> 'cV[R]_d -> E -> R) (act : seq E -> 'cV[R]_d) h s :=
  reward (take s h) (act (take s h)) (nth e0 h s).
Definition pregret (mu : R -> R) (theta : nat -> 'cV[R]_d) (best act : seq E -> 'cV[R]_d) T h :=
  \sum_(t < T) (mu (dot (best (take t h)) (theta t)) - mu (dot (act (take t h)) (theta t))).
End Model.
