r"""One round of a problem with forgetting: its terms, random instances, and attacks on it.

A :class:`ProofRound` holds what happened before round t: actions :math:`a_1, \dots, a_{t-1}`,
rewards :math:`r_2, \dots, r_t`, the true parameters
:math:`\theta^\star_1, \dots, \theta^\star_t`, and how the learner forgets.  The rest follows and
is computed when asked for::

    path = ProofRound(logistic, actions, rewards, theta, Discount(0.9), lam=1.0, S=2.0, D=3)
    path.estimate, path.G, path.X_G, path.b1(a), path.prediction_error(a)

A sliding window, ``Window(tau)``, is the same with :math:`\gamma = 1` and :math:`D = \tau`, rounds
before the window having weight 0; then :math:`\tilde G = G` and :math:`\bar S = S`.

An inequality lhs <= rhs about all data, with rhs > 0, is attacked with a function of a path::

    attack_path(lambda path: path.b1() / rhs(path), seed=1)

where ``path.b1()`` is about ``path.probe``, an action that the search chooses as well.  A
:class:`Shape` says over which paths to search; by default many shapes are tried.  What is violated
in floats is computed again with forty digits (:meth:`ProofRound.precisely`) from the decimals of
the witness, so ``ratio`` must be made of what the path offers: its properties, ``path.norm(v, M)``
for :math:`\|v\|_{M^{-1}}`, ``path.sqrt``, ``path.relative(A, B)`` for the least c with
:math:`A \preceq c B`, and arithmetic.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from glbtheory._support.validation import is_real, positive, whole_number
from glbtheory.engines.attack import ROUND_OFF, TOLERANCE
from glbtheory.engines.enumeration import as_text
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED, Evidence
from glbtheory.regret.round_terms import ProofRound, default_constants
from glbtheory.setting.forgetting import Discount, Window
from glbtheory.setting.links import Link, binomial, linear, logistic, poisson

__all__ = [
    "LINKS",
    "ProofRound",
    "Shape",
    "allowed",
    "attack_path",
    "default_constants",
    "random_path",
    "shapes",
]

Array = np.ndarray
RoundRatio = Callable[[ProofRound], Any]

#: Self-concordant means with |μ''| <= μ', bounded and not.
LINKS = (logistic, linear, poisson, binomial(5))


@dataclass(frozen=True)
class Shape:
    r"""What a search keeps fixed, and the ranges of the rest.

    ``starts`` are the rounds in 1, ..., t at which a piece of constant :math:`\theta^\star` begins,
    the first of them 1.  ``window`` takes ``Window(D)`` in the place of discounts.  ``outside``
    is how far parameters may leave Θ: their norms go up to ``outside`` times S.
    """

    link: Link
    d: int
    t: int
    D: int
    starts: tuple[int, ...] = (1,)
    window: bool = False
    lam: tuple[float, float] = (0.01, 100.0)
    S: tuple[float, float] = (0.1, 4.0)
    gamma: tuple[float, float] = (0.05, 0.999)
    outside: float = 1.0

    def __post_init__(self) -> None:
        for name in ("d", "t", "D"):
            whole_number(name, getattr(self, name), 1)
        rising = all(x < y for x, y in zip(self.starts, self.starts[1:], strict=False))
        if not self.starts or self.starts[0] != 1 or not rising or self.starts[-1] > self.t:
            raise ValueError(f"starts must rise from 1 to at most t, not {self.starts!r}")
        if not isinstance(self.link, Link):
            raise ValueError(f"link must be a Link, not {self.link!r}")
        for name, top in (("lam", math.inf), ("S", math.inf), ("gamma", 1.0)):
            _check_range(name, getattr(self, name), top)
        positive("outside", self.outside)

    @property
    def bounds(self) -> list[tuple[float, float]]:
        """The box of the coordinates: log λ, log S, γ, rewards, then vectors."""
        logs = [(math.log(lo), math.log(hi)) for lo, hi in (self.lam, self.S)]
        n = self.t - 1
        vector = [(0.0, 1.0)] + [(-1.0, 1.0)] * self.d
        pieces = [(0.0, self.outside)] + [(-1.0, 1.0)] * self.d
        return [*logs, self.gamma, *[(0.0, 1.0)] * n, *vector * (n + 1), *pieces * len(self.starts)]

    def path(self, x: Array, digits: int = 12) -> ProofRound:
        """The path at given coordinates, its data rounded to so many digits."""
        d, n = self.d, self.t - 1
        lam, S = (_rounded(math.exp(v), digits) for v in x[:2])
        gamma = _rounded(float(x[2]), digits)
        vectors = x[3 + n :].reshape(-1, d + 1)
        pieces = _vectors(vectors[n + 1 :], S, digits)
        which = np.searchsorted(self.starts, np.arange(1, self.t + 1), side="right") - 1
        theta, actions = pieces[which], _vectors(vectors[: n + 1], 1.0, digits)
        if self.link.mu(-1.0) < 0:  # a mean reward is not negative: turn actions that give one
            seen = np.einsum("ti,ti->t", actions, np.vstack([theta[:-1], theta[-1:]]))
            actions = np.where(seen[:, None] < 0, -actions, actions)
        constants = default_constants(self.link, S)
        # The constants bound slopes and means: k_μ and m must not be rounded down, nor c_μ up.
        k_mu, m = (_towards(constants[n], 1) for n in ("k_mu", "m"))
        c_mu = _towards(constants["c_mu"], -1)
        return ProofRound(
            self.link,
            actions[:n],
            _cut(x[3 : 3 + n] * constants["m"], digits),
            theta,
            Window(self.D) if self.window else Discount(min(gamma, self.gamma[1])),
            lam,
            S,
            m,
            k_mu,
            c_mu,
            self.D,
            actions[n],
        )


def _check_range(name: str, ends: Any, top: float) -> None:
    """Two ends with 0 < low <= high < top."""
    pair = tuple(ends) if isinstance(ends, (tuple, list)) else ()
    if len(pair) != 2 or not all(map(is_real, pair)) or not 0 < pair[0] <= pair[1] < top:
        raise ValueError(f"{name} must be a pair with 0 < low <= high < {top:g}, not {ends!r}")


def _rounded(x: float, digits: int) -> float:
    """So many significant digits, so that a witness can be written down."""
    return float(f"{x:.{digits}g}")


def _towards(x: float, sign: int) -> float:
    """Twelve digits, on the side of x that the sign says."""
    near = _rounded(x, 12)
    return near if sign * (near - x) >= 0 else _rounded(x * (1 + sign * 1e-11), 12)


def _cut(x: Array, digits: int) -> Array:
    """So many decimals, towards zero: no vector gets longer and no reward larger."""
    return np.trunc(x * (1 + 2**-52) * 10.0**digits) / 10.0**digits


def _vectors(coordinates: Array, longest: float, digits: int) -> Array:
    """Radius (as a multiple of ``longest``) and direction to vectors."""
    directions = coordinates[:, 1:]
    length = np.sqrt((directions**2).sum(axis=1))
    unit = directions / np.where(length > 0, length, 1.0)[:, None]
    return _cut((coordinates[:, 0] * longest)[:, None] * unit, digits)


#: Parameters this far outside their ball are round-off.
_EDGE = 1e-12

#: What the fields of a shape are that :func:`shapes` passes on, and its own options.
_RANGES = ("lam", "S", "gamma", "outside")
_HYPOTHESES = ("links", "far", "window", "outside")
_OPTIONS = ("links", "far", "window", "largest_d", "largest_t", *_RANGES)


def _known_options(options: Iterable[str], known: Sequence[str]) -> None:
    for name in options:
        if name not in known:
            raise ValueError(f"unknown option {name}; known: {', '.join(known)}")


def shapes(
    rng: np.random.Generator,
    count: int,
    links: Sequence[Link] = LINKS,
    far: bool | None = True,
    window: bool | None = None,
    largest_d: int = 3,
    largest_t: int = 6,
    **ranges: Any,
) -> list[Shape]:
    """Random shapes.  ``far`` asks for t in T(γ) (False: not in it; None: either)."""
    if len(links) == 0:
        raise ValueError("links must not be empty")
    _known_options(ranges, _RANGES)
    whole_number("largest_d", largest_d, 1)
    whole_number("largest_t", largest_t, 2)
    found: list[Shape] = []
    first = int(rng.integers(len(links)))
    for k in range(first, first + whole_number("count", count, 1)):
        t = int(rng.integers(2, largest_t + 1))
        D = int(rng.integers(1, t + 1))
        rounds = {None: range(2, t + 1), True: range(2, t - D + 1)}.get(far)
        if rounds is None:  # a change among the last D rounds
            starts = {int(rng.integers(max(2, t - D + 1), t + 1))}
            rounds = range(2, t + 1)
        else:
            starts = set()
        starts |= {s for s in rounds if rng.random() < 0.5}
        shape = Shape(
            links[k % len(links)],
            int(rng.integers(1, largest_d + 1)),
            t,
            D,
            (1, *sorted(starts)),
            bool(rng.random() < 0.3) if window is None else window,
            **ranges,
        )
        found.append(shape)
    return found


def random_path(rng: np.random.Generator, shape: Shape | None = None, **options: Any) -> ProofRound:
    """A path drawn from a shape, or from a random one with the options of :func:`shapes`.

    Half of the coordinates sit at an end of their range: rewards 0 or m, unit actions,
    parameters on the border of Θ.
    """
    shape = (
        shape or shapes(rng, 1, [options.pop("link")] if "link" in options else LINKS, **options)[0]
    )
    return shape.path(_draw(rng, shape))


def _draw(rng: np.random.Generator, shape: Shape) -> Array:
    lo, hi = np.array(shape.bounds).T
    x = rng.uniform(lo, hi)
    ends = np.where(rng.random(x.size) < 0.7, hi, lo)
    extreme = rng.random(x.size) < rng.choice([0.0, 0.5, 0.9])
    return np.where(extreme, ends, x)


def allowed(
    path: ProofRound,
    links: Sequence[Link] | None = None,
    far: bool | None = True,
    window: bool | None = None,
    outside: float = 1.0,
) -> bool:
    """Whether a path satisfies the hypotheses that these options of :func:`shapes` stand for.

    Sizes and ranges are no hypotheses: they say where random paths are drawn.  Without ``links``
    every link will do.
    """
    length = np.linalg.norm(np.asarray(path.theta, dtype=float), axis=1).max()
    return (
        (links is None or path.link.name in {link.name for link in links})
        and (far is None or path.far == far)
        and (window is None or isinstance(path.forgetting, Window) == window)
        and bool(length <= outside * path.S * (1 + _EDGE))
    )


def attack_path(
    ratio: RoundRatio,
    *,
    seed: int,
    over: Iterable[Shape] | None = None,
    samples: int = 240,
    climbs: int = 3,
    steps: int = 300,
    target: float = 1.0,
    scope: str = "",
    known: Iterable[ProofRound] = (),
    **options: Any,
) -> Evidence:
    """Look for the path on which ``ratio`` is largest; ratio <= target is the statement.

    Paths that are ``known`` to be extreme come first, and one that violates the statement ends it;
    those that the options do not allow (:func:`allowed`) are passed over.
    ``samples`` random paths are drawn, spread evenly over the shapes (``over``, or random ones with
    the options of :func:`shapes`).  From the ``climbs`` worst of them, in different shapes, an
    evolution strategy takes ``steps`` steps: it moves some coordinates by an adapted amount or to
    an end of their range, and keeps what is not better for the claim.  A violation is confirmed
    in forty digits; its witness holds decimals, as few digits as keep half of the excess.
    A ratio that is not finite counts as nothing.
    """
    positive("target", target)
    whole_number("samples", samples, 1)
    _known_options(options, _OPTIONS)
    if over is not None:
        over, known = list(over), list(known)
        if not over and not known:
            raise ValueError("over must not be empty unless paths are known")
    hypotheses = {name: options[name] for name in _HYPOTHESES if name in options}
    drawn_from = LINKS if over is None else [shape.link for shape in over]
    hypotheses.setdefault("links", drawn_from or None)
    listed_paths = [(_finite(ratio, p), p) for p in known if allowed(p, **hypotheses)]
    for value, path in listed_paths:
        if value > target * (1 + TOLERANCE) and ratio(path.precisely()) > target:
            depth = "τ" if isinstance(path.forgetting, Window) else "D"
            alone = f"one path: d = {path.d}, t = {path.t}, {depth} = {path.D}, {path.link.name}"
            return _refuted(ratio, path, value, target, alone)
    rng = np.random.default_rng(seed)
    listed = list(over) if over is not None else shapes(rng, max(8, samples // 8), **options)
    drawn: list[tuple[float, int, Array]] = []
    for k, shape in enumerate(listed):
        points = [_draw(rng, shape) for _ in range(max(1, samples // len(listed)))]
        values = [_value(ratio, shape, x) for x in points]
        drawn.append((max(values), k, points[int(np.argmax(values))]))
    drawn.sort(key=lambda entry: (-entry[0], entry[1]))
    found = list(listed_paths)
    for value, k, x in drawn[:climbs]:
        value, x = _climb(ratio, listed[k], value, x, rng, steps)
        # Half of the excess is kept, or nearly all of a ratio that violates nothing.
        keep = (value + target) / 2 if value > target else value - 1e-3 * abs(value)
        found.append((value, _simplest(ratio, listed[k], x, keep)))
    found.sort(key=lambda entry: -entry[0])
    where = scope or f"{len(listed)} shapes of paths"
    return _judged(ratio, found, target, f"{where} ({samples} drawn, {climbs} climbs)")


def _finite(ratio: RoundRatio, path: ProofRound) -> float:
    with np.errstate(all="ignore"):
        try:
            value = float(ratio(path))
        except (ArithmeticError, np.linalg.LinAlgError):
            return -math.inf
    return value if math.isfinite(value) else -math.inf


def _value(ratio: RoundRatio, shape: Shape, x: Array, digits: int = 12) -> float:
    return _finite(ratio, shape.path(x, digits))


def _climb(
    ratio: RoundRatio, shape: Shape, value: float, x: Array, rng: np.random.Generator, steps: int
) -> tuple[float, Array]:
    """A (1+1) evolution strategy in the box of the shape."""
    lo, hi = np.array(shape.bounds).T
    size = 0.2
    for _ in range(steps):
        moved = rng.random(x.size) < rng.choice([1.5 / x.size, 0.3, 1.0])
        trial = np.clip(x + moved * size * (hi - lo) * rng.standard_normal(x.size), lo, hi)
        if rng.random() < 0.3:
            k = int(rng.integers(x.size))
            trial[k] = rng.choice([lo[k], hi[k], (lo[k] + hi[k]) / 2])
        found = _value(ratio, shape, trial)
        # One success in five keeps the step as it is.
        size = min(0.5, size * 1.5) if found > value else max(1e-6, size * 0.9)
        if found >= value:
            value, x = found, trial
    return value, x


def _judged(
    ratio: RoundRatio, found: list[tuple[float, ProofRound]], target: float, scope: str
) -> Evidence:
    if not found or not math.isfinite(found[0][0]):
        detail = "no path gave a finite ratio"
        return Evidence(UNDECIDED, "attack", "searched", scope, detail=detail)
    worst, instance = found[0]
    for value, path in found:
        if value <= target * (1 + TOLERANCE):
            break
        if ratio(path.precisely()) > target:
            return _refuted(ratio, path, value, target, scope)
    sure = worst <= target * (1 + ROUND_OFF)
    return Evidence(
        HOLDS if sure else UNDECIDED,
        "attack",
        "searched",
        scope,
        worst_ratio=worst / target,
        certificate={"worst_instance": as_text(instance.to_json(), exact=False)},
        detail="no violation" if sure else "a violation in floating point is not confirmed",
    )


def _refuted(
    ratio: RoundRatio, path: ProofRound, value: float, target: float, scope: str
) -> Evidence:
    data = as_text(path.to_json(), exact=False)
    sides = f"the ratio is {float(ratio(path.precisely())):.6g}, above {target:g}"
    return Evidence(
        REFUTED,
        "attack",
        "searched",
        scope,
        data,
        value / target,
        detail=f"{sides}, in forty digits",
    )


def _simplest(ratio: RoundRatio, shape: Shape, x: Array, keep: float) -> ProofRound:
    """The path with the fewest digits whose ratio is above ``keep``."""
    for digits in (1, 2, 3, 4, 6):
        if _value(ratio, shape, x, digits) > keep:
            return shape.path(x, digits)
    return shape.path(x)
