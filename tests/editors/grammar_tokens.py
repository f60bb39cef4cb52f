"""The words of a spec as the three grammars see them: Lark, tree-sitter, TextMate.

A token is its class and where it is, in characters from the start of the text.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from testbed import EDITORS, GRAMMAR, node_modules, parser_library, program

from toolspec.dsl.document import line_parser as analysis
from toolspec.dsl.parsing.tree import Node
from toolspec.dsl.text.lines import lines, opens
from toolspec.dsl.text.source import Source


class Seen(NamedTuple):
    """A token: keyword, name, reference, key, string, regex, number, constant or comment."""

    start: int
    end: int
    what: str


_FROM_LARK = {
    "NAME": "name",
    "REFERENCE": "reference",
    "KEY": "key",
    "STRING": "string",
    "REGEX": "regex",
    "NUMBER": "number",
    "TRUE": "constant",
    "FALSE": "constant",
    "NULL": "constant",
}

_FROM_QUERY = {
    "function": "name",
    "constant": "reference",
    "property": "key",
    "string": "string",
    "label": "string",
    "string.regexp": "regex",
    "number": "number",
    "boolean": "constant",
    "constant.builtin": "constant",
    "keyword": "keyword",
    "keyword.modifier": "keyword",
    "comment": "comment",
    "comment.documentation": "comment",
}

_FROM_SCOPE = (
    ("comment", "comment"),
    ("string.regexp", "regex"),
    ("string.quoted", "string"),
    ("keyword.operator", ""),
    ("keyword", "keyword"),
    ("storage", "keyword"),
    ("entity.name.function", "name"),
    ("variable.other.reference", "reference"),
    ("variable.other.property", "key"),
    ("constant.numeric", "number"),
    ("constant.language", "constant"),
    ("invalid", "invalid"),
)


def accepts(text: str) -> bool:
    """Tell whether every line parses with the Lark grammar, and cases and blocks open and close."""
    open_heads: list[str] = []
    for line in lines(Source(text)):
        if line.kind != "code":
            continue
        kind = analysis.syntax(line).kind
        if kind == "case_close":
            if not open_heads:
                return False
            open_heads.pop()
        elif kind not in ("rule", "block_open") and (not kind or open_heads):
            return False
        elif opens(line):
            open_heads.append(line.first)
    return not open_heads


def _tokens(node: Node) -> list[tuple[str, int]]:
    inside = [token for one in node.nodes for token in _tokens(one)]
    # `first` and `last` where no other tool follows are tools.
    own = [("NAME" if node.label == "pattern" and kind in ("FIRST", "LAST") else kind, at)
           for kind, at in node.tokens]  # fmt: skip
    return [*own, *inside]


def by_lark(text: str) -> list[Seen]:
    """Return the tokens of an accepted text as the language itself reads them."""
    found: list[Seen] = []
    for line in lines(Source(text)):
        if line.comment:
            found.append(_stripped(text, line.comment_start, len(line.comment), "comment"))
        for word in line.words:
            if word.kind == "comment":
                found.append(_stripped(text, line.start + word.start, len(word.text), "comment"))
        if line.kind != "code":
            continue
        tree = analysis.syntax(line).tree
        assert tree is not None, line.text
        for kind, at in _tokens(tree.top):
            word = tree.words[at]
            what = _FROM_LARK.get(kind) or ("keyword" if word.text.isalpha() else "")
            if what:
                found.append(Seen(line.start + word.start, line.start + word.end, what))
    return sorted(found)


def by_tree_sitter(paths: Sequence[Path]) -> list[list[Seen]]:
    """Return the tokens that the highlight query finds, of each file."""
    query = GRAMMAR / "queries" / "highlights.scm"
    printed = _tree_sitter("query", "--captures", str(query), *map(str, paths)).stdout
    sections = re.split(r"^(\S.*)\n", printed, flags=re.MULTILINE)
    by_path = dict(zip(sections[1::2], sections[2::2], strict=True))
    capture = re.compile(
        r"pattern: *(\d+), capture: \d+ - ([\w.]+), start: \((\d+), (\d+)\), end: \((\d+), (\d+)\)"
    )
    answers: list[list[Seen]] = []
    for path in paths:
        data = path.read_bytes()
        starts = _line_starts(data)
        # Where several patterns take a node, the last of the query wins, as in Neovim.
        winners: dict[tuple[int, int], tuple[int, str]] = {}
        for pattern, name, *place in capture.findall(by_path[str(path)]):
            row, column, end_row, end_column = map(int, place)
            at = (_offset(data, starts, row, column), _offset(data, starts, end_row, end_column))
            if name in _FROM_QUERY:
                winners[at] = max(winners.get(at, (-1, "")), (int(pattern), _FROM_QUERY[name]))
        text = data.decode()
        answers.append(
            sorted(
                Seen(*at, what) for at, (_, what) in winners.items() if text[at[0] : at[1]] != "..."
            )
        )
    return answers


def tree_sitter_accepts(paths: Sequence[Path]) -> list[bool]:
    """Tell of each file whether tree-sitter finds no error in it."""
    done = _tree_sitter("parse", "--quiet", *map(str, paths))
    refused = {line.split("\t")[0].strip() for line in done.stdout.splitlines() if "\t" in line}
    return [str(path) not in refused for path in paths]


def _tree_sitter(command: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    library = ("--lib-path", str(parser_library()), "--lang-name", "toolspec")
    ran = [str(program("tree-sitter")), command, *library, *arguments]
    done = subprocess.run(ran, capture_output=True, text=True, cwd=GRAMMAR)
    # 1 only says that a file holds an error.
    assert done.returncode in (0, 1) and "Error:" not in done.stderr, done.stderr
    return done


def by_text_mate(paths: Sequence[Path]) -> list[list[Seen]]:
    """Return the tokens of each file as the TextMate grammar scopes them."""
    driver = Path(__file__).parent / "textmate_tokens.cjs"
    grammar = EDITORS / "vscode" / "syntaxes" / "toolspec.tmLanguage.json"
    command = ["node", str(driver), str(node_modules()), str(grammar)]
    listed = "\n".join(map(str, paths))
    done = subprocess.run(command, input=listed, capture_output=True, text=True, check=True)
    answers: list[list[Seen]] = []
    for path, rows in zip(paths, json.loads(done.stdout), strict=True):
        text = path.read_bytes().decode()
        start, found = 0, list[Seen]()
        for line, tokens in zip(re.split(r"(?<=\n)|(?<=\r)(?!\n)", text), rows, strict=False):
            for begin, end, scopes in tokens:
                what = _class_of(scopes)
                left = start + len(line.encode("utf-16-le")[: 2 * begin].decode("utf-16-le"))
                right = start + len(line.encode("utf-16-le")[: 2 * end].decode("utf-16-le"))
                # An escape in a string is a token of its own there, and none here.
                if found and found[-1].end == left and found[-1].what == what in _PIECEWISE:
                    left = found.pop().start
                if what and text[left:right].strip():
                    found.append(Seen(left, right, what))
            start += len(line)
        answers.append(
            [_stripped(text, a, b - a, c) if c == "comment" else Seen(a, b, c) for a, b, c in found]
        )
    return answers


_PIECEWISE = ("string", "regex", "comment")


def _class_of(scopes: Sequence[str]) -> str:
    inner = " ".join(scopes)
    for prefix, what in _FROM_SCOPE:
        if re.search(rf"(?:^| ){re.escape(prefix)}(?:\.|$| )", inner):
            return what
    return ""


def _stripped(text: str, start: int, length: int, what: str) -> Seen:
    return Seen(start, start + len(text[start : start + length].rstrip()), what)


def _line_starts(data: bytes) -> list[int]:
    """Return where tree-sitter's rows begin: it counts line feeds alone."""
    return [0, *(match.end() for match in re.finditer(rb"\n", data))]


def _offset(data: bytes, starts: list[int], row: int, column: int) -> int:
    return len(data[: starts[row] + column].decode())
