"""Where a rule, a relation or a clause may be about a message: `user says` and `agent says`."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.engine.relations.messages import RECORDS, MessagePattern
from toolspec.engine.syntax import documented
from toolspec.lsp.features.completion.place import CompletionPlace
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.keyword_docs import KeywordDoc


def proposed(place: CompletionPlace) -> Iterator[Item]:
    """Yield who may say something, and `says` after it."""
    if place.kind != "name" or place.angle is not None or place.typed.startswith("@"):
        return
    known = KeywordDoc(*documented(MessagePattern, 'require user says "refund"'))
    if "USER_SAYS" in place.accepts:
        for rank, role in enumerate(RECORDS):
            text = f"{role} says "
            yield Item(
                text.strip(), place.lead + text, place.span, "keyword", known.title,
                known.markdown, f"6{rank:05d}", filter=text.strip(),
            )  # fmt: skip
    elif place.before in RECORDS and place.words[-1].kind == "name" and "BY" in place.accepts:
        yield Item(
            "says", "says ", place.span, "keyword", known.title, known.markdown, "000000",
            filter="says",
        )  # fmt: skip
