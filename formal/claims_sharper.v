(* Sharper constants.  Notation: see Claims.v. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials paper_indices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Sharper constants *)

(* Z22, lines 3186-3202: L7 with the factor 1/(lambda log(1+1/lambda)) in place of 2 max(1,1/lambda). Not
   in the paper. Differences: those of L7. *)
Theorem Z22 (d T : nat) (gamma lam : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d) :
  0 < gamma -> gamma <= 1 -> 0 < lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + lam%:M) ->
  \sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)]
    <= 1 / (lam * ln (1 + 1 / lam)) * ln (\det (V T.+1) / (lam ^+ d * gamma ^+ (d * T))).
Proof.
move=> g0 g1 l0 a1 VE.
have E t : V t.+1 = determinants.V gamma lam (fun s => a s.+1) t by rewrite VE // paper_discount.
rewrite rounds_sum E !mul1r; under eq_bigr do rewrite E.
exact: (elliptical_potential_sharp g0 g1 l0 (unit_actions a1)).
Qed.

(* Z22_best, lines 3186-3202: the factor of Z22 is the best. For every d >= 1 and lambda > 0, a factor c
   that serves T = 1, all actions and all gamma < 1 is not smaller. *)
Theorem Z22_best (d : nat) (lam c : R) : (1 <= d)%N -> 0 < lam ->
  (forall (gamma : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d),
    0 < gamma -> gamma < 1 -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
    (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + lam%:M) ->
    \sum_(1 <= t < 2) ‖a t‖²_[invmx (V t)] <= c * ln (\det (V 2%N) / (lam ^+ d * gamma ^+ (d * 1)))) ->
  1 / (lam * ln (1 + 1 / lam)) <= c.
Proof.
move=> d0 l0 H; rewrite !mul1r; apply: (sharp_factor_optimal d0 l0) => g a g0 g1 a1.
have b1 s : (1 <= s)%N -> ‖a s.-1‖ <= 1 by rewrite unit_ball a1.
have := H g (fun s => a s.-1) (fun t => determinants.V g lam a t.-1) g0 g1 b1.
by rewrite rounds_sum; apply; case=> // t _; rewrite (paper_discount g lam (fun s => a s.-1) t).
Qed.

(* Z22_attained, lines 3186-3202: Z22 is an equality for one round with an action of length one and gamma =
   1, for every d and lambda > 0. *)
Theorem Z22_attained (d : nat) (lam : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d) :
  0 < lam -> ‖a 1%N‖ = 1 ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) 1 ^+ (t - 1 - s) *: (a s *m (a s)^T) + lam%:M) ->
  \sum_(1 <= t < 2) ‖a t‖²_[invmx (V t)]
    = 1 / (lam * ln (1 + 1 / lam)) * ln (\det (V 2%N) / (lam ^+ d * 1 ^+ (d * 1))).
Proof.
move=> l0 a1 VE; have E t : V t.+1 = determinants.V 1 lam (fun s => a s.+1) t by rewrite VE // paper_discount.
rewrite rounds_sum E !mul1r; under eq_bigr do rewrite E.
by apply: (first_round_attained l0); rewrite -nrm2_sqr a1 expr1n.
Qed.

(* Z22_gain, lines 3186-3202: the paper's factor is at least 2 log 2 > 1.38 times that of Z22. *)
Theorem Z22_gain (lam : R) : 0 < lam ->
  2%:R * ln 2%:R * (1 / (lam * ln (1 + 1 / lam))) <= 2%:R * Num.max 1 (1 / lam).
Proof. by move=> l0; rewrite !mul1r; exact: sharp_factor_gain. Qed.

(* Z24, lines 3261-3274: L8 with the factor 1/(lambda log(1+1/lambda)) in place of 2 max(1,1/lambda). Not
   in the paper. Differences: those of L8. *)
Theorem Z24 (d T tau : nat) (lam : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d) :
  (1 <= tau)%N -> 0 < lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + lam%:M) ->
  \sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)]
    <= 1 / (lam * ln (1 + 1 / lam)) * (d%:R * ((T + tau - 1) %/ tau)%:R * ln (1 + tau%:R / (lam * d%:R))).
