"""Fill `console` blocks: each `$ command` is run, and what it prints is below it.

So what the documentation shows is what the program says today. The commands run at the root of the
repository with the environment's programs first on the path.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_ALLOWED = ("toolspec ", "cat ", "echo ", "python ")


def filled(page: str, root: Path) -> str:
    """Return the page with the output of every command as it is now."""
    return _BLOCK.sub(lambda match: f"```console\n{_run(match[1], root)}```", page)


def _run(block: str, root: Path) -> str:
    lines: list[str] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            lines += [line, *_output(line[2:], root)]
    return "\n".join(lines) + "\n"


def _output(command: str, root: Path) -> list[str]:
    if not command.startswith(_ALLOWED):
        raise ValueError(f"a console block runs toolspec and little else, not: {command}")
    with tempfile.TemporaryDirectory() as cache:
        env = os.environ | {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}",
            "COLUMNS": "100",
            "NO_COLOR": "1",
            "XDG_CACHE_HOME": cache,
        }
        done = subprocess.run(
            command, shell=True, cwd=root, env=env, capture_output=True, text=True, check=False
        )
    if done.returncode not in (0, 1, 2):
        raise RuntimeError(f"{command}\n{done.stdout}{done.stderr}")
    return [line.rstrip() for line in (done.stdout + done.stderr).splitlines()]
