// keys.js: the keyboard. A page names its keys; the help lists them.
import { el } from "./dom.js";

const EVERYWHERE = [
  ["g t", "Tasks"],
  ["g p", "Programs"],
  ["g r", "Runs"],
  ["?", "This list"],
];

let pageKeys = {};
let prefix = "";

// keys: { key: [what it does, function] }; keys that are to be told together share their words.
export function setKeys(keys) {
  pageKeys = keys;
}

function typing(target) {
  return target.closest("input, textarea, select, [contenteditable]") !== null;
}

export function startKeys(go) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "Escape" && typing(event.target)) {
      event.target.blur();
      return;
    }
    const panel = document.querySelector("details.settings[open]");
    if (event.key === "Escape" && panel) {
      panel.open = false;
      return;
    }
    if (typing(event.target) || event.target.closest("dialog")) return;
    const key = prefix ? `${prefix} ${event.key}` : event.key;
    prefix = "";
    const routes = { "g t": "#/", "g p": "#/programs", "g r": "#/runs" };
    if (event.key === "g" && key === "g") {
      prefix = "g";
    } else if (key in routes) {
      event.preventDefault();
      go(routes[key]);
    } else if (key === "?") {
      showHelp();
    } else if (key in pageKeys) {
      event.preventDefault();
      pageKeys[key][1](event);
    }
  });
}

export function showHelp() {
  const rows = new Map();
  for (const [key, [text]] of Object.entries(pageKeys)) rows.set(text, [...(rows.get(text) || []), key]);
  for (const [key, text] of EVERYWHERE) rows.set(text, [key]);
  const dialog = el("dialog", { "aria-label": "Keys" },
    el("h2", {}, "Keys"),
    el("table", {}, [...rows].map(([text, keys]) => el("tr", {},
      el("td", {}, keys.map((key) => el("kbd", {}, nameOf(key)))), el("td", {}, text)))),
    el("form", { method: "dialog" }, el("button", { autofocus: true }, "Close")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function nameOf(key) {
  const names = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "space" };
  return names[key] || key;
}
