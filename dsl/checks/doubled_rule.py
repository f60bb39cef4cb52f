"""Find rules that are written twice."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.checks import Context, fact
from toolspec.dsl.entry import Entry
from toolspec.dsl.problem import Found, Related


def check(context: Context) -> Iterator[Found]:
    """Yield a problem for each rule whose words stand in an earlier rule for the same traces."""
    texts = context.each(_text)
    if len(set(texts)) == len(texts):
        return
    seen: dict[str, Entry] = {}
    in_cases: dict[str, list[Entry]] = {}
    for entry, words in zip(context.rules, texts, strict=True):
        first = seen.setdefault(words, entry)
        if first is entry:
            continue
        above = (first, *in_cases.get(words, ()))
        alike = (other for other in above if other.case is None or other.case == entry.case)
        first = next(alike, None)
        if first is None:
            in_cases.setdefault(words, []).append(entry)
            continue
        fields = {"line": str(first.line.row)}
        yield Found(
            "doubled_rule", *context.own(entry), fields,
            related=(Related(*context.own(first), "first here"),),
        )  # fmt: skip


def _text(entry: Entry) -> str:
    return fact(entry, _words)


def _words(entry: Entry) -> str:
    """Return a rule's own words in one text, whose hash Python remembers."""
    end = entry.clauses[0].span[0] if entry.clauses else len(entry.line.text)
    return "\n".join(
        "=" if word.text == "==" else word.text
        for word in entry.line.words
        if word.start < end and word.kind != "comment"
    )
