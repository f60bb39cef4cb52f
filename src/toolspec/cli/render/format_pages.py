"""Pages of formats and dialects, for `toolspec traces --formats NAME` and the documentation.

What is said stands in the format's own file; the calls are read of its example, now.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from toolspec.cli.render.calls import whole_calls
from toolspec.engine.dialogue import EVERYTHING, Record
from toolspec.engine.json_value import compact
from toolspec.engine.reading import page
from toolspec.engine.reading.dialects import dialects
from toolspec.engine.reading.files import FileReading, read_bytes
from toolspec.engine.reading.formats import known_formats
from toolspec.engine.reading.page import FormatPage

RECORDS: Final[dict[str, Record]] = {
    "failures": "status",
    "times": "times",
    "agents": "agents",
    "what the agent says": "responses",
    "what the user says, turns": "user_messages",
    "steps": "steps",
    "tokens": "tokens",
    "tool lists": "tools",
}
"""What a trace may record beside calls, as users call it."""


EXAMPLES: Final = Path(page.__file__).parent / "examples"
"""A folder for formats and one for dialects: in each an example by the name of its owner."""


class Documented(NamedTuple):
    """A format or dialect, with what its page is made of; `source` is the file that holds it."""

    folder: Literal["formats", "dialects"]
    source: str
    name: str
    title: str
    records: frozenset[Record]
    page: FormatPage

    @property
    def example(self) -> Path:
        """The file of its example, whose ending says what it is written in.

        Raises FileNotFoundError where there is none.
        """
        for path in (EXAMPLES / self.folder).glob(f"{self.name}.*"):
            if path.stem == self.name:
                return path
        raise FileNotFoundError(f"no example {self.name} in {EXAMPLES / self.folder}")


def format_owners() -> list[Documented]:
    """Return every format, then every dialect."""
    place = "engine/reading"
    formats = [
        Documented(
            "formats",
            f"{place}/formats/{known.module}.py",
            known.name,
            known.title,
            known.records,
            known.page,
        )
        for known in known_formats()
    ]
    return formats + [
        Documented(
            "dialects",
            f"{place}/dialects/{type(dialect).__module__.rpartition('.')[2]}.py",
            dialect.name,
            dialect.title,
            EVERYTHING,
            dialect.page,
        )
        for dialect in dialects()
    ]


def format_page(owner: Documented) -> str:
    """Return the page of a format or dialect, as Markdown."""
    kind = "dialect of spans" if owner.folder == "dialects" else "format"
    example, fence = _shown(owner.example)
    reading = read_bytes(owner.example.read_bytes(), path=owner.example.name)
    return f"""\
# {owner.title}

Reports call this {kind} `{owner.name}`. Written by: {owner.page.written_by}

## How to get it

{owner.page.get}

## What it records

{_recorded(owner)}

## What stays unknown

{owner.page.unknown}

## Example

{owner.page.example}

```{fence}
{example}
```

{_read_as(reading)}

{_table(reading)}
"""


def _recorded(owner: Documented) -> str:
    if owner.folder == "dialects":
        return "Calls, and what the attributes and events of the spans tell beside them."
    kept = [name for name, record in RECORDS.items() if record in owner.records]
    missing = [name for name, record in RECORDS.items() if record not in owner.records]
    lines = ["Calls" + (f", and beside them: {'; '.join(kept)}." if kept else " alone.")]
    if missing:
        lines.append(f"It has no place for: {'; '.join(missing)}.")
    return "\n".join(lines)


def _shown(path: Path) -> tuple[str, str]:
    """Return an example as it is shown, and what its block is written in."""
    if path.suffix == ".pb":
        octets = path.read_bytes().hex()
        return "\n".join(octets[at : at + 96] for at in range(0, len(octets), 96)), "text"
    language = "text" if path.suffix == ".txt" else "json"
    return path.read_text("utf-8").rstrip("\n"), language


def _read_as(reading: FileReading) -> str:
    how = ", ".join((reading.format, *reading.dialects))
    steps = sum(trace.steps or 0 for trace in reading.traces)
    in_steps = f" in {steps} step{'s' * (steps != 1)}" if steps else ""
    return f"toolspec reads it as `{how}`{in_steps}:"


_HEADS: Final = ("tool", "arguments", "result", "status", "step", "agent", "call id")
_CELL_MAX: Final = 120


def _table(reading: FileReading) -> str:
    calls = [call for trace in reading.traces for call in whole_calls(trace)]
    rows = [
        f"| {' | '.join(_HEADS)} |",
        "| --- " * len(_HEADS) + "|",
        *(f"| {' | '.join(_row(call))} |" for call in calls),
    ]
    return "\n".join(rows)


def _row(call: dict[str, Any]) -> Iterator[str]:
    yield f"`{call['tool']}`"
    for key in ("arguments", "result"):
        yield "not recorded" if key in call["not_recorded"] else _code(call[key])
    yield call["status"] or ("" if call["completed"] else _unfinished(call["completed"]))
    yield "" if call["step"] is None else str(call["step"])
    yield call["agent"] or ""
    yield "" if call["call_id"] is None else f"`{call['call_id']}`"


def _unfinished(completed: bool | None) -> str:
    return "unknown" if completed is None else "not completed"


def _code(value: Any) -> str:
    text = " ".join((value if isinstance(value, str) else compact(value)).split())
    text = text if len(text) <= _CELL_MAX else text[:_CELL_MAX] + "..."
    return f"`{text.replace('|', chr(92) + '|').replace('`', chr(39))}`" if text else '`""`'
