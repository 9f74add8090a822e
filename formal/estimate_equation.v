(* The equation g_t(theta) = z of the weighted estimate has exactly one solution (l. 264-273).  An overview is
   at the top of estimate.v. *)
From Coq Require Import Reals Lra Epsilon FunctionalExtensionality ssreflect.
From Coquelicot Require Import Coquelicot.

Section Scalars.
Local Open Scope R_scope.
Variables (b mu : R -> R) (f : R -> R) (df : R).

(* Derivative of one observation's term w (b(f) - r f - c) along a line f. *)
Lemma observation_derive w r c e : is_derive b (f e) (mu (f e)) -> is_derive f e df ->
  is_derive (fun e => w * (b (f e) - r * f e - c)) e (w * ((mu (f e) - r) * df)).
Proof.
move=> Hb Hf; auto_derive; first by repeat split; eexists; (exact: Hb || exact: Hf).
by rewrite (is_derive_unique _ _ _ Hb) (is_derive_unique _ _ _ Hf); ring.
Qed.

(* Derivative of one observation's term w (mu(f) - r) q in the gradient. *)
Lemma slope_derive dmu w r q e : is_derive mu (f e) dmu -> is_derive f e df ->
  is_derive (fun e => w * ((mu (f e) - r) * q)) e (w * dmu * (df * q)).
Proof.
move=> Hm Hf; auto_derive; first by repeat split; eexists; (exact: Hm || exact: Hf).
by rewrite (is_derive_unique _ _ _ Hm) (is_derive_unique _ _ _ Hf); ring.
Qed.

Lemma affine_derive p q e : is_derive (fun e => p + e * q) e q.
Proof. by auto_derive => //; ring. Qed.

Lemma quadratic_derive k p q s e :
  is_derive (fun e => k / 2 * (p + 2 * (e * q) + e * e * s)) e (k * (q + e * s)).
Proof. by auto_derive => //; field. Qed.

(* A function whose derivative does not decrease is above its tangents. *)
Lemma tangent_le x y : (forall z, is_derive b z (mu z)) -> (forall u v, u <= v -> mu u <= mu v) ->
  b x + mu x * (y - x) <= b y.
Proof.
move=> Hb mono; have [||z [Hz e]] := MVT_gen b x y mu.
- by move=> z _; exact: Hb.
- by move=> z _; apply/continuity_pt_filterlim/(ex_derive_continuous (V := R_NormedModule)); exists (mu z).
suff : mu x * (y - x) <= mu z * (y - x) by lra.
move: Hz; rewrite /Rmin /Rmax; case: (Rle_dec x y) => xy [z1 z2].
  by apply: Rmult_le_compat_r; [lra|exact: mono].
have := mono z x z2; have := Rnot_le_lt _ _ xy; nra.
Qed.
End Scalars.

From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials secant_matrices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* The equation, for a list of pairs (weight, action): induction on the observations. *)
Section Equation.
Variables (d : nat) (mu : R -> R) (lam : R).
Hypotheses (lam0 : 0 < lam) (mono : forall x y, x <= y -> mu x <= mu y) (cont : continuity mu).
Implicit Types (x y z : 'cV[R]_d) (l : seq (R * 'cV[R]_d)).

