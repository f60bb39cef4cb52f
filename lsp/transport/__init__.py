"""The connection with an editor: bytes, JSON-RPC messages, and the protocol's own types."""
