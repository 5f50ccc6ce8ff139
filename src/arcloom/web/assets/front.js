// front.js: fit against length of a task's programs, as SVG: a dot for each, and a line along those that none beats in both.
import { address, counted, el, number, svg } from "./dom.js";
import { has } from "./api.js";
import { countTicks } from "./chart.js";

const WIDTH = 400;
const HEIGHT = 190;
const [LEFT, RIGHT, TOP, BOTTOM] = [58, 14, 10, 34];

function words({ name, nodes, matched, of, score }) {
  return `${name}: ${counted(nodes, "node")}, ${matched} of ${counted(of, "demo")}, score ${number(score)}`;
}

// A step for each demo that is matched, and one above them for what fits; as many labels as there is room for.
function fitAxis(of, y) {
  const every = Math.ceil((of + 1) / 6);
  return Array.from({ length: of + 1 }, (_, at) => at).filter((at) => (of - at) % every === 0).map((at) => [
    svg("path", { class: "axis", d: `M${LEFT} ${y(at / (of + 1)).toFixed(1)}H${WIDTH - RIGHT}` }),
    svg("text", { class: "tick y", x: LEFT - 6, y: y((at + .5) / (of + 1)).toFixed(1) }, at === of ? "fits" : `${at} of ${of}`),
  ]);
}

function dot(row, task, x, y) {
  const mark = svg("circle", { class: "dot s0", cx: x(row.nodes).toFixed(1), cy: y(row.fit).toFixed(1), r: 5 }, svg("title", {}, words(row)));
  if (!has("program", { hash: row.hash })) return mark;
  return svg("a", { href: address("program", row.hash, { task: task.id }), "aria-label": words(row) }, mark);
}

export function frontChart(task) {
  const { front, kept } = task;
  if (!front.length) return null;
  const longest = Math.max(1, ...front.map(({ nodes }) => nodes), ...kept.map(({ nodes }) => nodes));
  const x = (nodes) => LEFT + (nodes / longest) * (WIDTH - LEFT - RIGHT);
  const y = (fit) => HEIGHT - BOTTOM - fit * (HEIGHT - BOTTOM - TOP);
  // The best fit of so many nodes or fewer: a stair, which goes on to the longest.
  const stair = front.map((row, at) => `${at ? `H${x(row.nodes).toFixed(1)}V` : `M${x(row.nodes).toFixed(1)} `}${y(row.fit).toFixed(1)}`).join("");
  const others = kept.filter(({ hash }) => !front.some((row) => row.hash === hash));
  return el("figure", { class: "chart front", "data-chart": "front" },
    el("figcaption", {}, el("b", {}, "Fit against length"), el("span", { class: "quiet" }, `${counted(front.length, "program")} on the front: no other is as short and fits better`)),
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": `Fit against length: ${front.map(words).join("; ")}` },
      fitAxis(front[0].of, y),
      countTicks(longest).map(({ value, text }) => svg("text", { class: "tick x", x: x(value).toFixed(1), y: HEIGHT - BOTTOM + 14 }, text)),
      svg("text", { class: "tick x", x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 5 }, "nodes"),
      others.map((row) => svg("circle", { class: "beaten", cx: x(row.nodes).toFixed(1), cy: y(row.fit).toFixed(1), r: 3 }, svg("title", {}, words(row)))),
      svg("path", { class: "line s0", d: `${stair}H${x(longest).toFixed(1)}` }),
      front.map((row) => dot(row, task, x, y))));
}
