// task.js: a task, the programs that it keeps, the attempts at its tests, and answers without a program.
import { address, counted, el, link, number, percent, replace } from "./dom.js";
import { get, has, isReport } from "./api.js";
import { frontChart } from "./front.js";
import { gridSvg, roomWidth, sizeOf, wrongCells } from "./grid.js";
import { pictureElement } from "./picture.js";
import { sourceElement } from "./highlight.js";
import { setKeys } from "./keys.js";

const SIDES = 92; // pixels of a pair that are not its two grids
const CELL = 40; // the largest cell: more would not show more
const [LEAST, MOST] = [150, 340]; // the room of a grid

function within(box) {
  return Math.round(Math.min(Math.max(box, 60), MOST));
}

// The room of a grid where so many pairs share the page: all in one row if they are not too small then.
function pairBox(pairs) {
  const room = roomWidth();
  const boxOf = (columns) => ((room + 14) / columns - 14 - SIDES) / 2;
  let columns = pairs;
  while (columns > 1 && boxOf(columns) < LEAST) columns -= 1;
  const rows = Math.ceil(pairs / columns);
  return within(boxOf(Math.ceil(pairs / rows) || 1)); // as many in each row, so that none is left alone
}

// A test stands in one row with its output and its attempts, on a narrow page in two.
function testBox() {
  const room = roomWidth();
  return within(room > 760 ? (room - 180) / 4 : (room - SIDES) / 2);
}

function labelled(name, ...content) {
  return el("figure", { class: "labelled" }, el("figcaption", {}, name), ...content);
}

function pair(name, given, wanted, box) {
  return el("div", { class: "pair" }, el("h3", {}, name), el("div", { class: "sides" },
    labelled(`input ${sizeOf(given).join("×")}`, gridSvg(given, { box, most: CELL })),
    el("span", { class: "arrow", "aria-hidden": true }, "→"),
    wanted));
}

function output(text, box) {
  return labelled(`output ${sizeOf(text).join("×")}`, gridSvg(text, { box, most: CELL }));
}

function covered(task, at) {
  const place = el("div", { class: "covered" });
  const cover = el("div", { class: "labelled" }, el("button", { type: "button", class: "uncover", onclick: async () => {
    const { outputs } = await get("expected", { task: task.id });
    replace(place, outputs[at] === null
      ? el("p", { class: "quiet" }, "The data does not give this output.")
      : [output(outputs[at], testBox()), verdict(task.attempts[at], outputs[at])]);
  } }, "Uncover the output"));
  return replace(place, has("expected", { task: task.id }) ? cover : el("p", { class: "quiet" }, "The output is not in this report."));
}

function verdict(attempts, expected) {
  const right = attempts.findIndex(({ grid }) => grid === expected);
  if (!attempts.length) return null;
  return right < 0
    ? el("p", { class: "verdict failed" }, "✗ no attempt is right")
    : el("p", { class: "verdict solved" }, `✓ attempt ${right + 1} is right`);
}

function test(task, at) {
  const by = (program, name, origin) => program ? [" by ", link(address("program", program, { task: task.id, sample: `test-${at}` }), name)] : [origin ? `, ${origin}` : ", a guess"];
  const attempts = task.attempts[at].map(({ grid, program, name, origin, why, probability }, number_) => el("figure", { class: "labelled" },
    el("figcaption", {}, `attempt ${number_ + 1}`, ...by(program, name, origin), typeof probability === "number" && `, right with ${percent(probability)}`),
    gridSvg(grid, { box: testBox(), most: CELL }),
    why && el("p", { class: "quiet why" }, why)));
  return el("div", {}, pair(task.tests.length > 1 ? `Test ${at + 1}` : "Test", task.tests[at], covered(task, at), testBox()),
    el("div", { class: "attempts" }, attempts.length ? attempts : el("p", { class: "quiet" }, "No attempts: no program fits all demos.")));
}

function outputsElement(task, outputs) {
  const box = within(Math.min(Math.max((roomWidth() - 30) / outputs.demos.length - 16, LEAST), 200));
  return el("div", { class: "outputs" }, outputs.demos.map((picture, at) => {
    const expected = task.demos[at][1];
    const wrong = picture.kind === "grid" ? wrongCells(picture.rows, expected) : undefined;
    const words = wrong === 0 ? "right" : wrong === null ? "another size" : wrong === undefined ? "no grid" : `${counted(wrong, "cell")} wrong`;
    return el("figure", { class: `labelled ${wrong === 0 ? "right" : "off"}` },
      el("figcaption", {}, `demo ${at + 1}: ${words}`), pictureElement(picture, { box, most: CELL, expected }));
  }));
}

