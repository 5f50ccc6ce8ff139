// dag.js: a program's graph, inputs at the top, each node under what it takes.
import { svg } from "./dom.js";

const ROW = 44;
const HEIGHT = 24;
const GAP = 12;

function labelOf(step) {
  return step.kind === "call" ? step.op : step.kind === "apply" ? "call" : step.name;
}

// Constants and ops used as values stand in the source; drawn, they would hide the flow.
function isDrawn(step) {
  return step.kind === "call" || step.kind === "apply" || step.kind === "input";
}

function layersOf(steps) {
  const depth = [];
  const layers = [];
  steps.forEach((step, at) => {
    const below = step.args.filter((arg) => isDrawn(steps[arg])).map((arg) => depth[arg] + 1);
    depth[at] = Math.max(0, ...below);
    if (isDrawn(step)) (layers[depth[at]] = layers[depth[at]] || []).push(at);
  });
  return layers.filter(Boolean);
}

function widthOf(step) {
  return Math.max(labelOf(step).length * 7.2 + 16, 30);
}

// Within a layer, nodes stand near the middle of what they take, then of what takes them.
function place(steps, layers) {
  const x = {};
  const users = steps.map(() => []);
  steps.forEach((step, at) => step.args.forEach((arg) => users[arg].push(at)));
  const spread = (layer) => {
    const width = layer.reduce((sum, at) => sum + widthOf(steps[at]) + GAP, -GAP);
    let left = -width / 2;
    for (const at of layer) {
      x[at] = left + widthOf(steps[at]) / 2;
      left += widthOf(steps[at]) + GAP;
    }
  };
  const sort = (layer, near) => {
    const middle = Object.fromEntries(layer.map((at) => {
      const known = near(at).filter((other) => other in x).map((other) => x[other]);
      return [at, known.length ? known.reduce((a, b) => a + b) / known.length : 0];
    }));
    layer.sort((a, b) => middle[a] - middle[b] || a - b);
    spread(layer);
  };
  layers.forEach(spread);
  for (let pass = 0; pass < 3; pass += 1) {
    layers.forEach((layer) => sort(layer, (at) => steps[at].args));
    [...layers].reverse().forEach((layer) => sort(layer, (at) => users[at]));
  }
  return x;
}

export function dagSvg(steps, chosen, choose) {
  const layers = layersOf(steps);
  const x = place(steps, layers);
  const y = {};
  layers.forEach((layer, row) => layer.forEach((at) => { y[at] = row * ROW; }));
  const drawn = layers.flat();
  const half = Math.max(60, ...drawn.map((at) => Math.abs(x[at]) + widthOf(steps[at]) / 2)) + 4;
  const edges = drawn.flatMap((at) => steps[at].args.filter((arg) => arg in y).map((arg) => {
    const [x1, y1, x2, y2] = [x[arg], y[arg] + HEIGHT, x[at], y[at]];
    const touched = at === chosen || arg === chosen;
    return svg("path", { class: touched ? "edge chosen" : "edge", d: `M${x1} ${y1}C${x1} ${y1 + 14} ${x2} ${y2 - 14} ${x2} ${y2}` });
  }));
  const nodes = drawn.map((at) => svg("g", {
    class: `node ${steps[at].kind}${at === chosen ? " chosen" : ""}${steps[at].picture.kind === "undefined" ? " undefined" : ""}`,
    onclick: () => choose(at),
  }, svg("title", {}, `${steps[at].name} = ${steps[at].text}`),
  svg("rect", { x: x[at] - widthOf(steps[at]) / 2, y: y[at], width: widthOf(steps[at]), height: HEIGHT, rx: 5 }),
  svg("text", { x: x[at], y: y[at] + HEIGHT / 2 }, labelOf(steps[at]))));
  const height = layers.length * ROW - ROW + HEIGHT + 4;
  return svg("svg", {
    class: "dag", role: "img", "aria-label": `graph of ${drawn.length} nodes`,
    viewBox: `${-half} -2 ${2 * half} ${height}`, width: Math.round(2 * half), height,
  }, edges, nodes);
}
