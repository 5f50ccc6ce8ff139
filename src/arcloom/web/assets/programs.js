// programs.js: the library's programs, page by page, sorted and filtered; what they fit and how well.
import { address, counted, el, link, number, replace } from "./dom.js";
import { get, isReport } from "./api.js";
import { setKeys } from "./keys.js";

const PAGE = 50;
const PAUSE = 150; // milliseconds without a keystroke before the library is asked

// The columns: what they are sorted by, and their text.
const COLUMNS = [
  ["name", "program"], [null, "hash"], ["fitted", "fits"], ["tasks", "kept by"], ["score", "best score"], ["nodes", "nodes"], [null, "origin"],
];
const TITLES = { fitted: "tasks whose demos it gives all", tasks: "tasks that keep it", score: "on its best task, of 1000" };
const FIELDS = { name: "name", fitted: "fitted", tasks: "tasks", score: "score", nodes: "nodes" };
const SMALL_FIRST = new Set(["name", "nodes"]);

// What a person chose stays while other pages are looked at.
const chosen = { wanted: "", kind: "", origin: "", fits: "", order: "fitted", reverse: "", first: 0 };

function inReport({ programs }) {
  const text = chosen.wanted.toLowerCase();
  const field = FIELDS[chosen.order];
  const sign = (SMALL_FIRST.has(chosen.order) ? 1 : -1) * (chosen.reverse ? -1 : 1);
  const found = programs.filter((row) => `${row.name} ${row.hash}`.toLowerCase().includes(text)
    && (!chosen.kind || row.kind === chosen.kind) && (!chosen.origin || row.origin === chosen.origin)
    && (!chosen.fits || (row.fitted > 0) === (chosen.fits === "yes")));
  const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  found.sort((a, b) => sign * compare(a[field] ?? -1, b[field] ?? -1) || compare(a.hash, b.hash));
  const origins = [...new Set(programs.map(({ origin }) => origin))].sort();
  return { all: programs.length, total: found.length, first: chosen.first, origins, programs: found.slice(chosen.first, chosen.first + PAGE) };
}

async function listing() {
  if (isReport) return inReport(await get("programs"));
  const asked = Object.entries({ ...chosen, count: PAGE }).filter(([, value]) => value !== "" && value !== 0);
  return get("programs", Object.fromEntries(asked));
}

function headOf(sort) {
  return ([order, text]) => {
    const kind = ["fitted", "tasks", "score", "nodes"].includes(order) ? "figure" : text === "hash" ? "hash" : null;
    if (!order) return el("th", { scope: "col", class: kind }, text);
    const current = chosen.order === order;
    const rising = SMALL_FIRST.has(order) !== Boolean(chosen.reverse);
    return el("th", { scope: "col", class: kind, "aria-sort": current ? (rising ? "ascending" : "descending") : "none" },
      el("button", { type: "button", class: "sort", title: TITLES[order], "data-order": order, onclick: () => sort(order) }, text, el("span", { "aria-hidden": "true" }, current ? (rising ? " ▲" : " ▼") : "")));
  };
}

function rowOf(row) {
  return el("tr", {}, el("td", { class: "name" }, link(address("program", row.hash), row.name), row.kind === "differ" && el("span", { class: "mark none" }, "differ")),
    el("td", { class: "hash" }, el("code", {}, row.hash.slice(0, 8))), el("td", { class: "figure" }, row.fitted ? el("span", { class: "mark fitted" }, `● ${number(row.fitted)}`) : "–"),
    el("td", { class: "figure" }, row.tasks ? number(row.tasks) : "–"), el("td", { class: "figure" }, row.score === null ? "–" : number(row.score)),
    el("td", { class: "figure" }, number(row.nodes)), el("td", {}, row.origin));
}

