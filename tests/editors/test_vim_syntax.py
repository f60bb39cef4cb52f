"""The Vim syntax file sees in each word what the language sees in it, on the grammars' corpus.

It knows no structure: a tool whose name is a word of the language looks like that word.
"""

from __future__ import annotations

import json
import os
import subprocess
from bisect import bisect_right
from itertools import accumulate
from pathlib import Path

import pytest
from grammar_tokens import Seen, by_lark
from test_grammars_agree import accepted_texts, conformance_texts, written
from testbed import EDITORS, program

pytestmark = pytest.mark.editor

_GROUPS = {
    "keyword": ("Later", "First", "Mode", "Must"),
    "name": ("Name", "After"),
    "reference": ("Reference",),
    "key": ("Key",),
    "string": ("String", "Escape"),
    "regex": ("Regex",),
    "number": ("Number",),
    "constant": ("Constant",),
    "comment": ("Comment", "Documentation"),
}
_WORDS = ("Later", "First", "Constant", "Mode")

KNOWN = {
    ("number", "1", "Arguments"),  # `<x:1>`, with no space
    ("key", "must", "Later"),  # a key on a further line of an object
    ("key", "list", "Later"),
    ("key", "object", "Later"),
    ("key", "true", "Constant"),
    ("key", "null", "Constant"),
}
"""Words of the corpus that it takes for something else: what, the word, the group."""


def groups(texts: dict[str, str], folder: Path) -> list[list[list[tuple[int, int, str]]]]:
    """Return the runs of groups in each row of each text, in bytes."""
    nvim = program("nvim-0.10")
    listed, answer = folder / "list.txt", folder / "answer.jsonl"
    listed.write_text("".join(f"{path}\n" for path in written(texts, folder)))
    environment = {
        **os.environ,
        "VIMRUNTIME": str(nvim.parents[1] / "share" / "nvim" / "runtime"),
        "HOME": str(folder),
        "LIST": str(listed),
        "SYNTAX": str(EDITORS / "nvim" / "syntax" / "toolspec.vim"),
        "ANSWER": str(answer),
    }
    driver = Path(__file__).parent / "vim_tokens.lua"
    command = [str(nvim), "--headless", "-u", "NONE", "-c", f"luafile {driver}"]
    subprocess.run(command, env=environment, check=True, timeout=300, capture_output=True)
    return [json.loads(line) for line in answer.read_text().splitlines()]


def wrong(text: str, rows: list[list[tuple[int, int, str]]]) -> list[tuple[Seen, str]]:
    """Return the words that have another group than the language's, with that group."""
    lines = text.split("\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    found: list[tuple[Seen, str]] = []
    for token in by_lark(text):
        row = bisect_right(starts, token.start) - 1
        column = len(lines[row][: token.start - starts[row]].encode())
        names = [name for begin, end, name in rows[row] or [] if begin <= column < end]
        group = names[0].removeprefix("toolspec") if names else ""
        if group not in _GROUPS[token.what]:
            found.append((token, group))
    return found


def test_each_word_has_the_group_of_what_it_is(shared: Path, tmp_path: Path) -> None:
    texts = {**accepted_texts(), **conformance_texts(shared)}
    texts = {name: text for name, text in texts.items() if not {"\r", "\ufeff"} & {*text}}
    off: list[str] = []
    for text, rows in zip(texts.values(), groups(texts, tmp_path), strict=True):
        for token, group in wrong(text, rows):
            word = text[token.start : token.end]
            if token.what == "name" and group in _WORDS:
                continue
            if (token.what, word, group) not in KNOWN:
                off.append(f"{word} is a {token.what}, and {group or 'nothing'} there:\n{text}")
    if off:
        pytest.fail(f"{len(off)}\n" + "\n".join(off[:10]))
