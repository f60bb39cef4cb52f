"""Which specs judge which files."""

# Importing pathlib would cost more than all that is done here.
# ruff: noqa: PTH118, PTH120

from __future__ import annotations

import os
from collections.abc import Sequence

from toolspec.cli.paths import LeftOut, TracePath, sorted_paths
from toolspec.cli.refusal import Refusal
from toolspec.engine.spec import Spec

Work = list[tuple[TracePath, list[Spec]]]


def worklist(
    traces: Sequence[TracePath],
    named: bool,
    specs: Sequence[Spec],
    fallback: Sequence[str],
    exclude: Sequence[str],
    left_out: list[LeftOut],
) -> tuple[Work, list[Refusal]]:
    """Return each file to read with the specs that judge its traces, and what could not be found.

    What is left out of folders is added to `left_out`.

    Where traces are named, even if none of them is there, every spec judges all of them. Otherwise
    a spec judges what its own `traces` lines name, relative to its file, or the `fallback` where it
    has no such lines.
    """
    if named:
        return [(file, list(specs)) for file in traces] if specs else [], []
    refusals: list[Refusal] = []
    by_file: dict[str, tuple[TracePath, list[Spec]]] = {}
    for spec in specs:
        folder = os.path.dirname(spec.path or "")
        own = [os.path.join(folder, path) for path in spec.traces]
        gathered = sorted_paths([os.path.normpath(path) for path in own] or fallback, exclude)
        left_out += [file for file in gathered.left_out if file not in left_out]
        refusals.extend(_said_by(refusal, spec) for refusal in gathered.refusals)
        for file in gathered.traces:
            by_file.setdefault(file.path, (file, []))[1].append(spec)
    return list(by_file.values()), list(dict.fromkeys(refusals))


def _said_by(refusal: Refusal, spec: Spec) -> Refusal:
    """Say whose `traces` line meant what is not there."""
    if not spec.traces:
        return refusal
    return refusal._replace(message=f"{refusal.message} (a `traces` line of {spec.path})")
