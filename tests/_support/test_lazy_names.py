"""Names that are loaded at their first use."""

from __future__ import annotations

import pytest

from glbtheory._support.lazy_names import lazy_name, module_of

PLACES = {"dumps": "encoder", "JSONDecoder": "decoder", "scanner": ""}


def test_a_name_comes_from_its_module() -> None:
    import json.decoder
    import json.scanner

    assert lazy_name("json", "JSONDecoder", PLACES) is json.decoder.JSONDecoder
    assert lazy_name("json", "scanner", PLACES) is json.scanner
    assert module_of("json", "decoder") is json.decoder


def test_other_names_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="module 'json' has no attribute 'loads'"):
        lazy_name("json", "loads", PLACES)


def test_the_facades_offer_what_they_name() -> None:
    import glbtheory.bandits
    import glbtheory.ledger

    for package in (glbtheory.bandits, glbtheory.ledger):
        for name in package.__all__:
            assert getattr(package, name) is not None
        assert dir(package) == package.__all__
        with pytest.raises(AttributeError, match="no attribute 'nothing_such'"):
            package.nothing_such  # noqa: B018
