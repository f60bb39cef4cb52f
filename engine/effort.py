"""How much work one rule may be on one trace: beyond it the rule is no verdict, but an error.

Most rules take work in proportion to the calls. Some hold each of their entries against each of
many calls, so that a long rule and a long trace together can take hours: what that comes to is
counted, and no rule goes on for longer than some seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.trace import Trace
from toolspec.engine.verdict import Explanation, Shown, Status, Verdict

COMPARISONS_MAX: Final = 40_000_000
"""Comparisons of an entry with a call, or of a pattern with a tool, that one rule may take."""

CELLS_MAX: Final = 50_000_000_000
"""Cells of the table that `order` works out, expected calls times calls, bit by bit."""

CHARACTERS_A_COMPARISON: Final = 1_000
"""Characters of text that a regex looks through in the time of a comparison."""


SEARCHES_MIN: Final = 100
"""A rule of fewer globs and regexes for tools is never too much for a trace's tools."""


class TooMuchError(Exception):
    """Judging would take more work than it may: `needed` of what is counted, and the `most`."""

    def __init__(self, needed: int, most: int) -> None:
        super().__init__(needed, most)
        self.needed, self.most = needed, most


def too_much(error: TooMuchError) -> Verdict:
    """Return the verdict of a rule that cannot be judged within bounds: an error that says so."""
    return Verdict(Status.ERROR, 0.0, _explain, error)


def judging_within_bounds(
    judge: Callable[[Trace, float], Verdict], searches: int
) -> Callable[[Trace, float], Verdict]:
    """Return a function that judges by a rule, whose globs and regexes are so many, within bounds.

    Each is looked for in the name of each tool.
    """

    def judged(trace: Trace, pass_score: float = 1.0) -> Verdict:
        needed = searches * len(trace.by_name)
        if needed > COMPARISONS_MAX:
            return too_much(TooMuchError(needed, COMPARISONS_MAX))
        return judge(trace, pass_score)

    return judged


def _explain(error: TooMuchError, _: Shown) -> Explanation:
    needed, most = f"{error.needed:,}", f"{error.most:,}"
    summary = (
        f"not judged: on this trace the rule takes about {needed} comparisons, and at most {most} "
        "are made; write several shorter rules, or judge a shorter trace"
    )
    fields: dict[str, Json] = {"comparisons": error.needed, "comparisons_max": error.most}
    return Explanation(summary, fields, (), "too much to compare")


class Effort:
    """Counts the comparisons of one rule on one trace."""

    def __init__(self, most: int | None = None) -> None:
        self.spent = 0
        self.most = COMPARISONS_MAX if most is None else most

    def spend(self, comparisons: int) -> None:
        """Count comparisons about to be made. Raises TooMuchError where they are too many."""
        self.spent += comparisons
        if self.spent > self.most:
            raise TooMuchError(self.spent, self.most)
