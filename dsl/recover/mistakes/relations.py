"""Words of other languages for where calls come, how they end, and which others there are."""

from __future__ import annotations

from toolspec.dsl.recover.conditions import ends_call
from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.stop import Stop
from toolspec.dsl.text.lexer import TOOLS
from toolspec.dsl.text.suggest import suggestion
from toolspec.engine.rules import KEYWORDS, traits


def _says_no_step(place: Stop) -> bool:
    """Tell whether the refused word is not `step` misspelt, and does not begin `at least`."""
    word, after = place.word, place.following
    if word is None or word.text in ("least", "most", "step", "steps", "turn", "turns"):
        return False
    number = after is not None and after.kind == "number"
    return not (number and suggestion(word.text, ("step", "turn")))


def _lenient(place: Stop) -> bool:
    return not place.strict


def _of_another_kind(place: Stop) -> bool:
    """Tell whether a word belongs to a rule that says how a call must be, and this one does not."""
    after = place.following
    if place.keyword not in KEYWORDS or traits(place.keyword).syntax.is_one_phrase:
        return False
    return after is None or after.kind not in ("arrow", *TOOLS) or after.text == "step"


def _of_message(place: Stop) -> bool:
    """Tell whether the last phrase before the refused word is a message."""
    names = [name for name, _ in place.taken]
    return "SAYS" in names[-2:] or ("SAYS" in names and "AFTER" not in names[names.index("SAYS") :])


_WORD = "unknown_word"

