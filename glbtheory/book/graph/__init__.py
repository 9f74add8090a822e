"""The dependency graph as a page to click through and as a figure."""
