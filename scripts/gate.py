"""The gate: checks, tests, documentation; with CI=true or TOOLSPEC_EDITORS=1, the real editors.

Words go to pytest, and leave the editors out: `python3 dev.py test -k order`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time

ASKED_FOR_EDITORS = ("CI", "TOOLSPEC_EDITORS")
"""Variables that make the gate test in real editors."""


def main(words: list[str]) -> int:
    """Run each step; the first that fails ends the run. Return the exit status."""
    began = time.monotonic()
    editors = not words and any(os.environ.get(name) in ("1", "true") for name in ASKED_FOR_EDITORS)
    # The editors are downloaded while the tests run.
    quiet = subprocess.DEVNULL
    setup = [sys.executable, "editors/setup.py"]
    preparing = subprocess.Popen(setup, stdout=quiet, stderr=quiet) if editors else None
    # One more than there are cores: tests of the server wait for its answers.
    workers = str(min(8, (os.cpu_count() or 1) + 1))
    tests = ["pytest", "-q", "-n", workers, "--dist", "loadgroup"]
    tests += ["--ignore=tests/editors"] if editors else ["-m", "not editor"]
    steps = [["poe", "--quiet", "check"], [*tests, *words], ["poe", "--quiet", "docs"]]
    try:
        for command in steps:
            if not passes(command):
                return 1
        if editors and not passes([sys.executable, "scripts/real_editors.py"]):
            return 1
    finally:
        if preparing is not None:
            preparing.terminate()
    if not editors:
        print("!! NOT TESTED IN REAL EDITORS: `python3 dev.py editors` does that (Debian, Node)")
    print(f"all of it passed in {time.monotonic() - began:.0f} s")
    return 0


def passes(command: list[str]) -> bool:
    """Run a command and say how long it took; tell whether it ended well."""
    shown = " ".join(command).replace(sys.executable, "python")
    print(f"-- {shown}", flush=True)
    began = time.monotonic()
    status = subprocess.run(command, check=False).returncode
    if status:
        print(f"FAILED: {shown} ended with exit status {status}", file=sys.stderr, flush=True)
        return False
    print(f"   {time.monotonic() - began:.1f} s", flush=True)
    return True


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
