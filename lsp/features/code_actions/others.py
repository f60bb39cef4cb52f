"""Add the effect on all traces to the title of each action that changes a rule."""

from __future__ import annotations

from collections.abc import Sequence

from toolspec.engine.rule import Rule
from toolspec.lsp.features.code_actions.ask import Ask, named
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

    None if no action changes the rule, or there is no other trace.
    """
    entry = ask.rule
    traces = ask.snapshot.traces[:TRACES_MAX]
    if entry is None or entry.rule is None or len(traces) < 2:
        return None
    after = [rule for action in actions if (rule := _changed(ask, action)) is not None]
    if not after:
        return None
    cases = ask.snapshot.reading.spec.cases
    ids = tuple(info.id for info in traces)
    return Trial(0, (entry.rule, *after), entry.rule.case, cases, ids, SECONDS)


def with_effects(ask: Ask, actions: Sequence[Action], judged: Tried) -> list[Action]:
    """Return the actions, with the effect in the title of each that changes the rule."""
    if not judged.statuses:
        return [*actions]
    before, *after = judged.statuses
    left = iter(after)
    return [
        action
        if _changed(ask, action) is None
        else action._replace(title=f"{action.title}: {effect(ask, before, next(left))}")
        for action in actions
    ]


def effect(ask: Ask, before: dict[str, str], after: dict[str, str]) -> str:
    """Return the effect of a change, such as `passes 4 of 5 traces instead of 1`.

    It also names traces that would no longer pass.
    """
    passed = sum(status == "pass" for status in before.values())
    passes = sum(status == "pass" for status in after.values())
    text = f"passes {passes} of {len(after)} traces"
    text += f" instead of {passed}" if passes != passed else ", as before"
    broken = [
        trace for trace, status in before.items() if status == "pass" != after.get(trace, "pass")
    ]
    if broken:
        infos = ask.snapshot.infos
        names = [named(infos[trace]) for trace in broken[:NAMED_MAX] if trace in infos]
        more = len(broken) - len(names)
        text += f", no longer {', '.join(names)}" + (f" and {more} more" if more else "")
    return text


def _changed(ask: Ask, action: Action) -> Rule | None:
    """Return the rule here after a change; None if something else is changed."""
    entry = ask.rule
    if entry is None or not STATUSES & set(action.cures):
        return None
    start, end = entry.line.start, entry.line.end
    text = ask.snapshot.document.text[start:end]
    for edit in sorted(action.edits, key=lambda edit: edit.span, reverse=True):
        first, last = edit.span[0] - start, edit.span[1] - start
        if first < 0 or last > end - start:
            return None
        text = text[:first] + edit.text + text[last:]
    rules = ask.read_with_names(text).spec.rules
    if len(rules) != 1:
        return None
    return rules[0].replace(clauses=(*entry.blocks, *rules[0].clauses))
