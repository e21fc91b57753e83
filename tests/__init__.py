"""Tests of the engine, the computer players, the site and its pages in a browser."""
