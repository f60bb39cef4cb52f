"""JSON values as the language compares and writes them."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, Final, TypeAlias, cast

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"

DEPTH_MAX: Final = 100
"""How deep a value may nest and still get an `identity`; deeper ones are compared one by one."""

_SCALARS: Final = frozenset((str, int, float, bool, type(None)))
_OWN_IDENTITY: Final = frozenset((str, int, float, type(None)))
_compact: Final = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), allow_nan=False
).encode

_quoted: Final = json.encoder.encode_basestring
_spaced: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode

_TRUE: Final = object()
_FALSE: Final = object()

_decoder: Any = json.JSONDecoder()
_scan_once: Final[Callable[[str, int], tuple[Any, int]]] = _decoder.scan_once


def read_json(text: str) -> Any:
    """Return what `json.loads` returns of a text, and raise what it raises, four times as fast.

    >>> read_json('{"a": 1}'), read_json(" 7 ")
    ({'a': 1}, 7)
    """
    try:
        value, end = _scan_once(text, 0)
    except StopIteration:  # blanks before it, or no JSON
        return json.loads(text)
    return value if end == len(text) else json.loads(text)


OBJECTS: Final = (dict, Mapping)
LISTS: Final = (list, tuple)
NESTED: Final = (dict, list)
HOLDING: Final = (dict, list, tuple, Mapping)
_NUMBERS: Final = (int, float)
PLAIN: Final = (str, int, float, type(None))
"""What objects are, lists, both as JSON has them, what holds values, and what holds none, for
`isinstance`.

Nearly all is a dict, a list or a text, and to ask for these takes a tenth of the time that it takes
to ask for a Mapping, or to write the classes as `A | B`, which makes an object each time.
"""


class TwoReadings(dict[str, Json]):
    """An object whose text gives a key two values: the last ones; `first` holds the first ones."""

    __slots__ = ("first",)

    def __init__(self, last: Mapping[str, Json], first: Mapping[str, Json]) -> None:
        super().__init__(last)
        self.first = first


def as_object(value: Json) -> Mapping[str, Json]:
    """Return an object itself, and an empty one for any other value."""
    return value if isinstance(value, OBJECTS) else {}


def as_list(value: Json) -> Sequence[Json]:
    """Return a list itself, and an empty one for any other value."""
    return value if isinstance(value, list) else ()


def one_or_list(value: Json) -> Sequence[Json]:
    """Return the items of a list, or a value that is none as the only one."""
    return value if isinstance(value, list) else [value]


def rest_of(value: Mapping[str, Json], known: Set[str]) -> dict[str, Json]:
    """Return what an object holds under other keys than those that are known."""
    return {key: item for key, item in value.items() if key not in known}


def same(left: Json, right: Json) -> bool:
    """Tell whether two JSON values are equal: `1` equals `1.0`, `true` is not `1`.

    Objects and lists are compared whole; numbers by exact value, however large. Nothing recurses,
    so a value nested as deep as the reader allows is compared too.

    >>> same(1, 1.0), same(True, 1), same({"a": [1]}, {"a": [1.0]}), same(2**53 + 1, float(2**53))
    (True, False, True, False)
    """
    if isinstance(left, str):
        return left == right
    pending: list[tuple[Json, Json]] = [(left, right)]
    while pending:
        a, b = pending.pop()
        kind = type(a)
        if kind is type(b) and kind in _SCALARS:  # most values, and none of two kinds
            if a != b:
                return False
            continue
        if isinstance(a, str) or isinstance(b, str) or a is None or b is None:
            if a != b:
                return False
        elif isinstance(a, bool) or isinstance(b, bool):
            if a is not b:
                return False
        elif isinstance(a, _NUMBERS) or isinstance(b, _NUMBERS):
            # Python compares int with float exactly; NaN equals nothing, itself included.
            if not (isinstance(a, _NUMBERS) and isinstance(b, _NUMBERS)) or a != b:
                return False
        elif isinstance(a, OBJECTS) or isinstance(b, OBJECTS):
            if not (isinstance(a, OBJECTS) and isinstance(b, OBJECTS)) or len(a) != len(b):
                return False
            for key, value in a.items():
                if key not in b:
                    return False
                other = b[key]
                kind = type(value)
                if kind is not type(other) or kind not in _SCALARS:
                    pending.append((value, other))
                elif value != other:
                    return False
        elif not (_is_list(a) and _is_list(b)) or len(a) != len(b):
            return False
        else:
            pending.extend(zip(a, b, strict=True))
    return True


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence)


def identity(value: Json, depth: int = DEPTH_MAX) -> Hashable:
    """Return something to hash by: equal for two values where they are the `same`, and only there.

    (One NaN is taken to equal itself, which no caller can tell: no spec can write one.)
    Raises RecursionError where the value nests deeper than `depth`.

    >>> identity({"a": 1, "b": [True]}) == identity({"b": [True], "a": 1.0})
    True
    >>> identity([1]) == identity([True])
    False
    """
    kind = type(value)
    if kind in _OWN_IDENTITY:
        return value  # type: ignore[return-value]
    if isinstance(value, bool):
        return _TRUE if value else _FALSE
    if isinstance(value, str | int | float | None):
        return value
    if depth == 0:
        raise RecursionError("a value nests too deep")
    depth -= 1
    if isinstance(value, dict) or isinstance(value, Mapping):  # noqa: SIM101 - dict is far faster
        pairs: Iterable[tuple[str, Json]] = value.items()
        return frozenset(
            [
                (key, item if type(item) in _OWN_IDENTITY else identity(item, depth))
                for key, item in pairs
            ]
        )
    return tuple([identity(item, depth) for item in value])


def same_as(value: Json) -> Callable[[Json], bool]:
    """Return a function that tells whether another value is the `same` as this one, fast.

    Python's `==` does nearly that. It takes `true` for `1`, so where this value has either, the
    places are looked at again; and it takes a tuple for something else than a list, so where this
    value has a list, a no is not believed.
    """
    agrees = told_apart(value)
    believed = not has_list(value)

    def test(other: Any) -> bool:
        if other == value:
            return agrees is None or agrees(other)
        return not believed and same(value, other)

    return test


def told_apart(value: Json) -> Callable[[Any], bool] | None:
    """Return a function that tells `true` from `1` where Python's `==` found no difference.

    It takes a value that is equal to this one, or has all its keys and equal values. None where
    there is nothing to tell apart.
    """
    delicate = list(_delicate(value))
    if not delicate:
        return None
    near = [(path[0], is_bool) for path, is_bool in delicate if len(path) == 1]
    far = [(path, is_bool) for path, is_bool in delicate if len(path) != 1]

    def agrees(other: Any) -> bool:
        for key, is_bool in near:
            if isinstance(other[key], bool) is not is_bool:
                return False
        for path, is_bool in far:
            item = other
            for key in path:
                item = item[key]
            if isinstance(item, bool) is not is_bool:
                return False
        return True

    return agrees


def _delicate(value: Json, path: tuple[str | int, ...] = ()) -> Iterator[tuple[Any, bool]]:
    """Yield the places of `true`, `false`, 0 and 1, and whether it is one of the former."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _delicate(item, (*path, key))
    elif isinstance(value, int | float):
        if value in (0, 1):
            yield path, isinstance(value, bool)
    elif value is not None and not isinstance(value, str):
        for at, item in enumerate(value):
            yield from _delicate(item, (*path, at))


