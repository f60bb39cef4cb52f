"""Judge many spans of a trace's calls, each by itself: the parts of `per T`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate

from toolspec.engine.parts.part import span_of
from toolspec.engine.trace import Trace
from toolspec.engine.verdict import Explanation, Shown, Status, Verdict

Span = tuple[int, int]
Judge = Callable[[Trace, float], Verdict]


def each_span(
    judge: Judge, trace: Trace, spans: Iterable[Span], pass_score: float
) -> Iterator[Verdict]:
    """Judge each span as a trace; the evidence counts the calls of the whole trace given."""
    for begin, end in spans:
        verdict = judge(span_of(trace, begin, end), pass_score)
        yield Verdict(verdict.status, verdict.score, _shifted, verdict, begin)


def _shifted(verdict: Verdict, begin: int, shown: Shown) -> Explanation:
    reason = verdict.explanation(shown)
    moved = tuple([item._replace(call=item.call + begin) for item in reason.evidence])
    return reason._replace(evidence=moved)


def explained_later(
    judge: Judge, trace: Trace, span: Span, ending: tuple[Status, float], pass_score: float
) -> Verdict:
    """Return a verdict on a span that is judged as a trace only when someone asks why."""
    return Verdict(*ending, _explain_later, judge, trace, span, pass_score)


def _explain_later(
    judge: Judge, trace: Trace, span: Span, pass_score: float, shown: Shown
) -> Explanation:
    (verdict,) = each_span(judge, trace, (span,), pass_score)
    return verdict.explanation(shown)


class Running:
    """How many of some calls come before each place of a trace."""

    def __init__(self, calls: Iterable[int], size: int) -> None:
        marks = bytearray(size)
        for at in calls:
            marks[at] = 1
        self._before: Sequence[int] = [0, *accumulate(marks)]

    def within(self, begin: int, end: int) -> int:
        """Return how many of the calls are in a span."""
        return self._before[end] - self._before[begin]
