"""Find the trace files to read: the newest that match the server's globs."""

# Thousands of paths are checked several times a second: `os` is far quicker than pathlib.
# ruff: noqa: PTH113, PTH116

from __future__ import annotations

import os
import time
from itertools import islice
from pathlib import Path

from toolspec.dsl.workspace.excluding import excluded_from
from toolspec.dsl.workspace.globbing import fixed_part
from toolspec.lsp.judge.globs import paths_on_disk
from toolspec.lsp.judge.messages import TraceGlob, Unread, Watch
from toolspec.lsp.judge.workspace_trust import OUTSIDE, lies_in, resolved

ENTRIES_MAX = 50_000
"""Maximum number of paths from one glob, which may cover a home directory."""

OTHERS_MAX = 20
"""Traces read for a spec that is not open, which is scored only on the newest."""

Stamps = dict[str, tuple[int, int]]


def find_files(watch: Watch) -> tuple[Stamps, dict[TraceGlob, tuple[str, ...]], dict[str, Unread]]:
    """Return the newest files with their stamps, the paths of each glob, and the skipped files."""
    stamps: Stamps = {}
    paths: dict[TraceGlob, list[str]] = {}
    skipped: dict[str, Unread] = {}
    oldest = time.time_ns() - watch.days_max * 86_400_000_000_000 if watch.days_max else 0
    for watched in (*watch.globs, *watch.others):
        roots = resolved(watched.within)
        if roots and not lies_in(Path(fixed_part(watched.pattern)), roots):
            paths[watched] = [watched.pattern]
            skipped[watched.pattern] = Unread(OUTSIDE)
            continue
        for path in islice(paths_on_disk(watched.pattern), ENTRIES_MAX):
            try:
                state = os.stat(path)
            except (OSError, ValueError):
                continue
            if (
                not os.path.isfile(path)
                or path.endswith(".toolspec")
                or excluded_from(watched.folder, path, watched.exclude)
            ):
                continue
            paths.setdefault(watched, []).append(path)
            if roots and not lies_in(Path(path), roots):
                skipped[path] = Unread(OUTSIDE)
            elif state.st_size > watch.trace_bytes_max:
                larger = f"larger than {_bytes(watch.trace_bytes_max)} (maxTraceBytes)"
                skipped[path] = Unread(larger)
            elif state.st_mtime_ns < oldest:
                skipped[path] = Unread(f"older than {watch.days_max} days (maxTraceDays)")
            else:
                stamps[path] = (state.st_mtime_ns, state.st_size)
    newest = sorted(stamps, key=lambda path: (-stamps[path][0], path))
    wanted = {path for glob in watch.globs for path in paths.get(glob, ())}
    main = [path for path in newest if path in wanted]
    for path in main[watch.traces_max :]:
        skipped[path] = Unread(f"older than the newest {watch.traces_max} (maxTraces)")
    taken = set(main[: watch.traces_max])
    for watched in watch.others:
        rest = set(paths.get(watched, ())) - wanted
        taken.update([path for path in newest if path in rest][:OTHERS_MAX])
    kept = {path: stamps[path] for path in newest if path in taken}
    rank = {path: at for at, path in enumerate(kept)}
    last = len(rank)
    by_glob = {
        glob: tuple(sorted(glob_paths, key=lambda path: rank.get(path, last)))
        for glob, glob_paths in paths.items()
    }
    return kept, by_glob, skipped


def _bytes(count: int) -> str:
    return f"{count >> 20} MB" if count >= 1 << 20 else f"{count} bytes"
