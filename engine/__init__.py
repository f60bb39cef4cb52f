"""The ground floor: specs, traces, and the verdict of one on the other.

Nothing here knows spec text, a terminal or an editor, so a spec can be judged without any of them:

>>> from toolspec.engine.match.call_pattern import CallPattern
>>> from toolspec.engine.rules.forbid import Forbid
>>> from toolspec.engine.match.tool_pattern import Name
>>> from toolspec.engine.rule import Rule
>>> from toolspec.engine.spec import Spec
>>> from toolspec.engine.trace import Trace, called
>>> spec = Spec((Rule(Forbid(CallPattern(Name("rm")))),))
>>> spec.check(Trace((called("ls"), called("rm")))).passed
False
"""
