"""The built site: what a reader of its pages sees, and what its pages ask of the network."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ZENSICAL = Path(sys.executable).parent / "zensical"

pytestmark = pytest.mark.xdist_group("site")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not ZENSICAL.exists():
        pytest.skip("zensical is not installed: python3 dev.py setup")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "docs/build.py", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site"


def html(site: Path) -> dict[str, str]:
    return {
        str(page.relative_to(site)): page.read_text("utf-8")
        for page in site.rglob("*.html")
        if page.name != "404.html"
    }


def sources(site: Path) -> list[Path]:
    return sorted((site.parent / "docs").rglob("*.md"))


def test_every_page_is_built_and_in_the_navigation(site: Path) -> None:
    home = (site / "index.html").read_text("utf-8")
    linked = set(re.findall(r'<a href="([^"#?]*)" class="md-nav__link', home))
    for source in sources(site):
        name = source.relative_to(site.parent / "docs").with_suffix("")
        folder = name.parent if name.name == "index" else name
        assert (site / folder / "index.html").exists(), source
        target = "" if str(folder) == "." else f"./{folder}/"
        assert target in linked, f"{target} is not in the navigation"


def test_no_fence_is_shown_raw(site: Path) -> None:
    for name, page in html(site).items():
        text = unescape(re.sub(r"<[^>]+>", "", re.sub(r"(?s)<(script|style).*?</\1>", "", page)))
        assert "```" not in text.replace("`<```>`", ""), name


def test_toolspec_code_is_coloured(site: Path) -> None:
    seen = 0
    for source in sources(site):
        fences = re.findall(r"^ *```toolspec( refused)?$", source.read_text("utf-8"), re.MULTILINE)
        name = source.relative_to(site.parent / "docs").with_suffix("")
        folder = name.parent if name.name == "index" else name
        page = (site / folder / "index.html").read_text("utf-8")
        blocks = re.findall(r'(?s)<div class="language-toolspec highlight">.*?</div>', page)
        assert len(blocks) == len(fences), source
        marked = [block for block in blocks if '<span class="filename">refused</span>' in block]
        assert len(marked) == sum(1 for fence in fences if fence), source
        for block in blocks:
            assert '<span class="' in block.partition("<code>")[2], (source, block)
            seen += 1
    assert seen > 150


def test_code_on_a_page_is_the_code_of_its_source(site: Path) -> None:
    source = (ROOT / "docs" / "language.md").read_text("utf-8")
    written = re.findall(r"```toolspec\n(.*?)```", source, re.DOTALL)
    page = (site / "language" / "index.html").read_text("utf-8")
    blocks = re.findall(r'(?s)<div class="language-toolspec highlight">.*?<code>(.*?)</code>', page)
    assert [unescape(re.sub(r"<[^>]+>", "", block)) for block in blocks] == written


def test_no_page_asks_another_host_for_anything(site: Path) -> None:
    asked = re.compile(
        r"""(?:<link\b[^>]*\bhref|<(?:script|img|iframe|source)\b[^>]*\bsrc)="(http[^"]*|//[^"]*)"""
    )
    for name, page in html(site).items():
        assert not asked.findall(page), name
        assert "fonts.g" not in page, name
    for sheet in site.rglob("*.css"):
        text = sheet.read_text("utf-8")
        assert not re.findall(r"""(?:@import|url\()\s*["']?(?:https?:)?//[^)"']*""", text), sheet


def test_a_page_has_a_light_and_a_dark_palette(site: Path) -> None:
    home = (site / "index.html").read_text("utf-8")
    schemes = re.findall(r'data-md-color-media="([^"]*)"[^>]*data-md-color-scheme="([^"]*)"', home)
    assert ("(prefers-color-scheme: dark)", "slate") in schemes
    assert ("(prefers-color-scheme: light)", "default") in schemes


@pytest.mark.parametrize("page", ["index.html", "tutorial/index.html"])
def test_a_newcomer_is_told_how_to_install(site: Path, page: str) -> None:
    text = re.sub(r"<[^>]+>", "", (site / page).read_text("utf-8"))
    assert "pipx install ." in text


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("weight", "language/#weight-how-much-a-rule-counts"),
        ("must", "language/#must-an-argument-that-every-call-must-have"),
        ("strict", "language/#strict-all-or-nothing"),
        ("sequence", "rules/sequence/"),
        ("TS208", "problems/TS208/"),
    ],
)
def test_a_word_is_found_in_a_title_where_it_is_explained(
    site: Path, word: str, found: str
) -> None:
    """The search weighs titles three times, and of those the short and early ones most."""
    items = json.loads((site / "search.json").read_text("utf-8"))["items"]
    titles = {item["location"]: re.sub(r"<[^>]+>", "", item["title"]) for item in items}
    assert titles[found].startswith(word)
    earlier = [place for place, title in titles.items() if title.startswith(word)]
    assert earlier[0] == found or not earlier[0].startswith("problems")


def test_the_examples_of_problems_are_not_searched(site: Path) -> None:
    items = json.loads((site / "search.json").read_text("utf-8"))["items"]
    of_problems = [item for item in items if item["location"].startswith("problems/TS")]
    assert len(of_problems) > 70
    assert not [item for item in of_problems if "&lt;text&gt;" in item["text"]]
