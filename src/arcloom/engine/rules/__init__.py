"""Learnt rules for people: a rule as a sentence, lines of if and otherwise, and a table."""

from arcloom.engine.rules.description import RuleDescription, describe_rule, is_rule, rule_of

__all__ = ["RuleDescription", "describe_rule", "is_rule", "rule_of"]
