(* The weighted estimate exists and is unique; the algorithm exists for finite action sets. *)
From Coq Require Import Reals Lra Epsilon.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Mle.
Variables (d : nat) (mu : R -> R) (lam : R).
Hypotheses (lam0 : 0 < lam) (mono : forall x y, x <= y -> mu x <= mu y) (cont : continuity mu).
Implicit Types (x y z : 'cV[R]_d) (l : seq (R * 'cV[R]_d)).

Definition G l x := \sum_(i <- l) (i.1 * mu (dot i.2 x)) *: i.2 + lam *: x.
Definition nonneg l := all (fun i : R * 'cV[R]_d => 0 <= i.1) l.

Lemma G_cons i l x : G (i :: l) x = (i.1 * mu (dot i.2 x)) *: i.2 + G l x.
Proof. by rewrite /G big_cons addrA. Qed.

Lemma mono_prod u v : 0 <= (mu u - mu v) * (u - v).
Proof.
have [uv|vu] := lerP u v; last by rewrite mulr_ge0 ?subr_ge0 // ?mono // ltW.
by rewrite -mulrNN !opprB mulr_ge0 ?subr_ge0 // mono.
Qed.

(* strong monotonicity *)
Lemma G_strong l x y : nonneg l -> lam * dot (x - y) (x - y) <= dot (G l x - G l y) (x - y).
Proof.
elim: l => [|i l IH] /=; first by rewrite /G !big_nil !add0r -scalerBr dotZl.
case/andP=> i0 /IH {}IH; rewrite !G_cons.
have -> : (i.1 * mu (dot i.2 x)) *: i.2 + G l x - ((i.1 * mu (dot i.2 y)) *: i.2 + G l y) =
  (i.1 * (mu (dot i.2 x) - mu (dot i.2 y))) *: i.2 + (G l x - G l y).
  by rewrite opprD addrACA mulrBr scalerBl.
rewrite [X in _ <= X]dotDl dotZl; apply: (le_trans IH); rewrite ler_addr -mulrA mulr_ge0 //.
by rewrite [dot i.2 (_ - _)]dotDr dotNr mono_prod.
Qed.

Lemma G_inj l x y : nonneg l -> G l x = G l y -> x = y.
Proof.
move=> l0 e; have := G_strong x y l0; rewrite e subrr dotC dot0r => h.
apply/eqP; rewrite -subr_eq0; apply: contraTT h => xy.
by rewrite -ltNge mulr_gt0 // dot_gt0.
Qed.

Lemma G_surj l z : nonneg l -> exists x, G l x = z.
Proof.
elim: l z => [|[w a] l IH] z.
  by exists (lam^-1 *: z); rewrite /G big_nil add0r scalerA mulfV ?scale1r // gt_eqF.
move=> /= /andP [w0 l0]; pose inv y := epsilon (inhabits (0 : 'cV[R]_d)) (fun x => G l x = y).
have invP y : G l (inv y) = y by apply: (epsilon_spec _ (fun x => G l x = y)); exact: IH.
pose th t := inv (z - (w * mu t) *: a); pose phi t := dot a (th t).
have D s t : G l (th s) - G l (th t) = (w * (mu t - mu s)) *: a.
  by rewrite !invP opprB addrC addrA subrK -scalerBl -mulrBr.
have S s t : lam * dot (th s - th t) (th s - th t) <= w * (mu t - mu s) * (phi s - phi t).
  by have := G_strong (th s) (th t) l0; rewrite D dotZl [dot a _]dotDr dotNr.
have dec s t : s <= t -> phi t <= phi s.
  move=> st; have := mono st; rewrite le_eqVlt => /orP [/eqP e|lt]; first by rewrite /phi /th e.
  have [w00|wn] := eqVneq w 0; first by rewrite /phi /th w00 !mul0r.
  have wp : 0 < w by rewrite lt_def wn.
  have := le_trans (mulr_ge0 (ltW lam0) (dot_ge0 _)) (S s t).
  by rewrite pmulr_rge0 ?subr_ge0 // mulr_gt0 // subr_gt0.
have lip s t : `|phi s - phi t| <= w * dot a a / lam * `|mu s - mu t|.
  have [e|ne] := eqVneq (phi s - phi t) 0.
    by rewrite e normr0 mulr_ge0 // divr_ge0 ?mulr_ge0 ?dot_ge0 // ltW.
  have np : 0 < `|phi s - phi t| by rewrite normr_gt0.
  have cs : (phi s - phi t) ^+ 2 <= dot a a * dot (th s - th t) (th s - th t).
    have := cauchy_schwarz_psd a (th s - th t) (psd1 _ d).
    by rewrite /bf mul1mx [dot a (_ - _)]dotDr dotNr !qf_scalar !mul1r.
  rewrite mulrAC ler_pdivl_mulr // -(ler_pmul2r np) mulrAC -expr2 (real_normK (num_real _)).
  rewrite mulrC; apply: (le_trans (ler_wpmul2l (ltW lam0) cs)); rewrite mulrCA.
  apply: (le_trans (ler_wpmul2l (dot_ge0 a) (S s t))).
  apply: (le_trans (ler_norm _)); rewrite !normrM (ger0_norm (dot_ge0 a)) (ger0_norm w0) (distrC (mu t)).
  by rewrite !mulrA [dot a a * w]mulrC.
pose C := w * dot a a / lam; have C0 : 0 <= C by rewrite divr_ge0 ?mulr_ge0 ?dot_ge0 // ltW.
pose h t := phi t - t.
have hc : continuity h.
  apply: continuity_minus; last exact: (derivable_continuous _ derivable_id).
  move=> t e e0; have C1 : Rlt 0 (C + 1) by apply/RltP; rewrite ltr_paddl ?ltr01.
  have q0 : Rlt 0 (Rdiv e (C + 1)) by apply: Rdiv_lt_0_compat.
  have [r [r0 H]] := cont t q0; exists r; split=> // s hs.
  have := H s hs; rewrite /= /R_dist => H'.
  have /RleP L : `|phi s - phi t| <= C * `|mu s - mu t| by exact: lip.
  have {}L : Rle (Rabs (Rminus (phi s) (phi t))) (Rmult C (Rabs (Rminus (mu s) (mu t)))) by exact: L.
  apply: (Rle_lt_trans _ _ _ L); apply: (Rle_lt_trans _ (Rmult (C + 1) (Rabs (Rminus (mu s) (mu t))))).
    apply: Rmult_le_compat_r; first exact: Rabs_pos.
    by apply/RleP; rewrite ler_addl ler01.
  have -> : e = Rmult (C + 1) (Rdiv e (C + 1)) by rewrite /Rdiv Rmult_comm Rmult_assoc Rinv_l ?Rmult_1_r //; apply: Rgt_not_eq.
  exact: Rmult_lt_compat_l.
pose T := `|phi 0|; have T0 : 0 <= T by exact: normr_ge0.
have hT : h T <= 0 by rewrite /h subr_le0 (le_trans (dec _ _ T0)) // ler_norm.
have hN : 0 <= h (- T).
  rewrite /h opprK; have := dec (- T) 0; rewrite oppr_le0 => /(_ T0) i.
  have : 0 <= phi 0 + T by rewrite -ler_subl_addl sub0r /T -normrN; exact: ler_norm.
  by move=> /le_trans; apply; rewrite ler_add2r.
have [t [_ ht]] : {t | Rle (- T) t /\ Rle t T /\ h t = 0 } .
  have [||t [[a1 a2] a3]] := IVT_cor h (- T) T hc.
  - by apply/RleP; rewrite ge0_cp.
  - by apply/RleP; exact: mulr_ge0_le0.
  by exists t.
have {}ht : phi t = t by case: ht => _ /eqP; rewrite /h subr_eq0 => /eqP.
by exists (th t); rewrite G_cons /= -/(phi t) ht invP addrC subrK.
Qed.

Theorem G_unique_solution l z : nonneg l -> exists! x, G l x = z.
Proof.
move=> l0; have [x e] := G_surj z l0; exists x; split=> // y e'.
by apply: (G_inj l0); rewrite e e'.
Qed.
End Mle.

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

Section Alg.
Variables (d : nat) (mu : R -> R) (lam g : R) (E : Type) (e0 : E) (rew : seq E -> E -> R).
Hypotheses (lam0 : 0 < lam) (g0 : 0 < g) (mono : forall x y, x <= y -> mu x <= mu y) (cont : continuity mu).

Definition mleq h (a : nat -> 'cV[R]_d) x :=
  \sum_(s < size h) (discount g (size h) s * mu (dot (a s) x)) *: a s + lam *: x =
  \sum_(s < size h) (discount g (size h) s * rew (take s h) (nth e0 h s)) *: a s.

(* the maximum-likelihood equation has exactly one solution *)
Theorem mle_unique h a : exists! x, mleq h a x.
Proof.
pose l := [seq (discount g (size h) s, a s) | s <- iota 0 (size h)].
have l0 : nonneg l by apply/allP => i /mapP [s _ ->]; rewrite /= exprn_ge0 ?ltW.
have e x : G mu lam l x = \sum_(s < size h) (discount g (size h) s * mu (dot (a s) x)) *: a s + lam *: x.
  by rewrite /G big_map -{1}[size h]subn0 -/(index_iota 0 _) big_mkord.
have [x [ex ux]] := G_unique_solution lam0 mono cont
  (\sum_(s < size h) (discount g (size h) s * rew (take s h) (nth e0 h s)) *: a s) l0.
exists x; split; first by rewrite /mleq -e.
by move=> y ey; apply: ux; rewrite e.
Qed.

Variables (arms : seq E -> seq 'cV[R]_d) (bonus : nat -> (nat -> 'cV[R]_d) -> 'cV[R]_d -> R).
Hypothesis arms0 : forall h, arms h != [::].
Hypothesis bonus_ext : forall t a a' b, (forall s, (s < t)%N -> a s = a' s) -> bonus t a b = bonus t a' b.

Definition hatA h a := epsilon (inhabits (0 : 'cV[R]_d)) (mleq h a).
Definition score h a b := mu (dot b (hatA h a)) + bonus (size h) a b.
Definition pick h a := epsilon (inhabits (0 : 'cV[R]_d))
  (fun b => b \in arms h /\ forall c, c \in arms h -> score h a c <= score h a b).
Fixpoint run (r : seq E) : seq 'cV[R]_d :=
  if r is _ :: r' then rcons (run r') (pick (rev r') (nth 0 (run r'))) else [::].
Definition act h := pick h (nth 0 (run (rev h))).
Definition hat h := hatA h (fun s => act (take s h)).

Lemma hatA_ext h a a' : (forall s, (s < size h)%N -> a s = a' s) -> hatA h a = hatA h a'.
Proof.
move=> e; rewrite /hatA; congr epsilon; apply: FunctionalExtensionality.functional_extensionality => x.
rewrite /mleq; congr (_ + _ = _); apply: eq_bigr => s _; by rewrite e.
Qed.
Lemma score_ext h a a' : (forall s, (s < size h)%N -> a s = a' s) -> score h a = score h a'.
Proof.
move=> e; apply: FunctionalExtensionality.functional_extensionality => b.
by rewrite /score (hatA_ext e) (bonus_ext b e).
Qed.
Lemma pick_ext h a a' : (forall s, (s < size h)%N -> a s = a' s) -> pick h a = pick h a'.
Proof. by move=> e; rewrite /pick (score_ext e). Qed.
Lemma size_run r : size (run r) = size r.
Proof. by elim: r => //= e r IH; rewrite size_rcons IH. Qed.
Lemma run_nth h s : (s < size h)%N -> nth 0 (run (rev h)) s = act (take s h).
Proof.
elim/last_ind: h => [//|h e IH]; rewrite size_rcons ltnS => sh.
rewrite rev_rcons /= revK nth_rcons size_run size_rev -cats1; case: ltngtP sh => // [lt|->] _.
  by rewrite IH // takel_cat // ltnW.
by rewrite take_size_cat.
Qed.
Lemma act_pick h : act h = pick h (fun s => act (take s h)).
Proof. by apply: pick_ext => s; exact: run_nth. Qed.

Lemma hat_mle h : mleq h (fun s => act (take s h)) (hat h).
Proof.
have [x [ex _]] := mle_unique h (fun s => act (take s h)).
by apply: (epsilon_spec _ (mleq h (fun s => act (take s h)))); exists x.
Qed.
Lemma act_best h : act h \in arms h /\ forall b, b \in arms h ->
  mu (dot b (hat h)) + bonus (size h) (fun s => act (take s h)) b <=
  mu (dot (act h) (hat h)) + bonus (size h) (fun s => act (take s h)) (act h).
Proof.
rewrite act_pick; set a := (fun s => act (take s h)).
apply: (epsilon_spec _ (fun b => b \in arms h /\ forall c, c \in arms h -> score h a c <= score h a b)).
exact: seq_argmax.
Qed.
End Alg.
