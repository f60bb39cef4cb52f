"""What a hover leaves out where there is too much: never what missed."""

from __future__ import annotations

from cursor import NOW_NS, calls_of, cut, view

from toolspec.engine.trace import called
from toolspec.lsp.features.hover import hover
from toolspec.lsp.features.hover.rule import ENTRIES_MAX


def test_entries_that_missed_are_shown_before_any_that_found_a_call_and_the_rest_is_counted() -> (
    None
):
    number = ENTRIES_MAX + 4
    calls = tuple(called("a", {"n": at}) for at in range(number - 2))
    entries = ", ".join(f"a <n: {at}>" for at in range(number))
    plain, offset = cut(f"args<CURSOR>: {entries}")
    listed = {call.number: call for call in calls_of(calls)}
    found = hover(view(plain, calls), offset, listed, NOW_NS)
    assert found is not None
    rows = found.markdown.split("\n")
    assert sum(row.startswith("✗ a, entry ") for row in rows) == 2
    assert f"✗ a, entry {number - 1}" in rows
    assert f"✗ a, entry {number}" in rows


def test_misses_that_are_left_out_are_counted() -> None:
    for more in (0, 1, 4):
        number = ENTRIES_MAX + more
        entries = ", ".join(f"t{at} <>" for at in range(number))
        plain, offset = cut(f"args<CURSOR>: {entries}")
        found = hover(view(plain, (called("x"),)), offset, {}, NOW_NS)
        assert found is not None
        rows = found.markdown.split("\n")
        assert sum(row.startswith("✗ t") for row in rows) == ENTRIES_MAX
        assert (f"and {more} more" in rows) == bool(more)
