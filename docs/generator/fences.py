"""Blocks of toolspec code on the site, coloured by what the language itself reads in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from toolspec.dsl.read import read
from toolspec.lsp.text.symbols_in_line import colours

CLASSES = {
    "keyword": "k",
    "tool": "nf",
    "reference": "nd",
    "bound": "nv",
    "property": "na",
    "string": "s",
    "regexp": "sr",
    "number": "m",
    "comment": "c",
    "operator": "o",
}
"""What a word is, and the class by which the theme's style sheet colours it."""


def toolspec(
    source: str, language: str, css_class: str, options: Mapping[str, str], md: Any, **more: Any
) -> str:
    """Return a block as HTML; one that is marked `refused` says so above the code."""
    del language, css_class, md, more  # what every fence is called with
    code = "".join(_pieces(source.rstrip("\n") + "\n"))
    label = '<span class="filename">refused</span>' if "refused" in options else ""
    inner = f"{label}<pre><span></span><code>{code}</code></pre>"
    return f'<div class="language-toolspec highlight">{inner}</div>'


def options(language: str, inputs: Mapping[str, str], taken: dict[str, str], *more: Any) -> bool:
    """Take the words after the fence's language: `refused` is the only one there is."""
    del language, more
    taken.update(inputs)
    return set(inputs) <= {"refused"}


def _pieces(text: str) -> Iterator[str]:
    at = 0
    colours_in_order = (colour for entry in read(text).entries for colour in colours(entry))
    for (start, end), what in colours_in_order:
        yield escape(text[at:start], quote=False)
        yield f'<span class="{CLASSES[what]}">{escape(text[start:end], quote=False)}</span>'
        at = end
    yield escape(text[at:], quote=False)
