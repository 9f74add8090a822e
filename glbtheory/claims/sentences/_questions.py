r"""What the paper says about its figure, as questions that simulated runs answer (lines 1254-1292).

A sentence is a list of questions (``questions``) about the two panels of the figure, S = 6 and S =
7, at one setting of what the text leaves open: λ, δ, circle or disc, factor 2.  Run i of every
policy and of both panels meets the same random numbers.  Limits have Bonferroni's level for all
questions of all sentences at all settings that are looked at, so that they hold together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from glbtheory._support.validation import one_of
from glbtheory.bandits.experiments.results import Results
from glbtheory.bandits.statistics.paired import per_test
from glbtheory.bandits.statistics.questions import (
    Judgement,
    Question,
    correlation,
    doublings,
    mean_of,
    share_of,
)

Array = np.ndarray
#: The two panels by S.
Panels = Mapping[int, Results]
#: A number of each run, from the values at the checkpoints.
RunNumber = Callable[[Results, Array], Array]

#: Of all answers together.
CONFIDENCE = 0.95

NEW, PLAIN = "SC-D-GLUCB", "SC-D-GLUCB, plain"
WEIGHTED, UNWEIGHTED = (NEW, "D-GLUCB"), ("LogUCB1", "GLM-UCB")
#: Each policy that forgets and its stationary counterpart, as the text pairs them.
COUNTERPARTS = ((NEW, "LogUCB1"), ("D-GLUCB", "GLM-UCB"))
COMPETITORS = ("D-GLUCB", "GLM-UCB", "LogUCB1")


# --- numbers of the runs --------------------------------------------------------------------------


def change_of(results: Results) -> int:
    """The first round of the second phase."""
    return int(results.configuration.environment["schedule"]["breaks"][0])


def before_change(results: Results) -> int:
    """The column of the last checkpoint before the change."""
    return int(np.searchsorted(results.rounds, change_of(results))) - 1


def memory_of(results: Results) -> int:
    r""":math:`1/(1-\gamma)` of D-GLUCB in rounds."""
    return round(1 / (1 - float(results.configuration.policies["D-GLUCB"]["gamma"])))


def table_of(columns: Iterable[tuple[Results, str, str, RunNumber]]) -> Array:
    """One column per (panel, policy, what, its number of a run), one row per run that all have."""
    wanted = list(columns)
    common = set.intersection(*(set(panel.runs(label)) for panel, label, _, _ in wanted))
    found = []
    for panel, label, what, number in wanted:
        keep = [run in common for run in panel.runs(label)]
        found.append(number(panel, panel.values(label, what)[keep]))
    return np.column_stack(found).astype(float)


def total(panel: Results, values: Array) -> Array:
    """At the end."""
    return values[:, -1]


def first_phase(panel: Results, values: Array) -> Array:
    """Up to the change."""
    return values[:, before_change(panel)]


def second_phase(panel: Results, values: Array) -> Array:
    """From the change on."""
    return values[:, -1] - first_phase(panel, values)


def nearby(before: bool) -> RunNumber:
    """In the 1/(1-γ) rounds before or after the last checkpoint before the change."""

    def number(panel: Results, values: Array) -> Array:
        rounds, k, reach = panel.rounds, before_change(panel), memory_of(panel)
        target = rounds[k] - reach if before else rounds[k] + reach
        other = int(np.argmin(np.abs(rounds - target)))
        return np.abs(values[:, k] - values[:, other])

    return number


# --- the sentences --------------------------------------------------------------------------------


def worse_before(
    panels: Panels,
    pairs: Iterable[tuple[str, str]] = COUNTERPARTS,
    relation: str = ">",
    until: RunNumber = first_phase,
) -> list[Question]:
    """X10: before the change policies that forget have more regret than their counterparts.

    ``until`` says when: at the last checkpoint before the change, or at the end (``total``).
    """
    when = "before the change" if until is first_phase else "at the end"
    return [
        Question(
            f"S = {S}, {a} less {b} {when}",
            table_of((panel, x, "regret", until) for x in (a, b)),
            mean_of(1, -1),
            relation,
        )
        for S, panel in panels.items()
        for a, b in pairs
    ]


def rises_after(panels: Panels, factor: float = 2.0) -> list[Question]:
    """X11, first half: in the rounds right after the change regret is ``factor`` times higher."""
    return [
        Question(
            f"S = {S}, {x}: {memory_of(panel)} rounds after less {factor:g} times before",
            table_of((panel, x, "regret", nearby(before)) for before in (False, True)),
            mean_of(1, -factor),
        )
        for S, panel in panels.items()
        for x in (*WEIGHTED, *UNWEIGHTED)
    ]


def lasting_losses(
    panels: Panels, factor: float = 2.0, pairs: Iterable[tuple[str, str]] = COUNTERPARTS
) -> list[Question]:
    """X11, second half: unweighted policies lose ``factor`` times as much; more regret in all."""
    listed = list(pairs)
    found = []
    for S, panel in panels.items():
        for a, b in listed:
            columns = [(panel, x, "regret", second_phase) for x in (b, a)]
            text = f"S = {S}, second phase: {b} less {factor:g} times {a}"
            found.append(Question(text, table_of(columns), mean_of(1, -factor)))
            columns = [(panel, x, "regret", total) for x in (b, a)]
            found.append(Question(f"S = {S}, all: {b} less {a}", table_of(columns), mean_of(1, -1)))
    return found


def outside_on_average(
    panels: Panels,
    groups: Iterable[tuple[str, ...]] = ((*WEIGHTED, *UNWEIGHTED),),
    least: float = 200.0,
    most: float = 1000.0,
) -> list[Question]:
    """X12: rounds with the estimate outside Θ, on average over runs and each group of policies."""
    found = []
    for S, panel in panels.items():
        for group in groups:
            table = table_of((panel, x, "outside", total) for x in group)
            weights = [1 / len(group)] * len(group)
            who = group[0] if len(group) == 1 else f"{len(group)} policies"
            for relation, bound in ((">", least), ("<", most)):
                text = f"S = {S}, rounds outside Θ, {who}"
                found.append(Question(text, table, mean_of(*weights), relation, bound))
    return found


def advantage_grows(
    panels: Panels,
    others: Iterable[str] = ("D-GLUCB",),
    relation: str = ">",
    lead: float = 0.0,
) -> list[Question]:
    """X13: the others' regret less that of SC-D-GLUCB is above ``lead``, and larger at larger S."""
    small, large = sorted(panels)
    found = []
    for other in others:
        tables = {
            S: table_of((panels[S], x, "regret", total) for x in (other, NEW)) for S in panels
        }
        found += [
            Question(f"S = {S}, {other} less {NEW}", tables[S], mean_of(1, -1), ">", lead)
            for S in panels
        ]
        both = table_of(
            (panels[S], x, "regret", total) for S in (large, small) for x in (other, NEW)
        )
        text = f"{other} less {NEW} at S = {large} less the same at S = {small}"
        found.append(Question(text, both, mean_of(1, -1, -1, 1), relation))
    return found