Proof.
move=> t0 l0 a1 VE; rewrite rounds_sum !mul1r; under eq_bigr do rewrite (paper_V_window VE).
exact: (elliptical_potential_window_sharp l0 (unit_actions a1) T t0).
Qed.

(* Z24_best, lines 3261-3274: the factor of Z24 is the best. For every d >= 1 and lambda > 0, d actions of
   length one (in the proof: orthogonal ones) attain it with T = tau = d. *)
Theorem Z24_best (d : nat) (lam : R) : (1 <= d)%N -> 0 < lam ->
  exists a : nat -> 'cV[R]_d, (forall s, (1 <= s)%N -> ‖a s‖ = 1) /\
  forall V : nat -> 'M[R]_d,
  (forall t, (1 <= t)%N -> V t = \sum_(maxn 1 (t - d) <= s < t) a s *m (a s)^T + lam%:M) ->
  \sum_(1 <= t < d.+1) ‖a t‖²_[invmx (V t)]
    = 1 / (lam * ln (1 + 1 / lam)) * (d%:R * ((d + d - 1) %/ d)%:R * ln (1 + d%:R / (lam * d%:R))).
Proof.
move=> d0 l0; have [a [a1 aE]] := window_attained d0 l0; exists (fun s => a s.-1); split=> [s _|V VE].
  by rewrite /nrm2 a1 sqrtr1.
rewrite rounds_sum !mul1r; under eq_bigr do rewrite (paper_V_window VE).
exact: aE.
Qed.

(* Z160, lines 3203-3218: forgetting a round when the ridge comes back. Not in the paper, which drops the
   ridge (1-gamma) ell I.
   Stated: \ell I \le \gamma V_t+(1-\gamma)\ell I \le V_t; \log\frac{1+x}{1+\gamma
   x}-\log\frac{1+z}{1+\gamma z} \le \frac{(1+x)(1+\gamma z)}{(1+z)(1+\gamma x)}-1 \le
   \frac{(1-\gamma)(x-z)}{(1+z)(1+\gamma z)}; \log\frac{1+x}{1+\gamma x} does not fall in x and is at most
   \log\frac1\gamma; \log w \le w-1.
   Differences: for every matrix V \geq \ell I, hence for V_t; x, z \geq 0 and 0 < \gamma \leq 1 (printed <
   1). *)
Theorem Z160 (d : nat) (gamma ell : R) : 0 < gamma -> gamma <= 1 ->
  [/\ forall V : 'M[R]_d, ell%:M ⪯ V ->
        ell%:M ⪯ gamma *: V + ((1 - gamma) * ell)%:M /\ gamma *: V + ((1 - gamma) * ell)%:M ⪯ V,
      forall x z : R, 0 <= x -> 0 <= z ->
        ln ((1 + x) / (1 + gamma * x)) - ln ((1 + z) / (1 + gamma * z))
          <= (1 + x) * (1 + gamma * z) / ((1 + z) * (1 + gamma * x)) - 1 /\
        (1 + x) * (1 + gamma * z) / ((1 + z) * (1 + gamma * x)) - 1
          <= (1 - gamma) * (x - z) / ((1 + z) * (1 + gamma * z)),
      forall x z : R, 0 <= x -> x <= z -> ln ((1 + x) / (1 + gamma * x)) <= ln ((1 + z) / (1 + gamma * z)),
      forall x : R, 0 <= x -> ln ((1 + x) / (1 + gamma * x)) <= ln (1 / gamma) &
      forall w : R, 0 < w -> ln w <= w - 1].
