(* Mutants of claims_window_steps.v.  Witnesses: the bandits of stubborn_bandit.v, and a first round without
   data. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import any_law any_law_tail any_law_regret.
From Glb Require Import real_numbers matrices setting self_concordance potentials deviation bonus regret.
From Glb Require Import secant_matrices paper_indices window_indices window_deviation path_regret.
From Glb Require Import rounds_regret.
From Glb Require Import window_regret refined_bonus rates rates_discount rates_window rates_gap rates_regret.
From Glb Require Import ordinary_bandit regret_steps window_steps mixing small_witnesses stubborn_bandit.
From Glb Require Import calm_bandit.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* Z65 without m, which is the printed form.  Witness: the bandit that turns, tau = 1: 2 and 1. *)
Theorem Z65_mutant : ~ (forall (d : nat) (E : Type) (mu dmu : R -> R) (S m : R) (theta : nat -> 'cV[R]_d)
  (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act best : seq E -> 'cV[R]_d) (T tau Gamma : nat) (h : seq E),
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (forall h, actions h (act h)) -> (forall h, actions h (best h)) ->
  (breaks theta T <= Gamma)%N -> size h = T ->
  let r t := mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩ in
  \sum_(t < T | ~~ stationary theta tau t) r t <= (Gamma * tau)%:R).
Proof.
move=> H; have := H 1%N unit shift (fun=> 1) 1 2%:R turned (fun _ => either) turned_pays any_function value
  (fun=> const_mx (-1)) (fun=> const_mx 1) 2%N 1%N 1%N [:: tt; tt] turned_bandit (fun=> or_intror erefl)
  (fun=> or_introl erefl) turned_breaks erefl.
by rewrite /= turned_sum ler_nat.
Qed.

(* I40 with 99/100 before the sum of the first line.  Witness: the stubborn bandit, no change: 2 and 1.98. *)
Theorem I40_mutant : ~ (forall (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (lam delta : R) (T tau Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> (0 < tau)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* SC-SW-GLUCB: hat is the windowed estimate, act maximises mu(b.hat) + beta_t/sqrt(c_mu) |b|_{V_t^-1} *)
  windowed_ucb e0 mu actions reward tau lam c_mu beta act hat ->
  let V h t := \sum_(s < t | (t - tau <= s)%N) act (take s h) *m (act (take s h))^T + (lam / c_mu)%:M in
  let norm h t := ‖act (take t h)‖_[invmx (V h t)] in
  let r h t := mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩ in
  let far := stationary theta tau in let M := m * (Gamma * tau)%:R in
  let C := 2%:R * beta T / Num.sqrt c_mu in
  let A1 h := M + 99%:R / 100%:R * \sum_(t < T | far t) r h t in
  let A2 h := M + C * \sum_(t < T | far t) norm h t in
  let A3 h := M + C * Num.sqrt T%:R * Num.sqrt (\sum_(t < T | far t) norm h t ^+ 2) in
  let A4 h := M + C * Num.sqrt T%:R * Num.sqrt (\sum_(t < T) norm h t ^+ 2) in
  let A5 := M + C * Num.sqrt (d%:R * T%:R) * Num.sqrt ((T + tau - 1) %/ tau)%:R
    * Num.sqrt (2%:R * Num.max 1 (c_mu / lam) * ln (1 + c_mu * tau%:R / (d%:R * lam))) in
  let P A := Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T A [::] in
  P (fun h => ~~ [&& \sum_(t < T) r h t <= A1 h, A1 h <= A2 h, A2 h <= A3 h, A3 h <= A4 h & A4 h <= A5])
    <= delta).
Proof.
move=> H; have X := H 1%N unit tt shift (fun=> 1) (fun=> 0) 1 1 1 2%:R (fun=> const_mx 1) offers pays
  any_function value (plays (-1)) _ (plays 1) 1 2%:R^-1 2%N 1%N 0%N isT isT isT ltr01 two_gt0
  half_gt0 half_le1 shift_derive shift_derive2 shift_sc (fun=> lexx 1) ltr01 (stubborn_floor (lexx 1))
  stubborn_bandit stubborn_steady (stubborn_allowed (or_introl erefl)) (stubborn_windowed 1 1 _ ltr01).
move: X; apply: stubborn_sure => h hT; apply/negP => /and5P [h1 _ _ _ _]; move: h1.
rewrite stubborn_regret // mulr0 add0r stubborn_far stubborn_regret //.
by rewrite leNgt gtr_pmull ?two_gt0 // ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat.
Qed.

(* I41 with 99/100 before 1/Delta in the first line.  Witness: the stubborn bandit, Delta = 2, no change: 2
   and 1.98. *)
Theorem I41_mutant : ~ (forall (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (lam delta Delta : R) (T tau Gamma : nat),
  (0 < d)%N -> (0 < T)%N -> (0 < tau)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (* at most Gamma changes of the parameter; best is a best action *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  (forall h b, actions h b -> mu ⟨b, theta (size h)⟩ <= mu ⟨best h, theta (size h)⟩) ->
  (* ass:minimum_gap *)
  0 < Delta ->
  (forall h b, (size h < T)%N -> actions h b -> mu ⟨b, theta (size h)⟩ < mu ⟨best h, theta (size h)⟩ ->
    Delta <= mu ⟨best h, theta (size h)⟩ - mu ⟨b, theta (size h)⟩) ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* SC-SW-GLUCB: hat is the windowed estimate, act maximises mu(b.hat) + beta_t/sqrt(c_mu) |b|_{V_t^-1} *)
  windowed_ucb e0 mu actions reward tau lam c_mu beta act hat ->
  let V h t := \sum_(s < t | (t - tau <= s)%N) act (take s h) *m (act (take s h))^T + (lam / c_mu)%:M in
  let norm h t := ‖act (take t h)‖_[invmx (V h t)] in
  let r h t := mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩ in
  let far := stationary theta tau in let M := m * (Gamma * tau)%:R in
  let A1 h := M + 99%:R / 100%:R * Delta^-1 * \sum_(t < T | far t) r h t ^+ 2 in
  let A2 h := M + 4%:R * beta T ^+ 2 / (c_mu * Delta) * \sum_(t < T) norm h t ^+ 2 in
  let A3 := M + 8%:R * beta T ^+ 2 / (c_mu * Delta) * Num.max 1 (c_mu / lam) * d%:R
    * ((T + tau - 1) %/ tau)%:R * ln (1 + c_mu * tau%:R / (d%:R * lam)) in
  let P A := Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T A [::] in
  P (fun h => ~~ [&& \sum_(t < T) r h t <= A1 h, A1 h <= A2 h & A2 h <= A3]) <= delta).
Proof.
move=> H; have X := H 1%N unit tt shift (fun=> 1) (fun=> 0) 1 1 1 2%:R (fun=> const_mx 1) offers pays
  any_function value (plays (-1)) _ (plays 1) 1 2%:R^-1 2%:R 2%N 1%N 0%N isT isT isT ltr01 two_gt0
  half_gt0 half_le1 shift_derive shift_derive2 shift_sc (fun=> lexx 1) ltr01 (stubborn_floor (lexx 1))
  stubborn_bandit stubborn_steady (stubborn_allowed (or_introl erefl)) stubborn_best two_gt0 (@stubborn_gap 2)
  (stubborn_windowed 1 1 _ ltr01).
move: X; apply: stubborn_sure => h hT; apply/negP => /and3P [h1 _ _]; move: h1.
rewrite stubborn_regret // mulr0 add0r stubborn_far stubborn_square // expr2 -mulrA mulKf ?gt_eqF ?two_gt0 //.
by rewrite leNgt gtr_pmull ?two_gt0 // ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat.
Qed.

(* I39 without lambda theta in the first line.  Witness: the first round, lambda = S = theta = 1, linear
   link: 1 and 0. *)
Theorem I39_mutant : ~ (forall (d t tau : nat) (mu dmu ddmu : R -> R) (lam c_mu S k_mu rho : R)
  (a theta : nat -> 'cV[R]_d) (r eps : nat -> R) (hat b : 'cV[R]_d),
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (1 <= t)%N -> 0 < lam ->
  (* ass:bounded_actions; c_mu bounds mu' from below; eps is the noise of the rewards *)
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) -> (forall s, (1 <= s)%N -> ‖theta s‖ <= S) ->
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (forall s, eps s.+1 = r s.+1 - mu ⟨a s, theta s⟩) ->
  (* t belongs to T(tau): the rounds of the window had the parameter of round t *)
  (forall s, (maxn 1 (t - tau) <= s < t)%N -> theta s = theta t) ->
  (* hat is the windowed estimate *)
  \sum_(maxn 1 (t - tau) <= s < t) (r s.+1 - mu ⟨a s, hat⟩) *: a s - lam *: hat = 0 ->
  let G := \sum_(maxn 1 (t - tau) <= s < t) mean_slope dmu (a s) (theta t) hat *: (a s *m (a s)^T)
    + lam%:M in
  let H := \sum_(maxn 1 (t - tau) <= s < t) dmu ⟨a s, theta s⟩ *: (a s *m (a s)^T) + lam%:M in
  let V := \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + (lam / c_mu)%:M in
  let S_t := \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s in
  let f := 1 + S + (Num.sqrt lam)^-1 * ‖S_t‖_[invmx G] in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* the noise is within rho *)
  ‖S_t‖_[invmx H] <= rho ->
  let D1 := k_mu * ‖b‖_[invmx G] * ‖S_t‖_[invmx G] in
  let D2 := k_mu * Num.sqrt f * ‖b‖_[invmx H] * (Num.sqrt lam * S + ‖S_t‖_[invmx G]) in
  let D3 := k_mu * Num.sqrt lam * Num.sqrt f ^+ 3 * ‖b‖_[invmx H] in
  [/\ `|mu ⟨b, theta t⟩ - mu ⟨b, hat⟩| <= D1, D1 <= D2, D2 <= D3, D3 <= beta * ‖b‖_[invmx H] &
      beta * ‖b‖_[invmx H] <= beta / Num.sqrt c_mu * ‖b‖_[invmx V]]).
Proof.
have [d1 d2 sc km] := linear_link_paper.
have a1 (s : nat) : (1 <= s)%N -> ‖(0 : 'cV[R]_1)‖ <= 1 by rewrite nrm2E nrm0 ler01.
have th1 (s : nat) : (1 <= s)%N -> ‖(const_mx 1 : 'cV[R]_1)‖ <= 1 by rewrite nrm_dim1 normr1.
have ep (s : nat) : 0 = 0 - ⟨(0 : 'cV[R]_1), const_mx 1⟩ :> R by rewrite dotC dot0r subr0.
move=> H; have X := H 1%N 1%N 1%N (fun z => z) (fun=> 1) (fun=> 0) 1 1 1 1 0 (fun=> 0) (fun=> const_mx 1)
  (fun=> 0%ring) (fun=> 0%ring) 0 (const_mx 1) d1 d2 sc km isT ltr01 a1 th1 ltr01 (fun _ _ _ _ => lexx 1) ep
  (fun _ _ => erefl).
move: X; rewrite !big_geq // => X; have e : 0 - 1 *: 0 = 0 :> 'cV[R]_1 by rewrite scaler0 subr0.
have ev : ‖(0 : 'cV[R]_1)‖_[invmx (0 + 1%:M)] <= 0 by rewrite nrm0.
have [h _ _ _ _] := X e ev; move: h.
by rewrite nrm0 mulr0 dot_dim1 mulr1 dot0r subr0 normr1 ler10.
Qed.

(* Z69 with 1/4 before sqrt(lambda) S.  Witness: the stubborn bandit, lambda = 10^4, tau = 1: the first round
   has the error 1, and the moved bonus is at most 0.92. *)
Theorem Z69_mutant : ~ (forall (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat : seq E -> 'cV[R]_d) (lam delta : R) (T tau : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (* any policy; hat is the windowed estimate *)
  (forall h, actions h (act h)) ->
  (forall h, let a s := act (take s h) in let t := size h in
    \sum_(s < t | (t - tau <= s)%N) mu ⟨a s, hat h⟩ *: a s + lam *: hat h =
    \sum_(s < t | (t - tau <= s)%N) reward (take s h) (a s) (nth e0 h s) *: a s) ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let betabar t := k_mu * Num.sqrt (1 + 2%:R * S) * (4%:R^-1 * Num.sqrt lam * S + rho t) in
  let a h s := act (take s h) in
  let eps h s := reward (take s h) (a h s) (nth e0 h s) - mu ⟨a h s, theta s⟩ in
  let noise h t := recent_noise (a h) (window_weight _ tau t) tau t (eps h) in
  let within h := [forall t : 'I_T,
    ‖noise h t‖_[invmx (Htilde lam (a h) (window_weight _ tau t) tau t dmu theta)] <= rho t.+1] in
  Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T (fun h => ~~ within h) [::] <= delta /\
  (forall h t b, size h = T -> within h -> (t < T)%N -> stationary theta tau t ->
    ‖hat (take t h)‖ <= S -> ‖b‖ <= 1 -> `|mu ⟨b, hat (take t h)⟩ - mu ⟨b, theta t⟩| <=
      betabar t.+1 / Num.sqrt c_mu * ‖b‖_[invmx (V_window (lam / c_mu) (a h) tau t)])).
Proof.
move=> H; have [mle aP _] := stubborn_windowed 1 1 (fun=> 0) ridge4_gt0.
have [A1 A2] := H 1%N unit tt shift (fun=> 1) (fun=> 0) 1 1 1 2%:R (fun=> const_mx 1) offers pays
  any_function value (plays (-1)) _ ridge4 2%:R^-1 2%N 1%N isT isT ridge4_gt0 two_gt0 half_gt0 half_le1
  shift_derive shift_derive2 shift_sc (fun=> lexx 1) ltr01 (stubborn_floor (lexx 1)) stubborn_bandit aP mle.
have sure (A : pred (seq unit)) : Prob (fun h => upper_integral (any_function h (plays (-1) h))
    (value h (plays (-1) h))) 2 (fun h => ~~ A h) [::] <= 2%:R^-1 -> A [:: tt; tt].
  by case: (boolP (A _)) => // nA lo; case: (stubborn_sure _ lo) => -[|[] [|[] [|]]].
have hA := sure _ A1.
have st : stationary (fun=> const_mx 1 : 'cV[R]_1) 1 0 by apply/forallP; case.
have n1 : ‖const_mx 1 : 'cV[R]_1‖ <= 1 by rewrite nrm_dim1 normr1.
have n0 : ‖learns (fun n => (n - 1 <= 0)%N%:R) ridge4 [::]‖ <= 1 by rewrite /learns /= nrm2E nrm0 ler01.
have := A2 [:: tt; tt] 0%N (const_mx 1) erefl hA isT st n0 n1.
cbv zeta beta; rewrite /V_window /design big_ord0 add0r calm_norm ?normr1 // sqrtr1 divr1 /learns /= dot0r dot_dim1 mulr1.
rewrite /shift addr0 opprD addrA subrr add0r normrN normr1; set y := _ / (1%:R * ridge4).
have [y0 y1] : 0 <= y /\ y <= 1 by apply: calm_y; rewrite ?mulr1 ?ler01.
have /andP [] := calm_rho y0 y1; move: (_ + _ * (1%:R * ln 2%:R)) => rho r0 r26.
rewrite sqrt_ridge4 leNgt => /negP; apply.
have q : Num.sqrt (1 + 2%:R * 1) <= 174%:R / 100%:R :> R.
  have q0 : 0 <= 174%:R / 100%:R :> R by rewrite divr_ge0 ?ler0n.
  rewrite -[X in _ <= X](ger0_norm q0) -sqrtr_sqr; apply: ler_wsqrtr.
  by apply/RleP; toR_goal; rewrite !INR_IZR_INZ; simpl; lra.
have q0 := sqrtr_ge0 (1 + 2%:R * 1 : R); move: (Num.sqrt _) q q0 => w q q0.
rewrite ltr_pdivr_mulr ?ltr0n // !mul1r !mulr1; apply: (@le_lt_trans _ _ (174%:R / 100%:R * 51%:R)).
  have e : 4%:R^-1 * 100%:R = 25%:R :> R by toR_goal; rewrite !INR_IZR_INZ; simpl; lra.
  by rewrite e; apply: ler_pmul => //; [rewrite addr_ge0 ?ler0n|rewrite (natrD _ 25 26) ler_add2l].
by apply/RltP; toR_goal; rewrite !INR_IZR_INZ; simpl; lra.
Qed.

(* Z140 with 1/2 for 2 before the bonus with a window.  Witness: the stubborn bandit, lambda = 10^4, tau = 1:
   2 and at most 1.98. *)
Theorem Z140_mutant : ~ (forall (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (gamma lam delta : R) (T tau D : nat),
  (0 < d)%N -> (0 < T)%N -> 0 < lam -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (* best: the comparator, any policy with allowed actions *)
  (forall h, actions h (best h)) ->
  let r h t := mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩ in
  let P A := Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T A [::] in
  (* with a window *)
  (let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* SC-SW-GLUCB: hat is the windowed estimate, act maximises mu(b.hat) + beta_t/sqrt(c_mu) |b|_{V_t^-1} *)
  windowed_ucb e0 mu actions reward tau lam c_mu beta act hat ->
  let V h t := \sum_(s < t | (t - tau <= s)%N) act (take s h) *m (act (take s h))^T + (lam / c_mu)%:M in
  let norm h t := ‖act (take t h)‖_[invmx (V h t)] in
  P (fun h => ~~ [forall t : 'I_T, stationary theta tau t ==>
    (r h t <= 2%:R^-1 / Num.sqrt c_mu * beta t.+1 * norm h t)]) <= delta)
  /\
  (* with discount factors *)
  (0 < gamma -> gamma < 1 ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let rho := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (1 - gamma ^+ (2 * D)) / (d%:R * lam * (1 - gamma ^+ 2)))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta := k_mu * Num.sqrt lam
    * Num.sqrt (1 + Sbar + Num.sqrt ((1 + Sbar) / lam) * rho + (rho / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* D-GLM-UCB: hat is the discounted estimate, act maximises mu(b.hat) + beta/sqrt(c_mu) |b|_{V_t^-1} *)
  discounted_ucb e0 mu actions reward gamma lam c_mu beta act hat ->
  let V h t := \sum_(s < t) gamma ^+ (t.-1 - s) *: (act (take s h) *m (act (take s h))^T) + (lam / c_mu)%:M in
  P (fun h => ~~ [forall t : 'I_T, stationary theta D t ==>
    (r h t <= 2%:R / Num.sqrt c_mu * beta * ‖act (take t h)‖_[invmx (V h t)]
      + 2%:R * k_mu / lam * (gamma ^+ D / (1 - gamma)) * (2%:R * S * k_mu + m))]) <= delta)).
Proof.
move=> H; have [X _] := H 1%N unit tt shift (fun=> 1) (fun=> 0) 1 1 1 2%:R (fun=> const_mx 1) offers pays
  any_function value (plays (-1)) (learns (fun n => (n - 1 <= 0)%N%:R) ridge4) (plays 1) 1 ridge4 2%:R^-1 2%N
  1%N 1%N isT isT ridge4_gt0 two_gt0 half_gt0 half_le1 shift_derive shift_derive2 shift_sc (fun=> lexx 1)
  ltr01 (stubborn_floor (lexx 1)) stubborn_bandit (stubborn_allowed (or_introl erefl)).
have := X (stubborn_windowed 1 1 _ ridge4_gt0).
apply: stubborn_sure => h hT; apply/negP => /forallP /(_ ord0) /implyP /(_ (stubborn_stationary _ _)).
rewrite take0 /plays /= !dot_dim1 !mulr1 /shift subrr subr0 sqrtr1 divr1 big_ord0 add0r calm_norm; last first.
  by rewrite normrN normr1.
set y := _ / (1%:R * ridge4).
have [y0 y1] : 0 <= y /\ y <= 1 by apply: calm_y; rewrite ?mulr1 ?ler01.
have := calm_factor ler01 calm_S (calm_rho y0 y1); move: (Num.sqrt (1 + 1 + _ + _) ^+ 3) => f F.
by rewrite leNgt => /negP; apply; exact: calm_bonus F.
Qed.

(* Z141 with * for / before the last square root.  Witness: the stubborn bandit, small c_mu. *)
Theorem Z141_mutant : ~ (forall (d : nat) (E : Type) (e0 : E) (mu dmu ddmu : R -> R) (k_mu c_mu S m : R)
  (theta : nat -> 'cV[R]_d) (actions : seq E -> 'cV[R]_d -> Prop) (reward : seq E -> 'cV[R]_d -> E -> R)
  (L : seq E -> 'cV[R]_d -> (E -> R) -> Prop) (I : seq E -> 'cV[R]_d -> (E -> R) -> R)
  (act hat best : seq E -> 'cV[R]_d) (delta Delta : R) (T tau Gamma : nat),
  (0 < d)%N -> (1 < T)%N -> (0 < Gamma)%N -> 0 < m -> 0 < delta -> delta <= 1 ->
  (* the link: ass:link_fun, ass:SC *)
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (* c_mu bounds mu' from below on the admissible set *)
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (* bounded actions, parameters and rewards, mean mu, variance at most mu'; any law *)
  ordinary_bandit mu dmu S m theta actions reward L I ->
  (* at most Gamma changes of the parameter; best: the comparator, any policy with allowed actions *)
  (breaks theta T <= Gamma)%N -> (forall h, actions h (best h)) ->
  (* ass:minimum_gap *)
  0 < Delta ->
  (forall h b, (size h < T)%N -> actions h b -> mu ⟨b, theta (size h)⟩ < mu ⟨best h, theta (size h)⟩ ->
    Delta <= mu ⟨best h, theta (size h)⟩ - mu ⟨b, theta (size h)⟩) ->
  (* the tuning *)
  let lam := d%:R * ln T%:R in
  is_ceil (d%:R * Num.sqrt T%:R / Num.sqrt (c_mu * Gamma%:R))%ring tau ->
  let rho t := Num.sqrt lam / (2%:R * m) + 2%:R * m / Num.sqrt lam * ln (T%:R / delta)
    + d%:R * m / Num.sqrt lam * ln (1 + k_mu * (minn t tau)%:R / (d%:R * lam))
    + 2%:R * m / Num.sqrt lam * (d%:R * ln 2%:R) in
  let beta t := k_mu * Num.sqrt lam
    * Num.sqrt (1 + S + Num.sqrt ((1 + S) / lam) * rho t + (rho t / Num.sqrt lam) ^+ 2) ^+ 3 in
  (* SC-SW-GLUCB: hat is the windowed estimate, act maximises mu(b.hat) + beta_t/sqrt(c_mu) |b|_{V_t^-1} *)
  windowed_ucb e0 mu actions reward tau lam c_mu beta act hat ->
  (* c_mu <= kappa; bounds on rho/sqrt(lambda), Sbar and beta/(k_mu sqrt(lambda)) *)
  let r := (2%:R * m)^-1 + m * (5%:R + 4%:R * ln delta^-1 + 2%:R * ln (1 + 2%:R * k_mu)) in
  let s := S + 2%:R * (2%:R * S * k_mu + m) in
  let b := Num.sqrt (1 + s + Num.sqrt (1 + s) * r + r ^+ 2) ^+ 3 in
  let kappa := Num.max 1 k_mu in
  let R_T h := \sum_(t < T) (mu ⟨best (take t h), theta t⟩ - mu ⟨act (take t h), theta t⟩) in
  let P A := Prob (fun h => upper_integral (L h (act h)) (I h (act h))) T A [::] in
  P (fun h => ~~ (R_T h <= kappa ^+ 2 * (8%:R * m ^+ 2 + 96%:R * k_mu ^+ 2 * b ^+ 2) *
    (ln T%:R ^+ 2 / Delta * (d%:R * Num.sqrt (Gamma%:R * T%:R) * Num.sqrt c_mu)))) <= delta).
Proof.
move=> H; set C := Num.max 1 1 ^+ 2 * (8%:R * 2%:R ^+ 2 + 96%:R * 1 ^+ 2 * rate_bonus 1 1 2%:R 2%:R^-1 ^+ 2).
have [c [c0 c1 Kc]] := small_power (C * (ln 2%:R ^+ 2 / 2%:R * (1%:R * Num.sqrt (1%:R * 2%:R)))) half_gt0.
have [tau tc] := ceil_exists (divr_ge0 (mulr_ge0 (ler0n _ 1) (sqrtr_ge0 2%:R)) (sqrtr_ge0 (c * 1%:R))).
have X : C * (ln 2%:R ^+ 2 / 2%:R * (1%:R * Num.sqrt (1%:R * 2%:R) * Num.sqrt c)) < 2%:R.
  by rewrite (sqrt_power c0) !mulrA; move: Kc; rewrite !mulrA.
exact: (stubborn_fails X (H 1%N unit tt shift (fun=> 1) (fun=> 0) 1 c 1 2%:R (fun=> const_mx 1) offers pays
  any_function value (plays (-1)) _ (plays 1) 2%:R^-1 2%:R 2%N tau 1%N isT isT isT two_gt0 half_gt0 half_le1
  shift_derive shift_derive2 shift_sc (fun=> lexx 1) c0 (stubborn_floor c1) stubborn_bandit
  (stubborn_breaks 2) (stubborn_allowed (or_introl erefl)) two_gt0 (@stubborn_gap 2) tc
  (stubborn_windowed tau c _ ridge2))).
Qed.
