(* The mixture over directions: a truncated Gaussian density on the unit ball. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices integrals.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Record mixture (d : nat) (b lam kap : R) := Mixture {
  mix : ('cV[R]_d -> R) -> R;
  good : ('cV[R]_d -> R) -> Prop;
  good_exp : forall S (A : 'M[R]_d), good (fun x => exp (dot x S - qf A x));
  good_one : good (fun=> 1);
  good_sum : forall (I : finType) (c : I -> R) f, (forall i, good (f i)) ->
    good (fun x => \sum_i c i * f i x);
  mix_sum : forall (I : finType) (c : I -> R) f, (forall i, good (f i)) ->
    mix (fun x => \sum_i c i * f i x) = \sum_i c i * mix (f i);
  mix_le : forall f h, good f -> good h -> (forall x, nrm2 x <= 1 -> f x <= h x) -> mix f <= mix h;
  mix_ext : forall f h, (forall x, f x = h x) -> mix f = mix h;
  good_ext : forall f h, (forall x, f x = h x) -> good f -> good h;
  mix_one : mix (fun=> 1) = 1;
  mix_low : forall S (A : 'M[R]_d) x0, pd A -> loewner lam%:M A -> nrm2 x0 <= 2%:R^-1 ->
    kap ^+ d *
    (exp (b * dot x0 S - b ^+ 2 * qf A x0) * (Num.sqrt lam ^+ d / (2%:R ^+ d * Num.sqrt (\det A))))
    <= mix (fun x => exp (b * dot x S - b ^+ 2 * (qf A x - lam * dot x x))) }.

Lemma exp_tangent (u : R) : 1 + u <= exp u.
Proof. by apply/RleP; exact: exp_ineq1_le. Qed.

Lemma dot_coord d (x : 'cV[R]_d) i : `|x i 0| ^+ 2 <= dot x x.
Proof.
rewrite (real_normK (num_real _)) dotE (bigD1 i) //= -expr2 ler_addl.
by apply: sumr_ge0 => j _; rewrite -expr2 sqr_ge0.
Qed.
Lemma coord_nrm2 d (x : 'cV[R]_d) i : `|x i 0| <= nrm2 x.
Proof.
rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?nrm2_ge0 //.
by rewrite nrm2_sqr dot_coord.
Qed.

Lemma half_sq (F : realFieldType) (z : F) : 0 < z -> z < 1 -> (z / 2%:R + 2%:R^-1) ^+ 2 <= 1 - (1 - z) / 2%:R.
Proof.
move=> z0 z1; have -> : 1 - (1 - z) / 2%:R = z / 2%:R + 2%:R^-1 by clear; field.
rewrite expr2 -[X in _ <= X]mulr1; apply: ler_wpmul2l.
  by rewrite addr_ge0 ?divr_ge0 ?invr_ge0 ?ler0n // ltW.
have e : 1 = 2%:R^-1 + 2%:R^-1 :> F by clear; field.
by rewrite [X in _ <= X]e ler_add2r -[X in _ <= X]mul1r ler_pmul2r ?invr_gt0 ?ltr0n // ltW.
Qed.

Section Construct.
Variables (d : nat) (b lam kap : R).
Hypotheses (lam0 : 0 < lam) (kap0 : 0 < kap) (kap1 : kap < 1).
Implicit Types (x y : 'cV[R]_d) (f : 'cV[R]_d -> R).
Let c := b ^+ 2 * lam.
Let k := (1 - kap) / 2%:R.
Let sg := kap / 2%:R.
Definition dens (a v : R) := cut k v * exp (- (a * v)).
Let p x := dens c (dot x x).
Let Z := J p.

Lemma k_gt0 : 0 < k. Proof. by rewrite /k divr_gt0 ?subr_gt0 ?ltr0n. Qed.
Let k0' : Rlt (IZR 0) k. Proof. exact/RltP/k_gt0. Qed.
Lemma c_ge0 : 0 <= c. Proof. by rewrite /c mulr_ge0 ?sqr_ge0 ?ltW. Qed.
Lemma dens_LL a : LL (dens a).
Proof. by apply: LL_mul; [exact: LL_cut|exact: LL_expl]. Qed.
Lemma cutp v : 0 <= cut k v. Proof. by apply/RleP; exact: cut_ge0. Qed.
Lemma cut_1 v : cut k v <= 1. Proof. by apply/RleP; exact: cut_le1. Qed.
Lemma cut_far v : 1 <= v -> cut k v = 0. Proof. by move=> /RleP h; exact: cut_out. Qed.
Lemma dens_ge0 a v : 0 <= dens a v.
Proof. by rewrite mulr_ge0 ?cutp ?exp_ge0. Qed.
Lemma dens_far a v : 1 <= v -> dens a v = 0.
Proof. by move=> h; rewrite /dens cut_far ?mul0r. Qed.
Lemma p_LL : LLn p.
Proof.
have -> : p = (fun x => dens c (qf 1%:M x)) by apply: functional_extensionality => x; rewrite qf_scalar mul1r.
by apply: LLn_comp; [exact: dens_LL|exact: LLn_qf].
Qed.
Lemma Z_gt0 : 0 < Z.
Proof.
apply: J_gt0; [exact: dens_LL|exact: dens_ge0|].
rewrite /dens (cut_in _ _ k0') ?mul1r; first by apply/RltP; exact: exp_pos.
apply/RleP; rewrite -[Rminus _ _]/(1 - k)%ring subr_ge0 /k ler_pdivr_mulr ?ltr0n // mul1r.
by rewrite ler_subl_addl ler_paddl ?(ltW kap0) // ler1n.
Qed.

Definition mixf f := J (fun x => p x * f x) / Z.

Lemma exp_LL S (A : 'M[R]_d) : LLn (fun x => exp (dot x S - qf A x)).
Proof. by apply: LLn_comp; [exact: LL_exp|apply: LLn_add; [exact: LLn_dot|apply: LLn_opp; exact: LLn_qf]]. Qed.
Lemma pf_LL f : LLn f -> LLn (fun x => p x * f x).
Proof. by move=> L; apply: LLn_mul => //; exact: p_LL. Qed.

Lemma mixf_le f h : LLn f -> LLn h -> (forall x, nrm2 x <= 1 -> f x <= h x) -> mixf f <= mixf h.
Proof.
move=> Lf Lh fh; rewrite /mixf ler_pmul2r ?invr_gt0 ?Z_gt0 //; apply: J_le; try exact: pf_LL.
move=> x; have [x1|x1] := lerP 1 (dot x x); first by rewrite /p dens_far ?mul0r.
apply: ler_wpmul2l; first exact: dens_ge0.
apply: fh; rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?nrm2_ge0 ?ler01 //.
by rewrite nrm2_sqr expr1n ltW.
Qed.

Lemma mixf_sum (I : finType) (a : I -> R) (f : I -> 'cV[R]_d -> R) : (forall i, LLn (f i)) ->
  mixf (fun x => \sum_i a i * f i x) = \sum_i a i * mixf (f i).
Proof.
move=> L; rewrite /mixf; have -> : (fun x => p x * \sum_i a i * f i x) = (fun x => \sum_i a i * (p x * f i x)).
  by apply: functional_extensionality => x; rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mulrCA.
rewrite J_sum => [|i]; last exact: pf_LL.
by rewrite mulr_suml; apply: eq_bigr => i _; rewrite mulrA.
Qed.

Section Low.
Variables (S : 'cV[R]_d) (A : 'M[R]_d) (x0 : 'cV[R]_d).
Hypotheses (Ap : pd A) (A1 : loewner lam%:M A) (x01 : nrm2 x0 <= 2%:R^-1).
Let g1 x := cut k (dot x x) * exp (b * dot x S - b ^+ 2 * qf A x).
Let E0 := b * dot x0 S - b ^+ 2 * qf A x0.
Let u := lam * sg ^+ 2.
Let B : 'M[R]_d := u^-1 *: A.
Let l := b *: S - (b ^+ 2 *+ 2) *: (A *m x0).
Let a := b ^+ 2 * u.
Let q y := dens a (qf B y).

Lemma sg_gt0 : 0 < sg. Proof. by rewrite /sg divr_gt0 ?ltr0n. Qed.
Lemma sg_le : sg <= 2%:R^-1.
Proof. by rewrite /sg ler_pdivr_mulr ?ltr0n // mulVf ?pnatr_eq0 // ltW. Qed.
Lemma u_gt0 : 0 < u. Proof. by rewrite /u mulr_gt0 ?exprn_gt0 ?sg_gt0. Qed.
Lemma qfB y : qf B y = qf A y / u. Proof. by rewrite /B qfZ mulrC. Qed.
Lemma B_dot y : dot y y <= sg ^+ 2 * qf B y.
Proof.
rewrite qfB /u invfM mulrCA [sg ^+ 2 * _]mulrCA mulfV ?mulr1 ?expf_neq0 ?gt_eqF ?sg_gt0 //.
by rewrite ler_pdivl_mulr // mulrC -qf_scalar A1.
Qed.
Lemma B_ge y : dot y y <= qf B y.
Proof.
apply: (le_trans (B_dot y)); rewrite -[X in _ <= X]mul1r; apply: ler_wpmul2r.
  by rewrite qfB divr_ge0 ?(ltW u_gt0) //; have [_] := pd_psd Ap; apply.
apply: exprn_ile1; first exact/ltW/sg_gt0.
by apply: (le_trans sg_le); rewrite invf_le1 ?ltr0n // ler1n.
Qed.
Lemma B_pd : pd B.
Proof.
have [As Aq] := Ap; split; first by rewrite /B linearZ /= As.
by move=> x /Aq h; rewrite qfB divr_gt0 // u_gt0.
Qed.
Lemma B_loewner : loewner 1%:M B.
Proof. by move=> x; rewrite qf_scalar mul1r B_ge. Qed.

Lemma integrand x : p x * exp (b * dot x S - b ^+ 2 * (qf A x - lam * dot x x)) = g1 x.
Proof.
rewrite /p /dens /g1 -mulrA -expD; congr (_ * exp _); rewrite /c.
by move: (dot x S) (qf A x) (dot x x) => x1 x2 x3; ring.
Qed.
Lemma g1_LL : LLn g1.
Proof.
apply: LLn_mul.
  have -> : (fun x => cut k (dot x x)) = (fun x => cut k (qf 1%:M x)).
    by apply: functional_extensionality => x; rewrite qf_scalar mul1r.
  by apply: LLn_comp; [exact: LL_cut|exact: LLn_qf].
have -> : (fun x => exp (b * dot x S - b ^+ 2 * qf A x)) = (fun x => exp (dot x (b *: S) - qf (b ^+ 2 *: A) x)).
  by apply: functional_extensionality => x; rewrite dotZr qfZ.
exact: exp_LL.
Qed.
Lemma g1_far x i : 1 <= `|x i 0| -> g1 x = 0.
Proof.
move=> h; rewrite /g1 cut_far ?mul0r //; apply: le_trans (dot_coord x i).
by rewrite -[X in X <= _](expr1n _ 2) ler_pexpn2r ?nnegrE ?ler01.
Qed.
Lemma g1_van : van g1.
Proof. by move=> x i h; apply: (@g1_far x i); apply: le_trans h; rewrite ler1n. Qed.
Lemma g1_van' : van (fun x => g1 (x + x0)).
Proof.
move=> x i h; apply: (@g1_far _ i); rewrite mxE.
have h1 : `|x0 i 0| <= 1.
  by apply: (le_trans (coord_nrm2 x0 i)); apply: (le_trans x01); rewrite invf_le1 ?ltr0n // ler1n.
have : 2%:R <= `|x i 0 + x0 i 0| + `|x0 i 0|.
  by apply: (le_trans h); rewrite -{1}[x i 0](addrK (x0 i 0)); exact: ler_norm_sub.
rewrite -ler_subl_addr; apply: le_trans.
by rewrite ler_subr_addr -[2%:R]/(1 + 1)%ring ler_add2l.
Qed.

Lemma q_LL : LLn q. Proof. by apply: LLn_comp; [exact: dens_LL|exact: LLn_qf]. Qed.
Lemma q_ge0 y : 0 <= q y. Proof. exact: dens_ge0. Qed.
Lemma q_van : van q.
Proof.
move=> y i h; apply: dens_far; apply: le_trans (B_ge y); apply: le_trans (dot_coord y i).
by apply: (@le_trans _ _ (2%:R ^+ 2)); rewrite -?natrX ?ler1n // natrX ler_pexpn2r ?nnegrE ?ler0n.
Qed.

Lemma g1_low y : exp E0 * (q y + q y * dot y l) <= g1 (y + x0).
Proof.
have E : b * dot (y + x0) S - b ^+ 2 * qf A (y + x0) = E0 + (dot y l - a * qf B y).
  have [As _] := Ap.
  have aq : a * qf B y = b ^+ 2 * qf A y by rewrite /a qfB -mulrA [u * _]mulrC divfK // gt_eqF // u_gt0.
  rewrite aq /E0 /l dotDl dotDr dotNr !dotZr {1}/qf bfDl !bfDr (bfC x0 y As) -!/(qf _ _) -/(bf A y x0).
  by move: (dot y S) (dot x0 S) (bf A y x0) (qf A y) (qf A x0) => x1 x2 x3 x4 x5; ring.
rewrite /g1 E (expD E0) mulrCA; apply: ler_wpmul2l; first exact: exp_ge0.
apply: (@le_trans _ _ (q y * exp (dot y l))).
  by rewrite -{1}[q y]mulr1 -mulrDr; apply: ler_wpmul2l; [exact: q_ge0|exact: exp_tangent].
rewrite /q /dens -mulrA -expD addrC; apply: ler_wpmul2r; first exact: exp_ge0.
have [h|h] := lerP 1 (qf B y); first by rewrite cut_far // cutp.
rewrite (_ : cut k (dot _ _) = 1) ?cut_1 //; apply: cut_in => //; apply/RleP; rewrite -[Rminus _ _]/(1 - k)%ring.
have n1 : nrm2 y <= sg.
  rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?nrm2_ge0 ?(ltW sg_gt0) // nrm2_sqr.
  apply: (le_trans (B_dot y)); rewrite -[X in _ <= X]mulr1; apply: ler_wpmul2l; first exact: sqr_ge0.
  exact: ltW.
have n2 : nrm2 (y + x0) <= sg + 2%:R^-1.
  by rewrite nrm2E; apply: le_trans (nrmD _ _ (psd1 _ _)) _; rewrite -!nrm2E ler_add.
rewrite -nrm2_sqr; apply: (@le_trans _ _ ((sg + 2%:R^-1) ^+ 2)).
  by rewrite ler_pexpn2r ?nnegrE ?nrm2_ge0 // addr_ge0 ?(ltW sg_gt0) // invr_ge0 ler0n.
exact: half_sq.
Qed.

Lemma odd_zero : J (fun y => q y * dot y l) = 0.
Proof.
have L : LLn (fun y => q y * dot y l) by apply: LLn_mul; [exact: q_LL|exact: LLn_dot].
have V : van (fun y => q y * dot y l) by move=> y i h; rewrite (q_van h) mul0r.
have := J_neg L V.
have -> : (fun y => q (- y) * dot (- y) l) = (fun y => -1 * (q y * dot y l)).
  apply: functional_extensionality => y; rewrite dotNl mulrN mulN1r; congr (- (_ * _)).
  by rewrite /q /qf bfNl bfNr opprK.
rewrite J_scal // mulN1r => /eqP; rewrite eq_sym -addr_eq0 -mulr2n mulrn_eq0 /= => /eqP.
exact.
Qed.

Lemma J_q : J q = (Num.sqrt (\det B))^-1 * J (fun x : 'cV[R]_d => dens a (dot x x)).
Proof. by apply: J_qf; [exact: B_pd|exact: B_loewner|exact: dens_LL|exact: dens_far]. Qed.

Lemma Z_le : Z <= J (fun x : 'cV[R]_d => dens a (dot x x)).
Proof.
apply: J_le; first exact: p_LL.
  have -> : (fun x : 'cV[R]_d => dens a (dot x x)) = (fun x => dens a (qf 1%:M x)).
    by apply: functional_extensionality => x; rewrite qf_scalar mul1r.
  by apply: LLn_comp; [exact: dens_LL|exact: LLn_qf].
move=> x; apply: ler_wpmul2l; first exact: cutp.
apply: exp_le; rewrite ler_opp2; apply: ler_wpmul2r; first exact: dot_ge0.
rewrite /a /u /c; apply: ler_wpmul2l; first exact: sqr_ge0.
rewrite -[X in _ <= X]mulr1; apply: ler_wpmul2l; first exact: ltW.
apply: exprn_ile1; first exact/ltW/sg_gt0.
by apply: (le_trans sg_le); rewrite invf_le1 ?ltr0n // ler1n.
Qed.

Lemma det_B : (Num.sqrt (\det B))^-1 = kap ^+ d * (Num.sqrt lam ^+ d / (2%:R ^+ d * Num.sqrt (\det A))).
Proof.
have sl : 0 < Num.sqrt lam by rewrite sqrtr_gt0.
have e : u^-1 = (Num.sqrt lam * sg)^-1 ^+ 2 by rewrite exprVn exprMn sqr_sqrtr ?ltW.
have s0 : 0 <= (Num.sqrt lam * sg)^-1 ^+ d.
  by rewrite exprn_ge0 // invr_ge0 mulr_ge0 ?(ltW sl) // ltW // sg_gt0.
rewrite /B detZ e -exprM mulnC exprM sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm // invfM.
rewrite exprVn invrK /sg exprMn expr_div_n [RHS]mulrA invfM.
by rewrite [kap ^+ d * _]mulrC !mulrA.
Qed.

Lemma mixf_low : kap ^+ d * (exp E0 * (Num.sqrt lam ^+ d / (2%:R ^+ d * Num.sqrt (\det A))))
  <= mixf (fun x => exp (b * dot x S - b ^+ 2 * (qf A x - lam * dot x x))).
Proof.
rewrite /mixf ler_pdivl_mulr ?Z_gt0 //.
have -> : (fun x => p x * exp (b * dot x S - b ^+ 2 * (qf A x - lam * dot x x))) = g1.
  by apply: functional_extensionality => x; exact: integrand.
rewrite mulrCA -det_B -mulrA.
rewrite -(J_shift g1_LL g1_van g1_van').
have Lql : LLn (fun y => q y * dot y l) by apply: LLn_mul; [exact: q_LL|exact: LLn_dot].
have Lq : LLn (fun y => q y + q y * dot y l) by apply: LLn_add => //; exact: q_LL.
apply: (@le_trans _ _ (J (fun y => exp E0 * (q y + q y * dot y l)))).
  rewrite J_scal // J_add //; last exact: q_LL.
  rewrite odd_zero addr0 J_q; apply: ler_wpmul2l; first exact: exp_ge0.
  by apply: ler_wpmul2l; [rewrite invr_ge0 sqrtr_ge0|exact: Z_le].
apply: J_le; [|exact: LLn_shift g1_LL|exact: g1_low].
by apply: LLn_mul => //; exact: LLn_const.
Qed.
End Low.

Definition the_mixture : mixture d b lam kap.
Proof.
apply: (@Mixture d b lam kap mixf (@LLn d)).
- exact: exp_LL.
- exact: LLn_const.
- by move=> I a f L; apply: LLn_sum => i; apply: LLn_mul => //; exact: LLn_const.
- exact: mixf_sum.
- exact: mixf_le.
- by move=> f h e; congr mixf; apply: functional_extensionality.
- by move=> f h e; have -> : f = h by apply: functional_extensionality.
- rewrite /mixf; have -> : (fun x => p x * 1) = p by apply: functional_extensionality => x; rewrite mulr1.
  by rewrite divff // gt_eqF // Z_gt0.
- by move=> S A x0 Ap A1 x01; exact: mixf_low.
Defined.
End Construct.
