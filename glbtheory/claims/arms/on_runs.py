"""K arms: the repaired bound against simulated runs of the sliding window."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from glbtheory.claims.model import Claim
from glbtheory.claims.vocabulary import stated
from glbtheory.engines.evidence import HOLDS, Evidence, conjunction
from glbtheory.engines.sampling import sample_until
from glbtheory.formulas import FORMULAS
from glbtheory.regret.k_arms import ArmSchedule, SlidingUCB, regret_of_plays, simulate, xi_of

F = Fraction
_ETA = F(1)
_LEVEL = 0.999


@dataclass(frozen=True)
class _FallingArm:
    """A best arm that falls and rises; the window makes the bound nearly as small as it can be."""

    arms: int
    B: int
    horizon: int
    changes: int
    tau: int

    def schedule(self) -> ArmSchedule:
        """Best mean 9B/10, then 0, by turns; all other arms B/2."""
        points = [1 + k * self.horizon // (self.changes + 1) for k in range(1, self.changes + 1)]
        first = [F(0) if k % 2 else F(9 * self.B, 10) for k in range(self.changes + 1)]
        others = (F(self.B, 2),) * (self.arms - 1)
        return ArmSchedule(self.horizon, tuple(points), tuple((x, *others) for x in first))

    @property
    def share(self) -> float:
        """The bound over BT."""
        values = {"T": self.horizon, "K": self.arms, "Gamma": self.changes, "tau": self.tau}
        bound = FORMULAS["regret_arms_shared"](**values, B=self.B, xi=xi_of(_ETA), eta=_ETA)
        return bound / (self.B * self.horizon)

    @property
    def text(self) -> str:
        """As the scope shows it."""
        return (
            f"K = {self.arms}, B = {self.B}, T = {self.horizon}, Γ_T = {self.changes},"
            f" τ = {self.tau}, bound {self.share:.2f} BT"
        )

    def test(self, part: float, seed: int, level: float) -> Evidence:
        """E[R_T] <= part times the bound: an event of probability R_T/(BT) is drawn after a run."""
        schedule = self.schedule()
        policy = SlidingUCB(self.arms, self.tau, xi_of(_ETA), self.B)
        whole = self.B * self.horizon

        def draw(rng: np.random.Generator, n: int) -> int:
            plays = simulate(schedule, policy, n, int(rng.integers(2**62)))
            shares = np.array([float(r) / whole for r in regret_of_plays(schedule, plays)])
            return int((rng.random(n) < shares).sum())

        return sample_until(
            draw, part * self.share, seed=seed, level=level, batch=400, budget=400, scope=self.text
        )


_CASES = (
    _FallingArm(2, 1, 4000, 1, 722),
    _FallingArm(2, 3, 4000, 1, 722),
    _FallingArm(3, 1, 6000, 2, 734),
)


_LATEX = r"\mathbb{E}[R_T] \leq %s\cdot\text{(right-hand side of Z79)}"


@stated(latex=_LATEX % "1")
def _below(*, part: float = 1, cases: tuple[_FallingArm, ...] = _CASES) -> Evidence:
    """All cases together at the stated confidence."""
    level = 1 - (1 - _LEVEL) / len(cases)
    found = conjunction([case.test(part, 3472 + k, level) for k, case in enumerate(cases)])
    if found.outcome != HOLDS:
        return found
    scope = f"{'; '.join(c.text for c in cases)}; 400 runs each, confidence {_LEVEL:g} in all"
    return found.with_(scope=scope)


Z77 = Claim(
    id="Z77",
    lines="3472-3633",
    kind="theorem",
    ours=True,
    title="Simulated runs stay below the repaired bound where it is below T",
    printed=[_below],
    # One case is enough for a violation.
    mutants=[_below.mutant("bound divided by 50", _LATEX % "0.02", part=0.02, cases=_CASES[:1])],
    depends_on=["Z79"],
    blind_to=["every single term of the bound, as the regret is about a twentieth of the sum"],
    note="The horizons are those at which the bound begins to say something. The regret is about "
    "a twentieth of it, so the test is blind to errors of the bound below that factor; the exact "
    "checks of the steps are what the bound rests on.",
)

CLAIMS = [Z77]
