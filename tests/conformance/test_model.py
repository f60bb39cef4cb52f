"""Random specs over random traces: the engine says what a slow, plain model says."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from model import applying, checked, common, counted
from model_cases import Maker, as_events, as_spans
from model_parts import Rule, Spec, Trace
from model_text import Writer

import toolspec
from toolspec.engine.reading.files import read_bytes

SEEDS = 1000


def made(seed: int) -> tuple[Spec, Trace, str, dict[int, list[str]], bytes]:
    """Return a spec, a trace, the spec's text, its patterns as written and the trace's file."""
    maker = Maker(seed)
    spec = maker.spec()
    events = maker.chance(0.4)
    trace, timeline = maker.trace(spec, events)
    data = (as_events if events else as_spans)(maker, trace, timeline)
    writer = Writer(maker.rng)
    text = writer.spec(spec).decode("utf-8-sig")
    return spec, trace, text, writer.written, data


def fields(rule: Rule, trace: Trace, spec: Spec, written: list[str]) -> dict[str, Any]:
    """Return the fields of a rule's justification that the contract gives letter by letter."""
    names = [call.name for call in trace.calls]
    if rule.kind == "order":
        told: dict[str, Any] = {"actual_tool_calls_order": names}
        if not any("\n" in text for text in written):
            alone = [entry.pattern[0] for entry in rule.entries]
            told["expected_tool_calls_order"] = [
                alt.text if alt.kind == "name" and len(entry.pattern) == 1 else text
                for alt, entry, text in zip(alone, rule.entries, written, strict=True)
            ]
        if not rule.strict:
            told["lcs"] = common(rule, trace, spec.tools)
        return told
    if any("\n" in text for text in written):
        return {}
    keys: list[str] = []
    seen: Counter[str] = Counter()
    for text in written:
        count = rule.kind == "count"
        again = f" #{seen[text] + 1}" if seen[text] else ""
        keys.append(text + (again if count else f"_{seen[text]}"))
        seen[text] += 1
    if rule.kind == "count":
        lines: dict[str, str] = {}
        for key, entry in zip(keys, rule.entries, strict=True):
            n, holds = counted(entry, trace, spec.tools)
            sign = "" if entry.op in ("=", "==") else f"{entry.op} "
            lines[key] = f"Actual: {n}, Expected: {sign}{entry.n}, Score: {float(holds)}"
        return {"explained_tool_calls_count": lines}
    ends = {"args": "explained_tool_calls_args", "output": "explained_tool_calls_outputs"}
    return {ends[rule.kind]: keys} if rule.kind in ends else {}


def difference(seed: int) -> str:
    """Return where engine and model part, or nothing."""
    spec, trace, text, written, data = made(seed)
    try:
        parsed = toolspec.parse(text)
    except toolspec.SpecError as error:
        return (
            f"{text}\nrefused: {[(d.code, d.line, d.column, d.message) for d in error.diagnostics]}"
        )
    (read,) = read_bytes(data, path="run.json").traces
    report = parsed.check(read, case=trace.name if data.startswith(b"{") else None)
    verdicts, passed, score = checked(spec, trace)
    where = f"{text}\n{chr(10).join(map(repr, trace.calls))}\n"
    told = [(result.status, result.score) for result in report.results]
    wanted = [(one.status, pytest.approx(one.score)) for one in verdicts]
    if told != wanted or report.passed is not passed or report.score != pytest.approx(score):
        return f"{where}told {told} {report.score}\nwant {wanted} {score}"
    for rule, result in zip(applying(spec, trace), report.results, strict=True):
        justification = json.loads(json.dumps(result.justification, allow_nan=False))
        for key, value in fields(rule, trace, spec, written[id(rule)]).items():
            held = list(justification[key]) if isinstance(value, list) else justification[key]
            if held != value:
                return f"{where}{key}: told {held}, want {value}"
        for key in ("explained_tool_calls_args", "explained_tool_calls_outputs"):
            if key in justification and not rule.strict and result.status == "fail":
                ones = sum(line.endswith("Score: 1.0") for line in justification[key].values())
                if ones / len(rule.entries) != pytest.approx(result.score):
                    return f"{where}{key}: {justification[key]}"
    return ""


@pytest.mark.parametrize("block", range(10))
def test_the_engine_agrees_with_the_plain_model(block: int) -> None:
    for seed in range(block * SEEDS // 10, (block + 1) * SEEDS // 10):
        assert not difference(seed), seed