function kept(task, row, opened) {
  const fits = row.matched === row.of;
  const body = el("div", { class: "kept-body" });
  const details = el("details", { class: `kept ${fits ? "fits" : "partial"}`, "data-program": row.hash, ontoggle: () => details.open && fillBody() },
    el("summary", {},
      el("span", { class: `mark ${fits ? "fitted" : "partial"}` }, fits ? "● fits" : `◐ ${row.matched} of ${row.of}`),
      el("b", {}, row.name),
      el("span", { class: "facts" }, `score ${number(row.score)}, fuel ${number(row.fuel)}, ${counted(row.nodes, "node")}, ${row.origin}`)),
    body);
  let filled = false;
  async function fillBody() {
    if (filled) return;
    filled = true;
    replace(body, link(address("program", row.hash, { task: task.id }), "Step through it", { class: "button" }), sourceElement(row.source));
    if (!has("outputs", { task: task.id, program: row.hash })) return;
    try {
      body.append(outputsElement(task, await get("outputs", { task: task.id, program: row.hash })));
    } catch (problem) {
      body.append(el("p", { class: "problem" }, problem.message));
    }
  }
  details.open = opened;
  return details;
}

function list(task) {
  const fits = task.kept.filter((row) => row.matched === row.of);
  const partial = task.kept.filter((row) => row.matched < row.of);
  const section = (title, rows, opened, note) => rows.length > 0 && [el("h2", {}, `${title} (${rows.length})`, note),
    rows.map((row, at) => kept(task, row, opened && at === 0))];
  const likely = typeof task.probability === "number" && el("small", { class: "quiet likely" }, ` the answer is right with ${percent(task.probability)}`);
  return [section("Programs that fit all demos", fits, true, likely), section("Best partial programs", partial, !fits.length)];
}

// Answers that no program stands behind, such as a network's votes.
function answers(task) {
  const all = task.answers.flatMap((ones, at) => ones.map((one) => ({ ...one, test: at })));
  if (!all.length) return null;
  const box = within(LEAST);
  return [el("h2", {}, `Answers without a program (${all.length})`), el("div", { class: "outputs answers" }, all.map(({ grid, said, bits, test: at }) => el("figure", { class: "labelled" },
    el("figcaption", {}, task.tests.length > 1 && `test ${at + 1}, `, said, typeof bits === "number" && `, ${number(bits, 1)} bits`),
    gridSvg(grid, { box, most: CELL }))))];
}

export async function taskPage(main, id) {
  const task = await get("task", { id });
  const nav = el("p", { class: "pager" },
    task.previous && link(address("task", task.previous), `← ${task.previous}`, { rel: "prev" }),
    task.next && link(address("task", task.next), `${task.next} →`, { rel: "next" }));
  const box = pairBox(task.demos.length);
  const programs = el("section", { class: "programs" });
  const empty = el("p", { class: "empty" }, "No program is kept for this task yet.");
  const draw = () => replace(programs, task.kept.length ? [frontChart(task), list(task)] : empty, answers(task),
    !isReport && el("p", {}, link(address("new", undefined, { task: task.id }), "Write a program for this task", { class: "button" })));
  replace(main,
    el("div", { class: "headline" }, el("h1", { tabindex: "-1" }, `Task ${task.id}`), nav),
    el("section", { class: "samples" }, task.demos.map(([given, wanted], at) => pair(`Demo ${at + 1}`, given, output(wanted, box), box))),
    el("section", { class: "samples tests" }, task.tests.map((_, at) => test(task, at))),
    programs);
  draw();
  const go = (other) => () => { if (other) location.hash = address("task", other); };
  setKeys({
    n: ["Next task, previous task", go(task.next)],
    p: ["Next task, previous task", go(task.previous)],
    s: ["Step through the best program", () => { if (task.kept.length) location.hash = address("program", task.kept[0].hash, { task: task.id }); }],
    u: ["Uncover the test outputs", () => main.querySelectorAll("button.uncover").forEach((button) => button.click())],
    Escape: ["Back to all tasks", () => { location.hash = "#/"; }],
  });
  return { title: `Task ${task.id}` };
}
