"""From the bytes of a file to text or to protobuf messages: compression, encoding, framing.

Everything is told by content, never by the file's name.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.limits import MEGABYTE, Limits
from toolspec.engine.reading.unread.pieces import piece_in_bytes
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import Note

GZIP: Final = b"\x1f\x8b"
ZSTD: Final = b"\x28\xb5\x2f\xfd"
LAYERS_MAX: Final = 3
_JSON_NAME: Final = rb"\.(?:json|jsonl|eval|ndjson|pb)"
"""In the names of an archive's files: such an archive may well hold traces."""

TABLES: Final = (b"PAR1", b"ARROW1")
"""How Parquet and Arrow tables begin."""

_PASSED_OVER: Final = b"\x2a\x4d\x18"
"""After a first byte from 0x50 to 0x5F: a frame that holds nothing of the file."""

_CHUNK_BYTES: Final = MEGABYTE
_PIECE_BYTES: Final = 64 * 1024
_FIRST_PIECE_BYTES: Final = 512
"""What is after a part of gzip is handed back, so that of a short one little is copied."""

_ZSTD_PIECE_BYTES: Final = 2048
"""Four bytes can make 128 kB, and nothing bounds what one piece makes: so it is 64 MB at most."""


class Unpacked(NamedTuple):
    """A file's content: `text`, or else `messages` of OTLP protobuf.

    `compression` names the layers from the outside in; None for none.
    """

    text: str | None
    messages: tuple[bytes, ...]
    compression: str | None


def unpack(data: bytes, limits: Limits, notes: list[Note], *, salvage: bool) -> Unpacked:
    """Return the content of a file's bytes. Raises TraceError where it is neither text nor OTLP."""
    layers: list[str] = []
    for _ in range(LAYERS_MAX):
        if data.startswith(GZIP):
            data = _gunzip(data, limits, notes, salvage)
            layers.append("gzip")
        elif is_zstd(data):
            data = unzstd(data, limits, notes, salvage)
            layers.append("zstd")
        else:
            break
    if data.startswith(GZIP) or is_zstd(data):
        raise TraceError(f"compressed more than {LAYERS_MAX} times over", hint="unpack it first")
    messages = _framed(data, notes, salvage)
    if messages is not None:
        if any(map(is_zstd, messages)):
            layers.append("zstd, message by message")
            left = limits.unpacked_bytes_max
            unpacked: list[bytes] = []
            for message in messages:
                bounds = limits._replace(unpacked_bytes_max=left)
                plain = unzstd(message, bounds, notes, salvage) if is_zstd(message) else message
                unpacked.append(plain)
                left -= len(plain)
            messages = tuple(unpacked)
        compression = "+".join(layers) or None
        if all(message.lstrip()[:1] in (b"{", b"[") for message in messages):
            return Unpacked(text_of_bytes(b"\n".join(messages)), (), compression)
        return Unpacked(None, messages, compression)
    compression = "+".join(layers) or None
    if looks_like_otlp(data):
        return Unpacked(None, (data,), compression)
    return Unpacked(text_of_bytes(data), (), compression)


def _gunzip(data: bytes, limits: Limits, notes: list[Note], salvage: bool) -> bytes:
    import zlib

    parts: list[bytes] = []
    total = at = 0
    view = memoryview(data)
    while data.startswith(GZIP, at):
        unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
        piece, size = b"", _FIRST_PIECE_BYTES
        while not unpacker.eof:
            if not piece:
                piece, size = view[at : at + size], _PIECE_BYTES
                at += len(piece)
            try:
                part = unpacker.decompress(piece, _CHUNK_BYTES)
            except zlib.error as error:
                return _cut_short(parts, f"the gzip data is damaged: {error}", notes, salvage)
            if not part and not piece and not unpacker.eof:
                return _cut_short(parts, "the gzip data ends too early", notes, salvage)
            piece = unpacker.unconsumed_tail
            total += len(part)
            parts.append(part)
            bounded(total, at, limits)
        at -= len(unpacker.unused_data)
    # Files are padded with zeros where they were written in blocks.
    if len(data[at:].strip(b"\0")):
        return _cut_short(parts, _followed("gzip", data, at), notes, salvage)
    return b"".join(parts)


def unzstd(data: bytes, limits: Limits, notes: list[Note], salvage: bool) -> bytes:
    """Return what frames of zstd unpack to. Raises TraceError where they are broken."""
    import zstandard

    parts: list[bytes] = []
    total = at = 0
    view = memoryview(data)
    opened = zstandard.ZstdDecompressor(max_window_size=1 << 27)
    while is_zstd(data, at):
        if not data.startswith(ZSTD, at):
            begins, at = at + 8, at + 8 + int.from_bytes(data[at + 4 : at + 8], "little")
            passed_over = data[begins:at]
            if piece_in_bytes(passed_over) or (b'{"' in passed_over and b'":' in passed_over):
                why = "the zstd data holds words of a trace in a frame that is to be passed over"
                return _cut_short(parts, why, notes, salvage)
            if at > len(data):
                return _cut_short(parts, "the zstd data ends too early", notes, salvage)
            continue
        # One frame after the other: a frame that ends early must be told from one that is whole.
        unpacker = opened.decompressobj()
        try:
            while not unpacker.eof:
                piece = view[at : at + _ZSTD_PIECE_BYTES]
                if not piece:
                    return _cut_short(parts, "the zstd data ends too early", notes, salvage)
                at += len(piece)
                part = unpacker.decompress(piece)
                total += len(part)
                parts.append(part)
                bounded(total, at, limits)
        except zstandard.ZstdError as error:
            return _cut_short(parts, f"the zstd data is damaged: {error}", notes, salvage)
        at -= len(unpacker.unused_data)
    if at < len(data):
        return _cut_short(parts, _followed("zstd", data, at), notes, salvage)
    return b"".join(parts)


