"""Mistakes in `each`: its colon, its commas, and other words for its demands."""

from __future__ import annotations

from collections.abc import Mapping

from toolspec.dsl.recover.kind_mistakes import KindMistakes
from toolspec.dsl.recover.mistakes import alternatives, messages, negations
from toolspec.dsl.recover.mistakes.clauses import UNLESS_OF_EACH
from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.stop import Stop

_DEMANDS = "after/before/right/ok/failed/took/by/result/valid/not/exactly/<"

_COMMA: Mapping[str, str] = {"what": "the demands of `each`"}


def _after_not(place: Stop) -> bool:
    return place.before.text == "not"


def _colon(words: str, example: str, repaired: str, fix: str = ": {text}") -> Row:
    """Return a row for a colon that is missing before a demand."""
    return Row(
        words, "missing_colon", example, repaired, fix=fix, accepts="COLON",
        title="Write the colon",
        more={"corrected": "each {phrase}: ..."},
    )  # fmt: skip


_AFTER_COLON = (
    _colon("«^ ,» after/before/right/ok/failed/took/by/result/valid/not/exactly/<",
           "each a, after b", "each a: after b", fix=":"),
    _colon(f"«^ {_DEMANDS}»", "each a after b", "each a: after b"),
    _colon("«^ duration/time/latency/takes/lasts» COMPARES", "each bash duration < 5s",
           "each bash: took < 5s", fix=": took"),
    _colon("«took COMPARES TIME» ^ END", "each * took < 30s", "each *: took < 30s"),
    _colon("«ok/failed» ^ END", "each a ok", "each a: ok"),
    _colon("«by TOOL» ^ END", "each a by x", "each a: by x"),
    _colon("«result VALUE» ^ END", "each a result 3", "each a: result 3"),
    _colon("«BRACKETS» ^ END", "each a <x: 1>", "each a: <x: 1>"),
    Row("«^ must/should be? way=after/before/ok/failed/by/result»", "missing_colon",
        "each a must be after b", "each a: after b", fix=": {way}", accepts="COLON",
        title="Write the colon", more={"corrected": "each {phrase}: ..."}),
    Row("«^ must/should? follow/follows» other=CALL", "missing_colon", "each a must follow b",
        "each a: after b", fix=": after", accepts="COLON", title="Write the colon",
        more={"corrected": "each {phrase}: after {other}"}),
    Row("«^ must/should? precede/precedes» other=CALL", "missing_colon", "each a must precede b",
        "each a: before b", fix=": before", accepts="COLON", title="Write the colon",
        more={"corrected": "each {phrase}: before {other}"}),
    Row("«^ requires/require/needs/need» other=CALL", "unknown_word", "each a requires b",
        "each a: after b", accepts="COLON", hint="say where the other call is: "
        "`each {phrase}: after {other}`, or `each {phrase}: before {other}`"),
    Row("«^ ->» other=CALL", "unexpected", "each a -> b", "each a: before b", fix=": before",
        accepts="COLON", hint="that a call of `{other}` comes later is said by `: before {other}`"),
    Row("each «subject=PATTERN» ^ END", "missing_colon", "each a", "each a: after b",
        accepts="COLON", certain=False, more={"corrected": "each {subject}: ..."}),
)  # fmt: skip


def _relation(words: str, fix: str, example: str, repaired: str) -> Row:
    """Return a row for another word where a demand begins."""
    return Row(words, "unknown_word", example, repaired, fix=fix, accepts="AFTER",
               refuses="WEIGHT")  # fmt: skip


