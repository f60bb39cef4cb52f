"""What spans that are not calls say by their names, and the names of calls' spans themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from toolspec.engine.reading.dialects.dialect import Role
from toolspec.engine.reading.spans.asked_calls import Asked
from toolspec.engine.reading.spans.classified_span import ClassifiedSpan
from toolspec.engine.reading.unread.foreign import named_like_tool
from toolspec.engine.trace import NO_TOOL, Call, Gap, Place

NAMES_MAX: Final = 1000
"""Different names of spans of one trace that are compared with those in a spec."""

NAME_LENGTH_MAX: Final = 256

_NAMING: Final = (
    *(
        "mcp.tool.name",
        "tool.name",
        "gen_ai.tool.name",
        "ai.toolCall.name",
        "traceloop.entity.name",
    ),
    *("graph.node.id", "langgraph.node", "gen_ai.agent.name"),
)
_NAMES: Final = frozenset(_NAMING)
_AGENT_NAME: Final = "gen_ai.agent.name"
_BEFORE: Final = re.compile(r"(?:invoke_agent|handoff(?: to)?|transfer(?: to)?|task|agent)[ :]+")
_AFTER: Final = re.compile(
    r"(?:\.(?:task|tool|workflow|agent|__call__|_?a?(?:call|run|use|invoke)))+$"
)


def named_beside(
    spans: Iterable[ClassifiedSpan], calls: Sequence[Call], asked: Sequence[Asked]
) -> Iterator[Gap]:
    """Yield a gap for each name that a span has and no call: a tool may have run in there."""
    known = {call.name for call in calls}
    known.update(one.call.name for one in asked)
    names: dict[str, tuple[Place, bool]] = {}
    for classified in spans:
        if len(names) >= NAMES_MAX:
            break
        span = classified.span
        attributes = span.attributes
        own = classified.role is Role.AGENT and _AGENT_NAME in attributes
        named = () if _NAMES.isdisjoint(attributes) else map(attributes.get, _NAMING)
        for written in (span.name, *named):
            if isinstance(written, str) and 0 < len(written) <= NAME_LENGTH_MAX:
                name = plain_name(written)
                if name not in known and name not in names:
                    names[name] = classified.place, own
    for name, (place, own) in names.items():
        text = f"a span is named `{name}`, and is read as no call of it"
        # Patterns that take in an agent's own name, such as `*e*`, are seldom meant for it.
        unlike = f"{NO_TOOL}{name}{NO_TOOL}" if own else NO_TOOL
        yield Gap(text, place, call=Call(name), helps=False, unlike=unlike)


@lru_cache(maxsize=4096)
def plain_name(written: str) -> str:
    """Return the tool that a span's name may be of: without the words around it.

    >>> plain_name("delete_user.task"), plain_name("execute_tool delete_user"), plain_name("step 1")
    ('delete_user', 'delete_user', 'step 1')
    """
    name = _AFTER.sub("", written.strip())
    prefix = _BEFORE.match(name)
    if prefix is not None:
        return name[prefix.end() :]
    return named_like_tool(name) or name
