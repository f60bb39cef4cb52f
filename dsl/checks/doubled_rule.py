"""Find rules that are written twice."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.checks import Context, fact
from toolspec.dsl.entry import Entry
from toolspec.dsl.problem import Found, Related


def check(context: Context) -> Iterator[Found]:
    """Yield a problem for each rule whose words stand in an earlier rule for the same traces."""
    seen: dict[tuple[str, ...], dict[str | None, Entry]] = {}
    for entry in context.rules:
        words = fact(entry, _words)
        places = seen.setdefault(words, {})
        first = places.get(entry.case) or places.get(None)
        if first is not None:
            fields = {"line": str(first.line.row)}
            yield Found(
                "doubled_rule", *context.own(entry), fields,
                related=(Related(*context.own(first), "first here"),),
            )  # fmt: skip
        places.setdefault(entry.case, entry)


def _words(entry: Entry) -> tuple[str, ...]:
    end = entry.clauses[0].span[0] if entry.clauses else len(entry.line.text)
    return tuple(
        "=" if word.text == "==" else word.text
        for word in entry.line.words
        if word.start < end and word.kind != "comment"
    )
