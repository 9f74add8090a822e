(* The rates for every c_mu: rates_discount.v and rates_window.v ask for c_mu <= 1.

   By slopes.v the bonuses are at most those of c_mu = 1 times kappa/sqrt(c_mu), their squares times
   kappa^2/c_mu.  So the constants of the rates get a factor kappa, with gaps kappa^2. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation bonus regret rates rates_discount.
From Glb Require Import rates_window rates_gap gap_regret slopes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Tuned.
Variables (d T : nat) (c_mu k_mu S m delta : R).
Hypotheses (d0 : (0 < d)%N) (T2 : (1 < T)%N).
Hypotheses (c0 : 0 < c_mu) (ck : c_mu <= k_mu) (m0 : 0 < m) (S0 : 0 <= S).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).
Local Notation kappa := (Num.max 1 k_mu).
Local Notation b := (rate_bonus k_mu S m delta).
Local Notation lam := (ridge d T).
Let k0 : 0 <= k_mu := le_trans (ltW c0) ck.
Let T0 : (0 < T)%N := ltnW T2.
Let dp : 0 < d%:R :> R. Proof. by rewrite ltr0n. Qed.
Let Tp : 0 < T%:R :> R. Proof. by rewrite ltr0n. Qed.
Let cp : 0 < Num.sqrt c_mu. Proof. by rewrite sqrtr_gt0. Qed.
Let L0 : 0 < ln T%:R. Proof. by apply: lt_le_trans (log_horizon T2); rewrite invr_gt0 ltr0n. Qed.
Let L1 : 1 <= 2%:R * ln T%:R. Proof. by rewrite -ler_pdivr_mull ?ltr0n // mulr1 log_horizon. Qed.
Let lam0 := ridge_gt0 d0 T2.
Let b0 : 0 <= b. Proof. exact: rate_bonus_ge0. Qed.
Let q0 : 0 < kappa := kappa_gt0 k_mu.
Let q1 : 1 <= kappa := kappa_ge1 k_mu.

(* sqrt(c_mu) <= kappa *)
Lemma sqrt_slope : Num.sqrt c_mu <= kappa.
Proof.
rewrite -[X in _ <= X]ger0_norm ?(ltW q0) // -sqrtr_sqr ler_wsqrtr //; apply: (le_trans (slope_kappa ck)).
by rewrite expr2 ler_pemulr // ltW.
Qed.

(* A horizon that is too short for u: T <= kappa times 3/2 the rate d T sqrt(u)/sqrt(c_mu), or Gamma_T/u *)
Lemma short_slope (u r : R) (G : nat) : 0 < u -> (0 < G)%N -> G%:R / u = r ->
  d%:R * T%:R / Num.sqrt c_mu * Num.sqrt u = r ->
  T%:R * u < 1 \/ 2%:R^-1 < u -> T%:R <= 3%:R / 2%:R * (kappa * r).
Proof.
move=> u0 G0 e1 e2; have Gp : 1 <= G%:R :> R by rewrite ler1n.
case=> h.
  have r0 : 0 < r by rewrite -e1 divr_gt0 // ltr0n.
  apply: (@le_trans _ _ (kappa * r)); last first.
    by rewrite ler_pemull ?mulr_ge0 ?(ltW q0) ?(ltW r0) // ler_pdivl_mulr ?ltr0n // mul1r ler_nat.
  apply: (@le_trans _ _ r); last by rewrite ler_pemull // ltW.
  rewrite -e1; apply: (@le_trans _ _ u^-1); last by rewrite ler_pemull // invr_ge0 ltW.
  by rewrite -[X in _ <= X]mul1r ler_pdivl_mulr // ltW.
have s : 2%:R / 3%:R <= Num.sqrt u.
  rewrite -[2%:R / _]ger0_norm ?divr_ge0 ?ler0n // -sqrtr_sqr; apply: ler_wsqrtr; apply: le_trans (ltW h).
  rewrite expr_div_n -!natrX ler_pdivr_mulr ?ltr0n // mulrC ler_pdivl_mulr ?ltr0n // -natrM ler_nat.
  by [].
