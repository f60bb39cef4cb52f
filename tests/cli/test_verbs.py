"""The verbs beside `check`: fmt, traces, init, schema, completion, and help."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import toolspec
from tests.cli.cli_files import Run, otlp_line, trajectory, write
from toolspec.cli.commands import VERBS
from toolspec.cli.schema import CheckReport, report_schema
from toolspec.dsl.workspace.project import FORMATS

UNTIDY = "forbid   rm\n\n\n\ncount   a=1   # why\n"
ROOT = Path(__file__).resolve().parents[2]


# help and mistakes


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_a_help_with_an_example(run: Run, verb: str) -> None:
    ran = run(verb, "--help")
    assert ran.status == 0
    assert f"usage: toolspec {verb}" in ran.out
    assert f"  toolspec {verb}" in ran.out or "eval" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 105


def test_the_overview_lists_every_verb_and_shows_how_to_begin(run: Run) -> None:
    ran = run("--help")
    assert ran.status == 0
    for verb, says in VERBS.items():
        assert verb in ran.out
        assert says in ran.out
    assert "toolspec check run.json" in ran.out
    assert run().status == 2
    assert run("help", "check").out == run("check", "--help").out


def test_the_version_is_the_distributions(run: Run) -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert run("--version").out == f"toolspec {toolspec.__version__}\n"
    assert toolspec.__version__ == project["version"]


def test_a_wrong_verb_gets_the_one_that_may_be_meant(run: Run) -> None:
    ran = run("chek", "a.json")
    assert ran.status == 2
    assert "did you mean `check`?" in ran.err
    assert "verbs are check, fmt" in run("xyzzy").err
    assert "a verb comes first: toolspec check s.toolspec" in run("s.toolspec").err
    assert run("--frobnicate").status == 2
    assert run("check", "--frobnicate").status == 2


def test_a_fault_of_our_own_is_owned_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from toolspec.__main__ import main
    from toolspec.cli.commands import check

    def broken(options: object) -> int:
        raise ValueError("a value that may be secret")

    monkeypatch.setattr(check, "run", broken)
    assert main(["check", "x"]) == 2
    said = capsys.readouterr().err
    assert "a fault in toolspec itself" in said
    assert "ValueError at test_verbs.py:" in said
    assert "secret" not in said
    assert said.count("\n") == 1


def test_an_interrupt_ends_with_status_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from toolspec.__main__ import main
    from toolspec.cli.commands import check

    def interrupted(options: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(check, "run", interrupted)
    assert main(["check", "x"]) == 130
    assert capsys.readouterr().err == "toolspec: interrupted\n"


# fmt


def test_fmt_lays_a_file_out_and_leaves_it_so(run: Run) -> None:
    file = write("s.toolspec", UNTIDY)
    assert run("fmt", "s.toolspec").status == 0
    once = file.read_text()
    assert once != UNTIDY
    assert "# why" in once
    ran = run("fmt", "s.toolspec")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert file.read_text() == once


def test_fmt_check_changes_nothing_and_says_what_would(run: Run) -> None:
    file = write("specs/s.toolspec", UNTIDY)
    ran = run("fmt", "--check", "specs")
    assert ran.status == 1
    assert "specs/s.toolspec would change" in ran.out
    assert file.read_text() == UNTIDY
    run("fmt", "specs")
    assert run("fmt", "--check", "specs").status == 0


def test_fmt_diff_shows_the_change(run: Run) -> None:
    file = write("s.toolspec", UNTIDY)
    ran = run("fmt", "--diff", "s.toolspec")
    assert ran.status == 0
    assert "-forbid   rm\n+forbid rm\n" in ran.out
    assert file.read_text() == UNTIDY
    assert run("fmt", "--check", "--diff", "s.toolspec").status == 1


def test_fmt_of_standard_input_goes_to_standard_output(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(UNTIDY.encode())))
    ran = run("fmt", "-")
    assert ran.status == 0
    assert ran.out.startswith("forbid rm\n")


def test_fmt_leaves_a_broken_file_alone_and_a_link_a_link(run: Run) -> None:
    file = write("bad.toolspec", "forbid   rm\nforbid = \n")
    write("good.toolspec", UNTIDY)
    Path("link.toolspec").symlink_to("good.toolspec")
    ran = run("fmt", "bad.toolspec", "link.toolspec")
    assert ran.status == 2
    assert "bad.toolspec:2:" in ran.err
    assert file.read_text() == "forbid   rm\nforbid = \n"
    assert Path("link.toolspec").is_symlink()
    assert Path("good.toolspec").read_text().startswith("forbid rm\n")
    assert run("fmt", "trace.json").status == 2


# traces


def test_traces_shows_what_was_read_and_no_value(run: Run) -> None:
    write("run.json", trajectory(("view", {"path": "SECRET"}, "SECRET"), ("view", {}, None), "rm"))
    ran = run("traces", "run.json")
    assert ran.status == 0
    assert "run.json: 1 trace (vally, json)" in ran.out
    assert "view     2  <path>; 1 never completed" in ran.out
    assert "rm       1  no arguments" in ran.out
    assert "SECRET" not in ran.out


def test_traces_as_json_counts_calls_keys_and_what_is_missing(run: Run) -> None:
    write("run.json", trajectory(("view", {"path": "x"}, "y"), ("view", {}, None)))
    write("many.jsonl", f"{otlp_line(1, 'a')}\n{otlp_line(2, 'b', 'b')}")
    report = run("traces", "run.json", "many.jsonl", "--format", "json").report
    first, second = report["files"]
    assert first["format"] == "vally"
    [tool] = first["traces"][0]["tools"]
    assert tool == {
        "name": "view",
        "calls": 2,
        "arguments": {"path": 1},
        "missing": {"arguments": 0, "result": 1, "completion": 1},
    }
    assert [trace["calls"] for trace in second["traces"]] == [1, 2]
    assert second["dialects"] == ["openinference"]


def test_traces_refuses_what_it_cannot_read_and_shows_the_rest(run: Run) -> None:
    write("a.json", trajectory("search"))
    write("b.json", "nothing")
    ran = run("traces", "a.json", "b.json", "c.json")
    assert ran.status == 2
    assert "a.json: 1 trace" in ran.out
    assert "b.json: error: not a format I know" in ran.err
    assert "c.json: error: no such file" in ran.err


def test_traces_of_every_real_file_ends_in_an_answer(run: Run, shared: Path) -> None:
    files = sorted(path for path in (shared / "traces").rglob("*") if path.is_file())
    small = [path for path in files if path.stat().st_size < 1_000_000]
    assert len(small) > 50
    ran = run("traces", *small, "--format", "json")
    assert ran.status in (0, 2)
    # A file may hold traces, and others that cannot be judged.
    answered = {said["path"] for said in (*ran.report["files"], *ran.report["problems"])}
    assert answered == set(map(str, small))


# init


@pytest.mark.parametrize(
    "text",
    [
        trajectory("search", "book", ("pay", {"amount": 3, "to": "x\u202e\n"}, "ok")),
        trajectory(),
        trajectory(*(["poll"] * 40), "stop"),
        trajectory("order", "count", "strict", "a b", 'q"uote', "a->b", "*", "traces", "x:"),
        trajectory(("view", {"a b": {"k": [1.5, None, "y" * 500]}})),
        trajectory("\x1b[31m", "\u202e", "é", "#x", "@y", "/re/"),
        f"{otlp_line(1, 'a', 'b', 'b')}\n{otlp_line(2, 'a', 'c', 'b')}",
        f"{otlp_line(1, 'a', 'b')}\n{otlp_line(2, 'b', 'a')}",
        f"{otlp_line(1, 'a')}\n{otlp_line(2, 'b')}",
        trajectory(*(f"tool_{at}_of_a_rather_long_name" for at in range(60))),
    ],
)
def test_init_writes_a_spec_that_passes_on_its_trace(run: Run, text: str) -> None:
    write("run.json", text)
    assert run("init", "run.json", "-o", "specs/first.toolspec").status == 2, "no such folder"
    Path("specs").mkdir()
    ran = run("init", "run.json", "-o", "specs/first.toolspec")
    assert ran.status == 0, ran.err
    written = Path("specs/first.toolspec").read_text()
    assert run("init", "run.json", "-o", "specs/first.toolspec").status == 2
    assert Path("specs/first.toolspec").read_text() == written, "what exists is left alone"
    assert all(line.isprintable() for line in written.splitlines())
    assert max(map(len, written.splitlines())) < 500
    assert run("fmt", "--check", "specs").status == 0, "it is laid out as fmt would"
    ran = run("check", "specs/first.toolspec", "--format", "json")
    assert ran.status == 0, ran.out
    for line in written.splitlines():
        if line.startswith("# args "):
            spec = toolspec.parse(line[2:])
            assert all(spec.check(trace).passed for trace in toolspec.load_traces("run.json"))


def test_init_bounds_how_often_tools_are_called_where_traces_share_none(run: Run) -> None:
    write("run.jsonl", f"{otlp_line(1, 'a', 'a', 'c')}\n{otlp_line(2, 'b')}")
    written = run("init", "run.jsonl").out
    assert "# These 2 traces share no tool.\n# For a spec that says more, put one" in written
    bounds = "count: a <= 2, c <= 1, b <= 1\n"
    assert f"## No tool is called more times than in these traces.\n{bounds}" in written
    assert "args" not in written
    write("more.jsonl", otlp_line(1, "b", "b"))
    write("s.toolspec", written)
    assert run("check", "run.jsonl", "s.toolspec").status == 0
    assert run("check", "more.jsonl", "s.toolspec").status == 1


def test_init_suggests_arguments_that_hold_on_each_trace(run: Run) -> None:
    lines = [otlp_line(1, "a", "b", value="x"), otlp_line(2, "b", "a", value="x")]
    write("same.jsonl", "\n".join(lines))
    assert '# args a subset <x: "x">' in run("init", "same.jsonl").out
    write("other.jsonl", "\n".join([lines[0], otlp_line(2, "b", "a", value="y")]))
    assert "# args a subset <x: ...>" in run("init", "other.jsonl").out
    write("apart.jsonl", "\n".join([otlp_line(1, "a", "b"), otlp_line(2, "b")]))
    assert '# args b subset <x: "v">' in run("init", "apart.jsonl").out
    write("keys.jsonl", "\n".join([lines[0], lines[1].replace('\\"x\\": ', '\\"z\\": ')]))
    assert "args" not in run("init", "keys.jsonl").out


def test_init_names_a_path_as_a_shell_takes_it(run: Run) -> None:
    write("run.json", trajectory("a"))
    Path("sub dir").mkdir()
    ran = run("init", "run.json", "-o", "sub dir/it's.toolspec")
    assert ran.err == (
        """wrote sub dir/it's.toolspec: toolspec check 'sub dir/it'"'"'s.toolspec'\n"""
    )


