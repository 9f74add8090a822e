(* The claims on determinants and potentials.  Notation: see Claims.v. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials paper_indices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Determinants and potentials *)

(* P9, ineq_det_DLINUCB, lines 3119-3132.
   Paper: H_t = \sum_{s=1}^{t-1} w_s^2\sigma_s^2 a_sa_s^T + \lambda_{t-1}I, |a_s|_2 \le 1, \sigma_s^2 \le
   k_\mu, \det(H_t) \le (\lambda_{t-1} + k_\mu\sum_{s=1}^t w_s^2/d)^d.
   Differences: \lambda_{t-1} >= 0 and t >= 1 are said (the page: regularization parameters); d = 0 is
   allowed (then both sides are 1). The weights may have any sign. The paper's proof has the sum up to t -
   1: det_proof of paper_indices.v. *)
Theorem P9 (d t : nat) (lam w sigma : nat -> R) (k_mu : R) (a : nat -> 'cV[R]_d) :
  (1 <= t)%N -> 0 <= lam (t - 1)%N ->
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall s, (1 <= s)%N -> sigma s ^+ 2 <= k_mu) ->
  \det (\sum_(1 <= s < t) (w s ^+ 2 * sigma s ^+ 2) *: (a s *m (a s)^T) + (lam (t - 1)%N)%:M)
    <= (lam (t - 1)%N + k_mu * (\sum_(1 <= s < t.+1) w s ^+ 2) / d%:R) ^+ d.
Proof.
move=> t1 l0 a1 sk; apply: le_trans (det_proof w t1 l0 a1 sk) _.
have k0 : 0 <= k_mu by apply: le_trans (sk 1%N isT); rewrite sqr_ge0.
have S0 m n : 0 <= \sum_(m <= s < n) w s ^+ 2 by apply: sumr_ge0 => s _; rewrite sqr_ge0.
rewrite [in X in _ <= X]big_nat_recr //= ; apply: ler_expn2r; rewrite ?nnegrE.
- by rewrite addr_ge0 ?divr_ge0 ?mulr_ge0 ?ler0n.
- by rewrite addr_ge0 ?divr_ge0 ?mulr_ge0 ?ler0n ?addr_ge0 ?sqr_ge0.
by rewrite ler_add2l ler_wpmul2r ?invr_ge0 ?ler0n // ler_wpmul2l // ler_addl sqr_ge0.
Qed.

(* C9, corollary:inequality_determinant, lines 3147-3158.
   Paper: \tilde H_t = \sum_{s=t-t_0}^{t-1}\gamma^{2(t-1-s)}\sigma_s^2a_sa_s^T + \lambda I, 0 < \gamma < 1,
   \det(\tilde H_t) \le (\lambda + k_\mu(1-\gamma^{2t_0})/(d(1-\gamma^2)))^d.
   Differences: for t <= t_0 the sum begins with round 1 (the page would read rounds before the first; for
   t > t_0 it is the printed sum); \lambda >= 0 and t >= 1 are said; d = 0 is allowed. *)
Theorem C9 (d t t0 : nat) (gamma lam k_mu : R) (sigma : nat -> R) (a : nat -> 'cV[R]_d) :
  (1 <= t)%N -> 0 < gamma < 1 -> 0 <= lam ->
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall s, (1 <= s)%N -> sigma s ^+ 2 <= k_mu) ->
  \det (\sum_(maxn 1 (t - t0) <= s < t)
          (gamma ^+ (2 * (t - 1 - s)) * sigma s ^+ 2) *: (a s *m (a s)^T) + lam%:M)
    <= (lam + k_mu * (1 - gamma ^+ (2 * t0)) / (d%:R * (1 - gamma ^+ 2))) ^+ d.
