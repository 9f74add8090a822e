(* Mutants of claims on the deviation of the estimate, each refuted; see README.md. *)
From Coq Require Import Reals Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import self_concordance.
From Glb Require Import real_numbers matrices setting potentials estimate any_law deviation small_witnesses.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

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
