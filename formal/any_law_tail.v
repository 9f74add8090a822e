(* The tail inequality for any law of rewards: thm:instantaneous_main (l. 853),
   thm:instantaneous_extension (l. 1742) and cor:concentration_Discounts (l. 1798) of the paper, with the
   event >= as printed.

   The law of a round given the past is a functional on bounded functions: see any_law.v for what this
   covers. The steps are those of the paper: exponential moments of bounded centred noise
   (lemma:upper_bound), M(x) is a supermartingale for every direction x of the unit ball
   (lemma_instantaneous), so is its mixture over x (lemma_int_instantaneous), Markov's inequality, and a
   lower bound of the mixture.  Here the mixture is kept below its value round by round, so that the
   interchange of expectation and integral is needed for one round only.  The noise xi is what multiplies
   the action in S: weight times noise of the paper, bounded by c. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing potentials any_law.
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
Lemma law_moment_exp v : `|v| <= 1 ->
  Ec (fun e => exp (v * eta e)) <= exp (v ^+ 2 * Ec (fun e => eta e ^+ 2)).
Proof. by move=> v1; exact: le_trans (law_moment v1) (exp_tangent _). Qed.
End Moment.

Lemma dot_suml d n (f : 'I_n -> 'cV[R]_d) x : dot (\sum_i f i) x = \sum_i dot (f i) x.
Proof. by elim/big_rec2: _ => [|i u v _ <-]; rewrite ?dotDl // dotC dot0r. Qed.

(* The mixture [mean c] of mixing.v: the normal law of precision 2 c truncated on the unit ball. *)
Section Mixture.
Variables (d : nat) (c : R).

Lemma mean_const k : 0 <= k -> mean c (fun _ : 'cV[R]_d => k) = k.
Proof.
move=> k0; have H : mean c (fun _ : 'cV[R]_d => \sum_(i < 1) k * 1) =
    \sum_(i < 1) k * mean c (fun _ : 'cV[R]_d => 1).
  apply: (@mean_sum d c [finType of 'I_1] (fun=> k) (fun _ _ => 1)) => // [_|_ _]; first exact: LLn_const.
  exact: ler01.
rewrite [RHS]big_ord1 mean_one mulr1 in H; rewrite -[RHS]H.
by congr mean; apply: functional_extensionality => x; rewrite big_ord1.
Qed.
Lemma mean_ge0 (f : 'cV[R]_d -> R) : LLn f -> (forall x, 0 <= f x) -> 0 <= mean c f.
Proof. by move=> L f0; rewrite -(mean_const (lexx 0)); apply: mean_le => //; exact: LLn_const. Qed.

(* Tonelli: the expectation of the mixture is at most the mixture of the expectations *)
Lemma law_mean E (Ec : (E -> R) -> R) (f : E -> 'cV[R]_d -> R) :
  upper_law Ec -> LLu f -> (forall e x, 0 <= f e x) ->
  Ec (fun e => mean c (f e)) <= mean c (fun x => Ec (fun e => f e x)).
Proof.
move=> EcP L f0; rewrite /mean; set Z := normaliser _ _; have Z0 : 0 < Z by exact: normaliser_gt0.
pose F e x := gauss c%:M x * f e x; pose G x := gauss c%:M x * Ec (fun e => f e x).
have LF : LLu F by apply: LLu_mul => //; apply: LLu_fix; exact: gauss_LL.
have F0 e x : 0 <= F e x by rewrite mulr_ge0 ?gauss_ge0.
have LG : LLn G by apply: LLn_mul; [exact: gauss_LL|exact: LLu_mean].
have G0 x : 0 <= G x.
  rewrite mulr_ge0 ?gauss_ge0 // -(law_const EcP 0%ring).
  by apply: (law_le EcP) => [||e]; [exact: bounded_const|exact: LLu_bounded|exact: f0].
have Lk k : 0 < k -> k <= 2%:R^-1 -> LLu (fun e x => outer 1 k x * F e x).
  by move=> k0 k1; apply: LLu_mul => //; apply: LLu_fix; apply: LLn_outer => //; exact: ltr01.
have up k e : 0 < k -> k <= 2%:R^-1 -> Int (inball 1 (F e)) <= J (fun x => outer 1 k x * F e x).
  move=> k0 k1; have i := ball_int ltr01 (lexx 1) (LLu_LLn e LF) (F0 e).
  apply: (is_int_le i (is_int_LL (LLu_LLn e (Lk k k0 k1)))) => x.
  by rewrite inballE ler_wpmul2r // outer_ge // ltr01.
have low e : 0 <= Int (inball 1 (F e)).
  apply: le_trans (ball_int_ge ltr01 (lexx 1) (LLu_LLn e LF) (F0 e) (LLn_const d 0%ring) _).
    by rewrite J_zero.
  by move=> x; rewrite inballE mulr_ge0 ?ler0n.
have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have bI : bounded (fun e => Int (inball 1 (F e))).
  have [B hB] := LLu_J (Lk _ h0 (lexx _)); exists B => e; rewrite ger0_norm //.
  exact: le_trans (up _ e h0 (lexx _)) (le_trans (ler_norm _) (hB e)).
have -> : (fun e => Int (inball 1 (fun x => gauss c%:M x * f e x)) / Z) =
    (fun e => Z^-1 * Int (inball 1 (F e))).
  by apply: functional_extensionality => e; rewrite mulrC.
rewrite law_scal ?invr_ge0 ?(ltW Z0) // mulrC ler_pmul2r ?invr_gt0 //.
apply/ler_addgt0Pr => eps eps0; have [k [k0 k1 _ sq]] := ball_squeeze ltr01 (lexx 1) LG G0 eps0.
apply: (@le_trans _ _ (Ec (fun e => J (fun x => outer 1 k x * F e x)))).
  by apply: law_le => // [|e]; [exact/LLu_J/Lk|exact: up].
apply: (le_trans (mean_J EcP (Lk k k0 k1))).
have -> : (fun x => Ec (fun e => outer 1 k x * F e x)) = (fun x => outer 1 k x * G x).
  apply: functional_extensionality => x; rewrite law_scal; [|by []|exact: cutp|exact: LLu_bounded].
  by rewrite /G; congr (_ * _); apply: law_scal => //; [exact: gauss_ge0|exact: LLu_bounded].
move: sq; rewrite ler_subl_addl => /le_trans; apply; rewrite ler_add2r.
apply: ball_int_ge => //; first exact: ltr01.
  by apply: LLn_mul => //; exact: LLn_inner.
by move=> x; rewrite inballE ler_wpmul2r // inner_le // ltr01.
Qed.
End Mixture.

(* the radius of the theorem, for weighted noise bounded by c (on the page c = m w_{t-1}) and the matrix H *)
Definition tail_radius d (c lam delta : R) (H : 'M[R]_d) := Num.sqrt lam / (2%:R * c) +
  2%:R * c / Num.sqrt lam * ln (Num.sqrt (\det H) / (delta * Num.sqrt lam ^+ d)) +
  2%:R * c / Num.sqrt lam * (d%:R * ln 2%:R).
Arguments tail_radius [d] c%ring lam%ring delta%ring H%ring.

(* where the norm of S is at least the radius the mixture is at least 1 / delta *)
Section Large.
Variables (d : nat) (c lam delta : R) (S : 'cV[R]_d) (H : 'M[R]_d).
Hypotheses (c0 : 0 < c) (lam0 : 0 < lam).
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

(* eq:bar_M_t_lower with prop:upper_h_t_g_t, at a point x0 of the half ball *)
Lemma mixture_low x0 : nrm2 x0 <= 2%:R^-1 ->
  exp (b * dot x0 S - b ^+ 2 * qf H x0) * (Num.sqrt lam ^+ d / (2%:R ^+ d * Num.sqrt (\det H)))
  <= mean (b ^+ 2 * lam) (fun x => exp (b * dot x S - b ^+ 2 * (qf H x - lam * dot x x))).
Proof.
move=> x01; have b0 : 0 < b by rewrite invr_gt0.
have b2 : 0 < b ^+ 2 by rewrite exprn_gt0.
have c1 : 0 < b ^+ 2 * lam by rewrite mulr_gt0.
have [As Aq] := Hp; have dA := ltW (pd_det_gt0 Hp).
have Bp : pd (b ^+ 2 *: H).
  by split; [rewrite linearZ /= As|move=> x /Aq h0; rewrite qfZ mulr_gt0].
have B1 : loewner (b ^+ 2 * lam)%:M (b ^+ 2 *: H).
  by move=> x; rewrite qf_scalar qfZ -mulrA ler_wpmul2l ?(ltW b2) // -qf_scalar H_ge.
have := mean_low c1 (b *: S) Bp B1 x01; rewrite dotZr qfZ.
have -> : Num.sqrt (b ^+ 2 * lam) = b * Num.sqrt lam by rewrite sqrtrM ?sqr_ge0 // sqrtr_sqr gtr0_norm.
have -> : Num.sqrt (\det (b ^+ 2 *: H)) = b ^+ d * Num.sqrt (\det H).
  by rewrite detZ -exprM mulnC exprM sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm // exprn_ge0 ?ltW.
have -> : (b * Num.sqrt lam) ^+ d / (2%:R ^+ d * (b ^+ d * Num.sqrt (\det H))) =
  Num.sqrt lam ^+ d / (2%:R ^+ d * Num.sqrt (\det H)).
  by rewrite exprMn mulrCA -mulf_div divff ?mul1r // expf_neq0 // gt_eqF.
congr (_ <= _); congr mean; apply: functional_extensionality => x.
by rewrite dotZr qfZ mulrBr mulrA.
Qed.

Lemma mixture_large : tail_radius c lam delta H <= nrm (invmx H) S ->
  delta^-1 <= mean (b ^+ 2 * lam) (fun x => exp (b * dot x S - b ^+ 2 * (qf H x - lam * dot x x))).
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
apply: le_trans (mixture_low x01).
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

Section Tail.
Variables (E : Type) (e0 : E) (Ec : seq E -> (E -> R) -> R).
Hypothesis EcP : forall h, upper_law (Ec h).
Variables (d : nat) (act : seq E -> 'cV[R]_d) (xi : seq E -> E -> R) (vr : seq E -> R) (c lam : R).

(* S = sum of xi a and H = sum of vr a a^T + lam I over the rounds of h (e0 is never read: s < size h) *)
Definition Ssum h := \sum_(s < size h) xi (take s h) (nth e0 h s) *: act (take s h).
Definition Hmat h := design lam (fun s => act (take s h)) (fun s => vr (take s h)) (size h).

Hypotheses (c0 : 0 < c) (lam0 : 0 < lam).
Hypothesis act1 : forall h, nrm2 (act h) <= 1.
Hypothesis noise : forall h e, `|xi h e| <= c.
Hypothesis centred : forall h, Ec h (xi h) <= 0.
Hypothesis centredN : forall h, Ec h (fun e => -1 * xi h e) <= 0.
Hypothesis variance : forall h, Ec h (fun e => xi h e ^+ 2) <= vr h.
Let b := c^-1.
Let b0 : 0 < b. Proof. by rewrite invr_gt0. Qed.
Let logM x h := b * dot x (Ssum h) - b ^+ 2 * (qf (Hmat h) x - lam * dot x x).
Let M x h := exp (logM x h).

Lemma xi_bounded h : bounded (xi h). Proof. by exists c. Qed.
Lemma vr_ge0 h : 0 <= vr h.
Proof.
apply: le_trans (variance h); rewrite -{1}(law_const (EcP h) 0%ring).
by apply: law_le => // [||e]; [exact: bounded_const|exact: (sqr_bounded (noise h))|rewrite sqr_ge0].
Qed.
Lemma Hmat_pd h : pd (Hmat h). Proof. by apply: design_pd => // s _; exact: vr_ge0. Qed.
Lemma Hmat_ge h : loewner lam%:M (Hmat h).
Proof. by move=> x; rewrite qf_scalar; apply: design_ge => s _; exact: vr_ge0. Qed.

Lemma Ssum_rcons h e : Ssum (rcons h e) = Ssum h + xi h e *: act h.
Proof.
rewrite /Ssum size_rcons big_ord_recr /= -!cats1 take_size_cat // nth_cat ltnn subnn /=; congr (_ + _).
apply: eq_bigr => s _; rewrite takel_cat; last by rewrite ltnW.
by rewrite nth_cat ltn_ord.
Qed.
Lemma Hmat_rcons h e x : qf (Hmat (rcons h e)) x = qf (Hmat h) x + vr h * dot (act h) x ^+ 2.
Proof.
rewrite /Hmat !qf_design size_rcons big_ord_recr /= -!cats1 take_size_cat // addrAC; congr (_ + _ + _).
by apply: eq_bigr => s _; rewrite takel_cat // ltnW.
Qed.

(* one round multiplies M(x) by exp(v xi/c - v^2 vr/c^2), v = <a, x> *)
Lemma M_rcons x h e : M x (rcons h e) =
  M x h * exp (- (b ^+ 2 * (vr h * dot (act h) x ^+ 2))) * exp (dot (act h) x * (b * xi h e)).
Proof.
rewrite /M -!expD; congr exp; rewrite /logM Hmat_rcons Ssum_rcons dotDr dotZr (dotC x (act h)).
move: (dot x (Ssum h)) (dot (act h) x) (dot x x) (qf (Hmat h) x) (xi h e) (vr h) b lam.
by move=> x1 x2 x3 x4 x5 x6 x7 x8; ring.
Qed.

Lemma noise_scaled h e : `|b * xi h e| <= 1.
Proof. by rewrite normrM (gtr0_norm b0) mulrC ler_pdivr_mulr // mul1r. Qed.

(* lemma_instantaneous: M(x) is a supermartingale *)
Lemma M_supermartingale x h : nrm2 x <= 1 -> Ec h (fun e => M x (rcons h e)) <= M x h.
Proof.
move=> x1; set v := dot (act h) x.
have v1 : `|v| <= 1.
  by apply: le_trans (nrm2_cs _ _) _; rewrite -[1]mulr1; apply: ler_pmul; rewrite ?nrm2_ge0.
have eb : bounded (fun e => exp (v * (b * xi h e))).
  exists (exp 1) => e; rewrite ger0_norm ?exp_ge0 //; apply: exp_le; apply: (le_trans (ler_norm _)).
  by rewrite normrM -[1]mulr1 ler_pmul // noise_scaled.
have bx := xi_bounded h.
have c1 : Ec h (fun e => b * xi h e) <= 0.
  by rewrite law_scal // ?(ltW b0) //; apply: mulr_ge0_le0 => //; exact: ltW.
have c2 : Ec h (fun e => -1 * (b * xi h e)) <= 0.
  have -> : (fun e => -1 * (b * xi h e)) = (fun e => b * (-1 * xi h e)).
    by apply: functional_extensionality => e; rewrite mulrCA.
  rewrite law_scal ?(ltW b0) //; last exact: bounded_scal.
  by apply: mulr_ge0_le0 => //; exact: ltW.
have -> : (fun e => M x (rcons h e)) =
    (fun e => M x h * exp (- (b ^+ 2 * (vr h * v ^+ 2))) * exp (v * (b * xi h e))).
  by apply: functional_extensionality => e; exact: M_rcons.
rewrite law_scal ?mulr_ge0 ?exp_ge0 // -[X in _ <= X]mulr1 -mulrA ler_wpmul2l ?exp_ge0 //.
apply: (@le_trans _ _ (exp (- (b ^+ 2 * (vr h * v ^+ 2))) * exp (b ^+ 2 * (vr h * v ^+ 2)))); last first.
  by rewrite -expD addNr exp0.
rewrite ler_wpmul2l ?exp_ge0 //; apply: le_trans (law_moment_exp (EcP h) (noise_scaled h) c1 c2 v1) _.
apply: exp_le; rewrite mulrA mulrC ler_wpmul2r ?sqr_ge0 //.
have -> : (fun e => (b * xi h e) ^+ 2) = (fun e => b ^+ 2 * xi h e ^+ 2).
  by apply: functional_extensionality => e; rewrite exprMn.
rewrite law_scal ?sqr_ge0 //; last exact: (sqr_bounded (noise h)).
by rewrite ler_wpmul2l ?sqr_ge0.
Qed.

Lemma M_start x : M x [::] = 1.
Proof.
rewrite /M /logM /Ssum /Hmat big_ord0 dot0r /design big_ord0 add0r qf_scalar subrr !mulr0 subr0.
exact: exp0.
Qed.

(* for directions of the unit ball M is at most e to the number of rounds *)
Lemma M_bound x h : nrm2 x <= 1 -> M x h <= exp (size h)%:R.
Proof.
move=> x1; apply: exp_le; rewrite /logM; apply: (@le_trans _ _ (b * dot x (Ssum h))).
  rewrite ger_addl oppr_le0 mulr_ge0 ?sqr_ge0 // subr_ge0 -qf_scalar.
  exact: Hmat_ge.
rewrite /b mulrC ler_pdivr_mulr // /Ssum dotC dot_suml; apply: (@le_trans _ _ (\sum_(s < size h) c)).
  apply: ler_sum => s _; rewrite dotZl; apply: (le_trans (ler_norm _)); rewrite normrM -[c]mulr1.
  apply: ler_pmul => //; apply: le_trans (nrm2_cs _ _) _; rewrite -[1]mulr1.
  by apply: ler_pmul; rewrite ?nrm2_ge0.
by rewrite sumr_const card_ord mulr_natl.
Qed.

(* the family of the next values of M *)
Lemma M_LLu h : LLu (fun e x => M x (rcons h e)).
Proof.
have Ld : LLn (fun x => dot (act h) x).
  have -> : (fun x => dot (act h) x) = (fun x => dot x (act h)); last exact: LLn_dot.
  by apply: functional_extensionality => x; exact: dotC.
have Lq : LLn (fun x : 'cV[R]_d => dot x x).
  have -> : (fun x : 'cV[R]_d => dot x x) = (fun x => qf 1%:M x); last exact: LLn_qf.
  by apply: functional_extensionality => x; rewrite qf_scalar mul1r.
have -> : (fun e x => M x (rcons h e)) = (fun e x => exp
    ((logM x h - b ^+ 2 * (vr h * (dot (act h) x * dot (act h) x))) + dot (act h) x * (b * xi h e))).
  apply: functional_extensionality => e; apply: functional_extensionality => x.
  by rewrite M_rcons /M -!expD -expr2.
apply: LLu_comp; first exact: LL_exp.
apply: LLu_add; last first.
  apply: LLu_mul; first exact: LLu_fix.
  by apply: LLu_outcome; apply: bounded_scal; exact: xi_bounded.
have k (z : R) (f : 'cV[R]_d -> R) : LLn f -> LLn (fun x => z * f x) by apply: LLn_mul; exact: LLn_const.
apply: LLu_fix; apply: LLn_add; last by apply/LLn_opp/k/k; exact: LLn_mul.
apply: LLn_add; first exact/k/LLn_dot.
by apply/LLn_opp/k/LLn_add; [exact: LLn_qf|exact/LLn_opp/k].
Qed.
Lemma M_LLn h : LLn (fun x => M x h).
Proof.
case/lastP: h => [|h e]; last exact: (LLu_LLn e (M_LLu h)).
have -> : (fun x => M x [::]) = (fun=> 1) by apply: functional_extensionality => x; exact: M_start.
exact: LLn_const.
Qed.

(* eq:bar_M_u: the mixture *)
Let mixed h := mean (b ^+ 2 * lam) (fun x => M x h).

Lemma mixed_ge0 h : 0 <= mixed h.
Proof. by apply: mean_ge0 => [|x]; [exact: M_LLn|exact: exp_ge0]. Qed.
Lemma mixed_bdd : bdd mixed.
Proof.
move=> n; exists (exp n%:R) => h hn; rewrite ger0_norm ?mixed_ge0 //.
rewrite -(@mean_const d (b ^+ 2 * lam) _ (exp_ge0 n%:R)); apply: mean_le => [|x||x|x x1].
- exact: M_LLn.
- exact: exp_ge0.
- exact: LLn_const.
- exact: exp_ge0.
- by rewrite -hn; exact: M_bound.
Qed.

(* lemma_int_instantaneous: the mixture is a supermartingale of mean at most 1 *)
Lemma mixed_step h : Ec h (fun e => mixed (rcons h e)) <= mixed h.
Proof.
have M0 x k : 0 <= M x k by exact: exp_ge0.
apply: le_trans (law_mean _ (EcP h) (M_LLu h) _) _ => //; apply: mean_le => [|x||x|x] //.
- by apply: LLu_mean => //; exact: M_LLu.
- rewrite -(law_const (EcP h) 0%ring); apply: law_le => //; first exact: bounded_const.
  exact: LLu_bounded (M_LLu h).
- exact: M_LLn.
- exact: M_supermartingale.
Qed.
Lemma mixed_mean n : Mean Ec n mixed [::] <= 1.
Proof.
apply: le_trans (Mean_supermartingale EcP mixed_bdd (fun k _ => mixed_step k)) _.
rewrite -[X in _ <= X](@mean_one d (b ^+ 2 * lam)) /mixed.
have -> : (fun x => M x [::]) = (fun=> 1) by apply: functional_extensionality => x; exact: M_start.
exact: lexx.
Qed.

(* the tail inequality after n rounds, for any law: Markov's inequality for the mixture *)
Theorem tail_any_law delta n : 0 < delta -> delta <= 1 ->
  Prob Ec n (fun h => tail_radius c lam delta (Hmat h) <= nrm (invmx (Hmat h)) (Ssum h)) [::] <= delta.
Proof.
move=> de0 de1; have di0 : 0 < delta^-1 by rewrite invr_gt0.
apply: (@le_trans _ _ (Prob Ec n (fun h => delta^-1 <= mixed h) [::])).
  by apply: Prob_le => // k _ H; apply: mixture_large => //; [exact: Hmat_pd|exact: Hmat_ge].
apply: le_trans (Mean_markov EcP n [::] di0 mixed_bdd mixed_ge0) _.
by rewrite invrK mulrC -[X in _ <= X]mulr1 ler_wpmul2l ?(ltW de0) ?mixed_mean.
Qed.
End Tail.

(* The theorem in the terms of the paper: weights wt s in [0, W], noise eps bounded by m, variances at
   most s2, all hypotheses for the rounds that are played only.  The window of the last rounds is wt s =
   0 before it. *)
Section Weights.
Variables (E : Type) (e0 : E) (Ec : seq E -> (E -> R) -> R).
Hypothesis EcP : forall h, upper_law (Ec h).
Variables (d n : nat) (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (s2 : seq E -> R).
Variables (wt : nat -> R) (W m lam delta : R).
Hypotheses (W0 : 0 < W) (m0 : 0 < m) (lam0 : 0 < lam) (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis act1 : forall h, (size h < n)%N -> nrm2 (act h) <= 1.
Hypothesis noise : forall h e, (size h < n)%N -> `|eps h e| <= m.
Hypothesis centred : forall h, (size h < n)%N -> Ec h (eps h) <= 0.
Hypothesis centredN : forall h, (size h < n)%N -> Ec h (fun e => -1 * eps h e) <= 0.
Hypothesis variance : forall h, (size h < n)%N -> Ec h (fun e => eps h e ^+ 2) <= s2 h.
Hypothesis wt0 : forall s, (s < n)%N -> 0 <= wt s.
Hypothesis wtW : forall s, (s < n)%N -> wt s <= W.

(* S = sum of w eps a,  H = sum of w^2 s2 a a^T + lam I *)
Definition Sw h := \sum_(s < n) (wt s * eps (take s h) (nth e0 h s)) *: act (take s h).
Definition Hw h : 'M[R]_d :=
  \sum_(s < n) (wt s ^+ 2 * s2 (take s h)) *: (act (take s h) *m (act (take s h))^T) + lam%:M.

Theorem tail_weights_law :
  Prob Ec n (fun h => tail_radius (m * W) lam delta (Hw h) <= nrm (invmx (Hw h)) (Sw h)) [::] <= delta.
Proof.
pose xi h := if (size h < n)%N then (fun e => wt (size h) * eps h e) else (fun=> 0).
pose vr h := if (size h < n)%N then wt (size h) ^+ 2 * s2 h else 0.
pose a h := if (size h < n)%N then act h else 0.
have z0 h : Ec h (fun=> 0) = 0 by exact: law_const.
have c0 : 0 < m * W by rewrite mulr_gt0.
have be h : (size h < n)%N -> bounded (eps h) by move=> hn; exists m => e; exact: noise.
have b2 h : (size h < n)%N -> bounded (fun e => eps h e ^+ 2).
  by move=> hn; apply: (sqr_bounded (B := m)) => e; exact: noise.
have a1 h : nrm2 (a h) <= 1.
  rewrite /a; case: ifP => [hn|_]; first exact: act1.
  by rewrite /nrm2 dot0r sqrtr0 ler01.
have xc h e : `|xi h e| <= m * W.
  rewrite /xi; case: ifP => [hn|_]; last by rewrite normr0 ltW.
  by rewrite [m * W]mulrC normrM (ger0_norm (wt0 hn)) ler_pmul ?wt0 ?wtW ?noise.
have x1 h : Ec h (xi h) <= 0.
  rewrite /xi; case: ifP => [hn|_]; last by rewrite z0.
  by rewrite law_scal ?wt0 ?mulr_ge0_le0 ?wt0 ?centred //; exact: be.
have x2 h : Ec h (fun e => -1 * xi h e) <= 0.
  rewrite /xi; case: ifP => [hn|_].
    have -> : (fun e => -1 * (wt (size h) * eps h e)) = (fun e => wt (size h) * (-1 * eps h e)).
      by apply: functional_extensionality => e; rewrite mulrCA.
    by rewrite law_scal ?wt0 ?mulr_ge0_le0 ?wt0 ?centredN //; exact/bounded_scal/be.
  have -> : (fun _ : E => -1 * 0 : R) = (fun=> 0) by apply: functional_extensionality => e; rewrite mulr0.
  by rewrite z0.
have xv h : Ec h (fun e => xi h e ^+ 2) <= vr h.
  rewrite /xi /vr; case: ifP => [hn|_].
    have -> : (fun e => (wt (size h) * eps h e) ^+ 2) = (fun e => wt (size h) ^+ 2 * eps h e ^+ 2).
      by apply: functional_extensionality => e; rewrite exprMn.
    by rewrite law_scal ?sqr_ge0 ?ler_wpmul2l ?sqr_ge0 ?variance //; exact: b2.
  have -> : (fun _ : E => 0 ^+ 2 : R) = (fun=> 0) by apply: functional_extensionality => e; rewrite expr0n.
  by rewrite z0.
apply: le_trans (tail_any_law e0 EcP c0 lam0 a1 xc x1 x2 xv n de0 de1).
apply: Prob_le => // h; rewrite add0n => hn.
have sz s : (s < n)%N -> (size (take s h) = s)%N by move=> sn; rewrite size_takel // hn ltnW.
have -> : Ssum e0 a xi h = Sw h.
  by rewrite /Ssum hn; apply: eq_bigr => s _; rewrite /xi /a !sz ?ltn_ord.
suff -> : Hmat a vr lam h = Hw h by [].
by rewrite /Hmat /design hn; congr (_ + _); apply: eq_bigr => s _; rewrite /vr /a !sz ?ltn_ord.
Qed.
End Weights.

(* thm:instantaneous_extension: the last t0 of n rounds, positive weights that do not decrease *)
Section Window.
Variables (E : Type) (e0 : E) (Ec : seq E -> (E -> R) -> R).
Hypothesis EcP : forall h, law (Ec h).
Variables (d n t0 : nat) (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (s2 : seq E -> R).
Variables (w : nat -> R) (W m lam delta : R).
Hypotheses (W0 : 0 < W) (m0 : 0 < m) (lam0 : 0 < lam) (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis act1 : forall h, (size h < n)%N -> nrm2 (act h) <= 1.
Hypothesis noise : forall h e, (size h < n)%N -> `|eps h e| <= m.
Hypothesis centred : forall h, (size h < n)%N -> Ec h (eps h) = 0.
Hypothesis variance : forall h, (size h < n)%N -> Ec h (fun e => eps h e ^+ 2) <= s2 h.
Hypothesis w0 : forall s, (s < n)%N -> 0 <= w s.
Hypothesis wW : forall s, (s < n)%N -> w s <= W.

(* S_{t-t0:t} and Htilde_{t-t0:t} *)
Definition Swin h := \sum_(s < n | (n - t0 <= s)%N) (w s * eps (take s h) (nth e0 h s)) *: act (take s h).
Definition Hwin h : 'M[R]_d :=
  \sum_(s < n | (n - t0 <= s)%N) (w s ^+ 2 * s2 (take s h)) *: (act (take s h) *m (act (take s h))^T)
  + lam%:M.

Theorem tail_window_law :
  Prob Ec n (fun h => tail_radius (m * W) lam delta (Hwin h) <= nrm (invmx (Hwin h)) (Swin h)) [::] <= delta.
Proof.
pose wt s := if (n - t0 <= s)%N then w s else 0.
have EcU h := law_upper (EcP h).
have cN h : (size h < n)%N -> Ec h (fun e => -1 * eps h e) <= 0.
  move=> hn; have [_ H _ _] := EcP h; rewrite H ?centred ?mulr0 //.
  by exists m => e; exact: noise.
have c1 h : (size h < n)%N -> Ec h (eps h) <= 0 by move=> /centred ->.
have wt0 s : (s < n)%N -> 0 <= wt s by rewrite /wt; case: ifP => // _; exact: w0.
have wtW s : (s < n)%N -> wt s <= W by rewrite /wt; case: ifP => [_|_ _]; [exact: wW|exact: ltW].
have := tail_weights_law e0 EcU W0 m0 lam0 de0 de1 act1 noise c1 cN variance wt0 wtW.
have eS h : Sw e0 n act eps wt h = Swin h.
  rewrite /Swin big_mkcond; apply: eq_bigr => s _; rewrite /wt.
  by case: ifP; rewrite // mul0r scale0r.
have eH h : Hw n act s2 wt lam h = Hwin h.
  rewrite /Hwin big_mkcond; congr (_ + _); apply: eq_bigr => s _; rewrite /wt.
  by case: ifP; rewrite // expr0n mul0r scale0r.
apply: le_trans; apply: Prob_le => // h _.
by rewrite eS eH.
Qed.
End Window.

(* cor:concentration_Discounts: w_s = gamma^-s, lam_t = lam gamma^(-2t), scaled by gamma^(t-1) *)
Section Discounts.
Variables (E : Type) (e0 : E) (Ec : seq E -> (E -> R) -> R).
Hypothesis EcP : forall h, law (Ec h).
Variables (d n D : nat) (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (s2 : seq E -> R).
Variables (g m lam delta : R).
Hypotheses (g0 : 0 < g) (g1 : g <= 1) (m0 : 0 < m) (lam0 : 0 < lam) (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis act1 : forall h, (size h < n)%N -> nrm2 (act h) <= 1.
Hypothesis noise : forall h e, (size h < n)%N -> `|eps h e| <= m.
Hypothesis centred : forall h, (size h < n)%N -> Ec h (eps h) = 0.
Hypothesis variance : forall h, (size h < n)%N -> Ec h (fun e => eps h e ^+ 2) <= s2 h.

Definition Sdisc h :=
  \sum_(s < n | (n - D <= s)%N) (g ^- s.+1 * eps (take s h) (nth e0 h s)) *: act (take s h).
Definition Hdisc h : 'M[R]_d := \sum_(s < n | (n - D <= s)%N)
  (g ^+ (2 * (n - s.+1)) * s2 (take s h)) *: (act (take s h) *m (act (take s h))^T) + lam%:M.

Theorem tail_discount_law :
  Prob Ec n (fun h => tail_radius m lam delta (Hdisc h) <= nrm (invmx (Hdisc h)) (g ^+ n *: Sdisc h)) [::]
  <= delta.
Proof.
have w0 s : (s < n)%N -> 0 <= g ^+ (n - s.+1) by rewrite exprn_ge0 ?ltW.
have w1 s : (s < n)%N -> g ^+ (n - s.+1) <= 1 by move=> _; apply: exprn_ile1 => //; exact: ltW.
have := tail_window_law e0 EcP D ltr01 m0 lam0 de0 de1 act1 noise centred variance w0 w1.
have eS h : Swin e0 n D act eps (fun s => g ^+ (n - s.+1)) h = g ^+ n *: Sdisc h.
  rewrite /Swin scaler_sumr; apply: eq_bigr => s _; rewrite scalerA mulrA; congr ((_ * _) *: _).
  by rewrite -expfB_cond ?gt_eqF // add0n ltn_ord.
have eH h : Hwin n D act s2 (fun s => g ^+ (n - s.+1)) lam h = Hdisc h.
  by rewrite /Hwin; congr (_ + _); apply: eq_bigr => s _; rewrite -exprM mulnC.
have EcU h := law_upper (EcP h); apply: le_trans; apply: Prob_le => // h _.
by rewrite eS eH mulr1.
Qed.
End Discounts.

(* finitely many outcomes: [tail_weights_law] for the expectation and probability of setting.v *)
Theorem tail_tree (E : finType) (e0 : E) (p : seq E -> E -> R) d n
  (act : seq E -> 'cV[R]_d) eps s2 wt W m lam delta :
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  0 < W -> 0 < m -> 0 < lam -> 0 < delta -> delta <= 1 ->
  (forall h, (size h < n)%N -> nrm2 (act h) <= 1) ->
  (forall h e, (size h < n)%N -> `|eps h e| <= m) ->
  (forall h, (size h < n)%N -> \sum_e p h e * eps h e = 0) ->
  (forall h, (size h < n)%N -> \sum_e p h e * eps h e ^+ 2 <= s2 h) ->
  (forall s, (s < n)%N -> 0 <= wt s <= W) ->
  Pr p n (fun h => tail_radius (m * W) lam delta (Hw n act s2 wt lam h) <=
    nrm (invmx (Hw n act s2 wt lam h)) (Sw e0 n act eps wt h)) [::] <= delta.
Proof.
move=> p0 p1 W0 m0 lam0 de0 de1 a1 e1 c1 v1 w01; rewrite /Pr -Mean_tree.
apply: tail_weights_law => // h; first exact/law_upper/tree_law.
- by move=> /c1 ->.
- move=> hn; rewrite (eq_bigr (fun e => -1 * (p h e * eps h e))) => [|e _]; last by rewrite mulrCA.
  by rewrite -mulr_sumr c1 // mulr0.
- by move=> /w01 /andP [].
- by move=> /w01 /andP [].
Qed.
