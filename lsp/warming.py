"""Read a long text for the first time without making everybody wait: some lines in each turn.

Reading remembers every line by its text, so that the whole is read in no time once all its lines
were read before.
"""

from __future__ import annotations

import asyncio
import time

from toolspec.dsl.read import read
from toolspec.lsp.document import Document
from toolspec.lsp.settings import Settings

SLICE_SECONDS = 0.01
"""How long the loop may be held at a time."""

STEP = 32
"""Lines read between two looks at the clock, some milliseconds; each slice has its own costs."""


async def warm(document: Document, settings: Settings) -> None:
    """Read the lines of a document; a change of it meanwhile starts over."""
    while document.cold:
        text, source = document.text, document.source
        starts = [*source.starts, len(text)]
        done = len(starts) - 1 > settings.lines_max  # nobody will read it
        row = 0
        began = time.monotonic()
        while not done:
            upto = min(row + STEP, len(starts) - 1)
            read(text[starts[row] : starts[upto]])
            row, done = upto, upto == len(starts) - 1
            if time.monotonic() - began > SLICE_SECONDS:
                await asyncio.sleep(0)
                if document.text is not text:
                    break
                began = time.monotonic()
        if done:
            document.cold = False
