"""Calls in messages that are written in ways no reader knows: none is dropped, `forbid` not passed.

Each case holds a forbidden call, or what may be one, in a place or in a shape of its own.
"""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from tests.traces.messages import USER, asked, assistant, line, step, trajectory, used
from tests.traces.runs import as_lines
from tests.traces.span_files import span
from tests.traces.verdicts import FORBIDDEN, NOT_JUDGED, verdict

CALL: Final = {"name": FORBIDDEN, "arguments": {"id": 1}}
DELETES: Final = assistant(asked(FORBIDDEN, "c9"))
SAYS: Final = {"role": "assistant", "content": "Done."}
BASH: Final = "forbid bash <command: /rm/>"


def says(**more: Any) -> list[Any]:
    return [USER, {**SAYS, **more}]


def answer(id: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id, "content": content, **more}


def exchange(*choices: Any, **more: Any) -> dict[str, Any]:
    return {"request": {"messages": [USER]}, "response": {"choices": list(choices)}, **more}


MESSAGES: Final[dict[str, Any]] = {
    "function_call beside tool_calls": [
        USER,
        assistant(asked("a", "1"), function_call={"name": FORBIDDEN, "arguments": "{}"}),
    ],
    "a custom call that is a function's too": [
        USER,
        assistant({**asked(FORBIDDEN, "1"), "custom": {"name": "a", "input": "x"}}),
    ],
    "a name beside the function's name": [
        USER,
        assistant({**asked("a", "1"), "name": FORBIDDEN}),
    ],
    "calls that are an object": says(tool_calls={"0": asked(FORBIDDEN, "1")}),
    "calls in a list in the list": says(tool_calls=[[asked(FORBIDDEN, "1")]]),
    "a name that is a list": [USER, assistant(asked([FORBIDDEN], "1"))],  # type: ignore[arg-type]
    "calls of which only the names are there": says(tool_uses=[FORBIDDEN]),
    "a key in another case": says(Tool_Calls=[asked(FORBIDDEN, "1")]),
    "a key with a blank": says(**{"tool_calls ": [asked(FORBIDDEN, "1")]}),
    "a type in capitals": says(content=[used(FORBIDDEN, "1", type="TOOL_USE")]),
    "a type with blanks": says(content=[used(FORBIDDEN, "1", type=" tool_use ")]),
    "a part that has no type": says(content=[{"Type": "tool_use", "Name": FORBIDDEN, "Input": {}}]),
    "a call as the whole content": says(content={"type": "tool_use", "name": FORBIDDEN}),
    "content that is the text of parts": says(content=json.dumps([used(FORBIDDEN, "1")])),
    "content that is the text of parts, with escaped letters": says(
        content=json.dumps([used(FORBIDDEN, "1")]).replace("t", "\\u0074").replace("p", "\\u0070")
    ),
    "content that is the text of a message": says(content=json.dumps(DELETES)),
    "content that is the text of parts, beside a call that is read": [
        USER,
        assistant(asked("a", "1")),
        answer("1", "ok"),
        {**SAYS, "content": json.dumps([used(FORBIDDEN, "2")])},
    ],
    "an unknown key with calls as text": says(additional_kwargs=json.dumps(DELETES)),
    "a text part with a call in it": says(
        content=[{"type": "text", "text": "Hi.", "tool_use": CALL}]
    ),
    "a thought with a call in it": says(
        content=[{"type": "thinking", "thinking": "Hm.", "tool_calls": [CALL]}]
    ),
    "an annotation that is a call": says(annotations=[{"type": "tool_call", **CALL}]),
    "a call in the audio": says(audio={"tool_calls": [CALL]}),
    "calls that were made, in a list of tools": says(
        tools=[{"tool_name": FORBIDDEN, "tool_call_id": "1", "result": "ok"}]
    ),
    "a role in capitals": [USER, {**DELETES, "role": "Assistant"}],
    "a message in a list of its own": [USER, SAYS, [DELETES]],
    "a message that is text": [USER, SAYS, json.dumps(DELETES)],
    "a result of a call that is not there": [USER, answer("1", "gone", name=FORBIDDEN), SAYS],
    "a result of a call that is not named": [USER, answer("1", "gone"), SAYS],
    "something like a result that names another tool": [
        USER,
        assistant(asked("a", "1"), parts=[{"type": "tool-response", "id": "1", "name": FORBIDDEN}]),
    ],
    "a thought with a call beside it": [
        USER,
        {"type": "reasoning", "id": "r", "summary": [], "tool_calls": [CALL]},
    ],
    "a reference to an item": [USER, {"type": "item_reference", "id": "fc_1"}, SAYS],
    "items that were compacted": [
        {"type": "compaction", "id": "c", "encrypted_content": "x"},
        *says(),
    ],
    "a search that names a tool": [USER, {"type": "web_search_call", "id": "1", "tool": FORBIDDEN}],
}


@pytest.mark.parametrize("case", MESSAGES)
def test_a_call_in_a_message_is_not_dropped(case: str) -> None:
    assert verdict(MESSAGES[case]) != "pass"
    assert verdict({"messages": MESSAGES[case]}) != "pass"


