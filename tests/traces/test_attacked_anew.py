"""Places and forms in which a call passed once, each by the smallest change of a made run."""

# pyright: basic
from __future__ import annotations

import base64
import copy
import io
import json
import zlib
from collections.abc import Callable
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tests.traces.attack_plans import ALL
from tests.traces.runs import Done, Run
from tests.traces.span_files import llm, sdk
from tests.traces.verdicts import FORBIDDEN, verdict
from toolspec.engine.reading.unread.call_words import plain_word

RUN: Final[Run] = [[Done("search", {"q": 1}, "ok", "c1")], [Done("look_up", {"id": 7}, "ok", "c3")]]
CALLED: Final[Run] = [[Done("search", {"q": 1}, "ok", "c1")], [Done(FORBIDDEN, {}, "ok", "c3")]]
ASKED: Final = {"id": "q", "type": "function", "function": {"name": FORBIDDEN, "arguments": "{}"}}
MESSAGE: Final = json.dumps({"role": "assistant", "tool_calls": [ASKED]})


def _made(name: str, run: Run = RUN) -> list[Any]:
    return copy.deepcopy(ALL[name].make(run))


def _verdict(name: str, records: list[Any], carrier: str | None = None) -> str:
    carriers = ALL[name].carriers
    carried = carriers[carrier] if carrier else next(iter(carriers.values()))
    return verdict(carried(records))


@pytest.mark.parametrize("name", ["semantic-kernel, .NET", "haystack-messages"])
def test_a_second_result_that_names_another_tool_is_of_that_tool(name: str) -> None:
    records = _made(name)
    assert _verdict(name, records) == "pass"
    more = json.loads(json.dumps(records[-2:]).replace("look_up", FORBIDDEN))
    last = [
        record
        for record in more
        if "Result" in json.dumps(record) or "tool_call_result" in str(record)
    ]
    assert _verdict(name, [*records, *last]) != "pass"


@pytest.mark.parametrize("written", ["%22{}%22", "&quot;{}&quot;", "\\u0022{}\\u0022", "%22{}"])
def test_quotes_around_a_name_are_quotes_however_they_are_written(written: str) -> None:
    run = [[Done(written.format(FORBIDDEN), {}, "ok", "c1")]]
    assert _verdict("chat", _made("chat", run)) == "unknown"


ENCODED: Final[tuple[Callable[[str], str], ...]] = (
    lambda text: base64.b64encode(zlib.compress(text.encode())).decode(),
    lambda text: base64.b64encode(text.encode("utf-16")).decode(),
    lambda text: base64.b64encode(text.encode("utf-16-le")).decode(),
    lambda text: base64.b64encode(f" {text}".encode()).decode(),
    lambda text: base64.b64encode(f"\n{text}".encode()).decode(),
    lambda text: base64.b64encode(f"\ufeff{text}".encode()).decode(),
    lambda text: base64.b32encode(text.encode()).decode(),
    lambda text: f" {text}".encode().hex(),
    lambda text: zlib.compress(text.encode()).hex(),
    lambda text: "data:application/json;base64," + base64.b64encode(text.encode()).decode(),
)


@pytest.mark.parametrize("encoded", ENCODED)
@pytest.mark.parametrize("name", ["chat", "anthropic", "claude-code", "genai"])
def test_a_record_that_is_encoded_is_looked_through(
    name: str, encoded: Callable[[str], str]
) -> None:
    carrier = "lines" if name != "genai" else "SDK lines"
    records = [*_made(name), {"level": "debug", "payload": encoded(MESSAGE)}]
    assert _verdict(name, records, carrier) != "pass"


def test_keys_with_letters_that_look_alike_are_the_same_word() -> None:
    for key in ("tооl_calls", "tool\u200b_calls", "ｔool_calls", "toоlCalls"):
        assert plain_word(key) == "toolcalls"


@pytest.mark.parametrize("key", ["$x", "", "label"])
def test_a_call_whose_name_is_under_a_strange_key_is_a_call(key: str) -> None:
    records = _made("chat, camel case")
    turn = next(record for record in records if record.get("toolCalls"))
    turn["extra"] = [{**ASKED, "function": {key: FORBIDDEN, "arguments": "{}"}}]
    assert _verdict("chat, camel case", records) != "pass"


@pytest.mark.parametrize("less", [("type",), ("callID", "type"), ("messageID", "type")])
def test_a_part_of_opencode_that_names_a_tool_is_a_call(less: tuple[str, ...]) -> None:
    for carrier in ALL["opencode"].carriers:
        records = _made("opencode", CALLED)
        for record in records:
            for part in record.get("parts", []):
                if part.get("tool") == FORBIDDEN:
                    for key in less:
                        del part[key]
        assert FORBIDDEN in json.dumps(records)
        assert _verdict("opencode", records, carrier) != "pass"


@pytest.mark.parametrize("change", [{"tool": "search"}, {"callID": "z"}, {"type": "text"}])
def test_a_part_of_opencode_with_the_id_of_another_call_does_not_replace_it(
    change: dict[str, str],
) -> None:
    records = _made("opencode", CALLED)
    message = next(record for record in records if FORBIDDEN in json.dumps(record))
    part = next(part for part in message["parts"] if part.get("tool") == FORBIDDEN)
    del part["tool"]
    message["parts"].append({**part, "tool": "search", **change})
    part["title"] = FORBIDDEN
    assert _verdict("opencode", records) != "pass"


def test_attributes_of_an_event_that_are_objects_in_objects_are_looked_through() -> None:
    response = llm(2)
    inside = {"a": {"b": {"message": MESSAGE}}}
    response["events"] = [{"name": "gen_ai.choice", "attributes": inside}]
    assert verdict(sdk(llm(1), response)) != "pass"


