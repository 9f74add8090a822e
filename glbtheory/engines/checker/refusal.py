"""How the checker says no."""

from __future__ import annotations


class BadCertificate(ValueError):
    """The certificate does not prove the statement; the message says why."""
