"""Nothing that a model, a tool or a stray line writes into a trace hides a forbidden call."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.traces.attack_plans import ALL
from tests.traces.attacks import KINDS, attacks
from tests.traces.verdicts import NOT_JUDGED, verdict

MADE = list(attacks(seed=8, number=500))


@pytest.mark.parametrize("kind", [kind.__name__ for kind in KINDS])
def test_no_attack_hides_a_forbidden_call(kind: str) -> None:
    mine = [attack for attack in MADE if attack.about.startswith(f"{kind}:")]
    assert len(mine) >= 20
    for attack in mine:
        assert verdict(attack.open, attack.spec) == "fail", attack.about
        assert verdict(attack.without, attack.spec) == "pass", attack.about
        assert verdict(attack.hidden, attack.spec) != "pass", attack


def test_attacks_are_made_in_every_format_and_most_of_them_are_judged() -> None:
    assert all(any(f" in {name}, " in attack.about for attack in MADE) for name in ALL)
    said = Counter(verdict(attack.hidden, attack.spec) for attack in MADE)
    assert said["fail"] > said[NOT_JUDGED] > 20
