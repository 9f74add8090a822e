(* Any law of rewards: expectations that are functionals, iterated over the rounds.

   setting.v has finitely many outcomes in a round.  Here the outcomes of a round form any type E, and
   the law of a round, given the past h, is a functional Ec h : (E -> R) -> R on the bounded functions of
   the outcome. "Any law" means exactly:

   - [law]: the functional is linear, non-negative on non-negative functions, and 1 at the constant 1, on
     ALL bounded functions.  It is finitely additive; countable additivity is never used.
   - [upper_law]: it is monotone, subadditive, positively homogeneous, and c at the constant c.  Every
     law is one ([law_upper]), and so is the upper integral of a law that is given on some of the
     functions only ([upper_integral_law]): for an ordinary probability
     law on a sigma-algebra the upper integral of f is the infimum of the integrals of the bounded
     measurable g >= f; it is the integral where f is measurable ([upper_integral_eq],
     [Mean_upper_integral]).  So ordinary laws need no extension to all functions.  (They have one that
     is linear, by Hahn-Banach; and suprema of families of laws are upper laws: remarks, neither proved
     nor used here.)

   All that follows is proved for upper laws, hence for laws, hence for finite trees ([tree_law],
   [Mean_tree]). For an upper law the mean of a sum is at most the sum of the means; for a law both are
   equal.  The chapter ends with the interchange of the expectation of a round and an integral over
   directions, which finite sums had for nothing: Riemann sums in one variable, then induction on the
   dimension (Tonelli in the proof of lemma_int_instantaneous of the paper). *)
From Coq Require Import Reals Lra Lia Psatz FunctionalExtensionality ssreflect.
From Coquelicot Require Import Coquelicot.
From Glb Require Import integrals.
From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting.
From Glb Require Export laws.
Local Open Scope R_scope.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* Expectations over several rounds.  A history h is the list of outcomes so far; Ec h is the law of the
   next. *)
Section Rounds.
Variables (E : Type) (Ec : seq E -> (E -> R) -> R).
Hypothesis EcP : forall h, upper_law (Ec h).
Implicit Types (X Y : seq E -> R) (h k : seq E).

(* expectation given h of what is known n rounds later *)
Fixpoint Mean n X h : R := if n is n'.+1 then Ec h (fun e => Mean n' X (rcons h e)) else X h.
(* probability given h of an event that is decided n rounds later *)
Definition Prob n (A : seq E -> bool) h := Mean n (fun k => (A k)%:R) h.
(* bounded on the histories of each length *)
Definition bdd X := forall n, exists B, forall h, size h = n -> `|X h| <= B.

Lemma bdd_event (A : seq E -> bool) : bdd (fun k => (A k)%:R).
Proof. by move=> n; exists 1 => h _; case: (A h); rewrite ?normr1 ?normr0. Qed.
Lemma bdd_add X Y : bdd X -> bdd Y -> bdd (fun k => X k + Y k).
Proof.
move=> bX bY n; have [B hB] := bX n; have [C hC] := bY n; exists (B + C) => h hn.
by apply: le_trans (ler_norm_add _ _) _; rewrite ler_add ?hB ?hC.
Qed.
Lemma bdd_scal c X : bdd X -> bdd (fun k => c * X k).
Proof. by move=> bX n; have [B hB] := bX n; exists (`|c| * B) => h hn; rewrite normrM ler_wpmul2l ?hB. Qed.
Lemma bdd_sum I (r : seq I) (X : I -> seq E -> R) :
  (forall i, bdd (X i)) -> bdd (fun k => \sum_(i <- r) X i k).
Proof.
move=> bX; elim: r => [|i r IH] n; first by exists 0 => h _; rewrite big_nil normr0.
have [B hB] := bdd_add (bX i) IH n; exists B => h hn.
by rewrite big_cons hB.
Qed.

