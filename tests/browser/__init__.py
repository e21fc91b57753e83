"""Tests in a browser: Chromium against a server process of its own, as a person meets it."""
