"""After a comparison in `count` and `limit`: the numbers of calls in recent traces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from toolspec.engine.measures import WORDS, measure
from toolspec.engine.rules import KEYWORDS, kind
from toolspec.lsp.features.completion.place import Place
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.humanize import times
from toolspec.lsp.text.line_tokens import meant, pattern_before

OPS = ("=", "==", "!=", "<", "<=", ">", ">=")


def items(place: Place) -> Iterator[Item]:
    """Yield the numbers, the most frequent first."""
    if place.before not in OPS or len(place.words) < 2 or place.first not in KEYWORDS:
        return
    if place.words[-2].text in kind(place.first).meanings():
        yield from _measured(place, place.words[-2].text)
    if not kind(place.first).counts_calls:
        return
    snapshot = place.snapshot
    pattern = meant(snapshot.reading, pattern_before(place.words, len(place.words) - 1))
    if pattern is None or not snapshot.traces:
        return
    counted: Counter[int] = Counter()
    for info in snapshot.traces:
        tools = snapshot.tools.of_trace(info.id).items()
        counted[sum(used.calls for name, used in tools if pattern.means(name))] += 1
    ranked = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    for rank, (number, traces) in enumerate(ranked):
        detail = f"in {traces} of {times(len(snapshot.traces), 'trace')}"
        text = place.lead + str(number)
        yield Item(str(number), text, place.span, "value", detail, sort=f"1{rank:05d}",
                   filter=str(number))  # fmt: skip


def _measured(place: Place, word: str) -> Iterator[Item]:
    """Yield the most calls in a trace for `calls`; for another measure a number as an example."""
    if word not in WORDS:
        return
    most = max((info.calls for info in place.snapshot.traces), default=0)
    of_calls = word == measure("calls").word and most > 0
    text = str(most) if of_calls else measure(word).written.split()[-1]
    if not text.isdigit():
        return  # a duration
    detail = "the most calls in one trace" if of_calls else ""
    yield Item(text, place.lead + text, place.span, "value", detail, sort="100000", filter=text)
