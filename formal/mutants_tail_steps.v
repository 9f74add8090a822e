(* Mutants of claims_tail_steps.v: one token of the statement moved, refuted in one dimension. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments integrals mixing potentials tail paper_indices.
From Glb Require Import small_witnesses mixing_steps mixture_steps claims_moments_steps mutants_moments_steps.
From Glb Require Import claims_mixture_steps mutants_mixture_steps claims_tail_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* A sure event has probability one. *)
Lemma sure_event (A : seq unit -> bool) : A [:: tt] -> Pr sure_p 1 A [::] = 1.
Proof. by move=> h; rewrite /Pr /Ex sum_unit mul1r -[rcons _ _]/[:: tt] h. Qed.

Lemma no_action_half : ‖no_action [::]‖ <= 2%:R^-1.
Proof. by rewrite nrm2E nrm0 invr_ge0 ler0n. Qed.

(* I6_mutant: I6 with delta for 1/delta in the first event: nothing happens, M-bar = 1, delta = 1/2. *)
Theorem I6_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m : R)
  (lam delta : R) (xs : seq E -> 'cV[R]_d),
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  0 < lam -> (0 < n)%N -> 0 < delta -> delta <= 1 ->
  (forall h, size h = n -> ‖xs h‖ <= 2%:R^-1) ->
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
  delta >= Pr p n (fun h => barM h >= delta) [::] /\
  Pr p n (fun h => barM h >= delta^-1) [::] >=
    Pr p n (fun h => f h (xs h) >= ln delta^-1 + ln (N / Int (g h))) [::]).
Proof.
move=> F; have [+ _] := F unit_finType tt sure_p 1%N 1%N no_action no_noise (fun=> 1) 1 1 2%:R^-1 no_action
  sure_ge0 (fun=> sum_unit _) zero_action unit_centred ltr01 (zero_noise ltr01) (fun _ _ => ltr01)
  (fun _ _ _ _ => lexx _) ltr01 isT half_gt0 half_le1 (fun _ _ => no_action_half).
have [_ _ _ _ b] := Q9 tt sure_p 1 no_action no_noise (fun=> 1) 1 1; rewrite sure_event.
  by rewrite leNgt invf_lt1 ?ltr0n // ltr1n.
have /andP [h _] := b [:: tt] 1 1 ltac:(by move=> xi _; have [q0 q] := Q8 tt sure_p 1 no_action no_noise
  (fun=> 1) 1 xi; rewrite (q [::] tt) q0 dot0r !mulr0 mul0r expr0n /= !mul0r subrr exp0 mulr1 lexx).
exact: le_trans half_le1 h.
Qed.

(* I7_mutant: I7 as printed, with another lambda_t in xi_0: S = H = lambda_{t-1} = 1, lambda_t = 16. *)
Theorem I7_mutant : ~ (forall (d : nat) (S : 'cV[R]_d) (H : 'M[R]_d) (lam lam_t : R),
  0 < lam -> 0 < lam_t -> H^T = H -> (forall x, lam * ⟨x, x⟩ <= ⟨x, H *m x⟩) ->
  ‖(Num.sqrt lam_t / 2%:R) *: ((‖S‖_[invmx H])^-1 *: (invmx H *m S))‖ <= 2%:R^-1).
