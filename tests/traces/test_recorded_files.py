"""Files that tools and APIs wrote while they ran, each written down by hand from what is in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from tests.traces.recorded_agents import AGENTS, MISSING, Fact, Facts
from toolspec.engine.reading.files import read_traces
from toolspec.engine.trace import UNRECORDED, Call, Result

FILES: Final = Path(__file__).parent / "recorded"

OSLO, ROME = {"city": "Oslo"}, {"city": "Rome"}


def weather(results: tuple[Any, Any, Any, Any], failure: str | None, success: str | None) -> Any:
    """Return the facts of the run that most of these files tell, with what each says of a call."""
    ids = ("call_flat_0_0", "call_flat_0_1", "call_flat_1_0", "call_flat_2_0")
    asked = ((0, "get_weather", OSLO), (0, "get_weather", ROME), (1, "flaky", {"n": 1}))
    statuses = (success, success, failure, success)
    return [
        Fact(step, name, arguments, result, status, id)
        for (step, name, arguments), result, status, id in zip(
            (*asked, (2, "flaky", {"n": 2})), results, statuses, ids, strict=True
        )
    ]


BROKEN = "An error occurred while running the tool. Please try again."
MISSED = "cat: /repo/missing.txt: No such file or directory\\n"
SUBMIT = "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && echo done"
FACTS: Final[dict[str, Facts]] = {
    **AGENTS,
    "mlflow.json": Facts(
        "mlflow",
        4,
        40,
        1,
        [
            fact._replace(agent="agent")
            for fact in weather(
                (
                    {"city": "Oslo", "temp": 7},
                    {"city": "Rome", "temp": 25},
                    "ValueError: backend down",
                    "flaky ok",
                ),
                "error",
                "ok",
            )
        ],
    ),
    "phoenix_table.json": Facts(
        "span-table",
        4,
        40,
        1,
        [
            fact._replace(agent="main")
            for fact in weather(
                (
                    '{"city": "Oslo", "temp": 7}',
                    '{"city": "Rome", "temp": 25}',
                    BROKEN,
                    "flaky ok",
                ),
                "error",
                "ok",
            )
        ],
    ),
    "ag_ui.txt": Facts(
        "ag-ui",
        4,
        None,
        None,  # the events hold what the agent says alone
        weather(
            (
                '{"city":"Oslo","temp":7}',
                '{"city":"Rome","temp":25}',
                "backend down",
                "flaky ok",
            ),
            None,
            None,
        ),
    ),
    "llama_index_messages.json": Facts(
        "llama-index-messages",
        4,
        None,
        1,
        [
            fact._replace(timed=False)
            for fact in weather(
                (
                    "{'city': 'Oslo', 'temp': 7}",
                    "{'city': 'Rome', 'temp': 25}",
                    "backend down",
                    "flaky ok",
                ),
                None,
                None,
            )
        ],
    ),
    "mini_swe_agent.json": Facts(
        "mini-swe-agent",
        3,
        30,
        1,
        [
            Fact(
                0,
                "bash",
                {"command": "ls /repo"},
                '{\n  "returncode": 0,\n  "output": "a.txt\\n"\n}',
                "ok",
                "call_shell_0_0",
            ),
            Fact(
                1,
                "bash",
                {"command": "cat /repo/missing.txt"},
                f'{{\n  "returncode": 1,\n  "output": "{MISSED}"\n}}',
                "error",
                "call_shell_1_0",
            ),
            # The command that submits ends the run: nothing is given back to the model.
            Fact(2, "bash", {"command": SUBMIT}, MISSING, None, "call_shell_2_0", completed=False),
        ],
    ),
    "openai_chat_stream.txt": Facts(
        "openai-chat-stream",
        1,
        126,
        None,
        [
            Fact(
                0, "get_current_weather", {"location": city}, MISSING, None, id, None, False, False
            )
            for city, id in (
                ("Seattle, WA", "call_fHCjJqt9Pysde6vcJcvbXGBx"),
                ("San Francisco, CA", "call_3J9foSw3CUb48lrqIXoTky6U"),
            )
        ],
    ),
    "openai_responses_stream.txt": Facts(
        "openai-responses-stream",
        1,
        86,
        None,
        [
            Fact(
                0,
                "get_weather",
                {"location": "San Francisco, CA"},
                MISSING,
                None,
                "call_i6xKhAibHFyhNK5A858ausTW",
                completed=False,
                timed=False,
            )
        ],
    ),
    "anthropic_stream.txt": Facts(
        "anthropic-stream",
        1,
        624,
        None,
        [
            Fact(
                0,
                "get_weather",
                {"location": "San Francisco, CA"},
                MISSING,
                None,
                "toolu_01DoxA6XXQEf12XZeM869dvZ",
                completed=False,
                timed=False,
            )
        ],
    ),
}


def fact_of(call: Call) -> Fact:
    result = call.result.recorded if isinstance(call.result, Result) else MISSING
    assert call.arguments is not UNRECORDED
    assert isinstance(call.arguments, dict)
    return Fact(
        call.step,
        call.name,
        call.arguments,
        result,
        call.status,
        call.id,
        call.agent,
        call.completed is True,
        call.start_ns is not None,
    )


@pytest.mark.parametrize("file", FACTS)
def test_a_recorded_file_is_read_as_a_person_reads_it(file: str) -> None:
    facts = FACTS[file]
    reading = read_traces(FILES / file)
    (trace,) = reading.traces
    assert not reading.unjudged
    assert reading.format == facts.format
    assert [fact_of(call) for call in trace.calls] == facts.calls
    assert (trace.steps, trace.tokens, trace.turns) == facts[1:4]


@pytest.mark.parametrize("file", FACTS)
def test_a_recorded_file_leaves_nothing_open(file: str) -> None:
    (trace,) = read_traces(FILES / file).traces
    assert [gap.text for gap in trace.gaps] == []


def test_every_recorded_file_is_written_down() -> None:
    assert {path.name for path in FILES.iterdir()} == {*FACTS, "README.md"}
