(* Closed instances: logistic clicks, and binomial rewards with any number of trials.

   Nothing is assumed beyond the ranges of the parameters: the links satisfy ass:link_fun and ass:SC, the laws
   have mean mu and variance mu', the algorithm and the best actions exist for finite action sets. *)
From Coq Require Import Reals Lra Psatz ssreflect Epsilon.
From Coquelicot Require Import Coquelicot.

Section Logistic.
Local Open Scope R_scope.
(* mu(z) = 1 / (1 + e^-z), mu' = mu (1 - mu), mu'' = mu' (1 - 2 mu) *)
Definition logistic z := / (1 + exp (- z)).
Definition dlogistic z := logistic z * (1 - logistic z).
Definition ddlogistic z := dlogistic z * (1 - 2 * logistic z).

Lemma logistic_range z : 0 < logistic z < 1.
Proof.
have P := exp_pos (- z); rewrite /logistic; split; first by apply: Rinv_0_lt_compat; lra.
by rewrite -Rinv_1; apply: Rinv_1_lt_contravar; lra.
Qed.
Lemma logistic_derive z : is_derive logistic z (dlogistic z).
Proof. have P := exp_pos (- z); rewrite /dlogistic /logistic; auto_derive; [lra|field; lra]. Qed.
Lemma dlogistic_derive z : is_derive dlogistic z (ddlogistic z).
Proof.
have P := exp_pos (- z); rewrite /ddlogistic /dlogistic /logistic; auto_derive; [lra|field; lra].
Qed.
(* ass:SC *)
Lemma logistic_curvature z : Rabs (ddlogistic z) <= dlogistic z.
Proof.
have := logistic_range z; rewrite /ddlogistic /dlogistic; move: (logistic z) => u [u0 u1].
have v1 : 0 <= u * (1 - u) * (1 - u) by apply: Rmult_le_pos; [apply: Rmult_le_pos|]; lra.
have v2 : 0 <= u * (1 - u) * u by apply: Rmult_le_pos; [apply: Rmult_le_pos|]; lra.
by apply: Rabs_le; split; lra.
Qed.
(* k_mu = 1/4 *)
Lemma logistic_lipschitz z : dlogistic z <= / 4.
Proof.
have := logistic_range z; rewrite /dlogistic; move: (logistic z) => u [u0 u1].
by have := Rle_0_sqr (u - / 2); rewrite /Rsqr; lra.
Qed.
Lemma logistic_sym z : logistic (- z) = 1 - logistic z.
Proof. rewrite /logistic Ropp_involutive exp_Ropp; have P := exp_pos z; field; lra. Qed.
(* c_mu = mu'(S) *)
Lemma dlogistic_low S z : logistic (- S) <= logistic z <= logistic S -> dlogistic S <= dlogistic z.
Proof.
rewrite logistic_sym /dlogistic; move: (logistic S) (logistic z) => u v [h1 h2].
have : 0 <= (u - v) * (v - (1 - u)) by apply: Rmult_le_pos; lra.
lra.
Qed.
Lemma dlogistic_gt0 S : 0 < dlogistic S.
Proof. by have [a b] := logistic_range S; rewrite /dlogistic; apply: Rmult_lt_0_compat; lra. Qed.
End Logistic.

From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance estimate potentials.
From Glb Require Import deviation bonus regret.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* Links *)

Lemma logistic_link : self_concordant_link logistic dlogistic ddlogistic (4%:R^-1)%ring.
Proof.
split; [exact: logistic_derive|exact: dlogistic_derive|exact: logistic_curvature|] => z.
have -> : (4%:R^-1 : R) = Rinv (IZR 4) by rewrite RinvE' -INRE INR_IZR_INZ.
exact: logistic_lipschitz.
Qed.

(* c times a self-concordant link is self-concordant, for c >= 0. *)
Lemma scaled_link mu dmu ddmu k_mu (c : R) : 0 <= c -> self_concordant_link mu dmu ddmu k_mu ->
  self_concordant_link (fun z => c * mu z) (fun z => c * dmu z) (fun z => c * ddmu z) (c * k_mu)%ring.
Proof.
move=> /RleP c0 [d1 d2 sc km]; split=> z.
- exact: (is_derive_scal mu z c (dmu z) (d1 z)).
- exact: (is_derive_scal dmu z c (ddmu z) (d2 z)).
- by rewrite Rabs_mult (Rabs_pos_eq c) //; apply: Rmult_le_compat_l.
- exact: Rmult_le_compat_l.
Qed.

(* Where |<b, x>| <= S the logistic slope is at least its value at S. *)
Lemma logistic_floor d S : slope_floor d dlogistic S (dlogistic S).
Proof.
split; first by apply/RltP; exact: dlogistic_gt0.
move=> b x b1 x1; have : `|dot b x| <= S.
  apply: (le_trans (nrm2_cs b x)); rewrite -[S]mul1r; apply: ler_pmul => //; exact: nrm2_ge0.
rewrite ler_norml => /andP [l1 l2]; apply/RleP/dlogistic_low.
have mono := link_mono logistic_derive dlogistic_derive logistic_curvature.
by split; apply/RleP; apply: mono.
Qed.
Lemma scaled_floor d dmu S c_mu (c : R) : 0 < c -> slope_floor d dmu S c_mu ->
  slope_floor d (fun z => c * dmu z) S (c * c_mu)%ring.
Proof.
move=> c0 [f0 f]; split; first by rewrite mulr_gt0.
by move=> b x b1 x1; rewrite ler_pmul2l // f.
Qed.

(* The binomial law: mean n q, variance n q (1 - q) *)

Section Binomial.
Variable q : R.

Definition binomial n i := 'C(n, i)%:R * (q ^+ i * (1 - q) ^+ (n - i)).
(* The expectation of f *)
Definition binomial_mean n (f : nat -> R) := \sum_(i < n.+1) binomial n i * f i.

Lemma binomial_ge0 n i : 0 <= q -> q <= 1 -> 0 <= binomial n i.
Proof. by move=> q0 q1; rewrite mulr_ge0 ?ler0n // mulr_ge0 ?exprn_ge0 // subr_ge0. Qed.

Lemma binomial_sum n : \sum_(i < n.+1) binomial n i = 1.
Proof.
have : ((1 - q) + q) ^+ n = 1 by rewrite subrK expr1n.
rewrite exprDn => <-; apply: eq_bigr => i _.
by rewrite /binomial mulr_natl [q ^+ i * _]mulrC.
Qed.

(* E[X f(X)] = n q E[f(X' + 1)], X' with one trial less, because i C(n, i) = n C(n-1, i-1). *)
Lemma binomial_shift n (f : nat -> R) :
  binomial_mean n.+1 (fun i => i%:R * f i) = n.+1%:R * q * binomial_mean n (fun i => f i.+1).
Proof.
rewrite /binomial_mean big_ord_recl mul0r mulr0 add0r mulr_sumr; apply: eq_bigr => i _.
rewrite /binomial /bump /= subSS exprS.
have e : i.+1%:R * 'C(n.+1, i.+1)%:R = n.+1%:R * 'C(n, i)%:R :> R by rewrite -!natrM mul_bin_diag.
rewrite [LHS](_ : _ = (i.+1%:R * 'C(n.+1, i.+1)%:R) * (q * q ^+ i * (1 - q) ^+ (n - i) * f i.+1)).
  rewrite e; move: (n.+1%:R) ('C(n, i)%:R) (q ^+ i) ((1 - q) ^+ (n - i)) (f _) => x1 x2 x3 x4 x5.
  by ring.
move: (i.+1%:R) ('C(n.+1, i.+1)%:R) (q ^+ i) ((1 - q) ^+ (n - i)) (f _) => x1 x2 x3 x4 x5.
by ring.
Qed.

Lemma binomial_mean_ext n f g : f =1 g -> binomial_mean n f = binomial_mean n g.
Proof. by move=> e; apply: eq_bigr => i _; rewrite e. Qed.

Lemma binomial_expectation n : binomial_mean n (fun i => i%:R) = n%:R * q.
Proof.
case: n => [|n]; first by rewrite /binomial_mean big_ord1 mulr0 mul0r.
rewrite (@binomial_mean_ext _ _ (fun i => i%:R * 1)) => [|i]; last by rewrite mulr1.
rewrite (binomial_shift n (fun=> 1)) /binomial_mean.
rewrite (eq_bigr (fun i : 'I_n.+1 => binomial n i)) => [|i _]; last by rewrite mulr1.
by rewrite binomial_sum mulr1.
Qed.

Lemma binomial_second n : binomial_mean n.+1 (fun i => i%:R * i%:R) = n.+1%:R * q * (n%:R * q + 1).
Proof.
rewrite (binomial_shift n (fun i => i%:R)); congr (_ * _); rewrite -binomial_expectation.
rewrite -[X in _ + X](binomial_sum n) /binomial_mean -big_split /=; apply: eq_bigr => i _.
by rewrite mulrSr mulrDr mulr1.
Qed.

Lemma binomial_variance n : binomial_mean n (fun i => (i%:R - n%:R * q) ^+ 2) = n%:R * (q * (1 - q)).
Proof.
case: n => [|n]; first by rewrite /binomial_mean big_ord1 !mul0r subr0 expr0n mulr0.
set c := n.+1%:R * q.
have -> : binomial_mean n.+1 (fun i => (i%:R - c) ^+ 2) =
  binomial_mean n.+1 (fun i => i%:R * i%:R) - 2%:R * c * binomial_mean n.+1 (fun i => i%:R) + c ^+ 2.
  have e : c ^+ 2 = \sum_(i < n.+2) binomial n.+1 i * c ^+ 2 by rewrite -mulr_suml binomial_sum mul1r.
  rewrite [X in _ + X]e /binomial_mean mulr_sumr -sumrB -big_split /=.
  by apply: eq_bigr => i _; move: (binomial _ _) (i%:R) => x y; clear; ring.
rewrite binomial_second binomial_expectation -/c.
have -> : n.+1%:R * q * (n%:R * q + 1) = c * (c - q + 1) by rewrite /c mulrSr; move: n%:R => x; ring.
by rewrite /c; move: (n.+1%:R) => x; ring.
Qed.
End Binomial.

(* Environments *)

Section Environments.
Variables (d : nat) (S : R) (theta : nat -> 'cV[R]_d).
Hypothesis theta_S : forall t, nrm2 (theta t) <= S.

(* The probability of success of action b in the next round *)
Definition success E (h : seq E) (b : 'cV[R]_d) := logistic (dot b (theta (size h))).

Lemma success_range E (h : seq E) b : 0 <= success h b <= 1.
Proof. by have [/RltP /ltW q0 /RltP /ltW q1] := logistic_range (dot b (theta (size h))); rewrite q0 q1. Qed.

(* Clicks: the reward is 1 with probability mu(<b, theta*_t>), else 0. *)
Definition click_law (h : seq bool) b (e : bool) := if e then success h b else 1 - success h b.
Definition click_reward (h : seq bool) (b : 'cV[R]_d) (e : bool) : R := e%:R.

(* Binomial rewards: the number of successes in n independent trials. *)
Definition binomial_law n (h : seq 'I_n.+1) b (e : 'I_n.+1) := binomial (success h b) n e.
Definition binomial_reward n (h : seq 'I_n.+1) (b : 'cV[R]_d) (e : 'I_n.+1) : R := (e : nat)%:R.

Lemma click_environment (actions : seq bool -> 'cV[R]_d -> Prop) :
  (forall h b, actions h b -> nrm2 b <= 1) ->
  glm_environment logistic dlogistic S 1 theta actions click_law click_reward.
Proof.
move=> a1; split=> // [h b e _|h b _|h b e _|h b _|h b _].
- by rewrite /click_law; have /andP [q0 q1] := success_range h b; case: e; rewrite ?subr_ge0.
- by rewrite big_bool /click_law /= addrC subrK.
- by rewrite /click_reward; case: e; rewrite ?ler01 ?lexx.
- by rewrite big_bool /click_law /click_reward /= mulr1 mulr0 addr0.
rewrite big_bool /click_law /click_reward /success /dlogistic /=; move: (logistic _) => q; same.
by rewrite [RHS](_ : _ = q * (1 - q)) //; ring.
Qed.

Lemma binomial_environment n (actions : seq 'I_n.+1 -> 'cV[R]_d -> Prop) :
  (forall h b, actions h b -> nrm2 b <= 1) ->
  glm_environment (fun z => n%:R * logistic z) (fun z => n%:R * dlogistic z) S n%:R theta actions
    (@binomial_law n) (@binomial_reward n).
Proof.
move=> a1; split=> // [h b e _|h b _|h b e _|h b _|h b _].
- by have /andP [q0 q1] := success_range h b; exact: binomial_ge0.
- exact: binomial_sum.
- by rewrite /binomial_reward ler0n ler_nat -ltnS ltn_ord.
- exact: binomial_expectation.
by same; exact: (binomial_variance (success h b) n).
Qed.
End Environments.

(* The algorithm and the best actions exist, for finite sets of actions. *)

Section FiniteActions.
Variables (d : nat) (E : finType) (e0 : E) (arms : seq E -> seq 'cV[R]_d) (rew : seq E -> E -> R).
Variables (mu dmu ddmu : R -> R) (k_mu c_mu lam gamma bt : R).
Hypotheses (lam0 : 0 < lam) (g0 : 0 < gamma).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis arms0 : forall h, arms h != [::].
Let allowed h b : Prop := b \in arms h.

(* D-GLM-UCB can be run: the estimate exists at every history, and so does a maximiser. *)
Theorem D_GLM_UCB_exists : exists act hat,
  D_GLM_UCB e0 mu allowed (fun h _ e => rew h e) gamma lam c_mu bt act hat.
Proof.
have mono := link_mono (link_derive link) (link_derive2 link) (link_curvature link).
have cont : continuity mu := link_cont (link_derive link).
pose bonus t (a : nat -> 'cV[R]_d) b :=
  bt / Num.sqrt c_mu * nrm (invmx (design (lam / c_mu) a (discount gamma t) t)) b.
have bonus_ext t a a' b : (forall s, (s < t)%N -> a s = a' s) -> bonus t a b = bonus t a' b.
  move=> e; rewrite /bonus.
  suff -> : design (lam / c_mu) a (discount gamma t) t = design (lam / c_mu) a' (discount gamma t) t by [].
  by rewrite /design; congr (_ + _); apply: eq_bigr => s _; rewrite e.
exists (estimate.act mu lam gamma e0 rew arms bonus), (estimate.hat mu lam gamma e0 rew arms bonus).
split=> h; first exact: (hat_mle e0 rew lam0 g0 mono cont arms bonus h).
by have [H1 H2] := act_best mu lam gamma e0 rew arms0 bonus_ext h; split.
Qed.

(* A best action of every round: the comparator of the paper's dynamic regret. *)
Theorem best_exists (theta : nat -> 'cV[R]_d) : exists best : seq E -> 'cV[R]_d, forall h,
  best h \in arms h /\
  forall b, b \in arms h -> mu (dot b (theta (size h))) <= mu (dot (best h) (theta (size h))).
Proof.
pose P h b := b \in arms h /\
  forall c, c \in arms h -> mu (dot c (theta (size h))) <= mu (dot b (theta (size h))).
exists (fun h => epsilon (inhabits 0) (P h)) => h; apply: (epsilon_spec _ (P h)).
exact: (seq_argmax (fun c => mu (dot c (theta (size h)))) (arms0 h)).
Qed.
End FiniteActions.

(* th:regret_D_no_proj_main for clicks and for binomial rewards *)

Section Closed.
Variables (d T D Gamma : nat) (gamma lam S delta : R) (theta : nat -> 'cV[R]_d).
Hypotheses (d0 : (0 < d)%N) (T0 : (0 < T)%N) (g0 : 0 < gamma) (g1 : gamma < 1) (lam0 : 0 < lam).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis theta_S : forall t, nrm2 (theta t) <= S.
Hypothesis changes : (breaks theta T <= Gamma)%N.

Section Clicks.
Variable arms : seq bool -> seq 'cV[R]_d.
Hypothesis arms0 : forall h, arms h != [::].
Hypothesis arms1 : forall h b, b \in arms h -> nrm2 b <= 1.
Let allowed h b : Prop := b \in arms h.
Local Notation bt := (beta_D d (4%:R^-1)%ring S 1 gamma lam delta T D).
Local Notation cm := (dlogistic S).

(* Logistic clicks: m = 1, k_mu = 1/4, c_mu = mu'(S) *)
Theorem regret_logistic :
  (exists act hat, D_GLM_UCB false logistic allowed (@click_reward d) gamma lam cm bt act hat) /\
  forall act hat best, D_GLM_UCB false logistic allowed (@click_reward d) gamma lam cm bt act hat ->
  (forall h, best h \in arms h) ->
  1 - delta <= Pr (played (click_law theta) act) T (fun h =>
    regret logistic theta best act T h <= 1 * (Gamma * D)%:R
      + 2%:R * T%:R * (4%:R^-1 / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * 4%:R^-1 + 1)
      + exploration_term d cm (4%:R^-1)%ring S 1 gamma lam delta T D) [::].
Proof.
split; first exact: (D_GLM_UCB_exists false (fun _ e => e%:R) cm bt lam0 g0 logistic_link arms0).
move=> act hat best alg bP; have env := click_environment theta_S arms1.
have fl := logistic_floor d S.
exact: (regret_D_no_proj d0 T0 lam0 ltr01 g0 g1 de0 de1 logistic_link fl env changes bP alg).
Qed.
End Clicks.

Section Trials.
Variables (n : nat) (arms : seq 'I_n.+1 -> seq 'cV[R]_d).
Hypothesis n0 : (0 < n)%N.
Hypothesis arms0 : forall h, arms h != [::].
Hypothesis arms1 : forall h b, b \in arms h -> nrm2 b <= 1.
Let allowed h b : Prop := b \in arms h.
Local Notation mu_n := (fun z => n%:R * logistic z).
Local Notation bt := (beta_D d (n%:R / 4%:R)%ring S n%:R gamma lam delta T D).
Local Notation cm := (n%:R * dlogistic S).

(* Binomial rewards with n trials: m = n, k_mu = n/4, c_mu = n mu'(S) *)
Theorem regret_binomial :
  (exists act hat, D_GLM_UCB ord0 mu_n allowed (@binomial_reward d n) gamma lam cm bt act hat) /\
  forall act hat best, D_GLM_UCB ord0 mu_n allowed (@binomial_reward d n) gamma lam cm bt act hat ->
  (forall h, best h \in arms h) ->
  1 - delta <= Pr (played (@binomial_law d theta n) act) T (fun h =>
    regret mu_n theta best act T h <= n%:R * (Gamma * D)%:R
      + 2%:R * T%:R * (n%:R / 4%:R / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * (n%:R / 4%:R) + n%:R)
      + exploration_term d cm (n%:R / 4%:R)%ring S n%:R gamma lam delta T D) [::].
Proof.
have np : 0 < n%:R :> R by rewrite ltr0n.
have link := scaled_link (ltW np) logistic_link; have fl := scaled_floor np (logistic_floor d S).
split; first exact: (D_GLM_UCB_exists ord0 (fun _ e => (nat_of_ord e)%:R) cm bt lam0 g0 link arms0).
move=> act hat best alg bP; have env := binomial_environment theta_S arms1.
exact: (regret_D_no_proj d0 T0 lam0 np g0 g1 de0 de1 link fl env changes bP alg).
Qed.
End Trials.
End Closed.
