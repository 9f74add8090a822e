(* Mutants of claims_deviation_steps.v and claims_bonus_steps.v: one token moved, each refuted.  Witnesses:
   d = 1, the linear link, no round or one round. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import any_law any_law_tail any_law_regret.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation paper_indices.
From Glb Require Import small_witnesses.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Witnesses *)

(* No round played: every design matrix is the ridge. *)
Lemma no_round (lam : R) (a : nat -> 'cV[R]_1) (u : nat -> R) : design lam a u 0 = lam%:M.
Proof. by rewrite /design big_ord0 add0r. Qed.
Lemma nrm_one (x : R) : ‖const_mx x : 'cV_1‖_[invmx 1%:M] = `|x|.
Proof. by rewrite invmx1 -nrm2E nrm_dim1. Qed.

(* One round with action 1, parameter 0, noise 1/8, gamma = 1/2, lambda = 1: the estimate is 1/16, *)
Definition toy_a (s : nat) : 'cV[R]_1 := const_mx 1.
Definition toy_theta (s : nat) : 'cV[R]_1 := 0.
Definition toy_eps (s : nat) : R := 8%:R^-1.
Definition toy_hat : 'cV[R]_1 := const_mx 16%:R^-1.
Lemma toy_mle :
  \sum_(s < 1) (2%:R^-1 ^+ (1.-1 - s) * ⟨toy_a s, toy_hat⟩) *: toy_a s + 1 *: toy_hat =
  \sum_(s < 1) (2%:R^-1 ^+ (1.-1 - s) * (⟨toy_a s, toy_theta s⟩ + toy_eps s)) *: toy_a s.
Proof.
rewrite !big_ord1 dot0r add0r dot_dim1 expr0 !mul1r scale1r; apply/matrixP => i j; rewrite !mxE !mulr1.
by rewrite /toy_eps; toR_goal; simpl; lra.
Qed.
Lemma toy_unit s : ‖toy_a s‖ <= 1. Proof. by rewrite nrm_dim1 normr1. Qed.
Lemma toy_ball s : ‖toy_theta s‖ <= 0. Proof. by rewrite nrm2E nrm0. Qed.
Lemma toy_bound s : (s < 1)%N -> `|toy_eps s| <= 8%:R^-1.
Proof. by move=> _; rewrite ger0_norm // invr_ge0 ler0n. Qed.

(* both matrices are 2, *)
Lemma slope_one (x y : R) : alpha (fun=> 1) x y = 1.
Proof. by rewrite /alpha RInt_const /scal /= /mult /=; toR_goal; lra. Qed.
Lemma toy_G :
  Gtilde 1 toy_a (discount 2%:R^-1 1) 1 1 (alpha (fun=> 1)) (toy_theta 1) toy_hat = 2%:R%:M :> 'M[R]_1.
Proof.
rewrite /Gtilde /design big_ord1 /= slope_one /discount expr0 expr1n mul1r scale1r; apply/matrixP => i j.
by rewrite !ord1 !mxE big_ord1 !mxE /= !mulr1n mulr1.
Qed.
Lemma toy_H : Htilde 1 toy_a (discount 2%:R^-1 1) 1 1 (fun=> 1) toy_theta = 2%:R%:M :> 'M[R]_1.
Proof.
rewrite /Htilde /design big_ord1 /= /discount expr0 expr1n mul1r scale1r; apply/matrixP => i j.
by rewrite !ord1 !mxE big_ord1 !mxE /= !mulr1n mulr1.
Qed.

(* and the noise is 1/8, of norm X with 0 < X <= 1/8. *)
Lemma toy_noise : recent_noise toy_a (discount 2%:R^-1 1) 1 1 toy_eps = const_mx 8%:R^-1 :> 'cV[R]_1.
Proof.
rewrite /recent_noise big_ord1 /= /discount expr0 mul1r; apply/matrixP => i j.
by rewrite !mxE mulr1.
Qed.
Definition toy_X : R := ‖const_mx 8%:R^-1 : 'cV_1‖_[invmx 2%:R%:M].
Lemma toy_XE : 0 < toy_X /\ toy_X <= 8%:R^-1.
Proof.
have e : 0 < 8%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have q : toy_X = Num.sqrt (2%:R^-1 * 8%:R^-1 ^+ 2).
  by rewrite /toy_X /nrm invmx_scalar qf_scalar dot_dim1 expr2.
split; first by rewrite q sqrtr_gt0 mulr_gt0 ?exprn_gt0 // invr_gt0 ltr0n.
rewrite q -[X in _ <= X](ger0_norm (ltW e)) -sqrtr_sqr ler_wsqrtr // ler_pimull ?sqr_ge0 //.
by rewrite invf_le1 ?ltr0n // ler1n.
Qed.
(* Sbar = 1/8 *)
Lemma toy_Sbar : 0 + 2%:R^-1 ^+ 1 * (2%:R * 0 * 1 + 8%:R^-1) / (1 * (1 - 2%:R^-1)) = 8%:R^-1 :> R.
Proof. by rewrite expr1; field. Qed.
(* sqrt(1/2 + 1/8) <= 4/5 *)
Lemma toy_root : Num.sqrt (2%:R^-1 + 8%:R^-1) <= 4%:R / 5%:R :> R.
Proof.
have p : 0 <= 4%:R / 5%:R :> R by rewrite divr_ge0 ?ler0n.
rewrite -[X in _ <= X](ger0_norm p) -sqrtr_sqr ler_wsqrtr //.
by toR; simpl; lra.
Qed.
(* so X is above sqrt(1/2 + Sbar) X + X^2 *)
Lemma toy_above : ~ (toy_X <= Num.sqrt (2%:R^-1 + 8%:R^-1) * toy_X + toy_X ^+ 2 / Num.sqrt 1).
Proof.
have [p u] := toy_XE; have r := toy_root.
rewrite sqrtr1 divr1 expr2 -mulrDl -{1}[toy_X]mul1r ler_pmul2r // => h.
by have := le_trans h (ler_add r u); apply/negP; rewrite -ltNge; toR; simpl; lra.
Qed.

(** * Deviation *)

(* D6_mutant: D6 with a breakpoint at the last round of the old phase: T = t = 2, D = 1, one change. *)
Theorem D6_mutant : ~ (forall (d T D t : nat) (theta : nat -> 'cV[R]_d), (1 <= t <= T)%N ->
  (forall s, (maxn 1 (t - D) <= s <= t - 1)%N -> theta s = theta t) <->
  (forall b, (2 <= b <= t)%N -> theta (b - 1)%N <> theta b -> (t - (b - 1) >= D)%N)).
Proof.
move=> /(_ 1%N 2%N 1%N 2%N (fun s => const_mx s%:R) isT) [_ C].
have /C /(_ 1%N isT) : forall b, (2 <= b <= 2)%N ->
    const_mx (b - 1)%:R <> const_mx b%:R :> 'cV[R]_1 -> (2 - (b - 1) >= 1)%N.
  by move=> b bb _; clear -bb; lia.
by move=> /matrixP /(_ 0 0); rewrite !mxE => /eqP; rewrite eqr_nat.
Qed.

(* R5_mutant: R5 with a window longer by one round than tau: tau = 1, t = 3, a change after round 1. *)
Theorem R5_mutant : ~ (
  (forall (d tau t : nat) (mu : R -> R) (a theta : nat -> 'cV[R]_d),
    (forall s, (maxn 1 (t - tau) <= s <= t - 1)%N -> theta s = theta t) ->
    \sum_(maxn 1 (t - tau.+1) <= s < t) (mu ⟨a s, theta s⟩ - mu ⟨a s, theta t⟩) *: a s = 0) /\
  (forall (D : nat) (gamma x y : R) (mu : R -> R), 0 < gamma -> mu x <> mu y ->
    exists (d t : nat) (a theta : nat -> 'cV[R]_d),
    (forall s, (maxn 1 (t - D) <= s <= t - 1)%N -> theta s = theta t) /\
    \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * (mu ⟨a s, theta s⟩ - mu ⟨a s, theta t⟩)) *: a s <> 0)).
Proof.
move=> [/(_ 1%N 1%N 3%N id toy_a (fun s => const_mx (s == 1%N)%:R)) C _].
have /C : forall s, (maxn 1 (3 - 1) <= s <= 3 - 1)%N ->
    const_mx (s == 1%N)%:R = const_mx (3 == 1)%N%:R :> 'cV[R]_1.
  by move=> s ss; have -> : s = 2%N by clear -ss; lia.
rewrite (_ : maxn 1 (3 - 2) = 1%N) // big_nat_recl // big_nat1 !dot_dim1 /= !mul1r subr0 subrr.
rewrite scale0r addr0 scale1r.
by move=> /matrixP /(_ 0 0); rewrite !mxE => /eqP; rewrite oner_eq0.
Qed.

(* Z42_mutant: Z42 with the round t - D - 1 left out of the old noise: t = 1, D = 0, mean 0, noise 1. *)
Theorem Z42_mutant : ~ (forall (d t D : nat) (mu dmu : R -> R) (gamma lam : R) (a theta : nat -> 'cV[R]_d)
  (eps : nat -> R) (hat b : 'cV[R]_d),
  let g th := \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, th⟩) *: a s + lam *: th in
  g hat = \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  let G := G_mx lam a (discount gamma t) t (alpha dmu) (theta t) hat in
  let drift := \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ - mu ⟨a s, theta t⟩)) *: a s in
  let old := - lam *: theta t + \sum_(s < (t - D - 1)%N) (gamma ^+ (t.-1 - s) * eps s) *: a s in
  let noise := recent_noise a (discount gamma t) D t eps in
  g hat - g (theta t) = drift + old + noise /\
  `|⟨b, invmx G *m (g hat - g (theta t))⟩| <=
    `|⟨b, invmx G *m drift⟩| + `|⟨b, invmx G *m old⟩| + `|⟨b, invmx G *m noise⟩|).
Proof.
move=> /(_ 1%N 1%N 0%N (fun=> 0) (fun=> 0) 1 1 toy_a toy_theta (fun=> 1) (const_mx 1) 0) C.
have [|+ _] := C; first by rewrite !big_ord1 mulr0 scale0r add0r scale1r add0r mulr1 expr1n scale1r.
rewrite /recent_noise !big_ord1 big_ord0 /= !mulr0 subr0 !scale0r !scaler0 mulr0 !add0r !addr0 subr0 scale1r.
by rewrite scale0r => /matrixP /(_ 0 0); rewrite !mxE => /eqP; rewrite oner_eq0.
Qed.

(* Z43_mutant: Z43 with 1/2 for the constant 1 of the factor: the one round above. *)
Theorem Z43_mutant : ~ (forall (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m : R)
  (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat : 'cV[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (forall s, ‖a s‖ <= 1) -> (forall s, ‖theta s‖ <= S) -> (forall s, (s < t)%N -> `|eps s| <= m) ->
  (forall s, (t - D <= s)%N -> (s < t)%N -> theta s = theta t) ->
  \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat⟩) *: a s + lam *: hat =
  \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let noise := recent_noise a (discount gamma t) D t eps in
  let X := ‖noise‖_[invmx (Gtilde lam a (discount gamma t) D t (alpha dmu) (theta t) hat)] in
  let y := ‖noise‖_[invmx (Htilde lam a (discount gamma t) D t dmu theta)] in
  X ^+ 2 <= (2%:R^-1 + Sbar + X / Num.sqrt lam) * y ^+ 2 /\
  X ^+ 2 - 1 / Num.sqrt lam * y ^+ 2 * X - (1 + Sbar) * y ^+ 2 <= 0).
