"""The one-page report, self-contained HTML."""
