"""Enclosures against scipy, the waterfall, and the claims about the mixture."""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from flint import arb
from scipy import integrate, special, stats

from _ledger import all_records
from glbtheory.claims.mixing.ball_ratio import ratio_boxes
from glbtheory.claims.mixing.half_ball import along_rays
from glbtheory.claims.vocabulary.enclosed import certain, enclosed
from glbtheory.claims.vocabulary.noise_trees import LAWS, mean_along_walk, trees
from glbtheory.concentration.mixture import (
    ball_ratio,
    best_exponent,
    gaussian_integral,
    log_mixture,
    mixture,
    normaliser_g,
    normaliser_h,
    scalar_matrix,
    waterfall,
)
from glbtheory.formulas import FORMULAS


def close(value: arb, wanted: float, rel: float = 1e-9) -> bool:
    """The ball is narrow and its middle is the number."""
    assert value.is_finite() and value.rel_accuracy_bits() >= 45
    return math.isclose(float(value.mid()), wanted, rel_tol=rel)


# --- enclosures ---------------------------------------------------------------------------------


@pytest.mark.parametrize("b, c", [(0.0, 1.0), (3.0, 0.5), (-40.0, 2.0), (1.0, 1e-4), (5.0, 200.0)])
@pytest.mark.parametrize("center, radius", [(0.0, 1.0), (0.25, 0.5), (-1.5, 0.5)])
def test_segments_agree_with_quad(b: float, c: float, center: float, radius: float) -> None:
    value = gaussian_integral((b,), ((c,),), radius, (center,))
    wanted, _ = integrate.quad(
        lambda x: math.exp(b * x - c * x * x), center - radius, center + radius, epsabs=0
    )
    assert close(value, wanted)


@pytest.mark.parametrize(
    "linear, matrix, radius, center",
    [
        ((0.5, -2.0), ((1.0, 0.25), (0.25, 3.0)), 1.0, (0.0, 0.0)),
        ((1.0, 1.0), ((2.0, 0.0), (0.0, 2.0)), 1.0, (0.0, 0.0)),
        ((1.0, 0.0), ((2.0, 0.0), (0.0, 2.0)), 0.5, (0.25, -0.5)),
        ((6.0, -3.0), ((9.0, -2.0), (-2.0, 1.0)), 0.5, (0.25, 0.125)),
    ],
)
def test_discs_agree_with_dblquad(linear: Any, matrix: Any, radius: float, center: Any) -> None:
    H, S = np.array(matrix), np.array(linear)

    def integrand(y: float, x: float) -> float:
        v = np.array([x, y])
        return math.exp(v @ S - v @ H @ v)

    def chord(x: float) -> float:
        return math.sqrt(max(radius**2 - (x - center[0]) ** 2, 0.0))

    wanted, _ = integrate.dblquad(
        integrand,
        center[0] - radius,
        center[0] + radius,
        lambda x: center[1] - chord(x),
        lambda x: center[1] + chord(x),
        epsabs=1e-10,
        epsrel=1e-10,
    )
    assert close(gaussian_integral(linear, matrix, radius, center), wanted, 1e-7)


@pytest.mark.parametrize("d", [2, 3, 6])
def test_isotropic_integrals_are_noncentral_chi_squares(d: int) -> None:
    b, c = 2.5, 1.5
    linear = (b / math.sqrt(d),) * d
    value = gaussian_integral(linear, scalar_matrix(d, c))
    mass = stats.ncx2.cdf(2 * c, d, b * b / (2 * c))
    assert close(value, (math.pi / c) ** (d / 2) * math.exp(b * b / (4 * c)) * mass, 1e-7)


def test_one_eigenvalue_apart_in_three_dimensions() -> None:
    H = ((2.0, 0, 0), (0, 0.5, 0), (0, 0, 0.5))

    def slice_(z: float) -> float:
        return math.exp(-2 * z * z) * math.pi / 0.5 * -math.expm1(-0.5 * (0.25 - z * z))

    wanted, _ = integrate.quad(slice_, -0.5, 0.5, epsrel=1e-12)
    assert close(normaliser_g(H, 1), wanted)


