"""Refusals of the clauses that say for which part of a trace a rule holds, and of blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.rewriting import rewritten
from toolspec.dsl.recover.stop import Stop, quoted
from toolspec.dsl.text.lexer import BLOCKS, KEYWORDS, TOOLS, Token
from toolspec.dsl.text.lines import LogicalLine

PHRASED = frozenset({"AFTER", "UNTIL", "AMONG", "IGNORING", "IF", "IF_NOT"})
"""The terminals of the words that a phrase follows."""

_INSTEAD = {
    "unless": "if not", "without": "if not", "when": "if", "whenever": "if", "while": "if",
    "once": "after", "since": "after", "following": "after", "preceding": "until", "till": "until",
    "before": "until",
}  # fmt: skip
"""Words of other languages, and the clause that means the same."""

_LAST = "WEIGHT"
"""What may follow wherever a clause may."""


def foreign(place: Stop) -> LineDiagnostic | None:
    """`forbid a before b`, `forbid a between b and c`, `forbid a unless b`, `forbid a when b`."""
    word = place.word
    if word is None or place.bracket or not place.keyword:
        return None
    if place.before.text == "before" and place.only_step and word.kind in TOOLS:
        if word.text in ("step", "steps", "turn", "turns") or _is_misspelt(place):
            return None
        clause, other = place.before, _rest(place, place.at)
        return _instead(place, clause, f"until {other}")
    behind = place.behind
    if _LAST not in place.accepts or behind is None or behind.kind not in TOOLS:
        return None
    if behind.text in ("step", "steps", "turn", "turns") or _is_compared(place):
        return None
    if word.text == "between":
        return _between(place, word)
    if word.text in _INSTEAD:
        other = _rest(place, place.at + 1)
        return _instead(place, word, f"{_INSTEAD[word.text]} {other}")
    return None


def _between(place: Stop, word: Token) -> LineDiagnostic | None:
    words = place.words
    joint = next((at for at in range(place.at + 2, len(words)) if words[at].text == "and"), None)
    if joint is None or joint + 1 >= len(words):
        return None
    line = place.line.text
    first = line[words[place.at + 1].start : words[joint - 1].end]
    second = line[words[joint + 1].start :]
    return _instead(place, word, f"after {first} until {second}")


def _rest(place: Stop, at: int) -> str:
    return place.line.text[place.words[at].start :]


def _instead(place: Stop, clause: Token, text: str) -> LineDiagnostic:
    line = place.line.text
    written = f"{line[: clause.start]}{text}"
    fix = Fix(f"Write {shown(text)}", clause.start, len(line), text)
    fields = {"clause": clause.text, "hint": f"write `{shown(written)}`"}
    return LineDiagnostic("foreign_clause", clause.start, clause.end, fields, (fix,))


def _is_misspelt(place: Stop) -> bool:
    """Tell whether a number follows what is no step, as in `before stpe 3`."""
    return place.behind is not None and place.behind.kind == "number"


def _is_compared(place: Stop) -> bool:
    """Tell whether it is about arguments: `where query = "x"`."""
    more = place.words[place.at + 2 : place.at + 3]
    return bool(more) and more[0].text in (":", "=", "==", ">")


def one_phrase(place: Stop) -> LineDiagnostic | None:
    """`forbid a among b, c`, `among a, b {`."""
    word, behind = place.word, place.behind
    if word is None or word.text != "," or behind is None or behind.kind not in TOOLS:
        return None
    clause = _clause_before(place)
    if clause is None:
        return None
    listed = f"{shown(place.before.text)} | {shown(behind.text)}"
    fix = Fix("Write |", place.before.end, word.end, " |")
    hint = f"write `{clause.text} {listed}`"
    return place.found("one_phrase", fix, clause=clause.text, hint=hint)


def _clause_before(place: Stop) -> Token | None:
    """Return the clause whose phrase the parser stopped after."""
    words = place.words[: place.at]
    for at in range(len(words) - 1, -1, -1):
        word = words[at]
        if word.text in ("among", "ignoring", "after", "until", "if") and (at or not place.keyword):
            return word
        if word.text in BLOCKS and at == 0:
            return word
        if word.kind not in (*TOOLS, "sign", "key", "number", "arrow") or word.text == ",":
            return None
    return None


def no_phrase(place: Stop) -> LineDiagnostic | None:
    """`if {`, `among {`: nothing says which calls are meant."""
    word = place.word
    before = place.taken[-1][0] if place.taken else ""
    if before not in PHRASED or word is None or word.text != "{":
        return None
    return place.found("unfinished", last=quoted(place.before.text))


def per_what(place: Stop) -> LineDiagnostic | None:
    """`forbid a per`, `forbid a per key`, `forbid a per <x, y>`, `forbid a per <>`."""
    taken = [name for name, _ in place.taken[-3:]]
    if "PER" not in taken:
        return None
    word = place.word or place.before
    return LineDiagnostic("per_what", word.start, word.end)


def block_of_another_language(line: LogicalLine) -> LineDiagnostic:
    """Report `when b {` and `unless b {`."""
    word = next(word for word in line.words if word.kind != "comment")
    meant = _INSTEAD.get(word.text, "after")
    rest = line.text[word.end :].strip()
    hint = f"write `{meant} {shown(rest)}`"
    fixes: tuple[Fix, ...] = ()
    if word.text == "between":
        first, joint, second = rest.partition(" and ")
        hint = f"write `after {shown(first)} until {shown(second)}`" if joint else "write `after`"
    elif word.text in _INSTEAD:
        fixes = (Fix(f"Write {meant}", word.start, word.end, meant),)
    return LineDiagnostic(
        "foreign_clause", word.start, word.end, {"clause": word.text, "hint": hint}, fixes
    )


def no_block(line: LogicalLine, words: Sequence[Token]) -> LineDiagnostic | None:
    """Report a line of clauses that opens no block; None where it is something else."""
    first = words[0]
    if len(words) > 1 and (words[1].text in (":", "=", "->", "|", "<") or rewritten(line.text)):
        return None
    inner = next((word for word in words[1:] if word.text in KEYWORDS), None)
    hint = f"write `{shown(line.text)} {{`, the rules below it, and `}}`"
    if inner is not None:
        head = line.text[: inner.start].rstrip(" ,:")
        rule = line.text[inner.start :]
        hint = f"a rule begins with its keyword: `{shown(rule)} {shown(head)}`"
    fields = {"word": first.text, "hint": hint}
    return LineDiagnostic("block_unopened", first.start, first.end, fields)


ALL: tuple[Callable[[Stop], LineDiagnostic | None], ...] = (
    foreign,
    one_phrase,
    no_phrase,
    per_what,
)
"""In the order they are asked."""
