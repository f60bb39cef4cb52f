"""Markdown for editors that support it, and plain text for others."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lsprotocol import types

_PIECE = re.compile(
    r"^(?P<fence>`{3,})[^\n]*\n(?P<block>.*?)\n(?P=fence)$"
    r"|(?<!`)(?P<tick>`+) ?(?P<code>.+?) ?(?P=tick)(?!`)"
    r"|\\(?P<escaped>[\\`*_{}\[\]()#+\-.!|<>&~:@=])"
    r"|\[(?P<label>(?:\\.|[^\]\\])*)\]\([^)\s]*\)"
    r"|(?P<mark>\*\*)",
    re.MULTILINE | re.DOTALL,
)


def plain_text(markdown: str) -> str:
    r"""Return this server's Markdown as plain text, without fences, marks, links or escapes.

    >>> plain_text("**`rm`** is \\[bad\\], see [line 3](file:///a)")
    'rm is [bad], see line 3'
    """
    return _PIECE.sub(_bare, markdown)


def _bare(piece: re.Match[str]) -> str:
    if piece["label"] is not None:
        return plain_text(piece["label"])
    return piece["block"] or piece["code"] or piece["escaped"] or ""


def content(markdown: str, formats: Sequence[types.MarkupKind | str] | None) -> types.MarkupContent:
    """Return Markdown if the editor supports it, else plain text."""
    if formats and types.MarkupKind.Markdown in formats:
        return types.MarkupContent(types.MarkupKind.Markdown, markdown)
    return types.MarkupContent(types.MarkupKind.PlainText, plain_text(markdown))


def documentation(
    markdown: str, formats: Sequence[types.MarkupKind | str] | None
) -> types.MarkupContent | str | None:
    """Return Markdown as documentation; a bare string if the editor names no formats."""
    if not markdown:
        return None
    return content(markdown, formats) if formats else plain_text(markdown)
