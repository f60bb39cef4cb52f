"""Mistakes in `limit`, `only`, `any` and `answer`."""

from __future__ import annotations

from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.stop import Stop


def _without_sign(place: Stop) -> bool:
    """Tell whether no comparison comes before the number."""
    return not place.only_numbers


def _in_words(place: Stop) -> bool:
    return _without_sign(place) and place.word is not None and place.word.kind != "number"


def _measure(words: str, meant: str, example: str, repaired: str) -> Row:
    """Return a row for another word for a measure."""
    return Row(words, "unknown_word", example, repaired, fix=meant, kinds="limit",
               accepts="CALLS")  # fmt: skip


ALL = (
    Row("«^ calls/steps/turns/tokens/failures/repeats/loops/duration/sum»", "missing_colon",
        "limit calls < 5", "limit: calls < 5", fix=": {text}", kinds="limit", only="COLON",
        title="Write the colon",
        more={"mended": "limit: {text} ..."}),
    _measure("«^ time/latency/runtime/seconds» COMPARES", "duration", "limit: time < 30s",
             "limit: duration < 30s"),
    _measure("«^ toolcalls/tool_calls/invocations/actions»", "calls", "limit: toolcalls < 5",
             "limit: calls < 5"),
    _measure("«^ errors/error/failed/fails»", "failures", "limit: errors <= 1",
             "limit: failures <= 1"),
    _measure("«^ retries/repetitions/duplicates»", "repeats", "limit: retries <= 2",
             "limit: repeats <= 2"),
    _measure("«^ iterations/cycles»", "loops", "limit: cycles = 0", "limit: loops = 0"),
    Row("«^ cost/costs/price/money/dollars»", "unknown_word", "limit: cost < 5",
        "limit: tokens < 5", kinds="limit", accepts="CALLS",
        hint="a trace records no prices: limit `tokens`, or with `sum amount` what the calls have "
        "in their argument `amount`"),
    Row("«^ tools=PATTERN» sign=COMPARES n=NUMBER", "limit_phrase", "limit: bash < 5",
        "count bash < 5", kinds="limit", accepts="CALLS", certain=False, refuses="COLON",
        more={"count": "count {tools} {sign} {n}",
              "among": "limit: calls {sign} {n} among {tools}"}),
    Row("duration COMPARES «n=NUMBER ^ UNIT»", "unexpected", "limit: duration < 30 s",
        "limit: duration < 30s",
        fix="{n}{unit}", kinds="limit", hint="a time has no space: write `{mended}`"),
    Row("«^ AMOUNT»", "unexpected", "limit: calls at most 5", "limit: calls <= 5",
        fix="{sign} {number}", kinds="limit", accepts="LESS_EQUAL",
        where=_in_words),
    Row("«^ n=NUMBER»", "unexpected", "limit: calls 5", "limit: calls <= 5",
        fix="<= {n}", kinds="limit", accepts="LESS_EQUAL",
        where=_without_sign),

    Row("«^ tools/tool/calls/call/these/the» :", "unexpected", "only tools: a, b", "only: a, b",
        fix="", kinds="only", only="COLON"),
    Row("«^ tools/tool/calls/call/these/the» TOOL", "unexpected", "only tools a, b", "only: a, b",
        fix=":", kinds="only", only="COLON"),
    Row("only «^ not» other=PATTERN END", "unexpected", "only not a", "forbid a",
        line="forbid {other}", kinds="only", only="COLON"),
    Row("«^ ANY»", "missing_colon", "only a, b", "only: a, b", fix=": {text}", kinds="only",
        title="Write the colon",
        only="COLON", more={"mended": "only: {text} ..."}),

    Row("any «^ :? TOOLS» END", "unexpected", "any: a, b", "require a | b",
        line="require {tools}", kinds="any"),
    Row("any «^ :? of TOOLS» END", "unexpected", "any of a, b", "require a | b",
        line="require {tools}", kinds="any"),

    Row("answer «^ :/=/==/is/equals»", "superfluous_colon", 'answer: "x"', 'answer "x"', fix="",
        kinds="answer", more={"sign": "`{text}`", "word": "answer",
        "why_not": "the value follows `answer` itself"}),
    Row("answer «^ matches/matching» REGEX", "superfluous_colon", "answer matches /x/",
        "answer /x/", fix="", kinds="answer", more={"sign": "`{text}`", "word": "answer",
        "why_not": "the value follows `answer` itself"}),
)  # fmt: skip
"""In the order they are asked."""
