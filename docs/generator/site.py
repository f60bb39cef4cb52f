"""The navigation of the site: every page, the generated ones too."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from generator import editors, formats
from toolspec.dsl.problems import SLUGS
from toolspec.engine.reading.dialects import dialects
from toolspec.engine.reading.page import FAMILIES
from toolspec.engine.rules import KEYWORDS

PROBLEMS = (
    ("Syntax errors", "TS1"),
    ("Semantic errors", "TS2"),
    ("Warnings", "TS3"),
)
"""The groups of problems, and what their codes begin with."""

Page = tuple[str, "str | list[Page]"]


def navigation_yaml(root: Path) -> str:
    """Return the navigation as the part of the site's configuration it is."""
    return "\n".join(["nav:", *_lines(navigation(root), 1)]) + "\n"


def navigation(root: Path) -> list[Page]:
    """Return titles and pages; a page without a title here has that of its heading."""
    return [
        ("Home", "index.md"),
        ("Tutorial", "tutorial.md"),
        ("Ten everyday policies", "ten-policies.md"),
        (
            "Language",
            [
                ("Reference", "language.md"),
                ("Rules", _pages("rules", ["index", *KEYWORDS])),
                ("By example", _pages("spec", ["index", *_names(root / "tests" / "spec")])),
                (
                    "Policies by field",
                    _pages("policies", ["index", *_names(root / "tests" / "policies")]),
                ),
                ("Problems", [*_pages("problems", ["index"]), *_problems()]),
            ],
        ),
        (
            "Using it",
            [
                ("Command line", "cli.md"),
                ("Traces", "formats.md"),
                ("Exports of observability tools", "exports.md"),
                ("Formats", _formats()),
                ("Dialects of spans", _pages("dialects", _dialects())),
                ("Traces of running agents", "live.md"),
                ("Checks of other tools", "peers.md"),
                ("Reports", "report.md"),
                ("Python", "python.md"),
                ("Limits", "limits.md"),
                ("Performance", "performance.md"),
            ],
        ),
        (
            "In editors",
            [
                ("Editors", "editors/index.md"),
                ("Language server", "lsp.md"),
                *_editors(root),
            ],
        ),
        (
            "How it is made",
            [
                ("Architecture", "architecture.md"),
                ("The rebuilding in numbers", "house.md"),
                ("Decisions", _pages("decisions", ["index", *_decisions(root)])),
            ],
        ),
    ]


def _pages(folder: str, names: Iterable[str]) -> list[Page]:
    return [("", f"{folder}/{name}.md") for name in names]


def _problems() -> list[Page]:
    return [
        (group, _pages("problems", (code for code in SLUGS if code.startswith(start))))
        for group, start in PROBLEMS
    ]


def _formats() -> list[Page]:
    return [
        (title, _pages("formats", (one.name for one in formats.of_family(family))))
        for family, title in FAMILIES.items()
    ]


def _dialects() -> list[str]:
    return [dialect.name for dialect in dialects()]


def _names(folder: Path) -> list[str]:
    return sorted(page.stem for page in folder.glob("*.md"))


def _decisions(root: Path) -> list[str]:
    return [name for name in _names(root / "docs" / "decisions") if name != "index"]


def _editors(root: Path) -> list[Page]:
    made = editors.pages(root)
    return [(_title(text), f"editors/{name}") for name, text in made.items() if name != "index.md"]


def _title(page: str) -> str:
    heading = next(line for line in page.split("\n") if line.startswith("# "))
    return heading.removeprefix("# ").removeprefix("Toolspec in ").removeprefix("Toolspec for ")


def _lines(pages: list[Page], depth: int) -> list[str]:
    """Return the pages as lines of YAML."""
    lines: list[str] = []
    for title, page in pages:
        margin = "  " * depth
        named = f'"{title.replace(chr(34), chr(39))}"'
        if isinstance(page, list):
            lines += [f"{margin}- {named}:", *_lines(page, depth + 2)]
        else:
            lines.append(f"{margin}- {named}: {page}" if title else f"{margin}- {page}")
    return lines
