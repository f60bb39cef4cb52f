"""Text from traces, specs and file names, made safe to print.

A tool's name may hold the codes that move a terminal's cursor, or the marks that make a line read
backwards. Whatever does not print is written out as Python would write it.
"""

from __future__ import annotations

# Not printable by Unicode's book, yet harmless and part of ordinary words and emoji.
_HARMLESS = frozenset("\u00a0\u200d\u3000")


def safe(text: str) -> str:
    r"""Return the text on one line, with control, bidi and other invisible characters written out.

    >>> safe("a\x1b[31m\u202eb\n")
    'a\\x1b[31m\\u202eb\\n'
    """
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char in _HARMLESS else _written(char) for char in text
    )


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


def _written(char: str) -> str:
    if char in "\n\r\t":
        return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}[char]
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
