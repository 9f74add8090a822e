(* Mutants of claims_estimate_steps.v: each theorem there with one token moved is false. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting self_concordance potentials secant_matrices estimate.
From Glb Require Import paper_indices small_witnesses estimate_steps claims_estimate_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* One entry of an equality of 1 x 1 matrices, and of a Loewner inequality. *)
Lemma entry (A B : 'M[R]_1) : A = B -> A 0 0 = B 0 0.
Proof. by move=> ->. Qed.
Lemma entry_le (A B : 'M[R]_1) : A ⪯ B -> A 0 0 <= B 0 0.
Proof. by move=> /(_ (delta_mx 0 0)); rewrite !qf_delta. Qed.
Lemma entryD (A B : 'M[R]_1) : (A + B) 0 0 = A 0 0 + B 0 0.
Proof. by rewrite mxE. Qed.
Lemma entryZ (c : R) (A : 'M[R]_1) : (c *: A) 0 0 = c * A 0 0.
Proof. by rewrite mxE. Qed.
Lemma entry0 : (0%:M : 'M[R]_1) 0 0 = 0.
Proof. by rewrite mxE mul0rn. Qed.
Lemma ones : ((const_mx 1 : 'cV[R]_1) *m (const_mx 1 : 'cV[R]_1)^T) 0 0 = 1.
Proof. by rewrite !mxE big_ord1 !mxE mulr1. Qed.

Lemma mul_one (A : 'M[R]_1) : (A *m (const_mx 1 : 'cV[R]_1)) 0 0 = A 0 0.
Proof. by rewrite mxE big_ord1 mxE mulr1. Qed.

(* A function has one gradient and one Hessian. *)
Lemma one_Hessian (J : 'cV[R]_1 -> R) (H H' : 'cV[R]_1 -> 'M[R]_1) :
  (exists grad : 'cV[R]_1 -> 'cV[R]_1, forall th u v : 'cV[R]_1,
    is_derive (fun e : R => J (th + e *: u)) 0 ⟨grad th, u⟩ /\
    is_derive (fun e : R => ⟨grad (th + e *: v), u⟩) 0 ⟨u, H th *m v⟩) ->
  (exists grad : 'cV[R]_1 -> 'cV[R]_1, forall th u v : 'cV[R]_1,
    is_derive (fun e : R => J (th + e *: u)) 0 ⟨grad th, u⟩ /\
    is_derive (fun e : R => ⟨grad (th + e *: v), u⟩) 0 ⟨u, H' th *m v⟩) ->
  forall th, H th 0 0 = H' th 0 0.
Proof.
move=> [g h] [g' h'] th; pose u : 'cV[R]_1 := delta_mx 0 0.
have e x : ⟨g x, u⟩ = ⟨g' x, u⟩.
  by rewrite -(is_derive_unique _ _ _ (proj1 (h x u u))) (is_derive_unique _ _ _ (proj1 (h' x u u))).
have := is_derive_unique _ _ _ (proj2 (h th u u)); rewrite (Derive_ext _ _ _ (fun z => e _)).
by rewrite (is_derive_unique _ _ _ (proj2 (h' th u u))) -!/(bf _ u u) -!/(qf _ u) !qf_delta.
Qed.

Lemma zero_derive (z : R) : is_derive (fun=> 0 : R) z (0 : R).
Proof. exact: is_derive_const. Qed.
Lemma half_square (z : R) : is_derive (fun z : R => Rdiv (Rmult z z) 2) z (z : R).
Proof. by auto_derive => //; lra. Qed.

(* The entry of a sum of multiples of 1 1^T. *)
Lemma sum_entry (f : nat -> R) (c : R) m n :
  (\sum_(m <= s < n) f s *: ((const_mx 1 : 'cV[R]_1) *m (const_mx 1 : 'cV[R]_1)^T) + c%:M) 0 0 =
  \sum_(m <= s < n) f s + c.
Proof.
rewrite mxE summxE [c%:M _ _]mxE mulr1n; congr (_ + _); apply: eq_bigr => s _.
by rewrite mxE ones mulr1.
Qed.

(* gamma = 2: the squared weights give 4 + 1, the weights 2 + 1. *)
Lemma squares_above (e : R) : e = 1 ->
  ~ (\sum_(1 <= s < 3) 2%:R ^+ (2 * (3 - 1 - s)) * e + 0 <=
     \sum_(1 <= s < 3) 2%:R ^+ (3 - 1 - s) * e + 0 :> R).
Proof.
move=> ->; have E (h : nat -> nat) : \sum_(1 <= s < 3) 2%:R ^+ h s * 1 + 0 = (2 ^ h 1%N + 2 ^ h 2%N)%:R :> R.
  by rewrite addr0 natrD !natrX (@big_ltn _ _ _ 1 3) // big_nat1 !mulr1.
by rewrite !E ler_nat.
Qed.

(* Q17_mutant: Q17 with ridge 2 lambda: d = t = 1, lambda = 1, no observation. *)
Theorem Q17_mutant : ~ (forall (d t : nat) (gamma lam : R) (b mu dmu c : R -> R) (a : nat -> 'cV[R]_d)
  (r : nat -> R),
  (forall z, is_derive b z (mu z)) -> (forall z, is_derive mu z (dmu z)) ->
  let logP th s := r s.+1 * ⟨a s, th⟩ - b ⟨a s, th⟩ + c (r s.+1) in
  let J th := - (\sum_(1 <= s < t) gamma ^+ (t - 1 - s) * logP th s) + lam / 2%:R * ‖th‖ ^+ 2 in
  let H th := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * dmu ⟨a s, th⟩) *: (a s *m (a s)^T)
    + (2%:R * lam)%:M in
  exists grad : 'cV[R]_d -> 'cV[R]_d, forall th u v : 'cV[R]_d,
    is_derive (fun e : R => J (th + e *: u)) 0 ⟨grad th, u⟩ /\
    is_derive (fun e : R => ⟨grad (th + e *: v), u⟩) 0 ⟨u, H th *m v⟩).
Proof.
move=> /(_ 1%N 1%N 1 1 _ _ _ (fun=> 0) (fun=> 0) (fun=> 0) zero_derive zero_derive).
move=> /(one_Hessian (Q17 1 1 1 (fun=> 0) (fun=> 0) (fun=> 0) zero_derive zero_derive)) /(_ 0).
by rewrite !big_geq // !mxE !add0r !mulr1n mulr1 => /eqP; rewrite (eqr_nat _ 1 2).
Qed.

(* Q34_mutant: Q34 with a window longer by one round in H_t: d = 1, t = 2, tau = 0, a_1 = 1, linear link. *)
Theorem Q34_mutant : ~ (forall (d t tau : nat) (lam : R) (b mu dmu c : R -> R) (a : nat -> 'cV[R]_d)
  (r : nat -> R),
  (forall z, is_derive b z (mu z)) -> (forall z, is_derive mu z (dmu z)) ->
  let logP th s := r s.+1 * ⟨a s, th⟩ - b ⟨a s, th⟩ + c (r s.+1) in
  let J th := - (\sum_(maxn 1 (t - tau) <= s < t) logP th s) + lam / 2%:R * ‖th‖ ^+ 2 in
  let H th := \sum_(maxn 1 (t - tau.+1) <= s < t) dmu ⟨a s, th⟩ *: (a s *m (a s)^T) + lam%:M in
  exists grad : 'cV[R]_d -> 'cV[R]_d, forall th u v : 'cV[R]_d,
    is_derive (fun e : R => J (th + e *: u)) 0 ⟨grad th, u⟩ /\
    is_derive (fun e : R => ⟨grad (th + e *: v), u⟩) 0 ⟨u, H th *m v⟩).
Proof.
move=> /(_ 1%N 2%N 0%N 0 _ _ _ (fun=> 0) (fun=> const_mx 1) (fun=> 0) half_square id_derive).
move=> /(one_Hessian (Q34 2 0 0 (fun=> 0) (fun=> const_mx 1) (fun=> 0) half_square id_derive)) /(_ 0).
rewrite !(sum_entry (fun=> 1)) big_geq // big_nat1 !addr0 => /eqP.
by rewrite eq_sym oner_eq0.
Qed.

(* Q36_mutant: Q36 with g_t(theta) = ... + lambda/2 theta: d = t = 1, lambda = 2, theta = u = 1. *)
Theorem Q36_mutant : ~ (forall (d t tau : nat) (lam : R) (b mu c : R -> R) (a : nat -> 'cV[R]_d)
  (r : nat -> R) (th u : 'cV[R]_d),
  (forall z, is_derive b z (mu z)) ->
  let logP th s := r s.+1 * ⟨a s, th⟩ - b ⟨a s, th⟩ + c (r s.+1) in
  let J th := - (\sum_(maxn 1 (t - tau) <= s < t) logP th s) + lam / 2%:R * ‖th‖ ^+ 2 in
  let g th := \sum_(maxn 1 (t - tau) <= s < t) mu ⟨a s, th⟩ *: a s + (lam / 2%:R) *: th in
  is_derive (fun e : R => J (th + e *: u)) 0
    ⟨g th - \sum_(maxn 1 (t - tau) <= s < t) r s.+1 *: a s, u⟩).
Proof.
move=> /(_ 1%N 1%N 1%N 2%:R _ _ (fun=> 0) (fun=> 0) (fun=> 0) (const_mx 1) (const_mx 1) zero_derive).
move=> /is_derive_unique; have /is_derive_unique -> := Q36 1 1 2%:R (fun=> 0) (fun=> 0) (fun=> 0)
  (const_mx 1 : 'cV[R]_1) (const_mx 1) zero_derive.
rewrite !big_geq // !add0r subr0 subr0 !dotZl !dot_dim1 !mulr1 mulfV ?pnatr_eq0 // => /eqP.
by rewrite (eqr_nat _ 2 1).
Qed.

(* Q3_mutant: Q3 with ridge lambda: d = t = 1, lambda = 1, slopes and c_mu 2. *)
Theorem Q3_mutant : ~ (forall (d t : nat) (gamma lam S c_mu : R) (dmu : R -> R) (a : nat -> 'cV[R]_d),
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  0 <= gamma -> (forall s, (1 <= s < t)%N -> ‖a s‖ <= 1) ->
  let V := \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + lam%:M in
  let H th := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * dmu ⟨a s, th⟩) *: (a s *m (a s)^T) + lam%:M in
  (forall th, H th - c_mu *: V =
    \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * (dmu ⟨a s, th⟩ - c_mu)) *: (a s *m (a s)^T)) /\
  (forall th, ‖th‖ <= S -> c_mu *: V ⪯ H th)).
Proof.
have two : 0 < 2%:R :> R by rewrite ltr0n.
move=> /(_ 1%N 1%N 0 1 0 2%:R (fun=> 2%:R) (fun=> 0) two (fun _ _ _ _ => lexx _) (lexx _)).
case=> [[|[|]] //|_ /(_ 0)]; rewrite nrm2E nrm0 lexx => /(_ isT) /entry_le.
by rewrite !big_geq // !mxE !add0r mulr1n mulr1 (ler_nat _ 2 1).
Qed.

(* Q19_mutant: Q19 without the term (1 - gamma) lambda / c_mu: d = t = 1, gamma = 0, a_1 = 0, lambda = c_mu =
   1. *)
Theorem Q19_mutant : ~ (forall (d : nat) (gamma lam S c_mu : R) (dmu : R -> R) (a : nat -> 'cV[R]_d),
  0 < c_mu -> (forall z, continuous dmu z) ->
  (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  0 <= gamma -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  let V t := \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
  let G t th1 th2 := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mean_slope dmu (a s) th1 th2)
                       *: (a s *m (a s)^T) + lam%:M in
  (forall t, (1 <= t)%N -> V t.+1 = gamma *: V t + a t *m (a t)^T) /\
  (forall t th1 th2, ‖th1‖ <= S -> ‖th2‖ <= S -> c_mu *: V t ⪯ G t th1 th2)).
Proof.
move=> /(_ 1%N 0 1 0 1 (fun=> 1) (fun=> 0) ltr01 one_cont (fun _ _ _ _ => lexx _) (lexx _)).
case=> [s _|/(_ 1%N isT) /entry]; first by rewrite nrm2E nrm0 ler01.
rewrite big_nat1 big_geq // mul0mx scaler0 scale0r !add0r !mxE divr1 => /eqP.
by rewrite oner_eq0.
Qed.

(* Q18_mutant: Q18 with gamma for gamma^2: d = 1, t = 2, gamma = 2, a_1 = a_2 = 1, lambda = 0. *)
Theorem Q18_mutant : ~ (forall (d : nat) (gamma lam c_mu : R) (a : nat -> 'cV[R]_d),
  let V t := \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
  let Vt t := \sum_(1 <= s < t) gamma ^+ (2 * (t - 1 - s)) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
  (forall t, (1 <= t)%N ->
    Vt t.+1 = gamma *: Vt t + a t *m (a t)^T + ((1 - gamma) * (lam / c_mu))%:M) /\
  (0 <= gamma -> gamma <= 1 -> forall t, Vt t ⪯ V t)).
Proof.
move=> /(_ 1%N 2%:R 0 1 (fun=> const_mx 1)) [/(_ 2%N isT) /entry + _].
rewrite mul0r mulr0 sum_entry (@big_ltn _ _ _ 1 3) // !entryD entryZ ones entry0 sum_entry.
by rewrite !big_nat1 !addr0 !mulr1 -!natrX -!mulrSr => /eqP; rewrite eqr_nat.
Qed.

(* Q35_mutant: Q35 with t >= tau for t > tau: d = t = tau = 1, all actions 1 (a_0 as well). *)
Theorem Q35_mutant : ~ (forall (d tau : nat) (lam S c_mu : R) (dmu : R -> R) (a : nat -> 'cV[R]_d),
  0 < c_mu -> (forall b x : 'cV[R]_d, ‖b‖ <= 1 -> ‖x‖ <= S -> c_mu <= dmu ⟨b, x⟩) ->
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  let V t := \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + (lam / c_mu)%:M in
  let H t th := \sum_(maxn 1 (t - tau) <= s < t) dmu ⟨a s, th⟩ *: (a s *m (a s)^T) + lam%:M in
  [/\ forall t, (1 <= t)%N -> V t.+1 = V t + a t *m (a t)^T -
        (if (tau <= t)%N then a (t - tau)%N *m (a (t - tau)%N)^T else 0),
      forall t th, H t th - c_mu *: V t =
        \sum_(maxn 1 (t - tau) <= s < t) (dmu ⟨a s, th⟩ - c_mu) *: (a s *m (a s)^T) &
      forall t th, ‖th‖ <= S -> c_mu *: V t ⪯ H t th]).
Proof.
move=> /(_ 1%N 1%N 0 0 1 (fun=> 1) (fun=> const_mx 1) ltr01 (fun _ _ _ _ => lexx _)).
case=> [s _|/(_ 1%N isT) /entry + _ _]; first by rewrite nrm_dim1 normr1.
rewrite big_nat1 big_geq // addrK mul0r !entryD ones entry0 mxE !addr0 => /eqP.
by rewrite oner_eq0.
Qed.

(* Q22_mutant: Q22 with gamma <= 2 for gamma <= 1: d = 1, t = 3, gamma = 2, a_1 = a_2 = 1, linear link. *)
Theorem Q22_mutant : ~ (forall (d t : nat) (gamma lam : R) (dmu : R -> R) (a : nat -> 'cV[R]_d)
  (th1 th2 : 'cV[R]_d),
  (forall z, continuous dmu z) -> (forall z, 0 <= dmu z) ->
  let w s := gamma ^+ (t - 1 - s) in
  let G := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mean_slope dmu (a s) th1 th2)
             *: (a s *m (a s)^T) + lam%:M in
  let Gt := \sum_(1 <= s < t) (gamma ^+ (2 * (t - 1 - s)) * mean_slope dmu (a s) th1 th2)
              *: (a s *m (a s)^T) + lam%:M in
  G - Gt = \sum_(1 <= s < t) ((w s - w s ^+ 2) * mean_slope dmu (a s) th1 th2) *: (a s *m (a s)^T) /\
  (0 <= gamma -> gamma <= 2%:R -> lam%:M ⪯ Gt /\ Gt ⪯ G)).
Proof.
move=> /(_ 1%N 3%N 2%:R 0 (fun=> 1) (fun=> const_mx 1) 0 0 one_cont (fun _ => ler01)) [_].
move=> /(_ (ler0n _ _) (lexx _)) [_ /entry_le]; rewrite !sum_entry; exact/squares_above/mean_slope1.
Qed.

(* Q28_mutant: Q28 with gamma < 3 for gamma < 1: the same with gamma = 2. *)
Theorem Q28_mutant : ~ (forall (d t : nat) (gamma lam : R) (mu dmu ddmu : R -> R) (a : nat -> 'cV[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, is_derive dmu z (ddmu z)) ->
  (forall z, `|ddmu z| <= dmu z) -> 0 < gamma -> gamma < 3%:R ->
  let G th1 th2 := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mean_slope dmu (a s) th1 th2)
                     *: (a s *m (a s)^T) + lam%:M in
  let Gt th1 th2 := \sum_(1 <= s < t) (gamma ^+ (2 * (t - 1 - s)) * mean_slope dmu (a s) th1 th2)
                      *: (a s *m (a s)^T) + lam%:M in
  forall th1 th2 : 'cV[R]_d, Gt th1 th2 ⪯ G th1 th2).
Proof.
have [d1 d2 sc _] := linear_link_paper; have two : 0 < 2%:R :> R by rewrite ltr0n.
have lt : 2%:R < 3%:R :> R by rewrite ltr_nat.
move=> /(_ 1%N 3%N 2%:R 0 _ _ _ (fun=> const_mx 1) d1 d2 sc two lt 0 0) /entry_le.
rewrite !sum_entry; exact/squares_above/mean_slope1.
Qed.

(* D7_mutant: D7 with the squared weights in the last identity: d = 1, t = 3, gamma = 2, a_1 = a_2 =
   hat = 1. *)
Theorem D7_mutant : ~ (forall (d t : nat) (gamma lam : R) (mu dmu : R -> R) (a : nat -> 'cV[R]_d)
  (hat star : 'cV[R]_d),
  (forall z, is_derive mu z (dmu z)) -> (forall z, continuous dmu z) ->
  let path b v := dmu ⟨b, (1 - v) *: star + v *: hat⟩ in
  let alpha b := RInt (path b) 0 1 in
  let G := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * alpha (a s)) *: (a s *m (a s)^T) + lam%:M in
  let Gt := \sum_(1 <= s < t) (gamma ^+ (2 * (t - 1 - s)) * alpha (a s)) *: (a s *m (a s)^T) + lam%:M in
  let G' th1 th2 := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mean_slope dmu (a s) th1 th2)
                      *: (a s *m (a s)^T) + lam%:M in
  let Gt' th1 th2 := \sum_(1 <= s < t) (gamma ^+ (2 * (t - 1 - s)) * mean_slope dmu (a s) th1 th2)
                       *: (a s *m (a s)^T) + lam%:M in
  let g th := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mu ⟨a s, th⟩) *: a s + lam *: th in
  [/\ forall b : 'cV[R]_d, ex_RInt (path b) 0 1 /\
        alpha b = mean_slope dmu b hat star /\ alpha b = mean_slope dmu b star hat,
      G = G' hat star /\ G = G' star hat,
      Gt = Gt' hat star /\ Gt = Gt' star hat &
      g hat - g star = Gt *m (hat - star)]).
Proof.
move=> /(_ 1%N 3%N 2%:R 0 (fun x => x) (fun=> 1) (fun=> const_mx 1) (const_mx 1) (const_mx 0)
  id_derive one_cont).
case=> _ _ [-> _]; have [_ [-> _] _ ->] := D7 3 2%:R 0 (fun=> const_mx 1 : 'cV[R]_1) (const_mx 1) (const_mx 0)
  id_derive one_cont.
rewrite sub_dim1 subr0 => /entry; rewrite !mul_one !sum_entry => e.
by apply: (squares_above (mean_slope1 (const_mx 1) (const_mx 1) (const_mx 0))); rewrite e.
Qed.

(* Q21_mutant: Q21 with gamma^t: d = 1, t = 2, gamma = 2, a_1 = epsilon_2 = 1. *)
Theorem Q21_mutant : ~ (forall (d t : nat) (gamma : R) (a : nat -> 'cV[R]_d) (eps : nat -> R), gamma != 0 ->
  let S := \sum_(1 <= s < t) (gamma ^- s * eps s.+1) *: a s in
  gamma ^+ t *: S = \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * eps s.+1) *: a s).
Proof.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
move=> /(_ 1%N 2%N 2%:R (fun=> const_mx 1) (fun=> 1) two); rewrite !big_nat1 !mulr1 expr1 => /entry.
by rewrite !mxE !mulr1 expr2 mulfK // => /eqP; rewrite (eqr_nat _ 2 1).
Qed.

(* Q37_mutant: Q37 with t >= tau for t > tau: d = t = tau = 1, all actions and noises 1, mu = 0. *)
Theorem Q37_mutant : ~ (forall (d tau : nat) (mu : R -> R) (a star : nat -> 'cV[R]_d) (r eps : nat -> R),
  (forall s, (1 <= s)%N -> eps s.+1 = r s.+1 - mu ⟨a s, star s⟩) ->
  let S t := \sum_(maxn 1 (t - tau) <= s < t) eps s.+1 *: a s in
  (forall t, (1 <= t)%N -> S t.+1 = S t + eps t.+1 *: a t -
    (if (tau <= t)%N then eps (t - tau + 1)%N *: a (t - tau)%N else 0)) /\
  (forall t, \sum_(maxn 1 (t - tau) <= s < t) r s.+1 *: a s =
    S t + \sum_(maxn 1 (t - tau) <= s < t) mu ⟨a s, star s⟩ *: a s)).
Proof.
move=> /(_ 1%N 1%N (fun=> 0) (fun=> const_mx 1) (fun=> 0) (fun=> 1) (fun=> 1)) [s _|]; first by rewrite subr0.
move=> /(_ 1%N isT) + _; rewrite big_nat1 big_geq // addrK => /entry; rewrite !mxE mulr1 => /eqP.
by rewrite oner_eq0.
Qed.

(* D8_mutant: D8 with the round t - D - 1 left out: d = 1, t = 3, D = 1, a_1 = a_2 = gamma = mu = 1. *)
Theorem D8_mutant : ~ (forall (d t D : nat) (gamma lam : R) (mu : R -> R) (a : nat -> 'cV[R]_d)
  (th : 'cV[R]_d),
  let g := \sum_(1 <= s < t) (gamma ^+ (t - 1 - s) * mu ⟨a s, th⟩) *: a s + lam *: th in
  let g_recent := \sum_(maxn 1 (t - D) <= s < t) (gamma ^+ (t - 1 - s) * mu ⟨a s, th⟩) *: a s
                    + lam *: th in
  g = g_recent + \sum_(1 <= s < t - D - 1) (gamma ^+ (t - 1 - s) * mu ⟨a s, th⟩) *: a s).
Proof.
move=> /(_ 1%N 3%N 1%N 1 0 (fun=> 1) (fun=> const_mx 1) 0).
rewrite (_ : maxn 1 (3 - 1) = 2)%N // (_ : 3 - 1 - 1 = 1)%N // big_ltn // !big_nat1.
rewrite big_geq // !scaler0 !addr0.
rewrite !expr1n !mulr1 => /entry; rewrite !mxE !mulr1 => /eqP.
by rewrite (inj_eq (addrI _)) oner_eq0.
Qed.
