"""Compiled functions (numba), and nothing else.

================= ===============================================================================
play              rounds of a policy: choose, learn, and whole runs
tracker,          local_model, local_newton the estimate in one or two dimensions, round by round
newton,           newton_store               the estimate in any dimension, from all data
blocks,           blocks_newton, play_blocks the same at a cost that the past does not raise
packed                                       symmetric matrices, and the widths of actions
projection_bound, projection_search the projection on a disc, with a certificate
draws,            rewards                     random actions and rewards
elementary,       double_double          exp and twice the precision, the same bits everywhere
compile,          link_codes                how machine code is kept; links by number
================= ===============================================================================
"""
