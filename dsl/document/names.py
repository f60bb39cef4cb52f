"""The names that `tool` and `value` lines define: where they are used, and what they mean."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from toolspec.dsl.document import line_parser as analysis
from toolspec.dsl.document.line_parser import ParsedLine, Resolve
from toolspec.dsl.problem import LineDiagnostic, shown
from toolspec.dsl.text.lexer import DEFINING, depths
from toolspec.dsl.text.suggest import Guesses
from toolspec.engine.match.tool_pattern import Named, ToolPattern
from toolspec.engine.match.values import NamedValue, ValuePattern

if TYPE_CHECKING:
    from toolspec.dsl.document.spec_line import SpecLine


DEPTH_MAX = 50
"""How many names deep a name may be made of names: more than anyone follows, and safe to walk."""

PATTERNS_MAX = 100_000
"""How many patterns the names of a file may take over from other names, all of them together."""


Meant = ToolPattern | ValuePattern
"""What a name can stand for."""


class Names:
    """The `@names` of one file. A name holds in the whole file, above its line too.

    `patterns` are those of tools, `values` those of values.
    """

    def __init__(self) -> None:
        self.lines: dict[str, tuple[SpecLine, ParsedLine]] = {}
        self.uses: dict[str, list[tuple[SpecLine, int]]] = {}
        self.patterns: dict[str, ToolPattern] = {}
        self.values: dict[str, ValuePattern] = {}
        self.given: dict[str, tuple[Meant, str]] = {}
        """Names of specs that this one uses: what they stand for, and the file."""
        self.regexes = 0
        """The size of all regexes in the names resolved so far."""
        self._broken: set[str] = set()
        self._trail: list[str] = []
        self._circles: set[str] = set()
        self._depths: dict[str, int] = {}
        self._named: dict[str, Named | NamedValue] = {}
        self._taken_over = 0
        self._undefined_at: set[tuple[int, int]] = set()
        self._guesses: Guesses | None = None

    def define(self, trees: Iterable[tuple[SpecLine, ParsedLine]]) -> None:
        """Note every `tool` and `value` line, so that names can be used before and after it."""
        for entry, parsed in trees:
            if entry.line.first not in DEFINING:
                continue
            words = entry.line.words
            name = words[1].text if len(words) > 1 and words[1].text.startswith("@") else ""
            if parsed.tree is None:
                # A use of it is no second fault: the line that defines it has been reported.
                self._broken.add(name)
            elif name in self.lines:
                start, end = words[1].start, words[1].end
                first = self.lines[name][0].line
                fields = {"name": shown(name), "line": str(first.row)}
                entry.problems.append(LineDiagnostic("doubled_name", start, end, fields))
            elif name in self.given:
                fields = {"name": shown(name), "file": shown(Path(self.given[name][1]).name)}
                entry.problems.append(
                    LineDiagnostic("used_name", words[1].start, words[1].end, fields)
                )
            else:
                self.lines[name] = entry, parsed
        self._broken -= set(self.lines)

    def resolver(self, entry: SpecLine) -> Resolve:
        """Return what gives the pattern of a name on this line, and reports where there is none."""

        def resolve(name: str, at: int) -> Meant | None:
            use = (entry, at)
            uses = self.uses.setdefault(name, [])
            if use not in uses[-1:]:
                uses.append(use)
            return self.meaning(entry, name, at)

        return resolve

    def knows(self, name: str) -> bool:
        """Tell whether a line defines a name, even a broken one."""
        return name in self.lines or name in self._broken or name in self.given

    def meaning(self, entry: SpecLine, name: str, at: int) -> Meant | None:
        """Return a name's pattern; None, reported, where it has none."""
        if name in self.lines:
            return self._resolve(name)
        if name in self.given:
            return self._given(name)
        if name not in self._broken:
            if self._guesses is None:
                self._guesses = Guesses(tuple(known[1:] for known in (*self.lines, *self.given)))
            near = self._guesses.nearest(name[1:])
            if entry.line.first in DEFINING and f"@{near}" == entry.line.words[1].text:
                near = ""  # a name is not made of itself
            self._undefined(entry, name, at, f"@{near}" if near else "")
        return None

    def give(self, name: str, meant: Meant, file: str) -> str | None:
        """Take over a name of another spec; return where it is defined already, None where not."""
        known = self.given.setdefault(name, (meant, file))
        if known[1] != file:
            return known[1]
        return None

    def _given(self, name: str) -> Meant:
        named = self._named.get(name)
        if named is None:
            pattern = self.given[name][0]
            if isinstance(pattern, ValuePattern):
                named = NamedValue(name[1:], pattern)
            else:
                named = Named(name[1:], pattern)
            self._named[name] = named
        return named

    def _undefined(self, entry: SpecLine, name: str, at: int, near: str) -> None:
        from toolspec.dsl.problem import Fix
        from toolspec.dsl.recover.mistakes.variables import has_demands

        if (entry.at, at) in self._undefined_at:
            return
        self._undefined_at.add((entry.at, at))
        written = shown(name)
        hint = (
            f"did you mean `{shown(near)}`?"
            if near
            else f"define it: `{_defining(entry, at)} {written} = ...`"
        )
        if not near and has_demands(entry.line.first) and _defining(entry, at) == "value":
            hint += f"; the same value as in the call before the colon is `${written[1:]}`"
        fix = Fix(f"Write {shown(near)}", at, at + len(name), near, guess=True)
        fields = {"name": written, "hint": hint}
        fixes = (fix,) if near else ()
        entry.problems.append(LineDiagnostic("undefined_name", at, at + len(name), fields, fixes))

    def finish(self, entry: SpecLine) -> None:
        """Work out the pattern of a `tool` or `value` line, whether or not a rule uses it."""
        name = entry.line.words[1].text
        if self.lines.get(name, (None,))[0] is entry:
            self._resolve(name)
        else:
            self._read(entry, analysis.syntax(entry.line))

    def _resolve(self, name: str) -> Meant | None:
        if name in self._named:
            return self._named[name]
        if name in self._broken:
            return None
        entry, parsed = self.lines[name]
        if name in self._trail:
            self._circle(name)
            return None
        if len(self._trail) >= DEPTH_MAX:
            return self._refuse("name_too_deep", entry, name, DEPTH_MAX)
        self._trail.append(name)
        pattern = self._read(entry, parsed)
        self._trail.pop()
        used = [word.text for word in entry.line.words[2:] if word.text.startswith("@")]
        depth = 1 + max((self._depths.get(used_name, 0) for used_name in used), default=0)
        self._depths[name] = depth
        if pattern is not None and depth > DEPTH_MAX:
            return self._refuse("name_too_deep", entry, name, DEPTH_MAX)
        if pattern is None:
            self._broken.add(name)
            return None
        # Each is counted before it is gone through, those that are there twice as well.
        self._taken_over += sum(_width(self._named[used_name]) for used_name in set(used))
        if isinstance(pattern, ValuePattern) and used:
            self._taken_over += pattern.size  # one that is there twice is gone through twice
        if self._taken_over > PATTERNS_MAX:
            return self._refuse("names_too_wide", entry, name, PATTERNS_MAX)
        named: Named | NamedValue
        if isinstance(pattern, ValuePattern):
            self.values[name], named = pattern, NamedValue(name[1:], pattern)
        else:
            self.patterns[name], named = pattern, Named(name[1:], pattern)
        self._named[name] = named
        return named

    def _refuse(self, slug: str, entry: SpecLine, name: str, limit: int) -> None:
        word = entry.line.words[1]
        fields = {"name": shown(name), "most": f"{limit:,}"}
        entry.problems.append(LineDiagnostic(slug, word.start, word.end, fields))
        self._broken.add(name)

    def _read(self, entry: SpecLine, parsed: ParsedLine) -> Meant | None:
        assert parsed.tree is not None
        read = analysis.other(entry.line, parsed.tree, self.resolver(entry))
        self.regexes += read.regexes
        entry.parts = read.parts
        entry.problems.extend(read.problems)
        used = [word for word in entry.line.words[2:] if word.text.startswith("@")]
        lost = any(word.text not in self._named for word in used)
        return None if read.problems or lost else read.parts[1].value

    def _circle(self, name: str) -> None:
        circle = self._trail[self._trail.index(name) :]
        for name_in_circle in circle:
            if name_in_circle in self._circles:
                continue
            self._circles.add(name_in_circle)
            entry = self.lines[name_in_circle][0]
            word = entry.line.words[1]
            way = [
                *circle[circle.index(name_in_circle) :],
                *circle[: circle.index(name_in_circle)],
                name_in_circle,
            ]
            fields = {"name": shown(name_in_circle), "way": " -> ".join(map(shown, way))}
            entry.problems.append(LineDiagnostic("circular_name", word.start, word.end, fields))


def _width(named: Named | NamedValue) -> int:
    """Return how many patterns a name stands for."""
    return named.size if isinstance(named, NamedValue) else len(named.leaves)


def _defining(entry: SpecLine, at: int) -> str:
    """Return the keyword of a line that would define the name used at a place."""
    index = next((i for i, word in enumerate(entry.line.words) if word.start == at), 0)
    inside = entry.line.first == "value" or depths(entry.line.words[: index + 1], "")[index] > 0
    before = entry.line.words[index - 1].text if index else ""
    return "value" if inside or before in ("result", "=", "|", "&") else "tool"
