"""Find rules that are written twice."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.checks import Context, fact
from toolspec.dsl.entry import Entry
from toolspec.dsl.problem import Found, Related


def check(context: Context) -> Iterator[Found]:
    """Yield a problem for each rule whose words stand in an earlier rule for the same traces."""
    seen: dict[tuple[str, str | None], Entry] = {}
    for entry in context.rules:
        words = fact(entry, _words)
        own, everywhere = seen.get((words, entry.case)), seen.get((words, None))
        above = [other for other in (own, everywhere) if other is not None]
        if not above:
            seen[words, entry.case] = entry
            continue
        first = min(above, key=lambda other: other.at)
        fields = {"line": str(first.line.row)}
        yield Found(
            "doubled_rule", *context.own(entry), fields,
            related=(Related(*context.own(first), "first here"),),
        )  # fmt: skip


def _words(entry: Entry) -> str:
    """Return a rule's own words in one text, whose hash Python remembers."""
    end = entry.clauses[0].span[0] if entry.clauses else len(entry.line.text)
    return "\n".join(
        "=" if word.text == "==" else word.text
        for word in entry.line.words
        if word.start < end and word.kind != "comment"
    )
