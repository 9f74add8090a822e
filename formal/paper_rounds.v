(* From the paper's rounds 1, 2, ... to those of the chapters, 0, 1, ...: self-concordance, the estimate and the
   mixture.  See the top of paper_indices.v. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import any_law any_law_tail any_law_regret.
From Glb Require Import real_numbers matrices setting self_concordance integrals mixing potentials.
From Glb Require Import secant_matrices estimate tail deviation bonus regret.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(** * Rounds *)

(* Rounds 1 .. t - 1 are the chapters' 0 .. t - 2. *)
Lemma rounds_sum (T : zmodType) (f : nat -> T) t : \sum_(1 <= s < t) f s = \sum_(s < t.-1) f s.+1.
Proof. by case: t => [|t]; [rewrite big_geq // big_ord0|rewrite big_add1 big_mkord]. Qed.

(* The last tau rounds before t are the rounds before t that a weight 0 or 1 picks. *)
Lemma rounds_mask (T : zmodType) (f : nat -> T) tau t :
  \sum_(maxn 1 (t - tau) <= s < t) f s = \sum_(1 <= s < t) (if (t - tau <= s)%N then f s else 0).
Proof.
rewrite (big_nat_widenl _ 1) ?leq_maxl // big_mkcond /= !big_nat; apply: eq_bigr => s /andP [s1 _].
by have -> : (maxn 1 (t - tau) <= s)%N = (t - tau <= s)%N by clear -s1; lia.
Qed.

(* The same in the rounds of the chapters. *)
Lemma rounds_window (T : lmodType R) (f : nat -> R) (x : nat -> T) tau t :
  \sum_(maxn 1 (t - tau) <= s < t) f s *: x s =
  \sum_(s < t.-1) ((t.-1 - tau <= s)%N%:R * f s.+1) *: x s.+1.
Proof.
rewrite rounds_mask rounds_sum; apply: eq_bigr => s _.
have -> : (t - tau <= s.+1)%N = (t.-1 - tau <= s)%N by clear; lia.
by case: ifP; rewrite ?mul1r ?mul0r ?scale0r.
Qed.

(* The design matrix of rounds 1 .. t with any weights, *)
Lemma paper_design d lam (a : nat -> 'cV[R]_d) (w : nat -> R) t :
  \sum_(1 <= s < t.+1) w s *: (a s *m (a s)^T) + lam%:M = design lam (fun s => a s.+1) (fun s => w s.+1) t.
Proof. by rewrite rounds_sum. Qed.

(* with discount, *)
Lemma paper_discount d g lam (a : nat -> 'cV[R]_d) t :
  \sum_(1 <= s < t.+1) g ^+ (t.+1 - 1 - s) *: (a s *m (a s)^T) + lam%:M = V g lam (fun s => a s.+1) t.
Proof.
rewrite paper_design; congr (_ + _); apply: eq_bigr => s _; congr (_ ^+ _ *: _).
by clear; lia.
Qed.

(* of a window with weights, *)
Lemma paper_window d lam (a : nat -> 'cV[R]_d) (w : nat -> R) tau t :
  \sum_(maxn 1 (t.+1 - tau) <= s < t.+1) w s *: (a s *m (a s)^T) + lam%:M =
  design lam (fun s => a s.+1) (fun s => window_weight _ tau t s * w s.+1) t.
Proof. by rewrite rounds_window. Qed.

(* of a window, *)
Lemma paper_V_window d lam (a : nat -> 'cV[R]_d) tau (V : nat -> 'M[R]_d) :
  (forall t, (1 <= t)%N -> V t = \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + lam%:M) ->
  forall t, V t.+1 = V_window lam (fun s => a s.+1) tau t.
Proof.
move=> VE t; rewrite VE //; have := paper_window lam a (fun=> 1) tau t.
under eq_bigr do rewrite scale1r; move=> ->; congr (_ + _); apply: eq_bigr => s _.
by rewrite mulr1.
Qed.

(* and of the last t0 rounds with squared discounts. *)
Lemma paper_window_discount d g lam (sigma : nat -> R) (a : nat -> 'cV[R]_d) t0 t :
  \sum_(maxn 1 (t.+1 - t0) <= s < t.+1)
    (g ^+ (2 * (t.+1 - 1 - s)) * sigma s ^+ 2) *: (a s *m (a s)^T) + lam%:M =
  design lam (fun s => a s.+1)
    (fun s => window_weight _ t0 t s * g ^+ (2 * (t.-1 - s)) * sigma s.+1 ^+ 2) t.
Proof.
rewrite paper_window; congr (_ + _); apply: eq_bigr => s _; rewrite mulrA; congr (_ * _ ^+ _ * _ *: _).
by clear; lia.
Qed.

(* Actions of the unit ball, with the square of the norm. *)
Lemma unit_ball d (x : 'cV[R]_d) : (‖x‖ <= 1) = (⟨x, x⟩ <= 1).
Proof. by rewrite -[in RHS]nrm2_sqr expr_le1 // nrm2_ge0. Qed.
Lemma unit_actions d (a : nat -> 'cV[R]_d) : (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  forall s, ⟨a s.+1, a s.+1⟩ <= 1.
Proof. by move=> a1 s; rewrite -unit_ball a1. Qed.

(** * Self-concordance *)

(* Self-concordance in Coq's own order. *)
Lemma sc_Rle (dmu ddmu : R -> R) : (forall z, `|ddmu z| <= dmu z) -> forall z, Rle (Rabs (ddmu z)) (dmu z).
Proof. by move=> sc z; apply/RleP; exact: sc. Qed.

(* The four hypotheses on the link, as the chapters have them. *)
Lemma paper_link (mu dmu ddmu : R -> R) (k_mu : R) :
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> (forall z, dmu z <= k_mu) -> self_concordant_link mu dmu ddmu k_mu.
Proof. by move=> d1 d2 sc km; split=> // z; apply/RleP; [exact: sc|exact: km]. Qed.

(** * The weighted estimate *)

(* A vanishing score is the equation g = sum of rewards, *)
Lemma score_zero d (m t : nat) lam (x y : nat -> R) (a : nat -> 'cV[R]_d) th :
  \sum_(m <= s < t) (x s - y s) *: a s - lam *: th = 0 <->
  \sum_(m <= s < t) y s *: a s + lam *: th = \sum_(m <= s < t) x s *: a s.
Proof.
rewrite (eq_bigr (fun s => x s *: a s - y s *: a s)) => [|s _]; last exact: scalerBl.
rewrite sumrB -addrA -opprD; set u := _ + lam *: th; set v := \sum_(_ <= _ < _) x _ *: _.
by split=> [/eqP|->]; rewrite ?subrr // subr_eq0 => /eqP.
Qed.

(* with weights as well. *)
Lemma weighted_score_zero d (m t : nat) (w : nat -> R) lam (x y : nat -> R) (a : nat -> 'cV[R]_d) th :
  \sum_(m <= s < t) (w s * (x s - y s)) *: a s - lam *: th = 0 <->
  \sum_(m <= s < t) (w s * y s) *: a s + lam *: th = \sum_(m <= s < t) (w s * x s) *: a s.
Proof. by under eq_bigr do rewrite mulrBr; exact: score_zero. Qed.

(* The programme in the rounds of the chapters: minimiser, strict convexity, Hessian. *)
Lemma convex_programme (d n : nat) (lam : R) (b mu dmu c : R -> R) (a : nat -> 'cV[R]_d) (r w : nat -> R) :
  0 < lam -> (forall s, 0 <= w s) ->
  (forall z, is_derive b z (mu z)) -> (forall z, is_derive mu z (dmu z)) -> (forall z, 0 <= dmu z) ->
  let J := objective b c lam a r w n in let H := secant_matrices.Hw dmu lam a w n in
  [/\ exists! hat, forall th, J hat <= J th,
      forall th1 th2 (v : R), th1 != th2 -> 0 < v -> v < 1 ->
        J (v *: th1 + (1 - v) *: th2) < v * J th1 + (1 - v) * J th2,
      forall th u : 'cV[R]_d, exists dJ : R -> R, forall e : R,
        is_derive (fun e : R => J (th + e *: u)) e (dJ e) /\ is_derive dJ e (‖u‖²_[H (th + e *: u)]) &
      forall th, H th ⪰ lam%:M].
Proof.
move=> l0 wp hb hm m0 J H; have w0 s : (s < n)%N -> 0 <= w s by move=> _; exact: wp.
have mono (p q : R) : p <= q -> mu p <= mu q.
  move=> /RleP pq; apply/RleP; apply: (nondecreasing_of_derive mu dmu) pq => // z; exact/RleP.
have cont : continuity mu by exact: link_cont hm.
split.
- exact: (mle_exists c hb a r mono w0 l0 cont).
- by move=> th1 th2 v; exact: objective_strictly_convex.
- move=> th u; exists (fun e => ⟨gradient mu lam a r w n (th + e *: u), u⟩) => e.
  by split; [exact: objective_gradient|exact: gradient_derivative].
- by move=> th; exact: Hessian_ge.
Qed.

(* The estimate for any non-negative weights: it maximises the likelihood and solves the equation. *)
Lemma weighted_estimate (d t : nat) (w : nat -> R) (lam : R) (b mu c : R -> R) (a : nat -> 'cV[R]_d)
  (r : nat -> R) :
  0 < lam -> (forall s, 0 <= w s) ->
  (forall z, is_derive b z (mu z)) -> continuity mu -> (forall x y : R, x <= y -> mu x <= mu y) ->
  let logP th s := r s.+1 * ⟨a s, th⟩ - b ⟨a s, th⟩ + c (r s.+1) in
  let L th := \sum_(1 <= s < t) w s * logP th s - lam / 2%:R * ‖th‖ ^+ 2 in
  let score th := \sum_(1 <= s < t) (w s * (r s.+1 - mu ⟨a s, th⟩)) *: a s - lam *: th in
  [/\ exists! hat, forall th, L th <= L hat, exists! hat, score hat = 0 &
      forall hat, (forall th, L th <= L hat) <-> score hat = 0].
Proof.
move=> l0 wp hb cont mono logP L score; pose w1 s := w s.+1.
have w0 s : (s < t.-1)%N -> 0 <= w1 s by move=> _; exact: wp.
pose A s := a s.+1; pose r' s := r s.+2.
have LE th : L th = - objective b c lam A r' w1 t.-1 th by rewrite /L rounds_sum /objective opprD opprK.
have SE th : score th = 0 <-> gw mu lam A w1 t.-1 th = \sum_(s < t.-1) (w1 s * r' s) *: A s.
  by rewrite /score weighted_score_zero !rounds_sum.
have MC hat : (forall th, L th <= L hat) <-> score hat = 0.
  rewrite SE -(mle_characterised c hb A r' mono w0 l0 cont).
  by split=> m th; have := m th; rewrite !LE ler_opp2.
have [x [m u]] := mle_exists c hb A r' mono w0 l0 cont.
have mx : forall th, L th <= L x by move=> th; rewrite !LE ler_opp2.
split=> //; exists x; split=> //.
- by move=> y my; apply: u => th; have := my th; rewrite !LE ler_opp2.
- exact/MC.
by move=> y /MC my; apply: u => th; have := my th; rewrite !LE ler_opp2.
Qed.

(* The same for a sliding window. *)
Lemma windowed_estimate (d t tau : nat) (lam : R) (b mu c : R -> R) (a : nat -> 'cV[R]_d) (r : nat -> R) :
  0 < lam ->
  (forall z, is_derive b z (mu z)) -> continuity mu -> (forall x y : R, x <= y -> mu x <= mu y) ->
  let logP th s := r s.+1 * ⟨a s, th⟩ - b ⟨a s, th⟩ + c (r s.+1) in
  let L th := \sum_(maxn 1 (t - tau) <= s < t) logP th s - lam / 2%:R * ‖th‖ ^+ 2 in
  let score th := \sum_(maxn 1 (t - tau) <= s < t) (r s.+1 - mu ⟨a s, th⟩) *: a s - lam *: th in
  [/\ exists! hat, forall th, L th <= L hat, exists! hat, score hat = 0 &
      forall hat, (forall th, L th <= L hat) <-> score hat = 0].
Proof.
move=> l0 hb cont mono logP L score; pose w s : R := (t - tau <= s)%N%:R.
have -> : L = fun th => \sum_(1 <= s < t) w s * logP th s - lam / 2%:R * ‖th‖ ^+ 2.
  apply: functional_extensionality => th; rewrite /L rounds_mask; congr (_ - _).
  by apply: eq_bigr => s _; rewrite /w; case: ifP; rewrite ?mul1r ?mul0r.
have -> : score = fun th => \sum_(1 <= s < t) (w s * (r s.+1 - mu ⟨a s, th⟩)) *: a s - lam *: th.
  apply: functional_extensionality => th; rewrite /score rounds_mask; congr (_ - _).
  by apply: eq_bigr => s _; rewrite /w; case: ifP; rewrite ?mul1r ?mul0r ?scale0r.
by apply: weighted_estimate => // s; exact: ler0n.
Qed.

(* Multiplied by gamma^-(t-1) the discounted objective is the one with growing weights. *)
Lemma rescaled_objective (gamma lam N : R) (f : nat -> R) t : 0 < gamma ->
  - (\sum_(1 <= s < t) gamma ^- s * f s) + lam * gamma ^- (t - 1) / 2%:R * N =
  gamma ^- (t - 1) * (- (\sum_(1 <= s < t) gamma ^+ (t - 1 - s) * f s) + lam / 2%:R * N).
Proof.
move=> g0; rewrite mulrDr mulrN mulr_sumr; congr (- _ + _); last by rewrite !mulrA [_ * lam]mulrC.
rewrite !big_nat; apply: eq_bigr => s /andP [s1 st]; rewrite mulrA; congr (_ * _).
have {1}-> : (t - 1 = (t - 1 - s) + s)%N by clear -s1 st; lia.
by rewrite exprD invfM mulrC mulrA mulfV ?mul1r // expf_neq0 // gt_eqF.
Qed.

(** * The mixture *)

(* eq:M_u with its sums written out; k is the paper's m w_{t-1}. *)
Lemma paper_M (E : finType) (e0 : E) d (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R)
  (sigma2 : seq E -> R) (k : R) (w : nat -> R) (xi : 'cV[R]_d) (h : seq E) :
  exp (k^-1 * ⟨xi, \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h)⟩
       - k^-1 ^+ 2 * ⟨xi, (\sum_(s < size h) (w s ^+ 2 * sigma2 (take s h))
           *: (act (take s h) *m (act (take s h))^T)) *m xi⟩) =
  tail_event.M e0 act eps sigma2 k w xi h.
Proof. by rewrite /tail_event.M /tail_event.logM /Hh /design raddf0 addr0. Qed.

(* The isotropic normal density of precision 2 lambda / (m w)^2, unnormalised. *)
Lemma normal_isotropic d (k lam : R) :
  (fun xi : 'cV[R]_d => exp (- (2%:R^-1 * (2%:R * lam / k ^+ 2) * ⟨xi, xi⟩))) =
  gauss (k^-1 ^+ 2 * lam)%:M.
Proof.
apply: functional_extensionality => x; rewrite /gauss qf_scalar; congr (exp (- (_ * _))).
by rewrite exprVn mulrA mulrA mulVf ?pnatr_eq0 // mul1r mulrC.
Qed.

(* The integrand of eq:bar_M_u. *)
Lemma paper_integrand (E : finType) (e0 : E) d (act : seq E -> 'cV[R]_d) (eps : seq E -> E -> R)
  (sigma2 : seq E -> R) (k lam : R) (w : nat -> R) (h : seq E) :
  inball 1 (fun xi => exp (- (2%:R^-1 * (2%:R * lam / k ^+ 2) * ⟨xi, xi⟩)) *
    exp (k^-1 * ⟨xi, \sum_(s < size h) (w s * eps (take s h) (nth e0 h s)) *: act (take s h)⟩
         - k^-1 ^+ 2 * ⟨xi, (\sum_(s < size h) (w s ^+ 2 * sigma2 (take s h))
             *: (act (take s h) *m (act (take s h))^T)) *m xi⟩)) =
  inball 1 (fun xi => gauss (k^-1 ^+ 2 * lam)%:M xi * tail_event.M e0 act eps sigma2 k w xi h).
Proof.
by congr inball; apply: functional_extensionality => x; rewrite paper_M -normal_isotropic.
Qed.

(* The isotropic normal density as the form of a matrix, *)
Lemma normal_scalar d (k lam : R) :
  (fun x : 'cV[R]_d => exp (- (2%:R^-1 * ⟨x, (2%:R * lam / k ^+ 2)%:M *m x⟩))) =
  gauss (k^-1 ^+ 2 * lam)%:M.
Proof.
by rewrite -normal_isotropic; apply: functional_extensionality => x; rewrite mul_scalar_mx dotZr mulrA.
Qed.

(* and the one of precision matrix 2 H / (m w)^2. *)
Lemma normal_matrix d (k : R) (H : 'M[R]_d) :
  (fun x : 'cV[R]_d => exp (- (2%:R^-1 * ⟨x, (2%:R / k ^+ 2) *: H *m x⟩))) = gauss (k^-1 ^+ 2 *: H).
Proof.
apply: functional_extensionality => x; rewrite /gauss qfZ -scalemxAl dotZr; congr (exp (- _)).
by rewrite exprVn mulrA mulrA mulVf ?pnatr_eq0 // mul1r.
Qed.

(* Its integral over the unit ball exists and is positive. *)
Lemma normaliser_int d (k : R) :
  is_int (inball 1 (gauss (k%:M : 'M[R]_d))) (normaliser 1 (k%:M : 'M[R]_d)) /\
  0 < normaliser 1 (k%:M : 'M[R]_d).
Proof.
by split; [apply: ball_int; [exact: ltr01|exact: lexx|exact: gauss_LL|exact: gauss_ge0]
          |exact: normaliser_gt0].
Qed.
