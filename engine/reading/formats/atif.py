"""ATIF, the Agent Trajectory Interchange Format, versions 1.0 to 1.8.

Source: Harbor's specification of the format. A step of the agent's is a turn. Call ids are unique
within their step only, so results are paired step by step.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim, Document, Format, TraceError
from toolspec.engine.reading.formats.dialogue_log import DialogueLog
from toolspec.engine.reading.formats.messages import (
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
    not_understood,
    result_of,
    text_of,
)
from toolspec.engine.reading.formats.words import Words
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.marks import marked_status
from toolspec.engine.reading.payloads.usage import tokens_of
from toolspec.engine.reading.unread.doubtful import doubtful
from toolspec.engine.reading.unread.known_calls import KnownCalls
from toolspec.engine.reading.unread.sightings import (
    Sighting,
    sightings,
    written_calls,
)
from toolspec.engine.text.plural import plural
from toolspec.engine.tool_lists.tool_definitions import tool_definitions
from toolspec.engine.trace import UNRECORDED, Call, Gap, Note, Place, Trace

_BARE_VERSION: Final = re.compile(r"[vV]?1\.\d{1,2}")


class Atif(Format):
    """ATIF trajectories.

    The session names the run, not the case: a trajectory is for the case its `extra` or its file
    names. Trajectories of sub-agents that are inside the file are part of the run; each of their
    calls carries its agent's name.
    """

    name = "atif"
    title = "ATIF trajectory"
    page = FormatPage(
        family="evaluations",
        written_by="Harbor and the agents it runs, ATIF 1.0 to 1.8.",
        get="`trajectory.json` of a trial.",
        unknown="Failures: ATIF has no mark of them. Calls of agents that wrote them as prose.",
        example="Cut from `exmp04_atif.json` of NVIDIA/NeMo-Agent-Toolkit, Apache-2.0.",
    )
    records = EVERYTHING - {"status"}

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a trajectory, or a list that holds some."""
        if is_list(document):
            return Claim.SURE if any(map(_is_trajectory, document)) else Claim.NO
        return Claim.SURE if _is_trajectory(document) or _is_pair(document) else Claim.NO

    def read(
        self, documents: Iterable[Document], notes: list[Note]
    ) -> Iterator[Trace | TraceError]:
        """Yield one trace for each trajectory."""
        for document in documents:
            inside = is_list(document.value)
            for value, place in items(document.value, document.place) if inside else [document]:
                if _is_trajectory(value):
                    yield _trace(fields(value), place)
                elif _is_pair(value):
                    yield _trace(_united(fields(value)), place.at("parent"))
                else:
                    yield TraceError(
                        "something among ATIF trajectories that is none", line=place.line or None
                    )


FORMAT = Atif()


def _is_trajectory(value: Json) -> bool:
    head = fields(value)
    version, steps = text_of(head.get("schema_version")) or "", head.get("steps")
    if not is_list(steps):
        return False
    if version.upper().startswith("ATIF"):
        return True
    # Some write the version alone: then the agent and its steps tell.
    is_version = _BARE_VERSION.fullmatch(version) is not None and is_object(head.get("agent"))
    return is_version and all({"step_id", "source"} <= fields(step).keys() for step in steps)


_PAIR: Final = frozenset({"child", "children", "parent"})


def _is_pair(value: Json) -> bool:
    """Tell whether an object holds a run's trajectory and those of its sub-agents."""
    pair = fields(value)
    inner = [pair.get("child"), *_items_of(pair.get("children"))]
    ours = _is_trajectory(pair.get("parent")) and pair.keys() <= _PAIR
    return ours and any(map(_is_trajectory, inner))


