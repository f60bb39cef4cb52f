"""Of a rule that did not pass what decides is underlined, and never a whole line."""

from __future__ import annotations

import pytest
from cursor import snapshot

from toolspec.engine.trace import called
from toolspec.lsp.features.diagnostics import findings

CALLS = (called("a", {"x": 1}, "ok"), called("c", {}, "no"), called("b", {"y": 2}, "ok"))


@pytest.mark.parametrize(
    ("rule", "part"),
    [
        ("order: a -> d -> b", "d"),
        ("order strict: a -> b -> c", "c"),
        ("order strict: a", "order"),
        ("sequence: a -> b -> c", "c"),
        ("sequence: a <x: 1> -> b <y: 7> -> c", "b <y: 7>"),
        ("count: a = 1, b = 3, c = 4", "b = 3"),
        ("count a = 2", "a = 2"),
        ("args: a <x: 1>, b <y: 3>", "b <y: 3>"),
        ("args a subset <x: 2>", "a subset <x: 2>"),
        ("args: a <x: 1>, b <y: 3,\n    z: 4>", "b <y: 3,"),
        ('output: a = "ok", c = "ok"', 'c = "ok"'),
        ("require nothing", "nothing"),
        ("require a | b <x: 7> result /z/", "a | b"),
        ("forbid b", "b"),
        ("forbid b | c weight 2", "b | c"),
        ("limit: calls <= 5, repeats = 0, calls <= 2", "calls <= 2"),
        ("limit: steps <= 2, calls <= 5", "steps <= 2"),
        ("limit: calls <= 3, sum <x> <= 0 per <x>", "sum <x> <= 0"),
        ("only: c, a <x: 2>, b", "a <x: 2>"),
        ("only: a, c", "only"),
        ("each a: ok, before b, after c or right before b", "after c or right before b"),
        ("each *: ok, before b", "before b"),
        ("each a: <x: 1>, took < 2s", "took < 2s"),
        ("each *: <x: 1>", "<x: 1>"),
        ("each *: <x: 1> per <y>", "<x: 1>"),
    ],
)
def test_what_decides_is_underlined(rule: str, part: str) -> None:
    text = f"require a\n  {rule}\n"
    found = [one for one in findings(snapshot(text, CALLS)) if one.code in ("fail", "unknown")]
    assert [text[slice(*one.span)] for one in found] == [part]
