"""What the generated pages hold: each module makes one kind of page."""

from __future__ import annotations

NOTE = "<!-- Generated from {source}: change that, then run `python3 dev.py golden`. -->"


def marked(source: str, text: str) -> str:
    """Return a page with the note that it is generated, and from what."""
    return f"{NOTE.format(source=source)}\n\n{text.strip()}\n"


def cell(text: str) -> str:
    """Return a text as a cell of a Markdown table."""
    return text.replace("|", "\\|").replace("\n", " ")
