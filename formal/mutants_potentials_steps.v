(* Mutants of claims_potentials_steps.v: one token moved, each refuted.  Witnesses: d = 1, one or two rounds,
   every action 1 (one_action). *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials paper_indices small_witnesses.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Witnesses *)

(* Sums of the actions 1, without weights, *)
Lemma one_sum lam m n :
  \sum_(m <= s < n) one_action s *m (one_action s)^T + lam%:M = ((n - m)%N%:R + lam)%:M.
Proof.
have := one_design (fun=> 1) lam m n; under eq_bigr do rewrite scale1r.
by move=> ->; rewrite sumr_const_nat.
Qed.

(* and the growing matrix W_2 with gamma = 1/2, lambda = 1: it is 4. *)
Definition half_W (t : nat) : 'M[R]_1 :=
  \sum_(1 <= s < t) 2%:R^-1 ^- s *: (one_action s *m (one_action s)^T) + (2%:R^-1 ^- (t - 1) * 1)%:M.
Lemma half_W1 : half_W 1 = 1%:M.
Proof. by rewrite /half_W big_geq // add0r expr0 invr1 mulr1. Qed.
Lemma half_W2 : half_W 2 = 4%:R%:M.
Proof. by rewrite /half_W one_design big_nat1 !expr1 invrK mulr1 -natrD. Qed.
Lemma half_le1 : 2%:R^-1 <= 1 :> R. Proof. by rewrite ltW //; case: half_range. Qed.
Lemma half_gt0 : 0 < 2%:R^-1 :> R. Proof. by case: half_range. Qed.

(** * Determinants *)

(* I42_mutant: I42 with 1/(d+1) for 1/d in the mean of the eigenvalues: d = t = 1, lambda = 1. *)
Theorem I42_mutant : ~ (forall (d t : nat) (lam w sigma : nat -> R) (k_mu : R) (a : nat -> 'cV[R]_d),
  (1 <= d)%N -> (1 <= t)%N -> 0 <= lam (t - 1)%N ->
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) -> (forall s, (1 <= s)%N -> sigma s ^+ 2 <= k_mu) ->
  let H := \sum_(1 <= s < t) (w s ^+ 2 * sigma s ^+ 2) *: (a s *m (a s)^T) + (lam (t - 1)%N)%:M in
  exists l : 'I_d -> R,
  [/\ char_poly H = \prod_i ('X - (l i)%:P), forall i, 0 <= l i, \det H = \prod_i l i &
      \prod_i l i <= (1 / d.+1%:R * (\sum_i l i)) ^+ d] /\
  [/\ 1 / d%:R * (\sum_i l i) = 1 / d%:R * \tr H,
      1 / d%:R * \tr H =
        1 / d%:R * (\sum_(1 <= s < t) w s ^+ 2 * sigma s ^+ 2 * \tr (a s *m (a s)^T)) + lam (t - 1)%N,
      forall s, \tr (a s *m (a s)^T) = ‖a s‖ ^+ 2 &
      (1 / d%:R * (\sum_(1 <= s < t) w s ^+ 2 * sigma s ^+ 2 * ‖a s‖ ^+ 2) + lam (t - 1)%N) ^+ d <=
      (lam (t - 1)%N + k_mu / d%:R * (\sum_(1 <= s < t) w s ^+ 2)) ^+ d]).
Proof.
move=> /(_ 1%N 1%N (fun=> 1) (fun=> 1) (fun=> 1) 1 one_action isT isT ler01 one_le (fun _ _ => one_sqr)).
move=> [l [[_ _ + +] _]]; rewrite !big_ord1 big_geq // add0r det_scalar !expr1 => <-.
by rewrite mulr1 mul1r leNgt invf_lt1 ?ltr0n ?ltr1n.
Qed.

(* I43_mutant: I43 with gamma^{-(t-2)} before a a^T: t = 2, gamma = 1/2, lambda = 1. *)
Theorem I43_mutant : ~ (forall (d : nat) (gamma lam : R) (a : nat -> 'cV[R]_d) (V W : nat -> 'M[R]_d),
  0 < gamma -> gamma <= 1 -> 0 < lam ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + lam%:M) ->
  (forall t, (1 <= t)%N ->
    W t = \sum_(1 <= s < t) gamma ^- s *: (a s *m (a s)^T) + (gamma ^- (t - 1) * lam)%:M) ->
  (forall t, (1 <= t)%N -> V t = gamma ^+ (t - 1) *: W t) /\
  forall t, (2 <= t)%N ->
  let aa := a (t - 1)%N *m (a (t - 1)%N)^T in
  [/\ W t = gamma ^- (t - 2) *: aa + (gamma ^- (t - 1) * (1 - gamma) * lam)%:M + W (t - 1)%N,
      W t ⪰ gamma ^- (t - 1) *: aa + W (t - 1)%N,
      exists M, pd M /\ M *m M = W (t - 1)%N &
      forall M, pd M -> M *m M = W (t - 1)%N ->
        gamma ^- (t - 1) *: aa + W (t - 1)%N =
        M *m (1%:M + gamma ^- (t - 1) *: (invmx M *m aa *m invmx M)) *m M]).
