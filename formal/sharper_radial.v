(* The normal mass of a ball is a constant times \int_0^q s^{d-1} e^{-c s^2} ds, so that the ratio of the
   masses of two balls is one of two such integrals, hence of two incomplete gamma functions (Z110).  By
   shells: both sides grow from p to q by amounts that differ by at most a constant times (q - p)^2. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices integrals mixing sharper_mixture.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Arguments normaliser [d] r%ring A%ring.

(* \int_0^x s^{d-1} e^{-c s^2} ds *)
Definition ball_mass (d : nat) (c x : R) : R := RInt (fun s => s ^+ d.-1 * exp (- (c * s ^+ 2))) 0 x.
Arguments ball_mass d%nat c%ring x%ring.

(* A function that changes by at most C (q - p)^2 from p to q is constant. *)
Lemma flat (H : R -> R) (C a b : R) : a <= b ->
  (forall p q, a <= p -> p <= q -> q <= b -> `|H q - H p| <= C * (q - p) ^+ 2) -> H b = H a.
Proof.
move=> ab hC; apply/eqP; rewrite -subr_eq0 -normr_le0; set x := `|_|; rewrite leNgt; apply/negP => x0.
pose K := C * (b - a) ^+ 2; have := archi_boundP (mulr_ge0 (normr_ge0 K) (ltW (divr_gt0 ltr01 x0))).
set n := Num.bound _; rewrite div1r ltr_pdivr_mulr // => nK.
have n0 : 0 < n%:R :> R.
  rewrite lt_neqAle ler0n andbT; apply/eqP => e; move: nK; rewrite -e mul0r.
  by rewrite ltNge normr_ge0.
pose h := (b - a) / n%:R; have h0 : 0 <= h by rewrite divr_ge0 ?subr_ge0 ?ler0n.
have step i : (i <= n)%N -> `|H (a + i%:R * h) - H a| <= i%:R * (C * h ^+ 2).
  elim: i => [|i IH] ni; first by rewrite !mul0r addr0 subrr normr0.
  rewrite -[_ - _](subrKA (H (a + i%:R * h))) mulrSr [X in _ <= X]mulrDl mul1r addrC.
  apply: le_trans (ler_norm_add _ _) _; apply: ler_add; first by rewrite IH // ltnW.
  have -> : a + (i%:R + 1) * h = a + i%:R * h + h by rewrite mulrDl mul1r addrA.
  have e : a + i%:R * h + h - (a + i%:R * h) = h by rewrite addrAC subrr add0r.
  rewrite -[X in _ <= C * X ^+ 2]e; apply: hC.
  - by rewrite ler_addl mulr_ge0 ?ler0n.
  - by rewrite ler_addl.
  have -> : a + i%:R * h + h = a + i.+1%:R * h by rewrite mulrSr mulrDl mul1r addrA.
  rewrite -ler_subr_addl -[X in _ <= X](divfK (lt0r_neq0 n0)) -/h [X in _ <= X]mulrC.
  by rewrite ler_wpmul2r // ler_nat.
have := step n (leqnn n); rewrite mulrC divfK ?gt_eqF // addrCA subrr addr0 -/x.
have -> : n%:R * (C * h ^+ 2) = K / n%:R.
  by rewrite /K /h expr_div_n; move: (lt0r_neq0 n0) (b - a) => m y; field.
rewrite ler_pdivl_mulr // => /(le_trans) /(_ (ler_norm K)).
by rewrite mulrC leNgt nK.
Qed.

(* The integral over a shell *)
Section RadialIntegral.
Local Open Scope R_scope.
Variables (n : nat) (c : R).
Hypothesis c0 : 0 <= c.
(* arguments of exp are read by mathcomp *)
Local Notation decay s := (exp (Ropp (Rmult c (pow s 2)))).
Local Notation g := (fun s => s ^ n * decay s).
Let cont s : continuous g s.
Proof. by apply: (ex_derive_continuous (V := R_NormedModule)); auto_derive. Qed.
Let ex a b : ex_RInt g a b.
Proof. by apply: (ex_RInt_continuous (V := R_CompleteNormedModule)) => z _; exact: cont. Qed.
Let power p q : is_RInt (fun s => INR n.+1 * s ^ n) p q (q ^ n.+1 - p ^ n.+1).
Proof.
apply: (is_RInt_derive (fun s => s ^ n.+1) (fun s => INR n.+1 * s ^ n)) => s _.
  by auto_derive => //; rewrite Rmult_1_l.
by apply: (ex_derive_continuous (V := R_NormedModule)); auto_derive.
Qed.
(* n + 1 times the integral from p to q, between the values of e^{-c s^2} at q and p *)
Lemma radial_shell p q : 0 <= p -> p <= q ->
  decay q * (q ^ n.+1 - p ^ n.+1) <= INR n.+1 * (RInt g 0 q - RInt g 0 p)
  <= decay p * (q ^ n.+1 - p ^ n.+1).
Proof.
move=> p0 pq; have -> : RInt g 0 q - RInt g 0 p = RInt g p q.
  by have := RInt_Chasles g 0 p q (ex _ _) (ex _ _); rewrite /plus /=; lra.
have sc k : is_RInt (fun s => k * (INR n.+1 * s ^ n)) p q (k * (q ^ n.+1 - p ^ n.+1)).
  exact: (is_RInt_scal (fun s => INR n.+1 * s ^ n) p q k _ (@power p q)).
have G : is_RInt (fun s => INR n.+1 * g s) p q (INR n.+1 * RInt g p q).
  by apply: (is_RInt_scal g p q (INR n.+1)); apply: RInt_correct.
have mono x y : 0 <= x -> x <= y -> decay y <= decay x.
  move=> x0 xy; have : c * x ^ 2 <= c * y ^ 2 by apply: Rmult_le_compat_l => //; apply: pow_incr.
  by move=> [h|->]; [left; apply: exp_increasing; lra|right].
have N0 : 0 <= INR n.+1 := pos_INR _.
split; [apply: (is_RInt_le _ _ p q _ _ pq (sc _) G)|apply: (is_RInt_le _ _ p q _ _ pq G (sc _))] => s [s1 s2];
  have sn : 0 <= INR n.+1 * s ^ n by apply: Rmult_le_pos => //; apply: pow_le; lra.
  have : decay q <= decay s by apply: mono; lra.
  by move=> h; have := Rmult_le_compat_r _ _ _ sn h; lra.
have : decay s <= decay p by apply: mono; lra.
by move=> h; have := Rmult_le_compat_r _ _ _ sn h; lra.
Qed.
(* and it is positive *)
Lemma radial_gt0 q : 0 < q -> 0 < RInt g 0 q.
Proof.
move=> q0; have [h _] := radial_shell (Rle_refl 0) (Rlt_le _ _ q0); move: h.
rewrite RInt_point -[zero]/R0 (pow_i n.+1 (Nat.lt_0_succ n)) !Rminus_0_r => h.
have : 0 < decay q * q ^ n.+1 by apply: Rmult_lt_0_compat; [exact: exp_pos|exact: pow_lt].
move=> h1; have := Rlt_le_trans _ _ _ h1 h; have := lt_0_INR n.+1 (Nat.lt_0_succ n).
by move: (INR _) (RInt _ _ _) => a b a0; rewrite -{1}(Rmult_0_r a); apply: Rmult_lt_reg_l.
Qed.
(* other units *)
Lemma radial_scale v x : 0 < v -> RInt g 0 (v * x) =
  v ^ n.+1 * RInt (fun s => s ^ n * exp (Ropp (Rmult (Rmult c (pow v 2)) (pow s 2)))) 0 x.
Proof.
move=> v0; have := RInt_comp_lin g v 0 0 x (ex _ _); rewrite !Rplus_0_r Rmult_0_r => <-.
rewrite -[RHS](RInt_scal (V := R_CompleteNormedModule)); last first.
  apply: (ex_RInt_continuous (V := R_CompleteNormedModule)) => z _.
  by apply: (ex_derive_continuous (V := R_NormedModule)); auto_derive.
apply: RInt_ext => s _; rewrite /scal /= /mult /= Rplus_0_r Rpow_mult_distr.
have -> : c * (v * s) ^ 2 = c * v ^ 2 * s ^ 2 by rewrite /=; lra.
by rewrite /=; lra.
Qed.
End RadialIntegral.

(* In mathcomp's notations, for d >= 1 *)
Section Mass.
Variable d : nat.
Hypothesis d0 : (0 < d)%N.

Lemma ball_massE c x : ball_mass d c x = RInt (fun s => Rmult (pow s d.-1) (exp (Ropp (Rmult c (pow s
  2))))) 0 x.
Proof. by rewrite /ball_mass; apply: RInt_ext => s _; rewrite -!RpowE. Qed.
Lemma mass_gt0 c x : 0 <= c -> 0 < x -> 0 < ball_mass d c x.
Proof. by move=> /RleP c0 /RltP x0; apply/RltP; rewrite ball_massE; exact: radial_gt0. Qed.
Lemma mass_scale c v x : 0 < v -> ball_mass d c (v * x) = v ^+ d * ball_mass d (c * v ^+ 2) x.
Proof. by move=> /RltP v0; rewrite !ball_massE -!RpowE -{2}(prednK d0); exact: radial_scale. Qed.
Lemma mass_shell c p q : 0 <= c -> 0 <= p -> p <= q ->
  exp (- (c * q ^+ 2)) * (q ^+ d - p ^+ d) <= d%:R * (ball_mass d c q - ball_mass d c p)
  <= exp (- (c * p ^+ 2)) * (q ^+ d - p ^+ d).
Proof.
move=> /RleP c0 /RleP p0 /RleP pq; have [h1 h2] := radial_shell d.-1 c0 p0 pq; move: h1 h2.
rewrite (prednK d0) -!ball_massE => /RleP h1 /RleP h2.
by rewrite -!RpowE -INRE; apply/andP.
Qed.
Lemma mass0 c : ball_mass d c 0 = 0.
Proof. exact: RInt_point. Qed.

Variable c : R.
Hypothesis c0 : 0 <= c.
Local Notation N r := (normaliser r (c%:M : 'M[R]_d)).
Local Notation vol := (normaliser 1 (0%:M : 'M[R]_d)).
Let vol0 : 0 <= vol. Proof. exact/ltW/normaliser_gt0. Qed.

(* x^d - y^d <= d (x - y) on [0, 1] *)
Lemma power_lip (p q : R) n : 0 <= p -> p <= q -> q <= 1 -> 0 <= q ^+ n - p ^+ n <= n%:R * (q - p).
Proof.
move=> p0 pq q1; have q0 := le_trans p0 pq; apply/andP; split; first by rewrite subr_ge0 ler_expn2r.
elim: n => [|n IH]; first by rewrite !expr0 subrr mul0r.
have -> : q ^+ n.+1 - p ^+ n.+1 = q * (q ^+ n - p ^+ n) + (q - p) * p ^+ n.
  by rewrite !exprS; move: (q ^+ n) (p ^+ n) => x y; ring.
rewrite mulrSr mulrDl mul1r; apply: ler_add.
  by apply: le_trans IH; rewrite ler_pimull // subr_ge0 ler_expn2r.
by rewrite ler_pimulr ?subr_ge0 // exprn_ile1 // (le_trans pq).
Qed.
(* e^{-c p^2} - e^{-c q^2} <= 2 c (q - p) on [0, 1] *)
Lemma exp_lip (p q : R) : 0 <= p -> p <= q -> q <= 1 ->
  0 <= exp (- (c * p ^+ 2)) - exp (- (c * q ^+ 2)) <= 2%:R * c * (q - p).
Proof.
move=> p0 pq q1; have q0 := le_trans p0 pq; have p1 := le_trans pq q1.
have sq : c * p ^+ 2 <= c * q ^+ 2 by rewrite ler_wpmul2l // ler_expn2r.
rewrite subr_ge0 exp_le ?ler_opp2 //=.
have -> : - (c * q ^+ 2) = - (c * p ^+ 2) + - (c * (q ^+ 2 - p ^+ 2)) by ring.
rewrite expD -{1}[exp _]mulr1 -mulrBr; set y := c * (_ - _).
have y0 : 0 <= y by rewrite mulr_ge0 // subr_ge0 ler_expn2r.
apply: (@le_trans _ _ y); last first.
  rewrite /y [2%:R * c]mulrC -mulrA ler_wpmul2l // subr_sqr mulrC ler_wpmul2r ?subr_ge0 //.
  by rewrite -[2%:R]/(1 + 1) ler_add.
apply: (@le_trans _ _ (1 * y)); last by rewrite mul1r.
apply: ler_pmul; rewrite ?exp_ge0 ?subr_ge0 //.
- by rewrite -exp0 exp_le // oppr_le0.
- by rewrite -exp0 exp_le // oppr_le0 mulr_ge0 ?sqr_ge0.
by rewrite ler_subl_addr addrC -ler_subl_addr; have := exp_tangent (- y).
Qed.

(* The normal mass of the ball of radius q *)
Theorem normal_mass (q : R) : 0 < q -> q <= 1 -> N q = vol * (d%:R * ball_mass d c q).
Proof.
move=> q0 q1; pose H x := N x - vol * (d%:R * ball_mass d c x).
have step p r : 0 < p -> p <= r -> r <= 1 -> `|H r - H p| <= vol * (d%:R * (2%:R * c)) * (r - p) ^+ 2.
  move=> p0 pr r1; have p1 := le_trans pr r1; have r0 := lt_le_trans p0 pr.
  have := shell_high d c0 p0 pr r1; have := shell_low d c0 p0 pr r1.
  have /andP [] := mass_shell c0 (ltW p0) pr; have /andP [] := exp_lip (ltW p0) pr r1.
  have /andP [] := power_lip d (ltW p0) pr r1; rewrite (ball_volume d p0 p1) (ball_volume d r0 r1) /H.
  move: (exp _) (exp _) (N r) (N p) (ball_mass _ _ r) (ball_mass _ _ p) vol0 => b a x y m n.
  move: vol (r ^+ d) (p ^+ d) => V u v V0 h1 h2 h3 h4 h5 h6 h7 h8.
  have h5' := ler_wpmul2l V0 h5; have h6' := ler_wpmul2l V0 h6.
  apply: (@le_trans _ _ ((a - b) * (u - v) * V)).
    by rewrite ler_norml; apply/andP; split; move: h5' h6' h7 h8 => /RleP h5' /RleP h6' /RleP h7 /RleP h8;
      apply/RleP; move: h5' h6' h7 h8; toR_goal; lra.
  apply: (@le_trans _ _ (2%:R * c * (r - p) * (d%:R * (r - p)) * V)).
    by rewrite ler_wpmul2r // ler_pmul.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
have const p : 0 < p -> p <= q -> H q = H p.
  move=> p0 pq; apply: (flat pq (C := vol * (d%:R * (2%:R * c)))) => x y px xy yq.
  by apply: step => //; [exact: lt_le_trans px|exact: le_trans yq q1].
have small p : 0 < p -> p <= q -> `|H q| <= (2%:R * vol) * p.
  move=> p0 pq; have p1 := le_trans pq q1; rewrite (const p p0 pq) /H.
  have := mass_volume d c0 p0 p1 (lexx 1); rewrite (ball_volume d p0 p1) => h1.
  have /andP [_] := mass_shell c0 (lexx 0) (ltW p0).
  have z : 0 ^+ d = 0 :> R by rewrite expr0n eqn0Ngt d0.
  rewrite z [0 ^+ 2]expr0n mass0 !subr0 mulr0 oppr0 exp0 mul1r => h2.
  have pd : p ^+ d <= p by rewrite -(prednK d0) exprS ler_pimulr ?(ltW p0) // exprn_ile1 // ltW.
  apply: le_trans (ler_norm_sub _ _) _; rewrite -[X in _ <= X]mulrA [X in _ <= X]mulr_natl mulr2n.
  apply: ler_add.
    rewrite ger0_norm; last exact/ltW/ball_gt0.
    by apply: le_trans h1 _; rewrite mulrC ler_wpmul2l.
  rewrite ger0_norm ?mulr_ge0 ?ler0n ?(ltW (mass_gt0 c0 p0)) //.
  by rewrite ler_wpmul2l // (le_trans h2).
apply/eqP; rewrite -subr_eq0 -/(H q) -normr_le0 leNgt; apply/negP => Hq.
have k0 : 0 < 2%:R * vol + 1 by rewrite ltr_paddl ?ltr01 // mulr_ge0 ?ler0n.
pose p := Num.min q (`|H q| / (2%:R * vol + 1)).
have p0 : 0 < p by rewrite lt_minr q0 divr_gt0.
have pq : p <= q by rewrite le_minl lexx.
have : p * (2%:R * vol + 1) <= `|H q| by rewrite -ler_pdivl_mulr // le_minl lexx orbT.
have lt : 2%:R * vol * p < p * (2%:R * vol + 1) by rewrite mulrC ltr_pmul2l // ltr_addl ltr01.
by rewrite leNgt (le_lt_trans (small p p0 pq) lt).
Qed.

(* The ratio of the masses of the unit ball and the ball of radius q *)
Corollary mass_ratio (q : R) : 0 < q -> q <= 1 -> N 1 / N q = ball_mass d c 1 / ball_mass d c q.
Proof.
move=> q0 q1; rewrite !normal_mass ?ltr01 //; have := mass_gt0 c0 q0.
have v1 : vol != 0 by rewrite gt_eqF // normaliser_gt0.
have dn : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
move: (ball_mass _ _ 1) (ball_mass _ _ q) => x y /lt0r_neq0 y0; move: (d%:R : R) dn vol v1 => n n0 v v0.
by field; rewrite y0 n0 v0.
Qed.
End Mass.
