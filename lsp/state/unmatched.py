"""Cases without a recent trace, and the name that was probably meant."""

from __future__ import annotations

from typing import NamedTuple

from toolspec.dsl.text.suggest import suggestion
from toolspec.lsp.state.snapshot import Snapshot


class Unmatched(NamedTuple):
    """A case without a trace; `near` is a similar name of a trace without a case, or ""."""

    name: str
    near: str


def unmatched(snapshot: Snapshot, case: str | None) -> Unmatched | None:
    """Return a case if no trace is for it; None while traces load or if none has a name."""
    if case is None or snapshot.trace_of(case) is not None or snapshot.document.tools is None:
        return None
    names = dict.fromkeys(name for info in snapshot.traces for name in info.names)
    if not names or case in names:
        return None
    cases = snapshot.reading.spec.cases
    free = [info.name for info in snapshot.traces if info.name and info.case_in(cases) is None]
    return Unmatched(case, suggestion(case, free))
