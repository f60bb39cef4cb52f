"""An agent's calls score a spec in Neovim while the agent runs, without a keystroke."""

from __future__ import annotations

import re
import tempfile
import time
from pathlib import Path

import live_run
import pytest
from test_nvim_plugins import Neovim, neovim
from testbed import ROOT

pytestmark = pytest.mark.editor

PREPEND = f"vim.opt.runtimepath:prepend([==[{ROOT}/editors/nvim]==])\n"
MARKS = """(function()
  local found = vim.api.nvim_create_namespace('toolspec.scores')
  local shown = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, found, 0, -1, { details = true })) do
    local text = {}
    for _, piece in ipairs(mark[4].virt_text or {}) do
      table.insert(text, piece[1])
    end
    table.insert(shown, (mark[2] + 1) .. ' ' .. table.concat(text))
  end
  return table.concat(shown, '; ')
end)()""".replace("\n", " ")


def _until(editor: Neovim, pattern: str) -> float:
    """Wait until the scores match; return when they did."""
    end = time.monotonic() + 40
    while not re.search(pattern, shown := editor.lua(MARKS)):
        assert time.monotonic() < end, f"no {pattern} in {shown!r}"
    return time.time()


@pytest.mark.parametrize(("protocol", "version"), [("http", "nvim-0.12"), ("grpc", "nvim-0.10")])
def test_scores_move_while_an_agent_runs(protocol: str, version: str) -> None:
    with tempfile.TemporaryDirectory(prefix="ts-") as name:
        work = Path(name)
        project = work / "project"
        project.mkdir()
        (project / "refunds.toolspec").write_text(live_run.SPEC)
        init = f"{PREPEND}vim.cmd('filetype plugin indent on')\n"
        with live_run.collector(project, protocol) as env, neovim(version, work, init) as editor:
            editor.until("vim.bo.filetype == 'toolspec'", "the file type")
            with live_run.agent(env) as agent:
                sent = agent.call("search")
                # A call that is forbidden can still come.
                took_s = [_until(editor, r"3 .*✓ 1\.00; 4 .*\? ") - sent]
                sent = agent.call("wipe")
                took_s.append(_until(editor, r"4 .*✗ 0\.00") - sent)
        print(f"{protocol}, {version}: drawn {[round(one, 2) for one in took_s]} s after the span")
