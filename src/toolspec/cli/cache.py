"""Specs already read, kept between runs: `check` need not load a parser to judge by one again.

An entry is one JSON file named by a hash of the spec's text and of what read it. The folder is the
user's own and closed to others; where it is not, or anything else is wrong, there simply is no
cache: no failure here is ever shown. Entries are data: reading one can make a spec and nothing
else.
"""

# Importing pathlib would cost more than all that is done here.
# ruff: noqa: PTH100, PTH101, PTH103, PTH105, PTH108, PTH111, PTH116, PTH117, PTH118, PTH120, PTH123

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from toolspec import __version__
from toolspec.engine.spec_json import STORE_VERSION

ENTRIES_MAX: Final = 500
ENTRY_BYTES_MAX: Final = 4 * 1024 * 1024

_SWITCH: Final = "TOOLSPEC_CACHE"


class Cache:
    """The entries in one folder; with None, no cache: nothing is found and nothing kept."""

    def __init__(self, folder: str | None) -> None:
        self.folder = folder

    def get(self, key: str) -> Any:
        """Return what was kept under the key; None where nothing is, or cannot be trusted."""
        if self.folder is None:
            return None
        import json

        try:
            handle = os.open(self._path(key), os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
            with open(handle, "rb") as file:
                about = os.fstat(file.fileno())
                if not _own(about) or about.st_size > ENTRY_BYTES_MAX:
                    return None
                entry = json.loads(file.read(ENTRY_BYTES_MAX + 1))
        except (OSError, ValueError, RecursionError):
            return None
        if not isinstance(entry, dict) or entry.get("key") != key:  # pyright: ignore[reportUnknownMemberType]
            return None
        return entry.get("kept")  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]

    def put(self, key: str, kept: Any) -> None:
        """Keep a JSON value under the key, whole or not at all."""
        if self.folder is None:
            return
        import json

        path = self._path(key)
        passing = f"{path}.{os.getpid()}"
        try:
            data = json.dumps({"key": key, "kept": kept}, separators=(",", ":")).encode()
            if len(data) > ENTRY_BYTES_MAX:
                return
            self._tidy()
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            with open(os.open(passing, flags, 0o600), "wb") as file:
                file.write(data)
            os.replace(passing, path)
        except (OSError, ValueError, RecursionError):
            return

    def _path(self, key: str) -> str:
        return os.path.join(self.folder or "", f"{key}.json")

    def _tidy(self) -> None:
        """Remove the older half of the entries once there are too many."""
        with os.scandir(self.folder) as listing:
            files = [entry for entry in listing if entry.is_file(follow_symlinks=False)]
        entries = [(entry.stat().st_mtime, entry.path) for entry in files]
        if len(entries) >= ENTRIES_MAX:
            for _, path in sorted(entries)[: len(entries) // 2]:
                os.unlink(path)


def open_cache(wanted: bool = True) -> Cache:
    """Return the user's cache; an empty one where it is off or has no safe place."""
    if not wanted or os.environ.get(_SWITCH, "").lower() in ("off", "0", "no", "false"):
        return Cache(None)
    folder = _folder()
    return Cache(folder if folder is not None and _private(folder) else None)


def cache_key(content: bytes, path: str) -> str:
    """Return the key of a spec; other text, path, version or code has another key."""
    digest = _sha256()(
        f"{__version__} {STORE_VERSION} {_code_stamp()}\0{path}\0".encode("utf-8", "replace")
    )
    digest.update(content)
    return str(digest.hexdigest())


def _sha256() -> Callable[[bytes], Any]:
    """Return the hash Python has built in; hashlib would load all of OpenSSL to find it."""
    for home in ("_sha2", "_sha256", "hashlib"):
        try:
            sha256: Callable[[bytes], Any] = import_module(home).sha256
        except ImportError:
            continue
        return sha256
    raise AssertionError("hashlib is always there")


def _code_stamp() -> str:
    """Return when the code's folders last changed: an upgrade in place leaves old entries."""
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    times: list[int] = []
    for room in ("dsl", "dsl/checks", "dsl/problems", "engine", "engine/rules"):
        try:
            times.append(os.stat(f"{home}/{room}").st_mtime_ns)
        except OSError:
            times.append(0)
    return " ".join(map(str, times))


def _folder() -> str | None:
    """Return where this user's caches belong; None where the system does not say."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(base):
            home = os.path.expanduser("~")
            base = f"{home}/.cache" if os.path.isabs(home) else ""
    return os.path.join(base, "toolspec") if base else None


def _private(folder: str) -> bool:
    """Make the folder if need be; tell whether it is this user's own and closed to others."""
    try:
        about = os.lstat(folder)
    except OSError:
        try:
            os.makedirs(folder, mode=0o700)
            about = os.lstat(folder)
        except OSError:
            return False
    if not (stat.S_ISDIR(about.st_mode) and _own(about)):
        return False
    if sys.platform != "win32" and about.st_mode & 0o077:
        try:
            os.chmod(folder, 0o700)
        except OSError:
            return False
    return True


def _own(about: os.stat_result) -> bool:
    """Tell whether this user owns the file and no other may write it."""
    if sys.platform == "win32":
        return True
    return about.st_uid == os.getuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
