(* Laws as functionals on bounded functions, upper laws, and the upper integral of a law that is given on some
   functions only.  What they are for is said at the top of any_law.v. *)
From Coq Require Import Reals Lra Lia Psatz FunctionalExtensionality ssreflect.
From Coquelicot Require Import Coquelicot.
From Glb Require Import integrals.

Section OneVariable.
Local Open Scope R_scope.
(* x <= y + C / n for all n gives x <= y *)
Lemma le_limit x y C : (forall n, x <= y + C / INR (S n)) -> x <= y.
Proof.
move=> H; case: (Rle_dec x y) => // /Rnot_le_lt h; exfalso.
have C0 : 0 < C by have := H 0%nat; rewrite /= Rdiv_1; lra.
have [[|n] [hn n0]] := archimed_cor1 ((x - y) / C) ltac:(apply: Rdiv_lt_0_compat; lra); first lia.
have := H n; have : C / INR (S n) < x - y; last lra.
have : C * ((x - y) / C) = x - y by field; lra.
rewrite /Rdiv; nra.
Qed.

(* on a short interval the integral of a function with Lipschitz constant K is its value times the length *)
Lemma RInt_step f K a s : 0 <= s -> LL f ->
  (forall x, a <= x <= a + s -> Rabs (f x - f a) <= K * Rabs (x - a)) -> 0 <= K ->
  Rabs (RInt f a (a + s) - s * f a) <= K * (s * s).
Proof.
move=> s0 L H K0; have e : s * f a = RInt (fun _ => f a) a (a + s).
  by rewrite RInt_const /scal /= /mult /=; ring.
have ec := ex_RInt_const (V := R_NormedModule) a (a + s) (f a).
have -> : RInt f a (a + s) - s * f a = RInt (fun x => f x - f a) a (a + s).
  by rewrite e (RInt_minus (V := R_CompleteNormedModule) f) //; exact: LL_ex.
have -> : K * (s * s) = (a + s - a) * (K * s) by ring.
apply: abs_RInt_le_const; first lra.
  by apply: (ex_RInt_minus (V := R_NormedModule)) => //; exact: LL_ex.
move=> t ht; apply: Rle_trans (H t ht) _; apply: Rmult_le_compat_l => //.
by rewrite Rabs_pos_eq; lra.
Qed.

Lemma RInt_next f a s n : LL f ->
  RInt f a (a + INR (S n) * s) = RInt f a (a + INR n * s) + RInt f (a + INR n * s) (a + INR n * s + s).
Proof.
move=> L; rewrite -(RInt_Chasles f a (a + INR n * s) (a + INR (S n) * s)); try exact: LL_ex.
by rewrite S_INR /plus /=; congr (_ + RInt f _ _); ring.
Qed.

(* Ec is monotone, subadditive, positively homogeneous, and c at the constant c, on bounded functions *)
Variables (E : Type) (Ec : (E -> R) -> R).
Let bd (f : E -> R) := exists B, forall e, Rabs (f e) <= B.
Hypothesis Ec_add : forall f g, bd f -> bd g -> Ec (fun e => f e + g e) <= Ec f + Ec g.
Hypothesis Ec_scal : forall c f, 0 <= c -> bd f -> Ec (fun e => c * f e) = c * Ec f.
Hypothesis Ec_le : forall f g, bd f -> bd g -> (forall e, f e <= g e) -> Ec f <= Ec g.
Hypothesis Ec_const : forall c, Ec (fun _ => c) = c.
(* g e and its mean G have the Lipschitz constant K on [-2, 2]; g is bounded there *)
Variables (g : E -> R -> R) (K B : R).
Let G t := Ec (fun e => g e t).
Hypotheses (gL : forall e, LL (g e)) (GL : LL G) (K0 : 0 <= K).
Hypothesis gK : forall e s t, Rabs s <= 2 -> Rabs t <= 2 -> Rabs (g e s - g e t) <= K * Rabs (s - t).
Hypothesis GK : forall s t, Rabs s <= 2 -> Rabs t <= 2 -> Rabs (G s - G t) <= K * Rabs (s - t).
Hypothesis gB : forall e t, Rabs t <= 2 -> Rabs (g e t) <= B.

