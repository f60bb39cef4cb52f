"""How time and memory grow with what is read: `toolspec check` on hostile inputs of up to 5 MB.

Each input is made in two sizes, one four times the other. The exponent says how CPU time grows
with the size: 1 is linear, 2 quadratic.
"""

from __future__ import annotations

import math
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.format_files import HOSTILE
from bench.measure import ROOT, Cost, Row, cost_of
from bench.scaling_inputs import RULES, SPECS, TRACES

SIZE_BYTES = 5_000_000
SPEC_BYTES = 240_000
"""Most specs of 5 MB are refused at once: how the others grow is measured on shorter ones."""

ENTRIES = 6_000
GOAL_SECONDS = 10.0
GOAL_BYTES = 300 * 2**20
TOO_QUICK_SECONDS = 0.1
"""Below this, beyond what the program takes anyway, growth cannot be told from noise."""

TOO_LITTLE_BYTES = 20 * 2**20

EXAMPLE = (ROOT / "examples" / "refunds" / "trace.json").read_text("utf-8")
SPEC = "forbid delete_user\nrequire f result /AAA/\ncount f < 3\n"


Shape = Callable[[int], tuple[str, str]]
"""Returns the texts of a trace and of a spec, by a size."""


def rows(*, quick: bool) -> Iterator[Row]:
    """Yield a row for each input."""
    size, spec_size, entries = (20_000, 8_000, 20) if quick else (SIZE_BYTES, SPEC_BYTES, ENTRIES)
    base = _cost(EXAMPLE, SPEC)
    assert base.status == 1, "the example fails, and is judged"
    for name, text in {**TRACES, **HOSTILE}.items():
        yield _row(f"trace: {name}", size, base, _of_trace(text))
    for name, text in SPECS.items():
        yield _row(f"spec: {name}", size, base, _of_spec(text), spec_size)
    for name, shape in RULES.items():
        yield _row(f"rule: {name}", entries, base, shape)


def _of_trace(text: Callable[[int], str]) -> Shape:
    return lambda size: (text(size), SPEC)


def _of_spec(text: Callable[[int], str]) -> Shape:
    return lambda size: (EXAMPLE, text(size))


def _cost(trace: str, spec: str) -> Cost:
    """Return what `toolspec check` costs on the texts of a trace and of a spec."""
    with tempfile.TemporaryDirectory() as made:
        paths = Path(made) / "a.json", Path(made) / "a.toolspec"
        for path, text in zip(paths, (trace, spec), strict=True):
            path.write_text(text, "utf-8")
        return cost_of([sys.executable, "-m", "toolspec", "check", "--no-cache", *paths])


def _row(name: str, size: int, base: Cost, shape: Shape, until: int | None = None) -> Row:
    """Return what the largest size costs, and how cost grows up to a size, the same if not given.

    If the file is refused, the cost is that of refusing it, and nothing is said of growth.
    """
    whole = _cost(*shape(size))
    last = whole if until is None else _cost(*shape(until))
    first = _cost(*shape((until or size) // 4))
    remarks = [f"exit status {whole.status}"]
    if last.status != 2 and (last.cpu_s - base.cpu_s) > TOO_QUICK_SECONDS:
        power = _power(first.cpu_s - base.cpu_s, last.cpu_s - base.cpu_s)
        remarks.append(f"time grows by the power {power:.1f}")
    if last.status != 2 and last.peak_bytes - base.peak_bytes > TOO_LITTLE_BYTES:
        power = _power(first.peak_bytes - base.peak_bytes, last.peak_bytes - base.peak_bytes)
        remarks.append(f"memory by {power:.1f}")
    return Row(
        f"scaling, {name}",
        f"{whole.cpu_s:.1f} s, {whole.peak_bytes / 2**20:.0f} MB",
        f"≤ {GOAL_SECONDS:.0f} s, ≤ {GOAL_BYTES // 2**20} MB",
        whole.cpu_s <= GOAL_SECONDS and whole.peak_bytes <= GOAL_BYTES,
        ", ".join(remarks),
    )


def _power(first: float, last: float) -> float:
    """Return the exponent by which a cost grows where the size grows fourfold."""
    return math.log(last / max(first, last / 64), 4)
