"""The command line as a hostile user meets it: answers, exit codes, one JSON value."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import mpmath as mp
import pytest

from _book import ROOT
from _ledger import all_records
from glbtheory.claims import all_claims
from glbtheory.cli import main

OUTCOMES = {"holds", "refuted", "undecided"}
VERDICTS = {
    *("holds", "holds-as-corrected", "reproduced-at-some"),
    *("holds-where-checked", "corrected-where-checked"),
    *("refuted", "not-reproduced", "undecided", "read"),
}
STRENGTHS = {"kernel", "proved", "certified", "enumerated", "searched", "sampled", "by hand"}


@pytest.fixture(scope="module", autouse=True)
def ledger_is_there() -> None:
    """The commands read the verdicts that the run of all claims has stored."""
    all_records()


def no_constant(text: str) -> Any:
    raise AssertionError(f"{text} is not JSON")


class Answer:
    """What one command said."""

    def __init__(self, code: int, out: str, err: str, seconds: float = 0.0):
        self.code, self.out, self.err, self.seconds = code, out, err, seconds

    @property
    def json(self) -> Any:
        """The one value on standard output; NaN and Infinity are not JSON."""
        assert self.err == ""
        return json.loads(self.out, parse_constant=no_constant)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*argv: str) -> Answer:
        capsys.readouterr()
        try:
            code = main(list(argv))
        except SystemExit as leaving:  # how argparse refuses
            code = int(leaving.code or 0)
        said = capsys.readouterr()
        return Answer(code, said.out, said.err)

    return run


def in_a_shell(*argv: str, **env: str) -> Answer:
    """The real thing: a new process, with the processor time it took.

    That time is not stretched by other work on the machine.
    """
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-m", "glbtheory", *argv],
        cwd=ROOT,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
    )
    after = os.times()
    spent = after.children_user - before.children_user
    spent += after.children_system - before.children_system
    return Answer(done.returncode, done.stdout, done.stderr, spent)


def refuses(answer: Answer, said: str) -> None:
    assert answer.code == 2
    assert answer.out == ""
    assert said in answer.err
    assert "Traceback" not in answer.err


# --- the catalogue ------------------------------------------------------------------------------


def test_claims_is_an_array_with_the_promised_fields(cli: Any) -> None:
    items = cli("claims", "--json").json
    assert [c["id"] for c in items] == list(all_claims())
    for item in items:
        assert {"id", "label", "lines", "kind", "title", "chapter"} <= set(item)
        assert isinstance(item["depends_on"], list)
        assert bool(item["printed_latex"]) != bool(item["reason"])


def test_claims_may_be_named_and_have_a_table(cli: Any) -> None:
    assert [c["id"] for c in cli("claims", "L4", "A1", "--json").json] == ["L4", "A1"]
    answer = cli("claims", "L4")
    assert answer.code == 0 and "average slope" in answer.out


# --- verify, show, errata -------------------------------------------------------------------------


def check_evidence(entry: dict[str, Any]) -> None:
    assert entry["outcome"] in OUTCOMES
    assert isinstance(entry["engine"], str) and entry["engine"]
    assert entry["witness"] is None or isinstance(entry["witness"], dict)


def test_verify_has_the_promised_fields(cli: Any) -> None:
    answer = cli("verify", "--json")
    assert answer.code == 0
    items = answer.json
    assert [r["id"] for r in items] == list(all_claims())
    for item in items:
        assert item["verdict"] in VERDICTS
        assert item["strength"] in STRENGTHS and item["effective_strength"] in STRENGTHS
        assert isinstance(item["scope"], str)
        if item["strength"] != "by hand":
            assert item["scope"]
        assert item["extent"] in (None, "whole", "part", "cases", "consistency")
        if item["verdict"] in ("holds", "holds-as-corrected"):
            assert item["extent"] == "whole" or item["follows"]
        assert isinstance(item["conditional_on"], list)
        assert (item["printed"] is None) == (item["verdict"] == "read")
        for evidence in (item["printed"], item["corrected"]):
            if evidence is not None:
                check_evidence(evidence)
        for mutant in item["mutants"]:
            check_evidence(mutant)
        assert item["worst_ratio"] is None or isinstance(item["worst_ratio"], float)


def test_verify_of_named_claims_keeps_the_order_and_shows_a_table(cli: Any) -> None:
    assert [r["id"] for r in cli("verify", "A3", "A2", "A3", "--json").json] == ["A3", "A2"]
    answer = cli("verify", "A3", "A7", "--jobs", "1")
    assert answer.code == 0
    assert "1 holds, 1 holds-as-corrected" in answer.out


def test_verify_without_the_cache_gives_the_same(cli: Any) -> None:
    cold = cli("verify", "A2", "--no-cache", "--json").json
    assert cold == cli("verify", "A2", "--json").json


def test_show_tells_everything_about_a_claim(cli: Any) -> None:
    text = cli("show", "N21").out
    for part in (
        "N21",
        all_claims()["N21"].lines,
        "printed (",
        "corrected:",
        "holds-as-corrected",
        "witness",
    ):
        assert part in text
    for part in ("mutant:", "chain:", "L4", "kernel theorem L4", "book/self_concordance.ipynb"):
        assert part in text
    item = cli("show", "L4", "--json").json
    assert item["id"] == "L4" and item["verdict"] == "holds"
    assert item["depends_on"] == ["A4", "Grönwall"]


def test_errata_has_the_promised_fields(cli: Any) -> None:
    answer = cli("errata", "--json")
    assert answer.code == 0
    for item in answer.json:
        promised = {"id", "slip", "lines", "fidelity", "group", "witness", "claims", "hypotheses"}
        assert promised <= set(item)
        assert item["printed"] and item["witness"] and not item["broken_hypotheses"]
    assert "N21" in cli("errata").out
    asked = cli("errata", "--json", "T2", "n21").json
    assert {name for e in asked for name in e["claims"]} == {"T2", "N21"}


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["verify", "A99"], "unknown claim A99"),
        (["verify", "a99"], "unknown claim a99"),
        (["verify", ""], "unknown claim"),
        (["show", "A99"], "unknown claim A99"),
        (["claims", "A1", "A99"], "unknown claim A99"),
        (["verify", "A1", "--jobs", "0"], "jobs must be at least 1"),
        (["verify", "A1", "--jobs", "-1"], "jobs must be at least 1"),
        (["verify", "A1", "--jobs", "two"], "invalid int"),
        (["verify", "--bogus"], "unrecognized arguments"),
        (["errata", "A1"], "A1 is not refuted as printed"),
        (["show"], "required"),
        (["prove"], "required"),
        (["bogus"], "invalid choice"),
        ([], "required"),
    ],
)
def test_bad_calls(cli: Any, argv: list[str], said: str) -> None:
    refuses(cli(*argv), said)


# --- claims from elsewhere ------------------------------------------------------------------------

OWN = """
from glbtheory.claims.model import Bound, Claim

