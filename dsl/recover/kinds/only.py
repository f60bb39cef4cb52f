"""Mistakes in `only`: its colon, and what is not allowed."""

from __future__ import annotations

from toolspec.dsl.recover.kind_mistakes import KindMistakes
from toolspec.dsl.recover.mistakes import negations
from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.stop import Stop


def _is_tool(place: Stop) -> bool:
    """Tell whether the word is a tool, and no word of another rule."""
    return place.word is not None and place.word.text not in ("min", "final", "subset", "strict")


_ROWS = (
    Row("only «^ who=TOOL may/can/should call/use/run? tool=PATTERN» END", "unexpected",
        "only x may a", "each a: by x", line="each {tool}: by {who}", only="COLON"),
    Row("«^ tools/tool/calls/call/these/the» :", "unexpected", "only tools: a, b", "only: a, b",
        fix="", only="COLON"),
    Row("«^ tools/tool/calls/call/these/the» TOOL", "unexpected", "only tools a, b", "only: a, b",
        fix=":", only="COLON"),
    Row("«^ or/and» TOOL", "wrong_operator", "only: a or b", "only: a, b", fix=",",
        accepts="COMMA", hint="the calls that are allowed are separated by commas"),
    Row("«^ strict/subset :»", "unknown_mode", "only strict: a", "only: a", fix=":", only="COLON",
        title="Remove the mode", hint="write `only: ...`",
        more={"word": "{text}", "why_not": "it has no modes"}),
    Row("«^ PATTERN»", "missing_comma", "only: a b", "only: a, b", fix=", {text}",
        accepts="COMMA", title="Write the comma", where=_is_tool,
        more={"what": "the calls that `only` allows"}),
    Row("only «^ not» other=PATTERN END", "unexpected", "only not a", "forbid a",
        line="forbid {other}", only="COLON"),
    Row("«^ ANY»", "missing_colon", "only a, b", "only: a, b", fix=": {text}",
        title="Write the colon",
        only="COLON", more={"corrected": "only: {text} ..."}),
)  # fmt: skip

MISTAKES = KindMistakes((*negations.OF_ONLY, *_ROWS))
