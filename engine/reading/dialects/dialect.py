"""What a dialect must offer: how one family of instrumentations writes tool calls into spans.

A dialect is one file in this folder; `dialects/__init__.py` lists them in the order they are asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from operator import itemgetter
from typing import ClassVar, Final, Literal, NamedTuple

from toolspec.engine.json_value import Json
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.envelopes import Given
from toolspec.engine.reading.payloads.payload import Opener, is_cut
from toolspec.engine.reading.span import Span
from toolspec.engine.trace import UNRECORDED, Unrecorded


class Role(Enum):
    """What a span is in the story of a run."""

    TOOL = "tool call"
    PHANTOM = "tool span that is not a call"
    LLM = "model response"
    AGENT = "agent run"
    CREATION = "agent creation"
    STRANGE = "span of no known kind that may tell of calls"
    DISPUTED = "span of one kind to one dialect and of another to another"
    UNREADABLE = "span whose attributes cannot be read"
    OTHER = "other"


class Recorded(NamedTuple):
    """A tool call as its span records it, before arguments and result are read."""

    name: str
    arguments: Json | Unrecorded = UNRECORDED
    result: Json | Unrecorded = UNRECORDED
    id: str | None = None


class Requested(NamedTuple):
    """A tool call a model asked for in a message."""

    name: str
    arguments: Json | Unrecorded = UNRECORDED
    id: str | None = None


class Answered(NamedTuple):
    """A tool's result in a message."""

    id: str | None
    result: Json | Unrecorded = UNRECORDED


class Unreadable(NamedTuple):
    """An attribute that should tell of calls or results, and cannot be read.

    That is not the same as an attribute that tells of none. `bare` is the doubt without the
    recorded text it quotes, empty where it quotes none.
    """

    key: str
    doubt: str
    bare: str = ""


class Dialect:
    """How one family of instrumentations names things. All methods are pure."""

    name: ClassVar[str]
    """Short and stable, for reports: `openinference`."""

    title: ClassVar[str]
    """As its users call it: `OpenInference`."""

    page: ClassVar[FormatPage]
    """How to get such spans, who writes them, what stays unknown: each dialect has its own."""

    marks: ClassVar[frozenset[str]]
    """Attributes of which each span of the dialect has at least one, unless its scope tells."""

    scopes: ClassVar[frozenset[str]] = frozenset()
    """Instrumentation scopes whose spans are all offered to the dialect."""

    events: ClassVar[frozenset[str]] = frozenset()
    """Names of events of its spans that sound like a call and are read as part of one."""

    ends_inside: ClassVar[bool] = False
    """Whether a span inside of a tool's says how the call ended, and the tool's own does not."""

    def role(self, span: Span) -> Role | None:
        """Return what the span is, or None where it is not of this dialect."""
        raise NotImplementedError

    def translated(self, span: Span) -> Span:
        """Return a span as a dialect writes it that is asked about it, where this one is not."""
        return span

    def call(self, span: Span) -> Recorded:
        """Return the call of a span whose role is TOOL."""
        raise NotImplementedError

    def told_by_events(self, span: Span) -> Recorded | None:
        """Return what the events of a tool's span tell of its call, if anything."""
        return None

    def requested(self, span: Span) -> Iterator[Requested | Unreadable]:
        """Yield the calls that an LLM or agent span's response asks for, and what hides some.

        Of a span whose role is UNREADABLE, yield what cannot be read.
        """
        return iter(())

    def answered(self, span: Span) -> Iterator[Answered | Unreadable]:
        """Yield the results that the messages of an LLM or agent span hold, and what hides some."""
        return iter(())

    def given(self, span: Span, arguments: Mapping[str, Json]) -> Given | None:
        """Return a tool span's arguments without the envelope this dialect writes; None for none.

        Only arguments with the key `kwargs` are asked about: every envelope has it.
        """
        return None

    def opener(self, span: Span) -> Opener | None:
        """Return what takes a tool's result out of the envelope this dialect writes, if any."""
        return None

    def holds_conversation(self, span: Span) -> bool:
        """Tell whether an agent's span holds all messages of its run."""
        return False

    def hands_over(self, span: Span) -> bool:
        """Tell whether a PHANTOM is known to be no call: a hand-over, a group of calls."""
        return False

    def ended_call(self, span: Span) -> Literal["ok", "error"] | None:
        """Return how the call around a PHANTOM ended, where that span says it."""
        return None

    def ended(self, span: Span) -> str | None:
        """Return why a model's response ended, as its span has it; None where it does not say."""
        for key in _ENDED:
            value = span.attributes.get(key)
            if value:
                return value if isinstance(value, str) else " ".join(map(str, _listed(value)))
        return None

    def tells(self, span: Span) -> bool:
        """Tell whether a model's span holds what the model answered, calls or words."""
        for key, value in span.attributes.items():
            if key.startswith(_ANSWERS) and key not in _NO_ANSWERS and value not in _NOTHING_TOLD:
                return not (isinstance(value, str) and is_cut(value))
        return any(event.attributes for event in span.events if event.name in _ANSWER_EVENTS)

    def response_id(self, span: Span) -> str | None:
        """Return the id the model's provider gave the response of an LLM span."""
        return text(span, "gen_ai.response.id")

    def own_agent(self, span: Span) -> str | None:
        """Return the agent that called a tool, where its span says it better than those around."""
        return None

    def agent(self, span: Span) -> str | None:
        """Return the name of the agent at work, where the span says so."""
        get = span.attributes.get
        name = get("gen_ai.agent.name") or get("agent.name")
        return name if isinstance(name, str) and name else None


