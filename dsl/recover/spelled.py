"""Texts and tool names as other languages write them: paths without quotes, globs with `?`."""

from __future__ import annotations

import re

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.text.lexer import Token
from toolspec.dsl.text.lines import LogicalLine
from toolspec.engine.rules import traits

LINE_MAX = 1000
"""Characters of a line that is looked through for names and arguments of other languages."""

TOUCHING_MAX = 100
"""How many words a glob, or a name to quote, may have to either side of a strange character."""

_DOTTED = re.compile(r"[A-Za-z_][\w-]*(?:[.@/]+[\w-]+)+/?")
_ADDRESS = re.compile(r'[A-Za-z]+://[^\s,<>\[\]{}"]+')
_PATH = re.compile(r"(?:\.{1,2}|~)?(?:/[\w.@-]+)+/?|\.[A-Za-z_][\w.-]*")
_BEFORE_VALUES = (":", "[", "=")


def unquoted(line: LogicalLine, at: int) -> LineDiagnostic | None:
    """`<path: secret.env>`, `<path: ./a/b>`, `<to: me@x.org>`: text that lacks its quotes."""
    word = line.words[at]
    if not at or line.words[at - 1].text not in _BEFORE_VALUES or word.kind == "string":
        return None
    forms = (_ADDRESS, _DOTTED) if word.kind == "key" else (_PATH,)
    match = next(filter(None, (form.match(line.text, word.start) for form in forms)), None)
    if match is None or word.kind == "open_regex":
        return None
    if match.end() <= word.end and word.kind in ("key", "regex"):
        return None
    if "*" in match[0]:
        return _address_glob(match)
    text = f'"{match[0]}"'
    what = "text with slashes is" if "/" in text else "text is"
    hint = f"{what} put in quotes: `{shown(text)}`"
    fields = {"word": shown(match[0]), "any_value": "", "hint": hint}
    fix = Fix(f"Write {shown(text)}", match.start(), match.end(), text)
    closed = traits(line.first).syntax.compares_values or ">" in line.text[match.end() :]
    return LineDiagnostic("bare_word_value", *match.span(), fields, (fix,) if closed else ())


def _address_glob(match: re.Match[str]) -> LineDiagnostic:
    """`<url: https://*.example.com/*>`: a glob, which values have none of."""
    corrected = glob_regex(match[0])
    hint = f"values have no globs: write the regex `{shown(corrected)}`"
    fields = {"word": shown(match[0]), "any_value": "", "hint": hint}
    fixes = (Fix(f"Write {shown(corrected)}", *match.span(), corrected),) if corrected else ()
    return LineDiagnostic("bare_word_value", *match.span(), fields, fixes)


_WILD = re.compile(r"[A-Za-z_*](?:[\w.:/*?%-])*")


def wild(line: LogicalLine, start: int, end: int) -> LineDiagnostic | None:
    """`delete_?`, `delete_%`: signs for any character, where a tool is named."""
    text = line.text[start:end]
    if not _WILD.fullmatch(text) or traits(line.first).syntax.is_chain:
        return None
    if "%" in text.strip("%") or ("%" in text and "?" in text):
        return None
    if "?" in text:
        inner = re.escape(text).replace("/", r"\/").replace(r"\?", ".").replace(r"\*", ".*")
        corrected = f"/^{inner.replace(chr(92) + '-', '-')}$/"
        hint = f"a tool's name has no `?`; for any one character write `{shown(corrected)}`"
    else:
        corrected = text.replace("%", "*")
        hint = f"any characters are written `*`: `{shown(corrected)}`"
    sign = "?" if "?" in text else "%"
    fix = Fix(f"Write {shown(corrected)}", start, end, corrected)
    return LineDiagnostic("unknown_character", start, end, {"char": sign, "hint": hint}, (fix,))


_NAME = re.compile(r"[A-Za-z_*][\w.:/*-]*")
_INNER = re.compile(r"[\w.:/*-]+")


def alternatives(line: LogicalLine, start: int, end: int, sign: str) -> tuple[str, int, int] | None:
    """Return the tools meant by `delete_(user|order)` or `delete_{user,order}`, and the span."""
    text = line.text
    if len(text) > LINE_MAX:
        return None
    head = re.search(r"[\w.:/*-]*$", text[:start])
    tail = re.match(r"[\w.:/*-]*", text[end:])
    assert head is not None and tail is not None
    inner = [side.strip() for side in text[start + 1 : end - 1].split(sign)]
    if len(inner) < 2 or not (head[0] or tail[0]) or not all(map(_INNER.fullmatch, inner)):
        return None
    names = [f"{head[0]}{side}{tail[0]}" for side in inner]
    if not all(map(_NAME.fullmatch, names)):
        return None
    return " | ".join(names), head.start(), end + tail.end()


