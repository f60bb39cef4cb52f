"""Files changed at random: each is read or refused in words, and no addition hides a call.

The files are those of `attack_plans` in every format, and the real ones beside the repository where
these are there. By command, for as long as you like: `python -m tests.traces.fuzz --seconds 600`.
It stops at the first input that breaks a promise and prints the seed that makes it again.
"""

from __future__ import annotations

import argparse
import gzip
import json
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias, cast

from tests.traces.attack_plans import ALL, a_plan
from tests.traces.verdicts import FORBID, FORBIDDEN, NOT_JUDGED, verdict
from toolspec.engine.reading.files import read_bytes
from toolspec.engine.reading.format import TraceError

SHARED: Final = Path(__file__).parents[2].parent / "shared" / "traces"
BYTES_MAX: Final = 60_000
"""Larger files tell little more, and take longer to change and to read."""
MEMORY_MAX: Final = 1_500_000_000
HANGING_SECONDS: Final = 60
"""Longer than any input takes, however busy the machine is."""
SPEC: Final = f"{FORBID}\nforbid /a/ result /b+/\norder: a -> b\nrequire a <x: 1>\ncount a < 99\n"


class BrokenPromise(Exception):  # noqa: N818 - it is a finding
    """What reading must never do."""


class Seed(NamedTuple):
    """A file that holds the forbidden call in the open, and what its verdict is."""

    about: str
    data: bytes
    verdict: str


# Files to begin with.


@cache
def real_files() -> tuple[Seed, ...]:
    """Return the real files beside the repository, one of the tools of each renamed."""
    found = [path for path in sorted(SHARED.rglob("*.json*")) if path.stat().st_size < BYTES_MAX]
    seeds = [Seed(path.name, path.read_bytes(), "") for path in found if path.name != "index.json"]
    return tuple(filter(None, map(_with_forbidden, seeds)))


def _with_forbidden(seed: Seed) -> Seed | None:
    try:
        names = {call.name for trace in read_bytes(seed.data).traces for call in trace.calls}
    except TraceError:
        return seed._replace(verdict=NOT_JUDGED)
    for name in sorted(names):
        data = seed.data
        for quote in (b'"', b'\\"', b'\\\\\\"'):
            data = data.replace(quote + name.encode() + quote, quote + FORBIDDEN.encode() + quote)
        if verdict(data) == "fail":
            return Seed(seed.about, data, "fail")
    return None


def a_seed(random: Random) -> Seed:
    """Return one of the real files, or a run in any format."""
    if real_files() and random.random() < 0.5:
        return random.choice(real_files())
    return a_run_with_call(random)


def a_run_with_call(random: Random) -> Seed:
    """Return a run in any format."""
    plan = a_plan(random)
    return Seed(f"{plan.name}, {plan.carrier}", plan.carried(plan.forbidden()), "fail")


# Words to change with.

WORDS: Final = (
    *("role", "type", "content", "name", "id", "tool_calls", "function", "arguments", "input"),
    *("output", "result", "messages", "parts", "tool_use", "tool_call_id", "tool_use_id", "kwargs"),
    *("attributes", "events", "spans", "resourceSpans", "scopeSpans", "context", "trace_id"),
    *("start_time", "end_time", "parent_id", "status", "error", "steps", "source", "data", "kind"),
    *("gen_ai.operation.name", "gen_ai.tool.name", "openinference.span.kind", "tool.name"),
    *("sessionId", "uuid", "isSidechain", "message", "observation", "response", "request"),
    *("choices", "finish_reason", "stop_reason", "call_id", "toolCallId", "item", "key", "value"),
)
KINDS: Final = (
    *("assistant", "user", "tool", "system", "model", "function", "TOOL", "LLM", "AGENT", "chat"),
    *("execute_tool", "invoke_agent", "tool_use", "tool_result", "function_call", "thinking"),
    *("function_call_output", "reasoning", "message", "text", "stop", "tool_calls", "completed"),
    *("call_0", "c0", "c1", "look_up", "N/A", "null", "__REDACTED__", "...", "", "\ud83d", "\0"),
)
PIECES: Final = (
    *('{"type": "tool_use", "id": "c0", "name": "look_up", "input": {}}', '"}]}\n{"role": "user"'),
    *('{"role": "tool", "tool_call_id": "c0", "content": ""}', "```bash\nls\n```", "Action: ls"),
    *(
        "<tool_call>",
        "</tool_call>",
        "\n\n",
        "\r\n",
        "\ufeff",
        "\\",
        '"',
        "{",
        "}]",
        "{}",
        "[",
        "\0",
    ),
    *('{"kwargs": {}, "args": []}', '{"content": "ok", "type": "tool"}', "data: [DONE]", "%00"),
    *('{"messages": []}', '{"resourceSpans": []}', "forbid", "\u202e", "\\u0041", "1e999", "NaN"),
)
BYTES: Final = tuple(b'{}[],:"\\\n\r\t 0-.eE\xff\xef\xbb\xbf\x00\x1f\x8b(\xb5/\xfd')


