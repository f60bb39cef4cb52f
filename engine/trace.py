"""What happened: a trace is the calls of one run, in order."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from toolspec.engine.json_value import Json, compact, pythonic, same


class Unrecorded(Enum):
    """The trace does not say. Not the same as empty: rules answer `unknown` where it matters."""

    UNRECORDED = "not recorded"

    def __bool__(self) -> Literal[False]:
        return False


UNRECORDED: Final = Unrecorded.UNRECORDED

NOT_SHOWN: Final = "(not shown)"
"""What stands in a message for a recorded value that it does not show."""


class Place(NamedTuple):
    """Where something stands in a trace file.

    `line` is the line, from 1, on which its JSON document starts (0 in binary files and in memory);
    `pointer` leads from that document to it: `("resourceSpans", 0, "scopeSpans", 0, "spans", 3)`.
    """

    line: int = 0
    pointer: tuple[str | int, ...] = ()

    @property
    def json_pointer(self) -> str:
        """The pointer as RFC 6901 writes it.

        >>> Place(1, ("a/b", 0)).json_pointer
        '/a~1b/0'
        """
        return "".join(
            f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in self.pointer
        )


class Result:
    """What a call returned: one value, and the texts a `result /regex/` looks through.

    Made from what was recorded: text that is JSON is that JSON, though its text stays as recorded;
    any other text is a JSON string. An object with only the key `content` counts as what that
    holds as well. `values` are the value and what that key holds, `texts` the text of each, and
    `strings` what is text among both; parsing waits until a rule asks.

    >>> Result('{"content": {"a": 1}}').values
    ({'content': {'a': 1}}, {'a': 1})
    >>> Result({"content": {"a": 1}}).texts
    ('{"content":{"a":1}}', '{"a":1}')
    """

    __slots__ = ("recorded", "strings", "texts", "values")
    recorded: Json
    strings: tuple[str, ...]
    texts: tuple[str, ...]
    values: tuple[Json, ...]

    def __init__(self, recorded: Json) -> None:
        self.recorded = recorded

    @property
    def value(self) -> Json:
        """The result as one JSON value."""
        return self.values[0]

    @property
    def text(self) -> str:
        """The result as text: as recorded, or as compact JSON."""
        return self.texts[0]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # Where one of the slots is asked for the first time; from then on it is filled.
            if name in ("texts", "values"):
                self._read()
            elif name == "strings":
                found = [value for value in self.values if isinstance(value, str)]
                self.strings = tuple(dict.fromkeys([*self.texts, *found]))
            else:
                raise AttributeError(name)
            return getattr(self, name)

    def _read(self) -> None:
        recorded = self.recorded
        value = json_or_text(recorded) if isinstance(recorded, str) else recorded
        self.values, self.texts = (value,), (_text(recorded),)
        if isinstance(value, Mapping) and len(value) == 1 and "content" in value:
            content = value["content"]
            inner = json_or_text(content) if isinstance(content, str) else content
            self.values, self.texts = (value, inner), (*self.texts, _text(content))

    def __eq__(self, other: object) -> bool:
        # As the language compares, where `true` is not 1. So there is no hash: nobody asks for one.
        return isinstance(other, Result) and same(self.recorded, other.recorded)

    def __repr__(self) -> str:
        return f"Result({self.recorded!r})"


_MAY_BE_JSON: Final = re.compile(r'[ \t\n\r]*(?:[\[{"\-0-9]|true|false|null|NaN|Infinity)').match


def json_or_text(text: str) -> Json:
    """Return the JSON value the text is, or the text itself where it is none.

    >>> json_or_text("25"), json_or_text("ok")
    (25, 'ok')
    """
    if _MAY_BE_JSON(text) is None:
        return text  # told at once: decoding would cost ten times as much to fail
    try:
        return json.loads(text)  # type: ignore[no-any-return]
    except (ValueError, RecursionError):
        return text


def _text(recorded: Json) -> str:
    return recorded if isinstance(recorded, str) else compact(recorded)


class Call(NamedTuple):
    """One use of a tool by the agent.

    `step` is the number, from 0, of the agent's model response that asked for the call; None where
    no response of that agent is recorded. Times are nanoseconds since 1970 UTC, None where they are
    not recorded. `completed` is true where the tool came to an end, false where it did not, and
    None where the trace does not say. `agent` names who called.
    """

    name: str
    arguments: Mapping[str, Json] | Unrecorded = UNRECORDED
    result: Result | Unrecorded = UNRECORDED
    step: int | None = 0
    completed: bool | None = True
    status: Literal["ok", "error"] | None = None
    id: str | None = None
    span_id: str | None = None
    agent: str | None = None
    start_ns: int | None = None
    end_ns: int | None = None
    place: Place = Place()


class Note(NamedTuple):
    """What a reader of a trace should know: a duplicate key, a trace skipped, a file cut short.

    `bare` is the text without the recorded values it quotes, "" where it quotes none.
    """

    text: str
    place: Place = Place()
    bare: str = ""

    @property
    def without_values(self) -> str:
        """The text for those who may see no recorded value."""
        return self.bare or self.text


class Trace:
    """The calls of one run in order, with where they were read from.

    `name` is the case the trace is for, where the trace itself says so. Immutable by agreement.

    What several rules need is worked out once, when first asked for: the `names`, `arguments` and
    `results` of the calls; the indexes of each tool's calls `by_name`, tools in the order of their
    first call; how often each is called, in `counts` (0 for any other tool). Of calls that were
    explained it holds, by index, the `places` and the arguments as `texts`.
    """

    __slots__ = (
        "arguments",
        "by_name",
        "calls",
        "counts",
        "format",
        "id",
        "name",
        "names",
        "notes",
        "path",
        "places",
        "results",
        "start_ns",
        "steps",
        "texts",
    )
    names: list[str]
    by_name: dict[str, list[int]]
    counts: dict[str, int]
    arguments: list[Mapping[str, Json] | Unrecorded]
    results: list[Result | Unrecorded]
    places: dict[int, dict[str, Any]]
    texts: dict[int, str]

    def __init__(
        self,
        calls: Iterable[Call] = (),
        *,
        id: str | None = None,
        name: str | None = None,
        path: str | None = None,
        format: str = "memory",
        steps: int = 0,
        start_ns: int | None = None,
        notes: Sequence[Note] = (),
    ) -> None:
        self.calls = tuple(calls)
        self.id, self.name, self.path, self.format = id, name, path, format
        self.steps, self.start_ns, self.notes = steps, start_ns, tuple(notes)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # Once for each: from then on the slot holds it, and is read as fast as can be.
            work_out = _WORKED_OUT.get(name)
            if work_out is None:
                raise AttributeError(name)
            held = work_out(self)
            setattr(self, name, held)
            return held

    def place_of(self, at: int) -> dict[str, Any]:
        """Return what reports tell of a call, with room for its role, and keep it in `places`."""
        call = self.calls[at]
        told = self.places[at] = {
            "index": at,
            "tool": call.name,
            "role": "",
            "lacks": "",
            "span_id": call.span_id,
            "id": call.id,
            "step": call.step,
            "line": call.place.line or None,
            "pointer": call.place.json_pointer or None,
        }
        return told

    def text_of(self, at: int) -> str:
        """Return a call's arguments as Python writes them, and keep that in `texts`."""
        arguments = self.arguments[at]
        text = "not recorded" if arguments is UNRECORDED else pythonic(arguments)
        self.texts[at] = text
        return text

    def __len__(self) -> int:
        return len(self.calls)

    def __repr__(self) -> str:
        return f"<Trace {self.name or self.id or self.path or ''} of {len(self.calls)} calls>"


def _by_name(trace: Trace) -> dict[str, list[int]]:
    index: dict[str, list[int]] = {}
    for at, name in enumerate(trace.names):
        index.setdefault(name, []).append(at)
    return index


class _Counts(dict[str, int]):
    def __missing__(self, tool: str) -> int:
        self[tool] = 0
        return 0


_WORKED_OUT: Final[dict[str, Callable[[Trace], object]]] = {
    "names": lambda trace: [call.name for call in trace.calls],
    "by_name": _by_name,
    "counts": lambda trace: _Counts({name: len(at) for name, at in trace.by_name.items()}),
    "arguments": lambda trace: [call.arguments for call in trace.calls],
    "results": lambda trace: [call.result for call in trace.calls],
    "places": lambda _: {},
    "texts": lambda _: {},
}


def called(
    name: str,
    arguments: Mapping[str, Json] | Unrecorded = UNRECORDED,
    result: Json | Unrecorded = UNRECORDED,
    *,
    step: int | None = 0,
    completed: bool | None = True,
) -> Call:
    """Return a call for tests, examples and guards, its result made from a plain value."""
    held = result if isinstance(result, Unrecorded) else Result(result)
    return Call(name, arguments, held, step=step, completed=completed)
