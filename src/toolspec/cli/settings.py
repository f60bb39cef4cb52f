"""Settings from a file, for the command line: what it says itself goes before them."""

from __future__ import annotations

from toolspec.cli.refusal import Refusal
from toolspec.dsl.workspace.project import KEYS, Fault, find_project
from toolspec.dsl.workspace.project import Project as Settings

__all__ = ["Settings", "find_settings"]


def find_settings(folder: str | None = None) -> tuple[Settings, list[Refusal]]:
    """Return the settings nearest to the folder (None: the working folder), and their faults."""
    settings, faults = find_project(folder)
    return settings, [_refusal(fault) for fault in faults]


def _refusal(fault: Fault) -> Refusal:
    message = fault.message
    if fault.unknown is not None:
        from toolspec.dsl.text.suggest import suggestion

        near = suggestion(fault.unknown.replace("_", "-"), KEYS)
        hint = f"did you mean `{near}`?" if near else f"settings are {', '.join(KEYS)}"
        message = f"{message}; {hint}"
    return Refusal(message, fault.path, line=fault.line)
