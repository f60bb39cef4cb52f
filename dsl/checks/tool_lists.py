"""Find names, arguments and values that contradict the list of tools that a spec names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from toolspec.dsl.checks import Context
from toolspec.dsl.checks.shared.listed_keys import unlisted_keys
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import Fix, LineDiagnostic, Related, shown
from toolspec.dsl.text.suggest import Guesses, suggestion
from toolspec.engine.json_value import spaced
from toolspec.engine.match.arguments import Arguments
from toolspec.engine.match.tool_pattern import AnyOf, Name, Named, ToolPattern
from toolspec.engine.match.value_logic import (
    Interval,
    interval_of,
    types_of,
)
from toolspec.engine.match.values import (
    Absent,
    Both,
    Either,
    Exactly,
    Has,
    Negated,
    Present,
    ValuePattern,
    Variable,
)
from toolspec.engine.syntax import Part
from toolspec.engine.tool_lists.schema import ToolList
from toolspec.engine.tool_lists.schema_facts import SchemaFacts

LISTED_MAX = 5
"""How many tools, arguments or values a message lists."""


class Phrase(NamedTuple):
    """A tool pattern of a rule with its arguments; `exact` says that there are no others."""

    pattern: Part
    arguments: Part | None
    exact: bool


@lru_cache(maxsize=8)
def _known(tools: ToolList) -> ListedTools:
    return ListedTools(tools)


class ListedTools:
    """A list of tools, and what is known of each tool's schema. It remembers its answers."""

    def __init__(self, tools: ToolList) -> None:
        self.names = tuple(tools.names)
        self._tools = tools.names
        self._facts: dict[str, SchemaFacts] = {}

    def facts(self, name: str) -> SchemaFacts:
        """Return what the schema of a listed tool says."""
        known = self._facts.get(name)
        if known is None:
            known = self._facts[name] = SchemaFacts(self._tools[name])
        return known

    def found(self, entry: SpecLine) -> tuple[LineDiagnostic, ...]:
        """Return the problems of a line, with offsets in it; worked out once while both stay."""
        cached = entry.facts.get(_known)
        if cached is None or cached[0] is not self:
            cached = self, tuple(_in_entry(entry, self))
            if entry.rule is not None:
                entry.facts[_known] = cached
        return cached[1]


def check(context: Context) -> Iterator[LineDiagnostic]:
    """Yield a problem for each name, argument and value that contradicts the list."""
    if context.listed is None:
        return
    known = _known(context.listed)
    line = next((other.line for other in context.entries if other.what == "tools_line"), None)
    place = () if line is None else (Related(line.start, line.end, "the list of tools"),)
    for entry in context.entries:
        if entry.rule is not None or entry.what in ("tool_line", "block_open"):
            for problem in known.found(entry):
                yield problem.moved(entry.line.start)._replace(related=place)


def _in_entry(entry: SpecLine, known: ListedTools) -> Iterator[LineDiagnostic]:
    line = Part("line", parts=(*entry.parts, *entry.clauses))
    for phrase in _phrases((line,), None):
        unlisted = list(_unlisted(phrase, known))
        yield from unlisted
        if phrase.arguments is not None and not unlisted:
            yield from _of_arguments(entry, phrase, phrase.arguments, known)
    yield from unlisted_keys(entry, known)


def _phrases(parts: Sequence[Part], around: Part | None, exact: bool = False) -> Iterator[Phrase]:
    for part in parts:
        pattern = part.get("pattern") or around
        arguments = part.get("arguments")
        whole = part.get("exactly") is not None
        if part.label == "args_entry":
            whole = exact and part.get("subset") is None
        if pattern is not None and (part.get("pattern") is not None or arguments is not None):
            yield Phrase(pattern, arguments, whole)
        mode = part.value_of("mode", ())
        yield from _phrases(part.parts, pattern, "subset" not in mode)


def _unlisted(phrase: Phrase, known: ListedTools) -> Iterator[LineDiagnostic]:
    """Yield a problem for each name that is not in the list."""
    part = phrase.pattern
    guesses = Guesses(known.names)
    names = [value.name for value in _written(part.value) if isinstance(value, Name)]
    for name in names:
        if name in known.names:
            continue
        near = guesses.nearest(name)
        start, end = part.span
        at = part.source.find(str(Name(name)))
        if at >= 0:
            start, end = start + at, start + at + len(str(Name(name)))
        hint = f"did you mean `{Name(near)}`?" if near else "see the list, or add the tool to it"
        fields = {
            "tool": shown(name),
            "tools": _some([f"`{shown(listed_name)}`" for listed_name in known.names], "no tools"),
            "hint": hint,
        }
        fixes = (Fix(f"Write {Name(near)}", start, end, str(Name(near)), guess=True),)
        yield LineDiagnostic("unlisted_tool", start, end, fields, fixes if near else ())


def _written(pattern: ToolPattern) -> Iterator[ToolPattern]:
    """Yield the pieces of a pattern as they are written here: not what a `@name` stands for."""
    if isinstance(pattern, AnyOf):
        for inner in pattern.patterns:
            yield from _written(inner)
    elif not isinstance(pattern, Named):
        yield pattern


