(* What the paper claims of the projection (l. 323-327) and of self-concordance (l. 986-990, 1150-1201,
   2087-2150), one theorem for each claim.  Style and notation are those of Claims.v.  Rounds are 1, 2, ... as
   in the paper. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials secant_matrices.
From Glb Require Import deviation paper_indices estimate_steps error_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* Q2, eq:filippi_proj, lines 323-327.
   Paper: \tilde\theta_t = \argmin_{\theta\in\Theta}
   |\sum_{s=1}^{t-1}[\mu(a_s^\top\theta)-\mu(a_s^\top\hat\theta_t)]a_s|_{V_t^{-1}}.
   A definition. Stated: the sum is (\sum_s\alpha(a_s,\theta,\hat\theta_t)a_s a_s^\top)(\theta-\hat\theta_t);
   its norm is 0 at \hat\theta_t; if the actions span R^d (no vector but 0 is orthogonal to all of them) it
   is positive at every other \theta in \Theta, so that \hat\theta_t, if it lies in \Theta, is the only
   minimiser.
   Hypotheses: ass:bounded_actions; \mu continuously differentiable, \dot\mu \geq 0 (b convex) and \dot\mu
   \geq c_\mu > 0 on \Theta (ass:link_fun). Differences: V_t is positive definite (printed: invertible, which
   gives no norm); c_\mu > 0 is any lower bound. *)