_OTHERS = (
    Row("if «no ^» TOOL", _WORD, "require a if no b", "require a if not b", fix="not"),
    Row("after/until/before/if/among/ignoring/seeing/own «the/its/their/an ^» TOOL", "unexpected",
        "forbid a after the b", "forbid a after b", fix="",
        hint="a call is named without `{text}`"),
    Row("min INT «^ times/time/calls»", _WORD, "require a min 2 times", "require a min 2", fix=""),
    Row("«^ returned/returns/returning/yields/outputs» value=VALUE›", _WORD,
        'require a returned "x"', 'require a result "x"', fix="result {value}",
        of="is_one_phrase", where=ends_call),
    Row("«^ returned/returns/returning/yields/outputs» {/[", _WORD,
        "require a returned {x: 1}", "require a result {x: 1}", fix="result",
        of="is_one_phrase", where=ends_call),
    Row("«^ status/is :/=/==? way=ok/failed»", _WORD, "require a status ok", "require a ok",
        fix="{way}", of="is_one_phrase", where=ends_call),
    Row("«^ duration/time/latency/takes/lasts» COMPARES", _WORD, "require a duration < 5s",
        "require a took < 5s", fix="took", of="is_one_phrase", where=ends_call),
    Row("took «^ less/fewer/under/below than? time=TIME»", "unexpected",
        "require a took less than 5s", "require a took < 5s", fix="< {time}"),
    Row("took «^ more/longer/over/above than? time=TIME»", "unexpected",
        "require a took more than 5s", "require a took > 5s", fix="> {time}"),
    Row("took sign=COMPARES «^ value=STRING»", "unexpected",
        'require a took <= "5s"', "require a took <= 5s", accepts="NUMBER",
        hint="a length of time is a number and its unit without quotes: `took {sign} 5s`"),
    Row("took «^ sign=< value=STRING»", "unexpected", 'require a took < "5s"',
        "require a took < 5s",
        hint="a length of time is a number and its unit without quotes: `took {sign} 5s`"),
    Row("took «^ sign=< value=NAME»", "unexpected", "require a took < s", "require a took < 5s",
        hint="a length of time is a number directly followed by its unit: `took {sign} 5s`"),
    Row("took «^ time=TIME»", "unexpected", "require a took 5s", "require a took <= 5s",
        hint="write `took <= {time}` for at most so long, `took >= {time}` for at least"),
    Row("«^ warn/warning/optional/advisory/info» END", _WORD, "require a warn", "require a soft",
        fix="soft", hint="write `soft`: the rule counts in the score, and keeps no trace from "
        "passing", where=ends_call),
    Row("«^ severity/level/priority NAME›»", _WORD, "require a severity low", "require a soft",
        hint="`soft` keeps the rule from failing a trace; `weight 2` says how much it counts",
        where=ends_call),
    Row("«^ result/ok/failed/took/by/exactly/min/final»", "message_words",
        'forbid user says "a" result "b"', 'forbid user says "a"', certain=False,
        where=_of_message),
    Row("«^ not/no/never/without» result", _WORD, "require a not result 1",
        "require a result not 1", hint="`not` comes before the value: write `result not ...`",
        of="is_one_phrase", where=ends_call),
    Row("«^ success/succeed/succeeds/succeeded/successful/successfully»", _WORD,
        "require a succeeded", "require a ok", fix="ok", of="is_one_phrase", where=ends_call),
    Row("«^ fail/fails/failing/failure/error/errors/errored»", _WORD,
        "forbid a fails", "forbid a failed", fix="failed", of="is_one_phrase", where=ends_call),
    Row("«^ except/but/besides/excluding» TOOLS›", _WORD, "forbid * except a, b",
        "forbid * ignoring a | b", fix="ignoring {tools}", of="is_one_phrase", where=ends_call),
    Row("«^ except/but/besides/excluding» TOOL", _WORD, "forbid * except a",
        "forbid * ignoring a", fix="ignoring", of="is_one_phrase", where=ends_call),
    Row("«^ in/within/under/for» time=TIME", _WORD, "require a within 5s", "require a took <= 5s",
        hint="that each call takes no longer is said by `each {phrase}: took <= {time}`; that "
        "there is one so quick, by `require {phrase} took <= {time}`", of="is_one_phrase",
        where=ends_call),
    Row("«^ in/within/under/for» n=NUMBER UNIT", _WORD, "require a within 5 seconds",
        "require a took <= 5s", of="is_one_phrase", where=ends_call,
        hint="that each call takes no longer is said by `each {phrase}: took <= {n}{unit}`; that "
        "there is one so quick, by `require {phrase} took <= {n}{unit}`"),
    Row("«^ from/agent» who=STRING›", _WORD, 'forbid a from "x"', 'forbid a by "x"', fix="by {who}",
        of="is_one_phrase", where=ends_call),
    Row("among/ignoring «by ^ who=STRING»", _WORD, 'forbid a among by "x"',
        'forbid a among * by "x"', fix="* by {who}"),
    Row("«^ on/upon» other=TOOL", _WORD, "require a on b failed", "require a after b failed",
        of="is_one_phrase", where=ends_call, hint="write `after {other}` where it must come later, "
        "`if {other}` where it may come at any place"),
    Row("«^ timeout»", _WORD, "require a timeout 5s", "require a took <= 5s", of="is_one_phrase",
        where=ends_call, hint="how long each call may take is said by `each {tool}: took < 5s`"),
    Row("«^ because/description/describe/message/reason/note/comment/label» text=STRING", _WORD,
        'require a because "x"', 'require a as "x"', of="is_one_phrase", where=ends_call,
        hint="`as {text}` names the rule; a `##` line above it describes it"),
    Row("«^ eventually/sometime/somewhere/anywhere/anytime»", _WORD, "require a eventually",
        "require a", fix="", of="is_one_phrase", where=ends_call),
    Row("took COMPARES «n=NUMBER ^ UNIT»", "unexpected", "each a: took < 5 seconds",
        "each a: took < 5s", fix="{n}{unit}", hint="a time has no space: write `{corrected}`"),
    Row("«by STEP ^ n=INT»", "unexpected", "require a by step 2", "require a before step 2",
        fix="before {unit} {n}"),
    Row("by «agent» ^ TOOL", _WORD, "require a by agent x", "require a by x", fix=""),
    Row("«at ^ the? start/beginning/first»", "unexpected", "require a at start",
        "require a among first *", fix="among first *", of="is_one_phrase", only="STEP TURN",
        hint="write `among first *`: of all calls, only the first is looked at; `at step 0` asks "
        "for a call in the first step"),
    Row("«^ nth/second/third/fourth/fifth/2nd/3rd/4th/5th INT? of?» TOOL", _WORD,
        "require 2nd a", "require a min 2", of="is_one_phrase",
        hint="only `first` and `last` say which call is meant: there is no word for others"),
    Row("«nth/second/third/fourth/fifth ^ INT? of?» TOOL", _WORD, "require second a",
        "require a min 2", of="is_one_phrase",
        hint="only `first` and `last` say which call is meant: there is no word for others"),
    Row("«^ nth INT»", _WORD, "require a nth 2", "require a min 2", of="is_one_phrase",
        hint="only `first` and `last` say which call is meant: there is no word for others"),
    Row("«^ ...» ->› TOOL", "unexpected", "order: a -> ... -> b", "order: a -> b", fix="",
        hint="remove it: other calls may come in between", of="is_chain",
        accepts="NAME", where=_lenient),
    Row("-> «^ {»", "unexpected", "sequence: a -> {b, c}", "sequence: a -> (b, c)",
        hint="calls that may come in any order among themselves are a group: "
        "`sequence: a -> (b, c)`", of="is_chain"),
    Row("-> «^ [»", "unexpected", "sequence: a -> [b, c]", "sequence: a -> (b, c)",
        hint="calls that may come in any order among themselves are a group: "
        "`sequence: a -> (b, c)`", of="is_chain"),
)  # fmt: skip

