"""Claims of the chapter ``potentials``: determinants and elliptical potentials."""
