(* Mutants: claims of Claims.v with one token moved, each refuted.  They show that the token matters, and that
   the hypotheses of the claim can be met.  The witnesses are small: d = 1, few rounds, numerals.  What is
   printed and false is refuted in the files refutations_*.v. *)
From Coq Require Import Reals Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import any_law any_law_tail any_law_regret.
From Glb Require Import real_numbers matrices setting self_concordance moments integrals mixing potentials.
From Glb Require Import secant_matrices estimate tail deviation bonus regret instances paper_indices
  small_witnesses Claims.
From Glb Require Import window_deviation path_regret rounds_regret window_regret gap_regret refined_bonus.
From Glb Require Import window_indices.
From Glb Require Import rates rates_discount rates_window arms arms_deviation arms_regret arms_rates.
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

(** * Deviation *)

(* P4_mutant: P4 with 1/2 for the constant 1 of the factor: no round played, linear link, S = m = 0. *)
Theorem P4_mutant : ~ (forall (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m : R)
  (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat : 'cV[R]_d) (b : 'cV[R]_d),
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (* ass:bounded_actions; eps s is the noise of the reward of round s, at most m by ass:bounded_rewards *)
  (forall s, ‖a s‖ <= 1) -> (forall s, ‖theta s‖ <= S) -> (forall s, (s < t)%N -> `|eps s| <= m) ->
  (* t belongs to T(gamma): the last D rounds had the parameter of round t *)
  (forall s, (t - D <= s)%N -> (s < t)%N -> theta s = theta t) ->
  (* hat solves the equation of the discounted estimate, eq:char_MLE_D *)
  \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat⟩) *: a s + lam *: hat =
  \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let Gtilde := Gtilde lam a (discount gamma t) D t (alpha dmu) (theta t) hat in
  let noise := recent_noise a (discount gamma t) D t eps in
  let X := ‖noise‖_[invmx Gtilde] in
  ‖b‖ <= 1 ->
  (2%:R^-1 + Sbar + X / Num.sqrt lam)^-1 * dmu ⟨b, theta t⟩ <= alpha dmu ⟨b, theta t⟩ ⟨b, hat⟩).
Proof.
move=> H.
have [d1 d2 sc km] := linear_link_paper.
have n0 : nrm2 (0 : 'cV[R]_1) <= 0 by rewrite nrm2E nrm0.
have n1 : nrm2 (0 : 'cV[R]_1) <= 1 := le_trans n0 ler01.
have g0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have g1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr0n ?ltr1n.
have mle : \sum_(s < 0) (2%:R^-1 ^+ (0.-1 - s) * dot (0 : 'cV[R]_1) 0) *: 0 + 1 *: 0 =
  \sum_(s < 0) (2%:R^-1 ^+ (0.-1 - s) * (dot (0 : 'cV[R]_1) 0 + 0)) *: (0 : 'cV[R]_1).
  by rewrite !big_ord0 scaler0 addr0.
have half : (2%:R^-1 + (0 + 2%:R^-1 ^+ 0 * (2%:R * 0 * 1 + 0) / (1 * (1 - 2%:R^-1)))
    + 0 / Num.sqrt 1)^-1 = 2%:R :> R.
  by rewrite !mulr0 !mul0r addr0 mulr0 !mul0r !addr0 invrK.
have X0 (A : 'M[R]_1) : nrm A (recent_noise (fun=> 0) (discount (2%:R^-1) 0) 0 0 (fun=> 0)) = 0 :> R.
  by rewrite /recent_noise big_ord0 nrm0.
have := H 1%N 0%N 0%N (fun z => z) (fun=> 1) (fun=> 0) (2%:R^-1)%ring 1%ring 0%ring 1%ring 0%ring
  (fun=> 0) (fun=> 0) (fun=> 0) 0 0 d1 d2 sc km g0 g1 ltr01 (lexx 0) (fun=> n1) (fun=> n0)
  (fun s h => False_ind _ (notF h)) (fun s _ h => False_ind _ (notF h)) mle n1.
rewrite X0 half mulr1 => h; have := le_trans h (slope_high (link_slopes linear_link) _ _).
by rewrite lern1.
Qed.

(* C3_mutant: C3 with 1/2 for the constant 1 of the factor: no round played, linear link, S = m = 0. *)
Theorem C3_mutant : ~ (forall (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m : R)
  (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat : 'cV[R]_d),
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (* ass:bounded_actions; eps s is the noise of the reward of round s, at most m by ass:bounded_rewards *)
  (forall s, ‖a s‖ <= 1) -> (forall s, ‖theta s‖ <= S) -> (forall s, (s < t)%N -> `|eps s| <= m) ->
  (* t belongs to T(gamma): the last D rounds had the parameter of round t *)
  (forall s, (t - D <= s)%N -> (s < t)%N -> theta s = theta t) ->
  (* hat solves the equation of the discounted estimate, eq:char_MLE_D *)
  \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat⟩) *: a s + lam *: hat =
  \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let Gtilde := Gtilde lam a (discount gamma t) D t (alpha dmu) (theta t) hat in
  let noise := recent_noise a (discount gamma t) D t eps in
  let X := ‖noise‖_[invmx Gtilde] in
  (2%:R^-1 + Sbar + X / Num.sqrt lam)^-1 *: Htilde lam a (discount gamma t) D t dmu theta ⪯ Gtilde).
