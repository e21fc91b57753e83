"""Measurements and long runs, by hand or from `make`."""
