(* The mixture at a point of the half ball (lines 1552-1572), and a mixture of a Gaussian factor under two
   priors (lines 1469-1483). *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing potentials tail paper_indices.
From Glb Require Import mixing_steps mixture_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

Section Shift.
Variables (d : nat) (S : 'cV[R]_d) (A : 'M[R]_d) (x0 : 'cV[R]_d).
Hypotheses (As : A^T = A) (x01 : ‖x0‖ <= 2%:R^-1).
Let l := S - (2%:R : R) *: (A *m x0).
Let F (x : 'cV[R]_d) := exp (⟨x, S⟩ - qf A x).
(* the integrand after the shift, on the ball around -x0 *)
Let g (x : 'cV[R]_d) := if ‖x + x0‖ <= 1 then exp (⟨l, x⟩ - qf A x) else 0.

(* expansion at x0 *)
Lemma shift_exponent y : ⟨y + x0, S⟩ - qf A (y + x0) = (⟨x0, S⟩ - qf A x0) + (⟨l, y⟩ - qf A y).
Proof.
rewrite /l dotDl dotDl dotNl dotZl (dotC _ y) (dotC _ y : ⟨A *m x0, y⟩ = _) {1}/qf bfDl !bfDr (bfC x0 y As).
rewrite -!/(qf _ _) -/(bf A y x0).
by move: (dot y S) (dot x0 S) (bf A y x0) (qf A y) (qf A x0) => x1 x2 x3 x4 x5; ring.
Qed.

(* the second line of the display: the shifted integral exists, and the mixture is e^{f(x0)} times it *)
Lemma shift_int : is_int g (Int g) /\ Int (inball 1 F) = exp (⟨x0, S⟩ - qf A x0) * Int g.
Proof.
set E0 := ⟨x0, S⟩ - qf A x0; have L : LLn F := exp_LL S A.
have h := ball_int_shift L (fun x => exp_ge0 _) x01.
have ge : (fun x => exp (- E0) * inball 1 F (x + x0)) = g.
  apply: functional_extensionality => x; rewrite /g /inball; case: ifP => _; last by rewrite mulr0.
  by rewrite /F shift_exponent -/E0 -expD addKr.
have := is_int_scal (exp_ge0 (- E0)) h; rewrite ge => h'; rewrite (is_int_Int h'); split=> //.
by rewrite mulrA -expD subrr exp0 mul1r.
Qed.

(* the third line: the ball around -x0 holds the half ball *)
Lemma shift_half : Int (inball 2%:R^-1 (fun x => exp (⟨l, x⟩ - qf A x))) <= Int g.
Proof.
have L : LLn (fun x => exp (⟨l, x⟩ - qf A x)).
  have -> : (fun x => exp (⟨l, x⟩ - qf A x)) = (fun x => exp (⟨x, l⟩ - qf A x)); last exact: exp_LL.
  by apply: functional_extensionality => x; rewrite dotC.
apply: (is_int_le (ball_int_signed half_gt0 half_le1 L) (proj1 shift_int)) => x; rewrite /inball /g.
case: ifP => h1; last by case: ifP => _; rewrite ?exp_ge0.
suff -> : ‖x + x0‖ <= 1 by [].
by rewrite nrm2E; apply: le_trans (nrmD _ _ (psd1 _ _)) _; rewrite -!nrm2E (splitr 1) div1r ler_add.
Qed.

(* the fourth line: the density of the truncated law is read off *)
Lemma shift_mean : 0 < normaliser 2%:R^-1 A -> Int (inball 2%:R^-1 (fun x => exp (⟨l, x⟩ - qf A x))) =
  normaliser 2%:R^-1 A * Int (inball 2%:R^-1 (fun x => gauss A x / normaliser 2%:R^-1 A * exp ⟨l, x⟩)).
Proof.
set N := normaliser _ _ => N0; have [_ ex _ _ _] := half_mean l N0.
have Ll : LLn (fun x => ⟨l, x⟩).
  have -> : (fun x => ⟨l, x⟩) = (fun x => ⟨x, l⟩) by apply: functional_extensionality => x; rewrite dotC.
  exact: LLn_dot.
have Le : LLn (fun x => exp ⟨l, x⟩) := LLn_comp LL_exp Ll.
apply: is_int_Int; have := is_int_scal (ltW N0) (ex _ Le); congr is_int.
apply: functional_extensionality => x; rewrite /inball; case: ifP => _; rewrite ?mulr0 // mulrA mulrCA.
by rewrite mulfV ?gt_eqF // mulr1 /gauss -expD addrC.
Qed.
End Shift.

(* a sharper prior gives a Gaussian factor more weight *)
Lemma sharper_prior d (a b c : R) : (0 < d)%N -> 0 < a -> b < c ->
  mean b (gauss (a%:M : 'M[R]_d)) < mean c (gauss (a%:M : 'M[R]_d)).
Proof.
move=> d0 a0 bc; have y0 : 0 < c - b by rewrite subr_gt0.
pose N x := normaliser 1 (x%:M : 'M[R]_d); have N0 x : 0 < N x := normaliser_gt0 _ _.
have iN x : is_int (inball 1 (gauss (x%:M : 'M[R]_d))) (N x) := proj1 (normaliser_int d x).
have gM x y z : gauss (x%:M : 'M[R]_d) z * gauss y%:M z = gauss (x + y)%:M z.
  by rewrite /gauss !qf_scalar -expD -opprD mulrDl.
have eM x : mean x (gauss (a%:M : 'M[R]_d)) = N (x + a) / N x.
  by rewrite /mean; congr (Int (inball 1 _) / _); apply: functional_extensionality => z; rewrite gM.
rewrite !eM; pose v := N (b + a) / N b; have v0 : 0 < v by rewrite divr_gt0.
have v1 : v < 1 by rewrite ltr_pdivr_mulr // mul1r; apply: normaliser_lt; rewrite // ltr_addl.
pose th := (c - b) / a; have th0 : 0 < th by rewrite divr_gt0.
pose gs := exp (th * ln v); have gs0 : 0 <= gs := exp_ge0 _.
have lv : ln v < 0 by rewrite -(ln_1 : ln 1 = 0); apply/RltP/ln_increasing; exact/RltP.
have gs1 : gs < 1 by rewrite -exp0; apply/RltP/exp_increasing/RltP; rewrite pmulr_rlt0.
pose F z := gauss (b%:M : 'M[R]_d) z * ((gauss a%:M z - v) * (gauss (c - b)%:M z - gs)).
have LF : LLn F.
  have Lc (x : R) : LLn (fun _ : 'cV[R]_d => - x) := LLn_const d _.
  by apply: LLn_mul; [exact: gauss_LL|apply: LLn_mul; apply: LLn_add => //; exact: gauss_LL].
have F0 z : 0 <= F z.
  rewrite mulr_ge0 ?gauss_ge0 // /gauss !qf_scalar.
  have e : - ((c - b) * ⟨z, z⟩) = th * - (a * ⟨z, z⟩).
    by rewrite /th mulrN mulrA divfK // gt_eqF.
  rewrite e; move: (- (a * _)) => q; rewrite -{1}(lnK v0).
  have [h|h] := lerP (ln v) q.
    by rewrite mulr_ge0 // subr_ge0 exp_le // ler_wpmul2l // ltW.
  by rewrite mulr_le0 // subr_le0 exp_le // ?ler_wpmul2l // ltW.
have P : 0 < Int (inball 1 F).
  have -> : 0 = Int (inball 1 (fun _ : 'cV[R]_d => 0)).
    apply/esym/is_int_Int; have := is_int_LL (LLn_const d 0); rewrite J_zero; congr is_int.
    by apply: functional_extensionality => x; rewrite /inball if_same.
  apply: (ball_int_lt (z := 0) ltr01 (lexx 1) (LLn_const d 0) LF F0).
    by rewrite dot0r divr_ge0 ?sqr_ge0 ?ler0n.
  by rewrite /F /gauss !qf_scalar dot0r !mulr0 oppr0 exp0 mul1r mulr_gt0 ?subr_gt0.
have i1 := is_int_sub (iN (c + a)) (is_int_scal (ltW v0) (iN c)).
have i2 := is_int_sub (is_int_scal (ltW v0) (iN b)) (iN (b + a)).
have eb : v * N b - N (b + a) = 0 :> R by rewrite divfK ?subrr // gt_eqF.
have e0 : N (c + a) - v * N c + gs * 0 = N (c + a) - v * N c by rewrite mulr0 addr0.
have i3 := eq_ind _ (is_int _) (is_int_add i1 (is_int_scal gs0 (eq_ind _ (is_int _) i2 _ eb))) _ e0.
have : is_int (inball 1 F) (N (c + a) - v * N c).
  move: i3; congr is_int; apply: functional_extensionality => z; rewrite /inball; case: ifP => _; last first.
    by rewrite !mulr0 !subr0 mulr0 addr0.
  have e1 : gauss (c + a)%:M z = gauss b%:M z * gauss a%:M z * gauss (c - b)%:M z.
    by rewrite !gM; congr (gauss _%:M z); rewrite addrAC addrCA subrr addr0 addrC.
  have e2 : gauss c%:M z = gauss b%:M z * gauss (c - b)%:M z by rewrite gM addrC subrK.
  rewrite /F e1 e2 -(gM b a); move: (gauss b%:M z) (gauss a%:M z) (gauss (c - b)%:M z) (v) (gs).
  by clear => x1 x2 x3 x4 x5; ring.
by move=> /is_int_Int eP; move: P; rewrite eP subr_gt0 ltr_pdivl_mulr.
Qed.
