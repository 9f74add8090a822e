(* Integrals over R^n of locally Lipschitz functions: J, the iterated Riemann integral over the cube [-2, 2]^n,
   with the change of variables by a positive definite matrix (Schur complements, no spectral theorem). *)
From Coq Require Import Reals Lra Psatz FunctionalExtensionality ssreflect.
From Coquelicot Require Import Coquelicot.
From Glb Require Export integrals_line.
Local Open Scope R_scope.

From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Global Arguments cut k%ring v%ring.

(* the definition in the notation of mathcomp *)
Lemma LLE (f : R -> R) : LL f <-> forall B, exists K, 0 <= K /\
  forall x y, `|x| <= B -> `|y| <= B -> `|f x - f y| <= K * `|x - y|.
Proof.
split=> L B; have [K [K0 H]] := L B; exists K; split; try exact/RleP; move=> x y.
  by move=> /RleP hx /RleP hy; apply/RleP; exact: H.
by move=> /RleP hx /RleP hy; apply/RleP; exact: H.
Qed.

Section Class.
Variable n : nat.
Implicit Types (x y : 'cV[R]_n) (f g : 'cV[R]_n -> R).
(* the cube *)
Definition box (B : R) x := forall i, `|x i 0| <= B.
Arguments box B%ring x%ring.
(* the l^1 distance *)
Definition dist x y : R := \sum_i `|x i 0 - y i 0|.
Lemma dist_ge0 x y : 0 <= dist x y. Proof. by apply: sumr_ge0. Qed.
(* locally Lipschitz functions of n variables *)
Definition LLn f := forall B, exists K, 0 <= K /\
  forall x y, box B x -> box B y -> `|f x - f y| <= K * dist x y.
(* zero outside the cube [-2, 2]^n *)
Definition van f := forall x i, 2%:R <= `|x i 0| -> f x = 0.

(* locally bounded *)
Lemma LLn_bound f : LLn f -> forall B, exists M, 0 <= M /\ forall x, box B x -> `|f x| <= M.
Proof.
move=> L B; have [K [K0 H]] := L `|B|; exists (`|f 0| + K * (n%:R * `|B|)); split.
  by rewrite addr_ge0 // mulr_ge0 // mulr_ge0 // ler0n.
