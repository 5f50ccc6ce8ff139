"""The pages, as a person uses them: what is drawn, and what the keys do."""

import pytest

from arcloom.engine.pictures import rows_of
from arcloom.lang import read_program
from arcloom.library import Library, Scored
from arcloom.tasks import Grid, Task
from tests.search import small
from tests.web.seeing import cells

TASK = "3c9b0459"  # a half turn, which an example program does


@pytest.fixture
def task():
    return small.small_tasks()[TASK]


def open_program(page, site):
    page.goto(f"{site}#/task/{TASK}")
    page.get_by_role("link", name="Step through it").first.click()
    page.locator(".steps .step").first.wait_for()


def is_small(task):
    grids = [g for sample in task.samples for g in (sample.input, sample.output) if g is not None]
    return all(max(grid.shape) <= 5 for grid in grids)


def answer(page):
    """The grid that the last step shows."""
    page.locator(".steps .step").last.click()
    return page.locator(".stage svg.grid").first


def set_source(page, text):
    page.get_by_role("textbox", name="Source").fill(text)


def test_the_gallery_shows_every_task_with_its_first_demo(page, site, task):
    page.goto(site)
    page.locator(".card").first.wait_for()
    assert page.locator(".card").count() == len(small.TASKS)
    card = page.locator(f".card[data-task='{TASK}']")
    assert "fits" in card.inner_text()
    given, wanted = task.pairs[0]
    shown = card.locator("svg")
    assert cells(shown.nth(0), *given.shape) == rows_of(given)
    assert cells(shown.nth(1), *wanted.shape) == rows_of(wanted)


def test_filters_leave_what_they_say(page, site):
    page.goto(site)
    page.locator(".card").first.wait_for()
    visible = page.locator(".card:visible")
    page.get_by_label("Programs").select_option("fits all demos")
    fitted = visible.count()
    assert 5 <= fitted < len(small.TASKS)
    assert all("fits" in text for text in visible.all_inner_texts())
    page.get_by_label("Found by").select_option("imported")
    assert 1 <= visible.count() <= fitted
    page.get_by_label("Found by").select_option("any")
    page.get_by_label("Programs").select_option("does not fit yet")
    assert visible.count() == len(small.TASKS) - fitted
    page.get_by_label("Programs").select_option("any")
    page.get_by_label("Size").select_option("5")
    assert visible.count() == sum(map(is_small, small.small_tasks().values()))
    page.get_by_label("Size").select_option("any")
    page.get_by_role("searchbox", name="Text").fill("3c9")
    assert TASK in visible.first.inner_text()
    assert f"1 of {len(small.TASKS)} tasks" in page.locator(".count").inner_text()


def test_a_task_is_opened_by_keyboard_alone(page, site, task):
    page.goto(site)
    page.locator(".card").first.wait_for()
    page.keyboard.press("/")
    page.keyboard.type("c2")
    page.keyboard.press("Enter")  # from the text to the first task
    page.keyboard.press("ArrowRight")
    opened = page.evaluate("document.activeElement.dataset.task")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name=f"Task {opened}").wait_for()
    page.keyboard.press("n")
    following = small.TASKS[small.TASKS.index(opened) + 1]
    page.get_by_role("heading", name=f"Task {following}").wait_for()
    page.keyboard.press("p")
    page.get_by_role("heading", name=f"Task {opened}").wait_for()
    page.keyboard.press("Escape")
    page.locator(".card:visible").first.wait_for()
    assert page.evaluate("document.activeElement.dataset.task") == opened
    page.keyboard.press("?")
    assert "Filter by text" in page.get_by_role("dialog").inner_text()


def test_a_task_shows_its_attempt_and_covers_the_outputs(page, site, task):
    page.goto(f"{site}#/task/{TASK}")
    test = page.locator(".tests > div").first
    test.wait_for()
    [given] = [sample.input for sample in task.tests]
    wanted = rows_of(Grid(given[::-1, ::-1]))
    assert cells(test.locator(".attempts svg").first, *given.shape) == wanted
    assert test.locator(".covered svg").count() == 0
    test.get_by_role("button", name="Uncover the output").click()
    assert cells(test.locator(".covered svg"), *given.shape) == wanted
    assert "attempt 1 is right" in test.inner_text()


def test_a_partial_program_has_its_wrong_cells_marked(page, serve, tmp_path):
    almost = Task("almost", demos=[([[1, 2], [3, 4]], [[2, 1], [4, 9]])], tests=[[[5, 6]]])
    mirror = read_program("def solve(I): return vmirror(I)")
    with Library.open(tmp_path / "lib.db") as library:
        library.record([Scored(mirror, "almost", 0, 1, 750, 12, "b")])
    with serve([almost], tmp_path / "lib.db") as site:
        page.goto(f"{site}#/task/almost")
        opened = page.locator(".kept.partial[open]")
        opened.locator(".outputs figure").first.wait_for()
        facts = opened.locator("summary").inner_text()
        assert "0 of 1" in facts
        assert "score 750, fuel 12, 2 nodes" in facts
        assert "demo 1: 1 cell wrong" in opened.inner_text()
        drawn = opened.locator(".outputs svg")
        assert cells(drawn, 2, 2) == "21/43"
        cross, box = drawn.locator(".wrong").bounding_box(), drawn.bounding_box()
        assert cross["x"] + cross["width"] / 2 > box["x"] + 0.6 * box["width"]
        assert cross["y"] + cross["height"] / 2 > box["y"] + 0.6 * box["height"]


