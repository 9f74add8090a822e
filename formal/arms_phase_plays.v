(* K arms, any law of bounded rewards: plays and regret by phases (l. 3587-3633).

   1. The sums of the proof over phases: blocks of rounds and chances (l. 3590-3620).
   2. E[N_i^phi], and the regret from it (l. 3587-3609, 3621-3633).

   Rounds are 1, 2, ... and phases as in arms_phases.v: the arm of round t is act (take t.-1 h),
   and the mean of arm i in that round is mu t i. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation regret rates any_law.
From Glb Require Import arms arms_deviation arms_regret arms_rates arms_any_law arms_any_regret arms_phases.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* 1. Sums over phases *)

Section Sums.
Variables (K : nat) (mu : nat -> {ffun 'I_K -> R}) (b : nat -> nat) (T Gamma tau : nat).
Hypotheses (ph : phases mu b T Gamma) (tau0 : (0 < tau)%N).

(* One block fewer in each phase: at most T/tau in all. *)
Lemma fewer_blocks (n : nat -> nat) :
  (forall phi, (phi <= Gamma)%N -> is_ceil ((b phi.+1 - b phi)%:R / tau%:R)%ring (n phi)) ->
  \sum_(phi < Gamma.+1) (n phi).-1%:R <= T%:R / tau%:R :> R.
Proof.
move=> nc; rewrite -{1}(sum_lengths ph) natr_sum mulr_suml; apply: ler_sum => phi _.
by apply: ceil_fewer => //; apply: nc; rewrite -ltnS.
Qed.

(* The rounds of the phases without their first tau ones, counted with a weight v >= 0. *)
Lemma late_rounds (v : R) : 0 <= v ->
  \sum_(phi < Gamma.+1) \sum_(b phi + tau <= t < b phi.+1) v <= \sum_(tau <= t < T.+1) v.
Proof.
move=> v0; rewrite sumr_const_nat.
rewrite (eq_bigr (fun phi : 'I_Gamma.+1 => v *+ (b phi.+1 - b phi - tau))) => [|phi _]; last first.
  by rewrite sumr_const_nat subnDA.
rewrite sumrMnr ler_wpmuln2l // (@leq_trans (T - tau)) ?leq_sub2r // -(sum_lengths ph).
elim: Gamma.+1 => [|n IH]; first by rewrite !big_ord0.
by rewrite !big_ord_recr /=; move: IH; move: (\sum_(k < n) _)%N (\sum_(k < n) _)%N (b n.+1 - b n)%N; lia.
Qed.
End Sums.

(* The gaps above D, with their blocks and chances P (l. 3590-3612): at most K times the worst arm. *)
Section Blocks.
Variables (K : nat) (mu : nat -> {ffun 'I_K -> R}) (b : nat -> nat) (T Gamma tau : nat).
Variables (g : nat -> 'I_K -> R) (B xi D : R) (n : nat -> nat) (P : nat -> R).
Hypotheses (ph : phases mu b T Gamma) (tau0 : (0 < tau)%N) (B0 : 0 < B) (xi0 : 0 <= xi) (D0 : 0 < D).
Hypotheses (gB : forall phi i, (phi <= Gamma)%N -> 0 <= g phi i <= B) (P0 : forall phi, 0 <= P phi).
Hypothesis nc : forall phi, (phi <= Gamma)%N -> is_ceil ((b phi.+1 - b phi)%:R / tau%:R)%ring (n phi).
Local Notation A := (enough tau B xi).
Local Notation c := (4%:R * B ^+ 2 * xi * ln tau%:R).

Lemma phase_cost phi i : (phi <= Gamma)%N -> D < g phi i ->
  g phi i * (tau%:R + (n phi).-1%:R * (A (g phi i) + 1) + 2%:R * P phi) <=
  B * tau%:R + (n phi).-1%:R * (c / D + B) + 2%:R * B * P phi.
Proof.
move=> hp Dg; have /andP [g0 gb] := gB i hp; have gp : 0 < g phi i := lt_trans D0 Dg.
have c0 : 0 <= c by rewrite !mulr_ge0 ?ler0n ?(ltW B0) ?(ln_tau_ge0 tau0).
have -> : g phi i * (tau%:R + (n phi).-1%:R * (A (g phi i) + 1) + 2%:R * P phi) =
  g phi i * tau%:R + (n phi).-1%:R * (g phi i * A (g phi i) + g phi i) + 2%:R * g phi i * P phi.
  by move: (g phi i) (A _) (n phi).-1%:R (P phi) => x y z w; ring.
have e : g phi i * A (g phi i) = c / g phi i.
  by rewrite /enough; move: (lt0r_neq0 gp) (ln _) => n0 l; field.
apply: ler_add; [apply: ler_add|].
- by rewrite ler_wpmul2r ?ler0n.
- rewrite ler_wpmul2l ?ler0n //; apply: ler_add => //; rewrite e ler_wpmul2l // lef_pinv ?posrE //.
  exact: ltW.
by rewrite ler_wpmul2r // ler_wpmul2l ?ler0n.
Qed.

Lemma all_phases_cost :
  \sum_(i < K) \sum_(phi < Gamma.+1 | D < g phi i)
    g phi i * (tau%:R + (n phi).-1%:R * (A (g phi i) + 1) + 2%:R * P phi) <=
  c * K%:R / D * (T%:R / tau%:R) + B * K%:R * (T%:R / tau%:R) + tau%:R * K%:R * Gamma.+1%:R * B
    + 2%:R * K%:R * B * \sum_(phi < Gamma.+1) P phi.
Proof.
have c0 : 0 <= c by rewrite !mulr_ge0 ?ler0n ?(ltW B0) ?(ln_tau_ge0 tau0).
have q0 : 0 <= c / D + B by rewrite addr_ge0 ?divr_ge0 // ltW.
have -> : c * K%:R / D * (T%:R / tau%:R) + B * K%:R * (T%:R / tau%:R) + tau%:R * K%:R * Gamma.+1%:R * B
    + 2%:R * K%:R * B * (\sum_(phi < Gamma.+1) P phi) =
  K%:R * (B * tau%:R * Gamma.+1%:R + (T%:R / tau%:R) * (c / D + B) + 2%:R * B * \sum_(phi < Gamma.+1) P phi).
  move: (\sum_(phi < _) _) c (T%:R / _) D^-1 => s x y z; move: K%:R Gamma.+1%:R tau%:R => k u v.
  by ring.
rewrite mulr_natl -[K in X in _ <= X]card_ord -sumr_const; apply: ler_sum => i _.
apply: (@le_trans _ _ (\sum_(phi < Gamma.+1) (B * tau%:R + (n phi).-1%:R * (c / D + B) + 2%:R * B * P phi))).
  rewrite big_mkcond; apply: ler_sum => phi _; case: ifP => [|_]; first by apply: phase_cost; rewrite -ltnS.
  by rewrite !addr_ge0 ?mulr_ge0 ?ler0n ?(ltW B0).
rewrite !big_split /= sumr_const card_ord -[_ *+ _]mulr_natr -mulr_suml -mulr_sumr.
by rewrite ler_add2r ler_add2l ler_wpmul2r // (fewer_blocks ph).
Qed.
End Blocks.

(* For a law the mean of a sum over arms and phases is the sum of the means. *)
Lemma Mean_linear (E : Type) (Ec : seq E -> (E -> R) -> R) (K T G : nat) (g : nat -> 'I_K -> R)
  (N : nat -> 'I_K -> seq E -> nat) : (forall h, law (Ec h)) ->
  (forall phi i, bdd (fun h => (N phi i h)%:R)) ->
  Mean Ec T (fun h => \sum_i \sum_(phi < G) g phi i * (N phi i h)%:R) [::] =
  \sum_i \sum_(phi < G) g phi i * Mean Ec T (fun h => (N phi i h)%:R) [::].
Proof.
move=> EcP bN; have U h := law_upper (EcP h).
have sum J (r : seq J) (X : J -> seq E -> R) : (forall x, bdd (X x)) ->
  Mean Ec T (fun h => \sum_(x <- r) X x h) [::] = \sum_(x <- r) Mean Ec T (X x) [::].
  move=> bX; elim: r => [|x r IH].
    rewrite big_nil -[RHS](Mean_const U T 0%ring [::]); congr (Mean _ _ _ _).
    by apply: functional_extensionality => h; rewrite big_nil.
  rewrite big_cons -IH -(Mean_addE EcP) //; last exact: bdd_sum.
  by congr (Mean _ _ _ _); apply: functional_extensionality => h; rewrite big_cons.
have bg i phi : bdd (fun h => g phi i * (N phi i h)%:R) by exact: bdd_scal.
rewrite sum => [|i]; last by apply: bdd_sum => phi.
apply: eq_bigr => i _; rewrite sum => [|phi] //.
by apply: eq_bigr => phi _; rewrite (Mean_scalE EcP).
Qed.

(* 2. Plays and regret by phases *)

Section Phase.
Variables (K : nat) (E : Type) (e0 : E) (B : R) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K).
Variables (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K).
Variables (xi eta : R) (b : nat -> nat) (T Gamma tau : nat).
Local Notation mu' := (fun t => mu t.+1).
Hypotheses (B0 : 0 < B) (env : arm_laws B mu' Ec reward) (tau0 : (0 < tau)%N).
Hypotheses (eta0 : 0 < eta) (xi_eta : xi_for xi eta).
Hypotheses (ph : phases mu b T Gamma) (best : best_arms mu istar).
Hypothesis policy : SW_UCB e0 reward act tau B xi.
Local Notation played := (fun h => Ec h (act h)).
Local Notation I h := (fun t => act (take t.-1 h)).
Local Notation g := (phase_gap mu istar b).
Local Notation A := (enough tau B xi).
Let U h : upper_law (Ec h (act h)) := laws_upper env h (act h).
Let xi0 : 0 <= xi := proj1 (xi_forP eta0 xi_eta).

(* The window of a round of the phase, from the (tau+1)-th on, lies in the phase. *)
Lemma late_stationary phi t : (phi <= Gamma)%N -> (b phi + tau <= t < b phi.+1)%N -> stationary mu' tau t.-1.
Proof.
move=> hp /andP [h1 h2]; case: (ph) => _ _ _ same; have p1 := phase_start ph hp.
apply/forallP => s; apply/implyP => hs; apply/eqP; have st := ltn_ord s.
rewrite (same phi s.+1) // ?(same phi t.-1.+1) //; first by apply/andP; split; lia.
by apply/andP; split; lia.
Qed.

(* N_t(tau, i) along a history. *)
Lemma plays_to_at h t i : (0 < t)%N ->
  plays_to (I h) tau t i = window_count tau (fun s => arm_at act h s == i) t.-1.
Proof.
case: t => // t _; rewrite /plays_to /window_count /arm_at; case: (leqP t.+1 tau) => h1.
  have -> : maxn 1 (t.+2 - tau) = 1%N by lia.
  have -> : (t.+1 - tau = 0)%N by lia.
  by rewrite big_add1.
have -> : maxn 1 (t.+2 - tau) = (t.+1 - tau).+1 by lia.
by rewrite big_add1.
Qed.

(* A wrong play: the arm is rare in the window, or a mean is off. *)
Lemma late_play phi t i h : size h = T -> (phi <= Gamma)%N -> (b phi + tau <= t < b phi.+1)%N ->
  0 < g phi i -> wrong_play (I h) istar t i ->
  ((plays_to (I h) tau t i)%:R <= A (g phi i) + 1) ||
    wrong_means e0 B mu' reward act xi tau t.-1 i (istar t) h.
Proof.
move=> hT hp ht g0; have /andP [h1 h2] := ht; have p1 := phase_start ph hp.
case: t ht h1 h2 => [|t] ht h1 h2 /andP [/eqP it _]; first by lia.
have tT : (t < T)%N by have := phase_end ph hp; lia.
have ht' : (b phi <= t.+1 < b phi.+1)%N by rewrite h2 andbT; lia.
have e : gap mu' (fun s => istar s.+1) t i = g phi i by rewrite -(gap_in_phase ph i best hp ht').
have follow := policy_path policy hT tT.
rewrite /wrong_means (late_stationary hp ht) /=.
case: (boolP (over _ _ _ _ _ _ _ _ || _)) => [_|]; first by rewrite orbT.
rewrite orbF plays_to_at //= negb_or => /andP [o1 o2].
have it' : arm_at act h t = i := it; rewrite -{1}it' in o1.
have := three_events (istar := fun s => istar s.+1) tau0 (ltW B0) xi0 follow _ o1 o2.
rewrite it' e => /(_ g0) h'; apply: (@le_trans _ _ (plays tau (arm_at act h) t i).+1%:R).
  by rewrite ler_nat; exact: window_count_le.
by rewrite mulrSr ler_add2r.
Qed.

(* Plays of arm i in a phase, along one path. *)
Lemma phase_path phi i n h : size h = T -> (phi <= Gamma)%N -> 0 < g phi i ->
  is_ceil ((b phi.+1 - b phi)%:R / tau%:R)%ring n ->
  (phase_plays istar b (I h) phi i)%:R <= tau%:R + n.-1%:R * (A (g phi i) + 1)
    + \sum_(b phi + tau <= t < b phi.+1) (wrong_means e0 B mu' reward act xi tau t.-1 i (istar t) h)%:R.
Proof.
move=> hT hp g0 nc; have p1 := phase_start ph hp; have cover := ceil_cover tau0 nc.
have A1 : 0 <= A (g phi i) + 1 by rewrite addr_ge0 ?ler01 // enough_ge0 // ltW.
apply: (@le_trans _ _ (tau + \sum_(b phi + tau <= t < b phi.+1) wrong_play (I h) istar t i)%:R).
  by rewrite ler_nat; exact: first_terms.
rewrite natrD natr_sum -addrA ler_add2l.
apply: (@le_trans _ _ (\sum_(b phi + tau <= t < b phi.+1) ((I h t == i) && ((plays_to (I h) tau t i)%:R <=
  A (g phi i) + 1))%:R + \sum_(b phi + tau <= t < b phi.+1)
    (wrong_means e0 B mu' reward act xi tau t.-1 i (istar t) h)%:R)).
  rewrite -big_split /= !big_nat; apply: ler_sum => t ht.
  case: (boolP (wrong_play _ _ _ _)) => [wp|_]; last by rewrite addr_ge0 ?ler0n.
  have /andP [-> _] := wp; case/orP: (late_play hT hp ht g0 wp) => ->; first by rewrite ler_addl ler0n.
  by rewrite ler_addr ler0n.
rewrite ler_add2r; case: (leqP (b phi + tau) (b phi.+1)) => h1; last first.
  by rewrite big_geq 1?ltnW // mulr_ge0 ?ler0n.
have -> : b phi.+1 = (b phi + tau + (b phi.+1 - b phi - tau))%N by lia.
apply: rare_interval => //; first by lia.
by case: (n) cover => [|k]; rewrite ?mulSn /=; lia.
Qed.

Lemma phase_plays_bdd phi i : bdd (fun h => (phase_plays istar b (I h) phi i)%:R).
Proof.
move=> k; exists (b phi.+1 - b phi)%:R => h _; rewrite ger0_norm ?ler0n // ler_nat.
by rewrite -[X in (_ <= X)%N]muln1 -sum_nat_const_nat; apply: leq_sum => t _; case: (wrong_play _ _ _ _).
Qed.

(* E[N_i^phi] (l. 3587-3589) *)
Theorem phase_mean phi i n : (phi <= Gamma)%N -> 0 < g phi i ->
  is_ceil ((b phi.+1 - b phi)%:R / tau%:R)%ring n ->
  Mean played T (fun h => (phase_plays istar b (I h) phi i)%:R) [::] <=
    tau%:R + n.-1%:R * (A (g phi i) + 1)
    + 2%:R * \sum_(b phi + tau <= t < b phi.+1) tau%:R^-1 * level eta tau.
Proof.
move=> hp g0 nc; set c := tau%:R + _; have p1 := phase_start ph hp.
pose W t h := (wrong_means e0 B mu' reward act xi tau t.-1 i (istar t) h)%:R : R.
have bW t : bdd (W t) by exact: bdd_event.
apply: (@le_trans _ _ (Mean played T (fun h => c + 1 * \sum_(b phi + tau <= t < b phi.+1) W t h) [::])).
  apply: (Mean_le U) => [||h]; first exact: phase_plays_bdd.
    by apply: bdd_add; [move=> k; exists `|c| |apply: bdd_scal; exact: bdd_sum].
  by rewrite add0n mul1r => hT; exact: phase_path.
apply: (le_trans (Mean_affine act env T _ c ler01 bW)); rewrite mul1r ler_add2l mulr_sumr !big_nat.
apply: ler_sum => t /andP [h1 h2]; have tT : (t.-1 <= T)%N by have := phase_end ph hp; lia.
apply: (le_trans (wrong_means_chance e0 act B0 env tau0 eta0 xi_eta i (istar t) tT)).
have -> : minn t.-1 tau = tau by apply/minn_idPr; lia.
by rewrite [level _ _ / _]mulrC.
Qed.

(* What a path loses; its mean is E[R_T]. *)
Definition page_loss h := \sum_(1 <= t < T.+1) (mu t (istar t) - mu t (I h t)).

Lemma phase_gap_range phi i : (phi <= Gamma)%N -> 0 <= g phi i <= B.
Proof.
move=> hp; have p1 := phase_start ph hp; rewrite phase_gap_ge0 //= ler_subl_addr.
have r j : 0 <= mu (b phi) j <= B by rewrite -(prednK p1); exact: (laws_mean_range e0 env).
by have /andP [_ h1] := r (istar (b phi)); have /andP [h2 _] := r i; rewrite (le_trans h1) // ler_addl.
Qed.
Lemma page_loss_bdd : bdd page_loss.
Proof.
apply: bdd_sum => t; case: t => [|t] k; last first.
  have r j : 0 <= mu t.+1 j <= B by exact: (laws_mean_range e0 env t j).
  exists B => h _; have /andP [_ h1] := r (istar t.+1); have /andP [h2 _] := r (I h t.+1).
  by rewrite ger0_norm ?subr_ge0 // ler_subl_addr (le_trans h1) // ler_addl.
exists (\sum_j `|mu 0%N (istar 0%N) - mu 0%N j|) => h _; rewrite (bigD1 (I h 0%N)) //= ler_addl.
by apply: sumr_ge0.
Qed.

(* E[R_T] for every level D (l. 3590-3612, 3621-3626) *)
Theorem regret_by_phases D : 0 < D -> Mean played T page_loss [::] <=
  4%:R * B ^+ 2 * xi * ln tau%:R * K%:R / D * (T%:R / tau%:R) + tau%:R * K%:R * Gamma.+1%:R * B
  + K%:R * B * (2%:R * (ln tau%:R / ln (1 + eta)) + 3%:R) * (T%:R / tau%:R) + D * T%:R.
Proof.
move=> D0; have tp : 0 < tau%:R :> R by rewrite ltr0n.
have v0 : 0 <= level eta tau by apply: le_trans (level_ge1 eta0 tau); rewrite ler01.
pose P phi : R := \sum_(b phi + tau <= t < b phi.+1) tau%:R^-1 * level eta tau.
have P0 phi : 0 <= P phi by apply: sumr_ge0 => t _; rewrite mulr_ge0 // invr_ge0 ltW.
have ex phi : exists n, is_ceil ((b phi.+1 - b phi)%:R / tau%:R)%ring n.
  by apply: ceil_exists; rewrite divr_ge0 ?ler0n.
have [n nc] : exists n : nat -> nat, forall phi, is_ceil ((b phi.+1 - b phi)%:R / tau%:R)%ring (n phi).
  by exists (fun phi => xchoose (ex phi)) => phi; exact: (xchooseP (ex phi)).
pose W i h := \sum_(phi < Gamma.+1 | D < g phi i) g phi i * (phase_plays istar b (I h) phi i)%:R.
have bW i : bdd (W i).
  move=> k; rewrite /W; have : bdd (fun h => \sum_(phi < Gamma.+1)
    (if D < g phi i then g phi i else 0) * (phase_plays istar b (I h) phi i)%:R).
    by apply: bdd_sum => phi; apply: bdd_scal; exact: phase_plays_bdd.
  move=> /(_ k) [C hC]; exists C => h hk; apply: le_trans (hC h hk); rewrite big_mkcond /=.
  by same; congr (`|_|); apply: eq_bigr => phi _; case: ifP; rewrite ?mul0r.
apply: (@le_trans _ _ (Mean played T (fun h => D * T%:R + 1 * \sum_(i < K) W i h) [::])).
  apply: (Mean_le U) => [||h _]; first exact: page_loss_bdd.
    by apply: bdd_add; [move=> k; exists `|D * T%:R| |apply: bdd_scal; exact: bdd_sum].
  by rewrite mul1r addrC; exact: (loss_split ph best _ (ltW D0)).
apply: (le_trans (Mean_affine act env T _ (D * T%:R) ler01 bW)); rewrite mul1r addrC ler_add2r.
have := all_phases_cost (g := g) ph tau0 B0 xi0 D0 phase_gap_range P0 (fun phi _ => nc phi).
set c := 4%:R * B ^+ 2 * xi * ln tau%:R => cost.
apply: (@le_trans _ _ (c * K%:R / D * (T%:R / tau%:R) + B * K%:R * (T%:R / tau%:R)
  + tau%:R * K%:R * Gamma.+1%:R * B + 2%:R * K%:R * B * \sum_(phi < Gamma.+1) P phi)); last first.
  have late : \sum_(phi < Gamma.+1) P phi <= T%:R / tau%:R * level eta tau.
    have w0 : 0 <= tau%:R^-1 * level eta tau by rewrite mulr_ge0 // invr_ge0 ltW.
    apply: (le_trans (late_rounds ph tau0 w0)); rewrite sumr_const_nat -[X in X <= _]mulr_natl -mulrA.
    by rewrite ler_wpmul2r // ler_nat; lia.
  have := ler_wpmul2l (_ : 0 <= 2%:R * K%:R * B) late; rewrite !mulr_ge0 ?ler0n ?(ltW B0) // => /(_ isT) h.
  apply: (le_trans (ler_add (lexx _) h)); same; rewrite /level.
  by move: (ln _ / _) (T%:R / _) => y z; move: (c * K%:R / D * z) => u; ring.
apply: le_trans cost; apply: ler_sum => i _.
apply: (@le_trans _ _ (\sum_(phi < Gamma.+1 | D < g phi i)
  Mean played T (fun h => g phi i * (phase_plays istar b (I h) phi i)%:R) [::])).
  pose r := filter (fun phi : 'I_Gamma.+1 => D < g phi i) (index_enum (ordinal_finType Gamma.+1)).
  have -> : W i = fun h => \sum_(phi <- r) g phi i * (phase_plays istar b (I h) phi i)%:R.
    by apply: functional_extensionality => h; rewrite /W /r big_filter.
  rewrite -big_filter -/r.
  by apply: (Mean_sum U) => phi; apply: bdd_scal; exact: phase_plays_bdd.
apply: ler_sum => phi Dg; have hp : (phi <= Gamma)%N by rewrite -ltnS.
have gp := lt_trans D0 Dg; rewrite (Mean_scal U) ?(ltW gp) //; last exact: phase_plays_bdd.
by rewrite ler_wpmul2l ?(ltW gp) // phase_mean.
Qed.

(* The best level (l. 3627-3633). *)
Theorem regret_by_phases_best : (0 < T)%N -> Mean played T page_loss [::] <=
  4%:R * B * Num.sqrt (xi * ln tau%:R) * Num.sqrt K%:R * (T%:R / Num.sqrt tau%:R)
  + B * K%:R * tau%:R * Gamma.+1%:R
  + B * K%:R * (2%:R * (ln tau%:R / ln (1 + eta)) + 3%:R) * (T%:R / tau%:R).
Proof.
move=> T0; have Tp : 0 < T%:R :> R by rewrite ltr0n.
have tp : 0 < tau%:R :> R by rewrite ltr0n.
have l0 := ln_tau_ge0 tau0; set w := _ * (T%:R / tau%:R); set u := B * K%:R * tau%:R * _.
set c := 4%:R * B ^+ 2 * xi * ln tau%:R * K%:R * (T%:R / tau%:R).
have c0 : 0 <= c by rewrite !mulr_ge0 ?invr_ge0 ?ler0n ?(ltW B0).
have -> : 4%:R * B * Num.sqrt (xi * ln tau%:R) * Num.sqrt K%:R * (T%:R / Num.sqrt tau%:R) =
  2%:R * Num.sqrt (c * T%:R).
  have -> : c * T%:R = (2%:R * B) ^+ 2 * ((xi * ln tau%:R) * (K%:R * (T%:R ^+ 2 / tau%:R))).
    by rewrite /c; move: (ln _) (_^-1) => y z; ring.
  have a1 : 0 <= xi * ln tau%:R by rewrite mulr_ge0.
  have a2 : 0 <= K%:R :> R by rewrite ler0n.
  have a3 : 0 <= T%:R ^+ 2 :> R by rewrite sqr_ge0.
  rewrite (sqrtrM _ (sqr_ge0 _)) (sqrtrM _ a1) (sqrtrM _ a2) (sqrtrM _ a3) !sqrtr_sqr.
  rewrite ger0_norm ?mulr_ge0 ?ler0n ?(ltW B0) // ger0_norm ?ler0n // sqrtrV ?(ltW tp) //.
  by rewrite !mulrA -natrM.
rewrite -addrA addrC; apply: best_level => // D D0; apply: (le_trans (regret_by_phases D0)).
by same; rewrite /u /w /c; move: (ln _) (ln _ / _) (T%:R / _) => x y z; move: D^-1 => q; ring.
Qed.
End Phase.
