(* The spectral theorem for real symmetric matrices, and square roots (l. 3135-3139, 3213-3226).

   A symmetric matrix is P^T diag(l) P with P^T P = I.  The smallest eigenvalue is the supremum of the c with
   A >= c I; a reflection turns its eigenvector into the first vector of the basis, and the rest is smaller by
   one dimension.  Only the completeness of the real numbers is used. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(** * The smallest eigenvalue *)

Section Smallest.
Variable n : nat.
Implicit Types (A B : 'M[R]_n) (x y : 'cV[R]_n).

(* Every form is at least a multiple of |x|^2. *)
Lemma qf_floor A : exists c : R, forall x, c * dot x x <= qf A x.
Proof.
exists (- \sum_i \sum_j `|A i j|) => x; rewrite mulNr ler_oppl -qfN; set N := \sum_i _.
have E : qf (- A) x = \sum_i \sum_j (- A i j) * (x i 0 * x j 0).
  rewrite /qf /bf dotE; apply: eq_bigr => i _; rewrite mxE mulr_sumr; apply: eq_bigr => j _.
  by rewrite mxE mulrCA.
have le1 i : x i 0 ^+ 2 <= dot x x.
  rewrite dotE (bigD1 i) //= -expr2 ler_addl; apply: sumr_ge0 => j _.
  by rewrite -expr2 sqr_ge0.
rewrite E mulr_suml; apply: ler_sum => i _; rewrite mulr_suml; apply: ler_sum => j _.
apply: le_trans (ler_norm _) _; rewrite normrM normrN ler_wpmul2l ?normr_ge0 // normrM.
have h : `|x i 0| * `|x j 0| *+ 2 <= `|x i 0| ^+ 2 + `|x j 0| ^+ 2.
  rewrite -subr_ge0; have := sqr_ge0 (`|x i 0| - `|x j 0|); rewrite sqrrB.
  by rewrite addrAC.
rewrite -(ler_pmuln2r (ltn0Sn 1)); apply: (le_trans h).
by rewrite mulr2n !real_normK ?num_real // ler_add.
Qed.

(* A positive semidefinite form is at most its trace. *)
Lemma qf_trace B x : psd B -> qf B x <= \tr B * dot x x.
Proof.
move=> Bp; have [_ B0] := Bp; pose y : 'cV[R]_n := \col_i nrm B (delta_mx i 0).
pose z : 'cV[R]_n := \col_i `|x i 0|.
have xE : x = \sum_i x i 0 *: delta_mx i 0.
  by rewrite {1}[x]matrix_sum_delta; apply: eq_bigr => i _; rewrite big_ord1.
have h : nrm B x <= dot z y.
  rewrite {1}xE; apply: le_trans (nrm_sum _ _ _ Bp) _; rewrite dotE; apply: ler_sum => i _.
  by rewrite nrmZ // !mxE.
rewrite -nrm_sqr // (le_trans (_ : _ <= dot z y ^+ 2)) ?ler_expn2r ?nnegrE ?nrm_ge0 //.
  exact: le_trans (nrm_ge0 _ _) h.
have zz : dot z z = dot x x.
  by rewrite !dotE; apply: eq_bigr => i _; rewrite mxE -!expr2 real_normK ?num_real.
have yy : dot y y = \tr B.
  rewrite dotE; apply: eq_bigr => i _; rewrite mxE -expr2 nrm_sqr //; exact: qf_delta.
have := cauchy_schwarz_psd z y (psd1 _ n); rewrite /bf mul1mx !qf_scalar !mul1r zz yy.
by rewrite mulrC.
Qed.

(* A symmetric matrix has an eigenvector. *)
Lemma eigenvector A : (0 < n)%N -> A^T = A -> exists (l : R) (v : 'cV[R]_n), v != 0 /\ A *m v = l *: v.
Proof.
move=> n0 As; pose P (c : R) := forall x, c * dot x x <= qf A x.
pose i0 := Ordinal n0; have e1 : dot (delta_mx i0 0 : 'cV[R]_n) (delta_mx i0 0) = 1.
  by rewrite /dot trmx_delta mul_delta_mx mxE !eqxx.
have [c0 Pc0] := qf_floor A.
have bd : bound P.
  by exists (A i0 i0) => c /(_ (delta_mx i0 0)); rewrite qf_delta e1 mulr1 => /RleP.
have [l [ub lub]] := completeness P bd (ex_intro _ c0 Pc0).
have Pl : P l.
  move=> x; have [->|x0] := eqVneq x 0; first by rewrite dot0r mulr0 /qf /bf mulmx0 dot0r.
  have p := dot_gt0 x0; rewrite -ler_pdivl_mulr //; apply/RleP; apply: lub => c /(_ x).
  by rewrite -ler_pdivl_mulr // => /RleP.
pose B := A - l%:M; have Bs : B^T = B by rewrite /B linearB /= tr_scalar_mx As.
have Bp : psd B by split=> // x; rewrite /B qfD qfN qf_scalar subr_ge0.
have [Bu|] := boolP (B \in unitmx); last first.
  rewrite -row_free_unit -kermx_eq0 => /rowV0Pn [v /sub_kermxP vB v0].
  exists l, v^T; split; first by apply: contra v0 => /eqP e; rewrite -[v]trmxK e trmx0.
  have := congr1 trmx vB; rewrite trmx_mul Bs trmx0 /B mulmxBl mul_scalar_mx.
  by move/eqP; rewrite subr_eq0 => /eqP.
have Bd := psd_unit_pd Bp Bu; have Ip := pd_psd (pd_inv Bd); have [_ Ip0] := Ip.
pose k := \tr (invmx B).
have k0 : 0 < k.
  rewrite /k /mxtrace (bigD1 i0) //= ltr_paddr //.
    by apply: sumr_ge0 => i _; rewrite -qf_delta.
  rewrite -qf_delta; have [_] := pd_inv Bd; apply; apply/eqP => /matrixP /(_ i0 0).
  by rewrite !mxE !eqxx => /eqP; rewrite oner_eq0.
have kp : pd (k%:M : 'M[R]_n).
  by split; [rewrite tr_scalar_mx|move=> y /dot_gt0 y0; rewrite qf_scalar mulr_gt0].
have L : loewner (invmx B) k%:M by move=> x; rewrite qf_scalar qf_trace.
have /ub h : P (l + k^-1).
  move=> x; have := loewner_inv (pd_inv Bd) kp L x.
  by rewrite invmxK invmx_scalar qf_scalar /B qfD qfN qf_scalar mulrDl ler_subr_addl.
have /RltP : l < l + k^-1 by rewrite ltr_addl invr_gt0.
by move/Rlt_not_le => /(_ h).
Qed.
End Smallest.

(** * Diagonalisation *)

(* A reflection, or the identity, takes the first vector of the basis to a given unit vector. *)
Lemma reflection n (v : 'cV[R]_n.+1) : dot v v = 1 ->
  exists Q : 'M[R]_n.+1, [/\ Q^T = Q, Q *m Q = 1%:M & Q *m delta_mx 0 0 = v].
Proof.
pose e : 'cV[R]_n.+1 := delta_mx 0 0 => v1; pose u := v - e.
have e1 : dot e e = 1 by rewrite /dot trmx_delta mul_delta_mx mxE !eqxx.
have [u0|u0] := eqVneq u 0.
  exists 1%:M; rewrite trmx1 !mul1mx; split=> //; apply/esym/eqP.
  by rewrite -subr_eq0 -/u u0.
have p := dot_gt0 u0; pose k := 2%:R / dot u u.
have uu (x : 'cV[R]_n.+1) : u *m u^T *m x = dot u x *: u.
  by rewrite -mulmxA [u^T *m x]mx11_scalar mul_mx_scalar.
exists (1%:M - k *: (u *m u^T)); split.
- by rewrite linearB linearZ /= trmx1 trmx_mul trmxK.
- rewrite mulmxBl mul1mx mulmxBr mulmx1 -scalemxAl -scalemxAr mulmxA uu -scalemxAl !scalerA.
  rewrite /k opprB addrA -addrA -[X in _ = X]addr0 -addrA; congr (_ + _).
  rewrite -!scaleNr -!scalerDl; apply/eqP; rewrite scaler_eq0; apply/orP; left; apply/eqP.
  by move: p => /gt_eqF/negbT; move: (dot u u) => y yn; field.
- rewrite mulmxBl mul1mx -scalemxAl uu scalerA.
  have h : dot u e = - (dot u u / 2%:R).
    rewrite /u !(dotDl, dotDr, dotNl, dotNr) v1 e1 (dotC e v); move: (dot v e) => y.
    by field.
  have -> : k * dot u e = - 1.
    by rewrite h /k; move: p => /gt_eqF/negbT; move: (dot u u) => y yn; field.
  by rewrite scaleNr opprK scale1r addrC subrK.
Qed.

(* The spectral theorem. *)
Theorem spectral n (A : 'M[R]_n) : A^T = A ->
  exists (P : 'M[R]_n) (l : 'rV[R]_n), P^T *m P = 1%:M /\ A = P^T *m diag_mx l *m P.
Proof.
elim: n A => [|n IH] A As.
  by exists 1%:M, 0; rewrite trmx1 mul1mx; split=> //; apply/matrixP => [[]].
have [l [v0 [v00 Av0]]] := eigenvector (ltn0Sn n) As.
pose v := (nrm2 v0)^-1 *: v0; have p := dot_gt0 v00.
have v1 : dot v v = 1.
  by rewrite /v dotZl dotZr mulrA -invfM -expr2 nrm2_sqr mulVf // gt_eqF.
have Av : A *m v = l *: v by rewrite /v -scalemxAr Av0 !scalerA mulrC.
have [Q [Qs QQ Qe]] := reflection v1.
pose B : 'M[R]_(1 + n) := Q *m A *m Q.
have Bs : B^T = B by rewrite /B !trmx_mul Qs As mulmxA.
have Be : B *m delta_mx 0 0 = l *: (delta_mx 0 0 : 'cV[R]_(1 + n)).
  rewrite /B -(mulmxA (Q *m A)) Qe -mulmxA Av -scalemxAr; congr (_ *: _).
  by rewrite -Qe mulmxA QQ mul1mx.
have B0 i : B i 0 = l * (i == 0)%:R.
  by have /matrixP /(_ i 0) := Be; rewrite -colE !mxE eqxx andbT.
have dl : dlsubmx B = 0.
  apply/matrixP => i j; rewrite ord1 mxE mxE [RHS]mxE.
  have -> : lshift n (0 : 'I_1) = 0 :> 'I_(1 + n) by apply/val_inj.
  by rewrite B0 mulr0.
have BE : B = block_mx l%:M 0 0 (drsubmx B).
  by rewrite {1}(block_sym Bs) dl trmx0 B0 eqxx mulr1.
have Cs : (drsubmx B)^T = drsubmx B by rewrite trmx_drsub Bs.
have [P [k [PP CE]]] := IH _ Cs.
pose U : 'M[R]_(1 + n) := block_mx 1%:M 0 0 P.
have UU : U^T *m U = 1%:M.
  rewrite /U tr_block_mx mulmx_block trmx1 !trmx0 !mul1mx !mul0mx !mulmx0 !addr0 !add0r PP.
  by rewrite -scalar_mx_block.
have UB : U^T *m diag_mx (row_mx l%:M k) *m U = B.
  rewrite [RHS]BE diag_mx_row /U tr_block_mx !mulmx_block trmx1 !trmx0.
  rewrite !mul1mx !mul0mx !mulmx0 !mulmx1 !addr0 !add0r -CE; congr block_mx.
    by apply/matrixP => i j; rewrite !ord1 !mxE eqxx.
  by rewrite mul0mx.
exists (U *m Q), (row_mx l%:M k); rewrite trmx_mul Qs; split.
  by rewrite mulmxA -(mulmxA Q) UU mulmx1 QQ.
have -> : A = Q *m B *m Q by rewrite /B !mulmxA QQ mul1mx -mulmxA QQ mulmx1.
by rewrite -UB !mulmxA.
Qed.

(* Eigenvalues: the characteristic polynomial splits, the determinant is their product, the trace their sum,
   and those of a positive semidefinite matrix are not negative. *)
Theorem eigenvalues n (A : 'M[R]_n) : A^T = A -> exists l : 'I_n -> R,
  [/\ char_poly A = \prod_i ('X - (l i)%:P), \det A = \prod_i l i, \tr A = \sum_i l i &
      psd A -> forall i, 0 <= l i].
Proof.
move=> /spectral [P [l [PP AE]]]; exists (fun i => l 0 i).
have [Pu Pi] : P \in unitmx /\ P^T = invmx P.
  have Pu : P \in unitmx by case/mulmx1_unit: PP.
  by split=> //; rewrite -[LHS]mulmx1 -(mulmxV Pu) mulmxA PP mul1mx.
split.
- have -> : char_poly A = char_poly (diag_mx l).
    have E : map_mx polyC A = map_mx polyC P^T *m map_mx polyC (diag_mx l) *m map_mx polyC P.
      by rewrite AE !map_mxM.
    have PP' : map_mx polyC P^T *m map_mx polyC P = 1%:M by rewrite -map_mxM PP map_mx1.
    have XE : 'X%:M = map_mx polyC P^T *m 'X%:M *m map_mx polyC P.
      by rewrite mul_mx_scalar -scalemxAl PP' scalemx1.
    rewrite /char_poly /char_poly_mx E {1}XE -mulmxBl -mulmxBr !det_mulmx mulrAC -det_mulmx PP' det1.
    by rewrite mul1r.
  rewrite char_poly_trig ?diag_mx_is_trig //; apply: eq_bigr => i _.
  by rewrite mxE eqxx.
- by rewrite AE Pi !det_mulmx det_inv mulrAC mulVf ?mul1r ?det_diag // -unitfE -unitmxE.
- by rewrite AE -mulmxA mxtrace_mulC -mulmxA Pi mulmxV // mulmx1 mxtrace_diag.
- move=> [_ A0] i; have := A0 (P^T *m delta_mx i 0).
  rewrite /qf /bf {1}AE !mulmxA -(mulmxA _ P) Pi mulmxV // mulmx1 /dot trmx_mul -!mulmxA.
  rewrite -Pi trmxK (mulmxA P) Pi mulmxV // mul1mx -/(dot _ _) -/(bf (diag_mx l) _ _) -/(qf _ _) qf_delta.
  by rewrite mxE eqxx.
Qed.

(* A positive definite matrix has a positive definite square root. *)
Theorem square_root n (A : 'M[R]_n) : pd A -> exists M : 'M[R]_n, pd M /\ M *m M = A.
Proof.
move=> Ap; have [As A0] := Ap; have [P [l [PP AE]]] := spectral As.
have Pu : P \in unitmx by case/mulmx1_unit: PP.
have Pi : P^T = invmx P by rewrite -[LHS]mulmx1 -(mulmxV Pu) mulmxA PP mul1mx.
have PP' : P *m P^T = 1%:M by rewrite Pi mulmxV.
have l0 i : 0 < l 0 i.
  have n0 : P^T *m delta_mx i 0 != 0 :> 'cV[R]_n.
    apply/eqP => /(congr1 (mulmx P)); rewrite mulmxA PP' mul1mx mulmx0 => /matrixP /(_ i 0).
    by rewrite !mxE !eqxx => /eqP; rewrite oner_eq0.
  have := A0 _ n0; rewrite /qf /bf {1}AE !mulmxA -(mulmxA _ P) PP' mulmx1 /dot trmx_mul trmxK -!mulmxA.
  rewrite (mulmxA P) PP' mul1mx -/(dot _ _) -/(bf (diag_mx l) _ _) -/(qf _ _) qf_delta.
  by rewrite mxE eqxx.
pose k : 'rV[R]_n := \row_i Num.sqrt (l 0 i); exists (P^T *m diag_mx k *m P); split; last first.
  rewrite !mulmxA -(mulmxA _ P P^T) PP' mulmx1 -(mulmxA P^T) mulmx_diag [RHS]AE.
  congr (_ *m diag_mx _ *m _).
  by apply/rowP => i; rewrite !mxE -expr2 sqr_sqrtr // ltW.
split=> [|x x0]; first by rewrite !trmx_mul trmxK tr_diag_mx mulmxA.
have -> : qf (P^T *m diag_mx k *m P) x = \sum_i k 0 i * (P *m x) i 0 ^+ 2.
  have -> : qf (P^T *m diag_mx k *m P) x = dot (P *m x) (diag_mx k *m (P *m x)).
    by rewrite /qf /bf /dot trmx_mul !mulmxA.
  by rewrite dotE; apply: eq_bigr => i _; rewrite mul_diag_mx [X in _ * X]mxE mulrCA -expr2.
have y0 : P *m x != 0.
  by apply: contra x0 => /eqP e; rewrite -(mulKmx Pu x) e mulmx0.
have [i yi] : exists i, (P *m x) i 0 != 0.
  by case/matrix0Pn: y0 => i [j]; rewrite ord1; exists i.
rewrite (bigD1 i) //= ltr_paddr //.
  by apply: sumr_ge0 => j _; rewrite mxE mulr_ge0 ?sqrtr_ge0 ?sqr_ge0.
by rewrite mxE mulr_gt0 ?sqrtr_gt0 // lt_def sqr_ge0 sqrf_eq0 yi.
Qed.
