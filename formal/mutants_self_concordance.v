(* Mutants of claims on self-concordance, each refuted; see README.md. *)
From Coq Require Import Reals Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import self_concordance.
From Glb Require Import real_numbers matrices setting secant_matrices estimate small_witnesses.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Self-concordance *)

(* L4_mutant: L4 with (1 + 99/100 |z_1 - z_2|)^{-1} in the second display: exp, z_1 = 0, z_2 = -200. *)
Theorem L4_mutant : ~ (forall mu dmu ddmu : R -> R,
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) ->
  forall z1 z2 : R,
  [/\ ex_RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1,
      z1 <> z2 ->
      dmu z1 * ((1 - exp (- `|z1 - z2|)) / `|z1 - z2|) <= RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1 /\
      RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1 <= dmu z1 * ((exp (`|z1 - z2|) - 1) / `|z1 - z2|) &
      dmu z1 * (1 + 99%:R / 100%:R * `|z1 - z2|)^-1 <= RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1]).
Proof.
move=> /(_ exp exp exp exp_derive exp_derive exp_sc 0 (0 + - 200%:R)) [_ _].
rewrite exp_slope; last exact: neq200.
by rewrite add0r sub0r opprK ger0_norm ?ler0n // exp0 !mul1r => /num200.
Qed.

(* L4_mutant_lower: L4 with 101/100 times the lower bound of the first display: exp, z_1 = 0, z_2 = -1. *)
Theorem L4_mutant_lower : ~ (forall mu dmu ddmu : R -> R,
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) ->
  forall z1 z2 : R,
  [/\ ex_RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1,
      z1 <> z2 ->
      dmu z1 * (101%:R / 100%:R * ((1 - exp (- `|z1 - z2|)) / `|z1 - z2|)) <=
        RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1 /\
      RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1 <= dmu z1 * ((exp (`|z1 - z2|) - 1) / `|z1 - z2|) &
      dmu z1 * (1 + `|z1 - z2|)^-1 <= RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1]).
Proof.
move=> /(_ exp exp exp exp_derive exp_derive exp_sc 0 (0 + - 1)) [_ + _] => /(_ _) [|].
  by toR_goal; lra.
have n1 : - 1 <> 0 :> R by toR_goal; lra.
rewrite (exp_slope 0 n1) add0r sub0r opprK normr1 exp0 !mul1r !divr1 invrN1 mulrN1 opprB => /RleP + _.
have : Rlt (exp (- 1)) 1 by rewrite -exp_0; apply: exp_increasing; toR_goal; lra.
by move: (exp _) => e; toR_goal; rewrite !INR_IZR_INZ /=; lra.
Qed.

(* L4_mutant_upper: L4 with 99/100 times the upper bound: exp, z_1 = 0, z_2 = 1. *)
Theorem L4_mutant_upper : ~ (forall mu dmu ddmu : R -> R,
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) ->
  forall z1 z2 : R,
  [/\ ex_RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1,
      z1 <> z2 ->
      dmu z1 * ((1 - exp (- `|z1 - z2|)) / `|z1 - z2|) <= RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1 /\
      RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1 <=
        dmu z1 * (99%:R / 100%:R * ((exp (`|z1 - z2|) - 1) / `|z1 - z2|)) &
      dmu z1 * (1 + `|z1 - z2|)^-1 <= RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1]).
Proof.
move=> /(_ exp exp exp exp_derive exp_derive exp_sc 0 (0 + 1)) [_ + _] => /(_ _) [|].
  by toR_goal; lra.
have n1 : 1 <> 0 :> R by toR_goal; lra.
rewrite (exp_slope 0 n1) !add0r normrN normr1 exp0 !mul1r !divr1 => _ /RleP.
have : Rlt 1 (exp 1) by rewrite -{1}exp_0; apply: exp_increasing; toR_goal; lra.
by move: (exp _) => e; toR_goal; rewrite !INR_IZR_INZ /=; lra.
Qed.

(* L4_mutant_hypothesis: L4 under |\ddot\mu| <= 2 \dot\mu: mu' = e^{2z}, z_1 = 0, z_2 = -1. *)
Theorem L4_mutant_hypothesis : ~ (forall mu dmu ddmu : R -> R,
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= 2%:R * dmu z) ->
  forall z1 z2 : R,
  [/\ ex_RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1,
      z1 <> z2 ->
      dmu z1 * ((1 - exp (- `|z1 - z2|)) / `|z1 - z2|) <= RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1 /\
      RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1 <= dmu z1 * ((exp (`|z1 - z2|) - 1) / `|z1 - z2|) &
      dmu z1 * (1 + `|z1 - z2|)^-1 <= RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1]).
Proof.
pose e2 z := exp (Rmult 2 z).
have d2 z : is_derive e2 z (2%:R * e2 z).
  by rewrite (_ : 2%:R = IZR 2) //; rewrite /e2; auto_derive => //; toR_goal; lra.
