"""After `key:`: values from recent traces, regexes that match them, and `...`; and results.

After an opening `{` or `[`: the values that begin with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from toolspec.dsl.text.lexer import OPENS
from toolspec.dsl.text.spec_text import regex, with_escapes
from toolspec.engine.rules import KEYWORDS, kind
from toolspec.lsp.features.completion.place import COMPARISONS, CompletionPlace
from toolspec.lsp.state.argument_stats import stats_before, stats_of, type_name
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.escape import code, plain
from toolspec.lsp.text.humanize import times
from toolspec.lsp.text.keyword_docs import SHARED
from toolspec.lsp.text.line_tokens import key_of, meant, phrase_pattern, value_of_string

PREFIX_MIN = 3
"""Minimum length of a common prefix for which a regex is offered."""

LABEL_MAX = 100

STARTS = {"open_string": '"', "string": '"', "open_regex": "/", "regex": "/"}
"""The first character of a value being typed, by the kind of its word."""


def proposed(place: CompletionPlace) -> Iterator[Item]:
    """Yield the values, if one is allowed here."""
    key = place.operand_of
    if place.before in OPENS and place.before != "<":
        yield from _opened(place)
    elif (place.before == "=" and _is_result(place)) or "RESULT" in place.taken[-1:]:
        results, calls = results_before(place, len(place.words) - 1)
        for rank, (value, count) in enumerate(results):
            if value.startswith(STARTS.get(place.kind, "")):
                detail = f"of {count} of {times(calls, 'call')}"
                yield _item(place, with_escapes(value), detail, f"1{rank:05d}", often=detail)
    if key is None or place.angle is None or place.kind == "variable":
        return
    if place.typed.startswith("@"):
        return
    stats = stats_before(place.snapshot, place.angle)
    name = key_of(key)
    counted = stats.values(name)
    calls = stats.total.keys.get(name, 0)
    starts = STARTS.get(place.kind, "")
    compared = place.before in COMPARISONS
    if compared:
        counted = [pair for pair in counted if type_name(pair[0]) == "number"]
    for rank, (value, count) in enumerate(counted):
        if value.startswith(starts):
            detail = f"in {count} of {times(calls, 'call')}"
            yield _item(place, with_escapes(value), detail, f"1{rank:05d}", often=detail)
    if starts != '"' and not compared:
        for rank, (text, detail) in enumerate(_patterns([value for value, _ in counted])):
            yield _item(place, text, detail, f"2{rank:05d}")
    if not starts and place.value_of is not None:
        about = SHARED["..."]
        yield Item("...", place.lead + "...", place.span, "keyword", about.title, about.markdown,
                   "3", filter="...")  # fmt: skip


def _is_result(place: CompletionPlace) -> bool:
    """Tell whether the value after a `=` is what a call returned, not a number of calls."""
    return place.first in KEYWORDS and not kind(place.first).counts_calls


def _opened(place: CompletionPlace) -> Iterator[Item]:
    """Yield the rest of values that begin with the bracket before the cursor."""
    words, opens = place.words, place.before
    of_result = _is_result(place) if words[-2].text == "=" else words[-2].text == "result"
    if len(words) > 2 and of_result and place.angle is None:
        counted, calls = results_before(place, len(words) - 2)
    elif place.angle is not None and place.angle.keys and len(words) > 2:
        key = place.angle.keys[-1][0]
        if words[-2].text != ":" or words[-3].start != key.start:
            return
        stats = stats_before(place.snapshot, place.angle)
        counted, calls = stats.values(key_of(key)), stats.total.keys.get(key_of(key), 0)
    else:
        return
    closed = place.follows.startswith(OPENS[opens])
    for rank, (value, count) in enumerate(counted):
        if value.startswith(opens) and len(value) > 2:
            text = with_escapes(value)[1:-1] if closed else with_escapes(value)[1:]
            detail = f"in {count} of {times(calls, 'call')}"
            yield Item(plain(value, LABEL_MAX), text, place.span, "value", detail,
                       sort=f"1{rank:05d}", filter=text, often=detail)  # fmt: skip


def results_before(place: CompletionPlace, at: int) -> tuple[list[tuple[str, int]], int]:
    """Return the results of the phrase before a word, by frequency, and the number of calls."""
    pattern = meant(place.snapshot.reading, phrase_pattern(place.words, at, place.first))
    total = stats_of(place.snapshot, pattern).total
    ranked = sorted(total.results.items(), key=lambda item: (-item[1], item[0]))
    return ranked, total.calls


def _item(place: CompletionPlace, text: str, detail: str, sort: str, often: str = "") -> Item:
    label = plain(text, LABEL_MAX)
    about = code(text) if len(text) > LABEL_MAX else ""
    # Text typed without the quote is matched against the text inside the quotes.
    bare = place.kind == "key" and bool(place.typed)
    typed = text.removeprefix('"') if bare else text
    return Item(label, place.lead + text, place.span, "value", detail, about, sort, filter=typed,
                often=often)  # fmt: skip


def _patterns(values: list[str]) -> Iterator[tuple[str, str]]:
    """Yield regexes for text values: their common prefix, and the most common text."""
    texts = [_line(value_of_string(value)) for value in values if value.startswith('"')]
    shared = _shared(texts) if len(texts) > 1 else ""
    if len(shared) >= PREFIX_MIN and regex(shared):
        yield f"/^{regex(shared)}/", f"what {len(texts)} values seen begin with"
    if texts and texts[0]:
        yield f"/{regex(texts[0])}/", "found anywhere in the text"


def _line(text: str) -> str:
    """Return the text up to the first character that a line of a spec cannot contain."""
    return "".join(takewhile(str.isprintable, text))


def _shared(texts: list[str]) -> str:
    """Return the common prefix of texts, which is that of the smallest and the largest."""
    first, last = min(texts), max(texts)
    at = 0
    while at < len(first) and first[at] == last[at]:
        at += 1
    return first[:at]
