(* Mutants of claims on any law of rewards, each refuted; see README.md. *)
From Coq Require Import Reals Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting mixing estimate any_law deviation bonus regret.
From Glb Require Import small_witnesses.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Any law of rewards *)

(* On a set with one point every function is bounded. *)
Lemma bounded_unit (f : unit -> R) : bounded f.
Proof. by exists `|f tt|; case. Qed.

(* T3_any_law_mutant: T3_any_law with delta in the numerator of the logarithm: no round played. *)
Theorem T3_any_law_mutant : ~ (forall (E : Type) (e0 : E) (Ec : seq E -> (E -> R) -> R)
  (Ec_add : forall h f g, bounded f -> bounded g -> Ec h (fun e => f e + g e) = Ec h f + Ec h g)
  (Ec_scal : forall h c f, bounded f -> Ec h (fun e => c * f e) = c * Ec h f)
  (Ec_pos : forall h f, bounded f -> (forall e, 0 <= f e) -> 0 <= Ec h f)
  (Ec_one : forall h, Ec h (fun=> 1) = 1)
  (d n : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m lam delta : R)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (delta_pos : 0 < delta) (delta_le1 : delta <= 1)
  (w_pos : forall s, 0 < w s) (w_incr : forall s r, (s <= r)%N -> w s <= w r)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_centred : forall h, (size h < n)%N -> Ec h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m),
  let sigma2 h := Ec h (fun e => eps h e ^+ 2) in
  let S h := \sum_(s < n) (w s * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H h : 'M[R]_d :=
    \sum_(s < n) (w s ^+ 2 * sigma2 (take s h)) *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  let W := w n.-1 in
  Prob Ec n (fun h =>
    Num.sqrt lam / (2%:R * (m * W))
    + 2%:R * (m * W) / Num.sqrt lam * ln (delta * Num.sqrt (\det (H h)) / Num.sqrt lam ^+ d)
    + 2%:R * (m * W) / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖S h‖_[invmx (H h)]) [::] <= delta).
Proof.
move=> C; have q1 : 4%:R^-1 <= 1 :> R by rewrite invf_le1 ?ltr0n // ler1n.
have q0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have := C unit tt (fun _ f => f tt) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ => erefl) (fun _ _ _ P => P tt)
  (fun=> erefl) 1%N 0%N (fun=> 0) (fun _ _ => 0) (fun=> 1) 1 1 4%:R^-1 ltr01 ltr01 q0 q1 (fun=> ltr01)
  (fun _ _ _ => lexx _).
rewrite /Prob /= !big_ord0 add0r det1 sqrtr1 expr1n !mulr1 !divr1 !mul1r => Q.
have {Q}:= Q (fun h h0 => False_ind _ (notF h0)) (fun h h0 => False_ind _ (notF h0))
  (fun h e h0 => False_ind _ (notF h0)).
suff -> : 2%:R^-1 + 2%:R * ln 4%:R^-1 + 2%:R * ln 2%:R <= nrm (invmx 1%:M) (0 : 'cV[R]_1).
  by rewrite mulr1n leNgt invf_lt1 ?ltr0n // ltr1n.
exact: le_trans log_quarter (nrm_ge0 _ _).
Qed.

(* T3_ordinary_law_mutant: T3_ordinary_law with delta in the numerator of the logarithm: no round played. *)
Theorem T3_ordinary_law_mutant : ~ (forall (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop) (I :
  seq E -> (E -> R) -> R)
  (L_bounded : forall h f, L h f -> bounded f)
  (L_const : forall h c, L h (fun=> c))
  (L_add : forall h f g, L h f -> L h g -> L h (fun e => f e + g e))
  (L_scal : forall h c f, L h f -> L h (fun e => c * f e))
  (I_add : forall h f g, L h f -> L h g -> I h (fun e => f e + g e) = I h f + I h g)
  (I_scal : forall h c f, L h f -> I h (fun e => c * f e) = c * I h f)
  (I_pos : forall h f, L h f -> (forall e, 0 <= f e) -> 0 <= I h f)
  (I_one : forall h, I h (fun=> 1) = 1)
  (d n : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m lam delta : R)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (delta_pos : 0 < delta) (delta_le1 : delta <= 1)
  (w_pos : forall s, 0 < w s) (w_incr : forall s r, (s <= r)%N -> w s <= w r)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_in : forall h, (size h < n)%N -> L h (eps h))
  (eps2_in : forall h, (size h < n)%N -> L h (fun e => eps h e ^+ 2))
  (eps_centred : forall h, (size h < n)%N -> I h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m),
  let sigma2 h := I h (fun e => eps h e ^+ 2) in
  let S h := \sum_(s < n) (w s * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H h : 'M[R]_d :=
    \sum_(s < n) (w s ^+ 2 * sigma2 (take s h)) *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  let W := w n.-1 in
  Prob (fun h => upper_integral (L h) (I h)) n (fun h =>
    Num.sqrt lam / (2%:R * (m * W))
    + 2%:R * (m * W) / Num.sqrt lam * ln (delta * Num.sqrt (\det (H h)) / Num.sqrt lam ^+ d)
    + 2%:R * (m * W) / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖S h‖_[invmx (H h)]) [::] <= delta).
Proof.
move=> C; have q1 : 4%:R^-1 <= 1 :> R by rewrite invf_le1 ?ltr0n // ler1n.
have q0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have := C unit tt (fun _ _ => True) (fun _ f => f tt) (fun _ f _ => bounded_unit f) (fun _ _ => Logic.I)
  (fun _ _ _ _ _ => Logic.I) (fun _ _ _ _ => Logic.I) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ => erefl)
  (fun _ _ _ P => P tt) (fun=> erefl) 1%N 0%N (fun=> 0) (fun _ _ => 0) (fun=> 1) 1 1 4%:R^-1 ltr01 ltr01 q0 q1
  (fun=> ltr01) (fun _ _ _ => lexx _).
rewrite /Prob /= !big_ord0 add0r det1 sqrtr1 expr1n !mulr1 !divr1 !mul1r => Q.
have {Q}:= Q (fun h h0 => False_ind _ (notF h0)) (fun h h0 => False_ind _ (notF h0))
  (fun h h0 => False_ind _ (notF h0)) (fun h h0 => False_ind _ (notF h0))
  (fun h e h0 => False_ind _ (notF h0)).
suff -> : 2%:R^-1 + 2%:R * ln 4%:R^-1 + 2%:R * ln 2%:R <= nrm (invmx 1%:M) (0 : 'cV[R]_1).
  by rewrite mulr1n leNgt invf_lt1 ?ltr0n // ltr1n.
exact: le_trans log_quarter (nrm_ge0 _ _).
Qed.

(* T4_any_law_mutant: T4_any_law with delta in the numerator of the logarithm: no round played. *)
Theorem T4_any_law_mutant : ~ (forall (E : Type) (e0 : E) (Ec : seq E -> (E -> R) -> R)
  (Ec_add : forall h f g, bounded f -> bounded g -> Ec h (fun e => f e + g e) = Ec h f + Ec h g)
  (Ec_scal : forall h c f, bounded f -> Ec h (fun e => c * f e) = c * Ec h f)
  (Ec_pos : forall h f, bounded f -> (forall e, 0 <= f e) -> 0 <= Ec h f)
  (Ec_one : forall h, Ec h (fun=> 1) = 1)
  (d n t0 : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m lam delta : R)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (delta_pos : 0 < delta) (delta_le1 : delta <= 1)
  (w_pos : forall s, 0 < w s) (w_incr : forall s r, (s <= r)%N -> w s <= w r)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_centred : forall h, (size h < n)%N -> Ec h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m),
  let sigma2 h := Ec h (fun e => eps h e ^+ 2) in
  let S h := \sum_(s < n | (n - t0 <= s)%N) (w s * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H h : 'M[R]_d := \sum_(s < n | (n - t0 <= s)%N)
    (w s ^+ 2 * sigma2 (take s h)) *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  let W := w n.-1 in
  Prob Ec n (fun h =>
    Num.sqrt lam / (2%:R * (m * W))
    + 2%:R * (m * W) / Num.sqrt lam * ln (delta * Num.sqrt (\det (H h)) / Num.sqrt lam ^+ d)
    + 2%:R * (m * W) / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖S h‖_[invmx (H h)]) [::] <= delta).
Proof.
move=> C; have q1 : 4%:R^-1 <= 1 :> R by rewrite invf_le1 ?ltr0n // ler1n.
have q0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have := C unit tt (fun _ f => f tt) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ => erefl) (fun _ _ _ P => P tt)
  (fun=> erefl) 1%N 0%N 0%N (fun=> 0) (fun _ _ => 0) (fun=> 1) 1 1 4%:R^-1 ltr01 ltr01 q0 q1 (fun=> ltr01)
  (fun _ _ _ => lexx _).
rewrite /Prob /= !big_ord0 add0r det1 sqrtr1 expr1n !mulr1 !divr1 !mul1r => Q.
have {Q}:= Q (fun h h0 => False_ind _ (notF h0)) (fun h h0 => False_ind _ (notF h0))
  (fun h e h0 => False_ind _ (notF h0)).
suff -> : 2%:R^-1 + 2%:R * ln 4%:R^-1 + 2%:R * ln 2%:R <= nrm (invmx 1%:M) (0 : 'cV[R]_1).
  by rewrite mulr1n leNgt invf_lt1 ?ltr0n // ltr1n.
exact: le_trans log_quarter (nrm_ge0 _ _).
Qed.

(* C1_any_law_mutant: C1_any_law with delta in the numerator of the logarithm: no round played. *)
Theorem C1_any_law_mutant : ~ (forall (E : Type) (e0 : E) (Ec : seq E -> (E -> R) -> R)
  (Ec_add : forall h f g, bounded f -> bounded g -> Ec h (fun e => f e + g e) = Ec h f + Ec h g)
  (Ec_scal : forall h c f, bounded f -> Ec h (fun e => c * f e) = c * Ec h f)
  (Ec_pos : forall h f, bounded f -> (forall e, 0 <= f e) -> 0 <= Ec h f)
  (Ec_one : forall h, Ec h (fun=> 1) = 1)
  (d n D : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (dmu : R -> R) (theta : nat -> 'cV[R]_d)
  (gamma m lam delta : R)
  (gamma_pos : 0 < gamma) (gamma_le1 : gamma <= 1)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (delta_pos : 0 < delta) (delta_le1 : delta <= 1)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_centred : forall h, (size h < n)%N -> Ec h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m)
  (eps_variance : forall h, (size h < n)%N ->
    Ec h (fun e => eps h e ^+ 2) <= dmu ⟨a h, theta (size h)⟩),
  let S h := \sum_(s < n | (n - D <= s)%N) (gamma ^- s.+1 * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H h : 'M[R]_d := \sum_(s < n | (n - D <= s)%N)
    (gamma ^+ (2 * (n - s.+1)) * dmu ⟨a (take s h), theta s⟩)
    *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  Prob Ec n (fun h =>
    Num.sqrt lam / (2%:R * m)
    + 2%:R * m / Num.sqrt lam * ln (delta * Num.sqrt (\det (H h)) / Num.sqrt lam ^+ d)
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖gamma ^+ n *: S h‖_[invmx (H h)]) [::] <= delta).
Proof.
move=> C; have q1 : 4%:R^-1 <= 1 :> R by rewrite invf_le1 ?ltr0n // ler1n.
have q0 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have := C unit tt (fun _ f => f tt) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ => erefl) (fun _ _ _ P => P tt)
  (fun=> erefl) 1%N 0%N 0%N (fun=> 0) (fun _ _ => 0) (fun=> 0) (fun=> 0) 1 1 1 4%:R^-1
  ltr01 (lexx _) ltr01 ltr01 q0 q1.
rewrite /Prob /= !big_ord0 add0r scaler0 det1 sqrtr1 expr1n !mulr1 !divr1 !mul1r => Q.
have {Q}:= Q (fun h h0 => False_ind _ (notF h0)) (fun h h0 => False_ind _ (notF h0))
  (fun h e h0 => False_ind _ (notF h0)) (fun h h0 => False_ind _ (notF h0)).
suff -> : 2%:R^-1 + 2%:R * ln 4%:R^-1 + 2%:R * ln 2%:R <= nrm (invmx 1%:M) (0 : 'cV[R]_1).
  by rewrite mulr1n leNgt invf_lt1 ?ltr0n // ltr1n.
exact: le_trans log_quarter (nrm_ge0 _ _).
Qed.

(* T2_any_law_mutant: T2_any_law with the sign of the exploration term of the first part turned: one round,
   the only action 0, linear link, gamma = 1/2, D = 0; the bias term is 4, the exploration term above 6. *)
Theorem T2_any_law_mutant : ~ (forall (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (Ec : seq E -> 'cV[R]_d -> (E -> R) -> R) (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded parameters, actions and rewards *)
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) ->
  (* the law of the outcome: linear, positive, normalised; mean mu, variance at most mu' *)
  (forall h b f g, actions h b -> bounded f -> bounded g ->
    Ec h b (fun e => f e + g e) = Ec h b f + Ec h b g) ->
  (forall h b c f, actions h b -> bounded f -> Ec h b (fun e => c * f e) = c * Ec h b f) ->
  (forall h b f, actions h b -> bounded f -> (forall e, 0 <= f e) -> 0 <= Ec h b f) ->
  (forall h b, actions h b -> Ec h b (fun=> 1) = 1) ->
  (forall h b, actions h b -> Ec h b (reward h b) = mu ⟨b, theta (size h)⟩) ->
  (forall h b, actions h b ->
    Ec h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩) ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let exploration := 2%:R * beta / Num.sqrt c_mu * Num.sqrt T%:R
    * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * d%:R
        * (T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))))) in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat h⟩) *: a s + lam *: hat h =
    \sum_(s < t) (gamma ^+ (t.-1 - s) * reward (take s h) (a s) (nth e0 h s)) *: a s) ->
  (forall h, actions h (act h)) ->
  (forall h b, actions h b -> let a s := act (take s h) in let t := size h in
    let V := \sum_(s < t) gamma ^+ (t.-1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
    mu ⟨b, hat h⟩ + beta / Num.sqrt c_mu * ‖b‖_[invmx V] <=
    mu ⟨act h, hat h⟩ + beta / Num.sqrt c_mu * ‖act h‖_[invmx V]) ->
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  1 - delta <= Prob (fun h => Ec h (act h)) T (fun h => R_T h <=
    m * (Gamma * D)%:R + 2%:R * T%:R * (k_mu / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m)
    - exploration) [::]
  /\
  ((1 < T)%N -> 2%:R^-1 <= gamma -> ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  1 - delta <= Prob (fun h => Ec h (act h)) T (fun h => R_T h <=
    m * (2%:R * ln T%:R / (1 - gamma)) * Gamma%:R
    + 2%:R * k_mu * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) + exploration) [::])).
Proof.
move=> C; have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have h1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr0n // ltr1n.
have z0 : nrm2 (0 : 'cV[R]_1) = 0 by rewrite /nrm2 dot0r sqrtr0.
have := @C unit tt 1%N id (fun=> 1) (fun=> 0) 1 1 0 1 (fun=> 0) (fun _ b => b = 0) (fun _ _ _ => 0)
  (fun _ _ f => f tt) (fun=> 0) (fun=> 0) (fun=> 0) 2%:R^-1 1 2%:R^-1 1%N 0%N 0%N
  isT isT h0 h1 ltr01 ltr01 h0 (ltW h1).
have i1 : 1 - 2%:R^-1 = 2%:R^-1 :> R by rewrite {1}(splitr 1) div1r addrK.
case=> //.
- by move=> z; exact: is_derive_id.
- by move=> z; exact: (is_derive_const (V := R_NormedModule)).
- by move=> z; rewrite normr0 ler01.
- exact: ltr01.
- by move=> _; rewrite z0.
- by move=> h b ->; rewrite z0 ler01.
- by move=> h b _ _; rewrite lexx ler01.
- by move=> h b ->; rewrite dot0r.
- by move=> h b ->; rewrite dot0r subr0 expr0n ler01.
- by rewrite /breaks big_ord0.
- by move=> h; rewrite /= scaler0 !big1 ?addr0 // => s _; rewrite scaler0.
- by move=> h b ->.
move=> P _; move: P; rewrite /Prob /= big_ord1 subrr.
rewrite -[X in 0 <= _ - X]/(exploration_term 1 1%ring 1%ring 0%ring 1%ring (2%:R^-1)%ring 1%ring
  (2%:R^-1)%ring 1 0) muln0 mulr0 add0r !mulr0 mul0r add0r i1 expr0 !divr1 !mulr1 mul1r invrK -natrM subr_ge0.
have -> :
  (exploration_term 1 1%ring 1%ring 0%ring 1%ring (2%:R^-1)%ring 1%ring (2%:R^-1)%ring 1 0 <= 4%:R)%ring
    = false.
  by apply/negbTE; rewrite -ltNge; apply: lt_le_trans exploration_six; rewrite ltr_nat.
by rewrite leNgt h0.
Qed.

(* T2_ordinary_law_mutant: T2_ordinary_law with the exploration term taken off: one round, one action, the
   vector 0; nothing can be lost, and the moved bound is negative. *)
Theorem T2_ordinary_law_mutant : ~ (forall (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded parameters, actions and rewards *)
  (forall t, ‖theta t‖ <= S) -> (forall h b, actions h b -> ‖b‖ <= 1) ->
  (forall h b e, actions h b -> 0 <= reward h b e <= m) ->
  (* the class of functions and the law of the outcome; mean mu, variance at most mu' *)
  (forall h b f, L h b f -> bounded f) -> (forall h b c, L h b (fun=> c)) ->
  (forall h b f g, L h b f -> L h b g -> L h b (fun e => f e + g e)) ->
  (forall h b c f, L h b f -> L h b (fun e => c * f e)) ->
  (forall h b f g, L h b f -> L h b g -> I h b (fun e => f e + g e) = I h b f + I h b g) ->
  (forall h b c f, L h b f -> I h b (fun e => c * f e) = c * I h b f) ->
  (forall h b f, L h b f -> (forall e, 0 <= f e) -> 0 <= I h b f) ->
  (forall h b, I h b (fun=> 1) = 1) ->
  (forall h b, actions h b -> L h b (reward h b)) ->
  (forall h b, actions h b -> L h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2)) ->
  (forall h b, actions h b -> I h b (reward h b) = mu ⟨b, theta (size h)⟩) ->
  (forall h b, actions h b ->
    I h b (fun e => (reward h b e - mu ⟨b, theta (size h)⟩) ^+ 2) <= dmu ⟨b, theta (size h)⟩) ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  let exploration := 2%:R * beta / Num.sqrt c_mu * Num.sqrt T%:R
    * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * d%:R
        * (T%:R * ln gamma^-1 + ln (1 + c_mu / (d%:R * lam * (1 - gamma))))) in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t) (gamma ^+ (t.-1 - s) * mu ⟨a s, hat h⟩) *: a s + lam *: hat h =
    \sum_(s < t) (gamma ^+ (t.-1 - s) * reward (take s h) (a s) (nth e0 h s)) *: a s) ->
  (forall h, actions h (act h)) ->
  (forall h b, actions h b -> let a s := act (take s h) in let t := size h in
    let V := \sum_(s < t) gamma ^+ (t.-1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
    mu ⟨b, hat h⟩ + beta / Num.sqrt c_mu * ‖b‖_[invmx V] <=
    mu ⟨act h, hat h⟩ + beta / Num.sqrt c_mu * ‖act h‖_[invmx V]) ->
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ (R_T h <=
    m * (Gamma * D)%:R + 2%:R * T%:R * (k_mu / lam) * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m)
    - exploration)) [::] <= delta).
Proof.
move=> C; have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have h1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr0n // ltr1n.
have z0 : nrm2 (0 : 'cV[R]_1) = 0 by rewrite /nrm2 dot0r sqrtr0.
have := @C unit tt 1%N id (fun=> 1) (fun=> 0) 1 1 0 1 (fun=> 0) (fun _ b => b = 0) (fun _ _ _ => 0)
  (fun _ _ _ => True) (fun _ _ f => f tt) (fun=> 0) (fun=> 0) (fun=> 0) 2%:R^-1 1 2%:R^-1 1%N 0%N 0%N
  isT isT h0 h1 ltr01 ltr01 h0 (ltW h1).
have i1 : 1 - 2%:R^-1 = 2%:R^-1 :> R by rewrite {1}(splitr 1) div1r addrK.
have r0 (h : seq unit) (b : 'cV[R]_1) : b = 0 -> (fun _ : unit => (0 - id ⟨b, 0⟩) ^+ 2) tt <= 1.
  by move=> ->; rewrite dot0r subr0 expr0n ler01.
have fl (b x : 'cV[R]_1) : ‖b‖ <= 1 -> ‖x‖ <= 0 -> 1 <= 1 :> R by [].
have mle (h : seq unit) : let a s := (fun=> 0 : 'cV[R]_1) (take s h) in let t := size h in
  \sum_(s < t) (2%:R^-1 ^+ (t.-1 - s) * id ⟨a s, 0⟩) *: a s + 1 *: 0 =
  \sum_(s < t) (2%:R^-1 ^+ (t.-1 - s) * 0) *: a s :> 'cV[R]_1.
  by rewrite /= scaler0 !big1 ?addr0 // => s _; rewrite scaler0.
have zle (t : nat) : nrm2 (0 : 'cV[R]_1) <= 0 by rewrite z0.
have ale (h : seq unit) (b : 'cV[R]_1) : b = 0 -> ‖b‖ <= 1 by move=> ->; rewrite z0 ler01.
have rle (h : seq unit) (b : 'cV[R]_1) (e : unit) : b = 0 -> 0 <= (0 : R) <= 1 by rewrite lexx ler01.
have mean (h : seq unit) (b : 'cV[R]_1) : b = 0 -> 0 = id (dot b 0) by move=> ->; rewrite dot0r.
have sc (z : R) : `|(0 : R)| <= 1 by rewrite normr0 ler01.
have br : (breaks (fun=> (0 : 'cV[R]_1)%R) 1 <= 0)%N by rewrite /breaks big_ord0.
have opt (h : seq unit) (b : 'cV[R]_1) : b = 0 -> forall (x : R) (A : 'M[R]_1),
  id (dot b 0) + x * nrm A b <= id (dot (0 : 'cV[R]_1) 0) + x * nrm A 0.
  by move=> -> x A; exact: lexx.
move/(_ (fun z => is_derive_id z) (fun z => is_derive_const (V := R_NormedModule) _ z) sc (fun=> lexx _) ltr01
  fl zle ale rle (fun _ _ f _ => bounded_unit f) (fun _ _ _ => Logic.I) (fun _ _ _ _ _ _ => Logic.I)
  (fun _ _ _ _ _ => Logic.I) (fun _ _ _ _ _ _ => erefl) (fun _ _ _ _ _ => erefl) (fun _ _ _ _ P => P tt)
  (fun _ _ => erefl) (fun _ _ _ => Logic.I) (fun _ _ _ => Logic.I) mean r0 br (fun=> erefl)
  mle (fun=> erefl) (fun h b e => opt h b e _ _)).
rewrite /Prob /= big_ord1 subrr.
rewrite -[X in 0 <= _ - X]/(exploration_term 1 1%ring 1%ring 0%ring 1%ring (2%:R^-1)%ring 1%ring
  (2%:R^-1)%ring 1 0) muln0 mulr0 add0r !mulr0 mul0r add0r i1 expr0 !divr1 !mulr1 mul1r invrK -natrM subr_ge0.
have -> :
  (exploration_term 1 1%ring 1%ring 0%ring 1%ring (2%:R^-1)%ring 1%ring (2%:R^-1)%ring 1 0 <= 4%:R)%ring
    = false.
  by apply/negbTE; rewrite -ltNge; apply: lt_le_trans exploration_six; rewrite ltr_nat.
rewrite upper_integral_eq //= => [|f _]; last exact: bounded_unit.
by rewrite mulr1n leNgt h1.
Qed.
