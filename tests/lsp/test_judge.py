"""The judge without its process: what it finds on disk, what it scores, what goes over the pipe."""

from __future__ import annotations

import os
import pickle
import time
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lsp.conftest import trace_text, write_trace
from toolspec.dsl.specs import parse
from toolspec.engine.rule import Rule
from toolspec.engine.trace import Trace, called
from toolspec.lsp.judge.messages import (
    Files,
    RuleScore,
    Score,
    Scores,
    TraceGlob,
    TraceScore,
    Watch,
)
from toolspec.lsp.judge.scoring import FORMER_MAX, Scorer, Sources
from toolspec.lsp.judge.trace_store import Library, file_of_trace
from toolspec.lsp.judge.wire_format import (
    PackedTrace,
    RulePacker,
    RuleUnpacker,
    ScorePacker,
    ScoreUnpacker,
)
from toolspec.lsp.state.snapshot import rule_key

URI = "file:///w/a.toolspec"


def watch(folder: Path, **limits: int) -> Watch:
    kept = {"trace_bytes_max": 1 << 20, "traces_max": 100, "days_max": 0, **limits}
    globs = (TraceGlob(str(folder / "*.json")),)
    return Watch(globs, (), memory_bytes_max=1 << 30, seconds=0.5, **kept)


def looked(library: Library, asked: Watch) -> list[Files]:
    return [files for files in library.look(asked) if files is not None]


def test_what_is_new_changed_or_gone_is_told_once(tmp_path: Path) -> None:
    one = write_trace(tmp_path / "one.json", "a", "b")
    two = write_trace(tmp_path / "two.json", "a")
    library = Library()
    (first,) = looked(library, watch(tmp_path))
    assert {info.id: info.calls for info in first.added} == {str(one): 2, str(two): 1}
    assert set(first.sums[str(one)]) == {"a", "b"}
    assert first.settled and first.gone == ()
    (again,) = looked(library, watch(tmp_path))
    assert (again.added, again.gone) == ((), ())
    write_trace(one, "c", "d", "e")
    two.unlink()
    (changed,) = looked(library, watch(tmp_path))
    assert [info.id for info in changed.added] == [str(one)]
    assert set(changed.gone) == {str(one), str(two)}


def test_a_look_that_is_given_up_loses_nothing_of_what_it_found(tmp_path: Path) -> None:
    for name in "abcd":
        write_trace(tmp_path / f"{name}.json", name)
    library = Library()
    begun = library.look(watch(tmp_path))
    assert next(begun) is None and next(begun) is None
    (told,) = looked(library, watch(tmp_path))
    assert len(told.added) == 4
    assert len(told.sums) == 4


def test_limits_of_size_number_and_age_are_kept_and_named(tmp_path: Path) -> None:
    now = time.time()
    for age, name in enumerate(["new", "old", "older"]):
        path = write_trace(tmp_path / f"{name}.json", "a")
        os.utime(path, (now - 90_000 * age, now - 90_000 * age))
    large = tmp_path / "large.json"
    large.write_text(" " * 5000 + trace_text("a"), "utf-8")
    (files,) = looked(Library(), watch(tmp_path, trace_bytes_max=4000, days_max=2, traces_max=1))
    assert [Path(info.path).name for info in files.added] == ["new.json"]
    reasons = {Path(path).name: unread.reason for path, unread in files.skipped.items()}
    assert "maxTraceBytes" in reasons["large.json"]
    assert "maxTraces" in reasons["old.json"]
    (aged,) = looked(Library(), watch(tmp_path, days_max=3))
    assert [info.path for info in aged.added if "older" in info.path] == [
        str(tmp_path / "older.json")
    ]
    (aged,) = looked(Library(), watch(tmp_path, days_max=1))
    assert {Path(path).name for path in aged.skipped} == {"old.json", "older.json"}


