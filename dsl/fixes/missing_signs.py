"""Write the sign that a line lacks, and leave out fixes that would only end in another error.

Where a lost bracket or quote belongs cannot be known, only tried: the first place that leaves a
line without an error is offered, and where there is none, nothing is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from toolspec.dsl.fixes.removals import ALL as TAKING
from toolspec.dsl.fixes.removals import round_brackets
from toolspec.dsl.fixes.words_as_tools import words_as_tools
from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.text.lexer import COMPARING, OPENS, Token
from toolspec.dsl.text.lines import LogicalLine, lines
from toolspec.dsl.text.source import Source

TEXT_MAX = 1000
"""Characters of a line in which places are tried: each one is a parse."""

TRIED_MAX = 30
"""Places that are tried for one problem."""

CHECKED_MAX = 8
"""Fixes of a line that are tried out; a line with more is no longer about one mistake."""

_CLAUSES = r"(?:weight|pass|as|result|min|final|at|before)\b"
_CLAUSE = re.compile(_CLAUSES)
_AFTER = {
    '"': re.compile(rf"[ \t]*(?:->|!=|[|,:=<>{{}}\]])|[ \t]+{_CLAUSES}"),
    # A regex has most signs of its own.
    "/": re.compile(rf"[ \t]*[,>}}\]]|[ \t]+(?:->|[|=<>{{]|{_CLAUSES})"),
}
"""What may follow a string, and a regex, at whose place it may have been meant to end."""

_COMMENT = re.compile(r"[ \t]+#")

Left = Callable[[str, bool], list[LineDiagnostic]]
"""Gives the problems of a text; the one for which the parser refuses it only when asked to."""


def corrected(
    line: LogicalLine, problems: Sequence[LineDiagnostic], left: Left
) -> tuple[LineDiagnostic, ...]:
    """Return a line's problems with the fixes that remove them."""
    if len(line.text) > TEXT_MAX or len(problems) > CHECKED_MAX:
        return tuple(problems)
    return tuple(_corrected(line, item, problems, left) for item in problems)


def _corrected(
    line: LogicalLine, item: LineDiagnostic, problems: Sequence[LineDiagnostic], left: Left
) -> LineDiagnostic:
    others = Counter(other.slug for other in problems) - Counter([item.slug])

    def removes(fix: Fix) -> bool:
        after = left(_applied(line.text, fix), False)
        return Counter(other.slug for other in after) <= others

    if item.slug in _PLACES:
        tried = islice(_PLACES[item.slug](line, item), TRIED_MAX)
        only = next((fix for fix in tried if removes(fix)), None)
        return item if only is None else item._replace(fixes=(only,))
    if item.slug in TAKING:
        # With one of two choices gone, the other would look like the only fix.
        tried = tuple(TAKING[item.slug](line, item))
        return item._replace(fixes=tried if all(map(removes, tried)) else ())
    if item.slug in LACKING:
        return item._replace(fixes=tuple(filter(removes, item.fixes)))
    fixes = tuple(
        fix for fix in item.fixes
        if not _in_vain(line, item, fix, left)
        and not _invents(line, fix)
        and (_near(item, fix) or removes(fix))
    )  # fmt: skip
    return item if len(fixes) == len(item.fixes) else item._replace(fixes=fixes)


def _applied(text: str, fix: Fix) -> str:
    return text[: fix.start] + fix.text + text[fix.end :]


def _near(item: LineDiagnostic, fix: Fix) -> bool:
    """Tell whether a fix changes no more than what is marked, or writes something beside it."""
    return fix.start == fix.end or item.start <= fix.start <= fix.end <= item.end


def _in_vain(line: LogicalLine, item: LineDiagnostic, fix: Fix, left: Left) -> bool:
    """Tell whether what a fix writes would be the next mistake, or the mistake would be left.

    A misspelt keyword is another thing: to be told then what it lacks is one step further.
    """
    if item.slug == "unknown_keyword":
        return False
    end = fix.start + len(fix.text)
    after = left(_applied(line.text, fix), True)
    same = (item.slug, item.start)
    return any(
        (other.start < end and other.end > fix.start) or (other.slug, other.start) == same
        for other in after
    )