Proof.
move=> g0 g1; split=> [V|x z|x z|x x0|w]; first exact: (ridge_back (ltW g0) g1).
- exact: loss_tangent.
- by move=> x0 xz; have [] := loss_monotone g0 g1 x0 xz.
- by have [] := loss_monotone g0 g1 x0 (lexx x).
exact: ln_le_sub1.
Qed.

(* Z161, lines 2350-2371, 3186-3202: the discounted lemma with the ridge that comes back. Not in the paper.
   Stated: \sum_{t=1}^T\|a_t\|^2_{V_t^{-1}} \le
   \frac1{\ell\log(1+1/\ell)}d[\log(1+y)+(T-1)\log\frac{1+y}{1+\gamma y}], y =
   (1-\gamma^T)/(d\ell(1-\gamma)).
   Differences: d >= 1, 0 < \gamma < 1 and \ell > 0 are said; T = 0 is allowed (T - 1 is then 0). *)
Theorem Z161 (d T : nat) (gamma ell y : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d) :
  (1 <= d)%N -> 0 < gamma -> gamma < 1 -> 0 < ell ->
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + ell%:M) ->
  y = (1 - gamma ^+ T) / (d%:R * ell * (1 - gamma)) ->
  \sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)]
    <= 1 / (ell * ln (1 + 1 / ell)) * (d%:R * (ln (1 + y) + (T - 1)%:R * ln ((1 + y) / (1 + gamma * y)))).
Proof.
move=> d0 g0 g1 l0 a1 VE yE.
have E t : V t.+1 = determinants.V gamma ell (fun s => a s.+1) t by rewrite VE // paper_discount.
rewrite rounds_sum !mul1r subn1; under eq_bigr do rewrite E.
exact: (elliptical_potential_ridge g0 g1 l0 (unit_actions a1) d0 yE).
Qed.

(* Z163, lines 2959-2967, 3261-3308: equal blocks of at most tau + 1 rounds. Not in the paper.
   Stated: \sum_{t=1}^T\|a_t\|^2_{V_t^{-1}} \le \frac1{\ell\log(1+1/\ell)}dN\log(1+T/(Nd\ell)), N = \lceil
   T/(\tau+1)\rceil; V_t is at least the matrix of the earlier rounds of a block of \tau + 1 rounds that
   begins after round b; \log\frac{1+zL}{1+zq} \le \frac{1+zL}{1+zq}-1 = \frac{z(L-q)}{1+zq} with q = T/N.
   Differences: \ell > 0 is said; the ceiling is a quotient of natural numbers; \tau = 0, T = 0 and d = 0
   are allowed (with x/0 = 0); z, L \geq 0. *)
Theorem Z163 (d T tau N : nat) (ell : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d) :
  0 < ell -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + ell%:M) ->
  N = ((T + (tau + 1) - 1) %/ (tau + 1))%N ->
  [/\ \sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)]
        <= 1 / (ell * ln (1 + 1 / ell)) * (d%:R * (N%:R * ln (1 + T%:R / (N%:R * d%:R * ell)))),
      forall b t, (b < t <= b + tau + 1)%N -> \sum_(b + 1 <= s < t) a s *m (a s)^T + ell%:M ⪯ V t &
      forall z L : R, 0 <= z -> 0 <= L -> let q := T%:R / N%:R in
        ln ((1 + z * L) / (1 + z * q)) <= (1 + z * L) / (1 + z * q) - 1 /\
        (1 + z * L) / (1 + z * q) - 1 = z * (L - q) / (1 + z * q)].
Proof.
move=> l0 a1 VE NE; split=> [|b t bt|z L z0 L0]; last by apply: block_tangent; rewrite ?divr_ge0 ?ler0n.
  rewrite rounds_sum !mul1r; under eq_bigr do rewrite (paper_V_window VE).
  move: NE; rewrite addnA addnK addn1; exact: (elliptical_potential_blocks l0 (unit_actions a1)).
by rewrite VE; [exact: window_block|clear -bt; lia].
Qed.
