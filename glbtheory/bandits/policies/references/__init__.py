"""Policies of other papers that figures compare with: none of them is the paper's own.

============== ===============================================================================
_online        what Thompson sampling and ε-greedy share: one estimate that learns online
thompson       Thompson sampling from a Gaussian around an estimate that forgets
epsilon_greedy online regression, and now and then an action at random
d_linucb       least squares with discounted weights, and optimism
ofuglb         optimism over a likelihood-ratio set, relaxed to an ellipsoid
============== ===============================================================================
"""
