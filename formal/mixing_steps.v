(* Integrals for the steps of the mixture (lines 1435-1716): signed integrands over a ball, reflection and
   translation of a ball, strict comparison, and balls of any radius. *)
From Coq Require Import Reals Lra FunctionalExtensionality ssreflect.
From Coquelicot Require Import Coquelicot.
From Glb Require Import integrals.
(** * One variable *)

Section OneVariable.
Local Open Scope R_scope.
(* reflection, without a condition at the ends *)
Lemma I1_flip f : LL f -> I1 (fun t => f (- t)) = I1 f.
Proof.
move=> L; rewrite /I1; have ex a b := LL_ex f a b L.
have H := RInt_comp_lin f (-1) 0 (-2) 2 (ex _ _).
have e1 : -1 * -2 + 0 = 2 by lra.
have e2 : -1 * 2 + 0 = -2 by lra.
rewrite e1 e2 in H.
rewrite -(opp_RInt_swap (V := R_CompleteNormedModule) f 2 (-2)) //.
rewrite -H -(RInt_opp (V := R_CompleteNormedModule)).
  apply: RInt_ext => x _; rewrite /opp /scal /= /mult /=.
  have -> : -1 * x + 0 = - x by lra.
  by rewrite -Ropp_mult_distr_l Rmult_1_l Ropp_involutive.
apply: (ex_RInt_continuous (V := R_CompleteNormedModule)) => z _.
apply: (continuous_scal_r (V := R_NormedModule) (-1) (fun x => f (-1 * x + 0))).
apply: (continuous_comp (fun x => -1 * x + 0) f); last exact: LL_cont.
by apply: (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); auto_derive.
Qed.

(* positive at an inner point and nowhere negative: the integral is positive *)
Lemma I1_pos f z : LL f -> (forall x, 0 <= f x) -> Rabs z < 2 -> 0 < f z -> 0 < I1 f.
Proof.
move=> L p z2 fz; have [K [K0 H]] := L 2; have ex a b := LL_ex f a b L.
have [z4 z3] := Rabs_def2 _ _ z2.
pose r := Rmin (Rmin (2 - z) (z + 2)) (f z / (K + 1)).
have q0 : 0 < f z / (K + 1) by apply: Rdiv_lt_0_compat; lra.
have r0 : 0 < r by apply: Rmin_pos => //; apply: Rmin_pos; lra.
have r1 : r <= 2 - z by apply: Rle_trans (Rmin_l _ _) (Rmin_l _ _).
have r1' : r <= z + 2 by apply: Rle_trans (Rmin_l _ _) (Rmin_r _ _).
have r2 : r <= f z / (K + 1) by exact: Rmin_r.
rewrite /I1 -(RInt_Chasles f (-2) (z - r) 2) // -(RInt_Chasles f (z - r) (z + r) 2) // /plus /=.
have a1 : 0 <= RInt f (-2) (z - r) by apply: RInt_ge_0 => //; lra.
have a2 : 0 <= RInt f (z + r) 2 by apply: RInt_ge_0 => //; lra.
have a3 : 0 < RInt f (z - r) (z + r).
  apply: RInt_gt_0; [lra| |by move=> x _; exact: LL_cont].
  move=> x hx; have hx' : Rabs (x - z) < r by apply: Rabs_def1; lra.
  have := H x z ltac:(apply: Rabs_le; lra) ltac:(lra) => h.
  have e : (K + 1) * (f z / (K + 1)) = f z by field; lra.
  have px := Rabs_pos (x - z); have : f z - f x <= Rabs (f x - f z).
    by rewrite Rabs_minus_sym; exact: Rle_abs.
  by have : K * Rabs (x - z) < f z; [nra|lra].
lra.
Qed.

