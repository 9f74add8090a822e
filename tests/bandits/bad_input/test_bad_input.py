"""Every public entry of the simulator refuses bad input by name, and nothing has changed then."""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from _entries import rows
from _kinds import ALSO, ARMS, KINDS, Row
from _policy_calls import calls_of, good_options, warm
from _public import CHECKED_BEFORE, OF_POLICIES, PUBLIC, arguments, may_be_none
from hypothesis import given, settings
from hypothesis import strategies as st

from glbtheory.bandits.policies.base import POLICIES, Policy, policy_class

ENTRIES = [e for e in PUBLIC if arguments(e) and e not in CHECKED_BEFORE]
DRIVEN = [e for e in ENTRIES if not e.startswith(OF_POLICIES)]
METHODS = [e.removeprefix(OF_POLICIES) for e in ENTRIES if e.startswith(OF_POLICIES)]


@cache
def _kind(entry: str, argument: str, name: str = "") -> st.SearchStrategy[Any]:
    """What is bad for an argument; ``name`` is that of the policy whose method it is."""
    row = _warm(name)[1][entry.removeprefix(OF_POLICIES)] if name else rows()[entry]
    assert argument in row.kinds or argument in KINDS, f"no kind for {argument} of {entry}"
    kind = row.kinds[argument] if argument in row.kinds else KINDS[argument]
    return kind.filter(lambda x: x is not None) if may_be_none(entry, argument) else kind


def _refused(call: Callable[[], Any], names: str) -> None:
    """ValueError, itself and not a subclass of it, whose text has one of the names; no warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ValueError) as caught:
            call()
    assert caught.type is ValueError
    assert re.search(rf"(?<![a-z])(?:{names})(?![a-z])", str(caught.value)), str(caught.value)


def _names(entry: str, argument: str) -> str:
    """The argument; one of several things is named in the singular, a dictionary by its keys."""
    return "|".join([argument, argument.removesuffix("s"), *ALSO.get((entry, argument), ())])


# --- nothing is left out --------------------------------------------------------------------------


def test_every_public_entry_has_a_row() -> None:
    assert set(DRIVEN) - set(rows()) == set()
    assert {*rows(), *CHECKED_BEFORE} - set(PUBLIC) == set()
    assert set(METHODS) == set(calls_of(warm("uniform")))


@pytest.mark.parametrize("entry", DRIVEN)
def test_good_input_is_accepted(entry: str) -> None:
    row = rows()[entry]
    row.call(**row.good)


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("method", METHODS)
def test_policies_accept_good_input(name: str, method: str) -> None:
    row = calls_of(warm(name))[method]
    row.call(**row.good)


# --- functions and classes ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "entry, argument", [(e, a) for e in DRIVEN for a in arguments(e)], ids="{}".format
)
@settings(max_examples=16)
@given(data=st.data())
def test_bad_arguments_are_refused_by_name(entry: str, argument: str, data: Any) -> None:
    row = rows()[entry]
    kind = _kind(entry, argument)
    if kind.is_empty:
        return
    value = data.draw(kind, argument)
    _refused(lambda: row.call(**{**row.good, argument: value}), _names(entry, argument))


# --- policies -------------------------------------------------------------------------------------


@cache
def _warm(name: str) -> tuple[Policy, dict[str, Row], Any]:
    """One policy for all examples, since none of them may change it."""
    policy = warm(name)
    return policy, calls_of(policy), _everything(policy)


def _everything(policy: Policy) -> Any:
    state = {n: (a.dtype.str, a.shape, a.tobytes()) for n, a in policy.state().items()}
    return policy.round, policy.configuration(), state, policy.select(ARMS)


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize(
    "method, argument",
    [(m, a) for m in METHODS for a in arguments(OF_POLICIES + m)],
    ids="{}".format,
)
@settings(max_examples=12)
@given(data=st.data())
def test_policies_refuse_and_stay_as_they_are(
    name: str, method: str, argument: str, data: Any
) -> None:
    policy, calls, before = _warm(name)
    row, entry = calls[method], OF_POLICIES + method
    value = data.draw(_kind(entry, argument, name), argument)
    try:
        _refused(lambda: row.call(**{**row.good, argument: value}), _names(entry, argument))
        assert _everything(policy) == before
    except BaseException:
        _warm.cache_clear()  # the next example is not to suffer
        raise


EXTREME = (5e-324, 1e-300, 1e-11, 1.0, 1e155, 1.7e308)


@pytest.mark.parametrize("name", POLICIES)
@settings(max_examples=20)
@given(data=st.data())
def test_what_a_constructor_accepts_can_be_played(name: str, data: Any) -> None:
    """Numbers within their ranges may still give bonuses that overflow: it is said at once."""
    cls = policy_class(name)
    numbers = ["S", "lam", "divisor", "B", "xi", "second_order"]
    drawn = {n: data.draw(st.sampled_from(EXTREME), n) for n in numbers}
    if data.draw(st.booleans(), "linear") and name not in ("LogUCB1", "LogUCB2"):
        drawn |= {"link": "linear", "m": data.draw(st.sampled_from(EXTREME), "m")}
    drawn |= {"delta": data.draw(st.sampled_from((5e-324, 0.05, 1 - 2.0**-53)), "delta")}
    good = good_options(cls)
    known = {n: v for n, v in drawn.items() if n in inspect.signature(cls).parameters}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            policy = cls(**{**good, **known})
        except ValueError as error:
            assert re.search(rf"(?<![a-z])(?:{'|'.join(known)})(?![a-z])", str(error)), str(error)
            return
        arms = not cls.contextual
        for reward in (0.0, min(drawn["B"], 1.0) if arms else 1.0):
            k = policy.select(ARMS)
            policy.update(k if arms else ARMS[k], reward)
