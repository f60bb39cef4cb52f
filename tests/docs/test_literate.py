"""Literate pages are true: every spec on them judges every trace on them as they say.

They are those of tests/spec and tests/policies, and the page of ten policies in docs.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from literate import Case, Refusal, cases, expected, trace_of

import toolspec

TESTS = Path(__file__).parent.parent
TEN = TESTS.parent / "docs" / "ten-policies.md"
POLICIES = [*sorted((TESTS / "policies").glob("*.md")), TEN]
PAGES = [*sorted((TESTS / "spec").glob("*.md")), *POLICIES]
CLAIMS = [
    pytest.param(claim, id=f"{page.stem}:{claim.spec.line}:{at}")
    for page in PAGES
    for at, claim in enumerate(cases(page))
]


def rounded(score: float | None) -> float | None:
    return None if score is None else round(score, 3)


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_literate_page_is_true(claim: Case | Refusal) -> None:
    if isinstance(claim, Refusal):
        with pytest.raises(toolspec.SpecError) as refused:
            toolspec.parse(claim.spec.text)
        found = [
            f"{problem.code} {problem.line}:{problem.column}"
            for problem in refused.value.diagnostics
        ]
        assert found == claim.problems.text.split("\n")[:-1]
        return
    report = toolspec.parse(claim.spec.text).check(trace_of(claim.trace.text))
    wanted = expected(claim.expect.text)
    got = [(result.status, rounded(result.score)) for result in report.results]
    assert got == [(want.status, rounded(want.score)) for want in wanted]
    for result, want in zip(report.results, wanted, strict=True):
        assert want.says in result.summary


def test_every_page_claims_something() -> None:
    assert len(PAGES) >= 5
    for page in PAGES:
        assert list(cases(page)), page.name


@pytest.mark.parametrize("page", POLICIES, ids=lambda page: page.stem)
def test_each_policy_has_a_trace_that_keeps_it_and_one_that_breaks_it(page: Path) -> None:
    kept: set[int] = set()
    broken: set[int] = set()
    specs: set[int] = set()
    for claim in cases(page):
        if isinstance(claim, Case):
            specs.add(claim.spec.line)
            statuses = {each.status for each in expected(claim.expect.text)}
            kept |= {claim.spec.line} if statuses == {"pass"} else set()
            broken |= {claim.spec.line} if "fail" in statuses else set()
    assert specs == kept == broken


def test_there_are_fifty_policies() -> None:
    headings = [page.read_text("utf-8").count("\n## ") for page in POLICIES]
    assert sum(headings) >= 50
