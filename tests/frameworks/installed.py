"""What was installed of a framework, and the commands that install it."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import NamedTuple


class FailedError(Exception):
    """A framework could not be installed, or its agent did not run to its end."""


class Installed(NamedTuple):
    """An agent that can be run: the words of its command, and its framework's version."""

    agent: tuple[str, ...]
    version: str


def run(*command: str, folder: Path | None = None) -> str:
    """Run a command, in a folder; return what it printed."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise FailedError(done.stderr.strip())
    return done.stdout
