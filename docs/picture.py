#!/usr/bin/env python3
"""Take a picture of `toolspec check` in a real terminal: docs/images/terminal.png.

    python docs/picture.py

Needs `xterm`, `Xvfb` and ImageMagick on the path, and toolspec in the environment of this Python.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "images" / "terminal.png"
DISPLAY = ":88"
WIDTH, HEIGHT = 1115, 565
SHOWN = (
    "printf '\\033[1m$ toolspec check trace.json refunds.toolspec\\033[0m\\n'; "
    "toolspec check trace.json refunds.toolspec; sleep 30"
)
LOOK = ["-fa", "DejaVu Sans Mono", "-fs", "11", "-bg", "#14161b", "-fg", "#e0e2ea", "-b", "8"]


def main() -> int:
    """Take the picture."""
    for needed in ("xterm", "Xvfb", "import"):
        if shutil.which(needed) is None:
            print(f"{needed} is not on the path", file=sys.stderr)
            return 1
    screen = subprocess.Popen(["Xvfb", DISPLAY, "-screen", "0", f"{WIDTH}x{HEIGHT}x24"])
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "DISPLAY": DISPLAY, "LANG": "C.UTF-8", "PATH": path}
    environment["TERM"] = "xterm-256color"
    time.sleep(1)
    terminal = subprocess.Popen(
        ["xterm", "-geometry", "122x29+0+0", "+sb", *LOOK, "-e", "sh", "-c", SHOWN],
        cwd=ROOT / "examples" / "refunds",
        env=environment,
    )
    try:
        time.sleep(5)
        PICTURE.parent.mkdir(exist_ok=True)
        subprocess.run(["import", "-window", "root", str(PICTURE)], env=environment, check=True)
    finally:
        terminal.terminate()
        screen.terminate()
    print(PICTURE)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
