(* Sharper constants: what is not on the page, and the book calls sharper or best.  Notation: see Claims.v. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance moments potentials secant_matrices.
From Glb Require Import deviation regret window_deviation paper_indices.
From Glb Require Import sharper_numbers sharper_radial sharper_radius sharper_error sharper_regret.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Exponential moments *)

(* Z12, lines 1489-1496: the least constant before v^2 sigma^2 in lemma:upper_bound is e - 2. Not in the
   paper.
   Stated: E exp(v eps) <= 1 + (e-2) v^2 sigma^2 for |v| <= 1; (y e + e^{-y})/(1+y) >= 1 + (e-2-y) y for 0 <
   y <= 1, where the left side is E exp(eps) for the law on 1 and -y with mean 0, whose variance is y; and a
   constant c that serves v = 1 and every law is not smaller than e - 2.
   Differences: those of L3 (laws of finite support). *)
Theorem Z12 :
  [/\ forall (E : finType) (p eps : E -> R) (v : R),
        (forall e, 0 <= p e) -> \sum_e p e = 1 -> \sum_e p e * eps e = 0 ->
        (forall e, `|eps e| <= 1) -> `|v| <= 1 ->
        \sum_e p e * exp (v * eps e) <= 1 + (exp 1 - 2%:R) * (v ^+ 2 * \sum_e p e * eps e ^+ 2),
      forall y : R, 0 < y -> y <= 1 -> 1 + (exp 1 - 2%:R - y) * y <= (y * exp 1 + exp (- y)) / (1 + y) &
      forall c : R, (forall (E : finType) (p eps : E -> R),
          (forall e, 0 <= p e) -> \sum_e p e = 1 -> \sum_e p e * eps e = 0 -> (forall e, `|eps e| <= 1) ->
          \sum_e p e * exp (eps e) <= 1 + c * \sum_e p e * eps e ^+ 2) ->
        exp 1 - 2%:R <= c].
Proof.
split=> [E p eps v p0 p1 ce b v1|y y0 y1|c H]; first exact: exp_moment_sharp.
  rewrite ler_pdivl_mulr; last by rewrite addr_gt0 ?ltr01.
  have := exp_ineq1_le (- y); have [_ e3] := e_bounds; move: (exp 1) (exp _) e3 y0 y1 => a b.
  move=> a3 /RltP y0 /RleP y1; toR_goal => h; apply/RleP; toR_goal; simpl.
  have := Rmult_le_pos _ _ (Rge_le _ _ (Rge_minus _ _ (Rle_ge _ _ a3))) (Rle_0_sqr y).
  have := Rmult_le_pos _ _ (Rlt_le _ _ y0) (Rle_0_sqr y); rewrite /Rsqr; lra.
rewrite -phi1; apply: (@phi_least _ _ ltr01) => y y0 y1; rewrite -two_exp.
have [p0 p1 ce var b] := two_law y0.
have := H _ _ _ p0 p1 ce (b y1); rewrite var expr1n mul1r; under eq_bigr do rewrite -[two_eps _ _]mul1r.
exact.
Qed.

(* Z41, lines 1500-1501: a bound on |v| is required in lemma:upper_bound. Not in the paper.
   Stated: (360/361)((1/360) e^v + e^{-v/360}) > 1 + v^2/360 at v = 9/5, where the left side is E exp(v eps)
   for the law on 1 and -1/360 with mean 0, of variance 1/360; e^z <= 1 + z + z^2 for |z| <= 1.79; hence the
   lemma for |v| <= 1.79; and for v > 0 the lemma holds for every law if and only if e^v <= 1 + v + v^2.
   Differences: those of L3 (laws of finite support). *)
Theorem Z41 :
  [/\ 1 + (9%:R / 5%:R) ^+ 2 / 360%:R
        < 360%:R / 361%:R * (360%:R^-1 * exp (9%:R / 5%:R) + exp (- (9%:R / 5%:R / 360%:R))) :> R,
      forall z : R, `|z| <= 179%:R / 100%:R -> exp z <= 1 + z + z ^+ 2,
      forall (E : finType) (p eps : E -> R) (v : R),
        (forall e, 0 <= p e) -> \sum_e p e = 1 -> \sum_e p e * eps e = 0 ->
        (forall e, `|eps e| <= 1) -> `|v| <= 179%:R / 100%:R ->
        \sum_e p e * exp (v * eps e) <= 1 + v ^+ 2 * \sum_e p e * eps e ^+ 2 &
      forall v : R, 0 < v ->
        (forall (E : finType) (p eps : E -> R),
          (forall e, 0 <= p e) -> \sum_e p e = 1 -> \sum_e p e * eps e = 0 -> (forall e, `|eps e| <= 1) ->
          \sum_e p e * exp (v * eps e) <= 1 + v ^+ 2 * \sum_e p e * eps e ^+ 2)
        <-> exp v <= 1 + v + v ^+ 2].
Proof.
have key v : 0 < v -> (phi v <= 1) = (exp v <= 1 + v + v ^+ 2).
  by move=> v0; rewrite /phi ler_pdivr_mulr ?exprn_gt0 // mul1r -addrA -opprD ler_subl_addl.
have all (E : finType) (p eps : E -> R) (v0 v : R) : 0 < v0 -> phi v0 <= 1 ->
    (forall e, 0 <= p e) -> \sum_e p e = 1 -> \sum_e p e * eps e = 0 ->
    (forall e, `|eps e| <= 1) -> `|v| <= v0 ->
    \sum_e p e * exp (v * eps e) <= 1 + v ^+ 2 * \sum_e p e * eps e ^+ 2.
  move=> v0p f1 p0 p1 ce b h; apply: le_trans (moment_phi v0p p0 p1 ce b h) _.
  rewrite ler_add2l ler_pimull // mulr_ge0 ?sqr_ge0 // sumr_ge0 // => e _.
  by rewrite mulr_ge0 ?sqr_ge0.
have q0 : 0 < 179%:R / 100%:R :> R by rewrite divr_gt0 ?ltr0n.
have q1 : phi (179%:R / 100%:R) <= 1.
  rewrite key //; apply/RleP; toR_goal; rewrite !INR_IZR_INZ /=.
  by have := exp_179; rewrite /Rdiv /= => h; lra.
split=> [|z z1|E p eps v p0 p1 ce b|v v0].
- apply/RltP; toR_goal; rewrite !INR_IZR_INZ /=; have := exp_180; have := exp_small.
  by rewrite /Rdiv => h1 h2; lra.
- apply: le_trans (exp_phi q0 (le_trans (ler_norm _) z1)) _; rewrite ler_add2l ler_pimull ?sqr_ge0 //.
- exact: all.
split=> [H|h]; last first.
  move=> E p eps p0 p1 ce b; apply: (all _ _ _ v) => //; first by rewrite key.
  by rewrite ger0_norm // ltW.
rewrite -key //; apply: (phi_least v0) => y y0 y1; rewrite -two_exp mul1r; have [p0 p1 ce var b] :=
  two_law y0.
by have := H _ _ _ p0 p1 ce (b y1); rewrite var.
Qed.

(* Z112, lines 1981-1985, 2128-2157: the implicit factor without its rounding, and the root of its
   quadratic. Not in the paper.
   Stated: (x+h)/(e^{x+h}-1) <= x/(e^x-1) and x/(1-e^{-x}) <= (x+h)/(1-e^{-(x+h)}) for x > 0, h >= 0; X^2 <=
   bX + c gives X <= (b + sqrt(b^2+4c))/2, for every b and c >= 0; and 1 <= h/(1-e^{-h}) <= 1+h for h > 0,
   the rounding of the page. *)
Theorem Z112 :
  [/\ forall x h : R, 0 < x -> 0 <= h -> (x + h) / (exp (x + h) - 1) <= x / (exp x - 1),
      forall x h : R, 0 < x -> 0 <= h -> x / (1 - exp (- x)) <= (x + h) / (1 - exp (- (x + h))),
      forall X b c : R, 0 <= c -> X ^+ 2 <= b * X + c -> X <= (b + Num.sqrt (b ^+ 2 + 4%:R * c)) / 2%:R &
      forall h : R, 0 < h -> 1 <= h / (1 - exp (- h)) <= 1 + h].
Proof.
split=> [x h /RltP x0 /RleP h0|x h /RltP x0 /RleP h0|X b c|h /RltP h0]; last 2 first.
- exact: larger_root.
- by have [a b] := loss_range h h0; apply/andP; split; apply/RleP; [move: a|move: b]; toR_goal.
- by have a := quotient_falls x h x0 h0; apply/RleP; move: a; toR_goal.
by have a := loss_grows x h x0 h0; apply/RleP; move: a; toR_goal.
Qed.

(** * The radius *)

(* Z110, lines 1489-1716, 1930-1939: the mixture over balls of radius u + r and r, for any u, r > 0. Not in
   the paper, which has u = r = 1/2, 1 in the place of phi and 2^d in the place of R.
   Stated: P(exists t <= T: |gamma^{t-1} S_{t-D:t}|_{H~_{t-D:t}^-1} > rho) <= delta for the sharpened radius
   rho = phi u sqrt(lambda)/m + (m/(u sqrt lambda)) (log(T/delta) + (d/2) log(1 + k_mu (1-gamma^{2D})/(d
   lambda (1-gamma^2))) + log R), phi = (e^v-1-v)/v^2 at v = u + r, R = mass(u+r)/mass(r), mass(x) =
   \int_0^x s^{d-1} e^{-phi lambda s^2/m^2} ds, which up to a factor is the normal mass of the ball of
   radius x (normal_mass of sharper_radial.v), hence R the ratio of the incomplete gamma functions of d/2 at
   phi lambda (u+r)^2/m^2 and phi lambda r^2/m^2. And for u = r = 1/2: the paper's radius minus rho is (3-e)
   sqrt(lambda)/(2m) + (2m/sqrt lambda)(d log 2 - log R), with R <= 2^d.
   Setting and differences: those of C1 (a finite tree; the conditional variance of the noise is
   mu'(a_s.theta*_s) or less), with d, T >= 1, gamma < 1, and mu' <= k_mu at the actions. t counts the
   rounds played, so that gamma^(t.-1 - s) is the paper's gamma^{t-1} gamma^{-s}; u and r do not depend on
   the data. *)
Theorem Z110 (E : finType) (e0 : E) (p : seq E -> E -> R) (d T D : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (dmu : R -> R) (theta : nat -> 'cV[R]_d) (gamma lam m k_mu delta u r : R) :
  (0 < d)%N -> (0 < T)%N -> (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall h, \sum_e p h e * eps h e ^+ 2 <= dmu ⟨act h, theta (size h)⟩) ->
  (forall h, dmu ⟨act h, theta (size h)⟩ <= k_mu) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> 0 < delta -> delta <= 1 -> 0 < u -> 0 < r ->
  let phi := (exp (u + r) - 1 - (u + r)) / (u + r) ^+ 2 in
  let mass x := RInt (fun s => s ^+ d.-1 * exp (- (phi * lam / m ^+ 2 * s ^+ 2))) 0 x in
  let ratio := mass (u + r) / mass r in
  let rho := phi * u * Num.sqrt lam / m + m / (u * Num.sqrt lam) * (ln (T%:R / delta)
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
   /\ ratio <= 2%:R ^+ d).
Proof.
move=> d0 T0 p0 p1 a1 c m0 b v km g0 g1 l0 de0 de1 u0 r0 ph mass ratio rho S H; split; last first.
  move=> uE rE; split; last exact: (half_ratio d0 l0 m0 u0 r0 uE rE).
  rewrite /rho /ph -/(phi (u + r)); exact: (@radius_saved d T lam m delta u r _ ratio uE rE l0 m0).
apply: le_trans (sharp_exceeds e0 p0 p1 d0 T0 l0 m0 u0 r0 de0 de1 a1 c b v km
  (fun t s => discount_range t g0 g1 s) (fun t => discount_recent D t g0 g1)).
apply: (Pr_le p0) => h; rewrite add0n => hT /existsP [t lt]; apply/existsP; exists t.
rewrite rho_sharpE; set A := (X in invmx X).
suff <- : H t h = A.
  exact: lt.
congr (_ + _).
apply: eq_bigr => s _; congr ((_ * dmu (dot _ (theta _))) *: _).
by rewrite size_takel // hT (leq_trans (ltnW (ltn_ord s)) (ltnW (ltn_ord t))).
Qed.

(* Z165, lines 2836-2845: the same with a sliding window. Not in the paper.
   Stated: P(exists t <= T: |S_t|_{H_t^-1} > rho_t) <= delta, rho_t as in Z110 with min(t, tau) in the place
   of (1-gamma^{2D})/(1-gamma^2); and for u = r = 1/2 the paper's rho_t (eq:rho_SW) minus this one.
   Setting and differences: those of Z110 and C2. rho t is that of the paper's round t; t rounds have been
   played before the round t + 1, whence rho t.+1. *)
Theorem Z165 (E : finType) (e0 : E) (p : seq E -> E -> R) (d T tau : nat) (act : seq E -> 'cV[R]_d)
  (eps : seq E -> E -> R) (dmu : R -> R) (theta : nat -> 'cV[R]_d) (lam m k_mu delta u r : R) :
  (0 < d)%N -> (0 < T)%N -> (forall h e, 0 <= p h e) -> (forall h, \sum_e p h e = 1) ->
  (forall h, ‖act h‖ <= 1) -> (forall h, \sum_e p h e * eps h e = 0) ->
  0 < m -> (forall h e, `|eps h e| <= m) ->
  (forall h, \sum_e p h e * eps h e ^+ 2 <= dmu ⟨act h, theta (size h)⟩) ->
  (forall h, dmu ⟨act h, theta (size h)⟩ <= k_mu) ->
  0 < lam -> 0 < delta -> delta <= 1 -> 0 < u -> 0 < r ->
  let phi := (exp (u + r) - 1 - (u + r)) / (u + r) ^+ 2 in
  let mass x := RInt (fun s => s ^+ d.-1 * exp (- (phi * lam / m ^+ 2 * s ^+ 2))) 0 x in
  let ratio := mass (u + r) / mass r in
  let rho t := phi * u * Num.sqrt lam / m + m / (u * Num.sqrt lam) * (ln (T%:R / delta)
    + d%:R / 2%:R * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam)) + ln ratio) in
  let S t h := \sum_(s < t | (t - tau <= s)%N) eps (take s h) (nth e0 h s) *: act (take s h) in
  let H t h := \sum_(s < t | (t - tau <= s)%N) dmu ⟨act (take s h), theta s⟩
    *: (act (take s h) *m (act (take s h))^T) + lam%:M in
  Pr p T (fun h => [exists t : 'I_T, rho t.+1 < ‖S t h‖_[invmx (H t h)]]) [::] <= delta /\
  (u = 2%:R^-1 -> r = 2%:R^-1 -> forall t : nat,
   Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
     + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
     + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) - rho t
   = (3%:R - exp 1) * Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R - ln ratio)).
Proof.
move=> d0 T0 p0 p1 a1 c m0 b v km l0 de0 de1 u0 r0 ph mass ratio rho S H; split; last first.
  move=> uE rE t; rewrite /rho /ph -/(phi (u + r)).
  exact: (@radius_saved d T lam m delta u r _ ratio uE rE l0 m0).
pose w (t s : nat) : R := 1%ring; have w1 t s : 0 <= w t s <= 1 by rewrite ler01 lexx.
have wr t : \sum_(s < t) (if recent t tau s then w t s else 0) ^+ 2 <= (minn t.+1 tau)%:R.
  apply: le_trans (window_recent R_rcfType tau t); rewrite le_eqVlt; apply/orP; left; apply/eqP.
  by apply: eq_bigr => s _; rewrite /recent /window_weight /w; case: leqP.
apply: le_trans (sharp_exceeds e0 p0 p1 d0 T0 l0 m0 u0 r0 de0 de1 a1 c b v km w1 wr).
apply: (Pr_le p0) => h; rewrite add0n => hT /existsP [t lt]; apply/existsP; exists t.
set A := (X in invmx X); set B := (X in nrm _ X).
have <- : S t h = B by apply: eq_bigr => s _; rewrite mul1r.
suff <- : H t h = A by exact: lt.
congr (_ + _); apply: eq_bigr => s _; congr (_ *: _); rewrite expr1n mul1r; congr (dmu (dot _ (theta _))).
by rewrite size_takel // hT (leq_trans (ltnW (ltn_ord s)) (ltnW (ltn_ord t))).
Qed.

(** * Old rounds *)

(* Z113, lines 2199-2238: drift and noise of the old rounds together weigh m, not 2 S k_mu + m. Not in the
   paper.
   Stated: if 0 <= mu <= m, |a^T G_t^-1 \sum_{s<t-D} gamma^{t-1-s} (r_{s+1} - mu(a_s.theta*_t)) a_s| <=
   (m/lambda) gamma^D/(1-gamma), G_t = G_t(theta*_t, hat_t) of line 1871.
   Rounds are 1, 2, ... as on the page. For any two parameters star and hat, and every a of the unit ball;
   rewards in [0, m]; mu is twice differentiable with |mu''| <= mu' (only mu' >= 0 and continuous is used).
   *)
Theorem Z113 (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam m : R) (a : nat -> 'cV[R]_d) (r : nat -> R)
  (star hat b : 'cV[R]_d) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, 0 <= mu z <= m) ->
  0 < gamma -> gamma < 1 -> 0 < lam -> (1 <= t)%N ->
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) -> (forall s, (1 <= s)%N -> 0 <= r s.+1 <= m) -> ‖b‖ <= 1 ->
  let G := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mean_slope dmu (a s) star hat) *: (a s *m (a s)^T)
    + lam%:M in
  let old := \sum_(1 <= s < t - D) (gamma ^+ (t - 1 - s) * (r s.+1 - mu ⟨a s, star⟩)) *: a s in
  `|⟨b, invmx G *m old⟩| <= m / lam * (gamma ^+ D / (1 - gamma)).
Proof.
case: t => [|t] d1 d2 sc mr g0 g1 l0 t1 // a1 rm b1; cbv zeta.
set G := _ + lam%:M; set old := \sum_(1 <= s < t.+1 - D) _; have sl := link_ge0 (sc_Rle sc).
have m0 : 0 <= m by have /andP [h1 h2] := mr 0; exact: le_trans h2.
have Gp : pd G /\ lam%:M ⪯ G.
  rewrite /G paper_design; have w s : 0 <= gamma ^+ (t.+1 - 1 - s) * mean_slope dmu (a s) star hat.
    rewrite mulr_ge0 ?exprn_ge0 ?(ltW g0) // mean_slopeE; apply: le_trans (link_sc d2 (sc_Rle sc) _ _).
    by rewrite divr_ge0 ?sl // addr_ge0.
  by split; [apply: design_pd => // s _; exact: w|move=> x; rewrite qf_scalar; apply: design_ge => s _;
    exact: w].
have oldE : old = \sum_(s < t) (if recent t D s then 0 else
    discount gamma t s * (r s.+2 - mu ⟨a s.+1, star⟩)) *: a s.+1.
  rewrite /old rounds_sum; have -> : (t.+1 - D).-1 = (t - D)%N by lia.
  rewrite (big_ord_widen_cond t xpredT (fun s =>
    (gamma ^+ (t.+1 - 1 - s.+1) * (r s.+2 - mu ⟨a s.+1, star⟩)) *: a s.+1)) ?leq_subr // big_mkcond /=.
  apply: eq_bigr => s _; rewrite /recent /discount; case: leqP => _; rewrite ?scale0r //.
  by congr ((_ ^+ _ * _) *: _); have := ltn_ord s; lia.
have oldm : ‖old‖ <= m * (gamma ^+ D / (1 - gamma)).
  rewrite oldE; apply: (@old_sum d t D (discount gamma t) (fun s => r s.+2 - mu ⟨a s.+1, star⟩)
    (fun s => a s.+1) m (gamma ^+ D / (1 - gamma))%ring m0) => [s|s|s _|]; last exact: discount_old.
  - by case/andP: (discount_range t g0 g1 s).
  - exact: a1.
  have /andP [h1 h2] := rm s.+1 isT; have /andP [h3 h4] := mr ⟨a s.+1, star⟩.
  rewrite ler_norml ler_subl_addr ler_subr_addr; apply/andP; split; last by rewrite (le_trans h2) // ler_addl.
  by rewrite (le_trans _ h1) // addrC subr_le0.
have [P L] := Gp; have Gip := pd_psd (pd_inv P); have s0 : 0 < Num.sqrt lam by rewrite sqrtr_gt0.
rewrite -/(bf (invmx G) b _); apply: le_trans (nrm_cs _ _ Gip) _.
apply: (@le_trans _ _ ((Num.sqrt lam)^-1 * (m * (gamma ^+ D / (1 - gamma)) / Num.sqrt lam))); last first.
  by rewrite mulrCA -invfM -expr2 sqr_sqrtr ?(ltW l0) // mulrAC.
apply: ler_pmul; rewrite ?nrm_ge0 //; apply: le_trans (nrm_inv_le _ l0 P L) _.
  by rewrite ler_pdivr_mulr // mulVf ?gt_eqF.
by rewrite ler_wpmul2r ?invr_ge0 ?(ltW s0).
Qed.

(** * Squares of regrets *)

(* Z167, lines 2313-2371, 2459-2493: the squared regrets add up to the square of one norm. Not in the paper.
   Stated: with A = \sum x_t^2 and y >= 0, \sum_{t=1}^n (x_t+y)^2 = A + 2y \sum x_t + n y^2, \sum x_t <=
   sqrt n sqrt A, hence \sum (x_t+y)^2 <= (sqrt A + y sqrt n)^2; and (sqrt A + sqrt B)^2 <= 2(A+B) for A, B
   >= 0, the factor 2 that is paid otherwise (Z59). Every n and all real x_t. *)
Theorem Z167 (n : nat) (x : nat -> R) (y : R) : 0 <= y ->
  let A := \sum_(t < n) x t ^+ 2 in
  [/\ \sum_(t < n) (x t + y) ^+ 2 = A + 2%:R * y * (\sum_(t < n) x t) + n%:R * y ^+ 2,
      \sum_(t < n) x t <= Num.sqrt n%:R * Num.sqrt A,
      \sum_(t < n) (x t + y) ^+ 2 <= (Num.sqrt A + y * Num.sqrt n%:R) ^+ 2 &
      forall A B : R, 0 <= A -> 0 <= B -> (Num.sqrt A + Num.sqrt B) ^+ 2 <= 2%:R * (A + B)].
Proof.
move=> y0 A; split; [exact: sum_squares|exact: sum_sqrt|exact: sum_norm|move=> a b a0 b0].
rewrite -{2}(sqr_sqrtr a0) -{2}(sqr_sqrtr b0) -subr_ge0; move: (Num.sqrt a) (Num.sqrt b) => u v.
by have -> : 2%:R * (u ^+ 2 + v ^+ 2) - (u + v) ^+ 2 = (u - v) ^+ 2; [ring|exact: sqr_ge0].
Qed.
