"""In `# toolspec: ignore`: the codes of warnings, those of its own line first."""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolspec.dsl.problems import SLUGS, by_code
from toolspec.dsl.text.lines import LogicalLine
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.answers import Item

_TYPED = re.compile(r"#+[ \t]*toolspec:[ \t]*ignore[ \t](?:.*[\s,])?([A-Za-z0-9]*)$")
_CODE = re.compile(r"[A-Za-z0-9]*")
_FIELD = re.compile(r"`?\{[a-z_]+\}`?")


def proposed(snapshot: Snapshot, line: LogicalLine, offset: int) -> Iterator[Item]:
    """Yield the codes, if the cursor is in an ignore comment."""
    match = _TYPED.match(line.comment[:-1])
    if match is None:
        return
    rest_of_code = _CODE.match(snapshot.document.text, offset)
    span = (offset - len(match[1]), rest_of_code.end() if rest_of_code and match[1] else offset)
    source = snapshot.document.source
    row = source.place(offset)[0]
    rows = (row, row + 1)
    here = {item.code for item in snapshot.reading.warnings if item.line in rows}
    for code in sorted(SLUGS, key=lambda code: (code not in here, code)):
        if code.startswith("TS3"):
            problem = by_code(code)
            rank = "0" if code in here else "1"
            title = _FIELD.sub("…", problem.title)
            yield Item(code, code, span, "code", title, sort=f"{rank}{code}")
