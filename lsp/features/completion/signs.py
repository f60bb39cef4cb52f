"""Signs: comparisons after a call phrase or a measure, `|` and `&` after a value, `?` and `+`."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.lsp.features.completion.place import CompletionPlace
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.keyword_docs import KeywordDoc, docs_about

SIGNS = {
    "EQUAL": "=",
    "MORE_EQUAL": ">=",
    "LESS_EQUAL": "<=",
    "MORE": ">",
    "LESS_THAN": "<",
    "NOT_EQUAL": "!=",
}
"""The operators by the parser's terminals, in the order of the list."""


def proposed(place: CompletionPlace) -> Iterator[Item]:
    """Yield the operators, if one must follow and nothing is typed yet."""
    if place.typed or not place.words:
        return
    yield from _connecting(place)
    if len(place.words) < 2:
        return
    yield from _going_on(place)
    if "EQUAL" not in place.accepts or place.follows:
        return
    for rank, (terminal, sign) in enumerate(SIGNS.items()):
        known = docs_about(sign, place.first)
        if place.before == "took" and terminal in ("EQUAL", "NOT_EQUAL"):
            continue  # no two calls take just as long
        if terminal in place.accepts and known is not None:
            yield Item(sign, f"{place.lead}{sign} ", place.span, "keyword", known.title,
                       known.markdown, f"2{rank:05d}", filter=sign)  # fmt: skip


def _connecting(place: CompletionPlace) -> Iterator[Item]:
    """Yield `->`, `|` and `<...>` after a tool, and `{` after the head of a block."""
    signs: list[tuple[str, str, str, str]] = []
    accepts, of_value = place.accepts, "TRUE" in place.accepts
    if place.angle is not None or (len(place.words) == 2 and place.before == "strict"):
        return
    if "ARROW" in accepts:
        signs.append(("->", "->", "-> ", "3"))
    compares = "MORE" in accepts and "LESS_THAN" not in accepts
    if "LESS" in accepts and not of_value and not compares and place.before not in ("per", "sum"):
        signs.append(("<...>", "<", "<$1>", "3"))
    if "PIPE" in accepts and "AMPERSAND" not in accepts:
        signs.append(("|", "|", "| ", "7"))
    if "OPEN" in accepts and not of_value and not place.follows:
        signs.append(("{", "{", "{\n\t$0\n}", "1"))
    for rank, (label, sign, text, group) in enumerate(signs):
        known = _OWN.get(label) or docs_about(sign, place.first)
        if known is not None and not place.follows.startswith(sign):
            yield Item(label, place.lead + text, place.span, "keyword", known.title,
                       known.markdown, f"{group}{rank:05d}", snippet="$" in text, filter=sign,
                       again=sign in ("->", "|", "<"))  # fmt: skip


def _going_on(place: CompletionPlace) -> Iterator[Item]:
    """Yield `|` and `&` after a value, and `?` and `+` after an entry of `order strict`."""
    signs: list[tuple[str, str]] = []
    if "AMPERSAND" in place.accepts:  # the parser takes it after values alone
        signs += [(sign, f"{sign} ") for sign in ("|", "&") if not place.follows.startswith(sign)]
    if "QUESTION" in place.accepts and place.words[1].text == "strict":
        signs += [(sign, sign) for sign in ("?", "+") if not place.follows.startswith(("?", "+"))]
    for rank, (sign, text) in enumerate(signs):
        known = _OR if sign == "|" else docs_about(sign, place.first)
        assert known is not None, f"nothing is known of `{sign}`"
        yield Item(sign, text, place.span, "keyword", known.title, known.markdown,
                   f"7{rank:05d}", filter=sign)  # fmt: skip


_OWN = {
    "<...>": KeywordDoc(
        "The arguments that a call has.",
        "Other arguments are free, except after `exactly`.",
        'require issue_refund <order_id: "A-1042">',
    ),
    "{": KeywordDoc("The rules of the block, each on a line of its own.", "", ""),
}

_OR = KeywordDoc("Or: the value matches one of these.", "", 'require pay <currency: "EUR" | "USD">')
