"""After `key:`: the values that the files of `tools` lines list for the argument."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.lsp.features.completion.place import COMPARISONS, CompletionPlace
from toolspec.lsp.features.completion.values import STARTS
from toolspec.lsp.state.argument_stats import stats_of, type_name
from toolspec.lsp.state.tool_schemas import arguments_of_tools
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.escape import escaped, plain
from toolspec.lsp.text.line_tokens import key_of, meant

LABEL_MAX = 100
TEXT_MAX = 500


def proposed(place: CompletionPlace) -> Iterator[Item]:
    """Yield the values that no trace has; those of traces are listed with their counts."""
    key = place.operand_of
    if key is None or place.angle is None or place.kind == "variable":
        return
    if place.typed.startswith("@"):
        return
    pattern = meant(place.snapshot.reading, place.angle.pattern)
    argument = arguments_of_tools(place.snapshot, pattern).get(key_of(key))
    if argument is None:
        return
    recorded = {value for value, _ in stats_of(place.snapshot, pattern).values(key_of(key))}
    about = escaped(argument.description, TEXT_MAX)
    for rank, text in enumerate(argument.values):
        if place.before in COMPARISONS and type_name(text) != "number":
            continue
        if text in recorded or not text.startswith(STARTS.get(place.kind, "")):
            continue
        bare = place.kind == "key" and bool(place.typed)
        yield Item(
            plain(text, LABEL_MAX), place.lead + text, place.span, "value",
            "in the list of tools", about, f"1{50000 + rank:05d}",
            filter=text.removeprefix('"') if bare else text,
        )  # fmt: skip
