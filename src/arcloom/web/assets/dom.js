// dom.js: making elements. All text goes in as text, so nothing that comes from a file is ever HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function replace(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function link(route, text, attributes) {
  return el("a", { href: route, ...attributes }, text);
}

// The address of a page: its kind, its id, and what else it should show.
export function address(kind, id, query) {
  const path = id === undefined ? `#/${kind}` : `#/${kind}/${encodeURIComponent(id)}`;
  const set = Object.entries(query || {}).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return set.length ? `${path}?${new URLSearchParams(set)}` : path;
}

// Made once for each count of digits: a new one for each number would be most of a page's time.
const formats = new Map();

// A probability for people: nothing is certain.
export function percent(probability) {
  return `${number(Math.min(99, probability * 100))} %`;
}

export function number(value, digits = 0) {
  if (!formats.has(digits)) {
    formats.set(digits, new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }));
  }
  return formats.get(digits).format(value);
}

export function counted(count, word) {
  return `${number(count)} ${word}${count === 1 ? "" : "s"}`;
}