Lemma g_bd t : Rabs t <= 2 -> bd (fun e => g e t). Proof. by move=> h; exists B => e; exact: gB. Qed.
Lemma RInt_bd a b : -2 <= a -> a <= b -> b <= 2 -> bd (fun e => RInt (g e) a b).
Proof.
move=> a2 ab b2; exists ((b - a) * B) => e; apply: abs_RInt_le_const => //; first exact: LL_ex.
by move=> t ht; apply: gB; apply: Rabs_le; lra.
Qed.

(* the interchange on a short interval, up to the square of its length *)
Lemma Ec_RInt_step a s : -2 <= a -> 0 <= s -> a + s <= 2 ->
  Ec (fun e => RInt (g e) a (a + s)) <= RInt G a (a + s) + 2 * K * (s * s).
Proof.
move=> a2 s0 as2; have ha : Rabs a <= 2 by apply: Rabs_le; lra.
have step f : LL f -> (forall x y, Rabs x <= 2 -> Rabs y <= 2 -> Rabs (f x - f y) <= K * Rabs (x - y)) ->
    Rabs (RInt f a (a + s) - s * f a) <= K * (s * s).
  by move=> L H; apply: RInt_step => // x hx; apply: H => //; apply: Rabs_le; lra.
have bs : bd (fun e => s * g e a).
  by exists (s * B) => e; rewrite Rabs_mult Rabs_pos_eq //; apply: Rmult_le_compat_l => //; exact: gB.
have bk : bd (fun _ => K * (s * s)) by exists (Rabs (K * (s * s))) => _; exact: Rle_refl.
have up : Ec (fun e => RInt (g e) a (a + s)) <= Ec (fun e => s * g e a + K * (s * s)).
  apply: Ec_le => [||e]; first by apply: RInt_bd; lra.
    move: bs => [C hC]; exists (C + Rabs (K * (s * s))) => e.
    by apply: Rle_trans (Rabs_triang _ _) _; apply: Rplus_le_compat_r.
  by have := Rle_trans _ _ _ (Rle_abs _) (step (g e) (gL e) (gK e)); lra.
have := Ec_add _ _ bs bk; rewrite Ec_scal //; last exact: g_bd.
rewrite Ec_const -/(G a) => h.
have := step G GL GK; rewrite Rabs_minus_sym => /(Rle_trans _ _ _ (Rle_abs _)); lra.
Qed.

Lemma Ec_RInt n s : 0 <= s -> -2 + INR n * s <= 2 ->
  Ec (fun e => RInt (g e) (-2) (-2 + INR n * s)) <= RInt G (-2) (-2 + INR n * s) + INR n * (2 * K * (s * s)).
Proof.
move=> s0; elim: n => [|n IH].
  rewrite /= !Rmult_0_l Rplus_0_r RInt_point => _.
  have -> : (fun e => RInt (g e) (-2) (-2)) = (fun _ => 0).
    by apply: functional_extensionality => e; rewrite RInt_point.
  by rewrite Ec_const /zero /=; lra.
rewrite S_INR => h; have n0 := pos_INR n; have ns0 : 0 <= INR n * s by nra.
have -> : (fun e => RInt (g e) (-2) (-2 + (INR n + 1) * s)) = (fun e =>
    RInt (g e) (-2) (-2 + INR n * s) + RInt (g e) (-2 + INR n * s) (-2 + INR n * s + s)).
  by apply: functional_extensionality => e; rewrite -S_INR RInt_next.
rewrite -S_INR RInt_next // S_INR.
apply: Rle_trans (Ec_add _ _ (RInt_bd _ _ _ _ _) (RInt_bd _ _ _ _ _)) _; try lra.
have := IH ltac:(lra); have := Ec_RInt_step (-2 + INR n * s) s ltac:(lra) s0 ltac:(lra); lra.
Qed.

