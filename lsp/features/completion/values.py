"""After `key:`: the values seen with how often, patterns over them, and `...`."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.lsp.answers import Item
from toolspec.lsp.features.completion.place import Place
from toolspec.lsp.pieces import key_of, text_of
from toolspec.lsp.seen import values_of
from toolspec.lsp.shown import code, plain
from toolspec.lsp.since import times
from toolspec.lsp.words import SHARED
from toolspec.lsp.written import regex, seen

PREFIX_MIN = 3
"""Characters that values must have in common before a regex over them is worth offering."""

LABEL_MAX = 100


def items(place: Place) -> Iterator[Item]:
    """Yield the values, where one can stand."""
    key = place.value_of
    if key is None or place.angle is None:
        return
    found = values_of(place.view, place.angle)
    name = key_of(key)
    counted = found.values(name)
    calls = found.total.keys.get(name, 0)
    starts = {"open_string": '"', "string": '"', "open_regex": "/", "regex": "/"}.get(
        place.kind, ""
    )
    for rank, (value, count) in enumerate(counted):
        if value.startswith(starts):
            text = seen(value)
            yield _item(place, text, f"in {count} of {times(calls, 'call')}", f"1{rank:05d}")
    if starts != '"':
        for rank, (text, detail) in enumerate(_patterns([value for value, _ in counted])):
            yield _item(place, text, detail, f"2{rank:05d}")
    if not starts:
        about = SHARED["..."]
        yield Item("...", place.lead + "...", place.span, "keyword", about.title, about.markdown,
                   "3", filter="...")  # fmt: skip


def _item(place: Place, text: str, detail: str, sort: str) -> Item:
    label = plain(text, LABEL_MAX)
    about = code(text) if len(text) > LABEL_MAX else ""
    # What was begun without the quote is held against the text in the quotes.
    bare = place.kind == "key" and bool(place.typed)
    typed = text.removeprefix('"') if bare else text
    return Item(label, place.lead + text, place.span, "value", detail, about, sort, filter=typed)


def _patterns(values: list[str]) -> Iterator[tuple[str, str]]:
    """Yield regexes over the texts among the values: how they begin, the commonest one's text."""
    texts = [text_of(value) for value in values if value.startswith('"')]
    shared = _shared(texts) if len(texts) > 1 else ""
    if len(shared) >= PREFIX_MIN and regex(shared):
        yield f"/^{regex(shared)}/", f"what {len(texts)} values seen begin with"
    if texts and regex(texts[0]):
        yield f"/{regex(texts[0])}/", "found anywhere in the text"


def _shared(texts: list[str]) -> str:
    """Return what all texts begin with: no more than the first and the last have in common."""
    first, last = min(texts), max(texts)
    at = 0
    while at < len(first) and first[at] == last[at]:
        at += 1
    return first[:at]
