"""Write the skeleton of a rule kind and its line in the list of kinds: `new-rule NAME`."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main(words: list[str]) -> int:
    """Write the files. Return the exit status."""
    if len(words) != 1 or not words[0].isidentifier() or not words[0].islower():
        return refused("give the kind's first word in lower case: python3 dev.py new-rule limit")
    name = words[0]
    path, index = ROOT / "engine/rules" / f"{name}.py", ROOT / "engine/rules/__init__.py"
    before, opening, rest = index.read_text("utf-8").partition("KEYWORDS = (\n")
    names, closing, after = rest.partition(")\n")
    if path.exists() or f'"{name}"' in names:
        return refused(f"the kind {name} is there already")
    if not (opening and closing):
        return refused(f"no list of keywords in {index.relative_to(ROOT)}")
    skeleton = (ROOT / "docs/skeletons/rule.txt").read_text("utf-8")
    path.write_text(skeleton.replace("KEYWORD", name).replace("TITLE", name.title()), "utf-8")
    index.write_text(f'{before}{opening}{names}    "{name}",\n{closing}{after}', "utf-8")
    print(f"wrote {path.relative_to(ROOT)}: say what it means, then run python3 dev.py generate")
    return 0


def refused(reason: str) -> int:
    """Say why nothing was written. Return the exit status."""
    print(f"FAILED: {reason}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
