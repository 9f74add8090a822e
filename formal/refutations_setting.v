(* Refutations, the common part: matrices of one dimension, and the generalised linear models of the paper
   (lines 196-260) with the binomial family, whose c_mu may exceed 1, as an instance. *)
From Coq Require Import Reals Lra Psatz ssreflect.
From Coquelicot Require Import Coquelicot.
Section Logistic.
Local Open Scope R_scope.
(* The logistic function and its slope. *)
Definition lgt z := / (1 + exp (- z)).
Definition dlgt z := lgt z * (1 - lgt z).

Lemma lgt01 z : 0 < lgt z < 1.
Proof.
have P := exp_pos (- z); rewrite /lgt; split; first by apply: Rinv_0_lt_compat; lra.
by rewrite -Rinv_1; apply: Rinv_1_lt_contravar; lra.
Qed.
Lemma dlgt_gt0 z : 0 < dlgt z.
Proof. by rewrite /dlgt; have [a b] := lgt01 z; apply: Rmult_lt_0_compat; lra. Qed.
Lemma dlgt_le z : dlgt z <= / 4.
Proof. by rewrite /dlgt; move: (lgt z) => u; have := Rle_0_sqr (u - / 2); rewrite /Rsqr; lra. Qed.
Lemma lgt_neg z : lgt (- z) = 1 - lgt z.
Proof. by rewrite /lgt Ropp_involutive exp_Ropp; have P := exp_pos z; field; lra. Qed.
Lemma lgt_d z : is_derive lgt z (dlgt z).
Proof. by have P := exp_pos (- z); rewrite /dlgt /lgt; auto_derive; [lra|field; lra]. Qed.
Lemma dlgt_d z : is_derive dlgt z (dlgt z * (1 - 2 * lgt z)).
Proof. by have P := exp_pos (- z); rewrite /dlgt /lgt; auto_derive; [lra|field; lra]. Qed.
Lemma lgt_incr x y : x <= y -> lgt x <= lgt y.
Proof.
move=> xy; apply: Rinv_le_contravar; first by have := exp_pos (- y); lra.
by apply: Rplus_le_compat_l; case: xy => [xy|->]; [left; apply: exp_increasing|right]; lra.
Qed.
(* The slope is smallest at the ends of [-S, S]. *)
Lemma dlgt_low S z : Rabs z <= S -> dlgt S <= dlgt z.
Proof.
move=> /Rabs_le_between [l u]; have := lgt_incr _ _ u; have := lgt_incr _ _ l; rewrite lgt_neg /dlgt.
move: (lgt S) (lgt z) => x y h1 h2.
have : 0 <= (x - y) * (y - (1 - x)) by apply: Rmult_le_pos; lra.
lra.
Qed.
(* The slope of a secant is at most 1/4. *)
Lemma lgt_lip x y : Rabs (lgt x - lgt y) <= / 4 * Rabs (x - y).
Proof.
have [c [_ ->]] := MVT_gen lgt y x dlgt (fun z _ => lgt_d z)
  (fun z _ => proj2 (continuity_pt_filterlim _ _) (ex_derive_continuous _ _ (ex_intro _ _ (lgt_d z)))).
rewrite Rabs_mult; apply: Rmult_le_compat_r; first exact: Rabs_pos.
rewrite Rabs_pos_eq; [exact: dlgt_le|left; exact: dlgt_gt0].
Qed.
(* Cumulant function of the binomial law with n trials. *)
Definition cumulant n z := INR n * ln (1 + exp z).
Lemma cumulant_d n z : is_derive (cumulant n) z (INR n * lgt z).
Proof.
have P := exp_pos z; have Q := exp_pos (- z); rewrite /cumulant /lgt; auto_derive; first lra.
by rewrite exp_Ropp; field; lra.
Qed.
Lemma dmu_bound u : 0 < u < 1 -> Rabs (u * (1 - u) * (1 - 2 * u)) <= u * (1 - u).
Proof.
move=> [u0 u1]; have v0 : 0 <= u * (1 - u) by nra.
have v1 : 0 <= u * (1 - u) * (1 - u) by apply: Rmult_le_pos; lra.
have v2 : 0 <= u * (1 - u) * u by apply: Rmult_le_pos; lra.
by apply: Rabs_le; split; lra.
Qed.
Lemma lgt_ln x : 0 < x -> lgt (ln x) = x / (1 + x).
Proof. by move=> x0; rewrite /lgt exp_Ropp exp_ln //; field; lra. Qed.
Lemma dlgt_2 : dlgt (ln 2) = 2 * / 9.
Proof. by rewrite /dlgt lgt_ln; [field|lra]. Qed.
(* 1/2 <= log 2 <= 3/4 *)
Lemma ln2_low : / 2 <= ln 2.
Proof.
have e : exp (/ 2) * exp (- / 2) = 1 by rewrite -exp_plus Rplus_opp_r exp_0.
have l := exp_ineq1_le (- / 2); have p := exp_pos (/ 2).
have : exp (/ 2) <= 2 by nra.
by rewrite -{2}(ln_exp (/ 2)) => -[h|->]; [left; apply: ln_increasing; lra|right].
Qed.
Lemma ln2_up : ln 2 <= 3 / 4.
Proof.
rewrite -(ln_exp (3 / 4)); left; apply: ln_increasing; first lra.
have l := exp_ineq1_le (3 / 32).
have -> : exp (3 / 4) = exp (3 / 32) ^ 8.
  have -> : 3 / 4 = INR 8 * (3 / 32) by rewrite /=; field.
  by rewrite -Rpower_pow ?/Rpower ?ln_exp //; exact: exp_pos.
