(* Bonus and regret with the sharper constants, with probability at least 1 - delta (Z114, Z115, Z166-Z169).
   First for any weights as in deviation.v, with a radius rho t for the round after t rounds; B bounds what
   the old rounds weigh together. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus regret.
From Glb Require Import path_regret refined_bonus window_deviation window_regret.
From Glb Require Import sharper_numbers sharper_radius sharper_error.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* Z167: sum (x_t + y)^2 <= (sqrt(sum x_t^2) + y sqrt n)^2 *)
Lemma sum_squares n (x : nat -> R) (y : R) : \sum_(t < n) (x t + y) ^+ 2 =
  \sum_(t < n) x t ^+ 2 + 2%:R * y * (\sum_(t < n) x t) + n%:R * y ^+ 2.
Proof.
have -> : n%:R * y ^+ 2 = \sum_(t < n) y ^+ 2 by rewrite sumr_const card_ord mulr_natl.
by rewrite mulr_sumr -!big_split /=; apply: eq_bigr => t _; ring.
Qed.
Lemma sum_norm n (x : nat -> R) (y : R) : 0 <= y ->
  \sum_(t < n) (x t + y) ^+ 2 <= (Num.sqrt (\sum_(t < n) x t ^+ 2) + y * Num.sqrt n%:R) ^+ 2.
Proof.
move=> y0; have A0 : 0 <= \sum_(t < n) x t ^+ 2 by apply: sumr_ge0 => t _; exact: sqr_ge0.
rewrite sum_squares sqrrD sqr_sqrtr // exprMn sqr_sqrtr ?ler0n // [y ^+ 2 * _]mulrC ler_add2r ler_add2l.
rewrite -[_ * _ *+ 2]mulr_natl -mulrA ler_wpmul2l ?ler0n // [X in _ <= X]mulrCA ler_wpmul2l //.
by rewrite [X in _ <= X]mulrC; exact: sum_sqrt.
Qed.

(* The rounds of one path with gaps: W^2/Delta, W = 2 B sqrt(Q/c_mu) + 2 bias sqrt T. *)
Section Path.
Variables (d T D : nat) (lam c_mu m bias B Q : R) (bt : nat -> R) (w : nat -> nat -> R).
Variables (a theta hat best : nat -> 'cV[R]_d) (acts : nat -> 'cV[R]_d -> Prop) (mu : R -> R).
Local Notation V t := (design (lam / c_mu) a (w t) t).
Local Notation bonus t b := (bt t / Num.sqrt c_mu * nrm (invmx (V t)) b).
Local Notation instant t := (mu (dot (best t) (theta t)) - mu (dot (a t) (theta t))).
Hypotheses (lam0 : 0 < lam) (c0 : 0 < c_mu) (m0 : 0 < m) (bias0 : 0 <= bias) (B0 : 0 <= B).
Hypothesis w01 : forall t s, 0 <= w t s <= 1.
Hypothesis bt_range : forall t, (t < T)%N -> 0 <= bt t <= B.
Hypothesis aP : forall t, (t < T)%N -> acts t (a t).
Hypothesis bestP : forall t, (t < T)%N -> acts t (best t).
Hypothesis opt : forall t b, (t < T)%N -> acts t b ->
  mu (dot b (hat t)) + bonus t b <= mu (dot (a t) (hat t)) + bonus t (a t).
