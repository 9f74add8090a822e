(* Refutations: the regret theorem with a sliding window, thm:regret_wost_case_SW (lines 2917-2930), as
   printed. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting refutations_setting refutations_potential
  refutations_model.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* rho_t (line 2838) and beta_t (line 2851) of the sliding window. *)
Definition rho_win (d T tau t : nat) (m k lam delta : R) : R := (Num.sqrt lam / (2%:R * m)
  + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
  + d%:R * m / Num.sqrt lam * ln (1 + k * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * d%:R * ln 2%:R)%ring.
Definition beta_of (S k lam rho : R) : R :=
  (let Y := 1 + S + Num.sqrt ((1 + S) / lam) * rho + (rho / Num.sqrt lam) ^+ 2 in
   k * Num.sqrt lam * (Y * Num.sqrt Y))%ring.
Arguments rho_win (d T tau t)%nat_scope (m k lam delta)%ring_scope.
Arguments beta_of (S k lam rho)%ring_scope.

Section Window.
Variables (E : finType) (e0 : E) (rw : E -> R) (mu : R -> R) (m k c S lam delta : R) (d T tau : nat).
Variables (arms : nat -> seq 'cV[R]_d) (act hat : seq E -> 'cV[R]_d).
(* SW-GLM-UCB (lines 2660-2703) before round t = size h + 1: hat is the maximum likelihood estimate of the
   window (line 2656), act is optimistic with the bonus beta_t / sqrt c_mu |a|_{V_t^-1}. *)
Definition sw_glm_ucb h : Prop :=
  let n := size h in let past s := act (take s h) in
  let index b := mu (dot b (hat h)) + beta_of S k lam (rho_win d T tau n.+1 m k lam delta) / Num.sqrt c *
    nrm (invmx (Vtau (lam / c) past tau n)) b in
  [/\ \sum_(s < n | (n - tau <= s)%N) (rw (nth e0 h s) - mu (dot (past s) (hat h)))
    *: past s - lam *: hat h = 0,
      act h \in arms n & forall b, b \in arms n -> index b <= index (act h)].
End Window.

(* The bound of line 2924. *)
Definition bound_win (d T tau Gam : nat) (m k c S lam delta : R) : R := (Gam%:R * tau%:R
  + 2%:R * beta_of S k lam (rho_win d T tau T m k lam delta) / Num.sqrt c * Num.sqrt (d%:R * T%:R)
    * Num.sqrt (ceildiv T tau)%:R * Num.sqrt (2%:R * Num.max 1 (1 / lam))
      * Num.sqrt (ln (1 + tau%:R / (d%:R * lam))))%ring.
Arguments bound_win (d T tau Gam)%nat_scope (m k c S lam delta)%ring_scope.

Lemma natZ n : n%:R = IZR (Z.of_nat n) :> R.
Proof. by rewrite -INRE INR_IZR_INZ. Qed.
Lemma ln4 : ln 4%:R = 2%:R * ln 2%:R :> R.
Proof. by rewrite -[4%N]/(2 * 2)%N natrM lnM ?ltr0n // mulr_natl mulr2n. Qed.
Lemma lgt_ln4 : lgt (ln 4%:R) = 4%:R / 5%:R :> R.
Proof. by rewrite !natZ /=; toR_goal; rewrite lgt_ln; [congr Rmult; congr Rinv; lra|lra]. Qed.
Lemma lgt_Nln4 : lgt (- ln 4%:R) = 5%:R^-1 :> R.
Proof.
have e := lgt_neg (ln 4%:R); rewrite lgt_ln4 in e; rewrite [LHS]e.
by rewrite !natZ /=; toR_goal; lra.
Qed.
Lemma c64 : bdmu 400 (ln 4%:R) = 64%:R.
Proof. by rewrite /bdmu /dlgt lgt_ln4 !natZ /=; toR_goal; lra. Qed.
Lemma glm400 : glm (bmu 400) (bdmu 400) 400%:R (400%:R / 4%:R) 64%:R (ln 4%:R).
Proof. by rewrite -c64; apply: glm_binomial => //; apply: ln_ge0; rewrite ler1n. Qed.

(* Y^{3/2} does not fall below 0, whatever Y is. *)
Lemma beta_ge0 (S k lam rho : R) : 0 <= k -> 0 <= beta_of S k lam rho.
Proof.
move=> k0; rewrite /beta_of; cbv zeta; set Y := _ + _ + _ + _; apply: mulr_ge0;
  first by rewrite mulr_ge0 ?sqrtr_ge0.
have [Y0|Y0] := lerP 0 Y; first by rewrite mulr_ge0 ?sqrtr_ge0.
by rewrite ler0_sqrtr ?mulr0 // ltW.
Qed.

(* beta_T of the witness. *)
Local Notation beta_w := (beta_of (ln 4%:R) (400%:R / 4%:R) (400%:R ^+ 2)
  (rho_win 1 1 1 1 400%:R (400%:R / 4%:R) (400%:R ^+ 2) 2%:R^-1)).
Lemma sqrt_lam : Num.sqrt (400%:R ^+ 2) = 400%:R :> R.
Proof. by rewrite sqrtr_sqr normr_nat. Qed.
Lemma lam_gt0 : 0 < 400%:R ^+ 2 :> R. Proof. by rewrite exprn_gt0 ?ltr0n. Qed.
Lemma max_lam : Num.max 1 (1 / 400%:R ^+ 2) = 1 :> R.
Proof. by apply/max_idPl; rewrite div1r invf_le1 ?lam_gt0 // -natrX ler1n. Qed.
Lemma ln_lam : ln (1 + 1 / 400%:R ^+ 2) <= 1 / 400%:R ^+ 2 :> R.
Proof.
have x0 : 0 < 1 + 1 / 400%:R ^+ 2 :> R by rewrite ltr_spaddl ?ltr01 // divr_ge0 ?ler01 ?(ltW lam_gt0).
by apply: le_trans (ln_lin x0) _; rewrite addrAC subrr add0r.
Qed.
Lemma beta_small : 0 <= beta_w <= 200%:R * 810%:R.
Proof.
rewrite beta_ge0 ?divr_ge0 ?ler0n //=; have sL := sqrt_lam; have L0 := lam_gt0.
have n4 : 400%:R != 0 :> R by rewrite pnatr_eq0.
rewrite /beta_of; cbv zeta; set rho := rho_win _ _ _ _ _ _ _ _.
have [r0 r4] : 0 <= rho /\ rho <= 4%:R.
  rewrite /rho /rho_win sL minnn !mulr1n !mul1r !mulr1 invrK invfM mulfK // mulrCA !divff // mulr1 mul1r.
  have x0 : 0 < 1 + 400%:R / 4%:R / 400%:R ^+ 2 :> R by rewrite ltr_spaddl ?ltr01 // !divr_ge0 ?exprn_ge0
    ?ler0n.
  have x1 : 1 <= 1 + 400%:R / 4%:R / 400%:R ^+ 2 :> R by rewrite ler_addl !divr_ge0 ?exprn_ge0 ?ler0n.
  have := ln_lin x0; have := ln_ge0 x1; have := ln2_0; have := ln2_le.
  move: (ln 2%:R) (ln (1 + _)) => x y /RleP h1 /RleP h2 /RleP h3 /RleP h4.
  move: h1 h2 h3 h4; rewrite !natZ /=; toR_goal => h1 h2 h3 h4.
  by split; apply/RleP; toR_goal; lra.
have S1 : 0 <= ln 4%:R :> R by apply: ln_ge0; rewrite ler1n.
have S2 : ln 4%:R <= 3%:R / 2%:R :> R.
  by rewrite ln4; have := ln2_le; move: (ln 2%:R) => x /RleP h; apply/RleP; move: h; rewrite !natZ /=;
    toR_goal; lra.
have q : Num.sqrt ((1 + ln 4%:R) / 400%:R ^+ 2) <= 250%:R^-1 :> R.
  rewrite -[X in _ <= X]ger0_norm ?invr_ge0 ?ler0n // -sqrtr_sqr; apply: ler_wsqrtr.
  rewrite ler_pdivr_mulr //; move: S2; rewrite !natZ /= => /RleP h; apply/RleP; move: h; toR_goal;
    rewrite /=; lra.
set Y := _ + _ + _ + _; have [Y0 Y1] : 0 <= Y /\ Y <= 253%:R / 100%:R.
  rewrite /Y sL; move: q (sqrtr_ge0 ((1 + ln 4%:R) / 400%:R ^+ 2 : R)); move: (Num.sqrt _) => z.
  move: (ln 4%:R) S1 S2 => s /RleP h1 /RleP h2 /RleP h3 /RleP h4; case: (conj r0 r4) => /RleP h5 /RleP h6.
  have h3' : Rle z (Rinv (IZR 250)) by move: h3; rewrite natZ /=; toR_goal.
  have h6' : Rle rho (IZR 4) by move: h6; rewrite natZ /=.
  have h7 : Rle (Rmult z rho) (Rmult (Rinv (IZR 250)) (IZR 4)) by exact: Rmult_le_compat.
  have h8 : Rle 0 (Rmult z rho) by apply: Rmult_le_pos.
  have h9 : Rle (Rmult rho rho) (Rmult (IZR 4) (IZR 4)) by exact: Rmult_le_compat.
  have h10 : Rle 0 (Rmult rho rho) by apply: Rmult_le_pos.
  have -> : (rho / 400%:R) ^+ 2 = Rmult rho rho * (400%:R^-1) ^+ 2 by rewrite exprMn expr2.
  by move: h1 h2; rewrite !natZ /=; toR_goal => h1 h2; split; apply/RleP; toR_goal; lra.
have Y2 : Num.sqrt Y <= 8%:R / 5%:R.
  rewrite -[X in _ <= X]ger0_norm ?divr_ge0 ?ler0n // -sqrtr_sqr; apply: ler_wsqrtr; apply: (le_trans Y1).
  by rewrite !natZ /=; apply/RleP; toR_goal; rewrite /=; lra.
have Y3 : Y * Num.sqrt Y <= 253%:R / 100%:R * (8%:R / 5%:R) by apply: ler_pmul; rewrite ?sqrtr_ge0.
rewrite sL; apply: (@le_trans _ _ (400%:R / 4%:R * 400%:R * (253%:R / 100%:R * (8%:R / 5%:R)))).
  by rewrite ler_wpmul2l // !mulr_ge0 ?invr_ge0 ?ler0n.
by rewrite !natZ /=; apply/RleP; toR_goal; lra.
Qed.

(* The bound of the witness is below 160. *)
Lemma bound_small : bound_win 1 1 1 0 400%:R (400%:R / 4%:R) 64%:R (ln 4%:R) (400%:R ^+ 2) 2%:R^-1 <= 160%:R.
Proof.
have -> : bound_win 1 1 1 0 400%:R (400%:R / 4%:R) 64%:R (ln 4%:R) (400%:R ^+ 2) 2%:R^-1 =
    2%:R * beta_w / Num.sqrt 64%:R * (Num.sqrt (2%:R * 1) * Num.sqrt (ln (1 + 1 / 400%:R ^+ 2))).
  by rewrite /bound_win max_lam mul0r add0r -[ceildiv 1 1]/1%N !mulr1n !mul1r sqrtr1 !mulr1 -mulrA.
have -> : Num.sqrt 64%:R = 8%:R :> R by apply: sqrtE; rewrite ?ler0n // -natrX.
case/andP: beta_small => be0 be1; set be := beta_w in be0 be1 *.
have w : Num.sqrt (2%:R * 1) * Num.sqrt (ln (1 + 1 / 400%:R ^+ 2)) <= 3%:R / 800%:R :> R.
  rewrite -sqrtrM ?mulr1 ?ler0n // -[X in _ <= X]ger0_norm ?divr_ge0 ?ler0n // -sqrtr_sqr; apply: ler_wsqrtr.
  have := ln_lam; move: (ln _) => y /RleP h; apply/RleP; move: h; rewrite !natZ /=; toR_goal; rewrite /=; lra.
apply: (@le_trans _ _ (2%:R * (200%:R * 810%:R) / 8%:R * (3%:R / 800%:R))).
  apply: ler_pmul; last exact: w.
  - by apply: divr_ge0; [apply: mulr_ge0 => //|]; exact: ler0n.
  - by rewrite mulr_ge0 ?sqrtr_ge0.
  by rewrite ler_pmul2r ?invr_gt0 ?ltr0n // ler_pmul2l ?ltr0n.
by rewrite !natZ /=; apply/RleP; toR_goal; lra.
Qed.

(* The hypotheses of the theorem: a model whose rewards, of a canonical exponential family with finitely
   many values rw e, have the law p h e given the past h; parameters in Theta, action sets (one for each
   round) in the unit ball, ast a best action; the algorithm in every round up to T. *)
Section Problem.
Variables (E : finType) (e0 : E) (rw nu : E -> R) (bb mu dmu : R -> R) (m k c S lam delta : R)
  (d T tau : nat).
Variables (ths ast : nat -> 'cV[R]_d) (arms : nat -> seq 'cV[R]_d) (act hat : seq E -> 'cV[R]_d).
Definition window_problem : Prop :=
  [/\ glm mu dmu m k c S,
      [/\ forall e, 0 <= rw e <= m /\ 0 <= nu e, forall z : R, is_derive bb z (mu z) &
          forall z, \sum_e exp (rw e * z - bb z) * nu e = 1],
      [/\ (0 < d)%N, (0 < T)%N, (0 < tau)%N, 0 < lam & 0 < delta <= 1],
      [/\ forall t, nrm2 (ths t) <= S, forall t b, b \in arms t -> nrm2 b <= 1, forall t, ast t \in arms t &
          forall t b, b \in arms t -> mu (dot b (ths t)) <= mu (dot (ast t) (ths t))] &
      forall h, (size h < T)%N -> sw_glm_ucb e0 rw mu m k c S lam delta T tau arms act hat h].
(* P(R_T <= X) *)
Definition prob_regret (X : R) :=
  let p h e := exp (rw e * dot (act h) (ths (size h)) - bb (dot (act h) (ths (size h)))) * nu e in
  Pr p T (fun h => \sum_(t < T) (mu (dot (ast t) (ths t)) - mu (dot (act (take t h)) (ths t))) <= X) [::].
End Problem.

(* The witness: T = tau = 1, actions -1 and 1/2, theta* = log 4; the bonus chooses -1. *)
Local Notation n1 := (vec1 (- 1)).
Local Notation hf := (vec1 2%:R^-1).
Local Notation thw := (vec1 (ln 4%:R)).
Lemma two_arms (P : 'cV[R]_1 -> Prop) : P n1 -> P hf -> forall a, a \in [:: n1; hf] -> P a.
Proof. by move=> h1 h2 a; rewrite !inE => /orP [] /eqP ->. Qed.
Lemma mu_hf : bmu 400 (dot hf thw) = 400%:R * (2%:R / 3%:R).
Proof.
have hh : ln 4%:R / 2%:R = ln 2%:R :> R by rewrite ln4 mulrAC divff ?pnatr_eq0 // mul1r.
by rewrite dot1 !mxE mulrC hh /bmu lgt_ln2.
Qed.
Lemma mu_n1 : bmu 400 (dot n1 thw) = 400%:R * 5%:R^-1.
Proof. by rewrite dot1 !mxE mulN1r /bmu lgt_Nln4. Qed.
Definition problem_w := @window_problem [finType of 'I_401] ord0 (fun j : 'I_401 => j%:R)
  (fun j : 'I_401 => 'C(400, j)%:R) (cumulant 400) (bmu 400) (bdmu 400)
    400%:R (400%:R / 4%:R)%ring 64%:R (ln 4%:R)
  (400%:R ^+ 2)%ring (2%:R^-1)%ring 1 1 1 (fun=> thw) (fun=> hf) (fun=> [:: n1; hf]) (fun=> n1) (fun=> 0).
Lemma witness_problem : problem_w.
Proof.
have S0 : 0 <= ln 4%:R :> R by apply: ln_ge0; rewrite ler1n.
have L0 := lam_gt0; split; first exact: glm400.
- split; [by move=> j; rewrite !ler0n ler_nat -ltnS ltn_ord| |exact: binomial_law].
  by move=> z; rewrite /bmu -INRE; exact: cumulant_d.
- by split=> //; rewrite invr_gt0 ltr0n invf_le1 ?ler1n ?ltr0n.
- split; first by move=> t; rewrite nrm21 mxE ger0_norm.
  + move=> t; apply: two_arms; rewrite nrm21 mxE ?normrN ?normr1 //.
    by rewrite ger0_norm ?invr_ge0 ?ler0n // invf_le1 ?ler1n ?ltr0n.
  + by move=> t; rewrite !inE eqxx orbT.
  + move=> t; apply: two_arms; rewrite ?mu_hf ?mu_n1 // ler_pmul2l ?ltr0n //.
    by rewrite !natZ /=; apply/RleP; toR_goal; lra.
case=> // _; split; first by rewrite big_ord0 scaler0 subrr.
- by rewrite inE eqxx.
apply: two_arms => //; rewrite !dot1 !mxE !mulr0 ler_add2l ler_wpmul2l //.
  by rewrite divr_ge0 ?sqrtr_ge0 ?beta_ge0 ?divr_ge0 ?ler0n.
rewrite !nrm_inv1 !mxE; apply: ler_wsqrtr; rewrite sqrrN expr1n ler_wpmul2r //.
  by rewrite invr_ge0 big_ord0 mxE add0r eqxx mulr1n divr_ge0 ?(ltW L0) ?ler0n.
by rewrite exprn_ile1 ?invr_ge0 ?ler0n // invf_le1 ?ler1n ?ltr0n.
Qed.
Lemma witness_prob (X : R) : X <= 160%:R ->
  ~ (1 - 2%:R^-1 <= @prob_regret [finType of 'I_401] (fun j : 'I_401 => j%:R) (fun j : 'I_401 =>
    'C(400, j)%:R) (cumulant 400)
    (bmu 400) 1 1 (fun=> thw) (fun=> hf) (fun=> n1) X).
Proof.
move=> X1; rewrite /prob_regret /Pr /= big1 => [|e _].
  by apply/negP; rewrite -ltNge subr_gt0 invf_lt1 ?ltr1n ?ltr0n.
rewrite big_ord1 mu_hf mu_n1; case: (boolP (_ <= _)) => // h; last by rewrite mulr0.
by have := le_trans h X1; rewrite !natZ /= => /RleP; toR_goal; lra.
Qed.

(* T5, thm:regret_wost_case_SW, lines 2917-2930, and I40, lines 2951-2967: with probability at least
   1-\delta, R_T \le \Gamma_T\tau + \frac{2\beta_T^\delta}{\sqrt{c_\mu}}\sqrt{dT}\sqrt{\lceil
   T/\tau\rceil}\sqrt{2\max(1,1/\lambda)} \sqrt{\log(1+\frac{\tau}{d\lambda})}.  True for m <= 1 (then
   c_\mu <= 1/4), as for logistic rewards. Witness: T = \tau = 1, no change, d = 1, binomial rewards with
   400 trials, S = \theta^\star = log 4, c_\mu = 64, \lambda = 160000, \delta = 1/2, actions -1 and 1/2:
   the bonus chooses -1 whatever happens; the regret is 186.6, the printed bound at most 160. *)
Theorem T5_printed_false : ~ (forall (E : finType) (e0 : E) (rw nu : E -> R)
    (bb mu dmu : R -> R) (m k c S lam delta : R) (d T tau : nat) (ths ast : nat -> 'cV[R]_d)
    (arms : nat -> seq 'cV[R]_d) (act hat : seq E -> 'cV[R]_d),
  window_problem e0 rw nu bb mu dmu m k c S lam delta T tau ths ast arms act hat ->
  1 - delta <= prob_regret rw nu bb mu T ths ast act (bound_win d T tau (breaks ths T) m k c S lam delta)).
Proof.
move=> A; have := A _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ witness_problem.
apply: witness_prob; have -> : breaks (fun=> thw) 1 = 0%N by rewrite /breaks big_ord0.
exact: bound_small.
Qed.

(* I41, lines 3033-3039, under ass:minimum_gap (line 651): with probability at least 1-\delta, R_T \le
   \Gamma_T\tau + \frac{8(\beta_T^\delta)^2}{c_\mu\Delta}\max(1,1/\lambda) d\lceil
   T/\tau\rceil\log(1+\frac{\tau}{\lambda d}). Witness: that of T5, \Delta = 186: the right side is at most
   111. *)
Definition bound_gap (d T tau Gam : nat) (m k c S lam delta De : R) : R := (Gam%:R * tau%:R
  + 8%:R * beta_of S k lam (rho_win d T tau T m k lam delta) ^+ 2 / (c * De) * Num.max 1 (1 / lam) * d%:R
    * (ceildiv T tau)%:R * ln (1 + tau%:R / (lam * d%:R)))%ring.
Arguments bound_gap (d T tau Gam)%nat_scope (m k c S lam delta De)%ring_scope.
Theorem I41_printed_false : ~ (forall (E : finType) (e0 : E) (rw nu : E -> R) (bb mu dmu : R -> R)
    (m k c S lam delta De : R) (d T tau : nat) (ths ast : nat -> 'cV[R]_d) (arms : nat -> seq 'cV[R]_d)
    (act hat : seq E -> 'cV[R]_d),
  window_problem e0 rw nu bb mu dmu m k c S lam delta T tau ths ast arms act hat -> 0 < De ->
  (forall t b, b \in arms t -> mu (dot b (ths t)) < mu (dot (ast t) (ths t)) ->
    De <= mu (dot (ast t) (ths t)) - mu (dot b (ths t))) ->
  1 - delta <= prob_regret rw nu bb mu T ths ast act (bound_gap d T tau (breaks ths T) m k c S lam delta De)).
Proof.
move=> A; have De0 : 0 < 186%:R :> R by rewrite ltr0n.
have := A _ _ _ _ _ _ _ _ _ _ _ _ _ 186%:R _ _ _ _ _ _ _ _ witness_problem De0.
move=> {}A; have {A} := A _; set X := bound_gap _ _ _ _ _ _ _ _ _ _ _ => A.
have X1 : X <= 160%:R.
  rewrite /X; have -> : breaks (fun=> thw) 1 = 0%N by rewrite /breaks big_ord0.
  have -> : bound_gap 1 1 1 0 400%:R (400%:R / 4%:R) 64%:R (ln 4%:R) (400%:R ^+ 2) 2%:R^-1 186%:R =
      8%:R * beta_w ^+ 2 / (64%:R * 186%:R) * ln (1 + 1 / 400%:R ^+ 2).
    by rewrite /bound_gap max_lam mul0r add0r -[ceildiv 1 1]/1%N !mulr1n !mulr1.
  case/andP: beta_small => be0 be1.
  apply: (@le_trans _ _ (8%:R * (200%:R * 810%:R) ^+ 2 / (64%:R * 186%:R) * (1 / 400%:R ^+ 2))).
    apply: ler_pmul; last exact: ln_lam.
    - by apply: divr_ge0; apply: mulr_ge0; rewrite ?sqr_ge0 ?ler0n.
    - by apply: ln_ge0; rewrite ler_addl divr_ge0 ?ler01 ?(ltW lam_gt0).
    rewrite ler_pmul2r ?invr_gt0 ?mulr_gt0 ?ltr0n // ler_pmul2l ?ltr0n //.
    by rewrite ler_expn2r ?nnegrE // mulr_ge0 ?ler0n.
  by rewrite !natZ /=; apply/RleP; toR_goal; rewrite /=; lra.
apply: (witness_prob X1); apply: A => t; apply: two_arms; rewrite ?mu_hf ?mu_n1 ?ltxx // => _.
by rewrite !natZ /=; apply/RleP; toR_goal; lra.
Qed.
