"""Name that the subject does not bind."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS270",
    name="Name that the subject does not bind",
    title="`{name}` is not bound by `{subject}`",
    why=(
        "a `$name` in a demand stands for a value of the call before the colon, and there it "
        "must be the value of a key, of an item or of the result: alone or as a side of `&`"
    ),
    help="bind it before the colon: `<key: {name}>`",
    bad="each pay: <id: «$o»>\n",
    good="each pay <id: $o>: after get_order <id: $o>\n",
    page=(
        "Under `not`, `has`, a comparison or `|` a name binds nothing: it is not certain "
        "what it would stand for."
    ),
)
