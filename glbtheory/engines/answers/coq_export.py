"""A proof for Coq, written from a certificate: polynomials by nra, ladders by a lemma of their own.

The file needs Coq's reals, and Coquelicot for derivatives.  Whether Coq takes it is for Coq to say:
:func:`checked_proof` returns only what coqc has accepted, where coqc is installed.
"""

from __future__ import annotations

import itertools
import shutil
import subprocess
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any

from glbtheory.engines.answers.coq_text import NotForCoq, coq, exponential_rewrites
from glbtheory.engines.counterexamples.refutation import Point, touching_points
from glbtheory.engines.explanation.rules import as_ladders
from glbtheory.engines.language.domain import Inequality
from glbtheory.engines.language.expression import Expr, num, substitute, var
from glbtheory.engines.language.parse import parse_expression

_SECONDS = 120
_MAX_HINTS = 15

_POLYNOMIAL_HEAD = """From Coq Require Import Reals Lra Psatz.
Local Open Scope R_scope.
"""
_LADDER_HEAD = r"""From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
Local Open Scope R_scope.

(* A function that starts at a value >= 0 and has a derivative >= 0 is >= 0. *)
Lemma climb : forall f d : R -> R,
  (forall u, 0 <= u -> is_derive f u (d u)) -> 0 <= f 0 ->
  (forall u, 0 < u -> 0 <= d u) -> forall u, 0 <= u -> 0 <= f u.
Proof.
  intros f d Hd H0 Hp u Hu.
  destruct (Req_dec u 0) as [-> | Hne]; [exact H0 |].
  destruct (MVT_cor2 f d 0 u) as [c [Heq Hc]].
  - lra.
  - intros x Hx. apply is_derive_Reals. apply Hd. lra.
  - assert (0 <= d c) by (apply Hp; lra). nra.
Qed.

Lemma of_product : forall m x : R, 0 < m -> 0 <= m * x -> 0 <= x.
Proof. intros m x Hm H. apply Rmult_le_reg_l with m; lra. Qed.

Ltac visibly := solve
  [ assumption | lra
  | lazymatch goal with
    | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; visibly
    | |- 0 <= _ * _ => apply Rmult_le_pos; visibly
    | |- 0 < _ * _ => apply Rmult_lt_0_compat; visibly
    | |- 0 < _ + _ => apply Rplus_lt_0_compat; visibly
    | |- 0 < _ + _ => apply Rplus_le_lt_0_compat; visibly
    | |- 0 < _ + _ => apply Rplus_lt_le_0_compat; visibly
    | |- 0 <= / _ => left; apply Rinv_0_lt_compat; visibly
    | |- 0 < / _ => apply Rinv_0_lt_compat; visibly
    | |- 0 <= _ / _ => unfold Rdiv; visibly
    | |- 0 < _ / _ => unfold Rdiv; visibly
    | |- 0 <= exp _ => left; apply exp_pos
    | |- 0 < exp _ => apply exp_pos
    | |- 0 < sqrt _ => apply sqrt_lt_R0; visibly
    | |- 0 <= sqrt _ => apply sqrt_pos
    | |- 0 <= _ => left; visibly
    end | nra ].
Ltac sides := repeat split; try exact I;
  try (apply Rgt_not_eq; unfold Rgt; visibly); try visibly; try lra.
Ltac equal := try ring; field_simplify_eq; try ring; sides.
"""


def proofs(statement: Inequality, certificate: dict[str, Any]) -> list[str]:
    """Texts of Coq files, the shortest first; raises :class:`NotForCoq` if there is none."""
    if statement.conditional or statement.relation == "==":
        raise NotForCoq("side conditions and equations are not written for Coq")
    for name in statement.domain:
        if not name.isidentifier() or name in ("exp", "ln", "sqrt", "PI", "R", "u"):
            raise NotForCoq(f"the variable {name} has another meaning in Coq")
    found = [_polynomial_proof(statement)] if _is_polynomial(statement.gap) else []
    steps = as_ladders(statement, certificate, "polynomial", "one variable").get("steps", [])
    rules = {s["rule"] for s in steps} - {"defined"}
    if rules == {"ladder"} and len(statement.domain) == 1 and not statement.strict:
        ladders = [s for s in steps if s["rule"] == "ladder"]
        found.append(_LADDER_HEAD + _ladder_proof(statement, ladders))
    if not found and not steps:
        raise NotForCoq("the proof is a cover with boxes, which takes Coq's interval library")
    if not found:
        raise NotForCoq(f"no Coq text is known for {', '.join(sorted(rules))} in this form")
    return found


