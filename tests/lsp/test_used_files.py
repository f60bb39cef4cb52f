"""Specs that take in other files: rules of other specs, and lists of tools."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from toolspec.engine.trace import Trace, called
from toolspec.lsp.features.inlay_hints import hints
from toolspec.lsp.judge.messages import Score
from toolspec.lsp.judge.scoring import Scorer, Sources
from toolspec.lsp.judge.wire_format import RulePacker, RuleUnpacker
from toolspec.lsp.state.document import Change
from toolspec.lsp.state.session import Session
from toolspec.lsp.state.snapshot import Scored, rule_keys

HOUSE = "forbid fetch\ntool @reader = search\n"
TRACE = Trace([called("search", {"q": "a"}), called("fetch")], name="run", path="run.json")


def session_at(folder: Path, *, restricted: bool = False) -> Session:
    session = Session(lambda _: None, lambda _: None)
    session.folders, session.restricted = [str(folder)], restricted
    return session


def trace_of(_trace: str) -> tuple[Trace, tuple[str, ...]]:
    return TRACE, ("run",)


def places_of(_trace: str) -> list[tuple[int, int]]:
    return [(2, 1), (3, 1)]


def opened(session: Session, path: Path, text: str) -> str:
    path.write_text(text)
    session.open(path.as_uri(), text, 1)
    return path.as_uri()


def test_a_rule_of_another_spec_counts_and_has_no_hint_at_a_line_of_this_one(
    tmp_path: Path,
) -> None:
    (tmp_path / "house.toolspec").write_text(HOUSE)
    session = session_at(tmp_path)
    uri = opened(session, tmp_path / "a.toolspec", 'use "house.toolspec"\nrequire @reader\n')
    snapshot = session.snapshot(uri)
    assert snapshot is not None
    reading, keys = snapshot.reading, rule_keys(snapshot.reading)
    assert not reading.errors
    assert (len(keys.all), len(keys.own)) == (2, 1)
    score = Score(uri, 1, reading.spec.rules, keys.all, (), ("run",), frozenset({"run"}))
    score = RuleUnpacker().unpack(RulePacker().pack(score))
    scorer = Scorer(Sources(trace_of, places_of))
    (scores,) = scorer.score(score, lambda: False)
    (one,) = scores.traces
    assert (one.passed, one.score) == (False, 0.5)
    shown = {key: one.rules[at] for at, key in enumerate(keys.all)}
    snapshot = snapshot._replace(scored=Scored({None: "run"}, shown, (one,)))
    listed = hints(snapshot, (0, len(snapshot.document.text)))
    assert [(hint.row, hint.label) for hint in listed] == [(2, "✓ 1.00")]
    assert snapshot.score_of(reading.rules[0]) == one.rules[1]


def test_a_rule_is_judged_by_the_tools_that_the_spec_lists(tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text(json.dumps({"tools": [{"name": "fetch"}]}))
    session = session_at(tmp_path)
    text = 'tools "tools.json"\neach search: valid\n'
    snapshot = session.snapshot(opened(session, tmp_path / "a.toolspec", text))
    assert snapshot is not None
    without = session.snapshot(opened(session, tmp_path / "b.toolspec", "each search: valid\n"))
    assert without is not None
    assert rule_keys(snapshot.reading).own != rule_keys(without.reading).own


@pytest.mark.parametrize("line", ['use "../other/house.toolspec"', 'tools "../other/*.json"'])
@pytest.mark.parametrize("link", [False, True])
def test_in_a_workspace_that_is_not_trusted_no_file_outside_is_read(
    tmp_path: Path, line: str, link: bool
) -> None:
    here, other = tmp_path / "here", tmp_path / "other"
    here.mkdir()
    other.mkdir()
    (other / "house.toolspec").write_text(HOUSE)
    (other / "tools.json").write_text(json.dumps({"tools": [{"name": "fetch"}]}))
    if link:
        (here / "inner").symlink_to(other)
        line = line.replace("../other", "inner")
    text = f"{line}\nforbid x\n"
    for restricted in (False, True):
        session = session_at(here, restricted=restricted)
        uri = opened(session, here / "a.toolspec", text)
        document = session.documents[uri]
        assert _refused(document.reading.problems) == restricted
        document.edit([Change("forbid y", (1, 0), (1, 8))], 2, "utf-16")
        assert _refused(document.reading.problems) == restricted
        session.close(uri)
        closed = session.snapshot(uri)
        assert closed is not None
        assert _refused(closed.reading.problems) == restricted


def _refused(problems: tuple[object, ...]) -> bool:
    return any("not trusted" in str(problem) for problem in problems)
