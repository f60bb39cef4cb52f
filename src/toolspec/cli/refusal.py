"""Something named on the command line that could not be read or judged: exit status 2."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

from toolspec.engine.text.escape import safe, safe_lines


class Refusal(NamedTuple):
    """What could not be read, where, and what to do.

    `line` and `column` count from 1, None where there is no such place. `frame` is the place shown
    with a caret, in lines of text, "" where nothing can be shown; `code` names a spec's problem.
    """

    message: str
    path: str | None = None
    line: int | None = None
    column: int | None = None
    hint: str | None = None
    code: str | None = None
    frame: str = ""
    warning: bool = False

    @property
    def where(self) -> str:
        """The place as `file:line:column`, as far as it is known."""
        parts = (self.path, self.line, self.column)
        return ":".join(str(part) for part in parts if part is not None)

    def to_dict(self) -> dict[str, Any]:
        """Return the entry of `problems` in a report."""
        return {
            "path": self.path,
            "line": self.line,
            "column": self.column,
            "code": self.code,
            "severity": "warning" if self.warning else "error",
            "message": self.message,
            "hint": self.hint,
        }

    def tell(self) -> None:
        """Say it on standard error; what takes several lines ends in an empty one."""
        if self.frame and self.code:  # a spec's frame says everything itself
            print(safe_lines(self.frame), end="\n\n", file=sys.stderr)
            return
        where = self.where
        if self.path == "-":
            where = f"standard input{where[1:]}"
        at = f"{safe(where)}: " if where else ""
        kind = "warning" if self.warning else "error"
        print(f"{at}{kind}: {safe(self.message)}", file=sys.stderr)
        if self.frame:
            print(safe_lines(self.frame), file=sys.stderr)
        if self.hint:
            print(f"  = help: {safe(self.hint)}", file=sys.stderr)
        if self.frame or self.hint:
            print(file=sys.stderr)


def note(text: str, path: str | None = None, line: int | None = None) -> None:
    """Say on standard error what a reader should know and need not act on."""
    shown = "standard input" if path == "-" else path
    at = ":".join(str(part) for part in (shown, line) if part)
    print(f"{safe(at)}: note: {safe(text)}" if at else f"note: {safe(text)}", file=sys.stderr)
