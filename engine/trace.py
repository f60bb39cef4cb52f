"""What happened: a trace is the calls of one run, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from toolspec.engine.json_value import Json, pythonic
from toolspec.engine.place import Place
from toolspec.engine.result import UNRECORDED, Result, Unrecorded

if TYPE_CHECKING:
    from toolspec.engine.dialogue import Dialogue, Message, Record, ToolDefinition

MakeDialogue: TypeAlias = "Callable[[tuple[Call, ...]], Dialogue]"
"""Works out what was said around the calls of a trace."""


class Call(NamedTuple):
    """One use of a tool by the agent.

    `step` is the number, from 0, of the agent's model response that asked for the call; None where
    no response of that agent is recorded. Times are nanoseconds since 1970 UTC, None where they are
    not recorded. `completed` is true where the tool came to an end, false where it did not, and
    None where the trace does not say. `status` is "error" where the trace marks a failure, "ok"
    where it marks none and its format has such a mark; None where it never completed or the format
    has no mark. `agent` names who called. The turn of a call is in its trace's `call_turns`.
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

    def __str__(self) -> str:
        from toolspec.engine.text.trace_text import call_text

        arguments = None if isinstance(self.arguments, Unrecorded) else self.arguments
        result = None if isinstance(self.result, Unrecorded) else pythonic(self.result.recorded)
        text = call_text(self.name, arguments, result)
        failed = ", failed" if self.status == "error" else ""
        return text + (", never completed" if self.completed is False else failed)

    def __repr__(self) -> str:
        return f"<Call {self}>"


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


NO_TOOL: Final = "\N{REPLACEMENT CHARACTER}"
"""A name that no tool has."""


class Gap(NamedTuple):
    """A sign that the trace may hold calls that were not recorded, or could not be read.

    `text` says what shows it, with no recorded value in it; `hint` what would record them, "" where
    nothing is known to. `call` is what is known of such a call, its `name` "" where it may be of
    any tool; there may be several. `helps` where such a call could also keep a rule that asks for
    it; `adds` where it would be one more, and not another reading of a call that is there. Where
    nothing but a name tells of the call, `unlike` is a name of no tool: the gap matters only to
    rules that name such a tool, and so not to those that concern a tool of that name as well.
    Where the call is another reading of one that is there, `instead` may be that one: rules that
    concern it as well are not open.
    `running` where the trace is not at its end: whatever is recorded may come yet, not only calls.
    """

    text: str
    place: Place = Place()
    hint: str = ""
    call: Call = Call("")
    helps: bool = True
    adds: bool = True
    unlike: str = ""
    running: bool = False
    instead: Call | None = None


