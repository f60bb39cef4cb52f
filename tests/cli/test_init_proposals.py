"""What `toolspec init` proposes beside the calls, their order and number."""

from __future__ import annotations

from tests.cli.cli_files import Run, otlp_line, trajectory, write
from toolspec.cli.draft import draft
from toolspec.engine.trace import Trace, called


def test_init_allows_the_tools_that_were_called_and_half_as_much_again(run: Run) -> None:
    write("run.jsonl", f"{otlp_line(1, 'a', 'b')}\n{otlp_line(2, 'a', 'c', 'a', 'a')}")
    ran = run("init", "run.jsonl")
    assert "## No other tool is called.\nonly: a, b, c\n" in ran.out
    assert "## Limits with room for half as much again.\nlimit: calls <= 6" in ran.out
    write("s.toolspec", ran.out)
    write("other.jsonl", otlp_line(1, "a", "d"))
    assert run("check", "run.jsonl", "s.toolspec").status == 0
    assert run("check", "other.jsonl", "s.toolspec").status == 1


def test_init_says_what_came_before_each_call_where_it_always_did(run: Run) -> None:
    steps = [(tool, {"order-id": order}, "ok") for order in (1, 2) for tool in ("get", "pay")]
    write("run.json", trajectory(*steps))
    rule = "each pay <order-id: $value>: after get <order-id: $value>"
    assert f"for the same value.\n{rule}\n" in run("init", "run.json").out
    runs = [
        Trace([called(tool, {"x": at}, step=step) for step, tool in enumerate(("get", "pay"))])
        for at in (1, 2)
    ]
    assert "\neach pay <x: $x>: after seeing get <x: $x>\n" in draft(runs, None)
    write("one.json", trajectory(*steps[:2]))
    assert "\neach " not in run("init", "one.json").out, "one value alone says nothing"
    write("not.json", trajectory(*steps, ("pay", {"order-id": 3}, "ok")))
    assert "\neach " not in run("init", "not.json").out


def test_one_call_alone_has_no_order() -> None:
    one, two = Trace([called("a", {}, "ok")]), Trace([called("a", {}, "ok"), called("b", {}, "ok")])
    assert "count: a = 1\n" in draft([one], None)
    assert "order:" not in draft([one], None)
    assert "order: a -> b\n" in draft([two], None)
