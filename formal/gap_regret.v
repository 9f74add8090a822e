(* The regret with discount factors when gaps are bounded from below: thm:fjqiqposejf (l. 666-720, proof
   l. 2412-2510).

   Corrected, with the constants spelt out: a round near a change costs at most m (printed: 1), 1/lambda is
   c_mu/lambda in the maximum and in the logarithm, and the mixed term r_3 of the square is at most r_1 + r_2
   (mixed_term of path_regret.v), so that there is no term with C_3. First for every D; then with
   D = ceil(log T / log(1/gamma)). *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus regret.
From Glb Require Import any_law any_law_tail any_law_regret path_regret rounds_regret.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Bound.
Variables (d : nat) (c_mu k_mu S m : R) (gamma lam delta Delta : R) (T D Gamma : nat).
Local Notation bt := (beta_D d k_mu S m gamma lam delta T D).

(* T log(1/gamma) + log(1 + c_mu / (d lambda (1 - gamma))) *)
Definition log_term := T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))).

(* Lines 2449-2493 without r_3, which has been spent on doubling r_1 and r_2 *)
Definition gap_bound := m * (Gamma * D)%:R
  + 2%:R / Delta * (4%:R / c_mu * bt ^+ 2 * (2%:R * Num.max 1 (c_mu / lam) * d%:R * log_term)
    + T%:R * (4%:R * k_mu ^+ 2 / lam ^+ 2 * (gamma ^+ (2 * D) / (1 - gamma) ^+ 2)
      * (2%:R * S * k_mu + m) ^+ 2)).

(* The same with D = ceil(log T / log(1/gamma)): the form of the theorem, with C_1 = 2 m log T,
   C_2 = 8 k_mu^2 (2 S k_mu + m)^2 / lambda^2, C_3 = 0, C_4 = 16 max(1, c_mu / lambda) *)
Definition gap_bound_ceil := 2%:R * m * ln T%:R * (Gamma%:R / (1 - gamma))
  + 8%:R * k_mu ^+ 2 * (2%:R * S * k_mu + m) ^+ 2 / lam ^+ 2 * (T%:R * (1 - gamma) ^+ 2 * Delta)^-1
  + 16%:R * Num.max 1 (c_mu / lam) * (d%:R * bt ^+ 2 / (c_mu * Delta)) * log_term.

Lemma gap_bound_le : (1 < T)%N -> 2%:R^-1 <= gamma -> gamma < 1 -> 0 < m -> 0 < lam -> 0 < Delta ->
  0 <= k_mu -> 0 <= S -> is_ceil (ln T%:R / ln gamma^-1)%ring D -> gap_bound <= gap_bound_ceil.
Proof.
move=> T2 gh g1 m0 lam0 Delta0 k0 S0 Dc; have T0 : (0 < T)%N by exact: ltnW.
have g0 : 0 < gamma by apply: lt_le_trans gh; rewrite invr_gt0 ltr0n.
have gg : 0 < 1 - gamma by rewrite subr_gt0.
have Tp : 0 < T%:R :> R by rewrite ltr0n.
rewrite /gap_bound /gap_bound_ceil -addrA; apply: ler_add.
  have -> : 2%:R * m * ln T%:R * (Gamma%:R / (1 - gamma)) = m * (Gamma%:R * (2%:R * ln T%:R / (1 - gamma))).
    by move: (ln _) (Gamma%:R) (_^-1) => x y z; ring.
  rewrite ler_wpmul2l ?(ltW m0) // natrM ler_wpmul2l ?ler0n //.
  exact: (depth_le2 T0 g0 g1).
rewrite mulrDr [X in X <= _]addrC; apply: ler_add; last first.
  by same; rewrite invfM; move: (Num.max _ _) (log_term) bt c_mu^-1 Delta^-1 => x y z u v; ring.
have /(depth_power T0 g0 g1) gD : ln T%:R / ln gamma^-1 <= D%:R by case/andP: Dc.
have g2 : T%:R * gamma ^+ (2 * D) <= T%:R^-1.
  rewrite mulnC exprM; apply: (@le_trans _ _ (T%:R * T%:R^-1 ^+ 2)).
    by rewrite ler_wpmul2l ?ler0n // ler_expn2r ?nnegrE ?exprn_ge0 ?invr_ge0 ?ler0n ?(ltW g0).
  by rewrite expr2 mulrA mulfV ?gt_eqF // mul1r.
