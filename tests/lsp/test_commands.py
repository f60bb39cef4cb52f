"""The commands: choose a trace, show why, run on all traces; and the pages they show."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from cursor import URI, calls_of, snapshot
from pygls.exceptions import JsonRpcInvalidParams

from toolspec.engine.rule import Rule
from toolspec.engine.trace import called
from toolspec.lsp.features import commands
from toolspec.lsp.features.justification import page, table, trace_titles
from toolspec.lsp.judge.messages import CallList
from toolspec.lsp.state.snapshot import Snapshot

TRACES = {
    "good": (called("a", {"x": 1}), called("b")),
    "bad": (called("b"), called("d | e")),
}
TEXT = 'order: a -> b\ncase "bad" {\n  forbid b as "no *b*"\n}\n'


class Editor:
    """Stands in for the server: remembers what an editor would have been sent."""

    def __init__(self, found: Snapshot | None, picks: str | None = None) -> None:
        self.sent: list[Any] = []
        self.chosen: list[tuple[Any, ...]] = []
        self.session = SimpleNamespace(snapshot=self._snapshot, choose=self._choose)
        self.found = found
        self.can = SimpleNamespace(show_document=True, status=False)
        self.picks = picks

    def _snapshot(self, _uri: str) -> Snapshot | None:
        return self.found

    def _choose(self, *what: Any) -> None:
        self.chosen.append(what)

    def scores_changed(self, _uri: str) -> None:
        self.sent.append("scores")

    def window_show_message(self, params: Any) -> None:
        self.sent.append(params.message)

    async def window_show_message_request_async(self, params: Any) -> Any:
        titles = [action.title for action in params.actions]
        self.sent.append(titles)
        return next((action for action in params.actions if action.title == self.picks), None)

    async def window_show_document_async(self, params: Any) -> None:
        self.sent.append(params.uri)

    async def calls(self, trace_id: str) -> CallList:
        name = trace_id.rpartition("/")[2].removesuffix(".json")
        return CallList(1, trace_id, calls_of(TRACES[name]), trace_id)

    async def sketches(self, trace_id: str, rules: tuple[Rule, ...]) -> tuple[str, ...]:
        return tuple(f"{trace_id}: {rule.origin.source}" for rule in rules)


def run(command: Any, editor: Editor, *arguments: Any) -> Any:
    async def both() -> Any:
        answer = await command(editor, *arguments)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return answer

    return asyncio.run(both())


def test_a_trace_is_chosen_by_its_id() -> None:
    editor = Editor(snapshot(TEXT, TRACES))
    run(commands.choose_trace, editor, URI, "bad", "/w/runs/bad.json")
    assert editor.chosen == [(URI, "bad", "/w/runs/bad.json")]


def test_without_an_id_the_editor_asks_which() -> None:
    editor = Editor(snapshot(TEXT, TRACES), picks="bad · 0.25")
    run(commands.choose_trace, editor, URI, None)
    assert editor.sent == [["good · 1.00", "bad · 0.25", "newest"], "scores"]
    assert editor.chosen == [(URI, None, "/w/runs/bad.json")]


def test_no_choice_changes_nothing_and_newest_goes_back() -> None:
    editor = Editor(snapshot(TEXT, TRACES))
    run(commands.choose_trace, editor, URI)
    assert editor.chosen == []
    editor = Editor(snapshot(TEXT, TRACES), picks="newest")
    run(commands.choose_trace, editor, URI)
    assert editor.chosen == [(URI, None, None)]


def test_where_there_is_no_trace_the_editor_says_how_to_name_some() -> None:
    editor = Editor(snapshot(TEXT))
    run(commands.choose_trace, editor, URI)
    assert 'traces "runs/*.json"' in editor.sent[0]


def test_wrong_arguments_are_refused() -> None:
    editor = Editor(None)
    with pytest.raises(JsonRpcInvalidParams):
        run(commands.choose_trace, editor, 5)
    with pytest.raises(JsonRpcInvalidParams):
        run(commands.show_justification, editor, URI, "0")
    assert run(commands.run_all_traces, editor, URI) is None


def test_a_justification_is_answered_and_shown_as_a_document() -> None:
    editor = Editor(snapshot(TEXT, TRACES))
    answer = run(commands.show_justification, editor, URI, 2)
    assert answer["title"] == "no *b*"
    assert "- call 1 `b` `not recorded` [line 2](file:///w/runs/bad.json#L2)" in answer["markdown"]
    assert "```\n/w/runs/bad.json: forbid b as" in answer["markdown"]
    assert editor.sent[0].startswith("file:///")
    assert editor.sent[0].endswith("justification.md")


def test_an_editor_with_views_of_its_own_gets_the_answer_alone() -> None:
    editor = Editor(snapshot(TEXT, TRACES))
    editor.can.status = True
    assert run(commands.show_justification, editor, URI, 0) is not None
    assert editor.sent == []


def test_a_page_is_about_the_rule_the_case_or_the_file() -> None:
    found = snapshot(TEXT + "\n# end\n", TRACES)
    pages = [page(found, line) for line in (0, 1, 2, 5)]
    assert [one.title if one else None for one in pages] == [
        "order, line 1",
        "Case bad",
        "no *b*",
        "All rules",
    ]
    assert page(snapshot("# nothing"), 0) is None


def test_the_table_names_failing_rules_worst_trace_first() -> None:
    found = table(snapshot(TEXT, TRACES), None)
    assert found is not None
    assert found.markdown == (
        "2 traces · mean 0.62 · worst bad\n\n"
        "| trace | score | passed | rules that did not pass |\n"
        "| --- | ---: | :---: | --- |\n"
        "| [bad](file:///w/runs/bad.json) | 0.25 | no "
        "| ✗ line 1 order: a -> b; ✗ line 3 no \\*b\\* |\n"
        "| [good](file:///w/runs/good.json) | 1.00 | yes |  |"
    )
    case = table(snapshot(TEXT, TRACES), "bad")
    assert case is not None
    assert case.title == "Case bad on all traces"
    assert "good" not in case.markdown


def test_a_table_cell_holds_no_end_of_cell() -> None:
    found = table(snapshot('forbid "d | e" | b', TRACES), None)
    assert found is not None
    row = next(line for line in found.markdown.split("\n") if "bad" in line and "line 1" in line)
    assert row.replace("\\|", "").count("|") == 5


def test_traces_of_one_name_have_buttons_of_their_own() -> None:
    assert len(trace_titles(snapshot("forbid a", TRACES), 10)) == 2
