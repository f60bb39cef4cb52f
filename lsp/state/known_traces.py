"""The traces that the judge has found, indexed by glob, path and tool."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from cachetools import LRUCache

from toolspec.lsp.judge.messages import Files, TraceGlob, TraceInfo, Unread
from toolspec.lsp.judge.tools import ToolIndex, ToolSums

KEPT_MAX = 64
"""Sets of trace globs whose answers are cached; specs of one project share a set."""

Globs = tuple[TraceGlob, ...]
Answer = TypeVar("Answer")


class KnownTraces:
    """The judge's reports about files on disk. `settled` is true when a scan is complete."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Forget everything, because a restarted judge reports all files again."""
        self.infos: dict[str, TraceInfo] = {}
        self.skipped: dict[str, Unread] = {}
        self.settled = False
        self._by_glob: Mapping[TraceGlob, tuple[str, ...]] = {}
        self._by_path: dict[str, list[str]] = {}
        self._sums: dict[str, ToolSums] = {}
        self._age = 0
        self._indexes: LRUCache[Globs, tuple[int, ToolIndex]] = LRUCache(KEPT_MAX)
        self._infos_of: LRUCache[Globs, tuple[TraceInfo, ...]] = LRUCache(KEPT_MAX)
        self._skipped_of: LRUCache[Globs, Mapping[str, Unread]] = LRUCache(KEPT_MAX)

    def take(self, files: Files) -> None:
        """Apply a report of the judge."""
        self._age += 1
        self._infos_of.clear()
        self._skipped_of.clear()
        for trace_id in files.gone:
            info = self.infos.pop(trace_id, None)
            self._sums.pop(trace_id, None)
            if info is not None:
                self._by_path[info.path].remove(trace_id)
        for info in files.added:
            self.infos[info.id] = info
            self._by_path.setdefault(info.path, []).append(info.id)
            self._sums[info.id] = files.sums.get(info.id, {})
        self._by_glob, self.skipped = dict(files.by_glob), dict(files.skipped)
        self.settled = files.settled

    def _paths(self, globs: Globs) -> Iterable[str]:
        return dict.fromkeys(path for glob in globs for path in self._by_glob.get(glob, ()))

    def of(self, globs: Globs) -> tuple[TraceInfo, ...]:
        """Return the recent traces that match the globs, newest first."""
        infos_found = self._infos_of.get(globs)
        if infos_found is None:
            ids = [
                trace_id for path in self._paths(globs) for trace_id in self._by_path.get(path, ())
            ]
            infos = [self.infos[trace_id] for trace_id in dict.fromkeys(ids)]
            infos.sort(key=lambda info: (-info.changed_ns, info.path, info.id))
            infos_found = self._infos_of[globs] = tuple(infos)
        return infos_found

    def tools(self, globs: Globs) -> ToolIndex:
        """Return the tools that the traces of these globs call."""
        age, index = self._indexes.get(globs, (-1, None))
        if index is None:
            index = ToolIndex()
        if age != self._age:
            index.set_traces({info.id: self._sums[info.id] for info in self.of(globs)})
        self._indexes[globs] = self._age, index
        return index

    def skipped_of(self, globs: Globs) -> Mapping[str, Unread]:
        """Return the matching files that are not read, with the reasons."""
        skipped = self._skipped_of.get(globs)
        if skipped is None:
            paths = self._paths(globs) if self.skipped else ()
            skipped = {path: self.skipped[path] for path in paths if path in self.skipped}
            self._skipped_of[globs] = skipped
        return skipped

    def to_come(self, globs: Globs) -> int:
        """Return how many matching files have not been read yet."""
        paths = self._paths(globs)
        return sum(path not in self._by_path and path not in self.skipped for path in paths)

    def finds(self, glob: TraceGlob) -> bool:
        """Tell whether a glob matches any file."""
        return bool(self._by_glob.get(glob))

    def newest(self, pattern: str) -> str | None:
        """Return the newest file that matches an absolute glob; None if there is none."""
        newest_paths = (
            paths[0] for glob, paths in self._by_glob.items() if glob.pattern == pattern
        )
        return next(newest_paths, None)
