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
From Glb Require Import real_numbers matrices setting self_concordance estimate potentials deviation bonus regret.
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
