"""Findings as an editor shows them: problems of the text, and rules the shown trace breaks."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from tests.lsp.cursor import snapshot
from toolspec.engine.trace import UNRECORDED, Call
from toolspec.lsp.features.diagnostics import diagnostics_of
from toolspec.lsp.features.diagnostics.findings import FINDINGS_MAX, findings
from toolspec.lsp.judge.messages import Unread
from toolspec.lsp.state.settings import Settings
from toolspec.lsp.state.snapshot import Snapshot

CALLS = [Call("search", {"q": "x"}), Call("fetch", {"n": 1}), Call("answer", {})]


def told(found: Snapshot) -> list[tuple[str, str, str]]:
    """Return the severity, code and marked text of each finding."""
    text = found.document.text
    return [(one.severity, one.code, text[slice(*one.span)]) for one in findings(found)]


def test_a_rule_that_passes_is_no_finding() -> None:
    assert findings(snapshot("count search = 1\norder: search -> answer\n", CALLS)) == []


def test_a_failing_rule_is_a_warning_with_the_calls_that_decided_it() -> None:
    found = snapshot("forbid fetch | search  # never\n", CALLS)
    (one,) = findings(found)
    assert (one.severity, one.code) == ("warning", "fail")
    assert found.document.text[slice(*one.span)] == "fetch | search"
    assert [(item.path, item.line) for item in one.related] == [
        ("/w/runs/run.json", 2),
        ("/w/runs/run.json", 3),
    ]
    assert all("call" in item.message for item in one.related)


def test_a_call_that_is_taken_is_named_once() -> None:
    (one,) = findings(snapshot("sequence: answer -> *\n", CALLS))
    assert [item.message for item in one.related] == ["call 3 matches"]


def test_a_rule_the_trace_says_too_little_for_is_an_information() -> None:
    found = snapshot("args subset: search <q: 1>\n", [Call("search", UNRECORDED)])
    assert told(found) == [("information", "unknown", "search <q: 1>")]


def test_a_rule_of_several_lines_is_marked_on_its_first() -> None:
    found = snapshot("order: search ->\n  missing_tool ->\n  fetch\n", CALLS)
    assert ("warning", "fail", "missing_tool") in told(found)


def test_a_problem_of_the_text_is_found_with_and_without_traces() -> None:
    text = "kount search = 1\ncount search = 1\n"
    for calls in ((), CALLS):
        (one,) = [item for item in findings(snapshot(text, calls)) if item.severity == "error"]
        assert one.code.startswith("TS")
        assert text[slice(*one.span)].startswith("kount")
        assert "count" in one.message


def test_a_tool_no_trace_has_is_a_hint_with_a_likely_name() -> None:
    (one,) = [
        item for item in findings(snapshot("count serch = 0\n", CALLS)) if item.code == "TS310"
    ]
    assert one.severity == "hint"
    assert "search" in one.message
    assert not [item for item in findings(snapshot("count serch = 0\n")) if item.code == "TS310"]


def test_a_case_is_held_against_its_own_trace() -> None:
    text = 'case "a" {\n  count search = 1\n}\ncase "b" {\n  count search = 1\n}\n'
    found = snapshot(text, {"a": CALLS, "b": CALLS[1:]})
    assert [span for _, _, span in told(found)] == ["search = 1"]
    assert findings(found)[0].span[0] == text.rindex("search")


def test_a_spec_beyond_the_limit_gets_one_finding_that_says_so() -> None:
    found = snapshot("kount x\n" * 30, CALLS)._replace(settings=Settings(lines_max=10))
    (one,) = findings(found)
    assert one.severity == "information"
    assert "31 lines" in one.message and "10" in one.message and "maxLines" in one.message


def test_more_findings_than_help_anybody_are_counted() -> None:
    found = findings(snapshot("kount x\n" * (FINDINGS_MAX + 40)))
    assert len(found) == FINDINGS_MAX + 1
    assert "more" in found[-1].message


@pytest.mark.parametrize(
    "text", ["<img src=x>\n", "count \x1b[31mred = 1\n", "order: \u202eevil\n"]
)
def test_what_is_shown_holds_no_character_that_hides_something(text: str) -> None:
    shown = [one.message for one in findings(snapshot(text, CALLS))]
    assert not set("".join(shown)) & set("\x1b\u202e\x07\x00")


def test_text_of_a_trace_is_short_and_plain_where_it_is_shown() -> None:
    calls: Sequence[Call] = [Call("search", {"q": "\x1b[2J" + "long " * 5000})]
    (one,) = findings(snapshot('args: search <q: "x">\n', calls))
    assert len(one.message) < 3000
    assert "\x1b" not in one.message


def test_a_case_that_no_trace_is_for_is_a_hint_with_the_likely_name() -> None:
    text = 'case "trce" {\n  count search = 1\n}\ncase "other" {\n  forbid rm\n}\n'
    found = [one for one in findings(snapshot(text, {"trace": CALLS})) if one.code == "no-trace"]
    assert [(one.severity, text[slice(*one.span)], one.message) for one in found] == [
        ("hint", '"trce"', "no recent trace is named `trce`; did you mean `trace`?"),
        ("hint", '"other"', "no recent trace is named `other`"),
    ]
    for same in (snapshot(text), snapshot(text, {"trce": CALLS, "other": CALLS})):
        assert not [one for one in findings(same) if one.code == "no-trace"]
    picked = snapshot(text, {"run": CALLS}, chosen={"trce": "run", "other": "run"})
    assert not [one for one in findings(picked) if one.code == "no-trace"]


def test_a_file_that_is_not_read_is_named_once_and_shortly() -> None:
    skipped = {
        "/w/a: b/t.json": Unread("an empty file (was: the run cut off?)"),
        "/w/u.json": Unread("no JSON", 3, 7),
        "/w/v.json": Unread(f"none is known (read are {'x' * 250})"),
        "/w/1.json": Unread("broken", 1, 1),
        "/w/2.json": Unread("broken", 2, 2),
        "/w/big.json": Unread("larger than 50 MB (maxTraceBytes)"),
    }
    (one,) = findings(snapshot("count a = 0\n")._replace(skipped=skipped))
    assert one.message.split("\n") == [
        "t.json is not read: an empty file (was: the run cut off?)",
        "u.json:3:7 is not read: no JSON",
        f"v.json is not read: none is known (read are {'x' * 250})",
        "2 trace files are not read: broken",
        "big.json is not read: larger than 50 MB (maxTraceBytes)",
    ]


def test_the_hint_on_a_case_comes_and_goes_with_the_traces() -> None:
    found = snapshot('case "trce" {\n  forbid rm\n}\n', {"trace": CALLS})
    (hint,) = json.loads(bytes(diagnostics_of(found, "utf-16").items))
    assert hint["severity"] == 4
    traces = (found.traces[0]._replace(names=("trce",)),)
    assert diagnostics_of(found._replace(traces=traces), "utf-16").diagnostics == []


def test_what_nothing_uses_is_shown_faded() -> None:
    text = "tool @x = a\ncount a = 1 # toolspec: ignore TS303\ncount a < 0"
    assert [(item.code, item.faded) for item in findings(snapshot(text))] == [
        ("TS301", True),
        ("TS307", True),
        ("TS303", False),
    ]
