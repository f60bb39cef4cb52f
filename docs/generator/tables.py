"""Tables that are between `<!-- begin NAME -->` and `<!-- end NAME -->` on hand-written pages."""

from __future__ import annotations

import json
import re
from argparse import Action
from collections.abc import Callable
from pathlib import Path
from typing import Any

from generator import cell, formats, layers, server
from generator.rules import title
from toolspec.cli.commands import VERBS, verb_module
from toolspec.cli.render.format_pages import RECORDS
from toolspec.cli.schema import report_schema
from toolspec.dsl import topics
from toolspec.engine.reading.formats import recorded
from toolspec.engine.rules import kinds

KEPT = Path(__file__).resolve().parent.parent.parent / "bench" / "results.json"
NOT_MEASURED = "*Not measured yet: `python3 dev.py bench --keep`.*"
_LINKED = re.compile(r"\]\((\w+)\.md\)")
_MARKED = re.compile(r"<!-- begin (\w+) -->\n.*?<!-- end \1 -->", re.DOTALL)


def filled(page: str) -> str:
    """Return the page with its tables as they are now."""
    return _MARKED.sub(
        lambda match: f"<!-- begin {match[1]} -->\n{table(match[1])}\n<!-- end {match[1]} -->", page
    )


def table(name: str) -> str:
    """Return what belongs between the marks of that name."""
    if name.startswith("topic_"):
        return topic(name.removeprefix("topic_"))
    return TABLES[name]()


def topic(name: str) -> str:
    """Return a topic of the language as a section of a page."""
    return f"#{_LINKED.sub(_section, topics.topic_text(name)).strip()}"


def _section(link: re.Match[str]) -> str:
    """Return a link to another topic as one to its section of the same page."""
    heading = topics.topic_text(link[1]).partition("\n")[0].lstrip("# ").lower()
    return f"](#{re.sub(r'[^a-z0-9_ -]', '', heading).replace(' ', '-')})"


def rules_table(folder: str = "docs/rules") -> str:
    """Return the rule kinds, one a line, with how they are written."""
    rows = [
        f"| [`{kind.syntax.keyword}`]({folder}/{kind.syntax.keyword}.md) | {cell(title(kind))} | "
        f"`{cell(_first_line(kind.examples[0].spec))}` |"
        for kind in kinds()
    ]
    return "\n".join(["| rule | says | for example |", "| --- | --- | --- |", *rows])


def _first_line(spec: str) -> str:
    """Return the first line of a spec; of a block, with dots for the rest."""
    line, _, rest = spec.strip().partition("\n")
    return f"{line} ... }}" if rest and line.endswith("{") else line


def records_table() -> str:
    """Return what each format may record beside calls."""
    rows = [
        f"| {title} | {' | '.join('yes' if one in records else '' for one in RECORDS.values())} |"
        for title, records in recorded()
    ]
    ruler = " | ".join("---" for _ in (..., *RECORDS))
    return "\n".join([f"| format | {' | '.join(RECORDS)} |", f"| {ruler} |", *rows])


def _kept() -> dict[str, Any]:
    """Return what was measured; notes of rows say so where they are not of the latest day."""
    results: dict[str, Any] = json.loads(KEPT.read_text("utf-8"))
    latest = max(row["date"] for row in results["rows"])
    for row in results["rows"]:
        if row["date"] != latest:
            row["note"] = f"{row['note']}; of {row['date']}".removeprefix("; ")
    return {**results, "date": latest}


def _about(results: dict[str, Any]) -> str:
    return (
        f"Measured on {results['date']}, but where a line says another day: "
        f"Python {results['python']}, {results['machine']}."
    )


