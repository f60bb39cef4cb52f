"""What is found in a rule in a block is not what is found in the same line outside of it."""

from __future__ import annotations

from toolspec.dsl.read import read


def test_blocks_of_alternatives_are_told_apart_by_what_is_in_them() -> None:
    """Their first lines are the same; what they claim, and whether they repeat, is not."""
    read("any {\n  forbid fetch\n  forbid fetch | load\n}\nrequire fetch\n")
    spec = "any {\n  require a\n  forbid b\n}\nany {\n  require b\n  forbid a\n}\nrequire fetch\n"
    assert [problem.code for problem in read(spec).problems] == []
    twice = "any {\n  require a\n  forbid b\n}\n" * 2
    assert [problem.code for problem in read(twice).problems] == ["TS302"]


def test_what_a_rule_claims_by_itself_is_not_claimed_inside_a_block() -> None:
    """A line of the same text was read before; each is read both ways round."""
    alone = "    count fetch = 1\nforbid fetch\n"
    inside = "per <n> {\n    count fetch = 1\n}\nforbid fetch after search\n"
    for spec in (alone, inside, alone, inside):
        codes = [problem.code for problem in read(spec).problems]
        assert codes == (["TS305"] if spec is alone else [])