move=> x bx; have bx' : box `|B| x by move=> i; exact: le_trans (bx i) (ler_norm B).
have b0 : box `|B| 0 by move=> i; rewrite mxE normr0.
rewrite -[f x](subrK (f 0)) addrC; apply: le_trans (ler_norm_add _ _) _; rewrite ler_add2l.
apply: le_trans (H _ _ bx' b0) _; apply: ler_wpmul2l => //.
have -> : n%:R * `|B| = \sum_(i < n) `|B| by rewrite sumr_const card_ord mulr_natl.
by apply: ler_sum => i _; rewrite mxE subr0.
Qed.

(* constants, coordinates, sums, products, compositions, shifts, linear and quadratic forms *)
Lemma LLn_const c : LLn (fun=> c).
Proof. by move=> B; exists 0; split=> // x y _ _; rewrite subrr normr0 mul0r. Qed.
Lemma LLn_coord i : LLn (fun x => x i 0).
Proof.
move=> B; exists 1; split=> // x y _ _; rewrite mul1r /dist (bigD1 i) //= ler_addl.
exact: sumr_ge0.
Qed.
Lemma LLn_add f g : LLn f -> LLn g -> LLn (fun x => f x + g x).
Proof.
move=> Lf Lg B; have [K [K0 H]] := Lf B; have [K' [K0' H']] := Lg B.
exists (K + K'); split; first exact: addr_ge0.
move=> x y bx bY; have -> : f x + g x - (f y + g y) = (f x - f y) + (g x - g y) by rewrite opprD addrACA.
by apply: le_trans (ler_norm_add _ _) _; rewrite mulrDl ler_add ?H ?H'.
Qed.
Lemma LLn_mul f g : LLn f -> LLn g -> LLn (fun x => f x * g x).
Proof.
move=> Lf Lg B; have [K [K0 H]] := Lf B; have [K' [K0' H']] := Lg B.
have [M [M0 h]] := LLn_bound Lf B; have [M' [M0' h']] := LLn_bound Lg B.
exists (M * K' + M' * K); split; first by rewrite addr_ge0 ?mulr_ge0.
move=> x y bx bY; have -> : f x * g x - f y * g y = f x * (g x - g y) + g y * (f x - f y).
  by move: (f x) (g x) (f y) (g y) => *; ring.
apply: le_trans (ler_norm_add _ _) _; rewrite mulrDl !normrM -!mulrA.
by apply: ler_add; apply: ler_pmul => //; rewrite ?H ?H' ?h ?h'.
Qed.
Lemma LLn_comp (F : R -> R) f : LL F -> LLn f -> LLn (fun x => F (f x)).
Proof.
move=> /LLE L Lf B; have [M [M0 h]] := LLn_bound Lf B; have [K [K0 H]] := L M.
have [K' [K0' H']] := Lf B; exists (K * K'); split; first exact: mulr_ge0.
move=> x y bx bY; apply: le_trans (H _ _ (h _ bx) (h _ bY)) _.
by rewrite -mulrA ler_wpmul2l ?H'.
Qed.
Lemma LLn_opp f : LLn f -> LLn (fun x => - f x).
Proof.
move=> L; have -> : (fun x => - f x) = (fun x => -1 * f x).
  by apply: functional_extensionality => x; rewrite mulN1r.
by apply: LLn_mul => //; exact: LLn_const.
Qed.
Lemma LLn_sum I (r : seq I) (f : I -> 'cV[R]_n -> R) :
  (forall i, LLn (f i)) -> LLn (fun x => \sum_(i <- r) f i x).
Proof.
move=> L; elim: r => [|i r IH].
  have -> : (fun x => \sum_(i <- [::]) f i x) = (fun=> 0); last exact: LLn_const.
  by apply: functional_extensionality => x; rewrite big_nil.
have -> : (fun x => \sum_(j <- i :: r) f j x) = (fun x => f i x + \sum_(j <- r) f j x).
  by apply: functional_extensionality => x; rewrite big_cons.
exact: LLn_add.
Qed.
Lemma LLn_dot S : LLn (fun x => dot x S).
Proof.
have -> : (fun x => dot x S) = (fun x => \sum_i x i 0 * S i 0).
  by apply: functional_extensionality => x; exact: dotE.
by apply: LLn_sum => i; apply: LLn_mul; [exact: LLn_coord|exact: LLn_const].
Qed.
Lemma LLn_qf A : LLn (fun x => qf A x).
Proof.
have -> : (fun x => qf A x) = (fun x => \sum_i x i 0 * \sum_j A i j * x j 0).
  by apply: functional_extensionality => x; rewrite /qf /bf dotE; apply: eq_bigr => i _; rewrite mxE.
apply: LLn_sum => i; apply: LLn_mul; first exact: LLn_coord.
by apply: LLn_sum => j; apply: LLn_mul; [exact: LLn_const|exact: LLn_coord].
Qed.
Lemma LLn_shift f x0 : LLn f -> LLn (fun x => f (x + x0)).
Proof.
move=> L B; have [K [K0 H]] := L (B + \sum_i `|x0 i 0|); exists K; split=> // x y bx bY.
have b z : box B z -> box (B + \sum_i `|x0 i 0|) (z + x0).
  move=> bz i; rewrite mxE; apply: le_trans (ler_norm_add _ _) _; apply: ler_add => //.
  by rewrite (bigD1 i) //= ler_addl; exact: sumr_ge0.
apply: le_trans (H _ _ (b x bx) (b y bY)) _; rewrite /dist.
apply: ler_wpmul2l => //; apply: ler_sum => i _; rewrite !mxE opprD addrACA subrr addr0.
exact: lexx.
Qed.
End Class.
Arguments box [n] B%ring x%ring.

Section Cons.
Variable n : nat.
Implicit Types (y z : 'cV[R]_n) (t s : R) (f : 'cV[R]_n.+1 -> R).
(* the vector with first coordinate t, then y *)
Definition cns t y : 'cV[R]_n.+1 := col_mx (t%:M : 'M[R]_1) y.
Arguments cns t%ring y%ring.
Lemma cns0 t y : cns t y 0 0 = t.
Proof.
have -> : (0 : 'I_n.+1) = lshift n (0 : 'I_1) by apply/val_inj.
by rewrite /cns (@col_mxEu _ 1) mxE eqxx mulr1n.
Qed.
Lemma cnsS t y i : cns t y (lift 0 i) 0 = y i 0.
Proof.
have -> : lift 0 i = rshift 1 i by apply/val_inj.
by rewrite /cns (@col_mxEd _ 1).
Qed.
Lemma cnsE (x : 'cV[R]_n.+1) : x = cns (x 0 0) (\col_i x (lift 0 i) 0).
Proof.
apply/matrixP => i j; rewrite ord1; case: (unliftP 0 i) => [k ->|->]; first by rewrite cnsS mxE.
by rewrite cns0.
Qed.
Lemma cnsD t y s z : cns t y + cns s z = cns (t + s) (y + z).
Proof.
apply/matrixP => i j; rewrite ord1 mxE; case: (unliftP 0 i) => [k ->|->]; first by rewrite !cnsS mxE.
by rewrite !cns0.
Qed.
Lemma cnsN t y : - cns t y = cns (- t) (- y).
Proof.
apply/matrixP => i j; rewrite ord1 mxE; case: (unliftP 0 i) => [k ->|->]; first by rewrite !cnsS mxE.
by rewrite !cns0.
Qed.
Lemma dot_cns t y : dot (cns t y) (cns t y) = t * t + dot y y.
Proof. by rewrite !dotE big_ord_recl cns0; congr (_ + _); apply: eq_bigr => i _; rewrite !cnsS. Qed.
Lemma box_cns B t y : `|t| <= B -> box B y -> box B (cns t y).
Proof.
move=> ht hy i; case: (unliftP 0 i) => [k ->|->]; first by rewrite cnsS.
by rewrite cns0.
Qed.
Lemma dist_cns t y s z : dist (cns t y) (cns s z) = `|t - s| + dist y z.
Proof. by rewrite /dist big_ord_recl !cns0; congr (_ + _); apply: eq_bigr => i _; rewrite !cnsS. Qed.

(* the partial integral over the first coordinate *)
Definition Pt f y := I1 (fun t => f (cns t y)).
(* along a line, and after a partial integral, functions stay locally Lipschitz *)
Lemma LL_line f y : LLn f -> LL (fun t => f (cns t y)).
Proof.
move=> L; apply/LLE => B; have [K [K0 H]] := L (`|B| + \sum_i `|y i 0|); exists K; split=> // s t hs ht.
have s0 : 0 <= \sum_i `|y i 0| by apply: sumr_ge0.
have b u : `|u| <= B -> box (`|B| + \sum_i `|y i 0|) (cns u y).
  move=> hu; apply: box_cns.
    by apply: (le_trans hu); apply: (le_trans (ler_norm B)); rewrite ler_addl.
  move=> i; apply: ler_paddl => //; rewrite (bigD1 i) //= ler_addl.
  exact: sumr_ge0.
apply: le_trans (H _ _ (b s hs) (b t ht)) _; rewrite dist_cns.
by rewrite [dist y y]big1 ?addr0 // => i _; rewrite subrr normr0.
Qed.
Lemma LLn_Pt f : LLn f -> LLn (Pt f).
Proof.
move=> L B; have [K [K0 H]] := L (`|B| + 2%:R); exists (4%:R * K); split; first by rewrite mulr_ge0 ?ler0n.
move=> x y bx bY.
have b z t : box B z -> `|t| <= 2%:R -> box (`|B| + 2%:R) (cns t z).
  move=> bz ht; apply: box_cns; first by apply: (le_trans ht); rewrite ler_addr.
  by move=> i; apply: (le_trans (bz i)); apply: (le_trans (ler_norm B)); rewrite ler_addl ler0n.
