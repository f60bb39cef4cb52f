"""Traces in which something hides a forbidden call: made at random, of many kinds, in every format.

Each is made three times: with the call in the open, without it, and with the call and what hides
it. Nothing in here asks the engine what it knows. By command, with other seeds and numbers:
`python -m tests.traces.attacks --seed 7 --number 5000`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import Any, Final, TypeAlias, cast

from tests.traces.attack_plans import ALL, HARMLESS, TOOLS, Attack, Plan, a_plan
from tests.traces.rewritten import REWRITTEN
from tests.traces.runs import Done, Record
from tests.traces.span_files import span
from tests.traces.span_runs import SPANS, in_otlp
from tests.traces.unrecorded_attacks import UNRECORDED_KINDS
from tests.traces.verdicts import FORBIDDEN, verdict

DECOYS: Final[tuple[Any, ...]] = ({}, "", [], None, False, {"command": "ls"}, {"x": 1}, "ls")
NO_UTF_8: Final = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\x80")

Kind: TypeAlias = "Callable[[Plan], Attack | None]"


# 1. Arguments like an envelope.

_ENVELOPE: Final = ("kwargs", "args", "inputs", "input_str", "sanitize_inputs_outputs", "input")
_ENVELOPES: Final = (*_ENVELOPE, "arguments", "parameters", "tool_input", "output", "content")


def envelope(plan: Plan) -> Attack:
    random = plan.random
    keys = random.sample(_ENVELOPES, random.randint(1, 5))
    given = [(key, random.choice(DECOYS)) for key in keys]
    given.insert(random.randint(0, len(given)), ("command", "rm -rf /"))
    in_open = {"name": "bash", "arguments": {"command": "rm -rf /"}}
    hidden = plan.with_call(name="bash", arguments=dict(given))
    return plan.of_runs(f"{dict(given)}", hidden, spec="forbid bash <command: /rm -rf/>", **in_open)


# 2. An id that another call has.


def reused_id(plan: Plan) -> Attack:
    random = plan.random
    written = random.choice(("call_0", "call_{}", ""))
    run = [
        [call._replace(id=written.format(at)) for at, call in enumerate(turn)]
        for turn in plan.with_call(name=FORBIDDEN)
    ]
    if random.random() < 0.5:
        here = run[plan.turn][plan.place]
        earlier = here._replace(name=random.choice(TOOLS), arguments={"id": 0}, result="fine")
        run[plan.turn].insert(random.randint(0, plan.place), earlier)
    return plan.of_runs("ids used again", run)


# 3. A part or a key of another format.

_PARTS: Final[tuple[Any, ...]] = (
    {"type": "thinking", "thinking": "Hm.", "signature": "x"},
    {"type": "redacted_thinking", "data": "x"},
    {"type": "reasoning", "summary": []},
    {"type": "text", "text": "Hm."},
    {"type": "tool_use", "id": "x", "name": HARMLESS, "input": {}},
    {"type": "tool_result", "tool_use_id": "x", "content": "fine"},
    {"type": "web_search_tool_result", "tool_use_id": "x", "content": []},
    {"type": "tool_call", "id": "x", "name": HARMLESS, "arguments": {}},
    {"functionCall": {"name": HARMLESS, "args": {}}},
)
_KEYS: Final[tuple[tuple[str, Any], ...]] = (
    *(("type", "message"), ("type", "assistant"), ("status", "completed"), ("data", {})),
    *(("stop_reason", "end_turn"), ("reasoning_content", "Hm."), ("sessionId", "s9")),
    *(("uuid", "u99"), ("parentUuid", None), ("toolUseResult", {}), ("schema_version", "ATIF-v1")),
    *(("steps", []), ("events", []), ("source", "agent"), ("step_id", 9), ("name", "x")),
    *(("tool_calls", []), ("function_call", None), ("refusal", None), ("messages", [])),
    *(("output", []), ("object", "chat.completion"), ("isSidechain", True), ("spans", [])),
    *(("start_time", "2026-01-01T00:00:00Z"), ("resourceSpans", []), ("parts", [])),
)
_ATTRIBUTES: Final[tuple[tuple[str, Any], ...]] = (
    *(("openinference.span.kind", kind) for kind in ("CHAIN", "LLM", "TOOL", "AGENT")),
    *(("traceloop.span.kind", kind) for kind in ("workflow", "task", "agent", "tool")),
    *(("gen_ai.operation.name", name) for name in ("chat", "invoke_agent", "execute_tool")),
    *(("ai.operationId", name) for name in ("ai.generateText", "ai.toolCall")),
    *(("llm.request.type", "chat"), ("mcp.method.name", "tools/list"), ("span_type", "tool")),
    *(("gen_ai.system", "gcp.vertex.agent"), ("tool.name", None), ("gen_ai.tool.name", "")),
    ("gen_ai.output.messages", "[]"),
)


def other_format(plan: Plan) -> Attack:
    """Put a part or keys of another format into some record, or into a message inside it."""
    random, records = plan.random, plan.forbidden()
    for _ in range(random.randint(1, 3)):
        places = [one for record in records for one in _messages_in(record)]
        if plan.name in SPANS:
            places = [record["attributes"] for record in records]
        held = random.choice(places)
        lists = _lists_in(held)
        if "role" in held and random.random() < 0.5:
            part = random.choice(_PARTS)
            if isinstance(held.get("content"), list):
                held["content"].insert(random.randint(0, len(held["content"])), part)
            else:
                held["content"] = [part]
        elif lists and random.random() < 0.2:
            random.choice(lists).append(random.choice(_PARTS))
        else:
            key, value = random.choice(_ATTRIBUTES if plan.name in SPANS else _KEYS)
            held.setdefault(key, value)
    return plan.of_records("words of another format", records)


def _messages_in(record: Any) -> Iterator[dict[str, Any]]:
    """Yield a record and the objects in it, but not what a call was given."""
    yield record
    for key, value in record.items():
        if key in ("arguments", "input", "function", "attributes"):
            continue
        items = cast("list[Any]", value) if isinstance(value, list) else [value]
        for item in items:
            if isinstance(item, dict):
                yield from _messages_in(cast("dict[str, Any]", item))


def _lists_in(held: dict[str, Any]) -> list[list[Any]]:
    return [cast("list[Any]", value) for value in held.values() if isinstance(value, list)]


# 4. Records of another kind in the same file.


def another_kind(plan: Plan) -> Attack:
    """Put a document of another format among those of the file."""
    random = plan.random
    other = a_plan(random, random.choice([name for name in ALL if name != plan.name]))
    records = other.records(other.run)
    if random.random() < 0.5:
        records = [random.choice(records)]
    if other.name in SPANS and random.random() < 0.5:
        records = [in_otlp(records)]
    strangers = [json.dumps(record).encode() for record in records]
    return plan.of_bytes(f"{other.name} beside", _among(plan, strangers))


def _among(plan: Plan, others: list[bytes]) -> bytes:
    """Return the file with lines of others at some place among its own."""
    random, held = plan.random, plan.carried(plan.forbidden())
    lines = held.splitlines(keepends=True) if _of_lines(plan) else [held + b"\n"]
    at = random.randint(0, len(lines))
    return b"".join([*lines[:at], *(other + b"\n" for other in others), *lines[at:]])


def _of_lines(plan: Plan) -> bool:
    return plan.carrier in ("lines", "OTLP lines", "SDK lines", "sub-agent's file")


# 5. Text around a record.

_TEXTS: Final = (
    *("Done.", "INFO: ", "\ufeff", "\x1b[32m", "{", "}", "[", '"', "data: ", "> ", "=> {x} "),
    *("a\r", "\t", "null", "{}", "[1]", "/* x */", "# ", '{"a": ', "\u2028", "x\x00", ","),
)


def text_around(plan: Plan) -> Attack:
    """Put text before or after a document, without an end of the line between them."""
    random, held = plan.random, plan.carried(plan.forbidden())
    lines = held.splitlines(keepends=True) if _of_lines(plan) else [held]
    at = random.randrange(len(lines))
    text = random.choice(_TEXTS)
    before = random.random() < 0.7
    body = lines[at]
    lines[at] = text.encode() + body if before else body.rstrip(b"\n") + text.encode() + b"\n"
    if random.random() < 0.3:
        lines = [line.rstrip(b"\n") for line in lines]
    return plan.of_bytes(f"{text!r} {'before' if before else 'after'}", b"".join(lines))


# 6. A tool without a name.

_PHANTOMS: Final[tuple[dict[str, Any], ...]] = (
    {"gen_ai.operation.name": "execute_tool"},
    {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": ""},
    {"openinference.span.kind": "TOOL"},
    {"openinference.span.kind": "TOOL", "tool.name": ""},
    {"traceloop.span.kind": "tool"},
    {"ai.operationId": "ai.toolCall"},
    {"openinference.span.kind": "TOOL", "input.value": "{}"},
)


def phantom(plan: Plan) -> Attack:
    """Put a tool's span that names none among spans, or a call that names none among messages."""
    random, records = plan.random, plan.forbidden()
    for _ in range(random.randint(1, 2)):
        at = random.randint(0, len(records))
        if plan.name in SPANS:
            name = random.choice(("handoff", "transfer to x", "execute_tool", "tool", FORBIDDEN))
            number = 30 + random.randrange(200)
            held = span(name, number, random.choice((None, 1)), start=number)
            records.insert(at, {**held, "attributes": dict(random.choice(_PHANTOMS))})
            continue
        places = [one for record in records for one in _messages_in(record)]
        lists = [value for one in places for value in _lists_in(one) if value] or [records]
        random.choice(lists).append(random.choice(({}, {"type": "tool_use"}, {"id": "c0"})))
    return plan.of_records("a tool without a name", records)


