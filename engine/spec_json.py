"""Specs as JSON and back, so that a spec once read need not be parsed again.

A spec is made of few things: values of known classes, tuples, and JSON. Each class is written by
name and found again in a fixed list of modules, so that stored text, whatever its source, can make
specs and nothing else. Kinds are imported only where a spec uses them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final, cast

from toolspec.engine.match.tool_pattern import Named, ToolPattern
from toolspec.engine.match.values import NamedValue, ValuePattern
from toolspec.engine.spec import Spec
from toolspec.engine.values import Value

STORE_VERSION: Final = 4
"""Raised whenever what is stored would be read differently. Independent of Python's version."""

_PLAIN: Final[dict[type[Any], str]] = {tuple: "(", list: "["}
_NAMED: Final = "@"
_NAMED_VALUE: Final = "="
_MODULES: Final = ("rule", "spec")
_ROOMS: Final = ("match", "measures", "parts", "relations", "rules", "tool_lists")
"""Folders of modules that specs are made of."""


class UnstorableError(ValueError):
    """A spec that cannot be written, or stored text that is not a spec."""


def to_json(spec: Spec) -> Any:
    """Return the spec as a JSON value. Raises UnstorableError on values of foreign classes."""
    packing = _Packing()
    try:
        packed = packing.pack(spec)
    except RecursionError:
        raise UnstorableError("nested too deep") from None
    return [packing.named_patterns, packed]


def spec_from_json(stored: Any) -> Spec:
    """Return the spec that `to_json` wrote. Raises UnstorableError on anything else.

    >>> from toolspec.engine.match.call_pattern import CallPattern
    >>> from toolspec.engine.match.tool_pattern import Name
    >>> from toolspec.engine.rules.forbid import Forbid
    >>> from toolspec.engine.rule import Rule
    >>> spec = Spec((Rule(Forbid(CallPattern(Name("rm")))),))
    >>> spec_from_json(to_json(spec)) == spec
    True
    """
    try:
        named_patterns, packed = stored
        unpacking = _Unpacking()
        for pattern in named_patterns:
            unpacking.named_patterns.append(unpacking.unpack(pattern))
        spec = unpacking.unpack(packed)
    except (
        AttributeError,
        ImportError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        raise UnstorableError(str(error)) from None
    if not isinstance(spec, Spec):
        raise UnstorableError("no spec")
    return spec


class _Packing:
    """Writes values: plain ones as they are, all others as a list that begins with what it is.

    A pattern that names stand for is written once, however often it is used: in
    `named_patterns`, each after those it is made of.
    """

    def __init__(self) -> None:
        self.named_patterns: list[Any] = []
        self._numbers: dict[int, int] = {}

    def pack(self, value: Any) -> Any:
        if value is None or isinstance(value, str | bool | int | float):
            return value
        if isinstance(value, Named | NamedValue):
            tag = _NAMED if isinstance(value, Named) else _NAMED_VALUE
            return [tag, value.name, self._number(value.pattern)]
        if isinstance(value, Value):
            tag = _tag(type(value))
            # A value may hold what it computed, too; only its fields are what it is.
            return [tag, *[self.pack(getattr(value, name)) for name in type(value).fields]]
        if isinstance(value, Mapping):
            entries = cast("Mapping[Any, Any]", value)
            return ["{", *([self.pack(key), self.pack(item)] for key, item in entries.items())]
        if isinstance(value, tuple | list):
            kept = cast("type[Any]", type(cast("object", value)))
            tag = _PLAIN.get(kept) or _tag(kept)
            return [tag, *[self.pack(item) for item in cast("Sequence[Any]", value)]]
        raise UnstorableError(f"a {type(value).__name__} cannot be stored")

    def _number(self, pattern: ToolPattern | ValuePattern) -> int:
        number = self._numbers.get(id(pattern))
        if number is None:
            packed = self.pack(pattern)
            number = self._numbers[id(pattern)] = len(self.named_patterns)
            self.named_patterns.append(packed)
        return number


class _Unpacking:
    """Reads what `_Packing` wrote."""

    def __init__(self) -> None:
        self.named_patterns: list[Any] = []

    def unpack(self, stored: Any) -> Any:
        if not isinstance(stored, list):
            if stored is None or isinstance(stored, str | bool | int | float):
                return stored
            raise UnstorableError("an object where a list belongs")
        tag, *items = cast("list[Any]", stored)
        if tag in (_NAMED, _NAMED_VALUE):
            name, number = items
            kind = Named if tag == _NAMED else NamedValue
            return kind(name, self.named_patterns[number])
        if tag == "{":
            return {self.unpack(key): self.unpack(item) for key, item in items}
        values = [self.unpack(item) for item in items]
        if tag == "[":
            return values
        if tag == "(":
            return tuple(values)
        if not isinstance(tag, str):
            raise UnstorableError("a list without a name")
        return _class(tag)(*values)


def _tag(kept: type[Any]) -> str:
    """Return `match.tool_pattern.Name` for the class of that name in that module of this floor."""
    home = kept.__module__.removeprefix("toolspec.engine.")
    tag = f"{home}.{kept.__qualname__}"
    if _class(tag) is not kept:
        raise UnstorableError(f"{kept.__module__}.{kept.__qualname__} cannot be stored")
    return tag


def _class(tag: str) -> type[Any]:
    home, _, name = tag.rpartition(".")
    room, *inside = home.split(".")
    in_room = room in _ROOMS and bool(inside) and all(name.isidentifier() for name in inside)
    if home not in _MODULES and not in_room:
        raise UnstorableError(f"{tag} is not a class that can be stored")
    module = import_module(f"toolspec.engine.{home}")
    kept: Any = getattr(module, name, None)
    # What a module merely imports is not its own: only classes at home there may be made.
    if isinstance(kept, type):
        kind = cast("type[Any]", kept)
        known = issubclass(kind, Value) or hasattr(kind, "_fields")
        if known and kind.__module__ == module.__name__:
            return kind
    raise UnstorableError(f"{tag} is not a class that can be stored")
