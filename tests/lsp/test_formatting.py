"""Formatting: the canonical text, by edits no larger than what changes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lsp.cursor import snapshot
from toolspec.dsl.format import format_text
from toolspec.lsp.features.formatting import format_edits
from toolspec.lsp.state.settings import Settings
from toolspec.lsp.text.answers import Edit


def applied(text: str, edits: list[Edit]) -> str:
    for edit in sorted(edits, reverse=True):
        text = text[: edit.span[0]] + edit.text + text[edit.span[1] :]
    return text


def formatted(text: str) -> str:
    return applied(text, format_edits(snapshot(text)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n\n",
        "count a = 1\n",
        "count   a==1",
        "order:a->b   #why\n\n\n\ncount   x==1",
        'case "a"{\ncount a=1\n}\n',
        "\ufeffcount  a = 1\n",
        "# \u2028 separators are not line ends \x0c\ncount  a=1\n",
        "kount   a=1\ncount  b=1\n",
        "order: a ->\n b   ->\n      c\n",
    ],
)
def test_the_edits_give_the_canonical_text(text: str) -> None:
    assert formatted(text) == format_text(text)
    assert format_edits(snapshot(format_text(text))) == []


def test_an_edit_touches_only_the_lines_that_change() -> None:
    text = "count a = 1\ncount  b = 1\ncount c = 1\ncount  d = 1\n"
    edits = format_edits(snapshot(text))
    assert [text[slice(*edit.span)] for edit in edits] == ["count  b = 1\n", "count  d = 1\n"]


def test_a_text_that_ends_lines_as_windows_does_keeps_them() -> None:
    text = "count a = 1\r\ncount  b = 1\r\n\r\n\r\n\r\ncount c = 1"
    edits = format_edits(snapshot(text))
    assert applied(text, edits) == "count a = 1\r\ncount b = 1\r\n\r\ncount c = 1\r\n"
    assert not [edit for edit in edits if edit.span[0] < text.index("count  b")]


def test_a_range_changes_the_rules_it_touches_and_no_other() -> None:
    text = "count  a = 1\ncount  b = 1\ncount  c = 1\n"
    at = text.index("b")
    assert applied(text, format_edits(snapshot(text), (at, at))) == text.replace("  b", " b")
    both = format_edits(snapshot(text), (at, text.index("c = 1")))
    assert applied(text, both) == text.replace("  b", " b").replace("  c", " c")


def test_a_range_in_a_rule_of_several_lines_lays_all_of_it_out() -> None:
    text = "count  x = 1\norder:   a ->\n b ->\n         c\ncount  y = 1\n"
    at = text.index(" b ->")
    done = applied(text, format_edits(snapshot(text), (at, at)))
    assert done == "count  x = 1\norder: a -> b -> c\ncount  y = 1\n"


def test_a_spec_beyond_the_limit_is_left_alone() -> None:
    found = snapshot("count  a = 1\n" * 9)
    assert format_edits(found._replace(settings=Settings(lines_max=3))) == []


pieces = st.sampled_from(
    [
        "count  a = 1",
        "order: a->b ->",
        "  c",
        'case "x" {',
        "}",
        "# note",
        "",
        "kount",
        "  args: a <",
    ]
)


@settings(max_examples=150)
@given(st.lists(pieces, max_size=8), st.sampled_from(["\n", "\r\n"]), st.data())
def test_formatting_a_part_never_changes_what_the_whole_becomes(
    rows: list[str], end: str, data: st.DataObject
) -> None:
    text = end.join(rows)
    start = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(start, len(text)))
    part = applied(text, format_edits(snapshot(text), (start, stop)))
    assert format_text(part) == format_text(text)
    assert formatted(text).replace("\r\n", "\n") == format_text(text)