have -> : 3%:R / 2%:R * (kappa * r) =
  T%:R * (d%:R * ((kappa / Num.sqrt c_mu) * (3%:R / 2%:R * Num.sqrt u))).
  by rewrite -e2; move: (3%:R / 2%:R) kappa (Num.sqrt u) (Num.sqrt c_mu)^-1 => q x y z; ring.
rewrite ler_pemulr ?(ltW Tp) // -[X in X <= _]mulr1; apply: ler_pmul; rewrite ?ler01 ?ler1n //.
rewrite -[X in X <= _]mulr1; apply: ler_pmul; rewrite ?ler01 //.
  by rewrite ler_pdivl_mulr // mul1r sqrt_slope.
by rewrite -ler_pdivr_mull ?divr_gt0 ?ltr0n // invf_div mulr1.
Qed.

(* 1. The sliding window *)
Section Window.
Variables (tau Gamma : nat) (u : R).
Hypotheses (u0 : 0 < u) (u1 : u <= 1) (Tu : 1 <= T%:R * u) (ceil : is_ceil u^-1%ring tau).
Let y := tau%:R / (d%:R * lam).
Let y0 : 0 <= y. Proof. by rewrite divr_ge0 ?ler0n // mulr_ge0 // ltW. Qed.
Let cy : c_mu * tau%:R / (d%:R * lam) = c_mu * y. Proof. by rewrite -mulrA. Qed.

Lemma window_slope : window_bound d T tau Gamma c_mu k_mu S m delta <= 2%:R * m * (Gamma%:R / u)
  + kappa * (10%:R * k_mu * b) * ln T%:R * (d%:R * T%:R / Num.sqrt c_mu * Num.sqrt u).
Proof.
apply: ler_add; first exact: (changes_window Gamma m0 u0 u1 ceil).
have := window_bound_le 0 d0 T2 ltr01 (lexx 1) m0 k0 S0 de0 de1 u0 u1 Tu ceil.
rewrite /window_bound mul0n mulr0 mul0r mulr0 !add0r sqrtr1 !divr1 [1 * tau%:R]mul1r -/y cy.
set B := beta_window _ _ _ _ _ _ _; set N := Num.sqrt (_ %/ _)%:R => h.
have B0 : 0 <= B by exact: beta_window_ge0.
have K := bonus_kappa c0 ck lam0 (lexx 0) y0; rewrite !add0r in K.
apply: (@le_trans _ _ (kappa / Num.sqrt c_mu
  * (2%:R * B * Num.sqrt (d%:R * T%:R) * N * Num.sqrt (2%:R * Num.max 1 (1 / lam) * ln (1 + y))))).
  have -> : kappa / Num.sqrt c_mu
    * (2%:R * B * Num.sqrt (d%:R * T%:R) * N * Num.sqrt (2%:R * Num.max 1 (1 / lam) * ln (1 + y))) =
    2%:R * B / Num.sqrt c_mu * Num.sqrt (d%:R * T%:R) * N
      * (kappa * Num.sqrt (2%:R * Num.max 1 (1 / lam) * ln (1 + y))).
    move: kappa (Num.sqrt c_mu)^-1 (Num.sqrt (d%:R * T%:R)) (Num.sqrt (_ * ln _)) => x z v w.
    by ring.
  rewrite ler_wpmul2l ?mulr_ge0 ?sqrtr_ge0 ?invr_ge0 ?sqrtr_ge0 ?ler0n //.
  rewrite -{1}[kappa]ger0_norm ?(ltW q0) // -sqrtr_sqr -sqrtrM ?sqr_ge0 // ler_wsqrtr //.
  by rewrite -[X in X <= _]mulrA -[2%:R * _ * _ in X in _ <= X]mulrA [X in _ <= X]mulrCA ler_wpmul2l ?ler0n.
have kc : 0 <= kappa / Num.sqrt c_mu by rewrite divr_ge0 ?sqrtr_ge0 // ltW.
apply: (le_trans (ler_wpmul2l kc h)); same.
by move: kappa (Num.sqrt c_mu)^-1 (Num.sqrt u) (ln _) => x z v w; ring.
Qed.

