"""What other files a spec takes in: specs by `use`, lists of tools by `tools`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from toolspec.dsl.errors import SpecError
from toolspec.dsl.files import text_of_file
from toolspec.dsl.problem import LineDiagnostic, shown
from toolspec.dsl.text.memory import MEGABYTE
from toolspec.dsl.workspace.file_cache import FileCache, Stamp, stamp_of
from toolspec.dsl.workspace.globbing import fixed_part
from toolspec.dsl.workspace.open_texts import OpenTexts, not_open, stamp_in
from toolspec.engine.syntax import Part
from toolspec.engine.tool_lists.tool_files import ToolFileError, files_of, read_tools

if TYPE_CHECKING:
    from toolspec.dsl.document.names import Meant
    from toolspec.dsl.reader.reading import Reading
    from toolspec.engine.rule import Rule
    from toolspec.engine.tool_lists.schema import ToolList

DEPTH_MAX = 20
"""How many specs deep a spec may use another."""

FILES_MAX = 200
"""Specs that one spec may use, all of them together."""

LINE_BYTES: Final = 4000
CHARACTER_BYTES: Final = 100
"""About how much memory a line of a spec that was read takes, and each of its characters."""

TOOL_FILE_FACTOR: Final = 4
"""About how much memory a list of tools takes for each byte of its file."""

OUTSIDE = "it is outside the workspace, which is not trusted"
TRUST = "trust the workspace, or move the file into it"


class Used:
    """What one `use` brings: names, each with its file, and rules."""

    def __init__(self) -> None:
        self.names: dict[str, tuple[Meant, str]] = {}
        self.rules: list[Rule] = []


class StampedFiles:
    """The files that something was read from: their stamps, and the files that each glob meant."""

    def __init__(self, stamp: Callable[[str], Stamp] = stamp_of) -> None:
        self._stamp = stamp
        self.stamps: dict[str, Stamp] = {}
        self.globs: dict[tuple[str, str], tuple[str, ...]] = {}

    def file(self, path: str) -> None:
        """Note a file that is about to be read."""
        self.stamps.setdefault(path, self._stamp(path))

    def add(self, other: StampedFiles) -> None:
        """Note what something else was read from."""
        for path, stamp in other.stamps.items():
            self.stamps.setdefault(path, stamp)
        self.globs.update(other.globs)

    def globs_unchanged(self) -> bool:
        """Tell whether every glob still means the same files."""
        return all(tuple(files_of(*glob)) == files for glob, files in self.globs.items())


class UsedSpec(NamedTuple):
    """A spec as read for a `use` line: its rules outside of cases, with the file they are in.

    `inner` are the specs that it was the first to use.
    """

    reading: Reading
    rules: tuple[Rule, ...]
    watched: StampedFiles
    inner: Mapping[str, UsedSpec]


_SpecKey = tuple[str, str, tuple[str, ...] | None, tuple[str, ...], frozenset[str]]

_specs: FileCache[_SpecKey, UsedSpec] = FileCache(64 * MEGABYTE)
"""Used specs by all that their reading depends on, apart from what is in the files."""

_tools: FileCache[tuple[str, ...], _Listed] = FileCache(64 * MEGABYTE)
"""Lists of tools, or why they cannot be read, by their files."""


def forget_files() -> None:
    """Forget every file: for tests and measurements."""
    _specs.clear()
    _tools.clear()


class Uses:
    """The files that a spec and those it uses take in.

    `trail` are the specs being read, the outermost first; `known` those read before, by their
    real paths. `within` are the folders outside of which nothing is read; None: no limit. `opened`
    returns the text of a spec that is open in an editor, where its file may say something else.
    """

    def __init__(
        self,
        trail: tuple[str, ...] = (),
        known: dict[str, UsedSpec] | None = None,
        within: tuple[str, ...] | None = None,
        opened: OpenTexts = not_open,
    ) -> None:
        self.trail, self.within, self.opened = trail, within, opened
        self.known: dict[str, UsedSpec] = {} if known is None else known
        self.watched = StampedFiles(self.stamp)

    def stamp(self, path: str) -> Stamp:
        """Return the stamp of a file, or of its text in an editor."""
        return stamp_in(self.opened, path)

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
        self.watched.file(file)
        real, used = realpath(file), Used()
        here = self.trail or (realpath(path),) if path else self.trail
        if real in here:
            way = " -> ".join(shown(Path(file).name) for file in (*here[here.index(real) :], real))
            return used, [LineDiagnostic("circular_use", *part.span, {"way": way})]
        first = real not in self.known
        if first and not self.may_read(real):
            return used, [_unusable(part, OUTSIDE, TRUST)]
        if first:
            if len(self.known) >= FILES_MAX or len(self.trail) >= DEPTH_MAX:
                return used, [_unusable(part, "too many specs are used", "use fewer")]
            try:
                self.read_once(file, real, here, read)
            except SpecError as error:
                fields = error.diagnostics[0].fields
                return used, [_unusable(part, fields["reason"], "write its path from this spec")]
        taken = self.known[real]
        self.watched.add(taken.watched)
        reading = taken.reading
        refusal = _refused(reading, part)
        if refusal is not None:
            return used, [refusal]
        used.names = {**reading.names.given}
        for known, pattern in (*reading.names.patterns.items(), *reading.names.values.items()):
            used.names.setdefault(known, (pattern, real))
        if not first:
            return used, []
        used.rules = [*taken.rules]
        if reading.spec.cases:
            return used, [LineDiagnostic("used_case", *part.span, {"file": shown(name)})]
        return used, []

    def read_once(
        self,
        file: str,
        real: str,
        here: tuple[str, ...],
        read: Callable[[str, str, Uses], Reading],
    ) -> None:
        """Make a spec known; it is read again only if one of its files has changed.

        Raises SpecError where there is no such text.
        """
        key = real, file, self.within, here, frozenset(self.known)
        taken = _specs.get(key, self.stamp)
        if taken is None or not taken.watched.globs_unchanged():
            inner = Uses((*here, real), {**self.known}, self.within, self.opened)
            inner.watched.file(file)
            text = self.opened(file)
            text = text_of_file(file) if text is None else text
            reading = read(text, file, inner)
            new = {
                path: contents for path, contents in inner.known.items() if path not in self.known
            }
            rules = tuple(
                rule if rule.file else rule.replace(file=file)
                for rule in reading.spec.rules
                if rule.case is None
            )
            taken = UsedSpec(reading, rules, inner.watched, new)
            size = LINE_BYTES * len(reading.entries) + CHARACTER_BYTES * len(text)
            _specs.put(key, taken, taken.watched.stamps, size)
        self.known.update(taken.inner)
        self.known[real] = taken


def _refused(reading: Reading, part: Part) -> LineDiagnostic | None:
    """Return why a spec that was read cannot be used; None where it can."""
    errors = reading.errors
    if not errors:
        return None
    circle = next((error for error in errors if error.slug == "circular_use"), None)
    if circle is not None:
        return LineDiagnostic("circular_use", *part.span, circle.fields)
    has = "an error" if len(errors) == 1 else f"{len(errors)} errors"
    reason = f"it has {has}, the first in line {errors[0].line} ({errors[0].code})"
    return _unusable(part, reason, "run `toolspec fmt --check` on it")


def _unusable(part: Part, reason: str, hint: str) -> LineDiagnostic:
    fields = {"file": shown(str(part.value)), "reason": reason, "hint": hint}
    return LineDiagnostic("unusable_file", *part.span, fields)


def tools_of_line(
    path: str | None, parts: tuple[Part, ...], uses: Uses
) -> tuple[ToolList | None, list[LineDiagnostic]]:
    """Return the tools in the files that a `tools` line names, and the problems."""
    files: list[str] = []
    where: dict[str, Part] = {}
    problems: list[LineDiagnostic] = []
    for part in parts:
        if not uses.may_read(fixed_part(str(Path(path or "").parent / str(part.value)))):
            problems.append(_unusable(part, OUTSIDE, TRUST))
            continue
        glob = str(part.value), str(Path(path or "").parent)
        named = files_of(*glob)
        uses.watched.globs[glob] = tuple(named)
        if not named:
            problems.append(_unusable(part, "no file matches", "see the path"))
        if not all(map(uses.may_read, named)):
            problems.append(_unusable(part, OUTSIDE, TRUST))
            continue
        for file in named:
            where.setdefault(file, part)
            files.append(file)
    listed = _read_tools(tuple(files))
    uses.watched.add(listed.watched)
    if isinstance(listed.tools, ToolFileError):
        error = listed.tools
        part = where[error.file]
        return None, [*problems, _unusable(part, error.reason, error.hint or "correct the file")]
    return listed.tools, problems


class _Listed(NamedTuple):
    tools: ToolList | ToolFileError
    watched: StampedFiles


def _read_tools(files: tuple[str, ...]) -> _Listed:
    """Return the tools in these files; they are read again only if one of them has changed."""
    known = _tools.get(files)
    if known is not None:
        return known
    watched = StampedFiles()
    for file in files:
        watched.file(file)
    tools: ToolList | ToolFileError
    try:
        tools = read_tools(files)
    except ToolFileError as error:
        tools = error
    listed = _Listed(tools, watched)
    size = sum(TOOL_FILE_FACTOR * stamp[1] for stamp in watched.stamps.values() if stamp)
    _tools.put(files, listed, watched.stamps, size + LINE_BYTES)
    return listed
