"""Worlds to play in: schedules, action sets, reward families."""
