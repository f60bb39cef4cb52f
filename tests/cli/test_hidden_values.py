"""What reading says about a file, where no recorded value may be shown."""

from __future__ import annotations

import json

import pytest

from tests.cli.cli_files import Run, otlp_line, trajectory, write

CARD = "4111-1111"
UNREADABLE = "text that is neither JSON nor a plain Python literal"
TICKS = "`a`: result: `4111-1111`` `"


def recorded(tool: str, arguments: str, result: str = "done") -> str:
    """Return a trace of one call whose arguments and result are recorded as these texts."""
    line = json.loads(otlp_line(1, tool))
    attributes = line["resourceSpans"][0]["scopeSpans"][0]["spans"][0]["attributes"]
    attributes[2]["value"]["stringValue"] = arguments
    attributes[3]["value"]["stringValue"] = result
    return json.dumps(line)


@pytest.mark.parametrize("tool", ["pay", "`pay`: `", "4111-1111"])
@pytest.mark.parametrize(
    ("arguments", "result", "said"),
    [
        (f"{{'card': '{CARD}', x}}", "done", f"arguments: {UNREADABLE}: (not shown)"),
        (f"{{'c': '{TICKS}', x}}", "done", f"arguments: {UNREADABLE}: (not shown)"),
        (TICKS, "done", "arguments: text that is not an object: (not shown)"),
        (f'["{CARD}"]', "done", "arguments: text that is not an object: (not shown)"),
        (
            f'{{"card": "{CARD}',
            "done",
            "arguments: text cut after 19 characters: (not shown); "
            "the exporter seems to limit the length of attributes",
        ),
        (
            "{}",
            f'{{"`": "`{CARD}',
            "result: text cut after 17 characters: (not shown); "
            "the exporter seems to limit the length of attributes",
        ),
    ],
)
def test_a_note_keeps_the_tool_and_the_reason_and_hides_the_value(
    run: Run, tool: str, arguments: str, result: str, said: str
) -> None:
    write("run.json", recorded(tool, arguments, result))
    write("s.toolspec", "count * = 1\n")
    note = f"`{tool}`: {said}"
    ran = run("traces", "run.json")
    assert f"note: line 1: {note}\n" in ran.out
    ran = run("traces", "run.json", "--format", "json")
    assert ran.report["files"][0]["traces"][0]["notes"] == [{"text": note, "line": 1}]
    ran = run("check", "run.json", "s.toolspec", "--no-values")
    assert f"run.json:1: note: {note}\n" in ran.err
    assert CARD not in ran.out + ran.err or tool == CARD
    assert CARD in run("check", "run.json", "s.toolspec").err, "shown where values are"


def test_notes_of_message_formats_and_of_numbers_hide_the_value_as_well(run: Run) -> None:
    write("text.json", trajectory(("pay", CARD)))
    write("list.json", trajectory(("pay", [CARD])))
    write("big.json", trajectory(("pay", {"n": 1})).replace('"n": 1', '"n": 4111e999'))
    write(
        "twice.json", trajectory(("pay", {"n": 1})).replace('"n": 1', f'"{CARD}": 1, "{CARD}": 2')
    )
    paths = ["text.json", "list.json", "big.json", "twice.json"]
    shown = run("traces", *paths[:3])
    assert "note: line 1: (not shown) is too large for a number, read as infinity" in shown.out
    assert "arguments: text that is not an object: (not shown)" in shown.out
    assert "arguments: not an object but (not shown)" in shown.out
    assert "4111" not in shown.out
    write("s.toolspec", "count * = 1\n")
    ran = run("check", *paths, "s.toolspec", "--no-values")
    assert "the key (not shown) stands twice in one object" in ran.err
    assert "4111" not in ran.out + ran.err


def test_what_was_asked_for_in_messages_hides_the_value_as_well(run: Run) -> None:
    scope = {"name": "openinference.instrumentation.openai"}
    start = "llm.output_messages.0.message.tool_calls.0.tool_call.function."
    texts = {
        "openinference.span.kind": "LLM",
        f"{start}name": "pay",
        f"{start}arguments": f"{{'card': '{CARD}', x}}",
    }
    span = {
        "traceId": "1" * 32,
        "spanId": "2" * 16,
        "name": "chat",
        "startTimeUnixNano": "1000000000000000000",
        "endTimeUnixNano": "1000000000000000001",
        "attributes": [{"key": k, "value": {"stringValue": v}} for k, v in texts.items()],
    }
    file = {"resourceSpans": [{"scopeSpans": [{"scope": scope, "spans": [span]}]}]}
    write("run.json", json.dumps(file))
    ran = run("traces", "run.json")
    assert f"note: line 1: `pay`: arguments: {UNREADABLE}: (not shown)\n" in ran.out
    assert CARD not in ran.out


def test_text_that_is_no_trace_is_not_quoted_but_keys_are_named(run: Run) -> None:
    write("words.json", f"pay {CARD}")
    write("other.json", json.dumps({"card": CARD}))
    write("s.toolspec", "count * = 1\n")
    for ran in (
        run("traces", "words.json", "other.json"),
        run("check", "words.json", "other.json", "s.toolspec", "--no-values"),
    ):
        assert CARD not in ran.out + ran.err
        assert "text without any JSON document, beginning (not shown)" in ran.err
        assert "a JSON object with the keys `card`" in ran.err
    write("runs/words.json", f"pay {CARD}")
    assert "passed over, not a format I know: text without" in run("traces", "runs").out
    assert CARD not in run("traces", "runs").out
