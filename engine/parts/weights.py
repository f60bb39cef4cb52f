"""The mean of scores of which some weigh more than others."""

from __future__ import annotations

from collections.abc import Sequence
from math import frexp, fsum, ldexp
from operator import mul


class Weights:
    """The weights of some rules, made ready for the mean of their scores on trace after trace."""

    __slots__ = ("_total", "_weights")

    def __init__(self, weights: Sequence[float]) -> None:
        # By a power of two, which keeps each digit: then no sum of some 1e308 is infinite, and no
        # share of some 1e-320 is nothing.
        power = -frexp(max(weights, default=1.0))[1]
        self._weights = [ldexp(weight, power) for weight in weights]
        self._total = fsum(self._weights)

    def mean(self, scores: Sequence[float | None]) -> float:
        """Return the weighted mean of the rules' scores, in their order; 1 where there is none.

        A rule whose score is None does not count.
        """
        if len(scores) == 1:
            return 1.0 if scores[0] is None else scores[0]
        if not scores:
            return 1.0
        known = [score for score in scores if score is not None]
        if len(known) < len(scores):
            asked = zip(self._weights, scores, strict=True)
            return Weights([weight for weight, score in asked if score is not None]).mean(known)
        return min(fsum(map(mul, self._weights, known)) / self._total, 1.0)


def weighted_mean(weights: Sequence[float], scores: Sequence[float | None]) -> float:
    """Return the score that rules of these weights and scores come to; 1 for no rule.

    >>> weighted_mean([3.0, 1.0], [1.0, 0.0]), weighted_mean([], [])
    (0.75, 1.0)
    """
    return Weights(weights).mean(scores)
