"""Mistakes in `any`: tools where a block is expected."""

from __future__ import annotations

from collections.abc import Sequence

from toolspec.dsl.problem import Fix, LineDiagnostic
from toolspec.dsl.recover.kind_mistakes import KindMistakes
from toolspec.dsl.recover.row import Row
from toolspec.dsl.text.lexer import KEYWORDS, Token

_ROWS = (
    Row("any «^ :? TOOLS» END", "unexpected", "any: a, b", "require a | b",
        line="require {tools}"),
    Row("any «^ :? of TOOLS» END", "unexpected", "any of a, b", "require a | b",
        line="require {tools}"),
)  # fmt: skip


def rule_beside_any(words: Sequence[Token]) -> LineDiagnostic | None:
    """Report a rule on the line of `any` itself."""
    texts = [word.text for word in words]
    if texts[1:3] in (["of", "{"], [":", "{"]):
        return _without(words[1])
    if texts[1:] in ([":"], ["of"], ["of", ":"]) or (
        texts[1:2] == [":"] and not KEYWORDS.isdisjoint(texts[2:])
    ):
        return _unopened(words)
    if "{" not in texts or texts[-1] == "{" or texts[-2:] == ["{", "}"]:
        return None
    first = words[texts.index("{") + 1]
    hint = "write each rule on a line of its own, and `}` on the last"
    fields = {"what": "rule on its own line", "hint": hint}
    return LineDiagnostic("in_any", first.start, words[-1].end, fields)


def _unopened(words: Sequence[Token]) -> LineDiagnostic:
    """Report `any:` above its rules."""
    first, last = words[1], words[-1]
    fields = {"found": f"`{first.text}`", "expectation": "expected `{`"}
    fields["hint"] = "in place of `:` write `{`, then each rule on a line of its own, and `}`"
    return LineDiagnostic("unexpected", first.start, last.end, fields)


def _without(word: Token) -> LineDiagnostic:
    """Report a word between `any` and its block."""
    fields = {"found": f"`{word.text}`", "expectation": "expected `{`", "hint": "remove it"}
    fix = Fix(f"Remove {word.text}", word.start, word.end + (word.text != ":"), "")
    return LineDiagnostic("unexpected", word.start, word.end, fields, (fix,))


MISTAKES = KindMistakes(_ROWS, before=rule_beside_any)
