"""The development loop as CONTRIBUTING.md tells it: a new rule kind, and the tasks."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
POE = Path(sys.executable).parent / "poe"
NAME = "novel"
"""A rule kind that the language will not have."""

TESTS = (
    "tests/rules/test_examples.py",
    "tests/rules/test_brief.py",
    "tests/language/test_grammar.py",
    "tests/language/test_words.py",
)
"""Those that ask something of every kind."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy what is under version control, once for all tests of a process."""
    command = ["git", "ls-files", "-z"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("not a git checkout")
    folder = tmp_path_factory.mktemp("copy")
    for name in filter(None, done.stdout.split("\0")):
        source, target = ROOT / name, folder / name
        if source.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target, follow_symlinks=False)
    return folder


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    path = f"{POE.parent}{os.pathsep}{os.environ['PATH']}"
    env = os.environ | {"PYTHONPATH": str(folder / "src"), "PATH": path}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", ["order", "Limit", "two words", "9lives", ""])
def test_a_rule_kind_is_new_and_named_by_a_word(copy: Path, name: str) -> None:
    done = run(copy, sys.executable, "scripts/new_rule.py", name)
    assert done.returncode == 1
    assert "FAILED" in done.stderr


def test_a_new_rule_kind_works_from_its_skeleton_by_the_documented_commands(copy: Path) -> None:
    done = run(copy, str(POE), "--executor", "simple", "new-rule", NAME)
    assert done.returncode == 0, done.stdout + done.stderr
    for task in ("check", "--quiet"), ("format", "--check", "--quiet"):
        done = run(copy, "ruff", *task, "engine")
        assert done.returncode == 0, done.stdout
    done = run(copy, str(POE), "--executor", "simple", "generate")
    assert done.returncode == 0, done.stdout + done.stderr
    assert (copy / "docs/rules" / f"{NAME}.md").exists()
    assert f"{NAME}_rule" in (copy / "dsl/toolspec.lark").read_text("utf-8")
    program = (
        "import toolspec\n"
        "from toolspec.engine.rules import kind\n"
        f"for example in kind({NAME!r}).examples:\n"
        "    report = toolspec.parse(example.spec).check(toolspec.Trace(example.calls))\n"
        "    result = report.results[0]\n"
        "    assert (result.status, result.score) == (example.status, example.score)\n"
        "    print(result.summary)\n"
    )
    ran = run(copy, sys.executable, "-c", program)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[:2] == ["1 call matches ls", "1 call matches l*"]
    quiet = ("-q", "-p", "no:cacheprovider", "--rootdir=.")
    tested = run(copy, sys.executable, "-m", "pytest", *quiet, *TESTS)
    assert tested.returncode == 0, tested.stdout


def tasks() -> dict[str, dict[str, str]]:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return config["tool"]["poe"]["tasks"]


def test_every_task_says_what_it_is_for() -> None:
    assert all(task["help"] for task in tasks().values())


def test_contributing_names_the_tasks_there_are() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"python3 dev\.py ([\w-]+)", text))
    assert named <= set(tasks())
    assert set(tasks()) - named == set(), "a task that CONTRIBUTING.md does not name"


def test_every_page_names_only_tasks_there_are() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *ROOT.glob("editors/**/*.md")]:
        named = set(re.findall(r"python3 dev\.py ([\w-]+)", page.read_text("utf-8")))
        assert named <= set(tasks()), page


def test_the_locked_versions_fit_what_the_package_asks_for() -> None:
    from packaging.requirements import Requirement

    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    groups = config["dependency-groups"]
    asked = [*config["project"]["dependencies"], *groups["dev"], *groups["docs"]]
    lines = (ROOT / "requirements/dev.txt").read_text("utf-8").splitlines()
    locked = {
        line.partition("==")[0].lower(): re.split(r"[ ;]", line.partition("==")[2])[0]
        for line in lines
        if re.match(r"[\w-]+==", line)
    }
    for requirement in map(Requirement, asked):
        assert requirement.specifier.contains(locked[requirement.name.lower()]), requirement
