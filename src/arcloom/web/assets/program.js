// program.js: a program with its graph and its steps, on any sample or on a grid that is painted.
import { address, counted, el, link, number, replace } from "./dom.js";
import { get, isReport, runSteps } from "./api.js";
import { gridSvg, roomWidth, sizeOf } from "./grid.js";
import { pictureElement, shortText, together, togetherSvg } from "./picture.js";
import { highlighted, meaningOf } from "./highlight.js";
import { editor } from "./editor.js";
import { dagSvg } from "./dag.js";
import { painter } from "./paint.js";
import { shareButtons } from "./share.js";
import { lineageSection } from "./lineage.js";
import { setKeys } from "./keys.js";

const PAUSE = 120; // milliseconds without a keystroke before a program is run
const NEW_SOURCE = "def solve(I):\n    return vmirror(I)\n";
const NEW_GRID = "000/010/000";

function isListed(step) {
  return step.kind === "call" || step.kind === "apply" || step.name === "I";
}

function sampleOf(text) {
  const [kind, at] = String(text || "demo-0").split("-");
  return [kind === "test" ? "test" : "demo", Number(at) || 0];
}

export async function programPage(main, hash, query) {
  const isNew = hash === undefined;
  const program = isNew ? { name: "new program", source: NEW_SOURCE, scores: [], hash: "" } : await get("program", { hash });
  const { tasks } = await get("tasks");
  const known = new Set(tasks.map(({ id }) => id));
  const suggested = [query.get("task"), program.scores.map(({ task }) => task).find((id) => known.has(id)), tasks.length ? tasks[0].id : null];
  const state = { task: suggested.find((id) => id && known.has(id)) || null, sample: sampleOf(query.get("sample")), grid: null, chosen: null, result: null };
  let samples = { demos: [], tests: [] };
  let timer = null;
  let asked = 0;

  const source = editor(program.source, { readonly: isReport, changed: () => { clearTimeout(timer); timer = setTimeout(refresh, PAUSE); } });
  const verdict = el("p", { class: "verdict", role: "status" });
  const stage = el("div", { class: "stage", "aria-live": "polite" });
  const listed = el("ol", { class: "steps", "aria-label": "Steps" });
  const graph = el("div", { class: "graph" });
  const trouble = el("p", { class: "problem", role: "alert", hidden: true });
  const paint = painter(NEW_GRID, { box: 200, changed: (rows) => { state.grid = rows; showSamples(); refresh(); } });
  const input = isReport ? el("div", {}) : paint.element;
  const sampleChoice = el("div", { class: "choices", role: "group", "aria-label": "Input" });
  const taskField = el("input", { list: "task-ids", value: state.task || "", "aria-label": "Task", spellcheck: "false", readonly: isReport,
    onchange: () => { if (known.has(taskField.value)) { state.task = taskField.value; state.sample = ["demo", 0]; loadTask(); } } });

  async function loadTask() {
    if (state.task === null) { state.grid = state.grid || NEW_GRID; return refresh(); }
    samples = await get("task", { id: state.task });
    state.grid = null;
    showSamples();
    return refresh();
  }

  function showSamples() {
    const button = (kind, at, text) => {
      const pressed = !state.grid && state.sample[0] === kind && state.sample[1] === at;
      return el("button", { type: "button", "aria-pressed": String(pressed), onclick: () => { state.sample = [kind, at]; state.grid = null; showSamples(); refresh(); } }, text);
    };
    replace(sampleChoice,
      samples.demos.map((_, at) => button("demo", at, `demo ${at + 1}`)),
      !isReport && samples.tests.map((_, at) => button("test", at, `test ${at + 1}`)),
      !isReport && el("span", { class: state.grid ? "painted on" : "painted" }, state.grid ? "painted by you" : "or paint:"));
  }

  async function refresh() {
    const ticket = ++asked;
    const request = { source: source.text, task: state.task, sample: state.sample, grid: state.grid, program: program.hash };
    let result;
    try {
      result = await runSteps(request);
    } catch (problem) {
      if (ticket === asked) { trouble.hidden = false; trouble.textContent = problem.message; main.classList.add("stale"); }
      return;
    }
    if (ticket !== asked) return; // the person has gone on
    trouble.hidden = true;
    source.showError(result.error);
    main.classList.toggle("stale", Boolean(result.error));
    if (result.error) return;
    const before = state.result && state.chosen !== null ? state.result.steps[state.chosen] : null;
    state.result = result;
    if (isReport) replace(input, gridSvg(result.input, { box: 200, most: 26 }));
    else paint.show(result.input);
    const shown = listedAt();
    list(shown);
    const same = shown.find((at) => before && result.steps[at].name === before.name);
    choose(same !== undefined ? same : shown[shown.length - 1]);
  }

  function listedAt() {
    const { steps } = state.result;
    const shown = steps.map((_, at) => at).filter((at) => isListed(steps[at]));
    return shown.length ? shown : [steps.length - 1];
  }

  function choose(at) {
    state.chosen = at;
    const { steps, right, expected } = state.result;
    const step = steps[at];
    const frame = sizeOf(state.result.input);
    const shown = listedAt();
    const last = at === steps.length - 1;
    const two = last && expected && !right;
    const room = stage.clientWidth || Math.min(roomWidth(), 420);
    const box = Math.min(two && room > 420 ? room / 2 - 12 : room, 480);
    replace(stage,
      el("div", { class: "stepper" },
        el("button", { type: "button", "aria-label": "Step before", disabled: shown.indexOf(at) <= 0, onclick: () => move(-1) }, "←"),
        el("span", { class: "position" }, `${shown.indexOf(at) + 1} of ${shown.length}`),
        el("button", { type: "button", "aria-label": "Step after", disabled: shown.indexOf(at) >= shown.length - 1, onclick: () => move(1) }, "→"),
        el("code", { class: "step-source" }, el("b", {}, step.name), step.kind === "input" ? "" : [" = ", ...highlighted(step.text)])),
      step.op && el("p", { class: "quiet meaning" }, meaningOf(step.op)),
      el("div", { class: "value-box" }, step.rule ? ruleElement(step) : pictureElement(step.picture, { box, most: 44, frame, expected: last ? expected : null }),
        two && el("figure", { class: "labelled" }, el("figcaption", {}, "expected"), gridSvg(expected, { box, most: 44 }))));
    verdict.className = `verdict ${right === null ? "" : right ? "solved" : "failed"}`;
    verdict.textContent = right === null ? "" : right ? "✓ the demo's output" : "✗ not the demo's output";
    listed.querySelectorAll(".step").forEach((button, k) => {
      if (shown[k] === at) button.setAttribute("aria-current", "step"); else button.removeAttribute("aria-current");
    });
    const current = listed.querySelector("[aria-current]");
    if (current) listed.scrollTop += Math.min(0, current.offsetTop - listed.scrollTop) + Math.max(0, current.offsetTop + current.offsetHeight - listed.scrollTop - listed.clientHeight);
    replace(graph, dagSvg(steps, at, (other) => choose(other)));
    source.mark(step.name);
  }

  function list(shown) {
    const { steps, input: given } = state.result;
    replace(listed, shown.map((at) => el("li", {}, el("button", { type: "button", class: "step", onclick: () => choose(at) },
      el("b", {}, steps[at].name), preview(steps[at], sizeOf(given))))));
  }

  function preview(step, frame) {
    const { picture } = step;
    if (step.rule) return el("span", { class: "short text" }, "rule");
    if (picture.kind === "grid") return gridSvg(picture.rows, { box: 44 });
    if ("rows" in picture) return pictureElement(picture, { box: 44, frame }).querySelector("svg");
    if (picture.kind === "many" && together(picture, frame)) return togetherSvg(picture, frame);
    return el("span", { class: `short ${picture.kind}` }, shortText(picture));
  }

  function move(by) {
    const shown = listedAt();
    const at = shown[Math.min(Math.max(shown.indexOf(state.chosen) + by, 0), shown.length - 1)];
    if (at !== state.chosen) choose(at);
  }

  const tidy = el("button", { type: "button", onclick: () => { if (state.result) { source.text = state.result.source; refresh(); } } }, "Tidy");
  const reset = el("button", { type: "button", onclick: () => { source.text = program.source; refresh(); } }, "Reset");
  const lineage = el("div", {});
  if (!isNew) lineageSection(program.hash).then((found) => found && lineage.append(found), () => {}); // the rest stands without it
  const facts = isNew ? "Nothing here is stored: copy or save what you write." : `${counted(program.nodes, "node")}, ${program.origin}, ${program.hash.slice(0, 8)}`;
  replace(main,
    el("div", { class: "headline" }, el("h1", { tabindex: "-1" }, program.name), el("span", { class: "quiet" }, facts)),
    el("div", { class: "workbench" },
      el("section", { "aria-label": "Source" }, el("div", { class: "bar" }, el("h2", {}, "Source"), shareButtons(() => source.text), !isReport && tidy, !isReport && reset), source.element, el("h2", {}, "Graph"), graph),
      el("section", { "aria-label": "Input" }, el("h2", {}, "Input"),
        el("div", { class: "bar" }, el("label", {}, el("span", {}, "Task"), taskField), state.task && link(address("task", state.task), "show")),
        el("datalist", { id: "task-ids" }, tasks.map(({ id }) => el("option", { value: id }))),
        sampleChoice, input, trouble),
      el("section", { class: "result", "aria-label": "Steps" }, el("div", { class: "bar" }, el("h2", {}, "Steps"), verdict), stage, listed)),
    program.scores.length > 0 && scores(program),
    lineage);
  setKeys({
    ArrowRight: ["Step forth and back", () => state.result && move(1)],
    ArrowLeft: ["Step forth and back", () => state.result && move(-1)],
    Home: ["First step, last step", () => state.result && choose(listedAt()[0])],
    End: ["First step, last step", () => state.result && choose(listedAt().at(-1))],
    e: ["Edit the source", () => source.focus()],
    t: ["Back to the task", () => { if (state.task) location.hash = address("task", state.task); }],
  });
  await loadTask();
  return { title: program.name };
}

// A learnt rule in words; the numbers that it is stored as are folded away.
function ruleElement({ rule, picture }) {
  return el("div", { class: "rule" }, el("p", {}, rule.sentence),
    rule.lines.length > 0 && el("pre", {}, rule.lines.join("\n")),
    rule.head.length > 0 && el("div", { class: "scroll" }, el("table", {},
      el("thead", {}, el("tr", {}, rule.head.map((cell) => el("th", { scope: "col" }, cell)))),
      el("tbody", {}, rule.table.map((row) => el("tr", {}, row.map((cell) => el("td", {}, cell))))))),
    rule.more > 0 && el("p", { class: "quiet" }, `and ${counted(rule.more, "more row")}`),
    el("details", {}, el("summary", {}, "as stored"), el("code", {}, picture.text || "")));
}

function scores(program) {
  return el("section", {}, el("h2", {}, `Kept by ${counted(program.scores.length, "task")}`),
    el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ["task", "demos", "score", "fuel"].map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, program.scores.slice(0, 200).map((row) => el("tr", {},
        el("td", {}, link(address("task", row.task), row.task)), el("td", {}, `${row.matched} of ${row.of}`), el("td", {}, number(row.score)), el("td", {}, number(row.fuel))))))));
}
