(* The tail inequality for any law of rewards: thm:instantaneous_main (l. 853), thm:instantaneous_extension
   (l. 1742) and cor:concentration_Discounts (l. 1798) of the paper, with the event >= as printed.

   The law of a round given the past is a functional on bounded functions: see any_law.v for what this covers.
   The steps are those of the paper: exponential moments of bounded centred noise (lemma:upper_bound), M(x) is a
   supermartingale for every direction x of the unit ball (lemma_instantaneous), so is its mixture over x
   (lemma_int_instantaneous), Markov's inequality, and a lower bound of the mixture.  Here the mixture is kept
   below its value round by round, so that the interchange of expectation and integral is needed for one round
   only.  The noise xi is what multiplies the action in S: weight times noise of the paper, bounded by c. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing any_law.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* lemma:upper_bound, for any law: E exp(v eta) <= 1 + v^2 E eta^2 if |eta| <= 1, |v| <= 1, E eta = 0 *)
Section Moment.
Variables (E : Type) (Ec : (E -> R) -> R) (eta : E -> R).
Hypothesis EcP : upper_law Ec.
Hypothesis eta1 : forall e, `|eta e| <= 1.
Hypothesis centred : Ec eta <= 0.
Hypothesis centredN : Ec (fun e => -1 * eta e) <= 0.

Lemma eta_bounded : bounded eta. Proof. by exists 1. Qed.
Lemma sqr_bounded (f : E -> R) B : (forall e, `|f e| <= B) -> bounded (fun e => f e ^+ 2).
Proof.
move=> H; exists (B ^+ 2) => e; rewrite normrX ler_pexpn2r ?nnegrE //.
exact: le_trans (normr_ge0 _) (H e).
Qed.

Lemma mean_centred v : Ec (fun e => v * eta e) <= 0.
Proof.
have b := eta_bounded; case: (lerP 0 v) => v0; first by rewrite law_scal // mulr_ge0_le0.
have -> : (fun e => v * eta e) = (fun e => - v * (-1 * eta e)).
  by apply: functional_extensionality => e; rewrite mulrA mulrN1 opprK.
by rewrite law_scal ?oppr_ge0 ?(ltW v0) ?mulr_ge0_le0 ?oppr_ge0 ?(ltW v0) //; exact: bounded_scal.
Qed.

Lemma law_moment v : `|v| <= 1 -> Ec (fun e => exp (v * eta e)) <= 1 + v ^+ 2 * Ec (fun e => eta e ^+ 2).
Proof.
move=> v1; have b := eta_bounded; have b2 := sqr_bounded eta1; have c1 := bounded_const E 1.
have bv := bounded_scal v b; have bv2 := bounded_scal (v ^+ 2) b2.
have ve e : `|v * eta e| <= 1 by rewrite normrM -[1]mulr1 ler_pmul.
have be : bounded (fun e => exp (v * eta e)).
  exists (exp 1) => e; rewrite ger0_norm ?exp_ge0 //; apply: exp_le.
  exact: le_trans (ler_norm _) (ve e).
apply: (@le_trans _ _ (Ec (fun e => 1 + (v * eta e + v ^+ 2 * eta e ^+ 2)))).
  apply: law_le => // [|e]; first exact/bounded_add/bounded_add.
  have /RleP /exp_le_quad H := le_trans (ler_norm _) (ve e); apply/RleP; move: H; rewrite -exprMn.
  by toR_goal; simpl; lra.
