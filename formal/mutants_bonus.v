(* Mutants of claims on the bonus, each refuted; see README.md. *)
From Coq Require Import Reals Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import self_concordance.
From Glb Require Import real_numbers matrices setting potentials estimate any_law deviation bonus.
From Glb Require Import path_regret small_witnesses.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

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
