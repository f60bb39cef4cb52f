"""Refusals of the clauses that say for which part of a trace a rule holds, and of blocks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.expected import either
from toolspec.dsl.recover.rewriting import is_rule, rewritten
from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.stop import Stop, quoted_word
from toolspec.dsl.recover.token_classes import is_tool
from toolspec.dsl.text.lexer import BLOCKS, KEYWORDS, TOOLS, Token
from toolspec.dsl.text.lines import LogicalLine
from toolspec.engine.rules import traits

PHRASED = frozenset({"AFTER", "UNTIL", "AMONG", "IGNORING", "IF", "IF_NOT"})
"""The terminals of the words that a phrase follows."""

_INSTEAD = {
    "when": "if", "whenever": "if", "while": "if",
    "once": "after", "since": "after", "following": "after", "preceding": "until", "till": "until",
    "before": "until",
}  # fmt: skip
"""Words of other languages, and the clause that means the same."""


def _takes_call(place: Stop) -> bool:
    """Tell whether what follows is a call, and no step or comparison: `where query = "x"`."""
    step = place.word if place.only_step else place.following
    if step is None or step.text in ("step", "steps", "turn", "turns"):
        return False
    if place.only_step:  # `before stpe 3`
        return place.following is None or place.following.kind != "number"
    more = place.words[place.at + 2 : place.at + 3]
    return not (more and more[0].text in (":", "=", "==", ">"))


_TIMES = ("second", "minute", "hour", "call", "calls", "run", "trace")


def _is_counted(place: Stop) -> bool:
    return traits(place.keyword).counts_calls


def _is_key(place: Stop) -> bool:
    word = place.word
    return word is not None and word.kind in TOOLS and word.text not in _TIMES


def _foreign(words: str, fix: str, example: str, repaired: str) -> Row:
    """Return a row for a clause of another language."""
    return Row(words, "foreign_clause", example, repaired, fix=fix, hint="write `{fixed}`",
               accepts="WEIGHT", where=_takes_call)  # fmt: skip


def _unless(words: str, example: str, repaired: str, hint: str) -> Row:
    """Return a row for `unless`, which says neither when the other call comes nor where."""
    return Row(words, "foreign_clause", example, repaired, hint=hint, accepts="WEIGHT",
               more={"clause": "{first}"})  # fmt: skip


_ALLOWED = (
    "`{head} until {other}{tail}` applies until the first such call; "
    "`{head} if not {other}{tail}` only where none comes at all, not even later"
)
_SAID = (
    "`{head} until {who} says {value}{tail}` applies until that is first said; "
    "`{head} if not {who} says {value}{tail}` only where it is never said, not even later"
)
_UNLESS = (
    _unless("«^ first=unless/without» who=user/agent says value=VALUE",
            'forbid a unless user says "y"', 'forbid a until user says "y"', _SAID),
    _unless("«^ first=unless/without» who=user/agent NAME", "forbid a unless user confirmed",
            "forbid a until user says /yes/i",
            f"what was said is asked as a text: {_SAID}".replace("{value}", "/yes/i")),
    Row("«^ unless not» TOOL", "foreign_clause", "forbid a unless not b", "forbid a if b", fix="if",
        hint="write `{fixed}`", accepts="WEIGHT", more={"clause": "unless"}),
    _unless("«^ first=unless/without» other=CALL", "forbid a unless b", "forbid a until b",
            _ALLOWED),
)  # fmt: skip

UNLESS_OF_FORBID = (
    Row("«^ unless after» CALL", "foreign_clause", "forbid a unless after b", "forbid a until b",
        fix="until", hint="write `{fixed}`", accepts="WEIGHT", more={"clause": "unless"}),
    _unless("«^ first=unless before» other=CALL", "forbid a unless before b",
            "forbid a after b", "`{head} after {other}` allows none after the first `{other}`; "
            "`each {phrase}: before {other}` asks for one after each"),
)  # fmt: skip

UNLESS_OF_EACH = (
    _unless("«^ first=unless/without» other=TOOL", "each a: ok unless b", "each a: ok or after b",
            "`{head} or after {other}` asks it of each call; with `if not {other}` at the end the "
            "rule says nothing where `{other}` comes at all"),
)  # fmt: skip

UNLESS_OF_REQUIRE = (
    _unless("«^ first=without» other=TOOL", "require a without b", "require a if not b",
            "`forbid {other}` is a rule of its own; `{head} if not {other}{tail}` applies only "
            "where no such call comes"),
    _foreign("«^ unless» TOOL", "if not", "require a unless b", "require a if not b"),
)  # fmt: skip

_FOREIGN = (
    Row("«before» ^ TOOL", "foreign_clause", "forbid a before b", "forbid a until b", fix="until",
        hint="write `{fixed}`", only="STEP TURN", where=_takes_call),
    _foreign("«^ between» first=CALL and second=CALL›", "after {first} until {second}",
             "forbid a between b and c", "forbid a after b until c"),
    *_UNLESS,
    _foreign("«^ when/whenever/while» TOOL", "if", "forbid a when b", "forbid a if b"),
    _foreign("«^ once/since/following» TOOL", "after", "forbid a since b", "forbid a after b"),
    _foreign("«^ preceding/till/before» TOOL", "until", "forbid a till b", "forbid a until b"),
)  # fmt: skip


def one_phrase(place: Stop) -> LineDiagnostic | None:
    """`forbid a among b, c`, `among a, b {`."""
    word, following = place.word, place.following
    if word is None or word.text != "," or following is None or following.kind not in TOOLS:
        return None
    clause = _clause_before(place)
    if clause is None:
        return None
    if place.before.kind not in TOOLS or not is_tool(following):
        hint = "write a rule for each phrase, or say one of them with a block"
        return place.found("one_phrase", clause=clause.text, hint=hint)
    listed = f"{shown(place.before.text)} | {shown(following.text)}"
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
    return place.found("unfinished", last=quoted_word(place.before.text))


_PER = (
    Row("per «^ key=TOOL» END", "per_what", "count a <= 2 per customer",
        "count a <= 2 per <customer>",
        fix="<{key}>", hint="for each value of an argument write `per <{key}>`",
        where=_is_key),
    Row("«^ for? each/every key=BRACKETS» END", "per_what", "count a <= 2 for each <customer>",
        "count a <= 2 per <customer>", fix="per {key}", accepts="PER"),
    Row("«^ for? each/every key=TOOL» END", "per_what", "count a <= 2 for each customer",
        "count a <= 2 per <customer>", fix="per <{key}>", accepts="PER"),
    Row("«^ by key=TOOL» END", "per_what", "count a <= 2 by customer",
        "count a <= 2 per <customer>", fix="per <{key}>", accepts="PER", refuses="BY"),
    Row("«per n=NUMBER ^ UNIT»", "per_what", "count a <= 2 per 5 minutes", "count a <= 2 per 5m",
        fix="per {n}{unit}"),
    Row("«per ^ UNIT»", "per_what", "count a <= 2 per minute", "count a <= 2 per 1m",
        fix="per 1{unit}"),
    Row("«^ every/each/in/within» time=TIME›", "per_what", "count a <= 2 every 60s",
        "count a <= 2 per 60s", fix="per {time}", accepts="PER", where=_is_counted),
)  # fmt: skip


_PARTS = "write `per step`, `per turn`, `per agent`, `per <key>`, or a duration: `per 10s`"


def per_what(place: Stop) -> LineDiagnostic | None:
    """`forbid a per`, `per key {`, `forbid a per <x, y>`, `forbid a per <>`."""
    taken = [name for name, _ in place.taken[-3:]]
    if "PER" not in taken:
        return None
    word, following = place.word or place.before, place.following
    if (
        place.before.text == "per"
        and following is not None
        and following.text == "{"
        and _is_key(place)
    ):
        key = f"<{word.text}>"
        hint = f"for each value of an argument write `per {shown(key)}`"
        fix = Fix(f"Write {shown(key)}", word.start, word.end, key)
        return LineDiagnostic("per_what", word.start, word.end, {"hint": hint}, (fix,))
    return LineDiagnostic("per_what", word.start, word.end, {"hint": _PARTS})


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
    elif word.text == "unless":
        hint = (
            f"`until {shown(rest)}` judges what comes before the first such call; "
            f"`if not {shown(rest)}` judges all where none comes"
        )
    elif word.text in _INSTEAD:
        fixes = (Fix(f"Write {meant}", word.start, word.end, meant),)
    return LineDiagnostic(
        "foreign_clause", word.start, word.end, {"clause": word.text, "hint": hint}, fixes
    )


def no_block(line: LogicalLine, words: Sequence[Token]) -> LineDiagnostic | None:
    """Report a line of clauses that opens no block; None where it is something else."""
    first = words[0]
    others = (":", "=", "->", "|") if first.text == "per" else (":", "=", "->", "|", "<")
    if len(words) > 1 and (words[1].text in others or rewritten(line.text)):
        return None
    inner = next((word for word in words[1:] if word.text in KEYWORDS), None)
    end = len(line.text) if inner is None else inner.start
    clauses = _clauses(line.text[first.start : end].rstrip(" ,:"), first.text)
    hint = f"write `{shown(clauses[0])} {{`, the rules below it, and `}}`"
    fixes: tuple[Fix, ...] = ()
    if inner is not None:
        rules = [f"{line.text[inner.start :]} {clause}" for clause in clauses]
        if not all(map(is_rule, rules)):
            return None
        hint = f"a rule begins with its keyword: {either([f'`{shown(rule)}`' for rule in rules])}"
        if len(rules) == 1:
            fixes = (Fix(f"Write {shown(rules[0])}", 0, len(line.text), rules[0]),)
    fields = {"word": first.text, "hint": hint}
    return LineDiagnostic("block_unopened", first.start, first.end, fields, fixes)


def _clauses(text: str, word: str) -> list[str]:
    """Return what a clause of another language is in this one: `between b and c`, `while b`."""
    rest = text[len(word) :].strip()
    if word == "between":
        first, second = [*re.split("[ ]?(?:,|and)[ ]", rest, maxsplit=1), "..."][:2]
        return [f"after {first} until {second}"]
    if word == "unless":
        return [f"until {rest}", f"if not {rest}"]
    step = rest.split(" ")[0] in ("step", "turn")
    return [text] if step or word not in _INSTEAD else [f"{_INSTEAD[word]} {rest}"]


ALL = (*_FOREIGN, one_phrase, no_phrase, *_PER, per_what)
"""In the order they are asked."""
