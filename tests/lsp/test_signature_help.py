"""Signature help: the arguments of a tool, while its `<...>` is written."""

from __future__ import annotations

import pytest
from cursor import cut, snapshot

from toolspec.engine.trace import called
from toolspec.lsp.features.signature_help import offsets, signature
from toolspec.lsp.text.answers import Signature

CALLS = (
    called("send", {"to": "a@b", "times": 2, "cc": ["x"], "now": True, "extra": {"a": 1}}),
    called("send", {"to": "c@d", "times": "two", "body": None}),
    called("log", {"東京😀": 1, "after": 2}),
)


def shown(text: str) -> Signature | None:
    plain, offset = cut(text)
    return signature(snapshot(plain, CALLS), offset)


def active(text: str) -> str:
    found = shown(text)
    return "" if found is None or found.active < 0 else found.arguments[found.active][0]


def test_the_arguments_stand_in_the_label_with_their_types() -> None:
    found = shown("require send <<CURSOR>")
    assert found is not None
    assert found.label == (
        "send <times: any, to: text, body: any, cc: list, extra: object, now: true or false>"
    )
    assert found.documentation == "2 calls in 1 trace"
    assert found.arguments[1][1] == 'in 2 of 2 calls: `"a@b"` 1×, `"c@d"` 1×'


@pytest.mark.parametrize(
    ("text", "argument"),
    [
        ("require send <<CURSOR>", "times: any"),
        ("require send <t<CURSOR>", "times: any"),
        ("require send <to<CURSOR>", "to: text"),
        ("require send <to: <CURSOR>", "to: text"),
        ('require send <to: "x", <CURSOR>', "times: any"),
        ('require send <to: "x", times: 1, <CURSOR>>', "body: any"),
        ("require send <cc: [1, <CURSOR>", "cc: list"),
        ("require send <other: <CURSOR>", ""),
        ('require send <to: "x"<CURSOR>>', "to: text"),
        ("require send <to: /x/<CURSOR>, times: 1>", "to: text"),
        ("require send <cc: [1]<CURSOR>>", "cc: list"),
        ("require send <extra: {a: 1}<CURSOR>", "extra: object"),
        ('require send <"to"<CURSOR>', "to: text"),
        ("require send <to: ...<CURSOR>>", "to: text"),
        ("args strict subset: log <>, send <must to: <CURSOR>", "to: text"),
        ("sequence: send <to: 1> -> send <extra: {a: <CURSOR>", "extra: object"),
    ],
)
def test_the_argument_at_the_cursor_is_the_active_one(text: str, argument: str) -> None:
    assert active(text) == argument


@pytest.mark.parametrize(
    "text",
    [
        "require send <CURSOR>",
        "require send <to: 1><CURSOR>",
        'require send <to: "x"><CURSOR>',
        'require send <to: "x"> result "x"<CURSOR>',
        "require never <<CURSOR>",
        "# send <<CURSOR>",
    ],
)
def test_there_is_none_outside_and_for_tools_never_called(text: str) -> None:
    assert shown(text) is None


def test_offsets_in_the_label_count_as_the_protocol_does() -> None:
    found = shown("forbid log <<CURSOR>")
    assert found is not None
    assert found.label == 'log <after: number, "東京😀": number>'
    assert offsets(found, 1) == (20, 34)
