(* The tail inequality and the regret theorem for any law of rewards.  Notation: see Claims.v. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting mixing estimate any_law any_law_tail deviation bonus.
From Glb Require Import any_law_regret paper_indices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Any law of rewards *)

(* T3_any_law, thm:instantaneous_main, lines 854-889: T3 for any law.
   Paper: P(|S_t|_{H_t^-1} >= sqrt(lam_{t-1})/(2 m w_{t-1}) + (2 m w_{t-1}/sqrt(lam_{t-1}))
   log(det(H_t)^{1/2}/(delta lam_{t-1}^{d/2})) + (2 m w_{t-1}/sqrt(lam_{t-1})) d log 2) <= delta, with
   lam_{t-1} in the logarithm (printed lam_t, which is false: T3_printed_false of refutations_tail.v).
   The law of a round is any functional Ec h that is linear, positive and normalised on the bounded
   functions of the outcome: every probability law on all subsets, and every finitely additive one (laws on
   a sigma-algebra: T3_ordinary_law).
   Differences: lam is lam_{t-1}; lam > 0 and m > 0 (used and not stated); the paper's t is n + 1 and our
   round s is its s + 1, so n rounds are played and w_{t-1} is w n.-1 (n = 0 is allowed); the weights are
   positive and non-decreasing at all s; the filtration is the one of the outcomes; |eps| <= m everywhere
   instead of almost surely (put eps h = 0 on the null set of h); conditional expectations are functionals
   on bounded
   functions, countable additivity is not assumed. *)
