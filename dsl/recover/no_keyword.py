"""Find out what is wrong with a line that does not begin with a keyword, and which was meant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from toolspec.dsl.problem import LINE_SHOWN_MAX, Fix, LineDiagnostic, shown
from toolspec.dsl.recover.expected import either
from toolspec.dsl.recover.kind_mistakes import mistakes_in
from toolspec.dsl.recover.mistakes import clauses as refused_clauses
from toolspec.dsl.recover.mistakes.sentences import said
from toolspec.dsl.recover.rewriting import CONTRACTED, rewritten
from toolspec.dsl.recover.stop import KINDS, OWN_WORDS, quoted_word
from toolspec.dsl.text.lexer import BLOCKS, KEYWORDS, MEANT_AS_BLOCKS, TOOLS, Token
from toolspec.dsl.text.lines import LogicalLine
from toolspec.dsl.text.suggest import suggestion
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.rules import traits

if TYPE_CHECKING:
    from collections.abc import Sequence


def no_keyword(line: LogicalLine, words: Sequence[Token]) -> LineDiagnostic:
    """Return the problem of a line that begins with no keyword."""
    first = words[0]
    if first.text in BLOCKS | MEANT_AS_BLOCKS:
        problem = refused_clauses.no_block(line, words)
        if problem is not None:
            return problem
    start, end, text = first.start, first.end, first.text
    after = words[1] if len(words) > 1 else None
    if text in ("->", ",", "|"):
        return LineDiagnostic("leading_sign", start, end, {"sign": text})
    if text in ("//", "/*") or text.startswith(("//", "/*")):
        return LineDiagnostic("comment_sign", start, start + 2, {"sign": text[:2]})
    problem = _before_keyword(first, after) or _rewritten(line, first)
    if problem is not None:
        return problem
    if first.kind == "name" and not text.startswith("@") and "*" not in text:
        if text in OWN_WORDS:
            hint = (
                "it belongs at the end of the rule's line: a rule continues only after `:`, `->`, "
                "`,` or `|`"
            )
            return LineDiagnostic("unknown_keyword", start, end, _keyword_fields(text, hint))
        near = _near(text.split(":")[0])
        if near == text:
            sign = ": " if traits(near).syntax.is_chain else " "
            stop = after.end if after is not None and after.kind == "arrow" else end
            fix = Fix("Separate them", end, stop, sign)
            fields = {
                "found": quoted_word(line.text[start:stop]),
                "hint": f"write `{near}{sign}...`",
            }
            return LineDiagnostic("keyword_missing", start, stop, fields, (fix,))
        # `requires the` reads like a keyword misspelt; `orders -> pay` like a tool.
        lone = after is None or (after.kind in ("arrow", "sign") and after.text not in (":",))
        if near and not (lone and text.casefold() != near and (after or text in _MEANT)):
            cut = len(text.split(":")[0])
            guess = bool(suggestion(text.split(":")[0], KEYWORDS))
            fix = Fix(f"Write {near}", start, start + cut, near, guess)
            fields = _keyword_fields(text, f"did you mean `{near}`?")
            return LineDiagnostic("unknown_keyword", start, start + cut, fields, (fix,))
        if not lone:
            hint = _ONLY if text.rstrip(":") in _ALLOWING else "begin the line with one of these"
            return LineDiagnostic("unknown_keyword", start, end, _keyword_fields(text, hint))
    elif first.kind not in TOOLS:
        hint = f"begin the line with a keyword, or remove {quoted_word(text)}"
        fields = {"found": quoted_word(text), "expectation": "expected a keyword", "hint": hint}
        return LineDiagnostic("unexpected", start, end, fields)
    value = words[2] if len(words) > 2 else None
    hint, fixes = _which_keyword(text, start, after, value)
    return LineDiagnostic(
        "keyword_missing",
        start,
        end,
        {"found": f"the tool {quoted_word(text)}", "hint": hint},
        fixes,
    )


def contracted(line: LogicalLine) -> LineDiagnostic | None:
    """Report `don't call a`, whose apostrophe would else begin a text."""
    word = _CONTRACTED.match(line.text)
    phrase = None if line.first or word is None else rewritten(line.text)
    if word is None or phrase is None:
        return None
    fix = Fix(f"Write {shown(phrase.line)}", 0, len(line.text), phrase.line)
    fields = _keyword_fields(word[0], f"write `{shown(phrase.line, LINE_SHOWN_MAX)}`")
    return LineDiagnostic("unknown_keyword", 0, len(word[0]), fields, (fix,))


_CONTRACTED = re.compile(CONTRACTED)


def sentence(line: LogicalLine) -> LineDiagnostic | None:
    """Report `a must follow b`, `if a then b`, `G(a -> F b)`: lines that are sentences."""
    meant = None if line.first else said(line.text)
    words = [word for word in line.words if word.kind != "comment"]
    if meant is None or not words:
        return None
    fixes: tuple[Fix, ...] = ()
    if meant.rule:
        fixes = (Fix(f"Write {shown(meant.rule)}", 0, len(line.text), meant.rule),)
    hint = shown(meant.hint, 2 * LINE_SHOWN_MAX)
    first = words[0]
    fields = _keyword_fields(first.text, hint)
    return LineDiagnostic("unknown_keyword", first.start, first.end, fields, fixes)


def _rewritten(line: LogicalLine, first: Token) -> LineDiagnostic | None:
    """Report `final pay`, `at most 3 search`, `must not delete`: rules without their keyword."""
    phrase = rewritten(line.text)
    if phrase is None:
        return None
    fix = Fix(f"Write {shown(phrase.line)}", 0, len(line.text), phrase.line)
    fields = _keyword_fields(first.text, f"write `{shown(phrase.line, LINE_SHOWN_MAX)}`")
    return LineDiagnostic("unknown_keyword", first.start, first.end, fields, (fix,))


_ONLY = "that no other tools are called is said by `only: a, b`"
_ALLOWING = ("allow", "allows", "permit", "whitelist")
SHORT: Final = 5
"""Letters of a keyword that fewer are too few to look for it in a longer word."""

_LINES = ("tool", "value", "traces", "tools", "use", "case")

_MEANT = {
    **{other: kind for kind in KINDS for other in mistakes_in(kind).other_names},
    **dict.fromkeys(("let", "def", "define", "alias", "var", "const", "pattern"), "tool"),
    **dict.fromkeys(("test", "scenario", "suite", "describe"), "case"),
}  # fmt: skip
"""Words that other tools begin a line with, and the keyword that is meant."""


def _near(word: str) -> str:
    # `use` and `tools` last: they are short, and near to others that are meant more often.
    # `search` is a tool, and not `each`.
    short = {keyword for keyword in KINDS if len(keyword) < SHORT and len(word) > len(keyword) + 1}
    return (
        suggestion(word, KEYWORDS - {"use", "tools"} - short)
        or suggestion(word, KEYWORDS - short)
        or _MEANT.get(word.casefold(), "")
    )


def _before_keyword(first: Token, after: Token | None) -> LineDiagnostic | None:
    """Report what comes before a keyword: a bullet, a number, a mode; or a name without `tool`."""
    start, end, text = first.start, first.end, first.text
    if after is not None and text.startswith("@") and after.text in ("=", ":"):
        fix = Fix("Write tool before it", start, start, "tool ")
        hint = f"write `tool {shown(text)} = ...`"
        fields = {"found": f"the name {quoted_word(text)}", "hint": hint}
        return LineDiagnostic("keyword_missing", start, end, fields, (fix,))
    inner = text[1:-1].split(maxsplit=1)
    if first.kind == "string" and inner and inner[0].rstrip(":") in KEYWORDS:
        hint = "remove the quotes: a rule is not text"
        fields = {"found": "a string", "hint": hint}
        return LineDiagnostic("keyword_missing", start, end, fields)
    if after is None or after.text.removesuffix(":") not in KEYWORDS:
        return None
    keyword = after.text.removesuffix(":")
    if text in traits(keyword).syntax.mode_words:
        hint = f"the mode comes after the keyword: `{keyword} {text}: ...`"
        return LineDiagnostic("unknown_keyword", start, end, _keyword_fields(text, hint))
    if text == "*" or first.kind == "number":
        fix = Fix(f"Remove {text}", start, after.start, "")
        hint = f"begin the line with `{keyword}`"
        fields = {"found": quoted_word(text), "expectation": "expected a keyword", "hint": hint}
        return LineDiagnostic("unexpected", start, end, fields, (fix,))
    return None


def _keyword_fields(text: str, hint: str) -> dict[str, str]:
    keywords = either([f"`{word}`" for word in (*KINDS, *_LINES)])
    return {"word": shown(text), "hint": hint, "keywords": keywords}


def _which_keyword(
    text: str, start: int, after: Token | None, value: Token | None
) -> tuple[str, tuple[Fix, ...]]:
    tool = shown(text)
    if after is not None and after.kind == "arrow":
        return f"write `order: {tool} -> ...`, or `sequence: {tool} -> ...`", ()
    if after is not None and after.text == "<":
        return f"write `require {tool} <...>`, or `forbid {tool} <...>`", ()
    if after is not None and after.text in ("=", "==", "!=", "<=", ">", ">="):
        is_text = value is not None and value.kind != "number" and after.text in ("=", "==")
        word = next(keyword for keyword in KINDS if _takes(traits(keyword), is_text))
        fix = Fix(f"Write {word} before it", start, start, f"{word} ")
        return f"write `{word} {tool} {after.text} ...`", (fix,)
    return f"write `require {tool}` if it must be called, `forbid {tool}` if it must not", ()


def _takes(kind: type[Kind], is_text: bool) -> bool:
    """Tell whether rules of a kind compare results, or numbers of calls."""
    return kind.syntax.compares_values if is_text else kind.counts_calls
