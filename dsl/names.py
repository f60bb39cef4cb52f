"""The names that `tool` lines give to patterns: who defines them, who uses them, what they mean."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from toolspec.dsl import analysis
from toolspec.dsl.analysis import Resolve, Syntax
from toolspec.dsl.problem import Found
from toolspec.dsl.suggest import Guesses
from toolspec.engine.pattern import Named, ToolPattern

if TYPE_CHECKING:
    from toolspec.dsl.entry import Entry


DEPTH_MAX = 50
"""How many names deep a name may be made of names: more than anyone follows, and safe to walk."""


class Names:
    """The `@names` of one file. A name holds in the whole file, above its line too."""

    def __init__(self) -> None:
        self.lines: dict[str, tuple[Entry, Syntax]] = {}
        self.uses: dict[str, list[tuple[Entry, int]]] = {}
        self.patterns: dict[str, ToolPattern] = {}
        self._broken: set[str] = set()
        self._trail: list[str] = []
        self._circles: set[str] = set()
        self._depths: dict[str, int] = {}
        self._guesses: Guesses | None = None

    def define(self, trees: Iterable[tuple[Entry, Syntax]]) -> None:
        """Take down every `tool` line, so that names can be used before and after it."""
        for entry, parsed in trees:
            if entry.line.first != "tool":
                continue
            words = entry.line.words
            name = words[1].text if len(words) > 1 and words[1].text.startswith("@") else ""
            if parsed.tree is None:
                # A use of it is no second fault: the line that defines it has been reported.
                self._broken.add(name)
            elif name in self.lines:
                start, end = words[1].start, words[1].end
                first = self.lines[name][0].line
                fields = {"name": name, "line": str(first.row)}
                entry.problems.append(Found("doubled_name", start, end, fields))
            else:
                self.lines[name] = entry, parsed
        self._broken -= set(self.lines)

    def resolver(self, entry: Entry) -> Resolve:
        """Return what gives the pattern behind a name on this line, and reports where none is."""

        def resolve(name: str, at: int) -> ToolPattern | None:
            use = (entry, at)
            uses = self.uses.setdefault(name, [])
            if use not in uses[-1:]:
                uses.append(use)
            return self.meaning(entry, name, at)

        return resolve

    def knows(self, name: str) -> bool:
        """Tell whether a line defines a name, even a broken one."""
        return name in self.lines or name in self._broken

    def meaning(self, entry: Entry, name: str, at: int) -> ToolPattern | None:
        """Return a name's pattern; None, reported, where it has none."""
        if name in self.lines:
            return self._resolve(name)
        if name not in self._broken:
            if self._guesses is None:
                self._guesses = Guesses(tuple(known[1:] for known in self.lines))
            near = self._guesses.nearest(name[1:])
            self._undefined(entry, name, at, f"@{near}" if near else "")
        return None

    def _undefined(self, entry: Entry, name: str, at: int, near: str) -> None:
        from toolspec.dsl.problem import Fix

        hint = f"did you mean `{near}`?" if near else f"define it: `tool {name} = ...`"
        fixes = (Fix(f"Write {near}", at, at + len(name), near, guess=True),) if near else ()
        found = Found("undefined_name", at, at + len(name), {"name": name, "hint": hint}, fixes)
        if found not in entry.problems:
            entry.problems.append(found)

    def finish(self, entry: Entry) -> None:
        """Work out the pattern of a `tool` line, whether or not a rule uses it."""
        name = entry.line.words[1].text
        if self.lines.get(name, (None,))[0] is entry:
            self._resolve(name)
        else:
            self._read(entry, analysis.syntax(entry.line))

    def _resolve(self, name: str) -> ToolPattern | None:
        if name in self.patterns:
            return Named(name[1:], self.patterns[name])
        if name in self._broken:
            return None
        entry, parsed = self.lines[name]
        if name in self._trail:
            self._circle(name)
            return None
        if len(self._trail) >= DEPTH_MAX:
            return self._too_deep(entry, name)
        self._trail.append(name)
        pattern = self._read(entry, parsed)
        self._trail.pop()
        used = [word.text for word in entry.line.words[2:] if word.text.startswith("@")]
        depth = 1 + max((self._depths.get(one, 0) for one in used), default=0)
        self._depths[name] = depth
        if pattern is not None and depth > DEPTH_MAX:
            return self._too_deep(entry, name)
        if pattern is None:
            self._broken.add(name)
            return None
        self.patterns[name] = pattern
        return Named(name[1:], pattern)

    def _too_deep(self, entry: Entry, name: str) -> None:
        word = entry.line.words[1]
        fields = {"name": name, "limit": str(DEPTH_MAX)}
        entry.problems.append(Found("name_too_deep", word.start, word.end, fields))
        self._broken.add(name)

    def _read(self, entry: Entry, parsed: Syntax) -> ToolPattern | None:
        assert parsed.tree is not None
        read = analysis.other(entry.line, parsed.tree, self.resolver(entry))
        entry.parts = read.parts
        entry.problems.extend(read.problems)
        used = [word for word in entry.line.words[2:] if word.text.startswith("@")]
        lost = any(word.text not in self.patterns for word in used)
        return None if read.problems or lost else read.parts[1].value

    def _circle(self, name: str) -> None:
        circle = self._trail[self._trail.index(name) :]
        for one in circle:
            if one in self._circles:
                continue
            self._circles.add(one)
            entry = self.lines[one][0]
            word = entry.line.words[1]
            way = " -> ".join([*circle[circle.index(one) :], *circle[: circle.index(one)], one])
            entry.problems.append(
                Found("circular_name", word.start, word.end, {"name": one, "way": way})
            )