set K := 8%:R * k_mu ^+ 2 * _ / _.
have K0 : 0 <= K.
  apply: divr_ge0; last exact: sqr_ge0.
  by apply: mulr_ge0; [apply: mulr_ge0; [exact: ler0n|exact: sqr_ge0]|exact: sqr_ge0].
have -> : 2%:R / Delta * (T%:R * (4%:R * k_mu ^+ 2 / lam ^+ 2 * (gamma ^+ (2 * D) / (1 - gamma) ^+ 2)
    * (2%:R * S * k_mu + m) ^+ 2)) = K * ((1 - gamma) ^+ 2 * Delta)^-1 * (T%:R * gamma ^+ (2 * D)).
  rewrite /K [((1 - gamma) ^+ 2 * Delta)^-1]invfM.
  move: (lam ^+ 2)^-1 ((1 - gamma) ^+ 2)^-1 Delta^-1 (gamma ^+ _) (T%:R) => x y z u v.
  by ring.
rewrite -[T%:R * _ * Delta]mulrA [(T%:R * _)^-1]invfM [X in _ <= X]mulrCA [X in _ <= X]mulrC.
by rewrite ler_wpmul2l // mulr_ge0 // invr_ge0 mulr_ge0 ?sqr_ge0 // ltW.
Qed.
End Bound.

