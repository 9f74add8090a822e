(* The tail inequality with a mixture over other balls (Z110, Z165): directions in the ball of radius v = u
   + r in units of 1/m, the constant phi(v) of the moment lemma, the normal weight of parameter phi(v)
   lambda, a shift of length at most u, and the ratio of the masses of the balls of radius u + r and r in
   the place of 2^d.
   The proof is that of tail_event.v, which has u = r = 1/2 and 1 in the place of phi. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting integrals mixing potentials tail_event.
From Glb Require Import sharper_numbers sharper_mixture sharper_radial.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Arguments normaliser [d] r%ring A%ring.

Section Tail.
Variables (E : finType) (e0 : E) (p : seq E -> E -> R).
Hypothesis p0 : forall h e, 0 <= p h e.
Hypothesis p1 : forall h, \sum_e p h e = 1.
Variables (d : nat) (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (vr : seq E -> R).
Variables (m lam u r : R) (wt : nat -> R).
Hypotheses (m0 : 0 < m) (lam0 : 0 < lam) (u0 : 0 < u) (r0 : 0 < r).
Hypothesis act1 : forall h, nrm2 (act h) <= 1.
Hypothesis centred : forall h, \sum_e p h e * eps h e = 0.
Hypothesis bounded : forall h e, `|wt (size h) * eps h e| <= m.
Hypothesis variance : forall h, \sum_e p h e * eps h e ^+ 2 <= vr h.
Local Notation v := (u + r).
Local Notation Sh := (Sh e0 act eps wt).
Local Notation H0 := (Hh act vr 0 wt).
Local Notation Hh := (Hh act vr lam wt).
Let b := v / m.
(* the precision of the normal weight, over 2 lambda *)
Let K := phi v * b ^+ 2.

Let v0 : 0 < v. Proof. by rewrite addr_gt0. Qed.
Let b0 : 0 < b. Proof. by rewrite divr_gt0. Qed.
Let K0 : 0 < K. Proof. by rewrite mulr_gt0 ?phi_gt0 ?exprn_gt0. Qed.
Let Hp h : pd (Hh h). Proof. exact: (Hhp p0 act wt lam0 variance). Qed.
Let Hge h : loewner lam%:M (Hh h). Proof. exact: (Hh_ge p0 act lam wt variance). Qed.

(* The process for the direction v x, |x| <= 1, is a supermartingale. *)
Definition ball_M x h := exp (b * dot x (Sh h) - K * qf (H0 h) x).
Lemma ball_M_step x h : nrm2 x <= 1 -> \sum_e p h e * ball_M x (rcons h e) <= ball_M x h.
Proof.
move=> x1; set y := dot (act h) x; set w := wt (size h); set s := K * (w ^+ 2 * vr h * y ^+ 2).
have Me e : ball_M x (rcons h e) = ball_M x h * exp (- s) * exp (y * v * (w * eps h e / m)).
  rewrite /ball_M -!expD; congr exp; rewrite Hh_rcons Sh_rcons dotDr dotZr (dotC x (act h)) /s -/y -/w /b.
  by move: (dot x (Sh h)) (qf (H0 h) x) (eps h e) (vr h) K m^-1 v => x2 x4 x6 x7 x8 x9 x10; ring.
rewrite (eq_bigr (fun e => ball_M x h * exp (- s) * (p h e * exp (y * v * (w * eps h e / m))))); last first.
  by move=> e _; rewrite Me mulrCA.
have y1 : `|y| <= 1.
  by apply: le_trans (nrm2_cs _ _) _; rewrite -[1]mulr1; apply: ler_pmul; rewrite ?nrm2_ge0.
have yv : `|y * v| <= v by rewrite normrM (gtr0_norm v0) ler_pimull // ltW.
have c : \sum_e p h e * (w * eps h e / m) = 0.
  rewrite (eq_bigr (fun e => w / m * (p h e * eps h e))) => [|e _]; first by rewrite -mulr_sumr centred mulr0.
  by move: (p h e) (eps h e) m^-1 => x2 x3 x4; ring.
have bd e : `|w * eps h e / m| <= 1 by rewrite normrM normfV (gtr0_norm m0) ler_pdivr_mulr // mul1r;
  exact: bounded.
have H := moment_phi v0 (p0 h) (p1 h) c bd yv.
rewrite -mulr_sumr -[X in _ <= X]mulr1 -mulrA ler_wpmul2l ?exp_ge0 //.
apply: (@le_trans _ _ (exp (- s) * exp s)); last by rewrite -expD addNr exp0.
rewrite ler_wpmul2l ?exp_ge0 //; apply: (le_trans H); apply: le_trans (exp_tangent s).
rewrite ler_add2l /s /K /b -mulrA ler_wpmul2l ?(ltW (phi_gt0 v0)) //.
rewrite (eq_bigr (fun e => (w / m) ^+ 2 * (p h e * eps h e ^+ 2))) => [|e _]; last first.
  by move: (p h e) (eps h e) m^-1 => x2 x3 x4; ring.
rewrite -mulr_sumr; apply: (@le_trans _ _ ((y * v) ^+ 2 * ((w / m) ^+ 2 * vr h))).
  by rewrite !ler_wpmul2l ?sqr_ge0.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; move: (vr h) m^-1 v => x2 x3 x4; ring.
Qed.
Lemma ball_M_mean n x : nrm2 x <= 1 -> Ex p n (ball_M x) [::] <= 1.
Proof.
move=> x1; have <- : ball_M x [::] = 1.
  by rewrite /ball_M [Sh _]big_ord0 dot0r qf_design big_ord0 mul0r addr0 !mulr0 subr0 exp0.
by apply: supermartingale => // k; exact: ball_M_step.
Qed.

(* The mixture, and its mean *)
Lemma ball_M_LL h : LLn (fun x => ball_M x h).
Proof.
have -> : (fun x => ball_M x h) = (fun x => exp (dot x (b *: Sh h) - qf (K *: H0 h) x)).
  by apply: FunctionalExtensionality.functional_extensionality => x; rewrite /ball_M dotZr qfZ.
exact: exp_LL.
Qed.
Lemma ball_Ex_LL n h : LLn (fun x => Ex p n (ball_M x) h).
Proof.
elim: n h => [|n IH] h /=; first exact: ball_M_LL.
by apply: LLn_sum => e; apply: LLn_mul => //; exact: LLn_const.
Qed.
Lemma ball_Ex_ge0 n h x : 0 <= Ex p n (ball_M x) h.
Proof. by elim: n h => [|n IH] h /=; [exact: exp_ge0|apply: sumr_ge0 => e _; rewrite mulr_ge0]. Qed.
Definition ball_bar h := mean (K * lam) (fun x => ball_M x h).
Lemma ball_bar_mean n : Ex p n ball_bar [::] <= 1.
Proof.
have -> : Ex p n ball_bar [::] = mean (K * lam) (fun x => Ex p n (ball_M x) [::]).
  elim: n [::] => [|n IH] h //=; rewrite mean_sum // => [|e|e x]; [|exact: ball_Ex_LL|exact: ball_Ex_ge0].
  by apply: eq_bigr => e _; rewrite IH.
rewrite -[X in _ <= X](mean_one d (K * lam)); apply: mean_le; first exact: ball_Ex_LL.
- by move=> x; exact: ball_Ex_ge0.
- exact: LLn_const.
- by move=> x; exact: ler01.
- by move=> x; exact: ball_M_mean.
Qed.

(* The ratio of the masses of the balls of radius u + r and r *)
Local Notation Ratio := (normaliser 1 ((K * lam)%:M : 'M[R]_d) / normaliser (r / v) ((K * lam)%:M : 'M[R]_d)).
Let q0 : 0 < r / v. Proof. by rewrite divr_gt0. Qed.
Let q1 : r / v <= 1. Proof. by rewrite ler_pdivr_mulr // mul1r ler_addr ltW. Qed.
Lemma Ratio_ge1 : 1 <= Ratio.
Proof.
rewrite ler_pdivl_mulr ?ball_gt0 // mul1r; set A := _%:M.
apply: (is_int_le (ball_int q0 q1 (@gauss_LL d A) (@gauss_ge0 d A))
  (ball_int ltr01 (lexx 1) (@gauss_LL d A) (@gauss_ge0 d A))) => x.
by rewrite /inball; case: ifP => h; rewrite ?(le_trans h q1) //; case: ifP; rewrite ?gauss_ge0.
Qed.

Lemma ball_bar_low h x0 : nrm2 x0 <= 1 - r / v ->
  exp (b * dot x0 (Sh h) - K * qf (Hh h) x0) *
  (Num.sqrt lam ^+ d / (Ratio * Num.sqrt (\det (Hh h)))) <= ball_bar h.
Proof.
move=> x01; have c0 : 0 < K * lam by rewrite mulr_gt0.
have [As Aq] := Hp h; have dA := ltW (pd_det_gt0 (Hp h)).
have Bp : pd (K *: Hh h) by split; [rewrite linearZ /= As|move=> x /Aq h0; rewrite qfZ mulr_gt0].
have B1 : loewner (K * lam)%:M (K *: Hh h).
  by move=> x; rewrite qf_scalar qfZ -mulrA ler_wpmul2l ?(ltW K0) // -qf_scalar Hge.
have e (x y z : R) : x / (y * z) = (z / x)^-1 / y by rewrite invf_div invfM mulrA mulrAC.
have sK : K = Num.sqrt K ^+ 2 by rewrite sqr_sqrtr // ltW.
have rs : Num.sqrt (\det (K *: Hh h)) / Num.sqrt (K * lam) ^+ d = Num.sqrt (\det (Hh h)) / Num.sqrt lam ^+ d.
  by rewrite {1 2}sK ratio_scale // sqrtr_gt0.
rewrite (e _ Ratio) -rs -(e _ Ratio) -qfZ -dotZr.
apply: le_trans (mixture_low q0 q1 (b *: Sh h) c0 Bp B1 x01) _.
rewrite /ball_bar le_eqVlt; apply/orP; left; apply/eqP; congr (mean _ _).
apply: FunctionalExtensionality.functional_extensionality => x.
rewrite /ball_M dotZr qfZ Hh_ridge; congr exp; move: (dot x _) (qf _ x) (dot x x) b K lam =>
  x1 x2 x3 x4 x5 x6.
ring.
Qed.

(* The radius of one round *)
Definition ball_radius delta h := phi v * u * Num.sqrt lam / m + m / (u * Num.sqrt lam) *
  (ln delta^-1 + ln (Num.sqrt (\det (Hh h)) / Num.sqrt lam ^+ d) + ln Ratio).

(* the mixture is large where the norm is *)
Lemma ball_large delta h : 0 < delta -> delta <= 1 ->
  ball_radius delta h <= nrm (invmx (Hh h)) (Sh h) -> delta^-1 <= ball_bar h.
Proof.
move=> de0 de1 H; set N := nrm _ _ in H; have Hu := pd_unit (Hp h).
have sl0 : 0 < Num.sqrt lam by rewrite sqrtr_gt0.
have slE : Num.sqrt lam ^+ 2 = lam by rewrite sqr_sqrtr ?ltW.
have dt0 : 0 < Num.sqrt (\det (Hh h)) by rewrite sqrtr_gt0 pd_det_gt0.
have x0' : 0 < Num.sqrt (\det (Hh h)) / Num.sqrt lam ^+ d by rewrite divr_gt0 ?exprn_gt0.
have R1 := Ratio_ge1; have R0 : 0 < Ratio := lt_le_trans ltr01 R1.
move: H; rewrite /ball_radius; set L := _ + _ + _ => H.
have L0 : 0 <= L.
  rewrite !addr_ge0 ?ln_ge0 ?invf_ge1 //.
  by rewrite ler_pdivl_mulr ?exprn_gt0 // mul1r (det_ge p0 act wt lam0 variance).
have k0 : 0 < u * Num.sqrt lam by rewrite mulr_gt0.
have N0 : 0 < N.
  apply: lt_le_trans H; rewrite ltr_paddr ?mulr_ge0 ?invr_ge0 ?(ltW m0) ?(ltW k0) //.
  by rewrite divr_gt0 // mulr_gt0 // mulr_gt0 ?phi_gt0.
pose c := Num.sqrt lam * (u / v) / N; pose x0 := c *: (invmx (Hh h) *m Sh h).
have N2 : qf (invmx (Hh h)) (Sh h) = N ^+ 2 by rewrite nrm_sqr //; exact/pd_psd/pd_inv.
have d0 : dot x0 (Sh h) = c * N ^+ 2 by rewrite /x0 dotZl dotC -N2.
have q2 : qf (Hh h) x0 = c ^+ 2 * N ^+ 2.
  by rewrite /x0 /qf bfZl bfZr mulrA -expr2 -/(qf _ _) qf_inv_self // N2.
have cN : c * N = Num.sqrt lam * (u / v) by rewrite /c divfK // gt_eqF.
have uv : 1 - r / v = u / v by rewrite -{1}(mulfV (lt0r_neq0 v0)) -mulrBl addrK.
have x01 : nrm2 x0 <= 1 - r / v.
  have := Hge h x0; rewrite qf_scalar q2 -exprMn cN exprMn slE ler_pmul2l // => h1.
  rewrite uv -(@ler_pexpn2r _ 2) ?nnegrE ?nrm2_ge0 ?divr_ge0 ?(ltW u0) ?(ltW v0) //.
  by rewrite nrm2_sqr.
apply: le_trans (ball_bar_low h x01).
have eL : exp L = delta^-1 * (Num.sqrt (\det (Hh h)) / Num.sqrt lam ^+ d) * Ratio.
  by rewrite /L !expD !lnK ?invr_gt0.
have -> : delta^-1 = exp L * (Num.sqrt lam ^+ d / (Ratio * Num.sqrt (\det (Hh h)))).
  rewrite eL; have := lt0r_neq0 dt0.
  have := lt0r_neq0 (exprn_gt0 d sl0); have := lt0r_neq0 R0.
  by move=> n4 n2 n1; exact: ratio_cancel.
apply: ler_wpmul2r; first by apply: divr_ge0; [exact/exprn_ge0/ltW|exact/mulr_ge0/ltW/dt0/ltW].
apply: exp_le.
rewrite d0 q2 -exprMn [N ^+ 2]expr2 [c * (N * N)]mulrA cN /K /b.
move: H; rewrite -subr_ge0 => H; rewrite -subr_ge0.
have -> : v / m * (Num.sqrt lam * (u / v) * N) - phi v * (v / m) ^+ 2 * (Num.sqrt lam * (u / v)) ^+ 2 - L =
  u * Num.sqrt lam / m * (N - (phi v * u * Num.sqrt lam / m + m / (u * Num.sqrt lam) * L)).
  move: (lt0r_neq0 v0) (lt0r_neq0 m0) (lt0r_neq0 sl0) (lt0r_neq0 u0).
  move: (phi v) (Num.sqrt lam) v => f s w n1 n2 n3 n4.
  by field; rewrite n1 n2 n3 n4.
by rewrite mulr_ge0 // divr_ge0 // ltW.
Qed.

(* The tail inequality of one round *)
Theorem ball_tail delta t : 0 < delta -> delta <= 1 ->
  Pr p t (fun h => ball_radius delta h <= nrm (invmx (Hh h)) (Sh h)) [::] <= delta.
Proof.
move=> de0 de1; have M0 k : 0 <= ball_bar k.
  apply: divr_ge0; last exact/ltW/normaliser_gt0.
  apply: le_trans (ball_int_ge ltr01 (lexx 1) _ _ (LLn_const d 0) _).
  - by rewrite J_zero.
  - by apply: LLn_mul; [exact: gauss_LL|exact: ball_M_LL].
  - by move=> x; rewrite mulr_ge0 ?gauss_ge0 ?exp_ge0.
  - by move=> x; rewrite inballE !mulr_ge0 ?ler0n ?gauss_ge0 ?exp_ge0.
apply: (@le_trans _ _ (Pr p t (fun h => delta^-1 <= ball_bar h) [::])).
  apply: (Ex_le p0) => k _; case: (boolP (ball_radius _ _ <= _)) => H; last by rewrite ler0n.
  by rewrite (ball_large de0 de1 H).
have di0 : 0 < delta^-1 by rewrite invr_gt0.
apply: (le_trans (markov p0 t [::] di0 M0)); rewrite invrK mulrC -[X in _ <= X]mulr1.
by rewrite ler_wpmul2l ?(ltW de0) ?ball_bar_mean.
Qed.
End Tail.
