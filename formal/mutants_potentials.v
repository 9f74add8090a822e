(* Mutants of claims on determinants and potentials, each refuted; see README.md. *)
From Coq Require Import Reals Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import claims_sharper.
From Glb Require Import real_numbers matrices setting potentials small_witnesses.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Determinants and potentials *)

(* P9_mutant: P9 with the sum over s <= t - 2: d = 1, t = 2, one action of length one. *)
Theorem P9_mutant : ~ (forall (d t : nat) (lam w sigma : nat -> R) (k_mu : R) (a : nat -> 'cV[R]_d),
  (1 <= t)%N -> 0 <= lam (t - 1)%N ->
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall s, (1 <= s)%N -> sigma s ^+ 2 <= k_mu) ->
  \det (\sum_(1 <= s < t) (w s ^+ 2 * sigma s ^+ 2) *: (a s *m (a s)^T) + (lam (t - 1)%N)%:M)
    <= (lam (t - 1)%N + k_mu * (\sum_(1 <= s < t - 1) w s ^+ 2) / d%:R) ^+ d).
Proof.
move=> /(_ 1%N 2%N (fun=> 0) (fun=> 1) (fun=> 1) 1 one_action isT (lexx 0)) H; move: H.
rewrite one_design det_scalar1 big_nat1 big_geq // !expr1n mulr1 mulr0 mul0r addr0 expr1 => H.
by have := H one_le (fun s _ => lexx _); rewrite addr0 ler10.
Qed.

(* C9_mutant: C9 with the exponent halved, gamma^{t_0}: d = 1, t = 2, t_0 = 1, gamma = 1/2, one action of
   length one. *)
Theorem C9_mutant : ~ (forall (d t t0 : nat) (gamma lam k_mu : R) (sigma : nat -> R) (a : nat -> 'cV[R]_d),
  (1 <= t)%N -> 0 < gamma < 1 -> 0 <= lam ->
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall s, (1 <= s)%N -> sigma s ^+ 2 <= k_mu) ->
  \det (\sum_(maxn 1 (t - t0) <= s < t)
          (gamma ^+ (2 * (t - 1 - s)) * sigma s ^+ 2) *: (a s *m (a s)^T) + lam%:M)
    <= (lam + k_mu * (1 - gamma ^+ t0) / (d%:R * (1 - gamma ^+ 2))) ^+ d).
Proof.
have g01 : 0 < (2%:R : R)^-1 < 1 by rewrite invr_gt0 ltr0n /= invf_lt1 ?ltr0n // ltr1n.
move=> /(_ 1%N 2%N 1%N 2%:R^-1 0 1 (fun=> 1) one_action isT g01 (lexx 0) one_le) H.
have {H} := H (fun _ _ => one_sqr).
rewrite one_design det_scalar1 big_nat1 subnn muln0 expr0 expr1n mulr1 !addr0 add0r !expr1 !mul1r.
case/andP: g01 => g0 g1; rewrite ler_pdivl_mulr ?subr_gt0 ?expr_lt1 ?(ltW g0) // mul1r.
by rewrite ler_add2l ler_opp2 leNgt expr2 gtr_pmull // g1.
Qed.

(* C10_mutant: C10 with the exponent smaller by one: d = 1, t = 2, one action of length one. *)
Theorem C10_mutant : ~ (forall (d t : nat) (gamma lam : R) (a : nat -> 'cV[R]_d),
  (1 <= t)%N -> 0 < gamma < 1 -> 0 <= lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  \det (\sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + lam%:M)
    <= (lam + (1 - gamma ^+ (t - 2)) / (d%:R * (1 - gamma))) ^+ d).
Proof.
have g01 : 0 < (2%:R : R)^-1 < 1 by rewrite invr_gt0 ltr0n /= invf_lt1 ?ltr0n // ltr1n.
move=> /(_ 1%N 2%N 2%:R^-1 0 one_action isT g01 (lexx 0) one_le).
by rewrite one_design det_scalar1 big_nat1 !expr0 subrr mul0r !addr0 expr1 ler10.
Qed.

(* C11_mutant: C11 with min(t - 2, tau): d = 1, t = 2, tau = 1, one action of length one. *)
Theorem C11_mutant : ~ (forall (d t tau : nat) (lam k_mu : R) (sigma : nat -> R) (a : nat -> 'cV[R]_d),
  (1 <= t)%N -> 0 <= lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall s, (1 <= s)%N -> sigma s ^+ 2 <= k_mu) ->
  \det (\sum_(maxn 1 (t - tau) <= s < t) sigma s ^+ 2 *: (a s *m (a s)^T) + lam%:M)
    <= (lam + k_mu * (minn (t - 2) tau)%:R / d%:R) ^+ d).
Proof.
move=> /(_ 1%N 2%N 1%N 0 1 (fun=> 1) one_action isT (lexx 0) one_le) H.
have {H} := H (fun _ _ => one_sqr).
by rewrite one_design det_scalar1 big_nat1 expr1n min0n mulr0 mul0r !addr0 expr1 ler10.
Qed.

(* L7_mutant: L7 with the factor 2 lowered to 1: d = 1, T = 1, lambda = 1, one action of length one, gamma
   near 1. *)
Theorem L7_mutant : ~ (forall (d T : nat) (gamma lam : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d),
  0 < gamma -> gamma <= 1 -> 0 < lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + lam%:M) ->
  \sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)]
    <= 1 * Num.max 1 (1 / lam) * ln (\det (V T.+1) / (lam ^+ d * gamma ^+ (d * T)))).
Proof.
move=> H; have : 1 / (1 * ln (1 + 1 / 1)) <= 1 * Num.max 1 (1 / 1) :> R.
  apply: (@Z22_best 1%N) => // [|g a V g0 g1 a1 VE]; first exact: ltr01.
  by apply: H => //; [exact: ltW|exact: ltr01].
rewrite !(divr1, mul1r) maxxx invf_le1 ?leNgt ?ln2_lt1 //.
by have := ln_ridge_gt0 (@ltr01 [numDomainType of R]); rewrite invr1.
Qed.

(* L8_mutant: L8 with floor for ceiling: d = 1, T = 1, tau = 2, lambda = 1, one action of length one. *)
Theorem L8_mutant : ~ (forall (d T tau : nat) (lam : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d),
  (1 <= tau)%N -> 0 < lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + lam%:M) ->
  \sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)]
    <= 2%:R * d%:R * Num.max 1 (1 / lam) * (T %/ tau)%:R * ln (1 + tau%:R / (lam * d%:R))).
Proof.
pose V t : 'M[R]_1 := \sum_(maxn 1 (t - 2) <= s < t) one_action s *m (one_action s)^T + 1%:M.
move=> /(_ 1%N 1%N 2%N 1 one_action V isT ltr01 one_le (fun _ _ => erefl)).
by rewrite big_nat1 /V big_geq // add0r one_qf invr1 mulr0 mul0r ler10.
Qed.
