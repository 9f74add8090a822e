(* Mutants of claims on sharper constants, each refuted; see README.md. *)
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

(** * Sharper constants *)

(* Z22_mutant: Z22 with the factor lowered by a tenth: d = 1, T = 1, lambda = 1, one action of length one,
   gamma near 1. *)
Theorem Z22_mutant : ~ (forall (d T : nat) (gamma lam : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d),
  0 < gamma -> gamma <= 1 -> 0 < lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + lam%:M) ->
  \sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)]
    <= 9%:R / 10%:R / (lam * ln (1 + 1 / lam)) * ln (\det (V T.+1) / (lam ^+ d * gamma ^+ (d * T)))).
Proof.
move=> H; have l1 := @ltr01 [numDomainType of R].
have : 1 / (1 * ln (1 + 1 / 1)) <= 9%:R / 10%:R / (1 * ln (1 + 1 / 1)) :> R.
  by apply: (@Z22_best 1%N) => // g a V g0 g1 a1 VE; apply: H => //; exact: ltW.
have c1 : 9%:R / 10%:R < 1 :> R by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat.
move: (_ / 10%:R) c1 => c c1; have := ln_ridge_gt0 l1; rewrite divr1 invr1 (mul1r (ln _)) => L.
by rewrite ler_pmul2r ?invr_gt0 // leNgt c1.
Qed.

(* Z24_mutant: Z24 with the factor lowered by a tenth: d = T = tau = 1, lambda = 1, one action of length
   one. *)
Theorem Z24_mutant : ~ (forall (d T tau : nat) (lam : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d),
  (1 <= tau)%N -> 0 < lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + lam%:M) ->
  \sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)]
    <= 9%:R / 10%:R / (lam * ln (1 + 1 / lam))
       * (d%:R * ((T + tau - 1) %/ tau)%:R * ln (1 + tau%:R / (lam * d%:R)))).
Proof.
have l1 := @ltr01 [numDomainType of R]; have := ln_ridge_gt0 l1; rewrite invr1 => L.
pose V t : 'M[R]_1 := \sum_(maxn 1 (t - 1) <= s < t) one_action s *m (one_action s)^T + 1%:M.
move=> /(_ 1%N 1%N 1%N 1 one_action V isT l1 one_le (fun _ _ => erefl)).
have c1 : 9%:R / 10%:R < 1 :> R by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat.
move: (_ / 10%:R) c1 => c c1; rewrite big_nat1 /V big_geq // add0r one_qf divn1 addnK.
by rewrite !(mul1r, invr1) divfK ?gt_eqF // leNgt c1.
Qed.

(* Z160_mutant: Z160 with a ridge that comes back a tenth too large: d = 1, gamma = 1/2, V = ell = 1. *)
Theorem Z160_mutant : ~ (forall (d : nat) (gamma ell : R),
  0 < gamma -> gamma <= 1 ->
  [/\ forall V : 'M[R]_d, ell%:M ⪯ V ->
        ell%:M ⪯ gamma *: V + ((1 - gamma) * (ell + 1 / 10%:R))%:M /\ gamma *: V + ((1 - gamma) * (ell + 1 /
          10%:R))%:M ⪯ V,
      forall x z : R, 0 <= x -> 0 <= z ->
        ln ((1 + x) / (1 + gamma * x)) - ln ((1 + z) / (1 + gamma * z))
          <= (1 + x) * (1 + gamma * z) / ((1 + z) * (1 + gamma * x)) - 1 /\
        (1 + x) * (1 + gamma * z) / ((1 + z) * (1 + gamma * x)) - 1
          <= (1 - gamma) * (x - z) / ((1 + z) * (1 + gamma * z)),
      forall x z : R, 0 <= x -> x <= z -> ln ((1 + x) / (1 + gamma * x)) <= ln ((1 + z) / (1 + gamma * z)),
      forall x : R, 0 <= x -> ln ((1 + x) / (1 + gamma * x)) <= ln (1 / gamma) &
      forall w : R, 0 < w -> ln w <= w - 1]).
Proof.
have [g0 g1] := half_range; move=> /(_ 1%N 2%:R^-1 1 g0 (ltW g1)) [/(_ 1%:M (fun _ => lexx _)) [_ +] _ _ _ _].
move=> /(_ (one_action 0)); rewrite qfD qfZ !qf_scalar one_norm !mulr1 => /RleP.
by toR_goal; rewrite !INR_IZR_INZ /=; lra.
Qed.

(* Z161_mutant: Z161 with T - 2 for T - 1: d = 1, T = 2, gamma = 1/2, ell = 1; the potential is 3/2, the
   bound log(5/2)/log 2. *)
Theorem Z161_mutant : ~ (forall (d T : nat) (gamma ell y : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d),
  (1 <= d)%N -> 0 < gamma -> gamma < 1 -> 0 < ell ->
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + ell%:M) ->
  y = (1 - gamma ^+ T) / (d%:R * ell * (1 - gamma)) ->
  \sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)]
    <= 1 / (ell * ln (1 + 1 / ell)) * (d%:R * (ln (1 + y) + (T - 2)%:R * ln ((1 + y) / (1 + gamma * y))))).
