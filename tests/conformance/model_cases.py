"""Random specs written in many spellings, and random traces, each with what the model needs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from model_parts import (
    ANY,
    MISSING,
    Alt,
    Arg,
    Call,
    Case,
    Entry,
    Pattern,
    Rule,
    Rx,
    Spec,
    Trace,
    is_list,
    is_object,
)

BARE = (
    *("search", "get_weather", "send_email", "order", "strict", "subset", "step", "min", "final"),
    *("weight", "at", "case", "must", "fs/read:file", "mcp__github.create-issue", "a-b", "x"),
)
QUOTED = ("Web Search", "検索", 'say "hi"', "a#b", "1st", "with\\slash")
GLOBS = ("*", "*_email", "s*", "mcp__*", "*e*")
NAME_REGEXES = (
    Rx(r"^(search|x)$", "search"),
    Rx(r"/read", "fs/read:file"),
    Rx(r"WEB", "Web Search", "i"),
    Rx(r"[a-z]_[^ ]", "get_weather"),
    Rx(r"mi.$", "min"),
)
KEYS = ("path", "command", "n", "to", "a b", "must", "日本")
REGEXES = (
    Rx(r"npm (test|run build)", "npm test"),
    Rx(r"\.env$", "a/secret.env"),
    Rx(r"^ok", "ok"),
    Rx(r"NOTES", "release notes", "i"),
    Rx(r"^b$", "a\nb", "m"),
    Rx(r"a.b", "a\nb", "s"),
    Rx(r"/etc/", "/etc/x"),
    Rx(r"^\d+$", "42"),
    Rx(r'"unit":', '{"unit":1}'),
)
LEAVES: tuple[Any, ...] = (
    *(0, 1, 1.0, 2.5, -3, 10**20, 10**20 + 1, 1e20, True, False, None, "", "1", "npm test", "日本"),
    *('say "hi"\n', "a/secret.env", "release notes", "# <no> -> comment"),
)
NESTED: tuple[Any, ...] = ({}, [], [1, 2], ["x", {"y": None}], {"id": 123, "name": "Jo"}, {"a": 1})
RESULTS: tuple[Any, ...] = (
    *("ok", "", "42", 42, True, None, [1, 2], '{"a": 1}', {"a": 1}, '"ok"', "error: timeout"),
    *({"content": "ok"}, {"content": {"a": 1}}, {"content": '{"a": 1}'}, {"content": 42}),
    *({"content": "ok", "more": 1}, {"content": {"content": "ok"}}, '{"content": "ok"}', 1.0),
)


class Maker:
    """Makes one spec and one trace from a seed."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        rng = self.rng
        self.names = [*rng.sample(BARE, rng.choice((1, 2, 3))), rng.choice(QUOTED)]
        self.keys = rng.sample(KEYS, 3)
        self.gaps = rng.choice((0, 0.1, 0.4))
        self.holes = 0

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def pick(self, items: Sequence[Any]) -> Any:
        return self.rng.choice(items)

    def alt(self, refs: Sequence[str]) -> Alt:
        kind = self.rng.choices(("name", "glob", "regex", "ref"), (12, 2, 2, 2 if refs else 0))[0]
        if kind == "ref":
            return Alt("ref", self.pick(refs))
        if kind == "regex":
            return Alt("regex", regex=self.pick(NAME_REGEXES))
        return Alt(kind, self.pick(GLOBS if kind == "glob" else self.names))

    def pattern(self, refs: Sequence[str]) -> Pattern:
        return tuple(self.alt(refs) for _ in range(self.pick((1, 1, 1, 1, 2, 3))))

    def value(self, regexes: bool, depth: int = 0) -> Any:
        if regexes and self.chance(0.15):
            return self.pick(REGEXES)
        if regexes and self.chance(0.08):
            return ANY
        if depth < 2 and self.chance(0.15):
            key = self.pick(("k", "content", "a b"))
            return {key: self.value(regexes, depth + 1)}
        if depth < 2 and self.chance(0.1):
            made = [self.value(regexes, depth + 1) for _ in range(self.pick((1, 2)))]
            return [item for item in made if item != ANY]
        return self.pick(NESTED if self.chance(0.2) else LEAVES)

    def args(self, kind: str) -> tuple[Arg, ...] | None:
        if kind != "args" and self.chance(0.4):
            return None
        least = 0 if kind == "args" else 1
        keys = self.rng.sample(self.keys, self.pick((least, 1, 1, 2)))
        may = kind != "args"
        return tuple(Arg(key, self.value(True), may and self.chance(0.2)) for key in keys)

    def rule(self, refs: Sequence[str]) -> Rule:
        kinds = ("order", "count", "args", "output", "require", "forbid", "sequence")
        kind: str = self.pick(kinds)
        many = kind not in ("require", "forbid")
        entries: list[Entry] = []
        for _ in range(self.pick((1, 1, 2, 3, 4)) if many else 1):
            entry = Entry(self.pattern(refs))
            if kind not in ("order", "count", "output"):
                entry = replace(entry, args=self.args(kind))
            if kind == "count":
                op = self.pick(("=", "==", "!=", ">", "<", ">=", "<="))
                entry = replace(entry, op=op, n=self.pick((0, 1, 1, 2, 3, 10)))
            if kind == "output":
                entry = replace(entry, value=self.pick((*RESULTS, *REGEXES)))
            if entries and self.chance(0.15):
                entry = self.pick(entries)
            entries.append(entry)
        graded = kind in ("order", "count", "args", "output")
        rule = Rule(
            kind,
            tuple(entries),
            strict=graded and self.chance(0.35),
            subset=kind == "args" and self.chance(0.4),
            result=self.pick(REGEXES) if not many and self.chance(0.3) else None,
            weight=self.pick((0.5, 2, 3.25)) if self.chance(0.2) else None,
            passes=self.pick((0.25, 0.5, 0.75, 1)) if graded and self.chance(0.3) else None,
            name=self.pick(("browse", "weight", "日本")) if self.chance(0.1) else None,
        )
        if kind != "require":
            return rule
        at = self.pick((None, None, 0, 1, 2))
        before = self.pick((None, None, 1, 2, 3))
        before = None if at is not None and before is not None and at >= before else before
        minimum = self.pick((None, None, 1, 2, 3))
        return replace(rule, minimum=minimum, final=self.chance(0.2), at=at, before=before)

    def spec(self) -> Spec:
        tools: dict[str, Pattern] = {}
        for name in self.rng.sample(("reader", "order", "w", "a-b"), self.pick((0, 0, 1, 2))):
            tools[name] = self.pattern(list(tools))
        items: list[Rule | Case] = [self.rule(list(tools)) for _ in range(self.pick((1, 2, 3)))]
        for name in self.rng.sample(("alpha", "beta case", "日本"), self.pick((0, 0, 1, 2))):
            rules = tuple(self.rule(list(tools)) for _ in range(self.pick((1, 2))))
            items.insert(self.rng.randrange(len(items) + 1), Case(name, rules))
        return Spec(tools, tuple(items))

    def trace(self, spec: Spec, events: bool) -> tuple[Trace, list[str]]:
        """Return a trace and its timeline: `turn` or `call`, in order."""
        rules = list(_rules(spec))
        plan = [(rule, entry) for rule in rules for entry in rule.entries]
        self.rng.shuffle(rules)
        near = [(rule, entry) for rule in rules for entry in rule.entries]
        timeline = ["call"] * self.pick((0, 1, 3, 5, 8)) + ["turn"] * self.pick((0, 0, 1, 3))
        self.rng.shuffle(timeline)
        made = Trace(name=self.pick((None, "alpha", "beta case", "日本")))
        turns = 0
        for item in timeline:
            turns += item == "turn"
            if item == "call":
                rule, entry = near.pop(0) if near and self.chance(0.7) else self.rng.choice(plan)
                call = self.call(rule, entry, events)
                recorded = events or "turn" in timeline
                call.step = max(turns - 1, 0) if recorded else None
                made.calls.append(call)
        return made, timeline

    def call(self, rule: Rule, entry: Entry, events: bool) -> Call:
        alt = self.pick(entry.pattern)
        call = Call(self.pick(self.names))
        if self.chance(0.85) and alt.kind != "ref":
            sample = alt.regex.sample if alt.regex else alt.text.replace("*", "")
            call.name = sample or call.name
        if self.chance(0.03):
            call.name = self.pick(("Search", "search ", "min_email"))
        keep = self.pick((0.5, 1, 1))
        listed = [arg for arg in entry.args or () if self.chance(keep)]
        call.args = {arg.key: self.filled(arg.value) for arg in listed}
        if self.chance(0.2):
            call.args[self.pick(self.keys)] = self.value(False)
        wanted = entry.value if rule.kind == "output" else rule.result
        call.recorded = self.filled(self.pick(RESULTS) if wanted is None else wanted)
        if self.chance(0.15):
            call.recorded = self.pick(RESULTS)
        if self.chance(0.15):
            call.recorded = {"content": call.recorded}
        if self.chance(0.1) and not isinstance(call.recorded, str):
            call.recorded = json.dumps(call.recorded)
        if self.holes < 3 and self.chance(self.gaps):
            self.holes += 1
            call.args = MISSING if self.chance(0.6) else call.args
            call.recorded = MISSING if self.chance(0.6) else call.recorded
        if self.holes < 3 and events and self.chance(self.gaps):
            self.holes += 1
            call.completed, call.recorded = False, MISSING
        return call

    def filled(self, value: Any) -> Any:
        """Return a value that is what is wanted, or now and then only nearly."""
        if isinstance(value, Rx):
            made: Any = value.sample
        elif value == ANY:
            return self.pick(LEAVES)
        elif is_list(value):
            made = [self.filled(item) for item in value]
        elif is_object(value):
            made = {key: self.filled(item) for key, item in value.items()}
        else:
            made = value
        return self.near(made) if self.chance(0.07) else made

    def near(self, value: Any) -> Any:
        """Return what is nearly this value: JSON's other kinds, or a little more."""
        if isinstance(value, bool):
            return int(value)
        if isinstance(value, int | float):
            return self.pick((bool(value), str(value), float(value), value + 1, None))
        if is_list(value):
            return [*value, None]
        if is_object(value):
            return value | {"more": 1}
        return self.pick((None, 42, "", f"{value} and more", [value]))


