"""A folder with a spec and four runs of a support agent, for pictures that need several traces."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

SPEC = """\
# What a support agent must do before it pays money back.
traces "runs/*.json"

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


def write(folder: Path) -> None:
    """Write the spec and the runs."""
    (folder / "runs").mkdir(parents=True)
    (folder / "support.toolspec").write_text(SPEC, "utf-8")
    for age, (name, calls) in enumerate(RUNS.items()):
        path = folder / "runs" / f"{name}.json"
        path.write_text(json.dumps({"messages": [*messages(calls)]}, indent=1), "utf-8")
        at = 1_760_000_000 - age * 3600
        os.utime(path, (at, at))


def messages(calls: tuple[Call, ...]) -> list[dict[str, Any]]:
    """Return a conversation in which the agent makes these calls."""
    said: list[dict[str, Any]] = [
        {"role": "user", "content": "My order A-1042 arrived broken. I want my money back."}
    ]
    for at, (tool, given) in enumerate(calls):
        function = {"name": tool, "arguments": json.dumps(given)}
        asked = {"id": f"call_{at}", "type": "function", "function": function}
        said.append({"role": "assistant", "content": None, "tool_calls": [asked]})
        said.append({"role": "tool", "tool_call_id": f"call_{at}", "content": '{"ok": true}'})
    return [*said, {"role": "assistant", "content": "Done: you get your money back."}]
