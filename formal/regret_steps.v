(* Steps of the regret proofs that are claims of their own (l. 2313-2493, 2936-2968, 3011-3040).

   1. One round: far from a change the regret is at most twice the bonus and twice the bias, for all such
      rounds at once with probability at least 1 - delta, for any weights and any law of rewards.
   2. The rounds near a change.
   3. The logarithm of det V_{T+1} with the ridge lambda/c_mu (l. 2458-2475).
   4. How much weight 1/(1-gamma) rounds carry (l. 800-807). *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus regret.
From Glb Require Import mixing.
From Glb Require Import any_law any_law_tail any_law_regret window_deviation path_regret rounds_regret.
From Glb Require Import window_regret exp_bounds slopes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* 1. One round *)

Section Rounds.
Variables (d : nat) (E : Type) (e0 : E).
Variables (mu dmu ddmu : R -> R) (c_mu k_mu S m : R).
Variables (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop).
Variables (Ec : seq E -> 'cV[R]_d -> (E -> R) -> R) (reward : seq E -> 'cV[R]_d -> E -> R).
Variables (act hat best : seq E -> 'cV[R]_d).
Variables (w : nat -> nat -> R) (W : R) (W2 : nat -> R) (lam delta B : R) (T D : nat).
Hypotheses (d0 : (0 < d)%N) (T0 : (0 < T)%N) (lam0 : 0 < lam) (m0 : 0 < m).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis floor : slope_floor d dmu S c_mu.
Hypothesis env : any_environment mu dmu S m theta actions Ec reward.
Hypothesis allowed : forall h, actions h (act h).
Hypothesis best_allowed : forall h, actions h (best h).
Hypothesis w01 : forall t s, 0 <= w t s <= 1.
Hypothesis w_old : forall t, \sum_(s < t) (if recent t D s then 0 else w t s) <= W.
Hypothesis w_recent : forall t, \sum_(s < t) (if recent t D s then w t s else 0) ^+ 2 <= W2 t.
Hypothesis mle : forall h,
  \sum_(s < size h) (w (size h) s * mu (dot (ppast act h s) (hat h))) *: ppast act h s + lam *: hat h =
  \sum_(s < size h) (w (size h) s * preward e0 reward act h s) *: ppast act h s.
Local Notation bt t := (beta lam k_mu (Sbar_of lam S k_mu m W) (rho_of d T lam m k_mu delta (W2 t))).
Local Notation V h := (design (lam / c_mu) (ppast act h) (w (size h)) (size h)).
Hypothesis opt : forall h b, actions h b ->
  mu (dot b (hat h)) + bt (size h) / Num.sqrt c_mu * nrm (invmx (V h)) b <=
  mu (dot (act h) (hat h)) + bt (size h) / Num.sqrt c_mu * nrm (invmx (V h)) (act h).
Hypothesis bt_le : forall t, (t < T)%N -> bt t <= B.
Local Notation r h t := (mu (dot (best (take t h)) (theta t)) - mu (dot (act (take t h)) (theta t))).
Local Notation norm h t := (nrm (invmx (design (lam / c_mu) (ppast act h) (w t) t)) (ppast act h t)).
Local Notation bound h t := (2%:R * (k_mu / lam * bias S k_mu m W + bt t / Num.sqrt c_mu * norm h t)).

(* What follows when all rounds far from a change obey the bound holds with probability at least 1 - delta. *)
Theorem any_rounds (P : seq E -> bool) :
  (forall h, size h = T -> (forall t, (t < T)%N -> stationary theta D t -> r h t <= bound h t) -> P h) ->
  Prob (fun h => Ec h (act h)) T (fun h => ~~ P h) [::] <= delta.
Proof.
move=> HP; apply: (any_within (e0 := e0) d0 T0 lam0 m0 de0 de1 link env allowed w01 w_recent) => h hT ok.
apply: HP => // t tT st.
have [_ _ o cov _] := any_path lam0 m0 link env allowed w01 w_old mle floor best_allowed opt bt_le hT ok.
apply: (optimism (actions := actions (take t h))
  (bonus := fun b => k_mu / lam * bias S k_mu m W + bt t / Num.sqrt c_mu
     * nrm (invmx (design (lam / c_mu) (ppast act h) (w t) t)) b)
  (est := hat (take t h)) _ _ (allowed _) (best_allowed _)) => b bP; last exact: cov.
by rewrite !addrA ![_ + k_mu / lam * _]addrC -!addrA ler_add2l o.
Qed.
End Rounds.

(* 2. Rounds near a change: at most Gamma_T D, each of which costs at most m. *)
Lemma near_changes d E (mu dmu : R -> R) (S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) Ec reward act best T D Gamma h :
  any_environment mu dmu S m theta actions Ec reward -> (forall k, actions k (act k)) ->
  (forall k, actions k (best k)) -> (breaks theta T <= Gamma)%N -> size h = T ->
  \sum_(t < T | ~~ stationary theta D t)
    (mu (dot (best (take t h)) (theta t)) - mu (dot (act (take t h)) (theta t))) <= m * (Gamma * D)%:R.
Proof.
move=> env aP bP ch hT; have m0 : 0 <= m.
  by have /andP [h0 h1] := any_mean_range env (aP [::]); exact: le_trans h0 h1.
apply: (@le_trans _ _ (\sum_(t < T) m * (~~ stationary theta D t)%:R)).
  rewrite big_mkcond; apply: ler_sum => t _; case: (stationary theta D t) => /=; rewrite ?mulr0 ?mulr1 //.
  have th : (t <= size h)%N by rewrite hT ltnW.
  have := any_mean_range env (bP (take t h)); have := any_mean_range env (aP (take t h)).
  rewrite size_takel // => /andP [h0 _] /andP [_ h1].
  by rewrite ler_subl_addr (le_trans h1) // ler_addl.
rewrite -mulr_sumr -natr_sum ler_wpmul2l // ler_nat; apply: leq_trans (bad_rounds theta T D) _.
by rewrite leq_mul2r ch orbT.
Qed.

(* 3. The determinant of V_{T+1} with ridge ell, in logarithms *)
Lemma log_det_V d T (gamma ell : R) (a : nat -> 'cV[R]_d) : 0 < gamma -> gamma < 1 -> 0 < ell ->
  (forall t, dot (a t) (a t) <= 1) ->
  ln (\det (V gamma ell a T) / (gamma ^+ (d * T) * ell ^+ d)) <=
  d%:R * (T%:R * ln gamma^-1 + ln (1 + 1 / (d%:R * ell * (1 - gamma)))).
Proof.
move=> g0 g1 l0 a1; have D0 := pd_det_gt0 (V_pd a g0 l0 T).
have gT : 0 < gamma ^+ (d * T) by rewrite exprn_gt0.
have ld : 0 < ell ^+ d by rewrite exprn_gt0.
rewrite [gamma ^+ _ * _]mulrC invfM mulrA lnM ?divr_gt0 ?invr_gt0 // -[(gamma ^+ _)^-1]exprVn.
rewrite lnX ?invr_gt0 // addrC mulrDr.
apply: ler_add; first by same; rewrite mulrA -natrM mulr_natl.
apply: le_trans (ln_det_V g0 g1 l0 a1 T) _; rewrite ler_wpmul2l ?ler0n //; apply: ln_le.
  by rewrite ltr_spaddl ?ltr01 // mean_gain_ge0.
rewrite ler_add2l ler_wpmul2r ?invr_ge0 ?mulr_ge0 ?ler0n ?(ltW l0) ?subr_ge0 ?(ltW g1) //.
by rewrite ler_subl_addr ler_addl exprn_ge0 // ltW.
Qed.

(* 4. Weights *)

(* The weight of 1/(1-gamma) rounds: gamma^(1/(1-gamma)) <= 1/e *)
Lemma weight_left (gamma : R) : 0 < gamma -> gamma < 1 -> exp (ln gamma / (1 - gamma)) <= exp (- 1).
Proof.
move=> g0 g1; apply: exp_le; have u0 : 0 < 1 - gamma by rewrite subr_gt0.
rewrite ler_pdivr_mulr // mulN1r opprB; have := exp_tangent (ln gamma).
by rewrite lnK // -ler_subr_addl.
Qed.

(* For gamma >= 1/2 it is at least exp(-7/5), since log 2 <= 7/10 *)
Lemma weight_right (gamma : R) : 2%:R^-1 <= gamma -> gamma < 1 ->
  exp (- (7%:R / 5%:R)) <= exp (ln gamma / (1 - gamma)).
Proof.
move=> gh g1; have g0 : 0 < gamma by apply: lt_le_trans gh; rewrite invr_gt0 ltr0n.
have u0 : 0 < 1 - gamma by rewrite subr_gt0.
apply: exp_le; rewrite ler_pdivl_mulr // -[X in X <= _](ln_exp (_ * _)%ring : ln (exp _) = _).
apply: ln_le; first exact: exp_gt0.
have p0 : 0 <= 2%:R * (1 - gamma) by rewrite mulr_ge0 ?ler0n // ltW.
have p1 : 2%:R * (1 - gamma) <= 1.
  by rewrite -ler_pdivl_mull ?ltr0n // mulr1 ler_subl_addr -ler_subl_addl; apply: le_trans gh; apply/RleP;
    toR_goal; simpl; lra.
have -> : - (7%:R / 5%:R) * (1 - gamma) = 2%:R * (1 - gamma) * - (7%:R / 10%:R).
  have -> : 7%:R / 5%:R = 2%:R * (7%:R / 10%:R) :> R by toR_goal; simpl; lra.
  by ring.
apply: le_trans (exp_chord _ p0 p1) _.
have h : exp (- (7%:R / 10%:R)) <= 2%:R^-1.
  have -> : - (7%:R / 10%:R) = Ropp (Rdiv (IZR 7) (IZR 10)) :> R by toR_goal; simpl; lra.
  by apply/RleP; have := exp_07; move: (exp _) => x; toR_goal; simpl; lra.
apply: (@le_trans _ _ (1 - 2%:R * (1 - gamma) + 2%:R * (1 - gamma) * 2%:R^-1)).
  by rewrite ler_add2l ler_wpmul2l.
by apply/RleP; toR_goal; simpl; lra.
Qed.
