"""What is said of the calls that decided: in findings and in hovers, for every kind and role."""

from __future__ import annotations

import re

import pytest

from tests.lsp.cursor import snapshot
from toolspec.engine.rules import KEYWORDS
from toolspec.engine.trace import UNRECORDED, Call, called
from toolspec.lsp.features.diagnostics.findings import findings
from toolspec.lsp.features.hover import hover

CALLS = (called("s", {"q": "a"}, "r1"), called("f", {"n": 1}), called("f", {"n": 2}), called("a"))
OPEN = (Call("s", UNRECORDED),)
LOST = "call 2 lacks the argument `m`"

SAID: list[tuple[str, list[str], list[str] | None]] = [
    ("count: f = 1", ["f was called 2 times, not 1"], ["call 3 is the last one counted"]),
    ("order: s -> x -> a", ["call 1 matches", "call 4 matches"], None),
    (
        "order strict: s -> f -> a",
        ["call 3 is f, where a was expected"],
        ["call 3 is where the order breaks"],
    ),
    (
        "sequence: s -> f <n: 3>",
        ["call 2 comes nearest: `n` is 1, not 3", "call 1 matches"],
        None,
    ),
    ("sequence: s -> f <must m: 3>", [LOST, "call 1 matches"], None),
    ("args subset: s <z: 1>", ["call 1 comes nearest: it has no `z`"], None),
    ('output: s = "zz"', ['call 1 comes nearest: it returned "r1", not "zz"'], None),
    ('output: a = "zz"', ["call 4: result not recorded"], None),
    ("require s <q: 1>", ['call 1 comes nearest: `q` is "a", not 1'], None),
    (
        "require f final",
        [
            "call 4 is the last call: it is a call of another tool",
            "call 2 matches",
            "call 3 matches",
        ],
        None,
    ),
    ("require f <must m: 1>", [LOST, LOST.replace("2", "3")], None),
    ("only: s, f", ["call 4: no phrase is about this tool"], None),
    ("forbid f", ["call 2 is forbidden", "call 3 is forbidden"], None),
    ("forbid f <must m: 1>", [LOST, LOST.replace("2", "3")], None),
    (
        "each f: after a",
        ["call 2: not after a", "call 4 comes nearest: it comes later", "call 3: not after a"],
        None,
    ),
    ("limit: calls <= 2", ["call 4: there were 4 calls"], None),
    ('answer "done"', [], None),  # no call decides, and no response is recorded
    ("any {\n  count f = 1\n}", ["call 3: f was called 2 times, not 1"], None),
]
UNSAID = ["sequence: s <q: 1>", "args subset: s <q: 1>", "require s <q: 1>", "forbid s <q: 1>"]


@pytest.mark.parametrize(("text", "related", "listed"), SAID)
def test_each_call_is_a_sentence_that_is_true(
    text: str, related: list[str], listed: list[str] | None
) -> None:
    assert told(text, CALLS) == (related, listed if listed is not None else related)


@pytest.mark.parametrize("text", UNSAID)
def test_of_a_call_too_little_recorded_it_says_what_is_missing(text: str) -> None:
    said = ["call 1: arguments not recorded"]
    assert told(text, OPEN) == (said, said)


def test_every_kind_is_among_them() -> None:
    assert {text.replace(":", " ").split()[0] for text, _, _ in SAID} == set(KEYWORDS), (
        "add a rule of the new kind to SAID"
    )


def told(text: str, calls: tuple[Call, ...]) -> tuple[list[str], list[str]]:
    """Return what a finding says of its calls, and the hover, there without the calls' names."""
    found = snapshot(text, calls)
    (finding,) = [one for one in findings(found) if not one.code.startswith("TS")]
    shown = hover(found, 0)
    assert shown is not None
    rows = [row for row in shown.markdown.split("\n") if row.startswith("- call")]
    listed = [re.sub(r"^- (call \d+).*? ?\[line.*?\)", r"\1", row) for row in rows]
    return [one.message for one in finding.related if one.path], [
        row.replace("\\", "") for row in listed
    ]
