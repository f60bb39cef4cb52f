"""Where a value may be written: the words and signs of value patterns, `has`, `not`, `length`, ...

Also types and comparisons. Each is documented in the file of its form, in `engine/match/values`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from toolspec.dsl.text.lexer import Token
from toolspec.engine.match.values import FORMS, TYPES
from toolspec.engine.rules import KEYWORDS, kind
from toolspec.engine.syntax import About, documented
from toolspec.lsp.features.completion.place import COMPARISONS, CompletionPlace
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.keyword_docs import KeywordDoc as Docs

BODIES = {
    "has": "has ",
    "not": "not ",
    "length": "length ",
    "list of": "list of ",
    "inside": 'inside "$1"',
}
"""What is inserted for words that something follows; `$1` is the place of the cursor."""

_BRACKETS = {
    "LIST_OPEN": ("[$1]", About("A list of these items.", "", "require pay <ids: [1, 2]>")),
    "OPEN": ("{$1}", About("An object with these keys.", "", 'require pay <to: {name: "Ann"}>')),
}
"""The brackets of values by the parser's terminals, with what they mean."""

CONSTANTS = ("true", "false", "null")
"""Values that are offered last."""


def proposed(place: CompletionPlace) -> Iterator[Item]:
    """Yield the words that begin a value, where one may begin."""
    if place.kind not in ("key", "name") or place.typed.startswith("@"):
        return
    if place.before == "list" and "OF" in place.accepts:
        yield _item(place, "of", "of ", _meanings()["list of"], "00000")
    if place.before == "length" and not place.typed:
        yield from _signs(place)
    if "TRUE" not in place.accepts:
        return
    if _in_text(place):
        for rank, word in enumerate(("has", "not")):
            yield _item(place, word, BODIES[word], _meanings()[word], f"4{rank:05d}")
        return
    in_has = any(word.text == "has" for word in place.words[-2:])
    for rank, (word, known) in enumerate(_meanings().items()):
        if (word == "absent" and not _may_be_absent(place)) or (in_has and word in ("has", "not")):
            continue
        group = 6 if word in CONSTANTS else 4
        yield _item(place, word, BODIES.get(word, word), known, f"{group}{rank:05d}")
    if not place.typed:
        yield from _signs(place)


def _signs(place: CompletionPlace) -> Iterator[Item]:
    """Yield comparisons, and the brackets of a list and of an object."""
    if "LESS_EQUAL" in place.accepts:
        known = documented(_form("compared"), "require issue_refund <amount: > 100>")
        for rank, sign in enumerate(COMPARISONS):
            yield _item(place, sign, f"{sign} ", known, f"5{rank:05d}")
    for rank, (terminal, (text, known)) in enumerate(_BRACKETS.items()):
        if terminal in place.accepts:
            yield _item(place, text.replace("$1", "..."), text, known, f"7{rank:05d}")


def _may_be_absent(place: CompletionPlace) -> bool:
    """Tell whether a key need not be there: its value is being typed, or another one after `|`."""
    if place.before == ":":
        return place.value_of is not None or "DOTS" in place.accepts
    key = place.operand_of
    return key is not None and place.before == "|" and _flat(place, key)


def _flat(place: CompletionPlace, key: Token) -> bool:
    """Tell whether no parenthesis is open after a key."""
    signs = [word.text for word in place.words if word.start > key.start and word.kind == "sign"]
    return signs.count("(") == signs.count(")")


def _in_text(place: CompletionPlace) -> bool:
    """Tell whether the value is looked for in a text, so that other values mean nothing."""
    if place.before == "says":
        return True
    return len(place.words) == 1 and place.first in KEYWORDS and kind(place.first).searches_text


def _item(place: CompletionPlace, label: str, text: str, known: About, sort: str) -> Item:
    snippet = "$1" in text
    return Item(
        label, place.lead + text, place.span, "keyword", known.title, Docs(*known).markdown, sort,
        filter=label, snippet=snippet,
    )  # fmt: skip


def _form(name: str) -> type:
    return next(form for form in FORMS if form.__module__.rpartition(".")[2] == name)


@cache
def _meanings() -> dict[str, About]:
    """Return the words in the order of the list, the operators before the types."""
    known: dict[str, About] = {}
    for form in FORMS:
        example = "\n".join(pattern for pattern, _ in form.form.matching[:3])
        for word in form.form.words:
            if word not in (*TYPES, "of"):
                known.setdefault(word, documented(form, example))
    known["list of"] = documented(_form("each_item"), "list of text")
    types = documented(_form("types"), "require issue_refund <amount: number, note: text>")
    return {**known, **dict.fromkeys(TYPES, types)}