_ENDED: Final = (
    "gen_ai.response.finish_reasons",
    "gen_ai.response.finish_reason",
    "llm.finish_reason",
    "llm.response.finish_reason",
    "gen_ai.completion.0.finish_reason",
    "anthropic.message.stop_reason",
    "ai.response.finishReason",
)
_ANSWERS: Final = (
    "gen_ai.output.messages",
    "gen_ai.completion.0.content",
    "gen_ai.completion.0.tool_calls",
    "gen_ai.output",
    "genai.output",
    "llm.output_messages.",
    "output.value",
    "ai.response.text",
    "ai.response.toolCalls",
    "ai.response.object",
    "gcp.vertex.agent.llm_response",
)
_NO_ANSWERS: Final = frozenset({"gen_ai.output.type", "genai.output.type"})
_ANSWER_EVENTS: Final = frozenset(
    {"gen_ai.choice", "gen_ai.assistant.message", "gen_ai.client.inference.operation.details"}
)
REDACTED: Final = "__REDACTED__"
_NOTHING_TOLD: Final[tuple[Json, ...]] = (None, "", "null", "[]", "{}", REDACTED)


def _listed(value: Json) -> Sequence[Json]:
    return value if isinstance(value, list | tuple) else [value]


def ends_in_call(reason: str | None) -> bool:
    """Tell whether the reason a response ended is that the model called a tool.

    >>> ends_in_call("['tool_call']"), ends_in_call("FinishReason.TOOL_CALLS"), ends_in_call("stop")
    (True, True, False)
    """
    plain = "" if reason is None else reason.lower()
    return "tool" in plain or "function" in plain


def request(key: str, name: Json, arguments: Json, id: Json) -> Requested | Unreadable:
    """Return a call that an attribute tells of, its arguments null where they are not recorded."""
    if isinstance(name, str) and name:
        return Requested(name, UNRECORDED if arguments is None else arguments, call_id(id))
    return Unreadable(key, "a call that names no tool")


def flat(
    attributes: Mapping[str, Json], prefix: str, pattern: str
) -> list[tuple[tuple[int, ...], dict[str, Json]]]:
    """Return what flat attributes such as `prefix.0.calls.1.name` hold, by their numbers, in order.

    The last group of the pattern is the name of a field, those before it are the numbers.
    """
    by_numbers: dict[tuple[int, ...], dict[str, Json]] = {}
    for key, value in attributes.items():
        if key.startswith(prefix):
            match = re.match(pattern, key)
            if match is not None:
                *numbers, field = match.groups()
                by_numbers.setdefault(tuple(map(int, numbers)), {})[field] = value
    return sorted(by_numbers.items(), key=itemgetter(0))


def first_to_tell(
    *sources: Iterable[Requested | Unreadable],
) -> Iterator[Requested | Unreadable]:
    """Yield what the first of several records of one response tells that tells of a call.

    Where none does, all that cannot be read: a call may be in there.
    """
    unreadable: list[Requested | Unreadable] = []
    for source in sources:
        requests = list(source)
        if any(isinstance(item, Requested) for item in requests):
            yield from requests
            return
        unreadable += requests
    yield from unreadable


def text(span: Span, key: str) -> str | None:
    """Return an attribute that is text and not empty."""
    value = span.attributes.get(key)
    return value if isinstance(value, str) and value else None


def plain_kind(value: Json) -> str:
    """Return a word that says what a span is, without blanks around it and in lower case.

    >>> plain_kind(" TOOL"), plain_kind(None)
    ('tool', '')
    """
    return value.strip().lower() if isinstance(value, str) else ""


def call_id(value: Json | Unrecorded) -> str | None:
    """Return a call id as text; numbers are written out, anything else is none."""
    if isinstance(value, str):
        return value or None
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def first(span: Span, *keys: str) -> Json | Unrecorded:
    """Return the first of these attributes that is there and not null."""
    for key in keys:
        value = span.attributes.get(key)
        if value is not None:
            return value
    return UNRECORDED
