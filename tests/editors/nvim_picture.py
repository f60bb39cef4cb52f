#!/usr/bin/env python3
"""Take a picture of Neovim with an example open: docs/images/nvim.png.

    python tests/editors/nvim_picture.py

Needs `xterm`, `Xvfb` and ImageMagick on the path, and Neovim from editors/setup.py. The editor is
steered through its socket, like a user's would be.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from test_nvim import initial
from testbed import EDITORS, ROOT, program

PICTURE = ROOT / "docs" / "images" / "nvim.png"
DISPLAY = ":87"
SIZE = "1110x780"
VERSION = "nvim-0.12"

SHOWN = """
vim.opt.number = true
vim.opt.signcolumn = 'yes'
vim.opt.wrap = false
vim.opt.laststatus = 0
vim.opt.ruler = false
vim.opt.fillchars = { eob = ' ' }
vim.opt.statusline = "%t  %{%v:lua.require'toolspec'.status()%}"
vim.diagnostic.config({ virtual_text = false })
"""

ASK = "<Cmd>call cursor(10, 3)<CR><Cmd>Toolspec why<CR>"
BACK = "<Cmd>wincmd p<CR><Cmd>call winrestview({'topline': 1})<CR>"


def main() -> int:
    """Take the picture."""
    for needed in ("xterm", "Xvfb", "import"):
        if shutil.which(needed) is None:
            print(f"{needed} is not on the path", file=sys.stderr)
            return 1
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        shutil.copytree(ROOT / "examples" / "refunds", work / "refunds")
        init = initial("server", EDITORS / "nvim") + SHOWN
        (work / "init.lua").write_text(init)
        screen = subprocess.Popen(["Xvfb", DISPLAY, "-screen", "0", f"{SIZE}x24"])
        try:
            time.sleep(1)
            take(work)
        finally:
            screen.terminate()
            screen.wait()
    print(PICTURE)
    return 0


def take(work: Path) -> None:
    """Open the example, wait for its scores, ask why one is low, and take the picture."""
    nvim = program(VERSION)
    socket = work / "socket"
    environment = {
        **os.environ,
        "DISPLAY": DISPLAY,
        "LANG": "C.UTF-8",
        "VIMRUNTIME": str(nvim.parents[1] / "share" / "nvim" / "runtime"),
        "XDG_STATE_HOME": str(work / "state"),
    }
    look = ["-fa", "DejaVu Sans Mono", "-fs", "11", "-bg", "#14161b", "-fg", "#e0e2ea"]
    editor = [str(nvim), "-i", "NONE", "-u", str(work / "init.lua"), "--listen", str(socket)]
    terminal = subprocess.Popen(
        ["xterm", "-geometry", "123x41+0+0", "-b", "0", *look, "-e", *editor, "refunds.toolspec"],
        cwd=work / "refunds",
        env={**environment, "COLORTERM": "truecolor", "TERM": "xterm-256color"},
    )
    remote = [str(nvim), "--server", str(socket)]

    def ask(expression: str) -> str:
        command = [*remote, "--remote-expr", expression]
        return subprocess.run(command, env=environment, capture_output=True, text=True).stdout

    try:
        namespace = "vim.api.nvim_create_namespace([[toolspec.scores]])"
        marks = f"luaeval('#vim.api.nvim_buf_get_extmarks(0, {namespace}, 0, -1, {{}})')"
        wait_for(lambda: ask(marks).strip() not in ("", "0"))
        time.sleep(1.5)
        subprocess.run([*remote, "--remote-send", ASK], env=environment, check=True)
        time.sleep(2)
        subprocess.run([*remote, "--remote-send", BACK], env=environment, check=True)
        time.sleep(1)
        PICTURE.parent.mkdir(parents=True, exist_ok=True)
        command = ["import", "-display", DISPLAY, "-window", "root"]
        command += [str(PICTURE)]
        subprocess.run(command, env=environment, check=True)
    finally:
        terminal.terminate()
        terminal.wait()


def wait_for(condition: object, seconds_max: float = 30) -> None:
    """Wait until the condition holds. Raises TimeoutError."""
    assert callable(condition)
    until = time.monotonic() + seconds_max
    while not condition():
        if time.monotonic() > until:
            raise TimeoutError("Neovim showed no scores")
        time.sleep(0.2)


if __name__ == "__main__":
    sys.exit(main())