(* the integral over [-b, b], by scaling *)
Lemma RInt_scale f u : LL f -> RInt f (- (u * 2)) (u * 2) = u * I1 (fun t => f (u * t)).
Proof.
move=> L; have H := RInt_comp_lin f u 0 (-2) 2 (LL_ex f _ _ L).
have e1 : u * -2 + 0 = - (u * 2) by ring.
have e2 : u * 2 + 0 = u * 2 by ring.
rewrite e1 e2 in H; rewrite -H /I1 -[Rmult u _]/(scal u (RInt (fun t => f (u * t)) (-2) 2)).
rewrite -(RInt_scal (V := R_CompleteNormedModule)); last first.
  apply: (ex_RInt_continuous (V := R_CompleteNormedModule)) => z _.
  apply: (continuous_comp (fun x => u * x) f); last exact: LL_cont.
  by apply: (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); auto_derive.
by apply: RInt_ext => x _; rewrite Rplus_0_r.
Qed.
End OneVariable.

From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices integrals mixing.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(** * Signed integrands, reflection, strict comparison *)

Section Signed.
Variable n : nat.
Implicit Types (f g : 'cV[R]_n -> R) (x : 'cV[R]_n).

(* equal functions, equal values *)
Lemma is_int_congr f g I1 I2 : is_int f I1 -> (forall x, f x = g x) -> I1 = I2 -> is_int g I2.
Proof. by move=> h fg <-; have <- : f = g by exact: functional_extensionality. Qed.

