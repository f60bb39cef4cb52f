"""Parse a line; of the lines that differ only in their names and values, the parser reads one.

A spec of a thousand rules has some dozens of shapes. Which tree a line has depends on the sorts of
its words alone, so it is the tree of the first line of its shape with other words in it. Where the
sorts do not tell all, the parser reads each. Tests hold the trees of known shapes against the
parser's own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from toolspec.dsl.grammar import line_parser
from toolspec.dsl.parsing.tree import Node, Tree
from toolspec.dsl.text.lexer import Token
from toolspec.dsl.text.lines import LogicalLine
from toolspec.dsl.text.memory import MEGABYTE, Memory

_BY_SORT = frozenset({"string", "number", "regex", "variable"})
_BY_TEXT = frozenset({"sign", "compare", "arrow", "dots"})

_shapes: Memory[tuple[str, ...], Node] = Memory(
    4 * MEGABYTE, lambda node: 200 + 200 * (node.last - node.first)
)


def forget() -> None:
    """Forget every shape: for tests and measurements."""
    _shapes.clear()


def parse(line: LogicalLine) -> Tree:
    """Return the tree of a line of code. Raises Lark's UnexpectedInput where it has none."""
    words = line.words
    if "#" in line.text:
        words = [word for word in words if word.kind != "comment"]
    sorts = _sorts(line.text, words)
    top = None if sorts is None else _shapes.get(sorts)
    if top is not None:
        return Tree(top, words)
    tree = read(line.text, words)
    # The scanner is held to the parser here: a shape says nothing where they cut words apart.
    if sorts is not None and list(map(id, words)) == list(map(id, tree.words)):
        _shapes.put(sorts, tree.top)
    return tree


def read(text: str, cut: Sequence[Token] = ()) -> Tree:
    """Return the tree that the parser reads. Raises Lark's UnexpectedInput where there is none.

    Of the words already `cut` out of the text the tree holds those that the parser cuts alike.
    """
    parser: Any = line_parser()
    words: list[Token] = []
    return Tree(node_of(parser.parse(text).children[0], words, cut), words)


def node_of(tree: Any, words: list[Token], cut: Sequence[Token] = ()) -> Node:
    """Return Lark's tree as a node; add its words, which come in the order of the text.

    The tree is taken apart on the way: of a long line, two trees at once are much to hold.
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


@lru_cache(maxsize=1)
def _grammar_words() -> frozenset[str]:
    """Return the words that are not a name wherever they stand."""
    parser: Any = line_parser()
    found = (re.match(r"([a-z]+)(\??)", terminal.pattern.value) for terminal in parser.terminals)
    words = [match for match in found if match]
    singular = [match[1][:-1] for match in words if match[2]]  # `calls?`
    return frozenset([*(match[1] for match in words), *singular])


def _sorts(text: str, words: list[Token]) -> tuple[str, ...] | None:
    """Return what a line's tree depends on; None where that is more than the sorts of its words.

    Of a word of the grammar it is the word and the space behind it, which some look at.
    """
    own = _grammar_words()
    found: list[str] = []
    behind = -1
    for sort, word, start, end in words:
        if behind >= 0:
            found[-1] += text[behind:start]
            behind = -1
        if sort in _BY_SORT:
            found.append("#" + sort)  # `number` is a word of the language too
        elif sort in _BY_TEXT:
            found.append(word)
        elif sort not in ("name", "key"):
            return None
        elif word in own:
            found.append(word)
            behind = end
        elif word[0] == "@":
            if "*" in word:
                return None
            found.append("@")
        else:
            found.append(sort)
    return tuple(found)
