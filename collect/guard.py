"""Who may send: no web page, nobody under another name, and nobody without the token."""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Mapping
from typing import Final, NamedTuple
from urllib.parse import unquote

_LOCAL: Final = frozenset({"localhost", "127.0.0.1", "::1"})


class RefusedError(Exception):
    """A request that is refused: its HTTP status and what the sender is told."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


class RequestGuard(NamedTuple):
    """What is asked of every request; a `token` of "" asks for none, on loopback only."""

    token: str = ""

    def check(self, headers: Mapping[str, str]) -> None:
        """Raise RefusedError where the request of these headers, in lower case, is refused.

        A browser says where a page's request comes from, in `Origin` or `Sec-Fetch-Site`; a name
        that was made to point at this machine (DNS rebinding) is in `Host`.
        """
        if "origin" in headers or headers.get("sec-fetch-site", "none") != "none":
            raise RefusedError(403, "requests of web pages are refused")
        if self.token:
            self.check_token(headers.get("authorization", ""))
        elif host_of(headers.get("host", "")) not in _LOCAL:
            raise RefusedError(403, "only requests to localhost are taken; the Host is another")

    def check_token(self, given: str) -> None:
        """Raise RefusedError where `Authorization` is not the token's."""
        wanted = f"Bearer {self.token}"
        # SDKs differ in whether they decode what OTEL_EXPORTER_OTLP_HEADERS has encoded.
        known = (given, unquote(given))
        if not any(hmac.compare_digest(token.encode(), wanted.encode()) for token in known):
            raise RefusedError(401, "the token is missing or wrong: `Authorization: Bearer TOKEN`")


def host_of(host: str) -> str:
    """Return the name in a Host header, without the port.

    >>> host_of("[::1]:4318"), host_of("LocalHost:4318"), host_of("evil.example")
    ('::1', 'localhost', 'evil.example')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def is_loopback(host: str) -> bool:
    """Tell whether an address to listen on can be reached from this machine alone."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