# 7. A result that names another call's id.


def result_names_id(plan: Plan) -> Attack | None:
    """Let the result of another call say that it is the forbidden call's, around it if it can."""
    random = plan.random
    run = plan.with_call(name=FORBIDDEN)
    call = run[plan.turn][plan.place]
    told = {
        "type": random.choice(("tool", "tool_result", "function", "ToolMessage")),
        random.choice(("tool_call_id", "tool_use_id", "id", "call_id", "toolCallId")): call.id,
        "name": random.choice((HARMLESS, FORBIDDEN)),
        random.choice(("content", "output", "result")): "ok",
    }
    outer = Done(random.choice(TOOLS), {}, json.dumps(told), random.choice((call.id, "c77")))
    run[plan.turn].insert(random.randint(0, plan.place), outer)
    records = plan.records(run)
    if plan.name in SPANS and random.random() < 0.7:
        tools = [record for record in records if record["name"].startswith("execute_tool")]
        for above, inner in pairwise(tools):
            inner["parent_id"] = above["context"]["span_id"]
    return plan.of_records("a result that names the id", records)


# 8. A result like an envelope.


def result_envelope(plan: Plan) -> Attack | None:
    """Hide what a result says beside the keys of an envelope, or behind escapes."""
    if "only" in plan.name or plan.name in _WITHOUT_RESULTS:
        return None
    random = plan.random
    secret = "PASSWORD=1"
    keys = random.sample(("content", "output", "kwargs", "type", "tool_call_id", "status"), 3)
    told: dict[str, Any] = {key: random.choice((*DECOYS, "tool", "ok")) for key in keys}
    told[random.choice(("secret", "note", "data"))] = random.choice((secret, {"a": [secret]}))
    result = json.dumps(told)
    if random.random() < 0.3:
        result = result.replace("PASS", "\\u0050\\u0041SS")
    spec = f"forbid {HARMLESS} result /PASSWORD/"
    hidden = plan.with_call(result=result)
    return plan.of_runs(result, hidden, spec=spec, name=HARMLESS, result=secret)


