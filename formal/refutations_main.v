(* Refutations: the main theorem th:regret_D_no_proj_main (lines 755-774), with the explicit bound of the
   appendix, as printed.  No change of the parameter is needed: for a large c_mu the printed
   log(1 + 1/(d lambda (1-gamma))) is too small. *)
From Coq Require Import Reals Lra Psatz Epsilon.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting secant_matrices estimate refutations_setting refutations_potential
  refutations_model.
From Glb Require Import refutations_regret.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* beta_T of line 606, from rho_T (line 614) and \bar S (line 611). *)
Definition beta_disc (d T : nat) (m k S lam g delta : R) : R :=
  beta_of (Sbar_disc T S m k lam g) k lam (rho_disc d T m k lam g delta).
Arguments beta_disc (d T)%nat_scope (m k S lam g delta)%ring_scope.

Section Problem.
Variables (E : finType) (e0 : E) (rw nu : E -> R) (bb mu dmu : R -> R) (m k c S lam g delta : R) (d T : nat).
Variables (ths ast : nat -> 'cV[R]_d) (arms : nat -> seq 'cV[R]_d) (act hat : seq E -> 'cV[R]_d).
(* D-GLM-UCB (Algorithm 1, lines 565-590) before round size h + 1. *)
Definition d_glm_ucb h : Prop :=
  let n := size h in let past s := act (take s h) in
  let index b := mu (dot b (hat h)) + beta_disc d T m k S lam g delta / Num.sqrt c *
    nrm (invmx (Vg (lam / c) past g n)) b in
  [/\ \sum_(s < n) (g ^+ (n.-1 - s) * (rw (nth e0 h s) - mu (dot (past s) (hat h))))
    *: past s - lam *: hat h = 0,
      act h \in arms n & forall b, b \in arms n -> index b <= index (act h)].
(* The hypotheses, as for the window. *)
Definition discount_problem : Prop :=
  [/\ glm mu dmu m k c S,
      [/\ forall e, 0 <= rw e <= m /\ 0 <= nu e, forall z : R, is_derive bb z (mu z) &
          forall z, \sum_e exp (rw e * z - bb z) * nu e = 1],
      [/\ (0 < d)%N, (0 < T)%N, 2%:R^-1 < g < 1, 0 < lam & 0 < delta <= 1],
      [/\ forall t, nrm2 (ths t) <= S, forall t b, b \in arms t -> nrm2 b <= 1, forall t, ast t \in arms t &
          forall t b, b \in arms t -> mu (dot b (ths t)) <= mu (dot (ast t) (ths t))] &
      forall h, (size h < T)%N -> d_glm_ucb h].
End Problem.

(* The bound of lines 763-767. *)
Definition bound_disc (d T Gam : nat) (m k c S lam g delta : R) : R := (2%:R * ln T%:R / (1 - g) * Gam%:R
  + 2%:R * k * (2%:R * S * k + m) / lam * (1 / (1 - g))
  + 2%:R * beta_disc d T m k S lam g delta / Num.sqrt c * Num.sqrt (d%:R * T%:R)
    * Num.sqrt (2%:R * Num.max 1 (1 / lam))
    * Num.sqrt (T%:R * ln (1 / g) + ln (1 + 1 / (d%:R * lam * (1 - g)))))%ring.
Arguments bound_disc (d T Gam)%nat_scope (m k c S lam g delta)%ring_scope.

(* The witness: n = T = 10^8, binomial rewards with n trials, S = theta* = log 4, c_mu = 4n/25, lambda = 4
   n T, 1 - gamma = 1/(4 10^12), delta = 1/2, actions -1 and 1/2.  The numbers are kept abstract: only n%:R
   is known. *)
Section Witness.
Variables (n : nat).
Let X : R := IZR 100000000.
Hypothesis nX : n%:R = X.
Let lam : R := ((2%:R * X) ^+ 2)%ring.
Let y : R := Rinv (IZR 4000000000000).
Let g : R := (1 - y)%ring.
Let k : R := (n%:R / 4%:R)%ring.
Let c : R := IZR 16000000.
Let S : R := ln 4%:R.
Let dl : R := (2%:R^-1)%ring.
Let rho := rho_disc 1 n n%:R k lam g dl.
Let Sb := Sbar_disc n S n%:R k lam g.
Let be := beta_disc 1 n n%:R k S lam g dl.

Lemma lam_R : lam = Rmult (IZR 200000000) (IZR 200000000).
Proof. by rewrite /lam /X expr2 natZ /=; toR_goal; lra. Qed.
Lemma lam0 : 0 < lam. Proof. by rewrite lam_R; apply/RltP; toR_goal; lra. Qed.
Lemma sqrt_lam_w : Num.sqrt lam = IZR 200000000.
Proof. by apply: sqrtE; [apply/RleP; toR_goal; lra|rewrite lam_R expr2]. Qed.
Lemma sqrt_c : Num.sqrt c = IZR 4000.
Proof. by apply: sqrtE; [|rewrite expr2 /c]; [apply/RleP|]; toR_goal; lra. Qed.
Lemma sqrt_n : Num.sqrt n%:R = IZR 10000.
Proof. by rewrite nX; apply: sqrtE; [|rewrite expr2 /X]; [apply/RleP|]; toR_goal; lra. Qed.
Lemma k_R : k = IZR 25000000.
Proof. by rewrite /k nX /X natZ /=; toR_goal; lra. Qed.
Lemma one_g : 1 - g = y. Proof. by rewrite /g opprB addrC subrK. Qed.
Lemma S_bounds : Rle 1 S /\ Rle S (Rdiv 3 2).
Proof.
rewrite /S ln4; have := ln2_ge; have := ln2_le; move: (ln 2%:R) => x /RleP h1 /RleP h2; move: h1 h2.
by rewrite !natZ /=; toR_goal => h1 h2; split; lra.
Qed.

Lemma Sb_bounds : Rle 1 Sb /\ Rle Sb (Rdiv 151 100).
Proof.
have [h1 h2] := S_bounds; rewrite /Sb /Sbar_disc one_g k_R nX /y lam_R /X natZ /=; toR_goal.
by move: S h1 h2 => s h1 h2; split; lra.
Qed.

Lemma rho_bounds : Rle 0 rho /\ Rle rho 1300.
Proof.
have gg : 1 - g ^+ 2 = y * (2%:R - y) by rewrite /g; move: y => z; ring.
rewrite /rho /rho_disc sqrt_lam_w nX gg /dl invrK !mulr1n !mul1r !mulr1.
have X2 : 1 <= X * 2%:R by rewrite /X natZ /=; apply/RleP; toR_goal; lra.
have l1 : ln (X * 2%:R) <= ln 2%:R *+ 28.
  rewrite -lnX ?ltr0n //; apply: ln_le; first exact: lt_le_trans ltr01 X2.
  by rewrite natZ /=; apply/RleP; toR_goal; rewrite /X /=; lra.
have l0 := ln_ge0 X2.
set q := k * _ / _; have [q0 q1] : 0 <= q /\ q <= IZR 2500.
  have y0 : 0 < lam * y by rewrite mulr_gt0 ?lam0 //; apply/RltP; rewrite /y; toR_goal; lra.
  have y2 : 1 <= 2%:R - y by rewrite natZ /= /y; apply/RleP; toR_goal; lra.
  have t1 : 0 <= 1 - (X ^+ 2)^-1 <= 1.
    have -> : X ^+ 2 = IZR 10000000000000000 by rewrite expr2 /X; toR_goal; lra.
    by apply/andP; split; apply/RleP; toR_goal; lra.
  case/andP: t1 => t0 t1; have k0 : 0 <= k by rewrite k_R; apply/RleP; toR_goal; lra.
  have p0 : 0 < lam * (y * (2%:R - y)) by rewrite mulrA mulr_gt0 // (lt_le_trans ltr01).
  split; first by apply: divr_ge0; [exact: mulr_ge0|exact: ltW].
  rewrite ler_pdivr_mulr //; apply: (@le_trans _ _ (k * 1)); first by rewrite ler_wpmul2l.
  apply: (@le_trans _ _ (IZR 2500 * (lam * y * 1))); last first.
    by rewrite [lam * (y * _)]mulrA ler_wpmul2l ?ler_pmul2l //; apply/RleP; toR_goal; lra.
  by rewrite k_R lam_R /y; apply/RleP; toR_goal; lra.
have x1 : 1 <= 1 + q by rewrite ler_addl.
have := ln_lin (lt_le_trans ltr01 x1); have := ln_ge0 x1; have := ln2_le; have := ln2_0; move: l0 l1.
move: (ln (X * _)) (ln (1 + q)) (ln 2%:R) q1 => z1 z2 z3 /RleP h0 /RleP h1.
rewrite -[z3 *+ 28]mulr_natl => /RleP h2 /RleP h3 /RleP h4 /RleP h5 /RleP h6.
by move: h0 h1 h2 h3 h4 h5 h6; rewrite /X !natZ /=; toR_goal => h0 h1 h2 h3 h4 h5 h6; split; lra.
Qed.

(* k_mu sqrt(lambda) <= beta_T <= 2.05 10^16 *)
Lemma be_bounds : Rle (IZR 5000000000000000) be /\ Rle be (IZR 20500000000000000).
Proof.
have [s1 s2] := Sb_bounds; have [r0 r1] := rho_bounds.
rewrite /be /beta_disc -/Sb -/rho /beta_of; cbv zeta; rewrite sqrt_lam_w k_R.
have q1 : Num.sqrt ((1 + Sb) / lam) <= IZR 1 / IZR 100000000.
  rewrite -[X in _ <= X]ger0_norm; last by apply/RleP; toR_goal; lra.
  rewrite -sqrtr_sqr; apply: ler_wsqrtr; rewrite ler_pdivr_mulr ?lam0 // lam_R expr2; apply/RleP;
    toR_goal; lra.
have q0 := sqrtr_ge0 ((1 + Sb) / lam : R); move: (Num.sqrt (_ / _)) q0 q1 => q /RleP q0 /RleP q1.
have p0 : Rle 0 (Rmult q rho) by apply: Rmult_le_pos.
have q2 : Rle q (Rinv (IZR 100000000)) by move: q1; toR_goal; lra.
have p1 : Rle (Rmult q rho) (Rmult (Rinv (IZR 100000000)) 1300) by apply: Rmult_le_compat.
have w0 : Rle 0 (Rmult rho rho) by apply: Rmult_le_pos.
have w1 : Rle (Rmult rho rho) (Rmult 1300 1300) by apply: Rmult_le_compat.
set Y := 1 + Sb + q * rho + _; have [Y0 Y1] : 1 <= Y /\ Y <= IZR 253 / IZR 100.
  have -> : Y = Rplus (Rplus (Rplus 1 Sb) (Rmult q rho)) (Rmult (Rmult rho rho)
      (Rmult (Rinv (IZR 200000000)) (Rinv (IZR 200000000)))).
    by rewrite /Y expr2; toR_goal; lra.
  by move: (Rmult q rho) (Rmult rho rho) p0 p1 w0 w1 => u v p0 p1 w0 w1; split; apply/RleP; toR_goal; lra.
have Y2 : 1 <= Num.sqrt Y by rewrite -[X in X <= _]sqrtr1; exact: ler_wsqrtr.
have Y3 : Num.sqrt Y <= IZR 8 / IZR 5.
  rewrite -[X in _ <= X]ger0_norm; last by apply/RleP; toR_goal; lra.
  by rewrite -sqrtr_sqr; apply: ler_wsqrtr; apply: (le_trans Y1); rewrite expr2; apply/RleP; toR_goal; lra.
have Z0 : 1 <= Y * Num.sqrt Y by rewrite -[1]mulr1; apply: ler_pmul; rewrite ?ler01.
have Z1 : Y * Num.sqrt Y <= IZR 253 / IZR 100 * (IZR 8 / IZR 5).
  by apply: ler_pmul; rewrite ?sqrtr_ge0 // (le_trans ler01).
by move: (Y * _) Z0 Z1 => z /RleP h1 /RleP h2; move: h1 h2; toR_goal => h1 h2; split; lra.
Qed.

(* The printed bound is at most 3 10^15; the regret is 10^16 (2/3 - 1/5). *)
Lemma bound_disc_small : Rle (bound_disc 1 n 0 n%:R k c S lam g dl) (IZR 3000000000000000).
Proof.
have [b0 b1] := be_bounds; have [s1 s2] := S_bounds.
rewrite /bound_disc -/be mulr0 add0r one_g !mulr1n !mul1r sqrt_n sqrt_c.
have -> : Num.max 1 lam^-1 = 1 :> R.
  by apply/max_idPl; rewrite lam_R; apply/RleP; toR_goal; lra.
have T1 : 2%:R * k * (2%:R * S * k + n%:R) / lam * y^-1 <= IZR 900000000000.
  by rewrite k_R nX lam_R /X /y natZ /=; move: S s1 s2 => s s1 s2; apply/RleP; toR_goal; lra.
have w2 : Num.sqrt (2%:R * 1) <= IZR 3 / IZR 2.
  rewrite mulr1 -[X in _ <= X]ger0_norm; last by apply/RleP; toR_goal; lra.
  by rewrite -sqrtr_sqr; apply: ler_wsqrtr; rewrite expr2 natZ /=; apply/RleP; toR_goal; lra.
have w3 : Num.sqrt (n%:R * ln g^-1 + ln (1 + (lam * y)^-1)) <= IZR 13 / IZR 1000.
  rewrite -[X in _ <= X]ger0_norm; last by apply/RleP; toR_goal; lra.
  rewrite -sqrtr_sqr; apply: ler_wsqrtr.
  have g1 : 0 < g by rewrite /g /y; apply/RltP; toR_goal; lra.
  have x1 : 0 < g^-1 by rewrite invr_gt0.
  have gi : g^-1 <= 1 + IZR 2 * y.
    by rewrite -[g^-1]div1r ler_pdivr_mulr // /g /y; apply/RleP; toR_goal; lra.
  have ly : lam * y = IZR 10000 by rewrite lam_R /y; toR_goal; lra.
  have x2 : 0 < 1 + (lam * y)^-1 by rewrite ly; apply/RltP; toR_goal; lra.
  have := ln_lin x2; have := le_trans (ln_lin x1) (ler_sub gi (lexx 1)).
  rewrite nX /X expr2 ly /y; move: (ln _) (ln _) => z1 z2 /RleP h1 /RleP h2; move: h1 h2.
  by toR_goal => h1 h2; apply/RleP; toR_goal; lra.
have B0 : 0 <= 2%:R * be / IZR 4000 * IZR 10000.
  by rewrite natZ /=; apply/RleP; toR_goal; lra.
have B1 : 2%:R * be / IZR 4000 * IZR 10000 <= IZR 102500000000000000.
  by rewrite natZ /=; apply/RleP; toR_goal; lra.
apply/RleP; apply: (@le_trans _ _ (IZR 900000000000 + IZR 102500000000000000 * (IZR 3 / IZR 2)
  * (IZR 13 / IZR 1000))).
  apply: ler_add; first exact: T1.
  apply: ler_pmul; [by apply: mulr_ge0; rewrite ?sqrtr_ge0|exact: sqrtr_ge0| |exact: w3].
  by apply: ler_pmul; rewrite ?sqrtr_ge0.
by apply/RleP; toR_goal; lra.
Qed.

(* The model of the witness. *)
Lemma n_gt0 : (0 < n)%N.
Proof. by rewrite -(ltr_nat [numDomainType of R]) nX mulr0n; apply/RltP; rewrite /X; toR_goal; lra. Qed.
Lemma c_w : bdmu n S = c.
Proof. by rewrite /bdmu /dlgt /S lgt_ln4 nX /X /c !natZ /=; toR_goal; lra. Qed.
Lemma S0 : 0 <= S. Proof. by apply: ln_ge0; rewrite ler1n. Qed.
Lemma glm_w : glm (bmu n) (bdmu n) n%:R k c S.
Proof. by rewrite -c_w; exact: glm_binomial n_gt0 S0. Qed.
Lemma g01 : 0 <= g <= 1.
Proof. by rewrite /g /y; apply/andP; split; apply/RleP; toR_goal; lra. Qed.
Lemma bmu_mono x z : x <= z -> bmu n x <= bmu n z.
Proof. by move=> /RleP xz; rewrite /bmu ler_wpmul2l ?ler0n //; apply/RleP; exact: lgt_incr. Qed.
Lemma bmu_cont : continuity (bmu n).
Proof.
move=> z; apply: continuity_pt_scal; apply/continuity_pt_filterlim.
by apply: (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); exists (dlgt z); exact: lgt_d.
Qed.

Local Notation n1 := (vec1 (- 1)).
Local Notation hf := (vec1 2%:R^-1).
Local Notation E := [finType of 'I_n.+1].
Local Notation rw := (fun j : 'I_n.+1 => j%:R : R).
Let act (h : seq E) : 'cV[R]_1 := n1.
Let mle_w (h : seq E) (x : 'cV[R]_1) :=
  \sum_(s < size h) (g ^+ ((size h).-1 - s) * (rw (nth ord0 h s) - bmu n (dot n1 x))) *: n1 - lam *: x = 0.
Let hat (h : seq E) : 'cV[R]_1 := epsilon (inhabits (0 : 'cV[R]_1)) (mle_w h).

(* The estimate exists: the equation of estimate.v, in the form of the page. *)
Lemma hat_w h : mle_w h (hat h).
Proof.
have g0 : 0 < g by rewrite /g /y; apply/RltP; toR_goal; lra.
have w0 s : (s < size h)%N -> 0 <= discount g (size h) s by rewrite exprn_ge0 ?ltW.
have [x [ex _]] := equation_solution lam0 bmu_mono bmu_cont (fun=> n1) w0
  (\sum_(s < size h) (discount g (size h) s * rw (nth ord0 h s)) *: n1).
apply: (epsilon_spec _ (mle_w h)); exists x; move: ex; rewrite /gw /mle_w => ex.
have -> : \sum_(s < size h) (g ^+ ((size h).-1 - s) * (rw (nth ord0 h s) - bmu n (dot n1 x))) *: n1 =
    \sum_(s < size h) (discount g (size h) s * rw (nth ord0 h s)) *: n1
    - \sum_(s < size h) (discount g (size h) s * bmu n (dot n1 x)) *: n1.
  by rewrite -sumrB; apply: eq_bigr => s _; rewrite /discount mulrBr scalerBl.
by rewrite -ex addrAC addrK subrr.
Qed.

(* The weights add up to at most n. *)
Lemma weights m : (m < n)%N -> 0 <= \sum_(s < m) g ^+ (m.-1 - s) <= n%:R.
Proof.
move=> mn; case/andP: g01 => g0 g1; apply/andP; split; first by apply: sumr_ge0 => s _; exact: exprn_ge0.
apply: (@le_trans _ _ (\sum_(s < m) 1)); first by apply: ler_sum => s _; exact: exprn_ile1.
by rewrite sumr_const card_ord ler_nat ltnW.
Qed.

Lemma hat_small h : (size h < n)%N -> (hat h) 0 0 <= 8%:R^-1.
Proof.
move=> hn; have := hat_w h; rewrite /mle_w; move: (hat h) => x /(congr1 (fun A : 'cV[R]_1 => A 0 0)).
rewrite !mxE summxE dot1 mxE mulN1r; set th := x 0 0 => /eqP; rewrite subr_eq0 => /eqP e.
rewrite leNgt; apply/negP => th8; have th0 : 0 < th by apply: lt_trans th8; rewrite invr_gt0 ltr0n.
have M0 : 0 <= bmu n (- th) by rewrite mulr_ge0 ?ler0n //; apply/RleP; left; case: (lgt01 (- th)).
have M1 : bmu n (- th) <= n%:R / 2%:R.
  by rewrite -lgt0; apply: bmu_mono; rewrite oppr_le0 ltW.
have : lam * th <= n%:R * (n%:R / 2%:R).
  rewrite -e; case/andP: (weights hn) => w0 w1.
  apply: (@le_trans _ _ ((\sum_(s < size h) g ^+ ((size h).-1 - s)) * bmu n (- th))); last first.
    by apply: ler_pmul.
  rewrite mulr_suml; apply: ler_sum => s _; rewrite !mxE -mulrA ler_wpmul2l //.
    by rewrite exprn_ge0 //; case/andP: g01.
  by rewrite mulrN1 opprB ler_subl_addr ler_addl ler0n.
have := th8; rewrite nX lam_R /X !natZ /= => /RltP h1 /RleP h2; move: h1 h2.
by move: th {e th8 th0 M0 M1} => z; toR_goal; lra.
Qed.

(* The bonus decides for the longer action. *)
Lemma optimism h : (size h < n)%N -> forall b, b \in [:: n1; hf] ->
  bmu n (dot b (hat h)) + be / Num.sqrt c * nrm (invmx (Vg (lam / c) (fun=> n1) g (size h))) b <=
  bmu n (dot n1 (hat h)) + be / Num.sqrt c * nrm (invmx (Vg (lam / c) (fun=> n1) g (size h))) n1.
Proof.
move=> hn; apply: two_arms => //; have th8 := hat_small hn; have [b0 b1] := be_bounds; have k0 : 0 <= k.
  by rewrite k_R; apply/RleP; toR_goal; lra.
have Vv : (Vg (lam / c) (fun=> n1) g (size h)) 0 0 = \sum_(s < size h) g ^+ ((size h).-1 - s) + lam / c.
  rewrite /Vg mxE summxE; congr (_ + _); last by rewrite mxE eqxx mulr1n.
  by apply: eq_bigr => s _; rewrite mxE outer1 mxE sqrrN expr1n mulr1.
rewrite !nrm_inv1 Vv !dot1 !mxE mulN1r sqrrN expr1n mul1r; move: ((hat h) 0 0) th8 => th th8.
set v := _ + lam / c; have [v0 v1] : 0 < v /\ v <= IZR 2600000000.
  rewrite /v; case/andP: (weights hn) => /RleP w0 /RleP w1; move: w0 w1; rewrite nX lam_R /c /X;
    move: (\sum_(s < _) _) => w.
  by toR_goal => w0 w1; split; [apply/RltP|apply/RleP]; toR_goal; lra.
rewrite sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm ?invr_ge0 ?ler0n //.
set u := Num.sqrt v^-1; have u1 : Rle (Rinv (IZR 52000)) u.
  apply/RleP; rewrite -[Rinv _]RinvE' -[X in X <= _]ger0_norm; last by rewrite invr_ge0; apply/RleP;
    toR_goal; lra.
  rewrite -sqrtr_sqr exprVn; apply: ler_wsqrtr; rewrite lef_pinv ?posrE //.
    by apply: (le_trans v1); rewrite expr2; apply/RleP; toR_goal; lra.
  by rewrite exprn_gt0 //; apply/RltP; toR_goal; lra.
have D : bmu n (2%:R^-1 * th) - bmu n (- th) <= IZR 5000000.
  have [t0|t0] := lerP th 0.
    apply: (@le_trans _ _ 0); last by apply/RleP; toR_goal; lra.
    rewrite subr_le0; apply: bmu_mono; apply: (@le_trans _ _ 0); last by rewrite oppr_ge0.
    by rewrite mulr_ge0_le0 ?invr_ge0 ?ler0n.
  have [_ _ _ lip _] := glm_w; apply: le_trans (ler_norm _) _; apply: le_trans (lip _ _) _.
  have p0 : 0 <= 2%:R^-1 * th + th by rewrite addr_ge0 ?(ltW t0) // mulr_ge0 ?invr_ge0 ?ler0n ?(ltW t0).
  rewrite opprK ger0_norm //; apply: (@le_trans _ _ (k * (2%:R^-1 * 8%:R^-1 + 8%:R^-1))).
    by apply: ler_wpmul2l => //; apply: ler_add => //; apply: ler_wpmul2l; rewrite ?invr_ge0 ?ler0n.
  by rewrite k_R !natZ /=; apply/RleP; toR_goal; lra.
rewrite sqrt_c; move: (bmu n _) (bmu n _) D => z1 z2 /RleP D; apply/RleP; move: D.
have P : Rle (Rmult (IZR 5000000000000000) (Rinv (IZR 52000))) (Rmult be u) by apply: Rmult_le_compat =>
  //; lra.
by rewrite !natZ /=; move: P; toR_goal => P D; lra.
Qed.
End Witness.

(* A regret that is always above X is below X with probability 0. *)
Lemma prob_zero (E : finType) (rw nu : E -> R) bb mu d T (ths ast : nat -> 'cV[R]_d) act (X : R) :
  (forall h, X < \sum_(t < T) (mu (dot (ast t) (ths t)) - mu (dot (act (take t h)) (ths t)))) ->
  prob_regret rw nu bb mu T ths ast act X = 0.
Proof.
move=> H; rewrite /prob_regret /Pr; set p := fun h e => _; set Z := fun h : seq E => _.
have -> : Z = fun h => 0 * 0.
  apply: FunctionalExtensionality.functional_extensionality => h; rewrite /Z leNgt H mulr0.
  by [].
by rewrite Ex_scal mul0r.
Qed.

(* T2, th:regret_D_no_proj_main, lines 755-774 (appendix form): for all \gamma in (1/2,1), with probability
   at least 1-\delta, R_T \le \frac{2\log T}{1-\gamma}\Gamma_T +
   \frac{2k_\mu(2Sk_\mu+m)}{\lambda}\frac{1}{1-\gamma} + \frac{2\beta_T^\delta}{\sqrt{c_\mu}}
   \sqrt{dT}\sqrt{2\max(1,1/\lambda)}\sqrt{T\log(1/\gamma)+\log(1+\frac{1}{d\lambda(1-\gamma)})}. True, up
   to the rounding of D, for m <= 1 (then c_\mu <= 1/4), as for logistic rewards.  Algorithm 1 with
   \beta_T^\delta of the main text (lines 605-625); Algorithm 1 reads V_1 = (\lambda/c_\mu) I. Witness: T =
   10^8 rounds without a change, d = 1, binomial rewards with 10^8 trials, S = \theta^\star = log 4, c_\mu
   = 1.6 10^7, \lambda = 4 10^16, 1-\gamma = 1/(4 10^12), \delta = 1/2, actions -1 and 1/2: the bonus
   chooses -1 in every round whatever is drawn; the regret is 4.6 10^15, the printed bound at most 3 10^15. *)
Theorem T2_printed_false : ~ (forall (E : finType) (e0 : E) (rw nu : E -> R)
    (bb mu dmu : R -> R) (m k c S lam g delta : R) (d T : nat) (ths ast : nat -> 'cV[R]_d)
    (arms : nat -> seq 'cV[R]_d) (act hat : seq E -> 'cV[R]_d),
  discount_problem e0 rw nu bb mu dmu m k c S lam g delta T ths ast arms act hat ->
  1 - delta <= prob_regret rw nu bb mu T ths ast act (bound_disc d T (breaks ths T) m k c S lam g delta)).
Proof.
have [n nX] : exists n : nat, n%:R = IZR 100000000 by exists (Z.to_nat 100000000); rewrite natZ Z2Nat.id.
move=> A; pose thw := vec1 (ln 4%:R).
pose hat (h : seq [finType of 'I_n.+1]) := epsilon (inhabits (0 : 'cV[R]_1)) (fun x =>
  \sum_(s < size h) ((1 - Rinv (IZR 4000000000000))%ring ^+ ((size h).-1 - s) *
    ((nth ord0 h s)%:R - bmu n (dot (vec1 (- 1)) x))) *: vec1 (- 1) - ((2%:R * IZR 100000000)
      ^+ 2)%ring *: x = 0).
have H : discount_problem (ord0 : [finType of 'I_n.+1]) (fun j : 'I_n.+1 => j%:R) (fun j : 'I_n.+1 =>
  'C(n, j)%:R)
    (cumulant n) (bmu n) (bdmu n) n%:R (n%:R / 4%:R)%ring (IZR 16000000) (ln 4%:R)
      ((2%:R * IZR 100000000) ^+ 2)%ring
    (1 - Rinv (IZR 4000000000000))%ring (2%:R^-1)%ring n (fun=> thw) (fun=> vec1 2%:R^-1)
    (fun=> [:: vec1 (- 1); vec1 2%:R^-1]) (fun=> vec1 (- 1)) hat.
  split; first exact: glm_w.
  - split; [by move=> j; rewrite !ler0n ler_nat -ltnS ltn_ord| |exact: binomial_law].
    by move=> z; rewrite /bmu -INRE; exact: cumulant_d.
  - split=> //; [exact: n_gt0 nX| |exact: lam0|by rewrite invr_gt0 ltr0n invf_le1 ?ler1n ?ltr0n].
    by rewrite natZ /=; apply/andP; split; apply/RltP; toR_goal; lra.
  - split; first by move=> t; rewrite nrm21 mxE ger0_norm // S0.
    + move=> t; apply: two_arms; rewrite nrm21 mxE ?normrN ?normr1 //.
      by rewrite ger0_norm ?invr_ge0 ?ler0n // invf_le1 ?ler1n ?ltr0n.
    + by move=> t; rewrite !inE eqxx orbT.
    + move=> t; apply: two_arms => //; rewrite !dot1 !mxE; apply: bmu_mono.
      rewrite mulN1r; apply: (@le_trans _ _ 0); first by rewrite oppr_le0 S0.
      by rewrite mulr_ge0 ?invr_ge0 ?ler0n ?S0.
  move=> h hn; split; [exact: (hat_w h)|by rewrite inE eqxx|exact: (optimism nX hn)].
have := A _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H; rewrite prob_zero.
  by apply/negP; rewrite -ltNge subr_gt0 invf_lt1 ?ltr1n ?ltr0n.
move=> h; have -> : breaks (fun=> thw) n = 0%N by rewrite /breaks big1 // => s _; rewrite eqxx.
apply/RltP; apply: Rle_lt_trans (bound_disc_small nX) _; apply/RltP.
have hh : ln 4%:R / 2%:R = ln 2%:R :> R by rewrite ln4 mulrAC divff ?pnatr_eq0 // mul1r.
have v1 : dot (vec1 2%:R^-1) thw = ln 2%:R by rewrite dot1 !mxE mulrC hh.
have v2 : dot (vec1 (- 1)) thw = - ln 4%:R by rewrite dot1 !mxE mulN1r.
rewrite sumr_const card_ord -[X in _ < X]mulr_natl v1 v2 /bmu lgt_ln2 lgt_Nln4 nX.
by rewrite !natZ /=; apply/RltP; toR_goal; lra.
Qed.