bound = Bound("log(1+x)", "<=", "{factor}*x", "x >= 0", tokens={"factor": "1"})
CLAIMS = [
    Claim(
        id="MINE1", lines="-", kind="step", chapter="mine", title="[/a title] with [brackets]",
        printed=[bound],
        mutants=[bound.mutant("one per cent less", factor="0.99")],
        depends_on=["A2"],
    )
]
"""


FOREIGN = 'Bound("log(1+x)", "<=", "0.99*x", "x >= 0", why="one per cent less")'


@pytest.fixture
def own(tmp_path: Path) -> Any:
    def write(text: str) -> str:
        path = tmp_path / "mine.py"
        path.write_text(text)
        return str(path)

    return write


def test_claims_from_a_file_run_through_the_same_ledger(cli: Any, own: Any) -> None:
    path = own(OWN)
    (item,) = cli("verify", "--from", path, "--json").json
    assert (item["id"], item["verdict"]) == ("MINE1", "holds")
    assert item["effective_strength"] == "proved"
    both = cli("verify", "MINE1", "A2", "--from", path, "--json").json
    assert [r["id"] for r in both] == ["MINE1", "A2"]
    assert "[/a title] with [brackets]" in cli("verify", "--from", path).out


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('"factor": "1"', '"factor": "1/2"', 1),
        ("0.99", "1.01", 1),
        ('"log(1+x)", "<="', '"log(x)", "<="', 3),
    ],
    ids=["false", "mutant-survives", "undefined"],
)
def test_exit_codes_of_verify(cli: Any, own: Any, old: str, new: str, code: int) -> None:
    assert OWN.count(old) == 1
    answer = cli("verify", "--from", own(OWN.replace(old, new)), "--json")
    assert answer.code == code
    assert isinstance(answer.json, list)


def test_verify_names_the_mutant_that_survives(cli: Any, own: Any) -> None:
    answer = cli("verify", "--from", own(OWN.replace("0.99", "1.01")))
    assert "MINE1: mutant not refuted: one per cent less" in answer.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "must define CLAIMS"),
        ("CLAIMS = 3", "must define CLAIMS"),
        ("CLAIMS = [3]", "must define CLAIMS"),
        ("def", "SyntaxError"),
        ("1/0", "ZeroDivisionError"),
        (OWN.replace("MINE1", "A1"), "A1 is an id of the paper"),
        (OWN + "CLAIMS = CLAIMS + CLAIMS\n", "two claims have the id MINE1"),
        (OWN.replace('"A2"', '"Nowhere"'), "rests on Nowhere"),
        (OWN.replace("tokens={", r'latex=r"R_{T} \leq x", tokens={'), "algebra of closed forms"),
        (OWN.replace('bound.mutant("one per cent less", factor="0.99")', FOREIGN), "of its own"),
    ],
)
def test_files_that_hold_no_claims(cli: Any, own: Any, text: str, said: str) -> None:
    refuses(cli("verify", "--from", own(text)), said)


def test_files_that_are_no_files(cli: Any, tmp_path: Path) -> None:
    for path in ("nowhere.py", str(tmp_path), ""):
        refuses(cli("verify", "--from", path), "is not a Python file")


# --- prove ----------------------------------------------------------------------------------------

TRUE = [
    ("1/(1+x) <= (1-exp(-x))/x", "x > 0"),
    ("log(1+x) >= x/2", "0 <= x <= 1"),
    ("exp(x) <= 1+x+x**2", "-1 <= x <= 1"),
    ("log(1/g) >= (1-g)/(2*g)", "1/2 <= g <= 1"),
    ("x/(1+x) <= log(1+x)", "x >= 0"),
]
#: The same with a constant moved by one per cent where the inequality is tight.
FALSE = [
    ("1/(1+0.99*x) <= (1-exp(-x))/x", "x > 0"),
    ("1.01/(1+x) <= (1-exp(-x))/x", "x > 0"),
    ("exp(x) <= 1+0.99*x+x**2", "-1 <= x <= 1"),
    ("exp(x) <= 1+1.01*x+x**2", "-1 <= x <= 1"),
    ("exp(x) <= 0.99+x+x**2", "-1 <= x <= 1"),
    ("log(1+x) >= x/2 + 0.01", "0 <= x <= 1"),
    ("log(1/g) >= (1-g)/(2*g) + 0.01", "1/2 <= g <= 1"),
    ("1.01*x/(1+x) <= log(1+x)", "x >= 0"),
    ("x/(1+x) <= 0.99*log(1+x)", "x >= 0"),
]
MORE_TRUE = [
    ("0.1 + 0.2 == 0.3", ""),
    ("0.1 + 0.2 <= 0.3", ""),
    ("(gamma + lambda + beta + S + N + E)**2 >= 0", ""),
    ("lambda*gamma <= E + 1", "0 <= lambda <= 1, 0 <= gamma <= 1, E >= 0"),
    ("sqrt(x*y) <= (x+y)/2", "x >= 0, y >= 0"),
    ("tanh(x) <= x", "x >= 0"),
    ("abs(atan(x)) <= 2", ""),
    ("min(x, y) <= max(x, y)", "0 <= x <= 1, 0 <= y <= 1"),
    ("x <= 1", "x == 1/2"),
    ("-x<=1", "-1<=x<=1"),
    ("x**2 + 1 > 0", ""),
]
MORE_FALSE = [
    ("0.1 + 0.2 < 0.3", ""),
    ("x < 1", "0 <= x <= 1"),
    ("cosh(x) - sinh(x) >= 1", "x >= 0"),
    ("N*S <= 1", "0 <= N <= 2, 0 <= S <= 1"),
    ("-x<=0.99", "-1<=x<=1"),
]


@pytest.mark.parametrize(("inequality", "where"), TRUE + MORE_TRUE)
def test_prove_and_check_the_certificate(
    cli: Any, tmp_path: Path, inequality: str, where: str
) -> None:
    path = tmp_path / "certificate.json"
    path.write_text("something older and much longer than nothing" * 1000)
    answer = cli("prove", inequality, "--where", where, "--certificate", str(path), "--json")
    assert answer.code == 0
    assert answer.json["outcome"] == "proved" and answer.json["witness"] is None
    assert answer.json["strength"] in ("proved", "certified")

    certificate = json.loads(path.read_text())
    assert isinstance(certificate["statement"], str) and isinstance(certificate["domain"], str)
    for leaf in certificate.get("leaves", []):
        assert set(leaf) >= {"box", "rule"}
        assert all(len(ends) == 2 for ends in leaf["box"].values())
    assert certificate.get("leaves") or certificate["steps"]

    verdict = cli("check-certificate", str(path), inequality, "--where", where, "--json")
    assert verdict.code == 0 and verdict.json["valid"] is True
    other = cli("check-certificate", str(path), f"{inequality} + 1", "--where", where)
    assert other.code == 1 and "another statement" in other.out


@pytest.mark.parametrize(("inequality", "where"), FALSE + MORE_FALSE)
def test_refute_with_a_rational_point(
    cli: Any, tmp_path: Path, inequality: str, where: str
) -> None:
    path = tmp_path / "certificate.json"
    answer = cli("prove", inequality, "--where", where, "--certificate", str(path), "--json")
    assert answer.code == 1
    assert answer.json["outcome"] == "refuted"
    for value in answer.json["witness"].values():
        assert set(value) <= set("-/0123456789")
    assert not path.exists(), "there is nothing to certify"
    line = cli("prove", inequality, "--where", where)
    assert line.code == 1 and line.out.startswith("refuted")


def test_undecided_is_three(cli: Any) -> None:
    """A tower of exponentials is larger than any number the engines can hold."""
    answer = cli("prove", "exp(exp(exp(exp(10)))) >= 1", "--json")
    assert answer.code == 3
    assert answer.json["outcome"] == "undecided"
    assert answer.json["witness"] is None and answer.json["strength"] is None


def test_a_certificate_of_another_domain_is_rejected(cli: Any, tmp_path: Path) -> None:
    path = str(tmp_path / "c.json")
    assert cli("prove", "x <= 1", "--where", "0 <= x <= 1/2", "--certificate", path).code == 0
    for where in ("0 <= x <= 1", "0 <= x < 1/2", "x <= 1/2", ""):
        answer = cli("check-certificate", path, "x <= 1", "--where", where, "--json")
        assert answer.code == 1 and "another domain" in answer.json["reason"]


@pytest.mark.parametrize(
    ("inequality", "where", "said"),
    [
        ("x", "", "exactly one"),
        ("x <= y <= z", "", "exactly one"),
        ("", "", "empty"),
        ("   ", "", "empty"),
        ("x <=", "", "ends too early"),
        ("<= x", "", "<="),
        ("(x <= 1", "", "expected ')'"),
        ("x <= 1)", "", "unexpected ')'"),
        ("foo(x) <= 1", "", "unknown function"),
        ("sec(x) <= 1", "", "unknown function"),
        ("exp(x, y) <= 1", "", "one argument"),
        ("exp() <= 1", "", "unexpected"),
        ("min(x) <= 1", "", "two or more"),
        ("x ^ 2 >= 0", "", "**"),
        ("x = 1", "", "=="),
        ("x != 1", "", "unexpected character"),
        ("2x <= 1", "", "unexpected"),
        ("x.real <= 1", "", "unexpected character"),
        ("__import__('os') <= 1", "", "unexpected character"),
        ("lambda: 1 <= 2", "", "unexpected character"),
        ("x <= 1; y <= 2", "", "unexpected character"),
        ("μ <= 1", "", "unexpected character"),
        ("x <= nan", "", "not a number"),
        ("x <= inf", "", "not a number"),
        ("x <= 1e999999", "", "out of range"),
        ("x**100000 >= 0", "", "too large"),
        ("(" * 500 + "x" + ")" * 500 + " <= 1", "", "nested"),
        ("x <= 1", "0 <= x <= -1", "empty domain"),
        ("x <= 1", "0 < x < 0", "empty domain"),
        ("x <= 1", "x > 1, x < 1", "empty domain"),
        ("x <= 1", "x == 1, x == 2", "empty domain"),
        ("x <= 1", "y > 0", "does not contain"),
        ("x <= 1", "x", "list of bounds"),
        ("x <= y", "x < y, y < x", "empty domain"),
        ("x <= 1", "x > 0 y > 0", "expected ','"),
        ("x <= 1", "x > nan", "not a number"),
        ("x <= 1", "x > 0,", "ends too early"),
        ("x <= 1", "1 <= 2", "variable"),
        ("x <= 1", "x <= 1/0", "divides by zero"),
        ("x/x <= 1", "-1 <= x <= 1", "undefined on the domain"),
        ("1/(x-1) <= 5", "0 <= x <= 2", "undefined on the domain"),
        ("1/(3*x-1) <= 5", "0 <= x <= 2", "undefined on the domain"),
        ("1/(x**2-2) <= 5", "0 <= x <= 2", "undefined on the domain"),
        ("x**(-1) <= 5", "-1 <= x <= 1", "undefined on the domain"),
        ("log(x) <= x", "x >= 0", "undefined on the domain"),
        ("log(x) <= x", "-2 <= x <= -1", "undefined on the domain"),
        ("sqrt(x) <= 2", "-1 <= x <= 1", "undefined on the domain"),
        ("sqrt(x-y) <= 2", "0 <= x <= 1, 0 <= y <= 1", "undefined on the domain"),
        ("1/0 <= 1", "", "0"),
        ("log(0) <= 1", "", "0"),
    ],
)
def test_what_is_no_question_is_refused(cli: Any, inequality: str, where: str, said: str) -> None:
    refuses(cli("prove", inequality, "--where", where, "--json"), said)


@pytest.mark.parametrize("path", [".", "nowhere/c.json", "", "a" * 300, "/dev/full", "a\0b"])
def test_a_certificate_that_cannot_be_written_is_refused(cli: Any, path: str) -> None:
    refuses(cli("prove", "x <= 1", "--where", "x <= 1", "--certificate", path), "")


# --- check-certificate ----------------------------------------------------------------------------

STATEMENT, DOMAIN = "exp(x) <= 1+x+x**2", "-1 <= x <= 1"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    path = tmp_path_factory.mktemp("certificate") / "c.json"
    assert main(["prove", STATEMENT, "--where", DOMAIN, "--certificate", str(path)]) == 0
    return dict(json.loads(path.read_text()))


@pytest.fixture
def checked(cli: Any, tmp_path: Path) -> Any:
    def run(content: bytes) -> Answer:
        path = tmp_path / "c.json"
        path.write_bytes(content)
        return cli("check-certificate", str(path), STATEMENT, "--where", DOMAIN, "--json")

    return run


@pytest.mark.parametrize(
    "content",
    [b"", b"no json", b"[]", b"null", b"{}", b"3", b'"text"', b"\xff\xfe\x00", b"[" * 100_000],
)
def test_what_is_no_certificate_is_rejected(checked: Any, content: bytes) -> None:
    answer = checked(content)
    assert answer.code == 1
    assert answer.json["valid"] is False and answer.json["reason"]


def test_a_truncated_or_tampered_certificate_is_rejected(
    checked: Any, certificate: dict[str, Any]
) -> None:
    text = json.dumps(certificate)
    assert checked(text.encode()).code == 0
    assert checked(text[:-30].encode()).code == 1
    for key in certificate:
        without = {k: v for k, v in certificate.items() if k != key}
        assert checked(json.dumps(without).encode()).code == 1, key
        for junk in (None, ["other"], {"other": 1}, "other", -1):
            assert checked(json.dumps({**certificate, key: junk}).encode()).code == 1, key


def test_a_missing_certificate_is_bad_input(cli: Any, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere.json"):
        refuses(cli("check-certificate", str(path), "x <= 1", "--where", "x <= 1"), "cannot read")


def test_check_refuses_what_is_no_statement(cli: Any, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text("{}")
    refuses(cli("check-certificate", str(path), "x <= y <= z"), "exactly one")


NO_FLINT = """
import sys
sys.modules["flint"] = None
from glbtheory.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("inequality", "where"),
    [(STATEMENT, DOMAIN), ("x*(1-x) <= 1/4", ""), ("x/(1+x) <= log(1+x)", "x >= 0")],
    ids=["cover", "polynomial", "ladder"],
)
def test_certificates_are_checked_without_python_flint(
    tmp_path: Path, inequality: str, where: str
) -> None:
    path = str(tmp_path / "c.json")
    assert main(["prove", inequality, "--where", where, "--certificate", path]) == 0
    call = [sys.executable, "-c", NO_FLINT, "check-certificate", path, inequality]
    done = subprocess.run(
        [*call, "--where", where],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "valid\n", "")


