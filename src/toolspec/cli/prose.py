"""Lay out Markdown for a terminal: headings, paragraphs and lists wrapped, code indented."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import fill
from typing import Final

WIDTH: Final = 88
_LINK: Final = re.compile(r"\[([^]]*)\]\(\w+\.md\)")
"""A link from one topic to another."""
_ITEM: Final = re.compile(r"(?:[-*]|\d+\.) ")


def laid_out(markdown: str) -> str:
    r"""Return a page as plain text.

    >>> print(laid_out("# Title\n\n```toolspec\nforbid rm\n```\n\n- one\n- two\n"), end="")
    Title
    <BLANKLINE>
      forbid rm
    <BLANKLINE>
    - one
    - two
    """
    return "\n".join(_lines(markdown)).rstrip("\n") + "\n"


def _lines(markdown: str) -> Iterator[str]:
    fenced = False
    block: list[str] = []
    for line in [*markdown.rstrip("\n").split("\n"), ""]:
        if line.startswith("```"):
            fenced = not fenced
            continue
        if fenced:
            yield f"  {line}".rstrip()
            continue
        if block and (not line or _ITEM.match(line)):
            yield _wrapped(block)
            block = []
        if line.startswith("#"):
            yield line.lstrip("# ")
        elif line:
            block.append(_LINK.sub(r"\1", line.strip()))
        else:
            yield ""


def _wrapped(block: list[str]) -> str:
    """Return a paragraph, or one item of a list, broken to a readable width."""
    item = _ITEM.match(block[0])
    indent = " " * len(item[0]) if item else ""
    return fill(
        " ".join(block), WIDTH, subsequent_indent=indent,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
