"""Batches hold whole sequences, and both kinds of attention see the same in them."""

import numpy as np
import pytest
import torch
from torch.nn import functional

from arcloom.net.attention import attend, mask_of
from arcloom.net.corpus import Corpus
from arcloom.net.lessons import lessons_of
from arcloom.net.packing import shape_for
from arcloom.net.presets import PRESETS
from arcloom.net.tokens import NOTHING
from arcloom.net.training import Stream, turned_sequences
from tests.net.made import made


@pytest.fixture(params=[64, 512], ids=["full", "with long padding"])
def batch(request):
    lessons = lessons_of([made("mirror")[0], made("row")[0]], [], 0, 0).learnt
    corpus = Corpus(turned_sequences(lessons), torch.device("cpu"))
    shape = shape_for(3, request.param, corpus.lengths, corpus.inputs)
    # Longer sequences were expected, so few are let in.
    if request.param > 64:
        shape = type(shape)(shape.rows, shape.length, 5, shape.span, shape.part_span)
    packed = Stream(lessons, PRESETS["tiny"], shape, 0).next(corpus)
    return corpus.batch(corpus.send(packed)), shape


def test_bounds_cover_the_batch_in_spans_that_kernels_take(batch):
    batch, shape = batch
    for bounds, longest in ((batch.bounds, shape.span), (batch.part_bounds, shape.part_span)):
        steps = np.diff(bounds.numpy())
        assert (bounds[0], bounds[-1]) == (0, shape.tokens)
        assert steps.min() >= 0
        assert steps.max() <= longest


def test_each_sequence_is_whole_and_apart(batch):
    batch, _ = batch
    edges = set(batch.bounds.tolist())
    slots = batch.slot.flatten().numpy()
    changes = np.flatnonzero(np.diff(slots)) + 1
    assert set(changes.tolist()) <= edges
    for slot in np.unique(slots)[:-1]:
        targets = batch.targets.flatten().numpy()[slots == slot]
        assert targets[-1] == 11
        assert NOTHING not in targets[np.argmax(targets != NOTHING) :]


def played(query, key, value, bounds, _, longest, __, window_size=(-1, -1)):
    """What the kernels for sequences of any length compute; nothing beyond the longest."""
    made = []
    for start, end in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        parts = (t[start : min(end, start + longest)].transpose(0, 1) for t in (query, key, value))
        seen = functional.scaled_dot_product_attention(*parts, is_causal=window_size == (-1, 0))
        made.append(seen.transpose(0, 1))
        made.append(torch.full((max(0, end - start - longest), *query.shape[1:]), torch.nan))
    return torch.cat(made)


def test_both_kinds_of_attention_see_the_same(batch, monkeypatch):
    monkeypatch.setattr("torch.nn.attention.varlen.varlen_attn", played)
    batch, _ = batch
    parts = torch.randn((3, *batch.values.shape, 2, 8), generator=torch.Generator().manual_seed(0))
    spans = (batch.bounds, batch.part_bounds, (batch.longest, batch.longest_part))
    dense = attend(*parts, batch.is_output, mask_of(batch), *spans)
    varlen = attend(*parts, batch.is_output, None, *spans)
    real = batch.slot < batch.slot.max()
    assert torch.allclose(dense[real], varlen[real], atol=1e-5)
    assert varlen.isfinite().all()