Lemma window_gap_slope Delta : 0 < Delta -> window_gap_bound d T tau Gamma c_mu k_mu S m delta Delta <=
  2%:R * m * (Gamma%:R / u) + kappa ^+ 2 * (96%:R * k_mu ^+ 2 * b ^+ 2) / Delta * ln T%:R ^+ 2
    * (d%:R ^+ 2 * T%:R * u / c_mu).
Proof.
move=> D0; apply: ler_add; first exact: (changes_window Gamma m0 u0 u1 ceil).
have := window_gap_bound_le 0 d0 T2 ltr01 (lexx 1) m0 k0 S0 de0 de1 u0 u1 Tu ceil D0.
rewrite /window_gap_bound mul0n mulr0 mul0r mulr0 !add0r [1 * Delta]mul1r divr1 [1 * tau%:R]mul1r -/y cy.
set B := beta_window _ _ _ _ _ _ _; set N := (_ %/ _)%:R => h.
have K := bonus_kappa c0 ck lam0 (lexx 0) y0; rewrite !add0r in K.
have P0 : 0 <= 8%:R * B ^+ 2 / (c_mu * Delta) * d%:R * N.
  apply: mulr_ge0 (ler0n _ _); apply: mulr_ge0 (ler0n _ _); apply: divr_ge0; last by rewrite mulr_ge0 // ltW.
  exact: mulr_ge0 (ler0n _ _) (sqr_ge0 _).
have e (z v w j n : R) : 8%:R * j / z * v * d%:R * n * w = 8%:R * j / z * d%:R * n * (v * w).
  by move: z^-1 => i; ring.
have e2 (j n i o q l x : R) : 8%:R * j * (i * o) * x * n * (q * l) = q * i * (8%:R * j * o * x * n * l).
  by ring.
rewrite e; apply: (le_trans (ler_wpmul2l P0 K)); rewrite e in h.
have kc : 0 <= kappa ^+ 2 / c_mu by rewrite divr_ge0 ?sqr_ge0 // ltW.
have h2 := ler_wpmul2l kc h.
apply: le_trans (_ : _ <= kappa ^+ 2 / c_mu * (8%:R * B ^+ 2 / Delta * d%:R * N
  * (Num.max 1 (1 / lam) * ln (1 + y)))) _.
  by same; rewrite invfM; exact: e2.
apply: (le_trans h2); same.
by move: (kappa ^+ 2) c_mu^-1 (k_mu ^+ 2) (b ^+ 2) (ln _) Delta^-1 => x z v w l i; ring.
Qed.
End Window.

(* m T is at most 4 m kappa log(T) times the rate, if T <= 3/2 kappa times the rate. *)
Let C := 4%:R * m + 10%:R * k_mu * b.
Let C4 : 4%:R * m <= C.
Proof. by rewrite /C ler_addl; apply: mulr_ge0 b0; exact: mulr_ge0 (ler0n _ _) k0. Qed.
Lemma trivial_slope (r : R) : 0 < r -> T%:R <= 3%:R / 2%:R * (kappa * r) -> m * T%:R <= kappa * C * ln T%:R *
  r.
Proof.
move=> r0 h; apply: (le_trans (ler_wpmul2l (ltW m0) h)).
have -> : kappa * C * ln T%:R * r = C * ln T%:R * (kappa * r) by move: kappa C (ln _) => x y z; ring.
rewrite mulrA; apply: ler_wpmul2r; first by rewrite mulr_ge0 // ltW.
apply: (@le_trans _ _ (4%:R * m * ln T%:R)); last by rewrite ler_wpmul2r // ltW.
have -> : 4%:R * m * ln T%:R = m * (2%:R * (2%:R * ln T%:R)) by move: (ln _) => x; ring.
rewrite ler_wpmul2l ?(ltW m0) //; apply: (@le_trans _ _ (2%:R * 1)); last by rewrite ler_wpmul2l ?ler0n.
by rewrite mulr1 ler_pdivr_mulr ?ltr0n // -natrM ler_nat.
Qed.
(* The changes: 2 m x <= 4 m kappa log(T) x *)
Lemma changes_slope (x : R) : 0 <= x -> 2%:R * m * x <= kappa * (4%:R * m) * ln T%:R * x.
Proof.
move=> x0; rewrite ler_wpmul2r //; apply: (@le_trans _ _ (4%:R * m * ln T%:R)).
  have -> : 4%:R * m * ln T%:R = 2%:R * m * (2%:R * ln T%:R) by move: (ln _) => z; ring.
  by rewrite ler_pemulr // mulr_ge0 ?ler0n // ltW.
