"""What a problem says may stand in a place, put there: the line is read further than before."""

from __future__ import annotations

import re

import pytest

from tests.language.test_habits import HABITS
from tests.language.test_mistakes import MISTAKES
from toolspec.dsl import read
from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.problems import SLUGS, by_code
from toolspec.dsl.scan import KEYWORDS

LINES = (
    "order strict : a -> b | c weight 2 pass 0.5 as \"n\"",
    "sequence : a < x : 1 > -> b weight 2",
    "count : a = 1 , b | c >= 2 pass 0.5 weight 2",
    "count a >= 1 as \"n\" weight 2",
    "args strict subset : a < x : 1 > , b < > weight 2",
    "args a subset < x : [ 1 ] , y : { z : 1 } > pass 0.5",
    "output : a = 1 , b = { x : [ 1 , 2 ] } as \"n\" pass 0.5",
    "require a | b < must x : 1 > result /x/ min 2 final at step 1 before step 2 weight 2 as \"n\"",
    "require a at step 1 as \"n\"",
    "forbid a < x : 1 , y : ... > result /x/ weight 2 as \"n\"",
    "tool @t = a | b",
    "traces \"a\" , \"b\"",
)  # fmt: skip
"""Lines that can stand, every word parted from the next: each is cut behind every word."""

WRONG = ("=", "->", ",", "3", '"x"', "/x/", "foo", ":", "|", "...", "<=", "pas", "wieght", "or")
"""What is put behind the cut."""

WRITTEN = {
    "a tool": "t", "a key": "k: 1", "a value": "1", "a number": "2", "a `/regex/`": "/x/",
    "text in quotes": '"x"', "an `@name`": "@n", "a comparison": "= 1", "`as`": 'as "x"',
    "a comma": ",", "`<`": "< k: 1", "`pass`": "pass 0.5", "`weight`": "weight 2",
    "`result`": "result /x/", "`min`": "min 2", "`at`": "at step 1", "`before`": "before step 2",
    "`step`": "step 2", "`must`": "must k: 1", "the end of the line": "",
}  # fmt: skip
"""What a message names, as a spec has it; all else is written as it is named."""

_NAMED = re.compile(r"an? `[^`]+`|an? [a-z]+|`[^`]+`|text in quotes|the end of the line")
_ADVISED = re.compile(r"(?:take `.*` out, or )?write (?P<what>.*?) (?:in its place|before `.*)")
_UNFINISHED = {"TS107", "TS122", "TS123", "TS138"}
"""Problems of a line that ends too early: they mark its last word."""


def closed(text: str) -> str:
    """Return a line with the brackets closed that it leaves open."""
    opened: list[str] = []
    for sign in re.findall(r"[<\[{}\]>](?![=>])", re.sub(r'"[^"]*"|->|>=', "", text)):
        if sign in "<[{":
            opened.append({"<": ">", "[": "]", "{": "}"}[sign])
        elif opened:
            opened.pop()
    return " ".join([text, *reversed(opened)])


def first_error(text: str) -> Diagnostic | None:
    return next((item for item in read(f"tool @n = z\n{text}").errors), None)


def offers(item: Diagnostic) -> set[str]:
    """Return the things that a problem says may stand where it is, or be written there."""
    found: set[str] = set()
    if item.why.startswith("here may stand "):
        found.update(_NAMED.findall(item.why.removeprefix("here may stand ")))
    advised = _ADVISED.fullmatch(item.help)
    if advised is not None:
        found.update(_NAMED.findall(advised["what"]))
    return found


@pytest.mark.parametrize("line", LINES)
def test_what_is_offered_leads_further(line: str) -> None:
    words, ahead = line.split(" "), len("tool @n = z\n")
    assert first_error(line) is None
    seen = 0
    for cut in range(1, len(words)):
        kept = " ".join(words[:cut])
        for wrong in WRONG:
            item = first_error(closed(f"{kept} {wrong}"))
            # Where another word is marked than the wrong one, the offer is not about its place.
            if item is None or item.start - ahead != len(kept) + 1:
                continue
            for named in offers(item):
                written = WRITTEN.get(named, named.strip("`"))
                text = closed(f"{kept} {written}".rstrip())
                after = first_error(text)
                seen += 1
                assert (
                    after is None
                    or after.start - ahead >= len(f"{kept} {written}")
                    or (written and after.code in _UNFINISHED)
                ), (f"{kept} {wrong}", named, text, after.message)
    assert seen > 20


def as_a_line(advised: str) -> str:
    """Return a whole line that a problem advises, its `...` filled in; "" for anything else."""
    line = advised.replace("<...>", "<x: 1>").replace("/.../", "/x/")
    line = re.sub("(?<=[=>]) [.]{3}", " 1" if line.startswith("count") else " x", line)
    # `order: ...` and `count:` are only how such a line begins.
    first, *more = line.split(" ")
    if not more or first.rstrip(":") not in KEYWORDS or line.endswith(("...", ":")):
        return ""
    return f"{line}\n}}" if line.endswith("{") else line


def test_a_line_that_is_advised_can_stand() -> None:
    marked = [text for text, *_ in (*MISTAKES, *HABITS)]
    texts = [text.replace("«", "").replace("»", "") for text in marked]
    texts += [by_code(code).bad_text for code in SLUGS]
    seen = 0
    for text in (*texts, *KEYWORDS, *(f"{word}:" for word in KEYWORDS)):
        for item in read(text).errors:
            for advised in re.findall(r"`([^`]+)`", item.help):
                if as_a_line(advised):
                    errors = [item.code for item in read(as_a_line(advised)).errors]
                    # Whether an `@name` is there is not the line's affair.
                    assert errors in ([], ["TS201"]), (text, advised)
                    seen += 1
    assert seen > 40