Proof.
have g0 : 0 < (2%:R : R)^-1 by rewrite invr_gt0 ltr0n.
have g1 : (2%:R : R)^-1 < 1 by rewrite invf_lt1 ?ltr0n // ltr1n.
pose V t : 'M[R]_1 := \sum_(1 <= s < t) 2%:R^-1 ^+ (t - 1 - s) *: (one_action s *m (one_action s)^T) + 1%:M.
have yE : 3%:R / 2%:R = (1 - 2%:R^-1 ^+ 2) / (1%:R * 1 * (1 - 2%:R^-1)) :> R.
  have E (g : R) : 1 - g ^+ 2 = (1 - g) * (1 + g) by ring.
  rewrite !mul1r E mulrAC divff ?mul1r ?subr_eq0 1?eq_sym ?lt_eqF //.
  by rewrite (natrD _ 2 1 : 3%:R = 2%:R + 1) mulrDl divff ?mul1r // pnatr_eq0.
move=> /(_ 1%N 2%N _ 1 _ one_action V isT g0 g1 ltr01 one_le (fun _ _ => erefl) yE).
rewrite big_nat_recr //= big_nat1 /V !one_design !one_qf big_geq // big_nat1 add0r !mul1r mul0r addr0.
have p1 : 0 < 1 + 1 :> R by rewrite addr_gt0 ?ltr01.
have p2 : 0 < 1 + 3%:R / 2%:R :> R by rewrite addr_gt0 ?ltr01 ?divr_gt0 ?ltr0n.
have h : ln ((1 + 3%:R / 2%:R) ^+ 2) < ln ((1 + 1) ^+ 3) :> R.
  by apply/RltP/ln_increasing; apply/RltP; [exact: exprn_gt0|clear; toR; rewrite /=; lra].
have l0 := ln_ridge_gt0 (@ltr01 [numDomainType of R]); move: l0 h; rewrite !lnX // invr1 expr0 => l0 h.
rewrite mulrC ler_pdivl_mulr //; apply/negP; rewrite -ltNge.
move: h; rewrite -[ln _ *+ 2]mulr_natl -[ln _ *+ 3]mulr_natl; move: (ln _) (ln _) => x y.
by clear => /RltP h; apply/RltP; move: h; toR_goal; rewrite /INR; lra.
Qed.

(* Z163_mutant: Z163 with blocks longer by one round, N = ceil(T/(tau+2)): d = 1, T = 3, tau = 1, ell = 2;
   the potential is 7/6, the bound log(5/2)/(2 log(3/2)). *)
Theorem Z163_mutant : ~ (forall (d T tau N : nat) (ell : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d),
  0 < ell -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + ell%:M) ->
  N = ((T + (tau + 2) - 1) %/ (tau + 2))%N ->
  [/\ \sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)]
        <= 1 / (ell * ln (1 + 1 / ell)) * (d%:R * (N%:R * ln (1 + T%:R / (N%:R * d%:R * ell)))),
      forall b t, (b < t <= b + tau + 1)%N -> \sum_(b + 1 <= s < t) a s *m (a s)^T + ell%:M ⪯ V t &
      forall z L : R, 0 <= z -> 0 <= L -> let q := T%:R / N%:R in
        ln ((1 + z * L) / (1 + z * q)) <= (1 + z * L) / (1 + z * q) - 1 /\
        (1 + z * L) / (1 + z * q) - 1 = z * (L - q) / (1 + z * q)]).
Proof.
pose V t : 'M[R]_1 := \sum_(maxn 1 (t - 1) <= s < t) one_action s *m (one_action s)^T + 2%:R%:M.
have l2 : 0 < 2%:R :> R by rewrite ltr0n.
have VE t : V t = (\sum_(maxn 1 (t - 1) <= s < t) 1 + 2%:R)%:M.
  by rewrite -(one_design (fun=> 1)); congr (_ + _); apply: eq_bigr => s _; rewrite scale1r.
move=> /(_ 1%N 3%N 1%N 1%N 2%:R one_action V l2 one_le (fun _ _ => erefl) erefl) [+ _ _].
rewrite big_ltn // big_ltn // big_nat1 !VE !one_qf !big_nat1 big_geq // add0r !mul1r.
have p1 : 0 < 1 + 2%:R^-1 :> R by rewrite addr_gt0 ?ltr01 ?invr_gt0 ?ltr0n.
have p2 : 0 < 1 + 3%:R / 2%:R :> R by rewrite addr_gt0 ?ltr01 ?divr_gt0 ?ltr0n.
have h : ln ((1 + 3%:R / 2%:R) ^+ 3) < ln ((1 + 2%:R^-1) ^+ 7) :> R.
  by apply/RltP/ln_increasing; apply/RltP; [exact: exprn_gt0|clear; toR; rewrite /=; lra].
have l0 := ln_ridge_gt0 l2; move: l0 h; rewrite !lnX // => l0 h.
rewrite mulrC ler_pdivl_mulr ?mulr_gt0 //; apply/negP; rewrite -ltNge.
move: h; rewrite -[ln _ *+ 3]mulr_natl -[ln _ *+ 7]mulr_natl; move: (ln _) (ln _) => x y.
by clear => /RltP h; apply/RltP; move: h; toR_goal; rewrite /INR; lra.
Qed.
