"""Every problem: its bad example has it alone, at the marked place; the corrected form has none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from toolspec.dsl import problems as package
from toolspec.dsl.frame import frame
from toolspec.dsl.problem import ERROR, WARNING
from toolspec.dsl.problems import SLUGS, by_code, by_slug
from toolspec.dsl.read import read

NO_EXAMPLE = {"TS220", "TS224", "TS225", "TS226", "TS227", "TS311"}
"""A file that cannot be read has no text to show, and one that is too large has too much."""

SHOWN = sorted(set(SLUGS) - NO_EXAMPLE)


@pytest.fixture(autouse=True)
def files(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the files that an example names beside it."""
    code = request.node.callspec.params.get("code", "") if "callspec" in dir(request.node) else ""
    if code:
        monkeypatch.chdir(tmp_path)
        for name, text in by_code(code).files.items():
            (tmp_path / name).write_text(text, "utf-8")


@pytest.mark.parametrize("code", SHOWN)
def test_the_bad_example_has_its_problem_at_the_marked_place_and_no_other(code: str) -> None:
    problem = by_code(code)
    reading = read(problem.bad_text, tools=problem.tools)
    found = [(item.code, item.start, item.end) for item in reading.problems]
    assert found == [(code, *problem.marked)]


@pytest.mark.parametrize("code", SHOWN)
def test_the_mended_example_has_no_problem(code: str) -> None:
    problem = by_code(code)
    assert read(problem.good, tools=problem.tools).problems == ()


@pytest.mark.parametrize("code", SHOWN)
def test_every_fix_cures_its_problem(code: str) -> None:
    problem = by_code(code)
    text = problem.bad_text
    for item in read(text, tools=problem.tools).problems:
        for fix in item.fixes:
            corrected = text[: fix.start] + fix.text + text[fix.end :]
            left = [other.code for other in read(corrected, tools=problem.tools).problems]
            assert code not in left


@pytest.mark.parametrize("code", SHOWN)
def test_every_message_is_filled_in_and_shown_in_a_frame(code: str) -> None:
    problem = by_code(code)
    for item in read(problem.bad_text, tools=problem.tools).problems:
        text = frame(item)
        assert text.startswith(f"{problem.severity}[{code}]: ")
        assert text.endswith(f"= more: toolspec explain {code}")
        said = f"{item.title} {item.message} {item.why} {item.help}"
        assert not re.search(r"\{[a-z_]+\}", said), said


@pytest.mark.parametrize(("code", "slug"), SLUGS.items())
def test_every_code_is_told_by_its_file(code: str, slug: str) -> None:
    problem = by_slug(slug)
    assert problem.code == code
    assert problem.severity == (WARNING if code.startswith("TS3") else ERROR)
    assert problem.title[0].islower() or problem.title[0] in "`{"
    assert not problem.title.endswith(".")
    assert problem.page.endswith(".")


def test_every_file_of_the_folder_is_listed() -> None:
    folder = Path(package.__file__).parent
    files = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert files == set(SLUGS.values())


def test_codes_rise_in_the_order_they_are_listed() -> None:
    assert list(SLUGS) == sorted(SLUGS)
