(* Steps of the proofs of prop:alpha_discount and eq:SC_main_2, for claims_setting_steps.v.

   - inflation_full: 1 + |b.(hat - star)| with the noise in the norm of the full matrix (l. 2049-2059);
   - concordant_deviation: eq:SC_main_2 as corrected, for any weights in [0, 1] (l. 986-990);
   - paper_Gtilde, paper_Htilde, paper_noise: deviation.v in the paper's rounds. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials secant_matrices.
From Glb Require Import deviation paper_indices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* One round, as in deviation.v; Gfull is \widetilde G_t with all rounds. *)
Section OneRound.
Variable F : rcfType.
Variables (d t D : nat) (lam k_mu S m W : F) (w : nat -> F).
Variables (a theta : nat -> 'cV[F]_d) (eps : nat -> F) (hat star : 'cV[F]_d).
Variables (mu dmu : F -> F) (alpha : F -> F -> F).
Hypotheses (lam0 : 0 < lam) (S0 : 0 <= S) (m0 : 0 <= m).
Hypothesis slopes : mean_slopes mu dmu alpha k_mu.
Hypothesis data : round_data t D w W lam S m mu a theta eps hat star.

Definition Gfull := design lam a (fun s => w s ^+ 2 * alpha (dot (a s) star) (dot (a s) hat)) t.
Local Notation G := (G_mx lam a w t alpha star hat).
Local Notation Gt := (Gtilde lam a w D t alpha star hat).
Local Notation Ht := (Htilde lam a w D t dmu theta).
Local Notation noise := (recent_noise a w D t eps).
Local Notation Bias := (bias S k_mu m W).
Local Notation Sb := (Sbar_of lam S k_mu m W).
Definition inflation_of (X : F) := 1 + Sb + X / Num.sqrt lam.

Lemma Gfull_pd : pd Gfull.
Proof. by apply: design_pd => // s _; rewrite mulr_ge0 ?sqr_ge0 ?(alpha_ge0 slopes). Qed.
Lemma Gfull_le_G : loewner Gfull G.
Proof.
apply: design_mono => s _; rewrite ler_wpmul2r ?(alpha_ge0 slopes) // expr2.
by rewrite ler_pimull ?(w0 data) ?(w1 data).
Qed.
Lemma Gtilde_le_Gfull : loewner Gt Gfull.
Proof. by apply: design_mono => s _; case: ifP => // _; rewrite mulr_ge0 ?sqr_ge0 ?(alpha_ge0 slopes). Qed.

(* The norm in Gfull^-1 is the smaller one. *)
Lemma full_le_recent x : nrm (invmx Gfull) x <= nrm (invmx Gt) x.
Proof.
apply: nrm_mono; apply: loewner_inv; first exact: (Gtilde_pd _ _ _ _ _ _ lam0 slopes).
  exact: Gfull_pd.
exact: Gtilde_le_Gfull.
Qed.

(* l. 2049-2059, before the last line *)
Lemma inflation_full b : nrm2 b <= 1 -> 1 + `|dot b (hat - star)| <= inflation_of (nrm (invmx Gfull) noise).
Proof.
move=> b1; have Gp := G_pd lam0 slopes data; have Gg := G_ge slopes data.
have Gu := pd_unit Gp; have Gip := pd_psd (pd_inv Gp); have s0 := sqrt_lam_gt0 lam0.
rewrite /inflation_of -addrA ler_add2l; set X := nrm (invmx Gfull) noise.
apply: (@le_trans _ _ ((Num.sqrt lam)^-1 * (Bias / Num.sqrt lam + X + Num.sqrt lam * S))); last first.
  have -> : Sb = S + Bias / (Num.sqrt lam * Num.sqrt lam) by rewrite sqrt_lamE.
  rewrite le_eqVlt; apply/orP; left; apply/eqP; move: s0 => /gt_eqF/negbT h; move: h.
  by move: (Num.sqrt lam) Bias X => u k x h; field.
apply: (@le_trans _ _ (nrm (invmx G) b * (Bias / Num.sqrt lam + X + Num.sqrt lam * S))); last first.
  apply: ler_wpmul2r (unit_action_le lam0 slopes data b1); rewrite addr_ge0 ?mulr_ge0 ?sqrtr_ge0 //.
  by rewrite addr_ge0 ?nrm_ge0 // divr_ge0 ?(bias_ge0 S0 m0 slopes data) ?sqrtr_ge0.
have -> : hat - star = invmx G *m (old_part t D w a theta eps star mu + noise - lam *: star).
  by rewrite -(G_diff slopes data) mulKmx.
rewrite -/(bf (invmx G) b _); apply: le_trans (nrm_cs _ _ Gip) _.
rewrite ler_wpmul2l ?nrm_ge0 //; apply: le_trans (nrmD _ _ Gip) _; apply: ler_add.
  apply: le_trans (nrmD _ _ Gip) _; apply: ler_add.
    apply: le_trans (nrm_inv_le _ lam0 Gp Gg) _.
    by rewrite ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 // (old_part_le S0 m0 slopes data).
  by apply: nrm_mono; apply: loewner_inv; [exact: Gfull_pd|exact: Gp|exact: Gfull_le_G].
rewrite nrmN // nrmZ // (ger0_norm (ltW lam0)) -{1}(sqrt_lamE lam0) -mulrA ler_wpmul2l ?sqrtr_ge0 //.
rewrite mulrC -ler_pdivl_mulr //; apply: le_trans (nrm_inv_le _ lam0 Gp Gg) _.
by rewrite ler_wpmul2r ?invr_ge0 ?sqrtr_ge0 ?(star_ball data).
Qed.

(* l. 2087-2093 *)
Lemma alpha_full b : nrm2 b <= 1 ->
  dmu (dot b star) / inflation_of (nrm (invmx Gfull) noise) <= alpha (dot b star) (dot b hat).
Proof.
move=> b1; have h := inflation_full b1.
have p : 0 < 1 + `|dot b (hat - star)| by rewrite ltr_paddr ?ltr01.
apply: le_trans (slope_low slopes _ _); rewrite ler_wpmul2l ?(slope_dmu slopes) //.
rewrite -dotNr -dotDr -normrN -dotNr opprB lef_pinv ?posrE //.
exact: lt_le_trans p h.
Qed.

