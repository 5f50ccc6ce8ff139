// main.js: which page is shown, and what is around it.
import { el, link, replace } from "./dom.js";
import { follow, get, isReport } from "./api.js";
import { applySettings, settingsControls } from "./settings.js";
import { showHelp, setKeys, startKeys } from "./keys.js";
import { galleryPage } from "./gallery.js";
import { loadVocabulary } from "./highlight.js";
import { taskPage } from "./task.js";
import { programPage } from "./program.js";
import { programsPage } from "./programs.js";
import { runPage, runsPage } from "./runs.js";

const REFRESH = 2000; // milliseconds between two looks at a library that keeps changing

const main = document.getElementById("main");
const banner = document.getElementById("banner");

// A page fills the place that it is given, and tells its title and what it wants to hear of.
const PAGES = {
  "": (place) => galleryPage(place),
  task: (place, [id]) => taskPage(place, id),
  program: (place, [hash], query) => programPage(place, hash, query),
  new: (place, _, query) => programPage(place, undefined, query),
  programs: (place) => programsPage(place),
  runs: (place) => runsPage(place),
  run: (place, [id]) => runPage(place, [id]),
  compare: (place, ids) => runPage(place, ids),
};

let page = {};
let unfollow = () => {};
let revision;
let broken = false;
let shown = 0;
let refreshing = null;

function header() {
  const item = (route, text) => link(route, text, { "data-route": route });
  const settings = el("details", { class: "settings" }, el("summary", {}, "View"), el("div", { class: "settings-panel" }, settingsControls((name) => name === "digits" && show())));
  document.addEventListener("click", (event) => { if (!settings.contains(event.target)) settings.open = false; });
  replace(document.getElementById("header"),
    link("#/", "Arcloom", { class: "brand" }),
    el("nav", { "aria-label": "Pages" }, item("#/", "Tasks"), item("#/programs", "Programs"), item("#/runs", "Runs")),
    settings,
    el("button", { type: "button", class: "help", "aria-label": "Keys", title: "Keys (?)", onclick: showHelp }, "?"));
}

function tell(problem) {
  banner.hidden = !problem;
  banner.textContent = problem || "";
}

function pulse(news) {
  tell(news.problem);
  if (news.problem) {
    broken = true;
    return;
  }
  const changed = revision !== undefined && revision !== news.revision;
  revision = news.revision;
  if (broken) {
    broken = false;
    if (page.failed) { show(); return; }
  }
  if (changed && page.pulse && !refreshing) {
    refreshing = setTimeout(() => { refreshing = null; page.pulse(); }, REFRESH);
  }
}

function routeOf(hash) {
  const [path, query] = hash.replace(/^#\/?/, "").split("?");
  const [kind, ...ids] = path.split("/");
  const decoded = ids.map((id) => { try { return decodeURIComponent(id); } catch { return id; } });
  return { kind, ids: decoded, query: new URLSearchParams(query || "") };
}

function failedPage(place, problem) {
  replace(place, el("div", { class: "failed-page" }, el("h1", { tabindex: "-1" }, "This cannot be shown"),
    el("p", { class: "problem" }, problem.message), el("p", {}, link("#/", "To all tasks"))));
  setKeys({});
  return { title: "Arcloom", failed: true };
}

async function show() {
  const ticket = ++shown;
  const { kind, ids, query } = routeOf(location.hash);
  clearTimeout(refreshing);
  refreshing = null;
  page = {};
  main.setAttribute("aria-busy", "true");
  const place = el("div", { class: "page" });
  let found;
  try {
    found = Object.hasOwn(PAGES, kind) ? await PAGES[kind](place, ids, query) : failedPage(place, { message: "There is no such page." });
  } catch (problem) {
    found = failedPage(place, problem);
  }
  if (ticket !== shown) return; // the person has gone on
  page = found;
  replace(main, place);
  main.removeAttribute("aria-busy");
  document.title = `${page.title} · Arcloom`;
  document.querySelectorAll("nav a").forEach((anchor) => {
    const current = anchor.dataset.route === (kind.startsWith("program") || kind === "new" ? "#/programs" : ["run", "runs", "compare"].includes(kind) ? "#/runs" : "#/");
    if (current) anchor.setAttribute("aria-current", "page"); else anchor.removeAttribute("aria-current");
  });
  const focused = page.attached && page.attached();
  if (!focused) main.querySelector("h1")?.focus({ preventScroll: true });
  unfollow();
  unfollow = follow(page.runs || [], pulse, page.run);
}

async function start() {
  applySettings();
  header();
  startKeys((route) => { location.hash = route; });
  window.addEventListener("hashchange", () => { window.scrollTo(0, 0); show(); });
  const words = loadVocabulary().catch(() => {});
  if (isReport) {
    const about = await get("about");
    document.getElementById("header").append(el("span", { class: "quiet about" }, about.text));
  }
  if (!["", "#", "#/"].includes(location.hash)) await words;
  await show();
}

start();
