"""`ok`, `failed`: the call succeeded, or it failed.

A call failed where the trace marks it so: by its span's status, or by an error field of its format.
It is never read from the text of a result. In a format that has such a mark, a completed call
without it is `ok`. Where the format has none, and for a call that never completed, it is open.
"""

from __future__ import annotations

from collections.abc import Mapping

from toolspec.engine.match.arguments import Fit
from toolspec.engine.match.qualifier import Qualifier, QualifierSyntax
from toolspec.engine.syntax import Example
from toolspec.engine.trace import Call, called
from toolspec.engine.verdict import Evidence, Shown


class CallStatus(Qualifier):
    """The call ended so: `status` is `ok` or `failed`."""

    status: str

    syntax = QualifierSyntax(
        label="status",
        grammar='"ok" | "failed"',
        words=("ok", "failed"),
        forms=("ok", "failed"),
    )
    asks_for = "status"
    asks_record = "status"
    examples = (
        Example(
            "require deploy ok",
            (called("deploy")._replace(status="error"),),
            "fail",
            0.0,
            "The one call failed.",
            summary="no call matches; nearest: call 1, deploy: it failed",
            evidence=(Evidence(0, "nearest", "it failed"),),
        ),
        Example(
            "forbid charge failed",
            (called("charge"),),
            "unknown",
            0.0,
            "The trace does not say whether it failed.",
            summary="the status of call 1, charge is not recorded",
            evidence=(Evidence(0, "open", "status not recorded"),),
        ),
    )

    def test(self, call: Call) -> Fit:
        """Compare what the trace says of the call's end."""
        if call.status is None or call.completed is False:
            return Fit.OPEN
        return Fit.YES if (call.status == "error") == (self.status == "failed") else Fit.NO

    def in_words(self, keys: Mapping[str, str] | None = None) -> str:
        """Say how the call ended."""
        return "that succeeded" if self.status == "ok" else "that failed"

    def differs(self, call: Call, shown: Shown) -> str:
        """Say how the call ended."""
        return "it did not fail" if self.status == "failed" else "it failed"

    def __str__(self) -> str:
        return self.status


QUALIFIER = CallStatus