have d1 z : is_derive (fun z => Rdiv (e2 z) 2) z (e2 z) by rewrite /e2; auto_derive => //; lra.
have sc z : `|2%:R * e2 z| <= 2%:R * e2 z by rewrite ger0_norm // mulr_ge0 ?exp_ge0 ?ler0n.
move=> /(_ _ _ _ d1 d2 sc 0 (-1)) [_ + _] => /(_ _) [|].
  by toR_goal; lra.
have -> : RInt (fun v : R => e2 (0 + v * (- 1 - 0))) 0 1 = (1 - exp (- 2%:R)) / 2%:R.
  have := exp_slope 0 (h := - 2%:R); rewrite exp0 mul1r add0r subr0.
  rewrite invrN mulrN -mulNr opprB => <-; last by toR_goal; rewrite /=; lra.
  by apply: RInt_ext => v _; rewrite /e2 !add0r subr0 mulrN1 mulrN mulrC -mulrN.
have -> : e2 0 = 1 by rewrite /e2 Rmult_0_r exp_0.
rewrite mul1r sub0r opprK normr1 divr1 => /RleP + _.
rewrite (_ : exp (- 2%:R) = exp (-1) * exp (-1)); last by rewrite -expD; congr exp; ring.
have := exp_pos (-1); have : Rlt (exp (-1)) 1.
  by rewrite -exp_0; apply: exp_increasing; toR_goal; lra.
by move: (exp _) => e; toR_goal; rewrite /=; nra.
Qed.

(* I13_mutant: I13 with 99/100 |a^T(hat - star)|: exp, d = 1, a = 1, star = 0, hat = -200. *)
Theorem I13_mutant : ~ (forall (d : nat) (mu dmu ddmu : R -> R) (a star hat : 'cV[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) ->
  (1 + 99%:R / 100%:R * `|⟨a, hat - star⟩|)^-1 * dmu ⟨a, star⟩ <= mean_slope dmu a star hat).
Proof.
move=> /(_ 1%N exp exp exp (const_mx 1) (const_mx 0) (const_mx (0 + - 200%:R)) exp_derive exp_derive exp_sc).
rewrite mean_slopeE sub_dim1 !dot_dim1 !mul1r /alpha exp_slope; last exact: neq200.
by rewrite add0r subr0 normrN ger0_norm ?ler0n // exp0 !mul1r mulr1 => /num200.
Qed.

(* L5_mutant: L5 with (1 + 99/100 2LS)^{-1}: exp, d = 1, t = 2, tau = 1, a_1 = L = 1, S = \theta_1 = 100 =
   -\theta_2, lambda = 0. *)
