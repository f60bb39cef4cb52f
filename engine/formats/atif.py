"""ATIF, the Agent Trajectory Interchange Format, versions 1.0 to 1.8.

Source: Harbor's specification of the format. A step of the agent's is a turn. Call ids are unique
within their step only, so results are paired step by step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from toolspec.engine.formats.format import Document, Format
from toolspec.engine.formats.ledger import in_order
from toolspec.engine.formats.messages import (
    Outcome,
    Status,
    arguments_of,
    call_status,
    case_of,
    fields,
    id_of,
    instant_ns,
    is_list,
    is_object,
    items,
    result_of,
    text_of,
)
from toolspec.engine.json_value import Json
from toolspec.engine.plural import plural
from toolspec.engine.trace import UNRECORDED, Call, Note, Place, Trace


class Atif(Format):
    """ATIF trajectories.

    The session names the run, not the case: a trajectory is for the case its `extra` or its file
    names. Trajectories of sub-agents that stand inside the file are part of the run; each of their
    calls carries its agent's name.
    """

    name = "atif"
    title = "ATIF trajectory"

    def recognise(self, document: Json) -> bool:
        """Tell whether the document is a trajectory, or a list of them."""
        if is_list(document):
            return bool(document) and all(map(_is_trajectory, document))
        return _is_trajectory(document)

    def read(self, documents: Iterable[Document], notes: list[Note]) -> Iterator[Trace]:
        """Yield one trace for each trajectory."""
        for document in documents:
            inside = is_list(document.value)
            for value, place in items(document.value, document.place) if inside else [document]:
                if _is_trajectory(value):
                    yield _trace(fields(value), place)
                else:
                    notes.append(Note("no ATIF trajectory; skipped", place))


FORMAT = Atif()


def _is_trajectory(value: Json) -> bool:
    version = text_of(fields(value).get("schema_version"))
    return is_list(fields(value).get("steps")) and (version or "").upper().startswith("ATIF")


def _trace(head: Mapping[str, Json], place: Place) -> Trace:
    reading = _Reading()
    reading.trajectory(head, place, None)
    return Trace(
        in_order(reading.calls),
        id=id_of(head.get("session_id")) or id_of(head.get("trajectory_id")),
        name=case_of(head),
        format=Atif.name,
        steps=reading.turns,
        start_ns=reading.start_ns,
        notes=reading.notes,
    )


class _Reading:
    """One trajectory with the sub-agents' inside it."""

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self.calls: list[Call] = []
        self.turns = 0
        self.start_ns: int | None = None

    def trajectory(self, head: Mapping[str, Json], place: Place, agent: str | None) -> None:
        waiting: dict[str, int] = {}
        for step, at in items(head.get("steps"), place, "steps"):
            if not is_object(step):
                self.notes.append(Note("no step; skipped", at))
            elif step.get("is_copied_context") is True:
                # What the agent was shown again from another trajectory, it did not do again.
                if step.get("tool_calls"):
                    self.notes.append(Note("calls copied from another trajectory; skipped", at))
            else:
                self._step(step, at, agent, waiting)
        for inner, at in items(head.get("subagent_trajectories"), place, "subagent_trajectories"):
            held = fields(inner)
            name = text_of(fields(held.get("agent")).get("name")) or id_of(
                held.get("trajectory_id")
            )
            self.trajectory(held, at, name)

    def _step(
        self, step: Mapping[str, Json], place: Place, agent: str | None, waiting: dict[str, int]
    ) -> None:
        at_ns = instant_ns(step.get("timestamp"))
        self.start_ns = at_ns if self.start_ns is None else self.start_ns
        if text_of(step.get("source")) == "agent":
            self.turns += 1
        first = len(self.calls)
        for entry, at in items(step.get("tool_calls"), place, "tool_calls"):
            if not is_object(entry):
                self.notes.append(Note("no tool call; skipped", at))
                continue
            name = text_of(entry.get("function_name"))
            if name is None:
                self.notes.append(Note("a call that names no tool", at))
            call = Call(
                name or "",
                arguments_of(entry.get("arguments"), self.notes, at),
                step=max(self.turns - 1, 0),
                completed=False,
                id=id_of(entry.get("tool_call_id")),
                agent=agent,
                start_ns=at_ns,
                place=at,
            )
            self.calls.append(call)
        self._results(step, place, first, waiting)

    def _results(
        self, step: Mapping[str, Json], place: Place, first: int, waiting: dict[str, int]
    ) -> None:
        """Give the step's results to its calls by id; those without one by position."""
        here: dict[str, list[int]] = {}
        for at in range(first, len(self.calls)):
            here.setdefault(self.calls[at].id or "", []).append(at)
        unnamed: list[Mapping[str, Json]] = []
        results = fields(step.get("observation")).get("results")
        for result, at in items(results, place, "observation", "results"):
            held = fields(result)
            id = id_of(held.get("source_call_id"))
            if id is None:
                unnamed.append(held)
            elif here.get(id):
                self._settle(here[id].pop(0), held)
            elif id in waiting:
                self._settle(waiting.pop(id), held)
            else:
                self.notes.append(Note("a result of no known call", at))
        left = [at for at in range(first, len(self.calls)) if not self.calls[at].completed]
        if left and len(left) == len(unnamed):
            for at, held in zip(left, unnamed, strict=True):
                self._settle(at, held)
        elif left and unnamed:
            results = plural(len(unnamed), "result without an id", "results without an id")
            text = f"{results} for {plural(len(left), 'call')}; left unrecorded"
            self.notes.append(Note(text, place))
        for at in left:
            if not self.calls[at].completed:
                waiting[self.calls[at].id or ""] = at

    def _settle(self, at: int, result: Mapping[str, Json]) -> None:
        call = self.calls[at]
        outcome: Outcome = UNRECORDED
        # Writers put null where what was observed stands in a sub-agent's trajectory.
        if result.get("content") is not None:
            outcome = result_of(result, "content", self.notes, call.place)
        status = _status(fields(result.get("extra")))
        self.calls[at] = call._replace(result=outcome, completed=True, status=status)


def _status(extra: Mapping[str, Json]) -> Status:
    """Return the status some writers keep beside a result; the format has no place for it."""
    failed = extra.get("is_error")
    if isinstance(failed, bool):
        return "error" if failed else "ok"
    return call_status(extra.get("status"))