# --- value ----------------------------------------------------------------------------------------

RHO = {
    "d": "2",
    "T": "1000",
    "lam": "1",
    "delta": "0.1",
    "gamma": "0.99",
    "k_mu": "1/4",
    "m": "1",
}


def pairs(arguments: dict[str, str]) -> list[str]:
    return [f"{k}={v}" for k, v in arguments.items()]


def test_value_lists_every_closed_form(cli: Any) -> None:
    names = {f["name"] for f in cli("value", "--json").json}
    wanted = {"c_mu", "k_mu", "rho", "s_bar", "beta", "beta_bar", "rho_window", "beta_window"}
    assert wanted <= names
    text = cli("value").out
    assert all(f"\n{name} " in f"\n{text}" for name in names)


def test_value_has_fifteen_digits(cli: Any) -> None:
    item = cli("value", "c_mu", "link=logistic", "S=6", "--json").json
    with mp.workdps(30):
        exact = 1 / (2 + mp.exp(6) + mp.exp(-6))
    assert item["value"] == float(exact)
    assert item["text"] == mp.nstr(exact, 15)
    assert cli("value", "c_mu", "link=logistic", "S=6").out == f"{mp.nstr(exact, 15)}\n"
    assert cli("value", "k_mu", "link=Logistic").out.startswith("0.25")


