"""The literate pages of tests/spec, as they are, for readers of the documentation."""

from __future__ import annotations

from pathlib import Path

from generator import marked


def pages(root: Path) -> dict[str, str]:
    """Return each page's name and text, and a page that lists them."""
    found = sorted((root / "tests" / "spec").glob("*.md"))
    made = {page.name: marked(f"tests/spec/{page.name}", page.read_text("utf-8")) for page in found}
    listed = "\n".join(
        f"- [{page.read_text('utf-8').partition(chr(10))[0].lstrip('# ')}]({page.name})"
        for page in found
    )
    made["index.md"] = marked(
        "tests/spec",
        f"""\
# The language by example

Each of these pages is prose, specs, traces, and what the specs say of them. They run as tests, so
what they say is so. A trace is written here one call a line: the tool, its arguments, its result.
`-> ...` is a call that never completed; `---` begins the agent's next turn. What is left out is not
recorded.

{listed}
""",
    )
    return made