Proof.
case: t => [//|t] _ g01 l0 a1 sk; rewrite paper_window_discount.
have vk s : 0 <= sigma s.+1 ^+ 2 <= k_mu by rewrite sqr_ge0 sk.
exact: (det_H_discount l0 (unit_actions a1) _ _ g01 vk).
Qed.

(* C10, corollary:inequality_determinant_V, lines 3159-3168.
   Paper: V_t = \sum_{s=1}^{t-1}\gamma^{t-1-s}a_sa_s^T + \lambda I, 0 < \gamma < 1, \det(V_t) \le (\lambda
   + (1-\gamma^{t-1})/(d(1-\gamma)))^d.
   Differences: \lambda >= 0 and t >= 1 are said; d = 0 is allowed. *)
Theorem C10 (d t : nat) (gamma lam : R) (a : nat -> 'cV[R]_d) :
  (1 <= t)%N -> 0 < gamma < 1 -> 0 <= lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  \det (\sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + lam%:M)
    <= (lam + (1 - gamma ^+ (t - 1)) / (d%:R * (1 - gamma))) ^+ d.
Proof.
case: t => [//|t] _ /andP [g0 g1] l0 a1; rewrite paper_discount subn1.
by apply: (det_V l0 (unit_actions a1) _ g0); rewrite lt_eqF.
Qed.

(* C11, corollary:inequality_determinant_SW, lines 3169-3180.
   Paper: H_t = \sum_{s=\max(1,t-\tau)}^{t-1}\sigma_s^2a_sa_s^T + \lambda I, \det(H_t) \le (\lambda +
   k_\mu\min(t,\tau)/d)^d.
   Differences: \lambda >= 0 and t >= 1 are said; |a_s|_2 \le 1 and \sigma_s^2 \le k_\mu are those of P9; d
   = 0 is allowed. With min(t - 1, tau): det_window_proof of paper_indices.v. *)
Theorem C11 (d t tau : nat) (lam k_mu : R) (sigma : nat -> R) (a : nat -> 'cV[R]_d) :
  (1 <= t)%N -> 0 <= lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall s, (1 <= s)%N -> sigma s ^+ 2 <= k_mu) ->
  \det (\sum_(maxn 1 (t - tau) <= s < t) sigma s ^+ 2 *: (a s *m (a s)^T) + lam%:M)
    <= (lam + k_mu * (minn t tau)%:R / d%:R) ^+ d.
Proof.
move=> t1 l0 a1 sk; apply: le_trans (det_window_proof tau t1 l0 a1 sk) _.
have k0 : 0 <= k_mu by apply: le_trans (sk 1%N isT); rewrite sqr_ge0.
apply: ler_expn2r; rewrite ?nnegrE ?addr_ge0 ?divr_ge0 ?mulr_ge0 ?ler0n //.
by rewrite ler_add2l ler_wpmul2r ?invr_ge0 ?ler0n // ler_wpmul2l // ler_nat; clear; lia.
Qed.

(* L7, lemma:ellipticalpotential_Discount, lines 3186-3202.
   Paper: \sum_{t=1}^T \|a_t\|^2_{V_t^{-1}} \le 2\max(1,1/\lambda) \log(\det
   V_{T+1}/(\lambda^d\gamma^{dT})), V_t = \sum_{s=1}^{t-1}\gamma^{t-1-s}a_sa_s^T + \lambda I for t \geq 1.
   Differences: \lambda > 0 (printed: non-negative; V_1 = \lambda I has no inverse for \lambda = 0) and 0 <
   \gamma <= 1 (the statement leaves \gamma open). T = 0 and d = 0 are allowed. *)
Theorem L7 (d T : nat) (gamma lam : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d) :
  0 < gamma -> gamma <= 1 -> 0 < lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + lam%:M) ->
  \sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)]
    <= 2%:R * Num.max 1 (1 / lam) * ln (\det (V T.+1) / (lam ^+ d * gamma ^+ (d * T))).
Proof.
move=> g0 g1 l0 a1 VE.
have E t : V t.+1 = determinants.V gamma lam (fun s => a s.+1) t by rewrite VE // paper_discount.
rewrite rounds_sum E mul1r; under eq_bigr do rewrite E.
exact: (elliptical_potential g0 g1 l0 (unit_actions a1)).
Qed.

(* L8, lemma:ellipticalpotential_SW, lines 3261-3274.
   Paper: V_t = \sum_{s=\max(1,t-\tau)}^{t-1}a_sa_s^T + \lambda I, \sum_{t=1}^T \|a_t\|^2_{V_t^{-1}} \le
   2d\max(1,1/\lambda)\lceil T/\tau\rceil\log(1+\tau/(\lambda d)).
   Differences: \lambda > 0 (printed: non-negative); \tau >= 1 is said; \lceil T/\tau\rceil is the quotient
   (T + \tau - 1) %/ \tau of natural numbers. T = 0 and d = 0 are allowed (with x/0 = 0). *)
Theorem L8 (d T tau : nat) (lam : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d) :
  (1 <= tau)%N -> 0 < lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + lam%:M) ->
  \sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)]
    <= 2%:R * d%:R * Num.max 1 (1 / lam) * ((T + tau - 1) %/ tau)%:R * ln (1 + tau%:R / (lam * d%:R)).
Proof.
move=> t0 l0 a1 VE; rewrite rounds_sum mul1r; under eq_bigr do rewrite (paper_V_window VE).
exact: (elliptical_potential_window l0 (unit_actions a1) T t0).
Qed.
