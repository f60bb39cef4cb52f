"""Links, pipes, devices, odd names, many files: each is read once or refused, and nothing waits."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Iterable, Iterator
from glob import iglob
from pathlib import Path
from typing import Any

import pytest

from tests.cli.cli_files import Run, trajectory, write
from tests.collect.sending import request, span
from toolspec.cli.paths import sorted_paths
from toolspec.dsl.errors import SpecError
from toolspec.dsl.specs import load
from toolspec.dsl.workspace.globbing import paths_matching
from toolspec.dsl.workspace.project import find_project

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="no such files here")
PIPES = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")


def judged(run: Run, *words: str) -> list[str]:
    """Return the files that were judged."""
    ran = run("check", *words, "s.toolspec", "--format", "json")
    return [entry["path"] for entry in ran.report["traces"]]


@pytest.fixture
def linked(here: Path) -> Path:
    """Make a folder of two traces, with links to itself, to `.`, and to nothing."""
    write("s.toolspec", "count search = 1\n")
    write("runs/a.json", trajectory("search"))
    write("runs/inner/b.json", trajectory("search"))
    for name in ("one", "two", "three"):
        (here / "runs" / name).symlink_to(".")
    (here / "runs/inner/up").symlink_to("..")
    (here / "runs/itself.json").symlink_to("itself.json")
    (here / "runs/nowhere.json").symlink_to("nothing.json")
    (here / "runs/again.json").symlink_to("inner/b.json")
    return here / "runs"


@POSIX
def test_a_folder_is_read_through_once_whatever_links_lie_in_it(run: Run, linked: Path) -> None:
    assert judged(run, "runs") == ["runs/a.json", "runs/again.json"]
    assert run("check", "runs", "s.toolspec").status == 0


@POSIX
def test_a_glob_ends_whatever_links_it_meets(run: Run, linked: Path) -> None:
    ran = run("check", "runs/**/*.json", "s.toolspec", "--format", "json")
    assert sorted(Path(entry["path"]).resolve().name for entry in ran.report["traces"]) == [
        "a.json",
        "b.json",
    ]
    # What was asked for by name, if only by a glob, and is not there is said.
    assert sorted(problem["path"] for problem in ran.report["problems"]) == [
        "runs/itself.json",
        "runs/nowhere.json",
    ]


@POSIX
@pytest.mark.parametrize(
    "pattern", ["**/*.json", "**", "*/*/*/*.json", "**/**/**/*.json", "runs/**/up/**/b.json"]
)
def test_each_folder_is_gone_through_once_for_each_part(
    pattern: str, linked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    scandir = os.scandir

    def counting(path: str) -> Iterator[os.DirEntry[str]]:
        opened.append(path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", counting)
    found = list(paths_matching(pattern))
    assert len(found) == len(set(found))
    assert found
    assert len(opened) <= 3 * (pattern.count("/") + 1)


@pytest.fixture
def tree(here: Path) -> Path:
    for name in ("a.json", "b.txt", ".hidden.json", "x/c.json", "x/y/d.json", "x/.h/e.json",
                 "z[1]/f.json", "q/g.json"):  # fmt: skip
        write(name, "")
    return here


@pytest.mark.parametrize(
    "pattern",
    [
        "*", "*.json", "**", "**/*", "**/*.json", "x/**", "x/**/*.json", "?/*.json", "*/", "**/",
        ".*", "**/.*", "x/.h/*", "[xq]/*.json", "[!x]/*", "z[[]1]/*", "nothing/*", "x/y/d.json",
        "./*.json", "x/../*.txt", "*/y/*.json", "**/y/**/d.json", "**/x/**", "x//*.json",
    ],
)  # fmt: skip
def test_a_glob_finds_what_pythons_own_finds(pattern: str, tree: Path) -> None:
    def plain(paths: Iterable[str]) -> list[str]:
        return sorted({os.path.normpath(path) for path in paths})

    assert plain(paths_matching(pattern)) == plain(iglob(pattern, recursive=True))  # noqa: PTH207
    absolute = str(tree / pattern)
    assert plain(paths_matching(absolute)) == plain(iglob(absolute, recursive=True))  # noqa: PTH207


@PIPES
@pytest.mark.parametrize("verb", ["check", "traces", "init", "fmt"])
def test_a_named_pipe_is_refused_and_nothing_waits_for_it(run: Run, here: Path, verb: str) -> None:
    write("s.toolspec", "count search = 1\n")
    os.mkfifo("pipe")
    ran = run(verb, "pipe", *(["s.toolspec"] if verb == "check" else []))
    assert ran.status == 2
    assert "pipe: error: " in ran.err
    assert "not a regular file" in ran.err or "not a spec" in ran.err


@PIPES
def test_a_spec_that_is_a_pipe_is_refused_and_nothing_waits_for_it(run: Run, here: Path) -> None:
    write("a.json", trajectory("search"))
    os.mkfifo("s.toolspec")
    for verb in ("check", "fmt"):
        ran = run(verb, *(["a.json"] if verb == "check" else []), "s.toolspec")
        assert ran.status == 2
        assert "this is not a regular file" in ran.err
    with pytest.raises(SpecError, match="not a regular file"):
        load("s.toolspec")


@PIPES
def test_settings_that_are_a_pipe_are_a_fault_and_nothing_waits_for_them(here: Path) -> None:
    os.mkfifo("toolspec.toml")
    project, faults = find_project(str(here))
    assert [fault.message for fault in faults] == ["cannot be read: not a regular file"]
    assert project.values is False


@PIPES
def test_a_pipe_in_a_folder_is_passed_over(run: Run, here: Path) -> None:
    write("s.toolspec", "count search = 1\n")
    write("runs/a.json", trajectory("search"))
    os.mkfifo("runs/pipe.json")
    assert judged(run, "runs") == ["runs/a.json"]
    assert "pipe.json: note: left out, not a regular file" in run("check", "runs", "s.toolspec").err


@PIPES
def test_a_glob_and_a_traces_line_refuse_a_pipe_too(run: Run, here: Path) -> None:
    write("s.toolspec", 'traces "runs/*.json"\ncount search = 1\n')
    write("runs/a.json", trajectory("search"))
    os.mkfifo("runs/pipe.json")
    for words in (("check", "s.toolspec"), ("check", "runs/*.json", "s.toolspec")):
        ran = run(*words)
        assert ran.status == 2
        assert "runs/pipe.json: error: this is not a regular file" in ran.err
        assert "standard input" in ran.err


@POSIX
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/tty", "/dev/full"])
def test_a_device_is_refused(run: Run, device: str) -> None:
    if not Path(device).exists():
        pytest.skip(f"there is no {device} here")
    write("s.toolspec", "count search = 1\n")
    ran = run("check", device, "s.toolspec")
    assert ran.status == 2
    assert "this is not a regular file" in ran.err


@POSIX
def test_a_socket_is_refused(run: Run, here: Path) -> None:
    write("s.toolspec", "count search = 1\n")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("sock")
        ran = run("check", "sock", "s.toolspec")
    assert ran.status == 2
    assert "this is not a regular file" in ran.err


ODD = ["line\nend.json", "bidi\u202ename.json", "esc\x1b[31m.json", "sur\udcffrogate.json",
       " space .json", "-dash.json", "quo\"te'.json", "zero\u200bwidth.json"]  # fmt: skip


@POSIX
@pytest.mark.parametrize("name", ODD)
def test_odd_names_are_shown_escaped_wherever_they_are_shown(
    run: Run, here: Path, name: str
) -> None:
    write("s.toolspec", "count search = 1\n")
    write(f"good/{name}", trajectory("search", "search"))
    write(f"bad/{name}", "{")
    write(f"specs/{name.removesuffix('.json')}.toolspec", "forbid a <\n")
    Path(f"folder{name}").mkdir()
    for words in (
        ("check", "good", "s.toolspec"),
        ("check", "bad", "s.toolspec"),
        ("check", f"good/{name}", f"bad/{name}", f"none/{name}", "s.toolspec"),
        ("check", f"good/{name}", "s.toolspec", "--format", "json"),
        ("check", "good", "specs"),
        ("check", f"folder{name}", "s.toolspec"),
        ("traces", "good", "bad"),
        ("fmt", "--check", "specs"),
        ("init", f"./good/{name}"),
        ("init", f"./bad/{name}"),
    ):
        ran = run(*words)
        shown = ran.out + ran.err
        assert not any(char in shown for char in "\x1b\u202e\u200b\udcff"), words
        assert "line\nend" not in shown


def test_a_folder_of_thousands_of_files_costs_few_looks_at_each(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("s.toolspec", "count search = 1\n")
    for at in range(2000):
        write(f"runs/{at}.txt", "")
    looks = 0
    lstat = os.lstat

    def counting(path: str, **named: int) -> os.stat_result:
        nonlocal looks
        looks += 1
        return lstat(path, **named)

    monkeypatch.setattr(os, "lstat", counting)
    ran = run("check", "runs", "s.toolspec")
    assert ran.status == 2
    assert looks < 2000


@pytest.mark.parametrize("verb", ["check", "traces"])
@pytest.mark.parametrize("was", ["run.running.jsonl", "run.jsonl"])
def test_a_trace_that_is_renamed_while_its_folder_is_read_through_is_read(
    run: Run, monkeypatch: pytest.MonkeyPatch, verb: str, was: str
) -> None:
    now = {"run.running.jsonl": "run.jsonl", "run.jsonl": "run.running.jsonl"}[was]
    Path("traces").mkdir()
    Path("traces", was).write_text(json.dumps(request(span(1, 1, "search"))) + "\n")
    Path("a.toolspec").write_text("require search")

    def read_through(*asked: Any) -> Any:
        listed = sorted_paths(*asked)
        if Path("traces", was).exists():
            Path("traces", was).rename(Path("traces", now))  # as `toolspec collect` does meanwhile
        return listed

    monkeypatch.setattr(f"toolspec.cli.commands.{verb}.sorted_paths", read_through)
    ran = run(verb, "traces", *(["a.toolspec"] if verb == "check" else []))
    assert (ran.status, ran.err) == (0, "")
    assert f"traces/{now}" in ran.out
