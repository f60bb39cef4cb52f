"""Comments that mean something: descriptions above a rule, and warnings silenced."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, filterfalse, islice
from typing import TYPE_CHECKING, NamedTuple

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.problems import SLUGS, by_slug
from toolspec.dsl.text.limits import WARNINGS_MAX
from toolspec.dsl.text.source import Source

if TYPE_CHECKING:
    from toolspec.dsl.document.spec_line import SpecLine
    from toolspec.dsl.text.lines import LogicalLine

_IGNORE = re.compile(r"#+[ \t]*toolspec:[ \t]*ignore\b[ \t]*(.*)")
_CODE = re.compile(r"[^\s,]+")
_WRITTEN_CODE = re.compile(r"\W*(TS[0-9]{3})\W*", re.IGNORECASE)

_NEARLY = re.compile(
    r"#+\s*(?P<whose>toolspec\W*)?(?P<verb>ignore|ignored|ignores|noqa|disable|suppress|silence)\b"
    r"(?P<codes>\W*(?:TS[0-9]{3}\b[\s,]*)*)(?P<rest>.*)",
    re.IGNORECASE,
)
_VERBS = ("ignore", "Ignore", "IGNORE", "noqa", "NOQA", "disable", "suppress", "silence")


def may_hold_ignores(text: str) -> bool:
    """Tell whether a spec's text may hold a comment that silences warnings, or tries to."""
    return any(verb in text for verb in _VERBS)


class Ignore(NamedTuple):
    """A `# toolspec: ignore CODE, CODE`: its codes with their offsets, and the rows it is for.

    `meant` is how a comment that is nearly one should be written; such a comment has no codes.
    """

    codes: tuple[tuple[str, int], ...]
    start: int
    end: int
    first_row: int
    last_row: int
    meant: str = ""


def is_description(line: LogicalLine) -> bool:
    """Tell whether a line is a `##` line. A row of more signs is a plain comment, a ruler."""
    comment = line.comment
    return line.kind == "comment" and comment.startswith("##") and not comment.startswith("###")


def described(entries: Sequence[SpecLine], at: int) -> str:
    """Return the `##` lines above the entry at an index, joined by line ends.

    Other comments may be between; a blank line separates them from what they do not describe.
    """
    lines: list[str] = []
    while at > 0 and entries[at - 1].line.kind == "comment":
        at -= 1
        line = entries[at].line
        if is_description(line):
            lines.append(line.comment[2:].strip())
    return "\n".join(reversed(lines))


def ignores(entries: Sequence[SpecLine]) -> list[Ignore]:
    """Return the ignore comments, each with the rows of the line it follows or is above."""
    noted: list[Ignore] = []
    below: LogicalLine | None = None
    for entry in reversed(entries):
        line = entry.line
        if line.kind != "comment":
            below = line
        match = _IGNORE.match(line.comment) if line.comment else None
        if match is None:
            meant = _nearly(line.comment) if line.comment else ""
            if meant:
                start, end = line.comment_start, line.comment_start + len(line.comment)
                noted.append(Ignore((), start, end, -1, -1, meant))
            continue
        offset = line.comment_start + match.start(1)
        text = match[1].split("#")[0]
        written = islice(_CODE.finditer(text), WARNINGS_MAX + 1)  # more warnings are never reported
        codes = tuple((code[0], offset + code.start()) for code in written)
        start, end = line.comment_start, line.comment_start + len(line.comment)
        # A comment after a rule, on the same line, is for that rule; otherwise for the next one.
        of_code = below is not None and below.kind == "code"
        rows = (below.row, below.last_row) if below is not None and of_code else (0, 0)
        noted.append(Ignore(codes, start, end, *rows))
    return noted[::-1]


_NAMELESS = "# toolspec: ignore CODE"


def _nearly(comment: str) -> str:
    """Return how a comment that silences nothing, but looks as if it did, should be written.

    >>> _nearly("# toolspec ignore TS302"), _nearly("# noqa: TS302"), _nearly("# ignore the first")
    ('# toolspec: ignore TS302', '# toolspec: ignore TS302', '')
    """
    match = _NEARLY.match(comment)
    if match is None:
        return ""
    codes = [code.upper() for code in re.findall(r"TS[0-9]{3}", match["codes"], re.IGNORECASE)]
    if not codes and (match["whose"] is None or match["rest"]):
        return ""
    reason = match["rest"].strip().removeprefix("#").strip()
    if not codes:
        return _NAMELESS
    written = f"# toolspec: ignore {', '.join(codes)}"
    return f"{written}  # {reason}" if reason else written


