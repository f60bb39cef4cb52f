"""What other files a spec takes in: specs by `use`, lists of tools by `tools`."""

from __future__ import annotations

from collections.abc import Callable
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING

from toolspec.dsl.errors import SpecError
from toolspec.dsl.files import text_of
from toolspec.dsl.problem import LineDiagnostic, shown
from toolspec.engine.syntax import Part

if TYPE_CHECKING:
    from toolspec.dsl.document.names import Meant
    from toolspec.dsl.reader.reading import Reading
    from toolspec.engine.rule import Rule
    from toolspec.engine.tool_lists.schema import ToolList

DEPTH_MAX = 20
"""How many specs deep a spec may use another."""

FILES_MAX = 200
"""Specs that one spec may use, all of them together."""


OUTSIDE = "it is outside the workspace, which is not trusted"
TRUST = "trust the workspace, or move the file into it"


class Used:
    """What one `use` brings: names, each with its file, and rules."""

    def __init__(self) -> None:
        self.names: dict[str, tuple[Meant, str]] = {}
        self.rules: list[Rule] = []


class Uses:
    """The files that a spec and those it uses take in.

    `trail` are the specs being read, the outermost first; `known` those read before, by their
    real paths. `within` are the folders outside of which nothing is read; None: no limit.
    """

    def __init__(
        self,
        trail: tuple[str, ...] = (),
        known: dict[str, Reading] | None = None,
        within: tuple[str, ...] | None = None,
    ) -> None:
        self.trail, self.within = trail, within
        self.known: dict[str, Reading] = {} if known is None else known

    def may_read(self, path: str) -> bool:
        """Tell whether a file, or what a link leads to, may be read."""
        if self.within is None:
            return True
        real = Path(realpath(path))
        return any(real.is_relative_to(realpath(folder)) for folder in self.within)

    def take(
        self, path: str | None, part: Part, read: Callable[[str, str, Uses], Reading]
    ) -> tuple[Used, list[LineDiagnostic]]:
        """Return what a spec brings that a line of the spec at `path` names, and the problems."""
        name = str(part.value)
        file = str(Path(path or "").parent / name)
        real, used = realpath(file), Used()
        here = self.trail or (realpath(path),) if path else self.trail
        if real in here:
            way = " -> ".join(shown(Path(one).name) for one in (*here[here.index(real) :], real))
            return used, [LineDiagnostic("circular_use", *part.span, {"way": way})]
        first = real not in self.known
        if first and not self.may_read(real):
            return used, [_unusable(part, OUTSIDE, TRUST)]
        if first:
            if len(self.known) >= FILES_MAX or len(self.trail) >= DEPTH_MAX:
                return used, [_unusable(part, "too many specs are used", "use fewer")]
            try:
                text = text_of(file)
            except SpecError as error:
                fields = error.diagnostics[0].fields
                return used, [_unusable(part, fields["reason"], "write its path from this spec")]
            self.known[real] = read(text, file, Uses((*here, real), self.known, self.within))
        reading = self.known[real]
        circle = next((one for one in reading.errors if one.slug == "circular_use"), None)
        if circle is not None:
            return used, [LineDiagnostic("circular_use", *part.span, circle.fields)]
        if reading.errors:
            one = reading.errors[0]
            count = len(reading.errors)
            has = "an error" if count == 1 else f"{count} errors"
            reason = f"it has {has}, the first in line {one.line} ({one.code})"
            return used, [_unusable(part, reason, "run `toolspec fmt --check` on it")]
        used.names = {**reading.names.given}
        for known, pattern in (*reading.names.patterns.items(), *reading.names.values.items()):
            used.names.setdefault(known, (pattern, real))
        found: list[LineDiagnostic] = []
        if first:
            for rule in reading.spec.rules:
                if rule.case is None:
                    used.rules.append(rule if rule.file else rule.replace(file=file))
            if reading.spec.cases:
                found.append(LineDiagnostic("used_case", *part.span, {"file": shown(name)}))
        return used, found


def _unusable(part: Part, reason: str, hint: str) -> LineDiagnostic:
    fields = {"file": shown(str(part.value)), "reason": reason, "hint": hint}
    return LineDiagnostic("unusable_file", *part.span, fields)


def tools_of(
    path: str | None, parts: tuple[Part, ...], uses: Uses
) -> tuple[ToolList | None, list[LineDiagnostic]]:
    """Return the tools in the files that a `tools` line names, and the problems."""
    from toolspec.engine.tool_lists.tool_files import ToolFileError, files_of, read_tools

    files: list[str] = []
    where: dict[str, Part] = {}
    found: list[LineDiagnostic] = []
    for part in parts:
        if not uses.may_read(fixed_part(str(Path(path or "").parent / str(part.value)))):
            found.append(_unusable(part, OUTSIDE, TRUST))
            continue
        named = files_of(str(part.value), str(Path(path or "").parent))
        if not named:
            found.append(_unusable(part, "no file matches", "see the path"))
        if not all(map(uses.may_read, named)):
            found.append(_unusable(part, OUTSIDE, TRUST))
            continue
        for file in named:
            where.setdefault(file, part)
            files.append(file)
    try:
        return read_tools(files), found
    except ToolFileError as error:
        part = where[error.file]
        return None, [*found, _unusable(part, error.reason, error.hint or "correct the file")]


def fixed_part(pattern: str) -> str:
    """Return the innermost folder that contains every match of a glob, or the path it is.

    >>> fixed_part("specs/*/tools.json")
    'specs'
    """
    path = Path(pattern)
    while any(sign in str(path) for sign in "*?["):
        path = path.parent
    return str(path)
