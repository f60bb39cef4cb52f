"""What readers of `toolspec explain` look for next, and the words under which they look."""

from __future__ import annotations

from typing import Final

SEE_ALSO: Final[dict[str, tuple[str, ...]]] = {
    "order": ("calls", "groups", "strict"),
    "sequence": ("calls", "groups", "each"),
    "count": ("calls", "clauses", "limit"),
    "args": ("arguments", "values", "subset"),
    "output": ("results", "values"),
    "require": ("calls", "values", "messages", "clauses"),
    "forbid": ("calls", "values", "messages", "clauses", "groups"),
    "only": ("calls", "values", "patterns"),
    "each": ("relations", "variables", "calls", "values", "messages"),
    "limit": ("count", "clauses"),
    "answer": ("values", "messages", "variables"),
    "any": ("block", "clauses"),
    "calls": ("patterns", "arguments", "values", "results"),
    "arguments": ("values", "variables"),
    "results": ("values", "output"),
    "values": ("variables", "regex", "arguments"),
    "variables": ("each", "relations", "values"),
    "relations": ("each", "variables", "calls", "step"),
    "messages": ("answer", "relations", "clauses"),
    "clauses": ("block", "step", "calls", "relations"),
    "step": ("clauses", "relations"),
    "block": ("clauses", "any"),
}
"""Of each rule kind and topic, what a reader looks for next."""

OTHER_WORDS: Final[dict[str, str]] = {
    **dict.fromkeys(
        ("unless", "when", "whenever", "while", "between", "during", "since"), "clauses"
    ),
    **dict.fromkeys(("except", "excluding", "scope", "filter", "where"), "clauses"),
    **dict.fromkeys(("precedes", "follows", "followed", "preceded", "then", "next"), "relations"),
    **dict.fromkeys(("previous", "prior", "approval", "every", "always", "foreach"), "each"),
    **dict.fromkeys(("eventually", "must call", "should", "expect", "assert", "ensure"), "require"),
    **dict.fromkeys(("never", "deny", "block list", "blocklist", "prohibit"), "forbid"),
    **dict.fromkeys(("allow", "allowed", "allowlist", "allow-list", "whitelist"), "only"),
    **dict.fromkeys(("permit", "permissions"), "only"),
    **dict.fromkeys(("max", "maximum", "most", "least", "once", "twice", "times"), "count"),
    **dict.fromkeys(("retry", "retries", "attempts"), "count"),
    **dict.fromkeys(("budget", "timeout", "cost", "costs", "time", "unique", "repeat"), "limit"),
    **dict.fromkeys(("duplicate", "duplicates", "loop", "latency"), "limit"),
    **dict.fromkeys(("response", "reply", "final answer"), "answer"),
    **dict.fromkeys(("confirm", "confirmation", "assistant", "said"), "messages"),
    **dict.fromkeys(
        ("contains", "includes", "in", "type", "types", "numbers", "strings"), "values"
    ),
    **dict.fromkeys(("lists", "objects", "jsonpath", "path", "paths", "json"), "values"),
    **dict.fromkeys(("startswith", "endswith", "matches", "like", "~", "=~"), "regex"),
    **dict.fromkeys(("agents", "status ok", "error answer"), "calls"),
    **dict.fromkeys(("alternative", "alternatives", "either", "xor"), "any"),
    **dict.fromkeys(("import", "include"), "use"),
    **dict.fromkeys(("alias", "define", "let", "var"), "tool"),
    **dict.fromkeys(("parallel", "unordered"), "groups"),
    **dict.fromkeys(("severity", "warn", "warning", "optional"), "clauses"),
    **dict.fromkeys(("mean", "average"), "weight"),
    **dict.fromkeys(("skipped", "exit", "verdict", "verdicts"), "unknown"),
}
"""Words of other languages, and the rule kind or the topic that answers them."""