by rewrite ler_wpmul2r ?(ltW L0) // ler_pemull // mulr_ge0 ?ler0n // ltW.
Qed.
Let bonus0 : 0 <= kappa * (10%:R * k_mu * b) * ln T%:R.
Proof.
apply: mulr_ge0 (ltW L0); apply: mulr_ge0 (ltW q0) _; apply: mulr_ge0 b0; exact: mulr_ge0 (ler0n _ _) k0.
Qed.
Let CE : kappa * C * ln T%:R = kappa * (4%:R * m) * ln T%:R + kappa * (10%:R * k_mu * b) * ln T%:R.
Proof. by rewrite /C mulrDr mulrDl. Qed.

(* Gamma_T known (l. 2971-2978) *)
Theorem window_rate_slope tau Gamma : (0 < Gamma)%N ->
  is_ceil (power (d%:R * T%:R / (Num.sqrt c_mu * Gamma%:R)) (2%:R / 3%:R)) tau ->
  Num.min (m * T%:R) (window_bound d T tau Gamma c_mu k_mu S m delta) <=
  kappa * C * ln T%:R * rate d T Gamma c_mu.
Proof.
move=> G0; rewrite tuned_window // => ceil; have u0 := forget_gt0 d T Gamma c_mu.
have r0 := rate_gt0 d T Gamma c_mu; rewrite le_minl.
have e1 := rate_changes d0 T2 G0 c0; have e2 := rate_bonuses d0 T2 G0 c0.
have half : 1 < forget d T Gamma c_mu -> 2%:R^-1 < forget d T Gamma c_mu.
  by apply: lt_trans; rewrite invf_lt1 ?ltr0n ?ltr1n.
case: (ltP (T%:R * forget d T Gamma c_mu) 1) => [h|Tu].
  by rewrite trivial_slope // (short_slope u0 G0 e1 e2) //; left.
case: (ltP 1 (forget d T Gamma c_mu)) => [h|u1].
  by rewrite trivial_slope // (short_slope u0 G0 e1 e2) //; right; exact: half.
apply/orP; right; apply: (le_trans (window_slope Gamma u0 u1 Tu ceil)).
by rewrite e1 e2 CE mulrDl ler_add2r changes_slope // ltW.
Qed.

(* Gamma_T unknown (l. 2979-2984) *)
Theorem window_rate_unknown_slope tau Gamma : is_ceil (power (d%:R * T%:R / Num.sqrt c_mu) (2%:R / 3%:R)) tau
  -> Num.min (m * T%:R) (window_bound d T tau Gamma c_mu k_mu S m delta) <=
  kappa * C * ln T%:R * ((1 + Gamma%:R) * rate d T 1 c_mu).
Proof.
have e : power (d%:R * T%:R / Num.sqrt c_mu) (2%:R / 3%:R) = (forget d T 1 c_mu)^-1.
  by rewrite -tuned_window // mulr1.
rewrite e => ceil; have u0 := forget_gt0 d T 1 c_mu.
have r0 := rate_gt0 d T 1 c_mu; rewrite le_minl.
have e1 := rate_changes d0 T2 (ltn0Sn 0) c0; have e2 := rate_bonuses d0 T2 (ltn0Sn 0) c0.
have half : 1 < forget d T 1 c_mu -> 2%:R^-1 < forget d T 1 c_mu.
  by apply: lt_trans; rewrite invf_lt1 ?ltr0n ?ltr1n.
have r1 : rate d T 1 c_mu <= (1 + Gamma%:R) * rate d T 1 c_mu.
  by rewrite ler_pemull ?(ltW r0) // ler_addl ler0n.
have trivial : T%:R <= 3%:R / 2%:R * (kappa * rate d T 1 c_mu) ->
  m * T%:R <= kappa * C * ln T%:R * ((1 + Gamma%:R) * rate d T 1 c_mu).
  move=> h; apply: trivial_slope; first exact: lt_le_trans r1.
  by apply: (le_trans h); rewrite ler_wpmul2l ?divr_ge0 ?ler0n // ler_wpmul2l // ltW.
