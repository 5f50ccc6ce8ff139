"""The explorer: tasks, programs and runs in a browser, served locally or as one file.

It looks and does not touch: libraries are opened for reading, and a program that a person edits in
the page is run, but not stored. Needs the extra `arcloom[web]`; the report needs nothing.
"""
