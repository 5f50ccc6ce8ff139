// paint.js: a grid that a person paints, with the mouse, a finger or the keyboard.
import { el, replace, svg } from "./dom.js";
import { gridSvg, rowsOf } from "./grid.js";

const MOST = 30;

export function painter(rows, { box, changed }) {
  let text = rows;
  let colour = 1;
  let cursor = [0, 0];
  let drawing = false;
  const holder = el("div", {
    class: "canvas", tabindex: "0", role: "application",
    "aria-label": "Input grid: arrows move, digits paint, space paints the chosen colour",
  });
  const swatches = [...Array(10).keys()].map((value) => el("button", {
    type: "button", class: `swatch c${value}-back`, "aria-label": `Colour ${value}`, "aria-pressed": String(value === colour), title: `Colour ${value}`,
    onclick: () => choose(value),
  }, el("span", {}, String(value))));
  const height = sizeInput("Rows", () => resize());
  const width = sizeInput("Columns", () => resize());

  function sizeInput(label, then) {
    return el("input", { type: "number", min: "1", max: String(MOST), "aria-label": label, onchange: then });
  }

  function choose(value) {
    colour = value;
    swatches.forEach((swatch, at) => swatch.setAttribute("aria-pressed", String(at === value)));
  }

  function cells() {
    return rowsOf(text).map((row) => [...row]);
  }

  function take(grid) {
    text = grid.map((row) => row.join("")).join("/");
    draw();
    changed(text);
  }

  function paint([i, j], value = colour) {
    const grid = cells();
    if (!grid[i] || grid[i][j] === undefined || grid[i][j] === String(value)) return;
    grid[i][j] = String(value);
    take(grid);
  }

  function resize() {
    const bound = (input) => Math.min(Math.max(Math.round(Number(input.value)) || 1, 1), MOST);
    const [rowCount, columnCount] = [bound(height), bound(width)];
    const grid = cells();
    take(Array.from({ length: rowCount }, (_, i) => Array.from({ length: columnCount }, (__, j) => (grid[i] && grid[i][j]) || "0")));
  }

  function cellAt(event) {
    const bounds = holder.querySelector("svg").getBoundingClientRect();
    const grid = cells();
    const i = Math.floor(((event.clientY - bounds.top) / bounds.height) * grid.length);
    const j = Math.floor(((event.clientX - bounds.left) / bounds.width) * grid[0].length);
    return [Math.min(Math.max(i, 0), grid.length - 1), Math.min(Math.max(j, 0), grid[0].length - 1)];
  }

  function draw() {
    const grid = cells();
    cursor = [Math.min(cursor[0], grid.length - 1), Math.min(cursor[1], grid[0].length - 1)];
    const drawn = gridSvg(text, { box, most: 26, label: `input of ${grid.length} by ${grid[0].length}` });
    drawn.append(svg("rect", { class: "cursor", x: cursor[1], y: cursor[0], width: 1, height: 1 }));
    replace(holder, drawn);
    height.value = grid.length;
    width.value = grid[0].length;
  }

  const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  holder.addEventListener("keydown", (event) => {
    const grid = cells();
    if (event.key in moves) {
      const [down, right] = moves[event.key];
      cursor = [Math.min(Math.max(cursor[0] + down, 0), grid.length - 1), Math.min(Math.max(cursor[1] + right, 0), grid[0].length - 1)];
      draw();
    } else if (/^\d$/.test(event.key)) {
      choose(Number(event.key));
      paint(cursor);
    } else if (event.key === " ") {
      paint(cursor);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  holder.addEventListener("pointerdown", (event) => {
    drawing = true;
    holder.focus();
    cursor = cellAt(event);
    paint(cursor);
    draw();
    event.preventDefault();
  });
  holder.addEventListener("pointermove", (event) => {
    if (!drawing) return;
    cursor = cellAt(event);
    paint(cursor);
  });
  for (const end of ["pointerup", "pointerleave", "pointercancel"]) holder.addEventListener(end, () => { drawing = false; });
  draw();
  return {
    element: el("div", { class: "painter" }, holder,
      el("div", { class: "tools" }, el("div", { class: "swatches", role: "group", "aria-label": "Colours" }, swatches),
        el("label", { class: "size" }, height, "×", width))),
    show(rowsText) { text = rowsText; draw(); },
  };
}
