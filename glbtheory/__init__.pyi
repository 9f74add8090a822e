# The types of the names that __init__.py loads on first use; a test compares the two lists.
from glbtheory import bandits as bandits
from glbtheory import book as book
from glbtheory import claims as claims
from glbtheory import concentration as concentration
from glbtheory import engines as engines
from glbtheory import formulas as formulas
from glbtheory import ledger as ledger
from glbtheory import regret as regret
from glbtheory import setting as setting
from glbtheory.claims import Bound as Bound
from glbtheory.claims import Claim as Claim
from glbtheory.engines.evidence import Evidence as Evidence
from glbtheory.engines.prove import prove as prove
from glbtheory.ledger.asking import verify as verify
from glbtheory.regret.potentials import log_growth as log_growth
from glbtheory.regret.potentials import potential as potential
from glbtheory.setting.forgetting import Discount as Discount
from glbtheory.setting.forgetting import Forever as Forever
from glbtheory.setting.forgetting import Window as Window
from glbtheory.setting.likelihood import estimate as estimate
from glbtheory.setting.links import Link as Link
from glbtheory.setting.links import binomial as binomial
from glbtheory.setting.links import linear as linear
from glbtheory.setting.links import logistic as logistic
from glbtheory.setting.links import poisson as poisson

__version__: str
