(* Refutations: the regret theorem with a sliding window, thm:regret_wost_case_SW (lines 2917-2930), as printed. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting refutations_setting refutations_potential refutations_model.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* rho_t (line 2838) and beta_t (line 2851) of the sliding window. *)
Definition rho_win (d T tau t : nat) (m k lam delta : R) : R := (Num.sqrt lam / (2%:R * m)
  + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
  + d%:R * m / Num.sqrt lam * ln (1 + k * (minn t tau)%:R / (d%:R * lam)) + 2%:R * m / Num.sqrt lam * d%:R * ln 2%:R)%ring.
Definition beta_of (S k lam rho : R) : R :=
  (let Y := 1 + S + Num.sqrt ((1 + S) / lam) * rho + (rho / Num.sqrt lam) ^+ 2 in
   k * Num.sqrt lam * (Y * Num.sqrt Y))%ring.
Arguments rho_win (d T tau t)%nat_scope (m k lam delta)%ring_scope.
Arguments beta_of (S k lam rho)%ring_scope.

Section Window.
Variables (E : finType) (e0 : E) (rw : E -> R) (mu : R -> R) (m k c S lam delta : R) (d T tau : nat).
Variables (arms : nat -> seq 'cV[R]_d) (act hat : seq E -> 'cV[R]_d).
(* SW-GLM-UCB (lines 2660-2703) before round t = size h + 1: hat is the maximum likelihood estimate of the window (line
   2656), act is optimistic with the bonus beta_t / sqrt c_mu |a|_{V_t^-1}. *)
Definition sw_glm_ucb h : Prop :=
  let n := size h in let past s := act (take s h) in
  let index b := mu (dot b (hat h)) + beta_of S k lam (rho_win d T tau n.+1 m k lam delta) / Num.sqrt c *
    nrm (invmx (Vtau (lam / c) past tau n)) b in
  [/\ \sum_(s < n | (n - tau <= s)%N) (rw (nth e0 h s) - mu (dot (past s) (hat h))) *: past s - lam *: hat h = 0,
      act h \in arms n & forall b, b \in arms n -> index b <= index (act h)].
End Window.

(* The bound of line 2924. *)
Definition bound_win (d T tau Gam : nat) (m k c S lam delta : R) : R := (Gam%:R * tau%:R
  + 2%:R * beta_of S k lam (rho_win d T tau T m k lam delta) / Num.sqrt c * Num.sqrt (d%:R * T%:R)
    * Num.sqrt (ceildiv T tau)%:R * Num.sqrt (2%:R * Num.max 1 (1 / lam)) * Num.sqrt (ln (1 + tau%:R / (d%:R * lam))))%ring.
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
move=> k0; rewrite /beta_of; cbv zeta; set Y := _ + _ + _ + _; apply: mulr_ge0; first by rewrite mulr_ge0 ?sqrtr_ge0.
have [Y0|Y0] := lerP 0 Y; first by rewrite mulr_ge0 ?sqrtr_ge0.
by rewrite ler0_sqrtr ?mulr0 // ltW.
Qed.

(* The bound of the witness is below 160. *)
Lemma bound_small : bound_win 1 1 1 0 400%:R (400%:R / 4%:R) 64%:R (ln 4%:R) (400%:R ^+ 2) 2%:R^-1 <= 160%:R.
Proof.
rewrite /bound_win mul0r add0r -[ceildiv 1 1]/1%N !mulr1n !mul1r sqrtr1 !mulr1.
have sL : Num.sqrt (400%:R ^+ 2) = 400%:R :> R by rewrite sqrtr_sqr normr_nat.
have -> : Num.sqrt 64%:R = 8%:R :> R by apply: sqrtE; rewrite ?ler0n // -natrX.
have n4 : 400%:R != 0 :> R by rewrite pnatr_eq0.
have L0 : 0 < 400%:R ^+ 2 :> R by rewrite exprn_gt0 ?ltr0n.
have -> : Num.max 1 (400%:R ^+ 2)^-1 = 1 :> R.
  by apply/max_idPl; rewrite invf_le1 // -natrX ler1n.