def test_init_goes_to_standard_output_and_holds_no_value_when_asked(run: Run) -> None:
    write("run.json", trajectory(("pay", {"to": "SECRET"})))
    assert "SECRET" in run("init", "run.json").out
    ran = run("init", "run.json", "--no-values")
    assert "SECRET" not in ran.out
    assert "# args pay subset <to: ...>" in ran.out
    assert 'traces "run.json"' in ran.out
    assert run("init", "nowhere.json").status == 2
    assert run("init", "run.json", "-o", "first.txt").status == 2


# schema


def test_the_published_schema_is_current(run: Run) -> None:
    printed = json.loads(run("schema").out)
    published = json.loads((ROOT / "docs" / "report.schema.json").read_text())
    assert printed == published == report_schema(), "toolspec schema > docs/report.schema.json"


def test_every_key_of_a_report_is_documented() -> None:
    table = (ROOT / "docs" / "report.md").read_text().split("\n## Statuses\n", 1)[0]
    listed = [line.split("`")[1] for line in table.splitlines() if line[:3] == "| `"]
    assert sorted(listed) == sorted(CheckReport.model_fields)


def test_real_reports_are_as_the_schema_says(run: Run) -> None:
    write("run.json", trajectory("search", ("view", {"a": 1}, None)))
    write("s.toolspec", "tool @u = x\norder: a -> search\nforbid view result /x/\nargs view <>\n")
    write("bad.toolspec", "count = = 1\n")
    words = ["check", "run.json", "s.toolspec", "bad.toolspec", "nowhere.json"]
    ran = run(*words, "--format", "json", "--fail-under", "0.5")
    report = CheckReport.model_validate_json(ran.out)
    for entry in (report, report.traces[0], report.traces[0].rules[0], report.problems[0]):
        assert not entry.model_extra, "a key the schema does not describe"
    assert {problem.severity for problem in report.problems} == {"error", "warning"}