def _is_polynomial(expr: Expr) -> bool:
    plain = {"num", "var", "add", "sub", "mul", "neg", "pow", "div"}
    return {e.op for e in expr.walk()} <= plain and not any(
        (e.op == "div" and e.args[1].op != "num") or (e.op == "pow" and int(e.value or 0) < 0)
        for e in expr.walk()
    )


def checked_proof(statement: Inequality, certificate: dict[str, Any]) -> tuple[str, bool]:
    """(the file, whether coqc has accepted it); raises :class:`NotForCoq` if coqc refuses all."""
    texts = proofs(statement, certificate)
    coqc = shutil.which("coqc")
    if coqc is None:
        return texts[0], False
    faults = []
    for text in texts:
        fault = _fault(coqc, text)
        if fault is None:
            return text, True
        faults.append(fault)
    raise NotForCoq(faults[-1])


def _fault(coqc: str, text: str) -> str | None:
    """What coqc has against a file; None if it accepts it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "proved.v"
        path.write_text(text)
        command = [coqc, "-q", str(path)]
        try:
            done = subprocess.run(
                command, cwd=folder, capture_output=True, text=True, timeout=_SECONDS
            )
        except subprocess.TimeoutExpired:
            return f"coqc did not finish in {_SECONDS} s"
    if done.returncode == 0:
        return None
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    error = next((k for k, line in enumerate(lines) if line.startswith("Error")), 0)
    return f"coqc does not accept the proof: {' '.join(lines[error : error + 3])}"


# --- statements -----------------------------------------------------------------------------------


def _hypotheses(statement: Inequality) -> list[str]:
    found = []
    for name, interval in statement.domain.items():
        for end, is_open, left in (
            (interval.lo, interval.lo_open, True),
            (interval.hi, interval.hi_open, False),
        ):
            if isinstance(end, Fraction):
                a, b = (coq(num(end)), name) if left else (name, coq(num(end)))
                found.append(f"{a} {'<' if is_open else '<='} {b}")
    return found


def _theorem(statement: Inequality) -> str:
    names = " ".join(statement.domain)
    quantifier = f"forall {names} : R, " if names else ""
    given = "".join(f"{h} -> " for h in _hypotheses(statement))
    claim = f"{coq(statement.lhs)} {statement.relation} {coq(statement.rhs)}"
    return f"Theorem proved : {quantifier}{given}{claim}."


def _polynomial_proof(statement: Inequality) -> str:
    """nra with squares as hints: of the variables, their sums, and where both sides touch."""
    names = list(statement.domain)
    hints = [f"{x} - {coq(num(p[x]))}" for p in _touching(statement) for x in names]
    hints += [f"{x} {s} {y}" for x, y in itertools.combinations(names, 2) for s in "-+"]
    hints += names
    posed = "\n".join(f"  pose proof (pow2_ge_0 ({h}))." for h in hints[:_MAX_HINTS])
    script = f"Proof.\n  intros.\n{posed}\n  nra.\nQed.\n"
    return f"{_POLYNOMIAL_HEAD}\n{_theorem(statement)}\n{script}"


def _touching(statement: Inequality) -> list[Point]:
    return touching_points(statement.gap, statement.domain)[:2]


# --- ladders --------------------------------------------------------------------------------------


def _ladder_proof(statement: Inequality, steps: list[dict[str, Any]]) -> str:
    ((name, interval),) = statement.domain.items()
    lo, hi = interval.lo, interval.hi
    if isinstance(lo, Fraction):
        ways = [("", num(lo), 1)]
    elif isinstance(hi, Fraction):
        ways = [("", num(hi), -1)]
    else:
        ways = [("right", num(0), 1), ("left", num(0), -1)]
    if len(ways) != len(steps):
        raise NotForCoq("the ladders are not those of a half-line or a line")
    text = ""
    for (tag, start, sign), step in zip(ways, steps, strict=True):
        text += _chain(tag, step, f"u_{name}")
        text += _part(tag, statement, name, start, sign, step, f"u_{name}")
    if len(ways) == 2:
        body = f"destruct (Rle_lt_dec 0 {name}); [apply part_right | apply part_left]; lra."
    else:
        body = "apply part; lra."
    return f"{text}\n{_theorem(statement)}\nProof. intros. {body} Qed.\n"


def _chain(tag: str, step: dict[str, Any], u: str) -> str:
    """The functions of a ladder, and that each is >= 0, the last one first."""
    rungs = [
        {k: parse_expression(rung[k]) for k in ("expression", "multiplier")}
        for rung in step["rungs"]
    ]
    functions = [substitute(r["expression"], {u: var("u")}) for r in rungs]
    factors = [substitute(r["multiplier"], {u: var("u")}) for r in rungs]
    lines = [""]
    for k, f in enumerate(functions):
        lines.append(f"Definition f{tag}{k} (u : R) : R := {coq(f, split=True)}.")
    last = len(functions) - 1
    lines.append(f"Lemma above{tag}{last} : forall u, 0 < u -> 0 <= f{tag}{last} u.")
    lines.append(f"Proof. intros u Hu. unfold f{tag}{last}. visibly. Qed.")
    for k in range(last - 1, -1, -1):
        slope = coq(_derivative(functions[k]), split=True)
        factor = coq(factors[k + 1], split=True)
        here, above = f"f{tag}{k}", f"f{tag}{k + 1}"
        lines += [
            f"Lemma above{tag}{k} : forall u, 0 < u -> 0 <= {here} u.",
            "Proof.",
            f"  intros u Hu. apply (climb {here} (fun u => {slope})); [| | | lra].",
            f"  - intros v Hv. unfold {here}. auto_derive; [sides | equal].",
            f"  - unfold {here}. rewrite ?exp_0, ?Rplus_0_r, ?ln_1, ?sqrt_1. try lra; nra.",
            f"  - intros v Hv. apply (of_product ((fun u => {factor}) v)); [visibly |].",
            f"    replace (_ * _) with ({above} v); [apply above{tag}{k + 1}; exact Hv |].",
            f"    unfold {above}. equal.",
            "Qed.",
        ]
    return "\n".join(lines) + "\n"


def _derivative(expr: Expr) -> Expr:
    from glbtheory.engines.symbolic import from_sympy, sp, to_sympy

    u = sp.Symbol("u", positive=True)
    return from_sympy(sp.expand(sp.diff(to_sympy(expr, {"u": u}), u)))


def _part(
    tag: str,
    statement: Inequality,
    name: str,
    start: Expr,
    sign: int,
    step: dict[str, Any],
    u: str,
) -> str:
    """The statement on one half-line, from the first function of the ladder."""
    part = f"part_{tag}" if tag else "part"
    interval = statement.domain[name]
    is_open = (interval.lo_open if sign == 1 else interval.hi_open) if not tag else sign == -1
    relation = "<" if is_open else "<="
    ends = (coq(start), name) if sign == 1 else (name, coq(start))
    new = start + var("u") if sign == 1 else start - var("u")
    if start == num(0):
        new = var("u") if sign == 1 else -var("u")
    gap = substitute(statement.gap, {name: new})
    factor = substitute(parse_expression(step["rungs"][0]["multiplier"]), {u: var("u")})
    rewrites = "".join(
        f"    replace {written} with {product} by ({_SPLIT}).\n"
        for written, product in exponential_rewrites(gap)
    )
    claim = f"{coq(statement.lhs)} {statement.relation} {coq(statement.rhs)}"
    back = f"{name} - {coq(start)}" if sign == 1 else f"{coq(start)} - {name}"
    zero = "" if is_open else _AT_START
    return f"""Lemma gap{tag} : forall u, 0 {relation} u -> 0 <= {coq(gap)}.
Proof.
  intros u Hu.{zero}
  apply (of_product ({coq(factor, split=True)})); [visibly |].
  replace (_ * _) with (f{tag}0 u); [apply above{tag}0; lra |].
  unfold f{tag}0.
{rewrites}  equal.
Qed.
Lemma {part} : forall {name} : R, {ends[0]} {relation} {ends[1]} -> {claim}.
Proof.
  intros {name} H. assert (G := gap{tag} ({back})).
  replace ({_shown(new, back)}) with {name} in G by ring. lra.
Qed.
"""


def _shown(new: Expr, back: str) -> str:
    return coq(new).replace("u", f"({back})")


_AT_START = """
  destruct (Req_dec u 0) as [-> | Hne];
    [rewrite ?Ropp_0, ?Rplus_0_r, ?Rminus_0_r, ?exp_0, ?ln_1, ?sqrt_1; try lra; nra |].
  assert (Hu' : 0 < u) by lra. clear Hu. rename Hu' into Hu."""
#: Why an exponential is a product of exponentials.
_SPLIT = "unfold Rdiv; rewrite <- ?exp_plus, <- ?exp_Ropp, <- ?exp_plus, ?Rmult_1_l; f_equal; lra"