_WITHOUT_RESULTS: Final = (
    *("genai, events", "genai, details", "mcp", "pydantic-ai, history", "otel-logs"),
    *("smolagents-memory", "OpenAI chat streams", "OpenAI Responses streams", "Anthropic streams"),
)


# 9. Something that is there twice.


class Twice(dict[str, Any]):
    """An object of which one key is written twice, the other value before or after its own."""

    def __init__(self, held: dict[str, Any], key: str, value: Any, *, first: bool) -> None:
        super().__init__(held)
        self._more, self._first = (key, value), first

    def items(self) -> Any:
        """Return the keys and values as they are written."""
        pairs = list(super().items())
        at = next(at for at, pair in enumerate(pairs) if pair[0] == self._more[0])
        pairs.insert(at if self._first else len(pairs), self._more)
        return pairs


def twice(plan: Plan) -> Attack | None:
    """Write one key twice: that of the call's name, or one on the way to the call."""
    random, records = plan.random, plan.forbidden()
    way = random.choice([*_ways(records, ())] or [()])
    if not way or (plan.name in SPANS and not plan.carrier.startswith(("SDK", "OTLP"))):
        return None
    if plan.carrier in ("protobuf", "OTLP snake case", "OTLP base64 ids", "OTLP, gzip"):
        return None
    if plan.carrier.startswith("OTLP"):
        return _attribute_twice(plan, records, way)
    at = random.choice([at for at, key in enumerate(way) if isinstance(key, str)])
    holder: Any = records
    for key in way[:at]:
        holder = holder[key]
    key, value = cast("str", way[at]), holder[way[at]]
    empty: Any = HARMLESS if value == FORBIDDEN else type(value)()
    first = random.random() < 0.5
    replaced = Twice(holder, key, random.choice((empty, None)), first=first)
    _put(records, way[:at], replaced)
    return plan.of_records(f"`{key}` twice", records)


