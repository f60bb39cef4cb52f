"""What models' spans hold as text: calls in there that are written in a way that is not read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.spans.classified_span import ClassifiedSpan
from toolspec.engine.reading.unread.call_texts import call_in_prose, names_in_prose
from toolspec.engine.reading.unread.foreign import SAID
from toolspec.engine.trace import Call, Gap

GIVEN: Final = (
    *("ai.prompt", "ai.settings", "ai.telemetry", "ai.usage", "gcp.vertex.agent.llm_request"),
    *("gen_ai.agent.", "gen_ai.conversation", "gen_ai.input", "gen_ai.operation", "gen_ai.prompt"),
    *("gen_ai.provider", "gen_ai.request", "gen_ai.system", "http.", "server."),
    *("gen_ai.tool.definitions", "gen_ai.usage", "input.", "llm.input", "llm.invocation"),
    *("llm.prompt", "llm.request"),
    *("llm.token", "llm.tools", "llm.usage", "metadata", "traceloop.association"),
    *("traceloop.entity.input", "traceloop.prompt"),
)
"""Prefixes of attributes that hold what a model was given, or nothing about calls."""


def prose(spans: Iterable[ClassifiedSpan]) -> Iterator[Gap]:
    """Yield a gap where a response's text writes calls in a way that is not read."""
    for classified in spans:
        for key, value in classified.span.attributes.items():
            if not key.startswith(GIVEN) and any(map(call_in_prose, _texts(value))):
                yield Gap(
                    "the agent's text seems to call tools in a way that is not read",
                    classified.place,
                )


_WRITTEN: Final = (*SAID, "output.value")


def _written(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Return the attributes that hold what a model wrote."""
    return tuple(key for key in keys if key.startswith(_WRITTEN) and not key.startswith(GIVEN))


def _is_marked(value: Json) -> bool:
    return isinstance(value, str) and (
        ("<" in value and ("<tool" in value or "<function" in value or "<invoke" in value))
        or "[TOOL_CALLS]" in value
        or "to=functions." in value
        or "Action:" in value
    )


def named_in_prose(spans: Iterable[ClassifiedSpan], calls: Sequence[Call]) -> Iterator[Gap]:
    """Yield a gap for each tool that a response's text calls, and of which no call was read."""
    called = {call.name for call in calls}
    for classified in spans:
        attributes = classified.span.attributes
        for key in classified.names.by(_written):
            value = attributes[key]
            if not _is_marked(value):
                continue
            for text in _texts(value):
                for name in names_in_prose(text):
                    if name not in called:
                        why = "the agent's text seems to call a tool, and no such call is recorded"
                        yield Gap(why, classified.place, call=Call(name))


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