Proof.
move=> F; have l0 : 0 < 16%:R :> R by rewrite ltr0n.
have one_ge (x : 'cV[R]_1) : 1 * ⟨x, x⟩ <= ⟨x, 1%:M *m x⟩ by rewrite mul1mx mul1r.
have := F 1%N unit_vector 1%:M 1 16%:R ltr01 l0 (trmx1 _ _) one_ge; rewrite invmx1 mul1mx sqrt16.
have -> : ‖unit_vector‖_[1%:M] = 1 by rewrite -nrm2E nrm_dim1 normr1.
rewrite invr1 scale1r !nrm2E nrmZ; last exact: psd1.
rewrite -nrm2E nrm_dim1 normr1 mulr1 ger0_norm ?divr_ge0 ?ler0n // => /RleP; toR_goal; simpl; lra.
Qed.

(* I8_mutant: I8 with 1/2 for 1/4 in the last term: everything 1. *)
Theorem I8_mutant : ~ (forall (d : nat) (S : 'cV[R]_d) (H : 'M[R]_d) (lam m w : R),
  0 < lam -> H^T = H -> (forall x, x != 0 -> 0 < ⟨x, H *m x⟩) -> S != 0 ->
  let f xi := (m * w)^-1 * ⟨xi, S⟩ - (m * w)^-1 ^+ 2 * ⟨xi, H *m xi⟩ in
  let xi0 := (Num.sqrt lam / 2%:R) *: ((‖S‖_[invmx H])^-1 *: (invmx H *m S)) in
  f xi0 = Num.sqrt lam / (2%:R * m * w) * ‖S‖_[invmx H] - lam / (2%:R * m ^+ 2 * w ^+ 2)).
Proof.
move=> F; have p1 (x : 'cV[R]_1) : x != 0 -> 0 < ⟨x, 1%:M *m x⟩ by move=> /dot_gt0; rewrite mul1mx.
have u0 : unit_vector != 0.
  by apply/eqP => /(congr1 (fun x : 'cV[R]_1 => x 0 0)) /eqP; rewrite !mxE oner_eq0.
have e1 := F 1%N unit_vector 1%:M 1 1 1 ltr01 (trmx1 _ _) p1 u0.
have := etrans (esym (I8 1%ring 1%ring ltr01 (trmx1 _ _) p1 u0)) e1 => /addrI /oppr_inj.
by toR_goal; simpl; lra.
Qed.

(* Z150_mutant: Z150 as printed, with another lambda_t in xi_0: one round, S = 1, H~ = 4, m = 8,
   lambda_{t-1} = 3, lambda_t = 16; then f(x) = x/8 - x^2/16 is largest at 1/2, and xi_0 = 1. *)
Theorem Z150_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m : R)
  (lam lam_t : R) (xs : seq E -> 'cV[R]_d) (level : seq E -> R),
  (forall h e, 0 <= p h e) -> 0 < lam -> 0 < lam_t ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let H h := H0 h + lam%:M in
  let f h xi := (m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H h *m xi⟩ in
  let xi0 h := (Num.sqrt lam_t / 2%:R) *: ((‖S h‖_[invmx (H h)])^-1 *: (invmx (H h) *m S h)) in
  (forall h, size h = n -> ‖xs h‖ <= 2%:R^-1 /\ forall xi, ‖xi‖ <= 2%:R^-1 -> f h xi <= f h (xs h)) ->
  (forall h, size h = n -> f h (xi0 h) <= f h (xs h)) /\
  Pr p n (fun h => level h <= f h (xi0 h)) [::] <= Pr p n (fun h => level h <= f h (xs h)) [::]).
Proof.
move=> F; have l3 : 0 < 3%:R :> R by rewrite ltr0n.
have l16 : 0 < 16%:R :> R by rewrite ltr0n.
pose act (h : seq unit) := unit_vector.
have eS (h : seq unit) : size h = 1%N ->
    \sum_(s < size h) (1 * sure_p (take s h) (nth tt h s)) *: act (take s h) = unit_vector.
  by move=> ->; rewrite big_ord1 mulr1 scale1r.
have eH (h : seq unit) : size h = 1%N -> \sum_(s < size h) (1 ^+ 2 *
    \sum_e sure_p (take s h) e * sure_p (take s h) e ^+ 2) *: (act (take s h) *m (act (take s h))^T)
    + (3%:R : R)%:M = 4%:R%:M.
  move=> ->; rewrite big_ord1 sum_unit /sure_p !expr1n !mulr1 scale1r.
  by apply/matrixP => i j; rewrite !ord1 !mxE big_ord1 !mxE eqxx !mulr1n mulr1 (natrD _ 1 3).
have f_at (x : R) : (8%:R * 1)^-1 * ⟨const_mx x : 'cV[R]_1, unit_vector⟩ - (8%:R * 1)^-1 ^+ 2 *
    ⟨const_mx x : 'cV[R]_1, 4%:R%:M *m (const_mx x : 'cV[R]_1)⟩ = x / 8%:R - x ^+ 2 / 16%:R.
  by rewrite mul_scalar_mx dotZr !dot_dim1; field.
have G := F unit_finType tt sure_p 1%N 1%N act sure_p (fun=> 1) 8%:R 3%:R 16%:R (fun=> half_vector) (fun=> 0)
  sure_ge0 l3 l16; cbv beta zeta in G; destruct G as [G _].
  move=> h hn; split=> [|xi x1]; first exact: half_norm.
  rewrite eS // eH //; have -> : xi = const_mx (xi 0 0) by apply/matrixP => i j; rewrite !ord1 mxE.
  have : `|xi 0 0| <= 2%:R^-1 by apply: le_trans (coord_nrm2 xi 0) x1.
  rewrite ler_norml !f_at => /andP [/RleP y0 /RleP y1]; move: y0 y1; move: (xi 0 0) => y y0 y1; apply/RleP.
  by move: y0 y1; toR_goal; rewrite !INR_IZR_INZ; simpl Z.of_nat; simpl; nra.
move: (G [:: tt] erefl); rewrite eS // eH // sqrt16 invmx_scalar mul_scalar_mx.
have -> : ‖unit_vector‖_[4%:R^-1%:M] = 2%:R^-1.
  by rewrite /nrm qf_scalar unit_dot mulr1 (natrX _ 2 2) -exprVn sqrtr_sqr gtr0_norm ?half_gt0.
have -> : (4%:R / 2%:R : R) *: (2%:R^-1^-1 *: (4%:R^-1 *: unit_vector)) = const_mx 1.
  by apply/matrixP => i j; rewrite !mxE; field.
by rewrite !f_at => /RleP; toR_goal; rewrite !INR_IZR_INZ; simpl Z.of_nat; simpl; lra.
Qed.

(* Q13_mutant: Q13 with log(delta) for log(1/delta): nothing happens, lambda = m = w = 1, delta = 1/4; the
   threshold is negative. *)
Theorem Q13_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m : R)
  (lam delta : R),
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  0 < lam -> (0 < n)%N -> 0 < delta -> delta <= 1 ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let S h := \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T) in
  let H h := H0 h + lam%:M in
  let Nh := Int (inball 1 (fun xi : 'cV[R]_d =>
    exp (- (2%:R^-1 * (2%:R * lam / (m * w n.-1) ^+ 2) * ⟨xi, xi⟩)))) in
  let Ng h := Int (inball 2%:R^-1 (fun xi =>
    exp (- (2%:R^-1 * ⟨xi, (2%:R / (m * w n.-1) ^+ 2) *: H h *m xi⟩)))) in
  Pr p n (fun h => ‖S h‖_[invmx (H h)] >= Num.sqrt lam / (2%:R * m * w n.-1)
    + 2%:R * m * w n.-1 / Num.sqrt lam * ln delta
    + 2%:R * m * w n.-1 / Num.sqrt lam * ln (Nh / Ng h)) [::] <= delta).
Proof.
move=> F; have q0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have q1 : 4%:R^-1 <= 1 :> R by rewrite invf_le1 ?ltr0n // ler1n.
have := F unit_finType tt sure_p 1%N 1%N no_action no_noise (fun=> 1) 1 1 4%:R^-1 sure_ge0
  (fun=> sum_unit _) zero_action unit_centred ltr01 (zero_noise ltr01) (fun _ _ => ltr01)
  (fun _ _ _ _ => lexx _) ltr01 isT q0 q1; cbv zeta; rewrite sure_event.
  by rewrite leNgt invf_lt1 ?ltr0n // ltr1n.
apply: le_trans (nrm_ge0 _ _); rewrite isotropic1 normal_matrix /= big_ord1 mul0mx scaler0 add0r.
have -> : (1 * 1)^-1 ^+ 2 *: (1%:M : 'M[R]_1) = 1%:M by rewrite mulr1 invr1 expr1n scale1r.
rewrite -/(normaliser 1 _) -/(normaliser 2%:R^-1 _).
have Ap : pd (1%:M : 'M[R]_1) by split; [exact: trmx1|move=> y /dot_gt0 y0; rewrite qf_scalar mul1r].
have N1 : 0 < normaliser 1 (1%:M : 'M[R]_1) := normaliser_gt0 _ _.
have := half_normaliser_gt0 ltr01 ltr01 Ap (fun x => lexx _); rewrite expr1n scale1r => N2.
have := truncations ltr01 Ap (fun x => lexx _).
rewrite det1 sqrtr1 expr1n divr1 mulr1 -ler_pdivr_mulr // => h.
rewrite !mulr1 !divr1 mul1r; apply: le_trans log_quarter; rewrite ler_add2l ler_wpmul2l ?ler0n //.
by apply: ln_le; [rewrite divr_gt0|move: h; rewrite expr1 mulr1].
Qed.

(* Z30_mutant: Z30 as printed, without the variances: one round, noise 2 or -2, m = 2. *)
Theorem Z30_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m : R)
  (t0 : nat) (xi : 'cV[R]_d),
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> 0 < w s) -> (forall r s, (r <= s)%N -> (s < n)%N -> w r <= w s) ->
  ‖xi‖ <= 1 ->
  let S h := \sum_(s < size h | (n - t0 <= s)%N) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H0 h := \sum_(s < size h | (n - t0 <= s)%N) (w s ^+ 2) *: (act (take s h) *m (act (take s h))^T) in
  let M h := exp ((m * w n.-1)^-1 * ⟨xi, S h⟩ - (m * w n.-1)^-1 ^+ 2 * ⟨xi, H0 h *m xi⟩) in
  forall h, (size h < n)%N -> \sum_e p h e * M (rcons h e) <= M h).
Proof.
move=> F; have m0 : 0 < 2%:R :> R by rewrite ltr0n.
have [c1 c2 c3 c4 _] := coinE m0.
have := F bool_finType true coin_p 1%N 1%N (fun=> unit_vector) (coin_eps 2%:R) (fun=> 1) 2%:R 1%N unit_vector
  c1 c2 (fun=> unit_norm) c3 m0 c4 (fun _ _ => ltr01) (fun _ _ _ _ => lexx _) unit_norm [::] isT.
cbv zeta; rewrite sum_bool !big_ord0 mul0mx dot0r !mulr0 subr0 exp0 /=.
rewrite !(big_mkcond (fun s : 'I_1 => (1 - 1 <= s)%N)) !big_ord1 /= !mul1r !expr1n !scale1r !dotZr unit_dot.
have -> : ⟨unit_vector, unit_vector *m unit_vector^T *m unit_vector⟩ = 1.
  by have := qf_outer unit_vector unit_vector; rewrite unit_dot expr1n.
rewrite /coin_p /coin_eps !mulr1 mulrN mulVf ?pnatr_eq0 // => /RleP.
have q : exp (- (2%:R^-1 ^+ 2)) * exp (2%:R^-1 ^+ 2) = 1 by rewrite -expD addNr exp0.
rewrite !expD; move: q; have := exp_le_quad (2%:R^-1 ^+ 2).
have e3 : Rle (Rinv 3) (exp (-1)).
  by rewrite (exp_Ropp 1); apply: Rinv_le_contravar; [exact: exp_pos|exact: exp_le_3].
have [e2 _] := e_bounds; move: e2 e3; have := exp_pos (- (2%:R^-1 ^+ 2))%ring.
move: (exp 1) (exp (-1)) (exp (- (2%:R^-1 ^+ 2))) (exp (2%:R^-1 ^+ 2)) => x y z t.
toR_goal; simpl => z0 x2 y3 t1.
have {t1} := t1 ltac:(lra) => t1 zt h; nra.
Qed.

(* Z33_mutant: Z33 as printed, w_t = 1 for w_s = 1: t = 2, tau = 1, w_1 = 1/2, w_2 = 1. *)
Theorem Z33_mutant : ~ (forall (d t tau : nat) (w eps sigma2 : nat -> R) (a : nat -> 'cV[R]_d) (lam : R),
  (2 <= t)%N -> (1 <= tau)%N -> (forall s, (maxn 1 (t - tau) <= s <= t - 1)%N -> w t = 1) ->
  [/\ \sum_(maxn 1 (t - tau) <= s < t) (w s * eps s.+1) *: a s =
        \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s,
      \sum_(maxn 1 (t - tau) <= s < t) (w s ^+ 2 * sigma2 s) *: (a s *m (a s)^T) + lam%:M =
        \sum_(maxn 1 (t - tau) <= s < t) sigma2 s *: (a s *m (a s)^T) + lam%:M &
      w (t - 1)%N = 1]).
Proof.
move=> F; pose w (s : nat) : R := if s is 2 then 1%ring else 2%:R^-1.
have [_ _ /eqP] := F 1%N 2%N 1%N w (fun=> 1) (fun=> 1) (fun=> unit_vector) 1 isT isT (fun _ _ => erefl).
by rewrite /w /= -subr_eq0 => /eqP; toR_goal; simpl; lra.
Qed.

(* Z152_mutant: Z152 with m = 2 for m = 1: the radii at lambda = delta = 1 without action. *)
Theorem Z152_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d n : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w lambda : nat -> R) (m lam delta : R),
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall s, (s < n)%N -> w s = 1) -> (forall u, lambda u = lam) -> m = 2%:R ->
  0 < lam -> (0 < n)%N -> 0 < delta -> delta <= 1 ->
  let sigma2 h := \sum_e p h e * eps h e ^+ 2 in
  let Sw h := \sum_(s < n) (w s * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let Hw h := \sum_(s < n) (w s ^+ 2 * sigma2 (take s h)) *: (act (take s h) *m (act (take s h))^T)
              + (lambda n.-1)%:M in
  let c := 2%:R * (m * w n.-1) / Num.sqrt (lambda n.-1) in
  let rw h := Num.sqrt (lambda n.-1) / (2%:R * (m * w n.-1))
    + c * ln (Num.sqrt (\det (Hw h)) / (delta * Num.sqrt (lambda n.-1) ^+ d)) + c * (d%:R * ln 2%:R) in
  let S h := \sum_(s < n) eps (take s h) (nth e0 h s) *: act (take s h) in
  let H h := \sum_(s < n) sigma2 (take s h) *: (act (take s h) *m (act (take s h))^T) + lam%:M in
  let r h := Num.sqrt lam / 2%:R
    + 2%:R / Num.sqrt lam * ln (Num.sqrt (\det (H h)) / (delta * Num.sqrt lam ^+ d))
    + 2%:R / Num.sqrt lam * (d%:R * ln 2%:R) in
  [/\ forall h, Sw h = S h, forall h, Hw h = H h, forall h, rw h = r h &
      Pr p n (fun h => r h <= ‖S h‖_[invmx (H h)]) [::] <= delta]).
Proof.
move=> F; have m0 : 0 < 2%:R :> R by rewrite ltr0n.
have [_ _ /(_ [:: tt]) + _] := F unit_finType tt sure_p 1%N 1%N no_action no_noise (fun=> 1) (fun=> 1) 2%:R 1
  1 sure_ge0 (fun=> sum_unit _) zero_action unit_centred m0 (zero_noise m0) (fun _ _ => erefl) (fun=> erefl)
  erefl ltr01 isT ltr01 (lexx 1).
rewrite !big_ord1 mul0mx !scaler0 !add0r det1 !sqrtr1 !expr1n !mulr1 !divr1 ln_1.
have := ln_ge_half 1; have -> : Rplus 1 1 = 2%:R by rewrite -INRE.
move: (ln 2%:R) => x; toR_goal; simpl => h; have {h} := h ltac:(lra) => h; lra.
Qed.

(* D5_mutant: D5 with log(1/delta) for log(T/delta) in rho: nothing happens, T = 2, D = 1, gamma = 1/2,
   k_mu = 0. *)
Theorem D5_mutant : ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d T D : nat)
  (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (dmu : R -> R) (theta : nat -> 'cV[R]_d)
  (gamma lam m k_mu delta : R),
  (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall h, \sum_e p h e * eps h e ^+ 2 <= dmu ⟨act h, theta (size h)⟩) -> (forall z, dmu z <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 < delta -> delta <= 1 -> (0 < d)%N -> (0 < T)%N ->
  gamma ^+ (2 * D) = T%:R ^- 2 ->
  let S t h := \sum_(s < t | (t - D <= s)%N)
    (gamma ^- s.+1 * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H t h := \sum_(s < t | (t - D <= s)%N) ((gamma ^+ (t.-1 - s)) ^+ 2 * dmu ⟨act (take s h), theta s⟩)
    *: (act (take s h) *m (act (take s h))^T) + lam%:M in
  let c := 2%:R * m / Num.sqrt lam in
  let rho := Num.sqrt lam / (2%:R * m) + c * ln (1 / delta) + c * (d%:R * ln 2%:R)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - T%:R ^- 2) / (d%:R * lam * (1 - gamma ^+ 2))) in
  (forall t h, (t < T)%N -> size h = t ->
    Num.sqrt lam / (2%:R * m) + c * ln (Num.sqrt (\det (H t h)) * T%:R / (delta * Num.sqrt lam ^+ d))
      + c * (d%:R * ln 2%:R) <= rho) /\
  Pr p T (fun h => has (fun t => rho < ‖gamma ^+ t *: S t (take t h)‖_[invmx (H t (take t h))]) (iota 0 T))
    [::] <= delta).
Proof.
move=> F; have [h0 h1] := half_range.
have v (h : seq unit) : \sum_e sure_p h e * no_noise h e ^+ 2 <= 0 by rewrite sum_unit expr0n mulr0.
have [+ _] := F unit_finType tt sure_p 1%N 2%N 1%N no_action no_noise (fun=> 0) (fun=> 0) 2%:R^-1 1 1 0 1
  sure_ge0 (fun=> sum_unit _) zero_action unit_centred ltr01 (zero_noise ltr01) v (fun=> lexx _) h0 h1 ltr01
  ltr01 (lexx 1) isT isT (exprVn _ _).
move=> /(_ 0%N [::] isT erefl); rewrite big_ord0 add0r det1 !sqrtr1 !expr1n !mulr1 !divr1 !mul0r addr0 ln_1.
rewrite [1 * 2%:R]mul1r; have := ln_ge_half 1; have -> : Rplus 1 1 = 2%:R by rewrite -INRE.
move: (ln 2%:R) => x; toR_goal; simpl => h; have {h} := h ltac:(lra) => h /RleP; toR_goal; simpl; lra.
Qed.
