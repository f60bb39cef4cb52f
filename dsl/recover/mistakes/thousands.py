"""Numbers in groups of three digits: `10,000`."""

from __future__ import annotations

import re

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.stop import Stop

_GROUPED = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])").match


def thousands(place: Stop) -> LineDiagnostic | None:
    """`tokens < 10,000`: the parser stops at the comma or after it."""
    for word in place.words[max(0, place.at - 2) : place.at]:
        found = _GROUPED(place.line.text, word.start)
        if word.kind != "number" or found is None or found.end() <= place.stop:
            continue
        digits = found[0].replace(",", "")
        fix = Fix(f"Write {shown(digits)}", word.start, found.end(), digits)
        hint = f"write `{shown(digits)}`"
        told = place.found("bad_number", fix, number=shown(found[0]), hint=hint)
        return told._replace(start=word.start, end=found.end())
    return None