Proof.
move=> C; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have m0 : 0 <= 8%:R^-1 :> R by rewrite invr_ge0 ler0n.
have [] := C 1%N 1%N 1%N (fun z => z) (fun=> 1) (fun=> 0) (2%:R^-1)%ring 1 0 1 (8%:R^-1)%ring toy_a toy_theta
  toy_eps toy_hat d1 d2 sc km h0 h1 ltr01 m0 toy_unit toy_ball toy_bound (fun _ _ _ => erefl) toy_mle.
rewrite toy_noise toy_G toy_H -/toy_X toy_Sbar sqrtr1 divr1 => + _; have [p u] := toy_XE.
rewrite -{1}[toy_X ^+ 2]mul1r ler_pmul2r ?exprn_gt0 // => h.
by have := le_trans h (ler_add (lexx _) u); apply/negP; rewrite -ltNge; toR; simpl; lra.
Qed.

(* R6_mutant: R6 with 1/2 for the constant 1 under the root: the same round. *)
Theorem R6_mutant : ~ (forall (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m : R)
  (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat : 'cV[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (forall s, ‖a s‖ <= 1) -> (forall s, ‖theta s‖ <= S) -> (forall s, (s < t)%N -> `|eps s| <= m) ->
  (forall s, (t - D <= s)%N -> (s < t)%N -> theta s = theta t) ->
  \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat⟩) *: a s + lam *: hat =
  \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let noise := recent_noise a (discount gamma t) D t eps in
  let y := ‖noise‖_[invmx (Htilde lam a (discount gamma t) D t dmu theta)] in
  ‖noise‖_[invmx (Gtilde lam a (discount gamma t) D t (alpha dmu) (theta t) hat)] <=
    Num.sqrt (2%:R^-1 + Sbar) * y + y ^+ 2 / Num.sqrt lam).
