"""The bytes of a spec's file and its text, or why they cannot be read.

The command line looks for a kept spec by a file's bytes before it loads the language, so they are
read down here; `toolspec.load` and editors read them here too, and all three mean the same text.
"""

from __future__ import annotations

import codecs
from os import PathLike
from typing import Final

from toolspec.engine.regular_file import NotAFileError, open_file

FILE_BYTES_MAX: Final = 5 * 1024 * 1024
"""The largest spec file that is read, in bytes: some ten thousand rules."""


class UnreadableError(Exception):
    """Why a file is not a spec that can be read, and what to do.

    `good` is the text up to the place where reading failed, None where there is no such place.
    """

    def __init__(self, reason: str, why: str, hint: str = "", good: str | None = None) -> None:
        super().__init__(reason)
        self.reason, self.why, self.hint, self.good = reason, why, hint, good


def spec_bytes(path: str | PathLike[str]) -> bytes:
    """Return the bytes of a spec's file. Raises UnreadableError."""
    try:
        with open_file(path) as file:
            content = file.read(FILE_BYTES_MAX + 1)
    except FileNotFoundError:
        raise UnreadableError("there is no such file", "nothing to read", "see the path") from None
    except IsADirectoryError:
        raise UnreadableError(
            "this is a folder, not a spec", "a spec is one file", "name the files in it"
        ) from None
    except NotAFileError:
        raise UnreadableError(
            "this is not a regular file",
            "a pipe could wait, and a device go on, for ever",
            "write it to a file",
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableError(f"the file cannot be read: {reason}", "the system refused") from None
    if len(content) > FILE_BYTES_MAX:
        most = f"{FILE_BYTES_MAX // 1024 // 1024} MB"
        raise UnreadableError(
            "the file is too large", f"a spec is read up to {most}", "cut it into several"
        )
    return content


def text_in(content: bytes) -> str:
    """Return the text that bytes hold, without a byte order mark. Raises UnreadableError."""
    data = content.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise UnreadableError(
            f"not UTF-8: byte 0x{data[error.start]:02x} cannot stand here",
            error.reason,
            "save the file as UTF-8",
            data[: error.start].decode(),
        ) from None
