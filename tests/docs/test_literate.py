"""The pages of tests/spec hold: every spec on them judges every trace on them as they say."""

from __future__ import annotations

from pathlib import Path

import pytest
from literate import Case, Refusal, cases, expected, trace_of

import toolspec

PAGES = sorted((Path(__file__).parent.parent / "spec").glob("*.md"))
CLAIMS = [
    pytest.param(claim, id=f"{page.stem}:{claim.spec.line}:{at}")
    for page in PAGES
    for at, claim in enumerate(cases(page))
]


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
    got = [(result.status, round(result.score or 0.0, 3)) for result in report.results]
    assert got == [(want.status, round(want.score, 3)) for want in wanted]
    for result, want in zip(report.results, wanted, strict=True):
        assert want.says in result.summary


def test_every_page_claims_something() -> None:
    assert len(PAGES) >= 5
    for page in PAGES:
        assert list(cases(page)), page.name
