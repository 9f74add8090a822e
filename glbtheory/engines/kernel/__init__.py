"""Theorems that the kernel of Coq has checked: the strongest evidence there is here.

The sources stand in ``formal/``, next to the package; the files ``claims_*.v`` there restate
what the paper claims, one theorem for each claim.  Coq is needed to check them, and not to use what
it found.

========= ==========================================================================
sentences the text of a Coq file without comments and strings
sources   the files, their digest, and what none of them may say
axioms    the axioms that a theorem may rest on
installed which parts of Coq are there, and what Debian calls the others
processes runs programs and measures them
build     compiles what has changed
audit     asks Coq for statements and axioms
recheck   lets coqchk check the compiled files
checked   the record ``formal/checked.json``
lookup    one theorem or lemma of the record, by its name
refresh   all of these, for ``make proofs``
evidence  ``kernel_evidence``: what the record shows
========= ==========================================================================
"""