def test_the_two_roads_to_an_isotropic_disc_agree() -> None:
    """The series for scalar matrices, and slices of diag(c_1, c, c) with c_1 next to c."""
    linear = (F(3, 2), F(0), F(0))
    near = gaussian_integral(linear, ((F(1) + F(1, 10**14), 0, 0), (0, F(1), 0), (0, 0, F(1))))
    assert close(gaussian_integral(linear, scalar_matrix(3, F(1))), float(near.mid()), 1e-12)


@pytest.mark.parametrize("d", [1, 2, 7])
def test_n_h_is_an_incomplete_gamma_function(d: int) -> None:
    lam, k = 0.75, 1.25
    c = lam / k**2
    wanted = (math.pi / c) ** (d / 2) * special.gammainc(d / 2, c)
    assert close(normaliser_h(d, lam, k), wanted)


@pytest.mark.parametrize("d", [1, 2, 10, 50])
@pytest.mark.parametrize("r", [0.01, 1.0, 6.0, 40.0])
def test_ball_ratio_is_a_quotient_of_incomplete_gammas(d: int, r: float) -> None:
    value = ball_ratio(d, r)
    wanted = special.gammainc(d / 2, r**2 / 2) / special.gammainc(d / 2, r**2 / 8)
    assert close(value, wanted)
    assert value < 2**d
    # Written out for even d the closed form cancels a hundred digits; they must be computed.
    assert close(value, FORMULAS["ball_ratio"](d=d, lam=F(r) ** 2 / 2, m=1, w=1))


def test_arrays_are_taken_as_the_numbers_they_hold() -> None:
    S, H = np.array([0.5, -1.0]), np.array([[2.0, 0.5], [0.5, 1.0]])
    exact = mixture((F(1, 2), F(-1)), ((F(2), F(1, 2)), (F(1, 2), F(1))), F(1), F(2))
    assert mixture(S, H, 1.0, 2.0).overlaps(exact)


def test_integers_of_numpy_are_taken_too() -> None:
    one, two = np.int64(1), np.int64(2)
    assert ball_ratio(two, np.int64(3)).overlaps(ball_ratio(2, 3))
    # 2^80 would overflow.
    assert normaliser_h(two, two, 2**39 * two).overlaps(normaliser_h(2, 2, 2**40))
    S, H = np.array([1, 0]), np.array([[2, 1], [1, 2]])
    assert mixture(S, H, one, two).overlaps(mixture((1, 0), ((2, 1), (1, 2)), 1, 2))


def test_exact_arguments_get_the_digits_that_were_promised() -> None:
    """At low precision nothing is known of these; wide balls are returned as wide as they are."""
    value = ball_ratio(500, 20)
    assert close(value, special.gammainc(250, 200) / special.gammainc(250, 50), 1e-6)
    wide = ball_ratio(2, arb(1, 0.01))
    assert wide.overlaps(ball_ratio(2, 1)) and wide.rel_accuracy_bits() < 20


@pytest.mark.parametrize(("d", "c"), [(2, 1000.0), (20, 300.0)])
def test_narrow_peaks_inside_the_ball_have_the_integral_over_the_space(d: int, c: float) -> None:
    """The peak at b/2c is many standard deviations from the sphere."""
    b = c / 2
    value = gaussian_integral((b, *(0,) * (d - 1)), scalar_matrix(d, c)).log()
    assert math.isclose(float(value.mid()), d / 2 * math.log(math.pi / c) + b * b / (4 * c))


def test_the_mixture_starts_at_one_and_grows_with_the_sum() -> None:
    assert mixture((F(0),), ((F(2),),), F(2), F(1)) == 1
    values = [mixture((F(k), F(0)), ((F(2), F(0)), (F(0), F(3))), F(1), F(1)) for k in range(4)]
    assert all(a < b for a, b in pairwise(values))
    assert values[0] < 1