def test_what_a_project_excludes_is_as_if_not_there(tmp_path: Path) -> None:
    for name in ("a", "old", "b"):
        write_trace(tmp_path / f"{name}.json", "search")
    everything = watch(tmp_path, traces_max=2)
    (plain,) = everything.globs
    kept = plain._replace(folder=str(tmp_path), exclude=("old.json",))
    (files,) = looked(Library(), everything._replace(globs=(kept,)))
    assert {Path(info.path).name for info in files.added} == {"a.json", "b.json"}
    assert files.skipped == {}, "it takes no place of the newest"
    elsewhere = plain._replace(folder=str(tmp_path / "x"), exclude=("../a.*",))
    (files,) = looked(Library(), everything._replace(globs=(kept, elsewhere)))
    assert sorted(files.by_glob) == [kept, elsewhere], "for each project its own"
    assert [Path(path).name for path in sorted(files.by_glob[elsewhere])] == ["b.json", "old.json"]


def test_traces_that_made_room_are_read_again_when_they_are_wanted(tmp_path: Path) -> None:
    paths = [write_trace(tmp_path / f"{name}.json", name) for name in "abc"]
    library = Library()
    tight = watch(tmp_path)._replace(memory_bytes_max=1)
    looked(library, tight)
    assert sum(entry.traces is not None for entry in library.entries.values()) == 1
    for path in paths:
        trace = library.trace(str(path))
        assert trace is not None and trace.calls[0].name == path.stem
    assert sum(entry.traces is not None for entry in library.entries.values()) == 1
    assert library.trace(str(tmp_path / "none.json")) is None


def test_a_number_behind_a_path_is_a_trace_in_a_file_unless_the_file_is_called_so(
    tmp_path: Path,
) -> None:
    named = tmp_path / "a#2"
    named.touch()
    assert file_of_trace(str(named)) == str(named)
    assert file_of_trace("/nowhere/a.json#2") == "/nowhere/a.json"
    assert file_of_trace("/nowhere/a#b.json") == "/nowhere/a#b.json"


def job(text: str, number: int, traces: tuple[str, ...]) -> Score:
    spec = parse(text)
    keys = tuple(rule_key(rule) for rule in spec.rules)
    return Score(URI, number, spec.rules, keys, spec.cases, traces, frozenset(traces[:1]))


def scorer(*tools: str) -> Scorer:
    held = {str(at): Trace([called(tool)], name=str(at)) for at, tool in enumerate(tools)}

    def trace_of(trace_id: str) -> tuple[Trace, tuple[str, ...]] | None:
        return (held[trace_id], (trace_id,)) if trace_id in held else None

    def places_of(_: str) -> list[tuple[int, int]]:
        return [(1, 1)]

    return Scorer(Sources(trace_of, places_of))


def test_scores_come_with_reasons_for_the_shown_trace_first() -> None:
    parts = list(scorer("a", "b").score(job("count a = 1\n", 1, ("0", "1")), lambda: False))
    assert [part.final for part in parts] == [False, True]
    (shown,), (other,) = parts[0].traces, parts[1].traces
    assert shown.rules[0].reason is not None and other.rules[0].reason is None
    assert (shown.score, other.score) == (1.0, 0.0)


def test_an_answer_nobody_wants_any_more_ends() -> None:
    assert list(scorer("a", "b").score(job("count a = 1\n", 1, ("0", "1")), lambda: True)) == []


def test_what_did_not_change_is_told_by_the_same_object() -> None:
    one = scorer("a")
    (before,) = one.score(job("count a = 1\ncount b = 1\n", 1, ("0",)), lambda: False)
    (after,) = one.score(job("count c = 0\ncount b = 1\n", 2, ("0",)), lambda: False)
    assert after.traces[0].rules[1] is before.traces[0].rules[1]


RULE_TEXTS = st.sampled_from(
    [
        "count a = 1",
        "count b >= 2 weight 3",
        "forbid x",
        "order: a -> b",
        "forbid a soft",
        "count a <= 0 per <k>",
        "forbid b after a",
        'case "1" {\n  count b = 1\n}',
    ]
)