Hypothesis covered : forall t b, (t < T)%N -> stationary theta D t -> acts t b ->
  `|mu (dot b (hat t)) - mu (dot b (theta t))| <= bias + bonus t b.
Hypothesis instant_m : forall t, (t < T)%N -> instant t <= m.
Hypothesis potential : \sum_(t < T) qf (invmx (V t)) (a t) <= Q.
Variable Delta : R.
Hypothesis Delta0 : 0 < Delta.
Hypothesis gap : forall t, (t < T)%N -> 0 < instant t -> Delta <= instant t.
Theorem path_gap_norm : \sum_(t < T) instant t <= m * (breaks theta T * D)%:R
    + (2%:R * B * Num.sqrt (Q / c_mu) + 2%:R * bias * Num.sqrt T%:R) ^+ 2 / Delta.
Proof.
pose f t := (2%:R * (bias + B / Num.sqrt c_mu * nrm (invmx (V t)) (a t))) ^+ 2 / Delta.
apply: le_trans (@path_split d T D m a theta best mu m0 instant_m f _ _) _ => [t|t tT st|].
- by rewrite divr_ge0 ?sqr_ge0 ?ltW.
- apply: (path_gap_square Delta0 gap tT); exact: (path_round bt_range aP bestP opt covered tT st).
rewrite ler_add2l -mulr_suml ler_pmul2r ?invr_gt0 //.
pose x t := 2%:R * B / Num.sqrt c_mu * nrm (invmx (V t)) (a t).
have -> : \sum_(t < T) (2%:R * (bias + B / Num.sqrt c_mu * nrm (invmx (V t)) (a t))) ^+ 2 =
    \sum_(t < T) (x t + 2%:R * bias) ^+ 2.
  by apply: eq_bigr => t _; rewrite /x; move: (nrm _ _) (Num.sqrt c_mu)^-1 => y z; ring.
have y0 : 0 <= 2%:R * bias by rewrite mulr_ge0 ?ler0n.
apply: le_trans (sum_norm T x y0) _; apply: ler_expn2r; rewrite ?nnegrE ?addr_ge0 ?mulr_ge0 ?sqrtr_ge0
  ?ler0n //.
rewrite ler_add2r; have k0 : 0 <= 2%:R * B by rewrite mulr_ge0 ?ler0n.
rewrite -[X in _ <= X * _](ger0_norm k0) -sqrtr_sqr -sqrtrM ?sqr_ge0 // ler_wsqrtr //.
apply: (@le_trans _ _ ((2%:R * B) ^+ 2 / c_mu * \sum_(t < T) nrm (invmx (V t)) (a t) ^+ 2)).
  rewrite mulr_sumr le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigr => t _.
  by rewrite /x !exprMn exprVn [Num.sqrt c_mu ^+ 2]sqr_sqrtr ?(ltW c0).
rewrite -mulrA ler_wpmul2l ?sqr_ge0 // mulrC ler_wpmul2r ?invr_ge0 ?(ltW c0) //.
exact: (path_potential lam0 c0 w01 potential).
Qed.
End Path.

Section OnTrees.
Variables (d : nat) (E : finType) (e0 : E).
Variables (mu dmu ddmu : R -> R) (c_mu k_mu S m : R).
Variables (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop).
Variables (law reward : seq E -> 'cV[R]_d -> E -> R) (act hat : seq E -> 'cV[R]_d).
Variables (w : nat -> nat -> R) (W2 : nat -> R) (W B lam delta u r : R) (T D : nat).
Hypotheses (d0 : (0 < d)%N) (T0 : (0 < T)%N) (lam0 : 0 < lam) (m0 : 0 < m) (u0 : 0 < u) (r0 : 0 < r).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1) (S0 : 0 < S).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis floor : slope_floor d dmu S c_mu.
Hypothesis env : glm_environment mu dmu S m theta actions law reward.
Hypothesis allowed : forall h, actions h (act h).
Hypothesis w01 : forall t s, 0 <= w t s <= 1.
Hypothesis w_old : forall t, \sum_(s < t) (if recent t D s then 0 else w t s) <= W.
Hypothesis w_recent : forall t, \sum_(s < t) (if recent t D s then w t s else 0) ^+ 2 <= W2 t.
Hypothesis mle : weighted_mle e0 mu w lam reward act hat.
Hypothesis old : forall h t, size h = T -> (t < T)%N ->
  nrm2 (old_part t D (w t) (past act h) theta (past_noise e0 mu theta reward act h) (theta t) mu) <= B.
Local Notation rho t := (rho_sharp d T lam m k_mu delta u r (W2 t)).
Local Notation V h t := (design (lam / c_mu) (past act h) (w t) t).

(* The noise is within the radius at all rounds. *)
Lemma sharp_noise : with_probability (played law act) T delta (fun h => forall t, (t < T)%N ->
  nrm (invmx (Htilde lam (past act h) (w t) D t dmu theta))
    (recent_noise (past act h) (w t) D t (past_noise e0 mu theta reward act h)) <= rho t).
Proof.
pose eps h e := reward h (act h) e - mu (dot (act h) (theta (size h))).
pose vr h := dmu (dot (act h) (theta (size h))).
have p0 h e : 0 <= played law act h e by exact: (env_law_ge0 env).
have p1 h : \sum_e played law act h e = 1 by exact: (env_law_sum env).
have ce h : \sum_e played law act h e * eps h e = 0 by exact: (eps_centred env allowed).
have bd h e : `|eps h e| <= m by exact: (noise_range _ env).
have va h : \sum_e played law act h e * eps h e ^+ 2 <= vr h by exact: (env_variance env).
have sl h : vr h <= k_mu by exact: (dmu_le link).
eexists; split.
  exact: (sharp_within e0 p0 p1 d0 T0 lam0 m0 u0 r0 de0 de1 (act_unit env allowed) ce bd va sl w01 w_recent).