def silenced(
    problems: Iterable[LineDiagnostic],
    warnings: Iterable[LineDiagnostic],
    noted: Sequence[Ignore],
    source: Source,
) -> list[LineDiagnostic]:
    """Add the warnings that no comment silences, and those about comments that silence none.

    Of all of these no more than `WARNINGS_MAX`; where there are more, the last one says so.
    """
    silencing = _Silencing(noted, source)
    kept = list(problems)
    remaining = chain(filterfalse(silencing.silences, warnings), silencing.idle())
    for number, item in enumerate(remaining, 1):
        if number > WARNINGS_MAX:
            fields = {"most": f"{WARNINGS_MAX:,}"}
            kept.append(LineDiagnostic("too_many_warnings", item.start, item.end, fields))
            break
        kept.append(item)
    return kept


class _Silencing:
    """What the ignore comments of a source silence, and which of them did."""

    def __init__(self, noted: Sequence[Ignore], source: Source) -> None:
        self.noted, self.source = noted, source
        self.used: set[tuple[int, str]] = set()
        self.targets: dict[int, int] = {}
        self.codes: dict[int, set[str]] = {}
        for note in noted:
            row = note.first_row
            if row not in self.codes:
                self.codes[row] = set()
                self.targets.update(dict.fromkeys(range(row, note.last_row + 1), row))
            self.codes[row].update(code for code, _ in note.codes)

    def silences(self, item: LineDiagnostic) -> bool:
        """Tell whether a comment is for a warning, and remember that it silences one."""
        if not self.noted:
            return False
        target = self.targets.get(self.source.place(item.start)[0])
        code = by_slug(item.slug).code
        if target is None or code not in self.codes[target]:
            return False
        self.used.add((target, code))
        return True

    def idle(self) -> Iterator[LineDiagnostic]:
        """Yield a problem for each code that silenced none of the warnings asked about."""
        for note in self.noted:
            if note.meant:
                yield _not_one(note)
            elif not note.codes:
                fields = {"found": "this comment names no warning", "hint": _EXAMPLE}
                yield LineDiagnostic("unknown_ignore", note.start, note.end, fields)
            for code, at in note.codes:
                if code not in SLUGS or not code.startswith("TS3"):
                    yield _unknown(code, at)
                    if _WRITTEN_CODE.fullmatch(code) is None and any(map(str.isalnum, code)):
                        break  # the words of a reason
                elif (note.first_row, code) not in self.used and code not in NEEDS_TRACES:
                    yield LineDiagnostic("unused_ignore", at, at + len(code), {"code": code})


_EXAMPLE = "write the code: `ignore TS301`"


def _not_one(note: Ignore) -> LineDiagnostic:
    """Report a comment that silences nothing because it is written in another way."""
    hint = f"write `{shown(note.meant)}`"
    fix = Fix(f"Write {shown(note.meant)}", note.start, note.end, note.meant)
    fields = {"found": "this comment silences nothing", "hint": hint}
    named = note.meant != _NAMELESS
    return LineDiagnostic("unknown_ignore", note.start, note.end, fields, (fix,) if named else ())


def _unknown(code: str, at: int) -> LineDiagnostic:
    fixes: tuple[Fix, ...] = ()
    match = _WRITTEN_CODE.fullmatch(code)
    known = match[1].upper() if match is not None else ""
    if code in SLUGS:
        what, hint = f"`{code}` is an error", "correct the error instead"
    elif known in SLUGS and known.startswith("TS3"):
        what, hint = f"there is no warning `{shown(code)}`", f"did you mean `{known}`?"
        fixes = (Fix(f"Write {known}", at, at + len(code), known),)
    elif not any(map(str.isalnum, code)):
        what, hint = f"`{shown(code)}` is not the code of a warning", f"remove `{shown(code)}`"
        fixes = (Fix(f"Remove {shown(code)}", at, at + len(code), ""),)
    elif match is None:
        what = f"`{shown(code)}` is not the code of a warning"
        hint = "a reason follows a second `#`: `# toolspec: ignore TS301  # why`"
    else:
        what, hint = f"there is no warning `{shown(code)}`", "see the code in the warning"
    return LineDiagnostic(
        "unknown_ignore", at, at + len(code), {"found": what, "hint": hint}, fixes
    )


NEEDS_TRACES = frozenset({"TS310", "TS312", "TS313"})
"""Warnings that come and go with the traces: to ignore one is never called unused."""
