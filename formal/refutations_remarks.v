(* Refutations: sentences and displays of a line, 647, 745, 2337 and 3171. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices refutations_setting refutations_model.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* The logistic bandit of dimension one with theta^* = log 2 and the actions 1 and -1. *)
Section Logistic.
Let p1 : 'cV[R]_1 := vec1 1.
Let n1 : 'cV[R]_1 := vec1 (- 1).
Lemma logistic_model : glm (bmu 1) (bdmu 1) 1%:R (1%:R / 4%:R) (bdmu 1 (ln 2%:R)) (ln 2%:R).
Proof. by apply: glm_binomial => //; exact: ln2_0. Qed.
Lemma mean_p1 : bmu 1 (dot p1 (vec1 (ln 2%:R))) = 2%:R / 3%:R.
Proof. by rewrite dot1 !mxE mul1r /bmu lgt_ln2 mul1r. Qed.
Lemma mean_n1 : bmu 1 (dot n1 (vec1 (ln 2%:R))) = 3%:R^-1.
Proof. by rewrite dot1 !mxE mulN1r /bmu lgt_Nln2 mul1r. Qed.
Lemma both (P : 'cV[R]_1 -> Prop) : P p1 -> P n1 -> forall a, a \in [:: p1; n1] -> P a.
Proof. by move=> h1 h2 a; rewrite !inE => /orP [] /eqP ->. Qed.
Lemma both_in b : b \in [:: p1; n1] -> nrm2 b <= 1.
Proof. by move: b; apply: both; rewrite nrm21 mxE ?normrN normr1. Qed.
Lemma p1_in : p1 \in [:: p1; n1]. Proof. by rewrite inE eqxx. Qed.
Lemma n1_in : n1 \in [:: p1; n1]. Proof. by rewrite !inE eqxx orbT. Qed.
Lemma p1_best b : b \in [:: p1; n1] -> bmu 1 (dot b (vec1 (ln 2%:R))) <= bmu 1 (dot p1 (vec1 (ln 2%:R))).
Proof.
move: b; apply: both => //; rewrite mean_p1 mean_n1 ler_pdivl_mulr ?ltr0n // mulVf ?pnatr_eq0 //.
by rewrite ler1n.
Qed.
Lemma true_parameter : nrm2 (vec1 (ln 2%:R)) <= ln 2%:R.
Proof. by rewrite nrm21 mxE ger0_norm // ln2_0. Qed.

(* Z25, lines 2337, 2448 and 2949: R_T = \sum_{t=1}^T r_T, r_t = \mu(a_{\star,t}^\top\theta^\star_t) -
   \mu(a_t^\top\theta^\star_t); R_T is the sum of the r_t (line 222).  (With r_t for r_T it is the
   definition.)  Witness: T = 2, the best action and then the other one: 1/3 and 2/3. *)
Theorem Z25_printed_false : ~ (forall d (acts : nat -> seq 'cV[R]_d) (a ast ths : nat -> 'cV[R]_d)
    mu dmu m k c S (T : nat),
  glm mu dmu m k c S -> (forall t, nrm2 (ths t) <= S) -> (forall t b, b \in acts t -> nrm2 b <= 1) ->
  (forall t, a t \in acts t) -> (forall t, ast t \in acts t) ->
  (forall t b, b \in acts t -> mu (dot b (ths t)) <= mu (dot (ast t) (ths t))) ->
  \sum_(1 <= t < T.+1) (mu (dot (ast t) (ths t)) - mu (dot (a t) (ths t))) =
    \sum_(1 <= t < T.+1) (mu (dot (ast T) (ths T)) - mu (dot (a T) (ths T)))).
Proof.
move=> A; have := A 1%N (fun=> [:: p1; n1]) (fun t => if (t <= 1)%N then p1 else n1) (fun=> p1)
  (fun=> vec1 (ln 2%:R)) _ _ _ _ _ _ 2%N logistic_model (fun=> true_parameter) (fun=> both_in) _ (fun=> p1_in)
  (fun=> p1_best).
have h t : (if (t <= 1)%N then p1 else n1) \in [:: p1; n1] by case: ifP; rewrite ?p1_in ?n1_in.
move=> /(_ h); rewrite !unlock /= subrr !addr0 add0r mean_p1 mean_n1.
by move=> /eqP; rewrite eq_sym -subr_eq0 addrK subr_eq0; apply/negP; rewrite gt_eqF //;
  rewrite ltr_pdivl_mulr ?ltr0n // mulVf ?pnatr_eq0 // ltr1n.
Qed.

(* Z120, line 647: ass:minimum_gap "is only used in Theorem thm:fjqiqposejf".  Without it the step of line
   3020, r_t \le r_t^2/\Delta, in the proof of thm:fjqiqposejf_SW would have to hold for any \Delta > 0.
   Witness: r_t = 1/3, \Delta = 1. *)
Theorem Z120_printed_false : ~ (forall d (acts : nat -> seq 'cV[R]_d) (a ast ths : nat -> 'cV[R]_d)
    mu dmu m k c S (t : nat) (Delta : R),
  glm mu dmu m k c S -> (forall t, nrm2 (ths t) <= S) -> (forall t b, b \in acts t -> nrm2 b <= 1) ->
  (forall t, a t \in acts t) -> (forall t, ast t \in acts t) ->
  (forall t b, b \in acts t -> mu (dot b (ths t)) <= mu (dot (ast t) (ths t))) -> 0 < Delta ->
  let r := mu (dot (ast t) (ths t)) - mu (dot (a t) (ths t)) in r <= r ^+ 2 / Delta).
Proof.
move=> A; have := A 1%N (fun=> [:: p1; n1]) (fun=> n1) (fun=> p1)
  (fun=> vec1 (ln 2%:R)) _ _ _ _ _ _ 1%N 1 logistic_model (fun=> true_parameter) (fun=> both_in) (fun=> n1_in)
  (fun=> p1_in) (fun=> p1_best) ltr01.
rewrite /= divr1 mean_p1 mean_n1; apply/negP; rewrite -ltNge; apply/RltP; toR_goal; rewrite /=; lra.
Qed.
End Logistic.

(* Z174, line 745: "when the inverse link function is the identity", in the model of lines 196-260: \mu(x) =
   \dot b(x) = x, rewards in [0, m].  No such model exists, whatever the parameters: the mean would be negative
   at -1.  (For rewards of another law, with mean in [0, m], the remark stands.) *)
Theorem Z174_printed_false : ~ (exists dmu m k c S, glm (fun x : R => x) dmu m k c S).
Proof.
move=> [dmu [m [k [c [S [[n [r [nu [b [pos db one]]]]] _ _ _ _]]]]]].
have mono x y : x <= y -> exp (b x) <= exp (b y).
  have e z : exp (b z) = \sum_j exp (r j * z) * nu j.
    rewrite -[LHS]mulr1 -(one z) mulr_sumr; apply: eq_bigr => j _; rewrite mulrA -expD.
    by congr (exp _ * _); rewrite addrC subrK.
  move=> xy; rewrite !e; apply: ler_sum => j _; have [/andP [r0 _] n0] := pos j.
  by apply: ler_wpmul2r => //; apply: exp_le; apply: ler_wpmul2l.
have m0 := mono (IZR (-2)) (IZR (-1)).
have [] := MVT_gen b (IZR (-2)) (IZR (-1)) (fun x => x).
- by move=> x _; exact: db.
- by move=> x _; apply: derivable_continuous_pt; exists x; apply/is_derive_Reals; exact: db.
move=> x [[x1 x2] e].
have x3 : Rle x (-1) by move: x2; rewrite /Rmax; case: Rle_dec; lra.
have lt : Rlt (b (IZR (-1))) (b (IZR (-2))) by nra.
have /RleP le : exp (b (IZR (-2))) <= exp (b (IZR (-1))) by apply: m0; apply/RleP; lra.
by have := exp_increasing _ _ lt; lra.
Qed.

(* Z20, lines 3171-3172: "the weights are given by w_t = 1 when t \ge t-\tau and 0 before", H_t =
   \sum_{s=\max(1,t-\tau)}^{t-1}\sigma_s^2 a_s a_s^\top + \lambda I_d, which is the matrix \sum_{s=1}^{t-1} w_s^2
   \sigma_s^2 a_s a_s^\top + \lambda I_d (line 3126).  The condition does not speak of s: read as it stands, it
   gives every round the weight 1.  Witness: t = 3, \tau = 1, all actions and variances 1. *)
Theorem Z20_printed_false : ~ (forall d (a : nat -> 'cV[R]_d) (sigma : nat -> R) (lam : R) (t tau : nat),
  (1 <= tau)%N -> (1 <= t)%N -> 0 < lam -> (forall s, nrm2 (a s) <= 1) ->
  forall w : nat -> R, (forall s, w s = if (t - tau <= t)%N then 1 else 0) ->
  \sum_(maxn 1 (t - tau) <= s < t) sigma s ^+ 2 *: (a s *m (a s)^T) + lam%:M =
    \sum_(1 <= s < t) (w s ^+ 2 * sigma s ^+ 2) *: (a s *m (a s)^T) + lam%:M).
Proof.
move=> A; have := A 1%N (fun=> vec1 1) (fun=> 1) 1 3%N 1%N isT isT ltr01 _ (fun=> 1) (fun=> erefl).
rewrite nrm21 mxE normr1 => /(_ (fun=> lexx _)) /matrixP /(_ 0 0).
rewrite !unlock /= !mxE !big_ord1 !mxE !expr1n !mul1r !addr0 => /eqP.
rewrite eqxx mulr1n -subr_eq0 opprD addrACA subrr addr0 opprD addrA subrr add0r oppr_eq0.
by rewrite oner_eq0.
Qed.
