(* The steps between the tail inequality and the regret for any law of rewards: the supermartingale and its
   mixture with the weights of the page (lemma_instantaneous, l. 1380; lemma_int_instantaneous, l. 1443), the
   tail inequality for the last rounds (thm:instantaneous_extension, l. 1742; cor:concentration_Discounts,
   l. 1798), and what holds at all rounds but for probability delta (prop:deviation_main, l. 2117;
   proposition:beta_improved, l. 2524).

   Laws are upper laws (any_law.v), so that laws that are given on a class of functions are covered through
   their upper integrals. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance moments integrals mixing potentials.
From Glb Require Import any_law any_law_tail deviation bonus any_law_regret rounds_regret refined_bonus.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* A mean sees histories of one length only. *)
Lemma Mean_eq E (Ec : seq E -> (E -> R) -> R) n (X Y : seq E -> R) h :
  (forall k, size k = (size h + n)%N -> X k = Y k) -> Mean Ec n X h = Mean Ec n Y h.
Proof.
elim: n h => [|n IH] h H /=; first by apply: H; rewrite addn0.
congr (Ec h); apply: functional_extensionality => e; apply: IH => k.
by rewrite size_rcons addSnnS; exact: H.
Qed.

(* lemma:upper_bound (l. 1489) for a law I that is given on a class L of functions *)
Lemma class_moment E (L : (E -> R) -> Prop) (I : (E -> R) -> R) (eta : E -> R) (v : R) :
  (forall c, L (fun=> c)) -> (forall f g, L f -> L g -> L (fun e => f e + g e)) ->
  (forall c f, L f -> L (fun e => c * f e)) ->
  (forall f g, L f -> L g -> I (fun e => f e + g e) = I f + I g) ->
  (forall c f, L f -> I (fun e => c * f e) = c * I f) ->
  (forall f, L f -> (forall e, 0 <= f e) -> 0 <= I f) -> I (fun=> 1) = 1 ->
  L eta -> L (fun e => eta e ^+ 2) -> L (fun e => exp (v * eta e)) -> I eta = 0 ->
  (forall e, `|eta e| <= 1) -> `|v| <= 1 ->
  I (fun e => exp (v * eta e)) <= 1 + v ^+ 2 * I (fun e => eta e ^+ 2).
Proof.
move=> Lc La Ls Ia Is Ip I1 L1 L2 Le c b v1.
have Lv := Ls v _ L1; have Lv2 := Ls (v ^+ 2) _ L2; have Lq := La _ _ Lv Lv2.
have -> : 1 + v ^+ 2 * I (fun e => eta e ^+ 2) = I (fun e => 1 + (v * eta e + v ^+ 2 * eta e ^+ 2)).
  by rewrite Ia // I1 Ia // !Is // c mulr0 add0r.
apply: (I_le La Ls Ia Is Ip Le) => [|e]; first exact: La.
have ve : v * eta e <= 1.
  by apply: le_trans (ler_norm _) _; rewrite normrM -[1]mulr1 ler_pmul.
have /RleP /exp_le_quad H := ve; apply/RleP; move: H; rewrite -exprMn.
by toR_goal; simpl; lra.
Qed.

(* Noise of a law that is given on classes of functions, in upper integrals: centred, variance at most s2 *)
Lemma ordinary_noise E (L : seq E -> (E -> R) -> Prop) (I : seq E -> (E -> R) -> R) n
  (eps : seq E -> E -> R) (s2 : seq E -> R) :
  (forall h f, L h f -> upper_integral (L h) (I h) f = I h f) ->
  (forall h c f, L h f -> L h (fun e => c * f e)) ->
  (forall h c f, L h f -> I h (fun e => c * f e) = c * I h f) ->
  (forall h, (size h < n)%N -> L h (eps h)) -> (forall h, (size h < n)%N -> L h (fun e => eps h e ^+ 2)) ->
  (forall h, (size h < n)%N -> I h (eps h) = 0) ->
  (forall h, (size h < n)%N -> I h (fun e => eps h e ^+ 2) <= s2 h) ->
  [/\ forall h, (size h < n)%N -> upper_integral (L h) (I h) (eps h) <= 0,
      forall h, (size h < n)%N -> upper_integral (L h) (I h) (fun e => -1 * eps h e) <= 0 &
      forall h, (size h < n)%N -> upper_integral (L h) (I h) (fun e => eps h e ^+ 2) <= s2 h].
Proof.
move=> eq Ls Is L1 L2 c v; split=> h hn; have Le := L1 h hn.
- by rewrite eq ?c.
- by rewrite eq ?Is ?c ?mulr0 //; exact: Ls.
- by rewrite eq ?v //; exact: L2.
Qed.

(* The last of n positive weights that do not decrease is the largest. *)
Lemma last_weight n (w : nat -> R) : (0 < n)%N -> (forall s, (s < n)%N -> 0 < w s) ->
  (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  [/\ 0 < w n.-1, forall s, (s < n)%N -> 0 <= w s & forall s, (s < n)%N -> w s <= w n.-1].
Proof.
move=> n0 w0 wm; split=> [|s sn|s sn]; first by apply: w0; rewrite prednK.
  exact/ltW/w0.
by apply: wm; rewrite ?prednK // -ltnS prednK.
Qed.

(* Weights wt s in [0, W], noise eps bounded by m, variances at most s2, in the n rounds that are played *)
Section Weights.
Variables (E : Type) (e0 : E) (Ec : seq E -> (E -> R) -> R).
Hypothesis EcP : forall h, upper_law (Ec h).
Variables (d n : nat) (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (s2 : seq E -> R).
Variables (wt : nat -> R) (W m : R).
Hypotheses (W0 : 0 < W) (m0 : 0 < m).
Hypothesis act1 : forall h, (size h < n)%N -> nrm2 (act h) <= 1.
Hypothesis noise : forall h e, (size h < n)%N -> `|eps h e| <= m.
Hypothesis centred : forall h, (size h < n)%N -> Ec h (eps h) <= 0.
Hypothesis centredN : forall h, (size h < n)%N -> Ec h (fun e => -1 * eps h e) <= 0.
Hypothesis variance : forall h, (size h < n)%N -> Ec h (fun e => eps h e ^+ 2) <= s2 h.
Hypothesis wt0 : forall s, (s < n)%N -> 0 <= wt s.
Hypothesis wtW : forall s, (s < n)%N -> wt s <= W.

(* S_u, H_u without its ridge, and M_u of eq:M_u *)
Definition S_past h := \sum_(s < size h) (wt s * eps (take s h) (nth e0 h s)) *: act (take s h).
Definition H_past h : 'M[R]_d :=
  \sum_(s < size h) (wt s ^+ 2 * s2 (take s h)) *: (act (take s h) *m (act (take s h))^T).
Definition M_past x h := exp ((m * W)^-1 * dot x (S_past h) - (m * W)^-1 ^+ 2 * dot x (H_past h *m x)).

(* The same with nothing after round n, as any_law_tail.v has it *)
Let xi h := if (size h < n)%N then (fun e => wt (size h) * eps h e) else (fun=> 0).
Let vr h := if (size h < n)%N then wt (size h) ^+ 2 * s2 h else 0.
Let a h := if (size h < n)%N then act h else 0.
Let cut lam x h := exp ((m * W)^-1 * dot x (Ssum e0 a xi h)
  - (m * W)^-1 ^+ 2 * (qf (Hmat a vr lam h) x - lam * dot x x)).
Lemma M_pastE lam x h : (size h <= n)%N -> cut lam x h = M_past x h.
Proof.
move=> hn; have sz (s : 'I_(size h)) : size (take s h) = s by rewrite size_takel // ltnW.
have sn (s : 'I_(size h)) : (s < n)%N by exact: leq_trans (ltn_ord s) hn.
rewrite /cut; have -> : Ssum e0 a xi h = S_past h by apply: eq_bigr => s _; rewrite /xi /a !sz sn.
suff e : Hmat a vr lam h = H_past h + lam%:M by rewrite e qfD qf_scalar addrK.
by rewrite /Hmat /design; congr (_ + _); apply: eq_bigr => s _; rewrite /vr /a !sz sn.
Qed.

Let z0 h : Ec h (fun=> 0) = 0. Proof. exact: law_const. Qed.
Let c0 : 0 < m * W. Proof. exact: mulr_gt0. Qed.
Let be h : (size h < n)%N -> bounded (eps h). Proof. by move=> hn; exists m => e; exact: noise. Qed.
Let a1 h : nrm2 (a h) <= 1.
Proof. by rewrite /a; case: ifP => [/act1 //|_]; rewrite /nrm2 dot0r sqrtr0 ler01. Qed.
Let xc h e : `|xi h e| <= m * W.
Proof.
rewrite /xi; case: ifP => [hn|_]; last by rewrite normr0 ltW.
by rewrite [m * W]mulrC normrM (ger0_norm (wt0 hn)) ler_pmul ?wt0 ?wtW ?noise.
Qed.
Let x1 h : Ec h (xi h) <= 0.
Proof.
rewrite /xi; case: ifP => [hn|_]; last by rewrite z0.
by rewrite law_scal ?wt0 ?mulr_ge0_le0 ?wt0 ?centred //; exact: be.
Qed.
Let x2 h : Ec h (fun e => -1 * xi h e) <= 0.
Proof.
rewrite /xi; case: ifP => [hn|_].
  have -> : (fun e => -1 * (wt (size h) * eps h e)) = (fun e => wt (size h) * (-1 * eps h e)).
    by apply: functional_extensionality => e; rewrite mulrCA.
  by rewrite law_scal ?wt0 ?mulr_ge0_le0 ?wt0 ?centredN //; exact/bounded_scal/be.
have -> : (fun _ : E => -1 * 0 : R) = (fun=> 0) by apply: functional_extensionality => e; rewrite mulr0.
by rewrite z0.
Qed.
Let xv h : Ec h (fun e => xi h e ^+ 2) <= vr h.
Proof.
rewrite /xi /vr; case: ifP => [hn|_].
  have -> : (fun e => (wt (size h) * eps h e) ^+ 2) = (fun e => wt (size h) ^+ 2 * eps h e ^+ 2).
    by apply: functional_extensionality => e; rewrite exprMn.
  rewrite law_scal ?sqr_ge0 ?ler_wpmul2l ?sqr_ge0 ?variance //.
  by apply: (sqr_bounded (B := m)) => e; exact: noise.
have -> : (fun _ : E => 0 ^+ 2 : R) = (fun=> 0) by apply: functional_extensionality => e; rewrite expr0n.
by rewrite z0.
Qed.

(* lemma_instantaneous *)
Theorem M_step_law x h : nrm2 x <= 1 -> (size h < n)%N ->
  Ec h (fun e => M_past x (rcons h e)) <= M_past x h.
Proof.
move=> n1 hn; rewrite -(M_pastE 0) ?(ltnW hn) //.
have -> : (fun e => M_past x (rcons h e)) = (fun e => cut 0 x (rcons h e)).
  by apply: functional_extensionality => e; rewrite M_pastE // size_rcons.
exact: (M_supermartingale e0 EcP 0 c0 a1 xc x1 x2 xv).
Qed.

(* lemma_int_instantaneous: the mixture with the normal law of precision 2 lam/(m W)^2 *)
Theorem mixture_law lam u : (u <= n)%N ->
  Mean Ec u (fun h => mixing.mean ((m * W)^-1 ^+ 2 * lam) (fun x => M_past x h)) [::] <= 1.
Proof.
move=> un; apply: le_trans (mixed_mean e0 EcP lam c0 a1 xc x1 x2 xv u).
rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: Mean_eq => k; rewrite add0n => kn.
by congr mixing.mean; apply: functional_extensionality => x; rewrite -(M_pastE lam) // kn.
Qed.
Lemma M_past_LL h : LLn (fun x => M_past x h).
Proof.
have -> : (fun x => M_past x h) =
    (fun x => exp (dot x ((m * W)^-1 *: S_past h) - qf ((m * W)^-1 ^+ 2 *: H_past h) x)).
  by apply: functional_extensionality => x; rewrite /M_past dotZr qfZ.
exact: exp_LL.
Qed.

(* thm:instantaneous_extension: the last t0 of n rounds *)
Variables (t0 : nat) (lam delta : R).
Hypotheses (lam0 : 0 < lam) (de0 : 0 < delta) (de1 : delta <= 1).
Theorem tail_window_upper : Prob Ec n (fun h => tail_radius (m * W) lam delta (Hwin n t0 act s2 wt lam h) <=
  nrm (invmx (Hwin n t0 act s2 wt lam h)) (Swin e0 n t0 act eps wt h)) [::] <= delta.
Proof.
pose v s := if (n - t0 <= s)%N then wt s else 0.
have v0 s : (s < n)%N -> 0 <= v s by rewrite /v; case: ifP => // _; exact: wt0.
have vW s : (s < n)%N -> v s <= W by rewrite /v; case: ifP => [_|_ _]; [exact: wtW|exact: ltW].
have := tail_weights_law e0 EcP W0 m0 lam0 de0 de1 act1 noise centred centredN variance v0 vW.
have eS h : Sw e0 n act eps v h = Swin e0 n t0 act eps wt h.
  rewrite /Swin big_mkcond; apply: eq_bigr => s _; rewrite /v.
  by case: ifP; rewrite // mul0r scale0r.
have eH h : Hw n act s2 v lam h = Hwin n t0 act s2 wt lam h.
  rewrite /Hwin big_mkcond; congr (_ + _); apply: eq_bigr => s _; rewrite /v.
  by case: ifP; rewrite // expr0n mul0r scale0r.
by apply: le_trans; apply: Prob_le => // h _; rewrite eS eH.
Qed.
End Weights.

(* cor:concentration_Discounts: w_s = gamma^(t-1-s), which are at most 1 *)
Section Discounts.
Variables (E : Type) (e0 : E) (Ec : seq E -> (E -> R) -> R).
Hypothesis EcP : forall h, upper_law (Ec h).
Variables (d n D : nat) (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (s2 : seq E -> R).
Variables (g m lam delta : R).
Hypotheses (g0 : 0 < g) (g1 : g <= 1) (m0 : 0 < m) (lam0 : 0 < lam) (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis act1 : forall h, (size h < n)%N -> nrm2 (act h) <= 1.
Hypothesis noise : forall h e, (size h < n)%N -> `|eps h e| <= m.
Hypothesis centred : forall h, (size h < n)%N -> Ec h (eps h) <= 0.
Hypothesis centredN : forall h, (size h < n)%N -> Ec h (fun e => -1 * eps h e) <= 0.
Hypothesis variance : forall h, (size h < n)%N -> Ec h (fun e => eps h e ^+ 2) <= s2 h.

Theorem tail_discount_upper : Prob Ec n (fun h => tail_radius m lam delta (Hdisc n D act s2 g lam h) <=
  nrm (invmx (Hdisc n D act s2 g lam h)) (g ^+ n *: Sdisc e0 n D act eps g h)) [::] <= delta.
Proof.
have w0 s : (s < n)%N -> 0 <= g ^+ (n - s.+1) by rewrite exprn_ge0 ?ltW.
have w1 s : (s < n)%N -> g ^+ (n - s.+1) <= 1 by move=> _; apply: exprn_ile1 => //; exact: ltW.
have := tail_window_upper e0 EcP ltr01 m0 act1 noise centred centredN variance w0 w1 D lam0 de0 de1.
have eS h : Swin e0 n D act eps (fun s => g ^+ (n - s.+1)) h = g ^+ n *: Sdisc e0 n D act eps g h.
  rewrite /Swin scaler_sumr; apply: eq_bigr => s _; rewrite scalerA mulrA; congr ((_ * _) *: _).
  by rewrite -expfB_cond ?gt_eqF // add0n ltn_ord.
have eH h : Hwin n D act s2 (fun s => g ^+ (n - s.+1)) lam h = Hdisc n D act s2 g lam h.
  by rewrite /Hwin; congr (_ + _); apply: eq_bigr => s _; rewrite -exprM mulnC.
by apply: le_trans; apply: Prob_le => // h _; rewrite eS eH mulr1.
Qed.
End Discounts.

(* Bandits: what holds wherever the noise is within rho_t at all rounds t < T *)
Section Rounds.
Variables (d : nat) (E : Type) (e0 : E).
Variables (mu dmu ddmu : R -> R) (c_mu k_mu S m : R).
Variables (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop).
Variables (Ec : seq E -> 'cV[R]_d -> (E -> R) -> R) (reward : seq E -> 'cV[R]_d -> E -> R).
Variables (act hat : seq E -> 'cV[R]_d).
Variables (w : nat -> nat -> R) (W : R) (W2 : nat -> R) (lam delta : R) (T D : nat).
Hypotheses (d0 : (0 < d)%N) (T0 : (0 < T)%N) (lam0 : 0 < lam) (m0 : 0 < m).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis env : any_environment mu dmu S m theta actions Ec reward.
Hypothesis allowed : forall h, actions h (act h).
Hypothesis w01 : forall t s, 0 <= w t s <= 1.
Hypothesis w_old : forall t, \sum_(s < t) (if recent t D s then 0 else w t s) <= W.
Hypothesis w_recent : forall t, \sum_(s < t) (if recent t D s then w t s else 0) ^+ 2 <= W2 t.
Local Notation small := (noise_small e0 mu dmu k_mu m theta reward act w W2 lam delta T D).

(* Some round is outside with probability at most delta. *)
Theorem any_within_all :
  Prob (fun h => Ec h (act h)) T (fun h => ~~ [forall t : 'I_T, small h t]) [::] <= delta.
Proof.
apply: (any_within (e0 := e0) d0 T0 lam0 m0 de0 de1 link env allowed w01 w_recent) => h _ ok.
by apply/forallP => t; exact: ok.
Qed.

Hypothesis mle : forall h,
  \sum_(s < size h) (w (size h) s * mu (dot (ppast act h s) (hat h))) *: ppast act h s + lam *: hat h =
  \sum_(s < size h) (w (size h) s * preward e0 reward act h s) *: ppast act h s.
Local Notation data := (any_round_at env allowed w01 w_old mle).

(* prop:deviation_main *)
Theorem any_deviation : Prob (fun h => Ec h (act h)) T (fun h => ~~ [forall t : 'I_T, stationary theta D t ==>
  (nrm (invmx (Gtilde lam (ppast act h) (w t) D t (alpha dmu) (theta t) (hat (take t h))))
    (recent_noise (ppast act h) (w t) D t (any_noise_at e0 mu theta reward act h)) <=
  deviation_bound lam (Sbar_of lam S k_mu m W) (rho_of d T lam m k_mu delta (W2 t)))]) [::] <= delta.
Proof.
apply: (any_within (e0 := e0) d0 T0 lam0 m0 de0 de1 link env allowed w01 w_recent) => h hT ok.
apply/forallP => t; apply/implyP => st; have tT := ltn_ord t.
exact: (deviation lam0 (S_nonneg env) (ltW m0) (link_slopes link) (data hT tT st) (ok t tT)).
Qed.

(* proposition:beta_improved *)
Hypothesis floor : slope_floor d dmu S c_mu.
Theorem any_prediction_ball h t b : size h = T -> (t < T)%N -> small h t -> stationary theta D t ->
  nrm2 (hat (take t h)) <= S -> nrm2 b <= 1 ->
  `|mu (dot b (hat (take t h))) - mu (dot b (theta t))| <= k_mu / lam * bias S k_mu m W
     + beta_bar lam k_mu S (rho_of d T lam m k_mu delta (W2 t)) / Num.sqrt c_mu
       * nrm (invmx (design (lam / c_mu) (ppast act h) (w t) t)) b.
Proof.
move=> hT tT ok st hS b1; have [c0 _] := floor; have dt := data hT tT st.
have fl s : (s < t)%N ->
    c_mu <= alpha dmu (dot (ppast act h s) (theta t)) (dot (ppast act h s) (hat (take t h))).
  by move=> _; apply: (alpha_floor_ball link floor); rewrite ?(action_unit dt) ?(star_ball dt).
exact: (prediction_error_ball lam0 c0 (S_nonneg env) (ltW m0) (link_slopes link) dt hS fl ok b1).
Qed.
End Rounds.
