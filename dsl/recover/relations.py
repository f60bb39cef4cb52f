"""Words of other languages for where calls come, how they end, and which others there are."""

from __future__ import annotations

from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.stop import OWN_WORDS, Stop
from toolspec.dsl.text.lexer import TOOLS
from toolspec.dsl.text.suggest import nearest
from toolspec.engine.rules import KEYWORDS

_ORDERED = "order sequence"
_BOTH = "require forbid"


def _says_no_step(place: Stop) -> bool:
    """Tell whether the refused word is not `step` misspelt, and does not begin `at least`."""
    word, after = place.word, place.behind
    if word is None or word.text in ("least", "most", "step", "steps", "turn", "turns"):
        return False
    number = after is not None and after.kind == "number"
    return not (number and nearest(word.text, ("step", "turn")))


def _lenient(place: Stop) -> bool:
    return not place.strict


def _ends_call(place: Stop) -> bool:
    """Tell whether a clause could follow, and no other tool."""
    return "NAME" not in place.accepts and bool({"AS", "WEIGHT"} & place.accepts)


def _of_another_kind(place: Stop) -> bool:
    """Tell whether a word belongs to a rule that says how a call must be, and this one does not."""
    after = place.behind
    if place.keyword not in KEYWORDS or place.keyword in ("require", "forbid"):
        return False
    return after is None or after.kind not in ("arrow", *TOOLS) or after.text == "step"


def _of_message(place: Stop) -> bool:
    """Tell whether the last phrase before the refused word is a message."""
    names = [name for name, _ in place.taken]
    return "SAYS" in names[-2:] or ("SAYS" in names and "AFTER" not in names[names.index("SAYS") :])


def _is_tool(place: Stop) -> bool:
    return "PIPE" in place.accepts and place.at == 2 and (
        place.word is not None and place.word.text not in OWN_WORDS
    )  # fmt: skip


_WORD = "unknown_word"

NEGATED = (
    Row("first=TOOL -> not/no/never «^ other=TOOL» -> last=TOOL", "unexpected",
        "order: a -> not b -> c", "forbid b after a until c",
        hint="that a call does not come between two others is a rule of its own: "
        "`forbid {other} after {first} until {last}`", kinds=_ORDERED, accepts="ARROW"),
    Row("first=TOOL -> not/no/never «^ other=TOOL»", "unexpected",
        "sequence: a -> not b", "forbid b after a",
        hint="that no such call comes later is a rule of its own: `forbid {other} after {first}`",
        kinds=_ORDERED, accepts="ARROW"),
    Row("not/no/never «^ other=TOOL» -> last=TOOL", "unexpected",
        "sequence: not b -> c", "forbid b until c",
        hint="that no such call comes before is a rule of its own: `forbid {other} until {last}`",
        kinds=_ORDERED, accepts="ARROW"),
    Row("not/no/never «^ other=TOOL»", _WORD, "require not a", "forbid a", line="forbid {other}",
        hint="write `forbid {other}`", kinds="require", where=_is_tool),
    Row("not/no/never «^ other=PATTERN»", _WORD, "forbid not a", "only: a", line="only: {other}",
        kinds="forbid", where=_is_tool),
)  # fmt: skip

STEPS = (
    Row("«^ TOOL»", "unexpected", "require a at b", "require a at step 0",
        hint="after `at` write `step` or `turn` and a number: `at step 0`", only="STEP TURN",
        where=_says_no_step),
    Row("«^ first» END", _WORD, "require a first", "require a among first *",
        fix="among first *", kinds=_BOTH,
        hint="write `among first *`: of all calls, only the first is looked at", where=_ends_call),
    Row("«^ final/last» END", _WORD, "forbid a last", "forbid a among last *",
        fix="among last *", hint="write `among last *`: of all calls, only the last is looked at",
        kinds="forbid", where=_ends_call),
    Row("«^ STEP» END", _WORD, "require a step", hint="write `at step`, or `before step`",
        where=_ends_call),
    Row("«^ STEP» n=INT›", _WORD, "require a step 2", "require a at step 2", fix="at {unit} {n}",
        where=_ends_call),
    Row("«^ at/in/on/during» STEP n=INT›", _WORD, "require a in step 2", "require a at step 2",
        fix="at {unit} {n}", where=_ends_call),
    Row("«^ within/until» STEP n=INT›", _WORD, "require a within step 2", "require a before step 2",
        fix="before {unit} {n}", where=_ends_call),
    Row("«^ within» n=INT STEP›", _WORD, "require a within 3 steps", "require a before step 3",
        fix="before {unit} {n}", where=_ends_call),
    Row("«^ from/since» STEP 0›", _WORD, "require a from step 0", "require a", fix="",
        hint="remove it: every {unit} is from {unit} 0 on", where=_ends_call),
    Row("«^ from/since» STEP n=INT›", _WORD, "require a from step 2", "require a after step 1",
        fix="after {unit} {n-1}", where=_ends_call),
    Row("«^ at/in/on/during» n=INT", _WORD, "require a in 3", "require a at step 3",
        hint="write `at step {n}`", where=_ends_call),
    Row("«^ in/for/within/on? each/every unit=step/turn/agent»", _WORD, "count a <= 2 in each step",
        "count a <= 2 per step", fix="per {unit}", accepts="PER", where=_ends_call),
)  # fmt: skip