have l2 : (1 + 3 / 32) ^ 8 <= exp (3 / 32) ^ 8 by apply: pow_incr; lra.
lra.
Qed.
(* The exponential: cosh 1 > e^{1/4}. *)
Lemma cosh_gt : exp (/ 4) < (exp 1 + exp (- 1)) / 2.
Proof.
have e : exp 1 * exp (- 1) = 1 by rewrite -exp_plus Rplus_opp_r exp_0.
have f : exp (/ 4) * exp (- / 4) = 1 by rewrite -exp_plus Rplus_opp_r exp_0.
have l1 := exp_ineq1_le (- / 4); have p1 := exp_pos (/ 4).
have u : exp (/ 4) <= 4 / 3 by nra.
have l2 : (1 + / 4) ^ 4 <= exp 1.
  have -> : exp 1 = exp (/ 4) ^ 4.
    by rewrite -Rpower_pow /Rpower ?ln_exp; [congr exp; rewrite /=; field|exact: exp_pos].
  by apply: pow_incr; have := exp_ineq1_le (/ 4); lra.
have p2 := exp_pos (- 1); nra.
Qed.
End Logistic.

From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* The vector of dimension one with entry x. *)
Notation vec1 x := (const_mx x : 'cV[R]_1).

Section One.
Variable F : rcfType.
Implicit Types (A : 'M[F]_1) (x y : 'cV[F]_1).

(* In dimension one a matrix is its entry. *)
Lemma dot1 x y : dot x y = x 0 0 * y 0 0.
Proof. by rewrite dotE big_ord1. Qed.
Lemma qf1 A x : qf A x = A 0 0 * x 0 0 ^+ 2.
Proof. by rewrite /qf /bf dot1 !mxE big_ord1 expr2 mulrCA. Qed.
Lemma inv1 A : (invmx A) 0 0 = (A 0 0)^-1.
Proof.
have [z|n] := eqVneq (A 0 0) 0.
  have -> : A = 0 by apply/matrixP => i j; rewrite !ord1 z mxE.
  have nu : (0 : 'M[F]_1) \notin unitmx by rewrite unitmxE det_mx11 mxE unitr0.
  by rewrite invmx_out ?mxE ?invr0.
apply: (mulfI n); rewrite mulfV //.
have u : A \in unitmx by rewrite unitmxE det_mx11 unitfE.
by have := congr1 (fun M : 'M_1 => M 0 0) (mulmxV u); rewrite !mxE big_ord1 eqxx.
Qed.
(* |x|_{A^-1} and |x| *)
Lemma nrm_inv1 A x : nrm (invmx A) x = Num.sqrt (x 0 0 ^+ 2 / A 0 0).
Proof. by rewrite /nrm qf1 inv1 mulrC. Qed.
Lemma nrm21 x : nrm2 x = `|x 0 0|.
Proof. by rewrite /nrm2 dot1 -expr2 sqrtr_sqr. Qed.
Lemma loewner1 A B : loewner A B -> A 0 0 <= B 0 0.
Proof. by move=> /(_ (const_mx 1)); rewrite !qf1 mxE expr1n !mulr1. Qed.
Lemma outer1 x : (x *m x^T) 0 0 = x 0 0 ^+ 2.
Proof. by rewrite !mxE big_ord1 mxE expr2. Qed.
End One.

(* A number below 1 has a square root below 1, in the form used: sqrt y = x for x^2 = y, x >= 0. *)
Lemma sqrtE (x y : R) : 0 <= x -> x ^+ 2 = y -> Num.sqrt y = x.
Proof. by move=> x0 <-; rewrite sqrtr_sqr ger0_norm. Qed.

(* The generalised linear model of lines 196-260: rewards in [0, m] with finitely many values r_j, whose
   law is exp(r z - b(z)) nu(r) with z = a.theta (e^{c(r)} d nu(r) in one letter), mean mu = b', slope dmu;
   mu is k-Lipschitz, c is the infimum of the slope over |z| <= S (that is, over |a| <= 1, |theta| <= S),
   and |mu''| <= mu' (ass:SC, line 257). *)
Definition glm (mu dmu : R -> R) (m k c S : R) : Prop :=
  [/\ exists (n : nat) (r nu : 'I_n -> R) (b : R -> R),
        [/\ forall j, 0 <= r j <= m /\ 0 <= nu j, forall z : R, is_derive b z (mu z) &
            forall z, \sum_j exp (r j * z - b z) * nu j = 1],
      forall z : R, is_derive mu z (dmu z),
      exists ddmu : R -> R, forall z : R, is_derive dmu z (ddmu z) /\ `|ddmu z| <= dmu z,
      forall x y, `|mu x - mu y| <= k * `|x - y| &
      0 < c /\ is_glb_Rbar (fun y => exists2 z : R, `|z| <= S & y = dmu z) c].

Arguments glm mu dmu (m k c S)%ring_scope.

(* Binomial rewards with n trials: mu = n times the logistic function, m = n, k_mu = n/4, c_mu = n dlgt(S). *)
Definition bmu n (z : R) : R := (n%:R * lgt z)%ring.
Definition bdmu n (z : R) : R := (n%:R * dlgt z)%ring.

Lemma expX (x : R) n : exp (n%:R * x) = exp x ^+ n.
Proof. by elim: n => [|n IH]; rewrite ?mul0r ?exp0 // exprS -IH -expD -addn1 natrD mulrDl mul1r addrC. Qed.

Lemma binomial_law n z : \sum_(j < n.+1) exp (j%:R * z - cumulant n z) * 'C(n, j)%:R = 1.
Proof.
have e0 : 0 < 1 + exp z by rewrite addr_gt0 ?ltr01 ?exp_gt0.
have -> : \sum_(j < n.+1) exp (j%:R * z - cumulant n z) * 'C(n, j)%:R =
    exp (- cumulant n z) * \sum_(j < n.+1) 1 ^+ (n - j) * exp z ^+ j *+ 'C(n, j).
  rewrite mulr_sumr; apply: eq_bigr => j _; rewrite expD expX expr1n mul1r mulr_natr.
  by rewrite mulrnAr [exp (- _) * _]mulrC.
rewrite -exprDn; have -> : (1 + exp z) ^+ n = exp (cumulant n z).
  by rewrite /cumulant INRE expX lnK.
by rewrite -expD addNr exp0.
Qed.

Lemma glm_binomial n S : (0 < n)%N -> 0 <= S -> glm (bmu n) (bdmu n) n%:R (n%:R / 4%:R) (bdmu n S) S.
Proof.
move=> n0 S0; have nR : 0 < n%:R :> R by rewrite ltr0n.
split.
- exists n.+1, (fun j => j%:R), (fun j => 'C(n, j)%:R), (cumulant n); split.
  + by move=> j; rewrite !ler0n ler_nat -ltnS ltn_ord.
  + move=> z; rewrite /bmu -INRE; exact: cumulant_d.
  + by move=> z; exact: binomial_law.
- move=> z; exact: (is_derive_scal lgt z n%:R _ (lgt_d z)).
- exists (fun z => n%:R * (dlgt z * (1 - 2%:R * lgt z))) => z; split.
    have -> : 2%:R = IZR 2 :> R by rewrite -INRE /=; lra.
    exact: (is_derive_scal dlgt z n%:R _ (dlgt_d z)).
  rewrite normrM ger0_norm ?ler0n // ler_pmul2l //; apply/RleP; exact: dmu_bound (lgt01 z).
- move=> x y; rewrite /bmu -mulrBr normrM ger0_norm ?ler0n // -mulrA ler_pmul2l //.
  have -> : 4%:R = IZR 4 :> R by rewrite -INRE /=; lra.
  by apply/RleP; toR_goal; exact: lgt_lip.
split; first by rewrite mulr_gt0 //; apply/RltP; exact: dlgt_gt0.
split=> [y [z zS ->]|b hb].
  by rewrite /=; apply/RleP; rewrite ler_pmul2l //; apply/RleP/dlgt_low/RleP.
by apply: (hb (bdmu n S)); exists S; rewrite // ger0_norm.
Qed.

Lemma ln2_ge : 2%:R^-1 <= ln 2%:R :> R.
Proof.
have -> : 2%:R = IZR 2 :> R by rewrite -INRE /=; lra.
by apply/RleP; rewrite [X in Rle X _]RinvE'; exact: ln2_low.
Qed.
