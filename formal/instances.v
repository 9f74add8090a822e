(* Closed instances: nothing is assumed beyond the ranges of the parameters. *)
From Coq Require Import Reals Lra Psatz ssreflect.
From Coquelicot Require Import Coquelicot.

Module Logistic.
Section Logistic.
Local Open Scope R_scope.
Definition mu z := / (1 + exp (- z)).
Definition dmu z := mu z * (1 - mu z).
Definition ddmu z := dmu z * (1 - 2 * mu z).
Lemma mu01 z : 0 < mu z < 1.
Proof.
have P := exp_pos (- z); rewrite /mu; split; first by apply: Rinv_0_lt_compat; lra.
by rewrite -Rinv_1; apply: Rinv_1_lt_contravar; lra.
Qed.
Lemma mu_d z : is_derive mu z (dmu z).
Proof. have P := exp_pos (- z); rewrite /mu /dmu /mu; auto_derive; [lra|field; lra]. Qed.
Lemma dmu_d z : is_derive dmu z (ddmu z).
Proof.
have P := exp_pos (- z); rewrite /dmu /ddmu /dmu /mu; auto_derive; [lra|field; lra].
Qed.
Lemma logistic_sc z : Rabs (ddmu z) <= dmu z.
Proof.
have := mu01 z; rewrite /ddmu /dmu; move: (mu z) => u [u0 u1].
have v0 : 0 <= u * (1 - u) by nra.
have v1 : 0 <= u * (1 - u) * (1 - u) by apply: Rmult_le_pos; lra.
have v2 : 0 <= u * (1 - u) * u by apply: Rmult_le_pos; lra.
by apply: Rabs_le; split; lra.
Qed.
Lemma logistic_km z : dmu z <= / 4.
Proof. have := mu01 z; rewrite /dmu; move: (mu z) => u [u0 u1]; have := Rle_0_sqr (u - / 2); rewrite /Rsqr; lra. Qed.
End Logistic.
End Logistic.

Section Num.
Local Open Scope R_scope.
Lemma mu_sym z : Logistic.mu (- z) = 1 - Logistic.mu z.
Proof.
rewrite /Logistic.mu Ropp_involutive exp_Ropp; have P := exp_pos z; field; lra.
Qed.
Lemma dmu_low S z : Logistic.mu (- S) <= Logistic.mu z <= Logistic.mu S -> Logistic.dmu S <= Logistic.dmu z.
Proof.
rewrite mu_sym /Logistic.dmu; move: (Logistic.mu S) (Logistic.mu z) => u v [h1 h2].
have : 0 <= (u - v) * (v - (1 - u)) by apply: Rmult_le_pos; lra.
lra.
Qed.
Lemma dmu_pos S : 0 < Logistic.dmu S.
Proof. by have [a b] := Logistic.mu01 S; rewrite /Logistic.dmu; apply: Rmult_lt_0_compat; lra. Qed.
Lemma bern_var q : q * ((1 - q) * (1 - q)) + (1 - q) * ((0 - q) * (0 - q)) = q * (1 - q).
Proof. ring. Qed.
End Num.

From mathcomp Require Import all_ssreflect all_algebra ring.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance estimate tail potentials deviation regret.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.

Section Link.
Local Open Scope R_scope.
Variables (mu dmu ddmu : R -> R) (km : R).
Hypothesis Hmu : forall z, is_derive mu z (dmu z).
Hypothesis Hdmu : forall z, is_derive dmu z (ddmu z).
Hypothesis Hsc : forall z, Rabs (ddmu z) <= dmu z.
Hypothesis Hkm : forall z, dmu z <= km.
Definition regret_D_no_proj_link cm := @regret_D_no_proj mu dmu (alpha dmu) cm km (link_secant Hmu Hdmu) (link_sc Hdmu Hsc) (link_km Hdmu Hkm) (link_ge0 Hsc).
End Link.
Definition regret_logistic cm := @regret_D_no_proj_link _ _ _ _ Logistic.mu_d Logistic.dmu_d Logistic.logistic_sc Logistic.logistic_km cm.


