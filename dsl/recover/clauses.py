"""Refusals of the clauses that say for which part of a trace a rule holds, and of blocks."""

from __future__ import annotations

from collections.abc import Sequence

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.rewriting import rewritten
from toolspec.dsl.recover.row import Row
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


def _takes_call(place: Stop) -> bool:
    """Tell whether what follows is a call, and no step or comparison: `where query = "x"`."""
    step = place.word if place.only_step else place.behind
    if step is None or step.text in ("step", "steps", "turn", "turns"):
        return False
    if place.only_step:  # `before stpe 3`
        return place.behind is None or place.behind.kind != "number"
    more = place.words[place.at + 2 : place.at + 3]
    return not (more and more[0].text in (":", "=", "==", ">"))


def _foreign(words: str, fix: str, example: str, repaired: str) -> Row:
    """Return a row for a clause of another language."""
    return Row(words, "foreign_clause", example, repaired, fix=fix, hint="write `{fixed}`",
               accepts="WEIGHT", where=_takes_call)  # fmt: skip


_FOREIGN = (
    Row("«before» ^ TOOL", "foreign_clause", "forbid a before b", "forbid a until b", fix="until",
        hint="write `{fixed}`", only="STEP TURN", where=_takes_call),
    _foreign("«^ between» first=CALL and second=CALL›", "after {first} until {second}",
             "forbid a between b and c", "forbid a after b until c"),
    _foreign("«^ unless/without» TOOL", "if not", "forbid a unless b", "forbid a if not b"),
    _foreign("«^ when/whenever/while» TOOL", "if", "forbid a when b", "forbid a if b"),
    _foreign("«^ once/since/following» TOOL", "after", "forbid a since b", "forbid a after b"),
    _foreign("«^ preceding/till/before» TOOL", "until", "forbid a till b", "forbid a until b"),
)  # fmt: skip


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


ALL = (*_FOREIGN, one_phrase, no_phrase, per_what)
"""In the order they are asked."""
