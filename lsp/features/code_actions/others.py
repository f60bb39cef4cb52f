"""What each change of a rule does: it is tried on all traces before it is offered.

The effect is added to its title. A change that does nothing for the shown trace is not offered; one
that makes the rule weaker says so, and comes after those that do not.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolspec.engine.rule import Rule
from toolspec.lsp.feature import JUSTIFY
from toolspec.lsp.features.code_actions.ask import Ask, name_in_title
from toolspec.lsp.judge.messages import Trial, Tried
from toolspec.lsp.text.answers import Action

TRACES_MAX = 200
"""Traces that changes are tried on."""

SECONDS = 0.15
"""Time limit of trying; after it, titles stay without the effect."""

NAMED_MAX = 2
"""Traces that are named if they would no longer pass."""

STATUSES = frozenset({"fail", "unknown", "error"})


def trial(ask: Ask, actions: Sequence[Action]) -> Trial | None:
    """Return the trial for the judge: the current rule, and the rule after each change.

    None if no action changes the rule, or there is no trace.
    """
    entry = ask.rule
    traces = ask.snapshot.traces[:TRACES_MAX]
    if entry is None or entry.rule is None or not traces:
        return None
    after = [rule for action in actions if (rule := _changed(ask, action)) is not None]
    if not after:
        return None
    cases = ask.snapshot.reading.spec.cases
    ids = tuple(info.id for info in traces)
    return Trial(0, (entry.rule, *after), entry.rule.case, cases, ids, SECONDS)


def with_effects(ask: Ask, actions: Sequence[Action], judged: Tried) -> list[Action]:
    """Return the actions that help on the shown trace, each with its effect in the title."""
    if not judged.statuses:
        return [*actions]
    shown = ask.trace.id if ask.trace is not None else ""
    (before, *after), scores = judged.statuses, judged.scores
    kept: list[Action] = []
    at = 0
    for action in actions:
        if _changed(ask, action) is None:
            kept.append(action)
            continue
        at += 1
        if scores and not _helps(shown, judged, at):
            continue
        if len(before) > 1:
            title = f"{action.title}: {effect(ask, before, after[at - 1])}"
            action = action._replace(title=title)
        kept.append(action)
    return kept


def _helps(trace: str, judged: Tried, at: int) -> bool:
    """Tell whether a change makes the rule pass on a trace, or raises its score."""
    if judged.statuses[at].get(trace) == "pass" or trace not in judged.scores[0]:
        return True
    return judged.scores[at].get(trace, 0.0) > judged.scores[0][trace]


def in_order(actions: Sequence[Action]) -> list[Action]:
    """Return the actions with those that make a rule weaker last, each with a word that it does."""
    weaker = [
        action._replace(title=f"{action.title} (makes the rule weaker)")
        for action in actions
        if action.weaker
    ]
    return [*(action for action in actions if not action.weaker), *weaker]


def why_first(ask: Ask, actions: Sequence[Action]) -> list[Action]:
    """Return the actions below the one that shows why, where the first would make a rule weaker.

    The first is what is chosen without reading: that must not be to ask for less.
    """
    fixes = [action for action in actions if action.kind == "quickfix"]
    entry = ask.rule
    if not fixes or not fixes[0].weaker or entry is None:
        return [*actions]
    place = (ask.snapshot.document.uri, entry.line.row - 1)
    why = Action("Show why this rule did not pass", (), command=(JUSTIFY, place))
    return [why, *actions]


def effect(ask: Ask, before: dict[str, str], after: dict[str, str]) -> str:
    """Return the effect of a change, such as `passes 4 of 5 traces instead of 1`.

    It also names traces that would no longer pass.
    """
    passed = sum(status == "pass" for status in before.values())
    passes = sum(status == "pass" for status in after.values())
    text = f"passes {passes} of {len(after)} traces"
    text += f" instead of {passed}" if passes != passed else ", as before"
    skipped = sum(status == "skip" != before.get(trace, "skip") for trace, status in after.items())
    if skipped:
        text += f", asks nothing of {skipped}"
    broken = [
        trace
        for trace, status in before.items()
        if status == "pass" and after.get(trace, "pass") not in ("pass", "skip")
    ]
    if broken:
        infos = ask.snapshot.infos
        names = [name_in_title(infos[trace]) for trace in broken[:NAMED_MAX] if trace in infos]
        more = len(broken) - len(names)
        text += f", no longer {', '.join(names)}" + (f" and {more} more" if more else "")
    return text


def _changed(ask: Ask, action: Action) -> Rule | None:
    """Return the rule here after a change; None if something else is changed."""
    entry = ask.rule
    if entry is None or not STATUSES & set(action.solves):
        return None
    start, end = entry.line.start, ask.end(entry)
    text = ask.snapshot.document.text[start:end]
    for edit in sorted(action.edits, key=lambda edit: edit.span, reverse=True):
        first, last = edit.span[0] - start, edit.span[1] - start
        if first < 0 or last > end - start:
            return None
        text = text[:first] + edit.text + text[last:]
    rules = [rule for rule in ask.read_with_names(text).spec.rules if rule.file is None]
    if len(rules) != 1:
        return None
    return rules[0].replace(clauses=(*entry.blocks, *rules[0].clauses))
