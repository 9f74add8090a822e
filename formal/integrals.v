(* Integrals over R^n.  First J, the iterated Riemann integral over the cube [-2, 2]^n of locally Lipschitz
   functions, with the change of variables by a positive definite matrix (Schur complements, no spectral
   theorem).  Then the integral over a ball: the paper's densities are truncated by indicators of balls
   (l. 1438, 1533, 1634), which are not continuous; such an integral is squeezed between integrals J. *)
From Coq Require Import Reals Lra Psatz FunctionalExtensionality ssreflect.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices.
From Glb Require Export integrals_space.
Local Open Scope R_scope.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* I is the integral of g when locally Lipschitz functions l <= g <= u squeeze it, J u - J l being as small
   as one likes (a Riemann-Darboux integral, hence also Lebesgue's, over the cube [-2, 2]^n). *)
Section Squeeze.
Variable n : nat.
Implicit Types (f g : 'cV[R]_n -> R) (I : R).

Definition is_int g I := forall eps, 0 < eps -> exists l u,
  [/\ LLn l, LLn u, forall x, l x <= g x <= u x, J u - eps <= I & I <= J l + eps].

(* The lower integral: the supremum of J l over the locally Lipschitz l below g.  Defined for every g. *)
Definition Int g : R := Lub.Lub_Rbar (fun y => exists l, LLn l /\ (forall x, l x <= g x) /\ y = J l).

(* The integral is monotone. *)
Lemma is_int_le f g I1 I2 : is_int f I1 -> is_int g I2 -> (forall x, f x <= g x) -> I1 <= I2.
Proof.
move=> hf hg fg; apply/ler_addgt0Pr => e e0; have e2 : 0 < e / 2%:R by rewrite divr_gt0 ?ltr0n.
have [l [u [Ll _ lu _ h1]]] := hf _ e2; have [l' [u' [_ Lu lu' h2 _]]] := hg _ e2.
have h : J l <= J u'.
  apply: J_le => // x; have /andP [a _] := lu x; have /andP [_ b] := lu' x.
  exact: le_trans (le_trans a _) b.
apply: (le_trans h1); rewrite [X in _ <= _ + X](splitr e) addrA ler_add2r; apply: (le_trans h).
by rewrite -ler_subl_addr.
Qed.
(* ... and unique; on locally Lipschitz functions it is J; it is linear *)
Lemma is_int_unique g I1 I2 : is_int g I1 -> is_int g I2 -> I1 = I2.
Proof. by move=> h1 h2; apply/le_anti/andP; split; [exact: is_int_le h1 h2 _|exact: is_int_le h2 h1 _]. Qed.

Lemma is_int_LL f : LLn f -> is_int f (J f).
Proof.
move=> L e e0; exists f, f; split=> //; first by move=> x; rewrite lexx.
  by rewrite ler_subl_addr ler_addl ltW.
by rewrite ler_addl ltW.
Qed.

Lemma is_int_add f g I1 I2 : is_int f I1 -> is_int g I2 -> is_int (fun x => f x + g x) (I1 + I2).
Proof.
move=> hf hg e e0; have e2 : 0 < e / 2%:R by rewrite divr_gt0 ?ltr0n.
have [l [u [Ll Lu lu h1 h2]]] := hf _ e2; have [l' [u' [Ll' Lu' lu' h1' h2']]] := hg _ e2.
exists (fun x => l x + l' x), (fun x => u x + u' x); rewrite !J_add //; split; try exact: LLn_add.
- by move=> x; have /andP [a b] := lu x; have /andP [a' b'] := lu' x; rewrite !ler_add.
- by rewrite {1}(splitr e) opprD addrACA ler_add.
- by rewrite {1}(splitr e) addrACA ler_add.
Qed.

Lemma is_int_scal c f I : 0 <= c -> is_int f I -> is_int (fun x => c * f x) (c * I).
Proof.
move=> c0 hf e e0; have c1 : 0 < c + 1 by rewrite ltr_paddl.
have [l [u [Ll Lu lu h1 h2]]] := hf _ (divr_gt0 e0 c1).
have ce : c * (e / (c + 1)) <= e.
  by rewrite mulrA ler_pdivr_mulr // mulrC ler_wpmul2l ?(ltW e0) // ler_addl.
have Lc h : LLn h -> LLn (fun x => c * h x) by move=> L; apply: LLn_mul => //; exact: LLn_const.
exists (fun x => c * l x), (fun x => c * u x); rewrite !J_scal //; split; try exact: Lc.
- by move=> x; have /andP [a b] := lu x; rewrite !ler_wpmul2l.
- by apply: le_trans (ler_wpmul2l c0 h1); rewrite mulrBr ler_add2l ler_opp2.
- by apply: (le_trans (ler_wpmul2l c0 h2)); rewrite mulrDr ler_add2l.
Qed.

Lemma is_int_sum (K : Type) (r : seq K) (c : K -> R) (f : K -> 'cV[R]_n -> R) (I : K -> R) :
  (forall k, 0 <= c k) -> (forall k, is_int (f k) (I k)) ->
  is_int (fun x => \sum_(k <- r) c k * f k x) (\sum_(k <- r) c k * I k).
Proof.
move=> c0 hf; elim: r => [|k r IH].
  have -> : (fun x => \sum_(k <- [::]) c k * f k x) = (fun=> 0).
    by apply: functional_extensionality => x; rewrite big_nil.
  by rewrite big_nil -[X in is_int _ X](J_zero n); apply: is_int_LL; exact: LLn_const.
have -> : (fun x => \sum_(j <- k :: r) c j * f j x) = (fun x => c k * f k x + \sum_(j <- r) c j * f j x).
  by apply: functional_extensionality => x; rewrite big_cons.
by rewrite big_cons; apply: is_int_add => //; exact: is_int_scal.
Qed.

(* What can be squeezed has an integral: the lower integral. *)
Lemma is_int_ex g : (forall eps, 0 < eps -> exists l u,
    [/\ LLn l, LLn u, forall x, l x <= g x <= u x & J u - J l <= eps]) -> is_int g (Int g).
Proof.
move=> H; pose S y := exists l, LLn l /\ (forall x, l x <= g x) /\ y = J l.
have [ub least] := Lub.Lub_Rbar_correct S.
have bnd l u : LLn l -> LLn u -> (forall x, l x <= g x <= u x) -> J l <= Int g <= J u.
  move=> Ll Lu lu; have h1 : Rbar.Rbar_le (J l) (Lub.Lub_Rbar S).
    by apply: ub; exists l; split=> //; split=> // x; have /andP [] := lu x.
  have h2 : Rbar.Rbar_le (Lub.Lub_Rbar S) (J u).
    apply: least => y [h [Lh [hg ->]]]; apply/RleP; apply: J_le => // x; have /andP [_ b] := lu x.
    exact: le_trans (hg x) b.
  move: h1 h2; rewrite /Int -/S; case: (Lub.Lub_Rbar S) => [z|//|//] /= /RleP h1 /RleP h2.
  by apply/andP; split.
move=> e e0; have [l [u [Ll Lu lu h]]] := H _ e0; have /andP [a b] := bnd l u Ll Lu lu.
exists l, u; split=> //; last by rewrite addrC -ler_subl_addr (le_trans _ h) // ler_add2r.
by rewrite ler_subl_addr -ler_subl_addl (le_trans _ h) // ler_add2l ler_opp2.
Qed.
(* Int is the integral where there is one *)
Lemma is_int_Int g I : is_int g I -> Int g = I.
Proof.
move=> h; apply: (is_int_unique _ h); apply: is_int_ex => e e0.
have e2 : 0 < e / 2%:R by rewrite divr_gt0 ?ltr0n.
have [l [u [Ll Lu lu h1 h2]]] := h _ e2; exists l, u; split=> //.
have h3 : J u - e / 2%:R <= J l + e / 2%:R := le_trans h1 h2.
by move: h3; rewrite ler_subl_addr -addrA -splitr -ler_subl_addl.
Qed.
End Squeeze.

(* The integral of f >= 0 over the ball of radius r <= 1: that of f times the indicator of the ball. *)
Section Ball.
Variables (n : nat) (r : R).
Hypotheses (r0 : 0 < r) (r1 : r <= 1).
Implicit Types (f : 'cV[R]_n -> R) (x : 'cV[R]_n).

(* f on the ball { |x| <= r }, zero outside *)
Definition inball f x := if nrm2 x <= r then f x else 0.

(* the norm and the coordinates by the square of the norm *)
Lemma nrm2_le x (c : R) : 0 <= c -> (nrm2 x <= c) = (dot x x <= c ^+ 2).
Proof. by move=> c0; rewrite -nrm2_sqr ler_pexpn2r ?nnegrE ?nrm2_ge0. Qed.
Lemma coord_nrm2 x i : `|x i 0| <= nrm2 x.
Proof.
rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?nrm2_ge0 // nrm2_sqr (real_normK (num_real _)) dotE (bigD1 i) //= -expr2.
by rewrite ler_addl; apply: sumr_ge0 => j _; rewrite -expr2 sqr_ge0.
Qed.
Lemma dot_box x : ~~ (4%:R <= dot x x) -> box 2%:R x.
Proof.
rewrite -ltNge => h i; apply: le_trans (coord_nrm2 x i) _.
by rewrite nrm2_le ?ler0n // -natrX ltW.
Qed.

(* inner and outer continuous cutoffs *)
Section Cutoff.
Variable k : R.
Hypotheses (k0 : 0 < k) (k1 : k <= 2%:R^-1).
(* 1 up to |x|^2 = (1 - k) r^2, 0 from |x| = r on *)
Definition inner x := cut k (dot x x / r ^+ 2).
(* 1 up to |x| = r, 0 from |x|^2 = r^2 / (1 - k) on *)
Definition outer x := cut k ((1 - k) * (dot x x / r ^+ 2)).
Let k0' : Rlt (IZR 0) k. Proof. exact/RltP. Qed.
Let r2 : 0 < r ^+ 2. Proof. by rewrite exprn_gt0. Qed.
Let k2 : 0 < 1 - k.
Proof. by rewrite subr_gt0 (le_lt_trans k1) // invf_lt1 ?ltr0n // ltr1n. Qed.

(* values of the cutoffs *)
Lemma cutp v : 0 <= cut k v. Proof. by apply/RleP; exact: cut_ge0. Qed.
Lemma cut_1 v : cut k v <= 1. Proof. by apply/RleP; exact: cut_le1. Qed.
Lemma cut_far v : 1 <= v -> cut k v = 0. Proof. by move=> /RleP h; exact: cut_out. Qed.
Lemma cut_near v : v <= 1 - k -> cut k v = 1. Proof. by move=> /RleP h; exact: cut_in. Qed.
(* the cutoffs are locally Lipschitz *)
Lemma LL_outer : LL (fun v => cut k ((1 - k) * (v / r ^+ 2))).
Proof.
move: (LL_cut k k0') => /LLE L; apply/LLE => B; set a := (1 - k) / r ^+ 2.
have a0 : 0 <= a by rewrite divr_ge0 ?(ltW k2) ?(ltW r2).
have [K [K0 H]] := L (a * B); exists (K * a); split; first exact: mulr_ge0.
move=> x y hx hy; have e z : (1 - k) * (z / r ^+ 2) = a * z by rewrite /a mulrA mulrAC.
have b z : `|z| <= B -> `|a * z| <= a * B by move=> hz; rewrite normrM (ger0_norm a0) ler_wpmul2l.
rewrite !e; apply: le_trans (H _ _ (b x hx) (b y hy)) _.
by rewrite -mulrBr normrM (ger0_norm a0) mulrA.
Qed.
Lemma LLn_outer : LLn outer.
Proof.
have -> : outer = (fun x => (fun v => cut k ((1 - k) * (v / r ^+ 2))) (qf 1%:M x)).
  by apply: functional_extensionality => x; rewrite qf_scalar mul1r.
exact: (LLn_comp LL_outer (LLn_qf 1%:M)).
Qed.
Lemma LLn_inner : LLn inner.
Proof.
have -> : inner = (fun x => cut k (qf (r ^- 2)%:M x)).
  by apply: functional_extensionality => x; rewrite qf_scalar mulrC.
by apply: LLn_comp; [exact: LL_cut|exact: LLn_qf].
Qed.
(* the outer cutoff vanishes outside the cube *)
Lemma outer_far v : 4%:R <= v -> cut k ((1 - k) * (v / r ^+ 2)) = 0.
Proof.
move=> v4; apply: cut_far; apply: (@le_trans _ _ (2%:R^-1 * 4%:R)).
  by rewrite (natrM _ 2 2) mulKf ?pnatr_eq0 // ler1n.
apply: ler_pmul; rewrite ?invr_ge0 ?ler0n //.
  by rewrite ler_subr_addr -ler_subr_addl (le_trans k1) // {2}(splitr 1) div1r addrK.
rewrite ler_pdivl_mulr //; apply: le_trans v4; rewrite -[X in _ <= X]mulr1 ler_wpmul2l ?ler0n //.
by rewrite exprn_ile1 // ltW.
Qed.

(* the indicator of the ball lies between the cutoffs *)
Lemma inner_le x : inner x <= (nrm2 x <= r)%ring%:R.
Proof.
rewrite nrm2_le ?(ltW r0) //; case: (lerP (dot x x)) => h; first exact: cut_1.
by rewrite /inner cut_far // ler_pdivl_mulr // mul1r ltW.
Qed.
Lemma outer_ge x : (nrm2 x <= r)%ring%:R <= outer x.
Proof.
rewrite nrm2_le ?(ltW r0) //; case: (lerP (dot x x)) => h; last exact: cutp.
rewrite /outer cut_near // -[X in _ <= X]mulr1 ler_wpmul2l ?(ltW k2) //.
by rewrite ler_pdivr_mulr // mul1r.
Qed.
Lemma inner_outer x : inner x <= outer x. Proof. exact: le_trans (inner_le x) (outer_ge x). Qed.

(* by a change of scale the two cutoffs differ little in the mean *)
Lemma J_cutoffs : J outer - J inner <= n%:R * k * J (fun _ : 'cV[R]_n => 1).
Proof.
have kn : 1 - k != 0 by rewrite gt_eqF.
have A1 : loewner 1%:M ((1 - k)^-1%:M : 'M[R]_n).
  move=> x; rewrite !qf_scalar ler_wpmul2r ?dot_ge0 // invf_ge1 // ler_subl_addr ler_addl.
  exact: ltW.
have Ap : pd ((1 - k)^-1%:M : 'M[R]_n).
  by split; [rewrite tr_scalar_mx|move=> y /dot_gt0 y0; rewrite qf_scalar mulr_gt0 ?invr_gt0].
have e : J inner = Num.sqrt ((1 - k) ^+ n) * J outer.
  have := J_qf Ap A1 LL_outer outer_far; rewrite det_scalar exprVn sqrtrV ?exprn_ge0 ?(ltW k2) // invrK.
  move=> <-; congr J; apply: functional_extensionality => x.
  by rewrite /inner qf_scalar; congr cut; rewrite -mulrA mulVKf.
have o1 : J outer <= J (fun _ : 'cV[R]_n => 1).
  by apply: J_le; [exact: LLn_outer|exact: LLn_const|move=> x; exact: cut_1].
have o0 : 0 <= J outer by apply: J_ge0; [exact: LLn_outer|move=> x; exact: cutp].
have k1' : k <= 1 by rewrite -subr_ge0 ltW.
have s1 : 1 - n%:R * k <= Num.sqrt ((1 - k) ^+ n).
  apply: (le_trans (bernoulli n (ltW k0) k1')).
  have p0 : 0 <= (1 - k) ^+ n by rewrite exprn_ge0 // ltW.
  rewrite -{1}(sqr_sqrtr p0) expr2 -[X in _ <= X]mulr1 ler_wpmul2l ?sqrtr_ge0 //.
  rewrite -[X in _ <= X]sqrtr1 ler_wsqrtr // exprn_ile1 ?(ltW k2) // ler_subl_addr ler_addl.
  exact: ltW.
rewrite e -{1}[J outer]mul1r -mulrBl; apply: (@le_trans _ _ (n%:R * k * J outer)).
  by rewrite ler_wpmul2r // ler_subl_addl -ler_subl_addr.
by rewrite ler_wpmul2l // mulr_ge0 ?ler0n ?ltW.
Qed.
End Cutoff.

Variable f : 'cV[R]_n -> R.
Hypotheses (Lf : LLn f) (f0 : forall x, 0 <= f x).

(* the indicator is a factor *)
Lemma inballE x : inball f x = (nrm2 x <= r)%ring%:R * f x.
Proof. by rewrite /inball; case: ifP => _; rewrite ?mul1r ?mul0r. Qed.

(* how far apart the two cutoffs are, uniformly in f <= B *)
Lemma ball_gap k B : 0 < k -> k <= 2%:R^-1 -> 0 <= B -> (forall x, box 2%:R x -> f x <= B) ->
  J (fun x => outer k x * f x) - J (fun x => inner k x * f x) <= B * (n%:R * k * J (fun _ : 'cV[R]_n => 1)).
Proof.
move=> k0 k1 B0 fB; have Lc c : LLn (fun _ : 'cV[R]_n => c) := @LLn_const n c.
have Li : LLn (inner k) := LLn_inner k0; have Lo : LLn (outer k) := LLn_outer k0 k1.
have Lif : LLn (fun x => inner k x * f x) by exact: LLn_mul.
have Lof : LLn (fun x => outer k x * f x) by exact: LLn_mul.
have Lio : LLn (fun x => outer k x + -1 * inner k x) by apply: LLn_add => //; exact: LLn_mul.
have d : J (fun x => outer k x * f x) <= J (fun x => inner k x * f x + B * (outer k x + -1 * inner k x)).
  apply: J_le => //; first by apply: LLn_add => //; exact: LLn_mul.
  move=> x; rewrite -ler_subl_addl -mulrBl mulN1r [X in _ <= X]mulrC.
  have [h|h] := boolP (4%:R <= dot x x); last first.
    by rewrite ler_wpmul2l ?subr_ge0 ?inner_outer //; apply: fB; exact: dot_box.
  have z : outer k x = 0 by exact: outer_far.
  have -> : inner k x = 0 by apply/eqP; rewrite eq_le cutp andbT -z inner_outer.
  by rewrite z subrr !mul0r.
rewrite ler_subl_addl; apply: (le_trans d); rewrite J_add //; last exact: LLn_mul.
rewrite ler_add2l J_scal // J_add //; last exact: LLn_mul.
by rewrite J_scal // mulN1r ler_wpmul2l // J_cutoffs.
Qed.

(* the cutoffs squeeze the indicator of the ball *)
Lemma ball_squeeze eps : 0 < eps -> exists k,
  [/\ 0 < k, k <= 2%:R^-1, forall x, inner k x * f x <= inball f x <= outer k x * f x &
  J (fun x => outer k x * f x) - J (fun x => inner k x * f x) <= eps].
Proof.
move=> e0; have [B [B0 HB]] := LLn_bound Lf 2%:R; set V := J (fun _ : 'cV[R]_n => 1).
have V0 : 0 <= V by apply: J_ge0 => [|x]; [exact: LLn_const|exact: ler01].
set C := B * (n%:R * V); have C0 : 0 <= C by rewrite !mulr_ge0 ?ler0n.
have C1 : 0 < C + 1 by rewrite ltr_paddl.
pose k := Num.min 2%:R^-1 (eps / (C + 1)).
have k0 : 0 < k by rewrite lt_minr invr_gt0 ltr0n /= divr_gt0.
have k1 : k <= 2%:R^-1 by rewrite le_minl lexx.
have k2 : k <= eps / (C + 1) by rewrite le_minl lexx orbT.
exists k; split=> // [x|]; first by rewrite inballE !ler_wpmul2r ?inner_le ?outer_ge.
apply: (le_trans (ball_gap k0 k1 B0 (fun x bx => le_trans (ler_norm _) (HB x bx)))).
have -> : B * (n%:R * k * V) = C * k by rewrite /C -!mulrA; congr (_ * (_ * _)); rewrite mulrC.
apply: (@le_trans _ _ ((C + 1) * k)); first by rewrite ler_wpmul2r ?(ltW k0) // ler_addl.
by rewrite mulrC -ler_pdivl_mulr.
Qed.

(* The integral over the ball exists. *)
Lemma ball_int : is_int (inball f) (Int (inball f)).
Proof.
apply: is_int_ex => e e0; have [k [k0 k1 h1 h2]] := ball_squeeze e0.
exists (fun x => inner k x * f x), (fun x => outer k x * f x); split=> //; apply: LLn_mul => //.
  exact: LLn_inner.
exact: LLn_outer.
Qed.

(* It is the limit of the integrals with continuous cutoffs inside the ball, ... *)
Lemma ball_int_le X : (forall k, 0 < k -> k <= 2%:R^-1 -> J (fun x => inner k x * f x) <= X) ->
  Int (inball f) <= X.
Proof.
move=> H; apply/ler_addgt0Pr => e e0; have [k [k0 k1 h1 h2]] := ball_squeeze e0.
have Lo : LLn (fun x => outer k x * f x) by apply: LLn_mul => //; exact: LLn_outer.
have h : Int (inball f) <= J (fun x => outer k x * f x).
  by apply: (is_int_le ball_int (is_int_LL Lo)) => x; have /andP [] := h1 x.
by apply: (le_trans h); rewrite -ler_subl_addl (le_trans _ h2) // ler_add2l ler_opp2 H.
Qed.
(* ... and above the integral of every locally Lipschitz function below f on the ball and 0 outside. *)
Lemma ball_int_ge l : LLn l -> (forall x, l x <= inball f x) -> J l <= Int (inball f).
Proof. by move=> Ll; apply: is_int_le ball_int; exact: is_int_LL. Qed.
End Ball.
Arguments inball [n] r%ring f x%ring.
Arguments inner [n] r%ring k%ring x%ring.
Arguments outer [n] r%ring k%ring x%ring.