(* the expectation of an integral is at most the integral of the expectation *)
Lemma Ec_I1 : Ec (fun e => I1 (g e)) <= I1 G.
Proof.
apply: (le_limit _ _ (32 * K)) => n; have n0 : 0 < INR (S n) by apply: lt_0_INR; lia.
have e : INR (S n) * (4 / INR (S n)) = 4 by field; lra.
have s0 : 0 <= 4 / INR (S n) by apply: Rdiv_le_0_compat; lra.
have := Ec_RInt (S n) (4 / INR (S n)) s0; rewrite e.
have -> : -2 + 4 = 2 by lra.
have -> : INR (S n) * (2 * K * (4 / INR (S n) * (4 / INR (S n)))) = 32 * K / INR (S n) by field; lra.
by apply; lra.
Qed.
End OneVariable.

From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Laws.
Variable E : Type.
Implicit Types (f g : E -> R) (Ec : (E -> R) -> R).

Definition bounded f := exists B, forall e, `|f e| <= B.

(* linear, non-negative, normalised, on all bounded functions *)
Definition law Ec :=
  [/\ forall f g, bounded f -> bounded g -> Ec (fun e => f e + g e) = Ec f + Ec g,
      forall c f, bounded f -> Ec (fun e => c * f e) = c * Ec f,
      forall f, bounded f -> (forall e, 0 <= f e) -> 0 <= Ec f &
      Ec (fun=> 1) = 1].

(* the same with subadditivity in the place of additivity *)
Definition upper_law Ec :=
  [/\ forall f g, bounded f -> bounded g -> Ec (fun e => f e + g e) <= Ec f + Ec g,
      forall c f, 0 <= c -> bounded f -> Ec (fun e => c * f e) = c * Ec f,
      forall f g, bounded f -> bounded g -> (forall e, f e <= g e) -> Ec f <= Ec g &
      forall c, Ec (fun=> c) = c].

Lemma bounded_const c : bounded (fun=> c). Proof. by exists `|c|. Qed.
Lemma bounded_add f g : bounded f -> bounded g -> bounded (fun e => f e + g e).
Proof.
move=> [B hB] [C hC]; exists (B + C) => e.
by apply: le_trans (ler_norm_add _ _) _; exact: ler_add.
Qed.
Lemma bounded_scal c f : bounded f -> bounded (fun e => c * f e).
Proof. by move=> [B hB]; exists (`|c| * B) => e; rewrite normrM ler_wpmul2l. Qed.
Lemma bounded_sum I (r : seq I) (f : I -> E -> R) :
  (forall i, bounded (f i)) -> bounded (fun e => \sum_(i <- r) f i e).
Proof.
move=> bf; elim: r => [|i r IH].
  by exists 0 => e; rewrite big_nil normr0.
have [B hB] := bounded_add (bf i) IH; exists B => e.
by rewrite big_cons hB.
Qed.

Lemma law_upper Ec : law Ec -> upper_law Ec.
Proof.
move=> [A H P N]; split.
- by move=> f g bf bg; rewrite A.
- by move=> c f _; exact: H.
- move=> f g bf bg fg; rewrite -subr_ge0.
  have bn := bounded_scal (-1) bf.
  have -> : Ec g - Ec f = Ec (fun e => g e + -1 * f e) by rewrite A // H // mulN1r.
  by apply: P => [|e]; [exact: bounded_add|rewrite mulN1r subr_ge0].
- move=> c; have := H c _ (bounded_const 1); rewrite N mulr1 => {2}<-.
  by congr Ec; apply: functional_extensionality => e; rewrite mulr1.
Qed.

Section Upper.
Variable Ec : (E -> R) -> R.
Hypothesis EcP : upper_law Ec.

Lemma law_le f g : bounded f -> bounded g -> (forall e, f e <= g e) -> Ec f <= Ec g.
Proof. by case: EcP => _ _ + _; exact. Qed.
Lemma law_add f g : bounded f -> bounded g -> Ec (fun e => f e + g e) <= Ec f + Ec g.
Proof. by case: EcP => + _ _ _; exact. Qed.
Lemma law_scal c f : 0 <= c -> bounded f -> Ec (fun e => c * f e) = c * Ec f.
Proof. by case: EcP => _ + _ _; exact. Qed.
Lemma law_const c : Ec (fun=> c) = c.
Proof. by case: EcP. Qed.

(* a contraction for the supremum norm *)
Lemma law_norm f B : (forall e, `|f e| <= B) -> `|Ec f| <= B.
Proof.
move=> H; have bf : bounded f by exists B.
rewrite ler_norml -{1}(law_const (- B)%ring) -{2}(law_const B); apply/andP; split;
  by apply: law_le => // [|e]; [exact: bounded_const|have := H e; rewrite ler_norml => /andP []].
Qed.
Lemma law_dist f g B : bounded f -> bounded g -> (forall e, `|f e - g e| <= B) -> `|Ec f - Ec g| <= B.
Proof.
have half u v : bounded u -> bounded v -> (forall e, `|u e - v e| <= B) -> Ec u - Ec v <= B.
  move=> bu bv H; rewrite ler_subl_addr addrC -[X in _ + X](law_const B).
  apply: (@le_trans _ _ (Ec (fun e => v e + B))); last by apply: law_add => //; exact: bounded_const.
  apply: law_le => // [|e]; first by apply: bounded_add => //; exact: bounded_const.
  by rewrite -ler_subl_addl (le_trans (ler_norm _)).
