"""Choosing by the bonus, and what optimism gives for the regret (lines 2293-2307, 2589-2599,
3343-3400)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import bound, enumerated, grid

# --- Q29, Q33: the bias does not choose ----------------------------------------------------------

_LEVELS = (Fraction(0), Fraction(1, 3), Fraction(1))
_BONUSES = (Fraction(0), Fraction(1, 2))


def _choice(*, beta: str = r"\beta_T^\delta", before: str = "") -> str:
    index = (
        rf"\mu(a^\top\hat\theta_t)+\tfrac{{{beta}}}{{\sqrt{{c_\mu}}}}\lVert a\rVert_{{V_t^{{-1}}}}"
    )
    bias = r"\tfrac{k_\mu}{\lambda}\tfrac{\gamma^D}{1-\gamma}(2Sk_\mu+m)"
    return (
        rf"\arg\max_{{a\in\mathcal{{A}}_t}}\Big({index}+{before}{bias}\Big)"
        rf" = \arg\max_{{a\in\mathcal{{A}}_t}}\Big({index}\Big)"
    )


def _best(values: list[Any]) -> list[int]:
    return [arm for arm, v in enumerate(values) if v == max(values)]


@enumerated(
    cases=lambda: grid(
        mean=product(_LEVELS, repeat=3),
        bonus=product(_BONUSES, repeat=3),
        bias=(Fraction(1, 7), Fraction(5)),
    ),
    latex=_choice,
    scope="three arms, means 0, 1/3, 1, bonuses 0, 1/2, bias 1/7 or 5; ties kept as sets",
)
def _same_choice(
    mean: Any, bonus: Any, bias: Any, *, share: Callable[[int], Any] = lambda arm: 1
) -> Any:
    """The best arms of three, with and without a ``share`` of the bias in each index."""
    index = [p + x for p, x in zip(mean, bonus, strict=True)]
    return _best(index) == _best([v + bias * share(arm) for arm, v in enumerate(index)])


#: u + z >= v + z keeps what u >= v says, with u = v + h.
_order = bound(
    "v + h + z >= v + {share}*z",
    "h >= 0, z >= 0, v >= 0",
    latex=r"u \geq v \Rightarrow u+\text{bias} \geq v+\text{bias}",
    scope="every pair of indices",
    share="1",
)


def _choosing(name: str, title: str, beta: str, note: str) -> Claim:
    choice = _same_choice.variant(beta=beta)
    return Claim(
        id=name,
        title=title,
        printed=[choice],
        support=[_order],
        mutants=[
            choice.mutant(
                "bias made to depend on the arm, by one per cent of itself",
                before=r"\lVert a\rVert ",
                share=lambda arm: Fraction(arm, 100),
            ),
            _order.mutant("bias of the other arm raised by one per cent", share="1.01"),
        ],
        fidelity="verbatim",
        follows="Adding the same number to every index keeps the order of any two of them, and "
        "so the set of the largest.",
        note=note,
    )


Q29 = _choosing(
    "Q29",
    "The bias is the same for all actions, so the choice does not see it",
    r"\beta_T^\delta",
    "The choice is the one of the algorithm at line 578. The bias stays in the bonus of P10, hence "
    "in the regret.",
)
Q33 = _choosing(
    "Q33",
    "With an estimate in Θ the choice uses β̄ and again does not see the bias",
    r"\bar\beta_T^\delta",
    "Which of β and β̄ is used depends on the estimate, not on the action, so one round uses one of "
    "them for all actions.",
)


# --- I51, P10: optimism --------------------------------------------------------------------------


#: Means a, b at θ*_t and p, q at θ_t of the best and of the chosen action.
_split = bound(
    "a - b <= abs(a - p) + {middle} + abs(q - b)",
    latex=r"r_t \leq |\mu(a_{t,\star}^\top\theta^\star_t)-\mu(a_{t,\star}^\top\theta_t)|"
    r"+\mu(a_{t,\star}^\top\theta_t)-\mu(a_t^\top\theta_t)"
    r"+|\mu(a_t^\top\theta_t)-\mu(a_t^\top\theta^\star_t)|",
    scope="all real means",
    middle="(p - q)",
)
#: The chosen action has the larger index: p + x <= q + y, written p = q + y - x - z with z >= 0.
_chosen = bound(
    "a - b <= abs(q - b) + abs(a - (q + y - x - z)) + y - x",
    "x >= 0, y >= 0, z >= {slack}",
    latex=r"r_t \leq \Delta_t(a_t,\theta_t)+\Delta_t(a_{t,\star},\theta_t)"
    r"+\beta(a_t)-\beta(a^\star_t)",
    scope="all means and every pair of bonuses",
    slack="0",
)
_MISSED = "the chosen action may miss the largest index by 0.01"

I51 = Claim(
    id="I51",
    title="The regret of a round is two prediction errors plus a difference of bonuses",
    printed=[_split, _chosen],
    mutants=[
        _split.mutant("middle sign turned", middle="(q - p)"),
        _chosen.mutant(_MISSED, slack="-0.01"),
    ],
    fidelity="verbatim",
    note="Read β_t(a_{t,⋆}) where lines 3378, 3379 have β_t(a^⋆_t) and line 3392 β(a^⋆_t): two "
    "names for the best action, and a bonus without its round; and θ_t for θ in line 3395 "
    "(Z145). What is meant is plain from line 3386. The two equalities between the inequalities "
    "are Z149. The last line needs both prediction errors, see Z49.",
)


_P10 = (
    r"\Delta_t(a_t,\theta_t) \leq \beta_t(a_t),\ \Delta_t(a_{t,\star},\theta_t) \leq"
    r" \beta_t(a_{t,\star}) \Rightarrow r_t \leq 2\beta_t(a_t)"
)
#: Means of the best action p + x b*, of the chosen one q + y b, with p = q + b - b* - z.
#: ``star`` and ``chosen`` say how far the two means may be from their predictions.
_regret = bound(
    "(q + b - c - z + x*c) - (q + y*b) <= {factor}*b",
    "b >= 0, c >= 0, {star}, {chosen}, z >= {slack}",
    latex=_P10,
    scope="all means and bonuses of the two actions",
    factor="2",
    star="x <= 1",
    chosen="y >= -1",
    slack="0",
)

P10 = Claim(
    id="P10",
    title="An optimistic algorithm whose bonus covers the prediction error pays at most 2β_t(a_t)",
    kernel=KernelTheorem(
        "P10",
        "every d, mean function, set of actions, estimate and bonus",
        latex=r"\forall a\in\mathcal{A}_t:\ \Delta_t(a,\theta_t) \leq \beta_t(a) \Rightarrow r_t "
        r"\leq "
        r"2\beta_t(a_t)",
        mutants=["P10_mutant"],
    ),
    printed=[_regret],
    mutants=[
        _regret.mutant("factor 2 lowered to 1.99", factor="1.99"),
        _regret.mutant(
            "error at the best action above its bonus by one per cent", star="-1 <= x <= 1.01"
        ),
        _regret.mutant(
            "error at the chosen action above its bonus by one per cent", chosen="-1.01 <= y <= 1"
        ),
        _regret.mutant(_MISSED, slack="-0.01"),
    ],
    depends_on=["I51"],
    fidelity="paraphrase",
    note="Only two actions matter, and one side of each, which is all that is asked here: the "
    "best one must not be underestimated by more than its bonus, the chosen one not "
    "overestimated. In P5 and P6 the bonus includes the bias, so r_t <= 2(bias + (β/√c_μ)‖a_t‖). "
    "Lines 3398-3400 speak of an improvement of the regret: what a smaller bonus improves is the "
    "bound, and only its largest value over the actions, since another action may be played. "
    "With means 6/10 and 5/10, predictions 50/100 and 55/100, bonuses 2/10 and 1/10 play the "
    "first action and 10/100 and 6/100 the second.",
)


# --- Z49: for which action ------------------------------------------------------------------------


def _choices(*, known: str = "both") -> Iterator[dict[str, Any]]:
    """Every assignment of means, predictions and bonuses of two actions on a small grid.

    ``known`` says where the error is at most the bonus: at the ``chosen`` action, the ``best`` or
    ``both``.
    """
    for best, mine, p, q in product((*_BONUSES, Fraction(1)), repeat=4):
        for over_best, over_mine in product(_BONUSES, repeat=2):
            at = {"mean": best, "prediction": p, "bonus": over_best}
            chosen = {"mean": mine, "prediction": q, "bonus": over_mine}
            covered = {"best": abs(best - p) <= over_best, "chosen": abs(mine - q) <= over_mine}
            covered["both"] = all(covered.values())
            if best >= mine and p + over_best <= q + over_mine and covered[known]:
                yield {"best": at, "chosen": chosen}


@enumerated(
    cases=_choices,
    latex=_P10,
    scope="two actions, means and predictions 0, 1/2, 1, bonuses 0, 1/2",
)
def _optimistic(best: dict[str, Any], chosen: dict[str, Any]) -> Any:
    return best["mean"] - chosen["mean"], "<=", 2 * chosen["bonus"]


Z49 = Claim(
    id="Z49",
    ours=True,
    lines="3357, 3395",
    kind="step",
    title="The error must be covered at the chosen and at the best action; one is not enough",
    printed=[_optimistic, _regret],
    mutants=[
        _optimistic.mutant(
            "covered at the chosen action only",
            r"\Delta_t(a_t,\theta_t) \leq \beta_t(a_t) \Rightarrow r_t \leq 2\beta_t(a_t)",
            known="chosen",
        ),
        _optimistic.mutant(
            "covered at the best action only",
            r"\Delta_t(a_{t,\star},\theta_t) \leq \beta_t(a_{t,\star})"
            r" \Rightarrow r_t \leq 2\beta_t(a_t)",
            known="best",
        ),
    ],
    depends_on=["P10"],
    note="The assumption Δ_t(a, θ_t) <= β_t(a) stands without a quantifier for a; for all a is "
    "meant, and more than needed. a_t depends on the data and a_{t,⋆} on θ*_t, so a bound that "
    "holds with high probability for one fixed a would not do. P5 and P6 hold for all a at once.",
)

CLAIMS = [Q29, Q33, I51, P10, Z49]
