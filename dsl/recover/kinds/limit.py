"""Mistakes in `limit`: other words for its measures, and signs that are missing."""

from __future__ import annotations

from collections.abc import Sequence

from toolspec.dsl.problem import LineDiagnostic, shown
from toolspec.dsl.recover.kind_mistakes import KindMistakes
from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.stop import Stop
from toolspec.dsl.text.lexer import TOOLS, Token


def _without_sign(place: Stop) -> bool:
    """Tell whether no comparison comes before the number."""
    return not place.only_numbers


def _in_words(place: Stop) -> bool:
    return _without_sign(place) and place.word is not None and place.word.kind != "number"


def _measure(words: str, meant: str, example: str, repaired: str) -> Row:
    """Return a row for another word for a measure."""
    return Row(words, "unknown_word", example, repaired, fix=meant,
               accepts="CALLS")  # fmt: skip


_ROWS = (
    Row("«^ strict/subset :»", "unknown_mode", "limit strict: calls < 5", "limit: calls < 5",
        fix=":", only="COLON", title="Remove the mode", hint="write `limit: ...`",
        more={"word": "{text}", "why_not": "it has no modes"}),
    Row("«^ calls/steps/turns/tokens/failures/repeats/loops/duration/sum»", "missing_colon",
        "limit calls < 5", "limit: calls < 5", fix=": {text}", only="COLON",
        title="Write the colon",
        more={"corrected": "limit: {text} ..."}),
    _measure("«^ time/latency/runtime/seconds» COMPARES", "duration", "limit: time < 30s",
             "limit: duration < 30s"),
    _measure("«^ toolcalls/tool_calls/total_calls/num_calls/invocations/actions»", "calls",
             "limit: toolcalls < 5", "limit: calls < 5"),
    _measure("«^ errors/error/failed/fails»", "failures", "limit: errors <= 1",
             "limit: failures <= 1"),
    _measure("«^ retries/repetitions/duplicates»", "repeats", "limit: retries <= 2",
             "limit: repeats <= 2"),
    _measure("«^ cycles»", "loops", "limit: cycles = 0", "limit: loops = 0"),
    _measure("«^ iterations/responses/llm_calls/model_calls»", "steps", "limit: iterations <= 9",
             "limit: steps <= 9"),
    Row("m=calls/steps/turns/failures/repeats/loops/duration "
        "«^ of/for/by/on/to/per tools=PATTERN sign=COMPARES n=ANY» END", "unexpected",
        "limit: calls of login <= 3", "limit: calls <= 3 among login",
        fix="{sign} {n} among {tools}", hint="write `limit: {m} {corrected}`"),
    Row("sum «^ of» BRACKETS COMPARES", "unexpected", "limit: sum of <amount> < 5",
        "limit: sum <amount> < 5", fix=""),
    Row("sum «^ key=NAME» COMPARES", "unexpected", "limit: sum amount < 5",
        "limit: sum <amount> < 5", fix="<{key}>"),
    Row("sum «^ of key=NAME» COMPARES", "unexpected", "limit: sum of amount < 5",
        "limit: sum <amount> < 5", fix="<{key}>"),
    Row("sum BRACKETS «^ of/for/by/on tools=PATTERN sign=COMPARES n=NUMBER» END", "unexpected",
        "limit: sum <amount> of refund <= 5", "limit: sum <amount> <= 5 among refund",
        fix="{sign} {n} among {tools}"),
    Row("COMPARES NUMBER «^ of/for/by/on tools=PATTERN» END", "unexpected",
        "limit: calls <= 3 for login", "limit: calls <= 3 among login", fix="among {tools}"),
    Row("«^ no/zero m=calls/failures/repeats/loops»", "unknown_word", "limit: no loops",
        "limit: loops = 0", fix="{m} = 0", accepts="CALLS"),
    Row("«^ max/maximum m=calls/steps/turns/tokens/failures/repeats/loops n=NUMBER»", "unexpected",
        "limit: max calls 5", "limit: calls <= 5", fix="{m} <= {n}", accepts="CALLS"),
    Row("«^ max/maximum? n=NUMBER m=calls/steps/turns/tokens/failures/repeats/loops»", "unexpected",
        "limit: 5 calls", "limit: calls <= 5", fix="{m} <= {n}", accepts="CALLS"),
    Row("«^ n=NUMBER tools=PATTERN» END", "unexpected", "limit: 3 login", "count login <= 3",
        accepts="CALLS", refuses="COLON", hint="write `count {tools} <= {n}`"),
    Row("«^ at? most n=NUMBER m=calls/steps/turns/tokens/failures/repeats/loops»", "unknown_word",
        "limit: at most 5 calls", "limit: calls <= 5", fix="{m} <= {n}", accepts="CALLS"),
    Row("«^ sign=COMPARES n=NUMBER m=calls/steps/turns/tokens/failures/repeats/loops»",
        "unexpected", "limit: <= 5 calls", "limit: calls <= 5", fix="{m} {sign} {n}",
        accepts="CALLS"),
    Row("«^ tool/total/all» calls", "unknown_word", "limit: tool calls < 5", "limit: calls < 5",
        fix="", accepts="CALLS"),
    Row("«^ total/all» tokens", "unknown_word", "limit: total tokens < 5", "limit: tokens < 5",
        fix="", accepts="CALLS"),
    Row("«^ input/output/prompt/completion» tokens", "unknown_word", "limit: input tokens < 5",
        "limit: tokens < 5", accepts="CALLS",
        hint="write `tokens`: input and output are counted together"),
    Row("«^ cost/costs/price/money/dollars»", "unknown_word", "limit: cost < 5",
        "limit: tokens < 5", accepts="CALLS",
        hint="a trace records no prices: limit `tokens`, or with `sum <amount>` what the calls "
        "have in their argument `amount`"),
    Row("«^ tools=PATTERN» sign=COMPARES n=NUMBER", "limit_phrase", "limit: bash < 5",
        "count bash < 5", accepts="CALLS", certain=False, refuses="COLON",
        more={"counted": "count {tools} {sign} {n}",
              "among": "limit: calls {sign} {n} among {tools}"}),
    Row("duration COMPARES «n=NUMBER ^ UNIT»", "unexpected", "limit: duration < 30 s",
        "limit: duration < 30s",
        fix="{n}{unit}", hint="a time has no space: write `{corrected}`"),
    Row("calls/steps/turns/tokens/failures/repeats/loops «^ between/from RANGE»", "unexpected",
        "limit: calls between 1 and 5", "limit: calls = 1..5", fix="= {low}..{high}",
        accepts="LESS_EQUAL", where=_in_words),
    Row("calls/steps/turns/tokens/failures/repeats/loops «^ : n=NUMBER»", "unexpected",
        "limit: calls: 5", "limit: calls <= 5", fix="<= {n}", where=_without_sign),
    Row("«^ and/&/&&» calls/steps/turns/tokens/failures/repeats/loops/duration/sum",
        "wrong_operator", "limit: calls < 5 and steps < 3", "limit: calls < 5, steps < 3",
        fix=",", accepts="COMMA", hint="entries are separated by commas",
        more={"sign": "{text}"}),
    Row("COMPARES NUMBER «^ calls/steps/turns/tokens/failures/repeats/loops/duration/sum»",
        "missing_comma", "limit: calls < 5 steps < 3", "limit: calls < 5, steps < 3",
        fix=", {text}", accepts="COMMA", title="Write the comma",
        more={"what": "the entries of `limit`"}),
    Row("«^ AMOUNT»", "unexpected", "limit: calls at most 5", "limit: calls <= 5",
        fix="{sign} {number}", accepts="LESS_EQUAL",
        where=_in_words),
    Row("«^ n=NUMBER»", "unexpected", "limit: calls 5", "limit: calls <= 5",
        fix="<= {n}", accepts="LESS_EQUAL",
        where=_without_sign),
)  # fmt: skip


def limited_tool(words: Sequence[Token]) -> LineDiagnostic | None:
    """Report a tool between `limit` and its measures."""
    from toolspec.engine.measures import WORDS

    if len(words) < 2 or words[1].text in (":", *WORDS) or words[1].kind not in TOOLS:
        return None
    if words[1].text in ("strict", "subset") and words[2:3] and words[2].text == ":":
        return None  # a mode of other rules
    tool = words[1]
    number = next((word.text for word in words if word.kind == "number"), "3")
    fields = {
        "counted": shown(f"count {tool.text} <= {number}"),
        "among": shown(f"limit: calls <= {number} among {tool.text}"),
    }
    return LineDiagnostic("limit_phrase", tool.start, tool.end, fields)


MISTAKES = KindMistakes(
    _ROWS, before=limited_tool, other_names=("budget", "budgets", "limits", "quota", "cap")
)