Proof.
pose V t : 'M[R]_1 := \sum_(1 <= s < t) 2%:R^-1 ^+ (t - 1 - s) *: (one_action s *m (one_action s)^T) + 1%:M.
move=> /(_ 1%N 2%:R^-1 1 one_action V half_W half_gt0 half_le1 ltr01 (fun _ _ => erefl) (fun _ _ => erefl)).
move=> [_ /(_ 2%N isT) [+ _ _ _]]; rewrite half_W1 half_W2 expr0 expr1 invr1 invrK scale1r mulr1.
rewrite /one_action trmx1 mulmx1 => /matrixP /(_ 0 0); rewrite !mxE /= !mulr1n.
by toR_goal; simpl; lra.
Qed.

(* I44_mutant: I44 with gamma^{-(t+1)} before the last norm: t = 1, gamma = 1/2, lambda = 1. *)
Theorem I44_mutant : ~ (forall (d : nat) (gamma lam : R) (a : nat -> 'cV[R]_d) (W : nat -> 'M[R]_d),
  0 < gamma -> gamma <= 1 -> 0 < lam ->
  (forall t, (1 <= t)%N ->
    W t = \sum_(1 <= s < t) gamma ^- s *: (a s *m (a s)^T) + (gamma ^- (t - 1) * lam)%:M) ->
  (forall x : 'cV[R]_d, \det (1%:M + x *m x^T) = 1 + ‖x‖ ^+ 2) /\
  forall t, (1 <= t)%N ->
  (forall M, pd M -> M *m M = W t ->
    let x := Num.sqrt (gamma ^- t) *: (invmx M *m a t) in
    \det (W t.+1) >= \det (W t) * \det (1%:M + x *m x^T) /\
    \det (W t) * \det (1%:M + x *m x^T) = \det (W t) * (1 + gamma ^- t * ‖a t‖²_[invmx (W t)])) /\
  \det (W t.+1) >= \det (W t) * (1 + gamma ^- t.+1 * ‖a t‖²_[invmx (W t)])).
Proof.
move=> /(_ 1%N 2%:R^-1 1 one_action half_W half_gt0 half_le1 ltr01 (fun _ _ => erefl)) [_ /(_ 1%N isT) [_]].
rewrite half_W1 half_W2 one_qf !det_scalar !expr1 invr1 mulr1 mul1r exprVn invrK -natrX -mulrS ler_nat.
by [].
Qed.

(* I45_mutant: I45 with gamma^{-(t+1)} in the second sum: T = 1, gamma = 1/2, lambda = 1. *)
Theorem I45_mutant : ~ (forall (d T : nat) (gamma lam : R) (a : nat -> 'cV[R]_d) (W : nat -> 'M[R]_d),
  0 < gamma -> gamma <= 1 -> 0 < lam ->
  (forall t, (1 <= t)%N ->
    W t = \sum_(1 <= s < t) gamma ^- s *: (a s *m (a s)^T) + (gamma ^- (t - 1) * lam)%:M) ->
  [/\ ln (\det (W T.+1) / lam ^+ d) >= \sum_(1 <= t < T.+1) ln (1 + gamma ^- t * ‖a t‖²_[invmx (W t)]),
      \sum_(1 <= t < T.+1) ln (1 + gamma ^- t * ‖a t‖²_[invmx (W t)]) >=
      \sum_(1 <= t < T.+1) ln (1 + gamma ^- (t + 1) * ‖a t‖²_[invmx (W t)]) &
      \sum_(1 <= t < T.+1) ln (1 + gamma ^- (t - 1) * ‖a t‖²_[invmx (W t)]) >=
      \sum_(1 <= t < T.+1) ln (1 + gamma ^- (t - 1) * ‖a t‖²_[invmx (W t)] / Num.max 1 (1 / lam))]).
Proof.
move=> /(_ 1%N 1%N 2%:R^-1 1 one_action half_W half_gt0 half_le1 ltr01 (fun _ _ => erefl)) [_ + _].
rewrite !big_nat1 half_W1 one_qf invr1 !mulr1 !exprVn !invrK -!natrX -!mulrS => /RleP.
by apply/Rlt_not_le/ln_increasing; apply/RltP; rewrite ?ltr0n ?ltr_nat.
Qed.

(* Z148_mutant: Z148 with gamma^{-(t+1)} in the product: T = 1, gamma = 1/2, lambda = 1. *)
Theorem Z148_mutant : ~ (forall (d T tau k : nat) (gamma lam : R) (a : nat -> 'cV[R]_d)
  (W Wk : nat -> 'M[R]_d),
  0 < gamma -> gamma <= 1 -> 0 < lam ->
  (forall t, (1 <= t)%N ->
    W t = \sum_(1 <= s < t) gamma ^- s *: (a s *m (a s)^T) + (gamma ^- (t - 1) * lam)%:M) ->
  (forall t, Wk t = \sum_(k * tau + 1 <= s < t) a s *m (a s)^T + lam%:M) ->
  (\det (W T.+1) / \det (W 1%N) = \prod_(1 <= t < T.+1) (\det (W t.+1) / \det (W t)) /\
   \prod_(1 <= t < T.+1) (\det (W t.+1) / \det (W t)) >=
   \prod_(1 <= t < T.+1) (1 + gamma ^- t.+1 * ‖a t‖²_[invmx (W t)])) /\
  [/\ \det (Wk (k.+1 * tau + 1)%N) / \det (Wk (k * tau + 1)%N) =
      \prod_(k * tau + 1 <= t < k.+1 * tau + 1) (\det (Wk t.+1) / \det (Wk t)),
      \prod_(k * tau + 1 <= t < k.+1 * tau + 1) (\det (Wk t.+1) / \det (Wk t)) =
      \prod_(k * tau + 1 <= t < k.+1 * tau + 1) (1 + ‖a t‖²_[invmx (Wk t)]) &
      Wk (k * tau + 1)%N = lam%:M]).
Proof.
move=> /(_ 1%N 1%N 1%N 0%N 2%:R^-1 1 one_action half_W _ half_gt0 half_le1 ltr01 (fun _ _ => erefl)).
move=> /(_ _ (fun _ => erefl)) [[_ +] _]; rewrite !big_nat1 half_W1 half_W2 one_qf !det_scalar !expr1 invr1.
by rewrite !mulr1 exprVn invrK -natrX -mulrS ler_nat.
Qed.

(* Z147_mutant: Z147 with 1 for the constant 2: T = 1, gamma = lambda = 1. *)
Theorem Z147_mutant : ~ (forall (d T : nat) (gamma lam : R) (a : nat -> 'cV[R]_d) (V W : nat -> 'M[R]_d),
  0 < gamma -> gamma <= 1 -> 0 < lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + lam%:M) ->
  (forall t, (1 <= t)%N ->
    W t = \sum_(1 <= s < t) gamma ^- s *: (a s *m (a s)^T) + (gamma ^- (t - 1) * lam)%:M) ->
  [/\ ln (\det (W T.+1) / lam ^+ d) >=
      1 / (1 * Num.max 1 (1 / lam)) * (\sum_(1 <= t < T.+1) gamma ^- (t - 1) * ‖a t‖²_[invmx (W t)]),
      \det (W T.+1) = gamma ^- (d * T) * \det (V T.+1) &
      forall t, (1 <= t)%N -> gamma ^- (t - 1) * ‖a t‖²_[invmx (W t)] = ‖a t‖²_[invmx (V t)]]).
Proof.
move=> /(_ 1%N 1%N 1 1 one_action _ _ ltr01 (lexx 1) ltr01 one_le (fun _ _ => erefl)
  (fun _ _ => erefl)) [+ _ _].
rewrite big_nat1 !one_design big_geq // big_nat1 !expr1 invr1 !mulr1 add0r one_qf det_scalar !divr1 maxxx.
by rewrite !(invr1, mul1r, expr1, expr0) leNgt ln2_lt1.
Qed.

(** * Blocks *)

(* I49_mutant: I49 with a window shorter by two rounds: k = 0, t = tau = 2. *)
Theorem I49_mutant : ~ (forall (d tau k t : nat) (lam : R) (a : nat -> 'cV[R]_d),
  (k * tau + 1 <= t <= k.+1 * tau)%N ->
  \sum_(maxn 1 (t - (tau - 2)) <= s < t) a s *m (a s)^T + lam%:M ⪰
  \sum_(k * tau + 1 <= s < t) a s *m (a s)^T + lam%:M).
Proof.
move=> /(_ 1%N 2%N 0%N 2%N 0 one_action isT (one_action 0)).
by rewrite !one_sum !qf_scalar one_norm !mulr1 !addr0 ler_nat.
Qed.

(* I50_mutant: I50 with 2 before the norm: k = 0, t = tau = 1, lambda = 1. *)
Theorem I50_mutant : ~ (forall (d tau k t : nat) (lam : R) (a : nat -> 'cV[R]_d) (Wk : nat -> 'M[R]_d),
  0 < lam -> (forall t, Wk t = \sum_(k * tau + 1 <= s < t) a s *m (a s)^T + lam%:M) ->
  (k * tau + 1 <= t <= k.+1 * tau)%N ->
  \det (Wk t.+1) = \det (Wk t) * (1 + 2%:R * ‖a t‖²_[invmx (Wk t)])).
Proof.
move=> /(_ 1%N 1%N 0%N 1%N 1 one_action _ ltr01 (fun _ => erefl) isT).
rewrite !one_sum one_qf !det_scalar !expr1 add0r invr1 mulr1 mul1r.
by toR_goal; simpl; lra.
Qed.

(* Z146_mutant: Z146 with tau - 1 for tau in the last bound: T = tau = 1, lambda = 1. *)
Theorem Z146_mutant : ~ (forall (d T tau : nat) (lam : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d)
  (W : nat -> nat -> 'M[R]_d),
  0 < lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + lam%:M) ->
  (forall k t, W k t = \sum_(k * tau + 1 <= s < t) a s *m (a s)^T + lam%:M) ->
  let volume k := ln (\det (W k (k.+1 * tau + 1)%N) / lam ^+ d) in
  let N := ((T + tau - 1) %/ tau)%N in
  (forall k, [/\
    volume k = \sum_(k * tau + 1 <= t < k.+1 * tau + 1) ln (1 + ‖a t‖²_[invmx (W k t)]),
    \sum_(k * tau + 1 <= t < k.+1 * tau + 1) ln (1 + ‖a t‖²_[invmx (W k t)]) >=
    \sum_(k * tau + 1 <= t < k.+1 * tau + 1) ln (1 + 1 / Num.max 1 (1 / lam) * ‖a t‖²_[invmx (W k t)]),
    volume k >= 1 / (2%:R * Num.max 1 (1 / lam)) *
      (\sum_(k * tau + 1 <= t < k.+1 * tau + 1) ‖a t‖²_[invmx (W k t)]) &
    \det (W k (k.+1 * tau + 1)%N) <= (lam + (tau - 1)%:R / d%:R) ^+ d]) /\
  (\sum_(0 <= k < N) \sum_(k * tau + 1 <= t < k.+1 * tau + 1) ‖a t‖²_[invmx (V t)] <=
   \sum_(0 <= k < N) \sum_(k * tau + 1 <= t < k.+1 * tau + 1) ‖a t‖²_[invmx (W k t)] /\
   \sum_(0 <= k < N) \sum_(k * tau + 1 <= t < k.+1 * tau + 1) ‖a t‖²_[invmx (W k t)] <=
   2%:R * Num.max 1 (1 / lam) * (\sum_(0 <= k < N) volume k))).
Proof.
move=> /(_ 1%N 1%N 1%N 1 one_action _ _ ltr01 one_le (fun _ _ => erefl) (fun _ _ => erefl)).
move=> [/(_ 0%N) [_ _ _ +] _]; rewrite one_sum det_scalar !expr1 mul0r addr0.
by rewrite ger_addr leNgt ltr0n.
Qed.

(** * The use in the regret proof *)

(* I24_mutant: I24 with T - 1 for T in the first line: T = 1, gamma = lambda = c_mu = 1. *)
Theorem I24_mutant : ~ (forall (d T : nat) (gamma lam c_mu : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d)
  (far : pred nat),
  0 <= gamma -> 0 < lam -> 0 < c_mu ->
  (forall t, (1 <= t)%N ->
    V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M) ->
  \sum_(1 <= t < T.+1 | far t) ‖a t‖_[invmx (V t)] <=
    Num.sqrt T.-1%:R * Num.sqrt (\sum_(1 <= t < T.+1 | far t) ‖a t‖²_[invmx (V t)]) /\
  Num.sqrt T%:R * Num.sqrt (\sum_(1 <= t < T.+1 | far t) ‖a t‖²_[invmx (V t)]) <=
    Num.sqrt T%:R * Num.sqrt (\sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)])).
Proof.
move=> /(_ 1%N 1%N 1 1 1 one_action _ predT ler01 ltr01 ltr01 (fun _ _ => erefl)) [+ _].
by rewrite sqrtr0 mul0r !big_nat1 big_geq // add0r divr1 /nrm one_qf invr1 sqrtr1 ler10.
Qed.

(* I25_mutant: I25 with 1 for the factor 2: T = 1, gamma = lambda = c_mu = 1. *)
Theorem I25_mutant : ~ (forall (d T : nat) (gamma lam c_mu : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d),
  0 < gamma -> gamma <= 1 -> 0 < lam -> 0 < c_mu -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N ->
    V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M) ->
  \sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)] <=
    1 * Num.max 1 (1 / (lam / c_mu)) * ln (\det (V T.+1) / (gamma ^+ (d * T) * (lam / c_mu) ^+ d))).