export async function programsPage(main) {
  const results = el("div", { class: "results" });
  const count = el("p", { class: "count", role: "status" }, "Loading…");
  let asked = 0;
  let timer = null;
  let found = { all: 0, total: 0, first: 0, origins: [], programs: [] };
  const field = el("input", { type: "search", value: chosen.wanted, maxlength: 200, placeholder: isReport ? "name or hash" : "name, hash or a word of the source", "aria-label": "Search programs", spellcheck: "false",
    oninput: () => { chosen.wanted = field.value.trim(); chosen.first = 0; clearTimeout(timer); timer = setTimeout(search, PAUSE); } });
  const select = (name, label, options) => {
    const list = el("select", { "aria-label": label, onchange: () => { chosen[name] = list.value; chosen.first = 0; search(); } }, options.map(([value, text]) => el("option", { value }, text)));
    list.value = chosen[name];
    return el("label", {}, el("span", {}, label), list);
  };
  const origins = el("div", { class: "holder" });
  const clear = el("button", { type: "button", onclick: () => {
    Object.assign(chosen, { wanted: "", kind: "", origin: "", fits: "", first: 0 });
    field.value = "";
    form.reset();
    search();
  } }, "Clear");
  const form = el("form", { class: "filters", onsubmit: (event) => event.preventDefault() }, el("label", { class: "wide" }, el("span", {}, "Search"), field),
    select("fits", "Fits", [["", "any"], ["yes", "fits some task"], ["no", "fits no task"]]), origins,
    select("kind", "Kind", [["", "any"], ["program", "programs"], ["differ", "differs"]]), clear);

  function sort(order) {
    if (chosen.order === order) chosen.reverse = chosen.reverse ? "" : "yes";
    else Object.assign(chosen, { order, reverse: "" });
    chosen.first = 0;
    search().then(() => results.querySelector(`[data-order=${order}]`)?.focus());
  }

  function turn(by) {
    const first = chosen.first + by * PAGE;
    if (first < 0 || first >= found.total) return;
    chosen.first = first;
    search().then(() => { window.scrollTo(0, 0); results.querySelector("[data-page]:not(:disabled)")?.focus({ preventScroll: true }); });
  }

  function pager() {
    if (found.total <= PAGE) return null;
    const last = Math.min(found.first + PAGE, found.total);
    return el("nav", { class: "pages", "aria-label": "Pages" },
      el("button", { type: "button", "data-page": "before", disabled: found.first <= 0, onclick: () => turn(-1) }, "← before"),
      el("span", { class: "position" }, `${number(found.first + 1)}–${number(last)} of ${number(found.total)}`),
      el("button", { type: "button", "data-page": "after", disabled: last >= found.total, onclick: () => turn(1) }, "after →"));
  }

  function draw() {
    count.textContent = found.total === found.all ? counted(found.all, "program") : `${number(found.total)} of ${counted(found.all, "program")}`;
    if (!origins.firstChild && found.origins.length) replace(origins, select("origin", "Found by", [["", "any"], ...found.origins.map((name) => [name, name])]));
    clear.hidden = !(chosen.wanted || chosen.kind || chosen.origin || chosen.fits);
    if (!found.programs.length) {
      const empty = found.all ? "No program matches. Clear the filters to see all." : "The library holds no programs yet: `arcloom import FILE --library LIBRARY` adds some.";
      replace(results, el("p", { class: "empty" }, empty));
      return;
    }
    replace(results, el("div", { class: "scroll" }, el("table", { class: "list programs-table" }, el("thead", {}, el("tr", {}, COLUMNS.map(headOf(sort)))), el("tbody", {}, found.programs.map(rowOf)))), pager());
  }

  async function search() {
    const ticket = ++asked;
    results.setAttribute("aria-busy", "true");
    try {
      const answer = await listing();
      if (ticket !== asked) return; // the person has typed on
      found = answer;
      draw();
    } catch (problem) {
      if (ticket === asked) { count.textContent = ""; replace(results, el("p", { class: "problem", role: "alert" }, problem.message)); }
    }
    if (ticket === asked) results.removeAttribute("aria-busy");
  }

  replace(main, el("div", { class: "headline" }, el("h1", { tabindex: "-1" }, "Programs"), count, !isReport && link("#/new", "New program", { class: "button" })), form, results);
  setKeys({
    "/": ["Search", () => field.select()],
    n: ["Next page, previous page", () => turn(1)],
    p: ["Next page, previous page", () => turn(-1)],
  });
  await search();
  return { title: "Programs" };
}
