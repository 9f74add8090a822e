(* Mutants of claims_moments_steps.v: one token of the statement moved, refuted in one dimension. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing potentials tail paper_indices.
From Glb Require Import small_witnesses moments_steps claims_moments_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Witnesses: d = 1, xi = 1, one round with the action 1 and weights 1 *)

Definition unit_vector : 'cV[R]_1 := const_mx 1.
Lemma unit_dot : ⟨unit_vector, unit_vector⟩ = 1.
Proof. by rewrite dot_dim1 mulr1. Qed.
Lemma unit_norm : ‖unit_vector‖ <= 1.
Proof. by rewrite nrm_dim1 normr1. Qed.

(* A coin: eps = m or -m with probability 1/2. *)
Definition coin_p (h : seq bool) (e : bool) : R := 2%:R^-1.
Definition coin_eps (m : R) (h : seq bool) (e : bool) : R := if e then m else - m.
Arguments coin_eps m%ring h e.
Lemma coinE (m : R) : 0 < m -> [/\ forall h e, 0 <= coin_p h e, forall h, \sum_e coin_p h e = 1,
  forall h, \sum_e coin_p h e * coin_eps m h e = 0, forall h e, `|coin_eps m h e| <= m &
  forall h, \sum_e coin_p h e * coin_eps m h e ^+ 2 = m ^+ 2].
Proof.
move=> m0; split=> h; rewrite ?sum_bool /coin_p /coin_eps.
- by move=> e; rewrite invr_ge0 ler0n.
- by rewrite -[2%:R^-1]div1r -splitr.
- by rewrite mulrN subrr.
- by case; rewrite ?normrN gtr0_norm.
- by rewrite sqrrN -mulrDl -[2%:R^-1]div1r -splitr mul1r.
Qed.

(* Q8_mutant: Q8 with m for m^2 under the variance: noise 1, m = 2. *)
Theorem Q8_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m : R) (xi : 'cV[R]_d),
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let v h := w (size h) / w n.-1 * ⟨xi, act h⟩ in
  M [::] = 1 /\
  forall h e, M (rcons h e) = M h * exp (v h * (eps h e / m) - v h ^+ 2 * sigma2 h / m)).
Proof.
move=> F; pose p (h : seq unit) (e : unit) : R := 1; pose act (h : seq unit) := unit_vector.
have [_ f] := F unit_finType tt p 1%N 1%N act p (fun=> 1) 2%:R unit_vector.
have [q0 q] := Q8 tt p 1 act p (fun=> 1) 2%:R unit_vector; have := f [::] tt; rewrite (q [::] tt) q0 !mul1r.
rewrite unit_dot sum_unit /p => /exp_inv; toR_goal; simpl; lra.
Qed.

(* Z13_mutant: Z13 with m for m^2 in the second factor: noise 1, m = 2. *)
Theorem Z13_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m : R) (xi : 'cV[R]_d),
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  forall h, \sum_e p h e * M (rcons h e) =
    M h * exp (- ((m * w n.-1 ^+ 2)^-1 *
                  ⟨xi, (w (size h) ^+ 2 * sigma2 h) *: (act h *m (act h)^T) *m xi⟩))
        * \sum_e p h e * exp ((m * w n.-1)^-1 * ⟨xi, (w (size h) * eps h e) *: act h⟩)).
Proof.
move=> F; pose p (h : seq unit) (e : unit) : R := 1; pose act (h : seq unit) := unit_vector.
have := F unit_finType tt p 1%N 1%N act p (fun=> 1) 2%:R unit_vector [::].
have := Z13 tt p 1 act p (fun=> 1) 2%:R unit_vector [::]; cbv zeta => ->.
have [-> _] := Q8 tt p 1 act p (fun=> 1) 2%:R unit_vector.
rewrite !sum_unit /p !mul1r !mulr1 expr1n !mul1r !scale1r unit_dot.
have -> : ⟨unit_vector, unit_vector *m unit_vector^T *m unit_vector⟩ = 1.
  by have := qf_outer unit_vector unit_vector; rewrite unit_dot expr1n.
move/(mulIf (lt0r_neq0 (exp_gt0 _)))/exp_inv; toR_goal; simpl; lra.
Qed.

(* Z14_mutant: Z14 with m^3 for m^2: a coin, m = 4; the left side is cosh(1). *)
Theorem Z14_mutant : ~ (forall (E : finType) (p : seq E -> E -> R) (d n : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m : R) (xi : 'cV[R]_d),
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
  \sum_e p h e * exp (v h * (eps h e / m)) <= 1 + v h ^+ 2 / m ^+ 3 * sigma2 h).
Proof.
move=> F; have m0 : 0 < 4%:R :> R by rewrite ltr0n.
have [c1 c2 c3 c4 c5] := coinE m0.
have [_] := F bool_finType coin_p 1%N 1%N (fun=> unit_vector) (coin_eps 4%:R) (fun=> 1) 4%:R unit_vector
  c1 c2 (fun=> unit_norm) c3 m0 c4 (fun _ _ => ltr01) (fun _ _ _ _ => lexx _) unit_norm [::] isT.
rewrite c5 sum_bool unit_dot divr1 mulr1 !mul1r expr1n /coin_p /coin_eps mulNr divff ?gt_eqF // => /RleP.
have [e2 _] := e_bounds.
have e3 : Rle (Rinv 3) (exp (Ropp 1)).
  by rewrite exp_Ropp; apply: Rinv_le_contravar; [exact: exp_pos|exact: exp_le_3].
toR_goal; simpl; lra.
Qed.

(* I1_mutant: I1 with q/2 for q in the exponential: a coin with m = 1, where q = 1. *)
Theorem I1_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m : R) (xi : 'cV[R]_d),
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
  \sum_e p h e * M (rcons h e) <= M h * exp (- (q h / 2%:R)) * (1 + q h) /\
  M h * exp (- (q h / 2%:R)) * (1 + q h) <= M h).
Proof.
move=> F; have [c1 c2 c3 c4 c5] := coinE ltr01.
have [_] := F bool_finType true coin_p 1%N 1%N (fun=> unit_vector) (coin_eps 1) (fun=> 1) 1 unit_vector
  c1 c2 (fun=> unit_norm) c3 ltr01 c4 (fun _ _ => ltr01) (fun _ _ _ _ => lexx _) unit_norm [::] isT.
have [-> _] := Q8 true coin_p 1 (fun=> unit_vector) (coin_eps 1) (fun=> 1) 1 unit_vector.
have := variance_term (fun=> unit_vector) (fun h => \sum_e coin_p h e * coin_eps 1 h e ^+ 2) 1 1 (fun=> 1)
  unit_vector [::]; rewrite /= => ->.
rewrite c5 unit_dot !mulr1 !divr1 !expr1n !invr1 !mul1r => /RleP.
have e : Rlt (Rplus 1 (- (2%:R^-1))) (exp (- (2%:R^-1))) by apply: exp_ineq1; toR_goal; simpl; lra.
by move: e; move: (exp _) => x; toR_goal; simpl; lra.
Qed.

(* Z15_mutant: Z15 with the first inequality turned: one round of a coin with m = 1. *)
Theorem Z15_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m : R) (xi : 'cV[R]_d),
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
  [/\ Ex p u M [::] <= Ex p n M [::], Ex p u M [::] <= Ex p 0 M [::] & Ex p 0 M [::] = 1]).
Proof.
move=> F; have [c1 c2 c3 c4 c5] := coinE ltr01.
have [+ _ _] := F bool_finType true coin_p 1%N 1%N (fun=> unit_vector) (coin_eps 1) (fun=> 1) 1 unit_vector
  c1 c2 (fun=> unit_norm) c3 ltr01 c4 (fun _ _ => ltr01) (fun _ _ _ _ => lexx _) unit_norm 0%N isT.
have [q0 q] := Q8 true coin_p 1 (fun=> unit_vector) (coin_eps 1) (fun=> 1) 1 unit_vector.
rewrite /Ex sum_bool q0 (q [::] true) (q [::] false) q0 !c5 unit_dot /coin_p /coin_eps.
rewrite !mulr1 !divr1 !expr1n !invr1 !mulr1 !mul1r subrr exp0 => /RleP.
have : Rlt (exp (-1 - 1)%ring) (exp 0) by apply: exp_increasing; toR_goal; lra.
by rewrite exp_0; toR_goal; simpl; lra.
Qed.

(* R4_mutant: R4 as printed, a_u for a_{u-1} in v: actions 1, then 0, noise 1/2, m = 1. *)
Theorem R4_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m : R) (xi : 'cV[R]_d),
  (forall h, ‖act h‖ <= 1) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  ‖xi‖ <= 1 ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let v h e := w (size h) / w n.-1 * ⟨xi, act (rcons h e)⟩ in
  forall h e, (size h < n)%N ->
  M (rcons h e) / M h = exp (v h e * (eps h e / m) - v h e ^+ 2 * sigma2 h / m ^+ 2) /\ `|v h e| <= 1).
Proof.
move=> F; pose act (h : seq unit) := if h is [::] then unit_vector else 0.
have a1 h : ‖act h‖ <= 1 by case: h => [|x h]; [exact: unit_norm|rewrite nrm2E nrm0 ler01].
pose p (h : seq unit) (e : unit) : R := 1; pose eps (h : seq unit) (e : unit) : R := 2%:R^-1.
have [+ _] := F unit_finType tt p 1%N 1%N act eps (fun=> 1) 1 unit_vector a1 (fun _ _ => ltr01)
  (fun _ _ _ _ => lexx _) unit_norm [::] tt isT.
have [+ _] := R4 tt p eps (w := fun=> 1) 1 a1 (n := 1) (fun _ _ => ltr01) (fun _ _ _ _ => lexx _) unit_norm tt
  (h := [::]) isT; cbv zeta => ->.
rewrite /= dot0r sum_unit unit_dot /p /eps => /exp_inv; toR_goal; simpl; lra.
Qed.
