(* Mutants of claims_concordance_steps.v: each theorem there with one token moved is false. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials secant_matrices.
From Glb Require Import paper_indices small_witnesses mutants_estimate_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* Q2_mutant: Q2 where the actions need not span: d = t = 1, no action, hat = 0, linear link. *)
Theorem Q2_mutant : ~ (forall (d t : nat) (S c_mu : R) (mu dmu : R -> R) (a : nat -> 'cV[R]_d)
  (hat : 'cV[R]_d) (V : 'M[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, continuous dmu z) -> (forall z, 0 <= dmu z) ->
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (forall s, (1 <= s < t)%N -> ‖a s‖ <= 1) ->
  V^T = V -> (forall x, x != 0 -> 0 < ‖x‖²_[V]) ->
  let residual th := \sum_(1 <= s < t) (mu ⟨a s, th⟩ - mu ⟨a s, hat⟩) *: a s in
  let spanning := forall x, (forall s, (1 <= s < t)%N -> ⟨a s, x⟩ = 0) -> x = 0 in
  [/\ forall th, residual th =
        (\sum_(1 <= s < t) mean_slope dmu (a s) th hat *: (a s *m (a s)^T)) *m (th - hat),
      ‖residual hat‖_[invmx V] = 0,
      forall th, ‖th‖ <= S -> th != hat -> 0 < ‖residual th‖_[invmx V] &
      spanning -> ‖hat‖ <= S -> forall th, ‖th‖ <= S ->
        (forall x, ‖x‖ <= S -> ‖residual th‖_[invmx V] <= ‖residual x‖_[invmx V]) <-> th = hat]).
Proof.
have Vp (x : 'cV[R]_1) : x != 0 -> 0 < ‖x‖²_[1%:M] by move=> x0; rewrite qf_scalar mul1r dot_gt0.
have as1 (s : nat) : (1 <= s < 1)%N -> ‖0 : 'cV[R]_1‖ <= 1 by case: s.
move=> /(_ 1%N 1%N 1 1 _ _ (fun=> 0) 0 1%:M id_derive one_cont (fun _ => ler01) ltr01
  (fun _ _ _ _ => lexx _) as1 (trmx1 _ _) Vp) [_ _ + _] => /(_ (const_mx 1)).
rewrite nrm_dim1 normr1 lexx big_geq // nrm0 ltxx => /(_ isT) h.
suff : const_mx 1 != 0 :> 'cV[R]_1 by move/h.
by apply/eqP => /matrixP /(_ 0 0); rewrite !mxE => /eqP; rewrite oner_eq0.
Qed.

(* N22_mutant: N22 with 1 + 99/100 h in the denominator: exp, d = x = 1, star = 0, hat = -200. *)
Theorem N22_mutant : ~ (forall (d : nat) (mu dmu ddmu : R -> R) (x hat star : 'cV[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) ->
  `|⟨x, star - hat⟩| / (1 + 99%:R / 100%:R * `|⟨x, star - hat⟩|) * dmu ⟨x, star⟩
    <= `|mu ⟨x, hat⟩ - mu ⟨x, star⟩|).
Proof.
move=> /(_ 1%N exp exp exp (const_mx 1) (const_mx (- 200%:R)) (const_mx 0) exp_derive exp_derive exp_sc).
rewrite sub_dim1 !dot_dim1 !mul1r sub0r opprK (ger0_norm (ler0n _ _)) exp0 mulr1.
have e1 : exp (- 200%:R) <= 1.
  by rewrite -[X in _ <= X]exp0; apply/ltW/RltP/exp_increasing; toR_goal; rewrite !INR_IZR_INZ /=; lra.
rewrite distrC ger0_norm ?subr_ge0 // => h; apply: num200.
rewrite invrN mulrN -mulNr opprB ler_pdivl_mulr ?ltr0n // mulrC.
exact: h.
Qed.

(* N23_mutant: N23 with 1 + S for 1 + 2S: d = x = S = star = 1 = -hat, linear link, c = 2/3. *)
Theorem N23_mutant : ~ (forall (d : nat) (S c : R) (mu dmu ddmu : R -> R) (x hat star : 'cV[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> ‖x‖ <= 1 -> ‖star‖ <= S -> ‖hat‖ <= S ->
  let h := `|⟨x, star - hat⟩| in
  h / (1 + h) * dmu ⟨x, star⟩ <= c -> h / (1 + S) * dmu ⟨x, star⟩ <= c).
Proof.
have [d1 d2 sc _] := linear_link_paper.
move=> /(_ 1%N 1 (2%:R / 3%:R) _ _ _ (const_mx 1) (const_mx (- 1)) (const_mx 1) d1 d2 sc).
rewrite !nrm_dim1 normrN normr1 sub_dim1 dot_dim1 mul1r opprK => /(_ (lexx _) (lexx _) (lexx _)).
cbv zeta.
have -> : `|1 + 1| = 2%:R :> R by rewrite -mulr2n ger0_norm ?ler0n.
have -> : 1 + 2%:R = 3%:R :> R by rewrite -mulrS.
rewrite -[1 + 1]/(2%:R) !mulr1 lexx mulfV ?pnatr_eq0 // ler_pdivl_mulr ?ltr0n // mul1r => /(_ isT).
by rewrite ler_nat.
Qed.

(* N24_mutant: N24 with c_mu >= 0: d = 1, S = c_mu = 0, mu' = z. *)
Theorem N24_mutant : ~ (forall (d : nat) (S c_mu : R) (mu dmu ddmu : R -> R), (1 <= d)%N ->
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, continuous ddmu z) ->
  0 <= c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  exists C : R, forall z, `|z| <= S -> `|ddmu z| <= C * dmu z).
Proof.
move=> /(_ 1%N 0 0 _ _ _ isT half_square id_derive one_cont (lexx _)) [b x _ x0|C /(_ 0)].
  rewrite (_ : x = 0) ?dot0r //; apply/eqP; apply: contraLR x0 => /dot_gt0 p.
  by rewrite -ltNge sqrtr_gt0.
by rewrite normr0 lexx mulr0 normr1 ler10 => /(_ isT).
Qed.

(* Q6_mutant: Q6 without the inverse, as printed: d = t = 1, no round before, lambda = C = 1, hat = theta =
   0. *)
Theorem Q6_mutant : ~ (forall (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam C : R)
  (a theta : nat -> 'cV[R]_d) (hat : 'cV[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> 0 <= gamma -> gamma <= 1 -> 0 < lam -> 0 <= C ->
  (forall s, (1 <= s < t)%N -> ‖a s‖ <= 1) ->
  (forall s, (maxn 1 (t - D) <= s < t)%N -> theta s = theta t) ->
  let g th := \sum_(maxn 1 (t - D) <= s < t) (gamma ^+ (t - 1 - s) * mu ⟨a s, th⟩) *: a s + lam *: th in
  let Gt := \sum_(maxn 1 (t - D) <= s < t)
    (gamma ^+ (2 * (t - 1 - s)) * mean_slope dmu (a s) hat (theta t)) *: (a s *m (a s)^T) + lam%:M in
  let Ht := \sum_(maxn 1 (t - D) <= s < t)
    (gamma ^+ (2 * (t - 1 - s)) * dmu ⟨a s, theta s⟩) *: (a s *m (a s)^T) + lam%:M in
  (1 + C + (Num.sqrt lam)^-1 * ‖g hat - g (theta t)‖_[invmx Gt]) *: Ht ⪯ Gt).
Proof.
have [d1 d2 sc _] := linear_link_paper.
have as1 (s : nat) : (1 <= s < 1)%N -> ‖0 : 'cV[R]_1‖ <= 1 by case: s.
move=> /(_ 1%N 1%N 1%N _ _ _ 1 1 1 (fun=> 0) (fun=> 0) 0 d1 d2 sc ler01 (lexx _) ltr01 ler01 as1).
move=> /(_ (fun _ _ => erefl)) /entry_le; rewrite subrr nrm0 mulr0 addr0 !big_geq // add0r !mxE mulr1n mulr1.
by rewrite -mulr2n (ler_nat _ 2 1).
Qed.

(* I20_mutant: I20 without the 1 in the factor: d = t = D = 1, no round before, linear link, gamma = 1/2,
   lambda = 2, S = 1/4, theta = hat = 0, m = 0: Sbar = 1/2. *)
Theorem I20_mutant : ~ (forall (d t D : nat) (mu dmu ddmu : R -> R) (gamma lam S k_mu m : R)
  (a theta : nat -> 'cV[R]_d) (r eps : nat -> R) (hat : 'cV[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) ->
  (1 <= t)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 <= m ->
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) -> (forall s, (1 <= s)%N -> ‖theta s‖ <= S) ->
  (forall s, (1 <= s)%N -> eps s.+1 = r s.+1 - mu ⟨a s, theta s⟩) ->
  (forall s, (1 <= s < t)%N -> `|eps s.+1| <= m) ->
  (forall s, (maxn 1 (t - D) <= s < t)%N -> theta s = theta t) ->
  \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * (r s.+1 - mu ⟨a s, hat⟩)) *: a s - lam *: hat = 0 ->
  let Sbar := S + gamma ^+ D * (2%:R * S * k_mu + m) / (lam * (1 - gamma)) in
  let G_term s := (gamma ^+ (2 * (t - 1 - s)) * mean_slope dmu (a s) (theta t) hat) *: (a s *m (a s)^T) in
  let Gt := \sum_(1 <= s < t) G_term s + lam%:M in
  let Gt_recent := \sum_(maxn 1 (t - D) <= s < t) G_term s + lam%:M in
  let Ht_recent := \sum_(maxn 1 (t - D) <= s < t)
    (gamma ^+ (2 * (t - 1 - s)) * dmu ⟨a s, theta s⟩) *: (a s *m (a s)^T) + lam%:M in
  let noise := gamma ^+ (t - 1) *: \sum_(maxn 1 (t - D) <= s < t) (gamma ^- s * eps s.+1) *: a s in
  let factor := (Sbar + (Num.sqrt lam)^-1 * ‖noise‖_[invmx Gt])^-1 in
  [/\ forall b : 'cV[R]_d, ‖b‖ <= 1 -> factor * dmu ⟨b, theta t⟩ <= mean_slope dmu b (theta t) hat,
      factor *: (\sum_(maxn 1 (t - D) <= s < t)
        (gamma ^+ (2 * (t - 1 - s)) * dmu ⟨a s, theta t⟩) *: (a s *m (a s)^T))
        ⪯ \sum_(maxn 1 (t - D) <= s < t) G_term s,
      ‖noise‖_[invmx Gt] <= (Num.sqrt lam)^-1 * ‖noise‖_[invmx Ht_recent] ^+ 2
        + Num.sqrt (1 + Sbar) * ‖noise‖_[invmx Ht_recent] &
      ‖noise‖_[invmx Gt] <= ‖noise‖_[invmx Gt_recent]]).
Proof.
have [d1 d2 sc km] := linear_link_paper; have [h0 h1] := half_range.
have two : 0 < 2%:R :> R by rewrite ltr0n.
have z1 : ‖0 : 'cV[R]_1‖ = 0 by rewrite nrm2E nrm0.
move=> /(_ 1%N 1%N 1%N _ _ _ (2%:R^-1) 2%:R (4%:R^-1) 1 0 (fun=> 0) (fun=> 0) (fun=> 0) (fun=> 0) 0
  d1 d2 sc km isT h0 h1 two (lexx _)).
case=> [s _|s _|s _|[|[|s]] //|s //||/(_ 0)]; rewrite ?z1 ?ler01 ?invr_ge0 ?ler0n //.
- by rewrite dot0r subr0.
- by rewrite big_geq // scaler0 subr0.
move=> /(_ isT) + _ _ _; rewrite !big_geq // scaler0 nrm0 mulr0 addr0 mean_slope1 mulr1.
have -> : 4%:R^-1 + 2%:R^-1 ^+ 1 * (2%:R / 4%:R + 0) / (2%:R * (1 - 2%:R^-1)) = 2%:R^-1 :> R by field.
by rewrite invrK mulr1 (ler_nat _ 2 1).
Qed.
