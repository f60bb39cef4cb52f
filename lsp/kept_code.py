"""What libraries compile anew at each start, compiled once: byte code kept between starts.

lsprotocol has 554 classes. For each, attrs writes source text while the module is imported, and
compiles it; cattrs does so for the classes of the first messages. That was 170 of the 470 ms of CPU
between the start of the server and its reply to `initialize` (Python 3.11; `python -m bench --only
lsp` measures the start with and without what is kept here).

For the time of the start the name `compile` in those two modules means `KeptCode.compile`, which is
the builtin with a memory. The memory's key is the whole source text, so an upgrade of a library can
find nothing that is not its own; and should a library no longer call `compile`, nothing is lost but
time.

Byte code can do anything, so what is kept must be this user's own work and nobody else's: a file
the user owns, in a folder the user owns and to which nobody else has any access, both looked at
after they were opened. On anything else, and on Windows, where Python cannot tell who may write a
file, nothing is read and nothing kept. No failure here is ever shown: all it costs is time.
"""

# Paths are opened relative to an open folder, which pathlib cannot do.
# ruff: noqa: PTH102, PTH123

from __future__ import annotations

import marshal
import os
import stat
import sys
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from types import CodeType
from typing import Any, Final

COMPILING: Final = ("attr._make", "cattrs.gen", "typing")
"""The modules whose `compile` is replaced."""

NEWS_MIN: Final = 10
"""Fewer new codes are not kept: sources that hold a hash of a text are new in every process."""

CODES_MAX: Final = 2000
"""Codes in a file: each editor's first messages add some. A file with more is begun anew."""

BYTES_MAX: Final = 16 * 1024 * 1024
FILES_MAX: Final = 8
"""Files in the folder, one for each Python environment; the oldest go."""

_STAMP: Final = f"toolspec code 2\n{sys.version}\n{sys.prefix}\n-O{sys.flags.optimize}\n".encode(
    "utf-8", "replace"
)
"""The beginning of a file: byte code is good for the Python that made it, and for no other."""

_NAME: Final = f"{zlib.crc32(_STAMP):08x}.code"

_Key = tuple[str, str, str]


class KeptCode:
    """The byte code in one folder; with None, nothing is found and nothing kept."""

    def __init__(self, folder: str | None) -> None:
        self._folder = None if sys.platform == "win32" else folder
        self._held: dict[_Key, CodeType] = {} if self._folder is None else _read(self._folder)
        self._news = 0

    def use(self) -> None:
        """Compile by memory from now on."""
        if self._folder is None:
            return
        for name in COMPILING:
            try:
                module = import_module(name)
            except ImportError:  # a library that was rearranged
                continue
            vars(module)["compile"] = self.compile

    def compile(self, source: Any, filename: Any, mode: str, *more: Any, **options: Any) -> Any:
        """Do what the builtin does; not again for what is known."""
        # Besides its arguments the builtin heeds the `__future__` imports of the code that calls
        # it. This module has the one that those others have: it is about annotations in the
        # source, and theirs holds none.
        if more or options or not (isinstance(source, str) and isinstance(filename, str)):
            builtin: Any = compile
            return builtin(source, filename, mode, *more, **options)
        key = (mode, filename, source)
        code = self._held.get(key)
        if code is None:
            code = self._held[key] = compile(source, filename, mode)
            self._news += 1
        return code

    def keep(self) -> None:
        """Let the libraries compile by themselves again, and keep what is new for later starts."""
        for name in COMPILING:
            module = sys.modules.get(name)
            if module is not None and vars(module).get("compile") == self.compile:
                del vars(module)["compile"]
        held, self._held = self._held, {}
        news, self._news = self._news, 0
        if news >= NEWS_MIN and self._folder is not None:
            _write(self._folder, held)


def _read(folder: str) -> dict[_Key, CodeType]:
    """Return what the file holds; nothing where it is missing, broken, or not certainly ours."""
    try:
        with _opened(folder) as room:
            handle = os.open(_NAME, os.O_RDONLY | os.O_NOFOLLOW, dir_fd=room)
            with open(handle, "rb") as file:
                if not _own(os.fstat(handle), stat.S_ISREG):
                    return {}
                data = file.read(BYTES_MAX + 1)
        head = len(_STAMP)
        if len(data) > BYTES_MAX or data[:head] != _STAMP:
            return {}
        content = memoryview(data)[head + 4 :]
        if zlib.crc32(content) != int.from_bytes(data[head : head + 4]):
            return {}
        held: dict[_Key, CodeType] = marshal.loads(content)
    except (OSError, EOFError, ValueError, TypeError, MemoryError):
        return {}
    return held if len(held) <= CODES_MAX else {}


def _write(folder: str, held: dict[_Key, CodeType]) -> None:
    """Write the file, whole or not at all."""
    passing = f"{_NAME}.{os.getpid()}"
    try:
        if not os.path.lexists(folder):
            os.mkdir(folder, 0o700)
        content = marshal.dumps(held)
        data = _STAMP + zlib.crc32(content).to_bytes(4) + content
        if len(data) > BYTES_MAX:
            return
        with _opened(folder) as room:
            _tidy(room)
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
            with open(os.open(passing, flags, 0o600, dir_fd=room), "wb") as file:
                file.write(data)
            os.replace(passing, _NAME, src_dir_fd=room, dst_dir_fd=room)
    except (OSError, ValueError, MemoryError):
        return


def _tidy(room: int) -> None:
    """Remove the oldest files once there are too many, those of starts that were cut short too."""
    names = sorted(os.listdir(room), key=lambda name: os.stat(name, dir_fd=room).st_mtime)
    for name in names[: max(0, len(names) - FILES_MAX + 1)]:
        os.unlink(name, dir_fd=room)


@contextmanager
def _opened(folder: str) -> Generator[int]:
    """Open a folder that is this user's own and closed to others. Raises OSError for any other."""
    room = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        if not _own(os.fstat(room), stat.S_ISDIR):
            raise PermissionError(folder)
        yield room
    finally:
        os.close(room)


def _own(about: os.stat_result, kind: Any) -> bool:
    """Tell whether it is of that kind, this user's own, and nobody else can read or write it."""
    return kind(about.st_mode) and about.st_uid == os.geteuid() and not about.st_mode & 0o077
