(* K arms: the chance that the mean of an arm within the window is off by its bonus (l. 3579-3586), the
   deviation bound of Garivier and Moulines (2011, theorem 18), proved here on finite trees.

   1. Hoeffding's lemma: E exp(x (X - E X)) <= exp(x^2 B^2 / 8) for X in [0, B].
   2. exp(x Z - x^2 B^2 N / 8) is a supermartingale, N being the number of plays of the arm in the window and
      Z the sum of their deviations.
   3. Peeling: N lies in one of the slices [(1+eta)^k, (1+eta)^(k+1)], and in each one x can be chosen well.

   Rounds are counted from 0, so that round t comes after t rounds. *)
From Coq Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.

(* 1. Hoeffding's lemma *)

Section Hoeffding.
Local Open Scope R_scope.

(* e^(t u) is below the chord of e^u: tangents of exp at t u. *)
Lemma exp_chord t u : 0 <= t <= 1 -> exp (t * u) <= 1 - t + t * exp u.
Proof.
intros [t0 t1]; assert (H0 := exp_ineq1_le (- (t * u))); assert (H1 := exp_ineq1_le (u - t * u)).
assert (P := exp_pos (t * u)).
assert (E0 : exp (t * u) * exp (- (t * u)) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
assert (E1 : exp (t * u) * exp (u - t * u) = exp u) by (rewrite <- exp_plus; f_equal; ring).
assert (A0 : exp (t * u) * (1 + - (t * u)) <= 1) by (rewrite <- E0; apply Rmult_le_compat_l; lra).
assert (A1 : exp (t * u) * (1 + (u - t * u)) <= exp u) by (rewrite <- E1; apply Rmult_le_compat_l; lra).
nra.
Qed.

(* 1 - q + q e^u <= e^(q u + u^2/8): the second derivative of the difference of logarithms is
   1/4 - r (1 - r) >= 0. *)
Lemma hoeffding_log q u : 0 <= q <= 1 -> 1 - q + q * exp u <= exp (q * u + u ^ 2 / 8).
Proof.
intros Hq.
assert (P : forall y, 0 < 1 - q + q * exp y).
{ intros y; assert (E := exp_pos y); destruct (Req_dec q 0) as [->|n]; [lra|]; nra. }
pose (f := fun y => q * y + y ^ 2 / 8 - ln (1 - q + q * exp y)).
pose (df := fun y => q + y / 4 - q * exp y / (1 - q + q * exp y)).
pose (ddf := fun y => / 4 - q * (1 - q) * exp y / (1 - q + q * exp y) ^ 2).
assert (D1 : forall y, is_derive f y (df y)).
{ intros y; unfold f, df; auto_derive; [apply P|field; specialize (P y); lra]. }
assert (D2 : forall y, is_derive df y (ddf y)).
{ intros y; unfold df, ddf; auto_derive; [specialize (P y); lra|field; specialize (P y); lra]. }
assert (N : forall y, 0 <= ddf y).
{ intros y; unfold ddf; specialize (P y); assert (E := exp_pos y).
  apply Rmult_le_reg_r with ((1 - q + q * exp y) ^ 2); [nra|].
  replace ((/ 4 - q * (1 - q) * exp y / (1 - q + q * exp y) ^ 2) * (1 - q + q * exp y) ^ 2) with
    ((1 - q - q * exp y) ^ 2 / 4) by (field; lra).
  assert (0 <= (1 - q - q * exp y) ^ 2) by apply pow2_ge_0; lra. }
assert (C : forall g dg, (forall y, is_derive g y (dg y)) -> forall y, continuity_pt g y).
{ intros g dg H y; apply continuity_pt_filterlim.
  apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); eexists; apply H. }
assert (F0 : f 0 = 0).
{ unfold f; rewrite exp_0; replace (1 - q + q * 1) with 1 by ring; rewrite ln_1; field. }
assert (G0 : df 0 = 0) by (unfold df; rewrite exp_0; replace (1 - q + q * 1) with 1 by ring; field).
assert (S : forall y, 0 <= df y * y).
{ intros y; destruct (MVT_gen df 0 y ddf) as [c [_ H]]; [intros; apply D2|intros; apply (C _ _ D2)|].
  rewrite G0 in H; replace (df y) with (ddf c * y) by lra; specialize (N c); nra. }
assert (H : 0 <= f u).
{ destruct (MVT_gen f 0 u df) as [c [Hc H]]; [intros; apply D1|intros; apply (C _ _ D1)|].
  rewrite F0 in H; replace (f u) with (df c * u) by lra.
  specialize (S c); destruct (Req_dec c 0) as [->|n]; [rewrite G0; lra|].
  revert Hc; unfold Rmin, Rmax; destruct (Rle_dec 0 u); intros Hc; nra. }
unfold f in H; rewrite <- (exp_ln (1 - q + q * exp u)) at 1 by apply P.
assert (L : ln (1 - q + q * exp u) <= q * u + u ^ 2 / 8) by lra.
destruct L as [L| ->]; [left; now apply exp_increasing|lra].
Qed.

(* In [b, c] with c^2 = (1 + eta) b^2 every s is close to the middle v: |v - s| <= eta v / 4 (q is 4). *)
Lemma peel_near b c s v eta q : 0 < b -> b <= s -> s <= c -> c * c = (1 + eta) * (b * b) -> 0 <= eta ->
  v + v = b + c -> q = 4 -> q * (v - s) * (q * (v - s)) <= eta * v * (eta * v).
Proof.
intros b0 bs sc cb e0 vE ->.
assert (D : 4 * (c - b) <= eta * (c + b)).
{ apply Rmult_le_reg_r with (c + b); [lra|].
  replace (4 * (c - b) * (c + b)) with (4 * (eta * (b * b))) by nra.
  assert (4 * (b * b) <= (c + b) * (c + b)) by nra; nra. }
assert (- (eta * v) <= 4 * (v - s) <= eta * v) by nra; nra.
Qed.
End Hoeffding.

From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting deviation regret arms.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* E exp(x (X - mu)) <= exp(x^2 B^2 / 8) for X in [0, B] with mean mu. *)
Lemma hoeffding (E : finType) (p X : E -> R) (B mu x : R) : 0 < B -> (forall e, 0 <= p e) -> \sum_e p e = 1 ->
  (forall e, 0 <= X e <= B) -> \sum_e p e * X e = mu ->
  \sum_e p e * exp (x * (X e - mu)) <= exp (x ^+ 2 * B ^+ 2 / 8%:R).