Theorem T3_any_law (E : Type) (e0 : E) (Ec : seq E -> (E -> R) -> R)
  (Ec_add : forall h f g, bounded f -> bounded g -> Ec h (fun e => f e + g e) = Ec h f + Ec h g)
  (Ec_scal : forall h c f, bounded f -> Ec h (fun e => c * f e) = c * Ec h f)
  (Ec_pos : forall h f, bounded f -> (forall e, 0 <= f e) -> 0 <= Ec h f)
  (Ec_one : forall h, Ec h (fun=> 1) = 1)
  (d n : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m lam delta : R)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (delta_pos : 0 < delta) (delta_le1 : delta <= 1)
  (w_pos : forall s, 0 < w s) (w_incr : forall s r, (s <= r)%N -> w s <= w r)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_centred : forall h, (size h < n)%N -> Ec h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m) :
  let sigma2 h := Ec h (fun e => eps h e ^+ 2) in
  let S h := \sum_(s < n) (w s * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H h : 'M[R]_d :=
    \sum_(s < n) (w s ^+ 2 * sigma2 (take s h)) *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  let W := w n.-1 in
  Prob Ec n (fun h =>
    Num.sqrt lam / (2%:R * (m * W))
    + 2%:R * (m * W) / Num.sqrt lam * ln (Num.sqrt (\det (H h)) / (delta * Num.sqrt lam ^+ d))
    + 2%:R * (m * W) / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖S h‖_[invmx (H h)]) [::] <= delta.
Proof.
have L h : law (Ec h) by split; [exact: Ec_add|exact: Ec_scal|exact: Ec_pos|exact: Ec_one].
apply: (tail_weights_law e0 (fun h => law_upper (L h)) (w_pos n.-1)) => //.
- by move=> h hn; rewrite eps_centred.
- by move=> h hn; rewrite Ec_scal ?eps_centred ?mulr0 //; exists m => e; exact: eps_bounded.
- by move=> s _; exact: ltW.
- by move=> s sn; apply: w_incr; rewrite -ltnS prednK //; exact: leq_trans sn.
Qed.

(* T3_ordinary_law, thm:instantaneous_main, lines 854-889: T3 for laws that are given on a class L of
   bounded functions only, closed under sums and multiples, with the constants: say the bounded measurable
   functions and a countably additive law I.
   upper_integral L I f is the infimum of I g over the g >= f of the class, and I f if f is in the class
   (upper_integral_eq of any_law.v). Prob iterates upper integrals, round by round. It is the probability if
   all functions that are integrated on the way are in the class (Mean_upper_integral); it is at most the
   outer probability of the joint law, and for events that are not measurable it bounds nothing more.
   Differences: as in T3_any_law; the noise and its square are in the class. *)
Theorem T3_ordinary_law (E : Type) (e0 : E) (L : seq E -> (E -> R) -> Prop) (I : seq E -> (E -> R) -> R)
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
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m) :
  let sigma2 h := I h (fun e => eps h e ^+ 2) in
  let S h := \sum_(s < n) (w s * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H h : 'M[R]_d :=
    \sum_(s < n) (w s ^+ 2 * sigma2 (take s h)) *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  let W := w n.-1 in
  Prob (fun h => upper_integral (L h) (I h)) n (fun h =>
    Num.sqrt lam / (2%:R * (m * W))
    + 2%:R * (m * W) / Num.sqrt lam * ln (Num.sqrt (\det (H h)) / (delta * Num.sqrt lam ^+ d))
    + 2%:R * (m * W) / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖S h‖_[invmx (H h)]) [::] <= delta.
Proof.
have [U eq] := ordinary_laws L_bounded L_const L_add L_scal I_add I_scal I_pos I_one.
apply: (tail_weights_law e0 U (w_pos n.-1)) => // [h hn|h hn|h hn|s _|s sn]; try exact: ltW.
- by rewrite eq ?eps_centred //; exact: eps_in.
- by have Le := eps_in h hn; rewrite eq ?I_scal ?eps_centred ?mulr0 //; exact: L_scal.
- by rewrite eq //; exact: eps2_in.
- by apply: w_incr; rewrite -ltnS prednK //; exact: leq_trans sn.
Qed.

(* T4_any_law, thm:instantaneous_extension, lines 1742-1769: T4 for any law.
   Paper: P(|S_{t-t0:t}|_{H_{t-t0:t}^-1} >= sqrt(lam_{t-1})/(2 m w_{t-1}) + (2 m w_{t-1}/sqrt(lam_{t-1}))
   log(det(H_{t-t0:t})^{1/2}/(delta lam_{t-1}^{d/2})) + (2 m w_{t-1}/sqrt(lam_{t-1})) d log 2) <= delta.
   Differences: as in T3_any_law; where t0 >= t the sums start at the first round (t0 = n gives T3). *)
Theorem T4_any_law (E : Type) (e0 : E) (Ec : seq E -> (E -> R) -> R)
  (Ec_add : forall h f g, bounded f -> bounded g -> Ec h (fun e => f e + g e) = Ec h f + Ec h g)
  (Ec_scal : forall h c f, bounded f -> Ec h (fun e => c * f e) = c * Ec h f)
  (Ec_pos : forall h f, bounded f -> (forall e, 0 <= f e) -> 0 <= Ec h f)
  (Ec_one : forall h, Ec h (fun=> 1) = 1)
  (d n t0 : nat) (a : seq E -> 'cV[R]_d) (eps : seq E -> E -> R) (w : nat -> R) (m lam delta : R)
  (m_pos : 0 < m) (lam_pos : 0 < lam) (delta_pos : 0 < delta) (delta_le1 : delta <= 1)
  (w_pos : forall s, 0 < w s) (w_incr : forall s r, (s <= r)%N -> w s <= w r)
  (a_le1 : forall h, (size h < n)%N -> ‖a h‖ <= 1)
  (eps_centred : forall h, (size h < n)%N -> Ec h (eps h) = 0)
  (eps_bounded : forall h e, (size h < n)%N -> `|eps h e| <= m) :
  let sigma2 h := Ec h (fun e => eps h e ^+ 2) in
  let S h := \sum_(s < n | (n - t0 <= s)%N) (w s * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H h : 'M[R]_d := \sum_(s < n | (n - t0 <= s)%N)
    (w s ^+ 2 * sigma2 (take s h)) *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  let W := w n.-1 in
  Prob Ec n (fun h =>
    Num.sqrt lam / (2%:R * (m * W))
    + 2%:R * (m * W) / Num.sqrt lam * ln (Num.sqrt (\det (H h)) / (delta * Num.sqrt lam ^+ d))
    + 2%:R * (m * W) / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖S h‖_[invmx (H h)]) [::] <= delta.
Proof.
have L h : law (Ec h) by split; [exact: Ec_add|exact: Ec_scal|exact: Ec_pos|exact: Ec_one].
apply: (tail_window_law e0 L t0 (w_pos n.-1)) => //.
- by move=> s _; exact: ltW.
- by move=> s sn; apply: w_incr; rewrite -ltnS prednK //; exact: leq_trans sn.
Qed.

(* C1_any_law, cor:concentration_Discounts, lines 1798-1811: C1 for any law.
   Paper: with Ht = sum_{s=t-D}^{t-1} gamma^{2(t-1-s)} mu'(a_s.theta*_s) a_s a_s^T + lam I and S =
   sum_{s=t-D}^{t-1} gamma^{-s} eps_{s+1} a_s, P(|gamma^{t-1} S|_{Ht^-1} >= sqrt(lam)/(2 m) + (2
   m/sqrt(lam)) log(det(Ht)^{1/2}/(delta lam^{d/2})) + (2 m/sqrt(lam)) d log 2) <= delta.
   Differences: n = t - 1 rounds, round s of the page is our s - 1; the sums start at the first round where
   D >= t; the conditional variance is at most mu'(a_s.theta*_s) (in the paper equal, by the exponential
   family); 0 < gamma <= 1 (printed < 1); lam > 0, m > 0; the law is a functional as in T3_any_law. *)
Theorem C1_any_law (E : Type) (e0 : E) (Ec : seq E -> (E -> R) -> R)
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
    Ec h (fun e => eps h e ^+ 2) <= dmu ⟨a h, theta (size h)⟩) :
  let S h := \sum_(s < n | (n - D <= s)%N) (gamma ^- s.+1 * eps (take s h) (nth e0 h s)) *: a (take s h) in
  let H h : 'M[R]_d := \sum_(s < n | (n - D <= s)%N)
    (gamma ^+ (2 * (n - s.+1)) * dmu ⟨a (take s h), theta s⟩)
    *: (a (take s h) *m (a (take s h))^T) + lam%:M in
  Prob Ec n (fun h =>
    Num.sqrt lam / (2%:R * m)
    + 2%:R * m / Num.sqrt lam * ln (Num.sqrt (\det (H h)) / (delta * Num.sqrt lam ^+ d))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R)
    <= ‖gamma ^+ n *: S h‖_[invmx (H h)]) [::] <= delta.
Proof.
have L h : law (Ec h) by split; [exact: Ec_add|exact: Ec_scal|exact: Ec_pos|exact: Ec_one].
cbv zeta; apply: le_trans (tail_discount_law e0 L D gamma_pos gamma_le1 m_pos lam_pos delta_pos delta_le1
  a_le1 eps_bounded eps_centred eps_variance).
apply: Prob_le => [h|h]; [exact: law_upper|rewrite add0n => hn; set A := _ + lam%:M].
suff -> : Hdisc n D a (fun k => dmu ⟨a k, theta (size k)⟩) gamma lam h = A by [].
by congr (_ + _); apply: eq_bigr => s _; rewrite size_takel // hn ltnW.
Qed.

(* T2_any_law, th:regret_D_no_proj_main, lines 755-799 (proof 2310-2409): T2 for any law, as corrected.
   Paper (appendix form): for gamma in (1/2, 1), with probability at least 1 - delta, R_T <= (2 log
   T/(1-gamma)) Gamma_T + (2 k_mu (2 S k_mu + m)/lambda) 1/(1-gamma) + (2 beta/sqrt c_mu) sqrt(dT) sqrt(2
   max(1, 1/lambda)) sqrt(T log(1/gamma) + log(1 + 1/(d lambda (1-gamma)))).
   False as printed (T2_printed_false of refutations_main.v: a large c_mu, no change; that the first term
   needs its factor m is not refuted there). Corrected: the first term has a factor m, both 1/lambda in the
   third term are c_mu/lambda, D = ceil(log T/log(1/gamma)) with T >= 2, and
   beta has the appendix's rho and Sbar (with this D).
   First part: every D, before D is chosen (line 2373). Second part: D = ceil(log T/log(1/gamma)). Ec h b
   f: mean of f (outcome) when b is played after h. R_T is the regret against the comparator best; with a
   best action of every round it is the paper's. breaks theta T (setting.v): number of changes before T.
   Other differences: the law is a functional on bounded functions as in T3_any_law; otherwise those of T2;
   rewards in [0, m] everywhere; that act and hat exist is assumed (for finitely many actions:
   algorithm_exists of estimate.v). *)
Theorem T2_any_law (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (Ec : seq E -> 'cV[R]_d -> (E -> R) -> R) (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D Gamma : nat) :
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
    + exploration) [::]
  /\
  ((1 < T)%N -> 2%:R^-1 <= gamma -> ln T%:R / ln gamma^-1 <= D%:R < ln T%:R / ln gamma^-1 + 1 ->
  1 - delta <= Prob (fun h => Ec h (act h)) T (fun h => R_T h <=
    m * (2%:R * ln T%:R / (1 - gamma)) * Gamma%:R
    + 2%:R * k_mu * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) + exploration) [::]).
Proof.
move=> d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km c0 fl th1 a1 rm Ea Es Ep E1 mean var ch bP.
move=> Sb rh bt ex mle aP opt RT; have L := paper_link d1 d2 sc km.
have law h b : actions h b -> law (Ec h b) by move=> hb; split=> *; [exact: Ea|exact: Es|exact: Ep|exact: E1].
have env := paper_environment th1 a1 rm law mean var; have la h := law h _ (aP h).
have M := any_law_regret_D (D := D) d0 T0 lam0 m0 g0 g1 de0 de1 L (conj c0 fl) env aP bP mle opt la.
split=> [|T2 gh Dc]; apply: (le_trans M); apply: Prob_le => [h|h _ /le_trans]; try exact: law_upper; apply.
  exact: any_law_bound_le.
exact: (any_law_bound_ceil c_mu delta T0 lam0 m0 g0 g1 L env ch T2 gh Dc).
Qed.

(* T2_ordinary_law, th:regret_D_no_proj_main, lines 755-799 (proof 2310-2409): T2 for laws that are given on
   a class of bounded functions only (say the measurable ones), as corrected.
   Paper (appendix form): for gamma in (1/2, 1), with probability at least 1 - delta, R_T <= (2 log
   T/(1-gamma)) Gamma_T + (2 k_mu (2 S k_mu + m)/lambda) 1/(1-gamma) + (2 beta/sqrt c_mu) sqrt(dT) sqrt(2
   max(1, 1/lambda)) sqrt(T log(1/gamma) + log(1 + 1/(d lambda (1-gamma)))).
   False as printed, and corrected as in T2. Stated, for every D, before D is chosen (line 2373): P(R_T > m
   Gamma_T D + 2 T (k_mu/lambda) (gamma^D/(1-gamma)) (2 S k_mu + m) + (2 beta/sqrt c_mu) sqrt T sqrt(2 max(1,
   c_mu/lambda) d (T log(1/gamma) + log(1 + c_mu/(d lambda (1-gamma)))))) <= delta.
   Prob iterates upper integrals, as in T3_ordinary_law: it is this probability if all functions that are
   integrated on the way are in the class.
   Differences: D is not put in; the form with D = ceil(log T/log(1/gamma)) is the second part of T2 and of
   T2_any_law, and is not stated here. Otherwise those of T2_any_law; rewards and their squared deviations
   are in the class; the law is given for every b (take any where b is not allowed). *)
Theorem T2_ordinary_law (E : Type) (e0 : E)
  (d : nat) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d)
  (gamma lam delta : R) (T D Gamma : nat) :
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
    + exploration)) [::] <= delta.
Proof.
move=> d0 T0 g0 g1 lam0 m0 de0 de1 d1 d2 sc km c0 fl th1 a1 rm Lb Lc La Ls Ia Is Ip I1 Lr Lv mean var ch bP.
move=> Sb rh bt ex mle aP opt; have K := paper_link d1 d2 sc km.
have UE h := ordinary_laws (Lb h) (Lc h) (La h) (Ls h) (Ia h) (Is h) (Ip h) (I1 h).
have U h := proj1 (UE h); have eq h := proj2 (UE h).
have env := ordinary_environment th1 a1 rm U eq Ls Is Lr Lv mean var.
apply: le_trans (any_law_regret (D := D) d0 T0 lam0 m0 g0 g1 de0 de1 K (conj c0 fl) env aP bP mle opt).
by apply: (Prob_le (fun h => U h _)) => h _; apply: contra => /le_trans; apply; exact: any_law_bound_le.
Qed.
