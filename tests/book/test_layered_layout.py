"""Places for a graph: arrows go down, nothing overlaps, and small answers can be read off."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from glbtheory.book.graph.layered_layout import Layout, layers, layout, spread, upwards

DIAMOND = {"top": ["left", "right"], "left": ["ground"], "right": ["ground"], "ground": []}


@st.composite
def graphs(draw: st.DrawFn) -> dict[str, list[str]]:
    """Arrows from later to earlier names, so that none runs in a circle."""
    count = draw(st.integers(1, 25))
    pairs = draw(st.sets(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1))))
    return {f"n{k}": [f"n{j}" for i, j in sorted(pairs) if i == k and j < k] for k in range(count)}


def rows(found: Layout) -> dict[float, list[str]]:
    by_height: dict[float, list[str]] = {}
    for name, place in found.places.items():
        by_height.setdefault(place.y, []).append(name)
    return {y: sorted(names, key=lambda n: found.places[n].x) for y, names in by_height.items()}


# --- layers ---------------------------------------------------------------------------------------


def test_a_layer_is_the_longest_path_down() -> None:
    assert layers(DIAMOND) == {"top": 2, "left": 1, "right": 1, "ground": 0}
    # The long way round decides, not the direct arrow.
    assert layers({"c": ["a", "b"], "b": ["a"], "a": []}) == {"c": 2, "b": 1, "a": 0}


def test_what_is_used_once_rises_to_its_user() -> None:
    """``e`` rests on nothing but stands next to ``d``, which uses it."""
    arrows = {"d": ["c", "e"], "c": ["b"], "b": ["a"], "a": [], "e": []}
    assert layers(arrows) == {"d": 3, "c": 2, "e": 2, "b": 1, "a": 0}


def test_circles_and_loose_ends_are_refused() -> None:
    with pytest.raises(ValueError, match="arrows must not run in a circle: a, b"):
        layers({"a": ["b"], "b": ["a"], "c": []})
    with pytest.raises(ValueError, match="arrows must lead to nodes: a leads to 'b'"):
        layers({"a": ["b"]})


@given(graphs())
def test_every_arrow_goes_down_in_layers_and_on_the_page(arrows: dict[str, list[str]]) -> None:
    height = layers(arrows)
    found = layout(arrows, dict.fromkeys(arrows, 30.0), width=200, row=20)
    for name, below in arrows.items():
        for other in below:
            assert height[name] > height[other]
            assert found.places[name].y < found.places[other].y
    longest = max(height.values())
    assert longest == _longest(arrows)


def _longest(arrows: dict[str, list[str]]) -> int:
    """The longest path, by powers of the matrix of arrows."""
    names = list(arrows)
    step = np.array([[b in arrows[a] for b in names] for a in names], dtype=int)
    power, length = step, 0
    while power.any():
        power, length = (power @ step > 0).astype(int), length + 1
    return length


# --- places ---------------------------------------------------------------------------------------


@given(graphs())
def test_nodes_stay_on_the_page_and_apart(arrows: dict[str, list[str]]) -> None:
    room = {name: 20.0 + 4 * (len(name) % 3) for name in arrows}
    found = layout(arrows, room, width=150, row=20, margin=10)
    assert set(found.places) == set(arrows)
    for y, names in rows(found).items():
        assert 10 <= y <= found.height - 10 + 1e-9
        for left, right in pairwise(names):
            gap = found.places[right].x - found.places[left].x
            assert gap >= (room[left] + room[right]) / 2 - 1e-9
        for name in names:
            half = room[name] / 2
            assert 10 + half - 1e-9 <= found.places[name].x <= 140 - half + 1e-9


@given(graphs())
def test_the_same_graph_has_the_same_places(arrows: dict[str, list[str]]) -> None:
    room = dict.fromkeys(arrows, 25.0)
    assert layout(arrows, room) == layout({n: list(b) for n, b in arrows.items()}, dict(room))


def test_two_chains_do_not_cross() -> None:
    """Given in crossed order, they come out side by side."""
    arrows = {"a3": ["a2"], "b3": ["b2"], "b2": ["b1"], "a2": ["a1"], "b1": [], "a1": []}
    found = layout(arrows, dict.fromkeys(arrows, 30.0), width=200)
    sides = {math.copysign(1, found.places[f"a{k}"].x - found.places[f"b{k}"].x) for k in (1, 2, 3)}
    assert len(sides) == 1


def test_a_chain_is_a_straight_line() -> None:
    arrows = {f"c{k}": [f"c{k - 1}"] if k else [] for k in range(6)}
    found = layout(arrows, dict.fromkeys(arrows, 30.0), width=200)
    assert len({round(p.x, 6) for p in found.places.values()}) == 1


def test_a_wide_layer_is_folded_and_loose_nodes_come_last() -> None:
    arrows = {"top": [f"s{k}" for k in range(9)], **{f"s{k}": [] for k in range(9)}, "alone": []}
    found = layout(arrows, dict.fromkeys(arrows, 30.0), width=148, row=20, margin=14)
    assert [len(names) for _, names in sorted(rows(found).items())] == [1, 3, 3, 3, 1]
    assert found.loose == ["alone"] and found.places["alone"].layer == -1
    assert found.places["alone"].y == max(p.y for p in found.places.values())


def test_an_empty_graph_is_an_empty_page() -> None:
    assert layout({}, {}).places == {}


def test_bad_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="width must hold the widest node"):
        layout(DIAMOND, dict.fromkeys(DIAMOND, 300.0), width=200)
    with pytest.raises(ValueError, match=r"room\['ground'\]"):
        layout(DIAMOND, {"top": 1.0, "left": 1.0, "right": 1.0})
    with pytest.raises(ValueError, match="width"):
        layout(DIAMOND, dict.fromkeys(DIAMOND, 1.0), width=-1)


@given(
    st.lists(st.integers(-50, 150), min_size=1, max_size=8),
    st.lists(st.integers(1, 12), min_size=8, max_size=8),
)
def test_spread_is_the_nearest_arrangement(wanted: list[int], sizes: list[int]) -> None:
    """Against the max-min formula of isotonic regression: xᵢ = max over j<=i of min over k>=i."""
    room = sizes[: len(wanted)]
    found = spread(wanted, room, 100)
    before = [sum(room[:k]) + room[k] / 2 for k in range(len(room))]
    free = np.array(wanted) - np.array(before)
    n = len(free)
    for i in range(n):
        means = [[free[j : k + 1].mean() for k in range(i, n)] for j in range(i + 1)]
        exact = min(max(max(min(row) for row in means), 0), 100 - sum(room)) + before[i]
        assert found[i] == pytest.approx(exact, abs=1e-9)


def test_spread_refuses_what_does_not_fit() -> None:
    with pytest.raises(ValueError, match="room must add up to at most the width 10"):
        spread([1, 2], [6, 6], 10)


def test_upwards_turns_arrows() -> None:
    assert upwards(DIAMOND) == {
        "top": [],
        "left": ["top"],
        "right": ["top"],
        "ground": ["left", "right"],
    }
