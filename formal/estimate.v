(* The weighted maximum-likelihood estimate (eq:MLE_D, l. 264-273; l. 1904-1920; window: l. 2654-2669)
   and the algorithms.

   After t rounds the data are actions a_s, rewards r_s and weights w_s >= 0, s < t: gamma^{t-1-s} with
   discount, 1 for the last tau rounds and 0 before with a window.  The link mu is continuous and does not
   decrease, lam > 0.  With g_t(theta) = sum_s w_s mu(a_s.theta) a_s + lam theta (gw of secant_matrices.v):

   - equation_solution: g_t(theta) = z has exactly one solution, for every z;
   - objective_tangent, objective_strictly_convex: the programme of eq:MLE_D is strictly convex, indeed its
     objective is above its tangents by lam/2 |x - y|^2; its gradient is g_t(theta) - sum_s w_s r_s a_s
     (objective_gradient) and its Hessian is H_t(theta) >= lam I (gradient_derivative, Hessian_ge);
   - mle_exists, mle_characterised: it has exactly one minimiser, the solution of
     g_t(theta) = sum_s w_s r_s a_s (eq:char_MLE_D);
   - algorithm_exists: an optimistic algorithm is a function of the history, for finite non-empty action
     sets, any weights and any index (mu(a.theta_hat) + bonus in the paper). *)
From Coq Require Import Reals Lra Epsilon FunctionalExtensionality ssreflect.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials secant_matrices.
From Glb Require Export estimate_equation.
Local Open Scope R_scope.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* The penalised log-likelihood of a canonical exponential family: log P_theta(r|a) is
   r a.theta - b(a.theta) + c(r) with b' = mu (l. 196-202). *)
