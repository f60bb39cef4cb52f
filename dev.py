#!/usr/bin/env python3
"""Set up `.venv`, then run a task in it: `python3 dev.py TASK [WORDS ...]`.

The tasks are listed in pyproject.toml, under [tool.poe.tasks]; without a task, this prints them.
The environment holds what requirements/dev.txt names, in those versions, and toolspec itself,
editable. It is made, and brought up to date, whenever it is not what that file says.

Needs Python 3.11 or later and a package index.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - people run this file with the Python they have
    raise SystemExit(f"Python 3.11 or later is needed; this is {sys.version}")

ROOT = Path(__file__).resolve().parent
LOCKS = ROOT / "requirements"
VENV = ROOT / ".venv"


def main(words: list[str]) -> int:
    """Run the task. Return its exit status."""
    if words[:1] in (["-h"], ["--help"], ["help"]):
        words = []
    prepare(VENV, "dev", "--editable", str(ROOT))
    if words[:1] == ["bench"]:
        prepare(ROOT / ".bench" / "peer", "bench")
    if words[:1] == ["mutants"]:
        prepare(VENV, "mutants")
    # Tasks start in the root, and need the byte code that compiled modules leave.
    environment = {name: os.environ[name] for name in os.environ if name != BYTECODE}
    task = [bin_of(VENV, "poe"), "--quiet", *words]
    if not words:
        task = [bin_of(VENV, "poe"), "--help"]
    return subprocess.run(task, cwd=ROOT, env=environment, check=False).returncode


BYTECODE = "PYTHONDONTWRITEBYTECODE"


def prepare(folder: Path, lock: str, *more: str) -> None:
    """Make an environment hold what a lock file names; do nothing where it already does."""
    file = LOCKS / f"{lock}.txt"
    key = hashlib.sha256(file.read_bytes() + (ROOT / "pyproject.toml").read_bytes())
    wanted = f"{ROOT} {key.hexdigest()}"
    stamp = folder / f"installed-{lock}"
    if stamp.is_file() and stamp.read_text("utf-8") == wanted:
        return
    print(f"installing {file.relative_to(ROOT)} into {folder.relative_to(ROOT)} ...", flush=True)
    if not Path(bin_of(folder, "python")).exists():
        try:
            venv.EnvBuilder(with_pip=True, symlinks=os.name != "nt").create(folder)
        except (subprocess.CalledProcessError, OSError) as error:
            raise SystemExit(f"Python could not make {folder}: {error}\n{NO_VENV}") from None
    install = [bin_of(folder, "python"), "-m", "pip", "install", "--quiet"]
    install += ["--disable-pip-version-check", "--requirement", str(file), *more]
    if subprocess.run(install, cwd=ROOT, check=False).returncode:
        raise SystemExit(f"FAILED: {file.relative_to(ROOT)} could not be installed")
    stamp.write_text(wanted, "utf-8")


NO_VENV = "Some systems ship Python without venv: on Debian, install the package python3-venv."


def bin_of(folder: Path, program: str) -> str:
    """Return the path of a program of an environment."""
    return str(folder / ("Scripts" if os.name == "nt" else "bin") / program)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
