"""Streams read what whole files hold, and both JSON decoders read alike."""

from __future__ import annotations

import base64
import gc
import json
import warnings
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from span_files import agent, llm, otlp, span, tool

from toolspec.engine.reading.documents.scan import strict_json
from toolspec.engine.reading.files import read_traces
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.payloads.payload import read_arguments
from toolspec.engine.reading.stream import stream_traces
from toolspec.engine.trace import Note, Trace

RUN = (llm(1), tool("a", 2), tool("b", 3), agent(4))


def _told(trace: Trace) -> tuple[object, ...]:
    # As text, because a NaN is not itself.
    return (trace.id, trace.name, trace.steps, trace.start_ns, repr(trace.calls), trace.notes)


def _agree(path: Path, data: str) -> tuple[Trace, ...]:
    """Return the traces of a file that must be the same as a stream."""
    path.write_text(data, "utf-8")
    whole = read_traces(path).traces
    streamed = list(stream_traces(path))
    assert sorted(map(_told, streamed), key=repr) == sorted(map(_told, whole), key=repr)
    return whole


def _line(*spans: dict[str, Any]) -> str:
    return json.dumps(otlp(*spans), separators=(",", ":")) + "\n"


# Strict JSON


@pytest.mark.parametrize(
    "written",
    [
        "{}",
        '{"a":1,"b":[true,null,1.5]}',
        '{"a":1}\n',
        ' {"a": 1, "b": {"a": 2}} ',
        '{"a":1e5,"b":"\\u00e9 \\/ \\":","c\\":":0}',
        '[{"a":1},{"a":1}]',
    ],
)
def test_strict_json_is_read_at_once(written: str) -> None:
    assert strict_json(written.encode()) == json.loads(written)


@pytest.mark.parametrize(
    "written",
    [
        '{"a":1,"a":1}',
        '{"a":1,"a":2}\n',
        '{"a" :1,"b":1,"b":2}',
        '{"a"\t:1,"b":1,"b":2}',
        '{"a"\n :1, "b":1,"b":2}',
        '{"a\\u005c":1,"b":1,"b":2}',
        '{"n":1e5,"b":1,"b":1}',
        '[{"x":{"a":1,"a":1}}]',
        '{"a":NaN}',
        '{"a":"\\ud83d"}',
        '{"a":"\x01"}',
        '\ufeff{"a":1}',
        '{"a":1} {"a":1}',
        '"text"',
        "7",
        "",
    ],
)
def test_what_strict_json_does_not_tell_is_left_to_the_exact_decoder(written: str) -> None:
    assert strict_json(written.encode()) is None


# Lines


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"kind":1', '"kind":1,"kind":2'),
        ('"kind":1', '"kind" :1,"traceState":"a","traceState":"b"'),
        ('"kind":1', '"kind":NaN'),
        ('"kind":1', '"unheard":1'),
        ('"kind":1', '"unheard":{"a":[1]}'),
    ],
)
def test_lines_with_odd_keys_are_read_alike(tmp_path: Path, before: str, after: str) -> None:
    line = _line(*RUN)
    assert before in line
    _agree(tmp_path / "x.jsonl", line.replace(before, after, 1) + _line(tool("c", 9)))


@pytest.mark.parametrize(
    "value",
    [
        {"stringValue": "half a pair: \ud83d"},
        {"doubleValue": 1},
        {"intValue": "9" * 30},
        {"intValue": "nine"},
        {"boolValue": False},
        {"bytesValue": "AAEC"},
        {"arrayValue": {"values": [{"stringValue": "x"}, {"intValue": 2}]}},
        {"kvlistValue": {"values": [{"key": "n", "value": {"doubleValue": 0.5}}]}},
        {},
        None,
        "plain",
    ],
)
def test_values_of_every_kind_are_read_alike(tmp_path: Path, value: object) -> None:
    line = _line(tool("t", 1, gen_ai__tool__call__result="HERE"))
    _agree(tmp_path / "x.jsonl", line.replace('{"stringValue":"HERE"}', json.dumps(value)))


