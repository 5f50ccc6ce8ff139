// lineage.js: the line of programs that one was bred from, each with what changed.
import { address, counted, el, link } from "./dom.js";
import { get, has } from "./api.js";
import { highlighted } from "./highlight.js";

const OPEN = 3; // of the newest changes, so many are shown at once

function linesOf(source) {
  // The head names parameters only; every program has one.
  return (source || "").trimEnd().split("\n").slice(1).map((line) => line.trim());
}

// The lines of both, in order: [" ", line] in both, ["-", line] in the first only, ["+", line] in the second only.
function difference(before, after) {
  const longest = Array.from({ length: before.length + 1 }, () => Array(after.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      longest[i][j] = before[i] === after[j] ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1]);
    }
  }
  const found = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) { found.push([" ", before[i]]); i += 1; j += 1; }
    else if (j >= after.length || (i < before.length && longest[i + 1][j] >= longest[i][j + 1])) { found.push(["-", before[i]]); i += 1; }
    else { found.push(["+", after[j]]); j += 1; }
  }
  return found;
}

function changes(before, after) {
  const lines = difference(linesOf(before), linesOf(after));
  const words = { "-": "removed", "+": "added", " ": "" };
  return el("pre", { class: "source change" }, lines.map(([sign, line]) => el("span", { class: `line-${words[sign] || "same"}` },
    el("span", { class: "sign", "aria-label": words[sign] || null }, `${sign} `), highlighted(line), "\n")));
}

function nameOf(one) {
  return one.stored ? link(address("program", one.hash), one.name) : el("code", { title: "No task keeps it any more" }, one.name);
}

function whole(one) {
  return one.source ? el("pre", { class: "source" }, highlighted(one.source)) : el("p", { class: "quiet" }, "Its source is not known any more.");
}

function step(one, parent, other, at) {
  const text = parent ? ["changed from ", el("code", {}, parent.name), other && [", with a part of ", nameOf(other)]] : [one.origin ? `the beginning: ${one.origin}` : "the beginning of the line, as far as it is known"];
  const known = parent && parent.source && one.source;
  const body = el("details", { open: at < OPEN }, el("summary", {}, parent ? "what changed" : "source"), known ? changes(parent.source, one.source) : whole(one));
  return el("li", {}, el("p", {}, at ? nameOf(one) : el("b", {}, one.name), " ", el("span", { class: "quiet" }, text, !one.stored && ", no longer in the library")), body);
}

// The section, or null where a program was not bred.
export async function lineageSection(hash) {
  if (!hash || !has("lineage", { hash })) return null;
  const { programs } = await get("lineage", { hash });
  if (programs.length < 2) return null;
  const byHash = new Map(programs.map((one) => [one.hash, one]));
  const line = [];
  for (let one = programs[0]; one && !line.includes(one); one = byHash.get(one.parents[0])) line.push(one);
  return el("section", { class: "lineage", "aria-label": "Lineage" }, el("h2", {}, "Lineage"),
    el("p", { class: "quiet" }, `Bred in ${counted(line.length - 1, "step")} from ${line.at(-1).name}; the newest change comes first.`),
    el("ol", {}, line.map((one, at) => step(one, byHash.get(one.parents[0]), byHash.get(one.parents[1]), at))));
}
