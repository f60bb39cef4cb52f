"""The page of the documentation about the checks of other tools, made from the outcomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from toolspec.dsl.format import format_text

from .outcome import Outcome
from .peer import Peer

HEAD = """\
# Checks of other tools

Here are {cases} checks that were written for seven other tools, as toolspec text. A check counts
as *said* where its translation means the same for all calls that are recorded with their arguments,
and gives the verdict that the other tool gave on the run of that case. Names in a check are taken
as the names of tools. `tests/conformance/peers` has a small translator for each tool, and a test
compares every case. For AgentLTL, `tests/conformance/test_agentltl.py` also compares rules with
formulas of the same meaning, on a thousand random runs each.

{table}

*Mistakes* are results that rest on a bug of the other tool; they do not count in the share. *Same
score* counts the cases in which the score is the same number, too. Some tools give part of a score
where toolspec passes or fails a rule, or the other way round.

## What is not said

{reasons}

Where a check or a run cannot be read, or asks for nothing, the other tool raises an error. toolspec
refuses it as well, or says `unknown`; this counts as the same verdict.
"""


def page(outcomes: Mapping[str, tuple[Peer, Sequence[Outcome]]]) -> str:
    """Return the page."""
    every = [one for _, ones in outcomes.values() for one in ones]
    parts = [HEAD.format(cases=len(every), table=table(outcomes), reasons=reasons(outcomes))]
    parts += [examples(peer, ones) for peer, ones in outcomes.values()]
    return "\n".join(parts)


def table(outcomes: Mapping[str, tuple[Peer, Sequence[Outcome]]]) -> str:
    """Return how many cases of each tool are said."""
    lines = [
        "| tool | cases | mistakes | said | share | same score |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    lines += [row(peer.title, ones) for peer, ones in outcomes.values()]
    lines.append(row("all", [one for _, ones in outcomes.values() for one in ones]))
    return "\n".join(lines)


def row(title: str, ones: Sequence[Outcome]) -> str:
    """Return one line of the table."""
    kinds = Counter(one.kind for one in ones)
    same = sum(one.kind == "said" and same_score(one) for one in ones)
    share = f"{said_share(ones):.1%}".replace("%", " %")
    cells = [title, len(ones), kinds["mistake"], kinds["said"], share, same]
    return f"| {' | '.join(map(str, cells))} |"


def said_share(ones: Sequence[Outcome]) -> float:
    """Return the share of the cases that are said, of those that rest on no mistake."""
    kinds = Counter(one.kind for one in ones)
    return kinds["said"] / (len(ones) - kinds["mistake"])


def same_score(one: Outcome) -> bool:
    """Whether both scores are the same number, or both missing."""
    theirs, ours = one.scores
    if theirs is None or ours is None:
        return theirs is ours
    return abs(theirs - ours) < 1e-9


def reasons(outcomes: Mapping[str, tuple[Peer, Sequence[Outcome]]]) -> str:
    """Return why cases are not said, and what the tools do wrong."""
    lines = ["| tool | cases | why |", "| --- | ---: | --- |"]
    begins = {
        "unsaid": "",
        "differs": "judged otherwise: the tool ",
        "mistake": "mistake: the tool ",
    }
    for kind, begin in begins.items():
        for peer, ones in outcomes.values():
            counted = Counter(one.reason for one in ones if one.kind == kind)
            lines += [
                f"| {peer.title} | {number} | {begin}{reason} |"
                for reason, number in counted.items()
            ]
    return "\n".join(lines)


def examples(peer: Peer, ones: Sequence[Outcome]) -> str:
    """Return one text for each check of a tool."""
    shown: dict[str, str] = {}
    for one in ones:
        if one.kind == "said" and one.spec and one.passed[0] is not None:
            shown.setdefault(peer.label(one.case), one.spec)
    lines = [f"## {peer.title}", ""]
    for label, spec in shown.items():
        lines += [f"{label}:", "", "```toolspec", format_text(spec).strip(), "```", ""]
    return "\n".join(lines)
