"""How much of a trace file is read before reading gives up with a message.

Files come from anywhere; a limit keeps a hostile or broken one from taking the machine with it.
Each limit names its unit last and can be raised by the caller.
"""

from __future__ import annotations

from typing import Final, NamedTuple

MEGABYTE: Final = 1024 * 1024

BULK_BYTES_MIN: Final = 1_000_000
"""Lines of OTLP/JSON in a file of so many bytes are read one by one, never held all at once."""


class Limits(NamedTuple):
    """Bounds on what one file may cost.

    `file_bytes_max` bounds the file, `unpacked_bytes_max` what gzip or zstd make of it,
    `depth_max` the nesting of arguments and results, `open_traces_max` and `open_spans_max` what a
    stream may hold while the roots of its traces have not been read.
    """

    file_bytes_max: int = 2048 * MEGABYTE
    unpacked_bytes_max: int = 2048 * MEGABYTE
    document_bytes_max: int = 1024 * MEGABYTE
    depth_max: int = 200
    open_traces_max: int = 100_000
    open_spans_max: int = 2_000_000


DEFAULT: Final = Limits()