def _united(pair: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the trajectory of a run with those of its sub-agents inside it."""
    parent = fields(pair.get("parent"))
    inner = [*_items_of(parent.get("subagent_trajectories")), *_items_of(pair.get("children"))]
    if pair.get("child") is not None:
        inner.append(pair["child"])
    return {**parent, "subagent_trajectories": inner}


def _items_of(value: Json) -> list[Json]:
    return list(value) if is_list(value) else []


def _trace(head: Mapping[str, Json], place: Place) -> Trace | TraceError:
    reading = _Reading(text_of(fields(head.get("agent")).get("name")))
    reading.trajectory(head, place, reading.dialogue.top)
    metrics = fields(head.get("final_metrics"))
    reading.dialogue.total = tokens_of(
        {key.removeprefix("total_"): count for key, count in metrics.items()}
    )
    reading.dialogue.offered(
        tool_definitions(fields(head.get("agent")).get("tool_definitions", False))
    )
    calls, dialogue = reading.dialogue.finish(reading.calls)
    known = KnownCalls(reading.calls)
    unread = [sighting for sighting in reading.unread if not known.holds(sighting)]
    if unread:
        return not_understood(unread)
    return Trace(
        calls,
        id=id_of(head.get("session_id")) or id_of(head.get("trajectory_id")),
        name=case_of(head),
        format=Atif.name,
        steps=reading.turns,
        start_ns=reading.start_ns,
        end_ns=reading.end_ns,
        said=dialogue,
        notes=reading.notes,
        gaps=(*reading.known_gaps(), *doubtful(reading.calls)),
        passed_over=reading.passed_over,
    )


_GOES_ON: Final = "continued_trajectory_ref"
_HEAD_KEYS: Final = frozenset(
    {"agent", "extra", "final_metrics", "notes", "schema_version", "session_id", "steps"}
    | {"subagent_trajectories", "trajectory_id", _GOES_ON}
)
_SOURCES: Final = ("agent", "system", "user")
_LISTS: Final = ("steps", "subagent_trajectories")
_STEP_KEYS: Final = frozenset(
    {"extra", "is_copied_context", "message", "metrics", "model_name", "observation"}
    | {"reasoning_content", "reasoning_effort", "source", "step_id", "timestamp", "tool_calls"}
)


class _Reading:
    """One trajectory with the sub-agents' inside it.

    Each agent counts its own steps.
    """

    def __init__(self, top: str | None) -> None:
        self.notes: list[Note] = []
        self.dialogue = DialogueLog(top)
        self.calls: list[Call] = []
        self.unread: list[Sighting] = []
        self.gaps: list[Gap] = []
        self._words = Words()
        self._next: int | None = None
        self._elsewhere: dict[str, Place] = {}
        self._inside: set[str] = set()
        self.passed_over = 0
        self.turns = 0
        self.start_ns: int | None = None
        self.end_ns: int | None = None
        self._steps = 0
        self._chains = 0

    def known_gaps(self) -> list[Gap]:
        """Return why there may be more calls."""
        gaps = [*self.gaps[:1], *self._words.gaps(self.calls, self.turns, self.notes)]
        for id, place in self._elsewhere.items():
            if id not in self._inside:
                text = "a trajectory of the run, or its continuation, that is not in this file"
                gaps.append(Gap(text, place, "export the run's trajectories into one file"))
                break
        return gaps

    def trajectory(self, head: Mapping[str, Json], place: Place, agent: str | None) -> None:
        waiting: dict[str, int] = {}
        self._steps = 0
        self._chains += 1
        for key, value in head.items():
            if key not in _HEAD_KEYS or (key in _LISTS and not is_list(value)):
                self.unread += sightings({key: value}, place)
        for key in ("agent", "extra", "final_metrics", "notes"):
            self.unread += written_calls(head.get(key), place.at(key))
        if head.get(_GOES_ON):
            self._elsewhere.setdefault("", place.at(_GOES_ON))
        for key in ("session_id", "trajectory_id"):
            id = id_of(head.get(key))
            if id is not None:
                self._inside.add(id)
        self._next = None
        for step, at in items(head.get("steps"), place, "steps"):
            self._number(fields(step).get("step_id"), at)
            if not is_object(step):
                self.passed_over += 1
                self.notes.append(Note("something among the steps that is none", at))
                self.unread += sightings(step, at)
            elif step.get("is_copied_context") is True:
                # What the agent was shown again from another trajectory, it did not do again.
                if step.get("tool_calls"):
                    self.notes.append(Note("calls copied from another trajectory; skipped", at))
            else:
                self._step(step, at, agent, waiting)
        self.turns = self.turns or self._steps
        for inner, at in items(head.get("subagent_trajectories"), place, "subagent_trajectories"):
            subagent = fields(inner)
            if not is_object(inner):
                self.unread += sightings(inner, at)
            name = text_of(fields(subagent.get("agent")).get("name")) or id_of(
                subagent.get("trajectory_id")
            )
            self.trajectory(subagent, at, name)

    def _step(
        self, step: Mapping[str, Json], place: Place, agent: str | None, waiting: dict[str, int]
    ) -> None:
        at_ns = instant_ns(step.get("timestamp"))
        self.start_ns = at_ns if self.start_ns is None else self.start_ns
        if at_ns is not None:
            self.end_ns = max(at_ns, self.end_ns or at_ns)
        source = text_of(step.get("source"))
        if source == "agent":
            self._steps += 1
            self._look_into(step.get("message"), place.at("message"))
            self._words.think(text_of(step.get("reasoning_content")) or "", place)
        elif source not in _SOURCES:
            self.gaps.append(Gap("a step of nobody known", place))
        self._record(source, step, agent, at_ns, place)
        for key, value in step.items():
            if key not in _STEP_KEYS:
                self.unread += sightings(value, place.at(key), key=key)
        for key in ("extra", "metrics"):
            if key in step:
                self.unread += written_calls(step[key], place.at(key))
        if step.get("observation") and not is_object(step["observation"]):
            self.gaps.append(Gap("an observation in a way that is not read", place))
        observed = {**fields(step.get("observation")), "results": None}
        if len(observed) > 1:
            self.unread += sightings(observed, place.at("observation"))
        first = len(self.calls)
        asked = step.get("tool_calls")
        if asked and not is_list(asked):
            self.unread.append(Sighting("`tool_calls` that are not a list", place))
        for entry, at in items(asked, place, "tool_calls"):
            name = text_of(fields(entry).get("function_name"))
            if not is_object(entry) or name is None:
                self.unread.append(Sighting("a call that names no tool", at))
                continue
            call = Call(
                name,
                arguments_of(entry.get("arguments"), self.notes, at),
                step=max(self._steps - 1, 0),
                completed=False,
                id=id_of(entry.get("tool_call_id")),
                agent=agent,
                start_ns=at_ns,
                place=at,
            )
            self.calls.append(call)
        self._results(step, place, first, waiting)

    def _number(self, number: Json, place: Place) -> None:
        """Take a step's number: they count up by one, so that one too high is after a gap."""
        if not isinstance(number, int) or isinstance(number, bool):
            return
        if number > (1 if self._next is None else self._next):
            self.gaps.append(Gap("steps are missing, as their numbers tell", place))
        self._next = number + 1

    def _record(
        self,
        source: str | None,
        step: Mapping[str, Json],
        agent: str | None,
        at_ns: int | None,
        place: Place,
    ) -> None:
        """Record what a step says, before what it calls."""
        message, logged = step.get("message"), len(self.calls)
        parts = message if is_list(message) else [message]
        texts = (part if isinstance(part, str) else fields(part).get("text") for part in parts)
        text = "".join(text for text in texts if isinstance(text, str))
        if source == "user":
            self.dialogue.user(text, logged=logged, agent=agent, at_ns=at_ns, place=place)
        elif source == "agent":
            number, chain = self._steps - 1, str(self._chains)
            self.dialogue.response(
                number, text, logged=logged, agent=agent, chain=chain, at_ns=at_ns, place=place
            )
            self.dialogue.used(number, tokens_of(step.get("metrics")), chain=chain)

    def _look_into(self, message: Json, place: Place) -> None:
        parts = message if is_list(message) else ()
        if not isinstance(message, str):
            self.unread += sightings(message, place)
        for text in (message, *(fields(part).get("text") for part in parts)):
            if isinstance(text, str):
                self._words.say(text, place)

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
            answer = fields(result)
            id = id_of(answer.get("source_call_id"))
            refs = answer.get("subagent_trajectory_ref")
            for ref in refs if is_list(refs) else [refs] if refs else []:
                named = fields(ref)
                inner = id_of(named.get("trajectory_id")) or id_of(named.get("session_id"))
                self._elsewhere.setdefault(inner or "", at)
            if id is None:
                unnamed.append(answer)
            elif here.get(id):
                self._settle(here[id].pop(0), answer)
            elif id in waiting:
                self._settle(waiting.pop(id), answer)
            else:
                self.notes.append(Note("a result of no known call", at))
                self.gaps.append(Gap("a result of a call that is not there", at, helps=False))
        if unnamed and first == len(self.calls) and text_of(step.get("source")) == "agent":
            # Something was done and observed, and no call says what.
            text = "an observation of the agent's, and no call that it could be the result of"
            self.gaps.append(Gap(text, place))
        left = [at for at in range(first, len(self.calls)) if not self.calls[at].completed]
        if left and len(left) == len(unnamed):
            for at, answer in zip(left, unnamed, strict=True):
                self._settle(at, answer)
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
        # Writers put null where what was observed is in a sub-agent's trajectory.
        if result.get("content") is not None:
            outcome = result_of(result, "content", self.notes, call.place)
        status = marked_status(outcome, _status(fields(result.get("extra"))))
        self.calls[at] = call._replace(result=outcome, completed=True, status=status)


def _status(extra: Mapping[str, Json]) -> Status:
    """Return the status some writers keep beside a result; the format has no place for it."""
    failed = extra.get("is_error")
    if isinstance(failed, bool):
        return "error" if failed else "ok"
    return call_status(extra.get("status"))
