"""JSON values: equality, identity, and texts that never fail."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolspec.engine.json_value import (
    DEPTH_MAX,
    characters,
    compact,
    finite,
    has_list,
    identity,
    pythonic,
    same,
    same_as,
    spaced,
    told_apart,
)

SCALARS = st.sampled_from(
    [None, True, False, 0, 1, -1, 0.0, -0.0, 1.0, 2, 2.5, 2**53, 2.0**53, 2**53 + 1, "", "1", "a"]
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=2),
        st.lists(inner, max_size=2).map(tuple),
        st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    ),
    max_leaves=5,
)


def plainly(left: Any, right: Any) -> bool:
    """Compare by the definition, with recursion."""
    if isinstance(left, bool) or isinstance(right, bool) or left is None or right is None:
        return left is right
    if isinstance(left, int | float) or isinstance(right, int | float):
        both = isinstance(left, int | float) and isinstance(right, int | float)
        return both and left == right
    if isinstance(left, str) or isinstance(right, str):
        return left == right and isinstance(left, str) and isinstance(right, str)
    if isinstance(left, dict) or isinstance(right, dict):
        if not isinstance(left, dict) or not isinstance(right, dict):
            return False
        one, other = cast("dict[str, Any]", left), cast("dict[str, Any]", right)
        return one.keys() == other.keys() and all(plainly(one[key], other[key]) for key in one)
    return len(left) == len(right) and all(map(plainly, left, right))


@given(VALUES, VALUES)
def test_every_way_to_compare_agrees(left: Any, right: Any) -> None:
    wanted = plainly(left, right)
    assert same(left, right) is wanted
    assert same_as(left)(right) is wanted
    assert (identity(left) == identity(right)) is wanted
    if wanted:
        assert hash(identity(left)) == hash(identity(right))


PLAIN: list[Any] = [
    *(None, True, False, 0, 1, -1, 0.0, 1.0, 2.5, 2**53, 2.0**53, 2**53 + 1, "", "1", "a"),
    *([], (), [[]], {}, [1, 2], (1, 2), [2, 1], [1], {"a": 1, "b": 2}, {"a": 1, "c": 2}),
]
"""Values of every sort, and those that Python takes for equal though JSON does not."""
WRAPPED: list[Callable[[Any], Any]] = [
    lambda value: value,
    lambda value: [value],
    lambda value: (None, value),
    lambda value: {"k": value},
    lambda value: {"k": [1, {"l": value}], "m": 0},
]


@pytest.mark.parametrize("wrap", WRAPPED)
def test_every_pair_of_values_is_compared_alike(wrap: Callable[[Any], Any]) -> None:
    for left, right in product(PLAIN, repeat=2):
        one, other = wrap(left), wrap(right)
        wanted = plainly(one, other)
        assert same(one, other) is wanted, (one, other)
        assert same_as(one)(other) is wanted, (one, other)
        assert (identity(one) == identity(other)) is wanted, (one, other)


class Foreign(Mapping[str, Any]):
    """An object that is not a dictionary, as readers may make them."""

    def __getitem__(self, key: str) -> Any:
        return {"a": 1}[key]

    def __iter__(self) -> Iterator[str]:
        return iter("a")

    def __len__(self) -> int:
        return 1


def test_an_object_that_is_no_dictionary_is_an_object() -> None:
    assert same(Foreign(), {"a": 1.0})
    assert not same(Foreign(), {"a": True})
    assert identity(Foreign()) == identity({"a": 1})
    assert not has_list(Foreign())
    assert compact(Foreign()) == '{"a":1}'


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


def test_depth_is_no_matter_to_comparing_and_writing() -> None:
    deep = nested(100_000)
    assert same(deep, nested(100_000))
    assert not same(deep, nested(99_999))
    assert compact(deep) == "[" * 100_000 + "1" + "]" * 100_000
    assert pythonic(deep) == compact(deep)
    with pytest.raises(RecursionError):
        identity(deep)


def test_what_json_cannot_say_is_written_all_the_same() -> None:
    assert compact({"a": float("nan"), "b": [float("inf")], "c": "é\ud800"}) == (
        '{"a":null,"b":[null],"c":"é\ud800"}'
    )
    assert compact(10**5000) == "1" + "0" * 5000
    assert compact({"when": object}).startswith('{"when":"')  # type: ignore[dict-item]
    assert not same(float("nan"), float("nan"))


@given(VALUES)
def test_compact_text_is_json_of_the_same_value(value: Any) -> None:
    assert same(json.loads(compact(value)), value)


@given(VALUES)
def test_values_are_written_with_spaces_as_specs_write_them(value: Any) -> None:
    assert spaced(value) == json.dumps(value, ensure_ascii=False)
    assert compact(value) == json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def test_a_value_that_json_refuses_is_written_the_same_way_but_for_what_it_refuses() -> None:
    value = cast("Any", {"é": [1, "é\n", True, None, 1.5, {}], "b": {"c": [], "d": float("nan")}})
    wanted = '{"é":[1,"é\\n",true,null,1.5,{}],"b":{"c":[],"d":null}}'
    for write in (compact, spaced):
        assert write(value) == wanted
    assert compact([-float("inf"), 10**5000, b"x"]) == f"[null,1{'0' * 5000},\"b'x'\"]"  # type: ignore[list-item]
    assert spaced(float("nan")) == "null"
    assert compact(-5) == "-5"
    assert compact([Path("é")]) == '["é"]'  # type: ignore[list-item]
    assert compact("é\ud800") == '"é\ud800"'


def test_a_value_nests_as_deep_as_it_may_and_still_has_an_identity() -> None:
    assert identity(nested(DEPTH_MAX)) == identity(nested(DEPTH_MAX))
    assert identity({"a": nested(DEPTH_MAX - 1)})
    with pytest.raises(RecursionError, match="a value nests too deep"):
        identity(nested(DEPTH_MAX + 1))
    with pytest.raises(RecursionError):
        identity({"a": nested(DEPTH_MAX)})


@pytest.mark.parametrize(
    ("value", "number", "a_list"),
    [
        ("", 0, False),
        ("abc", 3, False),
        (5, 0, False),
        (None, 0, False),
        (True, 0, False),
        ([], 0, True),
        (["ab", ["c"], {"key": "d"}], 4, True),
        ({"key": "ab", "more": {"k": 1.5}}, 2, False),
        ({"key": {"k": ["x"]}}, 1, True),
        (("ab",), 2, True),
    ],
)
def test_a_value_says_how_much_text_it_has_and_whether_a_list(
    value: Any, number: int, a_list: bool
) -> None:
    assert characters(value) == number
    assert has_list(value) is a_list


@given(VALUES, VALUES)
def test_what_python_takes_for_equal_is_told_apart(left: Any, right: Any) -> None:
    agrees = told_apart(left)
    if left == right and agrees is not None:
        assert agrees(right) is plainly(left, right)
    elif left == right and type(left) is type(right):
        assert plainly(left, right)


def test_numbers_that_json_has_not_are_left_out_and_the_rest_is_kept() -> None:
    nan, infinite = float("nan"), float("inf")
    assert finite({"a": [nan, 1.5, (0, -infinite)], "b": "x", "c": None, "d": True}) == {
        "a": [None, 1.5, [0, None]],
        "b": "x",
        "c": None,
        "d": True,
    }
    assert finite(infinite) is None
    assert finite(0.0) == 0.0
    assert finite(2) == 2
