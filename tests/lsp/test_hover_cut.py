"""What a hover leaves out where there is too much: never what missed."""

from __future__ import annotations

from cursor import NOW_NS, cut, snapshot

from toolspec.engine.trace import called
from toolspec.lsp.features.hover import hover
from toolspec.lsp.features.hover.rule import ENTRIES_MAX
from toolspec.lsp.features.justification import page


def test_entries_that_missed_are_shown_before_any_that_found_a_call() -> None:
    number = ENTRIES_MAX + 4
    calls = tuple(called("a", {"n": at}) for at in range(number - 2))
    entries = ", ".join(f"a <n: {at}>" for at in range(number))
    whole = page(snapshot(f"args: {entries}", calls), 0)
    assert whole is not None
    rows = [row for row in whole.markdown.split("\n") if row.startswith(("✓", "✗"))]
    assert rows[:3] == [f"✗ a, entry {number - 1}", f"✗ a, entry {number}", "✓ a, entry 1"]
    assert len(rows) == ENTRIES_MAX
    assert f"and {number - ENTRIES_MAX} more" in whole.markdown.split("\n")


def test_misses_that_are_left_out_are_counted() -> None:
    for more in (0, 1, 4):
        number = ENTRIES_MAX + more
        entries = ", ".join(f"t{at} <>" for at in range(number))
        plain, offset = cut(f"args<CURSOR>: {entries}")
        found = hover(snapshot(plain, (called("x"),)), offset, {}, NOW_NS)
        assert found is not None
        rows = found.markdown.split("\n")
        assert sum(row.startswith("✗ t") for row in rows) == ENTRIES_MAX
        assert (f"and {more} more" in rows) == bool(more)