THEN = (
    Row("«^ ->» other=CALL", "unexpected", "forbid a -> b", "forbid: a -> b",
        line="forbid: {phrase} -> {other}",
        kinds="forbid", accepts="WEIGHT"),
    Row("«^ and? then» other=CALL", "unexpected", "forbid a then b", "forbid: a -> b",
        line="forbid: {phrase} -> {other}", kinds="forbid", accepts="WEIGHT"),
    Row("«^ followed by» other=CALL", "unexpected", "forbid a followed by b", "forbid: a -> b",
        line="forbid: {phrase} -> {other}", kinds="forbid", accepts="WEIGHT"),
    Row("«^ precedes/preceding» other=CALL", _WORD, "forbid a precedes b", "forbid: a -> b",
        line="forbid: {phrase} -> {other}", kinds="forbid", accepts="WEIGHT"),
    Row("«^ ->» other=QUOTED", "unexpected", 'require a -> "ok"', "require a result /ok/",
        hint="for text in the result write `require {phrase} result /{escaped}/`; for calls in "
        "this order write `sequence: {phrase} -> {other}`", kinds="require", accepts="WEIGHT"),
    Row("«^ ->» other=CALL", "unexpected", "require a -> b", "sequence: a -> b",
        hint="for calls in this order write `sequence: {phrase} -> {other}`", kinds="require",
        accepts="WEIGHT"),
    Row("«^ then/followed by?» other=CALL", "unexpected", "require a followed by b",
        "sequence: a -> b", kinds="require", accepts="WEIGHT",
        hint="for calls in this order write `sequence: {phrase} -> {other}`"),
    Row("«^ and» then other=CALL", "unexpected", "require a and then b", "sequence: a -> b",
        hint="for calls in this order write `sequence: {phrase} -> {other}`", kinds="require",
        accepts="WEIGHT"),
    Row("«^ precedes/preceding» other=CALL", _WORD, "require a precedes b", "sequence: a -> b",
        hint="for calls in this order write `sequence: {phrase} -> {other}`; that every call of "
        "`{tool}` has one after it, `each {phrase}: before {other}`", kinds="require",
        accepts="WEIGHT"),
    Row("«^ follows/following» other=CALL", _WORD, "require a follows b", "sequence: b -> a",
        hint="for calls in this order write `sequence: {other} -> {phrase}`; that every call of "
        "`{tool}` has one before it, `each {phrase}: after {other}`", kinds="require",
        accepts="WEIGHT"),
)  # fmt: skip

