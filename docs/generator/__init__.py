"""What the generated pages hold: each module makes one kind of page."""

from __future__ import annotations

NOTE = "<!-- Generated from {source}: change that, then run `python3 dev.py generate`. -->"


def marked(source: str, text: str) -> str:
    """Return a page with the note that it is generated, and from what, below its heading.

    Above it, the site's search would take the note for a page without a heading.
    """
    heading, _, rest = text.strip().partition("\n")
    return f"{heading}\n\n{NOTE.format(source=source)}\n\n{rest.strip()}\n"


def cell(text: str) -> str:
    """Return a text as a cell of a Markdown table."""
    return text.replace("|", "\\|").replace("\n", " ")
