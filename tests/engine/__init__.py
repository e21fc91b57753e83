"""The rules as a specification: a file for each family of rules, a test for each number."""
