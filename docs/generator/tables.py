"""Tables that stand between `<!-- begin NAME -->` and `<!-- end NAME -->` on hand-written pages."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable

from generator import cell
from generator.rules import title
from toolspec.cli.commands import VERBS, load
from toolspec.cli.schema import report_schema
from toolspec.dsl import grammar as grammar_of
from toolspec.engine.dialects import dialects
from toolspec.engine.formats import titles
from toolspec.engine.rules import kinds

_MARKED = re.compile(r"<!-- begin (\w+) -->\n.*?<!-- end \1 -->", re.DOTALL)


def filled(page: str) -> str:
    """Return the page with its tables as they are now."""
    return _MARKED.sub(
        lambda match: f"<!-- begin {match[1]} -->\n{TABLES[match[1]]()}\n<!-- end {match[1]} -->",
        page,
    )


def rules_table() -> str:
    """Return the rule kinds, one a line, with how they are written."""
    rows = [
        f"| [`{kind.syntax.keyword}`](docs/rules/{kind.syntax.keyword}.md) | {cell(title(kind))} | "
        f"`{cell(kind.examples[0].spec.strip().splitlines()[0])}` |"
        for kind in kinds()
    ]
    return "\n".join(["| rule | says | for example |", "| --- | --- | --- |", *rows])


def formats_list() -> str:
    """Return the trace formats, one a line."""
    return "\n".join(f"- {name}" for name in titles())


def dialects_list() -> str:
    """Return the dialects of spans, one a line."""
    return "\n".join(f"- {dialect.title}" for dialect in dialects())


def verbs() -> str:
    """Return every verb's own help."""
    os.environ["COLUMNS"] = "90"
    os.environ["NO_COLOR"] = "1"
    parts = [
        f"## `toolspec {verb}`\n\n```text\n{load(verb).parser().format_help().rstrip()}\n```"
        for verb in VERBS
    ]
    return "\n\n".join(parts)


def schema() -> str:
    """Return the JSON schema of a report, as `toolspec schema` prints it."""
    return json.dumps(report_schema(), indent=2) + "\n"


def grammar() -> str:
    """Return the whole grammar as one Lark file."""
    return grammar_of.assemble(kinds())


TABLES: dict[str, Callable[[], str]] = {
    "rules": rules_table,
    "formats": formats_list,
    "dialects": dialects_list,
    "verbs": verbs,
}