(* l. 2150 *)
Lemma deviation_full : nrm (invmx Gfull) noise <=
  deviation_bound lam Sb (nrm (invmx Ht) noise).
Proof. exact: le_trans (full_le_recent _) (deviation lam0 S0 m0 slopes data (lexx _)). Qed.
End OneRound.

(* eq:SC_main_2 *)
Section Concordant.
Variables (d t : nat) (mu dmu ddmu : R -> R) (lam : R) (a : nat -> 'cV[R]_d) (w : nat -> R).
Hypotheses (Hmu : forall z, is_derive mu z (dmu z)) (Hdmu : forall z, is_derive dmu z (ddmu z)).
Hypothesis Hsc : forall z, Rle (Rabs (ddmu z)) (dmu z).
Hypotheses (lam0 : 0 < lam) (w01 : forall s, (s < t)%N -> 0 <= w s <= 1).
Hypothesis a1 : forall s, (s < t)%N -> ‖a s‖ <= 1.
Variables hat star : 'cV[R]_d.
Local Notation G := (Gw dmu lam a w t hat star).
Local Notation Gt := (Gw dmu lam a (fun s => w s ^+ 2) t hat star).
Local Notation Ht := (secant_matrices.Hw dmu lam a (fun s => w s ^+ 2) t star).
Local Notation X := (‖gw mu lam a w t hat - gw mu lam a w t star‖_[invmx Gt]).

(* lambda |hat - star|^2 <= X^2 *)
Lemma gap_le_deviation : ‖hat - star‖ <= X / Num.sqrt lam.
Proof.
have pos s : 0 <= mean_slope dmu (a s) hat star by exact: mean_slope_ge0 Hdmu Hsc _ _ _.
have Gp : pd G by apply: design_pd => // s /w01 /andP [? _]; rewrite mulr_ge0.
have Gtp : pd Gt by apply: design_pd => // s _; rewrite mulr_ge0 ?sqr_ge0.
have s0 : 0 < Num.sqrt lam by rewrite sqrtr_gt0.
rewrite ler_pdivl_mulr // (mean_value lam a w t Hmu (dmu_cont _ _ Hdmu)).
set v := hat - star; apply: (@le_trans _ _ (‖G *m v‖_[invmx G])); last first.
  apply: nrm_mono; apply: loewner_inv => //; apply: design_mono => s /w01 /andP [p q].
  by rewrite ler_wpmul2r // expr2 ler_pimull.
have -> : ‖G *m v‖_[invmx G] = ‖v‖_[G].
  by rewrite /nrm -(qf_inv_self _ Gp) mulKmx ?pd_unit.
rewrite mulrC /nrm2 -sqrtrM ?(ltW lam0) //; apply: ler_wsqrtr.
by apply: design_ge => s /w01 /andP [p _]; rewrite mulr_ge0.
Qed.

Lemma concordant_deviation (C : R) : 0 <= C -> (1 + C + (Num.sqrt lam)^-1 * X)^-1 *: Ht ⪯ Gt.
Proof.
move=> C0 x; set c := 1 + C + _.
have X0 : 0 <= (Num.sqrt lam)^-1 * X by rewrite mulr_ge0 ?invr_ge0 ?sqrtr_ge0 // nrm_ge0.
have c1 : 1 <= c by rewrite /c -addrA ler_addl addr_ge0.
have c0 : 0 < c := lt_le_trans ltr01 c1.
rewrite qfZ (Gw_sym lam a _ t Hmu Hdmu) !qf_design mulrDr mulr_sumr; apply: ler_add; last first.
  by rewrite ler_pimull ?invf_le1 // mulr_ge0 ?dot_ge0 ?ltW.
apply: ler_sum => s _; rewrite mulrA ler_wpmul2r ?sqr_ge0 // mulrCA ler_wpmul2l ?sqr_ge0 //.
apply: le_trans (mean_slope_sc Hdmu Hsc _ _ _); rewrite mulrC ler_wpmul2l ?(link_ge0 Hsc) //.
rewrite lef_pinv ?posrE //; last by rewrite ltr_paddr.
rewrite /c -addrA ler_add2l; apply: (@le_trans _ _ ((Num.sqrt lam)^-1 * X)); last by rewrite ler_addr.
rewrite -normrN -dotNr opprB; apply: le_trans (nrm2_cs _ _) _; rewrite mulrC [_^-1 * _]mulrC.
apply: (le_trans _ gap_le_deviation).
by rewrite ler_pimulr ?nrm2_ge0 ?a1.
Qed.
End Concordant.

(* deviation.v in the rounds of the paper; t.+1 is the paper's t *)
Section Paper.
Variables (d t D : nat) (gamma lam : R) (a theta : nat -> 'cV[R]_d) (eps : nat -> R) (hat star : 'cV[R]_d).
Variables (mu dmu : R -> R).
Local Notation A := (fun s => a s.+1).

Lemma paper_Gfull :
  \sum_(1 <= s < t.+1) (gamma ^+ (2 * (t.+1 - 1 - s)) * mean_slope dmu (a s) star hat) *: (a s *m (a s)^T)
    + lam%:M = Gfull t lam (discount gamma t) A hat star (alpha dmu).
Proof.
rewrite rounds_sum /Gfull /design; congr (_ + _); apply: eq_bigr => -[s st] _ /=.
rewrite mean_slopeE /discount -exprM [(_ * 2)%N]mulnC; congr ((_ ^+ (2 * _) * _) *: _).
by clear; lia.
Qed.

Lemma paper_Gtilde :
  \sum_(maxn 1 (t.+1 - D) <= s < t.+1) (gamma ^+ (2 * (t.+1 - 1 - s)) * mean_slope dmu (a s) star hat)
    *: (a s *m (a s)^T) + lam%:M = Gtilde lam A (discount gamma t) D t (alpha dmu) star hat.
Proof.
rewrite rounds_window /Gtilde /design; congr (_ + _); apply: eq_bigr => -[s st] _ /=; rewrite /recent /=.
case: leqP => _; rewrite ?mul0r // mul1r mean_slopeE /discount -exprM [(_ * 2)%N]mulnC.
congr ((_ ^+ (2 * _) * _) *: _).
by clear; lia.
Qed.

Lemma paper_Htilde :
  \sum_(maxn 1 (t.+1 - D) <= s < t.+1) (gamma ^+ (2 * (t.+1 - 1 - s)) * dmu ⟨a s, theta s⟩)
    *: (a s *m (a s)^T) + lam%:M = Htilde lam A (discount gamma t) D t dmu (fun s => theta s.+1).
Proof.
rewrite rounds_window /Htilde /design; congr (_ + _); apply: eq_bigr => -[s st] _ /=; rewrite /recent /=.
case: leqP => _; rewrite ?mul0r // mul1r /discount -exprM [(_ * 2)%N]mulnC; congr ((_ ^+ (2 * _) * _) *: _).
by clear; lia.
Qed.

Lemma paper_noise : gamma != 0 ->
  gamma ^+ t *: (\sum_(maxn 1 (t.+1 - D) <= s < t.+1) (gamma ^- s * eps s.+1) *: a s) =
  recent_noise A (discount gamma t) D t (fun s => eps s.+2).
Proof.
move=> g0; rewrite rounds_window /recent_noise scaler_sumr; apply: eq_bigr => -[s st] _ /=.
rewrite scalerA /recent /=.
case: leqP => _; rewrite ?mul0r ?mulr0 // mul1r mulrA.
rewrite -expfB_cond ?(negPf g0) //=; congr ((_ ^+ _ * _) *: _).
by clear -st; lia.
Qed.
End Paper.
