(* Small witnesses for the files mutants_*.v: one dimension, two-point noise, the links exp and z, a bandit in which
   nothing happens, and numbers at which exp, ln and sqrt are compared. *)
From Coq Require Import Reals Lra Psatz FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import any_law any_law_tail any_law_regret.
From Glb Require Import real_numbers matrices setting self_concordance moments integrals mixing potentials.
From Glb Require Import secant_matrices estimate tail deviation bonus regret instances paper_indices.
From Glb Require Import window_regret.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * One dimension *)

(* Inner product, norm, difference and quadratic form of vectors with one entry. *)
Lemma dot_dim1 (x y : R) : ⟨const_mx x : 'cV_1, const_mx y⟩ = x * y.
Proof. by rewrite dotE big_ord1 !mxE. Qed.
Lemma nrm_dim1 (x : R) : ‖const_mx x : 'cV_1‖ = `|x|.
Proof. by rewrite /nrm2 dot_dim1 -expr2 sqrtr_sqr. Qed.
Lemma sub_dim1 (x y : R) : const_mx x - const_mx y = const_mx (x - y) :> 'cV_1.
Proof. by apply/matrixP => i j; rewrite !mxE. Qed.
Lemma qf_dim1 (x y : R) (u : 'cV[R]_1) : u = const_mx 1 -> ‖u‖²_[x *: (u *m u^T) + y%:M] = x + y.
Proof. by move=> ->; rewrite qfD qfZ qf_outer qf_scalar !dot_dim1 !mulr1 expr1n mulr1. Qed.

(* Every action is the number 1. *)
Definition one_action (s : nat) : 'cV[R]_1 := 1%:M.
Lemma one_norm s : ⟨one_action s, one_action s⟩ = 1.
Proof. by rewrite /dot trmx1 mulmx1 mxE. Qed.

(* It lies in the unit ball. *)
Lemma one_le s : (1 <= s)%N -> ‖one_action s‖ <= 1.
Proof. by rewrite unit_ball one_norm. Qed.

(* 1 is a variance bounded by 1. *)
Lemma one_sqr : 1 ^+ 2 <= 1 :> R.
Proof. by rewrite expr1n. Qed.

(* A design matrix of such actions, and the squared norm in its inverse. *)
Lemma one_design (w : nat -> R) lam m n :
  \sum_(m <= s < n) w s *: (one_action s *m (one_action s)^T) + lam%:M = (\sum_(m <= s < n) w s + lam)%:M.
Proof.
rewrite raddfD raddf_sum /=; congr (_ + _); apply: eq_bigr => s _.
by rewrite /one_action trmx1 mulmx1 scalemx1.
Qed.
Lemma one_qf (c : R) s : ‖one_action s‖²_[invmx c%:M] = c^-1.
Proof. by rewrite invmx_scalar qf_scalar one_norm mulr1. Qed.

(** * Links *)

(* The Poisson link exp: it is its own derivative, and self-concordant with equality. *)
Lemma exp_derive z : is_derive exp z (exp z).
Proof. exact: is_derive_exp. Qed.
Lemma exp_sc (z : R) : `|exp z| <= exp z.
Proof. by rewrite ger0_norm // exp_ge0. Qed.

(* The mean slope of exp from x to x + h. *)
Lemma exp_slope (x h : R) : h <> 0 ->
  RInt (fun v : R => exp (x + v * (x + h - x))) 0 1 = exp x * ((exp h - 1) / h).
Proof.
move=> h0; have <- : RInt (fun v : R => exp x * exp (v * h)) 0 1 = exp x * ((exp h - 1) / h).
  by have := is_RInt_unique _ _ _ _ (int_exp (exp x) h h0); rewrite /Rdiv -RinvE'.
by apply: RInt_ext => v _; rewrite expD [x + h]addrC addrK.
Qed.

(* The linear link mu(z) = z: derivatives, and mean slope 1. *)
Lemma id_derive (z : R) : is_derive (fun x : R => x) z (1 : R).
Proof. exact: is_derive_id. Qed.
Lemma one_cont (z : R) : continuous (fun=> 1 : R) z.
Proof. exact: continuous_const. Qed.
Lemma mean_slope1 (b th1 th2 : 'cV[R]_1) : mean_slope (fun=> 1) b th1 th2 = 1.
Proof. by rewrite /mean_slope RInt_const /scal /= /mult /=; toR_goal; lra. Qed.

(* It is self-concordant, with k_mu = 1: as the chapters have it, and as Claims.v has it. *)
Lemma linear_link : self_concordant_link (fun z => z) (fun=> 1) (fun=> 0) 1%ring.
Proof.
split=> z; [exact: is_derive_id|exact: is_derive_const| |exact: Rle_refl].
by rewrite Rabs_R0; exact: Rle_0_1.
Qed.
Lemma linear_link_paper : [/\ forall z : R, is_derive (fun z : R => z) z (1 : R),
  forall z : R, is_derive (fun=> 1 : R) z (0 : R), forall z : R, `|0 : R| <= 1 & forall z : R, (1 : R) <= 1].
