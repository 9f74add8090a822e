"""Named hand steps: mathematics that no engine here checks.

A textbook fact that ``formal/`` proves in all the generality in which it is named here carries the
lemma, and nothing rests on reading it.  Schemes of proof, such as induction over rounds, are
discharged in single places only (``STEP.discharged_by("lemma")`` in a claim), and where a kernel
theorem states the claim as a whole.

What is not a textbook fact is marked: a referee could ask whether the scheme applies in this place,
or whether the other paper's theorem is right.
"""

from __future__ import annotations

from glbtheory.claims.model import HandStep

GRONWALL = HandStep(
    "Grönwall",
    "If |(log f)'| <= 1 on a segment then f(x) e^{-|u|} <= f(x+u) <= f(x) e^{|u|} along it.",
)
FUNDAMENTAL = HandStep(
    "fundamental theorem of calculus",
    "The integral over [0,1] of the derivative of v -> f((1-v)x + v y) is f(y) - f(x).",
)
TERMWISE = HandStep(
    "termwise sums",
    "What holds for one observation (an identity, or a Loewner inequality between multiples of "
    "a a^T) holds for weighted sums of observations, for every dimension and every t.",
    textbook=False,
)
CAUCHY_SCHWARZ = HandStep("Cauchy-Schwarz", "|a.b| <= |a| |b| in every dimension.").discharged_by(
    "matrices.nrm2_cs"
)
MEAN_VALUE = HandStep(
    "mean value theorem",
    "A function with slopes in [c, k] changes by at most k, at least c, per unit.",
)
INDUCTION = HandStep(
    "induction over rounds",
    "What holds for T rounds and is kept by one more round holds for all T.",
    textbook=False,
)
EXPECTATION = HandStep(
    "monotone expectation",
    "If f <= g on the support of a law then the mean of f is at most that of g.",
)
STRICT_CONVEXITY = HandStep(
    "strong convexity",
    "A differentiable function whose Hessian is at least a positive multiple of the identity has "
    "exactly one minimiser, the zero of its gradient.",
)
SPECTRAL = HandStep(
    "spectral theorem",
    "A symmetric matrix has real eigenvalues; its determinant is their product, its trace "
    "their sum.",
).discharged_by("spectral_steps.spectral", "spectral_steps.eigenvalues")
LOEWNER = HandStep(
    "Loewner order",
    "If A >= B > 0 as quadratic forms then det A >= det B, and the inverse of A is at most the "
    "inverse of B, in every dimension.",
).discharged_by("positive_matrices.loewner_inv", "positive_matrices.det_mono")
DETERMINANT_LEMMA = HandStep(
    "matrix determinant lemma",
    "det(W + x x^T) = det(W) (1 + x^T W^{-1} x) in every dimension.",
).discharged_by("positive_matrices.det_rank1")
GARIVIER_MOULINES = HandStep(
    "Garivier and Moulines 2011",
    "Expected plays of a suboptimal arm by D-UCB and SW-UCB are of order sqrt(Gamma_T T) log T.",
    textbook=False,
)

TONELLI = HandStep(
    "Tonelli", "Expectations and integrals of non-negative functions may be interchanged."
)
TOWER = HandStep(
    "tower property",
    "E E[X | F] = E X, and a factor known to F comes out of E[. | F], where F is the past of a "
    "round and all is bounded: what holds at one round for every past holds for the process.",
).discharged_by("any_law.Mean_tower", "noise_steps.Mean_factor")
UNION = HandStep(
    "union bound", "P(some A_t) is at most the sum of the P(A_t), for finitely many t."
).discharged_by("any_law.Prob_union")
CHEBYSHEV = HandStep(
    "Chebyshev", "P(|X - E X| >= x) is at most Var(X)/x²; variances of independent terms add."
)
TWO_POINT = HandStep(
    "two-point laws",
    "Every centred law on [-1, 1] is a mixture of centred laws on one or two points of [-1, 1].",
    textbook=False,
)
CHANGE_OF_VARIABLES = HandStep(
    "change of variables",
    "The integral of f(L x + b) over the x with L x + b in B is that of f over B, divided by "
    "|det L|; it does not fall when B grows and f >= 0.",
)
BASELINES = HandStep(
    "bonuses of the baselines",
    "GLM-UCB, LogUCB1 and D-GLUCB bound their prediction error by the bonuses that "
    "glbtheory.formulas.baselines writes down (Filippi et al. 2010, Faury et al. 2020, "
    "Russac et al. 2020).",
    textbook=False,
)
BANDIT_OVER_BANDIT = HandStep(
    "bandit over bandit",
    "One window per block of H rounds, chosen by EXP3 among the powers of two up to H, with the "
    "window algorithm started anew in each block, costs H sqrt(T/H) more than the best of these "
    "windows, up to logarithms (Cheung et al. 2019).",
    textbook=False,
)
