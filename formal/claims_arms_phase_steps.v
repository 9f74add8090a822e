(* The appendix on K arms (lines 3403-3640), by phases and in the mean, as theorems.
   Conventions: those of Claims.v, claims_arms_steps.v (rounds 1, 2, ..., phases) and claims_arms_law_steps.v
   (any law of outcomes).  Along a history h of T outcomes the arm of round t is act (take t.-1 h), and in
   arm_laws B (fun t => mu t.+1) Ec reward the mean of arm i in round t is mu t i, t = 1, 2, ... *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation regret rates any_law.
From Glb Require Import arms arms_deviation arms_regret arms_rates arms_any_law arms_any_regret arms_phases.
From Glb Require Import arms_phase_plays.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* Q47, eq:reg_K_arm_phase, lines 3413-3423 and 3455-3461, as corrected: the regret by phases.
   Paper: E[R_T] = \sum_{t=1}^T(\mu_t^\star-\mu_t(i_t)) = \sum_{i=1}^K\sum_{\phi=1}^{\Gamma_T}\Delta_i^\phi
   E[N_i^\phi].
   Differences: all Gamma + 1 phases; the middle term has an expectation and the arm I_t that is played.
   First part: every sequence of arms.  Second part: in the mean, for any policy and any law of outcomes.
   Third part: the same with N_i^\phi the plays while the arm is not i_t^\star (line 3501). *)
