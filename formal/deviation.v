(* The deviation of the weighted estimate, and why it does not depend on c_mu (l. 1929-2158).

   One round, t rounds having been played, with weights w s in [0, 1].  The last D rounds had the parameter
   theta*_t; the weights of the older rounds sum to at most W.  Discount factors: w s = gamma^(t-1-s) and
   W = gamma^D / (1 - gamma); a sliding window of length D: w s = 1 for the last D rounds, else 0, and W = 0.

   prop:alpha_discount (l. 1957), cor:S_t_G_t_S_t_H_t (l. 2068), prop:deviation_main (l. 1019, 2117), first on
   a single path, where the noise is within rho in the norm of Htilde^-1; then with probability 1 - delta. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials tail.
From Glb Require Export deviation_round.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* Weights of discount factors *)

(* The first n terms of a geometric series, those from the D-th on left out *)
Lemma geometric_cut (F : realFieldType) (x : F) D n : 0 <= x -> x < 1 ->
  \sum_(i < n) (if (i < D)%N then x ^+ i else 0) <= (1 - x ^+ D) / (1 - x).
Proof.
move=> x0 x1; have h : 0 < 1 - x by rewrite subr_gt0.
have -> : \sum_(i < n) (if (i < D)%N then x ^+ i else 0) = (1 - x ^+ minn n D) / (1 - x).
  elim: n => [|n IH]; first by rewrite big_ord0 min0n expr0 subrr mul0r.
  rewrite big_ord_recr /= IH /minn; case: (ltnP n D) => nD.
    have -> : (if (n.+1 < D)%N then n.+1 else D) = n.+1.
      by case: ltnP => // Dn; apply/eqP; rewrite eqn_leq nD Dn.
    rewrite exprS; move: (x ^+ n) (lt0r_neq0 h) => y n0; clear -n0.
    by field.
  by rewrite ltnNge leqW //= addr0.
rewrite ler_pmul2r ?invr_gt0 // ler_add2l ler_opp2.
by apply: ler_wiexpn2l; rewrite ?(ltW x1) // geq_minr.
Qed.

Section Discount.
Variable F : realFieldType.
Variables (gamma : F) (D t : nat).
Hypotheses (g0 : 0 < gamma) (g1 : gamma < 1).

Lemma discount_range s : 0 <= discount gamma t s <= 1.
Proof. by rewrite exprn_ge0 ?exprn_ile1 ?ltW. Qed.

(* sum_{s < t-D} gamma^(t-1-s) <= gamma^D / (1 - gamma) (l. 2029) *)
Lemma discount_old :
  \sum_(s < t) (if recent t D s then 0 else discount gamma t s) <= gamma ^+ D / (1 - gamma).
Proof.
have gg : 0 < 1 - gamma by rewrite subr_gt0.
have [tD|Dt] := leqP t D.
  rewrite big1 ?divr_ge0 ?exprn_ge0 ?(ltW g0) ?(ltW gg) // => s _.
  by rewrite /recent (eqP tD) leq0n.
