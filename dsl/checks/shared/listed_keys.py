"""The keys of `per <key>` and `sum <key>`, held against the schemas of a list of tools."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.text.suggest import suggestion
from toolspec.engine.match.tool_pattern import Name, is_bare, quoted
from toolspec.engine.syntax import Part
from toolspec.engine.tool_lists.schema_facts import SchemaFacts

KEYS_MAX = 5
"""How many arguments a message lists."""


class KnownTools(Protocol):
    """The tools of a list, by name, and what the schema of each says."""

    names: tuple[str, ...]

    def facts(self, name: str) -> SchemaFacts:
        """Return what the schema of a listed tool says."""
        ...


def unlisted_keys(entry: SpecLine, known: KnownTools) -> Iterator[LineDiagnostic]:
    """Yield a problem for each key that none of the tools has which the rule is about."""
    written = [*_keys(entry.clauses, "per_key"), *_keys(entry.parts, "per_key")]
    for part in written:
        yield from _unlisted(part, part.value, _tools(entry.parts, known), known)
    for part in _keys(entry.parts, "limit_measure"):
        if part.value:
            among = [clause for clause in entry.clauses if clause.label == "among"]
            yield from _unlisted(part, part.value, _tools(among, known), known)


def _keys(parts: Sequence[Part], label: str) -> Iterator[Part]:
    for part in parts:
        if part.label == label:
            yield part
        yield from _keys(part.parts, label)


def _tools(parts: Sequence[Part], known: KnownTools) -> list[str]:
    """Return the tools that the parts name; all of the list where they name others, or none."""
    names: list[str] = []
    for part in _patterns(parts):
        for leaf in part.value.leaves:
            if not isinstance(leaf, Name) or leaf.name not in known.names:
                return list(known.names)
            names.append(leaf.name)
    return list(dict.fromkeys(names)) or list(known.names)


def _patterns(parts: Sequence[Part]) -> Iterator[Part]:
    for part in parts:
        if part.label == "pattern":
            yield part
        yield from _patterns(part.parts)


def _unlisted(
    part: Part, key: str, tools: Sequence[str], known: KnownTools
) -> Iterator[LineDiagnostic]:
    keys_by_tool = [known.facts(name).keys for name in tools]
    keys = [tool for tool in keys_by_tool if tool is not None]
    if not keys or len(keys) < len(keys_by_tool) or any(key in listed for listed in keys):
        return
    every = list(dict.fromkeys(name for listed in keys for name in listed))
    start = part.span[0]
    inner = start + part.source.find("<") + 1, start + part.source.rfind(">")
    near = suggestion(key, every)
    some = ", ".join(f"`{shown(key)}`" for key in every[:KEYS_MAX])
    more = len(every) - KEYS_MAX
    fields = {
        "key": shown(key),
        "tools": f"`{shown(tools[0])}`" if len(tools) == 1 else "these tools",
        "keys": (f"{some} and {more} more" if more > 0 else some) or "none",
        "hint": f"did you mean `{shown(near)}`?" if near else "see the list of tools",
    }
    word = near if is_bare(near) else quoted(near)
    fixes = (Fix(f"Write {near}", *inner, word, guess=True),) if near else ()
    yield LineDiagnostic("unlisted_key", *inner, fields, fixes)
