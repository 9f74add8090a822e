(* Mutants of claims on the weighted estimate, each refuted; see README.md. *)
From Coq Require Import Reals Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import claims_estimate.
From Glb Require Import real_numbers matrices setting estimate small_witnesses.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * The weighted estimate *)

(* Q1_mutant: Q1 with - lambda/2: no minimiser, d = t = 1 (no observation). *)
Theorem Q1_mutant : ~ (forall (d t : nat) (gamma lam : R) (b mu dmu c : R -> R) (a : nat -> 'cV[R]_d)
  (r : nat -> R),
  0 < lam -> 0 < gamma ->
  (forall z, is_derive b z (mu z)) -> (forall z, is_derive mu z (dmu z)) -> (forall z, 0 <= dmu z) ->
  let logP th s := r s.+1 * ⟨a s, th⟩ - b ⟨a s, th⟩ + c (r s.+1) in
  let J th := - (\sum_(1 <= s < t) gamma ^+ (t - 1 - s) * logP th s) - lam / 2%:R * ‖th‖ ^+ 2 in
  let H th := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * dmu ⟨a s, th⟩) *: (a s *m (a s)^T) + lam%:M in
  [/\ exists! hat, forall th, J hat <= J th,
      forall th1 th2 (v : R), th1 != th2 -> 0 < v -> v < 1 ->
        J (v *: th1 + (1 - v) *: th2) < v * J th1 + (1 - v) * J th2,
      forall th u : 'cV[R]_d, exists dJ : R -> R, forall e : R,
        is_derive (fun e : R => J (th + e *: u)) e (dJ e) /\ is_derive dJ e (‖u‖²_[H (th + e *: u)]) &
      forall th, H th ⪰ lam%:M]).
Proof.
have d0 z : is_derive (fun=> 0 : R) z (0 : R) by exact: is_derive_const.
move=> /(_ 1%N 1%N 1 1 _ _ _ (fun=> 0) (fun=> 0) (fun=> 0) ltr01 ltr01 d0 d0 (fun _ => lexx _)) [[x [m _]] _
  _ _].
have := m (const_mx (‖x‖ + 1)); rewrite !big_geq // ler_add2l ler_opp2 ler_pmul2l ?divr_gt0 ?ltr0n ?ltr01 //.
rewrite nrm_dim1 (ger0_norm (addr_ge0 (nrm2_ge0 x) ler01)) ler_pexpn2r ?nnegrE ?nrm2_ge0 //; last first.
  by rewrite addr_ge0 ?nrm2_ge0 ?ler01.
by rewrite ger_addl ler10.
Qed.

(* Q20_mutant: Q20 with g_t(theta) = ... + lambda/2 theta: d = t = 1, lambda = 2, theta = u = 1. *)
Theorem Q20_mutant : ~ (forall (d t : nat) (gamma lam : R) (b mu c : R -> R) (a : nat -> 'cV[R]_d)
  (r : nat -> R) (th u : 'cV[R]_d),
  (forall z, is_derive b z (mu z)) ->
  let logP th s := r s.+1 * ⟨a s, th⟩ - b ⟨a s, th⟩ + c (r s.+1) in
  let J th := - (\sum_(1 <= s < t) gamma ^+ (t - 1 - s) * logP th s) + lam / 2%:R * ‖th‖ ^+ 2 in
  let g th := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mu ⟨a s, th⟩) *: a s + (lam / 2%:R) *: th in
  is_derive (fun e : R => J (th + e *: u)) 0
    ⟨g th - \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * r s.+1) *: a s, u⟩).
