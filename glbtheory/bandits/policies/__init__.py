"""The algorithms, one file each; ``base`` has what they share and finds them by name.

==================== =============================================================================
base                 the class of every policy: select, update, late rewards, saving
generalized_linear   upper-confidence policies for generalised linear rewards
sc_d_glucb           the paper's algorithm, discount factors
sc_sw_glucb          the paper's algorithm, sliding window
d_glucb, glm_ucb,    those it is compared with
log_ucb1, log_ucb2,
ucb_glm,
restarted_glm_ucb
auto                 no numbers at all: forgetting and exploration are learnt
bandit_over_bandit   SC-D-GLUCB when the number of changes is not known
sw_ucb, d_ucb        policies for K arms, on ``k_arms``
references           policies of other papers to compare with
uniform, oracle      the two ends: no knowledge, and all of it
==================== =============================================================================
"""
