(* K arms: the display of th:upper_bound_problem_indep and its rates (l. 3472-3484).

   1. C_1 sqrt(K) T/sqrt(tau) + C_2 sqrt(K) tau Gamma_T + C_3 K T/tau for tau <= T.
   2. The rate K^(2/3) Gamma_T^(1/3) T^(2/3) of the printed window T^(2/3)/(K^(1/3) Gamma_T^(2/3)), and the
      rate K^(1/3) Gamma_T^(1/3) T^(2/3) of the longer window K^(1/3) (T/Gamma_T)^(2/3).  Where the horizon is
      too short for the window, the rate is at least T and the regret at most B T. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation regret arms arms_deviation rates.
From Glb Require Import arms_regret.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* The bound of regret_arms. *)
Definition arms_bound (K T tau Gamma : nat) (B xi eta : R) :=
  4%:R * B * Num.sqrt (xi * ln tau%:R * K%:R * T%:R * blocks T tau) + B * tau%:R * Gamma%:R
  + B * K%:R * blocks T tau + 2%:R * B * K%:R * level eta tau * (blocks T tau + ln tau%:R).

Lemma root_algebra (F : comRingType) (x l k t y : F) :
  x * l * k * t * (2%:R * (t * y)) = 2%:R * x * l * (k * (t ^+ 2 * y)).
Proof. by ring. Qed.
Lemma second_algebra (F : comRingType) (b k q : F) : 2%:R * b * (k * q) = b * k * (2%:R * q).
Proof. by ring. Qed.
Lemma third_algebra (F : comRingType) (b v k q l : F) :
  2%:R * b * v * (2%:R * (k * q) + l * k) = 2%:R * b * k * v * (2%:R * q + l).
Proof. by ring. Qed.
Lemma rate_algebra (F : comRingType) (b g v l r : F) :
  b * (4%:R * g + 4%:R + 2%:R * v * (2%:R + l)) * r =
  4%:R * b * g * r + b * (2%:R * r) + 2%:R * b * r + 2%:R * b * v * (2%:R * r + l * r).
Proof. by ring. Qed.

Section Bounds.
Variables (K T tau Gamma : nat) (B xi eta : R).
Hypotheses (K0 : (0 < K)%N) (tau0 : (0 < tau)%N) (tauT : (tau <= T)%N) (B0 : 0 < B) (xi0 : 0 <= xi).
Hypothesis eta0 : 0 < eta.
Let T0 : (0 < T)%N := leq_trans tau0 tauT.
Let Tp : 0 < T%:R :> R. Proof. by rewrite ltr0n. Qed.
Let tp : 0 < tau%:R :> R. Proof. by rewrite ltr0n. Qed.
Let K1 : 1 <= K%:R :> R. Proof. by rewrite ler1n. Qed.
Let L0 : 0 <= ln tau%:R. Proof. exact: ln_tau_ge0. Qed.
Let v1 n : 1 <= level eta n. Proof. exact: level_ge1. Qed.
Let b0 : 0 <= B := ltW B0.

(* x = T/tau + 1 <= 2 T/y, if y <= tau and y <= T *)
Lemma blocks_le y : 0 < y -> y <= tau%:R -> y <= T%:R -> blocks T tau <= 2%:R * (T%:R / y).
Proof.
move=> y0 yt yT; rewrite /blocks [X in _ <= X]mulr_natl mulr2n; apply: ler_add.
  by rewrite ler_wpmul2l ?ler0n // lef_pinv ?posrE.
by rewrite ler_pdivl_mulr // mul1r.
Qed.

(* The terms of the bound, with a number y <= tau for the window and a bound l on log tau. *)
Lemma arms_terms (y l v : R) : 0 < y -> y <= tau%:R -> y <= T%:R -> ln tau%:R <= l -> level eta tau <= v ->
  arms_bound K T tau Gamma B xi eta <=
    4%:R * B * Num.sqrt (2%:R * xi * l) * (Num.sqrt K%:R * (T%:R / Num.sqrt y)) + B * tau%:R * Gamma%:R
    + 2%:R * B * (K%:R * (T%:R / y))
    + 2%:R * B * v * (2%:R * (K%:R * (T%:R / y)) + l * K%:R).
