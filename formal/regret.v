(* The regret theorem with discount factors: th:regret_D_no_proj_main (l. 755-799, proof l. 2310-2409).

   First for any weights whose potential sum_t |a_t|^2_{V_t^-1} is at most Q on every path; then for the
   weights gamma^(t-1-s) of D-GLM-UCB and every D; then with D = ceil(log T / log(1/gamma)). *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* Cauchy-Schwarz over rounds (l. 2352): sum x_t <= sqrt T sqrt (sum x_t^2). *)
Lemma sum_sqrt (F : rcfType) T (x : nat -> F) :
  \sum_(t < T) x t <= Num.sqrt T%:R * Num.sqrt (\sum_(t < T) x t ^+ 2).
Proof.
pose u : 'cV[F]_T := \col_i 1; pose v : 'cV[F]_T := \col_i x i.
have := le_trans (ler_norm _) (nrm2_cs u v); rewrite /nrm2 !dotE.
have -> : \sum_i u i 0 * v i 0 = \sum_(t < T) x t by apply: eq_bigr => i _; rewrite !mxE mul1r.
have -> : \sum_i u i 0 * u i 0 = T%:R.
  by rewrite (eq_bigr (fun=> 1)) => [|i _]; rewrite ?mxE ?mul1r // sumr_const card_ord.
by have -> : \sum_i v i 0 * v i 0 = \sum_(t < T) x t ^+ 2 by apply: eq_bigr => i _; rewrite !mxE expr2.
Qed.

(* Any weights *)

Section Weights.
Variables (d : nat) (E : finType) (e0 : E).
Variables (mu dmu ddmu : R -> R) (c_mu k_mu S m : R).
Variables (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop).
Variables (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d).
Variables (w : nat -> nat -> R) (W W2 lam delta Q : R) (T D : nat).
Hypotheses (d0 : (0 < d)%N) (T0 : (0 < T)%N) (lam0 : 0 < lam) (m0 : 0 < m).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis floor : slope_floor d dmu S c_mu.
Hypothesis env : glm_environment mu dmu S m theta actions law reward.
Hypothesis w01 : forall t s, 0 <= w t s <= 1.
Hypothesis w_old : forall t, \sum_(s < t) (if recent t D s then 0 else w t s) <= W.
Hypothesis w_recent : forall t, \sum_(s < t) (if recent t D s then w t s else 0) ^+ 2 <= W2.

Local Notation rhoT := (rho_of d T lam m k_mu delta W2).
Local Notation bt := (beta lam k_mu (Sbar_of lam S k_mu m W) rhoT).
Local Notation V h t := (design (lam / c_mu) (past act h) (w t) t).

Hypothesis algorithm : weighted_ucb e0 mu actions reward w lam c_mu bt act hat.
Hypothesis best_allowed : forall h, actions h (best h).
Hypothesis potential : forall h, size h = T ->
  \sum_(t < T) qf (invmx (V h t)) (past act h t) <= Q.

Let allowed h : actions h (act h). Proof. by case: algorithm => _ /(_ h) []. Qed.
Let instant h t := mu (dot (past best h t) (theta t)) - mu (dot (past act h t) (theta t)).
Let bonus h t := bt / Num.sqrt c_mu * nrm (invmx (V h t)) (past act h t).

(* Means lie in [0, m], so a round costs at most m (l. 2340 has 1). *)
Lemma instant_le h t : (t <= size h)%N -> instant h t <= m.
Proof.
move=> th; have := mean_range env (best_allowed (take t h)); have := mean_range env (allowed (take t h)).
rewrite size_takel // /instant => /andP [h0 _] /andP [_ h1].
by rewrite ler_subl_addr (le_trans h1) // ler_addl.
Qed.