move=> bf bg H; rewrite ler_norml half // andbT ler_oppl opprB half // => e.
by rewrite distrC.
Qed.
Lemma law_sum I (r : seq I) (f : I -> E -> R) : (forall i, bounded (f i)) ->
  Ec (fun e => \sum_(i <- r) f i e) <= \sum_(i <- r) Ec (f i).
Proof.
move=> bf; elim: r => [|i r IH].
  rewrite big_nil -[X in _ <= X](law_const 0); apply: law_le; try exact: bounded_sum.
    exact: bounded_const.
  by move=> e; rewrite big_nil.
rewrite big_cons; apply: le_trans (ler_add (lexx _) IH).
apply: le_trans (law_add (bf i) (bounded_sum r bf)); apply: law_le; try exact: bounded_sum.
  by apply: bounded_add => //; exact: bounded_sum.
by move=> e; rewrite big_cons.
Qed.
End Upper.
End Laws.

(* finitely many outcomes are a special case *)
Lemma tree_law (E : finType) (p : E -> R) : (forall e, 0 <= p e) -> \sum_e p e = 1 ->
  law (fun f => \sum_e p e * f e).
Proof.
move=> p0 p1; split.
- by move=> f g _ _; rewrite -big_split; apply: eq_bigr => e _; rewrite mulrDr.
- by move=> c f _; rewrite mulr_sumr; apply: eq_bigr => e _; rewrite mulrCA.
- by move=> f _ f0; apply: sumr_ge0 => e _; rewrite mulr_ge0.
- by rewrite -[RHS]p1; apply: eq_bigr => e _; rewrite mulr1.
Qed.

(* A law that is given on a class L of bounded functions only (say the measurable ones, or those with a
   Riemann integral) has an upper integral, which is an upper law on all bounded functions. *)
Section UpperIntegral.
Variables (E : Type) (L : (E -> R) -> Prop) (I : (E -> R) -> R).
Hypothesis L_bounded : forall f, L f -> bounded f.
Hypothesis L_const : forall c, L (fun=> c).
Hypothesis L_add : forall f g, L f -> L g -> L (fun e => f e + g e).
Hypothesis L_scal : forall c f, L f -> L (fun e => c * f e).
Hypothesis I_add : forall f g, L f -> L g -> I (fun e => f e + g e) = I f + I g.
Hypothesis I_scal : forall c f, L f -> I (fun e => c * f e) = c * I f.
Hypothesis I_ge0 : forall f, L f -> (forall e, 0 <= f e) -> 0 <= I f.
Hypothesis I_one : I (fun=> 1) = 1.
Implicit Types f g : E -> R.

Let above f (z : R) := exists g, [/\ L g, forall e, f e <= g e & I g = z].
Definition upper_integral f : R := real (Glb_Rbar (above f)).