def numbers() -> str:
    """Return what was measured when the bench last ran with `--keep`."""
    if not KEPT.exists():
        return NOT_MEASURED
    results = _kept()
    rows: dict[str, dict[str, Any]] = {row["name"]: row for row in results["rows"]}
    single = [
        f"| {name} | {measured(row)} | {row['goal']} | {cell(row['note'])} |"
        for name, row in rows.items()
        if not _COMPARED.fullmatch(name)
        and not _BY_LINES.fullmatch(name)
        and not name.startswith((_SCALING, _GROWTH, _FORMATS))
    ]
    lines = [_about(results)]
    if single:
        lines += ["", "| what | measured | goal | besides |", "| --- | --- | --- | --- |", *single]
    return "\n".join([*lines, *against_peer(rows), *by_lines(rows)])


_SCALING = "scaling, "
_GROWTH = "growth, "
_FORMATS = "formats, "


def formats_speed() -> str:
    """Return how fast each format is read, as the bench last kept it."""
    results = _kept()
    rows = [row for row in results["rows"] if row["name"].startswith(_FORMATS)]
    if not rows:
        return NOT_MEASURED
    lines = [
        f"| {row['name'].removeprefix(_FORMATS)} | {measured(row)} | {cell(row['note'])} |"
        for row in rows
    ]
    return "\n".join([_about(results), "", "| format | read | |", "| --- | --- | --- |", *lines])


def scaling() -> str:
    """Return how time and memory grow with hostile inputs, as the bench last kept it."""
    results = _kept()
    rows = [row for row in results["rows"] if row["name"].startswith(_SCALING)]
    if not rows:
        return NOT_MEASURED
    lines = [
        f"| {row['name'].removeprefix(_SCALING)} | {measured(row)} | {cell(row['note'])} |"
        for row in rows
    ]
    return "\n".join([_about(results), "", "| input | takes | |", "| --- | --- | --- |", *lines])


def growth() -> str:
    """Return how the time of rules grows with the calls, as the bench last kept it."""
    rows = [row for row in _kept()["rows"] if row["name"].startswith(_GROWTH)]
    if not rows:
        return NOT_MEASURED
    lines = [
        f"| {row['name'].removeprefix(_GROWTH)} | {measured(row)} | {cell(row['note'])} |"
        for row in rows
    ]
    return "\n".join(["| rule | exponent | takes |", "| --- | --- | --- |", *lines])


HIGHLIGHTS = (
    (
        "all five, 100 calls, 10 expected: score alone",
        "{} as fast as UiPath's evaluators: five rules of ten expectations, 100 calls",
    ),
    (
        "order, 10000 expected, 10000 actual calls",
        "{} as fast on an order of 10 000 calls, with its justification",
    ),
    (
        "101 MB of OTLP JSON lines, ten rules",
        "{} of OTLP JSON lines judged by ten rules, in one process",
    ),
    (
        "toolspec check, spec in the cache",
        "{} the CPU time of an empty Python process for a whole `toolspec check`",
    ),
    (
        "server, 1 × 1000 calls: edit to score shown",
        "{} from an edit to the new score in an editor, at 1000 calls",
    ),
)
"""What the README shows of the numbers: the name of a row, and what it says."""


def highlights() -> str:
    """Return the few numbers that say most, one a line."""
    if not KEPT.exists():
        return NOT_MEASURED
    results = json.loads(KEPT.read_text("utf-8"))
    rows = {row["name"]: row for row in results["rows"]}
    return "\n".join(
        f"- {says.format(measured(rows[name]))}" for name, says in HIGHLIGHTS if name in rows
    )


def measured(row: dict[str, Any]) -> str:
    """Return what was measured, and that it misses its goal where it does."""
    return f"**{row['measured']}, missed**" if row["met"] is False else str(row["measured"])


_BY_LINES = re.compile(r"server, (\d+) lines: (.+)")


