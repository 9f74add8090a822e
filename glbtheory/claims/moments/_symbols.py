"""The process M_u^t in symbols, and the form of its identities."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import sympy as sp

from glbtheory.claims.model import Statement
from glbtheory.claims.vocabulary.forms import Decorator, tokens_of
from glbtheory.claims.vocabulary.identities import Pairs, identities_of
from glbtheory.claims.vocabulary.symbolic_data import Data
from glbtheory.engines.evidence import CASES

#: (name, lhs, rhs).


class Process:
    """M_u^t in dimension d with symbolic ξ, actions, weights, noise and variances.

    One round more than t - 1 is there, so that mutants may look one index too far.
    """

    def __init__(self, d: int, t: int):
        self.d, self.t = d, t
        self.data = Data(d, t + 2)
        self.m = sp.Symbol("m", positive=True)
        self.w = {s: sp.Symbol(f"w{s}", positive=True) for s in range(1, t + 2)}
        self.eps = {s: sp.Symbol(f"epsilon{s}", real=True) for s in range(1, t + 3)}
        # A share of m², so that numbers put in for it are variances of noise on [-m, m].
        self.var = {s: self.m**2 * sp.Symbol(f"s{s}", positive=True) for s in range(1, t + 2)}

    @property
    def last(self) -> Any:
        """w_{t-1}, the weight that normalises."""
        return self.w[self.t - 1]

    def action(self, s: int) -> Any:
        """a_s."""
        return self.data.actions[s - 1]

    def along(self, s: int) -> Any:
        """ξ·a_s."""
        return (self.data.x.T * self.action(s))[0]

    def exponent(
        self, u: int, rounds: int = 0, ahead: int = 1, w_power: int = 2, m_power: int = 2
    ) -> Any:
        """log M_u^t by its definition; the other arguments move one index or power.

        ``rounds`` lengthens S_u only.
        """
        score = self.data.score([self.w[s] * self.eps[s + ahead] for s in range(1, u + rounds)])
        gram = self.data.gram([self.w[s] ** w_power * self.var[s] for s in range(1, u)], 0)
        linear = (self.data.x.T * score)[0] / (self.m * self.last)
        return linear - self.data.form(gram)[0] / (self.m**m_power * self.last**2)

    def v(self, u: int, lag: int = 1) -> Any:
        """(w_{u-1}/w_{t-1}) ξ·a_{u-lag}; the proof has lag 1."""
        return self.w[u - 1] / self.last * self.along(u - lag)

    def noise_term(self, u: int, eps: Any, lag: int = 1) -> Any:
        """ξ^T w_{u-1} ε a_{u-1} / (m w_{t-1}), as printed."""
        return self.along(u - 1) * self.w[u - lag] * eps / (self.m * self.last)

    def variance_term(self, u: int, w_power: int = 2, m_power: int = 2) -> Any:
        """ξ^T w_{u-1}² σ_{u-1}² a_{u-1} a_{u-1}^T ξ / (m² w_{t-1}²), as printed."""
        square = self.w[u - 1] ** w_power * self.var[u - 1] * self.along(u - 1) ** 2
        return square / (self.m**m_power * self.last**2)


def on_processes(*, latex: str, longest: int = 4) -> Decorator:
    """Identities of the process for every 2 <= u <= t in a few sizes.

    The decorated function of the process and of u yields (name, lhs, rhs).
    """

    def form(check: Callable[..., Pairs]) -> Statement:
        def pairs(**tokens: Any) -> Pairs:
            for d, t in product((1, 2), range(2, longest + 1)):
                process = Process(d, t)
                for u in range(2, t + 1):
                    for name, lhs, rhs in check(process, u, **tokens):
                        yield f"d={d}, t={t}, u={u}: {name}", lhs, rhs

        scope = f"d <= 2, t <= {longest}, every ξ, action, weight, noise and m"
        return identities_of(pairs, tokens_of(check), latex, scope, extent=CASES)

    return form
