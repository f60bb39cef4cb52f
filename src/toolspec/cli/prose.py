"""Lay out Markdown for a terminal: text wrapped, code indented, tables as lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import fill
from typing import Final

WIDTH: Final = 88
_LINK: Final = re.compile(r"\[([^]]*)\]\(\w+\.md\)")
"""A link from one topic to another."""
_BETWEEN_CELLS: Final = re.compile(r"(?<!\\)\|")
_ITEM: Final = re.compile(r"(?:[-*]|\d+\.) ")


def plain_page(markdown: str) -> str:
    r"""Return a page as plain text.

    >>> print(plain_page("# Title\n\n```toolspec\nforbid rm\n```\n\n- one\n- two\n"), end="")
    Title
    <BLANKLINE>
      forbid rm
    <BLANKLINE>
    - one
    - two
    >>> table = "| word | means | unknown |\n| --- | --- | --- |\n| `ok` | fine | never |"
    >>> print(plain_page(table))
      `ok`
          fine; unknown: never
    <BLANKLINE>
    """
    return "\n".join(_lines(markdown)).rstrip("\n") + "\n"


def _lines(markdown: str) -> Iterator[str]:
    fenced = False
    block: list[str] = []
    table: list[list[str]] = []
    for line in [*markdown.rstrip("\n").split("\n"), ""]:
        if line.startswith("```"):
            fenced = not fenced
            continue
        if fenced:
            yield f"  {line}".rstrip()
            continue
        if line.startswith("|"):
            table.append(_cells(line))
            continue
        if table:
            yield from _listed(table)
            table = []
        if block and (not line or _ITEM.match(line)):
            yield _wrapped(block)
            block = []
        if line.startswith("#"):
            yield line.lstrip("# ")
        elif line:
            block.append(_LINK.sub(r"\1", line.strip()))
        else:
            yield ""


def _cells(row: str) -> list[str]:
    cells = _BETWEEN_CELLS.split(_LINK.sub(r"\1", row).strip().removeprefix("|").removesuffix("|"))
    return [cell.strip().replace("\\|", "|") for cell in cells]


def _listed(table: list[list[str]]) -> Iterator[str]:
    """Yield the rows of a table as a list: what is written, and below it what it means.

    The heading of a further column comes before its cells.
    """
    heading, _, *rows = table
    for first, *others in rows:
        yield f"  {first}"
        means = others[:1] + [
            f"{head}: {cell}" for head, cell in zip(heading[2:], others[1:], strict=True) if cell
        ]
        yield fill(
            "; ".join(means), WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 6,
            break_long_words=False, break_on_hyphens=False,
        )  # fmt: skip


def _wrapped(block: list[str]) -> str:
    """Return a paragraph, or one item of a list, broken to a readable width."""
    item = _ITEM.match(block[0])
    indent = " " * len(item[0]) if item else ""
    return fill(
        " ".join(block), WIDTH, subsequent_indent=indent,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
