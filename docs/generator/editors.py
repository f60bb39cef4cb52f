"""The pages on editors: the READMEs beside their files, as they are."""

from __future__ import annotations

import re
from pathlib import Path

from generator import marked


def pages(root: Path) -> dict[str, str]:
    """Return each page's name and text; the page of all editors is the index."""
    folder = root / "editors"
    made = {"index.md": marked("editors/README.md", linked((folder / "README.md").read_text()))}
    for name in re.findall(r"\((\w[\w-]*)/README\.md\)", (folder / "README.md").read_text("utf-8")):
        text = (folder / name / "README.md").read_text("utf-8")
        made[f"{name}.md"] = marked(f"editors/{name}/README.md", text)
    return made


def linked(text: str) -> str:
    """Return the text with links that lead to the pages made of the READMEs."""
    return re.sub(r"\((\w[\w-]*)/README\.md\)", r"(\1.md)", text).replace("](../docs/", "](../")