rewrite (bigID (fun s : 'I_t => recent t D s)) /= big1 => [|s ->//]; rewrite add0r.
have -> : \sum_(s < t | ~~ recent t D s) (if recent t D s then 0 else discount gamma t s) =
          \sum_(s < t - D) gamma ^+ D * gamma ^+ ((t - D).-1 - s).
  rewrite (big_ord_widen_cond t xpredT (fun s => gamma ^+ D * gamma ^+ ((t - D).-1 - s))) ?leq_subr //.
  apply: eq_big => s; first by rewrite /recent -ltnNge.
  rewrite /recent -ltnNge => st; rewrite leqNgt st /= -exprD; congr (_ ^+ _).
  by clear -st Dt; lia.
rewrite -mulr_sumr sum_geom ?lt_eqF // ler_wpmul2l ?exprn_ge0 ?(ltW g0) //.
by rewrite ler_pdivr_mulr // mulVf ?gt_eqF // ler_subl_addr ler_addl exprn_ge0 ?ltW.
Qed.

(* sum_{s >= t-D} gamma^(2(t-1-s)) <= (1 - gamma^(2D)) / (1 - gamma^2) *)
Lemma discount_recent : \sum_(s < t) (if recent t D s then discount gamma t s else 0) ^+ 2 <=
  (1 - gamma ^+ (2 * D)) / (1 - gamma ^+ 2).
Proof.
have g20 : 0 <= gamma ^+ 2 by rewrite sqr_ge0.
have g21 : gamma ^+ 2 < 1 by rewrite expr_lt1 // ltW.
rewrite exprM; apply: le_trans (geometric_cut D t g20 g21); same.
rewrite (reindex_inj rev_ord_inj) /=; apply: eq_bigr => i _; have it := ltn_ord i.
have -> : (i < D)%N = recent t D (t - i.+1) by rewrite /recent; clear -it; lia.
case: ifP => _; last by rewrite expr0n.
by rewrite /discount -!exprM mulnC; congr (_ ^+ _); clear -it; lia.
Qed.
End Discount.

(* The radius rho *)

Section Radius.
Variables (d T : nat) (lam m k_mu delta : R).

(* The radius of the tail inequality at level delta / T, if the squared weights of the last D rounds sum to at
   most W2, so that det(Htilde) <= (lambda + k_mu W2 / d)^d. *)
Definition rho_of (W2 : R) :=
  Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
  + d%:R * m / Num.sqrt lam * ln (1 + k_mu * W2 / (d%:R * lam))
  + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R).

(* rho_T^delta of eq:rho_t_appendix (l. 1931) *)
Definition rho (gamma : R) (D : nat) :=
  Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
  + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
  + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R).

Lemma rhoE gamma D : rho_of ((1 - gamma ^+ (2 * D)) / (1 - gamma ^+ 2))%ring = rho gamma D.
Proof.
rewrite /rho_of /rho; congr (_ + _ + _ * ln (1 + _) + _); rewrite [in RHS]invfM.
by rewrite !mulrA mulrAC.
Qed.

Lemma rho_ge0 W2 : (0 < d)%N -> (0 < T)%N -> 0 < lam -> 0 <= m -> 0 <= k_mu -> 0 < delta -> delta <= 1 ->
  0 <= W2 -> 0 <= rho_of W2.
Proof.
move=> d0 T0 lam0 m0 km0 de0 de1 W0.
have c0 : 0 <= 2%:R * m / Num.sqrt lam by rewrite divr_ge0 ?sqrtr_ge0 // mulr_ge0 ?ler0n.
rewrite /rho_of; apply: addr_ge0; [apply: addr_ge0; [apply: addr_ge0|]|].
- by rewrite divr_ge0 ?sqrtr_ge0 // mulr_ge0 ?ler0n.
- rewrite mulr_ge0 // ln_ge0 // ler_pdivl_mulr // mul1r (le_trans de1) //.
  by rewrite ler1n.
- apply: mulr_ge0; first by rewrite divr_ge0 ?sqrtr_ge0 // mulr_ge0 ?ler0n.
  by rewrite ln_ge0 // ler_addl divr_ge0 ?(mulr_ge0 km0) // mulr_ge0 ?ler0n // ltW.
- by rewrite mulr_ge0 // mulr_ge0 ?ler0n // ln_ge0 // ler1n.
Qed.
End Radius.

(* Along the rounds of a policy, with weights w t s: what holds with probability 1 - delta *)

Section OnTrees.
Variables (d : nat) (E : finType) (e0 : E).
Variables (mu dmu ddmu : R -> R) (k_mu S m : R).
Variables (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop).
Variables (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d).
Variables (w : nat -> nat -> R) (W W2 lam delta : R) (T D : nat).
Hypotheses (d0 : (0 < d)%N) (T0 : (0 < T)%N) (lam0 : 0 < lam) (m0 : 0 < m).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis env : glm_environment mu dmu S m theta actions law reward.
Hypothesis allowed : forall h, actions h (act h).
Hypothesis w01 : forall t s, 0 <= w t s <= 1.
Hypothesis w_old : forall t, \sum_(s < t) (if recent t D s then 0 else w t s) <= W.
Hypothesis w_recent : forall t, \sum_(s < t) (if recent t D s then w t s else 0) ^+ 2 <= W2.