def _rules(spec: Spec) -> Iterable[Rule]:
    for item in spec.items:
        yield from item.rules if isinstance(item, Case) else (item,)


def stamp(at: int) -> str:
    return f"2026-01-01T00:{at // 1000 % 60:02}:{at % 60:02}.{at // 60 % 1000:03}000Z"


def as_events(maker: Maker, trace: Trace, timeline: Sequence[str]) -> bytes:
    """Write a trace as a trajectory of events; results come in late, or never."""
    events: list[dict[str, Any]] = []
    late: list[dict[str, Any]] = []
    calls = iter(trace.calls)
    for index, item in enumerate(timeline):
        if item == "turn":
            events.append({"type": "turn_start", "data": {"turnId": str(index)}})
        else:
            call = next(calls)
            about = {"toolName": call.name, "toolCallId": f"call_{index}"}
            data: dict[str, Any] = dict(about)
            if call.args != MISSING:
                data["arguments"] = call.args
            events.append({"type": "tool_call", "data": data})
            if call.completed:
                end: dict[str, Any] = about | {"success": maker.chance(0.8)}
                if call.recorded != MISSING:
                    end["result"] = call.recorded
                late.append({"type": "tool_result", "data": end})
        while late and (item == "turn" or maker.chance(0.7)):
            events.append(late.pop(maker.rng.randrange(len(late))))
    events += late
    if maker.chance(0.7):
        for at, event in enumerate(events):
            event["timestamp"] = f"2026-01-01T00:00:{at:02}.000Z"
    return json.dumps({"events": events}, ensure_ascii=maker.chance(0.5)).encode()


