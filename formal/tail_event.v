(* The tail inequality for a fixed number of rounds and constant weights (l. 854, 1380-1620).  An overview is at
   the top of tail.v. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing potentials.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* field identities used below *)
Lemma ratio_cancel (F : fieldType) (x1 x2 x3 x4 : F) : x1 != 0 -> x2 != 0 -> x4 != 0 ->
  x3 = x3 * (x1 / x2) * x4 * (x2 / (x4 * x1)).
Proof. by move=> n1 n2 n4; field; rewrite n1 n2 n4. Qed.
Lemma radius_eq (F : numFieldType) (u N L m : F) : u != 0 -> m != 0 ->
  m^-1 * (u / 2%:R * N) - m^-1 ^+ 2 * (u ^+ 2 * 2%:R^-1 ^+ 2) - L =
  u / (2%:R * m) * (N - (u / (2%:R * m) + 2%:R * m / u * L)).
Proof. by move=> n1 n2; field; rewrite n1 n2. Qed.

(* S and H~ of the played rounds, with weights wt and variances vr *)
Section Sums.
Variables (E : finType) (e0 : E) (d : nat) (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R).
Variables (vr : seq E -> R) (lam : R) (wt : nat -> R).
(* S_u and H~_u, l. 1370 *)
Definition Sh h := \sum_(s < size h) (wt s * eps (take s h) (nth e0 h s)) *: act (take s h).
Definition Hh h := design lam (fun s => act (take s h)) (fun s => wt s ^+ 2 * vr (take s h)) (size h).

(* one more round *)
Lemma Sh_rcons h e : Sh (rcons h e) = Sh h + (wt (size h) * eps h e) *: act h.
Proof.
rewrite /Sh size_rcons big_ord_recr /= -!cats1 take_size_cat // nth_cat ltnn subnn /=; congr (_ + _).
apply: eq_bigr => s _; rewrite takel_cat; last by rewrite ltnW.
by rewrite nth_cat ltn_ord.
Qed.
Lemma Hh_rcons h e x : qf (Hh (rcons h e)) x = qf (Hh h) x + wt (size h) ^+ 2 * vr h * dot (act h) x ^+ 2.
Proof.
rewrite /Hh !qf_design size_rcons big_ord_recr /= -!cats1 take_size_cat // addrAC; congr (_ + _ + _).
by apply: eq_bigr => s _; rewrite takel_cat // ltnW.
Qed.
End Sums.

