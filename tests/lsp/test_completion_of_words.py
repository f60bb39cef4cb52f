"""Completion of the words of phrases, values, relations, measures and clauses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cursor import CURSOR, NOW_NS, cut, snapshot

from toolspec.engine.measures import WORDS as MEASURES
from toolspec.engine.trace import called
from toolspec.lsp.features.completion import completions
from toolspec.lsp.features.completion.paths import Listed
from toolspec.lsp.state.session import Session
from toolspec.lsp.text.answers import Item

TRACES = {
    "run": (
        called("get_order", {"order_id": "A-1"}, {"total": 5})._replace(agent="clerk"),
        called("issue_refund", {"order_id": "A-1", "amount": 7})._replace(agent="the boss"),
        called("issue_refund", {"order_id": "A-2", "amount": 9})._replace(agent="clerk"),
    )
}


def items(text: str) -> list[Item]:
    plain, offset = cut(text)
    return completions(snapshot(plain, TRACES), offset, NOW_NS)


def texts(text: str) -> list[str]:
    return [item.text for item in items(text)]


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("each issue_refund <order_id: <CURSOR>", "$order_id"),
        ("each issue_refund <order_id: $o>: after get_order <order_id: <CURSOR>>", "$o"),
        ("each issue_refund <order_id: $o>: after get_order <order_id: $<CURSOR>>", "$o"),
        ("each issue_refund <order_id: $o>: after get_order result has <CURSOR>", "$o"),
        ("each issue_refund <amount: $a>: after get_order result {total: >= <CURSOR>}", "$a"),
        ("each issue_refund: after <CURSOR>", "seeing"),
        ("each issue_refund: after <CURSOR>", "own"),
        ("each issue_refund: after <CURSOR>", "user says "),
        ("each issue_refund: after user <CURSOR>", "says "),
        ("each issue_refund: <CURSOR>", "valid"),
        ("each issue_refund: ok, <CURSOR>", "right"),
        ("each issue_refund: after get_order <CURSOR>", "within"),
        ("each issue_refund: after get_order within <CURSOR>", "1 turn"),
        ("each issue_refund: after get_order within 1 <CURSOR>", "turn"),
        ("each issue_refund: after get_order within 2 <CURSOR>", "steps"),
        ("require <CURSOR>", "agent says "),
        ("require user says <CURSOR>", "has "),
        ("forbid x if <CURSOR>", "user says "),
        ("require issue_refund <amount: <CURSOR>>", "> "),
        ("require issue_refund <amount: <CURSOR>>", "not "),
        ("require issue_refund <amount: <CURSOR>>", "absent"),
        ("require issue_refund <amount: nu<CURSOR>>", "number"),
        ("require issue_refund <amount: 5 | <CURSOR>>", "integer"),
        ("require issue_refund <amount: list <CURSOR>>", "of "),
        ("require issue_refund <<CURSOR>>", "has "),
        ("answer <CURSOR>", "not "),
        ("require a result {x: <CURSOR>}", "absent"),
        ("value @x = <CURSOR>", "list of "),
        ("value @x = 1\nrequire issue_refund <amount: <CURSOR>>", "@x"),
        ("value @x = 1\nrequire issue_refund <amount: @<CURSOR>>", "@x"),
        ("require get_order result <CURSOR>", "{total: 5}"),
        ("require get_order <order_id: 1> result <CURSOR>", "{total: 5}"),
        ("limit: calls <CURSOR>", "<= "),
        ("limit: calls <= <CURSOR>", "3"),
        ("limit: duration < <CURSOR>", "30s"),
        ("limit: sum <CURSOR>", "<amount>"),
        ("forbid x took <CURSOR>", "< "),
        ("forbid x took < <CURSOR>", "2s"),
        ("count issue_refund <= 1 per <CURSOR>", "<order_id>"),
        ("count issue_refund <= 1 per <<CURSOR>>", "order_id"),
        ("count issue_refund <= 1 per <CURSOR>", "60s"),
        ("forbid issue_refund by <CURSOR>", "clerk"),
        ("forbid issue_refund by <CURSOR>", '"the boss"'),
        ("among * by <CURSOR>", "clerk"),
        ("among <CURSOR>", "get_order"),
        ("<CURSOR>", "per <${1:key}> {\n\t$0\n}"),
        ("<CURSOR>", 'use "${1:house-rules.toolspec}"'),
    ],
)
def test_what_can_be_typed_is_offered(text: str, offered: str) -> None:
    assert offered in texts(text)


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("each issue_refund: after get_order <CURSOR>", "until"),
        ("forbid issue_refund by <CURSOR>", "get_order"),
        ("forbid x took <CURSOR>", "= "),
        ("require user says <CURSOR>", "length "),
        ("forbid <CURSOR>", "$o"),
        ("require issue_refund <amount: has <CURSOR>>", "not "),
        ("value @x = 1\nforbid <CURSOR>", "@x"),
        ("tool @t = a\nrequire issue_refund <amount: <CURSOR>>", "@t"),
    ],
)
def test_what_would_be_refused_is_not_offered(text: str, refused: str) -> None:
    assert refused not in texts(text)


def test_every_measure_is_offered_with_its_documentation() -> None:
    found = {item.label: item for item in items("limit: <CURSOR>")}
    assert set(MEASURES) <= set(found)
    assert "came again" in found["loops"].documentation


TOOLS = [
    {
        "name": "issue_refund",
        "description": "Pay money back.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "note": {"type": "string", "description": "What the customer reads."},
                "currency": {"$ref": "#/$defs/money"},
                "urgent": {"type": "boolean"},
            },
            "required": ["currency"],
            "$defs": {"money": {"type": "string", "enum": ["EUR", "USD"]}},
        },
    }
]


def listed(folder: Path, text: str) -> list[Item]:
    (folder / "tools.json").write_text(json.dumps({"tools": TOOLS}))
    plain, offset = cut(f'tools "tools.json"\n{text}')
    session = Session(lambda _: None, lambda _: None)
    uri = (folder / "a.toolspec").as_uri()
    session.open(uri, plain, 1)
    found = session.snapshot(uri)
    assert found is not None
    return completions(found, offset, NOW_NS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("require <CURSOR>", ("issue_refund", "in the list of tools", "Pay money back.")),
        ("require issue_refund <<CURSOR>>", ("currency: ", "text, required", "")),
        ("require issue_refund <<CURSOR>>", ("note: ", "text", "What the customer reads.")),
        ("require issue_refund <currency: <CURSOR>>", ('"EUR"', "in the list of tools", "")),
        ("require issue_refund <urgent: <CURSOR>>", ("true", "in the list of tools", "")),
        ("limit: sum <<CURSOR>", ("note>", "text, of issue_refund", "")),
    ],
)
def test_a_list_of_tools_is_enough_without_any_trace(
    tmp_path: Path, text: str, expected: tuple[str, str, str]
) -> None:
    found = [(one.text, one.detail, one.documentation) for one in listed(tmp_path, text)]
    assert expected in found


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ('use "<CURSOR>"', ["rules/", "house.toolspec"]),
        ('tools "<CURSOR>"', ["rules/", "tools.json", "notes.txt"]),
    ],
)
def test_files_are_offered_that_the_line_takes(line: str, offered: list[str]) -> None:
    plain, offset = cut(line)
    names = ["house.toolspec", "test.toolspec", "tools.json", "notes.txt"]
    folder = [Listed("rules", True, ("x.toolspec",)), *(Listed(name, False) for name in names)]
    found = completions(snapshot(plain), offset, NOW_NS, folder)
    assert [item.text for item in found] == offered


def test_no_word_is_offered_in_the_middle_of_another() -> None:
    assert CURSOR not in "".join(texts("each issue_refund: af<CURSOR>"))
    assert [item.text for item in items('forbid "a"<CURSOR>')] == []
