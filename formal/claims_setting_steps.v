(* What the paper claims of the setting (l. 190-260, 323-327), of the rounds near a change (l. 1887-1893,
   2642-2651) and of its algorithms (l. 564-586, 2677-2704), one theorem for each claim.  Style and notation are those of Claims.v.  Rounds are 1, 2, ... as
   in the paper; {set 'I_T.+1}: a set of rounds t <= T, #|.|: its size. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials secant_matrices.
From Glb Require Import deviation paper_indices estimate_steps setting_steps error_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Setting *)

(* D3, lines 211-214.
   Paper: \theta^\star changes up to \Gamma_T times within the horizon T: \#\{t < T :
   \theta^\star_{t+1}\neq\theta^\star_t\} \leq \Gamma_T.
   A definition. Stated: the rounds 1, .., T are cut into m stationary phases b_i, .., b_{i+1} - 1, with one
   parameter in each and a change from one to the next; such cuts exist, and m is the number of changes plus
   1, so at most \Gamma_T + 1. Differences: T \geq 1. *)
Theorem D3 (d T Gamma : nat) (theta : nat -> 'cV[R]_d) : (1 <= T)%N ->
  let changes := (\sum_(1 <= t < T) (theta t != theta t.+1))%N in
  (changes <= Gamma)%N ->
  let phases m (b : nat -> nat) :=
    [/\ b 0%N = 1%N, b m = T.+1, forall i, (i < m)%N -> (b i < b i.+1)%N,
        forall i t, (i < m)%N -> (b i <= t < b i.+1)%N -> theta t = theta (b i) &
        forall i, (0 < i < m)%N -> theta (b i).-1 != theta (b i)] in
  (exists m b, phases m b) /\ forall m b, phases m b -> m = (changes + 1)%N /\ (m <= Gamma + 1)%N.
Proof.
move=> T1 changes ch ph; split=> [|m b p]; first exact: phases_exist.
by have mE := phases_count T1 p; split=> //; rewrite mE leq_add2r.
Qed.

(* D2, lines 220-224.
   Paper: R_T = \sum_{t=1}^T\max_{a\in A_t}\mu(a^\top\theta^\star_t) - \mu(a_t^\top\theta^\star_t).
   A definition. Stated, with M_t the maximum of round t: R_T \geq 0; R_T = 0 if and only if every a_t is a
   best action of its round; and R_T is at least the regret against any fixed action that all A_t allow.
   Differences: the difference is that of each round; the maximum is attained (Z8). *)
Theorem D2 (d T : nat) (mu : R -> R) (A : nat -> 'cV[R]_d -> Prop) (a theta : nat -> 'cV[R]_d)
  (M : nat -> R) :
  (forall t, (1 <= t <= T)%N -> A t (a t)) ->
  (forall t, (1 <= t <= T)%N -> exists b, A t b /\ mu ⟨b, theta t⟩ = M t) ->
  (forall t b, (1 <= t <= T)%N -> A t b -> mu ⟨b, theta t⟩ <= M t) ->
  let R_T := \sum_(1 <= t < T.+1) (M t - mu ⟨a t, theta t⟩) in
  [/\ 0 <= R_T,
      R_T = 0 <-> (forall t b, (1 <= t <= T)%N -> A t b -> mu ⟨b, theta t⟩ <= mu ⟨a t, theta t⟩) &
      forall b, (forall t, (1 <= t <= T)%N -> A t b) ->
        \sum_(1 <= t < T.+1) mu ⟨b, theta t⟩ - \sum_(1 <= t < T.+1) mu ⟨a t, theta t⟩ <= R_T].
Proof.
move=> allowed att mx R_T; have pos t : (1 <= t < T.+1)%N -> 0 <= M t - mu ⟨a t, theta t⟩.
  by move=> h; rewrite subr_ge0; apply: mx => //; exact: allowed.
split=> [||b bA]; first by rewrite /R_T big_nat; apply: sumr_ge0.
  have -> : (R_T = 0) <-> all (fun t => M t - mu ⟨a t, theta t⟩ == 0) (iota 1 T).
    rewrite /R_T big_nat; split=> [/eqP|h]; last first.
      by rewrite -big_nat /index_iota subSS subn0 big_seq big1 // => t /(allP h) /eqP.
    rewrite psumr_eq0 // /index_iota subSS subn0 => /allP h; apply/allP => t tT; move: (h t tT).
    by move: tT; rewrite mem_iota add1n => -> /=.
  split=> [/allP z t b tT /(mx t b tT)|best].
    by have := z t; rewrite mem_iota add1n ltnS => /(_ tT); rewrite subr_eq0 => /eqP ->.
  apply/allP => t; rewrite mem_iota add1n => tT; rewrite eq_le pos // andbT subr_le0.
  by have [b [bA <-]] := att t tT; exact: best.
rewrite -sumrB /R_T !big_nat; apply: ler_sum => t tT; rewrite ler_add2r; apply: mx => //.
exact: bA.
Qed.

(* Z8, lines 220-224, as corrected.
   Paper: the regret takes \max_{a\in A_t}\mu(a^\top\theta^\star_t), under ass:bounded_actions, which bounds
   A_t and does not close it. Corrected: the maximum exists if A_t is compact.
   Stated: a maximiser exists in every compact set that is not empty. compact_set (setting_steps.v): every
   cover by open sets has a finite subcover; open_set: with each point a ball of the norm |.|_2.
   Differences: none; \mu is continuous (ass:link_fun), \theta is any vector. *)
Theorem Z8 (d : nat) (mu : R -> R) (A : 'cV[R]_d -> Prop) (theta : 'cV[R]_d) :
  (forall z, continuous mu z) -> compact_set A -> (exists b, A b) ->
  exists a, A a /\ forall b, A b -> mu ⟨b, theta⟩ <= mu ⟨a, theta⟩.
Proof.
move=> cont cpt ne; apply: (extreme_value (f := fun b => mu ⟨b, theta⟩) cpt ne) => x _ e e0.
exact: dot_continuous.
Qed.

(* Z122, lines 214-219.
   Paper: E[r_{t+1}|a_t] = \mu(a_t^\top\theta^\star_t), for dP_\theta(r|a) = \exp(r a^\top\theta -
   b(a^\top\theta) + c(r))d\nu(r) and \mu = \dot b (l. 196-202).
   I is the integral against \nu: linear and positive on a class L of functions of the reward; \nu is carried
   by [0, m] (ass:bounded_rewards), so that functions >= 0 there have integrals >= 0. The mean of r_{t+1}
   given a_t is the integral of r against the density at a_t and \theta^\star_t.
   Differences: the density has integral 1 at every parameter, and r^k e^{rz+c(r)}, k <= 2, are integrable (so
   they are on [0, m] if k = 0 is); \theta^\star and the actions are any sequences. *)
Theorem Z122 (d : nat) (m : R) (b mu c : R -> R) (L : (R -> R) -> Prop) (I : (R -> R) -> R)
  (a theta : nat -> 'cV[R]_d) :
  (forall f g, L f -> L g -> L (fun r => f r + g r)) -> (forall k f, L f -> L (fun r => k * f r)) ->
  (forall f g, L f -> L g -> I (fun r => f r + g r) = I f + I g) ->
  (forall k f, L f -> I (fun r => k * f r) = k * I f) ->
  (forall f, L f -> (forall r, 0 <= r <= m -> 0 <= f r) -> 0 <= I f) ->
  (forall (k : nat) z, (k <= 2)%N -> L (fun r => r ^+ k * exp (r * z + c r))) -> 0 <= m ->
  (forall z, is_derive b z (mu z)) ->
  let density z r := exp (r * z - b z + c r) in
  (forall z, I (density z) = 1) ->
  forall t, I (fun r => r * density ⟨a t, theta t⟩ r) = mu ⟨a t, theta t⟩.
Proof.
move=> La Ls Ia Is Ip Lk m0 hb density one t.
have Ip' f : L f -> (forall r, Rle 0 r /\ Rle r m -> Rle 0 (f r)) -> Rle 0 (I f).
  move=> Lf pos; apply/RleP; apply: Ip => // r /andP [/RleP r0 /RleP rm]; apply/RleP; exact: pos.
have Lk' j z : (j <= 2)%coq_nat -> L (moment_term c j z).
  move=> /ssrnat.leP j2; have := Lk j z j2; congr L; apply: functional_extensionality => r.
  by rewrite /moment_term RpowE.
by apply: (family_mean m c L I La Ls Ia Is Ip' b mu ⟨a t, theta t⟩) => //; apply/RleP.
Qed.

(** * Rounds far from a change *)

(* Q24, lines 1887-1893 (main text: 898-900), as corrected.
   Paper: T(\gamma) = \{1\leq t\leq T: \theta^\star_s = \theta^\star_t for all t-D\leq s\leq t-1\}, the rounds
   at least D steps away from the closest previous breakpoint.
   Corrected: \max(1,t-D) for t-D, since there are no rounds before 1.
   Stated, for the set of the corrected display: t belongs to it if and only if every round b <= t at which
   the parameter changed is at least D rounds back; at most \Gamma_T D rounds are left out (l. 2339); at most
   (\Gamma_T+1)D if the rounds t <= D are left out as well. Differences: none; D is any natural number. *)
Theorem Q24 (d T D Gamma : nat) (theta : nat -> 'cV[R]_d) (TT : {set 'I_T.+1}) :
  ((\sum_(1 <= k < T) (theta k != theta k.+1))%N <= Gamma)%N ->
  (forall t : 'I_T.+1, t \in TT <->
    (1 <= t)%N /\ forall s, (maxn 1 (t - D) <= s < t)%N -> theta s = theta t) ->
  [/\ forall t : 'I_T.+1, (1 <= t)%N ->
        (t \in TT <-> forall b, (1 < b <= t)%N -> theta b.-1 != theta b -> (b + D <= t)%N),
      (T - #|TT| <= Gamma * D)%N &
      (T - #|[set t in TT | (D < t)%N]| <= (Gamma + 1) * D)%N].
Proof. by move=> ch TTE; exact: (stationary_set ch TTE). Qed.

(* Q40, t_tau, lines 2642-2651, as corrected.
   Paper: T(\tau) = \{1\leq t\leq T: \theta^\star_s = \theta^\star_t for all t-\tau\leq s\leq t-1\}, the
   rounds at least \tau steps away from the closest previous breakpoint; on it the bias due to
   non-stationarity disappears. Corrected: \max(1,t-\tau) for t-\tau.
   Stated: Q24 with \tau for D; and for t in the set g_t(\hat\theta_t)-g_t(\theta^\star_t) = S_t -
   \lambda\theta^\star_t, where \hat\theta_t solves the equation of l. 2664, S_t of l. 2623 and g_t of l. 2620
   are sums over the window, \epsilon_{s+1} = r_{s+1}-\mu(a_s^\top\theta^\star_s). Differences: none. *)
Theorem Q40 (d T tau Gamma : nat) (lam : R) (mu : R -> R) (a theta : nat -> 'cV[R]_d) (r eps : nat -> R)
  (TT : {set 'I_T.+1}) :
  ((\sum_(1 <= k < T) (theta k != theta k.+1))%N <= Gamma)%N ->
  (forall t : 'I_T.+1, t \in TT <->
    (1 <= t)%N /\ forall s, (maxn 1 (t - tau) <= s < t)%N -> theta s = theta t) ->
  (forall s, (1 <= s)%N -> eps s.+1 = r s.+1 - mu ⟨a s, theta s⟩) ->
  let g (t : nat) th := \sum_(maxn 1 (t - tau) <= s < t) mu ⟨a s, th⟩ *: a s + lam *: th in
  let S (t : nat) := \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s in
  [/\ forall t : 'I_T.+1, (1 <= t)%N ->
        (t \in TT <-> forall b, (1 < b <= t)%N -> theta b.-1 != theta b -> (b + tau <= t)%N),
      (T - #|TT| <= Gamma * tau)%N,
      (T - #|[set t in TT | (tau < t)%N]| <= (Gamma + 1) * tau)%N &
      forall (t : 'I_T.+1) (hat : 'cV[R]_d), t \in TT ->
        \sum_(maxn 1 (t - tau) <= s < t) (r s.+1 - mu ⟨a s, hat⟩) *: a s - lam *: hat = 0 ->
        g t hat - g t (theta t) = S t - lam *: theta t].
Proof.
move=> ch TTE epsE g S; have [h1 h2 h3] := stationary_set ch TTE.
split=> // t hat /TTE [t1 st] /score_zero ge.
rewrite /g ge opprD addrA; congr (_ - _); rewrite /S -sumrB !big_nat; apply: eq_bigr => s sr.
rewrite -scalerBl (epsE s) ?(st s sr) //; move: sr; clear; lia.
Qed.

(** * The algorithms *)

(* G1, alg:D-GLM, lines 564-586, as corrected.
   Paper: initialize V_0 = (\lambda/c_\mu)I_d, \hat\theta_0 = 0; for t = 1, .., T: play with \hat\theta_t and
   V_t; V_{t+1} <- a_t a_t^\top + \gamma V_t + \frac{\lambda}{c_\mu}(1-\gamma)I_d. Round 1 reads V_1, which is
   not set. Corrected: initialize V_1 = (\lambda/c_\mu)I_d, \hat\theta_1 = 0.
   Stated: then V_t is \sum_{s=1}^{t-1}\gamma^{t-1-s}a_s a_s^\top + \frac{\lambda}{c_\mu}I_d
   (eq:design_matrix_D_main) for t = 1, .., T + 1, and 0 is the minimiser of eq:MLE_D at t = 1.
   Differences: the play of a round is not part of the statement, the actions are any vectors; logP is any
   function; \lambda > 0 is used for \hat\theta_1 only. *)
Theorem G1 (d T : nat) (gamma lam c_mu : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d)
  (logP : 'cV[R]_d -> nat -> R) : 0 < lam ->
  V 1%N = (lam / c_mu)%:M ->
  (forall t, (1 <= t <= T)%N ->
    V t.+1 = a t *m (a t)^T + gamma *: V t + (lam / c_mu * (1 - gamma))%:M) ->
  let J t th := - (\sum_(1 <= s < t) gamma ^+ (t - 1 - s) * logP th s) + lam / 2%:R * ‖th‖ ^+ 2 in
  (forall t, (1 <= t <= T.+1)%N ->
    V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M) /\
  (forall hat, (forall th, J 1%N hat <= J 1%N th) <-> hat = 0).
Proof.
move=> l0 V1 step J; split=> [t|hat]; last by rewrite /J; exact: penalty_minimiser.
elim: t => [//|[|t] IH] h; first by rewrite V1 big_geq // add0r.
rewrite step; last by move: h; clear; lia.
rewrite [RHS]discount_step // IH; last by move: h; clear; lia.
by rewrite [X in X + _ = _]addrC [lam / c_mu * _]mulrC.
Qed.

(* G2, alg:SW-GLM, lines 2677-2704, as corrected.
   Paper: initialize V_0 = (\lambda/c_\mu)I_d; for t = 1, .., T: play with V_t; if t < \tau: V_{t+1} <- a_t
   a_t^\top + V_t, else V_{t+1} <- a_t a_t^\top - a_{t-\tau}a_{t-\tau}^\top + V_t. Round 1 reads V_1, which is
   not set, and round \tau reads a_0. Corrected: initialize V_1 = (\lambda/c_\mu)I_d, \hat\theta_1 = 0, and t
   \leq \tau for t < \tau.
   Stated: then V_t is \sum_{s=\max(1,t-\tau)}^{t-1}a_s a_s^\top + \frac{\lambda}{c_\mu}I_d (l. 2616) for t =
   1, .., T + 1, every action that is read has index 1 at least, and 0 is the minimiser of the programme of
   eq:MLE_sliding_window at t = 1. Differences: those of G1; \tau is any natural number. *)
Theorem G2 (d T tau : nat) (lam c_mu : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d)
  (logP : 'cV[R]_d -> nat -> R) : 0 < lam ->
  V 1%N = (lam / c_mu)%:M ->
  (forall t, (1 <= t <= T)%N ->
    V t.+1 = if (t <= tau)%N then a t *m (a t)^T + V t
             else a t *m (a t)^T - a (t - tau)%N *m (a (t - tau)%N)^T + V t) ->
  let J t th := - (\sum_(maxn 1 (t - tau) <= s < t) logP th s) + lam / 2%:R * ‖th‖ ^+ 2 in
  [/\ forall t, (1 <= t <= T.+1)%N ->
        V t = \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + (lam / c_mu)%:M,
      forall t, ~~ (t <= tau)%N -> (1 <= t - tau)%N &
      forall hat, (forall th, J 1%N hat <= J 1%N th) <-> hat = 0].
Proof.
move=> l0 V1 step J; split=> [t|t|hat].
- elim: t => [//|[|t] IH] h; first by rewrite V1 big_geq ?add0r ?leq_maxl.
  rewrite step; last by move: h; clear; lia.
  rewrite [RHS]window_step // IH; last by move: h; clear; lia.
  rewrite [(tau < t.+1)%N]ltnNge; case: (t.+1 <= tau)%N => /=; first by rewrite subr0 addrC.
  by rewrite [LHS]addrC addrA.
- by rewrite -ltnNge subn_gt0.
by rewrite /J; apply: penalty_minimiser => //; exact: leq_maxl.
Qed.