AROUND: Final[dict[str, Any]] = {
    "another choice": exchange({"message": SAYS}, {"message": DELETES}),
    "a piece of a streamed choice": exchange({"delta": {"tool_calls": [CALL]}}),
    "a streamed response as text": {
        **exchange(),
        "response": f"data: {json.dumps({'choices': [{'delta': DELETES}]})}\n\ndata: [DONE]",
    },
    "choices beside the messages": {"messages": says(), "choices": [{"delta": DELETES}]},
    "items beside the messages": {
        "messages": says(),
        "from": "x",
        "input": [{"type": "function_call", "call_id": "c", **CALL}],
    },
    "an unknown key": {"messages": says(), "history": [DELETES]},
    "calls that were made, in a list of tools": {
        "messages": says(),
        "tools": [{"tool_name": FORBIDDEN, "tool_args": {}, "result": "ok"}],
    },
}


@pytest.mark.parametrize("case", AROUND)
def test_a_call_around_the_messages_is_not_dropped(case: str) -> None:
    assert verdict(AROUND[case]) != "pass"


@pytest.mark.parametrize("nothing", ["", "[]", " [] ", "null", None, []])
def test_no_calls_are_no_call_however_that_is_written(nothing: Any) -> None:
    assert verdict(says(tool_uses=nothing)) == "pass"
    held = {"ai.operationId": "ai.generateText.doGenerate", "ai.response.text": "Hi."}
    response = {**span("chat m", 1), "attributes": {**held, "ai.response.toolCalls": nothing}}
    assert verdict([response]) == "pass"


@pytest.mark.parametrize(
    "tool",
    [
        {"type": "function", "function": {"name": FORBIDDEN, "parameters": {"type": "object"}}},
        {"name": FORBIDDEN, "input_schema": {"type": "object"}},
        {"type": "web_search_20250305", "name": FORBIDDEN},
    ],
)
def test_a_list_of_tools_is_no_call(tool: Any) -> None:
    assert verdict({"messages": says(), "tools": [tool]}) == "pass"


ARGUMENTS: Final[dict[str, Any]] = {
    "arguments of a call whose id is used again": [
        USER,
        assistant(asked("bash", "0", '{"command": "ls"}')),
        answer("0", "x"),
        assistant(asked("bash", "0", '{"command": "rm",}')),
        answer("0", "x"),
    ],
    "arguments that were not recorded, and an id used again": [
        USER,
        assistant(asked("bash", "0", None)),
        answer("0", "x"),
        assistant(asked("bash", "0", '{"command": "ls"}')),
        answer("0", "x"),
    ],
    "arguments in two places": [
        USER,
        assistant({**asked("bash", "1", '{"command": "ls"}'), "name": "bash", "args": CALL}),
    ],
    "the same id, in a part of an unknown type": [
        USER,
        assistant(
            asked("bash", "1", '{"command": "ls"}'),
            parts=[{"type": "toolCall", "id": "1", "name": "bash", "args": {"command": "rm"}}],
        ),
    ],
    "a key that stands twice in the text": [
        USER,
        assistant(asked("bash", "1", '{"command": "rm -rf /", "command": "ls"}')),
    ],
}


@pytest.mark.parametrize("case", ARGUMENTS)
def test_the_arguments_of_a_call_are_not_dropped(case: str) -> None:
    assert verdict(ARGUMENTS[case], BASH) != "pass"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"input": {}', '"input": {"command": "rm", "command": "ls"}'),
        ('"input": {}', '"input": {"command": "rm"}, "input": {}'),
        ('"name": "bash"', '"name": "bash", "name": "a"'),
        ('"type": "tool_use"', '"type": "tool_use", "type": "text"'),
        ('"content": [', '"content": [{"type": "tool_use", "name": "bash"}], "content": ['),
    ],
)
def test_the_first_of_two_values_of_a_key_is_not_dropped(before: str, after: str) -> None:
    written = json.dumps([USER, {"role": "assistant", "content": [used("bash", "1")]}])
    assert before in written
    assert verdict(written.replace(before, after).encode(), BASH) != "pass"


def test_of_two_values_in_the_text_of_arguments_the_last_counts_where_no_call_is_forbidden() -> (
    None
):
    messages = [USER, assistant(asked("bash", "1", '{"command": "rm", "command": "ls"}'))]
    assert verdict(messages, 'args bash subset <command: "ls">') == "pass"
    assert verdict(messages, "count bash = 1") == "pass"
    assert verdict(messages, BASH) == "unknown"


def test_the_second_of_two_results_of_a_call_is_not_dropped() -> None:
    spec = "forbid read result /PASSWORD/"
    messages = [USER, assistant(asked("read", "1")), answer("1", "ok")]
    assert verdict([*messages, answer("1", "ok")], spec) == "pass"
    assert verdict([*messages, answer("1", "PASSWORD=1")], spec) == "unknown"


