(* From the paper's indices to those of the chapters, and long proofs of Claims.v.

   The paper counts rounds 1, 2, ...; a sum over s = 1, ..., t - 1 is written \sum_(1 <= s < t).  The chapters
   count rounds 0, 1, ... and have \sum_(s < t.-1).  The first part shifts one into the other.  Then, chapter
   by chapter, what Claims.v needs to unpack the definitions of the chapters. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import any_law any_law_tail any_law_regret.
From Glb Require Import real_numbers matrices setting self_concordance integrals mixing potentials.
From Glb Require Import secant_matrices estimate tail deviation bonus regret.
From Glb Require Export paper_rounds.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Determinants *)

(* P9 with the sum up to t - 1, as the paper's proof has it (l. 3133-3146). *)
Lemma det_proof (d t : nat) (lam w sigma : nat -> R) (k_mu : R) (a : nat -> 'cV[R]_d) :
  (1 <= t)%N -> 0 <= lam (t - 1)%N ->
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) -> (forall s, (1 <= s)%N -> sigma s ^+ 2 <= k_mu) ->
  \det (\sum_(1 <= s < t) (w s ^+ 2 * sigma s ^+ 2) *: (a s *m (a s)^T) + (lam (t - 1)%N)%:M)
    <= (lam (t - 1)%N + k_mu * (\sum_(1 <= s < t) w s ^+ 2) / d%:R) ^+ d.
Proof.
case: t => [//|t] _; rewrite subn1 paper_design rounds_sum => l0 a1 sk.
apply: (@det_H _ _ _ _ l0 (unit_actions a1) _ (fun s => sigma s.+1 ^+ 2)) => s _.
by rewrite sqr_ge0 sk.
Qed.

(* C11 with min(t - 1, tau). *)
Lemma det_window_proof (d t tau : nat) (lam k_mu : R) (sigma : nat -> R) (a : nat -> 'cV[R]_d) :
  (1 <= t)%N -> 0 <= lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall s, (1 <= s)%N -> sigma s ^+ 2 <= k_mu) ->
  \det (\sum_(maxn 1 (t - tau) <= s < t) sigma s ^+ 2 *: (a s *m (a s)^T) + lam%:M)
    <= (lam + k_mu * (minn (t - 1) tau)%:R / d%:R) ^+ d.
Proof.
case: t => [//|t] _ l0 a1 sk; rewrite paper_window subn1.
have vk s : 0 <= sigma s.+1 ^+ 2 <= k_mu by rewrite sqr_ge0 sk.
exact: (det_H_window l0 (unit_actions a1) tau t vk).
Qed.

(** * Deviation *)

(* One round of the discounted bandit, as deviation.v has it. *)
Lemma paper_round (d t D : nat) (mu : R -> R) (gamma lam S m : R) (a theta : nat -> 'cV[R]_d) (eps : nat -> R)
  (hat : 'cV[R]_d) :
  0 < gamma -> gamma < 1 -> (forall s, ‖a s‖ <= 1) -> (forall s, ‖theta s‖ <= S) ->
  (forall s, (s < t)%N -> `|eps s| <= m) ->
  (forall s, (t - D <= s)%N -> (s < t)%N -> theta s = theta t) ->
  \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat⟩) *: a s + lam *: hat =
  \sum_(s < t) (gamma ^+ (t.-1 - s) * (mu ⟨a s, theta s⟩ + eps s)) *: a s ->
  round_data t D (discount gamma t) (gamma ^+ D / (1 - gamma)) lam S m mu a theta eps hat (theta t) /\ 0 <= S.
Proof.
move=> g0 g1 a1 th1 epsm st mle; split; last exact: le_trans (nrm2_ge0 _) (th1 0%N).
by split=> //; [exact: discount_range|exact: discount_old].
Qed.

(* D = ceil(log T / log(1/gamma)) gives gamma^{2D} >= gamma^2 / T^2. *)
Lemma depth_square (T D : nat) (gamma : R) : (0 < T)%N -> 0 < gamma -> gamma < 1 ->
  ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  1 - gamma ^+ (2 * D) <= 1 - gamma ^+ 2 / T%:R ^+ 2.
Proof.
move=> T0 g0 g1 Dc; rewrite ler_add2l ler_opp2 mulnC exprM -expr_div_n; apply: ler_expn2r; rewrite ?nnegrE.
- by rewrite divr_ge0 ?(ltW g0) // ler0n.
- by rewrite exprn_ge0 ?ltW.
exact: (depth_power_ge T0 g0 g1 Dc).
Qed.

(** * Any law of rewards *)

(* Hypotheses of Claims.v on the bandit, as any_law_regret.v has them: for laws on all bounded functions, *)
Lemma paper_environment d (E : Type) (mu dmu : R -> R) (S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (Ec : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (reward : seq E -> 'cV[R]_d -> E -> R) :
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) -> (forall h b, actions h b -> law (Ec h b)) ->
  (forall h b, actions h b -> Ec h b (reward h b) = mu ⟨b, theta (size h)⟩) ->
  (forall h b, actions h b ->
    Ec h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩) ->
  any_environment mu dmu S m theta actions Ec reward.
Proof.
move=> th1 a1 rm L mean var; split=> // h b hb; first exact/law_upper/L.
have [_ Es _ _] := L h b hb; rewrite Es ?mean ?mulN1r //.
by exists m => e; have /andP [r0 r1] := rm h b e hb; rewrite ger0_norm.
Qed.

(* Laws on classes of bounded functions: upper integrals are upper laws, and agree with them on the class. *)
Lemma ordinary_laws (K E : Type) (L : K -> (E -> R) -> Prop) (I : K -> (E -> R) -> R) :
  (forall h f, L h f -> bounded f) -> (forall h c, L h (fun=> c)) ->
  (forall h f g, L h f -> L h g -> L h (fun e => f e + g e)) ->
  (forall h c f, L h f -> L h (fun e => c * f e)) ->
  (forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g) ->
  (forall h c f, L h f -> I h (fun e => c * f e) = c * I h f) ->
  (forall h f, L h f -> (forall e, 0 <= f e) -> 0 <= I h f) -> (forall h, I h (fun=> 1) = 1) ->
  (forall h, upper_law (upper_integral (L h) (I h))) /\
  (forall h f, L h f -> upper_integral (L h) (I h) f = I h f).
Proof.
move=> Lb Lc La Ls Ia Is Ip I1; split=> h; [apply: upper_integral_law|move=> f; apply: upper_integral_eq];
  by [exact: Lb|exact: Lc|exact: La|exact: Ls|exact: Ia|exact: Is|exact: Ip|exact: I1].
Qed.

(* and for laws on a class of bounded functions, through their upper integrals. *)
Lemma ordinary_environment d (E : Type) (mu dmu : R -> R) (S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop)
  (I : seq E -> 'cV[R]_d -> (E -> R) -> R) (reward : seq E -> 'cV[R]_d -> E -> R) :
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) ->
  (forall h b, upper_law (upper_integral (L h b) (I h b))) ->
  (forall h b f, L h b f -> upper_integral (L h b) (I h b) f = I h b f) ->
  (forall h b c f, L h b f -> L h b (fun e => c * f e)) ->
  (forall h b c f, L h b f -> I h b (fun e => c * f e) = c * I h b f) ->
  (forall h b, actions h b -> L h b (reward h b)) ->
  (forall h b, actions h b -> L h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2)) ->
  (forall h b, actions h b -> I h b (reward h b) = mu ⟨b, theta (size h)⟩) ->
  (forall h b, actions h b ->
    I h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩) ->
  any_environment mu dmu S m theta actions (fun h b => upper_integral (L h b) (I h b)) reward.
Proof.
move=> th1 a1 rm U eq Ls Is Lr Lv mean var; split=> // h b hb.
- by rewrite eq ?mean //; exact: Lr.
- by rewrite eq ?Is ?mean ?mulN1r //; [exact: Lr|exact/Ls/Lr].
- by rewrite eq ?var //; exact: Lv.
Qed.

(* The bound grows with the number of changes. *)
Lemma any_law_bound_le d (c_mu k_mu S m : R) (theta : nat -> 'cV[R]_d) (gamma lam delta : R)
  (T D Gamma : nat) :
  0 < m -> (breaks theta T <= Gamma)%N ->
  any_law_bound c_mu k_mu S m theta gamma lam delta T D <= m * (Gamma * D)%:R
    + 2%:R * T%:R * (k_mu / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m)
    + exploration_term d c_mu k_mu S m gamma lam delta T D.
Proof.
move=> m0 ch; rewrite /any_law_bound -addrA -[X in _ <= X]addrA ler_add2r ler_wpmul2l ?(ltW m0) // ler_nat.
by rewrite leq_mul2r ch orbT.
Qed.

(** * Sharper constants *)

(* The tangent of the loss log((1 + x)/(1 + gamma x)), *)
Lemma loss_tangent (gamma x z : R) : 0 < gamma -> gamma <= 1 -> 0 <= x -> 0 <= z ->
  ln ((1 + x) / (1 + gamma * x)) - ln ((1 + z) / (1 + gamma * z))
    <= (1 + x) * (1 + gamma * z) / ((1 + z) * (1 + gamma * x)) - 1 /\
  (1 + x) * (1 + gamma * z) / ((1 + z) * (1 + gamma * x)) - 1
    <= (1 - gamma) * (x - z) / ((1 + z) * (1 + gamma * z)).
Proof.
move=> g0 g1 x0 z0.
have p (y : R) : 0 <= y -> 0 < 1 + y by move=> y0; rewrite ltr_spaddl ?ltr01.
have px := p _ x0; have pz := p _ z0.
have pgx := p _ (mulr_ge0 (ltW g0) x0); have pgz := p _ (mulr_ge0 (ltW g0) z0).
set u := (1 + x) * _ / _; split.
  have -> : ln ((1 + x) / (1 + gamma * x)) - ln ((1 + z) / (1 + gamma * z)) = ln u.
    rewrite /u !lnM ?invr_gt0 ?mulr_gt0 // !lnV ?mulr_gt0 // lnM //.
    by move: (ln _) (ln _) (ln _) (ln _) => A B C D; ring.
  by apply: ln_le_sub1; rewrite /u divr_gt0 ?mulr_gt0.
have -> : u - 1 = (1 - gamma) * (x - z) / ((1 + z) * (1 + gamma * x)).
  by rewrite /u; move: (lt0r_neq0 pgx) (lt0r_neq0 pz) => n1 n2; field; rewrite n1 n2.
rewrite ler_pdivr_mulr ?mulr_gt0 // mulrAC ler_pdivl_mulr ?mulr_gt0 // -subr_ge0.
rewrite (_ : _ - _ = (1 - gamma) * (gamma * (1 + z)) * (x - z) ^+ 2); last by ring.
by apply: mulr_ge0; rewrite ?sqr_ge0 // mulr_ge0 ?subr_ge0 // mulr_ge0 // ltW.
Qed.

(* which does not fall in x and is at most log(1/gamma). *)
Lemma loss_monotone (gamma x z : R) : 0 < gamma -> gamma <= 1 -> 0 <= x -> x <= z ->
  ln ((1 + x) / (1 + gamma * x)) <= ln ((1 + z) / (1 + gamma * z)) /\
  ln ((1 + z) / (1 + gamma * z)) <= ln (1 / gamma).
Proof.
move=> g0 g1 x0 xz; have z0 := le_trans x0 xz.
have p (y : R) : 0 <= y -> 0 < 1 + y by move=> y0; rewrite ltr_spaddl ?ltr01.
have px := p _ x0; have pz := p _ z0.
have pgx := p _ (mulr_ge0 (ltW g0) x0); have pgz := p _ (mulr_ge0 (ltW g0) z0).
split; (apply: ln_le; first exact: divr_gt0); rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr // -subr_ge0.
  rewrite (_ : _ - _ = (1 - gamma) * (z - x)); last by ring.
  by rewrite mulr_ge0 ?subr_ge0.
by rewrite (_ : _ - _ = 1 - gamma) ?subr_ge0 //; ring.
Qed.

(* A matrix V >= ell I keeps between ell I and V when it is discounted and the ridge comes back. *)
Lemma ridge_back (d : nat) (gamma ell : R) (V : 'M[R]_d) : 0 <= gamma -> gamma <= 1 -> ell%:M ⪯ V ->
  ell%:M ⪯ gamma *: V + ((1 - gamma) * ell)%:M /\ gamma *: V + ((1 - gamma) * ell)%:M ⪯ V.
Proof.
move=> g0 g1 VE; split=> x; have := VE x; rewrite qfD qfZ !qf_scalar -mulrA.
  move: (qf V x) (ell * dot x x) => v l lv.
  rewrite -subr_ge0 (_ : _ - l = gamma * (v - l)); last by ring.
  by rewrite mulr_ge0 ?subr_ge0.
move: (qf V x) (ell * dot x x) => v l lv.
rewrite -subr_ge0 (_ : v - _ = (1 - gamma) * (v - l)); last by ring.
by rewrite mulr_ge0 ?subr_ge0.
Qed.

(* A window of tau rounds holds the earlier rounds of a block of tau + 1 rounds that begins after round b. *)
Lemma window_block (d tau b t : nat) (ell : R) (a : nat -> 'cV[R]_d) : (b < t <= b + tau + 1)%N ->
  \sum_(b + 1 <= s < t) a s *m (a s)^T + ell%:M ⪯ \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + ell%:M.
Proof.
move=> bt x; rewrite !qfD ler_add2r !qf_sum.
rewrite (@big_cat_nat _ _ _ (b + 1) (maxn 1 (t - tau))) /=; try by clear -bt; lia.
by rewrite ler_addr; apply: sumr_ge0 => s _; rewrite qf_outer sqr_ge0.
Qed.

(* The tangent of log(1 + z l) at l = q. *)
Lemma block_tangent (z l q : R) : 0 <= z -> 0 <= l -> 0 <= q ->
  ln ((1 + z * l) / (1 + z * q)) <= (1 + z * l) / (1 + z * q) - 1 /\
  (1 + z * l) / (1 + z * q) - 1 = z * (l - q) / (1 + z * q).
Proof.
move=> z0 l0 q0; have p (y : R) : 0 <= y -> 0 < 1 + z * y.
  by move=> y0; rewrite ltr_spaddl ?ltr01 ?mulr_ge0.
split; first by apply: ln_le_sub1; rewrite divr_gt0 ?p.
by move: (lt0r_neq0 (p _ q0)) => n; field.
Qed.