@pytest.mark.parametrize(
    "call, text",
    [
        (lambda: normaliser_h(0, 1, 1), "d must be"),
        (lambda: normaliser_h(1, 0, 1), "lam must be"),
        (lambda: normaliser_g(((1,),), -1), "scale must be"),
        (lambda: gaussian_integral((0,), ((1, 0), (0, 1))), "matrix must be 1 x 1"),
        (lambda: gaussian_integral((0, 0), ((1, 1), (0, 1))), "symmetric"),
        (lambda: gaussian_integral((0, 0), ((1, 2), (2, 1))), "positive definite"),
        (lambda: gaussian_integral((0,), ((1,),), math.inf), "radius must be"),
        (lambda: gaussian_integral((0,), ((1,),), 1, (0, 0)), "center must have 1"),
        (lambda: gaussian_integral((0,) * 3, ((1, 0, 0), (0, 2, 0), (0, 0, 3))), "diag"),
        (lambda: gaussian_integral((math.nan,), ((1,),)), "linear must hold"),
        (lambda: gaussian_integral((0,), ((1,),), 1, (math.inf,)), "center must hold"),
        (lambda: ball_ratio(2, math.nan), "r must be"),
        (lambda: mixture((math.nan,), ((1,),), 1, 1), "S must hold finite"),
        (lambda: mixture((0,), ((math.nan,),), 1, 1), "each row of H must hold finite"),
        (lambda: mixture((), (), 1, 1), "S must not be empty"),
        (lambda: mixture((0, 1), ((1,),), 1, 1), "H must be 2 x 2"),
        (lambda: normaliser_g(((math.nan,),), 1), "each row of H must hold finite"),
        (lambda: normaliser_g((1, 2), 1), "each row of H must be a list"),  # type: ignore[arg-type]
        (lambda: normaliser_h(np.float64(1), 1, 1), "d must be"),  # type: ignore[arg-type]
        (lambda: waterfall(1, 0.5, 1, 1, 1, 0.1), "h must be at least lam"),
        (lambda: waterfall(1, 2, 1, 1, 1, 0), r"delta must lie in \(0, 1\]"),
    ],
)
def test_bad_input_is_named(call: Any, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        call()


# --- the waterfall ------------------------------------------------------------------------------

SETTINGS = [
    (1, 1.0, 1.0, 1.0, 1.0, 0.05),
    (1, 300.0, 2.0, 1.0, 1.0, 0.01),
    (1, 1.0, 0.01, 1.0, 1.0, 0.01),
    (2, 50.0, 1.0, 0.5, 2.0, 0.05),
    (5, 60.0, 4.0, 1.0, 1.0, 0.1),
    (2, 1e3, 1e-2, 1.0, 1.0, 0.1),
    (20, 1e4, 0.1, 1.0, 1.0, 0.1),
]


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_step_of_the_waterfall_gives_something_away(setting: Any) -> None:
    d, h, lam, m, w, delta = setting
    steps = waterfall(*setting)
    radii = [radius for _, radius in steps]
    assert all(a <= b * (1 + 1e-9) for a, b in pairwise(radii))
    gain = d / 2 * math.log(h / lam)
    assert radii[-1] == FORMULAS["tail_radius"](d=d, lam=lam, m=m, w=w, delta=delta, gain=gain)
    assert len({label for label, _ in steps}) == 5
    # The first two solve their equations.
    assert math.isclose(log_mixture(radii[0], d, h, lam, m * w), -math.log(delta), rel_tol=1e-6)
    ratio = normaliser_h(d, lam, m * w) / normaliser_g(scalar_matrix(d, h), m * w)
    level = -math.log(delta) + float(ratio.log().mid())
    assert math.isclose(best_exponent(radii[1], h, m * w), level, rel_tol=1e-6)


def test_for_h_equal_to_lam_the_ellipsoid_costs_nothing() -> None:
    radii = dict(waterfall(3, 2.0, 2.0, 1.0, 1.0, 0.05))
    assert math.isclose(radii["one direction ξ_0"], radii["ball inside the ellipsoid"])


# --- powers of m w --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Z18", "I5", "Q12"])
def test_a_moved_power_of_the_scale_is_seen(name: str) -> None:
    record = all_records()[name]
    moved = [
        e.witness
        for statement, e in zip(record.claim.mutants, record.mutants, strict=True)
        if "(mw)² made mw" in statement.why
    ]
    assert moved and all(w is not None and w["scale"] != "1" for w in moved)


@pytest.mark.parametrize("linear", [(F(0), F(0)), (F(3, 2), F(-1))])
def test_rays_and_chords_give_the_same_integral(linear: Any) -> None:
    H = ((F(2), F(1, 2)), (F(1, 2), F(3)))
    assert certain(along_rays(linear, H), "==", gaussian_integral(linear, H, F(1, 2)))


# --- trees and certainty ------------------------------------------------------------------------


def test_tree_laws_are_centred_and_bounded_and_sum_to_one() -> None:
    for past in ((), (F(1),), (F(-1),)):
        for law in LAWS.values():
            assert sum(p for p, _ in law(past)) == 1 and sum(p * x for p, x in law(past)) == 0
            assert all(abs(x) <= 1 for _, x in law(past))
    for tree in trees(2, 3, (3,)):
        assert sum(tree.states(3).values()) == 1


def test_the_mean_over_a_tree_is_the_mean_over_its_branches() -> None:
    tree = next(x for x in trees(1, 3) if x.law == "changing" and x.policy == "turning")
    whole = tree.mean_mixture(3)
    parts = sum(
        (float(p) * float(tree.mean_mixture(3, (x,)).mid()) for p, x in LAWS["changing"](())), 0.0
    )
    assert close(whole, parts, 1e-12)


def test_a_tree_of_coins_and_steady_actions_is_a_walk() -> None:
    """Two rounds with p = 1/2: the same mean, and the same when the weights fall before the end."""
    tree = next(x for x in trees(1, 3) if x.law == "coin" and x.policy == "steady" and x.m == 1)
    assert tree.mean_mixture(3).overlaps(mean_along_walk(2, F(1, 2), tree.ridge(3)))
    assert mean_along_walk(1, F(1, 2), F(1), fall=F(1)).overlaps(mean_along_walk(2, F(1, 2), F(1)))


def test_actions_that_know_the_noise_have_one_sum() -> None:
    tree = next(x for x in trees(1, 4) if x.law == "coin" and x.policy == "steady" and x.m == 1)
    assert tree.states(4, anticipating=True) == {((F(3),), ((F(3),),)): 1}


def test_only_certain_relations_are_answered() -> None:
    wide = arb(1, 0.5)
    assert certain(wide, "<=", 2) is True and certain(wide, ">", 2) is False
    assert certain(wide, "<", 1) is None and certain(wide, "==", 1) is None
    assert certain(F(1, 3), "==", F(1, 3)) is True and certain(1, "==", 2) is False
    with pytest.raises(ValueError, match="relation must be one of"):
        certain(1, "!=", 2)

    @enclosed(cases=lambda *, listed=(1,): ({"x": x} for x in listed), latex="", scope="listed")
    def at_most_one(x: int) -> Any:
        return wide, "<=", x

    undecided = at_most_one.decide()
    assert undecided.outcome == "undecided" and "not decided" in undecided.detail
    assert at_most_one.variant(listed=()).decide().outcome == "undecided"


def test_the_cover_of_the_radii_is_not_blind() -> None:
    """The boxes close for every d; a ratio larger than 2^d nowhere exists, a smaller one does."""
    assert all(ratio_boxes(d) for d in (1, 2, 25, 50))
    grid = np.linspace(0.01, 20, 400)
    for d in (1, 7, 50):
        ratio = special.gammainc(d / 2, grid**2 / 2) / special.gammainc(d / 2, grid**2 / 8)
        assert (ratio < 2.0**d).all() and ratio[0] > 0.999 * 2.0**d
