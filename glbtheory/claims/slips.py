"""The slips of the paper, each once, with the claims that meet it.

One slip may break several lines: the ridge λ/c_μ that is read as λ breaks many displays.  Errata
are counted by slips.  A slip has a group:

* *false as printed*: the statement is wrong, and a witness that meets its hypotheses shows it;
* *incomplete hypothesis*: the statement is true once something is added that the page does not say;
* *notation and conventions*: an index out of range that every reader skips, one that every reader
  corrects (r_T under a sum over t), a letter used twice, a whole number that is not said to be
  whole, a rounded number, a constant that a table does not compare.  Nothing is wrong with what is
  meant.

The first two count as errata.
"""

from __future__ import annotations

from dataclasses import dataclass

FALSE, INCOMPLETE, CONVENTION = GROUPS = (
    "false as printed",
    "incomplete hypothesis",
    "notation and conventions",
)
#: The groups that count as errata.
ERRATA = (FALSE, INCOMPLETE)


@dataclass(frozen=True)
class Slip:
    """One slip: what it is, its group, and the claims whose printed statement it breaks.

    ``missing`` are the hypotheses (:mod:`glbtheory.claims.hypotheses`) that the page does not state
    where the slip stands.
    """

    id: str
    slip: str
    group: str
    claims: tuple[str, ...]
    missing: tuple[str, ...] = ()


def _slips(group: str, *entries: tuple[str, str, str]) -> list[Slip]:
    return [Slip(name, text, group, tuple(claims.split())) for name, text, claims in entries]


