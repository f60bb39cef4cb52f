"""After a comparison in `count` and `limit`: the numbers of calls in recent traces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from toolspec.engine.measures import WORDS, measure
from toolspec.engine.rules import KEYWORDS, kind
from toolspec.lsp.features.completion.parts import WORDS as KEYED
from toolspec.lsp.features.completion.place import CompletionPlace
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.humanize import times
from toolspec.lsp.text.keyword_docs import docs_about
from toolspec.lsp.text.line_tokens import meant, phrase_pattern

EXAMPLES = {
    "step": ("0", "1", "2"),
    "turn": ("0", "1", "2"),
    "min": ("1", "2", "3"),
    "weight": ("2", "0.5"),
    "pass": ("0.5", "0.75", "0.9"),
    "length": ("1", "1..100"),
    "sum": ("100",),
}
"""Numbers to begin with, where nothing recorded tells one."""

OPS = ("=", "==", "!=", "<", "<=", ">", ">=")


def proposed(place: CompletionPlace) -> Iterator[Item]:
    """Yield the numbers, the most frequent first."""
    yield from _examples(place)
    if place.before == "<" and place.words[-2:-1] and place.words[-2].text in KEYED:
        return
    if place.before not in OPS or len(place.words) < 2 or place.first not in KEYWORDS:
        return
    if place.words[-2].text in kind(place.first).meanings():
        yield from _measured(place, place.words[-2].text)
    if not kind(place.first).counts_calls:
        return
    snapshot = place.snapshot
    pattern = meant(
        snapshot.reading, phrase_pattern(place.words, len(place.words) - 1, place.first)
    )
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


def _examples(place: CompletionPlace) -> Iterator[Item]:
    """Yield numbers as examples after a word that a number follows, such as `weight`."""
    texts = EXAMPLES.get(place.before, ())
    if place.words[-2:-1] and place.words[-2].text == "length" and place.before in OPS:
        texts = EXAMPLES["length"]
    if place.first in KEYWORDS and len(place.words) > 5 and _adds_up(place):
        texts = EXAMPLES["sum"]
    known = docs_about(place.before, place.first)
    # Before its number, `step` after `after` is a tool to the parser.
    two = [word.text for word in place.words[-2:]]
    steps = two in (["after", "step"], ["after", "turn"])
    if not texts or place.typed or not (steps or "NUMBER" in place.accepts):
        return
    for rank, text in enumerate(texts):
        detail = known.title if known is not None and place.before.isalpha() else ""
        yield Item(text, place.lead + text, place.span, "value", detail, sort=f"2{rank:05d}",
                   filter=text)  # fmt: skip


def _adds_up(place: CompletionPlace) -> bool:
    """Tell whether the cursor is after `sum <key>` and a comparison."""
    return place.before in OPS and place.words[-2].text == ">" and place.words[-5].text == "sum"


def _measured(place: CompletionPlace, word: str) -> Iterator[Item]:
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