def is_zstd(data: bytes, at: int = 0) -> bool:
    """Tell whether a frame of zstd begins there, or one to be passed over, as pzstd writes."""
    return data.startswith(ZSTD, at) or (
        data[at + 1 : at + 4] == _PASSED_OVER and 0x50 <= data[at] <= 0x5F and len(data) - at >= 8
    )


def _followed(kind: str, data: bytes, at: int) -> str:
    what = plural(len(data) - at, "byte that is", "bytes that are")
    return f"the {kind} data is followed by {what} none"


def _cut_short(parts: list[bytes], why: str, notes: list[Note], salvage: bool) -> bytes:
    size = sum(map(len, parts))
    if not salvage:
        hint = f"{size} bytes of it can be unpacked; reading with salvage keeps what is complete"
        raise TraceError(why, hint=hint)
    notes.append(Note(f"{why}; the first {size} bytes were unpacked"))
    return b"".join(parts)


DENSE_BYTES_MIN: Final = 64 * MEGABYTE
DENSE: Final = 100
"""No trace packs better than that; what does is packed to take memory."""


def bounded(total: int, packed: int, limits: Limits) -> None:
    """Raise TraceError where so many packed bytes unpack to more than those of a trace do."""
    if total > DENSE_BYTES_MIN and total > DENSE * packed:
        raise TraceError(
            f"unpacks to more than {DENSE} times its size, as no trace does",
            hint="unpack it yourself, if it is one",
        )
    if total > limits.unpacked_bytes_max:
        most = limits.unpacked_bytes_max // MEGABYTE
        raise TraceError(
            f"unpacks to more than {most} MB", hint="unpack it yourself, or raise the limit"
        )


def _framed(data: bytes, notes: list[Note], salvage: bool) -> tuple[bytes, ...] | None:
    """Return the messages of the Collector's file exporter: each after its length, 4 bytes.

    None where the lengths do not lead to the end or a message is not one of OTLP. With `salvage`
    the last message may be cut off, and is left out with a note.
    """
    if len(data) < 6 or data[0] > 0x3F:
        return None
    messages: list[bytes] = []
    at, size = 0, len(data)
    while at < size:
        length = int.from_bytes(data[at : at + 4], "big")
        if length == 0:
            return None
        if at + 4 + length > size:
            if not (messages and salvage):
                return None
            before = f"what is before it, {plural(len(messages), 'message')},"
            notes.append(Note(f"the last message breaks off; {before} was read"))
            break
        message = data[at + 4 : at + 4 + length]
        if not (is_zstd(message) or message[:1] in (b"\n", b"{", b"[")):
            return None
        messages.append(message)
        at += 4 + length
    return tuple(messages)


def looks_like_otlp(data: bytes) -> bool:
    """Tell whether bytes are a chain of field 1 to their end: OTLP's `TracesData`.

    A text may begin with the same byte (a line feed); its next one is not a length that fits.
    """
    at, size = 0, len(data)
    if size < 2:
        return False
    while at < size:
        if data[at] != 0x0A:
            return False
        at += 1
        length = shift = 0
        while True:
            if at >= size or shift > 35:
                return False
            byte = data[at]
            at += 1
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        at += length
    return at == size


def text_of_bytes(data: bytes) -> str:
    """Return bytes as text: UTF-8, or UTF-16 and UTF-32 with their byte order mark."""
    if data.startswith(b"SQLite format 3\0"):
        raise TraceError(
            "an SQLite database, as some agents keep their sessions in",
            hint="export the session from its agent, such as `opencode export SESSION`",
            no_trace=not piece_in_bytes(data),
        )
    if data.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        encoding = "utf-32"
    elif data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    else:
        encoding = "utf-8-sig"
    nuls = data[:64].count(0)
    if encoding == "utf-8-sig" and nuls > 16 and not _is_binary(data[:4096].replace(b"\0", b"")):
        raise TraceError("UTF-16 without a byte order mark", hint="save the file as UTF-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        if data.startswith(b"PK\x03\x04"):
            raise TraceError(
                "a zip archive, not a trace",
                hint="unpack it and name the files inside",
                no_trace=not re.search(_JSON_NAME, data),
            ) from None
        if data.startswith(TABLES):
            raise TraceError("a packed table", hint="unpack it first") from None
        no_trace = not piece_in_bytes(data)
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        if encoding != "utf-8-sig":
            raise TraceError(f"not {encoding.upper()}, as its first bytes say") from None
        if data[:1] == b"\n" or data[4:5] == b"\n":
            raise TraceError(
                "binary data that begins like OTLP protobuf and does not end like it",
                hint="was the file cut off? Each message must be whole",
            ) from None
        if _is_binary(data[:4096]):
            raise TraceError(
                "binary data of no format I know",
                hint="binary files are read as OTLP protobuf only",
                no_trace=no_trace,
            ) from None
        raise TraceError(
            f"not UTF-8: byte 0x{data[error.start]:02x} cannot stand here",
            line=line,
            column=column,
            hint="save the file as UTF-8",
            no_trace=no_trace,
        ) from None


def _is_binary(sample: bytes) -> bool:
    """Tell whether a sample holds more control characters than any text does."""
    odd = sum(byte < 9 or 13 < byte < 32 for byte in sample)
    return odd * 20 > len(sample)