(* Far from a change a round costs at most twice bias plus bonus (l. 2330). *)
Lemma instant_bonus h t : (t <= size h)%N ->
  (forall b, nrm2 b <= 1 -> `|mu (dot b (hat (take t h))) - mu (dot b (theta t))| <=
    k_mu / lam * bias S k_mu m W + bt / Num.sqrt c_mu * nrm (invmx (V h t)) b) ->
  instant h t <= 2%:R * (k_mu / lam * bias S k_mu m W + bonus h t).
Proof.
move=> th err; have [_ opt] := algorithm; have [aP am] := opt (take t h).
apply: (optimism (actions := actions (take t h))
  (bonus := fun b => k_mu / lam * bias S k_mu m W + bt / Num.sqrt c_mu * nrm (invmx (V h t)) b)
  (est := hat (take t h)) _ _ aP (best_allowed (take t h))) => [b /am|b /(env_actions env)]; last exact: err.
rewrite /ucb_bonus size_takel // !addrA ![_ + k_mu / lam * _]addrC -!addrA ler_add2l.
have -> : design (lam / c_mu) (past act (take t h)) (w t) t = V h t => //.
rewrite /design; congr (_ + _); apply: eq_bigr => s _.
by rewrite /past take_take // ltnW.
Qed.

Lemma W_ge0 : 0 <= W. Proof. by apply: le_trans (w_old 0); rewrite big_ord0. Qed.

(* R_T <= m Gamma_T D + 2 T bias + (2 beta / sqrt c_mu) sqrt T sqrt Q with probability at least 1 - delta. *)
Theorem regret_weights : with_probability (played law act) T delta (fun h =>
  regret mu theta best act T h <=
    m * (breaks theta T * D)%:R + 2%:R * T%:R * (k_mu / lam * bias S k_mu m W)
    + 2%:R * bt / Num.sqrt c_mu * Num.sqrt T%:R * Num.sqrt Q).
Proof.
have [c0 _] := floor; have S0 := S_ge0 env; have k0 := kmu0 link; have [mle _] := algorithm.
apply: with_probability_le
  (prediction_error_main d0 T0 lam0 m0 de0 de1 link floor env allowed w01 w_old w_recent mle).
move=> h hT err; set kb := k_mu / lam * _.
have kb0 : 0 <= kb.
  rewrite mulr_ge0 ?divr_ge0 ?(ltW lam0) // mulr_ge0 ?W_ge0 // addr_ge0 ?(ltW m0) //.
  by rewrite !mulr_ge0 ?ler0n.
have b0 : 0 <= bt by apply: beta_ge0.
have bonus0 t : 0 <= bonus h t by rewrite mulr_ge0 ?nrm_ge0 // divr_ge0 ?sqrtr_ge0.
apply: (@le_trans _ _ (\sum_(t < T) (m * (~~ stationary theta D t)%:R + 2%:R * (kb + bonus h t)))).
  apply: ler_sum => t _; have tT := ltn_ord t; have th : (t <= size h)%N by rewrite hT ltnW.
  case: (boolP (stationary theta D t)) => st.
    by rewrite mulr0 add0r instant_bonus // => b b1; exact: err.
  by rewrite mulr1; apply: le_trans (instant_le th) _; rewrite ler_addl mulr_ge0 ?ler0n // addr_ge0.
rewrite big_split /= -!mulr_sumr -natr_sum big_split /= sumr_const card_ord -[X in _ <= X]addrA.
apply: ler_add; first by rewrite ler_wpmul2l ?(ltW m0) // ler_nat bad_rounds.
rewrite mulrDr -[kb *+ T]mulr_natl mulrA ler_add2l /bonus -mulr_sumr.
rewrite -[X in _ <= X]mulrA [X in X <= _]mulrA [2%:R * (bt / _)]mulrA.
apply: ler_wpmul2l; first by rewrite divr_ge0 ?sqrtr_ge0 // mulr_ge0 ?ler0n.
apply: le_trans (sum_sqrt T (fun t => nrm (invmx (V h t)) (past act h t))) _.
rewrite ler_wpmul2l ?sqrtr_ge0 //; apply: ler_wsqrtr; apply: le_trans (potential hT).
apply: ler_sum => t _; rewrite nrm_sqr //; apply/pd_psd/pd_inv/design_pd; first by rewrite divr_gt0.
by move=> s _; case/andP: (w01 t s).
Qed.
End Weights.

(* The depth D = ceil(log T / log(1/gamma)) *)

(* D is the smallest integer that is at least x, for x >= 0. *)
Definition is_ceil (x : R) (D : nat) := x <= D%:R < x + 1.

Lemma ceil_exists (x : R) : 0 <= x -> exists D, is_ceil x D.
Proof.
move=> x0; have ex : exists n, x <= n%:R by exists (Num.bound x); exact/ltW/archi_boundP.
case: (ex_minnP ex) => [[|n] xn least]; [exists 0%N|exists n.+1]; rewrite /is_ceil xn /=.
  by rewrite ltr_paddl ?ltr01.
rewrite mulrSr ltr_add2r ltNge; apply/negP => /least.
by rewrite ltnn.
Qed.

Section Depth.
Variables (gamma : R) (T D : nat).
Hypotheses (T0 : (0 < T)%N) (g0 : 0 < gamma) (g1 : gamma < 1).

Lemma log_inv_gt0 : 0 < ln gamma^-1.
Proof.
have h : Rlt 1 (gamma^-1)%ring by apply/RltP; rewrite invf_gt1.
by apply/RltP; have := ln_increasing 1 _ Rlt_0_1 h; rewrite ln_1.
Qed.

(* gamma^D <= 1/T (l. 2373: gamma^D = 1/T for a real D) *)
Lemma depth_power : ln T%:R / ln gamma^-1 <= D%:R -> gamma ^+ D <= T%:R^-1.
Proof.
rewrite ler_pdivr_mulr ?log_inv_gt0 // mulr_natl -lnX ?invr_gt0 // => h.
have Tp : 0 < T%:R :> R by rewrite ltr0n.
have := exp_le h; rewrite !lnK ?exprn_gt0 ?invr_gt0 // => h'.
by rewrite -[gamma ^+ D]invrK -exprVn lef_pinv ?posrE // exprn_gt0 // invr_gt0.
Qed.

(* gamma^D >= gamma / T: the price of rounding *)
Lemma depth_power_ge : is_ceil (ln T%:R / ln gamma^-1)%ring D -> gamma / T%:R <= gamma ^+ D.
Proof.
move=> /andP [_ /ltW]; have Tp : 0 < T%:R :> R by rewrite ltr0n.
rewrite -ler_subl_addr ler_pdivl_mulr ?log_inv_gt0 // mulrBl mul1r ler_subl_addr mulr_natl.
rewrite -lnX ?invr_gt0 // -lnM ?invr_gt0 // => /exp_le; rewrite !lnK ?exprn_gt0 ?mulr_gt0 ?invr_gt0 // => h.
rewrite -[gamma / _]invrK -[gamma ^+ D]invrK invf_div -exprVn.
by rewrite lef_pinv ?posrE ?divr_gt0 ?exprn_gt0 ?invr_gt0.
Qed.

(* log(1/gamma) >= (1 - gamma) / (2 gamma) for gamma >= 1/2 (l. 2379) *)
Lemma log_inv_ge : 2%:R^-1 <= gamma -> (1 - gamma) / (2%:R * gamma) <= ln gamma^-1.
Proof.
move=> gh; have n0 := lt0r_neq0 g0.
have e : gamma^-1 = 1 + (gamma^-1 - 1) by rewrite addrC subrK.
have x0 : 0 <= gamma^-1 - 1 by rewrite subr_ge0 invf_ge1 // ltW.
have x1 : gamma^-1 - 1 <= 1.
  rewrite ler_subl_addr -[1 + 1]/(2%:R : R) -[2%:R]invrK lef_pinv ?posrE ?invr_gt0 ?ltr0n //.
have -> : (1 - gamma) / (2%:R * gamma) = (gamma^-1 - 1) / 2%:R.
  by field.
rewrite [in X in _ <= X]e; move: (gamma^-1 - 1) x0 x1 => x /RleP x0 /RleP x1; apply/RleP.
have := ln_ge_half x (conj x0 x1); clear; toR_goal; simpl; lra.
Qed.

(* D <= 2 gamma log T / (1 - gamma) + 1 *)
Lemma depth_le : 2%:R^-1 <= gamma -> is_ceil (ln T%:R / ln gamma^-1)%ring D ->
  D%:R <= 2%:R * gamma * ln T%:R / (1 - gamma) + 1.
Proof.
move=> gh /andP [_ /ltW h]; apply: (le_trans h); rewrite ler_add2r.
have gg : 0 < 1 - gamma by rewrite subr_gt0.
have g2 : 0 < 2%:R * gamma by rewrite mulr_gt0 ?ltr0n.
rewrite ler_pdivr_mulr ?log_inv_gt0 //; apply: (@le_trans _ _ (2%:R * gamma * ln T%:R / (1 - gamma) *
  ((1 - gamma) / (2%:R * gamma)))).
  same; move: (ln T%:R) (lt0r_neq0 gg) (lt0r_neq0 g2) => x; move: (1 - gamma) (2%:R * gamma) => y z n1 n2.
  by field; rewrite n1 n2.
apply: ler_wpmul2l (log_inv_ge gh); rewrite divr_ge0 ?(ltW gg) // mulr_ge0 ?(ltW g2) // ln_ge0 //.
by rewrite ler1n.
Qed.

(* D <= 2 log T / (1 - gamma) if also T >= 2: the rounding is paid by log T >= 1/2 (Z9). *)
Lemma depth_le2 : (1 < T)%N -> 2%:R^-1 <= gamma -> is_ceil (ln T%:R / ln gamma^-1)%ring D ->
  D%:R <= 2%:R * ln T%:R / (1 - gamma).
Proof.
move=> T2 gh /(depth_le gh) h; apply: (le_trans h).
have gg : 0 < 1 - gamma by rewrite subr_gt0.
have l2 : 1 <= 2%:R * ln T%:R.
  have l : 2%:R^-1 <= ln 2%:R.
    apply/RleP; have := ln_ge_half 1 (conj Rle_0_1 (Rle_refl 1)); clear.
    have -> : (2%:R : R) = Rplus 1 1 by [].
    rewrite RinvE' /Rdiv Rmult_1_l; exact.
  rewrite -ler_pdivr_mull ?ltr0n // mulr1; apply: (le_trans l); apply: ln_le; first by rewrite ltr0n.
  by rewrite ler_nat.
rewrite ler_pdivl_mulr // mulrDl divfK ?gt_eqF // mul1r.
have -> : 2%:R * gamma * ln T%:R = 2%:R * ln T%:R - (1 - gamma) * (2%:R * ln T%:R).
  by move: (ln T%:R) => x; ring.
by rewrite -addrA ger_addl addrC subr_le0 ler_pemulr // ltW.
Qed.
End Depth.

(* Discount factors *)

Section Discount.
Variables (d : nat) (E : finType) (e0 : E).
Variables (mu dmu ddmu : R -> R) (c_mu k_mu S m : R).
Variables (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop).
Variables (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat best : seq E -> 'cV[R]_d).
Variables (gamma lam delta : R) (T D Gamma : nat).
Hypotheses (d0 : (0 < d)%N) (T0 : (0 < T)%N) (lam0 : 0 < lam) (m0 : 0 < m).
Hypotheses (g0 : 0 < gamma) (g1 : gamma < 1) (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis floor : slope_floor d dmu S c_mu.
Hypothesis env : glm_environment mu dmu S m theta actions law reward.
Hypothesis changes : (breaks theta T <= Gamma)%N.
Hypothesis best_allowed : forall h, actions h (best h).

(* beta_T^delta of D-GLM-UCB: eq:beta_main with rho and Sbar of the appendix (l. 2182). *)
Definition beta_D := beta lam k_mu (Sbar lam S k_mu m gamma D) (rho d T lam m k_mu delta gamma D).

(* The third term: (2 beta / sqrt c_mu) sqrt T sqrt(2 max(1, c_mu/lambda) d (T log(1/gamma)
   + log(1 + c_mu / (d lambda (1 - gamma))))) *)
Definition exploration_term := 2%:R * beta_D / Num.sqrt c_mu * Num.sqrt T%:R
  * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * d%:R
      * (T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))))).

Hypothesis algorithm : D_GLM_UCB e0 mu actions reward gamma lam c_mu beta_D act hat.

(* lemma:ellipticalpotential_Discount and corollary:inequality_determinant_V, with ridge lambda / c_mu. *)
Lemma potential_D h :
  \sum_(t < T) qf (invmx (design (lam / c_mu) (past act h) (discount gamma t) t)) (past act h t) <=
  2%:R * Num.max 1 (c_mu / lam) * d%:R
      * (T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma)))).
Proof.
have [c0 _] := floor; have lc0 : 0 < lam / c_mu by rewrite divr_gt0.
have a1 t : dot (past act h t) (past act h t) <= 1.
  rewrite -nrm2_sqr exprn_ile1 ?nrm2_ge0 // (env_actions env (h := take t h)) //.
  by case: algorithm => _ /(_ (take t h)) [].
have := elliptical_potential_dim g0 g1 lc0 a1 T d0; rewrite invf_div mul1r => H.
apply: (le_trans H); same; congr (_ * (_ + ln (1 + _))).
rewrite mulrA !invfM invrK; have := lt0r_neq0 c0; move: (d%:R^-1) (lam^-1) ((1 - gamma)^-1) => x y z _.
by ring.
Qed.

(* th:regret_D_no_proj_main before D is chosen (l. 2373), corrected: with probability at least 1 - delta
   R_T <= m Gamma_T D + 2 T (k_mu/lambda) gamma^D/(1-gamma) (2 S k_mu + m) + exploration term. *)
Theorem regret_D_no_proj : 1 - delta <= Pr (played law act) T (fun h =>
  regret mu theta best act T h <= m * (Gamma * D)%:R
    + 2%:R * T%:R * (k_mu / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m)
    + exploration_term) [::].
Proof.
have p0 h e : 0 <= played law act h e.
  by apply: (env_law_ge0 env); case: algorithm => _ /(_ h) [].
apply: (with_probabilityE p0).
have := algorithm; rewrite /D_GLM_UCB /beta_D -SbarE -rhoE => alg.
have := regret_weights d0 T0 lam0 m0 de0 de1 link floor env (fun t s => discount_range t g0 g1 s)
  (fun t => discount_old D t g0 g1) (fun t => discount_recent D t g0 g1) alg best_allowed
  (fun h _ => potential_D h).
apply: with_probability_le => h hT /le_trans; apply; rewrite SbarE rhoE -/beta_D -/exploration_term.
rewrite ler_add2r; apply: ler_add; last by same; rewrite /bias !mulrA.
by rewrite ler_wpmul2l ?(ltW m0) // ler_nat leq_mul2r changes orbT.
Qed.

(* gamma^D <= 1/T makes the bias term 2 k_mu (2 S k_mu + m) / (lambda (1 - gamma)). *)
Lemma bias_term_le : ln T%:R / ln gamma^-1 <= D%:R ->
  2%:R * T%:R * (k_mu / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m) <=
  2%:R * k_mu * (2%:R * S * k_mu + m) / (lam * (1 - gamma)).
Proof.
move=> /(depth_power T0 g0 g1) h; have Tp : 0 < T%:R :> R by rewrite ltr0n.
have k0 := kmu0 link; have S0 := S_ge0 env; have gg : 0 < 1 - gamma by rewrite subr_gt0.
have -> : 2%:R * T%:R * (k_mu / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m) =
  2%:R * k_mu * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) * (T%:R * gamma ^+ D).
  rewrite invfM; move: (lam^-1) ((1 - gamma)^-1) (T%:R) (gamma ^+ D) => x y z u.
  by ring.
apply: ler_pimulr; last by rewrite -ler_pdivl_mull // mulr1.
rewrite divr_ge0 //; last by rewrite mulr_ge0 // ltW.
by rewrite !mulr_ge0 ?ler0n // addr_ge0 ?(ltW m0) // !mulr_ge0 ?ler0n.
Qed.

(* th:regret_D_no_proj_main (l. 760), corrected: D = ceil(log T / log(1/gamma)), 1/2 <= gamma < 1, T >= 2;
   with probability at least 1 - delta
   R_T <= m (2 log T / (1 - gamma)) Gamma_T + 2 k_mu (2 S k_mu + m) / (lambda (1 - gamma)) + exploration. *)
Theorem regret_D_no_proj_ceil : (1 < T)%N -> 2%:R^-1 <= gamma ->
  is_ceil (ln T%:R / ln gamma^-1)%ring D ->
  1 - delta <= Pr (played law act) T (fun h =>
  regret mu theta best act T h <= m * (2%:R * ln T%:R / (1 - gamma)) * Gamma%:R
    + 2%:R * k_mu * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) + exploration_term) [::].
Proof.
move=> T2 gh Dc; apply: (le_trans regret_D_no_proj).
have p0 h e : 0 <= played law act h e.
  by apply: (env_law_ge0 env); case: algorithm => _ /(_ h) [].
apply: (Pr_le p0) => h _ /le_trans; apply; rewrite ler_add2r; apply: ler_add; last first.
  by apply: bias_term_le; case/andP: Dc.
rewrite natrM -mulrA ler_wpmul2l ?(ltW m0) // mulrC ler_wpmul2r ?ler0n //.
exact: (depth_le2 T0 g0 g1).
Qed.
End Discount.