Proof.
move=> y0 yt yT tl tv; have xb := blocks_le y0 yt yT; have l0 : 0 <= l := le_trans L0 tl.
have q0 : 0 <= T%:R / y by rewrite divr_ge0 ?ler0n // ltW.
have x0 : 0 <= blocks T tau by rewrite addr_ge0 ?ler01 // divr_ge0 ?ler0n.
apply: ler_add; [apply: ler_add; [rewrite ler_add2r|]|].
- rewrite -[X in _ <= X]mulrA; apply: ler_wpmul2l; first by rewrite mulr_ge0 ?ler0n.
  have -> : Num.sqrt (2%:R * xi * l) * (Num.sqrt K%:R * (T%:R / Num.sqrt y)) =
    Num.sqrt (2%:R * xi * l * (K%:R * (T%:R ^+ 2 / y))).
    have a1 : 0 <= 2%:R * xi * l by rewrite mulr_ge0 // mulr_ge0 ?ler0n.
    have a2 : 0 <= K%:R :> R by rewrite ler0n.
    have a3 : 0 <= T%:R ^+ 2 :> R by rewrite sqr_ge0.
    by rewrite (sqrtrM _ a1) (sqrtrM _ a2) (sqrtrM _ a3) sqrtr_sqr ger0_norm ?ler0n // sqrtrV // ltW.
  apply: ler_wsqrtr; apply: (@le_trans _ _ (xi * l * K%:R * T%:R * (2%:R * (T%:R / y)))).
    apply: ler_pmul => //; first by rewrite mulr_ge0 ?ler0n // mulr_ge0 ?ler0n // mulr_ge0.
    by rewrite ler_wpmul2r ?ler0n // ler_wpmul2r ?ler0n // ler_wpmul2l.
  by same; exact: root_algebra.
- have -> : 2%:R * B * (K%:R * (T%:R / y)) = B * K%:R * (2%:R * (T%:R / y)) by exact: second_algebra.
  by rewrite ler_wpmul2l // mulr_ge0 ?ler0n.
have -> : 2%:R * B * v * (2%:R * (K%:R * (T%:R / y)) + l * K%:R) =
  2%:R * B * K%:R * v * (2%:R * (T%:R / y) + l) by exact: third_algebra.
apply: ler_pmul; last exact: ler_add.
- by rewrite mulr_ge0 ?mulr_ge0 ?ler0n //; apply: le_trans (v1 tau); rewrite ler01.
- exact: addr_ge0.
- by rewrite ler_wpmul2l // !mulr_ge0 ?ler0n.
Qed.

(* The display: C_1 = 4 B sqrt(2 xi log tau), C_2 = B,
   C_3 = 2 B + 2 B (log tau/log(1+eta) + 1)(2 + log tau). *)
Lemma arms_display : arms_bound K T tau Gamma B xi eta <=
  4%:R * B * Num.sqrt (2%:R * xi * ln tau%:R) * Num.sqrt K%:R * (T%:R / Num.sqrt tau%:R)
  + B * Num.sqrt K%:R * tau%:R * Gamma%:R
  + (2%:R * B + 2%:R * B * level eta tau * (2%:R + ln tau%:R)) * K%:R * (T%:R / tau%:R).
Proof.
have tT : tau%:R <= T%:R :> R by rewrite ler_nat.
apply: (le_trans (arms_terms tp (lexx _) tT (lexx _) (lexx _))).
have k1 : 1 <= Num.sqrt K%:R :> R by rewrite -[X in X <= _]sqrtr1 ler_wsqrtr.
have q1 : 1 <= T%:R / tau%:R :> R by rewrite ler_pdivl_mulr // mul1r.
rewrite -[X in _ <= X]addrA -addrA -addrA; apply: ler_add; first by rewrite !mulrA.
apply: ler_add.
  by rewrite -!mulrA ler_wpmul2l // ler_pemull // mulr_ge0 ?ler0n.
rewrite -[X in _ <= X]mulrA [X in _ <= X]mulrDl; apply: ler_add => //.
rewrite -[X in _ <= X]mulrA; apply: ler_wpmul2l.
  by rewrite !mulr_ge0 ?ler0n //; apply: le_trans (v1 tau); rewrite ler01.
