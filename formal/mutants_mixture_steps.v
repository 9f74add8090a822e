(* Mutants of claims_mixture_steps.v: one token of the statement moved, refuted in one dimension. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing potentials tail paper_indices.
From Glb Require Import small_witnesses mixing_steps mixture_steps ridge_steps claims_moments_steps.
From Glb Require Import claims_mixture_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* One sure outcome, actions and noise 0. *)
Definition sure_p (h : seq unit) (e : unit) : R := 1.
Definition no_noise (h : seq unit) (e : unit) : R := 0.
Definition no_action (h : seq unit) : 'cV[R]_1 := 0.
Lemma sure_ge0 h e : 0 <= sure_p h e. Proof. exact: ler01. Qed.

(* exp(-(1/2) c |x|^2), the normal density of precision c. *)
Lemma isotropic1 (c : R) : (fun x : 'cV[R]_1 => exp (- (2%:R^-1 * (2%:R * c / (1 * 1) ^+ 2) * ⟨x, x⟩))) =
  gauss c%:M.
Proof. by rewrite normal_isotropic mulr1 invr1 expr1n mul1r. Qed.

(* The precisions 1 and 1/2 have different constants. *)
Lemma precision_seen : normaliser 1 (1%:M : 'M[R]_1) < normaliser 1 (2%:R^-1%:M : 'M[R]_1).
Proof. by apply: normaliser_lt; rewrite // invf_lt1 ?ltr0n // ltr1n. Qed.
Lemma precision_neq :
  1 <> (normaliser 1 (1%:M : 'M[R]_1))^-1 * normaliser 1 (2%:R^-1%:M : 'M[R]_1) :> R.
Proof.
have N0 : 0 < normaliser 1 (1%:M : 'M[R]_1) := normaliser_gt0 _ _.
have := precision_seen; set x := normaliser 1 _ in N0 *; set y := normaliser 1 _ => xy.
move/(congr1 (fun z => x * z)).
by rewrite mulr1 mulrA mulfV ?mul1r ?gt_eqF // => e; move: xy; rewrite e ltxx.
Qed.

(* Q9_mutant: Q9 with the 2 of the precision dropped in the density, not in N: lambda = m = w = 1. *)
Theorem Q9_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m : R) (lam : R),
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M xi h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let normal xi := exp (- (2%:R^-1 * (2%:R * lam / (m * w n.-1) ^+ 2) * ⟨xi, xi⟩)) in
  let N := Int (inball 1 normal) in
  let barM h := Int (inball 1 (fun xi => normal xi * M xi h)) / N in
  let density xi := exp (- (2%:R^-1 * (lam / (m * w n.-1) ^+ 2) * ⟨xi, xi⟩)) / N in
  [/\ is_int (inball 1 normal) N, 0 < N, is_int (inball 1 density) 1%ring,
      forall h, is_int (inball 1 (fun xi => M xi h * density xi)) (barM h) &
      forall h c1 c2, (forall xi, ‖xi‖ <= 1 -> c1 <= M xi h <= c2) -> c1 <= barM h <= c2]).
Proof.
move=> F; have [_ _ + _ _] := F unit_finType tt sure_p 1%N 1%N no_action no_noise (fun=> 1) 1 1.
rewrite isotropic1 => h; have N0 : 0 < normaliser 1 (1%:M : 'M[R]_1) := normaliser_gt0 _ _.
have Ni : 0 <= (normaliser 1 (1%:M : 'M[R]_1))^-1 by rewrite invr_ge0 ltW.
have := is_int_scal Ni (proj1 (normaliser_int 1 2%:R^-1)) => h'.
have h2 : is_int (inball 1 (fun x : 'cV[R]_1 => exp (- (2%:R^-1 * (1 / (1 * 1) ^+ 2) * ⟨x, x⟩))
    / Int (inball 1 (gauss (1%:M : 'M[R]_1)))))
  ((normaliser 1 (1%:M : 'M[R]_1))^-1 * normaliser 1 (2%:R^-1%:M : 'M[R]_1))%ring.
  apply: is_int_congr h' _ erefl => x; rewrite /inball; case: ifP => _; last by rewrite mulr0.
  by rewrite mulrC /gauss qf_scalar !mulr1 expr1n divr1 mulr1.
exact: precision_neq (is_int_unique h h2).
Qed.

(* Z17_mutant: Z17 as printed, 1 <= u for 2 <= u: t = u = 1, lambda_s = s, lambda_0 is not lambda_1. *)
Theorem Z17_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m : R) (lam : R), 0 < lam ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M xi h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let normal xi := exp (- (2%:R^-1 * (2%:R * lam / (m * w n.-1) ^+ 2) * ⟨xi, xi⟩)) in
  let N := Int (inball 1 normal) in
  let barM h := Int (inball 1 (fun xi => normal xi * M xi h)) / N in
  (forall (lambda : nat -> R) (t u : nat), (1 <= u <= t)%N ->
     lambda (u - 1)%N \in [seq lambda s | s <- iota 1 t]) /\
  barM [::] = 1).
Proof.
move=> F; have [+ _] := F unit_finType tt sure_p 1%N 1%N no_action no_noise (fun=> 1) 1 1 ltr01.
by move=> /(_ (fun s => s%:R) 1%N 1%N isT); rewrite inE eq_sym oner_eq0.
Qed.

(* Z19_mutant: Z19 with the exponent doubled in phi, not in N: H = lambda = m = w = 1. *)
Theorem Z19_mutant : ~ (forall (d : nat) (H : 'M[R]_d) (lam m w : R),
  0 < lam -> 0 < m -> 0 < w -> H^T = H -> (forall x, lam * ⟨x, x⟩ <= ⟨x, H *m x⟩) ->
  let normal x := exp (- (⟨x, H *m x⟩ / (m * w) ^+ 2)) in
  let N := Int (inball 2%:R^-1 normal) in
  let phi := inball 2%:R^-1 (fun x => N^-1 * exp (- (2%:R * ⟨x, H *m x⟩ / (m * w) ^+ 2))) in
  [/\ is_int (inball 2%:R^-1 normal) N, 0 < N, forall x, 0 <= phi x & is_int phi 1%ring]).
Proof.
move=> F; have one_ge (x : 'cV[R]_1) : 1 * ⟨x, x⟩ <= ⟨x, 1%:M *m x⟩ by rewrite mul1mx mul1r.
have [_ N0 _ h1] := F 1%N 1%:M 1 1 1 ltr01 ltr01 ltr01 (trmx1 _ _) one_ge.
have [_ _ _ h2] := Z19 ltr01 ltr01 ltr01 (trmx1 _ _) one_ge.
set N := Int _ in N0 h1 h2; pose z : 'cV[R]_1 := const_mx 4%:R^-1.
have z2 : ⟨z, z⟩ = 4%:R^-1 ^+ 2 by rewrite dot_dim1.
have Le (c : R) : LLn (fun x : 'cV[R]_1 => N^-1 * exp (- (c * ⟨x, 1%:M *m x⟩ / (1 * 1) ^+ 2))).
  apply: LLn_mul; first exact: LLn_const.
  have := gauss_LL (c%:M : 'M[R]_1); congr LLn; apply: functional_extensionality => x.
  by rewrite /gauss qf_scalar mul1mx mulr1 expr1n divr1.
have := ball_int_lt (z := z) half_gt0 half_le1 (Le 2%:R) (Le 1).
rewrite (is_int_Int h1); have -> : Int (inball 2%:R^-1 (fun x : 'cV[R]_1 => N^-1 *
    exp (- (1 * ⟨x, 1%:M *m x⟩ / (1 * 1) ^+ 2)))) = 1.
  apply: is_int_Int; apply: is_int_congr h2 _ erefl => x; rewrite /inball; case: ifP => // _.
  by rewrite mul1r.
rewrite ltxx => /(_ _ _ _) H; apply: (elimF idP (erefl false)); apply: H.
- move=> x; rewrite ler_wpmul2l ?invr_ge0 ?(ltW N0) // exp_le // ler_opp2 !mulr1 expr1n !divr1 mul1mx.
  by rewrite ler_wpmul2r ?dot_ge0 // ler1n.
- by rewrite z2; apply/RleP; toR_goal; simpl; lra.
rewrite ltr_pmul2l ?invr_gt0 // !mul1mx z2; apply/RltP/exp_increasing.
by toR_goal; simpl; lra.
Qed.

(* Q11_mutant: Q11 with half the ridge in H~: no round played, lambda = m = w = 1. *)
Theorem Q11_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m : R) (lam : R),
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M xi h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let normal xi := exp (- (2%:R^-1 * (2%:R * lam / (m * w n.-1) ^+ 2) * ⟨xi, xi⟩)) in
  let N := Int (inball 1 normal) in
  let barM h := Int (inball 1 (fun xi => normal xi * M xi h)) / N in
  let H h := H0 h + (lam / 2%:R)%:M in
  forall h, barM h = N^-1 * Int (inball 1 (fun xi =>
    exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m ^+ 2 * w n.-1 ^+ 2)^-1 * ⟨xi, H h *m xi⟩)))).
Proof.
move=> F; have := F unit_finType tt sure_p 1%N 1%N no_action no_noise (fun=> 1) 1 1 [::].
have [_ ->] := Z17 tt sure_p 1 no_action no_noise (fun=> 1) 1 ltr01.
rewrite isotropic1 -/(normaliser 1 1%:M).
have -> : (fun xi : 'cV[R]_1 => exp ((1 * 1)^-1 *
    ⟨xi, \sum_(s < size ([::] : seq unit))
           (1 * no_noise (take s [::]) (nth tt [::] s)) *: no_action (take s [::])⟩
    - (1 ^+ 2 * 1 ^+ 2)^-1 * ⟨xi, (\sum_(s < size ([::] : seq unit)) (1 ^+ 2 *
        \sum_e sure_p (take s [::]) e * no_noise (take s [::]) e ^+ 2) *:
        (no_action (take s [::]) *m (no_action (take s [::]))^T) + (1 / 2%:R)%:M) *m xi⟩)) =
    gauss (1 / 2%:R)%:M.
  apply: functional_extensionality => x; rewrite !big_ord0 add0r dot0r mulr0 sub0r /gauss !expr1n mulr1.
  by rewrite invr1 mul1r.
by rewrite -/(normaliser 1 _) mul1r; exact: precision_neq.
Qed.

(* At the start of a run with lambda = 4, m = w = 1: f(1/2) = -1. *)
Definition half_vector : 'cV[R]_1 := const_mx 2%:R^-1.
Lemma half_norm : ‖half_vector‖ <= 2%:R^-1.
Proof. by rewrite nrm_dim1 gtr0_norm ?half_gt0. Qed.
Lemma start_f : (1 * 1)^-1 * ⟨half_vector, \sum_(s < size ([::] : seq unit))
    (1 * no_noise (take s [::]) (nth tt [::] s)) *: no_action (take s [::])⟩
  - (1 * 1)^-1 ^+ 2 * ⟨half_vector, (\sum_(s < size ([::] : seq unit)) (1 ^+ 2 *
        \sum_e sure_p (take s [::]) e * no_noise (take s [::]) e ^+ 2) *:
        (no_action (take s [::]) *m (no_action (take s [::]))^T) + (4%:R : R)%:M) *m half_vector⟩ = -1.
Proof.
rewrite !big_ord0 add0r dot0r mul_scalar_mx dotZr dot_dim1; toR_goal; simpl; lra.
Qed.

(* Q12_mutant: Q12 with the sign of f_t turned: no round played, lambda = 4, xs = 1/2; e/2 > 1. *)
Theorem Q12_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m : R) (lam : R),
  (forall h e, 0 <= p h e) -> 0 < m -> 0 < w n.-1 -> 0 < lam ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M xi h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let normal xi := exp (- (2%:R^-1 * (2%:R * lam / (m * w n.-1) ^+ 2) * ⟨xi, xi⟩)) in
  let N := Int (inball 1 normal) in
  let barM h := Int (inball 1 (fun xi => normal xi * M xi h)) / N in
  let H h := H0 h + lam%:M in
  let f h xi := (m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H h *m xi⟩ in
  let g h := inball 2%:R^-1 (fun xi => exp (- (2%:R^-1 * ⟨xi, (2%:R / (m * w n.-1) ^+ 2) *: H h *m xi⟩))) in
  forall h xs, ‖xs‖ <= 2%:R^-1 ->
  [/\ is_int (g h) (Int (g h)), 0 < Int (g h) & exp (- f h xs) * Int (g h) / N <= barM h]).
Proof.
move=> F; have l0 : 0 < 4%:R :> R by rewrite ltr0n.
have [_ + ] := F unit_finType tt sure_p 1%N 1%N no_action no_noise (fun=> 1) 1 4%:R sure_ge0 ltr01 ltr01 l0
  [::] half_vector half_norm.
have [_ ->] := Z17 tt sure_p 1 no_action no_noise (fun=> 1) 1 l0.
rewrite start_f opprK isotropic1 normal_matrix.
have -> : (1 * 1)^-1 ^+ 2 *: (\sum_(s < size ([::] : seq unit)) (1 ^+ 2 *
        \sum_e sure_p (take s [::]) e * no_noise (take s [::]) e ^+ 2) *:
        (no_action (take s [::]) *m (no_action (take s [::]))^T) + (4%:R : R)%:M) = 4%:R%:M :> 'M[R]_1.
  by rewrite big_ord0 add0r mulr1 invr1 expr1n scale1r.
rewrite -/(normaliser 1 _) -/(normaliser 2%:R^-1 _) => N2.
have Ap : pd (4%:R%:M : 'M[R]_1).
  by split; [rewrite tr_scalar_mx|move=> y /dot_gt0 y0; rewrite qf_scalar mulr_gt0].
have := truncations l0 Ap (fun x => lexx _); rewrite det_scalar1 !expr1 mulfK ?gt_eqF ?sqrtr_gt0 //.
have N1 : 0 < normaliser 1 (4%:R%:M : 'M[R]_1) := normaliser_gt0 _ _.
move: (normaliser 1 _) (normaliser 2%:R^-1 _) N1 N2 => x y x0 y0 h; rewrite ler_pdivr_mulr // mul1r => h2.
have := le_trans h2 h; rewrite ler_pmul2r // => /RleP; have [e2 _] := e_bounds; move: e2.
by toR_goal; simpl; lra.
Qed.

(* Z18_mutant: Z18 with the sign of f_t turned in the first equality: the start of the same run. *)
Theorem Z18_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m : R) (lam : R),
  (forall h e, 0 <= p h e) -> 0 < m -> 0 < w n.-1 -> 0 < lam ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M xi h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let normal xi := exp (- (2%:R^-1 * (2%:R * lam / (m * w n.-1) ^+ 2) * ⟨xi, xi⟩)) in
  let N := Int (inball 1 normal) in
  let barM h := Int (inball 1 (fun xi => normal xi * M xi h)) / N in
  let H h := H0 h + lam%:M in
  let f h xi := (m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H h *m xi⟩ in
  let g h := inball 2%:R^-1 (fun xi => exp (- (2%:R^-1 * ⟨xi, (2%:R / (m * w n.-1) ^+ 2) *: H h *m xi⟩))) in
  let grad h xs := (m * w n.-1)^-1 *: S h - (2%:R * (m * w n.-1)^-1 ^+ 2) *: (H h *m xs) in
  let integrand h xs xi := exp (⟨grad h xs, xi⟩ - (m * w n.-1)^-1 ^+ 2 * ‖xi‖²_[H h]) in
  let shifted h xs xi := if ‖xi + xs‖ <= 1 then integrand h xs xi else 0 in
  let half h xs := inball 2%:R^-1 (integrand h xs) in
  let mean_g h (phi : 'cV[R]_d -> R) := Int (fun xi => g h xi / Int (g h) * phi xi) in
  forall h xs, ‖xs‖ <= 2%:R^-1 ->
  [/\ is_int (shifted h xs) (Int (shifted h xs)) /\ is_int (half h xs) (Int (half h xs)),
      barM h = exp (- f h xs) / N * Int (shifted h xs),
      Int (half h xs) <= Int (shifted h xs) &
      Int (half h xs) = Int (g h) * mean_g h (fun xi => exp ⟨grad h xs, xi⟩)]).
Proof.
move=> F; have l0 : 0 < 4%:R :> R by rewrite ltr0n.
have [_ + _ _] := F unit_finType tt sure_p 1%N 1%N no_action no_noise (fun=> 1) 1 4%:R sure_ge0 ltr01 ltr01 l0
  [::] half_vector half_norm.
have [_ + _ _] := Z18 (n := 1) tt no_action no_noise (w := fun=> 1) sure_ge0 ltr01 ltr01 l0 [::] half_norm.
have [_ ->] := Z17 tt sure_p 1 no_action no_noise (fun=> 1) 1 l0.
rewrite start_f opprK; set N := Int _; set I := Int _.
have -> : exp (-1) / N * I = exp (-1) * (N^-1 * I) by rewrite mulrA.
have -> : exp 1 / N * I = exp 1 * (N^-1 * I) by rewrite mulrA.
have e3 : exp (-1) < exp 1 by apply/RltP/exp_increasing; toR_goal; lra.
move: (N^-1 * I) => x h1 h2; have : (exp 1 - exp (-1)) * x = 0 by rewrite mulrBl -h1 -h2 subrr.
move/eqP; rewrite mulf_eq0 subr_eq0 => /orP [/eqP e|/eqP x0]; first by move: e3; rewrite e ltxx.
by move: h1 => /eqP; rewrite x0 mulr0 oner_eq0.
Qed.

(* Z16_mutant: Z16 with the 2 of the precision dropped in N: lambda = m = w = 1. *)
Theorem Z16_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m : R) (lam : R),
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  0 < lam -> (0 < n)%N ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let M xi h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  let normal xi := exp (- (2%:R^-1 * (2%:R * lam / (m * w n.-1) ^+ 2) * ⟨xi, xi⟩)) in
  let N := Int (inball 1 (fun xi : 'cV[R]_d => exp (- (2%:R^-1 * (lam / (m * w n.-1) ^+ 2) * ⟨xi, xi⟩)))) in
  let mean_h (phi : 'cV[R]_d -> R) := Int (inball 1 (fun xi => normal xi * phi xi)) / N in
  let barM h := mean_h (fun xi => M xi h) in
  forall u, (u <= n)%N ->
  [/\ Ex p u barM [::] = mean_h (fun xi => Ex p u (M xi) [::]),
      mean_h (fun xi => Ex p u (M xi) [::]) <= mean_h (fun xi => Ex p u (fun=> 1) [::]),
      mean_h (fun xi => Ex p u (fun=> 1) [::]) = mean_h (fun=> 1) & mean_h (fun=> 1) = 1]).
Proof.
move=> F; have [_ _ _] := F unit_finType tt sure_p 1%N 1%N no_action no_noise (fun=> 1) 1 1 sure_ge0
  (fun=> sum_unit _) zero_action unit_centred ltr01 (zero_noise ltr01) (fun _ _ => ltr01)
  (fun _ _ _ _ => lexx _) ltr01 isT 0%N isT.
have -> : (fun xi : 'cV[R]_1 => exp (- (2%:R^-1 * (2%:R * 1 / (1 * 1) ^+ 2) * ⟨xi, xi⟩)) * 1) = gauss 1%:M.
  by rewrite -isotropic1; apply: functional_extensionality => x; rewrite [LHS]mulr1.
have -> : (fun xi : 'cV[R]_1 => exp (- (2%:R^-1 * (1 / (1 * 1) ^+ 2) * ⟨xi, xi⟩))) = gauss 2%:R^-1%:M.
  by apply: functional_extensionality => x; rewrite /gauss qf_scalar mulr1 expr1n divr1 mulr1.
have N0 : 0 < normaliser 1 (2%:R^-1%:M : 'M[R]_1) := normaliser_gt0 _ _.
move=> /(congr1 (fun x => x * normaliser 1 (2%:R^-1%:M : 'M[R]_1))); rewrite mul1r divfK ?gt_eqF // => e.
by have := precision_seen; rewrite /normaliser e ltxx.
Qed.

(* R3_mutant: the second half of R3 with a ridge that grows, lambda gamma^{-2u}, gamma = 1/2, lambda = 1. *)
Theorem R3_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m : R) (lam : R),
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
   0 < lam ->
   let barM h := M_bar e0 p n act eps w m (lam * 2%:R^-1 ^- (2 * size h)) h in
   forall h, (size h < n)%N -> \sum_e p h e * barM (rcons h e) <= barM h).
Proof.
move=> F; have h0 : 0 < 2%:R^-1 :> R := half_gt0.
have h1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr0n // ltr1n.
have [E [e0 [p [act [eps [m [h [[p0 p1 a1 c [m0 b]] [s1 lt]]]]]]]]] := proj1 R3 _ _ h0 h1 ltr01.
have w0 s : (s < 2)%N -> 0 < 2%:R^-1 ^- s.+1 :> R by rewrite invr_gt0 exprn_gt0.
have wm r s : (r <= s)%N -> (s < 2)%N -> 2%:R^-1 ^- r.+1 <= 2%:R^-1 ^- s.+1 :> R.
  by move=> rs _; rewrite lef_pinv ?posrE ?exprn_gt0 // ler_iexpn2l.
have := F _ e0 p 1%N 2%N act eps _ m 1 p0 p1 a1 c m0 b w0 wm ltr01 h; rewrite s1 => /(_ isT).
apply/negP; rewrite -ltNge; apply: lt_le_trans lt _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
by apply: eq_bigr => e _; rewrite size_rcons s1.
Qed.