_RELATIONS = (
    _relation("«^ precedes/precede/preceding» CALL", "before", "each a: precedes b",
              "each a: before b"),
    _relation("«^ follows/follow/following» CALL", "after", "each a: follows b", "each a: after b"),
    _relation("«^ is? eventually? followed by» CALL", "before", "each a: eventually followed by b",
              "each a: before b"),
    _relation("«^ then/->» CALL", "before", "each a: then b", "each a: before b"),
    _relation("«^ next» CALL", "right before", "each a: next b", "each a: right before b"),
    _relation("«^ agent is/=/==/: who=TOOL»", "by {who}", "each a: agent = x", "each a: by x"),
    _relation("«^ is? preceded by» CALL", "after", "each a: preceded by b", "each a: after b"),
    _relation("«^ preceded_by» CALL", "after", "each a: preceded_by b", "each a: after b"),
    _relation("«^ followed_by» CALL", "before", "each a: followed_by b", "each a: before b"),
    _relation("«^ always/only/must/should» after/before/right/ok/failed/took/by", "",
              "each a: always after b", "each a: after b"),
    Row("«before it/this/that ^ other=CALL»", "unexpected", "each a: before it b",
        "each a: after b", fix="after {other}"),
    Row("«after it/this/that ^ other=CALL»", "unexpected", "each a: after it b",
        "each a: before b", fix="before {other}"),
    Row("«^ other=PATTERN before it/this/that» END", "unknown_word", "each a: b before it",
        "each a: after b", fix="after {other}", accepts="AFTER"),
    Row("«^ other=PATTERN after it/this/that» END", "unknown_word", "each a: b after it",
        "each a: before b", fix="before {other}", accepts="AFTER"),
    _relation("«^ eventually/later/finally after» CALL", "after", "each a: eventually after b",
              "each a: after b"),
    _relation("«^ eventually/later/finally before?» CALL", "before", "each a: eventually b",
              "each a: before b"),
    _relation("«^ immediately/directly/just after» CALL", "right after",
              "each a: immediately after b", "each a: right after b"),
    _relation("«^ must/should/shall/has/needs to? always/only? come/be/happen/occur/run/appear» "
              "after/before/right/ok/failed/by", "", "each a: must come after b",
              "each a: after b"),
    _relation("«^ confirmed/approved/requested/asked by user» END", 'after user says /yes/i',
              "each a: confirmed by user", "each a: after user says /yes/i")
    ._replace(hint="what was said is asked as a text: `{corrected}`"),
    Row(": «sign=</<=/>/>= ^ time=TIME»", "unexpected", "each a: < 30s", "each a: took < 30s",
        fix="took {sign} {time}", bracket="*"),
    Row("by one=TOOL or «^ other=TOOL»", "unexpected", 'each a: by "x" or "y"',
        'each a: by "x" or by "y"', fix="by {other}"),
    Row("«^ if/when how=ok/failed then? :? other=CALL» END", "unknown_word",
        "each a: if failed then b", "each a failed: before b", accepts="AFTER",
        hint="which calls the rule is about stands before the colon, and then where the other call "
        "is: `{how}: before {other}`"),
    _relation("«^ immediately/directly/just before» CALL", "right before",
              "each a: directly before b", "each a: right before b"),
    _relation("«^ between first=CALL and second=CALL»", "after {first}, before {second}",
              "each a: between b and c", "each a: after b, before c"),
    _relation("«^ duration/time/latency/takes/lasts» COMPARES", "took",
              "each bash: duration < 5s", "each bash: took < 5s"),
    _relation("«^ succeeds/succeeded/success/successful/succeed»", "ok", "each a: succeeds",
              "each a: ok"),
    _relation("«^ fails/fail/errors/error/errored»", "failed", "each a: fails", "each a: failed"),
    _relation("«^ never/no/without» after/before/right/ok/failed/result/by", "not",
              "each a: never after b", "each a: not after b"),
    Row("«^ has value=VALUE»", "unexpected", "each a: has 5", "each a: <has 5>",
        fix="<has {value}>", accepts="AFTER"),
    Row("«^ within n=INT unit=calls/call/steps/step/turns/turn way=after/before other=CALL»",
        "unexpected", "each a: within 3 calls after b", "each a: after b within 3 calls",
        fix="{way} {other} within {n} {unit}", accepts="AFTER"),
    Row("«^ within time=TIME way=after/before other=CALL»", "unexpected",
        "each a: within 5s after b", "each a: after b within 5s",
        fix="{way} {other} within {time}", accepts="AFTER"),
    Row("«^ within time=NUMBER UNIT way=after/before other=CALL»", "unexpected",
        "each a: within 5 seconds after b", "each a: after b within 5s",
        fix="{way} {other} within {time}{unit}", accepts="AFTER"),
    Row("«^ within»", "unexpected", "each a: within 3 calls", "each a: after b within 3 calls",
        hint="say of which other call: `after b within 3 calls`", accepts="AFTER"),
    Row("not/never/no «^ other=CALL»", "unknown_word", "each a: not b", "each a: not after b",
        hint="a demand says where the other call is: `not after {other}`, or `not before {other}`",
        accepts="AFTER", where=_after_not),
    Row("«^ never/no/without/requires/needs/require/must other=CALL»", "unknown_word",
        "each a: requires b", "each a: after b", accepts="AFTER",
        hint="a demand says where the other call is: `after {other}`, or `before {other}`; with "
        "`not` before it, that there is none"),
    Row("«^ unless/when/whenever/if/while other=CALL»", "unknown_word",
        "each a: unless b", "each a: after b", accepts="AFTER", refuses="WEIGHT",
        hint="a demand says where the other call is: `after {other}`, or `before {other}`; that "
        "the rule holds only with or without `{other}` is said by `if {other}` or "
        "`if not {other}` after the demands"),
    Row("«^ key=TOOL sign=</<=/>/>= value=NUMBER»", "unknown_word", "each a: amount <= 5",
        "each a: <amount: <= 5>", fix="<{key}: {sign} {value}>", accepts="AFTER"),
    Row("«^ key=TOOL =/==/is value=VALUE»", "unknown_word", "each a: amount == 5",
        "each a: <amount: 5>", fix="<{key}: {value}>", accepts="AFTER"),
    Row(": «^ other=TOOL» END", "unknown_word", "each a: b", "each a: after b",
        hint="a demand says where the other call is: `after {other}`, or `before {other}`",
        accepts="AFTER", refuses="WEIGHT"),
)  # fmt: skip

