"""Results of tau-bench: a list of runs, each with its conversation under `traj`.

`info` holds what was expected of the run, and so no call that was made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim, Document, Format, TraceError
from toolspec.engine.reading.formats.call_log import CallLog
from toolspec.engine.reading.formats.message_reading import MessageReading
from toolspec.engine.reading.formats.message_shapes import MessageRun
from toolspec.engine.reading.formats.messages import (
    fields,
    id_of,
    is_list,
    is_object,
    items,
    one_or_items,
)
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import Note, Place, Trace

_RUN: Final = frozenset({"info", "reward", "task_id", "traj"})
_KNOWN: Final = _RUN | {"trial"}


class TauBench(Format):
    """tau-bench results. A trace is one trial of a task."""

    name = "tau-bench"
    title = "tau-bench results"
    page = FormatPage(
        family="evaluations",
        written_by="tau-bench.",
        get="`results/*.json`: each trial is a trace.",
        unknown="Failures, times and tokens: tau-bench does not write them.",
        example="Cut from `gpt-4o-airline.json` of sierra-research/tau-bench, MIT.",
    )
    records = EVERYTHING - {"agents", "status", "times", "tokens", "tools"}
    whole = frozenset({"name", "kwargs"})
    whole_within = frozenset({("info", "task", "actions"), ("info", "reward_info", "actions")})

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a run, or a list of runs."""
        runs = document if is_list(document) else [document]
        return Claim.SURE if runs and all(map(_is_run, runs)) else Claim.NO

    def read(
        self, documents: Iterable[Document], notes: list[Note]
    ) -> Iterator[Trace | TraceError]:
        """Yield one trace for each run."""
        for value, place in documents:
            for run, at in one_or_items(value, place):
                yield _trace(fields(run), at)


FORMAT = TauBench()


def _is_run(value: Json) -> bool:
    run = fields(value)
    return run.keys() >= _RUN and is_list(run["traj"]) and is_object(run["info"])


def _trace(run: Mapping[str, Json], place: Place) -> Trace | TraceError:
    reading = MessageReading()
    # No message repeats what was said before: the same call twice was made twice.
    reading.log = CallLog(reading.notes, once=False)
    for key, value in run.items():
        if key not in _KNOWN:
            reading.look_at({key: value}, place, "")
    task, trial = id_of(run.get("task_id")), id_of(run.get("trial"))
    trace = reading.conversation(
        {}, [MessageRun(list(items(run.get("traj"), place, "traj")))], place
    )
    if isinstance(trace, Trace):
        trace.id = f"task {task}" if trial is None else f"task {task}, trial {trial}"
        trace.format = TauBench.name
    return trace
