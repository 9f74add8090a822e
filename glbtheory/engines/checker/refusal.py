"""What the checker says of a certificate that it does not accept, and what a check is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from glbtheory.engines.language.domain import Inequality

#: Raises :class:`BadCertificate` unless the certificate proves the statement.
CertificateCheck = Callable[[Any, Inequality], None]


class BadCertificate(ValueError):
    """The certificate does not prove the statement; the message says why."""
