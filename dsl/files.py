"""Read a spec's file, or say why it cannot be read."""

from __future__ import annotations

from os import PathLike, fspath

from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.errors import SpecError
from toolspec.dsl.problem import LineDiagnostic
from toolspec.dsl.text.source import Source
from toolspec.dsl.workspace.spec_file import UnreadableError, spec_bytes, text_in


def text_of_file(path: str | PathLike[str]) -> str:
    """Return the text of a spec's file, without a byte order mark.

    Raises SpecError where there is no such file, it is a folder, may not be read, is too large, or
    is not UTF-8.
    """
    try:
        return text_in(spec_bytes(path))
    except UnreadableError as error:
        # The last line is shown, and the place after its last character pointed at.
        good = error.good or ""
        source = Source(good + " " if good else "", fspath(path))
        fields = {"reason": error.reason, "why_not": error.why, "hint": error.hint}
        problem = LineDiagnostic(
            "unreadable_file", len(good), len(good) + (1 if good else 0), fields
        )
        raise SpecError([Diagnostic(problem, source)]) from None
