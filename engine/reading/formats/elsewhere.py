"""What a conversation says of items that are not in it: kept by the API, or not yet there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.formats.message_shapes import bodies
from toolspec.engine.reading.formats.messages import fields, id_of, text_of
from toolspec.engine.trace import Gap, Place

FROM_BEGINNING: Final = "record the conversation from its beginning"
_RUNNING: Final = frozenset({"in_progress", "queued", "requires_action"})
_KEPT: Final = (
    ("previous_response_id", "the response before this one is not in the file"),
    ("conversation", "the items before these are in a conversation that the API keeps"),
)


def ids_in(head: Mapping[str, Json]) -> set[str]:
    """Return the ids by which later requests name a response, or the conversation it is in."""
    ids: set[str] = set()
    for _, body, _ in bodies(head, Place()):
        inner = fields(body)
        for named in (inner, inner.get("conversation")):
            ids.add(_id(named) or "")
    return ids - {""}


def kept_elsewhere(head: Mapping[str, Json], known: Set[str], place: Place) -> Iterator[Gap]:
    """Yield a gap for what came before and is kept by the API: `known` are the ids before."""
    for path, body, at in bodies(head, place):
        inner = fields(body)
        for key, text in _KEPT:
            id = _id(inner.get(key))
            if id is not None and id not in known:
                yield Gap(text, at.at(key), FROM_BEGINNING)
        if path[:1] != ("request",) and is_running(inner) and "role" not in inner:
            yield Gap("a response that was not over when it was recorded", at, "record it later")


def is_running(response: Mapping[str, Json]) -> bool:
    """Tell whether a response goes on after what is recorded of it."""
    return (
        text_of(response.get("status")) in _RUNNING or response.get("stop_reason") == "pause_turn"
    )


def _id(named: Json) -> str | None:
    return text_of(named) or id_of(fields(named).get("id"))
