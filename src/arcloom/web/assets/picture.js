// picture.js: the value of a step, drawn as what it is.
import { counted, el } from "./dom.js";
import { gridSvg, sizeOf } from "./grid.js";

function inFrame(picture, frame) {
  if (!frame || !picture.at) return null;
  const [height, width] = sizeOf(picture.rows);
  const [top, left] = picture.at;
  const fits = top >= 0 && left >= 0 && top + height <= frame[0] && left + width <= frame[1];
  return fits ? { frame, at: picture.at } : null;
}

function drawn(picture, options) {
  if (picture.kind === "grid") {
    const [height, width] = sizeOf(picture.rows);
    return [gridSvg(picture.rows, options), el("figcaption", {}, `${height}×${width}`)];
  }
  const framed = inFrame(picture, options.frame);
  const extent = picture.kind === "placed" ? sizeOf(picture.rows).join("×") : counted(picture.count, "cell");
  const label = `${picture.kind === "placed" ? "grid" : picture.kind} of ${extent} at ${picture.at.join(", ")}`;
  const shape = gridSvg(picture.rows, { ...options, frame: undefined, ...framed, label });
  shape.classList.add(framed ? "framed" : "loose");
  return [shape, el("figcaption", {}, `${extent} at (${picture.at.join(", ")})`)];
}

export function pictureElement(picture, options = {}) {
  const { box = 180, frame } = options;
  if (picture.kind === "many") {
    const room = picture.items.length === 1 ? box : Math.max(box / 2.5, 24);
    const items = picture.items.slice(0, options.items || 60).map((item) => el("figure", {}, drawn(item, { box: room, frame })));
    const more = picture.total - items.length;
    return el("div", { class: "many" }, items, more > 0 && el("span", { class: "quiet" }, `and ${counted(more, "other")}`));
  }
  if ("rows" in picture) return el("figure", {}, drawn(picture, { ...options, box }));
  if (picture.kind === "undefined") {
    return el("p", { class: "value undefined" }, el("b", {}, "Undefined"), `: ${picture.text}`);
  }
  return el("p", { class: `value ${picture.kind}` }, picture.kind === "function" && el("i", {}, "function "), picture.text);
}

// Several patches, objects or placed grids as one picture of the frame that they lie in; null if one does not.
export function together(picture, frame) {
  if (!frame || !picture.items.every((item) => inFrame(item, frame))) return null;
  const cells = Array.from({ length: frame[0] }, () => Array(frame[1]).fill("."));
  for (const { kind, rows, at } of picture.items) {
    const nothing = kind === "placed" ? "0" : ".";
    rows.split("/").forEach((row, i) => [...row].forEach((cell, j) => {
      if (cell !== nothing) cells[at[0] + i][at[1] + j] = cell;
    }));
  }
  return cells.map((row) => row.join("")).join("/");
}

export function togetherSvg(picture, frame) {
  const drawn = gridSvg(together(picture, frame), { box: 44, label: shortText(picture) });
  drawn.classList.add("framed");
  return drawn;
}

export function shortText(picture) {
  if (picture.kind === "undefined") return "undefined";
  if (picture.kind === "many") return counted(picture.total, "element");
  return picture.text || picture.kind;
}
