"""After `per` and `sum`: the arguments by whose value calls are divided, or that are added up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from toolspec.dsl.text.spec_text import key_text
from toolspec.lsp.features.completion.place import CompletionPlace
from toolspec.lsp.state.tool_schemas import listed_tools, schema_arguments
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.escape import plain
from toolspec.lsp.text.humanize import times
from toolspec.lsp.text.line_tokens import meant, pattern_before

WORDS = ("per", "sum")
LONG_KEY = 200


def proposed(place: CompletionPlace) -> Iterator[Item]:
    """Yield the arguments that calls have in traces, and those that lists of tools name."""
    opened = place.before == "<" and len(place.words) > 1 and place.words[-2].text in WORDS
    if not opened and (place.before not in WORDS or "LESS" not in place.accepts or place.typed):
        return
    keys = _keys(place)
    if not keys and not opened:
        text = f"{place.lead}<$1>"
        yield Item("<key>", text, place.span, "key", "an argument", snippet=True, sort="1")
    for rank, (key, detail) in enumerate(keys):
        if len(key) > LONG_KEY:
            continue
        text = key_text(key)
        closed = place.follows.startswith(">")
        written = f"{text}{'' if closed else '>'}" if opened else f"{place.lead}<{text}>"
        yield Item(
            plain(f"<{key}>", LONG_KEY), written, place.span, "key", detail, "", f"1{rank:05d}",
            filter=text if opened else f"<{key}>",
        )  # fmt: skip


def _keys(place: CompletionPlace) -> list[tuple[str, str]]:
    """Return the arguments, most frequent first: of the rule's tool if it is known, else of all."""
    used = place.snapshot.tools.tools
    words = place.words
    pattern = meant(place.snapshot.reading, pattern_before(words, 2)) if len(words) > 2 else None
    mine = [stats for name, stats in used.items() if pattern is not None and pattern.matches(name)]
    calls: Counter[str] = Counter()
    for stats in mine or used.values():
        calls.update(stats.keys)
    ranked = sorted(calls.items(), key=lambda item: (-item[1], item[0]))
    about_keys = {key: f"in {times(count, 'call')}" for key, count in ranked}
    for tool in listed_tools(place.snapshot):
        for argument in schema_arguments(tool):
            about_keys.setdefault(argument.key, f"{argument.type}, of {plain(tool.name, 60)}")
    return list(about_keys.items())
