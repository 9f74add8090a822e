(* What the paper claims, one theorem for each claim, proved in the other files. *)
From Coq Require Import Reals.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices potentials.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* L7, lines 3186-3195, with \lambda > 0:
   \sum_{t=1}^T \|a_t\|_{V_t^{-1}}^2 \le 2 \max(1, 1/\lambda) \log(\det V_{T+1} / (\lambda^d \gamma^{dT})) *)
Theorem L7 (d : nat) (g lam : R) (a : nat -> 'cV[R]_d) :
  0 < g -> g < 1 -> 0 < lam -> (forall t, dot (a t) (a t) <= 1) ->
  forall T : nat,
  \sum_(t < T) qf (invmx (V g lam a t)) (a t) <=
    2%:R * Num.max 1 lam^-1 * ln (\det (V g lam a T) / (lam ^+ d * g ^+ (d * T))).
Proof. exact: elliptical_potential. Qed.
