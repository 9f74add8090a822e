"""Choosing by the bonus, and what optimism gives for the regret (lines 2293-2307, 2589-2599,
3343-3400)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.engines.enumeration import enumerate_cases

# --- Q29, Q33: the bias does not choose ----------------------------------------------------------

_LEVELS = (Fraction(0), Fraction(1, 3), Fraction(1))


def _same_choice(shift: Callable[[Any, int], Any], latex: str, why: str = "") -> Statement:
    """The best arms of three, with and without what ``shift`` adds to each index."""

    def cases() -> Iterator[dict[str, Any]]:
        for means in product(_LEVELS, repeat=3):
            for bonuses in product((Fraction(0), Fraction(1, 2)), repeat=3):
                for added in (Fraction(1, 7), Fraction(5)):
                    yield {"mean": means, "bonus": bonuses, "bias": added}

    def check(case: dict[str, Any]) -> bool:
        index = [p + x for p, x in zip(case["mean"], case["bonus"], strict=True)]
        moved = [v + shift(case["bias"], arm) for arm, v in enumerate(index)]
        return best(index) == best(moved)

    def best(values: list[Any]) -> list[int]:
        return [arm for arm, v in enumerate(values) if v == max(values)]

    scope = "three arms, means 0, 1/3, 1, bonuses 0, 1/2, bias 1/7 or 5; ties kept as sets"
    return Statement(latex, lambda: enumerate_cases(cases(), check, scope), why)


def _order(shift: str, why: str = "") -> Bound:
    """u + z >= v + shift z keeps what u >= v says, with u = v + h."""
    return Bound(
        "v + h + z",
        ">=",
        f"v + {shift}*z",
        "h >= 0, z >= 0, v >= 0",
        latex=r"u \geq v \Rightarrow u+\text{bias} \geq v+\text{bias}",
        scope="every pair of indices",
        why=why,
    )


def _choice(beta: str, bias: str) -> str:
    with_bias = (
        rf"\mu(a^\top\hat\theta_t)+\tfrac{{{beta}}}{{\sqrt{{c_\mu}}}}\lVert a\rVert_{{V_t^{{-1}}}}"
    )
    added = r"\tfrac{k_\mu}{\lambda}\tfrac{\gamma^D}{1-\gamma}(2Sk_\mu+m)"
    return (
        rf"\arg\max_{{a\in\mathcal{{A}}_t}}\Big({with_bias}+{bias}{added}\Big)"
        rf" = \arg\max_{{a\in\mathcal{{A}}_t}}\Big({with_bias}\Big)"
    )


def _choosing(name: str, label: str, lines: str, title: str, beta: str, note: str) -> Claim:
    return Claim(
        id=name,
        label=label,
        lines=lines,
        kind="equation",
        title=title,
        printed=[_same_choice(lambda added, arm: added, _choice(beta, "")), _order("1")],
        mutants=[
            _same_choice(
                lambda added, arm: added * Fraction(arm, 100),
                _choice(beta, r"\lVert a\rVert "),
                "bias made to depend on the arm, by one per cent of itself",
            ),
            _order("1.01", "bias of the other arm raised by one per cent"),
        ],
        note=note,
    )


Q29 = _choosing(
    "Q29",
    "eq:choosing_action",
    "2295-2303",
    "The bias is the same for all actions, so the choice does not see it",
    r"\beta_T^\delta",
    "The choice is the one of the algorithm at line 578. The bias stays in the bonus of P10, hence "
    "in the regret.",
)
Q33 = _choosing(
    "Q33",
    "eq:choosing_action_admissible",
    "2589-2599",
    "With an estimate in Θ the choice uses β̄ and again does not see the bias",
    r"\bar\beta_T^\delta",
    "Which of β and β̄ is used depends on the estimate, not on the action, so one round uses one of "
    "them for all actions.",
)


# --- I51, P10: optimism --------------------------------------------------------------------------


def _split(rhs: str, latex: str, why: str = "") -> Bound:
    """Means a, b at θ*_t and p, q at θ_t of the best and of the chosen action."""
    return Bound("a - b", "<=", rhs, latex=latex, scope="all real means", why=why)


def _chosen(slack: str, latex: str, why: str = "") -> Bound:
    """p + x <= q + y, written p = q + y - x - z with z >= 0: p - q is at most y - x."""
    return Bound(
        "(q + y - x - z) - q",
        "<=",
        "y - x",
        f"x >= 0, y >= 0, z >= {slack}",
        latex=latex,
        scope="every pair of bonuses",
        why=why,
    )


_SPLIT = (
    r"r_t \leq |\mu(a_{t,\star}^\top\theta^\star_t)-\mu(a_{t,\star}^\top\theta_t)|"
    r"+\mu(a_{t,\star}^\top\theta_t)-\mu(a_t^\top\theta_t)"
    r"+|\mu(a_t^\top\theta_t)-\mu(a_t^\top\theta^\star_t)|"
)
_AFTER = (
    r"r_t \leq \Delta_t(a_t,\theta_t)+\Delta_t(a_{t,\star},\theta_t)"
    r"+\beta(a_t)-\beta(a^\star_t)"
)

I51 = Claim(
    id="I51",
    title="The regret of a round is two prediction errors plus a difference of bonuses",
    printed=[
        _split("abs(a - p) + (p - q) + abs(q - b)", _SPLIT),
        _chosen("0", _AFTER),
    ],
    mutants=[
        _split("abs(a - p) + (q - p) + abs(q - b)", _SPLIT + r"\ (-1)", "middle sign turned"),
        _chosen(
            "-0.01",
            r"\mathrm{UCB}_t(a_t) \geq \mathrm{UCB}_t(a_{t,\star})-0.01",
            "the chosen action may miss the largest index by 0.01",
        ),
    ],
    note="Read β_t(a_{t,⋆}) where lines 3378, 3379 have β_t(a^⋆_t) and line 3392 β(a^⋆_t): two "
    "names for the best action, and a bonus without its round; and θ_t for θ in line 3395 "
    "(Z145). What is meant is plain from line 3386. The two equalities between the inequalities "
    "are Z149. The last line needs both prediction errors, see Z49.",
)


def _regret(
    latex: str,
    why: str = "",
    factor: str = "2",
    star: str = "x <= 1",
    chosen: str = "y >= -1",
    slack: str = "0",
) -> Bound:
    """Means of the best action p + x b*, of the chosen one q + y b, with p = q + b - b* - z.

    ``star`` and ``chosen`` say how far the two means may be from their predictions.
    """
    return Bound(
        "(q + b - c - z + x*c) - (q + y*b)",
        "<=",
        f"{factor}*b",
        f"b >= 0, c >= 0, {star}, {chosen}, z >= {slack}",
        latex=latex,
        scope="all means and bonuses of the two actions",
        why=why,
    )


_P10 = (
    r"\Delta_t(a_t,\theta_t) \leq \beta_t(a_t),\ \Delta_t(a_{t,\star},\theta_t) \leq"
    r" \beta_t(a_{t,\star}) \Rightarrow r_t \leq %s\beta_t(a_t)"
)

P10 = Claim(
    id="P10",
    title="An optimistic algorithm whose bonus covers the prediction error pays at most 2β_t(a_t)",
    printed=[_regret(_P10 % "2")],
    mutants=[
        _regret(_P10 % "1.99", "factor 2 lowered to 1.99", factor="1.99"),
        _regret(
            r"\Delta_t(a_{t,\star},\theta_t) \leq 1.01\,\beta_t(a_{t,\star})",
            "error at the best action above its bonus by one per cent",
            star="-1 <= x <= 1.01",
        ),
        _regret(
            r"\Delta_t(a_t,\theta_t) \leq 1.01\,\beta_t(a_t)",
            "error at the chosen action above its bonus by one per cent",
            chosen="-1.01 <= y <= 1",
        ),
        _regret(
            r"\mathrm{UCB}_t(a_t) \geq \mathrm{UCB}_t(a_{t,\star})-0.01",
            "the chosen action may miss the largest index by 0.01",
            slack="-0.01",
        ),
    ],
    depends_on=["I51"],
    note="Only two actions matter, and one side of each, which is all that is asked here: the "
    "best one must not be underestimated by more than its bonus, the chosen one not "
    "overestimated. In P5 and P6 the bonus includes the bias, so r_t <= 2(bias + (β/√c_μ)‖a_t‖). "
    "Lines 3398-3400 speak of an improvement of the regret: what a smaller bonus improves is the "
    "bound, and only its largest value over the actions, since another action may be played. "
    "With means 6/10 and 5/10, predictions 50/100 and 55/100, bonuses 2/10 and 1/10 play the "
    "first action and 10/100 and 6/100 the second.",
)


# --- Z49: for which action ------------------------------------------------------------------------


def _optimistic(known: str, latex: str, why: str = "") -> Statement:
    """Every assignment of means, predictions and bonuses of two actions on a small grid.

    ``known`` says where the error is at most the bonus: at the ``chosen`` action, the ``best`` or
    ``both``.
    """
    grid = (Fraction(0), Fraction(1, 2), Fraction(1))

    def cases() -> Iterator[dict[str, Any]]:
        for best, mine, p, q in product(grid, repeat=4):
            for over_best, over_mine in product(grid[:2], repeat=2):
                at = {"mean": best, "prediction": p, "bonus": over_best}
                chosen = {"mean": mine, "prediction": q, "bonus": over_mine}
                covered = [
                    name
                    for name, x in (("best", at), ("chosen", chosen))
                    if abs(x["mean"] - x["prediction"]) <= x["bonus"]
                ]
                fits = known in covered or (known == "both" and len(covered) == 2)
                if best >= mine and p + over_best <= q + over_mine and fits:
                    yield {"best": at, "chosen": chosen}

    def check(case: dict[str, Any]) -> Any:
        best, chosen = case["best"], case["chosen"]
        return best["mean"] - chosen["mean"], "<=", 2 * chosen["bonus"]

    scope = "two actions, means and predictions 0, 1/2, 1, bonuses 0, 1/2"
    return Statement(latex, lambda: enumerate_cases(cases(), check, scope), why)


Z49 = Claim(
    id="Z49",
    ours=True,
    lines="3357, 3395",
    kind="step",
    title="The error must be covered at the chosen and at the best action; one is not enough",
    printed=[_optimistic("both", _P10 % "2")],
    mutants=[
        _optimistic(
            "chosen",
            r"\Delta_t(a_t,\theta_t) \leq \beta_t(a_t) \Rightarrow r_t \leq 2\beta_t(a_t)",
            "covered at the chosen action only",
        ),
        _optimistic(
            "best",
            r"\Delta_t(a_{t,\star},\theta_t) \leq \beta_t(a_{t,\star})"
            r" \Rightarrow r_t \leq 2\beta_t(a_t)",
            "covered at the best action only",
        ),
    ],
    depends_on=["P10"],
    note="The assumption Δ_t(a, θ_t) <= β_t(a) stands without a quantifier for a; for all a is "
    "meant, and more than needed. a_t depends on the data and a_{t,⋆} on θ*_t, so a bound that "
    "holds with high probability for one fixed a would not do. P5 and P6 hold for all a at once.",
)

CLAIMS = [Q29, Q33, I51, P10, Z49]
