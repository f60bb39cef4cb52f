"""Check whether a path is inside the folders of an untrusted workspace, following links."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

OUTSIDE = "outside the workspace, which is not trusted"


def resolved(folders: Sequence[str]) -> list[Path]:
    """Return the real paths of folders."""
    return [Path(folder).resolve() for folder in folders]


def lies_in(path: Path, roots: Sequence[Path]) -> bool:
    """Tell whether a path is in, or is, one of the folders, which are given by real paths."""
    real = path.resolve()
    return any(real.is_relative_to(root) for root in roots)