move=> h hT /allP /= A t tT; have := A t; rewrite mem_iota add0n tT => /(_ isT); rewrite -leNgt.
have th : (t <= size h)%N by rewrite hT ltnW.
rewrite (Hh_take dmu theta act w lam D th).
by rewrite (Sh_take e0 mu theta reward act w D th).
Qed.

(* Z114, Z166: the prediction error is at most bias plus bonus. *)
Theorem sharp_error_main : with_probability (played law act) T delta (fun h =>
  forall t b, (t < T)%N -> stationary theta D t -> nrm2 b <= 1 ->
  `|mu (dot b (hat (take t h))) - mu (dot b (theta t))| <= k_mu * (B / lam)
    + beta_sharp lam k_mu S (s_sharp lam S B) (rho t) / Num.sqrt c_mu * nrm (invmx (V h t)) b).
Proof.
have [c0 fl] := floor; apply: with_probability_le sharp_noise => h hT A t b tT st b1.
have th : (t <= size h)%N by rewrite hT ltnW.
have data := round_at env allowed w01 w_old mle th st.
apply: (sharp_error lam0 c0 S0 link data (old hT tT) _ (A t tT) b1) => s _.
by rewrite fl ?(env_theta env) // (act_unit env allowed).
Qed.

(* Z115: the same where the estimate lies in Theta *)
Theorem sharp_ball_main : with_probability (played law act) T delta (fun h =>
  forall t b, (t < T)%N -> stationary theta D t -> nrm2 (hat (take t h)) <= S -> nrm2 b <= 1 ->
  `|mu (dot b (hat (take t h))) - mu (dot b (theta t))| <= k_mu * (B / lam)
    + beta_bar_sharp lam k_mu S (rho t) / Num.sqrt c_mu * nrm (invmx (V h t)) b).
Proof.
apply: with_probability_le sharp_noise => h hT A t b tT st hS b1.
have th : (t <= size h)%N by rewrite hT ltnW.
have data := round_at env allowed w01 w_old mle th st.
exact: (sharp_error_ball lam0 S0 link floor data (old hT tT) hS (A t tT) b1).
Qed.

