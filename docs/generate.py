"""Write what is generated in the documentation: rules' pages, tables, outputs of commands.

`python docs/generate.py` writes it; `--check` only says what is not current, and ends with status 1
where something is. Every generated page says so below its heading.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from generator import console, rules, tables

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
GENERATED = ("rules",)
"""Folders of pages that nobody writes, and that readers on a code host need."""


def hand_written() -> list[Path]:
    """Return the pages people write, in which tables and outputs are filled in."""
    generated = set(GENERATED)
    pages = (page for page in DOCS.rglob("*.md") if page.parent.name not in generated)
    examples = (ROOT / "examples").rglob("*.md")
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(pages), *sorted(examples)]


def wanted() -> dict[Path, str]:
    """Return what every generated file should hold."""
    files: dict[Path, str] = {}
    files |= {DOCS / "rules" / name: text for name, text in rules.pages().items()}
    files[DOCS / "report.schema.json"] = tables.schema()
    for page in hand_written():
        text = tables.filled(page.read_text("utf-8"))
        files[page] = console.filled(text, ROOT)
    return files


def strays(files: dict[Path, str]) -> list[Path]:
    """Return pages of the generated folders that nothing generates any more."""
    folders = (DOCS / name for name in GENERATED)
    return [page for folder in folders for page in folder.glob("*.md") if page not in files]


def main(words: list[str]) -> int:
    """Write or check. Return the exit status."""
    files = wanted()
    stale = [
        path for path, text in files.items() if not path.exists() or path.read_text("utf-8") != text
    ]
    left = strays(files)
    if "--check" in words:
        for path in [*stale, *left]:
            print(f"not current: {path.relative_to(ROOT)}")
            if path in files and path.exists():
                show_difference(path, files[path])
        if stale or left:
            print("to update them: python3 dev.py generate")
        return 1 if stale or left else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[path], "utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
    for path in left:
        path.unlink()
        print(f"removed {path.relative_to(ROOT)}")
    return 0


def show_difference(path: Path, text: str) -> None:
    """Print the first lines in which a file differs from what it should hold."""
    command = ["git", "diff", "--no-index", "--no-color", "-U0", "--", str(path), "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    for line in done.stdout.splitlines()[4:24]:
        print(f"  {line}")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
