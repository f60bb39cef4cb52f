"""Each row of the recovery tables: its example has its problem, and its fix makes what is meant."""

from __future__ import annotations

import re

import pytest

from tests.language.test_offered import as_a_line
from toolspec.dsl.problem import LineDiagnostic
from toolspec.dsl.read import read
from toolspec.dsl.recover.diagnose import refused, rows
from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.stop import Stop
from toolspec.dsl.recover.token_pattern import compiled
from toolspec.dsl.text.lines import lines
from toolspec.dsl.text.source import Source

ROWS = tuple(rows())


def ids(row: Row) -> str:
    return row.example


@pytest.mark.parametrize("row", ROWS, ids=ids)
def test_the_example_of_a_row_has_its_problem(row: Row) -> None:
    first, *others = read(row.example).errors
    assert first.slug == row.problem, first
    assert not others
    assert "{" not in re.sub(r"`[^`]*`", "", first.message + first.help), first.help


@pytest.mark.parametrize("row", [row for row in ROWS if row.offers], ids=ids)
def test_the_fix_of_a_row_makes_what_is_meant(row: Row) -> None:
    (first,) = read(row.example).errors
    made = [row.example[: fix.start] + fix.text + row.example[fix.end :] for fix in first.fixes]
    assert row.repaired in made, first.fixes
    assert not read(row.repaired).errors


@pytest.mark.parametrize("row", [row for row in ROWS if not row.offers], ids=ids)
def test_a_hint_without_a_fix_shows_lines_that_can_be_read(row: Row) -> None:
    (first,) = read(row.example).errors
    assert not first.fixes
    assert not read(row.repaired).errors
    for shown in re.findall(r"`([^`]+)`", first.help):
        line = as_a_line(shown)
        assert not line or shown.endswith("{") or not read(line).errors, line


@pytest.mark.parametrize("row", ROWS, ids=ids)
def test_no_earlier_row_takes_the_example_of_a_row(
    row: Row, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered: list[Row] = []
    found = Row.found

    def noted(self: Row, place: Stop) -> LineDiagnostic | None:
        problem = found(self, place)
        if problem is not None:
            answered.append(self)
        return problem

    monkeypatch.setattr(Row, "found", noted)
    (line,) = lines(Source(row.example))
    refused(line)
    assert row in answered


def test_a_pattern_knows_where_the_parser_stopped() -> None:
    pattern = compiled("«at ^ the? end/last» END")
    assert [element.texts for element in pattern.before] == [("at",)]
    assert [str(element) for element in pattern.after] == ["the?", "end/last", "END"]
