(* Refutations: the elliptical lemmas applied with ridge lambda to matrices of ridge lambda/c_mu (lines
   2352-2492, 2965, 3038), the blocks of line 3278 and the definiteness of line 3287. V g l a t is the
   paper's V_{t+1}: after t rounds, with actions a 0, ..., a (t-1) and ridge l. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices refutations_setting.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Matrices.
Variables (d : nat) (l : R) (a : nat -> 'cV[R]_d).
(* with discount g (line 541) and with a window of tau rounds (line 2615) *)
Definition Vg (g : R) t : 'M[R]_d := \sum_(s < t) g ^+ (t.-1 - s) *: (a s *m (a s)^T) + l%:M.
Definition Vtau (tau : nat) t : 'M[R]_d := \sum_(s < t | (t - tau <= s)%N) a s *m (a s)^T + l%:M.
(* |a_t|^2 in the norm of the inverse matrix at time t *)
Definition sq V t := nrm (invmx (V t)) (a t) ^+ 2.
End Matrices.
Arguments Vg {d} l%ring_scope a g%ring_scope t%nat_scope.
Arguments Vtau {d} l%ring_scope a (tau t)%nat_scope.
(* ceil(T/tau) *)
Definition ceildiv (T tau : nat) := ((T + tau.-1) %/ tau)%N.

(* Dimension one, action 1: the first matrices are the ridge and 1 + the ridge. *)
Local Notation a1 := (fun _ : nat => const_mx 1 : 'cV[R]_1).
Lemma Vg0 (l g : R) : Vg l a1 g 0 = l%:M.
Proof. by rewrite /Vg big_ord0 add0r. Qed.
Lemma Vg1 (l g : R) : \det (Vg l a1 g 1) = 1 + l.
Proof. by rewrite det_mx11 /Vg big_ord1 /= expr0 scale1r !mxE big_ord1 !mxE mulr1. Qed.
Lemma sq_ridge (V : nat -> 'M[R]_1) (l : R) t : 0 < l -> (V t) 0 0 = l -> sq a1 V t = l^-1.
Proof.
by move=> l0 e; rewrite /sq nrm_inv1 e mxE expr1n mul1r sqr_sqrtr // invr_ge0 ltW.
Qed.
Lemma sq_Vg (l g : R) : 0 < l -> sq a1 (Vg l a1 g) 0 = l^-1.
Proof. by move=> l0; apply: sq_ridge => //; rewrite Vg0 mxE. Qed.
Lemma a1_le (t : nat) : nrm2 (a1 t) <= 1.
Proof. by rewrite nrm21 mxE normr1. Qed.

(* log x <= x - 1 *)
Lemma ln_lin (x : R) : 0 < x -> ln x <= x - 1.
Proof.
move=> x0; have := exp_ineq1_le (ln x) => /RleP; rewrite -[exp (ln x)]/(exp (ln x)) lnK // => h.
by rewrite ler_subr_addl.
Qed.

(* Two binomial models: 450 trials with c_mu = 100, one trial (logistic) with c_mu = 2/9; S = log 2. *)
Lemma dlgt_ln2 : dlgt (ln 2%:R) = 2%:R / 9%:R :> R.
Proof.
have -> : 2%:R = IZR 2 :> R by rewrite -INRE /=; lra.
have -> : 9%:R = IZR 9 :> R by rewrite -INRE /=; lra.
by toR_goal; exact: dlgt_2.
Qed.
Lemma glm450 : glm (bmu 450) (bdmu 450) 450%:R (450%:R / 4%:R) 100%:R (ln 2%:R).
Proof.
have -> : 100%:R = bdmu 450 (ln 2%:R).
  by rewrite /bdmu dlgt_ln2 mulrA -natrM -[(450 * 2)%N]/(100 * 9)%N natrM mulfK // pnatr_eq0.
by apply: glm_binomial => //; apply: ln_ge0; rewrite ler1n.
Qed.
Lemma glm1 : glm (bmu 1) (bdmu 1) 1%:R (1%:R / 4%:R) (2%:R / 9%:R) (ln 2%:R).
Proof.
have -> : 2%:R / 9%:R = bdmu 1 (ln 2%:R) by rewrite /bdmu dlgt_ln2 mul1r.
by apply: glm_binomial => //; apply: ln_ge0; rewrite ler1n.
Qed.

(* The setting of the displays: a model (A2-A5), actions in the unit ball, lambda > 0, 1/2 < gamma < 1. *)
Definition setting (mu dmu : R -> R) (m k c S lam g : R) d (a : nat -> 'cV[R]_d) : Prop :=
  [/\ glm mu dmu m k c S, forall t, nrm2 (a t) <= 1, 0 < lam & 2%:R^-1 < g < 1].
Arguments setting mu dmu (m k c S lam g)%ring_scope {d} a.
Lemma setting450 g : 2%:R^-1 < g < 1 ->
  setting (bmu 450) (bdmu 450) 450%:R (450%:R / 4%:R) 100%:R (ln 2%:R) 1 g a1.
Proof. by move=> g1; split=> //; [exact: glm450|exact: a1_le|exact: ltr01]. Qed.
Lemma setting1 g : 2%:R^-1 < g < 1 ->
  setting (bmu 1) (bdmu 1) 1%:R (1%:R / 4%:R) (2%:R / 9%:R) (ln 2%:R) 1 g a1.
Proof. by move=> g1; split=> //; [exact: glm1|exact: a1_le|exact: ltr01]. Qed.

Lemma two_thirds : (2%:R^-1 < 2%:R / 3%:R :> R) && (2%:R / 3%:R < 1 :> R).
Proof. by apply/andP; split; apply/RltP; toR_goal; rewrite /=; lra. Qed.

Lemma third_inv : (1 - 2%:R / 3%:R)^-1 = 3%:R :> R.
Proof. by rewrite -{1}[1](@divff _ 3%:R) ?pnatr_eq0 // -mulrBl -natrB // mul1r invrK. Qed.

(* I25, lines 2352-2357: \sum_{t=1}^T\|a_t\|^2_{V_t^{-1}} \le
   2\max(1,1/\lambda)\log(\det(V_{T+1})/(\gamma^{dT}\lambda^d)), V_t with ridge \lambda/c_\mu (line 541).
   True for c_\mu <= 1. Witness: binomial rewards with 450 trials, S = log 2, c_\mu = 100; T = 1, \lambda =
   1, a_1 = 1. *)
Theorem I25_printed_false : ~ (forall d (a : nat -> 'cV[R]_d) mu dmu m k c S lam g (T : nat),
  setting mu dmu m k c S lam g a ->
  \sum_(t < T) sq a (Vg (lam / c) a g) t <=
    2%:R * Num.max 1 (1 / lam) * ln (\det (Vg (lam / c) a g T) / (g ^+ (d * T) * lam ^+ d))).
Proof.
have g1 := two_thirds.
move=> A; have := A _ _ _ _ _ _ _ _ _ _ 1%N (setting450 g1).
rewrite big_ord1 sq_Vg; last by rewrite divr_gt0 ?ltr01 ?ltr0n.
rewrite Vg1 expr1n mulr1 expr1 divr1 maxxx mulr1 invf_div divr1 div1r.
have x0 : 0 < (1 + 100%:R^-1) / (2%:R / 3%:R) :> R by apply/RltP; toR_goal; rewrite /=; lra.
have := ln_lin x0; move: (ln _) => y /RleP h1 /RleP h2; move: h1 h2; toR_goal; rewrite /=; lra.
Qed.

(* I26, lines 2360-2362: \det(V_{T+1})/(\gamma^{dT}\lambda^d) \le \gamma^{-dT}(1+\frac{1-\gamma^T}{\lambda
   d(1-\gamma)})^d. Witness: logistic rewards, S = log 2, c_\mu = 2/9; T = 1, \lambda = 1, a_1 = 1: 5.5 and
   2, times 1/\gamma. *)
Theorem I26_printed_false : ~ (forall d (a : nat -> 'cV[R]_d) mu dmu m k c S lam g (T : nat), (0 < d)%N ->
  setting mu dmu m k c S lam g a ->
  \det (Vg (lam / c) a g T) / (g ^+ (d * T) * lam ^+ d) <=
    (g ^+ (d * T))^-1 * (1 + (1 - g ^+ T) / (lam * d%:R * (1 - g))) ^+ d).
Proof.
have g1 := two_thirds.
move=> A; have := A 1%N _ _ _ _ _ _ _ _ _ 1%N isT (setting1 g1).
have n0 : 1 - 2%:R / 3%:R != 0 :> R by rewrite subr_eq0 eq_sym lt_eqF //; case/andP: g1.
rewrite Vg1 expr1n !mulr1 !expr1 !mul1r divff // mulrC ler_pmul2l; last by rewrite invr_gt0 divr_gt0 ?ltr0n.
by rewrite ler_add2l invf_div ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
Qed.

(* Z121, lines 2465-2472, second link: \log(\det(V_{T+1})/(\gamma^{dT}\lambda^d)) \le
   d(T\log(1/\gamma)+\log(1+\frac{1}{d\lambda(1-\gamma)})).
   Witness: logistic rewards, S = log 2, c_\mu = 2/9; T = 1, \lambda = 1, \gamma = 2/3, a_1 = 1. *)
Theorem Z121_printed_false : ~ (forall d (a : nat -> 'cV[R]_d) mu dmu m k c S lam g (T : nat), (0 < d)%N ->
  setting mu dmu m k c S lam g a ->
  ln (\det (Vg (lam / c) a g T) / (g ^+ (d * T) * lam ^+ d)) <=
    d%:R * (T%:R * ln (1 / g) + ln (1 + 1 / (d%:R * lam * (1 - g))))).
Proof.
have g1 := two_thirds.
move=> A; have := A 1%N _ _ _ _ _ _ _ _ _ 1%N isT (setting1 g1).
rewrite Vg1 expr1n !mulr1 !expr1 !mul1r third_inv !invf_div -lnM ?addr_gt0 ?divr_gt0 ?ltr01 ?ltr0n //.
apply/negP; rewrite -ltNge; apply/RltP; apply: ln_increasing; toR_goal; rewrite /=; lra.
Qed.

(* Z55, lines 2365-2371, and I31, lines 2463-2472, where both sides carry the factor 4\beta^2/c_\mu > 0:
   \sum_{t=1}^T\|a_t\|^2_{V_t^{-1}} \le 2\max(1,1/\lambda) d
   (T\log(1/\gamma)+\log(1+\frac{1}{d\lambda(1-\gamma)})). True for c_\mu <= 1.  Witness: that of I25,
   \gamma = 2/3: 100 and at most 7. *)
Theorem Z55_printed_false : ~ (forall d (a : nat -> 'cV[R]_d) mu dmu m k c S lam g (T : nat), (0 < d)%N ->
  setting mu dmu m k c S lam g a ->
  \sum_(t < T) sq a (Vg (lam / c) a g) t <=
    2%:R * Num.max 1 (1 / lam) * d%:R * (T%:R * ln (1 / g) + ln (1 + 1 / (d%:R * lam * (1 - g))))).
Proof.
have g1 := two_thirds.
move=> A; have := A 1%N _ _ _ _ _ _ _ _ _ 1%N isT (setting450 g1).
rewrite big_ord1 sq_Vg; last by rewrite divr_gt0 ?ltr01 ?ltr0n.
rewrite divr1 maxxx !mulr1 !mul1r third_inv invf_div ?invrK.
have x0 : 0 < 3%:R / 2%:R :> R by rewrite divr_gt0 ?ltr0n.
have y0 : 0 < 1 + 3%:R :> R by rewrite addr_gt0 ?ltr01 ?ltr0n.
have := ln_lin x0; have := ln_lin y0; move: (ln _) (ln _) => x y /RleP h1 /RleP h2 /RleP h3.
by move: h1 h2 h3; toR_goal; rewrite /=; lra.
Qed.

(* I31, lines 2463-2472: the same with the factor 4\beta^2/c_\mu on both sides, whatever \beta_T^\delta > 0
   is. *)
Theorem I31_printed_false (beta : R) : 0 < beta ->
  ~ (forall d (a : nat -> 'cV[R]_d) mu dmu m k c S lam g (T : nat), (0 < d)%N ->
  setting mu dmu m k c S lam g a ->
  \sum_(t < T) 4%:R / c * beta ^+ 2 * sq a (Vg (lam / c) a g) t <= 8%:R * d%:R / c * beta ^+ 2 *
    Num.max 1 (1 / lam) * (T%:R * ln (1 / g) + ln (1 + 1 / (d%:R * lam * (1 - g))))).
Proof.
move=> b0 A; apply: Z55_printed_false => d a mu dmu m k c S lam g T d0 st.
have := A d a mu dmu m k c S lam g T d0 st; have [[_ _ _ _ [c0 _]] _ _ _] := st.
have f0 : 0 < 4%:R / c * beta ^+ 2 by rewrite mulr_gt0 ?divr_gt0 ?exprn_gt0 // ltr0n.
rewrite -mulr_sumr => H; rewrite -(ler_pmul2l f0); apply: (le_trans H).
rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite -[8%N]/(4 * 2)%N natrM.
by move: (Num.max _ _) (_ + _) (c^-1) (4%:R) (2%:R) (d%:R) (beta ^+ 2) => x1 x2 x3 x4 x5 x6 x7; ring.
Qed.

(* I33, lines 2490-2492, without the common positive factor: \sum_{t=1}^T\|a_t\|_{V_t^{-1}} \le
   \sqrt{2dT\max(1,1/\lambda)}\sqrt{T\log(1/\gamma)+\log(1+\frac{1}{d\lambda(1-\gamma)})}.
   Witness: that of I25, \gamma = 2/3: 10, and a number whose square is at most 7. *)
Theorem I33_printed_false : ~ (forall d (a : nat -> 'cV[R]_d) mu dmu m k c S lam g (T : nat), (0 < d)%N ->
  setting mu dmu m k c S lam g a ->
  \sum_(t < T) nrm (invmx (Vg (lam / c) a g t)) (a t) <=
    Num.sqrt (2%:R * d%:R * T%:R * Num.max 1 (1 / lam)) *
    Num.sqrt (T%:R * ln (1 / g) + ln (1 + 1 / (d%:R * lam * (1 - g))))).
Proof.
have g1 := two_thirds.
move=> A; have := A 1%N _ _ _ _ _ _ _ _ _ 1%N isT (setting450 g1).
rewrite big_ord1 nrm_inv1 Vg0 !mxE expr1n divr1 maxxx !mulr1 !mul1r -sqrtrM ?ler0n // third_inv invf_div
  ?invrK.
have x0 : 0 < 3%:R / 2%:R :> R by rewrite divr_gt0 ?ltr0n.
have y0 : 0 < 1 + 3%:R :> R by rewrite addr_gt0 ?ltr01 ?ltr0n.
have := ln_lin x0; have := ln_lin y0; move: (ln _) (ln _) => x y /RleP h1 /RleP h2.
apply/negP; rewrite -ltNge; apply: (@le_lt_trans _ _ (Num.sqrt 99%:R)).
  by apply: ler_wsqrtr; apply/RleP; move: h1 h2; toR_goal; rewrite /=; lra.
by rewrite ltr_sqrt ?ltr0n // ltr_nat.
Qed.

(* Z66, lines 2965-2967 and 3038-3039: \sum_{t=1}^T\|a_t\|^2_{V_t^{-1}} \le 2d\max(1,1/\lambda)\lceil
   T/\tau\rceil\log(1+\frac{\tau}{d\lambda}), V_t with ridge \lambda/c_\mu (line 2615). True for c_\mu <=
   1.  Witness: that of I25 with T = \tau = 1: 100 and 2 log 2. *)
Theorem Z66_printed_false : ~ (forall d (a : nat -> 'cV[R]_d) mu dmu m k c S lam (T tau : nat), (0 < d)%N ->
  glm mu dmu m k c S -> (forall t, nrm2 (a t) <= 1) -> 0 < lam -> (0 < tau)%N ->
  \sum_(t < T) sq a (Vtau (lam / c) a tau) t <=
    2%:R * d%:R * Num.max 1 (1 / lam) * (ceildiv T tau)%:R * ln (1 + tau%:R / (d%:R * lam))).
Proof.
move=> A; have := A 1%N a1 _ _ _ _ _ _ 1 1%N 1%N isT glm450 a1_le ltr01 isT.
rewrite big_ord1 (@sq_ridge _ (1 / 100%:R)%ring); first last.
- by rewrite /Vtau big_ord0 add0r mxE eqxx mulr1n.
- by rewrite divr_gt0 ?ltr01 ?ltr0n.
rewrite /ceildiv /= divr1 maxxx !mulr1 !mul1r invrK invr1.
have := @ln_lin (1 + 1)%ring; rewrite addr_gt0 ?ltr01 // => /(_ isT); move: (ln _) => y /RleP h1 /RleP h2.
by move: h1 h2; toR_goal; rewrite /=; lra.
Qed.

(* I48, line 3278: \sum_{t=1}^T\|a_t\|^2_{V_t^{-1}} = \sum_{k=0}^{\lceil
   T/\tau\rceil-1}\sum_{t=k\tau+1}^{(k+1)\tau}\|a_t\|^2_{V_t^{-1}}, V_t of the window with ridge \lambda.
   True if \tau divides T.  Witness: T = 1, \tau = 2, \lambda = 1, all actions 1: 1 and 3/2. *)
Theorem I48_printed_false : ~ (forall d (a : nat -> 'cV[R]_d) lam (T tau : nat),
  (forall t, nrm2 (a t) <= 1) -> 0 < lam -> (0 < tau)%N ->
  \sum_(t < T) sq a (Vtau lam a tau) t =
    \sum_(k < ceildiv T tau) \sum_(k * tau <= t < k.+1 * tau) sq a (Vtau lam a tau) t).
Proof.
move=> A; have := A _ a1 1 1%N 2%N a1_le ltr01 isT.
rewrite /ceildiv /= !big_ord1 /= !mul0n mul1n big_nat_recr //= big_nat1 => /eqP.
rewrite -subr_eq0 opprD addrA subrr sub0r oppr_eq0.
rewrite (@sq_ridge _ (1 + 1)%ring) ?addr_gt0 ?ltr01 ?invr_eq0 ?paddr_eq0 ?ler01 ?oner_eq0 //.
by rewrite /Vtau big_mkcond big_ord1 /= mxE outer1 !mxE expr1n.
Qed.

(* Z21, line 3287: the extra terms a_s a_s^T "correspond to positive definite matrices".
   Witness: d = 2, a = e_1: its square vanishes on e_2.  (Semidefinite is what is meant.) *)
Theorem Z21_printed_false : ~ (forall d (a : 'cV[R]_d), a != 0 -> nrm2 a <= 1 -> pd (a *m a^T)).
Proof.
move=> A; pose a : 'cV[R]_2 := delta_mx 0 0; pose x : 'cV[R]_2 := delta_mx 1 0.
have a0 : a != 0 by apply/eqP => /matrixP /(_ 0 0); rewrite !mxE => /eqP; rewrite oner_eq0.
have x0 : x != 0 by apply/eqP => /matrixP /(_ 1 0); rewrite !mxE => /eqP; rewrite oner_eq0.
have d1 : dot a a = 1 by rewrite dotE big_ord_recl big_ord1 !mxE /= mulr1 mul0r addr0.
have d0 : dot a x = 0 by rewrite dotE big_ord_recl big_ord1 !mxE /= mulr0 mul0r addr0.
have n1 : nrm2 a <= 1 by rewrite /nrm2 d1 sqrtr1.
by have [_ /(_ x x0)] := A _ a a0 n1; rewrite qf_outer d0 expr0n ltxx.
Qed.
