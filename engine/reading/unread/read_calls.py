"""The calls that were read, to be asked whether an object in their file is one and says no more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from toolspec.engine.json_value import OBJECTS, Json, read_json, same
from toolspec.engine.reading.unread.object_keys import Key, Keys, keys_of
from toolspec.engine.trace import Call, Unrecorded

At: TypeAlias = "tuple[int, tuple[str | int, ...], str]"
"""A place as a plain tuple: these are made faster, and equal places."""


class ReadCalls:
    """The calls that were read, by their places.

    `at` has one of the calls at each place, and `given` one by the identity of its arguments, which
    most readers take as they are.
    """

    def __init__(self, calls: Sequence[Call]) -> None:
        self._calls = calls
        self.at: dict[At, Call] = {call.place: call for call in reversed(calls)}
        self.given = {id(call.arguments): call for call in reversed(calls)}

    @cached_property
    def by_id(self) -> Mapping[str, Call]:
        """One of the calls of each id."""
        return {call.id: call for call in reversed(self._calls) if call.id is not None}

    @cached_property
    def within(self) -> Mapping[tuple[str, At], Call]:
        """One of the calls by each name and place: of the call, and of all that it is in."""
        within: dict[tuple[str, At], Call] = {}
        for call in self._calls:
            line, pointer, file = call.place
            bare = bare_name(call.name)
            for name in (bare,) if bare == call.name else (bare, call.name):
                for end in range(len(pointer), -1, -1):
                    above = name, (line, pointer[:end], file)
                    if above in within:
                        break  # and with it all that this is in
                    within[above] = call
        return within

    def beside(self, item: Mapping[str, Json], keys: Keys, at: At) -> tuple[Key, ...] | None:
        """Return what is to be looked into of an object that is a call which was read, and no more.

        None where it may say more: it is then looked at like any other.
        """
        if keys.around:
            return self._beside_inner(item, keys, at)
        given = item[keys.shape.arguments or ""]
        if given is None or _may_be_schema(given):
            return None
        call, own_id = self.given.get(id(given)), text_under(item, keys.shape.ids)
        if call is None or own_id not in (None, call.id):
            call = self.at.get(at)
        if call is None and own_id is not None:
            call = self.by_id.get(own_id)
            if call is not None and not is_same(given, call.arguments):
                return None
        return None if call is None or item[keys.named] != call.name else keys.in_call

    def _beside_inner(self, item: Mapping[str, Json], keys: Keys, at: At) -> tuple[Key, ...] | None:
        """Return this for an object that has name and arguments in one inside: `function`."""
        inner, call = item[keys.around], self.at.get(at)
        if not isinstance(inner, dict) or len(inner) != 2 or call is None:
            return None
        inner_keys = keys_of(tuple(inner))
        if not inner_keys.named or inner[inner_keys.named] != call.name:
            return None
        given = inner[inner_keys.shape.arguments or ""]
        is_call = not _may_be_schema(given) and is_same(given, call.arguments)
        return keys.beside if is_call else None


def _may_be_schema(given: Json) -> bool:
    if isinstance(given, str) or not isinstance(given, OBJECTS):
        return False
    return "properties" in given or "$schema" in given


def is_same(given: Json, arguments: Mapping[str, Json] | Unrecorded) -> bool:
    """Tell whether arguments, or their JSON text, are those of a call."""
    if isinstance(arguments, Unrecorded):
        return False
    if isinstance(given, str):
        try:
            given = read_json(given)
        except (ValueError, RecursionError):
            return False
    return given is arguments or same(given, arguments)


def text_under(item: Mapping[str, Json], keys: Iterable[str]) -> str | None:
    """Return the first text that is not empty under some keys of an object."""
    for key in keys:
        value = item[key]
        if isinstance(value, str) and value:
            return value
    return None


def bare_name(name: str) -> str:
    """Return a tool's name without the server before it.

    >>> bare_name("mcp__github__search"), bare_name("search")
    ('search', 'search')
    """
    return name.rsplit("__", 1)[-1]
