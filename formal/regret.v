(* The regret theorem with discount factors (th:regret_D_no_proj_main). *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments mixing tail potentials deviation.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* sum x_t <= sqrt T sqrt (sum x_t^2) *)
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

Section Regret.
Variables (d T D : nat) (g lam cm km S m rho rmax : R).
Variables (a th hat ast : nat -> 'cV[R]_d) (act : nat -> 'cV[R]_d -> Prop) (eps : nat -> R).
Variables (mu dmu : R -> R) (alpha : R -> R -> R).
Hypotheses (d0 : (0 < d)%N) (g0 : 0 < g) (g1 : g < 1) (lam0 : 0 < lam) (cm0 : 0 < cm).
Hypotheses (S0 : 0 <= S) (m0 : 0 <= m) (rho0 : 0 <= rho).
Hypothesis secant : forall x y, alpha x y * (y - x) = mu y - mu x.
Hypothesis sc : forall x y, dmu x / (1 + `|x - y|) <= alpha x y.
Hypothesis alpha_km : forall x y, alpha x y <= km.
Hypothesis dmu0 : forall x, 0 <= dmu x.
Hypothesis cm_le : forall b x : 'cV[R]_d, nrm2 b <= 1 -> nrm2 x <= S -> cm <= dmu (dot b x).
Hypothesis act1 : forall t b, act t b -> nrm2 b <= 1.
Hypothesis aP : forall t, act t (a t).
Hypothesis astP : forall t, act t (ast t).
Hypothesis th1 : forall s, nrm2 (th s) <= S.
Hypothesis epsm : forall s, `|eps s| <= m.
(* the estimator solves its equation, the played action maximises the upper confidence bound *)
Hypothesis mle : forall t, (t < T)%N ->
  \sum_(s < t) (discount g t s * mu (dot (a s) (hat t))) *: a s + lam *: hat t =
  \sum_(s < t) (discount g t s * (mu (dot (a s) (th s)) + eps s)) *: a s.
Let bt := beta D g lam km S m rho.
Let bonus t b := bt / Num.sqrt cm * nrm (invmx (V g (lam / cm) a t)) b.
Hypothesis optimistic : forall t b, (t < T)%N -> act t b ->
  mu (dot b (hat t)) + bonus t b <= mu (dot (a t) (hat t)) + bonus t (a t).
Definition regret t := mu (dot (ast t) (th t)) - mu (dot (a t) (th t)).
Hypothesis regret_max : forall t, (t < T)%N -> regret t <= rmax.
Hypothesis rmax0 : 0 <= rmax.
(* the event *)
Hypothesis event : forall t, (t < T)%N -> stationary th D t ->
  nrm (invmx (Ht t D g lam a (th t) dmu)) (sD t D g a eps) <= rho.

Let kp := km / lam * kap D g km S m.

Lemma one_round t : (t < T)%N -> stationary th D t -> regret t <= 2%:R * (kp + bonus t (a t)).
Proof.
move=> tT st.
have pe b : act t b -> `|mu (dot b (hat t)) - mu (dot b (th t))| <= kp + bonus t b.
  move=> /act1 b1; apply: (prediction_error (th := th) (eps := eps)) => //.
  - by move=> s; apply: cm_le => //; apply: act1 (aP s).
  - by move=> s; apply: act1 (aP s).
  - exact: stationaryP.
  - exact: mle.
  - exact: event.
have := pe _ (astP t); have := pe _ (aP t); have := optimistic tT (astP t); rewrite /regret.
rewrite !ler_norml => /RleP o /andP [_ /RleP h1] /andP [/RleP h2 _].
apply/RleP; move: o h1 h2; rewrite mulr_natl mulr2n.
move: (mu _) (mu _) (mu _) (mu _) (bonus _ _) (bonus _ _) kp => x1 x2 x3 x4 x5 x6 x7.
by toR_goal; lra.
Qed.

Lemma bt0 : 0 <= bt.
Proof. exact: (beta0 D g0 g1 lam0 S0 m0 rho0 sc alpha_km dmu0). Qed.
Lemma kp0 : 0 <= kp.
Proof.
rewrite mulr_ge0 ?divr_ge0 ?(ltW lam0) //; first exact: (deviation.km0 sc alpha_km dmu0).
exact: (kap0 D g0 g1 S0 m0 sc alpha_km dmu0).
Qed.

Theorem regret_bound :
  \sum_(t < T) regret t <=
    rmax * (breaks th T * D)%:R + 2%:R * T%:R * kp
    + 2%:R * bt / Num.sqrt cm * Num.sqrt T%:R
      * Num.sqrt (2%:R * Num.max 1 (lam / cm)^-1 * d%:R
          * (T%:R * ln g^-1 + ln (1 + 1 / (d%:R * (lam / cm) * (1 - g))))).
Proof.
have lc0 : 0 < lam / cm by rewrite divr_gt0.
have b0 t b : 0 <= bonus t b by rewrite mulr_ge0 ?nrm_ge0 // divr_ge0 ?bt0 ?sqrtr_ge0.
apply: (@le_trans _ _ (\sum_(t < T) (rmax * (~~ stationary th D t)%:R + 2%:R * (kp + bonus t (a t))))).
  apply: ler_sum => t _; case: (boolP (stationary th D t)) => h.
    by rewrite mulr0 add0r one_round.
  by rewrite mulr1; apply: le_trans (regret_max (ltn_ord t)) _; rewrite ler_addl mulr_ge0 ?ler0n // addr_ge0 ?kp0.
rewrite big_split /= -!mulr_sumr -natr_sum big_split /= sumr_const card_ord -[X in _ <= X]addrA.
apply: ler_add; first by rewrite ler_wpmul2l // ler_nat bad_rounds.
rewrite mulrDr -[kp *+ T]mulr_natl mulrA ler_add2l /bonus -mulr_sumr.
rewrite -[X in _ <= X]mulrA [X in X <= _]mulrA [2%:R * (bt / _)]mulrA.
have c0 : 0 <= 2%:R * bt / Num.sqrt cm by rewrite divr_ge0 ?sqrtr_ge0 // mulr_ge0 ?ler0n ?bt0.
apply: ler_wpmul2l => //.
apply: le_trans (sum_sqrt T (fun t => nrm (invmx (V g (lam / cm) a t)) (a t))) _.
rewrite ler_wpmul2l ?sqrtr_ge0 //; apply: ler_wsqrtr.
have a1 t : dot (a t) (a t) <= 1 by rewrite -nrm2_sqr exprn_ile1 ?nrm2_ge0 // (act1 (aP t)).
apply: le_trans (elliptical_potential_dim g0 g1 lc0 a1 T d0).
apply: ler_sum => t _; rewrite nrm_sqr //; apply/pd_psd/pd_inv; exact: V_pd.
Qed.
End Regret.

Lemma geom_min (F : realFieldType) (x : F) D n : 0 <= x -> x < 1 ->
  \sum_(i < n) (if (i < D)%N then x ^+ i else 0) <= (1 - x ^+ D) / (1 - x).
Proof.
move=> x0 x1; have h : 0 < 1 - x by rewrite subr_gt0.
have -> : \sum_(i < n) (if (i < D)%N then x ^+ i else 0) = (1 - x ^+ minn n D) / (1 - x).
  elim: n => [|n IH]; first by rewrite big_ord0 min0n expr0 subrr mul0r.
  rewrite big_ord_recr /= IH /minn; case: (ltnP n D) => nD.
    have -> : (if (n.+1 < D)%N then n.+1 else D) = n.+1 by case: ltnP => // Dn; apply/eqP; rewrite eqn_leq nD Dn.
    rewrite exprS; move: (x ^+ n) (lt0r_neq0 h) => y n0; clear -n0.
    by field.
  by rewrite ltnNge leqW //= addr0.
rewrite ler_pmul2r ?invr_gt0 // ler_add2l ler_opp2.
by apply: ler_wiexpn2l; rewrite ?(ltW x1) // geq_minr.
Qed.

Section Main.
(* link *)
Variables (mu dmu : R -> R) (alpha : R -> R -> R) (cm km : R).
Hypothesis secant : forall x y, alpha x y * (y - x) = mu y - mu x.
Hypothesis sc : forall x y, dmu x / (1 + `|x - y|) <= alpha x y.
Hypothesis alpha_km : forall x y, alpha x y <= km.
Hypothesis dmu0 : forall x, 0 <= dmu x.
(* environment and rewards: finitely many outcomes, any dependence on the past *)
Variables (E : finType) (e0 : E) (p rew : seq E -> E -> R).
Hypothesis p0 : forall h e, 0 <= p h e.
Hypothesis p1 : forall h, \sum_e p h e = 1.
Variables (d : nat) (th : nat -> 'cV[R]_d) (acts : seq E -> 'cV[R]_d -> Prop).
Variables (act ast hat : seq E -> 'cV[R]_d).
Variables (T D : nat) (g lam S m delta rmax : R).
Hypotheses (d0 : (0 < d)%N) (T0 : (0 < T)%N) (g0 : 0 < g) (g1 : g < 1) (lam0 : 0 < lam) (cm0 : 0 < cm).
Hypotheses (S0 : 0 <= S) (m0 : 0 < m) (de0 : 0 < delta) (de1 : delta <= 1) (rmax0 : 0 <= rmax).
Hypothesis cm_le : forall b x : 'cV[R]_d, nrm2 b <= 1 -> nrm2 x <= S -> cm <= dmu (dot b x).
Hypothesis th1 : forall s, nrm2 (th s) <= S.
Hypothesis acts1 : forall h b, acts h b -> nrm2 b <= 1.
Hypothesis actP : forall h, acts h (act h).
Hypothesis astP : forall h, acts h (ast h).
Let mean h := mu (dot (act h) (th (size h))).
Let eps h e := rew h e - mean h.
(* generalised linear model: mean mu, variance dmu, rewards within m of their mean *)
Hypothesis model_mean : forall h, \sum_e p h e * rew h e = mean h.
Hypothesis model_var : forall h, \sum_e p h e * (rew h e - mean h) ^+ 2 <= dmu (dot (act h) (th (size h))).
Hypothesis model_bounded : forall h e, `|rew h e - mean h| <= m.
(* algorithm *)
Hypothesis mle : forall h,
  \sum_(s < size h) (discount g (size h) s * mu (dot (act (take s h)) (hat h))) *: act (take s h) + lam *: hat h =
  \sum_(s < size h) (discount g (size h) s * rew (take s h) (nth e0 h s)) *: act (take s h).
Let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam *
  (ln (T%:R / delta) + d%:R / 2%:R * ln (1 + km * (1 - g ^+ 2 ^+ D) / (d%:R * lam * (1 - g ^+ 2))) + d%:R * ln 2%:R).
Let bt := beta D g lam km S m rho.
Let bonus h b := bt / Num.sqrt cm *
  nrm (invmx (V g (lam / cm) (fun s => act (take s h)) (size h))) b.
Hypothesis optimistic : forall h b, acts h b ->
  mu (dot b (hat h)) + bonus h b <= mu (dot (act h) (hat h)) + bonus h (act h).
Let reg h := mu (dot (ast h) (th (size h))) - mu (dot (act h) (th (size h))).
Hypothesis reg_max : forall h, reg h <= rmax.

Definition bound :=
    rmax * (breaks th T * D)%:R + 2%:R * T%:R * (km / lam * kap D g km S m)
    + 2%:R * bt / Num.sqrt cm * Num.sqrt T%:R
      * Num.sqrt (2%:R * Num.max 1 (lam / cm)^-1 * d%:R
          * (T%:R * ln g^-1 + ln (1 + 1 / (d%:R * (lam / cm) * (1 - g))))).

Let wt t s := if recent t D s then discount g t s else 0.
Let vr h := dmu (dot (act h) (th (size h))).
Let H t h := Hh act vr lam (wt t) h.
Let SS t h := Sh e0 act eps (wt t) h.

Lemma dmu_km x : dmu x <= km.
Proof. by have := le_trans (sc x x) (alpha_km x x); rewrite subrr normr0 addr0 divr1. Qed.

Lemma wt01 t s : 0 <= wt t s <= 1.
Proof. by rewrite /wt; case: ifP => _; rewrite ?lexx ?ler01 // w0 // w1. Qed.

Lemma eps_centred h : \sum_e p h e * eps h e = 0.
Proof.
rewrite /eps (eq_bigr (fun e => p h e * rew h e - p h e * mean h)) => [|e _]; last by rewrite mulrBr.
by rewrite sumrB model_mean -mulr_suml p1 mul1r subrr.
Qed.

Lemma sum_recent t : \sum_(s < t) wt t s ^+ 2 <= (1 - g ^+ 2 ^+ D) / (1 - g ^+ 2).
Proof.
have g20 : 0 <= g ^+ 2 by rewrite sqr_ge0.
have g21 : g ^+ 2 < 1 by rewrite expr_lt1 // ltW.
apply: le_trans (geom_min D t g20 g21); rewrite le_eqVlt; apply/orP; left; apply/eqP.
rewrite (reindex_inj rev_ord_inj) /=; apply: eq_bigr => i _; have it := ltn_ord i.
have -> : (i < D)%N = recent t D (t - i.+1) by rewrite /recent; clear -it; lia.
rewrite /wt; case: ifP => _; last by rewrite expr0n.
by rewrite /discount -!exprM mulnC; congr (_ ^+ _); clear -it; lia.
Qed.

Lemma act1 h : nrm2 (act h) <= 1. Proof. exact: acts1 (actP h). Qed.
Lemma km0' : 0 <= km. Proof. exact: le_trans (dmu0 0) (dmu_km 0). Qed.

Lemma radius_rho t h : size h = t -> radius act vr m lam (wt t) (delta / T%:R) h <= rho.
Proof.
move=> ht; have Tp : 0 < T%:R :> R by rewrite ltr0n.
have dp : 0 < d%:R :> R by rewrite ltr0n.
have sl0 : 0 < Num.sqrt lam by rewrite sqrtr_gt0.
have vr0 k : 0 <= vr k by exact: dmu0.
rewrite /radius /rho ler_add2l; apply: ler_wpmul2l.
  by rewrite divr_ge0 ?sqrtr_ge0 // mulr_ge0 ?ler0n // ltW.
rewrite ler_add2r invf_div ler_add2l -/(H t h).
have Hp : pd (H t h) by apply: design_pd => // s _; rewrite mulr_ge0 ?sqr_ge0.
have D0 := pd_det_gt0 Hp; set z := 1 + _.
have g2 : 0 < 1 - g ^+ 2 by rewrite subr_gt0 expr_lt1 // ltW.
have G0 : 0 <= 1 - g ^+ 2 ^+ D.
  by rewrite subr_ge0 exprn_ile1 ?sqr_ge0 // expr_le1 // ltW.
have z0 : 0 < z.
  by rewrite /z ltr_spaddl ?ltr01 // divr_ge0 ?mulr_ge0 ?km0' // ?ltW // ?mulr_gt0.
have y0 : 0 < Num.sqrt (\det (H t h)) / Num.sqrt lam ^+ d by rewrite divr_gt0 ?exprn_gt0 // sqrtr_gt0.
have le2 : (Num.sqrt (\det (H t h)) / Num.sqrt lam ^+ d) ^+ 2 <= z ^+ d.
  rewrite expr_div_n sqr_sqrtr ?(ltW D0) // -exprM mulnC exprM sqr_sqrtr ?(ltW lam0) //.
  rewrite ler_pdivr_mulr ?exprn_gt0 // -exprMn.
  have a1 s : dot (act (take s h)) (act (take s h)) <= 1 by rewrite -nrm2_sqr exprn_ile1 ?nrm2_ge0 ?act1.
  have w0' s : (s < size h)%N -> 0 <= wt t s ^+ 2 * vr (take s h) by rewrite mulr_ge0 ?sqr_ge0.
  apply: le_trans (det_design lam0 a1 d0 w0') _.
  have s0 : 0 <= \sum_(s < size h) wt t s ^+ 2 * vr (take s h) by apply: sumr_ge0 => s _; exact: w0'.
  apply: ler_expn2r; rewrite ?nnegrE.
  - by rewrite addr_ge0 ?(ltW lam0) // divr_ge0 // ltW.
  - by rewrite mulr_ge0 // ltW.
  have -> : z * lam = lam + km * (1 - g ^+ 2 ^+ D) / (1 - g ^+ 2) / d%:R.
    rewrite /z mulrDl mul1r; congr (_ + _); have := lt0r_neq0 g2; have := lt0r_neq0 dp; have := lt0r_neq0 lam0.
    move: lam d%:R (1 - g ^+ 2) (km * _) => x1 x2 x3 x4 n1 n2 n3.
    by rewrite -mulrA -[X in _ = X]mulrA; congr (_ * _); rewrite !invfM [_ / x1 / x3]mulrAC divfK // mulrC.
  rewrite ler_add2l ler_pmul2r ?invr_gt0 //.
  apply: (@le_trans _ _ (\sum_(s < t) wt t s ^+ 2 * km)).
    by rewrite ht; apply: ler_sum => s _; rewrite ler_wpmul2l ?sqr_ge0 // dmu_km.
  by rewrite -mulr_suml mulrC -mulrA ler_wpmul2l ?km0' ?sum_recent.
have := ln_le (exprn_gt0 2 y0) le2; rewrite !lnX // => l2.
rewrite -(@ler_pmul2l _ 2%:R) ?ltr0n // mulr_natl (le_trans l2) // mulrA mulrCA mulfV ?pnatr_eq0 // mulr1.
by rewrite mulr_natl.
Qed.

(* one round fails with probability at most delta / T *)
Lemma round_fails t : Pr p t (fun h => rho < nrm (invmx (H t h)) (SS t h)) [::] <= delta / T%:R.
Proof.
have Tp : 0 < T%:R :> R by rewrite ltr0n.
have dT0 : 0 < delta / T%:R by rewrite divr_gt0.
have dT1 : delta / T%:R <= 1.
  by rewrite ler_pdivr_mulr // mul1r (le_trans de1) // ler1n.
have wt0 s : 0 <= wt t s by case/andP: (wt01 t s).
have wt1 s : wt t s <= 1 by case/andP: (wt01 t s).
apply: le_trans (tail e0 p0 p1 m0 lam0 act1 eps_centred model_bounded model_var wt0 wt1 t dT0 dT1).
apply: Ex_le => // k; rewrite add0n => kt; case: (boolP (rho < _)) => h; last by rewrite ler0n.
by rewrite (le_lt_trans (radius_rho kt) h).
Qed.

Let bad h t := stationary th D t && (rho < nrm (invmx (H t (take t h))) (SS t (take t h))).

(* hand step UNION *)
Lemma some_round_fails : Pr p T (fun h => has (bad h) (iota 0 T)) [::] <= delta.
Proof.
have Tp : 0 < T%:R :> R by rewrite ltr0n.
apply: le_trans (union_bound p0 T (iota 0 T) (fun t h => bad h t) [::]) _.
apply: (@le_trans _ _ (\sum_(t <- iota 0 T) delta / T%:R)); last first.
  by rewrite big_const_seq count_predT size_iota iter_addr_0 -mulr_natr divfK ?lt0r_neq0.
rewrite big_seq [X in _ <= X]big_seq; apply: ler_sum => t; rewrite mem_iota add0n => /andP [_ tT].
apply: le_trans (round_fails t).
have := Ex_prefix p1 t (T - t) (fun h => (rho < nrm (invmx (H t h)) (SS t h))%R%:R) [::].
rewrite add0n subnKC ?(ltnW tT) // /Pr => <-; apply: Ex_le => // k _.
by rewrite /bad; case: (stationary th D t); rewrite ?lexx ?ler0n.
Qed.

Lemma link_H h t : (t <= size h)%N -> stationary th D t ->
  Ht t D g lam (fun s => act (take s h)) (th t) dmu = H t (take t h).
Proof.
move=> th' st; rewrite /Ht /H /Hh /design size_takel //; congr (_ + _).
apply: eq_bigr => s _; have sT := ltn_ord s; rewrite take_take ?(ltnW sT) //; congr (_ *: _).
rewrite /wt /vr size_takel ?(leq_trans (ltnW sT)) //; case: ifP => r; last by rewrite expr0n mul0r.
by rewrite (stationaryP st r sT).
Qed.

Lemma link_S h t : (t <= size h)%N ->
  sD t D g (fun s => act (take s h)) (fun s => eps (take s h) (nth e0 h s)) = SS t (take t h).
Proof.
move=> th'; rewrite /sD /SS /Sh size_takel //; apply: eq_bigr => s _; have sT := ltn_ord s.
rewrite take_take ?(ltnW sT) // nth_take //; congr (_ *: _).
by rewrite /wt; case: ifP => _; rewrite ?mul0r.
Qed.

Lemma rho0 : 0 <= rho.
Proof.
have Tp : 0 < T%:R :> R by rewrite ltr0n.
have dp : 0 < d%:R :> R by rewrite ltr0n.
have g2 : 0 < 1 - g ^+ 2 by rewrite subr_gt0 expr_lt1 // ltW.
have G0 : 0 <= 1 - g ^+ 2 ^+ D.
  by rewrite subr_ge0 exprn_ile1 ?sqr_ge0 // expr_le1 // ltW.
have m0' := ltW m0.
have l1 : 0 <= ln (T%:R / delta).
  by apply: ln_ge0; rewrite ler_pdivl_mulr // mul1r (le_trans de1) // ler1n.
have l2 : 0 <= ln (1 + km * (1 - g ^+ 2 ^+ D) / (d%:R * lam * (1 - g ^+ 2))).
  by apply: ln_ge0; rewrite ler_addl divr_ge0 ?(mulr_ge0 km0') // ltW // !mulr_gt0.
have l3 : 0 <= ln 2%:R by apply: ln_ge0; rewrite ler1n.
rewrite /rho; apply: addr_ge0; first by rewrite divr_ge0 ?sqrtr_ge0 // mulr_ge0 ?ler0n.
apply: mulr_ge0; first by rewrite divr_ge0 ?sqrtr_ge0 // mulr_ge0 ?ler0n.
apply: addr_ge0; last by rewrite mulr_ge0 ?ler0n.
by apply: addr_ge0 => //; rewrite mulr_ge0 // divr_ge0 ?ler0n.
Qed.

Lemma V_prefix h t : (t <= size h)%N ->
  V g (lam / cm) (fun s => act (take s (take t h))) t = V g (lam / cm) (fun s => act (take s h)) t.
Proof.
move=> ts; rewrite /V /design; congr (_ + _); apply: eq_bigr => s _.
by rewrite take_take // ltnW.
Qed.

Lemma regret_on_event h : size h = T -> ~~ has (bad h) (iota 0 T) ->
  \sum_(t < T) reg (take t h) <= bound.
Proof.
move=> hT nb; have r0 := rho0.
have sz t : (t <= T)%N -> size (take t h) = t by move=> tT; rewrite size_takel // hT.
have -> : \sum_(t < T) reg (take t h) =
  \sum_(t < T) regret (fun s => act (take s h)) th (fun s => ast (take s h)) mu t.
  by apply: eq_bigr => t _; rewrite /reg /regret sz // ltnW.
apply: (@regret_bound d T D g lam cm km S m rho rmax (fun s => act (take s h)) th
  (fun s => hat (take s h)) (fun s => ast (take s h)) (fun s => acts (take s h))
  (fun s => eps (take s h) (nth e0 h s)) mu dmu alpha) => //.
- exact: ltW.
- by move=> t b; exact: acts1.
- by move=> s; exact: model_bounded.
- move=> t tT; have := mle (take t h); rewrite sz ?(ltnW tT) // => e.
  have -> : \sum_(s < t) (discount g t s * mu (dot (act (take s h)) (hat (take t h)))) *: act (take s h) =
    \sum_(s < t) (discount g t s * mu (dot (act (take s (take t h))) (hat (take t h)))) *: act (take s (take t h)).
    by apply: eq_bigr => s _; rewrite take_take // ltnW.
  rewrite e; apply: eq_bigr => s _; rewrite take_take ?(ltnW (ltn_ord s)) // nth_take //.
  by rewrite /eps /mean sz ?(leq_trans (ltnW (ltn_ord s)) (ltnW tT)) // addrC subrK.
- move=> t b tT /optimistic; rewrite /bonus sz ?(ltnW tT) // V_prefix // hT.
  exact: ltnW.
- by move=> t tT; have := reg_max (take t h); rewrite /reg /regret sz // ltnW.
move=> t tT st; rewrite link_H ?hT ?(ltnW tT) // link_S ?hT ?(ltnW tT) // leNgt.
move: nb; apply: contra => r; apply/hasP; exists t; first by rewrite mem_iota add0n.
by rewrite /bad st r.
Qed.

(* with probability at least 1 - delta *)
Theorem regret_D_no_proj :
  1 - delta <= Pr p T (fun h => \sum_(t < T) reg (take t h) <= bound) [::].
Proof.
rewrite ler_subl_addr; apply: (@le_trans _ _
  (Pr p T (fun h => \sum_(t < T) reg (take t h) <= bound) [::] + Pr p T (fun h => has (bad h) (iota 0 T)) [::])).
  pose X (i : bool) h : R := if i then (\sum_(t < T) reg (take t h) <= bound)%R%:R else (has (bad h) (iota 0 T))%:R.
  have -> : Pr p T (fun h => \sum_(t < T) reg (take t h) <= bound) [::] + Pr p T (fun h => has (bad h) (iota 0 T)) [::]
    = \sum_(i : bool) Ex p T (X i) [::] by rewrite big_bool.
  rewrite -Ex_sum -[X in X <= _](Ex_const p1 T 1 [::]); apply: Ex_le => // h; rewrite add0n => hT.
  rewrite big_bool /X; case: (boolP (has _ _)) => nb; first by rewrite ler_addr ler0n.
  by rewrite regret_on_event // ler_addl ler0n.
by rewrite ler_add2l some_round_fails.
Qed.
End Main.
