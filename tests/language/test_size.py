"""Large and hostile texts are read in reasonable time and without a recursion error."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from toolspec.dsl.read import read

SECONDS_MAX = 15.0
"""Of the processor. A quiet machine needs a fifth of it at most."""

TEXTS = {
    "20 000 different rules": "\n".join(
        f'forbid tool_{at} <path: "x{at}", n: {{a: {at}}}>' for at in range(20_000)
    ),
    "one rule of a megabyte": "order: " + " -> ".join(f"tool{at}" for at in range(90_000)),
    "one string of a megabyte": 'forbid a <x: "' + "y" * 1_000_000 + '">',
    "open brackets": "forbid a <x: " + "[" * 300_000,
    "words without a keyword": "x " * 300_000,
    "strange characters": "forbid " + "é" * 300_000,
    "open rules": "order: a ->\n" * 10_000,
    "a chain of names": "".join(f"tool @a{at} = @a{at + 1}\n" for at in range(3_000)),
    "quotes": "forbid " + "'" * 100_000,
    "ignore comments": "# toolspec: ignore TS301\n" * 50_000,
    "ignore comments above a long rule": (
        "# toolspec: ignore TS301\n" * 10_000 + "order: a ->\n" + "  a ->\n" * 10_000 + "  b\n"
    ),
    "open round brackets": "order: " + "(a " * 40_000,
    "look-alike letters": "forbid " + "\u0430" * 40_000,
    "semicolons among values": "forbid a <x: 1 " + "; b " * 40_000,
    "ampersands among values": "forbid a <x: 1 " + "&& b " * 40_000,
    "apostrophes": "forbid a " + "'b " * 40_000,
    "opening quotes": "forbid a " + "\u201cb " * 40_000,
    "strange letters among others": "forbid " + "\xe9a" * 40_000,
    "blank lines in an open rule": ("order: a ->\n" + "\n" * 100) * 300,
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_a_large_text_is_read_in_time(name: str) -> None:
    start = time.process_time()
    read(TEXTS[name])
    assert time.process_time() - start < SECONDS_MAX


@pytest.mark.parametrize("closed", [True, False])
def test_blocks_may_be_nested_up_to_a_limit_and_cost_no_square(closed: bool) -> None:
    text = "per turn {\n" * 5_000 + "forbid a\n" + "}\n" * 5_000 * closed
    tracemalloc.start()
    try:
        problems = read(text).problems
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [one.line for one in problems if one.code == "TS268"] == [101]
    assert most < 60_000_000