(* Any law of rewards *)
Section AnyLaw.
Variables (d : nat) (E : Type) (e0 : E).
Variables (mu dmu ddmu : R -> R) (c_mu k_mu S m : R).
Variables (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop).
Variables (Ec : seq E -> 'cV[R]_d -> (E -> R) -> R) (reward : seq E -> 'cV[R]_d -> E -> R).
Variables (act hat best : seq E -> 'cV[R]_d) (gamma lam delta Delta : R) (T D Gamma : nat).
Hypotheses (d0 : (0 < d)%N) (T0 : (0 < T)%N) (lam0 : 0 < lam) (m0 : 0 < m).
Hypotheses (g0 : 0 < gamma) (g1 : gamma < 1) (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis floor : slope_floor d dmu S c_mu.
Hypothesis env : any_environment mu dmu S m theta actions Ec reward.
Hypothesis allowed : forall h, actions h (act h).
Hypothesis best_allowed : forall h, actions h (best h).
Hypothesis changes : (breaks theta T <= Gamma)%N.
Hypothesis mle : forall h,
  \sum_(s < size h) (discount gamma (size h) s * mu (dot (ppast act h s) (hat h))) *: ppast act h s
    + lam *: hat h =
  \sum_(s < size h) (discount gamma (size h) s * preward e0 reward act h s) *: ppast act h s.
Let bt := beta_D d k_mu S m gamma lam delta T D.
Hypothesis opt : forall h b, actions h b ->
  let V := design (lam / c_mu) (ppast act h) (discount gamma (size h)) (size h) in
  mu (dot b (hat h)) + bt / Num.sqrt c_mu * nrm (invmx V) b <=
  mu (dot (act h) (hat h)) + bt / Num.sqrt c_mu * nrm (invmx V) (act h).
(* ass:minimum_gap (l. 651) *)
Hypothesis Delta0 : 0 < Delta.
Hypothesis gap : forall h b, (size h < T)%N -> actions h b ->
  mu (dot b (theta (size h))) < mu (dot (best h) (theta (size h))) ->
  Delta <= mu (dot (best h) (theta (size h))) - mu (dot b (theta (size h))).

Local Notation W := (gamma ^+ D / (1 - gamma)).
Local Notation W2 := ((1 - gamma ^+ (2 * D)) / (1 - gamma ^+ 2)).
Let btE : beta lam k_mu (Sbar_of lam S k_mu m W) (rho_of d T lam m k_mu delta W2) = bt.
Proof. by rewrite SbarE rhoE. Qed.
Let opt' h b : actions h b -> let V := design (lam / c_mu) (ppast act h) (discount gamma (size h)) (size h) in
  let bt := beta lam k_mu (Sbar_of lam S k_mu m W) (rho_of d T lam m k_mu delta ((fun=> W2) (size h))) in
  mu (dot b (hat h)) + bt / Num.sqrt c_mu * nrm (invmx V) b <=
  mu (dot (act h) (hat h)) + bt / Num.sqrt c_mu * nrm (invmx V) (act h).
Proof. by rewrite /= btE; exact: opt. Qed.
Let btl t : (t < T)%N ->
  beta lam k_mu (Sbar_of lam S k_mu m W) (rho_of d T lam m k_mu delta ((fun=> W2) t)) <= bt.
Proof. by rewrite /= btE. Qed.

(* thm:fjqiqposejf before D is chosen (l. 2449-2493), corrected *)
Theorem any_discount_gap : Prob (fun h => Ec h (act h)) T (fun h => ~~ (pregret mu theta best act T h <=
  gap_bound d c_mu k_mu S m gamma lam delta Delta T D Gamma)) [::] <= delta.
Proof.
have U h : upper_law (Ec h (act h)) := any_upper env (allowed h); have [c0 _] := floor.
apply: le_trans (any_gap d0 T0 lam0 m0 de0 de1 link env allowed (fun t s => discount_range t g0 g1 s)
  (fun t => discount_old D t g0 g1) (fun t => discount_recent D t g0 g1) mle floor best_allowed opt' btl
  (fun h _ => potential_discount T d0 g0 g1 lam0 c0 (fun t => any_actions env (allowed (take t h))))
  Delta0 gap).
apply: Prob_le => // h _; apply: contra => /le_trans; apply; apply: ler_add.
  by rewrite ler_wpmul2l ?(ltW m0) // ler_nat leq_mul2r changes orbT.
same; rewrite -/(log_term d c_mu gamma lam T) -/bt; congr (_ * (_ + _ * _)).
rewrite /bias mulnC exprM !exprMn !exprVn; move: (gamma ^+ D) (lam ^+ 2)^-1 ((1 - gamma) ^+ 2)^-1 => x y z.
by ring.
Qed.
End AnyLaw.

(* Finitely many outcomes *)
Section Finite.
Variables (d : nat) (E : finType) (e0 : E).
Variables (mu dmu ddmu : R -> R) (c_mu k_mu S m : R).
Variables (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop).
Variables (law reward : seq E -> 'cV[R]_d -> E -> R).
Variables (act hat best : seq E -> 'cV[R]_d) (gamma lam delta Delta : R) (T D Gamma : nat).
Hypotheses (d0 : (0 < d)%N) (T0 : (0 < T)%N) (lam0 : 0 < lam) (m0 : 0 < m).
Hypotheses (g0 : 0 < gamma) (g1 : gamma < 1) (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis link : self_concordant_link mu dmu ddmu k_mu.
Hypothesis floor : slope_floor d dmu S c_mu.
Hypothesis env : glm_environment mu dmu S m theta actions law reward.
Hypothesis best_allowed : forall h, actions h (best h).
Hypothesis changes : (breaks theta T <= Gamma)%N.
Hypothesis algorithm : D_GLM_UCB e0 mu actions reward gamma lam c_mu
  (beta_D d k_mu S m gamma lam delta T D) act hat.
Hypothesis Delta0 : 0 < Delta.
Hypothesis gap : forall h b, (size h < T)%N -> actions h b ->
  mu (dot b (theta (size h))) < mu (dot (best h) (theta (size h))) ->
  Delta <= mu (dot (best h) (theta (size h))) - mu (dot b (theta (size h))).

Theorem discount_gap : 1 - delta <= Pr (played law act) T (fun h => regret mu theta best act T h <=
  gap_bound d c_mu k_mu S m gamma lam delta Delta T D Gamma) [::].
Proof.
have [mle op] := algorithm; have allowed h := (op h).1.
apply: (finite_prob env allowed).
exact: (any_discount_gap d0 T0 lam0 m0 g0 g1 de0 de1 link floor (finite_environment env) allowed
  best_allowed changes mle (fun h => (op h).2) Delta0 gap).
Qed.
End Finite.
