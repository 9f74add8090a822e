(* K arms, any law of bounded rewards: E[N_T(i)], the plays of one arm while it is not best, with its smallest
   gap: the bound of Garivier and Moulines (eq:garivier_utile, l. 3426-3437).

   Rounds are counted from 0, so that round t comes after t rounds. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation regret rates any_law.
From Glb Require Import arms arms_deviation arms_regret arms_rates arms_any_law arms_any_regret.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Plays.
Variables (K : nat) (E : Type) (e0 : E) (B : R) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K).
Variables (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K).
Variables (xi eta : R) (T tau Gamma : nat) (i : 'I_K) (D : R).
Hypotheses (B0 : 0 < B) (env : arm_laws B mu Ec reward).
Hypotheses (eta0 : 0 < eta) (xi_eta : xi_for xi eta).
Hypothesis changes : (breaks mu T <= Gamma)%N.
Hypothesis policy : SW_UCB e0 reward act tau B xi.
(* D is at most every positive gap of arm i *)
Hypothesis D0 : 0 < D.
Hypothesis smallest : forall t, (t < T)%N -> 0 < gap mu istar t i -> D <= gap mu istar t i.
Local Notation played := (fun h => Ec h (act h)).
Let U h : upper_law (Ec h (act h)) := laws_upper env h (act h).
Let xi0 : 0 <= xi := proj1 (xi_forP eta0 xi_eta).

(* N_T(i): plays of arm i while it is not best. *)
Definition plays_not_best h : nat := \sum_(t < T) ((act (take t h) == i) && (0 < gap mu istar t i)%ring).

Lemma plays_not_best_le h : (plays_not_best h <= T)%N.
Proof.
rewrite -[X in (_ <= X)%N]card_ord -sum1_card; apply: leq_sum => t _.
by case: (_ && _).
Qed.
Lemma plays_not_best_bdd : bdd (fun h => (plays_not_best h)%:R).
Proof. by move=> k; exists T%:R => h _; rewrite ger0_norm ?ler0n // ler_nat plays_not_best_le. Qed.

(* A larger gap needs fewer plays. *)
Lemma enough_le x y : (0 < tau)%N -> 0 < x -> x <= y -> enough tau B xi y <= enough tau B xi x.
Proof.
move=> tau0 x0 xy; have y0 := lt_le_trans x0 xy.
have l0 := ln_tau_ge0 tau0; rewrite /enough ler_wpmul2l //; first by rewrite !mulr_ge0 ?ler0n ?(ltW B0).
by rewrite lef_pinv ?posrE ?exprn_gt0 // ler_expn2r // nnegrE ltW.
Qed.

(* Along one path: rounds near a change, rare plays and wrong means. *)
Lemma plays_path n h : (0 < tau)%N -> size h = T -> (T <= n * tau)%N ->
  (plays_not_best h)%:R <= (Gamma * tau)%:R + n%:R * (enough tau B xi D + 1)
    + \sum_(t < T) (wrong_means e0 B mu reward act xi tau t i (istar t) h)%:R.
Proof.
move=> tau0 hT Tn; have A1 : 0 <= enough tau B xi D + 1 by rewrite addr_ge0 ?ler01 // enough_ge0 // ltW.
pose p s := arm_at act h s == i.
apply: (@le_trans _ _ (\sum_(t < T) (~~ stationary mu tau t)%:R + \sum_(t < T) (p t &&
  ((window_count tau p t)%:R <= enough tau B xi D + 1))%:R
  + \sum_(t < T) (wrong_means e0 B mu reward act xi tau t i (istar t) h)%:R)); last first.
  rewrite ler_add2r; apply: ler_add; last exact: rare_plays.
  by rewrite -natr_sum ler_nat (leq_trans (bad_rounds mu T tau)) // leq_mul2r changes orbT.
rewrite /plays_not_best natr_sum -!big_split /=; apply: ler_sum => t _.
case: (boolP (stationary mu tau t)) => st; last first.
  rewrite -addrA; apply: ler_paddr; first by rewrite addr_ge0 ?ler0n.
  by case: (_ && _); rewrite ?ler01.
rewrite add0r; case: (boolP (_ && (0 < _))) => [/andP [/eqP it g0]|_]; last by rewrite addr_ge0 ?ler0n.
have tT := ltn_ord t; have it' : arm_at act h t = i := it.
rewrite /wrong_means st /p it' eqxx /=; case: (boolP (over _ _ _ _ _ _ _ _ || _)) => [_|].
  by rewrite ler_addr ler0n.
rewrite negb_or -{1}it' => /andP [o1 o2]; rewrite addr0.
have := three_events tau0 (ltW B0) xi0 (policy_path policy hT tT) _ o1 o2.
rewrite it' => /(_ g0) h1; suff -> : (window_count tau (fun s => arm_at act h s == i) t)%:R <=
  enough tau B xi D + 1 by [].
apply: (@le_trans _ _ (plays tau (arm_at act h) t i).+1%:R); first by rewrite ler_nat; exact: window_count_le.
rewrite mulrSr ler_add2r; apply: (le_trans h1); apply: enough_le => //.
exact: smallest.
Qed.

(* E[N_T(i)] with the number of blocks and the chances. *)
Lemma plays_mean n : (0 < tau)%N -> (T <= n * tau)%N ->
  Mean played T (fun h => (plays_not_best h)%:R) [::] <= (Gamma * tau)%:R + n%:R * (enough tau B xi D + 1)
    + 2%:R * level eta tau * (T%:R / tau%:R + 1 + ln tau%:R).
Proof.
move=> tau0 Tn; set c := _ + n%:R * _.
pose W t h := (wrong_means e0 B mu reward act xi tau t i (istar t) h)%:R : R.
have bW (t : 'I_T) : bdd (W t) by exact: bdd_event.
apply: (@le_trans _ _ (Mean played T (fun h => c + 1 * \sum_(t < T) W t h) [::])).
  apply: (Mean_le U) => [||h]; first exact: plays_not_best_bdd.
    by apply: bdd_add; [move=> k; exists `|c| |apply: bdd_scal; exact: bdd_sum].
  by rewrite add0n mul1r => hT; exact: plays_path.
apply: (le_trans (Mean_affine act env T _ c ler01 bW)); rewrite mul1r ler_add2l.
exact: (chances_sum e0 istar act T B0 env eta0 xi_eta i tau0).
Qed.
End Plays.

(* The constant C(tau) log(tau) = 8 B^2 xi log(tau) + B^2 (2 + 2 (log(tau)/log(1+eta) + 1)(2 + log(tau))). *)
Lemma plays_constant (T tau n : nat) (B xi eta D : R) : (0 < tau <= T)%N -> 0 < B -> 0 <= xi -> 0 < eta ->
  0 < D -> D <= B -> n%:R < T%:R / tau%:R + 1 :> R ->
  n%:R * (enough tau B xi D + 1) + 2%:R * level eta tau * (T%:R / tau%:R + 1 + ln tau%:R) <=
  (8%:R * B ^+ 2 * xi * ln tau%:R + B ^+ 2 * (2%:R + 2%:R * level eta tau * (2%:R + ln tau%:R))) / D ^+ 2
    * (T%:R / tau%:R).
Proof.
move=> /andP [tau0 tT] B0 xi0 eta0 D0 DB /ltW nx; have l0 := ln_tau_ge0 tau0.
have v1 := level_ge1 eta0 tau; have v0 : 0 <= level eta tau := le_trans ler01 v1.
have q1 : 1 <= T%:R / tau%:R :> R by rewrite ler_pdivl_mulr ?ltr0n // mul1r ler_nat.
have r1 : 1 <= B ^+ 2 / D ^+ 2.
  by rewrite ler_pdivl_mulr ?exprn_gt0 // mul1r ler_expn2r // nnegrE ltW.
have A0 : 0 <= enough tau B xi D by apply: enough_ge0 => //; exact: ltW.
move: nx q1 r1 A0; rewrite /enough; set q := T%:R / tau%:R; set l := ln _; set v := level _ _ => nx q1 r1 A0.
have q0 : 0 <= q := le_trans ler01 q1; have n2 : n%:R <= 2%:R * q.
  by apply: (le_trans nx); rewrite mulr_natl mulr2n ler_add2l.
have s0 : 0 <= 2%:R + 2%:R * v * (2%:R + l).
  have v2 : 0 <= 2%:R * v by rewrite mulr_ge0 ?ler0n.
  have l2 : 0 <= 2%:R + l by rewrite addr_ge0 ?ler0n.
  by rewrite addr_ge0 ?ler0n // mulr_ge0.
apply: (@le_trans _ _ (8%:R * B ^+ 2 * xi * l / D ^+ 2 * q + (2%:R + 2%:R * v * (2%:R + l)) * q)); last first.
  rewrite [X in _ <= X * _]mulrDl [X in _ <= X]mulrDl ler_add2l ler_wpmul2r // [X in _ <= X]mulrAC.
  by rewrite ler_pemull.
apply: (@le_trans _ _ (2%:R * q * (4%:R * B ^+ 2 * xi * l / D ^+ 2 + 1) + 2%:R * v * ((2%:R + l) * q))).
  apply: ler_add; first by rewrite ler_wpmul2r // addr_ge0 ?ler01.
  rewrite ler_wpmul2l ?mulr_ge0 ?ler0n // mulrDl mulr_natl mulr2n; apply: ler_add; first by rewrite ler_add2l.
  by rewrite ler_pemulr.
by same; move: (D ^+ 2)^-1 => d; ring.
Qed.
