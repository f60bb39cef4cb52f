"""The page on traces of running agents: its agent, its spec and what is printed are true."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "live.md"


def shown(title: str) -> str:
    """Return the block of the page with a title."""
    found = re.search(rf"```{title}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found
    return found[1]


def test_the_command_on_the_page_says_what_the_page_says(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text(shown('text title="agent.py"'), "utf-8")
    (tmp_path / "refunds.toolspec").write_text(shown('toolspec title="refunds.toolspec"'), "utf-8")
    command, _, said = shown('text title="terminal"').partition("\n")
    words = command.removeprefix("$ toolspec ").split()
    assert words[-2:] == ["python", "agent.py"]
    ran = subprocess.run(
        [sys.executable, "-m", "toolspec", *words[:-2], sys.executable, "agent.py"],
        cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert ran.returncode == 1, ran.stderr
    assert _without_ids(ran.stdout) == _without_ids(said)


def _without_ids(text: str) -> str:
    text = re.sub(r"[0-9a-f]{32}", "ID", text.replace("\\", "/"))
    return re.sub(r"\.jsonl:\d+:\d+", ".jsonl:PLACE", text).strip()