Proof.
move=> H.
have [d1 d2 sc km] := linear_link_paper.
have n0 : nrm2 (0 : 'cV[R]_1) <= 0 by rewrite nrm2E nrm0.
have n1 : nrm2 (0 : 'cV[R]_1) <= 1 := le_trans n0 ler01.
have g0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have g1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr0n ?ltr1n.
have mle : \sum_(s < 0) (2%:R^-1 ^+ (0.-1 - s) * dot (0 : 'cV[R]_1) 0) *: 0 + 1 *: 0 =
  \sum_(s < 0) (2%:R^-1 ^+ (0.-1 - s) * (dot (0 : 'cV[R]_1) 0 + 0)) *: (0 : 'cV[R]_1).
  by rewrite !big_ord0 scaler0 addr0.
have half : (2%:R^-1 + (0 + 2%:R^-1 ^+ 0 * (2%:R * 0 * 1 + 0) / (1 * (1 - 2%:R^-1)))
    + 0 / Num.sqrt 1)^-1 = 2%:R :> R.
  by rewrite !mulr0 !mul0r addr0 mulr0 !mul0r !addr0 invrK.
have X0 (A : 'M[R]_1) : nrm A (recent_noise (fun=> 0) (discount (2%:R^-1) 0) 0 0 (fun=> 0)) = 0 :> R.
  by rewrite /recent_noise big_ord0 nrm0.
have D1 f : design 1%ring (fun=> 0 : 'cV[R]_1) f 0 = 1%:M by rewrite /design big_ord0 add0r.
pose x : 'cV[R]_1 := const_mx 1.
have xx : dot x x = 1 by rewrite dotE big_ord1 !mxE mulr1.
have := H 1%N 0%N 0%N (fun z => z) (fun=> 1) (fun=> 0) (2%:R^-1)%ring 1%ring 0%ring 1%ring 0%ring
  (fun=> 0) (fun=> 0) (fun=> 0) 0 d1 d2 sc km g0 g1 ltr01 (lexx 0) (fun=> n1) (fun=> n0)
  (fun s h => False_ind _ (notF h)) (fun s _ h => False_ind _ (notF h)) mle x.
rewrite X0 half /Htilde /Gtilde !D1 qfZ qf_scalar xx !mulr1.
by rewrite lern1.
Qed.

(* P1_mutant: P1 with half of sqrt(lambda) S: no round played, linear link, S = 1, m = rho = 0. *)
Theorem P1_mutant : ~ (forall (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m : R)
  (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat : 'cV[R]_d) (rho : R),
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (* ass:bounded_actions; eps s is the noise of the reward of round s, at most m by ass:bounded_rewards *)
  (forall s, ‖a s‖ <= 1) -> (forall s, ‖theta s‖ <= S) -> (forall s, (s < t)%N -> `|eps s| <= m) ->
  (* t belongs to T(gamma): the last D rounds had the parameter of round t *)
  (forall s, (t - D <= s)%N -> (s < t)%N -> theta s = theta t) ->
  (* hat solves the equation of the discounted estimate, eq:char_MLE_D *)
  \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat⟩) *: a s + lam *: hat =
  \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let Gtilde := Gtilde lam a (discount gamma t) D t (alpha dmu) (theta t) hat in
  let noise := recent_noise a (discount gamma t) D t eps in
  let X := ‖noise‖_[invmx Gtilde] in
  ‖noise‖_[invmx (Htilde lam a (discount gamma t) D t dmu theta)] <= rho ->
  X <= Num.sqrt (1 + Sbar) * rho + rho ^+ 2 / Num.sqrt lam /\
  ((forall s, (s < t)%N -> `|mu ⟨a s, theta s⟩ + eps s - mu ⟨a s, hat⟩| <= m) ->
   ‖g_recent lam a (discount gamma t) D t mu hat
                       - g_recent lam a (discount gamma t) D t mu (theta t)‖_[invmx Gtilde] <=
   Num.sqrt (1 + Sbar) * rho + rho ^+ 2 / Num.sqrt lam
     + Num.sqrt lam * S / 2%:R + m * (gamma ^+ D / (1 - gamma)) / Num.sqrt lam)).
Proof.
move=> H.
have [d1 d2 sc km] := linear_link_paper.
have n0 : nrm2 (0 : 'cV[R]_1) <= 0 by rewrite nrm2E nrm0.
have n1 : nrm2 (0 : 'cV[R]_1) <= 1 := le_trans n0 ler01.
have g0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have g1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr0n ?ltr1n.
have mle : \sum_(s < 0) (2%:R^-1 ^+ (0.-1 - s) * dot (0 : 'cV[R]_1) 0) *: 0 + 1 *: 0 =
  \sum_(s < 0) (2%:R^-1 ^+ (0.-1 - s) * (dot (0 : 'cV[R]_1) (const_mx 1) + 0)) *: (0 : 'cV[R]_1).
  by rewrite !big_ord0 scaler0 addr0.
have X0 (A : 'M[R]_1) : nrm A (recent_noise (fun=> 0) (discount (2%:R^-1) 0) 0 0 (fun=> 0)) = 0 :> R.
  by rewrite /recent_noise big_ord0 nrm0.
have D1 f : design 1%ring (fun=> 0 : 'cV[R]_1) f 0 = 1%:M by rewrite /design big_ord0 add0r.
pose x : 'cV[R]_1 := const_mx 1.
have xx : dot x x = 1 by rewrite dotE big_ord1 !mxE mulr1.
have x1 : nrm2 x <= 1 by rewrite /nrm2 xx sqrtr1.
have [] := H 1%N 0%N 0%N (fun z => z) (fun=> 1) (fun=> 0) (2%:R^-1)%ring 1%ring 1%ring 1%ring 0%ring
  (fun=> 0) (fun=> const_mx 1) (fun=> 0) 0 0%ring d1 d2 sc km g0 g1 ltr01 (lexx 0) (fun=> n1) (fun=> x1)
  (fun s h => False_ind _ (notF h)) (fun s _ h => False_ind _ (notF h)) mle _; first by rewrite X0.
move=> _ /(_ (fun s h => False_ind _ (notF h))).
rewrite /Gtilde /g_recent !D1 !big_ord0 !add0r invmx1 !scale1r sub0r nrmN; last exact: psd1.
rewrite -nrm2E /nrm2 xx !sqrtr1 expr0n !mulr0 !mul0r !addr0 add0r mul1r mul1r.
by rewrite leNgt g1.
Qed.

(* P2_mutant: P2 with the sign of rho^2 / sqrt lambda turned: the bandit in which nothing happens. *)
Theorem P2_mutant : ~ (forall (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (forall h, actions h (act h)) -> weighted_mle e0 mu (discount gamma) lam reward act hat ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  with_probability (played law act) T delta (fun h =>
    forall t, (t < T)%N -> stationary theta D t ->
    let Gtilde := Gtilde lam (past act h) (discount gamma t) D t (alpha dmu) (theta t) (hat (take t h)) in
    let noise := recent_noise (past act h) (discount gamma t) D t (past_noise e0 mu theta reward act h) in
    ‖noise‖_[invmx Gtilde] <=
    Num.sqrt (1 + Sbar) * rho - rho ^+ 2 / Num.sqrt lam)).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have m0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have := H 1%N unit_finType tt (fun z => z) (fun=> 1) (fun=> 0) 1%ring 0%ring (4%:R^-1)%ring
  (fun=> 0) only_zero sure no_reward idle idle (2%:R^-1)%ring 1%ring (2%:R^-1)%ring 1%N 0%N isT isT
  h0 h1 ltr01 m0 h0 (ltW h1) d1 d2 sc km idle_environment
  (fun=> erefl) idle_mle.
move=> /idle_event /(_ 0%N isT) h; have st : stationary (fun=> 0 : 'cV[R]_1) 0 0 by apply/forallP => [[]].
have : 0 <= Num.sqrt (1 + idle_Sbar) * idle_rho - idle_rho ^+ 2 / Num.sqrt 1 := le_trans (nrm_ge0 _ _) (h st).
rewrite sqrtr1 divr1 => {}h.
have u2 : Num.sqrt (1 + idle_Sbar) ^+ 2 = 1 + idle_Sbar by rewrite sqr_sqrtr // idle_SbarE addr_ge0 ?ler01
  ?ltW.
have := idle_rho_ge2; have := sqrtr_ge0 (1 + idle_Sbar); move: u2 h; rewrite idle_SbarE.
move: (Num.sqrt _) idle_rho => u r; clear => /(congr1 (fun x => x * 2%:R)).
rewrite mulrDl mulVf ?pnatr_eq0 // => u2.
rewrite subr_ge0 expr2 => h u0 r2; have r0 : 0 < r by apply: lt_le_trans r2; rewrite ltr0n.
have {}h : 2%:R <= u by apply: le_trans r2 _; rewrite -(ler_pmul2r r0).
have : 2%:R * 2%:R <= u ^+ 2 by rewrite expr2 ler_pmul ?ler0n.
by rewrite -(ler_pmul2r (_ : 0 < 2%:R)) ?ltr0n // u2 mul1r -!natrM -mulrSr ler_nat.
Qed.

(** * Bonus and optimism *)

(* C4_mutant: C4 with 1/2 for the constant 1 of the factor: no round played, linear link, S = m = 0. *)
Theorem C4_mutant : ~ (forall (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m : R)
  (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat : 'cV[R]_d) (c_mu : R),
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (* ass:bounded_actions; eps s is the noise of the reward of round s, at most m by ass:bounded_rewards *)
  (forall s, ‖a s‖ <= 1) -> (forall s, ‖theta s‖ <= S) -> (forall s, (s < t)%N -> `|eps s| <= m) ->
  (* t belongs to T(gamma): the last D rounds had the parameter of round t *)
  (forall s, (t - D <= s)%N -> (s < t)%N -> theta s = theta t) ->
  (* hat solves the equation of the discounted estimate, eq:char_MLE_D *)
  \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat⟩) *: a s + lam *: hat =
  \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let Gtilde := Gtilde lam a (discount gamma t) D t (alpha dmu) (theta t) hat in
  let noise := recent_noise a (discount gamma t) D t eps in
  let X := ‖noise‖_[invmx Gtilde] in
  0 < c_mu -> (forall s, (s < t)%N -> c_mu <= dmu ⟨a s, theta t⟩) ->
  ((2%:R^-1 + Sbar + X / Num.sqrt lam)^-1 * c_mu) *: V gamma (lam / c_mu) a t ⪯ G_mx lam a (discount gamma t)
    t (alpha dmu) (theta t) hat).
Proof.
move=> H.
have [d1 d2 sc km] := linear_link_paper.
have n0 : nrm2 (0 : 'cV[R]_1) <= 0 by rewrite nrm2E nrm0.
have n1 : nrm2 (0 : 'cV[R]_1) <= 1 := le_trans n0 ler01.
have g0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have g1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr0n ?ltr1n.
have mle : \sum_(s < 0) (2%:R^-1 ^+ (0.-1 - s) * dot (0 : 'cV[R]_1) 0) *: 0 + 1 *: 0 =
  \sum_(s < 0) (2%:R^-1 ^+ (0.-1 - s) * (dot (0 : 'cV[R]_1) 0 + 0)) *: (0 : 'cV[R]_1).
  by rewrite !big_ord0 scaler0 addr0.
have half : (2%:R^-1 + (0 + 2%:R^-1 ^+ 0 * (2%:R * 0 * 1 + 0) / (1 * (1 - 2%:R^-1)))
    + 0 / Num.sqrt 1)^-1 = 2%:R :> R.
  by rewrite !mulr0 !mul0r addr0 mulr0 !mul0r !addr0 invrK.
have X0 (A : 'M[R]_1) : nrm A (recent_noise (fun=> 0) (discount (2%:R^-1) 0) 0 0 (fun=> 0)) = 0 :> R.
  by rewrite /recent_noise big_ord0 nrm0.
have D1 f : design 1%ring (fun=> 0 : 'cV[R]_1) f 0 = 1%:M by rewrite /design big_ord0 add0r.
pose x : 'cV[R]_1 := const_mx 1.
have xx : dot x x = 1 by rewrite dotE big_ord1 !mxE mulr1.
have := H 1%N 0%N 0%N (fun z => z) (fun=> 1) (fun=> 0) (2%:R^-1)%ring 1%ring 0%ring 1%ring 0%ring
  (fun=> 0) (fun=> 0) (fun=> 0) 0 1%ring d1 d2 sc km g0 g1 ltr01 (lexx 0) (fun=> n1) (fun=> n0)
  (fun s h => False_ind _ (notF h)) (fun s _ h => False_ind _ (notF h)) mle ltr01 (fun s _ => lexx 1) x.
rewrite X0 half /V /G_mx divr1 !D1 qfZ qf_scalar xx !mulr1.
by rewrite lern1.
Qed.

(* P5_mutant: P5 with the sign of the bonus turned: the bandit in which nothing happens. *)
Theorem P5_mutant : ~ (forall (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (forall h, actions h (act h)) -> weighted_mle e0 mu (discount gamma) lam reward act hat ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  with_probability (played law act) T delta (fun h =>
    forall t b, (t < T)%N -> stationary theta D t -> ‖b‖ <= 1 ->
    `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      k_mu / lam * (gamma ^+ D / (1 - gamma) * (2%:R * S * k_mu + m))
      - beta / Num.sqrt c_mu * ‖b‖_[invmx (V gamma (lam / c_mu) (past act h) t)])).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have m0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have := H 1%N unit_finType tt (fun z => z) (fun=> 1) (fun=> 0) 1%ring 1%ring 0%ring (4%:R^-1)%ring
  (fun=> 0) only_zero sure no_reward idle idle (2%:R^-1)%ring 1%ring (2%:R^-1)%ring 1%N 0%N isT isT
  h0 h1 ltr01 m0 h0 (ltW h1) d1 d2 sc km ltr01 (fun _ _ _ _ => lexx 1) idle_environment
  (fun=> erefl) idle_mle.
move=> /idle_event; pose x : 'cV[R]_1 := const_mx 1.
have xx : dot x x = 1 by rewrite dotE big_ord1 !mxE mulr1.
have x1 : nrm2 x <= 1 by rewrite /nrm2 xx sqrtr1.
have st : stationary (fun=> 0 : 'cV[R]_1) 0 0 by apply/forallP => [[]].
move=> /(_ 0%N x isT st x1) h.
have : 0 <= 1 / 1 * (1 / (1 - 2%:R^-1) * (2%:R * 0 * 1 + 4%:R^-1))
  - idle_beta / Num.sqrt 1 * nrm (invmx (V (2%:R^-1) (1 / 1) (past idle [:: tt]) 0)) x :> R.
  exact: le_trans (normr_ge0 _) h.
rewrite /V /design big_ord0 add0r divr1 invmx1 -nrm2E /nrm2.
rewrite xx !sqrtr1 !divr1 !mulr1 !mul1r mulr0 add0r.
rewrite mulrC (quarter R_numFieldType) subr_ge0 => {}h.
by have := le_trans idle_beta_ge1 h; rewrite leNgt h1.
Qed.

(* P10_mutant: P10 with 1 for 2: d = 1, two actions 1 and -1, bonus 1, estimate 0, parameter 1. *)
Theorem P10_mutant : ~ (forall (d : nat) (mu : R -> R) (actions : 'cV[R]_d -> Prop) (bonus : 'cV[R]_d -> R)
  (est star act best : 'cV[R]_d),
  actions act -> actions best ->
  (forall b, actions b -> mu ⟨b, est⟩ + bonus b <= mu ⟨act, est⟩ + bonus act) ->
  (forall b, actions b -> `|mu ⟨b, est⟩ - mu ⟨b, star⟩| <= bonus b) ->
  mu ⟨best, star⟩ - mu ⟨act, star⟩ <= 1 * bonus act).
Proof.
move=> H; pose e : 'cV[R]_1 := const_mx 1.
have ee : dot e e = 1 by rewrite dotE big_ord1 !mxE mulr1.
have ne : dot (- e) e = - 1 by rewrite dotNl ee.
have : dot e e - dot (- e) e <= 1 * 1.
  apply: (H 1%N (fun z => z) (fun b => b = e \/ b = - e) (fun=> 1) 0 e (- e) e).
  - by right.
  - by left.
  - by move=> b _; rewrite !dot0r.
  move=> b hb.
  by rewrite dot0r sub0r normrN; case: hb => ->; rewrite ?ne ?ee ?normrN normr1.
by rewrite ne ee opprK mul1r ger_addl ler10.
Qed.

(** * Regret with discount factors *)

(* Z9_mutant: Z9 without the factor gamma^2 that rounding costs: T = 2, gamma = 1/4, D = 1. *)
Theorem Z9_mutant : ~ (forall (T D t : nat) (gamma : R), (0 < T)%N -> 0 < gamma -> gamma < 1 ->
  ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  [/\ \sum_(s < t) (if (t - D <= s)%N then 0 else gamma ^+ (t.-1 - s)) <= gamma ^+ D / (1 - gamma),
      gamma ^+ D / (1 - gamma) <= (T%:R * (1 - gamma))^-1,
      1 - gamma ^+ (2 * D) <= 1 - 1 / T%:R ^+ 2 &
      (1 < T)%N -> 2%:R^-1 <= gamma -> D%:R <= 2%:R * ln T%:R / (1 - gamma)]).
Proof.
move=> H; have g0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have g1 : 4%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr0n ?ltr1n.
have l4 : ln 4%:R = 2%:R * ln 2%:R by rewrite mulr_natl -lnX ?ltr0n // -natrX.
have l2 : 0 < ln 2%:R.
  have h2 : Rlt 1 (2%:R)%ring by apply/RltP; rewrite ltr1n.
  by apply/RltP; have := ln_increasing 1 _ Rlt_0_1 h2; rewrite ln_1.
have h : ln 2%:R / ln (4%:R^-1)^-1 = 2%:R^-1.
  by rewrite invrK l4 invfM mulrCA mulfV ?mulr1 // lt0r_neq0.
have [|_ _ + _] := H 2%N 1%N 0%N (4%:R^-1)%ring isT g0 g1.
  rewrite h; apply/andP; split; first by rewrite invf_le1 ?ltr0n ?ler1n.
  by rewrite ltr_addr invr_gt0 ltr0n.
rewrite ler_add2l ler_opp2 muln1 exprVn div1r lef_pinv ?posrE ?exprn_gt0 ?ltr0n //.
by rewrite -!natrX ler_nat.
Qed.

(* T2_mutant: T2 with the sign of the third term of the first part turned: the bandit in which nothing
   happens. *)
Theorem T2_mutant : ~ (forall (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let exploration := 2%:R * beta / Num.sqrt c_mu * Num.sqrt T%:R
    * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * d%:R
        * (T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))))) in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  D_GLM_UCB e0 mu actions reward gamma lam c_mu beta act hat ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
    m * (Gamma * D)%:R + 2%:R * T%:R * (k_mu / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m)
    - exploration) [::]
  /\
  ((1 < T)%N -> 2%:R^-1 <= gamma -> ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
    m * (2%:R * ln T%:R / (1 - gamma)) * Gamma%:R
    + 2%:R * k_mu * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) + exploration) [::])).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have m0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have alg : D_GLM_UCB tt (fun z => z) only_zero no_reward (2%:R^-1) 1%ring 1%ring idle_beta idle idle.
  by split; [exact: idle_mle|move=> h; split=> // b ->].
have ch : (breaks (fun _ : nat => (0 : 'cV[R]_1)%ring) 1 <= 0)%N by rewrite /breaks big_ord0.
have [+ _] := H 1%N unit_finType tt (fun z => z) (fun=> 1) (fun=> 0) 1%ring 1%ring 0%ring (4%:R^-1)%ring
  (fun=> 0) only_zero sure no_reward idle idle idle (2%:R^-1)%ring 1%ring (2%:R^-1)%ring 1%N 0%N 0%N isT isT
  h0 h1 ltr01 m0 h0 (ltW h1) d1 d2 sc km ltr01 (fun _ _ _ _ => lexx 1) idle_environment
  ch (fun=> erefl) alg.
set P := (fun h : seq unit => _ <= _) => h; have : P [:: tt] by apply: (@idle_event P); exists P.
pose Z := 2%:R * Num.max 1 (1 / 1) * 1%:R
  * (1%:R * ln 2%:R^-1^-1 + ln (1 + 1 / (1%:R * 1 * (1 - 2%:R^-1)))) : R.
have Z1 : 1 <= Z.
  have l : 2%:R^-1 <= ln 2%:R.
    apply/RleP; have := ln_ge_half 1 (conj Rle_0_1 (Rle_refl 1)); clear.
    by have -> : (2%:R : R) = Rplus 1 1 by []; rewrite RinvE' /Rdiv Rmult_1_l.
  rewrite /Z invrK divr1 maxxx !mulr1 !mul1r mulrDr; apply: (@le_trans _ _ (2%:R * ln 2%:R)).
    by rewrite -ler_pdivr_mull ?ltr0n // mulr1.
  by rewrite ler_addl mulr_ge0 ?ler0n // ln_ge0 // ler_addl invr_ge0 subr_ge0 ltW.
rewrite [P _](_ : _ = (regret (fun z => z) (fun=> 0) idle idle 1 [:: tt] <= 4%:R^-1 * (0 * 0)%:R
  + 2%:R * 1%:R * (1 / 1) * (2%:R^-1 ^+ 0 / (1 - 2%:R^-1)) * (2%:R * 0 * 1 + 4%:R^-1)
  - 2%:R * idle_beta / Num.sqrt 1 * Num.sqrt 1%:R * Num.sqrt Z)%R) //.
rewrite /regret big_ord1 subrr sqrtr1 !divr1 muln0 mulr0n !mulr0 mul0r !add0r !mulr1 expr0 mul1r -mulrA.
rewrite [(_)^-1 * _]mulrC (quarter R_numFieldType) mulfV ?pnatr_eq0 // subr_ge0 => {}h.
have : 2%:R * 1 <= 1 :> R.
  apply: le_trans h; rewrite -mulrA ler_wpmul2l ?ler0n // -[1]mulr1 ler_pmul ?ler01 ?idle_beta_ge1 //.
  by rewrite -sqrtr1 ler_wsqrtr.
by rewrite mulr1 lern1.
Qed.

(** * Any law of rewards *)

(* On a set with one point every function is bounded. *)
Lemma bounded_unit (f : unit -> R) : bounded f.
Proof. by exists `|f tt|; case. Qed.

(* T3_any_law_mutant: T3_any_law with delta in the numerator of the logarithm: no round played. *)
Theorem T3_any_law_mutant : ~ (forall (E : Type) (e0 : E) (Ec : seq E -> (E -> R) -> R)
  (Ec_add : forall h f g, bounded f -> bounded g -> Ec h (fun e => f e + g e) = Ec h f + Ec h g)
  (Ec_scal : forall h c f, bounded f -> Ec h (fun e => c * f e) = c * Ec h f)
  (Ec_pos : forall h f, bounded f -> (forall e, 0 <= f e) -> 0 <= Ec h f)
  (Ec_one : forall h, Ec h (fun=> 1) = 1)
  (d n : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m lam delta : R)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (delta_pos : 0 < delta) (delta_le1 : delta <= 1)
  (w_pos : forall s, 0 < w s) (w_incr : forall s r, (s <= r)%N -> w s <= w r)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_centred : forall h, (size h < n)%N -> Ec h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m),
  let sigma2 h := Ec h (fun e => eps h e ^+ 2) in
  let S h := \sum_(s < n) (w s * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H h : 'M[R]_d :=
    \sum_(s < n) (w s ^+ 2 * sigma2 (take s h)) *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  let W := w n.-1 in
  Prob Ec n (fun h =>
    Num.sqrt lam / (2%:R * (m * W))
    + 2%:R * (m * W) / Num.sqrt lam * ln (delta * Num.sqrt (\det (H h)) / Num.sqrt lam ^+ d)
    + 2%:R * (m * W) / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖S h‖_[invmx (H h)]) [::] <= delta).
Proof.
move=> C; have q1 : 4%:R^-1 <= 1 :> R by rewrite invf_le1 ?ltr0n // ler1n.
have q0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have := C unit tt (fun _ f => f tt) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ => erefl) (fun _ _ _ P => P tt)
  (fun=> erefl) 1%N 0%N (fun=> 0) (fun _ _ => 0) (fun=> 1) 1 1 4%:R^-1 ltr01 ltr01 q0 q1 (fun=> ltr01)
  (fun _ _ _ => lexx _).
rewrite /Prob /= !big_ord0 add0r det1 sqrtr1 expr1n !mulr1 !divr1 !mul1r => Q.
have {Q}:= Q (fun h h0 => False_ind _ (notF h0)) (fun h h0 => False_ind _ (notF h0))
  (fun h e h0 => False_ind _ (notF h0)).
suff -> : 2%:R^-1 + 2%:R * ln 4%:R^-1 + 2%:R * ln 2%:R <= nrm (invmx 1%:M) (0 : 'cV[R]_1).
  by rewrite mulr1n leNgt invf_lt1 ?ltr0n // ltr1n.
exact: le_trans log_quarter (nrm_ge0 _ _).
Qed.

(* T3_ordinary_law_mutant: T3_ordinary_law with delta in the numerator of the logarithm: no round played. *)
Theorem T3_ordinary_law_mutant : ~ (forall (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop) (I :
  seq E -> (E -> R) -> R)
  (L_bounded : forall h f, L h f -> bounded f)
  (L_const : forall h c, L h (fun=> c))
  (L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e))
  (L_scal : forall h c f, L h f -> L h (fun e => c * f e))
  (I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g)
  (I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f)
  (I_pos : forall h f, L h f -> (forall e, 0 <= f e) -> 0 <= I h f)
  (I_one : forall h, I h (fun=> 1) = 1)
  (d n : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m lam delta : R)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (delta_pos : 0 < delta) (delta_le1 : delta <= 1)
  (w_pos : forall s, 0 < w s) (w_incr : forall s r, (s <= r)%N -> w s <= w r)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_in : forall h, (size h < n)%N -> L h (eps h))
  (eps2_in : forall h, (size h < n)%N -> L h (fun e => eps h e ^+ 2))
  (eps_centred : forall h, (size h < n)%N -> I h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m),
  let sigma2 h := I h (fun e => eps h e ^+ 2) in
  let S h := \sum_(s < n) (w s * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H h : 'M[R]_d :=
    \sum_(s < n) (w s ^+ 2 * sigma2 (take s h)) *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  let W := w n.-1 in
  Prob (fun h => upper_integral (L h) (I h)) n (fun h =>
    Num.sqrt lam / (2%:R * (m * W))
    + 2%:R * (m * W) / Num.sqrt lam * ln (delta * Num.sqrt (\det (H h)) / Num.sqrt lam ^+ d)
    + 2%:R * (m * W) / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖S h‖_[invmx (H h)]) [::] <= delta).
Proof.
move=> C; have q1 : 4%:R^-1 <= 1 :> R by rewrite invf_le1 ?ltr0n // ler1n.
have q0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have := C unit tt (fun _ _ => True) (fun _ f => f tt) (fun _ f _ => bounded_unit f) (fun _ _ => Logic.I)
  (fun _ _ _ _ _ => Logic.I) (fun _ _ _ _ => Logic.I) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ => erefl)
  (fun _ _ _ P => P tt) (fun=> erefl) 1%N 0%N (fun=> 0) (fun _ _ => 0) (fun=> 1) 1 1 4%:R^-1 ltr01 ltr01 q0 q1
  (fun=> ltr01) (fun _ _ _ => lexx _).
rewrite /Prob /= !big_ord0 add0r det1 sqrtr1 expr1n !mulr1 !divr1 !mul1r => Q.
have {Q}:= Q (fun h h0 => False_ind _ (notF h0)) (fun h h0 => False_ind _ (notF h0))
  (fun h h0 => False_ind _ (notF h0)) (fun h h0 => False_ind _ (notF h0))
  (fun h e h0 => False_ind _ (notF h0)).
suff -> : 2%:R^-1 + 2%:R * ln 4%:R^-1 + 2%:R * ln 2%:R <= nrm (invmx 1%:M) (0 : 'cV[R]_1).
  by rewrite mulr1n leNgt invf_lt1 ?ltr0n // ltr1n.
exact: le_trans log_quarter (nrm_ge0 _ _).
Qed.

(* T4_any_law_mutant: T4_any_law with delta in the numerator of the logarithm: no round played. *)
Theorem T4_any_law_mutant : ~ (forall (E : Type) (e0 : E) (Ec : seq E -> (E -> R) -> R)
  (Ec_add : forall h f g, bounded f -> bounded g -> Ec h (fun e => f e + g e) = Ec h f + Ec h g)
  (Ec_scal : forall h c f, bounded f -> Ec h (fun e => c * f e) = c * Ec h f)
  (Ec_pos : forall h f, bounded f -> (forall e, 0 <= f e) -> 0 <= Ec h f)
  (Ec_one : forall h, Ec h (fun=> 1) = 1)
  (d n t0 : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m lam delta : R)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (delta_pos : 0 < delta) (delta_le1 : delta <= 1)
  (w_pos : forall s, 0 < w s) (w_incr : forall s r, (s <= r)%N -> w s <= w r)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_centred : forall h, (size h < n)%N -> Ec h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m),
  let sigma2 h := Ec h (fun e => eps h e ^+ 2) in
  let S h := \sum_(s < n | (n - t0 <= s)%N) (w s * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H h : 'M[R]_d := \sum_(s < n | (n - t0 <= s)%N)
    (w s ^+ 2 * sigma2 (take s h)) *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  let W := w n.-1 in
  Prob Ec n (fun h =>
    Num.sqrt lam / (2%:R * (m * W))
    + 2%:R * (m * W) / Num.sqrt lam * ln (delta * Num.sqrt (\det (H h)) / Num.sqrt lam ^+ d)
    + 2%:R * (m * W) / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖S h‖_[invmx (H h)]) [::] <= delta).
Proof.
move=> C; have q1 : 4%:R^-1 <= 1 :> R by rewrite invf_le1 ?ltr0n // ler1n.
have q0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have := C unit tt (fun _ f => f tt) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ => erefl) (fun _ _ _ P => P tt)
  (fun=> erefl) 1%N 0%N 0%N (fun=> 0) (fun _ _ => 0) (fun=> 1) 1 1 4%:R^-1 ltr01 ltr01 q0 q1 (fun=> ltr01)
  (fun _ _ _ => lexx _).
rewrite /Prob /= !big_ord0 add0r det1 sqrtr1 expr1n !mulr1 !divr1 !mul1r => Q.
have {Q}:= Q (fun h h0 => False_ind _ (notF h0)) (fun h h0 => False_ind _ (notF h0))
  (fun h e h0 => False_ind _ (notF h0)).
suff -> : 2%:R^-1 + 2%:R * ln 4%:R^-1 + 2%:R * ln 2%:R <= nrm (invmx 1%:M) (0 : 'cV[R]_1).
  by rewrite mulr1n leNgt invf_lt1 ?ltr0n // ltr1n.
exact: le_trans log_quarter (nrm_ge0 _ _).
Qed.

(* C1_any_law_mutant: C1_any_law with delta in the numerator of the logarithm: no round played. *)
Theorem C1_any_law_mutant : ~ (forall (E : Type) (e0 : E) (Ec : seq E -> (E -> R) -> R)
  (Ec_add : forall h f g, bounded f -> bounded g -> Ec h (fun e => f e + g e) = Ec h f + Ec h g)
  (Ec_scal : forall h c f, bounded f -> Ec h (fun e => c * f e) = c * Ec h f)
  (Ec_pos : forall h f, bounded f -> (forall e, 0 <= f e) -> 0 <= Ec h f)
  (Ec_one : forall h, Ec h (fun=> 1) = 1)
  (d n D : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (dmu : R -> R) (theta : nat -> 'cV[R]_d)
  (gamma m lam delta : R)
  (gamma_pos : 0 < gamma) (gamma_le1 : gamma <= 1)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (delta_pos : 0 < delta) (delta_le1 : delta <= 1)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_centred : forall h, (size h < n)%N -> Ec h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m)
  (eps_variance : forall h, (size h < n)%N ->
    Ec h (fun e => eps h e ^+ 2) <= dmu ⟨a h, theta (size h)⟩),
  let S h := \sum_(s < n | (n - D <= s)%N) (gamma ^- s.+1 * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H h : 'M[R]_d := \sum_(s < n | (n - D <= s)%N)
    (gamma ^+ (2 * (n - s.+1)) * dmu ⟨a (take s h), theta s⟩)
    *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  Prob Ec n (fun h =>
    Num.sqrt lam / (2%:R * m)
    + 2%:R * m / Num.sqrt lam * ln (delta * Num.sqrt (\det (H h)) / Num.sqrt lam ^+ d)
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖gamma ^+ n *: S h‖_[invmx (H h)]) [::] <= delta).
Proof.
move=> C; have q1 : 4%:R^-1 <= 1 :> R by rewrite invf_le1 ?ltr0n // ler1n.
have q0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have := C unit tt (fun _ f => f tt) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ => erefl) (fun _ _ _ P => P tt)
  (fun=> erefl) 1%N 0%N 0%N (fun=> 0) (fun _ _ => 0) (fun=> 0) (fun=> 0) 1 1 1 4%:R^-1
  ltr01 (lexx _) ltr01 ltr01 q0 q1.
rewrite /Prob /= !big_ord0 add0r scaler0 det1 sqrtr1 expr1n !mulr1 !divr1 !mul1r => Q.
have {Q}:= Q (fun h h0 => False_ind _ (notF h0)) (fun h h0 => False_ind _ (notF h0))
  (fun h e h0 => False_ind _ (notF h0)) (fun h h0 => False_ind _ (notF h0)).
suff -> : 2%:R^-1 + 2%:R * ln 4%:R^-1 + 2%:R * ln 2%:R <= nrm (invmx 1%:M) (0 : 'cV[R]_1).
  by rewrite mulr1n leNgt invf_lt1 ?ltr0n // ltr1n.
exact: le_trans log_quarter (nrm_ge0 _ _).
Qed.

(* T2_any_law_mutant: T2_any_law with the sign of the exploration term of the first part turned: one round,
   the only action 0, linear link, gamma = 1/2, D = 0; the bias term is 4, the exploration term above 6. *)
Theorem T2_any_law_mutant : ~ (forall (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (Ec : seq E -> 'cV[R]_d -> (E -> R) -> R) (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded parameters, actions and rewards *)
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) ->
  (* the law of the outcome: linear, positive, normalised; mean mu, variance at most mu' *)
  (forall h b f g, actions h b -> bounded f -> bounded g ->
    Ec h b (fun e => f e + g e) = Ec h b f + Ec h b g) ->
  (forall h b c f, actions h b -> bounded f -> Ec h b (fun e => c * f e) = c * Ec h b f) ->
  (forall h b f, actions h b -> bounded f -> (forall e, 0 <= f e) -> 0 <= Ec h b f) ->
  (forall h b, actions h b -> Ec h b (fun=> 1) = 1) ->
  (forall h b, actions h b -> Ec h b (reward h b) = mu ⟨b, theta (size h)⟩) ->
  (forall h b, actions h b ->
    Ec h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩) ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let exploration := 2%:R * beta / Num.sqrt c_mu * Num.sqrt T%:R
    * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * d%:R
        * (T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))))) in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat h⟩) *: a s + lam *: hat h =
    \sum_(s < t) (gamma ^+ (t.-1 - s) * reward (take s h) (a s) (nth e0 h s)) *: a s) ->
  (forall h, actions h (act h)) ->
  (forall h b, actions h b -> let a s := act (take s h) in let t := size h in
    let V := \sum_(s < t) gamma ^+ (t.-1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
    mu ⟨b, hat h⟩ + beta / Num.sqrt c_mu * ‖b‖_[invmx V] <=
    mu ⟨act h, hat h⟩ + beta / Num.sqrt c_mu * ‖act h‖_[invmx V]) ->
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  1 - delta <= Prob (fun h => Ec h (act h)) T (fun h => R_T h <=
    m * (Gamma * D)%:R + 2%:R * T%:R * (k_mu / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m)
    - exploration) [::]
  /\
  ((1 < T)%N -> 2%:R^-1 <= gamma -> ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  1 - delta <= Prob (fun h => Ec h (act h)) T (fun h => R_T h <=
    m * (2%:R * ln T%:R / (1 - gamma)) * Gamma%:R
    + 2%:R * k_mu * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) + exploration) [::])).
Proof.
move=> C; have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have h1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr0n // ltr1n.
have z0 : nrm2 (0 : 'cV[R]_1) = 0 by rewrite /nrm2 dot0r sqrtr0.
have := @C unit tt 1%N id (fun=> 1) (fun=> 0) 1 1 0 1 (fun=> 0) (fun _ b => b = 0) (fun _ _ _ => 0)
  (fun _ _ f => f tt) (fun=> 0) (fun=> 0) (fun=> 0) 2%:R^-1 1 2%:R^-1 1%N 0%N 0%N
  isT isT h0 h1 ltr01 ltr01 h0 (ltW h1).
have i1 : 1 - 2%:R^-1 = 2%:R^-1 :> R by rewrite {1}(splitr 1) div1r addrK.
case=> //.
- by move=> z; exact: is_derive_id.
- by move=> z; exact: (is_derive_const (V := R_NormedModule)).
- by move=> z; rewrite normr0 ler01.
- exact: ltr01.
- by move=> _; rewrite z0.
- by move=> h b ->; rewrite z0 ler01.
- by move=> h b _ _; rewrite lexx ler01.
- by move=> h b ->; rewrite dot0r.
- by move=> h b ->; rewrite dot0r subr0 expr0n ler01.
- by rewrite /breaks big_ord0.
- by move=> h; rewrite /= scaler0 !big1 ?addr0 // => s _; rewrite scaler0.
- by move=> h b ->.
move=> P _; move: P; rewrite /Prob /= big_ord1 subrr.
rewrite -[X in 0 <= _ - X]/(exploration_term 1 1%ring 1%ring 0%ring 1%ring (2%:R^-1)%ring 1%ring
  (2%:R^-1)%ring 1 0) muln0 mulr0 add0r !mulr0 mul0r add0r i1 expr0 !divr1 !mulr1 mul1r invrK -natrM subr_ge0.
have -> :
  (exploration_term 1 1%ring 1%ring 0%ring 1%ring (2%:R^-1)%ring 1%ring (2%:R^-1)%ring 1 0 <= 4%:R)%ring
    = false.
  by apply/negbTE; rewrite -ltNge; apply: lt_le_trans exploration_six; rewrite ltr_nat.
by rewrite leNgt h0.
Qed.

(* T2_ordinary_law_mutant: T2_ordinary_law with the exploration term taken off: one round, one action, the
   vector 0; nothing can be lost, and the moved bound is negative. *)
Theorem T2_ordinary_law_mutant : ~ (forall (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded parameters, actions and rewards *)
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) ->
  (* the class of functions and the law of the outcome; mean mu, variance at most mu' *)
  (forall h b f, L h b f -> bounded f) -> (forall h b c, L h b (fun=> c)) ->
  (forall h b f g, L h b f -> L h b g -> L h b (fun e => f e + g e)) ->
  (forall h b c f, L h b f -> L h b (fun e => c * f e)) ->
  (forall h b f g, L h b f -> L h b g -> I h b (fun e => f e + g e) = I h b f + I h b g) ->
  (forall h b c f, L h b f -> I h b (fun e => c * f e) = c * I h b f) ->
  (forall h b f, L h b f -> (forall e, 0 <= f e) -> 0 <= I h b f) ->
  (forall h b, I h b (fun=> 1) = 1) ->
  (forall h b, actions h b -> L h b (reward h b)) ->
  (forall h b, actions h b -> L h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2)) ->
  (forall h b, actions h b -> I h b (reward h b) = mu ⟨b, theta (size h)⟩) ->
  (forall h b, actions h b ->
    I h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩) ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let exploration := 2%:R * beta / Num.sqrt c_mu * Num.sqrt T%:R
    * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * d%:R
        * (T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))))) in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat h⟩) *: a s + lam *: hat h =
    \sum_(s < t) (gamma ^+ (t.-1 - s) * reward (take s h) (a s) (nth e0 h s)) *: a s) ->
  (forall h, actions h (act h)) ->
  (forall h b, actions h b -> let a s := act (take s h) in let t := size h in
    let V := \sum_(s < t) gamma ^+ (t.-1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
    mu ⟨b, hat h⟩ + beta / Num.sqrt c_mu * ‖b‖_[invmx V] <=
    mu ⟨act h, hat h⟩ + beta / Num.sqrt c_mu * ‖act h‖_[invmx V]) ->
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ (R_T h <=
    m * (Gamma * D)%:R + 2%:R * T%:R * (k_mu / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m)
    - exploration)) [::] <= delta).
Proof.
move=> C; have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have h1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr0n // ltr1n.
have z0 : nrm2 (0 : 'cV[R]_1) = 0 by rewrite /nrm2 dot0r sqrtr0.
have := @C unit tt 1%N id (fun=> 1) (fun=> 0) 1 1 0 1 (fun=> 0) (fun _ b => b = 0) (fun _ _ _ => 0)
  (fun _ _ _ => True) (fun _ _ f => f tt) (fun=> 0) (fun=> 0) (fun=> 0) 2%:R^-1 1 2%:R^-1 1%N 0%N 0%N
  isT isT h0 h1 ltr01 ltr01 h0 (ltW h1).
have i1 : 1 - 2%:R^-1 = 2%:R^-1 :> R by rewrite {1}(splitr 1) div1r addrK.
have r0 (h : seq unit) (b : 'cV[R]_1) : b = 0 -> (fun _ : unit => (0 - id ⟨b, 0⟩) ^+ 2) tt <= 1.
  by move=> ->; rewrite dot0r subr0 expr0n ler01.
have fl (b x : 'cV[R]_1) : ‖b‖ <= 1 -> ‖x‖ <= 0 -> 1 <= 1 :> R by [].
have mle (h : seq unit) : let a s := (fun=> 0 : 'cV[R]_1) (take s h) in let t := size h in
  \sum_(s < t) (2%:R^-1 ^+ (t.-1 - s) * id ⟨a s, 0⟩) *: a s + 1 *: 0 =
  \sum_(s < t) (2%:R^-1 ^+ (t.-1 - s) * 0) *: a s :> 'cV[R]_1.
  by rewrite /= scaler0 !big1 ?addr0 // => s _; rewrite scaler0.
have zle (t : nat) : nrm2 (0 : 'cV[R]_1) <= 0 by rewrite z0.
have ale (h : seq unit) (b : 'cV[R]_1) : b = 0 -> ‖b‖ <= 1 by move=> ->; rewrite z0 ler01.
have rle (h : seq unit) (b : 'cV[R]_1) (e : unit) : b = 0 -> 0 <= (0 : R) <= 1 by rewrite lexx ler01.
have mean (h : seq unit) (b : 'cV[R]_1) : b = 0 -> 0 = id (dot b 0) by move=> ->; rewrite dot0r.
have sc (z : R) : `|(0 : R)| <= 1 by rewrite normr0 ler01.
have br : (breaks (fun=> (0 : 'cV[R]_1)%R) 1 <= 0)%N by rewrite /breaks big_ord0.
have opt (h : seq unit) (b : 'cV[R]_1) : b = 0 -> forall (x : R) (A : 'M[R]_1),
  id (dot b 0) + x * nrm A b <= id (dot (0 : 'cV[R]_1) 0) + x * nrm A 0.
  by move=> -> x A; exact: lexx.
move/(_ (fun z => is_derive_id z) (fun z => is_derive_const (V := R_NormedModule) _ z) sc (fun=> lexx _) ltr01
  fl zle ale rle (fun _ _ f _ => bounded_unit f) (fun _ _ _ => Logic.I) (fun _ _ _ _ _ _ => Logic.I)
  (fun _ _ _ _ _ => Logic.I) (fun _ _ _ _ _ _ => erefl) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ P => P tt)
  (fun _ _ => erefl) (fun _ _ _ => Logic.I) (fun _ _ _ => Logic.I) mean r0 br (fun=> erefl)
  mle (fun=> erefl) (fun h b e => opt h b e _ _)).
rewrite /Prob /= big_ord1 subrr.
rewrite -[X in 0 <= _ - X]/(exploration_term 1 1%ring 1%ring 0%ring 1%ring (2%:R^-1)%ring 1%ring
  (2%:R^-1)%ring 1 0) muln0 mulr0 add0r !mulr0 mul0r add0r i1 expr0 !divr1 !mulr1 mul1r invrK -natrM subr_ge0.
have -> :
  (exploration_term 1 1%ring 1%ring 0%ring 1%ring (2%:R^-1)%ring 1%ring (2%:R^-1)%ring 1 0 <= 4%:R)%ring
    = false.
  by apply/negbTE; rewrite -ltNge; apply: lt_le_trans exploration_six; rewrite ltr_nat.
rewrite upper_integral_eq //= => [|f _]; last exact: bounded_unit.
by rewrite mulr1n leNgt h1.
Qed.

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

(** * Lemmas on the idle bandit of small_witnesses.v *)

(* 0 is the estimate for a window of one round. *)
Lemma idle_window : weighted_mle tt (fun z => z) (window_weight R_realFieldType 1) 1%ring no_reward idle idle.
Proof.
move=> h; rewrite scaler0 addr0; apply: eq_bigr => s _.
by rewrite /past_reward /no_reward dot0r.
Qed.
(* Its beta is at least 1, whatever the round and m > 0. *)
Lemma idle_beta_SW (m : R) t : 0 < m -> 1 <= beta_SW 1 1%ring 0%ring m 1%ring (2%:R^-1)%ring 1 1 t.
Proof.
move=> m0; have [h0 h1] := half_range; rewrite /beta_SW /beta sqrtr1 mulr1 mul1r exprn_ege1 //.
rewrite -[X in X <= _]sqrtr1 ler_wsqrtr // beta_base_ge1 //.
by apply: rho_ge0 => //; first [exact: ltr01|exact: ler01|exact: ltW|exact: ler0n].
Qed.
(* Quantities of the bounds: 1, and log 2 > 0. *)
Lemma ln2_gt0 : 0 < ln (1 + 1 * 1%:R / (1%:R * 1)) :> R.
Proof.
rewrite !mul1r invr1; apply/RltP; rewrite -[X in Rlt X _]ln_1; apply: ln_increasing; first exact: Rlt_0_1.
by apply/RltP; rewrite -[X in X < _]addr0 ltr_add2l ltr01.
Qed.
(* No action is worse than the comparator. *)
Lemma idle_gap (x : R) (h : seq unit) (b : 'cV[R]_1) : (size h < 1)%N -> only_zero h b ->
  dot b (0 : 'cV[R]_1) < dot (idle h) 0 -> x <= dot (idle h) 0 - dot b 0.
Proof. by move=> _ ->; rewrite !dot0r ltxx. Qed.
Lemma idle_breaks : (breaks (fun _ : nat => (0 : 'cV[R]_1)%ring) 1 <= 0)%N.
Proof. by rewrite /breaks big_ord0. Qed.
Lemma quarter_gt0 : 0 < 4%:R^-1 :> R. Proof. by rewrite invr_gt0 ltr0n. Qed.

(** * The window and gaps *)

(* Z59_mutant: Z59 with 1 for the second 2: x = y = 1, r = 2. *)
Theorem Z59_mutant : ~ (forall (x y r : R),
  2%:R * x * y <= x ^+ 2 + y ^+ 2 /\
  (0 <= r -> r <= x + y -> r ^+ 2 <= 2%:R * x ^+ 2 + 1 * y ^+ 2)).
Proof.
move=> H; have [_ /(_ (ler0n _ 2) (lexx _))] := H 1 1 2%:R.
by rewrite expr1n !mulr1 -natrX -mulrSr ler_nat.
Qed.

(* P6_mutant: P6 with a minus sign before the bonus: the idle bandit, one round, D = 0. *)
Theorem P6_mutant : ~ (forall (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (forall h, actions h (act h)) -> weighted_mle e0 mu (discount gamma) lam reward act hat ->
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let betabar := k_mu * Num.sqrt (1 + 2%:R * S) * (Num.sqrt lam * S + rho) in
  with_probability (played law act) T delta (fun h =>
    forall t b, (t < T)%N -> stationary theta D t -> ‖hat (take t h)‖ <= S -> ‖b‖ <= 1 ->
    `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      k_mu / lam * (gamma ^+ D / (1 - gamma) * (2%:R * S * k_mu + m))
      - betabar / Num.sqrt c_mu * ‖b‖_[invmx (V gamma (lam / c_mu) (past act h) t)])).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have := H 1%N unit_finType tt (fun z => z) (fun=> 1) (fun=> 0) 1%ring 1%ring 0%ring (4%:R^-1)%ring
  (fun=> 0) only_zero sure no_reward idle idle (2%:R^-1)%ring 1%ring (2%:R^-1)%ring 1%N 0%N isT isT
  h0 h1 ltr01 quarter_gt0 h0 (ltW h1) d1 d2 sc km ltr01 (fun _ _ _ _ => lexx 1) idle_environment
  (fun=> erefl) idle_mle.
move=> /idle_event; pose x : 'cV[R]_1 := const_mx 1.
have xx : dot x x = 1 by rewrite dot_dim1 mulr1.
have x1 : nrm2 x <= 1 by rewrite /nrm2 xx sqrtr1.
have z0 : nrm2 (0 : 'cV[R]_1) <= 0 by rewrite nrm2E nrm0.
have st : stationary (fun=> 0 : 'cV[R]_1) 0 0 by apply/forallP => [[]].
move=> /(_ 0%N x isT st z0 x1) h.
have : 0 <= 1 / 1 * (1 / (1 - 2%:R^-1) * (2%:R * 0 * 1 + 4%:R^-1))
  - 1 * Num.sqrt (1 + 2%:R * 0) * (Num.sqrt 1 * 0 + idle_rho) / Num.sqrt 1
    * nrm (invmx (V (2%:R^-1) (1 / 1) (past idle [:: tt]) 0)) x :> R.
  exact: le_trans (normr_ge0 _) h.
rewrite /V /design big_ord0 add0r divr1 invmx1 -nrm2E /nrm2 xx !mulr0 !addr0 !add0r !sqrtr1 !divr1.
rewrite !mulr1 !mul1r.
rewrite add0r mulrC (quarter R_numFieldType) subr_ge0 => {}h.
have := lt_le_trans h1 (le_trans (ler1n _ 2) (le_trans idle_rho_ge2 h)).
by rewrite ltxx.
Qed.

(* P7_mutant: P7 with 1/2 for 1: d = t = tau = 1, no data, linear link, everything 0. *)
Theorem P7_mutant : ~ (forall (d t tau : nat) (mu dmu ddmu : R -> R) (lam S k_mu : R)
  (a theta : nat -> 'cV[R]_d)  (r eps : nat -> R) (hat b : 'cV[R]_d),
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (1 <= t)%N -> 0 < lam ->
  (* ass:bounded_actions; eps is the noise of the rewards *)
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) -> (forall s, (1 <= s)%N -> ‖theta s‖ <= S) ->
  (forall s, eps s.+1 = r s.+1 - mu ⟨a s, theta s⟩) ->
  (* t belongs to T(tau): the rounds of the window had the parameter of round t *)
  (forall s, (maxn 1 (t - tau) <= s < t)%N -> theta s = theta t) ->
  (* hat is the windowed estimate *)
  \sum_(maxn 1 (t - tau) <= s < t) (r s.+1 - mu ⟨a s, hat⟩) *: a s - lam *: hat = 0 ->
  let G := \sum_(maxn 1 (t - tau) <= s < t) mean_slope dmu (a s) (theta t) hat *: (a s *m (a s)^T)
    + lam%:M in
  let S_t := \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s in
  ‖b‖ <= 1 ->
  (2%:R^-1 + S + (Num.sqrt lam)^-1 * ‖S_t‖_[invmx G])^-1 * dmu ⟨b, theta t⟩
  <= mean_slope dmu b (theta t) hat).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have z (s : nat) : (1 <= s)%N -> ‖(0 : 'cV[R]_1)‖ <= 0.
  by rewrite nrm2E nrm0.
have z1 (s : nat) : (1 <= s)%N -> ‖(0 : 'cV[R]_1)‖ <= 1 by rewrite nrm2E nrm0 ler01.
have e (s : nat) : 0 = 0 - ⟨(0 : 'cV[R]_1), 0⟩ by rewrite dot0r subr0.
have sc0 : \sum_(maxn 1 (1 - 1) <= s < 1) (0 - ⟨(0 : 'cV[R]_1), 0⟩) *: (0 : 'cV[R]_1) - 1 *: 0 = 0.
  by rewrite big_geq // scaler0 subr0.
have := H 1%N 1%N 1%N (fun z => z) (fun=> 1) (fun=> 0) 1 0 1 (fun=> 0) (fun=> 0) (fun=> 0) (fun=> 0) 0 0
  d1 d2 sc km isT ltr01 z1 z e (fun _ _ => erefl) sc0 (z1 1%N isT).
rewrite mean_slope1 [\sum_(_ <= _ < _) 0 *: _]big_geq // nrm0 mulr0 !addr0 mulr1 invrK.
by rewrite lern1.
Qed.

(* C5_mutant: C5 with 1/2 for 1: the data of P7_mutant. *)
Theorem C5_mutant : ~ (forall (d t tau : nat) (mu dmu ddmu : R -> R) (lam S k_mu : R)
  (a theta : nat -> 'cV[R]_d)  (r eps : nat -> R) (hat : 'cV[R]_d),
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (1 <= t)%N -> 0 < lam ->
  (* ass:bounded_actions; eps is the noise of the rewards *)
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) -> (forall s, (1 <= s)%N -> ‖theta s‖ <= S) ->
  (forall s, eps s.+1 = r s.+1 - mu ⟨a s, theta s⟩) ->
  (* t belongs to T(tau): the rounds of the window had the parameter of round t *)
  (forall s, (maxn 1 (t - tau) <= s < t)%N -> theta s = theta t) ->
  (* hat is the windowed estimate *)
  \sum_(maxn 1 (t - tau) <= s < t) (r s.+1 - mu ⟨a s, hat⟩) *: a s - lam *: hat = 0 ->
  let G := \sum_(maxn 1 (t - tau) <= s < t) mean_slope dmu (a s) (theta t) hat *: (a s *m (a s)^T)
    + lam%:M in
  let H := \sum_(maxn 1 (t - tau) <= s < t) dmu ⟨a s, theta s⟩ *: (a s *m (a s)^T) + lam%:M in
  let S_t := \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s in
  G ⪰ (2%:R^-1 + S + (Num.sqrt lam)^-1 * ‖S_t‖_[invmx G])^-1 *: H).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have z (s : nat) : (1 <= s)%N -> ‖(0 : 'cV[R]_1)‖ <= 0.
  by rewrite nrm2E nrm0.
have z1 (s : nat) : (1 <= s)%N -> ‖(0 : 'cV[R]_1)‖ <= 1 by rewrite nrm2E nrm0 ler01.
have e (s : nat) : 0 = 0 - ⟨(0 : 'cV[R]_1), 0⟩ by rewrite dot0r subr0.
have sc0 : \sum_(maxn 1 (1 - 1) <= s < 1) (0 - ⟨(0 : 'cV[R]_1), 0⟩) *: (0 : 'cV[R]_1) - 1 *: 0 = 0.
  by rewrite big_geq // scaler0 subr0.
have := H 1%N 1%N 1%N (fun z => z) (fun=> 1) (fun=> 0) 1 0 1 (fun=> 0) (fun=> 0) (fun=> 0) (fun=> 0) 0
  d1 d2 sc km isT ltr01 z1 z e (fun _ _ => erefl) sc0 (const_mx 1).
rewrite !big_geq // nrm0 mulr0 !addr0 !add0r qfZ !qf_scalar dot_dim1 !mulr1 invrK.
by rewrite lern1.
Qed.

(* C6_mutant: C6 with a minus sign before the square: d = 1, t = 2, tau = 1, linear link, one action 1
   with reward 1. *)
Theorem C6_mutant : ~ (forall (d t tau : nat) (mu dmu ddmu : R -> R) (lam S k_mu : R)
  (a theta : nat -> 'cV[R]_d)  (r eps : nat -> R) (hat : 'cV[R]_d),
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (1 <= t)%N -> 0 < lam ->
  (* ass:bounded_actions; eps is the noise of the rewards *)
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) -> (forall s, (1 <= s)%N -> ‖theta s‖ <= S) ->
  (forall s, eps s.+1 = r s.+1 - mu ⟨a s, theta s⟩) ->
  (* t belongs to T(tau): the rounds of the window had the parameter of round t *)
  (forall s, (maxn 1 (t - tau) <= s < t)%N -> theta s = theta t) ->
  (* hat is the windowed estimate *)
  \sum_(maxn 1 (t - tau) <= s < t) (r s.+1 - mu ⟨a s, hat⟩) *: a s - lam *: hat = 0 ->
  let G := \sum_(maxn 1 (t - tau) <= s < t) mean_slope dmu (a s) (theta t) hat *: (a s *m (a s)^T)
    + lam%:M in
  let H := \sum_(maxn 1 (t - tau) <= s < t) dmu ⟨a s, theta s⟩ *: (a s *m (a s)^T) + lam%:M in
  let S_t := \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s in
  ‖S_t‖_[invmx G] <=
    Num.sqrt (1 + S) * ‖S_t‖_[invmx H] - (Num.sqrt lam)^-1 * ‖S_t‖_[invmx H] ^+ 2).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; pose x : 'cV[R]_1 := one_action 0.
have a1 (s : nat) : (1 <= s)%N -> ‖x‖ <= 1 by move=> _; exact: (@one_le 1).
have z (s : nat) : (1 <= s)%N -> ‖(0 : 'cV[R]_1)‖ <= 0 by rewrite nrm2E nrm0.
have e (s : nat) : 1 = 1 - ⟨x, 0⟩ by rewrite dot0r subr0.
have sc0 : \sum_(maxn 1 (2 - 1) <= s < 2) (1 - ⟨x, 2%:R^-1 *: x⟩) *: x - 1 *: (2%:R^-1 *: x) = 0.
  by rewrite big_nat1 dotZr (one_norm 0) mulr1 scale1r -scalerBl {1}(splitr 1) div1r addrK subrr scale0r.
have := H 1%N 2%N 1%N (fun z => z) (fun=> 1) (fun=> 0) 1 0 1 (fun=> x) (fun=> 0) (fun=> 1) (fun=> 1)
  (2%:R^-1 *: x) d1 d2 sc km isT ltr01 a1 z e (fun _ _ => erefl) sc0.
cbv zeta; rewrite !big_nat1 mean_slope1 addr0 sqrtr1 invr1 !mul1r !scale1r.
rewrite -subr_ge0 addrAC subrr add0r oppr_ge0 leNgt exprn_gt0 // sqrtr_gt0.
have -> : x *m x^T + 1 = (1 + 1)%:M by rewrite /x /one_action trmx1 mulmx1 raddfD.
by rewrite (one_qf _ 0) invr_gt0 addr_gt0 ?ltr01.
Qed.

(* P8_mutant: P8 with a minus sign before the bonus: the idle bandit, one round, tau = 1. *)
Theorem P8_mutant : ~ (forall (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d)
  (lam delta : R) (T tau : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (forall h, actions h (act h)) -> weighted_mle e0 mu (window_weight _ tau) lam reward act hat ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  with_probability (played law act) T delta (fun h =>
    forall t b, (t < T)%N -> stationary theta tau t -> ‖b‖ <= 1 ->
    `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      - beta t.+1 / Num.sqrt c_mu * ‖b‖_[invmx (V_window (lam / c_mu) (past act h) tau t)])).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have := H 1%N unit_finType tt (fun z => z) (fun=> 1) (fun=> 0) 1%ring 1%ring 0%ring (4%:R^-1)%ring
  (fun=> 0) only_zero sure no_reward idle idle 1%ring (2%:R^-1)%ring 1%N 1%N isT isT ltr01 quarter_gt0 h0
  (ltW h1) d1 d2 sc km ltr01 (fun _ _ _ _ => lexx 1) idle_environment (fun=> erefl) idle_window.
move=> /idle_event; pose x : 'cV[R]_1 := const_mx 1.
have xx : dot x x = 1 by rewrite dot_dim1 mulr1.
have x1 : nrm2 x <= 1 by rewrite /nrm2 xx sqrtr1.
have st : stationary (fun=> 0 : 'cV[R]_1) 1 0 by apply/forallP => [[]].
move=> /(_ 0%N x isT st x1) h.
have : 0 <= - beta_SW 1 1%ring 0%ring (4%:R^-1)%ring 1%ring (2%:R^-1)%ring 1 1 1 / Num.sqrt 1
    * nrm (invmx (V_window (1 / 1) (past idle [:: tt]) 1 0)) x :> R.
  exact: le_trans (normr_ge0 _) h.
rewrite /V_window /design big_ord0 add0r divr1 invmx1 -nrm2E /nrm2 xx sqrtr1 divr1 mulr1 oppr_ge0 => {}h.
have := le_trans (idle_beta_SW 1 quarter_gt0) h.
by rewrite ler10.
Qed.

(* T5_mutant: T5 with a minus sign before the second term: the idle bandit, one round, tau = 1. *)
Theorem T5_mutant : ~ (forall (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (lam delta : R) (T tau Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> (0 < tau)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* SC-SW-GLUCB: hat is the windowed estimate, act maximises mu(b.hat) + beta_t/sqrt(c_mu) |b|_{V_t^-1} *)
  SC_SW_GLUCB e0 mu actions reward tau lam c_mu beta act hat ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <= m * (Gamma * tau)%:R
    - 2%:R * beta T / Num.sqrt c_mu * Num.sqrt (d%:R * T%:R) * Num.sqrt ((T + tau - 1) %/ tau)%:R
      * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam)))) [::]).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have alg : SC_SW_GLUCB tt (fun z => z) only_zero no_reward 1 1%ring 1%ring
    (beta_SW 1 1%ring 0%ring (4%:R^-1)%ring 1%ring (2%:R^-1)%ring 1 1) idle idle.
  by split; [exact: idle_window|move=> h; split=> // b ->].
have := H 1%N unit_finType tt (fun z => z) (fun=> 1) (fun=> 0) 1%ring 1%ring 0%ring (4%:R^-1)%ring
  (fun=> 0) only_zero sure no_reward idle idle idle 1%ring (2%:R^-1)%ring 1%N 1%N 0%N isT isT isT ltr01
  quarter_gt0 h0 (ltW h1) d1 d2 sc km ltr01 (fun _ _ _ _ => lexx 1) idle_environment idle_breaks
  (fun=> erefl) alg.
set P := (fun h : seq unit => _ <= _) => h; have : P [:: tt] by apply: (@idle_event P); exists P.
rewrite [P _](_ : _ = (regret (fun z => z) (fun=> 0) idle idle 1 [:: tt] <= 4%:R^-1 * (0 * 1)%:R
  - 2%:R * beta_SW 1 1%ring 0%ring (4%:R^-1)%ring 1%ring (2%:R^-1)%ring 1 1 1 / Num.sqrt 1
    * Num.sqrt (1%:R * 1%:R) * Num.sqrt ((1 + 1 - 1) %/ 1)%:R
    * Num.sqrt (2%:R * Num.max 1 (1 / 1) * ln (1 + 1 * 1%:R / (1%:R * 1))))%R) //.
rewrite /regret big_ord1 subrr mulr0 add0r oppr_ge0 leNgt; apply/negP/negPn.
have b0 := lt_le_trans ltr01 (idle_beta_SW 1 quarter_gt0).
apply: mulr_gt0; last first.
  by rewrite sqrtr_gt0; apply: mulr_gt0 ln2_gt0; rewrite divr1 maxxx mulr1 ltr0n.
apply: mulr_gt0; last by rewrite sqrtr_gt0 divn1 ltr0n.
apply: mulr_gt0; last by rewrite sqrtr_gt0 mulr1 ltr0n.
rewrite sqrtr1 divr1; apply: mulr_gt0 b0.
by rewrite ltr0n.
Qed.

(* T6_mutant: T6 with a minus sign before the second term: the idle bandit, one round, tau = 1, Delta = 1. *)
Theorem T6_mutant : ~ (forall (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (lam delta Delta : R) (T tau Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> (0 < tau)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  (* ass:minimum_gap *)
  0 < Delta ->
  (forall h b, (size h < T)%N -> actions h b -> mu ⟨b, theta (size h)⟩ < mu ⟨best h, theta (size h)⟩ ->
    Delta <= mu ⟨best h, theta (size h)⟩ - mu ⟨b, theta (size h)⟩) ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* SC-SW-GLUCB: hat is the windowed estimate, act maximises mu(b.hat) + beta_t/sqrt(c_mu) |b|_{V_t^-1} *)
  SC_SW_GLUCB e0 mu actions reward tau lam c_mu beta act hat ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <= m * (Gamma * tau)%:R
    - 8%:R * beta T ^+ 2 / (c_mu * Delta) * Num.max 1 (c_mu / lam) * d%:R * ((T + tau - 1) %/ tau)%:R
      * ln (1 + c_mu * tau%:R / (d%:R * lam))) [::]).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have alg : SC_SW_GLUCB tt (fun z => z) only_zero no_reward 1 1%ring 1%ring
    (beta_SW 1 1%ring 0%ring (4%:R^-1)%ring 1%ring (2%:R^-1)%ring 1 1) idle idle.
  by split; [exact: idle_window|move=> h; split=> // b ->].
have := H 1%N unit_finType tt (fun z => z) (fun=> 1) (fun=> 0) 1%ring 1%ring 0%ring (4%:R^-1)%ring
  (fun=> 0) only_zero sure no_reward idle idle idle 1%ring (2%:R^-1)%ring 1%ring 1%N 1%N 0%N isT isT isT ltr01
  quarter_gt0 h0 (ltW h1) d1 d2 sc km ltr01 (fun _ _ _ _ => lexx 1) idle_environment idle_breaks
  (fun=> erefl) ltr01 (idle_gap 1) alg.
set P := (fun h : seq unit => _ <= _) => h; have : P [:: tt] by apply: (@idle_event P); exists P.
rewrite [P _](_ : _ = (regret (fun z => z) (fun=> 0) idle idle 1 [:: tt] <= 4%:R^-1 * (0 * 1)%:R
  - 8%:R * beta_SW 1 1%ring 0%ring (4%:R^-1)%ring 1%ring (2%:R^-1)%ring 1 1 1 ^+ 2 / (1 * 1)
    * Num.max 1 (1 / 1) * 1%:R * ((1 + 1 - 1) %/ 1)%:R * ln (1 + 1 * 1%:R / (1%:R * 1)))%R) //.
rewrite /regret big_ord1 subrr mulr0 add0r oppr_ge0 leNgt; apply/negP/negPn.
have b0 := lt_le_trans ltr01 (idle_beta_SW 1 quarter_gt0).
apply: mulr_gt0 ln2_gt0; apply: mulr_gt0; last by rewrite divn1 ltr0n.
rewrite divr1 maxxx !mulr1 invr1 mulr1; apply: mulr_gt0; first by rewrite ltr0n.
exact: exprn_gt0.
Qed.

(* T1_mutant: T1 with a minus sign before the second term of the first part: the idle bandit, one round,
   D = 0. *)
Theorem T1_mutant : ~ (forall (d : nat) (E : finType) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta Delta : R) (T D Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu' *)
  glm_environment mu dmu S m theta actions law reward ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  (* ass:minimum_gap *)
  0 < Delta ->
  (forall h b, (size h < T)%N -> actions h b -> mu ⟨b, theta (size h)⟩ < mu ⟨best h, theta (size h)⟩ ->
    Delta <= mu ⟨best h, theta (size h)⟩ - mu ⟨b, theta (size h)⟩) ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let Lambda := T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))) in
  let C1 := 2%:R * m * ln T%:R in
  let C2 := 8%:R * k_mu ^+ 2 * (2%:R * S * k_mu + m) ^+ 2 / lam ^+ 2 in
  let C4 := 16%:R * Num.max 1 (c_mu / lam) in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  D_GLM_UCB e0 mu actions reward gamma lam c_mu beta act hat ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <= m * (Gamma * D)%:R
    - 2%:R / Delta * (4%:R / c_mu * beta ^+ 2 * (2%:R * Num.max 1 (c_mu / lam) * d%:R * Lambda)
      + T%:R * (4%:R * k_mu ^+ 2 / lam ^+ 2 * (gamma ^+ (2 * D) / (1 - gamma) ^+ 2)
        * (2%:R * S * k_mu + m) ^+ 2))) [::]
  /\
  ((1 < T)%N -> 2%:R^-1 <= gamma -> ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
    C1 * (Gamma%:R / (1 - gamma)) + C2 * (T%:R * (1 - gamma) ^+ 2 * Delta)^-1
    + C4 * (d%:R * beta ^+ 2 / (c_mu * Delta)) * Lambda) [::])).
Proof.
move=> H; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have alg : D_GLM_UCB tt (fun z => z) only_zero no_reward (2%:R^-1) 1%ring 1%ring idle_beta idle idle.
  by split; [exact: idle_mle|move=> h; split=> // b ->].
have [+ _] := H 1%N unit_finType tt (fun z => z) (fun=> 1) (fun=> 0) 1%ring 1%ring 0%ring (4%:R^-1)%ring
  (fun=> 0) only_zero sure no_reward idle idle idle (2%:R^-1)%ring 1%ring (2%:R^-1)%ring 1%ring 1%N 0%N 0%N
  isT isT h0 h1 ltr01 quarter_gt0 h0 (ltW h1) d1 d2 sc km ltr01 (fun _ _ _ _ => lexx 1) idle_environment
  idle_breaks (fun=> erefl) ltr01 (idle_gap 1) alg.
set P := (fun h : seq unit => _ <= _) => h; have : P [:: tt] by apply: (@idle_event P); exists P.
pose La := 1%:R * ln 2%:R^-1^-1 + ln (1 + 1 / (1%:R * 1 * (1 - 2%:R^-1))) : R.
rewrite [P _](_ : _ = (regret (fun z => z) (fun=> 0) idle idle 1 [:: tt] <= 4%:R^-1 * (0 * 0)%:R
  - 2%:R / 1 * (4%:R / 1 * idle_beta ^+ 2 * (2%:R * Num.max 1 (1 / 1) * 1%:R * La)
    + 1%:R * (4%:R * 1 ^+ 2 / 1 ^+ 2 * (2%:R^-1 ^+ (2 * 0) / (1 - 2%:R^-1) ^+ 2)
      * (2%:R * 0 * 1 + 4%:R^-1) ^+ 2)))%R) //.
have La0 : 0 <= La.
  rewrite /La invrK; apply: addr_ge0; first by rewrite mulr_ge0 ?ler0n // ln_ge0 // ler1n.
  by apply: ln_ge0; rewrite ler_addl divr_ge0 ?ler01 // !mul1r subr_ge0 ltW.
rewrite /regret big_ord1 subrr muln0 mulr0n mulr0 add0r oppr_ge0 leNgt; apply/negP/negPn.
rewrite !divr1 mulr_gt0 ?ltr0n // ltr_spaddr //.
  have i0 : 0 < (1 - 2%:R^-1) ^+ 2 :> R by rewrite exprn_gt0 // subr_gt0.
  rewrite mulr0 mul0r add0r mul1r; apply: mulr_gt0; last by rewrite exprn_gt0 // quarter_gt0.
  by apply: mulr_gt0; [rewrite !expr1n divr1 mulr1 ltr0n|rewrite muln0 expr0 mul1r invr_gt0].
apply: mulr_ge0; first by apply: mulr_ge0; [exact: ler0n|exact: sqr_ge0].
by apply: mulr_ge0 La0; rewrite maxxx !mulr1 ler0n.
Qed.

(* T5_ordinary_law_mutant: the same for T5_ordinary_law, with m = 1. *)
Theorem T5_ordinary_law_mutant : ~ (forall (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d)
  (lam delta : R) (T tau Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> (0 < tau)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded parameters, actions and rewards *)
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) ->
  (* the class of functions and the law of the outcome; mean mu, variance at most mu' *)
  (forall h b f, L h b f -> bounded f) -> (forall h b c, L h b (fun=> c)) ->
  (forall h b f g, L h b f -> L h b g -> L h b (fun e => f e + g e)) ->
  (forall h b c f, L h b f -> L h b (fun e => c * f e)) ->
  (forall h b f g, L h b f -> L h b g -> I h b (fun e => f e + g e) = I h b f + I h b g) ->
  (forall h b c f, L h b f -> I h b (fun e => c * f e) = c * I h b f) ->
  (forall h b f, L h b f -> (forall e, 0 <= f e) -> 0 <= I h b f) ->
  (forall h b, I h b (fun=> 1) = 1) ->
  (forall h b, actions h b -> L h b (reward h b)) ->
  (forall h b, actions h b -> L h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2)) ->
  (forall h b, actions h b -> I h b (reward h b) = mu ⟨b, theta (size h)⟩) ->
  (forall h b, actions h b ->
    I h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩) ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* SC-SW-GLUCB: hat is the windowed estimate, act maximises mu(b.hat) + beta_t/sqrt(c_mu) |b|_{V_t^-1} *)
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t | (t - tau <= s)%N) mu ⟨a s, hat h⟩ *: a s + lam *: hat h =
    \sum_(s < t | (t - tau <= s)%N) reward (take s h) (a s) (nth e0 h s) *: a s) ->
  (forall h, actions h (act h)) ->
  (forall h b, actions h b -> let a s := act (take s h) in let t := size h in
    let V := \sum_(s < t | (t - tau <= s)%N) a s *m (a s)^T + (lam / c_mu)%:M in
    mu ⟨b, hat h⟩ + beta t.+1 / Num.sqrt c_mu * ‖b‖_[invmx V] <=
    mu ⟨act h, hat h⟩ + beta t.+1 / Num.sqrt c_mu * ‖act h‖_[invmx V]) ->
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ (R_T h <= m * (Gamma * tau)%:R
    - 2%:R * beta T / Num.sqrt c_mu * Num.sqrt (d%:R * T%:R) * Num.sqrt ((T + tau - 1) %/ tau)%:R
      * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam))))) [::] <= delta).
Proof.
move=> C; have [h0 h1] := half_range.
have := @C unit tt 1%N id (fun=> 1) (fun=> 0) 1 1 0 1 (fun=> 0) (fun _ b => b = 0) (fun _ _ _ => 0)
  (fun _ _ _ => True) (fun _ _ f => f tt) (fun=> 0) (fun=> 0) (fun=> 0) 1 2%:R^-1 1%N 1%N 0%N
  isT isT isT ltr01 ltr01 h0 (ltW h1).
have z0 : nrm2 (0 : 'cV[R]_1) = 0 by rewrite /nrm2 dot0r sqrtr0.
have r0 (h : seq unit) (b : 'cV[R]_1) : b = 0 -> (fun _ : unit => (0 - id ⟨b, 0⟩) ^+ 2) tt <= 1.
  by move=> ->; rewrite dot0r subr0 expr0n ler01.
have fl (b x : 'cV[R]_1) : ‖b‖ <= 1 -> ‖x‖ <= 0 -> 1 <= 1 :> R by [].
have zle (t : nat) : nrm2 (0 : 'cV[R]_1) <= 0 by rewrite z0.
have ale (h : seq unit) (b : 'cV[R]_1) : b = 0 -> ‖b‖ <= 1 by move=> ->; rewrite z0 ler01.
have rle (h : seq unit) (b : 'cV[R]_1) (e : unit) : b = 0 -> 0 <= (0 : R) <= 1 by rewrite lexx ler01.
have mean (h : seq unit) (b : 'cV[R]_1) : b = 0 -> 0 = id (dot b 0) by move=> ->; rewrite dot0r.
have sc (z : R) : `|(0 : R)| <= 1 by rewrite normr0 ler01.
have opt (h : seq unit) (b : 'cV[R]_1) : b = 0 -> forall (x : R) (A : 'M[R]_1),
  id (dot b 0) + x * nrm A b <= id (dot (0 : 'cV[R]_1) 0) + x * nrm A 0.
  by move=> -> x A; exact: lexx.
have mle (h : seq unit) : let a s := (fun=> 0 : 'cV[R]_1) (take s h) in let t := size h in
  \sum_(s < t | (t - 1 <= s)%N) id ⟨a s, 0⟩ *: a s + 1 *: 0 =
  \sum_(s < t | (t - 1 <= s)%N) 0 *: a s :> 'cV[R]_1.
  by rewrite /= !big1 ?scaler0 ?addr0 // => s _; rewrite scaler0.
have b0 := lt_le_trans ltr01 (idle_beta_SW 1 ltr01).
have X0 : 0 < 2%:R * beta_SW 1 1%ring 0%ring 1%ring 1%ring (2%:R^-1)%ring 1 1 1 / Num.sqrt 1
    * Num.sqrt (1%:R * 1%:R) * Num.sqrt ((1 + 1 - 1) %/ 1)%:R
    * Num.sqrt (2%:R * Num.max 1 (1 / 1) * ln (1 + 1 * 1%:R / (1%:R * 1))).
  apply: mulr_gt0; last first.
    by rewrite sqrtr_gt0; apply: mulr_gt0 ln2_gt0; rewrite divr1 maxxx mulr1 ltr0n.
  apply: mulr_gt0; last by rewrite sqrtr_gt0 divn1 ltr0n.
  apply: mulr_gt0; last by rewrite sqrtr_gt0 mulr1 ltr0n.
  rewrite sqrtr1 divr1; apply: mulr_gt0 b0.
  by rewrite ltr0n.
move/(_ (fun z => is_derive_id z) (fun z => is_derive_const (V := R_NormedModule) _ z) sc (fun=> lexx _) ltr01
  fl zle ale rle (fun _ _ f _ => bounded_unit f) (fun _ _ _ => Logic.I) (fun _ _ _ _ _ _ => Logic.I)
  (fun _ _ _ _ _ => Logic.I) (fun _ _ _ _ _ _ => erefl) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ P => P tt)
  (fun _ _ => erefl) (fun _ _ _ => Logic.I) (fun _ _ _ => Logic.I) mean r0 idle_breaks (fun=> erefl)
  mle (fun=> erefl) (fun h b e => opt h b e _ _)).
rewrite /Prob /= big_ord1 subrr; set bad := (0 <= _ - _)%R.
have -> : bad = false.
  by apply/negbTE; rewrite /bad mulr0 add0r oppr_ge0 -ltNge; exact: X0.
rewrite upper_integral_eq //= => [|f _]; last exact: bounded_unit.
by rewrite mulr1n leNgt h1.
Qed.

(* T6_ordinary_law_mutant: the same for T6_ordinary_law, with m = 1. *)
Theorem T6_ordinary_law_mutant : ~ (forall (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d)
  (lam delta Delta : R) (T tau Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> (0 < tau)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded parameters, actions and rewards *)
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) ->
  (* the class of functions and the law of the outcome; mean mu, variance at most mu' *)
  (forall h b f, L h b f -> bounded f) -> (forall h b c, L h b (fun=> c)) ->
  (forall h b f g, L h b f -> L h b g -> L h b (fun e => f e + g e)) ->
  (forall h b c f, L h b f -> L h b (fun e => c * f e)) ->
  (forall h b f g, L h b f -> L h b g -> I h b (fun e => f e + g e) = I h b f + I h b g) ->
  (forall h b c f, L h b f -> I h b (fun e => c * f e) = c * I h b f) ->
  (forall h b f, L h b f -> (forall e, 0 <= f e) -> 0 <= I h b f) ->
  (forall h b, I h b (fun=> 1) = 1) ->
  (forall h b, actions h b -> L h b (reward h b)) ->
  (forall h b, actions h b -> L h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2)) ->
  (forall h b, actions h b -> I h b (reward h b) = mu ⟨b, theta (size h)⟩) ->
  (forall h b, actions h b ->
    I h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩) ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  (* ass:minimum_gap *)
  0 < Delta ->
  (forall h b, (size h < T)%N -> actions h b -> mu ⟨b, theta (size h)⟩ < mu ⟨best h, theta (size h)⟩ ->
    Delta <= mu ⟨best h, theta (size h)⟩ - mu ⟨b, theta (size h)⟩) ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* SC-SW-GLUCB: hat is the windowed estimate, act maximises mu(b.hat) + beta_t/sqrt(c_mu) |b|_{V_t^-1} *)
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t | (t - tau <= s)%N) mu ⟨a s, hat h⟩ *: a s + lam *: hat h =
    \sum_(s < t | (t - tau <= s)%N) reward (take s h) (a s) (nth e0 h s) *: a s) ->
  (forall h, actions h (act h)) ->
  (forall h b, actions h b -> let a s := act (take s h) in let t := size h in
    let V := \sum_(s < t | (t - tau <= s)%N) a s *m (a s)^T + (lam / c_mu)%:M in
    mu ⟨b, hat h⟩ + beta t.+1 / Num.sqrt c_mu * ‖b‖_[invmx V] <=
    mu ⟨act h, hat h⟩ + beta t.+1 / Num.sqrt c_mu * ‖act h‖_[invmx V]) ->
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ (R_T h <= m * (Gamma * tau)%:R
    - 8%:R * beta T ^+ 2 / (c_mu * Delta) * Num.max 1 (c_mu / lam) * d%:R * ((T + tau - 1) %/ tau)%:R
      * ln (1 + c_mu * tau%:R / (d%:R * lam)))) [::] <= delta).
Proof.
move=> C; have [h0 h1] := half_range.
have := @C unit tt 1%N id (fun=> 1) (fun=> 0) 1 1 0 1 (fun=> 0) (fun _ b => b = 0) (fun _ _ _ => 0)
  (fun _ _ _ => True) (fun _ _ f => f tt) (fun=> 0) (fun=> 0) (fun=> 0) 1 2%:R^-1 1 1%N 1%N 0%N
  isT isT isT ltr01 ltr01 h0 (ltW h1).
have z0 : nrm2 (0 : 'cV[R]_1) = 0 by rewrite /nrm2 dot0r sqrtr0.
have r0 (h : seq unit) (b : 'cV[R]_1) : b = 0 -> (fun _ : unit => (0 - id ⟨b, 0⟩) ^+ 2) tt <= 1.
  by move=> ->; rewrite dot0r subr0 expr0n ler01.
have fl (b x : 'cV[R]_1) : ‖b‖ <= 1 -> ‖x‖ <= 0 -> 1 <= 1 :> R by [].
have zle (t : nat) : nrm2 (0 : 'cV[R]_1) <= 0 by rewrite z0.
have ale (h : seq unit) (b : 'cV[R]_1) : b = 0 -> ‖b‖ <= 1 by move=> ->; rewrite z0 ler01.
have rle (h : seq unit) (b : 'cV[R]_1) (e : unit) : b = 0 -> 0 <= (0 : R) <= 1 by rewrite lexx ler01.
have mean (h : seq unit) (b : 'cV[R]_1) : b = 0 -> 0 = id (dot b 0) by move=> ->; rewrite dot0r.
have sc (z : R) : `|(0 : R)| <= 1 by rewrite normr0 ler01.
have opt (h : seq unit) (b : 'cV[R]_1) : b = 0 -> forall (x : R) (A : 'M[R]_1),
  id (dot b 0) + x * nrm A b <= id (dot (0 : 'cV[R]_1) 0) + x * nrm A 0.
  by move=> -> x A; exact: lexx.
have mle (h : seq unit) : let a s := (fun=> 0 : 'cV[R]_1) (take s h) in let t := size h in
  \sum_(s < t | (t - 1 <= s)%N) id ⟨a s, 0⟩ *: a s + 1 *: 0 =
  \sum_(s < t | (t - 1 <= s)%N) 0 *: a s :> 'cV[R]_1.
  by rewrite /= !big1 ?scaler0 ?addr0 // => s _; rewrite scaler0.
have b0 := lt_le_trans ltr01 (idle_beta_SW 1 ltr01).
have X0 : 0 < 8%:R * beta_SW 1 1%ring 0%ring 1%ring 1%ring (2%:R^-1)%ring 1 1 1 ^+ 2 / (1 * 1)
    * Num.max 1 (1 / 1) * 1%:R * ((1 + 1 - 1) %/ 1)%:R * ln (1 + 1 * 1%:R / (1%:R * 1)).
  apply: mulr_gt0 ln2_gt0; apply: mulr_gt0; last by rewrite divn1 ltr0n.
  rewrite divr1 maxxx !mulr1 invr1 mulr1; apply: mulr_gt0; first by rewrite ltr0n.
  exact: exprn_gt0.
move/(_ (fun z => is_derive_id z) (fun z => is_derive_const (V := R_NormedModule) _ z) sc (fun=> lexx _) ltr01
  fl zle ale rle (fun _ _ f _ => bounded_unit f) (fun _ _ _ => Logic.I) (fun _ _ _ _ _ _ => Logic.I)
  (fun _ _ _ _ _ => Logic.I) (fun _ _ _ _ _ _ => erefl) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ P => P tt)
  (fun _ _ => erefl) (fun _ _ _ => Logic.I) (fun _ _ _ => Logic.I) mean r0 idle_breaks (fun=> erefl)
  ltr01 (idle_gap 1) mle (fun=> erefl) (fun h b e => opt h b e _ _)).
rewrite /Prob /= big_ord1 subrr; set bad := (0 <= _ - _)%R.
have -> : bad = false.
  by apply/negbTE; rewrite /bad mulr0 add0r oppr_ge0 -ltNge; exact: X0.
rewrite upper_integral_eq //= => [|f _]; last exact: bounded_unit.
by rewrite mulr1n leNgt h1.
Qed.

(* T1_ordinary_law_mutant: the same for T1_ordinary_law, with m = 1. *)
Theorem T1_ordinary_law_mutant : ~ (forall (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta Delta : R) (T D Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded parameters, actions and rewards *)
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) ->
  (* the class of functions and the law of the outcome; mean mu, variance at most mu' *)
  (forall h b f, L h b f -> bounded f) -> (forall h b c, L h b (fun=> c)) ->
  (forall h b f g, L h b f -> L h b g -> L h b (fun e => f e + g e)) ->
  (forall h b c f, L h b f -> L h b (fun e => c * f e)) ->
  (forall h b f g, L h b f -> L h b g -> I h b (fun e => f e + g e) = I h b f + I h b g) ->
  (forall h b c f, L h b f -> I h b (fun e => c * f e) = c * I h b f) ->
  (forall h b f, L h b f -> (forall e, 0 <= f e) -> 0 <= I h b f) ->
  (forall h b, I h b (fun=> 1) = 1) ->
  (forall h b, actions h b -> L h b (reward h b)) ->
  (forall h b, actions h b -> L h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2)) ->
  (forall h b, actions h b -> I h b (reward h b) = mu ⟨b, theta (size h)⟩) ->
  (forall h b, actions h b ->
    I h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩) ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  (* ass:minimum_gap *)
  0 < Delta ->
  (forall h b, (size h < T)%N -> actions h b -> mu ⟨b, theta (size h)⟩ < mu ⟨best h, theta (size h)⟩ ->
    Delta <= mu ⟨best h, theta (size h)⟩ - mu ⟨b, theta (size h)⟩) ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let Lambda := T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))) in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat h⟩) *: a s + lam *: hat h =
    \sum_(s < t) (gamma ^+ (t.-1 - s) * reward (take s h) (a s) (nth e0 h s)) *: a s) ->
  (forall h, actions h (act h)) ->
  (forall h b, actions h b -> let a s := act (take s h) in let t := size h in
    let V := \sum_(s < t) gamma ^+ (t.-1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
    mu ⟨b, hat h⟩ + beta / Num.sqrt c_mu * ‖b‖_[invmx V] <=
    mu ⟨act h, hat h⟩ + beta / Num.sqrt c_mu * ‖act h‖_[invmx V]) ->
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ (R_T h <= m * (Gamma * D)%:R
    - 2%:R / Delta * (4%:R / c_mu * beta ^+ 2 * (2%:R * Num.max 1 (c_mu / lam) * d%:R * Lambda)
      + T%:R * (4%:R * k_mu ^+ 2 / lam ^+ 2 * (gamma ^+ (2 * D) / (1 - gamma) ^+ 2)
        * (2%:R * S * k_mu + m) ^+ 2)))) [::] <= delta).
Proof.
move=> C; have [h0 h1] := half_range.
have := @C unit tt 1%N id (fun=> 1) (fun=> 0) 1 1 0 1 (fun=> 0) (fun _ b => b = 0) (fun _ _ _ => 0)
  (fun _ _ _ => True) (fun _ _ f => f tt) (fun=> 0) (fun=> 0) (fun=> 0) 2%:R^-1 1 2%:R^-1 1 1%N 0%N 0%N
  isT isT h0 h1 ltr01 ltr01 h0 (ltW h1).
have z0 : nrm2 (0 : 'cV[R]_1) = 0 by rewrite /nrm2 dot0r sqrtr0.
have r0 (h : seq unit) (b : 'cV[R]_1) : b = 0 -> (fun _ : unit => (0 - id ⟨b, 0⟩) ^+ 2) tt <= 1.
  by move=> ->; rewrite dot0r subr0 expr0n ler01.
have fl (b x : 'cV[R]_1) : ‖b‖ <= 1 -> ‖x‖ <= 0 -> 1 <= 1 :> R by [].
have zle (t : nat) : nrm2 (0 : 'cV[R]_1) <= 0 by rewrite z0.
have ale (h : seq unit) (b : 'cV[R]_1) : b = 0 -> ‖b‖ <= 1 by move=> ->; rewrite z0 ler01.
have rle (h : seq unit) (b : 'cV[R]_1) (e : unit) : b = 0 -> 0 <= (0 : R) <= 1 by rewrite lexx ler01.
have mean (h : seq unit) (b : 'cV[R]_1) : b = 0 -> 0 = id (dot b 0) by move=> ->; rewrite dot0r.
have sc (z : R) : `|(0 : R)| <= 1 by rewrite normr0 ler01.
have opt (h : seq unit) (b : 'cV[R]_1) : b = 0 -> forall (x : R) (A : 'M[R]_1),
  id (dot b 0) + x * nrm A b <= id (dot (0 : 'cV[R]_1) 0) + x * nrm A 0.
  by move=> -> x A; exact: lexx.
have mle (h : seq unit) : let a s := (fun=> 0 : 'cV[R]_1) (take s h) in let t := size h in
  \sum_(s < t) (2%:R^-1 ^+ (t.-1 - s) * id ⟨a s, 0⟩) *: a s + 1 *: 0 =
  \sum_(s < t) (2%:R^-1 ^+ (t.-1 - s) * 0) *: a s :> 'cV[R]_1.
  by rewrite /= !big1 ?scaler0 ?addr0 // => s _; rewrite scaler0.
pose bt := beta_D 1 1%ring 0%ring 1%ring (2%:R^-1)%ring 1%ring (2%:R^-1)%ring 1 0.
pose La := 1%:R * ln 2%:R^-1^-1 + ln (1 + 1 / (1%:R * 1 * (1 - 2%:R^-1))) : R.
have La0 : 0 <= La.
  rewrite /La invrK; apply: addr_ge0; first by rewrite mulr_ge0 ?ler0n // ln_ge0 // ler1n.
  by apply: ln_ge0; rewrite ler_addl divr_ge0 ?ler01 // !mul1r subr_ge0 ltW.
have X0 : 0 < 2%:R / 1 * (4%:R / 1 * bt ^+ 2 * (2%:R * Num.max 1 (1 / 1) * 1%:R * La)
    + 1%:R * (4%:R * 1 ^+ 2 / 1 ^+ 2 * (2%:R^-1 ^+ (2 * 0) / (1 - 2%:R^-1) ^+ 2)
      * (2%:R * 0 * 1 + 1) ^+ 2)).
  rewrite !divr1 mulr_gt0 ?ltr0n // ltr_spaddr //.
    have i0 : 0 < (1 - 2%:R^-1) ^+ 2 :> R by rewrite exprn_gt0 // subr_gt0.
    rewrite mulr0 mul0r add0r mul1r; apply: mulr_gt0; last by rewrite exprn_gt0 // ltr01.
    by apply: mulr_gt0; [rewrite !expr1n divr1 mulr1 ltr0n|rewrite muln0 expr0 mul1r invr_gt0].
  apply: mulr_ge0; first by apply: mulr_ge0; [exact: ler0n|exact: sqr_ge0].
  by apply: mulr_ge0 La0; rewrite maxxx !mulr1 ler0n.
move/(_ (fun z => is_derive_id z) (fun z => is_derive_const (V := R_NormedModule) _ z) sc (fun=> lexx _) ltr01
  fl zle ale rle (fun _ _ f _ => bounded_unit f) (fun _ _ _ => Logic.I) (fun _ _ _ _ _ _ => Logic.I)
  (fun _ _ _ _ _ => Logic.I) (fun _ _ _ _ _ _ => erefl) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ P => P tt)
  (fun _ _ => erefl) (fun _ _ _ => Logic.I) (fun _ _ _ => Logic.I) mean r0 idle_breaks (fun=> erefl)
  ltr01 (idle_gap 1) mle (fun=> erefl) (fun h b e => opt h b e _ _)).
rewrite /Prob /= big_ord1 subrr; set bad := (0 <= _ - _)%R.
have -> : bad = false.
  apply/negbTE; rewrite /bad [1 * (0 * 0)%:R](_ : _ = 0); last by rewrite muln0 mulr0.
  by rewrite sub0r oppr_ge0 -ltNge; exact: X0.
rewrite upper_integral_eq //= => [|f _]; last exact: bounded_unit.
by rewrite mulr1n leNgt h1.
Qed.

(** * Rates and K arms *)

(* L9 with a window that ends one round earlier (round t is not counted).  Witness: one arm, T = tau = 1,
   m = 1/2: 1 and 1/2. *)
Theorem L9_mutant : ~ (forall (K tau T t0 n : nat) (I : nat -> 'I_K) (i : 'I_K) (m : R),
  let N t := (\sum_(maxn 1 (t - tau) <= s < t) (I s == i))%N in
  (0 < tau)%N -> 0 < m -> (0 < t0)%N -> is_ceil (T%:R / tau%:R)%ring n ->
  \sum_(t0 <= t < T.+1) ((I t == i) && ((N t)%:R <= m))%:R <= n%:R * m).
Proof.
have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have c : is_ceil (1%:R / 1%:R)%ring 1 by rewrite /is_ceil divr1 lexx ltr_addl ltr01.
move=> /(_ 1%N 1%N 1%N 1%N 1%N (fun=> ord0) ord0 2%:R^-1 isT h0 isT c).
rewrite big_nat1 big_geq // eqxx /= (ltW h0) mul1r invf_ge1 ?ltr0n //.
by rewrite -[1]/(1%:R) ler_nat.
Qed.

(* One arm with rewards 0 and 1, each with probability 1/2. *)
Lemma coin_environment : arm_environment 1 (fun=> [ffun=> 2%:R^-1])
  (fun (_ : seq bool) (_ : 'I_1) _ => 2%:R^-1) (fun _ _ e => e%:R).
Proof.
have e : 2%:R^-1 + 2%:R^-1 = 1 :> R by toR_goal; simpl; lra.
split=> [h i b|h i|h i b|h i]; rewrite ?invr_ge0 ?ler0n ?big_bool ?e //=.
  by case: b; rewrite ?lexx ?ler01.
by rewrite mulr1 mulr0 addr0 ffunE.
Qed.

(* I58 for min(t, tau) >= 1 (the printed range).  Witness: the coin, t = tau = 1, eta = xi = 1: 1/2 and 0. *)
Theorem I58_mutant : ~ (forall (K : nat) (E : finType) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (law reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) (t tau M : nat) (i : 'I_K),
  0 < B -> 0 < eta -> 0 <= xi -> 1 <= 2%:R * xi * (1 - eta ^+ 2 / 16%:R) ->
  arm_environment B mu law reward -> (0 < tau)%N -> stationary mu tau t -> (1 <= minn t tau)%N ->
  is_ceil (ln (minn t tau)%:R / ln (1 + eta))%ring M ->
  let N h := (\sum_(t - tau <= s < t) (act (take s h) == i))%N in
  let mean h := (\sum_(t - tau <= s < t) (act (take s h) == i)%:R
    * reward (take s h) (act (take s h)) (nth e0 h s)) / (N h)%:R in
  let c h := B * Num.sqrt (xi * ln (minn t tau)%:R / (N h)%:R) in
  Pr (fun h e => law h (act h) e) t (fun h => (0 < N h)%N && (mu t i + c h < mean h)) [::]
    <= M%:R / (minn t tau)%:R /\
  Pr (fun h e => law h (act h) e) t (fun h => (0 < N h)%N && (mean h < mu t i - c h)) [::]
    <= M%:R / (minn t tau)%:R).
Proof.
have xe : 1 <= 2%:R * 1 * (1 - 1 ^+ 2 / 16%:R) :> R.
  by rewrite expr1n; apply/RleP; toR_goal; simpl; lra.
have st : stationary (fun=> [ffun=> 2%:R^-1] : {ffun 'I_1 -> R}) 1 1.
  by apply/forallP => s; apply/implyP.
have c : is_ceil (ln (minn 1 1)%:R / ln (1 + 1))%ring 0.
  by rewrite /is_ceil minnn (ln_1 : ln 1%:R = 0) mul0r lexx add0r ltr01.
have h1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr0n // -[1]/(1%:R) ltr_nat.
move=> /(_ _ _ true 1 1 1 _ _ _ (fun=> ord0) 1%N 1%N 0%N ord0 ltr01 ltr01 ler01 xe coin_environment isT st
  isT c).
rewrite /= => -[H _]; move: H; rewrite /Pr /= !big_bool /= !big_nat1 /= minnn (ln_1 : ln 1%:R = 0).
rewrite mulr0 mul0r sqrtr0 mulr0 addr0 !mul1r invr1 ffunE h1 mulr1 ltNge invr_ge0 ler0n /= mulr0 addr0.
by rewrite leNgt invr_gt0 ltr0n.
Qed.

(* Two arms with rewards 1 and 0, played in turn, the worse one first. *)
Definition turns (h : seq unit) : 'I_2 := if odd (size h) then ord0 else ord_max.
Definition sure (i : 'I_2) : R := (i == ord0)%:R.
Lemma sure_environment : arm_environment 1 (fun=> [ffun i => sure i]) (fun (_ : seq unit) (_ : 'I_2) _ => 1)
  (fun _ i _ => sure i).
Proof.
split=> [h i b|h i|h i b|h i]; rewrite ?ler01 ?big_const ?card_unit /= ?addr0 ?mul1r ?ffunE //.
by rewrite /sure; case: (_ == _); rewrite ?lexx ?ler01.
Qed.
Lemma sure_best (t : nat) i :
  ([ffun i => sure i] : {ffun 'I_2 -> R}) i <= ([ffun i => sure i] : {ffun 'I_2 -> R}) ord0.
Proof. by rewrite !ffunE /sure eqxx; case: (_ == _); rewrite ?lexx ?ler01. Qed.
Lemma sure_breaks : (breaks (fun=> [ffun i => sure i] : {ffun 'I_2 -> R}) 1 <= 0)%N.
Proof. by rewrite /breaks big_ord0. Qed.
Lemma sure_xi : 1 <= 2%:R * 1 * (1 - 1 ^+ 2 / 16%:R) :> R.
Proof. by rewrite expr1n; apply/RleP; toR_goal; simpl; lra. Qed.
(* With tau = 1 the arm played is the one that the window does not hold. *)
Lemma turns_unseen h : (\sum_(size h - 1 <= s < size h) (turns (take s h) == turns h))%N = 0%N.
Proof.
case: (posnP (size h)) => [->|h0]; first by rewrite big_geq.
rewrite -{2}(subnK h0) addn1 big_nat1 /turns size_takel ?leq_subr //.
by case: (size h) h0 => // n _; rewrite subn1 /=; case: (odd n).
Qed.
Lemma turns_policy : forall h : seq unit, let t := size h in let I s := turns (take s h) in
  let X s := sure (turns (take s h)) in
  let N i := (\sum_(t - 1 <= s < t) (I s == i))%N in
  let ucb i := (\sum_(t - 1 <= s < t) (I s == i)%:R * X s) / (N i)%:R
    + 1 * Num.sqrt (1 * ln (minn t 1)%:R / (N i)%:R) in
  (forall i, N i = 0%N -> N (turns h) = 0%N) /\
  ((forall i, (0 < N i)%N) -> forall i, ucb i <= ucb (turns h)).
Proof.
move=> h /=; split=> [i _|all i]; first exact: turns_unseen.
by have := all (turns h); rewrite turns_unseen.
Qed.

(* Z79 with x = T/tau - 1.  Witness: the two arms in turn, T = tau = 1, no change: 1 and 0. *)
Theorem Z79_mutant : ~ (forall (K : nat) (E : finType) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (law reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) (T tau Gamma : nat),
  0 < B -> (0 < T)%N -> 0 < eta -> 0 <= xi -> 1 <= 2%:R * xi * (1 - eta ^+ 2 / 16%:R) ->
  (* rewards in [0, B], the mean of arm i in round t is mu t i; istar t is a best arm *)
  arm_environment B mu law reward -> (forall t i, mu t i <= mu t (istar t)) ->
  (* at most Gamma changes of the means *)
  (breaks mu T <= Gamma)%N ->
  (* SW-UCB: an arm that does not occur in the window is played first, otherwise the largest index *)
  (0 < tau)%N ->
  (forall h, let t := size h in let I s := act (take s h) in
    let X s := reward (take s h) (act (take s h)) (nth e0 h s) in
    let N i := (\sum_(t - tau <= s < t) (I s == i))%N in
    let ucb i := (\sum_(t - tau <= s < t) (I s == i)%:R * X s) / (N i)%:R
      + B * Num.sqrt (xi * ln (minn t tau)%:R / (N i)%:R) in
    (forall i, N i = 0%N -> N (act h) = 0%N) /\
    ((forall i, (0 < N i)%N) -> forall i, ucb i <= ucb (act h))) ->
  Ex (fun h e => law h (act h) e) T
    (fun h => \sum_(t < T) (mu t (istar t) - mu t (act (take t h)))) [::] <=
    let x := T%:R / tau%:R - 1 in
    4%:R * B * Num.sqrt (xi * ln tau%:R * K%:R * T%:R * x) + B * tau%:R * Gamma%:R + B * K%:R * x
    + 2%:R * B * K%:R * (ln tau%:R / ln (1 + eta) + 1) * (x + ln tau%:R)).
Proof.
move=> H; have := H 2%N _ tt 1 1 1 _ (fun=> ord0) _ _ turns 1%N 1%N 0%N ltr01 isT ltr01 ler01 sure_xi
  sure_environment sure_best sure_breaks isT turns_policy.
rewrite /= (big_pred1 tt); last by case.
rewrite big_ord1 !ffunE /sure /= (ln_1 : ln 1%:R = 0) mulr0 !mul0r sqrtr0 !divr1 subrr !mulr0 !addr0 mulr0.
rewrite mul1r.
by rewrite subr0 addr0 ler10.
Qed.

(* T7, first part, with - for + in C_3.  Witness: that of Z79. *)
Theorem T7_mutant : ~ (forall (K : nat) (E : finType) (e0 : E) (B xi eta : R) (mu : nat -> {ffun 'I_K -> R})
  (istar : nat -> 'I_K) (law reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) (T tau Gamma : nat),
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
    + (2%:R * B - 2%:R * B * L tau * (2%:R + ln tau%:R)) * K%:R * (T%:R / tau%:R))).
Proof.
move=> H; have := H 2%N _ tt 1 1 1 _ (fun=> ord0) _ _ turns 1%N 1%N 0%N ltr01 isT ltr01 ler01 sure_xi
  sure_environment sure_best sure_breaks turns_policy isT.
rewrite /= (big_pred1 tt); last by case.
rewrite big_ord1 !ffunE /sure /= (ln_1 : ln 1%:R = 0) !mulr0 !mul0r sqrtr0 !mulr0 !mul0r !add0r !addr0 !mulr1.
rewrite subr0 divr1 mulr1.
move=> /RleP; toR_goal; simpl; lra.
Qed.

(* C7 for T >= 1.  Witness: T = d = Gamma = 1, k_mu = 0: 1 and 0. *)
Theorem C7_mutant : ~ (forall (d T tau Gamma : nat) (c_mu k_mu S m delta : R),
  (0 < d)%N -> (0 < T)%N -> 0 < c_mu -> c_mu <= 1 -> 0 < m -> 0 <= k_mu -> 0 <= S -> 0 < delta -> delta <= 1
    ->
  let lam := d%:R * ln T%:R in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn T tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let bound := m * (Gamma * tau)%:R
    + 2%:R * beta / Num.sqrt c_mu * Num.sqrt (d%:R * T%:R) * Num.sqrt ((T + tau - 1) %/ tau)%:R
      * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam))) in
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let b := Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  (0 < Gamma)%N ->
  is_ceil (power (d%:R * T%:R / (Num.sqrt c_mu * Gamma%:R)) (2%:R / 3%:R))%ring tau ->
  Num.min (m * T%:R) bound <= (4%:R * m + 10%:R * k_mu * b) * ln T%:R *
    (power c_mu (- 3%:R^-1) * power d%:R (2%:R / 3%:R) * power Gamma%:R 3%:R^-1
      * power T%:R (2%:R / 3%:R))).
Proof.
move=> H; have c : is_ceil (power (1%:R * 1%:R / (Num.sqrt 1 * 1%:R)) (2%:R / 3%:R))%ring 1.
  by rewrite sqrtr1 !mulr1 divr1 /power (ln_1 : ln 1 = 0) mulr0 exp0 /is_ceil lexx ltr_addl ltr01.
have := H 1%N 1%N 1%N 1%N 1 0 0 1 1 isT isT ltr01 (lexx 1) ltr01 (lexx 0) (lexx 0) ltr01 (lexx 1) isT c.
rewrite /= (ln_1 : ln 1%:R = 0) ?expr0n ?mulr0 !mul0r ?expr0n /= ?mulr0 !mul0r ?mulr0 ?mul0r !addr0 ?mul1r.
by rewrite minxx ler10.
Qed.

(* C8 for T >= 1.  Witness: T = d = Gamma = 1, k_mu = 0: 1 and 0. *)
Theorem C8_mutant : ~ (forall (d T tau Gamma : nat) (c_mu k_mu S m delta : R),
  (0 < d)%N -> (0 < T)%N -> 0 < c_mu -> c_mu <= 1 -> 0 < m -> 0 <= k_mu -> 0 <= S -> 0 < delta -> delta <= 1
    ->
  let lam := d%:R * ln T%:R in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn T tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let bound := m * (Gamma * tau)%:R
    + 2%:R * beta / Num.sqrt c_mu * Num.sqrt (d%:R * T%:R) * Num.sqrt ((T + tau - 1) %/ tau)%:R
      * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam))) in
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let b := Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  is_ceil (power (d%:R * T%:R / Num.sqrt c_mu) (2%:R / 3%:R))%ring tau ->
  Num.min (m * T%:R) bound <= (4%:R * m + 10%:R * k_mu * b) * ln T%:R *
    ((1 + Gamma%:R) * (power c_mu (- 3%:R^-1) * power d%:R (2%:R / 3%:R) * power T%:R (2%:R / 3%:R)))).
Proof.
move=> H; have c : is_ceil (power (1%:R * 1%:R / Num.sqrt 1) (2%:R / 3%:R))%ring 1.
  by rewrite sqrtr1 !mulr1 divr1 /power (ln_1 : ln 1 = 0) mulr0 exp0 /is_ceil lexx ltr_addl ltr01.
have := H 1%N 1%N 1%N 1%N 1 0 0 1 1 isT isT ltr01 (lexx 1) ltr01 (lexx 0) (lexx 0) ltr01 (lexx 1) c.
rewrite /= (ln_1 : ln 1%:R = 0) ?expr0n ?mulr0 !mul0r ?expr0n /= ?mulr0 !mul0r ?mulr0 ?mul0r !addr0 ?mul1r.
by rewrite minxx ler10.
Qed.

(* T6_rate for T >= 1.  Witness: T = d = Gamma = 1, k_mu = 0: 1 and 0. *)
Theorem T6_rate_mutant : ~ (forall (d T tau Gamma : nat) (c_mu k_mu S m delta Delta : R),
  (0 < d)%N -> (0 < T)%N -> 0 < c_mu -> c_mu <= 1 -> 0 < m -> 0 <= k_mu -> 0 <= S -> 0 < delta -> delta <= 1
    ->
  let lam := d%:R * ln T%:R in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn T tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let bound := m * (Gamma * tau)%:R
    + 8%:R * beta ^+ 2 / (c_mu * Delta) * Num.max 1 (c_mu / lam) * d%:R * ((T + tau - 1) %/ tau)%:R
      * ln (1 + c_mu * tau%:R / (d%:R * lam)) in
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let b := Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  (0 < Gamma)%N -> 0 < Delta -> is_ceil (d%:R * Num.sqrt T%:R / Num.sqrt (c_mu * Gamma%:R))%ring tau ->
  Num.min (m * T%:R) bound <= (8%:R * m + 96%:R * k_mu ^+ 2 * b ^+ 2 / Delta) * ln T%:R ^+ 2
    * (d%:R * Num.sqrt (Gamma%:R * T%:R) / Num.sqrt c_mu)).
Proof.
move=> H; have c : is_ceil (1%:R * Num.sqrt 1%:R / Num.sqrt (1 * 1%:R))%ring 1.
  by rewrite !mul1r sqrtr1 divr1 /is_ceil lexx ltr_addl ltr01.
have := H 1%N 1%N 1%N 1%N 1 0 0 1 1 1 isT isT ltr01 (lexx 1) ltr01 (lexx 0) (lexx 0) ltr01 (lexx 1) isT
  ltr01 c.
rewrite /= (ln_1 : ln 1%:R = 0) ?expr0n ?mulr0 !mul0r ?expr0n /= ?mulr0 !mul0r ?mulr0 ?mul0r !addr0 ?mul1r.
by rewrite minxx ler10.
Qed.