Theorem Q47 (K : nat) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K) (b : nat -> nat)
  (T Gamma : nat) : phases mu b T Gamma -> best_arms mu istar ->
  let g := phase_gap mu istar b in
  (forall I : nat -> 'I_K, \sum_(1 <= t < T.+1) (mu t (istar t) - mu t (I t)) =
    \sum_i \sum_(phi < Gamma.+1) g phi i * (\sum_(b phi <= t < b phi.+1) (I t == i))%N%:R) /\
  forall (E : Type) (Ec : seq E -> (E -> R) -> R) (act : seq E -> 'I_K), (forall h, law (Ec h)) ->
  let ER := Mean Ec T (fun h => \sum_(1 <= t < T.+1) (mu t (istar t) - mu t (act (take t.-1 h)))) [::] in
  ER = \sum_i \sum_(phi < Gamma.+1) g phi i *
    Mean Ec T (fun h => (\sum_(b phi <= t < b phi.+1) (act (take t.-1 h) == i))%N%:R) [::] /\
  ER = \sum_i \sum_(phi < Gamma.+1) g phi i *
    Mean Ec T (fun h => (\sum_(b phi <= t < b phi.+1) wrong_play (fun t => act (take t.-1 h)) istar t i)%N%:R)
      [::].
Proof.
move=> ph best g; have all I : \sum_(1 <= t < T.+1) (mu t (istar t) - mu t (I t)) =
    \sum_i \sum_(phi < Gamma.+1) g phi i * (\sum_(b phi <= t < b phi.+1) (I t == i))%N%:R.
  rewrite (loss_by_phases ph best); apply: eq_bigr => i _; apply: eq_bigr => phi _.
  by rewrite (phase_plays_all ph best) // -ltnS.
split=> // E Ec act EcP ER.
pose N phi i h := (\sum_(b phi <= t < b phi.+1) (act (take t.-1 h) == i))%N.
pose W phi i h := phase_plays istar b (fun t => act (take t.-1 h)) phi i.
have bN phi i : bdd (fun h => (N phi i h)%:R).
  move=> k; exists (b phi.+1 - b phi)%:R => h _; rewrite ger0_norm ?ler0n // ler_nat.
  by rewrite -[X in (_ <= X)%N]muln1 -sum_nat_const_nat; apply: leq_sum => t _; case: (_ == _).
have bW phi i : bdd (fun h => (W phi i h)%:R) by exact: phase_plays_bdd.
rewrite /ER; split.
  rewrite -(Mean_linear T Gamma.+1 g EcP bN); congr (Mean _ _ _ _).
  by apply: functional_extensionality => h; exact: all.
rewrite -(Mean_linear T Gamma.+1 g EcP bW); congr (Mean _ _ _ _).
by apply: functional_extensionality => h; exact: loss_by_phases.
Qed.

(* I52, lines 3486-3499: gaps up to a level Delta cost at most Delta a round.
   Paper: \sum_{i,\phi}\Delta_i^\phi E[N_i^\phi] = \sum_{\Delta_i^\phi>\Delta} +
   \sum_{\Delta_i^\phi\leq\Delta} \leq \sum_{i,\phi:\Delta_i^\phi>\Delta}\Delta_i^\phi E[N_i^\phi] +
   \Delta\sum_{i,\phi}E[N_i^\phi] \leq
   \sum_{i,\phi:\Delta_i^\phi>\Delta}\Delta_i^\phi E[N_i^\phi] + \Delta T.
   N_i^\phi are the plays in the phase while the arm is not i_t^\star.  Differences: all Gamma + 1 phases;
   Delta \geq 0 is said; any policy and any law of outcomes. *)
Theorem I52 (K : nat) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K) (b : nat -> nat)
  (T Gamma : nat) (E : Type) (Ec : seq E -> (E -> R) -> R) (act : seq E -> 'I_K) (Delta : R) :
  phases mu b T Gamma -> best_arms mu istar -> (forall h, law (Ec h)) -> 0 <= Delta ->
  let g := phase_gap mu istar b in
  let N phi i := Mean Ec T
    (fun h => (\sum_(b phi <= t < b phi.+1) wrong_play (fun t => act (take t.-1 h)) istar t i)%N%:R) [::] in
  let large := \sum_i \sum_(phi < Gamma.+1 | Delta < g phi i) g phi i * N phi i in
  let small := \sum_i \sum_(phi < Gamma.+1 | g phi i <= Delta) g phi i * N phi i in
  [/\ \sum_i \sum_(phi < Gamma.+1) g phi i * N phi i = large + small,
      large + small <= large + Delta * (\sum_i \sum_(phi < Gamma.+1) N phi i) &
      large + Delta * (\sum_i \sum_(phi < Gamma.+1) N phi i) <= large + Delta * T%:R].
Proof.
move=> ph best EcP D0 g N large small; have U h := law_upper (EcP h).
have N0 phi i : 0 <= N phi i.
  rewrite -(Mean_const U T 0%ring [::]); apply: (Mean_le U) => [||h _]; last by rewrite ler0n.
    by move=> k; exists 0 => h _; rewrite normr0.
  exact: phase_plays_bdd.
split.
- rewrite /large /small -big_split /=; apply: eq_bigr => i _.
  rewrite (bigID (fun phi : 'I_Gamma.+1 => Delta < g phi i)) /=; congr (_ + _).
  by apply: eq_bigl => phi; rewrite -leNgt.
- rewrite ler_add2l mulr_sumr; apply: ler_sum => i _; rewrite mulr_sumr [X in X <= _]big_mkcond.
  apply: ler_sum => phi _; case: ifP => h; last exact: mulr_ge0.
  by rewrite ler_wpmul2r.
rewrite ler_add2l ler_wpmul2l //.
have := Mean_linear T Gamma.+1 (fun _ _ => 1) EcP (fun phi i => @phase_plays_bdd K E istar act b phi i).
rewrite (eq_bigr (fun i => \sum_(phi < Gamma.+1) N phi i)) => [<-|i _]; last first.
  by apply: eq_bigr => phi _; rewrite mul1r.
rewrite -[X in _ <= X](Mean_const U T T%:R [::]); apply: (Mean_le U) => [||h _].
- apply: bdd_sum => i; apply: bdd_sum => phi; apply: bdd_scal.
  exact: phase_plays_bdd.
- by move=> k; exists `|T%:R|.
apply: (@le_trans _ _ (\sum_i \sum_(phi < Gamma.+1)
  phase_plays istar b (fun t => act (take t.-1 h)) phi i)%:R); last by rewrite ler_nat (total_plays istar ph).
by same; rewrite natr_sum; apply: eq_bigr => i _; rewrite natr_sum; apply: eq_bigr => phi _; rewrite mul1r.
Qed.

(* Z142, lines 3587-3612, as corrected: the plays of an arm in a phase, and the regret from them.
   Paper: E[N_i^\phi] \leq \tau + \lceil T^\phi/\tau\rceil\frac{4B^2\xi\log\tau}{(\Delta_i^\phi)^2} +
   2\sum_{t=b_{\phi-1}+\tau}^{b_\phi}\frac{\lceil\log(\min(t,\tau))/\log(1+\eta)\rceil}{\min(t,\tau)} and
   E[R_T] \leq \frac{4B^2\xi\log(\tau)K}{\Delta}\frac T\tau + \tau K\Gamma_T B + 2KB\sum_\phi\sum_t\cdots +
   \Delta T.
   Here: A + 1 for A and one block fewer, n = \lceil T^\phi/\tau\rceil (n.-1 is cut off at 0); the chances end
   at b_\phi - 1 and have the bracket \log(\tau)/\log(1+\eta)+1 of line 3618; all Gamma + 1 phases; with the
   sums of line 3618 the second line is \frac{4B^2\xi\log(\tau)K}{\Delta}\frac T\tau + \tau K(\Gamma_T+1)B +
   KB(\frac{2\log\tau}{\log(1+\eta)}+3)\frac T\tau + \Delta T, for every Delta > 0.
   Differences: those; \Delta_i^\phi > 0 in the first line; those of Z79_any_law. *)
Theorem Z142 (K : nat) (E : Type) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R)
  (act : seq E -> 'I_K) (b : nat -> nat) (T Gamma tau : nat) :
  0 < B -> 0 < eta -> xi_for xi eta -> arm_laws B (fun t => mu t.+1) Ec reward ->
  phases mu b T Gamma -> best_arms mu istar -> (0 < tau)%N -> SW_UCB e0 reward act tau B xi ->
  let g := phase_gap mu istar b in let L := ln tau%:R / ln (1 + eta) in
  (forall phi i n, (phi <= Gamma)%N -> 0 < g phi i -> is_ceil ((b phi.+1 - b phi)%:R / tau%:R)%ring n ->
    Mean (fun h => Ec h (act h)) T (fun h => (\sum_(b phi <= t < b phi.+1)
        wrong_play (fun t => act (take t.-1 h)) istar t i)%N%:R) [::] <=
      tau%:R + n.-1%:R * (4%:R * B ^+ 2 * xi * ln tau%:R / g phi i ^+ 2 + 1)
      + 2%:R * \sum_(b phi + tau <= t < b phi.+1) tau%:R^-1 * (L + 1)) /\
  (forall Delta, 0 < Delta ->
    Mean (fun h => Ec h (act h)) T
      (fun h => \sum_(1 <= t < T.+1) (mu t (istar t) - mu t (act (take t.-1 h)))) [::] <=
    4%:R * B ^+ 2 * xi * ln tau%:R * K%:R / Delta * (T%:R / tau%:R) + tau%:R * K%:R * Gamma.+1%:R * B
      + K%:R * B * (2%:R * L + 3%:R) * (T%:R / tau%:R) + Delta * T%:R).
Proof.
move=> B0 eta0 xe env ph best tau0 pol g L; split=> [phi i n hp g0 nc|Delta D0].
  exact: (phase_mean B0 env tau0 eta0 xe ph best pol hp g0 nc).
exact: (regret_by_phases B0 env tau0 eta0 xe ph best pol D0).
Qed.

(* I62, lines 3627-3633, as corrected: the last display of the proof.
   Paper: E[R_T] \leq 4B\sqrt{\xi\log\tau}\sqrt K\frac{T}{\sqrt\tau} + BK\tau\Gamma_T +
   2BK\log(\tau)\frac T\tau.
   Here: \Gamma_T + 1 for \Gamma_T, and the last term is BK(\frac{2\log\tau}{\log(1+\eta)}+3)\frac T\tau.
   Every tau \geq 1, also tau > T.  Differences: those of Z142. *)
Theorem I62 (K : nat) (E : Type) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R)
  (act : seq E -> 'I_K) (b : nat -> nat) (T Gamma tau : nat) :
  0 < B -> (0 < T)%N -> 0 < eta -> xi_for xi eta -> arm_laws B (fun t => mu t.+1) Ec reward ->
  phases mu b T Gamma -> best_arms mu istar -> (0 < tau)%N -> SW_UCB e0 reward act tau B xi ->
  Mean (fun h => Ec h (act h)) T
    (fun h => \sum_(1 <= t < T.+1) (mu t (istar t) - mu t (act (take t.-1 h)))) [::] <=
  4%:R * B * Num.sqrt (xi * ln tau%:R) * Num.sqrt K%:R * (T%:R / Num.sqrt tau%:R)
    + B * K%:R * tau%:R * Gamma.+1%:R
    + B * K%:R * (2%:R * (ln tau%:R / ln (1 + eta)) + 3%:R) * (T%:R / tau%:R).
Proof.
move=> B0 T0 eta0 xe env ph best tau0 pol.
exact: (regret_by_phases_best B0 env tau0 eta0 xe ph best pol T0).
Qed.
