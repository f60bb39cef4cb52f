"""After `<`: the tool's arguments, without those that are written already.

They are those of recent traces, and those that the files of `tools` lines name.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from toolspec.dsl.document import line_parser
from toolspec.dsl.text.lines import lines
from toolspec.dsl.text.source import Source
from toolspec.dsl.text.spec_text import key_text, quoted_safely
from toolspec.engine.rules import traits
from toolspec.lsp.features.completion.place import CompletionPlace
from toolspec.lsp.state.argument_stats import stats_of
from toolspec.lsp.state.tool_schemas import arguments_of_tools
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.escape import code, escaped, plain
from toolspec.lsp.text.humanize import times
from toolspec.lsp.text.keyword_docs import docs_about
from toolspec.lsp.text.line_tokens import angles, code_words, key_of, meant, subject_end

LONG_KEY = 200
LONG_TEXT = 500
EXAMPLES = 3


def proposed(place: CompletionPlace) -> Iterator[Item]:
    """Yield the arguments, if the cursor is at a key."""
    angle = place.angle
    if angle is None or not place.at_key or place.kind not in ("key", "string", "open_string"):
        return
    pattern = meant(place.snapshot.reading, angle.pattern)
    stats, known = stats_of(place.snapshot, pattern), arguments_of_tools(place.snapshot, pattern)
    written = _written(place)
    colon = "" if place.follows.startswith(":") else ": "
    calls = dict(stats.keys)
    for rank, key in enumerate(dict.fromkeys([*calls, *known])):
        if key in written or len(key) > LONG_KEY:
            continue
        in_quotes = place.kind != "key"
        text = quoted_safely(key) if in_quotes else key_text(key)
        values = [code(value, 60) for value, _ in stats.values(key)[:EXAMPLES]]
        listed = known.get(key)
        frequency = f"in {calls[key]} of {times(stats.calls, 'call')}" if key in calls else ""
        texts = [escaped(listed.description, LONG_TEXT)] if listed and listed.description else []
        texts += [f"such as {', '.join(values)}"] if values else []
        yield Item(
            plain(key, LONG_KEY),
            place.lead + text + colon,
            place.span,
            "key",
            "; ".join(filter(None, (listed.about if listed else "", frequency))),
            "\n\n".join(texts),
            f"1{rank:05d}",
            filter=text if in_quotes else key,
            again=bool((values or (listed and listed.values)) and colon),
            often=frequency,
        )
    for terminal, word in (("MUST", "must"), ("HAS", "has")):
        known = docs_about(word)
        if word == "must" and not _may_ask(place):
            continue
        if terminal in place.accepts and place.kind == "key" and colon and known is not None:
            yield Item(word, f"{place.lead}{word} ", place.span, "keyword", known.title,
                       known.markdown, f"3{word}", filter=word)  # fmt: skip


def _may_ask(place: CompletionPlace) -> bool:
    """Tell whether `must` means something here: not in every kind, and in no demand."""
    if traits(place.first).binds_names and subject_end(place.words) < len(place.words):
        return False
    return _takes_must(place.first)


@cache
def _takes_must(keyword: str) -> bool:
    """Tell whether a kind has a form in which a key may be asked for with `must`."""
    ask = "x <must k: 1>"
    for text in (f" {ask}", f": {ask} -> x", f" {ask}: ok"):
        line = lines(Source(keyword + text))[0]
        tree = line_parser.syntax(line).tree
        if tree is None:
            continue
        lowered = line_parser.rule(line, tree, _no_name).lowered
        if lowered is not None and lowered.kind is not None:
            return True
    return False


def _no_name(_name: str, _at: int) -> None:
    """Resolve no name."""


def _written(place: CompletionPlace) -> set[str]:
    """Return the arguments in the `<...>`, also after the cursor, without the one being typed."""
    assert place.angle is not None
    opening = place.base + place.words[place.angle.first].start
    entry = place.snapshot.document.entry_at(opening)
    line = entry.line if entry is not None and entry.line.kind == "code" else place.line
    words = code_words(line)
    whole = next(
        (pair for pair in angles(line) if line.start + words[pair.first].start == opening),
        place.angle,
    )
    base = line.start if whole is not place.angle else place.base
    return {key_of(key) for key, _ in whole.keys if base + key.start != place.span[0]}
