(* The deviation of the weighted estimate in one round, on one path (l. 1929-2116).  What is assumed of the
   weights is said at the top of deviation.v. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials tail.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Ltac same := rewrite le_eqVlt; apply/orP; left; apply/eqP.

(* Definitions of l. 1801-1802 and 1840-1902, for t rounds played *)

Section Definitions.
Variables (F : rcfType) (d : nat) (lam : F) (a : nat -> 'cV[F]_d) (w : nat -> F) (D t : nat).

(* G_t(theta1, theta2) = sum_s w_s alpha(a_s, theta1, theta2) a_s a_s^T + lam I *)
Definition G_mx (alpha : F -> F -> F) (theta1 theta2 : 'cV[F]_d) :=
  design lam a (fun s => w s * alpha (dot (a s) theta1) (dot (a s) theta2)) t.

(* Gtilde_{t-D:t}(theta1, theta2) = sum_{s >= t-D} w_s^2 alpha(a_s, theta1, theta2) a_s a_s^T + lam I *)
Definition Gtilde (alpha : F -> F -> F) (theta1 theta2 : 'cV[F]_d) := design lam a
  (fun s => if recent t D s then w s ^+ 2 * alpha (dot (a s) theta1) (dot (a s) theta2) else 0) t.

(* Htilde_{t-D:t} = sum_{s >= t-D} w_s^2 mu'(<a_s, theta*_s>) a_s a_s^T + lam I *)
Definition Htilde (dmu : F -> F) (theta : nat -> 'cV[F]_d) := design lam a
  (fun s => if recent t D s then w s ^+ 2 * dmu (dot (a s) (theta s)) else 0) t.

(* gamma^(t-1) S_{t-D:t} = sum_{s >= t-D} w_s epsilon_{s+1} a_s *)
Definition recent_noise (eps : nat -> F) :=
  \sum_(s < t) (if recent t D s then w s * eps s else 0) *: a s.

(* g_t(theta) of the main text (l. 935), whose sum starts at t - D *)
Definition g_recent (mu : F -> F) (theta : 'cV[F]_d) :=
  \sum_(s < t) (if recent t D s then w s * mu (dot (a s) theta) else 0) *: a s + lam *: theta.
End Definitions.

Section Constants.
Variable F : rcfType.
Variables (lam S k_mu m : F).

(* The bias that old rounds of total weight W leave: each is off by 2 S k_mu, and its noise is at most m. *)
Definition bias (W : F) := W * (2%:R * S * k_mu + m).
Definition Sbar_of (W : F) := S + bias W / lam.

(* eq:bar_S_appendix (l. 1943): Sbar = S + gamma^D (2 S k_mu + m) / (lambda (1 - gamma)) *)
Definition Sbar (gamma : F) (D : nat) := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)).

Lemma SbarE gamma D : Sbar_of (gamma ^+ D / (1 - gamma)) = Sbar gamma D.
Proof.
rewrite /Sbar_of /Sbar /bias invfM; congr (_ + _).
by move: (lam^-1) ((1 - gamma)^-1) (gamma ^+ D) (2%:R * S * k_mu + m) => x y z u; ring.
Qed.

(* sqrt(1 + Sbar) rho + rho^2 / sqrt lambda: prop:deviation_main *)
Definition deviation_bound (Sb rho : F) := Num.sqrt (1 + Sb) * rho + rho ^+ 2 / Num.sqrt lam.
End Constants.

(* What is used of the link: alpha is the mean slope of mu, at least mu' over one plus the distance
   (lemma:self_concordance), at most k_mu. *)
Record mean_slopes (F : rcfType) (mu dmu : F -> F) (alpha : F -> F -> F) (k_mu : F) : Prop := MeanSlopes {
  slope_secant : forall x y, alpha x y * (y - x) = mu y - mu x;
  slope_low : forall x y, dmu x / (1 + `|x - y|) <= alpha x y;
  slope_high : forall x y, alpha x y <= k_mu;
  slope_dmu : forall x, 0 <= dmu x }.

(* Self-concordant links have such slopes, with alpha(x, y) the integral of mu' from x to y over y - x. *)
Lemma link_slopes mu dmu ddmu k_mu : self_concordant_link mu dmu ddmu k_mu ->
  mean_slopes mu dmu (alpha dmu) k_mu.
Proof.
move=> [d1 d2 sc km]; split.
- by move=> x y; exact: (link_secant d1 d2 x y).
- by move=> x y; exact: (link_sc d2 sc x y).
- by move=> x y; exact: (link_km d2 km x y).
- by move=> x; exact: (link_ge0 sc x).
Qed.

(* The data of one round: weights, actions, parameters, noise, and the equation of the estimate. *)
Record round_data (F : rcfType) (d t D : nat) (w : nat -> F) (W lam S m : F) (mu : F -> F)
  (a theta : nat -> 'cV[F]_d) (eps : nat -> F) (hat star : 'cV[F]_d) : Prop := RoundData {
  weight_range : forall s, 0 <= w s <= 1;
  weight_old : \sum_(s < t) (if recent t D s then 0 else w s) <= W;
  action_unit : forall s, nrm2 (a s) <= 1;
  theta_ball : forall s, nrm2 (theta s) <= S;
  star_ball : nrm2 star <= S;
  star_recent : forall s, (t - D <= s)%N -> (s < t)%N -> theta s = star;
  noise_bound : forall s, (s < t)%N -> `|eps s| <= m;
  estimate_eq : \sum_(s < t) (w s * mu (dot (a s) hat)) *: a s + lam *: hat =
                \sum_(s < t) (w s * (mu (dot (a s) (theta s)) + eps s)) *: a s }.

Section OneRound.
Variable F : rcfType.
Variables (d t D : nat) (lam k_mu S m W : F) (w : nat -> F).
Variables (a theta : nat -> 'cV[F]_d) (eps : nat -> F) (hat star : 'cV[F]_d).
Variables (mu dmu : F -> F) (alpha : F -> F -> F).
Hypotheses (lam0 : 0 < lam) (S0 : 0 <= S) (m0 : 0 <= m).
Hypothesis slopes : mean_slopes mu dmu alpha k_mu.
Hypothesis data : round_data t D w W lam S m mu a theta eps hat star.

Local Notation G := (G_mx lam a w t alpha star hat).
Local Notation Gt := (Gtilde lam a w D t alpha star hat).
Local Notation Ht := (Htilde lam a w D t dmu theta).
Local Notation noise := (recent_noise a w D t eps).
Local Notation Bias := (bias S k_mu m W).
Local Notation Sb := (Sbar_of lam S k_mu m W).
(* X = |gamma^(t-1) S_{t-D:t}|_{Gtilde^-1} (l. 2137), and the factor of prop:alpha_discount *)
Local Notation noise_norm := (nrm (invmx Gt) noise).
Definition inflation := 1 + Sb + noise_norm / Num.sqrt lam.

(* Old rounds: drift and noise *)
Definition old_part := \sum_(s < t)
  (if recent t D s then 0 else w s * (mu (dot (a s) (theta s)) - mu (dot (a s) star) + eps s)) *: a s.

Lemma sqrt_lam_gt0 : 0 < Num.sqrt lam. Proof. by rewrite sqrtr_gt0. Qed.
Lemma sqrt_lamE : Num.sqrt lam * Num.sqrt lam = lam. Proof. by rewrite -expr2 sqr_sqrtr ?ltW. Qed.
Lemma w0 s : 0 <= w s. Proof. by case/andP: (weight_range data s). Qed.
Lemma w1 s : w s <= 1. Proof. by case/andP: (weight_range data s). Qed.
Lemma W0 : 0 <= W.
Proof.
apply: le_trans (weight_old data); apply: sumr_ge0 => s _.
by case: ifP; rewrite ?w0.
Qed.
Lemma alpha_ge0 x y : 0 <= alpha x y.
Proof. by apply: le_trans (slope_low slopes x y); rewrite divr_ge0 ?(slope_dmu slopes) // addr_ge0. Qed.
Lemma k_mu_ge0 : 0 <= k_mu. Proof. exact: le_trans (alpha_ge0 0 0) (slope_high slopes 0 0). Qed.
Lemma bias_ge0 : 0 <= Bias.
Proof. by rewrite mulr_ge0 ?W0 // addr_ge0 // !mulr_ge0 ?k_mu_ge0 ?ler0n. Qed.
Lemma Sbar_ge0 : 0 <= Sb. Proof. by rewrite addr_ge0 ?divr_ge0 ?bias_ge0 ?(ltW lam0). Qed.
Lemma inflation_ge1 : 1 <= inflation.
Proof. by rewrite /inflation -addrA ler_addl addr_ge0 ?Sbar_ge0 ?divr_ge0 ?nrm_ge0 ?sqrtr_ge0. Qed.
Lemma inflation_gt0 : 0 < inflation. Proof. exact: lt_le_trans ltr01 inflation_ge1. Qed.

(* The matrices are positive definite, and G_t >= lambda I. *)
Lemma G_pd : pd G. Proof. by apply: design_pd => // s _; rewrite mulr_ge0 ?w0 ?alpha_ge0. Qed.
Lemma Gtilde_pd : pd Gt.
Proof. by apply: design_pd => // s _; case: ifP => // _; rewrite mulr_ge0 ?sqr_ge0 ?alpha_ge0. Qed.
Lemma Htilde_pd : pd Ht.
Proof. by apply: design_pd => // s _; case: ifP => // _; rewrite mulr_ge0 ?sqr_ge0 ?(slope_dmu slopes). Qed.
Lemma G_ge : loewner lam%:M G.
Proof. by move=> x; rewrite qf_scalar; apply: design_ge => s _; rewrite mulr_ge0 ?w0 ?alpha_ge0. Qed.

(* eq:link_G_t_G_t_tilde (l. 2045): Gtilde_{t-D:t} <= G_t, because w^2 <= w. *)
Lemma Gtilde_le_G : loewner Gt G.
Proof.
apply: design_mono => s _; case: ifP => _; last by rewrite mulr_ge0 ?w0 ?alpha_ge0.
by rewrite ler_wpmul2r ?alpha_ge0 // expr2 ler_pimull ?w0 ?w1.
Qed.

(* The mean value theorem for g_t, and eq:char_MLE_D: G_t (hat - theta*_t) = old + noise - lambda theta*_t. *)
Lemma G_diff : G *m (hat - star) = old_part + noise - lam *: star.
Proof.
have -> : old_part + noise =
    \sum_(s < t) (w s * (mu (dot (a s) (theta s)) - mu (dot (a s) star) + eps s)) *: a s.
  rewrite /old_part /recent_noise -big_split /=; apply: eq_bigr => s _; rewrite -scalerDl; congr (_ *: _).
  rewrite /recent; case: leqP => h; last by rewrite addr0.
  by rewrite (star_recent data h) // subrr !add0r.
rewrite /G_mx /design mulmxDl mul_scalar_mx scalerBr addrA; congr (_ - _).
have -> : \sum_(s < t) (w s * (mu (dot (a s) (theta s)) - mu (dot (a s) star) + eps s)) *: a s =
  \sum_(s < t) (w s * (mu (dot (a s) (theta s)) + eps s)) *: a s
  - \sum_(s < t) (w s * mu (dot (a s) star)) *: a s.
  by rewrite -sumrB; apply: eq_bigr => s _; rewrite -scalerBl -mulrBr [_ + eps s - _]addrAC.
rewrite -(estimate_eq data) addrAC; congr (_ + _); rewrite mulmx_suml -sumrB; apply: eq_bigr => s _.
rewrite -scalemxAl -mulmxA [(a s)^T *m _]mx11_scalar mul_mx_scalar -/(dot (a s) _) scalerA -scalerBl.
congr (_ *: _); rewrite -mulrBr -(slope_secant slopes) dotDr dotNr.
by rewrite mulrA.
Qed.

(* b_{1,t} and the old noise of b_{2,t} (l. 2007-2039): the old rounds weigh at most W (2 S k_mu + m). *)
Lemma old_part_le : nrm2 old_part <= Bias.
Proof.
rewrite nrm2E; apply: le_trans (nrm_sum _ _ _ (psd1 F d)) _.
apply: (@le_trans _ _ (\sum_(s < t) (if recent t D s then 0 else w s) * (2%:R * S * k_mu + m))); last first.
  rewrite -mulr_suml /bias; apply: ler_wpmul2r (weight_old data).
  by rewrite addr_ge0 // mulr_ge0 ?k_mu_ge0 // mulr_ge0 ?ler0n.
apply: ler_sum => s _; rewrite nrmZ; last exact: psd1.
case: ifP => _; first by rewrite normr0 !mul0r.
rewrite -nrm2E normrM ger0_norm ?w0 // -mulrA ler_wpmul2l ?w0 //.
rewrite -[X in _ <= X]mulr1; apply: ler_pmul; rewrite ?normr_ge0 ?nrm2_ge0 ?(action_unit data) //.
apply: le_trans (ler_norm_add _ _) _; apply: ler_add; last exact: (noise_bound data).
rewrite -(slope_secant slopes) normrM (ger0_norm (alpha_ge0 _ _)) mulrC.
apply: ler_pmul; rewrite ?normr_ge0 ?alpha_ge0 ?(slope_high slopes) //.
rewrite -dotNr -dotDr; apply: le_trans (nrm2_cs _ _) _; rewrite -[2%:R * S]mul1r.
apply: ler_pmul; rewrite ?nrm2_ge0 ?(action_unit data) // nrm2E; apply: le_trans (nrmD _ _ (psd1 F d)) _.
by rewrite (nrmN _ (psd1 F d)) -!nrm2E mulr_natl mulr2n ler_add ?(theta_ball data) ?(star_ball data).
Qed.

(* The three terms b_{1,t}, b_{2,t}, b_{3,t} together (l. 1986-2059), before |b|_{G^-1} is bounded. *)
Lemma estimate_error b : `|dot b (hat - star)| <=
  nrm (invmx G) b * (Bias / Num.sqrt lam + noise_norm + Num.sqrt lam * S).
Proof.
have Gu := pd_unit G_pd; have Gip := pd_psd (pd_inv G_pd).
have -> : hat - star = invmx G *m (old_part + noise - lam *: star) by rewrite -G_diff mulKmx.
rewrite -/(bf (invmx G) b _); apply: le_trans (nrm_cs _ _ Gip) _.
rewrite ler_wpmul2l ?nrm_ge0 //; apply: le_trans (nrmD _ _ Gip) _; apply: ler_add.
  apply: le_trans (nrmD _ _ Gip) _; apply: ler_add.
    apply: le_trans (nrm_inv_le _ lam0 G_pd G_ge) _.
    by rewrite ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 // old_part_le.
  by apply: nrm_mono; apply: loewner_inv; [exact: Gtilde_pd|exact: G_pd|exact: Gtilde_le_G].
rewrite nrmN // nrmZ // (ger0_norm (ltW lam0)) -{1}sqrt_lamE -mulrA ler_wpmul2l ?sqrtr_ge0 //.
rewrite mulrC -ler_pdivl_mulr ?sqrt_lam_gt0 //; apply: le_trans (nrm_inv_le _ lam0 G_pd G_ge) _.
by rewrite ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 ?(star_ball data).
Qed.

(* Actions of the unit ball have |b|_{G^-1} <= 1 / sqrt lambda. *)
Lemma unit_action_le b : nrm2 b <= 1 -> nrm (invmx G) b <= (Num.sqrt lam)^-1.
Proof.
move=> b1; apply: le_trans (nrm_inv_le _ lam0 G_pd G_ge) _.
by rewrite ler_pdivr_mulr ?sqrt_lam_gt0 // mulVf ?gt_eqF ?sqrt_lam_gt0.
Qed.

(* 1 + |<b, hat - theta*>| <= 1 + Sbar + X / sqrt lambda *)
Lemma estimate_error_inflation b : nrm2 b <= 1 -> 1 + `|dot b (hat - star)| <= inflation.
Proof.
move=> b1; rewrite /inflation -addrA ler_add2l; apply: le_trans (estimate_error b) _.
apply: (@le_trans _ _ ((Num.sqrt lam)^-1 * (Bias / Num.sqrt lam + noise_norm + Num.sqrt lam * S))).
  apply: ler_wpmul2r (unit_action_le b1); rewrite addr_ge0 ?mulr_ge0 ?sqrtr_ge0 //.
  by rewrite addr_ge0 ?nrm_ge0 // divr_ge0 ?bias_ge0 ?sqrtr_ge0.
have -> : Sb = S + Bias / (Num.sqrt lam * Num.sqrt lam) by rewrite sqrt_lamE.
same; move: (sqrt_lam_gt0) => /gt_eqF/negbT h; move: h.
by move: (Num.sqrt lam) Bias noise_norm => u k x h; field.
Qed.

(* prop:alpha_discount (l. 1957): alpha(b, theta*, hat) >= mu'(<b, theta*>) / (1 + Sbar + X / sqrt lambda) *)
Theorem alpha_discount b : nrm2 b <= 1 ->
  dmu (dot b star) / inflation <= alpha (dot b star) (dot b hat).
Proof.
move=> b1; apply: le_trans (slope_low slopes _ _); rewrite ler_wpmul2l ?(slope_dmu slopes) //.
rewrite lef_pinv ?posrE ?inflation_gt0 //; last by rewrite ltr_paddr ?ltr01.
rewrite -dotNr -dotDr -normrN -dotNr opprB; exact: estimate_error_inflation.
Qed.

(* cor:S_t_G_t_S_t_H_t (l. 2068): Gtilde_{t-D:t} >= Htilde_{t-D:t} / (1 + Sbar + X / sqrt lambda) *)
Theorem Htilde_le_Gtilde : loewner (inflation^-1 *: Ht) Gt.
Proof.
move=> x; rewrite qfZ !qf_design mulrDr mulr_sumr; apply: ler_add; last first.
  by rewrite ler_pimull ?invf_le1 ?inflation_gt0 ?inflation_ge1 // mulr_ge0 ?dot_ge0 ?ltW.
apply: ler_sum => s _; rewrite mulrA ler_wpmul2r ?sqr_ge0 //; case: ifP => rs; last by rewrite mulr0.
rewrite mulrCA ler_wpmul2l ?sqr_ge0 // mulrC (star_recent data rs) //.
by rewrite alpha_discount // (action_unit data).
Qed.

(* Multiples of positive definite matrices are positive definite. *)
Lemma pdZ c (A : 'M[F]_d) : 0 < c -> pd A -> pd (c *: A).
Proof.
by move=> c0 [As Ap]; split; [rewrite linearZ /= As|move=> x /Ap; rewrite qfZ; apply: mulr_gt0].
Qed.

(* The implicit inequality (l. 2129): X^2 <= (1 + Sbar + X / sqrt lambda) y^2, y the norm in Htilde^-1. *)
Lemma noise_norm_sqr : noise_norm ^+ 2 <= inflation * nrm (invmx Ht) noise ^+ 2.
Proof.
have Hu := pd_unit Htilde_pd; have Cp : 0 < inflation^-1 by rewrite invr_gt0 inflation_gt0.
rewrite (nrm_sqr _ (pd_psd (pd_inv Gtilde_pd))) (nrm_sqr _ (pd_psd (pd_inv Htilde_pd))).
have := loewner_inv (pdZ Cp Htilde_pd) Gtilde_pd Htilde_le_Gtilde noise.
by rewrite invmxZ ?(pd_unit (pdZ Cp Htilde_pd)) // invrK qfZ.
Qed.

(* prop:deviation_main (l. 1024, 2148): solved, X <= sqrt(1 + Sbar) y + y^2 / sqrt lambda;
   and y may be replaced by a larger rho. *)
Theorem deviation rho : nrm (invmx Ht) noise <= rho -> noise_norm <= deviation_bound lam Sb rho.
Proof.
move=> event; have rho0 : 0 <= rho := le_trans (nrm_ge0 _ _) event.
rewrite /deviation_bound addrC; apply: quadratic_solve.
- by rewrite divr_ge0 ?sqr_ge0 ?sqrtr_ge0.
- by rewrite mulr_ge0 ?sqrtr_ge0.
apply: le_trans noise_norm_sqr _; apply: (@le_trans _ _ (inflation * rho ^+ 2)).
  by rewrite ler_wpmul2l ?(ltW inflation_gt0) // ler_expn2r // nnegrE ?nrm_ge0.
rewrite exprMn sqr_sqrtr; last by rewrite addr_ge0 ?ler01 ?Sbar_ge0.
by rewrite /inflation; same; move: ((Num.sqrt lam)^-1) noise_norm Sb => u x k; ring.
Qed.

(* prop:deviation_main of the main text (l. 1032) with its g_t, whose sum starts at t - D: the deviation also
   contains lambda theta* and the residuals of the old rounds, r_{s+1} - mu(<a_s, hat>), at most m. *)
Theorem deviation_g rho : nrm (invmx Ht) noise <= rho ->
  (forall s, (s < t)%N -> `|mu (dot (a s) (theta s)) + eps s - mu (dot (a s) hat)| <= m) ->
  nrm (invmx Gt) (g_recent lam a w D t mu hat - g_recent lam a w D t mu star) <=
    deviation_bound lam Sb rho + Num.sqrt lam * S + m * W / Num.sqrt lam.
Proof.
move=> event res; have Gp := Gtilde_pd; have Gip := pd_psd (pd_inv Gp).
have Gge : loewner lam%:M Gt.
  move=> x; rewrite qf_scalar; apply: design_ge => s _.
  by case: ifP => // _; rewrite mulr_ge0 ?sqr_ge0 ?alpha_ge0.
pose rest := \sum_(s < t) (if recent t D s then 0 else
  w s * (mu (dot (a s) (theta s)) + eps s - mu (dot (a s) hat))) *: a s.
have -> : g_recent lam a w D t mu hat - g_recent lam a w D t mu star = noise - lam *: star + rest.
  have e : lam *: hat = \sum_(s < t) (w s * (mu (dot (a s) (theta s)) + eps s)) *: a s
      - \sum_(s < t) (w s * mu (dot (a s) hat)) *: a s by rewrite -(estimate_eq data) addrC addKr.
  rewrite /g_recent opprD addrA [RHS]addrAC; congr (_ - _); rewrite e /rest /recent_noise.
  rewrite -sumrB -big_split /= -sumrB -big_split /=; apply: eq_bigr => s _.
  rewrite -!scalerBl -!scalerDl -scalerBl; congr (_ *: _); case: ifP => rs; last first.
    by rewrite !add0r subr0 mulrBr.
  rewrite (star_recent data rs) //.
  by move: (w s) (mu _) (mu _) (eps s) => x1 x2 x3 x4; ring.
apply: le_trans (nrmD _ _ Gip) _; apply: ler_add.
  apply: le_trans (nrmD _ _ Gip) _; apply: ler_add; first exact: deviation.
  rewrite nrmN // nrmZ // (ger0_norm (ltW lam0)) -{1}sqrt_lamE -mulrA ler_wpmul2l ?sqrtr_ge0 //.
  rewrite mulrC -ler_pdivl_mulr ?sqrt_lam_gt0 //; apply: le_trans (nrm_inv_le _ lam0 Gp Gge) _.
  by rewrite ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 ?(star_ball data).
apply: le_trans (nrm_inv_le _ lam0 Gp Gge) _; rewrite ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 //.
rewrite nrm2E; apply: le_trans (nrm_sum _ _ _ (psd1 F d)) _.
apply: (@le_trans _ _ (\sum_(s < t) m * (if recent t D s then 0 else w s))); last first.
  by rewrite -mulr_sumr ler_wpmul2l ?(weight_old data).
apply: ler_sum => s _; rewrite nrmZ; last exact: psd1.
case: ifP => _; first by rewrite normr0 mul0r mulr0.
rewrite -nrm2E normrM ger0_norm ?w0 // -mulrA [m * _]mulrC ler_wpmul2l ?w0 //.
by rewrite -[X in _ <= X]mulr1; apply: ler_pmul; rewrite ?normr_ge0 ?nrm2_ge0 ?(action_unit data) ?res.
Qed.
End OneRound.
