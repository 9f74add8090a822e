(* Steps of the sections on the setting, for claims_setting_steps.v.

   - far_from_change, members_count, early_members: the set T(gamma) of l. 1887-1893 and its size;
   - phases_count, phases_exist: one stationary phase more than changes (l. 211-214);
   - extreme_value: a continuous function on a compact set of R^d has a largest value;
   - moment_derive, family_mean: differentiation under the integral for rewards in [0, m], any measure. *)
From Coq Require Import Reals Lra Lia Classical FunctionalExtensionality ssreflect.
From Coquelicot Require Import Coquelicot.
From Glb Require Import real_numbers.

(** * Differentiation under the integral *)

Section Moments.
Local Open Scope R_scope.
Variables (m : R) (c : R -> R) (L : (R -> R) -> Prop) (I : (R -> R) -> R).
(* An integral: linear and positive on a class L of functions; what happens outside [0, m] does not count. *)
Hypothesis La : forall f g, L f -> L g -> L (fun r => f r + g r).
Hypothesis Ls : forall k f, L f -> L (fun r => k * f r).
Hypothesis Ia : forall f g, L f -> L g -> I (fun r => f r + g r) = I f + I g.
Hypothesis Is : forall k f, L f -> I (fun r => k * f r) = k * I f.
Hypothesis Ip : forall f, L f -> (forall r, 0 <= r <= m -> 0 <= f r) -> 0 <= I f.

Definition moment_term (k : nat) z r := r ^ k * exp (r * z + c r).
Local Notation f := moment_term.
Local Notation F k z := (I (f k z)).

(* The second-order remainder of the exponential. *)
Lemma remainder_range x : x <= 1 -> 0 <= exp x - 1 - x <= x ^ 2.
Proof. by move=> x1; have := exp_le_quad x x1; have := exp_ineq1_le x; lra. Qed.

(* One reward: f_k(z + h) = f_k(z) + h f_{k+1}(z) + remainder. *)
Lemma moment_term_step k z h r : f k (z + h) r + (-1 * f k z r + - h * f (S k) z r) =
  r ^ k * exp (r * z + c r) * (exp (r * h) - 1 - r * h).
Proof.
rewrite /f; have -> : r * (z + h) + c r = (r * z + c r) + r * h by ring.
by rewrite exp_plus /=; ring.
Qed.

(* The same for the integrals: the remainder is at most h^2 F_{k+2}. *)
Lemma moment_remainder k z h : (forall j z, (j <= S (S k))%nat -> L (f j z)) -> Rabs h * m <= 1 ->
  Rabs (F k (z + h) - F k z - h * F (S k) z) <= h ^ 2 * F (S (S k)) z.
Proof.
move=> Lk hm; have Lkh := Lk k (z + h) ltac:(lia); have Lk0 := Lk k z ltac:(lia).
have Lk1 := Lk (S k) z ltac:(lia); have Lk2 := Lk (S (S k)) z ltac:(lia).
pose g r := f k (z + h) r + (-1 * f k z r + - h * f (S k) z r).
have Lg : L g by apply: (La _ _ Lkh); apply: La; apply: Ls.
have Ig : I g = F k (z + h) - F k z - h * F (S k) z.
  rewrite /g Ia //; last by apply: La; apply: Ls.
  by rewrite Ia ?Is //; try apply: Ls => //; ring.
have rh r : 0 <= r <= m -> r * h <= 1.
  move=> [r0 rm]; apply: Rle_trans hm; apply: Rle_trans (Rle_abs _) _.
  by rewrite Rabs_mult (Rabs_pos_eq r) // Rmult_comm; apply: Rmult_le_compat_l => //; exact: Rabs_pos.
have w0 r : 0 <= r <= m -> 0 <= r ^ k * exp (r * z + c r).
  by move=> [r0 _]; apply: Rmult_le_pos; [exact: pow_le|exact/Rlt_le/exp_pos].
have g0 : 0 <= I g.
  apply: Ip => // r hr; rewrite /g moment_term_step; apply: Rmult_le_pos; first exact: w0.
  exact: (proj1 (remainder_range _ (rh r hr))).
