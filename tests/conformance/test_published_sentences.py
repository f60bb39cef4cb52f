"""What is said of each published case is what somebody has read.

`sentences.jsonl` holds the summaries and the evidence of every rule on every case, what the rule
asks in plain words, the index of the entry that decided, and a digest of each justification. After
a sentence was changed on purpose, `python3 dev.py generate` writes the file again: read what
changed before you keep it.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.published import judged, of_first_part, of_second_part
from toolspec.engine.verdict import HIDDEN

FILE = Path(__file__).parent / "sentences.jsonl"
UPDATE = os.environ.get("UPDATE_SENTENCES") == "1"


def approved() -> dict[str, Any]:
    """Return what was read, by the ids of the cases."""
    lines = map(json.loads, FILE.read_text("utf-8").splitlines()) if FILE.exists() else ()
    return {line["id"]: line["rules"] for line in lines}


APPROVED = approved()


def digest(value: Any) -> str:
    """Return a short word that differs where the JSON does."""
    written = json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return hashlib.sha256(written).hexdigest()[:8]


def said_of(case: dict[str, Any], folder: Path) -> list[dict[str, Any]]:
    """Return what is said of each rule on the trace of a case."""
    said: list[dict[str, Any]] = []
    for result in judged(case, folder).results:
        reason, hidden = result.explanation, result.verdict.explanation(HIDDEN)
        evidence = [
            f"{at + 1} {role}{f': {lacks}' if lacks else ''}" for at, role, lacks in reason.evidence
        ]
        words = result.rule.in_words()
        decided = result.rule.kind.deciding_entry(reason)
        said.append(
            {
                **({"asks": words} if words else {}),
                **({"entry": decided} if decided is not None else {}),
                "says": f"{result.status}: {reason.summary}",
                **({"brief": reason.brief} if reason.brief else {}),
                **({"calls": evidence} if evidence else {}),
                "more": digest([reason.justification, hidden.summary, hidden.justification]),
            }
        )
    return said


@pytest.mark.parametrize("case", [*of_first_part(), *of_second_part()])
def test_what_is_said_of_a_case_is_what_was_read(case: dict[str, Any], tmp_path: Path) -> None:
    said = said_of(case, tmp_path)
    if UPDATE:
        APPROVED[case["id"]] = said
    assert said == APPROVED.get(case["id"])


@pytest.mark.skipif(not UPDATE, reason="the sentences are compared")
def test_the_file_is_written() -> None:
    lines = [
        json.dumps({"id": id, "rules": rules}, ensure_ascii=False)
        for id, rules in sorted(APPROVED.items())
    ]
    FILE.write_text("\n".join(lines) + "\n", "utf-8")
