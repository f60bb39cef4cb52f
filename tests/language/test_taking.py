"""What stands twice, says nothing or leads nowhere: the fixes that take it out."""

from __future__ import annotations

import pytest

from toolspec.dsl import read

OFFERED: list[tuple[str, dict[str, str]]] = [
    # a sign behind which nothing stands
    ("order: a -> b ->", {"Take -> out": "order: a -> b"}),
    ("order: a->", {"Take -> out": "order: a"}),
    ("count: a = 1,  # why", {"Take , out": "count: a = 1  # why"}),
    ("forbid a |", {"Take | out": "forbid a"}),
    ("order: a # one\n  ->", {}),
    ("order: ->", {}),
    # a clause twice
    ("forbid a weight 2 weight 3",
     {"Take weight 2 out": "forbid a weight 3", "Take weight 3 out": "forbid a weight 2"}),
    ('order: a as "x" pass 0.5 as "y" weight 2',
     {'Take as "x" out': 'order: a pass 0.5 as "y" weight 2',
      'Take as "y" out': 'order: a as "x" pass 0.5 weight 2'}),
    ("require a min 2 min 2", {"Take min 2 out": "require a min 2"}),
    ("require min min 2 min 3",
     {"Take min 2 out": "require min min 3", "Take min 3 out": "require min min 2"}),
    ("require a final final", {"Take final out": "require a final"}),
    ("require a at step 1 at step 2",
     {"Take at step 1 out": "require a at step 2", "Take at step 2 out": "require a at step 1"}),
    ("order: a -> weight weight 2 weight 3",
     {"Take weight 2 out": "order: a -> weight weight 3",
      "Take weight 3 out": "order: a -> weight weight 2"}),
    ("forbid a <weight: 1> weight 2 weight 2",
     {"Take weight 2 out": "forbid a <weight: 1> weight 2"}),
    # a clause, or arguments, that say nothing
    ("forbid a pass 0.5 weight 2", {"Take pass 0.5 out": "forbid a weight 2"}),
    ("forbid a <> weight 2", {"Take <> out": "forbid a weight 2"}),
    ("sequence: a <> -> b", {"Take <> out": "sequence: a -> b"}),
    # a key twice
    ("forbid a <x: 1, y: [1], x: 2>",
     {"Take x: 1 out": "forbid a <y: [1], x: 2>", "Take x: 2 out": "forbid a <x: 1, y: [1]>"}),
    ("forbid a <x: 1, x: 1>", {"Take x: 1 out": "forbid a <x: 1>"}),
    ('forbid a <must x: 1, "x": /b/,>',
     {"Take must x: 1 out": 'forbid a <"x": /b/,>',
      'Take "x": /b/ out': "forbid a <must x: 1,>"}),
    ("output a = {x: {z: 1, z: {}}, z: 3}",
     {"Take z: 1 out": "output a = {x: {z: {}}, z: 3}",
      "Take z: {} out": "output a = {x: {z: 1}, z: 3}"}),
    ("args a <\n  x: 1,\n  x: 2, # two\n>",
     {"Take x: 1 out": "args a <\n  x: 2, # two\n>",
      "Take x: 2 out": "args a <\n  x: 1, # two\n>"}),
    ("args a <\n  x: 1, # one\n  x: 2, # two\n>", {}),
    # a second tool
    ("forbid a b weight 2",
     {"Write | b": "forbid a | b weight 2", "Take b out": "forbid a weight 2"}),
    ("require a b", {"Write | b": "require a | b", "Take b out": "require a"}),
    ("forbid a b c", {}),
    ('tool @x = a "b"', {'Write | "b"': 'tool @x = a | "b"', 'Take "b" out': "tool @x = a"}),
]  # fmt: skip
"""A line, and every fix that is offered with what it leaves."""


@pytest.mark.parametrize(("text", "offered"), OFFERED)
def test_what_is_too_much_can_be_taken_out(text: str, offered: dict[str, str]) -> None:
    found = [item for item in read(text).errors if item.code != "TS201"]
    assert len(found) == 1
    fixes = found[0].fixes
    assert {fix.title: text[: fix.start] + fix.text + text[fix.end :] for fix in fixes} == offered
    assert [read(mended).errors for mended in offered.values()] == [()] * len(offered)