# completion


def completed(*words: str) -> list[str]:
    script = subprocess.run(
        [sys.executable, "-m", "toolspec", "completion", "bash"],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"},
    ).stdout
    quoted = " ".join(f"'{word}'" for word in words)
    asked = f"{script}\nCOMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _shtab_toolspec\n"
    asked += 'printf "%s\\n" "${COMPREPLY[@]}"'
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash here")
    ran = subprocess.run([bash, "-c", asked], capture_output=True, text=True, check=True)
    assert ran.stderr == ""
    return ran.stdout.split()


def test_bash_completes_verbs_options_values_files_and_codes() -> None:
    write("run.json", "")
    write("two words.toolspec", "")
    assert completed("toolspec", "ch") == ["check"]
    assert set(completed("toolspec", "")) >= set(VERBS)
    assert completed("toolspec", "check", "--no-v") == ["--no-values"]
    assert completed("toolspec", "check", "x.json", "--format", "m") == ["matrix"]
    assert completed("toolspec", "check", "--format", "") == list(FORMATS)
    assert completed("toolspec", "check", "r") == ["run.json"]
    assert " ".join(completed("toolspec", "check", "two")) == "two words.toolspec"
    assert completed("toolspec", "explain", "ord") == ["order"]
    assert completed("toolspec", "explain", "reg") == ["regex"]
    assert "TS101" in completed("toolspec", "explain", "TS1")
    assert completed("toolspec", "completion", "z") == ["zsh"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_taken_by_their_shells(run: Run, shell: str) -> None:
    ran = run("completion", shell)
    assert ran.status == 0
    for verb in VERBS:
        assert verb in ran.out
    found = shutil.which(shell)
    if found is not None:
        subprocess.run([found, "-n"], input=ran.out, text=True, check=True)


def test_init_writes_no_spec_from_a_trace_that_may_lack_calls(run: Run) -> None:
    response = {
        "name": "chat m",
        "context": {"trace_id": "0x" + "ab" * 16, "span_id": "0x" + "01" * 8},
        "start_time": "2026-01-01T00:00:00Z",
        "end_time": "2026-01-01T00:00:01Z",
        "attributes": {
            "gen_ai.operation.name": "chat",
            "gen_ai.response.finish_reasons": ["tool_calls"],
        },
    }
    write("run.json", json.dumps([response]))
    ran = run("init", "run.json")
    assert ran.status == 2
    assert "no spec: calls may be missing: a model response ended in a tool call" in ran.err