(* The regret *)
Variables (best : seq E -> 'cV[R]_d) (Bt Q : R).
Local Notation bt t := (beta_sharp lam k_mu S (s_sharp lam S B) (rho t)).
Local Notation bias := (k_mu * (B / lam)).
Hypothesis opt : optimistic mu actions (fun h b => bt (size h) / Num.sqrt c_mu * nrm (invmx (V h (size h))) b)
  act hat.
Hypothesis best_allowed : forall h, actions h (best h).
Hypothesis bt_le : forall t, (t < T)%N -> bt t <= Bt.
Hypothesis potential : forall h, size h = T -> \sum_(t < T) qf (invmx (V h t)) (past act h t) <= Q.
Let B0 : 0 <= B. Proof. by have := old (size_nseq T e0) T0; apply: le_trans; exact: nrm2_ge0. Qed.
Let k0 : 0 <= k_mu. Proof. exact: (kmu0 link). Qed.
Let bias0 : 0 <= bias. Proof. by rewrite mulr_ge0 // divr_ge0 // ltW. Qed.
Let bt0 t : 0 <= bt t. Proof. by apply: beta_sharp_ge0 => //; exact: ltW. Qed.
Let Bt0 : 0 <= Bt. Proof. exact: le_trans (bt0 0) (bt_le T0). Qed.

(* What the path theorems ask for, along a history on which the bonus covers the error *)
Lemma sharp_path h : size h = T ->
  [/\ forall t, (t < T)%N -> 0 <= bt t <= Bt,
      forall t b, (t < T)%N -> actions (take t h) b ->
        mu (dot b (hat (take t h))) + bt t / Num.sqrt c_mu * nrm (invmx (V h t)) b <=
        mu (dot (past act h t) (hat (take t h))) + bt t / Num.sqrt c_mu * nrm (invmx (V h t)) (past act h t) &
      forall t, (t < T)%N -> mu (dot (past best h t) (theta t)) - mu (dot (past act h t) (theta t)) <= m].
Proof.
move=> hT; split=> [t tT|t b tT bP|t tT]; first by rewrite bt0 bt_le.
  have st : size (take t h) = t by rewrite size_takel // hT ltnW.
  have := (opt (take t h)).2 b bP; rewrite st.
  have -> // : design (lam / c_mu) (past act (take t h)) (w t) t = V h t.
  by rewrite /design; congr (_ + _); apply: eq_bigr => s _; rewrite /past take_take // ltnW.
have := mean_range env (best_allowed (take t h)); have := mean_range env (allowed (take t h)).
rewrite size_takel ?hT ?(ltnW tT) // => /andP [h0 _] /andP [_ h1].
by rewrite ler_subl_addr (le_trans h1) // ler_addl.
Qed.

Let p0 h e : 0 <= played law act h e. Proof. exact: (env_law_ge0 env). Qed.

Theorem sharp_worst_case : 1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
  m * (breaks theta T * D)%:R
  + Num.sqrt T%:R * (2%:R * Bt * Num.sqrt (Q / c_mu) + 2%:R * bias * Num.sqrt T%:R)) [::].
Proof.
have [c0 _] := floor; apply: (with_probabilityE p0); apply: with_probability_le sharp_error_main => h hT err.
have [btr o im] := sharp_path hT; have cov t b : (t < T)%N -> stationary theta D t ->
  actions (take t h) b -> _ :=
  fun tT st bP => err t b tT st (env_actions env bP).
have := path_worst_case lam0 c0 m0 bias0 w01 btr (fun t _ => allowed (take t h))
  (fun t _ => best_allowed (take t h)) o cov im (potential hT) Bt0.
move=> /le_trans; apply; rewrite -addrA ler_add2l le_eqVlt; apply/orP; left; apply/eqP.
rewrite -[X in 2%:R * X * _](sqr_sqrtr (ler0n _ T)) [Q / _]mulrC sqrtrM ?invr_ge0 ?(ltW c0) //.
rewrite (sqrtrV (ltW c0)).
by move: (Num.sqrt T%:R) (Num.sqrt c_mu)^-1 (Num.sqrt Q) (B / lam) => y z x v; ring.
Qed.

Theorem sharp_gap Delta : 0 < Delta ->
  (forall h b, (size h < T)%N -> actions h b ->
    mu (dot b (theta (size h))) < mu (dot (best h) (theta (size h))) ->
    Delta <= mu (dot (best h) (theta (size h))) - mu (dot b (theta (size h)))) ->
  1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
  m * (breaks theta T * D)%:R
  + (2%:R * Bt * Num.sqrt (Q / c_mu) + 2%:R * bias * Num.sqrt T%:R) ^+ 2 / Delta) [::].
Proof.
move=> Delta0 gap; have [c0 _] := floor.
apply: (with_probabilityE p0); apply: with_probability_le sharp_error_main => h hT err.
have [btr o im] := sharp_path hT; have cov t b : (t < T)%N -> stationary theta D t ->
  actions (take t h) b -> _ :=
  fun tT st bP => err t b tT st (env_actions env bP).
