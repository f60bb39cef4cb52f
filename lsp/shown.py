"""Text from traces and specs made safe to show in an editor: short, escaped, no controls."""

from __future__ import annotations

import re

LONG = 2000
"""Characters of any one text from a trace that an editor is given."""

# C0 and C1 controls, and the characters that turn the direction of the text around them.
_HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_MARKUP = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>&~:@])")


def plain(text: str, most: int = LONG) -> str:
    r"""Return the text on one line, hidden characters written out, cut where it is long.

    >>> plain("a\x1b[31mb\nc\u202ed")
    'a\\x1b[31mb c\\u202ed'
    """
    cut = text if len(text) <= most else text[:most] + "…"
    shown = _HIDDEN.sub(_written, cut.replace("\r\n", " ").replace("\n", " "))
    return shown.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _written(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def escaped(text: str, most: int = LONG) -> str:
    r"""Return the text so that Markdown shows it as it is: no link, no image, no HTML comes of it.

    >>> escaped("[click](http://x) <b>")
    '\\[click\\]\\(http\\://x\\) \\<b\\>'
    """
    return _MARKUP.sub(r"\\\1", plain(text, most))


def code(text: str, most: int = LONG) -> str:
    """Return the text as inline code, in a fence longer than any run of backticks inside.

    >>> code("a`b")
    '`` a`b ``'
    """
    shown = plain(text, most)
    fence = "`" * (max((len(run) for run in re.findall("`+", shown)), default=0) + 1)
    room = " " if "`" in shown or not shown.strip() else ""
    return f"{fence}{room}{shown}{room}{fence}"


def block(text: str, language: str = "", most: int = LONG) -> str:
    """Return lines as a fenced block, in a fence longer than any run of backticks inside."""
    lines = [plain(line, most) for line in text[: most * 4].split("\n")]
    shown = "\n".join(lines)
    fence = "`" * max(3, max((len(run) for run in re.findall("`+", shown)), default=0) + 1)
    return f"{fence}{language}\n{shown}\n{fence}"