by rewrite mulrDl ler_add2l ler_wpmul2l // ler_pemulr ?ler0n.
Qed.

(* A window of about y rounds. *)
Lemma arms_tuned (y r : R) : 1 <= y -> y <= T%:R -> is_ceil y tau ->
  Num.sqrt K%:R * (T%:R / Num.sqrt y) <= r -> y * Gamma%:R <= r -> K%:R * (T%:R / y) <= r ->
  arms_bound K T tau Gamma B xi eta <=
  B * (4%:R * Num.sqrt (2%:R * xi * ln T%:R) + 4%:R + 2%:R * level eta T * (2%:R + ln T%:R)) * r.
Proof.
move=> y1 yT /andP [yt ty] r1 r2 r3; have y0 : 0 < y := lt_le_trans ltr01 y1.
have tl : ln tau%:R <= ln T%:R by apply: ln_le => //; rewrite ler_nat.
have l0 : 0 <= ln T%:R := le_trans L0 tl.
have e0 : 0 < ln (1 + eta).
  by rewrite -ln1; apply/RltP/ln_increasing; [exact: Rlt_0_1|apply/RltP; rewrite ltr_addl].
have tv : level eta tau <= level eta T by rewrite ler_add2r ler_wpmul2r ?invr_ge0 // ltW.
have v0 : 0 <= level eta T by apply: le_trans (v1 T); rewrite ler01.
apply: (le_trans (arms_terms y0 yt yT tl tv)).
have t2 : tau%:R * Gamma%:R <= 2%:R * r.
  apply: (@le_trans _ _ (2%:R * (y * Gamma%:R))); last by rewrite ler_wpmul2l ?ler0n.
  rewrite mulrA ler_wpmul2r ?ler0n //; apply: (le_trans (ltW ty)).
  by rewrite mulr_natl mulr2n ler_add2l.
have lK : ln T%:R * K%:R <= ln T%:R * r.
  rewrite ler_wpmul2l //; apply: le_trans r3; rewrite ler_pemulr ?ler0n //.
  by rewrite ler_pdivl_mulr // mul1r.
have -> : B * (4%:R * Num.sqrt (2%:R * xi * ln T%:R) + 4%:R + 2%:R * level eta T * (2%:R + ln T%:R)) * r =
  4%:R * B * Num.sqrt (2%:R * xi * ln T%:R) * r + B * (2%:R * r) + 2%:R * B * r
  + 2%:R * B * level eta T * (2%:R * r + ln T%:R * r) by exact: rate_algebra.
apply: ler_add; [apply: ler_add; [apply: ler_add|]|].
- by rewrite ler_wpmul2l // !mulr_ge0 ?ler0n ?sqrtr_ge0.
- by rewrite -mulrA ler_wpmul2l.
- by rewrite ler_wpmul2l // mulr_ge0 ?ler0n.
by rewrite ler_wpmul2l ?mulr_ge0 ?ler0n // ler_add // ler_wpmul2l ?ler0n.
Qed.
End Bounds.

(* The windows and rates: T^(2/3)/(K^(1/3) Gamma_T^(2/3)) and K^(1/3) (T/Gamma_T)^(2/3); K^a Gamma_T^(1/3)
   T^(2/3) with a = 2/3 or a = 1/3. *)
Definition printed_window (K T Gamma : nat) :=
  power T%:R (2%:R / 3%:R) / (power K%:R 3%:R^-1 * power Gamma%:R (2%:R / 3%:R)).
Definition longer_window (K T Gamma : nat) := power K%:R 3%:R^-1 * power (T%:R / Gamma%:R) (2%:R / 3%:R).
Definition arms_rate (a : R) (K T Gamma : nat) :=
  power K%:R a * power Gamma%:R 3%:R^-1 * power T%:R (2%:R / 3%:R).
Global Arguments arms_rate a%ring.

