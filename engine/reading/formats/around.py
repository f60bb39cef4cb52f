"""What is around the messages of a request or a response, and may hold calls too."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from toolspec.engine.json_value import Json
from toolspec.engine.reading.formats.message_shapes import ENVELOPES, RUNS, MessageRun, bodies
from toolspec.engine.reading.formats.messages import fields, is_list, is_object, items
from toolspec.engine.reading.unread.call_texts import piece_of_trace
from toolspec.engine.reading.unread.encoded import decoded_text, text_of_numbers
from toolspec.engine.reading.unread.sightings import (
    Sighting,
    sightings,
)
from toolspec.engine.trace import Place


def sightings_around(
    head: Mapping[str, Json], parts: Sequence[MessageRun], place: Place
) -> Iterator[Sighting]:
    """Yield what looks like a call around the messages that were taken.

    Other records of calls, responses that came as a stream, and choices that were not made.
    """
    taken = {id(part.taken) for part in parts}
    for path, body, at in bodies(head, place):
        if is_list(body) and id(body) not in taken:
            yield from sightings({path[-1]: body}, place.at(*path[:-1]))  # pieces of a stream
        for key, value in fields(body).items():
            if (*path, key) in ENVELOPES and value:
                continue  # a body of its own
            if key in RUNS:
                yield from _besides_runs(value, taken, at.at(key))
            elif key == "choices":
                for choice, inner in items(value, at, key):
                    yield from _besides(fields(choice), taken, inner)
            elif id(value) not in taken and id(body) not in taken:
                yield from sightings({key: value}, at)


def _besides_runs(runs: Json, taken: set[int], place: Place) -> Iterator[Sighting]:
    for run, at in items(runs, place):
        record = fields(run)
        inner = {key: value for key, value in record.items() if key in RUNS}
        rest = {key: value for key, value in record.items() if key not in inner}
        yield from _besides(rest, taken, at)
        for key, value in inner.items():
            yield from _besides_runs(value, taken, at.at(key))


def _besides(choice: Mapping[str, Json], taken: set[int], place: Place) -> Iterator[Sighting]:
    for key, value in choice.items():
        if id(value) not in taken:
            yield from sightings({key: value}, place)


def texts_around(head: Mapping[str, Json], place: Place) -> Iterator[tuple[Sighting, bool]]:
    """Yield the bodies that are text, and whether the text is one JSON object."""
    for path, body, at in bodies(head, place):
        body = decoded_text(body) or body if isinstance(body, str) else text_of_numbers(body)
        if body is None or not path:
            continue
        word = piece_of_trace(body)
        if _is_json_object(body):
            yield Sighting(f"the `{path[-1]}` recorded as JSON text", at), True
        elif word is not None:
            yield Sighting(f"the `{path[-1]}` recorded as text that holds `{word}`", at), False


def _is_json_object(text: str) -> bool:
    if text.lstrip()[:1] != "{":
        return False
    try:
        return is_object(json.loads(text))
    except (ValueError, RecursionError):
        return True