apply: (path_gap_norm lam0 c0 m0 bias0 Bt0 w01 btr (fun t _ => allowed (take t h))
  (fun t _ => best_allowed (take t h)) o cov im (potential hT) Delta0) => t tT.
have := @gap (take t h) (act (take t h)); rewrite size_takel ?hT ?(ltnW tT) // subr_gt0.
exact.
Qed.
End OnTrees.

(* m W/lambda as it is printed *)
Lemma old_weight (m W lam : R) : m * W / lam = m / lam * W.
Proof. exact: mulrAC. Qed.
Lemma old_bias (k m W lam : R) : k * (m * W / lam) = k * m / lam * W.
Proof. by rewrite old_weight !mulrA. Qed.
Lemma s_sharpE (lam S m W : R) : s_sharp lam S (m * W) = S + m / lam * W + S / (exp S - 1).
Proof. by rewrite /s_sharp old_weight. Qed.
(* without old rounds s is S/(1 - e^{-S}) *)
Lemma s_sharp0 (lam S : R) : 0 < S -> s_sharp lam S 0 = S / (1 - exp (- S)).
Proof.
move=> /RltP S0; rewrite /s_sharp mul0r addr0; have := loss_split S S0.
by rewrite /Rdiv -!RinvE'; exact: esym.
Qed.

(* What the old rounds weigh *)
Section Old.
Variables (d : nat) (E : finType) (e0 : E) (mu dmu : R -> R) (S m : R).
Variables (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop).
Variables (law reward : seq E -> 'cV[R]_d -> E -> R) (act : seq E -> 'cV[R]_d).
Hypothesis env : glm_environment mu dmu S m theta actions law reward.
Hypothesis allowed : forall h, actions h (act h).
Local Notation noise h := (past_noise e0 mu theta reward act h).

(* with discounts, if all means lie in [0, m]: m gamma^D/(1 - gamma) *)
Lemma discount_old_part (gamma : R) D h t : 0 < gamma -> gamma < 1 -> 0 <= m -> (forall z, 0 <= mu z <= m) ->
  nrm2 (old_part t D (discount gamma t) (past act h) theta (noise h) (theta t) mu)
    <= m * (gamma ^+ D / (1 - gamma)).
Proof.
move=> g0 g1 m0 mr; rewrite /old_part; apply: (@old_sum d t D (discount gamma t) (fun s =>
    mu (dot (past act h s) (theta s)) - mu (dot (past act h s) (theta t)) + noise h s) (past act h) m
    (gamma ^+ D / (1 - gamma))%ring m0) => [s|s|s _|]; last exact: discount_old.
- by case/andP: (discount_range t g0 g1 s).
- exact: (act_unit env allowed).
rewrite /past_noise; have /andP [r0 r1] := env_reward env (nth e0 h s) (allowed (take s h)).
have /andP [q0 q1] := mr (dot (past act h s) (theta t)).
have -> : mu (dot (past act h s) (theta s)) - mu (dot (past act h s) (theta t)) +
    (past_reward e0 reward act h s - mu (dot (past act h s) (theta s))) =
    past_reward e0 reward act h s - mu (dot (past act h s) (theta t)).
  by move: (mu _) (mu _) (past_reward _ _ _ _ _) => x y z; ring.
rewrite ler_norml ler_subl_addr ler_subr_addr; apply/andP; split; last by rewrite (le_trans r1) // ler_addl.
by rewrite (le_trans _ r0) // addrC subr_le0.
Qed.

(* in a window: nothing *)
Lemma window_old_part tau h t :
  nrm2 (old_part t tau (window_weight R_realFieldType tau t) (past act h) theta (noise h) (theta t) mu) <= 0.
Proof.
rewrite /old_part big1 => [|s _]; first by rewrite nrm2E nrm0.
rewrite /recent /window_weight; case: leqP => _ /=; first by rewrite scale0r.
by rewrite mulr0n mul0r scale0r.
Qed.
End Old.

