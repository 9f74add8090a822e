(* Mutants of claims on sharper constants, each refuted; see README.md. *)
From Coq Require Import Reals Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting moments potentials secant_matrices small_witnesses.
From Glb Require Import sharper_numbers sharper_radial sharper_radius claims_sharper_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* No noise: its variance; a small delta; an event that is certain has not a small probability. *)
Lemma no_variance (h : seq unit) : \sum_(e : unit) 1 * 0 ^+ 2 <= 1 :> R.
Proof. by rewrite sum_unit expr0n mulr0 ler01. Qed.
Lemma sixteenth : 0 < 16%:R^-1 :> R /\ 16%:R^-1 <= 1 :> R.
Proof. by rewrite invr_gt0 invf_le1 ?ltr0n ?ler1n. Qed.
Lemma certain (A : seq unit -> bool) : A [:: tt] -> ~ (Pr (fun _ (_ : unit) => 1) 1 A [::] <= 16%:R^-1).
Proof.
move=> h; apply/negP; rewrite /Pr /Ex sum_unit mul1r -[rcons _ _]/[:: tt] h -ltNge.
by rewrite invf_lt1 ?ltr0n ?ltr1n.
Qed.
(* phi(1)/2 + 2 (log(1/16) + log R) < 0, since R <= 2 and log 2 >= 1/4 *)
Lemma negative_radius (u r : R) : u = 2%:R^-1 -> r = 2%:R^-1 ->
  phi (u + r) * u * Num.sqrt 1 / 1 + 1 / (u * Num.sqrt 1) * (ln (16%:R^-1 / 1%:R) + 1%:R / 2%:R * ln 1
    + ln (ball_mass 1 (phi (u + r) * 1 / 1 ^+ 2) (u + r) / ball_mass 1 (phi (u + r) * 1 / 1 ^+ 2) r)) < 0.
Proof.
move=> uE rE; have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have u0 : 0 < u by rewrite uE.
have r0 : 0 < r by rewrite rE.
have d0 : (0 < 1)%N by [].
have := half_ratio d0 ltr01 ltr01 u0 r0 uE rE; have := mass_ratio_ge1 d0 ltr01 ltr01 u0 r0.
set M := ball_mass _ _ _ / _; rewrite expr1 => M1 M2.
have lM : ln M <= ln 2%:R by apply: ln_le => //; exact: lt_le_trans M1.
have v1 : u + r = 1 by rewrite uE rE -[2%:R^-1]div1r -splitr.
have l16 : ln 16%:R^-1 = - (4%:R * ln 2%:R).
  have t0 : 0 < 2%:R :> R by rewrite ltr0n.
  rewrite mulr_natl -lnX // -natrX RinvE' ln_Rinv //.
  by apply/RltP; rewrite ltr0n.
have l2 : 4%:R^-1 <= ln 2%:R.
  have := log_quarter; have -> : ln 4%:R^-1 = - (2%:R * ln 2%:R).
    have t0 : 0 < 2%:R :> R by rewrite ltr0n.
    rewrite mulr_natl -lnX // -natrX RinvE' ln_Rinv //.
    by apply/RltP; rewrite ltr0n.
  by move: (ln _) => x /RleP h; apply/RleP; move: h; toR_goal; rewrite !INR_IZR_INZ /=; lra.
have := e_minus2; move: lM l2; rewrite v1 phi1 uE sqrtr1 mulr1n !divr1 l16 (ln_1 : ln 1 = 0) mulr0 addr0.
rewrite !mulr1 div1r invrK; move: (exp 1 - 2%:R) (ln M) (ln 2%:R) => f x y /RleP h1 /RleP h2 /RleP h3.
by apply/RltP; move: h1 h2 h3; toR_goal; rewrite !INR_IZR_INZ /=; lra.
Qed.