def relative_advantage_grows(
    panels: Panels, other: str = "D-GLUCB", lead: float = 0.0
) -> list[Question]:
    """X13 in parts of the other's regret."""
    small, large = sorted(panels)
    columns = [(panels[S], x, "regret", total) for S in (large, small) for x in (other, NEW)]

    def growth(rows: Array) -> Array:
        return share_of(rows[..., :2]) - share_of(rows[..., 2:])

    tables = {S: table_of((panels[S], x, "regret", total) for x in (other, NEW)) for S in panels}
    found = [
        Question(f"S = {S}, saved part of the regret of {other}", tables[S], share_of, ">", lead)
        for S in panels
    ]
    return [*found, Question("saved part, growth", table_of(columns), growth)]


def wider(panels: Panels, relation: str = ">") -> list[Question]:
    """X14, observation: the final regret is more dispersed than that of D-GLUCB."""
    found = [_compared(S, panel, "D-GLUCB") for S, panel in panels.items()]
    return [replace(question, relation=relation) for question in found]


def slightly(panels: Panels, most: float = 1.0) -> list[Question]:
    """X14, its size: by less than so many doublings."""
    found = [_compared(S, panel, "D-GLUCB") for S, panel in panels.items()]
    return [replace(question, relation="<", bound=most) for question in found]


