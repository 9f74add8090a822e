(* The claims on self-concordance.  Notation: see Claims.v. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance secant_matrices estimate.
From Glb Require Import paper_indices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Self-concordance *)

(* L4, lemma:self_concordance, lines 3065-3078.
   Paper: \dot\mu(z_1)\frac{1-e^{-|z_1-z_2|}}{|z_1-z_2|} \leq \int_0^1\dot\mu(z_1+v(z_2-z_1))dv \leq
   \dot\mu(z_1)\frac{e^{|z_1-z_2|}-1}{|z_1-z_2|}, and the integral is \geq \dot\mu(z_1)(1+|z_1-z_2|)^{-1}.
   Hypotheses: mu twice differentiable, and ass:SC. The first one only says what dmu is: it is not used. Of
   ass:link_fun neither the Lipschitz constant nor \dot\mu > 0 is asked for.
   Differences: z_1 <> z_2 for the first display (at z_1 = z_2 its quotients are 0/0); that the integral
   exists (ex_RInt) is part of the statement. *)
Theorem L4 (mu dmu ddmu : R -> R) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) ->
  forall z1 z2 : R,
  [/\ ex_RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1,
      z1 <> z2 ->
      dmu z1 * ((1 - exp (- `|z1 - z2|)) / `|z1 - z2|) <= RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1 /\
      RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1 <= dmu z1 * ((exp (`|z1 - z2|) - 1) / `|z1 - z2|) &
      dmu z1 * (1 + `|z1 - z2|)^-1 <= RInt (fun v => dmu (z1 + v * (z2 - z1))) 0 1].
Proof.
move=> _ d2 /sc_Rle sc z1 z2; split; first exact: (slope_ex _ (dmu_cont _ _ d2)).
  move=> ne; have [h1 h2] := self_concordance _ _ d2 sc _ _ ne.
  by split; apply/RleP; rewrite RinvE'.
exact: link_sc d2 sc _ _.
Qed.

(* I13, in the proof of prop:alpha_discount, lines 1975-1979.
   Paper: \alpha(a,\theta^\star_t,\hat\theta_t) \geq (1 + |a^\top(\hat\theta_t-\theta^\star_t)|)^{-1}
   \dot\mu(a^\top\theta^\star_t).
   Differences: none; it holds for every a and every pair of parameters. As in L4, the first hypothesis
   only says what dmu is. *)
Theorem I13 (d : nat) (mu dmu ddmu : R -> R) (a star hat : 'cV[R]_d) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) ->
  (1 + `|⟨a, hat - star⟩|)^-1 * dmu ⟨a, star⟩ <= mean_slope dmu a star hat.
Proof.
move=> _ d2 /sc_Rle sc; rewrite mulrC -normrN -dotNr opprB.
exact: mean_slope_sc d2 sc _ _ _.
Qed.

(* L5, lemma:boundGtbyHt_SW, lines 3083-3104.
   Paper: for \theta_1, \theta_2 in \Theta (|\theta_i|_2 \leq S), with the window matrices of eq:G_t_SW and
   eq:H_t_SW, G_t(\theta_1,\theta_2) \geq (1+2LS)^{-1}H_t(\theta_i), i = 1, 2.
   Differences: L is not defined on the page; here it is any L \geq 0 that bounds the actions before round
   t (1 under ass:bounded_actions). \lambda \geq 0 is enough; no lower bound of \dot\mu and no k_\mu is
   asked for. *)
Theorem L5 (d t tau : nat) (lam L S : R) (mu dmu ddmu : R -> R) (a : nat -> 'cV[R]_d) (th1 th2 : 'cV[R]_d) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) ->
  0 <= lam -> 0 <= L -> (forall s, (1 <= s < t)%N -> ‖a s‖ <= L) -> ‖th1‖ <= S -> ‖th2‖ <= S ->
  let G := \sum_(maxn 1 (t - tau) <= s < t) mean_slope dmu (a s) th1 th2 *: (a s *m (a s)^T) + lam%:M in
  let H th := \sum_(maxn 1 (t - tau) <= s < t) dmu ⟨a s, th⟩ *: (a s *m (a s)^T) + lam%:M in
  G ⪰ (1 + 2%:R * L * S)^-1 *: H th1 /\ G ⪰ (1 + 2%:R * L * S)^-1 *: H th2.
Proof.
move=> d1 d2 /sc_Rle sc l0 L0 a1 h1 h2 G H; rewrite /G /H !rounds_window.
apply: (@boundGtbyHt d mu dmu lam (fun s => a s.+1) (fun s => (t.-1 - tau <= s)%N%:R) t.-1 ddmu) => //.
  by move=> s _; exact: ler0n.
by move=> s st; apply: a1; clear -st; lia.
Qed.

(* L6, lemma:boundGtbyHt_D, lines 3105-3117.
   Paper: for \theta_1, \theta_2 in \Theta, with the matrices of eq:H_t_tilde_theta_D and eq:G_t_tilde_D
   (weights \gamma^{2(t-1-s)}), \widetilde G_t(\theta_1,\theta_2) \geq (1+2LS)^{-1}\widetilde
   H_t(\theta_i), i = 1, 2.
   Differences: those of L5; \gamma is any real number. *)
Theorem L6 (d t : nat) (gamma lam L S : R) (mu dmu ddmu : R -> R) (a : nat -> 'cV[R]_d) (th1 th2 : 'cV[R]_d) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) ->
  0 <= lam -> 0 <= L -> (forall s, (1 <= s < t)%N -> ‖a s‖ <= L) -> ‖th1‖ <= S -> ‖th2‖ <= S ->
  let G := \sum_(1 <= s < t) (gamma ^+ (2 * (t - 1 - s)) * mean_slope dmu (a s) th1 th2)
             *: (a s *m (a s)^T) + lam%:M in
  let H th := \sum_(1 <= s < t) (gamma ^+ (2 * (t - 1 - s)) * dmu ⟨a s, th⟩) *: (a s *m (a s)^T) + lam%:M in
  G ⪰ (1 + 2%:R * L * S)^-1 *: H th1 /\ G ⪰ (1 + 2%:R * L * S)^-1 *: H th2.
Proof.
move=> d1 d2 /sc_Rle sc l0 L0 a1 h1 h2 G H; rewrite /G /H !rounds_sum.
apply: (@boundGtbyHt d mu dmu lam (fun s => a s.+1) (fun s => gamma ^+ (2 * (t - 1 - s.+1))) t.-1 ddmu) => //.
  by move=> s _; rewrite exprM exprn_ge0 // sqr_ge0.
by move=> s st; apply: a1; clear -st; lia.
Qed.

(* D10, lines 1867-1873 (g_t: 1860-1863; the mean value theorem: 1980-1985, 2202-2204, 2626-2629).
   Paper: \alpha(a,\theta_1,\theta_2) = \int_0^1\dot\mu(v a^\top\theta_2+(1-v)a^\top\theta_1)dv,
   g_t(\theta) = \sum_{s=1}^{t-1}\gamma^{t-1-s}\mu(a_s^\top\theta)a_s + \lambda\theta,
   G_t(\theta_1,\theta_2) = \sum_{s=1}^{t-1}\gamma^{t-1-s}\alpha(a_s,\theta_1,\theta_2)a_s a_s^\top +
   \lambda I; \alpha is symmetric, and g_t(\theta_1) - g_t(\theta_2) =
   G_t(\theta_1,\theta_2)(\theta_1-\theta_2) (the page: mean value theorem).
   Hypothesis: mu continuously differentiable (ass:link_fun). Differences: none; \gamma and \lambda are any
   real numbers, the actions any vectors. *)
Theorem D10 (d t : nat) (gamma lam : R) (mu dmu : R -> R) (a : nat -> 'cV[R]_d) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, continuous dmu z) ->
  let g th := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mu ⟨a s, th⟩) *: a s + lam *: th in
  let G th1 th2 := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mean_slope dmu (a s) th1 th2)
                     *: (a s *m (a s)^T) + lam%:M in
  (forall b th1 th2 : 'cV[R]_d, mean_slope dmu b th1 th2 = mean_slope dmu b th2 th1) /\
  (forall th1 th2, g th1 - g th2 = G th1 th2 *m (th1 - th2)).
Proof.
move=> d1 dc g G; split=> th1 th2; first by exact: mean_slope_sym d1 dc _ _.
rewrite /g /G !rounds_sum; exact: (mean_value lam (fun s => a s.+1) (fun s => gamma ^+ (t - 1 - s.+1))).
Qed.

(* Q38, eq:G_t_SW, lines 2630-2634: D10 with a sliding window.
   Paper: G_t(\theta_1,\theta_2) = \sum_{s=\max(1,t-\tau)}^{t-1}\alpha(a_s,\theta_1,\theta_2)a_s a_s^\top +
   \lambda I, with g_t(\theta) = \sum_{s=\max(1,t-\tau)}^{t-1}\mu(a_s^\top\theta)a_s + \lambda\theta.
   Differences: none; as in D10 nothing is asked of lambda and of the actions. *)
Theorem Q38 (d t tau : nat) (lam : R) (mu dmu : R -> R) (a : nat -> 'cV[R]_d) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, continuous dmu z) ->
  let g th := \sum_(maxn 1 (t - tau) <= s < t) mu ⟨a s, th⟩ *: a s + lam *: th in
  let G th1 th2 := \sum_(maxn 1 (t - tau) <= s < t) mean_slope dmu (a s) th1 th2 *: (a s *m (a s)^T) +
    lam%:M in
  forall th1 th2, g th1 - g th2 = G th1 th2 *m (th1 - th2).
Proof.
move=> d1 dc g G th1 th2; rewrite /g /G !rounds_window.
exact: (mean_value lam (fun s => a s.+1) (fun s => (t.-1 - tau <= s)%N%:R)).
Qed.
