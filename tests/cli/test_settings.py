"""Settings from `toolspec.toml` and `pyproject.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import pytest

from tests.cli.cli_files import Run, trajectory, write
from toolspec.dsl.workspace.project import KEYS, Project, find_project


def test_the_settings_name_specs_traces_and_what_to_leave_out(run: Run) -> None:
    write(
        "toolspec.toml", 'specs = ["s.toolspec"]\ntraces = ["runs/*.json"]\nexclude = ["b.json"]\n'
    )
    write("runs/a.json", trajectory("search"))
    write("runs/b.json", trajectory())
    write("s.toolspec", "count search = 1\n")
    ran = run("check", "--format", "json")
    assert ran.status == 0
    assert [entry["path"] for entry in ran.report["traces"]] == ["runs/a.json"]


def test_a_specs_own_traces_lines_go_before_those_of_the_settings(run: Run) -> None:
    write("toolspec.toml", 'traces = ["a.json"]\n')
    write("a.json", trajectory("search"))
    write("b.json", trajectory("search"))
    write("own.toolspec", 'traces "b.json"\ncount search = 1\n')
    write("none.toolspec", "count search = 1\n")
    ran = run("check", "own.toolspec", "none.toolspec", "--format", "json")
    pairs = {(entry["spec"], entry["path"]) for entry in ran.report["traces"]}
    assert pairs == {("own.toolspec", "b.json"), ("none.toolspec", "a.json")}


def test_the_nearest_settings_count_and_their_paths_are_their_own(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("toolspec.toml", 'specs = ["s.toolspec"]\ntraces = ["runs/*.json"]\nfail-under = 0.5\n')
    write("s.toolspec", "count search = 1\ncount book = 1\n")
    write("runs/a.json", trajectory("search"))
    (here / "deep" / "er").mkdir(parents=True)
    monkeypatch.chdir(here / "deep" / "er")
    ran = run("check", "--format", "json")
    assert ran.status == 0
    assert ran.report["traces"][0]["path"] == "../../runs/a.json"
    write("toolspec.toml", 'specs = ["../../s.toolspec"]\ntraces = ["../../runs"]\n')
    assert run("check").status == 1


def test_pyproject_counts_only_with_a_table_of_ours(run: Run, here: Path) -> None:
    write("a.json", trajectory("search"))
    write("s.toolspec", "count search = 2\n")
    write("toolspec.toml", 'format = "json"\n')
    (here / "sub").mkdir()
    write("pyproject.toml", '[project]\nname = "toolspec-user"\n')
    assert run("check", "a.json", "s.toolspec").report["passed"] is False
    write("toolspec.toml", "")
    assert run("check", "a.json", "s.toolspec").out.startswith("FAIL")
    Path("toolspec.toml").unlink()
    write("pyproject.toml", "[tool.toolspec]\nquiet = true\nfail-under = 0\nvalues = false\n")
    ran = run("check", "a.json", "s.toolspec")
    assert ran.status == 0
    assert "1 trace" not in ran.out


def test_the_command_line_goes_before_the_settings(run: Run) -> None:
    write("toolspec.toml", 'format = "json"\nfail-under = 0.1\n')
    write("a.json", trajectory("search"))
    write("s.toolspec", "count search = 1\ncount book = 1\n")
    ran = run("check", "a.json", "s.toolspec", "--format", "text", "--fail-under", "0.9")
    assert ran.status == 1
    assert ran.out.startswith("FAIL a.json")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("excludes = []", "no setting `excludes`; did you mean `exclude`?"),
        ("wild = 1", "no setting `wild`; settings are specs, traces"),
        ('traces = "runs"', "`traces` takes a list of texts"),
        ("fail-under = 80", "`fail-under` takes a number from 0 to 1"),
        ('quiet = "yes"', "`quiet` takes true or false"),
        ('format = "xml"', "`format` takes text or json"),
        ("= 3", "no TOML"),
    ],
)
def test_a_wrong_setting_is_refused_with_its_place(run: Run, line: str, said: str) -> None:
    write("toolspec.toml", f"# settings\n{line}\n")
    write("a.json", trajectory("search"))
    write("s.toolspec", "count search = 1\n")
    ran = run("check", "a.json", "s.toolspec")
    assert ran.status == 2
    assert said in ran.err
    assert "toolspec.toml:2: error" in ran.err or "no TOML" in said
    assert "pass a.json" in ran.out, "what could be judged is still reported"


BROKEN = [
    ("pyproject.toml", "[tool.toolspec]\nvalues = false\n[tool.other]\nlist = [\n", "no TOML: "),
    ("pyproject.toml", "[tool.toolspec]\nvalues = false\nfail-under = 0.\n", "no TOML: "),
    ("pyproject.toml", b"[tool.toolspec]\nvalues = false # \xff\n", "no TOML: "),
    ("pyproject.toml", "[tool]\ntoolspec = 3\n", ":2: error: `tool.toolspec` is not a table"),
    ("pyproject.toml", "[tool]\ntoolspec = ['values = false']\n", "`tool.toolspec` is not a table"),
    ("toolspec.toml", "values = false\nlist = [\n", "no TOML: "),
    ("toolspec.toml", "values = false\nfail-under = " + "1" * 5000, "no TOML: "),
    ("toolspec.toml", "values = 'false'\n", ":1: error: `values` takes true or false"),
    ("toolspec.toml", "value = false\n", "did you mean `values`?"),
]


@pytest.mark.parametrize(("name", "text", "said"), BROKEN)
def test_a_broken_settings_file_is_refused_and_shows_no_value(
    run: Run, name: str, text: str | bytes, said: str
) -> None:
    write(name, text)
    write("a.json", trajectory(("pay", {"card": "4111"})))
    write("s.toolspec", "forbid pay\n")
    ran = run("check", "a.json", "s.toolspec")
    assert ran.status == 2
    assert f"{name}:" in ran.err
    assert said in ran.err
    assert "FAIL a.json" in ran.out, "what could be judged is still reported"
    assert "4111" not in ran.out + ran.err


def test_a_fault_beside_values_that_may_be_shown_hides_none(here: Path) -> None:
    write("toolspec.toml", "values = true\nquiet = 3\n")
    project, faults = find_project(str(here))
    assert project.values is True
    assert [fault.line for fault in faults] == [2]


@pytest.mark.parametrize("name", ["toolspec.toml", "pyproject.toml"])
def test_a_settings_file_that_may_not_be_read_is_a_fault(
    here: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(name, "[tool.toolspec]\nvalues = false\n")

    def refuse(file: str) -> NoReturn:
        if Path(file) == path.resolve():
            raise PermissionError(13, "Permission denied", file)
        raise FileNotFoundError(2, "No such file or directory", file)

    monkeypatch.setattr("toolspec.dsl.workspace.project.open_file", refuse)
    project, faults = find_project(str(here))
    monkeypatch.undo()
    assert project.values is False
    assert [(fault.message, fault.path) for fault in faults] == [
        ("cannot be read: Permission denied", name)
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", "[project\n"),
        ("pyproject.toml", 'tool = 3 # "toolspec"\n'),
        ("pyproject.toml", '[project]\ndependencies = ["toolspec-lang"]\n[tool.other]\na = 1\n'),
    ],
)
def test_a_pyproject_without_anything_of_ours_is_passed_over(
    here: Path, name: str, text: str
) -> None:
    write(name, text)
    assert find_project(str(here)) == (Project(), [])


@pytest.mark.parametrize(
    "text",
    [
        "[tool.toolspec]\nquiet = true\n",
        "\ufeff[tool.toolspec]\r\nquiet = true\r\n",
        "  [ tool . toolspec ]\nquiet = true\n",
        "[\"tool\".'toolspec']\nquiet = true\n",
        "[tool]\ntoolspec.quiet = true\n",
        "[tool] # ours\n[tool.toolspec]\nquiet = true\n",
        "tool.toolspec.quiet = true\n",
        '"tool" . toolspec = {quiet = true}\n',
        "tool = {toolspec = {quiet = true}}\n",
        '["t\\u006fol".toolspec]\nquiet = true\n',
        '[tool."t\\U0000006folspec"]\nquiet = true\n',
    ],
)
def test_settings_in_a_pyproject_are_found_however_their_table_is_written(
    here: Path, text: str
) -> None:
    write("pyproject.toml", text)
    project, faults = find_project(str(here))
    assert (project.quiet, faults) == (True, [])


def test_a_folder_named_as_the_settings_are_is_passed_over(here: Path) -> None:
    (here / "toolspec.toml").mkdir()
    assert find_project(str(here)) == (Project(), [])


def test_every_setting_is_documented_with_an_example_that_is_read(here: Path) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "cli.md").read_text()
    section = page.split("\n## Settings\n", 1)[1]
    example = section.split("```toml\n", 1)[1].split("```", 1)[0]
    write("toolspec.toml", example)
    project, faults = find_project(str(here))
    assert not faults
    assert [line.partition(" =")[0] for line in example.splitlines()] == list(KEYS)
    assert all(getattr(project, key.replace("-", "_")) is not None for key in KEYS)
    assert [line.split("`")[1] for line in section.splitlines() if line[:3] == "| `"] == list(KEYS)
