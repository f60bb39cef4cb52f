r"""A text that is a path in a folder: `inside "src"`.

`.`, `..`, doubled slashes and backslashes are resolved in the text alone; no file is looked at. A
relative path is compared with a relative folder, an absolute one with an absolute. What climbs out
of the folder, or above the root, is not inside, and neither is the folder itself.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.match.tool_pattern import quoted
from toolspec.engine.match.values.value import ValueForm, ValuePattern

_DRIVE: Final = re.compile(r"[A-Za-z]:(?=/|$)")
_UP: Final = ".."


class Inside(ValuePattern):
    """A text that is a path in the `folder`."""

    folder: str

    form = ValueForm(
        'inside "DIR"',
        ("inside",),
        matching=(('inside "src"', '"src/a.py"'), ('inside "./src/"', '"src//x/../a.py"')),
        missing=(
            ('inside "src"', '"src/../etc/passwd"'),
            ('inside "src"', '"/src/a.py"'),
            ('inside "src"', '"src"'),
        ),
    )

    def in_words(self) -> str:
        """Say what is true of a value that matches."""
        return f"is a path in {self.folder}"

    @cached_property
    def _folder(self) -> tuple[str, list[str]] | None:
        return resolved_path(self.folder)

    def matches(self, value: Json) -> bool:
        """Tell whether the value is a path in the folder."""
        if not isinstance(value, str):
            return False
        path, folder = resolved_path(value), self._folder
        if path is None or folder is None or path[0] != folder[0]:
            return False
        depth = len(folder[1])
        rest = path[1][depth:]
        return path[1][:depth] == folder[1] and bool(rest) and rest[0] != _UP

    @property
    def searches(self) -> int:
        """How many times a text is gone through."""
        return 1

    def __str__(self) -> str:
        return f"inside {quoted(self.folder)}"


def resolved_path(path: str) -> tuple[str, list[str]] | None:
    r"""Return a path's root, "" for a relative one, and its parts; None where it climbs above it.

    >>> resolved_path(r".\a\\..//b"), resolved_path("../b")
    (('', ['b']), ('', ['..', 'b']))
    >>> resolved_path("/a/b"), resolved_path("/..")
    (('/', ['a', 'b']), None)
    """
    path = path.replace("\\", "/")
    drive = _DRIVE.match(path)
    root = drive[0].upper() + "/" if drive else "/" if path.startswith("/") else ""
    parts: list[str] = []
    for part in path[len(drive[0]) if drive else 0 :].split("/"):
        if part in ("", "."):
            continue
        if part != _UP or (not root and (not parts or parts[-1] == _UP)):
            parts.append(part)
        elif parts:
            parts.pop()
        else:
            return None
    return root, parts
