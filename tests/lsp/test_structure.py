"""The shape of a spec: outline, folds, growing selections, colours, links, and the status."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lsp.cursor import cut, snapshot
from toolspec.engine.trace import Call, called
from toolspec.lsp.features.links import links
from toolspec.lsp.features.status import status
from toolspec.lsp.features.structure.folding import folds
from toolspec.lsp.features.structure.selection import selections
from toolspec.lsp.features.structure.semantic_tokens import encoded, tokens_of_text
from toolspec.lsp.features.structure.symbols import symbols
from toolspec.lsp.state.settings import Settings
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.symbols_in_line import Colour, colours
from toolspec.lsp.transport.adapt import Adapter

TEXT = """\
# about
# this spec
traces "runs/*.json", "one.json"
tool @ask = search | "look up"

order: @ask -> # first
  count ->
  "look up" weight 2
case "a" {
  # why
  require fetch <n: -1.5, must ok: true, t: /x+/> as "name"
  forbid x
}
kount y
"""
CALLS = [Call("search", {}), Call("count", {}), Call("look up", {})]


def test_the_outline_has_rules_cases_and_names() -> None:
    outline = symbols(snapshot(TEXT, CALLS))
    assert [(one.kind, one.name) for one in outline] == [
        ("tool", "@ask"),
        ("rule", 'order: @ask -> # first count -> "look up" weight 2'),
        ("case", "a"),
    ]
    assert outline == symbols(snapshot(TEXT)), "no scores: they would stand there when they are old"
    assert [one.name for one in outline[2].inside] == ["name", "forbid x"]
    for one in (*outline, *outline[2].inside):
        assert one.span[0] <= one.name_span[0] <= one.name_span[1] <= one.span[1]
    assert TEXT[slice(*outline[2].name_span)] == '"a"'


@pytest.mark.parametrize("text", ['case "a" {\ncount b = 1\n', 'case ""{', "case {\n}\n", "}\n"])
def test_the_outline_of_a_broken_case_is_still_an_outline(text: str) -> None:
    for one in symbols(snapshot(text)):
        assert one.name
        assert one.span[0] <= one.name_span[0] <= one.name_span[1] <= one.span[1] <= len(text)


def test_cases_long_rules_and_runs_of_comments_fold() -> None:
    assert folds(snapshot(TEXT)) == [(1, 2, "comment"), (6, 8, "region"), (9, 12, "region")]
    assert folds(snapshot('case "a" {\n  count b = 1\n')) == [(1, 3, "region")]
    assert folds(snapshot("# one\ncount a = 1\n")) == []


@pytest.mark.parametrize(
    ("marked", "grown"),
    [
        (
            "args: fetch <n: 1<CURSOR>2, m: 3>",
            ["12", "<n: 12, m: 3>", "fetch <n: 12, m: 3>", "args: fetch <n: 12, m: 3>"],
        ),
        (
            "forbid b <o: {a: [<CURSOR>1, 2]}, c: 3>",
            [
                "1",
                "1, 2",
                "[1, 2]",
                "a: [1, 2]",
                "{a: [1, 2]}",
                "o: {a: [1, 2]}",
                "o: {a: [1, 2]}, c: 3",
                "<o: {a: [1, 2]}, c: 3>",
            ],
        ),
        ("forbid b <must o<CURSOR>: 1>", ["o", "must o: 1", "<must o: 1>"]),
        ("count a < 1<CURSOR>2, b > 3", ["12", "count a < 12, b > 3"]),
        ("order: a -> sear<CURSOR>ch -> b", ["search", "order: a -> search -> b"]),
        ("count a = 1  # wh<CURSOR>y", ["# why", "count a = 1  # why"]),
    ],
)
def test_a_selection_grows_from_the_word_to_the_whole(marked: str, grown: list[str]) -> None:
    text, offset = cut(marked)
    found = [text[slice(*span)] for span in selections(snapshot(text), offset)]
    assert [piece for piece in found if piece in grown] == grown
    assert found[-1] == text


@settings(max_examples=100)
@given(st.integers(0, len(TEXT)))
def test_each_selection_holds_the_one_before(offset: int) -> None:
    spans = selections(snapshot(TEXT), offset)
    assert spans[-1] == (0, len(TEXT))
    for inner, outer in pairwise(spans):
        assert outer[0] <= inner[0] and inner[1] <= outer[1] and inner != outer
    assert spans[0][0] <= offset <= spans[0][1]


def coloured(found: Snapshot) -> list[Colour]:
    return [one for entry in found.reading.entries for one in colours(entry)]


def test_words_are_coloured_by_what_they_are() -> None:
    found = [(TEXT[slice(*one.span)], one.what) for one in coloured(snapshot(TEXT))]
    for pair in [
        ("# about", "comment"),
        ("traces", "keyword"),
        ('"runs/*.json"', "string"),
        ("@ask", "reference"),
        ("search", "tool"),
        ('"look up"', "tool"),
        ("order", "keyword"),
        ("->", "operator"),
        ("count", "tool"),
        ("weight", "keyword"),
        ("2", "number"),
        ("# first", "comment"),
        ("require", "keyword"),
        ("n", "property"),
        ("-1.5", "number"),
        ("must", "keyword"),
        ("true", "keyword"),
        ("/x+/", "regexp"),
        ('"name"', "string"),
        ("kount", "keyword"),
    ]:
        assert pair in found
    spans = [one.span for one in coloured(snapshot(TEXT))]
    assert all(a[1] <= b[0] for a, b in pairwise(spans)), "in order, apart"


def test_tokens_of_a_range_are_those_of_its_lines() -> None:
    start = TEXT.index('case "a"')
    part = tokens_of_text(snapshot(TEXT), "utf-16", (start, start + 3))
    assert len(part.lines) == 1
    assert part.steps == [TEXT[:start].count("\n")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_packed_tokens_unpack_to_the_same_words(encoding: str) -> None:
    found = snapshot('# 😀\ncount "東京 😀" = 1  # e\u0301\n')
    adapter = Adapter(found.document, encoding)  # type: ignore[arg-type]
    data = encoded(found, adapter)
    line = column = 0
    words: list[str] = []
    for at in range(0, len(data), 5):
        line, column = line + data[at], data[at + 1] + (0 if data[at] else column)
        start = found.document.offset(line, column, adapter.encoding)
        end = found.document.offset(line, column + data[at + 2], adapter.encoding)
        words.append(found.document.text[start:end])
    assert words == ["# 😀", "count", '"東京 😀"', "=", "1", "# e\u0301"]


def test_trace_paths_lead_to_their_files_and_globs_to_the_newest() -> None:
    found = snapshot(
        'traces "runs/*.json", "deep/one.json", "none/*.json"\n', {"new": CALLS, "old": CALLS}
    )
    text = found.document.text
    there = {"/w/runs/*.json": "/w/runs/new.json", "/w/deep/one.json": "/w/deep/one.json"}
    assert [(text[slice(*span)], target) for span, target, _ in links(found, there.get)] == [
        ("runs/*.json", "/w/runs/new.json"),
        ("deep/one.json", "/w/deep/one.json"),
    ]


def test_the_status_sums_the_rules_that_are_shown_up() -> None:
    told = status(snapshot("count search = 1\ncount search = 2 weight 3\n", CALLS))
    assert (told["passed"], told["score"], told["rules"], told["failing"]) == (False, 0.25, 2, 1)
    assert told["trace"] == {"path": "/w/runs/run.json", "name": "run"}
    assert status(snapshot("count search = 1\n", CALLS))["passed"] is True
    assert status(snapshot("kount\n", CALLS))["message"] == "1 error"
    assert status(snapshot("count a = 1\n"))["message"] == "no trace to score against"
    assert status(snapshot("count a = 1\n"))["score"] is None


def test_the_status_of_the_shown_trace_is_one_line_whose_number_goes_with_its_sign() -> None:
    def told(text: str, calls: object = CALLS, **more: Any) -> str:
        return status(snapshot(text, calls, **more))["text"]  # type: ignore[arg-type]

    failing = "count search = 1\nforbid search\nrequire nothing\ncount nothing = 0 soft\n"
    assert told(failing) == "✗ 2 of 4 · run"
    assert told("count search = 1\ncount nothing = 1 soft\n") == "✓ 1 of 2 · run"
    assert told("require search result /x/\n", [called("search")]) == "? 1 of 1 · run"
    assert told("forbid search\nkount\n") == "✗ 1 of 1, 1 error · run"
    assert told("count search = 1\nkount\n") == "! 1 error · run"
    assert told("kount\n", ()) == "! 1 error"
    assert told("count a = 1\n", ()) == "? no trace"
    assert told('case "other" {\n  forbid a\n}\n') == "? no rule · run"
    traces = {"new": [called("a")], "old\u202e": [called("b")]}
    assert told("forbid b\n", traces) == "✓ 1 of 1 · new"
    assert told("forbid b\n", traces, chosen={None: "old\u202e"}) == "✗ 1 of 1 · old\\u202e"


def test_beyond_the_limit_none_of_it_is_worked_out() -> None:
    found = snapshot(TEXT, CALLS)._replace(settings=Settings(lines_max=5))
    assert symbols(found) == [] and folds(found) == [] and links(found, str) == []
    assert tokens_of_text(found, "utf-16").data() == []
    assert selections(found, 30) == [(0, len(TEXT))]
    assert status(found)["rules"] == 0


def test_a_selection_grows_over_blocks_and_their_case() -> None:
    block = "per step {\n    forbid a\n  }"
    case = f'case "x" {{\n  {block}\n  forbid b\n}}'
    found = [case[slice(*span)] for span in selections(snapshot(case), case.index("forbid a"))]
    assert found == ["forbid", "forbid a", block, case]
