(* The covariance of weighted noise (eq:H_t_tilde_theta_D, l. 1841; l. 1881; eq:H_t_good_sliding, l. 2636),
   for claims_noise_steps.v.

   The law of a round, given the past h, is a functional I h on a class L h of functions of the outcome,
   closed under sums and multiples, with the constants (top of claims_any_law_steps.v; here the functions
   need not be bounded, and positivity is not used).  The noise eps h has mean 0 and variance v s, s = size h,
   given h; the actions are fixed.  Then the noise sum_s w_s eps_s a_s is a martingale ([noise_mean]), the
   products of two rounds have mean 0, and the second moments are the sums of the w_s^2 v_s a_s a_s^T
   ([noise_square]).  The tower property is Mean_tower of any_law.v and Mean_factor here. *)
From Coq Require Import Reals FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting any_law.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* Functions that agree on the histories that count have the same mean. *)
Lemma Mean_ext (E : Type) (I : seq E -> (E -> R) -> R) m X Y h :
  (forall k, size k = (size h + m)%N -> X k = Y k) -> Mean I m X h = Mean I m Y h.
Proof.
elim: m h => [|m IH] h H /=; first by apply: H; rewrite addn0.
congr (I h _); apply: functional_extensionality => e; apply: IH => k; rewrite size_rcons addSnnS.
exact: H.
Qed.

(* The tower property has a second half: a factor that the past decides comes out. *)
Lemma Mean_factor (E : Type) (I : seq E -> (E -> R) -> R) (EcP : forall h, law (I h)) m l X Y h :
  (l <= size h)%N -> bdd Y -> Mean I m (fun k => X (take l k) * Y k) h = X (take l h) * Mean I m Y h.
Proof.
move=> lh bY; elim: m h lh => [|m IH] h lh //=; have [_ H _ _] := EcP h.
rewrite -H; last by apply: (Mean_bounded (fun k => law_upper (EcP k))).
congr (I h _); apply: functional_extensionality => e; rewrite IH ?size_rcons ?leqW //.
by rewrite -cats1 takel_cat.
Qed.

