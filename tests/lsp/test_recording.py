"""Rules of the second part that the editor proposes: only such as the traces pass."""

from __future__ import annotations

from collections.abc import Sequence

from cursor import CURSOR, Calls, cut, snapshot

from toolspec.engine.trace import Trace, called
from toolspec.lsp.features.code_actions import code_actions
from toolspec.lsp.features.code_actions.ask import Ask
from toolspec.lsp.judge.messages import Propose, Proposed
from toolspec.lsp.judge.proposing import CALLS_MAX, proposed

ORDERS = tuple(
    called(tool, {"order": order}, step=2 * order + late)
    for order in (1, 2)
    for late, tool in enumerate(("get", "pay"))
)
OTHER = (called("get", {"order": 3}, step=0), called("log in", {}, step=1))
UNSEEN = (called("pay", {"order": 4}, step=0),)


def offered(text: str, **traces: Calls) -> dict[str, str]:
    """Return the record actions of the second part by title, each with the text it leaves."""
    plain, offset = cut(text)
    ask = Ask(snapshot(plain, traces), (offset, offset))
    held = {info.id: Trace(traces[info.names[0]]) for info in ask.snapshot.traces}

    def answer(ids: Sequence[str]) -> Proposed:
        return proposed(Propose(1, tuple(ids)), held.get) if ids else Proposed()

    assert ask.trace is not None
    ask = ask._replace(
        proposed=answer([ask.trace.id]), proposed_by_all=answer([info.id for info in ask.recent])
    )
    found: dict[str, str] = {}
    for action in code_actions(ask, ["refactor.record"]):
        (edit,) = action.edits
        found[action.title] = plain[: edit.span[0]] + edit.text + plain[edit.span[1] :]
    return found


def test_tools_limits_and_earlier_calls_of_the_shown_trace_are_recorded() -> None:
    assert offered(CURSOR, run=ORDERS).items() >= {
        ("Record the tools of run", "only: get, pay"),
        ("Record the limits of run", "limit: calls <= 6"),
        (
            "Record the relations of run",
            "each pay <order: $order>: after seeing get <order: $order>",
        ),
    }


def test_what_holds_on_all_recent_traces_is_offered_beside_what_holds_on_the_shown_one() -> None:
    found = offered(CURSOR, run=ORDERS, other=OTHER)
    assert found["Record the tools of run"] == "only: get, pay"
    assert found["Record the tools of 2 recent traces"] == 'only: get, pay, "log in"'
    assert "Record the limits of run" not in found, "the limit of all traces is the same"
    assert found["Record the limits of 2 recent traces"] == "limit: calls <= 6"
    assert "Record the relations of 2 recent traces" in found


def test_a_relation_that_another_trace_breaks_is_said_of_the_shown_one_alone() -> None:
    found = offered(CURSOR, run=ORDERS, other=UNSEEN)
    assert "Record the relations of run" in found
    assert "Record the relations of 2 recent traces" not in found


def test_a_rule_that_the_spec_has_already_is_not_offered_again() -> None:
    found = offered(f"only: get, pay\n{CURSOR}", run=ORDERS)
    assert "Record the tools of run" not in found
    assert "Record the limits of run" in found


def test_in_a_case_only_its_own_traces_count() -> None:
    text = f'case "run" {{\n  per <order> {{\n    require get\n  }}\n{CURSOR}\n}}'
    found = offered(text, run=ORDERS, other=OTHER)
    assert found["Record the tools of run"] == text.replace(CURSOR, "  only: get, pay")
    assert not any("recent" in title for title in found)


def test_rules_are_recorded_with_the_indentation_of_their_block() -> None:
    text = f"per <order> {{{CURSOR}\n  require get\n}}"
    assert offered(text, run=ORDERS)["Record the tools of run"] == (
        "per <order> {\n  only: get, pay\n  require get\n}"
    )


def test_a_trace_too_long_for_an_editor_is_not_looked_at() -> None:
    trace = Trace([called("a")] * (CALLS_MAX + 1))
    assert proposed(Propose(7, ("x",)), {"x": trace}.get) == Proposed(7)
    assert proposed(Propose(8, ("gone",)), {"x": trace}.get) == Proposed(8)