def test_an_event_that_cannot_be_read_is_not_the_call_of_a_span_with_the_same_id() -> None:
    first, second = _made("genai, events")[:1] * 2
    second = copy.deepcopy(second)
    second["events"][0]["attributes"] = f"'{json.dumps(MESSAGE)}'"
    assert verdict(sdk(first)) == "pass"
    assert verdict(sdk(first, second)) != "pass"


def test_a_tag_of_jaeger_without_a_value_is_not_read() -> None:
    text = json.dumps(_made("jaeger", CALLED))
    renamed = text.replace(f'"value": "{FORBIDDEN}"', f'"Value": "{FORBIDDEN}"')
    renamed = renamed.replace(f"execute_tool {FORBIDDEN}", "execute_tool")
    assert renamed != text
    assert _verdict("jaeger", json.loads(renamed)) != "pass"


def test_a_call_that_other_words_are_before_in_a_text_is_seen() -> None:
    records = _made("gemini-cli")
    turn = next(at for at, record in enumerate(records) if record.get("toolCalls"))
    records[turn] = {"msg": f"INFO {json.dumps(_made('gemini-cli', CALLED)[turn])}"}
    assert _verdict("gemini-cli", records, "file") != "pass"
    records[turn] = {"msg": 'INFO {"level": "debug"}'}
    assert _verdict("gemini-cli", records, "file") == "pass"


def test_the_name_of_a_tool_beside_the_id_of_a_call_is_a_call_in_metadata_too() -> None:
    called = [{"toolCallId": "q", "toolName": FORBIDDEN, "args": {}}]
    response = llm(1, metadata=json.dumps(called))
    assert verdict(sdk(response)) != "pass"


def _archive(files: dict[str, bytes], comment: bytes = b"") -> bytes:
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as made:
        for name, held in files.items():
            made.writestr(name, held)
        made.comment = comment
    return out.getvalue()


def test_whatever_is_in_an_archive_is_looked_at() -> None:
    log = ALL["inspect"].carriers["zip"](_made("inspect"))
    called = ALL["chat"].carriers["lines"](_made("chat", CALLED))
    with ZipFile(io.BytesIO(log)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    assert verdict(_archive(files)) == "pass"
    hidden = (
        *(_archive({**files, name: called}) for name in ("more.jsonl", "samples/2.jsonl")),
        *(_archive({**files, name: called}) for name in ("samples/A.JSON", "logs/_journal/a.json")),
        _archive(files, comment=called),
        log + called,
        log + _archive({"more.jsonl": called}),
        _archive({"more.jsonl": called}) + log,
    )
    for data in hidden:
        assert verdict(data) != "pass", data[-200:]


@pytest.mark.parametrize("key", ["0", "data", "x.y"])
def test_a_span_whose_attributes_are_in_one_attribute_is_no_span_of_nothing(key: str) -> None:
    entity = {"entity.1.type": "tool.function", "entity.1.name": FORBIDDEN}
    for inside in (
        {"monocle_apptrace.version": "1", "span.type": "agentic.tool.invocation", **entity},
        {"openinference.span.kind": "TOOL", "tool.name": FORBIDDEN},
        {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": FORBIDDEN},
    ):
        hidden = {**llm(9), "name": "step", "attributes": {key: inside}}
        plain = _made("genai, tools only")
        assert verdict(sdk(*plain)) == "pass"
        assert verdict(sdk(*plain, hidden)) != "pass", inside


def test_a_step_of_a_trajectory_without_an_action_may_be_any_call() -> None:
    (record,) = _made("swe-agent")[:1]
    record["trajectory"].append({"done": FORBIDDEN, "observation": "ok", "thought": "x"})
    assert _verdict("swe-agent", [record]) != "pass"


def test_an_event_with_a_key_that_nobody_knows_is_an_event() -> None:
    spans = _made("genai, events")
    for one in spans:
        for event in one["events"]:
            event |= {"x_note": "hello", "annotations": {"reviewed_by": "bob"}}
    assert verdict(sdk(*spans)) == "pass"
    spans[0]["events"][0] |= {"name": FORBIDDEN, "arguments": "{}"}
    assert verdict(sdk(*spans)) != "pass"


def test_a_part_of_gemini_with_a_key_that_nobody_knows_is_a_part() -> None:
    records = _made("gemini-contents")
    for record in records:
        for part in record["parts"]:
            part |= {"x_note": "hello", "build": {"commit": "abc"}}
    assert _verdict("gemini-contents", records) == "pass"
    records[1]["parts"][0]["more"] = {"functionCall": {"name": FORBIDDEN, "args": {}}}
    assert _verdict("gemini-contents", records) != "pass"


def test_a_history_of_swe_agent_with_a_key_that_nobody_knows_is_one() -> None:
    (record,) = _made("swe-agent")[:1]
    history = {"history": record["history"], "x_note": "hello"}
    assert verdict(history) == "pass"
    assert verdict({**history, "more": [{"tool_calls": [ASKED]}]}) != "pass"


@pytest.mark.parametrize("key", ["more", "0"])
@pytest.mark.parametrize("name", ["gemini-contents", "google-adk-events", "qwen-code"])
def test_a_response_of_a_function_under_an_unknown_key_is_one(name: str, key: str) -> None:
    records = _made(name)
    records[-1][key] = {"id": "q", "name": FORBIDDEN, "response": {"output": "ok"}}
    assert _verdict(name, records) != "pass"
    records[-1][key] = {"id": "q", "name": "look_up", "response": {"output": "ok"}}
    assert _verdict(name, records) == "pass"
