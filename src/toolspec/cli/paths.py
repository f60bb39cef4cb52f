"""What paths on the command line mean: specs, traces, folders, globs, standard input."""

# Importing pathlib would cost more than all that is done here.
# ruff: noqa: PTH112, PTH113, PTH118, PTH119, PTH208

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from toolspec.cli.refusal import Refusal
from toolspec.dsl.workspace.excluding import excluded
from toolspec.engine.regular_file import is_special
from toolspec.engine.telling.places import STANDARD_INPUT

SPEC_ENDING: Final = ".toolspec"

_PASSED_OVER: Final = frozenset({"__pycache__", "node_modules"})


class TracePath(NamedTuple):
    """A file to read traces from.

    `found` where a folder was read through to find it: then it may be no trace at all, which is no
    fault. A file that was named must be one.
    """

    path: str
    found: bool = False


class LeftOut(NamedTuple):
    """A file or folder in a folder that may hold traces and is not looked at, and why not."""

    why: str
    path: str


class FoundFiles(NamedTuple):
    """The files that some paths mean, each once, in the order named; folders in the order of names.

    `specs_found` are those met in folders, `left_out` what a user may not expect to be left out.
    """

    specs: list[str]
    traces: list[TracePath]
    specs_found: list[str]
    refusals: list[Refusal]
    left_out: list[LeftOut]


def sorted_paths(words: Sequence[str], exclude: Sequence[str] = ()) -> FoundFiles:
    """Sort paths into specs and traces; what `exclude` matches is as if not there."""
    gathered = FoundFiles([], [], [], [], [])
    real_paths: set[str] = set()
    for word in words:
        if word == STANDARD_INPUT:
            _add(gathered, real_paths, TracePath(word), word)
            continue
        matches = _meant(word)
        if not matches:
            gathered.refusals.append(_missing(word))
        for match in matches:
            if excluded(match, exclude):
                continue
            if os.path.isdir(match):
                unread = len(gathered.refusals)
                files = sorted(_walk(match, exclude, gathered))
                if not files and len(gathered.refusals) == unread:
                    gathered.refusals.append(_empty(match))
                for path, real in files:
                    if not _belongs_to_a_session(path):
                        _add(gathered, real_paths, TracePath(path, found=True), real)
            elif is_special(match):
                gathered.refusals.append(special(match))
            else:
                _add(gathered, real_paths, TracePath(match), os.path.realpath(match))
    return gathered


def special(path: str) -> Refusal:
    """Return the refusal of a pipe, a device or the like."""
    hint = "a pipe is read from standard input, as `-`"
    return Refusal("this is not a regular file", path, hint=hint)


def _belongs_to_a_session(path: str) -> bool:
    """Tell whether a file is read along with another one: with a session, or with its spans."""
    name = os.path.basename(path)
    if not name.startswith("agent-") and "logs" not in name:
        return False
    from toolspec.engine.reading.companion_files import is_read_along

    return is_read_along(path)


def _add(gathered: FoundFiles, real_paths: set[str], file: TracePath, real: str) -> None:
    path = file.path
    if real in real_paths:
        return
    real_paths.add(real)
    if not path.endswith(SPEC_ENDING):
        gathered.traces.append(file)
    elif file.found:
        gathered.specs_found.append(path)
    else:
        gathered.specs.append(path)


def _meant(word: str) -> list[str]:
    """Return the existing paths a word means: itself, else what it matches as a glob."""
    if os.path.lexists(word):
        return [word]
    if not any(char in word for char in "*?["):
        return []
    from toolspec.dsl.workspace.globbing import paths_matching

    return sorted(paths_matching(word))


def _empty(folder: str) -> Refusal:
    hint = (
        "traces and specs are looked for at any depth; hidden files, `node_modules`, `__pycache__` "
        "and what `--exclude` matches are left out"
    )
    return Refusal("this folder holds no file to read", folder, hint=hint)


def _missing(word: str) -> Refusal:
    if any(char in word for char in "*?["):
        return Refusal("nothing matches this glob", word)
    near = _near(word)
    return Refusal("no such file", word, hint=f"did you mean `{near}`?" if near else None)


def _near(word: str) -> str | None:
    """Return the file of the same folder whose name is most like this one's."""
    from toolspec.dsl.text.suggest import suggestion

    folder, name = os.path.split(word)
    try:
        names = os.listdir(folder or os.curdir)
    except OSError:
        return None
    near = suggestion(name, names[:2000])
    return os.path.join(folder, near) if near else None


def _walk(folder: str, exclude: Sequence[str], gathered: FoundFiles) -> Iterator[tuple[str, str]]:
    """Yield the files under a folder, each with its real path.

    Hidden ones, excluded ones, and what links to folders lead to are left out.
    """
    pending = [folder]
    while pending:
        inner = pending.pop()
        try:
            with os.scandir(inner) as listing:
                entries = list(listing)
        except OSError as error:
            gathered.refusals.append(Refusal(f"cannot be read: {error.strerror}", inner))
            continue
        real = os.path.realpath(inner)
        for entry in entries:
            path = os.path.normpath(entry.path)
            if excluded(path, exclude):
                continue
            if entry.name.startswith("."):
                if entry.name.endswith(_ENDINGS) and entry.is_file():
                    gathered.left_out.append(LeftOut("left out, a hidden file", path))
                continue
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in _PASSED_OVER:
                    pending.append(entry.path)
            elif not entry.is_symlink():
                if entry.is_file():
                    yield path, os.path.join(real, entry.name)
                else:
                    gathered.left_out.append(LeftOut("left out, not a regular file", path))
            elif os.path.isfile(entry.path):  # a link that leads to itself is none
                yield path, os.path.realpath(entry.path)
            else:
                to = "a folder" if os.path.isdir(entry.path) else "a file that is not there"
                gathered.left_out.append(LeftOut(f"left out, a link to {to}", path))


_ENDINGS: Final = (".json", ".jsonl", ".ndjson", ".log", ".pb", ".gz", ".zst")
"""Hidden files of other names are rarely traces."""
