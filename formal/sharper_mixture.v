(* The mixture over other balls (Z110): directions in the unit ball, a shift of length at most 1 - q, and the
   ball of radius q that is left.  mixing.v has q = 1/2 and pays 2^d for the ratio of the normal masses of the
   two balls; here the ratio is kept. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices integrals mixing.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Arguments normaliser [d] r%ring A%ring.
Local Arguments dens k%ring a%ring v%ring.

Section Balls.
Variable d : nat.
Implicit Types (x y : 'cV[R]_d) (A : 'M[R]_d).
Variable q : R.
Hypotheses (q0 : 0 < q) (q1 : q <= 1).

(* q^-2 I >= I, and its determinant *)
Lemma scaled_pd : pd ((q ^- 2)%:M : 'M[R]_d).
Proof.
by split; [rewrite tr_scalar_mx|move=> y /dot_gt0 y0; rewrite qf_scalar mulr_gt0 ?invr_gt0 ?exprn_gt0].
Qed.
Lemma scaled_ge1 : loewner 1%:M ((q ^- 2)%:M : 'M[R]_d).
Proof.
by move=> x; rewrite !qf_scalar ler_wpmul2r ?dot_ge0 // invf_ge1 ?exprn_gt0 // exprn_ile1 // ltW.
Qed.
Lemma scaled_det : Num.sqrt (\det ((q ^- 2)%:M : 'M[R]_d)) = q ^- d.
Proof.
rewrite det_scalar exprVn -exprM mulnC exprM sqrtrV ?sqr_ge0 // sqrtr_sqr ger0_norm //.
by rewrite exprn_ge0 // ltW.
Qed.

(* The normal density with a cutoff inside the ball of radius q, in units of q *)
Lemma J_inner k c : 0 < k ->
  J (fun x => inner q k x * gauss c%:M x) = q ^+ d * J (fun x => dens k (c * q ^+ 2) (dot x x)).
Proof.
move=> k0; have F4 v : 4%:R <= v -> dens k (c * q ^+ 2) v = 0.
  by move=> h; apply: dens_far => //; apply: le_trans h; rewrite ler1n.
have := J_qf scaled_pd scaled_ge1 (dens_LL k0 (c * q ^+ 2)) F4; rewrite scaled_det invrK => <-.
congr J; apply: functional_extensionality => x; rewrite /dens /inner /gauss !qf_scalar.
by rewrite -mulrA mulVKf ?gt_eqF ?exprn_gt0 // [_^-1 * _]mulrC.
Qed.

(* The mass of a ball is positive. *)
Lemma ball_gt0 c : 0 < normaliser q (c%:M : 'M[R]_d).
Proof.
pose k : R := 2%:R^-1; have k0 : 0 < k := half_gt0.
apply: (@lt_le_trans _ _ (J (fun x => inner q k x * gauss c%:M x))).
  rewrite J_inner // mulr_gt0 ?exprn_gt0 //; apply: J_gt0; [exact: dens_LL|exact: dens_ge0|].
  by rewrite /dens cut_near ?mul1r ?exp_gt0 // subr_ge0; exact: half_le1.
apply: ball_int_ge => //; [exact: gauss_LL|exact: gauss_ge0| |] => [|x].
  by apply: LLn_mul; [exact: LLn_inner|exact: gauss_LL].
by rewrite inballE ler_wpmul2r ?gauss_ge0 // inner_le.
Qed.

(* A >= c I: the normal mass of the ball for the precision A is at least that for c, up to determinants. *)
Lemma ball_det c A : 0 < c -> pd A -> loewner c%:M A ->
  normaliser q (c%:M : 'M[R]_d) <= Num.sqrt (\det A) / Num.sqrt c ^+ d * normaliser q A.
Proof.
move=> c0 Ap A1; have sc : 0 < Num.sqrt c by rewrite sqrtr_gt0.
have sd : 0 < Num.sqrt (\det A) by rewrite sqrtr_gt0 pd_det_gt0.
have q2 : 0 < q ^+ 2 by rewrite exprn_gt0.
pose u := (Num.sqrt c * q)^-1; pose B := u ^+ 2 *: A.
have u0 : 0 < u by rewrite invr_gt0 mulr_gt0.
have uc : u ^+ 2 * c = q ^- 2.
  by rewrite /u exprVn exprMn sqr_sqrtr ?(ltW c0) // invfM mulrAC mulVf ?mul1r // gt_eqF.
have Bq x : q ^- 2 * dot x x <= qf B x.
  by rewrite qfZ -uc -mulrA ler_wpmul2l ?sqr_ge0 // -qf_scalar A1.
have B1 : loewner 1%:M B.
  by move=> x; apply: le_trans (Bq x); have := scaled_ge1 x; rewrite [X in _ <= X -> _]qf_scalar.
have Bp : pd B.
  by have [As Aq] := Ap; split; [rewrite linearZ /= As|move=> x /Aq h; rewrite qfZ mulr_gt0 ?exprn_gt0].
have dB : Num.sqrt (\det B) = q ^- d * (Num.sqrt (\det A) / Num.sqrt c ^+ d).
  rewrite detZ -exprM mulnC exprM sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm ?exprn_ge0 ?(ltW u0) //.
  by rewrite /u exprVn exprMn invfM; move: (_ ^- d) (q ^- d) => y z; rewrite [y * z]mulrC mulrA mulrAC.
apply: ball_int_le => //; [exact: gauss_LL|exact: gauss_ge0|] => k k0 k1.
have F4 a v : 4%:R <= v -> dens k a v = 0.
  by move=> h; apply: dens_far => //; apply: le_trans h; rewrite ler1n.
have := J_qf Bp B1 (dens_LL k0 (c * q ^+ 2)) (F4 _); rewrite dB J_inner // => E.
have -> : q ^+ d * J (fun x => dens k (c * q ^+ 2) (dot x x)) =
    Num.sqrt (\det A) / Num.sqrt c ^+ d * J (fun x => dens k (c * q ^+ 2) (qf B x)).
  have y0 : Num.sqrt (\det A) / Num.sqrt c ^+ d != 0 by rewrite gt_eqF // divr_gt0 ?exprn_gt0.
  rewrite E invfM invrK; move: (J _) (Num.sqrt (\det A) / _) y0 => z y y0.
  by rewrite -mulrA mulrCA mulVKf.
apply: ler_wpmul2l; first by rewrite divr_ge0 ?exprn_ge0 ?sqrtr_ge0.
apply: ball_int_ge => //; [exact: gauss_LL|exact: gauss_ge0| |] => [|x].
  exact: (LLn_comp (dens_LL k0 _) (LLn_qf B)).
rewrite inballE /dens /gauss.
have -> : c * q ^+ 2 * qf B x = qf A x.
  have e : c * q ^+ 2 * u ^+ 2 = 1 by rewrite mulrAC [c * _]mulrC uc mulVf // gt_eqF.
  by rewrite qfZ mulrA e mul1r.
rewrite ler_wpmul2r ?exp_ge0 //; have [h|h] := lerP 1 (qf B x); first by rewrite cut_far ?ler0n.
suff -> : nrm2 x <= q by exact: cut_1.
rewrite nrm2_le ?(ltW q0) //; have := le_lt_trans (Bq x) h.
by rewrite mulrC ltr_pdivr_mulr // mul1r => /ltW.
Qed.

(* Shift to a point of length at most 1 - q, keep the ball of radius q, and drop the odd linear term. *)
Lemma shifted_ball (S : 'cV[R]_d) A x0 : A^T = A -> nrm2 x0 <= 1 - q ->
  exp (dot x0 S - qf A x0) * normaliser q A <= Int (inball 1 (fun x => exp (dot x S - qf A x))).
Proof.
move=> As x01; set E0 := dot x0 S - qf A x0; rewrite mulrC -ler_pdivl_mulr ?exp_gt0 //.
apply: ball_int_le => //; [exact: gauss_LL|exact: gauss_ge0|] => k k0 k1.
rewrite ler_pdivl_mulr ?exp_gt0 // mulrC.
set f := (fun x => inner q k x * gauss A x); pose l := S - (A *m x0) *+ 2.
have Lf : LLn f by apply: LLn_mul; [exact: LLn_inner|exact: gauss_LL].
have f0 y : 0 <= f y by rewrite mulr_ge0 ?cutp ?gauss_ge0.
have ffar y : q < nrm2 y -> f y = 0.
  move=> h; rewrite /f; suff -> : inner q k y = 0 by rewrite mul0r.
  by apply/eqP; rewrite eq_le cutp andbT; have := inner_le q0 k0 y; rewrite (lt_geF h).
have fodd y : f (- y) = f y by rewrite /f /inner /gauss /qf bfNl bfNr opprK dotNl dotNr opprK.
have Lfl : LLn (fun y => f y * dot y l) by apply: LLn_mul => //; exact: LLn_dot.
have fv : van f.
  move=> y i h; apply: ffar; apply: lt_le_trans (coord_nrm2 y i); apply: lt_le_trans h.
  by apply: (le_lt_trans q1); rewrite ltr1n.
have odd : J (fun y => f y * dot y l) = 0.
  have V : van (fun y => f y * dot y l) by move=> y i h; rewrite (fv y i h) mul0r.
  have := J_neg Lfl V.
  have -> : (fun y => f (- y) * dot (- y) l) = (fun y => -1 * (f y * dot y l)).
    by apply: functional_extensionality => y; rewrite dotNl mulrN mulN1r fodd.
  rewrite J_scal // mulN1r => /eqP; rewrite eq_sym -addr_eq0 -mulr2n mulrn_eq0 /= => /eqP.
  exact.
pose g y := exp E0 * (f y + f y * dot y l).
have Lg : LLn g by apply: LLn_mul; [exact: LLn_const|exact: LLn_add].
have gv : van g by move=> y i h; rewrite /g (fv y i h) mul0r addr0 mulr0.
have gv' : van (fun x => g (x - x0)).
  move=> x i h; suff z : f (x - x0) = 0 by rewrite /g z mul0r addr0 mulr0.
  apply: ffar; apply: lt_le_trans (coord_nrm2 _ i); rewrite !mxE.
  have h1 : `|x0 i 0| <= 1 - q := le_trans (coord_nrm2 x0 i) x01.
  apply: lt_le_trans (ler_sub_dist _ _); rewrite ltr_subr_addr.
  by apply: (le_lt_trans (ler_add (lexx _) h1)); apply: lt_le_trans h; rewrite addrC subrK ltr1n.
have -> : exp E0 * J f = J (fun x => g (x - x0)).
  by rewrite (J_shift Lg gv gv') /g J_scal ?J_add ?odd ?addr0 //; exact: LLn_add.
apply: (ball_int_ge ltr01 (lexx 1) (exp_LL S A) (fun x => exp_ge0 _) (LLn_shift _ Lg)) => x.
rewrite -{2}[x](subrK x0); move: (x - x0) => y; rewrite inballE /g.
have [h|h] := lerP (nrm2 y) q; last by rewrite ffar // mul0r addr0 mulr0 mulr_ge0 ?ler0n ?exp_ge0.
have -> : nrm2 (y + x0) <= 1.
  rewrite nrm2E; apply: le_trans (nrmD _ _ (psd1 _ _)) _; rewrite -!nrm2E.
  by apply: le_trans (ler_add h x01) _; rewrite addrC subrK.
have -> : dot (y + x0) S - qf A (y + x0) = E0 + (dot y l - qf A y).
  rewrite /E0 /l mulr2n !dotDr dotNr dotDr dotDl {1}/qf bfDl !bfDr (bfC x0 y As) -!/(qf _ _) -/(bf A y x0).
  by move: (dot y S) (dot x0 S) (bf A y x0) (qf A y) (qf A x0) => x1 x2 x3 x4 x5; ring.
rewrite mul1r (expD E0); apply: ler_wpmul2l; first exact: exp_ge0.
rewrite (expD (dot y l)) -{1}[f y]mulr1 -mulrDr; apply: (@le_trans _ _ (f y * exp (dot y l))).
  by apply: ler_wpmul2l => //; exact: exp_tangent.
rewrite mulrC; apply: ler_wpmul2l; first exact: exp_ge0.
by rewrite /f -[X in _ <= X]mul1r; apply: ler_wpmul2r; [exact: exp_ge0|exact: cut_1].
Qed.

(* The mixture from below: the ratio of the two masses stands where mixing.v has 2^d. *)
Lemma mixture_low c (S : 'cV[R]_d) A x0 : 0 < c -> pd A -> loewner c%:M A -> nrm2 x0 <= 1 - q ->
  exp (dot x0 S - qf A x0) *
    (Num.sqrt c ^+ d / (normaliser 1 (c%:M : 'M[R]_d) / normaliser q (c%:M : 'M[R]_d) * Num.sqrt (\det A)))
  <= mean c (fun x => exp (dot x S - (qf A x - c * dot x x))).
Proof.
move=> c0 Ap A1 x01; rewrite /mean ler_pdivl_mulr ?normaliser_gt0 //.
have -> : (fun x => gauss c%:M x * exp (dot x S - (qf A x - c * dot x x))) =
          (fun x => exp (dot x S - qf A x)).
  apply: functional_extensionality => x; rewrite /gauss -expD qf_scalar; congr exp.
  by move: (dot x S) (qf A x) (c * _) => x1 x2 x3; ring.
have [As _] := Ap; apply: le_trans (shifted_ball S As x01); rewrite -[X in X <= _]mulrA ler_wpmul2l
  ?exp_ge0 //.
have n1 := normaliser_gt0 d c; have nq := ball_gt0 c; have D := ball_det c0 Ap A1.
have s0 : 0 < Num.sqrt (\det A) by rewrite sqrtr_gt0 pd_det_gt0.
have t0 : 0 < Num.sqrt c ^+ d by rewrite exprn_gt0 ?sqrtr_gt0.
move: D n1 nq; move: (normaliser 1 _) (normaliser q c%:M) (normaliser q A) => N1 Nq NA D n1 nq.
have -> : Num.sqrt c ^+ d / (N1 / Nq * Num.sqrt (\det A)) * N1 = (Num.sqrt (\det A) / Num.sqrt c ^+ d)^-1 *
  Nq.
  move: (lt0r_neq0 n1) (lt0r_neq0 nq) (lt0r_neq0 s0) (lt0r_neq0 t0).
  by move: (Num.sqrt (\det A)) (Num.sqrt c ^+ d) => y z h1 h2 h3 h4; field; rewrite h1 h2 h3 h4.
by rewrite ler_pdivr_mull // divr_gt0.
Qed.
End Balls.

(* Volumes: the ball of radius q has q^d times the volume of the unit ball. *)
Lemma ball_volume d (q : R) : 0 < q -> q <= 1 ->
  normaliser q (0%:M : 'M[R]_d) = q ^+ d * normaliser 1 (0%:M : 'M[R]_d).
Proof.
move=> q0 q1; have L := @gauss_LL d 0%:M; have g0 x := @gauss_ge0 d 0%:M x.
have qd : 0 < q ^+ d by rewrite exprn_gt0.
have E k r : 0 < k -> 0 < r -> r <= 1 -> J (fun x : 'cV[R]_d => inner r k x * gauss 0%:M x) =
    r ^+ d * J (fun x : 'cV[R]_d => dens k 0%ring (dot x x)).
  by move=> k0 r0 r1; rewrite (J_inner d r0 r1 0%ring k0) mul0r.
apply/le_anti/andP; split.
  apply: ball_int_le => // k k0 k1; rewrite E // ler_wpmul2l ?(ltW qd) //.
  have := E k 1 k0 ltr01 (lexx _); rewrite expr1n mul1r => <-; apply: ball_int_ge => //; first exact: ltr01.
    by apply: LLn_mul => //; exact: LLn_inner.
  by move=> x; rewrite inballE ler_wpmul2r ?g0 // inner_le.
rewrite mulrC -ler_pdivl_mulr //; apply: ball_int_le => //; first exact: ltr01.
move=> k k0 k1; rewrite E ?ltr01 // expr1n mul1r ler_pdivl_mulr // mulrC -E //; apply: ball_int_ge => //.
  by apply: LLn_mul => //; exact: LLn_inner.
by move=> x; rewrite inballE ler_wpmul2r ?g0 // inner_le.
Qed.

(* The mass of a shell: between p and q the density e^{-c |x|^2} lies between its values at q and p. *)
Section Shell.
Variables (d : nat) (c p q : R).
Hypotheses (c0 : 0 <= c) (p0 : 0 < p) (pq : p <= q) (q1 : q <= 1).
Local Notation N r := (normaliser r (c%:M : 'M[R]_d)).
Local Notation vol r := (normaliser r (0%:M : 'M[R]_d)).
Let q0 : 0 < q. Proof. exact: lt_le_trans pq. Qed.
Let p1 : p <= 1. Proof. exact: le_trans q1. Qed.
Let I A r (r0 : 0 < r) (r1 : r <= 1) := ball_int r0 r1 (@gauss_LL d A) (@gauss_ge0 d A).

Lemma shell_high : N q + exp (- (c * p ^+ 2)) * vol p <= N p + exp (- (c * p ^+ 2)) * vol q.
Proof.
set k := exp _; have k0 : 0 <= k := exp_ge0 _.
apply: (is_int_le (is_int_add (I c%:M q0 q1) (is_int_scal k0 (I 0%:M p0 p1)))
                  (is_int_add (I c%:M p0 p1) (is_int_scal k0 (I 0%:M q0 q1)))) => x.
rewrite /inball; have [xp|xp] := lerP (nrm2 x) p; first by rewrite (le_trans xp pq).
rewrite mulr0 addr0 add0r; case: ifP => // xq; last by rewrite mulr0.
rewrite /gauss !qf_scalar mul0r oppr0 exp0 mulr1 exp_le // ler_opp2 ler_wpmul2l // -nrm2_sqr.
by rewrite ler_expn2r ?nnegrE ?nrm2_ge0 // ltW.
Qed.
Lemma shell_low : N p + exp (- (c * q ^+ 2)) * vol q <= N q + exp (- (c * q ^+ 2)) * vol p.
Proof.
set k := exp _; have k0 : 0 <= k := exp_ge0 _.
apply: (is_int_le (is_int_add (I c%:M p0 p1) (is_int_scal k0 (I 0%:M q0 q1)))
                  (is_int_add (I c%:M q0 q1) (is_int_scal k0 (I 0%:M p0 p1)))) => x.
rewrite /inball; have [xp|xp] := lerP (nrm2 x) p; first by rewrite (le_trans xp pq).
rewrite mulr0 addr0 add0r; case: ifP => // xq; last by rewrite mulr0.
rewrite /gauss !qf_scalar mul0r oppr0 exp0 mulr1 exp_le // ler_opp2 ler_wpmul2l // -nrm2_sqr.
by rewrite ler_expn2r ?nnegrE ?nrm2_ge0 // ltW.
Qed.
Lemma mass_volume : N p <= vol p.
Proof.
apply: (is_int_le (I c%:M p0 p1) (I 0%:M p0 p1)) => x; rewrite /inball; case: ifP => // _.
by rewrite /gauss !qf_scalar mul0r exp_le // ler_opp2 mulr_ge0 ?dot_ge0.
Qed.
End Shell.
