"""Find answers and messages that exclude each other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from toolspec.dsl.checks.shared.claims_of import Index, Pair, meet
from toolspec.dsl.problem import shown
from toolspec.engine.kinds.claims import SpokenText
from toolspec.engine.match.value_logic import text_excludes, text_implies

COMPARED_MAX = 200
"""Rules about what is said that are compared with each other."""


def pairs(index: Index) -> Iterator[Pair]:
    """Yield pairs of rules about the answer, or about messages, that exclude each other."""
    rules = index.rules
    texts = [(entry, spoken) for entry, claims in rules for spoken in claims.said][:COMPARED_MAX]
    unsaid = [(entry, spoken) for entry, claims in rules for spoken in claims.unsaid][:COMPARED_MAX]
    answers = [text for text in texts if text[1].is_answer]
    for at, (entry, answer) in enumerate(answers):
        for other, two in answers[:at]:
            if meet(entry, other) and text_excludes(answer.value, two.value):
                yield Pair(entry, other, partial(_neither, answer, two))
                break
    for entry, answer in texts:
        for other, two in unsaid:
            alike = answer.role == two.role
            if alike and meet(entry, other) and text_implies(answer.value, two.value):
                yield Pair(entry, other, partial(_said_and_not, answer, two))


def _neither(spoken: SpokenText, other: SpokenText) -> str:
    return f"no answer has both `{shown(str(other.value))}` and `{shown(str(spoken.value))}`"


def _said_and_not(spoken: SpokenText, other: SpokenText) -> str:
    must, not_say = shown(str(spoken.value)), shown(str(other.value))
    return f"the {spoken.role} must say `{must}`, and must not say `{not_say}`"
