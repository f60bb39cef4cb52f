"""Fixes that somebody has to choose, and fixes that would make another error."""

from __future__ import annotations

import pytest

from tests.lsp.cursor import calls_of, cut, snapshot
from tests.lsp.test_code_actions import CALLS, offered
from toolspec.dsl.read import read
from toolspec.lsp.features.code_actions import code_actions
from toolspec.lsp.features.code_actions.ask import Ask

GUESSED = (
    "forbid get_wether<CURSOR>",
    "count get_wether<CURSOR> = 0",
    "require get_wether<CURSOR>",
    "require get_weather <cty<CURSOR>: 3>",
    "ordr<CURSOR>: a -> b",
    "args sbset<CURSOR>: a <>",
    "require a mn<CURSOR> 2",
    "require a <b: tru<CURSOR>>",
    "tool @ask = a\nforbid @asc<CURSOR>",
    'case "rnu<CURSOR>" {\n  forbid a\n}',
    "count get_weather<CURSOR> = 7",
)
"""Places whose fix is what looks most like the text, or what the trace happens to hold."""


@pytest.mark.parametrize("text", GUESSED)
def test_what_is_guessed_by_likeness_is_chosen_by_a_person(text: str) -> None:
    plain, offset = cut(text)
    ask = Ask(snapshot(plain, CALLS), (offset, offset), calls_of(CALLS))
    made = code_actions(ask, ["quickfix"])
    assert made
    assert not [action.title for action in made if action.preferred]
    assert code_actions(ask, ["source"]) == []


@pytest.mark.parametrize(
    ("text", "unwanted"),
    [
        ("tool @l = a | @l2<CURSOR>\nforbid @l\n", "tool @l = a | @l\n"),
        ("tool @one = a | @on<CURSOR>\nforbid @one\n", "tool @one = a | @one\n"),
        ("tool @ab = @abd\ntool @abc = @ac<CURSOR> | a\ntool @abd = @abc\n", "@abc = @abc"),
    ],
)
def test_no_fix_makes_an_error_that_was_not_there(text: str, unwanted: str) -> None:
    assert not [after for after in offered(text).values() if unwanted in after]


@pytest.mark.parametrize("end", ["", " ->", " <", ' as "x'])
def test_every_action_leaves_no_more_errors_than_before(end: str) -> None:
    text = f"tool @ask = get_weather\nordr: a -> b\nforbid get_wether<CURSOR>{end}\nrequire @asc\n"
    errors = len(read(cut(text)[0]).errors)
    for title, after in {**offered(text), **offered(text, only=["source.fixAll"])}.items():
        assert len(read(after).errors) <= errors, title
