"""Claims of the chapter ``potentials``: determinants and potentials.

| file | claims |
| --- | --- |
| ``determinants`` | P9, C9, C10, C11 and their steps |
| ``elliptical_steps`` | I43 to I47: what one round does to the determinant |
| ``elliptical_lemma_discounts`` | lemma L7, its mutants, and its best factor Z22 |
| ``elliptical_lemma_window`` | lemma L8, its blocks I48 to I50, its best factor Z24, and Z23 |
| ``elliptical_proofs`` | Z146 to Z148: both proofs as whole chains |
| ``use_in_regret`` | I24 to I30: what the regret proof does with them |
"""
