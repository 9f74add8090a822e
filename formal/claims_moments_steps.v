(* The steps of the proof of lemma_instantaneous (lines 1364-1520): claims about M_u^t.
   Notation as in Claims.v.  A finite tree: a history h of size s means that s rounds were played; n is the
   paper's t - 1, so w_{t-1} is w n.-1; F_{u-1} is what a history h of size u - 2 tells, a_{u-1} is act h,
   eps_u is eps h e, sigma_{u-1}^2 is sigma2 h, w_{u-1} is w (size h), M_{u-1}^t is M h and M_u^t is
   M (rcons h e).  |a| <= 1 and |eps| <= m hold at every h, not almost surely. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing potentials tail paper_indices.
From Glb Require Import moments_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* Q8, eq:M_u, lines 1364-1373.
   Paper: M_u^t(xi) = exp(xi^T S_u/(m w_{t-1}) - xi^T H~_u(0) xi/(m^2 w_{t-1}^2)), S_u = sum_{s<u} w_s
   eps_{s+1} a_s, H~_u(0) = sum_{s<u} w_s^2 sigma_s^2 a_s a_s^T, sigma_s^2 = E[eps_{s+1}^2 | F_s].
   Stated: M_1^t(xi) = 1, and with v = (w_{u-1}/w_{t-1}) xi^T a_{u-1} each round multiplies by
   exp(v eps_u/m - v^2 sigma_{u-1}^2/m^2).
   Differences: a finite tree; the identities hold for any numbers p, weights, noise and m (1/0 is 0), so
   none of the assumptions is made. *)
