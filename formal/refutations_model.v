(* Refutations in the model: lines 986-990, 1032-1039, 1155-1166, 2339, 2549, 2951, 3395 and the maximum of
   line 222. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting refutations_setting refutations_potential.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* Values of the logistic function. *)
Lemma lgt0 : lgt 0 = 2%:R^-1 :> R.
Proof.
have -> : 2%:R = IZR 2 :> R by rewrite -INRE /=; lra.
by rewrite RinvE' /lgt Ropp_0 exp_0.
Qed.
Lemma lgt_ln2 : lgt (ln 2%:R) = 2%:R / 3%:R :> R.
Proof.
have -> : 2%:R = IZR 2 :> R by rewrite -INRE /=; lra.
have -> : 3%:R = IZR 3 :> R by rewrite -INRE /=; lra.
by toR_goal; rewrite lgt_ln; [congr Rmult; congr Rinv; lra|lra].
Qed.
Lemma lgt_Nln2 : lgt (- ln 2%:R) = 3%:R^-1 :> R.
Proof.
have e := lgt_neg (ln 2%:R); rewrite lgt_ln2 in e.
by rewrite -third_inv invrK -[RHS]e.
Qed.
Lemma ln2_0 : 0 <= ln 2%:R :> R.
Proof. by apply: ln_ge0; rewrite ler1n. Qed.
Lemma ln2_le : ln 2%:R <= 3%:R / 4%:R :> R.
Proof.
have -> : 2%:R = IZR 2 :> R by rewrite -INRE /=; lra.
by apply/RleP; toR_goal; rewrite /=; have := ln2_up; lra.
Qed.

(* N21, lines 1155-1156: \mu(x^T\theta_t) \le \mu(x^T\theta^\star) +
   \frac{|x^T(\theta^\star-\theta_t)|}{1+2S}\dot\mu(x^T\theta^\star), \theta_t and \theta^\star in \Theta.
   (The page says "informally"; the opposite inequality for the change is true.) Witness: logistic, d = 1,
   S = log 2, x = 1, \theta^\star = 0, \theta_t = log 2: 2/3 and less than 1/2 + 1/8. *)
