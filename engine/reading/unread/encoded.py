"""Texts that are encoded once more: JSON as base64 or hex, packed by gzip before or not."""

from __future__ import annotations

import binascii
import re
import zlib
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from toolspec.engine.json_value import Json

CHARACTERS_MAX: Final = 1_000_000
"""So much of a text is decoded, and unpacked to no more."""

_BEGINNINGS: Final = ("eyI", "eyJ", "eyA", "ewo", "ewk", "ew0", "W3s", "Wwo", "WyJ", "H4sI")
_STREAMS: Final = ("ZXZlbnQ6", "ZGF0YTo")
"""How base64 begins of an object, a list, what gzip packed, and server-sent events."""

_HEX: Final = ("7b22", "7b20", "7b0a", "5b7b", "5b22", "1f8b08", "7B22", "5B7B", "1F8B08")
_ENCODED: Final = (*_BEGINNINGS, *_STREAMS, *_HEX)
_WORDS: Final = re.compile(r"[A-Za-z0-9+/_-]{24,}={0,2}")
_ESCAPES: Final = re.compile(r"\\u([0-9a-fA-F]{4})").sub
_GZIP: Final = b"\x1f\x8b"


def decoded_text(text: str) -> str | None:
    """Return the JSON text that a word is in base64 or hex, None where it is none.

    >>> decoded_text("eyJuYW1lIjogImdvIn0="), decoded_text("eyJoZWxsbw"), decoded_text("Hello")
    ('{"name": "go"}', '{"hello', None)
    """
    if not text.startswith(_ENCODED) or len(text) > CHARACTERS_MAX:
        return None
    plain = text.strip().rstrip("=").translate(_URL)
    try:
        if text.startswith(_HEX):
            data = binascii.unhexlify(plain)
        else:
            data = binascii.a2b_base64(plain + "=" * (-len(plain) % 4), strict_mode=True)
        if data.startswith(_GZIP):
            data = zlib.decompressobj(wbits=31).decompress(data, CHARACTERS_MAX)
        return data.decode()
    except (ValueError, zlib.error):
        return None


_URL: Final = str.maketrans("-_", "+/")


def text_of_numbers(value: Json) -> str | None:
    r"""Return the JSON text whose bytes a list of numbers is, as Node writes a `Buffer`.

    >>> text_of_numbers(list(b'{"name": "go"}')), text_of_numbers([123, 1]), text_of_numbers([7])
    ('{"name": "go"}', '{\x01', None)
    """
    if not isinstance(value, list | tuple) or not value or value[0] not in _OPENING:
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
    if "%22" in text:
        yield unquote(text[:CHARACTERS_MAX])
    if "\\u0022" in text:
        yield _ESCAPES(lambda escape: chr(int(escape[1], 16)), text[:CHARACTERS_MAX])
    if not any(beginning in text for beginning in _ENCODED):
        return
    left = CHARACTERS_MAX
    for word in _WORDS.finditer(text):
        inner = decoded_text(word[0]) if len(word[0]) <= left else None
        if inner is not None:
            left -= len(word[0])
            yield inner
