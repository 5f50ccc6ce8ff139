"""Runs in the browser: their figures and charts are the run's own, and several are compared."""

import pytest
from playwright.sync_api import expect

from arcloom.library import Library
from arcloom.library.timeline import key_of
from arcloom.tasks import Task
from tests.web.test_look import CONTRAST

TASK = Task("t", demos=[([[1, 2]], [[2, 1]])], tests=[[[3, 4]]])
LABELS = """figure => {
  const box = figure.querySelector("svg[role=img]").getBoundingClientRect();
  return [...figure.querySelectorAll(".tick")].map((label) => {
    const { left, right, top, bottom } = label.getBoundingClientRect();
    const inside = left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom;
    return [label.classList.contains("x") ? "x" : "y", label.textContent, inside];
  });
}"""


def add_run(path, points, seed=1, **figures):
    """A finished run with these points."""
    with Library.open(path) as library:
        run = library.start_run("evolve", {"children": 10 * seed}, seed)
        library.save_state(key_of(run), {"points": points, "fitted": {}})
        library.finish_run(run, {**points[-1], **figures, "tasks": 400})
    return run


def points_of(seconds, highest, count=5, candidates=10_000):
    """Points up to these seconds; the last interval is quick and busy."""
    shares = [k / count for k in range(count)] + [1.0]
    return [
        {
            "seconds": round(seconds * share, 3),
            "fitted": round(highest * share),
            "fuel": round(3e9 * share),
            "best_partial": 990 * share,
            "candidates": candidates if share == 1 else 0,
        }
        for share in shares
    ]


def test_candidates_a_second_are_those_of_the_run(page, serve, tmp_path):
    path = tmp_path / "lib.db"
    run = add_run(path, points_of(20, 5))
    with serve([TASK], path) as site:
        page.goto(f"{site}#/run/{run}")
        chart = page.locator("[data-chart='Candidates a second']")
        expect(chart.locator("figcaption")).to_contain_text("500 over the run")
        expect(page.locator("[data-fact=rate] dd")).to_have_text("500")
        page.goto(f"{site}#/runs")
        expect(page.locator("tbody tr")).to_contain_text("500")


def test_the_workers_of_a_run(page, serve, tmp_path):
    path = tmp_path / "lib.db"
    figures = {
        "crew": {"workers": 3, "nodes": 2, "busy": 2, "lost": 1},
        "nodes": {"one": 12.34, "two": 5.0},
        "failures": [
            {"task_id": "t", "strategy": "mine", "problem": "ValueError: no", "stack": "in search"}
        ],
    }
    run = add_run(path, points_of(20, 5), **figures)
    with serve([TASK], path) as site:
        page.goto(f"{site}#/run/{run}")
        expect(page.locator("[data-fact=crew] dd")).to_have_text("3 on 2 nodes, 2 busy, 1 lost")
        expect(page.locator("[data-table=nodes] tbody tr").first).to_have_text("one12.3")
        failures = page.locator("[data-table=failures]")
        expect(failures).to_contain_text("task t, mine: ValueError: no")
        expect(failures.locator("pre")).to_have_text("in search")


@pytest.mark.parametrize(
    ("seconds", "highest"), [(0.4, 1), (1.7, 2), (63, 3), (119, 400), (7_000, 9_999), (40_000, 123)]
)
@pytest.mark.parametrize("width", [1280, 390])
def test_labels_of_axes_are_whole_and_different(page, serve, tmp_path, seconds, highest, width):
    path = tmp_path / "lib.db"
    run = add_run(path, points_of(seconds, highest, candidates=7_654_321))
    page.set_viewport_size({"width": width, "height": 800})
    with serve([TASK], path) as site:
        page.goto(f"{site}#/run/{run}")
        page.locator(".chart").first.wait_for()
        figures = page.locator("[data-chart]")
        assert figures.count() == 4
        for figure in figures.all():
            labels = figure.evaluate(LABELS)
            assert [text for _, text, inside in labels if not inside] == []
            for axis in "xy":
                texts = [text for kind, text, _ in labels if kind == axis]
                assert len(texts) >= 2
                assert len(set(texts)) == len(texts)


def test_the_charts_of_a_resumed_run_begin_where_it_began(page, site):
    runs = page.request.get(f"{site}api/runs").json()["runs"]
    page.goto(f"{site}#/run/{runs[0]['id']}")  # the second, on what the first has found
    chart = page.locator("[data-chart='Tasks fitted']")
    chart.wait_for()
    ground = float(chart.locator("text.tick.y").first.get_attribute("y"))
    begin = float(chart.locator("path.line").get_attribute("d").split("L")[0].split()[1])
    assert begin < ground - 50


def test_several_runs_are_compared(page, serve, tmp_path):
    path = tmp_path / "lib.db"
    runs = [add_run(path, points_of(10 + k, 5 + k), seed=k + 1) for k in range(9)]
    with serve([TASK], path) as site:
        page.goto(f"{site}#/runs")
        button = page.get_by_role("button", name="Compare")
        expect(button).to_be_disabled()
        boxes = page.locator("tbody input")
        for number in range(8):
            boxes.nth(number).check()
        expect(boxes.nth(8)).to_be_disabled()  # more lines could not be told apart
        button.click()
        expect(page.get_by_role("heading", name="8 runs compared")).to_be_visible()
        assert page.locator("thead [data-run]").count() == 8
        assert page.locator("[data-chart='Tasks fitted'] > svg path.line").count() == 8
        fitted = page.locator("tr[data-fact=fitted] td").all_inner_texts()
        assert fitted == [str(13 - k) for k in range(8)]
        children = page.locator("tr[data-setting=children] td").all_inner_texts()
        assert children == [str(90 - 10 * k) for k in range(8)]
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            ratio, text = page.evaluate(CONTRAST)
            assert ratio >= 4.5, text
        assert runs


def test_a_network_has_its_loss_and_accuracy_drawn(page, serve, tmp_path):
    path = tmp_path / "lib.db"
    points = points_of(20, 5)
    for number, point in enumerate(points):
        point["training"] = {"loss": 2.5 - 0.4 * number, "held_out_accuracy": 0.1 * number}
    with_network, without = add_run(path, points), add_run(path, points_of(20, 5), seed=2)
    with serve([TASK], path) as site:
        page.goto(f"{site}#/run/{with_network}")
        loss = page.locator("[data-chart='Loss of the network']")
        expect(loss.locator("figcaption")).to_contain_text("0.5")
        right = page.locator("[data-chart='Held-out demos right, %']")
        expect(right.locator("figcaption")).to_contain_text("50 %")
        page.goto(f"{site}#/run/{without}")
        page.locator(".chart").first.wait_for()
        expect(page.locator("[data-chart='Loss of the network']")).to_have_count(0)
