"""Specs from the files named: from the cache where read before, else by the parser."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, cast

from toolspec.cli.cache import Cache, cache_key
from toolspec.cli.refusal import Refusal
from toolspec.dsl.workspace.spec_file import UnreadableError, spec_bytes, text_in
from toolspec.engine.spec_json import UnstorableError, spec_from_json, to_json

if TYPE_CHECKING:
    from toolspec.dsl.diagnostic import Diagnostic
    from toolspec.engine.spec import Spec


LARGE_BYTES: Final = 100_000
"""From this size on a spec's lines are forgotten as soon as it is read."""

KEPT_BYTES_MAX: Final = 1024 * 1024
"""The largest spec that is kept in the cache."""


def load_specs(paths: Sequence[str], cache: Cache) -> tuple[list[Spec], list[Refusal]]:
    """Return the specs that can be read, in order, and what is wrong with any, warnings too."""
    specs: list[Spec] = []
    problems: list[Refusal] = []
    for path in paths:
        content = read_content(path)
        if isinstance(content, Refusal):
            problems.append(content)
            continue
        spec, refusals = _load(content, path, cache)
        problems.extend(refusals)
        if spec is not None:
            specs.append(spec)
    return specs, problems


def read_content(path: str) -> bytes | Refusal:
    """Return a spec file's bytes, or why they cannot be read."""
    try:
        return spec_bytes(path)
    except UnreadableError as error:
        return _refusal(error, path)


def decoded_spec(content: bytes, path: str) -> str | Refusal:
    """Return a spec file's text, or where it is no UTF-8."""
    try:
        return text_in(content)
    except UnreadableError as error:
        return _refusal(error, path)


def _refusal(error: UnreadableError, path: str) -> Refusal:
    line = column = None
    if error.good is not None:
        line = error.good.count("\n") + 1
        column = len(error.good) - error.good.rfind("\n")
    return Refusal(error.reason, path, line, column, error.hint or None)


def _load(content: bytes, path: str, cache: Cache) -> tuple[Spec | None, list[Refusal]]:
    key = cache_key(content, path) if cache.folder is not None else ""
    kept = cache.get(key)
    if kept is not None:
        restored = _restored(kept)
        if restored is not None:
            return restored
    text = decoded_spec(content, path)
    if isinstance(text, Refusal):
        return None, [text]
    from toolspec.dsl.read import read

    reading = read(text, path)
    if len(content) > LARGE_BYTES:
        from toolspec.dsl.document.line_parser import forget_parsed_lines

        # What an editor would want to have at hand is most of what a long spec takes.
        forget_parsed_lines()
    problems = [spec_refusal(problem) for problem in reading.problems]
    if any(not problem.warning for problem in problems):
        return None, problems
    # What is taken from other files may change while this one does not.
    takes_files = any(entry.what in ("use_line", "tools_line") for entry in reading.entries)
    if len(content) <= KEPT_BYTES_MAX and not takes_files:
        with suppress(UnstorableError):  # it is merely read again next time
            cache.put(key, {"spec": to_json(reading.spec), "problems": [list(p) for p in problems]})
    return reading.spec, problems


def _restored(kept: Any) -> tuple[Spec, list[Refusal]] | None:
    """Return what was kept; None where it is not what this version keeps."""
    try:
        problems = [Refusal(*cast("list[Any]", fields)) for fields in kept["problems"]]
        return spec_from_json(kept["spec"]), problems
    except (KeyError, TypeError, UnstorableError):
        return None


def spec_refusal(diagnostic: Diagnostic) -> Refusal:
    """Return a spec's problem with its place shown."""
    from toolspec.dsl.frame import frame

    return Refusal(
        diagnostic.message,
        diagnostic.source.path,
        diagnostic.line,
        diagnostic.column,
        diagnostic.help or None,
        diagnostic.code,
        frame(diagnostic),
        diagnostic.severity == "warning",
    )
