(* Steps of the appendix on K arms (lines 3403-3640) as theorems: definitions, phases, counting and the three
   events, along one sequence of rounds.  Conventions: those of Claims.v.  What holds in the mean is in
   claims_arms_law_steps.v.

   Rounds are 1, 2, ... as on the page, arms 0, ..., K-1.  I t is the arm of round t, X t its reward, istar t
   the arm i_t^star.  arms_phases.v: [phases mu b T Gamma]: the breakpoints b 1 < ... < b Gamma cut the rounds
   1, ..., T into the phases b phi <= t < b phi.+1 for phi = 0, ..., Gamma (the page's phase phi + 1), with
   b 0 = 1 and b Gamma.+1 = T + 1, and no mean changes within a phase.  best_arms mu istar: istar t is a best
   arm of round t, in every round.  phase_gap mu istar b phi i: Delta_i^{phi+1}, the gap in the first round.
   wrong_play I istar t i: 1(I_t = i <> i_t^star).  plays_to, mean_to, bonus_to, ucb_to I ... tau t i:
   N_t(tau, i), the mean, the bonus and the index of the tau rounds up to t.  chosen_by_ucb: round t plays the
   largest index of t - 1, arms that do not occur in the window first.  arms.v: enough tau B xi g is
   4 B^2 xi log(tau)/g^2. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials deviation regret rates arms arms_regret.
From Glb Require Import arms_phases arms_phase_plays arms_windows.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* D12, lines 3434-3437: the smallest gap of an arm.
   Paper: \Delta\mu_T(i) = \min\{\mu_t(i_t^\star)-\mu_t(i) : t\in\{1,\dots,T\}, \mu_t(i)<\mu_t(i_t^\star)\};
   lines 3446-3450 compare it with the gaps \Delta_i^\phi of the phases.
   Here: a number is the least of the positive gaps over the rounds if and only if it is the least of the
   positive gaps over all Gamma + 1 phases; there is one if the arm is not best in some round; and no positive
   gap of a phase is smaller.
   Differences: an arm that is always best has no such gap, and then the minimum is over the empty set. *)
Theorem D12 (K : nat) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K) (b : nat -> nat) (T Gamma : nat)
  (i : 'I_K) : phases mu b T Gamma -> best_arms mu istar ->
  let least (S : R -> Prop) m := S m /\ forall x, S x -> m <= x in
  let by_rounds x := exists2 t, (1 <= t <= T)%N &
    mu t i < mu t (istar t) /\ x = mu t (istar t) - mu t i in
  let by_phases x := exists2 phi, (phi <= Gamma)%N &
    0 < phase_gap mu istar b phi i /\ x = phase_gap mu istar b phi i in
  [/\ forall m, least by_rounds m <-> least by_phases m,
      (exists2 t, (1 <= t <= T)%N & mu t i < mu t (istar t)) -> exists m, least by_rounds m &
      forall m phi, least by_rounds m -> (phi <= Gamma)%N -> 0 < phase_gap mu istar b phi i ->
        m <= phase_gap mu istar b phi i].
Proof.
move=> ph best least by_rounds by_phases.
have to_phase x : by_rounds x -> by_phases x.
  move=> [t ht [lt ->]]; have [phi hp tp] := in_phase ph ht; exists phi => //.
  by rewrite -(gap_in_phase ph i best hp tp) subr_gt0.
have to_round x : by_phases x -> by_rounds x.
  move=> [phi hp [lt ->]]; have h1 := phase_start ph hp; case: (ph) => _ _ inc _.
  have h2 := inc phi hp; have h3 := phase_end ph hp; exists (b phi); first by rewrite h1 -ltnS (leq_trans h2).
  by rewrite -subr_gt0.
have eq m : least by_rounds m <-> least by_phases m.
  by split=> -[h1 h2]; split=> [|x hx]; [exact: to_phase|exact/h2/to_round|exact: to_round|exact/h2/to_phase].
split=> // [[t ht lt]|m phi [_ low] hp g0]; last by apply: low; apply: to_round; exists phi.
have [phi0 hp0 tp] := in_phase ph ht; pose g (phi : 'I_Gamma.+1) := phase_gap mu istar b phi i.
have g0 : 0 < g (Ordinal (hp0 : (phi0 < Gamma.+1)%N)).
  by rewrite /g /= -(gap_in_phase ph i best hp0 tp) subr_gt0.
case: (arg_minP (P := fun phi => 0 < g phi) g g0) => phi gp low.
exists (g phi); apply/eq; split; first by exists phi; rewrite // -ltnS.
by move=> x [k hk [k0 ->]]; exact: (low (Ordinal (hk : (k < Gamma.+1)%N))).
Qed.

(* D13, line 3506, as corrected: the plays of the tau rounds that precede t.
   Paper: N_t(\tau,i) = \sum_{s=t-\tau+1}^t 1(I_s=i), "the number of times the arm i was selected in the \tau
   steps preceding t".  The words describe N_{t-1}(\tau,i) = \sum_{s=\max(1,t-\tau)}^{t-1}1(I_s=i), the number
   of the rounds among max(1, t-tau), ..., t-1 with I_s = i; N_{t-1}, the mean and the index UCB_i(t-1) are
   known from these rounds. *)
Theorem D13 (K : nat) (I : nat -> 'I_K) (X : nat -> R) (B xi : R) (tau t : nat) (i : 'I_K) :
  (0 < t)%N -> (0 < tau)%N ->
  [/\ plays_to I tau t.-1 i = #|[set s : 'I_t | (0 < s)%N && (t - tau <= s)%N && (I s == i)]|,
      (plays_to I tau t.-1 i <= tau)%N &
      forall (I' : nat -> 'I_K) (X' : nat -> R),
        (forall s, (0 < s < t)%N -> (t - tau <= s)%N -> I' s = I s /\ X' s = X s) ->
        plays_to I' tau t.-1 i = plays_to I tau t.-1 i /\
        ucb_to I' X' B xi tau t.-1 i = ucb_to I X B xi tau t.-1 i].
Proof.
move=> t0 tau0; have e : (t.-1.+1 = t)%N by rewrite prednK.
split=> [||I' X' agree].
- rewrite /plays_to e big_geq_mkord -sum1_card [LHS]big_mkcond [RHS]big_mkcond /=; apply: eq_bigr => s _.
  by rewrite inE geq_max; case: (_ && _); case: (I s == i).
- rewrite /plays_to e; apply: (@leq_trans (\sum_(maxn 1 (t - tau) <= s < t) 1)).
    by apply: leq_sum => s _; case: (I s == i).
  by rewrite sum_nat_const_nat muln1; lia.
have eN : plays_to I' tau t.-1 i = plays_to I tau t.-1 i.
  rewrite /plays_to e !big_nat; apply: eq_bigr => s; rewrite geq_max => /andP [/andP [h1 h2] h3].
  by have [|-> _] := agree s _ h2; rewrite ?h1.
split=> //; rewrite /ucb_to /mean_to /bonus_to eN e; congr (_ / _ + _); rewrite !big_nat.
apply: eq_bigr => s; rewrite geq_max => /andP [/andP [h1 h2] h3].
by have [|-> ->] := agree s _ h2; rewrite ?h1.
Qed.

(* I53, lines 3501-3504, as corrected: the plays within a phase.
   Paper: N_i^\phi = \sum_{t\in\phi}1(I_t=i\neq i_t^\star) =
   \sum_{t=b_{\phi-1}}^{b_\phi}1(I_t=i\neq i_t^\star).
   Differences: the last round of a phase is b_\phi - 1; every phase, also the last one. *)
Theorem I53 (K : nat) (mu : nat -> {ffun 'I_K -> R}) (b : nat -> nat) (T Gamma : nat)
  (I istar : nat -> 'I_K) (phi : nat) (i : 'I_K) : phases mu b T Gamma -> (phi <= Gamma)%N ->
  (\sum_(1 <= t < T.+1 | b phi <= t < b phi.+1) wrong_play I istar t i =
   \sum_(b phi <= t < b phi.+1) wrong_play I istar t i)%N.
Proof.
move=> ph hp; have h1 := phase_start ph hp; have h2 := phase_end ph hp.
rewrite [RHS](big_nat_widenl _ _ _ _ _ h1) [RHS](big_nat_widen _ _ _ _ _ h2).
by rewrite [LHS]big_nat_cond [RHS]big_nat_cond; apply: eq_bigl => t; rewrite /= andbA.
Qed.

(* I54, lines 3509-3518, as corrected: the first tau rounds of a phase and the rest.
   Paper: N_i^\phi = \sum_{t=b_{\phi-1}}^{b_{\phi-1}+\tau-1}1(I_t=i\neq i_t^\star) +
   \sum_{t=b_{\phi-1}+\tau}^{b_\phi}1(I_t=i\neq i_t^\star) \leq \tau + \sum_{t=b_{\phi-1}+\tau}^{b_\phi}
   1(I_t=i\neq i_t^\star, N_t(\tau,i)\leq A_i^\phi) + \sum_{t=b_{\phi-1}+\tau}^{b_\phi}
   1(I_t=i\neq i_t^\star, N_t(\tau,i)>A_i^\phi).
   Differences: \leq in place of = (a phase may be shorter than \tau; where it is not, the two sides are
   equal); the sums end with the phase, at b_\phi - 1; A is any number, since A_i^\phi is set later. *)
Theorem I54 (K : nat) (b : nat -> nat) (I istar : nat -> 'I_K) (phi tau : nat) (i : 'I_K) (A : R) :
  let N := (\sum_(b phi <= t < b phi.+1) wrong_play I istar t i)%N in
  let late (P : nat -> bool) := (\sum_(b phi + tau <= t < b phi.+1) (wrong_play I istar t i && P t))%N in
  [/\ (N <= \sum_(b phi <= t < b phi + tau) wrong_play I istar t i + late xpredT)%N,
      (b phi + tau <= b phi.+1)%N ->
        N = (\sum_(b phi <= t < b phi + tau) wrong_play I istar t i + late xpredT)%N &
      (N <= tau + late (fun t => (plays_to I tau t i)%:R <= A)%ring
          + late (fun t => A < (plays_to I tau t i)%:R)%ring)%N].
Proof.
move=> N late; have eq : late xpredT = (\sum_(b phi + tau <= t < b phi.+1) wrong_play I istar t i)%N.
  by apply: eq_bigr => t _; rewrite andbT.
have same : (b phi + tau <= b phi.+1)%N ->
  N = (\sum_(b phi <= t < b phi + tau) wrong_play I istar t i + late xpredT)%N.
  by move=> h; rewrite eq -(big_cat_nat _ _ _ (leq_addr tau (b phi)) h).
split=> //.
  case: (leqP (b phi + tau) (b phi.+1)) => h; first by rewrite same.
  rewrite eq [X in (_ + X)%N](big_geq (ltnW h)) addn0 /N.
  case: (leqP (b phi) (b phi.+1)) => h0; last by rewrite (big_geq (ltnW h0)) leq0n.
  by rewrite [X in (_ <= X)%N](big_cat_nat _ _ _ h0 (ltnW h)) leq_addr.
rewrite -addnA; apply: (leq_trans (first_terms (fun t => wrong_play I istar t i) _ _ tau)).
rewrite leq_add2l /late -big_split /=; apply: leq_sum => t _.
by rewrite ltNge; case: (wrong_play I istar t i); case: (_ <= A).
Qed.

(* I55, lines 3531-3537: the counting lemma within a phase.
   Paper: \sum_{t=b_{\phi-1}+\tau}^{b_\phi}1(I_t=i\neq i_t^\star, N_t(\tau,i)\leq A_i^\phi) \leq
   \lceil T^\phi/\tau\rceil A_i^\phi, T^\phi the length of the phase.
   As printed (first part), and with the end b_\phi - 1 of the phase and one block fewer (second part).
   n = \lceil T^\phi/\tau\rceil. Differences: any A \geq 0; every phase, also the last one. *)
Theorem I55 (K : nat) (mu : nat -> {ffun 'I_K -> R}) (b : nat -> nat) (T Gamma : nat)
  (I istar : nat -> 'I_K) (phi tau n : nat) (i : 'I_K) (A : R) : phases mu b T Gamma -> (phi <= Gamma)%N ->
  (0 < tau)%N -> 0 <= A -> is_ceil ((b phi.+1 - b phi)%:R / tau%:R)%ring n ->
  let rare t := (wrong_play I istar t i && ((plays_to I tau t i)%:R <= A))%:R in
  \sum_(b phi + tau <= t < (b phi.+1).+1) rare t <= n%:R * A /\
  \sum_(b phi + tau <= t < b phi.+1) rare t <= n.-1%:R * A.
Proof.
move=> ph hp tau0 A0 nc rare; have h1 := phase_start ph hp; have cover := ceil_cover tau0 nc.
have part c l k : (0 < c)%N -> (l <= k * tau)%N -> \sum_(c <= t < c + l) rare t <= k%:R * A.
  move=> c0 lk; apply: le_trans (rare_interval I i tau0 A0 c0 lk); apply: ler_sum => t _.
  by rewrite /rare ler_nat /wrong_play; case: (I t == i); case: (i != istar t); case: (_ <= _).
have go r k : (r - (b phi + tau) <= k * tau)%N -> \sum_(b phi + tau <= t < r) rare t <= k%:R * A.
  move=> lk; case: (leqP (b phi + tau) r) => h; last by rewrite big_geq 1?ltnW // mulr_ge0 ?ler0n.
  by rewrite -{1}(subnKC h); apply: part => //; rewrite addn_gt0 h1.
by split; apply: go; case: n cover {nc} => [|n]; rewrite ?mulSn /=; lia.
Qed.

(* I56, lines 3554-3566, as corrected: a wrong play of an arm that is not rare means one of three events.
   Paper: when \{I_t=i\neq i_t^\star, N_t(\tau,i)>A_i^\phi\} holds, at least one of
   E_1 = \{\bar X_t(\tau,i)>\mu_t(i)+c_t(\tau,i)\}, E_2 = \{\bar X_t(\tau,i_t^\star)<\mu_t^\star-c_t(\tau,
   i_t^\star)\}, E_3 = \{\mu_t^\star-\mu_t(i)\leq2c_t(\tau,i), N_t(\tau,i)>A_i^\phi\} must be true.
   Differences: the index that chooses I_t is that of t - 1 (line 3414), so the means, bonuses and counts of
   the events are those of t - 1; N_t > A + 1; an arm that does not occur in the window has an infinite
   index; any A \geq 0, any means mu t. *)
Theorem I56 (K : nat) (mu : nat -> 'I_K -> R) (I istar : nat -> 'I_K) (X : nat -> R) (B xi A : R)
  (tau t : nat) (i : 'I_K) :
  (0 < t)%N -> (0 < tau)%N -> 0 <= A -> chosen_by_ucb I X B xi tau t ->
  wrong_play I istar t i -> A + 1 < (plays_to I tau t i)%:R ->
  let mean := mean_to I X tau t.-1 in let c := bonus_to I B xi tau t.-1 in
  [\/ mu t i + c i < mean i, mean (istar t) < mu t (istar t) - c (istar t) |
      mu t (istar t) - mu t i <= 2%:R * c i /\ A < (plays_to I tau t.-1 i)%:R].
Proof.
move=> t0 tau0 A0 [unseen largest] /andP [/eqP it _] many mean c.
have seen : A < (plays_to I tau t.-1 i)%:R.
  rewrite -(ltr_add2r 1) -mulrSr; apply: (lt_le_trans many); rewrite ler_nat -{1}(prednK t0).
  exact: plays_next.
have N0 : (0 < plays_to I tau t.-1 i)%N by rewrite -(ltr0n R_numDomainType) (le_lt_trans A0).
have all j : (0 < plays_to I tau t.-1 j)%N.
  by rewrite lt0n; apply/eqP => /unseen; rewrite it => z; rewrite z in N0.
case: (ltP (mu t i + c i) (mean i)) => [h|e1]; first by constructor 1.
case: (ltP (mean (istar t)) (mu t (istar t) - c (istar t))) => [h|e2]; first by constructor 2.
constructor 3; split=> //; have := largest all (istar t); rewrite it /ucb_to -/mean -/c => e3.
move: e1 e2 e3; move: (mean i) (mean _) (c i) (c _) (mu t i) (mu t _) => m1 m2 c1 c2 u1 u2.
move=> /RleP h1 /RleP h2 /RleP h3; apply/RleP; move: h1 h2 h3.
by toR_goal; simpl; lra.
Qed.

(* I59, lines 3590-3612, as corrected: the blocks of all phases.
   Paper: \sum_{i,\phi:\Delta_i^\phi>\Delta}\frac{4B^2\xi\log\tau}{\Delta_i^\phi}\lceil T^\phi/\tau\rceil +
   \sum_{i,\phi:\Delta_i^\phi>\Delta}\Delta_i^\phi(\tau+2P_\phi) + \Delta T \leq \frac{4B^2\xi\log(\tau)K}
   {\Delta}\frac T\tau + \tau K\Gamma_T B + 2KB\sum_\phi P_\phi + \Delta T, by \Delta_i^\phi \leq B.
   Differences (I56, I55, Q47, I60): A + 1 for A, \lceil T^\phi/\tau\rceil - 1 blocks, cut off at 0, hence the
   term BKT/\tau; all Gamma + 1 phases; the chances P_\phi are those of the phase, with the bracket of line
   3618.  n phi = \lceil T^\phi/\tau\rceil.  Every Delta > 0, B > 0, xi \geq 0 and eta > 0. *)
Theorem I59 (K : nat) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K) (b : nat -> nat)
  (T Gamma tau : nat) (n : nat -> nat) (B xi eta Delta : R) :
  phases mu b T Gamma -> best_arms mu istar -> (forall t i, (1 <= t <= T)%N -> 0 <= mu t i <= B) ->
  (0 < tau)%N -> 0 < B -> 0 <= xi -> 0 < eta -> 0 < Delta ->
  (forall phi, (phi <= Gamma)%N -> is_ceil ((b phi.+1 - b phi)%:R / tau%:R)%ring (n phi)) ->
  let g := phase_gap mu istar b in
  let A phi i := 4%:R * B ^+ 2 * xi * ln tau%:R / g phi i ^+ 2 in
  let P phi := \sum_(b phi + tau <= t < b phi.+1) tau%:R^-1 * (ln tau%:R / ln (1 + eta) + 1) in
  \sum_(i < K) \sum_(phi < Gamma.+1 | Delta < g phi i)
    g phi i * (tau%:R + (n phi).-1%:R * (A phi i + 1) + 2%:R * P phi) + Delta * T%:R <=
  4%:R * B ^+ 2 * xi * ln tau%:R * K%:R / Delta * (T%:R / tau%:R) + B * K%:R * (T%:R / tau%:R)
    + tau%:R * K%:R * Gamma.+1%:R * B + 2%:R * K%:R * B * (\sum_(phi < Gamma.+1) P phi) + Delta * T%:R.
Proof.
move=> ph best range tau0 B0 xi0 eta0 D0 nc; cbv zeta; apply: ler_add => //.
pose P phi := \sum_(b phi + tau <= t < b phi.+1) tau%:R^-1 * (ln tau%:R / ln (1 + eta) + 1).
apply: (all_phases_cost (g := phase_gap mu istar b) (P := P) ph tau0 B0 xi0 D0 _ _ nc) => [phi i hp|phi];
  last first.
  apply: sumr_ge0 => t _; rewrite mulr_ge0 ?invr_ge0 ?ler0n //.
  by apply: le_trans (level_ge1 eta0 tau); rewrite ler01.
have h1 := phase_start ph hp; have h2 := phase_end ph hp; case: (ph) => _ _ /(_ phi hp) h3 _.
have r j : 0 <= mu (b phi) j <= B by apply: range; rewrite h1 -ltnS (leq_trans h3).
rewrite phase_gap_ge0 //= ler_subl_addr.
by have /andP [_ q1] := r (istar (b phi)); have /andP [q2 _] := r i; rewrite (le_trans q1) // ler_addl.
Qed.

(* I60, lines 3614-3620, as corrected: the chances of wrong means over all rounds.
   Paper: \sum_{\phi=1}^{\Gamma_T}\sum_{t=b_{\phi-1}+\tau}^{b_\phi}\frac{\lceil\log(\min(t,\tau))/\log(1+\eta)
   \rceil}{\min(t,\tau)} \leq \sum_{t=\tau}^T\frac{\log(\min(t,\tau))/\log(1+\eta)+1}{\min(t,\tau)} =
   \frac T\tau\Big(\frac{\log\tau}{\log(1+\eta)}+1\Big).
   Differences: \leq for the second sign; all Gamma + 1 phases, which end at b_\phi - 1.
   M t = \lceil\log(\min(t,\tau))/\log(1+\eta)\rceil. *)
Theorem I60 (K : nat) (mu : nat -> {ffun 'I_K -> R}) (b : nat -> nat) (T Gamma tau : nat) (M : nat -> nat)
  (eta : R) : phases mu b T Gamma -> (0 < tau)%N -> 0 < eta ->
  (forall t, is_ceil (ln (minn t tau)%:R / ln (1 + eta))%ring (M t)) ->
  let middle := \sum_(tau <= t < T.+1) (ln (minn t tau)%:R / ln (1 + eta) + 1) / (minn t tau)%:R in
  \sum_(phi < Gamma.+1) \sum_(b phi + tau <= t < b phi.+1) (M t)%:R / (minn t tau)%:R <= middle /\
  middle <= T%:R / tau%:R * (ln tau%:R / ln (1 + eta) + 1).
Proof.
move=> ph tau0 eta0 Mc middle; set v := (ln tau%:R / ln (1 + eta) + 1) / tau%:R.
have v0 : 0 <= v.
  by rewrite divr_ge0 ?ler0n //; apply: le_trans (level_ge1 eta0 tau); rewrite ler01.
have mE : middle = \sum_(tau <= t < T.+1) v.
  by rewrite /middle !big_nat; apply: eq_bigr => t /andP [/minn_idPr -> _].
rewrite mE; split.
  apply: le_trans (late_rounds ph tau0 v0); apply: ler_sum => phi _; rewrite !big_nat; apply: ler_sum => t.
  move=> /andP [h _]; have e : minn t tau = tau by apply/minn_idPr; lia.
  have := Mc t; rewrite e /v => /andP [_ /ltW h1].
  by rewrite ler_wpmul2r ?invr_ge0 ?ler0n.
rewrite sumr_const_nat -[X in X <= _]mulr_natl mulrAC -[X in _ <= X]mulrA ler_wpmul2r // ler_nat.
by lia.
Qed.

(* Z70, lines 3544-3553, as corrected: an arm that does not occur in the window has an infinite index.
   Paper: UCB_i(t) = \bar X_t(\tau,i) + c_t(\tau,i), which divides by N_t(\tau,i); it says nothing of
   N_t(\tau,i) = 0.  With UCB_i(t) = +\infty there (chosen_by_ucb) and \tau \geq K the policy plays every arm
   in the first K rounds, and comes back to every arm: it is among any \tau + K - 1 consecutive rounds, so
   that after a change the arm that is now the best is played again.
   Differences: the page has no such sentence.  For \tau < K some arm is always missing, and the policy may
   never come back to it. *)
Theorem Z70 (K : nat) (I : nat -> 'I_K) (X : nat -> R) (B xi : R) (tau T : nat) (i : 'I_K) : (K <= tau)%N ->
  (forall t, (1 <= t <= T)%N -> chosen_by_ucb I X B xi tau t) ->
  ((K <= T)%N -> exists2 t, (1 <= t <= K)%N & I t = i) /\
  (forall a, (0 < a)%N -> (a + (tau + K - 1) <= T.+1)%N ->
     exists2 t, (a <= t < a + (tau + K - 1))%N & I t = i).
Proof.
move=> Kt pol; have K0 : (0 < K)%N := leq_ltn_trans (leq0n _) (ltn_ord i).
split=> [KT|a a0 aT].
  have [|s hs si] := comes_back i Kt (ltn0Sn 0) (X := X) (B := B) (xi := xi) (I := I).
    by move=> t ht; apply: pol; lia.
  by exists s => //; move: hs; lia.
have c0 : (0 < a + tau.-1)%N by lia.
have [|s hs si] := comes_back i Kt c0 (X := X) (B := B) (xi := xi) (I := I).
  by move=> t ht; apply: pol; lia.
by exists s => //; move: hs; lia.
Qed.

(* Z74, lines 3476, 3608 and 3631, as corrected: a change is charged once, not once for each arm.
   Paper: the proof ends with BK\tau\Gamma_T, the theorem says C_2\sqrt K\tau\Gamma_T.
   Here: the first tau rounds of the phases after the first cost at most B\tau\Gamma_T, all arms together.
   Differences: the page has no such line; it holds for every sequence of arms. *)
Theorem Z74 (K : nat) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K) (b : nat -> nat)
  (T Gamma tau : nat) (I : nat -> 'I_K) (B : R) : phases mu b T Gamma -> 0 <= B ->
  (forall t i, (1 <= t <= T)%N -> 0 <= mu t i <= B) ->
  \sum_(1 <= phi < Gamma.+1) \sum_(b phi <= t < minn (b phi + tau) (b phi.+1))
    (mu t (istar t) - mu t (I t)) <= B * tau%:R * Gamma%:R.
Proof.
move=> ph B0 range; apply: (@le_trans _ _ (\sum_(1 <= phi < Gamma.+1) B * tau%:R)); last first.
  by rewrite sumr_const_nat subn1 /= [X in _ <= X]mulr_natr.
rewrite !big_nat; apply: ler_sum => phi /andP [_ hp].
apply: (@le_trans _ _ (\sum_(b phi <= t < minn (b phi + tau) (b phi.+1)) B)).
  rewrite !big_nat; apply: ler_sum => t /andP [h1]; rewrite leq_min => /andP [_ h2].
  have tT : (1 <= t <= T)%N by have := phase_start ph hp; have := phase_end ph hp; lia.
  have /andP [_ q1] := range t (istar t) tT; have /andP [q2 _] := range t (I t) tT.
  by rewrite ler_subl_addr (le_trans q1) // ler_addl.
rewrite sumr_const_nat -[X in X <= _]mulr_natr ler_wpmul2l // ler_nat leq_subLR.
exact: geq_minl.
Qed.

(* Z76, lines 3509-3542 and 3563-3578, as corrected: within the phase the third event is impossible.
   Paper: with A_i^\phi = 4B^2\xi\log(\tau)/(\Delta_i^\phi)^2 the event E_3 = \{\mu_t^\star-\mu_t(i)\leq
   2c_t(\tau,i), N_t(\tau,i)>A_i^\phi\} never occurs, for t = b_{\phi-1}+\tau, \dots, b_\phi.
   Differences: the last round is b_\phi - 1 (at b_\phi the gap is that of the next phase); \Delta_i^\phi > 0
   is said; every phase, also the last one. *)
Theorem Z76 (K : nat) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K) (b : nat -> nat)
  (T Gamma tau phi t : nat) (I : nat -> 'I_K) (i : 'I_K) (B xi : R) :
  phases mu b T Gamma -> best_arms mu istar -> (0 < tau)%N -> 0 <= B -> 0 <= xi ->
  (phi <= Gamma)%N -> 0 < phase_gap mu istar b phi i -> (b phi + tau <= t < b phi.+1)%N ->
  let A := 4%:R * B ^+ 2 * xi * ln tau%:R / phase_gap mu istar b phi i ^+ 2 in
  ~ (mu t (istar t) - mu t i <= 2%:R * bonus_to I B xi tau t i /\ A < (plays_to I tau t i)%:R).
Proof.
move=> ph best tau0 B0 xi0 hp g0 /andP [h1 h2] A [close many].
have ht : (b phi <= t < b phi.+1)%N by rewrite h2 andbT (leq_trans (leq_addr _ _) h1).
have := enough_plays tau0 B0 xi0 g0 many; rewrite ltNge => /negP; apply.
by rewrite -(gap_in_phase ph i best hp ht).
Qed.

(* Z143, lines 3506 and 3550, as corrected: the sums of the window start at round max(1, t-tau+1).
   Paper: N_t(\tau,i) = \sum_{s=t-\tau+1}^t 1(I_s=i) and \bar X_t(\tau,i) = \frac{1}{N_t(\tau,i)}
   \sum_{s=t-\tau+1}^t X_s(i)1(I_s=i), which read rounds before the first while t < \tau.
   With the start max(1, t-tau+1) they depend on the rounds 1, ..., t alone, and the window has min(t, tau)
   rounds: so many plays are counted over all arms. *)
Theorem Z143 (K : nat) (I : nat -> 'I_K) (X : nat -> R) (tau t : nat) :
  let N (J : nat -> 'I_K) i := (\sum_(maxn 1 (t.+1 - tau) <= s < t.+1) (J s == i))%N in
  let mean (J : nat -> 'I_K) (Y : nat -> R) i :=
    (\sum_(maxn 1 (t.+1 - tau) <= s < t.+1) Y s * (J s == i)%:R) / (N J i)%:R in
  (forall (J : nat -> 'I_K) (Y : nat -> R) i,
    (forall s, (1 <= s <= t)%N -> J s = I s /\ Y s = X s) -> N J i = N I i /\ mean J Y i = mean I X i) /\
  (\sum_i N I i = minn t tau)%N.
Proof.
move=> N mean; split=> [J Y i agree|].
  have in_range s : (maxn 1 (t.+1 - tau) <= s < t.+1)%N -> (1 <= s <= t)%N by lia.
  have eN : N J i = N I i by rewrite /N !big_nat; apply: eq_bigr => s /in_range /agree [-> _].
  split=> //; rewrite /mean eN; congr (_ / _); rewrite !big_nat.
  by apply: eq_bigr => s /in_range /agree [-> ->].
rewrite exchange_big /= (eq_bigr (fun=> 1%N)) => [|s _]; first by rewrite sum_nat_const_nat muln1; lia.
by rewrite (bigD1 (I s)) //= eqxx big1 // => i; rewrite eq_sym => /negbTE ->.
Qed.

(* Z144, lines 3452-3453 and 3501-3505, as corrected: the two readings of N_i^\phi.
   Paper: N_i^\phi is "the number of times the arm i is selected" in the phase, and later
   \sum_{t\in\phi}1(I_t=i\neq i_t^\star).  They differ for a best arm; times \Delta_i^\phi they are
   the same. *)
Theorem Z144 (K : nat) (mu : nat -> {ffun 'I_K -> R}) (istar : nat -> 'I_K) (b : nat -> nat)
  (T Gamma : nat) (I : nat -> 'I_K) (phi : nat) (i : 'I_K) :
  phases mu b T Gamma -> best_arms mu istar -> (phi <= Gamma)%N ->
  phase_gap mu istar b phi i * (\sum_(b phi <= t < b phi.+1) (I t == i))%N%:R =
  phase_gap mu istar b phi i * (\sum_(b phi <= t < b phi.+1) wrong_play I istar t i)%N%:R.
Proof. by move=> ph best hp; rewrite -(phase_plays_all ph best). Qed.
