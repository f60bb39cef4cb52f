"""What a problem says is expected at a place: all that can be written there, and nothing else."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.language.test_habits import HABITS
from tests.language.test_mistakes import MISTAKES
from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.problems import SLUGS, by_code
from toolspec.dsl.read import read
from toolspec.dsl.text.lexer import KEYWORDS

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
    "require a final result /x/ before step 2 min 2 weight 2",
    "forbid a < x : 1 , y : ... > result /x/ weight 2 as \"n\"",
    "tool @t = a | b",
    "traces \"a\" , \"b\"",
)  # fmt: skip
"""Lines without an error, a space between all words: each is cut after every word."""

WRONG = ("=", "->", ",", "3", '"x"', "/x/", "foo", ":", "|", "...", "<=", "pas", "wieght", "or")
"""What is written after the cut."""

WRITTEN = {
    "a tool": "t", "a key": "k: 1", "a value": "1", "a number": "2", "a `/regex/`": "/x/",
    "text in quotes": '"x"', "an `@name`": "@n", "a comparison": "!= 1", "`as`": 'as "x"',
    "`<`": "< k: 1", "`pass`": "pass 0.5", "`weight`": "weight 2", "`result`": "result /x/",
    "`min`": "min 2", "`at`": "at turn 3", "`before`": "before turn 4", "`step`": "step 2",
    "`must`": "must k: 1", "`final`": "final", "`strict`": "strict : t",
    "`subset`": "subset", "`->`": "->", "`|`": "|", "`,`": ",", "`:`": ":", "`=`": "=",
    "`...`": "...", "`has`": "has 1", "`&`": "& 1", "`)`": ")",
    "`ok`": "ok", "`failed`": "failed", "`took`": "took >= 1s", "`by`": "by t",
    "`exactly`": "exactly < k: 1", "`?`": "?", "`+`": "+",
    "`after`": "after t", "`until`": "until t", "`among`": "among t", "`ignoring`": "ignoring t",
    "`if`": "if t", "`per`": "per agent", "`soft`": "soft", "`turn`": "turn 2",
    "`agent`": "agent",
    "a `$name`": "$n", "`]`": "]", "`}`": "}", "`>`": ">", "`{`": "{", "the end of the line": "",
}  # fmt: skip
"""What a message names, as a spec has it."""

_WORDS = {name for name, text in WRITTEN.items() if text[:1].isalpha() and name[0] == "`"}
COVERED = {
    "a value": {
        "a number",
        "a `/regex/`",
        "text in quotes",
        "`{`",
        "an `@name`",
        "a `$name`",
        "`has`",
        "`<`",
        "`>`",
        "a comparison",
    },
    "a tool": {"a `/regex/`", "text in quotes", "an `@name`", "a key", *_WORDS},
    "a key": {"text in quotes"},
    "a comparison": {"`<`", "`>`", "`=`"},
}
"""What a thing that is named includes: a tool may have any word as its name."""

_NAMED = re.compile(r"an? `[^`]+`|an? [a-z]+|`[^`]+`|text in quotes|the end of the line")
_ADVISED = re.compile(r"write (?P<what>.*?) before `.*")
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


@cache
def first_error(text: str) -> Diagnostic | None:
    return next((item for item in read(f"tool @n = z\n{text}").errors), None)


def offers(item: Diagnostic) -> set[str]:
    """Return the things that a problem says are expected, or advises to write."""
    found = expected(item)
    advised = _ADVISED.fullmatch(item.help)
    if advised is not None:
        found.update(_NAMED.findall(advised["what"]))
    return {{"`-> `": "`->`", "a comma": "`,`"}.get(name, name) for name in found}


def expected(item: Diagnostic) -> set[str]:
    """Return the things that a problem lists as expected."""
    if not item.why.startswith("expected "):
        return set()
    return set(_NAMED.findall(item.why.removeprefix("expected ").removeprefix("one of ")))


@cache
def leads_on(kept: str, written: str) -> bool:
    """Tell whether a line is read past what is written after its beginning."""
    after = first_error(closed(f"{kept} {written}".rstrip()))
    if after is None or (written and after.code in _UNFINISHED):
        return True
    return after.start - len("tool @n = z\n") >= len(f"{kept} {written}")


@pytest.mark.parametrize("line", LINES)
def test_what_is_expected_is_all_that_can_be_written(line: str) -> None:
    words, ahead = line.split(" "), len("tool @n = z\n")
    seen = 0
    for cut in range(1, len(words)):
        kept = " ".join(words[:cut])
        for wrong in WRONG:
            item = first_error(closed(f"{kept} {wrong}"))
            if item is None or item.start - ahead != len(kept) + 1 or not expected(item):
                continue
            named = expected(item)
            covered = {thing for name in named for thing in COVERED.get(name, ())}
            for thing, written in WRITTEN.items():
                if thing in named | covered or not written:
                    continue
                seen += 1
                assert not leads_on(kept, written), (f"{kept} {wrong}", item.why, thing)
    assert seen > 100


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
                seen += 1
                assert leads_on(kept, WRITTEN[named]), (f"{kept} {wrong}", item.why, named)
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
                    # Whether an `@name` or a file is there is not the line's affair.
                    assert errors in ([], ["TS201"], ["TS285"]), (text, advised)
                    seen += 1
    assert seen > 40