Proof. by have [d1 d2 _ _] := linear_link; split=> // z; rewrite normr0 ler01. Qed.

(** * Numbers *)

(* 1/(1 + 99/100 h) > (1 - e^{-h})/h at h = 200. *)
Lemma num200 : ~ ((1 + 99%:R / 100%:R * 200%:R)^-1 <= (exp (- 200%:R) - 1) / - 200%:R :> R).
Proof.
have -> : 1 + 99%:R / 100%:R * 200%:R = 199%:R :> R by field.
rewrite invrN mulrN -mulNr opprB => /RleP; have := exp_pos (- 200%:R); move: (exp _) => e.
by toR_goal; rewrite !INR_IZR_INZ /=; lra.
Qed.
Lemma neq200 : - 200%:R <> 0 :> R.
Proof. by toR_goal; rewrite !INR_IZR_INZ /=; lra. Qed.

(* log 2 < 1. *)
Lemma ln2_lt1 : ln (1 + 1) < 1 :> R.
Proof.
rewrite -[X in _ < X](ln_exp 1 : ln (exp 1) = 1); apply/RltP/ln_increasing.
  by apply/RltP; rewrite addr_gt0 ?ltr01.
exact: (exp_ineq1 1 R1_neq_R0).
Qed.

(* 1/2 + 2 log(1/4) + 2 log 2 < 0. *)
Lemma log_quarter : 2%:R^-1 + 2%:R * ln 4%:R^-1 + 2%:R * ln 2%:R <= 0.
Proof.
have -> : ln 4%:R^-1 = - (2%:R * ln 2%:R).
  have t0 : 0 < 2%:R :> R by rewrite ltr0n.
  rewrite mulr_natl -lnX // -natrX RinvE' ln_Rinv //.
  by apply/RltP; rewrite ltr0n.
have : 2%:R^-1 <= ln 2%:R.
  have two : 2%:R = Rplus (IZR 1) (IZR 1) :> R by rewrite -INRE.
  have half : Rinv (Rplus (IZR 1) (IZR 1)) = Rdiv (IZR 1) (IZR 2).
    by rewrite /Rdiv Rmult_1_l; congr Rinv; lra.
  by apply/RleP; rewrite RinvE' two half; apply: ln_ge_half; lra.
move: (ln _) => x h; have i0 : 0 <= 2%:R^-1 :> R by rewrite invr_ge0 ler0n.
have -> : 2%:R^-1 + 2%:R * - (2%:R * x) + 2%:R * x = 2%:R^-1 - 2%:R * x by move: (2%:R^-1) => i; ring.
by rewrite subr_le0 (le_trans h) // ler_pemull ?(le_trans i0 h) // ler1n.
Qed.