Theorem N21_printed_false : ~ (forall d (x thstar th : 'cV[R]_d) mu dmu m k c S, glm mu dmu m k c S ->
  nrm2 x <= 1 -> nrm2 thstar <= S -> nrm2 th <= S ->
  mu (dot x th) <= mu (dot x thstar) + `|dot x (thstar - th)| / (1 + 2%:R * S) * dmu (dot x thstar)).
Proof.
move=> A; have l0 := ln2_0.
have := A 1%N (const_mx 1) (const_mx 0) (const_mx (ln 2%:R)) _ _ _ _ _ _ glm1.
rewrite !nrm21 !dot1 !mxE normr1 normr0 !mul1r (ger0_norm l0) sub0r normrN (ger0_norm l0) =>
  /(_ (lexx _) l0 (lexx _)).
rewrite /bmu /bdmu !mul1r lgt_ln2 /dlgt lgt0; apply/negP; rewrite -ltNge.
have q : ln 2%:R / (1 + 2%:R * ln 2%:R) <= 2%:R^-1 :> R.
  rewrite ler_pdivr_mulr; last by rewrite ltr_spaddl ?ltr01 // mulr_ge0 ?ler0n.
  by rewrite mulrDr mulr1 mulKf ?pnatr_eq0 // ler_addr invr_ge0 ler0n.
move: (ln _ / _) q => y /RleP h; apply/RltP; move: h; toR_goal; rewrite /=; nra.
Qed.

(* N22, lines 1164-1166: \mu(x^T\hat\theta_t) \le \mu(x^T\theta^\star) +
   \frac{|x^T(\theta^\star-\hat\theta_t)|}{1+|x^T(\theta^\star-\hat\theta_t)|}\dot\mu(x^T\theta^\star).
   Witness: that of N21. *)
Theorem N22_printed_false : ~ (forall d (x thstar hat : 'cV[R]_d) mu dmu m k c S, glm mu dmu m k c S ->
  nrm2 x <= 1 -> nrm2 thstar <= S ->
  mu (dot x hat) <= mu (dot x thstar)
    + `|dot x (thstar - hat)| / (1 + `|dot x (thstar - hat)|) * dmu (dot x thstar)).
Proof.
move=> A; have l0 := ln2_0.
have := A 1%N (const_mx 1) (const_mx 0) (const_mx (ln 2%:R)) _ _ _ _ _ _ glm1.
rewrite !nrm21 !dot1 !mxE normr1 normr0 !mul1r sub0r normrN (ger0_norm l0) => /(_ (lexx _) l0).
rewrite /bmu /bdmu !mul1r lgt_ln2 /dlgt lgt0; apply/negP; rewrite -ltNge.
have q : ln 2%:R / (1 + ln 2%:R) <= 3%:R / 7%:R :> R.
  rewrite ler_pdivr_mulr; last by rewrite ltr_spaddl ?ltr01.
  by have := ln2_le; move: (ln _) => y /RleP h; apply/RleP; move: h; toR_goal; rewrite /=; lra.
move: (ln _ / _) q => y /RleP h; apply/RltP; move: h; toR_goal; rewrite /=; nra.
Qed.

(* Quantities of one round, n = t - 1 rounds having been played (lines 905-937, 1861, 1904): weights
   gamma^(t-1-s), a subscript t-D:t keeps the rounds s with t - D <= s <= t - 1. *)
Section Round.
Variables (d : nat) (mu dmu : R -> R) (g lam : R) (a : nat -> 'cV[R]_d) (n D : nat).
Implicit Types (th hat : 'cV[R]_d) (r : nat -> R) (ths : nat -> 'cV[R]_d).
Definition wgt s := g ^+ (n.-1 - s).
Definition alpha a th1 th2 := RInt (fun v : R => dmu ((1 - v) * dot a th1 + v * dot a th2)) 0 1.
Definition gtD th := \sum_(s < n | (n - D <= s)%N) (wgt s * mu (dot (a s) th)) *: a s + lam *: th.
Definition G th1 th2 := \sum_(s < n) (wgt s * alpha (a s) th1 th2) *: (a s *m (a s)^T) + lam%:M.
Definition Gt th1 th2 := \sum_(s < n) (wgt s ^+ 2 * alpha (a s) th1 th2) *: (a s *m (a s)^T) + lam%:M.
Definition GtD th1 th2 :=
  \sum_(s < n | (n - D <= s)%N) (wgt s ^+ 2 * alpha (a s) th1 th2) *: (a s *m (a s)^T) + lam%:M.
Definition HtD ths :=
  \sum_(s < n | (n - D <= s)%N) (wgt s ^+ 2 * dmu (dot (a s) (ths s))) *: (a s *m (a s)^T) + lam%:M.
(* gamma^{t-1} S_{t-D:t} for the rewards r s = r_{s+1} of the rounds s *)
Definition SD ths r := \sum_(s < n | (n - D <= s)%N) (wgt s * (r s - mu (dot (a s) (ths s)))) *: a s.
(* the maximum likelihood estimate (line 1922) *)
Definition mle r hat := \sum_(s < n) (wgt s * (r s - mu (dot (a s) hat))) *: a s - lam *: hat = 0.
(* the parameter has not changed in the last D rounds: t in T(gamma) *)
Definition in_T ths := forall s, (s < n)%N -> (n - D <= s)%N -> ths s = ths n.
End Round.

(* One round with the action 0: no information, the estimate is 0 and all matrices are lambda. *)
Local Notation z1 := (fun _ : nat => 0 : 'cV[R]_1).
Lemma mle_zero mu (g lam : R) r : mle mu g lam z1 1 r 0.
Proof. by rewrite /mle big_ord1 scaler0 scaler0 subrr. Qed.
Lemma gtD_zero mu (g lam : R) x : gtD mu g lam z1 1 1 x = lam *: x.
Proof. by rewrite /gtD big_mkcond big_ord1 /= scaler0 add0r. Qed.
Lemma zz : (0 : 'cV[R]_1) *m (0 : 'cV[R]_1)^T = 0. Proof. by rewrite mul0mx. Qed.
Lemma GtD_zero dmu (g lam : R) x y : GtD dmu g lam z1 1 1 x y = lam%:M.
Proof. by rewrite /GtD big_mkcond big_ord1 /= zz scaler0 add0r. Qed.
Lemma HtD_zero dmu (g lam : R) x : HtD dmu g lam z1 1 1 x = lam%:M.
Proof. by rewrite /HtD big_mkcond big_ord1 /= zz scaler0 add0r. Qed.
Lemma G_zero dmu (g lam : R) x y : G dmu g lam z1 1 x y = lam%:M.
Proof. by rewrite /G big_ord1 /= zz scaler0 add0r. Qed.
Lemma Gt_zero dmu (g lam : R) x y : Gt dmu g lam z1 1 x y = lam%:M.
Proof. by rewrite /Gt big_ord1 /= zz scaler0 add0r. Qed.
Lemma SD_zero mu (g : R) ths r : SD mu g z1 1 1 ths r = 0.
Proof. by rewrite /SD big_mkcond big_ord1 /= scaler0. Qed.
Lemma nrm_lam (lam x : R) : 0 < lam -> 0 <= x -> nrm (invmx lam%:M) (lam *: vec1 x) = Num.sqrt lam * x.
Proof.
move=> l0 x0; rewrite nrm_inv1 !mxE eqxx mulr1n exprMn -[lam ^+ 2 * _ / _]mulrAC expr2 mulfK ?gt_eqF //.
by rewrite sqrtrM ?(ltW l0) // sqrtr_sqr ger0_norm.
Qed.

(* Q6, lines 986-990 (eq:SC_main_2), for t in T(\gamma) (line 938): \tilde G_{t-D:t} \ge (1 + C +
   \frac{1}{\sqrt\lambda}\|g_t(\hat\theta_t)-g_t(\theta^\star_t)\|_{\tilde G_{t-D:t}^{-1}})\tilde
   H_{t-D:t}. The page does not say what C is: whatever number C >= 0 it stands for, the display is false.
   The power -1 is missing (the appendix has it, line 1962).  Witness: t = 2, D = 1, the action a_1 = 0,
   \theta^\star = log 2. *)
Theorem Q6_printed_false (C : R) : 0 <= C ->
  ~ (forall d (a : nat -> 'cV[R]_d) mu dmu m k c S lam g n D (ths : nat -> 'cV[R]_d)
    (r : nat -> R) (hat : 'cV[R]_d),
  setting mu dmu m k c S lam g a -> (forall s, nrm2 (ths s) <= S) -> (forall s, 0 <= r s <= m) ->
    (1 <= D)%N ->
  in_T n D ths -> mle mu g lam a n r hat ->
  let Gm := GtD dmu g lam a n D hat (ths n) in
  loewner ((1 + C + 1 / Num.sqrt lam *
      nrm (invmx Gm) (gtD mu g lam a n D hat - gtD mu g lam a n D (ths n))) *: HtD dmu g lam a n D ths) Gm).
Proof.
move=> C0 A; have l0 := ln2_0.
have st : setting (bmu 1) (bdmu 1) 1%:R (1%:R / 4%:R) (2%:R / 9%:R) (ln 2%:R) 1 (2%:R / 3%:R) z1.
  by split; [exact: glm1|move=> t; rewrite nrm21 mxE normr0 ler01|exact: ltr01|exact: two_thirds].
have th1 (s : nat) : nrm2 (vec1 (- ln 2%:R)) <= ln 2%:R by rewrite nrm21 mxE normrN ger0_norm.
have r1 (s : nat) : (0 <= 0 :> R) && (0 <= 1%:R :> R) by rewrite lexx ler01.
have := A 1%N z1 _ _ _ _ _ _ _ _ 1%N 1%N (fun=> const_mx (- ln 2%:R)) (fun=> 0) 0 st th1 r1 isT
  (fun s _ _ => erefl) (mle_zero _ _ _ _).
cbv zeta; rewrite GtD_zero HtD_zero !gtD_zero scaler0 sub0r -scalerN.
have -> : - const_mx (- ln 2%:R) = vec1 (ln 2%:R) by apply/matrixP => i j; rewrite !mxE opprK.
rewrite nrm_lam ?ltr01 // sqrtr1 divr1 !mul1r => /loewner1; rewrite !mxE eqxx !mulr1.
apply/negP; rewrite -ltNge -addrA ltr_addl; apply: ltr_paddl => //.
by apply: lt_le_trans ln2_ge; rewrite invr_gt0 ltr0n.
Qed.

(* P1, lines 1032-1039: for t in T(\gamma), \|g_t(\hat\theta_t)-g_t(\theta^\star_t)\|_{\tilde
   G_{t-D:t}^{-1}} \le \sqrt{1+C}\rho_T^\delta + \frac{1}{\sqrt\lambda}(\rho_T^\delta)^2, C "a residual
   term due to non-stationarity". Refuted with the appendix's \bar S (line 612, the largest number C may
   reasonably stand for) in the place of C, hence for every smaller C; \rho_T^\delta of lines 614-625.  The
   left side holds for all rewards, so that a probability in front (the page has none) does not help.  It
   forgets -\lambda\theta^\star_t. Witness: T = t = 2, D = 1, a_1 = 0, logistic rewards, \lambda = \delta =
   1, \gamma = 2/3, \theta^\star = S = 1000. *)
Definition rho_disc (d T : nat) (m k lam g delta : R) :=
  Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + 2%:R * m / Num.sqrt lam * d%:R * ln 2%:R
  + d%:R * m / Num.sqrt lam * ln (1 + k * (1 - (T%:R ^+ 2)^-1) / (d%:R * lam * (1 - g ^+ 2))).
Definition Sbar_disc (T : nat) (S m k lam g : R) := S + (2%:R * S * k + m) / (T%:R * lam * (1 - g)).
Arguments rho_disc (d T)%nat_scope (m k lam g delta)%ring_scope.
Arguments Sbar_disc T%nat_scope (S m k lam g)%ring_scope.

Theorem P1_printed_false :
  ~ (forall d (a : nat -> 'cV[R]_d) mu dmu m k c S lam g delta n D T (ths : nat -> 'cV[R]_d)
    (r : nat -> R) (hat : 'cV[R]_d),
  (0 < d)%N -> setting mu dmu m k c S lam g a -> 0 < delta <= 1 -> (forall s, nrm2 (ths s) <= S) ->
  (forall s, 0 <= r s <= m) -> (1 <= D)%N -> (n < T)%N -> in_T n D ths -> mle mu g lam a n r hat ->
  let rho := rho_disc d T m k lam g delta in
  nrm (invmx (GtD dmu g lam a n D hat (ths n))) (gtD mu g lam a n D hat - gtD mu g lam a n D (ths n)) <=
    Num.sqrt (1 + Sbar_disc T S m k lam g) * rho + 1 / Num.sqrt lam * rho ^+ 2).
Proof.
move=> A; have S0 : 0 <= 1000%:R :> R by rewrite ler0n.
have st : setting (bmu 1) (bdmu 1) 1%:R (1%:R / 4%:R) (bdmu 1 1000%:R) 1000%:R 1 (2%:R / 3%:R) z1.
  split; [exact: (@glm_binomial 1)|by move=> t; rewrite nrm21 mxE normr0 ler01|exact: ltr01|exact:
    two_thirds].
have th1 (s : nat) : nrm2 (vec1 (- 1000%:R)) <= 1000%:R by rewrite nrm21 mxE normrN ger0_norm.
have r1 (s : nat) : (0 <= 0 :> R) && (0 <= 1%:R :> R) by rewrite lexx ler01.
have d1 : (0 < 1 :> R) && (1 <= 1 :> R) by rewrite ltr01 lexx.
have := A 1%N z1 _ _ _ _ _ _ _ _ _ 1%N 1%N 2%N (fun=> const_mx (- 1000%:R)) (fun=> 0)
  0 isT st d1 th1 r1 isT isT
  (fun s _ _ => erefl) (mle_zero _ _ _ _).
cbv zeta; rewrite GtD_zero !gtD_zero scaler0 sub0r -scalerN.
have -> : - const_mx (- 1000%:R) = vec1 1000%:R by apply/matrixP => i j; rewrite !mxE opprK.
rewrite nrm_lam ?ltr01 ?ler0n // sqrtr1 divr1 !mul1r.
set rho := rho_disc _ _ _ _ _ _ _; set Sb := Sbar_disc _ _ _ _ _ _; apply/negP; rewrite -ltNge.
have e1 : 1 - (2%:R / 3%:R) ^+ 2 = 5%:R / 9%:R :> R.
  by apply: (mulIf (x := 9%:R)); rewrite ?pnatr_eq0 // divfK ?pnatr_eq0 // mulrBl expr_div_n -!natrX divfK
    ?pnatr_eq0 // mul1r -natrB.
have l1 := ln2_le; have l0 := ln2_0.
have r4 : 0 <= rho <= 5%:R.
  rewrite /rho /rho_disc sqrtr1 !mulr1 !divr1 !mul1r e1.
  have x0 : 0 < 1 + 4%:R^-1 * (1 - (2%:R ^+ 2)^-1) / (5%:R / 9%:R) :> R.
    rewrite ltr_spaddl ?ltr01 // divr_ge0 ?mulr_ge0 ?invr_ge0 ?ler0n // subr_ge0 invf_le1 ?exprn_gt0 ?ltr0n
      //.
    by rewrite -natrX ler1n.
  have x1 : 1 <= 1 + 4%:R^-1 * (1 - (2%:R ^+ 2)^-1) / (5%:R / 9%:R) :> R.
    rewrite ler_addl divr_ge0 ?mulr_ge0 ?invr_ge0 ?ler0n // subr_ge0 invf_le1 ?exprn_gt0 ?ltr0n //.
    by rewrite -natrX ler1n.
  have := ln_lin x0; have := ln_ge0 x1; rewrite invf_div; move: l0 l1; move: (ln 2%:R) (ln _) => x y.
  move=> /RleP h0 /RleP h1 /RleP h2 /RleP h3; move: h0 h1 h2 h3; toR_goal; rewrite /= => h0 h1 h2 h3.
  by apply/andP; split; apply/RleP; toR_goal; rewrite /=; lra.
have Sb1 : 1 + Sb <= 60%:R ^+ 2.
  rewrite /Sb /Sbar_disc mulr1 [(2%:R * _)^-1]invfM third_inv.
  have -> : 1000%:R = IZR 1000 :> R by rewrite -INRE INR_IZR_INZ.
  by apply/RleP; toR_goal; rewrite /=; lra.
have q : Num.sqrt (1 + Sb) <= 60%:R.
  by apply: le_trans (ler_wsqrtr Sb1) _; rewrite sqrtr_sqr normr_nat.
case/andP: r4 => r0 r5.
apply: (@le_lt_trans _ _ (60%:R * 5%:R + 5%:R ^+ 2)).
  by apply: ler_add; [apply: ler_pmul; rewrite ?sqrtr_ge0|rewrite ler_expn2r ?nnegrE ?ler0n].
by rewrite -natrX -natrM -natrD ltr_nat.
Qed.

(* I34, lines 2549-2552, the second member of the chain: if \hat\theta_t is in \Theta,
   \Delta_t(a,\hat\theta_t) \le \frac{k_\mu}{\lambda}\frac{\gamma^D}{1-\gamma}(2Sk_\mu+m) +
   \|a\|_{G_t^{-1}\tilde G_tG_t^{-1}} \|\gamma^{t-1}S_{t-D:t}-\lambda\theta^\star_t\|_{\tilde G_t^{-1}}, t
   in T(\gamma). k_\mu is lost; for k_\mu <= 1 it is true.  The four lines that follow lose it as well.
   Witness: t = 2, D = 1, a_1 = 0, binomial rewards with 450 trials, \lambda = 10^6, \theta^\star = -log 2,
   a = 1: 75 against less than 40. *)
Theorem I34_printed_false :
  ~ (forall d (a : nat -> 'cV[R]_d) mu dmu m k c S lam g n D (ths : nat -> 'cV[R]_d)
    (r : nat -> R) (hat b : 'cV[R]_d),
  setting mu dmu m k c S lam g a -> (forall s, nrm2 (ths s) <= S) -> (forall s, 0 <= r s <= m) ->
    (1 <= D)%N ->
  in_T n D ths -> mle mu g lam a n r hat -> nrm2 hat <= S -> nrm2 b <= 1 ->
  let G := G dmu g lam a n (ths n) hat in let Gt := Gt dmu g lam a n (ths n) hat in
  `|mu (dot b hat) - mu (dot b (ths n))| <= k / lam * (g ^+ D / (1 - g)) * (2%:R * S * k + m)
    + nrm (invmx G *m Gt *m invmx G) b * nrm (invmx Gt) (SD mu g a n D ths r - lam *: ths n)).
Proof.
move=> A; have l0 := ln2_0; have l1 := ln2_le; have L0 : 0 < 1000%:R ^+ 2 :> R by rewrite exprn_gt0 ?ltr0n.
have st : setting (bmu 450) (bdmu 450) 450%:R (450%:R / 4%:R) 100%:R (ln 2%:R) (1000%:R ^+ 2)
  (2%:R / 3%:R) z1.
  by split; [exact: glm450|move=> t; rewrite nrm21 mxE normr0 ler01|exact: L0|exact: two_thirds].
have th1 (s : nat) : nrm2 (vec1 (- ln 2%:R)) <= ln 2%:R by rewrite nrm21 mxE normrN ger0_norm.
have r1 (s : nat) : (0 <= 0 :> R) && (0 <= 450%:R :> R) by rewrite lexx ler0n.
have h1 : nrm2 (0 : 'cV[R]_1) <= ln 2%:R by rewrite nrm21 mxE normr0.
have := A 1%N z1 _ _ _ _ _ _ _ _ 1%N 1%N (fun=> const_mx (- ln 2%:R)) (fun=> 0) 0 (const_mx 1) st th1 r1 isT
  (fun s _ _ => erefl) (mle_zero _ _ _ _) h1 (a1_le 0).
cbv zeta; rewrite G_zero Gt_zero SD_zero sub0r -scalerN.
have -> : - const_mx (- ln 2%:R) = vec1 (ln 2%:R) by apply/matrixP => i j; rewrite !mxE opprK.
have u : ((1000%:R ^+ 2)%:M : 'M[R]_1) \in unitmx by rewrite unitmxE det_mx11 mxE unitfE gt_eqF.
rewrite mulVmx // mul1mx nrm_lam // nrm_inv1 !dot1 !mxE mulr0 ?eqxx ?mulr1n expr1n !mul1r ?expr1.
rewrite sqrtr_sqr normr_nat -[(1000%:R ^+ 2)^-1]exprVn sqrtr_sqr [`|1000%:R^-1|]ger0_norm ?invr_ge0 ?ler0n //.
rewrite mulKf ?pnatr_eq0 // /bmu lgt0 lgt_Nln2 third_inv -mulrBr ger0_norm; last first.
  by rewrite mulr_ge0 ?ler0n // subr_ge0 lef_pinv ?posrE ?ltr0n // ler_nat.
have -> : 1000%:R = IZR 1000 :> R by rewrite -INRE INR_IZR_INZ.
have -> : 450%:R = IZR 450 :> R by rewrite -INRE INR_IZR_INZ.
move: (ln 2%:R) l0 l1 => x /RleP h2 /RleP h3 /RleP h4; move: h2 h3 h4; toR_goal; rewrite /=; lra.
Qed.

(* Z145, line 3395: "under the additional assumption that \Delta_t(a,\theta) \le \beta_t(a)", with \theta
   for \theta_t: then r_t \le 2\beta_t(a_t), a_t maximising \mu(a^T\theta_t)+\beta_t(a).  Read with
   \theta_t (line 3357) it is true. Witness: logistic, \theta^\star = \theta = log 2, \theta_t = -log 2,
   actions 1 and -1, \beta = 1/8. *)
Theorem Z145_printed_false : ~ (forall d (acts : seq 'cV[R]_d) (beta : 'cV[R]_d -> R) mu dmu m k c S
    (thstar tht th at_ ast : 'cV[R]_d), glm mu dmu m k c S -> nrm2 thstar <= S ->
  (forall a, a \in acts -> nrm2 a <= 1) -> at_ \in acts -> ast \in acts ->
  (forall a, a \in acts -> mu (dot a thstar) <= mu (dot ast thstar)) ->
  (forall a, a \in acts -> mu (dot a tht) + beta a <= mu (dot at_ tht) + beta at_) ->
  (forall a, a \in acts -> `|mu (dot a th) - mu (dot a thstar)| <= beta a) ->
  mu (dot ast thstar) - mu (dot at_ thstar) <= 2%:R * beta at_).
Proof.
move=> A; have l0 := ln2_0; pose p1 := vec1 1; pose n1 := vec1 (- 1).
have b0 : 0 <= 8%:R^-1 :> R by rewrite invr_ge0 ler0n.
have t3 : 3%:R^-1 <= 2%:R / 3%:R :> R by rewrite ler_pdivl_mulr ?ltr0n // mulVf ?pnatr_eq0 // ler1n.
have pa : p1 \in [:: p1; n1] by rewrite inE eqxx.
have na : n1 \in [:: p1; n1] by rewrite !inE eqxx orbT.
have v1 x : dot p1 (vec1 x) = x by rewrite dot1 !mxE mul1r.
have vn x : dot n1 (vec1 x) = - x by rewrite dot1 !mxE mulN1r.
have m1 : bmu 1 (ln 2%:R) = 2%:R / 3%:R by rewrite /bmu lgt_ln2 mul1r.
have m2 : bmu 1 (- ln 2%:R) = 3%:R^-1 by rewrite /bmu lgt_Nln2 mul1r.
have two (P : 'cV[R]_1 -> Prop) : P p1 -> P n1 -> forall a, a \in [:: p1; n1] -> P a.
  by move=> h1 h2 a; rewrite !inE => /orP [] /eqP ->.
have := A 1%N [:: p1; n1] (fun=> 8%:R^-1) _ _ _ _ _ _ (const_mx (ln 2%:R)) (const_mx (- ln 2%:R))
  (const_mx (ln 2%:R)) n1 p1 glm1 _ _ na pa.
rewrite !v1 !vn !opprK m1 m2 => {}A.
have : 2%:R / 3%:R - 3%:R^-1 <= 2%:R * 8%:R^-1 :> R.
  apply: A; first by rewrite nrm21 mxE ger0_norm.
  - by apply: two; rewrite nrm21 mxE ?normrN normr1.
  - by apply: two; rewrite ?v1 ?vn ?m1 ?m2.
  - by apply: two; rewrite ?v1 ?vn ?opprK ?m1 ?m2 ?ler_add2r.
  - by apply: two; rewrite ?v1 ?vn subrr normr0.
by apply/negP; rewrite -ltNge; apply/RltP; toR_goal; rewrite /=; lra.
Qed.

(* Z8, line 222: R_T is a sum of \max_{a\in A_t}\mu(a^T\theta^\star_t) - ..., under ass:bounded_actions
   only (line 231), which does not close the action sets.  (With a supremum, or compact sets, it is fine.)
   Witness: logistic, d = 1, \theta^\star = log 2, the actions of norm below 1. *)
Theorem Z8_printed_false : ~ (forall d (acts : 'cV[R]_d -> Prop) (thstar : 'cV[R]_d)
  mu dmu m k c S, glm mu dmu m k c S ->
  nrm2 thstar <= S -> (exists a, acts a) -> (forall a, acts a -> nrm2 a <= 1) ->
  exists2 ast, acts ast & forall a, acts a -> mu (dot a thstar) <= mu (dot ast thstar)).
Proof.
move=> A; have l0 : 0 < ln 2%:R :> R by apply: lt_le_trans ln2_ge; rewrite invr_gt0 ltr0n.
have := A 1%N (fun a => `|a 0 0| < 1) (const_mx (ln 2%:R)) _ _ _ _ _ _ glm1.
rewrite nrm21 mxE (ger0_norm (ltW l0)) => /(_ (lexx _)) [].
- by exists 0; rewrite mxE normr0 ltr01.
- by move=> a /ltW; rewrite nrm21.
move=> ast /ltr_normlP [_ a1]; pose b := (ast 0 0 + 1) / 2%:R => /(_ (const_mx (Num.max 0 b))).
have t0 : 0 < 2%:R :> R by rewrite ltr0n.
have b1 : b < 1 by rewrite ltr_pdivr_mulr // mul1r [X in _ < X]mulr2n ltr_add2r.
have b2 : ast 0 0 < b by rewrite ltr_pdivl_mulr // mulr_natr mulr2n ltr_add2l.
rewrite mxE ger0_norm; last by rewrite le_maxr lexx.
rewrite lt_maxl ltr01 b1 => /(_ isT); apply/negP; rewrite -ltNge /bmu !mul1r !dot1 !mxE.
have : ast 0 0 * ln 2%:R < Num.max 0 b * ln 2%:R by rewrite ltr_pmul2r // lt_maxr b2 orbT.
move: (_ * _) (_ * _) => x y /RltP xy; apply/RltP; rewrite /lgt; apply: Rinv_1_lt_contravar.
  by have := exp_pos (Ropp y); have := exp_pos (Ropp x); lra.
by apply: Rplus_lt_compat_l; apply: exp_increasing; lra.
Qed.

(* I23, lines 2339 and 2450: \sum_{t\notin T(\gamma)} r_t
   \le \Gamma_T D. True for m <= 1.  Witness: binomial rewards with 450 trials, T = 2, \theta^\star = log 2
   and then -log 2, D = 1; the actions are 1 and -1, and 1 is played twice: r_2 = 150. *)
Theorem I23_printed_false : ~ (forall d (acts : nat -> seq 'cV[R]_d) (a ast ths : nat -> 'cV[R]_d)
    mu dmu m k c S (T D : nat),
  glm mu dmu m k c S -> (forall t, nrm2 (ths t) <= S) -> (forall t b, b \in acts t -> nrm2 b <= 1) ->
    (1 <= D)%N ->
  (forall t, a t \in acts t) -> (forall t, ast t \in acts t) ->
  (forall t b, b \in acts t -> mu (dot b (ths t)) <= mu (dot (ast t) (ths t))) ->
  \sum_(t < T | ~~ stationary ths D t) (mu (dot (ast t) (ths t)) - mu (dot (a t) (ths t)))
    <= (breaks ths T * D)%:R).
Proof.
move=> A; have l0 := ln2_0; pose p1 := vec1 1; pose n1 := vec1 (- 1).
have v1 x : dot p1 (vec1 x) = x by rewrite dot1 !mxE mul1r.
have vn x : dot n1 (vec1 x) = - x by rewrite dot1 !mxE mulN1r.
have pa : p1 \in [:: p1; n1] by rewrite inE eqxx.
have na : n1 \in [:: p1; n1] by rewrite !inE eqxx orbT.
have two (P : 'cV[R]_1 -> Prop) : P p1 -> P n1 -> forall a, a \in [:: p1; n1] -> P a.
  by move=> h1 h2 a; rewrite !inE => /orP [] /eqP ->.
have m1 : bmu 450 (ln 2%:R) = 450%:R * (2%:R / 3%:R) by rewrite /bmu lgt_ln2.
have m2 : bmu 450 (- ln 2%:R) = 450%:R * 3%:R^-1 by rewrite /bmu lgt_Nln2.
have t3 : 450%:R * 3%:R^-1 <= 450%:R * (2%:R / 3%:R) :> R.
  by rewrite ler_pmul2l ?ltr0n // ler_pdivl_mulr ?ltr0n // mulVf ?pnatr_eq0 // ler1n.
pose ths (t : nat) := if t is 0%N then vec1 (ln 2%:R) else vec1 (- ln 2%:R).
have := A 1%N (fun=> [:: p1; n1]) (fun=> p1) (fun t => if t is 0%N then p1 else n1)
  ths _ _ _ _ _ _ 2%N 1%N glm450.
move=> {}A; have {A} := A _ _ isT (fun=> pa) _ _.
have ne : vec1 (ln 2%:R) != vec1 (- ln 2%:R).
  apply/eqP => /matrixP /(_ 0 0); rewrite !mxE => /eqP; rewrite -subr_eq0 opprK -mulr2n mulrn_eq0 /=.
  by rewrite gt_eqF //; apply: lt_le_trans ln2_ge; rewrite invr_gt0 ltr0n.
have s0 : stationary ths 1 0 by apply/forallP => -[].
have s1 : stationary ths 1 1 = false.
  by apply/negP => /forallP /(_ (Ordinal (isT : 0 < 1)%N)); rewrite /= (negbTE ne).
rewrite big_mkcond big_ord_recl big_ord1 /= s0 s1 /= /breaks big_ord1 /= ne add0r v1 vn opprK m1 m2 => A.
suff : 450%:R * (2%:R / 3%:R) - 450%:R * 3%:R^-1 <= (1 * 1)%N%:R :> R.
  have -> : 450%:R = IZR 450 :> R by rewrite -INRE INR_IZR_INZ.
  by move/RleP; toR_goal; rewrite /=; lra.
apply: A.
- by case=> [|t]; rewrite nrm21 mxE ?normrN ger0_norm.
- by move=> t; apply: two; rewrite nrm21 mxE ?normrN normr1.
- by case.
by case=> [|t]; apply: two; rewrite /ths ?v1 ?vn ?opprK ?m1 ?m2.
Qed.

(* Z65, lines 2951 and 3033: \sum_{t\notin T(\tau)} r_t \le \Gamma_T\tau, the same for a window of \tau
   rounds. *)
Theorem Z65_printed_false : ~ (forall d (acts : nat -> seq 'cV[R]_d) (a ast ths : nat -> 'cV[R]_d)
    mu dmu m k c S (T tau : nat),
  glm mu dmu m k c S -> (forall t, nrm2 (ths t) <= S) -> (forall t b, b \in acts t -> nrm2 b <= 1) ->
  (1 <= tau)%N -> (forall t, a t \in acts t) -> (forall t, ast t \in acts t) ->
  (forall t b, b \in acts t -> mu (dot b (ths t)) <= mu (dot (ast t) (ths t))) ->
  \sum_(t < T | ~~ stationary ths tau t) (mu (dot (ast t) (ths t)) - mu (dot (a t) (ths t)))
    <= (breaks ths T * tau)%:R).
Proof. exact: I23_printed_false. Qed.
