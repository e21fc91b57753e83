"""The Django app of the rules pages."""

from django.apps import AppConfig


class RulesPagesConfig(AppConfig):
    name = "rules_pages"