def by_lines(rows: dict[str, dict[str, Any]]) -> list[str]:
    """Return the language server's table: a line for each method, a column for each length."""
    cells_by_method: dict[str, dict[str, str]] = {}
    for name, row in rows.items():
        if match := _BY_LINES.fullmatch(name):
            lines, method = match.groups()
            goal = f" ({row['goal']})" if row["goal"] else ""
            cells_by_method.setdefault(method, {})[f"{lines} lines"] = measured(row) + goal
    if not cells_by_method:
        return []
    columns = list(dict.fromkeys(column for cells in cells_by_method.values() for column in cells))
    about = (
        "The language server, at the median, with the goal beside it, on specs of so many lines:"
    )
    made = ["", about, "", f"| | {' | '.join(columns)} |", "| --- " * (len(columns) + 1) + "|"]
    for method, cells in cells_by_method.items():
        made.append(f"| {method} | {' | '.join(cells.get(column, '') for column in columns)} |")
    return made


_COMPARED = re.compile(r"(.+), (\d+) calls, (\w+) expected: (.+)")


def against_peer(rows: dict[str, dict[str, Any]]) -> list[str]:
    """Return tables of rules against UiPath's evaluators: a line for each rule and mode."""
    lines_by_shape: dict[str, dict[str, dict[str, str]]] = {}
    for name, row in rows.items():
        if match := _COMPARED.fullmatch(name):
            rule, calls, shape, mode = match.groups()
            lines = lines_by_shape.setdefault(shape, {})
            lines.setdefault(f"{rule}: {mode}", {})[f"{calls} calls"] = measured(row)
    made: list[str] = []
    for shape, lines in lines_by_shape.items():
        columns = list(dict.fromkeys(column for line in lines.values() for column in line))
        expectations = (
            "one expectation for each call" if shape == "all" else f"{shape} expectations"
        )
        made += ["", f"Times faster than UiPath's evaluators, {expectations}:", ""]
        made += [f"| | {' | '.join(columns)} |", "| --- " * (len(columns) + 1) + "|"]
        made += [
            f"| {name} | {' | '.join(line.get(column, '') for column in columns)} |"
            for name, line in lines.items()
        ]
    return made


def verbs() -> str:
    """Return every verb with its options, as its parser holds them.

    Not `format_help`: Python's versions lay that out differently.
    """
    return "\n\n".join(verb(name) for name in VERBS)


def verb(name: str) -> str:
    """Return one verb: what it does, its options, and the examples its help ends with."""
    parser = verb_module(name).parser()
    actions: list[Action] = vars(parser)["_actions"]
    rows = [f"| `{cell(written(action))}` | {cell(action.help or '')} |" for action in actions]
    more = f"\n\n```text\n{parser.epilog.strip()}\n```" if parser.epilog else ""
    listed = "\n".join(["| | |", "| --- | --- |", *rows])
    return f"### `toolspec {name}`\n\n{parser.description}\n\n{listed}{more}"


def written(action: Action) -> str:
    """Return an option or argument as one writes it."""
    names = ", ".join(action.option_strings)
    value = action.metavar or ("|".join(map(str, action.choices)) if action.choices else "")
    value = value if isinstance(value, str) else " ".join(value)
    if not value and action.nargs != 0:
        value = action.dest.upper()
    if not names:
        return f"{value}{'...' if action.nargs in ('*', '+') else ''}"
    return f"{names} {value}".strip() if action.nargs != 0 else names


def schema() -> str:
    """Return the JSON schema of a report, as `toolspec schema` prints it."""
    return json.dumps(report_schema(), indent=2) + "\n"


TABLES: dict[str, Callable[[], str]] = {
    "rules": rules_table,
    "rules_here": lambda: rules_table("rules"),
    "formats": formats.every_table,
    "format_names": lambda: formats.names("formats"),
    "exports": lambda: formats.table("exports"),
    "records": records_table,
    "dialect_names": lambda: formats.names("dialects"),
    "dialects": formats.dialects_table,
    "verbs": verbs,
    "numbers": numbers,
    "highlights": highlights,
    "scaling": scaling,
    "formats_speed": formats_speed,
    "growth": growth,
    "features": server.features_table,
    "settings": server.settings_table,
    "layers": layers.drawn,
}