have g1 : 0 <= I (fun r => h ^ 2 * f (S (S k)) z r + -1 * g r).
  apply: Ip => [|r hr]; first by apply: La; apply: Ls.
  rewrite /g moment_term_step /f; have := proj2 (remainder_range _ (rh r hr)); have := w0 r hr.
  have -> : r ^ S (S k) * exp (r * z + c r) = r ^ k * exp (r * z + c r) * r ^ 2 by rewrite /=; ring.
  move: (r ^ k * _) => w w' le; have : 0 <= w * ((r * h) ^ 2 - (exp (r * h) - 1 - r * h)).
    by apply: Rmult_le_pos => //; lra.
  by rewrite Rpow_mult_distr; lra.
move: g1; rewrite Ia ?Is //; try by apply: Ls.
by rewrite Ig in g0 *; move=> g1; rewrite Rabs_pos_eq //; lra.
Qed.

(* The derivative of the k-th moment is the next one. *)
Lemma moment_derive k z : 0 <= m -> (forall j z, (j <= S (S k))%nat -> L (f j z)) ->
  is_derive (fun z => F k z) z (F (S k) z).
Proof.
move=> m0 Lk; apply/is_derive_Reals => e e0; set C := F (S (S k)) z.
have C0 : 0 <= C.
  apply: Ip => [|r [r0 _]]; first exact: Lk.
  by apply: Rmult_le_pos; [exact: pow_le|exact/Rlt_le/exp_pos].
have d0 : 0 < Rmin (/ (m + 1)) (e / (C + 1)).
  by apply: Rmin_glb_lt; [apply: Rinv_0_lt_compat|apply: Rdiv_lt_0_compat]; lra.
exists (mkposreal _ d0) => h h0 /= hd.
have h1 : Rabs h < / (m + 1) by apply: Rlt_le_trans hd (Rmin_l _ _).
have h2 : Rabs h < e / (C + 1) by apply: Rlt_le_trans hd (Rmin_r _ _).
have hp : 0 < Rabs h by exact: Rabs_pos_lt.
have hm : Rabs h * m <= 1.
  have : Rabs h * (m + 1) <= / (m + 1) * (m + 1) by apply: Rmult_le_compat_r; lra.
  by rewrite Rinv_l; lra.
have he : Rabs h * (C + 1) < e.
  have : Rabs h * (C + 1) < e / (C + 1) * (C + 1) by apply: Rmult_lt_compat_r; lra.
  by have -> : e / (C + 1) * (C + 1) = e by field; lra.
have R := moment_remainder k z h Lk hm.
have -> : (F k (z + h) - F k z) / h - F (S k) z = (F k (z + h) - F k z - h * F (S k) z) / h by field.
rewrite /Rdiv Rabs_mult Rabs_inv; apply: (Rmult_lt_reg_r (Rabs h)) => //.
rewrite Rmult_assoc Rinv_l ?Rmult_1_r; last lra.
apply: Rle_lt_trans R _; rewrite -/C -(pow2_abs h); nra.
Qed.

(* The mean of a canonical exponential family is the derivative of b. *)
Lemma family_mean b mu z : 0 <= m -> (forall j z, (j <= 2)%nat -> L (f j z)) ->
  (forall z, is_derive b z (mu z)) -> (forall z, I (fun r => exp (r * z - b z + c r)) = 1) ->
  I (fun r => r * exp (r * z - b z + c r)) = mu z.