Local Notation slopes := (link_slopes link).
Local Notation rhoT := (rho_of d T lam m k_mu delta W2).
Local Notation noise h t := (recent_noise (past act h) (w t) D t (past_noise e0 mu theta reward act h)).

Let cut t s := if recent t D s then w t s else 0.
Let mean h := mu (dot (act h) (theta (size h))).
Let eps h e := reward h (act h) e - mean h.
Let vr h := dmu (dot (act h) (theta (size h))).

Lemma act_unit h : nrm2 (act h) <= 1. Proof. exact: (env_actions env (allowed h)). Qed.
Lemma S_ge0 : 0 <= S. Proof. exact: le_trans (nrm2_ge0 _) (env_theta env 0). Qed.
Lemma dmu_le z : dmu z <= k_mu. Proof. by apply/RleP; exact: (link_lipschitz link). Qed.
Lemma kmu0 : 0 <= k_mu. Proof. exact: (k_mu_ge0 slopes). Qed.
Lemma W2_ge0 : 0 <= W2.
Proof. by apply: le_trans (w_recent 0); rewrite big_ord0. Qed.
Lemma rhoT_ge0 : 0 <= rhoT. Proof. by apply: rho_ge0 => //; [exact: ltW|exact: kmu0|exact: W2_ge0]. Qed.
Lemma cut01 t s : 0 <= cut t s <= 1.
Proof. by rewrite /cut; case: ifP => _; rewrite ?w01 ?lexx ?ler01. Qed.

(* The noise is centred. *)
Lemma eps_centred h : \sum_e played law act h e * eps h e = 0.
Proof.
rewrite /eps (eq_bigr (fun e => played law act h e * reward h (act h) e - played law act h e * mean h)).
  by rewrite sumrB (env_mean env) // -mulr_suml (env_law_sum env) // mul1r subrr.
by move=> e _; rewrite mulrBr.
Qed.

