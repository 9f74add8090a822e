(* Steps of the deviation and of the bonus on one path (l. 929-961, 1060-1070, 1986-2007, 2196-2226,
   2538-2586), for weights w_s in [0, 1] and any two parameters hat, star: no law, and no equation of the
   estimate unless it is said.  t rounds have been played, counted from 0, as in deviation.v. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation refined_bonus.
From Glb Require Import any_law any_law_tail any_law_regret.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Splits of the score *)

Section Split.
Variables (d t D : nat) (lam : R) (w : nat -> R) (a theta : nat -> 'cV[R]_d) (eps : nat -> R).
Variables (mu : R -> R) (hat star : 'cV[R]_d).
Local Notation g th := (\sum_(s < t) (w s * mu ⟨a s, th⟩) *: a s + lam *: th).

(* The old rounds s < t - D, as the rounds that are not recent. *)
Lemma old_rounds (f : nat -> 'cV[R]_d) :
  \sum_(s < (t - D)%N) f s = \sum_(s < t) (if recent t D s then 0 else f s).
Proof.
rewrite (big_ord_widen t f) ?leq_subr // big_mkcond; apply: eq_bigr => s _.
by rewrite /recent ltnNge; case: (_ <= _)%N.
Qed.

(* drift, old noise and penalty, recent noise (l. 1986-2007) *)
Lemma split_score :
  g hat = \sum_(s < t) (w s * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  g hat - g star = \sum_(s < t) (w s * (mu ⟨a s, theta s⟩ - mu ⟨a s, star⟩)) *: a s
    + (- lam *: star + \sum_(s < (t - D)%N) (w s * eps s) *: a s) + recent_noise a w D t eps.
Proof.
move=> ->; rewrite opprD addrA -sumrB (old_rounds (fun s => (w s * eps s) *: a s)) /recent_noise scaleNr.
rewrite [X in _ = X + _]addrCA -[RHS]addrA [RHS]addrC; congr (_ - _).
rewrite -!big_split /=; apply: eq_bigr => s _; rewrite -scalerBl.
case: ifP => _; rewrite ?scale0r ?add0r ?addr0 -!scalerDl; congr (_ *: _);
  by move: (w s) (mu _) (mu _) (eps s) => x y z u; ring.
Qed.

(* The triangle inequality in three terms. *)
Lemma triangle3 (b x y z : 'cV[R]_d) : `|⟨b, x + y + z⟩| <= `|⟨b, x⟩| + `|⟨b, y⟩| + `|⟨b, z⟩|.
Proof.
rewrite !dotDr; apply: le_trans (ler_norm_add _ _) _; rewrite ler_add2r.
exact: ler_norm_add.
Qed.
End Split.

(** * Matrices of mean slopes *)

Section Slopes.
Variables (d t D : nat) (lam k_mu : R) (w : nat -> R) (a : nat -> 'cV[R]_d) (hat star : 'cV[R]_d).
Variables (mu dmu : R -> R) (alpha : R -> R -> R).
Hypothesis lam0 : 0 < lam.
Hypothesis slopes : mean_slopes mu dmu alpha k_mu.
Hypothesis w01 : forall s, 0 <= w s <= 1.
Local Notation al s := (alpha ⟨a s, star⟩ ⟨a s, hat⟩).
Local Notation G := (G_mx lam a w t alpha star hat).
Local Notation Gt := (Gtilde lam a w D t alpha star hat).
(* Gtilde_t over all rounds, and Htilde_t(star) *)
Local Notation Gall := (design lam a (fun s => w s ^+ 2 * al s) t).
Local Notation Hall := (design lam a (fun s => w s ^+ 2 * dmu ⟨a s, star⟩) t).
(* G_{t-D:t} *)
Local Notation Grec := (design lam a (fun s => (if recent t D s then w s else 0) * al s) t).

Lemma al0 s : 0 <= al s. Proof. exact: alpha_ge0 slopes _ _. Qed.
Let w_ge0 s : 0 <= w s. Proof. by case/andP: (w01 s). Qed.
Let w_sqr s : w s ^+ 2 <= w s. Proof. by rewrite expr2 ler_pimull //; case/andP: (w01 s). Qed.

Lemma ridge_pd u : (forall s, (s < t)%N -> 0 <= u s) ->
  pd (design lam a u t) /\ loewner lam%:M (design lam a u t).
Proof. by move=> u0; split=> [|x]; [exact: design_pd|rewrite qf_scalar; exact: design_ge]. Qed.
Lemma G_both : pd G /\ loewner lam%:M G.
Proof. by apply: ridge_pd => s _; rewrite mulr_ge0 ?al0. Qed.
Lemma Gt_both : pd Gt /\ loewner lam%:M Gt.
Proof. by apply: ridge_pd => s _; case: ifP => _ //; rewrite mulr_ge0 ?sqr_ge0 ?al0. Qed.
Lemma Gall_both : pd Gall /\ loewner lam%:M Gall.
Proof. by apply: ridge_pd => s _; rewrite mulr_ge0 ?sqr_ge0 ?al0. Qed.
Lemma Hall_both : pd Hall /\ loewner lam%:M Hall.
Proof. by apply: ridge_pd => s _; rewrite mulr_ge0 ?sqr_ge0 ?(slope_dmu slopes). Qed.
Lemma Grec_both : pd Grec /\ loewner lam%:M Grec.
Proof. by apply: ridge_pd => s _; rewrite mulr_ge0 ?al0 //; case: ifP. Qed.

(* The order of these matrices: w^2 <= w, and fewer rounds. *)
Lemma Gt_le_Grec : loewner Gt Grec.
Proof. by apply: design_mono => s _; case: ifP => _; rewrite ?mul0r // ler_wpmul2r ?al0. Qed.
Lemma Gt_le_G : loewner Gt G.
Proof.
apply: design_mono => s _; case: ifP => _; last by rewrite mulr_ge0 ?al0.
by rewrite ler_wpmul2r ?al0.
Qed.
Lemma Gall_le_G : loewner Gall G.
Proof. by apply: design_mono => s _; rewrite ler_wpmul2r ?al0. Qed.

(* The mean value theorem, for any weights. *)
Lemma mean_value_design (u : nat -> R) : design lam a (fun s => u s * al s) t *m (hat - star) =
  (\sum_(s < t) (u s * mu ⟨a s, hat⟩) *: a s + lam *: hat)
  - (\sum_(s < t) (u s * mu ⟨a s, star⟩) *: a s + lam *: star).
Proof.
rewrite /design mulmxDl mul_scalar_mx scalerBr opprD addrACA; congr (_ + _).
rewrite -sumrB mulmx_suml; apply: eq_bigr => s _.
rewrite -scalemxAl -mulmxA [(a s)^T *m _]mx11_scalar mul_mx_scalar -/(dot (a s) _) scalerA -scalerBl.
by rewrite -mulrBr -(slope_secant slopes) dotDr dotNr mulrA.
Qed.

(* |mu(b.hat) - mu(b.star)| <= k_mu |b.(hat - star)| *)
Lemma lipschitz b : `|mu ⟨b, hat⟩ - mu ⟨b, star⟩| <= k_mu * `|⟨b, hat - star⟩|.
Proof.
rewrite -(slope_secant slopes) normrM (ger0_norm (alpha_ge0 slopes _ _)) dotDr dotNr.
by rewrite ler_wpmul2r ?normr_ge0 ?(slope_high slopes).
Qed.

(* The main text's g_t (l. 935): hat is as near to star as its deviation says. *)
Local Notation dev := (g_recent lam a w D t mu hat - g_recent lam a w D t mu star).
Lemma dev_mean_value : dev = Grec *m (hat - star).
Proof.
rewrite mean_value_design /g_recent; congr (_ + _ - (_ + _)); apply: eq_bigr => s _;
  by case: ifP; rewrite ?mul0r.
Qed.
Lemma near_of_dev b : ‖b‖ <= 1 -> `|⟨b, hat - star⟩| <= ‖dev‖_[invmx Gt] / Num.sqrt lam.
Proof.
move=> b1; have [Np Nl] := Grec_both; have [Gp _] := Gt_both; have s0 : 0 < Num.sqrt lam by rewrite sqrtr_gt0.
have -> : hat - star = invmx Grec *m dev by rewrite dev_mean_value mulKmx // pd_unit.
apply: le_trans (nrm_cs b dev (pd_psd (pd_inv Np))) _; rewrite mulrC.
apply: ler_pmul; rewrite ?nrm_ge0 //; first exact/nrm_mono/loewner_inv/Gt_le_Grec.
apply: le_trans (nrm_inv_le b lam0 Np Nl) _.
by rewrite ler_pdivr_mulr // mulVf // gt_eqF.
Qed.

(* eq:SC_2_main_2 (l. 1060-1070): G_t >= (1 + C + |dev| / sqrt lam)^-1 c_mu V_t. *)
Lemma cV_le_G_dev (c_mu C : R) : 0 < c_mu -> 0 <= C -> (forall s, (s < t)%N -> ‖a s‖ <= 1) ->
  (forall s, (s < t)%N -> c_mu <= dmu ⟨a s, star⟩) ->
  loewner (((1 + C + ‖dev‖_[invmx Gt] / Num.sqrt lam)^-1 * c_mu) *: design (lam / c_mu) a w t) G.
Proof.
move=> c0 C0 a1 fl; set x := _ / Num.sqrt lam.
have x0 : 0 <= x by rewrite divr_ge0 ?nrm_ge0 ?sqrtr_ge0.
have F1 : 1 <= 1 + C + x by rewrite -addrA ler_addl addr_ge0.
have F0 : 0 < 1 + C + x := lt_le_trans ltr01 F1.
move=> y; rewrite qfZ !qf_design mulrDr mulr_sumr; apply: ler_add; last first.
  rewrite mulrA -[_ * c_mu * _]mulrA [c_mu * _]mulrC divfK ?gt_eqF // ler_wpmul2r ?dot_ge0 //.
  by rewrite ler_pimull ?(ltW lam0) // invf_le1.
apply: ler_sum => s _; have st := ltn_ord s; rewrite mulrA ler_wpmul2r ?sqr_ge0 // [_ * w s]mulrC.
rewrite ler_wpmul2l // mulrC; apply: le_trans (slope_low slopes _ _).
have h := near_of_dev (a1 s st); rewrite dotDr dotNr distrC -/x in h.
apply: ler_pmul; rewrite ?(ltW c0) ?invr_ge0 ?(ltW F0) ?fl // lef_pinv ?posrE //.
  by rewrite -addrA ler_add2l (le_trans h) // ler_addr.
by rewrite ltr_spaddl ?ltr01.
Qed.

(* The prediction error by the deviation of the main text's g_t (l. 958). *)
Lemma error_by_dev (W m : R) b : (forall s, (s < t)%N -> ‖a s‖ <= 1) -> 0 <= m ->
  \sum_(s < t) (if recent t D s then 0 else w s) <= W ->
  (forall s, (s < t)%N -> `|mu ⟨a s, hat⟩ - mu ⟨a s, star⟩| <= m) -> ‖b‖ <= 1 ->
  `|mu ⟨b, hat⟩ - mu ⟨b, star⟩| <= k_mu * m / lam * W + k_mu * ‖dev‖_[invmx Gt] * ‖b‖_[invmx G].
Proof.
move=> a1 m0 wW res b1; have k0 := k_mu_ge0 slopes; have [Gp Gl] := G_both; have [Gtp _] := Gt_both.
have Gip := pd_psd (pd_inv Gp); have s0 : 0 < Num.sqrt lam by rewrite sqrtr_gt0.
pose o := \sum_(s < t) (if recent t D s then 0 else w s * (mu ⟨a s, hat⟩ - mu ⟨a s, star⟩)) *: a s.
have E : G *m (hat - star) = o + dev.
  rewrite mean_value_design /g_recent !opprD [LHS]addrACA [X in _ = o + X]addrACA [RHS]addrA; congr (_ + _).
  rewrite /o -!sumrB -big_split /=; apply: eq_bigr => s _; rewrite -!scalerBl -scalerDl; congr (_ *: _).
  by case: ifP => _; rewrite ?subrr ?addr0 ?add0r -mulrBr.
have oW : ‖o‖ <= m * W.
  rewrite nrm2E; apply: le_trans (nrm_sum _ _ _ (psd1 _ d)) _.
  apply: (@le_trans _ _ (\sum_(s < t) m * (if recent t D s then 0 else w s))); last first.
    by rewrite -mulr_sumr ler_wpmul2l.
  apply: ler_sum => s _; have st := ltn_ord s; rewrite nrmZ; last exact: psd1.
  case: ifP => _; first by rewrite normr0 mul0r mulr0.
  rewrite -nrm2E normrM ger0_norm // -mulrA [m * _]mulrC ler_wpmul2l //.
  by rewrite -[X in _ <= X]mulr1; apply: ler_pmul; rewrite ?normr_ge0 ?nrm2_ge0 ?a1 ?res.
have bb : ‖b‖_[invmx G] <= (Num.sqrt lam)^-1.
  by apply: le_trans (nrm_inv_le b lam0 Gp Gl) _; rewrite ler_pdivr_mulr // mulVf // gt_eqF.
apply: le_trans (lipschitz b) _; rewrite -!mulrA -mulrDr ler_wpmul2l //.
have -> : hat - star = invmx G *m (o + dev) by rewrite -E mulKmx // pd_unit.
apply: le_trans (nrm_cs b _ Gip) _.
apply: le_trans (ler_wpmul2l (nrm_ge0 _ _) (nrmD _ _ Gip)) _; rewrite mulrDr; apply: ler_add.
  apply: (@le_trans _ _ ((Num.sqrt lam)^-1 * (m * W / Num.sqrt lam))).
    apply: ler_pmul; rewrite ?nrm_ge0 //; apply: le_trans (nrm_inv_le o lam0 Gp Gl) _.
    by rewrite ler_wpmul2r // invr_ge0 ltW.
  by rewrite mulrCA -invfM -expr2 sqr_sqrtr ?(ltW lam0) // -mulrA [W * _]mulrC.
rewrite [X in _ <= X]mulrC ler_wpmul2l ?nrm_ge0 //; exact/nrm_mono/loewner_inv/Gt_le_G.
Qed.

(** * The refined bonus *)

(* |b.(G^-1 v)| <= |b|_{G^-1 Gt G^-1} |v|_{Gt^-1} <= |b|_{G^-1} |v|_{Gt^-1} *)
Lemma sandwich_cs b v : `|⟨b, invmx G *m v⟩| <= ‖b‖_[invmx G *m Gall *m invmx G] * ‖v‖_[invmx Gall].
Proof.
have [Gp _] := G_both; have [Ap _] := Gall_both; have [Gs _] := pd_inv Gp; have Ai := pd_psd (pd_inv Ap).
have Au := pd_unit Ap; have -> : ⟨b, invmx G *m v⟩ = bf (invmx Gall) (Gall *m (invmx G *m b)) v.
  rewrite /bf -[v in LHS](mulKVmx Au) [in LHS]mulmxA /dot trmx_mul trmx_mul Gs.
  by have [-> _] := Ap; rewrite !mulmxA.
apply: le_trans (nrm_cs _ v Ai) _; rewrite ler_wpmul2r ?nrm_ge0 // /nrm ler_wsqrtr //.
rewrite /qf /bf mulKmx // dotC /dot trmx_mul Gs -!mulmxA; exact: lexx.
Qed.
Lemma sandwich_le b : ‖b‖_[invmx G *m Gall *m invmx G] <= ‖b‖_[invmx G].
Proof.
have [Gp _] := G_both; have [Gs _] := pd_inv Gp; have Gu := pd_unit Gp; apply: ler_wsqrtr.
have -> : qf (invmx G *m Gall *m invmx G) b = qf Gall (invmx G *m b).
  by rewrite /qf /bf /dot trmx_mul Gs !mulmxA.
by apply: le_trans (Gall_le_G _) _; rewrite qf_inv_self.
Qed.

(* lemma:boundGtbyHt_D for the norms of the inverses (l. 2568): both parameters in Theta. *)
Lemma norm_Gall_Hall (S : R) v : (forall s, (s < t)%N -> ‖a s‖ <= 1) -> ‖hat‖ <= S -> ‖star‖ <= S ->
  ‖v‖_[invmx Gall] <= Num.sqrt (1 + 2%:R * S) * ‖v‖_[invmx Hall].
Proof.
move=> a1 h1 h2; have S0 := le_trans (nrm2_ge0 _) h1; have [Ap _] := Gall_both; have [Hp _] := Hall_both.
have c1 : 1 <= 1 + 2%:R * S by rewrite ler_addl mulr_ge0 ?ler0n.
have c0 : 0 < 1 + 2%:R * S := lt_le_trans ltr01 c1.
have k0 : 0 < (1 + 2%:R * S)^-1 by rewrite invr_gt0.
have L : loewner ((1 + 2%:R * S)^-1 *: Hall) Gall.
  move=> x; rewrite qfZ !qf_design mulrDr mulr_sumr; apply: ler_add; last first.
    by rewrite ler_pimull ?invf_le1 // mulr_ge0 ?dot_ge0 // ltW.
  apply: ler_sum => s _; have st := ltn_ord s; rewrite mulrA ler_wpmul2r ?sqr_ge0 // mulrCA.
  rewrite ler_wpmul2l ?sqr_ge0 // mulrC; apply: le_trans (slope_low slopes _ _).
  rewrite ler_wpmul2l ?(slope_dmu slopes) // lef_pinv ?posrE //; last by rewrite ltr_paddr ?ltr01.
  rewrite ler_add2l -dotNr -dotDr; apply: le_trans (nrm2_cs _ _) _; rewrite -[2%:R * S]mul1r.
  apply: ler_pmul; rewrite ?nrm2_ge0 ?a1 // nrm2E; apply: le_trans (nrmD _ _ (psd1 _ d)) _.
  by rewrite (nrmN _ (psd1 _ d)) -!nrm2E mulr_natl mulr2n ler_add.
apply: le_trans (nrm_mono v (loewner_inv (pdZ k0 Hp) Ap L)) _.
by rewrite invmxZ ?(pd_unit (pdZ k0 Hp)) // invrK {1}/nrm qfZ sqrtrM // ltW.
Qed.
End Slopes.

(** * The event *)

(* Some round has noise above rho with probability at most delta, for any law (l. 1949-1951). *)
Lemma noise_exceeds (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop)
  (Ec : seq E -> 'cV[R]_d -> (E -> R) -> R) (reward : seq E -> 'cV[R]_d -> E -> R)
  (act : seq E -> 'cV[R]_d) (w : nat -> nat -> R) (W2 lam delta : R) (T D : nat) :
  (0 < d)%N -> (0 < T)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  self_concordant_link mu dmu ddmu k_mu -> any_environment mu dmu S m theta actions Ec reward ->
  (forall t s, 0 <= w t s <= 1) ->
  (forall t, \sum_(s < t) (if recent t D s then w t s else 0) ^+ 2 <= W2) ->
  (forall h, actions h (act h)) ->
  Prob (fun h => Ec h (act h)) T (fun h => [exists t : 'I_T,
    let a s := act (take s h) in
    let eps s := reward (take s h) (a s) (nth e0 h s) - mu ⟨a s, theta s⟩ in
    stationary theta D t && (rho_of d T lam m k_mu delta W2 <
      ‖recent_noise a (w t) D t eps‖_[invmx (Htilde lam a (w t) D t dmu theta)])]) [::] <= delta.
Proof.
move=> d0 T0 lam0 m0 de0 de1 link env w01 wr aP.
have U h : upper_law (Ec h (act h)) := any_upper env (aP h).
apply: le_trans (any_some_round_fails e0 d0 T0 lam0 m0 de0 de1 link env w01 wr aP).
apply: Prob_le => // h; rewrite add0n => hT /existsP [t /andP [_ ex]].
apply/hasP; exists (nat_of_ord t); first by rewrite mem_iota add0n ltn_ord.
have tT := ltn_ord t; have tt s : (s <= t)%N -> take s (take t h) = take s h by move=> st; rewrite take_take.
have sz s : (s <= T)%N -> size (take s h) = s by move=> sT; rewrite size_takel // hT.
apply: lt_le_trans ex _; rewrite le_eqVlt; apply/orP; left; apply/eqP; congr (nrm (invmx _) _).
  rewrite /Hw /Htilde /design; congr (_ + _); apply: eq_bigr => s _; have sT := ltn_ord s.
  rewrite tt ?(ltnW sT) //; congr (_ *: _); rewrite sz ?(leq_trans (ltnW sT) (ltnW tT)) //.
  by case: ifP => _ //; rewrite expr0n mul0r.
rewrite /Sw /recent_noise; apply: eq_bigr => s _; have sT := ltn_ord s.
rewrite tt ?(ltnW sT) // nth_take // sz ?(leq_trans (ltnW sT) (ltnW tT)) //; congr (_ *: _).
by case: ifP => _ //; rewrite mul0r.
Qed.
