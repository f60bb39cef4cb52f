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
from typing import NamedTuple

from toolspec import Call, Trace, called

_FENCE = re.compile(r"^(`{3,}|~{3,})\s*(.*?)\s*$")


class Block(NamedTuple):
    """A fenced block: the words behind its fence, its text, and the line it begins on."""

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
    """Yield what a page claims, in order. Raises ValueError where a block stands alone."""
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

    `tool {"key": 1} -> "result"`: the tool is quoted where it is no word; arguments and result are
    JSON and may be left out, which leaves them unrecorded. `...` in place of a result: the call
    never completed. `---`: the next turn.

    >>> trace_of('a {"k": 1} -> "ok"\n---\nb -> ...').calls[1].step
    1
    """
    calls: list[Call] = []
    step = 0
    for line in text.splitlines():
        if line.strip() == "---":
            step += 1
        elif line.strip() and not line.lstrip().startswith("#"):
            calls.append(_call(line.strip(), step))
    return Trace(calls, steps=step + 1)


def _call(line: str, step: int) -> Call:
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
    """What a line of an `expect` block says of one rule: `fail 0.75 "a word of the summary"`."""

    status: str
    score: float
    says: str


def expected(text: str) -> list[Expected]:
    """Return the expectations of a block, one per rule."""
    found: list[Expected] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        status, score, *says = line.split(maxsplit=2)
        found.append(Expected(status, float(score), says[0].strip('"') if says else ""))
    return found
