// highlight.js: source text with its words coloured by what they are.
import { el } from "./dom.js";
import { get } from "./api.js";

const WORDS = /(#.*)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|([A-Za-z_]\w*)|(\d+)/g;
const KEYWORDS = new Set(["def", "return", "from", "import"]);
const INPUTS = new Set(["I", "S", "C"]);

let vocabulary = { ops: {}, constants: {} };

export async function loadVocabulary() {
  vocabulary = await get("vocabulary");
}

export function meaningOf(word) {
  if (Object.hasOwn(vocabulary.ops, word)) return vocabulary.ops[word].join(": ");
  if (Object.hasOwn(vocabulary.constants, word)) return `${word} = ${vocabulary.constants[word]}`;
  return null;
}

function kindOf([, comment, string, word, digits]) {
  if (comment) return "comment";
  if (string) return "string";
  if (digits) return "number";
  if (KEYWORDS.has(word)) return "keyword";
  if (INPUTS.has(word)) return "input";
  if (Object.hasOwn(vocabulary.ops, word)) return "op";
  if (Object.hasOwn(vocabulary.constants, word)) return "constant";
  return "variable";
}

// The text as nodes: words in spans, the rest as it stands.
export function highlighted(text) {
  const nodes = [];
  let at = 0;
  for (const match of text.matchAll(WORDS)) {
    nodes.push(text.slice(at, match.index));
    nodes.push(el("span", { class: `w-${kindOf(match)}`, title: meaningOf(match[0]) }, match[0]));
    at = match.index + match[0].length;
  }
  nodes.push(text.slice(at));
  return nodes;
}

export function sourceElement(text) {
  return el("pre", { class: "source" }, el("code", {}, highlighted(text)));
}
