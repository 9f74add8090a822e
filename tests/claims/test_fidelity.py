"""The symbols of the paper's formulas, line by line, and what is called verbatim."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from glbtheory.claims import all_claims, inventory
from glbtheory.claims.fidelity import by_line, not_on_the_page, on_lines, symbols, to_csv

VERBATIM = [c for c in all_claims().values() if c.fidelity == "verbatim"]

SOURCE = r"""Some words, $x \geq \tfrac12$ and more.
\begin{align*}
    \VV_t &\leq \sum_{s=1}^{t-1} a_s \quad \text{(words $y$)} % z
    \\
\end{align*}
Nothing here.
$$
u = v \;.
$$
"""


def test_symbols_know_spellings_and_leave_out_brackets_and_words() -> None:
    assert symbols(r"\Big(\tfrac{\cm}{2}\Big)\text{ for }x") == symbols(r"\frac{c_\mu}{2}x")
    assert symbols(r"\lVert a\rVert_{\wHH_{\tD}^{-1}}") == symbols(
        r"\|a\|_{\widetilde H_{t-D:t}^{-1}}"
    )
    assert symbols(r"x \leq 12") == Counter(["x", r"\le", "1", "2"])
    assert symbols("x^2") != symbols("x^3")


def test_a_source_is_read_line_by_line() -> None:
    found = by_line(SOURCE)
    assert sorted(found) == [1, 3, 8]
    assert found[1] == symbols(r"x \ge \frac 12")
    assert found[3] == symbols(r"V_t \le \sum_{s=1}^{t-1} a_s")
    assert to_csv({8: found[8]}) == "line,symbols\n8,= u v\n"


def test_what_is_stored_are_the_symbols_of_known_lines() -> None:
    """Line 2374 has log(1+x) >= x/2 for 0 < x < 1 and no word."""
    assert on_lines("2374") >= symbols(r"\log(1+x) \geq x/2")
    assert not on_lines("1") and not on_lines("-")
    for line in range(1, inventory.LINES + 1):
        assert not any(len(s) > 1 and not s.startswith("\\") for s in on_lines(str(line)))


def test_words_of_the_page_may_be_signs() -> None:
    assert not_on_the_page(r"\forall x:\ \log(1+x) \geq x/2", "2374") == []
    assert not_on_the_page(r"\log(1+x) \geq y/2", "2374") == ["y"]


@pytest.mark.parametrize("claim", VERBATIM, ids=[c.id for c in VERBATIM])
def test_another_sign_is_no_longer_verbatim(claim: object) -> None:
    """On other lines of the same length few formulas are found: the comparison can fail."""
    from glbtheory.claims.model import Claim

    assert isinstance(claim, Claim)
    rng = random.Random(claim.id)
    formulas = claim.called_printed
    assert all(not_on_the_page(f, claim.lines) == [] for f in formulas)
    assert not_on_the_page(formulas[0] + r"\aleph", claim.lines) == [r"\aleph"]
    (first, last), *_ = inventory.spans(claim.lines)
    length = last - first
    starts = [rng.randrange(190, 3600 - length) for _ in range(10)]
    elsewhere = [not_on_the_page(f, f"{s}-{s + length}") for s in starts for f in formulas]
    assert any(elsewhere)