Theorem L5_mutant : ~ (forall (d t tau : nat) (lam L S : R) (mu dmu ddmu : R -> R) (a : nat -> 'cV[R]_d)
  (th1 th2 : 'cV[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) ->
  0 <= lam -> 0 <= L -> (forall s, (1 <= s < t)%N -> ‖a s‖ <= L) -> ‖th1‖ <= S -> ‖th2‖ <= S ->
  let G := \sum_(maxn 1 (t - tau) <= s < t) mean_slope dmu (a s) th1 th2 *: (a s *m (a s)^T) + lam%:M in
  let H th := \sum_(maxn 1 (t - tau) <= s < t) dmu ⟨a s, th⟩ *: (a s *m (a s)^T) + lam%:M in
  G ⪰ (1 + 99%:R / 100%:R * (2%:R * L * S))^-1 *: H th1 /\
  G ⪰ (1 + 99%:R / 100%:R * (2%:R * L * S))^-1 *: H th2).
Proof.
move=> /(_ 1%N 2%N 1%N 0 1 100%:R exp exp exp (fun=> const_mx 1) (const_mx 100%:R)
  (const_mx (100%:R + - 200%:R)) exp_derive exp_derive exp_sc (lexx _) ler01).
have e : `|100%:R + - 200%:R| = 100%:R :> R.
  by rewrite (_ : 100%:R + - 200%:R = - 100%:R) ?normrN ?ger0_norm ?ler0n //; ring.
rewrite !nrm_dim1 normr1 e ger0_norm ?ler0n // => /(_ (fun _ _ => lexx _) (lexx _) (lexx _)) [+ _].
move=> /(_ (const_mx 1)); rewrite !big_nat1 qfZ !(qf_dim1 _ _ erefl) !addr0 dot_dim1 mul1r.
rewrite mean_slopeE !dot_dim1 !mul1r /alpha exp_slope; last exact: neq200.
rewrite mulrC ler_pmul2l ?exp_gt0 // mulr1 (_ : 2%:R * 100%:R = 200%:R); last by rewrite -natrM.
exact: num200.
Qed.

(* L6_mutant: L6 with (1 + 99/100 2LS)^{-1}: exp, d = 1, t = 2, a_1 = L = gamma = 1, S = \theta_1 = 100 =
   -\theta_2, lambda = 0. *)
Theorem L6_mutant : ~ (forall (d t : nat) (gamma lam L S : R) (mu dmu ddmu : R -> R) (a : nat -> 'cV[R]_d)
  (th1 th2 : 'cV[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) ->
  0 <= lam -> 0 <= L -> (forall s, (1 <= s < t)%N -> ‖a s‖ <= L) -> ‖th1‖ <= S -> ‖th2‖ <= S ->
  let G := \sum_(1 <= s < t) (gamma ^+ (2 * (t - 1 - s)) * mean_slope dmu (a s) th1 th2)
             *: (a s *m (a s)^T) + lam%:M in
  let H th := \sum_(1 <= s < t) (gamma ^+ (2 * (t - 1 - s)) * dmu ⟨a s, th⟩) *: (a s *m (a s)^T) + lam%:M in
  G ⪰ (1 + 99%:R / 100%:R * (2%:R * L * S))^-1 *: H th1 /\
  G ⪰ (1 + 99%:R / 100%:R * (2%:R * L * S))^-1 *: H th2).
Proof.
move=> /(_ 1%N 2%N 1 0 1 100%:R exp exp exp (fun=> const_mx 1) (const_mx 100%:R)
  (const_mx (100%:R + - 200%:R)) exp_derive exp_derive exp_sc (lexx _) ler01).
have e : `|100%:R + - 200%:R| = 100%:R :> R.
  by rewrite (_ : 100%:R + - 200%:R = - 100%:R) ?normrN ?ger0_norm ?ler0n //; ring.
rewrite !nrm_dim1 normr1 e ger0_norm ?ler0n // => /(_ (fun _ _ => lexx _) (lexx _) (lexx _)) [+ _].
move=> /(_ (const_mx 1)); rewrite !big_nat1 subnn muln0 expr0 qfZ !(qf_dim1 _ _ erefl) !addr0 !mul1r
  dot_dim1 mul1r.
rewrite mean_slopeE !dot_dim1 !mul1r /alpha exp_slope; last exact: neq200.
rewrite mulrC ler_pmul2l ?exp_gt0 // mulr1 (_ : 2%:R * 100%:R = 200%:R); last by rewrite -natrM.
exact: num200.
Qed.

(* D10_mutant: D10 with gamma^{t-s} in G_t: d = 1, t = 2, a_1 = 1, the linear link, gamma = lambda = 0. *)
Theorem D10_mutant : ~ (forall (d t : nat) (gamma lam : R) (mu dmu : R -> R) (a : nat -> 'cV[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, continuous dmu z) ->
  let g th := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mu ⟨a s, th⟩) *: a s + lam *: th in
  let G th1 th2 := \sum_(1 <= s < t) (gamma ^+ (t - s) * mean_slope dmu (a s) th1 th2)
                     *: (a s *m (a s)^T) + lam%:M in
  (forall b th1 th2 : 'cV[R]_d, mean_slope dmu b th1 th2 = mean_slope dmu b th2 th1) /\
  (forall th1 th2, g th1 - g th2 = G th1 th2 *m (th1 - th2))).
Proof.
move=> /(_ 1%N 2%N 0 0 (fun x => x) (fun=> 1) (fun=> const_mx 1) id_derive one_cont) [_].
move=> /(_ (const_mx 1) (const_mx 0)); rewrite !big_nat1 subnn expr0 subn1 expr1 !scale0r !addr0 !dot_dim1.
rewrite mul0r scale0r raddf0 add0r mul0mx !mul1r scale1r scale0r subr0 => /matrixP /(_ 0 0).
by rewrite !mxE => /eqP; rewrite oner_eq0.
Qed.

(* Q38_mutant: Q38 with a window longer by one round in G_t: d = 1, t = 3, tau = 1, a_1 = a_2 = 1, linear
   link. *)
Theorem Q38_mutant : ~ (forall (d t tau : nat) (lam : R) (mu dmu : R -> R) (a : nat -> 'cV[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, continuous dmu z) ->
  let g th := \sum_(maxn 1 (t - tau) <= s < t) mu ⟨a s, th⟩ *: a s + lam *: th in
  let G th1 th2 := \sum_(maxn 1 (t - tau.+1) <= s < t) mean_slope dmu (a s) th1 th2 *: (a s *m (a s)^T) +
    lam%:M in
  forall th1 th2, g th1 - g th2 = G th1 th2 *m (th1 - th2)).
Proof.
move=> /(_ 1%N 3%N 1%N 0 (fun x => x) (fun=> 1) (fun=> const_mx 1) id_derive one_cont (const_mx 1) (const_mx
  0)).
rewrite (_ : maxn 1 (3 - 1) = 2)%N // (_ : maxn 1 (3 - 2) = 1)%N // !big_nat1 big_ltn // big_nat1.
rewrite !scale0r !addr0 !dot_dim1 !mul1r !mean_slope1 !scale1r scale0r subr0 raddf0 addr0 => /matrixP /(_ 0
  0).
rewrite !mxE big_ord1 !mxE !big_ord1 !mxE !mulr1 => /eqP.
by rewrite -subr_eq0 opprD addrA subrr sub0r oppr_eq0 oner_eq0.
Qed.
