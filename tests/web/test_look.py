"""The look: light and dark, palettes, phones, contrast, and the weight of a page."""

from itertools import combinations

import numpy as np
import pytest

from arcloom.draw.palette import COLOUR_BLIND, COLOURS, rgb
from arcloom.engine.pictures import rows_of
from arcloom.web.page import page as page_html
from arcloom.web.page import script, style
from tests.search import small
from tests.web.seeing import cells

TASK = "3c9b0459"
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
ROUTES = {
    "": ".card svg",
    f"task/{TASK}": ".kept svg",
    f"new?task={TASK}": ".steps .step",
    "programs": "tbody a",
    "runs": "tbody a",
    "run": ".chart svg",
    "compare": ".compared td",
}

# The least contrast of a text with what is behind it, and the text; larger text may have less.
CONTRAST = """() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (rgb) => rgb.slice(0, 3).map((v) => v / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, at) => sum + v * [0.2126, 0.7152, 0.0722][at], 0);
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  let worst = [21, ""];
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    const style = getComputedStyle(node);
    const exempt = node.closest("svg, textarea, .swatch, [hidden], :disabled");
    if (!own || exempt || !node.checkVisibility()) continue;
    const ink = parse(style.color);
    if (ink.length === 4 && ink[3] === 0) continue;
    const [a, b] = [light(ink), light(behind(node))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < worst[0]) worst = [ratio, `${node.className} ${node.textContent.slice(0, 40)}`];
  }
  return worst;
}"""

# What protanopia, deuteranopia and tritanopia make of linear RGB (Machado and others, 2009).
DEFICIENCIES = {
    "none": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
TO_OKLAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def nearest(palette, deficiency):
    """The distance in OKLab, times 100, of the two colours that look most alike."""
    srgb = np.array([rgb(colour) for colour in palette]) / 255
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ DEFICIENCIES[deficiency].T, 0, 1)
    lab = np.cbrt(seen @ TO_CONES.T) @ TO_OKLAB.T
    return 100 * min(np.linalg.norm(a - b) for a, b in combinations(lab, 2))


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_the_safe_palette_keeps_its_colours_apart(deficiency):
    assert nearest(COLOUR_BLIND, deficiency) > 14
    assert nearest(COLOURS, "deuteranopia") < 4  # which is why there is another


def visit(page, site):
    """Each page, when it shows what it has to show."""
    runs = [run["id"] for run in page.request.get(f"{site}api/runs").json()["runs"]]
    ids = {"run": f"run/{runs[0]}", "compare": f"compare/{'/'.join(runs)}"}
    for route, sign in ROUTES.items():
        page.goto(f"{site}#/{ids.get(route, route)}")
        page.locator(sign).first.wait_for()
        yield route


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_texts_stand_out(new_page, site, theme):
    page = new_page(color_scheme=theme)
    for route in visit(page, site):
        ratio, text = page.evaluate(CONTRAST)
        assert ratio >= 4.5, f"{route}: {text!r} has a contrast of {ratio:.2f}"
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, background[4:-1].split(","))) > 384) == (theme == "light")


def test_a_phone_shows_all_without_scrolling_sideways(new_page, site):
    page = new_page(**PHONE)
    for route in visit(page, site):
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= PHONE["viewport"]["width"], route


def test_a_phone_paints_by_touch(new_page, site):
    page = new_page(**PHONE)
    page.goto(f"{site}#/new?task={TASK}")
    page.locator(".steps .step").first.wait_for()
    page.get_by_role("button", name="Colour 6").tap()
    before = page.locator(".canvas svg").get_attribute("data-rows")
    page.locator(".canvas svg").tap(position={"x": 8, "y": 8})
    page.locator(f".canvas svg[data-rows='6{before[1:]}']").wait_for()


def test_settings_change_what_is_drawn_and_stay(new_page, site):
    page = new_page()
    given = small.small_tasks()[TASK].pairs[0][0]
    page.goto(f"{site}#/task/{TASK}")
    grid = page.locator(".samples svg").first
    grid.wait_for()
    page.get_by_text("View").click()
    page.get_by_label("Colours").select_option("colour-blind safe")
    page.get_by_label("Theme").select_option("dark")
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.reload()
    grid.wait_for()
    assert cells(grid, *given.shape, palette=COLOUR_BLIND) == rows_of(given)
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"
    page.get_by_text("View").click()
    page.get_by_label("Digits").select_option("on")
    page.locator(".samples svg text.digit").first.wait_for()
    digits = page.locator(".samples svg").first.locator("text.digit").all_text_contents()
    assert "".join(digits) == rows_of(given).replace("/", "")


def test_the_page_is_light():
    """What is sent before any task, program or run."""
    weight = sum(len(text().encode()) for text in (page_html, script, style))
    assert weight < 300_000