def test_options_may_stand_anywhere(cli: Any) -> None:
    first = cli("value", "--json", "rho", *pairs(RHO)).json
    assert cli("value", "rho", "--json", *pairs(RHO)).json == first
    assert cli("value", "rho", *pairs(RHO), "--json").json == first


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"gamma": "1"}, "gamma must be in (0, 1)"),
        ({"gamma": "0"}, "gamma must be in (0, 1)"),
        ({"lam": "0"}, "lam must be > 0"),
        ({"d": "1.5"}, "d must be a positive integer"),
        ({"delta": "0"}, "delta must be in (0, 1]"),
        ({"T": "0"}, "T must be an integer >= 1"),
        ({"m": "-1"}, "m must be > 0"),
        ({"m": "nan"}, "m must be a number > 0"),
        ({"m": "inf"}, "m must be a number > 0"),
        ({"m": ""}, "m must be a number > 0"),
        ({"T": "1e99999999999"}, "T must be an integer"),
        ({"link": "nope"}, "link must be one of"),
        ({"foo": "1"}, "unknown argument foo"),
        ({"d": None}, "rho needs d"),
        ({"gamma": None, "lam": None}, "rho needs lam, gamma"),
    ],
)
def test_bad_values(cli: Any, change: dict[str, str | None], said: str) -> None:
    arguments = {k: v for k, v in {**RHO, **change}.items() if v is not None}
    refuses(cli("value", "rho", *pairs(arguments), "--json"), said)


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["nope"], "unknown formula nope"),
        (["rho", "d"], "key=value"),
        (["rho", "=1"], "key=value"),
        (["rho", "d=2", "d=3"], "once each"),
        (["k_mu", "link=poisson"], "infinite"),
        (["c_mu", "link=logistic"], "needs S"),
        (["c_mu", "link=logistic", "S=0"], "S must be > 0"),
        (["k_mu"], "needs link"),
        (["rho", "--bogus"], "unrecognized arguments"),
        (["tau_worst_case", "d=2", "T=99", "c_mu=1", "Gamma=0"], "not a finite real number"),
        (["tau_arms", "K=2", "T=99", "Gamma=0", "--json"], "not a finite real number"),
        (["gamma_gap", "d=2", "T=99", "c_mu=1", "Gamma=0"], "outside (0, 1): there are no"),
        (["gamma_worst_case", "d=2", "T=99", "c_mu=1", "Gamma=9999"], "T too small for so many"),
        (["lam_theorem", "d=2", "T=1"], "T must be at least 2"),
        (["rho", "link=poisson"], "no finite k_mu and no largest reward m"),
        (["rho", "link=logistic", "k_mu=3"], "k_mu = 3 contradicts link=logistic"),
        (["c_mu", "c_mu=abc"], "c_mu must be a number > 0"),
    ],
)
def test_bad_calls_of_value(cli: Any, argv: list[str], said: str) -> None:
    refuses(cli("value", *argv), said)


