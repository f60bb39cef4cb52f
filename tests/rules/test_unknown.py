"""What is not recorded, against a plain model that tries every content of it."""

from __future__ import annotations

import unknown_model as model
from hypothesis import given, settings
from hypothesis import strategies as st
from unknown_model import HOLE, Made, Wanted

from toolspec.dsl.specs import parse
from toolspec.engine.spec import RuleResult
from toolspec.engine.trace import UNRECORDED, Trace, called

TOOLS = st.sampled_from("tu")
PAIRS = st.tuples(st.sampled_from("ab"), st.sampled_from(sorted(model.VALUES)), st.booleans())
KEYS = st.lists(PAIRS, max_size=2, unique_by=lambda pair: pair[0]).map(tuple)
WANTED = st.builds(Wanted, TOOLS, KEYS)
PLAIN = st.builds(
    Wanted, TOOLS, KEYS.map(lambda keys: tuple((key, value, False) for key, value, _ in keys))
)


@st.composite
def traces(draw: st.DrawFn, results: bool) -> list[Made]:
    """Draw calls of which at most two leave something out."""
    calls: list[Made] = []
    holes = 2
    for _ in range(draw(st.integers(0, 4))):
        arguments = draw(st.sampled_from(model.CONTENTS))
        result = draw(st.sampled_from(model.RETURNED))
        hidden = draw(st.sampled_from(["", "", "arguments", "result"]))
        if hidden and holes:
            holes -= 1
            if hidden == "arguments":
                arguments = HOLE
            elif results:
                result = HOLE
        completed = draw(st.booleans()) if result is HOLE else True
        calls.append(Made(draw(TOOLS), arguments, result, completed, draw(st.integers(0, 2))))
    return sorted(calls, key=lambda call: call.step)


def judged(spec: str, calls: list[Made]) -> RuleResult:
    trace = Trace(
        called(
            call.tool,
            UNRECORDED if call.arguments is HOLE else call.arguments,
            UNRECORDED if call.result is HOLE else call.result,
            step=call.step,
            completed=call.completed,
        )
        for call in calls
    )
    (result,) = parse(spec).check(trace).results
    assert result.summary
    return result


@settings(max_examples=100)
@given(traces(True), WANTED, st.sampled_from([None, "x", "y"]))
def test_forbid_is_unknown_just_where_contents_differ(
    calls: list[Made], wanted: Wanted, text: str | None
) -> None:
    result = judged(f"forbid {wanted}" + (f" result /{text}/" if text else ""), calls)
    assert result.status == model.status(calls, lambda whole: model.forbid(whole, wanted, text))
    assert result.score == (result.status == "pass")


@settings(max_examples=100)
@given(
    traces(True),
    WANTED,
    st.sampled_from([None, "x"]),
    st.integers(1, 2),
    st.booleans(),
    st.sampled_from([None, 1, 2]),
)
def test_require_is_unknown_just_where_contents_differ(
    calls: list[Made], wanted: Wanted, text: str | None, least: int, final: bool, before: int | None
) -> None:
    spec = f"require {wanted}" + (f" result /{text}/" if text else "") + f" min {least}"
    spec += " final" if final else ""
    spec += f" before step {before}" if before else ""
    result = judged(spec, calls)
    assert result.status == model.status(
        calls, lambda whole: model.require(whole, wanted, text, least, final, before)
    )
    assert result.score == (result.status == "pass")


@settings(max_examples=60)
@given(traces(False), st.lists(WANTED, min_size=1, max_size=3))
def test_sequence_is_unknown_just_where_contents_differ(
    calls: list[Made], entries: list[Wanted]
) -> None:
    result = judged("sequence: " + " -> ".join(map(str, entries)), calls)
    assert result.status == model.status(calls, lambda whole: model.sequence(whole, entries))


@settings(max_examples=60)
@given(
    traces(False),
    st.lists(PLAIN, min_size=1, max_size=3),
    st.booleans(),
    st.booleans(),
    st.sampled_from([1.0, 0.5, 0.3]),
)
def test_args_is_unknown_just_where_contents_differ(
    calls: list[Made], entries: list[Wanted], strict: bool, subset: bool, mark: float
) -> None:
    def fits(number: int, call: Made) -> bool:
        wanted = entries[number]
        exact = subset or len(call.arguments) == len(wanted.keys)
        return call.tool == wanted.tool and exact and wanted.holds(call.arguments) is True

    listed = ", ".join(str(entry) if entry.keys else f"{entry.tool} <>" for entry in entries)
    spec = f"args{' strict' * strict}{' subset' * subset}: {listed} pass {mark}"
    check_share(spec, calls, len(entries), fits, strict, mark)


@settings(max_examples=60)
@given(
    traces(True),
    st.lists(st.tuples(TOOLS, st.sampled_from(sorted(model.RESULTS))), min_size=1, max_size=3),
    st.booleans(),
    st.sampled_from([1.0, 0.5, 0.3]),
)
def test_output_is_unknown_just_where_contents_differ(
    calls: list[Made], entries: list[tuple[str, str]], strict: bool, mark: float
) -> None:
    def fits(number: int, call: Made) -> bool:
        tool, value = entries[number]
        return call.tool == tool and model.RESULTS[value](call.result)

    listed = ", ".join(f"{tool} = {value}" for tool, value in entries)
    spec = f"output{' strict' * strict}: {listed} pass {mark}"
    calls = [call._replace(arguments={}) for call in calls]
    check_share(spec, calls, len(entries), fits, strict, mark)


def check_share(
    spec: str, calls: list[Made], count: int, fits: object, strict: bool, mark: float
) -> None:
    scores: set[float] = set()
    for whole in model.filled(calls):
        score = model.share(count, fits, whole)  # type: ignore[arg-type]
        scores.add(float(score == 1) if strict else score)
    result = judged(spec, calls)
    if min(scores) < mark <= max(scores):
        assert (result.status, result.score) == ("unknown", 0)
    else:
        assert result.status == ("pass" if min(scores) >= mark else "fail")
        assert result.score == min(scores)
