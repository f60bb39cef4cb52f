"""What is repeated, has no effect or leads nowhere: the fixes that remove it."""

from __future__ import annotations

import pytest

from toolspec.dsl.read import read

OFFERED: list[tuple[str, dict[str, str]]] = [
    # a sign that nothing follows
    ("order: a -> b ->", {"Remove ->": "order: a -> b"}),
    ("order: a->", {"Remove ->": "order: a"}),
    ("count: a = 1,  # why", {"Remove ,": "count: a = 1  # why"}),
    ("forbid a |", {"Remove |": "forbid a"}),
    ("order: a # one\n  ->", {}),
    ("order: ->", {}),
    # a clause twice
    ("forbid a weight 2 weight 3",
     {"Remove weight 2": "forbid a weight 3", "Remove weight 3": "forbid a weight 2"}),
    ('order: a as "x" pass 0.5 as "y" weight 2',
     {'Remove as "x"': 'order: a pass 0.5 as "y" weight 2',
      'Remove as "y"': 'order: a as "x" pass 0.5 weight 2'}),
    ("require a min 2 min 2", {"Remove min 2": "require a min 2"}),
    ("require min min 2 min 3",
     {"Remove min 2": "require min min 3", "Remove min 3": "require min min 2"}),
    ("require a final final", {"Remove final": "require a final"}),
    ("require a at step 1 at step 2",
     {"Remove at step 1": "require a at step 2", "Remove at step 2": "require a at step 1"}),
    ("order: a -> weight weight 2 weight 3",
     {"Remove weight 2": "order: a -> weight weight 3",
      "Remove weight 3": "order: a -> weight weight 2"}),
    ("forbid a <weight: 1> weight 2 weight 2",
     {"Remove weight 2": "forbid a <weight: 1> weight 2"}),
    # a clause, or arguments, that say nothing
    ("forbid a pass 0.5 weight 2", {"Remove pass 0.5": "forbid a weight 2"}),
    ("forbid a <> weight 2", {"Remove <>": "forbid a weight 2"}),
    ("sequence: a <> -> b", {"Remove <>": "sequence: a -> b"}),
    # a key twice
    ("forbid a <x: 1, y: [1], x: 2>",
     {"Remove x: 1": "forbid a <y: [1], x: 2>", "Remove x: 2": "forbid a <x: 1, y: [1]>"}),
    ("forbid a <x: 1, x: 1>", {"Remove x: 1": "forbid a <x: 1>"}),
    ('forbid a <must x: 1, "x": /b/,>',
     {"Remove must x: 1": 'forbid a <"x": /b/,>',
      'Remove "x": /b/': "forbid a <must x: 1,>"}),
    ("output a = {x: {z: 1, z: {}}, z: 3}",
     {"Remove z: 1": "output a = {x: {z: {}}, z: 3}",
      "Remove z: {}": "output a = {x: {z: 1}, z: 3}"}),
    ("args a <\n  x: 1,\n  x: 2, # two\n>",
     {"Remove x: 1": "args a <\n  x: 2, # two\n>",
      "Remove x: 2": "args a <\n  x: 1, # two\n>"}),
    ("args a <\n  x: 1, # one\n  x: 2, # two\n>", {}),
    # a second tool: only the reader knows whether both or either are meant
    ("forbid a b weight 2", {}),
    ("require a b", {}),
    ("forbid a b c", {}),
    ('tool @x = a "b"', {'Write | "b"': 'tool @x = a | "b"'}),
]  # fmt: skip
"""A line, and every fix that is offered with what it leaves."""


@pytest.mark.parametrize(("text", "offered"), OFFERED)
def test_what_is_too_much_can_be_taken_out(text: str, offered: dict[str, str]) -> None:
    found = [item for item in read(text).errors if item.code != "TS201"]
    assert len(found) == 1
    fixes = found[0].fixes
    assert {fix.title: text[: fix.start] + fix.text + text[fix.end :] for fix in fixes} == offered
    assert [read(corrected).errors for corrected in offered.values()] == [()] * len(offered)
