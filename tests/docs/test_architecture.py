"""The page of the architecture names only files and folders that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def test_the_files_that_the_page_of_the_architecture_names_are_there() -> None:
    missing: list[str] = []
    rows = (ROOT / "docs/architecture.md").read_text("utf-8").splitlines()
    for cell in (row.split("|")[1] for row in rows if row.startswith("|")):
        folder = ROOT
        for name in re.findall(r"`([^`]+(?:\.\w+|/))`", cell):
            if "NAME" in name or "KEYWORD" in name:
                continue
            path = ROOT / name if (ROOT / name).exists() else folder / name
            folder = path.parent
            missing += [] if path.exists() else [name]
    assert missing == []
