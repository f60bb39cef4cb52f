"""`toolspec schema`: print the JSON schema of the report."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from toolspec.cli.options import verb_parser


def parser() -> ArgumentParser:
    """Return the parser of the verb's options."""
    return verb_parser(
        "schema",
        "Print the JSON schema of what `toolspec check --format json` prints.",
        "example:\n  toolspec schema > report.schema.json\n",
    )


def run(options: Namespace) -> int:
    """Print the schema."""
    from toolspec.cli.schema import report_schema

    print(json.dumps(report_schema(), indent=2))
    return 0