Proof.
move=> B0 p0 p1 XB mE; have n0 := lt0r_neq0 B0.
have q0 : 0 <= mu / B <= 1.
  apply/andP; split.
    rewrite divr_ge0 ?(ltW B0) // -mE; apply: sumr_ge0 => e _; rewrite mulr_ge0 //.
    by case/andP: (XB e).
  rewrite ler_pdivr_mulr // mul1r -mE -[B]mul1r -p1 mulr_suml; apply: ler_sum => e _.
  by rewrite ler_wpmul2l //; case/andP: (XB e).
have step e : exp (x * X e) <= 1 - X e / B + X e / B * exp (x * B).
  have /andP [h0 h1] := XB e; have t0 : 0 <= X e / B by rewrite divr_ge0 // ltW.
  have t1 : X e / B <= 1 by rewrite ler_pdivr_mulr // mul1r.
  have /RleP : Rle (exp (X e / B * (x * B))) (1 - X e / B + X e / B * exp (x * B))%ring.
    by apply: exp_chord; split; apply/RleP.
  by rewrite mulrCA divfK.
have total : \sum_e p e * exp (x * X e) <= 1 - mu / B + mu / B * exp (x * B).
  apply: (@le_trans _ _ (\sum_e p e * (1 - X e / B + X e / B * exp (x * B)))).
    by apply: ler_sum => e _; rewrite ler_wpmul2l.
  same; rewrite (eq_bigr (fun e => p e + p e * X e * (B^-1 * (exp (x * B) - 1)))) => [|e _].
    by rewrite big_split /= p1 -mulr_suml mE; move: (exp _) B^-1 => y z; ring.
  by move: (p e) (exp _) B^-1 => w y z; ring.
