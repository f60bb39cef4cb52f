"""Write `count X = 0` as `forbid X`, and the other way round: they say the same."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.read import Entry
from toolspec.engine.kind import Part
from toolspec.engine.match.call_pattern import PIECES
from toolspec.lsp.answers import Action, Edit
from toolspec.lsp.features.code_actions.ask import NAME_MAX, Ask
from toolspec.lsp.shown import plain

KIND = "refactor.rewrite"


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the other way of writing the rule here, if it has one."""
    entry = ask.rule
    if entry is None or entry.rule is None:
        return
    keyword = entry.rule.kind.syntax.keyword
    if keyword == "count":
        yield from _as_forbid(entry)
    elif keyword == "forbid":
        yield from _as_count(entry)


def _as_forbid(entry: Entry) -> Iterator[Action]:
    found = list(entry.parts[0].all("count_entry"))
    if len(found) != 1 or any(clause.label == "pass" for clause in entry.clauses):
        return
    if found[0].value_of("comparison") not in ("=", "==") or found[0].value_of("number") != 0:
        return
    if not is_bare(found[0]):
        return
    written = f"forbid {found[0].one('pattern').source}"
    edit = Edit((entry.line.start, entry.span(found[0])[1]), written)
    yield Action(f"Write as {plain(written, NAME_MAX)}", (edit,), KIND)


def _as_count(entry: Entry) -> Iterator[Action]:
    rule = entry.parts[0]
    if not is_bare(rule):
        return
    pattern = rule.one("pattern")
    written = f"count {pattern.source} = 0"
    edit = Edit((entry.line.start, entry.span(pattern)[1]), written)
    yield Action(f"Write as {plain(written, NAME_MAX)}", (edit,), KIND)


def is_bare(part: Part) -> bool:
    """Tell whether a call phrase is a tool pattern alone."""
    pieces = [piece.label for piece in part.parts if piece.label in PIECES]
    return pieces == ["pattern"]