(* Z12_mutant: Z12 with the constant lowered by 1/1000: Z12 itself says that e - 2 is least. *)
Theorem Z12_mutant :
  ~ ([/\ forall (E : finType) (p eps : E -> R) (v : R),
        (forall e, 0 <= p e) -> \sum_e p e = 1 -> \sum_e p e * eps e = 0 ->
        (forall e, `|eps e| <= 1) -> `|v| <= 1 ->
        \sum_e p e * exp (v * eps e) <= 1 + (exp 1 - 2%:R - 1000%:R^-1) * (v ^+ 2 * \sum_e p e * eps e ^+ 2),
      forall y : R, 0 < y -> y <= 1 -> 1 + (exp 1 - 2%:R - y) * y <= (y * exp 1 + exp (- y)) / (1 + y) &
      forall c : R, (forall (E : finType) (p eps : E -> R),
          (forall e, 0 <= p e) -> \sum_e p e = 1 -> \sum_e p e * eps e = 0 -> (forall e, `|eps e| <= 1) ->
          \sum_e p e * exp (eps e) <= 1 + c * \sum_e p e * eps e ^+ 2) ->
        exp 1 - 2%:R <= c]).
Proof.
case=> H _ _; have [_ _ /(_ (exp 1 - 2%:R - 1000%:R^-1))] := Z12.
have t0 : 0 < 1000%:R^-1 :> R by rewrite invr_gt0 ltr0n.
rewrite ler_subr_addl ger_addr leNgt t0; case/(_ _)/notF => E p eps p0 p1 c b.
have := H E p eps 1%ring p0 p1 c b; rewrite normr1 expr1n mul1r => /(_ (lexx 1)).
by under eq_bigr do rewrite mul1r.
Qed.

(* Z41_mutant: Z41 with 9/5 for 1.79 in the second formula: z = 9/5. *)
Theorem Z41_mutant :
  ~ ([/\ 1 + (9%:R / 5%:R) ^+ 2 / 360%:R
        < 360%:R / 361%:R * (360%:R^-1 * exp (9%:R / 5%:R) + exp (- (9%:R / 5%:R / 360%:R))) :> R,
      forall z : R, `|z| <= 9%:R / 5%:R -> exp z <= 1 + z + z ^+ 2,
      forall (E : finType) (p eps : E -> R) (v : R),
        (forall e, 0 <= p e) -> \sum_e p e = 1 -> \sum_e p e * eps e = 0 ->
        (forall e, `|eps e| <= 1) -> `|v| <= 179%:R / 100%:R ->
        \sum_e p e * exp (v * eps e) <= 1 + v ^+ 2 * \sum_e p e * eps e ^+ 2 &
      forall v : R, 0 < v ->
        (forall (E : finType) (p eps : E -> R),
          (forall e, 0 <= p e) -> \sum_e p e = 1 -> \sum_e p e * eps e = 0 -> (forall e, `|eps e| <= 1) ->
          \sum_e p e * exp (v * eps e) <= 1 + v ^+ 2 * \sum_e p e * eps e ^+ 2)
        <-> exp v <= 1 + v + v ^+ 2]).
Proof.
case=> _ /(_ (9%:R / 5%:R)) H _ _; move: H; rewrite ger0_norm ?divr_ge0 ?ler0n // => /(_ (lexx _)) /RleP.
have := exp_180; rewrite /Rdiv; toR_goal; rewrite !INR_IZR_INZ /= => h1 h2.
by lra.
Qed.

(* Z112_mutant: Z112 with the first right side lowered by one per cent: x = 1, h = 0. *)
Theorem Z112_mutant :
  ~ ([/\ forall x h : R, 0 < x -> 0 <= h -> (x + h) / (exp (x + h) - 1) <= 99%:R / 100%:R * (x / (exp x - 1)),
      forall x h : R, 0 < x -> 0 <= h -> x / (1 - exp (- x)) <= (x + h) / (1 - exp (- (x + h))),
      forall X b c : R, 0 <= c -> X ^+ 2 <= b * X + c -> X <= (b + Num.sqrt (b ^+ 2 + 4%:R * c)) / 2%:R &
      forall h : R, 0 < h -> 1 <= h / (1 - exp (- h)) <= 1 + h]).
Proof.
case=> /(_ 1 0 ltr01 (lexx 0)) + _ _ _; rewrite addr0 => h.
have e0 : 0 < 1 / (exp 1 - 1) :> R.
  by rewrite divr_gt0 ?ltr01 // subr_gt0 -[X in X < _]exp0; apply/RltP/exp_increasing/RltP; exact: ltr01.
move: h; rewrite -[X in X <= _]mul1r ler_pmul2r //; apply/negP; rewrite -ltNge.
by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat.
Qed.

(* Z110_mutant: Z110 with delta/T for T/delta: no noise, one round, delta = 1/16; the radius is negative. *)
Theorem Z110_mutant :
  ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d T D : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (dmu : R -> R) (theta : nat -> 'cV[R]_d) (gamma lam m k_mu delta u r : R),
  (0 < d)%N -> (0 < T)%N -> (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall h, \sum_e p h e * eps h e ^+ 2 <= dmu ⟨act h, theta (size h)⟩) ->
  (forall h, dmu ⟨act h, theta (size h)⟩ <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 < delta -> delta <= 1 -> 0 < u -> 0 < r ->
  let phi := (exp (u + r) - 1 - (u + r)) / (u + r) ^+ 2 in
  let mass x := RInt (fun s => s ^+ d.-1 * exp (- (phi * lam / m ^+ 2 * s ^+ 2))) 0 x in
  let ratio := mass (u + r) / mass r in
  let rho := phi * u * Num.sqrt lam / m + m / (u * Num.sqrt lam) * (ln (delta / T%:R)
    + d%:R / 2%:R * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2))) + ln ratio) in
  let S t h := \sum_(s < t | (t - D <= s)%N)
    (gamma ^+ (t.-1 - s) * eps (take s h) (nth e0 h s)) *: act (take s h) in
  let H t h := \sum_(s < t | (t - D <= s)%N) ((gamma ^+ (t.-1 - s)) ^+ 2 * dmu ⟨act (take s h), theta s⟩)
    *: (act (take s h) *m (act (take s h))^T) + lam%:M in
  Pr p T (fun h => [exists t : 'I_T, rho < ‖S t h‖_[invmx (H t h)]]) [::] <= delta /\
  (u = 2%:R^-1 -> r = 2%:R^-1 ->
   Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
     + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
     + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) - rho
   = (3%:R - exp 1) * Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R - ln ratio)
   /\ ratio <= 2%:R ^+ d)).
Proof.
move=> H; have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have h1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr0n ?ltr1n.
have [+ _] := H unit_finType tt (fun _ _ => 1%ring) 1%N 1%N 0%N (fun=> 0) (fun _ _ => 0%ring) (fun=> 1%ring)
  (fun=> 0) (2%:R^-1)%ring 1%ring 1%ring 1%ring (16%:R^-1)%ring (2%:R^-1)%ring (2%:R^-1)%ring isT isT
  (fun _ _ => ler01) (fun=> sum_unit (fun=> 1%ring)) zero_action unit_centred ltr01 (zero_noise ltr01)
    no_variance
  (fun=> lexx _) h0 h1 ltr01 sixteenth.1 sixteenth.2 h0 h0.
apply: certain; apply/existsP; exists ord0; rewrite /= !big_ord0 nrm0 muln0 expr0 subrr mulr0 mul0r addr0.
exact: negative_radius.
Qed.

(* Z165_mutant: Z165 with delta/T for T/delta: no noise, one round, delta = 1/16; the radius is negative. *)
Theorem Z165_mutant :
  ~ (forall (E : finType) (e0 : E) (p : seq E -> E -> R) (d T tau : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (dmu : R -> R) (theta : nat -> 'cV[R]_d) (lam m k_mu delta u r : R),
  (0 < d)%N -> (0 < T)%N -> (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall h, \sum_e p h e * eps h e ^+ 2 <= dmu ⟨act h, theta (size h)⟩) ->
  (forall h, dmu ⟨act h, theta (size h)⟩ <= k_mu) ->
  0 < lam -> 0 < delta -> delta <= 1 -> 0 < u -> 0 < r ->
  let phi := (exp (u + r) - 1 - (u + r)) / (u + r) ^+ 2 in
  let mass x := RInt (fun s => s ^+ d.-1 * exp (- (phi * lam / m ^+ 2 * s ^+ 2))) 0 x in
  let ratio := mass (u + r) / mass r in
  let rho t := phi * u * Num.sqrt lam / m + m / (u * Num.sqrt lam) * (ln (delta / T%:R)
    + d%:R / 2%:R * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam)) + ln ratio) in
  let S t h := \sum_(s < t | (t - tau <= s)%N) eps (take s h) (nth e0 h s) *: act (take s h) in
  let H t h := \sum_(s < t | (t - tau <= s)%N) dmu ⟨act (take s h), theta s⟩
    *: (act (take s h) *m (act (take s h))^T) + lam%:M in
  Pr p T (fun h => [exists t : 'I_T, rho t.+1 < ‖S t h‖_[invmx (H t h)]]) [::] <= delta /\
  (u = 2%:R^-1 -> r = 2%:R^-1 -> forall t : nat,
   Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
     + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
     + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) - rho t
   = (3%:R - exp 1) * Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R - ln ratio))).
Proof.
move=> H; have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have [+ _] := H unit_finType tt (fun _ _ => 1%ring) 1%N 1%N 0%N (fun=> 0) (fun _ _ => 0%ring) (fun=> 1%ring)
  (fun=> 0) 1%ring 1%ring 1%ring (16%:R^-1)%ring (2%:R^-1)%ring (2%:R^-1)%ring isT isT
  (fun _ _ => ler01) (fun=> sum_unit (fun=> 1%ring)) zero_action unit_centred ltr01 (zero_noise ltr01)
    no_variance
  (fun=> lexx _) ltr01 sixteenth.1 sixteenth.2 h0 h0.
apply: certain; apply/existsP; exists ord0; rewrite /= !big_ord0 nrm0 minn0 mulr0 mul0r addr0.
exact: negative_radius.
Qed.

(* Z113_mutant: Z113 with D + 1 for D in the exponent: mu = 0, one round with reward 1, gamma = 1/4, D = 0. *)
Theorem Z113_mutant :
  ~ (forall (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam m : R) (a : nat -> 'cV[R]_d) (r : nat -> R)
  (star hat b : 'cV[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, 0 <= mu z <= m) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> (1 <= t)%N ->
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) -> (forall s, (1 <= s)%N -> 0 <= r s.+1 <= m) -> ‖b‖ <= 1 ->
  let G := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mean_slope dmu (a s) star hat) *: (a s *m (a s)^T)
    + lam%:M in
  let old := \sum_(1 <= s < t - D) (gamma ^+ (t - 1 - s) * (r s.+1 - mu ⟨a s, star⟩)) *: a s in
  `|⟨b, invmx G *m old⟩| <= m / lam * (gamma ^+ D.+1 / (1 - gamma))).
Proof.
move=> H; have z (x : R) : is_derive (fun _ : R => 0%ring : R) x (0%ring : R) by exact: is_derive_const.
have g0 : 0 < 4%:R^-1 :> R := quarter_gt0.
have g1 : 4%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr0n ?ltr1n.
have a0 (x : R) : `|0 : R| <= 0 by rewrite normr0.
have r1 (x : R) : 0 <= (0 : R) <= 1 by rewrite lexx ler01.
have r2 (s : nat) : (1 <= s)%N -> 0 <= (1 : R) <= 1 by rewrite lexx ler01.
have := H 1%N 2%N 0%N (fun=> 0) (fun=> 0) (fun=> 0) (4%:R^-1)%ring 1%ring 1%ring one_action (fun=> 1%ring) 0 0
  (one_action 1) z z a0 r1 g0 g1 ltr01 isT one_le r2 (one_le (isT : (1 <= 1)%N)).
have ms (b : 'cV[R]_1) : mean_slope (fun=> 0%ring) b 0 0 = 0.
  by rewrite /mean_slope RInt_const /scal /= /mult /=; toR_goal; lra.
cbv zeta; rewrite subn0 !big_nat1 ms mulr0 scale0r add0r invmx1 mul1mx subr0 expr0 mulr1 scale1r
  one_norm normr1 divr1 mul1r expr1.
have -> : 4%:R^-1 / (1 - 4%:R^-1) = 3%:R^-1 :> R by field.
by rewrite leNgt invf_lt1 ?ltr0n ?ltr1n.
Qed.

(* Z167_mutant: Z167 with 1 for 2 in the mixed term: n = 1, x = y = 1. *)
Theorem Z167_mutant :
  ~ (forall (n : nat) (x : nat -> R) (y : R),
 0 <= y ->
  let A := \sum_(t < n) x t ^+ 2 in
  [/\ \sum_(t < n) (x t + y) ^+ 2 = A + y * (\sum_(t < n) x t) + n%:R * y ^+ 2,
      \sum_(t < n) x t <= Num.sqrt n%:R * Num.sqrt A,
      \sum_(t < n) (x t + y) ^+ 2 <= (Num.sqrt A + y * Num.sqrt n%:R) ^+ 2 &
      forall A B : R, 0 <= A -> 0 <= B -> (Num.sqrt A + Num.sqrt B) ^+ 2 <= 2%:R * (A + B)]).
Proof.
move=> /(_ 1%N (fun=> 1%ring) 1%ring ler01) [+ _ _ _]; rewrite !big_ord1; toR_goal; simpl; lra.
Qed.
