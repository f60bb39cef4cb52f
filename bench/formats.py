"""How fast files of each format are read, beside `json.loads` of the same bytes."""

from __future__ import annotations

import gc
import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from bench.format_files import NAMES, file, usual_run
from bench.measure import Row
from toolspec.engine.reading.files import read_bytes

SIZE_BYTES: Final = 500_000
ROUNDS: Final = 3
TIMES_MAX: Final = 4.0
_CODED: Final = re.compile(rb"^\w:")


def rows(*, quick: bool) -> Iterator[Row]:
    """Yield megabytes a second of CPU for each format; each round takes turns with the floor."""
    for name in NAMES:
        data = file(name, usual_run, 20_000 if quick else SIZE_BYTES)
        calls = sum(len(trace.calls) for trace in read_bytes(data).traces)
        ours: list[float] = []
        floors: list[float] = []
        for _ in range(1 if quick else ROUNDS):
            floors.append(_seconds(lambda data=data: _parsed(data)))
            ours.append(_seconds(lambda data=data: read_bytes(data)))
        times = min(ours) / min(floors)
        yield Row(
            f"formats, {name}",
            f"{len(data) / 1e6 / min(ours):.1f} MB/s",
            f"≤ {TIMES_MAX:.0f} times `json.loads`",
            None if quick else times <= TIMES_MAX,
            f"{times:.1f} times `json.loads`; {calls:,} calls",
        )


def _parsed(data: bytes) -> Any:
    """Parse the file whole or, where it is lines, line by line; one may be coded, as `9:{}`."""
    try:
        return json.loads(data)
    except ValueError:
        return [json.loads(_CODED.sub(b"", line)) for line in data.splitlines() if line.strip()]


def _seconds(work: Callable[[], Any]) -> float:
    gc.collect()
    began = time.process_time()
    work()
    return time.process_time() - began
