(* The regret of one path, when the bonus may change from round to round and when gaps are bounded from below
   (l. 2310-2500, 2933-2968, 3011-3040).

   No probability: if the bonus covers the prediction error far from a change, then
     R_T <= m Gamma_T D + 2 T bias + (2 B / sqrt c_mu) sqrt T sqrt Q                   (worst case)
     R_T <= m Gamma_T D + (2 / Delta) ((4 / c_mu) B^2 Q + T (2 bias)^2)                (gaps >= Delta)
   where B bounds the coefficient beta_t of the bonus and Q the elliptical potential. Weights are any weights
   in [0, 1], as in deviation.v. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus regret.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* Rounds t < T with actions a t among acts t, estimates hat t, comparator best t, weights w t s. *)
Section Path.
Variables (d T D : nat) (lam c_mu m bias B Q : R) (bt : nat -> R) (w : nat -> nat -> R).
Variables (a theta hat best : nat -> 'cV[R]_d) (acts : nat -> 'cV[R]_d -> Prop) (mu : R -> R).
Local Notation V t := (design (lam / c_mu) a (w t) t).
Local Notation bonus t b := (bt t / Num.sqrt c_mu * nrm (invmx (V t)) b).
Local Notation instant t := (mu (dot (best t) (theta t)) - mu (dot (a t) (theta t))).
Local Notation norm t := (nrm (invmx (V t)) (a t)).
Hypotheses (lam0 : 0 < lam) (c0 : 0 < c_mu) (m0 : 0 < m) (bias0 : 0 <= bias).
Hypothesis w01 : forall t s, 0 <= w t s <= 1.
Hypothesis bt_range : forall t, (t < T)%N -> 0 <= bt t <= B.
Hypothesis aP : forall t, (t < T)%N -> acts t (a t).
Hypothesis bestP : forall t, (t < T)%N -> acts t (best t).
Hypothesis opt : forall t b, (t < T)%N -> acts t b ->
  mu (dot b (hat t)) + bonus t b <= mu (dot (a t) (hat t)) + bonus t (a t).
