"""The graph as a picture: the places of the page, and chains without the steps between."""

from __future__ import annotations

from collections.abc import Iterator

import matplotlib.pyplot as plt
import numpy as np
import pytest

from _small_graph import some
from glbtheory.book.graph import figure, style
from glbtheory.book.graph.layered_layout import Place
from glbtheory.ledger import dependencies


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    plt.close("all")


def test_the_picture_has_the_places_of_the_page() -> None:
    fig = figure.overview(some())
    (ax,) = fig.axes
    placed = style.drawing(some()).places
    marks = {(float(line.get_xdata()[0]), float(line.get_ydata()[0])) for line in ax.lines}
    assert marks == {(p.x, p.y) for p in placed.values()}
    rings = [line for line in ax.lines if line.get_markerfacecolor() == "none"]
    assert len(rings) == 1
    arrows = sum(map(len, dependencies.reduced(dependencies.arrows(some())).values()))
    assert len(ax.collections[0].get_segments()) == arrows
    assert {t.get_text() for t in ax.texts} == {"L4"}


def test_a_line_starts_and_ends_at_its_nodes_and_leaves_upright() -> None:
    line = figure._curve(Place(0, 0, 1), Place(30, 100, 0))
    assert np.allclose(line[[0, -1]], [[0, 0], [30, 100]])
    first, last = line[1] - line[0], line[-1] - line[-2]
    assert abs(first[0]) < 0.1 * first[1] and abs(last[0]) < 0.1 * last[1]


def test_a_chain_without_names_shows_its_steps() -> None:
    expected = {"A1": [], "L2": ["A1"], "L10": ["A1"], "T1": ["L2", "L10"]}
    assert figure.chain(some(), "T1") == expected
    assert "Jensen" not in figure.chain(some(), "T2")


def test_panels_are_named_and_unused_ones_hidden() -> None:
    fig = figure.chains(some(), ["T1", "T2", "T3"])
    titles = [ax.get_title() for ax in fig.axes if ax.get_visible()]
    assert titles == ["below T1", "below T2", "below T3"]
    assert len(fig.axes) == 4


def test_unknown_claims_are_refused() -> None:
    with pytest.raises(ValueError, match="top must be a claim of these records, not 'T9'"):
        figure.chain(some(), "T9")
    with pytest.raises(ValueError, match="tops must not be empty"):
        figure.chains(some(), [])