case: (ltP (T%:R * forget d T 1 c_mu) 1) => [h|Tu].
  by rewrite trivial // (short_slope u0 (ltn0Sn 0) e1 e2) //; left.
case: (ltP 1 (forget d T 1 c_mu)) => [h|u1].
  by rewrite trivial // (short_slope u0 (ltn0Sn 0) e1 e2) //; right; exact: half.
apply/orP; right; apply: (le_trans (window_slope Gamma u0 u1 Tu ceil)).
rewrite e2 CE mulrDl; apply: ler_add; last by rewrite ler_wpmul2l.
have -> : Gamma%:R / forget d T 1 c_mu = Gamma%:R * rate d T 1 c_mu by rewrite -e1 mul1r.
have x0 : 0 <= Gamma%:R * rate d T 1 c_mu by rewrite mulr_ge0 ?ler0n // ltW.
apply: (le_trans (changes_slope x0)); rewrite ler_wpmul2l //.
  by rewrite !mulr_ge0 ?ler0n // ltW.
by rewrite ler_wpmul2r ?(ltW r0) // ler_addr ler01.
Qed.

(* With gaps: T <= 2 kappa times the rate, where the tuning is of no use *)
Lemma gap_short (u r : R) (G : nat) : 0 < u -> (0 < G)%N -> G%:R / u = r -> d%:R ^+ 2 * T%:R * u / c_mu = r ->
  T%:R * u < 1 \/ 2%:R^-1 < u -> T%:R <= 2%:R * (kappa * r).
Proof.
move=> u0 G0 e1 e2; have Gp : 1 <= G%:R :> R by rewrite ler1n.
have r0 : 0 < r by rewrite -e1 divr_gt0 // ltr0n.
case=> h.
  apply: (@le_trans _ _ r); last first.
    apply: (@le_trans _ _ (kappa * r)); first by rewrite ler_pemull // ltW.
    by rewrite ler_pemull ?ler1n // mulr_ge0 // ltW.
  rewrite -e1; apply: (@le_trans _ _ u^-1); last by rewrite ler_pemull // invr_ge0 ltW.
  by rewrite -[X in _ <= X]mul1r ler_pdivl_mulr // ltW.
have -> : 2%:R * (kappa * r) = T%:R * (d%:R ^+ 2 * ((kappa / c_mu) * (2%:R * u))).
  by rewrite -e2; move: kappa c_mu^-1 => x z; ring.
rewrite ler_pemulr ?(ltW Tp) // -[X in X <= _]mulr1; apply: ler_pmul; rewrite ?ler01 ?exprn_ege1 ?ler1n //.
rewrite -[X in X <= _]mulr1; apply: ler_pmul; rewrite ?ler01 //.
  by rewrite ler_pdivl_mulr // mul1r slope_kappa.
by rewrite -ler_pdivr_mull ?ltr0n // mulr1 ltW.
Qed.
Lemma twice_range Delta : 0 < Delta -> Delta <= m -> 2%:R * m <= 8%:R * m ^+ 2 * (ln T%:R ^+ 2 / Delta).
Proof.
move=> D0 Dm; have := ler_wpmul2l (ler0n R_numDomainType 2) (range_gap T2 m0 D0 Dm) => /le_trans; apply.
by same; move: (ln _) Delta^-1 => x y; ring.
Qed.
Lemma gap_trivial (X r Delta : R) : 0 <= X -> 0 < r -> 0 < Delta -> Delta <= m -> T%:R <= 2%:R * (kappa * r)
  -> m * T%:R <= kappa ^+ 2 * (8%:R * m ^+ 2 + X) * (ln T%:R ^+ 2 / Delta * r).
Proof.
move=> X0 r0 D0 Dm h; apply: (le_trans (ler_wpmul2l (ltW m0) h)).
have l0 : 0 <= ln T%:R ^+ 2 / Delta by rewrite divr_ge0 ?sqr_ge0 // ltW.
have -> : m * (2%:R * (kappa * r)) = 2%:R * m * (kappa * r) by move: kappa => x; ring.
have -> : kappa ^+ 2 * (8%:R * m ^+ 2 + X) * (ln T%:R ^+ 2 / Delta * r) =
  (8%:R * m ^+ 2 + X) * (ln T%:R ^+ 2 / Delta) * (kappa * (kappa * r)).
  by move: kappa (_ / Delta) => x y; ring.
