// programs.js: the library's programs, found by a word in their name, hash or source.
import { address, counted, el, link, number, replace } from "./dom.js";
import { get, isReport } from "./api.js";
import { setKeys } from "./keys.js";

let wanted = "";

export async function programsPage(main) {
  const results = el("div", {});
  const field = el("input", { type: "search", value: wanted, placeholder: "name, hash or a word of the source", "aria-label": "Search programs", spellcheck: "false",
    oninput: () => { wanted = field.value; search(); } });
  async function search() {
    const asked = wanted;
    let found;
    try {
      found = await get("programs", isReport ? {} : { wanted: asked });
    } catch (problem) {
      replace(results, el("p", { class: "problem" }, problem.message));
      return;
    }
    if (asked !== wanted) return;
    const rows = isReport ? found.programs.filter((row) => `${row.name} ${row.hash}`.includes(asked)) : found.programs;
    const more = found.total > found.programs.length ? `, the first ${found.programs.length} are shown` : "";
    replace(results, el("p", { class: "count", role: "status" }, `${number(isReport ? rows.length : found.total)} of ${counted(found.all, "program")}${more}`),
      el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ["program", "hash", "nodes", "kind", "origin"].map((head) => el("th", { scope: "col" }, head)))),
        el("tbody", {}, rows.map((row) => el("tr", {}, el("td", { class: "name" }, link(address("program", row.hash), row.name)),
          el("td", {}, el("code", {}, row.hash.slice(0, 8))), el("td", {}, number(row.nodes)), el("td", {}, row.kind), el("td", {}, row.origin)))))));
  }
  replace(main, el("div", { class: "headline" }, el("h1", { tabindex: "-1" }, "Programs"), !isReport && link("#/new", "New program", { class: "button" })),
    el("form", { class: "filters", onsubmit: (event) => event.preventDefault() }, el("label", {}, el("span", {}, "Search"), field)), results);
  setKeys({ "/": ["Search", () => field.select()] });
  await search();
  return { title: "Programs" };
}
