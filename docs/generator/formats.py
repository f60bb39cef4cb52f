"""One page per format and per dialect of spans, and their tables: all from their own files."""

from __future__ import annotations

from generator import cell, marked
from toolspec.cli.render.format_pages import Documented, format_owners, format_page
from toolspec.engine.reading.page import FAMILIES, Family


def pages(folder: str) -> dict[str, str]:
    """Return each page's name and text, of `formats` or `dialects`."""
    return {
        f"{owner.name}.md": marked(owner.source, format_page(owner))
        for owner in format_owners()
        if owner.folder == folder
    }


def sources() -> dict[str, str]:
    """Return the pages by the file of the repository that each is made from."""
    return {owner.source: f"{owner.folder}/{owner.name}.md" for owner in format_owners()}


def of_family(family: Family) -> list[Documented]:
    """Return the formats of one family, in the order they are asked."""
    return [one for one in format_owners() if one.folder == "formats" and one.page.family == family]


def table(*families: Family) -> str:
    """Return the formats of some families, each with a link to its page."""
    return _rows([one for family in families for one in of_family(family)])


def every_table() -> str:
    """Return the formats by family, but for exports, which have a page of their own."""
    parts: list[str] = []
    for family, title in FAMILIES.items():
        if family != "exports":
            parts += [f"### {title}", table(family)]
    return "\n\n".join(parts)


def names(folder: str) -> str:
    """Return what users call the formats or the dialects, one a line."""
    return "\n".join(f"- {one.title}" for one in format_owners() if one.folder == folder)


def dialects_table() -> str:
    """Return the dialects of spans."""
    return _rows([one for one in format_owners() if one.folder == "dialects"])


def _rows(listed: list[Documented]) -> str:
    """Return a table of formats; links lead to their files, and on the site to their pages."""
    rows = [
        f"| [{cell(one.title)}](../{one.source}) "
        f"| {cell(one.page.get)} | {cell(one.page.unknown)} |"
        for one in listed
    ]
    heads = ["| | how to get it | what stays unknown |", "| --- | --- | --- |"]
    return "\n".join([*heads, *rows])
