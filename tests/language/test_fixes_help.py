"""A fix that is offered ends its problem and makes no other, on lines that are nearly right."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

from tests.amounts import amount
from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.read import read

_WORD = re.compile(r'"[^"\n]*"|/[^/\n]+/|[\w.*-]+|->|[<>!=]=|\S')


def changed(spec: str, draw: random.Random) -> str:
    """Return a spec with a word left out, written twice, replaced by another, or misspelt."""
    words = list(_WORD.finditer(spec))
    one, other = draw.choice(words), draw.choice(words)
    before, after = spec[: one.start()], spec[one.end() :]
    cut = draw.randrange(len(one[0]))
    misspelt = one[0][:cut] + one[0][cut + 1 :]
    written = draw.choice(["", f"{one[0]} {one[0]}", other[0], misspelt])
    return before + written + after


def errors(text: str) -> list[Diagnostic]:
    return [problem for problem in read(text).problems if problem.severity == "error"]


def test_a_fix_ends_its_problem_and_makes_no_other(shared: Path) -> None:
    cases = json.loads((shared / "conformance" / "depth_syntax.json").read_text("utf-8"))
    accepted = [case["spec"] for case in cases if case["expect"] != "refuse"]
    draw = random.Random(20261123)
    specs = [case["spec"] for case in cases if case["expect"] == "refuse"]
    specs += [changed(draw.choice(accepted), draw) for _ in range(amount(1_000, 20_000))]
    tried = 0
    for spec in specs:
        found = errors(spec)
        for problem in found:
            for fix in problem.fixes:
                tried += 1
                fixed = spec[: fix.start] + fix.text + spec[fix.end :]
                left = errors(fixed)
                asked = (problem.code, problem.start, problem.title)
                assert fixed != spec, fix
                assert asked not in [(one.code, one.start, one.title) for one in left], (spec, fix)
                assert len(left) <= len(found), (spec, fix)
    assert tried > 200


def test_a_name_that_is_only_alike_is_not_taken_without_a_choice() -> None:
    """In a rule that passes where nothing matches, a wrong guess would pass forever."""
    for rule in ("forbid @lokup", "count @lokup = 0"):
        (problem,) = errors(f"tool @lookup = get_user\n{rule}\n")
        assert problem.fixes and all(fix.guess for fix in problem.fixes)
