(* The appendix on K arms (lines 3403-3640) in the mean, as theorems, for any law of bounded rewards.
   Conventions: those of Claims.v and claims_arms_steps.v.

   E is any type of outcomes.  Ec h i f: the mean of f of the outcome of arm i after the history h, for
   bounded f (any_law.v).  upper_law: it is positively homogeneous, monotone, c at the constant c, and
   subadditive; law: linear, positive and 1 at the constant 1.  A law is an upper law (law_upper), and
   so is the upper integral of a law that is given on some functions only, say the measurable ones
   (upper_integral_law).  Mean, Prob iterate it round by round; for a law they are expectation and
   probability.
   arms_any_law.v: [arm_laws B mu Ec reward]: each Ec h i is an upper law, rewards lie in [0, B], and that of
   arm i has the mean mu t i in round t = size h, from above and from below.  [xi_for xi eta]: xi >= 1/(2(1-eta^2/16)) and eta < 4, or
   xi >= 4/3.  arms_any_regret.v: [SW_UCB e0 reward act tau B xi]: act plays the largest index of the last tau
   rounds, and first an arm that does not occur in them (its index is infinite). *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation regret rates any_law.
From Glb Require Import arms arms_deviation arms_regret arms_rates arms_any_law arms_any_regret arms_phases.
From Glb Require Import arms_phase_plays arms_plays.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(** * The deviation bound *)

(* I58_any_law, lines 3579-3586, as corrected: I58 for any law, any eta > 0.
   Paper: for any eta > 0, with a specific value of xi, P(E_1) and P(E_2) are at most
   \lceil \log(\min(t,\tau))/\log(1+\eta) \rceil/\min(t,\tau).
   Rounds are 0, 1, ...: round t comes after t rounds, and N, mean and c are those of the tau rounds before it
   (the policy cannot see round t itself).  stationary mu tau t (setting.v): the means of these rounds are
   those of round t.
   Differences: min(t, tau) >= 2 (the bound is 0 at 1); the value of xi is said, any larger one will do;
   rewards, not only means, in [0, B]; the arm occurs in the window; any policy. *)
Theorem I58_any_law (K : nat) (E : Type) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K)
  (t tau M : nat) (i : 'I_K) :
  0 < B -> 0 < eta -> xi_for xi eta -> arm_laws B mu Ec reward ->
  stationary mu tau t -> (2 <= minn t tau)%N -> is_ceil (ln (minn t tau)%:R / ln (1 + eta))%ring M ->
  let N h := (\sum_(t - tau <= s < t) (act (take s h) == i))%N in
  let mean h := (\sum_(t - tau <= s < t) (act (take s h) == i)%:R
    * reward (take s h) (act (take s h)) (nth e0 h s)) / (N h)%:R in
  let c h := B * Num.sqrt (xi * ln (minn t tau)%:R / (N h)%:R) in
  Prob (fun h => Ec h (act h)) t (fun h => (0 < N h)%N && (mu t i + c h < mean h)) [::]
    <= M%:R / (minn t tau)%:R /\
  Prob (fun h => Ec h (act h)) t (fun h => (0 < N h)%N && (mean h < mu t i - c h)) [::]
    <= M%:R / (minn t tau)%:R.
Proof.
move=> B0 eta0 xe env st n2 Mc N mean c; have [xi0 _] := xi_forP eta0 xe.
have tn : (t - (t - tau) <= minn t tau)%N by case: (leqP t tau) => h; lia.
have U h : upper_law (Ec h (act h)) by exact: (laws_upper env).
have s1 : 1 ^+ 2 = 1 :> R by rewrite expr1n.
have s2 : (-1) ^+ 2 = 1 :> R by rewrite sqrrN expr1n.
split.
  apply: le_trans (chance_ceil e0 act B0 env eta0 xe i n2 Mc s1 tn); apply: (Prob_le U) => h.
  by rewrite add0n => ht ov; exact: (over_off_by (e0 := e0) eta0 xe ht st ov).
apply: le_trans (chance_ceil e0 act B0 env eta0 xe i n2 Mc s2 tn); apply: (Prob_le U) => h.
by rewrite add0n => ht ov; exact: (under_off_by (e0 := e0) eta0 xe ht st ov).
Qed.

(* Z71, lines 3423 and 3579-3586, as corrected: the same for rewards, not only means, in [0, B].
   Paper (line 3423): "for all arms and all time instants the means of the reward distributions lie in [0,B]".
   The theorem of I58_any_law with its hypotheses on the rewards written out. *)
Theorem Z71 (K : nat) (E : Type) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K)
  (t tau M : nat) (i : 'I_K) :
  0 < B -> 0 < eta -> xi_for xi eta ->
  (forall h j, upper_law (Ec h j)) -> (forall h j e, 0 <= reward h j e <= B) ->
  (forall h j, Ec h j (reward h j) = mu (size h) j) ->
  (forall h j, Ec h j (fun e => -1 * reward h j e) = - mu (size h) j) ->
  stationary mu tau t -> (2 <= minn t tau)%N -> is_ceil (ln (minn t tau)%:R / ln (1 + eta))%ring M ->
  let N h := (\sum_(t - tau <= s < t) (act (take s h) == i))%N in
  let mean h := (\sum_(t - tau <= s < t) (act (take s h) == i)%:R
    * reward (take s h) (act (take s h)) (nth e0 h s)) / (N h)%:R in
  let c h := B * Num.sqrt (xi * ln (minn t tau)%:R / (N h)%:R) in
  Prob (fun h => Ec h (act h)) t (fun h => (0 < N h)%N && (mu t i + c h < mean h)) [::]
    <= M%:R / (minn t tau)%:R /\
  Prob (fun h => Ec h (act h)) t (fun h => (0 < N h)%N && (mean h < mu t i - c h)) [::]
    <= M%:R / (minn t tau)%:R.
Proof. by move=> B0 eta0 xe U r m ml; apply: I58_any_law. Qed.

(** * The theorem *)

(* Z79_any_law, lines 3472-3633: Z79 for any law, any eta > 0.
   Rounds are 0, 1, ...  Differences from the page: rewards, not only means, in [0, B]; an arm outside the
   window has an infinite index; the value of xi is said (xi_for); Gamma bounds the number of changes of the
   means; all Gamma_T + 1 phases are counted; the policy is a function of the past outcomes.  tau may exceed
   T. *)
Theorem Z79_any_law (K : nat) (E : Type) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R)
  (act : seq E -> 'I_K) (T tau Gamma : nat) :
  0 < B -> (0 < T)%N -> 0 < eta -> xi_for xi eta -> arm_laws B mu Ec reward ->
  (forall t i, mu t i <= mu t (istar t)) -> (breaks mu T <= Gamma)%N -> (0 < tau)%N ->
  SW_UCB e0 reward act tau B xi ->
  Mean (fun h => Ec h (act h)) T
    (fun h => \sum_(t < T) (mu t (istar t) - mu t (act (take t h)))) [::] <=
    let x := T%:R / tau%:R + 1 in
    4%:R * B * Num.sqrt (xi * ln tau%:R * K%:R * T%:R * x) + B * tau%:R * Gamma%:R + B * K%:R * x
    + 2%:R * B * K%:R * (ln tau%:R / ln (1 + eta) + 1) * (x + ln tau%:R).
Proof.
move=> B0 T0 eta0 xe env best ch tau0 pol.
exact: (law_regret_arms B0 env T0 eta0 xe best ch pol tau0).
Qed.

(* T7_any_law, th:upper_bound_problem_indep, lines 3472-3484 (proof 3486-3633): T7 for any law, any eta > 0.
   Paper: E[R_T] \leq C_1\sqrt K T/\sqrt\tau + C_2\sqrt K\tau\Gamma_T + C_3 K T/\tau, with C_1, C_2, C_3
   universal constants that depend only on the logarithm of tau; in particular \tau =
   T^{2/3}/(K^{1/3}\Gamma_T^{2/3}) yields E[R_T] = \widetilde O(K^{2/3}\Gamma_T^{1/3}T^{2/3}).
   First part: the display with C_1 = 4B\sqrt{2\xi\log\tau}, C_2 = B,
   C_3 = 2B + 2B(\log\tau/\log(1+\eta)+1)(2+\log\tau), for \tau \leq T or \Gamma_T \geq 1.
   Second part: the rate with its constant and two logarithms, for tau = \lceil
   T^{2/3}/(K^{1/3}\Gamma_T^{2/3}) \rceil (a window is a whole number), Gamma_T >= 1 and every T, K.
   Differences from the page: those of Z79_any_law; the constants depend on B, xi and eta too. *)
Theorem T7_any_law (K : nat) (E : Type) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R)
  (act : seq E -> 'I_K) (T tau Gamma : nat) :
  0 < B -> (0 < T)%N -> 0 < eta -> xi_for xi eta -> arm_laws B mu Ec reward ->
  (forall t i, mu t i <= mu t (istar t)) -> (breaks mu T <= Gamma)%N -> SW_UCB e0 reward act tau B xi ->
  let ER := Mean (fun h => Ec h (act h)) T
    (fun h => \sum_(t < T) (mu t (istar t) - mu t (act (take t h)))) [::] in
  let L n := ln n%:R / ln (1 + eta) + 1 in
  ((0 < tau)%N -> (tau <= T)%N \/ (0 < Gamma)%N -> ER <=
    4%:R * B * Num.sqrt (2%:R * xi * ln tau%:R) * Num.sqrt K%:R * (T%:R / Num.sqrt tau%:R)
    + B * Num.sqrt K%:R * tau%:R * Gamma%:R
    + (2%:R * B + 2%:R * B * L tau * (2%:R + ln tau%:R)) * K%:R * (T%:R / tau%:R))
  /\
  ((0 < Gamma)%N ->
    is_ceil (power T%:R (2%:R / 3%:R) / (power K%:R 3%:R^-1 * power Gamma%:R (2%:R / 3%:R)))%ring tau ->
    ER <= B * (4%:R * Num.sqrt (2%:R * xi * ln T%:R) + 4%:R + 2%:R * L T * (2%:R + ln T%:R))
      * (power K%:R (2%:R / 3%:R) * power Gamma%:R 3%:R^-1 * power T%:R (2%:R / 3%:R))).
Proof.
move=> B0 T0 eta0 xe env best ch pol ER L.
split=> [|G0]; first exact: (law_regret_display B0 env T0 eta0 xe best ch pol).
exact: (law_regret_rate B0 env T0 eta0 xe best ch pol G0).
Qed.

(* S16, lines 3480-3483 and 3634: the window that balances the first two terms of the proof.
   Paper: by selecting \tau = T^{2/3}/(K^{1/3}\Gamma_T^{2/3}) we obtain the announced scaling
   E[R_T] = \widetilde O(K^{2/3}\Gamma_T^{1/3}T^{2/3}).
   First part: at this \tau, before it is rounded, \sqrt K T/\sqrt\tau and K\tau\Gamma_T are both equal to
   K^{2/3}\Gamma_T^{1/3}T^{2/3}.  Second part: the rate of the policy with the window rounded up, with its
   constant and two logarithms.  Differences: those of T7_any_law. *)
Theorem S16 (K : nat) (E : Type) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R)
  (act : seq E -> 'I_K) (T tau Gamma : nat) : (0 < K)%N -> (0 < T)%N -> (0 < Gamma)%N ->
  let y := power T%:R (2%:R / 3%:R) / (power K%:R 3%:R^-1 * power Gamma%:R (2%:R / 3%:R)) in
  let r := power K%:R (2%:R / 3%:R) * power Gamma%:R 3%:R^-1 * power T%:R (2%:R / 3%:R) in
  (Num.sqrt K%:R * (T%:R / Num.sqrt y) = r /\ K%:R * y * Gamma%:R = r) /\
  (0 < B -> 0 < eta -> xi_for xi eta -> arm_laws B mu Ec reward ->
   (forall t i, mu t i <= mu t (istar t)) -> (breaks mu T <= Gamma)%N -> SW_UCB e0 reward act tau B xi ->
   is_ceil y tau ->
   Mean (fun h => Ec h (act h)) T
     (fun h => \sum_(t < T) (mu t (istar t) - mu t (act (take t h)))) [::] <=
   B * (4%:R * Num.sqrt (2%:R * xi * ln T%:R) + 4%:R
     + 2%:R * (ln T%:R / ln (1 + eta) + 1) * (2%:R + ln T%:R)) * r).
Proof.
move=> K0 T0 G0 y r; split=> [|B0 eta0 xe env best ch pol yc]; last first.
  exact: (law_regret_rate B0 env T0 eta0 xe best ch pol G0 yc).
have Kp : 0 < K%:R :> R by rewrite ltr0n.
have Tp : 0 < T%:R :> R by rewrite ltr0n.
have Gp : 0 < Gamma%:R :> R by rewrite ltr0n.
have y0 : 0 < y by exact: printed_window_gt0.
have ly := ln_printed_window K T Gamma.
have r0 : 0 < r by exact: arms_rate_gt0.
have lr := ln_arms_rate K T Gamma (2%:R / 3%:R)%ring.
have sy : 0 < Num.sqrt y by rewrite sqrtr_gt0.
have sK : 0 < Num.sqrt K%:R :> R by rewrite sqrtr_gt0.
have q0 : 0 < T%:R / Num.sqrt y by rewrite divr_gt0.
have p0 : 0 < K%:R * y by rewrite mulr_gt0.
split; apply: ln_inj => //; try by rewrite mulr_gt0.
  rewrite (lnM sK q0) lnM ?invr_gt0 // lnV // !ln_sqrt // [ln y]ly [ln r]lr.
  by move: (ln K%:R) (ln Gamma%:R) (ln T%:R) => u v w; field.
rewrite (lnM p0 Gp) (lnM Kp y0) [ln y]ly [ln r]lr.
by move: (ln K%:R) (ln Gamma%:R) (ln T%:R) => u v w; field.
Qed.

(* Z78_any_law, lines 3480-3482: Z78 for any law, any eta > 0: a longer window has K^{1/3} for K^{2/3}:
   E[R_T] = \widetilde O(K^{1/3}\Gamma_T^{1/3}T^{2/3}) with \tau = \lceil K^{1/3}(T/\Gamma_T)^{2/3} \rceil.
   With its constant and two logarithms, for Gamma_T >= 1 and every T, K.
   Differences: those of T7_any_law. *)
Theorem Z78_any_law (K : nat) (E : Type) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R)
  (act : seq E -> 'I_K) (T tau Gamma : nat) :
  0 < B -> (0 < T)%N -> 0 < eta -> xi_for xi eta -> arm_laws B mu Ec reward ->
  (forall t i, mu t i <= mu t (istar t)) -> (breaks mu T <= Gamma)%N -> SW_UCB e0 reward act tau B xi ->
  (0 < Gamma)%N ->
  is_ceil (power K%:R 3%:R^-1 * power (T%:R / Gamma%:R) (2%:R / 3%:R))%ring tau ->
  Mean (fun h => Ec h (act h)) T
    (fun h => \sum_(t < T) (mu t (istar t) - mu t (act (take t h)))) [::] <=
  B * (4%:R * Num.sqrt (2%:R * xi * ln T%:R) + 4%:R
    + 2%:R * (ln T%:R / ln (1 + eta) + 1) * (2%:R + ln T%:R))
    * (power K%:R 3%:R^-1 * power Gamma%:R 3%:R^-1 * power T%:R (2%:R / 3%:R)).
Proof.
move=> B0 T0 eta0 xe env best ch pol G0.
exact: (law_regret_longer B0 env T0 eta0 xe best ch pol G0).
Qed.

(* Z73, line 3478, as corrected: the constants of the theorem.
   Paper: C_1, C_2, C_3 are "universal constants that depends only on the logarithm of \tau".
   Here: C_j = B c_j(\log\tau, \xi, \eta), with functions c_1, c_2, c_3 that are the same for all bandits,
   numbers of arms, horizons and windows with \tau \leq T or \Gamma_T \geq 1.  Without the factor B there are
   no such functions (the mutant). *)
Theorem Z73 : exists c1 c2 c3 : R -> R -> R -> R,
  forall (K : nat) (E : Type) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R)
  (act : seq E -> 'I_K) (T tau Gamma : nat),
  0 < B -> (0 < T)%N -> 0 < eta -> xi_for xi eta -> arm_laws B mu Ec reward ->
  (forall t i, mu t i <= mu t (istar t)) -> (breaks mu T <= Gamma)%N -> SW_UCB e0 reward act tau B xi ->
  (0 < tau)%N -> (tau <= T)%N \/ (0 < Gamma)%N ->
  Mean (fun h => Ec h (act h)) T
    (fun h => \sum_(t < T) (mu t (istar t) - mu t (act (take t h)))) [::] <=
  B * c1 (ln tau%:R) xi eta * Num.sqrt K%:R * (T%:R / Num.sqrt tau%:R)
    + B * c2 (ln tau%:R) xi eta * Num.sqrt K%:R * tau%:R * Gamma%:R
    + B * c3 (ln tau%:R) xi eta * K%:R * (T%:R / tau%:R).
Proof.
exists (fun l xi _ => 4%:R * Num.sqrt (2%:R * xi * l)), (fun _ _ _ => 1).
exists (fun l _ eta => 2%:R + 2%:R * (l / ln (1 + eta) + 1) * (2%:R + l)).
move=> K E e0 B xi eta mu istar Ec reward act T tau Gamma B0 T0 eta0 xe env best ch pol tau0 or.
apply: (le_trans (law_regret_display B0 env T0 eta0 xe best ch pol tau0 or)); same; rewrite /level.
move: (Num.sqrt (2%:R * xi * _)) (Num.sqrt K%:R) (Num.sqrt tau%:R)^-1 (tau%:R^-1) => u v w x.
by move: (ln tau%:R) (ln (1 + eta))^-1 tau%:R Gamma%:R K%:R T%:R => l d y z k t; ring.
Qed.

(* Q46, eq:garivier_utile, lines 3426-3437: the plays of an arm while it is not best.
   Paper: E[N_T(i)] \leq \frac{C(\tau)}{(\Delta\mu_T(i))^2}\frac{T\log\tau}{\tau} + \tau\Gamma_T +
   \log^2\tau, a theorem of Garivier and Moulines; C(\tau) is not printed.
   Here: C(\tau) = 8B^2\xi + \frac{B^2}{\log\tau}(2+2(\frac{\log\tau}{\log(1+\eta)}+1)(2+\log\tau)).
   D = \Delta\mu_T(i): the least positive gap of arm i over the rounds.  N_T(i): plays of arm i in rounds
   where another arm has a larger mean.  Rounds are 0, 1, ...
   This C(\tau) grows like \log\tau: the first term has one logarithm more than with a bounded C(\tau), and
   \log^2\tau is then not needed.
   Differences: \tau \geq 2, and \tau \leq T or \Gamma_T \geq 1 (conventions of the page); those of
   Z79_any_law. *)
Theorem Q46 (K : nat) (E : Type) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R)
  (act : seq E -> 'I_K) (T tau Gamma : nat) (i : 'I_K) (D : R) :
  0 < B -> 0 < eta -> xi_for xi eta -> arm_laws B mu Ec reward ->
  (forall t j, mu t j <= mu t (istar t)) -> (breaks mu T <= Gamma)%N -> SW_UCB e0 reward act tau B xi ->
  (exists2 t, (t < T)%N & mu t i < mu t (istar t) /\ D = mu t (istar t) - mu t i) ->
  (forall t, (t < T)%N -> mu t i < mu t (istar t) -> D <= mu t (istar t) - mu t i) ->
  (1 < tau)%N -> (tau <= T)%N \/ (0 < Gamma)%N ->
  let C := 8%:R * B ^+ 2 * xi + B ^+ 2 / ln tau%:R
    * (2%:R + 2%:R * (ln tau%:R / ln (1 + eta) + 1) * (2%:R + ln tau%:R)) in
  Mean (fun h => Ec h (act h)) T (fun h => (\sum_(t < T) ((act (take t h) == i) &&
      (mu t i < mu t (istar t))%ring))%N%:R) [::] <=
    C / D ^+ 2 * (T%:R * ln tau%:R / tau%:R) + tau%:R * Gamma%:R + ln tau%:R ^+ 2.
