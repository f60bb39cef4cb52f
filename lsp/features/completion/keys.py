"""After `<`: the tool's arguments, without those that are written already.

They are those of recent traces, and those that the files of `tools` lines name.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.engine.match.values import written_key
from toolspec.lsp.features.completion.place import Place
from toolspec.lsp.state.argument_stats import stats_of
from toolspec.lsp.state.tool_schemas import arguments_of
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.escape import code, escaped, plain
from toolspec.lsp.text.humanize import times
from toolspec.lsp.text.keyword_docs import about
from toolspec.lsp.text.line_tokens import angles, code_words, key_of, meant
from toolspec.lsp.text.spec_text import quoted_safely, with_escapes

LONG_KEY = 200
LONG_TEXT = 500
EXAMPLES = 3


def items(place: Place) -> Iterator[Item]:
    """Yield the arguments, if the cursor is at a key."""
    angle = place.angle
    if angle is None or not place.at_key or place.kind not in ("key", "string", "open_string"):
        return
    pattern = meant(place.snapshot.reading, angle.pattern)
    stats, known = stats_of(place.snapshot, pattern), arguments_of(place.snapshot, pattern)
    written = _written(place)
    colon = "" if place.follows.startswith(":") else ": "
    calls = dict(stats.keys)
    for rank, key in enumerate(dict.fromkeys([*calls, *known])):
        if key in written or len(key) > LONG_KEY:
            continue
        in_quotes = place.kind != "key"
        text = quoted_safely(key) if in_quotes else with_escapes(written_key(key))
        values = [code(value, 60) for value, _ in stats.values(key)[:EXAMPLES]]
        listed = known.get(key)
        seen = f"in {calls[key]} of {times(stats.calls, 'call')}" if key in calls else ""
        said = [escaped(listed.description, LONG_TEXT)] if listed and listed.description else []
        said += [f"such as {', '.join(values)}"] if values else []
        yield Item(
            plain(key, LONG_KEY),
            place.lead + text + colon,
            place.span,
            "key",
            "; ".join(filter(None, (listed.about if listed else "", seen))),
            "\n\n".join(said),
            f"1{rank:05d}",
            filter=text if in_quotes else key,
            again=bool((values or (listed and listed.values)) and colon),
        )
    for terminal, word in (("MUST", "must"), ("HAS", "has")):
        known = about(word)
        if terminal in place.accepts and place.kind == "key" and colon and known is not None:
            yield Item(word, f"{place.lead}{word} ", place.span, "keyword", known.title,
                       known.markdown, f"3{word}", filter=word)  # fmt: skip


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
