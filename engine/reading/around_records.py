"""What is in a file around its records, and may be a call that was not read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from toolspec.engine.reading.documents.scan import Scan
from toolspec.engine.reading.recognition import is_name
from toolspec.engine.trace import Call, Gap, Place

GAPS_MAX: Final = 100
"""Names lost from keys that are there twice, of which each is a gap of its own."""


def gaps_around(scanned: Scan, odd: Sequence[tuple[int, str]] = ()) -> list[Gap]:
    """Return what may be a call: `odd` are the lines with a word that only traces have."""
    gaps: list[Gap] = []
    for line, word in (*scanned.odd, *odd)[:1]:
        text = f"text between the records that holds `{word}`"
        gaps.append(Gap(text, Place(line), "write the records to a file of their own"))
    lost_names: dict[str, Gap] = {}
    for line, key, lost in scanned.twice:
        # Of a name, what was lost is known; of anything else, it may have been any call.
        named = is_name(key) and isinstance(lost, str) and len(lost_names) < GAPS_MAX
        name = str(lost) if named else ""
        text = "a key has two values in one object"
        lost_names.setdefault(name, Gap(text, Place(line), call=Call(name)))
    return [*gaps, *lost_names.values()]
