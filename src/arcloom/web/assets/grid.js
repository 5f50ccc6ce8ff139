// grid.js: grids as SVG, one path a colour, so that a thousand of them stay light.
//
// Rows come as text parted by "/": a digit is a colour, "#" a place without one, "." nothing. Colours
// are CSS variables, so a change of palette redraws nothing.
import { svg } from "./dom.js";
import { setting } from "./settings.js";

export function rowsOf(text) {
  return text.split("/");
}

export function sizeOf(text) {
  const rows = rowsOf(text);
  return [rows.length, rows[0].length];
}

// The width of a page, in pixels, for what is drawn before it is shown.
export function roomWidth() {
  const main = document.getElementById("main");
  const style = getComputedStyle(main);
  return main.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
}

function runsOf(rows, at) {
  const paths = {};
  rows.forEach((row, i) => {
    for (let j = 0; j < row.length; ) {
      let end = j + 1;
      while (end < row.length && row[end] === row[j]) end += 1;
      const run = `M${at[1] + j} ${at[0] + i}h${end - j}v1h${j - end}z`;
      paths[row[j]] = (paths[row[j]] || "") + run;
      j = end;
    }
  });
  delete paths["."];
  return paths;
}

function lines(height, width) {
  let path = "";
  for (let i = 0; i <= height; i += 1) path += `M0 ${i}h${width}`;
  for (let j = 0; j <= width; j += 1) path += `M${j} 0v${height}`;
  return svg("path", { class: "lines", d: path });
}

function digits(rows, at) {
  return rows.flatMap((row, i) => [...row].map((cell, j) => (
    /\d/.test(cell) && svg("text", { class: "digit", x: at[1] + j + 0.5, y: at[0] + i + 0.5 }, cell)
  )));
}

// Cells that differ from what is expected, each with a cross.
function crosses(rows, expected) {
  const path = rows.flatMap((row, i) => [...row].map((cell, j) => (
    cell === expected[i][j] ? "" : `M${j + 0.25} ${i + 0.25}l.5 .5m0 -.5l-.5 .5`
  ))).join("");
  return path && [svg("path", { class: "wrong-under", d: path }), svg("path", { class: "wrong", d: path })];
}

export function sameSize(one, other) {
  return String(sizeOf(one)) === String(sizeOf(other));
}

export function wrongCells(text, expected) {
  if (!sameSize(text, expected)) return null;
  return [...text].filter((cell, at) => cell !== expected[at]).length;
}

// Options: `box` is the room in pixels, `most` the largest cell; `expected` marks what differs from
// it; `frame` is the size of the grid that a patch lies in, `at` its place there.
export function gridSvg(text, options = {}) {
  const { box = 180, most = 24, expected, frame, at = [0, 0], label } = options;
  const rows = rowsOf(text);
  const [height, width] = frame || sizeOf(text);
  const place = frame ? at : [0, 0];
  const cell = Math.max(Math.min(box / Math.max(height, width), most), 1);
  const runs = runsOf(rows, place);
  const parts = Object.keys(runs).sort().map((colour) => (
    svg("path", { class: colour === "#" ? "place" : `c${colour}`, d: runs[colour] })
  ));
  if (cell >= 4) parts.push(lines(height, width));
  if (setting("digits") === "on" && cell >= 7) parts.push(...digits(rows, place));
  if (expected && sameSize(text, expected)) parts.push(...(crosses(rows, rowsOf(expected)) || []));
  const name = label || `grid of ${height} by ${width}`;
  return svg("svg", {
    class: "grid",
    role: "img",
    "aria-label": name,
    "data-rows": text,
    viewBox: `-.05 -.05 ${width + 0.1} ${height + 0.1}`,
    width: Math.round(width * cell),
    height: Math.round(height * cell),
  }, svg("title", {}, name), parts);
}
