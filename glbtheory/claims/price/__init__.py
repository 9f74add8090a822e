"""Claims of the chapter ``price``: what the bonus, the projection and loose constants cost."""
