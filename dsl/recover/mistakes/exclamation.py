"""`!` before a tool, a demand or a value: read as `not`, and said so, where that can stand."""

from __future__ import annotations

import re
from collections.abc import Callable

from toolspec.dsl.problem import LINE_SHOWN_MAX, Fix, LineDiagnostic, filled, shown
from toolspec.dsl.recover.rewriting import is_rule
from toolspec.dsl.text.lines import LogicalLine, lines
from toolspec.dsl.text.source import Source

_NO_WORD = "there is no word for all other tools: name the tools that are meant"


Diagnose = Callable[[LogicalLine], LineDiagnostic]
"""Gives the first problem of a line that is not a rule."""


def negation(line: LogicalLine, at: int, valued: bool, diagnose: Diagnose) -> LineDiagnostic:
    """`require !a`, `order: a -> !b`, `<x: !"a">`: no sign says that something must not be."""
    start, following = line.words[at].start, line.words[at + 1]
    with_not = Fix("Write not", start, following.start, "not ")
    if valued:
        return _told(start, "write `not` before what a value must not be", with_not)
    hint, fix = _as_word(line, with_not, diagnose)
    return _told(start, hint, fix)


def _told(start: int, hint: str, fix: Fix | None) -> LineDiagnostic:
    fields = {"char": "!", "hint": hint}
    fixes = () if fix is None else (fix,)
    return LineDiagnostic("unknown_character", start, start + 1, fields, fixes)


def _as_word(line: LogicalLine, with_not: Fix, diagnose: Diagnose) -> tuple[str, Fix | None]:
    """Return what the same line is told, or may be, with `not` for each `!`."""
    if len(line.text) > LINE_SHOWN_MAX:
        return _NO_WORD, None
    written = _with_words(line)
    if is_rule(written):
        return "write `not`", with_not
    hint, corrected = _diagnosed(written, diagnose)
    if not corrected:
        return hint or _NO_WORD, None
    return hint, Fix(f"Write {shown(corrected)}", 0, len(line.text), corrected)


def _with_words(line: LogicalLine) -> str:
    text = line.text
    for word in reversed(line.words):
        if word.text == "!" and word.kind == "other":
            following = re.compile("[ \t]*").match(text, word.end)
            assert following is not None
            gap = "" if word.start == 0 or text[word.start - 1] in " \t(<" else " "
            text = f"{text[: word.start]}{gap}not {text[following.end() :]}"
    return text


def _diagnosed(text: str, diagnose: Diagnose) -> tuple[str, str]:
    """Return the help for a line with `not`, and the rule that its fix makes, "" for none."""
    from toolspec.dsl.problems import by_slug

    (line,) = lines(Source(text))
    problem = diagnose(line)
    corrected = [text[: fix.start] + fix.text + text[fix.end :] for fix in problem.fixes[:1]]
    help_text = filled(by_slug(problem.slug).help, problem.fields)
    return help_text, next(filter(is_rule, corrected), "")