apply: le_trans (law_add EcP c1 (bounded_add bv bv2)) _; rewrite law_const // ler_add2l.
apply: le_trans (law_add EcP bv bv2) _; rewrite [X in _ + X]law_scal ?sqr_ge0 //.
by rewrite ger_addr mean_centred.
Qed.
Lemma law_moment_exp v : `|v| <= 1 -> Ec (fun e => exp (v * eta e)) <= exp (v ^+ 2 * Ec (fun e => eta e ^+ 2)).
Proof. by move=> v1; exact: le_trans (law_moment v1) (exp_tangent _). Qed.
End Moment.

(* the mixture and the expectation of a round *)
Section Mixture.
Variables (d : nat) (b lam kap : R).
Hypotheses (lam0 : 0 < lam) (kap0 : 0 < kap) (kap1 : kap < 1).

Lemma mixf_const (k : R) : mixf b lam kap (fun _ : 'cV[R]_d => k) = k.
Proof.
have Z0 := @Z_gt0 d b lam kap kap0 kap1; rewrite /mixf.
have -> : (fun x : 'cV[R]_d => dens kap (b ^+ 2 * lam) (dot x x) * k) =
  (fun x => k * dens kap (b ^+ 2 * lam) (dot x x)) by apply: functional_extensionality => x; rewrite mulrC.
by rewrite J_scal; [rewrite mulfK // gt_eqF|exact: p_LL].
Qed.

Lemma mixf_mean E (Ec : (E -> R) -> R) (f : E -> 'cV[R]_d -> R) : upper_law Ec -> LLu f ->
  Ec (fun e => mixf b lam kap (f e)) <= mixf b lam kap (fun x => Ec (fun e => f e x)).
Proof.
move=> EcP L; have Z0 := @Z_gt0 d b lam kap kap0 kap1; rewrite /mixf.
set p := fun x : 'cV[R]_d => dens kap (b ^+ 2 * lam) (dot x x).
have Lp : LLu (fun e x => p x * f e x) by apply: LLu_mul => //; apply: LLu_fix; exact: p_LL.
have -> : (fun e => J (fun x => p x * f e x) / J p) = (fun e => (J p)^-1 * J (fun x => p x * f e x)).
  by apply: functional_extensionality => e; rewrite mulrC.
rewrite law_scal ?invr_ge0 ?(ltW Z0) //; last exact: LLu_J.
rewrite mulrC ler_pmul2r ?invr_gt0 //; apply: le_trans (mean_J EcP Lp) _.
rewrite le_eqVlt; apply/orP; left; apply/eqP; congr J; apply: functional_extensionality => x.
by apply: law_scal => //; [exact: dens_ge0|exact: LLu_bounded].
Qed.
End Mixture.

(* the radius of the theorem, for weighted noise bounded by c (on the page c = m w_{t-1}) and the matrix H *)
Definition tail_radius d (c lam delta : R) (H : 'M[R]_d) := Num.sqrt lam / (2%:R * c) +
  2%:R * c / Num.sqrt lam * ln (Num.sqrt (\det H) / (delta * Num.sqrt lam ^+ d)) +
  2%:R * c / Num.sqrt lam * (d%:R * ln 2%:R).

(* where the norm of S is at least the radius the mixture is at least kap^d / delta *)
Section Large.
Variables (d : nat) (c lam kap delta : R) (S : 'cV[R]_d) (H : 'M[R]_d).
Hypotheses (c0 : 0 < c) (lam0 : 0 < lam) (kap0 : 0 < kap) (kap1 : kap < 1).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1) (Hp : pd H) (H_ge : loewner lam%:M H).
Let b := c^-1.

Lemma radius_det : Num.sqrt lam ^+ d <= Num.sqrt (\det H).
Proof.
have P : pd (lam%:M : 'M[R]_d).
  by split; [rewrite tr_scalar_mx|move=> y /dot_gt0 y0; rewrite qf_scalar mulr_gt0].
have := det_mono P Hp H_ge; rewrite det_scalar => D.
rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?exprn_ge0 ?sqrtr_ge0 //.
by rewrite -exprM mulnC exprM !sqr_sqrtr ?(ltW lam0) ?(ltW (pd_det_gt0 Hp)).
Qed.

Lemma cancel4 (F : fieldType) (x1 x2 x3 x4 : F) : x1 != 0 -> x2 != 0 -> x3 != 0 -> x4 != 0 ->
  x3^-1 = x1 / (x3 * x2) * x4 * (x2 / (x4 * x1)).
Proof. by move=> n1 n2 n3 n4; field; rewrite n1 n2 n3 n4. Qed.
Lemma radius_slack (F : numFieldType) (u N L m : F) : u != 0 -> m != 0 ->
  m^-1 * (u / 2%:R * N) - m^-1 ^+ 2 * (u ^+ 2 * 2%:R^-1 ^+ 2) - L =
  u / (2%:R * m) * (N - (u / (2%:R * m) + 2%:R * m / u * L)).
Proof. by move=> n1 n2; field; rewrite n1 n2. Qed.

Lemma mixture_large : tail_radius c lam delta H <= nrm (invmx H) S ->
  kap ^+ d * delta^-1 <= mixf b lam kap (fun x => exp (b * dot x S - b ^+ 2 * (qf H x - lam * dot x x))).
Proof.
rewrite /tail_radius -addrA -mulrDr; set N := nrm _ _; set L := ln _ + _ => h; have Hu := pd_unit Hp.
have sl0 : 0 < Num.sqrt lam by rewrite sqrtr_gt0.
have slE : Num.sqrt lam ^+ 2 = lam by rewrite sqr_sqrtr ?ltW.
have dt0 : 0 < Num.sqrt (\det H) by rewrite sqrtr_gt0 pd_det_gt0.
have t0 : 0 < 2%:R :> R by rewrite ltr0n.
have dl0 : 0 < delta * Num.sqrt lam ^+ d by rewrite mulr_gt0 ?exprn_gt0.
have L0 : 0 <= L.
  apply: addr_ge0; last by rewrite mulr_ge0 ?ler0n // ln_ge0 // ler1n.
  apply: ln_ge0; rewrite ler_pdivl_mulr // mul1r.
  by rewrite (le_trans _ radius_det) // ger_pmull ?exprn_gt0.
have N0 : 0 < N.
  apply: lt_le_trans h; apply: ltr_paddr; last by rewrite divr_gt0 ?mulr_gt0.
  by rewrite mulr_ge0 // divr_ge0 ?sqrtr_ge0 // mulr_ge0 ?ler0n ?(ltW c0).
pose k := Num.sqrt lam / (2%:R * N); pose x0 := k *: (invmx H *m S).
have N2 : qf (invmx H) S = N ^+ 2 by rewrite nrm_sqr //; exact/pd_psd/pd_inv.
have d0 : dot x0 S = k * N ^+ 2 by rewrite /x0 dotZl dotC -N2.
have q1 : qf H x0 = k ^+ 2 * N ^+ 2.
  by rewrite /x0 /qf bfZl bfZr mulrA -expr2 -/(qf _ _) qf_inv_self // N2.
have n0 : N != 0 by rewrite gt_eqF.
have kN : k * N = Num.sqrt lam / 2%:R by rewrite /k invfM mulrA divfK.
have x01 : nrm2 x0 <= 2%:R^-1.
  have := H_ge x0; rewrite qf_scalar q1 -exprMn kN exprMn slE ler_pmul2l // => h1.
  rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?nrm2_ge0 ?invr_ge0 ?ler0n //.
  by rewrite nrm2_sqr.
apply: le_trans (mixf_low b lam0 kap0 kap1 S Hp H_ge x01).
apply: ler_wpmul2l; first exact/exprn_ge0/ltW.
have -> : delta^-1 = exp L * (Num.sqrt lam ^+ d / (2%:R ^+ d * Num.sqrt (\det H))).
  have -> : exp L = Num.sqrt (\det H) / (delta * Num.sqrt lam ^+ d) * 2%:R ^+ d.
    rewrite /L expD lnK ?divr_gt0 //; congr (_ * _).
    by rewrite mulr_natl -lnX // lnK // exprn_gt0.
  by apply: cancel4; apply: lt0r_neq0; rewrite ?exprn_gt0.
rewrite ler_wpmul2r ?divr_ge0 ?mulr_ge0 ?exprn_ge0 ?sqrtr_ge0 ?ler0n // exp_le //.
rewrite d0 q1 -exprMn kN [N ^+ 2]expr2 [k * (N * N)]mulrA kN exprMn slE /b.
rewrite -subr_ge0.
have -> : c^-1 * (Num.sqrt lam / 2%:R * N) - (c^-1) ^+ 2 * (lam * 2%:R^-1 ^+ 2) - L =
  Num.sqrt lam / (2%:R * c) * (N - (Num.sqrt lam / (2%:R * c) + 2%:R * c / Num.sqrt lam * L)).
  by rewrite -{2}slE; apply: radius_slack; exact: lt0r_neq0.
by rewrite mulr_ge0 ?subr_ge0 // divr_ge0 ?sqrtr_ge0 // mulr_ge0 ?ler0n ?ltW.
Qed.
End Large.
