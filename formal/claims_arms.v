(* K arms.  Notation: see Claims.v. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting mixing estimate any_law regret rates arms.
From Glb Require Import arms_deviation arms_regret arms_rates.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * K arms *)

(* L9, lemma:garivier_1, lines 3524-3530.
   Paper: for any positive integer tau and any positive m,
   \sum_{t=K+1}^{T} 1(I_t = i, N_t(\tau, i) \leq m) \leq \lceil T/\tau \rceil m, with
   N_t(\tau, i) = \sum_{s=t-\tau+1}^{t} 1(I_s = i) (line 3506).
   Rounds are 1, 2, ... as on the page, and arms are 0, ..., K-1.  N_t counts round t itself.
   Differences: the sum N_t starts at round max(1, t-tau+1), there being no earlier rounds; the sum on the
   left starts at any round t_0 >= 1 (t_0 = K + 1 on the page); is_ceil (T/tau) n says that n =
   \lceil T/\tau \rceil (regret.v: T/tau <= n < T/tau + 1). *)
Theorem L9 (K tau T t0 n : nat) (I : nat -> 'I_K) (i : 'I_K) (m : R) :
  let N t := (\sum_(maxn 1 (t.+1 - tau) <= s < t.+1) (I s == i))%N in
  (0 < tau)%N -> 0 < m -> (0 < t0)%N -> is_ceil (T%:R / tau%:R)%ring n ->
  \sum_(t0 <= t < T.+1) ((I t == i) && ((N t)%:R <= m))%:R <= n%:R * m.
Proof.
move=> N tau0 m0 t00 /andP [h _].
have Tn : (T <= n * tau)%N by move: h; rewrite ler_pdivr_mulr ?ltr0n // -natrM ler_nat.
pose p s := I s.+1 == i.
have e t : N t.+1 = window_count tau p t.
  rewrite /N /window_count; case: (leqP t.+1 tau) => h1.
    have -> : maxn 1 (t.+2 - tau) = 1%N by lia.
    have -> : (t.+1 - tau = 0)%N by lia.
    by rewrite big_add1.
  have -> : maxn 1 (t.+2 - tau) = (t.+1 - tau).+1 by lia.
  by rewrite big_add1.
apply: (@le_trans _ _ (\sum_(1 <= t < T.+1) ((I t == i) && ((N t)%:R <= m))%:R)).
  case: (leqP t0 T.+1) => h0; last by rewrite big_geq ?sumr_ge0 // ltnW.
  by rewrite [X in _ <= X](big_cat_nat _ _ _ t00 h0) ler_addr sumr_ge0.
