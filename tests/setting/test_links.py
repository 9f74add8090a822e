"""Mean functions and their constants, against formulas typed in mpmath and searched there."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest
import sympy as sp

from glbtheory.engines.checker.certificate import BadCertificate, check
from glbtheory.engines.evidence import HOLDS
from glbtheory.engines.language.domain import Inequality, Interval
from glbtheory.engines.language.parse import parse_expression
from glbtheory.engines.symbolic import from_sympy
from glbtheory.setting.links import (
    Link,
    binomial,
    linear,
    logistic,
    poisson,
    probit,
    scaled_bernoulli,
)

Real = Callable[[mp.mpf], mp.mpf]


def sigmoid(x: mp.mpf) -> mp.mpf:
    return 1 / (1 + mp.exp(-x))


def sigmoid_slope(x: mp.mpf) -> mp.mpf:
    return 1 / (2 + mp.exp(x) + mp.exp(-x))


#: name: the link, μ, μ' and |μ''|/μ', each written without the package.
LINKS: dict[str, tuple[Link, Real, Real, Real]] = {
    "logistic": (logistic, sigmoid, sigmoid_slope, lambda x: abs(mp.tanh(x / 2))),
    "poisson": (poisson, mp.exp, mp.exp, lambda x: mp.mpf(1)),
    "linear": (linear, lambda x: x, lambda x: mp.mpf(1), lambda x: mp.mpf(0)),
    "binomial": (
        binomial(3),
        lambda x: 3 * sigmoid(x),
        lambda x: 3 * sigmoid_slope(x),
        lambda x: abs(mp.tanh(x / 2)),
    ),
    "probit": (probit, mp.ncdf, mp.npdf, abs),
    "scaled": (
        scaled_bernoulli(2),
        lambda x: 2 * sigmoid(2 * x),
        lambda x: 4 * sigmoid_slope(2 * x),
        lambda x: 2 * abs(mp.tanh(x)),
    ),
}
links = pytest.mark.parametrize("name", LINKS)


def grid(radius: int) -> list[mp.mpf]:
    return [mp.mpf(k) * radius / 200 for k in range(-200, 201)]


@links
def test_the_independent_formulas_are_derivatives_of_each_other(name: str) -> None:
    _, mean, slope, ratio = LINKS[name]
    with mp.workdps(50):
        for x in (mp.mpf(-2), mp.mpf("0.3"), mp.mpf("1.7")):
            assert abs(mp.diff(mean, x) - slope(x)) < mp.mpf(10) ** -20
            assert abs(abs(mp.diff(slope, x)) - ratio(x) * slope(x)) < mp.mpf(10) ** -20


@links
def test_numbers_agree_with_fifty_digits_far_into_the_tails(name: str) -> None:
    link, mean, slope, _ = LINKS[name]
    x = np.linspace(-40, 40, 161)
    with mp.workdps(50):
        for found, exact in ((link.mu(x), mean), (link.dmu(x), slope)):
            wanted = np.array([float(exact(mp.mpf(float(v)))) for v in x])
            np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-307)  # below: subnormal


@links
def test_the_mean_increases_and_its_slope_is_positive(name: str) -> None:
    link = LINKS[name][0]
    x = np.linspace(-30, 30, 601)
    assert np.all(np.diff(link.mu(x)) >= 0)
    assert np.all(link.dmu(x) > 0)
    assert np.ndim(link.mu(0.5)) == 0 and np.shape(link.dmu([[0.0, 1.0]])) == (1, 2)


@links
def test_slopes_on_a_ball_are_bounded_by_the_searched_ones(name: str) -> None:
    link, _, slope, _ = LINKS[name]
    with mp.workdps(50):
        slopes = [float(slope(x)) for x in grid(3)]
    top, least = link.k_mu(3), link.c_mu(3)
    assert max(slopes) * (1 - 1e-12) <= top.value <= max(slopes) * (1 + 1e-8)
    assert min(slopes) * (1 - 1e-8) <= least.value <= min(slopes) * (1 + 1e-12)
    for constant in (top, least):
        assert constant.evidence is not None and constant.evidence.outcome == HOLDS


@pytest.mark.parametrize(("name", "text"), [("poisson", "1"), ("linear", "0"), ("probit", "3")])
def test_self_concordance_on_a_ball(name: str, text: str) -> None:
    link, _, _, ratio = LINKS[name]
    constant = link.self_concordance(3)
    assert constant.exact and constant.text == text
    with mp.workdps(50):
        assert float(max(ratio(x) for x in grid(3))) == pytest.approx(constant.value, rel=1e-12)


@pytest.mark.parametrize(
    ("name", "k_mu", "self_concordance"),
    [
        ("logistic", "1/4", "1"),
        ("poisson", "inf", "1"),
        ("linear", "1", "0"),
        ("binomial", "3/4", "1"),
        ("probit", "sqrt(2)/(2*sqrt(pi))", "inf"),
        ("scaled", "1", "2"),
    ],
)
def test_constants_on_the_whole_line(name: str, k_mu: str, self_concordance: str) -> None:
    link, _, slope, ratio = LINKS[name]
    for constant, text, function in (
        (link.k_mu(), k_mu, slope),
        (link.self_concordance(), self_concordance, ratio),
    ):
        assert constant.exact and constant.text == text
        assert (constant.evidence is None) == (text == "inf")
        with mp.workdps(50):
            assert max(function(x) for x in grid(40)) <= mp.mpf(constant.value) * (1 + mp.eps)


@links
def test_the_constant_known_beforehand_is_the_one_that_is_certified(name: str) -> None:
    """(c, k) stands for C = c + k S on |z| <= S, and on the whole line where k = 0."""
    link = LINKS[name][0]
    assert link.concordance is not None
    c, k = link.concordance
    if k == 0:
        whole = link.self_concordance()
        assert whole.exact and whole.value == c
        assert whole.evidence is not None and whole.evidence.outcome == HOLDS
    else:
        for radius in (1, 3):
            local = link.self_concordance(radius)
            assert local.exact and local.value == c + k * radius
            assert local.evidence is not None and local.evidence.outcome == HOLDS


def test_a_formula_has_no_constant_known_beforehand() -> None:
    assert Link.from_formula("atan(z)").concordance is None


@links
@pytest.mark.parametrize("share", [0.0, 0.3, 0.999, 1.0])
def test_residuals_keep_their_promise_of_four_units(name: str, share: float) -> None:
    """At an argument within z (1 ± 2u): 8u of the size, and 8u of the slope, u = 2^-53."""
    link, mean, slope, ratio = LINKS[name]
    assert link.numeric is not None and link.numeric.residual is not None
    reach = {"probit": 37, "scaled": 350}.get(name, 700)
    x = np.concatenate([np.linspace(-reach, reach, 57), np.linspace(-6, 6, 50)])
    reward = share * (link.reward_range[1] if link.reward_range else 5.0)
    residual, size, found = link.numeric.residual(x, np.full(x.size, reward))
    unit = mp.mpf(2) ** -53
    with mp.workdps(400):  # the mean and the reward may agree in their first 300 digits
        for at, value, scale, rate in zip(x, residual, size, found, strict=True):
            z = mp.mpf(float(at))
            shift = 2 * unit * abs(z)
            exact = mean(z) - mp.mpf(float(reward))
            error = abs(mp.mpf(float(value)) - exact) - shift * slope(z) * (1 + shift * ratio(z))
            tiny = 4 * mp.mpf(float(np.finfo(float).tiny))
            assert error <= 8 * unit * mp.mpf(float(scale)) + tiny
            error = abs(mp.mpf(float(rate)) - slope(z)) - 2 * shift * ratio(z) * slope(z)
            assert error <= 8 * unit * slope(z) + tiny


def test_a_plain_difference_would_break_that_promise() -> None:
    """The mutant: μ(z) − 1 in floats has no digit left where 1 − μ(z) is below 1e-16."""
    value, size, _ = logistic.numeric.residual(np.array([40.0]), np.array([1.0]))  # type: ignore[union-attr, misc]
    assert value[0] == pytest.approx(-math.exp(-40), rel=1e-15) and size[0] == -value[0]
    assert float(logistic.mu(40.0)) - 1 == 0


def test_certificates_of_constants_are_checked_for_the_statement_they_claim() -> None:
    top = logistic.k_mu()
    statement = Inequality(from_sympy(logistic.slope), "<=", parse_expression("1/4"))
    assert top.evidence is not None
    check(top.evidence.certificate, statement)
    lower = Inequality(from_sympy(logistic.slope), "<=", parse_expression("0.24"))
    with pytest.raises(BadCertificate):
        check(top.evidence.certificate, lower)


def test_both_signs_of_the_curvature_have_a_certificate() -> None:
    constant = probit.self_concordance(2)
    assert constant.evidence is not None
    ball = {"z": Interval(Fraction(-2), Fraction(2))}
    right = from_sympy(sp.Integer(2)) * from_sympy(probit.slope)
    top = from_sympy(probit.curvature)
    assert len(constant.evidence.parts) == 2
    for part, left in zip(constant.evidence.parts, (top, -top), strict=True):
        check(part.certificate, Inequality(left, "<=", right, ball))


# --- a link of one's own ------------------------------------------------------------------------


def test_a_formula_becomes_a_link_with_the_constants_of_the_logistic() -> None:
    mine = Link.from_formula("tanh(z/2)/2 + 1/2", name="mine")
    assert mine.name == "mine"
    assert mine.k_mu().text == "1/4"
    assert mine.self_concordance().text == "1"
    assert float(mine.c_mu(6)) == pytest.approx(1 / (2 + math.exp(6) + math.exp(-6)), rel=1e-12)
    x = np.array([-5.0, 0.0, 5.0])
    np.testing.assert_allclose(mine.mu(x), logistic.mu(x), rtol=1e-12)
    np.testing.assert_allclose(mine.dmu(x), logistic.dmu(x), rtol=1e-9)


def test_a_constant_without_closed_form_is_certified_just_above_the_supremum() -> None:
    """μ = atan(z): |μ''|/μ' = 2|z|/(1+z²) has maximum 1; on |z| <= 1/2 it is 4/5."""
    mine = Link.from_formula("atan(z)")
    assert mine.k_mu().text == "1"
    assert mine.self_concordance().text == "1"
    assert mine.self_concordance("1/2").text == "4/5"
    odd = Link.from_formula("z + atan(z)/3 + exp(z)/7")
    constant = odd.self_concordance(1)
    with mp.workdps(40):
        wanted = max(
            abs(-2 * x / (3 * (1 + x * x) ** 2) + mp.exp(x) / 7)
            / (1 + 1 / (3 * (1 + x * x)) + mp.exp(x) / 7)
            for x in grid(1)
        )
    assert float(wanted) <= constant.value <= float(wanted) * (1 + 1e-3)
    assert constant.evidence is not None and constant.evidence.outcome == HOLDS


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("x + z", "variable z only, not x"),
        ("abs(z)", "smooth"),
        ("max(z, 0)", "smooth"),
        ("3", "depend on z"),
        ("z +", "ends too early"),
        ("sigma(z)", "unknown function"),
        ("", "empty"),
        ("z <= 1", "unexpected"),
    ],
)
def test_a_formula_that_is_no_link_is_refused(formula: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Link.from_formula(formula)


@pytest.mark.parametrize("radius", [0, -1, "-1/2"])
def test_a_radius_must_be_positive(radius: object) -> None:
    with pytest.raises(ValueError, match="S must be positive"):
        logistic.c_mu(radius)  # type: ignore[arg-type]


def test_sizes_of_families_are_checked() -> None:
    with pytest.raises(ValueError, match="n must be a positive integer"):
        binomial(0)
    with pytest.raises(ValueError, match="m must be positive"):
        scaled_bernoulli(Fraction(-1, 2))


@pytest.mark.parametrize("m", [30, Fraction(100, 3)])
def test_a_steep_exponential_is_as_easy_as_a_flat_one(m):
    link = scaled_bernoulli(m)
    top = link.k_mu()
    assert top.exact and top.evidence is not None and top.evidence.outcome == HOLDS
    assert float(top) == pytest.approx(float(m) ** 2 / 4) and top.at == 0
    assert float(link.self_concordance()) == pytest.approx(float(m))
    least = link.c_mu(1)
    assert float(least) == pytest.approx(float(link.dmu(1.0))) and abs(least.at) == 1


def test_a_point_keeps_its_place_when_the_variable_is_stretched():
    bell = Link.from_formula("1/(1 + exp(2 - 4*z))", "shifted")
    assert bell.k_mu().at == pytest.approx(0.5) and float(bell.k_mu()) == pytest.approx(1.0)


BOOK = [logistic, poisson, linear, probit, binomial(3), scaled_bernoulli(2)]


@pytest.mark.parametrize("link", BOOK, ids=lambda link: link.name)
def test_links_can_be_copied_and_sent_to_other_processes(link: Link) -> None:
    link.mu(0.3)  # what was computed before does not travel
    for other in (pickle.loads(pickle.dumps(link)), copy.deepcopy(link)):
        assert other == link and hash(other) == hash(link)
        assert other.mu(0.3) == link.mu(0.3) and other.dmu(-2.0) == link.dmu(-2.0)
    own = Link.from_formula("tanh(z/2)/2 + 1/2")
    own.mu(0.3)
    assert pickle.loads(pickle.dumps(own)).mu(0.3) == own.mu(0.3)
