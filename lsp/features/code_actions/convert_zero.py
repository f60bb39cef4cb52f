"""Convert `count X = 0` to `forbid X` or back; they mean the same."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.engine.match.call_pattern import PIECES
from toolspec.engine.syntax import Part
from toolspec.lsp.features.code_actions.ask import NAME_MAX, Ask
from toolspec.lsp.text.answers import Action, Edit
from toolspec.lsp.text.escape import plain

KIND = "refactor.rewrite"


def actions(ask: Ask) -> Iterator[Action]:
    """Yield the conversion of the rule here, if there is one."""
    entry = ask.rule
    if entry is None or entry.rule is None:
        return
    keyword = entry.rule.kind.syntax.keyword
    if keyword == "count":
        yield from _as_forbid(entry)
    elif keyword == "forbid":
        yield from _as_count(entry)


def _as_forbid(entry: SpecLine) -> Iterator[Action]:
    entries = list(entry.parts[0].all("count_entry"))
    if len(entries) != 1 or any(clause.label == "pass" for clause in entry.clauses):
        return
    if entries[0].value_of("comparison") not in ("=", "==") or entries[0].value_of("number") != 0:
        return
    if not is_bare(entries[0]):
        return
    written = f"forbid {entries[0].one('pattern').source}"
    edit = Edit((entry.line.start, entry.span(entries[0])[1]), written)
    yield Action(f"Write as {plain(written, NAME_MAX)}", (edit,), KIND)


def _as_count(entry: SpecLine) -> Iterator[Action]:
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