def a_value(random: Random, depth: int = 0) -> Any:
    """Return JSON of any kind, made of words that traces have."""
    if depth > 3 or random.random() < 0.5:
        plain = (None, True, 0, -1, 1e308, 10**30, random.choice(KINDS), random.choice(PIECES))
        return random.choice(plain)
    if random.random() < 0.4:
        return [a_value(random, depth + 1) for _ in range(random.randint(0, 3))]
    pairs = ((random.choice(WORDS), a_value(random, depth + 1)) for _ in range(3))
    held = dict(pairs)
    return json.dumps(held) if random.random() < 0.2 else held


# Changes.

Change: TypeAlias = "Callable[[Random, Any, list[Way]], None]"
Way: TypeAlias = "tuple[Any, Any]"
"""An object or a list, and the key or place of a value in it."""


def _ways(held: Any) -> list[Way]:
    """Return all places in a document."""
    ways: list[Way] = []
    pending = [held]
    while pending:
        inner = pending.pop()
        if isinstance(inner, dict | list):
            known = cast("Any", inner)
            pairs: Any = known.items() if isinstance(inner, dict) else enumerate(known)
            for key, value in pairs:
                ways.append((known, key))
                pending.append(value)
    return ways


def put_value(random: Random, held: Any, ways: list[Way]) -> None:
    """Replace a value."""
    inner, key = random.choice(ways)
    inner[key] = a_value(random)


def put_other(random: Random, held: Any, ways: list[Way]) -> None:
    """Replace a value by another of the file."""
    (inner, key), (other, place) = random.choice(ways), random.choice(ways)
    inner[key] = json.loads(json.dumps(other[place]))


def wrap(random: Random, held: Any, ways: list[Way]) -> None:
    """Put a value into a list, an object, a text, or many lists."""
    inner, key = random.choice(ways)
    value = inner[key]
    match random.randrange(4):
        case 0:
            inner[key] = [value]
        case 1:
            inner[key] = {random.choice(WORDS): value}
        case 2:
            inner[key] = json.dumps(value)
        case _:
            for _ in range(random.choice((3, 30, 300))):
                value = [value]
            inner[key] = value


def rename(random: Random, held: Any, ways: list[Way]) -> None:
    """Spell a key otherwise."""
    inner, key = random.choice(ways)
    if isinstance(key, str) and key in inner:
        spelt = (key.upper(), key.title(), f" {key}", key.replace("_", "-"), random.choice(WORDS))
        inner[random.choice(spelt)] = inner.pop(key)


def drop(random: Random, held: Any, ways: list[Way]) -> None:
    """Leave a value out."""
    inner, key = random.choice(ways)
    del inner[key]


CHANGES: Final[tuple[Change, ...]] = (put_value, put_other, wrap, rename, drop)


def add_key(random: Random, held: Any, ways: list[Way]) -> None:
    """Add a key that is not there to some object."""
    objects = [inner[key] for inner, key in ways if isinstance(inner[key], dict)] or [held]
    inner = random.choice(objects)
    if isinstance(inner, dict):
        cast("dict[str, Any]", inner).setdefault(random.choice(WORDS), a_value(random))


def add_item(random: Random, held: Any, ways: list[Way]) -> None:
    """Add a value to some list."""
    lists = [inner[key] for inner, key in ways if isinstance(inner[key], list)]
    if lists:
        inner = random.choice(lists)
        item = a_value(random) if random.random() < 0.6 or not inner else random.choice(inner)
        inner.insert(random.randint(0, len(inner)), json.loads(json.dumps(item)))


def add_text(random: Random, held: Any, ways: list[Way]) -> None:
    """Add text to a result or a message."""
    texts = [(inner, key) for inner, key in ways if key in _SPOKEN and isinstance(inner[key], str)]
    if texts:
        inner, key = random.choice(texts)
        text = inner[key]
        # A name that is written otherwise is another tool's.
        at = random.choice((0, len(text))) if FORBIDDEN in text else random.randint(0, len(text))
        inner[key] = text[:at] + random.choice(PIECES) + text[at:]


