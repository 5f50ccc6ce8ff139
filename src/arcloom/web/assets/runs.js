// runs.js: the runs of a library; one in full, live while it goes on; several compared.
import { address, counted, el, link, number, replace } from "./dom.js";
import { get, has, isReport } from "./api.js";
import { MOST_SERIES, amountText, lineChart, seriesMark, stageBars, timeText } from "./chart.js";
import { setKeys } from "./keys.js";

const FACTS = [
  ["tasks", "tasks"], ["fitted", "fitted"], ["expected", "expected right"], ["settled", "settled"], ["candidates", "candidates"], ["stored", "programs stored"],
  ["known", "known before"], ["generation", "generation"], ["rounds", "rounds"], ["threads", "threads"], ["cpu_seconds", "CPU seconds"],
];

const SHOWN = new Set(["seed", ...FACTS.map(([name]) => name)]);

function whenText(iso) {
  return new Date(iso).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}

function latest(run) {
  return run.figures || run.points?.at(-1) || {};
}

function nameOf(run) {
  return `${run.command} ${run.id.slice(0, 6)}`;
}

function mark(run) {
  return el("span", { class: `mark run-${run.state}` }, run.state === "running" ? "● running" : run.state);
}

function fittedText(figures) {
  if (figures.fitted === undefined) return "–";
  const likely = typeof figures.expected === "number" ? `, about ${number(figures.expected)} right` : "";
  return `${number(figures.fitted)} of ${number(figures.tasks)}${likely}`;
}

// Candidates a second of the whole run, from its begin to its latest figures.
function rateOf(run) {
  const { candidates, seconds } = latest(run);
  return candidates !== undefined && seconds > 0 ? candidates / seconds : null;
}

function rateText(run) {
  return rateOf(run) === null ? "–" : number(rateOf(run));
}

export async function runsPage(main) {
  const { runs } = await get("runs");
  const picked = new Set();
  const compare = el("button", { type: "button", disabled: true, onclick: () => { location.hash = `#/compare/${[...picked].join("/")}`; } }, "Compare");
  const told = el("span", { class: "quiet", role: "status" }, `Choose 2 to ${MOST_SERIES} runs to compare them.`);
  const boxes = [];
  const pick = (run) => {
    const box = el("input", { type: "checkbox", "aria-label": `Compare ${nameOf(run)}`, onchange: () => {
      if (box.checked) picked.add(run.id); else picked.delete(run.id);
      compare.disabled = picked.size < 2;
      compare.textContent = picked.size > 1 ? `Compare ${counted(picked.size, "run")}` : "Compare";
      for (const other of boxes) other.disabled = picked.size >= MOST_SERIES && !other.checked;
    } });
    boxes.push(box);
    return el("label", { class: "pick" }, box);
  };
  const row = (run) => {
    const figures = latest(run);
    return el("tr", {}, runs.length > 1 && el("td", {}, pick(run)), el("td", {}, link(address("run", run.id), nameOf(run))), el("td", { class: "when" }, whenText(run.started)), el("td", {}, mark(run)),
      el("td", { class: "figure" }, figures.seconds === undefined ? "–" : timeText(figures.seconds)), el("td", { class: "figure" }, fittedText(figures)),
      el("td", { class: "figure rate" }, rateText(run)), el("td", { class: "figure seed" }, JSON.stringify(run.seed)));
  };
  const heads = [runs.length > 1 && [el("span", { class: "unseen" }, "compare"), ""], ["run", ""], ["started", "when"], ["state", ""], ["time", "figure"], ["fitted", "figure"], ["candidates a second", "figure rate"], ["seed", "figure seed"]];
  replace(main, el("div", { class: "headline" }, el("h1", { tabindex: "-1" }, "Runs"), el("p", { class: "count" }, counted(runs.length, "run")), runs.length > 1 && el("span", { class: "actions" }, told, compare)),
    runs.length === 0 ? el("p", { class: "empty" }, "No run is stored: `arcloom evolve` and `arcloom solve` write them to a library.")
      : el("div", { class: "scroll" }, el("table", { class: "list" }, el("thead", {}, el("tr", {}, heads.filter(Boolean).map(([head, kind]) => el("th", { scope: "col", class: kind }, head)))), el("tbody", {}, runs.map(row)))));
  setKeys({});
  return { title: "Runs", pulse: null };
}

function over(points, value) {
  return points.map((point) => [point.seconds, value(point)]).filter(([, found]) => found !== undefined && !Number.isNaN(found));
}

// Points that are not too near to each other: over a moment, a rate says nothing. The last one stays.
function spaced(points) {
  const least = (points.at(-1)?.seconds ?? 0) / points.length / 2;
  const found = [];
  for (const point of points) {
    if (found.length && point.seconds - found.at(-1).seconds < least) found.pop();
    found.push(point);
  }
  return found;
}

