"""A text read again after edits is read as if it were read for the first time."""

from __future__ import annotations

import random
from typing import Any

import pytest

from toolspec.dsl.read import read
from toolspec.dsl.reader.reading import Reading
from toolspec.dsl.reread import reread
from toolspec.engine.syntax import Part

SPEC = """\
# a comment
traces "runs/*.json"
tool @ask = search | find
## why it is so
order: @ask -> fetch -> answer   # e
count search = 1 as "one"
count:
  a = 1,
  b = 2
case "one" {
  count fetch >= 1
  args subset: fetch <n: [1,
    2]>, other <a: {b: 1}>
}

require x min 2  # toolspec: ignore TS310
case "two" {
  # nothing
  order: a ->
    b
}
after fetch {
  forbid search
  per step {
    count a <= 1
  }
}
kount answer = 1
order: a -> b or
  c
forbid (a |
  b)
"""
PIECES = (
    *("a", " ", "\n", "}", "{", "<", ">", '"', "->", ",", ":", "# ", "or", "(", "[", "😀", "\t"),
    *("\n\n", "\r\n", "\r", "\ufeff", "  ", "@ask", "@gone", "tool @new = a\n", "count a = 1\n"),
    *("after a {\n", "any {\n"),
    *('case "x" {\n', "}\n", "## x\n", "require b\n", "order: a ->\n  b\n"),
)


def written(part: Part) -> Any:
    return part.label, part.value, part.source, part.span, [written(one) for one in part.parts]


def told(reading: Reading) -> Any:
    """Return all that a reading says."""
    return {
        "entries": [
            (
                entry.line.kind,
                entry.line.row,
                entry.line.last_row,
                entry.line.start,
                entry.line.text,
                entry.line.comment,
                entry.line.comment_start,
                entry.line.indent,
                entry.line.words,
                entry.at,
                entry.what,
                entry.case,
                entry.rule,
                entry.rule.origin if entry.rule else None,
                [written(part) for part in (*entry.parts, *entry.clauses)],
                entry.problems,
            )
            for entry in reading.entries
        ],
        "spec": reading.spec,
        "problems": [
            (one.code, one.start, one.end, one.message, one.fixes, one.related)
            for one in reading.problems
        ],
        "names": sorted(reading.names.patterns),
        "ignores": reading.ignores,
        "dependent": reading.dependent,
        "far": reading.far,
    }


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("seed", range(40))
def test_after_any_edits_a_text_reads_as_one_read_for_the_first_time(seed: int, end: str) -> None:
    draw = random.Random(seed)
    text = SPEC.replace("\n", end)
    reading = read(text)
    for _ in range(25):
        start = draw.randrange(len(text) + 1)
        length = draw.choice((0, 0, 0, 1, 1, 2, 5, 40))
        text = text[:start] + draw.choice(("", *PIECES)) + text[start + length :]
        tools = draw.choice((None, ("search", "fetch"), ("a",)))
        reading = reread(reading, text, tools)
        assert told(reading) == told(read(text, None, tools)), text


def test_the_rules_of_lines_that_did_not_change_are_the_same_objects() -> None:
    before = read(SPEC)
    kept = {entry.line.text: entry.rule for entry in before.entries if entry.rule}
    after = reread(before, SPEC.replace("count search = 1", "count search = 12"))
    same = {
        entry.line.text
        for entry in after.entries
        if entry.rule is not None and entry.rule is kept.get(entry.line.text)
    }
    assert {"require x min 2", "count fetch >= 1", "forbid (a |\n  b)"} & kept.keys() <= same
    assert 'count search = 12 as "one"' not in same


def test_a_description_added_above_a_rule_is_the_rules() -> None:
    before = read("require a\nrequire b\n")
    after = reread(before, "require a\n## new\nrequire b\n")
    assert [rule.description for rule in after.spec.rules] == ["", "new"]
    again = reread(after, "require a\n## newer\nrequire b\n")
    assert [rule.description for rule in again.spec.rules] == ["", "newer"]
