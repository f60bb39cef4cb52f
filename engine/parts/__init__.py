"""The clauses that say which part of a trace a rule judges, in the order they are applied.

Each is a module of this package; a new clause is its file and its line here. A rule carries its
clauses as one chain: those of the blocks around it, the outermost first, then its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Final

from toolspec.engine.parts.clause import Clause
from toolspec.engine.syntax import Misuse, Part

NAMES: Final = ("if_clause", "window", "step_words", "among", "per", "per_time")
"""The clauses' files, in the order in which those of one line are applied."""


def clauses() -> tuple[type[Clause], ...]:
    """Return all clauses, in the order they are applied."""
    return tuple(import_module(f"{__name__}.{name}").CLAUSE for name in NAMES)


def labels() -> dict[str, type[Clause]]:
    """Return the clause of each label that a piece of a written clause may have."""
    return {label: clause for clause in clauses() for label in clause.syntax.labels}


def chain(written: Sequence[Part]) -> tuple[Clause, ...]:
    """Return the clauses that one line says, in the order they are applied.

    Raises Misuse where one is written twice, or two of them would both divide the trace.
    """
    known = labels()
    _once(written)
    _one_division(written)
    built: list[Clause] = []
    for clause in clauses():
        mine = [part for part in written if known[part.label] is clause]
        for group in _groups(clause, mine):
            built.append(clause.build(group))
    return tuple(built)


def _groups(clause: type[Clause], written: Sequence[Part]) -> list[list[Part]]:
    """Return which of the parts make one clause together: a window, the words about steps."""
    if clause.__name__ == "StepWords":
        units = ("step", "turn")
        groups = [[part for part in written if part.label.endswith(unit)] for unit in units]
        return [group for group in groups if group]
    if clause.__name__ == "Window":
        return [list(written)] if written else []
    return [[part] for part in written]


def _once(written: Sequence[Part]) -> None:
    names: set[str] = set()
    for part in written:
        name = "if" if part.label.startswith("if_") else part.label
        if name in names and name not in ("after", "until"):
            raise Misuse("doubled_clause", part, clause=name.replace("_", " "))
        names.add(name)


def _one_division(written: Sequence[Part]) -> None:
    """Refuse two windows, and a window beside `per`. Raises Misuse."""
    windows: list[list[Part]] = []
    before: Part | None = None
    for part in written:
        if part.label == "until" and before is not None and before.label == "after":
            windows[-1].append(part)
        elif part.label in ("after", "until") or part.label.startswith("per_"):
            windows.append([part])
        before = part
    if len(windows) < 2:
        return
    first, second = windows[0], windows[1]
    fields = {
        "first": " ".join(part.source for part in first),
        "second": " ".join(part.source for part in second),
    }
    raise Misuse("two_divisions", second[0], **fields)