rewrite big_add1 /= big_mkord (eq_bigr (fun t : 'I_T => (p t && ((window_count tau p t)%:R <= m))%:R)).
  exact: rare_plays (ltW m0) Tn.
by move=> t _; rewrite e.
Qed.

(* I58, lines 3579-3586: the deviation bound of Garivier and Moulines for a window, as corrected.
   Paper: for any eta > 0, with a specific value of xi, P(E_1) and P(E_2) are at most
   \lceil \log(\min(t,\tau))/\log(1+\eta) \rceil/\min(t,\tau), where
   E_1 = { \bar X_t(\tau,i) > \mu_t(i) + c_t(\tau,i) }, E_2 = { \bar X_t(\tau,i) < \mu_t(i) - c_t(\tau,i) }
   (for i = i_t^\star) and c_t(\tau,i) = B\sqrt{\xi\log(\min(t,\tau))/N_t(\tau,i)}.
   Rounds are 0, 1, ...: round t comes after t rounds, and N, mean and c are those of the tau rounds before it
   (the policy cannot see round t itself).  stationary mu tau t (setting.v): the means of these rounds are
   those of round t.
   Differences: min(t, tau) >= 2 (the bound is 0 at 1); xi >= 1/(2(1 - eta^2/16)), so that eta < 4; rewards,
   not only means, in [0, B]; the arm occurs in the window; any policy; finitely many outcomes per round. *)
Theorem I58 (K : nat) (E : finType) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (law reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) (t tau M : nat) (i : 'I_K) :
  0 < B -> 0 < eta -> 0 <= xi -> 1 <= 2%:R * xi * (1 - eta ^+ 2 / 16%:R) ->
  arm_environment B mu law reward -> (0 < tau)%N -> stationary mu tau t -> (2 <= minn t tau)%N ->
  is_ceil (ln (minn t tau)%:R / ln (1 + eta))%ring M ->
  let N h := (\sum_(t - tau <= s < t) (act (take s h) == i))%N in
  let mean h := (\sum_(t - tau <= s < t) (act (take s h) == i)%:R
    * reward (take s h) (act (take s h)) (nth e0 h s)) / (N h)%:R in
  let c h := B * Num.sqrt (xi * ln (minn t tau)%:R / (N h)%:R) in
  Pr (fun h e => law h (act h) e) t (fun h => (0 < N h)%N && (mu t i + c h < mean h)) [::]
    <= M%:R / (minn t tau)%:R /\
  Pr (fun h e => law h (act h) e) t (fun h => (0 < N h)%N && (mean h < mu t i - c h)) [::]
    <= M%:R / (minn t tau)%:R.
Proof.
move=> B0 eta0 xi0 xe env tau0 st n2 Mc N mean c.
have tn : (t - (t - tau) <= minn t tau)%N by case: (leqP t tau) => h; lia.
have p0 h e : 0 <= law h (act h) e by exact: (arm_law_ge0 env).
have s1 : 1 ^+ 2 = 1 :> R by rewrite expr1n.
have s2 : (-1) ^+ 2 = 1 :> R by rewrite sqrrN expr1n.
split.
  apply: le_trans (deviation_ceil e0 act B0 env eta0 xi0 xe i n2 Mc s1 tn); apply: (Pr_le p0) => h.
  by rewrite add0n => ht ov; exact: (over_off (e0 := e0) xi0 ht st ov).
apply: le_trans (deviation_ceil e0 act B0 env eta0 xi0 xe i n2 Mc s2 tn); apply: (Pr_le p0) => h.
by rewrite add0n => ht ov; exact: (under_off (e0 := e0) xi0 ht st ov).
Qed.

(* Z79, lines 3472-3633: the bound of the repaired proof of th:upper_bound_problem_indep, from which T7
   follows: E[R_T] \leq 4B\sqrt{\xi\log(\tau)KTx} + B\tau\Gamma_T + BKx
     + 2BK(\log\tau/\log(1+\eta)+1)(x+\log\tau), x = T/\tau+1.
   Rounds are 0, 1, ...; a history h lists outcomes; in round t = size h the window holds the tau rounds
   before t (or all of them); N i and ucb i are N_{t-1}(\tau,i) and UCB_i(t-1) of the page (lines 3506,
   3545-3553; the policy cannot see round t itself).
   Differences from the page: rewards, not only means, in [0, B] (arm_environment of arms_deviation.v); an arm
   outside the window has an infinite index; xi >= 1/(2(1-eta^2/16)) for some eta > 0 (so eta < 4); Gamma
   bounds the number of changes of the means; all Gamma_T + 1 phases are counted; the policy is a function
   of the past outcomes; finitely many outcomes per round.  tau may exceed T. *)
Theorem Z79 (K : nat) (E : finType) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (law reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) (T tau Gamma : nat) :
  0 < B -> (0 < T)%N -> 0 < eta -> 0 <= xi -> 1 <= 2%:R * xi * (1 - eta ^+ 2 / 16%:R) ->
  (* rewards in [0, B], the mean of arm i in round t is mu t i; istar t is a best arm *)
  arm_environment B mu law reward -> (forall t i, mu t i <= mu t (istar t)) ->
  (* at most Gamma changes of the means *)
  (breaks mu T <= Gamma)%N ->
  (0 < tau)%N ->
  (* SW-UCB: an arm that does not occur in the window is played first, otherwise the largest index *)
  (forall h, let t := size h in let I s := act (take s h) in
    let X s := reward (take s h) (act (take s h)) (nth e0 h s) in
    let N i := (\sum_(t - tau <= s < t) (I s == i))%N in
    let ucb i := (\sum_(t - tau <= s < t) (I s == i)%:R * X s) / (N i)%:R
      + B * Num.sqrt (xi * ln (minn t tau)%:R / (N i)%:R) in
    (forall i, N i = 0%N -> N (act h) = 0%N) /\
    ((forall i, (0 < N i)%N) -> forall i, ucb i <= ucb (act h))) ->
  Ex (fun h e => law h (act h) e) T
    (fun h => \sum_(t < T) (mu t (istar t) - mu t (act (take t h)))) [::] <=
    let x := T%:R / tau%:R + 1 in
    4%:R * B * Num.sqrt (xi * ln tau%:R * K%:R * T%:R * x) + B * tau%:R * Gamma%:R + B * K%:R * x
    + 2%:R * B * K%:R * (ln tau%:R / ln (1 + eta) + 1) * (x + ln tau%:R).
Proof.
move=> B0 T0 eta0 xi0 xe env best ch tau0 policy.
have pol h : follows_ucb tau B xi (arm_of act h) (reward_of e0 reward act h) (size h).
  by have := policy h; rewrite /follows_ucb /ucb /mean_seen /width /plays /arm_of /reward_of take_size.
exact: (regret_arms B0 env tau0 T0 eta0 xi0 xe best ch pol).
Qed.

(* T7, th:upper_bound_problem_indep, lines 3472-3484 (proof 3486-3633).
   Paper: E[R_T] \leq C_1\sqrt K T/\sqrt\tau + C_2\sqrt K\tau\Gamma_T + C_3 K T/\tau, with C_1, C_2, C_3
   universal constants that depend only on the logarithm of tau; in particular \tau =
   T^{2/3}/(K^{1/3}\Gamma_T^{2/3}) yields E[R_T] = \widetilde O(K^{2/3}\Gamma_T^{1/3}T^{2/3}).
   First part: the display with C_1 = 4B\sqrt{2\xi\log\tau}, C_2 = B,
   C_3 = 2B + 2B(\log\tau/\log(1+\eta)+1)(2+\log\tau), for 1 <= tau <= T.
   Second part: the rate with its constant and two logarithms, for tau = \lceil
   T^{2/3}/(K^{1/3}\Gamma_T^{2/3}) \rceil (a window is a whole number), Gamma_T >= 1 and every T, K.  power
   x a is x^a (rates.v). Differences from the page: those of Z79; tau <= T in the first part; the constants
   depend on B, xi and eta too. *)
Theorem T7 (K : nat) (E : finType) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (law reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) (T tau Gamma : nat) :
  0 < B -> (0 < T)%N -> 0 < eta -> 0 <= xi -> 1 <= 2%:R * xi * (1 - eta ^+ 2 / 16%:R) ->
  (* rewards in [0, B], the mean of arm i in round t is mu t i; istar t is a best arm *)
  arm_environment B mu law reward -> (forall t i, mu t i <= mu t (istar t)) ->
  (* at most Gamma changes of the means *)
  (breaks mu T <= Gamma)%N ->
  (* SW-UCB: an arm that does not occur in the window is played first, otherwise the largest index *)
  (forall h, let t := size h in let I s := act (take s h) in
    let X s := reward (take s h) (act (take s h)) (nth e0 h s) in
    let N i := (\sum_(t - tau <= s < t) (I s == i))%N in
    let ucb i := (\sum_(t - tau <= s < t) (I s == i)%:R * X s) / (N i)%:R
      + B * Num.sqrt (xi * ln (minn t tau)%:R / (N i)%:R) in
    (forall i, N i = 0%N -> N (act h) = 0%N) /\
    ((forall i, (0 < N i)%N) -> forall i, ucb i <= ucb (act h))) ->
  let ER := Ex (fun h e => law h (act h) e) T
    (fun h => \sum_(t < T) (mu t (istar t) - mu t (act (take t h)))) [::] in
  let L n := ln n%:R / ln (1 + eta) + 1 in
  ((0 < tau <= T)%N -> ER <=
    4%:R * B * Num.sqrt (2%:R * xi * ln tau%:R) * Num.sqrt K%:R * (T%:R / Num.sqrt tau%:R)
    + B * Num.sqrt K%:R * tau%:R * Gamma%:R
    + (2%:R * B + 2%:R * B * L tau * (2%:R + ln tau%:R)) * K%:R * (T%:R / tau%:R))
  /\
  ((0 < Gamma)%N ->
    is_ceil (power T%:R (2%:R / 3%:R) / (power K%:R 3%:R^-1 * power Gamma%:R (2%:R / 3%:R)))%ring tau ->
    ER <= B * (4%:R * Num.sqrt (2%:R * xi * ln T%:R) + 4%:R + 2%:R * L T * (2%:R + ln T%:R))
      * (power K%:R (2%:R / 3%:R) * power Gamma%:R 3%:R^-1 * power T%:R (2%:R / 3%:R))).
Proof.
move=> B0 T0 eta0 xi0 xe env best ch policy ER L.
have pol h : follows_ucb tau B xi (arm_of act h) (reward_of e0 reward act h) (size h).
  by have := policy h; rewrite /follows_ucb /ucb /mean_seen /width /plays /arm_of /reward_of take_size.
split=> [|G0]; first exact: (regret_arms_display B0 env T0 eta0 xi0 xe best ch pol).
exact: (regret_arms_rate B0 env T0 eta0 xi0 xe best ch pol G0).
Qed.

(* Z78, lines 3480-3482: a longer window has a better rate than that of the page, K^{1/3} for K^{2/3}:
   E[R_T] = \widetilde O(K^{1/3}\Gamma_T^{1/3}T^{2/3}) with \tau = \lceil K^{1/3}(T/\Gamma_T)^{2/3} \rceil.
   With its constant and two logarithms, for Gamma_T >= 1 and every T, K.  Differences: those of T7. *)
Theorem Z78 (K : nat) (E : finType) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (law reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) (T tau Gamma : nat) :
  0 < B -> (0 < T)%N -> 0 < eta -> 0 <= xi -> 1 <= 2%:R * xi * (1 - eta ^+ 2 / 16%:R) ->
  (* rewards in [0, B], the mean of arm i in round t is mu t i; istar t is a best arm *)
  arm_environment B mu law reward -> (forall t i, mu t i <= mu t (istar t)) ->
  (* at most Gamma changes of the means *)
  (breaks mu T <= Gamma)%N ->
  (* SW-UCB: an arm that does not occur in the window is played first, otherwise the largest index *)
  (forall h, let t := size h in let I s := act (take s h) in
    let X s := reward (take s h) (act (take s h)) (nth e0 h s) in
    let N i := (\sum_(t - tau <= s < t) (I s == i))%N in
    let ucb i := (\sum_(t - tau <= s < t) (I s == i)%:R * X s) / (N i)%:R
      + B * Num.sqrt (xi * ln (minn t tau)%:R / (N i)%:R) in
    (forall i, N i = 0%N -> N (act h) = 0%N) /\
    ((forall i, (0 < N i)%N) -> forall i, ucb i <= ucb (act h))) ->
  let ER := Ex (fun h e => law h (act h) e) T
    (fun h => \sum_(t < T) (mu t (istar t) - mu t (act (take t h)))) [::] in
  let L n := ln n%:R / ln (1 + eta) + 1 in
  (0 < Gamma)%N ->
  is_ceil (power K%:R 3%:R^-1 * power (T%:R / Gamma%:R) (2%:R / 3%:R))%ring tau ->
  ER <= B * (4%:R * Num.sqrt (2%:R * xi * ln T%:R) + 4%:R + 2%:R * L T * (2%:R + ln T%:R))
    * (power K%:R 3%:R^-1 * power Gamma%:R 3%:R^-1 * power T%:R (2%:R / 3%:R)).
Proof.
move=> B0 T0 eta0 xi0 xe env best ch policy ER L G0.
have pol h : follows_ucb tau B xi (arm_of act h) (reward_of e0 reward act h) (size h).
  by have := policy h; rewrite /follows_ucb /ucb /mean_seen /width /plays /arm_of /reward_of take_size.
exact: (regret_arms_longer B0 env T0 eta0 xi0 xe best ch pol G0).
Qed.