SLIPS = [
    *_slips(
        FALSE,
        (
            "ridge",
            "The design matrix has the ridge λ/c_μ; the elliptical and determinant lemmas are "
            "applied to it with λ.",
            "I25 I26 I31 I33 Z55 Z66 Z121 I40 I41 T2 T5",
        ),
        ("range", "A round near a change costs up to m, not up to 1.", "I23 Z65 I40 I41 T2 T5"),
        (
            "radius",
            "The tail inequality has λ_t for λ_{t-1}: in its radius, and in the direction ξ_0, "
            "which then leaves the half ball.",
            "T3 I7",
        ),
        ("power", "The determinant lacks its power 1/2.", "P3 Q14 Q15"),
        ("image", "The image of a ball is an ellipsoid, and an equality is printed.", "I10"),
        ("two-to-d", "A ratio below 2^d is said to be equal to 2^d.", "I11"),
        ("regularisation", "The deviation of g_t forgets the term √λ S.", "P1"),
        ("inverse", "The comparison of G̃ and H̃ lacks an inverse.", "Q6"),
        ("direction", "An expansion that bounds from below is printed as <=.", "N21 N22"),
        ("slope", "The refined chain loses k_μ.", "I34"),
        ("variances", "The process in the extension's proof lacks the variances.", "Z30"),
        ("logarithm", "The bound on -log(1-x) has a sign turned and a fraction inverted.", "I29"),
        (
            "third-constant",
            "With the tuned γ the C_3 term exceeds the rate that is said to follow.",
            "T1",
        ),
        ("tilde", "A rate with logarithms is quoted with O for Õ.", "N10 R8 N20"),
        ("universal", "Constants that are called universal depend on m, or on B.", "Z58 Z73 T7"),
        ("identity-link", "The identity is no mean of bounded rewards of the family.", "Z174"),
        ("third-sum", "The order of the third sum has a wrong power of d.", "S9"),
        (
            "for-all-rounds",
            "A bound that holds far from changes is printed for all rounds.",
            "C6",
        ),
        ("blocks", "An equality holds only if τ divides T.", "I48"),
        ("last-phase", "Γ_T changes make Γ_T + 1 phases, and the last is lost.", "Q47"),
        ("end-of-phase", "The sums over a phase run one round too far.", "I53 Z76"),
        ("short-phase", "An equality fails if a phase is shorter than τ.", "I54"),
        ("after-the-round", "The three events use counts that hold the round itself.", "I56"),
        ("strict-signs", "Two strict signs are equalities.", "I57"),
        ("one-observation", "For one observation the deviation bound is 0.", "I58 Z142"),
        ("last-term", "The last display drops 1/log(1+η) and + 1.", "I62"),
        ("rounding", "Rounding up in each phase gives more than T/τ blocks.", "I59"),
        ("equality-of-chances", "An equality of sums is an inequality.", "I60"),
        ("maximised", "The level that splits best is a minimum, not a maximum.", "I61"),
        ("definite", "A rank-one matrix is called positive definite.", "Z21"),
        (
            "other-matrix",
            "H̃_t at the present parameter is written as the H̃_t of another line.",
            "Z51",
        ),
        ("action-index", "The v of the remark has a_u for a_{u-1}.", "R4"),
        ("one-theorem", "The minimal gap is said to be used in one theorem; two need it.", "Z120"),
    ),
    *_slips(
        INCOMPLETE,
        ("whole-D", "D = log T/log(1/γ) must be rounded up.", "Z9"),
        ("which-lambda", "The window's theorem with gaps does not say its λ.", "Z67 T6"),
        ("which-probability", "The window's theorem with gaps names no probability.", "Z141 T6"),
        ("bounded-rewards", "Rewards, not only their means, must lie in [0, B].", "Z71"),
        ("no-change", "A rate with Γ_T as a factor needs at least one change.", "C8"),
        ("far-rounds", "Two bounds on one round do not say that it is far from a change.", "Z140"),
        ("poisson", "The Poisson link is counted in; its rewards must be bounded besides.", "Z1"),
    ),
    Slip(
        "positive-ridge",
        "The regularisation must be positive; zero is allowed or not excluded.",
        INCOMPLETE,
        ("L7", "L8", "Z31"),
        missing=("lambda",),
    ),
    *_slips(
        CONVENTION,
        ("before-the-first", "Sums and sets read rounds before the first.", "Q24 Q40 Z32 Z63 Z143"),
        ("first-matrix", "An algorithm sets V_0 and reads V_1, or reads a_0.", "G1 G2"),
        ("two-sums", "g_t sums from t - D in one place and from 1 in another.", "D8"),
        ("preceding", "The τ steps preceding t, beside a sum that holds round t.", "D13"),
        ("after-the-horizon", "The weights are ordered up to T + 1.", "A7"),
        ("zeroth", "For u = 1 an index 0 is read.", "Z17"),
        ("whole-window", "A tuned window is not said to be whole.", "Z68 Z75"),
        ("unseen-arm", "An arm that is not in the window has no index.", "Z70"),
        ("removable", "A quotient is 0/0 where its limit is meant.", "Z2"),
        ("one-letter", "One letter has two meanings.", "Z6 Z19 Z144"),
        (
            "table-gap",
            "Table 1 compares c_μ, d, T and Γ_T alone, so that 1/Δ is not in it.",
            "B4 Z81",
        ),
        (
            "experiment-gamma",
            "The γ of the experiment leaves out c_μ^{1/2}, a constant in T.",
            "Z175",
        ),
        ("changes-power", "An order has Γ_T^{2/3} for Γ_T^{1/3}: true, and not sharp.", "S11"),
        (
            "root-of-arms",
            "The proof ends with K τ Γ_T where the theorem says √K τ Γ_T, which holds.",
            "Z74",
        ),
        ("for-all-X", "A constraint on one number is said to hold for all X.", "Z43"),
        ("free-parameter", "The last line of the proof of optimism has θ for θ_t.", "Z145"),
        ("sum-index", "The regret is written as a sum over t of r_T.", "Z25"),
        ("window-weights", "The window's weights have t for s.", "Z20 Z33"),
        ("about-400", "1/c_μ is about 400 and 1000; equalities are printed.", "X1 Z3"),
        ("maximum", "A maximum is taken over a set that is not said to be closed.", "Z8"),
    ),
]


def slips_of(claim: str) -> list[Slip]:
    """The slips that break the printed statement of a claim."""
    return [slip for slip in SLIPS if claim in slip.claims]
