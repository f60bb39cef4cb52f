"""What holds for every text: reading never raises, places are inside, layouts mean the same."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.amounts import amount
from tests.language.texts import conformance, documented
from tests.language.written import specs
from toolspec.dsl.format import format_text
from toolspec.dsl.frame import frame
from toolspec.dsl.read import read
from toolspec.engine.spec import Spec

SLOW = settings(suppress_health_check=[HealthCheck.too_slow])

PIECES = [
    "order", "count", "case ", '"', "/", "<", ">", "{", "}", "[", "]", "->", ",", "|", "#", "\n",
    "\r", "  ", "\t", ":", "=", "a", "b", "1", "@x", "tool ",
    "must", "...", "weight", "pass", "as", "\\",
    "\u201c", "\ufeff", "\u2028", "\x00", "\u202e", "日", "é", "step", "args strict", "subset",
    "forbid ", "-", "*", "\ud800", "x: ", "traces", "toolspec: ignore", "TS301",
]  # fmt: skip
SOUP = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)

STRIDE = amount(3, 1)
"""Of how many places one is tried."""

_SOURCE = re.compile(r"""source=(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")


def meaning(spec: Spec) -> object:
    """Return all that a spec says, without where and how its rules were written."""
    rules = [
        (
            _SOURCE.sub("", repr(rule.kind)),
            rule.weight,
            rule.pass_score,
            rule.name,
            rule.case,
            rule.description,
        )
        for rule in spec.rules
    ]
    return rules, spec.cases, spec.traces


def _holds(text: str) -> None:
    reading = read(text)
    for item in reading.problems:
        assert 0 <= item.start <= item.end <= len(text)
        assert (item.line, item.column) <= (item.end_line, item.end_column)
        for fix in item.fixes:
            assert 0 <= fix.start <= fix.end <= len(text)
        assert frame(item)
    for entry in reading.entries:
        line = entry.line
        assert text[line.start : line.end] == line.text
        for word in line.words:
            assert line.text[word.start : word.end] == word.text
        for part in (*entry.parts, *entry.clauses):
            start, end = entry.span(part)
            assert text[start:end] == part.source
    layout = format_text(text)
    assert format_text(layout) == layout
    assert meaning(read(layout).spec) == meaning(reading.spec)


@SLOW
@given(st.one_of(SOUP, st.text(max_size=40)))
def test_any_text_is_read(text: str) -> None:
    _holds(text)


@SLOW
@given(specs())
def test_a_valid_spec_reads_without_an_error_and_keeps_its_meaning_when_laid_out(text: str) -> None:
    assert read(text).errors == ()
    _holds(text)


@SLOW
@given(specs(), st.data())
def test_a_damaged_spec_is_read(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 3))
    put = data.draw(st.sampled_from(["", *PIECES]))
    _holds(text[:at] + put + text[at + cut :])


@pytest.mark.parametrize("number", range(len(documented())))
def test_every_prefix_and_every_deletion_of_the_examples_is_read(number: int) -> None:
    text = documented()[number]
    for at in range(number % STRIDE, len(text), STRIDE):
        for broken in (text[:at], text[:at] + text[at + 1 :]):
            for item in read(broken).problems:
                assert 0 <= item.start <= item.end <= len(broken)
                assert item.message and item.help


def test_the_examples_have_no_problem_at_all() -> None:
    for text in documented():
        assert read(text).problems == ()


def test_a_broken_line_of_the_example_costs_one_rule() -> None:
    text = documented()[0]
    rules = len(read(text).spec.rules)
    for at, line in enumerate(text.splitlines()):
        if line.lstrip().startswith(("order", "count", "forbid", "require", "sequence", "output")):
            rows = text.splitlines()
            rows[at] = line.replace(line.split()[0], "%", 1)
            assert len(read("\n".join(rows)).spec.rules) == rules - 1


@pytest.mark.parametrize("name", ["language", "uipath", "vally"])
def test_every_shared_spec_reads_without_an_error(name: str) -> None:
    for text in conformance(name):
        reading = read(text)
        assert reading.errors == (), text
        layout = format_text(text)
        assert format_text(layout) == layout
        assert meaning(read(layout).spec) == meaning(reading.spec)