Hypothesis covered : forall t b, (t < T)%N -> stationary theta D t -> acts t b ->
  `|mu (dot b (hat t)) - mu (dot b (theta t))| <= bias + bonus t b.
Hypothesis instant_m : forall t, (t < T)%N -> instant t <= m.
Hypothesis potential : \sum_(t < T) qf (invmx (V t)) (a t) <= Q.

(* Far from a change a round costs at most twice bias plus bonus (l. 2330, 2941). *)
Lemma path_round t : (t < T)%N -> stationary theta D t ->
  instant t <= 2%:R * (bias + B / Num.sqrt c_mu * norm t).
Proof.
move=> tT st; apply: (@le_trans _ _ (2%:R * (bias + bonus t (a t)))); last first.
  rewrite ler_wpmul2l ?ler0n // ler_add2l ler_wpmul2r ?nrm_ge0 // ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 //.
  by case/andP: (bt_range tT).
apply: (optimism (actions := acts t) (bonus := fun b => bias + bonus t b)
  (est := hat t) _ _ (aP tT) (bestP tT)) => b bP; last exact: covered.
by rewrite !addrA ![_ + bias]addrC -!addrA ler_add2l opt.
Qed.

(* The potential in norms. *)
Lemma path_potential : \sum_(t < T) norm t ^+ 2 <= Q.
Proof.
apply: le_trans potential; apply: ler_sum => t _; rewrite nrm_sqr //.
apply/pd_psd/pd_inv/design_pd; first by rewrite divr_gt0.
by move=> s _; case/andP: (w01 t s).
Qed.

(* Rounds near a change cost at most m, there are at most Gamma_T D (l. 2337); the others at most f. *)
Lemma path_split (f : nat -> R) : (forall t, 0 <= f t) ->
  (forall t, (t < T)%N -> stationary theta D t -> instant t <= f t) ->
  \sum_(t < T) instant t <= m * (breaks theta T * D)%:R + \sum_(t < T) f t.
Proof.
move=> f0 far; apply: (@le_trans _ _ (\sum_(t < T) (m * (~~ stationary theta D t)%:R + f t))).
  apply: ler_sum => t _; have tT := ltn_ord t; case: (boolP (stationary theta D t)) => st.
    by rewrite mulr0 add0r far.
  by rewrite mulr1; apply: le_trans (instant_m tT) _; rewrite ler_addl.
rewrite big_split /= -!mulr_sumr -natr_sum; apply: ler_add => //.
by rewrite ler_wpmul2l ?(ltW m0) // ler_nat bad_rounds.
Qed.

Hypothesis B0 : 0 <= B.
Lemma path_bound_ge0 t : 0 <= 2%:R * (bias + B / Num.sqrt c_mu * norm t).
Proof. by rewrite mulr_ge0 ?ler0n // addr_ge0 // mulr_ge0 ?nrm_ge0 // divr_ge0 ?sqrtr_ge0. Qed.

(* Worst case: Cauchy-Schwarz over the rounds (l. 2352, 2955). *)
Theorem path_worst_case : \sum_(t < T) instant t <=
    m * (breaks theta T * D)%:R + 2%:R * T%:R * bias + 2%:R * B / Num.sqrt c_mu * Num.sqrt T%:R * Num.sqrt Q.
Proof.
apply: le_trans (path_split path_bound_ge0 path_round) _; rewrite -[X in _ <= X]addrA ler_add2l.
rewrite -mulr_sumr big_split /= sumr_const card_ord -[bias *+ T]mulr_natl mulrDr mulrA ler_add2l.
rewrite -mulr_sumr -[X in _ <= X]mulrA [X in X <= _]mulrA [2%:R * (B / _)]mulrA.
apply: ler_wpmul2l; first by rewrite divr_ge0 ?sqrtr_ge0 // mulr_ge0 ?ler0n.
apply: le_trans (sum_sqrt T (fun t => norm t)) _.
by rewrite ler_wpmul2l ?sqrtr_ge0 //; apply: ler_wsqrtr; exact: path_potential.
Qed.

(* Gaps: a regret that is not positive or at least Delta is at most its square over Delta
   (eq:lien_r_t_delta, l. 2421, 3018). *)
Variable Delta : R.
Hypothesis Delta0 : 0 < Delta.
Hypothesis gap : forall t, (t < T)%N -> 0 < instant t -> Delta <= instant t.
Lemma path_gap_square t (x : R) : (t < T)%N -> instant t <= x -> instant t <= x ^+ 2 / Delta.
Proof.
move=> tT rx; have [r0|r0] := lerP (instant t) 0.
  by apply: (le_trans r0); rewrite divr_ge0 ?sqr_ge0 ?ltW.
rewrite ler_pdivl_mulr // expr2; apply: ler_pmul => //; [exact: ltW|exact: ltW|].
exact: le_trans (gap tT r0) rx.
Qed.

(* Gaps, without a bias (l. 3031): the squares of the bonuses are summed, and no root is taken. *)
Theorem path_gap_unbiased : bias = 0 -> \sum_(t < T) instant t <=
    m * (breaks theta T * D)%:R + 4%:R * B ^+ 2 / (c_mu * Delta) * Q.
Proof.
move=> b0; pose f t := (2%:R * (bias + B / Num.sqrt c_mu * norm t)) ^+ 2 / Delta.
apply: le_trans (@path_split f _ _) _ => [t|t tT st|]; first by rewrite divr_ge0 ?sqr_ge0 ?ltW.
  exact/path_gap_square/path_round.
rewrite ler_add2l.
have -> : \sum_(t < T) f t = 4%:R * B ^+ 2 / (c_mu * Delta) * \sum_(t < T) norm t ^+ 2.
  rewrite mulr_sumr; apply: eq_bigr => t _; rewrite /f b0 add0r !exprMn exprVn.
  rewrite [Num.sqrt c_mu ^+ 2]sqr_sqrtr ?(ltW c0) //.
  by rewrite invfM; move: (norm t) c_mu^-1 Delta^-1 => x y z; ring.
apply: ler_wpmul2l path_potential.
by rewrite divr_ge0 ?mulr_ge0 ?sqr_ge0 ?ler0n // ltW.
Qed.

(* r_3 <= r_1 + r_2 (eq:r_t_2, l. 2438): the mixed term of the square is at most the sum of the squares, so
   the term C_3 of thm:fjqiqposejf is not needed. *)
Lemma mixed_term (x y : R) : 2%:R * x * y <= x ^+ 2 + y ^+ 2.
Proof.
rewrite -subr_ge0; have -> : x ^+ 2 + y ^+ 2 - 2%:R * x * y = (x - y) ^+ 2 by ring.
exact: sqr_ge0.
Qed.

(* Gaps, with a bias (l. 2438-2493): both squares twice. *)
Theorem path_gap : \sum_(t < T) instant t <= m * (breaks theta T * D)%:R
    + 2%:R / Delta * (4%:R / c_mu * B ^+ 2 * Q + T%:R * (2%:R * bias) ^+ 2).
Proof.
pose f t := 2%:R / Delta * (4%:R / c_mu * B ^+ 2 * norm t ^+ 2 + (2%:R * bias) ^+ 2).
have q0 : 0 <= 4%:R / c_mu * B ^+ 2 by rewrite mulr_ge0 ?sqr_ge0 // divr_ge0 ?ler0n // ltW.
have D0 : 0 <= 2%:R / Delta by rewrite divr_ge0 ?ler0n // ltW.
apply: le_trans (@path_split f _ _) _ => [t|t tT st|].
- by rewrite mulr_ge0 // addr_ge0 ?sqr_ge0 // mulr_ge0 ?sqr_ge0.
- apply: le_trans (path_gap_square tT (path_round tT st)) _.
  rewrite /f [2%:R / Delta]mulrC -[X in _ <= X]mulrA [X in X <= _]mulrC ler_pmul2l ?invr_gt0 //.
  set r1 := B / Num.sqrt c_mu * norm t.
  have -> : 4%:R / c_mu * B ^+ 2 * norm t ^+ 2 = (2%:R * r1) ^+ 2.
    rewrite /r1 !exprMn exprVn [Num.sqrt c_mu ^+ 2]sqr_sqrtr ?(ltW c0) //.
    by move: (norm t) c_mu^-1 => x y; ring.
  have := mixed_term (2%:R * r1) (2%:R * bias); move: r1 => r1 h.
  have -> : (2%:R * (bias + r1)) ^+ 2 =
    (2%:R * r1) ^+ 2 + (2%:R * bias) ^+ 2 + 2%:R * (2%:R * r1) * (2%:R * bias) by ring.
  by rewrite [2%:R * (_ + _)]mulr_natl mulr2n ler_add2l.
rewrite ler_add2l -mulr_sumr ler_wpmul2l // big_split /= sumr_const card_ord.
by rewrite -[_ *+ T]mulr_natl ler_add2r -mulr_sumr ler_wpmul2l // path_potential.
Qed.
End Path.

(* beta grows with the radius (Z64). *)
Lemma beta_mono (lam k_mu Sb r1 r2 : R) : 0 <= k_mu -> 0 <= Sb -> 0 <= r1 -> r1 <= r2 ->
  beta lam k_mu Sb r1 <= beta lam k_mu Sb r2.
Proof.
move=> k0 S0 r10 r12; rewrite ler_wpmul2l ?mulr_ge0 ?sqrtr_ge0 // ler_expn2r ?nnegrE ?sqrtr_ge0 //.
apply: ler_wsqrtr; rewrite /beta_base; apply: ler_add; first by rewrite ler_add2l ler_wpmul2l ?sqrtr_ge0.
by rewrite ler_expn2r ?nnegrE ?divr_ge0 ?sqrtr_ge0 ?(le_trans r10) // ler_wpmul2r ?invr_ge0 ?sqrtr_ge0.
Qed.

(* So does the radius with the weight of the rounds it counts. *)
Lemma rho_of_mono d T (lam m k_mu delta W1 W2 : R) : 0 < lam -> 0 < m -> 0 <= k_mu -> 0 <= W1 ->
  W1 <= W2 -> rho_of d T lam m k_mu delta W1 <= rho_of d T lam m k_mu delta W2.
Proof.
move=> l0 m0 k0 W10 W12; rewrite /rho_of ler_add2r ler_add2l ler_wpmul2l //.
  by rewrite divr_ge0 ?sqrtr_ge0 // mulr_ge0 ?ler0n // ltW.
have i0 : 0 <= (d%:R * lam)^-1 by rewrite invr_ge0 mulr_ge0 ?ler0n // ltW.
apply: ln_le; first by rewrite ltr_spaddl ?ltr01 // mulr_ge0 // mulr_ge0.
by rewrite ler_add2l ler_wpmul2r // ler_wpmul2l.
Qed.
