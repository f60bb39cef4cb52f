"""Common subsequences against the plain table, and how much they may cost."""

from __future__ import annotations

import random
import time
import tracemalloc

from hypothesis import given, settings
from hypothesis import strategies as st

from toolspec.engine.match import lcs
from toolspec.engine.match.regex import Regex
from toolspec.engine.match.tool_pattern import AnyOf, Glob, Name, NameRegex, ToolPattern

tools = st.sampled_from("abcd")
patterns = st.one_of(
    tools.map(Name),
    st.just(Glob("*")),
    st.sampled_from(["[ab]", "[^a]", "d"]).map(lambda source: NameRegex(Regex(source))),
    st.lists(tools.map(Name), min_size=2, max_size=3).map(lambda some: AnyOf(tuple(some))),
)


def by_table(expected: list[ToolPattern], actual: list[str]) -> list[tuple[int, int]]:
    """Walk back through the whole table, as UiPath's evaluator does."""
    table = [[0] * (len(expected) + 1) for _ in range(len(actual) + 1)]
    for i, name in enumerate(actual, 1):
        for j, pattern in enumerate(expected, 1):
            if pattern.matches(name):
                table[i][j] = table[i - 1][j - 1] + 1
            else:
                table[i][j] = max(table[i - 1][j], table[i][j - 1])
    i, j = len(actual), len(expected)
    found: list[tuple[int, int]] = []
    while i and j:
        if expected[j - 1].matches(actual[i - 1]):
            i, j = i - 1, j - 1
            found.append((i, j))
        elif table[i - 1][j] > table[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return found[::-1]


@settings(max_examples=500)
@given(st.lists(patterns, min_size=1, max_size=12), st.lists(st.sampled_from("abcde"), max_size=14))
def test_the_very_pairs_of_the_plain_walk_are_found(
    expected: list[ToolPattern], actual: list[str]
) -> None:
    masks = lcs.Masks(expected)
    found = by_table(expected, actual)
    assert lcs.common_pairs(masks, actual) == found
    assert lcs.length(masks, actual) == len(found)


def test_rows_kept_in_blocks_lead_the_same_way(monkeypatch: object) -> None:
    drawn = random.Random(7)
    actual = drawn.choices("abcde", k=300)
    expected: list[ToolPattern] = [Name(name) for name in drawn.choices("abcd", k=200)]
    lcs_rows = lcs.ROWS_BYTES_MAX
    try:
        lcs.ROWS_BYTES_MAX = 0  # type: ignore[misc]
        assert lcs.common_pairs(lcs.Masks(expected), actual) == by_table(expected, actual)
    finally:
        lcs.ROWS_BYTES_MAX = lcs_rows  # type: ignore[misc]


def test_ten_thousand_by_ten_thousand_is_fast_and_small() -> None:
    drawn = random.Random(1)
    tools = [f"tool_{number}" for number in range(12)]
    actual = drawn.choices(tools, k=10_000)
    masks = lcs.Masks([Name(name) for name in drawn.choices(tools, k=10_000)])
    began = time.process_time()
    found = lcs.common_pairs(masks, actual)
    # A plain table takes a hundred seconds; a tenth of one is usual here, even on a busy machine.
    assert time.process_time() - began < 1
    assert len(found) == lcs.length(masks, actual)
    tracemalloc.start()
    lcs.common_pairs(masks, actual)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 64 << 20