(* The determinant at its bound: the radius of the tail inequality at level delta / T is at most rho. *)
Lemma radius_rho t h : size h = t -> radius act vr m lam (cut t) (delta / T%:R) h <= rhoT.
Proof.
move=> ht; have Tp : 0 < T%:R :> R by rewrite ltr0n.
have dp : 0 < d%:R :> R by rewrite ltr0n.
have sl0 : 0 < Num.sqrt lam by rewrite sqrtr_gt0.
have vr0 k : 0 <= vr k by exact: (slope_dmu slopes).
set H := Hh act vr lam (cut t) h; set z := 1 + k_mu * W2 / (d%:R * lam).
have Hp : pd H by apply: design_pd => // s _; rewrite mulr_ge0 ?sqr_ge0.
have D0 := pd_det_gt0 Hp.
have z0 : 0 < z by rewrite /z ltr_spaddl ?ltr01 // divr_ge0 ?mulr_ge0 ?kmu0 ?W2_ge0 ?ler0n // ltW.
have y0 : 0 < Num.sqrt (\det H) / Num.sqrt lam ^+ d by rewrite divr_gt0 ?exprn_gt0 // sqrtr_gt0.
have le2 : (Num.sqrt (\det H) / Num.sqrt lam ^+ d) ^+ 2 <= z ^+ d.
  rewrite expr_div_n sqr_sqrtr ?(ltW D0) // -exprM mulnC exprM sqr_sqrtr ?(ltW lam0) //.
  rewrite ler_pdivr_mulr ?exprn_gt0 // -exprMn.
  have a1 s : dot (act (take s h)) (act (take s h)) <= 1 by rewrite -nrm2_sqr exprn_ile1 ?nrm2_ge0 ?act_unit.
  have w0' s : (s < size h)%N -> 0 <= cut t s ^+ 2 * vr (take s h) by rewrite mulr_ge0 ?sqr_ge0.
  apply: le_trans (det_design lam0 a1 d0 w0') _.
  have s0 : 0 <= \sum_(s < size h) cut t s ^+ 2 * vr (take s h) by apply: sumr_ge0 => s _; exact: w0'.
  apply: ler_expn2r; rewrite ?nnegrE.
  - by rewrite addr_ge0 ?(ltW lam0) // divr_ge0 // ltW.
  - by rewrite mulr_ge0 // ltW.
  have -> : z * lam = lam + k_mu * W2 / d%:R.
    rewrite /z mulrDl mul1r; congr (_ + _); have := lt0r_neq0 dp; have := lt0r_neq0 lam0.
    by move: lam d%:R (k_mu * W2) => x1 x2 x3 n1 n2; rewrite invfM mulrA divfK.
  rewrite ler_add2l ler_pmul2r ?invr_gt0 //.
  apply: (@le_trans _ _ (\sum_(s < t) cut t s ^+ 2 * k_mu)).
    by rewrite ht; apply: ler_sum => s _; rewrite ler_wpmul2l ?sqr_ge0 // dmu_le.
  by rewrite -mulr_suml mulrC ler_wpmul2l ?kmu0 ?w_recent.
have l2 : 2%:R * ln (Num.sqrt (\det H) / Num.sqrt lam ^+ d) <= d%:R * ln z.
  by rewrite !mulr_natl -!lnX //; apply: ln_le le2; rewrite exprn_gt0.
rewrite /radius /rho_of -/H -/z invf_div !mulrDr !addrA; apply: ler_add => //; apply: ler_add => //.
have -> : d%:R * m / Num.sqrt lam * ln z = m / Num.sqrt lam * (d%:R * ln z).
  by move: (Num.sqrt lam)^-1 (ln z) => x1 x2; ring.
have -> : 2%:R * m / Num.sqrt lam * ln (Num.sqrt (\det H) / Num.sqrt lam ^+ d) =
    m / Num.sqrt lam * (2%:R * ln (Num.sqrt (\det H) / Num.sqrt lam ^+ d)).
  by move: ((Num.sqrt lam)^-1) (ln _) => x1 x2; ring.
by rewrite ler_wpmul2l // divr_ge0 ?sqrtr_ge0 // ltW.
Qed.

(* One round fails with probability at most delta / T (cor:concentration_Discounts, l. 1798). *)
Lemma round_fails t : Pr (played law act) t (fun h =>
    rhoT < nrm (invmx (Hh act vr lam (cut t) h)) (Sh e0 act eps (cut t) h)) [::] <= delta / T%:R.
Proof.
have Tp : 0 < T%:R :> R by rewrite ltr0n.
have dT0 : 0 < delta / T%:R by rewrite divr_gt0.
have dT1 : delta / T%:R <= 1.
  by rewrite ler_pdivr_mulr // mul1r (le_trans de1) // ler1n.
have c0 s : 0 <= cut t s by case/andP: (cut01 t s).
have c1 s : cut t s <= 1 by case/andP: (cut01 t s).
have p0 h e : 0 <= played law act h e by exact: (env_law_ge0 env).
have p1 h : \sum_e played law act h e = 1 by exact: (env_law_sum env).
have bd h e : `|eps h e| <= m by exact: (noise_range _ env).
have vr' h : \sum_e played law act h e * eps h e ^+ 2 <= vr h by exact: (env_variance env).
apply: le_trans (tail e0 p0 p1 m0 lam0 act_unit eps_centred bd vr' c0 c1 t dT0 dT1).
apply: Ex_le => // k; rewrite add0n => kt; case: (boolP (rhoT < _)) => h; last by rewrite ler0n.
by rewrite (le_lt_trans (radius_rho kt) h).
Qed.

(* The matrices and the noise of the tail inequality are those of the rounds along a history. *)
Lemma Hh_take h t : (t <= size h)%N ->
  Hh act vr lam (cut t) (take t h) = Htilde lam (past act h) (w t) D t dmu theta.
Proof.
move=> th; rewrite /Htilde /Hh /design size_takel //; congr (_ + _).
apply: eq_bigr => s _; have sT := ltn_ord s; rewrite take_take ?(ltnW sT) // -/(past act h s); congr (_ *: _).
rewrite /cut /vr size_takel ?(leq_trans (ltnW sT)) //; case: ifP => r //.
by rewrite expr0n mul0r.
Qed.
Lemma Sh_take h t : (t <= size h)%N -> Sh e0 act eps (cut t) (take t h) = noise h t.
Proof.
move=> th; rewrite /recent_noise /Sh size_takel //; apply: eq_bigr => s _; have sT := ltn_ord s.
rewrite take_take ?(ltnW sT) // nth_take // -/(past act h s); congr (_ *: _).
rewrite /cut; case: ifP => r; last by rewrite mul0r.
by rewrite /eps /mean /past_noise /past_reward size_takel ?(leq_trans (ltnW sT)).
Qed.

(* With probability at least 1 - delta the noise is within rho at all rounds (l. 1949). *)
Theorem noise_within : with_probability (played law act) T delta (fun h => forall t, (t < T)%N ->
  nrm (invmx (Htilde lam (past act h) (w t) D t dmu theta)) (noise h t) <= rhoT).
Proof.
have p0 h e : 0 <= played law act h e by exact: (env_law_ge0 env).
have p1 h : \sum_e played law act h e = 1 by exact: (env_law_sum env).
eexists; split; first by apply: (all_rounds p0 p1 T0) => t _; exact: (round_fails t).
move=> h hT /allP /= A t tT; have := A t; rewrite mem_iota add0n tT => /(_ isT).
by rewrite -leNgt Hh_take ?Sh_take ?hT // ltnW.
Qed.

Hypothesis mle : weighted_mle e0 mu w lam reward act hat.

(* A round of T(gamma) along a history has the data of the deterministic part. *)
Lemma round_at h t : (t <= size h)%N -> stationary theta D t ->
  round_data t D (w t) W lam S m mu (past act h) theta (past_noise e0 mu theta reward act h)
    (hat (take t h)) (theta t).
Proof.
move=> th st; split=> //.
- by move=> s; exact: act_unit.
- exact: (env_theta env).
- exact: (env_theta env).
- exact: stationaryP.
- move=> s sT; have := noise_range (nth e0 h s) env (allowed (take s h)).
  by rewrite size_takel // (leq_trans (ltnW sT)).
have := mle (take t h); rewrite size_takel // => e.
rewrite [RHS](eq_bigr (fun s : 'I_t =>
  (w t s * past_reward e0 reward act (take t h) s) *: past act (take t h) s)).
  rewrite -e; congr (_ + _); apply: eq_bigr => s _.
  by rewrite /past take_take // ltnW.
move=> s _; have sT := ltn_ord s; rewrite /past_noise addrC subrK /past_reward /past.
by rewrite !take_take ?(ltnW sT) // nth_take.
Qed.

(* prop:deviation_main, appendix (l. 1022): with probability at least 1 - delta, for all t in T(gamma),
   |gamma^(t-1) S_{t-D:t}|_{Gtilde^-1} <= sqrt(1 + Sbar) rho + rho^2 / sqrt lambda. *)
Theorem deviation_main : with_probability (played law act) T delta (fun h => forall t, (t < T)%N ->
  stationary theta D t ->
  nrm (invmx (Gtilde lam (past act h) (w t) D t (alpha dmu) (theta t) (hat (take t h)))) (noise h t) <=
    deviation_bound lam (Sbar_of lam S k_mu m W) rhoT).
Proof.
apply: with_probability_le noise_within => h hT A t tT st.
apply: (deviation lam0 S_ge0 (ltW m0) slopes (round_at _ st) (A t tT)).
by rewrite hT ltnW.
Qed.
End OnTrees.
