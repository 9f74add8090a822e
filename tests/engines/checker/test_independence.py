"""The checker works where the search is forbidden, and the search where the checker is."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import glbtheory.engines
from glbtheory.engines import along_variable, one_variable
from glbtheory.engines.decision import decide
from glbtheory.engines.language.parse import parse_inequality

ENGINES = Path(glbtheory.engines.__file__).parent
ROOT = ENGINES.parent.parent

#: One statement for each rule of a certificate.
STATEMENTS = {
    "value": ("log(1/g) >= (1-g)/(2*g)", "1/2<=g<=1"),
    "slope": ("exp(x) <= 1+x+x**2", "-1<=x<=1"),
    "monotone": ("log(1+x) >= x/2", "0<=x<=1"),
    "taylor": ("exp(x) <= 1+x+x**2", "-1<=x<=1"),
    "hessian": ("exp(x)+exp(y) >= 2+x+y+x*y/2", "-1/2<=x<=1/2,-1/2<=y<=1/2"),
    "zero": ("log(1+x) >= x*log(2)", "0<=x<=1"),
    "ladder": ("x/(1+x) <= log(1+x)", "x>=0"),
    "identity": ("sinh(2*x) == 2*sinh(x)*cosh(x)", ""),
    "polynomial": ("x*(1-x) <= 1/4", ""),
    "squares": (
        "(x*y+y*z+z*x)*(1/(x+y)**2 + 1/(y+z)**2 + 1/(z+x)**2) >= 9/4",
        "x>0,y>0,z>0",
    ),
    "logarithm": ("cosh(x) <= exp(x**2/2)", ""),
    "one variable": ("log(x) <= x/exp(1)", "x>0"),
    "common part": ("exp(x*y) <= 1 + 2*x*y", "0<=x<=1,0<=y<=1"),
    "lowest": ("x*y <= exp(x) + y*log(y) - y", "y>0"),
    "root bounds": (
        "a/sqrt(a**2+8*b*c) + b/sqrt(b**2+8*c*a) + c/sqrt(c**2+8*a*b) >= 1",
        "a>0,b>0,c>0",
    ),
    "cleared": ("x**2/(2+atan(x)) + 1/(2+atan(x)) >= 2*x/(2+atan(x))", ""),
}

FORBID = """
import sys

class Forbidden:
    def find_spec(self, name, path=None, target=None):
        if {condition}:
            raise ImportError("forbidden: " + name)
        return None

sys.meta_path.insert(0, Forbidden())
"""

CHECK = (
    FORBID.format(
        condition="""name.partition(".")[0] == "flint" or (
            name.startswith("glbtheory.engines.")
            and name.split(".")[2] not in ("checker", "language")
        )"""
    )
    + """
import json
from glbtheory.engines.checker.certificate import BadCertificate, check
from glbtheory.engines.checker.counterexample import check_counterexample
from glbtheory.engines.language.certificate_format import digest
from glbtheory.engines.language.parse import parse_inequality

text, where, certificate = json.load(sys.stdin)
statement = parse_inequality(text, where)
check(certificate, statement)
for part in ("steps", "leaves", "tree"):
    if part in certificate:
        forged = {**certificate, part: certificate[part][:-1]}
        try:
            check({**forged, "digest": digest(forged)}, statement)
        except BadCertificate:
            continue
        raise SystemExit("accepted")
check_counterexample({"x": "2"}, parse_inequality("exp(x) <= 1 + x", ""))
"""
)

DECIDE = (
    FORBID.format(condition='name.startswith("glbtheory.engines.checker")')
    + """
import json
from glbtheory.engines import decide, parse_inequality

for text, where in json.load(sys.stdin):
    assert decide(parse_inequality(text, where)).outcome == "holds", text
assert decide(parse_inequality("exp(x) <= 1 + x", "x >= 0")).outcome == "refuted"
"""
)


def rules(part):
    """The rules that occur in a certificate, or in a part of one."""
    if isinstance(part, dict):
        own = {part["rule"]} if isinstance(part.get("rule"), str) else set()
        return own.union(*map(rules, part.values()))
    return set().union(*map(rules, part)) if isinstance(part, list) else set()


def in_a_process(program, data):
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input=json.dumps(data),
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("rule", STATEMENTS)
def test_every_rule_is_checked_without_the_search(rule, monkeypatch):
    text, where = STATEMENTS[rule]
    if rule != "one variable":
        monkeypatch.setattr(one_variable, "prove_one_variable", lambda *_: None)
    if rule != "lowest":
        monkeypatch.setattr(along_variable, "prove_lowest", lambda *_: None)
    evidence = decide(parse_inequality(text, where))
    assert rule in rules(evidence.certificate)
    in_a_process(CHECK, [text, where, evidence.certificate])


def test_a_tree_of_boxes_is_checked_without_the_search():
    text, where = "atan(x*y) + z**2 + w**4 + z*w/9 > x - 2", "0<=x<=1,0<=y<=1,-1<=z<=1,-1<=w<=1"
    evidence = decide(parse_inequality(text, where))
    assert "tree" in evidence.certificate
    in_a_process(CHECK, [text, where, evidence.certificate])


def test_the_search_works_without_the_checker():
    in_a_process(DECIDE, sorted(set(STATEMENTS.values())))


def imported(path):
    """The modules of this package that a file names in its imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path.name}: a relative import"
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return {name for name in names if name.startswith("glbtheory.")}


def rooms(name):
    return tuple(name.split(".")[:3])


def test_no_file_crosses_the_line():
    checker, language = (("glbtheory", "engines", room) for room in ("checker", "language"))
    allowed = {("glbtheory", "engines"), language}
    for path in ENGINES.rglob("*.py"):
        room = path.relative_to(ENGINES).parts[0]
        used = {rooms(name) for name in imported(path)}
        if room == "language":
            assert used <= allowed, path
        elif room == "checker":
            assert used <= {*allowed, checker}, path
        elif path.name not in ("prove.py", "best_constant.py"):
            # Those two are doors: what the search says, they let the checker check.
            assert checker not in used, path
