# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false, reportUnknownParameterType=false
"""Call phrases and messages of a model: as written, and which calls they mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from tests.second_part import values
from tests.second_part.values import Env, V
from tests.second_part.world import HIDDEN, SECOND, Did, Said

Row = tuple[int, Did]
"""A call with its place in the run."""
Rows = Sequence[Row]

Test = Callable[[Did, Env, bool], bool]
"""Whether a call is so, for what the names stand for; the last says that it is under `not`."""
NO_NAMES: Env = {}
MEANS: dict[str, Callable[[str], bool]] = {
    "a": lambda tool: tool == "a",
    "b": lambda tool: tool == "b",
    '"c"': lambda tool: tool == "c",
    "a | b": lambda tool: tool in ("a", "b"),
    "*": lambda tool: True,
    "/^[bc]/": lambda tool: tool[0] in "bc",
    "get_*": lambda tool: tool.startswith("get_"),
    "@both": lambda tool: tool in ("a", "c"),
    "d": lambda tool: tool == "d",
}
OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


class Phrase(NamedTuple):
    """A call phrase: its tool pattern, `first` or `last`, and what else is asked."""

    written: str
    tool: Callable[[str], bool]
    place: str = ""
    tests: tuple[Test, ...] = ()
    must: tuple[tuple[str, bool], ...] = ()
    """The keys that must be there, and whether each must hold a text."""

    def fits(self, call: Did, env: Env = NO_NAMES, negated: bool = False) -> bool:
        return self.tool(call.tool) and all(test(call, env, negated) for test in self.tests)

    def among(self, rows: Rows, env: Env = NO_NAMES, negated: bool = False) -> list[int]:
        """Return the places of the calls that match, `first` and `last` among these calls."""
        mine = [row for row in rows if self.tool(row[1].tool)]
        if self.place:
            mine = mine[:1] if self.place == "first" else mine[-1:]
        return [at for at, call in mine if self.fits(call, env, negated)]

    def at_fault(self, call: Did) -> bool:
        """Say whether a call of the tool lacks a key that it must have."""
        if not self.tool(call.tool):
            return False
        return any(
            key not in call.args or (as_text and not isinstance(call.args[key], str))
            for key, as_text in self.must
        )

    def fault_among(self, rows: Rows) -> bool:
        return any(self.at_fault(call) for _, call in rows)


class Words(NamedTuple):
    """`user says V`, `agent says V`."""

    written: str
    role: str
    found: Callable[[str, Env, bool], bool]

    def fits(self, said: Said, env: Env = NO_NAMES, negated: bool = False) -> bool:
        return (
            said.role == self.role and said.text is not None and self.found(said.text, env, negated)
        )


def argument(key: str, pattern: V) -> Test:
    def test(call: Did, env: Env, negated: bool) -> bool:
        if key not in call.args:
            return pattern.absent
        return pattern.means(call.args[key], env, negated)

    return test


def no_others(names: Sequence[str]) -> Test:
    return lambda call, env, negated: set(call.args) <= set(names)


def result(pattern: V) -> Test:
    return lambda call, env, negated: values.of_result(pattern, call.result, env, negated)


def qualifier(rng: Random) -> tuple[str, Test]:
    """Return a qualifier other than arguments."""
    kind = rng.randrange(6)
    if kind == 0:
        return "ok", lambda call, env, negated: not call.failed
    if kind == 1:
        return "failed", lambda call, env, negated: bool(call.failed)
    if kind == 2:
        sign = rng.choice(tuple(OPERATORS))
        shown, limit = rng.choice((("1s", 1.0), ("600ms", 0.6), ("4s", 4.0), ("0.1m", 6.0)))
        return f"took {sign} {shown}", lambda call, env, negated: OPERATORS[sign](
            call.end - call.start, limit * SECOND
        )
    if kind == 3:
        name = rng.choice(("top", '"sub"', "s*", "top | sub"))
        fits = {"top": ("top",), '"sub"': ("sub",), "s*": ("sub",), "top | sub": ("top", "sub")}
        return f"by {name}", lambda call, env, negated: call.agent in fits[name]
    pattern = rng.choice(values.OF_RESULT)
    return f"result {pattern.written}", result(pattern)


def arguments(rng: Random, names: Sequence[str] = ()) -> tuple[str, tuple[Test, ...]]:
    """Return `<...>`, now and then with one of the `$names`."""
    if not names and rng.random() < 0.12:
        wanted = rng.choice((1, 2, "A-1", "x"))
        shown = f'"{wanted}"' if isinstance(wanted, str) else str(wanted)
        return f"<has {shown}>", (
            lambda call, env, negated: any(values.has(wanted, one) for one in call.args.values()),
        )
    if not names and rng.random() < 0.05:
        return "exactly <>", (no_others(()),)
    keys = rng.sample(("k", "n", "z"), rng.choice((1, 1, 2)))
    chosen: list[tuple[str, V]] = []
    for key in keys:
        own = names and (len(chosen) == 0 or rng.random() < 0.3)
        chosen.append((key, values.named(rng, rng.choice(names)) if own else values.value(rng)))
    if all(one.written == "absent" for _, one in chosen):
        chosen[0] = (chosen[0][0], values.LITERALS[0])
    tests = [argument(key, one) for key, one in chosen]
    text = f"<{', '.join(f'{key}: {one.written}' for key, one in chosen)}>"
    if rng.random() < 0.12:
        return f"exactly {text}", (*tests, no_others(keys))
    return text, tuple(tests)


def must_arguments(rng: Random) -> tuple[str, tuple[Test, ...], tuple[tuple[str, bool], ...]]:
    """Return `<...>` with a key that must be there."""
    shown: list[str] = []
    tests: list[Test] = []
    must: list[tuple[str, bool]] = []
    for key in rng.sample(("k", "n"), rng.choice((1, 1, 2))):
        wanted = values.value(rng)
        if not must or rng.random() < 0.3:
            wanted = values.ANY if wanted.absent else wanted
            must.append((key, wanted.is_regex))
            key_shown = f"must {key}"
        else:
            key_shown = key
        shown.append(f"{key_shown}: {wanted.written}")
        tests.append(argument(key, wanted))
    return f"<{', '.join(shown)}>", tuple(tests), tuple(must)


def phrase_with_must(rng: Random, *, place: bool = True) -> Phrase:
    """Return a call phrase, now and then with a key that every call must have."""
    if rng.random() < 0.75:
        return phrase(rng, place=place)
    tool = rng.choice(tuple(MEANS))
    where = rng.choice(("first", "last")) if place and rng.random() < 0.15 else ""
    text, tests, must = must_arguments(rng)
    parts = [where, tool, text] if where else [tool, text]
    if rng.random() < 0.3:
        shown, test = qualifier(rng)
        parts.append(shown)
        tests = (*tests, test)
    return Phrase(" ".join(parts), MEANS[tool], where, tests, must)


def phrase(rng: Random, *, place: bool = True, plain: float = 0.4) -> Phrase:
    """Return a call phrase."""
    tool = rng.choice((*MEANS, "a", "b", "*", "a | b"))
    where = rng.choice(("first", "last")) if place and rng.random() < 0.1 else ""
    parts: list[str] = [tool]
    tests: list[Test] = []
    if rng.random() > plain:
        if rng.random() < 0.6:
            text, found = arguments(rng)
            parts.append(text)
            tests += found
        if rng.random() < 0.4 or len(parts) == 1:
            text, test = qualifier(rng)
            parts.append(text)
            tests.append(test)
    written = " ".join([where, *parts] if where else parts)
    return Phrase(written, MEANS[tool], where, tuple(tests))


Bound = dict[str, Callable[[Did], Any]]
"""What gives the value of each `$name` of a call that matches."""


def subject(rng: Random) -> tuple[Phrase, Bound]:
    """Return a phrase that binds names, and where the value of each is."""
    made = phrase(rng, plain=0.7)
    if "<" in made.written or "result" in made.written or made.place:
        return made, {}
    keys = rng.sample(("k", "n"), rng.choice((1, 1, 2)))
    bound: Bound = {}
    shown: list[str] = []
    tests: list[Test] = []
    must: list[tuple[str, bool]] = []
    for key in keys:
        name = "vk" if bound and rng.random() < 0.2 else f"v{key}"
        text, test, value = _binding(rng, key, name)
        if text == f"${name}" and rng.random() < 0.1:
            must.append((key, False))
        shown.append(f"{'must ' * ((key, False) in must)}{key}: {text}")
        tests.append(test)
        if name in bound:
            tests.append(_equal(bound[name], value))
        bound.setdefault(name, value)
    result_text = ""
    if rng.random() < 0.2:
        inside = rng.choice(("x", "id"))
        result_text, test, bound["vr"] = _of_result(inside, "vr")
        tests.append(test)
    tool = made.written.split(" ok")[0].split(" failed")[0].split(" took")[0].split(" by")[0]
    rest = made.written.removeprefix(tool)
    written = f"{tool} <{', '.join(shown)}>{result_text}{rest}"
    tests = [*tests, *made.tests]
    return made._replace(written=written, tests=tuple(tests), must=tuple(must)), bound


def _binding(rng: Random, key: str, name: str) -> tuple[str, Test, Callable[[Did], Any]]:
    """Return a value that binds a name, what it asks of a call, and where the value is."""
    kind = rng.random()
    if kind < 0.7:
        return f"${name}", argument(key, values.ANY), lambda call: call.args[key]
    if kind < 0.8:
        typed = values.plain("", values.number)
        return f"${name} & number", argument(key, typed), lambda call: call.args[key]
    if kind < 0.9:
        pair = values.plain("", lambda v: isinstance(v, list) and len(values.items(v) or ()) == 2)
        return f"[${name}, > 0]", _pair(key, pair), lambda call: call.args[key][0]
    held = values.plain("", lambda v: isinstance(v, dict) and "x" in v)
    return f"{{x: ${name}, ...}}", argument(key, held), lambda call: call.args[key]["x"]


def _pair(key: str, pair: V) -> Test:
    is_pair = argument(key, pair)

    def test(call: Did, env: Env, negated: bool) -> bool:
        if not is_pair(call, env, negated):
            return False
        second = call.args[key][1]
        return values.number(second) and second > 0

    return test


def _equal(one: Callable[[Did], Any], other: Callable[[Did], Any]) -> Test:
    return lambda call, env, negated: values.same(one(call), other(call))


def _of_result(key: str, name: str) -> tuple[str, Test, Callable[[Did], Any]]:
    def held(call: Did) -> dict[str, Any] | None:
        wrapped = values.keys(call.result)
        if wrapped is not None and list(wrapped) == ["content"]:
            wrapped = values.keys(wrapped["content"])
        return wrapped if wrapped is not None and key in wrapped else None

    def value(call: Did) -> Any:
        whole = held(call)
        assert whole is not None
        return whole[key]

    return (
        f" result {{{key}: ${name}, ...}}",
        lambda call, env, negated: held(call) is not None,
        value,
    )


def other(rng: Random, names: Sequence[str]) -> Phrase:
    """Return the phrase of a relation."""
    tool = rng.choice((*MEANS, "a", "b", "*", "a | b"))
    parts: list[str] = [tool]
    tests: list[Test] = []
    if names and rng.random() < 0.8:
        kind = rng.random()
        if kind < 0.7:
            text, found = arguments(rng, names)
            parts.append(text)
            tests += found
        elif kind < 0.85:
            name = rng.choice(names)
            parts.append(f"<has ${name}>")
            tests.append(
                lambda call, env, negated: any(
                    values.has(env[name], one, not negated) for one in call.args.values()
                )
            )
        else:
            name = rng.choice(names)
            parts.append(f"result has ${name}")
            found_in = V("", lambda value, env, negated: values.has(env[name], value, not negated))
            tests.append(result(found_in))
        if rng.random() < 0.3 and "result" not in parts[-1]:
            text, test = qualifier(rng)
            parts.append(text)
            tests.append(test)
        return Phrase(" ".join(parts), MEANS[tool], "", tuple(tests))
    return phrase(rng)


def words(rng: Random, names: Sequence[str] = ()) -> Words:
    """Return a message phrase."""
    role = rng.choice(("user", "user", "agent"))
    if names and rng.random() < 0.6:
        name = rng.choice(names)
        shown = rng.choice((f"${name}", f"has ${name}"))

        def found(text: str, env: Env, negated: bool) -> bool:
            as_word = shown.startswith("has") and not negated
            return values.occurs(env[name], text, as_word)

        return Words(f"{role} says {shown}", role, found)
    plain: dict[str, Callable[[str], bool]] = {
        '"yes"': lambda text: "yes" in text,
        '"A-1"': lambda text: "A-1" in text,
        "/no|x/": lambda text: "no" in text or "x" in text,
        "1": lambda text: values.digits(1, text),
        '"yes" | /^A/': lambda text: "yes" in text or text.startswith("A"),
        '"A" & not "order"': lambda text: "A" in text and "order" not in text,
        'has ("12" | "no")': lambda text: "12" in text or "no" in text,
    }
    shown = rng.choice(tuple(plain))
    return Words(f"{role} says {shown}", role, lambda text, env, negated: plain[shown](text))


def readable(call: Did) -> bool:
    return call.args != HIDDEN
