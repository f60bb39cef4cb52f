"""The development loop's own parts that can be tried without an environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

TESTS = (
    "tests/rules/test_examples.py",
    "tests/rules/test_brief.py",
    "tests/language/test_grammar.py",
)
"""Those that ask something of every kind."""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy what a new rule kind touches."""
    ignore = shutil.ignore_patterns("__pycache__")
    for room in ("engine", "dsl", "lsp", "docs/skeletons", "src", "tests/rules", "tests/language"):
        shutil.copytree(ROOT / room, tmp_path / room, symlinks=True, ignore=ignore)
    shutil.copy(ROOT / "dev.py", tmp_path)
    return tmp_path


def dev(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "dev.py", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_new_rule_kind_works_from_its_skeleton(copy: Path) -> None:
    done = dev(copy, "new-rule", "limit")
    assert done.returncode == 0, done.stderr
    program = (
        "from toolspec.dsl import grammar; grammar.main()\n"
        "import toolspec\n"
        "from toolspec.engine.rules import kind\n"
        "for example in kind('limit').examples:\n"
        "    report = toolspec.parse(example.spec).check(toolspec.Trace(example.calls))\n"
        "    result = report.results[0]\n"
        "    assert (result.status, result.score) == (example.status, example.score)\n"
        "    print(result.summary)\n"
    )
    env = os.environ | {"PYTHONPATH": str(copy / "src")}
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=copy,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[:2] == ["1 call fits ls", "1 call fits l*"]
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir=.", *TESTS],
        cwd=copy,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert tested.returncode == 0, tested.stdout


def test_a_rule_kind_is_not_written_over(copy: Path) -> None:
    done = dev(copy, "new-rule", "order")
    assert done.returncode == 1
    assert "there already" in done.stderr


@pytest.mark.parametrize("name", ["Limit", "two words", "9lives", ""])
def test_a_rule_kind_is_named_by_a_word(copy: Path, name: str) -> None:
    assert dev(copy, "new-rule", name).returncode == 1


def test_without_a_verb_the_verbs_are_listed() -> None:
    done = dev(ROOT)
    assert done.returncode == 0
    assert "python3 dev.py VERB" in done.stdout
    assert dev(ROOT, "tset").returncode == 2
