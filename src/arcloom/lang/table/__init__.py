"""The vocabulary's rows, one file a theme; `arcloom.lang.vocabulary` puts them in order."""
