"""Random rules of the second part over random runs: the engine says what a plain model says.

`python -m tests.second_part.test_model FIRST COUNT` tries more seeds than the tests do.
"""

from __future__ import annotations

import sys
from itertools import islice
from random import Random

import pytest

import toolspec
from tests.second_part.each import each
from tests.second_part.paired import args, output
from tests.second_part.parts import Line, line
from tests.second_part.rules import (
    Rule,
    answer,
    any_of,
    applied,
    count,
    forbid,
    forbidden,
    limit,
    only,
    order,
    order_strict,
    rate,
    require,
    said,
    sequence,
)
from tests.second_part.world import HIDDEN, World, hidden, world, worlds

MAKERS = (
    *(require, forbid, said, sequence, forbidden, order, order_strict, count, rate, only, limit),
    *(args, output, answer, any_of, each, each, each, each),
)
NAMES = 'tool @both = a | c\nvalue @small = number & < 3\nvalue @ex = "x"\n'
WORLDS_MAX = 3000
SEEDS = 1500


def made(rng: Random) -> tuple[Rule, list[Line], str]:
    """Return a rule, the clauses and blocks around it, the outermost first, and their text."""
    rule = rng.choice(MAKERS)(rng)
    lines = [line(rng) for _ in range(rng.choice((0, 0, 1, 1, 2)))]
    if rule.messages:
        lines = [one for one in lines if one.for_messages]
    if rule.whole_run:
        lines = [one for one in lines if one.if_only]
    blocks, own = lines, ""
    if lines and rule.windows and rng.random() < 0.6:
        blocks, own = lines[:-1], f" {lines[-1].written}"
    heads = "".join(f"{one.written} {{\n" for one in blocks)
    tails = "}\n" * len(blocks)
    return rule, lines, f"{NAMES}{heads}{rule.written}{own}\n{tails}"


def seen_of(rng: Random, rule: Rule, things: int) -> World:
    """Return a run of which some things are not recorded."""
    seen = hidden(rng, world(rng, rng.choice((0, 2, 3, 4, 5, 6))), things)
    if rule.counts_units:
        # A call whose step is not recorded lies in none: there it makes a difference to say so.
        for call in seen.calls:
            call.step = 0 if call.step == HIDDEN else call.step
            call.turn = 0 if call.turn == HIDDEN else call.turn
    return seen


def held(statuses: set[str]) -> str:
    """Return what holds of all these ends: a failure where none passes, else that it is open."""
    if len(statuses) == 1:
        (status,) = statuses
        return status
    return "fail" if statuses == {"fail", "error"} else "unknown"


def difference(seed: int, things: int) -> str:
    """Return where engine and model do not agree, "" where they do."""
    rng = Random(seed)
    rule, lines, text = made(rng)
    seen = seen_of(rng, rule, rng.randrange(things + 1))
    could = list(islice(worlds(seen), WORLDS_MAX + 1))
    try:
        spec = toolspec.parse(text)
    except toolspec.SpecError as error:
        # A generated name may be left without a use.
        never_used = all("never used" in str(one.message) for one in error.diagnostics)
        return "" if never_used else f"{text}\nrefused: {error}"
    if len(could) > WORLDS_MAX:
        return ""
    (result,) = spec.check(seen.trace()).results
    ends = {applied(rule, lines, one) for one in could}
    statuses = {status for status, _ in ends}
    least = min([score for _, score in ends if score is not None], default=None)
    where = f"{text}\n{seen}\nsaid {result.status} {result.score} {result.summary}\nmodel {ends}"
    assert all(item.call < len(seen.calls) for item in result.explanation.evidence), where
    if result.status == "unknown":
        return where if len(could) == 1 and things == 0 else ""
    if held(statuses) != result.status:
        return where
    if result.score is not None and len(could) > 1:
        return where if result.score > (least or 0.0) + 1e-9 else ""
    return "" if result.score == (None if least is None else pytest.approx(least)) else where


@pytest.mark.parametrize("block", range(5))
def test_what_is_recorded_is_judged_as_the_plain_model_does(block: int) -> None:
    for seed in range(block * SEEDS // 5, (block + 1) * SEEDS // 5):
        assert not difference(seed, 0), seed


@pytest.mark.parametrize("block", range(5))
def test_nothing_is_said_that_rests_on_what_is_not_recorded(block: int) -> None:
    for seed in range(SEEDS + block * SEEDS // 5, SEEDS + (block + 1) * SEEDS // 5):
        assert not difference(seed, 3), seed


if __name__ == "__main__":
    first, count_of = int(sys.argv[1]), int(sys.argv[2])
    for number in range(first, first + count_of):
        for holes in (0, 3):
            found = difference(number, holes)
            if found:
                print(f"seed {number}, {holes} holes\n{found}\n", flush=True)
