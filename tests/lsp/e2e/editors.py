"""The editors the server is tried with: what each one says first, and how it counts.

`clients/` holds the `initialize` of the real ones, whole, recorded from them as they ran:
`python tests/editors/record_clients.py` does it again, and the tests in the editors compare.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, NamedTuple, cast

from lsprotocol import types
from lsprotocol.converters import get_converter

HERE = Path(__file__).parent
ENCODINGS = {
    "vscode-1.100": "utf-16",
    "neovim-0.10": "utf-16",
    "neovim-0.12": "utf-8",
    "emacs-30.1": "utf-32",
    "helix-25": "utf-8",
}
"""The editors, and the position encoding the server must agree to with each."""

WITH_LABEL_DETAILS = ("vscode-1.100", "neovim-0.12")
"""Those that show more than a label in each row of a list of completions."""

_CODECS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


def said_first(name: str, folder: Path) -> dict[str, Any]:
    """Return the parameters of an editor's `initialize`, as if it had opened this folder."""
    recorded: Any = json.loads((HERE / "clients" / f"{name}.json").read_text("utf-8"))
    return {**_moved(recorded["params"], folder), "processId": os.getpid()}


def _moved(value: Any, folder: Path) -> Any:
    match value:
        case dict():
            items = cast("dict[str, Any]", value).items()
            return {key: _moved(inner, folder) for key, inner in items}
        case list():
            return [_moved(inner, folder) for inner in cast("list[Any]", value)]
        case str():
            uri = value.replace("file:///workspace", folder.as_uri())
            return uri if uri != value else value.replace("/workspace", str(folder))
        case _:
            return value


def initialize_params(name: str, folder: Path) -> types.InitializeParams:
    """Return what an editor says first."""
    return get_converter().structure(said_first(name, folder), types.InitializeParams)


class Text(NamedTuple):
    """A text as an editor of some encoding sees it: worked out by encoding, not by counting."""

    text: str
    encoding: str

    def lines(self) -> list[str]:
        return self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    def position(self, line: int, column: int) -> types.Position:
        """Return the editor's position of a character."""
        codec, width = _CODECS[self.encoding]
        before = self.lines()[line][:column]
        return types.Position(line, len(before.encode(codec)) // width)

    def find(self, words: str, at: int = 0, nth: int = 0) -> types.Position:
        """Return the position `at` characters into the nth place these words stand."""
        for line, text in enumerate(self.lines()):
            start = -1
            while (start := text.find(words, start + 1)) >= 0:
                if nth == 0:
                    return self.position(line, start + at)
                nth -= 1
        raise LookupError(words)

    def of(self, range_: types.Range) -> str:
        """Return the text an editor would mark for a range."""
        codec, width = _CODECS[self.encoding]
        lines = self.lines()[range_.start.line : range_.end.line + 1]
        coded = [line.encode(codec) for line in lines]
        assert range_.end.character * width <= len(coded[-1]), "a range ends past its line"
        coded[-1] = coded[-1][: range_.end.character * width]
        coded[0] = coded[0][range_.start.character * width :]
        return "\n".join(piece.decode(codec) for piece in coded)

    def edited(self, edits: list[types.TextEdit]) -> str:
        """Return the text after edits, as an editor applies them, with line feeds alone."""
        codec, width = _CODECS[self.encoding]
        lines = self.lines()

        def offset(position: types.Position) -> int:
            if position.line >= len(lines):
                return len("\n".join(lines))
            line = lines[position.line].encode(codec)
            column = len(line[: position.character * width].decode(codec))
            return sum(len(text) + 1 for text in lines[: position.line]) + column

        text = "\n".join(lines)
        placed = [(offset(one.range.start), offset(one.range.end), one.new_text) for one in edits]
        placed.sort(key=lambda one: one[:2])
        for at in range(1, len(placed)):
            assert placed[at][0] >= placed[at - 1][1], "edits overlap"
        for start, end, new in reversed(placed):
            text = text[:start] + new.replace("\r\n", "\n") + text[end:]
        return text
