"""What happened: a trace is the calls of one run, in order."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Final, Literal, NamedTuple

from toolspec.engine.json_value import Json, compact


class Unrecorded(Enum):
    """The trace does not say. Not the same as empty: rules answer `unknown` where it matters."""

    UNRECORDED = "not recorded"

    def __bool__(self) -> Literal[False]:
        return False


UNRECORDED: Final = Unrecorded.UNRECORDED


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
    holds as well. Parsing waits until a rule asks.

    >>> Result('{"content": {"a": 1}}').values
    ({'content': {'a': 1}}, {'a': 1})
    >>> Result({"content": {"a": 1}}).texts
    ('{"content":{"a":1}}', '{"a":1}')
    """

    __slots__ = ("_texts", "_values", "recorded")

    def __init__(self, recorded: Json) -> None:
        self.recorded = recorded
        self._values: tuple[Json, ...] | None = None
        self._texts: tuple[str, ...] | None = None

    @property
    def value(self) -> Json:
        """The result as one JSON value."""
        return self.values[0]

    @property
    def text(self) -> str:
        """The result as text: as recorded, or as compact JSON."""
        return self.texts[0]

    @property
    def values(self) -> tuple[Json, ...]:
        """The value, then what its lone key `content` holds, if it has one."""
        if self._values is None:
            self._read()
        return self._values or ()

    @property
    def texts(self) -> tuple[str, ...]:
        """The text of each of `values`."""
        if self._texts is None:
            self._read()
        return self._texts or ()

    def _read(self) -> None:
        recorded = self.recorded
        value = json_or_text(recorded) if isinstance(recorded, str) else recorded
        self._values, self._texts = (value,), (_text(recorded),)
        if isinstance(value, Mapping) and len(value) == 1 and "content" in value:
            content = value["content"]
            inner = json_or_text(content) if isinstance(content, str) else content
            self._values, self._texts = (value, inner), (*self._texts, _text(content))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and self.recorded == other.recorded

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Result({self.recorded!r})"


def json_or_text(text: str) -> Json:
    """Return the JSON value the text is, or the text itself where it is none.

    >>> json_or_text("25"), json_or_text("ok")
    (25, 'ok')
    """
    try:
        return json.loads(text)  # type: ignore[no-any-return]
    except (ValueError, RecursionError):
        return text


def _text(recorded: Json) -> str:
    return recorded if isinstance(recorded, str) else compact(recorded)


class Call(NamedTuple):
    """One use of a tool by the agent.

    `step` is the agent's turn, from 0; times are nanoseconds since 1970 UTC, None where they are
    not recorded; `completed` is true where its result arrived, and always in span formats; `agent`
    names who called.
    """

    name: str
    arguments: Mapping[str, Json] | Unrecorded = UNRECORDED
    result: Result | Unrecorded = UNRECORDED
    step: int = 0
    completed: bool = True
    status: Literal["ok", "error"] | None = None
    id: str | None = None
    span_id: str | None = None
    agent: str | None = None
    start_ns: int | None = None
    end_ns: int | None = None
    place: Place = Place()


class Note(NamedTuple):
    """What a reader of a trace should know: a duplicate key, a trace skipped, a file cut short."""

    text: str
    place: Place = Place()


class Trace:
    """The calls of one run in order, with where they were read from.

    `name` is the case the trace is for, where the trace itself says so. Immutable by agreement:
    indexes over the calls are built once, when first asked for.
    """

    __slots__ = (
        "_by_name",
        "_names",
        "calls",
        "format",
        "id",
        "name",
        "notes",
        "path",
        "start_ns",
        "steps",
    )

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
        self._names: list[str] | None = None
        self._by_name: dict[str, list[int]] | None = None

    @property
    def names(self) -> list[str]:
        """The tool of each call, in order."""
        if self._names is None:
            self._names = [call.name for call in self.calls]
        return self._names

    @property
    def by_name(self) -> dict[str, list[int]]:
        """The indexes of each tool's calls, tools in the order of their first call."""
        if self._by_name is None:
            index: dict[str, list[int]] = {}
            for at, name in enumerate(self.names):
                index.setdefault(name, []).append(at)
            self._by_name = index
        return self._by_name

    def __len__(self) -> int:
        return len(self.calls)

    def __repr__(self) -> str:
        return f"<Trace {self.name or self.id or self.path or ''} of {len(self.calls)} calls>"


def called(
    name: str,
    arguments: Mapping[str, Json] | Unrecorded = UNRECORDED,
    result: Json | Unrecorded = UNRECORDED,
    *,
    step: int = 0,
    completed: bool = True,
) -> Call:
    """Return a call for tests, examples and guards, its result made from a plain value."""
    held = result if isinstance(result, Unrecorded) else Result(result)
    return Call(name, arguments, held, step=step, completed=completed)
