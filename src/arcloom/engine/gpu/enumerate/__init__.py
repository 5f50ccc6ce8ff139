"""Enumerates many tasks at once on one device. It knows tiles, actions and costs, but no Task."""