OTHERS = (
    Row("«^ result/ok/failed/took/by/exactly/min/final»", "message_words",
        'forbid user says "a" result "b"', 'forbid user says "a"', certain=False,
        where=_of_message),
    Row("«^ not/no/never/without» result", _WORD, "require a not result 1",
        "require a result not 1", hint="`not` stands before the value: write `result not ...`",
        kinds=_BOTH, where=_ends_call),
    Row("«^ success/succeed/succeeds/succeeded/successful/successfully»", _WORD,
        "require a succeeded", "require a ok", fix="ok", kinds=_BOTH, where=_ends_call),
    Row("«^ fail/fails/failing/failure/error/errors/errored»", _WORD,
        "forbid a fails", "forbid a failed", fix="failed", kinds=_BOTH, where=_ends_call),
    Row("«^ except/but/besides/excluding» TOOLS›", _WORD, "forbid * except a, b",
        "forbid * ignoring a | b", fix="ignoring {tools}", kinds=_BOTH, where=_ends_call),
    Row("«^ except/but/besides/excluding» TOOL", _WORD, "forbid * except a",
        "forbid * ignoring a", fix="ignoring", kinds=_BOTH, where=_ends_call),
    Row("except/but/besides/excluding «^ others=TOOLS»", _WORD, "forbid except a, b", "only: a, b",
        line="only: {listed}", kinds="forbid", where=_is_tool),
    Row("except/but/besides/excluding «^ other=TOOL»", _WORD, "forbid except a", "only: a",
        line="only: {other}", kinds="forbid", where=_is_tool),
    Row("«^ in/within/under/for» time=TIME", _WORD, "require a within 5s", "require a took <= 5s",
        hint="that each call takes no longer is said by `each {phrase}: took <= {time}`; that "
        "there is one so quick, by `require {phrase} took <= {time}`", kinds=_BOTH,
        where=_ends_call),
    Row("«^ in/within/under/for» n=NUMBER UNIT", _WORD, "require a within 5 seconds",
        "require a took <= 5s", kinds=_BOTH, where=_ends_call,
        hint="that each call takes no longer is said by `each {phrase}: took <= {n}{unit}`; that "
        "there is one so quick, by `require {phrase} took <= {n}{unit}`"),
    Row("«^ timeout»", _WORD, "require a timeout 5s", "require a took <= 5s", kinds=_BOTH,
        where=_ends_call, hint="how long each call may take is said by `each {tool}: took < 5s`"),
    Row("«^ because/description/describe/message/reason/note/comment/label» text=STRING", _WORD,
        'require a because "x"', 'require a as "x"', kinds=_BOTH, where=_ends_call,
        hint="`as {text}` names the rule; a `##` line above it describes it"),
    Row("«^ eventually/sometime/somewhere/anywhere/anytime»", _WORD, "require a eventually",
        "require a", fix="", kinds=_BOTH, where=_ends_call),
    Row("«eventually/sometimes ^» TOOL", _WORD, "require eventually b", "require b", fix="",
        kinds="require"),
    Row("«by STEP ^ n=INT»", "unexpected", "require a by step 2", "require a before step 2",
        fix="before {unit} {n}"),
    Row("by «agent» ^ TOOL", _WORD, "require a by agent x", "require a by x", fix=""),
    Row("user/agent «^ said/say/tells/writes/wrote/mentions» VALUE", _WORD,
        'require user said "yes"', 'require user says "yes"', fix="says", kinds=_BOTH),
    Row("«at ^ the? end/last»", "unexpected", "require a at the end", "require a final",
        fix="final", kinds="require", only="STEP TURN"),
    Row("«at ^ the? end/last»", "unexpected", "forbid a at end", "forbid a among last *",
        fix="among last *", kinds="forbid", only="STEP TURN",
        hint="write `among last *`: of all calls, only the last is looked at"),
    Row("«at ^ the? start/beginning/first»", "unexpected", "require a at start",
        "require a among first *", fix="among first *", kinds=_BOTH, only="STEP TURN",
        hint="write `among first *`: of all calls, only the first is looked at; `at step 0` asks "
        "for a call in the first step"),
    Row("«^ nth/second/third/fourth/fifth/2nd/3rd/4th/5th INT? of?» TOOL", _WORD,
        "require 2nd a", "require a min 2", kinds=_BOTH,
        hint="only `first` and `last` say which call is meant: there is no word for others"),
    Row("«nth/second/third/fourth/fifth ^ INT? of?» TOOL", _WORD, "require second a",
        "require a min 2", kinds=_BOTH,
        hint="only `first` and `last` say which call is meant: there is no word for others"),
    Row("«^ ...» ->› TOOL", "unexpected", "order: a -> ... -> b", "order: a -> b", fix="",
        hint="remove it: other calls may come in between", kinds=_ORDERED,
        accepts="NAME", where=_lenient),
    Row("-> «^ [»", "unexpected", "sequence: a -> [b, c]", "sequence: a -> (b, c)",
        hint="calls that may come in any order among themselves are a group: "
        "`sequence: a -> (b, c)`", kinds=_ORDERED),
)  # fmt: skip

OF_ANOTHER_KIND = (
    Row("«^ result/min/final/at/before»", _WORD, "count a = 1 final", "require a final",
        hint="`{keyword}` takes no `{text}`: such words belong to `require`", accepts="WEIGHT",
        where=_of_another_kind),
)  # fmt: skip
