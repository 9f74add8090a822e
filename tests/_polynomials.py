"""Inequalities that polynomial arithmetic settles: both sides of a certificate are held to them."""

from __future__ import annotations

TRUE = [
    ("gamma*lambda <= (gamma**2+lambda**2)/2", ""),
    ("sqrt(x*y) <= (x+y)/2", "x>=0, y>=0"),
    ("abs(x+y) <= abs(x)+abs(y)", ""),
    ("min(x,y)*max(x,y) == x*y", ""),
    ("exp(x)/(1+exp(x))**2 <= 1/4", ""),
    ("tanh(x) < 1", ""),
    ("cosh(x) >= 1", ""),
    ("exp(x/2)+exp(-x/3) > 0", ""),
    ("exp(x) >= 1+x", ""),
    ("exp(2*x) <= 7.39", "x <= 1"),
    ("x**4 >= 0", ""),
]
FALSE = [
    ("gamma*lambda <= (gamma**2+lambda**2)/2.001", ""),
    ("x**2 > 0", ""),
    ("x**2 >= 1e-30", ""),
    ("exp(x) >= 1", "x <= -1000"),
    ("exp(x) <= 0", "x <= -800"),
    ("exp(x) >= 1e-300", "x <= -745"),
    ("exp(x) <= 1e300", "x >= 1000"),
    ("exp(2*x) <= 7.389", "x <= 1"),
    ("exp(x) > 1", "x >= 0"),
    ("exp(x) >= 1+1.001*x", ""),
    ("exp(x)*exp(y) <= exp(x)", "y <= 1"),
    ("max(x,y) <= x", ""),
    ("sqrt(x) <= x", "x >= 0"),
    ("x == 0", "x >= 0"),
]
