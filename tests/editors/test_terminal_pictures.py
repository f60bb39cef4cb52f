"""What Neovim, Helix and Emacs show of a spec on a real terminal, and a picture of each.

Pictures go to `TOOLSPEC_SCREENSHOTS`, where that is set.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest
import test_nvim
import test_other_editors
import vscode_testbed
from terminal import terminal
from testbed import EDITORS, ROOT, program

FAILED = r'as "refund after approval" +✗ 0\.00'
PASSED = r"require send_email final +✓ 1\.00"
WHY = r"issue_refund .* after call 5"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a copy of the example, in which a refund was made before it was approved."""
    return shutil.copytree(ROOT / "examples" / "refunds", tmp_path / "project")


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Return the folder for pictures."""
    if (why := vscode_testbed.missing()) is not None:
        pytest.skip(why)
    return Path(os.environ.get("TOOLSPEC_SCREENSHOTS") or tmp_path / "pictures")


@pytest.mark.parametrize("version", test_nvim.VERSIONS)
def test_neovim_shows_scores_why_timeline_and_matrix(
    version: str, project: Path, tmp_path: Path, pictures: Path
) -> None:
    nvim = program(version)
    (tmp_path / "init.lua").write_text(
        test_nvim.initial("server", EDITORS / "nvim") + "vim.diagnostic.config({})\n"
    )
    command = [str(nvim), "-i", "NONE", "-u", str(tmp_path / "init.lua"), "refunds.toolspec"]
    with terminal(command, project, test_nvim.environment(nvim, tmp_path)) as shown:
        shown.until(PASSED)
        shown.until(FAILED)
        shown.press(":11\r:Toolspec why\r")
        shown.until(WHY)
        shown.shoot(pictures / f"{version}-why.png")
        shown.press(":q\r:Toolspec timeline\r")
        shown.until(r"issue_refund[^\n]*taken|taken[^\n]*issue_refund|no call")
        shown.shoot(pictures / f"{version}-timeline.png")
        shown.press(":q\r:Toolspec matrix\r")
        shown.until(r"12 rules on 1 trace")
        shown.shoot(pictures / f"{version}-matrix.png")


def test_helix_shows_scores_and_why(project: Path, tmp_path: Path, pictures: Path) -> None:
    """The cursor is moved until Helix has asked for hints.

    It asks once, when no key was pressed for a moment and its server is there, and cannot be told
    to ask again.
    """
    command = [str(program("helix")), "refunds.toolspec"]
    with terminal(command, project, test_other_editors.helix_home(tmp_path)) as shown:
        shown.until(FAILED, pressing="j")
        shown.until(PASSED)
        shown.press(":11\rw k")
        shown.until(WHY)
        shown.shoot(pictures / "helix.png")


def test_emacs_shows_scores_and_why(project: Path, tmp_path: Path, pictures: Path) -> None:
    command, environment = test_other_editors.emacs(tmp_path)
    server = " ".join(f'"{word}"' for word in [sys.executable, "-m", "toolspec", "lsp"])
    steps = (
        "(setq frame-background-mode 'dark)",
        "(require 'toolspec-mode)",
        f"(setq toolspec-server-command '({server}))",
        "(add-hook 'toolspec-mode-hook #'eglot-ensure)",
    )
    command = [word for word in command if word != "--batch"]
    command += ["-nw", *(word for step in steps for word in ("--eval", step)), "refunds.toolspec"]
    with terminal(command, project, environment) as shown:
        shown.until(FAILED)
        shown.until(PASSED)
        shown.press("\x1bg\x1bg11\r\x1bm")  # M-g M-g 11 RET M-m: the first word of the line
        shown.until(WHY, pressing="\x1bxeldoc-doc-buffer\r")
        shown.shoot(pictures / "emacs.png")
