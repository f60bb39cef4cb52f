"""Find names and values that look like a glob or a regex, but are read as something else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from toolspec.dsl.checks import Context, fact
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.spelled import accepted_regex, glob_regex
from toolspec.dsl.text.lexer import COMPARING, OPENS, Token
from toolspec.engine.rules import traits

TEXT_MAX = 200
"""Longer texts are not looked at: nobody writes such a pattern."""

_GLOB_NAME = re.compile(r"[A-Za-z_*][\w.:/*-]*[\w./*]|[A-Za-z_*]", re.ASCII)
_NAMES = re.compile(r"[A-Za-z_*][\w.:/*-]*(?: ?\| ?[A-Za-z_*][\w.:/*-]*)+", re.ASCII)
_SLASHED = re.compile(r"/((?:[^/\\]|\\.)+)/([ims]*)")
_SIGNS_OF_REGEX = re.compile(
    r"\.[*+]|^\^|(?<=[\w)\]*+?])\$$|\\[dwsb](?![A-Za-z])|\\\.|\[[^\]\s]+\][*+]|\([^()\s]*\|[^()\s]*\)"
)
_GLOB_WORD = re.compile(r"[^\s*]*\*{1,2}[^\s*]*(?:\*{1,2}[^\s*]*)?")
_GLOB_PHRASE = re.compile(r"\*[^\s*][^*]*\*?|[^*]+\*")
_FOLDER = re.compile(r"/[\w.~]+(?:[\w. ~-]*\w)?/")
_OF_PATHS = re.compile(
    r"path|dir|folder|file|ur[il]|route|location|cwd|endpoint|prefix|root", re.IGNORECASE
)
_OF_PATTERNS = re.compile(
    r"glob|pattern|regex|query|expr|filter|mask|match|grep|search|include|exclude|field|column|"
    r"select|sql|cron|schedule|scope|permission|origin|action|resource",
    re.IGNORECASE,
)
_OF_CODE = re.compile(r"command|cmd|script|code|args|argv|shell|markdown", re.IGNORECASE)

_EVERY = frozenset({"all", "anything", "everything"})
_EVERY_WORD = re.compile(rf"\b(?:{'|'.join(sorted(_EVERY))})\b")

_SIGNS = "in quotes, slashes and the signs of a regex are plain text"
_STAR = "in a value a `*` is only a star: values have no globs"


class _Taken(NamedTuple):
    """How a text is read, what was probably meant, and how that is written; "" for no fix."""

    found: str
    why: str
    hint: str
    corrected: str = ""


def check(context: Context) -> Iterator[LineDiagnostic]:
    """Yield a problem for each name or value that was most likely meant as a pattern."""
    called = frozenset(context.tools or ())
    for entry in context.rules:
        yield from _known(entry, fact(entry, _found), called)
    for entry in context.entries:
        if entry.what == "tool_line" and not entry.problems:
            yield from _known(entry, _found(entry), called)


def _known(
    entry: SpecLine, named: tuple[tuple[str, LineDiagnostic], ...], called: frozenset[str]
) -> Iterator[LineDiagnostic]:
    """Yield what is found in a line, except names that some trace has just so."""
    return (item.moved(entry.line.start) for name, item in named if name not in called)


def _found(entry: SpecLine) -> tuple[tuple[str, LineDiagnostic], ...]:
    return tuple(_in_line(entry))


def _in_line(entry: SpecLine) -> Iterator[tuple[str, LineDiagnostic]]:
    line = entry.line
    has_values = traits(line.first).syntax.compares_values
    text = line.text
    if not any(sign in text for sign in ('"', ".", "/")) and not _EVERY_WORD.search(text):
        return
    keys: list[str] = []
    stack: list[str] = []
    key = before = ""
    for at, word in enumerate(line.words):
        if word.kind == "comment":
            continue
        after = line.words[at + 1].text if at + 1 < len(line.words) else ""
        if word.kind in ("string", "name") and len(word.text) <= TEXT_MAX:
            name, taken = "", None
            if not stack and before != "as" and not (before == "=" and has_values):
                name = _text(word)
                is_agent = before == "by" and name in _EVERY
                taken = None if is_agent else _name_taken(word, name)
            elif word.kind == "string" and (before in (":", "=") or stack[-1:] == ["["]):
                taken = _value_taken(word, _text(word), key, in_list=stack[-1:] == ["["])
            if taken is not None:
                yield name, _problem(word, taken)
        if word.kind == "sign" and word.text in OPENS:
            if not (word.text == "<" and line.first in COMPARING):
                stack.append(word.text)
                keys.append(key)
        elif stack and word.text == OPENS[stack[-1]]:
            stack.pop()
            key = keys.pop()
        elif stack and after == ":":
            key = _text(word)
        before = word.text


def _text(word: Token) -> str:
    return str(json.loads(word.text)) if word.kind == "string" else word.text


def _problem(word: Token, taken: _Taken) -> LineDiagnostic:
    fields = {"found": taken.found, "why": taken.why, "hint": taken.hint}
    fixes: tuple[Fix, ...] = ()
    if taken.corrected:
        title = f"Write {shown(taken.corrected)}"
        fixes = (Fix(title, word.start, word.end, taken.corrected, guess=True),)
    return LineDiagnostic("foreign_pattern", word.start, word.end, fields, fixes)


def _name_taken(word: Token, name: str) -> _Taken | None:
    """Return how a tool's name was most likely meant, None where as it is written."""
    if word.kind == "name":
        return _bare_name(name)
    meaning = f"`{shown(word.text)}` is one tool of exactly this name"
    slashed = _slashed(name)
    if slashed:
        return _Taken(
            meaning, _SIGNS, f"write the regex without quotes: `{shown(slashed)}`", slashed
        )
    if "*" in name and ".*" not in name and _GLOB_NAME.fullmatch(name):
        hint = f"without quotes `{shown(name)}` is a glob: `*` matches any characters"
        return _Taken(meaning, "in quotes a `*` is only a star", hint, name)
    if _NAMES.fullmatch(name):
        why = "in quotes a `|` is plain text"
        hint = f"for any one of these tools write `{shown(name)}` without quotes"
        return _Taken(meaning, why, hint, name)
    if not _SIGNS_OF_REGEX.search(name):
        return None
    regex = _regex(name)
    hint = f"write a regex between slashes: `{shown(regex)}`"
    return _Taken(meaning, _SIGNS, hint, regex) if regex else None


