"""Specs typed key by key: whatever is there, nothing fails, and no finished line is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lsp.cursor import snapshot
from toolspec.dsl.read import read
from toolspec.engine.reading.files import read_traces
from toolspec.engine.trace import Call
from toolspec.lsp.features.diagnostics import LspDiagnostics
from toolspec.lsp.features.formatting import format_edits
from toolspec.lsp.features.inlay_hints import hints
from toolspec.lsp.features.references import highlights, linked, references
from toolspec.lsp.features.rename import renamable
from toolspec.lsp.features.status import status
from toolspec.lsp.features.structure.folding import folds
from toolspec.lsp.features.structure.selection import selections
from toolspec.lsp.features.structure.semantic_tokens import encoded
from toolspec.lsp.features.structure.symbols import symbols
from toolspec.lsp.state.snapshot import Snapshot, rule_key
from toolspec.lsp.transport.adapt import Adapter

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*/*.toolspec"))
HARD = """\
tool @ask = search | "look 😀"
case "東京" {
  order: @ask -> # why
    count ->
    /x|y/ weight 2
  args subset: fetch <n: -1.5, t: "e\u0301"> as "n"
}
forbid 検索 <q: {a: [1, 2]}>
"""


def ask_everything(found: Snapshot, offset: int) -> None:
    """Ask every feature of this file's; an exception fails the test."""
    adapter = Adapter(found.document, "utf-16")
    assert LspDiagnostics(found, "utf-16").items is not None
    hints(found, (0, len(found.document.text)))
    for answer in (symbols, folds, status):
        answer(found)
    for place in (highlights, linked, references, renamable):
        place(found, offset)
    encoded(found, adapter)
    assert selections(found, offset)[-1] == (0, len(found.document.text))
    if offset % 7 == 0:
        format_edits(found)
        format_edits(found, (offset, offset))


def finished(text: str, upto: int) -> Iterator[object]:
    """Yield what the rules mean that stand whole on the lines before the last one typed."""
    for entry in read(text).entries:
        if entry.rule is not None and text.find("\n", entry.line.end) < upto:
            yield rule_key(entry.rule)


def sources() -> list[tuple[str, str, list[Call]]]:
    found: list[tuple[str, str, list[Call]]] = []
    for path in EXAMPLES:
        trace = next(iter(read_traces(str(path.parent / "trace.json")).traces))
        found.append((path.stem, path.read_text("utf-8"), list(trace.calls)))
    return [*found, ("hard", HARD, [Call("search"), Call("fetch", {"n": -1.5})])]


@pytest.mark.parametrize(("name", "text", "calls"), sources(), ids=lambda value: str(value)[:12])
def test_no_prefix_makes_an_answer_fail_and_no_finished_line_loses_its_score(
    name: str, text: str, calls: list[Call]
) -> None:
    typed = snapshot(text, {"東京": calls})
    lost: list[str] = []
    for end in range(len(text) + 1):
        typed.document.change(text[:end], end)
        ask_everything(typed, end)
        there = {rule_key(entry.rule) for entry in typed.reading.entries if entry.rule is not None}
        shown = {one.offset for one in hints(typed, (0, end))}
        for key in finished(text, end):
            if key not in there:
                lost.append(f"{end}: {key}")
        for entry in typed.reading.entries:
            if entry.rule is None or rule_key(entry.rule) not in typed.scored.shown:
                continue
            last = typed.document.source.line_span(entry.line.last_row)[1]
            assert last in shown, f"{name} {end}: {entry.line.text!r} lost its score"
    assert lost == []


@pytest.mark.parametrize("text", [HARD, EXAMPLES[0].read_text("utf-8")], ids=["hard", "example"])
def test_no_character_taken_out_makes_an_answer_fail(text: str) -> None:
    typed = snapshot(text, [Call("search")])
    for at in range(0, len(text), 1 if text is HARD else 5):
        typed.document.change(text[:at] + text[at + 1 :], at)
        ask_everything(typed, at)
