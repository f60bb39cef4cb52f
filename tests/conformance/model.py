"""The language, slowly and plainly: what each rule says of a trace, by trying every possibility.

Nothing of the engine is used here. What a trace does not record is filled with every content that
could tell two of a rule's entries apart, and the rule is judged in each of the worlds made so.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from model_parts import ANY, MISSING, Arg, Entry, Pattern, Rule, Rx, Spec, Trace, is_list, is_object


@dataclass(frozen=True)
class Verdict:
    """What a rule says."""

    status: str
    score: float


def named(pattern: Pattern, tool: str, tools: Mapping[str, Pattern]) -> bool:
    """Whether a pattern means this tool."""
    for alt in pattern:
        if alt.kind == "name" and alt.text == tool:
            return True
        if alt.kind == "glob":
            parts = [re.escape(part) for part in alt.text.split("*")]
            if re.fullmatch(".*".join(parts), tool, re.DOTALL):
                return True
        if alt.kind == "regex" and alt.regex is not None and alt.regex.found(tool):
            return True
        if alt.kind == "ref" and named(tools[alt.text], tool, tools):
            return True
    return False


def same(expected: Any, actual: Any) -> bool:
    """Whether a value of a spec matches one of a trace: JSON's equality, regexes for texts."""
    if expected == ANY:
        return True
    if isinstance(expected, Rx):
        return isinstance(actual, str) and expected.found(actual)
    if isinstance(expected, bool) or isinstance(actual, bool):
        return expected is actual
    if isinstance(expected, int | float):
        return isinstance(actual, int | float) and expected == actual
    if is_list(expected):
        pairs = expected
        return (
            is_list(actual)
            and len(pairs) == len(actual)
            and all(same(one, other) for one, other in zip(pairs, actual, strict=True))
        )
    if is_object(expected):
        keys = expected
        return (
            is_object(actual)
            and keys.keys() == actual.keys()
            and all(same(value, actual[key]) for key, value in keys.items())
        )
    return type(expected) is type(actual) and expected == actual


def texts_and_values(recorded: Any) -> tuple[list[str], list[Any]]:
    """Return all a result counts as: its texts, and its values."""

    def one(held: Any) -> tuple[str, Any]:
        if not isinstance(held, str):
            return json.dumps(held, ensure_ascii=False, separators=(",", ":")), held
        try:
            return held, json.loads(held)
        except ValueError:
            return held, held

    text, value = one(recorded)
    texts, values = [text], [value]
    if is_object(value) and list(value) == ["content"]:
        text, value = one(value["content"])
        texts.append(text)
        values.append(value)
    return texts, values


def lists_match(args: Sequence[Arg], actual: Mapping[str, Any], exactly: bool) -> bool:
    """Whether arguments hold all that is listed (and nothing else)."""
    if exactly and len(actual) != len(args):
        return False
    return all(arg.key in actual and same(arg.value, actual[arg.key]) for arg in args)


def lacks_must(args: Sequence[Arg], actual: Mapping[str, Any]) -> bool:
    """Whether a key that must be there is not, or is not text where a regex must look."""
    return any(
        arg.must
        and (
            arg.key not in actual
            or (isinstance(arg.value, Rx) and not isinstance(actual[arg.key], str))
        )
        for arg in args
    )


def told(rule: Rule, entry: Entry, args: Any, recorded: Any) -> str:
    """Return `error`, `yes` or `no`: what an entry says of a call of its pattern."""
    if rule.kind == "output":
        texts, values = texts_and_values(recorded)
        as_text = isinstance(entry.value, str) and entry.value in texts
        return "yes" if as_text or any(same(entry.value, value) for value in values) else "no"
    listed = entry.args or ()
    if lacks_must(listed, args):
        return "error"
    holds = lists_match(listed, args, exactly=rule.kind == "args" and not rule.subset)
    if rule.result is not None:
        holds = holds and any(rule.result.found(text) for text in texts_and_values(recorded)[0])
    return "yes" if holds else "no"


