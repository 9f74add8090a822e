"""Every public entry of the simulator refuses bad input by name, and nothing has changed then."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from functools import cache
from typing import Any

import _entries as entries
import pytest
from _entries import CHECKED_BEFORE, KINDS, OF_POLICIES, PUBLIC, Row
from hypothesis import given, settings
from hypothesis import strategies as st

from glbtheory.bandits.policy import POLICIES, Policy

ENTRIES = [e for e in PUBLIC if entries.arguments(e) and e not in CHECKED_BEFORE]
DRIVEN = [e for e in ENTRIES if not e.startswith(OF_POLICIES)]
METHODS = [e.removeprefix(OF_POLICIES) for e in ENTRIES if e.startswith(OF_POLICIES)]


def _kind(entry: str, row: Row, argument: str) -> st.SearchStrategy[Any]:
    assert argument in row.kinds or argument in KINDS, f"no kind for {argument} of {entry}"
    kind = row.kinds.get(argument, KINDS.get(argument, st.nothing()))
    return kind.filter(lambda x: x is not None) if entries.may_be_none(entry, argument) else kind


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
    return "|".join([argument, argument.removesuffix("s"), *entries.ALSO.get((entry, argument), ())])


# --- nothing is left out --------------------------------------------------------------------------


def test_every_public_entry_has_a_row() -> None:
    assert set(DRIVEN) - set(entries.rows()) == set()
    assert {*entries.rows(), *CHECKED_BEFORE} - set(PUBLIC) == set()
    assert set(METHODS) == set(entries.calls(entries.warm("uniform")))


@pytest.mark.parametrize("entry", DRIVEN)
def test_good_input_is_accepted(entry: str) -> None:
    row = entries.rows()[entry]
    row.call(**row.good)


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("method", METHODS)
def test_policies_accept_good_input(name: str, method: str) -> None:
    row = entries.calls(entries.warm(name))[method]
    row.call(**row.good)


# --- functions and classes ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "entry, argument", [(e, a) for e in DRIVEN for a in entries.arguments(e)], ids="{}".format
)
@settings(max_examples=60)
@given(data=st.data())
def test_bad_arguments_are_refused_by_name(entry: str, argument: str, data: Any) -> None:
    row = entries.rows()[entry]
    kind = _kind(entry, row, argument)
    if kind.is_empty:
        return
    value = data.draw(kind, argument)
    _refused(lambda: row.call(**{**row.good, argument: value}), _names(entry, argument))


# --- policies -------------------------------------------------------------------------------------


@cache
def _warm(name: str) -> tuple[Policy, dict[str, Row], Any]:
    """One policy for all examples, since none of them may change it."""
    policy = entries.warm(name)
    return policy, entries.calls(policy), _everything(policy)


def _everything(policy: Policy) -> Any:
    state = {n: (a.dtype.str, a.shape, a.tobytes()) for n, a in policy.state().items()}
    return policy.round, policy.configuration(), state, policy.select(entries.ARMS)


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize(
    "method, argument",
    [(m, a) for m in METHODS for a in entries.arguments(OF_POLICIES + m)],
    ids="{}".format,
)
@settings(max_examples=30)
@given(data=st.data())
def test_policies_refuse_and_stay_as_they_are(
    name: str, method: str, argument: str, data: Any
) -> None:
    policy, calls, before = _warm(name)
    row, entry = calls[method], OF_POLICIES + method
    value = data.draw(_kind(entry, row, argument), argument)
    try:
        _refused(lambda: row.call(**{**row.good, argument: value}), _names(entry, argument))
        assert _everything(policy) == before
    except BaseException:
        _warm.cache_clear()  # the next example is not to suffer
        raise
