"""The trajectory of DSPy's ReAct: `tool_name_0`, `tool_args_0`, `observation_0`, and so on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.formats.history import (
    History,
    PutMessage,
    call_of,
    result_message,
    turn_of,
)
from toolspec.engine.reading.formats.messages import is_object
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.unread.call_words import plain_word
from toolspec.engine.reading.unread.doubtful import seen_name
from toolspec.engine.trace import Call, Gap, Place

_KEYS: Final = ("thought", "tool_name", "tool_args", "observation")
_DIGITS_MAX: Final = 18


class DspyTrajectory(History):
    """An object of numbered keys, or a prediction that holds one under `trajectory`."""

    name = "dspy-trajectory"
    title = "DSPy ReAct trajectory"
    page = FormatPage(
        family="histories",
        written_by="DSPy's ReAct (read from 3.4).",
        get="`prediction.trajectory`.",
        unknown=(
            "Failures, times, ids and tokens; what the user said. An observation that tells of an "
            "error is a result."
        ),
        example="Cut from a run of DSPy 3.4.1 with a scripted model.",
    )
    records = frozenset({"responses", "steps"})

    def is_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is a trajectory, or holds one."""
        trajectory = _opened(message)
        first, given = trajectory.get("tool_name_0"), trajectory.get("tool_args_0")
        return isinstance(first, str) and is_object(given)

    def put(self, message: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
        """Yield each call with what the model thought before it, and its result."""
        trajectory = _opened(message)
        above, place = place, place if trajectory is message else place.at("trajectory")
        at = 0
        while f"tool_name_{at}" in trajectory:
            thought, name, given, observation = (f"{key}_{at}" for key in _KEYS)
            content: list[Json] = [{"type": "thinking", "thinking": trajectory.get(thought)}]
            call = call_of(f"tool_name_{at}", trajectory[name], trajectory.get(given))
            result = result_message(call["id"], trajectory[name], trajectory, observation)
            for put in turn_of(content, [call], [result] if observation in trajectory else []):
                yield PutMessage(put, place.at(name))
            at += 1
        rest = {key: value for key, value in trajectory.items() if not _is_read(key, at)}
        if trajectory is not message:
            rest |= {key: value for key, value in message.items() if key != "trajectory"}
        for key, value in rest.items():
            if "toolname" in plain_word(key):
                text = f"the key `{key}` may name a tool, and is none that is read"
                named = seen_name(value) if isinstance(value, str) else ""
                gap = Gap(text, place.at(key), call=Call(named))
                yield PutMessage({"role": "system", "content": ""}, above, notice=True, gap=gap)
        if rest:
            yield PutMessage({"role": "system", "content": "", **rest}, above, notice=True)


def _is_read(key: str, turns: int) -> bool:
    """Tell whether a key is one of the first so many turns, as they are numbered."""
    name, _, number = key.rpartition("_")
    if name not in _KEYS or not number.isdecimal() or len(number) > _DIGITS_MAX:
        return False
    return str(int(number)) == number and int(number) < turns


def _opened(message: Mapping[str, Json]) -> Mapping[str, Json]:
    inner = message.get("trajectory")
    return inner if is_object(inner) else message


FORMAT = DspyTrajectory()
