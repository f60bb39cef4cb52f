"""Renaming, folding and signature help over the whole language: every policy, example and spec.

A rename to a fresh name and back gives the same text, and in between a spec that says the same of
the same runs.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from corpus import SHARED, of_the_contract, of_the_repository
from cursor import snapshot

from tests.language.meaning import random_traces, verdicts
from toolspec.dsl.read import read
from toolspec.dsl.text.lexer import KEYWORDS
from toolspec.dsl.text.lines import opens
from toolspec.engine.trace import Trace
from toolspec.lsp.features.rename import renamable, rename
from toolspec.lsp.features.structure.folding import folds
from toolspec.lsp.features.structure.symbols import symbols
from toolspec.lsp.state.session import Session
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.symbols_in_line import mentions

FRESH = "fresh_name_9"


def specs() -> list[str]:
    texts = [*of_the_repository(), *(of_the_contract(SHARED) if SHARED.is_dir() else ())]
    return list(dict.fromkeys(text.replace("\r\n", "\n").removeprefix("\ufeff") for text in texts))


SPECS = specs()
LINES = [re.sub(r"(?m)^(?:use|tools|traces) .*\n", "", text) for text in SPECS]


def named(found: Snapshot) -> Iterator[tuple[str, int]]:
    """Yield each name of a spec once for each rule, and where it is written."""
    seen: set[tuple[str, int]] = set()
    for entry in found.reading.entries:
        for one in mentions(entry):
            where = entry.line.row if one.name.startswith("$") else 0
            if (one.name, where) not in seen:
                seen.add((one.name, where))
                yield one.name, one.span[0]


def renamed(found: Snapshot, at: int, new: str) -> str:
    text = found.document.text
    (edits,) = rename(found, at, new).values()
    for edit in sorted(edits, key=lambda one: one.span, reverse=True):
        text = text[: edit.span[0]] + edit.text + text[edit.span[1] :]
    return text


def with_tool(trace: Trace, old: str, new: str) -> Trace:
    calls = [call._replace(name=new) if call.name == old else call for call in trace.calls]
    return Trace(calls, name=trace.name, steps=trace.steps)


def test_there_are_specs_of_all_kinds() -> None:
    assert len(SPECS) > 60


@pytest.mark.parametrize("text", SPECS)
def test_a_name_is_renamed_and_back_and_nothing_is_left_of_it(text: str) -> None:
    found = snapshot(text)
    before = read(text).errors
    for name, at in named(found):
        sign = name[0] if name[0] in "@$" else ""
        once = renamed(found, at, sign + FRESH)
        assert once != text
        after = snapshot(once)
        assert [item.code for item in read(once).errors] == [item.code for item in before]
        left = {other for other, _ in named(after)}
        assert sign or name not in left, name
        back = rename(after, once.index(FRESH) + 1, name)
        (edits,) = back.values()
        for edit in sorted(edits, key=lambda one: one.span, reverse=True):
            once = once[: edit.span[0]] + edit.text + once[edit.span[1] :]
        # A name that needed no quotes loses them.
        assert once.replace('"', "") == text.replace('"', ""), name


@pytest.mark.parametrize("text", LINES)
def test_a_renamed_name_means_the_same(text: str) -> None:
    if read(text).errors:
        pytest.skip("it needs another file")
    found = snapshot(text)
    chance = random.Random(text)
    every = list(named(found))
    traces = random_traces(text)[:40]
    for name, at in chance.sample(every, min(4, len(every))):
        is_tool = name[0] not in "@$"
        patterns = re.findall(r"[\w*]*\*[\w*]*|/(?:[^/\n\\]|\\.)+/", text)
        if is_tool and patterns:
            continue  # a glob or a regex means the one name and not the other
        once = renamed(found, at, FRESH if is_tool else name[0] + FRESH)
        told = [with_tool(one, name, FRESH) for one in traces] if is_tool else traces
        assert verdicts(once, told) == verdicts(text, traces), name


def heads(text: str) -> list[tuple[int, int]]:
    """Return the rows of each case and block, from its head to the row before its `}`."""
    opened: list[int] = []
    found: list[tuple[int, int]] = []
    for entry in read(text).entries:
        if opens(entry.line):
            opened.append(entry.line.row)
        elif entry.line.text == "}":
            found.append((opened.pop(), entry.line.row - 1))
    assert not opened
    return [one for one in found if one[1] > one[0]]


@pytest.mark.parametrize("text", SPECS)
def test_every_block_case_and_long_rule_folds_and_nothing_else(text: str) -> None:
    found = folds(snapshot(text))
    entries = read(text).entries
    wanted = {(first, last, "region") for first, last in heads(text)}
    wanted |= {
        (one.line.row, one.line.last_row, "region")
        for one in entries
        if one.line.kind == "code" and one.line.last_row > one.line.row and not opens(one.line)
    }
    rows = [one.line.row for one in entries if one.line.kind == "comment"]
    for first in rows:
        if first - 1 not in rows and first + 1 in rows:
            last = next(row for row in range(first, first + len(rows) + 1) if row + 1 not in rows)
            wanted.add((first, last, "comment"))
    assert set(found) == wanted and len(found) == len(wanted)


@pytest.mark.parametrize("text", SPECS)
def test_the_outline_holds_every_rule_in_its_block(text: str) -> None:
    outline = symbols(snapshot(text))
    shown: list[int] = []
    pending = list(outline)
    while pending:
        one = pending.pop()
        shown.append(one.span[0])
        for inner in one.inside:
            assert one.span[0] <= inner.span[0] <= inner.span[1] <= one.span[1]
        pending += one.inside
    for rule in read(text).spec.rules if not read(text).errors else ():
        if rule.file is None and rule.origin.line:
            start = sum(len(row) + 1 for row in text.split("\n")[: rule.origin.line - 1])
            assert any(start <= at <= start + 200 for at in shown), rule.origin


def test_names_of_used_specs_are_renamed_in_open_and_closed_files_and_back(tmp_path: Path) -> None:
    texts = {
        "house.toolspec": "value @id = /^A-/\ntool @reader = search | fetch\nforbid @reader\n",
        "a.toolspec": 'use "house.toolspec"\nrequire pay <id: @id | absent>\n'
        "each pay <id: $o & @id>: after @reader result has $o within 1 turn\n",
        "b.toolspec": 'use "a.toolspec"\nper <id> {\n  only: @reader, pay <id: @id>\n}\n',
        "alone.toolspec": "value @id = 7\nanswer @id\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    uses = [name for name in texts if name != "alone.toolspec"]
    for begin in uses:
        for opened in ((begin,), tuple(uses), (begin, "alone.toolspec")):
            session = Session(lambda _: None, lambda _: None)
            session.folders = [str(tmp_path)]
            for name in opened:
                session.open((tmp_path / name).as_uri(), texts[name], 1)
            here = session.snapshot((tmp_path / begin).as_uri())
            assert here is not None
            for word in ("@id", "@reader"):
                if word not in texts[begin]:
                    continue
                at = texts[begin].index(word) + 1
                edits = rename(here, at, "@fresh")
                changed = {Path(uri).name for uri in edits}
                assert changed == {name for name in uses if word in texts[name]}, (begin, opened)
                assert all(
                    len(all_of) == len(re.findall(f"{word}(?![A-Za-z0-9_])", texts[Path(uri).name]))
                    for uri, all_of in edits.items()
                )


def test_what_is_a_word_of_the_language_is_not_renamed() -> None:
    for text in SPECS:
        found = snapshot(text)
        for entry in found.reading.entries:
            if entry.line.kind == "code" and entry.line.first in KEYWORDS:
                assert renamable(found, entry.line.start + 1) is None
