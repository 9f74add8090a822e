(* The radius rho-sharp with two free numbers u, r > 0 (Z110, Z165): with probability at least 1 - delta the
   noise is within it at every round.  Weights as in deviation.v: w t s in [0, 1] for round s when t rounds
   have been played, of which the last D count; the sum of their squares is at most W2 t. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting mixing potentials tail_event deviation.
From Glb Require Import sharper_numbers sharper_mixture sharper_radial sharper_tail.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Arguments normaliser [d] r%ring A%ring.

(* phi(u + r) u sqrt(lambda)/m + (m/(u sqrt(lambda))) (log(T/delta) + (d/2) log(1 + k_mu W2/(d lambda)) +
   log R), R the ratio of the normal masses of the balls of radius u + r and r, with e^{- phi(u + r) lambda
   |x|^2/m^2} *)
Definition rho_sharp (d T : nat) (lam m k_mu delta u r W2 : R) :=
  phi (u + r) * u * Num.sqrt lam / m + m / (u * Num.sqrt lam) *
  (ln (T%:R / delta) + d%:R / 2%:R * ln (1 + k_mu * W2 / (d%:R * lam))
   + ln (ball_mass d (phi (u + r) * lam / m ^+ 2) (u + r) / ball_mass d (phi (u + r) * lam / m ^+ 2) r)).

Arguments rho_sharp (d T)%nat (lam m k_mu delta u r W2)%ring.

(* The weights of discount factors *)
Lemma rho_sharpE d T lam m k_mu delta u r gamma D :
  rho_sharp d T lam m k_mu delta u r ((1 - gamma ^+ (2 * D)) / (1 - gamma ^+ 2)) =
  phi (u + r) * u * Num.sqrt lam / m + m / (u * Num.sqrt lam) * (ln (T%:R / delta)
    + d%:R / 2%:R * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + ln (ball_mass d (phi (u + r) * lam / m ^+ 2) (u + r) / ball_mass d (phi (u + r) * lam / m ^+ 2) r)).
Proof.
rewrite /rho_sharp; congr (_ + _ * (_ + _ * ln (1 + _) + _)); rewrite [in RHS]invfM.
by rewrite !mulrA mulrAC.
Qed.

(* What is saved at u = r = 1/2 *)
Lemma radius_saved d T (lam m delta u r z M : R) : u = 2%:R^-1 -> r = 2%:R^-1 -> 0 < lam -> 0 < m ->
  Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln z + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R)
  - (phi (u + r) * u * Num.sqrt lam / m
     + m / (u * Num.sqrt lam) * (ln (T%:R / delta) + d%:R / 2%:R * ln z + ln M))
  = (3%:R - exp 1) * Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R - ln M).
Proof.
move=> uE rE l0 m0; have v1 : u + r = 1 by rewrite uE rE -[2%:R^-1]div1r -splitr.
rewrite v1 phi1 uE; have s0 : Num.sqrt lam != 0 by rewrite gt_eqF // sqrtr_gt0.
move: (ln _) (ln z) (ln _) (ln M) (exp 1) (Num.sqrt lam) s0 (lt0r_neq0 m0) => x1 x2 x3 x4 x5 x6 n1 n2.
by field; rewrite n1 n2.
Qed.

Section Ratio.
Variables (d : nat) (lam m u r : R).
Hypotheses (d0 : (0 < d)%N) (lam0 : 0 < lam) (m0 : 0 < m) (u0 : 0 < u) (r0 : 0 < r).
Local Notation kappa := (phi (u + r) * lam / m ^+ 2).
Lemma kappa_gt0 : 0 < kappa.
Proof. by rewrite divr_gt0 ?exprn_gt0 // mulr_gt0 ?phi_gt0 ?addr_gt0. Qed.

(* The ratio of the masses in the tail inequality *)
Lemma ratioE : let K := phi (u + r) * ((u + r) / m) ^+ 2 * lam in
  normaliser 1 (K%:M : 'M[R]_d) / normaliser (r / (u + r)) (K%:M : 'M[R]_d) =
  ball_mass d kappa (u + r) / ball_mass d kappa r.
Proof.
have v0 : 0 < u + r by rewrite addr_gt0.
have k0 := ltW kappa_gt0; move=> K; have KE : K = kappa * (u + r) ^+ 2.
  by rewrite /K expr_div_n; move: (phi _) => x; move: (u + r) (m ^+ 2)^-1 => y z; ring.
