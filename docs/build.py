"""Build the site: the pages people write, and those made from the files that hold the idea.

The pages of problems, formats, examples and editors are in no folder of the repository: they are
made here, into a copy of `docs`, and links to the files they are made from lead to them. The site
is written to `site/`; `python docs/build.py FOLDER` writes it, and the copy, there instead.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from generator import editors, formats, problems, site, specs

from toolspec.dsl.problems import SLUGS

ROOT = Path(__file__).resolve().parent.parent
ZENSICAL = Path(sys.executable).parent / "zensical"


def made_pages() -> dict[str, str]:
    """Return the pages that are only on the site, by their path below `docs`."""
    made = {f"problems/{name}": text for name, text in problems.pages().items()}
    for folder in ("formats", "dialects"):
        made |= {f"{folder}/{name}": text for name, text in formats.pages(folder).items()}
    for folder in specs.FOLDERS:
        made |= {f"{folder}/{name}": text for name, text in specs.pages(ROOT, folder).items()}
    made |= {f"editors/{name}": text for name, text in editors.pages(ROOT).items()}
    return made


def targets() -> dict[str, str]:
    """Return the pages by the file of the repository that each is made from."""
    by_source = {f"dsl/problems/{slug}.py": f"problems/{code}.md" for code, slug in SLUGS.items()}
    by_source["dsl/problems"] = "problems/index.md"
    by_source |= formats.sources()
    for folder in specs.FOLDERS:
        by_source[f"tests/{folder}"] = f"{folder}/index.md"
        names = specs.pages(ROOT, folder)
        by_source |= {f"tests/{folder}/{name}": f"{folder}/{name}" for name in names}
    by_source["editors/README.md"] = "editors/index.md"
    for name in editors.pages(ROOT):
        by_source[f"editors/{Path(name).stem}/README.md"] = f"editors/{name}"
    return by_source


def linked(page: str, text: str) -> str:
    """Return a page's text in which links to sources lead to the pages made from them."""
    folder = Path("docs", page).parent
    pages = targets()

    def target(link: re.Match[str]) -> str:
        path, hash_, anchor = link[1].partition("#")
        source = os.path.normpath(folder / path)
        if source not in pages:
            return link[0]
        there = os.path.relpath(Path("docs", pages[source]), folder)
        return f"]({Path(there).as_posix()}{hash_}{anchor})"

    return re.sub(r"\]\((\.\./[^)\s]+)\)", target, text)


def write(folder: Path) -> None:
    """Write the copy of `docs` with all pages, and the configuration with its navigation."""
    shutil.copytree(ROOT / "docs", folder / "docs", ignore=shutil.ignore_patterns("__pycache__"))
    for page in (folder / "docs").rglob("*.md"):
        name = page.relative_to(folder / "docs").as_posix()
        page.write_text(linked(name, page.read_text("utf-8")), "utf-8")
    for name, text in made_pages().items():
        path = folder / "docs" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    config = (ROOT / "mkdocs.yml").read_text("utf-8")
    (folder / "mkdocs.yml").write_text(config + site.navigation_yaml(ROOT), "utf-8")


def build(folder: Path) -> int:
    """Write the copy into a folder and build the site there. Return the exit status."""
    write(folder)
    # Blocks of toolspec code are coloured by docs/generator/fences.py.
    environment = os.environ | {"PYTHONPATH": str(ROOT / "docs")}
    command = [str(ZENSICAL), "build", "--clean", "--strict"]
    return subprocess.run(command, cwd=folder, env=environment, check=False).returncode


def main(words: list[str]) -> int:
    """Build. Return the exit status: a link that leads nowhere fails it."""
    if words:
        return build(Path(words[0]))
    with tempfile.TemporaryDirectory() as folder:
        status = build(Path(folder))
        if status == 0:
            shutil.rmtree(ROOT / "site", ignore_errors=True)
            shutil.copytree(Path(folder) / "site", ROOT / "site")
            print("open site/index.html")
    return status


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
