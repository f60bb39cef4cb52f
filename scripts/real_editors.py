"""Test in real editors: VS Code and the others side by side, each run printed whole.

Real editors drop a key or paint late when the machine is busy. What fails side by side runs once
more, alone, and both runs are printed: a test that fails then fails the gate.

Words go to pytest, for both runs: `python3 dev.py editors -k "example or pictures"`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

VSCODE = "tests/editors/test_vscode.py"
RUNS = {
    "Neovim, Helix, Emacs": ["tests/editors", f"--ignore={VSCODE}"],
    "VS Code": ["-n", "2", "--dist", "loadgroup", "--durations=10", VSCODE],
}


NO_TESTS = 5
"""The exit status of pytest where the words chose none of its tests."""


def main(chosen: list[str]) -> int:
    """Install the editors, run their tests, print what each run said. Return the exit status.

    `chosen` are words for pytest.
    """
    if shutil.which("apt-get") is None or shutil.which("npm") is None:
        print("!! THE EDITORS WERE NOT TESTED: that needs Debian's packages, and Node with npm")
        return 0
    if subprocess.run([sys.executable, "editors/setup.py"], check=False).returncode:
        print("!! SOME EDITORS COULD NOT BE INSTALLED: their tests are left out")
    failed: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        started: list[tuple[str, Path, subprocess.Popen[bytes]]] = []
        for title, words in RUNS.items():
            output = Path(folder) / title
            with output.open("wb") as file:
                command = _command([*words, *chosen], Path(folder) / f"{title} cache")
                started.append((title, output, subprocess.Popen(command, stdout=file, stderr=file)))
        ended = [(title, process.wait()) for title, _, process in started]
        failed = [title for title, status in ended if status not in (0, NO_TESTS)]
        if chosen and all(status == NO_TESTS for _, status in ended):
            failed = list(RUNS)
        for title, output, _ in started:
            print(f"-- {title}\n{output.read_text('utf-8', 'replace')}", flush=True)
        for title in list(failed):
            print(f"-- {title}: what failed, once more, alone", flush=True)
            words = [*RUNS[title], *chosen, "--last-failed", "-n", "0"]
            again = _command(words, Path(folder) / f"{title} cache")
            if subprocess.run(again, check=False).returncode == 0:
                failed.remove(title)
    if failed:
        print(f"FAILED: {' and '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _command(words: list[str], cache: Path) -> list[str]:
    """Give the command of one run, which remembers in a cache of its own what failed."""
    return [sys.executable, "-m", "pytest", "-q", "-rs", "-o", f"cache_dir={cache}", *words]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
