"""Nothing that a model, a tool or a stray line writes into a trace hides a forbidden call."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.traces.attack_plans import ALL, a_run
from tests.traces.attacks import KINDS, attacks
from tests.traces.verdicts import NOT_JUDGED, verdict
from toolspec.engine.reading.files import read_bytes
from toolspec.engine.reading.formats import formats
from toolspec.engine.reading.formats.block_readers import BLOCKS
from toolspec.engine.reading.formats.otlp_proto import NAME as PROTOBUF

MADE = list(attacks(seed=8, number=1000))


@pytest.mark.parametrize("kind", [kind.__name__ for kind in KINDS])
def test_no_attack_hides_a_forbidden_call(kind: str) -> None:
    mine = [attack for attack in MADE if attack.about.startswith(f"{kind}:")]
    assert len(mine) >= 20
    for attack in mine:
        assert verdict(attack.open, attack.spec) == "fail", attack.about
        assert verdict(attack.without, attack.spec) == "pass", attack.about
        assert verdict(attack.hidden, attack.spec) != "pass", attack


def test_every_format_that_is_read_is_attacked() -> None:
    plain = a_run(Random(1))[0]
    made = [carried(one.make(plain)) for one in ALL.values() for carried in one.carriers.values()]
    read = {read_bytes(data).format for data in made}
    assert read == {one.name for one in (*formats(), *BLOCKS)} | {PROTOBUF}


def test_attacks_are_made_in_every_format_and_most_of_them_are_judged() -> None:
    assert all(any(f" in {name}, " in attack.about for attack in MADE) for name in ALL)
    said = Counter(verdict(attack.hidden, attack.spec) for attack in MADE)
    assert said["fail"] > said[NOT_JUDGED] > 20
