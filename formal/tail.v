(* The tail inequality (thm:instantaneous_main l. 853, thm:instantaneous_extension l. 1742). *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments mixing potentials.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Lemma cancel (F : fieldType) (x1 x2 x3 x4 : F) : x1 != 0 -> x2 != 0 -> x4 != 0 ->
  x3 = x3 * (x1 / x2) * x4 * (x2 / (x4 * x1)).
Proof. by move=> n1 n2 n4; field; rewrite n1 n2 n4. Qed.
Lemma radius_eq (F : numFieldType) (u N L m : F) : u != 0 -> m != 0 ->
  m^-1 * (u / 2%:R * N) - m^-1 ^+ 2 * (u ^+ 2 * 2%:R^-1 ^+ 2) - L =
  u / (2%:R * m) * (N - (u / (2%:R * m) + 2%:R * m / u * L)).
Proof. by move=> n1 n2; field; rewrite n1 n2. Qed.

Lemma bernoulli (F : realFieldType) (e : F) n : 0 <= e -> e <= 1 -> 1 - n%:R * e <= (1 - e) ^+ n.
Proof.
move=> e0 e1; elim: n => [|n IH]; first by rewrite mul0r subr0 expr0.
rewrite exprS; apply: (@le_trans _ _ ((1 - e) * (1 - n%:R * e))); last first.
  by apply: ler_wpmul2l => //; rewrite subr_ge0.
rewrite -subr_ge0; have -> : (1 - e) * (1 - n%:R * e) - (1 - n.+1%:R * e) = n%:R * e ^+ 2.
  by rewrite -addn1 natrD; move: (n%:R : F) => z; clear; ring.
by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
Qed.

Section Tail.
Variables (E : finType) (e0 : E) (p : seq E -> E -> R).
Hypothesis p0 : forall h e, 0 <= p h e.
Hypothesis p1 : forall h, \sum_e p h e = 1.
Variables (d : nat) (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (vr : seq E -> R).
Variables (m lam : R) (wt : nat -> R).
Hypotheses (m0 : 0 < m) (lam0 : 0 < lam).
Hypothesis act1 : forall h, nrm2 (act h) <= 1.
Hypothesis centred : forall h, \sum_e p h e * eps h e = 0.
Hypothesis bounded : forall h e, `|eps h e| <= m.
Hypothesis variance : forall h, \sum_e p h e * eps h e ^+ 2 <= vr h.
Hypothesis wt0 : forall s, 0 <= wt s.
Hypothesis wt1 : forall s, wt s <= 1.
Let b := m^-1.

Definition Sh h := \sum_(s < size h) (wt s * eps (take s h) (nth e0 h s)) *: act (take s h).
Definition Hh h := design lam (fun s => act (take s h)) (fun s => wt s ^+ 2 * vr (take s h)) (size h).
Definition logM x h := b * dot x (Sh h) - b ^+ 2 * (qf (Hh h) x - lam * dot x x).
Definition M x h := exp (logM x h).

Lemma vr0 h : 0 <= vr h.
Proof. by apply: le_trans (variance h); apply: sumr_ge0 => e _; rewrite mulr_ge0 ?sqr_ge0. Qed.
Lemma Hhp h : pd (Hh h).
Proof. by apply: design_pd => // s _; rewrite mulr_ge0 ?sqr_ge0 ?vr0. Qed.
Lemma Hh_ge h : loewner lam%:M (Hh h).
Proof. by move=> x; rewrite qf_scalar; apply: design_ge => s _; rewrite mulr_ge0 ?sqr_ge0 ?vr0. Qed.

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

(* lemma_instantaneous *)
Lemma M_step x h : nrm2 x <= 1 -> \sum_e p h e * M x (rcons h e) <= M x h.
Proof.
move=> x1; set v := wt (size h) * dot (act h) x; set s := b ^+ 2 * (v ^+ 2 * vr h).
have Me e : M x (rcons h e) = M x h * exp (- s) * exp (v * (b * eps h e)).
  rewrite /M -!expD; congr exp; rewrite /logM Hh_rcons Sh_rcons dotDr dotZr (dotC x (act h)) /s /v.
  move: (dot x (Sh h)) (dot (act h) x) (dot x x) (qf (Hh h) x) (wt _) (eps h e) (vr h) b lam.
  by move=> x2 x3 x4 x5 x6 x7 x8 x9 x10; ring.
rewrite (eq_bigr (fun e => M x h * exp (- s) * (p h e * exp (v * (b * eps h e))))); last first.
  by move=> e _; rewrite Me mulrCA.
have b0 : 0 < b by rewrite invr_gt0.
have v1 : `|v| <= 1.
  rewrite normrM (ger0_norm (wt0 _)) -[1]mulr1; apply: ler_pmul => //.
  by apply: le_trans (nrm2_cs _ _) _; rewrite -[1]mulr1; apply: ler_pmul; rewrite ?nrm2_ge0.
have c : \sum_e p h e * (b * eps h e) = 0.
  by rewrite (eq_bigr (fun e => b * (p h e * eps h e))) => [|e _]; rewrite -?mulr_sumr ?centred ?mulr0 // mulrCA.
have bd e : `|b * eps h e| <= 1.
  by rewrite normrM (gtr0_norm b0) mulrC ler_pdivr_mulr // mul1r.
have H := exp_moment_exp (p0 h) (p1 h) c bd v1.
rewrite -mulr_sumr -[X in _ <= X]mulr1 -mulrA ler_wpmul2l ?(ltW (exp_gt0 _)) //.
apply: (@le_trans _ _ (exp (- s) * exp s)); last by rewrite -expD addNr exp0.
rewrite ler_wpmul2l ?(ltW (exp_gt0 _)) //; apply: (le_trans H).
have le_exp (y z : R) : y <= z -> exp y <= exp z.
  by move=> /RleP [yz|->]; apply/RleP; [left; exact: exp_increasing|right].
apply: le_exp; rewrite /s [X in _ <= X]mulrCA ler_wpmul2l ?sqr_ge0 //.
rewrite (eq_bigr (fun e => b ^+ 2 * (p h e * eps h e ^+ 2))) => [|e _]; last by rewrite exprMn mulrCA.
by rewrite -mulr_sumr ler_wpmul2l ?sqr_ge0.
Qed.

Lemma M_nil x : M x [::] = 1.
Proof.
rewrite /M /logM /Sh /Hh big_ord0 dot0r /design big_ord0 add0r qf_scalar subrr !mulr0 subr0.
exact: exp0.
Qed.

(* kap < 1 is the price of a continuous cutoff; it tends to 1 in the theorem [tail] *)
Section Kap.
Variables (kap : R) (MX : mixture d b lam kap).
Hypothesis kap0 : 0 < kap.

Lemma M_good h : good MX (fun x => M x h).
Proof.
apply: good_ext (good_exp MX (b *: Sh h) (b ^+ 2 *: Hh h - (b ^+ 2 * lam)%:M)) => x.
rewrite /M; congr exp; rewrite /logM dotZr qfD qfN qfZ qf_scalar.
by move: (dot x (Sh h)) (dot x x) (qf _ x) b lam => x1 x2 x3 x4 x5; ring.
Qed.

Lemma Ex_good n h : good MX (fun x => Ex p n (M x) h).
Proof. by elim: n h => [|n IH] h; [exact: M_good|apply: good_sum => e]. Qed.

(* hand step TONELLI: the expectation over a finite tree and the mixture commute by linearity *)
Lemma Ex_mix n h : Ex p n (fun k => mix MX (fun x => M x k)) h = mix MX (fun x => Ex p n (M x) h).
Proof.
elim: n h => [|n IH] h //=; rewrite mix_sum => [|e]; last exact: Ex_good.
by apply: eq_bigr => e _; rewrite IH.
Qed.

(* lemma_int_instantaneous *)
Lemma mean_mixture n : Ex p n (fun k => mix MX (fun x => M x k)) [::] <= 1.
Proof.
rewrite Ex_mix -[X in _ <= X](mix_one MX); apply: mix_le; [exact: Ex_good|exact: good_one|] => x x1.
by rewrite -(M_nil x); apply: supermartingale => // k; exact: M_step.
Qed.

Definition radius delta h := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam *
  (ln delta^-1 + ln (Num.sqrt (\det (Hh h)) / Num.sqrt lam ^+ d) + d%:R * ln 2%:R).

Lemma det_ge h : Num.sqrt lam ^+ d <= Num.sqrt (\det (Hh h)).
Proof.
have P : pd (lam%:M : 'M[R]_d).
  by split; [rewrite tr_scalar_mx|move=> y /dot_gt0 y0; rewrite qf_scalar mulr_gt0].
have := det_mono P (Hhp h) (@Hh_ge h); rewrite det_scalar => D.
rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?exprn_ge0 ?sqrtr_ge0 //.
by rewrite -exprM mulnC exprM !sqr_sqrtr ?(ltW lam0) ?(ltW (pd_det_gt0 (Hhp h))).
Qed.

Lemma mix_large delta h : 0 < delta -> delta <= 1 ->
  radius delta h < nrm (invmx (Hh h)) (Sh h) -> kap ^+ d * delta^-1 <= mix MX (fun x => M x h).
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
  apply: le_lt_trans H; rewrite addr_ge0 ?divr_ge0 ?mulr_ge0 ?ler0n ?sqrtr_ge0 ?(ltW m0) //.
  by rewrite invr_ge0 sqrtr_ge0.
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
apply: le_trans (mix_low MX (Sh h) Hp (@Hh_ge h) x01).
apply: ler_wpmul2l; first exact/exprn_ge0/ltW.
have eL : exp L = delta^-1 * (Num.sqrt (\det (Hh h)) / Num.sqrt lam ^+ d) * 2%:R ^+ d.
  rewrite /L !expD lnK ?invr_gt0 // lnK //; congr (_ * _ * _).
  by rewrite mulr_natl -lnX // lnK // exprn_gt0.
have -> : delta^-1 = exp L * (Num.sqrt lam ^+ d / (2%:R ^+ d * Num.sqrt (\det (Hh h)))).
  rewrite eL; have := lt0r_neq0 dt0.
  have := lt0r_neq0 (exprn_gt0 d sl0); have := lt0r_neq0 (exprn_gt0 d t0).
  by move=> n4 n2 n1; exact: cancel.
rewrite ler_wpmul2r ?divr_ge0 ?mulr_ge0 ?exprn_ge0 ?sqrtr_ge0 ?ler0n // exp_le //.
rewrite d0 q1 -exprMn cN [N ^+ 2]expr2 [c * (N * N)]mulrA cN exprMn slE /b.
move: H; rewrite -subr_gt0 => H; rewrite -subr_ge0.
have -> : m^-1 * (Num.sqrt lam / 2%:R * N) - (m^-1) ^+ 2 * (lam * 2%:R^-1 ^+ 2) - L =
  Num.sqrt lam / (2%:R * m) * (N - (Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * L)).
  by rewrite -{2}slE; apply: radius_eq; exact: lt0r_neq0.
by rewrite mulr_ge0 ?(ltW H) // divr_ge0 ?sqrtr_ge0 // mulr_ge0 ?ler0n ?ltW.
Qed.

Lemma tail_kap delta t : 0 < delta -> delta <= 1 ->
  kap ^+ d * Pr p t (fun h => radius delta h < nrm (invmx (Hh h)) (Sh h)) [::] <= delta.
Proof.
move=> de0 de1; have kd0 : 0 < kap ^+ d by rewrite exprn_gt0.
have M0 k : 0 <= mix MX (fun x => M x k).
  have g0 : good MX (fun=> 0).
    apply: (good_ext _ (@good_sum _ _ _ _ MX [finType of 'I_0] (fun=> 0) (fun=> fun=> 1) (fun=> good_one MX))).
    by move=> x; rewrite big_ord0.
  have z : mix MX (fun=> 0) = 0.
    have := @mix_sum _ _ _ _ MX [finType of 'I_0] (fun=> 0) (fun=> fun=> 1) (fun=> good_one MX).
    by rewrite [X in _ = X]big_ord0 => e; rewrite -[RHS]e; apply: mix_ext => x; rewrite big_ord0.
  by rewrite -z; apply: mix_le => //; [exact: M_good|move=> x _; exact/ltW/exp_gt0].
have di0 : 0 < kap ^+ d * delta^-1 by rewrite mulr_gt0 ?invr_gt0.
rewrite mulrC -ler_pdivl_mulr //.
apply: (@le_trans _ _ (Pr p t (fun h => kap ^+ d * delta^-1 <= mix MX (fun x => M x h)) [::])).
  apply: Ex_le => // k _; case: (boolP (_ < _)) => H; last by rewrite ler0n.
  by rewrite (mix_large de0 de1 H).
have mk := @markov E p p0 t (fun k => mix MX (fun x => M x k)) _ [::] di0 M0.
apply: (le_trans mk).
rewrite invfM invrK mulrC [_^-1 * delta]mulrC -[X in _ <= X]mulr1.
apply: ler_wpmul2l; last exact: mean_mixture.
by rewrite divr_ge0 ?(ltW de0) ?ltW.
Qed.
End Kap.

(* the tail inequality, for one fixed round *)
Theorem tail delta t : 0 < delta -> delta <= 1 ->
  Pr p t (fun h => radius delta h < nrm (invmx (Hh h)) (Sh h)) [::] <= delta.
Proof.
move=> de0 de1; set P := Pr _ _ _ _.
have P1 : P <= 1.
  rewrite -[X in _ <= X](Ex_const p1 t 1 [::]); apply: Ex_le => // k _.
  by case: (_ < _); rewrite ?ler01.
have P0 : 0 <= P.
  rewrite -[X in X <= _](Ex_const p1 t 0 [::]); apply: Ex_le => // k _.
  exact: ler0n.
rewrite leNgt; apply/negP => H; have D0 : 0 < d.+1%:R :> R by rewrite ltr0n.
pose ee := (P - delta) / d.+1%:R; have ee0 : 0 < ee by rewrite divr_gt0 // subr_gt0.
have ee1 : ee < 1.
  rewrite /ee ltr_pdivr_mulr // mul1r; apply: (@lt_le_trans _ _ 1); last by rewrite ler1n.
  by rewrite ltr_subl_addr (le_lt_trans P1) // ltr_addl.
have k0 : 0 < 1 - ee by rewrite subr_gt0.
have k1 : 1 - ee < 1 by rewrite ltr_subl_addr ltr_addl.
have := tail_kap (the_mixture d b lam0 k0 k1) k0 t de0 de1; rewrite -/P => T.
have B := bernoulli d (ltW ee0) (ltW ee1).
have := le_trans (ler_wpmul2r P0 B) T; rewrite mulrBl mul1r ler_subl_addr -ler_subl_addl => Q.
have : P - delta <= d%:R * ee.
  by apply: (le_trans Q); rewrite -[X in _ <= X]mulr1 ler_wpmul2l // mulr_ge0 ?ler0n ?ltW.
have -> : P - delta = d.+1%:R * ee by rewrite /ee mulrC divfK // gt_eqF.
by rewrite ler_pmul2r // ler_nat ltnn.
Qed.
End Tail.