apply: ler_pmul; rewrite ?mulr_ge0 ?ler0n ?(ltW m0) ?(ltW q0) ?(ltW r0) //.
  by apply: (le_trans (twice_range D0 Dm)); rewrite ler_wpmul2r // ler_addl.
by rewrite ler_pemull // mulr_ge0 // ltW.
Qed.

(* Gaps of at least Delta <= m (l. 3001-3010) *)
Theorem window_gap_rate_slope tau Gamma Delta : (0 < Gamma)%N -> 0 < Delta -> Delta <= m ->
  is_ceil (d%:R * Num.sqrt T%:R / Num.sqrt (c_mu * Gamma%:R))%ring tau ->
  Num.min (m * T%:R) (window_gap_bound d T tau Gamma c_mu k_mu S m delta Delta) <=
  kappa ^+ 2 * (8%:R * m ^+ 2 + 96%:R * k_mu ^+ 2 * b ^+ 2)
    * (ln T%:R ^+ 2 / Delta * gap_rate d T c_mu Gamma).
Proof.
move=> G0 D0 Dm; set u := gap_forget d T c_mu Gamma.
have -> : d%:R * Num.sqrt T%:R / Num.sqrt (c_mu * Gamma%:R) = u^-1 by rewrite invf_div.
move=> ceil; have u0 : 0 < u := gap_forget_gt0 d0 T2 c0 G0.
have r0 := gap_rate_gt0 d0 T2 c0 G0; rewrite le_minl; set r := gap_rate _ _ _ _ in r0 *.
have X0 : 0 <= 96%:R * k_mu ^+ 2 * b ^+ 2 := squares_ge0 96 k_mu b.
have k2 : 1 <= kappa ^+ 2 by rewrite exprn_ege1.
have l0 : 0 <= ln T%:R ^+ 2 / Delta by rewrite divr_ge0 ?sqr_ge0 // ltW.
have short : T%:R <= 2%:R * (kappa * r) -> m * T%:R <=
  kappa ^+ 2 * (8%:R * m ^+ 2 + 96%:R * k_mu ^+ 2 * b ^+ 2) * (ln T%:R ^+ 2 / Delta * r).
  exact: (gap_trivial X0 r0 D0 Dm).
have e1 : Gamma%:R / u = r := gap_changes d0 T2 c0 G0.
have e2 : d%:R ^+ 2 * T%:R * u / c_mu = r := gap_bonuses d0 T2 c0 Gamma.
case: (ltP (T%:R * u) 1) => [h|Tu]; first by rewrite short // (gap_short u0 G0 e1 e2) //; left.
case: (ltP 1 u) => [h|u1].
  rewrite short // (gap_short u0 G0 e1 e2) //; right.
  by apply: lt_trans h; rewrite invf_lt1 ?ltr0n ?ltr1n.
apply/orP; right; apply: (le_trans (window_gap_slope Gamma u0 u1 Tu ceil D0)).
rewrite e1 e2; have -> : kappa ^+ 2 * (8%:R * m ^+ 2 + 96%:R * k_mu ^+ 2 * b ^+ 2) * (ln T%:R ^+ 2 / Delta *
  r) = kappa ^+ 2 * (8%:R * m ^+ 2 * (ln T%:R ^+ 2 / Delta)) * r
  + kappa ^+ 2 * (96%:R * k_mu ^+ 2 * b ^+ 2) / Delta * ln T%:R ^+ 2 * r.
  by move: (kappa ^+ 2) (96%:R * _ * _) Delta^-1 (ln _) => x y z v; ring.
rewrite ler_add2r ler_wpmul2r ?(ltW r0) //; apply: (le_trans (twice_range D0 Dm)).
by rewrite ler_pemull // mulr_ge0 // mulr_ge0 ?ler0n ?sqr_ge0.
Qed.
End Tuned.
