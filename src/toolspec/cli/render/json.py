"""The report as JSON, for programs: one object, or a line for each trace and one for all.

The language's reference says what it holds. Traces come one by one and there may be very many, so
each is written as text at once; for the one object, past some megabytes these texts wait in a
temporary file for what is before them: the overall verdict.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import IO, Any, Final

from toolspec import __version__
from toolspec.cli.judging import Judged, Tally
from toolspec.engine.json_value import finite

HELD_CHARACTERS_MAX: Final = 8 * 1024 * 1024


class JsonForm:
    """Writes the report when all is judged."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._held: list[str] = []
        self._held_characters = 0
        self._file: IO[str] | None = None

    def judged(self, judged: Judged) -> None:
        """Keep one trace as JSON."""
        text = json_line(judged.to_dict())
        self._held.append(text)
        self._held_characters += len(text)
        if self._held_characters > HELD_CHARACTERS_MAX:
            self._spill()

    def end(self, tally: Tally) -> None:
        """Write the whole object."""
        head = json_line(head_of(tally))
        # The traces stand last, where what is said of all of them is known.
        self._write(f'{head[:-1]}, "traces": [')
        separator = "\n"
        if self._file is not None:
            self._file.seek(0)
            for line in self._file:
                self._write(separator + line.rstrip("\n"))
                separator = ",\n"
            self._file.close()
        for text in self._held:
            self._write(separator + text)
            separator = ",\n"
        self._write("]}\n")

    def _spill(self) -> None:
        if self._file is None:
            from tempfile import TemporaryFile

            self._file = TemporaryFile("w+", encoding="ascii")  # noqa: SIM115  (closed at the end)
        self._file.writelines(text + "\n" for text in self._held)
        self._held.clear()
        self._held_characters = 0


class JsonLinesForm:
    """Writes each trace on a line as soon as it is judged, and what is said of all last."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def judged(self, judged: Judged) -> None:
        """Write one trace."""
        self._line(judged.to_dict())

    def end(self, tally: Tally) -> None:
        """Write what is said of all traces."""
        self._line(head_of(tally))

    def _line(self, value: dict[str, Any]) -> None:
        self._stream.write(json_line(value) + "\n")
        self._stream.flush()


def head_of(tally: Tally) -> dict[str, Any]:
    """Return the report but for its traces."""
    head: dict[str, Any] = {
        "toolspec": __version__,
        "passed": tally.status == 0,
        "score": tally.score,
        "cases_without_trace": tally.cases_without_trace,
        "never_judged": [rule.to_dict() for rule in tally.never_judged],
        "traces_skipped": tally.skipped,
        "problems": [refusal.to_dict() for refusal in tally.refusals],
        "notes": [note.to_dict() for note in tally.notes],
    }
    if tally.fail_under is not None:
        head["fail_under"] = tally.fail_under
    return head


def json_line(value: Any) -> str:
    r"""Return the value as one line of JSON that every reader takes.

    All that is not ASCII is escaped, lone surrogates with it; NaN and infinities become null.

    >>> json_line({"a": float("nan"), "b": "\ud800"})
    '{"a": null, "b": "\\ud800"}'
    """
    try:
        return json.dumps(value, allow_nan=False)
    except ValueError:
        return json.dumps(finite(value))
