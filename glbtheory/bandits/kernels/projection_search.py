"""Branch and bound over a disc with the lower bounds of ``projection_bound``."""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory.bandits.kernels.compile import fast
from glbtheory.bandits.kernels.projection_bound import bound, model


@fast
def inside(slabs: Any, levels: Any, x: Any, y: Any) -> Any:
    """How far (x, y) may be stretched (at most 1) to lie in all slabs |x·θ| <= level."""
    part = 1.0
    for j in range(len(levels)):
        place = abs(slabs[j, 0] * x + slabs[j, 1] * y)
        if place * part > levels[j]:
            part = levels[j] / place * (1.0 - 1e-15)
    return part


@fast
def threshold(q: Any, tolerance: Any) -> Any:
    """Cells whose bound is above this cannot hold a value smaller by more than the tolerance."""
    value = np.sqrt(max(q, 0.0))
    least = max(value - tolerance * max(1.0, value), 0.0)
    return least * least


@fast
def rim_minimum(p: Any, left: Any, right: Any, slope_left: Any, slope_right: Any) -> Any:
    """The angle between two at which the derivative along the rim vanishes (Illinois rule)."""
    middle = 0.5 * (left + right)
    for _ in range(40):
        middle = (left * slope_right - right * slope_left) / (slope_right - slope_left)
        n1, n2 = np.cos(middle), np.sin(middle)
        m = model(p, p.S * n1, p.S * n2, 0.0)
        slope = m.b2 * n1 - m.b1 * n2
        if abs(slope) <= m.margin1 + 1e-13 * (abs(m.b1) + abs(m.b2)) or right - left < 1e-14:
            break
        if slope < 0.0:
            left, slope_left = middle, slope
            slope_right *= 0.5
        else:
            right, slope_right = middle, slope
            slope_left *= 0.5
    return middle


@fast
def settle(p: Any, slabs: Any, levels: Any, x: Any, y: Any, q: Any) -> Any:
    """A few Newton steps from a best point inside; differences of b give the Hessian."""
    for _ in range(8):
        e = 1e-5 * p.S
        m, m1, m2 = model(p, x, y, 0.0), model(p, x + e, y, 0.0), model(p, x, y + e, 0.0)
        h11, h22 = (m1.b1 - m.b1) / e, (m2.b2 - m.b2) / e
        h12 = 0.5 * ((m1.b2 - m.b2) + (m2.b1 - m.b1)) / e
        det = h11 * h22 - h12 * h12
        if not (det > 0.0 and h11 > 0.0):
            break
        s = x - (h22 * m.b1 - h12 * m.b2) / det
        t = y - (h11 * m.b2 - h12 * m.b1) / det
        if s * s + t * t > p.S * p.S or inside(slabs, levels, s, t) < 1.0:
            break
        found = model(p, s, t, 0.0).value
        if not found < q:
            break
        x, y, q = s, t, found
    return x, y, q


@fast
def halve(whole: Any, side: Any, cell: Any) -> Any:
    """One half of a cell (φ, h, ρ1, ρ2), cut across its longer side."""
    cell[:] = whole
    if whole[3] - whole[2] > 2.0 * whole[1] * whole[3]:
        cell[2 if side == 0 else 3] = 0.5 * (whole[2] + whole[3])
    else:
        cell[0] = whole[0] + (side - 0.5) * whole[1]
        cell[1] = 0.5 * whole[1]