(* the ridge is added to H(0) *)
Lemma Hh_ridge (E : finType) d (act : seq E -> 'cV[R]_d) vr lam wt h x :
  qf (Hh act vr lam wt h) x = qf (Hh act vr 0 wt h) x + lam * dot x x.
Proof. by rewrite /Hh !qf_design mul0r addr0. Qed.

Section Tail.
Variables (E : finType) (e0 : E) (p : seq E -> E -> R).
Hypothesis p0 : forall h e, 0 <= p h e.
Hypothesis p1 : forall h, \sum_e p h e = 1.
Variables (d : nat) (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (vr : seq E -> R).
(* m bounds the weighted noise: it is the paper's m w_{t-1} *)
Variables (m lam : R) (wt : nat -> R).
Hypotheses (m0 : 0 < m) (lam0 : 0 < lam).
Hypothesis act1 : forall h, nrm2 (act h) <= 1.
Hypothesis centred : forall h, \sum_e p h e * eps h e = 0.
Hypothesis bounded : forall h e, `|wt (size h) * eps h e| <= m.
Hypothesis variance : forall h, \sum_e p h e * eps h e ^+ 2 <= vr h.
Let b := m^-1.
Local Notation Sh := (Sh e0 act eps wt).
Local Notation H0 := (Hh act vr 0 wt).
Local Notation Hh := (Hh act vr lam wt).

(* eq:M_u *)
Definition logM x h := b * dot x (Sh h) - b ^+ 2 * qf (H0 h) x.
Definition M x h := exp (logM x h).

(* H~ >= lam I is positive definite *)
Lemma vr0 h : 0 <= vr h.
Proof. by apply: le_trans (variance h); apply: sumr_ge0 => e _; rewrite mulr_ge0 ?sqr_ge0. Qed.
Lemma Hhp h : pd (Hh h).
Proof. by apply: design_pd => // s _; rewrite mulr_ge0 ?sqr_ge0 ?vr0. Qed.
Lemma Hh_ge h : loewner lam%:M (Hh h).
Proof. by move=> x; rewrite qf_scalar; apply: design_ge => s _; rewrite mulr_ge0 ?sqr_ge0 ?vr0. Qed.
Lemma b_gt0 : 0 < b. Proof. by rewrite invr_gt0. Qed.

(* lemma_instantaneous: M is a supermartingale for every x in the unit ball *)
Lemma M_step x h : nrm2 x <= 1 -> \sum_e p h e * M x (rcons h e) <= M x h.
Proof.
move=> x1; set v := dot (act h) x; set w := wt (size h); set s := v ^+ 2 * (b ^+ 2 * (w ^+ 2 * vr h)).
have Me e : M x (rcons h e) = M x h * exp (- s) * exp (v * (b * (w * eps h e))).
  rewrite /M -!expD; congr exp; rewrite /logM Hh_rcons Sh_rcons dotDr dotZr (dotC x (act h)) /s /v /w.
  move: (dot x (Sh h)) (dot (act h) x) (qf (H0 h) x) (wt _) (eps h e) (vr h) b.
  by move=> x2 x3 x4 x5 x6 x7 x8; ring.
rewrite (eq_bigr (fun e => M x h * exp (- s) * (p h e * exp (v * (b * (w * eps h e)))))); last first.
  by move=> e _; rewrite Me mulrCA.
have v1 : `|v| <= 1.
  by apply: le_trans (nrm2_cs _ _) _; rewrite -[1]mulr1; apply: ler_pmul; rewrite ?nrm2_ge0.
have c : \sum_e p h e * (b * (w * eps h e)) = 0.
  rewrite (eq_bigr (fun e => b * w * (p h e * eps h e))) => [|e _]; rewrite -?mulr_sumr ?centred ?mulr0 //.
  by rewrite [LHS]mulrCA -[RHS]mulrA; congr (_ * _); rewrite mulrCA.
have bd e : `|b * (w * eps h e)| <= 1.
  by rewrite normrM (gtr0_norm b_gt0) mulrC ler_pdivr_mulr // mul1r; exact: bounded.
have H := exp_moment_exp (p0 h) (p1 h) c bd v1.
rewrite -mulr_sumr -[X in _ <= X]mulr1 -mulrA ler_wpmul2l ?exp_ge0 //.
apply: (@le_trans _ _ (exp (- s) * exp s)); last by rewrite -expD addNr exp0.
rewrite ler_wpmul2l ?exp_ge0 //; apply: (le_trans H); rewrite exp_le // /s ler_wpmul2l ?sqr_ge0 //.
rewrite (eq_bigr (fun e => b ^+ 2 * (w ^+ 2 * (p h e * eps h e ^+ 2)))) => [|e _].
  by rewrite -!mulr_sumr !ler_wpmul2l ?sqr_ge0.
by rewrite !exprMn [LHS]mulrCA; congr (_ * _); rewrite [LHS]mulrCA.
Qed.

(* M starts at one *)
Lemma M_nil x : M x [::] = 1.
Proof.
by rewrite /M /logM [Sh _]big_ord0 dot0r qf_design big_ord0 mul0r addr0 !mulr0 subr0 exp0.
Qed.

(* E M_u(x) <= 1 *)
Lemma M_mean n x : nrm2 x <= 1 -> Ex p n (M x) [::] <= 1.
Proof. by move=> x1; rewrite -(M_nil x); apply: supermartingale => // k; exact: M_step. Qed.

(* M and its conditional expectations may be integrated *)
Lemma M_LL h : LLn (fun x => M x h).
Proof.
have -> : (fun x => M x h) = (fun x => exp (dot x (b *: Sh h) - qf (b ^+ 2 *: H0 h) x)).
  by apply: FunctionalExtensionality.functional_extensionality => x; rewrite /M /logM dotZr qfZ.
exact: exp_LL.
Qed.
Lemma Ex_LL n h : LLn (fun x => Ex p n (M x) h).
Proof.
elim: n h => [|n IH] h /=; first exact: M_LL.
by apply: LLn_sum => e; apply: LLn_mul => //; exact: LLn_const.
Qed.
Lemma Ex_ge0 n h x : 0 <= Ex p n (M x) h.
Proof. by elim: n h => [|n IH] h /=; [exact: exp_ge0|apply: sumr_ge0 => e _; rewrite mulr_ge0]. Qed.

(* eq:bar_M_u: the mixture, h being the normal law of precision 2 lam / m^2 truncated on the unit ball *)
Definition barM h := mean (b ^+ 2 * lam) (fun x => M x h).

(* hand step TONELLI: the expectation over a finite tree and the mixture commute by linearity *)
Lemma Ex_mix n h : Ex p n barM h = mean (b ^+ 2 * lam) (fun x => Ex p n (M x) h).
Proof.
elim: n h => [|n IH] h //=; rewrite mean_sum // => [|e|e x]; [|exact: Ex_LL|exact: Ex_ge0].
by apply: eq_bigr => e _; rewrite IH.
Qed.

(* lemma_int_instantaneous *)
Lemma mean_mixture n : Ex p n barM [::] <= 1.
Proof.
rewrite Ex_mix -[X in _ <= X](mean_one d (b ^+ 2 * lam)); apply: mean_le; first exact: Ex_LL.
- by move=> x; exact: Ex_ge0.
- exact: LLn_const.
- by move=> x; exact: ler01.
- by move=> x; exact: M_mean.
Qed.

(* the threshold of the theorem *)
Definition radius delta h := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam *
  (ln delta^-1 + ln (Num.sqrt (\det (Hh h)) / Num.sqrt lam ^+ d) + d%:R * ln 2%:R).

(* det(H~) >= lam^d: the logarithm is not negative *)
Lemma det_ge h : Num.sqrt lam ^+ d <= Num.sqrt (\det (Hh h)).
Proof.
have P : pd (lam%:M : 'M[R]_d).
  by split; [rewrite tr_scalar_mx|move=> y /dot_gt0 y0; rewrite qf_scalar mulr_gt0].
have := det_mono P (Hhp h) (@Hh_ge h); rewrite det_scalar => D.
rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?exprn_ge0 ?sqrtr_ge0 //.
by rewrite -exprM mulnC exprM !sqr_sqrtr ?(ltW lam0) ?(ltW (pd_det_gt0 (Hhp h))).
Qed.

(* eq:bar_M_t_lower with prop:upper_h_t_g_t, at a point x0 of the half ball *)
Lemma barM_low h x0 : nrm2 x0 <= 2%:R^-1 ->
  exp (b * dot x0 (Sh h) - b ^+ 2 * qf (Hh h) x0) *
  (Num.sqrt lam ^+ d / (2%:R ^+ d * Num.sqrt (\det (Hh h)))) <= barM h.
Proof.
move=> x01; have b2 : 0 < b ^+ 2 by rewrite exprn_gt0 ?b_gt0.
have c0 : 0 < b ^+ 2 * lam by rewrite mulr_gt0.
have [As Aq] := Hhp h; have dA := ltW (pd_det_gt0 (Hhp h)).
have Bp : pd (b ^+ 2 *: Hh h).
  by split; [rewrite linearZ /= As|move=> x /Aq h0; rewrite qfZ mulr_gt0].
have B1 : loewner (b ^+ 2 * lam)%:M (b ^+ 2 *: Hh h).
  by move=> x; rewrite qf_scalar qfZ -mulrA ler_wpmul2l ?(ltW b2) // -qf_scalar Hh_ge.
have := mean_low c0 (b *: Sh h) Bp B1 x01; rewrite dotZr qfZ.
have e (x y z : R) : x / (y * z) = (z / x)^-1 / y by rewrite invf_div invfM mulrA mulrAC.
rewrite 2!e ratio_scale ?b_gt0 //; congr (_ <= _); congr mean.
apply: FunctionalExtensionality.functional_extensionality => x.
rewrite /M /logM dotZr qfZ Hh_ridge; congr exp; move: (dot x _) (qf _ x) (dot x x) b lam => x1 x2 x3 x4 x5.
ring.
Qed.

(* the mixture is large where the norm is: x0 is the direction of H^-1 S (xi_0 of l. 1606) *)
Lemma mix_large delta h : 0 < delta -> delta <= 1 ->
  radius delta h <= nrm (invmx (Hh h)) (Sh h) -> delta^-1 <= barM h.
Proof.
move=> de0 de1 H; set N := nrm _ _ in H; have Hp := Hhp h; have Hu := pd_unit Hp.
have sl0 : 0 < Num.sqrt lam by rewrite sqrtr_gt0.
have slE : Num.sqrt lam ^+ 2 = lam by rewrite sqr_sqrtr ?ltW.
have dt0 : 0 < Num.sqrt (\det (Hh h)) by rewrite sqrtr_gt0 pd_det_gt0.
have q0 : 0 < Num.sqrt (\det (Hh h)) / Num.sqrt lam ^+ d by rewrite divr_gt0 ?exprn_gt0.
have t0 : 0 < 2%:R :> R by rewrite ltr0n.
move: H; rewrite /radius; set L := _ + _ + _ => H.
have L0 : 0 <= L.
  rewrite !addr_ge0 ?mulr_ge0 ?ler0n ?ln_ge0 ?ler1n ?invf_ge1 //.
  by rewrite ler_pdivl_mulr ?exprn_gt0 // mul1r det_ge.
have N0 : 0 < N.
  apply: lt_le_trans H; rewrite ltr_paddr ?divr_gt0 ?mulr_gt0 // mulr_ge0 // divr_ge0 ?(ltW sl0) //.
  by rewrite mulr_ge0 ?ler0n ?(ltW m0).
pose c := Num.sqrt lam / (2%:R * N); pose x0 := c *: (invmx (Hh h) *m Sh h).
have N2 : qf (invmx (Hh h)) (Sh h) = N ^+ 2 by rewrite nrm_sqr //; exact/pd_psd/pd_inv.
have d0 : dot x0 (Sh h) = c * N ^+ 2 by rewrite /x0 dotZl dotC -N2.
have q1 : qf (Hh h) x0 = c ^+ 2 * N ^+ 2.
  by rewrite /x0 /qf bfZl bfZr mulrA -expr2 -/(qf _ _) qf_inv_self // N2.
have n0 : N != 0 by rewrite gt_eqF.
have cN : c * N = Num.sqrt lam / 2%:R by rewrite /c invfM mulrA divfK.
have x01 : nrm2 x0 <= 2%:R^-1.
  have := Hh_ge h x0; rewrite qf_scalar q1 -exprMn cN exprMn slE ler_pmul2l // => h1.
  rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?nrm2_ge0 ?invr_ge0 ?ler0n //.
  by rewrite nrm2_sqr.
apply: le_trans (barM_low h x01).
have eL : exp L = delta^-1 * (Num.sqrt (\det (Hh h)) / Num.sqrt lam ^+ d) * 2%:R ^+ d.
  rewrite /L !expD lnK ?invr_gt0 // lnK //; congr (_ * _ * _).
  by rewrite mulr_natl -lnX // lnK // exprn_gt0.
have -> : delta^-1 = exp L * (Num.sqrt lam ^+ d / (2%:R ^+ d * Num.sqrt (\det (Hh h)))).
  rewrite eL; have := lt0r_neq0 dt0.
  have := lt0r_neq0 (exprn_gt0 d sl0); have := lt0r_neq0 (exprn_gt0 d t0).
  by move=> n4 n2 n1; exact: ratio_cancel.
rewrite ler_wpmul2r ?divr_ge0 ?mulr_ge0 ?exprn_ge0 ?sqrtr_ge0 ?ler0n // exp_le //.
rewrite d0 q1 -exprMn cN [N ^+ 2]expr2 [c * (N * N)]mulrA cN exprMn slE /b.
move: H; rewrite -subr_ge0 => H; rewrite -subr_ge0.
have -> : m^-1 * (Num.sqrt lam / 2%:R * N) - (m^-1) ^+ 2 * (lam * 2%:R^-1 ^+ 2) - L =
  Num.sqrt lam / (2%:R * m) * (N - (Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * L)).
  by rewrite -{2}slE; apply: radius_eq; exact: lt0r_neq0.
by rewrite mulr_ge0 // divr_ge0 ?sqrtr_ge0 // mulr_ge0 ?ler0n ?ltW.
Qed.

(* The tail inequality at a fixed round, with the printed event: Markov's inequality for the mixture. *)
Theorem tail_ge delta t : 0 < delta -> delta <= 1 ->
  Pr p t (fun h => radius delta h <= nrm (invmx (Hh h)) (Sh h)) [::] <= delta.
Proof.
move=> de0 de1; have M0 k : 0 <= barM k.
  apply: divr_ge0; last exact/ltW/normaliser_gt0.
  apply: le_trans (ball_int_ge ltr01 (lexx 1) _ _ (LLn_const d 0) _).
  - by rewrite J_zero.
  - by apply: LLn_mul; [exact: gauss_LL|exact: M_LL].
  - by move=> x; rewrite mulr_ge0 ?gauss_ge0 ?exp_ge0.
  - by move=> x; rewrite inballE !mulr_ge0 ?ler0n ?gauss_ge0 ?exp_ge0.
apply: (@le_trans _ _ (Pr p t (fun h => delta^-1 <= barM h) [::])).
  apply: (Ex_le p0) => k _; case: (boolP (radius _ _ <= _)) => H; last by rewrite ler0n.
  by rewrite (mix_large de0 de1 H).
have di0 : 0 < delta^-1 by rewrite invr_gt0.
apply: (le_trans (markov p0 t [::] di0 M0)); rewrite invrK mulrC -[X in _ <= X]mulr1.
by rewrite ler_wpmul2l ?(ltW de0) ?mean_mixture.
Qed.
End Tail.

(* The form used for the regret: weights at most one, noise at most m, and the strict event. *)
Corollary tail (E : finType) (e0 : E) (p : seq E -> E -> R) (p0 : forall h e, 0 <= p h e)
  (p1 : forall h, \sum_e p h e = 1) (d : nat) (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R)
  (vr : seq E -> R) (m lam : R) (wt : nat -> R) (m0 : 0 < m) (lam0 : 0 < lam)
  (act1 : forall h, nrm2 (act h) <= 1) (centred : forall h, \sum_e p h e * eps h e = 0)
  (bounded : forall h e, `|eps h e| <= m) (variance : forall h, \sum_e p h e * eps h e ^+ 2 <= vr h)
  (wt0 : forall s, 0 <= wt s) (wt1 : forall s, wt s <= 1) (delta : R) (t : nat) :
  0 < delta -> delta <= 1 ->
  Pr p t (fun h => radius act vr m lam wt delta h <
                   nrm (invmx (Hh act vr lam wt h)) (Sh e0 act eps wt h)) [::] <= delta.
Proof.
move=> de0 de1; have b h e : `|wt (size h) * eps h e| <= m.
  rewrite normrM (ger0_norm (wt0 _)) -[m]mul1r; exact: ler_pmul.
apply: le_trans (tail_ge e0 p0 p1 m0 lam0 act1 centred b variance t de0 de1).
by apply: (Ex_le p0) => k _; case: ltP => // h; rewrite ?(ltW h) // ler0n.
Qed.

(* The printed threshold, with m for the paper's m w_{t-1} and lam for its lambda_{t-1}. *)
Definition threshold d (m lam delta : R) (H : 'M[R]_d) :=
  Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (Num.sqrt (\det H) / (delta * Num.sqrt lam ^+ d))
  + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R).
Arguments threshold [d] m%ring lam%ring delta%ring H%ring.
