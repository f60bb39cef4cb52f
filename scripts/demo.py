"""Judge the example trace by the example spec; one of its rules fails, on purpose."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLE = Path("examples/refunds")


def main(words: list[str]) -> int:
    """Run the example. Return 0 where it ends as it should."""
    specs = sorted(str(path) for path in EXAMPLE.glob("*.toolspec"))
    command = ["toolspec", "check", str(EXAMPLE / "trace.json"), *specs, *words]
    print("$", *command, flush=True)
    status = subprocess.run(command, check=False).returncode
    if status != 1:
        print(f"FAILED: the example should end with exit status 1, and ended with {status}")
        return 1
    print(
        "\nExit status 1: the trace breaks a rule of each spec, as this example is to show.\n"
        f"Change {specs[0]} and run this again, or check a trace of your own:\n"
        f"  .venv/bin/toolspec check YOUR_TRACE {specs[0]}"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
