(* K arms, any law of bounded rewards: the deviation bound of Garivier and Moulines (l. 3579-3586).

   The outcomes of a round form any type E; Ec h i is the law of the outcome of arm i after the history h, a
   functional on bounded functions (any_law.v).  The argument is that of arms_deviation.v, which has finitely
   many outcomes:
   1. Hoeffding's lemma: E exp(x (X - E X)) <= exp(x^2 B^2 / 8) for X in [0, B].
   2. exp(x Z - x^2 B^2 N / 8) is a supermartingale, N being the number of plays of the arm in the window and
      Z the sum of their deviations.
   3. Peeling, for every xi and eta: the mean of the window exceeds its expectation by B sqrt(xi log n / N)
      with probability at most \lceil log n / log(1+eta) \rceil n^{-2 xi (1 - eta^2/16)}.

   Rounds are counted from 0, so that round t comes after t rounds. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation regret rates any_law.
From Glb Require Import arms arms_deviation arms_regret.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* 1. Hoeffding's lemma *)

Section Hoeffding.
Variables (E : Type) (Ec : (E -> R) -> R) (X : E -> R) (B m x : R).
Hypotheses (B0 : 0 < B) (U : upper_law Ec) (XB : forall e, 0 <= X e <= B).
Hypotheses (mE : Ec X = m) (mL : Ec (fun e => -1 * X e) = - m).

Let bX : bounded X.
Proof. by exists B => e; have /andP [r0 r1] := XB e; rewrite ger0_norm. Qed.

(* Means of rewards in [0, B] lie in [0, B]. *)
Lemma law_range : 0 <= m <= B.
Proof.
rewrite -mE -{1}(law_const U 0%ring) -[X in _ && (_ <= X)](law_const U B); apply/andP.
by split; apply: (law_le U) => // [|e]; try exact: bounded_const; case/andP: (XB e).
Qed.

(* The mean of a multiple, of any sign. *)
Lemma law_multiple k : Ec (fun e => k * X e) <= k * m.
Proof.
case: (leP 0 k) => k0; first by rewrite (law_scal U) // mE.
have -> : (fun e => k * X e) = (fun e => - k * (-1 * X e)).
  by apply: functional_extensionality => e; rewrite mulN1r mulrNN.
rewrite (law_scal U); [by rewrite mL mulrNN|by rewrite oppr_ge0 ltW|exact: bounded_scal].
Qed.

Lemma exp_bounded : bounded (fun e => exp (x * X e)).
Proof.
exists (exp (`|x| * B)) => e; rewrite ger0_norm ?exp_ge0 //; apply: exp_le.
have /andP [r0 r1] := XB e; apply: (le_trans (ler_norm _)).
by rewrite normrM (ger0_norm r0) ler_wpmul2l.
Qed.

Lemma hoeffding_law : Ec (fun e => exp (x * (X e - m))) <= exp (x ^+ 2 * B ^+ 2 / 8%:R).
Proof.
have n0 := lt0r_neq0 B0; have /andP [m0 m1] := law_range.
have step e : exp (x * X e) <= 1 + (B^-1 * (exp (x * B) - 1)) * X e.
  have /andP [h0 h1] := XB e; have t0 : 0 <= X e / B by rewrite divr_ge0 // ltW.
  have t1 : X e / B <= 1 by rewrite ler_pdivr_mulr // mul1r.
  have /RleP : Rle (exp (X e / B * (x * B))) (1 - X e / B + X e / B * exp (x * B))%ring.
    by apply: exp_chord; split; apply/RleP.
  rewrite mulrCA divfK // => /le_trans; apply; same.
  by move: (exp _) B^-1 => y z; ring.
have total : Ec (fun e => exp (x * X e)) <= 1 - m / B + m / B * exp (x * B).
  apply: (@le_trans _ _ (Ec (fun e => 1 + (B^-1 * (exp (x * B) - 1)) * X e))).
    apply: (law_le U) => //; first exact: exp_bounded.
    by apply: bounded_add; [exact: bounded_const|exact: bounded_scal].
  apply: (le_trans (law_add U (bounded_const _ 1%ring) (bounded_scal _ bX))); rewrite (law_const U).
  apply: (le_trans (ler_add (lexx 1) (law_multiple _))); same.
  by move: (exp _) B^-1 => y z; ring.
have -> : (fun e => exp (x * (X e - m))) = (fun e => exp (- (x * m)) * exp (x * X e)).
  by apply: functional_extensionality => e; rewrite mulrBr expD mulrC.
rewrite (law_scal U) ?exp_ge0 //; last exact: exp_bounded.
apply: (@le_trans _ _ (exp (- (x * m)) * exp (m / B * (x * B) + (x * B) ^+ 2 / 8%:R))).
  rewrite ler_wpmul2l ?exp_ge0 //; apply: (le_trans total).
  have h0 : Rle 0 (m / B)%ring by apply/RleP; rewrite divr_ge0 // ltW.
  have h1 : Rle (m / B)%ring 1 by apply/RleP; rewrite ler_pdivr_mulr // mul1r.
  have := hoeffding_log (m / B)%ring (x * B)%ring (conj h0 h1) => /RleP.
  rewrite /Rdiv -RinvE' RpowE; have -> : IZR 8 = 8%:R :> R by toR_goal; simpl; lra.
  exact.
rewrite -expD; apply: exp_le; same; rewrite mulrCA divfK // exprMn.
by rewrite addrA addNr add0r.
Qed.
End Hoeffding.

(* 2. The supermartingale *)

(* Arms: after the history h, the outcome of arm i has the law Ec h i and the reward [reward h i e] in [0, B];
   its mean is mu t i in round t = size h (l. 3413-3423).  For an upper law the mean is asked for from above
   and from below. *)
Record arm_laws K (E : Type) (B : R) (mu : nat -> {ffun 'I_K -> R}) (Ec : seq E -> 'I_K -> (E -> R) -> R)
  (reward : seq E -> 'I_K -> E -> R) : Prop := ArmLaws {
  laws_upper : forall h i, upper_law (Ec h i);
  laws_range : forall h i e, 0 <= reward h i e <= B;
  laws_mean : forall h i, Ec h i (reward h i) = mu (size h) i;
  laws_mean_low : forall h i, Ec h i (fun e => -1 * reward h i e) = - mu (size h) i }.

(* The arm and the reward of round s along the history h, for a policy act. *)
Definition arm_at K (E : Type) (act : seq E -> 'I_K) h s := act (take s h).
Definition reward_at K (E : Type) (e0 : E) (reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K) h s :=
  reward (take s h) (act (take s h)) (nth e0 h s).

Section Deviation.
Variables (K : nat) (E : Type) (e0 : E) (B : R) (mu : nat -> {ffun 'I_K -> R}).
Variables (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K).
Hypotheses (B0 : 0 < B) (env : arm_laws B mu Ec reward).
Local Notation I := (arm_at act).
Local Notation X := (reward_at e0 reward act).
Local Notation played := (fun h => Ec h (act h)).
Let U h : upper_law (Ec h (act h)) := laws_upper env h (act h).

Lemma laws_mean_range t i : 0 <= mu t i <= B.
Proof.
rewrite -[t in mu t](size_nseq t e0).
exact: (law_range (laws_upper env _ i) (laws_range env _ i) (laws_mean env _ i)).
Qed.

Variables (a : nat) (i : 'I_K).

(* Plays of arm i from round a on, and the sum of the deviations of their rewards. *)
Definition plays_from h : nat := \sum_(a <= s < size h) (I h s == i).
Definition excess_from h := \sum_(a <= s < size h) (I h s == i)%:R * (X h s - mu s i).

(* One more round. *)
Lemma plays_rcons h e : plays_from (rcons h e) = (plays_from h + ((a <= size h)%N && (act h == i)))%N.
Proof.
rewrite /plays_from size_rcons; case: leqP => ah; last by rewrite !big_geq // ltnW.
rewrite big_nat_recr //= /arm_at -cats1 take_size_cat //; congr (_ + _)%N.
by rewrite !big_nat; apply: eq_bigr => s /andP [_ sh]; rewrite takel_cat // ltnW.
Qed.
Lemma excess_rcons h e : excess_from (rcons h e) =
  excess_from h + ((a <= size h)%N && (act h == i))%:R * (reward h i e - mu (size h) i).
Proof.
rewrite /excess_from size_rcons; case: leqP => ah; last by rewrite !big_geq ?mul0r ?addr0 // ltnW.
rewrite big_nat_recr //= /arm_at /reward_at -cats1 take_size_cat // nth_cat ltnn subnn /=; congr (_ + _).
  rewrite !big_nat; apply: eq_bigr => s /andP [_ sh]; rewrite takel_cat 1?ltnW //.
  by rewrite nth_cat sh.
by case: eqP => [->|_]; rewrite ?mul0r.
Qed.

(* A deviation is at most B a round. *)
Lemma excess_bound h : `|excess_from h| <= (size h)%:R * B.
Proof.
apply: (le_trans (ler_norm_sum _ _ _)); apply: (@le_trans _ _ (\sum_(a <= s < size h) B)).
  apply: ler_sum => s _; rewrite normrM; case: eqP => [si|_]; last by rewrite normr0 mul0r ltW.
  rewrite normr1 mul1r /reward_at -/(I h s) si.
  have /andP [r0 r1] := laws_range env (take s h) i (nth e0 h s); have /andP [q0 q1] := laws_mean_range s i.
  rewrite ler_norml ler_subl_addr ler_subr_addr (le_trans r1) ?ler_addl // andbT.
  by rewrite (le_trans _ r0) // addrC subr_le0.
rewrite sumr_const_nat -[X in X <= _]mulr_natl ler_wpmul2r ?(ltW B0) // ler_nat.
exact: leq_subr.
Qed.

(* exp(x Z - x^2 B^2 N / 8) *)
Definition tilted x h := exp (x * excess_from h - x ^+ 2 * B ^+ 2 / 8%:R * (plays_from h)%:R).

Lemma tilted_bdd x : bdd (tilted x).
Proof.
move=> n; exists (exp (`|x| * (n%:R * B))) => h hn; rewrite /tilted (ger0_norm (exp_ge0 _)); apply: exp_le.
rewrite ler_subl_addr; apply: ler_paddr.
  by rewrite mulr_ge0 ?ler0n // divr_ge0 ?ler0n // mulr_ge0 ?sqr_ge0.
by apply: (le_trans (ler_norm _)); rewrite normrM ler_wpmul2l // -hn excess_bound.
Qed.

Lemma tilted_step x h : Ec h (act h) (fun e => tilted x (rcons h e)) <= tilted x h.
Proof.
have -> : (fun e => tilted x (rcons h e)) = (fun e => tilted x h * exp (((a <= size h)%N && (act h == i))%:R *
  (x * (reward h i e - mu (size h) i) - x ^+ 2 * B ^+ 2 / 8%:R))).
  apply: functional_extensionality => e; rewrite /tilted -expD; congr exp.
  by rewrite plays_rcons excess_rcons natrD; exact: one_more.
case: (boolP (_ && _)) => [/andP [_ /eqP ai]|_]; last first.
  have -> : (fun e => tilted x h * exp (false%:R *
    (x * (reward h i e - mu (size h) i) - x ^+ 2 * B ^+ 2 / 8%:R))) = (fun=> tilted x h).
    by apply: functional_extensionality => e; rewrite mul0r exp0 mulr1.
  by rewrite (law_const (U h)).
set w := x ^+ 2 * B ^+ 2 / 8%:R.
have -> : (fun e => tilted x h * exp (true%:R * (x * (reward h i e - mu (size h) i) - w))) =
  (fun e => (tilted x h * exp (- w) * exp (- (x * mu (size h) i))) * exp (x * reward h i e)).
  apply: functional_extensionality => e; move: (tilted x h) => q; rewrite mul1r -!mulrA -!expD.
  by congr (_ * exp _); rewrite mulrBr addrC; congr (_ + _); rewrite addrC.
have R0 e := laws_range env h i e; have ui := laws_upper env h i.
rewrite ai (law_scal ui) ?mulr_ge0 ?exp_ge0 //; last exact: (exp_bounded x R0).
rewrite -[X in _ <= X]mulr1 -!mulrA ler_wpmul2l ?exp_ge0 //.
have /(ler_wpmul2l (exp_ge0 (- w)%ring)) := hoeffding_law x B0 ui R0 (laws_mean env h i)
  (laws_mean_low env h i).
rewrite -/w -expD addNr exp0; apply: le_trans; rewrite le_eqVlt; apply/orP; left; apply/eqP; congr (_ * _).
rewrite -(law_scal ui) ?exp_ge0 //; last exact: (exp_bounded x R0).
congr (Ec h i); apply: functional_extensionality => e; rewrite -expD; congr exp.
by rewrite mulrBr addrC.
Qed.

(* Its mean is at most 1. *)
Lemma tilted_mean x n : Mean played n (tilted x) [::] <= 1.
Proof.
have -> : 1 = tilted x [::] :> R by rewrite /tilted /excess_from /plays_from !big_geq // !mulr0 subrr exp0.
by apply: (Mean_supermartingale U (tilted_bdd x)) => h _; exact: tilted_step.
Qed.
End Deviation.

(* 3. Peeling *)

Section Peeling.
Variables (K : nat) (E : Type) (e0 : E) (B : R) (mu : nat -> {ffun 'I_K -> R}).
Variables (Ec : seq E -> 'I_K -> (E -> R) -> R) (reward : seq E -> 'I_K -> E -> R) (act : seq E -> 'I_K).
Hypotheses (B0 : 0 < B) (env : arm_laws B mu Ec reward).
Local Notation played := (fun h => Ec h (act h)).
Local Notation Z := (excess_from e0 mu reward act).
Local Notation N := (plays_from act).
Let U h : upper_law (Ec h (act h)) := laws_upper env h (act h).

(* Z (with the sign sg) is as large as the bonus, for n rounds in the window. *)
Definition off_by xi (sg : R) a i n h := (0 < N a i h)%N &&
  (B * Num.sqrt (xi * ln n%:R) * Num.sqrt (N a i h)%:R <= sg * Z a i h).

Section Slices.
Variables (xi eta : R).
Hypotheses (eta0 : 0 < eta) (xi0 : 0 <= xi).

(* In slice k the supermartingale is at least n^{2 xi (1 - eta^2/16)}. *)
Lemma tilted_large sg a i n k h : (0 < n)%N -> sg ^+ 2 = 1 -> off_by xi sg a i n h ->
  (1 + eta) ^+ k <= (N a i h)%:R <= (1 + eta) ^+ k.+1 ->
  exp (2%:R * xi * (1 - eta ^+ 2 / 16%:R) * ln n%:R) <=
    tilted e0 B mu reward act a i (tilt B xi eta sg n k) h.
Proof.
move=> n0 sg1 /andP [N0 large] /andP [lo hi].
have l0 : 0 <= ln n%:R by apply: ln_ge0; rewrite ler1n.
have e1 : 0 < 1 + eta by rewrite addr_gt0 ?ltr01.
have := @peel_exponent (Num.sqrt ((1 + eta) ^+ k)) (Num.sqrt ((1 + eta) ^+ k.+1)) (Num.sqrt (N a i h)%:R)
  (Num.sqrt (xi * ln n%:R)) eta.
rewrite sqrtr_gt0 exprn_gt0 // !ler_wsqrtr // !sqr_sqrtr ?exprn_ge0 ?(ltW e1) ?ler0n ?mulr_ge0 //.
move=> /(_ isT isT isT (exprS _ _) (ltW eta0)).
set v := (_ + _) / 2%:R; set g := Num.sqrt (xi * _); set s := Num.sqrt _%:R => H.
apply: exp_le; have -> : 2%:R * xi * (1 - eta ^+ 2 / 16%:R) * ln n%:R =
  2%:R * (xi * ln n%:R) * (1 - eta ^+ 2 / 16%:R) by rewrite mulrAC mulrA.
apply: (le_trans H); rewrite /tilt -/v -/g; set y := 4%:R * g / v.
have v0 : 0 <= v by apply: divr_ge0; [apply: addr_ge0; exact: sqrtr_ge0|exact: ler0n].
have y0 : 0 <= y by apply: divr_ge0 => //; apply: mulr_ge0; [exact: ler0n|exact: sqrtr_ge0].
apply: ler_sub.
  have -> : sg * y / B * Z a i h = y * (sg * Z a i h / B) by exact: tilt_algebra.
  by apply: ler_wpmul2l => //; rewrite ler_pdivl_mulr // mulrC mulrA.
have -> : (sg * y / B) ^+ 2 = y ^+ 2 / B ^+ 2 by rewrite exprMn exprMn sg1 mul1r exprVn.
by rewrite divfK ?expf_neq0 ?gt_eqF // mulrAC.
Qed.

(* The inequality of Garivier and Moulines: P(off) <= M n^{-2 xi (1 - eta^2/16)} if n <= (1 + eta)^M. *)
Theorem deviation_law sg a i n M t : (0 < n)%N -> (0 < M)%N -> sg ^+ 2 = 1 -> n%:R <= (1 + eta) ^+ M ->
  (t - a <= n)%N -> Prob played t (off_by xi sg a i n) [::] <=
    M%:R * exp (- (2%:R * xi * (1 - eta ^+ 2 / 16%:R) * ln n%:R)).
Proof.
move=> n0 M0 sg1 nM ta; set w := _ * ln _.
apply: (@le_trans _ _ (Prob played t (fun h => has (fun k => exp w <=
  tilted e0 B mu reward act a i (tilt B xi eta sg n k) h) (iota 0 M)) [::])).
  apply: (Prob_le U) => h; rewrite add0n => ht ho; have /andP [N0 _] := ho.
  have N1 : 1 <= (N a i h)%:R :> R by rewrite ler1n.
  have Nn : (N a i h)%:R <= (1 + eta) ^+ M.
    apply: le_trans nM; rewrite ler_nat; apply: leq_trans ta; rewrite /plays_from ht.
    by rewrite -[(t - a)%N]muln1 -sum_nat_const_nat; apply: leq_sum => s _; case: (_ == _).
  have [k kM kx] := slice N1 Nn M0; apply/hasP; exists k; first by rewrite mem_iota.
  exact: tilted_large.
apply: (le_trans (Prob_union U t (iota 0 M) (fun k h => _) [::])).
rewrite -{2}(size_iota 0 M) -sum1_size natr_sum mulr_suml; apply: ler_sum => k _.
have p h : 0 <= tilted e0 B mu reward act a i (tilt B xi eta sg n k) h by exact: exp_ge0.
apply: (le_trans (Mean_markov U t [::] (exp_gt0 w) (tilted_bdd e0 act B0 env a i _) p)).
have -> : (exp w)^-1 = exp (- w) by rewrite RinvE' -exp_Ropp.
by rewrite ler_wpmul2r ?exp_ge0 //; exact: (tilted_mean e0 act B0 env).
Qed.
End Slices.

(* The value of xi that goes with eta (l. 3579: "a specific value of xi"), or a larger one. *)
Definition xi_for (xi eta : R) :=
  (eta < 4%:R /\ (2%:R * (1 - eta ^+ 2 / 16%:R))^-1 <= xi) \/ 4%:R / 3%:R <= xi.

(* The exponent is at least 1, or at least 2 with eta = 2. *)
Lemma xi_forP xi eta : 0 < eta -> xi_for xi eta ->
  0 <= xi /\ (1 <= 2%:R * xi * (1 - eta ^+ 2 / 16%:R) \/ 2%:R <= 2%:R * xi * (1 - 2%:R ^+ 2 / 16%:R)).
Proof.
move=> eta0 [[e4 h]|h].
  have p : 0 < 1 - eta ^+ 2 / 16%:R.
    rewrite subr_gt0 ltr_pdivr_mulr ?ltr0n // mul1r -[16%N]/(4 * 4)%N natrM expr2.
    by apply: ltr_pmul => //; exact: ltW.
  have p2 : 0 < 2%:R * (1 - eta ^+ 2 / 16%:R) by rewrite mulr_gt0 ?ltr0n.
  split; first by apply: le_trans h; rewrite invr_ge0 ltW.
  by left; rewrite mulrAC -ler_pdivr_mull // mulr1.
have x0 : 0 <= xi by apply: le_trans h; rewrite divr_ge0 ?ler0n.
split=> //; right; move: h => /RleP h; apply/RleP; move: h.
by toR_goal; simpl; lra.
Qed.

Section Chances.
Variables (xi eta : R).
Hypotheses (eta0 : 0 < eta) (xi_eta : xi_for xi eta).
Let xi0 : 0 <= xi := proj1 (xi_forP eta0 xi_eta).

(* Chances of deviations: for a number of slices that is rounded up (n >= 2) and for every n >= 1. *)
Lemma chance_ceil sg a i n M t : (1 < n)%N -> is_ceil (ln n%:R / ln (1 + eta))%ring M -> sg ^+ 2 = 1 ->
  (t - a <= n)%N -> Prob played t (off_by xi sg a i n) [::] <= M%:R / n%:R.
Proof.
move=> n1 /andP [h _] sg1 ta; have n0 := ltnW n1; have np : 0 < n%:R :> R by rewrite ltr0n.
have e1 : 0 < 1 + eta by rewrite addr_gt0 ?ltr01.
have le0 : 0 < ln (1 + eta).
  by rewrite -ln1; apply/RltP/ln_increasing; [exact: Rlt_0_1|apply/RltP; rewrite ltr_addl].
have l0 : 0 < ln n%:R by apply: lt_le_trans (log_horizon n1); rewrite invr_gt0 ltr0n.
have M0 : (0 < M)%N by rewrite -(ltr0n R_numDomainType); apply: lt_le_trans h; rewrite divr_gt0.
have nE : exp (- ln n%:R) = n%:R^-1 by rewrite exp_Ropp RinvE'; congr Rinv; exact: lnK.
have [_ [x1|x2]] := xi_forP eta0 xi_eta.
  have nM : n%:R <= (1 + eta) ^+ M.
    by apply: le_ln; rewrite ?exprn_gt0 // lnX // -[_ *+ M]mulr_natl -ler_pdivr_mulr.
  apply: (le_trans (deviation_law eta0 xi0 i n0 M0 sg1 nM ta)); rewrite ler_wpmul2l ?ler0n // -nE.
  by apply: exp_le; rewrite ler_opp2 ler_pemull // ltW.
have two : 0 < 2%:R :> R by rewrite ltr0n.
have nn : n%:R <= (1 + 2%:R) ^+ n :> R.
  by rewrite -[1 + 2%:R]/(1%:R + 2%:R) -natrD -natrX ler_nat ltnW // ltn_expl.
apply: (le_trans (deviation_law two xi0 i n0 n0 sg1 nn ta)).
apply: (@le_trans _ _ (n%:R * exp (- (ln n%:R + ln n%:R)))).
  rewrite ler_wpmul2l ?ler0n //; apply: exp_le; rewrite ler_opp2 -mulr2n -[_ *+ 2]mulr_natl.
  by rewrite ler_wpmul2r // ltW.
rewrite opprD expD nE mulrA divff ?gt_eqF // mul1r ler_pdivl_mulr // mulVf ?gt_eqF //.
by rewrite -[1]/(1%:R) ler_nat.
Qed.

Lemma chance_level sg a i n t : (0 < n)%N -> sg ^+ 2 = 1 -> (t - a <= n)%N ->
  Prob played t (off_by xi sg a i n) [::] <= level eta n / n%:R.
Proof.
case: n => // -[_ sg1 ta|n _ sg1 ta].
  rewrite divr1; apply: le_trans (level_ge1 eta0 _); rewrite -[X in _ <= X](Mean_const U t 1%ring [::]).
  apply: (Mean_le U) => [||h _]; [exact: bdd_event|by move=> k; exists 1 => h _; rewrite normr1|].
  by case: (off_by _ _ _ _ _ h); rewrite ?ler01.
have le0 : 0 < ln (1 + eta).
  by rewrite -ln1; apply/RltP/ln_increasing; [exact: Rlt_0_1|apply/RltP; rewrite ltr_addl].
have l0 : 0 <= ln n.+2%:R / ln (1 + eta).
  by rewrite divr_ge0 ?(ltW le0) //; apply: ln_ge0; rewrite ler1n.
have [M Mc] := ceil_exists l0; apply: (le_trans (chance_ceil i _ Mc sg1 ta)) => //.
by rewrite ler_wpmul2r ?invr_ge0 ?ler0n //; case/andP: Mc => _ /ltW.
Qed.
End Chances.
End Peeling.
