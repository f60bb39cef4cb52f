"""Text from traces, specs and file names, made safe to print.

A tool's name may hold the codes that move a terminal's cursor, or the marks that make a line read
backwards. Whatever does not print is written out as Python would write it.
"""

from __future__ import annotations

from toolspec.engine.text.visible import visible

_ENDS = str.maketrans({"\n": "\\n", "\r": "\\r", "\t": "\\t"})


def safe(text: str) -> str:
    r"""Return the text on one line, with control, bidi and other invisible characters written out.

    >>> safe("a\x1b[31m\u202eb\n")
    'a\\x1b[31m\\u202eb\\n'
    """
    return visible(text.translate(_ENDS))


def safe_lines(text: str) -> str:
    """Return the text as `safe` does, keeping its line ends: for text of our own making."""
    return "\n".join(safe(line) for line in text.split("\n"))


def short(text: str, most: int) -> str:
    """Return the text made safe, cut to about `most` characters, with a mark where it is cut.

    >>> short("abcdefghij", 6)
    'abcde…'
    """
    # Cut before writing out as well: a megabyte of text need not be looked through to show a line.
    shown = safe(text[: most + 1])
    return shown if len(shown) <= most else shown[: most - 1] + "…"