// Candidates a second between one point and the next.
function rates(all) {
  const points = spaced(all);
  const from = [{ seconds: 0, candidates: 0 }, ...points];
  return points.map((point, at) => {
    const seconds = point.seconds - from[at].seconds;
    return [point.seconds, seconds > 0 ? (point.candidates - from[at].candidates) / seconds : NaN];
  }).filter(([, rate]) => !Number.isNaN(rate));
}

// How many of the tasks fitted by then are solved, as far as is known today. A resumed run begins with those of before.
function solvedOver(run, verdicts) {
  const times = Object.entries(run.fitted).filter(([id]) => verdicts[id]).map(([, seconds]) => seconds).sort((a, b) => a - b);
  const begin = run.points[0]?.seconds ?? 0;
  const end = run.points.at(-1)?.seconds ?? 0;
  const before = times.filter((seconds) => seconds <= begin).length;
  const steps = times.slice(before).map((seconds, at) => [seconds, before + at + 1]);
  return [[begin, before], ...steps, [end, times.length]];
}

// A number of a network's training over time.
function trained(points, name, times) {
  return over(points, (point) => (point.training?.[name] === undefined ? undefined : point.training[name] * times));
}

function charts(runs, verdicts) {
  const series = (of, last) => runs.map((run) => ({ name: runs.length > 1 ? nameOf(run) : "", points: of(run), last: last && last(run) }));
  const any = (name) => runs.some((run) => run.points.some((point) => name in point));
  const learning = (name) => runs.some((run) => run.points.some((point) => point.training?.[name] !== undefined));
  const last = (name, times, unit) => (run) => {
    const value = trained(run.points, name, times).at(-1)?.[1];
    return value === undefined ? "–" : `${number(value, times > 1 ? 0 : 3)}${unit}`;
  };
  const rate = (run) => (rateOf(run) === null ? "–" : `${amountText(rateOf(run))} over the run`);
  return el("div", { class: "charts" },
    lineChart("Tasks fitted", series((run) => over(run.points, (point) => point.fitted)), { whole: true }),
    any("expected") && lineChart("Tasks expected right", series((run) => over(run.points, (point) => point.expected))),
    any("candidates") && lineChart("Candidates a second", series((run) => rates(run.points), rate)),
    any("best_partial") && lineChart("Mean best score of a task", series((run) => over(run.points, (point) => point.best_partial)), { top: 1000 }),
    any("fuel") && lineChart("Fuel spent", series((run) => over(run.points, (point) => point.fuel))),
    learning("loss") && lineChart("Loss of the network", series((run) => trained(run.points, "loss", 1), last("loss", 1, ""))),
    learning("held_out_accuracy") && lineChart("Held-out demos right, %", series((run) => trained(run.points, "held_out_accuracy", 100), last("held_out_accuracy", 100, " %")), { top: 100 }),
    verdicts && lineChart("Tasks solved", series((run) => solvedOver(run, verdicts)), { whole: true }));
}

function stateOf(run) {
  const { stop } = latest(run);
  return [mark(run), stop && run.state !== "running" && stop !== run.state ? ` by ${stop}` : ""];
}

// What the workers of a run do; nothing where threads do the work.
function crewFacts({ crew }) {
  if (!crew || crew.workers === undefined) return [];
  const lost = crew.lost ? `, ${number(crew.lost)} lost` : "";
  return [["crew", "workers", `${number(crew.workers)} on ${number(crew.nodes)} nodes, ${number(crew.busy)} busy${lost}`]];
}

// The nodes of a cluster with their rates.
function nodesOf(run) {
  const nodes = Object.entries(latest(run).nodes || {});
  if (!nodes.length) return null;
  return el("div", { class: "scroll" }, el("table", { "data-table": "nodes" }, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "node"), el("th", { scope: "col", class: "figure" }, "calls a second"))),
    el("tbody", {}, nodes.map(([name, rate]) => el("tr", {}, el("td", {}, name), el("td", { class: "figure" }, number(rate, 1)))))));
}

// Calls that failed, each with the stack of the worker where it has one.
function failuresOf(run) {
  const failures = latest(run).failures || [];
  if (!failures.length) return null;
  return el("details", { "data-table": "failures", open: "" }, el("summary", {}, `${number(failures.length)} problems`),
    failures.map(({ task_id, strategy, problem, stack }) => el("div", {}, el("p", {}, [task_id && `task ${task_id}, `, `${strategy}: ${problem}`].join("")), stack ? el("pre", { class: "source" }, stack) : null)));
}

function factsOf(run) {
  const figures = latest(run);
  const numbers = FACTS.filter(([name]) => typeof figures[name] === "number").map(([name, text]) => [name, text, number(figures[name])]);
  return [
    ["state", "state", stateOf(run)], ["started", "started", whenText(run.started)], ["seconds", "time", figures.seconds === undefined ? "–" : timeText(figures.seconds)],
    ...numbers, ...crewFacts(figures), ...(rateOf(run) === null ? [] : [["rate", "candidates a second", rateText(run)]]), ["seed", "seed", JSON.stringify(run.seed)],
  ];
}

