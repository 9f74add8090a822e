(* Positive definite matrices over any ordered field: Cauchy-Schwarz, inverses, determinants.  An overview is at
   the top of matrices.v. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Forms.
Variable F : realFieldType.

(* x.y, x^T A y, x^T A x; positive semidefinite and definite: symmetric, with x^T A x >= 0 or > 0. *)
Definition dot n (x y : 'cV[F]_n) : F := (x^T *m y) 0 0.
Definition bf n (A : 'M[F]_n) (x y : 'cV[F]_n) : F := dot x (A *m y).
Definition qf n (A : 'M[F]_n) (x : 'cV[F]_n) : F := bf A x x.
Definition psd n (A : 'M[F]_n) := A^T = A /\ forall x, 0 <= qf A x.
Definition pd n (A : 'M[F]_n) := A^T = A /\ forall x, x != 0 -> 0 < qf A x.
Definition loewner n (A B : 'M[F]_n) := forall x, qf A x <= qf B x.

(* ring needs its atoms to be variables *)
Ltac atoms := repeat match goal with
  | |- context [qf ?A ?x] => move: (qf A x) => ?
  | |- context [bf ?A ?x ?y] => move: (bf A x y) => ?
  | |- context [dot ?x ?y] => move: (dot x y) => ? end.
Ltac same := rewrite le_eqVlt; apply/orP; left; apply/eqP.

Section Dim.
Variable n : nat.
Implicit Types (x y z : 'cV[F]_n) (A B : 'M[F]_n).

(* x.y is bilinear, symmetric and positive. *)
Lemma dotE x y : dot x y = \sum_i x i 0 * y i 0.
Proof. by rewrite /dot mxE; apply: eq_bigr => i _; rewrite mxE. Qed.
Lemma dotC x y : dot x y = dot y x.
Proof. by rewrite !dotE; apply: eq_bigr => i _; rewrite mulrC. Qed.
Lemma dotDl x y z : dot (x + y) z = dot x z + dot y z.
Proof. by rewrite !dotE -big_split; apply: eq_bigr => i _; rewrite mxE mulrDl. Qed.
Lemma dotDr x y z : dot z (x + y) = dot z x + dot z y.
Proof. by rewrite dotC dotDl !(dotC z). Qed.
Lemma dotZl c x y : dot (c *: x) y = c * dot x y.
Proof. by rewrite !dotE mulr_sumr; apply: eq_bigr => i _; rewrite mxE mulrA. Qed.
Lemma dotZr c x y : dot x (c *: y) = c * dot x y.
Proof. by rewrite dotC dotZl dotC. Qed.
Lemma dotNl x y : dot (- x) y = - dot x y.
Proof. by rewrite -scaleN1r dotZl mulN1r. Qed.
Lemma dotNr x y : dot x (- y) = - dot x y.
Proof. by rewrite dotC dotNl dotC. Qed.
Lemma dot0r x : dot x 0 = 0.
Proof. by rewrite /dot mulmx0 mxE. Qed.
Lemma dot_ge0 x : 0 <= dot x x.
Proof. by rewrite dotE; apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0. Qed.
Lemma dot_gt0 x : x != 0 -> 0 < dot x x.
Proof.
move=> x0; rewrite lt_def dot_ge0 andbT; apply: contra x0; rewrite dotE => /eqP H.
apply/eqP/matrixP => i j; rewrite ord1 mxE.
have /psumr_eq0P P : forall k, true -> 0 <= x k 0 * x k 0 by move=> k _; rewrite -expr2 sqr_ge0.
by move: (P H i isT) => /eqP; rewrite mulf_eq0 orbb => /eqP.
Qed.

(* x^T A y is bilinear; x^T A x is linear in A. *)
Lemma bfDl A x y z : bf A (x + y) z = bf A x z + bf A y z.
Proof. by rewrite /bf dotDl. Qed.
Lemma bfDr A x y z : bf A z (x + y) = bf A z x + bf A z y.
Proof. by rewrite /bf mulmxDr dotDr. Qed.
Lemma bfZl A c x y : bf A (c *: x) y = c * bf A x y.
Proof. by rewrite /bf dotZl. Qed.
Lemma bfZr A c x y : bf A x (c *: y) = c * bf A x y.
Proof. by rewrite /bf -scalemxAr dotZr. Qed.
Lemma bfNl A x y : bf A (- x) y = - bf A x y.
Proof. by rewrite /bf dotNl. Qed.
Lemma bfNr A x y : bf A x (- y) = - bf A x y.
Proof. by rewrite /bf mulmxN dotNr. Qed.
Lemma bf_adj A x y : bf A x y = dot (A^T *m x) y.
Proof. by rewrite /bf /dot trmx_mul trmxK mulmxA. Qed.
Lemma bfC A x y : A^T = A -> bf A x y = bf A y x.
Proof. by move=> As; rewrite bf_adj As dotC. Qed.
Lemma qfD A B x : qf (A + B) x = qf A x + qf B x.
Proof. by rewrite /qf /bf mulmxDl dotDr. Qed.
Lemma qfN A x : qf (- A) x = - qf A x.
Proof. by rewrite /qf /bf mulNmx dotNr. Qed.
Lemma qfZ c A x : qf (c *: A) x = c * qf A x.
Proof. by rewrite /qf /bf -scalemxAl dotZr. Qed.
Lemma qf_scalar c x : qf c%:M x = c * dot x x.
Proof. by rewrite /qf /bf mul_scalar_mx dotZr. Qed.
Lemma qf_outer u x : qf (u *m u^T) x = dot u x ^+ 2.
Proof.
rewrite /qf bf_adj trmx_mul trmxK -mulmxA [u^T *m x]mx11_scalar.
by rewrite mul_mx_scalar dotZl expr2.
Qed.
Lemma qf0 x : qf 0 x = 0.
Proof. by rewrite /qf /bf mul0mx dot0r. Qed.

(* Positive definite matrices are positive semidefinite, *)
Lemma pd_psd A : pd A -> psd A.
Proof.
move=> [As Ap]; split=> // x; have [->|/Ap/ltW//] := eqVneq x 0.
by rewrite /qf /bf mulmx0 dot0r.
Qed.
(* what lies above one is positive definite, *)
Lemma loewner_pd A B : B^T = B -> pd A -> loewner A B -> pd B.
Proof. by move=> Bs [As Ap] L; split=> // x /Ap /lt_le_trans; apply. Qed.

(* they are invertible, *)
Lemma pd_unit A : pd A -> A \in unitmx.
Proof.
move=> [As Ap]; rewrite -row_free_unit -kermx_eq0; apply: contraT => /rowV0Pn [v /sub_kermxP vA v0].
have /Ap : v^T != 0 by apply: contra v0 => /eqP e; rewrite -[v]trmxK e trmx0.
by rewrite /qf bf_adj As -{1}As -trmx_mul vA trmx0 dotC dot0r ltxx.
Qed.

(* The inverse of a symmetric matrix is symmetric. *)
Lemma invmx_sym A : A^T = A -> (invmx A)^T = invmx A.
Proof. by move=> As; rewrite trmx_inv As. Qed.

(* and so are their inverses positive definite. *)
Lemma pd_inv A : pd A -> pd (invmx A).
Proof.
move=> Ap; have Au := pd_unit Ap; have [As Aq] := Ap; split; first exact: invmx_sym.
move=> x x0; have e : x = A *m (invmx A *m x) by rewrite mulKVmx.
have y0 : invmx A *m x != 0.
  by apply: contra x0 => /eqP y0; rewrite e y0 mulmx0.
by have := Aq _ y0; rewrite /qf /bf -e dotC.
Qed.

(* The square is completed: 2 x.y - y^T A y <= x^T A^-1 x, with equality at y = A^-1 x. *)
Lemma qf_inv_max A x y : pd A -> dot x y *+ 2 - qf A y <= qf (invmx A) x.
Proof.
move=> Ap; have Au := pd_unit Ap; have [As _] := Ap.
have [_ /(_ (y - invmx A *m x))] := pd_psd Ap.
rewrite /qf bfDl bfNl !bfDr !bfNr {2 4}/bf mulKVmx // [bf A (invmx A *m x) y]bf_adj As mulKVmx //.
rewrite [dot (invmx A *m x) x]dotC [dot y x]dotC => H; rewrite -subr_ge0.
apply: (le_trans H); same; rewrite /qf /bf; atoms; ring.
Qed.

(* |A^-1 x|_A = |x|_{A^-1} *)
Lemma qf_inv_self A x : pd A -> qf A (invmx A *m x) = qf (invmx A) x.
Proof.
move=> Ap; have Au := pd_unit Ap; have [As _] := Ap.
by rewrite /qf /bf mulKVmx // dotC.
Qed.

(* A <= B gives B^-1 <= A^-1. *)
Lemma loewner_inv A B : pd A -> pd B -> loewner A B -> loewner (invmx B) (invmx A).
Proof.
move=> Ap Bp L x; set y := invmx B *m x.
have := qf_inv_max x y Ap; apply: le_trans.
have E : dot x y = qf (invmx B) x by [].
by rewrite E -[X in X <= _]addr0 mulr2n -addrA ler_add2l subr_ge0 (le_trans (L y)) // qf_inv_self.
Qed.

(* Cauchy-Schwarz for a positive semidefinite A. *)
Lemma cauchy_schwarz_psd A x y : psd A -> bf A x y ^+ 2 <= qf A x * qf A y.
Proof.
move=> [As Ap]; have Q c : 0 <= qf A x + c * bf A x y *+ 2 + c ^+ 2 * qf A y.
  have := Ap (x + c *: y); rewrite /qf bfDl !bfDr !bfZl !bfZr (bfC y x As) => H.
  by apply: (le_trans H); same; rewrite /qf; atoms; ring.
have [y0|y0] := eqVneq (qf A y) 0.
  have [->|b0] := eqVneq (bf A x y) 0; first by rewrite y0 mulr0 expr0n.
  have := Q (- (qf A x + 1) / (bf A x y *+ 2)); rewrite y0 mulr0 addr0.
  have -> : qf A x + - (qf A x + 1) / (bf A x y *+ 2) * bf A x y *+ 2 = -1.
    by rewrite -mulrnAr mulfVK ?mulrn_eq0 //; atoms; ring.
  by rewrite ler0N1.
have yp : 0 < qf A y by rewrite lt_def y0 Ap.
have := Q (- bf A x y / qf A y); rewrite -(pmulr_lge0 _ yp) => H.
rewrite -subr_ge0; apply: (le_trans H); same; move: y0 {H Q yp}; atoms => y0; field; exact: y0.
Qed.

(* det(I + u v) = 1 + v u *)
Lemma det_1_outer (u : 'cV[F]_n) (v : 'rV[F]_n) : \det (1%:M + u *m v) = 1 + (v *m u) 0 0.
Proof.
pose L1 : 'M[F]_(n + 1) := block_mx 1%:M 0 v 1%:M.
pose U1 : 'M[F]_(n + 1) := block_mx 1%:M (- u) 0 (1%:M + v *m u).
pose U2 : 'M[F]_(n + 1) := block_mx (1%:M + u *m v) (- u) 0 1%:M.
have E : L1 *m U1 = U2 *m L1.
  rewrite /L1 /U1 /U2 !mulmx_block !mul1mx !mul0mx !mulmx0 !mulmx1 !addr0 !add0r.
  congr block_mx; first by rewrite mulNmx addrK.
  by rewrite mulmxN addrC addrK.
have := congr1 determinant E; rewrite !det_mulmx !det_lblock !det_ublock !det1 !mul1r !mulr1 => <-.
by rewrite det_mx11 !mxE.
Qed.

(* det(A + u u^T) = det A (1 + |u|^2_{A^-1}) *)
Lemma det_rank1 A u : A \in unitmx -> \det (A + u *m u^T) = \det A * (1 + qf (invmx A) u).
Proof.
move=> Au; have -> : A + u *m u^T = A *m (1%:M + invmx A *m u *m u^T).
  by rewrite mulmxDr mulmx1 !mulmxA mulmxV // mul1mx.
by rewrite det_mulmx det_1_outer.
Qed.
End Dim.

(* Schur complements *)
Section Schur.
Variable n : nat.
Variables (a : F) (u : 'cV[F]_n) (C : 'M[F]_n).
Let A : 'M[F]_(1 + n) := block_mx a%:M u^T u C.
Let S : 'M[F]_n := C - a^-1 *: (u *m u^T).

(* det of a block matrix with corner a: a times the determinant of its Schur complement. *)
Lemma det_schur : a != 0 -> \det A = a * \det S.
Proof.
move=> a0; pose L : 'M[F]_(1 + n) := block_mx 1%:M 0 (a^-1 *: u) 1%:M.
pose U : 'M[F]_(1 + n) := block_mx a%:M u^T 0 S.
have -> : A = L *m U.
  rewrite /A /L /U mulmx_block !mul1mx !mul0mx ?mulmx0 !addr0; congr block_mx.
    by rewrite mul_mx_scalar scalerA mulfV // scale1r.
  by rewrite /S -scalemxAl addrC subrK.
by rewrite det_mulmx det_lblock det_ublock !det1 !mul1r det_scalar1.
Qed.

(* The quadratic form of the block matrix, *)
Lemma qf_block (x : F) (y : 'cV[F]_n) :
  qf A (col_mx x%:M y) = a * x ^+ 2 + x * dot u y *+ 2 + qf C y.
Proof.
rewrite /qf /bf /dot tr_col_mx mul_block_col mul_row_col mxE tr_scalar_mx.
rewrite !mul_scalar_mx mul_mx_scalar mulmxDr -scalemxAr.
have add2 (M N : 'M[F]_1) : (M + N) 0 0 = M 0 0 + N 0 0 by rewrite mxE.
have scal2 c (M : 'M[F]_1) : (c *: M) 0 0 = c * M 0 0 by rewrite mxE.
rewrite !(add2, scal2) -/(dot u y) -/(dot y u) -/(dot y (C *m y)) (dotC y u) mxE eqxx mulr1n.
by atoms; ring.
Qed.

(* with the square of the first coordinate completed. *)
Lemma qf_schur (y : 'cV[F]_n) x : 0 < a ->
  qf S y + a * (x + a^-1 * dot u y) ^+ 2 = qf A (col_mx x%:M y).
Proof.
move=> a0; rewrite qf_block /S qfD qfN qfZ qf_outer.
by atoms; field; rewrite gt_eqF.
Qed.
End Schur.

(* A symmetric matrix by blocks: corner, column, rest. *)
Lemma block_sym n (A : 'M[F]_(1 + n)) : A^T = A ->
  A = block_mx (A 0 0)%:M (dlsubmx A)^T (dlsubmx A) (drsubmx A).
Proof.
move=> As; rewrite -{1}[A]submxK; congr block_mx.
  by rewrite [LHS]mx11_scalar !mxE; congr (A _ _)%:M; apply/val_inj.
by rewrite trmx_dlsub As.
Qed.

(* The Schur complement of the corner. *)
Definition schur n (A : 'M[F]_(1 + n)) : 'M[F]_n :=
  drsubmx A - (A 0 0)^-1 *: (dlsubmx A *m (dlsubmx A)^T).

(* The corner of a positive definite matrix is positive, *)
Lemma pd00 n (A : 'M[F]_(1 + n)) : pd A -> 0 < A 0 0.
Proof.
move=> [As Ap]; have /Ap : col_mx 1%:M 0 != 0 :> 'cV[F]_(1 + n).
  by apply/eqP => /(congr1 (fun M => usubmx M 0 0)) /eqP; rewrite col_mxKu !mxE oner_eq0.
rewrite (block_sym As) qf_block dot0r mulr0 mul0rn /qf /bf mulmx0 dot0r !addr0 expr1n mulr1.
by rewrite -(block_sym As).
Qed.

(* its Schur complement is positive definite, *)
Lemma pd_schur n (A : 'M[F]_(1 + n)) : pd A -> pd (schur A).
Proof.
move=> Ap; have a0 := pd00 Ap; have [As Aq] := Ap; split.
  rewrite /schur linearB linearZ /= trmx_mul trmxK; congr (_ - _).
  by rewrite trmx_drsub As.
move=> y y0; set x := - ((A 0 0)^-1 * dot (dlsubmx A) y).
have := qf_schur (dlsubmx A) (drsubmx A) y x a0; rewrite -(block_sym As) addNr expr0n mulr0 addr0 => E.
rewrite /schur E; apply: Aq; apply: contra y0 => /eqP /(congr1 dsubmx).
by rewrite col_mxKd => ->; rewrite linear0.
Qed.

(* its determinant is the corner times that of the Schur complement, *)
Lemma det_schurE n (A : 'M[F]_(1 + n)) : pd A -> \det A = A 0 0 * \det (schur A).
Proof.
move=> Ap; have a0 := pd00 Ap; have [As _] := Ap.
by rewrite {1}(block_sym As) det_schur // gt_eqF.
Qed.

(* so its determinant is positive. *)
Lemma pd_det_gt0 n (A : 'M[F]_n) : pd A -> 0 < \det A.
Proof.
elim: n A => [|n IH] A Ap; first by rewrite det_mx00 ltr01.
by rewrite (det_schurE Ap) mulr_gt0 ?(pd00 Ap) // IH //; exact: pd_schur.
Qed.

(* The form of the Schur complement is the minimum of that of A over the first coordinate, *)
Lemma schur_min n (A : 'M[F]_(1 + n)) x y : pd A -> qf (schur A) y <= qf A (col_mx x%:M y).
Proof.
move=> Ap; have a0 := pd00 Ap; have [As _] := Ap.
have := qf_schur (dlsubmx A) (drsubmx A) y x a0; rewrite -(block_sym As) -/(schur A) => <-.
by rewrite ler_addl mulr_ge0 ?(ltW a0) // sqr_ge0.
Qed.

(* and the minimum is attained. *)
Lemma schur_att n (A : 'M[F]_(1 + n)) y : pd A -> exists x, qf (schur A) y = qf A (col_mx x%:M y).
Proof.
move=> Ap; have a0 := pd00 Ap; have [As _] := Ap.
exists (- ((A 0 0)^-1 * dot (dlsubmx A) y)); set x := - _.
have := qf_schur (dlsubmx A) (drsubmx A) y x a0; rewrite -(block_sym As) addNr expr0n mulr0 addr0.
by rewrite -/(schur A).
Qed.

(* A <= B gives det A <= det B. *)
Lemma det_mono n (A B : 'M[F]_n) : pd A -> pd B -> loewner A B -> \det A <= \det B.
Proof.
elim: n A B => [|n IH] A B Ap Bp L; first by rewrite !det_mx00.
have a0 := pd00 Ap; have b0 := pd00 Bp; have [As _] := Ap; have [Bs _] := Bp.
rewrite (det_schurE Ap) (det_schurE Bp); apply: ler_pmul; rewrite ?(ltW a0) //.
- by apply/ltW/pd_det_gt0/pd_schur.
- have := L (col_mx 1%:M 0 : 'cV[F]_(1 + n)); rewrite {1}(block_sym As) {1}(block_sym Bs) !qf_block.
  by rewrite !dot0r !mulr0 !mul0rn /qf /bf !mulmx0 !dot0r !addr0 expr1n !mulr1.
- apply: IH; [exact: pd_schur|exact: pd_schur|] => y.
  have [x ->] := schur_att y Bp; apply: le_trans (L _).
  exact: schur_min.
Qed.

(* Hadamard: det A is at most the product of the diagonal entries, which are positive. *)
Lemma hadamard n (A : 'M[F]_n) : pd A -> \det A <= \prod_i A i i /\ forall i, 0 < A i i.
Proof.
elim: n A => [|n IH] A Ap; first by rewrite det_mx00 big_ord0; split=> // [[]].
have a0 := pd00 Ap; have [Hd Hp] := IH _ (pd_schur Ap).
have le_diag i : schur A i i <= A (lift 0 i) (lift 0 i).
  rewrite /schur !mxE big_ord1 !mxE.
  have -> : rshift 1 i = lift 0 i by apply/val_inj.
  by rewrite ler_subl_addr ler_addl mulr_ge0 ?invr_ge0 ?(ltW a0) // -expr2 sqr_ge0.
split; last first.
  by move=> i; case: (unliftP 0 i) => [j ->|-> //]; apply: lt_le_trans (le_diag j).
rewrite (det_schurE Ap) big_ord_recl ler_pmul2l //; apply: (le_trans Hd).
by apply: ler_prod => i _; rewrite (ltW (Hp i)) le_diag.
Qed.

(* det A <= (tr A / n)^n *)
Lemma det_trace n (A : 'M[F]_n) : pd A -> \det A <= (\tr A / n%:R) ^+ n.
Proof.
move=> /hadamard [H P]; apply: (le_trans H).
have := leif_AGM (A := predT) (E := fun i => A i i) (fun i _ => ltW (P i)).
by rewrite card_ord => /leifP; case: ifP => _ => [/eqP ->|/ltW].
Qed.
End Forms.
