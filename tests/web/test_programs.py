"""The list of programs, one program's line, and what a person takes along from the editor."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from arcloom.lang import read_program, read_programs
from arcloom.library import Library, Scored
from arcloom.tasks import Dataset, Task
from arcloom.web.explorer import Explorer
from arcloom.web.library_reader import LibraryReader
from arcloom.web.report import report
from tests.web.conftest import serving

TASK = Task("t", demos=[([[1, 2]], [[2, 1]])], tests=[[[3, 4]]])


def nested(count):
    text = "I"
    for _ in range(count):
        text = f"rot90({text})"
    return read_program(f"def solve(I): return {text}")


@pytest.fixture
def shelf(tmp_path):
    """120 programs, of which one fits; it was bred from an imported one."""
    path = tmp_path / "lib.db"
    mirror = read_program("def solve(I): return vmirror(I)")
    first = read_program("def solve(I): return hmirror(I)")
    with Library.open(path) as library:
        library.add_programs({f"turn_{k:03}": nested(k) for k in range(1, 119)})
        library.add_programs({"first": first})
        library.record([Scored(mirror, "t", 1, 1, 1000, 5, "a", (), (first.hash,))])
        library.record([Scored(nested(3), "t", 0, 1, 400, 9, "b")])
    return path, mirror


def names(page):
    return page.locator("tbody td.name a").all_inner_texts()


def test_programs_come_in_pages_that_are_sorted_and_filtered(page, serve, shelf):
    path, mirror = shelf
    with serve([TASK], path) as site:
        page.goto(f"{site}#/programs")
        rows = page.locator("tbody tr")
        expect(rows).to_have_count(50)
        expect(page.locator(".count")).to_have_text("120 programs")
        best = f"solve_{mirror.hash[:8]}"
        assert names(page)[:2] == [best, "turn_003"]
        assert rows.first.locator("td").all_inner_texts()[2:5] == ["● 1", "1", "1,000"]
        seen = names(page)
        page.get_by_role("button", name="after").click()
        expect(page.locator(".position")).to_contain_text("100 of 120")
        seen += names(page)
        page.locator("h1").click()
        page.keyboard.press("n")
        expect(rows).to_have_count(20)
        seen += names(page)
        assert len(set(seen)) == 120
        page.get_by_role("button", name="nodes").click()
        expect(page.locator("th[aria-sort=ascending]")).to_contain_text("nodes")
        expect(rows).to_have_count(50)
        page.get_by_role("button", name="nodes").click()
        expect(page.locator("tbody td.name a").first).to_have_text("turn_118")
        page.get_by_label("Fits").select_option("fits some task")
        expect(rows).to_have_count(1)
        page.get_by_role("button", name="Clear").click()
        page.get_by_role("searchbox", name="Search programs").fill("nowhere")
        expect(page.locator(".empty")).to_contain_text("No program matches")


def test_a_bred_program_shows_its_line_and_what_changed(page, serve, shelf):
    path, mirror = shelf
    with serve([TASK], path) as site:
        page.goto(f"{site}#/program/{mirror.hash}")
        line = page.locator(".lineage li")
        expect(line).to_have_count(2)
        assert "hmirror" in line.first.locator(".line-removed").inner_text()
        assert "vmirror" in line.first.locator(".line-added").inner_text()
        assert "imported" in line.nth(1).inner_text()
        line.nth(1).get_by_role("link", name="first").click()
        page.get_by_role("heading", name="first").wait_for()
        assert page.locator(".lineage").count() == 0


def test_a_task_draws_its_front_of_fit_against_length(page, serve, shelf):
    path, mirror = shelf
    same = read_program("def solve(I): return I")
    with Library.open(path) as library:
        library.record([Scored(same, "t", 0, 1, 300, 1, "c")])
    with serve([TASK], path) as site:
        page.goto(f"{site}#/task/t")
        chart = page.locator(".front")
        dots = chart.locator("a .dot")
        expect(dots).to_have_count(2)
        expect(chart.locator(".beaten")).to_have_count(1)
        expect(chart).to_contain_text("2 programs on the front")
        short, best = (dot.bounding_box() for dot in dots.all())
        beaten = chart.locator(".beaten").bounding_box()
        assert short["x"] < best["x"] < beaten["x"]
        assert short["y"] > beaten["y"] > best["y"], "the better, the higher"
        chart.get_by_role("link", name="2 nodes, 1 of 1 demo").click()
        expect(page).to_have_url(re.compile(f"#/program/{mirror.hash}"))


def test_a_report_of_few_programs_has_the_whole_front(page, shelf, tmp_path):
    path, mirror = shelf
    same = read_program("def solve(I): return I")
    with Library.open(path) as library:
        library.record([Scored(same, "t", 0, 1, 300, 1, "c")])
    file = tmp_path / "report.html"
    explorer = Explorer(Dataset("d", [TASK]), LibraryReader(str(path)))
    file.write_text(report(explorer, programs=1), encoding="utf-8")
    explorer.shelf.close()
    page.goto(f"{file.as_uri()}#/task/t")
    expect(page.locator(".front .dot")).to_have_count(2)
    (held,) = page.locator(".front a").all()
    assert mirror.hash in held.get_attribute("href")


def test_an_edited_program_is_copied_and_saved(browser, serve, tmp_path):
    source = "def mine(I):\n    return rot180(I)\n"
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    with serve([TASK]) as site:
        page.goto(f"{site}#/new?task=t")
        page.locator(".steps .step").first.wait_for()
        page.get_by_role("textbox", name="Source").fill(source)
        page.get_by_role("button", name="Copy").click()
        expect(page.locator(".told")).to_have_text("Copied")
        assert page.evaluate("navigator.clipboard.readText()") == source
        with page.expect_download() as saving:
            page.get_by_role("button", name="Save").click()
        assert saving.value.suggested_filename == "mine.py"
        file = Path(tmp_path, "mine.py")
        saving.value.save_as(file)
    context.close()
    assert list(read_programs(file)) == ["mine"]  # as `arcloom import` reads it


class Guessing(Explorer):
    """Knows how likely answers are right."""

    def status(self):
        likely = {"a": 0.9, "b": 0.5, "c": 0.1}
        fits = {"matched": 1, "of": 1, "score": 1000, "programs": 1, "origin": "evolve"}
        tasks = {name: {**fits, "probability": chance} for name, chance in likely.items()}
        partial = {**fits, "matched": 0, "score": 999, "probability": None}
        return {"revision": 1, "tasks": {**tasks, "d": partial}}


def test_the_gallery_tells_how_likely_answers_are_right(page):
    tasks = [Task(name, demos=TASK.pairs, tests=[[[3, 4]]]) for name in "cabde"]
    with serving(Guessing(Dataset("given", tasks))) as site:
        page.goto(site)
        expect(page.locator(".count")).to_contain_text("3 fitted, expected right: 2 of 5")
        cards = page.locator(".card:visible")
        shown = "cards => cards.map((card) => card.dataset.task).join('')"
        texts = dict(zip(cards.evaluate_all(shown), cards.all_inner_texts(), strict=True))
        assert "● fits, 90 %" in texts["a"]
        assert "◑ fits, 50 %" in texts["b"]
        assert "○ fits, 10 %" in texts["c"]
        assert "99 % score" in texts["d"]  # what is not all is not 100 %
        expect(page.locator(".legend")).to_contain_text("likely, 75 % and more")
        page.get_by_label("Order").select_option("likely right first")
        assert cards.evaluate_all(shown) == "abcde"
        page.get_by_label("Answer is").select_option("doubtful")
        assert cards.evaluate_all(shown) == "c"


def test_without_probabilities_the_gallery_does_not_speak_of_them(page, site):
    page.goto(site)
    page.locator(".card .mark.fitted").first.wait_for()
    assert "expected" not in page.locator(".count").inner_text()
    expect(page.locator(".legend")).to_be_hidden()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_patches_stand_out(new_page, site, theme):
    page = new_page(color_scheme=theme)
    page.goto(f"{site}#/new?task=3c9b0459")
    page.locator(".steps .step").first.wait_for()
    text = "def solve(I):\n    x1 = toindices(first(objects(I, T, F, F)))\n    return x1\n"
    page.get_by_role("textbox", name="Source").fill(text)
    shape = page.locator(".stage svg.framed")
    shape.wait_for()
    ratio = shape.evaluate("""svg => {
      const light = (text) => text.match(/[\\d.]+/g).slice(0, 3).map((v) => v / 255)
        .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
        .reduce((sum, v, at) => sum + v * [0.2126, 0.7152, 0.0722][at], 0);
      const cell = light(getComputedStyle(svg.querySelector(".place")).fill);
      const behind = getComputedStyle(svg).backgroundImage.match(/rgb\\([^)]*\\)/g);
      const ratios = behind.map((text) => {
        const [a, b] = [light(text), cell].sort((x, y) => y - x);
        return (a + 0.05) / (b + 0.05);
      });
      return Math.min(...ratios);
    }""")
    assert ratio >= 3


def test_a_learnt_rule_is_shown_in_words(page, serve, tmp_path):
    task = Task("t", demos=[([[1, 2, 0]], [[2, 2, 0]])], tests=[[[1, 1, 0]]])
    program = read_program("def solve(S, I): return apply_rule(learn_colours(S, 0), I)")
    with Library.open(tmp_path / "lib.db") as library:
        library.record([Scored(program, "t", 1, 1, 1000, 5, "a")])
    with serve([task], tmp_path / "lib.db") as site:
        page.goto(f"{site}#/program/{program.hash}?task=t")
        expect(page.get_by_text("the demo's output")).to_be_visible()
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        expect(page.get_by_text("Blue becomes red; other colours stay.")).to_be_visible()
