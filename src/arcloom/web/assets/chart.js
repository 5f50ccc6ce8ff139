// chart.js: lines over time and bars of shares, as SVG.
import { el, number, svg } from "./dom.js";

const WIDTH = 460;
const HEIGHT = 180;
const LEFT = 52;
const BOTTOM = 24;
const TOP = 10;
const RIGHT = 12;

// The order in which work passes through them; others come first.
const STAGES = ["generate", "weave", "evaluate", "score", "dedupe", "store", "other"];

function niceStep(range, count) {
  const rough = range / count || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough);
}

function ticks(most, count) {
  const step = niceStep(most, count);
  const found = [];
  for (let value = 0; value <= most * 1.0001; value += step) found.push(value);
  return found;
}

export function timeText(seconds) {
  if (seconds < 120) return `${number(seconds)} s`;
  return seconds < 7200 ? `${number(seconds / 60, seconds % 60 ? 1 : 0)} min` : `${number(seconds / 3600, 1)} h`;
}

function valueText(value) {
  if (value >= 1e6) return `${number(value / 1e6, 1)}M`;
  if (value >= 1e4) return `${number(value / 1e3)}k`;
  return number(value, value % 1 && value < 100 ? 1 : 0);
}

// series: [{ name, points: [[seconds, value], ...], dashed }]; `top` is the least height of the scale.
export function lineChart(title, series, { top = 0, unit = "" } = {}) {
  const all = series.flatMap(({ points }) => points);
  const longest = Math.max(1, ...all.map(([seconds]) => seconds));
  const highest = Math.max(top, ...all.map(([, value]) => value)) || 1;
  const x = (seconds) => LEFT + (seconds / longest) * (WIDTH - LEFT - RIGHT);
  const y = (value) => HEIGHT - BOTTOM - (value / highest) * (HEIGHT - BOTTOM - TOP);
  const grid = ticks(highest, 4).map((value) => [
    svg("path", { class: "axis", d: `M${LEFT} ${y(value)}H${WIDTH - RIGHT}` }),
    svg("text", { class: "tick y", x: LEFT - 6, y: y(value) }, valueText(value)),
  ]);
  const times = ticks(longest, 4).map((value) => svg("text", { class: "tick x", x: x(value), y: HEIGHT - 8 }, timeText(value)));
  const lines = series.map(({ points }, at) => points.length > 0 && [
    svg("path", { class: `line s${at}`, d: points.map(([seconds, value], k) => `${k ? "L" : "M"}${x(seconds).toFixed(1)} ${y(value).toFixed(1)}`).join("") }),
    svg("circle", { class: `dot s${at}`, cx: x(points.at(-1)[0]), cy: y(points.at(-1)[1]), r: 3 }),
  ]);
  const last = series.map(({ name, points }) => `${name ? `${name}: ` : ""}${points.length ? valueText(points.at(-1)[1]) : "–"}${unit}`);
  return el("figure", { class: "chart", "data-chart": title },
    el("figcaption", {}, el("b", {}, title), last.map((text, at) => el("span", { class: `key s${at}` }, text))),
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title}: ${last.join(", ")}` }, grid, times, lines));
}

// Parts of a whole: { name: seconds }, drawn as one bar, with a table that adds up.
export function stageBar(stages, wall) {
  const entries = Object.entries(stages).sort(([one], [other]) => STAGES.indexOf(one) - STAGES.indexOf(other));
  const total = entries.reduce((sum, [, seconds]) => sum + seconds, 0);
  let at = 0;
  const parts = entries.map(([name, seconds], k) => {
    const width = total > 0 ? (Math.max(seconds, 0) / total) * 100 : 0;
    const part = svg("rect", { class: `p${k}`, x: at, y: 0, width, height: 6 }, svg("title", {}, `${name}: ${number(seconds, 2)} s`));
    at += width;
    return part;
  });
  const row = (name, seconds, k) => el("tr", {}, el("td", {}, k !== undefined && el("span", { class: `key p${k}` }), name), el("td", {}, `${number(seconds, 2)} s`),
    el("td", {}, total > 0 ? `${number((seconds / total) * 100, 1)} %` : "–"));
  return el("figure", { class: "chart stages" }, el("figcaption", {}, el("b", {}, "Where the time went")),
    svg("svg", { viewBox: "0 0 100 6", preserveAspectRatio: "none", role: "img", "aria-label": "shares of the stages" }, parts),
    el("table", {}, el("tbody", {}, entries.map(([name, seconds], k) => row(name, seconds, k)), row("all stages", total)),
      wall !== undefined && el("tfoot", {}, el("tr", {}, el("td", {}, "wall clock"), el("td", {}, `${number(wall, 2)} s`), el("td", {})))));
}