have h : Rle (Rabs (Rminus (Pt f x) (Pt f y))) (Rmult (IZR 4) (K * dist x y)).
  apply: I1_dist; [exact: LL_line|exact: LL_line|] => t ht; apply/RleP.
  have ht' : `|t| <= 2%:R by apply/RleP; rewrite -INRE.
  have := H _ _ (b x t bx ht') (b y t bY ht'); rewrite dist_cns subrr normr0 add0r.
  exact.
have e : (4%:R : R) = IZR 4 by rewrite -INRE INR_IZR_INZ.
by rewrite e -mulrA; apply/RleP.
Qed.
Lemma van_Pt f : van f -> van (Pt f).
Proof. by move=> v y i hi; apply: I1_zero => t; apply: (v _ (lift 0 i)); rewrite cnsS. Qed.
End Cons.
Arguments cns [n] t%ring y%ring.

(* the iterated integral *)
Fixpoint J n : ('cV[R]_n -> R) -> R :=
  match n with O => fun f => f 0 | n'.+1 => fun f => J (Pt f) end.

Lemma JS n (f : 'cV[R]_n.+1 -> R) : J f = J (Pt f). Proof. by []. Qed.

(* linear, monotone *)
Lemma J_add n (f g : 'cV[R]_n -> R) : LLn f -> LLn g -> J (fun x => f x + g x) = J f + J g.
Proof.
elim: n f g => [|n IH] f g Lf Lg //=; rewrite -IH; try exact: LLn_Pt.
congr J; apply: functional_extensionality => y.
by apply: (I1_add (fun t => f (cns t y)) (fun t => g (cns t y))); exact: LL_line.
Qed.
Lemma J_scal n c (f : 'cV[R]_n -> R) : LLn f -> J (fun x => c * f x) = c * J f.
Proof.
elim: n f => [|n IH] f Lf //=; rewrite -IH; try exact: LLn_Pt.
congr J; apply: functional_extensionality => y; apply: (I1_scal c (fun t => f (cns t y))); exact: LL_line.
Qed.
Lemma J_le n (f g : 'cV[R]_n -> R) : LLn f -> LLn g -> (forall x, f x <= g x) -> J f <= J g.
Proof.
elim: n f g => [|n IH] f g Lf Lg h //=; apply: IH; try exact: LLn_Pt.
by move=> y; apply/RleP/I1_le; [exact: LL_line|exact: LL_line|move=> t; apply/RleP].
Qed.
Lemma J_zero n : J (fun _ : 'cV[R]_n => 0) = 0.
Proof.
have := J_scal 0 (LLn_const n 1); rewrite [RHS]mul0r => e; rewrite -[RHS]e; congr J.
by apply: functional_extensionality => x; rewrite mul0r.
Qed.
Lemma J_ge0 n (f : 'cV[R]_n -> R) : LLn f -> (forall x, 0 <= f x) -> 0 <= J f.
Proof. by move=> L f0; rewrite -[X in X <= _](J_zero n); apply: J_le => //; exact: LLn_const. Qed.

(* 2 in both notations *)
Lemma two_abs (t : R) : (Rle (IZR 2) (Rabs t)) -> 2%:R <= `|t|.
Proof. by move=> h; apply/RleP; rewrite -INRE. Qed.

(* translations and reflections *)
Lemma J_shift n (f : 'cV[R]_n -> R) x0 : LLn f -> van f -> van (fun x => f (x + x0)) ->
  J (fun x => f (x + x0)) = J f.
Proof.
elim: n f x0 => [|n IH] f x0 L v v'; first by rewrite /= [x0]flatmx0 addr0.
rewrite /=; move: v'; rewrite (cnsE x0); move: (x0 0 0) (\col_i _) => s y0 {x0} v'.
rewrite -(IH (Pt f) y0); [|exact: LLn_Pt|exact: van_Pt|]; last first.
  move=> y i hi; apply: I1_zero => t.
  have -> : cns t (y + y0) = cns (t - s) y + cns s y0 by rewrite cnsD; congr cns; rewrite subrK.
  by apply: (v' _ (lift 0 i)); rewrite cnsS.
congr J; apply: functional_extensionality => y; rewrite /Pt.
have sh t : Rplus (Rmult (IZR 1) t) s = t + s by rewrite -[Rmult _ _]/(1 * t) mul1r.
have e : (fun t => f (cns t y + cns s y0)) = (fun t => f (cns (Rplus (Rmult (IZR 1) t) s) (y + y0))).
  by apply: functional_extensionality => t; rewrite cnsD sh.
have Lv : LL (fun t => f (cns t y + cns s y0)).
  exact: (LL_line (f := fun x => f (x + cns s y0)) y (LLn_shift _ L)).
rewrite e in Lv *.
rewrite (I1_aff (fun t => f (cns t (y + y0))) (IZR 1) s) //.
- by rewrite Rinv_1 Rmult_1_l.
- exact: Rlt_0_1.
- exact: LL_line.
- by move=> t /two_abs ht; apply: (v _ 0); rewrite cns0.
- by move=> t /two_abs ht; rewrite sh -cnsD; apply: (v' _ 0); rewrite cns0.
Qed.

Lemma J_neg n (f : 'cV[R]_n -> R) : LLn f -> van f -> J (fun x => f (- x)) = J f.
Proof.
elim: n f => [|n IH] f L v; first by rewrite /= oppr0.
rewrite /= -(IH (Pt f)); [|exact: LLn_Pt|exact: van_Pt].
congr J; apply: functional_extensionality => y; rewrite /Pt.
rewrite -(I1_neg (fun t => f (cns t (- y)))); [|exact: LL_line|]; last first.
  by move=> t /two_abs ht; apply: (v _ 0); rewrite cns0.
by congr I1; apply: functional_extensionality => t; rewrite cnsN.
Qed.

(* change of variables for radial functions, by Schur complements *)
Lemma J_radial n (F : R -> R) :
  J (fun x : 'cV[R]_n.+1 => F (dot x x)) = J (fun y : 'cV[R]_n => slice F (dot y y)).
Proof.
rewrite /=; congr J; apply: functional_extensionality => y; congr I1; apply: functional_extensionality => t.
by rewrite dot_cns.
Qed.

(* x -> A^{1/2} x divides the integral by det(A)^{1/2} *)
Lemma J_qf n (A : 'M[R]_n) (F : R -> R) : pd A -> loewner 1%:M A -> LL F ->
  (forall v, 4%:R <= v -> F v = 0) ->
  J (fun x => F (qf A x)) = (Num.sqrt (\det A))^-1 * J (fun x : 'cV[R]_n => F (dot x x)).
Proof.
elim: n A F => [|n IH] A F Ap A1 L z.
  by rewrite /= det_mx00 sqrtr1 invr1 mul1r /qf /bf mulmx0.
have a0 := pd00 Ap; have [As _] := Ap; have Sp := pd_schur Ap.
have s0 : 0 < Num.sqrt (A 0 0) by rewrite sqrtr_gt0.
have S1 : loewner 1%:M (schur A).
  move=> y; have [t ->] := schur_att y Ap; apply: le_trans (A1 _).
  by rewrite !qf_scalar !mul1r (dot_cns t y) ler_addr -expr2 sqr_ge0.
have e4 : (4%:R : R) = IZR 4 by rewrite -INRE INR_IZR_INZ.
have zR v : Rle (IZR 4) v -> F v = 0 by move=> h; apply: z; apply/RleP; rewrite e4.
have zP v : 4%:R <= v -> slice F v = 0 by move=> /RleP; rewrite e4; exact: slice_out.
rewrite (det_schurE Ap) sqrtrM ?(ltW a0) // invfM -mulrA J_radial -(IH (schur A)) //; last exact: LL_slice.
rewrite -J_scal; last by apply: LLn_comp; [exact: LL_slice|exact: LLn_qf].
rewrite JS; congr J; apply: functional_extensionality => y.
set c := Num.sqrt (A 0 0) * ((A 0 0)^-1 * dot (dlsubmx (A : 'M[R]_(1 + n))) y).
have E t : qf A (cns t y) = (Num.sqrt (A 0 0) * t + c) * (Num.sqrt (A 0 0) * t + c) + qf (schur A) y.
  rewrite -mulrDr -expr2 exprMn sqr_sqrtr ?(ltW a0) // addrC.
  have := qf_schur (dlsubmx (A : 'M[R]_(1 + n))) (drsubmx (A : 'M[R]_(1 + n))) y t a0.
  by rewrite -(block_sym As).
rewrite /Pt; have -> : (fun t => F (qf A (cns t y))) =
    (fun t => F ((Num.sqrt (A 0 0) * t + c) * (Num.sqrt (A 0 0) * t + c) + qf (schur A) y)).
  by apply: functional_extensionality => t; rewrite E.
rewrite RinvE'; apply: slice_aff => //.
- exact/RltP.
- by apply/RleP; have [_] := pd_psd Sp; apply.
move=> t /two_abs ht; apply/RleP; rewrite -e4.
have : 4%:R <= qf A (cns t y).
  apply: le_trans (A1 _); rewrite qf_scalar mul1r dot_cns.
  apply: (@le_trans _ _ (t * t)); last by rewrite ler_addl dot_ge0.
  rewrite -expr2 -(real_normK (num_real t)) (natrX _ 2 2) ler_pexpn2r ?nnegrE ?ler0n //.
by rewrite E.
Qed.

(* a radial function, positive at 0 and nowhere negative, has a positive integral *)
Lemma J_gt0 n (F : R -> R) : LL F -> (forall v, 0 <= F v) -> 0 < F 0 ->
  0 < J (fun x : 'cV[R]_n => F (dot x x)).
Proof.
elim: n F => [|n IH] F L p F0; first by rewrite /= dot0r.
rewrite J_radial; apply: IH; first exact: LL_slice.
  by move=> v; apply/RleP/slice_ge0 => // w; apply/RleP.
by apply/RltP/slice_gt0 => //; [move=> v; apply/RleP|apply/RltP].
Qed.

(* Bernoulli's inequality *)
Lemma bernoulli (F : realFieldType) (e : F) n : 0 <= e -> e <= 1 -> 1 - n%:R * e <= (1 - e) ^+ n.
Proof.
move=> e0 e1; elim: n => [|n IH]; first by rewrite mul0r subr0 expr0.
rewrite exprS; apply: (@le_trans _ _ ((1 - e) * (1 - n%:R * e))); last first.
  by apply: ler_wpmul2l => //; rewrite subr_ge0.
rewrite -subr_ge0; have -> : (1 - e) * (1 - n%:R * e) - (1 - n.+1%:R * e) = n%:R * e ^+ 2.
  by rewrite -addn1 natrD; move: (n%:R : F) => z; clear; ring.
by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
Qed.