def _put(records: Any, way: tuple[str | int, ...], value: Any) -> None:
    for key in way[:-1]:
        records = records[key]
    records[way[-1]] = value


def _ways(held: Any, way: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    """Yield the ways to the values that hold the forbidden tool's name."""
    if isinstance(held, dict | list):
        inner = cast("Any", held)
        pairs: Any = inner.items() if isinstance(held, dict) else enumerate(inner)
        for key, value in pairs:
            yield from _ways(value, (*way, key))
    elif (isinstance(held, str) and FORBIDDEN in held and way[-1] != "name") or held == FORBIDDEN:
        yield way


def _attribute_twice(
    plan: Plan, records: list[Record], way: tuple[str | int, ...]
) -> Attack | None:
    """Write one of OTLP's attributes twice."""
    if len(way) < 3 or way[1] != "attributes" or plan.carrier not in ("OTLP", "OTLP lines"):
        return None
    key, value = way[2], records[cast("int", way[0])]["attributes"][way[2]]
    ours = json.dumps({"key": key, "value": {"stringValue": value}})
    other = value.replace(FORBIDDEN, HARMLESS) if plan.random.random() < 0.7 else ""
    theirs = json.dumps({"key": key, "value": {"stringValue": other}})
    pair = [ours, theirs] if plan.random.random() < 0.5 else [theirs, ours]
    held = plan.carried(records).decode()
    assert ours in held
    return plan.of_bytes(f"`{key}` twice", held.replace(ours, ", ".join(pair), 1).encode())


# 10. A file that is broken.


def broken(plan: Plan) -> Attack | None:
    """Break the file at a place: a byte that is no UTF-8, a slip of syntax, an end too early."""
    random, held = plan.random, plan.carried(plan.forbidden())
    if plan.carrier.startswith(("protobuf", "OTLP, ", "zip")):
        cut = random.randrange(len(held) // 2, len(held) - 1)
        return plan.of_bytes("cut off", held[:cut])
    name = held.index(FORBIDDEN.encode())
    places = [at for at in range(len(held)) if not name <= at < name + len(FORBIDDEN)]
    match random.randrange(3):
        case 0:
            at, byte = random.choice(places), random.choice(NO_UTF_8)
            return plan.of_bytes("no UTF-8", held[:at] + byte + held[at:])
        case 1:
            slips = [at for at in places if held[at : at + 1] in b'{}[],:"']
            at = random.choice(slips)
            return plan.of_bytes("a slip", held[:at] + held[at + 1 :])
        case _:
            cut = random.randrange(name + len(FORBIDDEN) + 1, len(held))
            return plan.of_bytes("cut off", held[:cut])


KINDS: Final[tuple[Kind, ...]] = (
    *(envelope, reused_id, other_format, another_kind, text_around, phantom),
    *(result_names_id, result_envelope, twice, broken, *UNRECORDED_KINDS, *REWRITTEN),
)


def attacks(seed: int, number: int) -> Iterator[Attack]:
    """Yield so many attacks: all kinds and formats in turn, everything else at random."""
    random, names, made = Random(seed), [*ALL], 0
    for at in range(number * 10):
        if made == number:
            return
        turn, which = divmod(at, len(KINDS))
        kind, name = KINDS[which], names[(turn + which * 7) % len(names)]
        if (attack := kind(a_plan(random, name))) is not None:
            made += 1
            yield attack._replace(about=f"{kind.__name__}: {attack.about}")


def main() -> int:
    """Print the attacks that hid their call, as a command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=5000)
    options = parser.parse_args()
    passed = 0
    for attack in attacks(options.seed, options.number):
        said = [verdict(held, attack.spec) for held in attack[2:]]
        if said[:2] != ["fail", "pass"] or said[2] == "pass":
            passed += 1
            sys.stdout.write(f"{said} {attack.about}\n  {attack.hidden.decode(errors='replace')}\n")
    sys.stdout.write(f"{passed} of {options.number} are not as they should be\n")
    return min(passed, 1)


if __name__ == "__main__":
    sys.exit(main())
