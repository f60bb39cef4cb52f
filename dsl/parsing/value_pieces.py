"""What values are read from: the pieces of a node, in order, and what reads single words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from toolspec.dsl.parsing.tree import Node
from toolspec.dsl.problem import LineDiagnostic
from toolspec.dsl.text.lexer import Token
from toolspec.engine.match.regex import Regex
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.match.values import ValuePattern

Piece = tuple[str, int] | Node


class Leaves(Protocol):
    """What reads the words of a line: `Meaning` of `dsl/parsing/values.py`."""

    words: Sequence[Token]
    doubts: list[LineDiagnostic]
    report: Callable[[LineDiagnostic], None]
    resolve: Callable[[Token], ToolPattern | ValuePattern | None]

    def string(self, word: Token) -> str:
        """Return the text a string means."""
        ...

    def number(self, word: Token, may_be_text: bool = False) -> int | float:
        """Return a number."""
        ...

    def regex(self, word: Token) -> Regex:
        """Return a regex."""
        ...


def pieces(node: Node) -> list[Piece]:
    """Return what a node has between its signs, in the order it is written."""
    operands = [token for token in node.tokens if token[0] not in ("PIPE", "AMPERSAND")]
    if not node.nodes:
        return list(operands)
    nodes: list[Piece] = [*operands, *node.nodes]
    return sorted(nodes, key=first_word)


def first_word(piece: Piece) -> int:
    """Return the index of a piece's first word."""
    return piece.first if isinstance(piece, Node) else piece[1]
