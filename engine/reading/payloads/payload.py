"""Arguments and results as instrumentations write them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from sys import intern
from typing import Final, NamedTuple, TypeAlias

from toolspec.engine.json_value import OBJECTS, Json, TwoReadings, read_json, same
from toolspec.engine.reading.payloads.envelopes import Content
from toolspec.engine.reading.payloads.literal import read_literal
from toolspec.engine.result import NOT_SHOWN, UNRECORDED, Result, Unrecorded
from toolspec.engine.trace import Note, Place

Decode: TypeAlias = "Callable[[str], Json]"
"""A function that reads JSON text; it raises ValueError or RecursionError where it cannot."""

SHOWN_CHARACTERS: Final = 40

_BRACKETS: Final = ("{", "[")
_OPENINGS: Final = frozenset(('{"', "[{", '["'))


class ReadArguments(NamedTuple):
    """Arguments read, and what a reader should know about how; `doubt` is empty when nothing.

    `bare` is the doubt without the recorded text it quotes, empty where it quotes none.
    """

    value: Mapping[str, Json] | Unrecorded
    doubt: str = ""
    bare: str = ""


def doubted(part: str, doubt: str, bare: str, place: Place) -> Note:
    """Return a note of a doubt about a part of a call: `"arguments"`."""
    return Note(f"{part}: {doubt}", place, bare and f"{part}: {bare}")


def read_arguments(
    recorded: Json | Unrecorded, depth_max: int = 200, decode: Decode = read_json
) -> ReadArguments:
    """Return recorded arguments: an object, JSON text, or Python text of a plain literal.

    Text is decoded by `decode`, and what that refuses by the standard library. Only speed may
    differ by it: what both take, both must read alike.

    Anything else is not recorded, with the reason: never an empty object, which would hide that a
    rule cannot know. Text that looks cut (an exporter's length limit) is such a reason.

    >>> read_arguments('{"a": 1}').value, read_arguments("{'a': None}").value
    ({'a': 1}, {'a': None})
    >>> read_arguments("weather in Rome").doubt
    'text that is not an object: `weather in Rome`'
    """
    if isinstance(recorded, str):
        try:
            value = decode(recorded)
            if isinstance(value, dict) and _is_clean(recorded, value, decode):
                # A text of so many characters or brackets cannot nest deeper than that.
                if len(recorded) > depth_max and _brackets(recorded) > depth_max:
                    return _bounded(value, "", depth_max)
                named = {intern(key): item for key, item in value.items()}  # each name held once
                return ReadArguments._make((named, "", ""))
        except RecursionError:
            return ReadArguments(UNRECORDED, _too_deep_for(depth_max))
        except ValueError:
            pass
        return _read_doubtful(recorded, depth_max)
    if isinstance(recorded, Unrecorded):
        return ReadArguments(UNRECORDED)
    if isinstance(recorded, OBJECTS):
        return _bounded(recorded, "", depth_max)
    return ReadArguments(UNRECORDED, *quoting("not an object but ", json.dumps(recorded)))


def _brackets(written: str) -> int:
    return written.count("{") + written.count("[")


def _is_clean(recorded: str, value: dict[str, Json], decode: Decode) -> bool:
    """Tell whether nothing is to be said about how an object is written.

    Most are flat: as many keys as are written show that none is written twice.
    """
    written = recorded.count('":')
    if "\\" in recorded:
        written -= recorded.count('\\":')
    if written != len(value) and written != _keys(value):
        return False
    return decode is not read_json or not ("NaN" in recorded or "Infinity" in recorded)


def _read_doubtful(recorded: str, depth_max: int) -> ReadArguments:
    """Return the arguments of text that is no JSON object, or none as it should be written."""
    doubts: list[str] = []
    try:
        value = _exact_decode(recorded, doubts)
    except RecursionError:
        return ReadArguments(UNRECORDED, _too_deep_for(depth_max))
    except ValueError:
        value = read_literal(recorded)
        if isinstance(value, Unrecorded):
            return ReadArguments(UNRECORDED, *_why_unreadable(recorded))
    if not isinstance(value, Mapping):
        return ReadArguments(UNRECORDED, *quoting("text that is not an object: ", recorded))
    return _bounded(value, ", ".join(dict.fromkeys(doubts)), depth_max)


def _keys(value: Json) -> int:
    """Return how many keys the objects in a value have, all levels together."""
    count, pending = 0, [value]
    while pending:
        item = pending.pop()
        if isinstance(item, dict):
            count += len(item)
            pending.extend(item.values())
        elif isinstance(item, list):
            pending.extend(item)
    return count


def _exact_decode(recorded: str, doubts: list[str]) -> Json:
    """Return what JSON text holds; an object in which a key has two values has two readings."""
    differ = False

    def pairs(items: list[tuple[str, Json]]) -> dict[str, Json]:
        nonlocal differ
        members = dict(items)
        if len(members) != len(items):
            doubts.append("a key stands twice, the last one counts")
            differ = differ or not all(same(members[key], value) for key, value in items)
        return members

    def constant(word: str) -> float:
        doubts.append(f"`{word}` is no JSON")
        return float(word)

    value: Json = json.loads(recorded, object_pairs_hook=pairs, parse_constant=constant)
    if differ and isinstance(value, Mapping):
        first: Json = json.loads(recorded, object_pairs_hook=_first_values)
        return TwoReadings(value, first if isinstance(first, Mapping) else {})
    return value


def _first_values(items: list[tuple[str, Json]]) -> dict[str, Json]:
    return dict(reversed(items))


def _bounded(value: Mapping[str, Json] | Unrecorded, doubt: str, depth_max: int) -> ReadArguments:
    if not isinstance(value, Unrecorded) and deeper_than(value, depth_max):
        return ReadArguments(UNRECORDED, _too_deep_for(depth_max))
    return ReadArguments(value, doubt)


def _too_deep_for(depth_max: int) -> str:
    return f"nested deeper than {depth_max} levels"


def deeper_than(value: Json, levels: int) -> bool:
    """Tell whether objects and lists nest deeper than `levels`, without recursion."""
    layer = [value]
    for _ in range(levels + 2):
        deeper: list[Json] = []
        for item in layer:
            if isinstance(item, dict):
                deeper.extend(item.values())
            elif isinstance(item, list):
                deeper.extend(item)
        if not deeper:
            return False
        layer = deeper
    return True


def _why_unreadable(recorded: str) -> tuple[str, str]:
    if is_cut(recorded):
        return cut_text(recorded)
    if recorded.lstrip()[:1] in ("{", "["):
        return quoting("text that is neither JSON nor a plain Python literal: ", recorded)
    return quoting("text that is not an object: ", recorded)


def cut_text(recorded: str) -> tuple[str, str]:
    """Return the doubt about text that an exporter cut, and the same without the text."""
    return quoting(
        f"text cut after {len(recorded)} characters: ",
        recorded,
        "; the exporter seems to limit the length of attributes",
    )


def quoting(before: str, recorded: str, after: str = "") -> tuple[str, str]:
    """Return a doubt that quotes what was recorded, and the same without it."""
    return f"{before}`{_shown(recorded)}`{after}", f"{before}{NOT_SHOWN}{after}"


def is_cut(recorded: str, *, too_deep: bool = False) -> bool:
    """Tell whether text begins as a JSON object or list and breaks off before it ends.

    `too_deep` is the answer for text that nests too deep to be read.

    >>> is_cut('{"query": "xxx'), is_cut('[{"a": 1}'), is_cut('{"a": 1} and more'), is_cut("{a}")
    (True, True, False, False)
    """
    if (recorded if recorded[:1] in _BRACKETS else recorded.lstrip())[:2] not in _OPENINGS:
        return False
    try:
        read_json(recorded)
    except json.JSONDecodeError as error:
        return breaks_off(recorded, error)
    except (ValueError, RecursionError):
        return too_deep
    return False


def breaks_off(recorded: str, error: json.JSONDecodeError) -> bool:
    """Tell whether nothing but its end is wrong with a text that is no JSON."""
    if error.msg.startswith("Unterminated string") or error.pos >= len(recorded.rstrip()):
        return True
    rest = recorded[error.pos : error.pos + 6].rstrip()
    if error.pos + len(rest) < len(recorded.rstrip()):
        return False
    cut_escape = error.msg.startswith("Invalid \\u") and rest.isalnum()
    return cut_escape or any(word.startswith(rest) for word in _WORDS)


_WORDS: Final = ("true", "false", "null", "-", "NaN", "Infinity", "-Infinity")
"""What JSON text may end in the middle of, beside strings."""


def _shown(written: str) -> str:
    line = " ".join(written[: SHOWN_CHARACTERS * 2].split())
    return line if len(line) <= SHOWN_CHARACTERS else line[: SHOWN_CHARACTERS - 1] + "…"


class ReadOutcome(NamedTuple):
    """A result read, the call id its envelope named, and what a reader should know.

    `bare` is the doubt without the recorded text it quotes, empty where it quotes none. `failed`
    is None where the envelope does not say whether the call failed.
    """

    value: Result | Unrecorded
    id: str | None = None
    doubt: str = ""
    bare: str = ""
    failed: bool | None = None


Opener: TypeAlias = "Callable[[Json], Content | None]"
"""A function that takes a result out of its envelope; None where it is in none."""


def read_result(
    recorded: Json | Unrecorded, depth_max: int = 200, opener: Opener | None = None
) -> ReadOutcome:
    """Return the result a span recorded, freed of its envelope where the dialect knows one.

    Results are never read as Python text. Text stays as recorded, the envelope's too: a rule that
    looks through a result's text sees both.

    >>> read_result('{"content": "ok"}').value
    Result('{"content": "ok"}')
    """
    if isinstance(recorded, str):
        if is_cut(recorded):
            return ReadOutcome(UNRECORDED, None, *cut_text(recorded))
        if opener is None or recorded[:1] not in _BRACKETS:
            return ReadOutcome._make((Result(recorded), None, "", "", None))
        try:
            value: Json = json.loads(recorded)
        except (ValueError, RecursionError):
            return ReadOutcome(Result(recorded))
    elif isinstance(recorded, Unrecorded):
        return ReadOutcome(UNRECORDED)
    else:
        value = recorded
        if deeper_than(value, depth_max):
            return ReadOutcome(UNRECORDED, None, _too_deep_for(depth_max))
    content = None if opener is None else opener(value)
    if content is None:
        return ReadOutcome(Result(recorded))
    result = Result(content.value, envelope=recorded, envelope_counts=content.both)
    return ReadOutcome(result, content.id, failed=content.failed)