(* a contraction for the supremum norm *)
Lemma Mean_norm n X h B : (forall k, size k = (size h + n)%N -> `|X k| <= B) -> `|Mean n X h| <= B.
Proof.
elim: n h => [|n IH] h H /=; first by apply: H; rewrite addn0.
by apply: law_norm => // e; apply: IH => k; rewrite size_rcons addSnnS; exact: H.
Qed.
Lemma Mean_bounded n X h : bdd X -> bounded (fun e => Mean n X (rcons h e)).
Proof.
move=> bX; have [B hB] := bX (size h + n.+1)%N; exists B => e.
by apply: Mean_norm => k; rewrite size_rcons addSnnS; exact: hB.
Qed.

Lemma Mean_le n X Y h : bdd X -> bdd Y ->
  (forall k, size k = (size h + n)%N -> X k <= Y k) -> Mean n X h <= Mean n Y h.
Proof.
move=> bX bY; elim: n h => [|n IH] h H /=; first by apply: H; rewrite addn0.
apply: law_le => // [||e]; try exact: Mean_bounded.
by apply: IH => k; rewrite size_rcons addSnnS; exact: H.
Qed.
Lemma Mean_const n c h : Mean n (fun=> c) h = c.
Proof.
elim: n h => [|n IH] h //=; rewrite -[RHS](law_const (EcP h)); congr Ec.
by apply: functional_extensionality => e; exact: IH.
Qed.
Lemma Mean_scal n c X h : 0 <= c -> bdd X -> Mean n (fun k => c * X k) h = c * Mean n X h.
Proof.
move=> c0 bX; elim: n h => [|n IH] h //=; rewrite -(law_scal (EcP h)) //; last exact: Mean_bounded.
by congr Ec; apply: functional_extensionality => e; exact: IH.
Qed.
(* for an upper law: at most; for a law: equal ([Mean_addE]) *)
Lemma Mean_add n X Y h : bdd X -> bdd Y -> Mean n (fun k => X k + Y k) h <= Mean n X h + Mean n Y h.
Proof.
move=> bX bY; elim: n h => [|n IH] h //=.
have aX := Mean_bounded n h bX; have aY := Mean_bounded n h bY.
apply: (le_trans _ (law_add (EcP h) aX aY)); apply: law_le => //; last exact: bounded_add.
exact/Mean_bounded/bdd_add.
Qed.
Lemma Mean_sum n I (r : seq I) (X : I -> seq E -> R) h : (forall i, bdd (X i)) ->
  Mean n (fun k => \sum_(i <- r) X i k) h <= \sum_(i <- r) Mean n (X i) h.
Proof.
move=> bX; elim: n h => [|n IH] h //=.
apply: (le_trans _ (law_sum (EcP h) r (fun i => Mean_bounded n h (bX i)))); apply: law_le => //.
  exact/Mean_bounded/bdd_sum.
by apply: bounded_sum => i; exact: Mean_bounded.
Qed.

(* tower property *)
Lemma Mean_tower n m X h : Mean (n + m) X h = Mean n (fun k => Mean m X k) h.
Proof. by elim: n h => [|n IH] h //=; congr Ec; apply: functional_extensionality => e; exact: IH. Qed.

(* what depends on the past only is its own mean *)
Lemma Mean_known m X l h : (l <= size h)%N -> Mean m (fun k => X (take l k)) h = X (take l h).
Proof.
elim: m h => [|m IH] h lh //=; rewrite -[RHS](law_const (EcP h)); congr Ec.
by apply: functional_extensionality => e; rewrite IH ?size_rcons ?leqW // -cats1 takel_cat.
Qed.
(* what is known after n rounds does not see the later ones *)
Lemma Mean_prefix n m X h : Mean (n + m) (fun k => X (take (size h + n) k)) h = Mean n X h.
Proof.
rewrite Mean_tower; elim: n h => [|n IH] h /=; first by rewrite addn0 Mean_known // take_size.
by congr Ec; apply: functional_extensionality => e; rewrite -IH size_rcons addSnnS.
Qed.

(* what no round raises in the mean is not raised by n rounds *)
Lemma Mean_supermartingale n M h : bdd M ->
  (forall k, (size k < size h + n)%N -> Ec k (fun e => M (rcons k e)) <= M k) -> Mean n M h <= M h.
Proof.
move=> bM; elim: n h => [|n IH] h H //=; apply: (le_trans _ (H h _)); last by rewrite addnS ltnS leq_addr.
apply: law_le => // [||e]; first exact: Mean_bounded.
  exact: (Mean_bounded 0 h bM).
by apply: IH => k; rewrite size_rcons addSnnS; exact: H.
Qed.

Lemma Prob_le n (A B : seq E -> bool) h :
  (forall k, size k = (size h + n)%N -> A k -> B k) -> Prob n A h <= Prob n B h.
Proof.
move=> H; apply: Mean_le => [||k kn]; try exact: bdd_event.
by rewrite ler_nat; have := H k kn; case: (A k) => // /(_ isT) ->.
Qed.
Lemma Prob_prefix n m A h : Prob (n + m) (fun k => A (take (size h + n) k)) h = Prob n A h.
Proof. exact: (Mean_prefix n m (fun k => (A k)%:R)). Qed.

Lemma Mean_markov n X c h : 0 < c -> bdd X -> (forall k, 0 <= X k) ->
  Prob n (fun k => c <= X k) h <= Mean n X h / c.
Proof.
move=> c0 bX X0; rewrite mulrC -Mean_scal ?invr_ge0 ?(ltW c0) //; apply: Mean_le => [||k _].
- exact: bdd_event.
- exact: bdd_scal.
case: (leP c (X k)) => H; first by rewrite mulrC ler_pdivl_mulr // mul1r.
by rewrite mulr_ge0 ?invr_ge0 ?(ltW c0).
Qed.

Lemma Prob_union n (r : seq nat) (A : nat -> seq E -> bool) h :
  Prob n (fun k => has (A ^~ k) r) h <= \sum_(t <- r) Prob n (A t) h.
Proof.
apply: le_trans (Mean_sum n r h (fun t => @bdd_event (A t))).
apply: Mean_le => [||k _]; first exact: bdd_event.
  by apply: bdd_sum => t; exact: bdd_event.
elim: r => [|t r IH] /=; first by rewrite big_nil.
rewrite big_cons; apply: le_trans (ler_add (lexx _) IH).
by case: (A t k); case: (has _ r); rewrite /= ?addr0 ?add0r ?ler_addl ?ler01.
Qed.
End Rounds.

(* for laws (not only upper ones) expectations are linear, and an event and its complement have
   probability 1 *)
Section Linear.
Variables (E : Type) (Ec : seq E -> (E -> R) -> R).
Hypothesis EcP : forall h, law (Ec h).
Let EcU h := law_upper (EcP h).
Implicit Types X Y : seq E -> R.

Lemma Mean_addE n X Y h : bdd X -> bdd Y -> Mean Ec n (fun k => X k + Y k) h = Mean Ec n X h + Mean Ec n Y h.
Proof.
move=> bX bY; elim: n h => [|n IH] h //=; have [A _ _ _] := EcP h.
rewrite -A; try exact: (Mean_bounded EcU).
by congr (Ec h); apply: functional_extensionality => e; exact: IH.
Qed.
Lemma Mean_scalE n c X h : bdd X -> Mean Ec n (fun k => c * X k) h = c * Mean Ec n X h.
Proof.
move=> bX; elim: n h => [|n IH] h //=; have [_ H _ _] := EcP h.
rewrite -H; last exact: (Mean_bounded EcU).
by congr (Ec h); apply: functional_extensionality => e; exact: IH.
Qed.
Lemma Prob_compl n A h : Prob Ec n A h = 1 - Prob Ec n (fun k => ~~ A k) h.
Proof.
apply/eqP; rewrite eq_sym subr_eq -Mean_addE; try exact: bdd_event.
rewrite -[X in X == _](Mean_const EcU n 1%ring h); apply/eqP; congr (Mean Ec n _ h).
by apply: functional_extensionality => k; case: (A k); rewrite /= ?addr0 ?add0r.
Qed.
End Linear.

(* Over several rounds, upper integrals of laws I k given on classes L k agree with the iterated I, as long as
   every function that is integrated on the way lies in its class (is measurable). *)
Lemma Mean_upper_integral (E : Type) (L : seq E -> (E -> R) -> Prop) (I : seq E -> (E -> R) -> R) n X h :
  (forall k f, L k f -> upper_integral (L k) (I k) f = I k f) ->
  (forall j k, (j < n)%N -> L k (fun e => Mean I j X (rcons k e))) ->
  Mean (fun k => upper_integral (L k) (I k)) n X h = Mean I n X h.
Proof.
move=> eq; elim: n h => [|n IH] h H //=; rewrite -eq; last exact: H.
congr upper_integral; apply: functional_extensionality => e; apply: IH => j k jn.
by apply: H; exact: leqW.
Qed.

(* on a finite tree this is the expectation of setting.v *)
Lemma Mean_tree (E : finType) (p : seq E -> E -> R) n X h :
  Mean (fun k f => \sum_e p k e * f e) n X h = Ex p n X h.
Proof. by elim: n h => [|n IH] h //=; apply: eq_bigr => e _; rewrite IH. Qed.

(* Families of functions of a vector x, one for each outcome e, that are bounded and Lipschitz on every box,
   with constants that do not depend on the outcome. *)
Section Families.
Variable E : Type.
Implicit Types n : nat.
Definition LLu n (f : E -> 'cV[R]_n -> R) := forall B, exists K, [/\ 0 <= K,
  forall e x, box B x -> `|f e x| <= K &
  forall e x y, box B x -> box B y -> `|f e x - f e y| <= K * dist x y].

Lemma LLu_LLn n (f : E -> 'cV[R]_n -> R) e : LLu f -> LLn (f e).
Proof. by move=> L B; have [K [K0 _ H]] := L B; exists K; split=> // x y; exact: H. Qed.
(* a function that does not depend on the outcome *)
Lemma LLu_fix n (f : 'cV[R]_n -> R) : LLn f -> LLu (fun=> f).
Proof.
move=> L B; have [K [K0 H]] := L B; have [M [M0 h]] := LLn_bound L B; exists (K + M); split.
- exact: addr_ge0.
- by move=> _ x bx; rewrite (le_trans (h x bx)) // ler_addr.
- by move=> _ x y bx bY; rewrite (le_trans (H x y bx bY)) // ler_wpmul2r ?dist_ge0 // ler_addl.
Qed.
(* a bounded function of the outcome *)
Lemma LLu_outcome n (f : E -> R) : bounded f -> LLu (fun e (_ : 'cV[R]_n) => f e).
Proof.
move=> [C hC] B; exists `|C|; split=> // [e x _|e x y _ _]; first exact: le_trans (hC e) (ler_norm C).
by rewrite subrr normr0 mulr_ge0 ?dist_ge0.
Qed.
Lemma LLu_add n (f g : E -> 'cV[R]_n -> R) : LLu f -> LLu g -> LLu (fun e x => f e x + g e x).
Proof.
move=> Lf Lg B; have [K [K0 b H]] := Lf B; have [K' [K0' b' H']] := Lg B; exists (K + K'); split.
- exact: addr_ge0.
- by move=> e x bx; apply: le_trans (ler_norm_add _ _) _; rewrite ler_add ?b ?b'.
- move=> e x y bx bY; rewrite opprD addrACA mulrDl; apply: le_trans (ler_norm_add _ _) _.
  by rewrite ler_add ?H ?H'.
Qed.
Lemma LLu_mul n (f g : E -> 'cV[R]_n -> R) : LLu f -> LLu g -> LLu (fun e x => f e x * g e x).
Proof.
move=> Lf Lg B; have [K [K0 b H]] := Lf B; have [K' [K0' b' H']] := Lg B.
have KK := mulr_ge0 K0 K0'; exists (K * K' + K * K'); split; first exact: addr_ge0.
  by move=> e x bx; rewrite normrM ler_paddr // ler_pmul ?b ?b'.
move=> e x y bx bY.
have -> : f e x * g e x - f e y * g e y = f e x * (g e x - g e y) + g e y * (f e x - f e y).
  by move: (f e x) (g e x) (f e y) (g e y) => x1 x2 x3 x4; ring.
apply: le_trans (ler_norm_add _ _) _; rewrite mulrDl !normrM.
apply: ler_add; first by rewrite -mulrA ler_pmul ?b ?H'.
by rewrite mulrAC mulrC ler_pmul ?b' ?H.
Qed.
Lemma LLu_comp n (F : R -> R) (f : E -> 'cV[R]_n -> R) : LL F -> LLu f -> LLu (fun e x => F (f e x)).
Proof.
move=> /LLE L Lf B; have [K [K0 b H]] := Lf B; have [M [M0 h]] := L K.
pose C := `|F 0| + M * K; have C0 : 0 <= C by rewrite addr_ge0 ?mulr_ge0.
exists C; split=> // [e x bx|e x y bx bY].
  rewrite -[F _](subrK (F 0)) addrC; apply: le_trans (ler_norm_add _ _) _; rewrite ler_add2l.
  by apply: le_trans (h _ _ (b e x bx) _) _; rewrite ?normr0 // subr0 ler_wpmul2l ?b.
apply: le_trans (h _ _ (b e x bx) (b e y bY)) _; apply: (@le_trans _ _ (M * (K * dist x y))).
  by rewrite ler_wpmul2l ?H.
by rewrite mulrA ler_wpmul2r ?dist_ge0 // ler_addr.
Qed.
(* integrating the first coordinate out *)
Lemma LLu_Pt n (f : E -> 'cV[R]_n.+1 -> R) : LLu f -> LLu (fun e => Pt (f e)).
Proof.
move=> L B; have [K [K0 bd H]] := L (`|B| + 2%:R).
have b (z : 'cV[R]_n) t : box B z -> `|t| <= 2%:R -> box (`|B| + 2%:R) (cns t z).
  move=> bz ht; apply: box_cns; first by apply: (le_trans ht); rewrite ler_addr.
  by move=> i; apply: (le_trans (bz i)); apply: (le_trans (ler_norm B)); rewrite ler_addl ler0n.
have four : (4%:R : R) = IZR 4 by rewrite -INRE INR_IZR_INZ.
have two t : Rle (Rabs t) (IZR 2) -> `|t| <= 2%:R by move=> ht; apply/RleP; rewrite -INRE.
exists (4%:R * K); split; first by rewrite mulr_ge0 ?ler0n.
  move=> e x bx; rewrite -[Pt _ _]subr0 -(_ : I1 (fun=> 0) = 0); last by apply: I1_zero.
  rewrite four; apply/RleP/I1_dist => [||t /two ht]; first exact: LL_line (LLu_LLn e L).
    by move=> C; exists (IZR 0); split=> [|u v _ _]; [exact: Rle_refl|rewrite Rminus_0_r Rabs_R0; lra].
  by apply/RleP; rewrite [Rminus _ _]Rminus_0_r; apply/bd/b.
move=> e x y bx bY; rewrite four -mulrA.
apply/RleP/I1_dist => [||t /two ht]; try exact: LL_line (LLu_LLn e L).
apply/RleP; have := H e _ _ (b x t bx ht) (b y t bY ht); rewrite dist_cns subrr normr0 add0r.
exact.
Qed.

Lemma LLu_bounded n (f : E -> 'cV[R]_n -> R) x : LLu f -> bounded (fun e => f e x).
Proof.
move=> L; have [K [_ b _]] := L (\sum_i `|x i 0|); exists K => e; apply: b => i.
by rewrite (bigD1 i) //= ler_addl; exact: sumr_ge0.
Qed.
(* the integrals are bounded *)
Lemma LLu_J n (f : E -> 'cV[R]_n -> R) : LLu f -> bounded (fun e => J (f e)).
Proof. by elim: n f => [|n IH] f L; [exact: LLu_bounded|exact: IH (LLu_Pt L)]. Qed.

Variable Ec : (E -> R) -> R.
Hypothesis EcP : upper_law Ec.
Lemma LLu_mean n (f : E -> 'cV[R]_n -> R) : LLu f -> LLn (fun x => Ec (fun e => f e x)).
Proof.
move=> L B; have [K [K0 b H]] := L B; exists K; split=> // x y bx bY.
by apply: law_dist => // [||e]; [exact: LLu_bounded|exact: LLu_bounded|exact: H].
Qed.

(* one coordinate: the expectation of the integral is at most the integral of the expectation *)
Lemma mean_Pt n (f : E -> 'cV[R]_n.+1 -> R) y : LLu f ->
  Ec (fun e => Pt (f e) y) <= Pt (fun x => Ec (fun e => f e x)) y.
Proof.
move=> L; have s0 : 0 <= \sum_i `|y i 0| by exact: sumr_ge0.
have [K [K0 b H]] := L (2%:R + \sum_i `|y i 0|).
have bx t : Rle (Rabs t) (IZR 2) -> box (2%:R + \sum_i `|y i 0|) (cns t y).
  move=> ht; have ht' : `|t| <= 2%:R by apply/RleP; rewrite -INRE.
  apply: box_cns => [|i]; first by rewrite (le_trans ht') // ler_addl.
  by apply: ler_paddl => //; rewrite (bigD1 i) //= ler_addl; exact: sumr_ge0.
have bP (g : E -> R) : (exists B, forall e, Rle (Rabs (g e)) B) -> bounded g.
  by move=> [B hB]; exists B => e; apply/RleP.
have gK e s t : Rle (Rabs s) (IZR 2) -> Rle (Rabs t) (IZR 2) ->
    `|f e (cns s y) - f e (cns t y)| <= K * `|s - t|.
  move=> hs ht; have := H e _ _ (bx s hs) (bx t ht); rewrite dist_cns [dist y y]big1 ?addr0 // => i _.
  by rewrite subrr normr0.
apply/RleP/(@Ec_I1 E Ec _ _ _ _ (fun e t => f e (cns t y)) K K).
- by move=> g h /bP bg /bP bh; apply/RleP; exact: law_add.
- by move=> c g /RleP c0 /bP bg; exact: law_scal.
- by move=> g h /bP bg /bP bh gh; apply/RleP/law_le => // e; apply/RleP.
- exact: law_const.
- by move=> e; exact: LL_line (LLu_LLn e L).
- exact: (LL_line (f := fun x => Ec (fun e => f e x)) y (LLu_mean L)).
- exact/RleP.
- by move=> e s t hs ht; apply/RleP; exact: gK.
- move=> s t hs ht; apply/RleP.
  by apply: law_dist => // [||e]; [exact: LLu_bounded|exact: LLu_bounded|exact: gK].
- by move=> e t ht; apply/RleP/b/bx.
Qed.

(* Tonelli: the expectation of an iterated integral is at most the iterated integral of the expectation *)
Theorem mean_J n (f : E -> 'cV[R]_n -> R) : LLu f ->
  Ec (fun e => J (f e)) <= J (fun x => Ec (fun e => f e x)).
Proof.
elim: n f => [|n IH] f L //=; apply: le_trans (IH _ (LLu_Pt L)) _.
apply: J_le => [||y]; [exact/LLu_mean/LLu_Pt|exact/LLn_Pt/LLu_mean|exact: mean_Pt].
Qed.
End Families.

(* for a law (not only an upper one) both sides are equal *)
Theorem mean_J_eq E (Ec : (E -> R) -> R) n (f : E -> 'cV[R]_n -> R) : law Ec -> LLu f ->
  Ec (fun e => J (f e)) = J (fun x => Ec (fun e => f e x)).
Proof.
move=> EcP L; apply/le_anti; rewrite mean_J //=; last exact: law_upper.
have Ln : LLu (fun e x => -1 * f e x) by apply: LLu_mul => //; apply: LLu_fix; exact: LLn_const.
have LE : LLn (fun x => Ec (fun e => f e x)) by apply: LLu_mean => //; exact: law_upper.
have bJ := LLu_J L.
have := mean_J (law_upper EcP) Ln; have [_ H _ _] := EcP.
have -> : (fun e => J (fun x => -1 * f e x)) = (fun e => -1 * J (f e)).
  by apply: functional_extensionality => e; rewrite J_scal //; exact: LLu_LLn.
have -> : (fun x => Ec (fun e => -1 * f e x)) = (fun x => -1 * Ec (fun e => f e x)).
  by apply: functional_extensionality => x; rewrite H //; exact: LLu_bounded.
by rewrite H // J_scal // !mulN1r ler_opp2.
Qed.
