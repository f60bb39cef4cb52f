"""Server-sent events: each line of `data:` is a document, the other fields of an event are not."""

from __future__ import annotations

import re
from typing import Final

_BEGINS: Final = re.compile(r"[\ufeff\s]*(?:data|event|id|retry)?:").match
_LINE: Final = re.compile(r"(data|event|id|retry)?:(.*)", re.DOTALL).match
_END: Final = "[DONE]"


def data_of_events(text: str) -> str:
    r"""Return a text of server-sent events with their data alone, each on the line it was on.

    Any other text is returned as it is.

    >>> data_of_events('event: start\ndata: {"a": 1}\n\ndata: [DONE]\n')
    '\n      {"a": 1}\n\n\n'
    """
    if not _BEGINS(text[:200]):
        return text
    lines: list[str] = []
    some = False
    for line in text.lstrip("\ufeff").split("\n"):
        match = _LINE(line)
        if match is None:
            if line.strip():
                return text
            lines.append("")
        elif match[1] != "data":
            # An object in there is no datum, and looked at like any text between records.
            lines.append(line if "{" in match[2] else "")
        else:
            some = True
            lines.append("" if match[2].strip() == _END else f"     {match[2]}")
    return "\n".join(lines) if some else text
