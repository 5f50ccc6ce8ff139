// editor.js: a text area over its own coloured text, with line numbers and the place of an error.
import { el, replace } from "./dom.js";
import { highlighted } from "./highlight.js";

// Beyond this, colouring each keystroke would be felt.
const MOST_COLOURED = 20000;

export function editor(text, { changed, readonly }) {
  const coloured = el("pre", { class: "coloured", "aria-hidden": "true" });
  const gutter = el("div", { class: "gutter", "aria-hidden": "true" });
  const problem = el("p", { class: "problem", role: "alert", id: "problem", hidden: true });
  const area = el("textarea", {
    spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", "aria-label": "Source", "aria-describedby": "problem",
    value: text, readonly,
    oninput: () => { draw(); changed(area.value); },
    onkeydown: (event) => {
      if (event.key === "Tab" && !event.shiftKey && !readonly && area.selectionStart !== area.selectionEnd) return;
      if (event.key === "Enter") indent(event);
    },
    onscroll: () => { coloured.scrollLeft = area.scrollLeft; },
  });
  let errorLine = null;
  let markedLine = null;

  function indent(event) {
    const before = area.value.slice(0, area.selectionStart);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    const space = /^\s*/.exec(line)[0] + (line.trimEnd().endsWith(":") ? "    " : "");
    event.preventDefault();
    area.setRangeText(`\n${space}`, area.selectionStart, area.selectionEnd, "end");
    draw();
    changed(area.value);
  }

  function draw() {
    const lines = area.value.split("\n");
    area.rows = Math.min(Math.max(lines.length, 3), 400);
    replace(coloured, area.value.length > MOST_COLOURED ? [area.value] : highlighted(area.value));
    replace(gutter, lines.slice(0, 5000).map((_, at) => el("span", {
      class: at + 1 === errorLine ? "error" : at + 1 === markedLine ? "marked" : null,
    }, String(at + 1))));
  }

  draw();
  return {
    element: el("div", { class: "editor" }, el("div", { class: "panes" }, gutter, el("div", { class: "text" }, coloured, area)), problem),
    get text() { return area.value; },
    set text(value) { area.value = value; draw(); },
    focus() { area.focus(); },
    // error: { line, column, message }, or null
    showError(error) {
      errorLine = error ? error.line : null;
      problem.hidden = !error;
      area.setAttribute("aria-invalid", String(Boolean(error)));
      problem.textContent = error ? `Line ${error.line}, column ${error.column}: ${error.message}` : "";
      draw();
    },
    // Mark the line that assigns a variable, if there is one.
    mark(name) {
      const lines = area.value.split("\n");
      const at = lines.findIndex((line) => line.trim().startsWith(`${name} =`));
      markedLine = at < 0 ? null : at + 1;
      draw();
    },
  };
}