def _invents(line: LogicalLine, fix: Fix) -> bool:
    """Tell whether a fix makes a word of the language a tool: `after b | after`."""
    before = words_as_tools(line.text)
    return len(words_as_tools(_applied(line.text, fix))) > len(before)


def _bracket(line: LogicalLine, _: LineDiagnostic | None = None) -> Iterator[Fix]:
    """Yield the places at which the open brackets of a line may have been meant to close."""
    words = [word for word in line.words if word.kind != "comment"]
    opened = _opened(words, line.first)
    if not opened:
        return
    signs = "".join(OPENS[word.text] for word in reversed(opened))
    title = "Close the " + " and the ".join(word.text for word in reversed(opened))
    first = next(i for i, word in enumerate(words) if word is opened[-1])
    for at in _ends(words, first):
        yield Fix(title, at, at, signs)


def _opened(words: Sequence[Token], first: str) -> list[Token]:
    """Return the brackets that nothing closes."""
    opened: list[Token] = []
    for word in words:
        if word.kind != "sign" or (word.text == "<" and first in COMPARING) or first == "case":
            continue
        if word.text in OPENS:
            opened.append(word)
        elif opened and OPENS[opened[-1].text] == word.text:
            opened.pop()
    return opened


def _ends(words: Sequence[Token], first: int) -> Iterator[int]:
    """Yield the ends of the words from one on: before clauses, then the last, then the others."""
    likely = [
        words[at - 1].end
        for at in range(first + 1, len(words))
        if _follows(words[at], words[at + 1].text if at + 1 < len(words) else "")
    ]
    yield from dict.fromkeys([*likely, *(word.end for word in reversed(words[first:]))])


def _follows(word: Token, after: str) -> bool:
    """Tell whether a word follows a tool's arguments, and is not one of them."""
    if word.kind in ("key", "name"):
        return _CLAUSE.fullmatch(word.text) is not None and after not in (":", "=")
    return word.kind == "arrow" or word.text == "|"


def _quote(line: LogicalLine, item: LineDiagnostic) -> Iterator[Fix]:
    """Yield the places at which an open string or regex may have been meant to end."""
    text, start = line.text, item.start
    sign = text[start]
    comment = _COMMENT.search(text, start + 1, item.end)
    places = [] if comment is None else _stops(text, start, comment.start(), sign)
    places += _stops(text, start, item.end, sign)
    for at in dict.fromkeys(places):
        yield Fix(f"Close the {sign}", at, at, sign)
    if sign == '"':
        # An odd quote makes the last string open, wherever the lost one was.
        row = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start))
        for word in line.words:
            if word.kind == "string" and row < word.start < start:
                for at in _stops(text, word.start, word.end - 1, sign)[:-1]:
                    yield Fix(f"Write {shown(text[word.start : at] + sign)}", at, at, sign)
    for at in dict.fromkeys(places):
        yield from _with_bracket(text, at, sign)


def _stops(text: str, start: int, end: int, sign: str) -> list[int]:
    """Return the offsets after which something else may begin, and the end."""
    body = text[:end]
    return [*(match.start() for match in _AFTER[sign].finditer(body, start + 1)), end]


def _with_bracket(text: str, at: int, sign: str) -> Iterator[Fix]:
    """Yield fixes that close, after a quote, the brackets it is in."""
    closed = text[:at] + sign + text[at:]
    line = lines(Source(closed))[0]
    if not _opened(line.words, line.first):
        return
    likely = next(fix for fix in _bracket(line) if fix.start > at)
    title = likely.title.removeprefix("Close ")
    yield Fix(
        f"Close the {sign} and {title}", at, likely.start - 1,
        closed[at : likely.start] + likely.text,
    )  # fmt: skip


_PLACES: dict[str, Callable[[LogicalLine, LineDiagnostic], Iterator[Fix]]] = {
    "unclosed_bracket": _bracket,
    "unterminated_string": _quote,
    "unterminated_regex": _quote,
    "reserved_sign": round_brackets,
}
"""The problems of a lost sign, and of another in its place."""

LACKING = frozenset({*_PLACES, "comparison_expected", "several_need_colon"})
"""The problems whose fixes leave a line without any error."""
