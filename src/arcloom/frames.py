"""Tables of results as pandas data frames. pandas is an extra, imported when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from arcloom.errors import InputError

if TYPE_CHECKING:
    import pandas as pd


def data_frame(
    columns: Sequence[str], rows: Iterable[Mapping[str, Any]], index: str
) -> pd.DataFrame:
    """A data frame with these columns, also where there are no rows; `index` is one of them."""
    try:
        import pandas as pd
    except ImportError:
        raise InputError(
            "to_pandas needs pandas, which is not installed",
            remedy="pip install 'arcloom[pandas]'",
        ) from None
    return pd.DataFrame(list(rows), columns=list(columns)).set_index(index)