Section Likelihood.
Variables (d : nat) (mu b c : R -> R) (lam : R).
Hypothesis Hb : forall z, is_derive b z (mu z).
Variables (a : nat -> 'cV[R]_d) (r : nat -> R) (w : nat -> R) (t : nat).
Implicit Types x y u : 'cV[R]_d.
Local Notation g := (gw mu lam a w t).

Definition loglik th s := r s * ⟨a s, th⟩ - b ⟨a s, th⟩ + c (r s).
(* the objective of eq:MLE_D (l. 268-271) *)
Definition objective th := - (\sum_(s < t) w s * loglik th s) + lam / 2%:R * ‖th‖ ^+ 2.
(* its gradient, g_t(theta) - sum_s w_s r_s a_s *)
Definition gradient th := g th - \sum_(s < t) (w s * r s) *: a s.

Lemma gradient_eq0 x : gradient x = 0 <-> g x = \sum_(s < t) (w s * r s) *: a s.
Proof. by rewrite /gradient; split=> [/eqP|->]; rewrite ?subrr // subr_eq0 => /eqP. Qed.

Lemma dot_suml (f : nat -> R) u : ⟨\sum_(s < t) f s *: a s, u⟩ = \sum_(s < t) f s * ⟨a s, u⟩.
Proof.
elim: t => [|n IH]; first by rewrite !big_ord0 dotC dot0r.
by rewrite !big_ord_recr /= dotDl dotZl IH.
Qed.

Lemma dot_gradient x u :
  ⟨gradient x, u⟩ = \sum_(s < t) w s * ((mu ⟨a s, x⟩ - r s) * ⟨a s, u⟩) + lam * ⟨x, u⟩.
Proof.
rewrite /gradient /gw !dotDl dotNl dotZl (dot_suml (fun s => w s * mu ⟨a s, x⟩)).
rewrite (dot_suml (fun s => w s * r s)) addrAC -sumrB.
by congr (_ + _); apply: eq_bigr => s _; rewrite -mulrBl -mulrBr mulrA.
Qed.

Lemma objectiveE x : objective x =
  \sum_(s < t) w s * (b ⟨a s, x⟩ - r s * ⟨a s, x⟩ - c (r s)) + lam / 2%:R * ⟨x, x⟩.
Proof.
rewrite /objective nrm2_sqr -sumrN; congr (_ + _); apply: eq_bigr => s _; rewrite -mulrN /loglik.
by congr (_ * _); rewrite !opprD opprK [- _ + b _]addrC.
Qed.

(* Derivatives along the line theta + e u. *)
Lemma is_derive_sum n (f df : nat -> R -> R) (e : R) : (forall s, is_derive (f s) e (df s e)) ->
  is_derive (fun e => \sum_(s < n) f s e) e (\sum_(s < n) df s e).
Proof.
move=> H; elim: n => [|n IH].
  rewrite (_ : (fun e => _) = (fun=> IZR 0)) ?big_ord0; first exact: is_derive_const.
  by apply: functional_extensionality => z; rewrite big_ord0.
rewrite (_ : (fun e => _) = (fun z => plus (\sum_(s < n) f s z) (f n z))) ?big_ord_recr.
  exact: is_derive_plus.
by apply: functional_extensionality => z; rewrite big_ord_recr.
Qed.

Lemma line_derive x u v (e : R) : is_derive (fun e : R => ⟨v, x + e *: u⟩) e ⟨v, u⟩.
Proof.
rewrite (_ : (fun e => _) = (fun z : R => Rplus ⟨v, x⟩ (Rmult z ⟨v, u⟩))); first exact: affine_derive.
by apply: functional_extensionality => z; rewrite dotDr dotZr.
Qed.

Lemma penalty_derive x u (e : R) :
  is_derive (fun e : R => lam / 2%:R * ⟨x + e *: u, x + e *: u⟩) e (lam * ⟨x + e *: u, u⟩).
Proof.
rewrite dotDl dotZl (_ : (fun e => _) = (fun z : R => Rmult (Rdiv lam 2)
  (Rplus (Rplus ⟨x, x⟩ (Rmult 2 (Rmult z ⟨x, u⟩))) (Rmult (Rmult z z) ⟨u, u⟩)))).
  exact: quadratic_derive.
apply: functional_extensionality => z; rewrite !dotDl !dotDr !dotZl !dotZr (dotC u x).
by rewrite /Rdiv -RinvE'; move: ⟨x, x⟩ ⟨x, u⟩ ⟨u, u⟩ => p q s; toR_goal; rewrite /=; lra.
Qed.

(* The derivative of the objective in the direction u is <gradient, u>. *)
Lemma objective_gradient x u (e : R) :
  is_derive (fun e : R => objective (x + e *: u)) e ⟨gradient (x + e *: u), u⟩.
Proof.
pose obs s (z : R) := w s * (b ⟨a s, x + z *: u⟩ - r s * ⟨a s, x + z *: u⟩ - c (r s)).
pose pen (z : R) := lam / 2%:R * ⟨x + z *: u, x + z *: u⟩.
rewrite dot_gradient (_ : (fun e => _) = (fun z : R => plus (\sum_(s < t) obs s z) (pen z))); last first.
  by apply: functional_extensionality => z; rewrite objectiveE.
apply: is_derive_plus; last exact: penalty_derive.
apply: (@is_derive_sum t obs (fun s z => w s * ((mu ⟨a s, x + z *: u⟩ - r s) * ⟨a s, u⟩))) => s.
exact: observation_derive (Hb _) (line_derive x u (a s) e).
Qed.

(* The second derivative in the direction u is u^T H_t(theta) u. *)
Lemma gradient_derivative (dmu : R -> R) x u (e : R) : (forall z, is_derive mu z (dmu z)) ->
  is_derive (fun e : R => ⟨gradient (x + e *: u), u⟩) e (‖u‖²_[Hw dmu lam a w t (x + e *: u)]).
Proof.
move=> Hmu; pose obs s (z : R) := w s * ((mu ⟨a s, x + z *: u⟩ - r s) * ⟨a s, u⟩).
rewrite qf_design (_ : (fun e => _) =
  (fun z : R => plus (\sum_(s < t) obs s z) (Rplus (lam * ⟨u, x⟩) (Rmult z (lam * ⟨u, u⟩))))); last first.
  apply: functional_extensionality => z; rewrite dot_gradient; congr (_ + _).
  by rewrite dotC dotDr dotZr mulrDr [_ * (z * _)]mulrCA.
apply: is_derive_plus; last exact: affine_derive.
apply: (@is_derive_sum t obs (fun s z => w s * dmu ⟨a s, x + z *: u⟩ * ⟨a s, u⟩ ^+ 2)) => s.
exact: slope_derive (Hmu _) (line_derive x u (a s) e).
Qed.

(* The Hessian is at least lam I. *)
Lemma Hessian_ge (dmu : R -> R) x : (forall s, (s < t)%N -> 0 <= w s) -> (forall z, 0 <= dmu z) ->
  lam%:M ⪯ Hw dmu lam a w t x.
Proof.
by move=> w0 m0 u; rewrite qf_scalar; apply: design_ge => s st; rewrite mulr_ge0 ?w0.
Qed.

Hypothesis mono : forall p q : R, p <= q -> mu p <= mu q.
Hypothesis w0 : forall s, (s < t)%N -> 0 <= w s.

(* Strong convexity: the objective is above its tangents by lam/2 |y - x|^2. *)
Lemma objective_tangent x y :
  objective x + ⟨gradient x, y - x⟩ + lam / 2%:R * ‖y - x‖ ^+ 2 <= objective y.
Proof.
have tan (u v : R) : b u + mu u * (v - u) <= b v.
  by apply/RleP; apply: tangent_le => // p q /RleP pq; apply/RleP; exact: mono.
have E : objective x + ⟨gradient x, y - x⟩ + lam / 2%:R * ‖y - x‖ ^+ 2 =
  \sum_(s < t) w s * (b ⟨a s, x⟩ + mu ⟨a s, x⟩ * (⟨a s, y⟩ - ⟨a s, x⟩) - r s * ⟨a s, y⟩ - c (r s))
  + lam / 2%:R * ⟨y, y⟩.
  rewrite objectiveE dot_gradient nrm2_sqr addrACA -big_split /= -addrA; congr (_ + _).
    apply: eq_bigr => s _; rewrite -mulrDr !dotDr !dotNr; congr (_ * _).
    by move: (r s) ⟨_, x⟩ ⟨_, y⟩ (c _) (b _) (mu _) => p1 p2 p3 p4 p5 p6; ring.
  rewrite !dotDl !dotDr !dotNl !dotNr (dotC y x); move: ⟨x, x⟩ ⟨x, y⟩ ⟨y, y⟩ => p q s.
  by rewrite -mulrA; field.
rewrite E [objective y]objectiveE ler_add2r; apply: ler_sum => s _; rewrite ler_wpmul2l ?w0 //.
by rewrite !ler_add2r tan.
Qed.

Hypothesis lam0 : 0 < lam.

(* eq:MLE_D is a strictly convex programme. *)
Theorem objective_strictly_convex x y (v : R) : x != y -> 0 < v -> v < 1 ->
  objective (v *: x + (1 - v) *: y) < v * objective x + (1 - v) * objective y.
Proof.
move=> xy v0 v1; have u0 : 0 < 1 - v by rewrite subr_gt0.
set p := v *: x + (1 - v) *: y.
have h1 := objective_tangent p x; have h2 := objective_tangent p y.
have e1 : x - p = (1 - v) *: (x - y).
  by rewrite /p scalerBr opprD addrA; congr (_ - _); rewrite scalerBl scale1r.
have e2 : y - p = - v *: (x - y).
  have -> : y - p = x - p - (x - y) by rewrite opprB [x - p + _]addrC addrA subrK.
  by rewrite e1 -{2}[x - y]scale1r -scalerBl addrAC subrr sub0r.
have D0 : 0 < lam / 2%:R * ⟨x - y, x - y⟩.
  by rewrite mulr_gt0 ?divr_gt0 ?ltr0n // dot_gt0 // subr_eq0.
move: h1 h2; rewrite !nrm2_sqr e1 e2 !dotZl !dotZr.
move: (objective p) (objective x) (objective y) ⟨gradient p, x - y⟩ D0 => o o1 o2 q.
move: (lam / 2%:R) ⟨x - y, x - y⟩ => k n D0 h1 h2.
have := ler_add (ler_wpmul2l (ltW v0) h1) (ler_wpmul2l (ltW u0) h2); apply: lt_le_trans.
rewrite -subr_gt0 (_ : _ - o = v * (1 - v) * (k * n)); last by ring.
by apply: mulr_gt0 => //; exact: mulr_gt0.
Qed.

Hypothesis cont : continuity mu.

(* A zero of the gradient is better than any other point by lam/2 |y - x|^2. *)
Lemma objective_gap x y : gradient x = 0 -> objective x + lam / 2%:R * ‖y - x‖ ^+ 2 <= objective y.
Proof. by move=> e; have := objective_tangent x y; rewrite e dotC dot0r addr0. Qed.

Lemma mle_unique x y : gradient x = 0 -> objective y <= objective x -> x = y.
Proof.
move=> e h; apply/eqP; rewrite eq_sym -subr_eq0; apply: contraTT (le_trans (objective_gap y e) h) => ne.
by rewrite nrm2_sqr -ltNge ltr_addl mulr_gt0 ?divr_gt0 ?ltr0n ?dot_gt0.
Qed.

Lemma mle_minimal x : gradient x = 0 -> forall y, objective x <= objective y.
Proof.
move=> e y; apply: le_trans (objective_gap y e); rewrite ler_addl mulr_ge0 ?sqr_ge0 //.
by rewrite divr_ge0 ?ler0n ?ltW.
Qed.

Lemma gradient_zero : exists x, gradient x = 0.
Proof.
have [x [e _]] := equation_solution lam0 mono cont a w0 (\sum_(s < t) (w s * r s) *: a s).
by exists x; apply/gradient_eq0.
Qed.

(* The programme has exactly one solution. *)
Theorem mle_exists : exists! x, forall y, objective x <= objective y.
Proof.
have [x e] := gradient_zero; exists x; split=> [|y m]; first exact: mle_minimal.
exact: mle_unique.
Qed.

(* It is the solution of g_t(theta) = sum_s w_s r_s a_s (l. 1909-1918). *)
Theorem mle_characterised x :
  (forall y, objective x <= objective y) <-> g x = \sum_(s < t) (w s * r s) *: a s.
Proof.
rewrite -gradient_eq0; split=> [m|]; last exact: mle_minimal.
by have [z e] := gradient_zero; rewrite -(mle_unique e (m z)).
Qed.
End Likelihood.

(* A finite non-empty set has a maximiser. *)
Lemma seq_argmax (T : eqType) (f : T -> R) (s : seq T) : s != [::] ->
  exists x, x \in s /\ forall y, y \in s -> f y <= f x.
Proof.
elim: s => [//|a s IH] _; have [->|sn] := eqVneq s [::].
  by exists a; split=> [|y]; rewrite inE // => /eqP ->.
have [x [xs xm]] := IH sn; have [ax|xa] := lerP (f a) (f x).
  by exists x; split=> [|y]; rewrite inE ?xs ?orbT // => /orP [/eqP ->|/xm].
exists a; split=> [|y]; rewrite inE ?eqxx // => /orP [/eqP ->|/xm h] //.
exact: le_trans h (ltW xa).
Qed.

(* Optimistic algorithms.  Outcomes of a round are in E, rew k b e is the reward of action b when the outcome
   is e after the history k, W t s is the weight of round s once t rounds have been played. *)
Section Algorithm.
Variables (d : nat) (mu : R -> R) (lam : R) (W : nat -> nat -> R).
Variables (E : Type) (e0 : E) (rew : seq E -> 'cV[R]_d -> E -> R).
Variable arms : seq E -> seq 'cV[R]_d.
(* index h past theta b: the index of action b after the history h, when round s played past s and the
   estimate is theta; it may look at past s for s < size h only *)
Variable index : seq E -> (nat -> 'cV[R]_d) -> 'cV[R]_d -> 'cV[R]_d -> R.

(* theta solves g_t(theta) = sum_s w_s r_s a_s for the data of the history h *)
Definition mleq h (past : nat -> 'cV[R]_d) x :=
  gw mu lam past (W (size h)) (size h) x =
  \sum_(s < size h) (W (size h) s * rew (take s h) (past s) (nth e0 h s)) *: past s.

(* act and hat follow the algorithm: hat solves the equation, act maximises the index *)
Definition ucb_algorithm (act hat : seq E -> 'cV[R]_d) := forall h, let past s := act (take s h) in
  [/\ mleq h past (hat h), act h \in arms h &
      forall b, b \in arms h -> index h past (hat h) b <= index h past (hat h) (act h)].

Definition hat_of h past := epsilon (inhabits (0 : 'cV[R]_d)) (mleq h past).
Definition best h past b :=
  b \in arms h /\ forall b', b' \in arms h ->
    index h past (hat_of h past) b' <= index h past (hat_of h past) b.
Definition pick h past := epsilon (inhabits (0 : 'cV[R]_d)) (best h past).
(* the actions played along a history, latest outcome first *)
Fixpoint run (r : seq E) : seq 'cV[R]_d :=
  if r is _ :: r' then rcons (run r') (pick (rev r') (nth 0 (run r'))) else [::].
Definition play h := pick h (nth 0 (run (rev h))).
Definition estimate h := hat_of h (fun s => play (take s h)).

Hypotheses (lam0 : 0 < lam) (mono : forall x y, x <= y -> mu x <= mu y) (cont : continuity mu).
Hypothesis W0 : forall t s, (s < t)%N -> 0 <= W t s.

Lemma estimate_mleq h : mleq h (fun s => play (take s h)) (estimate h).
Proof.
apply: (epsilon_spec _ (mleq h (fun s => play (take s h)))); set past := fun s => play (take s h).
have [x [e _]] := equation_solution lam0 mono cont past (W0 (t := size h))
  (\sum_(s < size h) (W (size h) s * rew (take s h) (past s) (nth e0 h s)) *: past s).
by exists x.
Qed.

Hypothesis index_ext : forall h past past' x b,
  (forall s, (s < size h)%N -> past s = past' s) -> index h past x b = index h past' x b.

Lemma hat_of_ext h past past' : (forall s, (s < size h)%N -> past s = past' s) ->
  hat_of h past = hat_of h past'.
Proof.
move=> e; rewrite /hat_of; congr epsilon; apply: functional_extensionality => x.
by rewrite /mleq /gw; congr (_ + _ = _); apply: eq_bigr => s _; rewrite e.
Qed.

Lemma pick_ext h past past' : (forall s, (s < size h)%N -> past s = past' s) ->
  pick h past = pick h past'.
Proof.
move=> e; rewrite /pick /best; congr epsilon; apply: functional_extensionality => b.
rewrite (hat_of_ext e) (_ : index h past = index h past') //.
by do 2 apply: functional_extensionality => ?; exact: index_ext.
Qed.

Lemma size_run r : size (run r) = size r.
Proof. by elim: r => //= e r IH; rewrite size_rcons IH. Qed.

Lemma run_nth h s : (s < size h)%N -> nth 0 (run (rev h)) s = play (take s h).
Proof.
elim/last_ind: h => [//|h e IH]; rewrite size_rcons ltnS => sh.
rewrite rev_rcons /= revK nth_rcons size_run size_rev -cats1; case: ltngtP sh => // [lt|->] _.
  by rewrite IH // takel_cat // ltnW.
by rewrite take_size_cat.
Qed.

Lemma playE h : play h = pick h (fun s => play (take s h)).
Proof. by apply: pick_ext => s; exact: run_nth. Qed.

Hypothesis arms0 : forall h, arms h != [::].

Lemma play_best h : best h (fun s => play (take s h)) (play h).
Proof.
rewrite playE; set past := fun s => play (take s h).
have [y best_y] := seq_argmax (index h past (hat_of h past)) (arms0 h).
by apply: (epsilon_spec _ (best h past)); exists y.
Qed.

(* The algorithm exists, as a function of the history. *)
Theorem algorithm_exists : exists act hat, ucb_algorithm act hat.
Proof.
exists play, estimate => h past; have [b1 b2] := play_best h.
by split=> //; exact: estimate_mleq.
Qed.
End Algorithm.

(* Discount weights and the index mu(b.theta) + bonus of the paper. *)
Section Discount.
Variables (d : nat) (mu : R -> R) (lam g : R) (E : Type) (e0 : E) (rew : seq E -> E -> R).
Hypotheses (lam0 : 0 < lam) (g0 : 0 < g) (mono : forall x y, x <= y -> mu x <= mu y).
Hypothesis cont : continuity mu.
Variables (arms : seq E -> seq 'cV[R]_d) (bonus : nat -> (nat -> 'cV[R]_d) -> 'cV[R]_d -> R).
Hypothesis arms0 : forall h, arms h != [::].
Hypothesis bonus_ext : forall t a a' b, (forall s, (s < t)%N -> a s = a' s) -> bonus t a b = bonus t a' b.
Let index (h : seq E) past x b := mu ⟨b, x⟩ + bonus (size h) past b.
Let reward k (_ : 'cV[R]_d) e := rew k e.

Definition act := play mu lam (discount g) e0 reward arms index.
Definition hat := estimate mu lam (discount g) e0 reward arms index.

Lemma hat_mle h :
  \sum_(s < size h) (discount g (size h) s * mu ⟨act (take s h), hat h⟩) *: act (take s h) + lam *: hat h =
  \sum_(s < size h) (discount g (size h) s * rew (take s h) (nth e0 h s)) *: act (take s h).
Proof. by apply: estimate_mleq => // t s _; rewrite exprn_ge0 ?ltW. Qed.

Lemma act_best h : act h \in arms h /\ forall b, b \in arms h ->
  mu ⟨b, hat h⟩ + bonus (size h) (fun s => act (take s h)) b <=
  mu ⟨act h, hat h⟩ + bonus (size h) (fun s => act (take s h)) (act h).
Proof. by apply: play_best => // k past past' x b e; rewrite /index (bonus_ext _ e). Qed.
End Discount.
