"""Make an `order` fit the shown trace: keep what came in order, or use the actual calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.text.spec_text import tool_name
from toolspec.engine.json_value import Json
from toolspec.engine.match.lcs import replayed
from toolspec.engine.syntax import Part
from toolspec.lsp.features.code_actions.ask import Ask, gain, named
from toolspec.lsp.state.snapshot import RuleScore
from toolspec.lsp.text.answers import Action, Edit

KIND = "quickfix"

CALLS_MAX = 30
"""Maximum number of calls in the new rule."""


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the changes for the `order` here."""
    entry = ask.rule
    score = ask.snapshot.score_of(entry) if entry is not None else None
    trace = ask.trace
    if (
        entry is None
        or entry.rule is None
        or entry.rule.clauses  # its score is that of parts of the trace
        or score is None
        or score.reason is None
        or trace is None
    ):
        return
    justification = score.reason.justification
    if score.status == "pass" or "lcs" not in justification:
        return
    actual, lcs = (
        names(justification.get("actual_tool_calls_order")),
        names(justification.get("lcs")),
    )
    strict = "strict" in entry.parts[0].value_of("mode", ())
    if lcs and not strict:
        yield _kept(entry, score, actual, lcs)
    if 0 < len(actual) <= CALLS_MAX:
        title = f"Change to the calls of {named(trace)} {gain(score.score, 1.0)}"
        yield _change(entry, title, [tool_name(name) for name in actual], score)


def _kept(entry: SpecLine, score: RuleScore, actual: Sequence[str], lcs: Sequence[str]) -> Action:
    assert entry.rule is not None
    pairs = replayed(entry.rule.kind.patterns(), actual, lcs)
    parts = _entries(entry)
    kept = [parts[step].source for _, step in pairs]
    dropped = len(parts) - len(kept)
    title = f"Drop the {dropped} that did not come in order {gain(score.score, 1.0)}"
    return _change(entry, title, kept, score)._replace(weaker=True)


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