Proof.
move=> m0 Lk hb one.
have split z' r : exp (r * z' - b z' + c r) = exp (- b z') * exp (r * z' + c r).
  by rewrite -exp_plus; congr exp; ring.
have F0 z' : F 0 z' = exp (b z').
  apply: (Rmult_eq_reg_l (exp (- b z'))); last by have := exp_pos (- b z'); lra.
  rewrite -exp_plus Rplus_opp_l exp_0 -(one z') -Is; last by apply: Lk; lia.
  by congr I; apply: functional_extensionality => r; rewrite split /f /=; ring.
have -> : I (fun r => r * exp (r * z - b z + c r)) = exp (- b z) * F 1 z.
  rewrite -Is; last by apply: Lk; lia.
  by congr I; apply: functional_extensionality => r; rewrite split /f /=; ring.
have d1 : is_derive (fun z => F 0 z) z (F 1 z) by exact: moment_derive.
have d2 : is_derive (fun z => F 0 z) z (mu z * exp (b z)).
  apply: (is_derive_ext (fun z => exp (b z))) => [z'|]; first by rewrite F0.
  by apply: is_derive_comp => //; exact: is_derive_exp.
rewrite -(is_derive_unique _ _ _ d1) (is_derive_unique _ _ _ d2).
by rewrite Rmult_comm Rmult_assoc -exp_plus Rplus_opp_r exp_0; ring.
Qed.
End Moments.

From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(** * Rounds far from a change *)

Section Changes.
Local Open Scope nat_scope.
Variables (A : eqType) (th : nat -> A).

(* The parameter of the last D rounds is that of t if and only if every change is at least D rounds back. *)
Lemma far_from_change D t : 1 <= t ->
  (forall s, maxn 1 (t - D) <= s < t -> th s = th t) <->
  (forall b, 1 < b <= t -> th b.-1 != th b -> b + D <= t).
Proof.
move=> t1; split=> [st b /andP [b1 bt]|far s /andP [s1 st]].
  apply: contraR => bD; apply/eqP; rewrite (st b.-1); last by clear -b1 bt bD; lia.
  move: bt; rewrite leq_eqVlt => /orP [/eqP -> //|bt].
  by rewrite (st b) //; clear -b1 bt bD; lia.
have back j : j <= t -> maxn 1 (t - D) <= t - j -> th (t - j) = th t.
  elim: j => [|j IH] jt jD; first by rewrite subn0.
  rewrite -IH; try by clear -jt jD; lia.
  apply/eqP; apply: contraT => ne.
  have := far (t - j); have -> : (t - j).-1 = t - j.+1 by clear -jt jD; lia.
  by move=> /(_ _ ne); clear -jt jD; lia.
by have := back (t - s); rewrite subKn ?(ltnW st) //; apply=> //; exact: leq_subr.
Qed.

(* Membership in T(gamma) in the rounds of setting.v. *)
Lemma member_stationary D t : (forall s, maxn 1 (t.+1 - D) <= s < t.+1 -> th s = th t.+1) <->
  stationary (fun k => th k.+1) D t.
Proof.
split=> [st|/stationaryP st s s1].
  by apply/forallP => s; apply/implyP => sD; rewrite st //; have := ltn_ord s; move: sD; clear; lia.
by case: s s1 => [|s] s1; [clear -s1|apply: st; clear -s1]; lia.
Qed.

(* The number of changes among the rounds 1 .. T. *)
Lemma changes_breaks T : \sum_(1 <= k < T) (th k != th k.+1) = breaks (fun k => th k.+1) T.
Proof. by rewrite big_add1 big_mkord. Qed.

Variables (T D : nat) (TT : {set 'I_T.+1}).
Hypothesis TTE : forall t : 'I_T.+1, t \in TT <->
  1 <= t /\ forall s, maxn 1 (t - D) <= s < t -> th s = th t.

(* How many rounds T(gamma) holds, *)
Lemma members_sum (P : pred nat) :
  #|[set t in TT | P t]| = \sum_(t < T) (stationary (fun k => th k.+1) D t && P t.+1).
Proof.
rewrite -sum1_card big_mkcond big_ord_recl /=.
have -> : (ord0 \in [set t in TT | P t]) = false.
  by apply/negP; rewrite inE => /andP [/TTE [] //].
rewrite add0n; apply: eq_bigr => t _; rewrite inE.
have -> : (lift ord0 t \in TT) = stationary (fun k => th k.+1) D t.
  by apply/idP/idP => [/TTE [_] /member_stationary //|/member_stationary h]; apply/TTE; split.
by case: (_ && _).
Qed.

Lemma members_all : #|TT| = \sum_(t < T) stationary (fun k => th k.+1) D t.
Proof.
have := members_sum xpredT; have -> : [set t in TT | xpredT (nat_of_ord t)] = TT.
  by apply/setP => t; rewrite !inE andbT.
by move=> ->; apply: eq_bigr => t _; rewrite andbT.
Qed.

(* and how many it leaves out. *)
Lemma members_count : T <= #|TT| + (\sum_(1 <= k < T) (th k != th k.+1)) * D.
Proof.
rewrite members_all changes_breaks.
apply: (@leq_trans (\sum_(t < T) 1)); first by rewrite sum_nat_const card_ord muln1.
apply: leq_trans (leq_add (leqnn _) (bad_rounds (fun k => th k.+1) T D)).
by rewrite -big_split; apply: leq_sum => t _; case: stationary.
Qed.

(* At most D more are left out if the rounds t <= D go as well. *)
Lemma early_members :
  T <= #|[set t in TT | D < t]| + (\sum_(1 <= k < T) (th k != th k.+1) + 1) * D.
Proof.
apply: leq_trans members_count _; rewrite mulnDl mul1n [_ * D + D]addnC addnA leq_add2r.
rewrite (members_sum (fun t => D < t)) members_all; apply: leq_trans (leq_add (leqnn _) (wake D 0 T.+1)).
rewrite [\sum_(t < T.+1) _]big_ord_recl /= add0n -big_split; apply: leq_sum => t _.
by rewrite /bump /= add1n add0n; case: stationary; case: ltnP.
Qed.
End Changes.

(* The three facts about T(gamma), with a bound on the number of changes. *)
Lemma stationary_set (A : eqType) (th : nat -> A) (T D Gamma : nat) (TT : {set 'I_T.+1}) :
  (\sum_(1 <= k < T) (th k != th k.+1) <= Gamma)%N ->
  (forall t : 'I_T.+1, t \in TT <-> (1 <= t)%N /\ forall s, (maxn 1 (t - D) <= s < t)%N -> th s = th t) ->
  [/\ forall t : 'I_T.+1, (1 <= t)%N ->
        (t \in TT <-> forall b, (1 < b <= t)%N -> th b.-1 != th b -> (b + D <= t)%N),
      (T - #|TT| <= Gamma * D)%N & (T - #|[set t in TT | (D < t)%N]| <= (Gamma + 1) * D)%N].
Proof.
move=> ch TTE; split=> [t t1||].
- rewrite TTE; have E := far_from_change th D t1.
  by split=> [[_ /E //]|/E].
- rewrite leq_subLR; apply: leq_trans (members_count TTE) _.
  by rewrite leq_add2l leq_mul2r ch orbT.
rewrite leq_subLR; apply: leq_trans (early_members TTE) _.
by rewrite leq_add2l leq_mul2r leq_add2r ch orbT.
Qed.

(** * Phases *)

Section Phases.
Local Open Scope nat_scope.
Variables (A : eqType) (th : nat -> A).

(* b 0 < b 1 < ... < b m cut the rounds 1 .. T into m phases, with a change at every cut. *)
Definition phases T m (b : nat -> nat) :=
  [/\ b 0 = 1, b m = T.+1, forall i, i < m -> b i < b i.+1,
      forall i t, i < m -> b i <= t < b i.+1 -> th t = th (b i) &
      forall i, 0 < i < m -> th (b i).-1 != th (b i)].

(* There is one phase more than changes, *)
Lemma phases_count T m b : 0 < T -> phases T m b -> m = (\sum_(1 <= k < T) (th k != th k.+1)) + 1.
Proof.
move=> T0 [b0 bm inc same cut].
case: m bm inc same cut => [|m] bm inc same cut; first by move: bm; rewrite b0; clear -T0; lia.
rewrite addn1; congr _.+1; have -> : T = (b m.+1).-1 by rewrite bm.
elim: m {bm} inc same cut => [|m IH] inc same cut.
  rewrite big_nat big1 // => k /andP [k1 kb]; apply/eqP; rewrite eqb0 negbK; apply/eqP.
  by rewrite !(same 0) // b0; clear -k1 kb; lia.
have i1 := inc m.+1 (ltnSn _); have i0 := inc m (ltnW (ltnSn _)).
have bm1 : 0 < b m.
  elim: m {IH same cut} inc i1 i0 => [|m IH] inc i1 i0; first by rewrite b0.
  have := inc m; clear -i0; have := ltnSn m; lia.
rewrite (@big_cat_nat _ _ _ (b m.+1)) /=; try by clear -i0 i1 bm1; lia.
have -> : \sum_(b m.+1 <= k < (b m.+2).-1) (th k != th k.+1) = 0.
  rewrite big_nat big1 // => k /andP [k1 kb]; apply/eqP; rewrite eqb0 negbK; apply/eqP.
  by rewrite !(same m.+1) //; clear -k1 kb; lia.
have {1}-> : b m.+1 = (b m.+1).-1.+1 by clear -i0; lia.
rewrite big_nat_recr /=; last by clear -i0 bm1; lia.
rewrite -IH.
- by rewrite prednK ?(leq_ltn_trans _ i0) // (cut m.+1 (ltnSn _)) addn0 addn1.
- by move=> i im; apply: inc; exact: ltnW.
- by move=> i t im; apply: same; exact: ltnW.
by move=> i /andP [i0' im]; apply: cut; rewrite i0' ltnW.
Qed.

(* and there are such cuts. *)
Lemma phases_exist T : 0 < T -> exists m b, phases T m b.
Proof.
case: T => // T _; elim: T => [|T [m [b [b0 bm inc same cut]]]].
  exists 1, (fun i => i.+1); split=> // i; rewrite ?ltnS.
    by rewrite leqn0 => t /eqP ->; rewrite ltnS => /andP [t1 t2]; congr th; apply/eqP; rewrite eqn_leq t1 t2.
  by case: i.
have m0 : 0 < m by case: m bm {inc same cut}; rewrite ?b0.
have [e|ne] := eqVneq (th T.+1) (th T.+2).
  exists m, (fun i => if i == m then T.+3 else b i); split=> [||i im|i t im|i /andP [i0 im]].
  - by rewrite eq_sym (gtn_eqF m0).
  - by rewrite eqxx.
  - rewrite (ltn_eqF im); case: eqP => [e'|_]; last exact: inc.
    by have := inc i im; rewrite e' bm; clear; lia.
  - rewrite (ltn_eqF im); case: eqP => [e'|_]; last exact: same.
    move=> /andP [t1]; rewrite ltnS leq_eqVlt => /orP [/eqP ->|t2].
      by rewrite -e; apply: same => //; have := inc i im; rewrite e' bm; clear; lia.
    by apply: same => //; rewrite e' bm t1.
  by rewrite (ltn_eqF im); apply: cut; rewrite i0.
exists m.+1, (fun i => if i == m.+1 then T.+3 else b i); split=> [||i|i t|i /andP [i0]].
- by [].
- by rewrite eqxx.
- rewrite ltnS leq_eqVlt => /orP [/eqP ->|im]; first by rewrite eqxx (ltn_eqF (ltnSn m)) bm.
  by rewrite (ltn_eqF (leqW im)) eqSS (ltn_eqF im); exact: inc.
- rewrite ltnS leq_eqVlt => /orP [/eqP ->|im].
    rewrite eqxx (ltn_eqF (ltnSn m)) bm ltnS => h; congr th; clear -h; lia.
  by rewrite (ltn_eqF (leqW im)) eqSS (ltn_eqF im); exact: same.
rewrite ltnS leq_eqVlt => /orP [/eqP ->|im]; first by rewrite (ltn_eqF (ltnSn m)) bm.
by rewrite (ltn_eqF (leqW im)); apply: cut; rewrite i0.
Qed.
End Phases.

(** * Compact sets *)

Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* Open and compact sets of R^d: balls, and finite subcovers. *)
Definition open_set d (U : 'cV[R]_d -> Prop) :=
  forall x, U x -> exists2 e : R, 0 < e & forall y, ‖y - x‖ < e -> U y.
Definition compact_set d (A : 'cV[R]_d -> Prop) :=
  forall (I : Type) (U : I -> 'cV[R]_d -> Prop), (forall i, open_set (U i)) ->
  (forall x, A x -> exists i, U i x) ->
  exists l : list I, forall x, A x -> exists i, List.In i l /\ U i x.

(* A function that is continuous on a compact set, not empty, has a largest value there. *)
Lemma extreme_value d (A : 'cV[R]_d -> Prop) (f : 'cV[R]_d -> R) : compact_set A -> (exists x, A x) ->
  (forall x, A x -> forall e : R, 0 < e ->
    exists2 r : R, 0 < r & forall y, A y -> ‖y - x‖ < r -> `|f y - f x| < e) ->
  exists x, A x /\ forall y, A y -> f y <= f x.
Proof.
move=> cpt [x0 Ax0] cont; apply: NNPP => none.
pose U a y := A a /\ exists x, exists2 r : R, ‖y - x‖ < r & forall z, A z -> ‖z - x‖ < r -> f z < f a.
have [a|x Ax|l cover] := cpt _ U.
- move=> y [Aa [x [r yr near]]]; exists (r - ‖y - x‖); first by rewrite subr_gt0.
  move=> y' h; split=> //; exists x, r => //; move: h; rewrite ltr_subr_addr; apply: le_lt_trans.
  have -> : y' - x = (y' - y) + (y - x) by rewrite addrA subrK.
  by rewrite !nrm2E nrmD //; exact: psd1.
- have [a [Aa fa]] : exists a, A a /\ f x < f a.
    apply: NNPP => no; apply: none; exists x; split=> // y Ay; rewrite leNgt; apply/negP => lt.
    by apply: no; exists y.
  have gap : 0 < f a - f x by rewrite subr_gt0.
  have [r r0 near] := cont x Ax _ gap; exists a; split=> //; exists x, r.
    by rewrite subrr nrm2E nrm0.
  by move=> z Az /(near z Az) /(le_lt_trans (ler_norm _)); rewrite ltr_add2r.
have [x [Ax best]] : exists x, A x /\ forall a, List.In a l -> A a -> f a <= f x.
  elim: l {cover} => [|a l [x [Ax best]]]; first by exists x0.
  have [Aa|nA] := classic (A a); last first.
    by exists x; split=> // b [<- //|]; exact: best.
  have [ax|xa] := lerP (f a) (f x); first by exists x; split=> // b [<- //|]; exact: best.
  exists a; split=> // b [<- //|bl Ab]; exact: le_trans (best b bl Ab) (ltW xa).
have [a [al [Aa [y [r xr near]]]]] := cover x Ax.
by have := near x Ax xr; rewrite ltNge best.
Qed.

(* a |-> mu(a.theta) is continuous with mu. *)
Lemma dot_continuous d (A : 'cV[R]_d -> Prop) (mu : R -> R) (theta x : 'cV[R]_d) (e : R) :
  (forall z, continuous mu z) -> 0 < e ->
  exists2 r : R, 0 < r & forall y, A y -> ‖y - x‖ < r -> `|mu ⟨y, theta⟩ - mu ⟨x, theta⟩| < e.
Proof.
move=> cont e0; have n0 := nrm2_ge0 theta; have n1 : 0 < ‖theta‖ + 1 by rewrite ltr_paddl ?ltr01.
have c : continuity_pt mu ⟨x, theta⟩ by apply/continuity_pt_filterlim; exact: cont.
have [|r [/RltP r0 near]] := c e; first exact/RltP.
exists (r / (‖theta‖ + 1)); first exact: divr_gt0.
move=> y _; rewrite ltr_pdivl_mulr // => h.
have [->|ne] := eqVneq ⟨y, theta⟩ ⟨x, theta⟩; first by rewrite subrr normr0.
apply/RltP; apply: near; split; first by split=> // ex; move: ne; rewrite ex eqxx.
apply/RltP; rewrite /dist /= /R_dist; change (`|⟨y, theta⟩ - ⟨x, theta⟩| < r).
rewrite -dotNl -dotDl; apply: le_lt_trans (nrm2_cs _ _) _; apply: le_lt_trans h.
by rewrite ler_wpmul2l ?nrm2_ge0 // ler_addl ler01.
Qed.

(* Without observations the penalty alone is minimised, at 0. *)
Lemma penalty_minimiser d (lam : R) (f : 'cV[R]_d -> nat -> R) (m : nat) : 0 < lam -> (1 <= m)%N ->
  forall hat, (forall th, - (\sum_(m <= s < 1) f hat s) + lam / 2%:R * ‖hat‖ ^+ 2
    <= - (\sum_(m <= s < 1) f th s) + lam / 2%:R * ‖th‖ ^+ 2) <-> hat = 0.
Proof.
move=> l0 m1 hat; have k0 : 0 < lam / 2%:R by rewrite divr_gt0 ?ltr0n.
split=> [/(_ 0)|-> th]; rewrite !big_geq // !ler_add2l ler_pmul2l // !nrm2_sqr dot0r; last exact: dot_ge0.
by move=> h; apply/eqP; apply: contraTT h => /dot_gt0; rewrite -ltNge.
Qed.