Proof.
move=> B0 eta0 xe env best ch pol [t0 t0T [lt0 DE]] low tau1 or; cbv zeta; have [xi0 _] := xi_forP eta0 xe.
have tau0 := ltnW tau1; have D0 : 0 < D by rewrite DE subr_gt0.
have DB : D <= B by rewrite DE; case/andP: (laws_gap_range e0 env best t0 i).
have lp : 0 < ln tau%:R by apply: lt_le_trans (log_horizon tau1); rewrite invr_gt0 ltr0n.
have -> : (fun h => (\sum_(t < T) ((act (take t h) == i) && (mu t i < mu t (istar t))%ring))%N%:R) =
  (fun h => (plays_not_best mu istar act T i h)%:R : R).
  apply: functional_extensionality => h; congr _%:R; apply: eq_bigr => t _.
  by rewrite /gap subr_gt0.
set A := 8%:R * B ^+ 2 * xi * ln tau%:R + B ^+ 2 * (2%:R + 2%:R * level eta tau * (2%:R + ln tau%:R)).
have -> : (8%:R * B ^+ 2 * xi + B ^+ 2 / ln tau%:R * (2%:R + 2%:R * (ln tau%:R / ln (1 + eta) + 1)
  * (2%:R + ln tau%:R))) / D ^+ 2 * (T%:R * ln tau%:R / tau%:R) = A / D ^+ 2 * (T%:R / tau%:R).
  rewrite /A /level; move: (lt0r_neq0 lp); move: (ln tau%:R) (ln (1 + eta))^-1 => l d l0.
  by move: (D ^+ 2)^-1 tau%:R^-1 => x y; field.
