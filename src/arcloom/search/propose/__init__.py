"""Propose: a user's function or command, a language model for instance, proposes programs."""
