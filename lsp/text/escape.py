"""Make text from traces and specs safe to show: short, escaped, without control characters."""

from __future__ import annotations

import re

from toolspec.engine.text.visible import visible

LONG = 2000
"""Maximum characters of one text from a trace."""

_MARKUP = re.compile(
    r"""
    \\(?=[!-/:-@\[-`{-~]|$)      # an escape; before a letter it is only itself, as in C:\Users
    | [`*\[\]~]                  # code, emphasis, links and images
    | (?<!\w)_+ | _+(?!\w)       # emphasis; inside a word it is none: issue_refund
    | !$                         # an image, where a link of ours follows
    | <(?!\s|=\s|[\w-]+:\s)      # HTML, and addresses in angles; not <to: "x"> of a rule
    | &(?=\#?\w+;)               # a named character
    | :(?=//)                    # addresses that become links by themselves
    | (?<=www)\.
    | (?<=[\w.+-])@(?=\w)
    | (?<=\])\(                  # a link, for who overlooks the escape before
    """,
    re.VERBOSE | re.IGNORECASE,
)

_CELL = re.compile(rf"{_MARKUP.pattern} | \|", _MARKUP.flags)

_BLOCK = re.compile(
    r"""^(?:
    \#(?=\#{0,5}(?:\s|$))        # a heading
    | >                          # a quotation
    | [-+](?=[\s+-]|$)           # a list, a rule, a heading by what stands below it
    | =(?=[=\s]*$)
    | [-|:](?=[-|:\s]*$)         # a table, by its second line
    | (?P<number>\d{1,9})[.)](?=\s|$)
    )""",
    re.VERBOSE,
)
"""Line starts that Markdown reads as something other than a paragraph."""


def plain(text: str, most: int = LONG) -> str:
    r"""Return the text on one line, shortened, with invisible characters as escapes.

    >>> plain("a\x1b[31mb\nc\u202ed")
    'a\\x1b[31mb c\\u202ed'
    """
    cut = text if len(text) <= most else text[:most] + "…"
    return visible(cut.replace("\r\n", " ").replace("\n", " "), keep="\t")


def escaped(text: str, most: int = LONG) -> str:
    r"""Return the text escaped for Markdown, so that it contains no link, image or HTML.

    Only what has a meaning is escaped, because some editors show the backslashes.

    >>> escaped("[click](http://x) <b>")
    '\\[click\\]\\(http\\://x) \\<b>'
    >>> escaped("issue_refund -> a.b (2 < 3), not _so_")
    'issue_refund -> a.b (2 < 3), not \\_so\\_'
    """
    return _BLOCK.sub(_first_escaped, _MARKUP.sub(_each_escaped, plain(text, most).strip()))


def cell(text: str, most: int = LONG) -> str:
    r"""Return the text escaped for a cell of a Markdown table.

    >>> cell("a | b")
    'a \\| b'
    """
    return _CELL.sub(_each_escaped, plain(text, most).strip())


def _each_escaped(match: re.Match[str]) -> str:
    return "".join(f"\\{sign}" for sign in match[0])


def _first_escaped(match: re.Match[str]) -> str:
    number = match["number"] or ""
    return f"{number}\\{match[0][len(number) :]}"


def code(text: str, most: int = LONG) -> str:
    """Return the text as inline code, in a fence longer than any run of backticks inside.

    >>> code("a`b")
    '`` a`b ``'
    """
    shown = plain(text, most)
    fence = "`" * (max((len(run) for run in re.findall("`+", shown)), default=0) + 1)
    room = " " if "`" in shown or not shown.strip() else ""
    return f"{fence}{room}{shown}{room}{fence}"


def in_fence(text: str, language: str = "", most: int = LONG) -> str:
    """Return lines as a fenced block, in a fence longer than any run of backticks inside."""
    lines = [plain(line, most) for line in text[: most * 4].split("\n")]
    shown = "\n".join(lines)
    fence = "`" * max(3, max((len(run) for run in re.findall("`+", shown)), default=0) + 1)
    return f"{fence}{language}\n{shown}\n{fence}"
