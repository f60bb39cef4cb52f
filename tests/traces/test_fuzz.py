"""Files changed at random are read or refused in words, and nothing added to one hides a call."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from tests.amounts import amount
from tests.traces.fuzz import ADDITIONS, a_seed, changed, inputs, read_or_refused, real_files
from tests.traces.verdicts import FORBIDDEN, NOT_JUDGED, verdict

INPUTS = amount(2000, 6000)


def test_no_change_makes_reading_fail_and_no_addition_hides_a_call() -> None:
    assert sum(1 for _ in islice(inputs(seed=5), INPUTS)) == INPUTS


def test_most_files_with_something_added_are_still_judged() -> None:
    said: Counter[str] = Counter()
    for number in range(300):
        random = Random(number)
        seed = a_seed(random)
        data = changed(random, seed.data, ADDITIONS)
        if data is not None and seed.verdict == "fail":
            said[verdict(data)] += 1
    assert said["fail"] > 2 * said[NOT_JUDGED] > 0


def test_changes_of_any_kind_leave_some_files_readable_and_others_not() -> None:
    said = Counter(verdict(read_or_refused(Random(number))) for number in range(300))
    assert said[NOT_JUDGED] > 30
    assert said["fail"] + said["pass"] > 30


def test_real_files_are_among_the_seeds(shared: Path) -> None:
    judged = [seed for seed in real_files() if seed.verdict == "fail"]
    assert len(judged) > 30
    assert all(FORBIDDEN.encode() in seed.data for seed in judged), shared


@pytest.mark.parametrize("seed", [1, 2])
def test_an_input_can_be_made_again_by_its_number(seed: int) -> None:
    assert list(islice(inputs(seed), 20)) == list(islice(inputs(seed), 20))
