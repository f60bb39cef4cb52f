"""The memory of a smolagents agent: its task and its steps, as `agent.memory` returns them.

An agent that writes code has one call of the Python interpreter in each step. Which tools the code
called is not recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json, rest_of
from toolspec.engine.reading.formats.history import (
    History,
    PutMessage,
    call_of,
    result_message,
    turn_of,
)
from toolspec.engine.reading.formats.messages import (
    fields,
    instant_ns,
    is_list,
    is_object,
    present,
    text_of,
)
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import Gap, Place

_KNOWN: Final = frozenset(
    {"action_output", "code_action", "error", "is_final_answer", "model_input_messages"}
    | {"model_output", "model_output_message", "observations", "observations_images"}
    | {"step_number", "timing", "token_usage", "tool_calls", "duration", "end_time", "start_time"}
)
_PLAN: Final = "plan"


class SmolagentsMemory(History):
    """Steps with a `step_number`, `tool_calls` and `observations`."""

    name = "smolagents-memory"
    title = "smolagents memory"
    page = FormatPage(
        family="histories",
        written_by="smolagents (read from 1.26).",
        get="`agent.memory.get_full_steps()`.",
        unknown=(
            "Which tools the agent's code called: that is not in it, so those rules are `unknown`."
        ),
        example="Cut from a run of smolagents 1.26.0 with a scripted model.",
    )
    records = EVERYTHING - {"agents", "tools", "status"}
    inside = ("steps",)

    def is_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is a step of an agent."""
        keys = {"observations", "step_number", "tool_calls"} <= message.keys()
        return keys and message["step_number"] is not None

    def may_be_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is a step, a task, a plan, or the prompt of the system."""
        plain = {"system_prompt", "task", _PLAN} & present(message)
        return self.is_one(message) or bool(plain)

    def put(self, message: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
        """Yield what was said and called in a step."""
        if not self.is_one(message):
            for key, role in (("task", "user"), ("system_prompt", "system"), (_PLAN, "system")):
                if message.get(key) is not None:
                    rest = rest_of(message, frozenset({key, "task_images", "model_input_messages"}))
                    yield PutMessage({**rest, "role": role, "content": message[key]}, place)
            return
        timing = fields(message.get("timing"))
        at_ns = instant_ns(timing.get("start_time", message.get("start_time")))
        gap = None
        code = text_of(message.get("code_action"))
        if code is not None:
            text = "code that the agent wrote may call tools, and which is not recorded"
            gap = Gap(text, place.at("code_action"), "record the run as spans too")
        for put in _step(message):
            yield PutMessage(put, place, None, at_ns, gap=gap)


def _step(step: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
    # Of a step whose tool failed, only the model's own message holds the calls.
    listed = step.get("tool_calls") or fields(step.get("model_output_message")).get("tool_calls")
    asked = [fields(item) for item in listed] if is_list(listed) else []
    calls: list[Json] = []
    for call in asked:
        function = call.get("function")
        named = function if is_object(function) else call
        given = named.get("arguments")
        if isinstance(given, str) and step.get("code_action") is not None:
            given = {"code": given}
        calls.append(call_of(call.get("id"), named.get("name"), given))
    blocks: list[Json] = [{"type": "text", "text": text_of(step.get("model_output")) or ""}]
    results: list[dict[str, Json]] = []
    if len(asked) == 1:
        # The results of several calls in one step are one text, which cannot be split.
        failed = True if step.get("error") else None
        key = "observations" if step.get("observations") is not None else "error"
        answer: Mapping[str, Json] = step if step.get(key) is not None else {}
        results = [result_message(asked[0].get("id"), None, answer, key, failed=failed)]
    elif asked:
        results = [result_message(call.get("id"), None, {}, "observations") for call in asked]
    rest = rest_of(step, _KNOWN)
    yield from turn_of(blocks, calls, results, rest, usage=step.get("token_usage"))


FORMAT = SmolagentsMemory()