set be := beta_of _ _ _ _; have be1 : be <= 200%:R * 810%:R.
  rewrite /be /beta_of; cbv zeta; set rho := rho_win _ _ _ _ _ _ _ _.
  have [r0 r4] : 0 <= rho /\ rho <= 4%:R.
    rewrite /rho /rho_win sL minnn !mulr1n !mul1r !mulr1 invrK invfM mulfK // mulrCA !divff // mulr1 mul1r.
    have x0 : 0 < 1 + 400%:R / 4%:R / 400%:R ^+ 2 :> R by rewrite ltr_spaddl ?ltr01 // !divr_ge0 ?exprn_ge0 ?ler0n.
    have x1 : 1 <= 1 + 400%:R / 4%:R / 400%:R ^+ 2 :> R by rewrite ler_addl !divr_ge0 ?exprn_ge0 ?ler0n.
    have := ln_lin x0; have := ln_ge0 x1; have := ln2_0; have := ln2_le.
    move: (ln 2%:R) (ln (1 + _)) => x y /RleP h1 /RleP h2 /RleP h3 /RleP h4.
    move: h1 h2 h3 h4; rewrite !natZ /=; toR_goal => h1 h2 h3 h4.
    by split; apply/RleP; toR_goal; lra.
  have S1 : 0 <= ln 4%:R :> R by apply: ln_ge0; rewrite ler1n.
  have S2 : ln 4%:R <= 3%:R / 2%:R :> R.
    by rewrite ln4; have := ln2_le; move: (ln 2%:R) => x /RleP h; apply/RleP; move: h; rewrite !natZ /=; toR_goal; lra.
  have q : Num.sqrt ((1 + ln 4%:R) / 400%:R ^+ 2) <= 250%:R^-1 :> R.
    rewrite -[X in _ <= X]ger0_norm ?invr_ge0 ?ler0n // -sqrtr_sqr; apply: ler_wsqrtr.
    rewrite ler_pdivr_mulr //; move: S2; rewrite !natZ /= => /RleP h; apply/RleP; move: h; toR_goal; rewrite /=; lra.
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
have be0 : 0 <= be by apply: beta_ge0; rewrite divr_ge0 ?ler0n.
have w : Num.sqrt (2%:R * 1) * Num.sqrt (ln (1 + 1 / 400%:R ^+ 2)) <= 3%:R / 800%:R :> R.
  rewrite -sqrtrM ?mulr1 ?ler0n // -[X in _ <= X]ger0_norm ?divr_ge0 ?ler0n // -sqrtr_sqr; apply: ler_wsqrtr.
  have x0 : 0 < 1 + 1 / 400%:R ^+ 2 :> R by rewrite ltr_spaddl ?ltr01 // divr_ge0 ?ler01 ?exprn_ge0 ?ler0n.
  have := ln_lin x0; move: (ln _) => y /RleP h; apply/RleP; move: h; rewrite !natZ /=; toR_goal; rewrite /=; lra.