(* The potential with ridge lambda/c_mu (Z161 and I46, Z163) *)
Section Potential.
Variables (d T : nat) (lam c_mu : R) (a : nat -> 'cV[R]_d).
Hypotheses (d0 : (0 < d)%N) (lam0 : 0 < lam) (c0 : 0 < c_mu) (a1 : forall t, nrm2 (a t) <= 1).
Let l0 : 0 < lam / c_mu. Proof. by rewrite divr_gt0. Qed.
Let a1' t : dot (a t) (a t) <= 1. Proof. by rewrite -nrm2_sqr exprn_ile1 ?nrm2_ge0. Qed.

Lemma potential_ridge (gamma y : R) : 0 < gamma -> gamma < 1 ->
  y = c_mu * (1 - gamma ^+ T) / (d%:R * lam * (1 - gamma)) ->
  \sum_(t < T) qf (invmx (design (lam / c_mu) a (discount gamma t) t)) (a t) <=
  Num.min (T%:R * c_mu / lam) (c_mu / (lam * ln (1 + c_mu / lam))
    * (d%:R * (ln (1 + y) + (T - 1)%:R * ln ((1 + y) / (1 + gamma * y))))).
Proof.
move=> g0 g1 yE; rewrite le_minr; apply/andP; split.
  rewrite -[T in T%:R]card_ord -mulrA mulr_natl -sumr_const; apply: ler_sum => t _.
  have Vp : pd (design (lam / c_mu) a (discount gamma t) t).
    by apply: design_pd => // s _; case/andP: (discount_range t g0 g1 s).
  have Vge : loewner (lam / c_mu)%:M (design (lam / c_mu) a (discount gamma t) t).
    by move=> x; rewrite qf_scalar; apply: design_ge => s _; case/andP: (discount_range t g0 g1 s).
  rewrite -(nrm_sqr _ (pd_psd (pd_inv Vp))); have h := nrm_inv_le (a t) l0 Vp Vge.
  apply: (@le_trans _ _ ((nrm2 (a t) / Num.sqrt (lam / c_mu)) ^+ 2)).
    by rewrite ler_expn2r ?nnegrE ?nrm_ge0 // (le_trans _ h) ?nrm_ge0.
  rewrite expr_div_n nrm2_sqr (sqr_sqrtr (ltW l0)) invf_div -[X in _ <= X]mul1r.
  by rewrite ler_wpmul2r ?divr_ge0 // ltW.
have yE' : y = (1 - gamma ^+ T) / (d%:R * (lam / c_mu) * (1 - gamma)).
  by rewrite yE !invfM invrK; move: (_^-1) (_^-1) (_^-1) => x1 x2 x3; ring.
have := elliptical_potential_ridge g0 g1 l0 a1' d0 yE'; move=> /le_trans; apply.
rewrite le_eqVlt /sharp_factor; apply/orP; left; apply/eqP; rewrite subn1; congr (_ * _).
by rewrite invf_div !invfM invrK; move: (ln _)^-1 => x; move: lam^-1 => z; ring.
Qed.

Lemma potential_blocks tau N : N = ((T + (tau + 1) - 1) %/ (tau + 1))%N ->
  \sum_(t < T) qf (invmx (V_window (lam / c_mu) a tau t)) (a t) <=
  c_mu / (lam * ln (1 + c_mu / lam)) * (d%:R * (N%:R * ln (1 + c_mu * T%:R / (N%:R * d%:R * lam)))).
Proof.
rewrite addnA addnK addn1 => NE; have := elliptical_potential_blocks l0 a1' NE; move=> /le_trans; apply.
rewrite le_eqVlt /sharp_factor; apply/orP; left; apply/eqP; congr (_ * (_ * (_ * ln (1 + _)))).
  by rewrite invf_div !invfM invrK; move: (ln _)^-1 => x; move: lam^-1 => z; ring.
by rewrite !invfM invrK; move: (_^-1) (_^-1) (_^-1) => x1 x2 x3; ring.
Qed.
End Potential.
