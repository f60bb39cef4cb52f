"""The gate: checks, tests, documentation; with CI=true or TOOLSPEC_EDITORS=1, the real editors.

Words go to pytest, and leave the editors out: `python3 dev.py test -k order`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
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
    try:
        if not passes_beside(["poe", "--quiet", "check"], [*tests, *words]):
            return 1
        if not passes(["poe", "--quiet", "docs"]):
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


def passes_beside(check: list[str], tests: list[str]) -> bool:
    """Run the tests while the checks run, which use one core; tell whether both ended well.

    Where a check fails, the tests are ended at once.
    """
    began = time.monotonic()
    with tempfile.TemporaryFile("w+") as output:
        checking = subprocess.Popen(check, stdout=output, stderr=subprocess.STDOUT)
        print(f"-- {shown(check)}, beside {shown(tests)}", flush=True)
        testing = subprocess.Popen(tests)
        try:
            while testing.poll() is None and not checking.poll():
                time.sleep(0.2)
            if checking.poll():
                testing.terminate()
            tested, checked = testing.wait(), checking.wait()
        finally:
            checking.kill()
            testing.kill()
        output.seek(0)
        print(output.read(), end="", flush=True)
    return ended_well(check if checked else tests, checked or tested, began)


def passes(command: list[str]) -> bool:
    """Run a command and say how long it took; tell whether it ended well."""
    print(f"-- {shown(command)}", flush=True)
    began = time.monotonic()
    return ended_well(command, subprocess.run(command, check=False).returncode, began)


def ended_well(command: list[str], status: int, began: float) -> bool:
    """Say how long a command took, or that it failed."""
    if status:
        text = f"FAILED: {shown(command)} ended with exit status {status}"
        print(text, file=sys.stderr, flush=True)
        return False
    print(f"   {time.monotonic() - began:.1f} s", flush=True)
    return True


def shown(command: list[str]) -> str:
    """Return a command as a person would type it."""
    return " ".join(command).replace(sys.executable, "python")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