_NEAR = (
    Row("«^ with/where/having/whose the? same? key=NAME :/=/==/is? name=VARIABLE»", "unknown_word",
        "each a <id: $o>: after b with id $o", "each a <id: $o>: after b <id: $o>",
        fix="<{key}: {name}>", accepts="LESS"),
    Row("INT? «^ in/inside» INT calls/call/steps/step/turns/turn", "unknown_word",
        "each a: before b in 3 steps", "each a: before b within 3 steps", fix="within",
        accepts="WITHIN"),
    Row("«^ in/inside» TIME", "unknown_word", "each a: before b in 5s",
        "each a: before b within 5s", fix="within", accepts="WITHIN"),
    Row("within «n=NUMBER ^ UNIT»", "unexpected", "each a: after b within 5 seconds",
        "each a: after b within 5s", fix="{n}{unit}",
        hint="a time has no space: write `{corrected}`"),
)  # fmt: skip

_COMMAS = (
    Row(": «^ or/and»", "unexpected", "each a: or ok", "each a: ok", fix="", accepts="AFTER",
        hint="`{text}` stands between two demands: remove it"),
    Row("«^ and/&/&&»", "wrong_operator", "each a: ok and took < 3s", "each a: ok, took < 3s",
        fix=",", accepts="COMMA", hint="demands that must all hold are separated by "
        "commas", more={"sign": "{text}"}),
    Row("«, ^ or»", "wrong_operator", "each a: ok, or failed", "each a: ok or failed", fix="or",
        accepts="AFTER", more={"sign": ", or"},
        hint="one of several demands is enough where `or` alone is between them"),
    Row("«before» ^ CALL", "missing_comma", "each a: after b before c",
        "each a: after b, before c", fix=", before", title="Write the comma",
        only="STEP TURN", more=_COMMA),
    Row(f"«^ {_DEMANDS}»", "missing_comma", "each a: <x: 1> ok", "each a: <x: 1>, ok",
        fix=", {text}", title="Write the comma", accepts="COMMA", more=_COMMA),
)  # fmt: skip

_LATE = (
    Row("«^ name=VARIABLE»", "reserved_sign", "each a <id: $o>: $o",
        "each a <id: $o>: after b <id: $o>", more={"sign": "$"},
        hint="a `$name` is a value, and stands where a value does: `after b <key: {name}>`, "
        "`after * result has {name}`"),
)  # fmt: skip

MISTAKES = KindMistakes(
    (
        *negations.OF_EACH, *messages.OF_EACH, *alternatives.OF_EACH, *UNLESS_OF_EACH,
        *_AFTER_COLON, *_RELATIONS, *_NEAR, *_COMMAS,
    ),
    late=_LATE,
)  # fmt: skip