def fillings(wanted: Iterable[Any]) -> list[Any]:
    """Return values that tell these expectations apart, as far as one value can."""
    regexes = [value for value in wanted if isinstance(value, Rx)]
    found = ["zz unlikely zz", 987654.25, ""]
    found += ["\n".join(x.sample for x in some) for some in _subsets(regexes)]
    found += ["".join(x.sample for x in some) for some in itertools.permutations(regexes, 2)]
    return found + [_filled(value) for value in wanted]


def _subsets(items: Sequence[Any]) -> Iterable[tuple[Any, ...]]:
    for size in range(1, len(items) + 1):
        yield from itertools.combinations(items, size)


def _filled(value: Any) -> Any:
    if isinstance(value, Rx):
        return value.sample
    if is_list(value):
        return [_filled(item) for item in value]
    if is_object(value):
        return {key: _filled(item) for key, item in value.items()}
    return value


def argument_fillings(entries: Iterable[Entry]) -> Iterable[dict[str, Any]]:
    """Return every content the arguments of a call could have, as far as the entries can tell."""
    wanted: dict[str, list[Any]] = {"other": []}
    for entry in entries:
        for arg in entry.args or ():
            wanted.setdefault(arg.key, []).append(arg.value)
    choices = [[MISSING, "x"]] + [[MISSING, *fillings(wanted[key])] for key in list(wanted)[1:]]
    for chosen in itertools.product(*choices):
        pairs = zip(wanted, chosen, strict=True)
        yield {key: value for key, value in pairs if value != MISSING}


def result_fillings(rule: Rule) -> list[Any]:
    """Return every content the result of a call could have, as far as the rule can tell."""
    wanted = [entry.value for entry in rule.entries] if rule.kind == "output" else [rule.result]
    plain = [value for value in fillings(wanted) if value is not None]
    as_json = [json.dumps(value) for value in plain]
    kept = [*plain, None, *as_json]
    return [*kept, *({"content": value} for value in kept), 5, {}, []]


def worlds(rule: Rule, trace: Trace, tools: Mapping[str, Pattern]) -> Iterable[list[list[str]]]:
    """Return, for every content of what is missing, what each entry says of each call."""
    seen: list[list[tuple[str, ...]]] = []
    for call in trace.calls:
        mine = [named(entry.pattern, call.name, tools) for entry in rule.entries]
        about = [entry for entry, is_mine in zip(rule.entries, mine, strict=True) if is_mine]
        all_args: Iterable[Any] = [call.args]
        results = [call.recorded]
        if call.args == MISSING:
            all_args = [{}] if rule.kind == "output" else argument_fillings(about)
        if call.recorded == MISSING:
            needs = rule.kind == "output" or rule.result is not None
            results = result_fillings(rule) if needs else [None]
        possible = {
            tuple(
                told(rule, entry, args, result) if is_mine else "other"
                for entry, is_mine in zip(rule.entries, mine, strict=True)
            )
            for args in all_args
            for result in results
        }
        windowed = rule.kind == "require" and (rule.at is not None or rule.before is not None)
        if windowed and call.step is None:
            possible.add(("other",))
        seen.append(sorted(possible))
    for world in itertools.product(*seen):
        yield [list(row) for row in world]


def in_world(rule: Rule, trace: Trace, world: Sequence[Sequence[str]]) -> tuple[str, float]:
    """Judge a rule about arguments or results where all of them are known."""
    if rule.kind in ("args", "output"):
        found = _paired(len(rule.entries), world)
        share = found / len(rule.entries)
        if rule.strict:
            share = float(found == len(rule.entries))
        return "pass" if share >= (rule.passes or 1) else "fail", share
    if rule.kind == "sequence":
        waiting = 0
        for row in world:
            if waiting == len(rule.entries):
                break
            if row[waiting] == "error":
                return "error", 0.0
            waiting += row[waiting] == "yes"
        holds = waiting == len(rule.entries)
    elif rule.kind == "forbid":
        if any(row[0] == "error" for row in world):
            return "error", 0.0
        holds = all(row[0] != "yes" for row in world)
    else:
        considered = [
            index
            for index, call in enumerate(trace.calls)
            if call.completed
            and (rule.at is None or call.step in (None, rule.at))
            and (rule.before is None or call.step is None or call.step < rule.before)
        ]
        if any(world[index][0] == "error" for index in considered):
            return "error", 0.0
        matching = [index for index in considered if world[index][0] == "yes"]
        least = 1 if rule.minimum is None else rule.minimum
        holds = len(matching) >= least
        holds = holds and (not rule.final or len(trace.calls) - 1 in matching)
    return ("pass", 1.0) if holds else ("fail", 0.0)