rewrite -mulrA -[(400%:R ^+ 2)^-1]div1r.
apply: (@le_trans _ _ (2%:R * (200%:R * 810%:R) / 8%:R * (3%:R / 800%:R))).
  apply: ler_pmul; last exact: w.
  - by apply: divr_ge0; [apply: mulr_ge0 => //|]; exact: ler0n.
  - by rewrite mulr_ge0 ?sqrtr_ge0.
  by rewrite ler_pmul2r ?invr_gt0 ?ltr0n // ler_pmul2l ?ltr0n.
by rewrite !natZ /=; apply/RleP; toR_goal; lra.
Qed.

(* T5, thm:regret_wost_case_SW, lines 2917-2930: with probability at least 1-\delta, R_T \le \Gamma_T\tau +
   \frac{2\beta_T^\delta}{\sqrt{c_\mu}}\sqrt{dT}\sqrt{\lceil T/\tau\rceil}\sqrt{2\max(1,1/\lambda)}\sqrt{\log(1+\frac{\tau}{d\lambda})}.
   Rewards of a canonical exponential family with finitely many values; an action set may depend on the round only.
   True for m <= 1 (then c_\mu <= 1/4), as for logistic rewards.
   Witness: T = \tau = 1, no change, d = 1, binomial rewards with 400 trials, S = \theta^\star = log 4, c_\mu = 64,
   \lambda = 160000, \delta = 1/2, actions -1 and 1/2: the bonus chooses -1 whatever happens; the regret is 186.6, the printed bound is
   at most 160. *)
Theorem T5_printed_false : ~ (forall (E : finType) (e0 : E) (rw nu : E -> R) (bb mu dmu : R -> R) (m k c S lam delta : R)
    (d T tau : nat) (ths ast : nat -> 'cV[R]_d) (arms : nat -> seq 'cV[R]_d) (act hat : seq E -> 'cV[R]_d),
  glm mu dmu m k c S -> (forall e, 0 <= rw e <= m /\ 0 <= nu e) -> (forall z : R, is_derive bb z (mu z)) ->
  (forall z, \sum_e exp (rw e * z - bb z) * nu e = 1) ->
  (0 < d)%N -> (0 < T)%N -> (0 < tau)%N -> 0 < lam -> 0 < delta <= 1 ->
  (forall t, nrm2 (ths t) <= S) -> (forall t b, b \in arms t -> nrm2 b <= 1) ->
  (forall t, ast t \in arms t) -> (forall t b, b \in arms t -> mu (dot b (ths t)) <= mu (dot (ast t) (ths t))) ->
  (forall h, (size h < T)%N -> sw_glm_ucb e0 rw mu m k c S lam delta T tau arms act hat h) ->
  let p h e := exp (rw e * dot (act h) (ths (size h)) - bb (dot (act h) (ths (size h)))) * nu e in
  1 - delta <= Pr p T (fun h =>
    \sum_(t < T) (mu (dot (ast t) (ths t)) - mu (dot (act (take t h)) (ths t)))
      <= bound_win d T tau (breaks ths T) m k c S lam delta) [::]).
Proof.
move=> A; pose n1 := vec1 (- 1); pose hf := vec1 2%:R^-1; pose th := vec1 (ln 4%:R).
have S0 : 0 <= ln 4%:R :> R by apply: ln_ge0; rewrite ler1n.
have t0 : 0 < 2%:R :> R by rewrite ltr0n.
have L0 : 0 < 400%:R ^+ 2 :> R by rewrite exprn_gt0 ?ltr0n.
have dl : (0 < 2%:R^-1 :> R) && (2%:R^-1 <= 1 :> R) by rewrite invr_gt0 t0 invf_le1 ?ler1n.
have two (P : 'cV[R]_1 -> Prop) : P n1 -> P hf -> forall a, a \in [:: n1; hf] -> P a.
  by move=> h1 h2 a; rewrite !inE => /orP [] /eqP ->.
have hh : ln 4%:R / 2%:R = ln 2%:R :> R by rewrite ln4 mulrAC divff ?pnatr_eq0 // mul1r.
have v1 : dot n1 th = - ln 4%:R by rewrite dot1 !mxE mulN1r.
have v2 : dot hf th = ln 2%:R by rewrite dot1 !mxE mulrC hh.
have m1 : bmu 400 (ln 2%:R) = 400%:R * (2%:R / 3%:R) by rewrite /bmu lgt_ln2.
have m2 : bmu 400 (- ln 4%:R) = 400%:R * 5%:R^-1 by rewrite /bmu lgt_Nln4.
have := A [finType of 'I_401] ord0 (fun j : 'I_401 => j%:R) (fun j : 'I_401 => 'C(400, j)%:R) (cumulant 400)
  (bmu 400) (bdmu 400) 400%:R (400%:R / 4%:R) 64%:R (ln 4%:R) (400%:R ^+ 2) 2%:R^-1 1%N 1%N 1%N (fun=> th) (fun=> hf)
  (fun=> [:: n1; hf]) (fun=> n1) (fun=> 0) glm400.
move=> {}A; have {A} := A _ _ (@binomial_law 400) isT isT isT L0 dl _ _ _ _ _.
cbv zeta; rewrite /Pr /= big1 => [A|e _]; last first.
  rewrite big_ord1 v1 v2 m1 m2; case: (boolP (_ <= _)) => // h; last by rewrite mulr0.
  have b0 : breaks (fun=> th) 1 = 0%N by rewrite /breaks big_ord0.
  rewrite b0 in h; have := le_trans h bound_small.
  by rewrite !natZ /= => /RleP; toR_goal; lra.
suff : 1 - 2%:R^-1 <= 0 :> R by apply/negP; rewrite -ltNge subr_gt0 invf_lt1 ?ltr1n.
apply: A.
- by move=> j; rewrite !ler0n ler_nat -ltnS ltn_ord.
- by move=> z; rewrite /bmu -INRE; exact: cumulant_d.
- by move=> t; rewrite nrm21 mxE ger0_norm.
- move=> t; apply: two; rewrite nrm21 mxE ?normrN ?normr1 //.
  by rewrite ger0_norm ?invr_ge0 ?ler0n // invf_le1 ?ler1n.
- by move=> t; rewrite !inE eqxx orbT.
- move=> t; apply: two; rewrite ?v1 ?v2 // m1 m2 ler_pmul2l ?ltr0n //.
  by rewrite !natZ /=; apply/RleP; toR_goal; lra.
case=> // _; split; first by rewrite big_ord0 scaler0 subrr.
- by rewrite inE eqxx.
apply: two => //; rewrite !dot1 !mxE !mulr0 ler_add2l ler_wpmul2l //.
  by rewrite divr_ge0 ?sqrtr_ge0 ?beta_ge0 ?divr_ge0 ?ler0n.
rewrite !nrm_inv1 !mxE; apply: ler_wsqrtr; rewrite sqrrN expr1n ler_wpmul2r //.
  by rewrite invr_ge0 big_ord0 mxE add0r eqxx mulr1n divr_ge0 ?(ltW L0) ?ler0n.
by rewrite exprn_ile1 ?invr_ge0 ?ler0n // invf_le1 ?ler1n.
Qed.