_CALLED = ("regex", "regexp", "re", "pattern", "matches", "match")


def called_regex(line: LogicalLine, at: int, last: int) -> LineDiagnostic | None:
    """`<to: regex("evil")>`: a function, where the language has a sign."""
    words = line.words
    before = words[at - 1]
    if last != at + 2 or before.text not in _CALLED or words[at + 1].kind != "string":
        return None
    corrected = as_regex(words[at + 1])
    if not corrected:
        return None
    start, end = before.start, words[last].end
    fix = Fix(f"Write {shown(corrected)}", start, end, corrected)
    hint = f"a regex is written between slashes: `{shown(corrected)}`"
    return LineDiagnostic("reserved_sign", start, end, {"sign": "(", "hint": hint}, (fix,))


def as_regex(word: Token) -> str:
    """Return the regex that a text in quotes holds, "" where it would not be the same."""
    inner = word.text[1:-1]
    if not inner or not inner.isprintable() or "\\" in inner or inner.startswith("*"):
        return ""
    return "/" + inner.replace("/", r"\/") + "/"


SPECIAL, ESCAPED = re.compile(r"[.^$|?*+()\[\]{}/]"), r"\\\g<0>"
"""What a regex gives a meaning of its own, and how it stands for itself."""


def glob_regex(glob: str) -> str:
    r"""Return a regex for the texts that a glob of values means; "" where none can be written.

    >>> glob_regex("A-*"), glob_regex("*.env"), glob_regex("*x*"), glob_regex("a*b")
    ('/^A-/', '/\\.env$/', '/x/', '/^a.*b$/s')
    """
    pieces = [SPECIAL.sub(ESCAPED, piece) for piece in re.split(r"\*+", glob)]
    start, end = "^" if pieces[0] else "", "$" if pieces[-1] else ""
    inner = ".*".join(piece for piece in pieces if piece)
    return accepted_regex(f"{start}{inner}{end}", "s" if ".*" in inner else "")


def accepted_regex(source: str, flags: str = "") -> str:
    """Return a regex as the language writes it, "" where it takes none such."""
    from toolspec.engine.match.regex import checked_size

    if not source.isprintable() or not source:
        return ""
    try:
        checked_size(source, flags)
    except ValueError:
        return ""
    return f"/{source}/{flags}"


_IN_GLOBS = ("*", "@", ".", "?", "+", "%")
"""Signs of which one with a `*` next to it, or a little further on, is part of a glob."""


def in_glob(line: LogicalLine, at: int) -> bool:
    """Tell whether a strange sign is part of a glob: `*@example.com`, `user@*`, `.*`."""
    word = line.words[at]
    if word.text not in _IN_GLOBS:
        return False
    end = word.end
    for other in line.words[at + 1 : at + TOUCHING_MAX]:
        if other.start != end or other.kind not in ("key", "name", "other", "number"):
            return False
        if other.text == "*":
            return True
        end = other.end
    return False


def glob(line: LogicalLine, at: int) -> LineDiagnostic:
    """Take all that touches a `*` among values as one glob, which values have none of."""
    words, first, last = line.words, at, at
    parts = ("key", "name", "other", "number", "dots", "regex")
    while first > 0 and words[first - 1].end == words[first].start:
        if words[first - 1].kind not in parts:
            break
        first -= 1
    while last + 1 < len(words) and words[last].end == words[last + 1].start:
        if words[last + 1].kind not in parts:
            break
        last += 1
    start, end = words[first].start, words[last].end
    text = line.text[start:end]
    if line.text[end:].lstrip().startswith(":"):
        fields = {"char": shown(text), "hint": "a key is written out: keys have no globs"}
        return LineDiagnostic("unknown_character", start, end, fields)
    hint = "values have no globs: write a `/regex/`"
    fixes: tuple[Fix, ...] = ()
    if not text.strip("*."):
        hint = "write `...` for any value"
        fixes = (Fix("Write ...", start, end, "..."),)
    elif corrected := glob_regex(text):
        hint = f"values have no globs: write `{shown(corrected)}`"
        fixes = (Fix(f"Write {shown(corrected)}", start, end, corrected),)
    return LineDiagnostic(
        "unknown_character", start, end, {"char": shown(text), "hint": hint}, fixes
    )
