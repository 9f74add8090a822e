(* The matrices H_t(theta) and G_t(theta_1, theta_2), and the vector g_t(theta).

   Definitions (l. 1841-1878 with discount, l. 2610-2634 with a window), for actions a_0, a_1, ... and
   weights w_s of our choice, after t rounds:
     g_t(theta)       = sum_{s < t} w_s mu(a_s.theta) a_s + lam theta              (gw)
     H_t(theta)       = sum_{s < t} w_s mu'(a_s.theta) a_s a_s^T + lam I           (Hw)
     G_t(th_1, th_2)  = sum_{s < t} w_s alpha(a_s, th_1, th_2) a_s a_s^T + lam I   (Gw)
   Rounds are counted from 0 and t is the number of rounds played, so these are the paper's g_{t+1},
   H_{t+1}, G_{t+1}: its weight gamma^{(t+1)-1-s} of round s >= 1 is our gamma^{t-1-s}, s >= 0.
   - w_s = gamma^{t-1-s}: the paper's g_t, H_t, G_t; w_s = gamma^{2(t-1-s)}: its \widetilde H, \widetilde G;
   - w_s = 1 if s >= t - tau and 0 otherwise: the sliding window.

   The chapter proves
   - mean_value: g_t(th_1) - g_t(th_2) = G_t(th_1, th_2) (th_1 - th_2)   (after l. 1980);
   - boundGtbyHt: G_t(th_1, th_2) >= H_t(th_i)/(1 + 2 L S), i = 1, 2, for non-negative weights, which is
     lemma:boundGtbyHt_SW and lemma:boundGtbyHt_D (l. 3083-3117). *)