Proof.
have d0 z : is_derive (fun=> 0 : R) z (0 : R) by exact: is_derive_const.
move=> /(_ 1%N 1%N 1 2%:R _ _ (fun=> 0) (fun=> 0) (fun=> 0) (const_mx 1) (const_mx 1) d0) /is_derive_unique.
have /is_derive_unique -> := Q20 1 1 2%:R (fun=> 0) (fun=> 0) (fun=> 0) (const_mx 1 : 'cV[R]_1) (const_mx 1)
  d0.
rewrite !big_geq // !add0r subr0 subr0 !dotZl !dot_dim1 !mulr1 mulfV ?pnatr_eq0 // => /eqP.
by rewrite (eqr_nat _ 2 1).
Qed.

(* D4_mutant: D4 with lambda gamma^{-t}: d = 1, t = 2, lambda = 1, gamma = 1/2, logP = |theta|^2/2. *)
Theorem D4_mutant : ~ (forall (d t : nat) (gamma lam : R) (logP : 'cV[R]_d -> nat -> R), 0 < gamma ->
  let J th := - (\sum_(1 <= s < t) gamma ^+ (t - 1 - s) * logP th s) + lam / 2%:R * ‖th‖ ^+ 2 in
  let J' th := - (\sum_(1 <= s < t) gamma ^- s * logP th s) + lam * gamma ^- t / 2%:R * ‖th‖ ^+ 2 in
  forall hat, (forall th, J hat <= J th) <-> (forall th, J' hat <= J' th)).
Proof.
have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
move=> /(_ 1%N 2%N 2%:R^-1 1 (fun th _ => 1 / 2%:R * ‖th‖ ^+ 2) h0 (const_mx 1)) [H _].
lapply H => {H} [/(_ (const_mx 0))|th]; last by rewrite !big_nat1 subnn expr0 !mul1r !addNr.
rewrite !big_nat1 !nrm_dim1 normr0 normr1 expr0n mulr0 mulr0 mulr0 oppr0 addr0.
rewrite expr1n expr1 !mul1r !mulr1 -exprVn !invrK => /RleP.
by toR_goal; rewrite !INR_IZR_INZ /=; lra.
Qed.

(* D11_mutant: D11 with lambda >= 0: without penalty nothing is unique (d = t = 1, no observation). *)
Theorem D11_mutant : ~ (forall (d t : nat) (gamma lam : R) (b mu c : R -> R) (a : nat -> 'cV[R]_d)
  (r : nat -> R),
  0 <= lam -> 0 < gamma ->
  (forall z, is_derive b z (mu z)) -> continuity mu -> (forall x y : R, x <= y -> mu x <= mu y) ->
  let logP th s := r s.+1 * ⟨a s, th⟩ - b ⟨a s, th⟩ + c (r s.+1) in
  let L th := \sum_(1 <= s < t) gamma ^+ (t - 1 - s) * logP th s - lam / 2%:R * ‖th‖ ^+ 2 in
  let score th := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * (r s.+1 - mu ⟨a s, th⟩)) *: a s - lam *: th in
  [/\ exists! hat, forall th, L th <= L hat, exists! hat, score hat = 0 &
      forall hat, (forall th, L th <= L hat) <-> score hat = 0]).
Proof.
have d0 z : is_derive (fun=> 0 : R) z (0 : R) by exact: is_derive_const.
have c0 : continuity (fun=> 0 : R) by exact: continuity_const.
move=> /(_ 1%N 1%N 1 0 _ _ (fun=> 0) (fun=> 0) (fun=> 0) (lexx _) ltr01 d0 c0 (fun _ _ _ => lexx _)) [_ + _].
move=> [x [_ u]]; have e y : x = y by apply: u; rewrite big_geq // scale0r subr0.
have /matrixP /(_ 0 0) : const_mx 0 = const_mx 1 :> 'cV[R]_1 by rewrite -!(e (const_mx _)).
by rewrite !mxE => /eqP; rewrite eq_sym oner_eq0.
Qed.

(* Q25_mutant: Q25 with gamma^t S_t: d = 1, t = 2, a_1 = r_2 = lambda = 1, gamma = 1/2, mu = 0. *)
Theorem Q25_mutant : ~ (forall (d t : nat) (gamma lam : R) (b mu c : R -> R) (a star : nat -> 'cV[R]_d)
  (r eps : nat -> R) (hat : 'cV[R]_d),
  0 < lam -> 0 < gamma ->
  (forall z, is_derive b z (mu z)) -> continuity mu -> (forall x y : R, x <= y -> mu x <= mu y) ->
  let logP th s := r s.+1 * ⟨a s, th⟩ - b ⟨a s, th⟩ + c (r s.+1) in
  let L th := \sum_(1 <= s < t) gamma ^+ (t - 1 - s) * logP th s - lam / 2%:R * ‖th‖ ^+ 2 in
  let g th := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mu ⟨a s, th⟩) *: a s + lam *: th in
  let S := \sum_(1 <= s < t) (gamma ^- s * eps s.+1) *: a s in
  (forall th, L th <= L hat) -> (forall s, eps s.+1 = r s.+1 - mu ⟨a s, star s⟩) ->
  g hat = \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * r s.+1) *: a s /\
  \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * r s.+1) *: a s =
    gamma ^+ t *: S + \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mu ⟨a s, star s⟩) *: a s).