class Trace:
    """The calls of one run in order, with where they were read from.

    `name` is the case the trace is for, where the trace itself says so. `gaps` say why there may be
    more calls than these; `passed_over` counts the records of the trace that no reader understood
    and that look like no call. `beside` are gaps of which nothing but a name tells: they matter
    only to rules that name such a tool. `mentioned` are such gaps of all traces of the file, in one
    tuple that they share; those of tools that this trace calls do not matter. Immutable by
    agreement.

    What several rules need is worked out once, when first asked for: the `names`, `arguments` and
    `results` of the calls; the indexes of each tool's calls `by_name`, tools in the order of their
    first call; how often each is called, in `counts` (0 for any other tool). Of calls that were
    explained it holds, by index, the `places` and the arguments as `texts`. While several rules
    judge it one after the other, `shared` has what they have in common, by what it is; it may hold
    the trace, so it is None again when they have.

    A part of a trace is a trace, too: `indexes` are the places of its calls in the `whole`, `heard`
    those of its messages, which are numbered as in the whole trace; `last` is its index of the last
    call judged (-1: a step or turn word leaves that one out), `wide` the part without the step and
    turn words, and there `left_out` says which of them leaves a call out, by its index in the
    whole, "" for a call that is judged. Whether the calls in `unsure` belong to it is not recorded,
    each with the word for what is missing (`step`).

    What was said is a `Dialogue`, and decoded when one of its parts is first asked for. `steps` is
    the number of the top agent's responses, 0 where none is recorded; `start_ns` and `end_ns` are
    the first start and the last recorded end. `records` says which of such things the trace records
    at all: no messages may mean either.
    """

    __slots__ = (
        "arguments",
        "beside",
        "by_name",
        "call_turns",
        "calls",
        "counts",
        "dialogue",
        "end_ns",
        "format",
        "gaps",
        "heard",
        "id",
        "indexes",
        "last",
        "last_response",
        "left_out",
        "mentioned",
        "messages",
        "name",
        "names",
        "notes",
        "passed_over",
        "path",
        "places",
        "records",
        "results",
        "said",
        "shared",
        "start_ns",
        "steps",
        "texts",
        "tokens",
        "tools",
        "turns",
        "unsure",
        "whole",
        "wide",
    )
    mentioned: tuple[Gap, ...]
    names: list[str]
    by_name: dict[str, list[int]]
    counts: dict[str, int]
    arguments: list[Mapping[str, Json] | Unrecorded]
    results: list[Result | Unrecorded]
    shared: dict[Any, Any] | None
    places: dict[int, dict[str, Any]]
    texts: dict[int, str]
    indexes: Sequence[int]
    last: int
    left_out: Callable[[int], str]
    unsure: Mapping[int, str]
    wide: Trace
    whole: Trace
    heard: Sequence[int]
    dialogue: Dialogue
    messages: tuple[Message, ...]
    last_response: Message | None
    call_turns: Sequence[int | None]
    turns: int | None
    tokens: int | None
    tools: tuple[ToolDefinition, ...] | None
    records: frozenset[Record]

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
        end_ns: int | None = None,
        notes: Sequence[Note] = (),
        gaps: Sequence[Gap] = (),
        beside: Sequence[Gap] = (),
        passed_over: int = 0,
        said: Dialogue | MakeDialogue | None = None,
    ) -> None:
        self.calls = tuple(calls)
        self.gaps, self.beside, self.passed_over = tuple(gaps), tuple(beside), passed_over
        self.id, self.name, self.path, self.format = id, name, path, format
        self.steps, self.start_ns, self.end_ns = steps, start_ns, end_ns
        self.notes, self.said, self.mentioned = tuple(notes), said, ()

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # Once for each: from then on the slot holds it, and is read as fast as can be.
            work_out = _WORKED_OUT.get(name)
            if work_out is None:
                raise AttributeError(name)
            value = work_out(self)
            if value is not self:  # a trace that held itself would wait for the cycle collector
                setattr(self, name, value)
            return value

    def place_of(self, at: int) -> dict[str, Any]:
        """Return what reports tell of a call, with room for its role, and keep it in `places`."""
        call = self.calls[at]
        place = self.places[at] = {
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
        if call.place.file:
            place["file"] = call.place.file
        return place

    @property
    def running(self) -> bool:
        """Whether more of the trace may still come: see `Gap.running`."""
        return any(gap.running for gap in self.gaps)

    def number(self, at: int) -> int:
        """Return which call of the whole trace this is, as people count: from 1."""
        return self.indexes[at] + 1

    def text_of(self, at: int) -> str:
        """Return a call's arguments as Python writes them, and keep that in `texts`."""
        arguments = self.arguments[at]
        text = "not recorded" if arguments is UNRECORDED else pythonic(arguments)
        self.texts[at] = text
        return text

    def __len__(self) -> int:
        return len(self.calls)

    def __str__(self) -> str:
        from toolspec.engine.text.trace_text import listed

        return listed(repr(self)[1:-1], self.calls)

    def __repr__(self) -> str:
        from toolspec.engine.text.trace_text import headline

        return f"<{headline(self.name or self.id or self.path, len(self.calls))}>"


def _by_name(trace: Trace) -> dict[str, list[int]]:
    index: dict[str, list[int]] = {}
    for at, name in enumerate(trace.names):
        index.setdefault(name, []).append(at)
    return index


class _Counts(dict[str, int]):
    def __missing__(self, tool: str) -> int:
        self[tool] = 0
        return 0


def _messages(trace: Trace) -> tuple[Message, ...]:
    if trace.whole is trace:
        return trace.dialogue.messages
    spoken = trace.whole.messages
    return tuple([spoken[at] for at in trace.heard])


def _call_turns(trace: Trace) -> Sequence[int | None]:
    if trace.whole is trace:
        return trace.dialogue.call_turns
    turns = trace.whole.call_turns
    return tuple([turns[at] for at in trace.indexes])


def _judged(_: int) -> str:
    return ""


def _dialogue(trace: Trace) -> Dialogue:
    from toolspec.engine.dialogue import Dialogue

    dialogue, trace.said = trace.said, None
    if dialogue is None:
        return Dialogue(call_turns=(None,) * len(trace.calls))
    return dialogue if isinstance(dialogue, Dialogue) else dialogue(trace.calls)


def _records(trace: Trace) -> frozenset[Record]:
    from toolspec.engine.dialogue import recorded_in

    return recorded_in(
        trace.dialogue,
        agents=any(call.agent is not None for call in trace.calls),
        status=any(call.status is not None for call in trace.calls),
        steps=trace.steps > 0,
        times=any(call.start_ns is not None for call in trace.calls),
    )


_WORKED_OUT: Final[dict[str, Callable[[Trace], object]]] = {
    "names": lambda trace: [call.name for call in trace.calls],
    "by_name": _by_name,
    "counts": lambda trace: _Counts({name: len(at) for name, at in trace.by_name.items()}),
    "arguments": lambda trace: [call.arguments for call in trace.calls],
    "results": lambda trace: [call.result for call in trace.calls],
    "dialogue": _dialogue,
    "messages": _messages,
    "last_response": lambda trace: trace.whole.dialogue.last_response,
    "call_turns": _call_turns,
    "turns": lambda trace: trace.whole.dialogue.turns,
    "tokens": lambda trace: trace.whole.dialogue.tokens,
    "tools": lambda trace: trace.whole.dialogue.tools,
    "records": lambda trace: _records(trace) if trace.whole is trace else trace.whole.records,
    "places": lambda _: {},
    "shared": lambda _: None,
    "texts": lambda _: {},
    "heard": lambda trace: range(len(trace.messages)),
    "whole": lambda trace: trace,
    "indexes": lambda trace: range(len(trace.calls)),
    "last": lambda trace: len(trace.calls) - 1,
    "unsure": lambda _: {},
    "wide": lambda trace: trace,
    "left_out": lambda _: _judged,
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
    returned = result if isinstance(result, Unrecorded) else Result(result)
    return Call(name, arguments, returned, step=step, completed=completed)
