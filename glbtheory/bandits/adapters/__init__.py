"""Bridges to packages that people use; each needs an extra, and says so if it is missing.

=================== ===========================================================================
sklearn_estimator   the certified estimate with forgetting as a classifier of scikit-learn
river_policies      our policies as bandit policies of river
gymnasium_worlds    our environments for Gymnasium, our policies in environments of Gymnasium
off_policy          what a policy would have earned, from the log of another one; no extra needed
=================== ===========================================================================

Nothing else of the package imports these modules.
"""
