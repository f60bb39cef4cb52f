"""Data streams of the Vercel AI SDK, of which each line is a code before JSON: as documents."""

from __future__ import annotations

import json
import re
from typing import Final

CODE: Final = "vercel-data-stream"
_CODED: Final = re.compile(r"([0-9a-k]):([\[{\"].*)", re.DOTALL).match


def coded_lines(text: str) -> str:
    r"""Return a data stream with each line as a document, on the line it was on.

    Any other text is returned as it is.

    >>> coded_lines('0:"Hi"\n')
    '{"vercel-data-stream":"0","value":"Hi"}\n'
    """
    if not _CODED(text[:200].lstrip("\ufeff \n")):
        return text
    lines: list[str] = []
    for line in text.lstrip("\ufeff").split("\n"):
        match = _CODED(line.strip())
        if match is None:
            if line.strip():
                return text
            lines.append("")
        else:
            lines.append(f'{{"{CODE}":{json.dumps(match[1])},"value":{match[2]}}}')
    return "\n".join(lines)