Lemma I_le f g : L f -> L g -> (forall e, f e <= g e) -> I f <= I g.
Proof.
move=> Lf Lg fg; rewrite -subr_ge0.
have -> : I g - I f = I (fun e => g e + -1 * f e) by rewrite I_add ?I_scal ?mulN1r //; exact: L_scal.
by apply: I_ge0 => [|e]; [apply: L_add => //; exact: L_scal|rewrite mulN1r subr_ge0].
Qed.
Lemma I_const c : I (fun=> c) = c.
Proof.
have := I_scal c (L_const 1); rewrite I_one mulr1 => {2}<-.
by congr I; apply: functional_extensionality => e; rewrite mulr1.
Qed.

(* it is the greatest lower bound *)
Lemma upper_integral_glb f : bounded f ->
  (forall g, L g -> (forall e, f e <= g e) -> upper_integral f <= I g) /\
  (forall z, (forall g, L g -> (forall e, f e <= g e) -> z <= I g) -> z <= upper_integral f).
Proof.
move=> [B hB]; have [lb glb] := Glb_Rbar_correct (above f).
have hf e : - B <= f e <= B by rewrite -ler_norml.
have low : Rbar_le (Finite (- B)%ring) (Glb_Rbar (above f)).
  apply: glb => z [g [Lg fg <-]]; apply/RleP; rewrite -[X in X <= _]I_const; apply: I_le => // e.
  by apply: le_trans (fg e); case/andP: (hf e).
have up : Rbar_le (Glb_Rbar (above f)) (Finite B).
  apply: lb; exists (fun=> B); split=> [//|e|]; last exact: I_const.
  by case/andP: (hf e).
have E0 : Glb_Rbar (above f) = Finite (upper_integral f).
  by rewrite /upper_integral; case: (Glb_Rbar _) low up.
split=> [g Lg fg|z hz].
  have : Rbar_le (Glb_Rbar (above f)) (Finite (I g)) by apply: lb; exists g.
  by rewrite E0 => /RleP.
have : Rbar_le (Finite z) (Glb_Rbar (above f)).
  by apply: glb => w [g [Lg fg <-]]; apply/RleP; exact: hz.
by rewrite E0 => /RleP.
Qed.

(* on the class it is the given law *)
Lemma upper_integral_eq f : L f -> upper_integral f = I f.
Proof.
move=> Lf; have [lb glb] := upper_integral_glb (L_bounded Lf).
by apply/le_anti; rewrite lb //=; apply: glb => g Lg fg; exact: I_le.
Qed.

Lemma upper_integral_law : upper_law upper_integral.
Proof.
have scal c f : 0 < c -> bounded f -> upper_integral (fun e => c * f e) <= c * upper_integral f.
  move=> c0 bf; have [lb _] := upper_integral_glb (bounded_scal c bf).
  have [_ glb] := upper_integral_glb bf; rewrite mulrC -ler_pdivr_mulr //; apply: glb => g Lg fg.
  rewrite ler_pdivr_mulr // mulrC -I_scal //; apply: lb => [|e]; first exact: L_scal.
  by rewrite ler_pmul2l.
split.
- move=> f g bf bg; have [lb _] := upper_integral_glb (bounded_add bf bg).
  have [_ gf] := upper_integral_glb bf; have [_ gg] := upper_integral_glb bg.
  rewrite -ler_subl_addr; apply: gf => u Lu fu; rewrite ler_subl_addr -ler_subl_addl; apply: gg => v Lv gv.
  rewrite ler_subl_addl -I_add //; apply: lb => [|e]; first exact: L_add.
  exact: ler_add.
- move=> c f; rewrite le_eqVlt => /orP [/eqP <-|c0] bf.
    rewrite mul0r -[RHS](I_const 0) -upper_integral_eq //; congr upper_integral.
    by apply: functional_extensionality => e; rewrite mul0r.
  apply/le_anti; rewrite scal //= mulrC -ler_pdivl_mulr // mulrC.
  have bcf := bounded_scal c bf; have := scal c^-1 _ _ bcf; rewrite invr_gt0 => /(_ c0); apply: le_trans.
  rewrite le_eqVlt; apply/orP; left; apply/eqP; congr upper_integral.
  by apply: functional_extensionality => e; rewrite mulrA mulVf ?mul1r // gt_eqF.
- move=> f g bf bg fg; have [lb _] := upper_integral_glb bf; have [_ glb] := upper_integral_glb bg.
  by apply: glb => u Lu gu; apply: lb => // e; exact: le_trans (fg e) (gu e).
- by move=> c; rewrite upper_integral_eq ?I_const.
Qed.
End UpperIntegral.