have Kc : 0 <= K by rewrite KE mulr_ge0 // sqr_ge0.
have q0 : 0 < r / (u + r) by rewrite divr_gt0.
have q1 : r / (u + r) <= 1 by rewrite ler_pdivr_mulr // mul1r ler_addr ltW.
rewrite (mass_ratio d0 Kc q0 q1).
have := mass_scale d0 kappa 1 v0; rewrite mulr1 -KE => ->.
have := mass_scale d0 kappa (r / (u + r)) v0; rewrite mulrCA divff ?mulr1 ?gt_eqF // -KE => ->.
by rewrite invfM mulrACA divff ?mul1r // gt_eqF // exprn_gt0.
Qed.

(* It is at most 2^d for u = r = 1/2. *)
Lemma half_ratio : u = 2%:R^-1 -> r = 2%:R^-1 ->
  ball_mass d kappa (u + r) / ball_mass d kappa r <= 2%:R ^+ d.
Proof.
move=> uE rE; have v1 : u + r = 1 by rewrite uE rE -[2%:R^-1]div1r -splitr.
rewrite -ratioE v1 divr1 rE; set c := _ * lam.
have c0 : 0 < c by rewrite /c mulr_gt0 // mulr_gt0 ?phi_gt0 ?ltr01 // exprn_gt0 // divr_gt0 ?ltr01.
have cp : pd (c%:M : 'M[R]_d).
  by split; [rewrite tr_scalar_mx|move=> y /dot_gt0 y0; rewrite qf_scalar mulr_gt0].
rewrite ler_pdivr_mulr; last exact: (ball_gt0 d half_gt0 half_le1).
have := truncations c0 cp (fun x => lexx _); rewrite det_scalar.
have -> : Num.sqrt (c ^+ d) = Num.sqrt c ^+ d.
  by elim: (d) => [|n IH]; rewrite ?sqrtr1 // !exprS sqrtrM ?(ltW c0) // IH.
by rewrite mulfK // gt_eqF // exprn_gt0 // sqrtr_gt0.
Qed.

(* It is at least one, and the radius is positive. *)
Lemma mass_ratio_ge1 : 1 <= ball_mass d kappa (u + r) / ball_mass d kappa r.
Proof.
have k0 := ltW kappa_gt0; have M0 := mass_gt0 d k0 r0.
rewrite (ler_pdivl_mulr _ _ M0) mul1r -subr_ge0.
have d0' : 0 < d%:R :> R by rewrite ltr0n.
have rv : r <= u + r by rewrite ler_addr ltW.
rewrite -(pmulr_rge0 _ d0'); have /andP [h _] := mass_shell d0 k0 (ltW r0) rv.
by apply: le_trans h; rewrite mulr_ge0 ?exp_ge0 // subr_ge0 ler_expn2r ?nnegrE // ltW // addr_gt0.
Qed.
Lemma rho_sharp_gt0 T k_mu delta W2 : (0 < T)%N -> 0 < delta -> delta <= 1 -> 0 <= k_mu -> 0 <= W2 ->
  0 < rho_sharp d T lam m k_mu delta u r W2.
Proof.
move=> T0 de0 de1 k0 W0; have sl0 : 0 < Num.sqrt lam by rewrite sqrtr_gt0.
have v0 : 0 < u + r by rewrite addr_gt0.
apply: ltr_paddr; last by rewrite divr_gt0 // mulr_gt0 // mulr_gt0 ?phi_gt0.
rewrite mulr_ge0 ?divr_ge0 ?mulr_ge0 ?(ltW m0) ?(ltW u0) ?(ltW sl0) // !addr_ge0 //.
- rewrite ln_ge0 // ler_pdivl_mulr // mul1r (le_trans de1) //.
  by rewrite ler1n.
- rewrite mulr_ge0 ?divr_ge0 ?ler0n // ln_ge0 // ler_addl divr_ge0 ?(mulr_ge0 k0) //.
  by rewrite mulr_ge0 ?ler0n // ltW.
by rewrite ln_ge0 // mass_ratio_ge1.
Qed.
(* The radius grows with the weight of the rounds it counts. *)
Lemma rho_sharp_mono T k_mu delta W1 W2 : 0 <= k_mu -> 0 <= W1 -> W1 <= W2 ->
  rho_sharp d T lam m k_mu delta u r W1 <= rho_sharp d T lam m k_mu delta u r W2.
Proof.
move=> k0 W10 W12; rewrite /rho_sharp ler_add2l ler_wpmul2l ?divr_ge0 ?mulr_ge0 ?sqrtr_ge0 ?(ltW m0) ?(ltW
  u0) //.
rewrite ler_add2r ler_add2l ler_wpmul2l ?divr_ge0 ?ler0n //.
have i0 : 0 <= (d%:R * lam)^-1 by rewrite invr_ge0 mulr_ge0 ?ler0n // ltW.
apply: ln_le; first by rewrite ltr_spaddl ?ltr01 // mulr_ge0 // mulr_ge0.
by rewrite ler_add2l ler_wpmul2r // ler_wpmul2l.
Qed.
End Ratio.

Section Rounds.
Variables (E : finType) (e0 : E) (p : seq E -> E -> R).
Hypothesis p0 : forall h e, 0 <= p h e.
Hypothesis p1 : forall h, \sum_e p h e = 1.
Variables (d : nat) (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (vr : seq E -> R).
Variables (m lam k_mu delta u r : R) (w : nat -> nat -> R) (W2 : nat -> R) (T D : nat).
Hypotheses (d0 : (0 < d)%N) (T0 : (0 < T)%N) (lam0 : 0 < lam) (m0 : 0 < m) (u0 : 0 < u) (r0 : 0 < r).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis act1 : forall h, nrm2 (act h) <= 1.
Hypothesis centred : forall h, \sum_e p h e * eps h e = 0.
Hypothesis bounded : forall h e, `|eps h e| <= m.
Hypothesis variance : forall h, \sum_e p h e * eps h e ^+ 2 <= vr h.
Hypothesis slope : forall h, vr h <= k_mu.
Hypothesis w01 : forall t s, 0 <= w t s <= 1.
Hypothesis w_recent : forall t, \sum_(s < t) (if recent t D s then w t s else 0) ^+ 2 <= W2 t.
Local Notation rho t := (rho_sharp d T lam m k_mu delta u r (W2 t)).
Let cut t s := if recent t D s then w t s else 0.

Let cut01 t s : 0 <= cut t s <= 1.
Proof. by rewrite /cut; case: ifP => _; rewrite ?w01 ?lexx ?ler01. Qed.
Let v0 h : 0 <= vr h.
Proof. by apply: le_trans (variance h); apply: sumr_ge0 => e _; rewrite mulr_ge0 ?sqr_ge0. Qed.
Let k0 : 0 <= k_mu. Proof. exact: le_trans (v0 [::]) (slope [::]). Qed.
Let W20 t : 0 <= W2 t.
Proof. by apply: le_trans (w_recent t); apply: sumr_ge0 => s _; exact: sqr_ge0. Qed.

(* With the determinant at its bound the radius of one round is at most rho. *)
Lemma ball_radius_rho t h : size h = t -> ball_radius act vr m lam u r (cut t) (delta / T%:R) h <= rho t.
Proof.
move=> ht; have Tp : 0 < T%:R :> R by rewrite ltr0n.
have dp : 0 < d%:R :> R by rewrite ltr0n.
have sl0 : 0 < Num.sqrt lam by rewrite sqrtr_gt0.
rewrite /ball_radius /rho_sharp (ratioE d0 lam0 m0 u0 r0).
set H := Hh _ _ _ _ _; set z := 1 + k_mu * W2 t / (d%:R * lam).
have Hp : pd H by apply: design_pd => // s _; rewrite mulr_ge0 ?sqr_ge0.
have D0 := pd_det_gt0 Hp.
have z0 : 0 < z by rewrite /z ltr_spaddl ?ltr01 // divr_ge0 ?mulr_ge0 ?ler0n // ltW.
have y0 : 0 < Num.sqrt (\det H) / Num.sqrt lam ^+ d by rewrite divr_gt0 ?exprn_gt0 // sqrtr_gt0.
have le2 : (Num.sqrt (\det H) / Num.sqrt lam ^+ d) ^+ 2 <= z ^+ d.
  rewrite expr_div_n sqr_sqrtr ?(ltW D0) // -exprM mulnC exprM sqr_sqrtr ?(ltW lam0) //.
  rewrite ler_pdivr_mulr ?exprn_gt0 // -exprMn.
  have a1 s : dot (act (take s h)) (act (take s h)) <= 1 by rewrite -nrm2_sqr exprn_ile1 ?nrm2_ge0 ?act1.
  have vk s : (s < size h)%N -> 0 <= vr (take s h) <= k_mu by rewrite v0 slope.
  apply: le_trans (det_H (ltW lam0) a1 (fun s => cut t s) vk) _.
  have s0 : 0 <= \sum_(s < size h) cut t s ^+ 2 by apply: sumr_ge0 => s _; exact: sqr_ge0.
  apply: ler_expn2r; rewrite ?nnegrE.
  - by rewrite addr_ge0 ?(ltW lam0) // divr_ge0 ?(ltW dp) // mulr_ge0.
  - by rewrite mulr_ge0 // ltW.
  have -> : z * lam = lam + k_mu * W2 t / d%:R.
    rewrite /z mulrDl mul1r; congr (_ + _); have := lt0r_neq0 dp; have := lt0r_neq0 lam0.
    by move: lam d%:R (k_mu * W2 t) => x1 x2 x3 n1 n2; rewrite invfM mulrA divfK.
  by rewrite ler_add2l ler_pmul2r ?invr_gt0 // ler_wpmul2l // ht; exact: w_recent.
rewrite ler_add2l ler_wpmul2l ?divr_ge0 ?mulr_ge0 ?(ltW m0) ?(ltW u0) ?(ltW sl0) // ler_add2r.
rewrite invf_div ler_add2l -mulrA [2%:R^-1 * _]mulrC mulrA ler_pdivl_mulr ?ltr0n //.
have : ln ((Num.sqrt (\det H) / Num.sqrt lam ^+ d) ^+ 2) <= ln (z ^+ d) by apply: ln_le => //;
  exact: exprn_gt0.
by rewrite !lnX // -[ln _ *+ 2]mulr_natr -[ln _ *+ d]mulr_natl.
Qed.

(* With probability at least 1 - delta the noise is within rho at every round. *)
Theorem sharp_within : 1 - delta <= Pr p T (fun h => all (fun t =>
  ~~ (rho t < nrm (invmx (Hh act vr lam (cut t) (take t h))) (Sh e0 act eps (cut t) (take t h)))) (iota 0
    T)) [::].
Proof.
have Tp : 0 < T%:R :> R by rewrite ltr0n.
have dT0 : 0 < delta / T%:R by rewrite divr_gt0.
have dT1 : delta / T%:R <= 1 by rewrite ler_pdivr_mulr // mul1r (le_trans de1) // ler1n.
pose A t h := rho t < nrm (invmx (Hh act vr lam (cut t) h)) (Sh e0 act eps (cut t) h).
apply: (all_rounds (A := A) p0 p1 T0) => t _.
have bd h e : `|cut t (size h) * eps h e| <= m.
  have /andP [c0 c1] := cut01 t (size h); rewrite normrM (ger0_norm c0) -[m]mul1r; exact: ler_pmul.
apply: le_trans (ball_tail e0 p0 p1 m0 lam0 u0 r0 act1 centred bd variance t dT0 dT1).
apply: (Ex_le p0) => h; rewrite add0n => ht; rewrite /A; case: ltP => [lt|_]; last by rewrite ler0n.
by rewrite (le_trans (ball_radius_rho ht) (ltW lt)).
Qed.

(* The sums over the last D rounds, as the paper has them *)
Lemma recent_S h t : (t <= size h)%N -> Sh e0 act eps (cut t) (take t h) =
  \sum_(s < t | (t - D <= s)%N) (w t s * eps (take s h) (nth e0 h s)) *: act (take s h).
Proof.
move=> th; rewrite /Sh size_takel // [RHS]big_mkcond; apply: eq_bigr => s _; have sT := ltn_ord s.
rewrite take_take ?(ltnW sT) // nth_take // /cut /recent.
by case: leqP => // _; rewrite mul0r scale0r.
Qed.
Lemma recent_H h t : (t <= size h)%N -> Hh act vr lam (cut t) (take t h) =
  \sum_(s < t | (t - D <= s)%N) (w t s ^+ 2 * vr (take s h)) *: (act (take s h) *m (act (take s h))^T) +
    lam%:M.
Proof.
move=> th; rewrite /Hh /design size_takel // [in RHS]big_mkcond; congr (_ + _); apply: eq_bigr => s _.
rewrite take_take ?(ltnW (ltn_ord s)) // /cut /recent.
by case: leqP => // _; rewrite expr0n mul0r scale0r.
Qed.
Theorem sharp_exceeds : Pr p T (fun h => [exists t : 'I_T, rho t <
  nrm (invmx (\sum_(s < t | (t - D <= s)%N) (w t s ^+ 2 * vr (take s h)) *:
      (act (take s h) *m (act (take s h))^T) + lam%:M))
    (\sum_(s < t | (t - D <= s)%N) (w t s * eps (take s h) (nth e0 h s)) *: act (take s h))]) [::] <= delta.
Proof.
have := sharp_within; rewrite ler_subl_addr -ler_subl_addl => /(le_trans _); apply.
rewrite -Pr_not //; apply: (Pr_le p0) => h; rewrite add0n => hT /existsP [t]; have tT := ltn_ord t.
have th : (t <= size h)%N by rewrite hT ltnW.
rewrite -recent_S // -recent_H // => lt; apply/allPn; exists (nat_of_ord t); last by rewrite negbK.
by rewrite mem_iota.
Qed.
End Rounds.
