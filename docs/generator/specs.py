"""The literate pages of the tests, as they are, for readers of the documentation."""

from __future__ import annotations

from pathlib import Path

from generator import marked

FOLDERS = ("spec", "policies")
"""The folders of literate pages, in `tests` and on the site."""

_ABOUT = {
    "spec": """\
# The language by example

Each of these pages is prose, specs, traces, and what the specs say of them.""",
    "policies": """\
# Policies by field

Policies that people write for their agents, each with traces that keep it and traces that break it.
The best of them are explained in [ten everyday policies](../ten-policies.md).""",
}

_NOTATION = """\
They run as tests, so what they say is so.

A trace is written here one call a line: the tool, its arguments, its result. What is left out is
not recorded. `-> ...` is a call that never completed; `---` begins the agent's next response.
`[failed]`, `[by researcher]` and `[5s..7s]` at the end of a line say that the call failed, which
agent made it, and when it started and ended. `user:` and `agent:` are messages."""


def pages(root: Path, folder: str) -> dict[str, str]:
    """Return each page's name and text, and a page that lists them."""
    paths = sorted((root / "tests" / folder).glob("*.md"))
    made = {
        page.name: marked(f"tests/{folder}/{page.name}", page.read_text("utf-8")) for page in paths
    }
    listed = "\n".join(
        f"- [{page.read_text('utf-8').partition(chr(10))[0].lstrip('# ')}]({page.name})"
        for page in paths
    )
    made["index.md"] = marked(f"tests/{folder}", f"{_ABOUT[folder]} {_NOTATION}\n\n{listed}\n")
    return made