def _paired(entries: int, world: Sequence[Sequence[str]]) -> int:
    """Return the size of the largest pairing of entries with calls."""
    served: dict[int, int] = {}

    def place(entry: int, tried: set[int]) -> bool:
        for call, row in enumerate(world):
            if row[entry] == "yes" and call not in tried:
                tried.add(call)
                if call not in served or place(served[call], tried):
                    served[call] = entry
                    return True
        return False

    return sum(place(entry, set()) for entry in range(entries))


def common(rule: Rule, trace: Trace, tools: Mapping[str, Pattern]) -> list[str]:
    """Return the names of the longest common subsequence that UiPath's walk from the end finds."""
    actual = [call.name for call in trace.calls]
    fits = [[named(entry.pattern, name, tools) for entry in rule.entries] for name in actual]
    n, m = len(actual), len(rule.entries)
    dp = [[0] * (m + 1) for _ in range(n + 1)]
    for i, j in itertools.product(range(1, n + 1), range(1, m + 1)):
        longer = max(dp[i - 1][j], dp[i][j - 1])
        dp[i][j] = dp[i - 1][j - 1] + 1 if fits[i - 1][j - 1] else longer
    taken: list[str] = []
    i, j = n, m
    while i and j:
        if fits[i - 1][j - 1]:
            taken.append(actual[i - 1])
            i, j = i - 1, j - 1
        elif dp[i - 1][j] > dp[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return taken[::-1]


def counted(entry: Entry, trace: Trace, tools: Mapping[str, Pattern]) -> tuple[int, bool]:
    """Return how often an entry's tool was called, and whether that is what is wanted."""
    n = sum(named(entry.pattern, call.name, tools) for call in trace.calls)
    compared = {"=": n == entry.n, "==": n == entry.n, "!=": n != entry.n, ">": n > entry.n}
    compared |= {"<": n < entry.n, ">=": n >= entry.n, "<=": n <= entry.n}
    return n, compared[entry.op]


def judged(rule: Rule, trace: Trace, tools: Mapping[str, Pattern]) -> Verdict:
    """Judge one rule."""
    share = 0.0
    if rule.kind == "order" and rule.strict:
        pairs = list(zip(rule.entries, trace.calls, strict=False))
        fits = all(named(entry.pattern, call.name, tools) for entry, call in pairs)
        share = float(len(rule.entries) == len(trace.calls) and fits)
    elif rule.kind == "order":
        share = len(common(rule, trace, tools)) / len(rule.entries)
    elif rule.kind == "count":
        held = [counted(entry, trace, tools)[1] for entry in rule.entries]
        share = float(all(held)) if rule.strict else sum(held) / len(held)
    else:
        possible = {in_world(rule, trace, world) for world in worlds(rule, trace, tools)}
        statuses = {status for status, _ in possible}
        if statuses == {"error"}:
            return Verdict("error", 0.0)
        if "pass" in statuses and len(statuses) > 1:
            return Verdict("unknown", 0.0)
        return Verdict(
            "pass" if "pass" in statuses else "fail", min(score for _, score in possible)
        )
    return Verdict("pass" if share >= (rule.passes or 1) else "fail", share)


def applying(spec: Spec, trace: Trace) -> list[Rule]:
    """Return the rules that hold for a trace, in the order they are written."""
    rules: list[Rule] = []
    for item in spec.items:
        if isinstance(item, Rule):
            rules.append(item)
        elif item.name == trace.name:
            rules += item.rules
    return rules


def checked(spec: Spec, trace: Trace) -> tuple[list[Verdict], bool, float]:
    """Return every rule's verdict, whether all pass, and the weighted mean."""
    rules = applying(spec, trace)
    verdicts = [judged(rule, trace, spec.tools) for rule in rules]
    weights = [1.0 if rule.weight is None else rule.weight for rule in rules]
    total = sum(weight * one.score for weight, one in zip(weights, verdicts, strict=True))
    return verdicts, all(one.status == "pass" for one in verdicts), total / sum(weights)
