"""Many runs: what is simulated, who computes it, where it is kept, and what it says.

============== ===================================================================================
configuration  an experiment in plain numbers, from a dictionary or a file
runner         computes the missing runs of experiments in folders (the command ``simulate``)
run_store      computes the missing runs of the store that all chapters share
orchestration  what both do: find what is missing, hand it to workers, write it, report
workers        plays runs here, in processes of this machine, or on a Dask cluster
folder         folders of finished runs, the folder of an experiment, locks
run_files      one finished run on disk, under the address of what it is a result of
packed_runs    all runs of a configuration in one file
results        reads an experiment: means, bands, differences, tables
============== ===================================================================================
"""
