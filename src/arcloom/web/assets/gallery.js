// gallery.js: all tasks of the dataset, filtered as a person types.
import { address, counted, el, link, number, percent, replace } from "./dom.js";
import { get, has, isReport } from "./api.js";
import { gridSvg } from "./grid.js";
import { setKeys } from "./keys.js";

const SIDES = [5, 10, 15, 20, 30];

// What a person chose stays while other pages are looked at.
const chosen = { text: "", state: "", band: "", origin: "", side: "", colours: "", dataset: "", order: "dataset" };
let status = {};
let statusKnown = false;
let verdicts = null;
let visited = null;

const MARKS = {
  solved: ["✓ solved", "The attempts are right"],
  failed: ["✗ not solved", "Fits all demos, but no attempt is right"],
  unknown: ["…", "The library is being read"],
  none: ["nothing yet", "No program is kept for this task"],
  fitted: ["● fits", "A program gives the output of every demo"],
};

// How likely the answer is right, in three bands: each has a sign of its own, so that colour is not needed.
const BANDS = [["likely", 0.75, "●", "75 % and more"], ["perhaps", 0.4, "◑", "40 to 75 %"], ["doubtful", 0, "○", "less than 40 %"]];

// From 0 to 1; null where it is not known, or nothing fits.
function chanceOf(id) {
  const { probability } = status[id] || {};
  return typeof probability === "number" && stateOf(id) !== "partial" ? probability : null;
}

function bandOf(chance) {
  return BANDS.find(([, least]) => chance >= least) || BANDS.at(-1);
}

function markOf(id) {
  const state = stateOf(id);
  const found = status[id];
  const chance = chanceOf(id);
  if (state === "fitted" && chance !== null) {
    const [band, , sign] = bandOf(chance);
    return { state: `fitted ${band}`, text: `${sign} fits, ${percent(chance)}`, title: `A program gives the output of every demo; the answer is right with ${percent(chance)}: ${band}` };
  }
  // Rounded down: what is not all is not 100 %.
  const [text, title] = MARKS[state] || [`◐ ${number(Math.floor(found.score / 10))} % score`, `${found.matched} of ${found.of} demos, partial score ${number(found.score)} of 1000`];
  return { state, text, title };
}

function legend() {
  return el("p", { class: "legend" }, el("span", {}, "How likely the answer is right:"), BANDS.map(([band, , sign, range]) => el("span", { class: `mark fitted ${band}` }, `${sign} ${band}, ${range}`)));
}

function stateOf(id) {
  const found = status[id];
  if (verdicts && typeof verdicts[id] === "boolean") return verdicts[id] ? "solved" : "failed";
  if (!found) return statusKnown ? "none" : "unknown";
  return found.matched === found.of ? "fitted" : "partial";
}

function matches(task) {
  const mark = stateOf(task.id);
  const fitted = ["fitted", "solved", "failed"].includes(mark);
  const states = { fitted, unfitted: !fitted, partial: mark === "partial", none: mark === "none", solved: mark === "solved", failed: mark === "failed" };
  return (!chosen.text || task.id.includes(chosen.text.trim()))
    && (!chosen.state || states[chosen.state])
    && (!chosen.band || (chanceOf(task.id) !== null && bandOf(chanceOf(task.id))[0] === chosen.band))
    && (!chosen.origin || (status[task.id] || {}).origin === chosen.origin)
    && (!chosen.side || task.side <= Number(chosen.side))
    && (!chosen.colours || task.colours === Number(chosen.colours))
    && (!chosen.dataset || task.dataset === chosen.dataset);
}

const ORDERS = {
  dataset: () => 0,
  score: (a, b) => scoreOf(b) - scoreOf(a),
  size: (a, b) => a.side - b.side,
  likely: (a, b) => (chanceOf(b.id) ?? -1) - (chanceOf(a.id) ?? -1),
  doubtful: (a, b) => (chanceOf(a.id) ?? 2) - (chanceOf(b.id) ?? 2),
};

function scoreOf(task) {
  const found = status[task.id];
  return found ? found.score + (found.matched === found.of ? 1000 : 0) : -1;
}

function select(name, label, options, changed) {
  const list = el("select", { "aria-label": label, "data-filter": name, onchange: () => { chosen[name] = list.value; changed(); } },
    options.map(([value, text]) => el("option", { value }, text)));
  list.value = chosen[name];
  if (list.value !== chosen[name]) chosen[name] = list.value = "";
  return el("label", {}, el("span", {}, label), list);
}

