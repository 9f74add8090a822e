(* Mutants of claims on moments, the mixture and the tail inequality, each refuted; see README.md. *)
From Coq Require Import Reals Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing estimate tail.
From Glb Require Import small_witnesses.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Exponential moments *)

(* L3_mutant: L3 with the constant 1 lowered to e - 2.001: a skew law with 1 of probability 1/1001. *)
Theorem L3_mutant : ~ (forall (E : finType) (p eps : E -> R) (v : R),
  (forall e, 0 <= p e) -> \sum_e p e = 1 -> \sum_e p e * eps e = 0 ->
  (forall e, `|eps e| <= 1) -> `|v| <= 1 ->
  \sum_e p e * exp (v * eps e) <= 1 + (exp 1 - 2001%:R / 1000%:R) * (v ^+ 2 * \sum_e p e * eps e ^+ 2)).
Proof.
move=> H; have N0 : 0 < 1000%:R :> R by rewrite ltr0n.
have [s1 s2 s3 s4 /(_ _) s5] := skewE N0; have N1 : 1 <= 1000%:R :> R by rewrite ler1n.
have := H _ _ _ 1 s1 s2 s3 (s5 N1); rewrite normr1 => /(_ (lexx _)).
rewrite s4 sum_bool /skew_p /skew_eps !mul1r expr1n mul1r; apply/negP; rewrite -ltNge.
have /RleP h := exp_tangent (- (1000%:R)^-1); have [_ e3] := e_bounds.
by apply/RltP; move: h; toR_goal; rewrite !INR_IZR_INZ; simpl Z.of_nat; lra.
Qed.

(** * The mixture *)

(* L1_mutant: L1 with the second factor 1/(m w_{t-1})^2 of eq:M_u multiplied by e - 2.01: one round, a skew
   law. *)
Theorem L1_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m : R) (xi : 'cV[R]_d),
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  ‖xi‖ <= 1 ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩
                  - (exp 1 - 201%:R / 100%:R) * ((m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩)) in
  forall h, (size h < n)%N -> \sum_e p h e * M (rcons h e) <= M h).
Proof.
move=> H; have N0 : 0 < 400%:R :> R by rewrite ltr0n.
have [s1 s2 s3 s4 s5] := skewE N0; have N1 : 1 <= 400%:R :> R by rewrite ler1n.
pose one : 'cV[R]_1 := const_mx 1; have oo : dot one one = 1 by rewrite dotE big_ord1 !mxE mulr1.
have o1 : nrm2 one <= 1 by rewrite /nrm2 oo sqrtr1.
have := H bool_finType true (fun _ e => skew_p 400%:R e) 1%N 1%N (fun=> one) (fun _ e => skew_eps 400%:R e)
  (fun=> 1) 1 one (fun=> s1) (fun=> s2) (fun=> o1) (fun=> s3) ltr01 (fun=> s5 N1) (fun _ _ => ltr01)
  (fun _ _ _ _ => lexx _) o1 [::] isT.
cbv zeta; rewrite sum_bool !big_ord1 !big_ord0 /= s4 mulr1 invr1 !mul1r !expr1n !mul1r.
rewrite -!scalemxAl !dotZr mul0mx dot0r !mulr0 subr0 exp0 oo.
rewrite (_ : dot one (one *m one^T *m one) = 1) ?mulr1; last by have := qf_outer one one; rewrite oo expr1n.
apply/negP; rewrite -ltNge; set z := (exp 1 - _) * _.
have z0 : z <= 1.
  have [_ e3] := e_bounds; rewrite /z; apply/RleP; toR_goal; rewrite !INR_IZR_INZ; simpl Z.of_nat; lra.
rewrite !expD mulrA [X in _ + X]mulrA -mulrDl -ltr_pdivr_mulr ?exp_gt0 // div1r.
have -> : (exp (- z))^-1 = exp z.
  by rewrite -[RHS]mulr1 -(mulfV (lt0r_neq0 (exp_gt0 (- z)))) mulrA -expD subrr exp0 mul1r.
have /RleP h := exp_tangent (- (400%:R)^-1); have [e2 e3] := e_bounds.
have := exp_le_quad z (elimT (RleP _ _) z0); rewrite /z /skew_p /skew_eps => h2; apply/RltP; move: h h2.
toR_goal; rewrite !INR_IZR_INZ; simpl Z.of_nat; set y := exp (Rmult _ _); nra.
Qed.

(* L2_mutant: L2 with the bound 1 lowered to 99/100: no round played, where M-bar is 1. *)
Theorem L2_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n u : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m lam : R),
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  0 < lam -> (0 < n)%N -> (u <= n)%N ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M xi h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let precision := 2%:R * lam / (m * w n.-1) ^+ 2 in
  let normal xi := exp (- (2%:R^-1 * precision * ⟨xi, xi⟩)) in
  let N := Int (inball 1 normal) in
  let integrand h := inball 1 (fun xi => normal xi * M xi h) in
  let barM h := Int (integrand h) / N in
  Ex p u barM [::] <= 99%:R / 100%:R).
