"""After `<`: the tool's arguments in recent traces, without those that are written already."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.engine.match.values import written_key
from toolspec.lsp.features.completion.place import Place
from toolspec.lsp.state.argument_stats import stats_before
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.escape import code, plain
from toolspec.lsp.text.humanize import times
from toolspec.lsp.text.keyword_docs import SHARED
from toolspec.lsp.text.line_tokens import angles, code_words, key_of
from toolspec.lsp.text.spec_text import quoted_safely, with_escapes

LONG_KEY = 200
EXAMPLES = 3


def items(place: Place) -> Iterator[Item]:
    """Yield the arguments, if the cursor is at a key."""
    angle = place.angle
    if angle is None or not place.at_key or place.kind not in ("key", "string", "open_string"):
        return
    stats = stats_before(place.snapshot, angle)
    written = _written(place)
    colon = "" if place.follows.startswith(":") else ": "
    for rank, (key, count) in enumerate(stats.keys):
        if key in written or len(key) > LONG_KEY:
            continue
        in_quotes = place.kind != "key"
        text = quoted_safely(key) if in_quotes else with_escapes(written_key(key))
        values = [code(value, 60) for value, _ in stats.values(key)[:EXAMPLES]]
        yield Item(
            plain(key, LONG_KEY),
            place.lead + text + colon,
            place.span,
            "key",
            f"in {count} of {times(stats.calls, 'call')}",
            f"such as {', '.join(values)}" if values else "",
            f"1{rank:05d}",
            filter=text if in_quotes else key,
            again=bool(values and colon),
        )
    if "MUST" in place.accepts and place.kind == "key" and colon:
        about = SHARED["must"]
        yield Item("must", f"{place.lead}must ", place.span, "keyword", about.title,
                   about.markdown, "3", filter="must")  # fmt: skip


def _written(place: Place) -> set[str]:
    """Return the arguments in the `<...>`, also after the cursor, without the one being typed."""
    assert place.angle is not None
    opening = place.base + place.words[place.angle.first].start
    entry = place.snapshot.document.entry_at(opening)
    line = entry.line if entry is not None and entry.line.kind == "code" else place.line
    words = code_words(line)
    whole = next(
        (one for one in angles(line) if line.start + words[one.first].start == opening), place.angle
    )
    base = line.start if whole is not place.angle else place.base
    return {key_of(key) for key, _ in whole.keys if base + key.start != place.span[0]}