Proof.
move=> C; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have m0 : 0 <= 8%:R^-1 :> R by rewrite invr_ge0 ler0n.
have := C 1%N 1%N 1%N (fun z => z) (fun=> 1) (fun=> 0) (2%:R^-1)%ring 1 0 1 (8%:R^-1)%ring toy_a toy_theta
  toy_eps toy_hat d1 d2 sc km h0 h1 ltr01 m0 toy_unit toy_ball toy_bound (fun _ _ _ => erefl) toy_mle.
by cbv zeta; rewrite toy_noise toy_G toy_H -/toy_X toy_Sbar => /toy_above.
Qed.

(* R2_mutant: R2 with 1/2 for the constant 1 under the root, for one parameter throughout: the same round. *)
Theorem R2_mutant : ~ (
  (forall (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m : R)
    (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat : 'cV[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (forall s, ‖a s‖ <= 1) -> (forall s, ‖theta s‖ <= S) -> (forall s, (s < t)%N -> `|eps s| <= m) ->
  \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat⟩) *: a s + lam *: hat =
  \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let noise := recent_noise a (discount gamma t) D t eps in
  let X := ‖noise‖_[invmx (Gtilde lam a (discount gamma t) D t (alpha dmu) (theta t) hat)] in
  let y := ‖noise‖_[invmx (Htilde lam a (discount gamma t) D t dmu theta)] in
  ((forall s, (t - D <= s)%N -> (s < t)%N -> theta s = theta t) ->
    X <= Num.sqrt (1 + Sbar) * y + y ^+ 2 / Num.sqrt lam) /\
  ((forall s r, theta s = theta r) -> X <= Num.sqrt (2%:R^-1 + Sbar) * y + y ^+ 2 / Num.sqrt lam)) /\
  (forall gamma lam S : R, 0 < gamma -> 0 < lam -> 0 <= S ->
    exists (d t : nat) (mu dmu ddmu : R -> R) (k_mu m : R) (a theta : nat -> 'cV[R]_d) (eps : nat -> R)
      (hat : 'cV[R]_d),
    [/\ forall z, is_derive mu z (dmu z), forall z, is_derive dmu z (ddmu z),
        forall z, `|ddmu z| <= dmu z & forall z, dmu z <= k_mu] /\
    [/\ forall s, ‖a s‖ <= 1, forall s, ‖theta s‖ <= S, forall s, (s < t)%N -> `|eps s| <= m &
        forall s r, theta s = theta r] /\
    \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat⟩) *: a s + lam *: hat =
    \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s /\ S < ‖hat‖)).
Proof.
move=> [C _]; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have m0 : 0 <= 8%:R^-1 :> R by rewrite invr_ge0 ler0n.
have [_ /(_ (fun _ _ => erefl))] := C 1%N 1%N 1%N (fun z => z) (fun=> 1) (fun=> 0) (2%:R^-1)%ring 1 0 1
  (8%:R^-1)%ring toy_a toy_theta toy_eps toy_hat d1 d2 sc km h0 h1 ltr01 m0 toy_unit toy_ball toy_bound
  toy_mle.
by rewrite toy_noise toy_G toy_H -/toy_X toy_Sbar => /toy_above.
Qed.

(* Q7_mutant: Q7 with 1/2 for the constant 1 of the factor: no round played, C = 0, hat = star = 0. *)
Theorem Q7_mutant : ~ (forall (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam k_mu c_mu C : R)
  (a : nat -> 'cV[R]_d) (hat star : 'cV[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 < c_mu -> 0 <= C ->
  (forall s, (s < t)%N -> ‖a s‖ <= 1) -> (forall s, (s < t)%N -> c_mu <= dmu ⟨a s, star⟩) ->
  let Gtilde := Gtilde lam a (discount gamma t) D t (alpha dmu) star hat in
  let rise := g_recent lam a (discount gamma t) D t mu hat - g_recent lam a (discount gamma t) D t mu star in
  G_mx lam a (discount gamma t) t (alpha dmu) star hat ⪰
  ((2%:R^-1 + C + 1 / Num.sqrt lam * ‖rise‖_[invmx Gtilde])^-1 * c_mu) *: V gamma (lam / c_mu) a t).
Proof.
move=> C; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have := C 1%N 0%N 0%N (fun z => z) (fun=> 1) (fun=> 0) (2%:R^-1)%ring 1 1 1 0 toy_a 0 0 d1 d2 sc km h0 h1
  ltr01 ltr01 (lexx 0) (fun s h => False_ind _ (notF h)) (fun s h => False_ind _ (notF h)) (const_mx 1).
rewrite subrr nrm0 mulr0 !addr0 invrK mulr1 /V /G_mx !no_round divr1 qfZ !qf_scalar dot_dim1 !mulr1.
by rewrite lern1.
Qed.

(* D9_mutant: D9 with half of the second term: no round played, m = 0, hat = b = 1, star = 0. *)
Theorem D9_mutant : ~ (forall (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam k_mu m : R)
  (a : nat -> 'cV[R]_d) (hat star b : 'cV[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (forall s, (s < t)%N -> ‖a s‖ <= 1) -> (forall s, (s < t)%N -> `|mu ⟨a s, hat⟩ - mu ⟨a s, star⟩| <= m) ->
  ‖b‖ <= 1 ->
  let Gtilde := Gtilde lam a (discount gamma t) D t (alpha dmu) star hat in
  let rise := g_recent lam a (discount gamma t) D t mu hat - g_recent lam a (discount gamma t) D t mu star in
  let c := k_mu * m / lam in
  `|mu ⟨b, hat⟩ - mu ⟨b, star⟩| <= c * gamma ^+ D / (1 - gamma) +
    k_mu / 2%:R * ‖rise‖_[invmx Gtilde] * ‖b‖_[invmx (G_mx lam a (discount gamma t) t (alpha dmu) star hat)]).
Proof.
move=> C; have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have x1 : ‖const_mx 1 : 'cV[R]_1‖ <= 1 by rewrite nrm_dim1 normr1.
have := C 1%N 0%N 0%N (fun z => z) (fun=> 1) (fun=> 0) (2%:R^-1)%ring 1 1 0 toy_a (const_mx 1) 0 (const_mx 1)
  d1 d2 sc km h0 h1 ltr01 (lexx 0) (fun s h => False_ind _ (notF h)) (fun s h => False_ind _ (notF h)) x1.
cbv zeta; rewrite /g_recent !big_ord0 !add0r scaler0 subr0 scale1r /Gtilde /G_mx !no_round !nrm_one.
rewrite dot0r dot_dim1.
by rewrite mulr0 !mul0r add0r mulr1 subr0 normr1 !mulr1 mul1r leNgt h1.
Qed.