@pytest.mark.parametrize(
    "value",
    [
        {"unheardValue": 1},
        {"stringValue": "a", "intValue": 2},
        {"intValue": 2, "stringValue": "a"},
        {"text": "a"},
    ],
)
def test_values_of_no_known_kind_or_of_two_are_refused_alike(tmp_path: Path, value: object) -> None:
    line = _line(tool("t", 1, gen_ai__tool__call__result="HERE"), agent(2))
    path = tmp_path / "x.jsonl"
    path.write_text(line.replace('{"stringValue":"HERE"}', json.dumps(value)), "utf-8")
    with pytest.raises(TraceError, match="cannot be judged") as whole:
        read_traces(path)
    with pytest.raises(TraceError) as streamed:
        list(stream_traces(path))
    assert str(streamed.value) == str(whole.value)


@pytest.mark.parametrize("number", ["1e400", "9" * 5000, "-0.0", "NaN"])
def test_numbers_too_large_for_others_are_read_alike(tmp_path: Path, number: str) -> None:
    line = _line(tool("t", 1, gen_ai__tool__call__result="HERE"))
    _agree(tmp_path / "x.jsonl", line.replace('{"stringValue":"HERE"}', f'{{"intValue":{number}}}'))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("startTimeUnixNano", "1_767_225_600_000_000"),
        ("startTimeUnixNano", " 176722560000000000"),
        ("startTimeUnixNano", "0"),
        ("startTimeUnixNano", 1767225600000000000),
        ("startTimeUnixNano", None),
        ("endTimeUnixNano", "soon"),
        ("spanId", "ABCDEFABCDEFABCD"),
        ("spanId", "0x00000000000000ab"),
        ("spanId", "0000000000000000"),
        ("spanId", base64.b64encode(bytes(range(8))).decode()),
        ("parentSpanId", None),
        ("status", {"code": "STATUS_CODE_ERROR"}),
        ("status", {"code": 1}),
        ("status", None),
        ("name", None),
        ("events", [{"name": "e", "attributes": [{"key": "k", "value": {"intValue": 1}}]}]),
    ],
)
def test_fields_written_otherwise_are_read_alike(tmp_path: Path, key: str, value: object) -> None:
    written = otlp(*RUN)
    for held in written["resourceSpans"][0]["scopeSpans"][0]["spans"][1:3]:
        held[key] = value
    _agree(tmp_path / "x.jsonl", json.dumps(written) + "\n" + _line(tool("c", 9)))


def test_one_trace_in_hex_and_in_base64_is_one(tmp_path: Path) -> None:
    encoded = base64.b64encode(bytes.fromhex("ab" * 16)).decode()
    lines = [_line(tool("a", 1)), _line(tool("b", 2)).replace("ab" * 16, encoded)]
    lines += [_line(tool("c", 3)).replace("ab" * 16, "AB" * 16)]
    (trace,) = _agree(tmp_path / "x.jsonl", "".join(lines))
    assert trace.names == ["a", "b", "c"]


def test_spans_written_twice_are_read_once_though_they_were_let_go(tmp_path: Path) -> None:
    rows = [tool("a", 1), llm(2, gen_ai__input__messages="hi"), span("other", 3), tool("b", 4)]
    changed = llm(2, gen_ai__input__messages="hello")
    lines = [_line(rows[0]), _line(*rows[1:]), _line(*rows[1:]), _line(changed)]
    (trace,) = _agree(tmp_path / "x.jsonl", "".join(lines))
    assert (trace.names, trace.steps) == (["a", "b"], 2)
    assert [note.text for note in trace.notes] == [
        "3 spans that stand in the file twice were read once"
    ]


def test_roles_that_hang_on_a_value_are_told_apart(tmp_path: Path) -> None:
    rows = [
        span("x", number, tool__name=name, tool__synthesized=made, span_type="t")
        for number, (name, made) in enumerate([("a", "no"), ("b", "true"), ("", "no"), ("c", "no")])
    ]
    (trace,) = _agree(tmp_path / "x.jsonl", "".join(_line(row) for row in rows))
    assert trace.names == ["a", "c"]