@settings(max_examples=60)
@given(st.lists(st.lists(RULE_TEXTS, max_size=6, unique=True), min_size=1, max_size=6))
def test_scores_after_edits_are_those_of_the_text_as_it_is(edits: list[list[str]]) -> None:
    edited = scorer("a", "b", "c")
    for number, rows in enumerate(edits):
        asked = job("\n".join(rows) + "\n", number, ("0", "1", "2"))
        parts = list(edited.score(asked, lambda: False))
        afresh = list(scorer("a", "b", "c").score(asked, lambda: False))
        assert [plain(part) for part in parts] == [plain(part) for part in afresh]


def test_a_trace_that_did_not_change_is_only_named_to_the_server() -> None:
    judge, out, back = scorer("a", "b", "c"), ScorePacker(), ScoreUnpacker()
    for number in range(3):
        asked = job("count a = 1\n", number, ("0", "1", "2"))
        for part in judge.score(asked, lambda: False):
            packed = out.pack(part)
            if number:
                assert all(not isinstance(one, PackedTrace) for one in packed.traces)
            assert plain(back.unpack(pickle.loads(pickle.dumps(packed)))) == plain(part)


def test_only_the_score_of_a_new_rule_is_sent_and_former_ones_are_dropped_in_time() -> None:
    judge, out, back = scorer("a", "b"), ScorePacker(), ScoreUnpacker()
    sizes: list[int] = []
    kept: list[int] = []
    for number in range(FORMER_MAX + 8):
        asked = job(f"count b = 7\ncount c = 8\ncount a = {2 + number}\n", number, ("0", "1"))
        for part in judge.score(asked, lambda: False):
            packed = out.pack(part)
            arrived = [one for one in packed.traces if isinstance(one, PackedTrace)]
            sizes.append(max(len(one.score.rules.by_key) for one in arrived))
            kept.append(max(len(one.rules.by_key) for one in part.traces))
            assert plain(back.unpack(pickle.loads(pickle.dumps(packed)))) == plain(part)
    assert (sizes[0], sizes[-1]) == (3, 1)
    assert (sizes.count(1), max(sizes)) == (len(sizes) - 4, 4), "at first, and once again, all"
    assert max(kept) == FORMER_MAX + 4


@settings(max_examples=60)
@given(st.lists(st.lists(RULE_TEXTS, max_size=5, unique=True), min_size=1, max_size=6))
def test_rules_and_scores_arrive_as_they_were_sent_and_known_ones_are_not_sent(
    edits: list[list[str]],
) -> None:
    rules_out, rules_in = RulePacker(), RuleUnpacker()
    scores_out, scores_in = ScorePacker(), ScoreUnpacker()
    judge = scorer("a", "b")
    for number, rows in enumerate(edits):
        sent = job("\n".join(rows) + "\n", number, ("0", "1"))
        packed = pickle.loads(pickle.dumps(rules_out.pack(sent)))
        there = rules_in.unpack(packed)
        assert [meaning(rule) for rule in there.rules] == [meaning(rule) for rule in sent.rules]
        assert there._replace(rules=()) == sent._replace(rules=())
        for part in judge.score(there, lambda: False):
            back = scores_in.unpack(pickle.loads(pickle.dumps(scores_out.pack(part))))
            assert plain(back) == plain(part)
        once_more = rules_out.pack(sent)
        assert (once_more.fresh, once_more.traces) == ({}, None)
        rules_in.unpack(once_more)


def meaning(rule: Rule) -> tuple[object, ...]:
    return rule.kind, rule.weight, rule.pass_score, rule.case


def plain(scores: Scores) -> list[tuple[object, ...]]:
    return [
        (trace.trace, trace.case, trace.passed, trace.score, told(trace)) for trace in scores.traces
    ]


def told(trace: TraceScore) -> dict[int, tuple[object, ...]]:
    return {at: summary(score) for at, score in trace.rules.items()}


def summary(score: RuleScore) -> tuple[object, ...]:
    reason = score.reason
    return score.status, score.score, score.places, reason and reason.summary