Section Tunings.
Variables (K T Gamma : nat).
Hypotheses (K0 : (0 < K)%N) (T0 : (0 < T)%N) (G0 : (0 < Gamma)%N).
Let Kp : 0 < K%:R :> R. Proof. by rewrite ltr0n. Qed.
Let Tp : 0 < T%:R :> R. Proof. by rewrite ltr0n. Qed.
Let Gp : 0 < Gamma%:R :> R. Proof. by rewrite ltr0n. Qed.
Let k0 : 0 <= ln K%:R. Proof. by apply: ln_ge0; rewrite ler1n. Qed.
Let g0 : 0 <= ln Gamma%:R. Proof. by apply: ln_ge0; rewrite ler1n. Qed.

Lemma arms_rate_gt0 a : 0 < arms_rate a K T Gamma. Proof. by rewrite !mulr_gt0 ?power_gt0. Qed.
Lemma ln_arms_rate a : ln (arms_rate a K T Gamma) =
  a * ln K%:R + 3%:R^-1 * ln Gamma%:R + 2%:R / 3%:R * ln T%:R.
Proof. by rewrite /arms_rate !lnM ?mulr_gt0 ?power_gt0 // !ln_power. Qed.
Lemma printed_window_gt0 : 0 < printed_window K T Gamma.
Proof. by rewrite divr_gt0 ?mulr_gt0 ?power_gt0. Qed.
Lemma ln_printed_window : ln (printed_window K T Gamma) =
  2%:R / 3%:R * ln T%:R - (3%:R^-1 * ln K%:R + 2%:R / 3%:R * ln Gamma%:R).
Proof.
rewrite /printed_window lnM ?invr_gt0 ?mulr_gt0 ?power_gt0 // lnV ?mulr_gt0 ?power_gt0 //.
by rewrite lnM ?power_gt0 // !ln_power.
Qed.
Lemma longer_window_gt0 : 0 < longer_window K T Gamma. Proof. by rewrite mulr_gt0 ?power_gt0. Qed.
Lemma ln_longer_window : ln (longer_window K T Gamma) =
  3%:R^-1 * ln K%:R + 2%:R / 3%:R * (ln T%:R - ln Gamma%:R).
Proof. by rewrite /longer_window lnM ?power_gt0 // !ln_power lnM ?invr_gt0 // lnV. Qed.

(* Linear inequalities between logarithms. *)
Lemma three_Rle (a b c d e f x y : R) : (Rle a b -> Rle c d -> Rle e f -> Rle x y) ->
  a <= b -> c <= d -> e <= f -> x <= y.
Proof. by move=> H /RleP h1 /RleP h2 /RleP h3; apply/RleP; exact: H. Qed.
Ltac by_logs := move: k0 g0; apply: three_Rle; move: (ln K%:R) (ln Gamma%:R) (ln T%:R);
  intros ? ? ?; toR_goal; simpl; lra.

(* The printed window, T >= K^2 Gamma_T. *)
Lemma printed_tuning : (K ^ 2 * Gamma <= T)%N -> let y := printed_window K T Gamma in
  let r := arms_rate (2%:R / 3%:R) K T Gamma in
  [/\ 1 <= y, y <= T%:R, Num.sqrt K%:R * (T%:R / Num.sqrt y) <= r, y * Gamma%:R <= r
    & K%:R * (T%:R / y) <= r].
Proof.
move=> reg /=; have y0 := printed_window_gt0; have r0 := arms_rate_gt0 (2%:R / 3%:R)%ring.
have : 2%:R * ln K%:R + ln Gamma%:R <= ln T%:R.
  rewrite mulr_natl -lnX // -lnM ?exprn_gt0 //; apply: ln_le; first by rewrite mulr_gt0 ?exprn_gt0.
  by rewrite -natrX -natrM ler_nat.