def test_spans_of_an_sdk_under_the_key_of_otlp_are_read_alike(tmp_path: Path) -> None:
    row: dict[str, Any] = {"name": "execute_tool rm", "attributes": {"gen_ai.tool.name": "rm"}}
    row |= {"trace_id": "b", "span_id": "a", "start_time": 1, "end_time": 2}
    (trace,) = _agree(tmp_path / "x.jsonl", json.dumps({"resourceSpans": [row]}) + "\n")
    assert trace.names == ["rm"]


@pytest.mark.parametrize(
    "line",
    [
        '{"resourceSpans":[{"scopeSpans":[{"spans":[{},7]}]}]}',
        '{"resourceSpans":[{"scopeSpans":[{"spans":[]}],"note":"by hand"}]}',
        '{"resourceSpans":[{"scopeSpans":"none"}],"schemaUrl":""}',
        '{"resourceSpans":[]}',
    ],
)
def test_lines_with_more_or_less_than_spans_are_read_alike(tmp_path: Path, line: str) -> None:
    (trace,) = _agree(tmp_path / "x.jsonl", _line(*RUN) + line + "\n")
    assert trace.names == ["a", "b"]


def test_a_line_with_what_may_be_a_call_beside_its_spans_is_refused_alike(tmp_path: Path) -> None:
    path, beside = tmp_path / "x.jsonl", '"tool_calls":[{"name":"rm"}]'
    path.write_text(_line(*RUN).replace('"scopeSpans":', f'{beside},"scopeSpans":', 1))
    with pytest.raises(TraceError, match="looks like"):
        read_traces(path)
    with pytest.raises(TraceError, match="looks like"):
        list(stream_traces(path))


@pytest.mark.parametrize(
    "more", ["", _line(*RUN).replace('"kind":1', '"unheard":"x"', 1), _line(tool("c", 7))]
)
def test_large_files_of_lines_are_read_like_small_ones(tmp_path: Path, more: str) -> None:
    filler = _line(span("f", 90, trace="0x" + "ef" * 16, note="x" * 1_200)) * 900
    small = _agree(tmp_path / "small.jsonl", _line(*RUN) + more)
    large = _agree(tmp_path / "large.jsonl", _line(*RUN) + more + filler)
    assert list(map(_told, large)) == list(map(_told, small))


@pytest.mark.parametrize("others", [(), (llm(9),)])
def test_responses_inside_one_another_in_a_circle_are_one_turn(
    tmp_path: Path, others: tuple[dict[str, Any], ...]
) -> None:
    rows = (llm(2, parent=3), llm(3, parent=2), tool("t", 4, 2), *others)
    (trace,) = _agree(tmp_path / "x.jsonl", _line(*rows))
    assert (trace.names, trace.steps) == (["t"], 1)


# Files that are not one document on each line


def test_files_of_other_lines_are_read_whole(tmp_path: Path) -> None:
    first, second = _line(tool("a", 1)), _line(tool("b", 2))
    pretty = json.dumps(otlp(tool("c", 3)), indent=2)
    for data in (
        first + "INFO: exported\n" + second,
        first + pretty + "\n" + second,
        first + second[:-3] + "\n]}",
        first.strip() + second,
        first.strip() + " " + second.strip() + "\n\n" + pretty,
        first + "\r\n" + second.replace("\n", "\r\n"),
        "\ufeff" + first + second,
        first + f"[{second.strip()}]\n",
    ):
        (trace,) = _agree(tmp_path / "x.jsonl", data)
        assert trace.names[:2] == ["a", "b"]


