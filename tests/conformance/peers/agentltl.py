"""AgentLTL: formulas of temporal logic over the calls of a completed run.

`Before` and `After` compare the first call of each tool, and ask for both.
"""

from __future__ import annotations

from typing import Any

from .peer import CannotSayError, Case, Peer, calls_of, chat

FORMULAS = {
    "Before(auth,access)": "sequence: first auth -> first access",
    "After(auth,access)": "sequence: first access -> first auth",
    "CalledNTimes(auth,1,==)": "count auth = 1",
    "CalledNTimes(access,2,>=)": "count access >= 2",
    "Eventually(Called(verify))": "count verify >= 1",
    "CalledInOrder(auth,verify,access)": "sequence: auth -> verify -> access",
    "AllBefore([auth,verify],access)": "sequence: (first auth, first verify) -> first access",
    "Globally(Implies(Now(auth),Next(Now(verify))))": "each auth: right before verify",
    "Until(Not(Now(access)),Now(auth))": "count auth >= 1\nforbid access until auth",
}


def label(case: Case) -> str:
    """Return the formula."""
    return f"`{case['op']}`"


def spec(case: Case) -> str:
    """Return what a formula says."""
    if case["op"] not in FORMULAS:
        raise CannotSayError(f"a formula that was not translated yet: {case['op']}")
    return FORMULAS[case["op"]]


def trace(case: Case) -> Any:
    """Return the run as a chat, a call in each response."""
    return chat([[call] for call in calls_of(case, "actual_calls")])


PEER = Peer("agentltl", "AgentLTL", label, spec, trace)
