"""Whether a path stays inside the folders of a workspace that is not trusted, links followed."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from pathlib import Path

OUTSIDE = "outside the workspace, which is not trusted"


def resolved(folders: Sequence[str]) -> list[Path]:
    """Return where folders really are."""
    return [Path(folder).resolve() for folder in folders]


def lies_in(path: Path, roots: Sequence[Path]) -> bool:
    """Tell whether a path lies in one of the folders, given as they really are, or is one."""
    real = path.resolve()
    return any(real.is_relative_to(root) for root in roots)


def fixed_part(pattern: str) -> Path:
    """Return the folder that all a glob can find lies in; a path without wildcards whole.

    >>> fixed_part("/runs/a*/b.json").as_posix()
    '/runs'
    """
    path = Path(pattern)
    while glob.has_magic(str(path)):
        path = path.parent
    return path
