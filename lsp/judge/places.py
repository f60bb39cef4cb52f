"""Find the lines and columns of all calls of a trace in one pass over its file.

`engine.locate` finds one value at a time, so a thousand calls would take a thousand passes.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from toolspec.engine.trace import Place

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{},:]|[^\s\[\]{},:"]+', re.DOTALL)


def locate_all(text: str, places: Sequence[Place]) -> list[tuple[int, int]]:
    r"""Return the line and column (from 1) of each place; (0, 0) if it is not in the text.

    >>> locate_all("[1,\n {\"a\": 2}]", [Place(1, (1, "a")), Place(1, (0,)), Place(1, (7,))])
    [(2, 8), (1, 2), (0, 0)]
    """
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    positions = [(0, 0)] * len(places)
    by_line: dict[int, dict[Any, Any]] = {}
    for at, place in enumerate(places):
        node = by_line.setdefault(place.line, {})
        for part in place.pointer:
            node = node.setdefault(part, {})
        node.setdefault(None, []).append(at)
    for line, tree in by_line.items():
        if not 1 <= line <= len(starts):
            continue
        opening = re.compile(r"[\[{]").search(text, starts[line - 1])
        if opening is None:
            continue
        for at, offset in _walk(text, opening.start(), tree):
            row = bisect_right(starts, offset)
            positions[at] = (row, offset - starts[row - 1] + 1)
    return positions


def _walk(text: str, start: int, tree: dict[Any, Any]) -> list[tuple[int, int]]:
    """Return the index and offset of every place in a tree of pointers, for one document."""
    offsets: list[tuple[int, int]] = [(at, start) for at in tree.get(None, ())]
    # For each open object or list: its part of the tree (None: nothing in it is wanted), whether it
    # is a list, its current index, and the key read last.
    stack: list[list[Any]] = []
    for token in _TOKEN.finditer(text, start):
        mark = token[0]
        if mark in ("}", "]"):
            if stack:
                stack.pop()
            if not stack:
                break
            continue
        if mark == ",":
            if stack:
                stack[-1][2] += 1
                stack[-1][3] = None
            continue
        if mark == ":":
            continue
        node: dict[Any, Any] | None = tree if not stack else None
        if stack:
            above, is_list, index, key = stack[-1]
            if not is_list and key is None:
                stack[-1][3] = mark
                continue
            if above is not None:
                node = above.get(index if is_list else _key(key))
                if node is not None:
                    offsets += [(at, token.start()) for at in node.get(None, ())]
        if mark in ("{", "["):
            stack.append([node, mark == "[", 0, None])
        elif not stack:
            break
    return offsets


def _key(written: str) -> str:
    if "\\" not in written:
        return written[1:-1]
    try:
        return str(json.loads(written))
    except ValueError:
        return written