Local Open Scope ring_scope.
Notation lmu := Logistic.mu.
Definition lmono := link_mono Logistic.mu_d Logistic.dmu_d Logistic.logistic_sc.
Definition lcont : continuity lmu := link_cont Logistic.mu_d.

Section Closed.
Variables (d T D : nat) (g lam S delta : R) (th : nat -> 'cV[R]_d) (arms : seq bool -> seq 'cV[R]_d).
Hypotheses (d0 : (0 < d)%N) (T0 : (0 < T)%N) (g0 : 0 < g) (g1 : g < 1) (lam0 : 0 < lam) (S0 : 0 <= S).
Hypotheses (de0 : 0 < delta) (de1 : delta <= 1).
Hypothesis th1 : forall s, nrm2 (th s) <= S.
Hypothesis arms0 : forall h, arms h != [::].
Hypothesis arms1 : forall h b, b \in arms h -> nrm2 b <= 1.

(* the constants of the algorithm: k_mu = 1/4, m = 1, c_mu = mu'(S) *)
Definition cm := Logistic.dmu S.
Definition rho := Num.sqrt lam / (2%:R * 1) + 2%:R * 1 / Num.sqrt lam *
  (ln (T%:R / delta) + d%:R / 2%:R * ln (1 + (Rinv (IZR 4)) * (1 - g ^+ 2 ^+ D) / (d%:R * lam * (1 - g ^+ 2))) + d%:R * ln 2%:R).
Definition bt := beta D g lam (Rinv (IZR 4)) S 1 rho.
Definition bonus t (a : nat -> 'cV[R]_d) b := bt / Num.sqrt cm * nrm (invmx (V g (lam / cm) a t)) b.
Definition reward (h : seq bool) (e : bool) : R := e%:R.
(* D-GLM-UCB: act is optimistic for the maximum-likelihood estimate hat *)
Definition DGLMUCB (act hat : seq bool -> 'cV[R]_d) := forall h, let past s := act (take s h) in
  [/\ \sum_(s < size h) (discount g (size h) s * lmu (dot (past s) (hat h))) *: past s + lam *: hat h =
        \sum_(s < size h) (discount g (size h) s * reward (take s h) (nth false h s)) *: past s,
      act h \in arms h &
      forall b, b \in arms h ->
        lmu (dot b (hat h)) + bonus (size h) past b <= lmu (dot (act h) (hat h)) + bonus (size h) past (act h)].
(* Bernoulli rewards with mean mu(<act, theta>) *)
Definition prob (act : seq bool -> 'cV[R]_d) h (e : bool) :=
  if e then lmu (dot (act h) (th (size h))) else 1 - lmu (dot (act h) (th (size h))).

Lemma bonus_ext t a a' b : (forall s, (s < t)%N -> a s = a' s) -> bonus t a b = bonus t a' b.
Proof.
move=> e; rewrite /bonus; suff -> : V g (lam / cm) a t = V g (lam / cm) a' t by [].
rewrite /V /design; congr (_ + _); apply: eq_bigr => s _.
by rewrite e.
Qed.

Theorem algorithm_exists : exists act hat, DGLMUCB act hat.
Proof.
exists (act lmu lam g false reward arms bonus), (hat lmu lam g false reward arms bonus) => h.
have [H1 H2] := act_best lmu lam g false reward arms0 bonus_ext h.
by split; [exact: (hat_mle false reward lam0 g0 lmono lcont arms bonus h)|exact: H1|exact: H2].
Qed.

Lemma mu_gt0 z : 0 < lmu z. Proof. by apply/RltP; have [] := Logistic.mu01 z. Qed.
Lemma mu_lt1 z : lmu z < 1. Proof. by apply/RltP; have [] := Logistic.mu01 z. Qed.

Lemma cm_low (b x : 'cV[R]_d) : nrm2 b <= 1 -> nrm2 x <= S -> cm <= Logistic.dmu (dot b x).
Proof.
move=> b1 x1; have : `|dot b x| <= S.
  apply: (le_trans (nrm2_cs b x)); rewrite -[S]mul1r; apply: ler_pmul => //; exact: nrm2_ge0.
rewrite ler_norml => /andP [l1 l2]; apply/RleP/dmu_low.
by split; apply/RleP; apply: lmono.
Qed.

Lemma var_eq act h : \sum_e prob act h e * (reward h e - lmu (dot (act h) (th (size h)))) ^+ 2 =
  Logistic.dmu (dot (act h) (th (size h))).
Proof.
rewrite big_bool /prob /reward /Logistic.dmu; move: (lmu _) => q.
by rewrite !expr2 mulr1n mulr0n; exact: bern_var.
Qed.

Theorem regret_bernoulli act hat ast : DGLMUCB act hat -> (forall h, ast h \in arms h) ->
  1 - delta <= Pr (prob act) T (fun h =>
    \sum_(t < T) (lmu (dot (ast (take t h)) (th (size (take t h)))) - lmu (dot (act (take t h)) (th (size (take t h)))))
    <= bound cm (Rinv (IZR 4)) th T D g lam S 1 delta 1) [::].
Proof.
move=> alg astP.
have pp h e : 0 <= prob act h e by case: e; rewrite /prob ?subr_ge0 ltW // ?mu_gt0 ?mu_lt1.
have p1 h : \sum_e prob act h e = 1 by rewrite big_bool /prob /= addrC subrK.
have mk h : \sum_e prob act h e * reward h e = lmu (dot (act h) (th (size h))).
  by rewrite big_bool /prob /reward /= mulr1 mulr0 addr0.
have vr h : \sum_e prob act h e * (reward h e - lmu (dot (act h) (th (size h)))) ^+ 2 <=
  Logistic.dmu (dot (act h) (th (size h))) by rewrite var_eq.
have bd h e : `|reward h e - lmu (dot (act h) (th (size h)))| <= 1.
  have z0 := mu_gt0 (dot (act h) (th (size h))); have z1 := mu_lt1 (dot (act h) (th (size h))).
  rewrite /reward ler_norml; case: e; apply/andP; split.
  - by rewrite ler_subr_addr (le_trans _ ler01) // addrC subr_le0 ltW.
  - by rewrite ler_subl_addl ler_addr ltW.
  - by rewrite sub0r ler_opp2 ltW.
  - by rewrite sub0r (le_trans _ ler01) // oppr_le0 ltW.
have rm h : lmu (dot (ast h) (th (size h))) - lmu (dot (act h) (th (size h))) <= 1.
  by rewrite ler_subl_addl (le_trans (ltW (mu_lt1 _))) // ler_addr ltW // mu_gt0.
have cm0 : 0 < cm by apply/RltP; exact: dmu_pos.
refine (@regret_logistic cm bool_finType false (prob act) reward pp p1 d th (fun h b => b \in arms h)
  act ast hat T D g lam S 1 delta 1 d0 T0 g0 g1 lam0 cm0 S0 ltr01 de0 de1 ler01 cm_low th1 arms1 _ astP mk vr bd _ _ rm).
- by move=> h; have [] := alg h.
- by move=> h; have [] := alg h.
- by move=> h b hb; have [_ _] := alg h; apply.
Qed.

Theorem closed : exists act hat, DGLMUCB act hat /\ forall ast, (forall h, ast h \in arms h) ->
  1 - delta <= Pr (prob act) T (fun h =>
    \sum_(t < T) (lmu (dot (ast (take t h)) (th (size (take t h)))) - lmu (dot (act (take t h)) (th (size (take t h)))))
    <= bound cm (Rinv (IZR 4)) th T D g lam S 1 delta 1) [::].
Proof.
have [act [hat alg]] := algorithm_exists; exists act, hat; split=> // ast.
exact: regret_bernoulli alg.
Qed.
End Closed.
