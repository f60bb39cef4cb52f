"""Files that are broken, foreign, hostile or missing: said with their place, nothing else lost."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.amounts import amount
from tests.cli.cli_files import Ran, Run, otlp_line, trajectory, write
from toolspec.cli.cache import Cache
from toolspec.cli.spec_files import load_specs
from toolspec.dsl.errors import SpecError
from toolspec.dsl.specs import load
from toolspec.dsl.workspace.spec_file import FILE_BYTES_MAX


@pytest.fixture
def checked(run: Run) -> Run:
    """Check one file beside a good one, which must be judged whatever the other holds."""
    write("good.json", trajectory("search"))
    write("s.toolspec", "count search = 1\n")

    def checked(path: str, *options: str) -> Ran:
        ran = run("check", path, "good.json", "s.toolspec", "--format", "json", *options)
        assert "good.json" in [entry["path"] for entry in ran.report["traces"]]
        return ran

    return checked


def refused(ran: Ran, path: str, *said: str) -> None:
    """Assert that just this file was refused, in these words."""
    assert ran.status == 2
    [problem] = ran.report["problems"]
    assert problem["path"] == path
    for words in said:
        assert words in problem["message"], problem
    assert f"{path}:" in ran.err
    assert ran.report["passed"] is False


def test_what_is_no_json_is_refused_with_its_place(checked: Run) -> None:
    write("bad.json", '{"events": [\n  {"type": tool_call}\n]}')
    ran = checked("bad.json")
    refused(ran, "bad.json", "no JSON")
    assert "bad.json:2:12: error:" in ran.err
    assert '2 |   {"type": tool_call}\n  |            ^' in ran.err


def test_plain_text_is_no_format_that_is_known(checked: Run) -> None:
    write("bad.json", "hello\n")
    refused(checked("bad.json"), "bad.json", "not a format I know")


def test_a_file_that_breaks_off_says_how_far_it_was_good(checked: Run) -> None:
    write(
        "cut.jsonl", f"{otlp_line(1, 'search')}\n{otlp_line(2, 'search')}\n{otlp_line(3, 'x')[:90]}"
    )
    ran = checked("cut.jsonl")
    refused(ran, "cut.jsonl", "breaks off", "2 complete documents")
    assert ran.report["problems"][0]["line"] == 3
    assert "--salvage" in ran.report["problems"][0]["hint"]
    assert len(ran.report["traces"]) == 1


def test_salvage_judges_what_is_complete_and_says_so(checked: Run) -> None:
    write(
        "cut.jsonl", f"{otlp_line(1, 'search')}\n{otlp_line(2, 'search')}\n{otlp_line(3, 'x')[:90]}"
    )
    ran = checked("cut.jsonl", "--salvage")
    assert ran.status == 0
    assert len(ran.report["traces"]) == 3
    assert any("breaks off" in note["text"] for note in ran.report["notes"])
    assert "breaks off" in ran.err


def test_an_attribute_cut_in_the_middle_is_not_recorded_rather_than_empty(run: Run) -> None:
    line = otlp_line(1, "search").replace('{\\"x\\": \\"v\\"}', '{\\"x\\": \\"v')
    write("cut.json", line)
    write("s.toolspec", "args search <>\n")
    ran = run("check", "cut.json", "s.toolspec", "--format", "json")
    assert ran.status == 1
    assert ran.report["traces"][0]["rules"][0]["status"] == "unknown"


def test_a_wrong_encoding_is_refused_with_the_byte_and_its_place(checked: Run) -> None:
    write("latin.json", trajectory("caf").replace("caf", "caf\xe9").encode("latin-1"))
    write("bytes.json", b'{"events": "caf\xe9"}')
    refused(checked("bytes.json"), "bytes.json", "not UTF-8", "0xe9")


def test_a_byte_order_mark_and_windows_line_ends_are_fine(run: Run) -> None:
    write("run.json", b"\xef\xbb\xbf" + trajectory("search").replace("\n", "\r\n").encode())
    write("s.toolspec", b"\xef\xbb\xbf# first\r\ncount search = 1\r\nforbid rm\r\n")
    ran = run("check", "run.json", "s.toolspec", "--format", "json")
    assert ran.status == 0
    assert [rule["line"] for rule in ran.report["traces"][0]["rules"]] == [2, 3]
    assert ran.report["traces"][0]["rules"][0]["source"] == "count search = 1"


def test_utf_16_with_its_mark_is_read(run: Run) -> None:
    write("run.json", trajectory("search").encode("utf-16"))
    write("s.toolspec", "count search = 1\n")
    assert run("check", "run.json", "s.toolspec").status == 0


def test_an_empty_file_is_refused(checked: Run) -> None:
    write("empty.json", "")
    refused(checked("empty.json"), "empty.json", "empty")


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_a_hundred_thousand_levels_are_refused(checked: Run, opening: str) -> None:
    write("deep.json", opening * 100_000)
    refused(checked("deep.json"), "deep.json")
    closing = "]" if opening == "[" else "}"
    write("deep.json", opening * 100_000 + "1" + closing * 100_000)
    refused(checked("deep.json"), "deep.json", "nested too deep")


def test_duplicate_keys_count_the_last_one_with_a_note(checked: Run) -> None:
    text = trajectory("search").replace(
        '"toolName": "search"', '"toolName": "x", "toolName": "search"'
    )
    write("twice.json", text)
    ran = checked("twice.json")
    assert ran.status == 0
    assert "`toolName` stands twice" in ran.err


def test_numbers_json_does_not_know_are_read_with_a_note(checked: Run) -> None:
    write("nan.json", trajectory(("search", {"x": 1})).replace('"x": 1', '"x": NaN'))
    ran = checked("nan.json")
    assert ran.status == 0
    assert "`NaN` is no JSON" in ran.err


def test_a_number_of_a_hundred_thousand_digits_is_read(checked: Run) -> None:
    write("long.json", trajectory(("search", {"x": 1})).replace('"x": 1', '"x": ' + "7" * 100_000))
    assert checked("long.json").status == 0


def test_an_empty_folder_holds_nothing_to_judge(run: Run, here: Path) -> None:
    (here / "void").mkdir()
    write("s.toolspec", "count search = 1\n")
    write("named.toolspec", 'traces "run.json"\ncount search = 1\n')
    write("run.json", trajectory("search"))
    for words in (["s.toolspec"], [], ["named.toolspec"]):
        ran = run("check", "void", *words)
        assert ran.status == 2
        assert ran.out == "", "traces that were not named are judged"
        assert "void: error: this folder holds no file to read\n" in ran.err
        assert "help: traces and specs are looked for at any depth; hidden files" in ran.err
    assert "void: error: this folder holds no file" in run("traces", "void").err


def test_a_folder_of_specs_named_as_traces_is_not_replaced_by_others(run: Run) -> None:
    write("specs/a.toolspec", "forbid rm\n")
    write("named.toolspec", 'traces "run.json"\ncount search = 1\n')
    write("run.json", trajectory("search"))
    ran = run("check", "specs", "named.toolspec")
    assert (ran.status, ran.out) == (2, "")
    assert "no trace to judge" in ran.err


@pytest.mark.parametrize("options", [[], ["-q"], ["--no-values"]])
def test_a_folder_without_a_trace_is_said_to_hold_none(run: Run, options: list[str]) -> None:
    write("notes/a.txt", "hello")
    write("s.toolspec", "count search = 1\n")
    ran = run("check", "notes", "s.toolspec", *options)
    assert ran.status == 2
    assert "error: nothing was judged: notes/a.txt holds no trace\n" in ran.err
    write("notes/b.json", '{"a": 1}')
    ran = run("check", "notes", "s.toolspec", *options)
    assert "error: nothing was judged: none of the 2 files holds a trace\n" in ran.err
    write("notes/run.json", trajectory("search"))
    write("s.toolspec", 'case "other" {\n  count search = 1\n}\n')
    ran = run("check", "notes", "s.toolspec", *options)
    assert "error: nothing was judged: no rule applies to any of the traces\n" in ran.err


def test_a_missing_file_is_refused(checked: Run) -> None:
    ran = checked("nowhere.json")
    refused(ran, "nowhere.json", "no such file")


def test_a_folder_named_like_a_spec_is_read_through(run: Run, here: Path) -> None:
    (here / "dir.toolspec").mkdir()
    write("dir.toolspec/run.json", trajectory("search"))
    write("s.toolspec", "count search = 1\n")
    assert run("check", "dir.toolspec", "s.toolspec").status == 0


def test_a_file_that_may_not_be_read_is_refused(checked: Run) -> None:
    write("locked.json", trajectory("search")).chmod(0)
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    refused(checked("locked.json"), "locked.json", "permission")


AS_NOBODY = """
import os, sys
sys.path.insert(0, sys.argv[1])
from toolspec.__main__ import main
assert main(["check", "good.json", "s.toolspec", "--quiet"]) == 0  # all imports are done now
os.seteuid(65534)
sys.exit(main(["check", "locked.json", "good.json", "s.toolspec", "--no-cache"]))
"""


def test_who_is_not_root_is_told_that_a_file_may_not_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can become somebody else; another test is for everybody else")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        monkeypatch.chdir(folder)
        write("locked.json", trajectory("search")).chmod(0)
        write("good.json", trajectory("search"))
        write("s.toolspec", "count search = 1\n")
        home = str(Path(__file__).resolve().parents[2] / "src")
        words = [sys.executable, "-c", AS_NOBODY, home]
        ran = subprocess.run(words, capture_output=True, text=True, check=False)
        monkeypatch.undo()
    assert ran.returncode == 2, ran.stderr
    assert "locked.json: error: may not be read: permission denied" in ran.stderr
    assert "pass good.json" in ran.stdout


def test_a_format_that_is_not_read_ends_in_a_clear_word(checked: Run) -> None:
    write("tau.json", '[{"reward": 1.0, "task_id": 3, "traj": []}]')
    refused(checked("tau.json"), "tau.json", "not a format I know")


def test_a_spec_in_a_wrong_encoding_is_refused_with_its_place(run: Run) -> None:
    write("run.json", trajectory("search"))
    write("s.toolspec", b'count search = 1\nforbid "caf\xe9"\n')
    ran = run("check", "run.json", "s.toolspec")
    assert ran.status == 2
    assert "s.toolspec:2:12: error: not UTF-8: byte 0xe9" in ran.err


SPECS = {
    "a byte order mark": b"\xef\xbb\xbfforbid search\n",
    "a wrong byte": b"forbid \xe9\n",
    "a wrong byte behind a byte order mark": b"\xef\xbb\xbfforbid a\nforbid \xe9\n",
    "a byte too many": b"#" * (FILE_BYTES_MAX + 1),
}


@pytest.mark.parametrize("name", SPECS)
def test_a_spec_means_the_same_to_the_command_line_and_to_python(name: str) -> None:
    write("s.toolspec", SPECS[name])
    specs, refusals = load_specs(["s.toolspec"], Cache(None))
    try:
        spec = load("s.toolspec")
    except SpecError as error:
        [found], [refusal] = error.diagnostics, refusals
        assert refusal.message == found.message
        place = (found.line, found.column) if found.source.text else (None, None)
        assert (refusal.line, refusal.column) == place
    else:
        assert specs == [spec]
        assert [rule.origin.column for rule in spec.rules] == [1]


def test_settings_that_cannot_be_a_spec_do_not_hide_what_can_be_judged(run: Run) -> None:
    write("run.json", trajectory("search"))
    write("s.toolspec", "count search = 1\n")
    ran = run("check", "run.json", "s.toolspec", "/dev/null" if os.name == "posix" else "NUL")
    assert ran.status == 2
    assert "pass run.json" in ran.out


@pytest.mark.parametrize("shape", ["text", "numbers", "spans"])
def test_many_megabytes_on_one_line_end_within_bounds(here: Path, shape: str) -> None:
    size = amount(64, 200) * 1024 * 1024
    with (here / "long.json").open("w") as file:
        if shape == "text":
            file.write('{"events": "')
            for _ in range(size >> 20):
                file.write("x" * (1 << 20))
            file.write('"}')
        elif shape == "numbers":
            file.write("[1")
            for _ in range(size >> 20):
                file.write(", 1" * ((1 << 20) // 3))
            file.write("]")
        else:
            file.write('{"resourceSpans": [{"scopeSpans": [{"spans": [')
            one = otlp_line(1, "search", value="v" * 1000)
            span = one.split('"spans": [', 1)[1].rsplit("]}]}]}", 1)[0]
            count = size // len(span)
            file.write(", ".join([span] * (count - 1)))
            file.write(", " + span + "]}]}]}")
    write("s.toolspec", "count search >= 1\n")
    # The child bounds itself: to run code between fork and exec can hang where threads run.
    bounded = (
        f"import resource, runpy, sys; most = {(512 << 20) + 13 * size}; "
        "resource.setrlimit(resource.RLIMIT_AS, (most, most)); "
        "sys.argv = ['toolspec', 'check', 'long.json', 's.toolspec']; "
        "runpy.run_module('toolspec', run_name='__main__')"
    )
    words = [sys.executable, "-c", bounded]
    home = str(Path(__file__).resolve().parents[2] / "src")
    ran = subprocess.run(
        words,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, "PYTHONPATH": home},
    )
    assert ran.returncode == (0 if shape == "spans" else 2), ran.stderr[-500:]
    assert "Traceback" not in ran.stderr
    if shape != "spans":
        assert "long.json" in ran.stderr


def test_a_line_cut_in_the_middle_is_named_and_salvage_judges_the_lines_after_it(run: Run) -> None:
    cut = otlp_line(2, "search")
    cut = cut[: cut.index("[") + 1]
    write("cut.jsonl", f"{otlp_line(1, 'search')}\n{cut}\n{otlp_line(3, 'delete_user')}\n")
    write("s.toolspec", "forbid delete_user\n")
    ran = run("check", "cut.jsonl", "s.toolspec")
    assert ran.status == 2
    assert f"cut.jsonl:2:{len(cut) + 1}: error: the line breaks off" in ran.err
    assert "--salvage keeps what is complete" in ran.err
    ran = run("check", "cut.jsonl", "s.toolspec", "--salvage")
    assert ran.status == 1
    assert "2 traces: 1 passed, 1 did not" in ran.out
    assert "cut.jsonl:2: note: 1 broken line left out: the line breaks off" in ran.err
