"""Zip archives that hold a trace in several files, as Inspect writes its logs (`.eval`)."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Final

from toolspec.engine.reading.documents.containers import bounded, is_zstd, text_of_bytes, unzstd
from toolspec.engine.reading.documents.scan import Scan, scan
from toolspec.engine.reading.format import Document, TraceError
from toolspec.engine.reading.limits import MEGABYTE, Limits
from toolspec.engine.reading.unread.pieces import piece_in_bytes
from toolspec.engine.trace import Note, Place

if TYPE_CHECKING:
    from zipfile import ZipInfo

ZIP: Final = b"PK\x03\x04"
SAMPLES: Final = "samples/"
"""The folder of an Inspect log with one file for each run; all other files sum these up."""

_STORED, _DEFLATED, _ZSTD = 0, 8, 93
_HEADER_BYTES: Final = 30
_END: Final = b"PK\x05\x06"
_END_BYTES: Final = 22
"""The end of an archive without a comment."""

_DESCRIPTOR_BYTES: Final = 24
"""So much may be after a file that was packed while it was written: its sizes."""

_SUMS_UP: Final = re.compile(
    r"(?:header|summaries|reductions)\.json|_journal/[\w./-]+\.json"
).fullmatch
"""The files of an Inspect log that say of all samples together what is in each."""

_CHUNK_BYTES: Final = MEGABYTE
_ENCRYPTED: Final = 1


def is_log(data: bytes) -> bool:
    """Tell whether bytes are an archive with samples of Inspect in it."""
    return data.startswith(ZIP) and SAMPLES.encode() in data


def scan_log(data: bytes, path: str | None, limits: Limits, notes: list[Note]) -> Scan:
    """Return the documents of an archive, each with the file that it is in.

    Raises TraceError where the archive, or one of its files, is broken or unpacks to too much.
    """
    documents: list[Document] = []
    left = limits.unpacked_bytes_max
    for name, unpacked in _files(data, limits, notes, left):
        scanned = scan(text_of_bytes(unpacked), notes)
        shown = f"{path}!{name}" if path else name
        if scanned.broken is not None:
            raise TraceError(scanned.broken.how, path=shown, line=scanned.broken.line)
        documents += [
            Document(document.value, Place(document.place.line, document.place.pointer, shown))
            for document in scanned.documents
        ]
    return Scan(documents, "zip", 0, None)


def _files(
    data: bytes, limits: Limits, notes: list[Note], left: int
) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the samples; together they may unpack to `left` bytes."""
    from zipfile import BadZipFile, ZipFile  # which costs more to import than most files to read

    try:
        with ZipFile(BytesIO(data)) as archive:
            listed = archive.infolist()
    except (BadZipFile, struct.error, ValueError, OSError, NotImplementedError) as error:
        raise TraceError(
            f"a zip archive that is broken: {error}", hint="was the log still being written?"
        ) from None
    if _holds_more(data, listed):
        raise TraceError("a zip archive with more in it than its list of files says")
    for member in listed:
        if member.is_dir():
            continue
        unpacked = _unpacked(data, member, limits._replace(unpacked_bytes_max=left), notes)
        left -= len(unpacked)
        if member.filename.startswith(SAMPLES):
            yield member.filename, unpacked
        elif not _SUMS_UP(member.filename) and piece_in_bytes(unpacked):
            named = f"`{member.filename}` in the archive"
            raise TraceError(f"{named} looks like a trace, and is none of its samples")


def _holds_more(data: bytes, listed: Sequence[ZipInfo]) -> bool:
    """Tell whether something is before, between or after the files of an archive."""
    end, last = 0, data.rfind(_END)
    for member in sorted(listed, key=lambda each: each.header_offset):
        if not end <= member.header_offset <= end + bool(end) * _DESCRIPTOR_BYTES:
            return True
        end = _begin(data, member) + member.compress_size
    listing = int.from_bytes(data[last + 16 : last + 20], "little")
    return last != len(data) - _END_BYTES or not end <= listing <= end + _DESCRIPTOR_BYTES


def _begin(data: bytes, member: ZipInfo) -> int:
    """Return where the packed bytes of a file begin. Raises TraceError where it is not there."""
    header = data[member.header_offset : member.header_offset + _HEADER_BYTES]
    if len(header) < _HEADER_BYTES or not header.startswith(ZIP):
        raise TraceError(f"`{member.filename}` in the archive is not where the archive says")
    return member.header_offset + _HEADER_BYTES + sum(struct.unpack("<HH", header[26:30]))


def _unpacked(data: bytes, member: ZipInfo, limits: Limits, notes: list[Note]) -> bytes:
    named = f"`{member.filename}` in the archive"
    begin = _begin(data, member)
    if member.flag_bits & _ENCRYPTED:
        raise TraceError(f"{named} is encrypted", hint="unpack it with its password first")
    packed = memoryview(data)[begin : begin + member.compress_size]
    if len(packed) < member.compress_size:
        raise TraceError(f"{named} breaks off")
    if member.compress_type == _STORED:
        bounded(len(packed), len(packed), limits)
        return bytes(packed)
    if member.compress_type == _DEFLATED:
        return _inflated(packed, named, limits)
    if member.compress_type == _ZSTD and is_zstd(bytes(packed[:8])):
        return unzstd(bytes(packed), limits, notes, salvage=False)
    raise TraceError(f"{named} is packed in a way that is not read", hint="unpack it first")


def _inflated(packed: memoryview, named: str, limits: Limits) -> bytes:
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    parts: list[bytes] = []
    total, piece = 0, bytes(packed)
    while not unpacker.eof:
        try:
            part = unpacker.decompress(piece, _CHUNK_BYTES)
        except zlib.error as error:
            raise TraceError(f"{named} is damaged: {error}") from None
        piece = unpacker.unconsumed_tail
        if not part and not unpacker.eof and not piece:
            raise TraceError(f"{named} ends too early")
        total += len(part)
        bounded(total, len(packed), limits)
        parts.append(part)
    return b"".join(parts)
