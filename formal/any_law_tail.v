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
From Glb Require Export any_law_mixture.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

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