function facts(run) {
  return el("dl", { class: "facts" }, factsOf(run).map(([name, text, value]) => el("div", { "data-fact": name }, el("dt", {}, text), el("dd", {}, value))));
}

// Settings that several runs have and that are not the same in all of them, as rows.
function differences(runs) {
  const settings = runs.map(({ configuration }) => Object.fromEntries(Object.entries(configuration || {}).map(([name, value]) => [name, JSON.stringify(value)])));
  const names = [...new Set(settings.flatMap(Object.keys))].filter((name) => !SHOWN.has(name) && new Set(settings.filter((one) => name in one).map((one) => one[name])).size > 1);
  return names.map((name) => [name, settings.map((one) => one[name] ?? "–")]);
}

function factsTable(runs) {
  const byRun = runs.map((run) => new Map(factsOf(run).map(([name, text, value]) => [name, { text, value }])));
  const names = [...new Map(byRun.flatMap((found) => [...found].map(([name, { text }]) => [name, text])))];
  const rest = differences(runs);
  return el("div", { class: "scroll" }, el("table", { class: "compared" },
    el("thead", {}, el("tr", {}, el("td", {}), runs.map((run, at) => el("th", { scope: "col", "data-run": run.id }, seriesMark(at), link(address("run", run.id), nameOf(run)))))),
    el("tbody", {}, names.map(([name, text]) => el("tr", { "data-fact": name }, el("th", { scope: "row" }, text), byRun.map((found) => el("td", {}, found.get(name)?.value ?? "–")))),
      rest.map(([name, values]) => el("tr", { "data-setting": name }, el("th", { scope: "row" }, el("code", {}, name)), values.map((value) => el("td", {}, el("code", {}, value))))))));
}

function strategies(run) {
  const table = latest(run).strategies;
  if (!table || !Object.keys(table).length) return null;
  return el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ["strategy", "fitted", "no other"].map((head, at) => el("th", { scope: "col", class: at ? "figure" : null }, head)))),
    el("tbody", {}, Object.entries(table).map(([name, row]) => el("tr", {}, el("td", {}, name), el("td", { class: "figure" }, number(row.fitted)), el("td", { class: "figure" }, number(row.only)))))));
}

function stagesOf(runs) {
  return stageBars(runs.map((run) => ({ name: nameOf(run), stages: latest(run).stages, wall: latest(run).seconds })));
}

function settingsOf(run) {
  return el("details", {}, el("summary", {}, "Configuration"), el("pre", { class: "source" }, JSON.stringify(run.configuration, null, 2)));
}

function single(run) {
  return el("div", { "data-run": run.id }, facts(run), el("div", { class: "sides-by-side" }, stagesOf([run]), strategies(run), nodesOf(run)), failuresOf(run), settingsOf(run), fittedList(run));
}

export async function runPage(main, ids) {
  const wanted = ids.slice(0, MOST_SERIES);
  const runs = await Promise.all(wanted.map((id) => get("run", { id })));
  let verdicts = null;
  const body = el("div", {});
  const uncover = el("button", { type: "button", class: "uncover", onclick: async () => {
    verdicts = verdicts ? null : (await get("verdicts")).tasks;
    uncover.textContent = verdicts ? "Cover test results" : "Uncover test results";
    draw();
  } }, "Uncover test results");
  const draw = () => {
    const open = [...body.querySelectorAll("details")].map((details) => details.open);
    replace(body, charts(runs, verdicts), runs.length > 1 ? [factsTable(runs), stagesOf(runs)] : single(runs[0]));
    body.querySelectorAll("details").forEach((details, at) => { details.open = Boolean(open[at]); });
  };
  const title = runs.length > 1 ? `${runs.length} runs compared` : `Run ${nameOf(runs[0])}`;
  replace(main, el("div", { class: "headline" }, el("h1", { tabindex: "-1" }, title), link("#/runs", "all runs"), has("verdicts") && uncover), body);
  draw();
  setKeys({ Escape: ["Back to all runs", () => { location.hash = "#/runs"; }] });
  return {
    title,
    runs: isReport ? [] : wanted,
    run: (changed) => {
      const at = runs.findIndex(({ id }) => id === changed.id);
      if (at < 0) return;
      runs[at] = changed;
      draw();
    },
  };
}

function fittedList(run) {
  const tasks = Object.entries(run.fitted).sort((a, b) => b[1] - a[1]);
  if (!tasks.length) return null;
  return el("details", { class: "fitted-list" }, el("summary", {}, `${counted(tasks.length, "fitted task")}, the latest first`),
    el("ul", {}, tasks.map(([id, seconds]) => el("li", {}, link(address("task", id), id), ` ${timeText(seconds)}`))));
}
