"""After a call phrase of `count`, a measure of `limit`, or `took`: the comparison operators."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.lsp.features.completion.place import Place
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.keyword_docs import about

SIGNS = {
    "EQUAL": "=",
    "MORE_EQUAL": ">=",
    "LESS_EQUAL": "<=",
    "MORE": ">",
    "LESS_THAN": "<",
    "NOT_EQUAL": "!=",
}
"""The operators by the parser's terminals, in the order of the list."""


def items(place: Place) -> Iterator[Item]:
    """Yield the operators, if one must follow and nothing is typed yet."""
    if place.typed or len(place.words) < 2:
        return
    if "EQUAL" not in place.accepts or place.follows:
        return
    for rank, (terminal, sign) in enumerate(SIGNS.items()):
        known = about(sign, place.first)
        if place.before == "took" and terminal in ("EQUAL", "NOT_EQUAL"):
            continue  # no two calls take just as long
        if terminal in place.accepts and known is not None:
            yield Item(sign, f"{place.lead}{sign} ", place.span, "keyword", known.title,
                       known.markdown, f"2{rank:05d}", filter=sign)  # fmt: skip
