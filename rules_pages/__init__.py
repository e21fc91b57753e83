"""The text pages of the site: rules, variants and history, in the reader's language."""
