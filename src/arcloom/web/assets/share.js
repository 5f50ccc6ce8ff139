// share.js: what a person wrote, taken along: copied, or saved as a file that Arcloom imports.
import { el } from "./dom.js";

const HEAD = "from arcloom.dsl import *\n\n\n";
const TOLD = 2500; // milliseconds that a word of thanks stays

function fileText(source) {
  return source.includes("import") ? source : HEAD + source;
}

function fileName(source) {
  const name = /^\s*def\s+(\w+)/m.exec(source);
  return `${name ? name[1] : "program"}.py`;
}

// Pages that are not served by https, or by this machine, have no clipboard of their own.
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = el("textarea", { value: text, class: "unseen", "aria-hidden": "true" });
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

function download(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/x-python" }));
  const anchor = el("a", { href: url, download: name, hidden: true });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// Buttons that copy and save the text that `source()` gives.
export function shareButtons(source) {
  const told = el("span", { class: "told", role: "status" });
  let timer = null;
  const tell = (text) => {
    told.textContent = text;
    clearTimeout(timer);
    timer = setTimeout(() => { told.textContent = ""; }, TOLD);
  };
  const copy = el("button", { type: "button", title: "Copy the source", onclick: async () => {
    const done = await copyText(source());
    tell(done ? "Copied" : "The browser refused");
    copy.focus();
  } }, "Copy");
  const save = el("button", { type: "button", title: "Save as a file, for `arcloom import`", onclick: () => {
    download(fileText(source()), fileName(source()));
    tell(`Saved as ${fileName(source())}`);
  } }, "Save");
  return [told, copy, save];
}
