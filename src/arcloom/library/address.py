"""How a library is named. Apart from `database`, for those who do without SQLAlchemy."""

from __future__ import annotations


def is_url(path_or_url: str) -> bool:
    """Whether a library is named by a URL and not by the path of a file."""
    return "://" in path_or_url