From Coq Require Import Reals.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* alpha(a, theta_1, theta_2), l. 1867-1869 *)
Definition mean_slope d (dmu : R -> R) (b th1 th2 : 'cV[R]_d) : R :=
  RInt (fun v : R => dmu (v * ⟨b, th2⟩ + (1 - v) * ⟨b, th1⟩)) 0 1.

Section Matrices.
Variables (d : nat) (mu dmu : R -> R) (lam : R) (a : nat -> 'cV[R]_d) (w : nat -> R) (t : nat).
Implicit Types (th x : 'cV[R]_d).

Definition gw th : 'cV[R]_d := \sum_(s < t) (w s * mu ⟨a s, th⟩) *: a s + lam *: th.
Definition Hw th : 'M[R]_d := design lam a (fun s => w s * dmu ⟨a s, th⟩) t.
Definition Gw th1 th2 : 'M[R]_d := design lam a (fun s => w s * mean_slope dmu (a s) th1 th2) t.

(* The mean slope only sees the two scalars a.theta_1 and a.theta_2. *)
Lemma mean_slopeE b th1 th2 : mean_slope dmu b th1 th2 = alpha dmu ⟨b, th1⟩ ⟨b, th2⟩.
Proof.
by apply: RInt_ext => v _; congr dmu; move: ⟨b, th1⟩ ⟨b, th2⟩ => x y; toR_goal; ring.
Qed.

(* alpha(a, theta_1, theta_2) = alpha(a, theta_2, theta_1), and the mean value theorem. *)
Section MeanValue.
Hypothesis Hmu : forall z, is_derive mu z (dmu z).
Hypothesis dmu_cont : forall z, continuous dmu z.

Lemma mean_slope_sym b th1 th2 : mean_slope dmu b th1 th2 = mean_slope dmu b th2 th1.
Proof. by rewrite !mean_slopeE; exact: alpha_sym Hmu dmu_cont _ _. Qed.

Lemma mean_slope_secant b th1 th2 :
  mean_slope dmu b th1 th2 * ⟨b, th1 - th2⟩ = mu ⟨b, th1⟩ - mu ⟨b, th2⟩.
Proof.
rewrite mean_slope_sym mean_slopeE dotDr dotNr.
exact: (alpha_secant _ _ Hmu dmu_cont).
Qed.

(* any weights, of any sign *)
Theorem mean_value th1 th2 : gw th1 - gw th2 = Gw th1 th2 *m (th1 - th2).
Proof.
rewrite /gw /Gw /design mulmxDl mul_scalar_mx scalerBr opprD addrACA; congr (_ + _).
rewrite -sumrB mulmx_suml; apply: eq_bigr => s _.
rewrite -scalemxAl -mulmxA [(a s)^T *m _]mx11_scalar mul_mx_scalar -/(dot (a s) _) scalerA -scalerBl.
by rewrite -mulrBr -mulrA mean_slope_secant.
Qed.
End MeanValue.

(* Self-concordance, one action. *)
Section Concordant.
Variable ddmu : R -> R.
Hypothesis Hmu : forall z, is_derive mu z (dmu z).
Hypothesis Hdmu : forall z, is_derive dmu z (ddmu z).
Hypothesis Hsc : forall z, Rle (Rabs (ddmu z)) (dmu z).

(* l. 1976-1979 and l. 3092-3096 *)
Lemma mean_slope_sc b th1 th2 : dmu ⟨b, th1⟩ / (1 + `|⟨b, th1 - th2⟩|) <= mean_slope dmu b th1 th2.
Proof. by rewrite mean_slopeE dotDr dotNr; exact: link_sc Hdmu Hsc _ _. Qed.

Lemma mean_slope_ge0 b th1 th2 : 0 <= mean_slope dmu b th1 th2.
Proof.
by apply: le_trans (mean_slope_sc b th1 th2); rewrite divr_ge0 ?addr_ge0 ?(link_ge0 Hsc).
Qed.

(* |a.(theta_1 - theta_2)| <= 2 L S for parameters in Theta (l. 3099-3102) *)
Lemma dot_diff_le (L S : R) b th1 th2 : ‖b‖ <= L -> ‖th1‖ <= S -> ‖th2‖ <= S ->
  `|⟨b, th1 - th2⟩| <= 2%:R * L * S.
Proof.
move=> bL h1 h2; apply: le_trans (nrm2_cs _ _) _; rewrite -mulrA mulrCA.
apply: ler_pmul; rewrite ?nrm2_ge0 // !nrm2E; apply: le_trans (nrmD _ _ (psd1 _ d)) _.
by rewrite nrmN -?nrm2E ?mulr_natl ?mulr2n ?ler_add //; exact: psd1.
Qed.

(* lemma:boundGtbyHt_SW and lemma:boundGtbyHt_D: all non-negative weights *)
Hypothesis lam0 : 0 <= lam.
Variables (L S : R).
Hypothesis L0 : 0 <= L.
Hypothesis w0 : forall s, (s < t)%N -> 0 <= w s.
Hypothesis a1 : forall s, (s < t)%N -> ‖a s‖ <= L.

Lemma boundGtbyHt_left th1 th2 : ‖th1‖ <= S -> ‖th2‖ <= S ->
  (1 + 2%:R * L * S)^-1 *: Hw th1 ⪯ Gw th1 th2.
Proof.
move=> h1 h2 x; have S0 : 0 <= S := le_trans (nrm2_ge0 th1) h1.
have c1 : 1 <= 1 + 2%:R * L * S by rewrite ler_addl !mulr_ge0 ?ler0n.
have c0 : 0 < 1 + 2%:R * L * S := lt_le_trans ltr01 c1.
rewrite qfZ !qf_design mulrDr mulr_sumr; apply: ler_add; last first.
  by rewrite ler_pimull ?invf_le1 // mulr_ge0 ?dot_ge0.
apply: ler_sum => s _; rewrite mulrA ler_wpmul2r ?sqr_ge0 // mulrCA ler_wpmul2l ?w0 //.
apply: le_trans (mean_slope_sc _ _ _); rewrite mulrC ler_wpmul2l ?(link_ge0 Hsc) //.
rewrite lef_pinv ?posrE //; last by rewrite ltr_paddr.
by rewrite ler_add2l dot_diff_le // a1.
Qed.

Lemma Gw_sym th1 th2 : Gw th1 th2 = Gw th2 th1.
Proof.
rewrite /Gw /design; congr (_ + _); apply: eq_bigr => s _.
by rewrite (mean_slope_sym Hmu (dmu_cont _ _ Hdmu)).
Qed.

Theorem boundGtbyHt th1 th2 : ‖th1‖ <= S -> ‖th2‖ <= S ->
  (1 + 2%:R * L * S)^-1 *: Hw th1 ⪯ Gw th1 th2 /\ (1 + 2%:R * L * S)^-1 *: Hw th2 ⪯ Gw th1 th2.
Proof. by move=> h1 h2; split; [|rewrite Gw_sym]; exact: boundGtbyHt_left. Qed.
End Concordant.
End Matrices.

(* The sliding window: the rounds t - tau <= s < t count, with weight 1. *)
Lemma design_window d (lam : R) (a : nat -> 'cV[R]_d) (f : nat -> R) tau t :
  design lam a (fun s => (t - tau <= s)%N%:R * f s) t =
  \sum_(t - tau <= s < t) f s *: (a s *m (a s)^T) + lam%:M.
Proof.
rewrite /design; congr (_ + _).
rewrite -(big_mkord xpredT (fun s => ((t - tau <= s)%N%:R * f s) *: (a s *m (a s)^T))).
rewrite (@big_cat_nat _ _ _ (t - tau)) ?leq_subr //= big_nat big1 ?add0r => [|s /andP [_ h]].
  by rewrite !big_nat; apply: eq_bigr => s /andP [-> _]; rewrite mul1r.
by rewrite leqNgt h mul0r scale0r.
Qed.
