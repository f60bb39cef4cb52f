"""Text from traces and specs with what cannot be seen in it written out.

Two names that differ must look different: a zero width space, a mark that turns the direction of
the text around it, a tag or a filler that fonts draw as nothing are shown as escapes.
"""

from __future__ import annotations

import re
from collections.abc import Callable

# Printable by Python's book, drawn as nothing by fonts: Unicode's default ignorable code points
# and blanks that are letters or symbols.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U0001d159"
    "\U000e0100-\U000e01ef]"
)
_JOINER, _WIDE_SPACE = "\u200d", "\u3000"

EMOJI_STYLE = "\ufe0f"
"""What makes an emoji of the sign before it."""


def escape(char: str) -> str:
    r"""Return a character as Python writes it where it does not print.

    >>> escape("\x07"), escape("\u202e"), escape("\U000e0041")
    ('\\x07', '\\u202e', '\\U000e0041')
    """
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def visible(text: str, keep: str = "", written: Callable[[str], str] = escape) -> str:
    r"""Return the text with characters that cannot be seen as escapes, those in `keep` apart.

    `written` gives the escape of a character.

    >>> visible("a\u200bb\x1b[31m\u202e"), visible("get\U000e0041"), visible("a\u00a0b")
    ('a\\u200bb\\x1b[31m\\u202e', 'get\\U000e0041', 'a\\xa0b')
    >>> visible("東京　駅 👩‍💻 ❤️") == "東京　駅 👩‍💻 ❤️", visible("a‍b")
    (True, 'a\\u200db')
    """
    if text.isprintable() and _BLANK.search(text) is None:
        return text
    return "".join(
        char if char in keep or _is_seen(text, at, char) else written(char)
        for at, char in enumerate(text)
    )


def is_visible(text: str) -> bool:
    """Tell whether all of a text can be seen."""
    return visible(text) == text


def _is_seen(text: str, at: int, char: str) -> bool:
    if char.isascii():
        return char.isprintable()
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if char == EMOJI_STYLE:
        return _is_emoji(before)
    if char == _JOINER:
        return (_is_emoji(before) or before == EMOJI_STYLE) and _is_emoji(after)
    if char == _WIDE_SPACE:  # as wide as the letters that it is between
        return _is_wide(before) and _is_wide(after)
    return char.isprintable() and _BLANK.match(char) is None


def _is_emoji(char: str) -> bool:
    from unicodedata import category

    return bool(char) and category(char) in ("So", "Sk")


def _is_wide(char: str) -> bool:
    from unicodedata import east_asian_width

    return bool(char) and east_asian_width(char) in "WF" and char != _WIDE_SPACE
