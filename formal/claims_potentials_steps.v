(* Steps of the chapter on determinants and potentials, and of the regret proof that uses them.  Notation and
   conventions: those of Claims.v; rounds are 1, 2, ... as in the paper. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From mathcomp.analysis Require Import Rstruct.
From Glb Require Import real_numbers matrices setting potentials paper_indices.
From Glb Require Import spectral_steps potentials_steps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.
Local Open Scope glb_scope.

(* I42, in the proof of ineq_det_DLINUCB, lines 3134-3145.
   Paper: \det(H_t) = \prod_i l_i (l_i are the eigenvalues) \leq (\frac1d\sum_i l_i)^d \leq (\frac1d
   trace(H_t))^d \leq (\frac1d\sum_{s=1}^{t-1}w_s^2\sigma_s^2 trace(a_sa_s^\top) + \lambda_{t-1})^d \leq
   (\frac1d\sum_{s=1}^{t-1}w_s^2\sigma_s^2|a_s|_2^2 + \lambda_{t-1})^d \leq (\lambda_{t-1} +
   \frac{k_\mu}{d}\sum_{s=1}^{t-1}w_s^2)^d.
   That the l_i are the eigenvalues of H_t: they are the zeros of its characteristic polynomial, which
   splits; that there are such real numbers, not negative, is part of the statement.
   Differences: where the page has \leq between equal numbers (trace and sum of the eigenvalues, the trace of
   H_t and of its terms, trace(a a^\top) and |a|^2) it is =. d >= 1, t >= 1 and \lambda_{t-1} >= 0 are
   said. *)
Theorem I42 (d t : nat) (lam w sigma : nat -> R) (k_mu : R) (a : nat -> 'cV[R]_d) :
  (1 <= d)%N -> (1 <= t)%N -> 0 <= lam (t - 1)%N ->
  (forall s, (1 <= s)%N -> ‖a s‖ <= 1) -> (forall s, (1 <= s)%N -> sigma s ^+ 2 <= k_mu) ->
  let H := \sum_(1 <= s < t) (w s ^+ 2 * sigma s ^+ 2) *: (a s *m (a s)^T) + (lam (t - 1)%N)%:M in
  exists l : 'I_d -> R,
  [/\ char_poly H = \prod_i ('X - (l i)%:P), forall i, 0 <= l i, \det H = \prod_i l i &
      \prod_i l i <= (1 / d%:R * (\sum_i l i)) ^+ d] /\
  [/\ 1 / d%:R * (\sum_i l i) = 1 / d%:R * \tr H,
      1 / d%:R * \tr H =
        1 / d%:R * (\sum_(1 <= s < t) w s ^+ 2 * sigma s ^+ 2 * \tr (a s *m (a s)^T)) + lam (t - 1)%N,
      forall s, \tr (a s *m (a s)^T) = ‖a s‖ ^+ 2 &
      (1 / d%:R * (\sum_(1 <= s < t) w s ^+ 2 * sigma s ^+ 2 * ‖a s‖ ^+ 2) + lam (t - 1)%N) ^+ d <=
      (lam (t - 1)%N + k_mu / d%:R * (\sum_(1 <= s < t) w s ^+ 2)) ^+ d].
Proof.
move=> d1 t1 l0 a1 sk H; have dn : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have Hs : H^T = H.
  rewrite /H linearD linear_sum /= tr_scalar_mx; congr (_ + _).
  by apply: eq_bigr => s _; rewrite linearZ /= trmx_mul trmxK.
have Hp : psd H.
  split=> // x; rewrite /H qfD qf_scalar; apply: addr_ge0; last by rewrite mulr_ge0 ?dot_ge0.
  rewrite qf_sum; apply: sumr_ge0 => s _.
  by rewrite qfZ qf_outer mulr_ge0 ?sqr_ge0 // mulr_ge0 ?sqr_ge0.
have trE s : \tr (a s *m (a s)^T) = ‖a s‖ ^+ 2.
  by rewrite mxtrace_mulC /mxtrace big_ord1 nrm2_sqr.
have [l [cp dE tE pos]] := eigenvalues Hs; have {}pos := pos Hp; exists l; split; split=> //.
- have := leif_AGM (A := predT) (E := l) (fun i _ => pos i).
  by rewrite card_ord mul1r [_^-1 * _]mulrC => /leifP; case: ifP => _ => [/eqP ->|/ltW].
- by rewrite tE.
- rewrite /H raddfD raddf_sum /= mxtrace_scalar mulrDr; congr (_ * _ + _).
    by apply: eq_bigr => s _; rewrite mxtraceZ.
  by rewrite -[lam _ *+ d]mulr_natr mul1r mulrC mulfK.
have s0 (f : nat -> R) : (forall s, 0 <= f s) -> 0 <= \sum_(1 <= s < t) f s.
  by move=> f0; apply: sumr_ge0.
have k0 : 0 <= k_mu by apply: le_trans (sk 1%N isT); rewrite sqr_ge0.
apply: ler_expn2r; rewrite ?nnegrE.
- rewrite addr_ge0 // mulr_ge0 ?divr_ge0 ?ler0n ?ler01 // s0 // => s.
  by rewrite mulr_ge0 ?sqr_ge0 // mulr_ge0 ?sqr_ge0.
- by rewrite addr_ge0 // mulr_ge0 ?divr_ge0 ?ler0n // s0 // => s; rewrite sqr_ge0.
rewrite addrC ler_add2l mul1r [k_mu / _]mulrC -mulrA ler_wpmul2l ?invr_ge0 ?ler0n // mulr_sumr.
rewrite !big_nat; apply: ler_sum => s /andP [s1 _]; rewrite [k_mu * _]mulrC -mulrA ler_wpmul2l ?sqr_ge0 //.
rewrite -[k_mu]mulr1; apply: ler_pmul; rewrite ?sqr_ge0 ?sk //.
by rewrite exprn_ile1 ?nrm2_ge0 ?a1.
Qed.

(* I43, in the proof of lemma:ellipticalpotential_Discount, lines 3205-3217.
   Paper: W_t = \sum_{s=1}^{t-1}\gamma^{-s}a_sa_s^\top + \gamma^{-(t-1)}\lambda I, V_t = \gamma^{t-1}W_t;
   W_t = \gamma^{-(t-1)}a_{t-1}a_{t-1}^\top + \gamma^{-(t-1)}(1-\gamma)\lambda I + W_{t-1} \geq
   \gamma^{-(t-1)}a_{t-1}a_{t-1}^\top + W_{t-1} \geq W_{t-1}^{1/2}(I + \gamma^{-(t-1)}W_{t-1}^{-1/2}
   a_{t-1}a_{t-1}^\top W_{t-1}^{-1/2})W_{t-1}^{1/2}.
   Differences: the last \geq is =. W^{1/2} is any positive definite M with M M = W; that there is one is
   part of the statement. 0 < gamma <= 1 and lambda > 0 are said (as in L7); t >= 2, so that W_{t-1}
   is there. *)
Theorem I43 (d : nat) (gamma lam : R) (a : nat -> 'cV[R]_d) (V W : nat -> 'M[R]_d) :
  0 < gamma -> gamma <= 1 -> 0 < lam ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + lam%:M) ->
  (forall t, (1 <= t)%N ->
    W t = \sum_(1 <= s < t) gamma ^- s *: (a s *m (a s)^T) + (gamma ^- (t - 1) * lam)%:M) ->
  (forall t, (1 <= t)%N -> V t = gamma ^+ (t - 1) *: W t) /\
  forall t, (2 <= t)%N ->
  let aa := a (t - 1)%N *m (a (t - 1)%N)^T in
  [/\ W t = gamma ^- (t - 1) *: aa + (gamma ^- (t - 1) * (1 - gamma) * lam)%:M + W (t - 1)%N,
      W t ⪰ gamma ^- (t - 1) *: aa + W (t - 1)%N,
      exists M, pd M /\ M *m M = W (t - 1)%N &
      forall M, pd M -> M *m M = W (t - 1)%N ->
        gamma ^- (t - 1) *: aa + W (t - 1)%N =
        M *m (1%:M + gamma ^- (t - 1) *: (invmx M *m aa *m invmx M)) *m M].
Proof.
move=> g0 g1 l0 VE WE; split=> [t t1|[//|t] t1 aa]; first by rewrite VE // WE // grown_V.
have {}t1 : (1 <= t)%N by []; have tE : (t.+1 - 1 = t)%N by rewrite subn1.
have W0 : W t = grown gamma lam a t by rewrite WE.
have W1 : W t.+1 = grown gamma lam a t.+1 by rewrite WE.
rewrite /aa tE W0 W1; split.
- exact: grown_rec.
- exact: grown_le.
- by apply: square_root; exact: grown_pd.
move=> M Mp ME; have Mu := pd_unit Mp.
rewrite mulmxDr mulmxDl mulmx1 ME addrC -scalemxAr -scalemxAl; congr (_ + _ *: _).
by rewrite !mulmxA mulmxV // mul1mx mulmxKV.
Qed.

(* I44, in the same proof, lines 3219-3227.
   Paper: \det(W_{t+1}) \geq \det(W_t)\det(I + (\gamma^{-t/2}W_t^{-1/2}a_t)(\gamma^{-t/2}W_t^{-1/2}
   a_t)^\top) \geq \det(W_t)(1 + \gamma^{-t}|a_t|^2_{W_t^{-1}}), since \det(I + xx^\top) = 1 + |x|_2^2.
   Differences: the second \geq is =. W^{1/2} as in I43 (there it is shown to exist); \gamma^{-t/2} is the
   square root of \gamma^{-t}. Hypotheses as in I43. *)
Theorem I44 (d : nat) (gamma lam : R) (a : nat -> 'cV[R]_d) (W : nat -> 'M[R]_d) :
  0 < gamma -> gamma <= 1 -> 0 < lam ->
  (forall t, (1 <= t)%N ->
    W t = \sum_(1 <= s < t) gamma ^- s *: (a s *m (a s)^T) + (gamma ^- (t - 1) * lam)%:M) ->
  (forall x : 'cV[R]_d, \det (1%:M + x *m x^T) = 1 + ‖x‖ ^+ 2) /\
  forall t, (1 <= t)%N ->
  (forall M, pd M -> M *m M = W t ->
    let x := Num.sqrt (gamma ^- t) *: (invmx M *m a t) in
    \det (W t.+1) >= \det (W t) * \det (1%:M + x *m x^T) /\
    \det (W t) * \det (1%:M + x *m x^T) = \det (W t) * (1 + gamma ^- t * ‖a t‖²_[invmx (W t)])) /\
  \det (W t.+1) >= \det (W t) * (1 + gamma ^- t * ‖a t‖²_[invmx (W t)]).
Proof.
move=> g0 g1 l0 WE.
have D (x : 'cV[R]_d) : \det (1%:M + x *m x^T) = 1 + ‖x‖ ^+ 2 by rewrite det_1_outer nrm2_sqr.
split=> // t t1; have W0 : W t = grown gamma lam a t by rewrite WE.
have W1 : W t.+1 = grown gamma lam a t.+1 by rewrite WE.
have step : \det (W t) * (1 + gamma ^- t * ‖a t‖²_[invmx (W t)]) <= \det (W t.+1).
  by rewrite W0 W1; exact: det_grown.
split=> // M Mp ME x; suff E : ‖x‖ ^+ 2 = gamma ^- t * ‖a t‖²_[invmx (W t)] by rewrite D E.
have gp : 0 <= gamma ^- t by rewrite invr_ge0 exprn_ge0 // ltW.
rewrite nrm2_sqr /x dotZl dotZr mulrA -expr2 sqr_sqrtr //; congr (_ * _).
have Mu := pd_unit Mp; have [Ms _] := pd_inv Mp.
have -> : invmx (W t) = invmx M *m invmx M.
  have Wu : W t \in unitmx by rewrite W0 (pd_unit (grown_pd a g0 l0 t)).
  by apply: (can_inj (mulKmx Wu)); rewrite mulmxV // -ME !mulmxA mulmxK // mulmxV.
by rewrite /qf /bf /dot trmx_mul Ms !mulmxA.
Qed.

(* I45, in the same proof, lines 3235-3243.
   Paper: \log(\det(W_{T+1})/\lambda^d) \geq \sum_{t=1}^T\log(1+\gamma^{-t}|a_t|^2_{W_t^{-1}}) \geq
   \sum_{t=1}^T\log(1+\gamma^{-(t-1)}|a_t|^2_{W_t^{-1}}) \geq \sum_{t=1}^T
   \log(1+\gamma^{-(t-1)}|a_t|^2_{W_t^{-1}}/\max(1,1/\lambda)).
   Differences: none; 0 < gamma <= 1 and lambda > 0 are said, as in L7; the length of the actions is not
   needed. *)
Theorem I45 (d T : nat) (gamma lam : R) (a : nat -> 'cV[R]_d) (W : nat -> 'M[R]_d) :
  0 < gamma -> gamma <= 1 -> 0 < lam ->
  (forall t, (1 <= t)%N ->
    W t = \sum_(1 <= s < t) gamma ^- s *: (a s *m (a s)^T) + (gamma ^- (t - 1) * lam)%:M) ->
  [/\ ln (\det (W T.+1) / lam ^+ d) >= \sum_(1 <= t < T.+1) ln (1 + gamma ^- t * ‖a t‖²_[invmx (W t)]),
      \sum_(1 <= t < T.+1) ln (1 + gamma ^- t * ‖a t‖²_[invmx (W t)]) >=
      \sum_(1 <= t < T.+1) ln (1 + gamma ^- (t - 1) * ‖a t‖²_[invmx (W t)]) &
      \sum_(1 <= t < T.+1) ln (1 + gamma ^- (t - 1) * ‖a t‖²_[invmx (W t)]) >=
      \sum_(1 <= t < T.+1) ln (1 + gamma ^- (t - 1) * ‖a t‖²_[invmx (W t)] / Num.max 1 (1 / lam))].
Proof.
move=> g0 g1 l0 WE; have gp n : 0 <= gamma ^- n by rewrite invr_ge0 exprn_ge0 // ltW.
have x0 t : (1 <= t)%N -> 0 <= ‖a t‖²_[invmx (W t)] by move=> t1; rewrite WE //; exact: grown_norm_ge0.
split.
- rewrite WE // (eq_big_nat _ _ (F2 := fun t => ln (1 + gamma ^- t * ‖a t‖²_[invmx (grown gamma lam a t)]))).
    exact: ln_grown.
  by move=> t /andP [t1 _]; rewrite WE.
- rewrite !big_nat; apply: ler_sum => t /andP [t1 _]; apply: ln_le.
    by rewrite ltr_spaddl ?ltr01 // mulr_ge0 ?x0.
  rewrite ler_add2l ler_wpmul2r ?x0 // lef_pinv ?posrE ?exprn_gt0 //.
  by rewrite ler_wiexpn2l ?(ltW g0) // leq_subr.
rewrite !big_nat; apply: ler_sum => t /andP [t1 _]; apply: ln_divided.
by rewrite mulr_ge0 ?x0.
Qed.

(* Z148, in the proofs of both elliptical lemmas, lines 3229-3233 and 3299-3309.
   Paper: \det(W_{T+1})/\det(W_1) = \prod_{t=1}^T\det(W_{t+1})/\det(W_t) \geq
   \prod_{t=1}^T(1+\gamma^{-t}|a_t|^2_{W_t^{-1}}); and in a block, with W_t^{(k)} =
   \sum_{s=k\tau+1}^{t-1}a_sa_s^\top+\lambda I, \det(W_{(k+1)\tau+1}^{(k)})/\det(W_{k\tau+1}^{(k)}) =
   \prod_{t=k\tau+1}^{(k+1)\tau}\det(W_{t+1}^{(k)})/\det(W_t^{(k)}) =
   \prod_{t=k\tau+1}^{(k+1)\tau}(1+|a_t|^2_{(W_t^{(k)})^{-1}}), W_{k\tau+1}^{(k)} = \lambda I.
   Differences: none; 0 < gamma <= 1 and lambda > 0 are said, as in L7 and L8. *)
Theorem Z148 (d T tau k : nat) (gamma lam : R) (a : nat -> 'cV[R]_d) (W Wk : nat -> 'M[R]_d) :
  0 < gamma -> gamma <= 1 -> 0 < lam ->
  (forall t, (1 <= t)%N ->
    W t = \sum_(1 <= s < t) gamma ^- s *: (a s *m (a s)^T) + (gamma ^- (t - 1) * lam)%:M) ->
  (forall t, Wk t = \sum_(k * tau + 1 <= s < t) a s *m (a s)^T + lam%:M) ->
  (\det (W T.+1) / \det (W 1%N) = \prod_(1 <= t < T.+1) (\det (W t.+1) / \det (W t)) /\
   \prod_(1 <= t < T.+1) (\det (W t.+1) / \det (W t)) >=
   \prod_(1 <= t < T.+1) (1 + gamma ^- t * ‖a t‖²_[invmx (W t)])) /\
  [/\ \det (Wk (k.+1 * tau + 1)%N) / \det (Wk (k * tau + 1)%N) =
      \prod_(k * tau + 1 <= t < k.+1 * tau + 1) (\det (Wk t.+1) / \det (Wk t)),
      \prod_(k * tau + 1 <= t < k.+1 * tau + 1) (\det (Wk t.+1) / \det (Wk t)) =
      \prod_(k * tau + 1 <= t < k.+1 * tau + 1) (1 + ‖a t‖²_[invmx (Wk t)]) &
      Wk (k * tau + 1)%N = lam%:M].
Proof.
move=> g0 g1 l0 WE KE; have E : Wk = block lam a (k * tau + 1).
  by apply: FunctionalExtensionality.functional_extensionality => t; rewrite KE.
have le : (k * tau + 1 <= k.+1 * tau + 1)%N by rewrite leq_add2r leq_mul2r leqnSn orbT.
have [E1 E2] := det_block_prod a l0 le; split; last by rewrite E; split=> //; exact: block_start.
have F1 : \prod_(1 <= t < T.+1) (\det (W t.+1) / \det (W t)) =
    \prod_(1 <= t < T.+1) (\det (grown gamma lam a t.+1) / \det (grown gamma lam a t)).
  by apply: eq_big_nat => t /andP [t1 _]; rewrite !WE.
rewrite F1 !WE //; split; first by rewrite det_grown_telescope.
apply: le_trans (det_grown_prod a g0 l0 T g1).
rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_big_nat => t /andP [t1 _].
by rewrite WE.
Qed.

(* Z147, at the end of the proof of lemma:ellipticalpotential_Discount, lines 3250-3256.
   Paper: \log(\det(W_{T+1})/\lambda^d) \geq \frac{1}{2\max(1,1/\lambda)}
   \sum_{t=1}^T\gamma^{-(t-1)}|a_t|^2_{W_t^{-1}}.
   Beside it, what the page leaves to the reader: \det(W_{T+1}) = \gamma^{-dT}\det(V_{T+1}) and
   \gamma^{-(t-1)}|a_t|^2_{W_t^{-1}} = |a_t|^2_{V_t^{-1}}.
   Differences: none; 0 < gamma <= 1 and lambda > 0 are said, as in L7. *)
Theorem Z147 (d T : nat) (gamma lam : R) (a : nat -> 'cV[R]_d) (V W : nat -> 'M[R]_d) :
  0 < gamma -> gamma <= 1 -> 0 < lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + lam%:M) ->
  (forall t, (1 <= t)%N ->
    W t = \sum_(1 <= s < t) gamma ^- s *: (a s *m (a s)^T) + (gamma ^- (t - 1) * lam)%:M) ->
  [/\ ln (\det (W T.+1) / lam ^+ d) >=
      1 / (2%:R * Num.max 1 (1 / lam)) * (\sum_(1 <= t < T.+1) gamma ^- (t - 1) * ‖a t‖²_[invmx (W t)]),
      \det (W T.+1) = gamma ^- (d * T) * \det (V T.+1) &
      forall t, (1 <= t)%N -> gamma ^- (t - 1) * ‖a t‖²_[invmx (W t)] = ‖a t‖²_[invmx (V t)]].
Proof.
move=> g0 g1 l0 a1 VE WE; have [h1 h2 h3] := I45 T g0 g1 l0 WE; split.
- apply: le_trans (le_trans h3 (le_trans h2 h1)).
  rewrite mulr_sumr !big_nat; apply: ler_sum => t /andP [t1 _]; rewrite WE //; apply: ln_halved => //.
    by rewrite mulr_ge0 ?invr_ge0 ?exprn_ge0 ?(ltW g0) //; exact: grown_norm_ge0.
  by apply: grown_norm_le => //; exact: a1.
- rewrite VE // WE // grown_V // -/(grown gamma lam a T.+1) subn1 /= detZ -exprM [(T * d)%N]mulnC mulKf //.
  by rewrite expf_neq0 // gt_eqF.
by move=> t t1; rewrite VE // WE //; exact: grown_norm_V.
Qed.

(* I49, in the proof of lemma:ellipticalpotential_SW, lines 3282-3287.
   Paper: W_t^{(k)} = \sum_{s=k\tau+1}^{t-1}a_sa_s^\top+\lambda I; for t in [k\tau+1, (k+1)\tau], V_t \geq
   W_t^{(k)}.
   Differences: none; lambda is any real number. *)
Theorem I49 (d tau k t : nat) (lam : R) (a : nat -> 'cV[R]_d) : (k * tau + 1 <= t <= k.+1 * tau)%N ->
  \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + lam%:M ⪰
  \sum_(k * tau + 1 <= s < t) a s *m (a s)^T + lam%:M.
Proof. by rewrite mulSn => kt; apply: block_le_window; clear -kt; lia. Qed.

(* I50, in the same proof, lines 3293-3297.
   Paper: for t in [k\tau+1, (k+1)\tau], \det(W_{t+1}^{(k)}) = \det(W_t^{(k)})(1+|a_t|^2_{(W_t^{(k)})^{-1}}).
   Differences: none; lambda > 0 is said, as in L8. *)
Theorem I50 (d tau k t : nat) (lam : R) (a : nat -> 'cV[R]_d) (Wk : nat -> 'M[R]_d) :
  0 < lam -> (forall t, Wk t = \sum_(k * tau + 1 <= s < t) a s *m (a s)^T + lam%:M) ->
  (k * tau + 1 <= t <= k.+1 * tau)%N ->
  \det (Wk t.+1) = \det (Wk t) * (1 + ‖a t‖²_[invmx (Wk t)]).
Proof. by move=> l0 E /andP [kt _]; rewrite !E; exact: det_block. Qed.

(* Z146, the rest of the same proof, lines 3310-3339.
   Paper: \log(\det(W_{(k+1)\tau+1}^{(k)})/\lambda^d) = \sum_{t=k\tau+1}^{(k+1)\tau}
   \log(1+|a_t|^2_{(W_t^{(k)})^{-1}}) \geq \sum_{t=k\tau+1}^{(k+1)\tau}
   \log(1+\frac{1}{\max(1,1/\lambda)}|a_t|^2_{(W_t^{(k)})^{-1}}), and it is \geq \frac{1}{2\max(1,1/\lambda)}
   \sum_{t=k\tau+1}^{(k+1)\tau}|a_t|^2_{(W_t^{(k)})^{-1}}; summed over k = 0, .., \lceil T/\tau\rceil-1,
   \sum_k\sum_t|a_t|^2_{V_t^{-1}} \leq \sum_k\sum_t|a_t|^2_{(W_t^{(k)})^{-1}} \leq 2\max(1,1/\lambda)
   \sum_k\log(\det(W_{(k+1)\tau+1}^{(k)})/\lambda^d); \det(W_{(k+1)\tau+1}^{(k)}) \leq (\lambda+\tau/d)^d.
   Differences: none; lambda > 0 is said and \lceil T/\tau\rceil written as in L8; tau = 0 is allowed. *)
Theorem Z146 (d T tau : nat) (lam : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d)
  (W : nat -> nat -> 'M[R]_d) :
  0 < lam -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N -> V t = \sum_(maxn 1 (t - tau) <= s < t) a s *m (a s)^T + lam%:M) ->
  (forall k t, W k t = \sum_(k * tau + 1 <= s < t) a s *m (a s)^T + lam%:M) ->
  let volume k := ln (\det (W k (k.+1 * tau + 1)%N) / lam ^+ d) in
  let N := ((T + tau - 1) %/ tau)%N in
  (forall k, [/\
    volume k = \sum_(k * tau + 1 <= t < k.+1 * tau + 1) ln (1 + ‖a t‖²_[invmx (W k t)]),
    \sum_(k * tau + 1 <= t < k.+1 * tau + 1) ln (1 + ‖a t‖²_[invmx (W k t)]) >=
    \sum_(k * tau + 1 <= t < k.+1 * tau + 1) ln (1 + 1 / Num.max 1 (1 / lam) * ‖a t‖²_[invmx (W k t)]),
    volume k >= 1 / (2%:R * Num.max 1 (1 / lam)) *
      (\sum_(k * tau + 1 <= t < k.+1 * tau + 1) ‖a t‖²_[invmx (W k t)]) &
    \det (W k (k.+1 * tau + 1)%N) <= (lam + tau%:R / d%:R) ^+ d]) /\
  (\sum_(0 <= k < N) \sum_(k * tau + 1 <= t < k.+1 * tau + 1) ‖a t‖²_[invmx (V t)] <=
   \sum_(0 <= k < N) \sum_(k * tau + 1 <= t < k.+1 * tau + 1) ‖a t‖²_[invmx (W k t)] /\
   \sum_(0 <= k < N) \sum_(k * tau + 1 <= t < k.+1 * tau + 1) ‖a t‖²_[invmx (W k t)] <=
   2%:R * Num.max 1 (1 / lam) * (\sum_(0 <= k < N) volume k)).
Proof.
move=> l0 a1 VE WE volume N; pose b k := (k * tau + 1)%N.
have WE' k t : W k t = block lam a (b k) t by rewrite WE.
have b1 k : (1 <= b k)%N by rewrite /b addn1.
have bS k : b k.+1 = (b k + tau)%N by rewrite /b mulSn; clear; lia.
have le k : (b k <= b k.+1)%N by rewrite bS leq_addr.
have M0 : 0 < Num.max 1 (1 / lam) by rewrite lt_maxr ltr01.
have ae k s : (b k <= s)%N -> ‖a s‖ <= 1 by move=> /(leq_trans (b1 k)); exact: a1.
have half k :
    1 / (2%:R * Num.max 1 (1 / lam)) * (\sum_(b k <= t < b k.+1) ‖a t‖²_[invmx (W k t)]) <= volume k.
  rewrite /volume WE' -/(b k.+1) ln_block // mulr_sumr !big_nat; apply: ler_sum => t /andP [bt _].
  rewrite WE'; have x0 := block_norm_ge0 a l0 (b k) t.
  apply: le_trans (ln_divided lam x0); apply: ln_halved => //; apply: block_norm_le => //.
  exact: ae bt.
split=> [k|].
  split; [|rewrite !big_nat; apply: ler_sum => t _|exact: half|].
  - by rewrite /volume WE' -/(b k.+1) ln_block //; under [RHS]eq_bigr do rewrite WE'.
  - by rewrite WE' mul1r [_^-1 * _]mulrC ln_divided // block_norm_ge0.
  by rewrite WE' -/(b k.+1) bS; apply: det_block_le => // s; exact: ae.
split; rewrite ?mulr_sumr; apply: ler_sum => k _.
  rewrite !big_nat; apply: ler_sum => t /andP [bt tb]; have t1 := leq_trans (b1 k) bt.
  rewrite WE' VE //; apply: loewner_inv; [exact: block_pd| |].
    by have := block_pd a l0 (maxn 1 (t - tau)) t.
  by apply: block_le_window => //; move: tb; rewrite -/(b k.+1) bS; clear; lia.
by have := half k; rewrite mul1r mulrC ler_pdivr_mulr ?mulr_gt0 ?ltr0n // mulrC.
Qed.

(** * The use in the regret proof *)

(* I24, in the proof of th:regret_D_no_proj, lines 2345-2350.
   Paper: \sum_{t\in T(\gamma)}|a_t|_{V_t^{-1}} \leq \sqrt T\sqrt{\sum_{t\in T(\gamma)}|a_t|^2_{V_t^{-1}}}
   \leq \sqrt T\sqrt{\sum_{t=1}^T|a_t|^2_{V_t^{-1}}}, with V_t of ridge \lambda/c_\mu (l. 1857).
   Differences: none; for every set of rounds (far t: t belongs to it), every discount factor >= 0 and every
   sequence of actions. *)
Theorem I24 (d T : nat) (gamma lam c_mu : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d) (far : pred nat) :
  0 <= gamma -> 0 < lam -> 0 < c_mu ->
  (forall t, (1 <= t)%N ->
    V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M) ->
  \sum_(1 <= t < T.+1 | far t) ‖a t‖_[invmx (V t)] <=
    Num.sqrt T%:R * Num.sqrt (\sum_(1 <= t < T.+1 | far t) ‖a t‖²_[invmx (V t)]) /\
  Num.sqrt T%:R * Num.sqrt (\sum_(1 <= t < T.+1 | far t) ‖a t‖²_[invmx (V t)]) <=
    Num.sqrt T%:R * Num.sqrt (\sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)]).
Proof.
move=> g0 l0 c0 VE; have Vp t : (1 <= t)%N -> psd (invmx (V t)).
  case: t => // t _; rewrite VE // paper_design; apply/pd_psd/pd_inv/design_pd => [|s _].
    exact: divr_gt0.
  exact: exprn_ge0.
split.
  apply: le_trans (cauchy_rounds T far (fun t => nrm_ge0 (invmx (V t)) (a t))) _.
  rewrite ler_wpmul2l ?sqrtr_ge0 // ler_wsqrtr //.
  rewrite big_nat_cond [X in _ <= X]big_nat_cond; apply: ler_sum => t /andP [/andP [t1 _] _].
  by rewrite nrm_sqr; [exact: lexx|exact: Vp].
rewrite ler_wpmul2l ?sqrtr_ge0 // ler_wsqrtr // [X in _ <= X](bigID far) /= ler_addl.
by rewrite big_nat_cond; apply: sumr_ge0 => t /andP [/andP [t1 _] _]; have [_] := Vp t t1; apply.
Qed.

(* I25, in the same proof, lines 2350-2357, as corrected.
   Paper: \sum_{t=1}^T|a_t|^2_{V_t^{-1}} \leq 2\max(1,1/\lambda)\log(\det(V_{T+1})/(\gamma^{dT}\lambda^d)).
   Differences: lambda/c_mu in both places of the right side, as it is in V_t (l. 1857); the printed line is
   false for c_mu > 1. \gamma = 1 is allowed. *)
Theorem I25 (d T : nat) (gamma lam c_mu : R) (a : nat -> 'cV[R]_d) (V : nat -> 'M[R]_d) :
  0 < gamma -> gamma <= 1 -> 0 < lam -> 0 < c_mu -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  (forall t, (1 <= t)%N ->
    V t = \sum_(1 <= s < t) gamma ^+ (t - 1 - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M) ->
  \sum_(1 <= t < T.+1) ‖a t‖²_[invmx (V t)] <=
    2%:R * Num.max 1 (1 / (lam / c_mu)) * ln (\det (V T.+1) / (gamma ^+ (d * T) * (lam / c_mu) ^+ d)).
Proof.
move=> g0 g1 l0 c0 a1 VE; have r0 : 0 < lam / c_mu by exact: divr_gt0.
have E t : V t.+1 = determinants.V gamma (lam / c_mu) (fun s => a s.+1) t by rewrite VE // paper_discount.
rewrite rounds_sum E mul1r [gamma ^+ _ * _]mulrC; under eq_bigr do rewrite E.
exact: (elliptical_potential g0 g1 r0 (unit_actions a1)).
Qed.

(* I26, in the same proof, lines 2359-2363, as corrected.
   Paper: \det(V_{T+1})/(\gamma^{dT}\lambda^d) \leq \gamma^{-dT}(1+\frac{1-\gamma^T}{\lambda d(1-\gamma)})^d.
   Differences: lambda/c_mu for lambda in both places, as it is in V_{T+1} (l. 1857), so that c_mu stands
   before 1 - \gamma^T; the printed line is false for c_mu < 1. d >= 1 is said. *)
Theorem I26 (d T : nat) (gamma lam c_mu : R) (a : nat -> 'cV[R]_d) :
  (1 <= d)%N -> 0 < gamma -> gamma < 1 -> 0 < lam -> 0 < c_mu -> (forall s, (1 <= s)%N -> ‖a s‖ <= 1) ->
  let V := \sum_(1 <= s < T.+1) gamma ^+ (T - s) *: (a s *m (a s)^T) + (lam / c_mu)%:M in
  \det V / (gamma ^+ (d * T) * (lam / c_mu) ^+ d) <=
    gamma ^- (d * T) * (1 + c_mu * (1 - gamma ^+ T) / (lam * d%:R * (1 - gamma))) ^+ d.
Proof.
move=> d1 g0 g1 l0 c0 a1; cbv zeta; have r0 : 0 < lam / c_mu by exact: divr_gt0.
set V := _ + _%:M; have -> : V = determinants.V gamma (lam / c_mu) (fun s => a s.+1) T.
  rewrite -paper_discount /V; congr (_ + _); apply: eq_bigr => s _; congr (_ ^+ _ *: _); clear; lia.
have h : \det (determinants.V gamma (lam / c_mu) (fun s => a s.+1) T) <=
    (lam / c_mu + (1 - gamma ^+ T) / (d%:R * (1 - gamma))) ^+ d.
  by apply: (det_V (ltW r0) (unit_actions a1) _ g0); rewrite lt_eqF.
rewrite invfM mulrCA ler_pmul2l ?invr_gt0 ?exprn_gt0 // ler_pdivr_mulr ?exprn_gt0 // -exprMn.
rewrite mulrDl mul1r; apply: le_trans h _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
congr ((_ + _) ^+ _); have dn : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have gn : 1 - gamma != 0 by rewrite subr_eq0 eq_sym lt_eqF.
move: (gamma ^+ T) d%:R dn (lt0r_neq0 l0) (lt0r_neq0 c0) => p D dn ln cn; field.
by rewrite cn gn dn ln.
Qed.

(* Z25, in the three regret proofs, lines 2337-2339, 2448-2450, 2949, as corrected.
   Paper: R_T = \sum_{t=1}^T r_T = \sum_{t\in T(\gamma)} r_t + \sum_{t\notin T(\gamma)} r_t.
   Differences: r_t for r_T in the first sum. R_T is the regret of setting.v against any comparator [best]
   (the paper's has a best action in every round), and r_t its summand; rounds are 0, 1, ... as there. The set
   T(gamma) (with D = tau: T(tau)) is [stationary theta D]. *)
Theorem Z25 (d : nat) (E : finType) (mu : R -> R) (theta : nat -> 'cV[R]_d) (best act : seq E -> 'cV[R]_d)
  (T D : nat) (h : seq E) :
  let r t := mu ⟨past best h t, theta t⟩ - mu ⟨past act h t, theta t⟩ in
  regret mu theta best act T h = \sum_(t < T) r t /\
  \sum_(t < T) r t =
    \sum_(t < T | stationary theta D t) r t + \sum_(t < T | ~~ stationary theta D t) r t.
Proof. by move=> r; split=> //; rewrite (bigID (fun t : 'I_T => stationary theta D t)). Qed.