Theorem Q2 (d t : nat) (S c_mu : R) (mu dmu : R -> R) (a : nat -> 'cV[R]_d) (hat : 'cV[R]_d) (V : 'M[R]_d) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, continuous dmu z) -> (forall z, 0 <= dmu z) ->
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (forall s, (1 <= s < t)%N -> ‖a s‖ <= 1) ->
  V^T = V -> (forall x, x != 0 -> 0 < ‖x‖²_[V]) ->
  let residual th := \sum_(1 <= s < t) (mu ⟨a s, th⟩ - mu ⟨a s, hat⟩) *: a s in
  let spanning := forall x, (forall s, (1 <= s < t)%N -> ⟨a s, x⟩ = 0) -> x = 0 in
  [/\ forall th, residual th =
        (\sum_(1 <= s < t) mean_slope dmu (a s) th hat *: (a s *m (a s)^T)) *m (th - hat),
      ‖residual hat‖_[invmx V] = 0,
      spanning -> forall th, ‖th‖ <= S -> th != hat -> 0 < ‖residual th‖_[invmx V] &
      spanning -> ‖hat‖ <= S -> forall th, ‖th‖ <= S ->
        (forall x, ‖x‖ <= S -> ‖residual th‖_[invmx V] <= ‖residual x‖_[invmx V]) <-> th = hat].
Proof.
move=> d1 dc pos c0 low a1 Vs Vp residual spanning; have Vi : pd (invmx V) by apply: pd_inv.
have E th : residual th = (\sum_(1 <= s < t) mean_slope dmu (a s) th hat *: (a s *m (a s)^T)) *m (th - hat).
  rewrite mulmx_suml; apply: eq_bigr => s _.
  rewrite -scalemxAl -mulmxA [(a s)^T *m _]mx11_scalar mul_mx_scalar -/(dot (a s) _) scalerA.
  by rewrite (mean_slope_secant d1 dc).
have Z : ‖residual hat‖_[invmx V] = 0.
  by rewrite (_ : residual hat = 0) ?nrm0 // /residual big1 // => s _; rewrite subrr scale0r.
have P : spanning -> forall th, ‖th‖ <= S -> th != hat -> 0 < ‖residual th‖_[invmx V].
  move=> span th thS ne; rewrite sqrtr_gt0; apply: (proj2 Vi); apply: contra ne => /eqP r0.
  rewrite -subr_eq0; apply/eqP; apply: span => s st.
  have : ‖th - hat‖²_[\sum_(1 <= s < t) mean_slope dmu (a s) th hat *: (a s *m (a s)^T)] = 0.
    by rewrite /qf /bf -E r0 dot0r.
  rewrite qf_Sum big_nat => /eqP; rewrite psumr_eq0 => [/allP /(_ s)|i ir]; last first.
    by rewrite mulr_ge0 ?sqr_ge0 // mean_slope_pos.
  rewrite mem_index_iota st => /(_ isT) /=; rewrite mulf_eq0 expf_eq0 /= => /orP [|/eqP //].
  have := @mean_slope_gt0 d dmu dc (a s) th hat pos (lt_le_trans c0 (low _ _ (a1 s st) thS)).
  by move=> /gt_eqF ->.
split=> // span hatS th thS; split=> [min|-> x _]; last by rewrite Z nrm_ge0.
by apply/eqP; apply: contraT => /(P span th thS); rewrite ltNge -Z min.
Qed.

(* N22, lines 1164-1166, as corrected.
   Paper: \mu(x^\top\hat\theta_t) \leq \mu(x^\top\theta^\star) + \frac{h}{1+h}\dot\mu(x^\top\theta^\star), h =
   |x^\top(\theta^\star-\hat\theta_t)|.
   Corrected: |\mu(x^\top\hat\theta_t) - \mu(x^\top\theta^\star)| \geq the last term.
   Differences: none; x and both parameters are any vectors. *)
Theorem N22 (d : nat) (mu dmu ddmu : R -> R) (x hat star : 'cV[R]_d) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) ->
  `|⟨x, star - hat⟩| / (1 + `|⟨x, star - hat⟩|) * dmu ⟨x, star⟩ <= `|mu ⟨x, hat⟩ - mu ⟨x, star⟩|.
Proof.
move=> d1 d2 /sc_Rle sc; set h := `|⟨x, star - hat⟩|; rewrite -(link_secant d1 d2) normrM mulrC mulrA mulrAC.
have -> : `|⟨x, hat⟩ - ⟨x, star⟩| = h by rewrite distrC /h dotDr dotNr.
rewrite ler_wpmul2r ?normr_ge0 //; apply: le_trans (ler_norm _).
by have := link_sc d2 sc ⟨x, star⟩ ⟨x, hat⟩; rewrite -dotNr -dotDr.
Qed.

(* N23, lines 1187-1188.
   Paper: when \hat\theta_t is in \Theta, our bound (N22) implies the one of Faury et al. (N21): with h =
   |x^\top(\theta^\star-\hat\theta_t)| and c the change of the mean, c \geq
   \frac{h}{1+h}\dot\mu(x^\top\theta^\star) implies c \geq \frac{h}{1+2S}\dot\mu(x^\top\theta^\star).
   Said of the corrected displays. Hypotheses: ass:bounded_actions (x in the unit ball, \theta^\star in
   \Theta), ass:SC. Differences: none; c is any number. *)
Theorem N23 (d : nat) (S c : R) (mu dmu ddmu : R -> R) (x hat star : 'cV[R]_d) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> ‖x‖ <= 1 -> ‖star‖ <= S -> ‖hat‖ <= S ->
  let h := `|⟨x, star - hat⟩| in
  h / (1 + h) * dmu ⟨x, star⟩ <= c -> h / (1 + 2%:R * S) * dmu ⟨x, star⟩ <= c.
Proof.
move=> _ _ /sc_Rle sc x1 sS hS h; apply: le_trans; rewrite ler_wpmul2r ?(link_ge0 sc) //.
have h0 : 0 <= h by exact: normr_ge0.
have hS' : h <= 2%:R * S by have := dot_diff_le x1 sS hS; rewrite mulr1.
have p : 0 < 1 + h by rewrite ltr_paddr ?ltr01.
have q : 1 + h <= 1 + 2%:R * S by rewrite ler_add2l.
by rewrite ler_wpmul2l // lef_pinv ?posrE // (lt_le_trans p q).
Qed.

(* N24, lines 1198-1201.
   Paper: under ass:bounded_actions all GLMs are self-concordant, with constants that depend on the link
   function: there is C with |\ddot\mu(z)| \leq C\dot\mu(z) for |z| \leq S (the z = a^\top\theta with |a|_2
   \leq 1, |\theta|_2 \leq S).
   Hypotheses: \mu twice continuously differentiable (so it is in an exponential family: Z173), and
   ass:link_fun, \dot\mu \geq c_\mu > 0 on \Theta. Differences: d \geq 1. *)
Theorem N24 (d : nat) (S c_mu : R) (mu dmu ddmu : R -> R) : (1 <= d)%N ->
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, continuous ddmu z) ->
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  exists C : R, forall z, `|z| <= S -> `|ddmu z| <= C * dmu z.
Proof.
case: d => // d _ _ _ cont c0 low; have [S0|S0] := lerP 0 S; last first.
  by exists 0 => z zS; have := le_lt_trans (le_trans (normr_ge0 z) zS) S0; rewrite ltxx.
have low' z : `|z| <= S -> c_mu <= dmu z.
  move=> zS; pose u : 'cV[R]_d.+1 := delta_mx ord0 0.
  have uu : ⟨u, u⟩ = 1.
    by rewrite dotE (bigD1 ord0) //= big1 => [|i /negPf ne]; rewrite !mxE ?ne ?eqxx ?mulr1 ?addr0 ?mul0r.
  have := low u (z *: u); rewrite dotZr uu mulr1; apply; rewrite /nrm2 ?dotZl ?dotZr ?uu ?sqrtr1 //.
  by rewrite mulr1 -expr2 sqrtr_sqr.
have [||M [top _]] := continuity_ab_maj (fun z => Rabs (ddmu z)) (- S) S.
- by apply/RleP; rewrite ge0_cp.
- move=> z _; apply: (continuity_pt_comp ddmu Rabs); last exact: Rcontinuity_abs.
  by apply/continuity_pt_filterlim; exact: cont.
exists (`|ddmu M| / c_mu) => z zS; have lo := low' z zS.
apply: (@le_trans _ _ `|ddmu M|).
  by apply/RleP; apply: top; move: zS; rewrite ler_norml => /andP [/RleP ? /RleP ?].
by rewrite -mulrA ler_pemulr ?normr_ge0 // mulrC ler_pdivl_mulr // mul1r.
Qed.

(* Q6, eq:SC_main_2, lines 986-990, as corrected.
   Paper: \widetilde G_{t-D:t} \geq (1 + C +
   \frac{1}{\sqrt\lambda}|g_t(\hat\theta_t)-g_t(\theta^\star_t)|_{\widetilde G_{t-D:t}^{-1}})\widetilde
   H_{t-D:t}. Corrected: with the inverse of the factor (as in lines 1962-1966).
   \widetilde G_{t-D:t}(\hat\theta_t,\theta^\star_t), \widetilde H_{t-D:t} (slopes at \theta^\star_s) and g_t
   of line 935 are sums over t-D, .., t-1.
   Differences: for t in T(\gamma) (Q24); rounds before 1 are none; C, which the page does not define, is any
   number \geq 0; \hat\theta_t is any vector; 0 \leq \gamma \leq 1, \lambda > 0. *)
Theorem Q6 (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam C : R) (a theta : nat -> 'cV[R]_d)
  (hat : 'cV[R]_d) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> 0 <= gamma -> gamma <= 1 -> 0 < lam -> 0 <= C ->
  (forall s, (1 <= s < t)%N -> ‖a s‖ <= 1) ->
  (forall s, (maxn 1 (t - D) <= s < t)%N -> theta s = theta t) ->
  let g th := \sum_(maxn 1 (t - D) <= s < t) (gamma ^+ (t - 1 - s) * mu ⟨a s, th⟩) *: a s + lam *: th in
  let Gt := \sum_(maxn 1 (t - D) <= s < t)
    (gamma ^+ (2 * (t - 1 - s)) * mean_slope dmu (a s) hat (theta t)) *: (a s *m (a s)^T) + lam%:M in
  let Ht := \sum_(maxn 1 (t - D) <= s < t)
    (gamma ^+ (2 * (t - 1 - s)) * dmu ⟨a s, theta s⟩) *: (a s *m (a s)^T) + lam%:M in
  (1 + C + (Num.sqrt lam)^-1 * ‖g hat - g (theta t)‖_[invmx Gt])^-1 *: Ht ⪯ Gt.
Proof.
move=> d1 d2 /sc_Rle sc g0 g1 l0 C0 a1 st g Gt Ht.
pose w s : R := (t.-1 - D <= s)%N%:R * gamma ^+ (t - 1 - s.+1); pose A s := a s.+1.
have w01 s : (s < t.-1)%N -> 0 <= w s <= 1.
  by move=> _; rewrite /w; case: leqP => _; rewrite ?mul1r ?mul0r ?exprn_ge0 ?exprn_ile1 ?lexx ?ler01.
have A1 s : (s < t.-1)%N -> ‖A s‖ <= 1 by move=> h; apply: a1; clear -h; lia.
have w2 s : w s ^+ 2 = (t.-1 - D <= s)%N%:R * gamma ^+ (2 * (t - 1 - s.+1)).
  by rewrite /w; case: leqP => _; rewrite ?mul1r ?mul0r ?expr0n // mulnC exprM.
have gE th : g th = gw mu lam A w t.-1 th.
  by rewrite /g rounds_window /gw; congr (_ + _); apply: eq_bigr => s _; rewrite mulrA.
have GE : Gt = Gw dmu lam A (fun s => w s ^+ 2) t.-1 hat (theta t).
  by rewrite /Gt rounds_window /Gw /design; congr (_ + _); apply: eq_bigr => s _; rewrite w2 mulrA.
have HE : Ht = secant_matrices.Hw dmu lam A (fun s => w s ^+ 2) t.-1 (theta t).
  rewrite /Ht rounds_window /secant_matrices.Hw /design; congr (_ + _); apply: eq_bigr => s _.
  rewrite w2 mulrA; have st' := ltn_ord s; case: leqP => h; rewrite ?mul0r // (st s.+1) //; clear -h st'; lia.
by rewrite !gE GE HE; exact: (concordant_deviation d1 d2 sc l0 w01 A1).
Qed.

(* I20, lines 2087-2093, 2101 and 2150.
   Paper, for t in T(\gamma): \alpha(a_s,\theta^\star_t,\hat\theta_t) \geq (1+\bar
   S+\frac{1}{\sqrt\lambda}|\gamma^{t-1}S_{t-D:t}|_{\widetilde G_t^{-1}})^{-1}\dot\mu(a_s^\top\theta^\star_t),
   with \widetilde G_t(\theta^\star_t,\hat\theta_t) where prop:alpha_discount has \widetilde G_{t-D:t}; the
   sums over t-D, .., t-1 of both sides times \gamma^{2(t-1-s)}a_s a_s^\top (l. 2095-2105); and
   |\gamma^{t-1}S_{t-D:t}|_{\widetilde G_t^{-1}} \leq
   \frac{1}{\sqrt\lambda}|\gamma^{t-1}S_{t-D:t}|^2_{\widetilde H_{t-D:t}^{-1}} +
   \sqrt{1+\bar S}|\gamma^{t-1}S_{t-D:t}|_{\widetilde H_{t-D:t}^{-1}} (l. 2150).
   Stated besides: the norm in \widetilde G_t^{-1} is at most that in \widetilde G_{t-D:t}^{-1}.
   Differences: for every action b of the unit ball; rounds before 1 are none; the noise is any sequence
   bounded by m (rewards and means lie in [0, m]); \lambda > 0, m \geq 0, 0 < \gamma < 1; Lipschitz is \dot\mu
   \leq k_\mu, c_\mu is not used; \hat\theta_t solves the equation of l. 1912 (D11: so does the maximiser). *)
Theorem I20 (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m : R) (a theta : nat -> 'cV[R]_d)
  (r eps : nat -> R) (hat : 'cV[R]_d) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (1 <= t)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) -> (forall s, (1 <= s)%N -> ‖theta s‖ <= S) ->
  (forall s, (1 <= s)%N -> eps s.+1 = r s.+1 - mu ⟨a s, theta s⟩) ->
  (forall s, (1 <= s < t)%N -> `|eps s.+1| <= m) ->
  (forall s, (maxn 1 (t - D) <= s < t)%N -> theta s = theta t) ->
  \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * (r s.+1 - mu ⟨a s, hat⟩)) *: a s - lam *: hat = 0 ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let G_term s := (gamma ^+ (2 * (t - 1 - s)) * mean_slope dmu (a s) (theta t) hat) *: (a s *m (a s)^T) in
  let Gt := \sum_(1 <= s < t) G_term s + lam%:M in
  let Gt_recent := \sum_(maxn 1 (t - D) <= s < t) G_term s + lam%:M in
  let Ht_recent := \sum_(maxn 1 (t - D) <= s < t)
    (gamma ^+ (2 * (t - 1 - s)) * dmu ⟨a s, theta s⟩) *: (a s *m (a s)^T) + lam%:M in
  let noise := gamma ^+ (t - 1) *: \sum_(maxn 1 (t - D) <= s < t) (gamma ^- s * eps s.+1) *: a s in
  let factor := (1 + Sbar + (Num.sqrt lam)^-1 * ‖noise‖_[invmx Gt])^-1 in
  [/\ forall b : 'cV[R]_d, ‖b‖ <= 1 -> factor * dmu ⟨b, theta t⟩ <= mean_slope dmu b (theta t) hat,
      factor *: (\sum_(maxn 1 (t - D) <= s < t)
        (gamma ^+ (2 * (t - 1 - s)) * dmu ⟨a s, theta t⟩) *: (a s *m (a s)^T))
        ⪯ \sum_(maxn 1 (t - D) <= s < t) G_term s,
      ‖noise‖_[invmx Gt] <= (Num.sqrt lam)^-1 * ‖noise‖_[invmx Ht_recent] ^+ 2
        + Num.sqrt (1 + Sbar) * ‖noise‖_[invmx Ht_recent] &
      ‖noise‖_[invmx Gt] <= ‖noise‖_[invmx Gt_recent]].
Proof.
move=> d1 d2 sc km; case: t => [//|t] _ g0 g1 l0 m0 a1 th1 epsE epsm st score Sb.
move=> G_term Gt GtD HtD noise factor.
have slopes := link_slopes (paper_link d1 d2 sc km).
have mle : \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s.+1, hat⟩) *: a s.+1 + lam *: hat =
    \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s.+1, theta s.+1⟩ + eps s.+2)) *: a s.+1.
  move/weighted_score_zero: score; rewrite !rounds_sum /= => e.
  transitivity (\sum_(s < t) (gamma ^+ (t.+1 - 1 - s.+1) * mu ⟨a s.+1, hat⟩) *: a s.+1 + lam *: hat).
    by congr (_ + _); apply: eq_bigr => -[s st'] _ /=; congr ((_ ^+ _ * _) *: _); clear; lia.
  rewrite e; apply: eq_bigr => -[s st'] _ /=; rewrite epsE // addrC subrK.
  by congr ((_ ^+ _ * _) *: _); clear; lia.
have [data S0] : round_data t D (discount gamma t) (gamma ^+ D / (1 - gamma)) lam S m mu (fun s => a s.+1)
    (fun s => theta s.+1) (fun s => eps s.+2) hat (theta t.+1) /\ 0 <= S.
  apply: (@paper_round d t D mu gamma lam S m (fun s => a s.+1) (fun s => theta s.+1)) => //.
  - by move=> s; exact: a1.
  - by move=> s; exact: th1.
  - by move=> s st'; apply: epsm; clear -st'; lia.
  - by move=> s h1 h2; apply: st; clear -h1 h2; lia.
have nE : noise = recent_noise (fun s => a s.+1) (discount gamma t) D t (fun s => eps s.+2).
  by rewrite -paper_noise ?gt_eqF // /noise subn1.
have GE : Gt = Gfull t lam (discount gamma t) (fun s => a s.+1) hat (theta t.+1) (alpha dmu).
  exact: paper_Gfull.
have fE : factor = (inflation_of lam k_mu S m (gamma ^+ D / (1 - gamma)) (‖noise‖_[invmx Gt]))^-1.
  by rewrite /inflation_of SbarE [_ / Num.sqrt lam]mulrC.
have low b : ‖b‖ <= 1 -> factor * dmu ⟨b, theta t.+1⟩ <= mean_slope dmu b (theta t.+1) hat.
  move=> b1; rewrite fE mulrC mean_slopeE GE nE.
  exact: (alpha_full l0 S0 m0 slopes data b1).
split=> //.
- move=> x; rewrite qfZ !qf_Sum mulr_sumr !big_nat; apply: ler_sum => s sr.
  rewrite mulrA ler_wpmul2r ?sqr_ge0 // mulrCA ler_wpmul2l ?exprn_ge0 ?(ltW g0) // low // a1 //.
  by clear -sr; lia.
- have := deviation_full l0 S0 m0 slopes data; rewrite -paper_Htilde -nE -GE /deviation_bound SbarE.
  by rewrite [_ ^+ 2 / _]mulrC [X in _ <= X -> _]addrC.
by rewrite GE nE /GtD paper_Gtilde; exact: (full_le_recent _ _ _ _ _ _ l0 slopes).
Qed.
