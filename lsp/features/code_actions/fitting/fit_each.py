"""Make a demand of each call fit the shown trace: ask fewer calls, or ask less of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.text.spec_text import key_text, value, with_escapes
from toolspec.engine.json_value import Json
from toolspec.engine.syntax import Part
from toolspec.lsp.features.code_actions.ask import NAME_MAX, Ask, ScoredRule
from toolspec.lsp.features.code_actions.nearest import allowing_any_value, given
from toolspec.lsp.judge.messages import CallInfo
from toolspec.lsp.text.answers import Action, Edit, Span
from toolspec.lsp.text.escape import plain

KIND = "quickfix"

KEYS_MAX = 2
"""Arguments that are offered to ask fewer calls by."""

VALUES_MAX = 3
"""Values that such an argument may leave out."""

TEXT_MAX = 40
"""Characters of such a value."""

Given = Sequence[dict[str, Json]]


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the changes; whether they help is tried out later."""
    scored = ask.not_passed
    if scored is None or scored.score.reason is None:
        return
    entry, kind = scored.entry, scored.rule.kind
    if not kind.binds_names or not kind.syntax.entry:
        return
    rule = entry.parts[0]
    demands = [demand for part in rule.parts for demand in part.all(kind.syntax.entry)]
    at = kind.deciding_entry(scored.score.reason)
    changes = [*_apart(ask, scored, rule)]
    if at is not None and at < len(demands):
        for alternative in demands[at].parts:
            changes += _eased(ask, scored, alternative)
        if len(demands) > 1:
            changes.append(_without(entry, demands, at))
    for title, edit in changes:
        yield Action(title, (edit,), KIND, (scored.score.status,), weaker=True)


# ---------------------------------------------------------------------------- fewer calls are asked


def _apart(ask: Ask, scored: ScoredRule, rule: Part) -> Iterator[tuple[str, Edit]]:
    """Yield an argument by which only calls are asked that meet the demands."""
    assert scored.score.reason is not None
    off = {item.call for item in scored.score.reason.evidence if item.role == "offender"}
    pattern, written = rule.one("pattern"), rule.get("arguments")
    subjects = [call for call in ask.calls if pattern.value.matches(call.tool)]
    failing = [given(call) for call in subjects if call.number in off]
    others = [given(call) for call in subjects if call.number not in off]
    bad = [arguments for arguments in failing if arguments is not None]
    good = [arguments for arguments in others if arguments is not None]
    if not bad or not good or len(bad) + len(good) < len(subjects):
        return
    taken = {entry.key for entry in written.value.entries} if written is not None else set[str]()
    conditions: list[tuple[int, str]] = []
    for key in dict.fromkeys(key for arguments in (*bad, *good) for key in arguments):
        condition = None if key in taken else _condition(key, bad, good)
        if condition is not None:
            conditions.append(condition)
    conditions.sort(key=lambda condition: condition[0])
    for _, text in conditions[:KEYS_MAX]:
        if written is None:
            end = scored.entry.span(pattern)[1]
            edit = Edit((end, end), f" <{text}>")
        else:
            end = scored.entry.span(written)[1] - 1
            edit = Edit((end, end), f", {text}")
        yield f"Ask only calls with {plain(text, 2 * NAME_MAX)}", edit


def _condition(key: str, bad: Given, good: Given) -> tuple[int, str] | None:
    """Return what is true of an argument in all good calls and no bad one, the simplest first."""
    if not all(key in arguments for arguments in good):
        return None
    name = key_text(key)
    if not any(key in arguments for arguments in bad):
        return 0, f"{name}: ..."
    kept = [arguments[key] for arguments in good]
    left_out = [arguments[key] for arguments in bad if key in arguments]
    numbers, off = _numbers(kept), _numbers(left_out)
    if numbers and off and max(off) < min(numbers):
        return 1, f"{name}: > {value(max(off))}"
    if numbers and off and min(off) > max(numbers):
        return 1, f"{name}: < {value(min(off))}"
    if any(isinstance(item, dict | list) for item in (*kept, *left_out)):
        return None
    values = list(dict.fromkeys(value(item) for item in left_out))
    if set(values) & {value(item) for item in kept} or len(values) > VALUES_MAX:
        return None
    if any(len(text) > TEXT_MAX for text in values):
        return None
    text = values[0] if len(values) == 1 else f"({' | '.join(values)})"
    return 1 + len(values), f"{name}: not {with_escapes(text)}"