have -> : \sum_e p e * exp (x * (X e - mu)) = exp (- (x * mu)) * \sum_e p e * exp (x * X e).
  by rewrite mulr_sumr; apply: eq_bigr => e _; rewrite mulrBr expD mulrA mulrC.
apply: (@le_trans _ _ (exp (- (x * mu)) * exp (mu / B * (x * B) + (x * B) ^+ 2 / 8%:R))).
  rewrite ler_wpmul2l ?exp_ge0 //; apply: (le_trans total); case/andP: q0 => /RleP h0 /RleP h1.
  have := hoeffding_log (mu / B)%ring (x * B)%ring (conj h0 h1) => /RleP.
  rewrite /Rdiv -RinvE' RpowE; have -> : IZR 8 = 8%:R :> R by toR_goal; simpl; lra.
  exact.
rewrite -expD; apply: exp_le; same; rewrite mulrCA divfK // exprMn.
by rewrite addrA addNr add0r.
Qed.

(* 2. The supermartingale *)

(* Arms: after the history h, arm i brings the outcome e with probability [law h i e] and the reward
   [reward h i e] in [0, B]; its mean is mu t i in round t = size h (l. 3413-3423). *)
Record arm_environment K (E : finType) (B : R) (mu : nat -> {ffun 'I_K -> R})
  (law reward : seq E -> 'I_K -> E -> R) : Prop := ArmEnvironment {
  arm_law_ge0 : forall h i e, 0 <= law h i e;
  arm_law_sum : forall h i, \sum_e law h i e = 1;
  arm_reward_range : forall h i e, 0 <= reward h i e <= B;
  arm_mean : forall h i, \sum_e law h i e * reward h i e = mu (size h) i }.

(* The arm and the reward of round s along the history h, for a policy act. *)
Definition arm_of K (E : finType) (act : seq E -> 'I_K) h s := act (take s h).
Definition reward_of K (E : finType) (e0 : E) (reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) h s :=
  reward (take s h) (act (take s h)) (nth e0 h s).
(* The law of the outcomes that the policy meets. *)
Definition arm_law K (E : finType) (law : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) h e :=
  law h (act h) e.

(* Means of rewards lie in [0, B]. *)
Lemma arm_mean_range K (E : finType) B mu (law reward : seq E -> 'I_K -> E -> R) (e0 : E) t i :
  arm_environment B mu law reward -> 0 <= mu t i <= B.
Proof.
move=> env; rewrite -[t in mu t](size_nseq t e0) -(arm_mean env).
have r e := arm_reward_range env (nseq t e0) i e; have l e := arm_law_ge0 env (nseq t e0) i e.
apply/andP; split; first by apply: sumr_ge0 => e _; rewrite mulr_ge0 //; case/andP: (r e).
rewrite -[B]mul1r -(arm_law_sum env (nseq t e0) i) mulr_suml; apply: ler_sum => e _.
by rewrite ler_wpmul2l //; case/andP: (r e).
Qed.

Lemma one_more (F : comRingType) (x y z b w v : F) :
  x * (y + b * v) - w * (z + b) = x * y - w * z + b * (x * v - w).
Proof. by ring. Qed.

Section Deviation.
Variables (K : nat) (E : finType) (e0 : E) (B : R) (mu : nat -> {ffun 'I_K -> R}).
Variables (law reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K).
Hypotheses (B0 : 0 < B) (env : arm_environment B mu law reward).
Local Notation I := (arm_of act).
Local Notation X := (reward_of e0 reward act).
Local Notation p := (arm_law law act).
Variables (a : nat) (i : 'I_K).

(* Plays of arm i from round a on, and the sum of the deviations of their rewards. *)
Definition count_from h : nat := \sum_(a <= s < size h) (I h s == i).
Definition deviation_from h := \sum_(a <= s < size h) (I h s == i)%:R * (X h s - mu s i).

(* One more round. *)
Lemma count_rcons h e : count_from (rcons h e) = (count_from h + ((a <= size h)%N && (act h == i)))%N.
Proof.
rewrite /count_from size_rcons; case: leqP => ah; last by rewrite !big_geq // ltnW.
rewrite big_nat_recr //= /arm_of -cats1 take_size_cat //; congr (_ + _)%N.
by rewrite !big_nat; apply: eq_bigr => s /andP [_ sh]; rewrite takel_cat // ltnW.
Qed.
Lemma deviation_rcons h e : deviation_from (rcons h e) =
  deviation_from h + ((a <= size h)%N && (act h == i))%:R * (reward h i e - mu (size h) i).
Proof.
rewrite /deviation_from size_rcons; case: leqP => ah; last by rewrite !big_geq ?mul0r ?addr0 // ltnW.
rewrite big_nat_recr //= /arm_of /reward_of -cats1 take_size_cat // nth_cat ltnn subnn /=; congr (_ + _).
  rewrite !big_nat; apply: eq_bigr => s /andP [_ sh]; rewrite takel_cat 1?ltnW //.
  by rewrite nth_cat sh.
by case: eqP => [->|_]; rewrite ?mul0r.
Qed.

(* exp(x Z - x^2 B^2 N / 8) *)
Definition arm_M x h := exp (x * deviation_from h - x ^+ 2 * B ^+ 2 / 8%:R * (count_from h)%:R).

Lemma arm_M_step x h : \sum_e p h e * arm_M x (rcons h e) <= arm_M x h.
Proof.
have Me e : arm_M x (rcons h e) = arm_M x h * exp (((a <= size h)%N && (act h == i))%:R *
  (x * (reward h i e - mu (size h) i) - x ^+ 2 * B ^+ 2 / 8%:R)).
  rewrite /arm_M -expD; congr exp; rewrite count_rcons deviation_rcons natrD.
  exact: one_more.
rewrite (eq_bigr (fun e => arm_M x h * (p h e * exp (((a <= size h)%N && (act h == i))%:R *
  (x * (reward h i e - mu (size h) i) - x ^+ 2 * B ^+ 2 / 8%:R))))); last by move=> e _; rewrite Me mulrCA.
rewrite -mulr_sumr -[X in _ <= X]mulr1 ler_wpmul2l ?exp_ge0 //.
case: (boolP (_ && _)) => [/andP [_ /eqP ai]|_]; last first.
  rewrite (eq_bigr (p h)) => [|e _]; first by rewrite /arm_law (arm_law_sum env).
  by rewrite mul0r exp0 mulr1.
set w := x ^+ 2 * B ^+ 2 / 8%:R.
rewrite (eq_bigr (fun e => exp (- w) * (law h i e * exp (x * (reward h i e - mu (size h) i))))).
  rewrite -mulr_sumr; apply: (@le_trans _ _ (exp (- w) * exp w)).
    rewrite ler_wpmul2l ?exp_ge0 //; apply: hoeffding => // [e||e|].
    - exact: (arm_law_ge0 env).
    - exact: (arm_law_sum env).
    - exact: (arm_reward_range env).
    - exact: (arm_mean env).
  by rewrite -expD addNr exp0.
by move=> e _; rewrite /arm_law ai mul1r expD [exp _ * exp _]mulrC mulrCA.
Qed.

(* Its mean is at most 1. *)
Lemma arm_M_mean x n : Ex p n (arm_M x) [::] <= 1.
Proof.
have -> : 1 = arm_M x [::] :> R by rewrite /arm_M /deviation_from /count_from !big_geq // !mulr0 subrr exp0.
by apply: supermartingale (arm_M_step x) => h e; exact: (arm_law_ge0 env).
Qed.

End Deviation.

(* 3. Peeling *)

(* x in [1, y^M] lies in one of M slices. *)
Lemma slice (y x : R) M : 1 <= x -> x <= y ^+ M -> (0 < M)%N ->
  exists2 k, (k < M)%N & y ^+ k <= x <= y ^+ k.+1.
Proof.
move=> x1; elim: M => // M IH xM _; case: (leP x (y ^+ M)) => h; last by exists M; rewrite // (ltW h).
case: (posnP M) => [M0|M0]; first by exists 0%N; rewrite // expr0 x1 -[1%N]/(0.+1) -M0.
by have [k kM kx] := IH h M0; exists k => //; rewrite ltnS ltnW.
Qed.

(* In a slice, b <= s <= c with c^2 = (1 + eta) b^2, the middle v of b and c serves all s. *)
Lemma peel_exponent (b c s g eta : R) :
  0 < b -> b <= s -> s <= c -> c ^+ 2 = (1 + eta) * b ^+ 2 -> 0 <= eta ->
  2%:R * g ^+ 2 * (1 - eta ^+ 2 / 16%:R) <=
  4%:R * g / ((b + c) / 2%:R) * (g * s) - (4%:R * g / ((b + c) / 2%:R)) ^+ 2 * s ^+ 2 / 8%:R.
Proof.
move=> b0 bs sc cb e0; set v := (b + c) / 2%:R.
have c0 : 0 < c by apply: lt_le_trans b0 (le_trans bs sc).
have v0 : 0 < v by apply: divr_gt0; [exact: addr_gt0|rewrite ltr0n].
have near : (1 - s / v) ^+ 2 <= eta ^+ 2 / 16%:R.
  have -> : 1 - s / v = (v - s) / v by rewrite mulrBl divff ?gt_eqF.
  rewrite expr_div_n ler_pdivr_mulr ?exprn_gt0 // mulrAC ler_pdivl_mulr ?ltr0n // -[16%N]/(4 ^ 2)%N natrX.
  rewrite -!exprMn [(v - s) * _]mulrC !expr2; apply/RleP.
  apply: (@peel_near b c s v eta); try exact/RleP; try exact/RltP.
  - by move: cb; rewrite !expr2.
  - by have := splitr (b + c) => /esym.
  - by toR_goal; simpl; lra.
have -> : 4%:R * g / v * (g * s) - (4%:R * g / v) ^+ 2 * s ^+ 2 / 8%:R =
  2%:R * g ^+ 2 * (1 - (1 - s / v) ^+ 2).
  by move: (lt0r_neq0 v0) => n; field.
apply: ler_wpmul2l; first by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
by apply: ler_sub.
Qed.

Lemma tilt_algebra (F : comRingType) (x y b z : F) : x * y * b * z = y * (x * z * b).
Proof. by ring. Qed.

Section Peeling.
Variables (K : nat) (E : finType) (e0 : E) (B : R) (mu : nat -> {ffun 'I_K -> R}).
Variables (law reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) (xi eta : R).
Hypotheses (B0 : 0 < B) (env : arm_environment B mu law reward).
(* xi = 1/(2 (1 - eta^2/16)) or more (l. 3579: "a specific value of xi"). *)
Hypotheses (eta0 : 0 < eta) (xi0 : 0 <= xi) (xi_eta : 1 <= 2%:R * xi * (1 - eta ^+ 2 / 16%:R)).
Local Notation I := (arm_of act).
Local Notation X := (reward_of e0 reward act).
Local Notation p := (arm_law law act).
Local Notation Z := (deviation_from e0 mu reward act).
Local Notation N := (count_from act).
Let p0 h e : 0 <= p h e := arm_law_ge0 env h (act h) e.
Let p1 h : \sum_e p h e = 1 := arm_law_sum env h (act h).

(* |Z| (sign sg) is as large as the bonus, for n rounds in the window. *)
Definition off (sg : R) a i n h := (0 < N a i h)%N &&
  (B * Num.sqrt (xi * ln n%:R) * Num.sqrt (N a i h)%:R <= sg * Z a i h).

(* The choice of x in slice k. *)
Definition tilt (sg : R) n k := sg * (4%:R * Num.sqrt (xi * ln n%:R)
  / ((Num.sqrt ((1 + eta) ^+ k) + Num.sqrt ((1 + eta) ^+ k.+1)) / 2%:R)) / B.

(* In slice k the supermartingale is at least n. *)
Lemma slice_large sg a i n k h : (0 < n)%N -> sg ^+ 2 = 1 -> off sg a i n h ->
  (1 + eta) ^+ k <= (N a i h)%:R <= (1 + eta) ^+ k.+1 ->
  n%:R <= arm_M e0 B mu reward act a i (tilt sg n k) h.
Proof.
move=> n0 sg1 /andP [N0 large] /andP [lo hi].
have np : 0 < n%:R :> R by rewrite ltr0n.
have l0 : 0 <= ln n%:R by apply: ln_ge0; rewrite ler1n.
have e1 : 0 < 1 + eta by rewrite addr_gt0 ?ltr01.
have := @peel_exponent (Num.sqrt ((1 + eta) ^+ k)) (Num.sqrt ((1 + eta) ^+ k.+1)) (Num.sqrt (N a i h)%:R)
  (Num.sqrt (xi * ln n%:R)) eta.
rewrite sqrtr_gt0 exprn_gt0 // !ler_wsqrtr // !sqr_sqrtr ?exprn_ge0 ?(ltW e1) ?ler0n ?mulr_ge0 //.
move=> /(_ isT isT isT (exprS _ _) (ltW eta0)).
set v := (_ + _) / 2%:R; set g := Num.sqrt (xi * _); set s := Num.sqrt _%:R => H.
rewrite -(lnK np) /arm_M; apply: exp_le.
apply: (@le_trans _ _ (2%:R * (xi * ln n%:R) * (1 - eta ^+ 2 / 16%:R))).
  by rewrite mulrA mulrAC ler_pemull.
apply: (le_trans H); rewrite /tilt -/v -/g; set y := 4%:R * g / v.
have v0 : 0 <= v by apply: divr_ge0; [apply: addr_ge0; exact: sqrtr_ge0|exact: ler0n].
have y0 : 0 <= y by apply: divr_ge0 => //; apply: mulr_ge0; [exact: ler0n|exact: sqrtr_ge0].
apply: ler_sub.
  have -> : sg * y / B * Z a i h = y * (sg * Z a i h / B) by exact: tilt_algebra.
  by apply: ler_wpmul2l => //; rewrite ler_pdivl_mulr // mulrC mulrA.
have -> : (sg * y / B) ^+ 2 = y ^+ 2 / B ^+ 2 by rewrite exprMn exprMn sg1 mul1r exprVn.
by rewrite divfK ?expf_neq0 ?gt_eqF // mulrAC.
Qed.

(* P(off) <= M / n if n <= (1 + eta)^M. *)
Lemma deviation_slices sg a i n M t : (0 < n)%N -> (0 < M)%N -> sg ^+ 2 = 1 -> n%:R <= (1 + eta) ^+ M ->
  (t - a <= n)%N -> Pr p t (off sg a i n) [::] <= M%:R / n%:R.
Proof.
move=> n0 M0 sg1 nM ta; have np : 0 < n%:R :> R by rewrite ltr0n.
apply: (@le_trans _ _ (Pr p t (fun h => has (fun k => n%:R <= arm_M e0 B mu reward act a i (tilt sg n k) h)
  (iota 0 M)) [::])).
  apply: (Pr_le p0) => h; rewrite add0n => ht ho; have /andP [N0 _] := ho.
  have N1 : 1 <= (N a i h)%:R :> R by rewrite ler1n.
  have Nn : (N a i h)%:R <= (1 + eta) ^+ M.
    apply: le_trans nM; rewrite ler_nat; apply: leq_trans ta; rewrite /count_from ht.
    by rewrite -[(t - a)%N]muln1 -sum_nat_const_nat; apply: leq_sum => s _; case: (_ == _).
  have [k kM kx] := slice N1 Nn M0; apply/hasP; exists k; first by rewrite mem_iota.
  exact: slice_large.
apply: (le_trans (union_bound p0 t (iota 0 M) (fun k h => _) [::])).
rewrite -{2}(size_iota 0 M) -sum1_size natr_sum mulr_suml; apply: ler_sum => k _.
have M0' h : 0 <= arm_M e0 B mu reward act a i (tilt sg n k) h by exact: exp_ge0.
apply: (le_trans (markov p0 t [::] np M0')).
by rewrite ler_wpmul2r ?invr_ge0 ?ler0n //; exact: arm_M_mean.
Qed.
End Peeling.