Section Covariance.
Variables (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop) (I : seq E -> (E -> R) -> R).
Hypothesis L_const : forall h c, L h (fun=> c).
Hypothesis L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e).
Hypothesis L_scal : forall h c f, L h f -> L h (fun e => c * f e).
Hypothesis I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g.
Hypothesis I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f.
Hypothesis I_one : forall h, I h (fun=> 1) = 1.
Variables (d n : nat) (a : nat -> 'cV[R]_d) (w v : nat -> R) (eps : seq E -> E -> R).
Hypothesis eps_in : forall h, (size h < n)%N -> L h (eps h).
Hypothesis eps2_in : forall h, (size h < n)%N -> L h (fun e => eps h e ^+ 2).
Hypothesis eps_mean : forall h, (size h < n)%N -> I h (eps h) = 0.
Hypothesis eps_var : forall h, (size h < n)%N -> I h (fun e => eps h e ^+ 2) = v (size h).

(* The weighted noise after the rounds of h, with the noise of round s along h. *)
Definition weighted_noise h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: a s.
Local Notation S := weighted_noise.

(* One round more. *)
Lemma weighted_noise_rcons h e i : S (rcons h e) i 0 = S h i 0 + w (size h) * a (size h) i 0 * eps h e.
Proof.
rewrite /S size_rcons big_ord_recr /= mxE; congr (_ + _).
  congr (fun_of_matrix _ i 0); apply: eq_bigr => s _; have sh := ltn_ord s.
  by rewrite -cats1 takel_cat ?(ltnW sh) // nth_cat sh.
by rewrite mxE -cats1 takel_cat // take_size nth_cat ltnn subnn /= mulrAC.
Qed.

(* The mean of a quadratic polynomial in the noise of a round. *)
Lemma quadratic_mean h c0 c1 c2 : (size h < n)%N ->
  I h (fun e => c0 * 1 + (c1 * eps h e + c2 * eps h e ^+ 2)) = c0 + c2 * v (size h).
Proof.
move=> hn; have L1 := L_scal c1 (eps_in hn); have L2 := L_scal c2 (eps2_in hn).
rewrite I_add; [|exact: L_scal|exact: L_add].
rewrite I_add // !I_scal //; try by [exact: eps_in|exact: eps2_in].
by rewrite I_one eps_mean // eps_var // mulr1 mulr0 add0r.
Qed.

(* The weighted noise is a martingale. *)
Lemma noise_mean i m h : (size h + m <= n)%N -> Mean I m (fun k => S k i 0) h = S h i 0.
Proof.
elim: m h => [|m IH] h hm //=; have hn : (size h < n)%N by apply: leq_trans hm; rewrite addnS ltnS leq_addr.
rewrite -[RHS]addr0 -[X in _ + X](mul0r (v (size h))).
rewrite -(quadratic_mean (S h i 0) (w (size h) * a (size h) i 0) 0 hn).
congr (I h _); apply: functional_extensionality => e; rewrite IH ?size_rcons ?addSnnS //.
by rewrite weighted_noise_rcons mulr1 mul0r addr0.
Qed.

(* Its second moments: the squares add, with the squared weights. *)
Lemma noise_square i j m h : (size h + m <= n)%N ->
  Mean I m (fun k => S k i 0 * S k j 0) h = S h i 0 * S h j 0 +
    \sum_(size h <= s < size h + m) w s ^+ 2 * v s * (a s i 0 * a s j 0).
Proof.
elim: m h => [|m IH] h hm /=; first by rewrite addn0 big_geq // addr0.
have hn : (size h < n)%N by apply: leq_trans hm; rewrite addnS ltnS leq_addr.
rewrite big_ltn; last by rewrite addnS ltnS leq_addr.
set C := \sum_(_.+1 <= _ < _) _; set ws := w (size h); set x := a (size h).
have -> : ws ^+ 2 * v (size h) * (x i 0 * x j 0) = ws ^+ 2 * (x i 0 * x j 0) * v (size h) by rewrite mulrAC.
rewrite addrCA addrC.
rewrite -(quadratic_mean (S h i 0 * S h j 0 + C) (ws * (x i 0 * S h j 0 + x j 0 * S h i 0)) _ hn).
congr (I h _); apply: functional_extensionality => e; rewrite IH ?size_rcons ?addSnnS //.
rewrite !weighted_noise_rcons -/C -/ws -/x.
by move: (S h i 0) (S h j 0) (x i 0) (x j 0) (eps h e) C => A B p q y C; ring.
Qed.

(* The covariance of the noise of n rounds, as a matrix. *)
Lemma noise_covariance (lam : R) :
  let mean X := Mean I n X [::] in
  (\matrix_(i, j) mean (fun h => (S h i 0 - mean (fun k => S k i 0)) * (S h j 0 - mean (fun k => S k j 0))))
    + lam%:M =
  \sum_(s < n) (w s ^+ 2 * v s) *: (a s *m (a s)^T) + lam%:M.
Proof.
move=> mean; congr (_ + _); apply/matrixP => i j; rewrite mxE summxE.
have m0 k : mean (fun h => S h k 0) = 0 by rewrite /mean noise_mean // /S big_ord0 mxE.
rewrite !m0; transitivity (mean (fun h => S h i 0 * S h j 0)).
  by rewrite /mean; apply: Mean_ext => k _; rewrite !subr0.
rewrite /mean noise_square // {1 2}/S !big_ord0 !mxE mul0r add0r big_mkord.
by apply: eq_bigr => s _; rewrite !mxE big_ord1 !mxE.
Qed.
End Covariance.

(* The same in the rounds 1, .., t - 1 of the paper, for rewards with mean mu(a_s.theta_s) and variance
   mu'(a_s.theta_s) given the past. *)
Section Paper.
Variables (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop) (I : seq E -> (E -> R) -> R).
Hypothesis L_const : forall h c, L h (fun=> c).
Hypothesis L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e).
Hypothesis L_scal : forall h c f, L h f -> L h (fun e => c * f e).
Hypothesis I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g.
Hypothesis I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f.
Hypothesis I_one : forall h, I h (fun=> 1) = 1.
Variables (d t : nat) (a : nat -> 'cV[R]_d) (w mean var : nat -> R) (r : seq E -> E -> R).
Hypothesis r_in : forall h, (size h < t - 1)%N -> L h (r h).
Hypothesis r2_in : forall h, (size h < t - 1)%N -> L h (fun e => r h e ^+ 2).
Hypothesis r_mean : forall h, (size h < t - 1)%N -> I h (r h) = mean (size h).+1.
Hypothesis r_var : forall h, (size h < t - 1)%N ->
  I h (fun e => (r h e - mean (size h).+1) ^+ 2) = var (size h).+1.

(* The class of a round holds the noise and its square. *)
Lemma noise_in h : (size h < t - 1)%N -> L h (fun e => r h e - mean (size h).+1).
Proof. by move=> hn; apply: L_add; [exact: r_in|exact: L_const]. Qed.
Lemma noise2_in h : (size h < t - 1)%N -> L h (fun e => (r h e - mean (size h).+1) ^+ 2).
Proof.
move=> hn; set mu := mean _.
have -> : (fun e => (r h e - mu) ^+ 2) = (fun e => r h e ^+ 2 + (- 2%:R * mu * r h e + mu ^+ 2)).
  by apply: functional_extensionality => e; move: (r h e) mu => x y; ring.
by apply: L_add; [exact: r2_in|apply: L_add; [exact/L_scal/r_in|exact: L_const]].
Qed.
Lemma noise_centred h : (size h < t - 1)%N -> I h (fun e => r h e - mean (size h).+1) = 0.
Proof.
move=> hn; have -> : (fun e => r h e - mean (size h).+1) = (fun e => r h e + - mean (size h).+1 * 1).
  by apply: functional_extensionality => e; rewrite mulr1.
rewrite I_add; [|exact: r_in|exact: L_scal].
by rewrite I_scal // I_one mulr1 r_mean // subrr.
Qed.

Lemma paper_covariance (lam : R) :
  let eps s h := r (take s.-1 h) (nth e0 h s.-1) - mean s in
  let S h := \sum_(1 <= s < t) (w s * eps s h) *: a s in
  let expectation X := Mean I (t - 1) X [::] in
  (\matrix_(i, j) expectation (fun h =>
    (S h i 0 - expectation (fun k => S k i 0)) * (S h j 0 - expectation (fun k => S k j 0)))) + lam%:M =
  \sum_(1 <= s < t) (w s ^+ 2 * var s) *: (a s *m (a s)^T) + lam%:M.
Proof.
move=> eps S expectation.
have SE h i : size h = (t - 1)%N -> S h i 0 = weighted_noise e0 (fun s => a s.+1) (fun s => w s.+1)
    (fun h e => r h e - mean (size h).+1) h i 0.
  move=> ht; congr (fun_of_matrix _ i 0); rewrite /S /weighted_noise big_add1 -subn1 big_mkord ht.
  by apply: eq_bigr => s _; rewrite /eps /= size_takel // ht ltnW.
have := (noise_covariance e0 L_const L_add L_scal I_add I_scal I_one (fun s => a s.+1) (fun s => w s.+1)
  (v := fun s => var s.+1) noise_in noise2_in noise_centred r_var lam); rewrite /=.
rewrite [X in _ = X + _ -> _](_ : _ = \sum_(1 <= s < t) (w s ^+ 2 * var s) *: (a s *m (a s)^T)).
  move=> <-; congr (_ + _); apply/matrixP => i j; rewrite !mxE; apply: Mean_ext => h; rewrite add0n => ht.
  by rewrite !SE //; congr ((_ - _) * (_ - _)); apply: Mean_ext => k; rewrite add0n => kt; rewrite SE.
by rewrite big_add1 -subn1 big_mkord.
Qed.
End Paper.
