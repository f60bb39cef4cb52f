"""LangSmith's runs: one on each line, in a list, or a run with its `child_runs` inside.

Source: the `Run` of LangSmith's SDK. `run_type` says what a run is; the root of a trace is the run
of the agent. `dotted_order` holds the ids from the root down, each after the time it began.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json, as_object, rest_of
from toolspec.engine.reading.exports.messages import decoded
from toolspec.engine.reading.exports.spans import Exported, Kind, exported_span, is_alone
from toolspec.engine.reading.format import Claim, Document
from toolspec.engine.reading.formats.spans import Leftovers, SpanFormat
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.span import Span
from toolspec.engine.trace import Place

_KINDS: Final[Mapping[str, Kind]] = {
    "tool": "tool",
    "llm": "model",
    "chain": "other",
    "retriever": "other",
    "embedding": "other",
    "prompt": "other",
    "parser": "other",
}
_RUN: Final = frozenset({"dotted_order", "trace_id", "parent_run_id", "session_id", "child_runs"})
_EXTRA: Final = frozenset({"invocation_params", "tool_call_id"})
_WRAPPERS: Final = ("runs", "data")
_READ: Final = frozenset({"child_runs", "inputs", "outputs", "serialized", "manifest"})


class LangSmithRuns(SpanFormat):
    """LangSmith's runs."""

    name = "langsmith"
    title = "LangSmith runs"
    page = FormatPage(
        family="exports",
        written_by="LangSmith's API, by its SDK (`Run`).",
        get="`client.list_runs(trace_id=...)`, each run as JSON; or a run with its `child_runs`.",
        unknown=(
            "Prompts that were written out as one text. The root of a trace counts as the agent."
        ),
        example="Cut from runs that LangSmith's SDK recorded of an agent with a scripted model.",
    )
    looks_again = True

    def claim(self, document: Json) -> Claim:
        """Tell whether the document holds runs."""
        return Claim.SURE if _holds_run(document) else Claim.NO

    def spans(self, document: Document, left: Leftovers) -> Iterator[Span]:
        """Yield the runs of one document as spans."""
        runs = list(_found(document.value, document.place, left))
        alone = is_alone(_KINDS[str(run["run_type"])] for run, _ in runs) and len(runs) > 1
        for run, place in runs:
            yield _span(run, place, alone)


def _found(
    value: Json, place: Place, left: Leftovers
) -> Iterator[tuple[Mapping[str, Json], Place]]:
    """Yield the runs in a document, a run before its children; `left` takes what is none."""
    waiting: list[tuple[Json, Place]] = [(value, place)]
    while waiting:
        item, at = waiting.pop()
        if isinstance(item, list) and len(at.pointer) < DEPTH_MAX:
            waiting += [(inner, at.at(number)) for number, inner in enumerate(item)][::-1]
        elif isinstance(item, Mapping) and is_run(item):
            yield item, at
            if isinstance(item.get("child_runs"), list):
                waiting.append((item["child_runs"], at.at("child_runs")))
        elif isinstance(item, Mapping) and any(key in item for key in _WRAPPERS) and at == place:
            for key, inner in item.items():
                if key in _WRAPPERS and isinstance(inner, list):
                    waiting.append((inner, at.at(key)))
                elif isinstance(inner, str | dict | list):
                    left.add(inner, at, key)
        else:
            left.add(item, at)


DEPTH_MAX: Final = 200


def _holds_run(value: Json, depth: int = 0) -> bool:
    """Tell whether there is a run in a document, where `_found` finds them."""
    if isinstance(value, list):
        return depth < DEPTH_MAX and any(_holds_run(item, depth + 1) for item in value)
    if not isinstance(value, dict):
        return False
    wrapped = [value[key] for key in _WRAPPERS if key in value] if depth == 0 else []
    return is_run(value) or any(
        isinstance(message, list) and _holds_run(message, 1) for message in wrapped
    )


def is_run(value: Mapping[str, Json]) -> bool:
    """Tell whether an object is a run of LangSmith."""
    kind = value.get("run_type")
    return (
        isinstance(kind, str)
        and kind in _KINDS
        and isinstance(value.get("name"), str)
        and ("inputs" in value or "outputs" in value)
        and not _RUN.isdisjoint(value)
    )


def _span(run: Mapping[str, Json], place: Place, alone: bool) -> Span:
    kind, extra = _KINDS[str(run["run_type"])], as_object(run.get("extra"))
    dotted = str(run.get("dotted_order") or "").split(".")
    path = [_id(step) for step in dotted if step]
    parent = run.get("parent_run_id") or (path[-2] if len(path) > 1 else None)
    if kind == "other" and not parent:
        kind = "agent"
    metadata = as_object(extra.get("metadata"))
    inputs, outputs = decoded(run.get("inputs")), decoded(run.get("outputs"))
    if kind == "model":
        inputs = _messages(inputs)
    elif kind == "tool":
        inputs, outputs = _arguments(inputs), _result(outputs)
    return exported_span(
        Exported(
            kind,
            str(run["name"]),
            inputs,
            outputs,
            run.get("trace_id") or (path[0] if path else None),
            run.get("id"),
            parent,
            run.get("start_time"),
            run.get("end_time"),
            "error" if run.get("error") or run.get("status") == "error" else None,
            tool=run["name"] if kind == "tool" else None,
            call_id=extra.get("tool_call_id"),
            agent=metadata.get("lc_agent_name") if kind == "agent" else None,
            tokens=_tokens(run, outputs),
            tools=as_object(extra.get("invocation_params")).get("tools"),
            written=metadata,
            place=place,
            beside=_rest(run, extra),
            alone=alone,
        )
    )


def _rest(run: Mapping[str, Json], extra: Mapping[str, Json]) -> dict[str, Json]:
    rest = rest_of(run, _READ)
    return {**rest, "extra": rest_of(extra, _EXTRA)} if extra else rest


def _id(step: str) -> str:
    """Return the id in one step of a dotted order: `20230914T223155647Z1b64098b-...`."""
    return step.partition("Z")[2]


def _messages(given: Json) -> Json:
    """Return the messages a model was sent; a prompt that was written out as text is none."""
    inputs = as_object(given)
    return None if "prompts" in inputs and "messages" not in inputs else given


def _arguments(given: Json) -> Json:
    """Return a tool's arguments; without a schema, LangChain hands over `input` as text."""
    inputs = as_object(given)
    if set(inputs) == {"input"} and isinstance(decoded(inputs["input"]), Mapping):
        return decoded(inputs["input"])
    return given


def _result(outputs: Json) -> Json:
    inner = as_object(outputs)
    return inner["output"] if set(inner) == {"output"} else outputs or None


def _tokens(run: Mapping[str, Json], outputs: Json) -> tuple[Json, Json]:
    if run.get("run_type") != "llm":
        return None, None
    used = as_object(as_object(outputs).get("usage_metadata"))
    if run.get("prompt_tokens") is None and used:
        return used.get("input_tokens"), used.get("output_tokens")
    return run.get("prompt_tokens"), run.get("completion_tokens")


FORMAT = LangSmithRuns()