def _numbers(values: Sequence[Json]) -> list[int | float]:
    """Return the values, if all are numbers; else none."""
    numbers = [
        item for item in values if isinstance(item, int | float) and not isinstance(item, bool)
    ]
    return numbers if len(numbers) == len(values) else []


# ------------------------------------------------------------------------- less is asked of a call


def _eased(ask: Ask, scored: ScoredRule, demand: Part) -> Iterator[tuple[str, Edit]]:
    """Yield the changes of a demand that ask for less, the smallest first."""
    entry = scored.entry
    written = demand.get("arguments")
    if written is not None:
        change = allowing_any_value(entry.span(written), written)
        if change is not None:
            yield change
    for relation in demand.parts:
        way = next((part for part in relation.parts if part.label.endswith("_way")), None)
        if way is None or relation.span[0] != demand.span[0]:
            continue  # `not` turns it round: less near would be more to ask
        for part in relation.parts:
            if part.label == "arguments":
                change = allowing_any_value(entry.span(part), part)
                if change is not None:
                    yield change
            elif part.label.endswith("_within"):
                yield from _wider(ask, scored, relation, way, part)
            elif part.label.endswith("_own"):
                yield f"Leave out {part.source}", _removed(ask, entry.span(part))
        first, *rest = way.source.split()
        if rest:
            word = rest[0] if first != rest[0] and len(rest) == 1 and first == "right" else first
            title = f"Change {plain(way.source, NAME_MAX)} to {word}"
            yield title, Edit(entry.span(way), word)


def _wider(
    ask: Ask, scored: ScoredRule, relation: Part, way: Part, within: Part
) -> Iterator[tuple[str, Edit]]:
    """Yield a wider distance that is enough for this trace, and none at all."""
    entry = scored.entry
    span = entry.span(within)
    words = within.source.split()
    far = _distance(ask, scored, relation, way, words[-1]) if len(words) == 3 else None
    if far is not None and far > int(words[1]):
        text = f"{words[0]} {far} {words[2].rstrip('s')}s"
        yield f"Change {plain(within.source, NAME_MAX)} to {text}", Edit(span, text)
    yield f"Leave out {plain(within.source, NAME_MAX)}", _removed(ask, span)


def _removed(ask: Ask, span: Span) -> Edit:
    """Return the edit that removes words and the space before them."""
    start, text = span[0], ask.snapshot.document.text
    while text[start - 1] in " \t":
        start -= 1
    return Edit((start, span[1]), "")


def _distance(ask: Ask, scored: ScoredRule, relation: Part, way: Part, unit: str) -> int | None:
    """Return how far the nearest calls are that the failing ones ask for, in calls or steps."""
    pattern = relation.get("pattern")
    assert scored.score.reason is not None
    if pattern is None:
        return None
    off = [item.call for item in scored.score.reason.evidence if item.role == "offender"]
    by_number = {call.number: call for call in ask.calls}
    later = way.source.split()[-1].startswith("before")
    far: list[int] = []
    for number in off:
        near = [
            _apart_by(by_number[number], other, unit)
            for other in ask.calls
            if number in by_number
            and pattern.value.matches(other.tool)
            and (other.number > number if later else other.number < number)
        ]
        known = [distance for distance in near if distance is not None]
        if not known:
            return None
        far.append(min(known))
    return max(far, default=None)


def _apart_by(call: CallInfo, other: CallInfo, unit: str) -> int | None:
    if unit.startswith("call"):
        return abs(call.number - other.number)
    if unit.startswith("step") and call.step is not None and other.step is not None:
        return abs(call.step - other.step) + 1
    return None


def _without(entry: SpecLine, demands: Sequence[Part], at: int) -> tuple[str, Edit]:
    """Return the change that leaves out one of several demands."""
    start, end = entry.span(demands[at])
    span: Span = (
        (start, entry.span(demands[at + 1])[0])
        if at + 1 < len(demands)
        else (entry.span(demands[at - 1])[1], end)
    )
    return f"Leave out {plain(' '.join(demands[at].source.split()), NAME_MAX)}", Edit(span, "")
