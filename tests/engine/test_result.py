"""What a call returned, compared as the language compares."""

from __future__ import annotations

import pytest

from toolspec.engine.json_value import Json
from toolspec.engine.trace import Result


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        (1, 1.0, True),
        (True, 1, False),
        ([False], [0], False),
        ({"a": [1]}, {"a": (1.0,)}, True),
        ("1", 1, False),
    ],
)
def test_results_are_equal_where_the_language_says_so(left: Json, right: Json, equal: bool) -> None:
    assert (Result(left) == Result(right)) is equal


def test_results_have_no_hash_that_could_disagree() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Result(1))