def _compared(S: int, panel: Results, label: str) -> Question:
    table = table_of((panel, x, "regret", total) for x in (NEW, label))
    return Question(f"S = {S}, log2 of width of {NEW} over that of {label}", table, doublings)


def events(panels: Panels, least: float = 1.0) -> list[Question]:
    """Estimates of SC-D-GLUCB leave Θ: for so many rounds of a run at least, on average."""
    return [
        Question(
            f"S = {S}, rounds of {NEW} outside Θ",
            table_of([(panel, NEW, "outside", total)]),
            mean_of(1),
            ">",
            least,
        )
        for S, panel in panels.items()
    ]


def traced(panels: Panels) -> list[Question]:
    """X14, explanation: estimates leave Θ, and without the refined bonus the width is smaller."""
    return [*events(panels), *(_compared(S, panel, PLAIN) for S, panel in panels.items())]


def depends_on_events(panels: Panels, relation: str = ">") -> list[Question]:
    """X14, mechanism: runs with more rounds outside Θ have more regret (ranks of the runs).

    Where no run has such rounds the correlation is 0, and so are its limits: undecided.
    """
    found = []
    for S, panel in panels.items():
        table = table_of((panel, NEW, what, total) for what in ("outside", "regret"))
        from scipy import stats  # slow to import, and most runs never need it

        ranks = stats.rankdata(table, axis=0)
        text = f"S = {S}, rank correlation of rounds outside Θ and regret of {NEW}"
        found.append(Question(text, ranks, correlation, relation))
    return found


@dataclass(frozen=True)
class Sentence:
    """What the paper says, in our words; its questions, and how many there are."""

    text: str
    questions: Callable[[Panels], list[Question]]
    size: int


#: The sentences by the ids of their claims; those with a Z are other readings of the same lines.
SENTENCES = {
    "X10": Sentence("forgetting policies are worse before the change", worse_before, 4),
    "X11": Sentence(
        "regret rises after the change, and most for the policies that do not forget",
        lambda panels: [*rises_after(panels), *lasting_losses(panels)],
        16,
    ),
    "X12": Sentence(
        "estimates are outside Θ for several hundred rounds, on average over the four policies",
        outside_on_average,
        4,
    ),
    "X13": Sentence("SC-D-GLUCB is ahead of D-GLUCB, and more at S = 7", advantage_grows, 3),
    "Z101": Sentence(
        "SC-D-GLUCB saves a part of D-GLUCB's regret, and a larger part at S = 7",
        relative_advantage_grows,
        3,
    ),
    "X14": Sentence(
        "SC-D-GLUCB is slightly more dispersed than D-GLUCB, because of the refined bonus",
        lambda panels: [*wider(panels), *slightly(panels), *traced(panels)],
        8,
    ),
    "Z102": Sentence(
        "SC-D-GLUCB is more dispersed than D-GLUCB, slightly or not, because of the refined bonus",
        lambda panels: [*wider(panels), *traced(panels)],
        6,
    ),
    "Z103": Sentence(
        "runs of SC-D-GLUCB with more rounds outside Θ have more regret", depends_on_events, 2
    ),
}
#: Questions at one setting.
QUESTIONS = sum(sentence.size for sentence in SENTENCES.values())


def judge(identifier: str, panels: Panels, settings: int = 1) -> Judgement:
    """A sentence at one of ``settings`` settings, all answers at all of them together."""
    sentence = SENTENCES[one_of("identifier", identifier, SENTENCES)]
    return answered(identifier, sentence.questions(panels), settings)


def answered(identifier: str, questions: Iterable[Question], settings: int = 1) -> Judgement:
    """The same for any questions."""
    confidence = per_test(CONFIDENCE, QUESTIONS * settings)
    return Judgement(identifier, tuple(question.answer(confidence) for question in questions))
