"""`took OP T`: how long the call took, from its start to its end.

The comparison is one of `<`, `<=`, `>`, `>=`; T is a number directly followed by `ms`, `s`, `m` or
`h`. It is open where one of the two times is not recorded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from toolspec.engine.match.arguments import Fit
from toolspec.engine.match.comparison import COMPARISONS, IN_WORDS
from toolspec.engine.match.duration import Duration, readable
from toolspec.engine.match.qualifier import Qualifier, QualifierSyntax
from toolspec.engine.syntax import Example, Misuse, Part
from toolspec.engine.trace import Call, called
from toolspec.engine.verdict import Evidence, Shown


class CallDuration(Qualifier):
    """The time from the call's start to its end compares so with `duration`."""

    comparison: str
    duration: Duration

    syntax = QualifierSyntax(
        label="took",
        grammar='"took" comparison duration',
        words=("took",),
        forms=("took < 1.5s",),
    )
    asks_for = "duration"
    asks_record = "times"
    examples = (
        Example(
            "forbid search took > 1.5s",
            (
                called("search")._replace(start_ns=0, end_ns=900_000_000),
                called("search")._replace(start_ns=0, end_ns=2_000_000_000),
            ),
            "fail",
            0.0,
            "The second call took two seconds.",
            summary="call 2, search is forbidden",
            evidence=(Evidence(1, "offender"),),
        ),
        Example(
            "require search took <= 200ms",
            (called("search")._replace(start_ns=0, end_ns=900_000_000),),
            "fail",
            0.0,
            "A miss says how long it took.",
            summary="no call matches; nearest: call 1, search: it took 900ms, not <= 200ms",
            evidence=(Evidence(0, "nearest", "it took 900ms, not <= 200ms"),),
        ),
    )

    @classmethod
    def build(cls, part: Part) -> Self:
        """Make it from its parts. Raises Misuse on `=` and `!=`: no two calls take just as long."""
        comparison = part.one("comparison")
        if comparison.value in ("=", "==", "!="):
            raise Misuse("duration-comparison", comparison, comparison=comparison.value)
        return cls(comparison.value, part.value_of("duration"))

    def test(self, call: Call) -> Fit:
        """Compare how long the call took."""
        if call.start_ns is None or call.end_ns is None:
            return Fit.OPEN
        holds = COMPARISONS[self.comparison](call.end_ns - call.start_ns, self.duration.ns)
        return Fit.YES if holds else Fit.NO

    def in_words(self, keys: Mapping[str, str] | None = None) -> str:
        """Say how long the call took."""
        return f"that took {IN_WORDS[self.comparison]} {self.duration}"

    def differs(self, call: Call, shown: Shown) -> str:
        """Say how long the call took."""
        assert call.start_ns is not None
        assert call.end_ns is not None
        took = readable(call.end_ns - call.start_ns)
        return f"it took {took}, not {self.comparison} {self.duration}"

    def __str__(self) -> str:
        return f"took {self.comparison} {self.duration}"


QUALIFIER = CallDuration
