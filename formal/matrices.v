(* Positive definite matrices by quadratic forms and Schur complements; no spectral theorem.

   x.y, x^T A y and x^T A x (dot, bf, qf), positive (semi)definite matrices (psd, pd), the Loewner order
   (loewner: A <= B when x^T A x <= x^T B x for every x) and the norms |x|_A (nrm), |x|_2 (nrm2).

   Proved in every dimension, over any ordered field:
   - Cauchy-Schwarz in the norm of A (l. 2016, 2053);
   - A <= B gives B^-1 <= A^-1 (after l. 2053) and det A <= det B;
   - the determinant lemma det(A + u u^T) = det A (1 + |u|^2_{A^-1}) (l. 3224-3226);
   - Hadamard's inequality and det A <= (tr A / d)^d (l. 3135-3139).
   The last lines declare the paper's notation, used by the statements of later chapters. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From Glb Require Export positive_matrices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Section Norm.
Variable F : rcfType.
Variable n : nat.
Implicit Types (A B : 'M[F]_n) (x y : 'cV[F]_n).

(* |x|_A and |x|_2 *)
Definition nrm A x : F := Num.sqrt (qf A x).
Definition nrm2 x : F := Num.sqrt (dot x x).

Lemma nrm_ge0 A x : 0 <= nrm A x. Proof. exact: sqrtr_ge0. Qed.
Lemma nrm_sqr A x : psd A -> nrm A x ^+ 2 = qf A x.
Proof. by move=> [_ Ap]; rewrite sqr_sqrtr. Qed.
Lemma nrm2_ge0 x : 0 <= nrm2 x. Proof. exact: sqrtr_ge0. Qed.
Lemma nrm2_sqr x : nrm2 x ^+ 2 = dot x x. Proof. by rewrite sqr_sqrtr ?dot_ge0. Qed.

(* u^2 <= v^2 and v >= 0 give |u| <= v. *)
Lemma le_of_sqr (u v : F) : 0 <= v -> u ^+ 2 <= v ^+ 2 -> `|u| <= v.
Proof. by move=> v0; rewrite -(real_normK (num_real u)) ler_pexpn2r // nnegrE. Qed.

(* |x^T A y| <= |x|_A |y|_A *)
Lemma nrm_cs A x y : psd A -> `|bf A x y| <= nrm A x * nrm A y.
Proof.
move=> Ap; apply: le_of_sqr; first by rewrite mulr_ge0 ?nrm_ge0.
by rewrite exprMn !nrm_sqr //; exact: cauchy_schwarz_psd.
Qed.

(* The identity, and the Euclidean norm as its norm. *)
Lemma psd1 : psd (1%:M : 'M[F]_n).
Proof. by split; [rewrite trmx1|move=> x; rewrite qf_scalar mul1r dot_ge0]. Qed.
Lemma nrm2E x : nrm2 x = nrm 1%:M x. Proof. by rewrite /nrm qf_scalar mul1r. Qed.
(* |x.y| <= |x| |y| *)
Lemma nrm2_cs x y : `|dot x y| <= nrm2 x * nrm2 y.
Proof. by have := nrm_cs x y psd1; rewrite /bf mul1mx -!nrm2E. Qed.

(* Triangle inequality, homogeneity. *)
Lemma nrmD A x y : psd A -> nrm A (x + y) <= nrm A x + nrm A y.
Proof.
move=> Ap; have [As _] := Ap; apply: le_trans (ler_norm _) _; apply: le_of_sqr.
  by rewrite addr_ge0 ?nrm_ge0.
rewrite nrm_sqr // sqrrD !nrm_sqr // /qf bfDl !bfDr (bfC y x As).
have := le_trans (ler_norm _) (nrm_cs x y Ap).
move: (bf A x x) (bf A y y) (bf A x y) (nrm A x * nrm A y) => p q r s rs.
rewrite -subr_ge0; have -> : p + s *+ 2 + q - (p + r + (r + q)) = (s - r) *+ 2 by ring.
by rewrite mulrn_wge0 // subr_ge0.
Qed.
Lemma nrmZ A c x : psd A -> nrm A (c *: x) = `|c| * nrm A x.
Proof.
move=> [_ Ap]; rewrite /nrm /qf bfZl bfZr mulrA -expr2 sqrtrM ?sqr_ge0 //.
by rewrite sqrtr_sqr.
Qed.
Lemma nrm0 A : nrm A 0 = 0.
Proof. by rewrite /nrm /qf /bf mulmx0 dot0r sqrtr0. Qed.
Lemma nrmN A x : psd A -> nrm A (- x) = nrm A x.
Proof. by move=> Ap; rewrite -scaleN1r nrmZ // normrN1 mul1r. Qed.
Lemma nrm_sum A I (r : seq I) (P : pred I) (f : I -> 'cV[F]_n) : psd A ->
  nrm A (\sum_(i <- r | P i) f i) <= \sum_(i <- r | P i) nrm A (f i).
Proof.
move=> Ap; elim/big_rec2: _ => [|i y x _ IH]; first by rewrite nrm0.
by apply: le_trans (nrmD _ _ Ap) _; rewrite ler_add2l.
Qed.
(* A <= B gives |x|_A <= |x|_B. *)
Lemma nrm_mono A B x : loewner A B -> nrm A x <= nrm B x.
Proof. by move=> L; rewrite ler_wsqrtr. Qed.

(* G >= lam I gives |x|_{G^-1} <= |x| / sqrt lam. *)
Lemma nrm_inv_le lam G x : 0 < lam -> pd G -> loewner lam%:M G ->
  nrm (invmx G) x <= nrm2 x / Num.sqrt lam.
Proof.
move=> l0 Gp L; have P : pd (lam%:M : 'M[F]_n).
  by split; [rewrite tr_scalar_mx|move=> y /dot_gt0 y0; rewrite qf_scalar mulr_gt0].
have := nrm_mono x (loewner_inv P Gp L); rewrite invmx_scalar {2}/nrm qf_scalar.
by rewrite sqrtrM ?invr_ge0 ?(ltW l0) // sqrtrV ?(ltW l0) // mulrC.
Qed.

(* X^2 <= b X + c^2 gives X <= b + c: the step after l. 2140. *)
Lemma quadratic_solve (X b c : F) : 0 <= b -> 0 <= c -> X ^+ 2 <= b * X + c ^+ 2 -> X <= b + c.
Proof.
move=> b0 c0 H; rewrite leNgt; apply/negP => N.
have X0 : 0 < X by apply: le_lt_trans N; rewrite addr_ge0.
have : c * c <= c * X by rewrite ler_wpmul2l // (le_trans _ (ltW N)) // ler_addr.
have : (b + c) * X < X * X by rewrite ltr_pmul2r.
rewrite -[X * X]expr2 => /lt_le_trans /(_ H); rewrite mulrDl ltr_add2l expr2 => h.
by move=> /(lt_le_trans h); rewrite ltxx.
Qed.
End Norm.

(* The paper's notation, once [Open Scope glb_scope] has been said:
     ⟨x, y⟩ = x^T y,  ‖x‖ = ‖x‖_2,  ‖x‖_[A] = sqrt (x^T A x),  ‖x‖²_[A] = x^T A x,
     A ⪯ B and B ⪰ A: x^T A x <= x^T B x for every x.
   A norm that is the argument of a function needs parentheses: exp (‖x‖). *)
Declare Scope glb_scope.
Delimit Scope glb_scope with glb.
Notation "⟨ x , y ⟩" := (dot x y) (at level 0, format "⟨ x ,  y ⟩") : glb_scope.
Notation "‖ x ‖" := (nrm2 x) (at level 10, format "‖ x ‖") : glb_scope.
Notation "‖ x ‖_[ A ]" := (nrm A x) (at level 10, format "‖ x ‖_[ A ]") : glb_scope.
Notation "‖ x ‖²_[ A ]" := (qf A x) (at level 10, format "‖ x ‖²_[ A ]") : glb_scope.
Notation "A ⪯ B" := (loewner A B) (at level 70, no associativity) : glb_scope.
Notation "B ⪰ A" := (loewner A B) (at level 70, no associativity, only parsing) : glb_scope.
