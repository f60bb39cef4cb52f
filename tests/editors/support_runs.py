"""A folder with a spec and four runs of a support agent, for pictures that need several traces."""

from __future__ import annotations

import json
import os
from itertools import accumulate, chain, cycle
from pathlib import Path
from typing import Any

SPEC = """\
# What a support agent must do before it pays money back.
traces "runs/*.jsonl"

order: find_customer -> get_order -> get_refund_policy -> issue_refund -> send_email
each issue_refund <order_id: $o>: after seeing request_approval <order_id: $o>
count get_order <= 3
forbid delete_account
args send_email subset <to: "mira@example.com">
limit: calls <= 8, loops = 0
"""

Call = tuple[str, dict[str, Any]]

FIND: Call = ("find_customer", {"email": "mira@example.com"})
ORDER: Call = ("get_order", {"order_id": "A-1042"})
POLICY: Call = ("get_refund_policy", {})
APPROVE: Call = ("request_approval", {"order_id": "A-1042", "amount": 249})
REFUND: Call = ("issue_refund", {"order_id": "A-1042", "amount": 249})
MAIL: Call = ("send_email", {"to": "mira@example.com", "subject": "Your refund"})
DELETE: Call = ("delete_account", {"email": "mira@example.com"})

RUNS = {
    "no_approval": (FIND, ORDER, REFUND, MAIL),
    "happy_path": (FIND, ORDER, POLICY, APPROVE, REFUND, MAIL),
    "deleted_account": (FIND, ORDER, POLICY, APPROVE, REFUND, MAIL, DELETE),
    "many_lookups": (FIND, ORDER, ORDER, ORDER, ORDER, POLICY, APPROVE, REFUND, MAIL),
}
"""The calls of each run, the newest first."""

PAUSES_S = (1.4, 0.6, 0.9, 0.3, 1.1, 1.8, 0.7, 0.4)
"""Between a message and the next one."""


def write(folder: Path) -> None:
    """Write the spec and the runs."""
    (folder / "runs").mkdir(parents=True)
    (folder / "support.toolspec").write_text(SPEC, "utf-8")
    for age, (name, calls) in enumerate(RUNS.items()):
        path = folder / "runs" / f"{name}.jsonl"
        path.write_text("".join(f"{json.dumps(one)}\n" for one in session(calls)), "utf-8")
        at = 1_760_000_000 - age * 3600
        os.utime(path, (at, at))


def session(calls: tuple[Call, ...]) -> list[dict[str, Any]]:
    """Return the records of a coding agent's session in which the agent makes these calls."""
    said: list[tuple[str, Any]] = [
        ("user", "My order A-1042 arrived broken. I want my money back."),
    ]
    for at, (tool, given) in enumerate(calls):
        asked = {"type": "tool_use", "id": f"call_{at}", "name": tool, "input": given}
        result = {"type": "tool_result", "tool_use_id": f"call_{at}", "content": '{"ok": true}'}
        said += [("assistant", [asked]), ("user", [result])]
    said.append(("assistant", [{"type": "text", "text": "Done: you get your money back."}]))
    seconds = accumulate(chain([0], cycle(PAUSES_S)))
    return [
        {
            "type": role,
            "uuid": f"u{at}",
            "parentUuid": f"u{at - 1}" if at else None,
            "sessionId": "support",
            "isSidechain": False,
            "timestamp": f"2026-01-12T09:14:{second:06.3f}Z",
            "message": {"role": role, "content": content},
        }
        for at, ((role, content), second) in enumerate(zip(said, seconds, strict=False))
    ]
