"""Rows, records and rewards as people have them, made into what the policies take.

============ =====================================================================================
tables       data frames, sparse rows, truth values, single precision: an array of floats
scaler       actions longer than 1: shortened, with the radius S lengthened by the same factor
records      dictionaries of features as vectors, by a vocabulary or by hashing
joint        a context and the features of each arm as one action; arms that are missing today
flights      the flights that left New York in 2013, as rounds
replay       a record whose outcomes are all known, played day by day
============ =====================================================================================

All of it is numpy; nothing here learns from rewards.
"""
