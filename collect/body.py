"""A request's body unpacked: never more than the limit, whatever it claims to be."""

from __future__ import annotations

import zlib
from typing import Final

from toolspec.collect.guard import RefusedError

GZIP: Final = 16 + zlib.MAX_WBITS
DEFLATE: Final = zlib.MAX_WBITS
ENCODINGS: Final = {"gzip": GZIP, "deflate": DEFLATE}


def unpacked(body: bytes, encoding: str, most: int) -> bytes:
    """Return the body without its encoding. Raises RefusedError where it is broken or too large."""
    encoding = encoding.strip().lower()
    if encoding in ("", "identity"):
        return body
    bits = ENCODINGS.get(encoding)
    if bits is None:
        raise RefusedError(415, f"the encoding `{encoding[:40]}` is not read; send gzip")
    unpacker = zlib.decompressobj(bits)
    try:
        data = unpacker.decompress(body, most + 1)
        if len(data) > most:
            raise RefusedError(413, f"unpacked, the body is larger than {most >> 20} MB")
        data += unpacker.flush()
    except zlib.error as error:
        raise RefusedError(400, f"the body is broken {encoding}: {error}") from None
    if not unpacker.eof or unpacker.unused_data:
        raise RefusedError(400, f"the body is not one whole {encoding} stream")
    return data