function filters(tasks, changed) {
  const origins = [...new Set(Object.values(status).map((found) => found.origin))].sort();
  const colours = [...new Set(tasks.map((task) => task.colours))].sort((a, b) => a - b);
  const text = el("input", {
    type: "search", placeholder: "task id", "aria-label": "Text", value: chosen.text, "data-filter": "text", spellcheck: "false",
    oninput: () => { chosen.text = text.value; changed(); },
    onkeydown: (event) => { if (event.key === "Enter" || event.key === "ArrowDown") { event.preventDefault(); changed("focus"); } },
  });
  const known = tasks.some(({ id }) => chanceOf(id) !== null);
  const datasets = [...new Set(tasks.map((task) => task.dataset))];
  const solved = verdicts ? [["solved", "solved"], ["failed", "fitted, not solved"]] : [];
  return el("form", { class: "filters", onsubmit: (event) => event.preventDefault() },
    el("label", {}, el("span", {}, "Text"), text),
    datasets.length > 1 && select("dataset", "Dataset", [["", "all"], ...datasets.map((name) => [name, name])], changed),
    select("state", "Programs", [["", "any"], ["fitted", "fits all demos"], ["unfitted", "does not fit yet"], ["partial", "partial"], ["none", "nothing yet"], ...solved], changed),
    known && select("band", "Answer is", [["", "any"], ...BANDS.map(([band]) => [band, band])], changed),
    select("origin", "Found by", [["", "any"], ...origins.map((name) => [name, name])], changed),
    select("side", "Size", [["", "any"], ...SIDES.map((side) => [side, `up to ${side}×${side}`])], changed),
    select("colours", "Colours", [["", "any"], ...colours.map((count) => [count, String(count)])], changed),
    select("order", "Order", [["dataset", "of the dataset"], ["score", "best first"], ["size", "small first"], ...(known ? [["likely", "likely right first"], ["doubtful", "doubtful first"]] : [])], changed));
}

// A card has its name at once, and all else when it comes near the screen: there may be thousands.
function card(task, observer) {
  const mark = el("span", {});
  const name = el("b", {}, task.id);
  const element = link(address("task", task.id), name, { class: "card", tabindex: "-1", "data-task": task.id, onclick: () => { visited = task.id; } });
  let drawn = false;
  const refresh = () => {
    if (!drawn) return;
    const { state, text, title } = markOf(task.id);
    mark.className = `mark ${state}`;
    mark.title = title;
    mark.textContent = text;
  };
  element.draw = () => {
    drawn = true;
    const grids = task.first.map((rows) => gridSvg(rows, { box: 74, most: 12 }));
    const thumbs = grids.flatMap((grid, at) => (at ? [el("span", { class: "arrow", "aria-hidden": "true" }, "→"), grid] : [grid]));
    replace(element, el("span", { class: "thumbs" }, thumbs), el("span", { class: "caption" }, name, mark));
    refresh();
  };
  observer.observe(element);
  return { task, element, refresh };
}

function moveTo(cards, wanted) {
  const shown = cards.filter(({ element }) => !element.hidden);
  if (!shown.length) return;
  const at = Math.min(Math.max(wanted, 0), shown.length - 1);
  for (const { element } of cards) element.tabIndex = -1;
  shown[at].element.tabIndex = 0;
  shown[at].element.focus();
  shown[at].element.scrollIntoView({ block: "nearest" });
}

function keysOf(list, cards, textField) {
  const shown = () => cards.filter(({ element }) => !element.hidden);
  const at = () => shown().findIndex(({ element }) => element === document.activeElement);
  const columns = () => {
    const [first, ...rest] = shown();
    const next = rest.findIndex(({ element }) => element.offsetTop !== first.element.offsetTop);
    return next < 0 ? rest.length + 1 : next + 1;
  };
  const move = (by) => () => moveTo(cards, at() < 0 ? 0 : at() + by());
  const arrows = "Move from task to task";
  return {
    "/": ["Filter by text", () => textField().select()],
    ArrowRight: [arrows, move(() => 1)],
    ArrowLeft: [arrows, move(() => -1)],
    ArrowDown: [arrows, move(() => columns())],
    ArrowUp: [arrows, move(() => -columns())],
    Home: ["First task, last task", () => moveTo(cards, 0)],
    End: ["First task, last task", () => moveTo(cards, cards.length)],
    Enter: ["Open the task", () => at() >= 0 && shown()[at()].element.click()],
  };
}

