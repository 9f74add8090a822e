(* The sliding window in the paper's indices (l. 2604-2669): from rounds 1, 2, ... and sums over
   max(1, t - tau) <= s <= t - 1 to the rounds 0, 1, ... of window_deviation.v.  A continuation of
   paper_indices.v for Claims.v. *)
From Coq Require Import Reals.
From mathcomp Require Import all_ssreflect all_algebra zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials secant_matrices deviation.
From Glb Require Import window_deviation paper_indices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

Section Window.
Variables (d t tau : nat) (lam : R) (a theta : nat -> 'cV[R]_d) (r eps : nat -> R) (hat : 'cV[R]_d).
Variables (mu dmu : R -> R).
Local Notation w := (window_weight R_realFieldType tau t.-1).

(* A design matrix over the window *)
Lemma paper_design_window (f : nat -> R) :
  \sum_(maxn 1 (t - tau) <= s < t) f s *: (a s *m (a s)^T) + lam%:M =
  design lam (fun s => a s.+1) (fun s => w s * f s.+1) t.-1.
Proof. by rewrite rounds_window. Qed.

(* eq:G_t_SW at (theta*_t, hat_t), eq:H_t_good_sliding and S_t *)
Lemma paper_G_window :
  \sum_(maxn 1 (t - tau) <= s < t) mean_slope dmu (a s) (theta t) hat *: (a s *m (a s)^T) + lam%:M =
  G_window t.-1 tau lam (fun s => a s.+1) hat (theta t) (alpha dmu).
Proof.
rewrite paper_design_window /G_window /design; congr (_ + _); apply: eq_bigr => s _.
by rewrite mean_slopeE.
Qed.
Lemma paper_H_window :
  \sum_(maxn 1 (t - tau) <= s < t) dmu ⟨a s, theta s⟩ *: (a s *m (a s)^T) + lam%:M =
  H_window t.-1 tau lam (fun s => a s.+1) (fun s => theta s.+1) dmu.
Proof. by rewrite paper_design_window. Qed.
Lemma paper_S_window :
  \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s =
  S_window t.-1 tau (fun s => a s.+1) (fun s => eps s.+2).
Proof. by rewrite rounds_window. Qed.

(* t in T(tau) *)
Lemma paper_steady : (forall s, (maxn 1 (t - tau) <= s < t)%N -> theta s = theta t) ->
  forall s, (t.-1 - tau <= s)%N -> (s < t.-1)%N -> theta s.+1 = theta t.
Proof. by move=> st s h1 h2; apply: st; lia. Qed.

(* The windowed estimate *)
Lemma paper_window_mle : (forall s, eps s.+1 = r s.+1 - mu ⟨a s, theta s⟩) ->
  \sum_(maxn 1 (t - tau) <= s < t) (r s.+1 - mu ⟨a s, hat⟩) *: a s - lam *: hat = 0 ->
  \sum_(s < t.-1) (w s * mu ⟨a s.+1, hat⟩) *: a s.+1 + lam *: hat =
  \sum_(s < t.-1) (w s * (mu ⟨a s.+1, theta s.+1⟩ + eps s.+2)) *: a s.+1.
Proof.
move=> epsE /score_zero; rewrite !rounds_window => ->; apply: eq_bigr => s _.
by rewrite epsE addrC subrK.
Qed.
End Window.

(* The window as a condition on the rounds: the estimate and the design matrix after t rounds *)
Lemma window_sum (T : lmodType R) (f : nat -> R) (x : nat -> T) tau t :
  \sum_(s < t | (t - tau <= s)%N) f s *: x s =
  \sum_(s < t) (window_weight R_realFieldType tau t s * f s) *: x s.
Proof.
rewrite big_mkcond; apply: eq_bigr => s _; rewrite /window_weight.
by case: leqP => _ /=; rewrite ?mul1r // mulr0n mul0r scale0r.
Qed.
Lemma V_windowE d (lam : R) (a : nat -> 'cV[R]_d) tau t :
  \sum_(s < t | (t - tau <= s)%N) a s *m (a s)^T + lam%:M = V_window lam a tau t.
Proof.
rewrite /V_window /design; congr (_ + _); have := window_sum (fun=> 1) (fun s => a s *m (a s)^T) tau t.
by under eq_bigr do rewrite scale1r; move=> ->; apply: eq_bigr => s _; rewrite mulr1.
Qed.

(* The windowed estimate and the optimistic choice of SC-SW-GLUCB, as window_regret.v has them *)
Lemma window_mle d (mu : R -> R) (lam : R) (a : nat -> 'cV[R]_d) (r : nat -> R) (hat : 'cV[R]_d) tau t :
  \sum_(s < t | (t - tau <= s)%N) mu ⟨a s, hat⟩ *: a s + lam *: hat =
  \sum_(s < t | (t - tau <= s)%N) r s *: a s ->
  \sum_(s < t) (window_weight R_realFieldType tau t s * mu ⟨a s, hat⟩) *: a s + lam *: hat =
  \sum_(s < t) (window_weight R_realFieldType tau t s * r s) *: a s.
Proof. by rewrite (window_sum (fun s => mu ⟨a s, hat⟩)) window_sum. Qed.
Lemma window_opt d (lam x y u : R) (a : nat -> 'cV[R]_d) (b c : 'cV[R]_d) tau t :
  (let V := \sum_(s < t | (t - tau <= s)%N) a s *m (a s)^T + lam%:M in
   x + u * ‖b‖_[invmx V] <= y + u * ‖c‖_[invmx V]) ->
  x + u * ‖b‖_[invmx (V_window lam a tau t)] <= y + u * ‖c‖_[invmx (V_window lam a tau t)].
Proof. by rewrite V_windowE. Qed.
