"""What the keys of an object are: of a call, of its name, of its arguments; once for a shape."""

from __future__ import annotations

from typing import Final, NamedTuple

from toolspec.engine.reading.unread.call_words import ARGUMENTS, NAMES, TYPES, by_keys, plain_word

RESULTS: Final = frozenset({"content", "output", "response", "result"})
SCHEMA: Final = frozenset(
    {"description", "inputschema", "jsonschema", "outputschema", "parametersjsonschema"}
)
_IDS: Final = ("toolcallid", "tooluseid", "callid", "id")
INSIDE: Final = (
    *("function", "toolcall", "functioncall", "tooluse", "value", "toolinvocation", "spandata"),
)
"""Keys of a call under which its name and its arguments may be."""

_RETURNED: Final = frozenset({"output", "result"})
"""Keys that a call has where its result is kept beside it, and no definition has."""


class Shape(NamedTuple):
    """What the keys of an object are: types, names, ids, and what a whole call may be under.

    `arguments` is the first key for arguments; `given` is that too, or else `observation`. `part`
    is the key of its type where the id of a call is beside it. `is_schema` where it has the keys of
    a tool's definition, `calling` where it has a tool beside the id of a call, `answers` where it
    has a result beside that, `has_method` where that may be `tools/call`. `is_quiet` where nothing
    of this tells of a call, whatever the values; `is_list` where the keys are places in a list.
    """

    types: tuple[str, ...]
    names: tuple[str, ...]
    ids: tuple[str, ...]
    calls: tuple[str, ...]
    arguments: str | None
    given: str | None
    part: str | None
    is_schema: bool
    calling: bool
    answers: bool
    has_method: bool
    is_quiet: bool
    is_list: bool


@by_keys
def shape_of(words: tuple[str, ...]) -> Shape:
    """Return what the keys of an object are."""
    plain = {plain_word(word): word for word in words}
    arguments = next((plain[word] for word in plain if word in ARGUMENTS), None)
    types, names, ids, calls = (
        tuple(plain[word] for word in known if word in plain)
        for known in (TYPES, NAMES, _IDS, INSIDE)
    )
    calling = "tool" in plain and "callid" in plain
    return Shape(
        types,
        names,
        ids,
        calls,
        arguments,
        plain.get("observation") if arguments is None else arguments,
        plain.get("type") if "toolcallid" in plain else None,
        not SCHEMA.isdisjoint(plain) and _RETURNED.isdisjoint(plain),
        calling,
        "toolcallid" in plain and not RESULTS.isdisjoint(plain),
        "method" in words,
        not types and not names and not calling and "method" not in words,
        bool(words) and all(map(str.isdecimal, words)),
    )