(* log(1/3) + log 2 <= -1/3, from log x <= x - 1. *)
Lemma ln_third : ln 3%:R^-1 + ln 2%:R <= - 3%:R^-1 :> R.
Proof.
rewrite -lnM ?invr_gt0 ?ltr0n //; have x0 : 0 < 3%:R^-1 * 2%:R :> R by rewrite mulr_gt0 ?invr_gt0 ?ltr0n.
have := exp_tangent (ln (3%:R^-1 * 2%:R)); rewrite lnK // -ler_subr_addl => h; apply: (le_trans h).
by apply/RleP; toR_goal; simpl; lra.
Qed.

(* The square root of 16. *)
Lemma sqrt16 : Num.sqrt 16%:R = 4%:R :> R.
Proof. by rewrite (natrX _ 4 2) sqrtr_sqr ger0_norm ?ler0n. Qed.

(* 3/4 is a probability; 1/2 lies between 0 and 1; (1/4)/(1 - 1/2) = 1/2. *)
Lemma delta_ok : 0 < 3%:R / 4%:R :> R /\ 3%:R / 4%:R <= 1 :> R.
Proof. by split; [rewrite divr_gt0 ?ltr0n|rewrite ler_pdivr_mulr ?ltr0n // mul1r ler_nat]. Qed.
Lemma half_range : 0 < 2%:R^-1 :> R /\ 2%:R^-1 < 1 :> R.
Proof. by rewrite invr_gt0 invf_lt1 ?ltr0n ?ltr1n. Qed.
Lemma quarter (F : numFieldType) : 4%:R^-1 / (1 - 2%:R^-1) = 2%:R^-1 :> F.
Proof. by field. Qed.

(** * Laws and integrals *)

(* Two values: 1 with probability 1/(N + 1), -1/N otherwise; centred, with variance 1/N. *)
Definition skew_p (N : R) (e : bool) := (if e then 1 else N) / (N + 1).
Definition skew_eps (N : R) (e : bool) := if e then 1 else - N^-1.
Lemma sum_bool (F : bool -> R) : \sum_e F e = F true + F false.
Proof. exact: big_bool. Qed.
Lemma skewE (N : R) : 0 < N -> [/\ forall e, 0 <= skew_p N e, \sum_e skew_p N e = 1,
  \sum_e skew_p N e * skew_eps N e = 0, \sum_e skew_p N e * skew_eps N e ^+ 2 = N^-1 &
  1 <= N -> forall e, `|skew_eps N e| <= 1].
Proof.
move=> N0; have N1 : N + 1 != 0 by rewrite gt_eqF // addr_gt0 ?ltr01.
have n0 : N != 0 by rewrite gt_eqF.
rewrite !sum_bool; split.
- by move=> e; apply: divr_ge0; [case: e; rewrite ?ler01 ?(ltW N0)|rewrite addr_ge0 ?ler01 ?(ltW N0)].
- by rewrite -mulrDl addrC mulfV.
- by rewrite /skew_p /skew_eps; move: N1 n0; clear => N1 n0; field; rewrite n0 N1.
- by move: N1 n0; clear => N1 n0; rewrite /skew_p /skew_eps; field; rewrite n0 N1.
by move=> N1' [] /=; rewrite ?normr1 // normrN normfV gtr0_norm // invf_le1.
Qed.

(* One outcome: sums, and events that are certain. *)
Lemma sum_unit (F : unit -> R) : \sum_e F e = F tt.
Proof. by rewrite (bigD1 tt) //= big1 ?addr0 // => [[]]. Qed.
Lemma Pr_unit (A : seq unit -> bool) : A [:: tt] -> ~ (Pr (fun _ (_ : unit) => 1) 1 A [::] <= 3%:R / 4%:R).
Proof.
move=> h; apply/negP; rewrite /Pr /Ex sum_unit mul1r -[rcons _ _]/[:: tt] h -ltNge.
by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat.
Qed.

(* No noise, and the action 0. *)
Lemma unit_centred (h : seq unit) : \sum_(e : unit) 1 * 0 = 0 :> R.
Proof. by rewrite sum_unit mulr0. Qed.
Lemma zero_noise (m : R) : 0 < m -> forall (h : seq unit) (e : unit), `|0 : R| <= m.
Proof. by move=> m0 h e; rewrite normr0 ltW. Qed.

Lemma zero_action (h : seq unit) : ‖(0 : 'cV[R]_1)‖ <= 1.
Proof. by rewrite /nrm2 dot0r sqrtr0 ler01. Qed.

(* A half ball carries no more mass than the unit ball. *)
Lemma half_le d (A : 'M[R]_d) : normaliser 2%:R^-1 A <= normaliser 1 A.
Proof.
have L := @gauss_LL d A; have h0 x := @gauss_ge0 d A x.
apply: (is_int_le (ball_int half_gt0 half_le1 L h0) (ball_int ltr01 (lexx 1) L h0)) => x.
rewrite !inballE ler_wpmul2r ?h0 // ler_nat; case: (lerP (nrm2 x)) => // h.
by rewrite (le_trans h half_le1).
Qed.

(* The threshold of the tail inequality with power d for d/2 of lambda: m = 4, lambda = 16, delta = 3/4. *)
Lemma power_witness : let c := 2%:R * 4%:R / Num.sqrt 16%:R in
  Num.sqrt 16%:R / (2%:R * 4%:R) + c * ln (Num.sqrt 16%:R / (3%:R / 4%:R * 16%:R ^+ 1))
  + c * (1%:R * ln 2%:R) <= 0 :> R.
Proof.
cbv zeta; rewrite sqrt16 mulfK ?pnatr_eq0 // mul1r expr1 -addrA -mulrDr.
have -> : 4%:R / (3%:R / 4%:R * 16%:R) = 3%:R^-1 :> R.
  by rewrite (natrM _ 4 4) mulrA divfK ?pnatr_eq0 // invfM mulrCA mulfV ?mulr1 ?pnatr_eq0.
apply: (@le_trans _ _ (4%:R / (2%:R * 4%:R) + 2%:R * - 3%:R^-1)).
  by rewrite ler_add2l ler_wpmul2l ?ler0n // ln_third.
by apply/RleP; toR_goal; simpl; lra.
Qed.

(** * A bandit in which nothing happens *)

(* The only action is 0, the reward 0, one outcome; linear link, m = 1/4. *)
Definition idle (h : seq unit) : 'cV[R]_1 := 0.
Definition only_zero (h : seq unit) (b : 'cV[R]_1) := b = 0.
Definition sure (h : seq unit) (b : 'cV[R]_1) (e : unit) : R := 1.
Definition no_reward (h : seq unit) (b : 'cV[R]_1) (e : unit) : R := 0.

(* It is an environment, 0 is the estimate, and what has probability 1/2 happens. *)
Lemma idle_environment :
  glm_environment (fun z => z) (fun=> 1) 0 (4%:R^-1)%ring (fun=> 0) only_zero sure no_reward.
Proof.
split=> [t|h b ->|h b e _|h b _|h b e _|h b ->|h b ->].
- by rewrite nrm2E nrm0.
- by rewrite nrm2E nrm0 ler01.
- exact: ler01.
- by rewrite sumr_const card_unit.
- by rewrite lexx invr_ge0 ler0n.
- by rewrite big1 ?dot0r // => e _; rewrite mulr0.
- by rewrite big1 ?ler01 // => e _; rewrite dot0r subrr expr0n mulr0.
Qed.
Lemma idle_mle : weighted_mle tt (fun z => z) (discount (2%:R^-1)) 1%ring no_reward idle idle.
Proof.
move=> h; rewrite scaler0 addr0; apply: eq_bigr => s _.
by rewrite /past_reward /no_reward dot0r.
Qed.
Lemma idle_event (P : seq unit -> Prop) : with_probability (played sure idle) 1 (2%:R^-1) P -> P [:: tt].
Proof.
move=> [A [A1 A2]]; apply: A2 => //; move: A1.
rewrite /Pr /= (big_pred1 tt) => [|[] //]; rewrite mul1r; case: (A _) => //.
by rewrite subr_le0 leNgt invf_lt1 ?ltr0n ?ltr1n.
Qed.

(* Its constants: rho >= 2, Sbar = 1/2, beta >= 1. *)
Definition idle_rho := rho 1 1 1%ring (4%:R^-1)%ring 1%ring (2%:R^-1)%ring (2%:R^-1)%ring 0.
Definition idle_Sbar := Sbar 1%ring 0 1%ring (4%:R^-1)%ring (2%:R^-1)%ring 0 : R.
Definition idle_beta := beta 1%ring 1%ring idle_Sbar idle_rho.
Lemma idle_SbarE : idle_Sbar = 2%:R^-1.
Proof. by rewrite /idle_Sbar /Sbar expr0 !mul1r mulr0 mul0r !add0r; exact: (quarter R_numFieldType). Qed.
Lemma idle_rho_ge2 : 2%:R <= idle_rho.
Proof.
have [h0 h1] := half_range; rewrite /idle_rho /rho sqrtr1 !divr1 -!addrA.
have -> : 1 / (2%:R * 4%:R^-1) = 2%:R :> R by field.
have c : 0 <= 2%:R * 4%:R^-1 :> R by rewrite divr_ge0 ?ler0n.
rewrite ler_addl !addr_ge0 // mulr_ge0 ?ln_ge0 ?ler1n // ?mulr_ge0 ?ln_ge0 ?ler0n ?ler1n ?invr_ge0 ?ler0n //.
- by rewrite mul1r invrK ler1n.
- by rewrite muln0 expr0 subrr mulr0 mul0r addr0.
Qed.
Lemma idle_beta_ge1 : 1 <= idle_beta.
Proof.
rewrite /idle_beta /beta sqrtr1 mulr1 mul1r exprn_ege1 // -sqrtr1 ler_wsqrtr // beta_base_ge1 //.
  by rewrite idle_SbarE invr_ge0 ler0n.
exact: le_trans (ler0n _ 2) idle_rho_ge2.
Qed.

(* The same with m = 1: the exploration term is above 6. *)
Lemma exploration_six :
  6%:R <= exploration_term 1 1%ring 1%ring 0%ring 1%ring (2%:R^-1)%ring 1%ring (2%:R^-1)%ring 1 0.
Proof.
have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have h1 : 1 - 2%:R^-1 = 2%:R^-1 :> R by rewrite {1}(splitr 1) div1r addrK.
have t0 : 0 < 2%:R :> R by rewrite ltr0n.
have i2 : 2%:R^-1 <= 1 :> R by rewrite invf_le1 // ler1n.
have Sb : Sbar 1 0 1 1 2%:R^-1 0 = 2%:R :> R.
  by rewrite /Sbar h1 expr0 mulr0 mul0r !add0r !mul1r invrK.
have r0 : 0 <= rho 1 1 1%ring 1%ring 1%ring (2%:R^-1)%ring (2%:R^-1)%ring 0.
  by rewrite -rhoE muln0 expr0 subrr mul0r; apply: rho_ge0 => //; rewrite ?ler01 ?ltr01.
set b := beta_base 1 (Sbar 1 0 1 1 2%:R^-1 0 : R)
  (rho 1 1 1%ring 1%ring 1%ring (2%:R^-1)%ring (2%:R^-1)%ring 0).
have b3 : 3%:R <= b.
  rewrite /b /beta_base Sb -addrA -[3%:R]/(1 + 2%:R : R) ler_addl addr_ge0 ?sqr_ge0 //.
  by rewrite mulr_ge0 ?sqrtr_ge0.
have b0 : 0 <= b by rewrite (le_trans _ b3) // ler0n.
have bt : 3%:R <= beta_D 1 1%ring 0%ring 1%ring (2%:R^-1)%ring 1%ring (2%:R^-1)%ring 1 0.
  rewrite /beta_D /beta -/b sqrtr1 !mul1r exprS sqr_sqrtr //; apply: (le_trans b3).
  by rewrite ler_pemull // -[1]sqrtr1 ler_wsqrtr // (le_trans _ b3) // ler1n.
have l2 : 2%:R^-1 <= ln 2%:R.
  have two : 2%:R = Rplus (IZR 1) (IZR 1) :> R by rewrite -INRE.
  have half : Rinv (Rplus (IZR 1) (IZR 1)) = Rdiv (IZR 1) (IZR 2).
    by rewrite /Rdiv Rmult_1_l; congr Rinv; lra.
  by apply/RleP; rewrite RinvE' two half; apply: ln_ge_half; lra.
rewrite /exploration_term sqrtr1 divr1 mulr1 invrK h1.
set X := Num.sqrt _; have X1 : 1 <= X.
  rewrite -[1]sqrtr1 ler_wsqrtr // divr1 maxxx !mulr1 !mul1r invrK.
  apply: (@le_trans _ _ (2%:R * 2%:R^-1)); first by rewrite mulfV // lt0r_neq0.
  by rewrite ler_wpmul2l ?ler0n // (le_trans l2) // ler_addl ln_ge0 // ler_addl ler0n.
have -> : 6%:R = 2%:R * 3%:R * 1 :> R by rewrite mulr1 -natrM.
apply: ler_pmul X1; [by rewrite -natrM ler0n|exact: ler01|by rewrite ler_wpmul2l ?ler0n].
Qed.

(** * The idle bandit with a window *)

(* 0 is the estimate for a window of one round. *)
Lemma idle_window : weighted_mle tt (fun z => z) (window_weight R_realFieldType 1) 1%ring no_reward idle idle.
Proof.
move=> h; rewrite scaler0 addr0; apply: eq_bigr => s _.
by rewrite /past_reward /no_reward dot0r.
Qed.
(* Its beta is at least 1, whatever the round and m > 0. *)
Lemma idle_beta_SW (m : R) t : 0 < m -> 1 <= beta_SW 1 1%ring 0%ring m 1%ring (2%:R^-1)%ring 1 1 t.
Proof.
move=> m0; have [h0 h1] := half_range; rewrite /beta_SW /beta sqrtr1 mulr1 mul1r exprn_ege1 //.
rewrite -[X in X <= _]sqrtr1 ler_wsqrtr // beta_base_ge1 //.
by apply: rho_ge0 => //; first [exact: ltr01|exact: ler01|exact: ltW|exact: ler0n].
Qed.
(* Quantities of the bounds: 1, and log 2 > 0. *)
Lemma ln2_gt0 : 0 < ln (1 + 1 * 1%:R / (1%:R * 1)) :> R.
Proof.
rewrite !mul1r invr1; apply/RltP; rewrite -[X in Rlt X _]ln_1; apply: ln_increasing; first exact: Rlt_0_1.
by apply/RltP; rewrite -[X in X < _]addr0 ltr_add2l ltr01.
Qed.
(* No action is worse than the comparator. *)
Lemma idle_gap (x : R) (h : seq unit) (b : 'cV[R]_1) : (size h < 1)%N -> only_zero h b ->
  dot b (0 : 'cV[R]_1) < dot (idle h) 0 -> x <= dot (idle h) 0 - dot b 0.
Proof. by move=> _ ->; rewrite !dot0r ltxx. Qed.
Lemma idle_breaks : (breaks (fun _ : nat => (0 : 'cV[R]_1)%ring) 1 <= 0)%N.
Proof. by rewrite /breaks big_ord0. Qed.
Lemma quarter_gt0 : 0 < 4%:R^-1 :> R. Proof. by rewrite invr_gt0 ltr0n. Qed.