export async function galleryPage(main) {
  const arriving = statusOrNothing(); // the tasks do not wait for it
  const { dataset, tasks, refused, missing = [], problems = [] } = await get("tasks");
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) { observer.unobserve(target); target.draw(); }
    }
  }, { rootMargin: "600px" });
  const cards = tasks.map((task) => card(task, observer));
  const byId = new Map(cards.map((one) => [one.task.id, one]));
  const list = el("div", { class: "gallery", role: "list" });
  const count = el("p", { class: "count", role: "status" });
  const form = el("div", {});
  const legendPlace = legend();
  const empty = el("p", { class: "empty", hidden: true }, tasks.length ? "No task matches these filters." : "The dataset has no tasks.");

  function arrange(then) {
    const shown = [...tasks].sort(ORDERS[chosen.order] || ORDERS.dataset).filter(matches);
    const ids = new Set(shown.map(({ id }) => id));
    for (const { task, element } of cards) element.hidden = !ids.has(task.id);
    if (chosen.order !== list.dataset.order) {
      const focused = document.activeElement;
      list.append(...shown.map(({ id }) => byId.get(id).element));
      list.dataset.order = chosen.order === "dataset" ? "dataset" : "";
      if (list.contains(focused)) focused.focus();
    }
    ordered.splice(0, ordered.length, ...shown.map(({ id }) => byId.get(id)));
    const fitted = tasks.filter(({ id }) => status[id] && status[id].matched === status[id].of).length;
    const solved = verdicts ? `, ${number(Object.values(verdicts).filter(Boolean).length)} solved` : "";
    const chances = tasks.map(({ id }) => chanceOf(id)).filter((chance) => chance !== null);
    const expected = chances.length ? `, expected right: ${number(chances.reduce((sum, chance) => sum + chance, 0))} of ${number(tasks.length)}` : "";
    const marks = statusKnown ? `; ${number(fitted)} fitted${expected}${solved}` : "";
    legendPlace.hidden = !chances.length;
    empty.hidden = shown.length > 0;
    count.textContent = `${number(shown.length)} of ${counted(tasks.length, "task")}${marks}`;
    for (const { element } of cards) element.tabIndex = -1;
    if (ordered.length) ordered[0].element.tabIndex = 0;
    if (then === "focus") moveTo(ordered, 0);
  }

  const ordered = [];
  const showForm = () => {
    const { dataset: { filter }, selectionStart } = form.contains(document.activeElement) ? document.activeElement : form;
    replace(form, filters(tasks, arrange));
    if (!filter) return;
    const field = form.querySelector(`[data-filter=${filter}]`);
    field?.focus(); // where the person was
    if (filter === "text") field.setSelectionRange(selectionStart, selectionStart);
  };
  const uncover = el("button", { type: "button", class: "uncover", onclick: async () => {
    verdicts = verdicts ? null : (await get("verdicts")).tasks;
    uncover.textContent = verdicts ? "Cover test results" : "Uncover test results";
    showForm();
    for (const one of cards) one.refresh();
    arrange();
  } }, verdicts ? "Cover test results" : "Uncover test results");
  list.append(...cards.map(({ element }) => element));
  list.dataset.order = "dataset";
  replace(main,
    el("div", { class: "headline" }, el("h1", { tabindex: "-1" }, dataset), count,
      uncover),
    form,
    refused.length > 0 && el("details", { class: "notice" }, el("summary", {}, `${counted(refused.length, "task")} left out`), refused.map((line) => el("p", {}, line))),
    missing.length + problems.length > 0 && el("details", { class: "notice" }, el("summary", {}, `${counted(missing.length, "task")} of the library without grids at hand`), problems.map((line) => el("p", {}, line)), el("p", {}, missing.join(" "))),
    legendPlace,
    list,
    empty);
  const update = (found) => {
    if (found) [status, statusKnown] = [found, true];
    uncover.hidden = !Object.keys(status).length || !has("verdicts");
    for (const one of cards) one.refresh();
    arrange();
  };
  showForm();
  update(null);
  arriving.then((found) => { update(found); showForm(); });
  setKeys(keysOf(list, ordered, () => form.querySelector("input")));
  return {
    title: dataset,
    // Back where one came from, if that is still shown.
    attached: () => {
      const at = ordered.findIndex(({ task }) => task.id === visited);
      if (at >= 0) moveTo(ordered, at);
      return at >= 0;
    },
    pulse: isReport ? null : async () => update(await statusOrNothing()),
  };
}

async function statusOrNothing() {
  try {
    return (await get("status")).tasks;
  } catch {
    return null; // the banner tells what is wrong with the library
  }
}