def _of_arguments(
    entry: SpecLine, phrase: Phrase, part: Part, known: ListedTools
) -> Iterator[LineDiagnostic]:
    """Yield what none of the tools takes; nothing where one of them is not in the list."""
    leaves = phrase.pattern.value.leaves
    names = [leaf.name for leaf in leaves if isinstance(leaf, Name)]
    if len(names) != len(leaves) or not all(name in known.names for name in names):
        return
    facts = [known.facts(name) for name in names]
    arguments: Arguments = part.value
    places = _places(entry, part)
    for argument in arguments.entries:
        key, value = argument.key, argument.value.flat
        where = places.get(key, (part.span, part.span))
        if isinstance(value, Absent):
            if all(key in fact.required for fact in facts):
                yield _missing(facts[0], key, where[1])
        elif all(fact.keys is not None and key not in fact.keys for fact in facts):
            yield _unknown_key(facts, key, where[0])
        else:
            yield from _refused(facts, key, value, where[1])
    if phrase.exact:
        given = {argument.key for argument in arguments.entries}
        for key in facts[0].required:
            if key not in given and all(key in fact.required for fact in facts):
                yield _missing(facts[0], key, part.span)
                break


def _unknown_key(facts: Sequence[SchemaFacts], key: str, span: tuple[int, int]) -> LineDiagnostic:
    keys = list(dict.fromkeys(key for fact in facts for key in fact.keys or ()))
    near = suggestion(key, keys)
    fields = {
        "tool": shown(facts[0].tool.name),
        "key": shown(key),
        "keys": _some([f"`{shown(listed_key)}`" for listed_key in keys], "none"),
        "hint": f"did you mean `{shown(near)}`?" if near else "see the tool's schema",
    }
    fixes = (Fix(f"Write {near}", *span, near, guess=True),) if near.isidentifier() else ()
    return LineDiagnostic("unlisted_argument", *span, fields, fixes)


def _missing(facts: SchemaFacts, key: str, span: tuple[int, int]) -> LineDiagnostic:
    fields = {"tool": shown(facts.tool.name), "key": shown(key)}
    return LineDiagnostic("missing_argument", *span, fields)


def _refused(
    facts: Sequence[SchemaFacts], key: str, value: ValuePattern, span: tuple[int, int]
) -> Iterator[LineDiagnostic]:
    """Yield a problem for each piece of a value that the schema of no tool allows."""
    if isinstance(value, Either | Both):
        for side in value.sides:
            yield from _refused(facts, key, side.flat, span)
        return
    if isinstance(value, Absent | Present | Variable | Negated | Has) or value.names:
        return
    reasons = [_reason(fact, key, value) for fact in facts]
    if all(reasons):
        fields = {
            "tool": shown(facts[0].tool.name),
            "key": shown(key),
            "value": shown(str(value)),
            "reason": reasons[0],
        }
        yield LineDiagnostic("refused_value", *span, fields)


def _reason(facts: SchemaFacts, key: str, value: ValuePattern) -> str:
    """Say what the schema wants instead; "" where it allows some value that matches."""
    values = facts.values(key)
    if values is not None:
        if any(value.matches(allowed) for allowed in values):
            return ""
        listed = [f"`{shown(spaced(allowed))}`" for allowed in values]
        return f"it is one of {_some(listed, 'nothing')}"
    types = facts.types(key)
    if types is not None and not types & types_of(value):
        return f"it is of the type {' or '.join(sorted(types)) or 'none'}"
    least, most = facts.range(key)
    numbers = interval_of(value)
    if numbers is not None and numbers.apart(Interval(least, most)):
        return f"it is from {spaced(least)} to {spaced(most)}"
    if isinstance(value, Exactly) and facts.refuses(key, value.value):
        return "it has another form"
    return ""


def _places(entry: SpecLine, part: Part) -> Mapping[str, tuple[tuple[int, int], tuple[int, int]]]:
    """Return where each key of a `<...>` and its value are, as offsets in the line."""
    words = [word for word in entry.line.words if part.span[0] <= word.start < part.span[1]]
    places: dict[str, tuple[tuple[int, int], tuple[int, int]]] = {}
    depth, key = 0, -1
    for at, word in enumerate(words):
        if word.text in ("<", "{", "[", "("):
            depth += word.text != "<" or at == 0
        elif word.text in ("}", "]", ")"):
            depth -= 1
        ends = depth == 1 and (word.text == "," or at == len(words) - 1)
        if depth == 1 and word.text == ":" and key < 0:
            key = at - 1
        elif ends and key >= 0:
            name = words[key]
            value = words[key + 2].start, words[at - 1].end
            text = name.text[1:-1] if name.text[:1] == '"' else name.text
            places[text] = (name.start, name.end), value
            key = -1
    return places


def _some(listed: Sequence[str], none: str) -> str:
    """Return the first of several, and how many there are beside them."""
    names_shown = ", ".join(listed[:LISTED_MAX])
    more = len(listed) - LISTED_MAX
    return f"{names_shown} and {more} more" if more > 0 else names_shown or none
