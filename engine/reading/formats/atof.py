"""ATOF events: NVIDIA's Agent Trajectory Observability Format, version 0.1.

Scopes of agents, models and tools, each with a start and an end under one `uuid`, and marks. The
calls are the scopes of tools; what a model's scope holds is as its provider wrote it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim, Document, TraceError
from toolspec.engine.reading.formats.messages import (
    fields,
    id_of,
    instant_ns,
    is_list,
    is_object,
    items,
    text_of,
)
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog, texts_of
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import UNRECORDED, Note, Place, Trace

_SCOPE: Final = frozenset({"atof_version", "category", "kind", "uuid"})
_OF_SCOPE: Final = _SCOPE | {
    *("category_profile", "data", "name", "parent_uuid", "scope_category", "timestamp"),
}
_DEPTH_MAX: Final = 1000


class Atof(SessionFormat):
    """ATOF events. A run is what one agent without a parent did; a step is a model's scope."""

    name = "atof"
    title = "ATOF events (NVIDIA NeMo Agent Toolkit)"
    page = FormatPage(
        family="exports",
        written_by="NVIDIA's NeMo Agent Toolkit and NeMo Relay, ATOF 0.1.",
        get="What the toolkit's ATOF exporter writes, one event a line.",
        unknown="Failures, tokens and agents: ATOF 0.1 has no place for them.",
        example="Cut from `exmp02_atof.jsonl` of NVIDIA/NeMo-Agent-Toolkit, Apache-2.0.",
    )
    records = EVERYTHING - {"agents", "status", "tokens", "tools"}
    whole = _SCOPE

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is an event."""
        return Claim.SURE if record.keys() >= _SCOPE else Claim.NO

    def read(
        self, documents: Iterable[Document], notes: list[Note]
    ) -> Iterator[Trace | TraceError]:
        """Yield one trace for each agent without a parent, however their events are mixed."""
        flat = [event for document in documents for event in _events(document)]
        above: dict[str, tuple[str, str]] = {}
        for value, _ in flat:
            event = fields(value)
            id = id_of(event.get("uuid"))
            if id is not None:
                category = text_of(event.get("category")) or ""
                above.setdefault(id, (id_of(event.get("parent_uuid")) or "", category))
        runs: dict[str, list[Document]] = {}
        latest = ""
        for value, place in flat:
            latest = _root(id_of(fields(value).get("uuid")) or "", above) or latest
            runs.setdefault(latest, []).append(Document(value, place))
        for run in runs.values():
            yield from super().read(run, notes)

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take an event."""
        session.rest(record, place, _OF_SCOPE)
        session.records_inside(record, self.whole, place)
        at_ns = session.seen(instant_ns(record.get("timestamp")))
        kind, category = record.get("kind"), text_of(record.get("category"))
        edge, data = text_of(record.get("scope_category")), record.get("data")
        known = kind == "scope" and edge in ("start", "end")
        if known and category == "tool":
            _tool(session, record, edge == "end", place, at_ns)
        elif known and category == "llm":
            if edge == "end":
                text = "".join(text for text, _ in _texts(fields(data), place.at("data")))
                session.agent_says(text, place, step=session.begin(), at_ns=at_ns)
            session.look_at_history(data, place, "data")
        elif known and category == "agent":
            session.id = session.id or id_of(record.get("uuid"))
            prompt = text_of(fields(data).get("input"))
            if edge == "start" and record.get("parent_uuid") is None and prompt is not None:
                session.user_says(prompt, place, at_ns=at_ns)
            beside = {key: value for key, value in fields(data).items() if value is not prompt}
            session.look_at_history(data if prompt is None else beside, place, "data")
        elif kind == "mark" or (known and category is not None and "tool" not in category):
            session.look_at_history(data, place, "data")
        else:
            session.strange(record, place, "an event of an unknown kind")


def _events(document: Document) -> Iterator[tuple[Json, Place]]:
    if is_list(document.value):
        yield from items(document.value, document.place)
    else:
        yield document.value, document.place


def _root(id: str, above: Mapping[str, tuple[str, str]]) -> str:
    """Return the outermost agent that a scope is in, "" where it is in none."""
    root = ""
    for _ in range(_DEPTH_MAX):
        if id not in above:
            break
        parent, category = above[id]
        root = id if category == "agent" else root
        id = parent
    return root


def _tool(
    session: SessionLog, record: Mapping[str, Json], ended: bool, place: Place, at_ns: int | None
) -> None:
    profile = fields(record.get("category_profile"))
    id = id_of(profile.get("tool_call_id")) or id_of(record.get("uuid"))
    name = text_of(record.get("name"))
    session.rest(profile, place.at("category_profile"), ("tool_call_id",))
    if not ended:
        step = session.latest() if session.has_begun() else None
        session.asked(name, record.get("data"), place, id=id, step=step, at_ns=at_ns)
        return
    data = record.get("data")
    output = fields(data).get("result", data) if len(fields(data)) == 1 else data
    session.answered(UNRECORDED if output is None else output, place, id=id, name=name, at_ns=at_ns)


def _texts(data: Mapping[str, Json], place: Place) -> Iterator[tuple[str, Place]]:
    """Yield what a model said, in the words of its provider."""
    yield from texts_of(data.get("content"), place.at("content"))
    for choice, at in items(data.get("choices"), place, "choices"):
        message = fields(fields(choice).get("message"))
        yield from texts_of(message.get("content"), at.at("message", "content"))
    for candidate, at in items(data.get("candidates"), place, "candidates"):
        content = fields(fields(candidate).get("content"))
        if is_object(content):
            yield from texts_of(content.get("parts"), at.at("content", "parts"))


FORMAT = Atof()
