(* The rates as statements on the regret: the tuned bounds of rates_window.v and rates_gap.v with the
   probabilities of window_regret.v and gap_regret.v, for any law of rewards
   (corollary:asympt_regret_no_proj_SW, l. 2971-2997; thm:fjqiqposejf_SW, l. 3001-3052; thm:fjqiqposejf, l.
   666-720).

   A regret of T rounds is at most m T always, and not positive if the gaps are above m; so a rate that is
   above m T needs no proof, and 8 m may be written 8 m^2/Delta. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus regret.
From Glb Require Import any_law any_law_tail any_law_regret window_regret gap_regret.
From Glb Require Import rates rates_discount rates_window rates_gap rates_slope rates_slope_discount.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section AnyLaw.
Variables (d : nat) (E : Type) (e0 : E).
Variables (mu dmu ddmu : R -> R) (c_mu k_mu S m : R).
Variables (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop).
Variables (Ec : seq E -> 'cV[R]_d -> (E -> R) -> R) (reward : seq E -> 'cV[R]_d -> E -> R).
Variables (act hat best : seq E -> 'cV[R]_d) (delta : R) (T Gamma : nat).
Hypotheses (d0 : (0 < d)%N) (T2 : (1 < T)%N) (m0 : 0 < m).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis floor : slope_floor d dmu S c_mu.
Hypothesis env : any_environment mu dmu S m theta actions Ec reward.
Hypothesis allowed : forall h, actions h (act h).
Hypothesis best_allowed : forall h, actions h (best h).
Hypothesis changes : (breaks theta T <= Gamma)%N.
Local Notation played := (fun h => Ec h (act h)).
Local Notation lam := (ridge d T).
Local Notation b := (rate_bonus k_mu S m delta).
Let T0 : (0 < T)%N := ltnW T2.
Let Tp : 0 < T%:R :> R. Proof. by rewrite ltr0n. Qed.
Let L0 : 0 < ln T%:R. Proof. by apply: lt_le_trans (log_horizon T2); rewrite invr_gt0 ltr0n. Qed.
Let lam0 := ridge_gt0 d0 T2.
Let k0 : 0 <= k_mu := kmu0 link.
Let S0 : 0 <= S := le_trans (nrm2_ge0 _) (any_theta env 0).
Let c0 : 0 < c_mu. Proof. by case: floor. Qed.
Local Notation kappa := (Num.max 1 k_mu).
(* c_mu is a slope *)
Let ck : c_mu <= k_mu.
Proof.
have [_ fl] := floor; have z1 : nrm2 (0 : 'cV[R]_d) <= 1 by rewrite nrm2E nrm0 ler01.
have zS : nrm2 (0 : 'cV[R]_d) <= S by rewrite nrm2E nrm0.
by apply: (le_trans (fl 0 0 z1 zS)); apply/RleP; exact: (link_lipschitz link).
Qed.
Let U h : upper_law (Ec h (act h)) := any_upper env (allowed h).

(* What every regret satisfies has probability 1. *)
Lemma sure_bound (X : R) : (forall h, size h = T -> pregret mu theta best act T h <= X) ->
  Prob played T (fun h => ~~ (pregret mu theta best act T h <= X)) [::] <= delta.
Proof.
move=> sure; apply: le_trans (ltW de0); rewrite -[X in _ <= X](Mean_const U T 0 [::]).
by apply: (Prob_le U (B := xpred0)) => h; rewrite add0n => hT; rewrite sure.
Qed.

(* A round costs at most m, T rounds at most m T. *)
Lemma round_le h t : size h = T -> (t < T)%N ->
  mu (dot (best (take t h)) (theta t)) - mu (dot (act (take t h)) (theta t)) <= m.
Proof.
move=> hT tT; have th : (t <= size h)%N by rewrite hT ltnW.
have := any_mean_range env (best_allowed (take t h)); have := any_mean_range env (allowed (take t h)).
rewrite size_takel // => /andP [h0 _] /andP [_ h1].
by rewrite ler_subl_addr (le_trans h1) // ler_addl.
Qed.
Lemma any_regret_mT h : size h = T -> pregret mu theta best act T h <= m * T%:R.
Proof.
move=> hT; rewrite mulr_natr -[T in X in _ <= X]card_ord -sumr_const; apply: ler_sum => t _.
exact: round_le.
Qed.
Lemma sure_mT (X : R) : m * T%:R <= X ->
  Prob played T (fun h => ~~ (pregret mu theta best act T h <= X)) [::] <= delta.
Proof. by move=> h; apply: sure_bound => k kT; exact: le_trans (any_regret_mT kT) h. Qed.

(* A bound that holds with probability 1 - delta may be raised. *)
Lemma raise_bound (X Y : R) : X <= Y ->
  Prob played T (fun h => ~~ (pregret mu theta best act T h <= X)) [::] <= delta ->
  Prob played T (fun h => ~~ (pregret mu theta best act T h <= Y)) [::] <= delta.
Proof.
by move=> XY; apply: le_trans; apply: (Prob_le U) => h _; apply: contra => /le_trans; apply.
Qed.

(* Gaps of at least Delta > m: no regret at all *)
Variable Delta : R.
Hypothesis Delta0 : 0 < Delta.
Hypothesis gap : forall h b, (size h < T)%N -> actions h b ->
  mu (dot b (theta (size h))) < mu (dot (best h) (theta (size h))) ->
  Delta <= mu (dot (best h) (theta (size h))) - mu (dot b (theta (size h))).
Lemma sure_gap (X : R) : m < Delta -> 0 <= X ->
  Prob played T (fun h => ~~ (pregret mu theta best act T h <= X)) [::] <= delta.
Proof.
move=> mD X0; apply: sure_bound => h hT; apply: le_trans X0.
rewrite -oppr_ge0 -sumrN; apply: sumr_ge0 => t _; rewrite oppr_ge0.
have st : size (take t h) = t by rewrite size_takel // hT ltnW.
have := @gap (take t h) (act (take t h)); rewrite st => /(_ (ltn_ord t) (allowed _)) g.
rewrite subr_le0 leNgt; apply/negP => /g; rewrite leNgt => /negP; apply.
exact: le_lt_trans (round_le hT (ltn_ord t)) mD.
Qed.

(* The sliding window *)
Section Window.
Variable tau : nat.
Let bt := beta_SW d k_mu S m lam delta T tau.
Hypothesis mle : forall h, \sum_(s < size h) (window_weight R_realFieldType tau (size h) s
      * mu (dot (ppast act h s) (hat h))) *: ppast act h s + lam *: hat h =
  \sum_(s < size h) (window_weight R_realFieldType tau (size h) s * preward e0 reward act h s)
    *: ppast act h s.
Hypothesis opt : forall h b, actions h b -> let V := V_window (lam / c_mu) (ppast act h) tau (size h) in
  mu (dot b (hat h)) + bt (size h).+1 / Num.sqrt c_mu * nrm (invmx V) b <=
  mu (dot (act h) (hat h)) + bt (size h).+1 / Num.sqrt c_mu * nrm (invmx V) (act h).
Let ceil_gt0 (x : R) : 0 < x -> is_ceil x tau -> (0 < tau)%N.
Proof. by move=> x0 /andP [h _]; rewrite -(ltr0n R_numDomainType) (lt_le_trans x0 h). Qed.

(* The smaller of m T and the bound of T5 *)
Lemma any_window_min (X : R) : (0 < tau)%N ->
  Num.min (m * T%:R) (window_bound d T tau Gamma c_mu k_mu S m delta) <= X ->
  Prob played T (fun h => ~~ (pregret mu theta best act T h <= X)) [::] <= delta.
Proof.
move=> tau0; rewrite le_minl => /orP [|h]; first exact: sure_mT.
apply: (raise_bound h); exact: (any_window_regret d0 T0 tau0 lam0 m0 de0 de1 link floor env allowed
  best_allowed changes mle opt).
Qed.

(* Gamma_T known (l. 2971-2978) *)
Theorem any_window_rate : (0 < Gamma)%N ->
  is_ceil (power (d%:R * T%:R / (Num.sqrt c_mu * Gamma%:R)) (2%:R / 3%:R))%ring tau ->
  Prob played T (fun h => ~~ (pregret mu theta best act T h <=
    kappa * (4%:R * m + 10%:R * k_mu * b) * ln T%:R * rate d T Gamma c_mu)) [::] <= delta.
Proof.
move=> G0 tc; apply: any_window_min; first exact: ceil_gt0 (power_gt0 _ _) tc.
exact: window_rate_slope.
Qed.

(* Gamma_T unknown (l. 2979-2984) *)
Theorem any_window_rate_unknown : is_ceil (power (d%:R * T%:R / Num.sqrt c_mu) (2%:R / 3%:R))%ring tau ->
  Prob played T (fun h => ~~ (pregret mu theta best act T h <=
    kappa * (4%:R * m + 10%:R * k_mu * b) * ln T%:R * ((1 + Gamma%:R) * rate d T 1 c_mu))) [::] <= delta.
Proof.
move=> tc; apply: any_window_min; first exact: ceil_gt0 (power_gt0 _ _) tc.
exact: window_rate_unknown_slope.
Qed.

(* Gaps (l. 3001-3010) *)
Theorem any_window_gap_rate : (0 < Gamma)%N ->
  is_ceil (d%:R * Num.sqrt T%:R / Num.sqrt (c_mu * Gamma%:R))%ring tau ->
  Prob played T (fun h => ~~ (pregret mu theta best act T h <=
    kappa ^+ 2 * (8%:R * m ^+ 2 + 96%:R * k_mu ^+ 2 * b ^+ 2)
      * (ln T%:R ^+ 2 / Delta * gap_rate d T c_mu Gamma))) [::] <= delta.
Proof.
move=> G0 tc; have r0 := gap_rate_gt0 d0 T2 c0 G0.
have l0 : 0 <= ln T%:R ^+ 2 / Delta by rewrite divr_ge0 ?sqr_ge0 ?(ltW Delta0).
have X0 : 0 <= kappa ^+ 2 * (8%:R * m ^+ 2 + 96%:R * k_mu ^+ 2 * b ^+ 2).
  apply: mulr_ge0 (sqr_ge0 _) _; rewrite addr_ge0 ?squares_ge0 //.
  exact: mulr_ge0 (ler0n _ _) (sqr_ge0 _).
have [mD|Dm] := ltP m Delta.
  by apply: sure_gap => //; apply: mulr_ge0 X0 _; exact: mulr_ge0 l0 (ltW r0).
have tau0 : (0 < tau)%N.
  apply: ceil_gt0 tc; rewrite divr_gt0 ?sqrtr_gt0 ?mulr_gt0 ?ltr0n // sqrtr_gt0.
  by [].
have := window_gap_rate_slope d0 T2 c0 ck m0 S0 de0 de1 G0 Delta0 Dm tc.
rewrite le_minl => /orP [|h2]; first exact: sure_mT.
apply: (raise_bound h2); exact: (any_window_gap d0 T0 tau0 lam0 m0 de0 de1 link floor env allowed
  best_allowed changes mle opt Delta0 gap).
Qed.
End Window.

(* Discount factors *)
Section Discount.
Variables (D : nat) (gamma : R).
Let bt := beta_D d k_mu S m gamma lam delta T D.
Hypothesis mle : forall h,
  \sum_(s < size h) (discount gamma (size h) s * mu (dot (ppast act h s) (hat h))) *: ppast act h s
    + lam *: hat h =
  \sum_(s < size h) (discount gamma (size h) s * preward e0 reward act h s) *: ppast act h s.
Hypothesis opt : forall h b, actions h b ->
  let V := design (lam / c_mu) (ppast act h) (discount gamma (size h)) (size h) in
  mu (dot b (hat h)) + bt / Num.sqrt c_mu * nrm (invmx V) b <=
  mu (dot (act h) (hat h)) + bt / Num.sqrt c_mu * nrm (invmx V) (act h).
Hypothesis G0 : (0 < Gamma)%N.
Hypothesis Dc : is_ceil (ln T%:R / ln gamma^-1)%ring D.

(* th:regret_D_no_proj_main (l. 770) *)
Theorem any_discount_rate : gamma = 1 - forget d T Gamma c_mu ->
  Prob played T (fun h => ~~ (pregret mu theta best act T h <=
    kappa * rate_constant k_mu S m delta * ln T%:R * rate d T Gamma c_mu)) [::] <= delta.
Proof.
set u := forget d T Gamma c_mu => gE; have u0 : 0 < u := forget_gt0 d T Gamma c_mu.
have short : T%:R * u < 1 \/ 2%:R^-1 < u ->
  m * T%:R <= kappa * rate_constant k_mu S m delta * ln T%:R * rate d T Gamma c_mu.
  exact: rate_short_slope.
case: (ltP (T%:R * u) 1) => [h|long]; first by apply: sure_mT; apply: short; left.
case: (ltP 2%:R^-1 u) => [h|half]; first by apply: sure_mT; apply: short; right.
have g0 : 0 < gamma by rewrite gE; exact: discount_gt0 half.
have g1 : gamma < 1 by rewrite gE; exact: discount_lt1 u0.
apply: raise_bound (any_law_regret d0 T0 lam0 m0 g0 g1 de0 de1 link floor env allowed best_allowed mle opt).
move: Dc; rewrite gE => Dc'.
apply: le_trans (tuned_slope d0 T2 G0 c0 ck m0 S0 de0 de1 long half Dc'); rewrite /any_law_bound !ler_add2r.
by rewrite ler_wpmul2l ?(ltW m0) // ler_nat leq_mul2r changes orbT.
Qed.

(* thm:fjqiqposejf (l. 682) *)
Theorem any_discount_gap_rate : gamma = 1 - gap_forget d T c_mu Gamma ->
  Prob played T (fun h => ~~ (pregret mu theta best act T h <=
    kappa ^+ 2 * gap_constant_D k_mu S m delta * (ln T%:R ^+ 2 / Delta * gap_rate d T c_mu Gamma)))
    [::] <= delta.
Proof.
set u := gap_forget d T c_mu Gamma => gE; have r0 := gap_rate_gt0 d0 T2 c0 G0.
have u0 : 0 < u := gap_forget_gt0 d0 T2 c0 G0.
have l0 : 0 <= ln T%:R ^+ 2 / Delta by rewrite divr_ge0 ?sqr_ge0 ?(ltW Delta0).
have X0 : 0 <= kappa ^+ 2 * gap_constant_D k_mu S m delta.
  apply: mulr_ge0 (sqr_ge0 _) _; rewrite /gap_constant_D addr_ge0 ?addr_ge0 ?squares_ge0 //.
  exact: mulr_ge0 (ler0n _ _) (sqr_ge0 _).
have [mD|Dm] := ltP m Delta.
  by apply: sure_gap => //; apply: mulr_ge0 X0 _; exact: mulr_ge0 l0 (ltW r0).
have short : T%:R * u < 1 \/ 2%:R^-1 < u -> m * T%:R <=
  kappa ^+ 2 * gap_constant_D k_mu S m delta * (ln T%:R ^+ 2 / Delta * gap_rate d T c_mu Gamma).
  exact: gap_D_short.
case: (ltP (T%:R * u) 1) => [h|long]; first by apply: sure_mT; apply: short; left.
case: (ltP 2%:R^-1 u) => [h|half]; first by apply: sure_mT; apply: short; right.
have g0 : 0 < gamma by rewrite gE; exact: discount_gt0 half.
have g1 : gamma < 1 by rewrite gE; exact: discount_lt1 u0.
apply: raise_bound (any_discount_gap d0 T0 lam0 m0 g0 g1 de0 de1 link floor env allowed
  best_allowed changes mle opt Delta0 gap).
by move: Dc; rewrite gE => Dc'; exact: (gap_D_le d0 T2 G0 c0 ck m0 S0 de0 de1 Delta0 Dm long half Dc').
Qed.
End Discount.
End AnyLaw.