def _bare_name(name: str) -> _Taken | None:
    if name in _EVERY:
        meaning = f"`{name}` is one tool of exactly this name"
        return _Taken(meaning, "every tool is `*`", "did you mean `*`?", "*")
    dotted = re.search(r"(?<=[_-])\.\*|^\*?\.\*(?=_)", name)
    if dotted is not None:
        corrected = re.sub(r"(?<=[_-])\.\*|^\*?\.\*(?=_)", "*", name)
        return _Taken(
            f"the dot in `{shown(name)}` is only a dot",
            "without slashes this is a glob, in which only `*` matches any characters",
            f"did you mean `{shown(corrected)}`?",
            corrected,
        )
    end = name[-1:]
    if end == "." and name[:-1].strip("."):
        corrected = name.rstrip(".")
        return _Taken(
            f"the name `{shown(name)}` ends in a dot",
            "the dot is part of the name, and matches no other character",
            f"did you mean `{shown(corrected)}`?",
            corrected,
        )
    return None


def _value_taken(word: Token, text: str, key: str, *, in_list: bool) -> _Taken | None:
    """Return how a text was most likely meant, None where as it is written."""
    if _OF_PATTERNS.search(key):
        return None
    meaning = f"`{shown(word.text)}` is exactly this text"
    slashed = _slashed(text)
    if slashed and not (_FOLDER.fullmatch(text) and _OF_PATHS.search(key)):
        return _Taken(
            meaning, _SIGNS, f"write the regex without quotes: `{shown(slashed)}`", slashed
        )
    if text == "*" and key and not in_list:
        return _Taken(meaning, _STAR, "for any value write `...`", "...")
    spaced = any(char.isspace() for char in text)
    if spaced and _OF_CODE.search(key):
        return None
    form = _GLOB_PHRASE if spaced else _GLOB_WORD
    if form.fullmatch(text) and text.strip("*/") and ".*" not in text[1:]:
        regex = glob_regex(text)
        return _Taken(meaning, _STAR, f"write a regex: `{shown(regex)}`", regex) if regex else None
    regex = _regex(text) if _SIGNS_OF_REGEX.search(text) else ""
    hint = f"write a regex between slashes: `{shown(regex)}`"
    return _Taken(meaning, _SIGNS, hint, regex) if regex else None


def _regex(text: str) -> str:
    return accepted_regex(re.sub(r"(?<!\\)/", r"\/", text), "")


def _slashed(text: str) -> str:
    """Return `/regex/flags` where a text is one, "" where it is not."""
    match = _SLASHED.fullmatch(text)
    return accepted_regex(match[1], match[2]) if match is not None else ""