Proof.
move=> F; have := F unit_finType tt (fun _ _ => 1) 1%N 1%N 0%N (fun=> 0) (fun _ _ => 0) (fun=> 1) 1 1
  (fun _ _ => ler01) (fun=> sum_unit _) zero_action unit_centred ltr01 (zero_noise ltr01) (fun _ _ => ltr01)
  (fun _ _ _ _ => lexx _) ltr01 isT isT; cbv zeta; rewrite /Ex.
have -> : (fun xi : 'cV[R]_1 => exp (- (2%:R^-1 * (2%:R * 1 / (1 * 1) ^+ 2) * dot xi xi)) * exp ((1 * 1)^-1 *
    dot xi (\sum_(s < size ([::] : seq unit)) (1 * 0) *: 0) - (1 * 1)^-1 ^+ 2 *
    dot xi ((\sum_(s < size ([::] : seq unit))
    (1 ^+ 2 * \sum_(e : unit) 1 * 0 ^+ 2) *: ((0 : 'cV[R]_1) *m 0^T)) *m xi))) = gauss 1%:M.
  apply: functional_extensionality => x; rewrite !big_ord0 mul0mx dot0r !mulr0 subrr exp0 mulr1.
  by rewrite /gauss qf_scalar !mulr1 expr1n divr1 mulVf ?pnatr_eq0.
have -> : (fun xi : 'cV[R]_1 => exp (- (2%:R^-1 * (2%:R * 1 / (1 * 1) ^+ 2) * dot xi xi))) = gauss 1%:M.
  apply: functional_extensionality => x; rewrite /gauss qf_scalar.
  by rewrite !mulr1 expr1n divr1 mulVf ?pnatr_eq0.
rewrite -/(normaliser 1 1%:M) divff ?gt_eqF ?normaliser_gt0 //; apply/negP; rewrite -ltNge.
by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat.
Qed.

(* P3_mutant: P3 as printed, det for det^{1/2}: d = 1, H = lambda = 1/16, m = w = 1. *)
Theorem P3_mutant : ~ (forall (d : nat) (H : 'M[R]_d) (lam m w : R),
  0 < lam -> 0 < m -> 0 < w -> H^T = H -> (forall x, lam * ⟨x, x⟩ <= ⟨x, H *m x⟩) ->
  let normal (P : 'M[R]_d) x := exp (- (2%:R^-1 * ⟨x, P *m x⟩)) in
  let h := inball 1 (normal (2%:R * lam / (m * w) ^+ 2)%:M) in
  let g := inball 2%:R^-1 (normal ((2%:R / (m * w) ^+ 2) *: H)) in
  ln (Int h / Int g) <= ln (\det H / Num.sqrt lam ^+ d) + d%:R * ln 2%:R).
Proof.
move=> F; pose l : R := (4%:R^-1) ^+ 2; have q0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have l0 : 0 < l by rewrite exprn_gt0.
have := F 1%N l%:M l 1 1 l0 ltr01 ltr01 (tr_scalar_mx _ _) _; cbv zeta => /(_ _) {F} F.
have {F} := F (fun x => eq_ind_r (fun z => _ <= z) (lexx _) (qf_scalar l x)).
rewrite mulr1 expr1n !divr1 det_scalar1 expr1 mul1r.
rewrite (_ : l / Num.sqrt l = 4%:R^-1); last first.
  by rewrite /l sqrtr_sqr (gtr0_norm q0) expr2 mulfK // gt_eqF.
have -> : inball 1 (fun x : 'cV[R]_1 => exp (- (2%:R^-1 * dot x ((2%:R * l)%:M *m x)))) =
          inball 1 (gauss l%:M).
  congr inball; apply: functional_extensionality => x; rewrite /gauss qf_scalar mul_scalar_mx dotZr.
  by rewrite -mulrA mulKf ?pnatr_eq0.
have -> : inball 2%:R^-1 (fun x : 'cV[R]_1 => exp (- (2%:R^-1 * dot x (2%:R *: l%:M *m x)))) =
          inball 2%:R^-1 (gauss l%:M).
  congr inball; apply: functional_extensionality => x; rewrite /gauss qf_scalar -scalemxAl dotZr.
  by rewrite mul_scalar_mx dotZr mulKf ?pnatr_eq0.
have lp : pd (l%:M : 'M[R]_1).
  by split; [exact: tr_scalar_mx|move=> x /dot_gt0 x0; rewrite qf_scalar mulr_gt0].
have := half_normaliser_gt0 ltr01 l0 lp (fun x => lexx _); rewrite expr1n scale1r => g0.
have := half_le (l%:M : 'M[R]_1); rewrite -[X in X <= _]mul1r -ler_pdivl_mulr // => r1.
apply/negP; rewrite -ltNge; apply: lt_le_trans (ln_ge0 r1).
rewrite -lnM ?ltr0n //; have -> : 4%:R^-1 * 2%:R = 2%:R^-1 :> R.
  by rewrite (natrM _ 2 2) invfM mulfVK ?pnatr_eq0.
have h2 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr0n // ltr1n.
have := ln_increasing _ _ (elimT (RltP _ _) half_gt0) (elimT (RltP _ _) h2).
by rewrite (ln_1 : ln 1 = 0) => /RltP.
Qed.

(** * The tail inequality *)

(* T3_mutant: T3 as printed, lambda_t for lambda_{t-1} in the logarithm: d = 1, one round, a_1 = 0,
   lambda_1 = 1, lambda_2 = 16, delta = 3/4; the printed threshold is negative, and the event certain. *)
Theorem T3_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w lam : nat -> R) (m delta : R),
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, 0 < w s) -> (forall r s, (r <= s)%N -> w r <= w s) ->
  (forall s, 0 < lam s) -> (0 < n)%N -> 0 < delta -> delta <= 1 ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < n) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H h := \sum_(s < n) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T)
             + (lam n.-1)%:M in
  let c := 2%:R * (m * w n.-1) / Num.sqrt (lam n.-1) in
  Pr p n (fun h => Num.sqrt (lam n.-1) / (2%:R * (m * w n.-1))
    + c * ln (Num.sqrt (\det (H h)) / (delta * Num.sqrt (lam n) ^+ d)) + c * (d%:R * ln 2%:R)
    <= ‖S h‖_[invmx (H h)]) [::] <= delta).
Proof.
move=> F; pose lam (s : nat) := if s is 0%N then 1 else 16%:R : R.
have l0 s : 0 < lam s by case: s => [|s]; rewrite ?ltr01 ?ltr0n.
have [d0 d1] := delta_ok.
have := F unit_finType tt (fun _ _ => 1) 1%N 1%N (fun=> 0) (fun _ _ => 0) (fun=> 1) lam 1 (3%:R / 4%:R)
  (fun _ _ => ler01) (fun=> sum_unit _) zero_action unit_centred ltr01 (zero_noise ltr01) (fun=> ltr01)
  (fun _ _ _ => lexx _) l0 isT d0 d1; cbv zeta; apply: Pr_unit; apply: le_trans (nrm_ge0 _ _).
rewrite big_ord1 mul0mx scaler0 add0r det_scalar1 -[lam _]/(1 : R) -[lam _]/(16%:R : R).
rewrite sqrt16 sqrtr1 !mulr1 !divr1 divfK ?pnatr_eq0 // div1r -addrA -mulrDr mul1r.
apply: (@le_trans _ _ (2%:R^-1 + 2%:R * - 3%:R^-1)); last by apply/RleP; toR_goal; simpl; lra.
by rewrite mul1r ler_add2l ler_wpmul2l ?ler0n // ln_third.
Qed.

(* T4_mutant: T4 with power d for d/2 of lambda in the logarithm: d = 1, one round, a_1 = 0, m = 4, lambda
   = 16, delta = 3/4, weights 1; the threshold is negative. *)
Theorem T4_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n t0 : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w lam : nat -> R) (m delta : R),
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  0 < lam n.-1 -> (0 < n)%N -> 0 < delta -> delta <= 1 ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < n | (n - t0 <= s)%N) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H h := \sum_(s < n | (n - t0 <= s)%N)
    (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) + (lam n.-1)%:M in
  let c := 2%:R * (m * w n.-1) / Num.sqrt (lam n.-1) in
  Pr p n (fun h => Num.sqrt (lam n.-1) / (2%:R * (m * w n.-1))
    + c * ln (Num.sqrt (\det (H h)) / (delta * lam n.-1 ^+ d)) + c * (d%:R * ln 2%:R)
    <= ‖S h‖_[invmx (H h)]) [::] <= delta).
Proof.
move=> F; have [d0 d1] := delta_ok; have m0 : 0 < 4%:R :> R by rewrite ltr0n.
have l0 : 0 < 16%:R :> R by rewrite ltr0n.
have := F unit_finType tt (fun _ _ => 1) 1%N 1%N 1%N (fun=> 0) (fun _ _ => 0) (fun=> 1) (fun=> 16%:R)
  4%:R (3%:R / 4%:R) (fun _ _ => ler01) (fun=> sum_unit _) zero_action unit_centred m0
  (zero_noise m0) (fun _ _ => ltr01)
  (fun _ _ _ _ => lexx _) l0 isT d0 d1; cbv zeta; apply: Pr_unit; apply: le_trans (nrm_ge0 _ _).
rewrite big1 => [|s _]; last by rewrite mul0mx scaler0.
rewrite add0r det_scalar1 mulr1.
exact: power_witness.
Qed.

(* C1_mutant: C1 with power d for d/2 of lambda in the logarithm: d = 1, one round, a_1 = 0, m = 4, lambda
   = 16, delta = 3/4, weights 1; the threshold is negative. *)
Theorem C1_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n D : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (dmu : R -> R) (theta : nat -> 'cV[R]_d)
  (gamma lam m delta : R),
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall h, \sum_e p h e * eps h e ^+ 2 <= dmu ⟨act h, theta (size h)⟩) ->
  0 < gamma -> gamma <= 1 -> 0 < lam -> 0 < delta -> delta <= 1 ->
  let S h := \sum_(s < n | (n - D <= s)%N) (gamma ^- s.+1 * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H h := \sum_(s < n | (n - D <= s)%N) ((gamma ^+ (n.-1 - s)) ^+ 2 * dmu ⟨act (take s h), theta s⟩)
    *: (act (take s h) *m (act (take s h))^T) + lam%:M in
  let c := 2%:R * m / Num.sqrt lam in
  Pr p n (fun h => Num.sqrt lam / (2%:R * m) + c * ln (Num.sqrt (\det (H h)) / (delta * lam ^+ d))
    + c * (d%:R * ln 2%:R) <= ‖gamma ^+ n *: S h‖_[invmx (H h)]) [::] <= delta).
Proof.
move=> F; have [d0 d1] := delta_ok; have m0 : 0 < 4%:R :> R by rewrite ltr0n.
have l0 : 0 < 16%:R :> R by rewrite ltr0n.
have v (h : seq unit) : \sum_(e : unit) 1 * 0 ^+ 2 <= 0 :> R by rewrite sum_unit expr0n mulr0.
have := F unit_finType tt (fun _ _ => 1) 1%N 1%N 1%N (fun=> 0) (fun _ _ => 0) (fun=> 0) (fun=> 0)
  1 16%:R 4%:R (3%:R / 4%:R) (fun _ _ => ler01) (fun=> sum_unit _) zero_action unit_centred m0
  (zero_noise m0) v ltr01 (lexx _) l0 d0 d1.
cbv zeta; apply: Pr_unit; apply: le_trans (nrm_ge0 _ _).
rewrite big1 => [|s _]; last by rewrite mul0mx scaler0.
rewrite add0r det_scalar1.
exact: power_witness.
Qed.

(* C2_mutant: C2 with power d for d/2 of lambda in the logarithm: d = 1, one round, a_1 = 0, m = 4, lambda
   = 16, delta = 3/4, weights 1; the threshold is negative. *)
Theorem C2_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n tau : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (dmu : R -> R) (theta : nat -> 'cV[R]_d)
  (lam m delta : R),
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall h, \sum_e p h e * eps h e ^+ 2 <= dmu ⟨act h, theta (size h)⟩) ->
  0 < lam -> 0 < delta -> delta <= 1 ->
  let S h := \sum_(s < n | (n - tau <= s)%N) eps (take s h) (nth e0 h s) *: act (take s h) in
  let H h := \sum_(s < n | (n - tau <= s)%N) dmu ⟨act (take s h), theta s⟩
    *: (act (take s h) *m (act (take s h))^T) + lam%:M in
  let c := 2%:R * m / Num.sqrt lam in
  Pr p n (fun h => Num.sqrt lam / (2%:R * m) + c * ln (Num.sqrt (\det (H h)) / (delta * lam ^+ d))
    + c * (d%:R * ln 2%:R) <= ‖S h‖_[invmx (H h)]) [::] <= delta).
Proof.
move=> F; have [d0 d1] := delta_ok; have m0 : 0 < 4%:R :> R by rewrite ltr0n.
have l0 : 0 < 16%:R :> R by rewrite ltr0n.
have v (h : seq unit) : \sum_(e : unit) 1 * 0 ^+ 2 <= 0 :> R by rewrite sum_unit expr0n mulr0.
have := F unit_finType tt (fun _ _ => 1) 1%N 1%N 1%N (fun=> 0) (fun _ _ => 0) (fun=> 0) (fun=> 0)
  16%:R 4%:R (3%:R / 4%:R) (fun _ _ => ler01) (fun=> sum_unit _) zero_action unit_centred m0
  (zero_noise m0) v l0 d0 d1.
cbv zeta; apply: Pr_unit; apply: le_trans (nrm_ge0 _ _).
rewrite big1 => [|s _]; last by rewrite mul0mx scaler0.
rewrite add0r det_scalar1.
exact: power_witness.
Qed.