have A0 : 0 <= A.
  have l2 : 0 <= 2%:R + ln tau%:R by rewrite addr_ge0 ?ler0n // ltW.
  have v0 : 0 <= 2%:R * level eta tau.
    by rewrite mulr_ge0 ?ler0n //; apply: le_trans (level_ge1 eta0 tau); rewrite ler01.
  rewrite addr_ge0 //; first by rewrite !mulr_ge0 ?ler0n ?(ltW B0) ?(ltW lp).
  by rewrite mulr_ge0 ?sqr_ge0 // addr_ge0 ?ler0n // mulr_ge0.
apply: ler_paddr; first exact: sqr_ge0.
case: (leqP tau T) or => [tT _|tT [//|G0]]; last first.
  apply: ler_paddl; first by rewrite mulr_ge0 ?divr_ge0 ?sqr_ge0 ?ler0n.
  rewrite -natrM -[X in _ <= X](Mean_const (fun h => laws_upper env h (act h)) T _ [::]).
  apply: (Mean_le (fun h => laws_upper env h (act h))) => [||h _]; first exact: plays_not_best_bdd.
    by move=> k; exists `|(tau * Gamma)%:R|.
  rewrite ler_nat (leq_trans (plays_not_best_le _ _ _ _ _ _)) // (leq_trans (ltnW tT)) // leq_pmulr //.
have y0 : 0 <= T%:R / tau%:R :> R by rewrite divr_ge0 ?ler0n.
have [n nc] := ceil_exists y0; have Tn := ceil_cover tau0 nc; have /andP [_ nx] := nc.
have low' t : (t < T)%N -> 0 < gap mu istar t i -> D <= gap mu istar t i.
  by move=> tT'; rewrite /gap subr_gt0; exact: low.
apply: (le_trans (plays_mean B0 env eta0 xe ch pol D0 low' tau0 Tn)).
have -> : (Gamma * tau)%:R = tau%:R * Gamma%:R :> R by rewrite natrM mulrC.
by rewrite -addrA addrC ler_add2r; apply: plays_constant; rewrite ?tau0.
Qed.
