r"""Sums and inner products in about twice the working precision.

A floating-point sum or product has an error that is itself a floating-point number and can be
computed (Knuth for sums, Dekker for products).  Keeping it gives pairs high + low whose error is of
second order in the unit round-off :math:`u = 2^{-53}`.  All functions work on whole arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

#: Veltkamp's constant: splits a 53-bit number into two halves of at most 26 bits.
_SPLIT = 2.0**27 + 1


def two_sum(a: Any, b: Any) -> tuple[Any, Any]:
    """a + b exactly: the rounded sum and its error."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def two_product(a: Any, b: Any) -> tuple[Any, Any]:
    """a b exactly, unless it underflows: the rounded product and its error."""
    product = a * b
    a_high, a_low = _halves(a)
    b_high, b_low = _halves(b)
    error = a_high * b_high - product
    return product, ((error + a_high * b_low) + a_low * b_high) + a_low * b_low


def _halves(a: Any) -> tuple[Any, Any]:
    scaled = _SPLIT * a
    high = scaled - (scaled - a)
    return high, a - high


def products(columns: Any, vector: Any) -> tuple[Any, Any]:
    r""":math:`\sum_j v_j c_j` of columns, as a pair.

    The pair errs by at most :math:`(d+1)^2 u^2 \sum_j |v_j c_j|`.
    """
    high = low = np.zeros(columns.shape[1])
    for column, value in zip(columns, vector, strict=True):
        product, error = two_product(column, value)
        high, carry = two_sum(high, product)
        low = low + (error + carry)
    return two_sum(high, low)


def total(terms: Any) -> tuple[Any, Any]:
    """The sum over the last axis, as a pair: halves are added until one term is left.

    Every term takes part in at most log2(n) + 1 additions, whose errors are summed plainly: with
    n u < 1 the pair errs by at most 2 n (log2(n) + 1) u² times the sum of absolute values.
    """
    low = np.zeros(terms.shape[:-1])
    while terms.shape[-1] > 1:
        half = (terms.shape[-1] + 1) // 2
        first, second = terms[..., :half].copy(), terms[..., half:]
        pairs = second.shape[-1]
        first[..., :pairs], error = two_sum(first[..., :pairs], second)
        low = low + error.sum(axis=-1)
        terms = first
    return two_sum(terms.sum(axis=-1), low)
