(* Refutations: the self-normalised tail inequality thm:instantaneous_main (lines 853-886) with the printed
   lambda_t, and lines 1505, 1606, 1783 of its proof.
   Histories: h of size u holds what has been drawn before the action a_{u+1} = act h; the next draw e gives
   eps h e = epsilon_{u+2}.  Weights and regularisations carry the paper's indices. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting refutations_setting.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Noise.
Variables (E : finType) (e0 : E) (p eps : seq E -> E -> R) (d : nat) (act : seq E -> 'cV[R]_d).
Variables (w : nat -> R).
(* sigma_{u}^2 = E[epsilon_{u+1}^2 | F_u], S_t and the sum of H_t for t - 1 = size h, lines 866-872. *)
Definition sigma2 h := \sum_e p h e * eps h e ^+ 2.
Definition noise h := \sum_(s < size h) (w s.+1 * eps (take s h) (nth e0 h s)) *: act (take s h).
Definition Htilde lam h :=
  \sum_(s < size h) (w s.+1 ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) + lam%:M.
(* The assumptions of the theorem: a probability on histories, |a_u| <= 1, E[epsilon_{u+1} | F_u] = 0,
   |epsilon_{u+1}| <= m, weights positive and non-decreasing. *)
Definition tail_setting (m : R) : Prop :=
  [/\ (forall h e, 0 <= p h e) /\ (forall h, \sum_e p h e = 1), forall h, nrm2 (act h) <= 1,
      forall h, \sum_e p h e * eps h e = 0, forall h e, `|eps h e| <= m &
      forall u, 0 < w u <= w u.+1].
End Noise.

(* A fair coin: noise m or -m, each with probability 1/2, action 1, weights 1. *)
Definition coin (h : seq bool) (e : bool) : R := (2%:R^-1)%ring.
Definition sign (m : R) (h : seq bool) (e : bool) : R := (if e then m else - m)%ring.
Definition one (h : seq bool) : 'cV[R]_1 := const_mx 1.

Lemma half2 : 2%:R^-1 + 2%:R^-1 = 1 :> R.
Proof. by rewrite -mulr2n -[2%:R^-1 *+ 2]mulr_natl mulfV ?pnatr_eq0. Qed.

Lemma coin_setting m : 0 <= m -> tail_setting coin (sign m) one (fun=> 1) m.
Proof.
have h0 : 0 <= 2%:R^-1 :> R by rewrite invr_ge0 ler0n.
move=> m0; split=> //.
- by split=> // h; rewrite big_bool /= /coin half2.
- by move=> h; rewrite nrm21 mxE normr1.
- by move=> h; rewrite big_bool /= /coin /sign mulrN addrN.
- by move=> h []; rewrite /sign ?normrN ger0_norm.
by move=> u; rewrite ltr01 lexx.
Qed.
Lemma coin_sigma m h : sigma2 coin (sign m) h = m ^+ 2.
Proof.
by rewrite /sigma2 big_bool /= /coin /sign sqrrN -mulrDl half2 mul1r.
Qed.
(* After one toss: S = +-m, H = m^2 + lambda. *)
Lemma coin_noise m e : noise false (sign m) one (fun=> 1) [:: e] = const_mx (if e then m else - m).
Proof.
by rewrite /noise big_ord1 /= mul1r; apply/matrixP => i j; rewrite !mxE mulr1 /sign.
Qed.
Lemma coin_H m lam e : (Htilde coin (sign m) one (fun=> 1) lam [:: e]) 0 0 = m ^+ 2 + lam.
Proof. by rewrite /Htilde big_ord1 /= coin_sigma expr1n mul1r !mxE big_ord1 !mxE !mulr1. Qed.

(* T3, thm:instantaneous_main, lines 853-886: with probability smaller than \delta \|S_t\|_{\tilde
   H_t^{-1}} \ge \frac{\sqrt{\lambda_{t-1}}}{2 m w_{t-1}} + \frac{2 m w_{t-1}}{\sqrt{\lambda_{t-1}}}
   \log\Big(\frac{\det(\tilde H_t)^{1/2}}{\delta\lambda_t^{d/2}}\Big) + \frac{2 m
   w_{t-1}}{\sqrt{\lambda_{t-1}}} d\log(2). Added: \lambda_u > 0 and m > 0 (both are divided by), t >= 2.
   Finitely many outcomes a round. The proof and line 1766 have \lambda_{t-1} for \lambda_t; with it the
   statement is true. Witness: d = 1, t = 2, one toss of a fair coin, a_1 = 1, w = 1, \lambda_1 = 1,
   \lambda_2 = 2^20, \delta = 1/2: the printed radius is negative, the event certain. *)
Theorem T3_printed_false : ~ (forall (E : finType) (e0 : E) (p eps : seq E -> E -> R) (d : nat)
    (act : seq E -> 'cV[R]_d) (w lam : nat -> R) (m delta : R) (t : nat),
  tail_setting p eps act w m -> 0 < m -> (forall u, 0 < lam u) -> (2 <= t)%N -> 0 < delta <= 1 ->
  let H h := Htilde p eps act w (lam t.-1) h in
  let c := 2%:R * m * w t.-1 / Num.sqrt (lam t.-1) in
  let r h := Num.sqrt (lam t.-1) / (2%:R * m * w t.-1)
    + c * ln (Num.sqrt (\det (H h)) / (delta * Num.sqrt (lam t) ^+ d)) + c * (d%:R * ln 2%:R) in
  Pr p t.-1 (fun h => r h <= nrm (invmx (H h)) (noise e0 eps act w h)) [::] <= delta).
Proof.
move=> A; pose lam u : R := if u is 1%N then 1 else (2%:R ^+ 10) ^+ 2.
have l0 u : 0 < lam u by case: u => [|[|u]] /=; rewrite ?ltr01 // !exprn_gt0 // ltr0n.
have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have h1 : 2%:R^-1 <= 1 :> R by rewrite invf_le1 ?ler1n ?ltr0n.
have := A _ false coin (sign 1) 1%N one (fun=> 1) lam 1 2%:R^-1 2%N (coin_setting ler01) ltr01 l0 isT.
rewrite h0 h1 => /(_ isT); cbv zeta => /=.
have ev e : Num.sqrt 1 / (2%:R * 1 * 1) + 2%:R * 1 * 1 / Num.sqrt 1 *
    ln (Num.sqrt (\det (Htilde coin (sign 1) one (fun=> 1) 1 [:: e])) /
      (2%:R^-1 * Num.sqrt ((2%:R ^+ 10) ^+ 2) ^+ 1)) + 2%:R * 1 * 1 / Num.sqrt 1 * (1%:R * ln 2%:R)
    <= nrm (invmx (Htilde coin (sign 1) one (fun=> 1) 1 [:: e])) (noise false (sign 1) one (fun=> 1) [:: e]).
  apply: le_trans (sqrtr_ge0 _).
  rewrite det_mx11 coin_H sqrtr1 expr1 sqrtr_sqr ger0_norm ?exprn_ge0 ?ler0n // expr1n !mulr1 divr1 mul1r.
  have t0 : 0 < 2%:R :> R by rewrite ltr0n.
  have q0 : 0 < Num.sqrt (1 + 1) :> R by rewrite sqrtr_gt0 addr_gt0 ?ltr01.
  have q2 : Num.sqrt (1 + 1) <= 2%:R :> R.
    rewrite -[X in _ <= X]ger0_norm ?ler0n // -sqrtr_sqr; apply: ler_wsqrtr.
    by rewrite -mulr2n expr2 -natrM ler_nat.
  have le : ln (Num.sqrt (1 + 1) / (2%:R^-1 * 2%:R ^+ 10)) <= ln (2%:R / (2%:R^-1 * 2%:R ^+ 10)).
    apply: ln_le; first by rewrite divr_gt0 // mulr_gt0 // exprn_gt0.
    by rewrite ler_pmul2r // invr_gt0 mulr_gt0 // exprn_gt0.
  have e1 : 2%:R / (2%:R^-1 * 2%:R ^+ 10) = (2%:R ^+ 8)^-1 :> R.
    by move: (lt0r_neq0 t0); move: (2%:R : R) => x x0; field.
  have := ler_wpmul2l (ltW t0) le; rewrite e1 => {}le.
  have e2 : ln (2%:R ^+ 8)^-1 = - (ln 2%:R *+ 8).
    by rewrite -lnX // RinvE' ln_Rinv //; apply/RltP; rewrite exprn_gt0.
  rewrite e2 in le.
  have /RleP l2 := ln2_ge.
  move: (ln (Num.sqrt _ / _)) (ln 2%:R) le l2 => x y /RleP le l2.
  apply/RleP; move: le l2; rewrite -[y *+ 8]mulr_natl; toR_goal; rewrite /=; lra.
rewrite /Pr /= big_bool /= /coin !ev !mulr1.
rewrite half2 leNgt invf_lt1 ?ltr0n //.
by rewrite ltr1n.
Qed.

(* I7, lines 1604-1607: \xi_0 = \frac{\sqrt{\lambda_t}}{2} \tilde H_t^{-1}S_t/\|S_t\|_{\tilde H_t^{-1}},
   such that \|\xi_0\|_2 \le 1/2 holds.  Setting as in T3; S_t different from 0, for the quotient. Witness:
   one toss of a fair coin, m = 1, \lambda_1 = 1, \lambda_2 = 16: the norm is \sqrt 2. *)
Theorem I7_printed_false : ~ (forall (E : finType) (e0 : E) (p eps : seq E -> E -> R) (d : nat)
    (act : seq E -> 'cV[R]_d) (w lam : nat -> R) (m : R) (t : nat) (h : seq E),
  tail_setting p eps act w m -> 0 < m -> (forall u, 0 < lam u) -> (2 <= t)%N -> size h = t.-1 ->
  let H := Htilde p eps act w (lam t.-1) h in
  let S := noise e0 eps act w h in
  S <> 0 -> nrm2 ((Num.sqrt (lam t) / 2%:R / nrm (invmx H) S) *: (invmx H *m S)) <= 2%:R^-1).
Proof.
move=> A; pose lam u : R := if u is 1%N then 1 else 4%:R ^+ 2.
have l0 u : 0 < lam u by case: u => [|[|u]] /=; rewrite ?ltr01 // exprn_gt0 // ltr0n.
have := A _ false coin (sign 1) 1%N one (fun=> 1) lam 1 2%N [:: true] (coin_setting ler01) ltr01 l0 isT erefl.
cbv zeta; rewrite /= coin_noise => {}A.
have n0 : const_mx 1 <> 0 :> 'cV[R]_1.
  by move=> /matrixP /(_ 0 0); rewrite !mxE => /eqP; rewrite oner_eq0.
move: (A n0); rewrite nrm21 nrm_inv1 mxE [(_ *m _) 0 0]mxE big_ord1 inv1 coin_H !mxE !expr1n mulr1.
rewrite sqrtr_sqr [`|4%:R|]normr_nat.
set q := Num.sqrt _; have q0 : 0 < q by rewrite sqrtr_gt0 divr_gt0 ?addr_gt0 ?ltr01.
have q1 : q <= 1.
  by rewrite -[X in _ <= X]sqrtr1; apply: ler_wsqrtr; rewrite ler_pdivr_mulr ?addr_gt0 ?ltr01 // mul1r
    ler_addl ler01.
apply/negP; rewrite -ltNge ger0_norm; last first.
  by rewrite !mulr_ge0 ?invr_ge0 ?ler0n ?(ltW q0) // addr_ge0 ?ler01.
have -> : 4%:R / 2%:R / q / (1 + 1) = q^-1 :> R.
  by rewrite -[1 + 1]/(2%:R) mulrAC -[4%:R / _ / _]mulrA -invfM -natrM mulfV ?mul1r // pnatr_eq0.
apply: (@lt_le_trans _ _ 1); first by rewrite invf_lt1 ?ltr0n // ltr1n.
by rewrite invf_ge1.
Qed.

(* Z30, line 1783, in the proof of thm:instantaneous_extension: the process M_u^t(\xi) = \exp(\frac{1}{m
   w_{t-1}}\xi^T S_u - \frac{1}{m^2 w_{t-1}^2}\xi^T\sum_s w_s^2 a_s a_s^T\xi), without the variances
   \sigma_s^2, in the place of that of the first proof: E[M_{u+1} | F_u] \le M_u for \|\xi\| \le 1. Rounds
   start at 1 (t_0 >= t).  Witness: t = 2, one toss of a fair coin, m = 2, \xi = 1: cosh(1) > e^{1/4}. *)
Theorem Z30_printed_false : ~ (forall (E : finType) (e0 : E) (p eps : seq E -> E -> R) (d : nat)
    (act : seq E -> 'cV[R]_d) (w : nat -> R) (m : R) (t : nat) (h : seq E) (xi : 'cV[R]_d),
  tail_setting p eps act w m -> 0 < m -> (size h < t.-1)%N -> nrm2 xi <= 1 ->
  let M h := exp ((m * w t.-1)^-1 * dot xi (noise e0 eps act w h) - (m ^+ 2 * w t.-1 ^+ 2)^-1 *
    qf (\sum_(s < size h) w s.+1 ^+ 2 *: (act (take s h) *m (act (take s h))^T)) xi) in
  \sum_e p h e * M (rcons h e) <= M h).
Proof.
move=> A; have t0 : 0 < 2%:R :> R by rewrite ltr0n.
have := A _ false coin (sign 2%:R) 1%N one (fun=> 1) 2%:R 2%N [::] (const_mx 1) (coin_setting (ltW t0))
  t0 isT.
rewrite nrm21 mxE normr1 => /(_ (lexx _)); cbv zeta; rewrite /= big_bool /= !coin_noise.
rewrite !big_ord1 /= !qf1 !dot1 big_ord0 /noise big_ord0 !mxE !big_ord1 !mxE !expr1n !mulr1 !mul1r !mulr0
  subr0.
rewrite mulrN mulVf ?pnatr_eq0 // exp0 /coin -mulrDr ler_pdivr_mull // mulr1; apply/negP; rewrite -ltNge.
have h4 : (2%:R ^+ 2)^-1 = Rinv (IZR 4) :> R.
  by rewrite expr2 -natrM -RinvE'; congr (_^-1); rewrite -INRE /=; lra.
rewrite !expD h4 -mulrDl; have := cosh_gt; have e := expD (Rinv (IZR 4)) (- Rinv (IZR 4));
  rewrite addrN exp0 in e.
have p4 := exp_pos (Ropp (Rinv (IZR 4))); move=> c; apply/RltP; toR_goal; rewrite /=.
move: e c p4; toR_goal; set a := exp _; set b := exp _; set x := exp _; set y := exp _ => e c p4.
have : Rlt (Rmult a b) (Rmult (Rdiv (Rplus x y) 2) b) by apply: Rmult_lt_compat_r.
by rewrite -e; lra.
Qed.
