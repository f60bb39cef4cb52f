"""Editors that cannot be told to ask again show what did not pass without a key being pressed.

They ask for findings once, when a spec is opened: before its traces are read.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import shutil
import struct
import subprocess
import termios
import time
from pathlib import Path

import pytest
from test_nvim import environment, server_command
from test_other_editors import helix_home
from testbed import ROOT, program

pytestmark = pytest.mark.editor

SECONDS_MAX = 40
SAID = "no call matches"

PLAIN = """
vim.filetype.add({{ extension = {{ toolspec = 'toolspec' }} }})
vim.lsp.config('toolspec', {{ cmd = {command}, filetypes = {{ 'toolspec' }} }})
vim.lsp.enable('toolspec')
"""

WAIT = """
local function said()
  for _, one in ipairs(vim.diagnostic.get(0)) do
    if one.message:find('{said}', 1, true) then return true end
  end
end
local found = vim.wait({ms}, said, 20)
io.stdout:write(found and 'FOUND' or vim.inspect(vim.diagnostic.get(0)))
vim.cmd('cquit 0')
"""


def test_neovim_by_its_own_configuration_alone(tmp_path: Path) -> None:
    nvim = program("nvim-0.12")
    project = shutil.copytree(ROOT / "examples" / "refunds", tmp_path / "project")
    words = ", ".join(f"[==[{word}]==]" for word in server_command())
    (tmp_path / "init.lua").write_text(PLAIN.format(command=f"{{ {words} }}"))
    (tmp_path / "wait.lua").write_text(WAIT.format(said=SAID, ms=SECONDS_MAX * 500))
    command = [str(nvim), "--headless", "-i", "NONE", "-n", "-u", str(tmp_path / "init.lua")]
    ran = subprocess.run(
        [*command, "refunds.toolspec", "-S", str(tmp_path / "wait.lua")],
        cwd=project,
        env=environment(nvim, tmp_path),
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX + 20,
    )
    assert "FOUND" in ran.stdout, ran.stdout + ran.stderr


def test_helix(tmp_path: Path) -> None:
    """Its cursor is moved from finding to finding until one says why a rule did not pass."""
    project = shutil.copytree(ROOT / "examples" / "refunds", tmp_path / "project")
    terminal, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 45, 180, 0, 0))
    started = subprocess.Popen(
        [str(program("helix")), "refunds.toolspec"],
        cwd=project,
        env=helix_home(tmp_path),
        stdin=inner,
        stdout=inner,
        stderr=inner,
    )
    drawn = b""
    try:
        began = moved = time.monotonic()
        while SAID not in drawn.decode(errors="replace") and moved < began + SECONDS_MAX:
            if select.select([terminal], [], [], 0.2)[0]:
                drawn += os.read(terminal, 65536)
            if time.monotonic() > moved + 0.5:
                os.write(terminal, b"]d")
                moved = time.monotonic()
    finally:
        started.kill()
        started.wait()
        os.close(inner)
        os.close(terminal)
    assert SAID in drawn.decode(errors="replace"), drawn[-2000:]
