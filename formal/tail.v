(* The tail inequality for self-normalised weighted martingales: lemma_instantaneous (l. 1380),
   lemma_int_instantaneous (l. 1443), thm:instantaneous_main (l. 854, 1501-1620),
   thm:instantaneous_extension (l. 1742), cor:concentration_Discounts (l. 1798),
   cor:concentration_SW (l. 1816).
   A history h of size n: n rounds were played, counted from 0.  Our n is the paper's t - 1, our round s its
   round s + 1, so that w_{t-1} and lambda_{t-1} are w n.-1 and lam n.-1. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing potentials.
From Glb Require Export tail_event.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Rounds.
Variables (E : finType) (e0 : E) (p : seq E -> E -> R).
Hypothesis p0 : forall h e, 0 <= p h e.
Hypothesis p1 : forall h, \sum_e p h e = 1.
Variables (d : nat) (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (vr : seq E -> R) (m lam : R).
Hypotheses (m0 : 0 < m) (lam0 : 0 < lam).
Hypothesis act1 : forall h, nrm2 (act h) <= 1.
Hypothesis centred : forall h, \sum_e p h e * eps h e = 0.
Hypothesis bounded : forall h e, `|eps h e| <= m.
Hypothesis variance : forall h, \sum_e p h e * eps h e ^+ 2 <= vr h.
(* n rounds were played; those in P count, with weights of absolute value at most W *)
Variables (n : nat) (P : pred nat) (w : nat -> R) (W : R).
Hypothesis W0 : 0 < W.
Hypothesis wW : forall s, (s < n)%N -> P s -> `|w s| <= W.

(* the sums over these rounds, as printed *)
Definition S_of h := \sum_(s < n | P s) (w s * eps (take s h) (nth e0 h s)) *: act (take s h).
Definition H_of h :=
  \sum_(s < n | P s) (w s ^+ 2 * vr (take s h)) *: (act (take s h) *m (act (take s h))^T) + lam%:M.

(* the other rounds get the weight zero *)
Let wt s := if (s < n)%N && P s then w s else 0.

(* the weighted noise is at most m W *)
Lemma wt_bounded h e : `|wt (size h) * eps h e| <= m * W.
Proof.
rewrite /wt; case: ifP => [/andP [h1 h2]|_]; last by rewrite mul0r normr0 mulr_ge0 ?ltW.
by rewrite normrM mulrC ler_pmul ?wW.
Qed.
(* nothing else changes *)
Lemma S_ofE h : size h = n -> Sh e0 act eps wt h = S_of h.
Proof.
move=> hn; rewrite /Sh /S_of hn [RHS]big_mkcond; apply: eq_bigr => s _.
by rewrite /wt ltn_ord /=; case: (P s); rewrite ?mul0r ?scale0r.
Qed.
Lemma H_ofE h : size h = n -> Hh act vr lam wt h = H_of h.
Proof.
move=> hn; rewrite /Hh /design /H_of hn [in RHS]big_mkcond; congr (_ + _); apply: eq_bigr => s _.
by rewrite /wt ltn_ord /=; case: (P s); rewrite ?expr0n ?mul0r ?scale0r.
Qed.

(* The tail inequality for the rounds in P. *)
Theorem tail_rounds delta : 0 < delta -> delta <= 1 ->
  Pr p n (fun h => threshold (m * W) lam delta (H_of h) <= nrm (invmx (H_of h)) (S_of h)) [::] <= delta.
Proof.
move=> de0 de1; have mW0 : 0 < m * W by rewrite mulr_gt0.
apply: le_trans (tail_ge e0 p0 p1 mW0 lam0 act1 centred wt_bounded variance n de0 de1).
apply: (Ex_le p0) => h; rewrite add0n => hn; rewrite /radius S_ofE // H_ofE //.
suff -> : threshold (m * W) lam delta (H_of h) =
  Num.sqrt lam / (2%:R * (m * W)) + 2%:R * (m * W) / Num.sqrt lam *
  (ln delta^-1 + ln (Num.sqrt (\det (H_of h)) / Num.sqrt lam ^+ d) + d%:R * ln 2%:R) by [].
have D0 : 0 < \det (H_of h) by rewrite -H_ofE //; exact/pd_det_gt0/(Hhp p0 act wt lam0 variance).
have s0 : 0 < Num.sqrt (\det (H_of h)) / Num.sqrt lam ^+ d by rewrite divr_gt0 ?exprn_gt0 ?sqrtr_gt0.
by rewrite -lnM ?invr_gt0 // [delta^-1 * _]mulrCA -invfM /threshold -addrA -mulrDr.
Qed.
End Rounds.

(* Predictable actions and bounded martingale differences with conditional variances vr on a finite tree *)
Section Printed.
Variables (E : finType) (e0 : E) (p : seq E -> E -> R).
Hypothesis p0 : forall h e, 0 <= p h e.
Hypothesis p1 : forall h, \sum_e p h e = 1.
Variables (d : nat) (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (vr : seq E -> R) (m delta : R).
Hypotheses (m0 : 0 < m) (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis act1 : forall h, nrm2 (act h) <= 1.
Hypothesis centred : forall h, \sum_e p h e * eps h e = 0.
Hypothesis bounded : forall h e, `|eps h e| <= m.
Hypothesis variance : forall h, \sum_e p h e * eps h e ^+ 2 <= vr h.
Variable n : nat.

Section Increasing.
Variables (w lam : nat -> R).
Hypotheses (n0 : (0 < n)%N) (lam0 : 0 < lam n.-1).
Hypothesis w0 : forall s, (s < n)%N -> 0 < w s.
Hypothesis w_mono : forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s.

(* the last weight is the largest *)
Lemma w_last s : (s < n)%N -> `|w s| <= w n.-1.
Proof.
move=> sn; rewrite gtr0_norm ?w0 //; apply: w_mono; last by rewrite prednK.
by rewrite -ltnS prednK.
Qed.

(* lemma_instantaneous and lemma_int_instantaneous with the printed weights: M_u^t for u <= n *)
Let wt s := if (s < n)%N then w s else 0.
(* weights after round n do not matter *)
Lemma M_cut x h : (size h <= n)%N ->
  M e0 act eps vr (m * w n.-1) wt x h = M e0 act eps vr (m * w n.-1) w x h.
Proof.
move=> hn; have e (s : 'I_(size h)) : wt s = w s by rewrite /wt (leq_trans (ltn_ord s) hn).
rewrite /M /logM /Sh /Hh /design; congr (exp (_ * dot x _ - _ * qf (_ + _) x)).
  by apply: eq_bigr => s _; rewrite e.
by apply: eq_bigr => s _; rewrite e.
Qed.
Lemma wt_le h e : `|wt (size h) * eps h e| <= m * w n.-1.
Proof.
have W0 : 0 <= w n.-1 by rewrite ltW // w0 // prednK.
rewrite /wt; case: ifP => hn; last by rewrite mul0r normr0 mulr_ge0 // ltW.
by rewrite normrM mulrC ler_pmul ?w_last.
Qed.
Let mW0 : 0 < m * w n.-1. Proof. by rewrite mulr_gt0 // w0 // prednK. Qed.
Theorem M_step_weights x h : nrm2 x <= 1 -> (size h < n)%N ->
  \sum_e p h e * M e0 act eps vr (m * w n.-1) w x (rcons h e) <= M e0 act eps vr (m * w n.-1) w x h.
Proof.
move=> x1 hn; rewrite -M_cut ?(ltnW hn) //.
apply: le_trans (M_step e0 p0 p1 mW0 act1 centred wt_le variance h x1).
by apply: ler_sum => e _; rewrite M_cut // size_rcons.
Qed.
Theorem mean_mixture_weights (lam' : R) u : (u <= n)%N ->
  Ex p u (barM e0 act eps vr (m * w n.-1) lam' w) [::] <= 1.
Proof.
move=> un; apply: le_trans (mean_mixture e0 p0 p1 lam' mW0 act1 centred wt_le variance u).
apply: (Ex_le p0) => k; rewrite add0n => ku; rewrite /barM le_eqVlt; apply/orP; left; apply/eqP; congr mean.
by apply: FunctionalExtensionality.functional_extensionality => x; rewrite M_cut // ku.
Qed.

(* thm:instantaneous_extension, for the last t0 rounds *)
Theorem tail_last t0 :
  let S h := S_of e0 act eps n (fun s => n - t0 <= s)%N w h in
  let H h := H_of act vr (lam n.-1) n (fun s => n - t0 <= s)%N w h in
  Pr p n (fun h => threshold (m * w n.-1) (lam n.-1) delta (H h) <= nrm (invmx (H h)) (S h)) [::] <= delta.
Proof.
have W0 : 0 < w n.-1 by apply: w0; rewrite prednK.
exact: (tail_rounds e0 p0 p1 m0 lam0 act1 centred bounded variance W0 (fun s sn _ => w_last sn) de0 de1).
Qed.
(* thm:instantaneous_main as corrected, all rounds *)
Theorem tail_main :
  let S h := S_of e0 act eps n xpredT w h in let H h := H_of act vr (lam n.-1) n xpredT w h in
  Pr p n (fun h => threshold (m * w n.-1) (lam n.-1) delta (H h) <= nrm (invmx (H h)) (S h)) [::] <= delta.
Proof.
have W0 : 0 < w n.-1 by apply: w0; rewrite prednK.
exact: (tail_rounds e0 p0 p1 m0 lam0 act1 centred bounded variance W0 (fun s sn _ => w_last sn) de0 de1).
Qed.
End Increasing.

Variables (lam : R) (lam0 : 0 < lam).

(* cor:concentration_Discounts: weights gamma^(n-1-s), the printed gamma^(t-1) S included *)
Theorem tail_discount (g : R) (D : nat) : 0 < g -> g <= 1 ->
  let S h := g ^+ n *: S_of e0 act eps n (fun s => n - D <= s)%N (fun s => (g ^+ s.+1)^-1) h in
  let H h := H_of act vr lam n (fun s => n - D <= s)%N (fun s => g ^+ (n.-1 - s)) h in
  Pr p n (fun h => threshold m lam delta (H h) <= nrm (invmx (H h)) (S h)) [::] <= delta.
Proof.
move=> g0 g1; cbv zeta; have wW s : (s < n)%N -> (n - D <= s)%N -> `|g ^+ (n.-1 - s)| <= 1.
  by move=> _ _; rewrite ger0_norm ?exprn_ge0 ?(ltW g0) // exprn_ile1 ?(ltW g0).
have := tail_rounds e0 p0 p1 m0 lam0 act1 centred bounded variance ltr01 wW de0 de1.
rewrite mulr1; apply: le_trans; apply: (Ex_le p0) => h _.
suff -> : g ^+ n *: S_of e0 act eps n (fun s => n - D <= s)%N (fun s => (g ^+ s.+1)^-1) h =
  S_of e0 act eps n (fun s => n - D <= s)%N (fun s => g ^+ (n.-1 - s)) h by [].
rewrite /S_of scaler_sumr; apply: eq_bigr => s _; rewrite scalerA mulrA; congr (_ * _ *: _).
have sn := ltn_ord s; rewrite -expfB_cond; last by rewrite gt_eqF.
by congr (_ ^+ _); lia.
Qed.

(* cor:concentration_SW: weights one *)
Theorem tail_window (tau : nat) :
  let S h := S_of e0 act eps n (fun s => n - tau <= s)%N (fun=> 1) h in
  let H h := H_of act vr lam n (fun s => n - tau <= s)%N (fun=> 1) h in
  Pr p n (fun h => threshold m lam delta (H h) <= nrm (invmx (H h)) (S h)) [::] <= delta.
Proof.
cbv zeta; have wW s : (s < n)%N -> (n - tau <= s)%N -> `|1 : R| <= 1 by rewrite normr1.
by have := tail_rounds e0 p0 p1 m0 lam0 act1 centred bounded variance ltr01 wW de0 de1; rewrite mulr1.
Qed.
End Printed.
