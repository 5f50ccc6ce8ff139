// runs.js: the runs of a library; one in full, live while it goes on; two side by side.
import { address, counted, el, link, number, replace } from "./dom.js";
import { get, has, isReport } from "./api.js";
import { lineChart, stageBar, timeText } from "./chart.js";
import { setKeys } from "./keys.js";

const FACTS = [
  ["tasks", "tasks"], ["fitted", "fitted"], ["settled", "settled"], ["candidates", "candidates"], ["stored", "programs stored"],
  ["known", "known before"], ["generation", "generation"], ["rounds", "rounds"], ["threads", "threads"], ["cpu_seconds", "CPU seconds"],
];

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

export async function runsPage(main) {
  const { runs } = await get("runs");
  const picked = new Set();
  const compare = el("button", { type: "button", disabled: true, onclick: () => { location.hash = `#/compare/${[...picked].join("/")}`; } }, "Compare the two");
  const pick = (run) => el("input", { type: "checkbox", "aria-label": `Compare ${nameOf(run)}`, onchange: (event) => {
    if (event.target.checked) picked.add(run.id); else picked.delete(run.id);
    compare.disabled = picked.size !== 2;
  } });
  const row = (run) => {
    const figures = latest(run);
    return el("tr", {}, el("td", {}, pick(run)), el("td", {}, link(address("run", run.id), nameOf(run))), el("td", {}, whenText(run.started)), el("td", {}, mark(run)),
      el("td", {}, figures.seconds === undefined ? "–" : timeText(figures.seconds)), el("td", {}, figures.fitted === undefined ? "–" : `${number(figures.fitted)} of ${number(figures.tasks)}`));
  };
  replace(main, el("div", { class: "headline" }, el("h1", { tabindex: "-1" }, "Runs"), runs.length > 1 && compare),
    runs.length === 0 ? el("p", { class: "quiet" }, "No run is stored: `arcloom evolve` and `arcloom solve` write them to a library.")
      : el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ["", "run", "started", "state", "time", "fitted"].map((head) => el("th", { scope: "col" }, head)))), el("tbody", {}, runs.map(row)))));
  setKeys({});
  return { title: "Runs", pulse: null };
}

function over(points, value) {
  return points.map((point) => [point.seconds, value(point)]).filter(([, found]) => found !== undefined && !Number.isNaN(found));
}

// Candidates a second between one point and the next.
function rates(points) {
  return points.slice(1).map((point, at) => {
    const seconds = point.seconds - points[at].seconds;
    return [point.seconds, seconds > 0 ? (point.candidates - points[at].candidates) / seconds : NaN];
  }).filter(([, rate]) => !Number.isNaN(rate));
}

// How many of the tasks fitted by then are solved, as far as is known today.
function solvedOver(run, verdicts) {
  const times = Object.entries(run.fitted).filter(([id]) => verdicts[id]).map(([, seconds]) => seconds).sort((a, b) => a - b);
  const end = run.points.at(-1)?.seconds ?? 0;
  const steps = times.map((seconds, at) => [seconds, at + 1]);
  return [[0, 0], ...steps, [end, times.length]];
}

function charts(runs, verdicts) {
  const series = (of) => runs.map((run) => ({ name: runs.length > 1 ? nameOf(run) : "", points: of(run) }));
  const any = (name) => runs.some((run) => run.points.some((point) => name in point));
  return el("div", { class: "charts" },
    lineChart("Tasks fitted", series((run) => over(run.points, (point) => point.fitted))),
    any("candidates") && lineChart("Candidates a second", series((run) => rates(run.points))),
    any("best_partial") && lineChart("Mean best score of a task", series((run) => over(run.points, (point) => point.best_partial)), { top: 1000 }),
    any("fuel") && lineChart("Fuel spent", series((run) => over(run.points, (point) => point.fuel))),
    verdicts && lineChart("Tasks solved", series((run) => solvedOver(run, verdicts))));
}

function facts(run) {
  const figures = latest(run);
  const shown = FACTS.filter(([name]) => typeof figures[name] === "number");
  return el("dl", { class: "facts" },
    el("div", {}, el("dt", {}, "state"), el("dd", {}, mark(run), figures.stop && run.state !== "running" ? ` by ${figures.stop}` : "")),
    el("div", {}, el("dt", {}, "started"), el("dd", {}, whenText(run.started))),
    el("div", {}, el("dt", {}, "time"), el("dd", {}, figures.seconds === undefined ? "–" : timeText(figures.seconds))),
    shown.map(([name, text]) => el("div", { "data-fact": name }, el("dt", {}, text), el("dd", {}, number(figures[name])))),
    el("div", {}, el("dt", {}, "seed"), el("dd", {}, JSON.stringify(run.seed))));
}

function strategies(run) {
  const table = latest(run).strategies;
  if (!table || !Object.keys(table).length) return null;
  return el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ["strategy", "fitted", "no other"].map((head) => el("th", { scope: "col" }, head)))),
    el("tbody", {}, Object.entries(table).map(([name, row]) => el("tr", {}, el("td", {}, name), el("td", {}, number(row.fitted)), el("td", {}, number(row.only)))))));
}

function stagesOf(run) {
  const figures = latest(run);
  return figures.stages ? stageBar(figures.stages, figures.seconds) : null;
}

function settingsOf(run) {
  return el("details", {}, el("summary", {}, "Configuration"), el("pre", { class: "source" }, JSON.stringify(run.configuration, null, 2)));
}

export async function runPage(main, ids) {
  const runs = await Promise.all(ids.map((id) => get("run", { id })));
  let verdicts = null;
  const body = el("div", {});
  const uncover = el("button", { type: "button", class: "uncover", onclick: async () => {
    verdicts = verdicts ? null : (await get("verdicts")).tasks;
    uncover.textContent = verdicts ? "Cover test results" : "Uncover test results";
    draw();
  } }, "Uncover test results");
  const side = (run) => el("section", { class: "side", "data-run": run.id }, runs.length > 1 && el("h2", {}, link(address("run", run.id), nameOf(run))), facts(run), stagesOf(run), strategies(run), settingsOf(run));
  const draw = () => {
    const open = [...body.querySelectorAll("details")].map((details) => details.open);
    replace(body, charts(runs, verdicts), el("div", { class: "sides-by-side" }, runs.map(side)), runs.length === 1 && fittedList(runs[0]));
    body.querySelectorAll("details").forEach((details, at) => { details.open = Boolean(open[at]); });
  };
  const title = runs.length > 1 ? runs.map(nameOf).join(" and ") : `Run ${nameOf(runs[0])}`;
  replace(main, el("div", { class: "headline" }, el("h1", { tabindex: "-1" }, title), has("verdicts") && uncover), body);
  draw();
  setKeys({ Escape: ["Back to all runs", () => { location.hash = "#/runs"; }] });
  return {
    title,
    runs: isReport ? [] : ids,
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

