"""The command as a process of its own: pipes, statuses, and how little it loads."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.cli_files import otlp_line, trajectory, write

SOURCE = str(Path(__file__).resolve().parents[2] / "src")
HEAVY = (
    "lark", "rich", "pydantic", "dataclasses", "opentelemetry", "google.protobuf", "msgspec",
    "inspect", "asyncio", "importlib.metadata", "logging", "tomllib", "toolspec.dsl.read",
)  # fmt: skip


def process(
    *words: str, data: str | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": SOURCE, **variables}
    return subprocess.run(
        [sys.executable, "-m", "toolspec", *words],
        input=data,
        capture_output=True,
        text=True,
        check=False,
        env=env,
        encoding="utf-8",
    )


LOADED = """
import sys
from toolspec.__main__ import main
main(sys.argv[1:])
print(*sys.modules, file=sys.stderr)
"""


def loaded_by(*words: str) -> set[str]:
    """Return the modules that are loaded when a run has ended."""
    ran = subprocess.run(
        [sys.executable, "-c", LOADED, *words],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": SOURCE},
    )
    return set(ran.stderr.splitlines()[-1].split())


def test_the_status_of_the_process_is_the_contracts() -> None:
    write("good.json", trajectory("search"))
    write("bad.json", trajectory())
    write("s.toolspec", "count search = 1\n")
    assert process("check", "good.json", "s.toolspec").returncode == 0
    assert process("check", "bad.json", "s.toolspec").returncode == 1
    assert process("check", "good.json", "bad.json", "no.json", "s.toolspec").returncode == 2


def test_standard_input_and_a_pipe_without_colour() -> None:
    write("s.toolspec", "count search = 2\n")
    ran = process("check", "-", "s.toolspec", data=trajectory("search"))
    assert ran.returncode == 1
    assert "\x1b" not in ran.stdout + ran.stderr
    assert ran.stdout.startswith("FAIL standard input")


def test_a_pipe_that_is_closed_early_leaves_no_traceback() -> None:
    write("many.jsonl", "\n".join(otlp_line(at, "search") for at in range(1, 3000)))
    write("s.toolspec", "count search = 2\n")
    ran = subprocess.Popen(
        [sys.executable, "-m", "toolspec", "check", "many.jsonl", "s.toolspec"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": SOURCE},
    )
    assert ran.stdout is not None
    assert ran.stderr is not None
    ran.stdout.readline()
    ran.stdout.close()
    said = ran.stderr.read().decode()
    ran.stderr.close()
    assert ran.wait(60) == 141
    assert said == ""


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="there is no full device here")
@pytest.mark.parametrize(
    "words",
    [
        "check run.json s.toolspec",
        "check run.json s.toolspec --format json",
        "check many.jsonl s.toolspec",
        "check run.json s.toolspec --color always",
        "fmt -",
        "traces run.json",
        "init run.json",
        "explain",
        "--help",
    ],
)
def test_a_full_disk_is_no_fault_of_ours(words: str) -> None:
    write("run.json", trajectory())
    write("many.jsonl", "\n".join(otlp_line(at, "search") for at in range(1, 300)))
    write("s.toolspec", "count search = 1\n")
    with FULL.open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "toolspec", *words.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            input="count a=1\n",
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": SOURCE},
        )
    assert ran.stderr.splitlines()[-1] == (
        "toolspec: the output could not be written: No space left on device"
    )
    assert "fault" not in ran.stderr
    assert "Exception ignored" not in ran.stderr
    assert ran.returncode == 2


@pytest.mark.skipif(not FULL.exists(), reason="there is no full device here")
def test_where_no_error_can_be_said_the_status_still_tells() -> None:
    write("run.json", trajectory())
    write("s.toolspec", "count search = 1\n")
    words = [sys.executable, "-m", "toolspec", "check", "s.toolspec"]
    env = {**os.environ, "PYTHONPATH": SOURCE}
    with FULL.open("w") as full:
        for path, out in (("no.json", full), ("no.json", subprocess.PIPE)):
            ran = subprocess.run([*words, path], stdout=out, stderr=full, check=False, env=env)
            assert ran.returncode == 2


@pytest.mark.skipif(os.name != "posix", reason="a POSIX shell closes the streams")
def test_closed_streams_leave_the_status() -> None:
    write("run.json", trajectory())
    write("s.toolspec", "count search = 1\n")
    for closed in (">&-", "2>&-", ">&- 2>&-"):
        line = f"{sys.executable} -m toolspec check run.json s.toolspec {closed}"
        env = {**os.environ, "PYTHONPATH": SOURCE}
        ran = subprocess.run(line, shell=True, capture_output=True, check=False, env=env)
        assert ran.returncode == 1, ran.stderr
        assert b"fault" not in ran.stderr


def test_an_encoding_that_lacks_a_letter_does_not_end_the_run() -> None:
    write("run.json", trajectory("caf\u00e9\U0001f600"))
    write("s.toolspec", "count: * = 2\n")
    ran = process("check", "run.json", "s.toolspec", PYTHONIOENCODING="ascii")
    assert ran.returncode == 1
    assert "Traceback" not in ran.stderr


def test_a_run_with_a_kept_spec_loads_nothing_heavy() -> None:
    write("run.json", trajectory("search", "book"))
    write("s.toolspec", "order: search -> book\ncount search = 1\nforbid rm\n")
    for form in ("text", "json"):
        words = ("check", "run.json", "s.toolspec", "--format", form)
        assert "lark" in loaded_by(*words, "--no-cache")
        loaded_by(*words)
        loaded = loaded_by(*words)
        assert "toolspec.cli.app" in loaded
        heavy = {name for name in loaded if name.startswith(HEAVY)}
        assert not heavy, f"a run that needs none of it loads {sorted(heavy)}"


def test_the_first_run_loads_no_more_than_the_parser() -> None:
    write("run.json", trajectory("search", "book"))
    write("s.toolspec", "order: search -> book\n")
    loaded = loaded_by("check", "run.json", "s.toolspec")
    heavy = {"rich", "pydantic", "msgspec", "asyncio", "opentelemetry"}
    assert not {name for name in loaded if name.split(".")[0] in heavy}


def test_importing_the_package_loads_next_to_nothing() -> None:
    code = (
        "import sys; before = set(sys.modules); import toolspec; print(*set(sys.modules) - before)"
    )
    env = {**os.environ, "PYTHONPATH": SOURCE}
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env
    )
    assert set(ran.stdout.split()) <= {"toolspec", "__future__"}


MOST_MEMORY = """
import resource, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from toolspec.__main__ import main
main([WORDS])
status = Path("/proc/self/status")
if status.exists():  # `ru_maxrss` begins with what the process that started this one held
    print(status.read_text().partition("VmHWM:")[2].split()[0])
else:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_a_long_file_of_lines_is_judged_as_it_is_read() -> None:
    with Path("long.jsonl").open("w") as file:
        for at in range(1, 20_001):
            file.write(otlp_line(at, "search", "book", value="v" * 300) + "\n")
    assert Path("long.jsonl").stat().st_size > 20_000_000
    write("s.toolspec", "order: search -> book\n")
    code = MOST_MEMORY.replace("WORDS", "'check', 'long.jsonl', 's.toolspec', '-q'")
    words = [sys.executable, "-c", code, SOURCE]
    ran = subprocess.run(words, capture_output=True, text=True, check=True)
    assert ran.stderr == ""
    assert int(ran.stdout) < 120_000, "kilobytes held at most"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_named_pipe_that_nobody_writes_to_is_refused_at_once(tmp_path: Path) -> None:
    pipe, spec = tmp_path / "pipe", write(str(tmp_path / "s.toolspec"), "forbid a\n")
    os.mkfifo(pipe)
    ended = process("check", str(pipe), str(spec))
    assert ended.returncode == 2
    assert "this is not a regular file" in ended.stderr
