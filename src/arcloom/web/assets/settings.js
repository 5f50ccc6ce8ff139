// settings.js: theme, palette and digits; kept in this browser.
import { el } from "./dom.js";

const CHOICES = {
  theme: { label: "Theme", values: { auto: "as the system", light: "light", dark: "dark" } },
  palette: { label: "Colours", values: { arc: "ARC", safe: "colour-blind safe" } },
  digits: { label: "Digits", values: { off: "off", on: "on" } },
};

function stored(name) {
  try {
    return localStorage.getItem(`arcloom.${name}`);
  } catch {
    return null; // a file opened from disk may have no storage
  }
}

function store(name, value) {
  try {
    localStorage.setItem(`arcloom.${name}`, value);
  } catch {
    // It lasts as long as the page, then.
  }
}

export function setting(name) {
  return document.documentElement.dataset[name];
}

export function applySettings() {
  for (const [name, { values }] of Object.entries(CHOICES)) {
    const value = stored(name);
    document.documentElement.dataset[name] = value in values ? value : Object.keys(values)[0];
  }
}

export function settingsControls(changed) {
  return Object.entries(CHOICES).map(([name, { label, values }]) => {
    const options = Object.entries(values).map(([value, text]) => el("option", { value }, text));
    const select = el("select", {
      "aria-label": label,
      "data-setting": name,
      onchange: () => {
        document.documentElement.dataset[name] = select.value;
        store(name, select.value);
        changed(name);
      },
    }, options);
    select.value = setting(name);
    return el("label", { class: "setting" }, el("span", {}, label), select);
  });
}