def test_a_stream_that_breaks_off_gives_what_is_complete_before(tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    other = tool("b", 2, trace="0x" + "cd" * 16)
    path.write_text(_line(tool("a", 1)) + _line(other)[:-40])
    traces = stream_traces(path)
    assert next(traces).names == ["a"]
    with pytest.raises(TraceError, match="breaks off") as refused:
        next(traces)
    assert (refused.value.path, refused.value.line) == (str(path), 2)


@pytest.mark.parametrize("broken", ['{"resourceSpans":[{]}}', '{"a" 1}'])
def test_a_broken_line_is_refused_with_its_place(tmp_path: Path, broken: str) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text(_line(tool("a", 1)) + broken + "\n" + _line(tool("b", 2)))
    with pytest.raises(TraceError, match="no JSON") as refused:
        list(stream_traces(path))
    assert (refused.value.path, refused.value.line) == (str(path), 2)
    assert refused.value.column is not None


def test_bytes_that_are_no_text_are_refused_though_nobody_looks_at_them(tmp_path: Path) -> None:
    path = tmp_path / "bytes.jsonl"
    line = _line(span("x", 1, note="HERE"), tool("a", 2)).encode().replace(b"HERE", b"\xff")
    path.write_bytes(line)
    with pytest.raises(TraceError, match="not UTF-8") as refused:
        list(stream_traces(path))
    assert (refused.value.line, refused.value.column) == (1, line.index(b"\xff") + 1)


def test_notes_of_a_line_name_it(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    doubled = _line(tool("b", 2)).replace('"kind":1', '"kind":1,"kind":1')
    path.write_text(_line(tool("a", 1)) + doubled)
    notes: list[Note] = []
    list(stream_traces(path, notes=notes))
    assert [note.place.line for note in notes] == [2]


# The collector


def test_the_collector_works_again_after_a_stream_was_left(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("".join(_line(tool("a", n, trace=f"0x{n:032x}")) for n in range(1, 5)))
    assert gc.isenabled()
    traces = stream_traces(path)
    next(traces)
    del traces
    gc.collect()
    assert gc.isenabled()
    for _ in stream_traces(path):
        break
    assert gc.isenabled()


# Arguments

_TEXT = st.text(st.characters(exclude_categories=()), max_size=8)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=8,
)


def _both_ways(written: str) -> None:
    by_default, quick = read_arguments(written), msgspec.json.Decoder().decode
    assert repr(read_arguments(written, decode=quick)) == repr(by_default)


@given(_JSON, st.booleans(), st.sampled_from([None, (",", ":"), (" ,", " : ")]))
def test_both_decoders_read_arguments_alike(
    value: object, ascii_only: bool, separators: tuple[str, str] | None
) -> None:
    _both_ways(json.dumps({"a": value}, ensure_ascii=ascii_only, separators=separators))


@given(st.text('{}[]",:\\eE+-.0123456789aNtrufls \t\n\x00\x1f\u00e9/', max_size=30))
def test_both_decoders_refuse_alike(written: str) -> None:
    _both_ways(written)
    _both_ways('{"a":' + written + "}")


@pytest.mark.parametrize(
    "written",
    [
        '{"a": 1, "a": 2}',
        '{"a": {"b": 1, "b": 2}}',
        '{"a": 123456789012345678901234567890, "b": -9223372036854775809}',
        '{"a": 18446744073709551615, "b": 18446744073709551616}',
        '{"a": 1e400, "b": -1e400, "c": 1e-400}',
        '{"a": 2.2250738585072011e-308, "b": 0.1e1, "c": -0, "d": -0.0}',
        '{"a": NaN, "b": Infinity}',
        '{"a": "NaN"}',
        '{"a": "\\ud83d", "b": "\\ude00\\ud83d", "c": "\\ud83d\\ude00"}',
        '{"a": "\ud83d"}',
        '{"a": "\\u0000\x7f"}',
        '{"a": "\x01"}',
        '{"a": ' + "9" * 5000 + "}",
        '{"a": 0.' + "9" * 5000 + "}",
        '{"a": ' + "[" * 150 + "]" * 150 + "}",
        '{"a": ' + "[" * 250 + "]" * 250 + "}",
        '{"a": ' + "[" * 990 + "]" * 990 + "}",
        '{"a": ' + "[" * 100_000 + "]" * 100_000 + "}",
        '{"a":' * 100_000,
        '\ufeff{"a": 1}',
        '{"a": 1} ',
        '{"a": 1} {"b": 2}',
        "{'a': True}",
        '{"a\\":": 1, "a\\":": 2}',
    ],
)
def test_both_decoders_agree_on_odd_arguments(written: str) -> None:
    _both_ways(written)


def test_python_says_nothing_of_backslashes_in_arguments() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read_arguments(r"{'pattern': '\d+'}").value == {"pattern": r"\d+"}