Theorem Q8 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w : nat -> R) (m : R) (xi : 'cV[R]_d) :
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let v h := w (size h) / w n.-1 * ⟨xi, act h⟩ in
  M [::] = 1 /\
  forall h e, M (rcons h e) = M h * exp (v h * (eps h e / m) - v h ^+ 2 * sigma2 h / m ^+ 2).
Proof.
move=> sigma2 S H0 M v; have e k : M k = tail_event.M e0 act eps sigma2 (m * w n.-1) w xi k by exact: paper_M.
by split=> [|h x]; rewrite !e; [exact: M_nil|exact: M_factor].
Qed.

(* Z13, in the proof of lemma_instantaneous, lines 1390-1402.
   Paper: E[M_u^t(xi) | F_{u-1}] = M_{u-1}^t(xi) exp(- xi^T w_{u-1}^2 sigma_{u-1}^2 a_{u-1} a_{u-1}^T xi /
   (m^2 w_{t-1}^2)) E[exp(xi^T w_{u-1} eps_u a_{u-1}/(m w_{t-1})) | F_{u-1}].
   Differences: a finite tree; as in Q8 none of the assumptions is needed. *)
Theorem Z13 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w : nat -> R) (m : R) (xi : 'cV[R]_d) :
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  forall h, \sum_e p h e * M (rcons h e) =
    M h * exp (- ((m * w n.-1)^-1 ^+ 2 *
                  ⟨xi, (w (size h) ^+ 2 * sigma2 h) *: (act h *m (act h)^T) *m xi⟩))
        * \sum_e p h e * exp ((m * w n.-1)^-1 * ⟨xi, (w (size h) * eps h e) *: act h⟩).
Proof.
move=> sigma2 S H0 M h; have e k : M k = tail_event.M e0 act eps sigma2 (m * w n.-1) w xi k by exact: paper_M.
rewrite variance_term mulr_sumr; apply: eq_bigr => x _; rewrite !e M_factor noise_term addrC expD.
by move: (p h x) (tail_event.M _ _ _ _ _ _ _ _) (exp _) (exp _) => x1 x2 x3 x4; ring.
Qed.

(* Z14, in the proof of lemma_instantaneous, lines 1403-1411.
   Paper: with eps~_u = eps_u/m and v = (w_{u-1}/w_{t-1}) xi^T a_{u-1}, E[exp(xi^T w_{u-1} eps_u a_{u-1} /
   (m w_{t-1})) | F_{u-1}] = E[exp(v eps~_u) | F_{u-1}] <= 1 + v^2 sigma_{u-1}^2/m^2.
   Differences: a finite tree; m > 0 (used, not stated); weights positive and non-decreasing up to w_{t-1};
   size h < n is u <= t. *)
Theorem Z14 (E : finType) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w : nat -> R) (m : R) (xi : 'cV[R]_d) :
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  ‖xi‖ <= 1 ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let v h := w (size h) / w n.-1 * ⟨xi, act h⟩ in
  forall h, (size h < n)%N ->
  \sum_e p h e * exp ((m * w n.-1)^-1 * ⟨xi, (w (size h) * eps h e) *: act h⟩)
    = \sum_e p h e * exp (v h * (eps h e / m)) /\
  \sum_e p h e * exp (v h * (eps h e / m)) <= 1 + v h ^+ 2 / m ^+ 2 * sigma2 h.
Proof.
move=> p0 p1 a1 c m0 b w0 wm x1 sigma2 v h hn; split.
  by apply: eq_bigr => e _; rewrite noise_term.
exact: (moment_weights p0 p1 a1 c m0 b w0 wm x1 hn).
Qed.

(* I1, in the proof of lemma_instantaneous, lines 1416-1426.
   Paper: E[M_u^t(xi) | F_{u-1}] <= M_{u-1}^t(xi) exp(- xi^T w_{u-1}^2 sigma_{u-1}^2 a_{u-1} a_{u-1}^T xi /
   (m^2 w_{t-1}^2)) (1 + (w_{u-1}^2/(m^2 w_{t-1}^2)) sigma_{u-1}^2 xi^T a_{u-1} a_{u-1}^T xi)
   <= M_{u-1}^t(xi).
   Differences: those of Z14; q is our name for the term that the display has in both factors. *)
Theorem I1 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w : nat -> R) (m : R) (xi : 'cV[R]_d) :
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  ‖xi‖ <= 1 ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let q h := (m * w n.-1)^-1 ^+ 2 * ⟨xi, (w (size h) ^+ 2 * sigma2 h) *: (act h *m (act h)^T) *m xi⟩ in
  forall h, (size h < n)%N ->
  \sum_e p h e * M (rcons h e) <= M h * exp (- q h) * (1 + q h) /\
  M h * exp (- q h) * (1 + q h) <= M h.
Proof.
move=> p0 p1 a1 c m0 b w0 wm x1 sigma2 S H0 M q h hn; have M0 : 0 <= M h by exact: exp_ge0.
split; last first.
  rewrite -mulrA -[X in _ <= X]mulr1 ler_wpmul2l //; apply: (@le_trans _ _ (exp (- q h) * exp (q h))).
    by rewrite ler_wpmul2l ?exp_ge0 ?exp_tangent.
  by rewrite -expD addNr exp0.
have := Z13 e0 p n act eps w m xi h; rewrite -/sigma2 -/(q h) => ->.
rewrite ler_wpmul2l ?mulr_ge0 ?exp_ge0 //.
have [-> h2] := Z14 p0 p1 a1 c m0 b w0 wm x1 hn; apply: (le_trans h2).
by rewrite /q variance_term mulrAC.
Qed.

(* Z15, lines 1428-1433.
   Paper: for 1 <= u <= t and |xi| <= 1, E[M_t(xi)] <= E[M_u^t(xi)] <= E[M_1^t(xi)] = 1.
   Differences: those of Z14; our u is the paper's u - 1: M_u^t is M after u - 1 rounds, M_t after n. *)
Theorem Z15 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w : nat -> R) (m : R) (xi : 'cV[R]_d) :
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  ‖xi‖ <= 1 ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  forall u, (u <= n)%N ->
  [/\ Ex p n M [::] <= Ex p u M [::], Ex p u M [::] <= Ex p 0 M [::] & Ex p 0 M [::] = 1].
Proof.
move=> p0 p1 a1 c m0 b w0 wm x1 sigma2 S H0 M u un.
have step h : (size h < n)%N -> \sum_e p h e * M (rcons h e) <= M h.
  by move=> hn; have [h1 h2] := I1 e0 p0 p1 a1 c m0 b w0 wm x1 hn; exact: le_trans h1 h2.
split; last by have [] := Q8 e0 p n act eps w m xi.
  rewrite -(subnKC un) Ex_tower; apply: (Ex_le p0) => k; rewrite add0n => ku.
  by apply: (chain_up_to p0 step); rewrite ku subnKC.
by rewrite /=; apply: (chain_up_to p0 step).
Qed.

(* R4, rem:instantaneous, lines 1498-1520, as corrected (a_{u-1} in v).
   Paper: the normalisation 1/w_{t-1}, 1/w_{t-1}^2 in M_u^t ensures that v = (w_{u-1}/w_{t-1}) xi^T a_u that
   appears in the proof of lemma_instantaneous is at most 1.
   Stated: M_u^t/M_{u-1}^t = exp(v eps_u/m - v^2 sigma_{u-1}^2/m^2) with v = (w_{u-1}/w_{t-1}) xi^T a_{u-1},
   and |v| <= 1.
   Differences: a_{u-1} for a_u (with a_u it is false: R4_mutant); a finite tree; the words about stopping
   times are not part of the statement. *)
Theorem R4 (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (w : nat -> R) (m : R) (xi : 'cV[R]_d) :
  (forall h, ‖act h‖ <= 1) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  ‖xi‖ <= 1 ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let v h := w (size h) / w n.-1 * ⟨xi, act h⟩ in
  forall h e, (size h < n)%N ->
  M (rcons h e) / M h = exp (v h * (eps h e / m) - v h ^+ 2 * sigma2 h / m ^+ 2) /\ `|v h| <= 1.
Proof.
move=> a1 w0 wm x1 sigma2 S H0 M v h e hn; split; last exact: (v_le1 a1 w0 wm x1 hn).
have [_ q] := Q8 e0 p n act eps w m xi; have {q} -> : M (rcons h e) = _ := q h e.
by rewrite mulrAC mulfV ?mul1r // gt_eqF // exp_gt0.
Qed.
