"""What exports of observability tools share: spans and messages in shapes of their own."""
