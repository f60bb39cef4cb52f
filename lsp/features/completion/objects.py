"""Inside the `{...}` of a value: the keys of recorded objects, their values, and `...`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, cast

from toolspec.dsl.text.lexer import OPENS, Token
from toolspec.dsl.text.lines import lines
from toolspec.dsl.text.source import Source
from toolspec.dsl.text.spec_text import key_text, value
from toolspec.lsp.features.completion.place import CompletionPlace
from toolspec.lsp.features.completion.values import results_before
from toolspec.lsp.state.argument_stats import stats_before
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.escape import plain
from toolspec.lsp.text.humanize import times
from toolspec.lsp.text.keyword_docs import SHARED, KeywordDoc
from toolspec.lsp.text.line_tokens import code_words, key_of

LABEL_MAX = 100

_REST_IS_FREE = KeywordDoc(
    "Other keys may be there as well.", "", "require get_order result {approved: true, ...}"
)


_BEFORE_DOTS = ("[", "{", ",", ":")

_ANY_ITEMS = KeywordDoc("Any number of items.", "", "require pay <ids: [..., 7, ...]>")


class ObjectCursor(NamedTuple):
    """The cursor's place in an object: the keys around it, and the one whose value is typed.

    `path` are the keys from the outermost object to the innermost, "[" for a list. `written` are
    the keys that the innermost has already; `key` is None where a key is being typed.
    """

    path: tuple[str, ...]
    written: frozenset[str]
    key: str | None


def proposed(place: CompletionPlace) -> Iterator[Item]:
    """Yield what may stand in an object: its keys and `...`, or the values of one key."""
    if place.kind not in ("key", "name", "string", "open_string", "number"):
        return
    if place.before in _BEFORE_DOTS and "DOTS" in place.accepts and not place.typed:
        known = _REST_IS_FREE if "KEY" in place.accepts else _ANY_ITEMS
        if place.before == ":":
            known = SHARED["..."]
        if place.value_of is None:  # else it is among the values
            yield Item("...", f"{place.lead}...", place.span, "keyword", known.title,
                   known.markdown, "2", filter="...")  # fmt: skip
    root = _root(place)
    inside = _inside(place.words[root + 1 :]) if root is not None else None
    if root is None or inside is None:
        return
    counts = _values(place, root, (*inside.path, *([] if inside.key is None else [inside.key])))
    if inside.key is None:
        yield from _keys(place, counts, inside)
    elif place.before == ":":
        yield from _of_key(place, counts)


def _root(place: CompletionPlace) -> int | None:
    """Return the index of the word before the value in which the cursor is."""
    words = place.words
    if place.angle is not None:
        if not place.angle.keys:
            return None
        start = place.angle.keys[-1][0].start
        return next((at + 1 for at, word in enumerate(words) if word.start == start), None)
    for at in range(len(words) - 1, 0, -1):
        if words[at].text in ("result", "=") and words[at].kind in ("name", "compare", "sign"):
            return at
    return None


def _inside(words: Sequence[Token]) -> ObjectCursor | None:
    """Return the place in the innermost open object; None where none is open."""
    opened: list[tuple[str, str, set[str]]] = []
    for at, word in enumerate(words):
        if word.kind == "sign" and word.text in ("{", "["):
            opened.append((word.text, "", set()))
        elif word.kind == "sign" and opened and word.text == OPENS[opened[-1][0]]:
            opened.pop()
        elif word.kind in ("key", "string") and words[at + 1 : at + 2] and opened:
            sign, before, keys = opened.pop()
            is_key = words[at + 1].text == ":"
            key = key_of(word) if is_key else before
            opened.append((sign, key, keys | {key} if is_key else keys))
    if not opened or opened[-1][0] != "{":
        return None
    path = tuple("[" if sign == "[" else key for sign, key, _ in opened[:-1])
    _, key, keys = opened[-1]
    if words[-1].text in ("{", ","):
        return ObjectCursor(path, frozenset(keys), None)
    return ObjectCursor(path, frozenset(keys), key)


def _values(place: CompletionPlace, root: int, path: tuple[str, ...]) -> Counter[str]:
    """Return the recorded values at a place in the value after a word, as a spec writes them."""
    if place.angle is not None:
        key = key_of(place.angle.keys[-1][0])
        counted = stats_before(place.snapshot, place.angle).values(key)
    else:
        counted, _ = results_before(place, root)
    counts: Counter[str] = Counter()
    for written, count in counted:
        for inner in _at(_read(written), path):
            counts[value(inner)] += count
    return counts


def _at(inside: Any, path: tuple[str, ...]) -> Iterator[Any]:
    if not path:
        yield inside
    elif path[0] == "[" and isinstance(inside, list):
        for value in cast("list[Any]", inside):
            yield from _at(value, path[1:])
    elif isinstance(inside, dict) and path[0] in inside:
        yield from _at(cast("dict[str, Any]", inside)[path[0]], path[1:])


@lru_cache(maxsize=2000)
def _read(written: str) -> Any:
    """Return a value from the way a spec writes it; None where it cannot be read."""
    words = code_words(lines(Source(f"value @x = {written}"))[0])[3:]
    after = [*(word.text for word in words[1:]), ""]
    texts = [
        json.dumps(word.text) if word.kind == "key" and follows == ":" else word.text
        for word, follows in zip(words, after, strict=True)
    ]
    try:
        return json.loads(" ".join(texts))
    except ValueError:
        return None


def _keys(place: CompletionPlace, counts: Counter[str], inside: ObjectCursor) -> Iterator[Item]:
    counted: Counter[str] = Counter()
    for written, count in counts.items():
        around = _read(written)
        for key in cast("dict[str, Any]", around) if isinstance(around, dict) else ():
            counted[key] += count
    in_quotes = place.kind in ("string", "open_string")
    colon = "" if place.follows.startswith(":") else ": "
    ranked = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))
    for rank, (key, count) in enumerate(ranked):
        if key in inside.written:
            continue
        text = json.dumps(key) if in_quotes else key_text(key)
        yield Item(
            plain(key, LABEL_MAX), place.lead + text + colon, place.span, "key",
            f"in {times(count, 'value')}", "", f"0{rank:05d}", filter=text if in_quotes else key,
            again=bool(colon),
        )  # fmt: skip


def _of_key(place: CompletionPlace, counts: Counter[str]) -> Iterator[Item]:
    begins = '"' if place.kind in ("string", "open_string") else ""
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    for rank, (text, count) in enumerate(ranked):
        if len(text) <= LABEL_MAX and text.startswith(begins):
            bare = place.kind == "key" and bool(place.typed)
            yield Item(
                plain(text, LABEL_MAX), place.lead + text, place.span, "value",
                f"in {times(count, 'value')}", "", f"0{rank:05d}",
                filter=text.removeprefix('"') if bare else text,
            )  # fmt: skip
