"""How far a long look is, shown only where it is long and the editor can show it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from toolspec.lsp.judge.messages import Files
from toolspec.lsp.progress import LookProgress


def files(done: int, *, settled: bool = False) -> Files:
    return Files((), (), {}, {}, {}, done, 100, settled)


class Editor:
    """Takes down what is shown; `refuses` says no to every progress."""

    def __init__(self, *, refuses: bool = False) -> None:
        self.shown: list[str] = []
        self.refuses = refuses

    async def create_async(self, token: str) -> None:
        if self.refuses:
            raise RuntimeError("no")
        self.shown.append(f"create {token}")

    def begin(self, _: str, value: Any) -> None:
        self.shown.append(f"begin {value.percentage}")

    def report(self, _: str, value: Any) -> None:
        self.shown.append(f"report {value.message} {value.percentage}")

    def end(self, _: str, value: Any) -> None:
        self.shown.append(f"end {value.message}")


async def shown(editor: Editor, words: list[Files], *, able: bool = True) -> list[str]:
    server: Any = SimpleNamespace(
        can=SimpleNamespace(progress=able), work_done_progress=editor, spawn=asyncio.ensure_future
    )
    progress = LookProgress(server)
    for word in words:
        progress.tell(word)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    return editor.shown


LONG = [files(10), files(20), files(30), files(40), files(100, settled=True)]


def test_a_long_look_begins_reports_and_ends() -> None:
    assert asyncio.run(shown(Editor(), LONG)) == [
        "create toolspec/look/1",
        "begin 20",
        "report 30 of 100 files 30",
        "report 40 of 100 files 40",
        "end 100 trace files",
    ]


def test_each_look_has_a_token_of_its_own() -> None:
    said = asyncio.run(shown(Editor(), [*LONG, *LONG]))
    assert [word for word in said if word.startswith("create")] == [
        "create toolspec/look/1",
        "create toolspec/look/2",
    ]


@pytest.mark.parametrize(
    ("words", "able", "refuses"),
    [
        ([files(100, settled=True)], True, False),
        ([files(50), files(100, settled=True)], True, False),
        (LONG, False, False),
        (LONG, True, True),
    ],
)
def test_a_short_look_or_an_editor_that_does_not_want_it_shows_nothing(
    words: list[Files], able: bool, refuses: bool
) -> None:
    assert asyncio.run(shown(Editor(refuses=refuses), words, able=able)) == []