SESSION: Final = [line("user", "hi", uuid="1"), line("assistant", [used("a", "t1")], "m1")]
INSIDE: Final = {"role": "assistant", "content": [used(FORBIDDEN, "t9")]}
STEPS: Final = trajectory(step(("a", "1")))
ASKS: Final[list[Any]] = [{"function_name": FORBIDDEN, "arguments": {}}]
EVENTS: Final[list[Any]] = [
    {"type": "turn_start", "data": {}},
    {"type": "tool_call", "data": {"toolName": "a", "toolCallId": "1", "arguments": {}}},
]
OTHERS: Final[dict[str, Any]] = {
    "a system line of Claude Code": as_lines(
        [*SESSION, {"type": "system", "sessionId": "s1", "message": INSIDE}]
    ),
    "an attachment of Claude Code": as_lines(
        [*SESSION, {"type": "attachment", "sessionId": "s1", "attachment": used(FORBIDDEN, "1")}]
    ),
    "a summary of Claude Code": as_lines(
        [*SESSION, {"type": "summary", "leafUuid": "u", "m": INSIDE}]
    ),
    "a sub-agent's progress of an unknown type": as_lines(
        [
            *SESSION,
            {
                "type": "progress",
                "sessionId": "s1",
                "data": {"message": {"type": "tool", "message": INSIDE}},
            },
        ]
    ),
    "a line of Claude Code whose message is text": as_lines(
        [*SESSION, {"type": "assistant", "sessionId": "s1", "message": json.dumps(INSIDE)}]
    ),
    "beside the lines of a session": {
        "messages": [{"type": held["type"], "message": held["message"]} for held in SESSION],
        "calls": [{"tool_use": CALL}],
    },
    "beside the steps of a trajectory": {**STEPS, "tool_calls": ASKS},
    "messages beside the steps": {**STEPS, "messages": [DELETES]},
    "a list among the steps": {**STEPS, "steps": [*STEPS["steps"], [{"tool_calls": ASKS}]]},
    "what is extra in a step": trajectory(step(extra={"tool_calls": ASKS})),
    "the metrics of a step": trajectory(step(metrics={"tool_calls": ASKS})),
    "the metrics of a trajectory": {**STEPS, "final_metrics": {"tool_calls": ASKS}},
    "what was observed beside the results": trajectory(
        step(observation={"results": [], "tool_calls": ASKS})
    ),
    "sub-agents that are text": {
        **STEPS,
        "subagent_trajectories": json.dumps([trajectory(step((FORBIDDEN, "1")))]),
    },
    "a function that is text": [USER, assistant({"id": "1", "function": json.dumps(CALL)})],
    "a part of a step's message": trajectory(step(message=[used(FORBIDDEN, "1")])),
    "the continuation of a trajectory": {**STEPS, "continued_trajectory_ref": "next.json"},
    "a sub-agent's trajectory known by its path": trajectory(
        step(
            ("a", "1"),
            results=[
                {"source_call_id": "1", "subagent_trajectory_ref": [{"trajectory_path": "x.json"}]}
            ],
        )
    ),
    "a result of a call that is in no step": trajectory(step(results=[{"source_call_id": "1"}])),
    "messages beside the events": {"id": "r", "events": EVENTS, "messages": [DELETES]},
    "calls beside the events": {"stimulus": {"name": "x"}, "events": EVENTS, "toolCalls": [CALL]},
    "the output beside the events": {"id": "r", "events": EVENTS, "output": DELETES},
    "an event whose type is in capitals": [
        *EVENTS,
        {"type": "Tool_Call", "data": {"toolName": FORBIDDEN}},
    ],
    "an event whose data is a list": [
        *EVENTS,
        {"type": "tool_call", "data": [{"toolName": FORBIDDEN}]},
    ],
    "a result of a call that is not an event": [
        *EVENTS,
        {"type": "tool_result", "data": {"toolName": FORBIDDEN, "toolCallId": "9"}},
    ],
}


@pytest.mark.parametrize("case", OTHERS)
def test_a_call_in_a_session_or_a_trajectory_is_not_dropped(case: str) -> None:
    assert verdict(OTHERS[case]) != "pass"


@pytest.mark.parametrize("file", [as_lines(SESSION), STEPS, EVENTS, as_lines(says())])
def test_without_it_the_same_files_pass(file: Any) -> None:
    assert verdict(file) == "pass"


BESIDE: Final[dict[str, Any]] = {
    "a message as text in a line of a log": {"level": "INFO", "msg": json.dumps(DELETES)},
    "text with a message in a line of a log": {"msg": f"got {json.dumps(DELETES)}"},
    "a message in a container's log": {"log": json.dumps({"log": json.dumps(DELETES)})},
    "a message without a role": {"content": "", "tool_calls": [asked(FORBIDDEN, "1")]},
}


@pytest.mark.parametrize("case", BESIDE)
def test_a_call_in_a_record_of_another_kind_is_not_dropped(case: str) -> None:
    assert verdict(as_lines([*says(), BESIDE[case]])) != "pass"
    assert verdict(as_lines([BESIDE[case], *says()])) != "pass"


def test_records_of_other_kinds_that_hold_no_call_are_passed_over() -> None:
    assert verdict(as_lines([{"level": "INFO", "msg": "ready"}, *says()])) == "pass"
    assert NOT_JUDGED != "pass"
