"""Find `$names` that `each` binds and nothing uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from toolspec.dsl.checks import Context, moved
from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.engine.rules import traits


def check(context: Context) -> Iterator[LineDiagnostic]:
    """Yield a problem for each name that is written only once in its rule."""
    for entry in context.entries:
        line = entry.line
        if not traits(line.first).binds_names or "$" not in line.text or entry.problems:
            continue
        names = [word for word in line.words if word.kind == "variable"]
        times = Counter([word.text for word in names])
        problems = [
            LineDiagnostic(
                "idle_variable", word.start, word.end, {"name": shown(word.text)},
                (Fix("Write ...", word.start, word.end, "..."),),
            )
            for word in names
            if times[word.text] == 1
        ]  # fmt: skip
        yield from moved(entry, problems)
