"""After the tool of a `count` or an `output`: the signs that compare it."""

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
    "LESS": "<",
    "NOT_EQUAL": "!=",
}
"""By the parser's terminals, in the order they are offered."""


def items(place: Place) -> Iterator[Item]:
    """Yield the signs, where nothing is typed yet and one must follow."""
    if place.first not in ("count", "output") or place.typed or len(place.words) < 2:
        return
    if "EQUAL" not in place.accepts or place.follows:
        return
    for rank, (terminal, sign) in enumerate(SIGNS.items()):
        known = about(sign, place.first)
        if terminal in place.accepts and known is not None:
            yield Item(sign, f"{place.lead}{sign} ", place.span, "keyword", known.title,
                       known.markdown, f"2{rank:05d}", filter=sign)  # fmt: skip