Proof.
have d0 z : is_derive (fun=> 0 : R) z (0 : R) by exact: is_derive_const.
have c0 : continuity (fun=> 0 : R) by exact: continuity_const.
have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have [[hat [m _]] _ _] := D11 2 (fun=> 0) (fun=> const_mx 1 : 'cV[R]_1) (fun=> 1) ltr01 h0 d0 c0 (fun _ _ _
  => lexx _).
move=> /(_ 1%N 2%N 2%:R^-1 1 _ _ (fun=> 0) (fun=> const_mx 1) (fun=> 0) (fun=> 1) (fun=> 1) hat
  ltr01 h0 d0 c0 (fun _ _ _ => lexx _) m) [s|_].
  by rewrite subr0.
rewrite !big_nat1 subnn expr0 mulr0 scale0r addr0 !mulr1 scalerA => /matrixP /(_ 0 0).
rewrite !mxE !mulr1 expr2 expr1 mulfK ?gt_eqF // => /eqP; rewrite eq_sym invr_eq1.
by rewrite (eqr_nat _ 2 1).
Qed.

(* Q41_mutant: Q41 with lambda >= 0: d = t = 1, no observation. *)
Theorem Q41_mutant : ~ (forall (d t tau : nat) (lam : R) (b mu c : R -> R) (a star : nat -> 'cV[R]_d)
  (r eps : nat -> R),
  0 <= lam ->
  (forall z, is_derive b z (mu z)) -> continuity mu -> (forall x y : R, x <= y -> mu x <= mu y) ->
  (forall s, eps s.+1 = r s.+1 - mu ⟨a s, star s⟩) ->
  let logP th s := r s.+1 * ⟨a s, th⟩ - b ⟨a s, th⟩ + c (r s.+1) in
  let L th := \sum_(maxn 1 (t - tau) <= s < t) logP th s - lam / 2%:R * ‖th‖ ^+ 2 in
  let score th := \sum_(maxn 1 (t - tau) <= s < t) (r s.+1 - mu ⟨a s, th⟩) *: a s - lam *: th in
  let g th := \sum_(maxn 1 (t - tau) <= s < t) mu ⟨a s, th⟩ *: a s + lam *: th in
  let S := \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s in
  [/\ exists! hat, forall th, L th <= L hat, exists! hat, score hat = 0 &
      forall hat, [/\ (forall th, L th <= L hat) <-> score hat = 0,
        score hat = 0 <-> g hat = \sum_(maxn 1 (t - tau) <= s < t) r s.+1 *: a s &
        \sum_(maxn 1 (t - tau) <= s < t) r s.+1 *: a s =
          S + \sum_(maxn 1 (t - tau) <= s < t) mu ⟨a s, star s⟩ *: a s]]).
Proof.
have d0 z : is_derive (fun=> 0 : R) z (0 : R) by exact: is_derive_const.
have c0 : continuity (fun=> 0 : R) by exact: continuity_const.
move=> /(_ 1%N 1%N 1%N 0 _ _ (fun=> 0) (fun=> 0) (fun=> 0) (fun=> 0) (fun=> 0) (lexx _) d0 c0 (fun _ _ _ =>
  lexx _)).
case=> [s|_ [x [_ u]] _]; first by rewrite subr0.
have e y : x = y by apply: u; rewrite big_geq // scale0r subr0.
have /matrixP /(_ 0 0) : const_mx 0 = const_mx 1 :> 'cV[R]_1 by rewrite -!(e (const_mx _)).
by rewrite !mxE => /eqP; rewrite eq_sym oner_eq0.
Qed.
