"""A receiver of OpenTelemetry traces: what `toolspec collect` runs.

A request's way: a server (`http_server.py`, `grpc_server.py`) checks who sends it (`guard.py`) and
unpacks it (`body.py`); `otlp.py` makes it a line of OTLP/JSON for each trace, without what
`redaction.py` takes out; `writer.py` has the lines of several requests written and synced together,
by `store.py`, which owns the folder. Only then is the request acknowledged.

It knows no spec: it writes files, and whatever reads trace files reads them.
"""