move: ln_printed_window (ln_arms_rate (2%:R / 3%:R)%ring) y0 r0.
move: (printed_window K T Gamma) (arms_rate (2%:R / 3%:R) K T Gamma) => y r ly lr y0 r0 h.
have sy : 0 < Num.sqrt y by rewrite sqrtr_gt0.
have sK : 0 < Num.sqrt K%:R :> R by rewrite sqrtr_gt0.
split; (apply: le_ln; rewrite ?ltr01 ?mulr_gt0 ?invr_gt0 //);
  rewrite ?lnM ?mulr_gt0 ?invr_gt0 // ?lnV // ?ln_sqrt // ?ln1 ?ly ?lr; move: h; by_logs.
Qed.

(* The longer window, T >= K Gamma_T. *)
Lemma longer_tuning : (K * Gamma <= T)%N -> let y := longer_window K T Gamma in
  let r := arms_rate 3%:R^-1 K T Gamma in
  [/\ 1 <= y, y <= T%:R, Num.sqrt K%:R * (T%:R / Num.sqrt y) <= r, y * Gamma%:R <= r
    & K%:R * (T%:R / y) <= r].
Proof.
move=> reg /=; have y0 := longer_window_gt0; have r0 := arms_rate_gt0 3%:R^-1%ring.
have : ln K%:R + ln Gamma%:R <= ln T%:R.
  by rewrite -lnM //; apply: ln_le; rewrite ?mulr_gt0 // -natrM ler_nat.
move: ln_longer_window (ln_arms_rate 3%:R^-1%ring) y0 r0.
move: (longer_window K T Gamma) (arms_rate 3%:R^-1 K T Gamma) => y r ly lr y0 r0 h.
have sy : 0 < Num.sqrt y by rewrite sqrtr_gt0.
have sK : 0 < Num.sqrt K%:R :> R by rewrite sqrtr_gt0.
split; (apply: le_ln; rewrite ?ltr01 ?mulr_gt0 ?invr_gt0 //);
  rewrite ?lnM ?mulr_gt0 ?invr_gt0 // ?lnV // ?ln_sqrt // ?ln1 ?ly ?lr; move: h; by_logs.
Qed.

(* Shorter horizons: the rate is at least T. *)
Lemma printed_short : (T <= K ^ 2 * Gamma)%N -> T%:R <= arms_rate (2%:R / 3%:R) K T Gamma.
Proof.
move=> reg; have : ln T%:R <= 2%:R * ln K%:R + ln Gamma%:R.
  rewrite mulr_natl -lnX // -lnM ?exprn_gt0 //; apply: ln_le; first by [].
  by rewrite -natrX -natrM ler_nat.
by move=> h; apply: le_ln; rewrite ?arms_rate_gt0 // ln_arms_rate; move: h; by_logs.
Qed.
Lemma longer_short : (T <= K * Gamma)%N -> T%:R <= arms_rate 3%:R^-1 K T Gamma.
Proof.
move=> reg; have : ln T%:R <= ln K%:R + ln Gamma%:R.
  by rewrite -lnM //; apply: ln_le; rewrite // -natrM ler_nat.
by move=> h; apply: le_ln; rewrite ?arms_rate_gt0 // ln_arms_rate; move: h; by_logs.
Qed.
End Tunings.

(* The mean regret of SW-UCB. *)
Section Policy.
Variables (K : nat) (E : finType) (e0 : E) (B : R) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K).
Variables (law reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) (xi eta : R) (T tau Gamma : nat).
Hypotheses (B0 : 0 < B) (env : arm_environment B mu law reward) (T0 : (0 < T)%N).
Hypotheses (eta0 : 0 < eta) (xi0 : 0 <= xi) (xi_eta : 1 <= 2%:R * xi * (1 - eta ^+ 2 / 16%:R)).
Hypothesis best : forall t i, mu t i <= mu t (istar t).
Hypothesis changes : (breaks mu T <= Gamma)%N.
Hypothesis policy : forall h, follows_ucb tau B xi (arm_of act h) (reward_of e0 reward act h) (size h).
Local Notation mean_regret := (Ex (arm_law law act) T (arm_regret mu istar act T) [::]).
Let K0 : (0 < K)%N := leq_ltn_trans (leq0n _) (ltn_ord (act [::])).

Lemma mean_regret_le : mean_regret <= B * T%:R.
Proof.
rewrite -[X in _ <= X](Ex_const (fun h => arm_law_sum env h (act h)) T _ [::]).
apply: Ex_le => [h e|h _]; first exact: (arm_law_ge0 env).
exact: (arm_regret_le e0 act T env best).
Qed.

(* th:upper_bound_problem_indep, the display *)
Theorem regret_arms_display : (0 < tau <= T)%N -> mean_regret <=
  4%:R * B * Num.sqrt (2%:R * xi * ln tau%:R) * Num.sqrt K%:R * (T%:R / Num.sqrt tau%:R)
  + B * Num.sqrt K%:R * tau%:R * Gamma%:R
  + (2%:R * B + 2%:R * B * level eta tau * (2%:R + ln tau%:R)) * K%:R * (T%:R / tau%:R).
Proof.
move=> /andP [tau0 tauT].
apply: (le_trans (regret_arms B0 env tau0 T0 eta0 xi0 xi_eta best changes policy)).
exact: arms_display.
Qed.

(* A tuned window: long horizons by regret_arms, short ones trivially. *)
Lemma regret_arms_tuned (y r : R) : 0 < r -> is_ceil y tau -> 0 < y ->
  T%:R <= r \/ [/\ 1 <= y, y <= T%:R, Num.sqrt K%:R * (T%:R / Num.sqrt y) <= r, y * Gamma%:R <= r
    & K%:R * (T%:R / y) <= r] ->
  mean_regret <=
  B * (4%:R * Num.sqrt (2%:R * xi * ln T%:R) + 4%:R + 2%:R * level eta T * (2%:R + ln T%:R)) * r.
Proof.
move=> r0 yc y0 [short|[y1 yT r1 r2 r3]].
  apply: (le_trans mean_regret_le); rewrite -mulrA ler_wpmul2l ?(ltW B0) //; apply: (le_trans short).
  have l0 : 0 <= ln T%:R by apply: ln_ge0; rewrite ler1n.
  have v0 : 0 <= level eta T by apply: le_trans (level_ge1 eta0 T); rewrite ler01.
  rewrite ler_pemull ?(ltW r0) //; apply: (@le_trans _ _ 4%:R); first by rewrite ler1n.
  have a0 : 0 <= 4%:R * Num.sqrt (2%:R * xi * ln T%:R) by apply: mulr_ge0; rewrite ?ler0n ?sqrtr_ge0.
  have b0 : 0 <= 2%:R * level eta T * (2%:R + ln T%:R).
    by apply: mulr_ge0; [apply: mulr_ge0|apply: addr_ge0]; rewrite ?ler0n.
  by rewrite addrAC ler_addr addr_ge0.
have /andP [yt ty] := yc.
have tau0 : (0 < tau)%N by rewrite -(ltr0n R_numDomainType); apply: lt_le_trans yt.
have tauT : (tau <= T)%N by rewrite -ltnS -(ltr_nat R_numDomainType) mulrSr (lt_le_trans ty) // ler_add2r.
apply: (le_trans (regret_arms B0 env tau0 T0 eta0 xi0 xi_eta best changes policy)).
exact: (arms_tuned tau0 tauT B0 xi0 eta0 y1 yT yc r1 r2 r3).
Qed.

Hypothesis G0 : (0 < Gamma)%N.

(* th:upper_bound_problem_indep, the rate of the printed window *)
Theorem regret_arms_rate : is_ceil (printed_window K T Gamma) tau -> mean_regret <=
  B * (4%:R * Num.sqrt (2%:R * xi * ln T%:R) + 4%:R + 2%:R * level eta T * (2%:R + ln T%:R))
  * arms_rate (2%:R / 3%:R) K T Gamma.
Proof.
move=> yc; apply: regret_arms_tuned yc _ _; rewrite ?arms_rate_gt0 ?printed_window_gt0 //.
by case: (leqP T (K ^ 2 * Gamma)) => [h|/ltnW h]; [left; exact: printed_short|right; exact: printed_tuning].
Qed.

(* the better rate of a longer window *)
Theorem regret_arms_longer : is_ceil (longer_window K T Gamma) tau -> mean_regret <=
  B * (4%:R * Num.sqrt (2%:R * xi * ln T%:R) + 4%:R + 2%:R * level eta T * (2%:R + ln T%:R))
  * arms_rate 3%:R^-1 K T Gamma.
Proof.
move=> yc; apply: regret_arms_tuned yc _ _; rewrite ?arms_rate_gt0 ?longer_window_gt0 //.
by case: (leqP T (K * Gamma)) => [h|/ltnW h]; [left; exact: longer_short|right; exact: longer_tuning].
Qed.
End Policy.
