"""Parse a line; of the lines that differ only in their names and values, the parser reads one.

A spec of a thousand rules has some dozens of shapes. Which tree a line has depends on the sorts of
its words alone, so it is the tree of the first line of its shape with other words in it. Where the
sorts do not tell all, the parser reads each. Tests hold the trees of known shapes against the
parser's own.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from toolspec.dsl.grammar import line_parser
from toolspec.dsl.lines import Line
from toolspec.dsl.memory import MEGABYTE, Memory
from toolspec.dsl.scan import Word
from toolspec.dsl.tree import Node, Tree

_BY_SORT = frozenset({"string", "number", "regex"})
_BY_TEXT = frozenset({"sign", "arrow", "dots"})

_shapes: Memory[tuple[str, ...], Node] = Memory(
    4 * MEGABYTE, lambda node: 200 + 200 * (node.last - node.first)
)


def forget() -> None:
    """Forget every shape: for tests and measurements."""
    _shapes.clear()


def parse(line: Line) -> Tree:
    """Return the tree of a line of code. Raises Lark's UnexpectedInput where it has none."""
    words = line.words
    if "#" in line.text:
        words = [word for word in words if word.kind != "comment"]
    sorts = _sorts(line.text, words)
    top = None if sorts is None else _shapes.get(sorts)
    if top is not None:
        return Tree(top, words)
    tree = read(line.text)
    # The scanner is held to the parser here: a shape says nothing where they cut words apart.
    if sorts is not None and [word[2:] for word in words] == [word[2:] for word in tree.words]:
        _shapes.put(sorts, tree.top)
    return tree


def read(text: str) -> Tree:
    """Return the tree that the parser reads. Raises Lark's UnexpectedInput where there is none."""
    parser: Any = line_parser()
    words: list[Word] = []
    return Tree(node_of(parser.parse(text).children[0], words), words)


def node_of(tree: Any, words: list[Word]) -> Node:
    """Return Lark's tree as a node; add its words, which come in the order of the text."""
    first = len(words)
    tokens: list[tuple[str, int]] = []
    nodes: list[Node] = []
    for child in tree.children:
        if hasattr(child, "data"):
            nodes.append(node_of(child, words))
        else:
            tokens.append((child.type, len(words)))
            words.append(Word(child.type.lower(), str(child), child.start_pos, child.end_pos))
    return Node(str(tree.data), tuple(tokens), tuple(nodes), first, len(words) - 1)


@lru_cache(maxsize=1)
def _grammar_words() -> frozenset[str]:
    """Return the words that are not a name wherever they stand."""
    parser: Any = line_parser()
    found = (re.match("[a-z]+", terminal.pattern.value) for terminal in parser.terminals)
    return frozenset(match[0] for match in found if match)


def _sorts(text: str, words: list[Word]) -> tuple[str, ...] | None:
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
            found.append(sort)
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