Proof.
move=> /(_ 1%N 1%N 1 1 1 one_action _ ltr01 (lexx 1) ltr01 ltr01 one_le (fun _ _ => erefl)).
rewrite big_nat1 !one_design big_geq // big_nat1 add0r !divr1 one_qf det_scalar maxxx.
by rewrite !(expr1n, expr1, invr1, mulr1, mul1r) leNgt ln2_lt1.
Qed.

(* I26_mutant: I26 with c_mu dropped on the right: T = d = 1, gamma = 1/2, lambda = 1,
   c_mu = 2. *)
Theorem I26_mutant : ~ (forall (d T : nat) (gamma lam c_mu : R) (a : nat -> 'cV[R]_d),
  (1 <= d)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < c_mu -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  let V := \sum_(1 <= s < T.+1) gamma ^+ (T - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
  \det V / (gamma ^+ (d * T) * (lam / c_mu) ^+ d) <=
    gamma ^- (d * T) * (1 + (1 - gamma ^+ T) / (lam * d%:R * (1 - gamma))) ^+ d).
Proof.
have [h0 h1] := half_range; have c0 : 0 < 2%:R :> R by rewrite ltr0n.
have hn : 1 - 2%:R^-1 != 0 :> R by rewrite subr_eq0 eq_sym lt_eqF.
move=> /(_ 1%N 1%N 2%:R^-1 1 2%:R one_action isT h0 h1 ltr01 c0 one_le).
rewrite one_design big_nat1 subnn expr0; cbv zeta; rewrite det_scalar !expr1 !mul1r divff //.
by rewrite invfM !invrK; toR_goal; simpl => /RleP; lra.
Qed.

(* Z25_mutant: Z25 with the far rounds up to T - 1: T = 1, mu(z) = z, theta = best = 1, act = 0. *)
Theorem Z25_mutant : ~ (forall (d : nat) (E : finType) (mu : R -> R) (theta : nat -> 'cV[R]_d)
  (best act : seq E -> 'cV[R]_d) (T D : nat) (h : seq E),
  let r t := mu ⟨past best h t, theta t⟩ - mu ⟨past act h t, theta t⟩ in
  regret mu theta best act T h = \sum_(t < T) r t /\
  \sum_(t < T) r t =
    \sum_(t < T.-1 | stationary theta D t) r t + \sum_(t < T | ~~ stationary theta D t) r t).
Proof.
move=> /(_ 1%N unit_finType id (fun=> const_mx 1) (fun=> const_mx 1) (fun=> const_mx 0) 1%N 0%N [::]) [_].
rewrite big_ord0 big_ord1 [X in _ = _ + X]big1 => [|i].
  2: by move/negP; case; apply/forallP => s; apply/implyP.
by rewrite !dot_dim1 mulr1 mul0r subr0 addr0 => /eqP; rewrite oner_eq0.
Qed.
