"""Fixes that remove what is repeated or has no effect, and replace round brackets.

Each yields the fixes that can be meant. `mending` keeps those that leave a line without its error:
where the two repeated pieces differ, that is one for each, and the reader chooses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.round_brackets import arguments_with_colons
from toolspec.dsl.text.lexer import SPACE, Token, depths
from toolspec.dsl.text.lines import LogicalLine

_WORDS_AFTER = {"final": 0, "at": 2, "before": 2}
"""How many words belong to a clause; where it is not said, one."""

_BEFORE_TOOLS = (":", "->", ",", "|")


def without_all(line: LogicalLine, item: LineDiagnostic) -> Iterator[Fix]:
    """Yield the fix that takes out all that is marked: `<>`, a `pass` without parts."""
    yield from _differing(line, [_out(line, item.start, item.end)])


def clause(line: LogicalLine, item: LineDiagnostic) -> Iterator[Fix]:
    """Yield the fixes for a repeated clause: without its first, without its second."""
    words = [word for word in line.words if word.kind != "comment"]
    at = next(i for i, word in enumerate(words) if word.start == item.start)
    text = words[at].text
    open_at = depths(words, line.first)
    earlier = [
        i for i in range(2, at)
        if words[i].text == text and not open_at[i] and words[i - 1].text not in _BEFORE_TOOLS
    ]  # fmt: skip
    if earlier:
        after = _WORDS_AFTER.get(text, 1)
        spans = [
            (words[i].start, words[min(i + after, len(words) - 1)].end) for i in (earlier[0], at)
        ]
        yield from _differing(line, [_out(line, start, end) for start, end in spans])


def key(line: LogicalLine, item: LineDiagnostic) -> Iterator[Fix]:
    """Yield the fixes for a repeated key: without its first, without its second."""
    words = line.words
    open_at = depths(words, line.first)
    at = next(i for i, word in enumerate(words) if word.start == item.start)
    begin = at
    while begin and open_at[begin - 1] >= open_at[at]:
        begin -= 1
    members: list[list[int]] = [[]]
    for i in range(begin, len(words)):
        if open_at[i] < open_at[at]:
            break
        if open_at[i] == open_at[at] and words[i].text == ",":
            members.append([])
        else:
            members[-1].append(i)
    second = next(n for n, member in enumerate(members) if at in member)
    named = words[at].text.strip('"')
    first = next((n for n in range(second) if _key(words, members[n]) == named), None)
    if first is None:
        return
    starts = [words[member[0]].start for member in members if member]
    ends = [words[member[-1]].end for member in members if member]
    # With the comma after the first, and the one before the second.
    spans = [(starts[first], starts[first + 1]), (ends[second - 1], ends[second])]
    texts = [line.text[starts[n] : ends[n]] for n in (first, second)]
    yield from _differing(
        line,
        [
            Fix(f"Remove {shown(text)}", start, end, "")
            for text, (start, end) in zip(texts, spans, strict=True)
        ],
    )


def round_brackets(line: LogicalLine, item: LineDiagnostic) -> Iterator[Fix]:
    """Yield one fix for `(...)`: the first brackets, or none, in which the line can be."""
    yield from item.fixes
    text = line.text[item.start : item.end]
    if text[:1] != "(" or text[-1:] != ")" or len(text) > len(text.strip("()")) + 2:
        return
    inner = text[1:-1].strip()
    if not inner:
        yield _out(line, item.start, item.end)
    if re.match(r"[A-Za-z_][\w-]*[ ]*[:=]", inner) or ":" in inner or not inner:
        inner = arguments_with_colons(inner)
        gap = " " if line.text[item.start - 1 : item.start] not in (" ", "") else ""
        yield Fix("Write <...>" if inner else "Write <>", item.start, item.end, f"{gap}<{inner}>")
    if "," in inner:
        yield Fix("Write [...]", item.start, item.end, f"[{inner}]")
    elif inner:
        yield Fix("Remove the brackets", item.start, item.end, inner)


ALL: Mapping[str, Callable[[LogicalLine, LineDiagnostic], Iterator[Fix]]] = {
    "doubled_clause": clause,
    "doubled_key": key,
    "empty_arguments": without_all,
    "pass_without_parts": without_all,
}
"""The problems of what is there too often, by name."""


def _differing(line: LogicalLine, fixes: Sequence[Fix]) -> Iterator[Fix]:
    """Yield the fixes, unless one costs a comment; where all say the same, the last."""
    if not any(_commented(line, fix.start, fix.end) for fix in fixes):
        yield from fixes if len({fix.title for fix in fixes}) > 1 else fixes[-1:]


def _out(line: LogicalLine, start: int, end: int) -> Fix:
    """Take a piece out, with the space before it."""
    title = f"Remove {shown(line.text[start:end])}"
    return Fix(title, len(line.text[:start].rstrip(SPACE)), end, "")


def _commented(line: LogicalLine, start: int, end: int) -> bool:
    """Tell whether a comment would go too."""
    return any(word.kind == "comment" and start <= word.start < end for word in line.words)


def _key(words: Sequence[Token], member: Sequence[int]) -> str:
    """Return the key of a member, which may say `must`, as it is without quotes."""
    named = next((i for i in member[:-1] if words[i + 1].text == ":"), member[0])
    return words[named].text.strip('"')
