"""Texts that are encoded once more: JSON as base64 or hex, packed by gzip before or not."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Iterator
from typing import Final

from toolspec.engine.json_value import LISTS, Json

CHARACTERS_MAX: Final = 1_000_000
"""So much of a text is decoded, and unpacked to no more."""

_BEGINNINGS: Final = (
    *("eyI", "eyJ", "eyA", "ewo", "ewk", "ew0", "W3s", "Wwo", "WyJ", "WyA"),
    *("IHs", "IFs", "ICA", "ICB", "Cns", "Cls", "CiA", "DQp", "CXs", "77u/"),
    *("H4sI", "eJw", "eNo", "eAE", "eF4", "//57", "//5b", "/v8A", "ewA", "WwA"),
)
_STREAMS: Final = ("ZXZlbnQ6", "ZGF0YTo")
"""How base64 begins of an object or a list, after blanks too, in UTF-16 or packed by gzip or zlib,
and of server-sent events."""

_HEX: Final = (
    *("7b22", "7b20", "7b0a", "5b7b", "5b22", "207b", "205b", "1f8b08", "789c", "78da"),
    *("7B22", "7B20", "7B0A", "5B7B", "5B22", "207B", "205B", "1F8B08", "789C", "78DA"),
)
_BASE_32: Final = ("PMR", "PMQ", "PMF", "LN5", "LMR", "LNNQ")
_ENCODED: Final = (*_BEGINNINGS, *_STREAMS, *_HEX, *_BASE_32)
_DATA: Final = "data:"
"""How an address begins that holds its own content: `data:application/json;base64,eyJ...`."""
_WORDS: Final = re.compile(r"[A-Za-z0-9+/_-]{24,}={0,2}")
_ESCAPES: Final = re.compile(r"\\u([0-9a-fA-F]{4})").sub
_PACKED: Final = (b"\x1f\x8b", b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")
_GZIP_OR_ZLIB: Final = 47
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


_BEGIN: Final = frozenset(beginning[:3] for beginning in (*_ENCODED, _DATA))


def may_open(text: str) -> bool:
    """Tell whether a text may be an object or a list, as JSON or encoded: few texts begin so.

    Most attributes of spans are words, and this is all that is asked about them.

    >>> may_open("chat"), may_open(' {"a": 1}'), may_open("eyJhIjogMX0=")
    (False, True, True)
    """
    return not text[:1].isalnum() or text[:3] in _BEGIN


def decoded_text(text: str) -> str | None:
    """Return the JSON text that a word is in base64 or hex, None where it is none.

    >>> decoded_text("eyJuYW1lIjogImdvIn0="), decoded_text("eyJoZWxsbw"), decoded_text("Hello")
    ('{"name": "go"}', '{"hello', None)
    """
    if text[:3] not in _BEGIN:
        return None
    if text.startswith(_DATA):
        text = text[: CHARACTERS_MAX + 1].partition(";base64,")[2]
    if not text.startswith(_ENCODED) or len(text) > CHARACTERS_MAX:
        return None
    plain = text.strip().rstrip("=").translate(_URL)
    try:
        if text.startswith(_HEX):
            data = binascii.unhexlify(plain)
        elif text.startswith(_BASE_32) and plain.isalnum() and plain.isupper():
            data = base64.b32decode(plain + "=" * (-len(plain) % 8))
        else:
            data = binascii.a2b_base64(plain + "=" * (-len(plain) % 4), strict_mode=True)
        if data.startswith(_PACKED):
            data = zlib.decompressobj(wbits=_GZIP_OR_ZLIB).decompress(data, CHARACTERS_MAX)
        return _text_of(data)
    except (ValueError, zlib.error):
        return None


def _text_of(data: bytes) -> str:
    """Return bytes as text. Raises ValueError where they are none."""
    if data.startswith(_UTF_16):
        return data.decode("utf-16")
    if data[1:2] == b"\0":
        return data.decode("utf-16-le")
    return data.decode("utf-8-sig")


_URL: Final = str.maketrans("-_", "+/")


def text_of_numbers(value: Json) -> str | None:
    r"""Return the JSON text whose bytes a list of numbers is, as Node writes a `Buffer`.

    >>> text_of_numbers(list(b'{"name": "go"}')), text_of_numbers([123, 1]), text_of_numbers([7])
    ('{"name": "go"}', '{\x01', None)
    """
    if not isinstance(value, LISTS) or not value or value[0] not in _OPENING:
        return None
    numbers = [item for item in value[:CHARACTERS_MAX] if isinstance(item, int)]
    try:
        return bytes(numbers).decode() if len(numbers) > 1 else None
    except ValueError:
        return None


_OPENING: Final = tuple(b"[{")


def decoded_words(text: str) -> Iterator[str]:
    """Yield what the encoded words in a text are, as far as they begin like JSON.

    A text whose quotes are written as in addresses or as escapes is yielded with plain ones.
    """
    if "%22" in text or "\\u0022" in text or "&quot;" in text:
        yield unescaped(text[:CHARACTERS_MAX])
    if not any(beginning in text for beginning in _ENCODED):
        return
    left = CHARACTERS_MAX
    for word in _WORDS.finditer(text):
        inner = decoded_text(word[0]) if len(word[0]) <= left else None
        if inner is not None:
            left -= len(word[0])
            yield inner


def unescaped(text: str) -> str:
    r"""Return a text with its letters and quotes as such: they may be escaped as in addresses.

    >>> unescaped("%22go%22"), unescaped(r"\u0067o"), unescaped("&quot;go&quot;"), unescaped("go")
    ('"go"', 'go', '"go"', 'go')
    """
    if "\\u" in text:
        text = _ESCAPES(lambda escape: chr(int(escape[1], 16)), text)
    if "%" in text:
        from urllib.parse import unquote  # seldom needed, and costs an import, as does the next

        text = unquote(text)
    if "&" in text:
        from html import unescape

        text = unescape(text)
    return text