def has_list(value: Json) -> bool:
    """Tell whether there is a list in the value, or it is one."""
    if isinstance(value, Mapping):
        return any(has_list(item) for item in value.values())
    return not isinstance(value, str | int | float | None)


def characters(value: object) -> int:
    """Return how many characters the texts in a value have, all of them together."""
    total = 0
    pending: list[Any] = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            total += len(item)
        elif isinstance(item, Mapping):
            pending.extend(cast("Mapping[str, Any]", item).values())
        elif isinstance(item, Sequence):
            pending.extend(cast("Sequence[Any]", item))
    return total


def count_of_values(value: object) -> int:
    """Return how many values there are in a value, at any depth, itself among them."""
    total = 0
    pending: list[Any] = [value]
    while pending:
        item = pending.pop()
        total += 1
        if isinstance(item, Mapping):
            pending.extend(cast("Mapping[str, Any]", item).values())
        elif isinstance(item, Sequence) and not isinstance(item, str):
            pending.extend(cast("Sequence[Any]", item))
    return total


def compact(value: Json) -> str:
    """Return the value as JSON without spaces, as a result's text is matched: `{"a":1}`.

    What JSON cannot say is written so that the text stays JSON: NaN and infinities as `null`.
    Never raises: a value that `json` finds too deep, too long or foreign is written all the same.
    """
    try:
        # The encoder would do as much, but takes ten times as long to come to a number.
        if type(value) is int:
            return int.__repr__(value)
        return _quoted(value) if type(value) is str else _compact(value)
    except (ValueError, TypeError, RecursionError):
        return _compact_slowly(value)


def spaced(value: Json) -> str:
    """Return the value as JSON with spaces, as specs write it: `{"a": 1}`. Never raises."""
    try:
        return _spaced(value)
    except (ValueError, TypeError, RecursionError):
        return _compact_slowly(value)


def _compact_slowly(value: Json) -> str:
    """Write without recursion: a stack of what is still to be written, texts and values."""
    out: list[str] = []
    pending: list[tuple[bool, Json]] = [(False, value)]
    while pending:
        is_text, item = pending.pop()
        if is_text:
            out.append(str(item))
        elif isinstance(item, Mapping):
            later: list[tuple[bool, Json]] = [(True, "{")]
            for at, (key, part) in enumerate(item.items()):
                name = json.dumps(str(key), ensure_ascii=False)
                later += [(True, f"{',' if at else ''}{name}:"), (False, part)]
            pending += [(True, "}"), *reversed(later)]
        elif isinstance(item, Sequence) and not isinstance(item, str | bytes):
            later = [(True, "[")]
            for at, part in enumerate(item):
                later += [(True, "," if at else ""), (False, part)]
            pending += [(True, "]"), *reversed(later)]
        else:
            out.append(_scalar(item))
    return "".join(out)


def _scalar(value: object) -> str:
    if isinstance(value, float) and value - value != 0:
        return "null"
    if value is None or isinstance(value, bool | float | str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, int):
        from decimal import Decimal  # here, as importing it takes longer than most checks

        return str(Decimal(value))  # `str` of an int stops at 4300 digits; a Decimal's does not
    return json.dumps(str(value), ensure_ascii=False)


def pythonic(value: Json) -> str:
    """Return the value as Python writes it: `{'a': True}`. Never raises.

    >>> pythonic({"a": [True, None, "x"]})
    "{'a': [True, None, 'x']}"
    """
    try:
        return repr(value)
    except (ValueError, RecursionError):
        return compact(value)


def finite(value: Json) -> Json:
    """Return the value with NaN and infinities replaced by None, so any JSON reader takes it."""
    if isinstance(value, float):
        return value if value - value == 0 else None
    if isinstance(value, Mapping):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, str) or not isinstance(value, Sequence):
        return value
    return [finite(item) for item in value]
