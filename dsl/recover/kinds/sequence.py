"""Mistakes in `sequence`: the mode of `order`."""

from __future__ import annotations

from toolspec.dsl.problem import LineDiagnostic
from toolspec.dsl.recover.kind_mistakes import KindMistakes
from toolspec.dsl.recover.mistakes import alternatives
from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.stop import Stop


def strict(place: Stop) -> LineDiagnostic | None:
    """`sequence strict: a -> b`."""
    words = [word.text for word in place.words[:4]]
    if words[1:2] != ["strict"] or ":" not in words[2:] or place.at >= words.index(":") + 1:
        return None
    mode = place.words[1]
    hint = (
        "`sequence` lets other calls come between; `order strict:` asks for exactly these "
        "calls and no others"
    )
    problem = place.found("unknown_mode", word="strict", why_not="it has no modes", hint=hint)
    return problem._replace(start=mode.start, end=mode.end)


_ROWS = (
    Row("«before ^» other=TOOL", "wrong_operator", "sequence: a before b", "sequence: a -> b",
        fix="->", only="STEP TURN", hint="the entries of `sequence` are separated by `->`"),
    *alternatives.OF_RULES,
    Row("«^ or/||» TOOL", "wrong_operator", "sequence: a -> b or c", "sequence: a -> b | c",
        fix="|", accepts="PIPE", hint="alternatives are separated by `|`"),
    Row("first=CALL -> second=CALL «^ within» time=TIME", "unknown_word",
        "sequence: a -> b within 5s", "each b: after a within 5s", accepts="WEIGHT",
        hint="how near two calls must be is said by `each {second}: after {first} within {time}`, "
        "or by `each {first}: before {second} within {time}`"),
)  # fmt: skip

MISTAKES = KindMistakes((strict, *_ROWS))