def as_spans(maker: Maker, trace: Trace, timeline: Sequence[str]) -> bytes:
    """Write a trace as OpenTelemetry spans in any order; reorders calls that start at once."""
    genai = maker.chance(0.3)
    kind = maker.chance(0.5)
    keys = ("tool.name", "input.value", "output.value")
    keys = (
        tuple(f"gen_ai.tool.{key}" for key in ("name", "call.arguments", "call.result"))
        if genai
        else keys
    )
    spans: list[dict[str, Any]] = []
    calls = iter(trace.calls)
    now, before = 0, "turn"
    for index, item in enumerate(timeline):
        now += 0 if item == before == "call" and maker.chance(0.15) else 1
        before = item
        attributes: dict[str, Any] = {}
        call: Call | None = None
        if item == "turn":
            attributes["openinference.span.kind"] = "LLM"
            if genai:
                attributes = {"gen_ai.operation.name": "chat", "gen_ai.request.model": "m"}
        else:
            call = next(calls)
            if genai:
                attributes["gen_ai.operation.name"] = "execute_tool"
            elif kind:
                attributes["openinference.span.kind"] = "TOOL"
            attributes[keys[0]] = call.name
            if call.args != MISSING:
                as_python = not genai and maker.chance(0.1)
                attributes[keys[1]] = repr(call.args) if as_python else json.dumps(call.args)
            elif maker.chance(0.4):
                attributes[keys[1]] = maker.pick(('{"path": "a', "not json", "{'a': f()}"))
            if call.recorded != MISSING:
                if not isinstance(call.recorded, str):
                    separators = maker.pick(((",", ":"), (", ", ": ")))
                    call.recorded = json.dumps(call.recorded, separators=separators)
                attributes[keys[2]] = call.recorded
        spans.append(_span(index + 1, now, now + maker.pick((1, 3, 9)), attributes))
        spans[-1]["model"] = call
    where = maker.pick(("span", "resource")) if trace.name else ""
    root = _span(255, 0, 99, {"openinference.span.kind": "AGENT"})
    root["parent_id"] = None
    spans.append(root)
    maker.rng.shuffle(spans)
    if where:
        held = root if where == "span" else maker.pick(spans)["resource"]
        held["attributes"]["test.case.name"] = trace.name
    ordered = sorted(spans, key=lambda span: span["start_time"])
    found = [span.pop("model", None) for span in ordered]
    trace.calls = [call for call in found if call is not None]
    return json.dumps(spans).encode()


def _span(number: int, start: int, end: int, attributes: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": "work",
        "context": {
            "trace_id": "0x" + "ab" * 16,
            "span_id": f"0x{number:016x}",
            "trace_state": "[]",
        },
        "kind": "SpanKind.INTERNAL",
        "parent_id": f"0x{255:016x}",
        "start_time": f"2026-01-01T00:{start:02}:00.000000Z",
        "end_time": f"2026-01-01T00:{end:02}:00.000000Z"
        if end < 60
        else "2026-01-01T01:00:00.000000Z",
        "status": {"status_code": "UNSET"},
        "attributes": attributes,
        "events": [],
        "links": [],
        "resource": {"attributes": {"service.name": "agent"}, "schema_url": ""},
    }