_NEGATED = (
    Row("first=TOOL -> not/no/never «^ other=TOOL» -> last=TOOL", "unexpected",
        "order: a -> not b -> c", "forbid b after a until c",
        hint="that a call does not come between two others is a rule of its own: "
        "`forbid {other} after {first} until {last}`", of="is_chain", accepts="ARROW"),
    Row("first=TOOL -> not/no/never «^ other=TOOL»", "unexpected",
        "sequence: a -> not b", "forbid b after a",
        hint="that no such call comes later is a rule of its own: `forbid {other} after {first}`",
        of="is_chain", accepts="ARROW"),
    Row("not/no/never «^ other=TOOL» -> last=TOOL", "unexpected",
        "sequence: not b -> c", "forbid b until c",
        hint="that no such call comes before is a rule of its own: `forbid {other} until {last}`",
        of="is_chain", accepts="ARROW"),
)  # fmt: skip

_STEPS = (
    Row("«^ TOOL»", "unexpected", "require a at b", "require a at step 0",
        hint="after `at` write `step` or `turn` and a number: `at step 0`", only="STEP TURN",
        where=_says_no_step),
    Row("«^ first» END", _WORD, "require a first", "require a among first *",
        fix="among first *", of="is_one_phrase",
        hint="write `among first *`: of all calls, only the first is looked at", where=ends_call),
    Row("«^ STEP» END", _WORD, "require a step", hint="write `at step`, or `before step`",
        where=ends_call),
    Row("«^ STEP» n=INT›", _WORD, "require a step 2", "require a at step 2", fix="at {unit} {n}",
        where=ends_call),
    Row("«^ at/in/on/during the? first unit=step/turn»", _WORD, "require a in first step",
        "require a at step 0", fix="at {unit} 0", where=ends_call),
    Row("«^ at/in/on/during» STEP n=INT›", _WORD, "require a in step 2", "require a at step 2",
        fix="at {unit} {n}", where=ends_call),
    Row("«^ within/until» STEP n=INT›", _WORD, "require a within step 2", "require a before step 2",
        fix="before {unit} {n}", where=ends_call),
    Row("«^ within» n=INT STEP›", _WORD, "require a within 3 steps", "require a before step 3",
        fix="before {unit} {n}", where=ends_call),
    Row("«^ from/since» STEP 0›", _WORD, "require a from step 0", "require a", fix="",
        hint="remove it: every {unit} is from {unit} 0 on", where=ends_call),
    Row("«^ from/since» STEP n=INT›", _WORD, "require a from step 2", "require a after step 1",
        fix="after {unit} {n-1}", where=ends_call),
    Row("«^ at/in/on/during» n=INT", _WORD, "require a in 3", "require a at step 3",
        hint="write `at step {n}`", where=ends_call),
    Row("«^ in/for/within/on? each/every unit=step/turn/agent»", _WORD, "count a <= 2 in each step",
        "count a <= 2 per step", fix="per {unit}", accepts="PER", where=ends_call),
)  # fmt: skip

_OF_ANOTHER_KIND = (
    Row("«^ result/min/final/at/before»", _WORD, "count a = 1 final", "require a final",
        hint="`{keyword}` takes no `{text}`: such words belong to `require`", accepts="WEIGHT",
        where=_of_another_kind),
)  # fmt: skip

ALL = (*_OTHERS, *_NEGATED, *_STEPS, *_OF_ANOTHER_KIND)
"""In the order they are asked."""