Definition gl l x := \sum_(i <- l) (i.1 * mu ⟨i.2, x⟩) *: i.2 + lam *: x.
Definition nonneg l := all (fun i : R * 'cV[R]_d => 0 <= i.1) l.

Lemma gl_cons i l x : gl (i :: l) x = (i.1 * mu ⟨i.2, x⟩) *: i.2 + gl l x.
Proof. by rewrite /gl big_cons addrA. Qed.

Lemma mono_prod u v : 0 <= (mu u - mu v) * (u - v).
Proof.
have [uv|vu] := lerP u v; last by rewrite mulr_ge0 ?subr_ge0 // ?mono // ltW.
by rewrite -mulrNN !opprB mulr_ge0 ?subr_ge0 // mono.
Qed.

(* strong monotonicity: lam |x - y|^2 <= <g(x) - g(y), x - y> *)
Lemma gl_strong l x y : nonneg l -> lam * ⟨x - y, x - y⟩ <= ⟨gl l x - gl l y, x - y⟩.
Proof.
elim: l => [|i l IH] /=; first by rewrite /gl !big_nil !add0r -scalerBr dotZl.
case/andP=> i0 /IH {}IH; rewrite !gl_cons opprD addrACA -scalerBl -mulrBr [X in _ <= X]dotDl dotZl.
apply: (le_trans IH); rewrite ler_addr -mulrA mulr_ge0 //.
by rewrite [⟨i.2, _ - _⟩]dotDr dotNr mono_prod.
Qed.

Lemma gl_inj l x y : nonneg l -> gl l x = gl l y -> x = y.
Proof.
move=> l0 e; have := gl_strong x y l0; rewrite e subrr dotC dot0r => h.
apply/eqP; rewrite -subr_eq0; apply: contraTT h => xy.
by rewrite -ltNge mulr_gt0 // dot_gt0.
Qed.

(* phi does not increase and |phi s - phi t| <= C |mu s - mu t|: then phi has a fixed point *)
Lemma fixed_point (phi : R -> R) (C : R) : 0 <= C -> (forall s t, s <= t -> phi t <= phi s) ->
  (forall s t, `|phi s - phi t| <= C * `|mu s - mu t|) -> exists t, phi t = t.
Proof.
move=> C0 dec lip; pose h t := phi t - t.
have hc : continuity h.
  apply: continuity_minus; last exact: (derivable_continuous _ derivable_id).
  move=> t e e0; have C1 : Rlt 0 (C + 1) by apply/RltP; rewrite ltr_paddl ?ltr01.
  have q0 : Rlt 0 (Rdiv e (C + 1)) by apply: Rdiv_lt_0_compat.
  have [r [r0 H]] := cont t q0; exists r; split=> // s hs; have := H s hs; rewrite /= /R_dist => H'.
  have /RleP L := lip s t; apply: (Rle_lt_trans _ _ _ L).
  apply: (Rle_lt_trans _ (Rmult (C + 1) (Rabs (Rminus (mu s) (mu t))))).
    by apply: Rmult_le_compat_r; [exact: Rabs_pos|apply/RleP; rewrite ler_addl ler01].
  have -> : e = Rmult (C + 1) (Rdiv e (C + 1)).
    by rewrite /Rdiv Rmult_comm Rmult_assoc Rinv_l ?Rmult_1_r //; exact: Rgt_not_eq.
  exact: Rmult_lt_compat_l.
pose T := `|phi 0|; have T0 : 0 <= T by exact: normr_ge0.
have hT : h T <= 0 by rewrite /h subr_le0 (le_trans (dec _ _ T0)) // ler_norm.
have hN : 0 <= h (- T).
  rewrite /h opprK; have := dec (- T) 0; rewrite oppr_le0 => /(_ T0) i.
  have : 0 <= phi 0 + T by rewrite -ler_subl_addl sub0r /T -normrN; exact: ler_norm.
  by move=> /le_trans; apply; rewrite ler_add2r.
have [||t [_ ht]] := IVT_cor h (- T) T hc.
- by apply/RleP; rewrite ge0_cp.
- by apply/RleP; exact: mulr_ge0_le0.
by exists t; apply/eqP; rewrite -subr_eq0 -/(h t); apply/eqP.
Qed.

(* One more observation (w, a): theta solves the longer equation when t = a.theta is a fixed point of
   t |-> a.(solution of the shorter one with right-hand side z - w mu(t) a). *)
Lemma gl_surj l z : nonneg l -> exists x, gl l x = z.
Proof.
elim: l z => [|[w a] l IH] z.
  by exists (lam^-1 *: z); rewrite /gl big_nil add0r scalerA mulfV ?scale1r // gt_eqF.
move=> /= /andP [w0 l0]; pose inv y := epsilon (inhabits (0 : 'cV[R]_d)) (fun x => gl l x = y).
have invP y : gl l (inv y) = y by apply: (epsilon_spec _ (fun x => gl l x = y)); exact: IH.
pose th t := inv (z - (w * mu t) *: a); pose phi t := ⟨a, th t⟩.
have D s t : gl l (th s) - gl l (th t) = (w * (mu t - mu s)) *: a.
  by rewrite !invP opprB addrC addrA subrK -scalerBl -mulrBr.
have S s t : lam * ⟨th s - th t, th s - th t⟩ <= w * (mu t - mu s) * (phi s - phi t).
  by have := gl_strong (th s) (th t) l0; rewrite D dotZl [⟨a, _⟩]dotDr dotNr.
have dec s t : s <= t -> phi t <= phi s.
  move=> st; have := mono st; rewrite le_eqVlt => /orP [/eqP e|lt]; first by rewrite /phi /th e.
  have [w00|wn] := eqVneq w 0; first by rewrite /phi /th w00 !mul0r.
  have wp : 0 < w by rewrite lt_def wn.
  have := le_trans (mulr_ge0 (ltW lam0) (dot_ge0 _)) (S s t).
  by rewrite pmulr_rge0 ?subr_ge0 // mulr_gt0 // subr_gt0.
pose C := w * ⟨a, a⟩ / lam; have C0 : 0 <= C by rewrite divr_ge0 ?mulr_ge0 ?dot_ge0 // ltW.
have lip s t : `|phi s - phi t| <= C * `|mu s - mu t|.
  have [e|ne] := eqVneq (phi s - phi t) 0; first by rewrite e normr0 mulr_ge0.
  have np : 0 < `|phi s - phi t| by rewrite normr_gt0.
  have cs : (phi s - phi t) ^+ 2 <= ⟨a, a⟩ * ⟨th s - th t, th s - th t⟩.
    have := cauchy_schwarz_psd a (th s - th t) (psd1 _ d).
    by rewrite /bf mul1mx [⟨a, _ - _⟩]dotDr dotNr !qf_scalar !mul1r.
  rewrite /C mulrAC ler_pdivl_mulr // -(ler_pmul2r np) mulrAC -expr2 (real_normK (num_real _)).
  rewrite mulrC; apply: (le_trans (ler_wpmul2l (ltW lam0) cs)); rewrite mulrCA.
  apply: (le_trans (ler_wpmul2l (dot_ge0 a) (S s t))); apply: (le_trans (ler_norm _)).
  rewrite !normrM (ger0_norm (dot_ge0 a)) (ger0_norm w0) (distrC (mu t)).
  by rewrite !mulrA [⟨a, a⟩ * w]mulrC.
have [t ht] := fixed_point C0 dec lip.
by exists (th t); rewrite gl_cons /= -/(phi t) ht invP addrC subrK.
Qed.

(* The same for actions and weights indexed by the rounds: g_t(theta) = z has exactly one solution. *)
Variables (a : nat -> 'cV[R]_d) (w : nat -> R) (t : nat).
Hypothesis w0 : forall s, (s < t)%N -> 0 <= w s.
Local Notation g := (gw mu lam a w t).

Lemma glE x : gl [seq (w s, a s) | s <- iota 0 t] x = g x.
Proof. by rewrite /gl /gw big_map -{1}[t]subn0 -/(index_iota 0 _) big_mkord. Qed.

Theorem equation_solution z : exists! x, g x = z.
Proof.
have l0 : nonneg [seq (w s, a s) | s <- iota 0 t].
  by apply/allP => i /mapP [s]; rewrite mem_iota add0n => /andP [_ st] ->; exact: w0.
have [x e] := gl_surj z l0; exists x; split=> [|y]; first by rewrite -glE.
by rewrite -glE -{1}e => e'; apply: (gl_inj l0).
Qed.
End Equation.
