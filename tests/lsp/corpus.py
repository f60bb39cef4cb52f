"""Specs of the whole language: the policies, the examples, and every syntax that is accepted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"

_BLOCK = re.compile(r"^```toolspec\n(.*?)^```", re.DOTALL | re.MULTILINE)


def of_the_repository() -> Iterator[str]:
    """Yield the policies and the examples that are beside the tests."""
    for path in sorted((ROOT / "tests" / "policies").glob("*.md")):
        yield from _BLOCK.findall(path.read_text("utf-8"))
    for path in sorted((ROOT / "examples").rglob("*.toolspec")):
        yield path.read_text("utf-8")


def of_the_contract(shared: Path) -> Iterator[str]:
    """Yield the policies of the contract, and the specs that must be accepted."""
    for name in ("policies.md", "depth.md"):
        yield from _BLOCK.findall((shared / name).read_text("utf-8"))
    for case in json.loads((shared / "conformance" / "depth_syntax.json").read_text("utf-8")):
        if case["expect"] == "accept":
            yield case["spec"]
