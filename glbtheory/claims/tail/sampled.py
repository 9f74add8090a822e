r"""The two uses of the tail inequality against adversaries, by simulation (lines 1798-1830).

Each policy sees the past only, and each is tested alone with exact binomial limits; the errors of
all tests of a claim add up to at most 0.001.  The radius is loose, so paths above it are not to be
expected: what such a test is worth is told by the mutants, a radius times c among them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from glbtheory.claims.model import Claim, Statement
from glbtheory.claims.vocabulary import stated
from glbtheory.concentration.adversaries import (
    Adversary,
    Anticipating,
    Freeze,
    adversaries,
    round_robin,
)
from glbtheory.concentration.drawn_noise import NOISES
from glbtheory.concentration.sampled_tails import exceedances
from glbtheory.engines.evidence import HOLDS, REFUTED, Evidence, conjunction
from glbtheory.engines.sampling import sample_until
from glbtheory.setting.forgetting import Discount, Forgetting, Window

_DELTA = 0.1
_CONFIDENCE = 0.999
_BATCH, _BUDGET = 2000, 32_000
_DIMENSIONS = (2, 5, 10)


@dataclass(frozen=True)
class Use:
    """One corollary: how it forgets, the round, and how it is written."""

    forgetting: Forgetting
    t: int
    text: str
    latex: Callable[..., str]
    seed: int

    def setting(self, d: int, **changes: Any) -> dict[str, Any]:
        """λ = 20 is near the ridge that makes the radius smallest, where adversaries do best."""
        common = {"d": d, "t": self.t, "lam": 20.0, "m": 1.0, "forgetting": self.forgetting}
        return {**common, "noise": "fair", **changes}


@dataclass(frozen=True)
class _Case:
    """One policy in one instance."""

    policy: Adversary
    setting: Mapping[str, Any]
    text: str
    scale: float = 1.0


def _against_all(
    use: Use, dimensions: Sequence[int] = _DIMENSIONS, scale: float = 1.0
) -> list[_Case]:
    """Every policy with fair noise, and some with other noises, in each dimension.

    The one that freezes aims at the radius that is tested, and comes first: where a radius is too
    small it shows this soonest.  ``greedy`` picks the laws of its noise itself.
    """
    policies = adversaries(_DELTA, level=scale)
    pairs = [(name, "fair") for name in reversed(policies)]
    pairs += [(name, "bernoulli") for name in ("round robin", "stretch", "orthogonal", "freeze")]
    pairs += [("round robin", noise) for noise in NOISES if noise not in ("fair", "bernoulli")]
    return [
        _Case(policies[name], use.setting(d, noise=noise), f"d = {d}, {name}, {noise} noise", scale)
        for d in dimensions
        for name, noise in pairs
    ]


def _judge(cases: Sequence[_Case], seed: int) -> tuple[list[Evidence], int, int]:
    """The evidence of the cases, and how many of how many paths were above the radius.

    It ends with the first case that is refuted.  The level is that of all cases together.
    """
    level = 1 - (1 - _CONFIDENCE) / len(cases)
    seen = [0, 0]
    found: list[Evidence] = []
    for case, root in zip(cases, np.random.SeedSequence(seed).spawn(len(cases)), strict=True):
        draw = exceedances(case.policy, _DELTA, scale=case.scale, **case.setting)

        def counted(rng: np.random.Generator, n: int, draw: Any = draw) -> int:
            k = int(draw(rng, n))
            seen[0] += k
            seen[1] += n
            return k

        limits: dict[str, Any] = {"level": level, "batch": _BATCH, "budget": _BUDGET}
        evidence = sample_until(counted, _DELTA, seed=root, scope=case.text, **limits)
        if evidence.outcome == REFUTED:
            witness = {"case": case.text, **(evidence.witness or {})}
            return [*found, evidence.with_(witness=witness)], seen[0], seen[1]
        found.append(evidence)
    return found, seen[0], seen[1]


# --- the formulas -------------------------------------------------------------------------------


def _radius(matrix: str, factor: str = "") -> str:
    body = (
        r"\frac{\sqrt\lambda}{2m} + \frac{2m}{\sqrt\lambda}"
        rf"\log\frac{{\det({matrix})^{{1/2}}}}{{\delta\lambda^{{d/2}}}}"
        r" + \frac{2m}{\sqrt\lambda}d\log 2"
    )
    return rf"{factor}\Bigl({body}\Bigr)" if factor else body


def _discount_latex(factor: str = "", slope: str = r"\dot\mu(a_s^\top\theta^\star_s)") -> str:
    matrix = r"\widetilde H_{t-D:t}"
    return (
        rf"\mathbb{{P}}\Bigl(\lVert\gamma^{{t-1}}S_{{t-D:t}}\rVert_{{{matrix}^{{-1}}}}"
        rf" \geq r\Bigr) \leq \delta,\quad r = {_radius(matrix, factor)},\quad {matrix} ="
        rf" \sum_{{s=t-D}}^{{t-1}}\gamma^{{2(t-1-s)}}{slope}a_s a_s^\top + \lambda I_d"
    )


def _window_latex(factor: str = "", slope: str = r"\dot\mu(a_s^\top\theta^\star_s)") -> str:
    return (
        rf"\mathbb{{P}}\bigl(\lVert S_t\rVert_{{H_t^{{-1}}}} \geq r\bigr) \leq \delta,\quad"
        rf" r = {_radius('H_t', factor)},\quad"
        rf" H_t = \sum_{{s=\max(1,t-\tau)}}^{{t-1}}{slope}a_s a_s^\top + \lambda I_d"
    )


DISCOUNT = Use(
    Discount(0.995), 201, "γ = 0.995, t = 201, D = t-1 = 200", _discount_latex, seed=1798
)
WINDOW = Use(Window(150), 301, "τ = 150, t = 301", _window_latex, seed=1816)


# --- the statement, and what its mutants try ------------------------------------------------------


@stated(latex=lambda *, use=DISCOUNT: use.latex())
def kept(*, use: Use = DISCOUNT, cases: Callable[[Use], list[_Case]] = _against_all) -> Evidence:
    """P(norm >= radius) <= δ in every case."""
    tried = cases(use)
    parts, events, trials = _judge(tried, use.seed)
    found = conjunction(parts)
    if found.outcome != HOLDS:
        return found
    worst = max(parts, key=lambda part: part.worst_ratio or 0.0)
    limit = (found.worst_ratio or 0.0) * _DELTA
    scope = (
        f"{use.text}, λ = 20, m = 1, δ = {_DELTA:g}, d = 2, 5, 10: {len(tried)} pairs of a"
        f" predictable policy and a noise, {trials} paths in all, {events} above the radius;"
        f" every upper limit is at most {limit:.2g}, jointly at confidence {_CONFIDENCE:g}"
    )
    return found.with_(scope=scope, detail=worst.detail)


def shrunk(use: Use, d: int, scale: float) -> Statement:
    """All adversaries in dimension d against the radius times ``scale``."""
    return kept.variant(use=use).mutant(
        f"radius times {scale:g}, in d = {d}; a factor a few per cent larger is not seen",
        use.latex(f"{scale:g}"),
        cases=partial(_against_all, dimensions=(d,), scale=scale),
    )


def _foreseeing(use: Use, rounds: int) -> list[_Case]:
    """The actions of the last rounds know their noise."""
    text = f"d = 2, sign of the noise along S in the last {rounds} rounds"
    return [_Case(Anticipating(rounds), use.setting(2, foresight=True), text)]


def _without_variance(use: Use, m: float, ridge: float) -> list[_Case]:
    """H without the variances, for noise ±m and λ = ``ridge`` m²."""
    setting = use.setting(2, m=m, lam=ridge * m**2, variance=1.0)
    text = f"d = 2, m = {m:g}, λ = {ridge:g} m², freeze, fair noise"
    return [_Case(Freeze(_DELTA, 1.0, round_robin), setting, text)]


def _claim(
    use: Use,
    scales: Mapping[int, float],
    foreseen: int,
    m: float,
    **fields: Any,
) -> Claim:
    refuted = ", ".join(f"{c:g} in d = {d}" for d, c in scales.items())
    printed = kept.variant(use=use)
    after = rf",\quad a_s\ \mathcal{{F}}_{{s+1}}\text{{-measurable}},\ s \geq t-{foreseen}"
    return Claim(
        kind="step",
        ours=True,
        printed=[printed],
        blind_to=[
            "the terms √λ/(2m), log(1/δ), log det and d log 2 one by one: only the radius as a "
            "whole is shrunk"
        ],
        mutants=[
            *(shrunk(use, d, c) for d, c in scales.items()),
            printed.mutant(
                f"the last {foreseen} actions are chosen after their noise, the others before it",
                use.latex() + after,
                cases=partial(_foreseeing, rounds=foreseen),
            ),
            printed.mutant(
                f"the variance dropped from H where it is m² = {m * m:g}",
                use.latex(slope=""),
                cases=partial(_without_variance, m=m, ridge=5.0),
            ),
        ],
        note=(
            "Sampled, not proved. The true probability is far below δ, so no path above the radius"
            f" is to be expected: the test refutes the radius times {refuted}, and it passes one"
            " that is shrunk less, up to a few per cent. H has the true variances; they are the"
            " slopes μ' for Bernoulli rewards with a logistic mean, and any bounded noise stands in"
            " for other rewards."
        ),
        **fields,
    )


Z38 = _claim(
    DISCOUNT,
    {2: 0.48, 5: 0.405, 10: 0.315},
    foreseen=35,
    m=3.0,
    id="Z38",
    lines="1798-1811",
    title="Discounts: no listed adversary in d = 2, 5, 10 leaves the radius too often",
    depends_on=["C1"],
)
Z39 = _claim(
    WINDOW,
    {2: 0.515, 5: 0.445, 10: 0.36},
    foreseen=41,
    m=2.5,
    id="Z39",
    lines="1816-1830",
    title="Window: no listed adversary in d = 2, 5, 10 leaves the radius too often",
    depends_on=["C2"],
)

CLAIMS = [Z38, Z39]
