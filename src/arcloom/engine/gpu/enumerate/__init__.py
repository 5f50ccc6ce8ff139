"""Enumeration of many tasks at once on one device; knows tiles, actions and costs, no tasks."""