(* differences *)
Lemma is_int_sub f g I1 I2 : is_int f I1 -> is_int g I2 -> is_int (fun x => f x - g x) (I1 - I2).
Proof.
move=> hf hg e e0; have e2 : 0 < e / 2%:R by rewrite divr_gt0 ?ltr0n.
have [l [u [Ll Lu lu h1 h2]]] := hf _ e2; have [l' [u' [Ll' Lu' lu' h1' h2']]] := hg _ e2.
have N h : LLn h -> J (fun x => - h x) = - J h.
  move=> Lh; rewrite -mulN1r -J_scal //; congr J; apply: functional_extensionality => x.
  by rewrite mulN1r.
exists (fun x => l x - u' x), (fun x => u x - l' x).
rewrite (J_add Ll (LLn_opp Lu')) (J_add Lu (LLn_opp Ll')) !N //.
split; try exact: (LLn_add _ (LLn_opp _)).
- by move=> x; have /andP [a b] := lu x; have /andP [a' b'] := lu' x; rewrite !ler_sub.
- rewrite {1}(splitr e) opprD addrACA; apply: ler_add => //.
  by rewrite -opprD ler_opp2.
- rewrite {1}(splitr e) addrACA; apply: ler_add => //.
  by rewrite ler_oppl opprD opprK.
Qed.

(* the absolute value is Lipschitz *)
Lemma LL_norm : LL (fun x : R => `|x|).
Proof.
by apply/LLE => B; exists 1; split=> [|x y _ _]; [exact: ler01|rewrite mul1r ler_dist_dist].
Qed.

(* the integral of f over the ball of radius r <= 1 exists, for every locally Lipschitz f *)
Lemma ball_int_signed r f : 0 < r -> r <= 1 -> LLn f -> is_int (inball r f) (Int (inball r f)).
Proof.
move=> r0 r1 L; pose a x := (`|f x| + f x) / 2%:R; pose b x := (`|f x| - f x) / 2%:R.
have Ln : LLn (fun x => `|f x|) := LLn_comp LL_norm L.
have La : LLn a by apply: LLn_mul; [exact: LLn_add|exact: LLn_const].
have Lb : LLn b by apply: LLn_mul; [exact: (LLn_add Ln (LLn_opp L))|exact: LLn_const].
have a0 x : 0 <= a x.
  by rewrite divr_ge0 ?ler0n // -ler_subl_addr sub0r -normrN ler_norm.
have b0 x : 0 <= b x by rewrite divr_ge0 ?ler0n // subr_ge0 ler_norm.
have e : (fun x => inball r a x - inball r b x) = inball r f.
  apply: functional_extensionality => x; rewrite /inball; case: ifP => _; last by rewrite subrr.
  by rewrite /a /b; move: `|f x| (f x) => u v; field.
have := is_int_sub (ball_int r0 r1 La a0) (ball_int r0 r1 Lb b0); rewrite e => h.
by rewrite (is_int_Int h).
Qed.

End Signed.

(* reflection: the cube is symmetric *)
Lemma J_flip n (f : 'cV[R]_n -> R) : LLn f -> J (fun x => f (- x)) = J f.
Proof.
elim: n f => [|n IH] f L; first by rewrite /= oppr0.
rewrite /= -(IH (Pt f)); last exact: LLn_Pt.
congr J; apply: functional_extensionality => y; rewrite /Pt.
rewrite -(I1_flip (fun t => f (cns t (- y)))); last exact: LL_line.
by congr integrals_line.I1; apply: functional_extensionality => t; rewrite cnsN.
Qed.
Lemma is_int_flip n (g : 'cV[R]_n -> R) I : is_int g I -> is_int (fun x => g (- x)) I.
Proof.
move=> h e e0; have [l [u [Ll Lu lu h1 h2]]] := h e e0.
have F (f : 'cV[R]_n -> R) : LLn f -> LLn (fun x => f (- x)).
  move=> L B; have [K [K0 H]] := L B; exists K; split=> // x y bx bY.
  have b (z : 'cV[R]_n) : box B z -> box B (- z) by move=> bz i; rewrite mxE normrN.
  apply: (le_trans (H _ _ (b x bx) (b y bY))); rewrite ler_wpmul2l //; apply: ler_sum => i _.
  by rewrite !mxE opprK addrC distrC.
exists (fun x => l (- x)), (fun x => u (- x)); rewrite !J_flip //; split=> //; exact: F.
Qed.

(* an odd integrand has integral zero *)
Lemma Int_odd n (g : 'cV[R]_n -> R) : is_int g (Int g) -> (forall x, g (- x) = - g x) -> Int g = 0.
Proof.
move=> h o; have := is_int_flip h; have -> : (fun x => g (- x)) = (fun x => 0 - g x).
  by apply: functional_extensionality => x; rewrite o sub0r.
move=> h'; have z : is_int (fun _ : 'cV[R]_n => 0) 0.
  by rewrite -[X in is_int _ X](J_zero n); apply: is_int_LL; exact: LLn_const.
have e : Int g = 0 - Int g := is_int_unique h' (is_int_sub z h); move: e; rewrite sub0r => /eqP.
by rewrite -addr_eq0 -mulr2n mulrn_eq0 /= => /eqP.
Qed.

(* a function that is nowhere negative, and positive at an inner point of the cube *)
Lemma J_pos n (f : 'cV[R]_n -> R) (z : 'cV[R]_n) :
  LLn f -> (forall x, 0 <= f x) -> (forall i, `|z i 0| < 2%:R) -> 0 < f z -> 0 < J f.
Proof.
elim: n f z => [|n IH] f z L f0 z2 fz; first by move: fz; rewrite [z]flatmx0.
rewrite JS; apply: (IH _ (\col_i z (lift 0 i) 0)); first exact: LLn_Pt.
- move=> y; apply/RleP; apply: RInt_ge_0; [lra|by apply: LL_ex; exact: LL_line|].
  by move=> t _; apply/RleP.
- by move=> i; rewrite mxE.
apply/RltP; apply: (I1_pos _ (z 0 0)); [exact: LL_line|by move=> t; apply/RleP| |].
  by have /RltP := z2 0; rewrite -INRE.
by apply/RltP; rewrite -cnsE.
Qed.

(* strict comparison: f <= g, and f + b <= g for some b >= 0 that is positive at an inner point *)
Lemma is_int_lt n (f g b : 'cV[R]_n -> R) I1 I2 (z : 'cV[R]_n) : is_int f I1 -> is_int g I2 -> LLn b ->
  (forall x, 0 <= b x) -> (forall i, `|z i 0| < 2%:R) -> 0 < b z -> (forall x, f x + b x <= g x) -> I1 < I2.
Proof.
move=> hf hg Lb b0 z2 bz fg.
apply: (@lt_le_trans _ _ (I1 + J b)); first by rewrite ltr_addl; exact: J_pos bz.
exact: (is_int_le (is_int_add hf (is_int_LL Lb)) hg).
Qed.

(** * A ball off the origin *)

(* the unit ball around -x0, with x0 in the half ball, lies in the cube: a translation keeps the integral *)
Lemma ball_int_shift n (f : 'cV[R]_n -> R) x0 : LLn f -> (forall x, 0 <= f x) -> nrm2 x0 <= 2%:R^-1 ->
  is_int (fun x => inball 1 f (x + x0)) (Int (inball 1 f)).
Proof.
move=> L f0 h0 e e0; have [k [k0 k1 lu gap]] := ball_squeeze ltr01 (lexx 1) L f0 e0.
have Li : LLn (fun x => inner 1 k x * f x) by apply: LLn_mul => //; exact: (LLn_inner n 1%R k0).
have Lo : LLn (fun x => outer 1 k x * f x) by apply: LLn_mul => //; exact: (LLn_outer n ltr01 k0 k1).
have I := ball_int ltr01 (lexx 1) L f0.
have lI := is_int_le (is_int_LL Li) I (fun x => proj1 (andP (lu x))).
have Iu := is_int_le I (is_int_LL Lo) (fun x => proj2 (andP (lu x))).
have o3 x : 3%:R / 2%:R <= nrm2 x -> outer 1 k x = 0.
  move=> hx; apply: cut_far => //; rewrite expr1n divr1.
  have hx2 : (3%:R / 2%:R) ^+ 2 <= dot x x.
    by rewrite -nrm2_sqr ler_pexpn2r ?nnegrE ?nrm2_ge0 ?divr_ge0 ?ler0n.
  have k2 : 2%:R^-1 <= 1 - k by apply/RleP; move/RleP: k1; toR_goal; simpl; lra.
  apply: (@le_trans _ _ (2%:R^-1 * (3%:R / 2%:R) ^+ 2)).
    by apply/RleP; toR_goal; simpl; lra.
  by apply: ler_pmul => //; rewrite ?invr_ge0 ?ler0n ?sqr_ge0.
have i3 x : 3%:R / 2%:R <= nrm2 x -> inner 1 k x = 0.
  move=> /o3 z; apply/eqP; rewrite eq_le cutp andbT -z; exact: (inner_outer ltr01 k0 k1 x).
have far (x : 'cV[R]_n) i : 2%:R <= `|x i 0| -> 3%:R / 2%:R <= nrm2 (x + x0) /\ 3%:R / 2%:R <= nrm2 x.
  move=> hx; have hx' := le_trans hx (coord_nrm2 x i); split; last first.
    by apply: le_trans hx'; apply/RleP; toR_goal; simpl; lra.
  have t : nrm2 x <= nrm2 (x + x0) + nrm2 x0.
    rewrite -{1}[x](addrK x0) !nrm2E -(nrmN x0 (psd1 _ _)); exact: nrmD (psd1 _ _).
  have := le_trans hx' (le_trans t (ler_add (lexx _) h0)); rewrite -ler_subl_addr; apply: le_trans.
  by apply/RleP; toR_goal; simpl; lra.
have v (c : 'cV[R]_n -> R) : (forall x, 3%:R / 2%:R <= nrm2 x -> c x = 0) ->
    van (fun x => c x * f x) /\ van (fun x => c (x + x0) * f (x + x0)).
  by move=> c0; split=> x i /far [h1 h2]; rewrite c0 ?mul0r.
have [vi vi'] := v _ (i3 n); have [vo vo'] := v _ (o3 n).
exists (fun x => inner 1 k (x + x0) * f (x + x0)), (fun x => outer 1 k (x + x0) * f (x + x0)).
rewrite (J_shift Li vi vi') (J_shift Lo vo vo'); split.
- exact: LLn_shift Li.
- exact: LLn_shift Lo.
- by move=> x; exact: lu.
- by rewrite ler_subl_addr -ler_subl_addl (le_trans _ gap) // ler_add2l ler_opp2.
- by rewrite addrC -ler_subl_addr (le_trans _ gap) // ler_add2r.
Qed.

(** * Balls of any radius *)

(* the iterated Riemann integral over the cube [-b, b]^n; J is that of b = 2 *)
Fixpoint cube_int (b : R) n : ('cV[R]_n -> R) -> R :=
  match n with
  | O => fun f => f 0
  | n'.+1 => fun f => cube_int b (fun y => RInt (fun t => f (cns t y)) (- b) b)
  end.

Arguments cube_int b%ring [n] f.

(* g has the integral I over that cube: squeezed as in is_int *)
Definition is_cube_int n (b : R) (g : 'cV[R]_n -> R) (I : R) := forall eps, 0 < eps -> exists l u,
  [/\ LLn l, LLn u, forall x, l x <= g x <= u x, cube_int b u - eps <= I & I <= cube_int b l + eps].

Arguments is_cube_int [n] b%ring g I%ring.

(* scaling of the cube *)
Lemma LLn_scale n (f : 'cV[R]_n -> R) (u : R) : LLn f -> LLn (fun x => f (u *: x)).
Proof.
move=> L B; have [K [K0 H]] := L (`|u| * B); exists (K * `|u|); split; first exact: mulr_ge0.
have b (z : 'cV[R]_n) : box B z -> box (`|u| * B) (u *: z).
  by move=> bz i; rewrite mxE normrM ler_wpmul2l.
move=> x y bx bY; apply: le_trans (H _ _ (b x bx) (b y bY)) _; rewrite -mulrA ler_wpmul2l //.
by rewrite /dist mulr_sumr; apply: ler_sum => i _; rewrite !mxE -mulrBr normrM.
Qed.
Lemma cube_int_scale n (u : R) (f : 'cV[R]_n -> R) : 0 < u -> LLn f ->
  cube_int (u * 2%:R) f = u ^+ n * J (fun x => f (u *: x)).
Proof.
move=> u0; have e2 : 2%:R = IZR 2 :> R by rewrite -INRE INR_IZR_INZ.
elim: n f => [|n IH] f L; first by rewrite /= expr0 mul1r scaler0.
have Lu : LLn (Pt (fun x => f (u *: x))) by apply: LLn_Pt; exact: LLn_scale.
have e : (fun y => RInt (fun t => f (cns t y)) (- (u * 2%:R)) (u * 2%:R)) =
    (fun y => u * Pt (fun x => f (u *: x)) (u^-1 *: y)).
  apply: functional_extensionality => y; rewrite e2 /Pt.
  have -> : (fun t => f (u *: cns t (u^-1 *: y))) = (fun t => f (cns (Rmult u t) y)).
    apply: functional_extensionality => t; congr f; apply/matrixP => i j; rewrite ord1 mxE.
    case: (unliftP 0 i) => [k ->|->]; rewrite ?cns0 // !cnsS mxE mulrA mulfV ?mul1r // gt_eqF //.
  by apply: RInt_scale; exact: LL_line.
rewrite /= e IH; last by apply: LLn_mul; [exact: LLn_const|exact: (LLn_scale u^-1 Lu)].
rewrite exprSr -mulrA -(J_scal u Lu); congr (_ * J _); apply: functional_extensionality => y.
by rewrite scalerA mulVf ?scale1r // gt_eqF.
Qed.
Lemma is_cube_int_scale n (u : R) (g : 'cV[R]_n -> R) I : 0 < u -> is_int (fun x => g (u *: x)) I ->
  is_cube_int (u * 2%:R) g (u ^+ n * I).
Proof.
move=> u0 h e e0; have un : 0 < u ^+ n by rewrite exprn_gt0.
have [l [v [Ll Lv lv h1 h2]]] := h _ (divr_gt0 e0 un).
have E (f : 'cV[R]_n -> R) : (fun x : 'cV[R]_n => f (u^-1 *: (u *: x))) = f.
  by apply: functional_extensionality => x; rewrite scalerA mulVf ?scale1r // gt_eqF.
exists (fun x => l (u^-1 *: x)), (fun x => v (u^-1 *: x)).
have Ll' := LLn_scale u^-1 Ll; have Lv' := LLn_scale u^-1 Lv.
rewrite !cube_int_scale // !E; split=> //.
- move=> x; have := lv (u^-1 *: x); rewrite scalerA mulfV ?scale1r // gt_eqF //.
- by move: h1; rewrite -(ler_pmul2l un) mulrBr mulrCA mulfV ?mulr1 // gt_eqF.
- by move: h2; rewrite -(ler_pmul2l un) mulrDr mulrCA mulfV ?mulr1 // gt_eqF.
Qed.
(* The integral of f over the ball of radius r, taken in the cube [-2r, 2r]^n: the lower integral. *)
Definition ball_integral n (r : R) (f : 'cV[R]_n -> R) : R :=
  Lub.Lub_Rbar (fun y => exists l, LLn l /\ (forall x, l x <= inball r f x) /\ y = cube_int (r * 2%:R) l).
Arguments ball_integral [n] r%ring f.

(* It is the integral: that over the unit ball, scaled. *)
Lemma ball_integralE n (r : R) (f : 'cV[R]_n -> R) : 0 < r -> LLn f ->
  ball_integral r f = r ^+ n * Int (inball 1 (fun x => f (r *: x))) /\
  is_cube_int (r * 2%:R) (inball r f) (ball_integral r f).
Proof.
move=> r0 L; have rn : 0 < r ^+ n by rewrite exprn_gt0.
have e : (fun x : 'cV[R]_n => inball r f (r *: x)) = inball 1 (fun x => f (r *: x)).
  apply: functional_extensionality => x; rewrite /inball !nrm2E nrmZ ?(gtr0_norm r0); last exact: psd1.
  by rewrite -{2}[r]mulr1 ler_pmul2l.
have h := ball_int_signed ltr01 (lexx 1) (LLn_scale r L); rewrite -e in h.
have H := is_cube_int_scale r0 h; rewrite e in H.
set I := r ^+ n * _ in H *; suff -> : ball_integral r f = I by [].
rewrite /ball_integral; set S := fun y => _; have [ub least] := Lub.Lub_Rbar_correct S.
have up : Rbar.Rbar_le (Lub.Lub_Rbar S) I.
  apply: least => y [l [Ll [lg ->]]]; apply/RleP/ler_addgt0Pr => eps e0.
  have [l' [u [_ Lu lu h1 _]]] := H _ e0; rewrite -ler_subl_addr; apply: le_trans h1.
  rewrite ler_add2r !cube_int_scale // ler_wpmul2l ?(ltW rn) //.
  apply: J_le; try exact: LLn_scale; move=> x; apply: le_trans (lg _) _.
  by have /andP [] := lu (r *: x).
have lo eps : 0 < eps -> Rbar.Rbar_le (I - eps) (Lub.Lub_Rbar S).
  move=> e0; have [l [u [Ll Lu lu _ h2]]] := H _ e0.
  apply: (Rbar.Rbar_le_trans _ (cube_int (r * 2%:R) l)); first by apply/RleP; rewrite ler_subl_addr.
  by apply: ub; exists l; split=> //; split=> // x; have /andP [] := lu x.
move: up lo; case: (Lub.Lub_Rbar S) => [z|//|_ /(_ 1 ltr01) //] /= /RleP up lo.
apply/le_anti; rewrite up /=; apply/ler_addgt0Pr => eps /lo /RleP.
by rewrite ler_subl_addr.
Qed.
