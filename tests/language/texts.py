"""Texts that several tests read: the language's own examples, and where shared cases lie."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared"

EXAMPLE = """\
# refunds.toolspec: comments run to the end of the line
traces "runs/*.json"                      # relative to this file

tool @reader = view | cat | /^read_/      # a name for a pattern

## Nothing is read before the caller is known.
order strict: auth -> verify -> access

order: search -> filter -> sort -> display            weight 2 pass 0.75 as "browse"
sequence: /^validate_/ -> /^(create|update)_/
count fetch_records = 1
count strict: authenticate = 1, fetch_records <= 3, audit_log > 0
args send_email subset <to: "user@example.com">
args strict: validate_input <data: {user_id: 123}>,
             fetch_user <user_id: 123>
output get_temperature = {temperature: 25.0, unit: "fahrenheit"}
require upload min 2
require bash <command: /npm (test|run build)/> result /BUILD SUCCEEDED/
require load_skill before step 3
require report_result final
forbid @reader <path: /secret\\.env$/>     # toolspec: ignore TS310

case "tokyo_forecast" {                   # rules for one test case only
  count get_forecast = 1
  args strict subset: get_temperature <city: "Tokyo">, get_forecast <city: "Tokyo">
}
"""


@lru_cache(maxsize=1)
def documented() -> list[str]:
    """Return every spec text that the language's contract and the examples folder show."""
    texts = [EXAMPLE]
    contract = SHARED / "language.md"
    if contract.exists():
        found = re.findall(
            r"```toolspec\n(.*?)```", contract.read_text(encoding="utf-8"), re.DOTALL
        )
        texts.extend(found)
    for path in sorted((ROOT / "examples").rglob("*.toolspec")):
        texts.append(path.read_text(encoding="utf-8"))
    return texts


def conformance(name: str) -> list[str]:
    """Return the specs of one file of shared cases; skip the test where it is not there."""
    path = SHARED / "conformance" / f"{name}.json"
    if not path.exists():
        pytest.skip(f"the shared cases are not here: {path}")
    return [case["spec"] for case in json.loads(path.read_text(encoding="utf-8"))]