@fast
def search(
    p: Any, start: Any, circle: Any, slabs: Any, levels: Any, tolerance: Any, work: Any
) -> Any:
    """The least q over the disc, or over its rim only: (q, x, y, lower bound, cells looked at).

    Best first: the cell of the least bound is halved until that bound is within the tolerance of
    the best value, or until so many cells were looked at.
    """
    S = p.S
    cells, whole = np.empty((work + 64, 4)), np.empty(4)
    bounds = np.empty(work + 64)
    count = looked = 0
    part = inside(slabs, levels, start[0], start[1])
    bx, by = part * start[0], part * start[1]
    best = model(p, bx, by, 0.0).value
    dropped = np.inf

    sectors = 16
    slopes = np.empty(sectors)
    layers = 1 if circle else 2
    for k in range(sectors):
        for layer in range(layers):
            cell = cells[count]
            cell[0], cell[1] = (2 * k + 1) * np.pi / sectors, np.pi / sectors
            cell[2] = S if circle else (0.5 * S if layer == 0 else 0.0)
            cell[3] = S if layer == 0 else 0.5 * S
            least, q, _, x, y, slope, _ = bound(p, cell, slabs, levels)
            looked += 1
            if layer == 0:
                slopes[k] = slope
            if q < best and inside(slabs, levels, x, y) == 1.0:
                best, bx, by = q, x, y
            bounds[count] = max(least, 0.0)
            count += 1
    if len(levels) == 0:
        for k in range(sectors):
            after = (k + 1) % sectors
            if slopes[k] < 0.0 <= slopes[after]:
                left = (2 * k + 1) * np.pi / sectors
                angle = rim_minimum(p, left, left + 2 * np.pi / sectors, slopes[k], slopes[after])
                x, y = S * np.cos(angle), S * np.sin(angle)
                q = model(p, x, y, 0.0).value
                if q < best:
                    best, bx, by = q, x, y

    while count > 0 and looked + 2 <= work:
        k = int(np.argmin(bounds[:count]))
        parent = bounds[k]
        if parent >= threshold(best, tolerance):
            break
        whole[:] = cells[k]
        count -= 1
        cells[k], bounds[k] = cells[count], bounds[count]
        for side in range(2):
            cell = cells[count]
            halve(whole, side, cell)
            least, q, _, x, y, _, _ = bound(p, cell, slabs, levels)
            looked += 1
            if q < best:
                part = inside(slabs, levels, x, y)
                if part < 1.0:
                    x, y = part * x, part * y
                    q = model(p, x, y, 0.0).value
                if q < best:
                    best, bx, by = q, x, y
            least = max(least, parent, 0.0)
            if least < threshold(best, tolerance):
                bounds[count] = least
                count += 1
            else:
                dropped = min(dropped, least)
    if not circle and bx * bx + by * by < S * S * (1.0 - 1e-9):
        bx, by, best = settle(p, slabs, levels, bx, by, best)
    lower = dropped
    for k in range(count):
        lower = min(lower, bounds[k])
    return best, bx, by, min(lower, best), looked


@fast
def widest(p: Any, x1: Any, x2: Any, level: Any, tolerance: Any, work: Any) -> Any:
    """An upper bound of |x·θ| over the θ of the disc with q(θ) <= level; -1 if there are none."""
    S = p.S
    size = np.sqrt(x1 * x1 + x2 * x2)
    cells, whole = np.empty((work + 64, 4)), np.empty(4)
    most = np.empty(work + 64)
    none, nothing = np.empty((0, 2)), np.empty(0)
    count = looked = 0
    best = -1.0
    sectors = 8
    for k in range(sectors):
        cells[count, 0], cells[count, 1] = (2 * k + 1) * np.pi / sectors, np.pi / sectors
        cells[count, 2], cells[count, 3] = 0.0, S
        most[count] = S * size
        count += 1
    while count > 0 and looked + 2 <= work:
        k = int(np.argmax(most[:count]))
        top = most[k]
        if top <= best + tolerance * S * size:
            return min(top, S * size)
        whole[:] = cells[k]
        count -= 1
        cells[k], most[k] = cells[count], most[count]
        for side in range(2):
            cell = cells[count]
            halve(whole, side, cell)
            least, q, margin, x, y, _, R = bound(p, cell, none, nothing)
            looked += 1
            place = abs(x1 * x + x2 * y)
            if q + margin <= level:
                best = max(best, place)
            if least <= level:
                most[count] = min(place + R * size * (1.0 + 1e-12), top)
                count += 1
    top = -1.0
    for k in range(count):
        top = max(top, most[k])
    return max(top, best)
