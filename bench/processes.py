"""What running processes use: CPU time, memory and children."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

ENV = {"TOOLSPEC_BENCH": "1"}
"""The environment of a server that is measured."""


def cpu_of(pid: int) -> float:
    """Return the seconds of CPU time a process has used; its threads too, its children not."""
    try:
        # The clock `clock_getcpuclockid` names; /proc/PID/stat counts in hundredths only.
        return time.clock_gettime(~pid << 3 | 2)
    except OSError:
        return 0.0


def memory_of(pid: int) -> float:
    """Return the megabytes of memory a process holds."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def children_of(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    done = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, check=True)
    pairs = [tuple(map(int, line.split())) for line in done.stdout.decode().splitlines()]
    return [child for child, parent in pairs if parent == pid]
