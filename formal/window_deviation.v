(* The sliding window: the deviation of the estimate (l. 2604-2834).

   The window of length tau is the weight 1 for the last tau rounds and 0 before. On T(tau) the rounds of the
   window had the parameter of round t, so the old rounds leave no bias, W = 0, and Sbar of deviation.v is S.
   The squares of the weights are the weights, so Gtilde = G_t and Htilde = H_t.

   qlzkdlqkzdl (l. 2712), prop:self_concord_SW (l. 2758) and its second half (l. 2770), which is true on
   T(tau) (printed: for all t <= T). All on a single path, without probability.

   Rounds are counted from 0; t rounds have been played. *)
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From Glb Require Import matrices setting potentials deviation.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Weights.
Variable F : rcfType.
Variables (tau t : nat).
Local Notation w := (window_weight F tau t).

Lemma window_range s : 0 <= w s <= 1.
Proof. by rewrite /window_weight; case: (_ <= _)%N; rewrite ?lexx ?ler01. Qed.

(* The rounds of the window are the recent ones. *)
Lemma window_cut (x : F) s : (if recent t tau s then w s * x else 0) = w s * x.
Proof. by rewrite /recent /window_weight; case: leqP => //= _; rewrite mulr0n mul0r. Qed.

(* Squares of 0 and 1 *)
Lemma window_sqr s : w s ^+ 2 = w s.
Proof. by rewrite /window_weight; case: (_ <= _)%N; rewrite ?expr1n ?expr0n. Qed.

(* Old rounds have no weight. *)
Lemma window_old : \sum_(s < t) (if recent t tau s then 0 else w s) <= 0 :> F.
Proof. by rewrite big1 // => s _; rewrite /recent /window_weight; case: leqP. Qed.

(* At most min(t, tau) rounds lie in the window before round t of the paper, the round after t - 1 rounds;
   they are min(t - 1, tau) (Q42). *)
Lemma window_recent :
  \sum_(s < t) (if recent t tau s then w s else 0) ^+ 2 <= (minn t.+1 tau)%:R :> F.
Proof.
rewrite (eq_bigr (fun s : 'I_t => w s * (fun=> 1) (t.-1 - s)%N)) => [|s _]; last first.
  by have := window_cut 1 s; rewrite mulr1 => ->; rewrite window_sqr.
by rewrite (sum_window (fun=> 1)) sumr_const card_ord ler_nat; lia.
Qed.
End Weights.

(* No bias is left. *)
Lemma Sbar_window (F : rcfType) (lam S k_mu m : F) : Sbar_of lam S k_mu m 0 = S.
Proof. by rewrite /Sbar_of /bias !mul0r addr0. Qed.

Section OneRound.
Variable F : rcfType.
Variables (d t tau : nat) (lam k_mu S : F).
Variables (a theta : nat -> 'cV[F]_d) (eps : nat -> F) (hat star : 'cV[F]_d).
Variables (mu dmu : F -> F) (alpha : F -> F -> F).
Local Notation w := (window_weight F tau t).
Hypothesis lam0 : 0 < lam.
Hypothesis slopes : mean_slopes mu dmu alpha k_mu.
Hypothesis a1 : forall s, nrm2 (a s) <= 1.
Hypothesis star1 : nrm2 star <= S.
(* t belongs to T(tau) *)
Hypothesis steady : forall s, (t - tau <= s)%N -> (s < t)%N -> theta s = star.
(* hat solves the equation of the windowed estimate (l. 2662) *)
Hypothesis mle : \sum_(s < t) (w s * mu (dot (a s) hat)) *: a s + lam *: hat =
  \sum_(s < t) (w s * (mu (dot (a s) (theta s)) + eps s)) *: a s.

(* G_t(theta*_t, hat_t), H_t and S_t of l. 2610-2640 *)
Definition G_window := design lam a (fun s => w s * alpha (dot (a s) star) (dot (a s) hat)) t.
Definition H_window := design lam a (fun s => w s * dmu (dot (a s) (theta s))) t.
Definition S_window := \sum_(s < t) (w s * eps s) *: a s.
Local Notation m := (\sum_(s < t) `|eps s|).

(* The round as deviation.v has it: parameters outside the window do not matter, and any bound on the noise
   will do. *)
Lemma window_round : round_data t tau w 0 lam S m mu a (fun=> star) eps hat star.
Proof.
split=> // [s||s st|].
- exact: window_range.
- exact: window_old.
- by rewrite (bigD1 (Ordinal st)) //= ler_addl sumr_ge0.
rewrite mle; apply: eq_bigr => s _; congr (_ *: _); rewrite /window_weight.
by case: leqP => h /=; rewrite ?mulr0n ?mul0r // steady.
Qed.

Let S0 : 0 <= S. Proof. exact: le_trans (nrm2_ge0 _) star1. Qed.
Let m0 : 0 <= m. Proof. by apply: sumr_ge0 => s _; exact: normr_ge0. Qed.

Lemma S_windowE : recent_noise a w tau t eps = S_window.
Proof. by apply: eq_bigr => s _; rewrite window_cut. Qed.
Lemma G_windowE : Gtilde lam a w tau t alpha star hat = G_window.
Proof.
rewrite /Gtilde /G_window /design; congr (_ + _); apply: eq_bigr => s _.
by rewrite window_sqr window_cut.
Qed.
Lemma H_windowE : Htilde lam a w tau t dmu (fun=> star) = H_window.
Proof.
rewrite /Htilde /H_window /design; congr (_ + _); apply: eq_bigr => s _; rewrite window_sqr window_cut.
congr (_ *: _); rewrite /window_weight.
by case: leqP => h /=; rewrite ?mulr0n ?mul0r // steady.
Qed.
Lemma inflation_window : inflation t tau lam k_mu S m 0 w a eps hat star alpha =
  1 + S + nrm (invmx G_window) S_window / Num.sqrt lam.
Proof. by rewrite /inflation Sbar_window G_windowE S_windowE. Qed.

(* qlzkdlqkzdl (l. 2712) *)
Theorem alpha_window b : nrm2 b <= 1 ->
  dmu (dot b star) / (1 + S + nrm (invmx G_window) S_window / Num.sqrt lam)
    <= alpha (dot b star) (dot b hat).
Proof. by move=> b1; rewrite -inflation_window; exact: (alpha_discount lam0 S0 m0 slopes window_round). Qed.

(* prop:self_concord_SW (l. 2758) *)
Theorem H_le_G_window :
  loewner ((1 + S + nrm (invmx G_window) S_window / Num.sqrt lam)^-1 *: H_window) G_window.
Proof.
rewrite -inflation_window -H_windowE -G_windowE.
exact: (Htilde_le_Gtilde lam0 S0 m0 slopes window_round).
Qed.

(* The second half (l. 2770), on T(tau) *)
Theorem deviation_window : nrm (invmx G_window) S_window <=
  Num.sqrt (1 + S) * nrm (invmx H_window) S_window
  + nrm (invmx H_window) S_window ^+ 2 / Num.sqrt lam.
Proof.
have := deviation lam0 S0 m0 slopes window_round (lexx _).
by rewrite /deviation_bound Sbar_window G_windowE H_windowE S_windowE.
Qed.
End OneRound.
