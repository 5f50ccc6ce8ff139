// chart.js: lines over time and bars of shares, as SVG.
import { el, number, svg } from "./dom.js";

const WIDTH = 400;
const HEIGHT = 190;
const BOTTOM = 26;
const TOP = 10;
const RIGHT = 14;
const LETTER = 6.8; // of a label, in the drawing's units: the widest digit

// So many lines can be told apart, by colour and by dashes.
export const MOST_SERIES = 8;

// The order in which work passes through them; others come first.
const STAGES = ["generate", "weave", "evaluate", "score", "dedupe", "store", "other"];
const TIMES = [[7200, 3600, "h"], [120, 60, "min"], [0, 1, "s"]];
const AMOUNTS = [[1e9, 1e9, "G"], [1e6, 1e6, "M"], [1e4, 1e3, "k"], [0, 1, ""]];

function niceStep(range, count) {
  const rough = range / count || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough * 0.999);
}

function unitOf(units, most) {
  return units.find(([least]) => most >= least);
}

// Round values from 0 up to the largest, each with a text that no other has.
function ticks(most, units, whole) {
  const [, unit, name] = unitOf(units, most);
  const step = Math.max(niceStep(most / unit, 4), whole ? 1 / unit : 0);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const found = [];
  for (let k = 0; k * step * unit <= most * 1.0001; k += 1) {
    const text = number(k * step, k ? digits : 0);
    found.push({ value: k * step * unit, text: units === TIMES ? `${text} ${name}` : `${text}${k ? name : ""}` });
  }
  return found;
}

export function countTicks(most) {
  return ticks(most, AMOUNTS, true);
}

export function timeText(seconds) {
  const [, unit, name] = unitOf(TIMES, seconds);
  const digits = unit > 1 ? (seconds % unit ? 1 : 0) : seconds < 10 && seconds % 1 ? 1 : 0;
  return `${number(seconds / unit, digits)} ${name}`;
}

export function amountText(value) {
  const [, unit, name] = unitOf(AMOUNTS, value);
  return `${number(value / unit, unit > 1 ? 1 : value % 1 && value < 100 ? 1 : 0)}${name}`;
}

function timeAxis(longest, x) {
  return ticks(longest, TIMES).map(({ value, text }) => {
    // A label at the border ends there, so that nothing of it is cut off.
    const half = (text.length * LETTER) / 2;
    const at = Math.min(x(value), WIDTH - half - 1);
    return svg("text", { class: "tick x", x: at, y: HEIGHT - 8 }, text);
  });
}

// series: [{ name, points: [[seconds, value], ...], last }]; `top` is the least height of the scale, `whole` says that
// values are counts. `last` stands in the caption, in place of the last value.
export function lineChart(title, series, { top = 0, whole = false } = {}) {
  const all = series.flatMap(({ points }) => points);
  const longest = Math.max(1, ...all.map(([seconds]) => seconds));
  const highest = Math.max(top, ...all.map(([, value]) => value)) || 1;
  const marks = ticks(highest, AMOUNTS, whole);
  const left = Math.max(...marks.map(({ text }) => text.length)) * LETTER + 12;
  const x = (seconds) => left + (seconds / longest) * (WIDTH - left - RIGHT);
  const y = (value) => HEIGHT - BOTTOM - (value / highest) * (HEIGHT - BOTTOM - TOP);
  const grid = marks.map(({ value, text }) => [
    svg("path", { class: "axis", d: `M${left} ${y(value).toFixed(1)}H${WIDTH - RIGHT}` }),
    svg("text", { class: "tick y", x: left - 6, y: y(value).toFixed(1) }, text),
  ]);
  const lines = series.map(({ points }, at) => points.length > 0 && [
    svg("path", { class: `line s${at % MOST_SERIES}`, d: points.map(([seconds, value], k) => `${k ? "L" : "M"}${x(seconds).toFixed(1)} ${y(value).toFixed(1)}`).join("") }),
    svg("circle", { class: `dot s${at % MOST_SERIES}`, cx: x(points.at(-1)[0]), cy: y(points.at(-1)[1]), r: 3 }),
  ]);
  const texts = series.map(({ name, points, last }) => `${name ? `${name}: ` : ""}${last ?? (points.length ? amountText(points.at(-1)[1]) : "–")}`);
  return el("figure", { class: "chart", "data-chart": title },
    el("figcaption", {}, el("b", {}, title), texts.map((text, at) => (series.length < 2 || series[at].points.length > 0) && el("span", { class: `key s${at % MOST_SERIES}` }, seriesMark(at, series.length), text))),
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title}: ${texts.join(", ")}` }, grid, timeAxis(longest, x), lines,
      !all.length && svg("text", { class: "tick x", x: WIDTH / 2, y: HEIGHT / 2 }, "no figures yet")));
}

// A piece of the line, as it is drawn: the key for eyes that do not tell colours apart.
export function seriesMark(at, count = 2) {
  if (count < 2) return null;
  return svg("svg", { class: "series", viewBox: "0 0 24 6", width: 24, height: 6, "aria-hidden": "true" }, svg("path", { class: `line s${at % MOST_SERIES}`, d: "M0 3H24" }));
}

function ordered(stages) {
  return Object.keys(stages).sort((one, other) => STAGES.indexOf(one) - STAGES.indexOf(other));
}

function totalOf(stages) {
  return Object.values(stages).reduce((sum, seconds) => sum + seconds, 0);
}

function bar(names, stages) {
  const total = totalOf(stages);
  let at = 0;
  const parts = names.map((name, k) => {
    const seconds = stages[name] || 0;
    const width = total > 0 ? (Math.max(seconds, 0) / total) * 100 : 0;
    const part = svg("rect", { class: `p${k}`, x: at, y: 0, width, height: 6 }, svg("title", {}, `${name}: ${number(seconds, 2)} s`));
    at += width;
    return part;
  });
  return svg("svg", { class: "shares", viewBox: "0 0 100 6", preserveAspectRatio: "none", role: "img", "aria-label": "shares of the stages" }, parts);
}

// Parts of a whole, for one run or several: [{ name, stages: { stage: seconds }, wall }], with a table that adds up.
export function stageBars(runs) {
  const timed = runs.filter(({ stages }) => stages);
  if (!timed.length) return null;
  const names = ordered(Object.assign({}, ...timed.map(({ stages }) => stages))).filter((name) => timed.some(({ stages }) => stages[name] >= 0.005));
  const cells = (seconds, total) => [el("td", { class: "figure" }, seconds === undefined ? "–" : `${number(seconds, 2)} s`),
    el("td", { class: "figure quiet" }, total > 0 && seconds !== undefined ? `${number((seconds / total) * 100, 1)} %` : "")];
  const row = (name, of, key) => el("tr", {}, el("th", { scope: "row" }, key, name), timed.map(({ stages, wall }) => cells(of(stages, wall), name === "wall clock" ? 0 : totalOf(stages))));
  return el("figure", { class: "chart stages" }, el("figcaption", {}, el("b", {}, "Where the time went")),
    timed.map(({ name, stages }) => [timed.length > 1 && el("p", { class: "quiet" }, name), bar(names, stages)]),
    el("div", { class: "scroll" }, el("table", {},
      timed.length > 1 && el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "stage"), timed.map(({ name }) => el("th", { scope: "colgroup", colspan: 2, class: "figure" }, name)))),
      el("tbody", {}, names.map((name, k) => row(name, (stages) => stages[name], el("span", { class: `key p${k}` }))), row("all stages", totalOf)),
      el("tfoot", {}, row("wall clock", (_, wall) => wall)))));
}
