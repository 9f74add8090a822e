(* What the paper claims of canonical exponential families (l. 195-208, 244-245, 259-261), one theorem for
   each claim.  Notation: see Claims.v; Derive f, Derive_n f n: the derivative and the n-th derivative,
   ex_derive_n f n z: the n-th derivative exists at z.

   I is the integral against the measure nu on the real line: linear and positive on a class L of functions of
   the reward, the integrable ones.  Nothing else is asked of nu: it may be infinite, and rewards need not be
   bounded.  D is an open set of parameters z at which e^{rz+c(r)} is integrable: the inside of the natural
   parameter space, or all real numbers. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting family_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* D1, lines 195-208.
   Paper: dP_\theta(r|a) = \exp(r a^\top\theta - b(a^\top\theta) + c(r))d\nu(r), \mu = \dot b,
   E[r_{t+1}|a_t] = \mu(a_t^\top\theta^\star).
   Stated: b is differentiable, the mean is \dot b = \mu, and the variance is \dot\mu.
   Differences: that b is twice differentiable is not assumed, it follows; the density has integral 1 at
   every parameter of D, which holds a^\top\theta; r^k e^{rz+c(r)} is integrable if an integrable function
   bounds it (that is, it is measurable); any a and \theta. *)
Theorem D1 (d : nat) (b c : R -> R) (D : R -> Prop) (L : (R -> R) -> Prop) (I : (R -> R) -> R)
  (a theta : 'cV[R]_d) :
  (forall f g, L f -> L g -> L (fun r => f r + g r)) -> (forall k f, L f -> L (fun r => k * f r)) ->
  (forall f g, L f -> L g -> I (fun r => f r + g r) = I f + I g) ->
  (forall k f, L f -> I (fun r => k * f r) = k * I f) ->
  (forall f, L f -> (forall r, 0 <= f r) -> 0 <= I f) ->
  (forall (k : nat) z g, L g -> (forall r, `|r ^+ k * exp (r * z + c r)| <= g r) ->
    L (fun r => r ^+ k * exp (r * z + c r))) ->
  open D -> (forall z, D z -> L (fun r => exp (r * z + c r))) ->
  let density z r := exp (r * z - b z + c r) in
  (forall z, D z -> I (density z) = 1) ->
  let mu := Derive b in
  let z := ⟨a, theta⟩ in D z ->
  [/\ ex_derive b z, I (fun r => r * density z r) = mu z &
      is_derive mu z (I (fun r => (r - mu z) ^+ 2 * density z r))].
Proof.
move=> La Ls Ia Is Ip Lm Do L0 density one mu z Dz.
have [Ip' Lm'] := family_class c L I Ip Lm.
have fd y Dy := family_derive c L I D La Ls Ia Is Ip' Lm' Do L0 b one y Dy.
have muE y : D y -> mu y = I (fun r => Rmult (pow r 1) (density y r)).
  by move=> Dy; exact: (is_derive_unique _ _ _ (fd y Dy)).
split; first by eexists; exact: fd.
  rewrite muE //; congr I; apply: functional_extensionality => r.
  by rewrite pow_1.
apply: (is_derive_ext_loc (fun y => I (fun r => Rmult (pow r 1) (density y r)))).
  by apply: filter_imp (Do z Dz) => y Dy; rewrite muE.
have -> : (fun r => (r - mu z) ^+ 2 * density z r) =
    (fun r => Rmult (pow (Rminus r (I (fun r => Rmult (pow r 1) (density z r)))) 2) (density z r)).
  by apply: functional_extensionality => r; rewrite muE // RpowE.
exact: (mean_derive c L I D La Ls Ia Is Ip' Lm' Do L0 b one z Dz).
Qed.

(* Z173, lines 199-200, 244-245, 259-261.
   Paper: b is asked to be twice differentiable (l. 200), \mu once (l. 244), and \ddot\mu is used (l. 260).
   Implied: in a canonical family b\in C^\infty, and \ddot\mu = \dddot b = E(r-\mu)^3.
   Stated: all derivatives of b exist, and the third one, which is \ddot\mu, is the third central moment.
   Differences: those of D1. *)
Theorem Z173 (b c : R -> R) (D : R -> Prop) (L : (R -> R) -> Prop) (I : (R -> R) -> R) (z : R) :
  (forall f g, L f -> L g -> L (fun r => f r + g r)) -> (forall k f, L f -> L (fun r => k * f r)) ->
  (forall f g, L f -> L g -> I (fun r => f r + g r) = I f + I g) ->
  (forall k f, L f -> I (fun r => k * f r) = k * I f) ->
  (forall f, L f -> (forall r, 0 <= f r) -> 0 <= I f) ->
  (forall (k : nat) z g, L g -> (forall r, `|r ^+ k * exp (r * z + c r)| <= g r) ->
    L (fun r => r ^+ k * exp (r * z + c r))) ->
  open D -> (forall z, D z -> L (fun r => exp (r * z + c r))) ->
  let density z r := exp (r * z - b z + c r) in
  (forall z, D z -> I (density z) = 1) ->
  let mu := Derive b in
  D z ->
  [/\ forall n, ex_derive_n b n z,
      Derive_n mu 2 z = Derive_n b 3 z &
      is_derive (Derive mu) z (I (fun r => (r - mu z) ^+ 3 * density z r))].
Proof.
move=> La Ls Ia Is Ip Lm Do L0 density one mu Dz.
have [Ip' Lm'] := family_class c L I Ip Lm.
have fd y Dy := family_derive c L I D La Ls Ia Is Ip' Lm' Do L0 b one y Dy.
have md y Dy := mean_derive c L I D La Ls Ia Is Ip' Lm' Do L0 b one y Dy.
pose m y := I (fun r => Rmult (pow r 1) (density y r)).
have muE y : D y -> mu y = m y by move=> Dy; exact: (is_derive_unique _ _ _ (fd y Dy)).
have near : locally z (fun y => D y) := Do z Dz.
split=> [n||]; first exact: (family_smooth c L I D La Ls Ia Is Ip' Lm' Do L0 b one n z Dz).
  by [].
apply: (is_derive_ext_loc (fun y => I (fun r => Rmult (pow (Rminus r (m y)) 2) (density y r)))).
  apply: filter_imp near => y Dy; rewrite -(is_derive_unique _ _ _ (md y Dy)).
  by apply: Derive_ext_loc; apply: filter_imp (Do y Dy) => x Dx; rewrite muE.
have -> : (fun r => (r - mu z) ^+ 3 * density z r) =
    (fun r => Rmult (pow (Rminus r (m z)) 3) (density z r)).
  by apply: functional_extensionality => r; rewrite muE // RpowE.
exact: (variance_derive c L I D La Ls Ia Is Ip' Lm' Do L0 b one z Dz).
Qed.
