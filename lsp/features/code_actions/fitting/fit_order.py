"""Make an `order` fit the shown trace: keep what came in order, or use the actual calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.text.spec_text import tool_name
from toolspec.engine.json_value import Json
from toolspec.engine.match.lcs import replayed
from toolspec.engine.match.tool_pattern import Name
from toolspec.engine.syntax import Part
from toolspec.lsp.features.code_actions.ask import Ask, gain, name_in_title
from toolspec.lsp.state.snapshot import RuleScore
from toolspec.lsp.text.answers import Action, Edit

KIND = "quickfix"

CALLS_MAX = 30
"""Maximum number of calls in the new rule."""


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the changes for the `order` here."""
    scored, trace = ask.not_passed_whole, ask.trace
    if scored is None or trace is None:
        return
    entry, rule, score = scored
    justification = score.justification
    if "lcs" not in justification:
        return
    actual, lcs = (
        names(justification.get("actual_tool_calls_order")),
        names(justification.get("lcs")),
    )
    strict = "strict" in entry.parts[0].value_of("mode", ())
    pairs = replayed(rule.kind.patterns(), actual, lcs)
    kept = [_entries(entry)[step].source for _, step in pairs]
    if lcs and not strict:
        title = f"Drop the {_number(entry) - len(kept)} that did not come in order "
        title += gain(score.score, 1.0)
        yield _change(entry, title, kept, score)._replace(weaker=True)
    steps = [tool_name(name) for name in actual]
    if 0 < len(actual) <= CALLS_MAX and (strict or steps != kept):
        title = f"Change to the calls of {name_in_title(trace)} {gain(score.score, 1.0)}"
        weaker = not strict and len(pairs) == len(actual) and _only_names(entry, pairs)
        yield _change(entry, title, steps, score)._replace(weaker=weaker)


def _only_names(entry: SpecLine, pairs: Sequence[tuple[int, int]]) -> bool:
    """Tell whether each matched entry names one tool: then its name alone asks for no more."""
    assert entry.rule is not None
    patterns = entry.rule.kind.patterns()
    return all(isinstance(patterns[step].flat, Name) for _, step in pairs)


def _number(entry: SpecLine) -> int:
    return len(_entries(entry))


def _change(entry: SpecLine, title: str, steps: list[str], score: RuleScore) -> Action:
    parts = _entries(entry)
    span = (entry.span(parts[0])[0], entry.span(parts[-1])[1])
    return Action(title, (Edit(span, " -> ".join(steps)),), KIND, (score.status,))


def _entries(entry: SpecLine) -> list[Part]:
    assert entry.rule is not None
    return list(entry.parts[0].all(entry.rule.kind.syntax.entry))


def names(value: Json) -> list[str]:
    """Return a list of names from a justification; empty if it is not a list."""
    return [str(item) for item in value] if isinstance(value, list | tuple) else []
