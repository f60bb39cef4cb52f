"""Make a `sequence` fit the shown trace: drop an unmatched entry, or use the actual order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.engine.syntax import Part
from toolspec.lsp.features.code_actions.ask import NAME_MAX, Ask
from toolspec.lsp.text.answers import Action, Edit
from toolspec.lsp.text.escape import plain

KIND = "quickfix"


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the changes for the `sequence` here."""
    scored = ask.not_passed_whole
    if scored is None:
        return
    entry, rule, score = scored
    taken, kind = score.justification.get("calls_taken"), rule.kind
    if taken is None or not kind.needs_calls:
        return
    parts = list(entry.parts[0].all(kind.syntax.entry))
    at = _entry_at(parts, len(taken)) if isinstance(taken, list | tuple) else len(parts)
    called = _as_called(ask, parts)
    if called is not None and called != parts:
        yield _change(entry, parts, called, "Order the entries as they were called", score.status)
    if at < len(parts) and len(parts) > 1:
        title = f"Drop {plain(parts[at].source, NAME_MAX)}, which found no call"
        kept = [part for number, part in enumerate(parts) if number != at]
        yield _change(entry, parts, kept, title, score.status)._replace(weaker=True)
    if at < len(parts):
        yield from _smaller_groups(entry, parts[at], score.status)


def _inside(part: Part) -> Sequence[Part]:
    """Return the entries of a group; the part itself if it is none."""
    return [part] if part.get("pattern") is not None else part.parts[0].parts


def _entry_at(parts: Sequence[Part], calls: int) -> int:
    """Return the first entry that is not complete after so many calls."""
    for at, part in enumerate(parts):
        calls -= len(_inside(part))
        if calls < 0:
            return at
    return len(parts)


def _smaller_groups(entry: SpecLine, group: Part, status: str) -> Iterator[Action]:
    """Yield a group without one of its entries, for each."""
    inside = _inside(group)
    for left_out in inside if len(inside) > 1 else ():
        kept = [" ".join(part.source.split("\n")) for part in inside if part is not left_out]
        text = kept[0] if len(kept) == 1 else f"({', '.join(kept)})"
        title = f"Drop {plain(left_out.source, NAME_MAX)} from the group"
        yield Action(title, (Edit(entry.span(group), text),), KIND, (status,), weaker=True)


def _as_called(ask: Ask, parts: Sequence[Part]) -> list[Part] | None:
    """Return the entries ordered by the first call of each tool; None if one is not called."""
    firsts: list[tuple[int, int]] = []
    for number, part in enumerate(parts):
        for inside in _inside(part):
            pattern = inside.one("pattern").value
            first = next((call.number for call in ask.calls if pattern.matches(call.tool)), None)
            if first is None:
                return None
            firsts.append((first, number))
    return [parts[number] for number in dict.fromkeys(number for _, number in sorted(firsts))]


def _change(
    entry: SpecLine, parts: Sequence[Part], kept: Sequence[Part], title: str, status: str
) -> Action:
    span = (entry.span(parts[0])[0], entry.span(parts[-1])[1])
    text = " -> ".join(" ".join(part.source.split("\n")) for part in kept)
    return Action(title, (Edit(span, text),), KIND, (status,))
