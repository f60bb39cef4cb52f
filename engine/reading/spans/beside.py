"""What spans that are not calls say by their names, and the names of calls' spans themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from toolspec.engine.json_value import Json, as_list
from toolspec.engine.reading.dialects.dialect import Role
from toolspec.engine.reading.spans.classified_span import ClassifiedSpan
from toolspec.engine.reading.spans.joined_requests import Asked
from toolspec.engine.reading.spans.spoken_calls import GIVEN
from toolspec.engine.reading.unread.call_words import plain_word
from toolspec.engine.reading.unread.foreign import SAID, named_like_tool
from toolspec.engine.trace import NO_TOOL, Call, Gap

NAMES_MAX: Final = 1000
"""Different names of spans of one trace that are compared with those in a spec."""

NAME_LENGTH_MAX: Final = 256

_NAMES: Final = frozenset(
    {"gen_ai.agent.name", "graph.node.id", "langgraph.node", "traceloop.entity.name"}
)
_LAST_WORDS: Final = frozenset({"action", "function", "functionname", "tool", "toolname"})
"""Last words of attributes that name what ran in a span: `agent.tool`, `function.name`."""

_OTHERS: Final = (*GIVEN, *SAID)
"""How attributes begin that hold what a model was given and what it said."""

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
    known.update(request.call.name for request in asked)
    texts: dict[str, ClassifiedSpan] = {}
    for classified in spans:
        name, attributes = classified.span.name, classified.span.attributes
        if name not in texts:
            texts[name] = classified
        named: Iterable[Json] = [attributes[key] for key in classified.names.by(_named_in)]
        if name.startswith("running "):  # as Pydantic AI's `running 2 tools`
            named = (*named, *as_list(attributes.get("tools")))
        for written in named:
            if isinstance(written, str) and written not in texts:
                texts[written] = classified
    names: dict[str, ClassifiedSpan] = {}
    latest: ClassifiedSpan | None = None
    for written, classified in texts.items():
        if len(names) >= NAMES_MAX and classified is not latest:
            break
        if 0 < len(written) <= NAME_LENGTH_MAX:
            name = plain_name(written)
            if name not in known and name not in names:
                names[name] = latest = classified
    for name, classified in names.items():
        text = f"a span is named `{name}`, and is read as no call of it"
        # Patterns that take in an agent's own name, such as `*e*`, are seldom meant for it.
        own = classified.role is Role.AGENT and _AGENT_NAME in classified.span.attributes
        unlike = f"{NO_TOOL}{name}{NO_TOOL}" if own else NO_TOOL
        yield Gap(text, classified.place, call=Call(name), helps=False, unlike=unlike)


def _named_in(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Return the attributes that by their own names tell of a tool or a function."""
    return tuple(key for key in keys if _tells_of_tool(key))


def _tells_of_tool(key: str) -> bool:
    if key in _NAMES:
        return True
    if key.startswith(_OTHERS):
        return False
    *_, before, last = ("", *key.split("."))
    if last == "name":
        return plain_word(before) in _LAST_WORDS or plain_word(before).endswith("toolcall")
    return plain_word(last) in _LAST_WORDS


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
