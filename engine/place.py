"""Where something is in a trace file."""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """Where something is in a trace file.

    `line` is the line, from 1, on which its JSON document starts (0 in binary files and in memory);
    `pointer` leads from that document to it: `("resourceSpans", 0, "scopeSpans", 0, "spans", 3)`.
    `file` is the path of a file that was read along with the trace's own, "" for its own.
    """

    line: int = 0
    pointer: tuple[str | int, ...] = ()
    file: str = ""

    def at(self, *keys: str | int) -> Place:
        """Return the place of what these keys lead to from here."""
        return Place(self.line, (*self.pointer, *keys), self.file)

    @property
    def json_pointer(self) -> str:
        """The pointer as RFC 6901 writes it.

        >>> Place(1, ("a/b", 0)).json_pointer
        '/a~1b/0'
        """
        return "".join(
            f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in self.pointer
        )
