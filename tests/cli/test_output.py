"""What is written: safe to look at, valid JSON, colour where wanted, no value when asked."""

from __future__ import annotations

import io
import json
import sys

import pytest

from tests.cli.cli_files import Run, otlp_line, trajectory, write
from toolspec.cli.judging import Judged, Tally
from toolspec.cli.progress import Progress
from toolspec.cli.render.json import HELD_CHARACTERS_MAX, JsonForm
from toolspec.cli.render.table import TableForm
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.tool_pattern import Name
from toolspec.engine.rule import Rule
from toolspec.engine.rules.forbid import Forbid
from toolspec.engine.spec import Spec
from toolspec.engine.trace import Trace, called

EVIL = "a\x1b[31m\u202egnp\x07[bold]b[/bold]"
CANARY = "s3cr3t-canary-4711"


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("color", ["never", "always"])
def test_untrusted_text_is_never_a_terminal_code_or_markup(run: Run, form: str, color: str) -> None:
    write("run.json", trajectory(EVIL, ("view", {EVIL: EVIL}), name=EVIL))
    write("s.toolspec", "forbid /a/\nforbid view <path: /x/>\ncount: * = 0\n")
    ran = run("check", "run.json", "s.toolspec", "--format", form, "--color", color)
    assert ran.status == 1
    plain = ran.out.replace("\x1b[31m\u202e", "EVIL")
    assert "EVIL" not in plain
    assert "\u202e" not in ran.out
    assert "\x07" not in ran.out
    assert "[bold]b[/bold]" in ran.out or form == "text"


def test_two_problems_are_parted_by_an_empty_line(run: Run) -> None:
    write("run.json", trajectory("view"))
    write("s.toolspec", "forbd rm\nforbid @x\n")
    told = run("check", "run.json", "s.toolspec").err
    first, second = told.removesuffix("\n\n").split("\n\n")
    assert first.startswith("error[TS102]") and second.startswith("error[TS201]")


def test_a_rule_that_passed_takes_a_line_and_names_no_place(run: Run) -> None:
    write("run.json", trajectory("view"))
    write("s.toolspec", 'require view as "seen"   # said\nforbid view\n')
    lines = run("check", "run.json", "s.toolspec").out.splitlines()
    assert lines[0] == "FAIL run.json: score 0.50, 1 call, s.toolspec"
    assert lines[1] == "  FAIL     forbid view  s.toolspec:2"
    assert lines[-3:-1] == ['  pass     require view as "seen"', ""]


def test_long_values_are_shortened_in_text(run: Run) -> None:
    write("run.json", trajectory(("view", {"a": "x" * 10_000})))
    write("s.toolspec", "forbid view <a: /x/>\n")
    ran = run("check", "run.json", "s.toolspec")
    assert len(ran.out) < 2_000


NO_VALUES_SPEC = """\
order strict: view -> pay
sequence: pay <a: "zz"> -> view
sequence: view <key: "zz"> -> pay <n: 1>
sequence: view <must list: [1]> -> pay <must amount: /4/>
count view = 1
args view <key: "zz">
args strict: view <key: /zz/, list: [1]>
args pay subset <amount: 3>
output view = "zz"
output pay = {a: 1}
output: pay = {a: {k: [1]}}, view = 4712
require pay <n: 4712, amount: /4/> result /"k": 4712/
require view <deep: {a: 1}> before step 1
require pay <deep: {a: 1}> final
require view <key: "zz"> result /zz/
require view <must absent_key: /zz/>
require pay min 2
forbid view
forbid view <key: /s3/>
forbid view result /canary/
"""


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("color", ["never", "always"])
def test_without_values_no_argument_and_no_result_appears_anywhere(
    run: Run, form: str, color: str
) -> None:
    deep = {CANARY: {"k": [CANARY, 4711, 47.11, True]}}
    secret = {"key": CANARY, "n": 4711, "amount": 4711, "list": [CANARY, 4711], "deep": deep}
    calls = [("view", secret, deep), ("pay", secret, CANARY), ("pay", secret, json.dumps(deep))]
    write("run.json", trajectory(*calls, ("view", secret, None)))
    write("lines.jsonl", otlp_line(1, "view", "pay", value=CANARY))
    write("broken.json", trajectory(("view", secret, CANARY))[:-40])
    write("words.json", CANARY)
    write("twice.json", f'{{"events": [], "events": ["{CANARY}", NaN]}}')
    big = trajectory(("view", {"n": 1})).replace('"n": 1', '"n": 4711e999')
    write("big.json", big)
    write("s.toolspec", NO_VALUES_SPEC)
    paths = ["run.json", "lines.jsonl", "broken.json", "words.json", "twice.json", "big.json"]
    words = ["check", *paths, "s.toolspec", "--format", form, "--color", color]
    ran = run(*words, "--no-values")
    assert CANARY not in ran.out + ran.err
    assert "4711" not in ran.out + ran.err
    assert ran.status == 2
    shown = run(*words)
    assert CANARY in shown.out, "the canary sings where values are shown"


