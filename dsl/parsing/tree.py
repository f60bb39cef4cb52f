"""A line's tree: what the grammar calls its pieces, and the words they are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from toolspec.dsl.text.lexer import Token


class Node:
    """A piece of a line.

    `label` is what the grammar calls it; `tokens` are its own tokens, each with its type and the
    index of its word; `nodes` are the pieces inside it. `first` and `last` are the indexes of the
    words it lies between. It holds no word itself, so that lines of one shape share it.
    """

    __slots__ = ("first", "label", "last", "nodes", "tokens")

    def __init__(
        self,
        label: str,
        tokens: tuple[tuple[str, int], ...],
        nodes: tuple[Node, ...],
        first: int,
        last: int,
    ) -> None:
        self.label, self.tokens, self.nodes = label, tokens, nodes
        self.first, self.last = first, last


class Tree(NamedTuple):
    """A line's whole piece, and the words it counts: the line's, without comments."""

    top: Node
    words: Sequence[Token]
