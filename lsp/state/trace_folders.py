"""Traces that lie beside a spec which names none: the folder that has most of them."""

from __future__ import annotations

import os
import re
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from toolspec.dsl.text.spec_text import quoted_safely
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.answers import Edit
from toolspec.lsp.text.escape import plain
from toolspec.lsp.text.humanize import times

FOLDERS_MAX = 50
"""Subfolders that are looked into."""

FILES_MAX = 2000
"""Files of one folder that are counted."""

OPENED_MAX = 3
"""Files of one folder whose beginning is read: those of an agent are alike."""

HEAD_BYTES = 20_000

NAME_MAX = 60
"""Characters of a folder in a title."""

COLLECTED = ".toolspec/traces"
"""Where `toolspec collect` writes, unless told otherwise."""

ENDINGS = (".json", ".jsonl")

WORDS = re.compile(
    rb'"(?:tool_calls|toolCalls|tool_use|function_call|gen_ai\.[\w.]+|span_?[iI]d|trace_?[iI]d'
    rb'|resourceSpans|messages)"'
)
"""Words that traces have near their beginning, and other JSON files seldom."""


class TraceFolder(NamedTuple):
    """A folder of files that look like traces: a glob for them, and how many there are."""

    glob: str
    files: int

    @property
    def title(self) -> str:
        """What is offered: `use the 10 files runs/*.json as traces`."""
        many = "file" if self.files == 1 else times(self.files, "file")
        return f"use the {many} {plain(self.glob, NAME_MAX)} as traces"


def trace_folder(snapshot: Snapshot) -> TraceFolder | None:
    """Return the folder to offer to a spec for which no place of traces is known."""
    document = snapshot.document
    named = any(entry.line.first == "traces" for entry in snapshot.reading.entries)
    known = named or snapshot.traces or snapshot.loading or snapshot.skipped
    if known or not document.is_placed:
        return None
    folder = Path(document.folder)
    listed = [(f"{name}/" if name else "", _files(folder / name)) for name in _subfolders(folder)]
    counted = [
        TraceFolder(f"{prefix}*{ending}", len(files))
        for prefix, by_ending in listed
        for ending, files in by_ending.items()
        if any(map(_looks_like_trace, sorted(files)[:OPENED_MAX]))
    ]
    return max(counted, key=lambda folder: (folder.files, folder.glob), default=None)


def traces_line(snapshot: Snapshot, folder: TraceFolder) -> Edit:
    """Return the edit that adds the line for a folder, below the comment on the whole file."""
    text, at = snapshot.document.text, 0
    for line in text.splitlines(keepends=True):
        if not line.startswith("#") or line.startswith("##"):
            break
        at += len(line)
    lead = "\n" if at and not text[:at].endswith(("\n", "\r")) else ""
    after = "" if text[at : at + 1] in ("\n", "\r") else "\n"
    return Edit((at, at), f"{lead}traces {quoted_safely(folder.glob)}\n{after}")


def _subfolders(folder: Path) -> list[str]:
    """Return "" for the folder itself, where traces are collected, and subfolders not hidden."""
    try:
        with os.scandir(folder) as entries:
            names = [
                entry.name
                for entry in islice(entries, FILES_MAX)
                if entry.is_dir() and not entry.name.startswith(".")
            ]
    except OSError:
        return []
    kept = [name for name in sorted(names) if name != "node_modules"]
    return ["", COLLECTED, *kept[:FOLDERS_MAX]]


def _files(folder: Path) -> dict[str, list[str]]:
    """Return the paths of a folder's JSON files by their ending."""
    by_ending: dict[str, list[str]] = {}
    try:
        with os.scandir(folder) as entries:
            for entry in islice(entries, FILES_MAX):
                ending = Path(entry.name).suffix
                if ending in ENDINGS and not entry.name.startswith(".") and entry.is_file():
                    by_ending.setdefault(ending, []).append(entry.path)
    except OSError:
        return {}
    return by_ending


def _looks_like_trace(path: str) -> bool:
    try:
        with Path(path).open("rb") as file:
            return WORDS.search(file.read(HEAD_BYTES)) is not None
    except OSError:
        return False
