"""Checks written for other tools, as toolspec text: the same verdict, or a reason why not."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from peers.outcome import PEERS, cases, outcome
from peers.page import page, said_share
from peers.peer import Peer

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared" / "conformance" / "peers"
PAGE = ROOT / "docs" / "peers.md"

needed = pytest.mark.skipif(
    not SHARED.exists(), reason=f"{SHARED} is not here: NO CHECK OF ANOTHER TOOL WAS COMPARED"
)


def every_case() -> list[Any]:
    if not SHARED.exists():
        return []
    return [
        pytest.param(peer, case, id=case["id"]) for peer in PEERS for case in cases(peer, SHARED)
    ]


@needed
@pytest.mark.parametrize(("peer", "case"), every_case())
def test_a_check_has_the_verdict_that_its_own_tool_gives(
    peer: Peer, case: dict[str, Any], tmp_path: Path
) -> None:
    found = outcome(peer, case, tmp_path)
    if found.kind == "unsaid":
        assert found.reason
    elif found.kind == "said":
        assert found.equal, (found.spec, found.passed)
    else:  # No equal verdict is counted as a mistake of the tool, or as a difference.
        assert not found.equal, (found.spec, found.passed)


@needed
def test_the_page_of_the_documentation_is_current(tmp_path: Path) -> None:
    """With UPDATE_SNAPSHOTS=1 it is written: read the difference before you commit it."""
    found = {
        peer.file: (peer, [outcome(peer, case, tmp_path) for case in cases(peer, SHARED)])
        for peer in PEERS
    }
    every = [one for _, ones in found.values() for one in ones]
    assert said_share(every) >= 0.92
    if os.environ.get("UPDATE_SNAPSHOTS"):
        PAGE.write_text(page(found), "utf-8")
    assert PAGE.read_text("utf-8") == page(found), "to update it: python3 dev.py generate"