_SPOKEN: Final = frozenset(
    {"content", "text", "output", "result", "thinking", "message", "gen_ai.tool.call.result"}
    | {"output.value", "traceloop.entity.output", "ai.toolCall.result", "tool_response"}
)
ADDITIONS: Final[tuple[Change, ...]] = (add_key, add_item, add_text, add_text)


def changed(random: Random, data: bytes, changes: tuple[Change, ...]) -> bytes | None:
    """Return the file with some changes in its JSON; None where it is none."""
    packed = data.startswith(b"\x1f\x8b")
    try:
        text = (gzip.decompress(data) if packed else data).decode("utf-8-sig")
        documents = _documents(text)
    except (ValueError, OSError):
        return None
    at = random.randrange(len(documents))
    held = [documents[at]]
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        ways = _ways(held)[1:]
        if ways:
            random.choice(changes)(random, held[0], ways)
    documents[at] = held[0]
    if changes is ADDITIONS and random.random() < 0.2:
        documents.insert(random.randint(0, len(documents)), a_value(random))
    written = "\n".join(map(json.dumps, documents)).encode()
    return gzip.compress(written, mtime=0) if packed else written


def _documents(text: str) -> list[Any]:
    try:
        return [json.loads(text)]
    except ValueError:
        lines = [json.loads(line) for line in text.splitlines() if line.strip()]
        return lines or [{}]


def broken(random: Random, data: bytes) -> bytes:
    """Return the file with some bytes changed, left out, put in, or doubled."""
    held = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 8))):
        at = random.randrange(len(held) + 1)
        end = min(len(held), at + random.choice((1, 4, 50, 2000)))
        match random.randrange(5):
            case 0:
                held[at:at] = bytes([random.choice(BYTES)])
            case 1:
                del held[at:end]
            case 2:
                held[at:at] = held[at:end]
            case 3:
                held[at:at] = random.choice(PIECES).encode("utf-8", "surrogatepass")
            case _:
                del held[at:]
        held = held or bytearray(b"{")
    return bytes(held)


# Promises.


def _hang(*_: Any) -> NoReturn:
    raise BrokenPromise(f"takes longer than {HANGING_SECONDS} s")


def read_or_refused(random: Random) -> bytes:
    """Change a file in any way and read it: nothing but TraceError may come of it."""
    seed = a_seed(random)
    data = changed(random, seed.data, CHANGES + ADDITIONS) if random.random() < 0.6 else None
    if data is None or random.random() < 0.2:
        data = broken(random, data or seed.data)
    _judged(data, SPEC)
    return data


def added_to(random: Random) -> bytes:
    """Add something to a file that holds a forbidden call: it must not pass."""
    seed = a_seed(random)
    data = changed(random, seed.data, ADDITIONS)
    if data is None or seed.verdict == NOT_JUDGED:
        return seed.data
    if _judged(data, FORBID) == "pass":
        raise BrokenPromise(f"passes, and did not before something was added: {seed.about}", data)
    return data


def _judged(data: bytes, spec: str) -> str:
    try:
        return verdict(data, spec)
    except BrokenPromise as broken:
        raise BrokenPromise(*broken.args, data) from None
    except Exception as error:
        raise BrokenPromise(f"{type(error).__name__}: {error}", data) from error


def inputs(seed: int) -> Iterator[tuple[str, bytes]]:
    """Make inputs without an end and hold the promises against each; yield what makes it again."""
    before = signal.signal(signal.SIGALRM, _hang)
    try:
        for number in range(sys.maxsize):
            about = f"{seed}-{number}"
            signal.alarm(HANGING_SECONDS)
            try:
                data = (added_to if number % 2 else read_or_refused)(Random(about))
            except BrokenPromise as broken:
                raise BrokenPromise(f"{about}: {broken.args[0]}", *broken.args[1:]) from broken
            yield about, data
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def main() -> int:
    """Read inputs for some seconds, as a command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="write the input that broke a promise here")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))
    began, count = time.monotonic(), 0
    sys.stdout.write(f"{len(real_files())} real files, {len(ALL)} formats\n")
    try:
        for _ in inputs(options.seed):
            count += 1
            if time.monotonic() - began > options.seconds:
                break
    except BrokenPromise as broken:
        sys.stdout.write(f"{broken.args[0]}\n")
        if options.keep and len(broken.args) > 1:
            options.keep.write_bytes(broken.args[1])
        return 1
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sys.stdout.write(f"{count} inputs, at most {most} MB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
