"""After `within`, `took`, `duration` and `per`: distances and durations."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.engine.relations.near import Near
from toolspec.engine.syntax import documented
from toolspec.lsp.features.completion.place import CompletionPlace
from toolspec.lsp.features.completion.signs import SIGNS
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.keyword_docs import KeywordDoc

NEAR = ("1 turn", "1 step", "3 calls", "5s")
DURATIONS = ("500ms", "2s", "30s", "5m", "1h")
RATES = ("1s", "60s", "1h")

UNITS = {"CALL_UNIT": "calls", "STEP_UNIT": "steps", "TURN_UNIT": "turns"}
"""The units of a distance, by the parser's terminals."""


def proposed(place: CompletionPlace) -> Iterator[Item]:
    """Yield what may be a distance or a duration here."""
    words = place.words
    measured = any(word.text in ("took", "duration") for word in words[-2:-1])
    if measured and place.before in SIGNS.values():
        yield from _listed(place, DURATIONS, "a duration: ms, s, m or h")
    if place.angle is not None or place.kind not in ("name", "number"):
        return
    if place.before == "within":
        known = KeywordDoc(*documented(Near, "each pay: after confirm within 1 turn"))
        yield from _listed(place, NEAR, known.title, known.markdown)
    elif "CALL_UNIT" in place.accepts and words and words[-1].kind == "number":
        singular = place.before == "1"
        for rank, (terminal, unit) in enumerate(UNITS.items()):
            if terminal in place.accepts:
                text = unit.removesuffix("s") if singular else unit
                yield Item(text, text, place.span, "keyword", "how near", sort=f"0{rank:05d}")
    elif place.before == "per" and "NUMBER" in place.accepts:
        yield from _listed(place, RATES, "the calls within that time of each other", rank=7)


def _listed(
    place: CompletionPlace, texts: tuple[str, ...], detail: str, about: str = "", rank: int = 1
) -> Iterator[Item]:
    for number, text in enumerate(texts):
        yield Item(
            text, place.lead + text, place.span, "value", detail, about, f"{rank}{number:05d}",
            filter=text,
        )  # fmt: skip
