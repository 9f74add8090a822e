(* The regret theorem for any law of rewards: th:regret_D_no_proj_main (l. 755-799, proof l. 2310-2409).

   The outcomes of a round form any type E; the law of a round, given the past and the action, is a
   functional on bounded functions (any_law.v).  Given the tail inequality (any_law_tail.v) the argument
   is that of regret.v: on a single path, if the noise is within rho at every round, the regret is at
   most the bound; the probability that some round fails is at most delta.  The path part is stated for
   sequences, without histories. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus regret.
From Glb Require Import any_law any_law_tail.
From Glb Require Export any_law_path.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section AnyLaw.
Variables (d : nat) (E : Type) (e0 : E).
Variables (mu dmu ddmu : R -> R) (c_mu k_mu S m : R).
Variables (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop).
Variables (Ec : seq E -> 'cV[R]_d -> (E -> R) -> R) (reward : seq E -> 'cV[R]_d -> E -> R).
Variables (act hat best : seq E -> 'cV[R]_d).
Variables (w : nat -> nat -> R) (W W2 lam delta Q : R) (T D : nat).
Hypotheses (d0 : (0 < d)%N) (T0 : (0 < T)%N) (lam0 : 0 < lam) (m0 : 0 < m).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis floor : slope_floor d dmu S c_mu.
Hypothesis env : any_environment mu dmu S m theta actions Ec reward.
Hypothesis w01 : forall t s, 0 <= w t s <= 1.
Hypothesis w_old : forall t, \sum_(s < t) (if recent t D s then 0 else w t s) <= W.
Hypothesis w_recent : forall t, \sum_(s < t) (if recent t D s then w t s else 0) ^+ 2 <= W2.

Local Notation rhoT := (rho_of d T lam m k_mu delta W2).
Local Notation bt := (beta lam k_mu (Sbar_of lam S k_mu m W) rhoT).
Local Notation V h := (design (lam / c_mu) (ppast act h) (w (size h)) (size h)).
Local Notation played := (fun h => Ec h (act h)).

Hypothesis allowed : forall h, actions h (act h).
Hypothesis best_allowed : forall h, actions h (best h).
(* eq:char_MLE_D: the weighted maximum-likelihood estimate *)
Hypothesis mle : forall h,
  \sum_(s < size h) (w (size h) s * mu (dot (ppast act h s) (hat h))) *: ppast act h s + lam *: hat h =
  \sum_(s < size h) (w (size h) s * preward e0 reward act h s) *: ppast act h s.
(* the action maximises mu(<b, hat>) + (beta / sqrt c_mu) |b|_{V^-1} *)
Hypothesis opt : forall h b, actions h b ->
  mu (dot b (hat h)) + bt / Num.sqrt c_mu * nrm (invmx (V h)) b <=
  mu (dot (act h) (hat h)) + bt / Num.sqrt c_mu * nrm (invmx (V h)) (act h).
Hypothesis potential : forall h, size h = T ->
  \sum_(t < T) qf (invmx (design (lam / c_mu) (ppast act h) (w t) t)) (ppast act h t) <= Q.

Let cut t s := if recent t D s then w t s else 0.
Let eps h e := reward h (act h) e - mu (dot (act h) (theta (size h))).
Let vr h := dmu (dot (act h) (theta (size h))).
Let U h : upper_law (Ec h (act h)) := any_upper env (allowed h).

Lemma reward_bounded h b : actions h b -> bounded (reward h b).
Proof.
move=> hb; exists m => e; have /andP [r0 r1] := any_reward env e hb.
by rewrite ger0_norm.
Qed.
(* means of rewards in [0, m] lie in [0, m] *)
Lemma any_mean_range h b : actions h b -> 0 <= mu (dot b (theta (size h))) <= m.
Proof.
move=> hb; have u := any_upper env hb; have bR := reward_bounded hb; rewrite -(any_mean env hb).
have r e := andP (any_reward env e hb); apply/andP; split.
  by rewrite -(law_const u 0%ring); apply: law_le => // [|e]; [exact: bounded_const|case: (r e)].
by rewrite -[X in _ <= X](law_const u m); apply: law_le => // [|e]; [exact: bounded_const|case: (r e)].
Qed.
(* the noise is bounded by m, and centred *)
Lemma any_noise h e : `|eps h e| <= m.
Proof.
have /andP [r0 r1] := any_reward env e (allowed h); have /andP [q0 q1] := any_mean_range (allowed h).
rewrite /eps ler_norml ler_subl_addr ler_subr_addr; apply/andP; split.
  by rewrite (le_trans _ r0) // addrC subr_le0.
by rewrite (le_trans r1) // ler_addl.
Qed.
Lemma any_centred h : Ec h (act h) (eps h) <= 0.
Proof.
have := law_add (U h) (reward_bounded (allowed h))
  (bounded_const _ (- mu (dot (act h) (theta (size h))))%ring).
by rewrite law_const // (any_mean env (allowed h)) subrr.
Qed.
Lemma any_centredN h : Ec h (act h) (fun e => -1 * eps h e) <= 0.
Proof.
have bR := bounded_scal (-1)%ring (reward_bounded (allowed h)).
have := law_add (U h) bR (bounded_const _ (mu (dot (act h) (theta (size h))))).
rewrite law_const // (any_mean_low env (allowed h)) addNr.
have -> // : (fun e => -1 * reward h (act h) e + mu (dot (act h) (theta (size h)))) = (fun e => -1 * eps h e).
by apply: functional_extensionality => e; rewrite /eps mulrBr !mulN1r opprK.
Qed.
Lemma S_nonneg : 0 <= S. Proof. exact: le_trans (nrm2_ge0 _) (any_theta env 0). Qed.
Lemma W2_nonneg : 0 <= W2. Proof. by apply: le_trans (w_recent 0); rewrite big_ord0. Qed.
Lemma W_nonneg : 0 <= W. Proof. by apply: le_trans (w_old 0); rewrite big_ord0. Qed.

(* One round fails with probability at most delta / T. *)
Let fails t h := rhoT < nrm (invmx (Hw t act vr (cut t) lam h)) (Sw e0 t act eps (cut t) h).
Lemma any_round_fails t : Prob played t (fails t) [::] <= delta / T%:R.
Proof.
have Tp : 0 < T%:R :> R by rewrite ltr0n.
have dT0 : 0 < delta / T%:R by rewrite divr_gt0.
have dT1 : delta / T%:R <= 1.
  by rewrite ler_pdivr_mulr // mul1r (le_trans de1) // ler1n.
have c01 s : 0 <= cut t s <= 1 by rewrite /cut; case: ifP => _; rewrite ?w01 ?lexx ?ler01.
have := @tail_weights_law E e0 played U d t act eps vr (cut t) 1%ring m lam (delta / T%:R)%ring
  ltr01 m0 lam0 dT0 dT1
  (fun h _ => any_actions env (allowed h)) (fun h e _ => any_noise h e) (fun h _ => any_centred h)
  (fun h _ => any_centredN h) (fun h _ => any_variance env (allowed h)).
move=> /(_ (fun s _ => proj1 (andP (c01 s))) (fun s _ => proj2 (andP (c01 s)))); apply: le_trans.
apply: Prob_le => // h; rewrite add0n /fails => ht /ltW; apply: le_trans; rewrite mulr1.
have dk z : 0 <= dmu z <= k_mu.
  by rewrite (slope_dmu (link_slopes link)) /=; apply/RleP; exact: (link_lipschitz link).
have vr0 s : (s < t)%N -> 0 <= cut t s ^+ 2 * vr (take s h).
  by rewrite mulr_ge0 ?sqr_ge0 //; case/andP: (dk (dot (act (take s h)) (theta (size (take s h))))).
apply: (@tail_radius_rho d T t lam m k_mu delta W2 (ppast act h)
  (fun s => cut t s ^+ 2 * vr (take s h))) => //.
- exact: kmu0 link.
- exact: W2_nonneg.
- rewrite mulrC; apply: (@le_trans _ _ (\sum_(s < t) cut t s ^+ 2 * k_mu)).
    apply: ler_sum => s _; rewrite ler_wpmul2l ?sqr_ge0 // /vr.
    by case/andP: (dk (dot (act (take s h)) (theta (size (take s h))))).
  by rewrite -mulr_suml ler_wpmul2r ?(kmu0 link) ?w_recent.
- by move=> s; exact: (any_actions env (allowed _)).
Qed.

(* Some round fails with probability at most delta. *)
Lemma any_some_round_fails :
  Prob played T (fun h => has (fun t => fails t (take t h)) (iota 0 T)) [::] <= delta.
Proof.
have Tp : 0 < T%:R :> R by rewrite ltr0n.
apply: le_trans (Prob_union U T (iota 0 T) (fun t h => fails t (take t h)) [::]) _.
apply: (@le_trans _ _ (\sum_(t <- iota 0 T) delta / T%:R)); last first.
  by rewrite big_const_seq count_predT size_iota iter_addr_0 -mulr_natr divfK ?lt0r_neq0.
rewrite big_seq [X in _ <= X]big_seq; apply: ler_sum => t; rewrite mem_iota add0n => /andP [_ tT].
have := Prob_prefix U t (T - t) (fails t) [::]; rewrite add0n subnKC ?(ltnW tT) // => ->.
exact: any_round_fails.
Qed.

(* Where no round fails the regret is at most the bound. *)
Lemma any_regret_path h : size h = T -> ~~ has (fun t => fails t (take t h)) (iota 0 T) ->
  pregret mu theta best act T h <= m * (breaks theta T * D)%:R + 2%:R * T%:R * (k_mu / lam * bias S k_mu m W)
    + 2%:R * bt / Num.sqrt c_mu * Num.sqrt T%:R * Num.sqrt Q.
Proof.
move=> hT nb; have sz t : (t <= T)%N -> size (take t h) = t by move=> tT; rewrite size_takel // hT.
have tt s t : (s <= t)%N -> take s (take t h) = take s h by move=> st; rewrite take_take.
apply: (@path_regret d T D lam c_mu k_mu S m W rhoT Q w (ppast act h) theta (fun t => hat (take t h))
  (fun t => best (take t h)) (fun s => eps (take s h) (nth e0 h s))
  (fun t => actions (take t h)) mu dmu ddmu) => //.
- exact: W_nonneg.
- exact: S_nonneg.
- by move=> t b _; exact: (any_actions env).
- by move=> t _; exact: allowed.
- move=> t tT st; have tT' := ltnW tT; split=> //.
  + by move=> s; exact: (any_actions env (allowed _)).
  + exact: (any_theta env).
  + exact: (any_theta env).
  + exact: stationaryP.
  + by move=> s _; exact: any_noise.
  have := mle (take t h); rewrite sz // => e.
  rewrite [RHS](eq_bigr (fun s : 'I_t =>
      (w t s * preward e0 reward act (take t h) s) *: ppast act (take t h) s)).
    by rewrite -e; congr (_ + _); apply: eq_bigr => s _; rewrite /ppast tt // ltnW.
  move=> s _; have sT := ltn_ord s; rewrite /eps /preward /ppast !tt ?(ltnW sT) // nth_take //.
  by rewrite sz ?(leq_trans (ltnW sT)) // addrC subrK.
- move=> t b tT bP; have := opt bP; rewrite sz ?(ltnW tT) //.
  have -> // : design (lam / c_mu) (ppast act (take t h)) (w t) t = design (lam / c_mu) (ppast act h) (w t) t.
  by rewrite /design; congr (_ + _); apply: eq_bigr => s _; rewrite /ppast tt // ltnW.
- move=> t tT; have := any_mean_range (best_allowed (take t h)); have := any_mean_range (allowed (take t h)).
  rewrite sz ?(ltnW tT) // => /andP [h0 _] /andP [_ h1].
  by rewrite ler_subl_addr (le_trans h1) // ler_addl.
- exact: potential.
move=> t tT; move: nb; rewrite -all_predC => /allP /(_ t); rewrite mem_iota add0n tT /= => /(_ isT).
rewrite /fails -leNgt.
have -> : Hw t act vr (cut t) lam (take t h) = Htilde lam (ppast act h) (w t) D t dmu theta.
  rewrite /Hw /Htilde /design; congr (_ + _); apply: eq_bigr => s _; have sT := ltn_ord s.
  rewrite /ppast tt ?(ltnW sT) //; congr (_ *: _); rewrite /cut /vr sz ?(leq_trans (ltnW sT) (ltnW tT)) //.
  by case: ifP => _ //; rewrite expr0n mul0r.
have -> : Sw e0 t act eps (cut t) (take t h) =
  recent_noise (ppast act h) (w t) D t (fun s => eps (take s h) (nth e0 h s)).
  rewrite /Sw /recent_noise; apply: eq_bigr => s _; have sT := ltn_ord s.
  rewrite /ppast tt ?(ltnW sT) // nth_take //; congr (_ *: _); rewrite /cut.
  by case: ifP => _ //; rewrite mul0r.
exact.
Qed.

(* For any upper law, the regret exceeds the bound with probability at most delta. *)
Theorem any_law_regret_weights : Prob played T (fun h => ~~ (pregret mu theta best act T h <=
    m * (breaks theta T * D)%:R + 2%:R * T%:R * (k_mu / lam * bias S k_mu m W)
    + 2%:R * bt / Num.sqrt c_mu * Num.sqrt T%:R * Num.sqrt Q)) [::] <= delta.
Proof.
apply: le_trans any_some_round_fails; apply: Prob_le => // h; rewrite add0n => hT.
by apply: contraR; exact: any_regret_path.
Qed.
End AnyLaw.

(* lemma:ellipticalpotential_Discount and corollary:inequality_determinant_V, with ridge lambda / c_mu *)
Lemma potential_discount d T (gamma lam c_mu : R) (a : nat -> 'cV[R]_d) :
  (0 < d)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < c_mu -> (forall t, nrm2 (a t) <= 1) ->
  \sum_(t < T) qf (invmx (design (lam / c_mu) a (discount gamma t) t)) (a t)
  <= 2%:R * Num.max 1 (c_mu / lam) * d%:R * (T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma)))).
Proof.
move=> d0 g0 g1 lam0 c0 a1; have lc0 : 0 < lam / c_mu by rewrite divr_gt0.
have a1' t : dot (a t) (a t) <= 1 by rewrite -nrm2_sqr exprn_ile1 ?nrm2_ge0.
have := elliptical_potential_dim g0 g1 lc0 a1' T d0; rewrite invf_div mul1r => H.
apply: (le_trans H); rewrite le_eqVlt; apply/orP; left; apply/eqP; congr (_ * (_ + ln (1 + _))).
by rewrite !invfM invrK; move: (d%:R^-1) (lam^-1) ((1 - gamma)^-1) => x y z; ring.
Qed.

(* D-GLM-UCB with discount factors *)
Section Discount.
Variables (d : nat) (E : Type) (e0 : E).
Variables (mu dmu ddmu : R -> R) (c_mu k_mu S m : R).
Variables (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop).
Variables (Ec : seq E -> 'cV[R]_d -> (E -> R) -> R) (reward : seq E -> 'cV[R]_d -> E -> R).
Variables (act hat best : seq E -> 'cV[R]_d) (gamma lam delta : R) (T D : nat).
Hypotheses (d0 : (0 < d)%N) (T0 : (0 < T)%N) (lam0 : 0 < lam) (m0 : 0 < m).
Hypotheses (g0 : 0 < gamma) (g1 : gamma < 1) (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis floor : slope_floor d dmu S c_mu.
Hypothesis env : any_environment mu dmu S m theta actions Ec reward.
Hypothesis allowed : forall h, actions h (act h).
Hypothesis best_allowed : forall h, actions h (best h).
Hypothesis mle : forall h,
  \sum_(s < size h) (discount gamma (size h) s * mu (dot (ppast act h s) (hat h))) *: ppast act h s
    + lam *: hat h =
  \sum_(s < size h) (discount gamma (size h) s * preward e0 reward act h s) *: ppast act h s.
Let bt := beta_D d k_mu S m gamma lam delta T D.
Hypothesis opt : forall h b, actions h b ->
  let V := design (lam / c_mu) (ppast act h) (discount gamma (size h)) (size h) in
  mu (dot b (hat h)) + bt / Num.sqrt c_mu * nrm (invmx V) b <=
  mu (dot (act h) (hat h)) + bt / Num.sqrt c_mu * nrm (invmx V) (act h).

(* The bound of the theorem, for any D *)
Definition any_law_bound := m * (breaks theta T * D)%:R
    + 2%:R * T%:R * (k_mu / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m)
    + exploration_term d c_mu k_mu S m gamma lam delta T D.

Theorem any_law_regret :
  Prob (fun h => Ec h (act h)) T (fun h => ~~ (pregret mu theta best act T h <= any_law_bound)) [::] <= delta.
Proof.
have [c0 _] := floor; move: (opt); rewrite /bt /beta_D -SbarE -rhoE => opt'.
have U h : upper_law (Ec h (act h)) := any_upper env (allowed h).
apply: le_trans (any_law_regret_weights d0 T0 lam0 m0 de0 de1 link floor env
  (fun t s => discount_range t g0 g1 s) (fun t => discount_old D t g0 g1)
  (fun t => discount_recent D t g0 g1) allowed best_allowed mle opt'
  (fun h _ => potential_discount T d0 g0 g1 lam0 c0 (fun t => any_actions env (allowed (take t h))))).
apply: Prob_le => // h _; apply: contra => /le_trans; apply.
rewrite SbarE rhoE /any_law_bound /exploration_term -/bt.
by rewrite ler_add2r ler_add2l le_eqVlt; apply/orP; left; apply/eqP; rewrite /bias !mulrA.
Qed.

(* D = ceil(log T / log(1/gamma)), 1/2 <= gamma < 1, T >= 2: the bound in closed form *)
Lemma any_law_bound_ceil Gamma : (breaks theta T <= Gamma)%N -> (1 < T)%N -> 2%:R^-1 <= gamma ->
  is_ceil (ln T%:R / ln gamma^-1)%ring D ->
  any_law_bound <= m * (2%:R * ln T%:R / (1 - gamma)) * Gamma%:R
    + 2%:R * k_mu * (2%:R * S * k_mu + m) / (lam * (1 - gamma))
    + exploration_term d c_mu k_mu S m gamma lam delta T D.
Proof.
move=> ch T2 gh Dc; have k0 := kmu0 link; have gg : 0 < 1 - gamma by rewrite subr_gt0.
have S0 : 0 <= S := le_trans (nrm2_ge0 _) (any_theta env 0).
rewrite /any_law_bound ler_add2r; apply: ler_add.
  rewrite -mulrA ler_wpmul2l ?(ltW m0) // natrM mulrC; apply: ler_pmul; rewrite ?ler0n ?ler_nat //.
  exact: (depth_le2 T0 g0 g1).
have h : gamma ^+ D <= T%:R^-1 by apply: depth_power => //; case/andP: Dc.
have Tp : 0 < T%:R :> R by rewrite ltr0n.
have -> : 2%:R * T%:R * (k_mu / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m) =
  2%:R * k_mu * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) * (T%:R * gamma ^+ D).
  rewrite invfM; move: (lam^-1) ((1 - gamma)^-1) (T%:R) (gamma ^+ D) => x y z u.
  by ring.
apply: ler_pimulr; last by rewrite -ler_pdivl_mull // mulr1.
rewrite divr_ge0 //; last by rewrite mulr_ge0 // ltW.
by rewrite !mulr_ge0 ?ler0n // addr_ge0 ?(ltW m0) // !mulr_ge0 ?ler0n.
Qed.

(* For a law (not only an upper one): P(R_T <= bound) >= 1 - delta. *)
Theorem any_law_regret_D : (forall h, law (Ec h (act h))) ->
  1 - delta <= Prob (fun h => Ec h (act h)) T (fun h => pregret mu theta best act T h <= any_law_bound) [::].
Proof. by move=> L; rewrite (Prob_compl L) ler_add2l ler_opp2; exact: any_law_regret. Qed.
End Discount.
