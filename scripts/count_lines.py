"""Count lines of Python by floor and room: `python3 dev.py lines [REVISION]`.

For each: files, lines, and lines of code, which are those without blank lines, comments and
docstrings. Without a revision the files of this checkout are counted.
"""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLOORS = (
    "engine",
    "dsl",
    "lsp",
    "src/toolspec/cli",
    "collect",
    "tests",
    "bench",
    "editors",
    "docs",
    "scripts",
)
LAYOUT = {tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT}


def main(words: list[str]) -> int:
    """Print the table."""
    files, lines, code = Counter[str](), Counter[str](), Counter[str]()
    for path, text in texts(words[0] if words else None):
        floor = next((one for one in FLOORS if path.startswith(f"{one}/")), None)
        if floor is None:
            continue
        inside = path.removeprefix(f"{floor}/").split("/")
        rooms = [floor] if floor not in FLOORS[:3] else [floor, f"{floor}/{inside[0]}"]
        for room in rooms if len(inside) > 1 else rooms[:1]:
            files[room] += 1
            lines[room] += text.count("\n")
            code[room] += lines_of_code(text)
    print(f"{'':28}{'files':>8}{'lines':>8}{'code':>8}")
    for room in sorted(files, key=lambda room: (FLOORS.index(floor_of(room)), room)):
        print(f"{room:28}{files[room]:8}{lines[room]:8}{code[room]:8}")
    return 0


def floor_of(room: str) -> str:
    """Return the floor that a room is on."""
    return next(floor for floor in FLOORS if room == floor or room.startswith(f"{floor}/"))


def texts(revision: str | None) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each Python file under version control."""
    listed = ["ls-files"] if revision is None else ["ls-tree", "-r", "--name-only", revision]
    for path in git(*listed).splitlines():
        if path.endswith(".py") and not (ROOT / path).is_symlink():
            if revision is not None:
                yield path, git("show", f"{revision}:{path}")
            elif (ROOT / path).is_file():
                yield path, (ROOT / path).read_text("utf-8")


def git(*words: str) -> str:
    """Return what a command of git prints."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


def lines_of_code(text: str) -> int:
    """Return how many lines hold code, in a program that Python can read."""
    rows: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in LAYOUT and token.type != tokenize.ENDMARKER:
            rows.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            rows.difference_update(range(node.lineno, (node.end_lineno or 0) + 1))
    return len(rows)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
