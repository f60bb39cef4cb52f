"""The rules of which one has to pass, each with the changes that would make it the one.

A change of one is tried as a change of the whole: the judge says what it does on all traces.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.engine.rule import Rule
from toolspec.engine.rules.any import AnyOfRules
from toolspec.lsp.features.code_actions.ask import NAME_MAX, Ask, ScoredRule
from toolspec.lsp.features.code_actions.fitting import FITS
from toolspec.lsp.judge.messages import RuleScore
from toolspec.lsp.text.answers import Action
from toolspec.lsp.text.escape import plain

KIND = "quickfix"


def ways_of(ask: Ask) -> tuple[Rule, ...]:
    """Return the rules of which one has to pass, where none does; on the line of one, that one."""
    scored = ask.not_passed
    if scored is None or not isinstance(scored.rule.kind, AnyOfRules):
        return ()
    around = scored.rule.clauses
    rules = tuple(
        rule.replace(clauses=(*around, *rule.clauses)) if around else rule
        for rule in scored.rule.kind.rules
    )
    rows = {entry.line.row for entry in ask.entries}
    here = tuple(rule for rule in rules if rule.origin.line in rows)
    return here or rules


def with_ways(ask: Ask, rules: tuple[Rule, ...], scores: tuple[RuleScore, ...]) -> Ask:
    """Return the request with these rules and their scores on the shown trace."""
    by_row = {entry.line.row: entry for entry in ask.snapshot.reading.entries}
    ways: list[ScoredRule] = []
    for rule, score in zip(rules, scores, strict=False):
        written = by_row.get(rule.origin.line)
        if written is not None and written.parts and score.status != "pass":
            entry = written.copy()
            entry.rule = rule
            ways.append(ScoredRule(entry, rule, score))
    return ask._replace(ways=tuple(ways))


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the changes of each rule, with its name before what they do."""
    several = len(ask.ways) > 1
    for way in ask.ways:
        one = ask._replace(way=way, ways=())
        named = f"{plain(way.rule.name or way.rule.origin.source, NAME_MAX)}: " if several else ""
        for fit in FITS:
            for action in fit.actions(one):
                yield action._replace(title=f"{named}{action.title}")