def test_a_value_beyond_floats_is_text_but_no_json_number(cli: Any) -> None:
    huge = pairs({**RHO, "S": "1e400", "lam": "1e-400"})
    refuses(cli("value", "beta", *huge, "--json"), "beyond a JSON number")
    assert "e+" in cli("value", "beta", *huge).out


# --- as a process ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("inequality", "where"), [TRUE[0], FALSE[0]], ids=["true", "false"])
def test_an_inequality_is_settled_in_five_seconds(inequality: str, where: str) -> None:
    """Start-up included."""
    answer = in_a_shell("prove", inequality, "--where", where, "--json")
    assert answer.json["outcome"] == ("proved" if answer.code == 0 else "refuted")
    assert answer.seconds < 5


def test_a_process_answers_in_json_alone_and_quickly_from_the_cache() -> None:
    answer = in_a_shell("verify", "--json")
    assert answer.code == 0 and len(answer.json) == len(all_claims())
    assert answer.seconds < 15


def test_a_process_refuses_without_a_traceback() -> None:
    refuses(in_a_shell("prove", "1/x <= 1", "--where", "-1<=x<=1"), "undefined")


def test_a_terminal_without_greek_letters_is_served() -> None:
    answer = in_a_shell("claims", "--json", PYTHONIOENCODING="ascii")
    assert answer.code == 0
    assert {c["id"]: c["title"] for c in answer.json}["A2"] == all_claims()["A2"].title
    answer = in_a_shell("claims", "A3", PYTHONIOENCODING="ascii")
    assert answer.code == 0 and answer.err == ""


def test_help_is_there_for_every_command(cli: Any) -> None:
    for name in ("claims", "verify", "show", "errata", "prove", "check-certificate", "value"):
        assert name in cli("-h").out
        answer = cli(name, "--help")
        assert answer.code == 0 and "--json" in answer.out
