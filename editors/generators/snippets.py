"""Write the snippets of the kinds, and of the lines that are not rules, as VS Code reads them."""

from __future__ import annotations

import json

from toolspec.engine.rules import kinds
from toolspec.lsp.features.completion.keywords import without_placeholders

_LINES = {
    "tool": ("tool @${1:name} = ${2:tool} | ${3:tool}", "Name a tool pattern"),
    "traces": ('traces "${1:runs/*.json}"', "Where recent traces are found"),
    "case": ('case "${1:name}" {\n  $0\n}', "Rules for one test case"),
}
"""Bodies for lines that no kind describes, by their first word."""


def snippets_json() -> str:
    """Return the text of the snippet file."""
    written: dict[str, dict[str, object]] = {}
    for kind in kinds():
        syntax = kind.syntax
        for number, body in enumerate(syntax.snippets, 1):
            name = syntax.keyword if len(syntax.snippets) == 1 else f"{syntax.keyword} {number}"
            written[name] = {
                "prefix": syntax.keyword,
                "body": body.splitlines(),
                # The list of snippets shows the first word and this: forms must be told apart.
                "description": without_placeholders(body),
            }
    for word, (body, description) in _LINES.items():
        written[word] = {"prefix": word, "body": body.split("\n"), "description": description}
    return json.dumps(written, indent=2, ensure_ascii=False) + "\n"
