"""Lines that are sentences, or logic: what they are found to say."""

from __future__ import annotations

import pytest

from tests.language.test_meanings import corrections, first_error
from toolspec.dsl.read import read
from toolspec.dsl.recover.mistakes.sentences import ANY, SENTENCES, Sentence


@pytest.mark.parametrize("sentence", SENTENCES, ids=[one.example for one in SENTENCES])
def test_a_sentence_is_told_as_the_rule_that_says_it(sentence: Sentence) -> None:
    item = first_error(sentence.example)
    assert len(read(sentence.example).errors) == 1
    offered = corrections(sentence.example, item)
    if sentence.repaired:
        assert sentence.repaired in offered
    assert bool(item.fixes) == (len(sentence.rules) == 1)


@pytest.mark.parametrize(
    "line", ["if not b", "a b", "a before", "when a: require b", "a -> b", "call", "always 5"]
)
def test_what_is_no_such_sentence_is_told_as_before(line: str) -> None:
    assert not any("needs one of" in item.help for item in read(line).errors)


@pytest.mark.parametrize(
    "line", ["require a || require b", "(require a) or (require b)", "require a or require b"]
)
def test_one_of_several_rules_is_a_block(line: str) -> None:
    item = first_error(line)
    assert item.help == ANY
    assert not item.fixes


def test_a_rule_is_never_a_sentence() -> None:
    for line in ("require a before step 2", "each a: before b", "order: a -> b", "count calls = 2"):
        assert not read(line).errors
