"""After `by`: the agents that recent traces name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from toolspec.dsl.text.spec_text import quoted_safely
from toolspec.engine.match.tool_pattern import is_bare
from toolspec.lsp.features.completion.place import CompletionPlace
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.escape import plain
from toolspec.lsp.text.humanize import times

LONG_NAME = 200


def is_agent(place: CompletionPlace) -> bool:
    """Tell whether the name of an agent may be typed, and not that of a tool."""
    words = place.words
    at = len(words) - 1
    while at > 2 and words[at].text == "|":
        at -= 2
    return at > 1 and words[at].text == "by" and words[at].kind == "name"


def proposed(place: CompletionPlace) -> Iterator[Item]:
    """Yield the agents, the one with the most calls first."""
    if not is_agent(place) or place.kind not in ("name", "string", "open_string"):
        return
    in_quotes = place.kind != "name"
    calls: Counter[str] = Counter()
    for used in place.snapshot.tools.tools.values():
        calls.update(used.agents)
    ranked = sorted(calls.items(), key=lambda item: (-item[1], item[0]))
    for rank, (name, count) in enumerate(ranked):
        if len(name) > LONG_NAME:
            continue
        text = name if is_bare(name) and not in_quotes else quoted_safely(name)
        yield Item(
            plain(name, LONG_NAME), place.lead + text, place.span, "value",
            f"made {times(count, 'call')}", "", f"1{rank:05d}",
            filter=text if in_quotes else name,
        )  # fmt: skip
