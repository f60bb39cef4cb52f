"""Read literate pages: Markdown whose blocks are specs, traces, and what is expected of them.

A `toolspec` block is a spec. A `trace` block is judged by the spec above it; an `expect` block says
how. A spec that must be refused is a `toolspec refused` block, and a `problems` block lists what is
said of it. The pages are in tests/spec, and are documentation, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from toolspec import Call, Trace, called
from toolspec.engine.dialogue import BEFORE_TURNS, Dialogue, Message, ToolDefinition

_FENCE = re.compile(r"^(`{3,}|~{3,})\s*(.*?)\s*$")


class Block(NamedTuple):
    """A fenced block: the words after its fence, its text, and the line it begins on."""

    info: str
    text: str
    line: int


class Case(NamedTuple):
    """A spec, the calls it judges, and what is expected, one line per rule."""

    spec: Block
    trace: Block
    expect: Block


class Refusal(NamedTuple):
    """A spec that is refused, and the problems found in it."""

    spec: Block
    problems: Block


def blocks(page: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page, those in lists included."""
    lines = page.splitlines()
    at = 0
    while at < len(lines):
        opening = _FENCE.match(lines[at].strip())
        if opening:
            indent = len(lines[at]) - len(lines[at].lstrip())
            begin = at
            held: list[str] = []
            at += 1
            while at < len(lines) and lines[at].strip() != opening[1]:
                held.append(lines[at][indent:])
                at += 1
            yield Block(opening[2], "\n".join(held) + "\n", begin + 1)
        at += 1


def cases(path: Path) -> Iterator[Case | Refusal]:
    """Yield what a page claims, in order. Raises ValueError where a block has no other with it."""
    spec: Block | None = None
    trace: Block | None = None
    for block in blocks(path.read_text("utf-8")):
        kind = block.info.split()[0] if block.info else ""
        if kind == "toolspec":
            spec, trace = block, None
        elif kind == "trace":
            trace = block
        elif kind == "expect":
            if spec is None or trace is None:
                raise ValueError(f"{path.name}:{block.line}: no spec and trace above")
            yield Case(spec, trace, block)
        elif kind == "problems":
            if spec is None or "refused" not in spec.info:
                raise ValueError(f"{path.name}:{block.line}: no refused spec above")
            yield Refusal(spec, block)


def trace_of(text: str) -> Trace:
    r"""Return the trace a block writes down, one call a line.

    `tool {"key": 1} -> "result"`: the tool is quoted where it is not a word; arguments and result
    are JSON and may be left out, which leaves them unrecorded. `...` in place of a result: the call
    never completed. `---`: the next response of the model.

    At the end of a call, brackets say more: `[failed]`, `[by researcher]`, `[5s..7s]` for when it
    started and ended. `user: TEXT` and `agent: TEXT` are messages; what follows a user's message
    is a new response. `tools: {...}` has the JSON Schema of each tool's arguments.

    >>> trace_of('a {"k": 1} -> "ok"\n---\nb -> ...').calls[1].step
    1
    >>> trace_of('user: hello\na {} -> 1 [failed] [by x]').calls[0].status
    'error'
    """
    calls: list[Call] = []
    turns: list[int] = []
    messages: list[Message] = []
    tools: tuple[ToolDefinition, ...] | None = None
    step, turn, begun = 0, BEFORE_TURNS, False
    for line in map(str.strip, text.splitlines()):
        speaker, _, said = line.partition(": ")
        if not line or line.startswith("#"):
            continue
        if speaker == "tools":
            schemas = json.loads(said)
            tools = tuple(ToolDefinition(name, "", schemas[name]) for name in schemas)
        elif line == "---":
            step, begun = step + 1, False
        elif speaker in ("user", "agent"):
            step, turn = step + begun, turn + (speaker == "user")
            begun = speaker == "agent"
            own = step if begun else None
            messages.append(Message("agent" if begun else "user", said, len(calls), own, turn))
        else:
            begun = True
            calls.append(_call(line, step))
            turns.append(turn)
    if any(call.agent for call in calls):
        calls = [call._replace(agent=call.agent or "assistant") for call in calls]
    dialogue = _dialogue(calls, turns, messages, step)._replace(tools=tools)
    starts = [call.start_ns for call in calls if call.start_ns is not None]
    ends = [call.end_ns for call in calls if call.end_ns is not None]
    return Trace(
        calls,
        steps=step + 1,
        start_ns=min(starts, default=None),
        end_ns=max(ends, default=None),
        said=dialogue,
    )


def _dialogue(calls: list[Call], turns: list[int], messages: list[Message], step: int) -> Dialogue:
    """Return what was said; a response that the block gives no words has none."""
    spoken = [message for message in messages if message.role == "agent"]
    asked = any(message.role == "user" for message in messages)
    last = spoken[-1] if spoken else None
    if last is not None and last.step != step:
        last = Message("agent", None, len(calls), step)
    return Dialogue(
        tuple(message if asked else message._replace(turn=None) for message in messages),
        tuple(turn if asked else None for turn in turns),
        max(turns + [message.turn or 0 for message in messages]) + 1 if asked else None,
        last_response=last,
    )


_MARK = re.compile(r"\s*\[(?:(failed)|by (\S+)|([\d.]+)s\.\.([\d.]+)s)\]$")


def _call(line: str, step: int) -> Call:
    marks: dict[str, Any] = {"status": "ok"}
    while mark := _MARK.search(line):
        failed, agent, start, end = mark.groups()
        if failed:
            marks["status"] = "error"
        elif agent:
            marks["agent"] = agent
        else:
            marks["start_ns"], marks["end_ns"] = int(float(start) * 1e9), int(float(end) * 1e9)
        line = line[: mark.start()]
    call = _plain_call(line, step)
    return call._replace(**(marks if call.completed else {**marks, "status": None}))


def _plain_call(line: str, step: int) -> Call:
    decoder = json.JSONDecoder()
    if line.startswith('"'):
        name, end = decoder.raw_decode(line)
        rest = line[end:]
    else:
        name, _, rest = line.partition(" ")
    rest = rest.strip()
    call = called(name, step=step)
    if rest.startswith("{"):
        arguments, end = decoder.raw_decode(rest)
        call = call._replace(arguments=arguments)
        rest = rest[end:].strip()
    if not rest:
        return call
    if not rest.startswith("->"):
        raise ValueError(f"not a call: {line}")
    result = rest[2:].strip()
    if result == "...":
        return call._replace(completed=False)
    return call._replace(result=called(name, result=json.loads(result)).result)


class Expected(NamedTuple):
    """What a line of an `expect` block says of one rule: `fail 0.75 "a word of the summary"`.

    `skip` has no score.
    """

    status: str
    score: float | None
    says: str


def expected(text: str) -> list[Expected]:
    """Return the expectations of a block, one per rule."""
    found: list[Expected] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        status, _, rest = line.partition(" ")
        score, _, says = ("", "", rest) if status == "skip" else rest.partition(" ")
        says = says.strip().removeprefix('"').removesuffix('"')
        found.append(Expected(status, float(score) if score else None, says))
    return found