def test_stepping_by_keys(page, site, task):
    open_program(page, site)
    given, wanted = task.pairs[0]
    position = page.locator(".position")
    total = int(position.inner_text().split()[-1])
    assert position.inner_text() == f"{total} of {total}"
    assert cells(page.locator(".stage svg.grid").first, *wanted.shape) == rows_of(wanted)
    assert "the demo's output" in page.locator(".verdict").inner_text()
    page.keyboard.press("Home")
    assert position.inner_text() == f"1 of {total}"
    assert cells(page.locator(".stage svg.grid").first, *given.shape) == rows_of(given)
    page.keyboard.press("ArrowRight")
    assert position.inner_text() == f"2 of {total}"
    page.get_by_role("button", name="demo 2").click()
    second = task.pairs[1][0]
    page.locator(f".painter svg[data-rows='{rows_of(second)}']").wait_for()


def test_painting_changes_the_output(page, site, task):
    open_program(page, site)
    canvas = page.locator(".canvas")
    box = canvas.locator("svg").bounding_box()
    rows, columns = task.pairs[0][0].shape
    page.get_by_role("button", name="Colour 7").click()
    page.mouse.click(box["x"] + box["width"] / columns / 2, box["y"] + box["height"] / rows / 2)
    painted = task.pairs[0][0].to_tuple()
    painted = ((7, *painted[0][1:]), *painted[1:])
    turned = "/".join("".join(map(str, row[::-1])) for row in painted[::-1])
    page.locator(f".stage svg[data-rows='{turned}']").wait_for()
    assert cells(answer(page), rows, columns) == turned
    canvas.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("4")
    changed = turned[:-2] + "4" + turned[-1]
    page.locator(f".stage svg[data-rows='{changed}']").wait_for()
    assert cells(answer(page), rows, columns) == changed
    page.get_by_role("spinbutton", name="Rows").fill("1")
    page.get_by_role("spinbutton", name="Rows").press("Tab")
    page.locator(f".stage svg[data-rows='{changed.split('/')[-1]}']").wait_for()


def test_editing_into_an_error_and_back(page, site, task):
    open_program(page, site)
    set_source(page, "def solve(I):\n    x1 = vmirror(I)\n    return hmirrow(x1)\n")
    problem = page.locator(".editor .problem")
    problem.wait_for()
    assert problem.inner_text().startswith("Line 3, column 12: unknown op 'hmirrow'")
    assert page.locator(".gutter .error").inner_text() == "3"
    set_source(page, "def solve(I):\n    x1 = vmirror(I)\n    return x1\n")
    problem.wait_for(state="hidden")
    given = task.pairs[0][0]
    mirrored = rows_of(Grid(given[:, ::-1]))
    page.locator(f".stage svg[data-rows='{mirrored}']").wait_for()
    assert cells(answer(page), *given.shape) == mirrored
    assert "not the demo's output" in page.locator(".verdict").inner_text()
    assert page.locator(".dag .node").count() == 2


def test_each_kind_of_value_is_drawn_as_what_it_is(page, site):
    page.goto(f"{site}#/new?task={TASK}")
    page.locator(".steps .step").first.wait_for()
    lines = [
        "x1 = objects(I, T, F, F)",
        "x2 = first(x1)",
        "x3 = toindices(x2)",
        "x4 = size(x3)",
        "x5 = compose(flip, rbind(bordering, I))",
        "x6 = first(ZERO)",
        "x7 = fill(I, x4, x3)",
        "x8 = branch(x5(x2), x6, x7)",
        "return x8",
    ]
    set_source(page, "def solve(I):\n    " + "\n    ".join(lines) + "\n")
    page.locator(".steps .step", has_text="undefined").first.wait_for()
    shown = {}
    for step in page.locator(".steps .step").all():
        step.click()
        name = page.locator(".step-source b").inner_text()
        shown[page.locator(".step-source").inner_text()] = page.locator(".value-box").inner_text()
    found = {text.split(" = ")[-1].split("(")[0]: value for text, value in shown.items()}
    assert name == "O"
    assert "cell" in found["objects"]
    assert "cell" in found["first"] or "Undefined" in found["first"]
    assert found["size"].strip().isdecimal()
    assert "function" in found["compose"]
    assert any("Undefined: first" in value for value in shown.values())


def test_programs_are_found_by_a_word(page, site):
    page.goto(f"{site}#/programs")
    page.get_by_role("searchbox", name="Search programs").fill("a5313dff")
    row = page.get_by_role("link", name="solve_a5313dff")
    row.wait_for()
    row.click()
    page.get_by_role("heading", name="solve_a5313dff").wait_for()
    assert "colorfilter" in page.get_by_role("textbox", name="Source").input_value()


def test_a_run_and_two_side_by_side(page, site):
    page.goto(f"{site}#/runs")
    rows = page.locator("tbody tr")
    rows.first.wait_for()
    assert rows.count() == 2
    assert "finished" in rows.first.inner_text()
    for row in rows.all():
        row.get_by_role("checkbox").check()
    page.get_by_role("button", name="Compare 2 runs").click()
    page.locator("[data-run]").first.wait_for()
    assert page.locator("[data-run]").count() == 2
    assert page.locator("[data-chart='Tasks fitted'] > svg path.line").count() == 2
    page.locator("[data-run] a").first.click()
    page.get_by_role("heading", name="Run evolve").wait_for()
    stages = page.locator(".stages")
    total = stages.locator("tr", has_text="all stages").locator("td").nth(0).inner_text()
    wall = stages.locator("tr", has_text="wall clock").locator("td").nth(0).inner_text()
    assert total == wall
    page.get_by_role("button", name="Uncover test results").click()
    page.locator("[data-chart='Tasks solved']").wait_for()