def test_the_json_report_is_the_contracts_object(run: Run) -> None:
    write("run.json", trajectory("search"))
    write("s.toolspec", 'order: search -> book weight 2 as "browse"\nforbid delete\n')
    report = run("check", "run.json", "s.toolspec", "--format", "json").report
    assert {"toolspec", "passed", "score", "cases_without_trace", "traces"} <= set(report)
    [entry] = report["traces"]
    assert entry["path"] == "run.json"
    assert entry["name"] == "run"
    assert entry["spec"] == "s.toolspec"
    assert entry["case"] is None
    assert entry["calls"] == 1
    assert entry["passed"] is False
    assert entry["score"] == pytest.approx(2 / 3)
    rule = entry["rules"][0]
    assert rule["source"] == 'order: search -> book weight 2 as "browse"'
    assert (rule["kind"], rule["line"], rule["name"], rule["weight"]) == ("order", 1, "browse", 2)
    assert (rule["status"], rule["score"]) == ("fail", 0.5)
    assert rule["justification"]["lcs"] == ["search"]
    assert report["score"] == pytest.approx(2 / 3)


def test_json_stays_valid_with_nan_infinities_and_lone_surrogates(run: Run) -> None:
    text = trajectory(("view", {"n": 1, "s": "S", "i": "I"}, "S"))
    text = text.replace('"n": 1', '"n": NaN').replace('"I"', "-Infinity").replace("S", "\\ud83d")
    write("run.json", text)
    write("s.toolspec", "args view <n: 1>\nforbid view\noutput view = 1\n")
    ran = run("check", "run.json", "s.toolspec", "--format", "json")
    assert ran.status == 1
    assert ran.report["traces"][0]["calls"] == 1
    assert ran.out.isascii()
    assert any("NaN" in note["text"] for note in ran.report["notes"])


def test_a_very_long_json_report_waits_in_a_file() -> None:
    written: list[str] = []
    form = JsonForm(written.append)
    tally = Tally()
    spec = Spec((Rule(Forbid(CallPattern(Name("x" * 100_000)))),))
    count = HELD_CHARACTERS_MAX // 100_000 + 5
    for at in range(count):
        judged = Judged("p", str(at), spec.check(Trace([called("y" * 100_000)] * 2)))
        tally.add(judged)
        form.judged(judged)
    form.end(tally)
    report = json.loads("".join(written))
    assert [entry["name"] for entry in report["traces"]] == [str(at) for at in range(count)]


def test_pipes_get_plain_text_and_terminals_a_table(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("run.json", trajectory("search"))
    write("s.toolspec", "forbid search\ncount search = 1\n")
    assert "\x1b" not in run("check", "run.json", "s.toolspec").out
    stream = Terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    run("check", "run.json", "s.toolspec")
    assert "\x1b[" in stream.getvalue()
    assert "✗ fail" in stream.getvalue()


def test_no_color_takes_the_colour_from_a_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("run.json", trajectory("search"))
    write("s.toolspec", "forbid search\ncount search = 1\n")
    monkeypatch.setenv("NO_COLOR", "1")
    stream = Terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    run("check", "run.json", "s.toolspec")
    assert "\x1b[3" not in stream.getvalue()
    assert "✗ fail" in stream.getvalue()


def test_force_color_colours_a_pipe_and_the_option_goes_before_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("run.json", trajectory("search"))
    write("s.toolspec", "forbid search\n")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in run("check", "run.json", "s.toolspec").out
    assert "\x1b[" not in run("check", "run.json", "s.toolspec", "--color", "never").out


def test_a_stream_that_cannot_show_marks_gets_words() -> None:
    stream = Terminal()
    stream.encoding = "ascii"  # type: ignore[misc]
    form = TableForm(stream, color=False)
    spec = Spec((Rule(Forbid(CallPattern(Name("rm")))),))
    form.judged(Judged("run.json", "run", spec.check(Trace([called("rm")]))))
    assert "fail" in stream.getvalue()
    assert "✗" not in stream.getvalue()


def test_a_long_run_shows_a_bar_on_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    quick = Progress(2)
    quick.at(0, "run.json")
    quick.close()
    assert stream.getvalue() == ""
    slow = Progress(2, patience_s=0.01)
    slow.at(0, "run.json")
    time.sleep(0.5)
    slow.tick()
    slow.close()
    assert "run.json" in stream.getvalue()


def test_notes_beyond_a_screenful_are_counted(run: Run) -> None:
    for at in range(30):
        write(f"runs/{at:02}.txt", "no trace")
    write("runs/a.json", trajectory("search"))
    write("s.toolspec", "count search = 1\n")
    ran = run("check", "runs", "s.toolspec")
    assert ran.status == 0
    assert ran.err.count("note: ") == 21
    assert "10 more notes" in ran.err
