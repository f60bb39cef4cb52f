"""Rules of a used file and the file's own rules are held against each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolspec.dsl.read import read
from toolspec.dsl.reader.reading import Reading

HOUSE = """\
tool @risky = rm | mv

forbid @risky
count search <= 2
limit: calls <= 3
forbid: refund -> approve
"""


def reading(tmp_path: Path, text: str, house: str = HOUSE) -> Reading:
    (tmp_path / "house.toolspec").write_text(house)
    return read(text, str(tmp_path / "own.toolspec"))


@pytest.mark.parametrize(
    ("rule", "code", "said"),
    [
        ("require rm", "TS305", "line 3 of `house.toolspec`"),
        ("count search = 3", "TS305", "line 4 of `house.toolspec`"),
        ("require x min 4", "TS305", "line 5 of `house.toolspec`"),
        ("each a: after rm", "TS355", "line 3 of `house.toolspec` forbids"),
        ("each approve: after refund", "TS355", "line 6 of `house.toolspec` forbids"),
        ("require a after last rm", "TS356", "line 3 of `house.toolspec` forbids"),
    ],
)
def test_an_own_rule_that_a_used_one_excludes_is_reported_where_it_stands(
    tmp_path: Path, rule: str, code: str, said: str
) -> None:
    for text in (f'use "house.toolspec"\n{rule}\n', f'{rule}\nuse "house.toolspec"\n'):
        found = reading(tmp_path, text)
        (problem,) = [one for one in found.problems if one.code == code]
        assert said in f"{problem.message} {problem.why}"
        row = text.splitlines().index(rule) + 1
        assert problem.line == row


def test_rules_that_together_exclude_each_other_name_the_used_file(tmp_path: Path) -> None:
    text = 'use "house.toolspec"\nrequire a min 2\nrequire b min 2\n'
    (problem,) = reading(tmp_path, text).problems
    assert (problem.code, problem.line) == ("TS362", 3)
    assert "lines 5 of `house.toolspec` and 2" in problem.message


def test_rules_of_one_used_file_are_no_problem_of_the_file_that_uses_them(tmp_path: Path) -> None:
    found = reading(tmp_path, 'use "house.toolspec"\nrequire a\n', "forbid x\nrequire x\n")
    assert not found.problems


def test_rules_of_two_used_files_are_held_against_each_other(tmp_path: Path) -> None:
    (tmp_path / "other.toolspec").write_text("require mv\n")
    text = 'use "house.toolspec"\nuse "other.toolspec"\nrequire a\n'
    (problem,) = reading(tmp_path, text).problems
    assert (problem.code, problem.line) == ("TS305", 2)


def test_rules_that_can_be_met_beside_used_ones_are_left_alone(tmp_path: Path) -> None:
    text = 'use "house.toolspec"\nrequire a\ncount search = 2\neach refund: after approve\n'
    assert reading(tmp_path, text).problems == ()
