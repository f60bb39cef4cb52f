"""A line's tree: what the grammar calls its pieces, and the words they are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from toolspec.dsl.grammar import line_parser
from toolspec.dsl.text.lexer import Token
from toolspec.dsl.text.lines import LogicalLine


class Node:
    """A piece of a line.

    `label` is what the grammar calls it; `tokens` are its own tokens, each with its type and the
    index of its word; `nodes` are the pieces inside it. `first` and `last` are the indexes of the
    words it is between.
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


class LineTree(NamedTuple):
    """A line's whole piece, and the words it counts: the line's, without comments."""

    top: Node
    words: Sequence[Token]


def line_tree(line: LogicalLine) -> LineTree:
    """Return the tree of a line of code. Raises Lark's UnexpectedInput where it has none."""
    cut = line.words
    if "#" in line.text:
        cut = [word for word in cut if word.kind != "comment"]
    parser: Any = line_parser()
    words: list[Token] = []
    return LineTree(node_of(parser.parse(line.text).children[0], words, cut), words)


def node_of(tree: Any, words: list[Token], cut: Sequence[Token] = ()) -> Node:
    """Return Lark's tree as a node; add its words, which come in the order of the text.

    Words that were already `cut` out of the text are used again where the parser cuts alike. Lark's
    tree is emptied on the way: two trees of a long line at once take much memory.
    """
    first = len(words)
    tokens: list[tuple[str, int]] = []
    nodes: list[Node] = []
    children, tree.children = tree.children, []
    children.reverse()
    while children:
        child = children.pop()
        if hasattr(child, "data"):
            nodes.append(node_of(child, words, cut))
        else:
            at = len(words)
            tokens.append((child.type, at))
            words.append(_alike(child, cut[at]) if at < len(cut) else _word(child))
    return Node(str(tree.data), tuple(tokens), tuple(nodes), first, len(words) - 1)


def _word(token: Any) -> Token:
    return Token(token.type.lower(), str(token), token.start_pos, token.end_pos)


def _alike(token: Any, word: Token) -> Token:
    same = word.start == token.start_pos and word.end == token.end_pos
    return word if same else _word(token)
