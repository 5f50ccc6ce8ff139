"""All targets by name."""

from tests.fuzz import files, texts, values, web

TARGETS = {t.name: t for t in (*texts.TARGETS, *files.TARGETS, *values.TARGETS, *web.TARGETS)}
