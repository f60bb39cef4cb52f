"""Code lenses on the file and each case."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cursor import URI, snapshot

from bench.lsp_client import RawClient
from tests.lsp.conftest import write_trace
from toolspec.engine.trace import called
from toolspec.lsp.features.code_lens import lenses, rule_lenses, rule_title
from toolspec.lsp.features.status import status

TRACES = {
    "good": (called("a"), called("b")),
    "bad": (called("b"),),
    "run-17": (called("c"),),
}
TEXT = """\
order: a -> b
case "bad" {
  forbid b
  require b weight 3
}
case "other" {
  forbid b
}
"""


def test_the_file_and_each_case_say_how_they_do() -> None:
    found = lenses(snapshot(TEXT, TRACES))
    assert [(lens.offset, lens.title) for lens in found] == [
        (0, "3 traces · mean 0.57 · worst run-17"),
        (0, "choose trace (good)"),
        (0, "show justification"),
        (0, "run on all traces"),
        (14, "1 trace · mean 0.75"),
        (14, "choose trace (bad)"),
        (14, "show justification"),
        (14, "run on all traces"),
        (61, "no trace of this name"),
        (61, "choose trace"),
        (61, "show justification"),
        (61, "run on all traces"),
    ]


def test_a_click_runs_a_command_on_the_file_or_the_case() -> None:
    found = lenses(snapshot(TEXT, TRACES))
    assert [(lens.command, lens.arguments) for lens in found[4:8]] == [
        ("toolspec.runAllTraces", (URI, "bad")),
        ("toolspec.chooseTrace", (URI, "bad")),
        ("toolspec.showJustification", (URI, 1)),
        ("toolspec.runAllTraces", (URI, "bad")),
    ]
    assert found[1].arguments == (URI, None)


def test_the_chosen_trace_is_named() -> None:
    titles = [lens.title for lens in lenses(snapshot(TEXT, TRACES, chosen={None: "run-17"}))]
    assert titles[1] == "choose trace (run-17)"


def test_a_spec_without_rules_or_traces_has_little_to_say() -> None:
    assert lenses(snapshot("# nothing\n", TRACES)) == []
    assert lenses(snapshot("forbid x"))[0].title == "no trace"


def test_a_trace_is_named_on_one_short_line() -> None:
    name = "x\u202e\n" * 100
    lens = lenses(snapshot("forbid a", {name: (called("a"),), "other": ()}))[0]
    assert "\u202e" not in lens.title
    assert "\n" not in lens.title
    assert len(lens.title) < 160


def test_the_largest_weights_there_are_make_a_mean_as_others_do() -> None:
    text = "require a weight 1e308\nrequire b weight 1e308\n"
    found = snapshot(text, TRACES)
    assert {one.trace: one.score for one in found.scored.all} == {
        "/w/runs/good.json": 1,
        "/w/runs/bad.json": 0.5,
        "/w/runs/run-17.json": 0,
    }
    assert status(found)["score"] == 0.5, "the mean over the traces, as `toolspec check` has it"


def test_a_rule_that_fails_somewhere_says_how_it_does_on_all_traces() -> None:
    found = snapshot("require c\nrequire b\nforbid z\n", TRACES)
    listed = rule_lenses(found)
    # `forbid z` passes everywhere: there is nothing to say.
    assert [(lens.offset, lens.arguments) for lens in listed] == [(0, (URI, 0)), (10, (URI, 1))]
    assert [rule_title(found, line) for line in (0, 1)] == [
        "▇▁▁ 1 of 3 pass, fails on good and 1 more",
        "▁▇▇ 2 of 3 pass, fails on run-17",
    ]


def test_one_trace_alone_is_no_sparkline() -> None:
    assert rule_lenses(snapshot("require c\n", {"bad": (called("b"),)})) == []


def test_a_lens_stays_while_its_rule_is_scored_anew() -> None:
    found = snapshot("require c\nrequire b\n", TRACES)
    edited = snapshot("require d\nrequire b\n", ())
    # The text is a new one, of which only the old scores are there.
    stale = edited._replace(scored=found.scored._replace(stale=True), infos=found.infos)
    assert [lens.offset for lens in rule_lenses(stale)] == [0, 10]
    titles = [rule_title(stale, line) for line in (0, 1)]
    assert titles == ["scoring ...", "▁▇▇ 2 of 3 pass, fails on run-17"]


def test_the_lens_of_a_rule_is_another_one_once_it_or_a_trace_is_scored_anew() -> None:
    found = snapshot("require c\nrequire b\n", TRACES)
    once = rule_lenses(found)
    assert rule_lenses(found) == once
    others = found._replace(scored=found.scored._replace(traces_seen=9))
    assert [lens.offset for lens in rule_lenses(others)] == [lens.offset for lens in once]
    assert not {lens.title for lens in rule_lenses(others)} & {lens.title for lens in once}
    more = snapshot("require c\nrequire d\nrequire b\n", ())
    stale = more._replace(scored=found.scored._replace(stale=True), infos=found.infos)
    # The new rule has no lens until it has scores; the others, which moved, keep theirs.
    assert [lens.title for lens in rule_lenses(stale)] == [lens.title for lens in once]


def test_an_editor_resolves_what_it_shows(client: RawClient, workspace: Path) -> None:
    write_trace(workspace / "runs" / "two.json", "other")
    client.initialize(workspace)
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, 'traces "runs/*.json"\ncount search = 1\n')

    def of_rules() -> list[dict[str, Any]]:
        listed: list[dict[str, Any]] = client.about("codeLens", uri) or []
        return [lens for lens in listed if "command" not in lens]

    client.until(of_rules, "the lens of the rule")
    (lens,) = of_rules()
    resolved = client.request("codeLens/resolve", lens)
    assert resolved["command"]["title"].endswith("1 of 2 pass, fails on two")
    assert resolved["command"]["arguments"] == [uri, None]
