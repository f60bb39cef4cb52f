"""What spans hold that looks like a call, and that no dialect read.

A dialect reads the attributes it knows. What else a model's response holds, or a span of no known
kind, is looked through here: an unknown part of a message, another record of the same response, an
event, an attribute that names a tool.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Final

from toolspec.engine.call_texts import call_in_prose
from toolspec.engine.classified_span import ClassifiedSpan
from toolspec.engine.dialects.dialect import Role
from toolspec.engine.dialects.foreign import CHOICES, SAID, is_of_tool
from toolspec.engine.formats.span import UNREAD, Span
from toolspec.engine.json_value import Json
from toolspec.engine.known_calls import KnownCalls, call_of
from toolspec.engine.sightings import (
    Sighting,
    json_inside,
    may_be_in_call,
    may_hold_call,
    sightings,
)
from toolspec.engine.trace import Call, Gap, Place

_GIVEN: Final = (
    *("ai.prompt", "ai.settings", "ai.telemetry", "ai.usage", "gcp.vertex.agent.llm_request"),
    *("gen_ai.agent.", "gen_ai.conversation", "gen_ai.input", "gen_ai.operation", "gen_ai.prompt"),
    *("gen_ai.provider", "gen_ai.request", "gen_ai.system", "gen_ai.tool.", "http.", "server."),
    *("gen_ai.usage", "input.", "llm.input", "llm.invocation", "llm.prompt", "llm.request"),
    *("llm.token", "llm.tools", "llm.usage", "metadata", "traceloop.association"),
    *("traceloop.entity.input", "traceloop.prompt"),
)
"""How the names of attributes begin that hold what a model was given, or say nothing of it."""

_GIVEN_EVENTS: Final = frozenset(
    {"exception", "gen_ai.assistant.message", "gen_ai.content.prompt", "gen_ai.system.message"}
    | {"gen_ai.tool.message", "gen_ai.user.message"}
)
_LEVELS_MAX: Final = 12
"""Parts of an attribute's name that are taken for levels."""


def overlooked(
    spans: Iterable[ClassifiedSpan], calls: Sequence[Call], asked: Sequence[Call]
) -> Iterator[Gap]:
    """Yield a gap for what looks like a call in a span and is none of those that were read.

    `asked` are the calls that messages on spans ask for, `calls` all others.
    """
    known: KnownCalls | None = None
    told: Counter[str | None] | None = None
    for seen in spans:
        for sighting in _looks(seen):
            if known is None or told is None:
                known = KnownCalls((*calls, *asked))
                told = Counter(call.span_id for call in asked)
            if known.holds(sighting) or known.answered_by(sighting):
                continue
            if sighting[2:5] == (None, None, None) and told[seen.span_id] > 0:
                told[seen.span_id] -= 1  # a mark that a call is there, which is read beside it
                continue
            text = f"{sighting.what} on a span looks like a tool call"
            yield Gap(text, seen.place, call=call_of(sighting))


def prose(spans: Iterable[ClassifiedSpan]) -> Iterator[Gap]:
    """Yield a gap where a response's text writes calls in a way that is not read."""
    for seen in spans:
        for key, value in seen.span.attributes.items():
            if not key.startswith(_GIVEN) and any(map(call_in_prose, _texts(value))):
                yield Gap(
                    "the agent's text seems to call tools in a way that is not read", seen.place
                )


def _looks(seen: ClassifiedSpan) -> Iterator[Sighting]:
    span = seen.span
    if seen.role is Role.AGENT:
        held = {key: value for key, value in span.attributes.items() if key.startswith(SAID)}
    else:
        held = {key: value for key, value in span.attributes.items() if _may_tell(key, value)}
        if seen.role is Role.STRANGE:
            yield from _tool_itself(span)
    if held:
        yield from sightings(_nested(held), seen.place, texts=False)
    for event in span.events:
        if UNREAD in event.attributes:
            yield Sighting("an event that cannot be read", seen.place)
        elif event.name not in _GIVEN_EVENTS and (
            seen.role is not Role.AGENT or event.name in CHOICES
        ):
            told: Json = {"type": event.name, **_nested(event.attributes)}
            yield from sightings(told, seen.place, texts=False)


def _may_tell(key: str, value: Json) -> bool:
    """Tell whether an attribute may be a call, or part of one: most are neither."""
    by_key = _by_key(key)
    if by_key is not None:
        return by_key
    return may_hold_call(value) if isinstance(value, str) else isinstance(value, _HOLDING)


_HOLDING: Final = (Mapping, list, tuple)


@lru_cache(maxsize=4096)
def _by_key(key: str) -> bool | None:
    """Tell whether the attributes of a name may be part of a call; None where the value tells."""
    if key.startswith(_GIVEN):
        return False
    return True if any(map(may_be_in_call, key.split("."))) else None


def _tool_itself(span: Span) -> Iterator[Sighting]:
    """Yield the call that a span of no known kind seems to be."""
    keys = [key for key, value in span.attributes.items() if value and is_of_tool(key)]
    if keys:
        names = [span.attributes[key] for key in keys if key.lower().endswith("name")]
        name = next((name for name in names if isinstance(name, str)), None)
        yield Sighting(f"the attribute `{keys[0]}`", Place(), name)


class _Level(dict[str, Json]):
    """What the attributes of one beginning hold: `calls.0.name` is in the level `calls`."""

    def put(self, key: str, value: Json) -> None:
        """Keep a value, beside a level of the same name where there is one."""
        while key in self:
            key += " "  # the word stays the same
        self[key] = value

    def level(self, key: str) -> _Level:
        """Return the level of a name."""
        there = self.get(key)
        if isinstance(there, _Level):
            return there
        level = self[key] = _Level()
        if there is not None:
            self.put(key, there)
        return level


def _nested(attributes: Mapping[str, Json]) -> dict[str, Json]:
    """Return flat attributes such as `calls.0.name` as objects in objects, texts as their JSON."""
    top = _Level()
    for key, value in attributes.items():
        *levels, last = key.split(".", _LEVELS_MAX)
        held = top
        for level in levels:
            held = held.level(level)
        held.put(last, _read(value))
    return top


def _read(value: Json) -> Json:
    """Return the JSON that a text is, where it may hold a call; each text in a value too."""
    if isinstance(value, str):
        read = json_inside(value)
        return value if read is None else read
    if isinstance(value, Mapping):
        return {key: _read(item) if isinstance(item, str) else item for key, item in value.items()}
    return [_read(item) for item in value] if isinstance(value, list | tuple) else value


def _texts(value: Json) -> Iterator[str]:
    """Yield the texts in a value, and those in the JSON that a text is."""
    pending: list[Json] = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            yield item
            if item.lstrip()[:1] in ("{", "["):
                with suppress(ValueError, RecursionError):
                    pending.append(json.loads(item))
        elif isinstance(item, Mapping):
            pending.extend(item.values())
        elif isinstance(item, list | tuple):
            pending.extend(item)
